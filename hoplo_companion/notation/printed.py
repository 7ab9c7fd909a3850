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

CLASSES: dict[str, str] = {
    "archers?|arcier[ei]": "archer", "attackers?|attaccant[ei]": "attacker", "defenders?|difensor[ei]": "defender",
    "tacticians?|tattic[oi]": "tactician", "beasts?|besti[ae]": "beast",
}  # fmt: skip
_ALL = r"(?:(?:all|each|every)(?: of)?(?: the)? |the )?"
_TUTTI = r"(?:(?:tutt[ie]|ogni) )?(?:gli |i |le )?"
SIDES: tuple[tuple[str, str], ...] = (
    (rf"{_ALL}rival(?:'s)? CLASS|{_TUTTI}CLASS rival[ei]", "rival"),
    (rf"{_ALL}your CLASS|{_TUTTI}vostr[ie] CLASS", "player"),
    (rf"{_ALL}local CLASS|{_TUTTI}CLASS local[ei]", "local"),
    (r"(?:all|each|every) CLASS|(?:tutt[ie]|ogni) (?:gli |i |le )?CLASS", "unit"),
)
"""The units of one class, of a side or of all, in both editions' words."""

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
    (
        r"(when|as|once|after) (it is |they are |it's |being )?deployed|upon deployment"
        r"|quando (viene schierat[ao]|vengono schierat[ei])",
        "deployed",
    ),
)
"""When something happens; the troop whose turn it is is that of the units which the sentence is about."""

HAVE = r"(?:have|has|gains?|gets?|receives?|starts? with|hanno|ha|guadagna(?:no)?|ott(?:engono|iene)|ricev(?:ono|e))"
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
    "essere spostate": "be displaced", "be sacrificed": "be sacrificed",
    "essere sacrificate": "be sacrificed", "essere bersaglio": "be targeted",
    "use ability": "abilities", "use an ability": "abilities", "use a special": "specials",
    "be targeted": "be targeted",
    "use abilities": "abilities", "usare abilità": "abilities", "use specials": "specials",
    "usare speciali": "specials",
}  # fmt: skip

_STAT, _COLOUR = "|".join(STATS), "|".join(COLOURS)
_NUMBER = r"\d+|" + "|".join(NUMBERS)
_MORE = r"(?:additional |extra |more |\+)?"
_ATTACKS = (
    r"(?:,? (?:(?:to|on|in|for|with) )?(?:(?:all|each|every) )?(?:of )?(?:its|their|your|his|her|the)? ?attacks?"
    r"|,? (?:when|whenever|as) (?:it|they|you|he|she)? ?attack(?:s|ing)?"
    r"|,? (?:al|ai|a|quando|nel|nei) ?(?:suo|loro|vostro|suoi|vostri|proprio|propri|ogni)? ?attacc(?:o|hi|a|ano|ate))?"
)
"""What may follow dice: that they are for attacks."""

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
    for subject, holder in _subjects():
        if found := re.match(rf"(?:{subject})(?: (?:all|each|tutte|tutti))?\s+", text, re.IGNORECASE):
            return _all_said(text[found.end() :], when, holder, known)
        # "The Movement of all units is 1" says it the other way round.
        if found := _match(rf"(?:the |il |la )?(?P<stat>{_STAT}) (?:of|di) (?:{subject}) (?P<rest>.+)", text):
            return _stat_said(found["stat"], found["rest"], when, holder)
    if not of_hero:
        return None
    return (
        _said_of(text, when, "", known) or _said_of(f"has {text}", when, "", known) or _all_said(text, when, "", known)
    )


def _subjects() -> list[tuple[str, str]]:
    """List whom a sentence may be about, with the end of the line of its effect: a condition, and whose it is."""
    classes = [
        (side.replace("CLASS", f"(?:{words})"), f" if class {class_} for {holder}")
        for side, holder in SIDES
        for words, class_ in CLASSES.items()
    ]
    return [*classes, *((subject, f" for {holder}") for subject, holder in SUBJECTS)]


def _stat_said(stat: str, rest: str, when: str, holder: str) -> str | None:
    """Give the effect of what is said of a stat: that it is a number, or raised or reduced by one."""
    name = STATS[stat.casefold()]
    if when:
        return None
    if found := _match(rf"(?:{ARE}|becomes?|diventa) (\d+)", rest):
        return f"{name} = {found[1]}{holder}"
    if found := _match(r"(?:is|are) (reduced|lowered|increased|raised) by (\d+)", rest):
        return f"{name} {'-' if found[1].casefold() in ('reduced', 'lowered') else '+'}{found[2]}{holder}"
    if found := _match(r"(?:è|viene) (ridotto|aumentato|ridotta|aumentata) di (\d+)", rest):
        return f"{name} {'-' if found[1].casefold().startswith('rid') else '+'}{found[2]}{holder}"
    return None


