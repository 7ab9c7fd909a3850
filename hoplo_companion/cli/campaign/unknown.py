"""What of a campaign's cards is not known yet: said where it matters, and entered in one go."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import unknown_prowess
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import as_command
from hoplo_companion.language import plural, tr


def say_unknown_prowess(terminal: Terminal, campaign: Campaign) -> None:
    """Say which Prowess cards are not known, so that they are carried out by hand."""
    cards = unknown_prowess(campaign.camp.prowess)
    if not cards:
        return
    terminal.notice(
        plural(
            "{cards} is not known: carry it out by hand, or enter it with {command} (p.33)",
            "{cards} are not known: carry them out by hand, or enter them with {command} (p.33)",
            len(cards),
            cards=", ".join(cards),
            command=f"`{as_command('data', 'add', 'prowess', cards[0])}`",
        )
    )


def enter_prowess(terminal: Terminal, campaign: Campaign, cards: Iterable[str]) -> None:
    """Have Prowess cards entered that have just been gained, and are not known."""
    for card in cards:
        _enter(card, terminal, {"hero": campaign.pad.hero})


def enter_all(terminal: Terminal, campaign: Campaign) -> None:
    """Have the Prowess cards entered, after a campaign has begun, that no source states, or all of them left for later.

    What else is not known is asked when it matters: a scion's card as its combat comes, a mat as it is fought on.
    """
    cards = unknown_prowess(campaign.camp.prowess)
    if not cards or not terminal.is_interactive():
        return
    terminal.say(tr("Only your cards say this; still to be entered: {cards}.", cards=", ".join(cards)))
    words = [tr("later: I'll ask when it matters"), tr("now, one card after the other")]
    if terminal.choose(tr("When do you want to enter it?"), ["later", "now"], words) == "later":
        return
    enter_prowess(terminal, campaign, cards)
    say_unknown_prowess(terminal, campaign)


def _enter(name: str, terminal: Terminal, given: dict[str, str]) -> None:
    from hoplo_companion.cli.data.conversation import converse
    from hoplo_companion.cli.data.keeping import keep  # most fights ask for nothing

    card = converse(terminal, "prowess", name, catalogue(), given)
    if set(card.fields) - {"hero", "level"}:
        keep(terminal, "prowess", card, catalogue())
        catalogue.cache_clear()
    else:
        terminal.say("  " + tr("{card} is skipped.", card=name))
