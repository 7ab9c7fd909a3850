"""What is typed as it is printed on a card, understood where its words are common ones: an effect for each sentence.

The English and the Italian edition's words are known. A text is understood as a whole or not at all; whoever asks reads
the effects back to the player, since a card may mean something else by the same words.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import part_number, slug

SUBJECTS: tuple[tuple[str, str], ...] = (
    (r"all local units|local units|locals|all locals|each local unit|(tutte )?le unità locali", "local"),
    (r"your hero|the hero|il vostro eroe|l'eroe", "hero"),
    (
        r"all rival units|(the )?rival units|(all of )?the rival's units|each rival unit|every rival unit"
        r"|(tutte )?le unità (del )?rivale|(tutte )?le unità rivali|ogni unità rivale",
        "rival",
    ),
    (
        r"(all (of )?)?your units|each of your units|every unit of yours|your troop"
        r"|(tutte )?le vostre unità|ogni vostra unità|la vostra truppa",
        "player",
    ),
    (r"all units|every unit|each unit|units|tutte le unità|ogni unità|le unità", "unit"),
)
"""Whom a sentence is about, in both editions' words, and the holder of its effect; the general words come last."""

FIRST: tuple[tuple[str, str], ...] = (
    (
        r"the rival's first unit|the first rival unit|the rival's first deployed unit|la prima unità (del )?rivale",
        "rival",
    ),
    (r"your first unit|the first of your units|la vostra prima unità", "player"),
)
"""The first unit that a troop deploys; of the rival's this is the one of its first turn (p.21)."""

MOMENTS: tuple[tuple[str, str], ...] = (
    (r"at the (start|beginning) of (its|their|each|every|the rival's|your)( own)? turns?", "turn start"),
    (r"all'inizio d(el(la)?|i ogni) (suo |loro |vostro )?turno( del rivale)?", "turn start"),
    (r"at the end of (its|their|each|every|the rival's|your)( own)? turns?", "turn end"),
    (r"alla fine d(el(la)?|i ogni) (suo |loro |vostro )?turno( del rivale)?", "turn end"),
    (r"(when|as|once) (it is |they are )?deployed|quando (viene schierata|vengono schierate)", "deployed"),
)
"""When something happens; the troop whose turn it is is that of the units which the sentence is about."""

HAVE = r"(?:have|has|gains?|gets?|receives?|hanno|ha|guadagnano|guadagna|ottengono|ottiene|ricevono|riceve)"
ARE = r"(?:is|are|è|sono)"
STATS = {
    "movement": "movement", "movimento": "movement", "range": "range", "raggio": "range",
    "health": "health", "salute": "health",
}  # fmt: skip
COLOURS = {
    "yellow": "yellow", "blue": "blue", "green": "green", "black": "black", "red": "red",
    "giallo": "yellow", "gialli": "yellow", "blu": "blue", "verde": "green", "verdi": "green",
    "nero": "black", "neri": "black", "rosso": "red", "rossi": "red",
}  # fmt: skip
NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "un": 1, "uno": 1, "una": 1, "due": 2, "tre": 3,
    "quattro": 4,
}  # fmt: skip
FORBIDDEN = {
    "move": "move", "muoversi": "move", "attack": "attack", "attaccare": "attack", "heal": "heal", "guarire": "heal",
    "curarsi": "heal", "be attacked": "be attacked", "essere attaccate": "be attacked", "be displaced": "be displaced",
    "essere spostate": "be displaced", "be sacrificed": "be sacrificed", "be targeted": "be targeted",
    "use abilities": "abilities", "usare abilità": "abilities", "use specials": "specials",
    "usare speciali": "specials",
}  # fmt: skip

_STAT, _COLOUR = "|".join(STATS), "|".join(COLOURS)
_NUMBER = r"\d+|" + "|".join(NUMBERS)
_EACH = r"(?:each |all |ognuna |tutte )?"


