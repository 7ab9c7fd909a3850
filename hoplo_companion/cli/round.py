"""`hoplo event`, `cleanup`: the event of this round, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.atlas import Many, regions
from hoplo_companion.cli.banes import BaneOption, banes_drawn, read_banes, remember_banes
from hoplo_companion.cli.rival_turn import JsonOption, PlainOption

if TYPE_CHECKING:
    from hoplo_companion.campaign.cleanup import Aftermath, Reward
    from hoplo_companion.campaign.model import Campaign, Happened, PlaceKind, Result

event = typer.Typer(add_completion=False, rich_markup_mode=None, help="The event of this round, and what comes of it.")


@event.callback(invoke_without_command=True)
def show_event(ctx: typer.Context, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Show what the event here is, and what accepting or spectating it takes."""
    if ctx.invoked_subcommand is not None:
        return
    import msgspec

    from hoplo_companion.campaign.rounds import event_here
    from hoplo_companion.cli.seat import look_campaign
    from hoplo_companion.cli.show import show, show_json

    campaign = look_campaign()
    here = event_here(campaign)
    if json:
        show_json({"event": msgspec.to_builtins(here)})
        return
    from hoplo_companion.render.journey import event_lines

    show(event_lines(campaign, here), plain, wrap=True)


@event.command()
def accept(json: JsonOption = False) -> None:
    """Accept a Sport or Bloodshed event: its combat is fought, and `hoplo cleanup` follows."""
    from hoplo_companion.campaign.rounds import accept_combat
    from hoplo_companion.cli.seat import make_step

    make_step(accept_combat, json=json)


@event.command()
def spectate(bane: BaneOption = None, json: JsonOption = False) -> None:
    """Spectate the event: influence equal to the act, the hero heals, no week passes."""
    from hoplo_companion.campaign import rounds
    from hoplo_companion.campaign.pad import banes_due
    from hoplo_companion.cli.seat import make_step

    words = list(bane or [])

    def change(campaign: Campaign) -> Result:
        due = banes_due(campaign, campaign.pad.act) if rounds.may_spectate(campaign) else 0
        return rounds.spectate(campaign, banes_drawn(words, due, campaign))

    make_step(change, json=json, answers=words, then=remember_banes)


@event.command()
def opportunity(
    card: Annotated[list[str] | None, typer.Argument(help="The card that you keep of the two drawn.")] = None,
    json: JsonOption = False,
) -> None:
    """Accept an Opportunity event: one of two cards into the camp, and a week."""
    from hoplo_companion.campaign import rounds
    from hoplo_companion.cli.ask import need_terminal, write
    from hoplo_companion.cli.seat import make_step

    def change(campaign: Campaign) -> Result:
        name = " ".join(card or [])
        if not name and rounds.may_accept(campaign) == "opportunity":
            need_terminal("say which of the two Opportunity cards you keep: `hoplo event opportunity CARD` (p.16)")
            name = write("Draw two Opportunity cards (p.16). Which do you keep?")
        return rounds.accept_opportunity(campaign, name)

    make_step(change, json=json)


