"""Readings of open questions in the Engage Step: Taunt with Deflect, a later daze, several at once, Specials."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.components.conditions import Group
from hoplo_companion.components.effects import AddDice, Damage, Defeat, Effect, Heal
from hoplo_companion.render.sentences.decisions import because
from hoplo_companion.rules import rulings
from hoplo_companion.rules.events import Attacked, CannotAct, CombatEnded, Damaged, Defeated, Event, HeroReduced, Stayed
from hoplo_companion.rules.player.unit_options import unit_targets
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.rival.turn import begin_arena_turn
from hoplo_companion.rules.why.steps import decisions, verdicts
from tests.helpers.acting import ability, blow, drive, told_of, yours
from tests.helpers.boards import combat, solved, targets
from tests.helpers.cli import done
from tests.helpers.play import engage, ids, of, play, rolled
from tests.helpers.proofs import proofs
from tests.helpers.your_turn import offered, refused, turn
from tests.helpers.your_turn import yours as your_turn

PROOFS = """
# Several damaged at once (damage.several)
combat.damage-several, skill.whirlwind: those that fall together are named once and one alone is not
  h player C3 hero hp4 hl6 blue Whirlwind, z rival A1, d rival D4 hp1, e rival D3 hp9, f rival C2 hp9 | event=spar
    turn special h whirlwind 1 -> fell-together: none
  h player C3 hero hp4 hl6 blue Whirlwind, z rival A1, d rival D4 hp1, e rival D3 hp1, f rival C2 hp9 | event=spar
    turn special h whirlwind 1 -> fell-together units: d+e
  h player C3 hero hp4 hl6 blue Whirlwind, z rival A1, d rival D4 hp1, e rival D3 hp1, f rival C2 hp1 | event=spar
    turn special h whirlwind 1 -> fell-together units: d+e+f

# A card's Special (special.card)
engage.special-card, yours.special: What the card has rivals do binds no unit of yours (Atlanteans card)
  h player C3 blue Whirlwind, a rival C4 hp9 | arena=atlanteans, chips.trident=@h
    offers -> specials *: h Whirlwind+Trident Throw; attack *: h a

# The weakest die (weakest.die)
special.weakest-die: A unit whose only die is a skill's has none to roll by the other reading, and attacks with it \
(sheet)
  r rival C3 Whirlwind Confidence, a player C4 hp9, b player D3 hp8
    engage strongest, rulings.weakest.die=default (special.dice=1) -> specials: r Whirlwind -
    targets strongest, rulings.weakest.die=default -> -
    engage strongest, rulings.weakest.die=printed (attack.dice=1) -> specials: none
    targets strongest, rulings.weakest.die=printed -> a

# Quickstrike and Retaliate (quickstrike.kill, retaliate.saved)
attack.over, skill.quickstrike: The attack is over, which is said, and nothing else of it happens (sheet)
  sides: rival player, player rival
  x {me} C3 blue hp1, y {foe} C4 hp5 Quickstrike Retaliate
    blow -> attack-over unit target rulings: x y quickstrike.kill; attacks: none; hp y: 5
  x {me} C3 blue hp2, y {foe} C4 hp5 Quickstrike: blow (1) -> attack-over: none
"""

test_rules = proofs(PROOFS)


DICE = "special.dice"
STRUCK: dict[str, Any] = {"state": {"struck": ["y"]}}


def named(events: list[Event], kind: type[Event] | str) -> list[list[str]]:
    """List the open questions that events of a kind name."""
    return [list(event.rulings) for event in of(events, kind)]


def test_a_turn_that_nobody_reads_looks_for_no_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What decides is for people: it is looked for when somebody reads an event, and then it is found."""
    with monkeypatch.context() as unread:
        unread.setattr(rulings, "read_otherwise", lambda *about: pytest.fail("nobody has asked"))
        told = play(combat("movement", CLOSED, rival={"tactics": ["stun"]}), [("engage.next", "s"), 1])
    assert [[type(each) for each in told.events].count(kind) for kind in (Stayed, Attacked, CannotAct)] == [2, 1, 1]
    assert named(told.events, CannotAct) == [["taunt.deflect"]]


# Taunt with Deflect (taunt.deflect) -------------------------------------------------------------------------------

CLOSED = ["x rival C3 rg2 blue", "s rival D5 blue", "y player C4 hp5 Deflect Taunt", "c player D3 hp9"]


