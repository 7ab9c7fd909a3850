"""What is done although the rules do not allow it, and blessings and surrender (Rulebook p.13, 18, 25, 27-28, 30)."""

import json
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError, IllegalError, UsageError
from hoplo_companion.rules.agenda import Asks, kind_of_step
from hoplo_companion.rules.model import Combat, Supply
from hoplo_companion.rules.player.actions import Action, read_actions, read_words
from hoplo_companion.rules.player.options import RefusedPlayError, begin, has_begun, surrender
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.setup.lineup import draw_recruit, muster
from hoplo_companion.table.play.answers import Asked, auto_answer, play_your_turn
from tests.helpers.boards import READER, combat
from tests.helpers.proofs import proofs
from tests.helpers.your_turn import CAMP, FOES, offered, turn, yours
from tests.player.test_player_turn import REFUSALS, Case, board_of
from tests.soak.random_positions import random_position
from tests.soak.random_turns import check


def test_anyway_is_read_for_one_action_or_for_the_line() -> None:
    one, other = read_actions("move! krak E3; attack krak rep 1")
    assert (one, other.anyway) == (Action("move", "krak", "E3", (), True), False)
    assert read_actions("move krak E3 --anyway; end") == [Action("move", "krak", "E3", anyway=True), Action("end")]
    assert all(action.anyway for action in read_actions("move krak E3; end", anyway=True))
    assert read_actions("end!; surrender! ; bless! reinforce")[2] == Action("bless", "reinforce", anyway=True)
    for line in ("! krak E3", "move!! krak E3", "move krak --anyway", "--anyway"):
        with pytest.raises(UsageError):
            read_actions(line)


def test_the_words_of_a_command_are_one_action_or_several() -> None:
    """Quoted by the shell, a name of several words is one word; a semicolon ends an action wherever it stands."""
    assert read_words(["move", "the kraken", "E3"]) == [Action("move", "the kraken", "E3")]
    assert read_words(["move", "krak", "E3;", "end"]) == [Action("move", "krak", "E3"), Action("end")]


def test_what_is_legal_sets_no_rule_aside() -> None:
    board = yours([*CAMP, "r rival G3 hp9"], player={"tactics": ["adrenaline"]})
    lines = ["deploy d G2", "tactic adrenaline d", "move h F1", "end"]
    for count in range(1, len(lines) + 1):
        line = "; ".join(lines[:count])
        plain, anyway = turn(board, line), turn(board, "; ".join(f"{each} --anyway" for each in lines[:count]))
        assert anyway.events == plain.events
        assert write_position(anyway.combat) == write_position(plain.combat)


@pytest.mark.parametrize("case", [case for case in REFUSALS.values() if case.anyway])
def test_everything_refused_is_done_anyway_with_its_rule_first(case: Case) -> None:
    """The rule that refuses an action is the one that is told as set aside, before anything that happens."""
    *before, last = case.line.split("; ")
    board = board_of(case)
    said = len(turn(board, "; ".join(before)).events)
    told = turn(board, "; ".join([*before, f"{last} --anyway"]))
    first = told.events[said]
    assert first.what == "house-ruling"
    assert (first.rule, case.why in first.values["text"]) == (case.rule, True)
    assert len(told.events) > said + 1, "and something happens"
    again = READER.read_plain(write_position(told.combat))
    assert write_position(again) == write_position(told.combat), "a position again"


@pytest.mark.parametrize("case", [case for case in REFUSALS.values() if not case.anyway])
def test_what_cannot_be_done_stays_refused(case: Case) -> None:
    *before, last = case.line.split("; ")
    with pytest.raises(IllegalError):
        turn(board_of(case), "; ".join([*before, f"{last} --anyway"]))


