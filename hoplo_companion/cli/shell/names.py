"""What the shell offers at the Tab key: the names of components, what is on the table, and the words of a line.

On the table it is the fight that is followed, or the board that `--position` or `--example` names on the line; where
there is none, nothing is offered and nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import typer

from hoplo_companion.campaign.bag import contents
from hoplo_companion.campaign.pad import upgrades
from hoplo_companion.campaign.world_map import KINDS as PLACE_KINDS
from hoplo_companion.campaign.world_map import unknown_neighbours
from hoplo_companion.cli.terminal.output import SETTINGS, key_named
from hoplo_companion.components.catalogue import OWN_KINDS, catalogue, singular
from hoplo_companion.components.lookup import all_terms
from hoplo_companion.components.names import slug, the_one
from hoplo_companion.components.own import readable_records
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.table.saves.library import Library

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.rules.model import Combat, Unit

KIND_OF = {singular(kind): kind for kind in OWN_KINDS if kind not in ("heroes", "compass")}
"""Each kind of component that a player may enter, by the word for one, with the word for its records."""

KINDS = (
    "units", "heroes", "skills", "tactics", "banes", "prowess", "arenas", "scions", "events", "opportunities", "dice",
    "compass", "difficulty", "rulings",
)  # fmt: skip
"""The kinds of records, in the order in which they are listed."""


def known_names(kinds: Iterable[str]) -> list[str]:
    """The ids of all records of some kinds; none of those whose files cannot be read, which is shown elsewhere."""
    found: list[str] = []
    for kind in kinds:
        with suppress(HoploError):
            found += catalogue().ids(kind)
    return found


def own_ids(kinds: Iterable[str]) -> list[str]:
    """The ids of the player's own records of some kinds, of the files that can be read."""
    records, _ = readable_records()
    return [id_ for kind in kinds for id_ in records.get(kind, {})]


def own_name(ctx: typer.Context) -> list[str]:
    """The name of a record of the player's own, or its kind before that."""
    given = [*(ctx.params.get("name") or ())]
    kinds = [KIND_OF[word] for word in given if word in KIND_OF] or list(OWN_KINDS)
    words = [word for word, kind in KIND_OF.items() if own_ids([kind])] if not any(given) else []
    return [*own_ids(kinds), *words]


def reading(ctx: typer.Context) -> list[str]:
    """A reading of the open question that was typed before."""
    # Behind an option that still lacks its value, the arguments are left as they were typed.
    given = [str(ctx.params.get("id_") or ""), *ctx.args]
    record = catalogue().ruling(max(given, key=bool).strip().casefold())
    return [record.default_id, *record.readings] if record is not None else []


def line_word(ctx: typer.Context) -> list[str]:
    """The first words of a line: the kind of a card, then its name."""
    kind, *further = ctx.params.get("words") or [""]
    if not kind:
        return [*KIND_OF, "compass"]
    return [] if further else known_names([KIND_OF.get(kind, kind)])


# What is looked at ----------------------------------------------------------------------------------------------


def _combat(ctx: typer.Context) -> Combat:
    """The combat that the line is about; standard input is for the command to read, and not for the shell."""
    from hoplo_companion.cli.fight.positions import load_position

    given = ctx.params
    position = given.get("position")
    if position == "-":
        raise UsageError("standard input cannot be read before the command runs")
    return load_position(ctx.obj, position, bool(given.get("example")), given.get("line") or "")


def _campaign() -> Campaign:
    from hoplo_companion.cli.campaign.open_campaign import look

    return look()


def _hexes(combat: Combat) -> list[str]:
    """Name every hex of the mat that a unit can stand on."""
    from hoplo_companion.hexes import bits

    return [combat.arena.mat.name(hex_) for hex_ in bits(combat.arena.existing & ~combat.arena.blocked)]


def _ids(units: Iterable[Unit]) -> list[str]:
    return [unit.id for unit in units]


def decider(ctx: typer.Context) -> list[str]:
    """What the rival decides about: its units in combat, its lineup, its tactics."""
    combat = _combat(ctx)
    return [*_ids(combat.in_arena("rival")), *combat.lineup, *combat.rival_tactics]


