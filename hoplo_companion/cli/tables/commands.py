"""The commands that every table has: the evening that `play` leads through, the games, the steps, the rules."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Annotated, Any

import msgspec

from hoplo_companion.cli.options import Answer, App, Many, Shown, argument, option
from hoplo_companion.cli.tables.questions import WIDTH, Asking, Table, do, go, line_by_line
from hoplo_companion.cli.terminal.prompt import KEYS, Aside, BackError
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError, shipped_folder
from hoplo_companion.components.lookup import find_both
from hoplo_companion.errors import HoploError, StoppedError, as_command, cells
from hoplo_companion.language import later, spoken, tr
from hoplo_companion.render.look import open_lines, rule_lines, ruling_lines
from hoplo_companion.render.style import Line, Span, line, table, wrapped
from hoplo_companion.rules.rulings import in_force
from hoplo_companion.table.saves.format import Step
from hoplo_companion.tables.actions import Happened, other_readings, spelled

MOST_RULES = 7
"""As many rules are shown with what they say."""


HELP = {
    "U": later("undo the last step; in the middle of one, leave it"),
    "B": later("the game as it stands"),
    ":": later("type a line instead: `:undo`, `:redo`, or any action"),
    "?": later("all actions that are possible now"),
    "Q": later("leave; everything is kept"),
}
"""What the keys do that always work."""


class _LeftError(StoppedError):
    """What was begun is left for what is done now: a line that was typed, `?` all actions, `Q` the way out."""

    def __init__(self, line: str) -> None:
        self.line = line
        super().__init__()


def lead(terminal: Terminal, table: Table) -> None:
    """Lead through a game at a terminal until the player leaves."""
    evening = _Evening(terminal, table)
    terminal.show(table.lines(table.games().played()))
    with line_by_line(terminal), terminal.for_now(guide=evening, question=None, combat=None):
        while evening.goes_on():
            pass
    terminal.say(tr("Everything is kept: `{command}` resumes.", command=as_command(table.book.name, "play")))


class _Evening:
    """An evening as far as it has come, and its guide: where the game stands, and what the keys do everywhere.

    Shapes: `line` is what is done next in the place of what the stage asks; `asking` asks for the step under way;
    `is_back` says whether the last step was taken back.
    """

    def __init__(self, terminal: Terminal, table: Table) -> None:
        self.terminal, self.table = terminal, table
        self.line = ""
        self.asking = Asking(terminal)
        self.is_back = False
        self.stage = ""
        self.shown: object = None

    def stand(self) -> str:
        """The game's first line."""
        return self.table.stand(self.table.games().played())

    def asides(self) -> tuple[Aside, ...]:
        """The keys that work at every prompt of the game."""
        return tuple(
            Aside(key, tr(KEYS[key][0]), tr(words), do=self._all_actions if key == "?" else None)
            for key, words in HELP.items()
        )

    def _all_actions(self) -> None:
        """Say what each key does, and offer every action."""
        for key, words in HELP.items():
            self.terminal.say(f"  {key}  {tr(words)}")
        raise _LeftError("?")

    def aside(self, key: str) -> None:
        """Do what the key of an aside does."""
        match key:
            case "Q":
                raise _LeftError(key)
            case "B":
                self.terminal.show(self.table.lines(self.table.games().played()))
            case "U":
                if is_begun := self.asking.is_answered:
                    self.terminal.say("  " + tr("Nothing is done yet: back to what comes next."))
                raise _LeftError("" if is_begun else "undo")
            case _:
                raise _LeftError(key[1:])

    def goes_on(self) -> bool:
        """Take one step; say whether another one follows."""
        line, self.line = self.line, ""
        try:
            match line:
                case "" | "?":
                    self._step(everything=line == "?")
                case "undo" | "redo":
                    with self.terminal.called([self.table.book.name, line]):
                        self.terminal.say(go(self.table, back=line == "undo")[0])
                    self.is_back = line == "undo"
                case _:
                    with self.terminal.called([self.table.book.name, "play", line]):
                        do(self.terminal, self.table, [line])
        except _LeftError as left:
            self.line = left.line
        except BackError:
            # Esc leaves a form for all that may be done, and that for what is next; Ctrl-C and Ctrl-D leave the game.
            self.line = "" if line == "?" else "?"
        except StoppedError:
            return False
        except HoploError as fault:
            self.terminal.say(f"  {fault}")
        return self.line != "Q"

    def _step(self, *, everything: bool) -> None:
        """Ask for what is next and for all that it needs, do it, and keep it before it is said."""
        self.asking, (is_back, self.is_back) = Asking(self.terminal), (self.is_back, False)
        game, book = self.table.games().played(), self.table.book
        if (stage := book.stage_of(game)) != self.stage:
            self.stage = stage
            if notes := self.table.notes(game):
                self.terminal.show(notes)
        said = self.table.stand(game)
        if said != self.shown:
            # Where the game stands, with the keys that always work, where that has changed.
            self.shown = said
            keys = "  ".join(f"{key} {tr(KEYS[key][0])}" for key in ("U", "B", "?", "Q"))
            # Where both do not fit on one line, the letters alone are enough: `?` says what they do.
            keys = keys if cells(f"{said}   {keys}") <= WIDTH else "\N{NO-BREAK SPACE}".join("UB?Q")
            self.terminal.print()
            self.terminal.show([[Span(said, "heading"), Span(f"   {keys}", "quiet")]])
        name = self._next(game, stage, everything=everything)
        filled = book.actions[name].filled(game, [], self.asking, whole=True)
        if is_back and not self.asking.is_answered:
            # What nobody was asked about would be done again at once: it is taken back with what was before.
            raise _LeftError("undo")
        with self.table.games().opened() as opened:
            after, events = book.carry_out(opened.now, name, filled)
            line = " ".join([name, *spelled(book.actions[name].slots, game, filled)])
            opened.keep(after, f"{book.name} {line}", line, answers=events)
        if seen := [each for each in events if not book.play.rows[each.kind].is_seen]:
            self.terminal.show(self.table.event_lines(after, seen))

    def _next(self, game: Any, stage: str, *, everything: bool) -> str:
        """The action that is next: the one with which a stage begins, else the one that is chosen by a key."""
        book = self.table.book
        actions, possible = book.actions, book.possible(game)
        if not (main := [each for each in possible if actions[each].is_main(stage)]):
            # Nothing that the stage is for can be done yet: why not says what leads out of it.
            own = (name for name in actions if actions[name].is_main(stage))
            for reason in dict.fromkeys(book.why_not(game, name, whole=True) for name in own):
                self.terminal.say(f"  {reason}")
        straight = self.table.straight.get(stage, main[0] if len(main) == 1 else "")
        if not everything and straight in possible and actions[straight].slots:
            return straight
        offered = possible if everything or not main else main
        return self.asking.pick(tr("Next?"), {each: actions[each].help for each in offered})