test_rules_set_aside = proofs("""
Several rules are set aside at once
  h player G1 hero hp4 hl6, a player - hl3, d player - hl5, r rival D3, s rival A1 | player.camp_units=1, \
player.hero=false
    turn deploy d G2; deploy! a E2 -> house-ruling rule: yours.deploy, yours.lineup, yours.deploy-hex; hp a: 3; \
combat units.a.dazed: yes; combat yours.camp_units: 0
What is done late does not take the turn back (p.20)
  h player C3 hero mv1 hp3 blue, a player B2 mv1, r rival C4 hp9
    turn attack h r 0; move! a B3 -> house-ruling rule: turn.steps; combat step: engage; at a: B3; combat stayed: h; \
step-began step: engage
    refuses attack h r 0; move! a B3; move a B2 -> rule: turn.steps
A dazed unit moves over the whole mat, takes up what lies there, and attacks an ally; its daze stays
  h player C3 hero mv1 hp3 blue dazed, a player B2 mv1 hp3, r rival C4 hp9 | event=capture-the-flag, flag=A1
    turn move! h A1; attack! h a 1; attack! h r 1 -> house-ruling rule: combat.dazed, combat.dazed, yours.once; at h: \
        A1; hp a: 2; hp r: 8; place flag: h; attacks hits: h a 1, h r 1
    turn attack! h h -> refused: Your Attacker (h) cannot attack itself (p.27)
An Ability is used again, and while dazed
  h player C3 hero hp1 hl6 Regen-1 dazed, r rival A1
    turn ability! h regen; ability! h regen -> hp h: 3; house-ruling rule: combat.dazed, combat.dazed
  h player C3 hero hp1 hl6 Regen-1, r rival A1
    turn ability h regen; ability! h regen -> house-ruling rule: yours.ability
The turn ends without the deployment that is due, and a tactic is played before it
  a player - hl3, d player - hl5, r rival D3, s rival A1
    offers -> must_deploy: yes
    turn end! -> house-ruling rule: yours.deploy-must; combat side: rival
    turn tactic! adrenaline s -> house-ruling rule: yours.deploy-must, yours.tactic
""")


def test_a_tactic_on_your_hero_stays_there_in_the_next_position() -> None:
    """Tactics on elite units are a defect of a position, unless the player has put them there (p.30)."""
    board = yours(["h player C3 hero mv1 hp3", "r rival C4"], player={"tactics": []})
    told = turn(board, "tactic! adrenaline h")
    assert [event.rule for event in told.of("house-ruling")] == ["yours.tactic", "tactics.elite"]
    ended = turn(told.combat, "end").combat
    again = READER.read_plain(write_position(ended))
    assert again.units["h"].tactics == ("adrenaline",)
    cheated = write_position(board)
    cheated["units"][0]["tactics"] = ["adrenaline"]
    with pytest.raises(HoploError, match="never placed on elite"):
        READER.read_plain(cheated)


def random_action(combat: Combat, random: Random) -> Action:
    """Make an action of any sort, with names that stand for something most of the time."""
    units = [*combat.units, *combat.units, "nobody", ""]
    hexes = [*combat.arena.mat.bit, "Z9", ""]
    skills = [
        *(skill for unit in combat.units.values() for skill in unit.skills),
        *combat.catalogue.ids("skills")[:3],
        "x",
    ]
    words = ("deploy", "tactic", "move", "roam", "ability", "attack", "special", "bless", "surrender", "end")
    word = random.choice(words)
    second = {"deploy": hexes, "move": hexes, "ability": skills, "special": skills, "attack": units, "tactic": units}
    first = {"tactic": combat.catalogue.ids("tactics"), "bless": ["reinforce", "survive", "x"]}
    return Action(
        word, random.choice(first.get(word, units)), random.choice(second.get(word, [""])), anyway=random.random() < 0.8
    )


@pytest.mark.parametrize("part", range(8))
def test_random_turns_against_the_rules_leave_a_sound_board(part: int, reader: PositionReader) -> None:
    """Whatever is done anyway: an error in words or a sound position, never anything else."""
    random = Random(900 + part)
    done = 0
    for at in range(40):
        start = reader.read(json.dumps({**random_position(random), "step": "deployment"}).encode())
        combat, by = start, Asked(partial(auto_answer, Dice(at)), Dice(at))
        for _ in range(8):
            try:
                combat = play_your_turn(combat, by, [random_action(combat, random)])
                done += 1
            except HoploError:
                continue
            if combat.over:
                break
            check(combat)
            written = write_position(combat)
            assert write_position(reader.read(json.dumps(written).encode())) == written
    assert done > 40


