"""Putting a save right by hand: any place of its state, by name."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr

State = dict[str, Any]


def fixed(state: State, key: str, value: str) -> tuple[Any, Any, State]:
    """Give what stood at a place of a state, what stands there then, and the state with it.

    Shapes: `key` names the tables on the way, separated by points (`pad.hp`, `pad.weeks.0`); `value` is JSON, or else
    the word itself; for a list also words separated by commas. UsageError names the keys that there are.
    """
    changed: State = msgspec.json.decode(msgspec.json.encode(state))
    at: Any = changed
    keys = _keys(changed, key)
    for each in keys[:-1]:
        at = at[each]
    old = at[keys[-1]]
    at[keys[-1]] = _read(value, old)
    return old, at[keys[-1]], changed


def prowess_put_right(before: Campaign, campaign: Campaign) -> Campaign:
    """Give a campaign whose Prowess cards are in the camp or out of the game, never both: where each was put last."""
    held, gone = campaign.camp.prowess, campaign.out_of_game
    if held != before.camp.prowess:
        labels = {slug(card.label()) for card in held}
        return replace(campaign, out_of_game=tuple(card for card in gone if slug(card.label()) not in labels))
    labels = {slug(card.label()) for card in gone} if gone != before.out_of_game else set()
    return campaign.with_camp(prowess=tuple(card for card in held if slug(card.label()) not in labels))


def doubt_of(before: Campaign, campaign: Campaign, catalogue: Catalogue) -> str:
    """Say what is doubtful about a campaign that was put right, to be asked back; nothing where all is well."""
    pad = campaign.pad
    if pad.hp > max(pad.health, before.pad.hp):
        hp, health = pad.hp, pad.health
        return tr(
            "{hp} HP is more than your Health of {health}: only HP gained may exceed it (p.12)",
            hp=hp,
            health=health,
        )
    if campaign.scion != before.scion and catalogue.scion(slug(campaign.scion)) is None:
        advice = advise(campaign.scion, catalogue.ids("scions"), tr("scions"))
        return tr("no scion is called {name}; {advice}", name=clip(campaign.scion), advice=advice)
    return ""


def _keys(state: State, whole: str) -> list[Any]:
    """Find the keys that a name stands for; a key may have points in it, and then the longest one is meant."""
    found: list[Any] = []
    at: Any = state
    words = whole.split(".")
    while words:
        inside = at if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ()
        known = {str(key): key for key in inside}
        end = next((end for end in range(len(words), 0, -1) if ".".join(words[:end]) in known), 0)
        if not end:
            parts = {"key": clip(whole, 60), "word": clip(words[0], 60), "advice": advise(words[0], known, tr("keys"))}
            raise UsageError(tr("{key}: there is no {word}; {advice}", **parts))
        found.append(known[".".join(words[:end])])
        at, words = at[found[-1]], words[end:]
    return found


def _read(value: str, old: Any) -> Any:
    """Read a value as typed, in the manner of what stood there before."""
    if isinstance(old, str):
        return value
    try:
        return msgspec.json.decode(value)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        if isinstance(old, list) or (old is None and "," in value):
            words = [word.strip() for word in value.split(",") if word.strip()]
            return [int(word) if word.isascii() and word.isdigit() else word for word in words]
        return value