def understood(text: str, known: Catalogue, *, of_hero: bool = False) -> str | None:
    """Give the effects that a printed text means, as a line; None where any of its sentences is not understood.

    With `of_hero` a sentence that names nobody is about the hero, as on a Prowess card; else about nobody, and not
    understood.
    """
    sentences = [part for part in re.split(r"(?<=[.;!])\s+|[.;\n]+\s*$|\n", text.strip()) if part and part.strip(" .;")]
    effects = [_sentence(part.strip().rstrip(".;!").strip(), known, of_hero) for part in sentences]
    return " ; ".join(each for each in effects if each) if effects and all(effects) else None


def _sentence(text: str, known: Catalogue, of_hero: bool) -> str | None:
    when, text = _taken(text, MOMENTS)
    for first, holder in FIRST:
        if found := re.match(rf"(?:{first})\s+", text, re.IGNORECASE):
            what = _gained(text[found.end() :])
            return f"deployed: {what} if turn 1 and count troop at most 1 for {holder}" if what and not when else None
    for subject, holder in SUBJECTS:
        if found := re.match(rf"(?:{subject})\s+", text, re.IGNORECASE):
            return _said_of(text[found.end() :], when, f" for {holder}", known)
    if not of_hero:
        return None
    return _said_of(text, when, "", known) or _said_of(f"has {text}", when, "", known)


def _taken(text: str, phrases: tuple[tuple[str, str], ...]) -> tuple[str, str]:
    """Take a phrase off the front or the end of a sentence; give what it means and the rest."""
    for phrase, meaning in phrases:
        for pattern in (rf"^(?:{phrase}),?\s+", rf",?\s+(?:{phrase})$"):
            if found := re.search(pattern, text, re.IGNORECASE):
                return meaning, (text[: found.start()] + text[found.end() :]).strip()
    return "", text


def _said_of(text: str, when: str, holder: str, known: Catalogue) -> str | None:
    """Give the effect of what is said of some units: what lasts, or what happens at its moment."""
    if not when:
        if lasting := next((found for read in _LASTING if (found := read(text))), None) or _granted(text, known):
            return lasting + holder
        gained = _gained(text)
        return f"deployed: {gained}{holder}" if gained else None
    happens = next((found for read in _AT_ONCE if (found := read(text))), None)
    return f"{when}: {happens}{holder}" if happens else None


