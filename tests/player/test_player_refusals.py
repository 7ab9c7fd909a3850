"""Everything that the rules refuse in your turn: a table of illegal actions, each with its rule and its page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.unit_options import why_not_tactic
from tests.helpers.boards import combat
from tests.helpers.courses import known_of
from tests.helpers.own_catalogue import Own
from tests.helpers.proofs import columns
from tests.helpers.your_turn import refused

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
! a unit in combat is deployed | deploy a G2 | yours.deploy | 25 | of your camp is called 'a'
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
a dazed unit moves | move h C2 | combat.dazed | 21, 35 | dazed | h player C3 hp3 dazed, FOES
held by Combat Lock | move h C2 | skill.combat-lock | Unit Skills | cannot move (held by Combat Lock of the rival \
    Attacker) | h player C3 mv1 hp3, r rival C4 Combat_Lock
! the rival's unit moves | move r D4 | combat.only-in-combat | 21 | combat is called 'r'
! a unit in camp moves | move d D4 | combat.only-in-combat | 21 | combat is called 'd'
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


@pytest.mark.rule(
    "turn.steps", "yours.deploy", "yours.deploy-hex", "yours.lineup", "yours.deploy-must", "arena.most-units",
    "yours.tactic", "tactics.one-a-turn", "tactics.elite", "combat.only-in-combat", "yours.move", "yours.once",
    "combat.dazed", "skill.combat-lock", "skill.roaming", "yours.ability", "yours.attack", "skill.taunt",
    "skill.deflect", "yours.special", "blessing.reinforce", "blessing.none-left", "blessing.not-against-scion",
    "blessing.survive", "surrender.start", "surrender.never",
)  # fmt: skip
@pytest.mark.parametrize("case", REFUSALS.values(), ids=REFUSALS)
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
