"""`hoplo map`: the map of the ancient world, as the player tells it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import name_of, place_kind
from hoplo_companion.cli.shell.table_words import place_on_map, place_to_go
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.files import write_toml

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign

map_ = App(help="The map of the ancient world, as you tell it.")

Many = list[str] | None
RegionOption = Annotated[
    str, typer.Option("--region", help="Its region, as in atlanteans.", autocompletion=name_of("arenas"))
]
KindOption = Annotated[
    str, typer.Option("--kind", help="sport, bloodshed, opportunity, harbor or capital.", autocompletion=place_kind)
]
PathOption = Annotated[
    Many,
    typer.Option("--path", help="A place that a path leads to, as often as there are.", autocompletion=place_to_go),
]


def regions() -> dict[str, str]:
    """Give each hero's home region."""
    from hoplo_companion.components.catalogue import catalogue

    known = catalogue()
    return {id_: hero.region for id_ in known.ids("heroes") if (hero := known.hero(id_)) is not None}


@map_.callback(invoke_without_command=True)
def show_map(terminal: Terminal, ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the map as far as it is known, each place with its kind, region and paths."""
    if ctx.invoked_subcommand is None:
        _show(terminal, json, plain)


def _show(terminal: Terminal, json: bool, plain: bool) -> None:

    from hoplo_companion.cli.campaign.open_campaign import look_campaign

    campaign = look_campaign()
    if json:
        from hoplo_companion.campaign.world_map import unknown_neighbours

        unknown = unknown_neighbours(campaign)
        from hoplo_companion.campaign.map_entry import to_table

        terminal.show_json(
            {**to_table(campaign), "here": campaign.place, "came_from": campaign.came_from, "unknown": unknown}
        )
        return

    from hoplo_companion.render.journey import map_lines

    terminal.show(map_lines(campaign), plain, wrap=True)


@map_.command("show")
def show_again(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the map, as `hoplo map` alone does."""
    _show(terminal, json, plain)


@map_.command()
def add(
    terminal: Terminal,
    name: Annotated[str, typer.Argument(help="A name for the place.", autocompletion=place_to_go)],
    kind: KindOption,
    region: RegionOption,
    path: PathOption = None,
    here: Annotated[
        bool, typer.Option("--here", help="The encampment is here: the home capital at the start.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Tell a place of the map: its kind, its region and the paths from it."""
    from hoplo_companion.campaign.map_entry import learn_place
    from hoplo_companion.campaign.travel import set_out

    def change(campaign: Campaign) -> Any:
        campaign, happened = learn_place(campaign, name, kind, region, path or [], more_paths=path is None)
        if here:
            campaign, more = set_out(campaign, name, regions())
            happened = [*happened, *more]
        return campaign, happened

    from hoplo_companion.cli.campaign.open_campaign import make_step

    make_step(terminal, change, json=json, even_over=True)


@map_.command()
def edit(
    terminal: Terminal,
    name: Annotated[str, typer.Argument(help="A place.", autocompletion=place_on_map)],
    new_name: Annotated[str | None, typer.Option("--name", help="Another name.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Another kind.")] = None,
    region: Annotated[str | None, typer.Option("--region", help="Another region.")] = None,
    path: PathOption = None,
    forget: Annotated[bool, typer.Option("--forget", help="Take the place off the map.")] = False,
    json: JsonOption = False,
) -> None:
    """Put a place of the map right; its paths, where given, replace all that it had."""
    from hoplo_companion.campaign import map_entry as charting
    from hoplo_companion.cli.campaign.open_campaign import make_step

    if forget:
        terminal.confirm(f"Take {name} off the map?")
        make_step(terminal, lambda campaign: charting.forget_place(campaign, name), json=json, even_over=True)
        return
    make_step(
        terminal,
        lambda campaign: charting.edit_place(campaign, name, new_name=new_name, kind=kind, region=region, paths=path),
        json=json,
        even_over=True,
    )


@map_.command("import")
def import_(
    terminal: Terminal, file: Annotated[Path, typer.Argument(help="A map in TOML.")], json: JsonOption = False
) -> None:
    """Read the map from a TOML file, in place of the one there is."""
    from hoplo_companion.campaign.map_entry import from_table
    from hoplo_companion.cli.campaign.open_campaign import make_step
    from hoplo_companion.components.catalogue import read_toml

    data = read_toml(file)

    make_step(terminal, lambda campaign: from_table(campaign, data), json=json, even_over=True)


@map_.command("export")
def export_(terminal: Terminal, file: Annotated[Path, typer.Argument(help="The file to write.")]) -> None:
    """Write the map into a TOML file, to use it in another campaign."""
    from hoplo_companion.campaign.map_entry import to_table
    from hoplo_companion.cli.campaign.open_campaign import look_campaign

    campaign = look_campaign()

    write_toml(file, to_table(campaign))
    terminal.say(f"written to {file}")
