"""The fight in words: how it stands, what lies on the table, and its story: what happened, and a turn by its moves."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign, Fight
from hoplo_companion.campaign.naming import move_name
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import ACTS, step_name
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.board.words import SIDE_NAMES, called, coming_names, condition, unit_words
from hoplo_companion.render.sentences.events import sentence, won_words, words_without_page
from hoplo_companion.render.sentences.more_events import note_words
from hoplo_companion.render.sentences.questions import question_words
from hoplo_companion.render.sentences.words import (
    arena_chip,
    goal_name,
    listing,
    printed_name,
    rule_cited,
    tactic_names,
)
from hoplo_companion.render.style import Line, Span, counted, line, named, row, table
from hoplo_companion.rules.dialogue import Event, Question, expectation
from hoplo_companion.rules.goals import POINTS_TO_WIN, rival_is_beaten, won_by
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import Names, chip_name, names_of, title_of
from hoplo_companion.rules.player.options import camp
from hoplo_companion.rules.sentence import Kept, Worded, capital, to_keep

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


def fight_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """How a fight stands, and what comes next."""
    lines = [title_line(fight, combat), *next_lines(fight, combat, question), *_standing(fight, combat)]
    if fight.house:
        rules = dict.fromkeys(rule_cited(combat.catalogue, rule) for rule in fight.house)
        lines.append(line(tr("Your own rulings against: {rules}", rules="; ".join(rules))))
    return lines


def title_line(fight: Fight, combat: Combat) -> Line:
    """What fight it is: its card, its goal, where and in which act it is fought."""
    text = later("{fight}: {goal} in the arena of the {arena}, act {act}")
    goal, act = goal_name(combat.event), ACTS.get(combat.act, combat.act)
    return line(tr(text, fight=fight.name, goal=goal, arena=combat.arena.name, act=act), "heading")


def next_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """What comes next in a fight: what is asked, whose turn it is, or how it ended; and the command for it."""
    if fight.over:
        return [line(f"{_ended(fight, combat)} {tr('`hoplo cleanup` cleans up.')}")]
    turn = tr("Turn {turn}.", turn=fight.turn_number(combat.turn))
    if question is None:
        return [line(f"{turn} {tr(_NEXT[fight.turn_of])}"), *_beaten(fight, combat)]
    answer = tr("Answer with {expected}: `hoplo answer …`", expected=expectation(question))
    return [line(f"{turn} {_under_way(fight, combat, question)}"), line(answer)]


def _ended(fight: Fight, combat: Combat) -> str:
    """How a fight ended: what won it, where that is known, or what lost it."""
    won = won_words(won_by(combat), combat.points) if fight.over == "goal-met" else ""
    return won or tr(_OVER[fight.over])


def going_lines(fight: Fight, combat: Combat, question: Question | None) -> list[Line]:
    """How a fight goes, without its turn: what is asked or comes next; between turns who stands where."""
    if question is not None:
        return [line(_under_way(fight, combat, question))]
    if fight.over:
        return [*next_lines(fight, combat, question), *_points(combat)]
    return [*_beaten(fight, combat), *_standing(fight, combat)]


def _under_way(fight: Fight, combat: Combat, question: Question) -> str:
    return tr("Under way: {move}. {question}", move=move_name(fight.last), question=question_words(question, combat))


def _points(combat: Combat) -> list[Line]:
    text = tr("Points: {points} of {goal}", points=combat.points, goal=POINTS_TO_WIN)
    return [line(text)] if combat.event == "king-of-the-hill" else []


def _beaten(fight: Fight, combat: Combat) -> list[Line]:
    """That the rival has nobody left who has to be defeated, where that is so."""
    text = tr("Every rival unit needed to win is defeated: you win as the rival's turn begins (p.18).")
    return [line(text)] if fight.turn_of != "set-up" and rival_is_beaten(combat) else []


# What lies on the table -------------------------------------------------------------------------------------------

_RIVALS_CAMP = ("lineup", "tactics")


def table_parts(fight: Fight, combat: Combat) -> dict[str, tuple[str, str]]:
    """Everything that lies on the table in a fight: what it is called, and what is there, empty where nothing is."""
    names = names_of(combat)
    here = {side: "; ".join(unit_words(combat, unit) for unit in combat.in_arena(side)) for side in SIDE_NAMES}
    down = {side: [each.unit for each in fight.fallen if each.side == side] for side in SIDE_NAMES}
    faces = {side: listing(map(names.bare, units)) or tr("nobody") for side, units in down.items()}
    turn = [turn_heading(fight.turn_of, fight.turn_number(combat.turn))]
    turn += [_ended(fight, combat)] if fight.over else []
    event, face_down = later("{fight}: {goal}; cards in force: {cards}"), later("yours: {yours}; the rival's: {rival}")
    cards, lasting = row(card.name for card in combat.cards), later("{effect} on {units}")
    in_force = (tr(lasting, effect=each.source, units=listing(map(names, each.units))) for each in combat.lasting)
    return {
        "arena": (tr("Arena"), combat.arena.name),
        "event": (tr("Event"), tr(event, fight=fight.name, goal=goal_name(combat.event), cards=cards)),
        "turn": (tr("Turn"), "; ".join(turn)),
        "yours": (tr("Yours in the arena"), here["player"] or tr("nobody")),
        "rivals": (tr("The rival's in the arena"), here["rival"] or tr("nobody")),
        "arena's": (tr("The arena's units"), here["arena"]),
        "chips": (tr("Chips in the arena"), " ".join(chip_places(combat))),
        "lineup": (tr("The rival's lineup, top first"), row(coming_names(combat))),
        "tactics": (tr("The rival's tactics, top first"), row(tactic_names(combat.catalogue, combat.rival_tactics))),
        "down": (tr("Face down"), tr(face_down, yours=faces["player"], rival=faces["rival"])),
        "room": (tr("Your lineup"), "; ".join(still_to_deploy(combat))),
        "points": (tr("Points"), str(combat.points) if combat.event == "king-of-the-hill" else ""),
        "scion": (tr("Defeats of the scion"), str(combat.scion_defeats or "")),
        "lasting": (tr("Still in force"), "; ".join(in_force)),
    }


def _standing(fight: Fight, combat: Combat) -> list[Line]:
    """Who is in the arena, who is still to come, and who has fallen."""
    parts = table_parts(fight, combat)
    keys = ["yours", "rivals", "arena's", "chips", *_RIVALS_CAMP, *(["down"] if fight.fallen else [])]
    return [*_points(combat), *named([*(parts[key] for key in keys), _camp(combat), parts["room"]], "")]


def _camp(combat: Combat) -> tuple[str, str]:
    units = row(called(combat, unit) for unit in camp(combat))
    tactics = row(counted(tactic_names(combat.catalogue, combat.yours.tactics or ())))
    return tr("Your camp"), tr("{units}; tactics: {tactics}", units=units, tactics=tactics)


def still_to_deploy(combat: Combat) -> list[str]:
    """What your lineup still allows, or the cap against a scion, as far as it is known."""
    yours, room = combat.yours, []
    if combat.event == "scion":
        unknown = tr("how many may be in combat is not known")
        return [unknown if yours.cap is None else tr("at most {n} in combat at a time", n=yours.cap)]
    if yours.camp_units is not None:
        room.append(plural("{n} camp unit still to deploy", "{n} camp units still to deploy", yours.camp_units))
    hero = combat.hero()
    if yours.hero is not None and (hero is None or not hero.hex):
        room.append(tr("your hero may be deployed") if yours.hero else tr("your lineup has no hero"))
    return room


def chip_places(combat: Combat) -> list[str]:
    """Where the flag and the arena's chips are."""
    on, held = later("{chip} is on {hex}."), later("{chip} is held by {unit}.")
    names, found = names_of(combat), list[str]()
    for chip, at in combat.chips_and_flag().items():
        where = {"hex": combat.arena.mat.name(at.hex) if at.hex else "", "unit": names(at.holder)}
        found.append(capital(tr(on if at.hex else held, chip=arena_chip(chip), **where)))
    return found


