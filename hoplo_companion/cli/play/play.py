"""`hoplo play`: the guided evening, one question at a time, on a screen or line by line; the commands' own session."""

from collections.abc import Callable
from shutil import get_terminal_size
from time import monotonic
from typing import Annotated, NoReturn

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.cli.app import call, failure_words
from hoplo_companion.cli.campaign.event import event_of_round
from hoplo_companion.cli.campaign.map import stand
from hoplo_companion.cli.campaign.open_campaign import facts_words, look, look_save, taken_out
from hoplo_companion.cli.options import PlainOption, option
from hoplo_companion.cli.play import menus
from hoplo_companion.cli.play.menus import Choices, Words
from hoplo_companion.cli.terminal.prompt import Aside, BackError, Prompt, numbered
from hoplo_companion.cli.terminal.prompts import TurnLine, agreed, announced
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import HoploError, StoppedError, UsageError, as_command
from hoplo_companion.language import plural, tr
from hoplo_companion.render import fight as render
from hoplo_companion.render.style import Line
from hoplo_companion.rules.goals import turns_to_points
from hoplo_companion.rules.player.actions import parts_of
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.saves.library import NoCampaignError, NoneChosenError
from hoplo_companion.table.saves.open_campaign import story_of_fight, turns_of_fights

LEAST_COLUMNS, LEAST_LINES = 70, 22
"""The smallest terminal that a screen has room on."""


def has_screen(terminal: Terminal) -> bool:
    """Say whether there is to be one screen: not for the ear, without colour, or where it is set so."""
    size = get_terminal_size()
    has_room = size.columns >= LEAST_COLUMNS and size.lines >= LEAST_LINES
    is_seen = has_room and terminal.has_colour() and terminal.stderr.isatty()
    return is_seen and terminal.setting("screen") == "yes" and terminal.setting("board") != "words"


def lead_through(terminal: Terminal, evening: Callable[[Terminal], None]) -> None:
    """Lead an evening on one screen where there is room for one and none yet, else line by line."""
    try:
        if terminal.has_board or not (terminal.is_attended or has_screen(terminal)):
            evening(terminal)
            return
        from hoplo_companion.cli.screen.terminal import screen_of  # only who plays on it loads it

        app = screen_of(terminal, evening)
        app.run()
        app.finish()
    except StoppedError as stopped:
        terminal.say(stopped.farewell or tr("Everything is kept: `hoplo play` continues from here."))


def play(
    terminal: Terminal,
    plain: PlainOption = False,
    serve: Annotated[bool, option("Show the evening in a browser of this machine.")] = False,
    lan: Annotated[bool, option("Show it in a browser of the local network, on a tablet.")] = False,
) -> None:
    """Play, guided: where the campaign stands and what comes next, one key per answer; every step is kept at once."""
    if serve or lan:
        try:
            from hoplo_companion.cli.screen.served import serve as serve_evening
        except ImportError:
            raise UsageError(
                "an evening in a browser needs more than hoplo itself: `pip install '.[serve]'` in hoplo's folder"
            ) from None
        serve_evening(terminal, lan=lan)
        return
    terminal.need_terminal(
        "play asks one question after the other, so it needs a terminal; every step is also a command of its own"
    )
    if plain:
        # Every command of the evening, and the prompt library, keep to it.
        terminal.plain = True
    lead_through(terminal, lead)


def lead(terminal: Terminal, first: Words | None = None) -> None:
    """Lead through an evening until it is left; it may begin with a command."""
    evening = Evening(terminal)
    with terminal.for_now(guide=evening, question=None, combat=None):
        evening.do(first)
        while True:
            evening.do(evening.next())


class LeftForError(StoppedError):
    """A question is left open for something else that is done first: a command, or nothing where all is done.

    Shapes: `again` says that the command that asked is given again afterwards, with its answers so far.
    """

    def __init__(self, words: Words, *, again: bool) -> None:
        self.words = words
        self.again = again
        super().__init__()


class QuitError(StoppedError):
    """The evening is over."""


LOOK = 1.0
"""Seconds in which fights are played on for the chance to win."""

LOOKS = "BWRP"
"""Asides that only look: the question is asked again right after them."""


