"""`rules` and `rulings` below a table's own commands, and `--reading` with some of those."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.options import Answer, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError, shipped_folder
from hoplo_companion.components.lookup import find_both
from hoplo_companion.components.readings import other_readings
from hoplo_companion.errors import as_command
from hoplo_companion.language import later
from hoplo_companion.render.look import open_lines, rule_lines, ruling_lines
from hoplo_companion.rules.rulings import in_force
from hoplo_companion.table.saves.open_campaign import Games

HELP = later("Another reading of an open question, as `rulings` of this table lists them; repeatable.")


def reading_option(table: str) -> Any:
    """Make the option that takes other readings of a table."""

    def offer(incomplete: str) -> list[str]:
        every = [f"{id_}={each}" for id_, readings in other_readings(table).items() for each in readings]
        return [text for text in every if text.startswith(incomplete)]

    return typer.Option("--reading", metavar="RULING=READING", help=HELP, autocompletion=offer)


def rules_about(catalogue: Catalogue, typed: str, command: str) -> Answer:
    """The rules that are looked for, and the open questions about them."""
    found, questions = find_both(catalogue, typed, command)
    of_rules = (line for id_, rule in found for line in rule_lines(id_, rule))
    open_ = (line for id_, each in questions for line in open_lines(id_, each, f"{command[:-5]}rulings"))
    return Answer(
        lambda: [*of_rules, *open_],
        lambda: {
            "rules": [{"id": id_, **msgspec.to_builtins(rule)} for id_, rule in found],
            "rulings": [{"id": id_, "question": each.note, "page": each.page} for id_, each in questions],
        },
    )


def register(
    app: App,
    table: str,
    games: Callable[[], Games[Any]],
    chosen: Callable[[Any], Mapping[str, str]],
    choose: Callable[[Terminal, list[str]], None],
) -> None:
    """Put `rules` and `rulings` below a table's commands.

    Shapes: `chosen` gives the other readings in force in a game; `choose` puts one in force in the game played.
    """

    def ids(*kinds: str) -> Callable[[str], list[str]]:
        def offer(incomplete: str) -> list[str]:
            known = Catalogue(shipped_folder() / table)
            return [each for kind in kinds for each in known.ids(kind) if each.startswith(incomplete)]

        return offer

    def rules(words: list[str] | None = None) -> Answer:
        """Look a rule of this table up by its words, id or page; without words, list all of them."""
        return rules_about(Catalogue(shipped_folder() / table), " ".join(words or []), as_command(table, "rules"))

    def rulings(
        terminal: Terminal,
        id_: str = "",
        choice: Annotated[
            str, option(later("Put this reading in force in the game played."), names="--choose", metavar="READING")
        ] = "",
    ) -> Answer | None:
        """List the open questions with the reading in force in the game that is played, and the others."""
        catalogue = Catalogue(shipped_folder() / table)
        if id_ and id_.casefold() not in (known := catalogue.ids("rulings")):
            raise UnknownNameError("ruling", id_, known)
        if choice:
            choose(terminal, [id_, choice])
            return None
        every = games()
        found = in_force(catalogue, dict(chosen(every.game())) if every.names() else {})
        found = [each for each in found if id_.casefold() in ("", each.id)]
        return Answer(
            lambda: [line for each in found for line in ruling_lines(each)],
            lambda: {"rulings": [each._asdict() for each in found]},
        )

    rulings.__annotations__["id_"] = Annotated[str, argument(later("One question."), ids("rulings"), metavar="[ID]")]
    rules.__annotations__["words"] = Annotated[
        list[str] | None, argument(later("Words, an id, or a page."), ids("ledger", "rulings"))
    ]
    app.command()(rules)
    app.command()(rulings)
