"""What a campaign has on the table: hero pad, camp, stacks and bag, drawn; put into the box; and its record.

The drawings show what p.8 and 11 lay out, the box is p.34's, where play may stop in mid-fight too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from hoplo_companion.campaign.bag import bane_record, contents, most_banes_left, stack_of
from hoplo_companion.campaign.model import INFLUENCE_TRACK, MOST_DICE, MOST_STAT, REGIONS, Bane, Campaign, Pad
from hoplo_companion.campaign.naming import chip_name, kind_name, region_name, unknown_prowess, variant_words
from hoplo_companion.campaign.pad import DICE_LADDER
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.schemas import DifficultyRecord
from hoplo_companion.components.words import ACTS, BANE_EVERY, MOST_NAVIGATION, MOST_OPPORTUNITIES, Variant
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.sentences.campaign import bane_names, prowess_names
from hoplo_companion.render.sentences.words import bane_kind, colour_words, dice_words
from hoplo_companion.render.style import Line, Span, chance_lines, counted, line, named, row, table
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.sentence import capital

if TYPE_CHECKING:
    from fractions import Fraction


def _icons(marked: int, of: int, sign: str = "x") -> str:
    return sign * marked + "." * max(0, of - marked)


def _influence(pad: Pad) -> list[str]:
    """Draw the influence track in groups of four, the last of each a bane; beyond its end the count continues."""
    groups = []
    for start in range(0, max(INFLUENCE_TRACK, pad.influence), BANE_EVERY):
        crossed = min(BANE_EVERY, max(0, pad.influence - start))
        groups.append(_icons(crossed, BANE_EVERY - 1) + ("B" if crossed < BANE_EVERY else ""))
    return [" ".join(groups[at : at + 11]) for at in range(0, len(groups), 11)]


def pad_lines(campaign: Campaign, name: str) -> list[Line]:
    """Draw the hero pad as the printed one: stats, hearts, banners, dice, blessings, influence, weeks."""
    pad = campaign.pad
    classes = ", ".join(map(chip_name, pad.classes)) or tr("class not known")
    stats = tr("{classes}  Movement {movement}  Range {range}", classes=classes, movement=pad.movement, range=pad.range)
    health = tr("{n}, with {hp} HP", n=pad.health, hp=pad.hp)
    rows = [
        (tr("Health"), f"{_icons(pad.health, MOST_STAT)}  {health}"),
        (tr("Leadership"), f"{_icons(pad.leadership, MOST_STAT)}  {pad.leadership}"),
    ]
    # Four columns of dice, the strongest above: crossed up to what the Attack has.
    names, above = {colour: colour_words(colour) for colour in DICE_LADDER}, tr("Attack")
    width = max(map(len, names.values()))
    has = [HIT_FACES[colour] for colour in pad.attack or ()]
    for colour in reversed(DICE_LADDER):
        cells = ["x" if faces >= HIT_FACES[colour] else "." for faces in has] + ["."] * (MOST_DICE - len(has))
        rows.append((above, f"{names[colour]:>{width}} {HIT_FACES[colour]}  " + "  ".join(cells)))
        above = ""
    if pad.attack is None:
        rows.append(("", tr("the dice are not known yet: they are in the Hero Details (p.38-39)")))
    if campaign.variant.boots:
        cards = tr("{capacity}, with {n} cards", capacity=pad.opportunity_capacity, n=len(campaign.camp.opportunities))
        rows += [
            (tr("Navigation"), f"{_icons(pad.navigation, MOST_NAVIGATION)}  {pad.navigation}"),
            (tr("Opportunities"), f"{_icons(pad.opportunity_capacity, MOST_OPPORTUNITIES)}  {cards}"),
        ]
    blessings = tr("{n} left", n=pad.blessings)
    rows.append((tr("Blessings"), f"{_icons(pad.blessings, pad.blessings, 'o')}  {blessings}"))
    first, *more = _influence(pad)
    rows += [(tr("Influence"), f"{first}  {pad.influence}"), *(("", each) for each in more)]
    for act, crossed in enumerate(pad.weeks, 1):
        here = "  " + tr("week {week}", week=campaign.week) if act == pad.act else ""
        rows.append((tr("Act {act}", act=ACTS[act]), _icons(crossed, campaign.variant.weeks_in_act) + here))
    if campaign.variant != Variant():
        rows.append((tr("Played with"), variant_words(campaign.variant)))
    if campaign.turned:
        rows.append((tr("Arena"), tr("side B up: {regions}", regions=row(map(region_name, campaign.turned)))))
    return [[Span(name, "heading"), Span(f"  {stats}")], *table(rows)]


def level_words(level: DifficultyRecord, boots: bool) -> str:
    """Say what a level of difficulty gives and takes; with Mercury's Boots it is blessings alone."""
    if boots:
        return plural("{n} blessing", "{n} blessings", level.boots_blessings)
    parts = [
        plural("{n} Prowess card", "{n} Prowess cards", level.prowess) if level.prowess else tr("no Prowess cards"),
        plural("{n} blessing", "{n} blessings", level.blessings) if level.blessings else tr("no blessings"),
        tr("Health +{n}", n=level.health) if level.health else "",
        tr("Leadership +{n}", n=level.leadership) if level.leadership else "",
        tr("a die added or upgraded") if level.attack_upgrades else "",
        tr("an upgrade of your choice") if level.choose_one_upgrade else "",
        tr("scion influence {n}", n=level.influence) if level.influence else "",
        "" if level.tactics else tr("no tactics"),
    ]
    return ", ".join(filter(None, parts))


