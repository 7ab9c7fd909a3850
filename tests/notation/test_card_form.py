"""Cards and chips entered as they are printed: letters for icons, texts understood or kept to remind, chips whole."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from hoplo_companion.cli.app import run
from hoplo_companion.cli.data.add import chips_in_sight, keep
from hoplo_companion.cli.data.conversation import CardForm
from hoplo_companion.cli.terminal.prompts import Prompts
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.own import own_record
from hoplo_companion.components.words import read_dice
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.notation.events import LineupSide, read_goals, read_icons
from hoplo_companion.notation.printed import added_to_lineup
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.cli import Sitting, hoplo
from tests.helpers.play import question_of
from tests.helpers.setting_up import known


class Typing(Sitting):
    """A terminal at which somebody types these lines; what is to be chosen is picked by how its words begin."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines = list(lines)
        self.asked: list[str] = []

    def ask_line(self, message: str, known: Iterable[str] = (), text: str = "") -> str:
        self.asked.append(text)
        return self.lines.pop(0)

    def pick(self, text: str, words: Sequence[str], **more: Any) -> int | str:
        self.asked.append(text)
        if text.endswith("is it right?") and not self.lines:
            return 0
        word = self.lines.pop(0)
        return next(at for at, each in enumerate(words) if each.startswith(word))

    def is_yes(self, text: str) -> bool:
        self.asked.append(text)
        return self.lines.pop(0) == "y"


def entered(kind: str, *lines: str, given: dict[str, Any] | None = None) -> tuple[dict[str, Any], Typing]:
    """Enter a card by these lines; give its record and the terminal."""
    catalogue.cache_clear()
    terminal = Typing(*lines)
    card = CardForm(terminal, kind, "", catalogue(), given).filled()
    keep(terminal, kind, card, catalogue())
    catalogue.cache_clear()
    assert not terminal.lines, "everything typed was asked for"
    return own_record(card.kind, card.id) or {}, terminal


@pytest.mark.parametrize(("typed", "side", "icons"), [
    ("lbbt", "rival", ["local", "bag", "bag+tactic"]),
    ("LTB", "rival", ["local+tactic", "bag"]),
    ("bp", "rival", ["bag", "primus"]),
    ("b", "rival", ["bag"]),
    ("bag lb", "rival", ["bag", "local", "bag"]),
    ("hcc", "player", ["hero", "camp", "camp"]),
])  # fmt: skip
def test_icons_are_typed_by_a_letter_each(typed: str, side: LineupSide, icons: list[str]) -> None:
    assert read_icons(typed, side) == icons


@pytest.mark.parametrize(("typed", "side"), [("pt", "rival"), ("tb", "rival"), ("hh", "player"), ("lx", "rival")])
def test_letters_that_are_no_icons_are_refused(typed: str, side: LineupSide) -> None:
    with pytest.raises(UsageError):
        read_icons(typed, side)


def test_sports_and_dice_are_typed_by_a_letter_each() -> None:
    assert read_goals("cks") == ["capture-the-flag", "king-of-the-hill", "spar"]
    assert read_goals("s") == ["spar"]
    assert read_goals("k s") == read_goals("k, s") == ["king-of-the-hill", "spar"]
    assert read_icons("l, b b t", "rival") == read_icons("lbbt", "rival")
    for typed in ("bb", "b b", "blue blue", "2 blue", "2b", "blue, b", "2 blu", "blu blu", "1bb"):
        assert read_dice(typed) == ("blue", "blue"), typed
    assert read_dice("bky") == ("blue", "black", "yellow")
    assert read_dice("2bg") == ("blue", "green", "blue", "green")
    assert read_dice("verde 2 neri ross giallo") == ("green", "black", "black", "red", "yellow")
    assert read_dice("") == ()
    for wrong in ("bluu", "b?", "2", "violet", "bl", "3bl"):
        assert read_dice(wrong) is None, wrong


