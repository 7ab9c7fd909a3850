"""`hoplo luck`: whether the dice of this campaign have been kind."""

from __future__ import annotations

from hoplo_companion.cli.campaign.open_campaign import look_save
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.language import speaking, tr
from hoplo_companion.render.campaign.luck import luck_lines, luck_table
from hoplo_companion.table.play.luck import dice_of_campaign


def luck(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Compare the dice of this campaign with the odds: by colour, side and fight, over time, and if they are fair."""
    if not json:
        with terminal.progress(tr("Reading the fights")) as read:
            found = dice_of_campaign(look_save(), catalogue(), read)
        terminal.show(luck_lines(found), plain, wrap=True)
        return
    with speaking("en"):  # programs read one language
        terminal.show_json(luck_table(dice_of_campaign(look_save(), catalogue())))
