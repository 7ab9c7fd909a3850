"""`hoplo fight`: a fight from its set-up to its end; who fights where in it, and by which card (Rulebook p.17-30)."""

from collections import Counter
from functools import partial
from typing import Annotated, Any, NamedTuple

from hoplo_companion.campaign.bag import front_card, put_back_drawn, stack_of
from hoplo_companion.campaign.camp import prowess_card
from hoplo_companion.campaign.cleanup import drop_fight
from hoplo_companion.campaign.model import STACK, Camp, Campaign, Move
from hoplo_companion.campaign.naming import chip_names
from hoplo_companion.campaign.rounds import combat_here
from hoplo_companion.campaign.setup import stand_alone
from hoplo_companion.cli.campaign.camp import is_from_stack
from hoplo_companion.cli.campaign.event import against_whom
from hoplo_companion.cli.campaign.names import chips_named, names_known, read_attack
from hoplo_companion.cli.campaign.open_campaign import look, look_save, make_step
from hoplo_companion.cli.data.add import announce_changes, enter, enter_if_unknown, say_unknown_prowess
from hoplo_companion.cli.fight.following import following
from hoplo_companion.cli.fight.playing import PlayOptions
from hoplo_companion.cli.options import Answer, App, Shown, Step, argument, by_option, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import advise, slug, the_one
from hoplo_companion.components.own import remember
from hoplo_companion.errors import UsageError, as_command, clip
from hoplo_companion.language import later, tr
from hoplo_companion.notation.cards import read_card
from hoplo_companion.notation.events import PANDORA
from hoplo_companion.notation.parts import Card, head_of
from hoplo_companion.render.fight import fight_lines, story_lines
from hoplo_companion.rules.naming import chip_name, title_of
from hoplo_companion.rules.sentence import in_english, said
from hoplo_companion.table.play import planning
from hoplo_companion.table.play.fight import Game, fight_table
from hoplo_companion.table.play.moves import SET_UP
from hoplo_companion.table.saves.library import Library, Opened
from hoplo_companion.table.saves.open_campaign import story_of_fight

EXAMPLE = "Brawl: bloodshed, lineup bag bag+t local, yours hero camp*2"

fight = App()


@fight.alone
def show_fight() -> Answer:
    """Show how the fight stands: whose turn, which step, points, lineups, camp, and what is still open."""
    game = Game(look(), catalogue())
    return Answer(lambda: fight_lines(game.fight, game.combat, game.question()), lambda: {"fight": fight_table(game)})


class StandAlone(NamedTuple):
    """Who fights where in a fight outside of any campaign, as it was typed."""

    apart: Annotated[bool, option("A stand-alone fight, outside the campaign.", names="--stand-alone --apart")] = False
    arena: Annotated[str, option("Stand-alone: in which arena.", "arenas")] = ""
    act: Annotated[int | None, option("Stand-alone: in which act.", min=1, max=4)] = None
    hero: Annotated[str, option("Stand-alone: your hero.", "heroes")] = ""
    camp: Annotated[str, option("Stand-alone: the units in your camp, separated by commas.")] = ""
    tactics: Annotated[str, option("Stand-alone: your tactics, separated by commas.")] = ""
    prowess: Annotated[str, option("Stand-alone: your Prowess cards, separated by commas.")] = ""
    hp: Annotated[int | None, option("Stand-alone: your hero's HP.", min=1)] = None
    health: Annotated[int | None, option("Stand-alone: your hero's Health.", min=1, max=12)] = None
    attack: Annotated[str, option("Stand-alone: your hero's dice, as in 'blue blue'.")] = ""
    blessings: Annotated[int | None, option("Stand-alone: the blessings you have.", min=0)] = None


