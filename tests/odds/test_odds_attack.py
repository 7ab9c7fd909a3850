"""The odds of one attack: against every face of every die, and as they are shown."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.cli.terminal.prompts import Prompts
from hoplo_companion.components.words import Variant
from hoplo_companion.dice import HIT_FACES, odds_of_hits
from hoplo_companion.odds.actions import Blow, odds_of, odds_under_way
from hoplo_companion.odds.values import ways_by_colour
from hoplo_companion.rules.agenda import Then, advance, pending, push
from hoplo_companion.rules.attack import declare
from hoplo_companion.rules.position.reading import PositionReader
from tests.helpers.boards import combat, written
from tests.helpers.cli import Sitting, hoplo
from tests.helpers.stories import Story, stories, tell
from tests.odds.test_forecast import engaged
from tests.soak import forecast_oracle, oracle
from tests.soak.forecast_oracle import find
from tests.soak.oracle_moves import read_unit

BOARDS = 150


def ends_in_order(
    board: dict[str, Any], attackers: list[str], target: str
) -> Iterator[tuple[Fraction, dict[str, Any]]]:
    """Go through every face of the dice of attacks made in order, by whoever is left on whoever is left."""
    if not attackers or board.get("over"):
        yield Fraction(1), board
        return
    unit, foe = (find(oracle.Table(board).position, id_) for id_ in (attackers[0], target))
    if unit is None or foe is None:
        yield from ends_in_order(board, attackers[1:], target)
        return
    count = forecast_oracle.Count("", "damage", min)
    for chance, after, _ in count.attack(board, oracle.Table(board), read_unit(unit), read_unit(foe)):
        for rest, end in ends_in_order(after, attackers[1:], target):
            yield chance * rest, end


def by_faces(board: dict[str, Any], *units: dict[str, Any], foe: dict[str, Any]) -> dict[str, Any]:
    """Count attacks by every face of their dice: what target and attackers lose, and how often they fall."""
    found: dict[str, Any] = {}
    for chance, after in ends_in_order({**board, "blessings": 0}, [unit["id"] for unit in units], foe["id"]):
        for before in (*units, foe):
            now = find(after, before["id"])
            lost = before["hp"] - (now["hp"] if now is not None else 0)
            table = found.setdefault(before["id"], {"lost": {}, "falls": Fraction(0)})
            table["lost"][lost] = table["lost"].get(lost, Fraction(0)) + chance
            table["falls"] += chance * (now is None)
    return found


def test_attacks_agree_with_counting_every_face(reader: PositionReader) -> None:
    """Alone, and in order: whoever has fallen attacks no more, and nobody attacks a target that has."""
    random = Random(5)
    alone = plans = fallen = 0
    for _ in range(BOARDS):
        board, table = engaged(random)
        fight = reader.read(json.dumps(board).encode())
        for foe in table.opponents:
            several = [unit for unit in table.rivals if foe in table.aims(unit)]
            random.shuffle(several)
            alone += len(several)
            plans += len(several) > 1
            for units in [*([unit] for unit in several), *([several] if len(several) > 1 else [])]:
                ours = odds_of(fight, [Blow(unit["id"], None, foe["id"]) for unit in units]).suffered
                for id_, theirs in by_faces(board, *units, foe=foe).items():
                    fallen += bool(theirs["falls"]) and id_ != foe["id"]
                    if id_ in ours:
                        assert (ours[id_].lost, ours[id_].falls) == (theirs["lost"], theirs["falls"]), json.dumps(board)
                    else:
                        assert theirs == {"lost": {0: 1}, "falls": 0}
    assert alone > 60
    assert plans > 20
    assert fallen


@pytest.mark.parametrize("pool", [(), ("yellow",), ("blue", "red", "yellow", "green"), ("black",) * 5])
def test_ways_are_the_odds_over_a_power_of_six(pool: tuple[str, ...]) -> None:
    assert sum(ways for ways, _ in ways_by_colour(pool)) == 6 ** len(pool)


def test_intercept_blow_of_yours_is_used_as_it_serves_you(reader: PositionReader) -> None:
    units = [
        "r rival C3 rg1 hp3 blue blue",
        "weak player D3 rg1 hp1 blue",
        "strong player D4 rg1 hp5 blue Intercept-Blow",
    ]
    fight = combat("engage", units)
    found = odds_of(fight, [Blow("r", None, "weak")])
    assert found.suffered["weak"].falls == 0
    assert found.suffered["strong"].lost == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert [each.option for each in found.chosen] == ["strong"]


def test_odds_under_way_are_those_of_the_attack_alone() -> None:
    units = ["r rival C3 rg1 hp3 blue blue Retaliate", "p player D3 rg1 hp2 red blue"]
    fight = combat("engage", units)
    now, _ = advance(push(fight, Then(declare, ("p", "r"))))
    found = odds_under_way(now)
    assert found.dice == (("red", "blue"),)
    assert found.suffered["r"].lost == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert found.suffered["p"].lost == {1: Fraction(1)}


def test_a_key_shows_the_odds_at_a_dice_prompt() -> None:
    fight = combat("engage", ["r rival C3 rg1 hp3 blue blue", "p player D3 rg1 hp2 red blue"])
    now, _ = advance(push(fight, Then(declare, ("p", "r"))))
    question = pending(now)
    assert question is not None
    sitting = Sitting()
    sitting.pressed = ["A", "2"]
    assert Prompts(sitting).answer(question, now) == 2
    said = sitting.said()
    assert "Dice: 1 red, 1 blue" in said
    assert "% (1/2)" in said


AT = "-p {tmp}/b"
ASKED = {
    "special": written(
        "engage", ["r rival A1 rg1 hp3 blue", "p player D3 rg1 hp2 green yellow Heave", "s rival D5 rg1 hp1 blue"]
    ),
    "unknown": written("engage", ["r rival C3 rg1 hp3 blue", "p player D3 hp2 as:archer movement? range? attack?"]),
    "fury": written("engage", ["r rival C3 rg1 hp3 blue Fury-Aura-1 Heave", "p player C4 hp1 blue",
                               "q player D3 hp3 blue", "s player G1 blue"]),
    "plans": written("engage", ["r rival C3 hp3 blue", "p player D3 hp3 blue green Heave",
                                "q player D4 hp3 yellow yellow Regen-1", "s player G1 blue"]),
}  # fmt: skip
NO_LISTS = "kunlun koth 3 | r: rep@C3 3 skills=heave, def@C2 5 1/1/5 attack=b | p: krak@D3 2"
THREE = str(sum(odds_of_hits(("blue", "green", "yellow", "yellow"))[3:], Fraction(0)))


@stories(f"""
Percent come first, and fractions for programs
  odds attack krak reptilian --example -> % (1/2) | cannot attack
  odds attack krak reptilian --example --json -> units.reptilian.lost = {{"0": "1/4", "1": "1/2", "2": "1/4"}}
    | units.reptilian.expected = "1" | units.reptilian.defeated = "0" | possible = false
