"""What a row of PROOFS does on its board, step by step, and how what it looks at is put into words."""

import json
import re
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from hoplo_companion.errors import HoploError, InvalidError
from hoplo_companion.language import speaking
from hoplo_companion.render.sentences.decisions import because
from hoplo_companion.render.sentences.events import sentence
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.attack import Fall
from hoplo_companion.rules.corrections import correct
from hoplo_companion.rules.defeat import defeat
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.effects.in_force import Held, Scene
from hoplo_companion.rules.effects.judge import is_dazed, is_forbidden, judge
from hoplo_companion.rules.model import Combat, Unit, is_local, opponents
from hoplo_companion.rules.modifiers import attack_dice, dice, health, movement, range_, unit_now
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.unit_options import unit_moves, unit_targets
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader, answer
from hoplo_companion.rules.rival.engage import attackable, specials
from hoplo_companion.rules.rival.engage import targets as aimed_at
from hoplo_companion.rules.rival.mover import priority_list
from hoplo_companion.rules.rival.turn import abilities, begin, has_arena_turn
from hoplo_companion.rules.turns import begin_turn, end_turn
from hoplo_companion.rules.why.decisions import verdict_table
from hoplo_companion.rules.why.steps import decisions, verdicts
from tests.helpers import acting, boards, your_turn
from tests.helpers.fights import UNITS
from tests.helpers.own_catalogue import Own, turns
from tests.helpers.play import Turn, play, question_of
from tests.helpers.positions import example
from tests.helpers.scions import gorgon

STEPS = ("deployment", "tactics", "movement", "abilities", "engage")
VALUES: dict[str, Callable[..., Any]] = {
    "attackable": attackable, "usable": specials, "aimed-at": aimed_at, "opponents": opponents, "dice-of": dice,
    "dice-against": attack_dice, "movement-of": movement, "range-of": range_, "health-of": health, "is-dazed": is_dazed,
    "is-moveless": lambda now, x: is_forbidden(now, x, "move"), "abilities-of": abilities,
    "skills-of": lambda now, x: sorted(judge(now).skills(x)),
    "list-of": lambda now, x: [entry.id() for entry in priority_list(now, x)],
    "not-bold": lambda now, x: [entry.id() for entry in priority_list(now, x) if not entry.opponent],
    "key-hexes": lambda now: now.arena.mat.names(now.key_hexes()),
    "has-arena-turn": has_arena_turn, "locals": lambda now: [x for x in now.units.values() if is_local(now, x)],
    "skills-now": lambda now, x: [f"{each.id}:{each.given}:{each.lost}" for each in unit_now(now, x).skills],
    "cannot": lambda now, x: unit_now(now, x).cannot, "may": lambda now, x: unit_now(now, x).may,
}  # fmt: skip
"""What the rules say of units, by their ids."""

LOOKS = {
    "put": "Relocated unit end", "attacks": "Attacked unit target", "damage": "Damaged unit by damage",
    "defeated": "Defeated unit", "used": "effect-used unit effect", "rolled": "rolled-at dice targets",
    "offered": "asked options", "moved": "Moved unit end", "specials": "special-used unit special target",
}  # fmt: skip
"""What is looked at often, and the fields of it that are shown."""


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
    """Read a value: a number, a list where there is a slash (or a table: `C3:2/C4:1`), true or false, or a word."""
    if "/" in text:
        parts = [each.split(":") for each in text.strip("/").split("/") if each]
        if parts and all(len(each) == 2 for each in parts):
            return {key: value_of(value) for key, value in parts}
        return [value_of(each) for each in text.removesuffix("/").split("/")] if text != "/" else []
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text.strip("'")


def answer_of(text: str) -> Any:
    """Read an answer, with the question's id before it if that is held as well."""
    named = re.fullmatch(r"([a-z]+\.[a-z-]+)=(.*)", text)
    return (named[1], value_of(named[2])) if named else value_of(text)


