"""The conversation that begins a campaign with Mercury's Boots: bag, Opportunities, Hero Ascension (A3 p.6-7; A4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign.camp import is_troop_full
from hoplo_companion.campaign.model import Bane, Campaign
from hoplo_companion.campaign.naming import region_name
from hoplo_companion.campaign.pad import is_at_its_most
from hoplo_companion.campaign.setup import Choices, ascend, bag_first_units, first_opportunities, ready
from hoplo_companion.campaign.stacks import faction_named, stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.cli.campaign.camp import ask_sacrifice
from hoplo_companion.cli.campaign.names import KINDS, chip_named, read_bane
from hoplo_companion.cli.campaign.rewards import upgrades
from hoplo_companion.cli.options import Many, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.variant import (
    LATEST,
    MODULES,
    Edition,
    Module,
    Variant,
)
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.campaign import MODULE_NAMES, event_words
from hoplo_companion.render.sentences.words import bane_kind

DONE = "done"
EDITIONS: tuple[Edition, ...] = ("2024", "promo")


class Extra(NamedTuple):
    """What was entered for `hoplo new` beside what every campaign needs, in the words of its options."""

    boots: Annotated[bool, option("A campaign of 24 weeks (expansion).", names="--mercurys-boots")] = False
    edition: Annotated[str | None, option("Mercury's Boots: by the sheet of 2024, or promo, the older one.")] = None
    module: Annotated[Many, option("{words}; may be repeated; or none.", MODULES)] = None
    opportunity: Annotated[
        Many, option("Mercury's Boots: one of the first three Opportunity cards.", "opportunities")
    ] = None
    spend: Annotated[
        Many,
        option(
            "Mercury's Boots: what a blessing buys, as in health, navigation, upgrade-die:1, prowess:CARD, "
            "unit:FACTION:UNIT; or none."
        ),
    ] = None
    first_unit: Annotated[Many, option("Mercury's Boots: the first chip of a stack for the bag, FACTION=UNIT.")] = None

    def variant(self) -> Variant:
        """Read which expansions are played with; UsageError for one that there is not."""
        if not self.boots and (self.edition, self.opportunity, self.spend, self.first_unit) != (None,) * 4:
            raise UsageError("--edition, --opportunity, --spend and --first-unit are for --mercurys-boots")
        edition = self.edition or LATEST
        if edition not in EDITIONS:
            raise UsageError(
                "{edition} is not an edition of Mercury's Boots: {known}",
                edition=clip(edition),
                known=", ".join(EDITIONS),
            )
        wanted = [module_named(name) for name in self.module or ()]
        modules = tuple(each for each in MODULES if each in wanted)
        return Variant(boots="" if not self.boots else "promo" if edition == "promo" else LATEST, modules=modules)


def module_named(name: str) -> Module:
    """Find a module of Pandora's Ruin by its name; UsageError names those that there are."""
    wanted = slug(name).removeprefix("the-")
    found = next((each for each in MODULES if each == wanted), None)
    if found is None:
        known = ", ".join(MODULES)
        raise UsageError("there is no module {name}, only: {modules} (A3 p.2-5)", name=clip(name), modules=known)
    return found


def ask_modules(terminal: Terminal, extra: Extra) -> Extra:
    """Ask for each module whether it is on."""
    if extra.module is not None:
        return extra
    on: list[str] = []
    for each in MODULES:
        text = tr("{module}: on or off (A3 p.2-5)?", module=tr(MODULE_NAMES[each]))
        if terminal.choose(text, {"off": tr("off"), "on": tr("on")}) == "on":
            on.append(each)
    return extra._replace(module=on)


def first_units(words: Sequence[str] | None) -> dict[str, str]:
    """Read the first chips of stacks, FACTION=UNIT each; UsageError for what is not so."""
    found: dict[str, str] = {}
    for word in words or ():
        faction, sign, unit = word.partition("=")
        if not sign:
            raise UsageError("{word}: write FACTION=UNIT, as in kunlun=monk", word=clip(word))
        found[faction_named(faction)] = chip_named("units", unit)
    return found


def choices_of(choices: Choices, extra: Extra, banes: Sequence[str]) -> Choices:
    """The choices with those of Mercury's Boots; UsageError for a bane whose kind is not known."""
    if not extra.boots:
        return replace(choices, variant=extra.variant())
    return replace(
        choices,
        variant=extra.variant(),
        spent=tuple(extra.spend or ()),
        opportunities=tuple(extra.opportunity or ()),
        first_units=first_units(extra.first_unit),
        bag_banes=tuple(map(_bag_bane, banes)),
    )


def _bag_bane(word: str) -> Bane:
    """Read the scion's bane, which goes into the bag, so that its kind matters; UsageError names the option."""
    try:
        return read_bane(word)
    except UsageError:
        raise UsageError(
            "the scion's bane goes into the bag, and its kind is not known: --scion-bane '{bane}:KIND', where KIND is "
            "on the chip, {kinds} (A3 p.6)",
            bane=word.partition(":")[0],
            kinds=", ".join(KINDS),
        ) from None