@pytest.mark.rule("skill.taunt-closed")
@pytest.mark.parametrize("reading", ["default", "any"])
def test_taunt_binds_though_it_may_not_be_attacked(reading: str) -> None:
    """Whoever stands beside it attacks nobody for the rest of the turn (publisher's FAQ)."""
    more: dict[str, Any] = {"rulings": {"taunt.which": reading}}
    found = solved("engage", CLOSED, **STRUCK, **more)["units"]
    assert {id_: each["targets"] for id_, each in found.items()} == {"x": [], "s": []}
    told = engage(CLOSED, [("engage.next", "s"), 1], **more)
    assert [(event.unit, event.target) for event in told.of(Attacked)] == [("s", "y")]
    [cannot] = told.of(CannotAct)
    assert (cannot.unit, cannot.why, cannot.bound_by, cannot.closed_by) == ("x", "taunt", ["y"], "Deflect")
    assert (cannot.rule, cannot.rulings) == ("skill.taunt-closed", ["taunt.deflect"])


@pytest.mark.rule("skill.taunt-closed")
@pytest.mark.parametrize(
    ("reading", "others", "rivals", "yours_"),
    [
        ("default", ["u player C2 hp1 Taunt"], ["u"], ["u"]),
        ("default", ["u player C5 hp1 Taunt"], [], []),
        ("any", ["u player C5 hp1 Taunt"], ["u"], ["u"]),
        ("any", ["u player C2 hp1 Taunt", "v player C5 hp9 Taunt"], ["u", "v"], ["u", "v"]),
        ("default", ["u player C2 hp1 Taunt", "v player B2 hp9 Taunt"], ["v"], ["u", "v"]),
    ],
)
def test_beside_it_a_second_taunt_that_may_be_attacked_must_be(
    reading: str, others: list[str], rivals: list[str], yours_: list[str]
) -> None:
    """A legal unit with Taunt next to the attacker has to be attacked; read otherwise, one in its Range will do.

    Of several a rival takes the strongest, and yours whichever you choose.
    """
    board = [CLOSED[0].replace("x ", "r "), *CLOSED[2:], *others]
    assert targets(board, rulings={"taunt.which": reading}, **STRUCK) == rivals
    swapped = [line.replace("player", "p").replace("rival", "player").replace(" p ", " rival ") for line in board]
    own = yours(swapped, rulings={"taunt.which": reading}, **STRUCK)
    assert [unit.id for unit in attackable(own, own.units["r"])] == yours_


@pytest.mark.rule("skill.taunt-closed")
def test_any_ban_on_attacks_binds_so_and_an_ally_s_taunt_never_does() -> None:
    """A unit with Taunt that may not be targeted for another reason binds its neighbours too; allies bind nobody."""
    for what in ("be-attacked", "be-targeted"):
        lasting = {"do": {"do": "forbid", "what": what}, "units": ["y"], "until": "end-of-turn", "source": "A card"}
        board = ["r rival C3 rg2 blue", "y player C4 hp5 Taunt", "c player D3 hp9"]
        assert targets(board, state={"lasting": [lasting]}) == []
        [decision] = decisions(combat("engage", board, state={"lasting": [lasting]}), "engage", "r")
        assert decision.reason(decision.candidates[0]) == "A card keeps it from being attacked"
    allied = ["r rival C3 rg2 blue", "y rival C4 hp5 Taunt Deflect", "c player D3 hp9"]
    assert targets(allied, **STRUCK) == ["c"]
    fatigued = {"do": {"do": "fatigue"}, "units": ["y"], "until": "end-of-turn", "source": "Stun"}
    both = {"struck": ["y"], "lasting": [fatigued]}
    assert targets(["r rival C3 blue rg2", *CLOSED[2:]], "strongest", state=both) == ["c"]


