"""What the shell offers at the Tab key of what is on the table: units in combat, hexes, tactics in camp, places.

It is the fight that is followed, or the board that `--position` or `--example` names on the line; where there is none,
nothing is offered and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from hoplo_companion.cli.shell.names import beginning, known_names, quiet, rule_words, term_names

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.rules.model import Combat, Unit
    from hoplo_companion.rules.player.options import Options

# What is looked at ----------------------------------------------------------------------------------------------


def _combat(ctx: typer.Context) -> Combat:
    """Give the combat that the line is about; standard input is for the command to read, and not for the shell."""
    from hoplo_companion.cli.fight.positions import load_position
    from hoplo_companion.errors import UsageError

    given = ctx.params
    position = given.get("position")
    if position == "-":
        raise UsageError("standard input cannot be read before the command runs")
    return load_position(ctx.obj, position, bool(given.get("example")), given.get("line") or "")


def _campaign() -> Campaign:
    from hoplo_companion.cli.campaign.open_campaign import look

    return look()[1]


def _options(combat: Combat) -> Options | None:
    """Find what you may do now; None where it cannot be said before something else is known."""
    from hoplo_companion.errors import HoploError
    from hoplo_companion.rules.player.options import options
    from hoplo_companion.rules.player.turn import begin

    try:
        return options(begin(combat)[0])
    except HoploError:
        return None


def _is_free(ctx: typer.Context) -> bool:
    """Say whether the rules are set aside on this line, so that anything may be meant."""
    return bool(ctx.params.get("anyway")) or ctx.params.get("note") is not None


def _named(combat: Combat, name: str | None, among: Iterable[Unit]) -> Unit | None:
    """Find the unit that was typed before; None where it may be several, or nobody."""
    from hoplo_companion.errors import HoploError
    from hoplo_companion.rules.naming import named

    try:
        return named(combat, name or "", among)
    except HoploError:
        return None


def _hexes(combat: Combat) -> list[str]:
    """Name every hex of the mat that a unit can stand on."""
    from hoplo_companion.hexes import bits

    return [combat.arena.mat.name(hex_) for hex_ in bits(combat.arena.existing & ~combat.arena.blocked)]


def _in_camp(combat: Combat) -> list[Unit]:
    from hoplo_companion.rules.player.options import camp

    return camp(combat)


def _ids(units: Iterable[Unit]) -> list[str]:
    return [unit.id for unit in units]


# Units ----------------------------------------------------------------------------------------------------------


@quiet
def any_unit(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete any unit of the combat."""
    return beginning(_ids(_combat(ctx).units.values()), incomplete)


