"""Unit chips typed in one line, word by word, in whatever order the chip is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, did_you_mean, near_misses, slug
from hoplo_companion.components.words import CLASSES, COLOURS, read_dice
from hoplo_companion.errors import UsageError, as_command, clip
from hoplo_companion.language import later, tr
from hoplo_companion.notation.parts import FORMS, Card, given_twice, head_of, must_be, parts_of, word_of

SHOWN = later("class, Movement/Range/Health, dice, skills")
EXAMPLE = "defender, 1/1/4, bb, Taunt"
"""What a chip shows, in the order of its print, and one in a line."""

STATS = ("movement", "range", "health")
_NUMBER = re.compile(r"\d{1,3}")
_STAT = r"(\d{1,3}|[-–—?])"
_STATS = re.compile(rf"{_STAT}/{_STAT}/{_STAT}")
MOST_DICE = 12


class _UnitLine:
    """Reads the parts of a unit's line, word by word."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.fields: dict[str, Any] = {}
        self.words: dict[str, tuple[str, str]] = {"elite": ("elite", "")}
        self.words |= {id_: ("skill", id_) for id_ in catalogue.ids("skills")}
        self.words |= {colour: ("die", colour) for colour in COLOURS}
        self.words |= {each: ("class", each) for each in CLASSES}

    def read(self, part: str) -> None:
        """Read one part, which may hold several things."""
        words = re.sub(r"\s*/\s*", "/", part).split()
        while words:
            words = words[self._take(words) :]

    def _take(self, words: list[str]) -> int:
        """Read what a list of words begins with; give how many words that were."""
        first = words[0].casefold()
        if "/" in first:
            return self._stats(first)
        if first in STATS and words[1:] and _NUMBER.fullmatch(words[1]):
            self._set(first, int(words[1]), " ".join(words[:2]))
            return 2
        if first in ("of", "no") and len(words) > 1:
            return self._faction(words) if first == "of" else self._nothing(words[1])
        if first.isascii() and first.isdigit():
            if len(words) < 2:
                raise UsageError(tr("{n} of what? Stats are typed as 1/1/4, dice as 2 blue", n=clip(first)))
            return self._dice(words, 2)
        return self._dice(words, 1) if read_dice(first) or first[0].isdigit() else self._name(words)

    def _set(self, key: str, value: Any, shown: str) -> None:
        if key in self.fields:
            raise given_twice(shown, key)
        self.fields[key] = value

    def _stats(self, word: str) -> int:
        found = _STATS.fullmatch(word)
        if found is None:
            text = tr("{word}: Movement/Range/Health are three numbers, as in 1/1/4 (- for one you skip)")
            raise UsageError(text.format(word=clip(word)))
        for key, number in zip(STATS, found.groups(), strict=True):
            if number.isdigit():
                self._set(key, int(number), word)
        return 1

    def _faction(self, words: list[str]) -> int:
        known = sorted(self._factions())
        for count in range(min(len(words) - 1, 4), 0, -1):
            text = " ".join(words[1 : count + 1])
            if (found := word_of(text, known)) is not None:
                self._set("faction", found, text)
                return count + 1
        text = " ".join(words[1:])
        advice = advise(text, known, tr("factions"))
        raise UsageError(tr("{text} is not {one}; {advice}", text=clip(text), one=tr("a faction"), advice=advice))

    def _factions(self) -> set[str]:
        return set(self.catalogue.ids("arenas")) | {
            slug(unit.faction)
            for id_ in self.catalogue.ids("units")
            if (unit := self.catalogue.unit(id_)) and unit.faction
        }

    def _nothing(self, word: str) -> int:
        what = must_be(word, ("dice", "skills"), tr("something to have none of"), tr("words"), 3)
        self._set("attack" if what == "dice" else "skills", [], f"no {word}")
        return 2

    def _dice(self, words: list[str], taken: int) -> int:
        text = " ".join(words[:taken])
        found = read_dice(text)
        if found is None:
            must_be(text.lstrip("0123456789 "), COLOURS, tr("a colour of dice"), tr("colours of dice"))
        dice = self.fields.setdefault("attack", [])
        if not found or len(dice) + len(found) > MOST_DICE:
            raise UsageError(tr("{dice}: a chip shows between 1 and {most} dice", dice=clip(text), most=MOST_DICE))
        dice += found
        return taken

    def _name(self, words: list[str]) -> int:
        """Read a class, a colour, a skill or `elite`, by its name or a beginning of it."""
        counts = range(min(len(words), 4), 0, -1)
        for count in counts:
            if (typed := slug(" ".join(words[:count]))) in self.words:
                return self._found(typed, words, count)
        # A line begins with the class, as the chip does: there a beginning that fits one class is that class.
        first = word_of(words[0], CLASSES) if not self.fields else None
        if first is not None:
            return self._found(first, words, 1)
        for count in counts:
            found = word_of(" ".join(words[:count]), self.words, 2)
            if found is not None:
                return self._found(found, words, count)
        for count in counts:
            if near_misses(text := " ".join(words[:count]), self.words):
                break
        else:
            text = words[0]
        advice = self._advice(text)
        raise UsageError(tr("{text} is not a known class, die or skill; {advice}", text=clip(text), advice=advice))

    def _advice(self, text: str) -> str:
        near = near_misses(text, self.words)
        if near:
            return did_you_mean(near)
        return tr(
            "classes: {classes}; dice: {dice}; a new skill is entered first: {command}",
            classes=", ".join(CLASSES),
            dice=", ".join(COLOURS),
            command=as_command("data", "add", "skill", FORMS["skill"]),
        )

    def _found(self, word: str, words: list[str], count: int) -> int:
        what, value = self.words[word]
        if what == "die":
            return self._dice([value], count)
        if what == "class":
            classes = self.fields.setdefault("class", [])
            if value not in classes:
                classes.append(value)
        elif what == "elite":
            self.fields["elite"] = True
        else:
            return self._skill(value, words, count)
        return count

    def _skill(self, id_: str, words: list[str], count: int) -> int:
        skill = self.catalogue.skill(id_)
        assert skill is not None
        name = skill.name
        if skill.numbered:
            number = words[count] if count < len(words) else ""
            if not (number.isascii() and number.isdigit() and len(number) < 4):
                raise UsageError(tr("{skill} needs its number, as in '{skill} 1'", skill=name))
            name, count = f"{name} {int(number)}", count + 1
        self.fields.setdefault("skills", []).append(name)
        return count


def read_unit(line: str, catalogue: Catalogue) -> Card:
    """Read a unit chip: classes, Movement/Range/Health, dice, skills, `elite` and `of FACTION`, in any order."""
    name, rest = head_of(line, "unit")
    reader = _UnitLine(catalogue)
    for part in parts_of(rest):
        reader.read(part)
    return Card("units", slug(name), name, reader.fields)


def unit_parts(record: Mapping[str, Any]) -> list[str]:
    """Write what is known of a unit as the parts of its line."""
    parts = [" ".join(record["class"])] if record.get("class") else []
    parts += [f"{key.capitalize()} {record[key]}" for key in STATS if key in record]
    if "attack" in record:
        parts.append(" ".join(record["attack"]) or "no dice")
    if record.get("elite"):
        parts.append("elite")
    if record.get("faction"):
        parts.append(f"of {record['faction']}")
    if "skills" in record:
        parts += record["skills"] or ["no skills"]
    return parts