def camp_lines(campaign: Campaign) -> list[Line]:
    """What lies in the camp."""
    camp, unknown = campaign.camp, unknown_prowess(campaign.camp.prowess)
    held = tr("tactics ({n} of {capacity})", n=len(camp.tactics), capacity=campaign.pad.tactic_capacity)
    rows = [
        (tr("units"), counted(map(chip_name, camp.units))),
        (held, counted(map(chip_name, camp.tactics))),
        (tr("Prowess"), prowess_names(camp.prowess)),
        *([(tr("not known, carried out by hand"), unknown)] if unknown else []),
        (tr("camp banes"), [bane_text(bane) for bane in camp.banes]),
        (tr("Opportunities"), camp.opportunities),
        *([(tr("out of the game"), prowess_names(campaign.out_of_game))] if campaign.out_of_game else []),
    ]
    return named((name, row(what)) for name, what in rows)


def bane_lines(campaign: Campaign) -> list[Line]:
    """The banes by where they are: bag banes and unit banes in the bag, camp banes in the camp (p.29-30)."""
    places = {
        tr("in the bag"): bane_names(campaign.bag.banes),
        tr("in the camp"): bane_names(campaign.camp.banes),
        tr("on the table"): bane_names(campaign.drawn.banes),
        tr("on top of the stack"): list(campaign.bane_stack),
        tr("left on the stack"): [tr("{n} at most", n=most_banes_left(campaign))],
    }
    lines = named((where, row(banes)) for where, banes in places.items())
    met = {bane.name: bane for bane in (*campaign.bag.banes, *campaign.camp.banes, *campaign.drawn.banes)}
    return lines + [line(f"  {bane_text(bane)}", "quiet") for bane in met.values() if bane_record(bane.name)]


def bane_text(bane: Bane) -> str:
    """Name a bane with its kind, and what it does as far as that is recorded."""
    record = bane_record(bane.name)
    [name] = bane_names([bane])
    return f"{name}: {tr(record.text)}" if record is not None and record.text else name


def track_lines(campaign: Campaign, what: str) -> list[Line]:
    """Draw one track of the pad alone, `influence` or the `week` of each act, and say what is left on it."""
    pad = campaign.pad
    if what == "influence":
        left = tr("{n}; {left} to the next bane", n=pad.influence, left=BANE_EVERY - pad.influence % BANE_EVERY)
        return [line(f"  {each}") for each in [*_influence(pad), left]]
    weeks = campaign.variant.weeks_in_act
    rows = [(tr("Act {act}", act=ACTS[act]), _icons(crossed, weeks)) for act, crossed in enumerate(pad.weeks, 1)]
    now = tr("act {act}, week {week} of {weeks}", act=ACTS[pad.act], week=campaign.week, weeks=weeks)
    return [*table(rows), line(f"  {now}")]


