"""What the program does not resolve itself: it stops, shows the reminder, and takes what happened.

What happened is one line of changes, apart by semicolons: `krak hp 3; rep hex D4; defender defeated`. The words are
`UNIT hp N`, `UNIT hex H`, `UNIT dazed|awake`, `UNIT defeated`, `UNIT gains|loses TACTIC`, `chip CHIP hex H` and
`chip CHIP with UNIT`; in an attack also `dice blue blue`, `damage N` and `target UNIT`; `used` where the unit has done
what it would do in this step; `nothing`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.effects import Manual
from hoplo_companion.components.names import slug
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import IllegalError, clip
from hoplo_companion.rules.agenda import Result, Step
from hoplo_companion.rules.damage import defeat
from hoplo_companion.rules.effects.telling import effects_told
from hoplo_companion.rules.equip import arrive, equip
from hoplo_companion.rules.events import Event, ToldByHand
from hoplo_companion.rules.heeding import Heeded, Heeds
from hoplo_companion.rules.holding import forget_dazes, note_daze
from hoplo_companion.rules.model import Combat, Place, Unit
from hoplo_companion.rules.naming import candidates
from hoplo_companion.rules.questions import MOST_NUMBER, NOTHING, Question

# What `target` means: the damage goes to that unit, which counts as attacked, not as the target (`intercept.when`).
WORDS = (
    "nothing | used | UNIT hp N | UNIT hex H | UNIT dazed | UNIT awake | UNIT defeated | UNIT gains TACTIC | "
    "UNIT loses TACTIC | chip CHIP hex H | chip CHIP with UNIT | dice COLOURS | damage N | target UNIT; "
    "several apart by ;"
)


def _number(word: str, least: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 6 and least <= int(word) <= MOST_NUMBER):
        raise IllegalError(f"{clip(word)} is no whole number between {least} and {MOST_NUMBER}")
    return int(word)


def _find_unit(combat: Combat, name: str) -> Unit:
    found = candidates(combat, name, combat.units.values())
    if len(found) == 1:
        return found[0]
    if found:
        raise IllegalError(f"{clip(name)} may mean " + " or ".join(unit.id for unit in found))
    raise IllegalError(f"no unit {clip(name)} is here: " + ", ".join(combat.units))


VERBS = ("hp", "hex", "dazed", "awake", "defeated", "gains", "loses")


def _split(combat: Combat, words: list[str]) -> tuple[Unit, list[str]]:
    """Part a change into the unit and what happens to it; a unit's id may have spaces."""
    for at in range(1, len(words)):
        if words[at] in VERBS:
            return _find_unit(combat, " ".join(words[:at])), words[at:]
    raise IllegalError(f"{clip(' '.join(words))} is not understood: {WORDS}")


def _lay_chip(combat: Combat, chip: str, how: str, name: str) -> Combat:
    """Lay an arena chip (or the flag) on a hex or with a unit, as it is on the mat."""
    if how == "with":
        place = Place(holder=_find_unit(combat, name).id)
    else:
        hex_ = combat.arena.mat.bit.get(name.upper(), 0) & combat.arena.existing
        if not hex_:
            raise IllegalError(f"{clip(name)} is not on this mat")
        place = Place(hex=hex_)
    if slug(chip) == "flag":
        return replace(combat, flag=place)
    if slug(chip) not in combat.chips:
        raise IllegalError(f"no chip {clip(chip)} is here: " + ", ".join([*combat.chips, "flag"]))
    return replace(combat, chips={**combat.chips, slug(chip): place})


def _move(combat: Combat, unit: Unit, name: str) -> Combat:
    hex_ = combat.arena.mat.bit.get(name.upper(), 0) & combat.arena.existing
    if not hex_:
        raise IllegalError(f"{clip(name)} is not on this mat")
    if hex_ & combat.arena.blocked:
        raise IllegalError(f"{name.upper()} is a blocked hex: no unit can be on it (p.35)")
    other = combat.at(hex_)
    if other is not None and other.id != unit.id:
        raise IllegalError(f"{name.upper()} is taken by {other.id}: a hex holds one unit")
    return combat.with_unit(replace(unit, hex=hex_))


def _displace(combat: Combat, unit: Unit, name: str) -> Result:
    """Put a unit on another hex by hand; it equips what lies there, since it shares the hex (arena card)."""
    combat = _move(combat, unit, name)
    moved = combat.units[unit.id]
    return equip(combat, moved, moved.hex)


