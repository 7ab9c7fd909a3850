"""What lies on the table after a set-up or a turn: what there is to do by hand, in a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.language import tr
from hoplo_companion.render.board.words import coming_names
from hoplo_companion.render.fight import chip_places, still_to_deploy
from hoplo_companion.render.names import row
from hoplo_companion.render.sentences.words import chip_name, tactic_name, title_of
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.goals import POINTS_TO_WIN
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.setup.events import BaneDrawn, Drawn
from hoplo_companion.rules.unit_names import names_of


def set_up_lines(fight: Fight, combat: Combat, events: Iterable[Event]) -> list[Line]:
    """What a set-up has drawn and laid on the table, a line for each kind of thing."""
    drawn: dict[str, list[str]] = {"stack": [], "bag": []}
    for event in events:
        if isinstance(event, Drawn) and event.source in drawn:
            drawn[event.source].append(chip_name(combat.catalogue, event.chip))
        elif isinstance(event, BaneDrawn):
            drawn["bag"].append(title_of(event.bane))
    rows = [
        (tr("Drawn from the faction's stack"), ", ".join(drawn["stack"])),
        (tr("Drawn from the bag"), ", ".join(drawn["bag"])),
        (tr("The rival's lineup, top first"), row(coming_names(combat))),
        (
            tr("The rival's tactics, top first"),
            row(tactic_name(combat.catalogue, chip) for chip in combat.rival_tactics),
        ),
        (tr("Chips in the arena"), " ".join(chip_places(combat))),
        (tr("Your lineup"), "; ".join(still_to_deploy(combat))),
    ]
    head: Line = [Span(tr("{fight}: on the table now", fight=fight.name), "heading")]
    return [head, *([Span(f"  {name}: "), Span(what)] for name, what in rows if what)]


def turn_line(start: Combat, combat: Combat) -> Line:
    """What a turn has changed on the table, by the combats before and after it."""
    said = " ".join(_changes(start, combat)) or tr("nothing changes.")
    return [Span(tr("On the table:") + " ", "heading"), Span(said)]


def _changes(start: Combat, combat: Combat) -> Iterator[str]:
    names, hex_name = names_of(start, combat), combat.arena.mat.name
    for id_ in dict.fromkeys([*start.units, *combat.units]):
        before, now = start.units.get(id_), combat.units.get(id_)
        was, is_ = before.hex if before is not None else 0, now.hex if now is not None else 0
        if now is None or not is_:
            if was:
                yield tr("{unit} leaves the arena.", unit=names(id_))
        elif before is None or not was:
            yield tr("{unit} comes to {hex} with {hp} HP.", unit=names(id_), hex=hex_name(is_), hp=_number(now.hp))
        elif was != is_:
            yield tr("{unit} {start} → {end}.", unit=names(id_), start=hex_name(was), end=hex_name(is_))
        if before is not None and now is not None and before.hp != now.hp and (was or not is_):
            yield tr("{unit} {had}→{hp} HP.", unit=names(id_), had=_number(before.hp), hp=_number(now.hp))
        yield from _tactics(start, combat, id_)
    yield from (words for words in chip_places(combat) if words not in chip_places(start))
    if combat.points != start.points:
        yield tr("Points: {points} of {goal}", points=combat.points, goal=POINTS_TO_WIN) + "."


def _number(hp: int | None) -> str:
    return "?" if hp is None else str(hp)


def _tactics(start: Combat, combat: Combat, id_: str) -> Iterator[str]:
    """The tactics that a unit has got or lost."""
    lost, got = (list(each.units[id_].tactics) if id_ in each.units else [] for each in (start, combat))
    for chip in list(got):
        if chip in lost:
            lost.remove(chip)
            got.remove(chip)
    unit = names_of(start, combat)(id_)
    yield from (tr("{tactic} goes on {unit}.", tactic=tactic_name(combat.catalogue, chip), unit=unit) for chip in got)
    yield from (tr("{tactic} leaves {unit}.", tactic=tactic_name(combat.catalogue, chip), unit=unit) for chip in lost)