def stack_lines(campaign: Campaign) -> list[Line]:
    """The faction stacks in the order of the map: how many chips, and those known from the top."""
    rows = []
    for region in REGIONS:
        stack = stack_of(campaign, region)
        known = ", ".join(map(chip_name, stack.known))
        if known and stack.below:
            known = tr("{chips}, then {n} more", chips=known, n=stack.below)
        elif not known:
            known = tr("the top chip is not known yet") if stack.size() else tr("empty: draw from the bag")
        rows.append((region_name(region), str(stack.size()), known))
    return table(rows)


def bag_lines(campaign: Campaign, odds: Mapping[str, Fraction], draws: int, slots: int | None) -> list[Line]:
    """The bag with the chance of each chip to come out: at the next draws, or for the slots of a lineup."""
    head = plural("The bag holds {n} chip.", "The bag holds {n} chips.", campaign.bag.size())
    lines: list[Line] = [line(head, "heading")]
    among = plural("at the next draw", "among {n} draws", draws)
    if slots is not None:
        among = plural("for {n} slot", "for {n} slots", slots)
        lines.append(line("  " + tr("Bag banes fill no slot: another chip is drawn for each (p.29)."), "quiet"))
    lines.append(line("  " + tr("The chance to come out {among}:", among=among), "quiet"))
    banes = {bane.name: bane_kind(bane.kind) for bane in campaign.bag.banes}
    lines += chance_lines(
        (f"{n} {name} ({banes[name]})" if name in banes else f"{n} {chip_name(name)}", odds[name])
        for name, n in sorted(contents(campaign).items())
    )
    if drawn := [*map(chip_name, campaign.drawn.units), *bane_names(campaign.drawn.banes)]:
        lines.append(line("  " + tr("Drawn, on the table: {chips}", chips=row(drawn)), "quiet"))
    return lines


Steps = list[tuple[str, str]]
"""What is done with each part of the game: its name, and a sentence."""


def steps_lines(title: str, steps: Steps) -> list[Line]:
    """Write steps one below the other, each with its number."""
    lines: list[Line] = [[Span(title, "heading"), Span(" p.34", "page")]]
    return lines + named((f"{n}. {name}", what) for n, (name, what) in enumerate(steps, 1))


def stow_steps(campaign: Campaign, combat: Combat | None, *, back: bool) -> Steps:
    """Where each part of what is played goes in the box, in mid-fight too; or how it comes `back` (p.34)."""
    parts = [*_lying(campaign, combat, back=back)]
    cards = row(counted([*prowess_names(campaign.camp.prowess), *campaign.camp.opportunities]))
    in_camp = tr("In your camp: {cards}.", cards=cards)
    if campaign.is_stand_alone:  # it has no campaign
        parts += [(tr("Cards"), in_camp), _pad(campaign)]
    else:
        boxed = tr(
            "The three event decks and the Prowess cards not earned go into the larger space, those of the camp "
            "into the smaller one: {cards}.",
            cards=cards,
        )
        # As an act ends the last primus remembers the place; with Mercury's Boots it is written down then too.
        is_between = campaign.pad.act > 1 and campaign.phase == "travel" and not campaign.came_from
        is_between &= not campaign.variant.boots
        last = next(reversed(campaign.defeated), "") if is_between else ""
        place = campaign.place or tr("the home capital")
        written = tr("Write {place} on the pad, or take a picture of the map.", place=place)
        laid = tr("The encampment goes on {place}.", place=place)
        if last:
            text = later(
                "{primus} comes off the camp's stack and goes into the box; the encampment goes on {place}, the "
                "capital of that region."
            )
            laid = tr(text, primus=chip_name(last), place=place)
        parts = [
            (tr("Encampment"), laid if back else "" if is_between else written),
            *parts,
            *_opponents(campaign, last, back=back),
            (tr("Cards"), in_camp if back else boxed),
            *_supplies(campaign, back=back),
        ]
    return [(name, what) for name, what in parts if what]


