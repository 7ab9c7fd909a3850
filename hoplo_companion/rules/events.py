"""What happened, without prose: `render` words it, programs read it as JSON.

Every event names the rule of the ledger that made it happen. Units go by their ids, hexes by their names. What can
happen is a row of EVENTS with its sentence, as in a campaign.
"""

from collections.abc import Collection
from typing import Any

from msgspec import Struct, to_builtins

from hoplo_companion.components.words import EventRow


class Event(Struct, frozen=True):
    """Something that happened in a combat: what, the rule that made it happen, and what there is to say of it, by name.

    `rulings` are the open questions whose reading decided it: with another reading something else would have happened.
    They may be looked for only when they are read (`rulings.Lazily`).
    """

    what: str
    rule: str
    rulings: Collection[str] = ()
    values: dict[str, Any] = {}

    def table(self) -> dict[str, Any]:
        """The event as a table for JSON, for which its rulings are looked for."""
        found = {"event": self.what, **to_builtins(self.values), "rule": self.rule}
        return {**found, "rulings": list(self.rulings)} if self.rulings else found


def event_of(what: str, /, *, rule: str = "", rulings: Collection[str] = (), **values: Any) -> Event:
    """An event of a row, by the row's rule where no other is given; values that are None are left out."""
    values = {name: value for name, value in values.items() if value is not None}
    return Event(what, rule or EVENTS[what].rule, rulings, values)


EVENTS = {
    "turn-began": EventRow(),
    "step-began": EventRow("turn.steps", "The {step} begins."),
    "turn-ended": EventRow(),
    "combat-ended": EventRow(),
    "house-ruling": EventRow(),
    "corrected": EventRow("fight.corrected"),
    "explained": EventRow(),
    # The turn and its steps; HP beyond Health
    "scored": EventRow("king.points"),
    "hp-gained": EventRow("", "{effect} gives {unit} {amount} HP: it has {hp} HP now."),
    "opportunity-spent": EventRow(
        "boots.re-roll", "The Opportunity {card} is discarded: the whole roll is made again."
    ),
    "blessed": EventRow("blessing.reinforce"),
    # Deployment and tactics: on the hex of this `number`; because of what the unit is, as the table asks
    "deployed": EventRow(),
    "not-deployed": EventRow(),
    "tactic-placed": EventRow(),
    "tactic-passed-over": EventRow("tactics.order"),
    "no-tactic-placed": EventRow("tactics.none", "The rival places no tactic: {why}."),
    "tactic-gone": EventRow("", "{tactic} leaves {unit} for the supply."),
    # Moves: `priority` is the entry of the list that `mark` comes from; a `backup` move could reach none; `nearer` than
    # its Range would allow ends who reaches no hex farther off. What holds a unit back is as in `restraints.Hold`.
    "moved": EventRow(),
    "stayed": EventRow(),
    "roamed": EventRow(),
    # Effects: who is `displaced` was put elsewhere by no doing of its own; `full` HP, or `kept` by what from healing
    "relocated": EventRow(),
    "healed": EventRow(),
    "dazed": EventRow("", "{effect} dazes {unit}."),
    "equipped": EventRow(),
    "effect-used": EventRow(),
    "effect-began": EventRow(),
    "effect-ended": EventRow(),
    "effect-stopped": EventRow(
        "effect.chain", "{effect} of {unit} stops here: effects kept setting one another off without end."
    ),
    "owed": EventRow(),
    "told-by-hand": EventRow("manual.skill"),
    "drove": EventRow(),
    # Attacks, `because` of a priority or skill, and Specials; whose Taunt binds who cannot act (`bound_by`), and what
    # keeps those from being attacked (`closed_by`, `taunt.deflect`)
    "attacked": EventRow("engage.roll"),
    "cannot-act": EventRow(),
    "special-used": EventRow(),
    "rolled-at": EventRow("special.roll"),
    "re-rolled": EventRow("", "{effect}: {unit} rolls {dice} again, and has {hits} now."),
    "intercepted": EventRow("", "{unit} takes the blow of {attacker} in the place of {target}."),
    "attack-over": EventRow(
        "attack.over", "{unit} is defeated before its attack on {target} is resolved: the attack is over."
    ),
    "not-used": EventRow("", "{unit} does not use {effect}: a blessing has just saved it."),
    # Damage, `because` of the effects that had a say in it, and defeat
    "damaged": EventRow("engage.damage"),
    "defeated": EventRow(),
    "hero-reduced": EventRow("defeat.tribune", "The tribune is defeated: {hero} is reduced to {hp} HP."),
    "hero-saved": EventRow("blessing.survive"),
    "fell-together": EventRow("combat.damage-several", "{units} fall at the same time."),
    "dropped": EventRow("", "{arena_chip} drops on {hex}."),
    "influence-brought": EventRow("boots.tribune", "The tribune is defeated: the scion gains {amount} influence."),
    "sacrificed": EventRow("camp.sacrifice", "{unit} is sacrificed, and leaves the combat."),
    # The set-up: chips from the faction stack, the bag, or as the primus; `because` who asks
    "drawn": EventRow(),
    "bane-drawn": EventRow("bane.placed"),
    "sport-picked": EventRow("prepare.sport", "The combat is {goal}."),
    "bane-put-back": EventRow(
        "camp.recruit-never", "{bane} cannot be recruited: it goes back, and another chip is drawn."
    ),
    "no-chip-left": EventRow("", "The bag is empty: nobody joins."),
    "recruited": EventRow("blessing.reinforce", "{chip} joins your camp."),
    "unit-told": EventRow("component.asked", "You entered what the {chip} chip shows."),
    "effect-told": EventRow("component.asked"),
    "lists-told": EventRow("component.asked", "You entered the priority lists of the {arena}."),
    "stat-told": EventRow("component.asked"),
    "chip-laid": EventRow("prepare.arena-chips"),
    "lineup-tactic": EventRow("prepare.tactic", "{tactic} goes into the rival's camp for {unit}."),
    "no-lineup-tactic": EventRow("prepare.no-tactic", "No {tactic} is left in the supply for {unit}: it is skipped."),
    "icon-passed-over": EventRow(
        "prepare.beast-tactic",
        "{unit} brings no tactic: the table of p.20 has none for a {class_}, so its icon is skipped.",
    ),
    "changed-by-opportunity": EventRow("prepare.opportunity", "The change of {card} is made."),
    "tribune-named": EventRow("", "{unit} is the tribune."),
    "reminded": EventRow(),
    "set-up": EventRow("turn.rival-first"),
    # A scion's combat; both words of a bane are empty where the stack had none left
    "blessing-crossed-off": EventRow("scion.preparation"),
    "bane-added": EventRow("bane.placed"),
    "scion-inactive": EventRow(),
    "scion-row": EventRow(),
    "scion-rolled": EventRow("scion.order"),
    "none-to-act": EventRow(
        "scion.others", "There is no other rival unit to move, use Abilities or attack: these steps are skipped."
    ),
    "scion-defeated": EventRow("scion.defeats"),
    "scion-stands-again": EventRow("scion.again"),
}
"""What can happen, with its rule and its sentence; where one sentence is not enough, `render` has them."""

READ_OFF = ("effect-told", "lists-told", "stat-told", "unit-told", "chip-laid")
"""What the player has read off a component, which is kept so that it is asked once."""
