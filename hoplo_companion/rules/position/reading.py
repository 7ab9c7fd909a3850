"""position@1: reading a combat from the machine interface, with all its defects, and the complete answers to one."""

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue, singular
from hoplo_companion.components.checking import convert
from hoplo_companion.components.effects import LASTING, Effect
from hoplo_companion.components.names import slug, unknown
from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import Defect, Defects, InvalidError, clip, defect, part
from hoplo_companion.language import later, tr
from hoplo_companion.rules.model import Card, Combat, Place, Unit, Yours, scion_of
from hoplo_companion.rules.position import document as documents
from hoplo_companion.rules.position import parts
from hoplo_companion.rules.rival.engage import targets
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.outcomes import TooManyWaysError, outcomes
from hoplo_companion.rules.rival.placement import bonus_hp, coming, placement
from hoplo_companion.rules.rulings import read_rulings
from hoplo_companion.rules.turns import as_turn_starts


class PositionReader:
    """Reads positions against one catalogue, and remembers chips, skills and arenas that it has met."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.arena = lru_cache(512)(parts.read_arena)
        self.units = parts.UnitReader(catalogue)

    def read(self, text: bytes) -> Combat:
        """Read a position from JSON; InvalidError lists all its defects."""
        try:
            return _Reading(self, documents.read_document(text)).combat()
        except RecursionError:
            raise InvalidError([defect("json", "", "not a position: lists or tables nested too deep")]) from None

    def read_plain(self, data: dict[str, Any]) -> Combat:
        """Read a position from plain data, as a TOML file gives them."""
        try:
            text = msgspec.json.encode(data)
        except (OverflowError, RecursionError, TypeError, ValueError):
            why = tr("a position holds texts, whole numbers, lists and tables only")
            raise InvalidError([Defect("value", "", why)]) from None
        return self.read(text)


class _Reading:
    """One document on its way to a combat, with the defects that come up: arena, units, chips, lineup and the rest."""

    def __init__(self, reader: PositionReader, document: documents.Document) -> None:
        self.reader = reader
        self.catalogue = reader.catalogue
        self.document = document
        self.doc = document.doc
        self.defects = Defects(document.defects)
        self.arena = parts.NO_ARENA
        if not self._is_lost("arena"):
            self.arena, faults = reader.arena(bytes(self.doc.arena), self.catalogue)
            self.defects += faults
        self.units: dict[str, Unit] = {}
        self.places: dict[str, str] = {}

    def combat(self) -> Combat:
        """Make the combat; InvalidError lists all its defects."""
        doc = self.doc
        if doc.explain:
            from hoplo_companion.rules.why.steps import laid_open  # few positions want reasons
        self._units()
        state = self._state(bytes(doc.state)) if doc.state is not UNSET else {}
        chips = self._chips()
        flag = self._place(doc.flag, "flag") if doc.flag is not None else None
        benched = {id_: self.reader.units.benched(id_, stats, self.defects) for id_, stats in doc.bench.items()}
        bench = {id_: parts.with_primus_health(unit, doc) for id_, unit in benched.items()}
        self._check_lineup(bench)
        tactics = self.reader.units.tactics(doc.rival.tactics, "rival.tactics", self.defects)
        rulings, faults = read_rulings(self.catalogue, doc.rulings)
        self.defects += faults
        combat = Combat(
            catalogue=self.catalogue,
            arena=self.arena,
            rulings=rulings,
            step=self._step(),
            act=doc.act,
            turn=doc.turn,
            event=doc.event,
            units=self.units,
            flag=flag,
            chips=chips,
            lineup=tuple([id_ for id_ in doc.rival.lineup if id_ in bench]),
            bench=bench,
            rival_tactics=tactics,
            explain=laid_open if doc.explain else None,
            foresight=doc.step == documents.FORECAST,
            cards=self._cards() if doc.cards else (),
            yours=self._yours(),
            points=doc.player.points if doc.player is not None else 0,
            variant=doc.variant,
            **state,
        )
        self.defects += documents.flaws(combat, self.places.__getitem__)
        combat = self._with_scion_lists(combat)
        if self.defects:
            raise InvalidError(self.defects)
        return combat

    def _step(self) -> str:
        """The step that the position stands before; of a forecast, the one that it begins with."""
        step, first = self.doc.step, self.doc.from_
        if step == documents.FORECAST:
            return STEPS[0] if first is UNSET else first
        if first is not UNSET:
            text = later("it says where a forecast begins: write it with {step} only")
            self.defects.wrong("from", "from", text, step=f'"step": "{documents.FORECAST}"')
        return "" if step is UNSET else step

    def _with_scion_lists(self, combat: Combat) -> Combat:
        """Make the list of the scion's card, if a source states it, everybody's (p.36; `scion.priorities`)."""
        scion = scion_of(combat)
        record = self.catalogue.scion(scion.chip) if scion is not None else None
        if record is None or not record.priorities or "scion.priorities" in combat.rulings.otherwise:
            return combat
        lists, faults = parts.read_lists(combat.arena, record.priorities)
        self.defects += faults
        return replace(combat, arena=replace(combat.arena, priorities=lists))

    def _units(self) -> None:
        for at, doc in zip(self.document.numbers, self.doc.units, strict=True):
            where, text = f"units[{at}]", later("{id} is another unit's id already")
            unit = self.reader.units.unit(doc, where, self.arena, self.defects)
            if unit.id in self.units:
                self.defects.wrong("duplicate-id", f"{where}.id", text, id=clip(unit.id))
            else:
                self.units[unit.id] = parts.with_primus_health(unit, self.doc)
                self.places[unit.id] = where

    def _check_lineup(self, bench: dict[str, Unit]) -> None:
        lineup = self.doc.rival.lineup
        for at, id_ in enumerate(lineup):
            where, id_clipped = f"rival.lineup[{at}]", clip(id_)
            key = f"bench.{part(id_)}"
            if id_ not in bench and not self._is_lost(key):
                text = later("{id} is not on the bench: write its chip under {key}")
                self.defects.wrong("not-on-bench", where, text, id=id_clipped, key=key)
            if id_ in self.units:
                self.defects.wrong("duplicate-id", where, "{id} is among the units already", id=id_clipped)
            if id_ in lineup[:at]:
                self.defects.wrong("duplicate-id", where, "{id} is in the lineup twice", id=id_clipped)

    def _is_lost(self, where: str) -> bool:
        """Say whether a part of the document was left out, or what it is part of, or something in it."""
        return any(f"{where}.".startswith(f"{each}.") or each.startswith(f"{where}.") for each in self.document.lost)

    def _must_be_there(self, id_: str, where: str) -> None:
        """Note a unit that is named and not there, where all that there are could be read."""
        if id_ not in self.units and not self._is_lost("units"):
            self.defects.append(Defect("unknown-unit", where, unknown("unit", id_, self.units)))

    def _chips(self) -> dict[str, Place]:
        chips: dict[str, Place] = {}
        for name, place in self.doc.chips.items():
            where, text = f"chips.{part(name)}", later("{chip} is named twice: a chip is in one place")
            found = self._place(place, where)
            if slug(name) in chips:
                self.defects.wrong("duplicate-chip", where, text, chip=clip(name))
            chips[slug(name)] = found
        return chips

    def _place(self, doc: documents.PlaceDoc, where: str) -> Place:
        if (doc.hex is UNSET) == (doc.holder is UNSET):
            self.defects.wrong("place", where, "write either its hex or its holder, one of the two")
            return Place()
        if doc.holder is not UNSET:
            self._must_be_there(doc.holder, f"{where}.holder")
            return Place(holder=doc.holder)
        assert isinstance(doc.hex, str)
        return Place(hex=parts.hex_named(self.arena, doc.hex, f"{where}.hex", self.defects))

    def _yours(self) -> Yours:
        doc = self.doc.player
        if doc is None:
            return Yours()
        tactics = None
        if doc.tactics is not UNSET:
            tactics = self.reader.units.tactics(doc.tactics, "player.tactics", self.defects)
        known = {key: value for key in (*documents.COUNTED, "hero") if (value := getattr(doc, key)) is not UNSET}
        return Yours(**known, tactics=tactics, opportunities=tuple(map(slug, doc.opportunities)))

    def _cards(self) -> tuple[Card, ...]:
        """Find the cards in force: an event's, banes and Prowess cards, by kind."""
        found = []
        for kind, names in self.doc.cards.items():
            for at, name in enumerate(names):
                record = self.catalogue.find(kind, slug(name)) if name.isprintable() else None
                if record is None:
                    text = unknown(singular(kind), name, self.catalogue.ids(kind))
                    self.defects.append(Defect("unknown-card", f"cards.{kind}[{at}]", text))
                else:
                    found.append(Card(kind, slug(name), record.name, tuple(record.effects or ())))
        return tuple(found)

    def _state(self, text: bytes) -> dict[str, Any]:
        doc = convert(documents.decode_part(text, "state") or {}, documents.StateDoc, "state")
        if isinstance(doc, list):
            self.defects += doc
            return {}
        named = [(f"{key}[{at}]", id_) for key in documents.OF_UNITS for at, id_ in enumerate(getattr(doc, key))]
        for at, each in enumerate(doc.lasting):
            from hoplo_companion.components.record_checks import check_effects  # little lasts on most boards

            where = f"state.lasting[{at}]"
            if not isinstance(each.verb, LASTING):
                lasts_not, verb = later("{verb} is over at once: it does not last"), each.verb.__struct_config__.tag
                self.defects.wrong("misplaced-verb", f"{where}.do", lasts_not, verb=verb)
            named += [(f"lasting[{at}].units[{number}]", id_) for number, id_ in enumerate(each.units)]
            faults = check_effects([Effect(on="moved", verbs=[each.verb], once="turn")], self.catalogue, where)
            self.defects += [Defect(f.code, f.where.replace("[0].do[0]", ".do"), f.message) for f in faults]
        for where, id_ in named:
            self._must_be_there(id_, f"state.{where}")
        kept = {key: frozenset(getattr(doc, key)) for key in documents.IN_TURN}
        against_scion = {"more_dice": doc.more_dice, "scion_defeats": doc.scion_defeats}
        return {"side": doc.side, "lasting": tuple(doc.lasting), **against_scion, **kept}