def records(lines: str) -> Own:
    """Read the records of a player's own: their kind, name, other fields, and effects; a scion is `helpers.scions`'."""
    kinds: dict[str, Any] = {}
    for line in lines.splitlines():
        head, _, effects = line.partition(": ")
        _, kind, name, *fields = head.split()
        more = {key: value_of(value) for key, value in (each.split("=") for each in fields)}
        if kind == "scion":
            kinds |= {"units": UNITS, "scions": {name: gorgon(**more)}}
            continue
        kinds.setdefault(kind, {})[name.replace("_", " ")] = {**more, "effects": effects} if more else effects
    return Own(**kinds)


class Course(NamedTuple):
    """What was done on a board: how it began, what came of it, and how it stood at each moment in between."""

    start: Combat
    told: Turn
    states: list[Combat]


def seen(own: str, board: str, ask: str, says: str) -> str:
    """Do what a row says on its board, and word what it looks at."""
    units, _, known = board.partition("| ")
    first, *then = ask.split(" > ")
    try:
        done = begun(own, [each.strip() for each in units.split(", ") if each.strip()], first, known)
        for each in then:
            doing, _, script = each.partition(" (")
            done = followed(done, doing.split(), answers_of(script))
    except HoploError as error:
        return f"{'no board' if isinstance(error, InvalidError) else 'refused'}: {error}"
    if isinstance(done, str):
        return done
    return "; ".join(f"{look}: {looked(done, look)}" for look in (part.partition(": ")[0] for part in says.split("; ")))


def answers_of(script: str) -> list[Any]:
    return [answer_of(each) for each in script.removesuffix(")").split(", ")] if script else []


def begun(own: str, units: list[str], ask: str, known: str) -> Any:
    """Do what an ask says first: a course, what `solve` answers, or a question to the rules answered in words."""
    doing, _, script = ask.partition(" (")
    head, *over = doing.split(", ")
    more = [each.strip() for each in (*known.split(", "), *over) if each.strip()]
    what, *rest = head.split()
    fields, answers = known_of(more), answers_of(script)
    lists = fields.pop("list", None) or " ".join(rest[WORDS.get(what, len(rest)) :]) or "any"
    made = records(own) if own else None

    def board(step: str) -> Combat:
        if units and units[0] == "rulebook-p22":
            return example(**fields.pop("skills", {}))
        tired, arena = fields.pop("fatigued", []), fields.pop("arena_of", "")
        if arena:
            now = acting.in_arena_of(arena, step, units, lists, **fields)
        else:
            now = (made or boards).combat(step, units, lists, **fields)
        return acting.fatigued(now, *tired) if tired else now

    match what:
        case "own" if made:
            return of(getattr(made, rest[0])(units, answers, lists, **fields))
        case "targets":
            return " ".join(answer(board("engage"))["units"]["r"]["targets"]) or "-"
        case "ends":
            return ends(board("movement"))
        case "move":
            does = answer(board("movement"))["units"][units[0].split()[0]]
            marks = " ".join(mark["target"] for mark in does["marks"])
            return f"{does['status']} {marks or '-'}: {' '.join(does['destinations'])}"
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
        case "may-move" | "may-target":
            now = board(fields.pop("step", "deployment"))
            if now.units[rest[0]].side == "player":
                now = your_turn.turn(now, " ".join(rest[1:])).combat
            return (unit_moves if what == "may-move" else unit_targets)(now, now.units[rest[0]])
    if what in ACTS and any(line.startswith(f"{rest[0]} player") for line in units):
        fields["state"] = {"side": "player", **fields.get("state", {})}
    step = {
        "turn": "deployment",
        "turns": "deployment",
        "begin": "deployment",
        "up-to": "deployment",
        "from": rest and rest[0],
        "arena": rest and rest[0],
    }
    now = board(what if what in STEPS else fields.pop("step", step.get(what, "engage")))
    return followed(Course(now, Turn(now, [], []), []), [what, *rest[: WORDS.get(what, len(rest))]], answers)


