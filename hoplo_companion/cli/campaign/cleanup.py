"""`hoplo cleanup`: what a combat leaves is cleared away, and what comes of it (Rulebook p.28-29)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign import rounds
from hoplo_companion.campaign.camp import prowess_card
from hoplo_companion.campaign.cleanup import Aftermath, Reward, end_stand_alone, is_won, note_aftermath, put_away
from hoplo_companion.campaign.events import CampaignEvent, Result
from hoplo_companion.campaign.model import Campaign, PlaceKind, RefusedError
from hoplo_companion.campaign.naming import chip_name, chip_names
from hoplo_companion.campaign.pad import banes_due, gain_influence, read_upgrade, use_blessing
from hoplo_companion.cli.campaign import rewards
from hoplo_companion.cli.campaign.camp import OF_STACK, off_the_stack
from hoplo_companion.cli.campaign.names import (
    banes_drawn,
    chip_named,
    chips_named,
    names_known,
    read_banes,
    remember_banes,
)
from hoplo_companion.cli.campaign.open_campaign import make_step
from hoplo_companion.cli.options import Answer, BaneOption, Many, by_option, option
from hoplo_companion.cli.terminal.prompt import listed, number
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue, undying
from hoplo_companion.components.names import is_none
from hoplo_companion.errors import UsageError
from hoplo_companion.language import in_sense, plural, tr
from hoplo_companion.table.play.campaign_changes import aftermath_of, sport_without_choice, what_follows


class _How(NamedTuple):
    """How the combat ended, and what follows from that alone."""

    outcome: Annotated[bool | None, option("How the combat ended.", names="--won/--lost")] = None
    bane: BaneOption = None
    bless: Annotated[bool, option("Cross off the blessing that a defeated hero has to use, if one is left.")] = False
    tribune: Annotated[
        bool | None, option("Sport with Mercury's Boots: the tribune fell, or did not.", names="--tribune/--no-tribune")
    ] = None


class _Left(NamedTuple):
    """What the combat leaves, as far as options say so."""

    hp: Annotated[int | None, option("The hero's HP now; 0 if it was defeated.", min=0)] = None
    defeated: Annotated[Many, option("A unit of yours that was defeated; may be repeated.", "camp_unit")] = None
    rivals: Annotated[
        Many,
        option(
            "A rival unit for the bag, never an elite one; NAME:stack if it came off its stack.",
            "units",
            names="--rival",
        ),
    ] = None
    banes: Annotated[
        Many, option("A bane drawn from the bag for the lineup; may be repeated.", "banes", names="--drawn-bane")
    ] = None
    tactics: Annotated[
        Many, option("A tactic of yours that was used; may be repeated.", "camp_tactic", names="--used")
    ] = None

    def aftermath(self, campaign: Campaign) -> Aftermath:
        """Read what the options say."""
        defeated = chips_named("units", self.defeated)
        return Aftermath(
            hp=self.hp,
            defeated=defeated,
            rivals=chips_named("units", [name.removesuffix(OF_STACK) for name in self.rivals or ()]),
            banes=tuple(read_banes(self.banes, campaign)),
            tactics=chips_named("tactics", self.tactics),
            undying=undying(catalogue(), [*defeated, *campaign.camp.units]),
        )


class _Chosen(NamedTuple):
    """The options that choose the reward."""

    recruit: Annotated[str, option("Sport: the rival unit that you recruit.", "units")] = ""
    sacrifice: Annotated[str | None, option("The unit to sacrifice if the troop is above Leadership.", "camp_unit")] = (
        None
    )
    tactic: Annotated[Many, option("Sport: a tactic gained instead; may be repeated; or none.", "tactics")] = None
    upgrade: Annotated[
        str, option("Bloodshed: health, leadership, add-die, upgrade-die:N; navigation …", "reward_upgrade")
    ] = ""
    prowess: Annotated[str | None, option("Primus: the Prowess card gained.", "prowess")] = None
    drawn: Annotated[Many, option("Primus: a unit recruited from the bag; may be repeated.", "units")] = None
    row: Annotated[
        Many,
        option(
            "Primus with Mercury's Boots: what a row of the sheet gives, four times: health, recruit:UNIT, "
            "opportunity:CARD, prowess:CARD, tactic:NAME, heal, other:WHAT."
        ),
    ] = None

    def reward(self, hero: str) -> Reward:
        """Read what the options say."""
        upgrade, die = read_upgrade(self.upgrade)
        return Reward(
            recruit=chip_named("units", self.recruit) if self.recruit else "",
            sacrifice=chip_named("units", self.sacrifice) if self.sacrifice else None,
            tactics=()
            if self.tactic and is_none(self.tactic[0])
            else chips_named("tactics", self.tactic)
            if self.tactic
            else None,
            upgrade=upgrade,
            die=die,
            prowess=prowess_card(self.prowess, hero) if self.prowess else None,
            drawn=chips_named("units", self.drawn),
            rows=tuple(self.row or ()),
        )


def _typed(chosen: _Chosen) -> list[str]:
    """The options that were given, as they were typed."""
    typed = {name: value if isinstance(value, list) else [value] for name, value in by_option(chosen).items()}
    return [f"{name} {each}" for name, values in typed.items() for each in values if each]


def cleanup(terminal: Terminal, how: _How, chosen: _Chosen, left: _Left) -> Answer:
    """Clean up after a combat: its reward or punishment, what goes to the bag and the supply, and the week.

    At a terminal you are asked what the options leave open.
    """
    cleaning = _Cleaning(terminal, how, left, chosen)
    return make_step(terminal, cleaning.change, answers=cleaning.banes, even_stand_alone=True, then=cleaning.then)


class _Cleaning:
    """A cleanup under way: what was entered, and which options are still open once the fight has answered its part."""

    def __init__(self, terminal: Terminal, how: _How, left: _Left, chosen: _Chosen) -> None:
        self.terminal = terminal
        self.outcome = how.outcome
        self.bless = how.bless
        self.tribune = how.tribune
        self.banes = list(how.bane or [])
        self.banes_of_tribune = 0
        self.left = left
        self.chosen = chosen
        self.open = [field for field, value in left._asdict().items() if value is None]

    def change(self, campaign: Campaign) -> Result:
        """Clean up after the combat of this round, as the fight that is followed says or as it was entered."""
        if campaign.is_stand_alone:
            return self._end_stand_alone(campaign)
        kind = rounds.combat_here(campaign)
        won = _outcome(self.terminal, campaign, self.outcome)
        campaign, marked = self._tribune_fell(campaign, kind)
        _refuse_wrong(won, _typed(self.chosen), self.banes[self.banes_of_tribune :])
        left, reward = self.left.aftermath(campaign), self.chosen.reward(campaign.pad.hero)
        followed: list[CampaignEvent] = []
        is_followed = campaign.fight is not None
        is_decided = campaign.fight is not None and campaign.fight.over == "campaign-lost"
        if campaign.fight is not None:
            left, reward, followed = self._from_fight(campaign, won and kind == "sport", left, reward)
            campaign = put_away(campaign)
        campaign, left, saved = self._completed(campaign, won, is_decided, left)
        locals_: list[CampaignEvent] = []
        if not is_followed:
            campaign, locals_ = off_the_stack(self.terminal, campaign, left.rivals, self.left.rivals or ())
        campaign, happened = self._cleaned(campaign, kind, won, left, reward)
        return campaign, [*marked, *saved, *locals_, *happened, *followed]

    def _tribune_fell(self, campaign: Campaign, kind: PlaceKind) -> Result:
        """Mark the influence that a tribune's fall brings with Mercury's Boots; a fight that was followed has it."""
        asks = kind == "sport" and campaign.variant.tribune_brings_influence and campaign.fight is None
        if self.tribune is not None and not asks:
            text = (
                tr("the fight that was followed has counted its tribune: leave out --tribune (A3 p.7)")
                if campaign.fight is not None
                else tr("a tribune's fall brings influence only in a Sport event of Mercury's Boots (A3 p.7)")
            )
            raise RefusedError("boots.tribune", text)
        if asks and self.tribune is None and self.terminal.is_interactive():
            text = tr("Did the tribune fall? Then the scion gains influence now (A3 p.7).")
            self.tribune = self.terminal.agreed(text)
        elif asks and self.tribune is None:
            self.open.append("tribune")
        if not self.tribune:
            return campaign, []
        act = campaign.pad.act
        due = banes_due(campaign, act)
        named = self.banes[:due]
        campaign, drawn = banes_drawn(self.terminal, named, due, campaign)
        self.banes[:due] = named
        self.banes_of_tribune = len(named)
        return gain_influence(campaign, act, drawn)

    def _completed(
        self, campaign: Campaign, won: bool, is_decided: bool, left: Aftermath
    ) -> tuple[Campaign, Aftermath, list[CampaignEvent]]:
        """Ask what is open of the aftermath, and use the blessing that a defeated hero has to use.

        Shapes: `is_decided` says that the hero's defeat was decided in the fight that was followed.
        """
        ends = rounds.ends_campaign(campaign, won)
        left = left if ends else _ask_aftermath(self.terminal, campaign, left, self.open)
        if left.hp != 0 or won or is_decided:
            if self.bless:
                raise RefusedError(
                    "blessing.survive", "--bless is for a hero that was defeated: add --lost --hp 0 (p.13, 27)"
                )
            return campaign, left, []
        campaign, left, saved = _saved_by_blessing(self.terminal, campaign, left, self.bless)
        if saved and not ends:
            left = _ask_aftermath(self.terminal, campaign, left, [each for each in self.open if each != "hp"])
        return campaign, left, saved

    def _end_stand_alone(self, campaign: Campaign) -> Result:
        surplus = _typed(self.chosen)
        surplus += [_banes_named(self.banes)] if self.banes else []
        surplus += [name for name, value in by_option(self.left).items() if value is not None]
        if surplus:
            raise UsageError(
                "a stand-alone fight has no reward, and leaves nothing to clear away: leave out {options}",
                options=", ".join(surplus),
            )
        self.open.clear()
        if campaign.fight is not None:
            _outcome(self.terminal, campaign, self.outcome)
        return end_stand_alone(campaign)

    def _from_fight(
        self, campaign: Campaign, sport_won: bool, left: Aftermath, reward: Reward
    ) -> tuple[Aftermath, Reward, list[CampaignEvent]]:
        """Take from the fight what the options leave open, and what follows from it for the player to see to."""
        entered = {field: getattr(left, field) for field in self.left._fields if field not in self.open}
        left = replace(aftermath_of(campaign, catalogue()), **entered)
        self.open.clear()
        if sport_won and not any(self.chosen) and sport_without_choice(campaign, left):
            reward = Reward(tactics=())
        return left, reward, what_follows(campaign, catalogue())

    def _cleaned(self, campaign: Campaign, kind: PlaceKind, won: bool, left: Aftermath, reward: Reward) -> Result:
        """Go on to the reward or the punishment; what is still open of it is asked for where it matters."""
        ends = rounds.ends_campaign(campaign, won)
        banes = self.banes[self.banes_of_tribune :]
        if banes and (ends or left.hp == 0):
            raise UsageError(
                "the campaign ends with this combat, which brings no bane: leave out {options}",
                options=_banes_named(banes),
            )
        if won:
            reward = reward if ends else _ask_reward(self.terminal, campaign, kind, reward, left)
            return rounds.win_event(campaign, reward, left)
        due = banes_due(campaign, campaign.pad.act) if left.hp != 0 and not ends else 0
        campaign, drawn = banes_drawn(self.terminal, banes, due, campaign)
        self.banes[self.banes_of_tribune :] = banes
        return rounds.lose_event(campaign, drawn, left)

    def then(self, campaign: Campaign) -> None:
        """Say what was taken for granted, once the cleanup is kept."""
        remember_banes(self.terminal, campaign)
        if (self.left.hp or 0) > campaign.pad.health:
            text = tr(
                "{hp} HP is more than the Health of {health} (p.12): `hoplo undo` if it was a slip",
                hp=self.left.hp,
                health=campaign.pad.health,
            )
            self.terminal.notice(text)
        if self.open and not campaign.outcome and not self.terminal.is_interactive():
            left_out = [name for name, value in by_option(self.left).items() if value is None]
            left_out += ["--tribune"] if "tribune" in self.open else []
            text = tr("not entered, so taken as none or unchanged: {options} (p.28-29)", options=", ".join(left_out))
            self.terminal.notice(text)


def _outcome(terminal: Terminal, campaign: Campaign, won: bool | None) -> bool:
    """Say whether the combat was won: by the fight, by the option, or as the player answers."""
    if campaign.fight is not None:
        ended = is_won(campaign.fight)
        if won not in (None, ended):
            text = (
                tr("the fight was won; if the table disagrees, `hoplo fight drop` stops following it")
                if ended
                else tr("the fight was lost; if the table disagrees, `hoplo fight drop` stops following it")
            )
            raise UsageError(text)
        return ended
    if won is None:
        terminal.need_terminal(tr("enter how the combat ended: --won or --lost (p.28)"))
        won = (
            terminal.choose(
                tr("How did the combat end?"),
                {"won": in_sense("of a combat", "won"), "lost": in_sense("of a combat", "lost")},
            )
            == "won"
        )
    return won


def _saved_by_blessing(
    terminal: Terminal, campaign: Campaign, left: Aftermath, agreed: bool
) -> tuple[Campaign, Aftermath, list[CampaignEvent]]:
    """A blessing saves a hero that was defeated, as it must where one is left (p.13, 27); the player is asked.

    UsageError names the option where nobody can be asked. Against the scion no blessing can be used.
    """
    try:
        saved, happened = use_blessing(campaign.with_pad(hp=0))
    except RefusedError:
        if agreed:
            raise
        return campaign, left, []
    if not agreed:
        _ask_for_blessing(terminal, campaign.pad.blessings)
    return saved, replace(left, hp=saved.pad.hp), happened


def _ask_for_blessing(terminal: Terminal, blessings: int) -> None:
    """Ask whether a blessing is used; UsageError where the pad has to be corrected first."""
    terminal.need_terminal(
        plural(
            "your hero was defeated with {n} blessing left, which has to save it: --bless crosses it off; if there is "
            "none on the table, `hoplo fix pad.blessings 0` first (p.13, 27)",
            "your hero was defeated with {n} blessings left, and one has to save it: --bless crosses it off; if there "
            "is none on the table, `hoplo fix pad.blessings 0` first (p.13, 27)",
            blessings,
        )
    )
    text = plural(
        "Your hero was defeated with {n} blessing left, which has to save it (p.13, 27).",
        "Your hero was defeated with {n} blessings left, and one has to save it (p.13, 27).",
        blessings,
    )
    words = {"use": tr("use one: the hero is fully healed"), "none": tr("there is none left on the table")}
    if terminal.choose(text, words) == "none":
        raise UsageError("nothing is cleaned up yet: correct the pad first, `hoplo fix pad.blessings 0`")


def _refuse_wrong(won: bool, reward: list[str], banes: list[str]) -> None:
    """Refuse a reward for a combat that failed, and banes of a punishment for one that was won."""
    if reward and not won:
        raise RefusedError(
            "punishment.influence",
            "a combat that failed has no reward: leave out {options} (p.29)",
            options=", ".join(reward),
        )
    if banes and won:
        raise RefusedError(
            "punishment.influence",
            "only a combat that failed brings influence, and banes with it: leave out {options} (p.29)",
            options=_banes_named(banes),
        )


def _banes_named(banes: list[str]) -> str:
    return ", ".join(f"--bane {bane}" for bane in banes)


def _ask_aftermath(terminal: Terminal, campaign: Campaign, left: Aftermath, open_: list[str]) -> Aftermath:
    """Ask at a terminal for what of the aftermath is open; elsewhere there is none of it, or it has not changed.

    Shapes: `open_` are the parts of it that were left out.
    """
    if not terminal.is_interactive():
        return left
    if "hp" in open_:
        left = replace(left, hp=_ask_hp(terminal, campaign))
    if left.hp == 0:
        return left

    def asked(field: str, question: str, read: Callable[[str], object], known: Iterable[str] = ()) -> Aftermath:
        def changed(text: str) -> Aftermath:
            entered = replace(left, **{field: read(text)})
            note_aftermath(campaign, entered)
            return entered

        return terminal.until_good(question, changed, "", sorted(set(known))) if field in open_ else left

    def units(text: str) -> tuple[str, ...]:
        return chips_named("units", listed(text))

    camp, drawn = campaign.camp, campaign.drawn
    if camp.units:
        names = chip_names(camp.units)
        text = tr("Which of your units were defeated? ({units}; Enter for none)", units=names)
        left = asked("defeated", text, units, map(chip_name, camp.units))
    text = tr("Which rival units go into the bag? (all but elite ones, separated by commas; Enter for none)")
    if drawn.units:
        text = tr(
            "Besides those drawn ({units}), which rival units go into the bag? (all but elite ones, separated by "
            "commas; Enter for none)",
            units=chip_names(drawn.units),
        )
    left = asked("rivals", text, units, names_known("units"))
    if not drawn.banes:
        text = tr(
            "Which banes were drawn from the bag for the lineup? (NAME:KIND, separated by commas; Enter for none)"
        )
        left = asked("banes", text, lambda text: tuple(read_banes(listed(text), campaign)))
    if camp.tactics:
        names = chip_names(camp.tactics)
        text = tr("Which of your tactics were used? ({tactics}; Enter for none)", tactics=names)
        left = asked("tactics", text, lambda text: chips_named("tactics", listed(text)), map(chip_name, camp.tactics))
    return left


def _ask_hp(terminal: Terminal, campaign: Campaign) -> int:
    """Ask for the hero's HP; more than its Health is asked back."""
    pad = campaign.pad
    while True:
        hp: int = terminal.until_good(tr("The hero's HP now (0 if it was defeated)?"), number, str(pad.hp))
        if hp <= max(pad.health, pad.hp):
            return hp
        doubt = tr("{hp} HP is more than the Health of {health} (p.12). Is that right?", hp=hp, health=pad.health)
        if terminal.agreed(doubt):
            return hp


def _ask_reward(terminal: Terminal, campaign: Campaign, kind: PlaceKind, reward: Reward, left: Aftermath) -> Reward:
    """Ask at a terminal for the part of a reward that is a choice and was not entered."""
    if not terminal.is_interactive():
        return reward
    campaign = note_aftermath(campaign, left)  # the tactics used are back in the supply before the choice
    match kind:
        case "sport":
            return rewards.ask_sport(terminal, campaign, reward, left)
        case "bloodshed":
            return rewards.ask_bloodshed(terminal, campaign, reward)
    if campaign.variant.boots:
        return rewards.ask_rows(terminal, campaign, reward, left)
    return rewards.ask_primus(terminal, campaign, reward, left)