@fight.command()
def start(
    terminal: Terminal,
    who: StandAlone,
    options: PlayOptions,
    card: Annotated[
        str,
        argument("The event's card: its name, or the card in one line: 'Brawl: bloodshed, lineup bag*2, …'.", "events"),
    ] = "",
    sport: Annotated[str, option("Which of the card's sports you choose.")] = "",
    scion: Annotated[str, option("Against this scion; a campaign's own needs no name.")] = "",
) -> Shown:
    """Set a fight up by its card: at the campaign's place and in its act, or stand-alone by options.

    What comes out of the real bag and off the stacks is asked for; --auto lets the app draw.
    """
    library = Library()
    given = [name for name, value in by_option(who).items() if value]
    is_outside = who.apart or not library.names()
    if not is_outside:
        campaign = library.played()
        is_new = campaign.fight is None or bool(card or sport or scion or given)
        is_outside = campaign.is_stand_alone and is_new  # one stand-alone fight after the other
    if is_outside:
        if scion and (card or sport):
            raise UsageError("a scion combat has no card and no sport: --scion NAME alone (p.31)")
        with terminal.drafted():
            if scion:
                enter_if_unknown(terminal, scion)
            who, card = _asked(terminal, who, card, scion)
            _begin_alone(terminal, who, card, sport, scion)
        card = sport = scion = ""
    elif given:
        text = later("{options}: the campaign decides that; for a stand-alone fight add --stand-alone")
        raise UsageError(text, options=", ".join(given))
    with Library().opened() as opened:
        campaign = opened.now
        if campaign.fight is None or campaign.fight.turn_of != "set-up":
            planning.check_may_begin(campaign)
            say_unknown_prowess(terminal, campaign)
            _plan(terminal, opened, card, sport, scion)
        elif card or sport or scion:
            raise UsageError(
                "a fight is being set up: `hoplo fight start` alone continues it, `hoplo undo` takes it back"
            )
    with following(terminal, options) as follow:
        follow.play(Move(SET_UP))
        follow.show_end()


@fight.command()
def drop(terminal: Terminal) -> Step:
    """Stop following the fight: it continues at the table only, and `hoplo cleanup --won` or `--lost` ends it."""
    terminal.confirm(tr("Stop following the fight?"))
    return make_step(drop_fight, even_stand_alone=True)


@fight.command()
def log() -> Answer:
    """Show the fight as a story, move by move, from its set-up on."""
    steps = story_of_fight(look_save())
    return Answer(
        lambda: story_lines(steps),
        lambda: {"steps": [
            {"n": step.n, "at": step.at, "command": step.command, "what": in_english(step.what),
             "note": in_english(step.note), "answers": step.answers, "turn": turn, "turn_of": turn_of}
            for step, turn, turn_of in steps
        ]},
    )  # fmt: skip


def _asked(terminal: Terminal, who: StandAlone, card: str, scion: str) -> tuple[StandAlone, str]:
    """Ask at a terminal for what a stand-alone fight cannot do without; elsewhere it is an error that names it."""
    asks = not (who.hero and (scion or (who.arena and card)))
    if asks:
        command = as_command("fight", "start", EXAMPLE, "--hero", "krakenlance", "--arena", "atlanteans")
        terminal.need_terminal(
            "a stand-alone fight needs its card, --hero and --arena, as in: {command}; or begin a campaign with "
            "`hoplo new`",
            command=command,
        )
    if not card and not scion:
        card = _ask_card(terminal, "")
    known = catalogue()
    if not who.hero:
        heroes = {id_: chip_name(known, id_) for id_ in known.ids("heroes")}
        who = who._replace(hero=terminal.choose(tr("Your hero?"), heroes))
    if not who.arena and not scion:
        arenas = {id_: arena.name for id_, arena in known.every("arenas").items()}
        who = who._replace(arena=terminal.choose(tr("The arena?"), arenas))

    def chips(kind: str, text: str) -> str:
        return ",".join(terminal.until_good(text, lambda line: chips_named(kind, listed(line)), "", names_known(kind)))

    if asks and not who.camp:
        who = who._replace(camp=chips("units", tr("The units in your camp, separated by commas (Enter for none):")))
    if asks and not who.tactics:
        who = who._replace(tactics=chips("tactics", tr("Your tactics, separated by commas (Enter for none):")))
    return who, card