A Special is counted on its target
  special && odds attack p heave s {AT} --json -> effect = heave | units.s.defeated = {Fraction(HIT_FACES["green"], 6)}
What cannot be counted is refused
  odds attack krak your-defender --example -> 2 | are not opponents
  odds attack krak krak --example -> 2 | Krakenlance and Krakenlance are not opponents
  odds attack krak nobody --example -> 2 | nobody
  odds attack krak heave reptilian --example -> 2 | has no Special or Ability 'heave'; it has: Trident
  odds attack krak --example -> 2 | whom does Krakenlance attack?
  odds attack on reptilian --example -> 2 | name who attacks before `on`
  odds attack krak my-defender on --example -> 2 | name who attacks before `on`
  odds attack krak my-defender reptilian --example -> 2 | several attackers stand before `on`
  odds attack krak trident reptilian archer --example -> 2 | too many words: 'reptilian archer'; several attackers
  odds attack krak rival-defender on reptilian --example -> 2 | are not opponents
  odds attack krak reptilian --or "krak 'reptilian" --example -> 2 | a quotation mark is not closed
  odds attack krak reptilian --or '' --example -> 2 | name who attacks
  odds attack krak trident --at-least 2 --example -> 2 | --at-least is about the HP of one target
An unknown number is named
  unknown && odds attack p r {AT} -> 1 | one-line | p
