"""The Rival Tactic Placement Step and what tactics do once placed (Rulebook p.22, 30)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import IllegalError, InvalidError
from hoplo_companion.rules.events import TacticPlaced
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.placement import BESIDE
from hoplo_companion.rules.why.steps import decisions
from tests.helpers.boards import combat, position, solved
from tests.helpers.play import Told, play
from tests.helpers.proofs import proofs

PROOFS = """
# Which tactic
tactics.order: Tactics are tried from the top of the column, and one without a valid target gives way to the next \
(p.22)
  rep rival C3, foe player G2 hp3 | tactics=stun adrenaline
    solve tactics -> tactic.index: 1; tactic.chip: adrenaline; tactic.targets: rep
  rep rival C3, foe player G2 hp3, near player C2
    solve tactics, tactics=stun adrenaline -> tactic.index: 0; tactic.chip: stun; tactic.targets: near
    solve tactics, tactics=adrenaline stun -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: rep
  rep rival C3, foe player G2 hp3 | tactics=hamstring stun bolster-health adrenaline
    solve tactics -> tactic.index: 2; tactic.chip: bolster-health; tactic.targets: rep
  rep rival C3, near player C2 +hamstring | tactics=hamstring stun
    solve tactics -> tactic.index: 1; tactic.chip: stun; tactic.targets: near
tactics.order: What is passed over stays on top of the column and comes first again in the next turn (p.22)
  rep rival C3, foe player G2 hp3 | tactics=stun adrenaline hamstring
    tactics -> tactic-passed-over chip: stun; combat rival_tactics: stun+hamstring
tactics.one-a-turn: The rival places one tactic in a turn, however many have a valid target (p.22)
  one rival C3, two rival D5 | tactics=adrenaline adrenaline adrenaline
    tactics (one) -> TacticPlaced chip unit: adrenaline one; combat rival_tactics: adrenaline+adrenaline; combat \
        units.two.tactics: -
tactics.none: If none of its tactics has a valid target, the rival places nothing and keeps them all (p.22)
  rep rival C3, foe player G2 hp3 | tactics=stun hamstring
    solve tactics -> tactic: -
    tactics -> TacticPlaced: none; no-tactic-placed: 1; combat rival_tactics: stun+hamstring
  boss rival C3 elite, foe player G2 hp3 | tactics=adrenaline bolster-health
    solve tactics -> tactic: -
    tactics -> TacticPlaced: none; no-tactic-placed: 1; combat rival_tactics: adrenaline+bolster-health
  rep rival C3, near player C2 +hamstring | tactics=hamstring
    solve tactics -> tactic: -
    tactics (by hand) -> TacticPlaced: none; no-tactic-placed: 1; combat rival_tactics: hamstring
  rep rival C3, near player C2
    solve tactics -> tactic: -
    tactics -> TacticPlaced: none; no-tactic-placed: 1; combat rival_tactics: -

# On whom: the table
tactics.adrenaline: Adrenaline is for the rival unit with the lowest Movement, modifiers counted, even if it bears \
one (p.13, 22)
  quick rival C1 mv3, slow rival C2 mv1, brisk rival C3 mv2, mine player D3 mv0 | tactics=adrenaline
    solve tactics -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: slow
  quick rival C1 mv3, keen rival C2 mv1 +adrenaline, brisk rival C3 mv2, mine player D3 mv0 | tactics=adrenaline
    solve tactics -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: brisk+keen
  weak rival C1 mv2 hp1, slow rival C2 mv1 hp9 red red, mine player D3 mv0 | tactics=adrenaline
    solve tactics -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: slow
  keen rival C2 mv1 +adrenaline, mine player D3 mv0 | tactics=adrenaline
    solve tactics -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: keen
