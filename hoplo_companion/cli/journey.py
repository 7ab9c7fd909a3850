"""`hoplo map`, `travel`, `route`, `event`: the way through the ancient world, a round after the other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.pad import BaneOption, ask_banes, read_banes
from hoplo_companion.cli.rival_turn import JsonOption, PlainOption

if TYPE_CHECKING:
    from hoplo_companion.campaign.cleanup import Aftermath
    from hoplo_companion.campaign.model import Campaign

map_ = typer.Typer(add_completion=False, rich_markup_mode=None, help="The map of the ancient world, as you tell it.")
event = typer.Typer(add_completion=False, rich_markup_mode=None, help="The event of this round, and what comes of it.")

Many = list[str] | None
RegionOption = Annotated[str, typer.Option("--region", help="Its region, as in atlanteans.")]
KindOption = Annotated[str, typer.Option("--kind", help="sport, bloodshed, opportunity, harbor or capital.")]
PathOption = Annotated[Many, typer.Option("--path", help="A place that a path leads to, as often as there are.")]


def regions() -> dict[str, str]:
    """Give each hero's home region."""
    from hoplo_companion.components.catalogue import catalogue

    known = catalogue()
    return {id_: hero.region for id_ in known.ids("heroes") if (hero := known.hero(id_)) is not None}


