"""`hoplo new`: its choices, each stated once, as an option, as it is read, as it is asked for; and what is begun.

With Mercury's Boots the bag, the Opportunities and Hero Ascension belong to them (A3 p.6-7; A4).
"""

from contextlib import nullcontext
from typing import Annotated, Any, Literal, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign import setup
from hoplo_companion.campaign.bag import faction_named, stack_of
from hoplo_companion.campaign.camp import check_prowess, check_recruit, is_troop_full, prowess_card
from hoplo_companion.campaign.model import REGIONS, Campaign, Prowess
from hoplo_companion.campaign.naming import MODULE_NAMES, chip_name, region_name
from hoplo_companion.campaign.pad import DICE_UNKNOWN
from hoplo_companion.cli.campaign import names as typed
from hoplo_companion.cli.campaign.camp import ask_sacrifice
from hoplo_companion.cli.campaign.event import ANOTHER, raised, upgrades
from hoplo_companion.cli.campaign.open_campaign import pad_table
from hoplo_companion.cli.data.add import enter_all, sure_of_scion
from hoplo_companion.cli.options import Many, Shown, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import is_none, slug
from hoplo_companion.components.own import Fact, fact_of, own_path
from hoplo_companion.components.schemas import HeroRecord
from hoplo_companion.components.words import BANE_KINDS, LATEST, MODULES, Colour, Variant
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.campaign.pad import level_words
from hoplo_companion.render.sentences.campaign import event_words
from hoplo_companion.render.sentences.words import bane_kind
from hoplo_companion.rules.sentence import to_keep
from hoplo_companion.table.saves.library import Library


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
    edition: Annotated[
        Literal["2024", "promo"] | None, option("Mercury's Boots: by the sheet of 2024, or promo, the older one.")
    ] = None
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
        wanted = {slug(name).removeprefix("the-"): name for name in self.module or ()}
        if unknown := next((name for id_, name in wanted.items() if id_ not in MODULES), None):
            text = later("there is no module {name}, only: {modules} (A3 p.2-5)")
            raise UsageError(text, name=clip(unknown), modules=", ".join(MODULES))
        boots = (self.edition or LATEST) if self.boots else ""
        return Variant(boots=boots, modules=tuple(each for each in MODULES if each in wanted))

    def is_enough(self) -> bool:
        """Say whether a campaign can be begun without a question: only a class or dice may still be unknown."""
        if None in (self.hero, self.difficulty, self.scion, self.primus):
            return False
        level, scion = catalogue().difficulty(slug(self.difficulty or "")), catalogue().scion(slug(self.scion or ""))
        return level is None or not (
            (self.upgrade is None and setup.upgrades_of(level))
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

    def choices(self) -> setup.Choices:
        """Read what was entered, banes without their kinds; UsageError names what is missing."""
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
        banes = self.scion_bane or (known.banes if known is not None else None) or ()
        return setup.Choices(
            hero=self.hero,
            difficulty=self.difficulty or "",
            scion=self.scion,
            primuses=tuple(self.primus or ()),
            prowess=tuple(prowess_card(card, slug(self.hero)) for card in self.prowess or ()),
            upgrades=tuple(self.upgrade or ()),
            scion_banes=tuple(banes),
            classes=(typed.read_class(self.class_),) if self.class_ is not None else (),
            attack=dice,
            variant=variant,
            spent=tuple(self.spend or ()),
            opportunities=tuple(self.opportunity or ()),
            first_units=self.first_units(),
        )


def new(
    terminal: Terminal,
    entered: Entered,
    draw_primuses: Annotated[bool, option("Let the app draw the primuses.")] = False,
    seed: Annotated[int | None, option("Make the app's draw repeatable.")] = None,
    name: Annotated[str | None, option("A name for the campaign.")] = None,
    first_game: Annotated[bool, option("The rulebook's recommended first campaign.")] = False,
) -> Shown:
    """Begin a campaign (Rulebook p.8-10); at a terminal you are asked what the options leave open."""
    several = {field: getattr(entered, field) for field in ("module", "opportunity", "spend", "first_unit")}
    nothing: dict[str, Any] = {field: [] for field, value in several.items() if value and is_none(value[0])}
    entered = entered._replace(**nothing)
    entered.variant()  # what cannot be is refused before anything is asked
    if draw_primuses and entered.primus:
        raise UsageError("give --primus or --draw-primuses, not both")
    if first_game and (draw_primuses or entered != Entered()):
        raise UsageError("--first-game makes every choice itself: leave it out to choose (p.9-10)")
    if entered.scion is not None:
        sure_of_scion(terminal, entered.scion)
    # The other heroes, in a random order.
    left, dice = [id_ for id_ in catalogue().ids("heroes") if id_ != slug(entered.hero or "")], Dice(seed)
    drawn = [left.pop(dice.choose(len(left))) for _ in range(len(left))]
    is_drawn = draw_primuses or (entered.primus is None and terminal.setting("draws") == "app")
    if is_drawn and not (first_game or entered.boots):
        entered = entered._replace(primus=drawn[: setup.PRIMUSES])
    is_asked = terminal.is_interactive() and not first_game and (entered.boots or not entered.is_enough())
    with terminal.drafted() if is_asked else nullcontext():
        if is_asked:
            conversation = _Conversation(terminal, entered)
            entered = conversation.of_boots() if entered.boots else conversation.of_the_box(drawn, is_drawn=is_drawn)
        campaign = _begin(terminal, setup.FIRST_GAME if first_game else entered.choices(), name)
    if terminal.json or (entered.boots and not is_asked):
        return
    enter_all(terminal, campaign)
    if terminal.guide is None:  # whoever leads through an evening knows what is next
        text = tr("Next: `hoplo play` leads you through the evening; `hoplo travel PLACE` begins the first week.")
        terminal.say(text)


def _begin(terminal: Terminal, choices: setup.Choices, name: str | None) -> Campaign:
    """Begin the campaign, keep it under a free name, and say so, and what of it is still to be entered."""
    boots = choices.variant.boots
    choices = replace(
        choices,
        variant=setup.with_its_scion(choices.variant, choices.scion, catalogue()),
        bag_banes=tuple(map(typed.read_bane, choices.scion_banes)) if boots else (),
    )
    campaign, happened = (setup.begin_boots if boots else setup.begin)(catalogue(), choices)
    facts, what = _facts(choices), to_keep(lambda: list(map(event_words, happened)))
    id_, _ = Library().begin(name or campaign.pad.hero, lambda _: campaign, terminal.words, what, facts)
    if campaign.pad.attack is None:
        terminal.notice(DICE_UNKNOWN)
    if missing := len(REGIONS) - len(choices.first_units) if boots else 0:
        text = plural(
            "the first chip of {n} faction stack is not in the bag yet: `hoplo stack draw FACTION UNIT`, then "
            "`hoplo bag add UNIT` (A3 p.6)",
            "the first chips of {n} faction stacks are not in the bag yet: for each `hoplo stack draw FACTION UNIT`, "
            "then `hoplo bag add UNIT` (A3 p.6)",
            missing,
        )
        terminal.notice(text)
    if boots and not choices.opportunities:
        terminal.notice("the three Opportunity cards are not entered yet: `hoplo camp opportunity CARD` (A3 p.6)")
    if not choices.scion_banes:
        text = later("the bane of {scion} is not known: once it is, `hoplo fix bane_stack NAME` enters it (p.10)")
        if boots:
            text = later(
                "the bane of {scion} is not known: once it is, `hoplo bag add NAME:KIND` puts it into the bag (A3 p.6)"
            )
        terminal.notice(text, scion=chip_name(choices.scion))
    for kind, hero, _, _ in facts:
        if kind == "heroes":
            path = own_path(kind, hero)
            terminal.notice("what {hero}'s details show is kept in {path}", hero=chip_name(hero), path=path)
    if terminal.json:
        terminal.show_json({"campaign": id_, "pad": pad_table(campaign)})
    else:
        terminal.say(" ".join(map(event_words, happened)))
        terminal.say(tr("The campaign is called {name}.", name=id_))
    return campaign


def _facts(choices: setup.Choices) -> list[Fact]:
    """What the player read off a hero's details and a scion's card, kept so that it is asked once."""
    facts, scion = [], catalogue().scion(slug(choices.scion))
    id_, hero = setup.hero_named(catalogue(), choices.hero)
    if scion is not None and scion.banes is None and choices.scion_banes:
        names = [typed.bane_parts(bane)[0] for bane in choices.scion_banes]
        facts.append(fact_of("scions", slug(choices.scion), scion.name, {"banes": names}))
    shown = {"class": not hero.classes and choices.classes, "attack": hero.attack is None and choices.attack}
    if details := {key: list(value) for key, value in shown.items() if value}:
        facts.append(fact_of("heroes", id_, hero.name, details))
    return facts


class _Conversation:
    """Asks for the choices still open, once what was `entered` is checked; StoppedError where the player stops."""

    def __init__(self, terminal: Terminal, entered: Entered) -> None:
        self.terminal, self.entered = terminal, entered

    def _take(self, **answers: object) -> None:
        self.entered = self.entered._replace(**answers)  # type: ignore[arg-type]

    def of_the_box(self, draw: list[str], *, is_drawn: bool) -> Entered:
        """Ask as the rulebook sets a campaign up; `draw` are heroes as the app draws primuses, one of the answers."""
        self._check(self.entered)
        hero = self._hero(has_level=True)
        id_ = slug(self.entered.hero or "")
        draw = [each for each in draw if each != id_]
        if is_drawn:
            self._take(primus=draw[: setup.PRIMUSES])
        level = setup.difficulty_named(catalogue(), self.entered.difficulty or "")
        self._check(self.entered)
        self._details(hero, needs_dice=bool(level.attack_upgrades and not level.choose_one_upgrade))
        if self.entered.upgrade is None and (allowed := setup.upgrades_of(level)):
            attack = typed.read_attack(self.entered.attack) if self.entered.attack is not None else hero.attack
            if choices := upgrades(attack or None, [each for each in ("leadership", "health") if each in allowed]):
                text = tr("Which upgrade does the difficulty give you (p.9)?")
                self._take(upgrade=[self.terminal.choose(text, choices)])
        if self.entered.prowess is None:
            earned, known = list[Prowess](), typed.prowess_known(id_)
            for at in range(1, level.prowess + 1):
                text = tr("Prowess card {at} of {count}:", at=at, count=level.prowess)
                earned.append(
                    self.terminal.until_good(
                        text, lambda line: check_prowess(earned, prowess_card(line, id_)), "", known
                    )
                )
            self._take(prowess=[card.label() for card in earned])
        self._scion()
        if self.entered.primus is None:
            words = {"by hand": tr("I have drawn them from the bag"), "by the app": tr("drawn by the app")}
            is_by_hand = self.terminal.choose(tr("The primuses?"), words) == "by hand"
            drawn = [] if is_by_hand else draw[: setup.PRIMUSES]
            while len(drawn) < setup.PRIMUSES:
                left = {each: chip_name(each) for each in catalogue().ids("heroes") if each not in (id_, *drawn)}
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
            cards = terminal.until_good(
                text, lambda line: [check_prowess([], prowess_card(each, slug(hero.name))) for each in listed(line)]
            )
            self._take(prowess=[card.label() for card in cards])
        if not has_level:
            self._scion()
        campaign = self._by_the_sheet()
        if has_level:
            self._scion()
            self._first_units(campaign)
        banes = list(self.entered.choices().scion_banes)
        for at, bane in enumerate(banes):
            try:
                typed.read_bane(bane)
            except UsageError:
                text = tr("{bane} goes into the bag. Its kind, as on the chip?", bane=bane)
                banes[at] += f":{terminal.choose(text, {each: bane_kind(each) for each in BANE_KINDS})}"
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
            earned.append(check_prowess(earned, prowess_card(card, hero)))
        if entered.prowess is not None and level is not None:
            setup.check_cards(earned, level)

    def _hero(self, *, has_level: bool) -> HeroRecord:
        """Ask for the hero, and for the level by how each of them starts, where there is a choice of levels."""
        if not self.entered.hero:
            heroes = {each: chip_name(each) for each in catalogue().ids("heroes")}
            self._take(hero=self.terminal.choose(tr("Your hero?"), heroes))
        if has_level and not self.entered.difficulty:
            levels = {each: setup.difficulty_named(catalogue(), each) for each in ("chosen", "valiant", "fearless")}
            words = {id_: f"{each.name}: {level_words(each, self.entered.boots)}" for id_, each in levels.items()}
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
        known = {each: chip_name(each) for each in catalogue().ids("scions")}
        scion = self.entered.scion or self.terminal.choose(tr("The scion?"), {**known, ANOTHER: tr("another one")})
        while scion == ANOTHER or not slug(scion):
            scion = self.terminal.write(tr("Its name, as on its card:"), "", [*known.values()])
        record = catalogue().scion(slug(scion))
        self._take(scion=scion)
        if self.entered.scion_bane is None and (record is None or not record.banes):
            text = tr("The bane under its name (several separated by commas; Enter if none):")
            self._take(scion_bane=listed(self.terminal.write(text, "", typed.names_known("banes"))))

    def _by_the_sheet(self) -> Campaign:
        """Ask for the first cards and for what blessings buy, after the bag by the older sheet; what stands then."""
        entered = self.entered._replace(scion=self.entered.scion or "unknown")
        campaign, _ = setup.ready(catalogue(), entered.choices())
        if campaign.variant.bag_comes_first:
            campaign = self._first_units(campaign)
        if self.entered.opportunity is None:

            def three(line: str) -> list[str]:
                setup.first_opportunities(campaign, tuple(listed(line)))
                return listed(line)

            text = tr(
                "Draw the top three Opportunity cards. Their names (separated by commas; Enter to enter them later):"
            )
            self._take(opportunity=self.terminal.until_good(text, three))
        spent = list[str]()
        while self.entered.spend is None and campaign.pad.blessings and (bought := self._bought(campaign)):
            campaign, happened = setup.ascend(campaign, bought)
            self.terminal.say("  " + " ".join(map(event_words, happened)))
            spent.append(bought)
        for bought in self.entered.spend or ():
            campaign, _ = setup.ascend(campaign, bought)
        self._take(spend=self.entered.spend or spent)
        return campaign

    def _first_units(self, campaign: Campaign) -> Campaign:
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

    def _bought(self, campaign: Campaign) -> str:
        """Ask what a blessing buys, showing what that changes; empty where the rest is kept."""
        left, offered = campaign.pad.blessings, raised(campaign) | upgrades(campaign.pad.attack)
        offered |= {"prowess": tr("a Hero Prowess card"), "unit": tr("the front unit of a faction stack")}
        offered[""] = plural("keep it", "keep all {n}", left)
        text = plural("{n} blessing left: what does it buy?", "{n} blessings left: what does one buy?", left)
        kind = self.terminal.choose(text, offered)

        def tried(bought: str) -> str:
            setup.ascend(campaign, bought)
            return bought

        def recruited(line: str) -> str:
            unit = typed.chip_named("units", line)
            check_recruit(campaign, unit)
            return unit

        if kind == "prowess":
            text = tr("Which Hero Prowess card? Its level follows its name, if it has one:")
            return self.terminal.until_good(text, lambda line: tried(f"prowess:{line}"))
        if kind != "unit":
            return kind
        stacks = [faction for faction in REGIONS if stack_of(campaign, faction).size()]
        faction = self.terminal.choose(tr("From which stack?"), {each: region_name(each) for each in stacks})
        if not (unit := next(iter(stack_of(campaign, faction).known), "")):
            unit = self.terminal.until_good(tr("Which chip lies on top?"), recruited)
        instead = f":{ask_sacrifice(self.terminal, campaign, unit)}" if is_troop_full(campaign) else ""
        return tried(f"unit:{faction}:{unit}{instead}")