def set_up_lines(fight: Fight, combat: Combat, events: Iterable[Event]) -> list[Line]:
    """What a set-up has drawn and laid on the table, a line for each kind of thing."""
    drawn: dict[str, list[str]] = {"stack": [], "bag": []}
    for event in events:
        match event.what, event.values:
            case "drawn", {"source": source, "chip": chip} if source in drawn:
                drawn[source].append(chip_name(combat.catalogue, chip))
            case "bane-drawn", {"bane": bane}:
                drawn["bag"].append(title_of(bane))
    parts, stack, bag = table_parts(fight, combat), tr("Drawn from the faction's stack"), tr("Drawn from the bag")
    rows = [(stack, ", ".join(drawn["stack"])), (bag, ", ".join(drawn["bag"]))]
    rows += [parts[key] for key in (*_RIVALS_CAMP, "chips", "room")]
    return [line(tr("{fight}: on the table now", fight=fight.name), "heading"), *named(rows)]


def check_lines(fight: Fight, combat: Combat, doubts: Sequence[str]) -> list[Line]:
    """What the mat should show, one line per unit, for a person to compare."""
    name, parts = combat.arena.mat.name, table_parts(fight, combat)
    units = [
        (f"{name(unit.hex):<3}", tr(whose), ", ".join([called(combat, unit), *condition(combat, unit)]))
        for side, whose in SIDE_NAMES.items()
        for unit in sorted(combat.in_arena(side), key=lambda each: name(each.hex))
    ]
    reds = sum(unit.hp or 0 for unit in combat.in_arena("player"))
    blues = sum(unit.hp or 0 for unit in combat.in_arena()) - reds
    texts = chip_places(combat)
    texts.append(tr("health chips in the arena: {reds} red, {blues} blue", reds=reds, blues=blues))
    texts += [f"{what}: {there}" for what, there in (_camp(combat), *(parts[key] for key in _RIVALS_CAMP))]
    if combat.event == "king-of-the-hill":
        texts.append(plural("the arena die shows {n} point", "the arena die shows {n} points", combat.points))
    head = tr("{fight}, turn {turn}: the mat should show", fight=fight.name, turn=fight.turn_number(combat.turn))
    lines = [line(head, "heading"), *table(units, gap=1), *(line(f"  {text}") for text in texts)]
    return lines + [line("  " + tr("doubtful: {text}", text=text), "damage") for text in doubts]


