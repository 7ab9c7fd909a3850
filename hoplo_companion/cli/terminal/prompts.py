"""Questions put to the person at the table, a key an answer wherever a key will do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hoplo_companion.cli.terminal.guide import (
    aside_keys,
    asking,
    do_aside,
    is_guided,
    show_asides,
    show_stand,
    until_answered,
)
from hoplo_companion.cli.terminal.keys import reading_keys
from hoplo_companion.cli.terminal.output import say
from hoplo_companion.errors import IllegalError, StoppedError, UsageError, clip
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.rules.by_hand import WORDS
from hoplo_companion.rules.questions import NOTHING, Question, pool_of
from hoplo_companion.signs import deceiving, visible
from hoplo_companion.table.play.answers import ROLL, unit_meant

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
MOST_CHIPS = 25
"""As many chips are offered by a key each; of more the name is typed."""

FEW = 9
"""As many hexes are offered by a key each."""

LONGEST_HEX = 3
"""Letters of the longest name that a hex has."""


def ask_key(message: str, keys: str, *, asides: bool = True) -> str:
    """Wait for one of some keys; any other is said to be none, and Ctrl-C and Ctrl-D stop the turn.

    In a guided evening the keys of asides do what they do, and AskAgainError has the question put again; `asides` is
    False where there are none.
    """
    others = ""
    if asides:
        show_asides()
        others = aside_keys(but=keys)
    key = _one_key(message, keys, others)
    if key not in keys:
        do_aside(key)
    return key


def _one_key(message: str, keys: str, others: str) -> str:
    with reading_keys() as read:
        print(message, end="", flush=True)
        while True:
            try:
                key = read()
            except StoppedError:
                print()
                raise
            if key and key not in keys + others and key.lower() in keys:
                key = key.lower()
            if key and key in keys + others:
                print(key)
                return key
            if key.strip():
                print(f"\n  {clip(key)} is none of the keys\n{message}", end="", flush=True)


def ask_line(message: str, known: Iterable[str] = (), *, asides: bool = True) -> str:
    """Ask for a line of text, completed by Tab from names that are known; Ctrl-C and Ctrl-D stop the turn.

    In a guided evening a line that is the key of an aside does what that does, as by `ask_key`.
    """
    if asides:
        show_asides(in_line=True)
    line = _one_line(message, list(known))
    if asides and line and (line in aside_keys() or (line[0] == ":" and is_guided())):
        do_aside(line)
    return line


def _one_line(message: str, known: Sequence[str]) -> str:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.shortcuts import CompleteStyle

    # The prompt library writes past what cleans everything else.
    message = visible(message)
    words = WordCompleter(sorted({word for word in known if not deceiving(word)}), ignore_case=True, sentence=True)
    session: PromptSession[str] = PromptSession()
    try:
        typed = session.prompt(
            message, completer=words, complete_while_typing=False, complete_style=CompleteStyle.READLINE_LIKE
        )
        return typed.strip()
    except (KeyboardInterrupt, EOFError):
        raise StoppedError from None


def show_choices(choices: Mapping[str, str]) -> None:
    """List what may be chosen by a key each: a line each, and hexes or very many side by side."""
    are_hexes = len(choices) > 3 and max(map(len, choices.values())) <= LONGEST_HEX
    if len(choices) <= FEW and not are_hexes:
        for key, words in choices.items():
            say(f"  {key}  {words}")
        return
    from rich.columns import Columns
    from rich.console import Console
    from rich.padding import Padding

    cells = Columns([f"{key}  {words}" for key, words in choices.items()], padding=(0, 3), column_first=not are_hexes)
    Console(highlight=False, markup=False).print(Padding(cells, (0, 0, 0, 2)))


def choose_by_key(text: str, choices: Sequence[str]) -> str:
    """Let one of several things be chosen by a key each; of very many its name is typed."""
    say(text)
    if len(choices) > len(KEYS):
        while (line := ask_line("  its name, Tab completes it: ", choices)) not in choices:
            say(f"  {clip(line)} is none of them")
        return line
    show_choices(dict(zip(KEYS, choices, strict=False)))
    return choices[KEYS.index(ask_key("  key: ", KEYS[: len(choices)]))]


class Prompts:
    """Asks the person at the terminal."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain

    def answer(self, question: Question, combat: Combat) -> Any:
        """Ask until the answer is one that the rules accept; what is wrong with any other is said."""
        with asking(question, combat):
            return self._answer(question, combat)

    def _answer(self, question: Question, combat: Combat) -> Any:
        while True:
            try:
                answer = until_answered(lambda: self._ask(question, combat))
                if answer != ROLL:
                    _try_out(combat, answer)
                if question.kind != "choice" or _is_meant(question, answer, combat):
                    return answer
            except (IllegalError, UsageError) as fault:
                say(f"  {fault}")

    def _ask(self, question: Question, combat: Combat) -> Any:
        show_stand()
        say(question_words(question, combat))
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
            case "hits":
                return self._count_hits(question)
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
                say(f"  Enter if nothing changed, or type what did, several changes separated by ;: {WORDS}")
                return ask_line("> ") or NOTHING
        return ask_line("> ")

    def _choose(self, question: Question, combat: Combat) -> str:
        self._offer(question, combat)
        key = ask_key("  key: ", KEYS[: len(question.options)])
        return question.options[KEYS.index(key)]

    def _offer(self, question: Question, combat: Combat) -> None:
        """List the options of a question by their keys, with what there is to say of each."""
        said = {}
        for key, option in zip(KEYS, question.options, strict=False):
            words = option_words(question, option, combat)
            said[key] = f"{option}  ({words})" if words and words != option else option
        show_choices(said)

    def _draw(self, question: Question, combat: Combat) -> str:
        """Take the chip that was drawn: a key each where the bag's are counted, else its name."""
        counted = Counter(question.options)
        keys = KEYS.replace("r", "")
        if 0 < len(counted) <= MOST_CHIPS:
            chips = (chip + (f" ({number} of them)" if number > 1 else "") for chip, number in counted.items())
            show_choices(dict(zip(keys, chips, strict=False)))
            key = ask_key("  key (r lets the app draw): ", keys[: len(counted)] + "r")
            return ROLL if key == "r" else list(counted)[keys.index(key)]
        if counted:
            typed = ask_line("  its name, Tab completes it; r lets the app draw: ", counted)
            return ROLL if typed == "r" else typed
        units, banes = combat.catalogue.ids("units"), combat.catalogue.ids("banes")
        if question.id == "prepare.local":
            name = ask_line("  its name, Tab completes it: ", units)
        else:
            say("  its name, Tab completes it; of a bane with its kind, as in Gigantic:bag")
            name = ask_line("> ", [*units, *banes])
        if "," in name or "/" in name:
            raise UsageError(f"{clip(name)} is more than a name: what the chip shows is asked for next")
        return unit_meant(question, combat, name)

    def _read_stat(self, question: Question) -> Any:
        """Take what a chip shows: a number is one key, dice are their letters."""
        if question.about == "attack":
            from hoplo_companion.notation.units import DICE_LETTERS

            typed = ask_line("  its dice, as in 'blue blue' or 'b b' (k is black): ")
            return " ".join(DICE_LETTERS.get(word, word) for word in typed.lower().split())
        key = ask_key("  key (t types a number above 9): ", "0123456789t")
        return ask_line("  number: ") if key == "t" else key

    def _count_hits(self, question: Question) -> Any:
        """Take the hits of each colour, a key a colour; r lets the app roll them all."""
        found: dict[str, int] = {}
        for at, (colour, count) in enumerate(pool_of(question).items()):
            if count > 9:
                return ask_line(f"  hits by colour, as in {colour}=1, or {ROLL}: ")
            keys = "0123456789"[: count + 1]
            key = ask_key(f"  {count} {colour}: 0-{count} hits, r rolls all in the app: ", keys + "r", asides=not at)
            if key == "r":
                return ROLL
            found[colour] = int(key)
        return found

    def _direct(self, question: Question) -> Any:
        """Take the arena die: its result once the compass is told, else the direction, clockwise from the top."""
        named = question.also or {str(at): way for at, way in enumerate(question.options, 1)}
        say("  " + ", ".join(f"{key} {way}" for key, way in named.items()))
        key = ask_key("  key (r rolls in the app): ", "".join(named) + "r")
        return ROLL if key == "r" else named[key]

    def _read_effect(self, question: Question, combat: Combat) -> str:
        """Take what a component does: one of the lines offered, or a line of the player's own."""
        if question.id == "bane.draw":
            known = combat.catalogue.ids("banes")
            return ask_line("  its name and kind, as in Gigantic:bag (Enter if the stack is empty): ", known) or NOTHING
        self._offer(question, combat)
        keys = KEYS[: len(question.options)]
        key = ask_key("  key (t types what it says): ", keys + "t")
        if key != "t":
            return question.options[KEYS.index(key)]
        if question.id == "component.skills":
            return ask_line("  skills, apart by commas: ", combat.catalogue.ids("skills"))
        say("  as in: movement -1   cannot attack   gain 2 hp   (hoplo data reference has them all)")
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
            hits.append(ask_key(f"  next, {colour}: h hit, m miss: ", "hm", asides=False) == "h")
        return hits


def _is_meant(question: Question, answer: Any, combat: Combat) -> bool:
    from hoplo_companion.cli.terminal.sure import is_answer_meant

    return is_answer_meant(question, answer, combat)


def _try_out(combat: Combat, answer: Any) -> None:
    """Try an answer out on the side, so that a slip of the hand is told before anything happens."""
    from hoplo_companion.rules.agenda import apply

    apply(combat, answer)
