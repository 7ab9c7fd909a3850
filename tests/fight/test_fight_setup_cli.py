"""A fight by commands: begun in a campaign or apart, its card remembered, cleaned up, dropped, taken back (p.16-30)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hoplo_companion.campaign.fight import Move
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.table.play.moves import made
from tests.helpers.boards import change, combat
from tests.helpers.cli import Ran, hoplo
from tests.helpers.fights import ready

BRAWL = 'Brawl: bloodshed, lineup local+t bag, yours hero camp*2, instructions "No mercy.", cleanup: gain influence 2'
MURMILLO = "defender, 1/1/3, blue"


class Home:
    """hoplo at one home: every command has to end as it is expected to."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, *words: str, code: int = 0) -> Ran:
        ran = hoplo(*words, HOPLO_HOME=str(self.path))
        assert ran.code == code, f"{words}: {ran.code}: {ran.out}{ran.err}"
        return ran


@pytest.fixture
def play(tmp_path: Path) -> Home:
    """Begin the first campaign, and go to a Bloodshed location of the Atlanteans."""
    home = Home(tmp_path)
    home("new", "--first-game")
    home("map", "add", "Reef", "--kind", "bloodshed", "--region", "atlanteans", "--path", "Cove")
    home("map", "add", "Atlantis", "--kind", "capital", "--region", "atlanteans", "--path", "Reef")
    home("map", "add", "Cove", "--kind", "sport", "--region", "atlanteans", "--path", "Reef")
    home("travel", "Reef")
    return home


def prepared(home: Home, *answers: str) -> Home:
    """Set the Brawl up, up to its last question."""
    home("fight", "start", BRAWL, code=2)
    home("answer", "murmillo", MURMILLO, "archer", *answers)
    return home


def won(home: Home) -> Home:
    """Win a Brawl that is set up: whatever is on the mat is put right by hand, and the last one is hit."""
    home("rival-turn", "--auto", "first")
    for words in (
        ("fix", "lineup", "none"), ("fix", "krakenlance", "E3"), ("fix", "krakenlance", "dazed", "no"),
        ("fix", "murmillo", "E4"), ("fix", "murmillo", "hp", "1"), ("fix", "rival-tactics", "none"),
    ):  # fmt: skip
        home(*words)
    home("turn", "attack", "krakenlance", "murmillo", "2")
    return home


@pytest.mark.rule("prepare.instructions", "prepare.local")
def test_a_fight_in_a_campaign_from_its_card_to_the_next_round(play: Home) -> None:
    """The card is typed once; what the chips show is typed once; the cleanup finds everything by itself."""
    play("camp", "opportunity", "Reckless")
    before = play("camp", "--json").json["units"]
    ran = play("fight", "start", BRAWL, code=2)
    assert "The card says: No mercy. p.17, 19" in ran.out
    assert "prepare.local" in ran.err
    for wrong, why in [("archer", "neutral"), ("decimus", "elite"), ("trident", "arena")]:
        assert why in play("answer", wrong, code=3).err
    play("answer", "murmillo", MURMILLO, "archer", "no", "D3")
    fight = play("fight", "--json").json["fight"]
    assert (fight["turn_of"], fight["event"], fight["arena"]) == ("rival", "bloodshed", "atlanteans")
    assert fight["position"]["rival"] == {"lineup": ["murmillo", "rival-archer"], "tactics": ["stun"]}
    known = tomllib.loads((play.path / "data" / "events" / "brawl.toml").read_text())
    assert (known["kind"], known["lineup"], known["yours"]) == (
        "bloodshed", ["local+tactic", "bag"], ["hero", "camp", "camp"],
    )  # fmt: skip
    assert "not over" in play("cleanup", "--upgrade", "health", code=3).err
    won(play)
    refused = play("cleanup", code=3)
    assert "choose one hero upgrade" in refused.err
    done = play("cleanup", "--upgrade", "leadership")
    assert "Rival units go into the bag: Murmillo, Archer." in done.out
    assert "Brawl, in the Cleanup Phase: gain influence 2." in done.out
    assert "Reckless is met" not in done.out
    assert "taken as none" not in done.err
    after = play("camp", "--json").json["units"]
    assert after == before
    assert play("fight", code=2).err.startswith("hoplo: no fight is followed")
    play("undo")
    assert play("fight", "--json").json["fight"]["over"] == "goal-met"
    play("cleanup", "--upgrade", "health")
    play("travel", "Cove")
    assert "a Bloodshed card" in play("fight", "start", "brawl", code=3).err


@pytest.mark.rule("prepare.opportunity")
def test_reckless_is_met_with_its_unit_added_and_the_event_won(play: Home) -> None:
    play("camp", "opportunity", "Reckless")
    prepared(play, "yes", "attacker", "D3")
    assert play("fight", "--json").json["fight"]["position"]["rival"]["lineup"][-1] == "rival-attacker"
    won(play)
    done = play("cleanup", "--upgrade", "health")
    assert "The Opportunity Reckless is met" in done.out
    play("camp", "opportunity", "Reckless", "--discard")