def _lying(campaign: Campaign, combat: Combat | None, *, back: bool) -> Iterator[tuple[str, str]]:
    """What lies in and around the arena, in your camp (and not face down), and drawn for the combat beside them."""
    camp, hero = campaign.camp, tr("{hero} on {hp} red HP", hero=chip_name(campaign.pad.hero), hp=campaign.pad.hp)
    units, tactics, drawn = list(camp.units), camp.tactics, Counter(campaign.drawn.units)
    if combat is not None and campaign.fight is not None:
        from hoplo_companion.render.fight import table_parts  # most calls see no fight

        away = tr("Write down or photograph what the next steps name before you put it away.")
        yield tr("Combat"), tr("Lay it out as the next steps say.") if back else away
        for key, (name, what) in table_parts(campaign.fight, combat).items():
            yield name, row([what] if what else []) if key == "chips" else what
        drawn -= Counter(each.chip for each in campaign.fight.fallen)
    if combat is not None:
        here = combat.in_camp()
        if not any(unit.hero for unit in here):
            in_arena = any(unit.hero for unit in combat.in_arena("player"))
            hero = tr("no hero (it is in the arena)") if in_arena else tr("no hero (it is defeated)")
        units = [unit.chip for unit in here if not unit.hero]
        tactics = combat.yours.tactics if combat.yours.tactics is not None else tactics
        drawn -= Counter(unit.chip for unit in (*combat.units.values(), *combat.bench.values()))
    there = {"units": map(chip_name, units), "tactics": map(chip_name, tactics), "banes": bane_names(camp.banes)}
    parts = {what: row(counted(each)) for what, each in there.items()}
    chips = tr("{hero}; units {units}; tactics {tactics}; banes {banes}", hero=hero, **parts)
    away = tr("Make one stack in the chip tray, separate from unused chips: {chips}.", chips=chips)
    yield tr("Camp chips"), f"{capital(chips)}." if back else away
    if beside := [*map(chip_name, drawn.elements()), *(bane.name for bane in campaign.drawn.banes)]:
        text = tr("Drawn for the combat, so separate from the camp and the bag: {chips}.", chips=row(counted(beside)))
        yield tr("Drawn chips"), text


def _opponents(campaign: Campaign, last: str, *, back: bool) -> Iterator[tuple[str, str]]:
    """The primuses and the scion; what forbids the way back, and what an expansion has to be written down for."""
    if last and not back:
        text = tr("{primus} goes onto the camp's stack, to remember where to start.", primus=chip_name(last))
        yield tr("Defeated primus"), text
    if campaign.came_from or campaign.variant.boots:
        came = tr("Write the last path on the pad: from {came_from}.", came_from=campaign.came_from or tr("anywhere"))
        yield tr("Path"), came
    if campaign.variant.boots and campaign.defeated:
        order = tr("Note the order of their defeats: {primuses}.", primuses=row(map(chip_name, campaign.defeated)))
        yield tr("Defeated primuses"), order
    if campaign.turned:
        sides = ", ".join(map(region_name, campaign.turned))
        yield tr("Arena cards"), tr("Side B is up: {regions}.", regions=sides)
    primuses = ", ".join(map(chip_name, campaign.undefeated)) or in_sense("of primuses", "none")
    seating = tr("Primuses {primuses}; the scion {scion}.", primuses=primuses, scion=chip_name(campaign.scion))
    away = tr("Into another channel of a tray: {chips}", chips=seating)
    yield tr("Primuses and scion"), seating if back else away


