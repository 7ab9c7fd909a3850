"""`hoplo bag`, `bane`, `camp`, `stack`: chips and cards on your side of the table, and the stacks beside the arena."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Annotated

from hoplo_companion.campaign import bag as bags
from hoplo_companion.campaign import camp as rules
from hoplo_companion.campaign.camp import prowess_card
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of
from hoplo_companion.campaign.model import REGIONS, Campaign
from hoplo_companion.campaign.naming import chip_name, chip_names, region_name
from hoplo_companion.cli.campaign import names as typed
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step, pad_table
from hoplo_companion.cli.options import Answer, App, Many, Step, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue, undying
from hoplo_companion.components.names import slug
from hoplo_companion.components.own import remember
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.render.campaign.pad import bag_lines, bane_lines, camp_lines, stack_lines

NAME_CHIPS = later("name each chip that came out of the bag with --chip NAME, or let the app draw with --app (p.19)")

bag = App()
bane = App()
camp = App()


@bag.alone
def show_bag(
    draws: Annotated[int | None, option("The chance of each chip to come out within so many draws.", min=1)] = None,
    slots: Annotated[
        int | None, option("The chance to come out while so many lineup slots are filled; bag banes fill none.", min=1)
    ] = None,
) -> Answer:
    """Show what is in the bag, with the exact odds of the next draws, or of a lineup's slots."""
    if draws is not None and slots is not None:
        raise UsageError(
            "give --draws or --slots, not both: draws are chips one after the other, slots a lineup without bag banes"
        )
    campaign = look_campaign()
    within = min(draws or 1, campaign.bag.size())
    odds = bags.draw_odds(campaign, within) if slots is None else bags.draw_odds(campaign, slots, bags.FILL_NO_SLOT)
    drawn = [*campaign.drawn.units, *(each.name for each in campaign.drawn.banes)]
    counts = dict(sorted(bags.contents(campaign).items()))
    of = {"slots": slots} if slots is not None else {"draws": within}
    table = {"size": campaign.bag.size(), "contents": counts, "drawn": drawn, **of, "odds": odds}
    return Answer(lambda: bag_lines(campaign, odds, within, slots), lambda: table)


@bag.command()
def draw(
    terminal: Terminal,
    count: Annotated[int | None, argument("How many chips; if left out one, or as many as are named.", min=1)] = None,
    chip: Annotated[Many, option("A chip that came out of the real bag; may be repeated.", "bag_chip")] = None,
    app: Annotated[bool, option("Let the app draw.")] = False,
    seed: Annotated[int | None, option("Make the app's draw repeatable.")] = None,
) -> Step:
    """Take chips out of the bag: those that came out of the real one, or some that the app draws."""
    named = list(chip or [])
    count = count or len(named) or 1
    if (app and named) or (named and len(named) != count):
        raise UsageError(NAME_CHIPS)
    dice = Dice(seed)

    def change(campaign: Campaign) -> Result:
        if app:
            named[:] = bags.drawn_by(campaign, count, dice.choose)
        elif not named:
            named[:] = ask_chips(terminal, campaign, count, dice)
        return bags.draw_chips(campaign, named)

    return make_step(change, answers=named)


def ask_chips(
    terminal: Terminal, campaign: Campaign, count: int, dice: Dice | None = None, *, recruits: bool = False
) -> list[str]:
    """Ask which chips came out of the bag, unless the app draws; for `recruits` all but camp banes are put back."""
    if recruits:
        campaign = campaign.with_bag(banes=tuple(bane for bane in campaign.bag.banes if bane.kind == "camp"))
    bags.check_draw(campaign, count)
    if terminal.setting("draws") == "app":
        drawn = bags.drawn_by(campaign, count, (dice or Dice()).choose)
        terminal.notice("the app draws: {chips}", chips=chip_names(drawn))
        return drawn
    terminal.need_terminal(NAME_CHIPS)
    left, drawn, at = bags.contents(campaign), list[str](), 1
    while at <= count and (chips := sorted(name for name, n in left.items() if n)):
        text = tr("Chip {at} of {count}: which came out?", at=at, count=count)
        drawn.append(terminal.choose(text, {each: chip_name(each) for each in chips}))
        left[drawn[-1]] -= 1
        if bags.is_camp_bane(campaign, drawn[-1]):
            text = tr("{bane} is a camp bane: it goes into the camp. Draw another chip.", bane=chip_name(drawn[-1]))
            terminal.say(f"  {text}")
        else:
            at += 1
    return drawn