def _all_said(text: str, when: str, holder: str, known: Catalogue) -> str | None:
    """Give the effects of all that is said of some units in a sentence: `have Movement 1 and cannot heal`."""
    if whole := _said_of(text, when, holder, known):
        return whole
    parts = re.split(r",? (?:and|e) (?:also |anche )?|, ", text, flags=re.IGNORECASE)
    said = [_said_of(part, when, holder, known) or _said_of(f"have {part}", when, holder, known) for part in parts]
    return " ; ".join(each for each in said if each) if len(said) > 1 and all(said) else None


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
    if found := _match(rf"{HAVE} ({_NUMBER}) (more|additional|extra|less) ({_STAT})", text):
        return f"{STATS[found[3].casefold()]} {'-' if found[2].casefold() == 'less' else '+'}{_number(found[1])}"
    if found := _match(rf"(loses?|perd(?:e|ono)) ({_NUMBER}) (?:punt[oi] )?(?:di )?({_STAT})", text):
        return f"{STATS[found[3].casefold()]} -{_number(found[2])}"
    return None


def _dice(text: str) -> str | None:
    """Understand dice that are added to an Attack: `add a blue die to their Attacks`."""
    adds = rf"(?:adds?|aggiung(?:e|ono|ete)|{HAVE}|rolls?|tira(?:no|te)?)"
    for pattern, number, colour in (
        (rf"{adds} \+?({_NUMBER}) ?{_MORE}({_COLOUR}) (?:die|dice){_ATTACKS}", 1, 2),
        (rf"{adds} \+?({_NUMBER}) (?:dado|dadi) ({_COLOUR})(?: aggiuntiv[oi]| extra| in più)?{_ATTACKS}", 1, 2),
    ):
        if found := _match(pattern, text):
            return "add " + " ".join([COLOURS[found[colour].casefold()]] * _number(found[number]))
    return None


def _taken_out(text: str) -> str | None:
    """Understand a die that an Attack loses: `remove the strongest die from their attacks`."""
    whose = r"(?:the |their |its |your )?"
    found = _match(rf"(?:removes?|loses?) {whose}(strongest|weakest) die(?: from {_ALL}{whose}attacks?)?", text)
    return f"remove {found[1].casefold()}" if found else None


def _more_damage(text: str) -> str | None:
    """Understand damage that attacks deal more: `deal 1 additional damage`."""
    for pattern in (
        rf"deals? (?:\+(\d)|({_NUMBER}) (?:more|additional|extra)) damage{_ATTACKS}",
        rf"infligg(?:e|ono) (?:\+(\d)|({_NUMBER})) dann[oi] (?:in più|aggiuntiv[oi]){_ATTACKS}",
    ):
        if found := _match(pattern, text):
            return f"attacks: damage +{_number(found[1] or found[2])}"
    return None


def _forbidden(text: str) -> str | None:
    """Understand what units cannot do: `cannot move`."""
    found = _match(rf"(?:cannot|can't|can not|can never|may not|non possono|non può) ({'|'.join(FORBIDDEN)})", text)
    return f"cannot {FORBIDDEN[found[1].casefold()]}" if found else None


_LASTING: tuple[Callable[[str], str | None], ...] = (_stat, _dice, _taken_out, _more_damage, _forbidden)


def _granted(text: str, known: Catalogue) -> str | None:
    """Understand a skill that is known, with its number where it has one: `gain Regen 1`."""
    found = _match(rf"(?:{HAVE} )(?:the skills? |la skill |le skill )?(.+)", text)
    if found is None:
        return None
    names = [each.strip() for each in re.split(r",| and | e ", found[1], flags=re.IGNORECASE)]
    skills = [_skill(name, known) for name in names]
    return ", ".join(f"grant {skill}" for skill in skills) if all(skills) else None


def _skill(name: str, known: Catalogue) -> str | None:
    """Give a known skill as it is called, without the letter of its type; None where the text is none."""
    found = _match(r"(?:the )?(?:innate |ability |special |[IAS] )?(.+)", name)
    bare, number = part_number(found[1] if found else name)
    record = known.skill(slug(bare))
    if record is None or record.numbered != (number is not None):
        return None
    return record.name if number is None else f"{record.name} {number}"


# What happens at a moment ---------------------------------------------------------------------------------------------


def _gained(text: str) -> str | None:
    """Understand HP that are gained: `gains 1 HP`; whoever merely has so many gains none."""
    gains = r"(?:gains?|gets?|receives?|guadagna(?:no)?|ott(?:engono|iene)|ricev(?:ono|e))"
    for pattern in (
        rf"{gains} \+?({_NUMBER}) (?:extra |additional |more )?hp(?: in più)?",
        rf"{HAVE} (?:\+(?=\d))({_NUMBER}) hp",
        rf"{HAVE} ({_NUMBER}) (?:(?:extra|additional|more) hp|hp in più)",
    ):
        if found := _match(pattern, text):
            return f"gain {_number(found[1])} hp"
    return None


def _healed(text: str) -> str | None:
    if _match(r"(?:fully heals?|heals? fully|(?:is|are) fully healed|guarisc(?:e|ono) completamente)", text):
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
