"""The combat against a scion: preparation, turns, the rulebook's example, defeat, and how it ends (p.13, 18, 30-32)."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.model import Bane, Camp, Move, RefusedError
from hoplo_companion.components.catalogue import UnknownNameError
from hoplo_companion.errors import IllegalError, InvalidError, UsageError
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.corrections import camp_changed
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.model import Combat, Supply, is_scion
from hoplo_companion.rules.rival.turn import begin
from hoplo_companion.rules.turns import has_scion_activity
from hoplo_companion.rules.why.steps import laid_open
from hoplo_companion.table.play.moves import SET_UP
from hoplo_companion.table.play.planning import planned
from tests.helpers.acting import in_arena_of
from tests.helpers.boards import combat
from tests.helpers.fights import OWN_RECORDS, Table, chips_of, play_on
from tests.helpers.own_catalogue import Own, effects
from tests.helpers.play import Turn, of, play
from tests.helpers.proofs import proofs
from tests.helpers.scions import board, facing, gorgon, known
from tests.helpers.setting_up import combat_of, fights
from tests.helpers.table_games import Scene, scenes

SCION = "g rival B2 hp6 rg1 as:gorgon"
SHADE = "s rival C3 mv2 rg1 hp2 red as:shade"
HERO = "h player F3 mv1 rg1 hp6 blue hero as:krakenlance"
NONE = {"green": 0, "blue": 0, "yellow": 0, "black": 0}
ON = "event=scion, act=4, turn=2, list=farthest"
A, B = "a player A1 mv1 rg1 hp3 blue as:attacker", "b player B3 mv1 rg1 hp3 blue as:defender"
SOLDIER = "x rival E5 mv1 rg1 hp3 blue as:attacker"


def rolled(state: Combat, answers: list[Any] | None = None, **hits: int) -> Turn:
    """Play the rival's turn with a roll of the scion's dice."""
    return play(state, [("scion.roll", {**NONE, **hits}), *(answers or [])])


test_rules = proofs(f"""
# Deployment
scion.deployed, scion.dazed: Whatever the order of the lineup, the scion comes first; dazed, it rolls no dice then; \
  one unit comes a turn, to which the act adds none (p.31)
  own scion Gorgon
  {HERO} | {ON}, turn=1, lineup=s mv2 rg1 hl2 red/g hl6 rg1 as:gorgon
    from deployment -> Deployed unit hex rule: g A1 scion.deployed; scion-inactive unit why: g dazed; combat lineup: \
      s; combat units.g.dazed: no
    from deployment > begin rival > from deployment (scion.roll=green:0/) -> Deployed unit: g, s; scion-rolled: 1

# The activity
scion.activity, scion.order: In place of Tactic Placement every row is resolved, from top to bottom; the Movement Step \
  follows (p.31)
  own scion Gorgon
  {SCION}, {SHADE}, {SOLDIER}, {HERO} | {ON}
    from deployment (scion.roll=green:1/yellow:2, movement.destination=E3, movement.destination=E4, attack.dice=0) -> \
      step-began step: deployment, activity, movement, abilities, engage; scion-row times: 1, 0, 2, 0; \
      order scion-row moved: scion-row, moved, scion-row, scion-row, scion-row, moved; hp-gained amount: 1, 1; hp s: 4
scion.order: A colour that is not named has no hits: a roll without any is one (p.31)
  own scion Gorgon
  {SCION}, {HERO} | {ON}: from deployment (scion.roll=green:0/) -> scion-rolled hits.green hits.blue hits.yellow \
    hits.black dice.green dice.blue dice.yellow dice.black: 0 0 0 0 1 2 2 1
scion.actors: Two that may strike one unit, one of which may strike another, are put in order by the player (p.31-32)
  own scion Gorgon lists=strongest
  {SCION}, {SHADE}, a player C2 mv1 rg1 hp2 blue as:attacker, b player D3 mv1 rg1 hp1 blue as:defender, {HERO} | {ON}
    from deployment (scion.roll=blue:2/, scion.next=g) -> Damaged by unit: g a, s b
    from deployment (scion.roll=blue:2/, scion.next=s) -> Damaged by unit: s a
scion.actors: Among adjacent opponents the list decides, and equals are asked for (p.24, 31-32)
  own scion Gorgon lists=strongest
  {SCION}, {A}, {B} | {ON}: from deployment (scion.roll=blue:1/, effect.target=b) -> Damaged unit damage: b 1
  own scion Gorgon
  {SCION}, {A}, h player B3 mv1 rg1 hp1 hl6 blue hero | {ON}
    from deployment (scion.roll=blue:2/) -> combat over: campaign-lost