@map_.callback(invoke_without_command=True)
def show_map(ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show the map as far as it is known, each place with its kind, region and paths."""
    if ctx.invoked_subcommand is not None:
        return
    from hoplo_companion.campaign.atlas import to_table, unknown_neighbours
    from hoplo_companion.cli.seat import look
    from hoplo_companion.cli.show import show, show_json

    _, campaign = look()
    if json:
        unknown = unknown_neighbours(campaign)
        show_json({**to_table(campaign), "here": campaign.place, "came_from": campaign.came_from, "unknown": unknown})
        return
    from hoplo_companion.render.campaign import map_lines

    show(map_lines(campaign), plain)


@map_.command()
def add(
    name: Annotated[str, typer.Argument(help="A name for the place.")],
    kind: KindOption,
    region: RegionOption,
    path: PathOption = None,
    here: Annotated[
        bool, typer.Option("--here", help="The encampment is here: the home capital at the start.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Tell a place of the map: its kind, its region and the paths from it."""
    from hoplo_companion.campaign.atlas import learn_place
    from hoplo_companion.campaign.travel import set_out
    from hoplo_companion.cli.seat import make_step

    def change(campaign: Campaign) -> Any:
        campaign, happened = learn_place(campaign, name, kind, region, path or [])
        if here:
            campaign, more = set_out(campaign, name, regions())
            happened = [*happened, *more]
        return campaign, happened

    make_step(change, json=json)


@map_.command()
def edit(
    name: Annotated[str, typer.Argument(help="A place.")],
    new_name: Annotated[str | None, typer.Option("--name", help="Another name.")] = None,
    kind: Annotated[str | None, typer.Option("--kind", help="Another kind.")] = None,
    region: Annotated[str | None, typer.Option("--region", help="Another region.")] = None,
    path: PathOption = None,
    forget: Annotated[bool, typer.Option("--forget", help="Take the place off the map.")] = False,
    json: JsonOption = False,
) -> None:
    """Put a place of the map right; its paths, where given, replace all that it had."""
    from hoplo_companion.campaign import atlas
    from hoplo_companion.cli.seat import make_step

    if forget:
        make_step(lambda campaign: atlas.forget_place(campaign, name), json=json)
        return
    make_step(
        lambda campaign: atlas.edit_place(campaign, name, new_name=new_name, kind=kind, region=region, paths=path),
        json=json,
    )


@map_.command("import")
def import_(file: Annotated[Path, typer.Argument(help="A map in TOML.")], json: JsonOption = False) -> None:
    """Read the map from a TOML file, in place of the one there is."""
    from hoplo_companion.campaign.atlas import from_table
    from hoplo_companion.cli.seat import make_step
    from hoplo_companion.components.catalogue import read_toml

    data = read_toml(file)
    make_step(lambda campaign: from_table(campaign, data), json=json)


@map_.command("export")
def export_(file: Annotated[Path, typer.Argument(help="The file to write.")]) -> None:
    """Write the map into a TOML file, to use it in another campaign."""
    import tomli_w

    from hoplo_companion.campaign.atlas import to_table
    from hoplo_companion.cli.seat import look
    from hoplo_companion.files import write_whole

    _, campaign = look()
    write_whole(file, tomli_w.dumps(to_table(campaign)).encode())
    print(f"written to {file}")


def travel(
    to: Annotated[str | None, typer.Argument(help="Where to; the places that are open if left out.")] = None,
    harbor: Annotated[bool, typer.Option("--harbor", help="Sail there by harbor, which takes a week.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Move the encampment, or list where it may go and what forbids the rest."""
    from hoplo_companion.campaign import travel as rules
    from hoplo_companion.cli.seat import look, make_step
    from hoplo_companion.cli.show import show, show_json

    if to is not None:
        make_step(lambda campaign: rules.travel(campaign, to, regions(), "harbor" if harbor else "path"), json=json)
        return
    _, campaign = look()
    found = rules.destinations(campaign, regions())
    if json:
        import msgspec

        show_json({"destinations": msgspec.to_builtins(found)})
        return
    from hoplo_companion.render.campaign import destination_lines

    show(destination_lines(found), plain)


def route(
    place: Annotated[str, typer.Argument(help="Where to be in time, a capital for one.")],
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Find every best way to a place by weeks and scion influence, with what to do at each stop."""
    from hoplo_companion.campaign.route import routes
    from hoplo_companion.cli.seat import look
    from hoplo_companion.cli.show import notice, show, show_json

    _, campaign = look()
    found = routes(campaign, place, regions())
    if json:
        import msgspec

        show_json({"routes": msgspec.to_builtins(found)})
        return
    from hoplo_companion.render.campaign import route_lines

    if not found:
        notice(f"no way leads to {place} in time on the map as it is known")
    show(route_lines(found), plain)


@event.command()
def spectate(bane: BaneOption = None, json: JsonOption = False) -> None:
    """Spectate the event: influence equal to the act, the hero heals, no week passes."""
    from hoplo_companion.campaign import rounds
    from hoplo_companion.campaign.pad import banes_due
    from hoplo_companion.cli.seat import make_step

    words = list(bane or [])

    def change(campaign: Campaign) -> Any:
        ask_banes(words, banes_due(campaign, campaign.pad.act))
        return rounds.spectate(campaign, read_banes(words))

    make_step(change, json=json, answers=words)


@event.command()
def opportunity(
    card: Annotated[list[str], typer.Argument(help="The card that you keep of the two drawn.")],
    json: JsonOption = False,
) -> None:
    """Accept an Opportunity event: one of two cards into the camp, and a week."""
    from hoplo_companion.campaign import rounds
    from hoplo_companion.cli.seat import make_step

    make_step(lambda campaign: rounds.accept_opportunity(campaign, " ".join(card)), json=json)


HpOption = Annotated[int | None, typer.Option("--hp", min=0, help="The hero's HP now; 0 if it was defeated.")]
DefeatedOption = Annotated[Many, typer.Option("--defeated", help="A unit of yours that was defeated, as often.")]
RivalOption = Annotated[Many, typer.Option("--rival", help="A rival unit for the bag (elite ones never), as often.")]
DrawnOption = Annotated[Many, typer.Option("--drawn-bane", help="A bane drawn for the lineup, NAME:KIND, as often.")]
UsedOption = Annotated[Many, typer.Option("--used", help="A tactic of yours that was used, as often.")]


def _aftermath(hp: int | None, defeated: Many, rival: Many, drawn: Many, used: Many) -> Aftermath:
    from hoplo_companion.campaign.cleanup import Aftermath
    from hoplo_companion.components.names import slug

    return Aftermath(
        hp=hp,
        defeated=tuple(map(slug, defeated or ())),
        rivals=tuple(map(slug, rival or ())),
        banes=tuple(read_banes(drawn)),
        tactics=tuple(map(slug, used or ())),
    )


@event.command()
def lost(
    bane: BaneOption = None,
    hp: HpOption = None,
    defeated: DefeatedOption = None,
    rival: RivalOption = None,
    drawn_bane: DrawnOption = None,
    used: UsedOption = None,
    json: JsonOption = False,
) -> None:
    """Record a combat that failed: its punishment, and the cleanup."""
    from hoplo_companion.campaign import rounds
    from hoplo_companion.campaign.pad import banes_due
    from hoplo_companion.cli.seat import make_step

    left, words = _aftermath(hp, defeated, rival, drawn_bane, used), list(bane or [])

    def change(campaign: Campaign) -> Any:
        if rounds.may_accept(campaign) != "capital":
            ask_banes(words, banes_due(campaign, campaign.pad.act))
        return rounds.lose_event(campaign, read_banes(words), left)

    make_step(change, json=json, answers=words)


@event.command()
def won(
    recruit: Annotated[str, typer.Option("--recruit", help="Sport: the rival unit that you recruit.")] = "",
    sacrifice: Annotated[str | None, typer.Option("--sacrifice", help="Whom to sacrifice above Leadership.")] = None,
    tactic: Annotated[Many, typer.Option("--tactic", help="Sport: a tactic gained instead, as often.")] = None,
    upgrade: Annotated[
        str, typer.Option("--upgrade", help="Bloodshed: health, leadership, add-die, upgrade-die:N.")
    ] = "",
    prowess: Annotated[str | None, typer.Option("--prowess", help="Primus: the Prowess card gained.")] = None,
    drawn: Annotated[Many, typer.Option("--drawn", help="Primus: a unit recruited from the bag, as often.")] = None,
    hp: HpOption = None,
    defeated: DefeatedOption = None,
    rival: RivalOption = None,
    drawn_bane: DrawnOption = None,
    used: UsedOption = None,
    json: JsonOption = False,
) -> None:
    """Record a combat that was won: its reward, and the cleanup."""
    from hoplo_companion.campaign import rounds
    from hoplo_companion.campaign.cleanup import Reward
    from hoplo_companion.cli.camp import read_prowess
    from hoplo_companion.cli.seat import make_step
    from hoplo_companion.components.names import slug

    what, _, die = upgrade.partition(":")
    reward = Reward(
        recruit=slug(recruit),
        sacrifice=slug(sacrifice) if sacrifice else None,
        tactics=tuple(map(slug, tactic)) if tactic else None,
        upgrade=what,
        die=int(die) if die.isascii() and die.isdigit() else None,
        prowess=read_prowess(prowess) if prowess else None,
        drawn=tuple(map(slug, drawn or ())),
    )
    left = _aftermath(hp, defeated, rival, drawn_bane, used)
    make_step(lambda campaign: rounds.win_event(campaign, reward, left, regions()), json=json)