def _number(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS[word.casefold()]


def _match(pattern: str, text: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, text, re.IGNORECASE)


# What lasts ---------------------------------------------------------------------------------------------------------


def _stat(text: str) -> str | None:
    """Understand a stat that is set, or raised and lowered: `have Movement 1`, `have +1 Range`."""
    if found := _match(rf"{HAVE} {_EACH}(?:a )?({_STAT}) (?:of |di |= ?)?(\d+)", text):
        return f"{STATS[found[1].casefold()]} = {found[2]}"
    found = _match(rf"{HAVE} ([+-]\d+) (?:to |a |al |di |alla )?({_STAT})", text)
    if found is not None:
        return f"{STATS[found[2].casefold()]} {found[1]}"
    if found := _match(rf"{HAVE} ({_STAT}) ([+-]\d+)", text):
        return f"{STATS[found[1].casefold()]} {found[2]}"
    return None


def _dice(text: str) -> str | None:
    """Understand dice that are added to an Attack: `add a blue die to their Attacks`."""
    attack = r"(?: (?:to|on) (?:its|their|the|each|every) attacks?| (?:al|ai) (?:suo|loro|proprio)? ?attacc(?:o|hi))?"
    adds = rf"(?:adds?|aggiung(?:e|ono)|{HAVE}|rolls?)"
    for pattern, number, colour in (
        (rf"{adds} \+?({_NUMBER}) ?(?:additional |extra |more )?({_COLOUR}) (?:die|dice){attack}", 1, 2),
        (rf"{adds} \+?({_NUMBER}) (?:dado|dadi) ({_COLOUR})(?: aggiuntiv[oi]| extra)?{attack}", 1, 2),
    ):
        if found := _match(pattern, text):
            return "add " + " ".join([COLOURS[found[colour].casefold()]] * _number(found[number]))
    return None


def _forbidden(text: str) -> str | None:
    """Understand what units cannot do: `cannot move`."""
    found = _match(rf"(?:cannot|can't|can not|may not|non possono|non può) ({'|'.join(FORBIDDEN)})", text)
    return f"cannot {FORBIDDEN[found[1].casefold()]}" if found else None


_LASTING: tuple[Callable[[str], str | None], ...] = (_stat, _dice, _forbidden)


def _granted(text: str, known: Catalogue) -> str | None:
    """Understand a skill that is known, with its number where it has one: `gain Regen 1`."""
    found = _match(rf"(?:{HAVE} )(?:the skills? |la skill |le skill )?(.+)", text)
    if found is None:
        return None
    names = [each.strip() for each in re.split(r",| and | e ", found[1], flags=re.IGNORECASE)]
    skills = [_skill(name, known) for name in names]
    return ", ".join(f"grant {skill}" for skill in skills) if all(skills) else None


def _skill(name: str, known: Catalogue) -> str | None:
    """Give a known skill as it is called, without the letter of its type; None where the text is not one."""
    found = _match(r"(?:the )?(?:innate |ability |special |[IAS] )?(.+)", name)
    bare, number = part_number(found[1] if found else name)
    record = known.skill(slug(bare))
    if record is None or record.numbered != (number is not None):
        return None
    return record.name if number is None else f"{record.name} {number}"


# What happens at a moment ---------------------------------------------------------------------------------------------


def _gained(text: str) -> str | None:
    """Understand HP that are gained: `gains 1 HP`."""
    found = _match(rf"{HAVE} \+?({_NUMBER}) (?:extra |additional |more )?hp", text)
    return f"gain {_number(found[1])} hp" if found else None


def _healed(text: str) -> str | None:
    if _match(r"(?:fully heals?|heals? fully|guarisc(?:e|ono) completamente)", text):
        return "heal"
    found = _match(rf"(?:heals?|guarisc(?:e|ono)|cura(?:no)?)(?: di)? ({_NUMBER})(?: hp)?", text)
    return f"heal {_number(found[1])}" if found else None


def _harmed(text: str) -> str | None:
    verbs = r"(?:suffers?|takes?|is dealt|are dealt|subisc(?:e|ono))"
    found = _match(rf"{verbs} ({_NUMBER}) (?:damage|danni|danno)", text)
    return f"damage {_number(found[1])} to self" if found else None


def _dazed(text: str) -> str | None:
    found = _match(rf"(?:{ARE}|becomes?|diventa(?:no)?) (?:dazed|frastornat[ae])", text)
    return "daze" if found else None


_AT_ONCE: tuple[Callable[[str], str | None], ...] = (_gained, _healed, _harmed, _dazed)


# The lineup ---------------------------------------------------------------------------------------------------------

_OF_ENGLISH = rf"(?:add|place|put) ({_NUMBER}) (?:additional |more )?(bag|local) (?:units?|icons?)"
_TACTIC = r"( with a tactic(?: on it)?)? (?:to|at|on) the (?:end|bottom) of the rival(?:'s)? lineup"
_IN_ITALIAN = rf"(?:aggiungi|aggiungete) ({_NUMBER})[' ] ?unità (dal sacchetto|locale|locali)"
_TATTICA = r"( con una tattica)? alla fine dello schieramento (?:del )?rivale"
_ADDED = (_OF_ENGLISH + _TACTIC, _IN_ITALIAN + _TATTICA)


def added_to_lineup(text: str) -> str:
    """Give the icons that a card adds to the end of the rival's lineup; nothing where it says something else (p.19)."""
    for pattern in _ADDED:
        if found := _match(pattern, text.strip().rstrip(".")):
            icon = "local" if found[2].casefold().startswith("local") else "bag"
            return " ".join([icon + ("+tactic" if found[3] else "")] * _number(found[1]))
    return ""
