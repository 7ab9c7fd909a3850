"""Readings of open questions in the Engage Step: Taunt with Deflect, a later daze, several at once, Specials."""

import json
import shlex
from pathlib import Path

import pytest

from hoplo_companion.rules import rulings
from hoplo_companion.rules.position.document import write_position
from tests.helpers.boards import combat
from tests.helpers.cli import done
from tests.helpers.play import play
from tests.helpers.proofs import proofs
from tests.helpers.stories import Story, stories

PROOFS = """
# Several damaged at once (damage.several)
combat.damage-several: those that fall together are named once and one alone is not
  h player C3 hero hp4 hl6 blue Whirlwind, z rival A1, d rival D4 hp1, e rival D3 hp9, f rival C2 hp9 | event=spar
    turn special h whirlwind 1 -> fell-together: none
  h player C3 hero hp4 hl6 blue Whirlwind, z rival A1, d rival D4 hp1, e rival D3 hp1, f rival C2 hp9 | event=spar
    turn special h whirlwind 1 -> fell-together units: d+e
  h player C3 hero hp4 hl6 blue Whirlwind, z rival A1, d rival D4 hp1, e rival D3 hp1, f rival C2 hp1 | event=spar
    turn special h whirlwind 1 -> fell-together units: d+e+f
combat.damage-several: All are dealt the damage before anybody is defeated; the tribune falls with the last
  h player C3 hero hp4 hl6 blue Whirlwind, {pair} | event=spar
    turn special h whirlwind 2 -> order damaged defeated: damaged, damaged, defeated, defeated; combat over: goal-met; \
        hp h: 1; HeroReduced hp: 1; fell-together rulings: damage.several; CombatEnded why: goal-met
    {pair}
      d rival D4 hp1, e rival D3 hp1 tribune
      e rival D3 hp1 tribune, d rival D4 hp1
combat.damage-several: What a defeat sets off makes the order count, and then it is asked for (p.21, 27)
  own skills Own: defeated: heal 1 to all opponents within 1
  x rival C3 blue hp1 hl9 Whirlwind, a player C4 hp1 Own, b player D3 hp1 Own
    engage (special.dice=1, defeat.next=a, end.units-left=no) -> offered: -, a+b, yes+no; defeated: a, b; used: a Own, \
        b Own; combat over: troop-gone
    engage (special.dice=1, defeat.next=b, end.units-left=no) -> defeated: b, a; used: b Own, a Own
combat.damage-several: A blessing before the tribune's defeat leaves the hero 1 HP, after it all: you choose (p.13)
  x arena D3 blue Whirlwind, h player C3 hero hp1 hl6, t rival D4 hp1 tribune, d rival G1 | event=spar
    arena engage (special.dice=1, defeat.next=t, defeat.hero=survive) -> hp h: 6; combat over: -
    arena engage (special.dice=1, defeat.next=h, defeat.hero=survive) -> hp h: 1; combat over: -
combat.damage-several: Your hero that falls with the last rival unit needs its blessing all the same, and wins with it
  x arena D3 blue Whirlwind, {pair}
    arena engage (special.dice=1, defeat.hero=survive) -> combat over: goal-met; defeated: r; CombatEnded: 1
    arena engage (special.dice=1, defeat.hero=lost) -> combat over: campaign-lost; CombatEnded: 1; at x: D3
    {pair}
      h player C3 hero hp1 hl6, r rival D4 hp1
      r rival D4 hp1, h player C3 hero hp1 hl6
combat.damage-several: Where the last of both troops fall at once the goal is met: no troop is left to win (p.28)
  x arena D3 blue Whirlwind, {pair}: arena engage (special.dice=1) -> combat over: goal-met; combat units: x
    {pair}
      a player C3 hp1, r rival D4 hp1
      r rival D4 hp1, a player C3 hp1
combat.damage-several: An aura of many and a card that defeats several deal with all at once as well
  own skills Own: ability: {verb} all opponents within 1
  h player C3 hero hp4 hl6 Own, {pair} | event=spar, step=abilities: ability h own -> combat over: goal-met; hp h: 1
    {verb} | {pair}
      damage 1 to | d rival D4 hp1, e rival D3 hp1 tribune
      damage 1 to | e rival D3 hp1 tribune, d rival D4 hp1
      defeat | d rival D4 hp1, e rival D3 hp1 tribune
      defeat | e rival D3 hp1 tribune, d rival D4 hp1
combat.damage-several: Before damage falls on several, what it sets off at each comes in an order of yours
  own skills Own: harmed: damage 1 to dealer
  x rival C3 blue hp9 Whirlwind, a player C4 hp9 Own, b player D3 hp9 Own
    engage (special.dice=1, damage.next=a) -> used: a Own, b Own; hp a: 8; hp b: 8; hp x: 7
    engage (special.dice=1, damage.next=b) -> used: b Own, a Own; hp a: 8; hp b: 8; hp x: 7

# A card's Special (special.card)
engage.special-card, yours.special: What the card has rivals do binds no unit of yours (Atlanteans card)
  h player C3 blue Whirlwind, a rival C4 hp9 | arena=atlanteans, chips.trident=@h
    offers -> specials *: h Whirlwind+Trident Throw; attack *: h a
engage.special-card: Trident Throw is used whenever it can be: no Special of the chip is offered beside it
  r rival C3 {skills}, a player C4 hp9, b player D3 hp8 | arena=atlanteans, chips.trident=@r
    engage (special.target=a) -> special-used special rulings: Trident Throw {named}
    why engage r -> decisions about by rulings: special - {named}, target Trident Throw -, target - -
    {skills} | {named}
      blue Whirlwind | special.card
      blue Agile | special.card
      blue Heave | special.card
      blue Whirlwind Heave Agile | special.card
       | -

# The weakest die (weakest.die)
special.weakest-die: A unit whose only die is a skill's has none to roll read otherwise, and attacks with it (sheet)
  r rival C3 Whirlwind Confidence, a player C4 hp9, b player D3 hp8
    engage strongest, rulings.weakest.die=default (special.dice=1) -> specials: r Whirlwind -
    targets strongest, rulings.weakest.die=default -> -
    engage strongest, rulings.weakest.die=printed (attack.dice=1) -> specials: none
    targets strongest, rulings.weakest.die=printed -> a
special.weakest-die, term.strongest-die: Inspire's blue die is the weakest of an Attack of black dice, unless the \
chip's own alone count (sheet)
  r rival C3 black red {skill}, i rival B2 Inspire, {foes}
    engage (special.dice=1) -> rolled: {blue}; rolled-at rulings: weakest.die
    engage, rulings.weakest.die=printed (special.dice=1) -> rolled: {black}; rolled-at rulings: weakest.die
  r rival C3 black red {skill}, {foes}: engage (special.dice=1) -> rolled-at rulings: -
    {skill} | {foes} | {blue} | {black}
      Whirlwind | a player C4 hp9, b player D3 hp9 | blue+blue a+b | black+black a+b
      Long_Shot-2 | a player C5 hp9 | blue a | black a
special.weakest-die: Dice that a tactic adds count in either reading, those of a skill in one, for Heave and Agile too
  own tactics Stun: add yellow
  own skills Own: add yellow
  r rival C3 black Long_Shot-2 +stun, a player C5 hp9 | rulings.weakest.die=printed: engage (special.dice=1) -> \
      rolled: yellow a
  r rival C3 black Long_Shot-2 Own, a player C5 hp9 | rulings.weakest.die=printed: engage (special.dice=1) -> rolled: \
      black a
  r rival C3 rg1 yellow Heave, i rival B2 Inspire, a player E3 hp9
    engage (special.dice=1) -> rolled: blue a
    engage, rulings.weakest.die=printed (special.dice=1) -> rolled: yellow a
  r rival C3 rg2 yellow Agile, i rival B2 Inspire, a player E3 hp9
    engage (special.dice=1) -> rolled: yellow+blue a
    engage, rulings.weakest.die=printed (special.dice=1) -> rolled: yellow a

# Quickstrike and Retaliate (quickstrike.kill, retaliate.saved)
attack.over: The attack is over, which is said, and nothing else of it happens (sheet)
  sides: rival player, player rival
  x {me} C3 blue hp1, y {foe} C4 hp5 Quickstrike Retaliate
    blow -> attack-over unit target rulings: x y quickstrike.kill; attacks: none; hp y: 5
  x {me} C3 blue hp2, y {foe} C4 hp5 Quickstrike: blow (1) -> attack-over: none
skill.retaliate-saved: A hero that a blessing saved has survived, or read otherwise not; the ruling is named
  x rival C3 blue hp3, y player C4 hero hp1 hl6 Retaliate
    blow (1, defeat.hero=survive) -> hp x: 2; hp y: 6; effect-used rulings: retaliate.saved
    blow, rulings.retaliate.saved=no (1, defeat.hero=survive) -> hp x: 3; hp y: 6; not-used rulings: retaliate.saved
  x rival C3 blue hp3, y player C4 hero hp2 hl6 Retaliate
    blow (1) -> hp x: 2; effect-used rulings: -
    blow, rulings.retaliate.saved=no (1) -> hp x: 2; effect-used rulings: -

# Taunt with Deflect (taunt.deflect)
skill.taunt-closed: Whoever stands beside it attacks nobody for the rest of the turn (publisher's FAQ)
  x rival C3 rg2 blue, s rival D5 blue, y player C4 hp5 Deflect Taunt, c player D3 hp9 | rulings.taunt.which={reading}
    solve engage, state.struck=y/ -> units.x.targets: -; units.s.targets: -
    engage (engage.next=s, 1) -> attacks: s y; CannotAct unit why bound_by closed_by rule rulings: x taunt y Deflect \
        skill.taunt-closed taunt.deflect
    {reading}: default, any
skill.taunt-closed: A legal unit with Taunt next to the attacker has to be attacked, read otherwise one in its Range; \
of several a rival takes the strongest, and yours whichever you choose
  r rival C3 rg2 blue, y player C4 hp5 Deflect Taunt, c player D3 hp9, {others}
    targets, state.struck=y/, rulings.taunt.which={reading} -> {rivals}
  r player C3 rg2 blue, y rival C4 hp5 Deflect Taunt, c rival D3 hp9, {yours} | state.side=player
    look, state.struck=y/, rulings.taunt.which={reading} -> attackable r: {may}
    {reading} | {others} | {rivals} | {yours} | {may}
      default | u player C2 hp1 Taunt | u | u rival C2 hp1 Taunt | u
      default | u player C5 hp1 Taunt | - | u rival C5 hp1 Taunt | -
      any | u player C5 hp1 Taunt | u | u rival C5 hp1 Taunt | u
      any | u player C2 hp1 Taunt, v player C5 hp9 Taunt | u v | u rival C2 hp1 Taunt, v rival C5 hp9 Taunt | u+v
      default | u player C2 hp1 Taunt, v player B2 hp9 Taunt | v | u rival C2 hp1 Taunt, v rival B2 hp9 Taunt | u+v
skill.taunt-closed: Specials are no attacks: one used without an attack is used at whom its list means (p.21, 24)
  x rival C3 {words} blue, y player C4 hp5 Deflect Taunt, c player D3 hp9 | state.struck=y/
    engage {list} {answers} -> special-used special rulings: {used}; attacks: none
    {words} | {list} | {answers} | {used}
      Long_Shot-3 | any | (special.target=c, special.dice=1) | Long Shot taunt.deflect
      mv1 Reposition | named:B3 any | | Reposition taunt.deflect
      Heave | any | (special.target=c, special.dice=1) | Heave taunt.deflect+heave.alone
      Agile | any | (special.target=c, special.dice=1) | Agile -
skill.taunt-closed: An ally's Taunt binds nobody, nor does that of a fatigued unit
  r rival C3 rg2 blue, y rival C4 hp5 Taunt Deflect, c player D3 hp9 | state.struck=y/: targets -> c
  r rival C3 rg2 blue, y player C4 hp5 Deflect Taunt, c player D3 hp9 | state.struck=y/, fatigued=y/: targets \
        strongest -> c
skill.taunt-closed: A unit with Taunt that may not be targeted for another reason binds its neighbours too
  own skills Own: cannot be {what}
  r rival C3 rg2 blue, y player C4 hp5 Taunt Own, c player D3 hp9
    targets -> -
    why engage r -> why: target: -, not y (Own keeps it from being attacked), not c (it is bound by Taunt of your \
        Attacker (y), which cannot be attacked because of Own)
    {what}: attacked, targeted
skill.taunt-closed: Options, targets and the refusal of your turn all know the bond, and name the ruling
  h player C3 blue rg2 hp5 Long_Shot-2, a player B4 blue rg3, r rival C4 hp3 Deflect Taunt, s rival D3
    offers attack a r 1 -> attack: -; specials *: h Long Shot
    refuses attack a r 1; attack h s 0 -> rule: skill.taunt-closed; instead: -; text: Your Attacker (h) cannot attack \
        the rival Attacker (s): it is bound by Taunt of the rival Attacker (r), which cannot be attacked because of \
        Deflect (ruling taunt.deflect)…
    refuses attack a r 1; attack h r 0 -> rule: skill.deflect
    may-target h attack a r 1 -> targets: -; specials: Long Shot; others.r.rule: skill.deflect; others.s.rule: \
        skill.taunt-closed
    turn attack a r 1; attack! h s 1 -> hp s: 2
skill.taunt-closed: `why`, `why-not` and `because` say who binds the unit, what closes that one, and by which ruling
  r rival C3 rg2 blue, y player C4 hp5 Deflect Taunt, c player D3 hp9 | state.struck=y/
    why engage r -> decisions rulings: taunt.deflect; why: target: -, not y (Deflect keeps it from being attacked), \
        not c (it is bound by Taunt of your Attacker (y), which cannot be attacked because of Deflect)
    why-not engage r c -> verdicts out rule rulings: it is bound by Taunt of your Attacker (y), which cannot be \
        attacked because of Deflect skill.taunt-closed taunt.deflect
    because engage -> rulings: r taunt.deflect; because text: attacks nothing (not your Attacker (y): Deflect keeps it \
        from being attacked…

# Whom Heave hits (heave.target)
skill.heave-target: Among those weaker than its attack's target, or read otherwise among all in its reach
  r rival C3 blue Heave, a player C4 hp5, b player C5 hp6, w player E3 hp3, v player E2 hp2 | \
      rulings.heave.target={reading}
    engage {list} (special.dice=1) -> rolled: blue {hit}; special-used rulings: {named}
    targets {list} -> -
    {reading} {list} {hit} {named}: default strongest w heave.target, bold strongest b heave.target, default weakest v \
        -, bold weakest v -
  r rival C3 blue Heave, a player C4 hp5, b player C5 hp6, w player G2 hp1: targets weakest, rulings.heave.target={r} \
      -> a
    {r}: default, bold
"""