A target that an effect may not have is refused
  fury && odds attack r fury-aura {AT} -> % (1)
  odds attack r fury-aura p {AT} -> % (1)
  odds attack r fury-aura q {AT} -> 3 | (Unit Skills)
  odds attack r fury-aura s {AT} -> 3 | (Unit Skills)
  odds attack r heave q {AT} -> % (1/2)
  odds attack r heave s {AT} -> 3 | (Unit Skills)
Several attack one target in order, `at least`, beside another plan; what is about its own unit alone is in between
  plans && odds attack p q on r {AT} --at-least 3 --json -> attacks.*.dice = [["blue", "green"], ["yellow", "yellow"]]
    | at_least = {{"hp": 3, "chance": "{THREE}"}} | units.r.defeated = {THREE}
  odds attack p q on r {AT} --json -> keep plan
  odds attack p q on r {AT} --or 'p on r' -> at least 3 HP | 1: p q on r | not Attacker (p) cannot
  odds attack p q on r {AT} --or 'p r' --json -> plans.# = 2
  odds attack q regen p heave on r {AT} --json -> attacks.*.target = [null, "r"]
  odds attack p q p on r {AT} -> 3 | once a turn (p.26-27)
  odds attack s p on r {AT} -> your Attacker (s) cannot attack
Whom a list means does not matter to a target that is named
  odds attack rep krak -p '{NO_LISTS}' --json -> units.krakenlance.defeated = 1/4
  odds attack rep heave krak -p '{NO_LISTS}' --json -> units.krakenlance.defeated = "0"
  odds attack rep def on krak -p '{NO_LISTS}' --json -> units.krakenlance.defeated = 1/2
Where no list is known and no target named, a choice is said to be counted as yours
  odds attack rep heave -p 'kunlun koth 3 | r: rep@C3 3 skills=heave | p: krak@D3 2, def@D4 4'
    -> Reptilian uses Heave on whom? | lists of Kunlun are not known: it is counted as if its choice were yours
  odds attack rep hurl -p 'kunlun koth 3 | r: rep@C3 3 skills=hurl-1 | p: krak@D3 2, def@D4 4'
    -> nobody loses any HP | lists of Kunlun are not known: it is counted as if its choice were yours
""", **ASKED)  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_what_is_about_its_own_unit_alone_changes_no_odds_of_the_others(tmp_path: Path) -> None:
    tell(ASKED["plans"], tmp_path)
    one, other = (
        hoplo("odds", "attack", "p", "q", *between, "on", "r", "-p", tmp_path / "b", "--json").json["units"]
        for between in ((), ("regen", "q"))
    )
    assert one == other


def test_re_rolls_are_counted_on_where_they_are_asked_for() -> None:
    """A card makes a roll again where that serves you: an attack of one die misses twice."""
    fight = combat("engage", ["r rival C3 hp1 rg1 blue", "h player D3 rg1 hp6 yellow hero elite"])
    cards = replace(fight.yours, opportunities=("shrine",))
    fight = replace(fight, variant=Variant("2024"), yours=cards)
    blows = [Blow("h", None, "r")]
    assert odds_of(fight, blows).suffered["r"].falls == Fraction(1, 3)
    assert odds_of(fight, blows, cards=True).suffered["r"].falls == 1 - Fraction(2, 3) ** 2
    two = replace(fight, yours=replace(cards, opportunities=("shrine", "caravan")))
    assert odds_of(two, blows, cards=True).suffered["r"].falls == 1 - Fraction(2, 3) ** 3
