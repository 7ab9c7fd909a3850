"""The fight in words: how it stands, its story, what lies on the table, and the mat to compare it with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.naming import move_name
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.board.words import called, coming_names, unit_words
from hoplo_companion.render.names import counted, row
from hoplo_companion.render.sentences.events import won_words
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.render.sentences.words import (
    ACTS,
    arena_chip,
    capital,
    chip_name,
    citation,
    goal_name,
    listing,
    rule_term,
    tactic_name,
    title_of,
)
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.events import BaneDrawn, Drawn, Event
from hoplo_companion.rules.goals import POINTS_TO_WIN, rival_is_beaten, won_by
from hoplo_companion.rules.model import Combat, Place
from hoplo_companion.rules.player.options import camp
from hoplo_companion.rules.questions import Question, expectation
from hoplo_companion.rules.unit_names import names_of

_NEXT = {
    "set-up": later("It is being set up: `hoplo fight start` continues."),
    "rival": later("The rival's turn is next: `hoplo rival-turn`."),
    "player": later("It is your turn: `hoplo options`, `hoplo turn LINE`, `hoplo turn end`."),
    "arena": later("The arena's turn is next: `hoplo arena-turn`."),
    "nobody": "",
}
_OVER = {
    "goal-met": later("Combat won."),
    "troop-gone": later("Combat lost: you have nobody in combat and nobody left to deploy."),
    "surrendered": later("Combat lost: you surrendered."),
    "campaign-lost": later("Your hero is defeated, and the campaign is lost."),
}


def _line(text: str, style: str = "") -> Line:
    return [Span(text, style)]


def fight_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """Say how a fight stands, and what comes next."""
    return [
        title_line(fight, combat),
        *next_lines(fight, combat, question),
        *_points(combat),
        *_sides(fight, combat),
        *_house(fight, combat.catalogue),
    ]


def title_line(fight: Fight, combat: Combat) -> Line:
    """Name a fight: its card, its goal, where and in which act it is fought."""
    text = tr(
        "{fight}: {goal} in the arena of the {arena}, act {act}",
        fight=fight.name,
        goal=goal_name(combat.event),
        arena=combat.arena.name,
        act=ACTS.get(combat.act, combat.act),
    )
    return _line(text, "heading")


def next_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """Say what comes next in a fight: what is asked, whose turn it is, or how it ended; and the command for it."""
    if fight.over:
        won = won_words(won_by(combat), combat.points) if fight.over == "goal-met" else ""
        return [_line((won or tr(_OVER[fight.over])) + " " + tr("`hoplo cleanup` cleans up."))]
    turn = tr("Turn {turn}.", turn=fight.turn_number(combat.turn))
    if question is None:
        return [_line(f"{turn} {tr(_NEXT[fight.turn_of])}"), *_beaten(fight, combat)]
    answer = tr("Answer with {expected}: `hoplo answer …`", expected=expectation(question))
    return [_line(f"{turn} {_under_way(fight, combat, question)}"), _line(answer)]


def going_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """Say in a few lines how a fight goes: what is asked or comes next; between turns the points and who stands where.

    The turn is left out: a guided evening has it above.
    """
    if question is not None:
        return [_line(_under_way(fight, combat, question))]
    if fight.over:
        return [*next_lines(fight, combat, question), *_points(combat)]
    return [*_beaten(fight, combat), *_points(combat), *_sides(fight, combat)]


def _under_way(fight: Fight, combat: Combat, question: Question) -> str:
    asked = question_words(question, combat)
    return tr("Under way: {move}. {question}", move=move_name(fight.last), question=asked)


def _points(combat: Combat) -> list[Line]:
    if combat.event != "king-of-the-hill":
        return []
    return [_line(tr("Points: {points} of {goal}", points=combat.points, goal=POINTS_TO_WIN))]


def _beaten(fight: Fight, combat: Combat) -> list[Line]:
    """Say that the rival has nobody left who has to be defeated, where that is so."""
    if fight.turn_of == "set-up" or not rival_is_beaten(combat):
        return []
    return [_line(tr("Every rival unit needed to win is defeated: you win as the rival's turn begins (p.18)."))]


def _sides(fight: Fight, combat: Combat) -> list[Line]:
    """List who is in the arena, who is still to come, and who has fallen."""
    here = {side: "; ".join(unit_words(combat, unit) for unit in combat.in_arena(side)) for side in _SIDES}
    nobody = tr("nobody")
    lines = [
        _line(tr("Yours in combat: {units}", units=here["player"] or nobody)),
        _line(tr("The rival's in combat: {units}", units=here["rival"] or nobody)),
    ]
    if here["arena"]:
        lines.append(_line(tr("The arena's in combat: {units}", units=here["arena"])))
    lines += [_line(_rival_camp(combat)), _line(_camp(combat))]
    if fight.fallen:
        fallen = map(names_of(combat), (each.unit for each in fight.fallen))
        lines.append(_line(tr("Defeated: {units}", units=listing(fallen))))
    return [*lines, *(_line(text) for text in chip_places(combat))]


_SIDES = ("player", "rival", "arena")


def _rival_camp(combat: Combat) -> str:
    tactics = [tactic_name(combat.catalogue, chip) for chip in combat.rival_tactics]
    return tr("The rival's camp: {units}; tactics: {tactics}", units=row(coming_names(combat)), tactics=row(tactics))


def _camp(combat: Combat) -> str:
    units, room = row(called(combat, unit) for unit in camp(combat)), still_to_deploy(combat)
    units += f" ({', '.join(room)})" if room else ""
    tactics = row(tactic_name(combat.catalogue, chip) for chip in combat.yours.tactics or ())
    return tr("Your camp: {units}; tactics: {tactics}", units=units, tactics=tactics)


def still_to_deploy(combat: Combat) -> list[str]:
    """What your lineup still allows, or the cap against a scion, as far as it is known."""
    yours = combat.yours
    room = []
    if combat.event == "scion" and yours.cap is not None:
        room.append(tr("at most {n} in combat at a time", n=yours.cap))
    elif combat.event == "scion":
        room.append(tr("how many may be in combat is not known"))
    elif yours.camp_units is not None:
        room.append(plural("{n} camp unit still to deploy", "{n} camp units still to deploy", yours.camp_units))
    hero = combat.hero()
    if yours.hero is not None and combat.event != "scion" and (hero is None or not hero.hex):
        room.append(tr("your hero may be deployed") if yours.hero else tr("your lineup has no hero"))
    return room


def table_parts(fight: Fight, combat: Combat) -> list[tuple[str, str]]:
    """What lies on the table in a fight, part by part: its name, and what a hand would lay there."""
    nobody, none = tr("nobody"), in_sense("of chips and cards", "none")
    here = {side: "; ".join(unit_words(combat, unit) for unit in combat.in_arena(side)) for side in _SIDES}
    faces = {side: [each.unit for each in fight.fallen if each.side == side] for side in _SIDES}
    down = {side: listing(map(names_of(combat).bare, units)) or nobody for side, units in faces.items()}
    cards = row(card.name for card in combat.cards)
    turn = turn_heading(fight.turn_of, fight.turn_number(combat.turn))
    rows = [
        (tr("Arena"), combat.arena.name),
        (
            tr("Event"),
            tr("{fight}: {goal}; cards in force: {cards}", fight=fight.name, goal=goal_name(combat.event), cards=cards),
        ),
        (tr("Turn"), f"{turn}; {next_words}" if (next_words := tr(_OVER[fight.over]) if fight.over else "") else turn),
        (tr("Yours in the arena"), here["player"] or nobody),
        (tr("The rival's in the arena"), here["rival"] or nobody),
        (tr("The arena's units"), here["arena"]),
        (tr("Chips in the arena"), " ".join(chip_places(combat)) or none),
        (tr("The rival's lineup, top first"), row(coming_names(combat))),
        (
            tr("The rival's tactics, top first"),
            row(tactic_name(combat.catalogue, chip) for chip in combat.rival_tactics),
        ),
        (tr("Face down"), tr("yours: {yours}; the rival's: {rival}", yours=down["player"], rival=down["rival"])),
        (tr("Your lineup"), "; ".join(still_to_deploy(combat))),
        (tr("Points"), str(combat.points) if combat.event == "king-of-the-hill" else ""),
        (tr("Defeats of the scion"), str(combat.scion_defeats or "")),
        (tr("Still in force"), "; ".join(_lasting(combat))),
    ]
    return [(name, what) for name, what in rows if what]


def _lasting(combat: Combat) -> list[str]:
    """What effects have done to units for some time: whose it was, and who is under it."""
    names = names_of(combat)
    return [
        tr("{effect} on {units}", effect=each.source, units=listing(map(names, each.units))) for each in combat.lasting
    ]


def chip_places(combat: Combat) -> list[str]:
    """Say where the flag and the arena's chips are."""
    places: dict[str, Place] = dict(combat.chips)
    if combat.flag is not None:
        places["flag"] = combat.flag
    found = []
    for chip, place in places.items():
        if place.hex:
            words = tr("{chip} is on {hex}.", chip=arena_chip(chip), hex=combat.arena.mat.name(place.hex))
        else:
            words = tr("{chip} is held by {unit}.", chip=arena_chip(chip), unit=names_of(combat)(place.holder))
        found.append(capital(words))
    return found


