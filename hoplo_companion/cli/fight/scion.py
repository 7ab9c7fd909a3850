"""`hoplo scion`: what the scion's dice set off, checked and explained, with no campaign needed."""

from __future__ import annotations

from functools import partial
from typing import Annotated, NamedTuple

import msgspec

from hoplo_companion.cli.options import Answer, Many, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import UnknownNameError, catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import DiceEffect, ScionRecord
from hoplo_companion.components.words import Colour
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.render.scion import odds_lines, roll_lines
from hoplo_companion.rules.scion import dice as rules
from hoplo_companion.rules.scion.dice import (
    Hits,
    changed_by,
    check_hits,
    known_table,
    modified,
    read_changes,
    read_counts,
)
from hoplo_companion.table.play.answers import ROLL

scion = App(help=later("The scion's dice: what a roll sets off, and the exact odds."))

NameArgument = Annotated[str, argument("A scion; the campaign's if left out.", "scions")]
HitsArgument = Annotated[
    Many, argument("Hits by colour, as in green=1 blue=3; no other colour has any.", metavar="[COLOUR=N]...")
]
DiceOption = Annotated[
    str, option("Dice more or fewer than the card's, as in green+1,blue-2.", names="--dice", metavar="COLOUR+N,…")
]


class Table(NamedTuple):
    """A scion's record, its dice as they are rolled now, and their effects."""

    id: str
    record: ScionRecord
    pool: dict[Colour, int]
    effects: list[DiceEffect]


def _table(terminal: Terminal, name: str, changes: str) -> Table:
    """Find a scion, or the one that is fought or was chosen for the campaign, with the dice that it rolls now."""
    id_, more = (slug(name), dict[Colour, int]()) if name else _at_the_table()
    record = catalogue().scion(id_)
    if record is None:
        raise UnknownNameError("scion", name or id_, catalogue().ids("scions"))
    dice, effects = known_table(id_, record)
    changed = read_changes(changes)
    added, taken = ({colour: sign * by for colour, by in changed.items() if sign * by > 0} for sign in (1, -1))
    pool = modified(changed_by(dice, more), added, taken)
    terminal.notice_dice(colour for colour, count in pool.items() for _ in range(count))
    return Table(id_, record, pool, effects)


def _at_the_table() -> tuple[str, Hits]:
    """The scion that is fought, with the dice added to its pool; else the campaign's."""
    from hoplo_companion.cli.campaign.open_campaign import look  # a scion that is named needs no campaign
    from hoplo_companion.rules.model import scion_of
    from hoplo_companion.table.play.fight import open_combat
    from hoplo_companion.table.saves.library import NoCampaignError

    try:
        campaign = look()[1]
    except NoCampaignError:
        raise UsageError("which scion? Name it: `hoplo scion roll NAME`; `hoplo data list scions` lists them") from None
    if campaign.fight is not None and campaign.fight.position["event"] == "scion":
        combat = open_combat(campaign, catalogue())
        if (unit := scion_of(combat)) is not None:
            return unit.chip, dict(combat.more_dice)
    return slug(campaign.scion), {}


@scion.command()
def roll(
    terminal: Terminal,
    name: NameArgument = "",
    hits: HitsArgument = None,
    app: Annotated[bool, option("Let the app roll.")] = False,
    seed: Annotated[int | None, option("Make the app's roll repeatable.")] = None,
    changes: DiceOption = "",
) -> Answer:
    """Resolve a roll of the scion's dice, effect by effect: its hits are typed, asked by colour, or the app rolls."""
    name, typed = ("", [name, *(hits or [])]) if "=" in name else (name, list(hits or []))
    table = _table(terminal, name, changes)
    if app and typed:
        raise UsageError("either hits or --app: the dice are rolled once")
    if app or (not typed and terminal.setting("dice") == "app"):
        found: Hits | str = ROLL
    elif typed:
        found = read_counts(typed)
    else:  # asked for at a terminal, as in the fight
        text = tr("which hits? Add them, as in `green=1 blue=3`, or let the app roll with --app (p.31)")
        terminal.need_terminal(text)
        from hoplo_companion.cli.terminal.prompts import ask_hits  # what is typed or rolled needs no keys

        found = ask_hits(terminal, table.pool)
    if found == ROLL:
        dice = Dice(seed)
        found = {colour: sum(dice.roll([colour] * count)) for colour, count in table.pool.items()}
    rolled = check_hits(table.pool, read_counts(found.split()) if isinstance(found, str) else found)
    resolved = partial(rules.resolve, table.effects, rolled)
    return Answer(
        lambda: roll_lines(table.record, table.effects, table.pool, rolled, resolved()),
        lambda: {"scion": table.id, "hits": rolled, "effects": msgspec.to_builtins(resolved())},
    )


@scion.command()
def odds(terminal: Terminal, name: NameArgument = "", changes: DiceOption = "") -> Answer:
    """Show the exact chances of every dice effect, with the dice that the scion rolls now."""
    table = _table(terminal, name, changes)
    found = rules.odds(table.effects, table.pool)
    return Answer(
        lambda: odds_lines(table.record, table.effects, table.pool, found),
        lambda: {"scion": table.id, "dice": table.pool, "effects": [
            {"index": each.index, "dice": each.dice, "kind": each.kind,
             "hits": {str(number): str(chance) for number, chance in each.hits.items()},
             "times": {str(number): str(chance) for number, chance in each.times.items()},
             "damage": None if each.damage is None else str(each.damage)}
            for each in found
        ]},
    )  # fmt: skip
