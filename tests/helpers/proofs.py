"""Proofs of rules as rows of text: the rule and what it says, a board, what is done on it, and what comes of it.

    skill.hurl: An ally is hurled to the hexes alone that suit its list among those offered (p.24; relocate.list)
      r rival C3 Hurl-2, s rival D3 rg1, a player F3, b player C5 hp9
        abilities weakest (ability.hex=E4) -> offered: E3+E4
        abilities strongest, rulings.relocate.list=no (ability.hex=B4) -> at a: B4; hp b: 9
      r rival C3 Hurl-1, a player C4 | arena=atlanteans, chips.trident=@r, arena.blocked=C5/: abilities -> put: none

The head names the rules and says them. A line of units is a board, written as `boards` has it, with what else is known
of it behind a bar (a list has a slash); what is done on it stands below, or behind a colon. `own skills Thorns: …` is a
record of a player's own, for all that follows in the proof. `sides: rival player, player rival` has what follows done
for each, with `{me}` and `{foe}` in their place. Where rows differ in a few words, a table below them has these words:

      own skills Own: {line}
      x rival C3 hp2 hl5 Own, y player G2
        own ability -> hp x: {hp}
        {line} | {hp}
          ability: heal 1 | 3
          ability: gain 9 hp | 11

What is done is a step of a rival's turn alone (`engage weakest`), a turn from a step on (`from movement`), an act of a
unit (`strike x y`, `ability x swap`, `special x agile`, `roam x`; yours in your turn), `attack` and `blow` by x on y in
the turn of whoever has x, the arena's turn from a step on (`arena engage`), your turn (`turn move h G1; end`), what
`Own` does with x (`own attack`), something by hand (`correct set h hp 2`), what happens to a unit (`damage y 2 x`,
`defeat x`), turns in which nothing is done (`turns rival player`), nothing (`look`), or a question to the rules
(`targets`, `move`, `ends`, `solve tactics`, `asks engage`, `offers move h D3`, `refuses end`, `why engage x`, `why-not
engage x y`, `because engage`); then priorities, what else is known, and in brackets the answers in order. What is done
next stands behind `>`. Behind the arrow stands what is looked at, and how it has to be, or why it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

from hoplo_companion.errors import HoploError, InvalidError
from hoplo_companion.language import speaking
from hoplo_companion.render.sentences.decisions import because
from hoplo_companion.render.sentences.events import sentence
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.agenda import pending
from hoplo_companion.rules.corrections import correct
from hoplo_companion.rules.damage import deal_damage
from hoplo_companion.rules.defeat import defeat
from hoplo_companion.rules.effects.judge import is_dazed, judge
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat, Unit, opponents
from hoplo_companion.rules.modifiers import attack_dice, dice, health, is_moveless, movement, range_, unit_now
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.position.solve import answer
from hoplo_companion.rules.rival.engage import attackable, specials
from hoplo_companion.rules.rival.engage import targets as aimed_at
from hoplo_companion.rules.rival.turn import abilities, begin
from hoplo_companion.rules.why.steps import decisions, verdicts
from tests.helpers import acting, boards, your_turn
from tests.helpers.own_catalogue import Own, turns
from tests.helpers.play import Told, play

STEPS = ("deployment", "tactics", "movement", "abilities", "engage")
VALUES: dict[str, Callable[..., Any]] = {
    "attackable": attackable, "usable": specials, "aimed-at": aimed_at, "opponents": opponents, "dice-of": dice,
    "dice-against": attack_dice, "movement-of": movement, "range-of": range_, "health-of": health, "is-dazed": is_dazed,
    "is-moveless": is_moveless, "abilities-of": abilities, "skills-of": lambda now, x: sorted(judge(now).skills(x)),
    "cannot": lambda now, x: unit_now(now, x).cannot, "may": lambda now, x: unit_now(now, x).may,
}  # fmt: skip
"""What the rules say of units, by their ids."""

LOOKS = {
    "put": "Relocated unit end", "attacks": "Attacked unit target", "damage": "Damaged unit by damage",
    "defeated": "Defeated unit", "used": "effect-used unit effect", "rolled": "rolled-at dice targets",
    "offered": "asked options", "moved": "Moved unit end", "specials": "special-used unit special target",
}  # fmt: skip
"""What is looked at often, and the fields of it that are shown."""


# Reading ------------------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """Records of a player's own, the board, what is done on it, and what is found."""

    own: str
    board: str
    ask: str
    found: str

    def filled(self, words: dict[str, str]) -> Row:
        """The row with words in their places."""
        return Row(*(re.sub(r"{([\w-]+)}", lambda each: words.get(each[1], each[0]), part) for part in self))