def _house(fight: Fight, catalogue: Catalogue) -> list[Line]:
    if not fight.house:
        return []
    terms = {rule: rule_term(catalogue, rule) for rule in fight.house}
    named = [f"{term} ({citation(catalogue, rule).text})" if term else rule for rule, term in terms.items()]
    return [_line(tr("Your own rulings against: {rules}", rules=listing(named)))]


# The story --------------------------------------------------------------------------------------------------------

_TURNS = {
    "set-up": later("The set-up"),
    "rival": later("Turn {turn}, the rival's"),
    "player": later("Turn {turn}, yours"),
    "arena": later("Turn {turn}, the arena's"),
    "nobody": later("The end"),
}


def turn_heading(turn_of: str, turn: int) -> str:
    """Say which turn of a fight it is, and whose."""
    return tr(_TURNS[turn_of], turn=turn)


def story_lines(steps: Iterable[tuple[int, str, int, str, str]], *, numbered: bool = True) -> list[Line]:
    """List a fight turn by turn and step by step: what was corrected by hand or done against the rules is marked.

    Shapes: of every step the number of its turn, whose turn it was, its own number, what happened, and the note on it.
    """
    lines: list[Line] = []
    heading, is_marked = "", False
    for turn, whose, number, what, note in steps:
        if not what:
            continue
        above = turn_heading(whose, turn)
        if above != heading:
            lines.append([Span(above, "heading")])
            heading = above
        lines.append([Span(f"{number:>5}  ", "quiet")] if numbered else [])
        lines[-1] += [Span("* " if note else "  ", "damage"), Span(what)]
        if note:
            lines[-1].append(Span(f" [{note}]", "quiet"))
            is_marked = True
    return [*lines, [Span(tr("* by hand, or by your own ruling"), "quiet")]] if is_marked else lines


