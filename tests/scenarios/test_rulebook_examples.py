"""The rulebook's worked examples, sentence by sentence (Rulebook p.22-24); your turn is in `test_rulebook_fight`."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.events import (
    Attacked,
    CannotAct,
    Damaged,
    Deployed,
    Healed,
    Moved,
    Stayed,
    TacticPlaced,
)
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import movement
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.engage import can_act, in_range, specials, targets
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import Move, priority_list
from hoplo_companion.rules.rival.placement import deployments, targets_of
from hoplo_companion.rules.rival.turn import begin
from hoplo_companion.rules.why.steps import decisions
from tests.helpers.boards import READER, change
from tests.helpers.play import Told, play, question_of

EXAMPLES = Path(__file__).parents[2] / "rules_data" / "examples"
CHOICES = ["reptilian", "defender", "F2", 2]
"""What the example decides: where Adrenaline goes, who moves first, where the Reptilian ends, and its hits."""


def start() -> Combat:
    """Set the example up as p.22 begins."""
    return READER.read_plain(tomllib.loads((EXAMPLES / "rulebook-p22.toml").read_text(encoding="utf-8")))


def after(*answers: Any) -> Told:
    """Play the example up to the question behind these answers."""
    board, events = begin(start())
    for answer in answers:
        board, more = apply(board, answer)
        events += more
    return Told(board, events, [])


def asks(*answers: Any) -> Question:
    """Give the question behind these answers."""
    return question_of(after(*answers).combat)


def whole() -> Told:
    """Play the example to its end."""
    return play(start(), CHOICES)


def would(board: Combat, unit: str) -> tuple[Move, list[str]]:
    """Tell what a rival unit does if it moves now, and the hexes that it may end on."""
    ground = Ground(board)
    move = ground.now(board.units[unit])
    return move, board.arena.mat.names(move.destinations)


# Rival Deployment Step, p.22 ------------------------------------------------------------------------------------


def test_the_archer_is_deployed_on_hex_1() -> None:
    """The topmost unit of the column, the Archer, enters on the lowest deployment hex that is free: #1 (p.22)."""
    board = start()
    mat = board.arena.mat
    free = [mat.name(hex_) for hex_ in board.arena.rival_deployment if not hex_ & board.blocked()]
    assert free == ["A1", "A2", "A3"]
    assert [(each.unit, mat.name(each.hex)) for each in deployments(board)] == [("archer", "A1")]
    assert [(event.unit, event.hex, event.number) for event in after().of(Deployed)] == [("archer", "A1", 1)]


# Rival Tactic Placement Step, p.22 ------------------------------------------------------------------------------


def test_stun_comes_first_and_finds_nobody() -> None:
    """Stun is on top but goes on an opponent next to a rival unit, and none of yours that could take it is (p.22)."""
    board = after().combat
    assert board.rival_tactics == ("stun", "adrenaline")
    assert targets_of(board, "stun") == []
    assert [event.chip for event in after("reptilian").of("tactic-passed-over")] == ["stun"]


def test_with_a_rival_tactician_stun_would_find_somebody() -> None:
    """With a rival Tactician in play your units need not be adjacent, and your Defender would be stunned (p.22)."""
    board = after().combat
    tactician = change(board, "archer", skills={"tactical": 0})
    assert [unit.id for unit in targets_of(tactician, "stun")] == ["your-defender"]


def test_adrenaline_may_go_on_any_of_the_three() -> None:
    """Adrenaline goes on the slowest ally; all three rival units have Movement 1, so you choose among them (p.22)."""
    board, asked = after().combat, asks()
    assert [movement(board, unit) for unit in board.in_arena("rival")] == [1, 1, 1]
    assert (asked.id, asked.about) == ("tactic.target", "adrenaline")
    assert set(asked.options) == {"archer", "defender", "reptilian"}


def test_adrenaline_stays_with_the_reptilian() -> None:
    """Put on the Reptilian, the permanent tactic stays there, under its chip, to the end of the turn (p.22)."""
    told = whole()
    assert [(event.chip, event.unit) for event in told.of(TacticPlaced)] == [("adrenaline", "reptilian")]
    assert told.combat.units["reptilian"].tactics == ("adrenaline",)
    assert told.combat.rival_tactics == ("stun",)