def turn_line(start: Combat, combat: Combat) -> Line:
    """What a turn has changed on the table, by the combats before and after it."""
    said = " ".join(map(capital, _changes(start, combat))) or tr("nothing changes.")
    return [Span(tr("On the table:") + " ", "heading"), Span(said)]


def _changes(start: Combat, combat: Combat) -> Iterator[str]:
    names, hex_name = names_of(start, combat), combat.arena.mat.name
    for id_ in dict.fromkeys([*start.units, *combat.units]):
        before, now = start.units.get(id_), combat.units.get(id_)
        was, is_ = (unit.hex if unit is not None else 0 for unit in (before, now))
        had, has = ("?" if unit is None or unit.hp is None else str(unit.hp) for unit in (before, now))
        unit = names(id_)
        if was and not is_:
            yield tr("{unit} leaves the arena.", unit=unit)
        elif is_ and not was:
            yield tr("{unit} comes to {hex} with {hp} HP.", unit=unit, hex=hex_name(is_), hp=has)
        elif was != is_:
            yield tr("{unit} {start} → {end}.", unit=unit, start=hex_name(was), end=hex_name(is_))
        # HP that have only become known, as those on the chip of a unit in the camp, change nothing on the table.
        if "?" not in had and now is not None and had != has and (was or not is_):
            yield tr("{unit} {had}→{hp} HP.", unit=unit, had=had, hp=has)
        lost, got = (Counter(each.tactics) if each is not None else Counter[str]() for each in (before, now))
        on, off = later("{tactic} goes on {unit}."), later("{tactic} leaves {unit}.")
        for text, chips in ((on, got - lost), (off, lost - got)):
            yield from (tr(text, tactic=printed_name(combat.catalogue, chip), unit=unit) for chip in chips.elements())
    yield from (words for words in chip_places(combat) if words not in chip_places(start))
    if combat.points != start.points:
        yield tr("Points: {points} of {goal}", points=combat.points, goal=POINTS_TO_WIN) + "."