# The mat ----------------------------------------------------------------------------------------------------------


def check_lines(fight: Fight, combat: Combat, doubts: Sequence[str]) -> list[Line]:
    """List what the mat should show, one line per unit, for a person to compare."""
    head = tr("{fight}, turn {turn}: the mat should show", fight=fight.name, turn=fight.turn_number(combat.turn))
    lines = [_line(head, "heading")]
    sides = {"rival": tr("rival"), "player": tr("yours"), "arena": tr("arena")}
    width = max(map(len, sides.values()))
    for side, name in sides.items():
        for unit in sorted(combat.in_arena(side), key=lambda each: combat.arena.mat.name(each.hex)):
            where = f"  {combat.arena.mat.name(unit.hex):<3} {name:<{width}} "
            lines.append(_line(where + unit_words(combat, unit, with_hex=False)))
    lines += [_line(f"  {text}") for text in chip_places(combat)]
    reds = sum(unit.hp or 0 for unit in combat.in_arena("player"))
    blues = sum(unit.hp or 0 for unit in combat.in_arena() if unit.side != "player")
    lines.append(_line("  " + tr("health chips in the arena: {reds} red, {blues} blue", reds=reds, blues=blues)))
    tactics = row(counted(tactic_name(combat.catalogue, chip) for chip in combat.yours.tactics or ()))
    units = row(called(combat, u) for u in combat.units.values() if u.side == "player" and not u.hex)
    lines.append(_line("  " + tr("Your camp: {units}; tactics: {tactics}", units=units, tactics=tactics)))
    lines.append(_line(f"  {_rival_camp(combat)}"))
    if combat.event == "king-of-the-hill":
        die = plural("the arena die shows {n} point", "the arena die shows {n} points", combat.points)
        lines.append(_line(f"  {die}"))
    return lines + [_line("  " + tr("doubtful: {text}", text=text), "damage") for text in doubts]


