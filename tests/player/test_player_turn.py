"""Your turn, refereed: what each step lets you do, what it refuses and with which rule (Rulebook p.18, 20, 25-27)."""

from __future__ import annotations

import re

import pytest

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.rules.player.actions import named_whole, read_actions
from hoplo_companion.rules.player.turn import begin
from hoplo_companion.rules.position.document import SCHEMA
from hoplo_companion.table.play.answers import rehearse
from tests.helpers.boards import READER
from tests.helpers.proofs import proofs
from tests.helpers.your_turn import offered, turn, yours

PROOFS = """
# Deployment
yours.deploy, turn.yours: A unit of your camp enters on one of your deployment hexes with HP for its Health, dazed \
(p.21, 25)
  h player G1 hero hp4 hl6 mv2 blue blue, a player - mv1 hl3 blue, d player - mv1 hl5 black Taunt, r rival D3 mv1 hp3 \
      blue, s rival A1 hp2
    offers -> deploy *: a G2+G3, d G2+G3
    turn deploy d G2 -> hp d: 5; at d: G2; combat units.d.dazed: yes; Deployed unit hex number: d G2 2
    refuses deploy d G2; deploy a G3 -> rule: yours.deploy
    offers deploy d G2 -> deploy *: none
    turn deploy d G2; end -> combat units.d.dazed: no
yours.deploy: Your hero is deployed with the HP that it has, whatever its Health (p.25)
  h player - hero hp2 hl6 mv2, r rival D3 mv1 hp3 blue, s rival A1 hp2: turn deploy h G1 -> hp h: 2
yours.deploy-must: Deploying is free unless you have nobody in combat and somebody to deploy (p.25)
  a player - mv1 hl3 blue, d player - mv1 hl5 black Taunt, r rival D3 mv1 hp3 blue, s rival A1 hp2
    offers -> must_deploy: yes; move *: none
    refuses end -> rule: yours.deploy-must
    refuses tactic adrenaline r -> rule: yours.deploy-must
    offers deploy a G1 -> must_deploy: no
  h player G1 hero hp4 hl6 mv2 blue blue, a player - mv1 hl3 blue, d player - mv1 hl5 black Taunt, r rival D3 mv1 hp3 \
      blue, s rival A1 hp2
    turn end -> combat side: rival
yours.deploy-hex: You deploy on a deployment hex of yours on which nobody stands (p.25)
  h player G1 hero hp4 hl6, a player - mv1 hl3 blue, r rival D3 hp3, s rival A1 hp2
    refuses deploy a F1 -> instead: G2+G3
  h player G1 hero hp4 hl6, a player - mv1 hl3 blue, x player G2, y player G3, r rival D3 hp3, s rival A1 hp2
    offers -> deploy *: none
yours.lineup: You deploy as many camp units as your lineup shows, and the hero only if it shows him (p.20, 25)
  x player G1, h player - hero hp3, a player - hl3, d player - hl5, r rival D3 hp3, s rival A1 hp2
    offers -> deploy *: h G2+G3, a G2+G3, d G2+G3
    offers , player.camp_units=1, player.hero=true -> deploy *: h G2+G3, a G2+G3, d G2+G3
    offers , player.camp_units=0, player.hero=true -> deploy *: h G2+G3
    refuses deploy a G2, player.camp_units=0, player.hero=true -> rule: yours.lineup
    offers , player.camp_units=2, player.hero=false -> deploy *: a G2+G3, d G2+G3
    refuses deploy h G2, player.camp_units=2, player.hero=false -> rule: yours.lineup
    offers , player.camp_units=0, player.hero=false -> deploy *: none
    refuses deploy d G2, player.camp_units=0, player.hero=false -> rule: yours.lineup
    turn deploy a G2, player.camp_units=1, player.hero=true -> combat yours.camp_units: 0; combat yours.hero: yes

# Tactics
yours.tactic, tactics.one-a-turn: A tactic goes on a non-elite unit of yours or on an opponent beside one of yours, \
one a turn (p.25, 30)
  h player C3 hero hp3, a player G1 mv1, r rival D3 mv1 hp3 blue, s rival A1 hp2 | player.tactics=adrenaline/adrenaline
    offers -> tactics *: adrenaline a+r
    turn tactic adrenaline a -> TacticPlaced chip unit rule: adrenaline a yours.tactic; combat yours.tactics: \
        adrenaline
  a player G1 mv1, r rival D3 mv1 hp3 blue, s rival A1 hp2
    offers tactic adrenaline a -> move *: a E1+E2+E3+F1+F2+F3+G1+G2+G3
    offers -> move *: a F1+F2+G2
  h player C3 hero hp3, a player G1 mv1, r rival D3 mv1 hp3 blue, s rival A1 hp2 | player.tactics=adrenaline/adrenaline
    refuses tactic adrenaline a; tactic adrenaline r -> rule: tactics.one-a-turn
    refuses tactic adrenaline s -> instead: a+r
    refuses tactic stun a -> rule: yours.tactic
  h player C3 hero hp3, t player G1 Tactical, r rival D3 mv1 hp3 blue, s rival A1 hp2
    offers -> tactics *: adrenaline r+s+t, bolster-health r+s+t, hamstring r+s+t, stun r+s+t, war-scales r+s+t

# Movement
yours.move, yours.once: A unit of yours moves up to its Movement through unblocked hexes, once a turn (p.26)
  h player C3 hero mv1 hp3, a player B2, r rival C4, s rival A1
    offers -> move *: h B3+C2+D3+D4, a A2+B1+B3+C2
    turn move h D4 -> moved start mark backup: h D4 C3 - no
    refuses move h D4; move h D3 -> rule: yours.once
    refuses move h C5 -> rule: yours.move
    refuses move h C4 -> instead: h B3+h C2+h D3+h D4
  h player C3 hero mv1 hp3 dazed, r rival D3 mv1 hp3 blue, s rival A1 hp2: refuses move h C2 -> rule: combat.dazed
  h player C3 hero mv1 hp3, r rival C4 Combat_Lock, s rival A1: refuses move h C2 -> rule: skill.combat-lock
flag.taken: Your unit that moves onto the flag's hex holds it, and wins by moving onto your deployment hex (p.18)
  h player F1 hero mv2 hp3, r rival D3 mv1 hp3 blue, s rival A1 hp2
    turn move h F2, event=capture-the-flag, flag=F2 -> equipped unit chip: h flag; combat over: -
    turn move h G1, event=capture-the-flag, flag=@h -> CombatEnded rule: flag.home
    turn move h E1, event=capture-the-flag, flag=@h -> combat over: -
    turn move h G1, event=capture-the-flag, flag=E1 -> combat over: -
    turn move h G1, flag=@h -> combat over: -

# Abilities and engaging
yours.ability: You use any Abilities of your units, each once a turn, and choose whom and where (p.26)
  h player C3 hero hp2 hl6 Hook Regen-1, a player G1, r rival D5, s rival G3
    offers -> abilities *: h hook+regen
    turn ability h hook r D4; ability h regen -> at r: D4; hp h: 3
    turn ability h hook a D4 -> refused: 'a' is not one of the choices of ability h hook
    turn ability h hook r -> refused: the answers have ended: ability.hex of h is open; answer with one of C4, D4
    refuses ability h regen; ability h regen -> rule: yours.ability
    refuses ability a regen -> instead: -
yours.special: A unit's name is no number of hits
  h player C3 hero hp2 hl6 blue Long_Shot-1, r rival C4 hp3, s rival G3 hp3: turn special h long shot r (1) -> hp r: 2
yours.attack, yours.once: A unit of yours attacks an opponent within its Range, once a turn (p.27)
  h player C3 hero hp3 blue blue, a player B2 rg3 blue, r rival C4 hp3, s rival A1 hp2
    offers -> attack *: h r, a r+s
    turn attack h r 2; attack a s 1; end -> attacks hits: h r 2, a s 1; hp r: 1; hp s: 1
    refuses attack h r 0; attack h r 1 -> rule: yours.once
    refuses attack h s -> instead: h r
    turn attack h r 3 -> refused: '3' does not answer attack.dice for h: the number of hits, 0 to 2, with blue blue
    turn attack h r many -> refused: 'many' does not answer attack.dice for h: the number of hits, 0 to 2, with blue \
        blue
yours.attack: Whom you attack is up to you, also in an arena whose priority lists nobody knows (p.27)
  h player C3 hp3 blue, r rival C4 hp3 | arena=kunlun: turn attack h r 1 -> hp r: 2; combat arena.priorities: -
turn.yours: A turn under way is kept in the position: who moved, who acted, and what is still open (p.25-27)
  h player C3 hero mv1 hp3 blue, a player B2 mv1 blue, r rival C4 hp9, s rival A1
    offers move h D4; attack h r 1 -> attack *: a s
    turn move h D4; attack h r 1 > written > turn attack a s 1; end -> attacks hits: h r 1, a s 1; combat side: rival; \
        combat step: deployment; combat moved: -; combat used: -
    refuses move h D4; attack h r 1; attack h r -> rule: yours.once
    refuses move h D4; attack h r 1; move a B3 -> rule: turn.steps
skill.dig-in: Who has not moved when you engage has stayed put: its Dig In gives the die that Whirlwind rolls (sheet)
  h player C3 hp3 Dig_In Whirlwind, r rival C4 hp3, s rival A1 hp2
    offers -> specials *: h Whirlwind
    turn special h whirlwind 0 -> special-used unit: h
yours.special: A unit of yours uses a Special instead of attacking (p.27)
  h player C3 hero hp3 blue green Heave, r rival C4 hp3, s rival A1 hp2
    turn special h heave r 1 -> rolled: green r; hp r: 2
    refuses special h heave r 1; attack h r -> rule: yours.once
    refuses attack h r 0; special h heave -> rule: yours.once
    refuses special h agile -> rule: yours.special
    offers attack h r 0 -> specials *: none

# Movement
king.points: Each unit of yours on a key hex earns a point at the start of your turn; six points win (p.18, 25)
  h player D3 hero hp3, a player D4, b player G1, r rival C3, s rival A1 | arena.key_hexes=D3/D4/C3
    turn , event=king-of-the-hill, player.points=0 -> scored points total: 2 2; combat over: -
    turn  -> scored: none
    turn , event=king-of-the-hill, step=movement -> scored: none
    turn , event=king-of-the-hill, player.points=3 -> scored points total: 2 5; combat over: -
    turn , event=king-of-the-hill, player.points=4 -> scored points total: 2 6; combat over: goal-met
    turn , event=king-of-the-hill, player.points=5 -> scored points total: 2 7; combat over: goal-met
"""

