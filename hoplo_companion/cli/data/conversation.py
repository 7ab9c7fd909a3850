"""Chips and cards entered by a conversation: a line for each part of what is printed, in the order of the print."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from hoplo_companion.cli.data.printed import printed_asked
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import later, tr
from hoplo_companion.notation.cards import read_card
from hoplo_companion.notation.events import named_by_act
from hoplo_companion.notation.parts import Card, head_of

TABLES = ("mat", "change")
"""Fields that are tables of which a line may give a part."""


class Ask(NamedTuple):
    """One question of the conversation: the field it fills, its words, and how the answer stands in a line.

    Shapes: `{}` in `form` stands for the answer; with `choices` one of them is picked, each by its line and in words;
    `separator` joins the lines of an answer of several lines, which Enter alone ends.
    """

    field: str
    text: str
    form: str = "{}"
    choices: dict[str, str] | None = None
    separator: str = ""


SKIP = later("I do not know yet")
EFFECT = Ask("effects", later("What it says, as printed"))

QUESTIONS: dict[str, tuple[Ask, ...]] = {
    "unit": (
        Ask("movement", later("What it shows, in one line, as in: defender, 1/1/4, bb, Taunt, Regen 1, of atlanteans")),
    ),
    "skill": (EFFECT,),
    "tactic": (
        Ask("kind", later("Which kind is it?"), choices={
            "permanent": later("permanent"), "instant": later("instant"), "temporary": later("temporary"),
        }),
        Ask("until", later("Until when?"), "temporary until {}", {
            "end of turn": later("the end of the turn"),
            "end of its next turn": later("the end of its next turn"),
            "start of your next turn": later("the start of your next turn"),
            "end of combat": later("the end of the combat"),
        }),
        EFFECT,
        Ask(
            "rival_target",
            later("On whom does the rival place it, as in strongest opponent?"),
            "rival places it on {}",
        ),
        Ask("rival_class", later("Which class of rival unit brings it, as in archer?"), "class {}"),
    ),
    "prowess": (Ask("hero", later("Whose card is it?")), EFFECT),
    "bane": (
        Ask("kind", later("Which kind is it?"), choices={
            "bag": later("bag"), "unit": later("unit"), "camp": later("camp"),
        }),
        EFFECT,
    ),
    "event": (
        Ask("kind", later("Which kind is it?"), choices={
            "bloodshed": later("Bloodshed"), "sport": later("Sport"), "primus 1": later("primus of Act I"),
            "primus 2": later("primus of Act II"), "primus 3": later("primus of Act III"),
        }),
        Ask("goals", later("Sports         c capture the flag, k king of the hill, s spar"), "goals {}"),
        Ask("lineup", later("Rival's lineup  l local, b bag, p primus, t a tactic on the one before"), "lineup {}"),
        Ask("yours", later("Your lineup    h hero, c a unit of the camp"), "yours {}"),
        EFFECT,
    ),
    "opportunity": (
        Ask("events", later("In which combats may you change something, as in bloodshed, sport or any?"), "in {}"),
        Ask("adds", later("What may you add to the end of the rival's lineup, as in bag?"), "adds {}"),
        Ask("by_hand", later("What else may you change, in your words?"), 'by hand "{}"'),
        Ask("met", later("When is it met?"), "met {}", {
            "win": later("when the combat is won"), "by-hand": later("you say so yourself"),
        }),
        Ask(
            "reward",
            later("Its reward, as in hero-prowess, remove-bane, recruit UNIT or tactic NAME"),
            "reward {}",
        ),
    ),
    "arena": (
        Ask("columns", later("How many hexes has each column, from the rival's side?"), "columns {}"),
        Ask("rival_deployment", later("The rival's deployment hexes by their numbers, as in A1 A2 A3"), "rival {}"),
        Ask("player_deployment", later("Your deployment hexes"), "player {}"),
        Ask("key_hexes", later("The key hexes"), "key {}"),
        Ask(
            "priorities",
            later("The priority lists, one per line, as in 'all: flagholder > strongest'"),
            separator=", ",
        ),
        EFFECT._replace(form="effect {}"),
    ),
}  # fmt: skip


def converse(
    terminal: Terminal, kind: str, name: str, known: Catalogue, given: Mapping[str, Any] | None = None
) -> Card:
    """Ask for what a chip or card shows; every answer is read at once, and asked for again where it does not fit.

    What is `given` already, as the kind of an event by the place where it is drawn, is not asked.
    """
    name = name or terminal.until_good(tr("Its name, as printed:"), lambda text: head_of(text, kind)[0])
    if kind == "skill" and "#" not in name and _is_numbered(terminal):
        name += " #"
    card = read_card(kind, name, known)
    fields: dict[str, Any] = {**(given or {}), **card.fields}
    for ask in QUESTIONS[kind]:
        if ask.field in fields or any(ask.field in fields.get(key, {}) for key in TABLES) or _is_idle(ask, fields):
            continue
        found = _asked(terminal, ask, kind, name, known)
        tables = {key: {**fields.get(key, {}), **found[key]} for key in TABLES if key in found}
        fields |= {**found, **tables}
    return named_by_act(card._replace(fields=fields))


def _is_idle(ask: Ask, fields: dict[str, Any]) -> bool:
    """Say whether what is known already leaves a question without an answer."""
    kind = fields.get("kind")
    match ask.field:
        case "until":
            return kind != "temporary"
        case "goals":
            return kind not in (None, "sport")
        case "effects":
            return kind == "primus"
    return False


def _is_numbered(terminal: Terminal) -> bool:
    text = tr("Do chips show a number after its name?")
    return terminal.choose(text, ["no", "yes"], [tr("no"), tr("yes")]) == "yes"


def _asked(terminal: Terminal, ask: Ask, kind: str, name: str, known: Catalogue) -> dict[str, Any]:
    """Ask one question; give the fields that its answer fills."""
    text = tr(ask.text)
    if ask.field == "effects":
        return printed_asked(terminal, kind, name, known, text, ask.form)

    def read(answers: Sequence[str]) -> dict[str, Any]:
        line = ask.form.replace("{}", ask.separator.join(answers))
        return read_card(kind, f"{name}: {line}", known).fields if any(answers) else {}

    if ask.choices:
        # First comes what changes nothing: Enter alone never overwrites what is known.
        answer = terminal.choose(text, ["", *ask.choices], [tr(SKIP), *map(tr, ask.choices.values())])
        return read([answer])
    if ask.separator:
        terminal.say(tr("{question}; Enter ends it.", question=text))
        return _lines_asked(terminal, read)
    return terminal.until_good(tr("{question} (Enter to skip):", question=text), lambda line: read([line]))


def _lines_asked(terminal: Terminal, read: Callable[[Sequence[str]], dict[str, Any]]) -> dict[str, Any]:
    """Ask for lines until one is empty; give the fields that they fill together."""
    lines: list[str] = []
    found: dict[str, Any] = {}

    def further(line: str) -> dict[str, Any] | None:
        if not line:
            return None
        fields = read([*lines, line])
        lines.append(line)
        return fields

    while (fields := terminal.until_good(f"  {len(lines) + 1}:", further)) is not None:
        found = fields
    return found