tactics.bolster-health: Bolster Health is for the rival unit with the fewest HP, whatever its Health (p.13, 22)
  hurt rival C1 hp2 hl6, small rival C2 hp3 hl3, big rival C3 hp4, mine player D3 hp1 | tactics=bolster-health
    solve tactics -> tactic.index: 0; tactic.chip: bolster-health; tactic.targets: hurt
  grown rival C1 hp5 hl1, small rival C2 hp3 hl9, mine player D3 hp1 | tactics=bolster-health
    solve tactics -> tactic.index: 0; tactic.chip: bolster-health; tactic.targets: small
  hurt rival C1 hp2 hl6 mv9, small rival C2 hp2 hl2 mv1, mine player D3 hp1 | tactics=bolster-health
    solve tactics -> tactic.index: 0; tactic.chip: bolster-health; tactic.targets: hurt+small
tactics.stun: Stun is for the valid target with the most HP; a stronger unit that is none does not count (p.13, 22)
  rep rival C3 hp7, whole player D3 hp3 hl9, wall player C2 hp4 hl5, dog player C4 hp2 red red, lord player B3 hp9 \
      hero, far player G2 hp8, beast arena B2 hp8 | tactics=stun
    solve tactics -> tactic.index: 0; tactic.chip: stun; tactic.targets: wall

# On whom: valid targets
tactics.ally: Valid for such a tactic are all non-elite rival units, dazed ones too, and nobody of another troop (p.22)
  one rival A1 mv2 hp2 dazed, two rival F3 mv2 hp2 +stun, mine player F2 mv0 hp1, beast arena F1 mv0 hp1, boss rival \
      C3 mv0 hp1 elite, camp rival - mv0 hp1 | lineup=later mv0 hl1/
    solve tactics, tactics=adrenaline -> tactic.index: 0; tactic.chip: adrenaline; tactic.targets: one+two
    solve tactics, tactics=bolster-health -> tactic.index: 0; tactic.chip: bolster-health; tactic.targets: one+two

# How long
tactics.temporary, tactics.supply: Stun leaves a rival unit when that unit's next turn ends, and Adrenaline beside it \
stays (p.26, 30)
  rep rival A2 mv0 +stun +adrenaline, foe player G2 | tactics=stun
    from engage (nothing) -> tactic-gone chip unit: stun rep; combat units.rep.tactics: adrenaline; combat \
        rival_tactics: stun
tactics.temporary: Stun on a unit of yours outlasts the rival's turn, since your unit's next turn is still to come \
(p.26, 30)
  rep rival C3 mv0, foe player C2 hp5 | tactics=stun
    from tactics (component.effect=by hand, manual.tactic=nothing) -> combat units.foe.tactics: stun; tactic-gone: none
  rep rival A2 mv0 +stun: movement (nothing) -> tactic-gone: none
tactics.supply: A tactic that was placed is no longer the rival's to place, of two alike just the one (p.30)
  rep rival C3, foe player G2 hp3 | tactics=stun adrenaline adrenaline: tactics -> combat rival_tactics: stun+adrenaline