def set_up_lines(fight: Fight, combat: Combat, events: Iterable[Event]) -> list[Line]:
    """What a set-up has drawn and laid on the table, a line for each kind of thing."""
    drawn: dict[str, list[str]] = {"stack": [], "bag": []}
    for event in events:
        if isinstance(event, Drawn) and event.source in drawn:
            drawn[event.source].append(chip_name(combat.catalogue, event.chip))
        elif isinstance(event, BaneDrawn):
            drawn["bag"].append(title_of(event.bane))
    rows = [
        (tr("Drawn from the faction's stack"), ", ".join(drawn["stack"])),
        (tr("Drawn from the bag"), ", ".join(drawn["bag"])),
        (tr("The rival's lineup, top first"), row(coming_names(combat))),
        (
            tr("The rival's tactics, top first"),
            row(tactic_name(combat.catalogue, chip) for chip in combat.rival_tactics),
        ),
        (tr("Chips in the arena"), " ".join(chip_places(combat))),
        (tr("Your lineup"), "; ".join(still_to_deploy(combat))),
    ]
    head: Line = [Span(tr("{fight}: on the table now", fight=fight.name), "heading")]
    return [head, *([Span(f"  {name}: "), Span(what)] for name, what in rows if what)]


def turn_line(start: Combat, combat: Combat) -> Line:
    """What a turn has changed on the table, by the combats before and after it."""
    said = " ".join(_changes(start, combat)) or tr("nothing changes.")
    return [Span(tr("On the table:") + " ", "heading"), Span(said)]


def _changes(start: Combat, combat: Combat) -> Iterator[str]:
    names, hex_name = names_of(start, combat), combat.arena.mat.name
    for id_ in dict.fromkeys([*start.units, *combat.units]):
        before, now = start.units.get(id_), combat.units.get(id_)
        was, is_ = before.hex if before is not None else 0, now.hex if now is not None else 0
        if now is None or not is_:
            if was:
                yield tr("{unit} leaves the arena.", unit=names(id_))
        elif before is None or not was:
            yield tr("{unit} comes to {hex} with {hp} HP.", unit=names(id_), hex=hex_name(is_), hp=_number(now.hp))
        elif was != is_:
            yield tr("{unit} {start} → {end}.", unit=names(id_), start=hex_name(was), end=hex_name(is_))
        if before is not None and now is not None and before.hp != now.hp and (was or not is_):
            yield tr("{unit} {had}→{hp} HP.", unit=names(id_), had=_number(before.hp), hp=_number(now.hp))
        yield from _tactics(start, combat, id_)
    yield from (words for words in chip_places(combat) if words not in chip_places(start))
    if combat.points != start.points:
        yield tr("Points: {points} of {goal}", points=combat.points, goal=POINTS_TO_WIN) + "."


def _number(hp: int | None) -> str:
    return "?" if hp is None else str(hp)


def _tactics(start: Combat, combat: Combat, id_: str) -> Iterator[str]:
    """The tactics that a unit has got or lost."""
    lost, got = (list(each.units[id_].tactics) if id_ in each.units else [] for each in (start, combat))
    for chip in list(got):
        if chip in lost:
            lost.remove(chip)
            got.remove(chip)
    unit = names_of(start, combat)(id_)
    yield from (tr("{tactic} goes on {unit}.", tactic=tactic_name(combat.catalogue, chip), unit=unit) for chip in got)
    yield from (tr("{tactic} leaves {unit}.", tactic=tactic_name(combat.catalogue, chip), unit=unit) for chip in lost)
