"""What can be done next in a campaign or its fight, a key each; every choice is a command that could be typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from shlex import split
from typing import TYPE_CHECKING, NamedTuple

from hoplo_companion.campaign.pad import at_the_scion
from hoplo_companion.campaign.rounds import event_here
from hoplo_companion.campaign.travel import destinations
from hoplo_companion.cli.campaign.map import regions
from hoplo_companion.cli.terminal.by_key import KEYS
from hoplo_companion.cli.terminal.guide import until_answered
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.words import page_words
from hoplo_companion.language import spoken
from hoplo_companion.rules.player.options import options
from hoplo_companion.table.play.fight import Game

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.player.options import Options
    from hoplo_companion.rules.questions import Question

Words = list[str]
"""A command, word by word, without `hoplo` in front of it."""


class Choice(NamedTuple):
    """One thing to do: its key, what it is, and the command that does it; what that still needs is asked for.

    `command` gives None where the player goes back.
    """

    key: str
    text: str
    command: Callable[[], Words | None]


def just(*words: str) -> Callable[[], Words | None]:
    """Make a command of words that are all known."""
    return lambda: list(words)


def pick(
    terminal: Terminal, text: str, options: Sequence[str], *, asides: bool = True, always: bool = False
) -> str | None:
    """Let one of several things be chosen by a key; None for going back.

    One thing alone is taken unasked, unless it does harm to somebody: with `always` it is asked for all the same.
    """
    if len(options) == 1 and not always:
        return options[0]

    def ask() -> str | None:
        if asides:
            terminal.show_stand()
        terminal.say(text)
        if len(options) > len(KEYS):
            terminal.say(f"  {', '.join(options)}")
            return terminal.ask_line("  its name (Enter goes back): ", options, asides=asides) or None
        terminal.show_choices(dict(zip(KEYS, options, strict=False)))
        key = terminal.ask_key("  key (0 goes back): ", KEYS[: len(options)] + "0", asides=asides)
        return None if key == "0" else options[KEYS.index(key)]

    return until_answered(ask)


HARMFUL = ("tactic", "attack", "ability", "special")
"""Actions that may do harm: of what they are done with, one thing alone is asked for too."""


def _of(
    terminal: Terminal, word: str, what: str, table: Mapping[str, Sequence[str]], then: str
) -> Callable[[], Words | None]:
    """Make a command of two things, the second depending on the first, which `then` may name."""

    def ask() -> Words | None:
        first = pick(terminal, what, list(table))
        named = then.format(first)
        second = pick(terminal, named, list(table[first]), always=word in HARMFUL) if first is not None else None
        return None if first is None or second is None else [word, first, second]

    return ask


# A campaign to begin ----------------------------------------------------------------------------------------------


def beginning() -> list[Choice]:
    """List how an evening may begin where there is no campaign yet (p.8-10)."""
    return [
        Choice(
            "f",
            "begin the campaign that the rulebook recommends for a first game (p.9-10)",
            just("new", "--first-game"),
        ),
        Choice("n", "begin a campaign of your own choice (p.8-10)", just("new")),
        Choice("a", "a fight of its own, outside of any campaign", just("fight", "start")),
    ]


# A round of the campaign ------------------------------------------------------------------------------------------


def round_choices(terminal: Terminal, campaign: Campaign) -> list[Choice]:
    """List what may be done next in a round (p.13-16, 28)."""
    if campaign.outcome:
        return [Choice("o", "the record of the campaign", just("odyssey"))]
    match campaign.phase:
        case "travel":
            return _travel(terminal, campaign)
        case "event":
            return _event(campaign)

    choices = [
        Choice("f", "set the fight up, and follow it", just("fight", "start")),
        Choice("w", "it was fought without hoplo: clean up after it", just("cleanup")),
    ]
    if at_the_scion(campaign) and campaign.pad.blessings:
        choices.append(Choice("b", "without hoplo: cross off your blessings for banes (p.31)", just("bless", "scion")))
    return choices


UNTOLD = "what it is will be asked"


def _travel(terminal: Terminal, campaign: Campaign) -> list[Choice]:

    ways = []
    for each in destinations(campaign, regions()):
        if not each.refused:
            words = ["travel", each.place, *(["--harbor"] if each.by == "harbor" else [])]
            known = f"{each.kind}, {each.region}, by {each.by}" if each.kind else UNTOLD
            ways.append((f"{each.place} ({known})", words))
    here = campaign.places.get(campaign.place)
    offered = {words[1] for _, words in ways}
    untold = [name for name in (here.paths if here is not None else ()) if name not in {*campaign.places, *offered}]
    ways += [(f"{name} ({UNTOLD})", ["travel", name]) for name in untold]
    choices = [
        Choice(key, f"travel to {where}", just(*words)) for key, (where, words) in zip("123456789", ways, strict=False)
    ]
    choices.append(Choice("t", "travel to another place", lambda: _elsewhere(terminal)))
    return choices


def _elsewhere(terminal: Terminal) -> Words | None:
    place = _line(terminal, "Where to? Its name (Enter goes back)")
    return ["travel", place] if place else None


def _event(campaign: Campaign) -> list[Choice]:

    here = event_here(campaign)
    choices = []
    if "accept" in here.may and here.kind == "opportunity":
        choices.append(Choice("a", "accept: keep one of two Opportunity cards", just("event", "opportunity")))
    elif "accept" in here.may:
        choices.append(Choice("a", "accept: the combat is set up", just("fight", "start")))
    if "spectate" in here.may:
        choices.append(Choice("s", f"spectate: {here.influence} influence, a full heal", just("event", "spectate")))
    return choices


# The fight --------------------------------------------------------------------------------------------------------


def fight_choices(terminal: Terminal, game: Game) -> list[Choice]:
    """List what may be done next in a fight: go on with what is asked, the next turn, or anything legal in yours."""
    fight = game.fight
    if fight.over:
        return [Choice("c", "clean up", just("cleanup"))]
    if fight.turn_of == "set-up":
        return [Choice("g", "go on with the set-up", just("fight", "start"))]
    if fight.under_way:
        return [Choice("g", "go on with what is asked", just("answer"))]
    give_up = [Choice("v", "surrender", just("surrender"))]
    match fight.turn_of:
        case "rival":
            return [Choice("t", "the rival's turn", just("rival-turn")), *give_up]
        case "arena":
            return [Choice("t", "the arena's turn", just("arena-turn"))]

    return _your_turn(terminal, options(game.combat))


def _your_turn(terminal: Terminal, found: Options) -> list[Choice]:
    """List everything legal in your turn, step by step, and its end."""
    tables = (
        ("d", "deploy a unit", "deploy", found.deploy, "Deploy whom?", "On which hex?"),
        ("t", "play a tactic", "tactic", found.tactics, "Play which tactic?", "On whom is {} played?"),
        ("m", "move a unit", "move", found.move, "Move whom?", "Where to?"),
        ("a", "use an Ability", "ability", found.abilities, "Whose Ability?", "Which Ability of {}?"),
        ("x", "attack", "attack", found.attack, "Who attacks?", "Whom does {} attack?"),
        ("s", "use a Special", "special", found.specials, "Whose Special?", "Which Special of {}?"),
    )
    choices = [
        Choice(key, text, _of(terminal, word, one, table, two)) for key, text, word, table, one, two in tables if table
    ]
    if found.roam:
        choices.append(Choice("r", "move by the arena die", lambda: _roam(terminal, found.roam)))
    if "bless reinforce" in found.start:
        choices.append(Choice("l", "a blessing: reinforce", just("bless", "reinforce")))
    if "surrender" in found.start:
        choices.append(Choice("v", "surrender", just("surrender")))
    may_end = not (found.must_deploy or found.must_surrender)
    return [*choices, Choice("e", "end your turn", just("end-turn"))] if may_end else choices


def _roam(terminal: Terminal, units: Sequence[str]) -> Words | None:
    unit = pick(terminal, "Move whom by the arena die?", units)
    return None if unit is None else ["turn", f"roam {unit}"]


# At any time ------------------------------------------------------------------------------------------------------


ASIDE_HELP = {
    "U": "undo: the last answer of what is asked; at the choice of what comes next, the last step, again and again",
    "B": "the board of the fight as it stands; outside of a fight the map as it is known",
    "W": "why: the rule that asks, and why a unit does what it does; in the Travel Phase where you may go",
    "F": "fix: put the mat, or anything of the campaign, right by hand, and say why",
    "R": "the rules about a word, with their pages",
    "P": "the hero pad",
    "N": "note something in the history",
    ":": "any other command of hoplo, as `:moves krakenlance` or `:undo --turn`",
    "Q": "quit; every answer is kept, and `hoplo play` goes on from here",
}
"""What the keys that work at every prompt do, for the player who asks."""


def aside(
    terminal: Terminal, key: str, campaign: Campaign | None, question: Question | None, combat: Combat | None
) -> Words | None:
    """Give the command of an aside; None where the player goes back, or there is nothing to look at."""
    match key:
        case "R":
            return _named(terminal, "About what?", ["rules"], question.rule if question is not None else "")
        case _ if key[0] == ":":
            return _typed(terminal, key[1:] or _line(terminal, "hoplo"))
    if campaign is None:
        terminal.say("  there is no campaign yet")
        return None
    match key:
        case "P":
            return ["pad"]
        case "N":
            return _named(terminal, "What?", ["note"])
        case "B":
            return ["board"] if campaign.fight is not None else ["map", "show"]
        case "F":
            return _put_right(terminal) if campaign.fight is not None else _fix(terminal)
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
    unit = pick(terminal, "Why does which unit do what it does?", others, asides=False) if others else None
    return ["why", unit] if unit else None


def _named(terminal: Terminal, text: str, words: Words, default: str = "") -> Words | None:
    """Make a command of words and a line that is asked for; Enter alone takes the default, or goes back."""
    told = _line(terminal, f"{text} [{default}]" if default else text) or default
    return [*words, told] if told else None


def _typed(terminal: Terminal, line: str) -> Words | None:
    """Read a command as it is typed, with or without `hoplo` in front of it."""
    try:
        words = split(line)
    except ValueError:
        terminal.say("  a quotation mark is not closed")
        return None
    return words[1:] if words[:1] == ["hoplo"] else words or None


def _put_right(terminal: Terminal) -> Words | None:
    """Put the fight right: as it is compared with the mat, on the board itself, or whatever else is kept."""
    ways: dict[str, Callable[[], Words | None]] = {
        "compare the mat, and say what differs": just("check"),
        "move units by the arrow keys": just("board", "edit"),
        "anything else, as pad.hp or fight.points": lambda: _fix(terminal),
    }
    way = pick(terminal, "What is to be put right?", list(ways), asides=False)
    return ways[way]() if way is not None else None


def _fix(terminal: Terminal) -> Words | None:
    key = _line(terminal, "What, as in pad.hp? (Enter goes back)")
    if not key:
        return None
    return [
        "fix",
        key,
        _line(terminal, "What is it on the table?"),
        "--why",
        _line(terminal, "Why?") or "the table shows it",
    ]


def _line(terminal: Terminal, text: str) -> str:
    """Ask for a line that is no answer to a question, and without asides of its own."""
    return terminal.ask_line(f"  {text} ", asides=False)