scion.pool: Dice added or taken away stay so in the fight; what hangs on banes is told before each roll (p.31)
  own scion Gorgon
  {SCION}, {HERO} | {ON}, step=deployment
    correct set scion-dice blue+1,black-1 > written > from deployment (scion.roll=blue:3/) -> \
      scion-rolled dice dice.green dice.blue dice.yellow: green+blue+yellow 1 3 2
    correct set scion-dice pink+1 -> refused: …
    correct set scion-dice blue -> refused: …
    correct set scion-dice blue+99 -> refused: …
  own scion Gorgon extra_dice=One_more
  {SCION}, {HERO} | {ON}
    from deployment (manual.scion-dice=dice red blue, scion.roll=red=1) -> scion-rolled dice dice.red dice.blue: \
      red+blue 1 1
    from deployment (manual.scion-dice=nothing, scion.roll=green=1) -> scion-rolled dice.green dice.blue dice.yellow \
      dice.black: 1 2 2 1

# The other steps
scion.others: Beside prey the scion and its minions neither move nor attack; another rival unit does both (p.31-32)
  own scion Gorgon
  {SCION}, {SHADE}, x rival A1 mv3 rg1 hp3 blue as:attacker, h player B3 mv1 rg1 hp6 blue hero | {ON}
    solve movement -> units.g.status: idle; units.s.status: idle; units.x.status: moves
    solve engage -> units.g.targets: -; units.s.targets: -
    from deployment (scion.roll=green:0/, attack.dice=1) -> Attacked unit: x
  {SCION}, {HERO} | {ON}: solve tactics, tactics=stun -> tactic: -
  {SCION}, {SHADE}, {HERO} | {ON}: from deployment (scion.roll=green:0/) -> none-to-act: 1
scion.others: By the other reading minions take the steps
  own scion Gorgon
  {SCION}, s rival C3 mv1 rg1 hp2 red as:shade, h player D4 mv1 rg1 hp6 blue hero | {ON}, rulings.scion.minions=act
    solve engage -> units.s.targets: h; units.g.targets: -
scion.priorities: The list of the scion's card is everybody's; without one, or by the other reading, the arena's (p.36)
  own scion Gorgon
  {SCION}, {SOLDIER}, {HERO} | {ON}: look -> list-of x: hero+strongest
  {SCION}, {SOLDIER}, {HERO} | {ON}, rulings.scion.priorities=arena: look -> list-of x: farthest
  {SOLDIER}, {HERO} | {ON}: look -> list-of x: farthest
  own scion Gorgon lists=''
  {SCION}, {SOLDIER}, {HERO} | {ON}: look -> list-of x: farthest

# The goal
scion.goal: The scion's defeat wins at once, whoever else is left; the defeat of others alone wins nothing (p.18, 30)
  own scion Gorgon
  {SCION}, {SHADE}, {HERO} | {ON}
    damage g 6 - -> combat over: goal-met; CombatEnded rule why: scion.goal scion-defeated; at s: C3
    damage s 2 - -> combat over: -
scion.defeats, scion.again: Three times of four it stands where it stood with full Health, and the card is asked (p.31)
  own scion Gorgon defeats=4
  {SCION}, {HERO} | {ON}
    damage g 9 - (nothing) > written > damage g 9 - (nothing) > written > damage g 9 - (nothing) > written -> combat \
      over: -; scion-defeated times of: 1 4, 2 4, 3 4; scion-stands-again hex hp: B2 6, B2 6, B2 6; combat \
      scion_defeats: 3
    damage g 9 - (nothing) > damage g 9 - (nothing) > damage g 9 - (nothing) > damage g 6 - -> combat over: goal-met
scion.again: By the other reading it is deployed again
  own scion Gorgon defeats=2
  {SCION}, {SHADE}, {HERO} | {ON}, rulings.scion.again=lineup, step=deployment
    damage g 6 - -> combat units: s+h; combat lineup: g
    damage g 6 - > from deployment -> Deployed unit: g; scion-inactive: 1; hp g: 6
scion.goal: A goal of its own is the player's to judge, by its words as the scion falls, or by a correction (p.31)
  own scion Gorgon goal=Close_the_gate
  {SCION}, {HERO} | {ON}
    damage g 6 - (yes) -> asked text: Close_the_gate; combat over: goal-met
    damage g 6 - (no) -> asked text: Close_the_gate; combat over: -
    correct set over won -> combat over: goal-met
    correct set over lost -> combat over: troop-gone
    correct set over drawn -> refused: …
