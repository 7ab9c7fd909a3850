"""`hoplo data add scion`: a scion's card, typed into the player's own data."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.data.keeping import YesOption, announce_changes
from hoplo_companion.cli.options import Many
from hoplo_companion.cli.terminal.ask import listed, number
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import UnknownNameError, catalogue, lay_over
from hoplo_companion.components.checking import convert
from hoplo_companion.components.names import advise, near_misses, slug
from hoplo_companion.components.own import remember
from hoplo_companion.components.scions import DiceEffect, ScionRecord
from hoplo_companion.errors import InvalidError, StoppedError, UsageError, as_command, clip
from hoplo_companion.language import later, tr

NUMBERS = {
    "health": later("Its Health (Enter to skip it):"),
    "range": later("Its Range (Enter to skip it):"),
    "cap": later("Your unit cap (Enter to skip it):"),
}
"""The numbers at the top of the card, by the names that records use."""


def add_scion(
    terminal: Terminal,
    name: Annotated[str, typer.Argument(help="Its name, as on its card.")],
    dice: Annotated[str | None, typer.Option("--dice", help="Its dice, as in '2 green 3 blue'.")] = None,
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
    bane: Annotated[Many, typer.Option("--bane", help="A bane listed under its name; may be repeated.")] = None,
    defeats: Annotated[int | None, typer.Option("--defeats", min=1, help="How many times it must be defeated.")] = None,
    setup: Annotated[str | None, typer.Option("--setup", help="Its set-up, in your words.")] = None,
    goal: Annotated[str | None, typer.Option("--goal", help="Its goal, if it has another one.")] = None,
    trigger: Annotated[
        Many,
        typer.Option(
            "--trigger",
            help="A trigger and its effect, in hoplo's words (`hoplo look effects`) or in yours; may be repeated.",
        ),
    ] = None,
    priorities: Annotated[
        str | None, typer.Option("--priorities", help="Its priority list: 'hero > strongest'; none if it has none.")
    ] = None,
    minion: Annotated[Many, typer.Option("--minion", help="A chip that it brings; may be repeated.")] = None,
    yes: YesOption = False,
) -> None:
    """Type a scion's card into your own data; at a terminal its dice and its table are asked for."""
    from hoplo_companion.notation.scions import read_effect, read_list, read_triggers  # `hoplo data` is most often read
    from hoplo_companion.rules.scion.dice import read_counts

    if not slug(name):
        raise UsageError(tr("{name} is not a name: it needs a letter or a digit", name=clip(name)))

    reactions, texts = read_triggers(trigger) if trigger else (None, None)
    entered: dict[str, Any] = {
        "health": health, "range": range_, "cap": cap, "banes": bane, "defeats": defeats, "setup": setup, "goal": goal,
        "triggers": texts, "reactions": reactions,
        "dice": read_counts([dice]) if dice is not None else None,
        "effects": [read_effect(line) for line in effect] if effect else None,
        "priorities": None if priorities is None else read_list(priorities),
        "minions": [slug(each) for each in minion] if minion else None,
    }  # fmt: skip
    if all(value is None for value in entered.values()) and terminal.is_interactive():
        entered |= _ask_card(terminal)
    fields = {key: msgspec.to_builtins(value) for key, value in entered.items() if value is not None}
    before = catalogue().raw("scions", slug(name))
    name = before["name"] if before else name
    if not fields:
        raise UsageError(tr("nothing to keep: add --dice, --effect, --health … as the card shows them (p.31)"))
    _check(slug(name), name, fields)
    if before:
        announce_changes(terminal, "scions", slug(name), before, fields, yes=yes)
    terminal.notice_dice(colour for colour, count in (entered["dice"] or {}).items() for _ in range(count))
    if texts:
        by_hand = "; ".join(texts)
        terminal.notice(
            tr("to be carried out by hand, since hoplo has no words for them: {triggers}", triggers=by_hand)
        )
    path = remember("scions", slug(name), name, fields)
    terminal.say(tr("{scion} is kept in {path}", scion=name, path=path))


def sure_of_scion(terminal: Terminal, name: str) -> None:
    """Have a scion that nobody knows asked back, as a new one is; elsewhere it is an error that says what to type."""
    known = catalogue().ids("scions")
    if catalogue().scion(slug(name)) is not None:
        return
    if not slug(name) or near_misses(name, known):
        raise UnknownNameError("scion", name, known)
    doubt = tr("no scion is called {name}; {advice}", name=clip(name), advice=advise(name, known, tr("scions")))
    command = as_command("data", "add", "scion", name[:40], "--health", "N", "--dice", "…")
    terminal.need_terminal(tr("{doubt}; for a new one, enter its card first: {command}", doubt=doubt, command=command))
    if not terminal.agreed(tr("{doubt}. Is it a new one, with this name on its card?", doubt=doubt)):
        raise StoppedError


def enter_if_unknown(terminal: Terminal, name: str) -> None:
    """Have the card of a scion that nobody knows typed in; elsewhere it is an error that says what to type."""
    if catalogue().scion(slug(name)) is None:
        sure_of_scion(terminal, name)
        add_scion(terminal, name)
        catalogue.cache_clear()


def _check(id_: str, name: str, fields: dict[str, Any]) -> None:
    """Check the record as it will be against its schema before it is kept."""
    from hoplo_companion.rules.data_checks import check_record

    record = convert(lay_over(catalogue().raw("scions", id_), {"name": name, **fields}), ScionRecord)
    defects = record if isinstance(record, list) else check_record(id_, record, catalogue())
    if defects:
        raise InvalidError(defects, name)


def _ask_card(terminal: Terminal) -> dict[str, Any]:
    """Ask for what the scion's card prints at its top and in its table."""
    from hoplo_companion.notation.scions import HELP, read_effect, read_list
    from hoplo_companion.rules.scion.dice import read_counts

    entered: dict[str, Any] = {
        "dice": terminal.until_good(
            tr("Its dice, as in '2 green 3 blue' (Enter to skip it):"),
            lambda text: read_counts([text]) if text else None,
        )
    }
    for key, question in NUMBERS.items():
        entered[key] = terminal.until_good(tr(question), lambda text: number(text) if text else None)
    terminal.say("  " + tr("Its dice effects, from the top, one per line; Enter ends them."))
    terminal.say(f"  {HELP}")
    effects: list[DiceEffect] = []
    while True:
        question = tr("Effect {n}:", n=len(effects) + 1)
        effect = terminal.until_good(question, lambda text: read_effect(text) if text else None)
        if effect is None:
            break
        effects.append(effect)
    entered["effects"] = effects or None
    entered["priorities"] = terminal.until_good(
        tr("Its priority list, as in 'hero > strongest' (Enter to skip it):"),
        lambda text: read_list(text) if text else None,
    )
    chips = listed(terminal.write(tr("The chips of the minions it brings, separated by commas (Enter for none):")))
    entered["minions"] = [slug(chip) for chip in chips] or None
    return entered