def _begin_alone(terminal: Terminal, who: StandAlone, card: str, sport: str, scion: str) -> None:
    """Begin a save for a fight outside of any campaign, the fight planned, and play on it."""
    camp = Camp(
        units=chips_named("units", listed(who.camp)),
        tactics=chips_named("tactics", listed(who.tactics)),
        prowess=tuple(prowess_card(name) for name in listed(who.prowess)),
    )
    attack = read_attack(who.attack) if who.attack else ()
    known = {"health": who.health, "attack": attack or None, "blessings": who.blessings, "act": who.act or 1}
    table = stand_alone(catalogue(), who.hero, camp, who.hp, **known)
    say_unknown_prowess(terminal, table)
    card = "" if scion else card_id(terminal, card, table)
    campaign = planning.planned(table, card, catalogue(), sport, scion, who.arena)
    what = said("A stand-alone fight is planned: {name}.", name=campaign.followed.name)
    Library().begin(f"fight {campaign.followed.name}", lambda _: campaign, terminal.words, what)


def _plan(terminal: Terminal, opened: Opened[Campaign], card: str, sport: str, scion: str) -> None:
    """Plan a fight where the campaign stands, by its card or against its scion, and keep it."""
    campaign = opened.now
    with terminal.drafted():
        campaign = against_whom(terminal, campaign)
        name = planning.unknown_side(campaign, catalogue())
        if name and terminal.is_interactive():
            terminal.say(
                tr(
                    "Side B of the arena card {arena} is up: enter what is printed on it; you are asked only once.",
                    arena=name,
                )
            )
            enter(terminal, "arena", f"{name} B")
        if faced := planning.scion_faced(campaign, scion):
            enter_if_unknown(terminal, faced)
        else:
            card = card_id(terminal, card, campaign)
            ask_modifiers(terminal, campaign)
        if campaign.drawn.size():
            campaign = _undrawn(terminal, campaign)
        campaign = planning.planned(campaign, card, catalogue(), sport, scion)
        opened.keep(campaign, terminal.words, said("The fight {name} is planned.", name=campaign.followed.name))


def _undrawn(terminal: Terminal, campaign: Campaign) -> Campaign:
    """Put back what was drawn before the set-up, which asks for each chip as it is drawn; it is said."""
    drawn, room = campaign.drawn, STACK - stack_of(campaign, campaign.region_here).size()
    locals_ = [unit for unit in drawn.units if is_from_stack(terminal, campaign, unit, otherwise=True)][:room]
    others = [*(Counter(drawn.units) - Counter(locals_)).elements(), *(bane.name for bane in drawn.banes)]
    for chips, text in (
        (others, later("drawn before the set-up, so back into the bag: {units}")),
        (locals_, later("drawn before the set-up, so back onto the stack: {units}")),
    ):
        if chips:
            terminal.notice(text, units=chip_names(chips))
    terminal.notice("the set-up asks for each chip as it is drawn (p.19)")
    return put_back_drawn(campaign, locals_)


def card_id(terminal: Terminal, card: str, campaign: Campaign) -> str:
    """Find the record of an event's card: as typed, by the preset lineup of a capital's act (p.30), or as asked."""
    if card:
        return _card_typed(terminal, card)
    if preset := planning.card_needed(campaign):
        record = catalogue().event(preset)
        is_known = record is not None and record.kind == "primus"
        return preset if is_known else _ask_primus(terminal, campaign, preset)
    terminal.need_terminal(
        "which event is fought? Add its card's name, or the card in one line, as in '{example}' (p.17)",
           example=EXAMPLE)  # fmt: skip
    kind = combat_here(campaign)
    return _ask_card(terminal, kind, front_card(campaign, kind))


def ask_modifiers(terminal: Terminal, campaign: Campaign) -> None:
    """Ask at a terminal, once, what each defeated primus adds to combats (Mercury's Boots)."""
    for number in planning.modifiers(campaign, catalogue())[1] if terminal.is_interactive() else ():
        id_ = f"{planning.MODIFIER}{number}"
        name = title_of(id_)

        def read(line: str, id_: str = id_, name: str = name) -> Card:
            if not line:
                reminder = tr("{name}, as the reference sheet has it.", name=name)
                return Card("events", id_, name, {"instructions": reminder})
            card = read_card("event", f"{name}: {line}", catalogue())
            if others := [key for key in card.fields if key not in ("then", "instructions", "effects", "text")]:
                text = later("a modifier has then ICONS, instructions or effects, not {others}")
                raise UsageError(text, others=", ".join(others))
            return card._replace(id=id_, name=name)

        text = later(
            "Modifier {number} of the reference sheet, in one line as in 'then bag' (Enter to be reminded of it):"
        )
        card = terminal.until_good(tr(text, number=number), read)
        remember("events", card.id, card.name, card.fields)


