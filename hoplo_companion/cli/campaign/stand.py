"""`hoplo` alone: where the campaign stands, or what hoplo can do where there is none."""

from __future__ import annotations

from hoplo_companion import __version__
from hoplo_companion.campaign.report import where_it_stands
from hoplo_companion.campaign.travel import deadline
from hoplo_companion.cli.campaign.names import heroes_to_show
from hoplo_companion.cli.campaign.open_campaign import look
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.language import later, tr
from hoplo_companion.render.campaign.journey import stand_lines
from hoplo_companion.render.fight import next_lines, title_line
from hoplo_companion.table.play.fight import Game, fight_table
from hoplo_companion.table.saves.library import NoCampaignError, NoneChosenError

GUIDE = later("""\
hoplo {version}: companion and referee beside the box of Hoplomachus: Victorum

learn
  hoplo learn                 the rulebook's own example, and you decide
  hoplo learn travel          a move on the map; `learn dice`: the scion's dice
begin
  hoplo play                  the guided evening, one key per answer
  hoplo new --first-game      the campaign that the rulebook recommends
  hoplo fight start 'CARD'    a stand-alone fight
go on
  hoplo save list             your campaigns; `save switch NAME` plays one
  hoplo save import FILE      a campaign from another machine
look
  hoplo rival-turn --example  the rival's turn of the rulebook's example
  hoplo rival-turn -p FILE    the rival's turn on your board
  hoplo look mark             the rules about a word, with their pages
  hoplo --help                every command""")
"""What is shown where there is no campaign."""


def stand(terminal: Terminal) -> list[str]:
    """Show where the campaign stands; where there is none, what can be done: give the command that is chosen, if any.

    At a terminal it is chosen by a key; elsewhere the commands are listed.
    """
    try:
        name, campaign = look()
    except NoCampaignError:
        if terminal.json:
            raise
        if not terminal.is_interactive():
            terminal.print(tr(GUIDE, version=__version__))
            return []
        from hoplo_companion.cli.play.menus import begun  # who plays a campaign needs none of it

        return begun(terminal, tr("hoplo {version}: no campaign yet", version=__version__))
    except NoneChosenError as several:
        if terminal.json or not terminal.is_interactive():
            raise
        from hoplo_companion.cli.play.menus import campaign_chosen

        return campaign_chosen(terminal, several.names) or []
    heroes = heroes_to_show(terminal)
    ahead = deadline(campaign, {id_: hero.region for id_, hero in heroes.items()})
    game = Game(campaign, catalogue()) if campaign.fight is not None else None
    if terminal.json:
        terminal.show_json(where_it_stands(campaign, name, ahead, fight_table(game) if game is not None else None))
        return []
    lines = []
    if game is not None:
        lines = [title_line(game.fight, game.combat), *next_lines(game.fight, game.combat, game.question())]
    hero = heroes.get(campaign.pad.hero)
    named = hero.name if hero is not None else campaign.pad.hero
    terminal.show(stand_lines(campaign, named, name, ahead, lines))
    return []
