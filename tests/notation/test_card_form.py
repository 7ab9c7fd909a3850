"""Cards and chips entered as they are printed: texts understood or kept to remind, put right, asked back."""

import json
import shlex
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from hoplo_companion.cli.app import run
from hoplo_companion.cli.data.add import chips_in_sight, keep
from hoplo_companion.cli.data.conversation import CardForm
from hoplo_companion.cli.terminal.prompts import Prompts
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.own import own_record, own_records
from hoplo_companion.errors import IllegalError
from hoplo_companion.notation.parts import added_to_lineup
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.dialogue import Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.boards import position
from tests.helpers.cli import Sitting, done_each, hoplo
from tests.helpers.play import question_of
from tests.helpers.proofs import columns
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

    def pick(self, text: str, words: Mapping[str, str], **more: Any) -> str:
        self.asked.append(text)
        if text.endswith("is it right?") and not self.lines:
            return next(iter(words))
        word = self.lines.pop(0)
        return next(each for each, said in words.items() if said.startswith(word))

    def is_yes(self, text: str) -> bool:
        self.asked.append(text)
        return self.lines.pop(0) == "y"


def typed(call: str, *lines: str, code: int | None = 0) -> Typing:
    """Run a command that asks for these lines."""
    terminal = Typing(*lines)
    terminal.arguments = shlex.split(call)
    assert run(terminal) == code or code is None
    return terminal


def part_of(wanted: Any, found: Any) -> bool:
    """Whether what is wanted of a record is there, keys of its tables left out or not."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(part_of(each, found.get(key)) for key, each in wanted.items())
    return bool(wanted == found)


JOUST = '{"name": "Joust", "kind": "sport", "goals": ["king-of-the-hill", "spar"], "lineup": ["bag", "bag"], \
"yours": ["hero"], "effects": null}'
ENTERED = f"""
event bloodshed | Brawl / lbbt / hcc / enter | {{"name": "Brawl", "kind": "bloodshed", \
    "lineup": ["local", "bag", "bag+tactic"], "yours": ["hero", "camp", "camp"], "instructions": null}}
event | Joust: sport, goals koth spar, lineup bag*2, yours hero / enter | {JOUST}
event | Joust: lineup bb / Sport / k, s / h / enter | {JOUST}
event | Joust / Sport / k s / b, b / h / enter | {JOUST}
event | Joust: lineup b / Sport / s k / h / enter / Rival's lineup / b b / Sports / k s | {JOUST}
event | Grudge Match / Sport / cs / bag tribune / l+t b*2 / h c*2 / enter | {{"name": "Grudge Match", "kind": "sport", \
    "goals": ["capture-the-flag", "spar"], "lineup": ["local+tactic", "bag", "bag"], \
    "yours": ["hero", "camp", "camp"]}} | is not an icon of the rival
event | The first capital / primus of Act I / bag primus / hero | {{"name": "Primus Act I", "yours": ["hero"]}}
arena | Pit: columns 3 4 3 / A1, A2 / enter / enter / all: any / enter / enter | \
    {{"mat": {{"columns": [3, 4, 3], "rival_deployment": ["A1", "A2"]}}}}
opportunity | Dare / any / tribune / bag / enter / when the combat is won / tactic Net | {{"name": "Dare", \
    "change": {{"events": [], "adds": ["bag"]}}, "met": "win", "reward": {{"kind": "tactic", "name": "Net"}}}} \
    | is not an icon
event bloodshed | Fog / b / hc / All units have Movement 1. / y / Add a bag unit to the end of the rival's lineup / y \
    / enter | {{"then": ["bag"], "instructions": "All units have Movement 1. Add a bag unit to the end of the rival's \
    lineup", "effects": [{{"do": [{{"do": "stat", "stat": "movement", "to": 1}}], "for": "unit"}}]}} \
    | movement = 1 for unit
event bloodshed | Omen / b / hc / Something odd happens / at the start of each turn / enter | {{"effects": [{{"on": \
    "turn-start", "do": [{{"do": "manual", "text": "Something odd happens"}}], "for": "arena"}}], \
    "instructions": "Something odd happens"}}
event bloodshed | Calm / b / hc / Nice weather / not at all / enter | \
    {{"instructions": "Nice weather", "effects": null}}
event bloodshed | Haze / b / hc / All units have Range 1 / n / I type it / All units have Range 2 / y / enter | \
    {{"effects": [{{"do": [{{"do": "stat", "stat": "range", "to": 2}}], "for": "unit"}}]}}
