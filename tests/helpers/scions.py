"""Scions of nobody's box, and campaigns that face one: what the tests of scion combats are played with."""

from typing import Any

from msgspec.structs import replace

from hoplo_companion.campaign.model import Bag, Bane, Camp, Campaign
from hoplo_companion.components.catalogue import Catalogue, catalogue
from hoplo_companion.notation.reference_cards import read_scion
from hoplo_companion.rules.model import Combat
from tests.helpers.fights import UNITS, told
from tests.helpers.maps import campaign_on
from tests.helpers.own_catalogue import Own

ROWS = (
    "green hit: Each Shade moves up to 2 hexes. [by minions: advance 2]",
    "blue total: All deal {hits}. [damage hits] [by scion minions: damage hits to adjacent opponent]",
    "yellow each: Each Shade gains 1 HP. [by minions: gain 1 hp]",
    "black+yellow pair: Turn the lowest card over.",
)  # fmt: skip


def gorgon(rows: tuple[str, ...] = ROWS, *, lists: str = "hero > strongest", **more: Any) -> dict[str, Any]:
    parts = ["health 6", "range 1", "cap 2", "dice 1 green 2 blue 2 yellow 1 black", "minion shade"]
    parts += ["setup Two Shades beside it.", *rows, *(f"trigger {each}" for each in more.pop("trigger", ()))]
    parts += [f"priorities {each}" for each in lists.split(";") if each]
    return {**read_scion("Gorgon", "; ".join(parts), catalogue())[1], **more}


def own(rows: tuple[str, ...] = ROWS, **more: Any) -> Own:
    return Own(units={**UNITS}, scions={"Gorgon": gorgon(rows, **more)})


def board(units: list[str], *, step: str = "deployment", rows: tuple[str, ...] = ROWS, lists: str = "hero > strongest",
          card: dict[str, Any] | None = None, **more: Any) -> Combat:  # fmt: skip
    position = {"event": "scion", "act": 4, "turn": 2, **more}
    return own(rows, lists=lists, **(card or {})).combat(step, units, "farthest", **position)


PLACES = [("Pit", "bloodshed", "vesuvians", ["Vesuvius"]), ("Vesuvius", "capital", "vesuvians", [])]


def known(**more: Any) -> Catalogue:
    """Make a catalogue in which nothing of a fight against the Gorgon has to be asked but what its card leaves open."""
    return told(scions={"Gorgon": gorgon(**more)})


def facing(place: str = "Vesuvius", *, act: int = 4, **changes: Any) -> Campaign:
    """Make a campaign that has come to the scion, with banes in bag and camp and two blessings."""
    campaign = campaign_on(PLACES, place, act=act)
    campaign = replace(
        campaign,
        scion="gorgon",
        phase="event",
        camp=Camp(units=("attacker", "archer", "defender"), tactics=("stun",), banes=(Bane("Gloom", "camp"),)),
        bag=Bag(("tactician",), (Bane("Ruin", "bag"), Bane("Shade", "unit"))),
    )
    return replace(campaign.with_pad(hp=campaign.pad.health, blessings=2), **changes)
