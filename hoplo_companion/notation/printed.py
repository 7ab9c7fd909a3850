"""What is typed as it is printed on a card, understood where its words are common ones: an effect for each sentence.

The words of both editions are data (`printed.toml`). A text is understood as a whole or not at all; whoever asks reads
the effects back to the player, since a card may mean something else by the same words.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from hoplo_companion.components.catalogue import Catalogue, read_shipped, shipped_folder
from hoplo_companion.components.names import part_number, slug

READ = ("stat", "colour", "what")  # what a pattern reads by a table of words, as `<stat>`


class Edition:
    """The words of one edition's cards, and what its sentences mean."""

    def __init__(self, words: dict[str, Any]) -> None:
        self.words = words
        of_class = [
            (pattern.replace("CLASS", f"(?:{names})"), f" if class {class_} for {holder}")
            for pattern, holder in words["whom_of_class"].items()
            for names, class_ in words["classes"].items()
        ]
        self.whom = [*of_class, *((pattern, f" for {holder}") for pattern, holder in words["whom"].items())]

    def matched(self, pattern: str, text: str, whole: bool = True) -> re.Match[str] | None:
        """Hold a text, or its beginning, against a pattern of the data."""
        lists = {name: f"(?P<{name}>{'|'.join(self.words[name])})" for name in READ}
        lists["n"] = rf"(?P<n>\d+|{'|'.join(self.words['numbers'])})"
        lists |= {name: f"(?:{self.words[name]})" for name in ("have", "are", "attacks", "each")}
        # What stands for words of its own begins no group of a regular expression.
        pattern = re.sub(r"(?<!\?P)<(\w+)>", lambda found: lists.get(found[1], found[0]), pattern)
        return (re.fullmatch if whole else re.match)(pattern, text, re.IGNORECASE)

    def meant(self, table: str, text: str, **given: str) -> str | None:
        """The effect that a phrase of a table means."""
        for pattern, effect in self.words[table].items():
            if found := self.matched(pattern, text):
                said = {key: self._read(key, word) for key, word in found.groupdict().items() if word}
                dice = " ".join([str(said["colour"])] * int(said["n"])) if "colour" in said else ""
                return str(effect.format(**said, **given, dice=dice))
        return None

    def _read(self, key: str, word: str) -> str | int:
        word = word.casefold()
        if key == "n":
            return int(word) if word.isdigit() else int(self.words["numbers"][word])
        return str(self.words[key][word]) if key in READ else word

    def sentence(self, text: str, known: Catalogue, of_hero: bool) -> str | None:
        """The effects that a sentence means; with `of_hero` one that names nobody is about the hero."""
        when, text = self._moment(text)
        for first, holder in self.words["first"].items():
            if found := self.matched(rf"(?:{first})\s+", text, whole=False):
                what = None if when else self.meant("gains", text[found.end() :])
                return what and f"deployed: {what} if turn 1 and count troop at most 1 for {holder}"
        for whom, holder in self.whom:
            if found := self.matched(rf"(?:{whom})(?: (?:all|each|tutte|tutti))?\s+", text, whole=False):
                return self._all_said(text[found.end() :], when, holder, known)
            # "The Movement of all units is 1" says it the other way round.
            if found := self.matched(self.words["stat_of"].replace("<whom>", whom), text):
                stat = str(self._read("stat", found["stat"]))
                what = None if when else self.meant("of_a_stat", found["rest"], stat=stat)
                return what and what + holder
        return self._all_said(text, when, "", known) if of_hero else None

    def _moment(self, text: str) -> tuple[str, str]:
        """Take the moment off the front or the end of a sentence; nothing where it has none."""
        for phrase, moment in self.words["moments"].items():
            for pattern in (rf"^(?:{phrase}),?\s+", rf",?\s+(?:{phrase})$"):
                if found := re.search(pattern, text, re.IGNORECASE):
                    return moment, (text[: found.start()] + text[found.end() :]).strip()
        return "", text

    def _all_said(self, text: str, when: str, holder: str, known: Catalogue) -> str | None:
        """The effects of all that is said of some units in a sentence: `have Movement 1 and cannot heal`."""
        have = self.words["have"].partition("|")[0]

        def said(part: str) -> str | None:
            return self._said(part, when, holder, known) or self._said(f"{have} {part}", when, holder, known)

        each = list(map(said, re.split(self.words["and"], text, flags=re.IGNORECASE)))
        return said(text) or (" ; ".join(filter(None, each)) if all(each) else None)

    def _said(self, text: str, when: str, holder: str, known: Catalogue) -> str | None:
        """The effect of what is said of some units: what lasts, or what happens at its moment."""
        if when:
            happens = self.meant("gains", text) or self.meant("at_once", text)
            return happens and f"{when}: {happens}{holder}"
        if lasting := self.meant("lasting", text) or self._granted(text, known):
            return lasting + holder
        gained = self.meant("gains", text)
        return gained and f"deployed: {gained}{holder}"

    def _granted(self, text: str, known: Catalogue) -> str | None:
        """The effect of skills that are known, with their numbers where they have one: `gain Regen 1`."""
        if not (found := self.matched(self.words["skills"], text)):
            return None
        skills = []
        for name in map(str.strip, re.split(self.words["and"], found["skills"], flags=re.IGNORECASE)):
            named = self.matched(self.words["skill"], name)  # without the letter of its type
            bare, number = part_number(named["skill"] if named else name)
            record = known.skill(slug(bare))
            if record is None or record.numbered != (number is not None):
                return None
            skills.append(f"grant {record.name}" if number is None else f"grant {record.name} {number}")
        return ", ".join(skills)

    def added(self, text: str) -> str:
        """The icons that a sentence adds to the end of the rival's lineup (p.19)."""
        if not (found := self.matched(self.words["added"], text)):
            return ""
        icon = "local" if found["icon"].casefold().startswith("local") else "bag"
        return " ".join([icon + ("+tactic" if found["tactic"] else "")] * int(self._read("n", found["n"])))


@cache
def editions() -> list[Edition]:
    """The words of the English and the Italian edition."""
    data: Mapping[str, Any] = read_shipped(shipped_folder() / "printed.toml")
    return [Edition(words) for words in data.values()]


def understood(text: str, known: Catalogue, *, of_hero: bool = False) -> str | None:
    """The effects that a printed text means, as a line; None where any of its sentences is not understood.

    With `of_hero` a sentence that names nobody is about the hero, as on a Prowess card; else about nobody, and not
    understood.
    """
    sentences = [part for part in re.split(r"(?<=[.;!])\s+|[.;\n]+\s*$|\n", text.strip()) if part and part.strip(" .;")]
    bare = [part.strip().rstrip(".;!").strip() for part in sentences]
    effects = [next(filter(None, (each.sentence(part, known, of_hero) for each in editions())), None) for part in bare]
    return " ; ".join(filter(None, effects)) if effects and all(effects) else None


def added_to_lineup(text: str) -> str:
    """The icons that a card adds to the end of the rival's lineup; nothing where it says something else (p.19)."""
    return next(filter(None, (each.added(text.strip().rstrip(".")) for each in editions())), "")