@pytest.mark.rule("surrender.start", "punishment.influence")
def test_a_surrendered_fight_is_cleaned_up_as_failed(play: Home) -> None:
    prepared(play, "D3")
    assert "set-up" not in play("turn", "surrender").err
    assert "the fight was lost" in play("cleanup", "--won", code=2).err
    assert "no reward" in play("cleanup", "--upgrade", "health", code=3).err
    done = play("cleanup")
    assert "The Bloodshed combat has failed." in done.out
    pad = play("pad", "--json").json
    assert (pad["influence"], pad["weeks"][0]) == (1, 1)


@pytest.mark.rule("round.phases")
def test_nothing_else_begins_while_a_fight_is_followed(play: Home) -> None:
    play("fight", "start", BRAWL, code=2)
    for words in (("fight", "start", "brawl"), ("fight", "start", BRAWL), ("fight", "start", "--sport", "spar")):
        assert "being set up" in play(*words, code=2).err
    assert "prepare.local" in play("fight", "start", code=2).err
    assert "set-up" in play("turn", "surrender", code=3).err
    play("answer", "murmillo", MURMILLO, "archer", "D3")
    assert "still followed" in play("fight", "start", code=3).err
    assert "still followed" in play("fight", "start", "brawl", code=3).err


@pytest.mark.rule("fight.corrected")
@pytest.mark.rule("component.asked")
def test_a_card_typed_anew_says_what_it_changes_and_is_found_by_its_beginning(play: Home) -> None:
    play("fight", "start", BRAWL, code=2)
    play("fight", "drop")
    again = hoplo("fight", "start", BRAWL.replace("local+t bag", "local bag"), HOPLO_HOME=str(play.path))
    assert "was known already" in again.err, again
    play("fight", "drop")
    hoplo("fight", "start", BRAWL[:3], HOPLO_HOME=str(play.path)).fails(2, "is open")


def test_a_dropped_fight_is_cleaned_up_by_hand(play: Home) -> None:
    prepared(play, "D3")
    assert "no longer followed" in play("fight", "drop").out
    assert play("fight", "drop", code=3).err
    done = play("cleanup", "--won", "--upgrade", "health", "--defeated", "archer", "--hp", "3", "--used", "stun")
    assert "Rival units go into the bag: Murmillo, Archer." in done.out
    assert "Defeated units go into the bag: Archer." in done.out
    assert play("pad", "--json").json["hp"] == 4


@pytest.mark.rule("prepare.sport", "event.accept")
@pytest.mark.parametrize(("words", "code", "why"), [
    (("fight", "start"), 2, "which event is fought?"),
    (("fight", "start", "brwl"), 2, "no event is called"),
    (("fight", "start", "Brawl: bloodshed"), 2, "icons of the rival's lineup"),
    (("fight", "start", "Brawl: bloodshed, lineup bog"), 2, "bog"),
    (("fight", "start", "Games: sport, goals spar, lineup local"), 3, "Sport card"),
    (("fight", "start", BRAWL, "--sport", "spar"), 3, "not a Sport event"),
    (("fight", "start", BRAWL, "--hero", "decimus"), 2, "--stand-alone"),
    (("fight", "start", "Primus: primus 1, lineup bag primus, yours hero"), 3, "Primus card"),
    (("fight", "start", BRAWL, "--act", "7"), 2, "act"),
])  # fmt: skip
def test_what_cannot_be_begun_here_says_why(play: Home, words: tuple[str, ...], code: int, why: str) -> None:
    assert why in play(*words, code=code).err
    assert play("fight", code=2).err.startswith("hoplo: no fight is followed")


# Apart ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


ALONE = ("--hero", "krakenlance", "--arena", "atlanteans", "--camp", "archer,attacker", "--tactics", "stun")


@pytest.mark.rule("prepare.bag-bane", "prepare.unit-bane")
def test_a_fight_of_its_own_needs_options_alone(home: Home) -> None:
    """Nobody keeps count of bag and stacks: banes are told with their kind, unless a record states it."""
    home("fight", "start", "Brawl: bloodshed, lineup bag bag+t, yours hero camp*2", *ALONE, code=2)
    assert "arena's chip" in home("answer", "beast", code=3).err
    assert "add its kind" in home("answer", "gigantic", code=3).err
    assert "bag or a unit bane" in home("answer", "gigantic:camp", code=3).err
    home("answer", "Gigantic:bag", "nothing", code=2)
    assert "component.bane of empowered" in home("answer", "empowered", code=2).err
    home("answer", "health +1 for rival", "archer", "Shade:unit", "tactician, 2/1/2, red", "D3")
    fight = home("fight", "--json").json["fight"]
    assert fight["position"]["rival"] == {"lineup": ["rival-archer", "shade"], "tactics": ["hamstring"]}
    assert fight["position"]["cards"]["banes"] == ["empowered"]
    assert fight["position"]["player"]["tactics"] == ["stun"]
    assert "no fight" not in home("turn", "surrender").err
    ended = home("cleanup")
    assert "The stand-alone fight Brawl is lost." in ended.out
    assert "taken as none" not in ended.err
    home("fight", "start", "brawl", *ALONE, "--act", "2", "--hp", "3", code=2)
    assert home("fight", "--json").json["fight"]["act"] == 2


