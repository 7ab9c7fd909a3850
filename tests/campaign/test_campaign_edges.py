"""What a campaign refuses or asks back where a slip is likely: blessings, surplus options, tactics, HP, scions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import pad
from hoplo_companion.campaign.bag import slot_odds
from hoplo_companion.campaign.model import Bag, Bane, Campaign, RefusedError
from hoplo_companion.cli.app import run
from tests.helpers.cli import Ran, Sitting, done, done_each, hoplo
from tests.helpers.fights import ready
from tests.helpers.maps import what
from tests.helpers.seated import conversed

WHY = ("--why", "test")


def begin(place: str) -> None:
    """Begin the first campaign, and go to a place: Reef of Bloodshed, or Cove of Sport."""
    done("new", "--first-game")
    kinds = {"Reef": "bloodshed", "Cove": "sport", "Stall": "opportunity"}
    for name, kind in kinds.items():
        done("map", "add", name, "--kind", kind, "--region", "atlanteans", "--path", "Atlantis")
    paths = [word for name in kinds for word in ("--path", name)]
    done("map", "add", "Atlantis", "--kind", "capital", "--region", "atlanteans", *paths)
    done("travel", place)


def refused(ran: Ran, *named: str, code: int = 3) -> None:
    """Check that a command was refused, and that it names what is wrong."""
    assert ran.code == code, ran
    assert all(word in ran.err for word in named), ran.err


def state() -> Any:
    """Tell what of the pad and the camp may change."""
    return done("pad", "--json").json


# Blessings --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blessing.over")
def test_no_blessing_once_the_combat_has_ended() -> None:
    """Neither between the end and the cleanup of a fight that is followed, nor after any cleanup (bless.over)."""
    begin("Reef")
    done("pad", "bless")
    assert hoplo("fight", "start", "Duel: bloodshed, lineup local, yours hero camp*2").code == 2
    assert hoplo("answer", "reptilian").code in (0, 2)
    done_each("answer D3", "fix over won")
    before = state()
    for words in (
        ["pad", "bless"],
        ["pad", "bless", "survive"],
        ["pad", "bless", "reinforce", "--drawn", "archer"],
        ["turn", "bless reinforce"],
    ):
        refused(hoplo(*words), "bless.over", "p.13")
    assert state() == before
    done("cleanup", "--upgrade", "health")
    before = state()
    for words in (["pad", "bless"], ["pad", "bless", "reinforce", "--drawn", "archer", "--drawn", "tactician"]):
        refused(hoplo(*words), "bless.over")
    assert state() == before
    assert "p.13" in done("rulings", "bless.over").out


@pytest.mark.rule("blessing.over", "blessing.combat")
def test_no_blessing_at_an_opportunity_nor_after_a_combat_fought_without_hoplo() -> None:
    begin("Stall")
    refused(hoplo("pad", "bless"), "Opportunity")
    done("event", "opportunity", "Reckless")
    refused(hoplo("pad", "bless"), "bless.over")


@pytest.mark.rule("blessing.over")
def test_no_blessing_in_a_stand_alone_fight_that_is_over() -> None:
    card = "Duel: bloodshed, lineup local, yours hero camp*2"
    where = ("--apart", "--hero", "krakenlance", "--arena", "atlanteans", "--blessings", "2")
    assert hoplo("fight", "start", card, *where).code == 2
    hoplo("answer", "reptilian")
    done_each("answer D3", "fix over lost")
    refused(hoplo("pad", "bless"), "bless.over")
    refused(hoplo("cleanup", "--recruit", "archer"), "--recruit archer", code=2)
    done("cleanup")


@pytest.mark.rule("scion.preparation")
def test_blessings_go_for_banes_before_a_scion_combat_that_is_not_followed() -> None:
    """All that are left are crossed off, and each may remove a bane of the bag or of the camp (p.31)."""
    done("new", "--first-game")
    refused(hoplo("pad", "bless", "scion", "--bane", "Ruin"), "Act IV")
    done("map", "add", "Vesuvius", "--kind", "capital", "--region", "vesuvians")
    facts = {
        "pad.act": "4", "pad.blessings": "3", "place": "Vesuvius", "phase": "event",
        "bag.banes": '[{"name": "Ruin", "kind": "bag"}, {"name": "Shade", "kind": "unit"}]',
        "camp.banes": '[{"name": "Gloom", "kind": "camp"}, {"name": "Ruin", "kind": "camp"}]',
    }  # fmt: skip
    for key, value in facts.items():
        done("fix", key, value, *WHY)
    refused(hoplo("pad", "bless", "scion"), "--bane", "bag:Ruin", "camp:Gloom", code=2)
    refused(hoplo("pad", "bless", "scion", *["--bane", "Ruin"] * 4), "3 blessing")
    refused(hoplo("pad", "bless", "scion", "--bane", "Doom"), "Doom")
    refused(hoplo("pad", "bless"), "bless scion")
    assert state()["blessings"] == 3
    done("pad", "bless", "scion", "--bane", "camp:Ruin", "--bane", "gloom", "--bane", "none")
    banes = done("bane", "--json").json
    assert (state()["blessings"], [bane["name"] for bane in banes["bag"]], banes["camp"]) == (0, ["Ruin", "Shade"], [])
    done_each("undo", "pad bless scion --bane none")
    assert (state()["blessings"], len(done("bane", "--json").json["camp"])) == (0, 2)


# Surplus ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "named"), [
    (["cleanup", "--won", "--tactic", "none", "--sacrifice", "archer"], "Archer"),
    (["cleanup", "--won", "--recruit", "hoplite", "--rival", "hoplite", "--sacrifice", "archer"], "Archer"),
    (["cleanup", "--won", "--tactic", "stun"], "Stun"),
    (["cleanup", "--won", "--tactic", "none", "--bane", "Ruin:bag"], "Ruin"),
    (["cleanup", "--lost", "--sacrifice", "archer"], "--sacrifice archer"),
    (["cleanup", "--lost", "--bane", "Ruin:bag"], "Ruin"),
    (["event", "spectate", "--bane", "Ruin:bag"], "Ruin"),
    (["pad", "influence", "1", "--bane", "Ruin:bag"], "Ruin"),
    (["camp", "recruit", "hoplite", "--sacrifice", "archer"], "Archer"),
    (["camp", "prowess", "Zeal", "--discard", "stun"], "stun"),
    (["camp", "prowess", "Zeal", "--sacrifice", "--discard", "stun"], "Zeal"),
])  # fmt: skip
def test_what_is_one_too_many_is_an_error_that_names_it(words: list[str], named: str) -> None:
    begin("Cove")
    before = (state(), done("bag", "--json").json)
    refused(hoplo(*words), named)
    assert (state(), done("bag", "--json").json) == before


def test_a_surplus_sacrifice_of_another_reward_is_an_error() -> None:
    begin("Reef")
    refused(hoplo("cleanup", "--won", "--upgrade", "health", "--sacrifice", "archer"), "Archer")
    done("fix", "pad.blessings", "0", *WHY)
    refused(hoplo("cleanup", "--lost", "--hp", "0", "--bane", "Ruin:bag"), "Ruin", code=2)
    done("fix", "camp.tactics", "stun", *WHY)
    refused(hoplo("camp", "tactic", "adrenaline", "--discard", "stun"), "Stun")


@pytest.mark.rule("camp.special-tactic")
def test_a_special_tactic_is_a_reward_once_it_was_earned_and_used() -> None:
    """It is in the supply only when an Opportunity has earned it, and it has come back there (p.13, 33)."""
    begin("Cove")
    won = ("cleanup", "--won", "--used", "stun", "--tactic", "frenzy")
    refused(hoplo(*won), "Frenzy", "Opportunity")
    done("camp", "tactic", "frenzy", "--discard", "hamstring")
    refused(hoplo(*won), "Frenzy")
    used = ("cleanup", "--won", "--used", "frenzy", "--tactic")
    refused(hoplo(*used, "war-scales"), "War Scales")
    done(*used, "Frenzy")
    assert state()["camp"]["tactics"] == ["adrenaline", "stun", "frenzy"]


# HP ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("term.gain-hp")
def test_hp_above_health_is_gained_and_never_a_slip() -> None:
    """HP gained outside combat exceeds Health without limit (p.12); typed as a correction it is asked back."""
    begin("Reef")
    done("pad", "gain", "3")
    assert state()["hp"] == 9
    refused(hoplo("fix", "pad.hp", "99", *WHY), "Health of 6", "--yes", code=2)
    assert state()["hp"] == 9
    done("fix", "pad.hp", "8", *WHY)
    done("fix", "pad.hp", "99", *WHY, "--yes")
    assert state()["hp"] == 99
    done("pad", "heal")
    assert state()["hp"] == 99, "healing takes nothing away"
    assert "more than the Health" in done("cleanup", "--won", "--upgrade", "health", "--hp", "12").err


@pytest.mark.rule("term.gain-hp")
def test_hp_above_health_is_asked_back_in_a_fight_and_at_a_terminal() -> None:
    begin("Reef")
    assert hoplo("fight", "start", "Duel: bloodshed, lineup local, yours hero camp*2").code == 2
    hoplo("answer", "reptilian")
    done("answer", "D3")
    for key in ("pad.hp", "krakenlance.hp"):
        refused(hoplo("fix", key, "99", *WHY), "Health of 6", "--yes", code=2)
    conversed("fix pad.hp 99 --why test", "n", "Is that right?", "stopped", code=130)
    assert state()["hp"] == 6
    conversed("fix pad.hp 7 --why test", "y", "Is that right?", "corrected by hand")
    assert state()["hp"] == 7


# A scion that nobody knows ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [
    ["new", "--scion", "foo"],
    ["new", "--scion", "foo", "--hero", "nox", "--difficulty", "fearless", "--primus", "decimus", "--primus", "virago",
     "--primus", "bingqing", "--scion-bane", "Doom"],
    ["fight", "start", "--apart", "--scion", "foo", "--hero", "nox"],
])  # fmt: skip
def test_a_scion_that_nobody_knows_is_an_error_that_says_what_to_type(words: list[str]) -> None:
    refused(hoplo(*words), "'foo'", "taotie", "hoplo data add scion 'foo: …'", code=2)
    assert hoplo("save", "--json").json["campaigns"] == []


def test_a_scion_that_nobody_knows_is_asked_back_at_a_terminal() -> None:
    call = "new --scion foo --hero krakenlance --difficulty fearless --primus decimus --primus virago"
    for key, said, code, campaigns in (("n", "stopped", 130, 0), ("y", "Next: `hoplo play`", 0, 1)):
        last = f"{call} --primus bingqing --scion-bane Doom"
        conversed(last, key, "with this name on its card?", said, code=code)
        assert len(hoplo("save", "--json").json["campaigns"]) == campaigns
    refused(hoplo("fix", "scion", "bar", *WHY), "bar", "--yes", code=2)
    done("fix", "scion", "hydra", *WHY)


@pytest.mark.rule("influence.bane", "bane.placed")
def test_a_bane_stack_found_empty_is_asked_no_more() -> None:
    """Whatever draws from it says so once, banes that it still had before, and owes no more (bane.none-left)."""
    begin("Reef")
    ran = done("pad", "influence", "8", "--bane", "Doom:camp", "--bane", "none")
    assert (ran.out.count("The bane stack is empty."), state()["influence"]) == (1, 8)
    assert "left on the stack: 0 at most" in done("bane").out
    assert "The bane stack is empty." in done("pad", "influence", "4").out
    done_each("event accept", "undo")
    done("fix", "banes_gone", "0", *WHY)
    refused(hoplo("pad", "influence", "4"), "--bane", code=2)
    assert "The bane stack is empty." in done("bane", "draw", "none").out


@pytest.mark.rule("decks.open")
def test_the_front_cards_are_shown_wherever_a_way_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """`travel`, `route`, `event` and the menu of an evening name them, and spectating moves them on (p.7-8, 16)."""
    begin("Cove")
    assert "event deck sport" in done("event", "deck").out
    done("event", "deck", "sport", "Brawl,", "Race,", "Long Jump")
    assert "At the front of the Sport deck: Brawl, Race, Long Jump." in done("event", "deck").out
    assert "Sport event at Cove: Brawl" in done("event").out
    player = Sitting("event", "spectate")
    player.pressed = ["Wall, Race, Duel"]
    assert run(player) == 0
    assert done("event", "deck", "--json").json == {"decks": {"sport": ["Wall", "Race", "Duel"]}}
    done("undo")
    ran = done("event", "spectate", "--ahead", "Long Jump, Race, Wall")
    assert "At the front of the Sport deck: Long Jump, Race, Wall." in ran.out
    done("map", "edit", "Atlantis", "--kind", "sport")
    assert "front card Long Jump" in done("travel").out
    assert "Atlantis  Sport (Long Jump)" in done("route", "Atlantis").out
    assert done("travel", "--json").json["destinations"][0]["card"] == "Long Jump"
    done("event", "deck", "sport", "none")
    assert done("event", "deck", "--json").json == {"decks": {}}
    done("undo")
    refused(hoplo("event", "deck", "primus", "Duel"), "sport")
    refused(hoplo("event", "deck", "sport"), "CARD", code=2)
    done("fix", "decks.sport", "Wall, Race", *WHY)
    assert "front of the Sport deck" in done("history").out


def test_what_is_not_known_at_the_beginning_is_said() -> None:
    """The dice where the difficulty needs none; a sheet without levels has none to name."""
    others = [word for hero in ("decimus", "bingqing", "the-parthian") for word in ("--primus", hero)]
    ran = done("new", "--hero", "nox", "--difficulty", "fearless", "--scion", "taotie", *others)
    assert "the hero's dice are not known" in ran.err
    boots = ("--mercurys-boots", "--edition", "promo", "--scion-bane", "Gigantic:bag")
    ran = done("new", *boots, "--hero", "krakenlance", "--scion", "taotie")
    assert "Krakenlance sets out on a campaign. The bag" in ran.out
    assert "dice are not known" not in ran.err


def test_a_scion_fight_outside_a_campaign_counts_no_stack() -> None:
    """Of Pluto's Domain it says what the card says, not how many that is."""
    ran = done("fight", "start", "--scion", "taotie", "--hero", "krakenlance", "--camp", "archer", "--auto", "first")
    assert "Pluto's Domain: draw banes (one for each Vesuvian unit still in the faction stack)." in ran.out


