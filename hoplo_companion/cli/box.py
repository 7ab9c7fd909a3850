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
    """Print the record of this campaign."""
    from hoplo_companion.cli.seat import look
    from hoplo_companion.cli.show import show
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.render.box import odyssey_lines

    _, campaign = look()
    hero, level = catalogue().hero(campaign.pad.hero), catalogue().difficulty(campaign.difficulty)
    names = (hero.name if hero is not None else campaign.pad.hero, level.name if level is not None else "")
    show(odyssey_lines(campaign, *names), plain, wrap=True)