ACTS: dict[str, Callable[..., Turn]] = {
    "strike": acting.strike, "ability": acting.ability, "special": acting.special, "roam": acting.roam,
}  # fmt: skip
WORDS = {"strike": 2, "ability": 2, "special": 2, "roam": 1, "from": 1, "arena": 1, "own": 1, "solve": 1, "asks": 1,
         "why": 2, "why-not": 3, "because": 1, "damage": 3, "defeat": 1,
         **dict.fromkeys(("up-to", "look", "blow", "attack", "targets", "move", "ends", *STEPS), 0)}  # fmt: skip
"""How many words belong to what is done; those that follow are priorities. All words belong to what is not listed."""


def of(told: Turn) -> Course:
    return Course(told.combat, told, [])


def followed(course: Course, words: list[str], answers: list[Any]) -> Course:
    now = course.told.combat
    what, *rest = words
    states: list[Combat] = []
    match what:
        case "look":
            states = [now]
            told = Turn(now, [], [])
        case "written":
            written = json.dumps(write_position(now)).encode()
            told = Turn(PositionReader(now.catalogue).read(written), [], [])
        case "from":
            told = play(now, answers)
        case "up-to":
            now, happened = begin(now)
            for each in answers:
                now, more = apply(now, each)
                happened += more
            told = Turn(now, happened, [question_of(now)])
        case "arena":
            told = acting.arena_turn(now, answers)
        case "turn":
            told = your_turn.turn(now, " ".join(rest), answers)
        case "begin" | "end":
            told = acting.drive(*_after((begin_turn if what == "begin" else end_turn)(now, rest[0]), answers))
            states = [told.combat]
        case "turns":
            states = turns(now, *rest)
            told = Turn(states[-1], [], [])
        case "correct":
            told = Turn(*correct(now, rest), [])
        case "damage":
            scene = Scene("", dealer=rest[2])
            told = acting.drive(*_after(Fall(rest[0], int(rest[1]), scene).resolve(now, None), answers))
        case "defeat":
            told = acting.drive(*_after(defeat(now, now.units[rest[0]]), answers))
        case _ if what in STEPS:
            told = play(now, answers, only=what)
        case _:
            told = ACTS[what](now, *rest, answers)
    before = course.told
    whole = Turn(told.combat, [*before.events, *told.events], [*before.asked, *told.asked])
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
        return {"verdicts": [verdict_table(*each) for each in verdicts(now, *words)]}
    made = decisions(now, *words)
    worded = [
        f"{f'{each.about} {each.by}'.strip()}: {'+'.join(each.chosen) or '-'}"
        + "".join(f", not {one.option} ({each.why(one).english()})" for one in each.candidates if one.out)
        for each in made
    ]
    values = [" ".join([one.option, *map(shown, one.values)]) for each in made for one in each.candidates]
    return {"why": " / ".join(worded) or "none", "decisions": made, "values": ", ".join(values) or "none"}


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
            [event] = told.of(names[0])
            with speaking("it" if what == "words-it" else "en"):
                return text_of(sentence(event, names_of(done.start)))
    kind, *first = LOOKS.get(what, what).split()
    names = [*first, *names]
    each = told.asked if kind == "asked" else told.of(kind)
    return listed(each, names) if names else str(len(each) or "none")


def listed(each: Iterable[Any], names: list[str]) -> str:
    return ", ".join(" ".join(shown(walked(one, name)) for name in names) for one in each) or "none"


def walked(value: Any, path: str) -> Any:
    """Follow a path of fields and keys into a value; of what is kept by key the keys."""
    for name in path.split("."):
        value = value[name] if isinstance(value, dict) else getattr(value, name)
    return value


def shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Collection) and not isinstance(value, str | set | frozenset | Unit):
        return "+".join(shown(each) for each in value) or "-"
    if isinstance(value, (Unit, Held)):
        return value.id
    if isinstance(value, (set, frozenset)):
        return "+".join(sorted(value)) or "-"
    return "-" if value is None or value == "" else str(value)
