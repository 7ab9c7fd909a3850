"""The state of a turn under way in a position: who moved, who was struck, what effects do for some time."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.checking import convert
from hoplo_companion.components.effect_checks import LASTING, check_effects
from hoplo_companion.components.effects import AnyVerb, Effect
from hoplo_companion.components.names import advise
from hoplo_companion.components.words import Colour, Side, Until
from hoplo_companion.errors import Defect, InvalidError, clip
from hoplo_companion.rules.model import Combat, Lasting, Unit
from hoplo_companion.rules.position.document import decode_part
from hoplo_companion.rules.scion.dice import MOST_DICE_OF_A_COLOUR

IN_TURN = ("moved", "stayed", "struck", "used", "fresh", "dazed_later")
UNITS = ("moved", "stayed", "struck", "dazed_later")


def on_elite_anyway(id_: str) -> str:
    """Name the note that the player has put tactics on an elite unit although the rules forbid it (p.30)."""
    return f"{id_} tactic-on-elite/house"


MOST_DEFEATS = 99


class LastingDoc(Struct, forbid_unknown_fields=True):
    """Something that an effect does for a while: the verb as it is written, whose it is, on whom, and until when."""

    do: AnyVerb
    units: list[str]
    until: Until
    source: str = ""
    holder: str = ""
    side: Side = "rival"
    fresh: bool = False


class StateDoc(Struct, forbid_unknown_fields=True):
    """What only matters while a turn is under way, or until an effect ends; leave it out where there is none."""

    side: Side = "rival"
    moved: list[str] = []
    stayed: list[str] = []
    struck: list[str] = []
    used: list[str] = []
    fresh: list[str] = []
    dazed_later: list[str] = []
    lasting: list[LastingDoc] = []
    more_dice: dict[Colour, int] = {}
    scion_defeats: int = 0


def read_state(text: bytes, units: dict[str, Unit], catalogue: Catalogue, defects: list[Defect]) -> dict[str, Any]:
    """Read the state of a turn under way, as fields of a combat; what is wrong with it is added to the defects."""
    try:
        doc = convert(decode_part(text, "state") or {}, StateDoc)
    except InvalidError as fault:
        defects += fault.defects
        return {}
    if isinstance(doc, list):
        defects += [Defect(each.code, f"state.{each.where}".rstrip("."), each.message) for each in doc]
        return {}
    for key in UNITS:
        for at, id_ in enumerate(getattr(doc, key)):
            if id_ not in units:
                text_ = f"no unit {clip(id_)}; {advise(id_, list(units), 'units')}"
                defects.append(Defect("unknown-unit", f"state.{key}[{at}]", text_))
    for at, each in enumerate(doc.lasting):
        where = f"state.lasting[{at}]"
        if not isinstance(each.do, LASTING):
            text_ = f"{each.do.__struct_config__.tag} is over at once: it does not last"
            defects.append(Defect("misplaced-verb", f"{where}.do", text_))
        for number, id_ in enumerate(each.units):
            if id_ not in units:
                text_ = f"no unit {clip(id_)}; {advise(id_, list(units), 'units')}"
                defects.append(Defect("unknown-unit", f"{where}.units[{number}]", text_))
        effect = Effect(on="moved", verbs=[each.do], once="turn")
        faults = check_effects([effect], catalogue, where)
        defects += [Defect(f.code, f.where.replace("[0].do[0]", ".do"), f.message) for f in faults]
    lasting = tuple(
        Lasting(each.do, each.source, each.holder, each.side, tuple(each.units), each.until, each.fresh)
        for each in doc.lasting
    )
    if not 0 <= doc.scion_defeats <= MOST_DEFEATS:
        text_ = f"it is between 0 and {MOST_DEFEATS}, not {clip(doc.scion_defeats)}"
        defects.append(Defect("value", "state.scion_defeats", text_))
    for colour, count in doc.more_dice.items():
        if not -MOST_DICE_OF_A_COLOUR <= count <= MOST_DICE_OF_A_COLOUR:
            text_ = f"at most {MOST_DICE_OF_A_COLOUR} dice of a colour are more or fewer, not {clip(count)}"
            defects.append(Defect("value", f"state.more_dice.{colour}", text_))
    against_scion = {"more_dice": doc.more_dice, "scion_defeats": doc.scion_defeats}
    return {
        "side": doc.side,
        "lasting": lasting,
        **against_scion,
        **{key: frozenset(getattr(doc, key)) for key in IN_TURN},
    }


def write_state(combat: Combat) -> dict[str, Any]:
    """Write what matters while a turn is under way, and what lasts."""
    written: dict[str, Any] = {} if combat.side == "rival" else {"side": combat.side}
    for key in IN_TURN:
        # Who has left since is nobody that a position could name.
        found = sorted(each for each in getattr(combat, key) if key not in UNITS or each in combat.units)
        if found:
            written[key] = found
    if combat.more_dice:
        written["more_dice"] = dict(combat.more_dice)
    if combat.scion_defeats:
        written["scion_defeats"] = combat.scion_defeats
    lasting = [(each, [id_ for id_ in each.units if id_ in combat.units]) for each in combat.lasting]
    if any(units for _, units in lasting):
        written["lasting"] = [
            {
                "do": msgspec.to_builtins(each.verb),
                "units": units,
                "until": each.until,
                "source": each.source,
                "holder": each.holder,
                "side": each.side,
                "fresh": each.fresh,
            }
            for each, units in lasting
            if units
        ]
    return written
