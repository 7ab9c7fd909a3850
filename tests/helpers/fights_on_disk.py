"""Fights on disk, where `HOPLO_HOME` points: played by commands, looked at from outside, played once more."""

import shlex
from pathlib import Path
from typing import Any

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.own import remember
from hoplo_companion.table.play.replay import replayed
from hoplo_companion.table.saves.format import from_state, to_state
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import fights_behind
from hoplo_companion.table.saves.save import Save
from tests.helpers.cli import done, done_each, hoplo
from tests.helpers.fights import OWN_RECORDS
from tests.helpers.own_catalogue import record

NAME = "it"


def on_disk(campaign: Campaign) -> Library:
    """Tell everything that a fight may ask of components, and begin a campaign at the state given."""
    for kind, named in OWN_RECORDS.items():
        for name, line in named.items():
            fields = record(kind, name, line)
            known = fields.pop("name", name)
            remember(kind, slug(name), known, fields)
    library = Library()
    Save.create(library.folder(NAME), library.copies(NAME), to_state(campaign), "new", "begins the campaign")
    library.switch(NAME)
    return library


def said(*words: str) -> str:
    return done(*words).out


def state() -> dict[str, Any]:
    return Library().open(NAME).state


def current() -> Save:
    library = Library()
    return library.open(library.current())


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "locks" not in path.parts
    }


def assert_replays(name: str = "") -> None:
    """The fight of a campaign (the one that is played) comes out the same, played again with the answers kept."""
    save = Library().open(name) if name else current()
    fight = from_state(save.state).fight
    assert fight is not None
    assert replayed(from_state(fights_behind(save)[0][-1]), fight, catalogue()).difference == ""


KNOWN = (
    ("unit", "Attacker: 2/1/4, blue blue"),
    ("unit", "Archer: -/-/3, yellow blue"),
    ("unit", "Defender: 1/1/5, black"),
    ("unit", "Tactician: 1/2/3, green, Tactical"),
    ("tactic", "Stun: temporary until end of its next turn, cannot move, cannot attack"),
)
FOLLOWED = "Brawl: bloodshed, lineup bag bag+t local, yours hero camp*2"
APART = ("--hero", "krakenlance", "--arena", "atlanteans", "--camp", "attacker,archer", "--tactics", "stun")


def follow_a_fight() -> None:
    """Play a fight into the rival's second turn, which asks on which of two hexes its defender ends."""
    for kind, line in KNOWN:
        done("data", "add", kind, line)
    assert hoplo("fight", "start", FOLLOWED, "--apart", *APART).code == 2, "the bag is asked for"
    for answer in ("defender", "tactician", "reptilian"):
        assert hoplo("answer", answer).code == 2
    for line in ("answer D3", "rival-turn", "turn deploy krak G1", "turn end"):
        done(*line.split())
    assert "movement.destination of defender is open" in hoplo("rival-turn").err


def follow_to_your_turn() -> None:
    """Fight on to your turn, with Krakenlance on G1 and the rival's units still far."""
    follow_a_fight()
    hoplo("answer", "--auto", "first")


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


def set_up(card: str, *answers: str) -> str:
    """The rows of a story that begin a campaign and a fight of it, with these answers."""
    rows = [
        "new --first-game",
        f"travel Field --kind {'sport' if 'sport' in card else 'bloodshed'}",
        *(f"data add {kind} {shlex.quote(line)}" for kind, line in TOLD),
        f"fight start '{card}' -> 2",
        *([f"answer {' '.join(answers)}", "rival-turn --auto first"] if answers else []),
    ]
    return "\n".join(f"  {row}" for row in rows)


FIGHTS = {
    "planned": set_up(BRAWL),
    "fight": set_up(BRAWL, "defender", "attacker", "D3"),
    "sport": set_up(GAMES, "defender", "attacker", "archer", "rival-defender", "D3"),
}
"""What stories are given: a fight of a campaign as its bag is asked for, and two at your turn."""


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
    table: dict[str, Any] = done("fight", "--json").json["fight"]
    return table


def camp() -> dict[str, Any]:
    table: dict[str, Any] = done("camp", "--json").json
    return table


def unit(id_: str) -> dict[str, Any]:
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
