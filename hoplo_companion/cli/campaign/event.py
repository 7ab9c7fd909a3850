"""`hoplo event`: the event of this round, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, get_args

import msgspec
from msgspec.structs import asdict

from hoplo_companion.campaign import rounds
from hoplo_companion.campaign.bag import chance_in_lineup, faction_of_chip
from hoplo_companion.campaign.events import Result
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name, region_name
from hoplo_companion.campaign.pad import at_the_scion, banes_due, banes_for_blessings
from hoplo_companion.campaign.rounds import Opponent
from hoplo_companion.campaign.stacks import DECKS, deck_named, lay_in_order, stack_of
from hoplo_companion.campaign.world_map import at_place, may_choose_opponent
from hoplo_companion.cli.campaign.names import banes_drawn, names_known, remember_banes
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step
from hoplo_companion.cli.campaign.pad import ask_removed
from hoplo_companion.cli.options import Answer, BaneOption, Step, argument, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import UnknownNameError, catalogue
from hoplo_companion.components.names import is_none, slug
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError
from hoplo_companion.language import later, plural, tr
from hoplo_companion.notation.cards import read_card
from hoplo_companion.notation.events import icon_of
from hoplo_companion.render.campaign.journey import LineupChances, deck_lines, event_lines, lineup_lines
from hoplo_companion.rules.setup.lineup import act_icons
from hoplo_companion.table.play.planning import modifiers

MOST_SLOTS = 4
"""As many chips drawn from the bag are reckoned with where the card is not given."""

event = App()


@event.callback(invoke_without_command=True)
def show_event(
    card: Annotated[str, option("Its card, by name or in one line: the odds of its lineup.", "events")] = "",
) -> Answer:  # fmt: skip
    """Show what the event here is, what accepting or spectating it takes, and how likely banes are in its lineup."""
    return event_of_round(look_campaign(), card)


def event_of_round(campaign: Campaign, card: str = "") -> Answer:
    """The event of the round, and what each decision takes."""
    here = rounds.event_here(campaign)
    rows = _lineup(campaign, here, card)
    odds = [{"slots": row.slots, "bane": str(row.bane), "local": str(row.local)} for row in rows]
    return Answer(
        lambda: event_lines(campaign, here, lineup_lines(rows, region_name(here.region)) if rows else []),
        lambda: {"event": msgspec.to_builtins(here), "lineup": odds},
    )


def _lineup(campaign: Campaign, here: rounds.EventHere, card: str) -> list[LineupChances]:
    """Count how likely banes and local units are in the lineup: by its card, or by the number of chips drawn."""
    if "accept" not in here.may or here.kind not in ("sport", "bloodshed"):
        return []
    known = catalogue()
    slots: Iterable[int] = range(1, MOST_SLOTS + 1)
    if card:
        record = known.event(slug(card))
        if record is None and ":" not in card:
            raise UnknownNameError("event", card, known.ids("events"))
        fields = read_card("event", card, known).fields if record is None else asdict(record)
        ignores_act = fields.get("ignores_act", False)
        added = [word for each in modifiers(campaign, known, ignores_act)[0].values() for word in each.then]
        of_act = act_icons(campaign.pad.act if campaign.variant.has_act_modifiers(here.kind) and not ignores_act else 0)
        icons = [*map(icon_of, fields.get("lineup", [])), *of_act, *map(icon_of, (*added, *fields.get("then", [])))]
        drawn = [icon.what for icon in icons]
        # A local unit whose stack is empty is drawn from the bag (p.19).
        slots = [drawn.count("bag") + max(0, drawn.count("local") - stack_of(campaign, here.region).size())]
    banes = [bane.name for bane in campaign.bag.banes]
    local = [unit for unit in campaign.bag.units if faction_of_chip(campaign, unit) == here.region]
    return [
        LineupChances(n, chance_in_lineup(campaign, n, banes), chance_in_lineup(campaign, n, local)) for n in slots if n
    ]


@event.command()
def accept(
    terminal: Terminal,
    against: Annotated[
        Opponent | None, option("Where Nox and the scion both wait (boots.vesuvius): primus or scion.")
    ] = None,
) -> Step:
    """Accept a Sport or Bloodshed event: its combat is fought, and `hoplo cleanup` follows."""

    def change(campaign: Campaign) -> Result:
        campaign, happened = rounds.accept_combat(against_whom(terminal, campaign, against))
        if at_the_scion(campaign) and campaign.pad.blessings and terminal.is_interactive():
            removed = ask_removed(terminal, campaign)
            campaign, crossed = banes_for_blessings(campaign, [each for each in removed if not is_none(each)])
            happened += crossed
        return campaign, happened

    return make_step(change)


def against_whom(terminal: Terminal, campaign: Campaign, against: Opponent | None = None) -> Campaign:
    """Ask who is fought where Nox and the scion both wait, by another reading of boots.vesuvius."""
    if not against and not may_choose_opponent(campaign):
        return campaign
    if not against:
        terminal.need_terminal(tr("two opponents wait here: `hoplo event accept --against primus`, or scion"))
        names = map(chip_name, at_place(campaign, campaign.place).waits)
        text = tr("Who is fought here (ruling boots.vesuvius)?")
        chosen = terminal.choose(text, dict(zip(get_args(Opponent), names, strict=True)))
        against = "primus" if chosen == "primus" else "scion"
    return rounds.choose_opponent(campaign, against)


@event.command()
def spectate(
    terminal: Terminal,
    bane: BaneOption = None,
    ahead: Annotated[str | None, option("The next three cards, in the order in which you put them back.")] = None,
) -> Step:
    """Spectate the event: influence equal to the act, the hero heals, no week passes."""
    words = list(bane or [])

    def change(campaign: Campaign) -> Result:
        kind = rounds.may(campaign, "spectate")
        campaign, drawn = banes_drawn(terminal, words, banes_due(campaign, campaign.pad.act), campaign)
        cards = ahead
        if cards is None and terminal.is_interactive():
            known = campaign.decks.get(kind, ())[1 : 1 + rounds.LOOKED_AT]
            text = tr(
                "The next 3 cards, in the order in which you put them back (separated by commas; Enter for none):"
            )
            cards = terminal.write(text, ", ".join(known))
        return rounds.spectate(campaign, drawn, listed(cards or ""))

    return make_step(change, answers=words, then=remember_banes)


@event.command()
def opportunity(
    terminal: Terminal,
    card: Annotated[
        list[str] | None,
        argument(
            "The card that you keep of the two drawn; with Mercury's Boots all, separated by commas.", "opportunities"
        ),
    ] = None,
) -> Step:
    """Accept an Opportunity event: keep one of two cards in the camp, which takes a week."""

    def change(campaign: Campaign) -> Result:
        name, keeps_all = " ".join(card or []), campaign.variant.keeps_every_opportunity
        drawn = rounds.cards_drawn(campaign) if rounds.may(campaign, "accept") == "opportunity" else 0
        front = campaign.decks.get("opportunity", ())[:drawn]
        if not name and drawn and keeps_all:
            text = plural(
                "name the card that you drew, or none: `hoplo event opportunity CARD` (A3 p.7)",
                "name the cards that you drew, at most {n}, or none: `hoplo event opportunity 'CARD, CARD'` (A3 p.7)",
                drawn,
            )
            terminal.need_terminal(text)
            text = plural(
                "Draw {n} Opportunity card (A3 p.7). Its name (Enter for none):",
                "Draw up to {n} Opportunity cards (A3 p.7). Their names (separated by commas; Enter for none):",
                drawn,
            )
            name = terminal.write(text, "", front)
        elif not name and drawn:
            text = tr("name which of the two Opportunity cards you keep: `hoplo event opportunity CARD` (p.16)")
            terminal.need_terminal(text)
            text = tr("Draw two Opportunity cards (p.16). Which do you keep?")
            name = terminal.write(text, "", front if len(front) == drawn else names_known("opportunities"))
        if keeps_all:
            return rounds.accept_opportunity(campaign, *([] if is_none(name) else listed(name)))
        return rounds.accept_opportunity(campaign, name)

    return make_step(change)


@event.command("deck")
def show_decks(
    deck: Annotated[str, argument("sport, opportunity, bloodshed, or primus with The Rivals.", DECKS)] = "",
    card: Annotated[
        list[str] | None, argument("Its cards from the front, separated by commas; none once it was shuffled.")
    ] = None,
) -> Answer | Step:
    """Show what is known of the front of each deck, or enter it: those cards are open information."""
    if deck:
        cards = [each for each in listed(" ".join(card or [])) if not is_none(each)]
        if not card:
            raise UsageError("name the cards from the front, as in `hoplo event deck sport 'CARD, CARD'`, or none")
        return make_step(lambda campaign: lay_in_order(campaign, deck_named(campaign, deck), cards))
    campaign = look_campaign()
    return Answer(lambda: deck_lines(campaign), lambda: {"decks": campaign.decks})


@event.command()
def primus(
    seed: Annotated[int | None, option("Make the draw repeatable.")] = None,
) -> Answer:
    """Draw the random unused primus that an event of Mercury's Boots asks for."""
    among, returns = rounds.random_primuses(look_campaign(), catalogue().ids("heroes"))
    drawn = among[Dice(seed).choose(len(among))]
    text = later("{primus} is drawn.")
    if returns:
        text = later("{primus} is drawn, undefeated: it returns to its capital after the event.")
    return Answer(lambda: tr(text, primus=chip_name(drawn)), lambda: {"primus": drawn, "returns": returns})
