"""What is drawn and worded: boards, sentences, questions, decisions."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import typing
from pathlib import Path
from typing import Any

import msgspec
import pytest

import hoplo_companion.rules
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render import style
from hoplo_companion.render.board import draw_board
from hoplo_companion.render.decisions import decision_lines, verdict_line
from hoplo_companion.render.labels import abbreviations, labels
from hoplo_companion.render.questions import is_asked
from hoplo_companion.render.sentences import is_worded, option_words, priority_words, question_words, sentence
from hoplo_companion.render.style import Span, cells, plain, text_of, wrapped
from hoplo_companion.render.words import dice_words, page_words
from hoplo_companion.rules import events
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.decisions import Decision, decide
from hoplo_companion.rules.decisions import Test as Criterium
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position import PositionReader
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival_turn import begin
from hoplo_companion.rules.why import decisions
from hoplo_companion.rules.why_not import Verdict
from tests.random_positions import random_position

Raw = dict[str, Any]

CATALOGUE = Catalogue()
READER = PositionReader(CATALOGUE)
STATS: Raw = {"chip": "pebble", "movement": 1, "range": 1, "health": 3, "attack": ["blue", "blue"]}

LONG_IDS = [
    ("reptilian-guard-of-the-deep-1", "rival", "B2"),
    ("reptilian-guard-of-the-deep-2", "rival", "B3"),
    ("reptilian-scout-of-the-deep-2", "rival", "C3"),
    ("REPTILIAN-GUARD-OF-THE-DEEP-1", "rival", "A1"),
    ("my-hero-with-a-long-name", "player", "D3"),
    ("my-hero-with-a-longer-name", "player", "D4"),
    ("rept1", "player", "E2"),
    ("giant-crab", "arena", "F2"),
]


def read(**keys: Any) -> Combat:
    position = {"schema": "hoplo/position@1", "arena": "atlanteans", "units": [], **keys}
    return READER.read(json.dumps(position).encode())


def mat(columns: list[int], **keys: Any) -> Raw:
    first = [f"A{number + 1}" for number in range(columns[0])]
    lists = [{"for": "all", "list": [{"opponent": "any"}]}]
    return {"columns": columns, "rival_deployment": first, "priorities": lists, **keys}


def crowd() -> Combat:
    """Make the standard mat with eight units whose ids are far too long for a hex."""
    units: list[Raw] = [{"id": id_, "side": side, "hex": hex_, **STATS} for id_, side, hex_ in LONG_IDS]
    units[0] |= {"dazed": True, "tribune": True}
    units[4] |= {"hero": True, "hp": 12}
    units[2] |= {"tactics": ["adrenaline"]}
    return read(
        units=units,
        event="capture-the-flag",
        flag={"holder": LONG_IDS[4][0]},
        chips={"trident": {"hex": "C4"}, "orb-of-wonders": {"holder": LONG_IDS[0][0]}},
        rival={"lineup": ["arch2"], "tactics": ["stun"]},
        bench={"arch2": {"chip": "archer"}},
    )


def drawing(combat: Combat, moved: dict[str, int] | None = None) -> list[str]:
    """Give the drawn lines alone, without the legend."""
    return plain(draw_board(combat, moved)).split("\n\n")[0].split("\n")


def legend(combat: Combat, moved: dict[str, int] | None = None) -> str:
    return plain(draw_board(combat, moved)).split("\n\n", 1)[1]


def check_borders(lines: list[str], combat: Combat, width: int = 9) -> None:
    """Check that every hex stands where it belongs, its border whole and its name within."""
    arena = combat.arena
    places = {hex_: arena.mat.place(hex_) for hex_ in arena.mat.bit.values() if hex_ & arena.existing}
    left = min(column for column, _ in places.values())
    top = min(height for _, height in places.values())
    for hex_, (column, height) in places.items():
        x, y = (column - left) * (width + 2), (height - top) * 2 + 1
        rows = [lines[y + down].ljust(x + width + 4)[x : x + width + 4] for down in range(4)]
        name = combat.arena.mat.name(hex_)
        assert (rows[0][1], rows[0][-2]) == ("/", "\\"), name
        assert (rows[1][0], rows[1][-1]) == ("/", "\\"), name
        assert (rows[2][0], rows[2][-1]) == ("\\", "/"), name
        assert (rows[3][1], rows[3][-2]) == ("\\", "/"), name
        assert re.match(rf"\s*{name}(\^-?\d+)?(\*|\s|r\d|p|$)", rows[0][2:-2]), (name, rows[0])


# Boards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [[3, 4, 5, 6, 5, 4, 3], [2, 5, 4, 3], [1], [4, 3, 4, 3, 4, 3, 4, 3, 4]])
def test_every_hex_is_drawn_whole_and_named_once(columns: list[int]) -> None:
    combat = read(arena=mat(columns))
    lines = drawing(combat)
    check_borders(lines, combat)
    for name in combat.arena.mat.bit:
        assert len(re.findall(rf"\b{name}\b", "\n".join(lines))) == 1
    assert max(map(len, lines)) <= 11 * len(columns) + 2


def test_standard_mat_stays_within_eighty_columns_with_long_ids() -> None:
    combat = crowd()
    lines = drawing(combat)
    check_borders(lines, combat)
    assert max(map(len, lines)) <= 80
    assert max(map(len, legend(combat).split("\n"))) <= 80


def test_no_two_units_share_an_abbreviation() -> None:
    combat = crowd()
    shown = [label.text for label in labels(combat).values()]
    assert len({text.lstrip("><=").lower() for text in shown}) == len(LONG_IDS) + 1
    text = "\n".join(drawing(combat))
    for unit in combat.in_arena():
        label = labels(combat)[unit.id].text
        assert text.count(f"{label} ") == 1, label
        assert label in legend(combat)


def test_sides_are_told_without_colour() -> None:
    combat = crowd()
    for unit in combat.in_arena():
        sign, short = labels(combat)[unit.id].text[0], labels(combat)[unit.id].text[1:]
        match unit.side:
            case "rival":
                assert (sign, short) == (">", short.upper())
            case "player":
                assert (sign, short) == ("<", short.lower())
            case _:
                assert (sign, short) == ("=", short.capitalize())


@pytest.mark.parametrize(
    "ids",
    [
        ["rep1", "rep2", "def1"],
        ["reptilian-1", "reptilian-2", "reptilian-11"],
        ["rep", "REP", "Rep"],
        ["rept1", "reptilian1"],
        ["\u9f8d", "\u864e", "u1"],
        [f"a-very-long-name-{number}" for number in range(128)],
        ["12345678901", "12345678902"],
        ["x" * 200, "x" * 199],
    ],
)
def test_abbreviations_are_short_and_unique(ids: list[str]) -> None:
    found = abbreviations(ids, 5)
    assert list(found) == ids
    assert len(set(found.values())) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9]{1,5}", short) for short in found.values())


def test_short_ids_stay_as_they_are() -> None:
    assert abbreviations(["rep1", "krak", "reptilian1"], 5) == {"rep1": "rep1", "krak": "krak", "reptilian1": "rept1"}


def test_legend_gives_a_line_a_unit_and_what_is_to_come() -> None:
    text = legend(crowd())
    for id_, side, hex_ in LONG_IDS:
        side = "yours" if side == "player" else side
        line = next(line for line in text.split("\n") if f" {id_} " in line)
        assert re.search(rf" {side}  +{hex_}  +(3|12)/3  +[12]  +1", line), line
    flat = " ".join(text.split())
    assert "tribune; dazed; holds the orb of wonders" in flat
    assert "hero; holds the flag" in flat
    assert "under Adrenaline" in flat
    assert "Rival still to come: units arch2 (Archer); tactics Stun." in flat
    assert "Lying loose: the trident on C4." in flat


def test_unknown_numbers_are_question_marks() -> None:
    combat = read(units=[{"id": "tac", "chip": "tactician", "side": "player", "hex": "D3"}])
    assert "<tac ?hp" in "\n".join(drawing(combat))
    assert re.search(r"D3 +\?/\? +\? +\? +Tactical", legend(combat))
    assert "?hp: HP unknown" in legend(combat)


def test_signs_that_do_not_occur_are_not_explained() -> None:
    text = " ".join(legend(read(arena=mat([2, 3, 2], key_hexes=["B2"]))).split())
    assert text.endswith("Signs: *: key hex; r1: rival deployment hex #1.")


def test_marks_of_the_mat() -> None:
    shape = mat(
        [3, 4, 3],
        key_hexes=["B2"],
        blocked=["B3"],
        missing=["A2"],
        rival_deployment=["A3", "A1"],
        player_deployment=["C1"],
        elevation={"B2": 2, "C2": 1},
    )
    text = "\n".join(drawing(read(arena=shape)))
    for shown in ("B2^2 *", "A3 r1", "A1 r2", "C1 p", "C2^1", "blocked"):
        assert shown in text
    assert "A2" not in text
    assert "no name: not a hex of this arena" in " ".join(legend(read(arena=shape)).split())


def test_chips_and_flag_are_loose_or_held() -> None:
    units: list[Raw] = [
        {"id": "krak", "side": "player", "hex": "D3", **STATS},
        {"id": "rep1", "side": "rival", "hex": "B2", **STATS},
    ]
    held = read(units=units, flag={"hex": "B2"}, chips={"trident": {"holder": "krak"}}, event="capture-the-flag")
    text = "\n".join(drawing(held))
    assert "+trident" in text
    assert "(flag)" in text
    loose = "\n".join(drawing(read(units=units, chips={"trident": {"hex": "E4"}})))
    assert "(trident)" in loose
    # The hex of the trident is the Atlanteans' key hex, lying or held.
    assert "E4 *" in loose
    assert "D3 *" in text


def test_crowded_hex_keeps_everything() -> None:
    unit: Raw = {"id": "krak", "side": "rival", "hex": "D3", "hp": 12, "dazed": True, "tribune": True, **STATS}
    chips = {"trident": {"holder": "krak"}, "orb": {"holder": "krak"}, "rod": {"hex": "D3"}}
    combat = read(arena=mat([3, 4, 5, 6, 5, 4, 3], blocked=["D3"]), units=[unit], chips=chips)
    lines = drawing(combat, {"gone": combat.arena.mat.bit["D3"]})
    for shown in ("dz", "tb", "bk", "+2", "(ro)", ">KRAK 12hp"):
        assert shown in "\n".join(lines)
    assert "was" in "\n".join(lines)
    assert "dz: dazed; tb: the tribune" in " ".join(legend(combat).split())


def test_moves_mark_the_hex_left() -> None:
    combat = crowd()
    bit = combat.arena.mat.bit
    scout = LONG_IDS[2][0]
    label = labels(combat)[scout].text[1:]
    moved = {scout: bit["B4"], LONG_IDS[0][0]: bit["B2"]}
    text = "\n".join(drawing(combat, moved))
    assert text.count("was") == 1
    assert f"was {label}" in text
    assert "came from B4" in " ".join(legend(combat, moved).split())
    # A unit that took the place of one that moved on leaves both to be read.
    moved = {scout: bit["B2"]}
    text = "\n".join(drawing(combat, moved))
    assert f"was {label}" in text
    assert text.count(">") == 4


def test_full_hex_keeps_who_was_there_on_its_edge() -> None:
    units: list[Raw] = [
        {"id": "archer", "side": "rival", "hex": "C3", **STATS},
        {"id": "rep1", "side": "rival", "hex": "B2", "dazed": True, **STATS},
    ]
    combat = read(units=units)
    lines = drawing(combat, {"archer": combat.arena.mat.bit["B2"]})
    check_borders(lines, combat)
    assert "\\wasARCHER/" in "\n".join(lines)


def test_random_boards_are_whole() -> None:
    rng = random.Random(20240)
    for _ in range(150):
        combat = READER.read(json.dumps(random_position(rng)).encode())
        bit = combat.arena.mat.bit
        moved = {unit.id: bit[rng.choice(list(bit))] for unit in combat.in_arena("rival")}
        moved = {id_: hex_ for id_, hex_ in moved.items() if hex_ & combat.arena.existing}
        lines = drawing(combat, moved)
        check_borders(lines, combat)
        for unit in combat.in_arena():
            shown = re.escape(labels(combat)[unit.id].text)
            assert len(re.findall(rf"{shown} ({unit.hp}hp|\?hp)", "\n".join(lines))) == 1


# Sentences ------------------------------------------------------------------------------------------------------


def all_events(type_: type[Event] = Event) -> list[type[Event]]:
    return [each for sub in type_.__subclasses__() for each in (sub, *all_events(sub))]


def made(type_: type[Event]) -> Event:
    """Make an event of a type, with a value of the right kind in every field."""
    values: Raw = {"rule": "movement.mark"}
    kinds = {str: "krak", int: 1, bool: False, list[str]: ["blue"], Any: 3}
    for name, kind in typing.get_type_hints(type_).items():
        if name in type_.__struct_fields__ and name not in ("rule", "rulings"):
            values[name] = kinds[kind]
    if type_ is events.Explained:
        values["decision"] = Decision("mark", "rep1", "movement.mark", [], [])
    return type_(**values)


@pytest.mark.parametrize("type_", all_events(), ids=lambda type_: type_.__name__)
def test_every_event_has_a_sentence_with_its_page(type_: type[Event]) -> None:
    assert is_worded(type_), f"{type_.__name__} has no words in render/sentences.py"
    line = sentence(made(type_), CATALOGUE)
    assert re.fullmatch(r"[A-Za-z].*\. p\.23, 36", text_of(line)), text_of(line)
    assert line[-1] == Span("p.23, 36", "page")
    assert "_" not in text_of(line)


def test_a_sentence_names_the_ruling_that_decided() -> None:
    event = events.Stayed(rule="movement.mark", unit="rep1", status="idle", rulings=["dest.bold", "mark.tie"])
    assert text_of(sentence(event, CATALOGUE)).endswith("p.23, 36 (by ruling: dest.bold, mark.tie)")


def moved(mark: str, priority: str, backup: bool = False) -> Event:
    return events.Moved(
        rule="movement.limit", unit="rep1", start="B3", end="D3", mark=mark, priority=priority, backup=backup
    )


def stayed(status: str, mark: str = "", priority: str = "") -> Event:
    return events.Stayed(rule="movement.limit", unit="rep1", status=status, mark=mark, priority=priority)


def attacked(dice: list[str], hits: int, because: str) -> Event:
    return events.Attacked(rule="engage.end", unit="rep1", target="krak", because=because, dice=dice, hits=hits)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            moved("krak", "holding:trident"),
            "rep1 moves B3 → D3: it marks krak (opponent holding the trident) and ends as far off as its Range allows. "
            "p.23",
        ),
        (moved("D3", "key"), "rep1 moves B3 → D3: it marks D3 (a key hex) and moves onto it. p.23"),
        (
            moved("krak", "flagholder", True),
            "rep1 moves B3 → D3: it can reach nothing on its list and gets as close as it can to krak "
            "(your flagholder). p.23",
        ),
        (stayed("stays", "krak", "any"), "rep1 stays: its mark krak (any opponent) is in Range already. p.23"),
        (
            stayed("stays", "C3", "chip:trident"),
            "rep1 stays: it is on its mark C3 (the unequipped trident) already. p.23",
        ),
        (stayed("blocked", "krak", "hero"), "rep1 is blocked: it cannot get any closer to krak (your hero). p.23"),
        (stayed("idle"), "rep1 is idle: nothing on its list is in combat. p.23"),
        (stayed("dazed"), "rep1 is dazed and does not move. p.23"),
        (attacked(["blue"], 1, "taunt"), "rep1 attacks krak (it has Taunt) with 1 blue die: 1 hit. p.24"),
        (
            attacked(["blue", "blue", "black"], 2, "least-deadly"),
            "rep1 attacks krak (the least deadly opponent) with 2 blue and 1 black dice: 2 hits. p.24",
        ),
        (attacked([], 0, ""), "rep1 attacks krak with no dice: no hits. p.24"),
        (events.Damaged(rule="engage.end", unit="a", by="b", damage=2, hp=0), "b deals a 2 damage: no HP left. p.24"),
        (
            events.NotDeployed(rule="deployment.order", why="lineup empty"),
            "The rival deploys nobody: its lineup is empty. p.21",
        ),
        (
            events.Deployed(rule="deployment.order", unit="a", hex="A1", number=2, hp=5, bonus_hp=2),
            "a is deployed on A1, rival deployment hex 2, with 5 HP, 2 of them as a bonus; it is dazed. p.21",
        ),
        (
            events.TacticPlaced(rule="tactics.stun", chip="bolster-health", unit="a", because="weakest"),
            "Bolster Health goes on a, the weakest valid target. p.22",
        ),
        (
            events.Defeated(rule="defeat.your-unit", unit="a", side="player", hex="C3"),
            "a is defeated and leaves C3 for your camp. p.27",
        ),
        (
            events.StatTold(rule="component.asked", unit="a", chip="archer", stat="attack", value=("blue", "blue")),
            "You told the Attack of a (Archer): 2 blue dice. p.7",
        ),
        (
            events.SpecialUsed(
                rule="arena.trident-throw", unit="a", special="Trident Throw", target="b", because="farthest"
            ),
            "a uses Trident Throw on b (the farthest opponent). Atlanteans card",
        ),
    ],
)  # fmt: skip
def test_sentences(event: Event, text: str) -> None:
    assert text_of(sentence(event, CATALOGUE)) == text


def test_event_without_words_still_says_what_it_holds() -> None:
    from hoplo_companion.render.sentences import _words

    class SomethingNew(msgspec.Struct, frozen=True, tag_field="event", tag="something-new"):
        rule: str
        unit: str

    text = _words(SomethingNew("movement.mark", "rep1"), CATALOGUE)  # type: ignore[arg-type]
    assert text == "Something new: unit rep1."


def test_unknown_rule_is_cited_by_its_id() -> None:
    line = sentence(events.TurnEnded(rule="no.such-rule", turn=1), CATALOGUE)
    assert line[-1] == Span("no.such-rule", "rule")


@pytest.mark.parametrize(
    ("id_", "words"),
    [
        ("flagholder", "your flagholder"),
        ("chip:trident", "the unequipped trident"),
        ("holding:trident", "opponent holding the trident"),
        ("farthest", "the farthest opponent"),
        ("any", "any opponent"),
        ("highest:range", "the highest hex with an opponent in Range"),
        ("key", "a key hex"),
        ("something-else:new", "something else new"),
    ],
)
def test_priority_words(id_: str, words: str) -> None:
    assert priority_words(id_) == words


def test_pages_and_dice() -> None:
    assert [page_words(page) for page in ("23", "21, 35", "20-24", "Unit Skills", "Unit Skills, 24")] == [
        "p.23",
        "p.21, 35",
        "p.20-24",
        "Unit Skills",
        "Unit Skills, 24",
    ]
    assert dice_words(["red"]) == "1 red die"


# Questions ------------------------------------------------------------------------------------------------------


def test_every_question_of_the_rules_has_words() -> None:
    folder = Path(hoplo_companion.rules.__file__).parent
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    ids = set(re.findall(r'(?:Question\(\s*id=|AskByHand\()"([a-z.-]+)"', text))
    assert len(ids) > 10
    assert {id_ for id_ in ids if not is_asked(id_)} == set()


def table() -> Combat:
    return read(
        units=[
            {"id": "rep1", "chip": "reptilian", "side": "rival", "hex": "B2", "skills": ["Heave", "Fury Aura 1"]},
            {"id": "krak", "chip": "bingqing", "side": "player", "hex": "D3", "hp": 4},
        ],
        chips={"trident": {"hex": "C3"}},
        rival={"lineup": ["arch1"]},
        bench={"arch1": {"chip": "archer"}},
    )


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            Question(id="tactic.target", kind="choice", rule="r", about="stun"),
            "On which unit does the rival place Stun?",
        ),
        (
            Question(id="movement.destination", kind="choice", rule="r", unit="rep1"),
            "On which of these equal hexes does rep1 (Reptilian) end its move?",
        ),
        (
            Question(id="attack.dice", kind="dice", rule="r", unit="rep1", about="krak", dice=("blue", "blue")),
            "rep1 (Reptilian) attacks krak (Bingqing) with 2 blue dice: how many hits?",
        ),
        (
            Question(id="component.stat", kind="stat", rule="r", unit="arch1", about="attack"),
            "Which dice does the chip of arch1 (Archer) show? (At least one die, of unknown colour.)",
        ),
        (
            Question(id="manual.skill", kind="manual", rule="r", unit="rep1", about="fury-aura"),
            "Fury Aura 1 of rep1 (Reptilian): It deals 1 damage to one opponent that is no farther off, in hexes, than "
            "its number. Used if anyone would be damaged by it: the weakest opponent possible. What happens?",
        ),
        (
            Question(id="manual.tactic", kind="manual", rule="r", unit="krak", about="hamstring"),
            "Hamstring now lies on krak (Bingqing): its text is in no source, so read it off the chip. "
            "What does it change at once?",
        ),
        (
            Question(id="some.new-one", kind="choice", rule="r", unit="rep1", about="this"),
            "Some New One for rep1 (Reptilian), about this: what is the answer?",
        ),
    ],
)  # fmt: skip
def test_questions(question: Question, words: str) -> None:
    assert question_words(question, table()) == words


def test_options() -> None:
    combat = table()
    choice = Question(id="engage.target", kind="choice", rule="r", unit="rep1")
    assert option_words(choice, "krak", combat) == "Bingqing on D3, 4 HP"
    assert option_words(choice, "arch1", combat) == "Archer"
    way = Question(id="movement.way", kind="choice", rule="r", unit="rep1")
    assert option_words(way, "none", combat) == "without a chip"
    assert option_words(way, "trident and orb", combat) == "with the trident and the orb"
    hexes = Question(id="movement.destination", kind="choice", rule="r", unit="rep1")
    assert option_words(hexes, "C3", combat) == "a key hex, the trident lies there, beside krak"
    assert option_words(choice, "whatever", combat) == ""
    ability = Question(id="abilities.next", kind="choice", rule="r")
    assert option_words(ability, "rep1 fury-aura", combat).startswith("Fury Aura: It deals 1 damage")


@pytest.mark.parametrize("seed", range(25))
def test_everything_in_a_random_turn_can_be_worded(seed: int) -> None:
    rng = random.Random(seed)
    combat, happened = begin(READER.read(json.dumps(random_position(rng) | {"explain": True}).encode()))
    for _ in range(60):
        for event in happened:
            assert text_of(sentence(event, CATALOGUE))
            if isinstance(event, events.Explained):
                assert decision_lines(event.decision, CATALOGUE)
        question = pending(combat)
        if question is None:
            break
        words = question_words(question, combat)
        assert re.search(r"\?( \(.*\))?$", words), words
        for option in question.options:
            assert "_" not in option_words(question, option, combat)
        answers: Raw = {"choice": question.options[:1], "dice": (0,), "stat": (1,), "manual": ("nothing",)}
        combat, happened = apply(combat, answers[question.kind][0])


# Decisions ------------------------------------------------------------------------------------------------------


def the_decision(equal: bool = False) -> Decision:
    tests = [
        Criterium(
            "in reach",
            "movement.reach-opponent",
            lambda v: v[0],
            lambda v: 0 if v[0] == "yes" else None,
            "out of reach",
        ),
        Criterium("strongest", "movement.superlative", lambda v: v[1], lambda v: -v[1]),
    ]
    options = [("krak", ("yes", 4)), ("milo", ("yes", 4 if equal else 2)), ("tac as 2. any", ("no", 9))]
    return decide("mark", "rep1", "movement.mark", options, tests)


def test_decision_table() -> None:
    assert plain(decision_lines(the_decision(), CATALOGUE)).split("\n") == [
        "rep1's mark: krak p.23, 36",
        "  candidate              in reach  strongest  result",
        "                         p.23, 37  p.23",
        "  krak                   yes       4          chosen",
        "  milo                   yes       2          out: by strongest",
        "  tac (2. any opponent)  no        \N{EN DASH}          out: out of reach",
    ]
    text = plain(decision_lines(the_decision(equal=True), CATALOGUE))
    assert text.startswith("rep1's mark: krak or milo, the choice is yours")
    assert text.count("equal: you choose") == 2


def test_decision_without_candidates() -> None:
    text = plain(decision_lines(decide("mark", "rep1", "movement.dazed", [], []), CATALOGUE))
    assert text == "rep1's mark: none p.21, 22\n  There was nothing to choose from."


def test_long_criteria_keep_the_table_narrow() -> None:
    names = [f"a criterion with rather a long name {number}" for number in range(4)]
    tests = [Criterium(name, "movement.mark", lambda _: 1, lambda _: 1) for name in names]
    lines = plain(decision_lines(decide("mark", "rep1", "movement.mark", [("krak", 0)], tests), CATALOGUE)).split("\n")
    assert max(map(len, lines)) <= 100
    words = " ".join(lines).split()
    assert all(words.count(word) == 4 for word in ("criterion", "rather", "long"))


@pytest.mark.parametrize("step", ["deployment", "tactics", "movement", "engage"])
def test_tables_of_real_decisions_name_every_candidate(step: str) -> None:
    rng = random.Random(step)
    for _ in range(20):
        raw = random_position(rng, step)
        for decision in decisions(READER.read(json.dumps(raw).encode()), step):
            lines = [text_of(line) for line in decision_lines(decision, CATALOGUE)]
            rows = lines[-len(decision.candidates) :] if decision.candidates else []
            for row, candidate in zip(rows, decision.candidates, strict=True):
                assert row.startswith("  " + candidate.option.split(" as ")[0])
                out = f"out: {decision.reason(candidate)}"
                assert row.endswith(out if candidate.out else ("chosen", "equal: you choose"))


def test_verdicts() -> None:
    rule = "movement.efficient"
    out = Verdict("destination", "rep1", "D4", "least movement", rule, {"least movement": 2}, ["C2", "C3"])
    assert text_of(verdict_line(out, CATALOGUE)) == (
        "rep1's destination: D4 is out: least movement (least movement: 2). Instead: C2 or C3. p.23"
    )
    chosen = Verdict("target", "rep1", "krak", "", "engage.target", {"priority": 1}, ["krak"])
    assert text_of(verdict_line(chosen, CATALOGUE)) == "rep1's target: krak is chosen (priority: 1). p.24, 37"
    equal = Verdict("target", "rep1", "krak", "", "engage.target", {}, ["krak", "milo"])
    assert text_of(verdict_line(equal, CATALOGUE)) == "rep1's target: krak is an equal choice; so is milo. p.24, 37"


# Style ----------------------------------------------------------------------------------------------------------


def test_painting_says_the_same_as_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [*draw_board(crowd()), *decision_lines(the_decision(), CATALOGUE)]
    lines.append([Span("[bold]no markup[/bold] :smile:", "rule")])
    style.paint(lines, 60)
    assert capsys.readouterr().out == plain(lines) + "\n"


def test_all_styles_are_known() -> None:
    combat = crowd()
    lines = draw_board(combat, {LONG_IDS[0][0]: combat.arena.mat.bit["B4"]}) + decision_lines(the_decision(), CATALOGUE)
    used = {span.style for line in lines for span in line}
    assert used - {""} <= set(style.STYLES)


def test_wrapping_breaks_between_words_only() -> None:
    line = [Span("one two ", "key"), Span("three fourandfive six")]
    assert [text_of(part) for part in wrapped(line, 10)] == ["one two", "  three", "  fourandfive", "  six"]
    assert text_of(wrapped([Span("  set in")], 40)[0]) == "  set in"
    assert wrapped([], 10) == [[]]


def test_cells_count_wide_and_combining_signs() -> None:
    assert [cells(text) for text in ("abc", "\u9f8d", "e\u0301")] == [3, 2, 1]


def test_rich_is_loaded_for_colour_only() -> None:
    code = (
        "import sys, hoplo_companion.render.board, hoplo_companion.render.sentences, hoplo_companion.render.decisions\n"
        "print([name for name in ('rich', 'typer', 'questionary') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
