"""What happens in a scion combat alone: typed, without prose, as `events` are (Rulebook p.30-32)."""

from __future__ import annotations

from hoplo_companion.rules.events import Event


class BlessingCrossedOff(Event, frozen=True):
    """A blessing was crossed off before the combat: the bane that goes back to the supply, and how many are left.

    `where` is bag or camp; both are empty where no bane was removed.
    """

    bane: str
    where: str
    left: int


class BaneAdded(Event, frozen=True):
    """A bane came off the stack by `effect`, and its kind says where it goes; both are empty where none was left."""

    bane: str
    kind: str
    effect: str


class ScionInactive(Event, frozen=True):
    """The scion rolls no dice this turn: it is dazed, or not in combat."""

    unit: str
    why: str


class ScionRolled(Event, frozen=True):
    """The scion's dice were rolled: the dice and the hits by colour."""

    unit: str
    dice: dict[str, int]
    hits: dict[str, int]


class ScionRow(Event, frozen=True):
    """A row of the scion's dice effects is resolved: by which hits, and how often it is carried out."""

    unit: str
    index: int
    dice: str
    hits: int
    times: int
    text: str


class NoneToAct(Event, frozen=True):
    """No rival unit beside the scion takes the rival's other steps: they are skipped."""


class ScionDefeated(Event, frozen=True):
    """The scion was defeated: how often by now, and how often it has to be."""

    unit: str
    times: int
    of: int


class ScionStandsAgain(Event, frozen=True):
    """The scion is in combat again after its defeat: where and with how many HP, or back in the lineup."""

    unit: str
    hex: str
    hp: int
