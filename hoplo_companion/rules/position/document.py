"""The document of position@1: its schema, decoding it with all defects of its shape, and what no board can be.

The common case is a sound position: it is decoded straight into its schema. Only where that fails is the same text
walked part by part, so that everything that is wrong with it is reported at once.
"""

import codecs
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from hoplo_companion.components.checking import check
from hoplo_companion.components.words import Colour, EventKind, Side, StepName, Variant
from hoplo_companion.errors import Defect, InvalidError, clip, defect, part
from hoplo_companion.language import later
from hoplo_companion.rules.dialogue import MOST_NUMBER as MOST
from hoplo_companion.rules.model import Combat, Lasting, Place, Unit

SCHEMA = "hoplo/position@1"

FORECAST = "forecast"
"""The step of a position that asks for the rest of the rival's turn, from the step that it names in `from`."""


class StatsDoc(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a position says of a chip; fields that the game data know may be left out, those given override."""

    chip: str
    faction: str | UnsetType = UNSET
    classes: list[str] | UnsetType = field(name="class", default=UNSET)
    movement: int | UnsetType = UNSET
    range: int | UnsetType = UNSET
    health: int | UnsetType = UNSET
    attack: list[str | int] | UnsetType = UNSET
    skills: list[str] | UnsetType = UNSET
    elite: bool | UnsetType = UNSET
    hero: bool | UnsetType = UNSET
    tribune: bool = False


class UnitDoc(StatsDoc, kw_only=True):
    """A unit in combat, or in camp where it has no `hex`."""

    id: str
    side: Side
    hex: str | UnsetType | None = UNSET
    hp: int | UnsetType | None = UNSET
    dazed: bool = False
    tactics: list[str] = []


class PlaceDoc(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Where a chip is: `hex`, or the `holder`'s id."""

    hex: str | UnsetType = UNSET
    holder: str | UnsetType = UNSET


class RivalDoc(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What the rival has still to come, top first."""

    lineup: list[str] = []
    tactics: list[str] = []


class PlayerDoc(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What you may still bring into the combat: camp units and hero of your lineup, tactics; points, blessings, cap.

    With Mercury's Boots also the scion's `influence` and the `opportunities` in your camp, by id.
    """

    camp_units: int | UnsetType = UNSET
    hero: bool | UnsetType = UNSET
    tactics: list[str] | UnsetType = UNSET
    points: int = 0
    blessings: int | UnsetType = UNSET
    cap: int | UnsetType = UNSET
    influence: int | UnsetType = UNSET
    opportunities: list[str] = []


class PositionDoc(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A position as the machine interface writes it."""

    schema: Literal["hoplo/position@1"]
    step: Literal["deployment", "tactics", "movement", "abilities", "engage", "forecast"] | UnsetType = UNSET
    from_: StepName | UnsetType = field(name="from", default=UNSET)
    act: int = 1
    turn: int = 1
    event: EventKind = "bloodshed"
    arena: msgspec.Raw
    flag: PlaceDoc | None = None
    chips: dict[str, PlaceDoc] = {}
    units: list[UnitDoc]
    rival: RivalDoc = field(default_factory=RivalDoc)
    bench: dict[str, StatsDoc] = {}
    player: PlayerDoc | None = None
    cards: dict[Literal["events", "banes", "prowess"], list[str]] = {}
    state: msgspec.Raw | UnsetType = UNSET
    rulings: dict[str, str] = {}
    explain: bool = False
    variant: Variant = Variant()


class StateDoc(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What only matters while a turn is under way, or until an effect ends; leave it out where there is none."""

    side: Side = "rival"
    moved: list[str] = []
    stayed: list[str] = []
    struck: list[str] = []
    used: list[str] = []
    fresh: list[str] = []
    dazed_later: list[str] = []
    lasting: list[Lasting] = []
    more_dice: dict[Colour, int] = {}
    scion_defeats: int = 0


IN_TURN = ("moved", "stayed", "struck", "used", "fresh", "dazed_later")
"""The lists of a state that a combat keeps as sets."""

OF_UNITS = ("moved", "stayed", "struck", "dazed_later")
"""Those of them that hold the ids of units."""


def on_elite_anyway(id_: str) -> str:
    """Name the note in `used` that the player has put tactics on an elite unit although the rules forbid it (p.30)."""
    return f"{id_} tactic-on-elite/house"


_decode = msgspec.json.Decoder(PositionDoc).decode


class Document(NamedTuple):
    """A document as it was read: with defects, made of what is sound.

    `numbers` are those of its units as written; `lost` are the places where something was left out.
    """

    doc: PositionDoc
    numbers: Sequence[int]
    defects: list[Defect]
    lost: Collection[str] = ()


def read_document(text: bytes) -> Document:
    """Read a document from JSON; InvalidError where so much is wrong with its shape that nothing can be made of it.

    RecursionError where it is nested too deep.
    """
    text = text.removeprefix(codecs.BOM_UTF8)
    try:
        # What is decoded later, part by part, must be text too.
        text.decode()
        try:
            doc = _decode(text)
        except msgspec.ValidationError as fault:
            return _salvage(decode_part(text, ""), str(fault))
    except UnicodeDecodeError as fault:
        raise InvalidError([defect("json", "", "not UTF-8 text, at byte {n}", n=fault.start + 1)]) from None
    except msgspec.DecodeError as fault:
        why = later("not valid JSON: {reason}") if text.strip() else later("an empty line is not a position")
        if text.strip() and "truncated" in str(fault):
            why = later("not valid JSON: it ends too early, after {n} bytes")
        raise InvalidError([defect("json", "", why, reason=fault, n=len(text))]) from None
    return Document(doc, range(len(doc.units)), [])


def _salvage(data: Any, fault: str) -> Document:
    """Find everything that is wrong with a document's shape, and make a document of the rest."""
    sound, defects = check(data, PositionDoc)
    defects = defects or [Defect("value", "", fault)]
    lost = {defect.where for defect in defects}
    for at, each in enumerate(defects):
        if each.where == "schema":
            right = f'"schema": "{SCHEMA}"'
            defects[at] = defect("schema", "schema", "{fault}: write {right}", fault=each.message, right=right)
    if sound is None and isinstance(data, dict):
        # Stand-ins for lost needed keys let the rest be judged; their own defects are listed already.
        rest = {key: value for key, value in data.items() if key not in lost}
        sound, _ = check({"schema": SCHEMA, "arena": None, "units": [], **rest}, PositionDoc)
    if sound is None:
        raise InvalidError(defects)
    numbers = [at for at, unit in enumerate(sound["units"]) if unit is not None]
    lost |= {"units"} if len(numbers) < len(sound["units"]) else set()
    sound |= {key: without_nulls(sound[key]) for key in ("units", "rival", "bench") if key in sound}
    try:
        return Document(_decode(msgspec.json.encode(sound)), numbers, defects, lost)
    except (msgspec.MsgspecError, UnicodeEncodeError):
        raise InvalidError(defects) from None


def without_nulls(value: Any) -> Any:
    """Plain data without what is null in its tables, or has left a gap in a list (`check`)."""
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    return [without_nulls(each) for each in value if each is not None] if isinstance(value, list) else value


def decode_part(text: bytes, where: str) -> Any:
    """Decode a part of a document into plain data; InvalidError names the part where it cannot be plain data."""
    try:
        return msgspec.json.decode(text)
    except msgspec.ValidationError:
        # Plain data have no schema: only a number can be impossible.
        raise InvalidError([defect("value", where, "a number in it is larger than any number of the game")]) from None


def _known(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "", [], {})}


def _write_place(combat: Combat, place: Place) -> dict[str, str]:
    return {"hex": combat.arena.mat.name(place.hex)} if place.hex else {"holder": place.holder}


def _write_stats(unit: Unit, **now: Any) -> dict[str, Any]:
    """Write what the position said of a chip, and what is so `now`; a stat that was asked meanwhile is written too."""
    stats: dict[str, Any] = msgspec.to_builtins(unit.given)
    for key in ("id", "side", "hex", "hp", "dazed", "tactics", "tribune"):
        stats.pop(key, None)
    return stats | _known(**now, tribune=unit.tribune or None)


def write_position(combat: Combat) -> dict[str, Any]:
    """Write a combat as position@1, in plain data; reading it again gives the same combat."""
    when = {"step": FORECAST, "from": combat.step} if combat.foresight else _known(step=combat.step)
    units = []
    for unit in combat.units.values():
        now = {"hex": combat.hex_of(unit), "hp": unit.hp, "dazed": unit.dazed or None, "tactics": list(unit.tactics)}
        units.append({"id": unit.id, "side": unit.side, **_write_stats(unit, **now)})
    bench = [combat.bench[id_] for id_ in combat.lineup]
    cards: dict[str, list[str]] = {}
    for card in combat.cards:
        cards.setdefault(card.kind, []).append(card.id)
    yours = combat.yours
    player = _known(
        camp_units=yours.camp_units,
        hero=yours.hero,
        points=combat.points or None,
        **{key: getattr(yours, key) for key in COUNTED[1:]},
        opportunities=list(yours.opportunities),
    ) | ({"tactics": list(yours.tactics)} if yours.tactics is not None else {})
    return {
        "schema": SCHEMA,
        **when,
        **{key: getattr(combat, key) for key in ("act", "turn", "event")},
        "arena": combat.arena.given,
        **_known(
            flag=_write_place(combat, combat.flag) if combat.flag is not None else None,
            chips={name: _write_place(combat, place) for name, place in combat.chips.items()},
        ),
        "units": units,
        "rival": {"lineup": list(combat.lineup), "tactics": list(combat.rival_tactics)},
        **_known(
            bench={unit.id: _write_stats(unit) for unit in bench},
            rulings=combat.rulings.given,
            player=player,
            cards=cards,
            variant=msgspec.to_builtins(combat.variant),
            state=_write_state(combat),
        ),
    }


def _write_state(combat: Combat) -> dict[str, Any]:
    """Write what matters while a turn is under way, and what lasts; a position cannot name a unit that has left."""
    here = combat.units
    sets = {key: sorted(e for e in getattr(combat, key) if key not in OF_UNITS or e in here) for key in IN_TURN}
    lasting = [
        {"do": msgspec.to_builtins(each.verb), "units": units}
        | {key: getattr(each, key) for key in ("until", "source", "holder", "side", "fresh")}
        for each in combat.lasting
        if (units := [id_ for id_ in each.units if id_ in here])
    ]
    side, more_dice = combat.side if combat.side != "rival" else None, dict(combat.more_dice)
    return _known(side=side, **sets, more_dice=more_dice, scion_defeats=combat.scion_defeats or None, lasting=lasting)


def plainly_said(position: dict[str, Any]) -> dict[str, Any]:
    """What a sound position says, with all that has its default left out."""
    doc = read_document(msgspec.json.encode(position)).doc
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(doc))
    plain |= {"turn": position["turn"]} if "turn" in position else {}
    if doc.state is not UNSET:
        plain["state"] = msgspec.to_builtins(msgspec.json.decode(doc.state, type=StateDoc))
    if isinstance(plain["arena"], dict):
        plain["arena"] = {key: value for key, value in plain["arena"].items() if value}
    return {key: each for key, each in without_nulls(plain).items() if each != {}}


COUNTED = ("camp_units", "blessings", "cap", "influence")
"""What is counted of yours, beside your points."""

MOST_DEFEATS = 99


def flaws(combat: Combat, place_of: Callable[[str], str]) -> Iterator[Defect]:
    """What cannot be so on a board; `place_of` tells where in the position a unit is written, by its id."""
    if not 1 <= combat.act <= 4:
        yield defect("act", "act", "there is no act {n}: it is 1, 2, 3 or 4", n=combat.act)
    if combat.turn < 1:
        yield defect("turn", "turn", "turns count from 1, not {n}", n=combat.turn)
    yield from _of_units(combat, place_of)
    places = [(f"chips.{part(chip)}.holder", place) for chip, place in combat.chips.items()]
    for where, place in [*places, *([("flag.holder", combat.flag)] if combat.flag is not None else [])]:
        holder = combat.units.get(place.holder)
        if holder is not None and not holder.hex:
            text = later("{id} is not in the arena: a chip is on a hex or with a unit in combat")
            yield defect("not-in-combat", where, text, id=clip(holder.id))
        if holder is not None and holder.side != "player" and place is combat.flag:
            yield defect("flag", where, "only a unit of yours can hold the flag (p.18)")
    # The bench still knows those who have been deployed, as they were.
    tribunes = [unit.id for unit in {**combat.bench, **combat.units}.values() if unit.tribune]
    if len(tribunes) > 1:
        names = ", ".join(map(clip, tribunes))
        yield defect("tribune", "units", "only one unit is the tribune, not {units}", units=names)
    counts = [(key, f"player.{key}", getattr(combat.yours, key), MOST) for key in COUNTED]
    counts.append(("points", "player.points", combat.points, MOST))
    counts.append(("value", "state.scion_defeats", combat.scion_defeats, MOST_DEFEATS))
    for code, where, n, most in counts:
        if n is not None and not 0 <= n <= most:
            yield defect(code, where, "it is between 0 and {most}, not {n}", most=most, n=clip(n))
    for colour, count in combat.more_dice.items():
        from hoplo_companion.rules.scion.dice import MOST_DICE_OF_A_COLOUR  # only against a scion

        if abs(count) > MOST_DICE_OF_A_COLOUR:
            text = later("at most {most} dice of a colour are added or taken away, not {n}")
            yield defect("value", f"state.more_dice.{colour}", text, most=MOST_DICE_OF_A_COLOUR, n=clip(count))


def _of_units(combat: Combat, place_of: Callable[[str], str]) -> Iterator[Defect]:
    """A hex holds one unit, who is in combat has HP, and no tactic goes on an elite unit but where you put it."""
    standing: dict[int, str] = {}
    for unit in combat.units.values():
        if unit.hp is not None and unit.hp != unit.health and not 1 <= unit.hp <= MOST:
            text = later("HP is between 1 and {most}, not {n}: a unit without HP is defeated and leaves the arena")
            yield defect("hp", f"{place_of(unit.id)}.hp", text, most=MOST, n=clip(unit.hp))
        other = standing.setdefault(unit.hex, unit.id) if unit.hex else unit.id
        if other != unit.id:
            text, hex_ = later("{hex} is taken by {id}: a hex holds one unit"), clip(combat.hex_of(unit))
            yield defect("occupied", f"{place_of(unit.id)}.hex", text, hex=hex_, id=clip(other))
        if unit.tribune and unit.side != "rival":
            yield defect("tribune", f"{place_of(unit.id)}.tribune", "the tribune is a rival unit (p.20)")
        if unit.elite and unit.tactics and on_elite_anyway(unit.id) not in combat.used:
            text = later("tactics are never placed on elite units (heroes, primuses, scions): take them off (p.30)")
            yield defect("tactic-on-elite", f"{place_of(unit.id)}.tactics", text)
