"""`hoplo stow`, `odyssey`: the campaign in its box, and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.cli.campaign.map import journey_so_far
from hoplo_companion.cli.campaign.names import hero_to_show
from hoplo_companion.cli.campaign.open_campaign import look_campaign, look_save
from hoplo_companion.cli.options import option
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.files import write_whole
from hoplo_companion.language import later, tr
from hoplo_companion.render.campaign.box import (
    Steps,
    odyssey_lines,
    odyssey_rows,
    steps_lines,
    stow_steps,
)
from hoplo_companion.render.campaign.chronicle import Week, journey_lines, weeks_told
from hoplo_companion.render.campaign.luck import luck_lines, luck_table
from hoplo_companion.render.style import Line
from hoplo_companion.table.play.replay import dice_of_campaign, rounds_of
from hoplo_companion.table.saves.open_campaign import campaign_of


def stow(
    back: Annotated[bool, option("What to put back on the table.")] = False,
) -> Answer:
    """Print where everything on the table goes in the box, or what comes back on the table."""
    campaign = look_campaign(even_stand_alone=True)
    combat = None
    if campaign.fight is not None:
        from hoplo_companion.table.play.fight import Game  # most evenings end between two fights

        combat = Game(campaign, catalogue()).combat

    def steps() -> Steps:
        return stow_steps(campaign, combat, back=back)

    title = later("Resuming play") if back else later("Putting the game away")
    return Answer(
        lambda: steps_lines(tr(title), steps()),
        lambda: {"steps": [{"name": name, "what": what} for name, what in steps()]},
    )


def odyssey(
    terminal: Terminal,
    html: Annotated[Path | None, option("Write it as a page to send to a friend.")] = None,
) -> Answer | None:
    """Tell this campaign week by week: the whole journey, the fights, and the record of the hero."""
    look_campaign()  # refuses a stand-alone fight
    save = look_save()
    campaign = campaign_of(save)
    name, difficulty = hero_to_show(terminal, campaign.pad.hero), catalogue().difficulty(campaign.difficulty)
    level = difficulty.name if difficulty is not None else ""
    rounds = rounds_of(save, catalogue())
    if html is not None:
        write_whole(html, _page(campaign, name, weeks_told(rounds, name)).encode())
        terminal.say(tr("the chronicle is written to {path}", path=html))
        return None

    def table() -> dict[str, Any]:
        steps = [{"act": act, "week": week, "what": what} for act, week, what, _ in weeks_told(rounds, name)]
        return {"hero": name, "record": dict(odyssey_rows(campaign, level)), "journey": steps}

    return Answer(
        lambda: [*odyssey_lines(name, odyssey_rows(campaign, level)), *journey_lines(weeks_told(rounds, name))], table
    )


def _page(campaign: Campaign, hero: str, weeks: Sequence[Week]) -> str:
    """Write the chronicle as a page, with the map."""
    from hoplo_companion.render.campaign.chronicle import chronicle_page
    from hoplo_companion.render.campaign.map_svg import map_svg  # pictures are rarely drawn

    world = map_svg(campaign, journey_so_far(campaign)) if campaign.places else ""
    return chronicle_page(hero, campaign, weeks, world, catalogue())


def luck(terminal: Terminal) -> Answer:
    """Compare the dice of this campaign with the odds: by colour, side and fight, over time, and if they are fair."""

    def lines() -> list[Line]:
        with terminal.progress(tr("Reading the fights")) as read:
            return luck_lines(dice_of_campaign(look_save(), catalogue(), read))

    return Answer(lines, lambda: luck_table(dice_of_campaign(look_save(), catalogue())))