@pytest.mark.rule("skill.taunt-closed", "skill.long-shot", "skill.reposition", "skill.heave", "skill.agile")
@pytest.mark.parametrize(
    ("words", "script", "used"),
    [
        ("Long_Shot-3", [("special.target", "c"), (DICE, 1)], "Long Shot"),
        ("mv1 Reposition", [("special.hex", "B3")], "Reposition"),
        ("Heave", [("special.target", "c"), (DICE, 1)], "Heave"),
        ("Agile", [("special.target", "c"), (DICE, 1)], "Agile"),
    ],
)
def test_a_rival_bound_so_has_no_attack_and_uses_specials(words: str, script: list[Any], used: str) -> None:
    """Specials are no attacks: one that is used without an attack is used now, at whom its list means (p.21, 24)."""
    lists = "named:B3 any" if "Reposition" in words else "any"
    board = [f"x rival C3 {words} blue", *CLOSED[2:]]
    told = engage(board, [("special.hex", "B3")] and script if "Reposition" not in words else [], lists, **STRUCK)
    assert [event.special for event in told.of("special-used")] == [used]
    assert told.of(Attacked) == []
    assert ("taunt.deflect" in named(told.events, "special-used")[0]) is (used != "Agile")


@pytest.mark.rule("skill.taunt-closed")
def test_your_units_are_bound_so_and_told_why() -> None:
    """Options, targets and the refusal of your turn all know it, and name the ruling."""
    board = your_turn(
        ["h player C3 blue rg2 hp5 Long_Shot-2", "a player B4 blue rg3", "r rival C4 hp3 Deflect Taunt", "s rival D3"]
    )
    after = turn(board, "attack a r 1").combat
    assert offered(after).attack == {}
    assert offered(after).specials == {"h": ["Long Shot"]}
    why = refused(after, "attack h s 0")
    assert (why.rule, why.instead) == ("skill.taunt-closed", [])
    assert "it is bound by Taunt of the rival Attacker (r), which cannot be attacked because of Deflect" in str(why)
    assert "taunt.deflect" in str(why)
    assert refused(after, "attack h r 0").rule == "skill.deflect"
    found = unit_targets(after, after.units["h"])
    assert (found.targets, found.specials) == ([], ["Long Shot"])
    assert {id_: each.rule for id_, each in found.others.items()} == {"r": "skill.deflect", "s": "skill.taunt-closed"}
    assert turn(after, "attack! h s 1").hp("s") == 2


@pytest.mark.rule("skill.taunt-closed")
def test_why_and_why_not_name_the_bond() -> None:
    """`why`, `why-not` and `because` say who binds the unit, what closes that one, and by which ruling."""
    board = combat("engage", ["r rival C3 rg2 blue", *CLOSED[2:]], **STRUCK)
    [decision] = decisions(board, "engage", "r")
    reasons = {each.option: decision.reason(each) for each in decision.candidates}
    bound = "it is bound by Taunt of your Attacker (y), which cannot be attacked because of Deflect"
    assert reasons == {"y": "Deflect keeps it from being attacked", "c": bound}
    assert (decision.chosen, decision.rulings) == ([], ["taunt.deflect"])
    [verdict] = verdicts(board, "engage", "r", "c")
    assert (verdict.out, verdict.rule, verdict.rulings) == (bound, "skill.taunt-closed", ["taunt.deflect"])
    told, by = because(board)
    assert (bound in told["text"], by["rule"], by["unit"]) == (True, "taunt.deflect", "r")


@pytest.mark.rule("skill.taunt-closed")
def test_solve_and_the_commands_tell_the_bond(tmp_path: Path) -> None:
    """The machine interface and the commands say it as a player meets them, in Italian too."""
    path = tmp_path / "board.json"
    path.write_text(json.dumps(write_position(combat("engage", CLOSED, **STRUCK))), encoding="utf-8")
    told = done("rival-turn", "--position", str(path)).out
    bond = "Taunt of your Attacker (y) binds it, and Deflect keeps that unit from being attacked."
    assert f"The rival Attacker (x) does not attack: {bond}" in told
    assert "taunt.deflect" in told
    assert "Taunt del vostro Attacker (y) lo vincola" in done("rival-turn", "--position", str(path), "--lang", "it").out
    assert "Decided by ruling: taunt.deflect" in done("why", "x", "--position", str(path), "--step", "engage").out
    assert "by ruling: taunt.deflect" in done("why-not", "x", "c", "--position", str(path), "--step", "engage").out
    assert (
        "lo vincola Taunt del vostro Attacker (y)"
        in done("why", "x", "--position", str(path), "--lang", "it", "--plain").out
    )
    assert "taunt.deflect" in done("options", "x", "--position", str(path)).out


# Several damaged at once (damage.several) -------------------------------------------------------------------------