The hero's defeat loses at once, and no blessing is asked for (p.13, 18)
  own scion Gorgon
  {SCION}, {HERO} | {ON}, player.blessings=2: damage h 6 - -> combat over: campaign-lost; asked: none

# Your side
scion.cap: With as many units in combat as the cap nobody is deployed; one that falls makes room (p.31)
  own scion Gorgon
  {SCION}, {HERO}, a player - mv1 rg1 hp3 blue as:attacker, b player E2 mv1 rg1 hp3 blue as:archer | {ON}, \
    player.cap=2, player.camp_units=3, player.hero=true, state.side=player, step=deployment
    offers -> deploy *: none
    refuses deploy a G1 -> text: Your cap against this scion is 2 units, and you have 2 in combat (p.31)
    damage b 3 - > turn deploy a G1 -> at a: G1
    look > written -> combat yours.cap: 2
""")


def test_a_row_that_is_in_no_vocabulary_is_carried_out_by_hand() -> None:
    """Its text is shown, with how often; what happened is told, and nothing further down comes before (p.31)."""
    state = board([SCION, HERO], rows=("blue each: Lose {hits} HP.", "yellow hit: Gain a HP. [by scion: gain 1 hp]"),
                  card={"dice": {"blue": 2, "yellow": 1}})  # fmt: skip
    told = play(state, [("scion.roll", "blue=2 yellow=1"), ("manual.scion-row", "h hp 4")])
    [asked] = [question for question in told.asked if question.kind == "manual"]
    assert asked.text == "2 times: Lose 2 HP."
    assert (told.combat.units["h"].hp, told.combat.units["g"].hp) == (4, 7)


@pytest.mark.rule("scion.actors")
def test_whom_a_row_goes_for_may_hang_on_its_hits() -> None:
    """Two hits reach as far as two hexes where the row says so (p.31)."""
    state = board([SCION, "a player B4 mv1 rg1 hp3 blue as:attacker", HERO], rows=(
        "blue total: Strike. [by scion: damage 1 to opponent within hits]",))  # fmt: skip
    assert [event.unit for event in rolled(state, blue=2).of("damaged")] == ["a"]


@pytest.mark.parametrize(("called", "name"), [("", "Gorgon"), (' called "Stone Gaze"', "Stone Gaze")])
def test_what_a_row_does_bears_its_name_or_else_the_scion_s(called: str, name: str) -> None:
    state = board([SCION, HERO], rows=(f"yellow hit: Gain a HP. [by scion: gain 1 hp{called}]",),
                  card={"dice": {"yellow": 1}})  # fmt: skip
    told = play(state, [("scion.roll", "yellow=1")])
    assert [event.effect for event in told.of("hp-gained")] == [name]


@pytest.mark.parametrize(("told", "why"), [
    ("green=2", "2 hits with 1 green are too many"),
    ({"red": 1}, "No red die is rolled"),
    ({"green": "1"}, "does not answer"),
    ({"green": -1}, "write COLOUR=NUMBER"),
    ([True], "does not answer"),
    ("", "does not answer"),
    (3, "does not answer"),
    (None, "does not answer"),
])  # fmt: skip
def test_hits_that_cannot_be_are_refused(told: Any, why: str) -> None:
    """Nothing beyond the pool, no other colour, nothing negative, no nonsense; nothing has changed then."""
    state, _ = begin(board([SCION, HERO]))
    with pytest.raises(IllegalError, match=why):
        apply(state, told)
    assert pending(state) is not None


def test_hits_are_told_in_three_ways() -> None:
    """By colour in a table or in words, or die by die."""
    for told in ({"green": 1, "blue": 1}, "green=1, blue=1", ["green=1", "blue=1"], [True, True, False] + [False] * 3):
        state, _ = begin(board([SCION, HERO]))
        _, events = apply(state, told)
        [roll] = of(events, "scion-rolled")
        assert roll.hits == {**NONE, "green": 1, "blue": 1}


@pytest.mark.rule("scion.triggers")
def test_a_trigger_goes_by_its_own_name_or_the_scions() -> None:
    [plain], [named] = effects("defeats: gain 2 hp"), effects("suffers damage: gain 1 hp")
    state = board([SCION, HERO], card={"reactions": [plain, {**named, "name": "Fury"}]})
    held = [*judge(state).on("defeats"), *judge(state).on("suffers-damage")]
    assert [(each.name, each.holder, each.number) for each in held] == [("Gorgon", "g", 0), ("Fury", "g", 0)]


@pytest.mark.rule("scion.triggers")
def test_triggers_are_effects_or_reminders() -> None:
    """What a trigger says in the vocabulary happens by itself; one in free words is told every turn (p.31)."""
    card = {"trigger": ["defeats: gain 2 hp", "When the moon is full, howl."]}
    prey = "a player B3 mv1 rg1 hp1 blue as:attacker"
    told = rolled(board([SCION, prey, HERO], card=card), blue=1)
    assert [event.text for event in told.of("reminded")] == ["When the moon is full, howl."]
    assert told.combat.units["g"].hp == 8


def test_a_card_that_nobody_knows_is_played_by_hand() -> None:
    """Without dice or effects the whole activity is the player's (house rule: components are never invented)."""
    state = board([SCION, HERO], card={"dice": None, "effects": None})
    told = play(state, [("manual.scion-activity", "h hp 5")])
    assert told.combat.units["h"].hp == 5
    assert not told.of("scion-rolled")


