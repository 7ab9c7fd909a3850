"""The choices of `hoplo new`, each stated once: its option, how it is read, and how it is asked for where it is open.

With Mercury's Boots the bag, the Opportunities and Hero Ascension belong to them (A3 p.6-7; A4).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign import setup
from hoplo_companion.campaign.camp import check_prowess, is_troop_full, prowess_card
from hoplo_companion.campaign.model import Bane, Campaign, Prowess
from hoplo_companion.campaign.naming import chip_name, region_name
from hoplo_companion.campaign.pad import is_at_its_most
from hoplo_companion.campaign.stacks import faction_named, stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.cli.campaign import names as typed
from hoplo_companion.cli.campaign.camp import ask_sacrifice
from hoplo_companion.cli.campaign.event import upgrades
from hoplo_companion.cli.options import Many, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import DifficultyRecord, HeroRecord
from hoplo_companion.components.variant import LATEST, MODULES, Edition, Variant
from hoplo_companion.components.words import Colour
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.campaign import MODULE_NAMES, event_words
from hoplo_companion.render.sentences.words import bane_kind

OTHER = "another one"
DONE = "done"
EDITIONS: tuple[Edition, ...] = ("2024", "promo")


class Entered(NamedTuple):
    """What was entered of a new campaign, in the words of the options of `hoplo new`; None for what is still open."""

    hero: Annotated[str | None, option("Your hero.", "heroes")] = None
    difficulty: Annotated[str | None, option("chosen, valiant or fearless.", "difficulty")] = None
    prowess: Annotated[Many, option("A Prowess card that the difficulty gives; may be repeated.", "prowess")] = None
    upgrade: Annotated[Many, option("add-die, upgrade-die:COLUMN; on Valiant also health, leadership.")] = None
    scion: Annotated[str | None, option("The scion.", "scions")] = None
    scion_bane: Annotated[Many, option("Its bane; NAME:KIND with Mercury's Boots.", "banes")] = None
    primus: Annotated[Many, option("One of the three primuses.", "heroes")] = None
    class_: Annotated[str | None, option("Your hero's class, read off its details.", setup.HERO_CLASSES)] = None
    attack: Annotated[str | None, option("Your hero's dice, as in 'blue blue'.")] = None
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
        if (edition := next((each for each in EDITIONS if each == (self.edition or LATEST)), None)) is None:
            text = later("{edition} is not an edition of Mercury's Boots: {known}")
            raise UsageError(text, edition=clip(self.edition), known=", ".join(EDITIONS))
        wanted = {slug(name).removeprefix("the-"): name for name in self.module or ()}
        if unknown := next((name for id_, name in wanted.items() if id_ not in MODULES), None):
            text = later("there is no module {name}, only: {modules} (A3 p.2-5)")
            raise UsageError(text, name=clip(unknown), modules=", ".join(MODULES))
        return Variant(boots=edition if self.boots else "", modules=tuple(each for each in MODULES if each in wanted))

    def is_enough(self) -> bool:
        """Say whether a campaign can be begun without a question: only a class or dice may still be unknown."""
        if None in (self.hero, self.difficulty, self.scion, self.primus):
            return False
        level, scion = catalogue().difficulty(slug(self.difficulty or "")), catalogue().scion(slug(self.scion or ""))
        return level is None or not (
            (self.upgrade is None and (level.choose_one_upgrade or level.attack_upgrades))
            or (self.prowess is None and level.prowess)
            or (self.scion_bane is None and (scion is None or not scion.banes))
        )

    def first_units(self) -> dict[str, str]:
        """Read the first chips of stacks, FACTION=UNIT each; UsageError for what is not so."""
        found: dict[str, str] = {}
        for word in self.first_unit or ():
            faction, sign, unit = word.partition("=")
            if not sign:
                raise UsageError("{word}: write FACTION=UNIT, as in kunlun=monk", word=clip(word))
            found[faction_named(faction)] = typed.chip_named("units", unit)
        return found

    def choices(self, *, first: bool = False) -> setup.Choices:
        """Read what was entered, the first part of the sheet alone if `first`; UsageError names what is missing."""
        variant, three = self.variant(), tr("--primus three times (or --draw-primuses)")
        due = {
            "--hero": self.hero, "--difficulty": self.difficulty if variant.chooses_level else "",
            "--scion": self.scion, three: () if self.boots else self.primus,
        }  # fmt: skip
        lacking = [option for option, value in due.items() if value is None]
        if lacking or self.hero is None or self.scion is None:
            text = later("missing: {options}; --first-game makes every choice itself (p.9-10)")
            raise UsageError(text, options=", ".join(lacking))
        dice = typed.read_attack(self.attack) if self.attack is not None else None
        hero = catalogue().hero(slug(self.hero))
        if hero is not None and hero.attack is None and not dice and any("die" in word for word in self.upgrade or ()):
            raise UsageError("--attack is missing: which dice do {hero}'s details show (p.38-39)?", hero=hero.name)
        known = catalogue().scion(typed.chip_named("scions", self.scion))
        choices = setup.Choices(
            hero=self.hero,
            difficulty=self.difficulty or "",
            scion=self.scion,
            primuses=tuple(self.primus or ()),
            prowess=tuple(prowess_card(card, slug(self.hero)) for card in self.prowess or ()),
            upgrades=tuple(self.upgrade or ()),
            scion_banes=tuple(self.scion_bane or (known.banes if known is not None else None) or ()),
            classes=(typed.read_class(self.class_),) if self.class_ is not None else (),
            attack=dice,
            variant=variant,
        )
        if not self.boots or first:
            return choices
        return replace(
            choices,
            spent=tuple(self.spend or ()),
            opportunities=tuple(self.opportunity or ()),
            first_units=self.first_units(),
            bag_banes=tuple(map(_bag_bane, choices.scion_banes)),
        )


def _bag_bane(word: str) -> Bane:
    """Read the scion's bane, which goes into the bag, so that its kind matters; UsageError names the option."""
    try:
        return typed.read_bane(word)
    except UsageError:
        raise UsageError(
            "the scion's bane goes into the bag, and its kind is not known: --scion-bane '{bane}:KIND', where KIND is "
            "on the chip, {kinds} (A3 p.6)",
            bane=word.partition(":")[0],
            kinds=", ".join(typed.KINDS),
        ) from None