PAIR = ["d rival D4 hp1", "e rival D3 hp1 tribune"]


@pytest.mark.rule("combat.damage-several", "skill.whirlwind")
@pytest.mark.parametrize("pair", [PAIR, PAIR[::-1]])
def test_the_order_of_the_list_decides_nothing(pair: list[str]) -> None:
    """Everybody is dealt the damage before anybody is defeated, and the tribune falls with the last of the goal."""
    board = your_turn(["h player C3 hero hp4 hl6 blue Whirlwind", *pair], event="spar")
    told = turn(board, "special h whirlwind 2")
    kinds = [type(event) for event in told.events if isinstance(event, Damaged | Defeated)]
    assert kinds == [Damaged, Damaged, Defeated, Defeated]
    assert (told.combat.over, told.hp("h")) == ("goal-met", 1)
    assert [event.hp for event in told.of(HeroReduced)] == [1]
    assert [set(event.units) for event in told.of("fell-together")] == [{"d", "e"}]
    assert named(told.events, "fell-together") == [["damage.several"]]
    assert [event.why for event in told.of(CombatEnded)] == ["goal-met"]


@pytest.mark.rule("combat.damage-several")
def test_the_commands_tell_the_same_whichever_comes_first() -> None:
    """As it is typed at a table: `def@D4 1, rep@D3 1^` and the reverse come to the same."""
    ends = set()
    for rivals in ("def@D4 1, rep@D3 1^", "rep@D3 1^, def@D4 1"):
        line = f"atl spar 1 | r: {rivals} | p: krak@C3 4 skills=Whirlwind"
        ran = done("turn", "special krak whirlwind 2", "--position", line, "--json")
        assert "damage.several" in ran.out
        ends.add(json.dumps(ran.json["position"], sort_keys=True))
    assert len(ends) == 1


@pytest.mark.rule("combat.damage-several")
@pytest.mark.parametrize("first", ["a", "b"])
def test_the_player_chooses_whose_defeat_comes_first_where_it_matters(first: str) -> None:
    """What a defeat sets off makes the order count, and then it is asked for (p.21, 27)."""
    last = Effect(on="defeated", verbs=[Heal(amount=1, whom=Group(of="opponent", within=1, pick="all"))])
    board = combat("engage", ["x rival C3 blue hp1 hl9 Whirlwind", "a player C4 hp1 Feint", "b player D3 hp1 Feint"])
    told = play(told_of(board, "feint", last), [(DICE, 1), ("defeat.next", first), ("end.units-left", "no")])
    assert set(told.asked[1].options) == {"a", "b"}
    assert [event.unit for event in told.of(Defeated)] == sorted("ab", key=lambda id_: id_ != first)
    assert [event.unit for event in told.of("effect-used")] == sorted("ab", key=lambda id_: id_ != first)
    assert told.combat.over == "troop-gone"


@pytest.mark.rule("combat.damage-several")
@pytest.mark.parametrize(("first", "hp"), [("t", 6), ("h", 1)])
def test_the_tribune_may_fall_with_your_hero(first: str, hp: int) -> None:
    """A blessing before the tribune's defeat leaves the hero 1 HP, after it all of them: the player chooses (p.13)."""
    board = ["x arena D3 blue Whirlwind", "h player C3 hero hp1 hl6", "t rival D4 hp1 tribune", "d rival G1"]
    begun, events = begin_arena_turn(combat("engage", board, event="spar"))
    told = drive(begun, [(DICE, 1), ("defeat.next", first), ("defeat.hero", "survive")], events)
    assert (told.hp("h"), told.combat.over) == (hp, "")
    assert ids(told) == [DICE, "defeat.next", "defeat.hero"]


@pytest.mark.rule("combat.damage-several")
@pytest.mark.parametrize(("answer", "over"), [("survive", "goal-met"), ("lost", "campaign-lost")])
@pytest.mark.parametrize("turned", [False, True])
def test_a_goal_that_is_met_does_not_spare_the_hero(answer: str, over: str, turned: bool) -> None:
    """Your hero that falls with the last rival unit needs its blessing all the same, and wins with it (p.27-28)."""
    pair = ["h player C3 hero hp1 hl6", "r rival D4 hp1"]
    begun, events = begin_arena_turn(combat("engage", ["x arena D3 blue Whirlwind", *pair[:: -1 if turned else 1]]))
    told = drive(begun, [(DICE, 1), ("defeat.hero", answer)], events)
    assert (told.combat.over, "r" in told.combat.units) == (over, False)
    assert len(told.of(CombatEnded)) == 1


