"""Preparing for the scion: blessings, the set-up of its card, your cap, its minions (Rulebook p.13, 31)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.names import slug
from hoplo_companion.errors import IllegalError, clip
from hoplo_companion.language import tr
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.events import BlessingCrossedOff, Event, StatEntered, event_of
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import NOTHING, Question
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.setup.drawing import out_of_bag
from hoplo_companion.rules.setup.lineup import PlaceUnit

NONE = "none"
"""The answer to which bane is removed, where none is to be."""

MOST_CAP, MOST_MINIONS = 12, 9
"""The highest numbers that are offered; others may be typed."""


class CrossOff(Step, frozen=True):
    """Your blessings are crossed off, one after the other, each for a bane that you may remove (p.13, 31).

    Shapes: `camp` are the ids of the banes in your camp; those of the bag are the supply's.
    """

    camp: tuple[str, ...]

    def _banes(self, combat: Combat) -> dict[str, tuple[str, str]]:
        """Name the banes that there are to remove: where each is, and its id."""
        bag = combat.supply.bag or {}
        there = [("bag", id_) for id_ in sorted(combat.supply.banes) if bag.get(id_)]
        return {f"{where}:{id_}": (where, id_) for where, id_ in [*there, *(("camp", id_) for id_ in self.camp)]}

    def question(self, combat: Combat) -> Question | None:
        """Ask which bane goes back to the supply, as long as there are blessings and banes."""
        banes = self._banes(combat)
        if not combat.yours.blessings or not banes:
            return None
        options = (*banes, NONE)
        return Question("scion.blessing", "choice", "scion.preparation", options=options)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Cross a blessing off, and take the bane away."""
        if not combat.yours.blessings:
            return combat, []
        if answer in (None, NONE):
            # No bane is to go, or none is there: the blessings that are left are crossed off together.
            crossed: list[Event] = []
            while combat.yours.blessings:
                yours, left = combat.yours.without_blessing()
                combat = replace(combat, yours=yours)
                crossed.append(BlessingCrossedOff(rule="scion.preparation", bane="", where="", left=left))
            return combat, crossed
        yours, left = combat.yours.without_blessing()
        where, bane = self._banes(combat).get(answer or NONE, ("", ""))
        camp = list(self.camp)
        if where == "camp":
            camp.remove(bane)
            if bane not in camp:
                cards = tuple(card for card in combat.cards if (card.kind, card.id) != ("banes", bane))
                combat = replace(combat, cards=cards)
        elif where == "bag":
            combat = out_of_bag(combat, bane)
        gone = BlessingCrossedOff(rule="scion.preparation", bane=bane, where=where, left=left)
        return push(replace(combat, yours=yours), CrossOff(tuple(camp))), [gone]


class FollowCard(Step, frozen=True):
    """In place of a rival lineup the set-up of the scion's card is done (p.31)."""

    scion: str

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Say what the card wants, or that it is to be read off the card; then ask for your cap and its minions."""
        record = combat.catalogue.scion(self.scion)
        assert record is not None
        by_card = said("Do the set-up printed on its card; no source has its text")
        events: list[Event] = [_reminded("scion.setup", record.name, by_card)]
        if record.setup:
            events = [event_of("reminded", rule="scion.setup", about=record.name, text=record.setup)]
        if record.goal:
            events.append(event_of("reminded", rule="scion.goal", about=record.name, text=record.goal))
        if record.priorities is None:
            unknown = said("The priority list on its card is in no source: the arena's is used until you type it")
            events.append(_reminded("scion.priorities", record.name, unknown))
        minions = [AskMinions(slug(chip)) for chip in dict.fromkeys(record.minions)]
        return push(combat, AskCap(self.scion), *minions), events


def _reminded(rule: str, about: str, sentence: Sentence) -> Event:
    return event_of("reminded", rule=rule, about=about, text=sentence.english(), said=sentence)


def _read_number(answer: str, least: int) -> int:
    if not (answer.isascii() and answer.isdigit() and len(answer) < 3 and int(answer) >= least):
        text = tr(
            "{answer} is not a whole number from {least}; 'nothing' if nobody knows.", answer=clip(answer), least=least
        )
        raise IllegalError(text)
    return int(answer)


class AskCap(Step, frozen=True):
    """How many units you may have in combat at a time, where no source states it (p.31)."""

    scion: str

    def question(self, combat: Combat) -> Question | None:
        """Ask for it once."""
        if combat.yours.cap is not None:
            return None
        options = (*map(str, range(1, MOST_CAP + 1)), NOTHING)
        return Question("component.cap", "effect", "component.asked", about=self.scion, options=options)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Take it from the card; without it your units are not limited."""
        record = combat.catalogue.scion(self.scion)
        name = record.name if record is not None else self.scion
        if answer == NOTHING:
            unlimited = said("Your unit cap is not known, so your units are not limited: `hoplo fix cap N` enters it")
            return combat, [_reminded("scion.cap", name, unlimited)]
        cap = combat.yours.cap if answer is None else _read_number(answer, 1)
        noted = StatEntered(rule="component.asked", unit=self.scion, chip=self.scion, stat="cap", value=cap)
        limit = _reminded("scion.cap", name, said("At most {cap} of your units are in combat at a time", cap=cap))
        return replace(combat, yours=replace(combat.yours, cap=cap)), [limit] if answer is None else [noted, limit]


class AskMinions(Step, frozen=True):
    """How many of a chip the card has set up with the scion."""

    chip: str

    def question(self, combat: Combat) -> Question | None:
        """Ask for their number."""
        options = (*map(str, range(MOST_MINIONS + 1)), NOTHING)
        return Question("scion.minions", "effect", "scion.setup", about=self.chip, options=options)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Place so many."""
        count = 0 if answer == NOTHING else _read_number(answer, 0)
        return push(combat, *[PlaceUnit(self.chip, "rival", "scion.minion", "scion.setup")] * count), []