_TURNS = {
    "set-up": later("the set-up"),
    "rival": later("turn {turn}, the rival's"),
    "player": later("turn {turn}, yours"),
    "arena": later("turn {turn}, the arena's"),
    "nobody": later("the end"),
}


def turn_heading(turn_of: str, turn: int) -> str:
    """Say which turn of a fight it is, and whose."""
    return capital(tr(_TURNS[turn_of], turn=turn))


def story_lines(steps: Iterable[tuple[Any, int, str]], *, whole: bool = True) -> list[Line]:
    """A fight by its steps of the log, each with its turn and whose; what was by hand or against the rules is marked.

    Unless it is `whole`, it has no numbers of steps, and no words that the headings say.
    """
    lines: list[Line] = []
    heading, is_marked = "", False
    for step, turn, whose in steps:
        what = step.what.without_frames() if not whole and isinstance(step.what, Worded) else str(step.what)
        if not what:
            continue
        if (above := turn_heading(whose, turn)) != heading:
            lines.append(line(above, "heading"))
            heading = above
        start = line(f"{step.n:>5}  ", "quiet") if whole else []
        mark, why = ("* ", [Span(f" [{step.note}]", "quiet")]) if (is_noted := bool(str(step.note))) else ("  ", [])
        lines.append([*start, Span(mark, "damage"), Span(what), *why])
        is_marked |= is_noted
    return [*lines, line(tr("* by hand, or by your own ruling"), "quiet")] if is_marked else lines


def turn_words(fight: Fight, combat: Combat | None) -> str:
    """Say of a fight whose turn it is, and which step where the combat at a question is given."""
    whose = combat.side if combat is not None and fight.turn_of != "set-up" else fight.turn_of
    turn = combat.turn if combat is not None else fight.position.get("turn", 1)
    words = f"{fight.name}: {tr(_TURNS[whose], turn=fight.turn_number(turn))}"
    if whose != "rival" or combat is None or not combat.step:
        return words
    step = "activity" if combat.step == "tactics" and combat.event == "scion" else combat.step
    return f"{words}, {step_name(step)}"


def round_words(campaign: Campaign) -> str:
    """Say of a campaign between its fights: act, week, place and phase."""
    if campaign.is_stand_alone:
        return tr("A stand-alone fight")
    from hoplo_companion.render.sentences.campaign import PHASES  # a turn on a board needs nothing of a campaign

    phase = tr(later("combat, then Cleanup Phase") if campaign.phase == "cleanup" else PHASES[campaign.phase])
    if campaign.outcome:
        phase = in_sense("of a campaign", "won") if campaign.outcome == "won" else in_sense("of a campaign", "lost")
    text = later("Act {act}, week {week}: {phase}")
    if campaign.place:
        text = later("Act {act}, week {week}, at {place}: {phase}")
    return tr(text, act=ACTS[campaign.pad.act], week=campaign.week, place=campaign.place, phase=phase)