def _tab(offered: Callable[[Table, Any], list[str]]) -> Callable[[Any], list[str]]:
    """What the Tab key offers, of the table whose command a word belongs to."""
    return lambda ctx: offered(ctx.parent.command.table, ctx)


def _records(table: Table) -> Catalogue:
    return Catalogue(shipped_folder() / table.book.name)


def _ids(*kinds: str) -> Callable[[Any], list[str]]:
    return _tab(lambda table, _: [id_ for kind in kinds for id_ in _records(table).ids(kind)])


class TableApp(App):
    """The commands of a table; the word of an action is understood as `play` and that word."""

    def __init__(self, table: Table, help_: str) -> None:
        super().__init__(help=help_)
        self.table = table

    def register(self) -> None:
        """Put the commands that every table has below a table's own."""
        # `-1` of an effect is a word, and no option.
        self.command(context_settings={"ignore_unknown_options": True})(self.play)
        for each in (self.show, self.games, self.switch, self.undo, self.redo, self.history, self.rules, self.rulings):
            self.command()(each)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; the word of an action is `play`'s."""
        if self.get_command(ctx, args[0]) is None:
            args = ["play", *args] if args[0] in self.table.book.actions else args
            args = ["show", *args[1:]] if args[0] == "table" else args
        return super().resolve_command(ctx, args)

    def play(
        self,
        terminal: Terminal,
        words: Annotated[
            Many,
            argument(
                "An action and what it needs; Tab completes both.",
                _tab(lambda table, at: table.book.completed(table.games().played(), at.params.get("words") or [])),
                metavar="[ACTION]...",
            ),
        ] = None,
    ) -> Shown:
        """Play: carry out an action, or several with a semicolon between them; alone it leads through the turn.

        Names of several words stand in quotes.
        """
        if words:
            do(terminal, self.table, words)
            return
        terminal.need_terminal(
            "play alone asks question after question and needs a terminal; without one, name an action"
        )
        lead(terminal, self.table)

    def show(self) -> Answer:
        """Show the game that is played: where the turn stands, and what everybody has."""
        return self.table.shown(self.table.games().played())

    def games(self) -> Answer:
        """List the games on this machine."""
        every = self.table.games()
        names = every.names()
        played = every.current() if names else ""

        def damage(game: str) -> str:
            try:
                every.held_by(every.open(game))
            except HoploError as fault:
                return "  " + tr("damaged: {fault}", fault=fault)
            return ""

        lines = [line(f"{'*' if each == played else ' '} {each}{damage(each)}") for each in names]
        begin = tr("There is no game yet: begin one with `{command}`.", command=as_command(self.table.book.name, "new"))
        return Answer(lambda: lines or [line(begin)], lambda: {"games": names, "played": played})

    def switch(
        self,
        game: Annotated[
            str, argument("The game to play.", _tab(lambda table, _: table.games().names()), metavar="NAME")
        ],
    ) -> Answer:
        """Play another game."""
        played = self.table.games().switch(game)
        return Answer(lambda: tr("Now playing {name}.", name=played), lambda: {"played": played})

    def undo(self) -> Answer:
        """Take the last step back."""
        said, game = go(self.table, back=True)
        return self.table.shown(game, line(said))

    def redo(self) -> Answer:
        """Do the step again that was taken back last."""
        said, game = go(self.table, back=False)
        return self.table.shown(game, line(said))

    def history(self, last: Annotated[int, option("How many steps.", min=1)] = 20) -> Answer:
        """List the steps that led here, and what happened in each."""
        every = self.table.games()
        save = every.open(every.current())
        steps = [step for _, step in islice(save.steps(), last)][::-1]
        game = every.held_by(save)

        def happened(step: Step) -> Iterator[str]:
            for kind, one, other in (each for each in step.answers if isinstance(each, list) and len(each) == 3):
                # Older games of one table have the values before the rule.
                event = Happened(kind, *((other, one) if isinstance(one, dict) else (one, other)))
                if kind in self.table.book.play.rows:
                    yield from self.table.words(game, event).split("\n")

        def lines() -> Iterator[Line]:
            for step in steps:
                yield [Span(f"{step.n}  "), Span(step.command, "heading")]
                yield from (line(f"     {said}", "quiet") for said in happened(step))

        rows = [{"n": each.n, "at": each.at, "command": each.command} for each in steps]
        return Answer(lambda: [*lines()], lambda: {"steps": rows})

    def rules(
        self, words: Annotated[Many, argument("Words, an id, or a page.", _ids("ledger", "rulings"))] = None
    ) -> Answer:
        """Look a rule of this table up by its words, id or page; without words, list what there are rules about."""
        name = self.table.book.name
        found, questions = find_both(_records(self.table), " ".join(words or []), as_command(name, "rules"))
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

    def rulings(
        self,
        terminal: Terminal,
        id_: Annotated[str, argument("One question.", _ids("rulings"), metavar="[ID]")] = "",
        choice: Annotated[
            str, option("Put this reading in force in the game played.", names="--choose", metavar="READING")
        ] = "",
    ) -> Answer | None:
        """List the open questions with the reading in force in the game that is played, and the others."""
        name, catalogue, every = self.table.book.name, _records(self.table), self.table.games()
        if id_ and id_.casefold() not in (known := catalogue.ids("rulings")):
            raise UnknownNameError("ruling", id_, known)
        if choice:
            do(terminal, self.table, ["reading", id_, choice])
            return None
        game = every.played() if every.names() else None
        chosen = {each: read for each in other_readings(name) if (read := game.reads(each))} if game else {}
        found = [each for each in in_force(catalogue, chosen) if id_.casefold() in ("", each.id)]
        lines = [line for each in found for line in ruling_lines(each)]
        if not id_:
            lines = table((Span(each.id, "rule"), each.reading, tr(each.title)) for each in found)
            ask = tr("`{command}` says what each reading means.", command=as_command(name, "rulings", "ID"))
            lines.append(line(ask, "quiet"))
        return Answer(lambda: lines, lambda: {"rulings": [each._asdict() for each in found]})


def reading_option(table: str) -> Any:
    """Make the option that takes other readings of a table."""

    def every(_: Any) -> list[str]:
        return [f"{id_}={each}" for id_, rest in other_readings(table).items() for each in rest]

    words = later("Another reading of an open question, as `rulings` of this table lists them; repeatable.")
    return option(words, every, names="--reading", metavar="RULING=READING")
