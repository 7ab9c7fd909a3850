"""`hoplo rival-turn`: the rival's turn, resolved from the board as it stands."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.terminal.language import LangOption

if TYPE_CHECKING:
    from hoplo_companion.dice import Dice
    from hoplo_companion.rules.events import Event
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.table.play.answers import Answers

PositionOption = Annotated[
    str | None,
    typer.Option(
        "--position",
        "-p",
        metavar="FILE",
        help="The board: a file, - for standard input, or the board in one line.",
    ),
]
ExampleOption = Annotated[bool, typer.Option("--example", help="Use the rulebook's example (p.22-24).")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
PlainOption = Annotated[bool, typer.Option("--plain", help="No colour; the same words.")]


class Step(StrEnum):
    """The steps of the rival's turn."""

    deployment = "deployment"
    tactics = "tactics"
    movement = "movement"
    abilities = "abilities"
    engage = "engage"


class Auto(StrEnum):
    """How the app chooses where it is asked to."""

    first = "first"
    random = "random"


AnswersOption = Annotated[Path | None, typer.Option("--answers", help="Answer from this file, one JSON value a line.")]
AutoOption = Annotated[
    Auto | None, typer.Option("--auto", case_sensitive=False, help="Let the app choose among equal options and roll.")
]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Make the app's dice and choices repeatable.")]
ExplainOption = Annotated[bool, typer.Option("--explain", help="Lay every decision open.")]
WriteOption = Annotated[
    Path | None, typer.Option("--write", help="Keep the final position in this file (JSON or TOML).")
]


LineArgument = Annotated[
    str,
    typer.Argument(metavar="[POSITION]", help="The board in one line: 'atl koth 3 | r: rep@B3 3 | p: krak@E3 6'."),
]


def rival_turn(
    line: LineArgument = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    step: Annotated[
        Step | None, typer.Option("--step", case_sensitive=False, help="Resolve this one step only.")
    ] = None,
    answers: AnswersOption = None,
    auto: AutoOption = None,
    seed: SeedOption = None,
    explain: ExplainOption = False,
    json: JsonOption = False,
    write: WriteOption = None,
    lang: LangOption = None,
    plain: PlainOption = False,
    add: Annotated[
        list[str] | None,
        typer.Option("--add", metavar="COLOUR=N", help="Scion: dice that its pool has more from now on."),
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="COLOUR=N", help="Scion: dice that its pool has fewer.")
    ] = None,
) -> None:
    """Resolve the rival's turn from the board as it stands: deployment, tactics, movement, abilities, engage.

    At a terminal it asks what the rules leave open, and nothing else. Against a scion the Scion Activity Step stands in
    the place of tactics.
    """
    only = step.value if step else ""
    pool = scion_dice(add, remove)
    _turn(position, example, answers, auto, seed, explain, json, write, plain, only=only, line=line, pool=pool)


def scion_dice(add: list[str] | None, remove: list[str] | None) -> tuple[str, ...]:
    """Write what changes a scion's pool as the words of a correction; none where nothing does."""
    from hoplo_companion.rules.scion.dice import read_counts

    more = [f"{colour}+{count}" for colour, count in read_counts(add or ()).items()]
    fewer = [f"{colour}-{count}" for colour, count in read_counts(remove or ()).items()]
    return ("set", "scion-dice", ",".join([*more, *fewer])) if more or fewer else ()


def arena_turn(
    position: PositionOption = None,
    answers: AnswersOption = None,
    auto: AutoOption = None,
    seed: SeedOption = None,
    explain: ExplainOption = False,
    json: JsonOption = False,
    write: WriteOption = None,
    lang: LangOption = None,
    plain: PlainOption = False,
) -> None:
    """Resolve the arena's turn, where its card has one: what the card does, then the steps of its units.

    It comes after your turn and before the rival's; at a terminal it asks what the rules leave open, and nothing else.
    """
    _turn(position, False, answers, auto, seed, explain, json, write, plain, arena=True)


