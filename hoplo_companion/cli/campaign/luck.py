"""`hoplo luck`: whether the dice of this campaign have been kind."""

from __future__ import annotations

from hoplo_companion.cli.campaign.open_campaign import look_save
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.language import tr
from hoplo_companion.render.campaign.luck import luck_lines, luck_table
from hoplo_companion.render.style import Line
from hoplo_companion.table.play.replay import dice_of_campaign


def luck(terminal: Terminal) -> Answer:
    """Compare the dice of this campaign with the odds: by colour, side and fight, over time, and if they are fair."""

    def lines() -> list[Line]:
        with terminal.progress(tr("Reading the fights")) as read:
            return luck_lines(dice_of_campaign(look_save(), catalogue(), read))

    return Answer(lines, lambda: luck_table(dice_of_campaign(look_save(), catalogue())))