class Proof(NamedTuple):
    """The rules that are proved, what they say, and the rows that show it."""

    rules: list[str]
    says: str
    rows: list[Row]


def proofs(text: str) -> Callable[[Proof], None]:
    """A test of each proof of a text, by the name of what it says."""

    @pytest.mark.parametrize(
        "proof", [pytest.param(each, marks=pytest.mark.rule(*each.rules), id=each.says) for each in read(text)]
    )
    def holds(proof: Proof) -> None:
        """Each sentence holds on the boards below it."""
        found = [(row, seen(row)) for row in proof.rows]
        wrong = [f"{row.board}: {row.ask} -> {row.found}\n  comes to: {now}" for row, now in found if now != row.found]
        assert not wrong, "\n".join([proof.says, *wrong])

    return holds


def read(text: str) -> list[Proof]:
    """The proofs that a text holds."""
    found: list[Proof] = []
    own = board = sides = unasked = ""
    blanks: list[Row] = []
    names: list[str] = []
    for line in lines_of(text):
        ask, arrow, says = line.strip().partition(" -> ")
        if line.startswith("      "):
            cells = dict(zip(names, cells_of(line), strict=True))
            found[-1].rows.extend(row.filled(cells) for row in blanks)
            continue
        if names:
            blanks, names = [], []
        if line[0] != " ":
            assert not blanks, f"no table fills {blanks}"
            rules, _, says = line.partition(": ")
            found.append(Proof(rules.split(", "), says, []))
            own = sides = board = ""
        elif ask.startswith("sides: "):
            sides = ask.removeprefix("sides: ")
        elif ask.startswith("{"):
            names = [name.strip("{}") for name in cells_of(line)]
        elif ask.startswith("own ") and not arrow:
            own = f"{own}\n{ask}" if board.startswith("own ") else ask
            board = ask
        elif arrow:
            before, colon, ask = ask.rpartition(": ")
            board = before if colon else board
            unasked = ""
            for me, foe in (pair.split() for pair in (sides or "{me} {foe}").split(", ")):
                row = Row(own, board, ask, says).filled({"me": me, "foe": foe})
                (blanks if any("{" in part for part in row) else found[-1].rows).append(row)
        else:
            assert not unasked, f"nothing is asked of {unasked}"
            board = unasked = ask
    assert not unasked, f"nothing is asked of {unasked}"
    assert all(proof.rows for proof in found)
    return found


def lines_of(text: str) -> list[str]:
    """The lines of a text that are neither empty nor a remark; what continues a line may be indented."""
    return [re.sub("(?<=[^ ]) {2,}", " ", line) for line in text.splitlines() if line and line[0] != "#"]


def cells_of(line: str) -> list[str]:
    """What stands between the bars of a line."""
    return [part.strip() for part in line.split("|")]


def columns(text: str, number: int) -> list[list[str]]:
    """The rows of a table whose columns stand between bars; those that a row leaves off are empty."""
    rows = [cells_of(line) for line in lines_of(text)]
    return [[*row, *[""] * (number - len(row))] for row in rows]


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


# Doing --------------------------------------------------------------------------------------------------------------


class Course(NamedTuple):
    """What was done on a board: how it began, what came of it, and how it stood at each moment in between."""

    start: Combat
    told: Told
    states: list[Combat]


