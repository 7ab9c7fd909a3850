"""Which Engage Steps are melees: where no attack sets anything off but a change of its dice or its damage."""

from __future__ import annotations

from typing import Any

from hoplo_companion.components import conditions
from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.effects import Damage, Effect
from hoplo_companion.odds.keys import Keys, is_named, looks, parts_of
from hoplo_companion.odds.melee import Kind, Melee
from hoplo_companion.odds.values import Aims
from hoplo_companion.rules.agenda import kind_of_step
from hoplo_companion.rules.attack import CALCULATED, SET_OFF
from hoplo_companion.rules.effects.in_force import ALLOW, DAZE, DICE, SKILLS
from hoplo_companion.rules.effects.judge import SUPERLATIVES, judge, matters
from hoplo_companion.rules.model import Combat, Lasting
from hoplo_companion.rules.rival.engage import can_act
from hoplo_companion.rules.rival.engage_step import ActUnits
from hoplo_companion.rules.rival.turn import stand_before
from hoplo_companion.rules.turns import finish_turn

ALWAYS = {DICE, SKILLS, DAZE, "range-stat", "health-stat", "movement-stat", ALLOW}
"""When effects that are always on matter."""

ELSEWHERE = {
    "set-up", "turn-start", "opponents-turn-start", "deployed", "played", "movement", "moved", "displaced", "ability",
    "arena-turn", "activity", "cleanup",
}  # fmt: skip
"""When effects set in that plain attacks do not set off."""

CALM = ALWAYS | ELSEWHERE | set(SET_OFF)
"""When effects may matter in a melee; where any other does, more than hit points can hang on it."""

BY_UNITS = (
    conditions.Descriptor, conditions.Facing, conditions.Higher, conditions.Hits, conditions.InRange, conditions.Moment,
    conditions.Compared,
)  # fmt: skip
"""Conditions that hang on the two units of an attack alone."""

BY_ITSELF = (
    Effect, Lasting, vocabulary.AddDice, vocabulary.RemoveDice, vocabulary.ReplaceDice, vocabulary.ChangeStat,
    vocabulary.Grant, vocabulary.Suppress, vocabulary.Fatigue, vocabulary.Allow, vocabulary.Forbid,
    vocabulary.DrawAttacks, vocabulary.MarkFirst, vocabulary.Daze, conditions.Descriptor, conditions.Facing,
    conditions.Has, conditions.Higher, conditions.Moment, conditions.OwnTurn, conditions.Compared, conditions.Stayed,
)  # fmt: skip
"""Parts of effects that are always on and hang on nobody but the unit that they change."""

BY_NUMBERS = (conditions.Outnumbered, conditions.Isolated)
"""Conditions that hang on how many units stand on each side."""


class Melees:
    """The melees of one search, by all that stays the same in them."""

    def __init__(self, aims: Aims, key: Keys) -> None:
        self.aims = aims
        self.key = key
        self.by_setting: dict[Any, Melee] = {}
        self.named: dict[Any, set[str]] = {}
        self.by_effect: dict[int, tuple[Effect | Lasting, Kind | None]] = {}

    def begun(self, combat: Combat, step: ActUnits) -> Melee | None:
        """The melee that an Engage Step is, from a board on; None where it is more than a melee."""
        here = step.here(combat)
        if any(step.asks(combat, unit) for unit in here):
            return None
        kind = self._kind_of(combat)
        if kind is None:
            return None
        around = [unit for unit in combat.in_arena() if kind.reacts or unit.side != "rival"]
        # Everything but the HP and the blessings that are counted, and the hexes that each unit sees for itself.
        counted = {unit.id for unit in around}
        facts = self.key.facts(combat, settled=True)
        setting = (
            kind,
            tuple(map(looks, combat.units.values())),
            tuple([None if unit.id in counted else unit.hp for unit in combat.units.values()]) if kind.wide else None,
            self.key.places(list(combat.in_arena())) if kind.wide else None,
            facts,
        )
        melee = self.by_setting.get(setting)
        if melee is None:
            melee = self.by_setting[setting] = Melee(self.aims, self.key, around, kind)
            if facts not in self.named:
                self.named[facts] = {id_ for id_ in combat.units if is_named(id_, facts)}
            melee.named = self.named[facts]
        melee.begin(combat, [unit for unit in here if can_act(combat, unit)])
        return melee

    def _kind_of(self, combat: Combat) -> Kind | None:
        """Find out what a melee is like; None where it is no melee at all."""
        about = judge(combat)
        ends = {finish_turn, stand_before}.issuperset(map(kind_of_step, combat.agenda[1:]))
        if not about.moments <= CALM or combat.event == "scion" or not ends:
            return None
        kinds = [self._of(held.effect) for on in ("always", *SET_OFF) if on in about.moments or on == "always"
                 for held in about.on(on)]  # fmt: skip
        kinds += [self._of(each) for each in combat.lasting]
        found = Kind(wide=False, many=False, reacts=False, hurt=False)
        for kind in kinds:
            if kind is None:
                return None
            found = Kind(*map(any, zip(found, kind, strict=True)))
        is_wide = found.wide or (found.many and (matters(combat, "range-stat") or any(combat.in_arena("arena"))))
        found = found._replace(wide=is_wide, many=found.many and not is_wide)
        # What the fall of a rival's unit can bring about is more than hit points.
        may_fall = combat.event == "spar" or any(unit.tribune for unit in combat.in_arena("rival"))
        return None if found.reacts and may_fall else found

    def _of(self, what: Effect | Lasting) -> Kind | None:
        """Find out what an effect makes of a melee, once for each."""
        if id(what) not in self.by_effect:
            self.by_effect[id(what)] = what, _kind_with(what)
        return self.by_effect[id(what)][1]


def _kind_with(what: Effect | Lasting) -> Kind | None:
    """Find out what an effect makes of a melee; None where more than hit points hangs on it."""
    parts = [part for _, part in parts_of(what)]
    if any(isinstance(part, conditions.Struck) for part in parts):
        return None
    hurt = any(isinstance(part, conditions.Compared) or getattr(part, "pick", "all") in SUPERLATIVES for part in parts)
    if isinstance(what, Lasting) or what.on == "always":
        return Kind(*_breadth(parts, BY_ITSELF), reacts=False, hurt=hurt)
    simple = all(
        isinstance(each, CALCULATED) or (isinstance(each, Damage) and each.to == "attacker") for each in what.verbs
    )
    if what.may or what.once is not None or not simple:
        return None
    reacts = any(isinstance(part, Damage | conditions.InRange) for part in parts)
    return Kind(*_breadth(parts, (Effect, Damage, vocabulary.RivalUse, *CALCULATED, *BY_UNITS)), reacts, hurt)


def _breadth(parts: list[object], near: tuple[type, ...]) -> tuple[bool, bool]:
    """Say whether more than what is near counts, and whether how many units stand on each side does."""
    more = [part for part in parts if not isinstance(part, near)]
    wide = any(not isinstance(part, BY_NUMBERS) for part in more)
    return wide, bool(more) and not wide
