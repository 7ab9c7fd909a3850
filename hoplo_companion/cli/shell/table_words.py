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


def _whose(ctx: typer.Context, combat: Combat) -> list[Unit]:
    """List whom a command of your turn may be about: those in camp to deploy, those in combat to act."""
    if ctx.info_name == "deploy":
        return _in_camp(combat)
    if ctx.info_name == "move" and ctx.params.get("note") is not None:
        return list(combat.units.values())
    return list(combat.in_arena("player"))


# Units ----------------------------------------------------------------------------------------------------------


@quiet
def unit_of_yours(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a unit of yours: in camp to `deploy`, in combat to act; for `tactic` whom it may be put on."""
    combat = _combat(ctx)
    if ctx.info_name != "tactic":
        return beginning(_ids(_whose(ctx, combat)), incomplete)
    found = _options(combat)
    if _is_free(ctx) or found is None:
        return beginning(_ids(combat.in_arena()), incomplete)
    from hoplo_companion.components.names import slug

    chip = slug(ctx.params.get("chip") or "")
    return beginning(found.tactics.get(chip, []), incomplete)


@quiet
def any_unit(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete any unit of the combat."""
    return beginning(_ids(_combat(ctx).units.values()), incomplete)


@quiet
def my_unit(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a unit of yours, in combat or in camp."""
    return beginning(_ids(u for u in _combat(ctx).units.values() if u.side == "player"), incomplete)


@quiet
def unit_on_mat(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a unit that stands on the mat."""
    return beginning(_ids(_combat(ctx).in_arena()), incomplete)


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
def target(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete whom the unit that was typed may attack; against the rules, any opponent."""
    from hoplo_companion.rules.model import opponents

    combat = _combat(ctx)
    unit, found = _named(combat, ctx.params.get("unit"), combat.in_arena("player")), _options(combat)
    if unit is not None and found is not None and not _is_free(ctx):
        return beginning(found.attack.get(unit.id, []), incomplete)
    mine = [unit] if unit is not None else combat.in_arena("player")
    return beginning([each.id for one in mine for each in opponents(combat, one)], incomplete)


# Hexes ----------------------------------------------------------------------------------------------------------


@quiet
def hex_for(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a hex: one that the unit typed before may be deployed on or move to, else any of the mat."""
    combat = _combat(ctx)
    unit = _named(combat, ctx.params.get("unit"), _whose(ctx, combat))
    found = None if _is_free(ctx) or unit is None else _options(combat)
    if found is None or unit is None:
        return beginning(_hexes(combat), incomplete)
    legal = found.deploy if ctx.info_name == "deploy" else found.move
    return beginning(legal.get(unit.id) or _hexes(combat), incomplete)


@quiet
def hex_on_mat(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete any hex of the mat."""
    return beginning(_hexes(_combat(ctx)), incomplete)


@quiet
def hex_or_unit(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a hex of the mat or a unit on it."""
    combat = _combat(ctx)
    return beginning([*_hexes(combat), *_ids(combat.in_arena())], incomplete)


# Tactics, skills, answers ---------------------------------------------------------------------------------------


@quiet
def tactic_in_camp(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a tactic of your camp: the fight's, else the campaign's."""
    from hoplo_companion.errors import HoploError

    try:
        given = _combat(ctx).yours.tactics
    except HoploError:
        given = _campaign().camp.tactics
    return beginning(known_names(["tactics"]) if given is None else given, incomplete)


@quiet
def skill(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete an Ability or a Special that the unit typed before may use."""
    from hoplo_companion.components.names import slug

    combat = _combat(ctx)
    unit, found = _named(combat, ctx.params.get("unit"), combat.in_arena("player")), _options(combat)
    if unit is None or found is None:
        return []
    usable = found.abilities if ctx.info_name == "ability" else found.specials
    return beginning(map(slug, usable.get(unit.id, [])), incomplete)


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
def set_word(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a word of `set`: what is set, what of it, and to what."""
    from hoplo_companion.rules.by_hand import offered

    return beginning(offered(_combat(ctx), list(ctx.params.get("words") or [])), incomplete)


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
