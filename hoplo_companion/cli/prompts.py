"""Questions put to the person at the table, a key an answer wherever a key will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from hoplo_companion.errors import IllegalError, StoppedError, UsageError, clip
from hoplo_companion.render.questions import option_words, question_words
from hoplo_companion.rules.manual import WORDS
from hoplo_companion.rules.questions import NOTHING, Question
from hoplo_companion.table.session import ROLL, unit_meant

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
MOST_CHIPS = 25
"""As many chips are offered by a key each; of more the name is typed."""

FEW = 9
"""As many hexes are offered by a key each."""


ASIDE_KEYS = "UBWFRPNQ"
"""Undo, board, why, fix, rules, pad, note and quit, at every prompt of a guided evening."""


class Guide:
    """What the keys of asides do while an evening is guided (`hoplo play`); nothing otherwise."""

    aside: Callable[[str], None] | None = None


def ask_key(message: str, keys: str) -> str:
    """Wait for one of some keys; any other is said to be none, and Ctrl-C and Ctrl-D stop the turn.

    In a guided evening the keys of asides do what they do, and the same is asked again.
    """
    asides = "".join(key for key in ASIDE_KEYS if key not in keys) if Guide.aside is not None else ""
    while (key := _one_key(message, keys + asides)) in tuple(asides):
        assert Guide.aside is not None
        Guide.aside(key)
    return key


def _one_key(message: str, keys: str) -> str:
    bindings = KeyBindings()
    wrong = ""

    def bind(key: str) -> None:
        @bindings.add(key)
        def _(event: KeyPressEvent) -> None:
            event.app.exit(result=key)

    for key in keys:
        bind(key)

    @bindings.add("<any>")
    def _(event: KeyPressEvent) -> None:
        """Say before the question that another key is none of those asked for."""
        nonlocal wrong
        wrong = f"  {clip(event.data)} is none of the keys;" if event.data.isprintable() and event.data else ""

    for stop in ("c-c", "c-d"):

        @bindings.add(stop)
        def _(event: KeyPressEvent) -> None:
            event.app.exit(exception=StoppedError())

    session: PromptSession[str] = PromptSession()
    answer = session.prompt(lambda: wrong + message, key_bindings=bindings)
    print(answer)
    return answer


def ask_line(message: str, known: Iterable[str] = ()) -> str:
    """Ask for a line of text, completed by Tab from names that are known; Ctrl-C and Ctrl-D stop the turn.

    In a guided evening a line that is the key of an aside does what that does, and the same is asked again.
    """
    while (line := _one_line(message, known)) in tuple(ASIDE_KEYS) and Guide.aside is not None:
        Guide.aside(line)
    return line


def _one_line(message: str, known: Iterable[str]) -> str:
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.shortcuts import CompleteStyle

    words = WordCompleter(sorted(set(known)), ignore_case=True, sentence=True)
    session: PromptSession[str] = PromptSession()
    try:
        typed = session.prompt(
            message, completer=words, complete_while_typing=False, complete_style=CompleteStyle.READLINE_LIKE
        )
        return typed.strip()
    except (KeyboardInterrupt, EOFError):
        raise StoppedError from None


def choose_by_key(text: str, choices: Sequence[str]) -> str:
    """Let one of several things be chosen by a key each; of very many its name is typed."""
    print(text)
    if len(choices) > len(KEYS):
        while (line := ask_line("  its name, Tab completes it: ", choices)) not in choices:
            print(f"  {clip(line)} is none of them")
        return line
    for key, choice in zip(KEYS, choices, strict=False):
        print(f"  {key}  {choice}")
    return choices[KEYS.index(ask_key("  key: ", KEYS[: len(choices)]))]


class Prompts:
    """Asks the person at the terminal."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain

    def answer(self, question: Question, combat: Combat) -> Any:
        """Ask until the answer is one that the rules accept; what is wrong with any other is said."""
        while True:
            print()
            print(question_words(question, combat))
            answer = self._ask(question, combat)
            try:
                if answer != ROLL:
                    _try_out(combat, answer)
                return answer
            except (IllegalError, UsageError) as fault:
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
            case "choice":
                return unit_meant(question, combat, ask_line("  Tab lists them: ", question.options))
            case "dice":
                return self._roll(question)
            case "direction":
                return self._direct(question)
            case "effect":
                return self._read_effect(question, combat)
            case "chip":
                return self._draw(question, combat)
            case "hex" if len(question.options) <= FEW:
                return self._choose(question, combat)
            case "hex":
                return ask_line("  hex, as in D3: ", question.options)
            case "stat":
                return self._read_stat(question)
            case "manual":
                return ask_line(f"  Enter if nothing changed, or type what did: {WORDS}\n> ") or NOTHING
        return ask_line("> ")

    def _choose(self, question: Question, combat: Combat) -> str:
        for key, option in zip(KEYS, question.options, strict=False):
            words = option_words(question, option, combat)
            print(f"  {key}  {option}" + (f"  ({words})" if words and words != option else ""))
        key = ask_key("  key: ", KEYS[: len(question.options)])
        return question.options[KEYS.index(key)]

    def _draw(self, question: Question, combat: Combat) -> str:
        """Take the chip that was drawn: a key each where the bag's are counted, else its name."""
        counted = Counter(question.options)
        keys = KEYS.replace("r", "")
        if 0 < len(counted) <= MOST_CHIPS:
            for key, (chip, number) in zip(keys, counted.items(), strict=False):
                print(f"  {key}  {chip}" + (f" ({number} of them)" if number > 1 else ""))
            key = ask_key("  key (r lets the app draw): ", keys[: len(counted)] + "r")
            return ROLL if key == "r" else list(counted)[keys.index(key)]
        if counted:
            typed = ask_line("  its name, Tab completes it; r lets the app draw: ", counted)
            return ROLL if typed == "r" else typed
        known = [*combat.catalogue.ids("units"), *combat.catalogue.ids("banes")]
        text = "  its name, Tab completes it; of a bane with its kind, as in Gigantic:bag: "
        return unit_meant(question, combat, ask_line(text, known))

    def _read_stat(self, question: Question) -> Any:
        """Take what a chip shows: a number is one key, dice are their letters."""
        if question.about == "attack":
            from hoplo_companion.components.unit_line import DICE_LETTERS

            typed = ask_line("  its dice, as in 'blue blue' or 'b b' (k is black): ")
            return " ".join(DICE_LETTERS.get(word, word) for word in typed.lower().split())
        key = ask_key("  key (t types a number above 9): ", "0123456789t")
        return ask_line("  number: ") if key == "t" else key

    def _direct(self, question: Question) -> Any:
        """Take the arena die: its result once the compass is told, else the direction, clockwise from the top."""
        named = question.also or {str(at): way for at, way in enumerate(question.options, 1)}
        print("  " + ", ".join(f"{key} {way}" for key, way in named.items()))
        key = ask_key("  key (r rolls in the app): ", "".join(named) + "r")
        return ROLL if key == "r" else named[key]

    def _read_effect(self, question: Question, combat: Combat) -> str:
        """Take what a component does: one of the lines offered, or a line of the player's own."""
        for key, option in zip(KEYS, question.options, strict=False):
            words = option_words(question, option, combat)
            print(f"  {key}  {option}" + (f"  ({words})" if words else ""))
        keys = KEYS[: len(question.options)]
        key = ask_key("  key (t types what it says): ", keys + "t")
        if key != "t":
            return question.options[KEYS.index(key)]
        if question.id == "component.skills":
            return ask_line("  skills, apart by commas: ", combat.catalogue.ids("skills"))
        print("  as in: movement -1   cannot attack   gain 2 hp   (hoplo data reference has them all)")
        return ask_line("> ")

    def _roll(self, question: Question) -> Any:
        count = len(question.dice)
        if count > 9:
            return ask_line(f"  hits, 0-{count}, or {ROLL}: ")
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


def _try_out(combat: Combat, answer: Any) -> None:
    """Try an answer out on the side, so that a slip of the hand is told before anything happens."""
    from hoplo_companion.rules.agenda import apply

    apply(combat, answer)