def _turn(
    position: str | None,
    example: bool,
    answers: Path | None,
    auto: Auto | None,
    seed: int | None,
    explain: bool,
    json: bool,
    write: Path | None,
    plain: bool,
    *,
    only: str = "",
    arena: bool = False,
    line: str = "",
    pool: tuple[str, ...] = (),
) -> None:
    from msgspec.structs import replace

    from hoplo_companion.cli.fight.positions import load_position
    from hoplo_companion.dice import Dice
    from hoplo_companion.errors import UsageError
    from hoplo_companion.rules.arena.turn import has_arena_turn
    from hoplo_companion.table.play.answers import play_rival_turn

    dice = Dice(seed)
    by = who_answers(answers, auto, dice, json, plain, from_stdin="-" in (position, line))
    report = JsonReport() if json else TextReport(plain)
    script = answers is not None and auto is None
    if position is None and not example and not line:
        _followed(by, dice, report, write, script=script, only=only, arena=arena, explain=explain, pool=pool)
        return
    combat = load_position(position, example, line)
    if pool:
        from hoplo_companion.rules.corrections import correct

        combat, _ = correct(combat, pool)
    if arena and not has_arena_turn(combat):
        raise UsageError(NO_ARENA_TURN)
    if explain:
        combat = replace(combat, explain=True)
    report.before(combat)

    def play() -> Combat:
        return play_rival_turn(combat, by, dice, only=only, script=script, arena=arena, happened=report.happened)

    carry_out(play, by, report, write)


NO_ARENA_TURN = "this arena has no turn of its own: no unit of the arena's is there, and its card has none"


def _followed(
    by: Answers,
    dice: Dice,
    report: Report,
    write: Path | None,
    *,
    script: bool,
    only: str,
    arena: bool,
    explain: bool,
    pool: tuple[str, ...] = (),
) -> None:
    """Resolve the turn in the fight that hoplo follows, from where it stands, in the middle of it too."""
    from hoplo_companion.campaign.fight import Move
    from hoplo_companion.cli.fight.following import finish, following
    from hoplo_companion.table.play.answers import OpenQuestionError
    from hoplo_companion.table.play.moves import ARENAS, RIVALS, check_turn

    word = ARENAS if arena else RIVALS
    move = Move(word, (only,) if only else ())
    with following(report) as follow:
        begun = follow.is_under_way(word)
        if not begun:
            check_turn(follow.game.fight, follow.game.combat, move)
        if pool:
            report.happened(follow.game.correct(pool, ""), follow.game.combat)
        report.before(follow.game.combat)
        try:
            if begun:
                follow.go_on(by, dice, script=script)
            else:
                follow.make(move, by, dice, script=script, explain=explain)
        except OpenQuestionError as open_:
            report.stopped(open_)
            raise
        finish(follow, by, write)


def who_answers(
    file: Path | None, auto: Auto | None, dice: Any, json: bool, plain: bool, *, from_stdin: bool
) -> Answers:
    """Find out who answers: a script first, then the app if it may, else the person at the terminal.

    What the player has settled of dice and draws (`hoplo config`) holds where neither a script nor --auto is given.
    """
    from hoplo_companion.cli.terminal.output import at_terminal
    from hoplo_companion.cli.terminal.rolling import as_settled
    from hoplo_companion.table.play.answers import AutoAnswers, FileAnswers, NoAnswers, read_answers

    then: Answers = NoAnswers()
    if auto is not None:
        then = AutoAnswers(dice, first=auto is Auto.first)
    elif file is None and not json and not from_stdin and at_terminal():
        from hoplo_companion.cli.terminal.prompts import Prompts

        then = Prompts(plain)
    if file is not None:
        from hoplo_companion.cli.fight.positions import read_file

        return FileAnswers(read_answers(read_file(file)), then)
    return then if auto is not None else as_settled(then, dice, json=json)


def carry_out(play: Callable[[], Combat], by: Answers, report: Report, write: Path | None) -> None:
    """Play to the end or to a question that nobody answers, and show and keep what has come of it."""
    from msgspec.structs import replace

    from hoplo_companion.rules.position.writing import write_position
    from hoplo_companion.table.play.answers import FileAnswers, OpenQuestionError

    try:
        combat = play()
    except OpenQuestionError as open_:
        report.stopped(open_)
        raise
    if isinstance(by, FileAnswers):
        by.check_all_used()
    final = write_position(replace(combat, explain=False))
    if write is not None:
        write_final(write, final)
    report.after(combat, final)