# Rival Movement Step, p.23 --------------------------------------------------------------------------------------


def test_the_atlantean_list_is_what_everyone_goes_by() -> None:
    """All rival units want the flagholder, the loose trident, its holder, the farthest opponent, in order (p.23)."""
    board = after("reptilian").combat
    for unit in board.in_arena("rival"):
        entries = priority_list(board, unit)
        assert [entry.id() for entry in entries] == ["flagholder", "chip:trident", "holding:trident", "farthest"]
        assert [entry.bold for entry in entries] == [True, False, True, True]


def test_krakenlance_has_the_trident_and_nobody_a_flag() -> None:
    """King of the Hill has no flag and Krakenlance has the trident, so its holder is the first that counts (p.23)."""
    board = after("reptilian").combat
    assert board.event == "king-of-the-hill"
    assert board.flag is None
    assert board.held_by("krakenlance") == ["trident"]
    assert [(mark.priority, mark.unit) for mark in would(board, "reptilian")[0].marks] == [(2, "krakenlance")]


def test_which_unit_moves_first_is_your_choice() -> None:
    """The order of the Defender and the Reptilian makes a difference, and you choose it (p.23)."""
    asked = asks("reptilian")
    assert asked.id == "movement.next"
    assert set(asked.options) == {"defender", "reptilian"}


def test_the_archer_is_dazed_and_does_not_move() -> None:
    """The Archer, deployed this turn, stays where it entered (p.23)."""
    told = whole()
    assert [(event.unit, event.status) for event in told.of(Stayed)] == [("archer", "dazed")]
    assert told.hex("archer") == "A1"


def test_the_defender_reaches_nothing_and_has_one_way_to_go() -> None:
    """With Movement 1 and Range 1 the Defender reaches no priority and backs up towards Krakenlance (p.23)."""
    board = after("reptilian").combat
    defender = board.units["defender"]
    assert (movement(board, defender), defender.range) == (1, 1)
    mark = next(each for each in decisions(board, "movement", "defender") if each.about == "mark")
    assert mark.rule == "movement.backup"
    move, ends = would(board, "defender")
    assert (move.status, [each.unit for each in move.marks], ends) == ("moves", ["krakenlance"], ["F1"])
    moved = after("reptilian", "defender").of(Moved)
    assert [(event.unit, event.start, event.end, event.backup) for event in moved] == [("defender", "E1", "F1", True)]


def test_the_reptilian_reaches_krakenlance_and_may_end_on_two_hexes() -> None:
    """With Movement 2 by Adrenaline, the Reptilian has two hexes next to Krakenlance by a shortest route (p.23)."""
    board, asked = after("reptilian", "defender").combat, asks("reptilian", "defender")
    assert movement(board, board.units["reptilian"]) == 2
    assert (asked.id, asked.unit) == ("movement.destination", "reptilian")
    assert set(asked.options) == {"E3", "F2"}
    # You take the one that is adjacent to your Defender too; the other is adjacent to Krakenlance only.
    krak, defender = board.units["krakenlance"], board.units["your-defender"]
    for end, beside in (("F2", [krak, defender]), ("E3", [krak])):
        around = board.arena.mat.adjacent(board.arena.mat.bit[end])
        assert [unit for unit in (krak, defender) if unit.hex & around] == beside


def test_had_the_defender_moved_after_the_reptilian() -> None:
    """Moving after the Reptilian, the Defender would have gone to the hex that the Reptilian left (p.23)."""
    told = after("reptilian", "reptilian", "F2")
    moved = [(event.unit, event.start, event.end) for event in told.of(Moved)]
    assert moved == [("reptilian", "E2", "F2"), ("defender", "E1", "E2")]
    assert asks("reptilian", "reptilian", "F2").id == "attack.dice"


# Rival Abilities Step, p.24 -------------------------------------------------------------------------------------


