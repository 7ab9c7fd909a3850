"""`hoplo rulings`: the questions that the rulebook leaves open, and how they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec.structs import replace

from hoplo_companion.cli.campaign.open_campaign import look
from hoplo_companion.cli.options import argument, name_of, option
from hoplo_companion.cli.shell.names import reading
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import UnknownNameError, catalogue
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.render.reference import ruling_lines
from hoplo_companion.rules.rulings import in_force, read_rulings
from hoplo_companion.rules.sentence import kept
from hoplo_companion.table.saves.open_campaign import OpenCampaign

if TYPE_CHECKING:
    from hoplo_companion.rules.rulings import InForce


def rulings(
    terminal: Terminal,
    id_: Annotated[str, argument("One question; all of them if left out.", name_of("rulings"), metavar="ID")] = "",
    position: Annotated[
        str | None, option("Show the readings in force in this position.", names="--position -p")
    ] = None,
    choose: Annotated[
        str, option("Put this reading of ID in force, for the campaign and for the fight under way.", reading)
    ] = "",
) -> Answer:
    """List the questions that the rulebook leaves open, with the reading in force and the others."""
    if choose:
        _choose(terminal, id_.strip().casefold(), choose.strip().casefold())
    found = _rulings(id_, _chosen(terminal, position))
    return Answer(
        lambda: [line for each in found for line in ruling_lines(each)],
        lambda: {"rulings": [each._asdict() for each in found]},
    )


def _rulings(name: str, chosen: dict[str, str]) -> list[InForce]:
    """Give all open questions or the one that is named; UnknownNameError suggests the nearest."""
    found = in_force(catalogue(), chosen)
    wanted = [each for each in found if each.id == name.strip().casefold()]
    if name and not wanted:
        raise UnknownNameError("ruling", name, [each.id for each in found])
    return wanted or list(found)


def _choose(terminal: Terminal, id_: str, reading: str) -> None:
    """Put a reading in force in the campaign that is played, and in the fight that is followed."""
    if id_ not in catalogue().ids("rulings"):
        raise UnknownNameError("ruling", id_, catalogue().ids("rulings"))
    if defects := read_rulings(catalogue(), {id_: reading})[1]:
        raise UsageError("; ".join(defect.message for defect in defects))
    with OpenCampaign() as opened:
        chosen = {**opened.campaign.rulings, id_: reading}
        campaign = opened.campaign
        if campaign.fight is not None and not campaign.fight.over:
            # Most who look rulings up are in no fight.
            from hoplo_companion.table.play.fight import Game

            game = Game(campaign, catalogue())
            game.correct(("set", "ruling", f"{id_}={reading}"), "the reading was chosen")
            campaign = game.campaign
        what = kept(lambda: _chosen_words(id_, reading, chosen))
        opened.keep(replace(campaign, rulings=chosen), terminal.words, what)
    terminal.say(_chosen_words(id_, reading, chosen))


def _chosen_words(id_: str, reading: str, chosen: dict[str, str]) -> str:
    text = next(tr(each.text) for each in in_force(catalogue(), chosen) if each.id == id_)
    return tr("{question} is read as {reading} from now on: {text}", question=id_, reading=reading, text=text)


def _chosen(terminal: Terminal, position: str | None) -> dict[str, str]:
    """Give the readings that a position puts in force, or else those that the campaign has chosen."""
    if position is None:
        try:
            return look()[1].rulings
        except HoploError:
            return {}
    # Only this option reads a position.
    from hoplo_companion.cli.fight.positions import load_position

    chosen: dict[str, str] = load_position(terminal, position, example=False).rulings.given or {}
    return chosen