def converse_boots(terminal: Terminal, catalogue: Catalogue, choices: Choices, extra: Extra) -> tuple[Extra, Campaign]:
    """Ask for the first cards and for what blessings buy, after the bag by the older sheet; give what stands then."""
    campaign, _ = ready(catalogue, choices_of(choices, extra._replace(spend=[], opportunity=[], first_unit=[]), []))
    if campaign.variant.bag_comes_first:
        extra, campaign = ask_first_units(terminal, extra, campaign)
    if extra.opportunity is None:
        text = tr("Draw the top three Opportunity cards. Their names (separated by commas; Enter to enter them later):")
        cards = terminal.until_good(text, lambda line: _three(campaign, listed(line)))
        extra = extra._replace(opportunity=cards)
    if extra.spend is None:
        extra = extra._replace(spend=_ask_ascension(terminal, campaign))
    for bought in extra.spend or ():
        campaign, _ = ascend(campaign, bought)
    return extra, campaign


def ask_bane_kinds(terminal: Terminal, banes: Sequence[str]) -> list[str]:
    """Ask for the kind of each of the scion's banes that is not known: they go into the bag."""
    found = []
    for bane in banes:
        try:
            read_bane(bane)
            found.append(bane)
        except UsageError:
            text = tr("{bane} goes into the bag. Its kind, as on the chip?", bane=bane)
            found.append(f"{bane}:{terminal.choose(text, {each: bane_kind(each) for each in KINDS})}")
    return found


def _three(campaign: Campaign, cards: list[str]) -> list[str]:
    first_opportunities(campaign, tuple(cards))
    return cards


def ask_first_units(terminal: Terminal, extra: Extra, campaign: Campaign) -> tuple[Extra, Campaign]:
    """Ask which chip lies on top of each stack: it goes into the bag."""
    named = dict(first_units(extra.first_unit))
    for faction in REGIONS:
        if faction not in named and extra.first_unit is None and stack_of(campaign, faction).size():
            text = tr(
                "{faction}: which chip lies on top of the stack? It goes into the bag (Enter to enter it later):",
                faction=region_name(faction),
            )
            unit = terminal.until_good(text, lambda line: chip_named("units", line) if line else "")
            named |= {faction: unit} if unit else {}
    campaign, _ = bag_first_units(campaign, named)
    return extra._replace(first_unit=[f"{faction}={unit}" for faction, unit in named.items()]), campaign


# Hero Ascension ---------------------------------------------------------------------------------------------------


def _ask_ascension(terminal: Terminal, campaign: Campaign) -> list[str]:
    """Ask what each blessing buys, showing it, until none is left or the rest is kept."""
    spent: list[str] = []
    while campaign.pad.blessings:
        offered = _offered(campaign)
        left = campaign.pad.blessings
        text = plural("{n} blessing left: what does it buy?", "{n} blessings left: what does one buy?", left)
        keep = plural("keep it", "keep all {n}", left)
        bought = terminal.choose(text, {**offered, DONE: keep})
        if bought == DONE:
            break
        if bought in ("prowess", "unit"):
            bought = _ask_what(terminal, campaign, bought)
        campaign, happened = ascend(campaign, bought)
        terminal.say("  " + " ".join(map(event_words, happened)))
        spent.append(bought)
    return spent


STATS = {
    "health": later("Health {now} to {then}, and 1 HP more"),
    "leadership": later("Leadership {now} to {then}: the units your troop may have"),
    "navigation": later("Navigation {now} to {then}: the spots of a Travel Phase"),
    "opportunity-capacity": later("Opportunity Capacity {now} to {then}: the cards you may hold"),
}
"""The stats that a blessing may raise, each with what that changes."""


def _offered(campaign: Campaign) -> dict[str, str]:
    """What a blessing can still buy, each with what it changes."""
    now = {word: getattr(campaign.pad, word.replace("-", "_")) for word in STATS}
    left = [word for word in STATS if not is_at_its_most(campaign.pad, word)]
    offered = {word: tr(STATS[word], now=now[word], then=now[word] + 1) for word in left}
    offered |= upgrades(campaign.pad.attack)
    return {**offered, "prowess": tr("a Hero Prowess card"), "unit": tr("the front unit of a faction stack")}


def _ask_what(terminal: Terminal, campaign: Campaign, kind: str) -> str:
    """Ask which Prowess card, or which stack's unit, and who is sacrificed where the troop is too large."""

    def tried(bought: str) -> str:
        ascend(campaign, bought)
        return bought

    if kind == "prowess":
        text = tr("Which Hero Prowess card? Its level follows its name, if it has one:")
        card: str = terminal.until_good(text, lambda line: tried(f"prowess:{line}"))
        return card
    stacks = [faction for faction in REGIONS if stack_of(campaign, faction).size()]
    faction = terminal.choose(tr("From which stack?"), {each: region_name(each) for each in stacks})
    known = stack_of(campaign, faction).known
    unit = (
        known[0]
        if known
        else terminal.until_good(tr("Which chip lies on top?"), lambda line: chip_named("units", line))
    )
    bought = f"unit:{faction}:{unit}"
    if is_troop_full(campaign):
        bought += f":{ask_sacrifice(terminal, campaign, unit)}"
    return tried(bought)
