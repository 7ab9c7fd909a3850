"""Proofs of rules as rows of text: the rule and what it says, a board, what is done on it, and what comes of it.

    skill.hurl: An ally is hurled to the hexes alone that suit its list among those offered (p.24; relocate.list)
      r rival C3 Hurl-2, s rival D3 rg1, a player F3, b player C5 hp9
        abilities weakest (ability.hex=E4) -> offered: E3+E4
        abilities strongest, rulings.relocate.list=no (ability.hex=B4) -> at a: B4; hp b: 9
      r rival C3 Hurl-1, a player C4 | arena=atlanteans, chips.trident=@r, arena.blocked=C5/: abilities -> put: none

The head names the rules and says them. A line of units is a board, written as `boards` has it, with what else is known
of it behind a bar (a list has a slash); what is done on it stands below, or behind a colon. `own skills Thorns: …` is a
record of a player's own, for all that follows in the proof; `sides: rival player, player rival` has what follows done
for each, with `{me}` and `{foe}` in their boards.

What is done is a step of a rival's turn alone (`engage weakest`), a turn from a step on (`from movement`), an act of a
unit (`strike x y`, `ability x swap`, `special x agile`, `roam x`; yours in your turn), `attack` and `blow` by x on y in
the turn of whoever has x, the arena's turn from a step on (`arena engage`), your turn (`turn move h G1; end`), what
`Own` does with x (`own attack`), or a question to the rules (`targets`, `move`, `ends`, `solve tactics`, `asks engage`,
`attackable x`, `offers move h D3`, `refuses end`); then priorities, what else is known, and in brackets the answers in
order. Behind the arrow stands what is looked at, and how it has to be, or why it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

from hoplo_companion.errors import HoploError
from hoplo_companion.rules.agenda import pending
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat, Unit, opponents
from hoplo_companion.rules.modifiers import attack_dice, dice, health, is_moveless, movement, range_
from hoplo_companion.rules.position.solve import answer
from hoplo_companion.rules.rival.engage import attackable, specials
from hoplo_companion.rules.rival.engage import targets as aimed_at
from hoplo_companion.rules.rival.turn import begin
from tests.helpers import acting, boards, your_turn
from tests.helpers.own_catalogue import Own
from tests.helpers.play import Told, play

STEPS = ("deployment", "tactics", "movement", "abilities", "engage")
ACTS: dict[str, Callable[..., Told]] = {
    "strike": acting.strike, "ability": acting.ability, "special": acting.special, "roam": acting.roam,
}  # fmt: skip
VALUES: dict[str, Callable[..., Any]] = {
    "attackable": attackable, "usable": specials, "aimed-at": aimed_at, "opponents": opponents, "dice-of": dice,
    "dice-against": attack_dice, "movement-of": movement, "range-of": range_, "health-of": health, "is-dazed": is_dazed,
    "is-moveless": is_moveless,
}  # fmt: skip
"""What the rules say of units, by their ids."""

LOOKS = {
    "put": "Relocated unit end", "attacks": "Attacked unit target", "damage": "Damaged unit by damage",
    "defeated": "Defeated unit", "used": "effect-used unit effect", "rolled": "rolled-at dice targets",
    "offered": "asked options", "moved": "Moved unit end", "specials": "special-used unit special target",
}  # fmt: skip
"""What is looked at often, and the fields of it that are shown."""


class Proof(NamedTuple):
    """The rules that are proved, what they say, and for each row its records, board, what is done and what is found."""

    rules: list[str]
    says: str
    rows: list[tuple[str, str, str, str]]


def proofs(text: str) -> pytest.MarkDecorator:
    """Run a test on each proof of a text, by the name of what it says."""
    read: list[Proof] = []
    own = board = sides = unasked = ""
    for line in lines_of(text):
        ask, arrow, found = line.strip().partition(" -> ")
        if line[0] != " ":
            rules, _, says = line.partition(": ")
            read.append(Proof(rules.split(", "), says, []))
            own = sides = board = ""
        elif ask.startswith("sides: "):
            sides = ask.removeprefix("sides: ")
        elif ask.startswith("own ") and not arrow:
            own = f"{own}\n{ask}" if board.startswith("own ") else ask
            board = ask
        elif arrow:
            before, colon, ask = ask.rpartition(": ")
            board = before if colon else board
            unasked = ""
            for me, foe in (pair.split() for pair in (sides or "me foe").split(", ")):
                read[-1].rows.append((own, board.replace("{me}", me).replace("{foe}", foe), ask, found))
        else:
            assert not unasked, f"nothing is asked of {unasked}"
            board = unasked = ask
    assert not unasked, f"nothing is asked of {unasked}"
    assert all(proof.rows for proof in read)
    return pytest.mark.parametrize(
        "proof", [pytest.param(each, marks=pytest.mark.rule(*each.rules), id=each.says) for each in read]
    )


def lines_of(text: str) -> list[str]:
    """The lines of a text that are neither empty nor a remark; what continues a line may be indented."""
    return [re.sub(" {2,}", " ", line) for line in text.splitlines() if line and line[0] != "#"]


def columns(text: str, number: int) -> list[list[str]]:
    """The rows of a table whose columns stand between bars; those that a row leaves off are empty."""
    rows = [[part.strip() for part in line.split("|")] for line in lines_of(text)]
    return [[*row, *[""] * (number - len(row))] for row in rows]


def prove(proof: Proof) -> None:
    """Hold what comes of each row of a proof against what the row says."""
    found = [(row, seen(*row)) for row in proof.rows]
    wrong = [f"{board}: {ask} -> {says}\n  comes to: {now}" for (_, board, ask, says), now in found if now != says]
    assert not wrong, "\n".join([proof.says, *wrong])


def seen(own: str, board: str, ask: str, says: str) -> str:
    """Do what a row says on its board, and word what it looks at."""
    units, _, known = board.partition("| ")
    doing, _, script = ask.partition(" (")
    head, *more = [*doing.split(", "), *filter(None, known.split(", "))]
    fields = known_of(more)
    answers = [answer_of(each) for each in script.removesuffix(")").split(", ")] if script else []
    try:
        done = do(own, units.strip().split(", ") if units.strip() else [], head.split(), fields, answers)
    except HoploError as error:
        return f"refused: {error}"
    if isinstance(done, str):
        return done
    return "; ".join(f"{look}: {looked(done, look)}" for look in (part.partition(": ")[0] for part in says.split("; ")))


def known_of(each: Iterable[str]) -> dict[str, Any]:
    """Read what is known of a board beside its units: `key=value`, or `key.part=value` for a part of it."""
    fields: dict[str, Any] = {}
    for name, _, value in (one.partition("=") for one in each):
        key, _, part = name.partition(".")
        if part:
            fields.setdefault(key, {})[part] = value_of(value)
        else:
            fields[key] = value if key == "tactics" else value_of(value)
    return fields


def value_of(text: str) -> Any:
    """Read a value: a number, a list where there is a slash, true or false, or a word."""
    if "/" in text:
        return [value_of(each) for each in text.removesuffix("/").split("/")] if text != "/" else []
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def answer_of(text: str) -> Any:
    """Read an answer, with the question's id before it if that is held as well."""
    id_, equals, answer = text.partition("=")
    return (id_, value_of(answer)) if equals else value_of(text)


