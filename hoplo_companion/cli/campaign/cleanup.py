"""`hoplo cleanup`: what a combat leaves is cleared away, and what comes of it (Rulebook p.28-29)."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign import rounds
from hoplo_companion.campaign.camp import prowess_card
from hoplo_companion.campaign.cleanup import Aftermath, Reward, end_stand_alone, is_won, note_aftermath, put_away
from hoplo_companion.campaign.events import CampaignEvent, Result
from hoplo_companion.campaign.model import Campaign, Pad, PlaceKind, RefusedError
from hoplo_companion.campaign.naming import chip_name, chip_names
from hoplo_companion.campaign.pad import banes_due, gain_influence, use_blessing
from hoplo_companion.cli.campaign import names as typed
from hoplo_companion.cli.campaign.camp import OF_STACK, off_the_stack
from hoplo_companion.cli.campaign.event import ask_reward
from hoplo_companion.cli.campaign.open_campaign import make_step
from hoplo_companion.cli.options import BaneOption, Many, Step, by_option, option
from hoplo_companion.cli.terminal.prompt import listed, number
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import is_none
from hoplo_companion.errors import UsageError
from hoplo_companion.language import in_sense, later, plural, tr
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
        return Aftermath(
            hp=self.hp,
            defeated=typed.chips_named("units", self.defeated),
            rivals=typed.chips_named("units", [name.removesuffix(OF_STACK) for name in self.rivals or ()]),
            banes=tuple(typed.read_bane(each, campaign) for each in self.banes or ()),
            tactics=typed.chips_named("tactics", self.tactics),
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
        gained = self.tactic and not is_none(self.tactic[0])
        return Reward(
            recruit=typed.chip_named("units", self.recruit) if self.recruit else "",
            sacrifice=typed.chip_named("units", self.sacrifice) if self.sacrifice else None,
            tactics=typed.chips_named("tactics", self.tactic if gained else ()) if self.tactic else None,
            upgrade=self.upgrade,
            prowess=prowess_card(self.prowess, hero) if self.prowess else None,
            drawn=typed.chips_named("units", self.drawn),
            rows=tuple(self.row or ()),
        )


def _typed(chosen: _Chosen) -> list[str]:
    given = {name: value if isinstance(value, list) else [value] for name, value in by_option(chosen).items()}
    return [f"{name} {each}" for name, values in given.items() for each in values if each]


def cleanup(terminal: Terminal, how: _How, chosen: _Chosen, left: _Left) -> Step:
    """Clean up after a combat: its reward or punishment, what goes to the bag and the supply, and the week.

    At a terminal you are asked what the options leave open.
    """
    cleaning = _Cleaning(terminal, how, left, chosen)
    return make_step(cleaning.change, answers=cleaning.answers, even_stand_alone=True, then=cleaning.then)


class _Cleaning:
    """A cleanup under way, with the options that are `open`; `answers` are the banes drawn, first a tribune's."""

    def __init__(self, terminal: Terminal, how: _How, left: _Left, chosen: _Chosen) -> None:
        self.terminal, self.how, self.left, self.chosen = terminal, how, left, chosen
        self.banes, self.answers = list(how.bane or []), list[str]()
        self.open = [field for field, value in left._asdict().items() if value is None]

    def change(self, campaign: Campaign) -> Result:
        """Clean up after the combat of this round, as the fight that is followed says or as it was entered."""
        if campaign.is_stand_alone:
            return self._end_stand_alone(campaign)
        kind, fight = rounds.combat_here(campaign), campaign.fight
        won = self._outcome(campaign)
        campaign, happened = self._tribune_fell(campaign, kind)
        if surplus := self._banes_named() if won else _typed(self.chosen):
            text = later("these do not go with how the combat ended: leave out {options} (p.29)")
            raise RefusedError("punishment.influence", text, options=", ".join(surplus))
        left, reward = self.left.aftermath(campaign), self.chosen.reward(campaign.pad.hero)
        followed: list[CampaignEvent] = []
        if fight is not None:
            # What the options leave open is taken from the fight, and what follows from it is for the player to see to.
            entered = {field: getattr(left, field) for field in self.left._fields if field not in self.open}
            left = replace(aftermath_of(campaign, catalogue()), **entered)
            self.open.clear()
            if won and kind == "sport" and not any(self.chosen) and sport_without_choice(campaign, left):
                reward = Reward(tactics=())
            followed = what_follows(campaign, catalogue())
            campaign = put_away(campaign)
        ends = rounds.ends_campaign(campaign, won)
        asks = self.terminal.is_interactive() and not ends and fight is None
        if asks and "hp" in self.open:
            left = replace(left, hp=self._asked_hp(campaign.pad))
        if left.hp == 0 and not won and not (fight is not None and fight.over == "campaign-lost"):
            campaign, saved = self._saved_by_blessing(campaign)
            happened += saved
            left = replace(left, hp=campaign.pad.hp) if saved else left
        elif self.how.bless:
            text = later("--bless is for a hero that was defeated: add --lost --hp 0 (p.13, 27)")
            raise RefusedError("blessing.survive", text)
        if asks and left.hp != 0:
            left = self._asked(campaign, left.hp)
        if fight is None:
            campaign, off = off_the_stack(self.terminal, campaign, left.rivals, self.left.rivals or ())
            happened += off
        campaign, cleaned = self._cleaned(campaign, kind, won, ends, left, reward)
        self.answers += self.banes
        return campaign, [*happened, *cleaned, *followed]

    def _end_stand_alone(self, campaign: Campaign) -> Result:
        surplus = [*_typed(self.chosen), *self._banes_named()]
        surplus += [name for name, value in by_option(self.left).items() if value is not None]
        if surplus:
            text = later("a stand-alone fight has no reward, and leaves nothing to clear away: leave out {options}")
            raise UsageError(text, options=", ".join(surplus))
        self.open.clear()
        if campaign.fight is not None:
            self._outcome(campaign)
        return end_stand_alone(campaign)

    def _outcome(self, campaign: Campaign) -> bool:
        """Say whether the combat was won: by the fight, by the option, or as the player answers."""
        won = self.how.outcome
        if campaign.fight is not None:
            ended = is_won(campaign)
            if won in (None, ended):
                return ended
            text = later("the fight was lost; if the table disagrees, `hoplo fight drop` stops following it")
            if ended:
                text = later("the fight was won; if the table disagrees, `hoplo fight drop` stops following it")
            raise UsageError(text)
        if won is None:
            self.terminal.need_terminal("enter how the combat ended: --won or --lost (p.28)")
            words = {"won": in_sense("of a combat", "won"), "lost": in_sense("of a combat", "lost")}
            won = self.terminal.choose(tr("How did the combat end?"), words) == "won"
        return won

    def _tribune_fell(self, campaign: Campaign, kind: PlaceKind) -> Result:
        """Mark the influence that a tribune's fall brings with Mercury's Boots; a fight that was followed has it."""
        fell, is_followed = self.how.tribune, campaign.fight is not None
        asks = kind == "sport" and campaign.variant.boots and not is_followed
        if fell is not None and not asks:
            text = later(
                "a tribune's fall is entered only for a Sport event of Mercury's Boots that was not followed (A3 p.7)"
            )
            raise RefusedError("boots.tribune", text)
        if asks and fell is None and self.terminal.is_interactive():
            fell = self.terminal.agreed(tr("Did the tribune fall? Then the scion gains influence now (A3 p.7)."))
        elif asks and fell is None:
            self.open.append("tribune")
        if not fell:
            return campaign, []
        due = banes_due(campaign, campaign.pad.act)
        self.answers += self.banes[:due]
        self.banes = self.banes[due:]
        campaign, drawn = typed.banes_drawn(self.terminal, self.answers, due, campaign)
        return gain_influence(campaign, campaign.pad.act, drawn)

    def _saved_by_blessing(self, campaign: Campaign) -> Result:
        """A blessing has to save a defeated hero (p.13, 27), never against the scion; UsageError where none is said."""
        try:
            saved, happened = use_blessing(campaign.with_pad(hp=0))
        except RefusedError:
            if self.how.bless:
                raise
            return campaign, []
        if not self.how.bless:
            self.terminal.need_terminal(
                "your hero was defeated, and a blessing that is left has to save it: --bless crosses it off; if there "
                "is none on the table, `hoplo fix pad.blessings 0` first (p.13, 27)"
            )
            text = plural(
                "Your hero was defeated with {n} blessing left, which has to save it (p.13, 27).",
                "Your hero was defeated with {n} blessings left, and one has to save it (p.13, 27).",
                campaign.pad.blessings,
            )
            words = {"use": tr("use one: the hero is fully healed"), "none": tr("there is none left on the table")}
            if self.terminal.choose(text, words) == "none":
                raise UsageError("nothing is cleaned up yet: correct the pad first, `hoplo fix pad.blessings 0`")
        return saved, happened

    def _asked_hp(self, pad: Pad) -> int:
        """Ask how many HP the hero has; more than its Health are asked back."""
        while True:
            hp: int = self.terminal.until_good(tr("The hero's HP now (0 if it was defeated)?"), number, str(pad.hp))
            doubt = tr("{hp} HP is more than the Health of {health} (p.12). Is that right?", hp=hp, health=pad.health)
            if hp <= max(pad.health, pad.hp) or self.terminal.agreed(doubt):
                return hp

    def _asked(self, campaign: Campaign, hp: int | None) -> Aftermath:
        """Ask what else the combat leaves, as far as that is open."""
        form = self.left._replace(hp=hp)

        def ask(field: str, question: str, known: Iterable[str] = ()) -> None:
            def changed(text: str) -> _Left:
                entered = form._replace(**{field: listed(text)})  # type: ignore[arg-type]
                note_aftermath(campaign, entered.aftermath(campaign))
                return entered

            nonlocal form
            if field in self.open:
                form = self.terminal.until_good(question, changed, "", sorted(set(known)))

        camp, drawn = campaign.camp, campaign.drawn
        if camp.units:
            text = tr("Which of your units were defeated? ({units}; Enter for none)", units=chip_names(camp.units))
            ask("defeated", text, map(chip_name, camp.units))
        text = tr("Which rival units go into the bag? (all but elite ones, separated by commas; Enter for none)")
        if drawn.units:
            text = tr(
                "Besides those drawn ({units}), which rival units go into the bag? (all but elite ones, separated by "
                "commas; Enter for none)",
                units=chip_names(drawn.units),
            )
        ask("rivals", text, typed.names_known("units"))
        if not drawn.banes:
            text = tr(
                "Which banes were drawn from the bag for the lineup? (NAME:KIND, separated by commas; Enter for none)"
            )
            ask("banes", text)
        if camp.tactics:
            text = tr("Which of your tactics were used? ({tactics}; Enter for none)", tactics=chip_names(camp.tactics))
            ask("tactics", text, map(chip_name, camp.tactics))
        return form.aftermath(campaign)

    def _cleaned(
        self, campaign: Campaign, kind: PlaceKind, won: bool, ends: bool, left: Aftermath, reward: Reward
    ) -> Result:
        """Go on to the reward or the punishment; what is still open of it is asked for where it matters."""
        if self.banes and (ends or left.hp == 0):
            text = later("the campaign ends with this combat, which brings no bane: leave out {options}")
            raise UsageError(text, options=", ".join(self._banes_named()))
        if won:
            if not ends and self.terminal.is_interactive():
                reward = ask_reward(self.terminal, campaign, kind, reward, left)
            return rounds.win_event(campaign, reward, left)
        due = banes_due(campaign, campaign.pad.act) if left.hp != 0 and not ends else 0
        campaign, drawn = typed.banes_drawn(self.terminal, self.banes, due, campaign)
        return rounds.lose_event(campaign, drawn, left)

    def then(self, terminal: Terminal, campaign: Campaign) -> None:
        """Say what was taken for granted, once the cleanup is kept."""
        typed.remember_banes(terminal, campaign)
        hp, health = self.left.hp or 0, campaign.pad.health
        if hp > health:
            text = later("{hp} HP is more than the Health of {health} (p.12): `hoplo undo` if it was a slip")
            terminal.notice(text, hp=hp, health=health)
        if self.open and not campaign.outcome and not terminal.is_interactive():
            left_out = [name for name, value in by_option(self.left).items() if value is None]
            left_out += ["--tribune"] if "tribune" in self.open else []
            text = later("not entered, so taken as none or unchanged: {options} (p.28-29)")
            terminal.notice(text, options=", ".join(left_out))

    def _banes_named(self) -> list[str]:
        return [f"--bane {bane}" for bane in self.banes]