def look_word(ctx: typer.Context) -> list[str]:
    """Whatever can be looked up: a unit, a chip, a skill, a tactic, a Key Term, a rule."""
    units, known = list[str](), known_names(["units", "heroes", "skills", "tactics"])
    with suppress(HoploError, OSError):  # there may be no board
        units += _combat(ctx).units
    of_rules = [word for id_, rule in catalogue().every("ledger").items() for word in (slug(rule.term), id_)]
    of_terms = [name for _, term in all_terms(catalogue()) for name in (term.term, term.term_it)]
    return [*units, *known, *of_rules, *of_terms]


def turn_word(ctx: typer.Context) -> Iterable[str]:
    """A word of an action of your turn: its verb, who does it, and where, at whom or by what, as the rules let you.

    Where they let nobody do it now, all that are yours are offered.
    """
    from hoplo_companion.rules.player.actions import ACTIONS
    from hoplo_companion.rules.player.options import begin, camp, options

    combat, words = _combat(ctx), ctx.params.get("words")
    if not words:
        return [*ACTIONS, *_ids(combat.in_arena("player"))]
    verb, *given = words
    table = options(begin(combat)[0]).tables.get(verb, {})
    if given:
        return table.get(the_one(given[0], table) or "", [])
    yours = combat.yours.tactics or () if verb == "tactic" else _ids(combat.in_arena("player"))
    return table or (_ids(camp(combat)) if verb == "deploy" else yours)


def answer_word(ctx: typer.Context) -> list[str]:
    """An answer to the question that is open in the fight: one of its options, or a number of hits."""
    from hoplo_companion.table.play.fight import Game

    question = Game(_campaign(), catalogue()).question()
    if question is None:
        return []
    hits = [str(number) for number in range(len(question.dice) + 1)] if question.kind == "dice" else []
    return [*question.options, *question.also, *hits]


def reward_upgrade(_: typer.Context) -> Iterable[str]:
    """A hero upgrade that a reward can still be."""
    from hoplo_companion.cli.campaign.event import upgrades_left

    return upgrades_left(_campaign())


def fix_word(ctx: typer.Context) -> list[str]:
    """A word of a correction: what is different, what of it, and how it is."""
    from hoplo_companion.rules.by_hand import offered

    combat, words = _combat(ctx), list(ctx.params.get("words") or [])
    gone = ["gone", "defeated", "camp", "lineup", *_hexes(combat)] if len(words) == 1 else []
    return [*offered(combat, words), *gone]


OFFERED: dict[str, Callable[[typer.Context], Iterable[str]]] = {
    **{kind: partial(lambda kind, _: known_names([kind]), kind) for kind in KINDS},
    "any_name": lambda _: known_names(KINDS),
    "kind_name": lambda _: KINDS,
    "bagged": lambda _: known_names(["units", "banes"]),
    "setting_or_all": lambda _: [*SETTINGS, "all"],
    "setting_value": lambda ctx: SETTINGS[key_named(ctx.params.get("key") or "")].values,
    "any_unit": lambda ctx: _combat(ctx).units,
    "unit_in_combat": lambda ctx: _ids(_combat(ctx).in_arena()),
    "hex_or_unit": lambda ctx: [*_hexes(combat := _combat(ctx)), *_ids(combat.in_arena())],
    "place_kind": lambda _: PLACE_KINDS,
    "place_on_map": lambda _: _campaign().places,
    "place_to_go": lambda _: [*_campaign().places, *unknown_neighbours(_campaign())],
    "upgrade": lambda _: upgrades(_campaign()),
    "bag_chip": lambda _: contents(_campaign()),
    "bane_in_play": lambda _: [bane.name for held in (_campaign().bag, _campaign().camp) for bane in held.banes],
    "camp_tactic": lambda _: _campaign().camp.tactics,
    "camp_unit": lambda _: _campaign().camp.units,
    "campaign_name": lambda _: Library().names(),
    "trashed_name": lambda _: Library().trashed(),
}
"""Further names of what is offered, by the words that it finds; records by their kind."""