def records(lines: str) -> Own:
    """Read the records of a player's own: their kind, name, other fields, and effects."""
    kinds: dict[str, Any] = {}
    for line in lines.splitlines():
        head, _, effects = line.partition(": ")
        _, kind, name, *fields = head.split()
        more = dict(each.split("=") for each in fields)
        kinds.setdefault(kind, {})[name.replace("_", " ")] = {**more, "effects": effects} if more else effects
    return Own(**kinds)


def do(own: str, units: list[str], words: list[str], fields: dict[str, Any], answers: list[Any]) -> Any:
    """Do what an ask says: what was told of it, what `solve` answers, or a question to the rules answered in words."""
    what, *rest = words
    after = {"strike": 2, "ability": 2, "special": 2, "roam": 1, "from": 1, "arena": 1, "own": 1, "solve": 1, "asks": 1}
    lists = fields.pop("list", None) or " ".join(rest[after.get(what, 0) :]) or "any"
    made = records(own) if own else None

    def board(step: str) -> Combat:
        tired, arena = fields.pop("fatigued", []), fields.pop("arena_of", "")
        if arena:
            now = acting.in_arena_of(arena, step, units, lists, **fields)
        else:
            now = (made or boards).combat(step, units, lists, **fields)
        return acting.fatigued(now, *tired) if tired else now

    if what == "own" and made:
        act: Callable[..., Told] = getattr(made, rest[0])
        return act(units, answers, lists, **fields)
    if what in ("targets", "ends"):
        return " ".join(boards.targets(units, lists, **fields)) or "-" if what == "targets" else ends(board("movement"))
    if what == "move":
        status, marks, places = boards.does(units, lists, **fields)
        return f"{status} {' '.join(mark.partition(' ')[2] for mark in marks) or '-'}: {' '.join(places)}"
    if what == "solve":
        return answer(board(rest[0]))
    if what == "asks":
        return {"asks": pending(begin(board(rest[0]), rest[0])[0])}
    if what in VALUES:
        now = board(fields.pop("step", "engage"))
        return shown(VALUES[what](now, *(now.units[each] for each in rest)))
    if what == "blow":
        (_, by, _, attacker), (_, on, _, target) = (f"{line} ".split(" ", 3) for line in units)
        return acting.blow(by, on, attacker, target, answers, **fields)
    if what == "attack":
        return acting.turn_of(units[0].split()[1], units, answers, priorities=lists, **fields)
    if what in STEPS:
        return play(board(what), answers, only=what)
    if what == "from":
        return play(board(rest[0]), answers)
    if what == "arena":
        return acting.arena_turn(board(rest[0]), answers)
    if what in ("turn", "offers", "refuses"):
        lists, line = "any", " ".join(rest)
        step = fields.pop("step", "deployment")
        if what == "turn":
            return your_turn.turn(board(step), line, answers)
        return (your_turn.offered if what == "offers" else your_turn.refused)(board(step), line)
    if any(line.startswith(f"{rest[0]} player") for line in units):
        fields["state"] = {"side": "player", **fields.get("state", {})}
    return ACTS[what](board(fields.pop("step", "engage")), *rest[: after[what]], answers)


