"""`hoplo cleanup`: what a combat leaves is cleared away, and what comes of it (Rulebook p.28-29)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from msgspec.structs import replace

from hoplo_companion.cli.campaign.banes import BaneOption, banes_drawn, read_banes, remember_banes
from hoplo_companion.cli.campaign.map import Many, regions
from hoplo_companion.cli.options import JsonOption
from hoplo_companion.cli.terminal.ask import listed, number
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError

if TYPE_CHECKING:
    from hoplo_companion.campaign.cleanup import Aftermath, Reward
    from hoplo_companion.campaign.events import CampaignEvent, Result
    from hoplo_companion.campaign.model import Campaign, PlaceKind


def cleanup(
    terminal: Terminal,
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
    bless: Annotated[
        bool, typer.Option("--bless", help="Cross off the blessing that a defeated hero has to use, if one is left.")
    ] = False,
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
    from hoplo_companion.cli.campaign.open_campaign import make_step

    cleaning = _Cleaning(
        terminal,
        ctx.info_name or "",
        outcome,
        list(bane or []),
        _Left(hp, defeated, rival, drawn_bane, used),
        _Chosen(recruit, sacrifice, tactic, upgrade, prowess, drawn),
        bless,
    )

    make_step(terminal, cleaning.change, json=json, answers=cleaning.banes, even_apart=True, then=cleaning.then)


class _Left(NamedTuple):
    """What the options tell of what the combat leaves; None for an option that was left out."""

    hp: int | None
    defeated: Many
    rival: Many
    drawn_bane: Many
    used: Many

    def untold(self) -> list[str]:
        """List the options that were left out."""
        return [f"--{name.replace('_', '-')}" for name, value in self._asdict().items() if value is None]

    def given(self) -> list[str]:
        """List the options that were given."""
        return [f"--{name.replace('_', '-')}" for name, value in self._asdict().items() if value is not None]

    def aftermath(self, campaign: Campaign) -> Aftermath:

        from hoplo_companion.campaign.cleanup import Aftermath
        from hoplo_companion.cli.campaign.names import chips_named
        from hoplo_companion.components.catalogue import catalogue
        from hoplo_companion.components.undying import undying

        fallen = chips_named("units", self.defeated)

        return Aftermath(
            hp=self.hp,
            defeated=fallen,
            rivals=chips_named("units", self.rival),
            banes=tuple(read_banes(self.drawn_bane, campaign)),
            tactics=chips_named("tactics", self.used),
            undying=undying(catalogue(), [*fallen, *campaign.camp.units]),
        )


class _Chosen(NamedTuple):
    """What the options tell of the reward."""

    recruit: str
    sacrifice: str | None
    tactic: Many
    upgrade: str
    prowess: str | None
    drawn: Many

    def given(self) -> list[str]:
        """List the options that were given, as they were typed."""
        typed = [(name, value if isinstance(value, list) else [value]) for name, value in self._asdict().items()]
        return [f"--{name} {each}" for name, values in typed for each in values if each]

    def reward(self, hero: str) -> Reward:

        from hoplo_companion.campaign.cleanup import Reward
        from hoplo_companion.campaign.pad import read_upgrade
        from hoplo_companion.cli.campaign.names import chip_named, chips_named, read_prowess

        what, die = read_upgrade(self.upgrade)

        return Reward(
            recruit=chip_named("units", self.recruit) if self.recruit else "",
            sacrifice=chip_named("units", self.sacrifice) if self.sacrifice else None,
            tactics=() if self.tactic == ["none"] else chips_named("tactics", self.tactic) if self.tactic else None,
            upgrade=what,
            die=die,
            prowess=read_prowess(self.prowess, hero) if self.prowess else None,
            drawn=chips_named("units", self.drawn),
        )


class _Cleaning:
    """A cleanup under way: what was told, and what is still untold once the fight that was followed has told its part.

    `called` is the name of the command: `hoplo event won` is a cleanup too.
    """

    def __init__(
        self,
        terminal: Terminal,
        called: str,
        outcome: bool | None,
        banes: list[str],
        left: _Left,
        chosen: _Chosen,
        bless: bool,
    ) -> None:
        self.terminal = terminal
        self.called = called
        self.outcome = outcome
        self.banes = banes
        self.left = left
        self.chosen = chosen
        self.bless = bless
        self.untold = left.untold()

    def change(self, campaign: Campaign) -> Result:
        """Clean up after the combat of this round, as the fight that is followed tells or as it was told."""
        if campaign.is_stand_alone:
            return self._end_apart(campaign)
        from hoplo_companion.campaign import rounds

        kind = rounds.combat_here(campaign)
        won = _outcome(self.terminal, campaign, self.called, self.outcome, kind)
        _refuse_wrong(won, self.chosen.given(), self.banes)
        left, reward = self.left.aftermath(campaign), self.chosen.reward(campaign.pad.hero)
        followed: list[CampaignEvent] = []
        is_decided = campaign.fight is not None and campaign.fight.over == "campaign-lost"
        if campaign.fight is not None:
            left, reward, followed = self._from_fight(campaign, won and kind == "sport", left, reward)
            from hoplo_companion.campaign.fights import put_away

            campaign = put_away(campaign)
        campaign, left, saved = self._told(campaign, won, is_decided, left)
        campaign, happened = self._cleaned(campaign, kind, won, left, reward)
        return campaign, [*saved, *happened, *followed]

    def _told(
        self, campaign: Campaign, won: bool, is_decided: bool, left: Aftermath
    ) -> tuple[Campaign, Aftermath, list[CampaignEvent]]:
        """Have what is untold of the aftermath asked for, and the blessing used that a defeated hero has to use.

        Shapes: `is_decided` tells that the hero's defeat was decided in the fight that was followed.
        """
        from hoplo_companion.campaign import rounds

        ends = rounds.ends_campaign(campaign, won)
        left = left if ends else _ask_aftermath(self.terminal, campaign, left, self.untold)
        if left.hp != 0 or won or is_decided:
            if self.bless:
                text = "a blessing is used so for a hero that was defeated, --lost --hp 0 (p.13, 27)"
                from hoplo_companion.campaign.model import RefusedError

                raise RefusedError("blessing.survive", text)
            return campaign, left, []
        campaign, left, saved = _saved_by_blessing(self.terminal, campaign, left, self.bless)
        if saved and not ends:
            left = _ask_aftermath(self.terminal, campaign, left, [each for each in self.untold if each != "--hp"])
        return campaign, left, saved

    def _end_apart(self, campaign: Campaign) -> Result:

        from hoplo_companion.campaign.fights import end_stand_alone

        surplus = [*self.chosen.given(), *([_banes_named(self.banes)] if self.banes else []), *self.left.given()]
        if surplus:
            text = f"a stand-alone fight has no reward and leaves nothing to clear away: leave out {', '.join(surplus)}"
            raise UsageError(text)
        self.untold.clear()
        if campaign.fight is not None:
            _outcome(self.terminal, campaign, self.called, self.outcome, campaign.fight.kind)

        return end_stand_alone(campaign)

    def _from_fight(
        self, campaign: Campaign, sport_won: bool, left: Aftermath, reward: Reward
    ) -> tuple[Aftermath, Reward, list[CampaignEvent]]:
        """Let the fight tell what the options do not, and what follows from it for the player to see to."""
        from hoplo_companion.components.catalogue import catalogue
        from hoplo_companion.table.play.aftermath import from_fight, sport_without_choice, what_follows

        left = from_fight(campaign, left, self.untold, catalogue())
        self.untold.clear()

        if sport_won and not any(self.chosen) and sport_without_choice(campaign, left):
            from hoplo_companion.campaign.cleanup import Reward

            reward = Reward(tactics=())

        return left, reward, what_follows(campaign, catalogue())

    def _cleaned(self, campaign: Campaign, kind: PlaceKind, won: bool, left: Aftermath, reward: Reward) -> Result:
        """Go on to the reward or the punishment; what is still untold is asked for where it matters."""
        from hoplo_companion.campaign import rounds

        if self.banes and (rounds.ends_campaign(campaign, won) or left.hp == 0):
            raise UsageError(
                f"the campaign ends with this combat, and brings no bane: leave out {_banes_named(self.banes)}"
            )
        if rounds.ends_campaign(campaign, won):
            return rounds.win_event(campaign, reward, left) if won else rounds.lose_event(campaign, (), left)
        if won:
            return rounds.win_event(campaign, _ask_reward(self.terminal, campaign, kind, reward, left), left, regions())
        from hoplo_companion.campaign.pad import banes_due

        due = banes_due(campaign, campaign.pad.act) if left.hp != 0 else 0
        return rounds.lose_event(campaign, banes_drawn(self.terminal, self.banes, due, campaign), left)

    def then(self, campaign: Campaign) -> None:
        """Say what was taken for granted, once the cleanup is kept."""
        remember_banes(self.terminal, campaign)
        if (self.left.hp or 0) > campaign.pad.health:
            self.terminal.notice(
                f"{self.left.hp} HP is more than the Health of {campaign.pad.health} (p.12): `hoplo undo` after a slip"
            )
        if self.untold and not campaign.outcome and not self.terminal.is_interactive():
            self.terminal.notice(f"taken as none or unchanged, since not told: {', '.join(self.untold)} (p.28-29)")


def _outcome(terminal: Terminal, campaign: Campaign, called: str, told: bool | None, kind: PlaceKind) -> bool:
    """Say whether the combat was won: by the fight, by the command's own name or option, or as the player answers."""
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
        terminal.need_terminal("say how the combat ended: --won or --lost (p.28)")
        what = "primus or scion" if kind == "capital" else kind
        won = terminal.choose(f"How did the {what} combat end?", ["won", "lost"]) == "won"
    return won