def _ask_primus(terminal: Terminal, campaign: Campaign, preset: str) -> str:
    """Ask for the lineup of a primus combat, by its form as every event's card; an error says how it is typed."""
    if campaign.variant.boots:
        own_id, where = preset, tr("your reference sheet (A3 p.8)")
        given: dict[str, Any] = {"kind": "primus"}
        terminal.need_terminal(
            "no source states the lineup of circle {n} of the reference sheet: enter it in one line, as in "
            "'{example}' (A3 p.8)",
            n=preset.removeprefix(planning.CIRCLE),
            example=f"{title_of(preset)}: {PRIMUS_EVENT}",
        )
    else:
        act, own_id, where = campaign.pad.act, "", tr("the table of your rulebook (p.30)")
        given = {"kind": "primus", "act": act}
        terminal.need_terminal(
            "no source states the lineup of this primus combat: enter it in one line, as in '{example}' (p.30)",
            example=f"Primus Act {act}: primus {act}, lineup bag*2 primus, yours hero camp*3",
        )
    terminal.say("  " + tr("No source states this lineup: read it off {where}.", where=where))
    return enter(terminal, "event", title_of(preset), given, partial(_fought, own_id=own_id)).id


def _ask_card(terminal: Terminal, kind: str, front: str = "") -> str:
    """Ask for an event's card by name, line or form, of the `kind` that the place has; that in `front` is offered."""
    text = later("Which event? Type its name, new or known; or its card in one line, as in: {example}:")
    cards = {id_: event for id_ in catalogue().ids("events") if (event := catalogue().event(id_)) and not event.act}
    names = [event.name for id_, event in cards.items() if not id_.startswith((planning.CIRCLE, planning.MODIFIER))]

    def read(line: str) -> str:
        return _card_typed(terminal, line) if ":" in line else head_of(line, "event")[0] if line else ""

    typed = terminal.until_good(tr(text, example=EXAMPLES.get(kind, EXAMPLE)), read, front, names)
    if slug(typed) in catalogue().ids("events"):
        return slug(typed)
    given = {"kind": "primus", "expansion": PANDORA} if kind == "capital" else {"kind": kind} if kind else None
    return enter(terminal, "event", typed, given, _fought).id


def _fought(card: Card, own_id: str = "") -> Card:
    """A card that can be fought by, that of a circle of Mercury's Boots under its `own_id`; UsageError for others."""
    if not card.fields.get("lineup"):
        raise UsageError("{event}: add the icons of the rival's lineup, as in '{example}' (p.17, 19)",
               event=card.name, example=EXAMPLE)  # fmt: skip
    if not own_id:
        return card
    if card.fields.get("kind", "primus") != "primus" or card.fields.get("lineup", []).count("primus") != 1:
        raise UsageError(
            "the lineup of a primus combat has one primus in it, as in '{example}' (A3 p.8)",
            example=f"{title_of(own_id)}: {PRIMUS_EVENT}",
        )
    fields = {key: value for key, value in card.fields.items() if key != "act"}
    return Card("events", own_id, title_of(own_id), fields | {"kind": "primus", "expansion": PANDORA})


PRIMUS_EVENT = "primus event, lineup bag*2 primus, yours hero camp*3"
EXAMPLES = {
    "sport": "Show: sport, goals spar koth, lineup bag local, yours hero camp*2",
    "capital": f"The Gauntlet: {PRIMUS_EVENT}",
}
"""The card of an event in one line, where the place decides its kind."""


def _card_typed(terminal: Terminal, text: str) -> str:
    """Find a card by its name, or keep one that is typed in a line."""
    known = catalogue().ids("events")
    if ":" not in text:
        if id_ := the_one(text, known):
            return id_
        raise UsageError("no event is called {name}; {advice}; or type its card in one line, as in '{example}'",
               name=clip(text, 62), advice=advise(text, known, tr("events")), example=EXAMPLE)  # fmt: skip
    card = _fought(read_card("event", text, catalogue()))
    if before := catalogue().raw("events", card.id):
        announce_changes(terminal, "events", card.id, before, card.fields)
    remember("events", card.id, card.name, card.fields)
    return card.id
