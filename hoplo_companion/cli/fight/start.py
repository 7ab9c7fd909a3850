"""Beginning a fight: which card it has, and, apart from any campaign, who fights where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hoplo_companion.campaign.fight import Move
from hoplo_companion.campaign.setup import Troop, stand_alone
from hoplo_companion.cli.campaign.names import chips_named, read_attack, read_prowess
from hoplo_companion.cli.data.add import converse, keep
from hoplo_companion.cli.fight.following import Following, finish
from hoplo_companion.cli.fight.playing import who_answers
from hoplo_companion.cli.fight.reports import report_of
from hoplo_companion.cli.fight.scion import scion_told
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.own import remember
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError
from hoplo_companion.notation.cards import read_card
from hoplo_companion.table.play.answers import OpenQuestionError
from hoplo_companion.table.play.moves import SET_UP
from hoplo_companion.table.play.planning import Wanted, card_needed, check_none_followed, planned, scion_faced
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import LIBRARY, OpenCampaign, alone, from_state, to_state
from hoplo_companion.table.saves.save import Save

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.cli.options import Auto

EXAMPLE = "Brawl: bloodshed, lineup bag bag+t local, yours hero camp*2"


class Apart(NamedTuple):
    """What tells a fight outside of any campaign: the options as they were typed."""

    apart: bool
    arena: str
    act: int | None
    hero: str
    camp: str
    tactics: str
    prowess: str
    hp: int | None
    health: int | None
    attack: str
    blessings: int | None

    def given(self) -> list[str]:
        """List the options that were given."""
        return [f"--{name}" for name, value in self._asdict().items() if value not in ("", None, False)]


class Told(NamedTuple):
    """Who answers what the set-up asks, and how it is told."""

    answers: Path | None
    auto: Auto | None
    seed: int | None
    json: bool
    plain: bool


def begin_fight(terminal: Terminal, card: str, sport: str, scion: str, apart: Apart, told: Told) -> None:
    """Plan a fight and set it up, or go on with a set-up that was left off."""
    library = Library()
    if apart.apart or _is_alone(library, card or sport or scion or apart.given()):
        if scion and (card or sport):
            raise UsageError("a scion combat has no card and no sport: --scion NAME alone (p.31)")
        with terminal.drafted():
            if scion:
                scion_told(terminal, scion)
            apart, card = _asked(terminal, apart, card, scion)
            _sit_down_apart(terminal, library, apart, card, Wanted(sport, apart.arena, apart.act or 1, scion))
        card = sport = scion = ""
    elif apart.given():
        raise UsageError(f"{', '.join(apart.given())}: the campaign tells that; for a fight of its own add --apart")
    _set_up(terminal, card, Wanted(sport, scion=scion), told)


def _is_alone(library: Library, told: object) -> bool:
    """Tell whether there is no campaign to fight in: none at all, or one fight of its own after the other."""
    if not library.names():
        return True
    campaign = from_state(library.open(library.current()).state)
    return campaign.is_stand_alone and (campaign.fight is None or bool(told))


def _asked(terminal: Terminal, apart: Apart, card: str, scion: str) -> tuple[Apart, str]:
    """Ask at a terminal for what a fight of its own cannot do without; elsewhere it is an error that names it."""
    asks = not (apart.hero and (scion or (apart.arena and card)))
    if asks:
        text = "a fight of its own needs its card, --hero and --arena; or begin a campaign with `hoplo new`"
        terminal.need_terminal(f"{text}; as in: hoplo fight start '{EXAMPLE}' --hero krakenlance --arena atlanteans")
    if not card and not scion:
        card = _ask_card(terminal)
    if not apart.hero:
        apart = apart._replace(hero=terminal.choose("Your hero?", catalogue().ids("heroes")))
    if not apart.arena and not scion:
        apart = apart._replace(arena=terminal.choose("The arena?", catalogue().ids("arenas")))
    if asks and not apart.camp:
        camp = terminal.write("The units in your camp, apart by commas (Enter for none):")
        apart = apart._replace(camp=camp, tactics=terminal.write("Your tactics, apart by commas (Enter for none):"))
    return apart, card


def _sit_down_apart(terminal: Terminal, library: Library, apart: Apart, card: str, wanted: Wanted) -> None:
    """Make a table for a fight outside of any campaign, its fight planned, and play on it."""
    troop = Troop(
        hero=apart.hero,
        units=chips_named("units", _listed(apart.camp)),
        tactics=chips_named("tactics", _listed(apart.tactics)),
        prowess=tuple(read_prowess(name) for name in _listed(apart.prowess)),
        hp=apart.hp,
        health=apart.health,
        attack=read_attack(apart.attack) if apart.attack else None,
        blessings=apart.blessings or 0,
    )
    table = stand_alone(catalogue(), troop, wanted.act)
    id_ = "" if wanted.scion else card_id(terminal, card, table)
    campaign = planned(table, id_, catalogue(), wanted)
    assert campaign.fight is not None
    with alone(library, LIBRARY):
        name = library.free_name(f"fight {campaign.fight.name}")
        what = f"A fight of its own is planned: {campaign.fight.name}."
        Save.create(library.folder(name), library.copies(name), to_state(campaign), terminal.words, what)
        library.switch(name)


def _listed(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _set_up(terminal: Terminal, card: str, wanted: Wanted, told: Told) -> None:

    dice = Dice(told.seed)
    by = who_answers(terminal, told.answers, told.auto, dice, told.json, told.plain, from_stdin=False)
    script = told.answers is not None and told.auto is None
    report = report_of(terminal, told.json, told.plain, boards=False)
    with OpenCampaign() as opened:
        campaign = opened.campaign
        begun = campaign.fight is not None and campaign.fight.turn_of == "set-up"
        if begun and (card or wanted.sport or wanted.scion):
            raise UsageError("a fight is being set up: go on with `hoplo fight start` alone, or `hoplo undo`")
        if not begun:
            check_none_followed(campaign)
            with terminal.drafted():
                if against := scion_faced(campaign, wanted.scion):
                    scion_told(terminal, against)
                campaign = planned(campaign, _card_here(terminal, card, campaign, wanted), catalogue(), wanted)
                assert campaign.fight is not None
                opened.keep(campaign, terminal.words, f"The fight {campaign.fight.name} is planned.")
        follow = Following(terminal, opened, report)
        try:
            if follow.is_under_way(SET_UP):
                follow.go_on(by, dice, script=script)
            else:
                follow.make(Move(SET_UP), by, dice, script=script)
        except OpenQuestionError as open_:
            report.stopped(open_)
            raise
        finish(follow, by)


# The card ---------------------------------------------------------------------------------------------------------


def _card_here(terminal: Terminal, card: str, campaign: Campaign, wanted: Wanted) -> str:
    """Find the card of a fight in the campaign; against the scion there is none, and one that is told is refused."""
    return card if scion_faced(campaign, wanted.scion) else card_id(terminal, card, campaign)


def card_id(terminal: Terminal, card: str, campaign: Campaign) -> str:
    """Find the record of an event's card by its name; one that is typed in a line is kept under its name.

    At a terminal, what is missing is asked for. At a capital in Acts I to III it is the act's preset lineup (p.30).
    """
    if card:
        return _told(card)
    if preset := card_needed(campaign):
        if catalogue().event(preset) is not None:
            return preset
        example = f"Primus Act {campaign.pad.act}: primus {campaign.pad.act}, lineup bag*2 primus, yours hero camp*3"
        terminal.need_terminal(
            f"no source states the lineup of this primus combat: give it in one line, as in '{example}' (p.30)"
        )
        terminal.say(f"  No source states the lineup of this act's primus combat (p.30); the icons, as in: {example}")
        return terminal.until_good("The lineup in one line:", _told)
    terminal.need_terminal(
        f"say which event is fought: its card's name, or the card in one line, as in '{EXAMPLE}' (p.17)"
    )
    return _ask_card(terminal)


def _ask_card(terminal: Terminal) -> str:
    """Ask for an event's card: by its name, in one line, or part by part."""
    text = f"Which event? Its name; or its card in one line, as in: {EXAMPLE}; or Enter, and its parts are asked for"
    told = terminal.until_good(text, lambda line: _told(line) if line else "")
    if told:
        return told
    card = converse(terminal, "event", "", catalogue())
    keep(terminal, "event", card, catalogue())
    catalogue.cache_clear()
    return card.id


def _told(text: str) -> str:
    """Find a card by its name, or keep one that is typed in a line."""
    known = catalogue().ids("events")
    if ":" not in text:
        if slug(text) in known:
            return slug(text)
        advice = advise(text, known, "events")
        raise UsageError(f"no event is called {text[:60]!r}; {advice}; or type its card in one line, as in '{EXAMPLE}'")
    card = read_card("event", text, catalogue())
    if not card.fields.get("lineup"):
        raise UsageError(f"{card.name}: say the icons of the rival's lineup, as in '{EXAMPLE}' (p.17, 19)")
    remember("events", card.id, card.name, card.fields)
    catalogue.cache_clear()
    return card.id
