"""`hoplo scion`: what the scion's dice set off, checked and explained, with no campaign needed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import name_of
from hoplo_companion.cli.terminal.ask import listed, number
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.errors import InvalidError, StoppedError, UsageError

if TYPE_CHECKING:
    from hoplo_companion.components.scions import DiceEffect, ScionRecord
    from hoplo_companion.components.words import Colour

scion = App(help="The scion's dice: what a roll sets off, and the exact odds.")

Many = list[str] | None
NameArgument = Annotated[
    str, typer.Argument(help="A scion; the campaign's if left out.", autocompletion=name_of("scions"))
]
HitsOption = Annotated[Many, typer.Option("--hits", metavar="COLOUR=N…", help="Hits by colour: green=1 blue=3.")]
WordsArgument = Annotated[Many, typer.Argument(metavar="[COLOUR=N]...", help="More hits by colour, after --hits.")]
AddOption = Annotated[Many, typer.Option("--add", metavar="COLOUR=N", help="Dice added to the card's, as often.")]
RemoveOption = Annotated[Many, typer.Option("--remove", metavar="COLOUR=N", help="Dice taken away, as often.")]


class Table:
    """A scion's dice and effects as they are rolled now, and its record."""

    def __init__(self, terminal: Terminal, name: str, add: Many, remove: Many) -> None:
        from hoplo_companion.components.catalogue import catalogue
        from hoplo_companion.components.names import slug
        from hoplo_companion.rules.scion.dice import changed_by, known_table, modified, read_counts

        self.terminal = terminal

        fought, more = ("", {}) if name else _of_fight()

        self.id = slug(name) or fought or _of_campaign()

        record = catalogue().scion(self.id)
        if record is None:
            from hoplo_companion.components.catalogue import UnknownNameError

            raise UnknownNameError("scion", name or self.id, catalogue().ids("scions"))
        self.record: ScionRecord = record

        dice, self.effects = known_table(self.id, record)

        self.pool: dict[Colour, int] = modified(
            changed_by(dice, more), read_counts(add or ()), read_counts(remove or ())
        )
        terminal.notice_dice(colour for colour, count in self.pool.items() for _ in range(count))


def _of_fight() -> tuple[str, dict[Colour, int]]:
    """Give the scion of the fight that is followed, and the dice that its pool has more; none where it has none."""
    from hoplo_companion.table.saves.library import NoCampaignError

    try:
        from hoplo_companion.cli.campaign.open_campaign import look

        campaign = look()[1]
    except NoCampaignError:
        return "", {}
    if campaign.fight is None or campaign.fight.position["event"] != "scion":
        return "", {}
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.play.fight import open_combat

    combat = open_combat(campaign, catalogue())
    from hoplo_companion.rules.model import scion_of

    scion = scion_of(combat)
    return (scion.chip, dict(combat.more_dice)) if scion is not None else ("", {})


def _of_campaign() -> str:

    from hoplo_companion.table.saves.library import NoCampaignError

    try:
        from hoplo_companion.cli.campaign.open_campaign import look
        from hoplo_companion.components.names import slug

        return slug(look()[1].scion)
    except NoCampaignError:
        raise UsageError("which scion? Name it: `hoplo scion roll NAME`; `hoplo data list scions` has them") from None


def _named(name: str, words: Many) -> tuple[str, list[str]]:
    """Part the scion's name from hits that stand in its place, where the campaign's scion is meant."""
    return ("", [name, *(words or [])]) if "=" in name else (name, list(words or []))


