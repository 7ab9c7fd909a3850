"""`hoplo` alone, `hoplo map`, `stow`, `odyssey`, `luck`: where the campaign stands, its map, its box, and on paper."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

from hoplo_companion import __version__
from hoplo_companion.campaign.chronicle import Fought
from hoplo_companion.campaign.events import Result
from hoplo_companion.campaign.map_entry import edit_place, forget_place, from_table, learn_place, to_table
from hoplo_companion.campaign.model import LAST_ACT, Campaign, RefusedError
from hoplo_companion.campaign.travel import Deadline, deadline, set_out, ways_from_here
from hoplo_companion.campaign.world_map import opponent, unknown_neighbours
from hoplo_companion.cli.campaign.names import hero_to_show
from hoplo_companion.cli.campaign.open_campaign import expansions_table, look, look_campaign, look_save, make_step
from hoplo_companion.cli.options import Answer, App, Many, Step, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue, read_toml
from hoplo_companion.components.words import ACTS, BANE_EVERY
from hoplo_companion.errors import UsageError
from hoplo_companion.files import write_toml, write_whole
from hoplo_companion.language import later, tr
from hoplo_companion.render.campaign.chronicle import chronicle_page, odyssey_lines, weeks_told
from hoplo_companion.render.campaign.journey import Journey, deadline_words, map_lines, stand_lines
from hoplo_companion.render.campaign.luck import fight_luck_lines, luck_lines, luck_table
from hoplo_companion.render.campaign.pad import odyssey_rows, steps_lines, stow_steps
from hoplo_companion.render.fight import next_lines, title_line
from hoplo_companion.render.style import Line
from hoplo_companion.table.play.fight import Game, fight_table
from hoplo_companion.table.saves.library import Library, NoCampaignError, NoneChosenError
from hoplo_companion.table.saves.open_campaign import stops_walked

map_ = App()

PathOption = Annotated[Many, option("A location that a path leads to; may be repeated.", "place_to_go", names="--path")]


@map_.alone
def show_map(
    terminal: Terminal, svg: Annotated[Path | None, option("Draw it into this file, as a picture to print.")] = None
) -> Answer | None:
    """Show the map as far as it is known: each location with its kind, region and paths, and the weeks walked."""
    if svg is None:
        return _map()
    write_whole(svg, _drawn(look_campaign()).encode())
    terminal.say(tr("the map is drawn in {path}", path=svg))
    return None


def _drawn(campaign: Campaign) -> str:
    from hoplo_companion.render.campaign.map_svg import map_svg  # a map is rarely printed

    return map_svg(campaign, journey_so_far(campaign))


def journey_so_far(campaign: Campaign) -> Journey:
    """Find out where one has walked, where one may go next, and what the deadline asks for."""
    steps = [(place, f"{ACTS[act]} {week}") for act, week, place in stops_walked(look_save())]
    try:
        may_go = [each.place for each in ways_from_here(campaign) if not each.refused]
    except RefusedError:
        may_go = []
    return Journey(steps, may_go, deadline_words(campaign, deadline(campaign)))


def _map() -> Answer:
    """Show the map, as `hoplo map` alone does."""
    campaign = look_campaign()
    where = {"here": campaign.place, "came_from": campaign.came_from, "unknown": unknown_neighbours(campaign)}
    return Answer(lambda: map_lines(campaign, journey_so_far(campaign)), lambda: {**to_table(campaign), **where})


map_.command("show")(_map)


@map_.command()
def add(
    name: Annotated[str, argument("A name for the location.", "place_to_go")],
    kind: Annotated[str, option("sport, bloodshed, opportunity, harbor or capital.", "place_kind")],
    region: Annotated[str, option("Its region, as in atlanteans.", "arenas")],
    path: PathOption = None,
    here: Annotated[bool, option("The encampment is here: the home capital at the start.")] = False,
) -> Step:
    """Enter a location of the map: its kind, its region and the paths from it."""

    def change(campaign: Campaign) -> Result:
        campaign, happened = learn_place(campaign, name, kind, region, path or [], more_paths=path is None)
        if here:
            campaign, more = set_out(campaign, name)
            happened = [*happened, *more]
        return campaign, happened

    return make_step(change, even_over=True)


@map_.command()
def edit(
    terminal: Terminal,
    name: Annotated[str, argument("A location.", "place_on_map")],
    new_name: Annotated[str | None, option("Another name.", names="--name")] = None,
    kind: Annotated[str | None, option("Another kind.", "place_kind")] = None,
    region: Annotated[str | None, option("Another region.", "arenas")] = None,
    path: PathOption = None,
    forget: Annotated[bool, option("Take the location off the map.")] = False,
) -> Step:
    """Correct a location of the map; paths that are given replace all that it had."""
    if forget:
        terminal.confirm(tr("Take {place} off the map?", place=name))
        return make_step(lambda campaign: forget_place(campaign, name), even_over=True)
    edited = partial(edit_place, name=name, new_name=new_name, kind=kind, region=region, paths=path)
    return make_step(edited, even_over=True)


@map_.command("import")
def import_(file: Annotated[Path, argument("A map in TOML.")]) -> Step:
    """Read the map from a TOML file, in place of the one there is."""
    data = read_toml(file)
    return make_step(lambda campaign: from_table(campaign, data), even_over=True)


@map_.command("export")
def export_(terminal: Terminal, file: Annotated[Path, argument("The file to write.")]) -> None:
    """Write the map into a TOML file, to use it in another campaign."""
    write_toml(file, to_table(look_campaign()))
    terminal.say(tr("written to {file}", file=file))


def stow(back: Annotated[bool, option("What to put back on the table.")] = False) -> Answer:
    """Print where everything on the table goes in the box, or what comes back on the table."""
    campaign = look_campaign(even_stand_alone=True)
    combat = Game(campaign, catalogue()).combat if campaign.fight is not None else None
    title = later("Resuming play") if back else later("Putting the game away")
    steps = partial(stow_steps, campaign, combat, back=back)
    return Answer(
        lambda: steps_lines(tr(title), steps()),
        lambda: {"steps": [{"name": name, "what": what} for name, what in steps()]},
    )


def odyssey(
    terminal: Terminal, html: Annotated[Path | None, option("Write it as a page to send to a friend.")] = None
) -> Answer | None:
    """Tell this campaign week by week: the whole journey, the fights, and the record of the hero."""
    from hoplo_companion.table.play.replay import rounds_of  # most calls play no fight again

    look_campaign()  # refuses a stand-alone fight
    campaign = look()
    name, rounds = hero_to_show(terminal, campaign.pad.hero), rounds_of(look_save(), catalogue())
    if html is not None:
        write_whole(html, chronicle_page(name, campaign, weeks_told(rounds, name), _drawn(campaign)).encode())
        terminal.say(tr("the chronicle is written to {path}", path=html))
        return None

    def table() -> dict[str, Any]:
        steps = [{"act": act, "week": week, "what": what} for act, week, what, _ in weeks_told(rounds, name)]
        return {"hero": name, "record": dict(odyssey_rows(campaign)), "journey": steps}

    return Answer(lambda: odyssey_lines(name, campaign, weeks_told(rounds, name)), table)


def luck(
    terminal: Terminal,
    number: Annotated[int | None, argument("The number of a fight, to see it attack by attack.", min=1)] = None,
) -> Answer:
    """Compare the dice of this campaign with the odds, and your choices with the best plans that advice found.

    Dice are compared by colour, side, attack and fight, and over time. A turn counts as a choice where you asked for
    advice in it.
    """
    from hoplo_companion.table.play.replay import fights_again

    def fights() -> list[Fought]:
        with terminal.progress(tr("Reading the fights")) as read:
            found = fights_again(look_save(), catalogue(), read)
        if number is not None and number > len(found):
            raise UsageError("there is no fight {number}; fights so far: {n}", number=number, n=len(found))
        return found

    def lines() -> list[Line]:
        found = fights()
        return luck_lines(found) if number is None else fight_luck_lines(number, found[number - 1])

    return Answer(lines, lambda: luck_table(fights()))


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
    """Show where the campaign stands, or what can be done where there is none: the command chosen at a terminal."""
    try:
        name, campaign = Library().current(), look()
    except NoCampaignError:
        if terminal.json:
            raise
        if not terminal.is_interactive():
            terminal.print(tr(GUIDE, version=__version__))
            return []
        from hoplo_companion.cli.play.menus import begun  # who plays a campaign needs none of it

        return begun(terminal, tr("hoplo {version}: no campaign yet", version=__version__))
    except NoneChosenError as several:
        if not terminal.asks():
            raise
        from hoplo_companion.cli.play.menus import campaign_chosen

        return campaign_chosen(terminal, several.names) or []
    hero, ahead = hero_to_show(terminal, campaign.pad.hero), deadline(campaign)
    game = Game(campaign, catalogue()) if campaign.fight is not None else None
    if terminal.json:
        terminal.show_json(_where_it_stands(campaign, name, ahead, fight_table(game) if game is not None else None))
        return []
    lines = []
    if game is not None:
        lines = [title_line(game.fight, game.combat), *next_lines(game.fight, game.combat, game.question())]
    terminal.show(stand_lines(campaign, hero, name, ahead, lines))
    return []


def _where_it_stands(campaign: Campaign, name: str, ahead: Deadline | None, fight: Any) -> dict[str, Any]:
    """Write how far a campaign is, what comes next and what is at stake; `fight` is the state of the one that is on."""
    pad = campaign.pad
    if campaign.is_stand_alone:
        return {"campaign": name, "apart": True, "hero": pad.hero, "act": pad.act, "fight": fight}
    return {
        **expansions_table(campaign),
        "campaign": name,
        "hero": pad.hero,
        "outcome": campaign.outcome or None,
        "act": pad.act,
        "week": campaign.week,
        "phase": campaign.phase,
        "place": campaign.place or None,
        "came_from": campaign.came_from or None,
        "weeks_left": campaign.weeks_left,
        "influence": pad.influence,
        "influence_to_bane": BANE_EVERY - pad.influence % BANE_EVERY,
        "ends_with": "weeks" if campaign.variant.boots and pad.act < LAST_ACT else opponent(campaign),
        "scion": campaign.scion,
        "primuses": [{"hero": primus.hero, "defeated_in_act": primus.defeated_in_act} for primus in campaign.primuses],
        "deadline": ahead,
        "apart": False,
        "fight": fight,
    }
