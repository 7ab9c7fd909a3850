"""Chips and scions' cards that come into sight are entered before anything depends on one of their numbers."""

from __future__ import annotations

from collections.abc import Iterable

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import unknown_prowess
from hoplo_companion.cli.data.conversation import converse
from hoplo_companion.cli.data.keeping import keep
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError, catalogue
from hoplo_companion.components.names import advise, near_misses, slug
from hoplo_companion.components.words import CLASSES
from hoplo_companion.errors import StoppedError, as_command, clip
from hoplo_companion.language import plural, tr
from hoplo_companion.notation.cards import EXAMPLE, SHOWN, read_unit, unit_parts

STATS = ("movement", "range", "health", "attack")


def chips_in_sight(terminal: Terminal, chips: Iterable[str]) -> None:
    """Have each chip of which not everything is known entered in one line; one that is skipped is asked no more.

    It is asked when a number of it matters.
    """
    for chip in dict.fromkeys(chips):
        if chip not in terminal.sighted and is_lacking(catalogue(), chip):
            _enter(terminal, chip)
        terminal.sighted.add(chip)


def is_lacking(known: Catalogue, chip: str) -> bool:
    """Say whether a number of a unit chip is not known; heroes, scions and banes are no such chips."""
    if known.hero(chip) is not None or known.scion(chip) is not None or known.bane(chip) is not None:
        return False
    record = known.unit(chip)
    return record is None or any(getattr(record, stat) is None for stat in STATS)


def _enter(terminal: Terminal, chip: str) -> None:
    known = catalogue()
    record = known.unit(chip)
    name = record.name if record is not None else chip.replace("-", " ").title()
    parts = ", ".join(unit_parts(known.raw("units", chip) or {})) or tr("nothing")
    terminal.say(tr("{chip} is now in play. Known so far: {known}.", chip=name, known=parts))
    skills = [skill.name for id_ in known.ids("skills") if (skill := known.skill(id_)) is not None]
    text = tr("{chip}: {form}, e.g. {example} (Enter: later):", chip=name, form=tr(SHOWN), example=EXAMPLE)

    def read(line: str) -> None:
        if line:
            keep(terminal, "unit", read_unit(f"{name}: {line}", known), known)
            catalogue.cache_clear()

    terminal.until_good(text, read, "", [*CLASSES, *skills])


def sure_of_scion(terminal: Terminal, name: str) -> None:
    """Have a scion that nobody knows asked back, as a new one is; elsewhere it is an error that says what to type."""
    known = catalogue().ids("scions")
    if catalogue().scion(slug(name)) is not None:
        return
    if not slug(name) or near_misses(name, known):
        raise UnknownNameError("scion", name, known)
    doubt = tr("no scion is called {name}; {advice}", name=clip(name), advice=advise(name, known, tr("scions")))
    command = as_command("data", "add", "scion", f"{name[:40]}: …")
    terminal.need_terminal(tr("{doubt}; for a new one, enter its card first: {command}", doubt=doubt, command=command))
    if not terminal.agreed(tr("{doubt}. Is it a new one, with this name on its card?", doubt=doubt)):
        raise StoppedError


def enter_if_unknown(terminal: Terminal, name: str) -> None:
    """Have the card of a scion that nobody knows typed in; elsewhere it is an error that says what to type."""
    if catalogue().scion(slug(name)) is None:
        sure_of_scion(terminal, name)
        keep(terminal, "scion", converse(terminal, "scion", name, catalogue()), catalogue())
        catalogue.cache_clear()


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
    for name in cards:
        card = converse(terminal, "prowess", name, catalogue(), {"hero": campaign.pad.hero})
        if set(card.fields) - {"hero", "level"}:
            keep(terminal, "prowess", card, catalogue())
            catalogue.cache_clear()
        else:
            terminal.say("  " + tr("{card} is skipped.", card=name))


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