def _supplies(campaign: Campaign, *, back: bool) -> Iterator[tuple[str, str]]:
    """What lies beside the map: Prowess out of the game (p.37), special tactics (p.33), stacks, decks, pad and bag."""
    if campaign.out_of_game:
        cards = row(counted(prowess_names(campaign.out_of_game)))
        text = tr("Sacrificed, so not among the Prowess that can be gained: {cards}.", cards=cards)
        yield tr("Out of the game"), text
    if campaign.special_tactics:
        chips = row(counted(map(chip_name, campaign.special_tactics)))
        yield tr("Special tactics"), tr("Earned, so in the supply: {chips}.", chips=chips)
    known, on_top, alone = list[str](), later("{region} {n}: {chips} on top"), later("{region} {n}")
    for region, stack in campaign.stacks.items():
        parts = {"region": region_name(region), "chips": row(map(chip_name, stack.known))}
        known.append(tr(on_top if stack.known else alone, n=stack.size(), **parts))
    order = " " + tr("The stacks keep their order: {stacks}.", stacks="; ".join(known)) if known else ""
    text = later("Take its cover off.") if back else later("Put its cover on, with the faction stacks in it.")
    yield tr("Stadium seating"), tr(text) + order
    if campaign.bane_stack:
        banes = row(map(chip_name, campaign.bane_stack))
        yield tr("Bane stack"), tr("On top, in this order: {chips}.", chips=banes)
    if campaign.decks:
        decks = "; ".join(f"{kind_name(kind)}: {row(cards)}" for kind, cards in campaign.decks.items())
        yield tr("Event decks"), tr("The decks keep their order, in front: {decks}.", decks=decks)
    yield _pad(campaign)
    size = campaign.bag.size()
    chips = row(f"{n} {chip_name(chip)}" for chip, n in sorted(contents(campaign).items()))
    away = plural(
        "The bag with its {n} chip goes into the box, then everything else: {chips}.",
        "The bag with its {n} chips goes into the box, then everything else: {chips}.",
        size,
        chips=chips,
    )
    yield tr("Bag and box"), plural("{n} chip: {chips}.", "{n} chips: {chips}.", size, chips=chips) if back else away


def _pad(campaign: Campaign) -> tuple[str, str]:
    pad, text = campaign.pad, later("Act {act}, week {week}, influence {influence}, blessings {blessings}.")
    if campaign.is_stand_alone:
        text = later("Act {act}, blessings {blessings}.")
    words = tr(text, act=ACTS[pad.act], week=campaign.week, influence=pad.influence, blessings=pad.blessings)
    if campaign.variant.boots and not campaign.is_stand_alone:
        more = later("Navigation {navigation}, Opportunity Capacity {capacity}.")
        words += " " + tr(more, navigation=pad.navigation, capacity=pad.opportunity_capacity)
    return tr("Pad"), words


_OUTCOMES = {"won": later("{scion}: won"), "lost": later("{scion}: lost"), "": later("{scion}: still to come")}


def odyssey_rows(campaign: Campaign) -> list[tuple[str, str]]:
    """The record of a campaign as the back of the pad asks for it: hero, troop, deeds, and how it ended."""
    camp, pad, level = campaign.camp, campaign.pad, catalogue().difficulty(campaign.difficulty)
    rows = [
        (tr("Difficulty"), level.name if level is not None else tr("none chosen")),
        (tr("Movement"), str(pad.movement)),
        (tr("Range"), str(pad.range)),
        (tr("Health"), str(pad.health)),
        (tr("Leadership"), str(pad.leadership)),
        (tr("Attack"), dice_words(pad.attack) if pad.attack is not None else tr("not known")),
        (tr("Units"), row(counted(map(chip_name, camp.units)))),
        (tr("Tactics"), row(counted(map(chip_name, camp.tactics)))),
        (tr("Prowess"), row(prowess_names(camp.prowess))),
        *([(tr("Prowess sacrificed"), row(prowess_names(campaign.out_of_game)))] if campaign.out_of_game else []),
        (tr("Opportunities open"), row(camp.opportunities)),
        (tr("Banes"), row(counted(bane.name for bane in (*camp.banes, *campaign.bag.banes)))),
        (tr("Scion influence"), str(pad.influence)),
        (tr("Blessings left"), str(pad.blessings)),
    ]
    if campaign.variant.boots:
        rows.append((tr("Navigation"), str(pad.navigation)))
        rows.append((tr("Opportunity Capacity"), str(pad.opportunity_capacity)))
    if campaign.variant != Variant():
        rows.append((tr("Played with"), variant_words(campaign.variant)))
    fell_in = {primus.hero: primus.defeated_in_act for primus in campaign.primuses}
    for act, weeks in enumerate(pad.weeks[: pad.act], 1):
        deed = plural("{n} week", "{n} weeks", weeks)
        if beaten := ", ".join(chip_name(hero) for hero in campaign.defeated if fell_in[hero] == act):
            deed = plural("{n} week, {primus} defeated", "{n} weeks, {primus} defeated", weeks, primus=beaten)
        rows.append((tr("Act {act}", act=ACTS[act]), deed))
    return [*rows, (tr("The scion"), tr(_OUTCOMES[campaign.outcome], scion=chip_name(campaign.scion)))]