def cleanup(
    ctx: typer.Context,
    outcome: Annotated[bool | None, typer.Option("--won/--lost", help="How the combat ended.")] = None,
    bane: BaneOption = None,
    recruit: Annotated[str, typer.Option("--recruit", help="Sport: the rival unit that you recruit.")] = "",
    sacrifice: Annotated[str | None, typer.Option("--sacrifice", help="Whom to sacrifice above Leadership.")] = None,
    tactic: Annotated[Many, typer.Option("--tactic", help="Sport: a tactic gained instead, as often; or none.")] = None,
    upgrade: Annotated[
        str, typer.Option("--upgrade", help="Bloodshed: health, leadership, add-die, upgrade-die:N.")
    ] = "",
    prowess: Annotated[str | None, typer.Option("--prowess", help="Primus: the Prowess card gained.")] = None,
    drawn: Annotated[Many, typer.Option("--drawn", help="Primus: a unit recruited from the bag, as often.")] = None,
    hp: Annotated[int | None, typer.Option("--hp", min=0, help="The hero's HP now; 0 if it was defeated.")] = None,
    defeated: Annotated[Many, typer.Option("--defeated", help="A unit of yours that was defeated, as often.")] = None,
    rival: Annotated[Many, typer.Option("--rival", help="A rival unit for the bag (no elite), as often.")] = None,
    drawn_bane: Annotated[
        Many, typer.Option("--drawn-bane", help="A bane drawn from the bag for the lineup, as often.")
    ] = None,
    used: Annotated[Many, typer.Option("--used", help="A tactic of yours that was used, as often.")] = None,
    json: JsonOption = False,
) -> None:
    """Clean up after a combat: its reward or punishment, what goes to the bag and the supply, and the week.

    At a terminal, what the options leave open is asked for.
    """
    from hoplo_companion.campaign import rounds
    from hoplo_companion.campaign.apart import APART
    from hoplo_companion.campaign.cleanup import Reward
    from hoplo_companion.campaign.fights import end_apart, put_away
    from hoplo_companion.campaign.pad import banes_due
    from hoplo_companion.cli.seat import make_step
    from hoplo_companion.cli.show import at_terminal, notice
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.aftermath import from_fight, sport_without_choice, what_follows

    reward_told = any((recruit, sacrifice, tactic, upgrade, prowess, drawn))
    words = list(bane or [])
    options = {"--hp": hp, "--defeated": defeated, "--rival": rival, "--drawn-bane": drawn_bane, "--used": used}
    untold = [name for name, value in options.items() if value is None]

    followed: list[Happened] = []

    def change(campaign: Campaign) -> Result:
        campaign, happened = cleaned(campaign)
        return campaign, [*happened, *followed]

    def cleaned(campaign: Campaign) -> Result:
        if campaign.difficulty == APART:
            untold.clear()
            if campaign.fight is not None:
                _outcome(campaign, ctx.info_name or "", outcome, campaign.fight.kind)
            return end_apart(campaign)
        kind = rounds.combat_here(campaign)
        won = _outcome(campaign, ctx.info_name or "", outcome, kind)
        _refuse_wrong(won, reward_told, bool(words))
        left = _aftermath(campaign, hp, defeated, rival, drawn_bane, used)
        reward = _reward(recruit, sacrifice, tactic, upgrade, prowess, drawn)
        if campaign.fight is not None:
            left, untold[:] = from_fight(campaign, left, untold, catalogue()), []
            followed[:] = what_follows(campaign, catalogue())
            if won and kind == "sport" and not reward_told and sport_without_choice(campaign, left):
                reward = Reward(tactics=())
            campaign = put_away(campaign)
        if rounds.ends_campaign(campaign, won):
            return rounds.win_event(campaign, reward, left) if won else rounds.lose_event(campaign, (), left)
        left = _ask_aftermath(campaign, left, untold)
        if not won:
            due = banes_due(campaign, campaign.pad.act) if left.hp != 0 else 0
            return rounds.lose_event(campaign, banes_drawn(words, due, campaign), left)
        return rounds.win_event(campaign, _ask_reward(campaign, kind, reward, left), left, regions())

    def then(campaign: Campaign) -> None:
        remember_banes(campaign)
        if untold and not campaign.outcome and not at_terminal():
            notice(f"taken as none or unchanged, since not told: {', '.join(untold)} (p.28-29)")

    make_step(change, json=json, answers=words, even_apart=True, then=then)


event.command("won", help="Record a combat that was won: its reward, and the cleanup.")(cleanup)
event.command("lost", help="Record a combat that failed: its punishment, and the cleanup.")(cleanup)


def _outcome(campaign: Campaign, called: str, told: bool | None, kind: PlaceKind) -> bool:
    """Say whether the combat was won: by the fight, by the command's own name or option, or as the player answers."""
    from hoplo_companion.cli.ask import choose, need_terminal
    from hoplo_companion.errors import UsageError

    named = {"won": True, "lost": False}.get(called)
    if named is not None and told is not None and named != told:
        raise UsageError(f"`event {called}` says otherwise than --{'won' if told else 'lost'}")
    won = told if named is None else named
    if campaign.fight is not None:
        from hoplo_companion.campaign.fights import is_won

        ended = is_won(campaign.fight)
        if won not in (None, ended):
            raise UsageError(f"the fight was {'won' if ended else 'lost'}; `hoplo fight drop` no longer follows it")
        return ended
    if won is None:
        need_terminal("say how the combat ended: --won or --lost (p.28)")
        what = "primus or scion" if kind == "capital" else kind
        won = choose(f"How did the {what} combat end?", ["won", "lost"]) == "won"
    return won