@scion.command()
def roll(
    terminal: Terminal,
    name: NameArgument = "",
    words: WordsArgument = None,
    hits: HitsOption = None,
    app: Annotated[bool, typer.Option("--app", help="Let the app roll.")] = False,
    seed: Annotated[int | None, typer.Option("--seed", help="Make the app's roll repeatable.")] = None,
    add: AddOption = None,
    remove: RemoveOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Resolve a roll of the scion's dice, effect by effect: typed in, asked for a colour at a time, or by the app."""
    from hoplo_companion.rules.scion.dice import read_counts

    name, more = _named(name, words)
    table = Table(terminal, name, add, remove)
    told = [*(hits or []), *more]
    if app and told:
        raise UsageError("either --hits or --app: the dice are rolled once")
    app = app or (not told and terminal.setting("dice") == "app")

    found = _by_app(table, seed) if app else read_counts(told) if told else _ask(terminal, table)
    _answer(terminal, table, found, json, plain)


@scion.command()
def check(
    terminal: Terminal,
    name: NameArgument = "",
    words: WordsArgument = None,
    hits: HitsOption = None,
    add: AddOption = None,
    remove: RemoveOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Check what some hits set off; nothing is asked, and what is not told has no hits."""
    from hoplo_companion.rules.scion.dice import read_counts

    name, more = _named(name, words)
    table = Table(terminal, name, add, remove)

    _answer(terminal, table, read_counts([*(hits or []), *more]), json, plain)


@scion.command()
def odds(
    terminal: Terminal,
    name: NameArgument = "",
    add: AddOption = None,
    remove: RemoveOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Give the exact chances of every dice effect, from the pool as it stands."""
    from hoplo_companion.rules.scion import dice as rules

    table = Table(terminal, name, add, remove)

    found = rules.odds(table.effects, table.pool)
    if json:
        effects = [
            {
                "index": each.index,
                "dice": each.dice,
                "kind": each.kind,
                "hits": {str(number): str(chance) for number, chance in each.hits.items()},
                "times": {str(number): str(chance) for number, chance in each.times.items()},
                "damage": None if each.damage is None else str(each.damage),
            }
            for each in found
        ]
        terminal.show_json({"scion": table.id, "dice": table.pool, "effects": effects})
        return

    from hoplo_companion.render.scion import odds_lines

    terminal.show(odds_lines(table.record, table.effects, table.pool, found), plain, wrap=True)


def _by_app(table: Table, seed: int | None) -> dict[Colour, int]:

    from hoplo_companion.dice import Dice

    dice = Dice(seed)
    return {colour: sum(dice.roll([colour] * count)) for colour, count in table.pool.items()}


def _ask(terminal: Terminal, table: Table) -> dict[Colour, int]:
    """Ask at a terminal for the hits, one key a colour."""
    terminal.need_terminal("say the hits, as in `--hits green=1 blue=3`, or let the app roll with --app (p.31)")

    found: dict[Colour, int] = {}
    for colour, count in table.pool.items():
        text = f"{count} {colour}: how many hits?"
        if count < 10:
            found[colour] = int(terminal.ask_key(f"{text} 0-{count}: ", "0123456789"[: count + 1], asides=False))
        else:
            found[colour] = terminal.until_good(text, partial(_count, table.pool, colour))
    return found


def _count(pool: dict[Colour, int], colour: Colour, text: str) -> int:

    from hoplo_companion.rules.scion.dice import check_hits

    return check_hits(pool, {colour: number(text)})[colour]


def _answer(terminal: Terminal, table: Table, told: dict[Colour, int], json: bool, plain: bool) -> None:
    """Show what a roll sets off."""
    from hoplo_companion.rules.scion.dice import check_hits, resolve

    hits = check_hits(table.pool, told)

    resolved = resolve(table.effects, hits)
    if json:
        terminal.show_json({"scion": table.id, "hits": hits, "effects": msgspec.to_builtins(resolved)})
        return

    from hoplo_companion.render.scion import roll_lines

    terminal.show(roll_lines(table.record, table.effects, table.pool, hits, resolved), plain, wrap=True)


def add_scion(
    terminal: Terminal,
    name: Annotated[str, typer.Argument(help="Its name, as on its card.")],
    dice: Annotated[str | None, typer.Option("--dice", help="Its dice, as in 'green=2 blue=3'.")] = None,
    effect: Annotated[
        Many,
        typer.Option(
            "--effect",
            help="A row of its table, from the top: 'green/blue total: {hits} damage … [damage hits]'; "
            "at its end what hoplo carries out: [by scion minions: damage hits to adjacent opponent].",
        ),
    ] = None,
    health: Annotated[int | None, typer.Option("--health", min=1, help="Its Health.")] = None,
    range_: Annotated[int | None, typer.Option("--range", min=0, help="Its Range.")] = None,
    cap: Annotated[int | None, typer.Option("--cap", min=1, help="Your unit cap.")] = None,
    bane: Annotated[Many, typer.Option("--bane", help="A bane under its name, as often.")] = None,
    defeats: Annotated[int | None, typer.Option("--defeats", min=1, help="How often it must be defeated.")] = None,
    setup: Annotated[str | None, typer.Option("--setup", help="Its set-up, in your words.")] = None,
    goal: Annotated[str | None, typer.Option("--goal", help="Its goal, where it is another one.")] = None,
    trigger: Annotated[
        Many,
        typer.Option(
            "--trigger", help="A trigger and its effect, in the effect vocabulary or in your words, as often."
        ),
    ] = None,
    priorities: Annotated[
        str | None, typer.Option("--priorities", help="Its priority list: 'hero > strongest'; none if it has none.")
    ] = None,
    minion: Annotated[Many, typer.Option("--minion", help="A chip that it brings, as often.")] = None,
) -> None:
    """Type a scion's card into your own data; at a terminal its dice and its table are asked for."""
    from hoplo_companion.components.names import slug
    from hoplo_companion.components.own import remember
    from hoplo_companion.notation.scions import read_effect, read_list, read_triggers
    from hoplo_companion.rules.scion.dice import read_counts

    if not slug(name):
        raise UsageError(f"{name[:40]!r} is no name: it needs a letter or a digit")

    effects = [read_effect(line) for line in effect] if effect else None

    pool = read_counts([dice]) if dice is not None else None

    reactions, texts = read_triggers(trigger) if trigger else (None, None)

    told: dict[str, Any] = {
        "health": health, "range": range_, "cap": cap, "banes": bane, "defeats": defeats, "setup": setup, "goal": goal,
        "triggers": texts, "reactions": reactions, "dice": pool, "effects": effects,
        "priorities": None if priorities is None else read_list(priorities),
        "minions": [slug(each) for each in minion] if minion else None,
    }  # fmt: skip
    if all(value is None for value in told.values()) and terminal.is_interactive():
        told |= _ask_card(terminal)
    fields = {key: msgspec.to_builtins(value) for key, value in told.items() if value is not None}
    if not fields:
        raise UsageError("nothing to note: say --dice, --effect, --health … as the card shows them (p.31)")
    _check(slug(name), name, fields)
    terminal.notice_dice(colour for colour, count in (told["dice"] or {}).items() for _ in range(count))
    if texts:
        terminal.notice(f"carried out by hand, since they are no lines of the effect vocabulary: {'; '.join(texts)}")

    terminal.say(f"{name} is kept in {remember('scions', slug(name), name, fields)}")


def sure_of_scion(terminal: Terminal, name: str) -> None:
    """Have a scion that nobody knows asked back, as a new one is; elsewhere it is an error that says what to type."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import slug

    if catalogue().scion(slug(name)) is None:
        doubt = _unknown(terminal, name)
        if not terminal.agreed(f"{doubt}. Is it a new one, named so on its card?"):
            raise StoppedError


def scion_told(terminal: Terminal, name: str) -> None:
    """Have the card of a scion that nobody knows typed in; elsewhere it is an error that says what to type."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import slug

    if catalogue().scion(slug(name)) is not None:
        return
    sure_of_scion(terminal, name)
    add_scion(terminal, name)
    catalogue.cache_clear()


def _unknown(terminal: Terminal, name: str) -> str:
    """Say that a scion is unknown; UsageError says what to type where there is nobody to ask."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.names import advise, near_misses, slug

    known = catalogue().ids("scions")

    if not slug(name) or near_misses(name, known):
        from hoplo_companion.components.catalogue import UnknownNameError

        raise UnknownNameError("scion", name, known)

    doubt = f"no scion is called {name[:40]!r}; {advise(name, known, 'scions')}"
    terminal.need_terminal(
        f"{doubt}; of a new one type the card first: hoplo data add scion '{name[:40]}' --health N --dice …"
    )
    return doubt


def _check(id_: str, name: str, fields: dict[str, Any]) -> None:
    """Hold the record as it will be against its schema before it is kept."""
    from hoplo_companion.components.catalogue import catalogue, lay_over
    from hoplo_companion.components.checking import convert
    from hoplo_companion.components.scions import ScionRecord
    from hoplo_companion.rules.data_checks import check_record

    record = convert(lay_over(catalogue().raw("scions", id_), {"name": name, **fields}), ScionRecord)

    defects = record if isinstance(record, list) else check_record(id_, record, catalogue())
    if defects:
        raise InvalidError(defects, name)


def _ask_card(terminal: Terminal) -> dict[str, Any]:
    """Ask for what the scion's card prints at its top and in its table."""

    def maybe(text: str) -> int | None:
        return number(text) if text else None

    from hoplo_companion.rules.scion.dice import read_counts

    told: dict[str, Any] = {
        "dice": terminal.until_good("Its dice, as in 'green=2 blue=3':", lambda text: read_counts([text]))
    }
    for key, text in (("health", "Its Health"), ("range", "Its Range"), ("cap", "Your unit cap")):
        told[key] = terminal.until_good(f"{text} (Enter if you skip it):", maybe)
    from hoplo_companion.notation.scions import HELP

    terminal.say(f"  Its dice effects, from the top, a line each; Enter ends them.\n  {HELP}")
    effects: list[DiceEffect] = []
    from hoplo_companion.notation.scions import read_effect

    while (
        line := terminal.until_good(f"Effect {len(effects) + 1}:", lambda text: read_effect(text) if text else None)
    ) is not None:
        effects.append(line)
    told["effects"] = effects or None
    lists = terminal.until_good("Its priority list, as in 'hero > strongest' (Enter if you skip it):", _maybe_list)
    told["priorities"] = lists
    chips = listed(terminal.until_good("The chips of the minions it brings, with commas (Enter for none):", str))
    from hoplo_companion.components.names import slug

    told["minions"] = [slug(chip) for chip in chips] or None
    return told


def _maybe_list(text: str) -> Any:

    from hoplo_companion.notation.scions import read_list

    return read_list(text) if text else None