def test_regen_does_nothing_at_full_hp() -> None:
    """The Reptilian alone has an Ability, Regen 1, which heals nothing at full HP (p.24)."""
    told = whole()
    assert [(event.unit, event.skill, event.amount) for event in told.of(Healed)] == [("reptilian", "regen", 0)]
    assert told.hp("reptilian") == 3


# Rival Engage Step, p.24 ----------------------------------------------------------------------------------------


def test_the_archer_could_attack_but_has_nobody_in_range() -> None:
    """The Archer, dazed still, may attack by First Strike, yet nobody is within its Range of 2 (p.24)."""
    board = after(*CHOICES[:3]).combat
    archer = board.units["archer"]
    assert (archer.dazed, can_act(board, archer), archer.range) == (True, True, 2)
    assert (in_range(board, archer), targets(board, archer)) == ([], [])
    without = change(board, archer.id, skills={})
    assert not can_act(without, without.units[archer.id])


def test_the_rival_defender_can_neither_attack_nor_use_a_special() -> None:
    """Nothing on the list is where the rival's Defender could attack it, and it has no Special (p.24)."""
    board = after(*CHOICES[:3]).combat
    defender = board.units["defender"]
    assert targets(board, defender) == []
    assert specials(board, defender) == []
    why = {event.unit: event.why for event in whole().of(CannotAct)}
    assert why == {"defender": "no target", "archer": "no target"}


def test_only_the_reptilian_attacks() -> None:
    """So the Reptilian alone makes an attack, it has no Special either, and no order is asked (p.24)."""
    board, asked = after(*CHOICES[:3]).combat, asks(*CHOICES[:3])
    assert (asked.id, asked.unit) == ("attack.dice", "reptilian")
    assert specials(board, board.units["reptilian"]) == []
    told = whole()
    assert [event.unit for event in told.of(Attacked)] == ["reptilian"]
    assert told.of("special-used") == []


def test_taunt_overrides_the_list_and_spares_your_hero() -> None:
    """By the list Krakenlance with the trident would be the target; Taunt makes it your Defender (p.24)."""
    board = after(*CHOICES[:3]).combat
    reptilian = board.units["reptilian"]
    assert [unit.id for unit in targets(board, reptilian)] == ["your-defender"]
    without = change(board, "your-defender", skills={})
    assert [unit.id for unit in targets(without, reptilian)] == ["krakenlance"]
    assert asks(*CHOICES[:3]).about == "your-defender"


def test_from_the_other_hex_taunt_would_not_have_bound_the_reptilian() -> None:
    """Taunt binds whoever is adjacent: on its other hex the Reptilian would attack Krakenlance (p.23, 24)."""
    board = after("reptilian", "defender", "E3").combat
    assert [unit.id for unit in targets(board, board.units["reptilian"])] == ["krakenlance"]
    assert asks("reptilian", "defender", "E3").about == "krakenlance"


def test_two_hits_cost_your_defender_two_hp() -> None:
    """The Reptilian rolls its two blue dice, both hit, and your Defender is dealt 2 damage and loses 2 HP (p.24)."""
    assert asks(*CHOICES[:3]).dice == ("blue", "blue")
    told = whole()
    assert [(event.target, event.hits) for event in told.of(Attacked)] == [("your-defender", 2)]
    assert [(event.unit, event.damage, event.hp) for event in told.of(Damaged)] == [("your-defender", 2, 3)]
    assert (told.hp("krakenlance"), told.hp("your-defender")) == (6, 3)
    # This ends the rival's turn.
    assert told.events[-1].what == "turn-ended"
    assert (told.combat.step, told.combat.turn, pending(told.combat)) == ("deployment", 4, None)


def test_the_shipped_answers_play_the_example() -> None:
    """The answers that come with the example are those of the page, each to the question that is asked."""
    text = (EXAMPLES / "rulebook-p22.answers.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["answer"] for line in lines] == CHOICES
    told = play(start(), [(line["question"], line["answer"]) for line in lines])
    for line, asked in zip(lines, told.asked, strict=True):
        assert line.get("unit", asked.unit) == asked.unit
        assert line.get("about", asked.about) == asked.about
