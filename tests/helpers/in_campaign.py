"""A fight of a campaign on disk, whose components are all told: for whoever changes the camp meanwhile."""

from __future__ import annotations

from typing import Any

from tests.helpers.cli import done, done_each, hoplo

TOLD = (
    ("unit", "Attacker: 2/1/4, blue blue"),
    ("unit", "Archer: 1/2/3, yellow blue"),
    ("unit", "Defender: 1/1/5, black"),
    ("unit", "Tactician: 1/2/3, green"),
    ("tactic", "Stun: temporary until end of its next turn, cannot move, cannot attack"),
    ("tactic", "Adrenaline: permanent, movement +1"),
    ("tactic", "Hamstring: instant, daze"),
    ("tactic", "Bolster Health: instant, gain 2 hp"),
    ("prowess", "Swift: movement +1"),
    ("prowess", "Wardance: grant Pull to troop (hero)"),
)
BRAWL = "Brawl: bloodshed, lineup bag bag, yours hero camp*2"
GAMES = "Games: sport, goals koth, lineup bag bag bag, yours hero camp*2"
DRAWN = ("defender", "attacker", "archer")


def planned(card: str = BRAWL) -> None:
    """Begin a campaign and a fight of it, whose set-up asks what came out of the bag."""
    done("new", "--first-game")
    done("travel", "Field", "--kind", "sport" if "sport" in card else "bloodshed")
    for kind, line in TOLD:
        done("data", "add", kind, line)
    assert hoplo("fight", "start", card).code == 2, "the bag is asked for"


def begun(card: str = BRAWL) -> None:
    """Set the fight up and let the rival begin: it is your turn, and nobody of yours is in the arena."""
    planned(card)
    for chip in DRAWN[: 3 if "sport" in card else 2]:
        hoplo("answer", chip)
    if "sport" in card:
        hoplo("answer", "rival-defender")
    done_each("answer D3", "rival-turn --auto first")


def fight() -> dict[str, Any]:
    """Read how the fight stands."""
    table: dict[str, Any] = done("fight", "--json").json["fight"]
    return table


def camp() -> dict[str, Any]:
    """Read what lies in the camp."""
    table: dict[str, Any] = done("camp", "--json").json
    return table


def unit(id_: str) -> dict[str, Any]:
    """Give a unit of the fight's board."""
    found: dict[str, Any] = next(each for each in fight()["position"]["units"] if each["id"] == id_)
    return found


def agree() -> None:
    """Hold the camp and the pad against the fight: they never disagree."""
    table, pad = fight(), done("pad", "--json").json
    yours = table["position"]["player"]
    assert sorted(yours["tactics"]) == sorted(pad["camp"]["tactics"])
    assert yours["blessings"] == pad["blessings"]
    fallen = [each["chip"] for each in table["fallen"] if each["side"] == "player" and not each.get("elite")]
    here = [each for each in table["position"]["units"] if each["side"] == "player"]
    assert sorted([*fallen, *(each["chip"] for each in here if not each.get("hero"))]) == sorted(pad["camp"]["units"])
    for hero in here:
        if hero.get("hero"):
            shown = {key: pad[key] for key in ("movement", "range", "health", "hp")}
            assert {key: hero[key] for key in shown} == shown
    prowess = [name.lower().replace(" ", "-") for name in pad["camp"]["prowess"]]
    assert set(table["position"].get("cards", {}).get("prowess", [])) <= set(prowess)
