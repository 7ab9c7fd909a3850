"""The scion's dice: what a roll sets off, the exact odds, cards typed in, and nonsense."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.schemas import DiceEffect, EffectKind, faults_of
from hoplo_companion.components.words import COLOURS, Colour
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import UsageError
from hoplo_companion.notation.scions import read_effect, write_effect
from hoplo_companion.rules.scion.dice import changed_by, modified, odds, read_counts, resolve, times
from tests.helpers.cli import Ran, done, hoplo


def carried_out(line: str, **hits: int) -> int:
    """Count how often an effect, typed in one line, is carried out."""
    return times(read_effect(f"{line}: it happens"), read_counts([f"{colour}={n}" for colour, n in hits.items()]))


@pytest.mark.parametrize("line", [
    "green hit: Each Shade moves. [by minions: activity: advance 2]",
    "blue/green >=3: All deal 2. [damage 2]",
    "blue 2-4: All deal {hits}. [damage hits] [by scion minions: activity: damage hits to opponent within 1]",
    "black+yellow pair: Turn the lowest card over.",
])  # fmt: skip
def test_a_row_is_written_as_it_is_read(line: str) -> None:
    assert write_effect(read_effect(line)) == line


# Every kind of effect ---------------------------------------------------------------------------------------------


@pytest.mark.rule("scion.single-die")
def test_a_single_die_is_carried_out_if_it_hits() -> None:
    """An effect of a single die asks only whether that die hit (p.31)."""
    assert [carried_out("black hit", black=hits) for hits in (0, 1)] == [0, 1]
    assert carried_out("black hit", yellow=1) == 0


@pytest.mark.rule("scion.total-hits")
def test_total_hits_are_one_effect_by_their_number() -> None:
    """All hits are added together, and a single effect follows from the number (p.31)."""
    effect = read_effect("blue total: {hits} damage to everyone [damage hits]")
    found = [resolve([effect], {"blue": hits})[0] for hits in (0, 1, 3)]
    assert [each.times for each in found] == [0, 1, 1]
    assert [each.damage for each in found] == [0, 1, 3]
    assert found[2].text == "3 damage to everyone"


@pytest.mark.rule("scion.each-hit")
def test_for_each_hit_it_is_carried_out_again() -> None:
    """An effect for each hit may be carried out many times (p.31)."""
    assert [carried_out("yellow each", yellow=hits) for hits in range(5)] == [0, 1, 2, 3, 4]
    effect = read_effect("yellow each: 2 damage [damage 2]")
    assert resolve([effect], {"yellow": 3})[0].damage == 6


@pytest.mark.rule("scion.pair")
def test_for_each_pair_of_hits() -> None:
    """Once a pair; of two colours only a hit on each makes one: two yellow hits and no black one do not (p.31)."""
    assert [carried_out("yellow pair", yellow=hits) for hits in range(6)] == [0, 0, 1, 1, 2, 2]
    assert carried_out("black+yellow pair", yellow=2) == 0
    assert carried_out("black+yellow pair", yellow=2, black=1) == 1
    assert carried_out("black+yellow pair", yellow=2, black=3) == 2
    assert carried_out("yellow+yellow pair", yellow=2) == 1
    assert carried_out("black/yellow pair", yellow=2) == 1


@pytest.mark.rule("scion.two-colours")
def test_two_colours_side_by_side_count_together() -> None:
    """Shown as one or the other, the hits on all dice of both colours are counted together (p.31)."""
    assert carried_out("green/blue each", green=1, blue=2, yellow=4) == 3
    assert resolve([read_effect("green/blue total: {hits}")], {"green": 2, "blue": 3})[0].hits == 5
    assert carried_out("green/blue pair", green=1, blue=2) == 1


def test_thresholds_are_met_once_or_not_at_all() -> None:
    assert [carried_out("blue >=2", blue=hits) for hits in range(4)] == [0, 0, 1, 1]
    assert [carried_out("blue 1-2", blue=hits) for hits in range(4)] == [0, 1, 1, 0]
    assert [carried_out("blue 0-0", blue=hits) for hits in range(2)] == [1, 0]


@pytest.mark.rule("scion.defeats")
def test_what_is_known_of_scions_is_in_their_records(catalogue: Catalogue) -> None:
    """Zahhak is defeated four times; Itzam Cab Ain has more dice by banes that were removed (p.31)."""
    zahhak, itzam = catalogue.scion("zahhak"), catalogue.scion("itzam-cab-ain")
    assert zahhak is not None
    assert itzam is not None
    assert (zahhak.defeats, bool(itzam.extra_dice)) == (4, True)
    banes = {id_: record.banes for id_ in catalogue.ids("scions") if (record := catalogue.scion(id_)) and record.banes}
    assert banes == {
        "taotie": ["Gigantic"], "the-chaos-dragon": ["Empowered"], "set": ["Cheat Death"], "crom-dubh": ["Bad Moon"],
        "hundun": ["The Great Egg"],
    }  # fmt: skip


# Odds -------------------------------------------------------------------------------------------------------------


def by_counting(effect: DiceEffect, pool: dict[Colour, int]) -> tuple[dict[int, Fraction], Fraction]:
    """Count every face of every die: the chance of each number of times, and the damage to expect."""
    dice = [colour for colour, count in pool.items() for _ in range(count)]
    often: Counter[int] = Counter()
    dealt = 0
    for faces in product(range(6), repeat=len(dice)):
        hits: Counter[Colour] = Counter(
            colour for colour, face in zip(dice, faces, strict=True) if face < HIT_FACES[colour]
        )
        found = resolve([effect], hits)[0]
        often[found.times] += 1
        dealt += found.damage or 0
    ways = 6 ** len(dice)
    return {number: Fraction(count, ways) for number, count in often.items()}, Fraction(dealt, ways)


@pytest.mark.parametrize("seed", range(25))
def test_the_odds_are_those_of_counting_every_face(seed: int) -> None:
    random = Random(seed)
    pool: dict[Colour, int] = {colour: random.randint(1, 2) for colour in random.sample(COLOURS, 2)}
    kind = random.choice(get_args(EffectKind))
    dice = random.sample(list(pool), 1 if kind == "hit" else random.randint(1, 2))
    effect = DiceEffect(
        dice=dice,
        kind=kind,
        text="it happens",
        one_of_each=kind == "pair" and len(dice) == 2 and random.random() < 0.5,
        at_least=random.randint(0, 2) if kind == "threshold" else 1,
        damage=random.choice([1, 3, "hits"]),
    )
    assert faults_of(effect) == []
    (found,) = odds([effect], pool)
    chances, damage = by_counting(effect, pool)
    assert found.times == chances
    assert found.damage == damage
    assert sum(found.hits.values()) == sum(found.times.values()) == 1


@pytest.mark.rule("scion.pool")
def test_a_pool_may_have_more_dice_or_fewer() -> None:
    """Circumstances change the pool, and with it the odds (p.31); it keeps the order of the card."""
    pool: dict[Colour, int] = {"green": 2, "blue": 1}
    assert list(modified(pool, {"red": 1, "green": 1}, {"blue": 1}).items()) == [("green", 3), ("red", 1)]
    with pytest.raises(UsageError, match="2 blue cannot be taken away from 1 blue"):
        modified(pool, {}, {"blue": 2})
    with pytest.raises(UsageError, match="At most 20"):
        modified(pool, {"blue": 20}, {})


# Typed in ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "words"), [
    ("", "not a dice effect"),
    ("green", "not a dice effect"),
    ("green each", "not a dice effect"),
    ("mauve each: x", "are not dice"),
    ("green some: x", "not a kind"),
    ("green threshold: x", "not a kind"),
    ("green+blue each: x", "its kind is pair"),
    ("green/blue hit: x", "of kind hit shows one colour"),
    ("green/blue/black each: x", "one colour of dice, or two"),
    ("green 3-1: x", "threshold"),
])  # fmt: skip
def test_an_effect_that_is_not_understood_is_refused(line: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_effect(line)


@pytest.mark.parametrize(("words", "told"), [
    (["green=x"], "COLOUR=NUMBER"),
    (["bb", "green=0"], "There is no colour 'bb'"),
    (["green=-1"], "COLOUR=NUMBER"),
    (["gren=1"], "did you mean green"),
    (["green=1", "green=1"], "has a number already"),
    (["=1"], "known colours"),
    (["green=1000"], "COLOUR=NUMBER"),
])  # fmt: skip
def test_hits_that_are_none_are_refused(words: list[str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_counts(words)


@pytest.mark.parametrize("line", ["green=1 blue=2", "g=1, b=2", "gbb", "green 2 blue", "1 gre, 2b"])
def test_hits_are_typed_as_dice_are(line: str) -> None:
    assert read_counts([line]) == {"green": 1, "blue": 2}


def test_dice_are_added_one_at_a_time_and_never_fewer_than_none() -> None:
    """What changes a pool for one roll takes away as many dice as there are (p.31)."""
    assert changed_by({"blue": 2, "red": 1}, {"green": 1, "blue": -1, "red": -3}) == {"blue": 1, "green": 1}


HITS = ["green=1", "blue=3", "yellow=1"]


def test_the_machine_interface_of_a_check() -> None:
    ran = done("scion", "roll", "hydra", *HITS, "--json")
    assert ran.json["scion"] == "hydra"
    assert ran.json["hits"] == {"green": 1, "blue": 3, "yellow": 1}
    assert [set(each) for each in ran.json["effects"]] == [
        {"index", "dice", "kind", "hits", "times", "text", "damage"}
    ] * 3
    assert hoplo("scion", "roll", "Hydra", *HITS, "--json").json == ran.json
    text = hoplo("scion", "roll", "hydra", *HITS).out
    assert text.index("moves up to 1 hex") < text.index("3 damage") < text.index("gains 1 HP")


def test_the_app_rolls_only_where_it_is_asked_to() -> None:
    assert hoplo("scion", "roll", "hydra").code == 2
    one, again = (hoplo("scion", "roll", "hydra", "--app", "--seed", "4", "--json").json for _ in range(2))
    assert one == again
    assert hoplo("scion", "roll", "hydra", "--app", *HITS).code == 2


def test_odds_by_command() -> None:
    found = hoplo("scion", "odds", "hydra", "--json").json
    assert found["effects"][1] == {
        "index": 1, "dice": "blue", "kind": "total", "hits": {"0": "1/8", "1": "3/8", "2": "3/8", "3": "1/8"},
        "times": {"0": "1/8", "1": "7/8"}, "damage": "3/2",
    }  # fmt: skip
    shown = hoplo("scion", "odds", "hydra").out
    assert "damage to expect: 1.50 (3/2)" in shown
    assert "deal N damage to an adjacent unit. (N: the number of hits)" in " ".join(shown.split())
    more = hoplo("scion", "odds", "hydra", "--dice", "blue+1,green-2", "--json").json
    assert (more["dice"], more["effects"][1]["damage"]) == ({"blue": 4, "yellow": 4}, "2")


@pytest.mark.parametrize(("args", "code", "words"), [
    (["roll", "hidra"], 2, "did you mean hydra"),
    (["roll", "hydra", "green=3"], 2, "the pool is 2 green, 3 blue, 4 yellow"),
    (["roll", "hydra", "red=1"], 2, "No red die"),
    (["roll", "hydra", "green=-1"], 2, "0 or more"),
    (["roll", "taotie"], 1, "hoplo data add scion taotie"),
    (["roll"], 2, "which scion"),
    (["odds", "hydra", "--dice", "green-3"], 2, "cannot be taken away"),
])  # fmt: skip
def test_wrong_input_is_told(args: list[str], code: int, words: str) -> None:
    ran = hoplo("scion", *args)
    assert (ran.code, words in ran.err) == (code, True), ran.err


def test_a_card_is_typed_in_and_its_dice_resolved(tmp_path: Path) -> None:
    def run(*args: str) -> Ran:
        return hoplo(*args, HOPLO_HOME=str(tmp_path))

    card = "dice black=1 yellow=2; health 20; defeats 2; trigger Roars.; black+yellow pair: 2 damage [damage 2]; "
    card += "yellow >=2: it heals"
    assert run("data", "add", "scion", f"Taotie: {card}").code == 0
    found = run("scion", "roll", "taotie", "black=1", "yellow=2", "--json").json["effects"]
    assert [(each["times"], each["damage"]) for each in found] == [(1, 2), (1, None)]
    record = run("data", "show", "taotie", "--json").json["records"][0]
    assert (record["health"], record["banes"], record["defeats"]) == (20, ["Gigantic"], 2)
    assert run("data", "validate").code == 0
    assert run("new", "--first-game").code == 0
    assert run("scion", "roll", "yellow=1").code == 0
    assert run("scion", "roll", "!", "yellow=1").code == 2, "a name that is none is not the campaign's scion"
    assert run("scion", "roll", "yellow=1", "black=1", "--json").json["hits"] == {"black": 1, "yellow": 1}
    for wrong in ("blue hit: x", "dice blue=0", "x", "health none", "cap 2; cap 3", ""):
        before = run("data", "show", "taotie", "--json").out
        assert run("data", "add", "scion", f"Taotie: {wrong}").code in (1, 2)
    for typed in ("crom-dubh", "CROM DUBH"):
        assert run("data", "add", "scion", f"{typed}: {card}").code == 0
        assert run("look", "crom-dubh").out.startswith("Crom Dubh\n"), "a scion keeps the name that is printed"
        assert run("data", "show", "taotie", "--json").out == before


@pytest.mark.rule("scion.pool")
def test_no_more_dice_are_taken_away_than_there_are() -> None:
    """As many dice of a colour can be taken away as the pool has with those that are added, and not one more (p.31)."""
    assert modified({"red": 1}, {"red": 1}, {"red": 2}) == {}
    for there, more, fewer in ((1, 1, 3), (1, 0, 2), (0, 1, 2)):
        with pytest.raises(UsageError):
            modified({"red": there} if there else {}, {"red": more} if more else {}, {"red": fewer})