HERO = ["h player C3 hero hp2 hl6 mv1 blue", *FOES]
MINE = "h player C3 hero hp2 hl6 mv1 blue, r rival D3 mv1 hp3 blue, s rival A1 hp2"
TROOP = (
    "h player G1 hero hp4 hl6 mv2 blue blue, a player - mv1 hl3 blue, d player - mv1 hl5 black, r rival D3 mv1 hp3, "
    "s rival A1 hp2"
)
IN_CAMP = "a player - mv1 hl3 blue, d player - mv1 hl5 black, r rival D3 mv1 hp3, s rival A1 hp2"

test_rules = proofs(f"""
blessing.survive: A blessing that is left must heal your hero instead of its defeat, and one less is left (p.13, 27)
  {MINE}
    defeat h, player.blessings=3 -> hp h: 6; combat yours.blessings: 2; combat over: -; HeroSaved hp left: 6 2; words \
        HeroSaved: A blessing is crossed off (2 left). Your Attacker is healed fully, to 6 HP. p.13
blessing.none-left: Without a blessing the campaign is lost at once
  {MINE}
    defeat h, player.blessings=0 -> combat over: campaign-lost; asked: none; CombatEnded rule: defeat.hero
blessing.survive: A number that nobody has entered is asked for by the choice
  {MINE}
    defeat h (survive) -> hp h: 6; combat yours.blessings: -; HeroSaved hp: 6; words HeroSaved: A blessing is \
        crossed off. Your Attacker is healed fully, to 6 HP. p.13
blessing.reinforce: At the start of your turn a blessing reinforces your troop, once; the turn goes on as it would \
        (p.13)
  {TROOP}
    offers , player.blessings=4 -> start: bless reinforce+surrender
    turn bless Reinforce; deploy d G2, player.blessings=4 -> blessed left: 3; combat yours.blessings: 3
    turn bless Reinforce; deploy d G2, player.blessings=1 -> blessed left: 0; combat yours.blessings: 0
    turn bless Reinforce; deploy d G2 -> blessed: 1; combat yours.blessings: -
    offers bless reinforce, player.blessings=4 -> start: surrender
    offers deploy d G2, player.blessings=4 -> start: -
blessing.none-left: A blessing that is not there is not offered; anyway none is crossed off
  {TROOP}
    offers , player.blessings=0 -> start: surrender
    offers , event=scion, player.blessings=2 -> start: -
    turn bless! reinforce, player.blessings=0 -> house-ruling rule: blessing.none-left; combat yours.blessings: 0
blessing.survive: Surviving anyway heals the hero, where there is one
  {MINE}
    turn bless! survive, player.blessings=2 -> hp h: 6; combat yours.blessings: 1
  a player C3, r rival D3, s rival A1: turn bless! survive -> refused: You have no hero here to be healed (p.13)
  {MINE}: turn bless rain -> refused: A blessing is not used for 'rain': write bless reinforce.

# Surrender
surrender.start: At the start of your turn you may surrender: the combat is failed and ends at once (p.28)
  {IN_CAMP}
    turn surrender -> combat over: surrendered; CombatEnded rule why: surrender.start surrendered; words CombatEnded: \
        You surrender: the combat is failed. p.28
    turn bless reinforce; surrender -> combat over: surrendered; CombatEnded rule why: surrender.start surrendered
  {TROOP}: turn surrender; move hero D3 -> refused: the combat is over before move hero
surrender.never: Nobody surrenders to a primus or the scion, and nothing offers it (p.28, 30)
  {IN_CAMP}
    offers , event=primus -> start: bless reinforce
    refuses end, event=primus -> rule: yours.deploy-must; instead: deploy a+deploy d
    refuses surrender, event=primus -> rule: surrender.never
    turn surrender!, event=primus -> combat over: surrendered
    offers , event=scion -> start: -
    refuses end, event=scion -> instead: deploy a+deploy d
    refuses surrender, event=scion -> rule: surrender.never
    turn surrender!, event=scion -> combat over: surrendered
skill.combat-lock: Who stands beside Combat Lock as the turn starts is held; whoever comes there later is not, kept \
        or not
  h player C3 mv1 hp3, a player E3 mv1, r rival C5 Combat_Lock hp3
    turn move h C4 > written > turn move a D3 -> at a: D3
  h player C3 mv1 hp3, r rival A2 Combat_Lock hp3
    turn move! h B2, step=movement > written -> combat lasting: -
""")