@pytest.mark.rule("combat.damage-several")
@pytest.mark.parametrize("turned", [False, True])
def test_a_goal_that_is_met_goes_before_a_troop_that_is_gone(turned: bool) -> None:
    """Where the last of both troops fall at once the goal is met: no troop is left that could have won (p.28)."""
    pair = ["a player C3 hp1", "r rival D4 hp1"]
    begun, events = begin_arena_turn(combat("engage", ["x arena D3 blue Whirlwind", *pair[:: -1 if turned else 1]]))
    told = drive(begun, [(DICE, 1)], events)
    assert (told.combat.over, "a" in told.combat.units) == ("goal-met", False)


@pytest.mark.rule("combat.damage-several", "skill.fury-aura")
def test_every_effect_on_several_units_works_so() -> None:
    """An aura of many and a card that defeats several deal with all of them at once as well (p.21, 27)."""
    around = Group(of="opponent", within=1, pick="all")
    for verb in (Damage(amount=1, to=around), Defeat(whom=around)):
        for pair in (PAIR, PAIR[::-1]):
            board = yours(["h player C3 hero hp4 hl6 Feint", *pair], event="spar", step="abilities")
            board = told_of(board, "feint", Effect(on="ability", verbs=[verb]))
            told = ability(board, "h", "feint", [])
            assert (told.combat.over, told.hp("h")) == ("goal-met", 1)


@pytest.mark.rule("combat.damage-several")
@pytest.mark.parametrize("first", ["a", "b"])
def test_what_damage_sets_off_at_several_comes_in_the_player_s_order(first: str) -> None:
    """Before damage falls on several units, what it sets off at each comes in an order that the player chooses."""
    thorns = Effect(on="harmed", verbs=[Damage(amount=1, to="dealer")])
    board = combat("engage", ["x rival C3 blue hp9 Whirlwind", "a player C4 hp9 Feint", "b player D3 hp9 Feint"])
    told = play(told_of(board, "feint", thorns), [(DICE, 1), ("damage.next", first)])
    assert [event.unit for event in told.of("effect-used")] == sorted("ab", key=lambda id_: id_ != first)
    assert (told.hp("a"), told.hp("b"), told.hp("x")) == (8, 8, 7)


# A card's Special (special.card) ----------------------------------------------------------------------------------


@pytest.mark.rule("engage.special-card", "engage.special")
@pytest.mark.parametrize("skills", ["blue Whirlwind", "blue Agile", "blue Heave", "blue Whirlwind Heave Agile", ""])
def test_a_rival_throws_the_trident_whatever_its_chip_has(skills: str) -> None:
    """Trident Throw is used whenever it can be: no Special of the chip is offered beside it (Atlanteans card)."""
    units = [f"r rival C3 {skills}", "a player C4 hp9", "b player D3 hp8"]
    board = combat("engage", units, arena="atlanteans", chips={"trident": "@r"})
    told = play(board, [("special.target", "a")], only="engage")
    assert [event.special for event in told.of("special-used")] == ["Trident Throw"]
    assert ("special.card" in told.of("special-used")[0].rulings) is bool(skills)
    which, throw, attack = decisions(board, "engage", "r")
    assert ("special.card" in which.rulings) is bool(skills)
    assert (which.chosen, throw.by, attack.chosen) == (["Trident Throw"], "Trident Throw", [])


# Whom Heave hits (heave.target) -----------------------------------------------------------------------------------

WEIGHED = ["r rival C3 blue Heave", "a player C4 hp5", "b player C5 hp6", "w player E3 hp3", "v player E2 hp2"]


