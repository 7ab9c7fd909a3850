"""Your turn, refereed: what each step lets you do, and what it refuses, with which rule and page (p.18, 20, 25-27)."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import named_whole, read_actions
from hoplo_companion.rules.player.options import begin
from hoplo_companion.rules.player.unit_options import why_not_tactic
from hoplo_companion.rules.position.document import SCHEMA
from hoplo_companion.table.play.answers import rehearse
from tests.helpers.boards import READER, combat
from tests.helpers.courses import known_of
from tests.helpers.own_catalogue import Own
from tests.helpers.proofs import columns, proofs
from tests.helpers.your_turn import offered, refused, turn, yours

PROOFS = """
# Deployment
yours.deploy, turn.yours: A unit of your camp enters on one of your deployment hexes with HP for its Health, dazed \
(p.21, 25)
  h player G1 hero hp4 hl6 mv2 blue blue, a player - mv1 hl3 blue, d player - mv1 hl5 black Taunt, r rival D3 mv1 hp3 \
      blue, s rival A1 hp2
    offers -> deploy *: a G2+G3, d G2+G3
    turn deploy d G2 -> hp d: 5; at d: G2; combat units.d.dazed: yes; Deployed unit hex number: d G2 2
    offers deploy d G2 -> deploy *: none
    turn deploy d G2; end -> combat units.d.dazed: no
yours.deploy: Your hero is deployed with the HP that it has, whatever its Health (p.25)
  h player - hero hp2 hl6 mv2, r rival D3 mv1 hp3 blue, s rival A1 hp2: turn deploy h G1 -> hp h: 2
yours.deploy-must: Deploying is free unless you have nobody in combat and somebody to deploy (p.25)
  a player - mv1 hl3 blue, d player - mv1 hl5 black Taunt, r rival D3 mv1 hp3 blue, s rival A1 hp2
    offers -> must_deploy: yes; move *: none
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
    offers , player.camp_units=2, player.hero=false -> deploy *: a G2+G3, d G2+G3
    offers , player.camp_units=0, player.hero=false -> deploy *: none
    turn deploy a G2, player.camp_units=1, player.hero=true -> combat yours.camp_units: 0; combat yours.hero: yes

# Tactics
yours.tactic, tactics.one-a-turn: A tactic goes on a non-elite unit of yours or on an opponent beside one of yours, \
one a turn (p.25, 30)
  h player C3 hero hp3, a player G1 mv1, r rival D3 mv1 hp3 blue, s rival A1 hp2 | player.tactics=adrenaline/adrenaline
    offers -> tactics *: adrenaline a+r
    refuses tactic adrenaline s -> instead: a+r
    turn tactic adrenaline a -> TacticPlaced chip unit rule: adrenaline a yours.tactic; combat yours.tactics: adrenaline
  a player G1 mv1, r rival D3 mv1 hp3 blue, s rival A1 hp2
    offers tactic adrenaline a -> move *: a E1+E2+E3+F1+F2+F3+G1+G2+G3
    offers -> move *: a F1+F2+G2
  h player C3 hero hp3, t player G1 Tactical, r rival D3 mv1 hp3 blue, s rival A1 hp2
    offers -> tactics *: adrenaline r+s+t, bolster-health r+s+t, hamstring r+s+t, stun r+s+t, war-scales r+s+t

# Movement
yours.move, yours.once: A unit of yours moves up to its Movement through unblocked hexes, once a turn (p.26)
  h player C3 hero mv1 hp3, a player B2, r rival C4, s rival A1
    offers -> move *: h B3+C2+D3+D4, a A2+B1+B3+C2
    turn move h D4 -> moved start mark backup: h D4 C3 - no
    refuses move h C4 -> instead: h B3+h C2+h D3+h D4
flag.taken: Rival and arena units never pick up the flag, in a position neither (p.18)
  a player C3 hp2 | event=capture-the-flag, flag=@a: look -> place flag: a
  a {side} C3 hp2 | event=capture-the-flag, flag=@a: look -> no board: flag.holder: only a unit of yours can hold the \
      flag (p.18)
    {side}: rival, arena
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
    refuses ability a regen -> instead: -
yours.special: A unit's name is no number of hits
  h player C3 hero hp2 hl6 blue Long_Shot-1, r rival C4 hp3, s rival G3 hp3: turn special h long shot r (1) -> hp r: 2
yours.attack, yours.once: A unit of yours attacks an opponent within its Range, once a turn (p.27)
  h player C3 hero hp3 blue blue, a player B2 rg3 blue, r rival C4 hp3, s rival A1 hp2
    offers -> attack *: h r, a r+s
    turn attack h r 2; attack a s 1; end -> attacks hits: h r 2, a s 1; hp r: 1; hp s: 1
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
skill.dig-in: Who has not moved when you engage has stayed put: its Dig In gives the die that Whirlwind rolls (sheet)
  h player C3 hp3 Dig_In Whirlwind, r rival C4 hp3, s rival A1 hp2
    offers -> specials *: h Whirlwind
    turn special h whirlwind 0 -> special-used unit: h
