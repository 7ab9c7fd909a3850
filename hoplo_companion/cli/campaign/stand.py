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
from hoplo_companion.render.fight import next_lines, title_line
from hoplo_companion.render.journey import stand_lines
from hoplo_companion.table.play.fight import Game, fight_table
from hoplo_companion.table.saves.library import NoCampaignError

GUIDE = later("""\
hoplo {version}: companion and referee for Hoplomachus: Victorum, beside the box.

  hoplo play                        the guided evening: a campaign from its beginning, one key per answer
  hoplo new --first-game            begin a campaign; then pad, travel, event, cleanup, bag, camp, history, undo
  hoplo fight start 'CARD'          follow a fight from its set-up on; then rival-turn, and your turn: deploy, tactic,
                                    move, ability, attack, special, end-turn; fight, options, board, check, answer
  hoplo rival-turn --example        the rival's turn of the rulebook's example, step by step
  hoplo rival-turn --position FILE  the rival's turn on your board
  hoplo why UNIT --position FILE    why a unit does what it does; why-not UNIT HEX for what it does not do
  hoplo scion roll NAME             what the scion's dice set off; scion odds NAME for the chances
  hoplo rules mark                  the rules about a word, with their pages
  hoplo glossary mark               a Key Term in English and Italian; skill, tactic and unit for chips
  hoplo data missing                what to read off your own chips and cards
  hoplo --help                      every command""")
"""What is shown where there is no campaign."""


def stand(terminal: Terminal, json: bool, plain: bool) -> None:
    """Show where the campaign stands; where there is none, what hoplo can do."""
    try:
        name, campaign = look()
    except NoCampaignError:
        if json:
            raise
        terminal.print(tr(GUIDE, version=__version__))
        return
    heroes = heroes_to_show(terminal)
    ahead = deadline(campaign, {id_: hero.region for id_, hero in heroes.items()})
    game = Game(campaign, catalogue()) if campaign.fight is not None else None
    if json:
        terminal.show_json(where_it_stands(campaign, name, ahead, fight_table(game) if game is not None else None))
        return
    lines = []
    if game is not None:
        lines = [title_line(game.fight, game.combat), *next_lines(game.fight, game.combat, game.question())]
    hero = heroes.get(campaign.pad.hero)
    named = hero.name if hero is not None else campaign.pad.hero
    terminal.show(stand_lines(campaign, named, name, ahead, lines), plain, wrap=True)
