"""The forecast: as it is asked for, on large boards, with scions; and against brute force on random small ones."""

import json
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from benchmarks.boards import board as large_board
from hoplo_companion.cli.fight.positions import answer_line
from hoplo_companion.errors import InvalidError
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.odds.forecast import SEED, TURNS, Behind, before_turn, foresee
from hoplo_companion.odds.sampling import MOST_TURNS, SURE, Reached, _turns, sampled
from hoplo_companion.odds.search import Search
from hoplo_companion.odds.values import Cost, Estimate, Figures, Forecast, Range, TooLargeError, costs
from hoplo_companion.render.odds import forecast_lines
from hoplo_companion.render.style import line, plain, wrapped
from hoplo_companion.rules.dialogue import event_of
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from tests.helpers.boards import combat, position, written
from tests.helpers.cli import hoplo
from tests.helpers.fights_on_disk import follow_a_fight
from tests.helpers.own_catalogue import Own
from tests.helpers.stories import Story, stories, tell
from tests.soak import forecast_oracle, oracle
from tests.soak.random_forecasts import lies_between, off_the_bounds, random_forecast, savings_lose_nothing
from tests.soak.random_positions import random_position

STEPS = ("deployment", "tactics", "movement", "abilities", "engage")
ENGAGE: dict[str, Any] = {"from": "engage"}
UNITS = ["r rival C3 mv0 rg1 hp3 blue blue", "s rival C2 mv0 rg1 hp3 blue", "p player D3 rg1 hp2 blue"]


def test_solve_answers_it_and_names_what_is_wrong() -> None:
    good = position("forecast", UNITS) | {"from": "movement"}
    lines = [
        good,
        good | {"from": "cleanup"},
        good | {"step": "engage"},
        good | {"player": {"blessings": -1}},
        good | {"units": [{**good["units"][0], "chip": "archer"}, *good["units"][1:]]},
    ]
    lines[4]["units"][0].pop("attack")
    answers = [json.loads(line) for line in hoplo("solve", stdin="\n".join(map(json.dumps, lines))).out.splitlines()]
    assert set(answers[0]["units"]) == {"p"}
    assert [each["error"]["where"] for each in answers[1:4]] == ["from", "from", "player.blessings"]
    assert "error" in answers[4]


def test_hp_gained_in_between_are_lost_too() -> None:
    events = [event_of("hp-gained", unit="p", hp=4), event_of("damaged", unit="p", damage=3, hp=1)]
    assert costs(combat("engage", UNITS), events) == [Cost("p", 3)]


def test_without_from_the_whole_turn_is_forecast(reader: PositionReader) -> None:
    # Out of reach unless it moves, and a unit more may come in: each later step has less to come.
    units = ["r rival C3 mv1 rg1 hp3 red", "p player E3 rg1 hp3 blue"]
    board = position("forecast", units, lineup=["s mv9 rg1 hl3 blue"])
    boards = [board, *(board | {"from": step} for step in STEPS)]
    later: list[Any] = [answer_line(reader, json.dumps(each).encode())["units"] for each in boards]
    assert reader.read(json.dumps(board).encode()).step == STEPS[0]
    assert later[0] == later[1], "from the Deployment Step, if nothing else is said"
    assert [each["p"]["damage"]["worst"] for each in later[1:]] == ["1", "1", "1", "0", "0"]


def test_from_stands_beside_a_forecast_alone(reader: PositionReader) -> None:
    with pytest.raises(InvalidError):
        reader.read(json.dumps(position("movement", UNITS, **ENGAGE)).encode())
    read = reader.read(json.dumps(position("forecast", UNITS, **ENGAGE)).encode())
    written = write_position(read)
    assert (written["step"], written["from"]) == ("forecast", "engage")
    assert write_position(reader.read(json.dumps(written).encode())) == written


def test_a_board_too_large_is_sampled_and_says_so(reader: PositionReader, monkeypatch: pytest.MonkeyPatch) -> None:
    written = large_board(Random(1), "movement", 6, 6) | {"step": "forecast", "from": "engage"}
    start = before_turn(reader.read(json.dumps(written).encode()))
    units = Behind(start).units
    with pytest.raises(TooLargeError):
        Search(start, units, most=5).figures(start)
    exact = Search(start, units).figures(start)
    monkeypatch.setattr("hoplo_companion.odds.sampling.WORK_OF_ATTACKS", 0)
    found = forty_turns(start, units)
    assert found.turns == 40
    for id_, each in found.units.items():
        for what in ("defeated", "damage"):
            low, high = getattr(each, what)
            assert low.mean <= high.mean
            assert low.error > 0, "what was never seen may happen"
            bounds = getattr(exact[id_], what)
            assert low.mean >= bounds.best - 5 * low.error - 0.1
            assert high.mean <= bounds.worst + 5 * high.error + 0.1
    assert forty_turns(start, units[:1]) == forty_turns(start, units[:1])
    assert TURNS > SEED


