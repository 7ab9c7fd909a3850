"""The steps of a campaign, each with what it changed; fields and values as a player calls them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, convert

from hoplo_companion.campaign.model import Bane, Prowess, without
from hoplo_companion.campaign.naming import BOOTS, MODULE_NAMES, chip_name, kind_name, region_name
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.words import ACTS
from hoplo_companion.language import in_sense, later, plural, shown_as, tr
from hoplo_companion.render.sentences.campaign import PHASES, bane_names, prowess_names
from hoplo_companion.render.sentences.words import colour_words
from hoplo_companion.render.style import Line, Span

_OUTCOMES = {"won": later("won"), "lost": later("lost")}
_FACED = {"primus": later("primus"), "scion": later("scion")}


def _as_it_is(value: object) -> str:
    """A value as it stands there; a capital that has no name yet as sentences call it."""
    return shown_as(value) or str(value)


class Field(NamedTuple):
    """What a field is called, and how a value of it is worded, of a list each item; `{of}` is whose it is."""

    name: str
    words: Callable[[Any], str] = _as_it_is
    of: Callable[[str], str] = str


FIELDS: dict[str, Field | str] = {
    "difficulty": Field("difficulty", lambda id_: catalogue().name(id_, "difficulty") or id_),
    "pad.hero": Field("hero", chip_name),
    "pad.movement": later("Movement"),
    "pad.range": later("Range"),
    "pad.health": later("Health"),
    "pad.hp": later("HP"),
    "pad.leadership": later("Leadership"),
    "pad.classes": Field("Class", chip_name),
    "pad.attack": Field("Attack", colour_words),
    "pad.blessings": later("blessings"),
    "pad.tactic_capacity": later("Tactic Capacity"),
    "pad.influence": later("influence"),
    "pad.act": Field("act", lambda act: ACTS.get(act, str(act))),
    "pad.navigation": later("Navigation"),
    "pad.opportunity_capacity": later("Opportunity Capacity"),
    "pad.weeks": later("weeks crossed off, act by act"),
    "camp.units": Field("units in the camp", chip_name),
    "camp.tactics": Field("tactics in the camp", chip_name),
    "camp.prowess": later("Prowess"),
    "camp.banes": later("banes in the camp"),
    "camp.opportunities": later("Opportunity cards"),
    "bag.units": Field("units in the bag", chip_name),
    "bag.banes": later("banes in the bag"),
    "drawn.units": Field("drawn, on the table", chip_name),
    "drawn.banes": later("banes on the table"),
    "scion": Field("scion", chip_name),
    "primuses": later("primuses"),
    "bane_stack": later("top of the bane stack"),
    "banes_gone": later("banes neither in play nor on the stack"),
    "out_of_game": later("Prowess out of the game"),
    "places.*": later("{of} on the map"),
    "places.*.kind": Field("kind of {of}", kind_name),
    "places.*.region": Field("region of {of}", region_name),
    "places.*.paths": later("paths from {of}"),
    "places.*.more_paths": later("more paths from {of}"),
    "stacks.*": Field("stack of the {of}", of=region_name),
    "stacks.*.known": Field("known of the stack of the {of}", chip_name, region_name),
    "stacks.*.below": Field("unknown of the stack of the {of}", of=region_name),
    "decks.*": Field("front of the {of} deck", of=kind_name),
    "factions.*": Field("faction of {of}", region_name, chip_name),
    "place": later("encampment"),
    "came_from": later("came from"),
    "phase": Field("next phase", lambda phase: tr(PHASES[phase])),
    "outcome": Field("campaign", lambda outcome: tr(_OUTCOMES[outcome])),
    "turned": Field("arenas with side B up", region_name),
    "faced": Field("chosen opponent", lambda faced: tr(_FACED[faced])),
    "variant.boots": Field("Mercury's Boots", lambda boots: tr(BOOTS[boots])),
    "variant.modules": Field("expansions", lambda module: tr(MODULE_NAMES[module])),
    "rulings.*": later("ruling {of}"),
    "special_tactics": Field("special tactics in the supply", chip_name),
}
"""The fields of a campaign by their keys, `*` being a name of the player's or of a record; some by their name alone."""


