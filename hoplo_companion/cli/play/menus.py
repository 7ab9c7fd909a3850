"""What can be done next in a campaign or its fight, a digit each; every choice is a command that could be typed."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice

from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import kind_name, region_name
from hoplo_companion.campaign.pad import at_the_scion
from hoplo_companion.campaign.rounds import cards_drawn, event_here
from hoplo_companion.campaign.travel import Destination, ways_from_here
from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.cli.terminal.prompt import DIGITS, KEYS, Aside, Prompt, numbered
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.words import page_words
from hoplo_companion.errors import UsageError, as_command, words_of
from hoplo_companion.language import in_language, later, plural, tr
from hoplo_companion.render.sentences.words import printed_name
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.actions import END, GIVE_UP, is_short
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.saves.library import Library, draft_left

Words = list[str]
"""A command, word by word, without `hoplo` in front of it."""


Choices = dict[str, Words | Callable[[], Words | None]]
"""Things to do by their words, each with the command that does it; what that still needs is asked for as it is chosen.

BackError from a command where the player goes back.
"""


def command_of(choices: Choices, text: str) -> Words | None:
    """The command of a choice; None where the player goes back."""
    found = choices[text]
    return found() if callable(found) else found


def pick(terminal: Terminal, text: str, options: Mapping[str, str] | Sequence[str], *, always: bool = False) -> str:
    """Let one of several things be chosen by its key or name; BackError for going back.

    One thing alone is taken unasked, unless it does harm to somebody: with `always` it is asked for all the same.
    """
    if len(options) == 1 and not always:
        return next(iter(options))
    with terminal.for_now(conversation=None):  # of a command that is under way: this is no answer to it
        return terminal.choose(text, options)


# A campaign to begin ----------------------------------------------------------------------------------------------


def beginning(terminal: Terminal) -> Choices:
    """How an evening may begin where there is no campaign yet: learn, begin (p.8-10), or go on with what is."""
    choices: Choices = {
        tr("learn by the rulebook's own example (15 minutes)"): ["learn"],
        tr("begin the campaign that the rulebook recommends for a first game (p.9-10)"): ["new", "--first-game"],
        tr("begin a campaign of your own choice (p.8-10)"): ["new"],
        tr("begin a campaign of 24 weeks with Mercury's Boots (A3 p.5)"): ["new", "--mercurys-boots"],
        tr("a stand-alone fight, outside any campaign"): ["fight", "start"],
    }
    if left := draft_left():
        choices[tr("continue what you began: `{command}`", command=as_command(*left))] = list(left)
    elif trashed := Library().trashed():
        choices[tr("continue a campaign from the trash")] = lambda: [
            "save", "restore", pick(terminal, tr("Which campaign?"), trashed)
        ]  # fmt: skip
    return choices


def campaign_chosen(terminal: Terminal, names: Sequence[str]) -> Words:
    """Let it be chosen which of several campaigns is played."""
    return ["save", "switch", pick(terminal, tr("Which campaign do you play?"), names)]


def begun(terminal: Terminal, title: str) -> Words:
    """Let it be chosen by a key how to begin; empty where nothing is."""
    choices = beginning(terminal) | {tr("every command"): ["--help"], tr("nothing now"): []}
    keys = numbered(list(choices))
    return command_of(choices, keys[terminal.ask(Prompt("  " + tr("key:") + " ", title, keys))]) or []


# A round of the campaign ------------------------------------------------------------------------------------------


def round_choices(terminal: Terminal, campaign: Campaign) -> Choices:
    """What may be done next in a round (p.13-16, 28)."""
    if campaign.outcome:
        return {tr("the record of the campaign"): ["odyssey"]}
    if campaign.phase == "travel":
        return _travel(terminal, campaign)
    if campaign.phase == "event":
        return _event(campaign)
    choices: Choices = {tr("set the fight up, and follow it"): ["fight", "start"]}
    if not campaign.is_stand_alone:
        choices[tr("it was fought without hoplo: clean up after it")] = ["cleanup"]
    if at_the_scion(campaign) and campaign.pad.blessings:
        choices[tr("without hoplo: cross off your blessings for banes (p.31)")] = ["pad", "bless", "scion"]
    return choices


def _travel(terminal: Terminal, campaign: Campaign) -> Choices:
    to_places: dict[tuple[str, str], list[Destination]] = {}
    for each in ways_from_here(campaign):
        if not each.refused:
            to_places.setdefault((each.place, each.by), []).append(each)
    ways: Choices = {}
    for found in to_places.values():
        # Where some ways lead, by the first of them, and how many others there are (Mercury's Boots).
        text, others = _way_words(found[0]), len(found) - 1
        text = tr("{way}: {card}", way=text, card=found[0].card) if found[0].card else text
        if others:
            text = plural("{way}, or {n} other way", "{way}, or {n} other ways", others, way=text)
        ways[text] = partial(_one_way, terminal, found)
    here = campaign.places.get(campaign.place)
    known = {*campaign.places, *(place for place, _ in to_places)}
    for name in here.paths if here is not None else ():
        if name not in known:
            ways[tr("travel to {place} (you will be asked what it is)", place=name)] = ["travel", name]
    most = len(DIGITS) - 1
    rest = dict(islice(ways.items(), most, None))
    return {**dict(islice(ways.items(), most)), tr("travel to another location"): partial(_elsewhere, terminal, rest)}


def _one_way(terminal: Terminal, ways: list[Destination]) -> Words:
    """The command for one of several ways to a place (Mercury's Boots)."""
    text = tr("By which way to {place}?", place=ways[0].place)
    way = ways[int(pick(terminal, text, {str(at): _way_words(way) for at, way in enumerate(ways)}))]
    via = [word for spot in way.via for word in ("--via", spot)]
    return ["travel", way.place, *(["--harbor"] if way.by == "harbor" else []), *via]


def _way_words(to: Destination) -> str:
    """Say where one may go, what is there, and whether by harbor or over other spots."""
    if to.via:
        return tr("{way}, via {places}", way=_way_words(replace(to, via=())), places=", ".join(to.via))
    parts = {"place": to.place, "kind": kind_name(to.kind), "region": region_name(to.region)}
    if to.by == "harbor":
        return tr("sail to {place} by harbor ({kind}, {region})", **parts)
    return tr("travel to {place} ({kind}, {region})", **parts)


def _elsewhere(terminal: Terminal, others: Choices) -> Words | None:
    """Travel to a place that has no key of its own: one of those that are left over, or any by its name."""
    by_name = tr("a location by its name")
    if others and (chosen := pick(terminal, tr("Where to?"), [*others, by_name])) != by_name:
        return command_of(others, chosen)
    return _named(terminal, tr("Where to? Any name will do, such as the one on the map"), ["travel"])


def _event(campaign: Campaign) -> Choices:
    here, choices = event_here(campaign), Choices()
    if "accept" in here.may and here.kind == "opportunity":
        text = tr("accept: keep one of two Opportunity cards")
        if campaign.variant.boots:
            most = cards_drawn(campaign)
            text = plural(
                "accept: draw {n} Opportunity card", "accept: draw up to {n} Opportunity cards, and keep all", most
            )
            text = text if most else tr("accept: the week passes, and no card is drawn: there is no room for one")
        choices[text] = ["event", "opportunity"]
    elif "accept" in here.may:
        choices[tr("accept: the combat is set up")] = ["fight", "start"]
    if "spectate" in here.may:
        choices[tr("spectate: {n} influence, a full heal", n=here.influence)] = ["event", "spectate"]
    return choices


# The fight --------------------------------------------------------------------------------------------------------


def fight_choices(terminal: Terminal, game: Game) -> Choices:
    """What may be done next in a fight: continue what is asked, the next turn, or anything legal in yours."""
    fight = game.fight
    if fight.over:
        return {tr("clean up"): ["cleanup"]}
    if fight.turn_of == "set-up":
        return {tr("continue the set-up"): ["fight", "start"]}
    if fight.under_way:
        return {tr("answer what is asked"): ["answer"]}
    found = game.options()
    choices: Choices = {tr(words): [f"{turn}-turn"] for turn, words in _OTHERS.items() if turn == fight.turn_of}
    choices |= {
        tr(text): partial(_ask_action, terminal, game.combat, action, table)
        for action, (text, *_) in _ACTIONS.items()
        if (table := found.tables[action])
    }
    choices |= {tr(words): ["turn", *word.split()] for word, words in _AT_START.items() if word in found.start}
    if game.is_your_turn and not (found.must_deploy or found.must_surrender):
        choices[tr("end your turn")] = ["turn", END]
    return choices


_OTHERS = {"rival": later("the rival's turn"), "arena": later("the arena's turn")}
_AT_START = {"bless reinforce": later("a blessing: reinforce"), GIVE_UP: later("surrender")}
_ACTIONS = {
    "deploy": (later("deploy a unit"), later("Deploy which unit?"), later("On which hex?")),
    "tactic": (later("play a tactic"), later("Play which tactic?"), later("On whom is {name} played?")),
    "move": (later("move a unit"), later("Move which unit?"), later("Where to?")),
    "ability": (later("use an Ability"), later("Whose Ability?"), later("Which Ability of {name}?")),
    "attack": (later("attack"), later("Who attacks?"), later("Whom does {name} attack?")),
    "special": (later("use a Special"), later("Whose Special?"), later("Which Special of {name}?")),
    "roam": (later("move by the arena die"), later("Move which unit by the arena die?"), ""),
}
"""An action of your turn by its verb: its words, and the two questions that it needs answered."""


def _ask_action(terminal: Terminal, combat: Combat, action: str, table: dict[str, list[str]]) -> Words:
    """The command of an action: who or what, and then with whom, where or by which skill."""
    units, (_, ask_first, ask_second) = names_of(combat), _ACTIONS[action]
    of_first = partial(printed_name, combat.catalogue) if action == "tactic" else units
    of_second = partial(printed_name, combat.catalogue) if action in ("ability", "special") else units
    first = pick(terminal, tr(ask_first), {each: of_first(each) for each in table})
    if not ask_second:
        return ["turn", action, first]
    # What may do harm to somebody is asked about, though there is one thing alone.
    text, always = tr(ask_second, name=of_first(first)), action in ("tactic", "attack", "ability", "special")
    second = pick(terminal, text, {each: of_second(each) for each in table[first]}, always=always)
    return ["turn", action, first, second]


# At any time ------------------------------------------------------------------------------------------------------


def asides(campaign: Campaign | None) -> list[Aside]:
    """The keys that work at every prompt of an evening."""
    off: dict[str, str] = {}
    if campaign is None:
        off = dict.fromkeys("BWPFN", tr("there is no campaign yet"))
    elif campaign.is_stand_alone and campaign.fight is None:
        off = dict.fromkeys("BW", tr("outside a campaign there is no map"))
    return [Aside(key, tr(word), tr(help_), off.get(key, "")) for key, (word, help_) in KEYS.items()]


def aside(terminal: Terminal, key: str, campaign: Campaign | None) -> Words | None:
    """The command of an aside; None where there is nothing to look at."""
    if key[0] == ":":
        return _typed(terminal, key[1:])
    if key == "R":
        return _named(terminal, tr("About what?"), ["look"], terminal.question.rule if terminal.question else "")
    if key == "N":
        return _named(terminal, tr("What do you want to note?"), ["note"])
    if key == "P" or campaign is None:
        return ["pad"] if key == "P" else None
    if key == "F":
        ways = [tr("compare the mat, and enter what differs"), tr("anything else, such as pad.hp or fight.points")]
        if campaign.fight is not None and pick(terminal, tr("What do you want to correct?"), ways) == ways[0]:
            return ["check"]
        return _named(terminal, tr("What is it on the table, as in pad.hp 4?"), ["fix"])
    if campaign.fight is None:
        return ["map", "show"] if key == "B" else ["event"] if campaign.phase == "event" else ["travel"]
    return ["board"] if key == "B" else _why(terminal, campaign)


def _why(terminal: Terminal, campaign: Campaign) -> Words | None:
    """Say which rule asks, and ask why of the unit it is about, or of one of the rival's where it is about none."""
    question, combat = terminal.question, terminal.combat
    if question is not None and combat is not None:
        rule = combat.catalogue.rule(question.rule)
        if rule is not None:
            terminal.say(f"  {in_language(rule.text, it=rule.text_it)} {page_words(rule.page)}")
    else:
        combat = Game(campaign, catalogue()).combat
    asked = combat.units.get(question.unit) if question is not None else None
    if asked is not None and asked.side != "player" and asked.hex:
        return ["why", asked.id]
    names = names_of(combat)
    others = {unit.id: names(unit.id) for unit in combat.in_arena() if unit.side != "player"}
    return ["why", pick(terminal, tr("Explain which unit?"), others)] if others else None


def _named(terminal: Terminal, text: str, words: Words, default: str = "") -> Words | None:
    """Make a command of words and a line that is asked for; Enter alone takes the default, or goes back."""
    text = f"{text} [{default}]" if default else tr("{text} (Enter goes back)", text=text)
    line = terminal.ask_line(f"  {text} ") or default
    return [*words, line] if line else None


def _typed(terminal: Terminal, line: str) -> Words | None:
    """Read a command as it is typed, with or without `hoplo` in front of it."""
    try:
        words = words_of(line)
    except UsageError as fault:
        terminal.say(f"  {fault}")
        return None
    if words[:1] == ["hoplo"]:
        return words[1:]
    return ["turn", line] if words and words[0] not in COMMANDS and is_short(line) else words or None
