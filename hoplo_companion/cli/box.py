"""`hoplo stow`, `unstow`, `odyssey`: the campaign in its box, and on paper."""

from __future__ import annotations

from hoplo_companion.cli.rival_turn import PlainOption


def stow(plain: PlainOption = False) -> None:
    """Print where everything of this campaign goes in the box."""
    from hoplo_companion.cli.seat import look
    from hoplo_companion.cli.show import show
    from hoplo_companion.render.box import stow_lines

    show(stow_lines(look()[1]), plain, wrap=True)


def unstow(plain: PlainOption = False) -> None:
    """Print what to put back on the table."""
    from hoplo_companion.cli.seat import look
    from hoplo_companion.cli.show import show
    from hoplo_companion.render.box import unstow_lines

    show(unstow_lines(look()[1]), plain, wrap=True)


def odyssey(plain: PlainOption = False) -> None:
    """Print the record of this campaign: the hero, the troop, the deeds, and the whole journey."""
    from hoplo_companion.cli.show import show
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.render.box import odyssey_lines
    from hoplo_companion.render.history import journey_lines
    from hoplo_companion.table.library import Library
    from hoplo_companion.table.seat import from_state

    library = Library()
    save = library.open(library.current())
    campaign = from_state(save.state)
    hero, level = catalogue().hero(campaign.pad.hero), catalogue().difficulty(campaign.difficulty)
    names = (hero.name if hero is not None else campaign.pad.hero, level.name if level is not None else "")
    # A step belongs to the week in which it was begun, so each is told with the state before it.
    past = [(step.what, from_state(state).pad) for _, step, state in save.past()]
    pads = [pad for _, pad in past[1:]] + [past[-1][1]]
    journey = [(pad.act, pad.week, what) for (what, _), pad in zip(past, pads, strict=True)]
    show([*odyssey_lines(campaign, *names), *journey_lines(reversed(journey))], plain, wrap=True)