def test_an_event_card_is_a_few_lines() -> None:
    """The kind is not asked where the place decides it; 25 keys are enough (the Enter of each line is one)."""
    lines = ("Brawl", "lbbt", "hcc", "")
    record, terminal = entered("event", *lines, given={"kind": "bloodshed"})
    assert sum(len(line) + 1 for line in lines) + len("1") <= 25
    assert len(terminal.asked) == 5
    assert record == {
        "name": "Brawl", "kind": "bloodshed", "lineup": ["local", "bag", "bag+tactic"],
        "yours": ["hero", "camp", "camp"],
    }  # fmt: skip


@pytest.mark.parametrize("lines", [
    ("Joust: sport, goals koth spar, lineup bag*2, yours hero", ""),
    ("Joust: lineup bb", "Sport", "k, s", "h", ""),
    ("Joust", "Sport", "k s", "b, b", "h", ""),
    ("Joust: lineup b", "Sport", "s k", "h", "", "Rival's lineup", "b b", "Sports", "k s"),
])  # fmt: skip
def test_the_first_row_of_a_form_takes_as_much_of_the_card_as_is_typed(lines: tuple[str, ...]) -> None:
    record, terminal = entered("event", *lines)
    assert record == {
        "name": "Joust", "kind": "sport", "goals": ["king-of-the-hill", "spar"], "lineup": ["bag", "bag"],
        "yours": ["hero"],
    }  # fmt: skip
    assert terminal.lines == []


def test_the_first_row_of_an_arenas_form_takes_its_mat() -> None:
    record, _ = entered("arena", "Pit: columns 3 4 3", "A1, A2", "", "", "all: any", "", "")
    assert record["mat"]["columns"] == [3, 4, 3]
    assert record["mat"]["rival_deployment"] == ["A1", "A2"]


def test_an_instruction_is_understood_and_read_back() -> None:
    record, terminal = entered(
        "event", "Fog", "b", "hc", "All units have Movement 1.", "y", "Add a bag unit to the end of the rival's lineup",
        "y", "", given={"kind": "bloodshed"},
    )  # fmt: skip
    assert "movement = 1 for unit" in terminal.said()
    assert record["then"] == ["bag"]
    assert record["instructions"].startswith("All units have Movement 1. Add")
    assert catalogue().event("fog").effects  # type: ignore[union-attr]


def test_what_is_not_understood_is_kept_as_a_reminder() -> None:
    record, _ = entered(
        "event",
        "Omen",
        "b",
        "hc",
        "Something odd happens",
        "at the start of each turn",
        "",
        given={"kind": "bloodshed"},
    )
    assert record["instructions"] == "Something odd happens"
    effect = record["effects"][0]
    assert (effect["on"], effect["for"]) == ("turn-start", "arena")
    assert effect["do"] == [{"do": "manual", "text": "Something odd happens"}]
    record, _ = entered("event", "Calm", "b", "hc", "Nice weather", "not at all", "", given={"kind": "bloodshed"})
    assert record["instructions"] == "Nice weather"
    assert "effects" not in record


def test_an_understanding_that_is_wrong_is_typed_again() -> None:
    record, _ = entered(
        "event", "Haze", "b", "hc", "All units have Range 1", "n", "I type it", "All units have Range 2", "y", "",
        given={"kind": "bloodshed"},
    )  # fmt: skip
    assert record["effects"][0]["do"][0]["to"] == 2


def test_a_bare_skill_on_a_prowess_card_is_granted() -> None:
    record, _ = entered("prowess", "Sea Legs", "krakenlance", "Tactical", "y", "")
    assert record["effects"] == [{"do": [{"do": "grant", "skill": "Tactical"}]}]
    assert record["text"] == "Tactical"


def test_a_chip_is_one_line() -> None:
    record, terminal = entered("unit", "Murmillo", "defender, 1/1/4, bb, Taunt, Regen 1")
    assert len(terminal.asked) == 2
    assert (record["attack"], record["skills"]) == (["blue", "blue"], ["Taunt", "Regen 1"])
    assert "Movement/Range/Health" in terminal.asked[1]
    assert "defender, Movement 1, Range 1, Health 4, blue blue" in terminal.said()