@quiet
def my_unit(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a unit of yours, in combat or in camp."""
    return beginning(_ids(u for u in _combat(ctx).units.values() if u.side == "player"), incomplete)


@quiet
def decider(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete what the rival decides about: its units in combat, its lineup, its tactics."""
    combat = _combat(ctx)
    return beginning([*_ids(combat.in_arena("rival")), *combat.lineup, *combat.rival_tactics], incomplete)


@quiet
def unit_or_chip(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a unit of the combat, or any chip that can stand in an arena."""
    from hoplo_companion.errors import HoploError

    chips = known_names(["units", "heroes"])
    try:
        return beginning([*_ids(_combat(ctx).units.values()), *chips], incomplete)
    except HoploError:
        return beginning(chips, incomplete)


@quiet
def look_word(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete whatever can be looked up: a unit, a chip, a skill, a tactic, a Key Term, a rule."""
    named = beginning([*known_names(["skills", "tactics"]), *term_names(), *rule_words()], incomplete)
    return sorted({*unit_or_chip(ctx, incomplete), *named})


@quiet
def turn_word(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a word of an action of your turn: its verb, who, where or at whom; against the rules, anything."""
    from hoplo_companion.components.names import slug
    from hoplo_companion.rules.model import opponents
    from hoplo_companion.rules.player.actions import ACTIONS, END

    combat, words = _combat(ctx), list(ctx.params.get("words") or [])
    if not words:
        return beginning([*ACTIONS, END, *_ids(combat.in_arena("player"))], incomplete)
    verb, *given = words
    found = None if _is_free(ctx) or verb.endswith("!") else _options(combat)
    table = _legal(found, verb) if found is not None else {}
    units = {"deploy": _in_camp(combat), "tactic": []}.get(verb, list(combat.in_arena("player")))
    if not given:
        first = [*(combat.yours.tactics or [])] if verb == "tactic" else _ids(units)
        return beginning(list(table) or first, incomplete)
    unit = _named(combat, given[0], units)
    chosen = slug(given[0]) if verb == "tactic" else unit.id if unit is not None else ""
    if chosen in table or (found is not None and verb in ("attack", "tactic", "ability", "special")):
        return beginning(
            map(slug, table[chosen]) if verb in ("ability", "special") else table.get(chosen, []), incomplete
        )
    if verb in ("deploy", "move"):
        return beginning(_hexes(combat), incomplete)
    others = opponents(combat, unit) if verb == "attack" and unit is not None else combat.in_arena()
    return beginning(_ids(others), incomplete)


def _legal(found: Options, verb: str) -> dict[str, list[str]]:
    """What an action of your turn may be done with, and to what."""
    tables: dict[str, dict[str, list[str]]] = {
        "deploy": found.deploy, "tactic": found.tactics, "move": found.move, "ability": found.abilities,
        "attack": found.attack, "special": found.specials, "roam": {unit: [] for unit in found.roam},
    }  # fmt: skip
    return tables.get(verb, {})


# Hexes ----------------------------------------------------------------------------------------------------------


@quiet
def hex_or_unit(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a hex of the mat or a unit on it."""
    combat = _combat(ctx)
    return beginning([*_hexes(combat), *_ids(combat.in_arena())], incomplete)


# Tactics, skills, answers ---------------------------------------------------------------------------------------


@quiet
def answer_word(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete an answer to the question that is open in the fight: one of its options, or a number of hits."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.play.fight import Game

    question = Game(_campaign(), catalogue()).question()
    if question is None:
        return []
    hits = [str(number) for number in range(len(question.dice) + 1)] if question.kind == "dice" else []
    return beginning([*question.options, *question.also, *hits], incomplete)


@quiet
def fix_word(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a word of a correction: what is different, what of it, and how it is."""
    from hoplo_companion.rules.by_hand import offered

    combat, words = _combat(ctx), list(ctx.params.get("words") or [])
    gone = ["gone", "defeated", "camp", "lineup", *_hexes(combat)] if len(words) == 1 else []
    return beginning([*offered(combat, words), *gone], incomplete)


# The campaign ---------------------------------------------------------------------------------------------------


@quiet
def place_to_go(incomplete: str) -> list[str]:
    """Complete a place of the map: one that is known, or that a known path leads to."""
    from hoplo_companion.campaign.world_map import unknown_neighbours

    campaign = _campaign()
    return beginning([*campaign.places, *unknown_neighbours(campaign)], incomplete)


@quiet
def place_on_map(incomplete: str) -> list[str]:
    """Complete a place that is on the map."""
    return beginning(_campaign().places, incomplete)


@quiet
def campaign_name(incomplete: str) -> list[str]:
    """Complete the name of a campaign on this machine."""
    from hoplo_companion.table.saves.library import Library

    return beginning(Library().names(), incomplete)


@quiet
@quiet
def trashed_name(incomplete: str) -> list[str]:
    """Complete the name of a campaign in the trash."""
    from hoplo_companion.table.saves.library import Library

    return beginning(Library().trashed(), incomplete)


@quiet
@quiet
def camp_tactic(incomplete: str) -> list[str]:
    """Complete a tactic that lies in the campaign's camp."""
    return beginning(_campaign().camp.tactics, incomplete)


@quiet
def camp_unit(incomplete: str) -> list[str]:
    """Complete a unit that lies in the campaign's camp."""
    return beginning(_campaign().camp.units, incomplete)


@quiet
def bag_chip(incomplete: str) -> list[str]:
    """Complete a chip that is in the bag."""
    from hoplo_companion.campaign.bag import contents

    return beginning(contents(_campaign()), incomplete)


@quiet
def bane_in_play(incomplete: str) -> list[str]:
    """Complete a bane that is in the bag or in the camp."""
    campaign = _campaign()
    return beginning([bane.name for bane in (*campaign.bag.banes, *campaign.camp.banes)], incomplete)
