"""The command `hoplo`: its subcommands, and the one place where failures become exit codes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from hoplo_companion import __version__
from hoplo_companion.cli.terminal.language import LangOption, wanted
from hoplo_companion.cli.terminal.output import notice
from hoplo_companion.errors import HoploError, UsageError, clip
from hoplo_companion.files import is_changed
from hoplo_companion.language import find_out_by
from hoplo_companion.signs import Plain

ASKED = "_HOPLO_COMPLETE"
"""The variable that makes hoplo answer a shell."""

COMMANDS = {
    "rival-turn": "fight.rival_turn:rival_turn",
    "arena-turn": "fight.rival_turn:arena_turn",
    "why": "fight.why:why",
    "why-not": "fight.why:why_not",
    "solve": "fight.solve:solve",
    "turn": "fight.turn:turn",
    "options": "fight.turn:options",
    "moves": "fight.turn:moves",
    "targets": "fight.turn:targets",
    "unit": "fight.unit:unit",
    "skill": "data.find:skill",
    "rules": "data.rules:rules",
    "glossary": "data.glossary:glossary",
    "rulings": "data.rules:rulings",
    "data": "data.data:app",
    "new": "campaign.new:new",
    "pad": "campaign.pad:pad",
    "influence": "campaign.pad:influence",
    "week": "campaign.pad:week",
    "bless": "campaign.pad:bless",
    "bag": "campaign.camp:bag",
    "bane": "campaign.camp:bane",
    "camp": "campaign.camp:camp",
    "stack": "campaign.stack:stack",
    "map": "campaign.map:map_",
    "travel": "campaign.travel:travel",
    "route": "campaign.travel:route",
    "event": "campaign.event:event",
    "cleanup": "campaign.cleanup:cleanup",
    "play": "play.play:play",
    "note": "play.play:note",
    "fight": "fight.fight:fight",
    "deploy": "fight.yours:deploy",
    "tactic": "fight.yours:tactic",
    "move": "fight.yours:move",
    "ability": "fight.yours:ability",
    "attack": "fight.yours:attack",
    "special": "fight.yours:special",
    "surrender": "fight.yours:surrender",
    "end-turn": "fight.yours:end_turn",
    "answer": "fight.yours:answer",
    "board": "fight.board:board",
    "place": "fight.board:place",
    "remove": "fight.board:remove",
    "set": "fight.board:set_",
    "check": "fight.board:check",
    "scion": "fight.scion:scion",
    "undo": "saves.steps:undo",
    "redo": "saves.steps:redo",
    "mark": "saves.steps:mark",
    "history": "saves.steps:history",
    "fix": "saves.steps:fix",
    "stow": "campaign.box:stow",
    "unstow": "campaign.box:unstow",
    "odyssey": "campaign.box:odyssey",
    "save": "saves.save:app",
    "doctor": "saves.save:doctor",
    "report": "saves.report:report",
    "replay": "saves.replay:replay",
    "dispute": "saves.dispute:dispute",
    "disputes": "saves.dispute:disputes",
    "config": "config:config",
    "completions": "shell.completions:app",
    "man": "shell.man:man",
}
"""Each command with its module and what there makes it: a function, or an app of its own."""

GUIDE = f"""\
hoplo {__version__}: companion and referee for Hoplomachus: Victorum, beside the box.

  hoplo rival-turn --example        the rival's turn of the rulebook's example, step by step
  hoplo rival-turn --position FILE  the rival's turn on your board
  hoplo why UNIT --position FILE    why a unit does what it does; why-not UNIT HEX for what it does not
  hoplo scion roll NAME             what the scion's dice set off; scion odds NAME for the chances
  hoplo play                        the guided evening: a campaign from its beginning, a key an answer
  hoplo new --first-game            begin a campaign; then pad, travel, event, cleanup, bag, camp, history, undo
  hoplo fight start 'CARD'          follow a fight from its set-up on; then rival-turn, and your turn: deploy, tactic,
                                    move, ability, attack, special, end-turn; fight, options, board, check, answer
  hoplo rules mark                  the rules about a word, with their pages
  hoplo glossary mark               a Key Term in English and Italian; skill, tactic and unit for chips
  hoplo data missing                what only your own chips and cards can tell
  hoplo --help                      every command"""


def _load(name: str) -> Any:
    """Make the command of a name, importing its module only now."""
    module, _, attribute = COMMANDS[name].partition(":")
    found = getattr(import_module(f"hoplo_companion.cli.{module}"), attribute)
    if not isinstance(found, typer.Typer):
        single = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=HELP)
        single.command(name)(found)
        found = single
    command = get_command(found)
    command.name = name
    return command


class _Commands(TyperGroup):
    """The subcommands, each loaded when it is called for: start-up pays for one command only."""

    def list_commands(self, ctx: Any) -> list[str]:
        """List the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Give a command by name; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = _load(cmd_name)
        return self.commands[cmd_name]


HELP = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="hoplo",
    cls=_Commands,
    # `hoplo completions` writes the scripts; they ask through Typer, which answers below.
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=HELP,
)


def _version(ctx: typer.Context, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        print(f"hoplo {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and stop.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Where the campaign stands, for programs.")] = False,
    lang: LangOption = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colour.")] = False,
) -> None:
    """A companion and referee for Hoplomachus: Victorum, beside the box."""
    if ctx.invoked_subcommand is None:
        stand(json, plain)