@pytest.mark.parametrize(("text", "icons"), [
    ("Add a bag unit to the end of the rival's lineup.", "bag"),
    ("add two local units to the end of the rival lineup", "local local"),
    ("Place one bag unit with a tactic on it at the end of the rival's lineup", "bag+tactic"),
    ("Aggiungi un'unità dal sacchetto alla fine dello schieramento rivale", "bag"),
    ("Add a horse to the end of the rival's lineup", ""),
])  # fmt: skip
def test_units_that_a_card_adds_to_the_lineup(text: str, icons: str) -> None:
    assert added_to_lineup(text) == icons


# A whole chip in the place of a number --------------------------------------------------------------------------------


def stands(**shown: Any) -> Combat:
    """Give a board on which nobody knows what the rival's chip shows else, and the rival's turn asks for it."""
    reader = PositionReader(known(units={"stranger": {"skills": [], **shown}}))
    units = [{"id": "s", "chip": "stranger", "side": "rival", "hex": "C3"},
             {"id": "a", "chip": "archer", "side": "player", "hex": "C4", "hp": 3}]  # fmt: skip
    raw = {
        "schema": "hoplo/position@1",
        "step": "movement",
        "act": 1,
        "turn": 2,
        "event": "bloodshed",
        "arena": "atlanteans",
        "units": units,
    }
    return begin(reader.read(json.dumps(raw).encode()), "movement")[0]


@pytest.mark.rule("component.asked")
def test_a_whole_chip_answers_for_all_its_numbers() -> None:
    combat = stands()
    question = question_of(combat)
    assert question.id == "component.stat"
    after, _ = apply(combat, "attacker, 2/1/4, bb, Taunt")
    unit = after.units["s"]
    assert (unit.movement, unit.range, unit.health, unit.attack) == (2, 1, 4, ("blue", "blue"))
    assert unit.classes == ("attacker",)
    assert "taunt" in str(unit.skills).casefold()
    following = pending(after)
    assert following is None or following.id != "component.stat"


@pytest.mark.rule("component.asked")
@pytest.mark.parametrize(
    ("line", "why"),
    [("1/x/4, bb", "three numbers"), ("attacker, bb", "the whole chip"), ("attacker, 2/1/4, Tant", "did you mean")],
)
def test_a_chip_line_that_cannot_be_read_is_refused(line: str, why: str) -> None:
    with pytest.raises(IllegalError, match=why):
        apply(stands(), line)


@pytest.mark.rule("component.asked")
@pytest.mark.parametrize("line", ["{a}: archer, 3/1/4, bb", "defender, 2/1/4, bb", "archer, 2/1/4, bb, Regen 1"])
def test_a_chip_line_that_contradicts_what_is_known_is_refused(line: str) -> None:
    combat = stands(**{"movement": 2, "class": ["archer"], "skills": ["Taunt"]})
    with pytest.raises(IllegalError, match="is not what is known of stranger"):
        apply(combat, line)


# Put right, asked back, entered when it is seen ----------------------------------------------------------------------


def test_a_line_is_put_right_before_the_card_is_kept() -> None:
    record, terminal = entered(
        "event", "Bral", "lb", "hc", "", "Rival's lineup", "bb", "Name", "Brawl", "it is right",
        given={"kind": "bloodshed"},
    )  # fmt: skip
    assert record["lineup"] == ["bag", "bag"]
    assert record["name"] == "Brawl"
    assert own_record("events", "bral") is None
    assert "Event card  Bloodshed: as printed" in terminal.said()


def test_the_form_shows_the_card_as_far_as_it_is_filled_in() -> None:
    seen: list[list[str]] = []

    class Watching(Typing):
        def ask_line(self, message: str, known: Iterable[str] = (), text: str = "") -> str:
            assert self.form is not None
            seen.append(self.form())
            return super().ask_line(message, known, text)

    typing = Watching("Brawl", "lb", "hc", "All units have Movement 1", "y", "")
    CardForm(typing, "event", "", catalogue(), {"kind": "bloodshed"}).filled()
    assert seen[3] == ["Event card  Bloodshed  Brawl", "  Rival's lineup  lb", "  Your lineup     hc"]


