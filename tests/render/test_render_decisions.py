"""What is worded of decisions and questions, and views of a campaign and of units, as a person reads them."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import hoplo_companion.rules
from hoplo_companion.campaign import setup
from hoplo_companion.campaign.model import Bag, Camp, Campaign, Fight, Pad, Place, Stack
from hoplo_companion.campaign.rounds import EventHere
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import Variant
from hoplo_companion.errors import cells
from hoplo_companion.language import Language, speaking
from hoplo_companion.render import style
from hoplo_companion.render.board.text import draw_board
from hoplo_companion.render.campaign.history import FIELDS, value_words
from hoplo_companion.render.campaign.journey import event_lines, stand_lines
from hoplo_companion.render.campaign.pad import stow_steps
from hoplo_companion.render.fight import round_words, turn_line, turn_words
from hoplo_companion.render.options import in_force_lines, move_lines
from hoplo_companion.render.sentences.decisions import decision_lines, verdict_line
from hoplo_companion.render.sentences.events import sentence
from hoplo_companion.render.sentences.questions import QUESTIONS, option_words, question_words
from hoplo_companion.render.sentences.words import option_name
from hoplo_companion.render.style import Span, plain, text_of, wrapped
from hoplo_companion.rules.agenda import Asks, apply, pending
from hoplo_companion.rules.dialogue import Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.player.unit_options import UnitMoves
from hoplo_companion.rules.rival.turn import begin
from hoplo_companion.rules.sentence import said
from hoplo_companion.rules.setup.preparing import pick_sport
from hoplo_companion.rules.why.decisions import Candidate, Criterion, Decision, decide
from hoplo_companion.rules.why.decisions import Test as Criterium
from hoplo_companion.rules.why.steps import decisions
from tests.helpers.boards import combat
from tests.helpers.courses import known_of
from tests.helpers.positions import CATALOGUE, LONG_IDS, READER, Raw, crowd, example, read
from tests.helpers.proofs import columns
from tests.soak.random_positions import random_position

NAMES = Names(CATALOGUE)


def the_decision(equal: bool = False) -> Decision:
    options = [("krak", ("yes", 4)), ("milo", ("yes", 4 if equal else 2)), ("tac as 2. any", ("no", 9))]
    near = [what for _, what in options if what[0] == "yes"]
    strongest = [what for what in near if what[1] == 4]
    tests = [
        Criterium(("in reach", near), "movement.reach-opponent", said("out of reach"), lambda v: v[0]),
        Criterium(("strongest", strongest), "movement.superlative", show=lambda v: v[1]),
    ]
    return decide("mark", "rep1", "movement.mark", options, tests)


def test_decision_table() -> None:
    assert plain(decision_lines(the_decision(), NAMES)).split("\n") == [
        "Rep1's mark: krak p.23, 36",
        "  candidate              in reach  strongest  result",
        "                         p.23, 37  p.23",
        "  Krak                   yes       4          chosen",
        "  Milo                   yes       2          out: by strongest",
        "  Tac (2. any opponent)  no        \N{EN DASH}          out: out of reach",
    ]
    text = plain(decision_lines(the_decision(equal=True), NAMES))
    assert text.startswith("Rep1's mark: krak or milo, the choice is yours")
    assert text.count("equal: you choose") == 2


def test_decision_without_candidates() -> None:
    text = plain(decision_lines(decide("mark", "rep1", "movement.dazed", [], []), NAMES))
    assert text == "Rep1's mark: none p.21, 22\n  There was nothing to choose from."
    by_dice = replace(decide("target", "rep1", "scion.actors", [], []), by="blue")
    with speaking("it"):
        assert plain(decision_lines(by_dice, NAMES)).startswith("Il bersaglio di rep1 per blu: nessuna scelta")
        assert option_name("1. Each Head moves up to 2 hex(es) towards its mark", NAMES).startswith("1. Ogni Testa si")


def test_long_criteria_keep_the_table_narrow() -> None:
    names = [f"a criterion with rather a long name {number}" for number in range(4)]
    tests = [Criterium((name, [0]), "movement.mark", show=lambda _: 1) for name in names]
    lines = plain(decision_lines(decide("mark", "rep1", "movement.mark", [("krak", 0)], tests), NAMES)).split("\n")
    assert max(map(len, lines)) <= 100
    words = " ".join(lines).split()
    assert all(words.count(word) == 4 for word in ("criterion", "rather", "long"))


@pytest.mark.parametrize("step", ["deployment", "tactics", "movement", "engage"])
def test_tables_of_real_decisions_name_every_candidate(step: str) -> None:
    rng = random.Random(step)
    for _ in range(20):
        raw = random_position(rng, step)
        combat = READER.read(json.dumps(raw).encode())
        names = names_of(combat)
        for decision in decisions(combat, step):
            lines = [text_of(line) for line in decision_lines(decision, names)]
            rows = lines[-len(decision.candidates) :] if decision.candidates else []
            for row, candidate in zip(rows, decision.candidates, strict=True):
                assert row.casefold().startswith("  " + names(candidate.option.split(" as ")[0]).casefold())
                out = f"out: {decision.why(candidate)}"
                assert row.endswith(out if candidate.out else ("chosen", "equal: you choose"))


def test_verdicts() -> None:
    def line(about: str, rule: str, *candidates: Candidate) -> str:
        made = Decision(about, "rep1", rule, [Criterion("priority", "")], [*candidates])
        return text_of(verdict_line(made, candidates[0], NAMES))

    out, others = Candidate("D4", [2], "priority", why=said("out of reach")), map(Candidate, ("C2", "C3"), ([], []))
    said_out = "Rep1's destination: D4 is out: out of reach (priority: 2). Instead: C2 or C3. p.23"
    assert line("destination", "movement.efficient", out, *others) == said_out
    chosen, equal = (Candidate("krak", [1]),), (Candidate("krak", []), Candidate("milo", []))
    assert line("target", "engage.target", *chosen) == "Rep1's target: krak is chosen (priority: 1). p.24, 37"
    assert line("target", "engage.target", *equal) == "Rep1's target: krak is an equal choice; so is milo. p.24, 37"


def test_painting_says_the_same_as_plain_text() -> None:
    lines = [*draw_board(crowd(), {}), *decision_lines(the_decision(), NAMES)]
    lines.append([Span("[bold]no markup[/bold] :smile:", "rule")])
    assert re.sub(r"\x1b\[\d+(;\d+)*m", "", style.painted(lines)) == plain(lines) + "\n"


def test_all_styles_are_known() -> None:
    combat = crowd()
    lines = draw_board(combat, {LONG_IDS[0][0]: combat.arena.mat.bit["B4"]}) + decision_lines(the_decision(), NAMES)
    used = {span.style for line in lines for span in line}
    assert used - {""} <= set(style.STYLES)


def test_wrapping_breaks_between_words_only() -> None:
    line = [Span("one two ", "key"), Span("three fourandfive six")]
    assert [text_of(part) for part in wrapped(line, 10)] == ["one two", "  three", "  fourandfive", "  six"]
    assert text_of(wrapped([Span("  set in")], 40)[0]) == "  set in"
    assert wrapped([], 10) == [[]]


def test_cells_count_wide_and_combining_signs() -> None:
    assert [cells(text) for text in ("abc", "\u9f8d", "e\u0301")] == [3, 2, 1]


def test_every_question_of_the_rules_has_words() -> None:
    folder = Path(hoplo_companion.rules.__file__).parent
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    ids = set(re.findall(r'(?:Question\(\s*|AskByHand\()"([a-z.-]+)"', text))
    assert len(ids) > 10
    assert ids <= QUESTIONS.keys()


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


@pytest.mark.parametrize(("question", "words"), columns("""
id=tactic.target, kind=choice, rule=r, about=stun | Stun goes on which unit?
id=movement.destination, kind=choice, rule=r, unit=rep1 | Reptilian ends its move on which of these equal hexes?
id=attack.dice, kind=dice, rule=r, unit=rep1, about=krak, dice=blue/blue | Reptilian attacks Bingqing with 2 blue \
    dice: how many hits?
