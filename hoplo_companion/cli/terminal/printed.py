"""What a card says, typed as it is printed: understood where its words are common ones, else kept as a reminder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.notation.cards import read_card
from hoplo_companion.notation.parts import quoted
from hoplo_companion.notation.printed import added_to_lineup, understood

AGAIN, SHOWN = "again", "shown"

OF_CARDS = {
    SHOWN: later("not at all: it is shown with the card"),
    "set up: {}": later("as the combat is set up"),
    "turn start: {} for arena": later("at the start of each turn of the rival"),
    "deployed: {} for unit": later("as a unit is deployed"),
    "cleanup: {}": later("in the Cleanup Phase"),
}
OF_UNITS = {
    SHOWN: later("not at all: it is shown with the card"),
    "deployed: {}": later("as it is deployed"),
    "turn start: {}": later("at the start of its turn"),
    "attacks: {}": later("as it attacks"),
    "attacked: {}": later("as it is attacked"),
    "ability: {}": later("where it is used as an Ability"),
    "special: {}": later("where it is used as a Special"),
}
REMINDERS = {
    "event": OF_CARDS,
    "bane": OF_CARDS,
    "arena": OF_CARDS,
    "prowess": OF_UNITS,
    "skill": {when: words for when, words in OF_UNITS.items() if when != SHOWN},
    "tactic": {"played: {}": later("as it is placed"), **OF_UNITS},
}
"""When the play stops for what only the player can carry out, kind by kind, and how that is written."""

TEXT = {"event": "instructions"}
"""Where the text of a card is kept, if not as `text`."""


def printed_asked(
    terminal: Terminal, kind: str, name: str, known: Catalogue, text: str, form: str = "{}"
) -> tuple[dict[str, Any], str]:
    """Ask for what a card says until Enter alone is typed; give the fields that all of it fills, and what was typed."""
    lines: list[str] = []
    said: list[str] = []
    typed: list[str] = []
    while line := terminal.write(text if not typed else " " * terminal.inset + tr("what else; Enter ends it")).strip():
        meant = meant_by(terminal, kind, name, known, line, form)
        if meant is None:
            continue
        typed.append(line)
        lines += [meant] if meant else []
        said += [line] if meant != line else []
    return fields_of(kind, name, known, lines, said, form), " ".join(typed)


def fields_of(
    kind: str, name: str, known: Catalogue, lines: Sequence[str], said: Sequence[str], form: str = "{}"
) -> dict[str, Any]:
    """Give the fields that lines of effects and other parts of a card fill, with what it `said` as it is printed."""
    effects = form.replace("{}", " ; ".join(each for each in lines if not _is_part(each)))
    parts = [each for each in lines if _is_part(each)]
    line = ", ".join(each for each in [*parts, effects] if each and each != form.replace("{}", ""))
    fields = dict(read_card(kind, f"{name}: {line}", known).fields) if line else {}
    return {**fields, **({TEXT.get(kind, "text"): " ".join(said)} if said else {})}


def _is_part(line: str) -> bool:
    """Tell whether a line is another part of the card than its effects."""
    return line.startswith(("then ", "capacity "))


def meant_by(terminal: Terminal, kind: str, name: str, known: Catalogue, typed: str, form: str) -> str | None:
    """Find out what a text means: a line, nothing where it is only shown, None where it is typed again."""
    if _reads(kind, name, known, form.replace("{}", typed)):
        return typed
    line = understood(typed, known, of_hero=kind in ("prowess", "skill", "tactic"))
    if kind == "event" and line is None and (icons := added_to_lineup(typed)):
        line = f"then {icons}"
    if line is not None and _reads(kind, name, known, line if _is_part(line) else form.replace("{}", line)):
        terminal.say("  " + tr("Understood as: {line}", line=line))
        if terminal.agreed(tr("Is that what it says?")):
            return line
    when = REMINDERS[kind]
    text = tr("Keep it as your reminder, and stop for it when?")
    chosen = terminal.choose(text, [*when, AGAIN], [*map(tr, when.values()), tr("I type it in other words")])
    if chosen == AGAIN:
        return None
    return "" if chosen == SHOWN else chosen.replace("{}", f"manual {quoted(typed)}")


def _reads(kind: str, name: str, known: Catalogue, line: str) -> bool:
    try:
        return bool(read_card(kind, f"{name}: {line}", known).fields)
    except UsageError:
        return False