@pytest.mark.parametrize(("typed", "agrees", "meant"), [
    (["Master Tactican", "y"], True, "Master Tactician"),
    (["Master Tactican", "n"], True, "Master Tactican"),
    (["Endurance 2"], False, "Endurance 2"),
    (["Something else"], False, "Something else"),
    (["grand entrance"], False, "grand entrance"),
    (["Grand Entrace, Endurance 1", "y"], True, "Grand Entrance, Endurance 1"),
])  # fmt: skip
def test_a_slip_in_a_known_name_is_asked_back(typed: list[str], agrees: bool, meant: str) -> None:
    terminal = Typing(*typed)
    known = ["Master Tactician", "Grand Entrance", "Endurance 1"]
    assert terminal.write("Which?", "", known) == meant
    assert any(text.startswith("Did you mean") for text in terminal.asked) == agrees
    assert not agrees or any("Master Tactician" in text or "Grand Entrance" in text for text in terminal.asked)
    assert "completed by Tab: Master Tactician" in terminal.said()


@pytest.mark.rule("component.asked")
def test_a_chip_in_sight_is_asked_whole_and_once() -> None:
    terminal = Typing("", "-/-/2, y", "1/1/3, b")
    chips_in_sight(terminal, ["archer", "reptilian", "krakenlance"])
    assert own_record("units", "archer") is None, "it was skipped"
    chips_in_sight(terminal, ["archer"])
    assert len(terminal.asked) == 1, "and is not asked again while the evening lasts"
    terminal.sighted.clear()
    chips_in_sight(terminal, ["archer", "goblin"])
    archer = catalogue().unit("archer")
    assert archer is not None
    assert (archer.movement, archer.range, archer.health, archer.attack) == (1, 2, 2, ["yellow"])
    assert (own_record("units", "goblin") or {})["health"] == 3
    terminal.sighted.clear()
    chips_in_sight(terminal, ["archer", "goblin"])
    assert not terminal.lines


@pytest.mark.rule("component.asked")
def test_what_was_entered_when_a_chip_was_seen_is_not_asked_again() -> None:
    combat = stands()
    question = question_of(combat)
    hoplo("data", "add", "unit", "Stranger: attacker, 2/1/4, bb")
    catalogue.cache_clear()
    assert Prompts(Typing()).answer(question, combat) == 2


def test_a_step_that_brings_a_chip_into_sight_has_it_entered() -> None:
    hoplo("new", "--first-game")
    terminal = Typing("-/-/3, b")
    terminal.arguments = ["camp", "recruit", "tactician"]
    assert run(terminal) == 0
    assert (own_record("units", "tactician") or {})["attack"] == ["blue"]


def test_what_a_tactic_says_is_typed_as_printed_in_the_middle_of_a_fight() -> None:
    question = Question(
        id="component.effect", kind="effect", rule="component.asked", unit="s", about="hamstring", options=("nothing",)
    )
    for lines, answer in ((["cannot move", "y"], "cannot move"), (["Whoops", "as it attacks"], 'attacks: manual "Who')):
        terminal = Typing("type what it says", *lines[1:])
        terminal.pressed = [lines[0]]
        assert str(Prompts(terminal)._read_effect(question, stands(), "What does it say?")).startswith(answer)


def test_a_card_line_may_hold_what_is_printed() -> None:
    terminal = Typing("y")
    terminal.arguments = ["data", "add", "event", "Fog: bloodshed, lineup b, yours hc, All units have Movement 1"]
    assert run(terminal) == 0
    record = own_record("events", "fog") or {}
    assert record["lineup"] == ["bag"]
    assert record["instructions"] == "All units have Movement 1"
    assert record["effects"][0]["do"] == [{"do": "stat", "stat": "movement", "to": 1}]
    refused = hoplo("data", "add", "event", "Mist: bloodshed, lineup b, frobnicate everything").fails(
        2, "hoplo look effects"
    )
    assert len(refused.err) < 400, "no list of all verbs"