@pytest.mark.rule("scion.activity")
@pytest.mark.parametrize(("tactics", "stands"), [("", True), ("stun", False)])
def test_a_board_without_a_scion_places_the_tactics_that_it_has(tactics: str, stands: bool) -> None:
    """The Scion Activity Step takes the place of the tactics, unless no scion and a tactic are there (p.31)."""
    assert has_scion_activity(combat("tactics", [HERO], event="scion", act=4, tactics=tactics)) is stands


@pytest.mark.parametrize(
    ("more", "where"),
    [({"state": {"scion_defeats": -1}}, "state.scion_defeats"), ({"state": {"more_dice": {"blue": 99}}}, "more_dice"),
     ({"player": {"cap": -1}}, "player.cap")],
)  # fmt: skip
def test_nonsense_in_a_position_is_refused(more: dict[str, Any], where: str) -> None:
    with pytest.raises(InvalidError, match=where):
        board([SCION, HERO], **more)


def test_the_chip_of_a_scion_is_the_rival_s_alone() -> None:
    """Nobody of yours is a scion, nor is a unit in any other combat."""
    state = board([SCION, HERO])
    assert is_scion(state, state.units["g"])
    assert not is_scion(replace(state, event="bloodshed"), state.units["g"])
    assert not is_scion(state, replace(state.units["g"], side="player"))


@pytest.mark.rule("camp.tactic-supply")
def test_a_tactic_that_comes_into_the_camp_or_goes_is_counted_in_the_supply() -> None:
    supply = Supply(tactics={"stun": 2, "hamstring": 1}, tactic_chips=3)
    kept = replace(in_arena_of("vesuvians", "deployment", ["a player G1"]), supply=supply)
    for change, left in (("tactic-out=stun", (1, 2)), ("tactic-in=stun", (3, 4)), ("tactic-out=nonsense", (2, 3))):
        now = camp_changed(kept, [change])[0].supply
        assert now.tactics is not None
        assert (now.tactics["stun"], now.tactic_chips) == left


@pytest.mark.rule("scion.cap")
def test_against_the_scion_a_change_of_the_camp_changes_how_many_may_be_deployed() -> None:
    """All of your camp may be deployed against a scion: one more with a recruit, one less with a sacrifice (p.31)."""
    units = ["s rival D3", "a player G1", "b player -", "c player -"]
    board = in_arena_of("vesuvians", "deployment", units, event="scion", act=4, player={"camp_units": 2})
    for unit, left in (("b", 1), ("a", 2), ("gone", 2)):
        assert camp_changed(board, [f"sacrifice={unit}"])[0].yours.camp_units == left
    assert camp_changed(board, ["recruit=archer"])[0].yours.camp_units == 3
    other = replace(board, event="bloodshed")
    assert camp_changed(other, ["sacrifice=b"])[0].yours.camp_units == 2