# Slots ------------------------------------------------------------------------------------------------------------


def _by_counting(chips: list[str], redrawn: set[str], slots: int) -> dict[str, Fraction]:
    """Draw the bag in every order, and count in how many each chip comes out before the slots are full."""
    seen: Counter[str] = Counter()
    orders = list(permutations(chips))
    for order in orders:
        out: set[str] = set()
        left = slots
        for chip in order:
            if not left:
                break
            out.add(chip)
            left -= chip not in redrawn
        seen.update(out)
    return {chip: Fraction(seen[chip], len(orders)) for chip in sorted(set(chips))}


@pytest.mark.rule("bag.draw", "prepare.bag-bane", "boots.camp-bane")
@pytest.mark.parametrize("slots", [1, 2, 3, 4, 5, 6])
def test_the_odds_of_a_lineups_slots_are_those_of_every_order(slots: int) -> None:
    """Bag and camp banes fill no slot, and another chip is drawn; a unit bane fills one (p.29; boots.camp-bane)."""
    units, banes = (
        ("archer", "archer", "hoplite"),
        (Bane("Ruin", "bag"), Bane("Ruin", "bag"), Bane("Gale", "camp"), Bane("Shade", "unit")),
    )
    campaign: Campaign = replace(ready(), bag=Bag(units, banes))
    chips = [*units, *(bane.name for bane in banes)]
    assert slot_odds(campaign, slots) == _by_counting(chips, {"Ruin", "Gale"}, slots)


def test_slots_at_the_command_line() -> None:
    begin("Reef")
    done("bag", "add", "Ruin:bag")
    told = done("bag", "--slots", "2", "--json").json
    assert (told["slots"], told["odds"]["tactician"], told["odds"]["Ruin"]) == (2, "7/10", "1/3")
    assert "███████··· 70 % (7/10)" in done("bag", "--slots", "2").out
    assert done("bag", "--draws", "2", "--json").json["odds"]["tactician"] == "3/5"
    assert hoplo("bag", "--slots", "2", "--draws", "2").code == 2


def test_a_blessing_is_not_refused_while_no_round_has_been_played() -> None:
    campaign = replace(ready(), phase="travel", came_from="")
    assert what(pad.use_blessing(campaign)[1][1]) == "blessing.untold"
    with pytest.raises(RefusedError, match=r"bless\.over"):
        pad.use_blessing(replace(campaign, came_from="Pit"))
