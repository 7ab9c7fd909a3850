"""What kinds of components and the fields of their records are called."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from hoplo_companion.components.catalogue import singular
from hoplo_companion.components.names import KINDS, advise
from hoplo_companion.errors import clip
from hoplo_companion.language import later, tr

FIELDS = {
    "attack": later("attack dice"),
    "banes": later("banes"),
    "cap": later("cap"),
    "capacity": later("Tactic Capacity"),
    "cards": later("its card"),
    "centre": later("centre"),
    "chips": later("chips"),
    "class": later("class"),
    "classes": later("classes"),
    "columns": later("columns"),
    "dice": later("dice"),
    "effects": later("effects"),
    "elevation": later("elevation"),
    "elite": later("elite"),
    "faction": later("faction"),
    "health": later("Health"),
    "hero": later("hero"),
    "key_hexes": later("key hexes"),
    "kind": later("kind"),
    "leadership": later("Leadership"),
    "level": later("level"),
    "mat": later("mat"),
    "minions": later("minions"),
    "met": later("when it is met"),
    "movement": later("Movement"),
    "name": later("name"),
    "note": later("note"),
    "numbered": later("number on its chips"),
    "player_deployment": later("your deployment hexes"),
    "priorities": later("priority lists"),
    "range": later("Range"),
    "region": later("region"),
    "reward": later("reward"),
    "rival": later("how rivals use it"),
    "rival_deployment": later("the rival's deployment hexes"),
    "rival_class": later("class that brings it"),
    "rival_side": later("side that the rival places it on"),
    "rival_target": later("unit that the rival places it on"),
    "skills": later("skills"),
    "tactics": later("tactics"),
    "text": later("text"),
    "type": later("type"),
    "units": later("units"),
    "until": later("end"),
}
"""What the fields of records are called that a player reads off a chip or card."""

CONFIDENCES = {
    "stated": later("stated"),
    "translated": later("translated"),
    "inferred": later("inferred"),
    "low-res": later("hard to read"),
    "assumed": later("assumed"),
    "player": later("by the player"),
}
"""How sure a source is."""


def field_word(field: str) -> str:
    """Name a field of a record; one that has no word of its own is named by its key."""
    return tr(FIELDS[field]) if field in FIELDS else field.replace("_", " ")


def confidence_word(confidence: str) -> str:
    """Say how sure a source is."""
    return tr(CONFIDENCES[confidence]) if confidence in CONFIDENCES else confidence


def row_words(text: str) -> str:
    """Word what a row of a scion's card does, in which the number of hits is filled in already."""
    for number in re.finditer(r"\d+", text):
        row = f"{text[: number.start()]}{{hits}}{text[number.end() :]}"
        if tr(row) != row:
            return tr(row).replace("{hits}", number[0])
    return tr(text)


def kind_word(kind: str) -> str:
    """Name one record of a kind."""
    one = singular(kind)
    return tr(KINDS[one][0]) if one in KINDS else one


def kinds_word(kind: str) -> str:
    """Name several records of a kind."""
    one = singular(kind)
    return tr(KINDS[one][1]) if one in KINDS else kind


def value_word(value: Any) -> str:
    """Write a value of a record."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return " ".join(map(str, value)) or tr("none") if isinstance(value, list) else str(value)


def unknown_own(name: str, known: Iterable[str], kind: str = "") -> str:
    """Say that none of the player's own records, or of those of a kind, has a name, and what would be right."""
    if not kind:
        advice = advise(name, known, tr("records of your own"))
        return tr("no record of your own is called {name}; {advice}", name=clip(name, 62), advice=advice)
    advice = advise(name, known, kinds_word(kind))
    text = later("no {kind} of your own is called {name}; {advice}")
    return tr(text, kind=kind_word(kind), name=clip(name, 62), advice=advice)
