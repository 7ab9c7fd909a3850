"""Questions put to the person at the table, a key an answer wherever a key will do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from hoplo_companion.errors import HoploError, IllegalError, StoppedError, UsageError
from hoplo_companion.render.questions import option_words, question_words
from hoplo_companion.rules.manual import WORDS
from hoplo_companion.rules.questions import COUNTED, NOTHING, Question, pool_of, read_answer
from hoplo_companion.table.session import ROLL

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"


def ask_key(message: str, keys: str) -> str:
    """Wait for one of some keys; Ctrl-C and Ctrl-D stop the turn."""
    bindings = KeyBindings()

    def bind(key: str) -> None:
        @bindings.add(key)
        def _(event: KeyPressEvent) -> None:
            event.app.exit(result=key)

    for key in keys:
        bind(key)

    @bindings.add("<any>")
    def _(event: KeyPressEvent) -> None:
        """Let every other key pass without a trace."""

    for stop in ("c-c", "c-d"):

        @bindings.add(stop)
        def _(event: KeyPressEvent) -> None:
            event.app.exit(exception=StoppedError())

    session: PromptSession[str] = PromptSession()
    answer = session.prompt(message, key_bindings=bindings)
    print(answer)
    return answer


class Prompts:
    """Asks the person at the terminal."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain

    def answer(self, question: Question, combat: Combat) -> Any:
        """Ask until the answer is one that the rules accept."""
        while True:
            print()
            print(question_words(question, combat))
            answer = self._ask(question, combat)
            try:
                if answer != ROLL:
                    read_answer(question, answer)
                    if question.kind == "manual":
                        _check_changes(combat, answer)
                    elif question.kind == "effect":
                        _check_effect(question, answer)
                return answer
            except IllegalError as fault:
                print(f"  {fault}")

    def _ask(self, question: Question, combat: Combat) -> Any:
        try:
            return self._ask_by_kind(question, combat)
        except (KeyboardInterrupt, EOFError):
            raise StoppedError from None

    def _ask_by_kind(self, question: Question, combat: Combat) -> Any:
        match question.kind:
            case "choice" if len(question.options) <= len(KEYS):
                return self._choose(question, combat)
            case "dice":
                return self._roll(question)
            case "direction":
                return self._direct(question)
            case "hits":
                return self._count_hits(question)
            case "effect":
                return self._read_effect(question, combat)
        import questionary

        if question.kind == "choice":
            return questionary.select("Which?", choices=list(question.options)).unsafe_ask()
        if question.kind == "manual":
            print(f"  Enter if nothing changed, or type what did: {WORDS}")
            return questionary.text(">").unsafe_ask().strip() or NOTHING
        return questionary.text(">").unsafe_ask()

    def _choose(self, question: Question, combat: Combat) -> str:
        for key, option in zip(KEYS, question.options, strict=False):
            words = option_words(question, option, combat)
            print(f"  {key}  {option}" + (f"  ({words})" if words and words != option else ""))
        key = ask_key("  key: ", KEYS[: len(question.options)])
        return question.options[KEYS.index(key)]

    def _count_hits(self, question: Question) -> Any:
        """Take the hits of each colour, a key a colour; r lets the app roll them all."""
        found: dict[str, int] = {}
        for colour, count in pool_of(question).items():
            if count > 9:
                import questionary

                return questionary.text(f"hits by colour, as in {colour}=1, or {ROLL}:").unsafe_ask()
            keys = "0123456789"[: count + 1]
            key = ask_key(f"  {count} {colour}: 0-{count} hits, r rolls all in the app: ", keys + "r")
            if key == "r":
                return ROLL
            found[colour] = int(key)
        return found

    def _direct(self, question: Question) -> Any:
        """Take the arena die: its result once the compass is told, else the direction, clockwise from the top."""
        named = question.also or {str(at): way for at, way in enumerate(question.options, 1)}
        print("  " + ", ".join(f"{key} {way}" for key, way in named.items()))
        key = ask_key("  key (r rolls in the app): ", "".join(named) + "r")
        return ROLL if key == "r" else named[key]

    def _read_effect(self, question: Question, combat: Combat) -> str:
        """Take what a component does: one of the lines offered, or a line of the player's own."""
        import questionary

        for key, option in zip(KEYS, question.options, strict=False):
            words = option_words(question, option, combat)
            print(f"  {key}  {option}" + (f"  ({words})" if words else ""))
        keys = KEYS[: len(question.options)]
        key = ask_key("  key (t types what it says): ", keys + "t")
        if key != "t":
            return question.options[KEYS.index(key)]
        if question.id == "component.skills":
            return str(questionary.text("skills, apart by commas:").unsafe_ask())
        print("  as in: movement -1   cannot attack   gain 2 hp   (hoplo data reference has them all)")
        return str(questionary.text(">").unsafe_ask())

    def _roll(self, question: Question) -> Any:
        count = len(question.dice)
        if count > 9:
            import questionary

            return questionary.text(f"hits, 0-{count}, or {ROLL}:").unsafe_ask()
        hint = f"0-{count} hits in all, h or m for the first die, r rolls in the app"
        key = ask_key(f"  {hint}: ", "".join(map(str, range(count + 1))) + "hmr")
        if key == "r":
            return ROLL
        if key.isdigit():
            return int(key)
        hits = [key == "h"]
        for colour in question.dice[1:]:
            hits.append(ask_key(f"  next, {colour}: h hit, m miss: ", "hm") == "h")
        return hits


def _check_effect(question: Question, text: str) -> None:
    """Read an effect that was typed, so that a slip of the hand is told before anything happens."""
    if text in question.options or question.id in ("component.kind", "component.skills", *COUNTED):
        return
    from hoplo_companion.components.lines import read_effects

    try:
        read_effects(text)
    except UsageError as fault:
        raise IllegalError(str(fault)) from None


def _check_changes(combat: Combat, text: str) -> None:
    """Try a line of changes out on the side, so that a slip of the hand is told before anything happens."""
    from hoplo_companion.rules.manual import apply_changes

    try:
        apply_changes(combat, text)
    except IllegalError:
        raise
    except HoploError:
        pass  # Something else is missing, which the rules will ask for in its turn.