@pytest.mark.rule("prepare.primus")
def test_a_primus_apart_is_the_one_of_the_arenas_region(home: Home) -> None:
    line = "P: primus 2, lineup primus, yours hero camp*2"
    options = ("--hero", "decimus", "--arena", "kunlun", "--act", "2", "--camp", "archer")
    assert "component.unit of primus-bingqing" in home("fight", "start", line, *options, code=2).err
    home("answer", "attacker, 2/1/5, blue blue")
    bench = home("fight", "--json").json["fight"]["position"]["bench"]
    assert (bench["primus-bingqing"]["health"], bench["primus-bingqing"]["elite"]) == (8, True)
    kept = tomllib.loads((home.path / "data" / "units" / "primus-bingqing.toml").read_text())
    assert kept["elite"] is True


@pytest.mark.parametrize(("options", "why"), [
    (("--hero", "nobody", "--arena", "kunlun"), "nobody"),
    (("--hero", "decimus", "--arena", "nowhere"), "known arenas"),
    (("--hero", "decimus"), "--arena"),
    (("--arena", "kunlun"), "--hero"),
    (("--hero", "decimus", "--arena", "kunlun", "--attack", "pink"), "pink"),
    (("--hero", "decimus", "--arena", "kunlun", "--hp", "0"), "hp"),
])  # fmt: skip
def test_options_that_tell_no_fight_leave_nothing_behind(home: Home, options: tuple[str, ...], why: str) -> None:
    assert why in home("fight", "start", "Brawl: bloodshed, lineup local", *options, code=2).err
    assert not (home.path / "campaigns").exists()


@pytest.mark.rule("component.asked")
@pytest.mark.parametrize("auto", ["first", "random"])
def test_the_app_invents_no_component(home: Home, auto: str) -> None:
    """What only a chip or a card can tell stays open, whoever else answers."""
    line = "Brawl: bloodshed, lineup local+t, yours hero"
    ran = home("fight", "start", line, *ALONE, "--auto", auto, "--seed", "1", code=2)
    assert "prepare.local" in ran.err
    ran = home("answer", "net-fighter", "1/1/3, blue", "--auto", auto, code=2)
    assert "component.class of net-fighter" in ran.err
    ran = home("answer", "defender", "--auto", auto, code=2)
    assert "component.start of trident" in ran.err
    home("answer", "D3", "--auto", auto)
    kept = tomllib.loads((home.path / "data" / "units" / "net-fighter.toml").read_text())
    assert kept["class"] == ["defender"]


def test_an_open_question_is_asked_in_words_with_what_to_type(play: Home) -> None:
    """Its id is there for scripts; what is under way is named as a player knows it, in refusals too."""
    asked = play("fight", "start", BRAWL, code=2).err
    assert "Which unit lies on top of the stack of the Atlanteans? (prepare.local of atlanteans is open; " in asked
    assert asked.endswith("`hoplo answer …`)\n")
    assert play("rival-turn", code=3).err.startswith(
        "hoplo: the set-up is not finished and asks “Which unit lies on top of the stack of the Atlanteans?” "
        "(prepare.local): answer with "
    )
    board = play("board", "atl koth 3 engage | r: rep@E2 3 | p: krak@E3 6", "--json").out
    err = hoplo("rival-turn", "--position", "-", stdin=board).err
    assert "Reptilian attacks Krakenlance with 2 blue dice: how many hits? (attack.dice of reptilian is open" in err
    assert err.endswith(': --answers FILE with the line "0")\n')


def test_where_the_app_is_to_draw_and_cannot_it_says_why(play: Home) -> None:
    play("config", "draws", "app")
    assert "The app cannot draw this chip" in " ".join(play("fight", "start", BRAWL, code=2).err.split())


# A deployment whose hex nobody entered -----------------------------------------------------------------------------


UNTOLD = {"health": None, "movement": None, "range": None, "attack": None}
TOLD = {"health": 4, "movement": 2, "range": 1, "attack": "blue blue"}


@pytest.mark.rule("yours.deploy")
@pytest.mark.parametrize("missing", [list(UNTOLD), ["health"], ["movement", "attack"], []])
def test_what_nobody_told_of_a_deployed_unit_is_asked_once_each(missing: list[str]) -> None:
    """It enters with HP for its Health and acts in the steps that follow: p.25."""
    board = combat("deployment", ["a player - mv1 hl3 blue", "r rival D3 hp3"], state={"side": "player"})
    board = change(board, "a", **{stat: UNTOLD[stat] for stat in missing})
    board, events = made(board, ready(), Move("deploy", ("a", "G2")))
    asked = []
    while (question := pending(board)) is not None:
        assert (question.id, question.unit) == ("component.stat", "a")
        asked.append(question.about)
        board, more = apply(board, TOLD[question.about])
        events = [*events, *more]
    assert asked == missing
    unit = board.units["a"]
    assert (unit.hp, unit.dazed) == (4 if "health" in missing else 3, True)
    assert [type(event).__name__ for event in events].count("Deployed") == 1
    assert board.agenda == ()
