"""What of a campaign's cards is not known yet: said where it matters, and entered in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name, region_name, unknown_prowess
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.errors import UsageError, as_command
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
        _enter("prowess", card, terminal, {"hero": campaign.pad.hero})


def enter_all(terminal: Terminal, campaign: Campaign) -> None:
    """Have the cards entered, after a campaign has begun, that no source states; or say that they are skipped."""
    missing = _missing(campaign, catalogue())
    if not missing or not terminal.is_interactive():
        return
    terminal.say(tr("Not known yet, since no source states it: {cards}.", cards=", ".join(missing)))
    words = [tr("enter it now, a card after the other"), tr("skip it: it is asked when it matters")]
    if terminal.choose(tr("Enter it now?"), ["now", "later"], words) == "later":
        terminal.say(tr("Skipped: `hoplo data add` enters a card at any time."))
        return
    for enter in missing.values():
        enter(terminal)
    say_unknown_prowess(terminal, campaign)


def _missing(campaign: Campaign, known: Catalogue) -> dict[str, Callable[[Terminal], None]]:
    """Give what can be entered and is not known: what each is called, and how it is entered."""
    found: dict[str, Callable[[Terminal], None]] = {}
    for card in unknown_prowess(campaign.camp.prowess):
        found[card] = partial(_enter, "prowess", card, given={"hero": campaign.pad.hero})
    scion = known.scion(slug(campaign.scion))
    if campaign.scion and (scion is None or not scion.dice or not scion.effects):
        name = chip_name(slug(campaign.scion))
        found[tr("the card of {scion}", scion=name)] = partial(_enter_scion, name)
    hero = known.hero(slug(campaign.pad.hero))
    arena = known.arena(hero.region) if hero is not None else None
    if arena is not None and ("mat" in arena.doubts or not arena.mat.priorities):
        name = tr("the arena card of the {region}", region=region_name(arena.region))
        found[name] = partial(_enter, "arena", arena.name)
    return found


def _enter_scion(name: str, terminal: Terminal) -> None:
    from hoplo_companion.cli.fight.scion_card import add_scion

    terminal.say(tr("{card}: as printed, from the top; Enter leaves a line out.", card=name))
    try:
        add_scion(terminal, name)
    except UsageError:
        _say_skipped(terminal, name)


def _enter(kind: str, name: str, terminal: Terminal, given: dict[str, str] | None = None) -> None:
    from hoplo_companion.cli.data.conversation import converse
    from hoplo_companion.cli.data.keeping import keep  # most fights ask for nothing
    from hoplo_companion.notation.cards import write_card

    if kind == "arena":
        mat = (catalogue().raw("arenas", slug(name)) or {}).get("mat", {})
        terminal.say(tr("Assumed so far: {line}", line=write_card(kind, name, {"mat": mat})))
    card = converse(terminal, kind, name, catalogue(), given)
    if set(card.fields) - {"hero", "level"}:
        keep(terminal, kind, card, catalogue())
        catalogue.cache_clear()
    else:
        _say_skipped(terminal, name)


def _say_skipped(terminal: Terminal, name: str) -> None:
    terminal.say("  " + tr("{card} is skipped.", card=name))