"""

test_rules = proofs(PROOFS)


FAR = "foe player G2 hp3"
"""A unit of yours with no rival unit next to it on any board here."""


def placed(tactics: str, units: list[str], **more: Any) -> str:
    """Answer a tactics step in short: `index chip: targets`, or `none`."""
    told = solved("tactics", units, tactics=tactics, **more)["tactic"]
    return f"{told['index']} {told['chip']}: {' '.join(told['targets'])}" if told else "none"


def step(tactics: str, units: list[str], answers: list[Any] | None = None) -> Told:
    """Play the tactics step alone."""
    return play(combat("tactics", units, tactics=tactics), answers, only="tactics")


# On whom: the table -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tactics.hamstring")
def test_hamstring_goes_on_the_deadliest_opponent_without_one() -> None:
    """Hamstring is for the valid target with the most dice of any colour that bears no Hamstring yet (p.13, 22)."""
    few, many = "few player C2 hp9 red red", "many player C4 yellow yellow yellow"
    rest = ["rep rival C3 red red red red", "far player G2 red red red red red", "lone player D3 red"]
    assert placed("hamstring", [few, many, *rest]) == "0 hamstring: many"
    assert placed("hamstring", [few, f"{many} +hamstring", *rest]) == "0 hamstring: few"
    assert placed("hamstring", [few, f"{many} +stun", *rest]) == "0 hamstring: many"


@pytest.mark.rule("tactics.choice")
def test_of_several_equal_targets_the_player_picks_one() -> None:
    """Where several units fit a tactic equally well the player chooses, among these and no others (p.22)."""
    units = ["one rival C1 mv1", "two rival C3 mv1", "quick rival C5 mv2"]
    assert placed("adrenaline", units) == "0 adrenaline: one two"
    for choice in ("one", "two"):
        told = step("adrenaline", units, [("tactic.target", choice)])
        assert [(question.about, set(question.options)) for question in told.asked] == [("adrenaline", {"one", "two"})]
        assert {unit.id for unit in told.combat.units.values() if unit.tactics} == {choice}
    with pytest.raises(IllegalError, match="one, two"):
        step("adrenaline", units, ["quick"])
    assert step("adrenaline", units[1:]).asked == [], "one alone is not asked for"


# On whom: valid targets ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tactics.opponent")
@pytest.mark.parametrize("tactic", ["stun", "hamstring"])
@pytest.mark.parametrize("rival", ["rep rival C3 rg5", "rep rival C3 dazed", "rep rival C3 elite"])
def test_a_tactic_for_opponents_needs_a_unit_of_yours_next_to_a_rival_unit(tactic: str, rival: str) -> None:
    """Valid are your non-elite units adjacent to any rival unit, whatever that unit's Range, and only yours (p.22)."""
    beside = ["one player D4 hp2 blue", "two player B2 hp2 blue"]
    others = ["away player E3 hp9 red red", "beast arena C4 hp9 red red", "ally rival B4 hp9 red red"]
    assert placed(tactic, [rival, *beside, *others]) == f"0 {tactic}: one two"
    assert placed(tactic, [rival, *others]) == "none"


@pytest.mark.rule("tactics.tactical")
@pytest.mark.parametrize("tactic", ["stun", "hamstring"])
@pytest.mark.parametrize("state", ["", "dazed", "elite"])
def test_tactical_makes_every_non_elite_unit_of_yours_a_valid_target(tactic: str, state: str) -> None:
    """With a Tactical rival unit in combat your units are valid wherever they stand, compared all together (p.22)."""
    yours = ["near player C2 hp2 blue", "far player G2 hp4 blue blue", "lord player G1 hp9 red red red hero"]
    others = ["beast arena F1 hp9 red red red", "camp player - hp9 red red red"]
    assert placed(tactic, [f"tac rival A1 Tactical {state}", "rep rival C3", *yours, *others]) == f"0 {tactic}: far"
    assert placed(tactic, [f"tac rival A1 Taunt {state}", "rep rival C3", *yours, *others]) == f"0 {tactic}: near"


@pytest.mark.rule("tactics.tactical", "combat.only-in-combat")
@pytest.mark.parametrize("outsider", ["tac rival - Tactical", "tac player G1 Tactical", "tac arena E1 Tactical"])
def test_only_a_rival_unit_in_combat_lends_its_tactical_skill(outsider: str) -> None:
    """Tactical in the rival camp, in your troop or on an arena unit opens no target to the rival (p.21-22)."""
    assert placed("stun", ["rep rival C3", FAR, outsider], lineup=["late Tactical"]) == "none"


@pytest.mark.rule("tactics.elite")
def test_an_elite_unit_is_never_a_target() -> None:
    """Neither your hero nor a primus or scion receives a tactic, be it the only one in question (p.30, 35, 37)."""
    for tactic in ("stun", "hamstring"):
        assert placed(tactic, ["rep rival C3", "lord player C2 hp9 red hero"]) == "none"
        assert placed(tactic, ["rep rival C3 Tactical", "chief player C2 hp9 red elite"]) == "none"
    for tactic in ("adrenaline", "bolster-health"):
        assert placed(tactic, ["primus rival C3 mv0 hp1 elite"], event="primus") == "none"
        assert placed(tactic, ["primus rival C3 mv0 hp1 elite", "rep rival C4 mv2"]) == f"0 {tactic}: rep"