def stand(json: bool, plain: bool) -> None:
    """Show where the campaign stands; where there is none, what hoplo can do."""
    from hoplo_companion.cli.campaign.open_campaign import look
    from hoplo_companion.cli.terminal.output import show, show_json
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.saves.library import NoCampaignError

    try:
        name, campaign = look()
    except NoCampaignError:
        if json:
            raise
        print(GUIDE)
        return
    from hoplo_companion.campaign.travel import deadline
    from hoplo_companion.cli.campaign.names import heroes_to_show

    heroes = heroes_to_show()
    ahead = deadline(campaign, {id_: hero.region for id_, hero in heroes.items()})
    game = None
    if campaign.fight is not None:
        from hoplo_companion.table.play.fight import Game

        game = Game(campaign, catalogue())
    if json:
        from hoplo_companion.campaign.report import where_it_stands
        from hoplo_companion.table.play.fight import fight_table

        show_json(where_it_stands(campaign, name, ahead, fight_table(game) if game is not None else None))
        return
    from hoplo_companion.render.fight import next_lines, title_line
    from hoplo_companion.render.journey import stand_lines

    lines = []
    if game is not None:
        lines = [title_line(game.fight, game.combat), *next_lines(game.fight, game.combat, game.question())]
    hero = heroes.get(campaign.pad.hero)
    named = hero.name if hero is not None else campaign.pad.hero
    show(stand_lines(campaign, named, name, ahead, lines), plain, wrap=True)


LONGEST_WORD = 100_000
LONGEST_SETTING = 1_000
"""The most characters of a word of the command, and of a variable that is for hoplo."""


def main() -> None:
    """Run the command line; a failure is a line on stderr and its exit code, whatever it is."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            # A stream that was closed before: nobody is there to ask or to tell.
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: PTH123, SIM115
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        # A terminal or pipe that is not UTF-8 shows a stand-in for a sign it lacks; it does not fail.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
        setattr(sys, name, Plain(stream))
    find_out_by(wanted)
    code = _ran()
    sys.exit(_told(code))


def _ran() -> int:
    """Run the command, and give its exit code; what fails is told."""
    try:
        _check_call()
        if ASKED in os.environ:
            from typer._completion_classes import completion_init

            completion_init()
        app(prog_name="hoplo")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except HoploError as fault:
        sys.stdout.flush()
        notice(fault)
        return fault.exit_code
    except KeyboardInterrupt:
        return 130
    except OSError as fault:
        if fault.filename is not None:
            notice(f"{fault.filename}: {fault.strerror}")
            return 1
        # Whoever read the output has gone, or there is no room for it; what is left has nowhere to go.
        setattr(sys.stdout, "fault", fault)  # noqa: B010
    except Exception as fault:
        return _failed(fault)
    return 0


def _check_call() -> None:
    """Refuse words and variables that are no text, or longer than anything they could be meant for."""
    for word in sys.argv[1:]:
        if not _is_text(word):
            raise UsageError(f"{ascii(word)[:60]} is no text: it has bytes that are not UTF-8")
        if len(word) > LONGEST_WORD:
            raise UsageError(f"{clip(word)} is longer than {LONGEST_WORD} characters")
    for key, value in os.environ.items():
        if key.startswith("HOPLO_") and len(value) > LONGEST_SETTING:
            raise UsageError(f"{clip(key)[1:-1]} is longer than {LONGEST_SETTING} characters")


def _told(code: int) -> int:
    """Send off what there is to say, and give the exit code: what is done is done, even where it cannot be said."""
    sys.stdout.flush()
    lost = getattr(sys.stdout, "fault", None)
    if lost is None:
        return code
    with suppress(OSError, ValueError):
        # Nothing is sent after it when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    is_done = code == 0 and is_changed()
    if not isinstance(lost, BrokenPipeError):
        done = "; all of it is done and kept" if is_done else ""
        notice(f"the output cannot be written: {lost.strerror}{done}")
    return code if code or is_done else 1


FAILED = 5
"""The exit code where hoplo itself has failed, and not the player, the disk or the rules."""

TRACEBACK = "HOPLO_TRACEBACK"
"""The variable that makes a failure of hoplo's own show where it happened."""


def failure_words(fault: Exception) -> str:
    """Say that hoplo itself has failed, and keep for `hoplo report` where it did; for one who asks, show it."""
    import traceback

    told = "".join(traceback.format_exception(fault))
    with suppress(Exception):
        from hoplo_companion.components.catalogue import home_folder
        from hoplo_companion.files import FAILURE, write_whole

        if home_folder().is_dir():
            write_whole(home_folder() / FAILURE, told[-LONGEST_WORD:].encode("utf-8", "replace"))
    if os.environ.get(TRACEBACK):
        return told
    return (
        f"hoplo itself has failed here ({type(fault).__name__}), and nothing that you did. Every step before this one "
        "is kept. Please report it: `hoplo report` writes one file with all that is needed to mend it; "
        f"{TRACEBACK}=1 shows where it failed"
    )


def _failed(fault: Exception) -> int:
    sys.stdout.flush()
    if ASKED not in os.environ:
        # Nobody reads what a shell is told while it completes a word.
        notice(failure_words(fault))
    return FAILED


def _is_text(word: str) -> bool:
    """Tell whether an argument can be written as UTF-8, as files and logs are."""
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True