ASKED = ("deployment", "tactics", "movement", "engage")


def answer_movement(combat: Combat) -> dict[str, Any]:
    """Answer what each rival unit would do if it moved first, and every placement that the step can end in."""
    ground = Ground(as_turn_starts(combat))
    mat = ground.mat
    units = {}
    for unit in ground.rivals:
        move = ground.now(unit)
        marks = sorted((mark.priority, ground.mark_name(mark)) for mark in move.marks)
        units[unit.id] = {
            "status": move.status,
            "marks": [{"priority": priority, "target": target} for priority, target in marks],
            "destinations": mat.names(move.destinations),
        }
    ids, name = [*units], mat.name
    try:
        ends = {outcome[: len(ids)] for outcome in outcomes(ground)}
    except TooManyWaysError as fault:
        return {"units": units, "error": {"code": "too-many-ways", "where": "", "message": str(fault)}}
    order, keys = sorted(range(len(ids)), key=ids.__getitem__), sorted(ids)
    placements = sorted([[name(hexes[at]) for at in order] for hexes in ends])
    return {"units": units, "outcomes": [dict(zip(keys, each, strict=True)) for each in placements]}


def answer(combat: Combat) -> dict[str, Any]:
    """Answer a position for its step."""
    match combat.step:
        case "deployment":
            name, bonus = combat.arena.mat.name, bonus_hp(combat)
            units = coming(combat).items()
            return {"deploy": [{"unit": unit, "hex": name(at), "bonus_hp": bonus} for unit, at in units]}
        case "tactics":
            chip, fit = placement(combat)
            placed = {"chip": chip, "index": combat.rival_tactics.index(chip)} if chip else {}
            return {"tactic": {**placed, "targets": sorted(unit.id for unit in fit)} if placed else None}
        case "movement":
            return answer_movement(combat)
        case "engage":
            whom = {unit.id: targets(combat, unit) for unit in combat.in_arena("rival")}
            return {"units": {id_: {"targets": sorted(unit.id for unit in fit)} for id_, fit in whom.items()}}
    steps = ", ".join(ASKED)
    text = tr("this key is needed: {value}", value=tr("one of {words}", words=steps))
    if combat.step:
        text = tr("there are no answers for {step}: write one of {steps}", step=combat.step, steps=steps)
    raise InvalidError([Defect("step", "step", text)])