def _saved_by_blessing(
    terminal: Terminal, campaign: Campaign, left: Aftermath, agreed: bool
) -> tuple[Campaign, Aftermath, list[CampaignEvent]]:
    """Have a blessing save a hero that was defeated, as it must where one is left (p.13, 27); none is used unasked.

    UsageError names the option where nobody can be asked. Against the scion no blessing can be used.
    """
    from hoplo_companion.campaign.model import RefusedError

    try:
        from hoplo_companion.campaign.pad import use_blessing

        saved, happened = use_blessing(campaign.with_pad(hp=0))
    except RefusedError:
        if agreed:
            raise
        return campaign, left, []
    if not agreed:
        from hoplo_companion.render.sentences.words import count

        text = f"your hero was defeated with {count(campaign.pad.blessings, 'blessing')} left, and one has to save it"
        terminal.need_terminal(
            f"{text}: --bless crosses it off; if none is left, `hoplo fix pad.blessings 0` first (p.13, 27)"
        )
        use, none = "use one: the hero is fully healed", "none is left on the table"
        if terminal.choose(f"{text[:1].upper()}{text[1:]} (p.13, 27).", [use, none]) == none:
            raise UsageError("nothing is cleaned up yet: `hoplo fix pad.blessings 0` puts the pad right first")
    return saved, replace(left, hp=saved.pad.hp), happened


