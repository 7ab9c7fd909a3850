"""Names as players type them: matched without regard to case, spaces or punctuation, near misses suggested."""

import re
import unicodedata
from collections.abc import Container, Iterable
from functools import lru_cache

from hoplo_companion.errors import clip
from hoplo_companion.language import Language, in_sense, later, speaking, spoken, tr


@lru_cache(maxsize=4096)
def slug(name: str) -> str:
    """Write a name as ids are written, in lower case and with hyphens (`Pluto's Refugees` → `plutos-refugees`)."""
    kept = name.casefold().replace("'", "").replace("\u2019", "")
    return "-".join("".join(c if c.isalnum() else " " for c in kept).split())


def plain_slug(name: str) -> str:
    """Write a name as ids are, without accents too, as somebody types who has none (`Abilità` → `abilita`)."""
    return slug("".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)))


def part_number(skill: str) -> tuple[str, int | None]:
    """Part a skill or card into its name and the number beside it, None where it has none (`Regen 1`, `Regen:1`)."""
    found = re.fullmatch(r"(\S.*?)[ :]+([0-9]{1,3})", " ".join(skill.split()))
    return (found[1], int(found[2])) if found else (skill, None)


def wrong_number(skill: str, *, has: bool) -> str:
    """Say that a skill has a number and should have none, or the other way round."""
    if has:
        return tr("{skill} has no number: write '{skill}'", skill=skill)
    return tr("{skill} needs its number, as in '{skill} 1'", skill=skill)


def in_english(word: str, known: Container[str]) -> str:
    """The known word that is meant by one of the language that is spoken (`muovi` → `move`), else the word itself."""
    if spoken() == "en" or word in known:
        return word
    return next((each for each in _typed(spoken()).get(plain_slug(word), ()) if each in known), word)


def as_spoken(word: str) -> str:
    """The word of the language that is spoken which means the same as this one, typed in any language."""
    meant = _typed(spoken()).get(plain_slug(word), ())
    return in_sense("typed", [*meant, word][0]).split(",")[0] if meant or word in TYPED else word


def is_none(text: str) -> bool:
    """Say whether a text stands for none of what is asked for, in English or in the language that is spoken."""
    return in_english(slug(text), ("none",)) == "none"


TYPED = (
    "deploy", "tactic", "move", "roam", "ability", "attack", "special", "end", "bless", "surrender", "dazed",
    "tactics", "tribune", "defeated", "lineup", "points", "flag", "turn", "act", "step", "hero", "yes", "nothing",
    "none", "bloodshed", "opportunity", "harbor", "capital", "bag", "camp", "unit", "term", "rule", "rules", "heroes",
    "arenas", "events", "dice", "prowess", "rulings", "health", "movement", "navigation", "opportunity-capacity",
    "add-die", "upgrade-die", "draws", "theme", "board", "clock", "lang", "pages",
    "screen", "confirm", "ask", "hand", "dark", "light", "drawn", "words", "on", "deployment", "abilities", "engage",
    "forecast", "explain", "king-of-the-hill", "capture-the-flag", "first", "random", "rival", "player", "next",
    "bench", "yours", "cards", "class", "range", "cost", "vitality", "stats", "power", "local",
)  # fmt: skip
"""Words that may be typed in the language that is spoken too: verbs of a turn, kinds, stats, settings."""


@lru_cache
def _typed(language: Language) -> dict[str, list[str]]:
    """The words of a language that may be typed, each with the English ones: a translation lists them."""
    found: dict[str, list[str]] = {}
    with speaking(language):
        for word in TYPED:
            for each in in_sense("typed", word).split(","):
                found.setdefault(plain_slug(each), []).append(word)
    return found


def meant_by(name: str, known: Iterable[str], least: int = 1) -> list[str]:
    """The known name that a name is, in English or as spoken, else all that begin with it, if it is long enough."""
    names = list(dict.fromkeys(known))
    typed = slug(in_english(slug(name), names))
    begun = [each for each in names if typed and slug(each).startswith(typed)]
    return [each for each in begun if slug(each) == typed][:1] or (begun if len(typed) >= least else [])


def the_one(name: str, known: Iterable[str], least: int = 1) -> str | None:
    """The known name that a name means; None where it means none of them, or may mean several."""
    found = meant_by(name, known, least)
    return found[0] if len(found) == 1 else None


def near_misses(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """The known names nearest to a name, those first that begin like it; empty where none is near."""
    from rapidfuzz import fuzz, process

    typed = slug(name)[:80]
    names = list(known)
    begun = [each for each in names if typed and len(typed) > 2 and slug(each).startswith(typed)]
    alike = process.extract(typed, names, scorer=fuzz.ratio, processor=slug, limit=most, score_cutoff=70)
    return list(dict.fromkeys(begun + [choice for choice, _, _ in alike]))[:most]


def either(names: Iterable[str]) -> str:
    """Name those of which one is meant: `archer or defender`."""
    return (" " + tr("or") + " ").join(names)


def did_you_mean(near: Iterable[str]) -> str:
    """Ask whether one of the nearest names was meant."""
    return tr("did you mean {names}?", names=either(near))


KINDS = {
    "skill": (later("skill"), later("skills")),
    "tactic": (later("tactic"), later("tactics")),
    "hero": (later("hero"), later("heroes")),
    "bane": (later("bane"), later("banes")),
    "prowess": (later("Prowess card"), later("Prowess cards")),
    "opportunity": (later("Opportunity card"), later("Opportunity cards")),
    "die": (later("die"), later("dice")),
    "unit": (later("unit"), later("units")),
    "rival chip": (later("rival chip"), later("rival chips")),
    "arena": (later("arena"), later("arenas")),
    "scion": (later("scion"), later("scions")),
    "event": (later("event"), later("events")),
    "difficulty": (later("difficulty"), later("difficulties")),
    "ruling": (later("open question"), later("open questions")),
    "rule": (later("rule"), later("rules")),
    "term": (later("Key Term"), later("Key Terms")),
    "source": (later("source"), later("sources")),
    "chip": (later("chip"), later("chips")),
    "class": (later("class"), later("classes")),
    "lesson": (later("lesson"), later("lessons")),
    "section": (later("section"), later("sections")),
    "key": (later("key"), later("keys")),
    "kind": (later("kind"), later("kinds")),
    "component": (later("component"), later("components")),
    "entry": (later("entry"), later("entries")),
    "chip to equip": (later("chip to equip"), later("chips to equip")),
    "event or step": (later("event or step"), later("events and steps")),
}
"""What one thing and several of a kind are called."""


def unknown(kind: str, name: str, known: Iterable[str], advice: str = "") -> str:
    """Say that nothing of a kind (one of `KINDS`) has a name, and what would be right: `advice`, or what is near."""
    one, several = map(tr, KINDS[kind])
    advice = advice or advise(name, known, several)
    return tr("no {kind} is called {name}; {advice}", kind=one, name=clip(name, 62), advice=advice)


def advise(name: str, known: Iterable[str], what: str) -> str:
    """Say the near misses of an unknown name, else all that is known; `what` is the word for all, as it is spoken."""
    names = sorted(known)
    near = near_misses(name, names)
    if near:
        return did_you_mean(near)
    if not names:
        return tr("no {what} are known", what=what)
    return tr("known {what}: {names}", what=what, names=", ".join(names))