@pytest.mark.rule("scion.order", "scion.actors")
def test_the_rows_of_the_dice_explain_themselves() -> None:
    """Each row shows its hits and how often it is carried out, and whoever acts by it whom it goes for (p.31-32)."""
    foes = ["h player C4 hero hp4", "k player D4 hp3"]
    laid = rolled(replace(board([SCION, SHADE, *foes], step="tactics"), explain=laid_open), blue=2)
    made = {(each.decision.about, each.decision.unit): each.decision for each in laid.of("explained")}
    rows = made["row", "g"]
    assert [(each.option[:2], each.values, bool(each.out)) for each in rows.candidates] == [
        ("1.", [0, 0], True), ("2.", [2, 1], False), ("3.", [0, 0], True), ("4.", [0, 0], True),
    ]  # fmt: skip
    harm = [(event.by, event.unit) for event in laid.of("damaged")]
    assert harm
    assert all(target in made["target", by].chosen for by, target in harm)


UNITS = [
    "krakenlance player B2 mv2 rg1 hp9 blue hero as:krakenlance",
    "bustuarius player C5 mv1 rg1 hp4 black as:bustuarius",
    "hydra rival D5 hp20 rg1 as:hydra",
    "lower-left rival C1 mv0 rg1 hp3 as:hydras-head",
    "rightmost rival D6 mv0 rg1 hp3 as:hydras-head",
    "top-1 rival G1 mv0 rg1 hp3 as:hydras-head",
    "top-2 rival G3 mv0 rg1 hp3 as:hydras-head",
]

# The arena's own list, which would send everybody elsewhere, is not the one that counts. Asked for are the dice, and
# equal hexes: one for the lower left Head, one for each of the two at the top.
test_the_example = proofs(f"""
scion.activity, scion.order, scion.priorities, scion.actors, scion.others: The turn of the example
  {", ".join(UNITS)} | event=scion, act=4, turn=3
    from deployment farthest (scion.roll=green:1/blue:3/yellow:1, movement.destination=B1, movement.destination=F1, \
      movement.destination=F3) -> {{look}}
    {{look}}
# Hydra is deployed already and nobody else is to be: the Rival Deployment Step is skipped.
      not-deployed why: lineup empty; step-began step: deployment, activity
# Hydra rolls 2 green dice, 3 blue dice, and 4 yellow dice; green is resolved first.
      scion-rolled dice.green dice.blue dice.yellow: 2 3 4; scion-row dice hits times: green 1 1, blue 3 1, yellow 1 1
# With 1 hit each Head moves 1 hex. The lower left one gets adjacent to Krakenlance; those at the top, which cannot
# reach anything on the list, move 1 hex towards him; the rightmost stays beside the strongest that it can reach.
      Moved unit start end mark priority backup: lower-left C1 B1 krakenlance hero no, \
        top-1 G1 F1 krakenlance hero yes, top-2 G3 F3 krakenlance hero yes
      Stayed unit mark priority: rightmost bustuarius strongest
# Hydra and each Head deal 3 damage to an adjacent unit; the remaining two Heads are not adjacent to any opponents.
      Damaged by unit damage hp: hydra bustuarius 3 1, lower-left krakenlance 3 6, rightmost bustuarius 3 0; \
        Defeated unit: bustuarius; CannotAct unit: top-1, top-2
# There is 1 yellow hit: each Head gains 1 HP, beyond its Health too, and Hydra gains none.
      hp-gained unit amount: lower-left 1, rightmost 1, top-1 1, top-2 1; hp lower-left: 4; hp top-2: 4; hp hydra: 20
# The rest of the turn is skipped, and the Heads have their own Movement back.
      order scion-row moved damaged hp-gained none-to-act turn-ended: scion-row, moved, moved, moved, scion-row, \
        damaged, damaged, damaged, scion-row, hp-gained, hp-gained, hp-gained, hp-gained, none-to-act, turn-ended
      none-to-act: 1; combat turn: 4; combat step: deployment; combat lasting: -; combat moved: -
      asked id: scion.roll, movement.destination, movement.destination, movement.destination
""")


def with_camp_banes() -> Table:
    """Begin the fight of a campaign with two camp banes in force."""
    slow = {"kind": "camp", "effects": "movement -1 for player"}
    records = {**OWN_RECORDS, "scions": {"Gorgon": gorgon()}, "banes": {"Gloom": slow, "Murk": slow}}
    camp = Camp(units=("archer",), banes=(Bane("Gloom", "camp"), Bane("Murk", "camp")))
    return Table.begun(facing(camp=camp), "", Own(**records).catalogue)


FIGHTS = fights(starts={
    "scion": lambda: Table.begun(facing(), "", known()),
    "no-cap": lambda: Table.begun(facing(), "", known(cap=None)),
    "camp-banes": with_camp_banes,
}, dice=lambda table: sorted(combat_of(table).units["gorgon"].dice()),
   says=lambda table: "Two Shades beside it." in [event.text for event in of(table.events, "reminded")],
   tribunes=lambda table: [unit.id for unit in (*combat_of(table).units.values(), *combat_of(table).bench.values())
                           if unit.tribune])  # fmt: skip