@bag.command()
def add(chip: Annotated[str, argument("A unit chip, or a bane as NAME:KIND.", "bagged")]) -> Step:
    """Put a unit chip, or a bane that belongs there, into the bag."""

    def change(campaign: Campaign) -> Result:
        if typed.is_bane(chip, campaign):
            return bags.put_bane_in(campaign, typed.read_bane(chip, campaign))
        return bags.put_back(campaign, typed.chip_named("units", chip))

    return make_step(change, then=typed.remember_banes)


@bag.command()
def remove(chip: Annotated[str, argument("A unit chip or a bane.", "bag_chip")]) -> Step:
    """Take a chip out of the bag for good."""
    return make_step(lambda campaign: bags.remove_chip(campaign, chip))


@bane.alone
def show_banes() -> Answer:
    """Show the banes that were drawn, by where they are."""
    campaign = look_campaign()
    places = {"bag": campaign.bag.banes, "camp": campaign.camp.banes, "table": campaign.drawn.banes}
    return Answer(lambda: bane_lines(campaign), lambda: {**places, "stack": campaign.bane_stack})


@bane.command("draw")
def draw_bane(
    terminal: Terminal,
    name: Annotated[
        str,
        argument(
            "The chip drawn; its kind is bag, unit or camp; none: the stack is empty.", "banes", metavar="[NAME:KIND]"
        ),
    ] = "",
) -> Step:
    """Take a bane that was drawn from the stack, and put it where its kind says."""
    words = [name] if name else []

    def change(campaign: Campaign) -> Result:
        campaign, drawn = typed.banes_drawn(terminal, words, 1, campaign)
        return bags.take_bane(campaign, drawn[0]) if drawn else (campaign, [event_of("bane.none-left")])

    return make_step(change, answers=words, then=typed.remember_banes)


@bane.command("remove")
def remove_bane(name: Annotated[str, argument("A bane in the bag or the camp.", "bane_in_play")]) -> Step:
    """Remove a bane from the bag or the camp, where an effect says so."""
    return make_step(lambda campaign: bags.remove_bane(campaign, name))


@camp.alone
def show_camp() -> Answer:
    """Show what lies in the camp."""
    campaign = look_campaign(even_stand_alone=True)
    return Answer(lambda: camp_lines(campaign), lambda: pad_table(campaign)["camp"])


def ask_sacrifice(terminal: Terminal, campaign: Campaign, joining: str) -> str:
    """Ask which unit goes for one that joins a full troop: any name but those with Undying (p.33, 37)."""
    troop = list(dict.fromkeys([*campaign.camp.units, joining]))
    never = undying(catalogue(), troop)
    names = {unit: chip_name(unit) for unit in troop if unit not in never}
    text = tr("The troop has one unit more than your Leadership allows. Which do you sacrifice?")
    return terminal.choose(text, names)


@camp.command()
def recruit(
    terminal: Terminal,
    unit: Annotated[str, argument("A unit chip.", "units")],
    instead: Annotated[
        str | None, option("The unit to sacrifice if the troop is above Leadership.", "camp_unit", names="--sacrifice")
    ] = None,
) -> Step:
    """Recruit a unit into the camp."""
    id_, out = typed.chip_named("units", unit), typed.chip_named("units", instead) if instead else None

    def change(campaign: Campaign) -> Result:
        goes, is_full = out, rules.is_troop_full(campaign)
        if goes is None and is_full and terminal.is_interactive():
            rules.check_recruit(campaign, id_)
            goes = ask_sacrifice(terminal, campaign, id_)
        return rules.recruit_chip(campaign, id_, goes)

    return make_step(change)


@camp.command()
def sacrifice(unit: Annotated[str, argument("A unit of the camp.", "camp_unit")]) -> Step:
    """Sacrifice a unit of the camp: its chip goes into the bag."""
    return make_step(lambda campaign: rules.sacrifice(campaign, slug(unit)))


@camp.command()
def tactic(
    name: Annotated[str, argument("A tactic chip.", "tactics")],
    discard: Annotated[str | None, option("The tactic to discard above Tactic Capacity.", "camp_tactic")] = None,
) -> Step:
    """Gain a tactic."""
    id_, out = typed.chip_named("tactics", name), typed.chip_named("tactics", discard) if discard else None
    return make_step(lambda campaign: rules.gain_tactic(campaign, id_, out))


