"""`hoplo stow`, `unstow`, `odyssey`: the campaign in its box, and on paper."""

from __future__ import annotations

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.terminal.terminal import Terminal


def stow(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Print where everything of this campaign goes in the box."""
    from hoplo_companion.cli.campaign.open_campaign import look_campaign
    from hoplo_companion.render.box import stow_steps

    _steps(terminal, "Putting the campaign away", stow_steps(look_campaign()), json, plain)


def unstow(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Print what to put back on the table."""
    from hoplo_companion.cli.campaign.open_campaign import look_campaign
    from hoplo_companion.render.box import unstow_steps

    _steps(terminal, "Going on with the campaign", unstow_steps(look_campaign()), json, plain)


def _steps(terminal: Terminal, title: str, steps: list[tuple[str, str]], json: bool, plain: bool) -> None:

    if json:
        terminal.show_json({"steps": [{"name": name, "what": what} for name, what in steps]})
    else:
        from hoplo_companion.render.box import steps_lines

        terminal.show(steps_lines(title, steps), plain, wrap=True)


def odyssey(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Print the record of this campaign: the hero, the troop, the deeds, and the whole journey."""
    from hoplo_companion.cli.campaign.names import hero_to_show
    from hoplo_companion.cli.campaign.open_campaign import look_campaign
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.render.box import odyssey_rows
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import campaign_of, from_state

    look_campaign()

    library = Library()
    save = library.open(library.current())

    campaign = campaign_of(save)

    name, level = hero_to_show(terminal, campaign.pad.hero), catalogue().difficulty(campaign.difficulty)

    rows = odyssey_rows(campaign, level.name if level is not None else "")
    # A step belongs to the week in which it was begun, so each is told with the state before it.

    past = [(step.what, from_state(state).pad) for _, step, state in save.past()]
    pads = [pad for _, pad in past[1:]] + [past[-1][1]]
    journey = [(pad.act, pad.week, what) for (what, _), pad in zip(past, pads, strict=True)]
    journey.reverse()
    if json:
        told = [{"act": act, "week": week, "what": what} for act, week, what in journey]
        terminal.show_json({"hero": name, "record": dict(rows), "journey": told})
        return
    from hoplo_companion.render.box import odyssey_lines
    from hoplo_companion.render.history import journey_lines

    terminal.show([*odyssey_lines(name, rows), *journey_lines(journey)], plain, wrap=True)
