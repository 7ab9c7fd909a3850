"""Cards and chips in force beside skills: whose they are, in which order they count, when they go (p.21, 30, 33)."""

import json
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.errors import InvalidError
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import dice as dice_of
from hoplo_companion.rules.modifiers import movement, sources, unit_now
from hoplo_companion.rules.position.document import write_position
from tests.helpers.acting import strike
from tests.helpers.boards import written
from tests.helpers.own_catalogue import SIDES, Own, turns
from tests.helpers.play import play
from tests.helpers.proofs import columns, proofs
from tests.helpers.stories import Story, stories

PROOFS = """

# Whose a card is
effect.used: A chip's name is the same however it is written (docs/effects.md: upper and lower case are alike)
  own events Own: movement +1 for holder:{name}
  p player G1 mv1, r rival A1 | chips.trident=@p, cards.events=own/: look -> movement-of p: 2
    {name}: trident, Trident
effect.used: A card sets in like a skill: at a turn's start, in an attack, as an Ability that units have by it (p.7)
  own events Heat: turn start: damage 1 to self for player
  own events Blood: attacks: add red for rival
  own banes Balm: ability: heal 1 for rival
  x rival C3 blue hp1 hl3, y player C4 hp9 | cards.events=heat/blood, cards.banes=Balm/
    from abilities (0) > begin player -> Attacked dice: blue+red; Healed amount: 1; hp y: 8
effect.used: What an event does at a turn's start for no unit's sake is done once (p.7)
  own events Deck: turn start: manual "Turn the top card over." for arena
  x rival C3 mv0, y player G2, z player G3 | cards.events=deck/: from deployment (z hp 1) -> hp z: 1
effect.used: An event for one troop does nothing to the other (p.7)
  own events Heat: turn start: damage 1 to self for rival
  x rival C3 mv0 hp5, y player G2 | cards.events=heat/
    from deployment > turns player -> damage: x x 1; used: x Heat; hp y: 3
effect.used: A unit is deployed with HP for its Health as the cards in force leave it (p.12, 33)
  own banes Big: health +2 for rival
  a player G2 | lineup=x hl3/, cards.banes=big/: deployment -> hp x: 5; health-of x: 5
effect.used: A position that names a card which is in no record is refused, with its place (p.7)
  a player G2
    look, cards.events=nosuch/ -> no board: cards.events[0]: no event is called 'nosuch'; no events are known
    look, cards.banes=Gigantik/ -> no board: cards.banes[0]: no bane is called 'Gigantik'; did you mean gigantic?
modifiers.order: A Prowess card is the hero's, and nobody else's (p.33)
  own prowess Own: movement +1
  h player C3 hero mv3, a player G2 mv3, r rival A1 | cards.prowess=own/: look -> movement-of h: 4; movement-of a: 3

# Tactics that go
tactics.temporary: A chip placed this turn stays until its next turn's end, if it says so (p.30)
  own tactics Rush kind=temporary until={until} rival_side=ally rival_target=strongest: range +1
  x rival C3 mv0 hp5, a player G2 | tactics=rush
    from tactics > look > turns player rival -> TacticPlaced chip: rush; combat units.x.tactics: {there}
    {until} | {there}
      end-of-turn | -, -, -, -, -
      end-of-its-next-turn | rush, rush, rush, rush, -
      start-of-your-next-turn | rush, rush, rush, -, -
      end-of-combat | rush, rush, rush, rush, rush
tactics.temporary: A position written after the placement keeps that the chip is new, and its turn (p.30)
  own tactics Rush kind=temporary until=end-of-its-next-turn rival_side=ally rival_target=strongest: range +1
  x rival C3 mv0 hp5, a player G2 | tactics=rush
    tactics > written -> combat fresh: x rush
    tactics > written > from -> tactic-gone: none; combat units.x.tactics: rush
    tactics > written > from > from -> tactic-gone chip unit: rush x
"""

test_rules = proofs(PROOFS)

FIELDS = ("side", "moved", "stayed", "struck", "used", "fresh", "lasting", "cards")
"""What a position keeps of a turn under way."""

