"""The commands that every table has: `play` and the word of each action, the games, the steps, the rules."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Annotated, Any, NamedTuple

import msgspec

from hoplo_companion.cli.options import Answer, Shown, argument, offering, option
from hoplo_companion.cli.tables.questions import WIDTH, Asking
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import HELP, App, Group
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError, other_readings, shipped_folder
from hoplo_companion.components.lookup import find_both
from hoplo_companion.errors import HoploError, StoppedError, UsageError, as_command
from hoplo_companion.language import later, spoken, tr
from hoplo_companion.render.look import open_lines, rule_lines, ruling_lines
from hoplo_companion.render.style import Line, Span, line, wrapped
from hoplo_companion.render.style import table as table_of
from hoplo_companion.rules.rulings import in_force
from hoplo_companion.table.saves.format import Step
from hoplo_companion.table.saves.open_campaign import Games
from hoplo_companion.tables.actions import Book, Happened, refuse_missing
from hoplo_companion.tables.slots import Filled, OpenError, Slot

LONGEST_LINE = 2000
MOST_RULES = 7
"""As many rules are shown with what they say."""

ACTION_HELP = later("An action and what it needs; Tab completes both.")


class Table(NamedTuple):
    """A table as a player meets it: its book, its games, how one is shown, and what an event is called.

    Shapes: `notes` are said when a stage begins; `straight` is the action that a stage begins with by itself.
    """

    book: Book
    games: Callable[[], Games[Any]]
    lines: Callable[[Any], list[Line]]
    json: Callable[[Any, Sequence[Happened] | None], Any]
    words: Callable[[Any, Happened], str]
    stand: Callable[[Any], str]
    notes: Callable[[Any], list[Line]] = lambda game: []
    straight: Mapping[str, str] = {}

    def event_lines(self, game: Any, events: Sequence[Happened]) -> list[Line]:
        """What happened, a line each."""
        rows = self.book.play.rows
        return [
            [Span(said, "heading" if rows[each.kind].is_loud else "")]
            for each in events
            for said in self.words(game, each).split("\n")
        ]

    def asked(self, game: Any) -> list[Line]:
        """What the stage begins with by itself, as it is asked first."""
        name = self.straight.get(self.book.stage_of(game))
        found: list[Line] = []

        def note(slot: Slot, filled: Filled) -> Any:
            found.append([Span(tr(slot.ask), "choice")])
            raise StoppedError

        if name and not self.book.why_not(game, name):
            with suppress(StoppedError):
                self.book.actions[name].filled(game, [], note, whole=True)
        return found

    def shown(self, game: Any, *first: Line) -> Answer:
        """A game, with what is said before it."""
        return Answer(lambda: [*first, *self.lines(game), *self.asked(game)], lambda: self.json(game, None))


def group_of(table: Callable[[], Table]) -> type[Group]:
    """A group of commands in which the word of an action is understood as `play` and that word."""

    class Actions(Group):
        """The commands of a table, and the words of its actions."""

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            """Find the command; the word of an action is `play`'s."""
            if self.get_command(ctx, args[0]) is None:
                args = ["play", *args] if args[0] in table().book.actions else args
                args = ["show", *args[1:]] if args[0] == "table" else args
            return super().resolve_command(ctx, args)

    return Actions


