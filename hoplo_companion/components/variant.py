"""Which way Victorum is played: the box alone, or with its expansions. Whatever rule differs is asked for here."""

from typing import Literal, get_args

from msgspec import Struct

Edition = Literal["", "2024", "promo"]
"""The sheet that Mercury's Boots is played by: none, the rulebook of Pandora's Ruin (A3), or the older sheet (A4)."""

Module = Literal["faces-of-evil", "dark-days", "strange-sands", "rivals"]
MODULES: tuple[Module, ...] = get_args(Module)
"""The modules of Pandora's Ruin beside Mercury's Boots, each on or off."""

SIDE_B = "-b"  # what the id of an arena's side B ends with (Strange Sands)

LATEST: Edition = "2024"
MOST_NAVIGATION = 4
MOST_OPPORTUNITIES = 5
"""The icons that the pad of Mercury's Boots has for Navigation and Opportunity Capacity."""


class Variant(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What of the expansions a campaign, and a fight of it, is played with; the box alone by default.

    With Mercury's `boots` an act lasts all its weeks and ends wherever the encampment is; all heroes that are not
    played are primuses, none of whom has to be fought; all Opportunity cards drawn are kept, up to the Opportunity
    Capacity, and only their rewards count; the tribune's defeat brings influence, and leaves the hero's HP alone.
    """

    boots: Edition = ""
    modules: tuple[Module, ...] = ()

    def has(self, module: Module) -> bool:
        """Say whether a module is on."""
        return module in self.modules

    @property
    def weeks_in_act(self) -> int:
        """Count the weeks of an act."""
        return 6 if self.boots else 12

    @property
    def any_way_at_act_start(self) -> bool:
        """Say whether the encampment may go back where it came from at the start of an act."""
        return self.boots != "2024"

    @property
    def enters_capitals_freely(self) -> bool:
        """Say whether any capital may be entered without a fight, to spectate there."""
        return self.has("rivals")

    @property
    def chooses_level(self) -> bool:
        """Say whether a level of difficulty is chosen at set-up."""
        return self.boots != "promo"

    @property
    def bag_comes_first(self) -> bool:
        """Say whether the first unit of each stack is in the bag before blessings are spent on units."""
        return self.boots == "promo"

    def has_act_modifiers(self, event: str) -> bool:
        """Say whether the act makes a kind of combat harder, in The Rivals a primus' too (Rulebook p.20, 30)."""
        return not self.boots and event != "scion" and (event != "primus" or self.has("rivals"))

    @property
    def primus_has_chip_health(self) -> bool:
        """Say whether a primus has the Health printed on its chip, not one by the act."""
        return bool(self.boots) or self.has("rivals")

    def rerolls(self, *, of_scion: bool) -> bool:
        """Say whether an Opportunity card may be discarded to roll again."""
        return self.boots == "2024" or (self.boots == "promo" and not of_scion)