def seen(row: Row) -> str:
    """Do what a row says on its board, and word what it looks at."""
    units, _, known = row.board.partition("| ")
    first, *then = row.ask.split(" > ")
    try:
        done = begun(row.own, units.strip().split(", ") if units.strip() else [], first, known)
        for each in then:
            doing, _, script = each.partition(" (")
            done = followed(done, doing.split(), answers_of(script))
    except HoploError as error:
        return f"refused: {error}"
    if isinstance(done, str):
        return done
    return "; ".join(
        f"{look}: {looked(done, look)}" for look in (part.partition(": ")[0] for part in row.found.split("; "))
    )


def answers_of(script: str) -> list[Any]:
    """Read the answers that stand in brackets."""
    return [answer_of(each) for each in script.removesuffix(")").split(", ")] if script else []


def begun(own: str, units: list[str], ask: str, known: str) -> Any:
    """Do what an ask says first: a course, what `solve` answers, or a question to the rules answered in words."""
    doing, _, script = ask.partition(" (")
    head, *more = [*doing.split(", "), *filter(None, known.split(", "))]
    what, *rest = head.split()
    fields, answers = known_of(more), answers_of(script)
    lists = fields.pop("list", None) or " ".join(rest[WORDS.get(what, len(rest)) :]) or "any"
    made = records(own) if own else None

    def board(step: str) -> Combat:
        tired, arena = fields.pop("fatigued", []), fields.pop("arena_of", "")
        try:
            if arena:
                now = acting.in_arena_of(arena, step, units, lists, **fields)
            else:
                now = (made or boards).combat(step, units, lists, **fields)
        except InvalidError as error:
            if what == "look":
                raise
            pytest.fail(f"{ask}: this is no board: {error}")
        return acting.fatigued(now, *tired) if tired else now

    match what:
        case "own" if made:
            return of(getattr(made, rest[0])(units, answers, lists, **fields))
        case "targets":
            return " ".join(boards.targets(units, lists, **fields)) or "-"
        case "ends":
            return ends(board("movement"))
        case "move":
            status, marks, places = boards.does(units, lists, **fields)
            return f"{status} {' '.join(mark.partition(' ')[2] for mark in marks) or '-'}: {' '.join(places)}"
        case "solve":
            return answer(board(rest[0]))
        case "asks":
            return {"asks": pending(begin(board(rest[0]), rest[0])[0])}
        case "why" | "why-not" | "because":
            return reasons(board(rest[0]), what, rest[: WORDS[what]])
        case "blow":
            (_, by, _, attacker), (_, on, _, target) = (f"{line} ".split(" ", 3) for line in units)
            return of(acting.blow(by, on, attacker, target, answers, **fields))
        case "attack":
            return of(acting.turn_of(units[0].split()[1], units, answers, priorities=lists, **fields))
        case "offers" | "refuses":
            act = your_turn.offered if what == "offers" else your_turn.refused
            return act(board(fields.pop("step", "deployment")), " ".join(rest))
    if what in ACTS and any(line.startswith(f"{rest[0]} player") for line in units):
        fields["state"] = {"side": "player", **fields.get("state", {})}
    step = {"turn": "deployment", "turns": "deployment", "from": rest and rest[0], "arena": rest and rest[0]}
    now = board(what if what in STEPS else fields.pop("step", step.get(what, "engage")))
    return followed(Course(now, Told(now, [], []), []), [what, *rest[: WORDS.get(what, len(rest))]], answers)


ACTS: dict[str, Callable[..., Told]] = {
    "strike": acting.strike, "ability": acting.ability, "special": acting.special, "roam": acting.roam,
}  # fmt: skip
WORDS = {"strike": 2, "ability": 2, "special": 2, "roam": 1, "from": 1, "arena": 1, "own": 1, "solve": 1, "asks": 1,
         "why": 2, "why-not": 3, "because": 1, "damage": 3, "defeat": 1, "look": 0, "blow": 0, "attack": 0,
         "targets": 0, "move": 0, "ends": 0, **dict.fromkeys(STEPS, 0)}  # fmt: skip