ORDER = """
x | event: movement = 1 | +adrenaline | 2
x | event: movement = 1 | +adrenaline +adrenaline | 3
x | event: movement +1 | +adrenaline | 5
x | arena: movement = 1 | +adrenaline | 2
x | arena: movement = 1; event: movement +2 | | 3
x | arena: movement +2; event: movement = 1 | | 1
x | bane: movement = 1 | +adrenaline | 1
x | bane: movement -1 | +adrenaline | 3
x | event: movement = 1; bane: movement = 5 | +adrenaline | 5
x | skill: movement = 6; event: movement = 1 | +adrenaline | 2
x | skill: movement +1; arena: movement = 0 | | 0
x | skill: movement = 1 | +adrenaline | 2
x | event: movement -9 | +adrenaline | 0
h | prowess: movement = 1; arena: movement +1 | | 2
h | prowess: movement +1; arena: movement = 1 | | 1
h | prowess: movement +1; event: movement = 1; bane: movement +1 | | 2
h | prowess: movement +1 | | 4
h | skill: movement = 1; prowess: movement +1 | | 2
"""
"""A unit (or the hero), the cards in force, its tactics, and the Movement that 3 on its chip comes to."""


def with_cards(cards: dict[str, str], units: list[str], **more: Any) -> Combat:
    """Make a combat with an event, a bane, a Prowess card, an arena's rule and a skill, each told by one line."""
    kinds = {"event": "events", "bane": "banes", "prowess": "prowess"}
    told: dict[str, Any] = {kinds[kind]: {f"Own {kind}": line} for kind, line in cards.items() if kind in kinds}
    skill = {"skills": {"Own": cards["skill"]}} if "skill" in cards else {}
    arena = {"arenas": {"atlanteans": {"effects": cards["arena"]}}} if "arena" in cards else {}
    own = Own(**told, **skill, **arena)
    places: dict[str, Any] = {"arena": "atlanteans", "chips": {"trident": "D1"}} if arena else {}
    in_force = {kinds[kind]: [f"own-{kind}"] for kind in cards if kind in kinds}
    return own.combat("movement", units, **places, cards=in_force, **more)


@pytest.mark.rule("modifiers.order")
@pytest.mark.parametrize(("who", "told", "words", "found"), columns(ORDER, 4))
def test_modifiers_are_applied_in_the_printed_order(who: str, told: str, words: str, found: str) -> None:
    """Of chip, Prowess, arena, event, tactic, bane the later counts last: 1 by an event is 2 with Adrenaline (p.33)."""
    cards = dict(part.split(": ") for part in told.split("; "))
    for side in ("player",) if who == "h" else ("rival", "player"):
        skill = "Own" if "skill" in cards else ""
        units = [f"x {side} C3 mv3 {'hero' if who == 'h' else ''} {skill} {words}", "a player G2 mv3", "r rival A1"]
        board = with_cards(cards, units)
        assert movement(board, board.units["x"]) == max(0, _added(board, "x")) == int(found)


def _added(board: Combat, id_: str) -> int:
    """Add up what a stat is told to come from."""
    total = 0
    for source in sources(board, board.units[id_], "movement"):
        total = source.amount if source.sets else total + source.amount
    return total


@pytest.mark.rule("modifiers.order")
def test_the_dice_are_changed_in_the_printed_order() -> None:
    board = with_cards(
        {"event": "replace blue by red", "bane": "remove strongest", "skill": "add blue"},
        ["x rival C3 blue yellow Own", "a player G2"],
    )
    assert dice_of(board, board.units["x"]) == ("yellow", "red")
    assert [part for part, _ in unit_now(board, board.units["x"]).attack.parts] == [
        "chip",
        "Own",
        "Own event",
        "Own bane",
    ]


HOLDERS = [
    ("", "rspqhb"), (" for unit", "rspqhb"), (" for rival", "rs"), (" for player", "pqh"), (" for hero", "h"),
    (" for local", "sq"), (' for "arena-units"', "b"), (" for holder:trident", "p"), (" for arena", ""),
]  # fmt: skip


@pytest.mark.rule("effect.used")
@pytest.mark.parametrize("kind", ["event", "bane", "arena"])
@pytest.mark.parametrize(("whose", "found"), HOLDERS)
def test_a_card_is_for_whom_it_says(kind: str, whose: str, found: str) -> None:
    units = [
        "r rival A1 mv1", "s rival A2 mv1 of:atlanteans", "p player G1 mv1", "q player G2 mv1 of:atlanteans",
        "h player G3 mv1 hero", "b arena D1 mv1",
    ]  # fmt: skip
    line = f"movement +1{whose}"
    own = Own(**({"arenas": {"atlanteans": {"effects": line}}} if kind == "arena" else {f"{kind}s": {"Own": line}}))
    cards = {} if kind == "arena" else {f"{kind}s": ["own"]}
    board = own.combat("movement", units, arena="atlanteans", chips={"trident": "@p"}, cards=cards)
    assert "".join(unit.id for unit in board.in_arena() if movement(board, unit) == 2) == found