def _field(path: Sequence[str]) -> tuple[Field, str]:
    """Find the field at a path, and whose it is; one that nobody knows is called by its key."""
    path = path[:-1] if path[-1].isdigit() else path  # one item of a list
    whole, of_one = ".".join(path), ".".join([path[0], "*", *path[2:]]) if path[1:] else ""
    known = FIELDS.get(whole) or FIELDS.get(of_one) or whole
    field = known if isinstance(known, Field) else Field(known)
    return field, "" if whole in FIELDS or of_one not in FIELDS else field.of(path[1])


def value_words(path: Sequence[str], value: Any) -> str:
    """Word what stands at a path of a save: names as printed, cards with their level, banes with their kind."""
    return _words(value, _field(path)[0].words)


def _words(value: Any, one: Callable[[Any], str]) -> str:
    if value is UNSET or value is None or value in ("", [], (), {}):
        return in_sense("of chips and cards", "none")
    match value:
        case bool():
            return tr("yes") if value else tr("no")
        case list() | tuple():
            nested = any(isinstance(each, Mapping) and "name" not in each for each in value)
            return ("; " if nested else ", ").join(_words(each, one) for each in value)
        case {"name": str(), "kind": "bag" | "unit" | "camp"}:
            return bane_names([convert(value, Bane)])[0]
        case {"name": str(), "level": _} | {"name": str(), "tactic_capacity": _}:
            return prowess_names([convert(value, Prowess)])[0]
        case {"hero": str(hero), "defeated_in_act": int(act)} if act:
            return tr("{unit}, defeated in Act {act}", unit=chip_name(hero), act=ACTS.get(act, act))
        case {"hero": str(hero)}:
            return chip_name(hero)
        case {"kind": str(kind), "region": str(region)}:
            return ", ".join([kind_name(kind), region_name(region), *map(_as_it_is, value.get("paths", ()))])
        case {"known": list(known), "below": int(below)}:
            return ", ".join([*map(chip_name, known), plural("{n} unknown chip", "{n} unknown chips", below)])
        case Mapping():
            return ", ".join(f"{key} {_words(each, str)}" for key, each in value.items())
    try:
        return one(value)
    except (KeyError, TypeError, AttributeError):
        return str(value)  # a value that an older save had, or that was put there by hand


LONGEST_VALUE = 60


def history_lines(steps: Iterable[Any]) -> list[Line]:
    """The steps of a log, why one was made by hand, and below each what it changed in the save."""
    lines: list[Line] = []
    for step in steps:
        why = f"  ({step.note})" if str(step.note) else ""
        lines.append([Span(f"{step.n:>5}  "), Span(step.at, "quiet"), Span(f"  {step.what}"), Span(why, "quiet")])
        # The first step makes everything from nothing: the pad shows that better than a list.
        # What changes on the board of a fight is in the sentences themselves.
        if changed := [_change_words(each) for each in step.changes if step.n > 1 and each.path[0] != "fight"]:
            lines.append([Span(" " * 7), Span("; ".join(changed), "quiet")])
    return lines


def _change_words(change: Any) -> str:
    """One change as the place, what was there and what is there now; of a list, what came and went."""
    path, old, new = change.path, change.old, change.new

    def shown(value: Any) -> str:
        words = value_words(path, value)
        return words if len(words) <= LONGEST_VALUE else f"{words[: LONGEST_VALUE - 1]}…"

    field, of = _field(path)
    what = f"{shown(old)} → {shown(new)}"
    if isinstance(old, list) and isinstance(new, list) and "weeks" not in path:
        gone, came = without(old, *new), without(new, *old)
        what = ", ".join([*(f"- {shown(each)}" for each in gone), *(f"+ {shown(each)}" for each in came)]) or what
    return f"{tr(field.name, of=of)}: {what}"