class Conversation:
    """Asks for the choices still open, once what was `entered` is checked; StoppedError where the player stops."""

    def __init__(self, terminal: Terminal, entered: Entered) -> None:
        self.terminal, self.entered = terminal, entered

    def _take(self, **answers: object) -> None:
        self.entered = self.entered._replace(**answers)  # type: ignore[arg-type]

    def of_the_box(self, draw: list[str]) -> Entered:
        """Ask as the rulebook sets a campaign up; `draw` are primuses that the app has drawn, one of the answers."""
        self._check(self.entered)
        hero = self._hero(has_level=True)
        level = setup.difficulty_named(catalogue(), self.entered.difficulty or "")
        self._check(self.entered)
        self._details(hero, needs_dice=bool(level.attack_upgrades and not level.choose_one_upgrade))
        if self.entered.upgrade is None and (level.choose_one_upgrade or level.attack_upgrades):
            attack = typed.read_attack(self.entered.attack) if self.entered.attack is not None else hero.attack
            if choices := upgrades(attack or None, ("leadership", "health") if level.choose_one_upgrade else ()):
                text = tr("Which upgrade does the difficulty give you (p.9)?")
                self._take(upgrade=[self.terminal.choose(text, choices)])
        id_ = slug(self.entered.hero or "")
        if self.entered.prowess is None:
            earned, known = list[Prowess](), typed.prowess_known(id_)
            for at in range(1, level.prowess + 1):
                text = tr("Prowess card {at} of {count}:", at=at, count=level.prowess)
                earned.append(self.terminal.until_good(text, partial(_valid, earned, id_), "", known))
            self._take(prowess=[card.label() for card in earned])
        self._scion()
        if self.entered.primus is None:
            others = [each for each in catalogue().ids("heroes") if each != id_]
            words = {"by hand": tr("I have drawn them from the bag"), "by the app": tr("drawn by the app")}
            is_by_hand = self.terminal.choose(tr("The primuses?"), words) == "by hand"
            drawn = [] if is_by_hand else [each for each in draw if each in others][: setup.PRIMUSES]
            while len(drawn) < setup.PRIMUSES:
                left = _named(each for each in others if each not in drawn)
                drawn.append(self.terminal.choose(tr("Primus {at}?", at=len(drawn) + 1), left))
            self._take(primus=drawn)
        return self.entered

    def of_boots(self) -> Entered:
        """Ask as the sheet of Mercury's Boots sets a campaign up (A3 p.5-7)."""
        terminal, has_level = self.terminal, self.entered.variant().chooses_level
        if self.entered.module is None:
            text, words = later("{module}: on or off (A3 p.2-5)?"), {"off": tr("off"), "on": tr("on")}
            names = {each: tr(text, module=tr(MODULE_NAMES[each])) for each in MODULES}
            self._take(module=[each for each, asked in names.items() if terminal.choose(asked, words) == "on"])
        self._check(self.entered._replace(primus=None, prowess=None))
        hero = self._hero(has_level=has_level)
        self._details(hero)
        if has_level and self.entered.prowess is None:
            text = tr(
                "Prowess that {hero}'s details print as extra (separated by commas; Enter if none):", hero=hero.name
            )
            cards = terminal.until_good(text, lambda line: [_valid([], slug(hero.name), each) for each in listed(line)])
            self._take(prowess=[card.label() for card in cards])
        if not has_level:
            self._scion()
        campaign = self.by_the_sheet()
        if has_level:
            self._scion()
            self.first_units(campaign)
        banes = list(self.entered.choices(first=True).scion_banes)
        for at, bane in enumerate(banes):
            try:
                typed.read_bane(bane)
            except UsageError:
                text = tr("{bane} goes into the bag. Its kind, as on the chip?", bane=bane)
                banes[at] += f":{terminal.choose(text, {each: bane_kind(each) for each in typed.KINDS})}"
        self._take(scion_bane=banes)
        return self.entered

    def _check(self, entered: Entered) -> None:
        """Refuse what was entered wrong, as far as what is known so far shows it."""
        known, hero, earned = catalogue(), slug(entered.hero or ""), list[Prowess]()
        if entered.hero is not None:
            setup.hero_named(known, entered.hero)
        level = setup.difficulty_named(known, entered.difficulty) if entered.difficulty is not None else None
        if entered.class_ is not None:
            typed.read_class(entered.class_)
        typed.read_attack(entered.attack or "")
        if entered.scion is not None:
            typed.chip_named("scions", entered.scion)
        if entered.primus is not None:
            setup.check_primuses(known, entered.primus, hero)
        if entered.upgrade is not None and level is not None:
            setup.check_upgrades(entered.upgrade, level)
        for card in entered.prowess or ():
            earned.append(_valid(earned, hero, card))
        if entered.prowess is not None and level is not None:
            setup.check_cards(earned, level)

    def _hero(self, *, has_level: bool) -> HeroRecord:
        """Ask for the hero, and for the level by how each of them starts, where there is a choice of levels."""
        if not self.entered.hero:
            self._take(hero=self.terminal.choose(tr("Your hero?"), _named(catalogue().ids("heroes"))))
        if has_level and not self.entered.difficulty:
            levels = {each: setup.difficulty_named(catalogue(), each) for each in ("chosen", "valiant", "fearless")}
            words = {id_: f"{each.name}: {_starts_with(each, self.entered.boots)}" for id_, each in levels.items()}
            self._take(difficulty=self.terminal.choose(tr("How hard?"), words))
        return setup.hero_named(catalogue(), self.entered.hero or "")[1]

    def _details(self, hero: HeroRecord, *, needs_dice: bool = False) -> None:
        """Ask for what the hero's details show in pictures: its class, and its dice, which a level may change."""
        if self.entered.class_ is None and not hero.classes:
            text = tr("Which class do {hero}'s details show (p.38-39)?", hero=hero.name)
            words: dict[str, str] = {each: each.capitalize() for each in setup.HERO_CLASSES}
            self._take(class_=self.terminal.choose(text, {**words, "": tr("I do not know yet")}) or None)
        if self.entered.attack is not None or hero.attack is not None:
            return

        def read(line: str) -> tuple[Colour, ...]:
            dice = typed.read_attack(line)
            if needs_dice and not dice:
                raise UsageError("the difficulty adds or upgrades one of them, so they must be known (p.9)")
            return dice

        text = later("Which dice do {hero}'s details show (p.38-39)? (as in 'blue blue'; Enter if you do not know)")
        if needs_dice:
            text = later("Which dice do {hero}'s details show (p.38-39)? (as in 'blue blue')")
        self._take(attack=" ".join(self.terminal.until_good(tr(text, hero=hero.name), read)) or None)

    def _scion(self) -> None:
        """Ask for the scion, and for its bane where no source states it."""
        known = _named(catalogue().ids("scions"))
        scion = self.entered.scion or self.terminal.choose(tr("The scion?"), {**known, OTHER: tr("another one")})
        while scion == OTHER or not slug(scion):
            scion = self.terminal.write(tr("Its name, as on its card:"), "", [*known.values()])
        record = catalogue().scion(slug(scion))
        self._take(scion=scion)
        if self.entered.scion_bane is None and (record is None or not record.banes):
            text = tr("The bane under its name (several separated by commas; Enter if none):")
            self._take(scion_bane=listed(self.terminal.write(text, "", typed.names_known("banes"))))

    def by_the_sheet(self) -> Campaign:
        """Ask for the first cards and for what blessings buy, after the bag by the older sheet; what stands then."""
        entered = self.entered._replace(scion=self.entered.scion or "unknown")
        campaign, _ = setup.ready(catalogue(), entered.choices(first=True))
        if campaign.variant.bag_comes_first:
            campaign = self.first_units(campaign)
        if self.entered.opportunity is None:

            def three(line: str) -> list[str]:
                setup.first_opportunities(campaign, tuple(listed(line)))
                return listed(line)

            text = tr(
                "Draw the top three Opportunity cards. Their names (separated by commas; Enter to enter them later):"
            )
            self._take(opportunity=self.terminal.until_good(text, three))
        if self.entered.spend is None:
            return self._ascension(campaign)
        for bought in self.entered.spend:
            campaign, _ = setup.ascend(campaign, bought)
        return campaign

    def first_units(self, campaign: Campaign) -> Campaign:
        """Ask which chip lies on top of each stack: it goes into the bag."""
        named = dict(self.entered.first_units())
        for faction in REGIONS if self.entered.first_unit is None else ():
            if stack_of(campaign, faction).size():
                text = tr(
                    "{faction}: which chip lies on top of the stack? It goes into the bag (Enter to enter it later):",
                    faction=region_name(faction),
                )
                unit = self.terminal.until_good(text, lambda line: typed.chip_named("units", line) if line else "")
                named |= {faction: unit} if unit else {}
        self._take(first_unit=[f"{faction}={unit}" for faction, unit in named.items()])
        return setup.bag_first_units(campaign, named)[0]

    def _ascension(self, campaign: Campaign) -> Campaign:
        """Ask what each blessing buys, showing what that changes, until none is left or the rest is kept."""
        spent: list[str] = []
        while left := campaign.pad.blessings:
            now = {word: getattr(campaign.pad, word.replace("-", "_")) for word in STATS}
            open_ = [word for word in STATS if not is_at_its_most(campaign, word)]
            offered = {word: tr(STATS[word], now=now[word], then=now[word] + 1) for word in open_}
            offered |= upgrades(campaign.pad.attack)
            offered |= {"prowess": tr("a Hero Prowess card"), "unit": tr("the front unit of a faction stack")}
            offered[DONE] = plural("keep it", "keep all {n}", left)
            text = plural("{n} blessing left: what does it buy?", "{n} blessings left: what does one buy?", left)
            bought = self.terminal.choose(text, offered)
            if bought == DONE:
                break
            if bought in ("prowess", "unit"):
                bought = self._bought(campaign, bought)
            campaign, happened = setup.ascend(campaign, bought)
            self.terminal.say("  " + " ".join(map(event_words, happened)))
            spent.append(bought)
        self._take(spend=spent)
        return campaign

    def _bought(self, campaign: Campaign, kind: str) -> str:
        """Ask which Prowess card, or which stack's unit, and who is sacrificed where the troop is too large."""

        def tried(bought: str) -> str:
            setup.ascend(campaign, bought)
            return bought

        if kind == "prowess":
            text = tr("Which Hero Prowess card? Its level follows its name, if it has one:")
            return self.terminal.until_good(text, lambda line: tried(f"prowess:{line}"))
        stacks = [faction for faction in REGIONS if stack_of(campaign, faction).size()]
        faction = self.terminal.choose(tr("From which stack?"), {each: region_name(each) for each in stacks})
        if not (unit := next(iter(stack_of(campaign, faction).known), "")):
            unit = self.terminal.until_good(tr("Which chip lies on top?"), lambda line: typed.chip_named("units", line))
        instead = f":{ask_sacrifice(self.terminal, campaign, unit)}" if is_troop_full(campaign) else ""
        return tried(f"unit:{faction}:{unit}{instead}")