yours.special: A unit of yours uses a Special instead of attacking (p.27)
  h player C3 hero hp3 blue green Heave, r rival C4 hp3, s rival A1 hp2
    turn special h heave r 1 -> rolled: green r; hp r: 2
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


@pytest.mark.parametrize("line", [
    "dance h", "move h", "move h D4 D5", "attack h", "attack h r 1 2", "end now", "deploy 'a G2", "ability h", "bless",
    "bless reinforce twice",
])  # fmt: skip
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


MINE = "h player C3 hero mv1 hp3 blue, a player B2 mv1 hp3 blue, d player - mv1 hl5 black, FOES"
FOES = "r rival C4 hp9, s rival A1"


class Case(NamedTuple):
    """A line whose last action is refused: the rule, the page that is cited, and words of why; `more` makes the board.

    `anyway` tells whether it can be done all the same.
    """

    line: str
    rule: str
    page: str
    why: str
    units: list[str]
    more: dict[str, Any]
    anyway: bool


TABLE = """
# The order of the steps (p.20)
tactic after moving | move a B3; tactic adrenaline r | turn.steps | 20 | Tactic Placement Step is over
move after an Ability | ability h regen; move h D4 | turn.steps | 20 | Your Movement Step is over | h player C3 hp1 \
    hl4 Regen-1, FOES
deploy after attacking | attack h r 0; deploy d G2 | turn.steps | 20 | Your Deployment Step is over
# Deployment (p.25)
a second deployment | deploy d G2; deploy e G3 | yours.deploy | 25 | deployed a unit this turn | MINE, e player - hl3
! a unit in combat is deployed | deploy a G2 | yours.deploy | 25 | is in combat, not in camp
a hex not of yours | deploy d F1 | yours.deploy-hex | 25 | not one of your deployment hexes
a blocked hex of yours | deploy d G2 | yours.deploy-hex | 25 | is blocked |  | arena.blocked=G2/D4
! a hex that is taken | deploy d G2 | yours.deploy-hex | 25 | Your Attacker (a) is on G2 already | a player G2, d \
    player - mv1 hl5 black, FOES
the lineup is spent | deploy d G2 | yours.lineup | 20, 25 | whole lineup |  | player.tactics=/, player.camp_units=0, \
    player.hero=false
the hero alone is left | deploy d G2 | yours.lineup | 20, 25 | your hero is the only unit |  | player.tactics=/, \
    player.camp_units=0, player.hero=true
no hero's icon | deploy h G2 | yours.lineup | 20, 25 | no hero | h player - hero hp3, a player B2 mv1 hp3 blue, d \
    player - mv1 hl5 black, FOES | player.tactics=/, player.hero=false
nobody in combat | end | yours.deploy-must | 25 | deploy one, or surrender | d player - mv1 hl5 black, FOES
nobody to move yet | tactic adrenaline r | yours.deploy-must | 25 | no unit in combat | d player - mv1 hl5 black, FOES
an arena that is full | deploy d E5 | arena.most-units | New Argonauts card | allows you 2 units in combat, and you \
    have 2 |  | arena=new-argonauts
# Tactics (p.25, 30)
not in camp | tactic adrenaline r | yours.tactic | 25, 30 | not among the tactics |  | player.tactics=bolster-health/
a second tactic | tactic adr a; tactic adr r | tactics.one-a-turn | 22, 25, 37 | already |  | \
    player.tactics=adrenaline/adrenaline
an elite unit | tactic adrenaline h | tactics.elite | 30, 35, 37 | it is elite
an elite opponent | tactic adrenaline p | tactics.elite | 30, 35, 37 | elite | MINE, p rival D3 elite
an opponent far off | tactic adrenaline s | yours.tactic | 25, 30 | none has Tactical | h player C3 hero mv1 hp3 \
    blue, FOES
! a tactic on a unit in camp | tactic adrenaline d | combat.only-in-combat | 21 | not in combat
! no such tactic | tactic xyzzy r | yours.tactic | 25, 30 | is no tactic
# Movement (p.21, 26)
too far | move h E3 | yours.move | 26 | 2 to move, its Movement is 1
through blocked hexes | move h A3 | yours.move | 26 | no unblocked path leads there | h player A1 mv9 hp3, r rival G3 \
    | arena.blocked=A2/B1/B2/G2
onto a blocked hex | move h D4 | yours.move | 26 | a blocked hex |  | arena.blocked=G2/D4
! onto a taken hex | move h C4 | yours.move | 26 | occupied by the rival Attacker (r)
a second move | move a B3; move a B2 | yours.once | 26-27 | has moved
a dazed unit moves | move h C2 | combat.dazed | 21, 35 | dazed | h player C3 hp3 Roaming dazed, FOES
held by Combat Lock | move h C2 | skill.combat-lock | Unit Skills | cannot move (held by Combat Lock of the rival \
    Attacker) | h player C3 mv1 hp3, r rival C4 Combat_Lock
! the rival's unit moves | move r D4 | combat.only-in-combat | 21 | combat is called 'r'
! a unit in camp moves | move d D4 | combat.only-in-combat | 21 | is in camp, not in combat
a roaming unit goes where you like | move h C2 | skill.roaming | Unit Skills | the arena die moves it | h player C3 \
    mv1 Roaming, FOES
! a unit roams that does not | roam h | yours.move | 26 | does not roam
# Abilities (p.21, 26)
an Ability used again | ability h regen; ability h regen | yours.ability | 26 | has used Regen | h player C3 hp1 hl4 \
    Regen-1, FOES
an Ability while dazed | ability h regen | combat.dazed | 21, 35 | dazed | h player C3 hp1 hl4 Regen-1 dazed, FOES
! an Ability it lacks | ability h regen | yours.ability | 26 | has no Ability
# Engaging (p.21, 27)
out of Range | attack h s 0 | yours.attack | 27 | and the Range is 1
no opponent | attack h a 0 | yours.attack | 27 | not an opponent
! itself | attack h h | yours.attack | 27 | cannot attack itself
a second attack | attack h r 0; attack h r 0 | yours.once | 26-27 | has attacked
a dazed unit attacks | attack h r 0 | combat.dazed | 21, 35 | dazed | h player C3 blue dazed, FOES
past Taunt | attack h r 0 | skill.taunt | Unit Skills | held by Taunt of the rival Attacker (t) | h player C3 rg2 \
    blue, t rival C4 Taunt, r rival C5
at Deflect | attack a r 1; attack h r 0 | skill.deflect | Unit Skills | Deflect keeps it from being attacked | h \
    player C3 blue, a player B4 blue rg3, r rival C4 hp3 Deflect
! a unit in camp is attacked | attack h e | yours.attack | 27 | which is not in combat | MINE, e rival -
a Special after attacking | attack h r 0; special h heave r 0 | yours.once | 26-27 | has attacked | h player C3 blue \
    Heave, FOES
an attack after a Special | special h heave r 0; attack h r 0 | yours.once | 26-27 | used a Special | h player C3 \
    blue green Heave, FOES
a Special while dazed | special h heave r 0 | combat.dazed | 21, 35 | dazed | h player C3 blue Heave dazed, FOES
! a Special it lacks | special h heave | yours.special | 27 | has no Special
# The start of the turn (p.13, 28, 30)
reinforce too late | deploy d G2; bless reinforce | blessing.reinforce | 13 | at the start of your turn
reinforce twice | bless reinforce; bless reinforce | blessing.reinforce | 13 | this turn already
no blessing left | bless reinforce | blessing.none-left | 13 | no blessing |  | player.tactics=/, player.blessings=0
a blessing against the scion | bless reinforce | blessing.not-against-scion | 13, 31 | scion |  | event=scion
survive unasked | bless survive | blessing.survive | 13 | not about to be defeated
surrender too late | deploy d G2; surrender | surrender.start | 28 | at the start of a turn
surrender to a primus | surrender | surrender.never | 28, 30 | primus |  | event=primus
surrender to the scion | surrender | surrender.never | 28, 30 | scion |  | event=scion
"""
"""What is refused (after `!` it cannot be done anyway either), the line, rule, page, words of why, units, what else."""