def commands_of(words: Sequence[str]) -> list[list[str]]:
    """Part typed words into actions: a semicolon ends one. A line alone is taken apart, words in quotes stay whole."""
    if len(words) == 1:
        import shlex

        # Within a word it is an apostrophe, which opens no quotation.
        text = re.sub(r"(?<=\w)'(?=\w)", "\N{RIGHT SINGLE QUOTATION MARK}", words[0])
        lexer = shlex.shlex(text, posix=True, punctuation_chars=";")
        lexer.whitespace_split, lexer.commenters = True, ""
        try:
            words = [each.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") for each in lexer]
        except ValueError:
            raise UsageError("a quotation mark is not closed") from None
    found: list[list[str]] = [[]]
    for word in words:
        is_end = word == ";" or (word.endswith(";") and " " not in word)
        if text := word.removesuffix(";") if is_end else word:
            found[-1].append(text)
        if is_end:
            found.append([])
    return [each for each in found if each]


def _acted(terminal: Terminal, book: Book, game: Any, typed: list[str]) -> tuple[list[str], Any, list[Happened]]:
    """Carry out an action, once it is asked which thing a name means, and the dice have fallen that the app rolls."""
    is_asked = terminal.is_interactive() and not terminal.json
    while True:
        try:
            return typed, *book.act(game, typed, Asking(terminal) if is_asked else refuse_missing)
        except OpenError as left:
            if left.roll is None and not is_asked:
                raise
            asking = Asking(terminal)
            answer = asking.rolled(left.roll, "r") if left.roll else left.among[asking.pick(left.question, left.among)]
            typed = left.answered(typed, answer)


def do(terminal: Terminal, table: Table, words: Sequence[str]) -> None:
    """Carry out the actions of a line, each a step on disk before it is said."""
    if sum(map(len, words)) > LONGEST_LINE:
        raise UsageError("The line is longer than {most} characters.", most=LONGEST_LINE)
    lines = commands_of(words)
    if not lines:
        raise UsageError("nothing was typed")
    every: list[Happened] = []
    game: Any = None
    for typed in lines:
        with table.games().opened() as opened:
            typed, game, events = _acted(terminal, table.book, opened.game, typed)
            opened.keep(game, f"{table.book.name} {' '.join(typed)}", " ".join(typed), events)
        every += events
        if not terminal.json:
            terminal.show(table.event_lines(game, events))
    if terminal.json:
        terminal.show_json(table.json(game, every))
    elif terminal.guide is None and (asked := table.asked(game)):
        # Whoever leads asks what the stage begins with.
        terminal.show(asked)


def past(table: Table, game: Any, step: Step) -> list[str]:
    """What happened in a step of the history."""
    found = []
    for each in step.answers:
        if isinstance(each, list) and len(each) == 3:
            # Older games of one table have the values before the rule.
            kind, one, other = each
            event = Happened(kind, *((other, one) if isinstance(one, dict) else (one, other)))
            if event.kind in table.book.play.rows:
                found += table.words(game, event).split("\n")
    return found


def go(table: Table, *, back: bool) -> tuple[str, Any]:
    """Take the last step back, or do it again; what that was, and the game after it."""
    with table.games().opened() as opened:
        steps = opened.save.undo() if back else opened.save.redo()
        text = later("Taken back: {command}") if back else later("Done again: {command}")
        return tr(text, command=steps[0].command), opened.game


def register(app: App, table: Table, lead: Callable[[Terminal, Table], None]) -> None:
    """Put the commands below a table's own; `lead` leads through an evening."""
    _register_play(app, table, lead)
    _register_games(app, table)
    _register_rules(app, table)


def _register_play(app: App, table: Table, lead: Callable[[Terminal, Table], None]) -> None:
    next_words = offering(lambda ctx: table.book.completed(table.games().game(), list(ctx.params.get("words") or [])))

    # `-1` of an effect is a word, and no option.
    @app.command(context_settings={**HELP, "ignore_unknown_options": True})
    def play(
        terminal: Terminal,
        words: Annotated[list[str] | None, argument(ACTION_HELP, next_words, metavar="[ACTION]...")] = None,
    ) -> Shown:
        """Play: carry out an action, or several with a semicolon between them; alone it leads through the turn.

        Names of several words stand in quotes.
        """
        if words:
            do(terminal, table, words)
            return
        terminal.need_terminal(
            tr("play alone asks question after question and needs a terminal; without one, name an action")
        )
        lead(terminal, table)

    @app.command()
    def show() -> Answer:
        """Show the game that is played: where the turn stands, and what everybody has."""
        return table.shown(table.games().game())


def _register_games(app: App, table: Table) -> None:
    known = offering(lambda _: table.games().names())

    @app.command()
    def games() -> Answer:
        """List the games on this machine."""
        every = table.games()
        names = every.names()
        played = every.current() if names else ""
        begin = tr("There is no game yet: begin one with `{command}`.", command=as_command(table.book.name, "new"))

        def damage(game: str) -> str:
            try:
                every.read(every.open(game).state, game)
            except HoploError as fault:
                return "  " + tr("damaged: {fault}", fault=fault)
            return ""

        lines = [line(f"{'*' if each == played else ' '} {each}{damage(each)}") for each in names]
        return Answer(lambda: lines or [line(begin)], lambda: {"games": names, "played": played})

    @app.command()
    def switch(game: Annotated[str, argument(later("The game to play."), known, metavar="NAME")]) -> Answer:
        """Play another game."""
        played = table.games().switch(game)
        return Answer(lambda: tr("Now playing {name}.", name=played), lambda: {"played": played})

    @app.command()
    def undo() -> Answer:
        """Take the last step back."""
        said, game = go(table, back=True)
        return table.shown(game, line(said))

    @app.command()
    def redo() -> Answer:
        """Do the step again that was taken back last."""
        said, game = go(table, back=False)
        return table.shown(game, line(said))

    @app.command()
    def history(last: Annotated[int, option(later("How many steps."), min=1)] = 20) -> Answer:
        """List the steps that led here, and what happened in each."""
        every = table.games()
        played = every.current()
        save = every.open(played)
        steps = [step for _, step in islice(save.steps(), last)][::-1]
        game = every.read(save.state, played)

        def lines() -> list[Line]:
            found: list[Line] = []
            for step in steps:
                found.append([Span(f"{step.n}  "), Span(step.command, "heading")])
                found += [line(f"     {said}", "quiet") for said in past(table, game, step)]
            return found

        rows = [{"n": each.n, "at": each.at, "command": each.command} for each in steps]
        return Answer(lines, lambda: {"steps": rows})


def _register_rules(app: App, table: Table) -> None:
    name, of_table = table.book.name, shipped_folder() / table.book.name

    def offered(*kinds: str) -> Callable[..., list[str]]:
        return offering(lambda _: [id_ for kind in kinds for id_ in Catalogue(of_table).ids(kind)])

    @app.command()
    def rules(
        words: Annotated[
            list[str] | None, argument(later("Words, an id, or a page."), offered("ledger", "rulings"))
        ] = None,
    ) -> Answer:
        """Look a rule of this table up by its words, id or page; without words, list what there are rules about."""
        found, questions = find_both(Catalogue(of_table), " ".join(words or []), as_command(name, "rules"))
        command = as_command(name, "rulings")
        lines = [line for id_, rule in found for line in rule_lines(id_, rule)]
        lines += [line for id_, each in questions for line in open_lines(id_, each, command)]
        if len(found) > MOST_RULES:
            # More than a screen has room for: all of them by their headings, else by their ids.
            heads = [rule.term_it if spoken() == "it" else rule.term for _, rule in found]
            firsts = [head.partition(", ")[0] for head in heads]
            heads = [first if firsts.count(first) > 1 else head for first, head in zip(firsts, heads, strict=True)]
            listed = " · ".join(dict.fromkeys([id_ for id_, _ in found] if words else heads))
            command = as_command(name, "rules", "ID")
            ask = tr("Look one up by its words, its id or its page: `{command}`.", command=command)
            lines = [*wrapped(line(listed), WIDTH, 0), *wrapped(line(ask, "quiet"), WIDTH, 0)]
        ruled = [{"id": id_, **msgspec.to_builtins(rule)} for id_, rule in found]
        open_ = [{"id": id_, "question": each.note, "page": each.page} for id_, each in questions]
        return Answer(lambda: lines, lambda: {"rules": ruled, "rulings": open_})

    @app.command()
    def rulings(
        terminal: Terminal,
        id_: Annotated[str, argument(later("One question."), offered("rulings"), metavar="[ID]")] = "",
        choice: Annotated[
            str, option(later("Put this reading in force in the game played."), names="--choose", metavar="READING")
        ] = "",
    ) -> Answer | None:
        """List the open questions with the reading in force in the game that is played, and the others."""
        catalogue, every = Catalogue(of_table), table.games()
        if id_ and id_.casefold() not in (known := catalogue.ids("rulings")):
            raise UnknownNameError("ruling", id_, known)
        if choice:
            do(terminal, table, ["reading", id_, choice])
            return None
        game = every.game() if every.names() else None
        chosen = {each: game.reads(each) for each in other_readings(name) if game.reads(each)} if game else {}
        found = [each for each in in_force(catalogue, chosen) if id_.casefold() in ("", each.id)]
        lines = [line for each in found for line in ruling_lines(each)]
        if not id_:
            lines = table_of((Span(each.id, "rule"), each.reading, tr(each.title)) for each in found)
            ask = tr("`{command}` says what each reading means.", command=as_command(name, "rulings", "ID"))
            lines.append(line(ask, "quiet"))
        return Answer(lambda: lines, lambda: {"rulings": [each._asdict() for each in found]})


def reading_option(table: str) -> Any:
    """Make the option that takes other readings of a table."""
    words = later("Another reading of an open question, as `rulings` of this table lists them; repeatable.")
    every = offering(lambda _: [f"{id_}={each}" for id_, rest in other_readings(table).items() for each in rest])
    return option(words, every, names="--reading", metavar="RULING=READING")
