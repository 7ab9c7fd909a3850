"""The terminal of one call: everything that a command says, asks, and knows of its surroundings goes through it.

`main` makes one and hands it down. Without a terminal, what is missing is an error that names it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from hoplo_companion.cli.terminal.keys import InStream, Keys
from hoplo_companion.cli.terminal.output import Output
from hoplo_companion.cli.terminal.prompt import Aside, BackError, Guide, NotMeantError, Prompt, Reader, Reply, numbered
from hoplo_companion.components.names import did_you_mean, near_misses, part_number, slug
from hoplo_companion.errors import HoploError, StoppedError, UsageError, cells
from hoplo_companion.hexes import HEX
from hoplo_companion.language import in_sense, tr
from hoplo_companion.render.style import Line, Span, without_page
from hoplo_companion.signs import visible

if TYPE_CHECKING:
    from hoplo_companion.rules.dialogue import Question
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.player.options import Options
    from hoplo_companion.table.saves.library import Conversation

T = TypeVar("T")
Marks = Mapping[str, int]

MOST_OFFERED, FEW = 150, 10
"""Characters up to which the names are listed that a line may be, and as many things as are listed one per line."""


class Terminal(Output):
    """Asks by a key, from a list or in words, and keeps the answers of a conversation until it is done.

    Somebody may lead through an evening (`guide`): then every prompt says where things stand, and has the keys that
    always work.
    """

    has_board = False
    """Whether the board stays in sight, so that it need not be shown."""

    def __init__(self, *surroundings: Any) -> None:
        super().__init__(*surroundings)
        self.keys = Keys(self.stdin)
        self.guide: Guide | None = None
        self.question: Question | None = None
        self.combat: Combat | None = None
        self.form: Callable[[], list[str]] | None = None
        """Shows the form that is filled in, as far as it is."""
        self.inset = 2
        """How far a line that is typed is set in."""
        self.conversation: Conversation | None = None
        self.continues_unasked = False
        """Whether the next conversation takes what was answered before, because it was left for a moment only."""
        self.left = ""
        """What of a typed line was refused, and may be corrected."""
        self.is_half_answered = False
        """Whether something was answered since the last answer that is kept."""

    # The board that may be in sight ----------------------------------------------------------------------------------

    def stands(
        self, combat: Combat | None, moved: Marks | None = None, had: Marks | None = None, found: Options | None = None
    ) -> None:
        """Show a board, with everything that you may do where that is `found`; or none.

        Where units were that `moved`, and how many HP those `had` that have less now, is marked. Where there is no
        place for a board, nothing happens.
        """

    def entitle(self, title: Line) -> None:
        """Say under which heading all that follows stands."""
        self.print()
        self.show([title])

    def recall(self, lines: Callable[[], Sequence[Line]]) -> None:
        """Show what happened before, where there is a place for it."""

    def watch(self, combat: Combat, moved: Marks, had: Marks, words: Sequence[Line]) -> None:
        """Show one move of a turn, with its reason."""

    def sum_up(self, lines: Sequence[Line]) -> None:
        """Say what is to be done on the table after a set-up, a turn or a combat."""
        self.print()
        self.show(lines)

    def lent(self, use: Callable[[], None]) -> None:
        """Give the terminal to something else that draws on it."""
        use()

    def running(self, lines: Iterable[Line]) -> list[Line]:
        """Lines of what happens: in an evening without their pages, unless those are to be shown (`config pages`)."""
        is_evening = self.guide is not None or self.has_board
        return list(map(without_page, lines) if is_evening and self.setting("pages") == "no" else lines)

    def show_command(self, words: str) -> None:
        """Say which command is run."""
        self.print(f"\n> {words}")

    # Who leads, and what is asked about ------------------------------------------------------------------------------

    def while_open(self, question: Question, combat: Combat) -> AbstractContextManager[None]:
        """Let the guide know which question is open, so that an aside can speak of it."""
        return self.for_now(question=question, combat=combat, is_half_answered=False)

    def filling(self, form: Callable[[], list[str]], inset: int) -> AbstractContextManager[None]:
        """Ask for a form, line by line: between its lines stands nothing else."""
        self.show_stand()
        self.show_asides(self._with_asides(Prompt("", takes="line")))
        return self.for_now(form=form, inset=inset)

    @property
    def piped(self) -> BinaryIO:
        """Standard input, for a command that reads it as a file; UsageError where an evening's keys come from it."""
        if self.guide is not None or self.has_board:
            raise UsageError("Standard input has your keys here: name a file, or type the board in one line.")
        return self.stdin.buffer

    def refuse(self, fault: object, left: str = "") -> None:
        """Say why a command was refused, where the evening continues; `left` is what of its line was not done."""
        self.say(f"  {fault}")
        self.left = left

    # One prompt ------------------------------------------------------------------------------------------------------

    def ask(self, prompt: Prompt) -> str:
        """Put a question until it is answered: by the key of a choice or of an answer, or by a line.

        What an aside does comes in between. StoppedError by Ctrl-C, by Ctrl-D and by Esc.
        """
        again = False
        while True:
            whole = self._with_asides(prompt)
            if prompt.text or again:
                self.show_stand()
            if prompt.text:
                self.say(prompt.text)
            if not prompt.is_inline:
                self.show_choices(prompt.choices)
            self.show_asides(whole)
            answer = self.read(whole)
            if not answer.is_aside:
                self.is_half_answered = True
                return answer.text
            with self.for_now(is_half_answered=self.is_half_answered):
                self._do_aside(whole, answer.text)
            prompt, again = prompt._replace(start=""), True

    def read(self, prompt: Prompt) -> Reply:
        """Read the answer of a prompt that was put."""
        if cells(prompt.message) >= self.columns():
            self.say(prompt.message.rstrip())
            prompt = prompt._replace(message="  > ")
        reader = Reader(prompt)
        with self.keys.reading() as pressed:
            self.flush()
            shown = InStream(self, reader)
            answer: Reply | None = None
            try:
                while (answer := reader.press(pressed())) is None:
                    if reader.refused:
                        self.keys.drop_ahead()
                    shown.update()
            finally:
                shown.end(answer.text if answer is not None else "")
            self.keys.ahead = reader.rest
            return answer

    def _with_asides(self, prompt: Prompt) -> Prompt:
        """A prompt with the keys that always work."""
        led = self.guide.asides() if self.guide is not None else ()
        own = {aside.key for aside in prompt.asides}
        return prompt._replace(asides=(*prompt.asides, *(aside for aside in led if aside.key not in own)))

    def _do_aside(self, prompt: Prompt, key: str) -> None:
        """Do what the key of an aside does; whoever leads may leave the question for it."""
        aside = next((each for each in prompt.asides if each.key == key), None)
        try:
            if aside is not None and aside.do is not None:
                aside.do()
            elif key == "?":
                self._show_help(prompt.asides)
            elif self.guide is not None:
                self.guide.aside(key)
        except BackError:
            return

    def _show_help(self, asides: Sequence[Aside]) -> None:
        """Say what each key does, or why it cannot now."""
        self.print()
        for aside in asides:
            self.say(f"  {aside.key}  {' '.join(filter(None, [aside.help, aside.off and f'({aside.off})']))}")

    def show_stand(self) -> None:
        """Leave a line, and say where things stand, above a question."""
        if self.form is not None:
            return
        self.print()
        if self.guide is not None:
            self.show([[Span(self.guide.stand(), "heading")]])

    def show_asides(self, prompt: Prompt) -> None:
        """Name the keys that always work, below the options of a question."""
        if (words := self.aside_words(prompt)) and self.form is None:
            self.show([[Span(f"  {words}", "quiet")]])

    def aside_words(self, prompt: Prompt) -> str:
        """The keys beside those of a question in one line, those last that need Enter here."""
        now, later_ = list[str](), list[str]()
        for aside in prompt.asides:
            if not aside.off and aside.word:
                (now if prompt.acts_at_once(aside.key) else later_).append(f"{aside.key} {aside.word}")
        words = [*now, *later_, *([tr("+ Enter")] if later_ else [])]
        return "  ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in words)  # a key stays with its word

    def show_choices(self, choices: Mapping[str, str]) -> None:
        """What may be chosen by a key each: a line each, and hexes or very many side by side."""
        are_hexes = len(choices) > 3 and all(HEX.fullmatch(words) for words in choices.values())
        if len(choices) <= FEW and not are_hexes:
            for key, words in choices.items():
                self.say(f"  {key}  {words}")
            return
        from rich.columns import Columns
        from rich.console import Console
        from rich.padding import Padding

        texts = [f"{key}  {words}" for key, words in choices.items()]
        columns = Padding(Columns(texts, padding=(0, 3), column_first=not are_hexes), (0, 0, 0, 2))
        Console(highlight=False, markup=False).print(columns)

    def ask_line(self, message: str, known: Iterable[str] = (), text: str = "") -> str:
        """Ask for a line of text, which may be empty, completed by Tab from names that are known."""
        return self.ask(Prompt(message, text, takes="line", known=tuple(known), default=""))

    def pick(self, text: str, words: Mapping[str, str], **more: Any) -> str:
        """Let one of several things be picked by its key or its words, or by a name else `known`."""
        keys = numbered([*words.values()])
        message = tr("key or name:") if len(keys) <= FEW else tr("number or name:")
        chosen = self.ask(Prompt(f"  {message} ", text, keys, takes="name", **more))
        return dict(zip(keys, words, strict=True)).get(chosen, chosen)

    # An answer to a command's question -------------------------------------------------------------------------------

    def need_terminal(self, text: str, /, **parts: object) -> None:
        """Raise UsageError with a sentence that says which option is missing, unless there is somebody to ask."""
        if not self.is_interactive():
            raise UsageError(text, **parts)

    def choose(self, text: str, choices: Mapping[str, str] | Sequence[str]) -> str:
        """Ask for one of some answers, by a key each; a mapping says what each is to the player."""
        text, words = visible(text), choices if isinstance(choices, Mapping) else {each: each for each in choices}
        shown = {visible(said): choice for choice, said in words.items()}
        if (answer := self._before(text)) not in shown:
            answer = self.pick(text, {said: said for said in shown})
        self._note(text, answer)
        return shown[answer]

    def confirm(self, text: str) -> None:
        """Ask at a terminal whether something is to be thrown away, where that is set; StoppedError where it is not.

        Without a terminal nobody is asked: whoever wrote the command meant it.
        """
        if self.is_interactive() and self.setting("confirm") != "no" and not self.agreed(text):
            raise StoppedError

    def be_sure(self, doubt: str, *, yes: bool) -> None:
        """Ask whether something doubtful is meant; without a terminal `--yes` says that it is.

        UsageError names the option; NotMeantError where the player did not mean it.
        """
        if yes:
            return
        self.need_terminal("{doubt}: if that is right, add {option}", doubt=doubt, option="--yes")
        if not self.agreed(tr("{doubt}. Is that right?", doubt=doubt)):
            raise NotMeantError

    def agreed(self, text: str) -> bool:
        """Ask a question of yes or no; Enter alone is no."""
        before = self._before(text)
        answer = self.is_yes(text) if before is None else before == tr("yes")
        self._note(text, tr("yes") if answer else tr("no"))
        return answer

    def is_yes(self, text: str) -> bool:
        """Ask a question of yes or no by a key; Enter alone is no."""
        yes = in_sense("the key for yes", "y")
        return self.ask(Prompt("  " + tr("y or n [n]:") + " ", visible(text), keys=f"y{yes}n", default="n")) != "n"

    def write(self, text: str, default: str = "", known: Sequence[str] = ()) -> str:
        """Ask for a line of text; Enter alone stands for the default, which is shown."""
        return self.until_good(text, str, default, known)

    def until_good(self, text: str, read: Callable[[str], T], default: str = "", known: Sequence[str] = ()) -> T:
        """Ask for a line of text until it can be read and is meant; what is wrong is said before it is asked again.

        Names that are `known` are offered and completed by Tab; one that is nearly one of them is asked back.
        """
        line = self._before(text)
        if line is None and known and len(offered := ", ".join(known)) <= MOST_OFFERED:
            self.say("  " + tr("Known, and completed by Tab: {names}", names=offered))
        while True:
            if line is None:
                asked = visible(f"{text} [{default}]" if default else text)
                typed = " ".join(self.ask_line(" " * self.inset + "> ", known, asked).split()) or default
                line = self.meant(typed, known)
            try:
                found = read(line)
            except NotMeantError:
                line = None
            except StoppedError:
                raise
            except HoploError as fault:
                self.say(f"  {fault}")
                line = None
            else:
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
            meant.append(near[0] if near and self.is_yes(question[:1].upper() + question[1:]) else typed)
        return ", ".join(meant)

    # A conversation that can be taken up again --------------------------------------------------------------------

    @contextmanager
    def drafted(self) -> Iterator[None]:
        """Keep the answers of a command's conversation until it is done, or turns out to be impossible.

        One that was broken off, by the player or by a closed terminal, continues when the command is given again.
        """
        if self.conversation is not None or not self.is_interactive():
            yield
            return
        self.conversation = begun = self._begun()
        try:
            yield
            begun.drop()
        except HoploError as fault:
            if not isinstance(fault, StoppedError):
                begun.drop()
            raise
        finally:
            self.conversation = None

    def _begun(self) -> Conversation:
        """Find what was answered to this very command before, and let the player say whether that holds."""
        from hoplo_companion.table.saves.library import Conversation, Library, NoCampaignError

        try:
            campaign = Library().current()
        except NoCampaignError:
            campaign = ""
        begun = Conversation(campaign, tuple(self.arguments))
        unasked, self.continues_unasked = self.continues_unasked, False
        if not begun.draft.answers or unasked:
            return begun
        self.say(tr("You had begun to answer this:"))
        for text, answer in begun.draft.answers:
            self.say(f"  {text} {answer or tr('nothing')}")
        if self.choose(tr("Continue after that?"), ways := [tr("continue"), tr("start over")]) == ways[1]:
            begun.drop()
        return begun

    def _before(self, text: str) -> str | None:
        """What was answered before the conversation was left, which is said; None where this is asked anew."""
        answer = self.conversation.answered(text) if self.conversation is not None else None
        if answer is not None:
            self.say(f"{text} {answer}")
        return answer

    def _note(self, text: str, answer: str) -> None:
        """Write an answer to disk before the next question."""
        if self.conversation is not None:
            self.conversation.note(text, answer)
            self.is_half_answered = False