def test_the_place_gives_the_kind_of_an_event_that_is_entered() -> None:
    hoplo("new", "--first-game")
    hoplo("travel", "Reef", "--kind", "bloodshed", "--region", "atlanteans", "--path", "Atlanteans capital")
    terminal = Typing("lb", "hc", "")
    terminal.arguments = ["data", "add", "event", "Brawl"]
    assert run(terminal) == 0
    assert (own_record("events", "brawl") or {})["kind"] == "bloodshed"
    assert "Kind" not in terminal.asked


def test_the_cards_of_a_new_campaign_are_entered_in_one_go_or_skipped() -> None:
    terminal = Typing("later")
    terminal.arguments = ["new", "--first-game"]
    assert run(terminal) == 0
    said = " ".join(terminal.said().split())
    assert "Follow My Lead, Master Tactician, Grand Entrance. Next: `hoplo play`" in said
    terminal = Typing("now", "Tactical", "y", "", "", "")
    terminal.arguments = ["new", "--first-game"]
    assert run(terminal) == 0
    assert (own_record("prowess", "follow-my-lead") or {})["text"] == "Tactical"
    said = " ".join(terminal.said().split())
    assert "Grand Entrance is skipped" in said
    assert "not known, carried out by hand: Master Tactician, Grand Entrance" in " ".join(hoplo("camp").out.split())


@pytest.mark.rule("component.asked")
def test_a_fight_says_which_prowess_is_not_known() -> None:
    hoplo("new", "--first-game")
    hoplo("travel", "Reef", "--kind", "bloodshed", "--region", "atlanteans", "--path", "Atlanteans capital")
    begun = hoplo("fight", "start", "Brawl: bloodshed, lineup bag, yours hero camp*2", "--auto", "first", "--seed", "1")
    assert "Follow My Lead, Master Tactician, Grand Entrance are not known" in begun.err


@pytest.mark.parametrize("whole", [True, False])
def test_the_lineup_of_a_primus_is_entered_by_letters_or_in_one_line(whole: bool) -> None:
    hoplo("new", "--first-game")
    hoplo("travel", "Peak", "--kind", "capital", "--region", "kunlun", "--path", "Atlanteans capital")
    rows = ["Primus: lineup bag*2 primus, yours hero camp*3"] if whole else ["b b p", "h c c c"]
    terminal = Typing(*rows)
    terminal.arguments = ["fight", "start", "--auto", "first", "--seed", "1"]
    run(terminal)
    record = own_record("events", "primus-1") or {}
    assert (record["lineup"], record["yours"]) == (["bag", "bag", "primus"], ["hero", "camp", "camp", "camp"])


@pytest.mark.rule("spectate.capital")
@pytest.mark.parametrize("answer", ["n", "y"])
def test_a_capital_is_entered_only_once_it_is_agreed_to(answer: str) -> None:
    hoplo("new", "--first-game")
    terminal = Typing(answer)
    terminal.arguments = ["travel", "Peak", "--kind", "capital", "--region", "kunlun", "--path", "Atlanteans capital"]
    run(terminal)
    assert "It is week 1, and your hero has 6 of 6 HP. Enter?" in terminal.asked[-1]
    assert ("The encampment moves" in hoplo("history").out) is (answer == "y")


@pytest.mark.rule("reward.sport")
def test_a_reward_shows_what_the_chip_shows_and_nothing_that_is_not_there() -> None:
    hoplo("new", "--first-game")
    hoplo("data", "add", "unit", "Zeta: archer, 1/2/2, b g, First Strike", "--yes")
    hoplo("travel", "Reef", "--kind", "sport", "--region", "atlanteans", "--path", "Atlanteans capital")
    hoplo("event", "accept")
    terminal = Typing("", "", "", "recruit Zeta  (archer, 1/2/2, blue green, First Strike)")
    terminal.arguments = ["cleanup", "--won", "--hp", "6", "--rival", "zeta"]
    run(terminal)
    assert "Your reward (p.29)?" in terminal.asked, terminal.said()