event bloodshed | Bral / lb / hc / enter / Rival's lineup / bb / Name / Brawl / it is right | \
    {{"lineup": ["bag", "bag"], "name": "Brawl"}} | Event card  Bloodshed: as printed
prowess | Sea Legs / krakenlance / Tactical / y / enter | \
    {{"effects": [{{"do": [{{"do": "grant", "skill": "Tactical"}}]}}], "text": "Tactical"}}
unit | Murmillo / defender, 1/1/4, bb, Taunt, Regen 1 | {{"attack": ["blue", "blue"], "skills": ["Taunt", "Regen 1"]}} \
    | defender, Movement 1, Range 1, Health 4, blue blue
"""
"""What is entered, and the kind that the place gives an event; the lines; what is kept of it; what is said."""


@pytest.mark.parametrize(("what", "script", "record", "said"), columns(ENTERED, 4))
def test_a_card_is_entered_line_by_line(what: str, script: str, record: str, said: str) -> None:
    kind, _, given = what.partition(" ")
    lines = ["" if each == "enter" else each for each in script.split(" / ")]
    terminal = Typing(*lines)
    card = CardForm(terminal, kind, "", catalogue(), {"kind": given} if given else None).filled()
    keep(terminal, kind, card, catalogue())
    assert not terminal.lines, "everything typed was asked for"
    assert list(own_records()[card.kind]) == [card.id]
    assert part_of(json.loads(record), own_record(card.kind, card.id))
    assert said in " ".join(terminal.said().split())
    if script == "Brawl / lbbt / hcc / enter":  # the kind is not asked; 25 keys are enough, with each line's Enter
        assert (len(terminal.asked), sum(len(line) + 1 for line in lines) + len("1") <= 25) == (5, True)


@pytest.mark.parametrize(("text", "icons"), [
    ("Add a bag unit to the end of the rival's lineup.", "bag"),
    ("add two local units to the end of the rival lineup", "local local"),
    ("Place one bag unit with a tactic on it at the end of the rival's lineup", "bag+tactic"),
    ("Aggiungi un'unità dal sacchetto alla fine dello schieramento rivale", "bag"),
    ("Add a horse to the end of the rival's lineup", ""),
])  # fmt: skip
def test_units_that_a_card_adds_to_the_lineup(text: str, icons: str) -> None:
    assert added_to_lineup(text) == icons


def stands(**shown: Any) -> Combat:
    """Give a board on which nobody knows what the rival's chip shows else, and the rival's turn asks for it."""
    reader = PositionReader(known(units={"stranger": {"skills": [], **shown}}))
    raw = position("movement", [], arena="atlanteans")
    raw["units"] = [{"id": "s", "chip": "stranger", "side": "rival", "hex": "C3"},
                    {"id": "a", "chip": "archer", "side": "player", "hex": "C4", "hp": 3}]  # fmt: skip
    return begin(reader.read(json.dumps(raw).encode()), "movement")[0]


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


@pytest.mark.parametrize(
    ("line", "why"),
    [("1/x/4, bb", "three numbers"), ("attacker, bb", "the whole chip"), ("attacker, 2/1/4, Tant", "did you mean")],
)
def test_a_chip_line_that_cannot_be_read_is_refused(line: str, why: str) -> None:
    with pytest.raises(IllegalError, match=why):
        apply(stands(), line)


@pytest.mark.parametrize("line", ["{a}: archer, 3/1/4, bb", "defender, 2/1/4, bb", "archer, 2/1/4, bb, Regen 1"])
def test_a_chip_line_that_contradicts_what_is_known_is_refused(line: str) -> None:
    combat = stands(**{"movement": 2, "class": ["archer"], "skills": ["Taunt"]})
    with pytest.raises(IllegalError, match="is not what is known of stranger"):
        apply(combat, line)


def test_the_form_shows_the_card_as_far_as_it_is_filled_in() -> None:
    seen: list[list[str]] = []

    class Watching(Typing):
        def ask_line(self, message: str, known: Iterable[str] = (), text: str = "") -> str:
            assert self.form is not None
            seen.append(self.form())
            return super().ask_line(message, known, text)

    lines = ("Brawl", "lb", "hc", "All units have Movement 1", "y", "")
    CardForm(Watching(*lines), "event", "", catalogue(), {"kind": "bloodshed"}).filled()
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


def test_what_was_entered_when_a_chip_was_seen_is_not_asked_again() -> None:
    combat = stands()
    question = question_of(combat)
    hoplo("data", "add", "unit", "Stranger: attacker, 2/1/4, bb")
    catalogue.cache_clear()
    assert Prompts(Typing()).answer(question, combat) == 2


TRAVEL = "travel {} --kind {} --region {} --path 'Atlanteans capital'"


def test_a_step_that_brings_a_chip_into_sight_has_it_entered() -> None:
    hoplo("new", "--first-game")
    typed("camp recruit tactician", "-/-/3, b")
    assert (own_record("units", "tactician") or {})["attack"] == ["blue"]


def test_what_a_tactic_says_is_typed_as_printed_in_the_middle_of_a_fight() -> None:
    question = Question("component.effect", "effect", "component.asked", "s", "hamstring", options=("nothing",))
    for lines, answer in ((["cannot move", "y"], "cannot move"), (["Whoops", "as it attacks"], 'attacks: manual "Who')):
        terminal = Typing("type what it says", *lines[1:])
        terminal.pressed = [lines[0]]
        assert str(Prompts(terminal)._read_effect(question, stands(), "What does it say?")).startswith(answer)


def test_a_card_line_may_hold_what_is_printed() -> None:
    typed("data add event 'Fog: bloodshed, lineup b, yours hc, All units have Movement 1'", "y")
    record = own_record("events", "fog") or {}
    assert (record["lineup"], record["instructions"]) == (["bag"], "All units have Movement 1")
    assert record["effects"][0]["do"] == [{"do": "stat", "stat": "movement", "to": 1}]
    refused = hoplo("data", "add", "event", "Mist: bloodshed, lineup b, frobnicate everything")
    assert len(refused.fails(2, "hoplo look effects").err) < 400, "no list of all verbs"


def test_the_place_gives_the_kind_of_an_event_that_is_entered() -> None:
    done_each("new --first-game", TRAVEL.format("Reef", "bloodshed", "atlanteans"))
    terminal = typed("data add event Brawl", "lb", "hc", "")
    assert (own_record("events", "brawl") or {})["kind"] == "bloodshed"
    assert "Kind" not in terminal.asked


def test_the_cards_of_a_new_campaign_are_entered_in_one_go_or_skipped() -> None:
    said = " ".join(typed("new --first-game", "later").said().split())
    assert "Follow My Lead, Master Tactician, Grand Entrance. Next: `hoplo play`" in said
    said = " ".join(typed("new --first-game", "now", "Tactical", "y", "", "", "").said().split())
    assert (own_record("prowess", "follow-my-lead") or {})["text"] == "Tactical"
    assert "Grand Entrance is skipped" in said
    assert "not known, carried out by hand: Master Tactician, Grand Entrance" in " ".join(hoplo("camp").out.split())


def test_a_fight_says_which_prowess_is_not_known() -> None:
    done_each("new --first-game", TRAVEL.format("Reef", "bloodshed", "atlanteans"))
    begun = hoplo("fight", "start", "Brawl: bloodshed, lineup bag, yours hero camp*2", "--auto", "first", "--seed", "1")
    assert "Follow My Lead, Master Tactician, Grand Entrance are not known" in begun.err


@pytest.mark.parametrize("rows", [["Primus: lineup bag*2 primus, yours hero camp*3"], ["b b p", "h c c c"]])
def test_the_lineup_of_a_primus_is_entered_by_letters_or_in_one_line(rows: list[str]) -> None:
    done_each("new --first-game", TRAVEL.format("Peak", "capital", "kunlun"))
    typed("fight start --auto first --seed 1", *rows, code=None)
    record = own_record("events", "primus-1") or {}
    assert (record["lineup"], record["yours"]) == (["bag", "bag", "primus"], ["hero", "camp", "camp", "camp"])


@pytest.mark.parametrize("answer", ["n", "y"])
def test_a_capital_is_entered_only_once_it_is_agreed_to(answer: str) -> None:
    hoplo("new", "--first-game")
    terminal = typed(TRAVEL.format("Peak", "capital", "kunlun"), answer, code=None)
    assert "It is week 1, and your hero has 6 of 6 HP. Enter?" in terminal.asked[-1]
    assert ("The encampment moves" in hoplo("history").out) is (answer == "y")


def test_a_reward_shows_what_the_chip_shows_and_nothing_that_is_not_there() -> None:
    done_each("new --first-game", "data add unit 'Zeta: archer, 1/2/2, b g, First Strike' --yes",
              TRAVEL.format("Reef", "sport", "atlanteans"), "event accept")  # fmt: skip
    chosen = "recruit Zeta  (archer, 1/2/2, blue green, First Strike)"
    terminal = typed("cleanup --won --hp 6 --rival zeta", "", "", "", chosen, code=None)
    assert "Your reward (p.29)?" in terminal.asked, terminal.said()
