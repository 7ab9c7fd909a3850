"""What can be done next in a campaign or its fight, a digit each; every choice is a command that could be typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from shlex import split
from typing import NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import region_name
from hoplo_companion.campaign.pad import at_the_scion
from hoplo_companion.campaign.rounds import event_here, opportunities_due
from hoplo_companion.campaign.travel import Destination, destinations
from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.cli.terminal.prompt import DIGITS, WORDS, Aside, Prompt, numbered
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.words import page_words
from hoplo_companion.errors import as_command
from hoplo_companion.language import later, plural, spoken, tr
from hoplo_companion.render.sentences.campaign import kind_name
from hoplo_companion.render.sentences.words import skill_name, tactic_name
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.actions import END, GIVE_UP, is_short
from hoplo_companion.rules.questions import Question
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.saves.library import Library, draft_left

Words = list[str]
"""A command, word by word, without `hoplo` in front of it."""


class Choice(NamedTuple):
    """One thing to do, and the command that does it; what that still needs is asked for.

    BackError from `command` where the player goes back.
    """

    text: str
    command: Callable[[], Words | None]


def just(*words: str) -> Callable[[], Words | None]:
    """Make a command of words that are all known."""
    return lambda: list(words)


def pick(
    terminal: Terminal, text: str, options: Sequence[str], names: Iterable[str] = (), *, always: bool = False
) -> str:
    """Let one of several things be chosen by its key or name; BackError for going back.

    Shapes: `names` are what the options are called, where that is not what is typed, in the same order. One thing
    alone is taken unasked, unless it does harm to somebody: with `always` it is asked for all the same.
    """
    if len(options) == 1 and not always:
        return options[0]
    return options[int(terminal.pick(text, list(names) or options))]


# A campaign to begin ----------------------------------------------------------------------------------------------


def beginning(terminal: Terminal) -> list[Choice]:
    """How an evening may begin where there is no campaign yet: learn, begin (p.8-10), or go on with what is."""
    recommended = tr("begin the campaign that the rulebook recommends for a first game (p.9-10)")
    choices = [
        Choice(tr("learn by the rulebook's own example (15 minutes)"), just("learn")),
        Choice(recommended, just("new", "--first-game")),
        Choice(tr("begin a campaign of your own choice (p.8-10)"), just("new")),
        Choice(tr("begin a campaign of 24 weeks with Mercury's Boots (A3 p.5)"), just("new", "--mercurys-boots")),
        Choice(tr("a stand-alone fight, outside any campaign"), just("fight", "start")),
    ]
    if left := draft_left():
        words = tr("continue what you began: `{command}`", command=as_command(*left))
        choices.append(Choice(words, just(*left)))
    elif trashed := Library().trashed():
        text = tr("continue a campaign from the trash")
        choices.append(Choice(text, lambda: ["save", "restore", pick(terminal, tr("Which campaign?"), trashed)]))
    return choices


def campaign_chosen(terminal: Terminal, names: Sequence[str]) -> Words:
    """Let it be chosen which of several campaigns is played."""
    return ["save", "switch", pick(terminal, tr("Which campaign do you play?"), names)]


def begun(terminal: Terminal, title: str) -> Words:
    """Let it be chosen by a key how to begin; empty where nothing is."""
    choices = [*beginning(terminal), Choice(tr("every command"), just("--help")), Choice(tr("nothing now"), just())]
    keys = numbered([choice.text for choice in choices])
    chosen = terminal.ask(Prompt("  " + tr("key:") + " ", title, keys))
    return choices[list(keys).index(chosen)].command() or []


# A round of the campaign ------------------------------------------------------------------------------------------


def round_choices(terminal: Terminal, campaign: Campaign) -> list[Choice]:
    """What may be done next in a round (p.13-16, 28)."""
    if campaign.outcome:
        return [Choice(tr("the record of the campaign"), just("odyssey"))]
    match campaign.phase:
        case "travel":
            return _travel(terminal, campaign)
        case "event":
            return _event(campaign)
    choices = [Choice(tr("set the fight up, and follow it"), just("fight", "start"))]
    if not campaign.is_stand_alone:
        choices.append(Choice(tr("it was fought without hoplo: clean up after it"), just("cleanup")))
    if at_the_scion(campaign) and campaign.pad.blessings:
        text = tr("without hoplo: cross off your blessings for banes (p.31)")
        choices.append(Choice(text, just("pad", "bless", "scion")))
    return choices


def _travel(terminal: Terminal, campaign: Campaign) -> list[Choice]:
    open_ = [each for each in destinations(campaign) if not each.refused]
    to_places: dict[tuple[str, str], list[Destination]] = {}
    for each in open_:
        to_places.setdefault((each.place, each.by), []).append(each)
    ways = [Choice(_ways_words(found), partial(_one_way, terminal, found)) for found in to_places.values()]
    here = campaign.places.get(campaign.place)
    known = {*campaign.places, *(each.place for each in open_)}
    for name in here.paths if here is not None else ():
        if name not in known:
            text = tr("travel to {place} (you will be asked what it is)", place=name)
            ways.append(Choice(text, just("travel", name)))
    most = len(DIGITS) - 1
    return [*ways[:most], Choice(tr("travel to another location"), partial(_elsewhere, terminal, ways[most:]))]


def _ways_words(ways: list[Destination]) -> str:
    """Say where some ways lead, by the first of them, and how many others there are."""
    text, others = _way_words(ways[0]), len(ways) - 1
    text = tr("{way}: {card}", way=text, card=ways[0].card) if ways[0].card else text
    return plural("{way}, or {n} other way", "{way}, or {n} other ways", others, way=text) if others else text


def _one_way(terminal: Terminal, ways: list[Destination]) -> Words:
    """The command for one of several ways to a place (Mercury's Boots)."""
    text = tr("By which way to {place}?", place=ways[0].place)
    at = pick(terminal, text, [str(at) for at in range(len(ways))], map(_way_words, ways))
    way = ways[int(at)]
    via = [word for spot in way.via for word in ("--via", spot)]
    return ["travel", way.place, *(["--harbor"] if way.by == "harbor" else []), *via]


def _way_words(to: Destination) -> str:
    """Say where one may go, what is there, and whether by harbor or over other spots."""
    if to.via:
        return tr("{way}, via {places}", way=_way_words(replace(to, via=())), places=", ".join(to.via))
    if not to.kind and to.by == "harbor":
        return tr("sail to {place} by harbor (you will be asked what it is)", place=to.place)
    if not to.kind:
        return tr("travel to {place} (you will be asked what it is)", place=to.place)
    parts = {"place": to.place, "kind": kind_name(to.kind), "region": region_name(to.region)}
    if to.by == "harbor":
        return tr("sail to {place} by harbor ({kind}, {region})", **parts)
    return tr("travel to {place} ({kind}, {region})", **parts)


def _elsewhere(terminal: Terminal, others: list[Choice]) -> Words | None:
    """Travel to a place that has no key of its own: one of those that are left over, or any by its name."""
    if others:
        texts = [*(each.text for each in others), tr("a location by its name")]
        at = int(pick(terminal, tr("Where to?"), [str(at) for at in range(len(texts))], texts))
        if at < len(others):
            return others[at].command()
    place = _line(terminal, tr("Where to? Any name will do, such as the one on the map (Enter goes back):"))
    return ["travel", place] if place else None


def _event(campaign: Campaign) -> list[Choice]:
    here = event_here(campaign)
    choices = []
    if "accept" in here.may and here.kind == "opportunity":
        text = tr("accept: keep one of two Opportunity cards")
        if campaign.variant.keeps_every_opportunity:
            most = opportunities_due(campaign)
            text = plural(
                "accept: draw {n} Opportunity card", "accept: draw up to {n} Opportunity cards, and keep all", most
            )
            text = text if most else tr("accept: the week passes, and no card is drawn: there is no room for one")
        choices.append(Choice(text, just("event", "opportunity")))
    elif "accept" in here.may:
        choices.append(Choice(tr("accept: the combat is set up"), just("fight", "start")))
    if "spectate" in here.may:
        text = tr("spectate: {n} influence, a full heal", n=here.influence)
        choices.append(Choice(text, just("event", "spectate")))
    return choices


# The fight --------------------------------------------------------------------------------------------------------


def fight_choices(terminal: Terminal, game: Game) -> list[Choice]:
    """What may be done next in a fight: continue what is asked, the next turn, or anything legal in yours."""
    fight = game.fight
    if fight.over:
        return [Choice(tr("clean up"), just("cleanup"))]
    if fight.turn_of == "set-up":
        return [Choice(tr("continue the set-up"), just("fight", "start"))]
    if fight.under_way:
        return [Choice(tr("answer what is asked"), just("answer"))]
    found = game.options()
    may_end = game.is_your_turn and not (found.must_deploy or found.must_surrender)
    return [
        *(Choice(tr(words), just(f"{turn}-turn")) for turn, words in _OTHERS.items() if turn == fight.turn_of),
        *(
            Choice(tr(action.text), _asking(terminal, game.combat, action, table))
            for action in _ACTIONS
            if (table := found.tables[action.command])
        ),
        *(Choice(tr(words), just("turn", *word.split())) for word, words in _AT_START.items() if word in found.start),
        *([Choice(tr("end your turn"), just("turn", END))] if may_end else []),
    ]


class _Action(NamedTuple):
    """An action of your turn: its words, its command, and the two questions that it needs answered."""

    text: str
    command: str
    first: str
    second: str = ""


_OTHERS = {"rival": later("the rival's turn"), "arena": later("the arena's turn")}
_AT_START = {"bless reinforce": later("a blessing: reinforce"), GIVE_UP: later("surrender")}
_ACTIONS = (
    _Action(later("deploy a unit"), "deploy", later("Deploy which unit?"), later("On which hex?")),
    _Action(later("play a tactic"), "tactic", later("Play which tactic?"), later("On whom is {name} played?")),
    _Action(later("move a unit"), "move", later("Move which unit?"), later("Where to?")),
    _Action(later("use an Ability"), "ability", later("Whose Ability?"), later("Which Ability of {name}?")),
    _Action(later("attack"), "attack", later("Who attacks?"), later("Whom does {name} attack?")),
    _Action(later("use a Special"), "special", later("Whose Special?"), later("Which Special of {name}?")),
    _Action(later("move by the arena die"), "roam", later("Move which unit by the arena die?")),
)

HARMFUL = ("tactic", "attack", "ability", "special")
"""Actions that may do harm: of what they are done with, one thing alone is asked for too."""


def _asking(
    terminal: Terminal, combat: Combat, action: _Action, table: dict[str, list[str]]
) -> Callable[[], Words | None]:
    """Make the command of an action: who or what, and then with whom, where or by which skill."""
    units = names_of(combat)

    def first_name(id_: str) -> str:
        return tactic_name(combat.catalogue, id_) if action.command == "tactic" else units(id_)

    def second_name(id_: str) -> str:
        return skill_name(combat.catalogue, id_) if action.command in ("ability", "special") else units(id_)

    def ask() -> Words:
        first = pick(terminal, tr(action.first), list(table), map(first_name, table))
        if not action.second:
            return ["turn", action.command, first]
        text, always = tr(action.second, name=first_name(first)), action.command in HARMFUL
        second = pick(terminal, text, table[first], map(second_name, table[first]), always=always)
        return ["turn", action.command, first, second]

    return ask


# At any time ------------------------------------------------------------------------------------------------------


HELP = {
    "U": later("undo: the last answer; where you choose what comes next, the last step, again and again"),
    "B": later("the board of the fight as it stands; outside a fight the map as it is known"),
    "W": later("why: the rule that asks, and why a unit does what it does; in the Travel Phase where you may go"),
    "P": later("the hero pad and the camp"),
    "F": later("fix: correct the fight, or anything in the campaign, by hand, and say why"),
    "R": later("rules: look up a rule by a word, a page or a step; Enter shows the rule that asks"),
    "N": later("keep a note in the history of the campaign"),
    ":": later("type any other command of hoplo, such as `:options krakenlance` or `:undo --turn`"),
    "?": later("this list"),
    "Q": later("quit: every answer is kept, and `hoplo play` continues from here"),
}
"""What the keys that work at every prompt do, for the player who asks."""

ANYWHERE, ON_THE_MAP = "UR:?Q", "BW"
"""The keys that need no campaign, and those that look at its map where there is no fight."""


def asides(campaign: Campaign | None) -> list[Aside]:
    """The keys that work at every prompt of an evening."""
    off: dict[str, str] = {}
    if campaign is None:
        off = dict.fromkeys(HELP.keys() - set(ANYWHERE), tr("there is no campaign yet"))
    elif campaign.is_stand_alone and campaign.fight is None:
        off = dict.fromkeys(ON_THE_MAP, tr("outside a campaign there is no map"))
    return [Aside(key, tr(WORDS[key]), tr(words), off.get(key, "")) for key, words in HELP.items()]


def aside(
    terminal: Terminal, key: str, campaign: Campaign | None, question: Question | None, combat: Combat | None
) -> Words | None:
    """The command of an aside; None where there is nothing to look at."""
    match key:
        case "R":
            return _named(terminal, tr("About what?"), ["look"], question.rule if question is not None else "")
        case _ if key[0] == ":":
            return _typed(terminal, key[1:])
        case "P":
            return ["pad"]
        case "N":
            return _named(terminal, tr("What do you want to note?"), ["note"])
    if campaign is None:
        return None
    match key:
        case "B":
            return ["board"] if campaign.fight is not None else ["map", "show"]
        case "F" if campaign.fight is None:
            return _fix(terminal)
        case "F":
            mat = tr("compare the mat, and enter what differs")
            other = tr("anything else, such as pad.hp or fight.points")
            is_mat = pick(terminal, tr("What do you want to correct?"), [mat, other]) == mat
            return ["check"] if is_mat else _fix(terminal)
    if campaign.fight is None:
        return ["event"] if campaign.phase == "event" else ["travel"]
    return _why(terminal, campaign, question, combat)


def _why(terminal: Terminal, campaign: Campaign, question: Question | None, combat: Combat | None) -> Words | None:
    """Say which rule asks, and ask why of the unit it is about, or of one of the rival's where it is about none."""
    if question is not None and combat is not None:
        rule = combat.catalogue.rule(question.rule)
        if rule is not None:
            italian = combat.catalogue.rule_in_italian(question.rule) if spoken() == "it" else None
            terminal.say(f"  {(italian or rule).text} {page_words(rule.page)}")
    else:
        combat = Game(campaign, catalogue()).combat
    asked = combat.units.get(question.unit) if question is not None else None
    if asked is not None and asked.side != "player" and asked.hex:
        return ["why", asked.id]
    others = [unit.id for unit in combat.in_arena() if unit.side != "player"]
    if not others:
        return None
    text = tr("Explain which unit?")
    return ["why", pick(terminal, text, others, map(names_of(combat), others))]


def _named(terminal: Terminal, text: str, words: Words, default: str = "") -> Words | None:
    """Make a command of words and a line that is asked for; Enter alone takes the default, or goes back."""
    line = _line(terminal, f"{text} [{default}]" if default else text) or default
    return [*words, line] if line else None


def _typed(terminal: Terminal, line: str) -> Words | None:
    """Read a command as it is typed, with or without `hoplo` in front of it."""
    try:
        words = split(line)
    except ValueError:
        terminal.say("  " + tr("a quotation mark is not closed"))
        return None
    if words[:1] == ["hoplo"]:
        return words[1:]
    return ["turn", line] if words and words[0] not in COMMANDS and is_short(line) else words or None


def _fix(terminal: Terminal) -> Words | None:
    return _named(terminal, tr("What is it on the table, as in pad.hp 4? (Enter goes back)"), ["fix"])


def _line(terminal: Terminal, text: str) -> str:
    """Ask for a line that is no answer to a question."""
    return terminal.ask_line(f"  {text} ")