def cases(text: str) -> Iterator[tuple[str, Case]]:
    """Read the rows of a table, each with its name."""
    for name, line, rule, page, why, units, more in columns(text, 7):
        board = (units or "MINE").replace("MINE", MINE).replace("FOES", FOES).split(", ")
        known = known_of(more.split(", ") if more else [])
        yield name.removeprefix("! "), Case(line, rule, page, why, board, known, not name.startswith("!"))


REFUSALS = dict(cases(TABLE))


def board_of(case: Case) -> Combat:
    """Make the board of a case, at the start of your turn."""
    return combat("deployment", case.units, "any", **case.more)


@pytest.mark.parametrize("case", [
    pytest.param(case, id=name, marks=pytest.mark.rule(case.rule) if case.rule.startswith(("turn.", "yours.")) else ())
    for name, case in REFUSALS.items()
])  # fmt: skip
def test_what_is_illegal_is_refused_with_its_rule_and_page(case: Case) -> None:
    refusal = refused(board_of(case), case.line)
    assert refusal.rule == case.rule, str(refusal)
    page = f"p.{case.page}" if re.match(r"\d", case.page) else case.page
    assert f"({page})" in str(refusal)
    assert case.why in str(refusal)


@pytest.mark.rule("yours.tactic")
def test_what_may_not_be_targeted_names_what_keeps_your_tactic_off() -> None:
    """A rival's unit that nothing of its opponents' may target takes no tactic of yours; your own may (p.25)."""
    units = ["x player C3 hp3 Own", "y rival C4 Own"]
    board = Own(skills={"Own": "cannot be targeted"}).combat("movement", units, state={"side": "player"})
    assert "because of its Own" in why_not_tactic(board, board.units["y"], "Stun").why.english()
    assert "Own" not in why_not_tactic(board, board.units["x"], "Stun").why.english()