def write_final(path: Path, final: dict[str, Any]) -> None:
    """Keep a final position in a file, in TOML or JSON by its ending."""
    import msgspec

    from hoplo_companion.files import write_toml, write_whole

    if path.suffix.lower() == ".toml":
        write_toml(path, final)
    else:
        write_whole(path, msgspec.json.format(msgspec.json.encode(final), indent=2) + b"\n")


class Report:
    """What is shown of a turn, and when."""

    remembers = True
    """Whether what the player tells of components is kept as it is shown; whoever keeps it before that says no."""

    def before(self, combat: Combat) -> None:
        """Show the board as it stands."""

    def happened(self, events: list[Event], combat: Combat) -> None:
        """Show what the rules have decided."""
        if self.remembers:
            self.remember(events)

    def remember(self, events: list[Event]) -> bool:
        """Keep what the player read off a component, so that it is asked once; tell whether there was anything."""
        from hoplo_companion.cli.terminal.output import notice
        from hoplo_companion.components.catalogue import catalogue
        from hoplo_companion.table.play.own_records import keep_told

        kept = keep_told(events, catalogue())
        for said in kept:
            notice(said)
        return bool(kept)

    def stopped(self, open_: Any) -> None:
        """Show that a question stays open."""

    def after(self, combat: Combat, final: dict[str, Any]) -> None:
        """Show the board as it stands now."""


class TextReport(Report):
    """Sentences with their pages, between two boards."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.came_from: dict[str, int] = {}
        self.stood: Combat | None = None

    def before(self, combat: Combat) -> None:
        """Draw the board."""
        self.stood = combat
        from hoplo_companion.cli.terminal.board_style import show_board

        show_board(combat, plain=self.plain)

    def happened(self, events: list[Event], combat: Combat) -> None:
        """Say what happened, an event a line."""
        from itertools import pairwise

        from hoplo_companion.cli.terminal.output import show
        from hoplo_companion.render.sentences.effects import names_itself
        from hoplo_companion.render.sentences.events import sentence
        from hoplo_companion.rules.events import Explained, Moved
        from hoplo_companion.rules.unit_names import names_of

        # Whoever has left the combat meanwhile is named too.
        names = names_of(self.stood or combat, combat)
        self.stood = combat
        for event, following in pairwise([*events, None]):
            assert event is not None
            if names_itself(event, following):
                continue  # What comes of the effect is told next, with its name.
            if isinstance(event, Moved):
                self.came_from[event.unit] = combat.arena.mat.bit[event.start]
            if isinstance(event, Explained):
                from hoplo_companion.render.sentences.decisions import decision_lines

                show(decision_lines(event.decision, names), self.plain)
            else:
                show([sentence(event, names)], self.plain, wrap=True)
        super().happened(events, combat)

    def after(self, combat: Combat, final: dict[str, Any]) -> None:
        """Draw the board again, with the moves marked."""
        from hoplo_companion.cli.terminal.board_style import show_board

        print()
        show_board(combat, self.came_from, plain=self.plain)


class JsonReport(Report):
    """All events and the final position, in one object."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    def happened(self, events: list[Event], combat: Combat) -> None:
        """Keep the events, each with the page of its rule."""
        import msgspec

        for event in events:
            rule = combat.catalogue.rule(event.rule)
            self.events.append({**msgspec.to_builtins(event), "page": rule.page if rule is not None else ""})
        super().happened(events, combat)

    def stopped(self, open_: Any) -> None:
        """Print how far the turn went, and the question that is open."""
        import msgspec

        from hoplo_companion.cli.terminal.output import show_json

        show_json({"events": self.events, "question": msgspec.to_builtins(open_.question)})

    def after(self, combat: Combat, final: dict[str, Any]) -> None:
        """Print the events and the position."""
        from hoplo_companion.cli.terminal.output import show_json

        show_json({"events": self.events, "over": combat.over or None, "position": final})