def ends(now: Combat) -> str:
    """Tell every way in which the Movement Step can end: `unit HEX` for each rival unit, by id, sorted."""
    outcomes = answer(now)["outcomes"]
    return ", ".join(sorted(" ".join(f"{unit} {each[unit]}" for unit in sorted(each)) for each in outcomes))


def looked(told: Any, look: str) -> str:
    """Word what a row looks at: `hp x`, `at x`, `place flag`, `dice`, a field of the combat, or events with fields."""
    what, *names = look.split()
    if not isinstance(told, Told):
        value: Any = str(told) if what == "text" else walked(told, what)
        if names == ["*"]:
            return ", ".join(f"{key} {shown(each)}" for key, each in value.items()) or "none"
        return listed(value, names) if names else shown(value)
    if what == "hp":
        return shown(told.hp(names[0]))
    if what == "at":
        return told.hex(names[0])
    if what == "place":
        return acting.place_of(told, names[0])
    if what == "dice":
        return ", ".join(acting.dice(told)) or "none"
    if what == "combat":
        return shown(walked(told.combat, names[0]))
    kind, *first = LOOKS.get(what, what).split()
    names = [*first, *names]
    each = told.asked if kind == "asked" else told.of(KINDS.get(kind, kind))
    return listed(each, names) if names else str(len(each) or "none")


def listed(each: Iterable[Any], names: list[str]) -> str:
    """Word the fields of several things."""
    return ", ".join(" ".join(shown(walked(one, name)) for name in names) for one in each) or "none"


def walked(value: Any, path: str) -> Any:
    """Follow a path of fields and keys into a value; of what is kept by key the keys."""
    for name in path.split("."):
        value = value[name] if isinstance(value, dict) else getattr(value, name)
    return value


def shown(value: Any) -> str:
    """Word a value: what there are several of with plus signs between."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple, dict)):
        return "+".join(shown(each) for each in value) or "-"
    if isinstance(value, (Unit, Held)):
        return value.id
    if isinstance(value, (set, frozenset)):
        return "+".join(sorted(value)) or "-"
    return "-" if value in ("", None) else str(value)


KINDS = {kind.__name__: kind for kind in Event.__subclasses__()}
