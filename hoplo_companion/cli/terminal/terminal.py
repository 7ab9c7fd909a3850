"""The terminal of one call: everything that a command says, asks, and knows of its surroundings goes through it.

`main` makes one and hands it down. Without a terminal, what is missing is an error that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from hoplo_companion.cli.terminal.by_key import ByKey, completing
from hoplo_companion.cli.terminal.guide import until_answered
from hoplo_companion.components.names import did_you_mean, near_misses, part_number, slug
from hoplo_companion.errors import HoploError, StoppedError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.signs import visible

if TYPE_CHECKING:
    from hoplo_companion.cli.terminal.drafting import Conversation
    from hoplo_companion.table.saves.drafts import Draft

T = TypeVar("T")

GO_ON = later("continue")
ANEW = later("begin anew")

MOST_OFFERED = 150
"""Characters up to which the names are listed that a line may be."""


@contextmanager
def _stopping() -> Iterator[None]:
    try:
        yield
    except (KeyboardInterrupt, EOFError):
        raise StoppedError from None


class Terminal(ByKey):
    """Asks from a list or in words, and keeps the answers of a conversation until it is done."""

    def __init__(self, *surroundings: Any) -> None:
        super().__init__(*surroundings)
        self.conversation: Conversation | None = None
        self.continues_unasked = False
        """Whether the next conversation takes what was answered before, because it was left for a moment only."""

    def need_terminal(self, text: str) -> None:
        """Raise UsageError with a text that says which option is missing, unless there is somebody to ask."""
        if not self.is_interactive():
            raise UsageError(text)

    def choose(self, text: str, choices: Sequence[str], words: Sequence[str] = ()) -> str:
        """Ask for one of some answers; in a guided evening by a key each.

        Shapes: `words` say the choices to the player, where they are not words themselves, in the same order.
        """
        text = visible(text)
        shown = dict(zip(choices, map(visible, words or choices), strict=True))
        if (before := self._before(text)) in shown:
            self.say(f"{text} {shown[before]}")
            answer = before
        else:
            by_words = {said: choice for choice, said in shown.items()}
            answer = by_words[self._chosen(text, list(by_words))]
        self._note(text, answer)
        return answer

    def _chosen(self, text: str, choices: Sequence[str]) -> str:
        if self.guide is not None:

            def by_key() -> str:
                self.show_stand()
                return self.choose_by_key(text, choices)

            return until_answered(by_key)
        import questionary

        with _stopping():
            answer: str = questionary.select(text, choices=list(choices), instruction=tr("(arrow keys)")).unsafe_ask()
        return answer

    def confirm(self, text: str) -> None:
        """Ask at a terminal whether something is to be thrown away, where that is set; StoppedError where it is not.

        Without a terminal nobody is asked: whoever wrote the command meant it.
        """
        if self.is_interactive() and self.setting("confirm") != "no" and not self.agreed(text):
            raise StoppedError

    def be_sure(self, doubt: str, *, yes: bool = False, option: str = "--yes") -> None:
        """Have something doubtful confirmed: at a terminal it is asked back, elsewhere an option says that it is meant.

        UsageError names the option; StoppedError where the player did not mean it.
        """
        if yes:
            return
        self.need_terminal(tr("{doubt}: if you mean it, add {option}", doubt=doubt, option=option))
        if not self.agreed(tr("{doubt}. Do you mean it?", doubt=doubt)):
            raise StoppedError

    def agreed(self, text: str) -> bool:
        """Ask a question of yes or no; Enter alone is no."""
        before = self._before(text)
        if before is not None:
            self.say(f"{text} {before}")
        answer = self._agreed(text) if before is None else before == "yes"
        self._note(text, "yes" if answer else "no")
        return answer

    def _agreed(self, text: str) -> bool:
        if self.guide is not None:
            return self.is_yes(text)
        import questionary

        with _stopping():
            answer: bool = questionary.confirm(visible(text), default=False).unsafe_ask()
        return answer

    def is_yes(self, text: str) -> bool:
        """Ask a question of yes or no by a key."""

        def by_key() -> bool:
            self.show_stand()
            self.say(text)
            return self.ask_key("  " + tr("y or n:") + " ", "yn") == "y"

        return until_answered(by_key)

    def write(self, text: str, default: str = "", known: Sequence[str] = ()) -> str:
        """Ask for a line of text; Enter alone stands for the default, which is shown."""
        return self.until_good(text, str, default, known)

    def until_good(self, text: str, read: Callable[[str], T], default: str = "", known: Sequence[str] = ()) -> T:
        """Ask for a line of text until it can be read; what is wrong with it is said before it is asked again.

        Names that are `known` are offered and completed by Tab; one that is nearly one of them is asked back.
        """
        line = self._before(text)
        if line is not None:
            self.say(f"{text} {line}")
        elif known and len(offered := ", ".join(known)) <= MOST_OFFERED:
            self.say("  " + tr("Known, and completed by Tab: {names}", names=offered))
        while True:
            line = self.meant(self._written(text, default, known), known) if line is None else line
            try:
                found = read(line)
            except StoppedError:
                raise
            except HoploError as fault:
                self.say(f"  {fault}")
                line = None
                continue
            self._note(text, line)
            return found

    def meant(self, line: str, known: Sequence[str]) -> str:
        """Ask back what is nearly a known name, of one name or several separated by commas; give what is meant."""
        if not known or set(line) & set(":/"):
            return line
        names = {slug(part_number(name)[0]) for name in known}
        meant = []
        for typed in map(str.strip, line.split(",")):
            near = near_misses(typed, known, 1) if typed and slug(part_number(typed)[0]) not in names else []
            question = did_you_mean(near)
            meant.append(near[0] if near and self._agreed(question[:1].upper() + question[1:]) else typed)
        return ", ".join(meant)

    def _written(self, text: str, default: str, known: Sequence[str] = ()) -> str:
        if self.guide is not None or self.form is not None:

            def by_line() -> str:
                self.show_stand()
                self.say(f"{text} [{default}]" if default else text)
                return self.ask_line(" " * self.inset + "> ", known)

            return " ".join(until_answered(by_line).split()) or default
        import questionary

        shown = visible(f"{text} [{default}]" if default else text)
        with _stopping():
            answer: str = questionary.text(shown, **(completing(known) if known else {})).unsafe_ask()
        return " ".join(answer.split()) or default

    # A conversation that can be taken up again --------------------------------------------------------------------

    @contextmanager
    def drafted(self) -> Iterator[None]:
        """Keep the answers of a command's conversation until it is done, or turns out to be impossible.

        One that was broken off, by the player or by a closed terminal, continues when the command is given again.
        """
        if self.conversation is not None or not self.is_interactive():
            yield
            return
        from hoplo_companion.cli.terminal.drafting import Conversation
        from hoplo_companion.table.saves.drafts import drop_draft

        self.conversation = Conversation(self._begun())
        try:
            yield
        except StoppedError:
            raise
        except HoploError:
            drop_draft()
            raise
        else:
            drop_draft()
        finally:
            self.conversation = None

    def _begun(self) -> Draft:
        """Find what was answered to this very command before, and let the player say whether that holds."""
        from hoplo_companion.table.saves.drafts import Draft, drop_draft, read_draft
        from hoplo_companion.table.saves.library import Library, NoCampaignError

        try:
            campaign = Library().current()
        except NoCampaignError:
            campaign = ""
        draft = read_draft(campaign, tuple(self.arguments))
        unasked, self.continues_unasked = self.continues_unasked, False
        if not draft.answers or unasked:
            return draft
        self.say(tr("You had begun to answer this:"))
        for text, answer in draft.answers:
            self.say(f"  {text} {answer or tr('nothing')}")
        if self.choose(tr("Continue after that?"), [GO_ON, ANEW], [tr(GO_ON), tr(ANEW)]) == ANEW:
            drop_draft()
            return Draft(campaign, draft.command)
        return draft

    def _before(self, text: str) -> str | None:
        """Give what was answered before the conversation was left; None where this is asked for the first time."""
        return self.conversation.answered(text) if self.conversation is not None else None

    def _note(self, text: str, answer: str) -> None:
        """Have an answer on disk before the next question."""
        if self.conversation is not None:
            self.conversation.note(text, answer)