def _change_unit(combat: Combat, unit: Unit, words: list[str]) -> Result:
    match words:
        case ["hp", number]:
            hp = _number(number, 0)
            return (combat.with_unit(replace(unit, hp=hp)), []) if hp else defeat(combat, unit)
        case ["hex", name]:
            return _displace(combat, unit, name)
        case ["dazed" | "awake" as state]:
            combat = combat.with_daze(unit, dazed=state == "dazed")
            return note_daze(combat, unit, "") if state == "dazed" else forget_dazes(combat), []
        case ["defeated"]:
            return defeat(combat, unit)
        case ["gains" | "loses" as how, *name] if name:
            chip = slug(" ".join(name))
            if combat.catalogue.tactic(chip) is None:
                raise IllegalError(f"no tactic is called {clip(' '.join(name))}")
            kept = list(unit.tactics)
            if how == "gains":
                kept.append(chip)
            elif chip in kept:
                kept.remove(chip)
            return combat.with_unit(replace(unit, tactics=tuple(kept))), []
    raise IllegalError(f"{clip(' '.join([unit.id, *words]))} is not understood: {WORDS}")


def apply_changes(combat: Combat, text: str) -> tuple[Combat, Heeded, list[Event]]:
    """Apply a line of changes; IllegalError says which one is not understood, and nothing is changed then.

    Moving units by this line is done in the order told, so that two units change places by way of a free hex.
    """
    effect = Heeded()
    events: list[Event] = []
    for part in text.split(";"):
        words = part.split()
        match words:
            case [] | ["nothing"]:
                continue
            case ["used"]:
                effect = replace(effect, used=True)
            case ["dice", *colours]:
                if not all(colour in HIT_FACES for colour in colours):
                    raise IllegalError(f"{clip(part.strip())} is not understood: dice are " + ", ".join(HIT_FACES))
                effect = replace(effect, dice=tuple(colours))
            case ["damage", number]:
                effect = replace(effect, damage=_number(number, 0))
            case ["target", *name] if name:
                effect = replace(effect, target=_find_unit(combat, " ".join(name)).id)
            case ["chip", chip, "hex" | "with" as how, *name] if name:
                combat = _lay_chip(combat, chip, how, " ".join(name))
            case [_, _, *_]:
                unit, rest = _split(combat, words)
                combat, more = _change_unit(combat, unit, rest)
                events += more
            case _:
                raise IllegalError(f"{clip(part.strip())} is not understood: {WORDS}")
    return combat, effect, events


class AskByHand(Step, frozen=True):
    """A skill or tactic that the player resolves: a reminder, and a line of changes as the answer.

    `id` is the question's id, `about` the skill or tactic. What the answer says of the step under way is passed on to
    the next `Heeds` step of the agenda. `own_skill` tells that it is the unit's own skill that is told.
    """

    id: str
    unit: str
    about: str
    text: str = ""
    own_skill: bool = False

    def units_named(self) -> tuple[str, ...]:
        """Give the units that it is about, by id."""
        return (self.unit,)

    def question(self, combat: Combat) -> Question | None:
        """Ask what happened, if the unit is still there to do it."""
        if self._is_gone(combat):
            return None
        return Question(
            id=self.id,
            kind="manual",
            rule="manual.skill",
            unit=self.unit,
            about=self.about,
            options=(NOTHING,),
            text=self.text,
        )

    def _is_gone(self, combat: Combat) -> bool:
        return bool(self.unit) and self.unit not in combat.units

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Apply what the player told."""
        if self._is_gone(combat):
            return combat, []
        before = combat.units.get(self.unit)
        combat, effect, events = apply_changes(combat, answer)
        after = combat.units.get(self.unit)
        if effect.used and combat.step == "movement" and before and after and before.hex != after.hex:
            combat = replace(combat, moved=combat.moved | {self.unit})
        if self.own_skill and before and after and before.hex != after.hex and not combat.over:
            # Whom its own skill has put elsewhere has moved (p.35): it takes the flag, and brings it home.
            combat, more = arrive(combat, after, ["home.moved"])
            events += more
        told = ToldByHand(rule="manual.skill", unit=self.unit, about=self.about, changes=answer.strip() or NOTHING)
        for at, step in enumerate(combat.agenda):
            if isinstance(step, Heeds) and step.listens:
                changed = step.heed(effect, self.unit)
                combat = replace(combat, agenda=(*combat.agenda[:at], changed, *combat.agenda[at + 1 :]))
                break
        return combat, [told, *events]


def manual_tactics(combat: Combat, unit: Unit) -> list[str]:
    """List the tactics on a unit whose effect the player carries out by hand while they are on it."""
    found = []
    for chip in dict.fromkeys(unit.tactics):
        effects = effects_told(combat, "tactics", chip)
        if any(effect.on == "always" and isinstance(v, Manual) for effect in effects for v in effect.verbs):
            found.append(chip)
    return found