@pytest.mark.parametrize("holder", ["unit", "local", "hero", "rival", "player", "arena", "arena-units", "arena units"])
def test_everyone_whom_a_card_can_be_for_is_typed_without_quotes(holder: str) -> None:
    assert [effect.holder for effect in read_effects(f"movement +1 for {holder}")] == [holder.replace(" ", "-")]


def test_a_turn_under_way_is_written_and_read_back() -> None:
    """What lasts, who moved and was struck, what is used up: a position keeps it all (p.20-21, 30)."""
    own = Own(
        skills={
            "Own": "ability: movement +1 to all troop until end of its next turn",
            "Sore": "suffers damage: gain 1 hp once a turn",
        },
        events={"Heat": "health +1"},
    )
    units = ["x rival C3 mv1 blue Own", "s rival A1 mv0", "y player C5 hp9 Sore", "z player G3"]
    board = own.combat("deployment", units, "named:C4", cards={"events": ["heat"]})
    for step in ("deployment", "tactics", "movement", "abilities", "engage"):
        board = strike(board, "x", "y", [1]).combat if step == "engage" else play(board, only=step).combat
        again = own.reader.read(json.dumps(write_position(board)).encode())
        assert {key: getattr(again, key) for key in FIELDS} == {key: getattr(board, key) for key in FIELDS}
        assert write_position(again) == write_position(board)
        board = again
    assert (set(board.struck), set(board.used)) == ({"y"}, {"y sore suffers-damage/turn"})
    assert [(each.units, each.until, each.fresh) for each in board.lasting] == [
        (("x", "s"), "end-of-its-next-turn", True)
    ]
    assert board.moved == {"x"}
    assert movement(board, board.units["x"]) == 2


@pytest.mark.rule("effect.once")
@pytest.mark.parametrize(("side", "other"), SIDES)
def test_what_a_position_tells_of_the_turn_counts(side: str, other: str) -> None:
    own = Own(skills={"Own": "suffers damage: gain 1 hp once a turn"})
    lasting = [{"do": {"do": "stat", "stat": "movement", "by": 2}, "units": ["y"], "until": "end-of-turn",
                "holder": "x", "source": "Rush", "side": side}]  # fmt: skip
    for spent, hp in ((["y own suffers-damage/turn"], 4), ([], 5)):
        state = {"side": side, "used": spent, "lasting": lasting}
        board = own.combat("engage", [f"x {side} C3 blue", f"y {other} C4 mv1 hp5 Own"], state=state)
        assert movement(board, board.units["y"]) == 3
        assert strike(board, "x", "y", [1]).hp("y") == hp
        ended = turns(board, side)[1]
        assert (ended.lasting, movement(ended, ended.units["y"])) == ((), 1)


@pytest.mark.parametrize("lasting", [
    {"do": {"do": "damage", "amount": 1, "to": "self"}, "units": ["x"]},
    {"do": {"do": "fatigue"}, "units": ["nobody"]},
    {"do": {"do": "grant", "skill": "Nosuch"}, "units": ["x"]},
])  # fmt: skip
def test_what_cannot_last_is_no_part_of_a_position(lasting: dict[str, Any]) -> None:
    """What a position tells to last is a state of units that are there, in words that are known (p.30)."""
    with pytest.raises(InvalidError) as refused:
        Own().combat("engage", ["x rival C3", "y player G2"], state={"lasting": [{**lasting, "until": "end-of-turn"}]})
    assert refused.value.defects[0].where.startswith("state.lasting[0]")


SUMMED = ["x rival C3 mv1 hl3 blue +adrenaline Confidence", "y player G2 mv3", "z player G1", "w player G3"]


@stories(f"""
modifiers.order: A unit is shown with the sums of its stats, in the printed order (p.33)
{written("movement", SUMMED)}
  look unit x --position {{tmp}}/b --plain -> Movement 2 = chip 1 + Adrenaline 1 Range 1 Health 3
    | Attack blue green = chip: blue, then Confidence: blue green Confidence
  write {{home}}/data/events/mud.toml
    "name = \\"Mud\\"\\neffects = [{{ do = [{{ do = \\"stat\\", stat = \\"movement\\", to = 1 }}] }}]\\n"
{written("movement", SUMMED, cards={"events": ["Mud"]})}
  look unit x --position {{tmp}}/b --json -> units.0.numbers.0.stat = movement | units.0.numbers.0.value = 2
  look unit y --position {{tmp}}/b --plain -> Movement 1 = chip 3, then Mud sets 1 Range
""")  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)