def clock_words(seconds: float) -> str:
    """Say how long somebody has played: `0:42`, hours and minutes."""
    hours, minutes = divmod(int(seconds) // 60, 60)
    return tr("{hours}:{minutes} played", hours=hours, minutes=f"{minutes:02}")


def turns_left_words(turn: int, points: int | None, turns: Sequence[int]) -> str:
    """About how many turns a fight still takes: by its points, else by the turns of the fights before."""
    if points is not None:
        return plural("about {n} turn left by the points", "about {n} turns left by the points", points)
    if not turns:
        return ""
    average = round(sum(turns) / len(turns))
    if turn >= average:
        return plural("longer than your fights: {n} turn", "longer than your fights: {n} turns on average", average)
    left = average - turn
    return plural("about {n} turn left, as your fights go", "about {n} turns left, as your fights go", left)


# What happened, and a turn move by move ---------------------------------------------------------------------------

FRAMES = ("turn-began", "step-began", "turn-ended")
"""What frames a turn, and needs no line where its moves are seen."""


def events_words(events: Sequence[Event], names: Names) -> str:
    """Word events one after the other, without their pages; what a note says of them is left to it."""
    return " ".join(words_without_page(event, names) for event in worth_telling(events))


def kept_events(events: Sequence[Event], names: Names) -> Kept:
    """What events say, as the log keeps it, so that a story with headings can leave out what those say."""
    told = worth_telling(events)
    frames = [at for at, event in enumerate(told) if event.what in FRAMES]
    return to_keep(lambda: [words_without_page(event, names) for event in told], frames)


def worth_telling(events: Sequence[Event]) -> list[Event]:
    """Of events those that a story words: not what another names already, nor what has a note of its own."""
    return [
        replace(event, values={"changes": event.values["changes"]}) if event.what == "corrected" else event
        for event in named_once(events)
        if event.what != "explained" and event.rule != "prepare.arena-rules"
    ]


def named_once(events: Sequence[Event]) -> list[Event]:
    """Leave out that an effect sets in where the next event says what it does, by its name."""
    found = list[Event]()
    for event, then in zip(events, [*events[1:], None], strict=False):  # of no events there is none
        name = (then.values.get("effect") or then.values.get("skill", "")) if then is not None else None
        if event.what != "effect-used" or name is None or slug(str(name)) != slug(event.values["effect"]):
            found.append(event)
    return found


def note_of(events: Iterable[Event], catalogue: Catalogue) -> str:
    """Note what was done by hand or against the rules: why, or which rule was set aside."""
    notes = dict[str, None]()
    for event in events:
        if event.what == "corrected":
            notes[note_words(event.values.get("note", "")) or tr("by hand")] = None
        elif event.what == "house-ruling":
            notes[tr("your own ruling against {rule}", rule=rule_cited(catalogue, event.rule))] = None
    return next(iter(notes)) if len(notes) == 1 else "; ".join(notes)


def answered_words(question: Question, answer: Any, combat: Combat) -> str:
    """Word an answer of which nothing came yet: what was asked, without what a card says, and what was answered."""
    names = names_of(combat)
    answers = answer if isinstance(answer, list | tuple) else [answer]
    asked = question_words(replace(question, text="…"), combat)
    return f"{asked} {capital(', '.join(names(str(each)) for each in answers))}."


QUIET = ("stayed", "cannot-act", "tactic-passed-over", "no-tactic-placed", "not-deployed")
"""What did not happen: never a move by itself."""
FOLLOWING = ("damaged", "defeated", "dropped", "hero-reduced", "tactic-gone", "dazed")
"""What comes of a move, and is shown with it."""


def moves_of(before: Combat, events: Sequence[Event]) -> Iterator[tuple[list[Event], Combat]]:
    """Part what happened into moves, each with the board as it is then."""
    combat, held = before, list[Event]()
    for event in named_once(events):
        heals_nobody = event.what == "healed" and not event.values["amount"]
        if heals_nobody or event.what in (*FRAMES, *QUIET, "explained"):
            continue
        if held and event.what not in FOLLOWING:
            yield held, combat
            held = []
        held.append(event)
        combat = _after(combat, event)
    if held:
        yield held, combat


def _after(combat: Combat, event: Event) -> Combat:
    """The board as one event leaves it: where units are, and how many HP they have; the rules have the rest."""
    values, bit = event.values, combat.arena.mat.bit
    unit = combat.units.get(values.get("unit", ""))
    if event.what == "deployed" and (unit := unit or combat.bench.get(values["unit"])):
        combat = replace(combat, lineup=tuple(id_ for id_ in combat.lineup if id_ != unit.id))
    if unit is None:
        return combat
    match event.what:
        case "deployed":
            unit = replace(unit, hex=bit[values["hex"]], hp=values["hp"], dazed=True)
        case "moved" | "relocated" | "roamed":
            unit = replace(unit, hex=bit[values["end"]])
        case "damaged" | "healed" | "hp-gained":
            unit = replace(unit, hp=values["hp"])
        case "tactic-placed":
            unit = replace(unit, tactics=(*unit.tactics, values["chip"]))
        case "defeated":
            unit = replace(unit, hex=0)
        case _:
            return combat
    return replace(combat, units={**combat.units, unit.id: unit})


def said(events: list[Event], names: Names) -> list[Line]:
    """Word what happened in a move."""
    return [sentence(event, names) for event in named_once(events)]
