"""Everything that the rules refuse in your turn: a table of illegal actions, each with its rule and its page."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest

from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.refusals import why_not_tactic
from tests.helpers.boards import READER, combat, position
from tests.helpers.own_catalogue import Own
from tests.helpers.your_turn import refused

MINE = [
    "h player C3 hero mv1 hp3 blue",
    "a player B2 mv1 hp3 blue",
    "d player - mv1 hl5 black",
    "r rival C4 hp9",
    "s rival A1",
]


class Case(NamedTuple):
    """A line whose last action is refused: the rule, the page that is cited, and words of why; `more` makes the board.

    `anyway` tells whether it can be done all the same.
    """

    line: str
    rule: str
    page: str
    why: str
    units: list[str] = MINE
    more: dict[str, Any] | None = None
    anyway: bool = True


def hand(*tactics: str, **more: Any) -> dict[str, Any]:
    """Make what a position says of you."""
    return {"player": {"tactics": list(tactics), **more}}


BLOCKED = {"arena": {"blocked": ["G2", "D4"]}}

REFUSALS: dict[str, Case] = {
    # The order of the steps (p.20)
    "tactic after moving": Case("move a B3; tactic adrenaline r", "turn.steps", "20", "Tactic Placement Step is over"),
    "move after an Ability": Case(
        "ability h regen; move h D4",
        "turn.steps",
        "20",
        "Your Movement Step is over",
        ["h player C3 hp1 hl4 Regen-1", *MINE[3:]],
    ),
    "deploy after attacking": Case("attack h r 0; deploy d G2", "turn.steps", "20", "Your Deployment Step is over"),
    # Deployment (p.25)
    "a second deployment": Case(
        "deploy d G2; deploy e G3", "yours.deploy", "25", "deployed a unit this turn", [*MINE, "e player - hl3"]
    ),
    "a unit in combat is deployed": Case(
        "deploy a G2", "yours.deploy", "25", "of your camp is called 'a'", anyway=False
    ),
    "a hex not of yours": Case("deploy d F1", "yours.deploy-hex", "25", "not one of your deployment hexes"),
    "a blocked hex of yours": Case("deploy d G2", "yours.deploy-hex", "25", "is blocked", more=BLOCKED),
    "a hex that is taken": Case(
        "deploy d G2",
        "yours.deploy-hex",
        "25",
        "Your Attacker (a) is on G2 already",
        ["a player G2", *MINE[2:]],
        anyway=False,
    ),
    "the lineup is spent": Case(
        "deploy d G2", "yours.lineup", "20, 25", "whole lineup", more=hand(camp_units=0, hero=False)
    ),
    "the hero alone is left": Case(
        "deploy d G2", "yours.lineup", "20, 25", "your hero is the only unit", more=hand(camp_units=0, hero=True)
    ),
    "no hero's icon": Case(
        "deploy h G2", "yours.lineup", "20, 25", "no hero", ["h player - hero hp3", *MINE[1:]], hand(hero=False)
    ),
    "nobody in combat": Case("end", "yours.deploy-must", "25", "deploy one, or surrender", MINE[2:]),
    "nobody to move yet": Case("tactic adrenaline r", "yours.deploy-must", "25", "no unit in combat", MINE[2:]),
    "an arena that is full": Case(
        "deploy d E5",
        "arena.most-units",
        "New Argonauts card",
        "allows you 2 units in combat, and you have 2",
        MINE,
        {"arena": "new-argonauts"},
    ),
    # Tactics (p.25, 30)
    "not in camp": Case(
        "tactic adrenaline r",
        "yours.tactic",
        "25, 30",
        "not among the tactics",
        more=hand("bolster-health"),
    ),
    "a second tactic": Case(
        "tactic adr a; tactic adr r",
        "tactics.one-a-turn",
        "22, 25, 37",
        "already",
        more=hand("adrenaline", "adrenaline"),
    ),
    "an elite unit": Case("tactic adrenaline h", "tactics.elite", "30, 35, 37", "it is elite"),
    "an elite opponent": Case(
        "tactic adrenaline p", "tactics.elite", "30, 35, 37", "elite", [*MINE, "p rival D3 elite"]
    ),
    "an opponent far off": Case(
        "tactic adrenaline s", "yours.tactic", "25, 30", "none has Tactical", [*MINE[:1], *MINE[3:]]
    ),
    "a tactic on a unit in camp": Case(
        "tactic adrenaline d", "combat.only-in-combat", "21", "not in combat", anyway=False
    ),
    "no such tactic": Case("tactic xyzzy r", "yours.tactic", "25, 30", "is no tactic", anyway=False),
    # Movement (p.21, 26)
    "too far": Case("move h E3", "yours.move", "26", "2 to move, its Movement is 1"),
    "through blocked hexes": Case(
        "move h A3",
        "yours.move",
        "26",
        "no unblocked path leads there",
        ["h player A1 mv9 hp3", "r rival G3"],
        {"arena": {"blocked": ["A2", "B1", "B2", "G2"]}},
    ),
    "onto a blocked hex": Case("move h D4", "yours.move", "26", "a blocked hex", more=BLOCKED),
    "onto a taken hex": Case("move h C4", "yours.move", "26", "occupied by the rival Attacker (r)", anyway=False),
    "a second move": Case("move a B3; move a B2", "yours.once", "26-27", "has moved"),
    "a dazed unit moves": Case("move h C2", "combat.dazed", "21, 35", "dazed", ["h player C3 hp3 dazed", *MINE[3:]]),
    "held by Combat Lock": Case(
        "move h C2",
        "skill.combat-lock",
        "Unit Skills",
        "cannot move (held by Combat Lock of the rival Attacker)",
        ["h player C3 mv1 hp3", "r rival C4 Combat_Lock"],
    ),
    "the rival's unit moves": Case("move r D4", "combat.only-in-combat", "21", "combat is called 'r'", anyway=False),
    "a unit in camp moves": Case("move d D4", "combat.only-in-combat", "21", "combat is called 'd'", anyway=False),
    "a roaming unit goes where you like": Case(
        "move h C2", "skill.roaming", "Unit Skills", "the arena die moves it", ["h player C3 mv1 Roaming", *MINE[3:]]
    ),
    "a unit roams that does not": Case("roam h", "yours.move", "26", "does not roam", anyway=False),
    # Abilities (p.21, 26)
    "an Ability used again": Case(
        "ability h regen; ability h regen",
        "yours.ability",
        "26",
        "has used Regen",
        ["h player C3 hp1 hl4 Regen-1", *MINE[3:]],
    ),
    "an Ability while dazed": Case(
        "ability h regen", "combat.dazed", "21, 35", "dazed", ["h player C3 hp1 hl4 Regen-1 dazed", *MINE[3:]]
    ),
    "an Ability it lacks": Case("ability h regen", "yours.ability", "26", "has no Ability", anyway=False),
    # Engaging (p.21, 27)
    "out of Range": Case("attack h s 0", "yours.attack", "27", "and the Range is 1"),
    "no opponent": Case("attack h a 0", "yours.attack", "27", "not an opponent"),
    "itself": Case("attack h h", "yours.attack", "27", "cannot attack itself", anyway=False),
    "a second attack": Case("attack h r 0; attack h r 0", "yours.once", "26-27", "has attacked"),
    "a dazed unit attacks": Case(
        "attack h r 0", "combat.dazed", "21, 35", "dazed", ["h player C3 blue dazed", *MINE[3:]]
    ),
    "past Taunt": Case(
        "attack h r 0",
        "skill.taunt",
        "Unit Skills",
        "held by Taunt of the rival Attacker (t)",
        ["h player C3 rg2 blue", "t rival C4 Taunt", "r rival C5"],
    ),
    "at Deflect": Case(
        "attack a r 1; attack h r 0",
        "skill.deflect",
        "Unit Skills",
        "Deflect keeps it from being attacked",
        ["h player C3 blue", "a player B4 blue rg3", "r rival C4 hp3 Deflect"],
    ),
    "a unit in camp is attacked": Case(
        "attack h e", "yours.attack", "27", "which is not in combat", [*MINE, "e rival -"], anyway=False
    ),
    "a Special after attacking": Case(
        "attack h r 0; special h heave r 0",
        "yours.once",
        "26-27",
        "has attacked",
        ["h player C3 blue Heave", *MINE[3:]],
    ),
    "an attack after a Special": Case(
        "special h heave r 0; attack h r 0",
        "yours.once",
        "26-27",
        "used a Special",
        ["h player C3 blue green Heave", *MINE[3:]],
    ),
    "a Special while dazed": Case(
        "special h heave r 0", "combat.dazed", "21, 35", "dazed", ["h player C3 blue Heave dazed", *MINE[3:]]
    ),
    "a Special it lacks": Case("special h heave", "yours.special", "27", "has no Special", anyway=False),
    # The start of the turn (p.13, 28, 30)
    "reinforce too late": Case("deploy d G2; bless reinforce", "blessing.reinforce", "13", "at the start of your turn"),
    "reinforce twice": Case("bless reinforce; bless reinforce", "blessing.reinforce", "13", "this turn already"),
    "no blessing left": Case("bless reinforce", "blessing.none-left", "13", "no blessing", more=hand(blessings=0)),
    "a blessing against the scion": Case(
        "bless reinforce", "blessing.not-against-scion", "13, 31", "scion", more={"event": "scion"}
    ),
    "survive unasked": Case("bless survive", "blessing.survive", "13", "not about to be defeated"),
    "surrender too late": Case("deploy d G2; surrender", "surrender.start", "28", "at the start of a turn"),
    "surrender to a primus": Case("surrender", "surrender.never", "28, 30", "primus", more={"event": "primus"}),
    "surrender to the scion": Case("surrender", "surrender.never", "28, 30", "scion", more={"event": "scion"}),
}


def board_of(case: Case) -> Combat:
    """Make the board of a case, at the start of your turn."""
    more = case.more or {}
    if isinstance(more.get("arena"), str):
        return READER.read_plain(position("deployment", case.units, **more))
    return combat("deployment", case.units, "any", **more)


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