test_rules = proofs(PROOFS)


@pytest.mark.rule("yours.ability", "yours.special")
@pytest.mark.parametrize(
    "line", ["ability h swap s", "ability h fury aura s", "special h long shot s", "special h long shot s 1"]
)
def test_with_one_choice_left_whoever_else_is_typed_is_refused(line: str) -> None:
    """What is taken by itself is held against what was typed before it is done, not after (p.26-27)."""
    board = yours(["h player C3 hero hp2 hl6 blue Swap Fury_Aura-1 Long_Shot-1", "r rival C4 hp3", "s rival G3 hp3"])
    with pytest.raises(IllegalError, match="'s' is not one of the choices"):
        rehearse(named_whole(board, read_actions(line)[0]), board)
    meant = re.sub(r" s(?= 1$|$)", " r", line)
    rehearse(named_whole(board, read_actions(meant)[0]), board)


@pytest.mark.parametrize(
    "line", ["dance h", "move h", "move h D4 D5", "attack h", "attack h r 1 2", "end now", "deploy 'a G2", "ability h"]
)
def test_words_that_are_no_action_are_refused(line: str) -> None:
    with pytest.raises(UsageError):
        read_actions(line)


@pytest.mark.parametrize("line", ["move h Z9", "deploy nobody G2", "attack nobody r", "attack h nobody", "move r D4"])
def test_names_that_are_nobody_are_refused(line: str) -> None:
    with pytest.raises(IllegalError):
        turn(yours(), line)


@pytest.mark.rule("yours.move")
def test_a_unit_of_yours_needs_no_priority_list() -> None:
    """Yours move as you like (p.26): in an arena whose lists nobody has told yet, nothing is asked for them."""
    units = [{"id": "krak", "chip": "krakenlance", "side": "player", "hex": "D3", "hp": 5, "movement": 1}]
    board = READER.read_plain({"schema": SCHEMA, "step": "movement", "arena": "parthians", "units": units})
    assert board.arena.priorities is None
    assert set(offered(begin(board)[0]).move["krak"]) == {"C2", "C3", "D2", "D4", "E2", "E3"}