id=component.stat, kind=stat, rule=r, unit=arch1, about=attack | Dice on the Archer chip: (At least one die, of \
    unknown colour.)
id=manual.skill, kind=manual, rule=r, unit=rep1, about=fury-aura | Fury Aura 1 of Reptilian: It deals 1 damage to one \
    opponent that is no farther off, in hexes, than its number. Used if anyone would be damaged by it: the weakest \
    opponent possible. What happens?
id=manual.skill, kind=manual, rule=r, about=sickness, text=Your camp heals nobody. | Sickness: Your camp heals nobody. \
    What happens?
id=effect.target, kind=choice, rule=r, about=sickness | Sickness: on whom?
id=effect.target, kind=choice, rule=r, unit=rep1, about=heave | Heave of Reptilian: on whom?
id=manual.tactic, kind=manual, rule=r, unit=krak, about=hamstring | Hamstring now lies on Bingqing: its text is in no \
    source, so read it off the chip. What does it change at once?
""", 2))  # fmt: skip
def test_questions(question: str, words: str) -> None:
    assert question_words(Question(**known_of(question.split(", "))), table()) == words


def test_what_a_chip_shows_is_asked_of_the_chip_where_both_sides_have_one() -> None:
    sides = {"rival": "B2", "player": "D3"}
    units = [{"id": f"{side}-archer", "chip": "archer", "side": side, "hex": at} for side, at in sides.items()]
    for id_, asked in (("rival-archer", "Health on the Archer chip:"), ("player-archer", "HP of your Archer now:")):
        about = "health" if id_ == "rival-archer" else "hp"
        question = Question(id="component.stat", kind="stat", rule="r", unit=id_, about=about)
        assert question_words(question, read(units=units)) == asked


def test_options() -> None:
    combat = table()
    choice = Question(id="engage.target", kind="choice", rule="r", unit="rep1")
    beside = "C3  (a key hex, the trident lies there, beside Reptilian and Bingqing)"
    for option, words in (
        ("krak", "Bingqing  (on D3, 4 HP)"), ("arch1", "Archer"), ("stun", "Stun"), ("C3", beside), ("x", "x")
    ):  # fmt: skip
        assert option_words(choice, option, combat) == words
    way = Question(id="movement.way", kind="choice", rule="r", unit="rep1")
    assert option_words(way, "none", combat) == "without a chip"
    assert option_words(way, "trident and orb", combat) == "with the trident and the orb"
    hexes = Question(id="movement.destination", kind="choice", rule="r", unit="rep1")
    assert option_words(hexes, "C3", combat) == "C3  (a key hex, the trident lies there, beside Bingqing)"
    ability = Question(id="abilities.next", kind="choice", rule="r")
    assert option_words(ability, "rep1 fury-aura", combat).startswith("Fury Aura of Reptilian: It deals 1 damage")


@pytest.mark.parametrize("seed", range(25))
def test_everything_in_a_random_turn_can_be_worded(seed: int) -> None:
    rng = random.Random(seed)
    combat, happened = begin(READER.read(json.dumps(random_position(rng) | {"explain": True}).encode()))
    for _ in range(60):
        names = names_of(combat)
        for event in happened:
            assert text_of(sentence(event, names))
            if event.what == "explained":
                assert decision_lines(event.values["decision"], names)
        question = pending(combat)
        if question is None:
            break
        words = question_words(question, combat)
        assert re.search(r"[?:]( \(.*\))?$", words), words
        assert not re.search(r"\b(\w+) \1\b", words), words
        for option in question.options:
            assert "_" not in option_words(question, option, combat)
        answers: Raw = {"choice": question.options[:1], "dice": (0,), "stat": (1,), "manual": ("nothing",)}
        answers |= {"direction": question.options[:1], "effect": question.options[:1]}
        combat, happened = apply(combat, answers[question.kind][0])


NESTED = {
    "pad": Pad, "camp": Camp, "bag": Bag, "drawn": Bag, "variant": Variant, "places.*": Place, "stacks.*": Stack
}  # fmt: skip


def test_every_field_of_a_campaign_has_a_name_in_its_history() -> None:
    keys = [each for each in Campaign.__struct_fields__ if each not in ("fight", *NESTED)]
    keys += [f"{above}.{each}" for above, struct in NESTED.items() for each in struct.__struct_fields__]
    assert [key for key in keys if not {key, f"{key}.*"} & set(FIELDS)] == []


def test_a_capital_without_a_name_is_called_so_in_what_a_step_changed() -> None:
    kept = {"kind": "sport", "region": "lamosians", "paths": ["Atlanteans capital", "Rome"]}
    assert value_words(["place"], "Atlanteans capital") == "the capital of the Atlanteans"
    assert value_words(["places", "Tingis"], kept) == "Sport, Lamosians, the capital of the Atlanteans, Rome"


def test_what_an_event_takes_is_typed_by_its_kind(catalogue: Catalogue) -> None:
    campaign, _ = setup.begin(catalogue, setup.FIRST_GAME)
    for kind, command in (("opportunity", "hoplo event opportunity CARD"), ("sport", "hoplo event accept")):
        here = EventHere("Arena", kind, "atlanteans", "event", ("accept",), 2)  # type: ignore[arg-type]
        assert f"accept: takes week 2 of act I: `{command}`" in plain(event_lines(campaign, here, ()))


def test_a_campaign_without_a_place_says_so(catalogue: Catalogue) -> None:
    campaign, _ = setup.begin(catalogue, setup.FIRST_GAME)
    assert "at no place yet" in plain(stand_lines(replace(campaign, place="", places={}), "Hero", "c", None, ()))
    assert "at the capital" in plain(stand_lines(campaign, "Hero", "c", None, ()))


def test_a_hero_that_fell_is_not_in_the_camp(catalogue: Catalogue) -> None:
    campaign, _ = setup.begin(catalogue, setup.FIRST_GAME)
    for lines, words in (
        (["krak player A1 hero"], "no hero (it is in the arena)"),
        (["rep rival B2"], "no hero (it is defeated)"),
    ):
        assert words in dict(stow_steps(campaign, combat("movement", lines), back=False))["Camp chips"]


def test_where_a_unit_may_end_that_takes_no_counted_steps() -> None:
    found: dict[str, Any] = {"status": "roams", "destinations": ["C2", "D3"]}
    lines = plain(move_lines(UnitMoves("reptilian", "rival", "E2", **found), names_of(example()))).splitlines()
    assert lines == ["Reptilian (E2) would move by the arena die, if it moved first", "  may end on  C2, D3"]


def test_a_skill_has_a_number_and_an_ability_a_holder_only_where_they_do() -> None:
    board = example()
    asked = Question(id="effect.use", kind="choice", rule="r", unit="krakenlance", about="taunt")
    assert question_words(asked, board).startswith("Taunt of Krakenlance: ")
    next_ = Question(id="abilities.next", kind="choice", rule="r")
    assert option_words(next_, "gone taunt", board) == "gone taunt"


def test_what_a_turn_changed_on_the_table_is_said_in_whole_sentences() -> None:
    after = combat("movement", ["rep rival B2", "krak player A1"])
    rival = after.units["rep"]
    before = replace(after, units={**after.units, "rep": replace(rival, hex=0, hp=None)})
    assert plain([turn_line(before, after)]) == f"On the table: The rival Attacker comes to B2 with {rival.hp} HP."
    known = replace(before, units={**before.units, "rep": replace(rival, hex=0)})
    assert plain([turn_line(before, known)]) == "On the table: nothing changes."


def test_a_sport_that_is_still_to_be_picked_is_no_kind_of_combat_yet() -> None:
    board = combat("movement", ["rep rival B2", "krak player A1"], event="spar")
    assert "event card: Spar" in plain(in_force_lines(board, None))
    picking = replace(board, agenda=(Asks(pick_sport, (("spar", "king-of-the-hill"),)),))
    assert "event card" not in plain(in_force_lines(picking, None))


FIGHT = Fight("Duel", "bloodshed", {}, {"turn": 3})


@pytest.mark.parametrize(("lang", "turn_of", "words"), [
    ("en", "set-up", "Duel: the set-up"),
    ("en", "rival", "Duel: turn 3, the rival's"),
    ("en", "player", "Duel: turn 2, yours"),
    ("en", "nobody", "Duel: the end"),
    ("it", "rival", "Duel: turno 3, quello del rivale"),
    ("it", "player", "Duel: turno 2, il vostro"),
])  # fmt: skip
def test_between_two_questions_it_is_told_whose_turn_it_is(lang: Language, turn_of: str, words: str) -> None:
    """The rival has the first turn of each, yours follows with the same number (p.20)."""
    with speaking(lang):
        assert turn_words(replace(FIGHT, turn_of=turn_of), None) == words


@pytest.mark.parametrize(("lang", "event", "step", "words"), [
    ("en", "bloodshed", "movement", "Duel: turn 3, the rival's, Movement Step"),
    ("it", "bloodshed", "movement", "Duel: turno 3, quello del rivale, Passo Movimento"),
    ("en", "bloodshed", "tactics", "Duel: turn 3, the rival's, Tactic Placement Step"),
    ("it", "bloodshed", "tactics", "Duel: turno 3, quello del rivale, Passo Piazzamento Tattica"),
    ("en", "scion", "tactics", "Duel: turn 3, the rival's, Scion Activity Step"),
    ("it", "scion", "tactics", "Duel: turno 3, quello del rivale, Passo Attivazione Scion"),
])  # fmt: skip
def test_at_a_question_of_the_rivals_turn_its_step_is_told(lang: Language, event: str, step: str, words: str) -> None:
    board = replace(combat("movement", ["rep rival B2 hp3"]), event=event, step=step, side="rival", turn=3)
    with speaking(lang):
        assert turn_words(replace(FIGHT, turn_of="rival"), board) == words


@pytest.mark.parametrize(("lang", "changes", "words"), [
    ("en", {}, "Act I, week 1, at the capital of the Atlanteans: Travel Phase"),
    ("it", {}, "Atto I, settimana 1, alla capitale degli Atlanteans: Fase Viaggio"),
    ("it", {"phase": "event"}, "Atto I, settimana 1, alla capitale degli Atlanteans: Fase Evento"),
    ("en", {"outcome": "won"}, "Act I, week 1, at the capital of the Atlanteans: won"),
])  # fmt: skip
def test_between_fights_it_is_told_which_phase_of_which_week(lang: Language, changes: Raw, words: str) -> None:
    with speaking(lang):
        assert round_words(replace(setup.begin(Catalogue(), setup.FIRST_GAME)[0], **changes)) == words