"""How many words belong to what is done; those that follow are priorities. All words belong to what is not listed."""


def of(told: Told) -> Course:
    """The course that ends as it was told."""
    return Course(told.combat, told, [])


def followed(course: Course, words: list[str], answers: list[Any]) -> Course:
    """Go on with what is done next."""
    now = course.told.combat
    what, *rest = words
    states: list[Combat] = []
    match what:
        case "look":
            told = Told(now, [], [])
        case "from":
            told = play(now, answers)
        case "arena":
            told = acting.arena_turn(now, answers)
        case "turn":
            told = your_turn.turn(now, " ".join(rest), answers)
        case "turns":
            states = turns(now, *rest)
            told = Told(states[-1], [], [])
        case "correct":
            told = Told(*correct(now, rest), [])
        case "damage":
            told = acting.drive(
                *_after(deal_damage(now, now.units[rest[0]], int(rest[1]), now.units.get(rest[2])), answers)
            )
        case "defeat":
            told = acting.drive(*_after(defeat(now, now.units[rest[0]]), answers))
        case _ if what in STEPS:
            told = play(now, answers, only=what)
        case _:
            told = ACTS[what](now, *rest, answers)
    before = course.told
    whole = Told(told.combat, [*before.events, *told.events], [*before.asked, *told.asked])
    return Course(course.start, whole, [*course.states, *states])


def _after(result: tuple[Combat, list[Event]], answers: list[Any]) -> tuple[Combat, list[Any], list[Event]]:
    return result[0], answers, result[1]


def ends(now: Combat) -> str:
    """Tell every way in which the Movement Step can end: `unit HEX` for each rival unit, by id, sorted."""
    outcomes = answer(now)["outcomes"]
    return ", ".join(sorted(" ".join(f"{unit} {each[unit]}" for unit in sorted(each)) for each in outcomes))


def reasons(now: Combat, what: str, words: list[str]) -> dict[str, Any]:
    """What `why`, `why-not` and `because` answer: decisions (and in words), verdicts, sentences (and their rulings)."""
    if what == "because":
        found = because(now)
        named = sorted({f"{each['unit']} {each['rule']}" for each in found if now.catalogue.ruling(each["rule"])})
        return {"because": found, "rulings": named}
    if what == "why-not":
        return {"verdicts": verdicts(now, *words)}
    made = decisions(now, *words)
    worded = [
        f"{f'{each.about} {each.by}'.strip()}: {'+'.join(each.chosen) or '-'}"
        + "".join(f", not {one.option} ({each.reason(one)})" for one in each.candidates if one.out)
        for each in made
    ]
    return {"why": "; ".join(worded) or "none", "decisions": made}


# Looking ------------------------------------------------------------------------------------------------------------


def looked(done: Any, look: str) -> str:
    """Word what a row looks at: `hp x`, `at x`, `place flag`, `dice`, a field of the combat, or events with fields."""
    what, *names = look.split()
    if not isinstance(done, Course):
        value: Any = str(done) if what == "text" else walked(done, what)
        if names == ["*"]:
            return ", ".join(f"{key} {shown(each)}" for key, each in value.items()) or "none"
        return listed(value, names) if names else shown(value)
    told = done.told
    if what in VALUES:
        states = done.states or [told.combat]
        return ", ".join(shown(VALUES[what](now, *(now.units[each] for each in names))) for now in states)
    match what:
        case "hp":
            return shown(told.hp(names[0]))
        case "at":
            return told.hex(names[0])
        case "place":
            return acting.place_of(told, names[0])
        case "dice":
            return ", ".join(acting.dice(told)) or "none"
        case "combat":
            return ", ".join(shown(walked(now, names[0])) for now in done.states or [told.combat])
        case "order":
            return ", ".join(event.what for event in told.events if event.what in names) or "none"
        case "words" | "words-it":
            [event] = told.of(KINDS.get(names[0], names[0]))
            with speaking("it" if what == "words-it" else "en"):
                return text_of(sentence(event, names_of(done.start)))
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