def _refuse_wrong(won: bool, reward: list[str], banes: list[str]) -> None:
    """Refuse a reward for a combat that failed, and banes of a punishment for one that was won."""
    from hoplo_companion.campaign.model import RefusedError

    if reward and not won:
        text = f"a combat that failed has no reward: leave out {', '.join(reward)} (p.29)"
        raise RefusedError("punishment.influence", text)
    if banes and won:
        text = f"only a combat that failed brings influence, and banes by it: leave out {_banes_named(banes)} (p.29)"
        raise RefusedError("punishment.influence", text)


def _banes_named(banes: list[str]) -> str:
    return ", ".join(f"--bane {bane}" for bane in banes)


def _ask_aftermath(terminal: Terminal, campaign: Campaign, left: Aftermath, untold: list[str]) -> Aftermath:
    """Ask at a terminal for what of the aftermath was not told; elsewhere it is none, or has not changed.

    Shapes: `untold` are the options that were left out.
    """
    if not terminal.is_interactive():
        return left

    if "--hp" in untold:
        left = replace(left, hp=_ask_hp(terminal, campaign))
    if left.hp == 0:
        return left

    from hoplo_companion.campaign.cleanup import note_aftermath

    def changed(field: str, value: object) -> Aftermath:
        entered = replace(left, **{field: value})
        note_aftermath(campaign, entered)
        return entered

    camp, table = campaign.camp, ", ".join(campaign.drawn.units)
    from hoplo_companion.cli.campaign.names import chips_named

    if "--defeated" in untold and camp.units:
        left = terminal.until_good(
            f"Which of your units were defeated? ({', '.join(camp.units)}; Enter for none)",
            lambda text: changed("defeated", chips_named("units", listed(text))),
        )
    if "--rival" in untold:
        but = f"beside those drawn ({table}) " if table else ""
        left = terminal.until_good(
            f"Which rival units {but}go into the bag? (all but elite ones, apart by commas; Enter for none)",
            lambda text: changed("rivals", chips_named("units", listed(text))),
        )
    if "--drawn-bane" in untold and not campaign.drawn.banes:
        left = terminal.until_good(
            "Which banes were drawn from the bag for the lineup? (NAME:KIND, apart by commas; Enter for none)",
            lambda text: changed("banes", tuple(read_banes(listed(text), campaign))),
        )
    if "--used" in untold and camp.tactics:
        left = terminal.until_good(
            f"Which of your tactics were used? ({', '.join(camp.tactics)}; Enter for none)",
            lambda text: changed("tactics", chips_named("tactics", listed(text))),
        )
    return left


def _ask_hp(terminal: Terminal, campaign: Campaign) -> int:
    """Ask for the hero's HP; more than its Health is asked back."""
    pad = campaign.pad
    while True:
        hp: int = terminal.until_good("The hero's HP now (0 if it was defeated)?", number, str(pad.hp))
        if hp <= max(pad.health, pad.hp) or terminal.agreed(
            f"{hp} HP is more than the Health of {pad.health} (p.12). Is it meant so?"
        ):
            return hp


def _ask_reward(terminal: Terminal, campaign: Campaign, kind: PlaceKind, told: Reward, left: Aftermath) -> Reward:
    """Ask at a terminal for the part of a reward that is a choice and was not told."""
    if not terminal.is_interactive():
        return told

    # The used tactics are back in the supply before the reward is chosen.
    from hoplo_companion.campaign.cleanup import note_aftermath

    campaign, _ = note_aftermath(campaign, left)
    from hoplo_companion.cli.campaign import rewards

    match kind:
        case "sport":
            return rewards.ask_sport(terminal, campaign, told, left)
        case "bloodshed":
            return rewards.ask_bloodshed(terminal, campaign, told)
    return rewards.ask_primus(terminal, campaign, told, left)