@camp.command()
def prowess(
    name: Annotated[list[str], argument("A Prowess card, its level after its name: Endurance 2.", "prowess")],
    lose: Annotated[bool, option("Sacrifice it instead.", names="--sacrifice")] = False,
    capacity: Annotated[
        int | None, option("By how much it raises the Tactic Capacity.", names="--tactic-capacity", min=0)
    ] = None,
    discard: Annotated[
        Many, option("A tactic that a lower Tactic Capacity no longer has room for.", "camp_tactic")
    ] = None,
    special: Annotated[bool, option("It is a Special one, from an Opportunity.")] = False,
) -> Step:
    """Gain a Prowess card, levels of one name in order, or enter that it raises the Tactic Capacity."""
    card, out = prowess_card(" ".join(name), any_level=lose), typed.chips_named("tactics", discard)
    if lose:
        return make_step(lambda campaign: rules.sacrifice_prowess(campaign, card.name, out))

    def then(*_: object) -> None:
        if capacity is not None:
            remember("prowess", slug(card.label()), card.name, {"level": card.level, "tactic_capacity": capacity})

    return make_step(lambda campaign: rules.enter_prowess(campaign, card, capacity, special, out), then=then)


@camp.command()
def opportunity(
    name: Annotated[list[str], argument("An Opportunity card.", "opportunities")],
    discard: Annotated[bool, option("Discard it: it is completed.")] = False,
) -> Step:
    """Keep an Opportunity card in the camp, or discard one that is completed."""
    card = " ".join(name)
    keep_or_discard = rules.discard_opportunity if discard else rules.keep_opportunity
    return make_step(lambda campaign: keep_or_discard(campaign, card))


stack = App()

FactionArgument = Annotated[str, argument("A faction, as in kunlun.", "arenas")]


def is_from_stack(terminal: Terminal, campaign: Campaign, unit: str, *, otherwise: bool) -> bool:
    """Whether a drawn chip is one of the stack's here: asked at a terminal where it may be the bag's too."""
    if not bags.may_be_local(campaign, unit):
        return False
    if not terminal.is_interactive():
        return otherwise
    text = tr("Where did {unit} come from?", unit=chip_name(unit))
    stack_words = tr("the stack of the {faction}", faction=region_name(campaign.region_here))
    return terminal.choose(text, {"stack": stack_words, "bag": tr("the bag")}) == "stack"


OF_STACK = ":stack"
"""What follows the name of a rival unit that came off its faction's stack, where the bag has one of its name too."""


def off_the_stack(terminal: Terminal, campaign: Campaign, rivals: Sequence[str], entered: Sequence[str]) -> Result:
    """Draw the stack down by the local units of a fight not followed; where the bag may have had them, it is asked."""
    happened: list[CampaignEvent] = []
    named = typed.chips_named("units", [name.removesuffix(OF_STACK) for name in entered if name.endswith(OF_STACK)])
    in_bag = Counter(campaign.bag.units)
    for unit in (Counter(rivals) - Counter(campaign.drawn.units)).elements():
        is_local = bags.may_be_local(campaign, unit)
        if is_local and in_bag[unit] > 0 and unit not in named:
            is_local = is_from_stack(terminal, campaign, unit, otherwise=False)
        campaign, more = bags.note_local(campaign, unit) if is_local else (campaign, [])
        happened += more
        in_bag[unit] -= not is_local
    return campaign, happened


@stack.alone
def show_stacks() -> Answer:
    """Show the faction stacks, in the order of the map."""
    campaign = look_campaign()
    found = {region: bags.stack_of(campaign, region) for region in REGIONS}
    rows = {region: {"size": each.size(), "known": each.known} for region, each in found.items()}
    return Answer(lambda: stack_lines(campaign), lambda: {"stacks": rows})


@stack.command()
def see(
    faction: FactionArgument,
    unit: Annotated[list[str], argument("The chips from the top down, as far as you know them.", "units")],
) -> Step:
    """Enter what lies on a stack: the chip on top, or the whole order where you know it."""
    units, id_ = typed.chips_named("units", unit), bags.faction_named(faction)
    return make_step(lambda campaign: bags.see_top(campaign, id_, units), answers=list(units))


@stack.command("draw")
def draw_from_stack(
    terminal: Terminal,
    faction: FactionArgument,
    unit: Annotated[str, argument("The chip on top; may be left out where it is known.", "units")] = "",
) -> Step:
    """Draw the top chip of a stack, for a lineup."""
    id_, read = bags.faction_named(faction), partial(typed.chip_named, "units")

    def change(campaign: Campaign) -> Result:
        at = bags.stack_of(campaign, id_)
        named = read(unit) if unit else ""
        if not named and at.size() and not at.known:
            text = tr("the chip on top is not known: name it, `hoplo stack draw {faction} UNIT` (p.7)", faction=id_)
            terminal.need_terminal(text)
            named = terminal.until_good(tr("Which chip lies on top?"), read, "", typed.names_known("units"))
        return bags.draw_local(campaign, id_, named)

    return make_step(change)
