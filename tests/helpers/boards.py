"""Positions written short, so that a test shows its board at a glance.

A unit is a line: `id side HEX` and then what matters, as in `rep rival B2 mv1 rg1 hp3 blue blue Taunt +adrenaline`:
`mvN` Movement, `rgN` Range, `hpN` HP (and Health, unless `hlN` tells it), dice by colour, skills as printed with a
dash for the space (`Regen-1`), `+tactic`, `dazed`, `elite`, `hero`, `tribune`, `class:archer`, `of:atlanteans` (its
faction), `as:reptilian` (its chip; without one an attacker), `attack?` (unknown). HEX is `-` for a unit in camp.

A priority list is a line of words: `flagholder chip:trident holding:trident farthest key named:C3,C4 highest:range`.
"""

import json
import re
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.reading import PositionReader, answer

OWN = Path(__file__).parents[1] / "own"
"""Records of a player that tests play with: skills told by hand at every moment."""

READER = PositionReader(Catalogue(own=OWN))

COLUMNS = [3, 4, 5, 6, 5, 4, 3]
NUMBERS = {"mv": "movement", "rg": "range", "hl": "health", "hp": "hp"}
FLAGS = ("dazed", "elite", "hero", "tribune")

Does = tuple[str, list[str], list[str]]
"""What a unit does if it moves first: its status, its marks as `priority target`, its destinations."""


def stats(words: list[str]) -> dict[str, Any]:
    """Read what a line says of a chip, after its id, side and hex."""
    read: dict[str, Any] = {
        "chip": "attacker", "movement": 1, "range": 1, "health": 3, "attack": [], "skills": [], "tactics": [],
    }  # fmt: skip
    told = set()
    for word in words:
        number = re.fullmatch(r"(mv|rg|hl|hp)(\d+)", word)
        if number:
            read[NUMBERS[number[1]]] = int(number[2])
            told.add(number[1])
        elif word in HIT_FACES:
            read["attack"].append(word)
        elif word in FLAGS:
            read[word] = True
        elif word.startswith("+"):
            read["tactics"].append(word[1:])
        elif word.startswith("class:"):
            read["class"] = word[6:].split(",")
        elif word.startswith("of:"):
            read["faction"] = word[3:]
        elif word.startswith("as:"):
            read["chip"] = word[3:]
        elif not word.endswith("?"):
            read["skills"].append(re.sub(r"-(\d+)$", r" \1", word).replace("_", " "))
    if "hp" in read and "hl" not in told:
        read["health"] = read["hp"]
    return {key: value for key, value in read.items() if f"{key}?" not in words}


def unit(line: str) -> dict[str, Any]:
    id_, side, hex_, *words = line.split()
    read = {"id": id_, "side": side, **stats(words)}
    if hex_ != "-":
        read["hex"] = hex_
        read.setdefault("hp", read["health"])
    return read


def priority(word: str) -> dict[str, Any]:
    head, _, tail = word.partition(":")
    if head == "chip":
        return {"hex": "chip", "chip": tail}
    if head == "holding":
        return {"opponent": "holding", "chip": tail}
    if head == "key":
        return {"hex": "key"}
    if head == "named":
        return {"hex": "named", "hexes": tail.split(",")}
    if head == "highest":
        return {"hex": "highest", **({"near": tail} if tail else {})}
    return {"opponent": head}


def place(text: str) -> dict[str, str]:
    """Read where a chip is: a hex, or `@id` for the unit that holds it."""
    return {"holder": text[1:]} if text.startswith("@") else {"hex": text}


def position(
    step: str,
    units: list[str],
    priorities: str | dict[str, str] = "any",
    *,
    arena: str | dict[str, Any] = "",
    chips: dict[str, str] | None = None,
    flag: str = "",
    lineup: list[str] | None = None,
    tactics: str = "",
    **more: Any,
) -> dict[str, Any]:
    """Write a position: on a plain mat with these priorities, on a mat with changes, or in an arena of the data.

    Shapes: `priorities` is one list for all, or lists by whom they are for; `lineup` has lines `id words…`; `more` goes
    into the position as it is (act, turn, event, rulings).
    """
    lists = {"all": priorities} if isinstance(priorities, str) else priorities
    ground: Any = arena
    if not isinstance(arena, str) or not arena:
        ground = {
            "columns": COLUMNS,
            "rival_deployment": ["A1", "A2", "A3"],
            "player_deployment": ["G1", "G2", "G3"],
            "priorities": [
                {"for": whom, "list": [priority(word) for word in words.split()]} for whom, words in lists.items()
            ],
            **(arena if isinstance(arena, dict) else {}),
        }
    written: dict[str, Any] = {
        "schema": "hoplo/position@1",
        "step": step,
        "arena": ground,
        "units": [unit(line) for line in units],
        "rival": {"lineup": [line.split()[0] for line in lineup or []], "tactics": tactics.split()},
        **more,
    }
    if chips:
        written["chips"] = {chip: place(where) for chip, where in chips.items()}
    if flag:
        written["flag"] = place(flag)
    if lineup:
        bench = {}
        for line in lineup:
            id_, *words = line.split()
            bench[id_] = {key: value for key, value in stats(words).items() if key not in ("tactics", "hp", "dazed")}
        written["bench"] = bench
    return written


def written(step: str, units: list[str], priorities: str | dict[str, str] = "any", **more: Any) -> str:
    """The row of a story that writes a position into `{tmp}/b`."""
    return f"  write {{tmp}}/b '{json.dumps(position(step, units, priorities, **more))}'"


def combat(step: str, units: list[str], priorities: str | dict[str, str] = "any", **more: Any) -> Combat:
    return READER.read(json.dumps(position(step, units, priorities, **more)).encode())


def change(combat: Combat, id_: str, **fields: Any) -> Combat:
    """Give a combat with a unit changed, its skills too."""
    return combat.with_unit(replace(combat.units[id_], **fields))


def solved(step: str, units: list[str], priorities: str | dict[str, str] = "any", **more: Any) -> dict[str, Any]:
    return answer(combat(step, units, priorities, **more))


def targets(units: list[str], priorities: str = "any", **more: Any) -> list[str]:
    """List whom the rival unit `r` may attack."""
    found: list[str] = solved("engage", units, priorities, **more)["units"]["r"]["targets"]
    return found


def does(units: list[str], priorities: str | dict[str, str] = "any", **more: Any) -> Does:
    """Tell what the first unit does if it moves first."""
    told = solved("movement", units, priorities, **more)["units"][units[0].split()[0]]
    return told["status"], [f"{mark['priority']} {mark['target']}" for mark in told["marks"]], told["destinations"]