def _refuse_wrong(won: bool, reward: bool, banes: bool) -> None:
    """Refuse a reward for a combat that failed, and banes of a punishment for one that was won."""
    from hoplo_companion.campaign.model import RefusedError

    if reward and not won:
        raise RefusedError("punishment.influence", "a combat that failed has no reward (p.29)")
    if banes and won:
        raise RefusedError("punishment.influence", "only a combat that failed brings influence, and banes by it (p.29)")


def _aftermath(campaign: Campaign, hp: int | None, defeated: Many, rival: Many, drawn: Many, used: Many) -> Aftermath:
    from hoplo_companion.campaign.cleanup import Aftermath
    from hoplo_companion.cli.names import chips_named
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.undying import undying

    fallen = chips_named("units", defeated)
    return Aftermath(
        hp=hp,
        defeated=fallen,
        rivals=chips_named("units", rival),
        banes=tuple(read_banes(drawn, campaign)),
        tactics=chips_named("tactics", used),
        undying=undying(catalogue(), [*fallen, *campaign.camp.units]),
    )


def _ask_aftermath(campaign: Campaign, left: Aftermath, untold: list[str]) -> Aftermath:
    """Ask at a terminal for what of the aftermath was not told; elsewhere it is none, or has not changed.

    Shapes: `untold` are the options that were left out.
    """
    from hoplo_companion.campaign.cleanup import settle
    from hoplo_companion.cli.ask import listed, number, until_good
    from hoplo_companion.cli.names import chips_named
    from hoplo_companion.cli.show import at_terminal

    if not at_terminal():
        return left
    from msgspec.structs import replace

    if "--hp" in untold:
        left = replace(left, hp=until_good("The hero's HP now (0 if it was defeated)?", number, str(campaign.pad.hp)))
    if left.hp == 0:
        return left

    def changed(field: str, value: object) -> Aftermath:
        settled = replace(left, **{field: value})
        settle(campaign, settled)
        return settled

    camp, table = campaign.camp, ", ".join(campaign.drawn.units)
    if "--defeated" in untold and camp.units:
        left = until_good(
            f"Which of your units were defeated? ({', '.join(camp.units)}; Enter for none)",
            lambda text: changed("defeated", chips_named("units", listed(text))),
        )
    if "--rival" in untold:
        but = f"beside those drawn ({table}) " if table else ""
        left = until_good(
            f"Which rival units {but}go into the bag? (all but elite ones, apart by commas; Enter for none)",
            lambda text: changed("rivals", chips_named("units", listed(text))),
        )
    if "--drawn-bane" in untold and not campaign.drawn.banes:
        left = until_good(
            "Which banes were drawn from the bag for the lineup? (NAME:KIND, apart by commas; Enter for none)",
            lambda text: changed("banes", tuple(read_banes(listed(text), campaign))),
        )
    if "--used" in untold and camp.tactics:
        left = until_good(
            f"Which of your tactics were used? ({', '.join(camp.tactics)}; Enter for none)",
            lambda text: changed("tactics", chips_named("tactics", listed(text))),
        )
    return left


def _reward(
    recruit: str, sacrifice: str | None, tactic: Many, upgrade: str, prowess: str | None, drawn: Many
) -> Reward:
    from hoplo_companion.campaign.cleanup import Reward
    from hoplo_companion.campaign.pad import read_upgrade
    from hoplo_companion.cli.names import chip_named, chips_named, read_prowess

    what, die = read_upgrade(upgrade)
    return Reward(
        recruit=chip_named("units", recruit) if recruit else "",
        sacrifice=chip_named("units", sacrifice) if sacrifice else None,
        tactics=() if tactic == ["none"] else chips_named("tactics", tactic) if tactic else None,
        upgrade=what,
        die=die,
        prowess=read_prowess(prowess) if prowess else None,
        drawn=chips_named("units", drawn),
    )


def _ask_reward(campaign: Campaign, kind: PlaceKind, told: Reward, left: Aftermath) -> Reward:
    """Ask at a terminal for the part of a reward that is a choice and was not told."""
    from hoplo_companion.campaign.cleanup import settle
    from hoplo_companion.cli.show import at_terminal

    if not at_terminal():
        return told
    from hoplo_companion.cli import rewards

    # The used tactics are back in the supply before the reward is chosen.
    campaign, _ = settle(campaign, left)
    match kind:
        case "sport":
            return rewards.ask_sport(campaign, told, left)
        case "bloodshed":
            return rewards.ask_bloodshed(campaign, told)
    return rewards.ask_primus(campaign, told, left)