test_rules = proofs(PROOFS)


def test_a_turn_that_nobody_reads_looks_for_no_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What decides is for people: it is looked for when somebody reads an event, and then it is found."""
    with monkeypatch.context() as unread:
        unread.setattr(rulings, "read_otherwise", lambda *about: pytest.fail("nobody has asked"))
        told = play(combat("movement", CLOSED, rival={"tactics": ["stun"]}), [("engage.next", "s"), 1])
    assert [len(told.of(kind)) for kind in ("stayed", "attacked", "cannot-act")] == [2, 1, 1]
    assert [event.rulings for event in told.of("cannot-act")] == [["taunt.deflect"]]


CLOSED = ["x rival C3 rg2 blue", "s rival D5 blue", "y player C4 hp5 Deflect Taunt", "c player D3 hp9"]

STRUCK = shlex.quote(json.dumps(write_position(combat("engage", CLOSED, state={"struck": ["y"]}))))


@stories(f"""
skill.taunt-closed: The commands say the bond as a player meets it, in Italian too
  write {{tmp}}/board.json {STRUCK} && rival-turn --position {{tmp}}/board.json -> taunt.deflect
    | The rival Attacker (x) does not attack: Taunt of your Attacker (y) binds it, and Deflect keeps that unit from
  rival-turn --position {{tmp}}/board.json --lang it -> Taunt del vostro Attacker (y) lo vincola
  why x --position {{tmp}}/board.json --step engage -> Decided by ruling: taunt.deflect
  why-not x c --position {{tmp}}/board.json --step engage -> by ruling: taunt.deflect
  why x --position {{tmp}}/board.json --lang it --plain -> lo vincola Taunt del vostro Attacker (y)
  options x --position {{tmp}}/board.json -> taunt.deflect
""")
def test_the_commands_tell_the_bond(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


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