STATS = {
    "health": later("Health {now} to {then}, and 1 HP more"),
    "leadership": later("Leadership {now} to {then}: the units your troop may have"),
    "navigation": later("Navigation {now} to {then}: the spots of a Travel Phase"),
    "opportunity-capacity": later("Opportunity Capacity {now} to {then}: the cards you may hold"),
}
"""The stats that a blessing may raise, each with what that changes."""


def _named(ids: Iterable[str]) -> dict[str, str]:
    """Name heroes or scions as printed."""
    return {id_: chip_name(id_) for id_ in ids}


def _starts_with(level: DifficultyRecord, boots: bool) -> str:
    """Say what a level of difficulty gives and takes; with Mercury's Boots it is blessings alone."""
    if boots:
        return plural("{n} blessing", "{n} blessings", level.boots_blessings)
    parts = [
        plural("{n} Prowess card", "{n} Prowess cards", level.prowess) if level.prowess else tr("no Prowess cards"),
        plural("{n} blessing", "{n} blessings", level.blessings) if level.blessings else tr("no blessings"),
    ]
    parts += [tr("Health +{n}", n=level.health)] if level.health else []
    parts += [tr("Leadership +{n}", n=level.leadership)] if level.leadership else []
    parts += [tr("a die added or upgraded")] if level.attack_upgrades else []
    parts += [tr("an upgrade of your choice")] if level.choose_one_upgrade else []
    parts += [tr("scion influence {n}", n=level.influence)] if level.influence else []
    return ", ".join(parts if level.tactics else [*parts, tr("no tactics")])


def _valid(earned: list[Prowess], hero: str, text: str) -> Prowess:
    card = prowess_card(text, hero)
    check_prowess(earned, card)
    return card