@scenes("""
term.elite, scion.pool: A scion is elite, never has a Movement, and the dice of its card are its Attack (p.35)
  on scion
  answer none 0 nothing; rival-turn -> unit.elite gorgon: yes | unit.movement gorgon: 0
    | dice: black blue blue green yellow yellow
scion.preparation, scion.setup, scion.vesuvians: Each blessing removes a bane before anything is set up, one from the \
    camp, one from the bag; then no blessing is left, and the banes are gone for good (p.13, 31)
  on scion
  answer scion.blessing=camp:gloom -> campaign.pad.blessings: 1 | campaign.camp.banes: none
    | question.options: bag:ruin bag:shade none
  answer bag:ruin scion.minions=2 scion.minion=A1 scion.minion=B2 -> campaign.pad.blessings: 0
    | saw BlessingCrossedOff where bane left: camp gloom 1, bag ruin 0 | campaign.bag.banes: Shade:unit
    | combat.arena.id: vesuvians | combat.event: scion | combat.act: 4 | lineup-ids: gorgon | rivals: shade 2 shade 2
    | combat.yours.cap: 2 | combat.yours.blessings: 0 | tribunes: none | reopened.fight.turn_of: set-up | says: yes
scion.preparation: A camp bane that a blessing removes is in force no more
  on camp-banes
  answer scion.blessing=camp:gloom -> cards: murk
scion.preparation: A blessing need not remove a bane, and nobody is asked again for those that are left
  on scion
  answer none 0 -> campaign.pad.blessings: 0 | campaign.bag.banes: Ruin:bag Shade:unit
scion.cap: A cap that no source states is asked once and remembered, or left open, and then nothing is limited (p.31)
  on no-cap
  answer none -> question.options: 1 2 3 4 5 6 7 8 9 10 11 12 nothing
  no answer 0 -> not a whole number from 1
  answer component.cap=3 0 -> combat.yours.cap: 3
  on no-cap
  answer none component.cap=nothing 0 -> combat.yours.cap: none
""")
def test_a_scion_combat_is_prepared(scene: Scene) -> None:
    FIGHTS.play(scene)


@pytest.mark.rule("scion.vesuvians")
def test_the_scion_is_faced_in_act_four_at_its_capital_alone() -> None:
    """In a campaign another place or act, or another scion, is refused (p.14, 30)."""
    for campaign in (facing("Pit"), facing(act=3)):
        with pytest.raises(RefusedError, match=r"only in Act IV, at the capital of the Vesuvians \(p.14, 30\)"):
            planned(campaign, "", known(), scion="gorgon")
    with pytest.raises(UsageError, match="this campaign's scion is gorgon, not hydra"):
        planned(facing(), "", known(), scion="hydra")
    with pytest.raises(UnknownNameError, match="no scion is called 'medusa'"):
        planned(facing(scion="medusa"), "", known())


@pytest.mark.parametrize("seed", range(6))
def test_fights_at_random_hold_together(seed: int) -> None:
    """Whole scion combats, played at random: they end, the cap holds, and what is kept opens as it stands."""
    random = Random(seed)
    table = Table(planned(facing(), "", known(defeats=seed % 3 + 1)), known(defeats=seed % 3 + 1))
    table.game.begin(Move(SET_UP))

    def check(table: Table) -> None:
        combat = table.game.combat
        assert sum(1 for _ in combat.in_arena("player")) <= 2
        scions = [unit for unit in combat.units.values() if is_scion(combat, unit) and unit.hex]
        assert len(scions) <= 1
        if not combat.agenda:
            assert not combat.lasting, "what a row gives lasts for the row alone"

    play_on(table, random, check)
    fight = table.game.fight
    assert fight.over in ("goal-met", "troop-gone", "campaign-lost")
    if fight.over == "goal-met":
        assert table.game.combat.scion_defeats == seed % 3 + 1
    assert table.reopened().fight == fight
    rows = [event.index for event in of(table.events, "scion-row")]
    assert all(row in (0, before + 1) for before, row in pairwise([-1, *rows]))
    removed = [event.bane for event in of(table.events, "blessing-crossed-off") if event.bane]
    assert chips_of(table.game.campaign) + Counter(removed) == chips_of(facing())