@pytest.mark.rule("tactics.elite")
@pytest.mark.parametrize("line", ["lord player C3 hero +adrenaline", "primus rival C3 elite +stun"])
def test_a_position_with_a_tactic_on_an_elite_unit_is_refused(line: str) -> None:
    """No elite unit can have a tactic on it (p.30)."""
    with pytest.raises(InvalidError) as refused:
        combat("tactics", [line])
    assert [(fault.code, fault.where) for fault in refused.value.defects] == [("tactic-on-elite", "units[0].tactics")]


# How long -----------------------------------------------------------------------------------------------------------

OWN_TACTICS = """
[battle-cry]
name = "Battle Cry"
kind = "instant"
text = "Its unit heals 1 HP."
rival_side = "ally"
rival_target = "weakest"
"""


def with_battle_cry(folder: Path, units: list[str]) -> Combat:
    """Make a combat in which the rival has an instant tactic, which the shipped data lack, and a second one."""
    (folder / "tactics.toml").write_text(OWN_TACTICS, encoding="utf-8")
    reader = PositionReader(Catalogue(own=folder))
    return reader.read(json.dumps(position("tactics", units, tactics="battle-cry adrenaline")).encode())


@pytest.mark.rule("tactics.permanent")
def test_a_permanent_tactic_works_at_once_and_outlasts_the_turn() -> None:
    """Adrenaline is in force from its placement, in this turn's Movement Step and in later turns (p.30)."""
    told = play(combat("tactics", ["rep rival A2 mv1", "goal player G2"], "named:G3", tactics="adrenaline"), ["C3"])
    assert told.hex("rep") == "C3"
    assert told.combat.units["rep"].tactics == ("adrenaline",)
    assert play(told.combat, ["E3"], only="movement").hex("rep") == "E3"


@pytest.mark.rule("tactics.permanent", "tactics.supply", "defeat.tactics")
def test_a_permanent_tactic_goes_with_its_unit() -> None:
    """A unit's defeat ends its permanent tactic, which goes to the supply and not back to the rival (p.30)."""
    units = ["rep rival C3 +adrenaline Told_Ability", "other rival A1 dazed", "foe player G2"]
    told = play(combat("abilities", units, tactics="stun"), ["rep defeated"], only="abilities")
    assert [(event.chip, event.unit) for event in told.of("tactic-gone")] == [("adrenaline", "rep")]
    assert told.combat.rival_tactics == ("stun",)
    assert [unit.tactics for unit in told.combat.units.values()] == [(), ()]


@pytest.mark.rule("tactics.instant", "tactics.supply")
def test_an_instant_tactic_has_its_effect_at_once_and_does_not_stay(tmp_path: Path) -> None:
    """An instant tactic takes effect before anything else happens and is gone, for its unit and its camp (p.30)."""
    now = with_battle_cry(tmp_path, ["rep rival C3 hp1 hl3", "two rival C5 hp3", "foe player G2"])
    told = play(now, [("component.effect", "by hand"), ("manual.tactic", "rep hp 2")], only="tactics")
    assert [(event.chip, event.unit) for event in told.of(TacticPlaced)] == [("battle-cry", "rep")]
    assert told.hp("rep") == 2
    assert told.combat.units["rep"].tactics == ()
    assert told.combat.rival_tactics == ("adrenaline",)


@pytest.mark.rule("tactics.opponent", "skill.tactical")
@pytest.mark.parametrize(("skills", "shown"), [("", "yes"), ("Tactical", "Tactical")])
def test_why_says_by_tactical_only_where_a_rival_has_it(skills: str, shown: str) -> None:
    """A unit beside a rival is a target anyhow: Tactical is the reason only while a rival unit has it (p.22)."""
    board = combat("tactics", [f"rep rival C3 {skills}", "y player C4 hp2"], rival={"tactics": ["stun"]})
    [decision] = decisions(board, "tactics")
    at = [criterion.name for criterion in decision.criteria].index(BESIDE)
    assert [each.values[at] for each in decision.candidates] == [shown]