def test_where_the_whole_is_too_large_the_heros_own_fall_is_still_exact(
    reader: PositionReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = ["r0 rival A1 rg1 hp3 blue blue", "p player A2 hero rg1 hp2 blue"]
    far = [f"r{at} rival {hex_} rg2 hp3 blue blue" for at, hex_ in enumerate(("E2", "E3", "E4", "E5"), 1)]
    far += [f"p{at} player {hex_} rg1 hp{at} blue" for at, hex_ in enumerate(("F2", "F3", "F4", "G2"), 1)]
    start = combat("forecast", [*near, *far], **ENGAGE)
    exact = foresee(start).forecast
    monkeypatch.setattr("hoplo_companion.odds.forecast.ALWAYS_COUNTED", 0)
    monkeypatch.setattr("hoplo_companion.odds.forecast.MOST_WORK", 40)
    found = foresee(start)
    assert not exact.rough
    assert set(found.forecast.rough) == {"p1", "p2", "p3", "p4"}
    assert found.forecast.units["p"] == exact.units["p"]
    assert found.choices.keys() == {"p"}
    assert found.story
    assert "A chance with its fraction beside it is exact." in plain(forecast_lines(found))


def forty_turns(start: Combat, units: list[str]) -> Forecast:
    """Sample a turn until forty turns are behind each figure."""
    return sampled([(1.0, start)], units, SEED, lambda found, _needed: found.turns >= 40, map)


def test_where_attacks_can_be_counted_the_best_way_that_is_tried_comes_near_the_bound() -> None:
    """Nine of ten figures of small boards lie within 0.05 of what was counted whole."""
    off = [each for seed in range(300, 310) for each in off_the_bounds(seed, 5 if seed < 303 else 3) if each.is_chance]
    assert len(off) > 60
    assert sum(each.off <= 0.05 for each in off) / len(off) >= 0.9


def test_of_200_intervals_as_many_hold_the_counted_figure_as_they_say() -> None:
    """Nothing is left to choose on this board, so that its turns are what was counted: 1/2 and 11/8 (above)."""
    start, turns, repeats = before_turn(combat("forecast", UNITS, **ENGAGE)), 10, 200
    prices = _turns(([Reached(start, [])] * (turns * repeats), ("p", True), SEED))
    for what, exactly in enumerate((1 / 2, 11 / 8)):
        means = (Estimate.of([each[what] for each in prices[at : at + turns]]) for at in range(0, len(prices), turns))
        held = sum(abs(mean.mean - exactly) <= SURE * mean.error for mean in means)
        assert held / repeats >= 0.95 - 3 * (0.95 * 0.05 / repeats) ** 0.5


def test_sampling_ends_where_every_chance_is_near_or_at_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoplo_companion.odds.sampling.WORK_OF_ATTACKS", 0)
    start = before_turn(combat("forecast", UNITS, **ENGAGE))
    heard: list[tuple[int, int]] = []

    def is_enough(found: Forecast, needed: int) -> bool:
        heard.append((found.turns, needed))
        return found.turns >= needed

    found = sampled([(1.0, start)], ["p"], SEED, is_enough, map)
    assert heard[0][0] == 5 < heard[0][1]
    error = found.units["p"].defeated.worst.error
    assert 1.96 * error <= 0.03 or found.turns >= MOST_TURNS

    def broken_off(run: Any, tasks: Any) -> Any:
        for number, each in enumerate(tasks):
            if number == 3:
                raise KeyboardInterrupt
            yield run(each)

    assert sampled([(1.0, start)], ["p"], SEED, is_enough, broken_off).turns == 5


def test_a_board_too_large_is_shown_with_what_is_behind_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoplo_companion.odds.forecast.ALWAYS_COUNTED", 0)
    monkeypatch.setattr("hoplo_companion.odds.forecast.MOST_WORK", 5)
    line = "atl bloodshed 3 | r: def@C2 5, rep@B3 3 | p: krak@E3 6 *trident, def@D4 4"
    shown = " ".join(hoplo("forecast", line, "--seconds", "0.2").out.split())
    assert "ways of choosing up to the attacks were tried, against each of your units in turn, your hero first" in shown
    monkeypatch.setattr("hoplo_companion.odds.sampling.WORK_OF_ATTACKS", 0)
    shown = " ".join(hoplo("forecast", line, "--seconds", "0.2").out.split())
    assert "is played against you: behind each figure are" in shown


FOUR = (
    "atl koth 3 | r: rep@B3 3, r1@C2 3 1/1/- attack=bb, r2@C3 5 1/1/- attack=bb, r3@B4 3 1/2/- attack=bb | "
    "p: krak@E3 6, q1@F3 4 1/1/- attack=bb, q2@E4 3 1/1/- attack=bb, q3@F2 3 1/2/- attack=bb | yours: blessings=1"
)


HERO = [
    "r rival C3 mv0 rg1 hp3 red", "s rival E3 mv0 rg1 hp3 red class:archer", "h player D3 rg1 hp1 blue hero elite",
    "q player F3 rg1 hp1 blue",
]  # fmt: skip
EQUAL = ["r rival C3 mv0 rg1 hp3 red", "p player D3 rg1 hp1 blue", "q player D4 rg1 hp1 blue"]
SCION = ["hydra rival C3 hp9 as:hydra elite", "h player D3 rg1 hp6 blue hero elite"]
AIMED: dict[str, Any] = {"priorities": {"class:archer": "farthest", "all": "hero any"}, **ENGAGE}
ASKED = {
    "dice": written("forecast", UNITS, **ENGAGE),
    "equal": written("forecast", EQUAL, **ENGAGE),
    "hero": written("forecast", HERO, **AIMED),
    "blessed": written("forecast", HERO, **AIMED, player={"blessings": 1}),
    "scion": written("forecast", SCION, event="scion", act=4),
    "alone": written("deployment", ["r rival C3 hp3 blue"]),
}


@stories("""
Dice are chance: of three blue dice against two HP two or more are hits
  dice && forecast -p {tmp}/b --json -> units.p.defeated = {"best": "1/2", "worst": "1/2"}
    | units.p.damage = {"best": "11/8", "worst": "11/8"}
Equal targets are chosen among for each aim by itself
  equal && forecast -p {tmp}/b --json -> units.p.defeated = {"best": "0", "worst": "1"}
    | units.q.defeated = {"best": "0", "worst": "1"}
A hero without a blessing ends the combat and spares the others
  hero && forecast -p {tmp}/b --json -> units.q.defeated = {"best": "0", "worst": "1"}
  blessed && forecast -p {tmp}/b --json -> units.h.defeated.best = "0" | units.h.damage = {"best": "1", "worst": "2"}
    | units.h.blessing = {"best": "1", "worst": "1"} | units.q lacks blessing
A scion rolls its dice
  scion && forecast -p {tmp}/b --json -> units keys h
The command says best, worst, and which choice does it
  forecast --example -> if you choose well | if you choose badly | HP lost | Best for Krakenlance:
    | Worst for Krakenlance: | Most likely | The tribune falls:
  forecast --example --json -> units.krakenlance.damage = {"best": "0", "worst": "1"} | choices.krakenlance has worst
  forecast --example --lang it -> Il meglio per Krakenlance:
Nobody in the arena has nothing to fear
  alone && forecast -p {tmp}/b -> You have no unit in the arena
From a higher hex the attack has a black die more (Lamosians); the rival's way there is yours
  forecast -p 'lamosians ctf 2 movement | r: rep@C4 1/1/3 attack=b skills=- | p: rep@B2 2 *flag skills=-' --json
    -> units.your-reptilian.defeated = {"best": "0", "worst": "5/12"}
    | units.your-reptilian.damage = {"best": "1/2", "worst": "4/3"}
""", **ASKED)  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_a_fight_that_is_followed_is_forecast_in_the_middle_of_a_turn() -> None:
    follow_a_fight()
    tell("""
      fight --json -> keep fight
      forecast --json -> units keys krakenlance
      forecast -> Krakenlance
      fight --json -> is fight
      answer --auto first
    """)


def test_the_three_prices_come_first_and_four_against_four_fit_a_screen() -> None:
    ran = hoplo("forecast", FOUR)
    assert ran.code == 0, ran.err
    shown = [part for each in ran.out.splitlines() for part in wrapped(line(each), 80)]
    assert len(shown) <= 22, "a line for the command, and one for the prompt"
    head, *rows = ran.out.splitlines()
    assert head.endswith("  if you choose well  if you choose badly")
    prices = [row.strip().split("  ")[0] for row in rows[:3]]
    assert prices == ["Krakenlance falls", "A blessing goes", "HP lost"]


def test_an_option_stands_in_a_sentence_without_the_gap_of_a_column() -> None:
    rivals, yours = "def@B2 5, rep@B3 3, rep@C3 3, rep@A2 3", "krak@E3 6 *trident, def@D4 4, def@E4 4, rep@E2 3"
    shown = hoplo("forecast", f"atl bloodshed 3 | r: {rivals} | p: {yours}").out
    assert "Which rival unit acts next? The rival Defender (on B2, 5 HP)" in shown


def test_choosing_well_and_badly_are_never_in_one_sentence() -> None:
    plans = ("odds", "turn", "move krak D4; end", "--or", "end", "-p", FOUR)
    for words in (("forecast", FOUR), plans, plans[:3] + plans[5:], ("advise", FOUR, "--seconds", "0.5")):
        out = hoplo(*words).out
        assert "falls" in out
        rows = [row.lower().replace("chance to win", "") for row in out.splitlines()]
        assert not [row for row in rows if " to " in row and "%" in row], out


def test_no_figure_is_off_by_more_than_it_could_be() -> None:
    first, later = (Figures(Range(0.0, worst), Range(1.0, 2.0 + worst)) for worst in (0.0, 0.1))
    for unseen in (0.0, 0.7, 1.0):
        found = later.estimated(first, 4.0, 0.9, unseen)
        for pair, most in ((found.defeated, 1.0), (found.damage, 4.0)):
            assert all(0 <= 2 * each.error <= max(each.mean, most - each.mean) for each in pair)


PARTS, BOARDS, SAVING = 4, 12, 40

KNOWN = {
    "Taunt", "First Strike", "Tactical", "Flight", "Confidence", "Inspire", "Dig In", "Deflect", "Absorb", "Dodge",
    "Nimble", "Perfect Strike", "Quickstrike", "Retaliate", "Undying",
}  # fmt: skip
"""The skills that the brute force knows of, beside Regen and Fury Aura."""


def small_board(random: Random) -> dict[str, Any]:
    """Make a small board that the brute force can count."""
    position = random_position(random, "engage")
    first = random.choice(STEPS)
    position |= {"step": "forecast", "from": first, "event": "bloodshed", "act": random.randint(1, 4)}
    position.pop("chips", None)
    position.pop("flag", None)
    units = []
    for side, most in (("rival", 3), ("player", 3), ("arena", 1)):
        units += [unit for unit in position["units"] if unit["side"] == side][:most]
    for stats in [*units, *position["bench"].values()]:
        stats["skills"] = [skill for skill in stats["skills"] if skill in KNOWN or skill.startswith(("Regen", "Fury"))]
        if random.random() < 0.5:
            stats["skills"] += random.sample(sorted({*KNOWN} - {*stats["skills"]}), 1)
        while sum(stats["attack"]) > 3:
            at = random.choice([at for at, count in enumerate(stats["attack"]) if count])
            stats["attack"][at] -= 1
    position["units"] = units
    ids = {unit["id"] for unit in units}
    position["state"] = {key: [id_ for id_ in told if id_ in ids] for key, told in position.get("state", {}).items()}
    stayed = [unit["id"] for unit in units if unit["side"] == "rival" and random.random() < 0.5]
    known = first in ("abilities", "engage")
    position["state"]["stayed"] = stayed if known else []
    position["state"]["moved"] = [u["id"] for u in units if u["side"] == "rival" and u["id"] not in stayed] * known
    if first == "deployment":
        # The turn begins: nobody has been struck in it.
        position["state"]["struck"] = []
    position["player"] = {"blessings": random.choice([0, 0, 1, 2])}
    return position


def engaged(random: Random) -> tuple[dict[str, Any], oracle.Table]:
    """Make a small board in its Engage Step, and the table of a second reading of the rules."""
    board = small_board(random) | {"step": "engage"}
    board.pop("from")
    stayed = board["state"]["stayed"]
    board["state"]["moved"] = [u["id"] for u in board["units"] if u["side"] == "rival" and u["id"] not in stayed]
    return board, oracle.Table(board)


def agree(boards: int, seed: int, reader: PositionReader) -> int:
    """Hold forecasts of random boards against the brute force; give how many units had something to fear."""
    random = Random(seed)
    feared = 0
    for _ in range(boards):
        position = small_board(random)
        ours = answer_line(reader, json.dumps(position).encode())
        theirs = {"units": forecast_oracle.forecast(position)}
        assert ours == theirs, json.dumps(position)
        feared += sum(each["damage"]["worst"] != "0" for each in theirs["units"].values())
    return feared


def with_more(random: Random) -> tuple[dict[str, Any], Own]:
    """Make a small board on heights and key hexes, with cards in force and effects that last."""
    position = small_board(random)
    hexes = [unit["hex"] for unit in position["units"] if unit.get("hex")]
    arena = position["arena"]
    arena["key_hexes"] = sorted({*arena["key_hexes"], *random.sample(hexes, len(hexes) // 2)})
    arena["elevation"] = arena.get("elevation", {}) | {hex_: random.randint(0, 2) for hex_ in hexes}
    made = [
        {"do": random.choice(forecast_oracle.CARDS_DO), "if": random.choice(forecast_oracle.IF),
         "for": random.choice(forecast_oracle.FOR)}
        for _ in range(random.choice([1, 2]))
    ]  # fmt: skip
    lines = [f"{each['do']}{' if ' if each['if'] else ''}{each['if']} for {each['for']}" for each in made]
    ids = [unit["id"] for unit in position["units"]]
    lasting: list[dict[str, Any]] = [
        {"do": random.choice(forecast_oracle.LASTS), "units": random.sample(ids, random.randint(1, len(ids)))}
        for _ in range(random.choice([0, 1, 1, 2]))
    ]
    position["more"] = {"cards": made, "lasting": lasting}
    position["cards"] = {"banes": [f"card{at}" for at in range(len(lines))]}
    position["state"]["lasting"] = [
        {
            "do": msgspec.to_builtins(read_effects(each["do"])[0].verbs[0]),
            "units": each["units"],
            "until": "end-of-turn",
        }
        for each in lasting
    ]
    return position, Own(banes={f"Card{at}": {"kind": "bag", "effects": line} for at, line in enumerate(lines)})


def agree_with_more(boards: int, seed: int) -> int:
    """Hold forecasts of boards with cards, heights and lasting effects against the brute force."""
    random, differing = Random(seed), 0
    for _ in range(boards):
        position, own = with_more(random)
        shown = {key: value for key, value in position.items() if key != "more"}
        ours = answer_line(own.reader, json.dumps(shown).encode())
        theirs = {"units": forecast_oracle.forecast(position)}
        assert ours == theirs, json.dumps(position)
        differing += theirs["units"] != forecast_oracle.forecast(shown)
    return differing


@pytest.mark.rule("arena.elevation")
@pytest.mark.parametrize("part", range(PARTS))
def test_heights_key_hexes_cards_and_what_lasts_agree_with_brute_force(part: int) -> None:
    assert agree_with_more(BOARDS, part), "they make a difference on some of these boards"


@pytest.mark.parametrize("part", range(PARTS))
def test_a_forecast_agrees_with_brute_force(part: int, reader: PositionReader) -> None:
    assert agree(BOARDS, part, reader) > BOARDS // 3


@pytest.mark.parametrize("seed", range(3))
def test_turns_played_at_random_lie_between_the_bounds(seed: int) -> None:
    lies_between(seed, 150)


@pytest.mark.parametrize("seed", range(12))
def test_a_melee_in_hit_points_comes_to_what_playing_it_does(seed: int, reader: PositionReader) -> None:
    position = random_forecast(seed, 3) | {"from": "engage"}
    start = before_turn(reader.read(json.dumps(position).encode()))
    found = Search(start, units := Behind(start).units).figures(start)
    with patch.object(Search, "melee", return_value=None):
        assert Search(start, units).figures(start) == found, json.dumps(position)


@pytest.mark.parametrize("part", range(4))
def test_what_the_search_saves_changes_nothing(part: int) -> None:
    held = [savings_lose_nothing(seed) for seed in range(part * SAVING, part * SAVING + SAVING)]
    assert sum(held) > SAVING * 0.9