class Evening:
    """Leads from step to step: shows where things stand, offers what comes next, and does it as a command."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.called = terminal.arguments
        """The words of the call that led here: those of the terminal, while it is open what comes next."""
        self.began = monotonic()
        self.chance: tuple[int, str] | None = None
        """The turn of which the chance to win was found out, and that chance in words, where it can be known."""
        self.turns: list[int] | None = None
        """The turns of the fights before this one, once they are counted."""

    def stand(self) -> str:
        """Say in one line whose turn it is and which step; of the campaign where there is no fight."""
        campaign = _campaign()
        is_new = self.terminal.arguments[:1] == ["new"]
        if campaign is None or is_new:
            return tr("A new campaign") if is_new else tr("No campaign yet")
        fight, combat = campaign.fight, self.terminal.combat
        words = render.turn_words(fight, combat) if fight is not None else render.round_words(campaign)
        if fight is None:
            self.turns = self.chance = None
        parts = []
        if self.terminal.setting("clock") != "no":
            parts += [render.clock_words(monotonic() - self.began), self._left(campaign)]
        # Where there is no room for all of it the first are left out.
        shown = ", ".join(filter(None, [*parts, self._chance(campaign)]))
        return f"{words}  ({shown})" if shown else words

    def _chance(self, campaign: Campaign) -> str:
        """How likely the fight is won, found out once in each turn of yours, for whoever wants to see it."""
        fight = campaign.fight
        if self.terminal.setting("chance") == "no" or fight is None or fight.over or fight.turn_of != "player":
            return ""
        combat = self.terminal.combat or Game(campaign, catalogue()).combat
        if self.chance is None or self.chance[0] != combat.turn:
            from hoplo_companion.odds.fight import chance_of  # most evenings show none
            from hoplo_companion.odds.sampling import Budget
            from hoplo_companion.render.odds import win_words

            share = chance_of(combat, Budget(LOOK))
            self.chance = combat.turn, win_words(share) if share is not None else ""
        return self.chance[1]

    def _left(self, campaign: Campaign) -> str:
        """Say about how much is left: of the fight its turns, else of the act its weeks."""
        fight = campaign.fight
        if fight is None:
            if campaign.is_stand_alone or campaign.outcome:
                return ""
            return plural("{n} week left in this act", "{n} weeks left in this act", campaign.weeks_left)
        if fight.over or fight.turn_of == "set-up":
            return ""
        if self.turns is None:
            try:
                self.turns = turns_of_fights(look_save())
            except HoploError:
                self.turns = []  # a log that cannot be read stops nobody from playing
        combat = self.terminal.combat or Game(campaign, catalogue()).combat
        return render.turns_left_words(fight.turn_number(combat.turn), turns_to_points(combat), self.turns)

    def asides(self) -> list[Aside]:
        """The keys that work at every prompt."""
        return menus.asides(_campaign())

    def aside(self, key: str) -> None:
        """Do what the key of an aside does; what changes the campaign leaves the question, and comes back to it."""
        if key == "Q":
            raise QuitError
        if key == "U":
            self._take_back()
        self.terminal.is_half_answered = True  # what is asked now comes before the question's own answer
        words = menus.aside(self.terminal, key, _campaign())
        if words and key not in LOOKS:
            raise LeftForError(words, again=key[0] != ":")
        if words:
            self._run(words)

    def _take_back(self) -> NoReturn:
        """Take back what was done last: half an answer, or one of the conversation that is open, else a step.

        It is a step where the question belongs to a fight, whose every answer is one, or asks what comes next.
        """
        held = self.terminal.conversation
        # What was entered of a component since the last answer is taken back with it.
        facts = taken_out()
        for said_of in facts_words(facts):
            self.terminal.say(said_of)
        self.terminal.sighted -= {fact["id"] for fact in facts}
        if self.terminal.is_half_answered or (held is not None and held.take_back()) or facts:
            raise LeftForError([], again=True)
        if self.terminal.question is not None or self.terminal.arguments is self.called:
            raise LeftForError(["undo"], again=False)
        self.terminal.say("  " + tr("Nothing to undo here yet: back to what comes next."))
        raise LeftForError([], again=False)

    def do(self, words: Words | None) -> None:
        """Do a command, and whatever it is left for."""
        again = False
        while words:
            try:
                self._run(words, again=again)
                return
            except LeftForError as left:
                words, again = self._after(left, words), True

    def _after(self, left: LeftForError, words: Words) -> Words | None:
        """Do what a command was left for; give what continues it, or nothing where that is no longer there."""
        while left.words:
            try:
                self._run(left.words)
                break
            except LeftForError as further:
                left = LeftForError(further.words, again=left.again)
        campaign = _campaign()
        if campaign is not None and campaign.fight is not None and campaign.fight.under_way:
            return ["fight", "start"] if campaign.fight.turn_of == "set-up" else ["answer"]
        return words if left.again else None

    def next(self) -> Words | None:
        """Show where things stand and let the next step be chosen; None for going back."""
        try:
            return self._chosen()
        except LeftForError as left:
            return self._after(left, [])
        except BackError:
            return None

    def _chosen(self) -> Words | None:
        self.terminal.is_half_answered = False
        try:
            campaign: Campaign | None = look()
        except NoneChosenError as several:
            return menus.campaign_chosen(self.terminal, several.names)
        except NoCampaignError:
            campaign = None
        try:
            game = Game(campaign, catalogue()) if campaign is not None and campaign.fight is not None else None
            if game is not None:
                choices = menus.fight_choices(self.terminal, game)
            elif campaign is not None:
                choices = menus.round_choices(self.terminal, campaign)
            else:
                choices = menus.beginning(self.terminal)
        except HoploError as fault:
            # What can no longer be played on from can still be entered, corrected, or taken back.
            self.terminal.say(f"\n{fault}")
            text = tr("hoplo cannot continue from here: enter what is missing with `:`, or undo the last step with U:")
            self.terminal.ask(Prompt(f"  {text} ", is_first=True))
            raise StoppedError from None
        line = TurnLine(game) if game is not None and game.is_your_turn else None
        if self.terminal.has_board:
            self.terminal.stands(game.combat if game is not None else None, found=line.found if line else None)
        if game is not None:
            self.terminal.recall(_story)
        if line is None and (campaign is None or game is not None or self.terminal.has_board):
            self.terminal.show_stand()
        self._show(campaign, game)
        words = self._choice(choices, line)
        return words if not words or game is None or agreed(self.terminal, announced(words, game)) else None

    def _choice(self, choices: Choices, line: TurnLine | None) -> Words | None:
        """Ask for one of the choices, or in your turn for a line that says what you do."""
        keys = numbered(list(choices))
        prompt = Prompt("  " + tr("key:") + " ", choices=keys, is_first=True)
        if line is not None:
            text = tr("What do you do? E.g. krak e3, arc f2; krak>rep 2; end, or a digit.")
            start, self.terminal.left = self.terminal.left, ""
            prompt = prompt._replace(message="> ", text=text, takes="line", known=line.known, start=start)
            prompt = prompt._replace(check=line.check, words=line.words)
        answer = self.terminal.ask(prompt)
        return menus.command_of(choices, keys[answer]) if answer in keys else ["turn", answer]

    def _show(self, campaign: Campaign | None, game: Game | None) -> None:
        """Say what is asked or comes next, and in the fight how it goes, in a few lines."""
        if game is not None:
            if not self.terminal.has_board or game.question() is not None or game.fight.over:
                self.terminal.show(render.going_lines(game.fight, game.combat, game.question()))
        elif campaign is not None:
            self.terminal.print()
            stand(self.terminal)
            if self.terminal.setting("clock") != "no" and not self.terminal.has_board:
                self.terminal.say("  " + render.clock_words(monotonic() - self.began))
            if campaign.phase == "event" and not campaign.outcome:
                self.terminal.answer(event_of_round(campaign))

    def _run(self, words: Words, *, again: bool = False) -> None:
        """Run a command as if it had been typed, or `again`; what goes wrong is said, and the evening continues.

        LeftForError where it is left for another, QuitError where the evening is over.
        """
        catalogue.cache_clear()  # what another command, or another terminal, has entered is known from now on
        made = _moves_made()
        self.terminal.continues_unasked, self.terminal.is_half_answered = again, False
        if not again:
            self.terminal.show_command(as_command(*words))
        try:
            with self.terminal.called(words):
                call(self.terminal, words)
        except (LeftForError, QuitError):
            raise
        except (StoppedError, KeyboardInterrupt):
            self.terminal.say("  " + tr("(left; every answer is kept)"))
        except HoploError as fault:
            done = _moves_made() - made
            left = parts_of(words[-1])[done:] if words[0] == "turn" else []
            self.terminal.refuse(fault, left="; ".join(left))
        except SystemExit:
            pass
        except OSError:
            raise
        except Exception as fault:
            self.terminal.say(f"  {failure_words(self.terminal, fault)}")


def _campaign() -> Campaign | None:
    """The campaign that is played; None where there is none yet."""
    try:
        return look()
    except (NoCampaignError, NoneChosenError):
        return None


def _moves_made() -> int:
    campaign = _campaign()
    return len(campaign.fight.moves) if campaign is not None and campaign.fight is not None else 0


def _story() -> list[Line]:
    """Say what happened in the fight so far; a log that cannot be read stops nobody from playing."""
    try:
        return render.story_lines(story_of_fight(look_save()), whole=False)
    except HoploError:
        return []