@pytest.mark.rule("blessing.reinforce")
def test_a_blessing_that_has_nobody_to_recruit_is_not_offered() -> None:
    board = replace(yours([*CAMP, *FOES], player={"blessings": 2}), supply=Supply(recruits=0))
    assert offered(board).start == ["surrender"]
    with pytest.raises(RefusedPlayError, match="Nobody can be recruited"):
        turn(board, "bless reinforce")


@pytest.mark.parametrize("number", [-1, 1000, "many", 1.5, None])
def test_blessings_of_a_position_are_a_whole_number(number: Any) -> None:
    given = write_position(yours(HERO))
    given["player"] = {"blessings": number}
    with pytest.raises(HoploError, match=r"player\.blessings"):
        READER.read_plain(given)


@pytest.mark.rule("surrender.start")
def test_you_surrender_at_the_start_of_the_rivals_turn_too() -> None:
    assert surrender(combat("deployment", HERO), anyway=False)[0].over == "surrendered"
    with pytest.raises(HoploError, match="start of a turn"):
        surrender(combat("movement", HERO), anyway=False)


HILL = {"event": "king-of-the-hill", "arena": {"key_hexes": ["C3"]}}


@pytest.mark.rule("turn.yours")
@pytest.mark.parametrize("line", ["", "bless reinforce", "deploy d G2", "move h C2"])
def test_a_turn_that_is_kept_begins_and_scores_once(line: str) -> None:
    """The position tells that the turn is under way: nothing is scored or begun a second time (p.20, 25)."""
    board = yours([*HERO, *CAMP[2:]], **HILL)
    assert not has_begun(board)
    first = turn(board, line)
    assert ([event.total for event in first.of("scored")], len(first.of("turn-began"))) == ([1], 1)
    kept = READER.read_plain(write_position(first.combat))
    assert has_begun(kept)
    second = turn(kept, "")
    assert (second.events, second.combat.points) == ([], 1)
    assert write_position(second.combat) == write_position(first.combat)
    assert not has_begun(READER.read_plain(write_position(turn(kept, "end").combat)))


def test_a_position_that_shows_a_deployment_of_this_turn_is_under_way() -> None:
    state = {"side": "player", "used": ["deploy/turn"]}
    board = combat("deployment", HERO, "any", state=state, **HILL)
    assert (has_begun(board), begin(board)[0].points) == (True, 0)


@pytest.mark.rule("blessing.reinforce")
@pytest.mark.parametrize(("banes", "faction", "joins"), [
    ([], "atlanteans", True), (["the-great-egg"], "lamosians", True), (["the-great-egg"], "atlanteans", False),
])  # fmt: skip
def test_the_great_egg_keeps_the_units_of_this_region_alone_from_being_recruited(
    banes: list[str], faction: str, joins: bool
) -> None:
    """A unit of the region goes back into the bag, and another is drawn; any other joins (bane; p.13, 30)."""
    board = yours([*CAMP, *FOES], arena="atlanteans", cards={"banes": banes})
    board = replace(board, supply=Supply(bag={"archer": 1}, factions={"archer": faction}))
    after, _ = Asks(draw_recruit).resolve(board, "archer")
    assert (muster in map(kind_of_step, after.agenda)) == joins