@pytest.mark.rule("skill.heave-target", "skill.heave")
@pytest.mark.parametrize(
    ("reading", "priorities", "hit", "rulings"),
    [
        ("default", "strongest", "w", ["heave.target"]),
        ("bold", "strongest", "b", ["heave.target"]),
        ("default", "weakest", "v", []),
        ("bold", "weakest", "v", []),
    ],
)
def test_heave_hits_the_first_of_its_list(reading: str, priorities: str, hit: str, rulings: list[str]) -> None:
    """Among those weaker than its attack's target, or read otherwise among all in its reach (sheet; p.24)."""
    more: dict[str, Any] = {"rulings": {"heave.target": reading}}
    told = engage(WEIGHED, [(DICE, 1)], priorities, **more)
    assert rolled(told) == [(["blue"], [hit])]
    assert named(told.events, "special-used") == [rulings]
    assert targets(WEIGHED, priorities, **more) == []
    alone = [*WEIGHED[:3], "w player G2 hp1"]
    assert targets(alone, "weakest", **more) == ["a"], "nobody weaker is within 3 hexes"


# The weakest die (weakest.die) ------------------------------------------------------------------------------------


@pytest.mark.rule("special.weakest-die", "skill.whirlwind", "skill.long-shot", "term.strongest-die")
@pytest.mark.parametrize(("reading", "die"), [("default", "blue"), ("printed", "black")])
@pytest.mark.parametrize("skill", ["Whirlwind", "Long_Shot-2"])
def test_dice_that_skills_add_count_for_the_weakest(reading: str, die: str, skill: str) -> None:
    """Inspire's blue die is the weakest of an Attack of black dice, unless the chip's own alone count (sheet)."""
    more: dict[str, Any] = {"rulings": {"weakest.die": reading}}
    foes = ["a player C4 hp9", "b player D3 hp9"] if skill == "Whirlwind" else ["a player C5 hp9"]
    told = engage([f"r rival C3 black red {skill}", "i rival B2 Inspire", *foes], [(DICE, 1)], **more)
    assert rolled(told) == [([die] * len(foes), [foe[0] for foe in foes])]
    assert named(told.events, "rolled-at") == [["weakest.die"]]
    plain = engage([f"r rival C3 black red {skill}", *foes], [(DICE, 1)], **more)
    assert named(plain.events, "rolled-at") == [[]]


@pytest.mark.rule("special.weakest-die")
def test_a_tactic_s_dice_are_the_chip_s_and_a_skill_s_are_not() -> None:
    """Dice that a tactic adds count in either reading, those of a skill in one, for Heave and Agile too (p.33, 37)."""
    more = Effect(verbs=[AddDice(dice=["yellow"])])
    for source, die in (("tactics.stun", "yellow"), ("skills.feint", "black")):
        word = "+stun" if source == "tactics.stun" else "Feint"
        units = [f"r rival C3 black Long_Shot-2 {word}", "a player C5 hp9"]
        board = replace(combat("engage", units, rulings={"weakest.die": "printed"}), entered={source: (more,)})
        assert rolled(play(board, [(DICE, 1)], only="engage")) == [([die], ["a"])]
    for skill, reach in (("Heave", 1), ("Agile", 2)):
        units = [f"r rival C3 rg{reach} yellow {skill}", "i rival B2 Inspire", "a player E3 hp9"]
        every = ["yellow", "blue"] if skill == "Agile" else ["blue"]
        assert rolled(engage(units, [(DICE, 1)])) == [(every, ["a"])]
        assert rolled(engage(units, [(DICE, 1)], rulings={"weakest.die": "printed"})) == [(["yellow"], ["a"])]


# Quickstrike and Retaliate (quickstrike.kill, retaliate.saved) ------------------------------------------------------


@pytest.mark.rule("skill.retaliate-saved", "skill.retaliate")
@pytest.mark.parametrize(("reading", "hp"), [("default", 2), ("no", 3)])
def test_a_hero_that_a_blessing_has_saved_retaliates(reading: str, hp: int) -> None:
    """It has survived, or read otherwise it has not; either way the ruling is named (sheet; p.13)."""
    more: dict[str, Any] = {"rulings": {"retaliate.saved": reading}}
    answers: list[Any] = [1, ("defeat.hero", "survive")]
    told = blow("rival", "player", "blue hp3", "hero hp1 hl6 Retaliate", answers, **more)
    assert (told.hp("x"), told.hp("y")) == (hp, 6)
    assert named(told.events, "effect-used" if hp == 2 else "not-used") == [["retaliate.saved"]]
    safe = blow("rival", "player", "blue hp3", "hero hp2 hl6 Retaliate", [1], **more)
    assert (safe.hp("x"), named(safe.events, "effect-used")) == (2, [[]])
