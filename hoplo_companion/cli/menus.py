"""What can be done next in a campaign or its fight, a key each; every choice is a command that could be typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.rules.player_options import Options
    from hoplo_companion.table.fight import Game

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"

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


def pick(text: str, options: Sequence[str]) -> str | None:
    """Let one of several things be chosen by a key; None for going back. One thing alone is taken unasked."""
    from hoplo_companion.cli.prompts import ask_key

    if len(options) == 1:
        return options[0]
    if len(options) > len(KEYS):
        from hoplo_companion.cli.ask import write

        return write(f"{text} ({', '.join(options)}; Enter goes back)") or None
    print(f"  {text}")
    for key, option in zip(KEYS, options, strict=False):
        print(f"    {key}  {option}")
    key = ask_key("  key (0 goes back): ", KEYS[: len(options)] + "0")
    return None if key == "0" else options[KEYS.index(key)]


def _of(word: str, what: str, table: Mapping[str, Sequence[str]], then: str) -> Callable[[], Words | None]:
    """Make a command of two things, the second depending on the first."""

    def ask() -> Words | None:
        first = pick(what, list(table))
        second = pick(then, list(table[first])) if first is not None else None
        return None if first is None or second is None else [word, first, second]

    return ask


# A round of the campaign ------------------------------------------------------------------------------------------


def round_choices(campaign: Campaign) -> list[Choice]:
    """List what may be done next in a round (p.13-16, 28)."""
    if campaign.outcome:
        return [Choice("o", "the record of the campaign", just("odyssey"))]
    match campaign.phase:
        case "travel":
            return _travel(campaign)
        case "event":
            return _event(campaign)
    return [
        Choice("f", "set the fight up, and follow it", just("fight", "start")),
        Choice("w", "it was fought without hoplo: clean up after it", just("cleanup")),
    ]


def _travel(campaign: Campaign) -> list[Choice]:
    from hoplo_companion.campaign.travel import destinations
    from hoplo_companion.cli.atlas import regions

    found = [each for each in destinations(campaign, regions()) if not each.refused]
    choices = []
    for key, each in zip("123456789", found, strict=False):
        words = ["travel", each.place, *(["--harbor"] if each.by == "harbor" else [])]
        kind = f"{each.kind}, {each.region}" if each.kind else "not known yet"
        choices.append(Choice(key, f"travel to {each.place} ({kind}, by {each.by})", just(*words)))
    choices.append(Choice("t", "travel to another place", _elsewhere))
    return choices


def _elsewhere() -> Words | None:
    from hoplo_companion.cli.ask import write

    place = write("Where to? Its name (Enter goes back)")
    return ["travel", place] if place else None


def _event(campaign: Campaign) -> list[Choice]:
    from hoplo_companion.campaign.rounds import event_here

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


def fight_choices(game: Game) -> list[Choice]:
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
    from hoplo_companion.rules.player_options import options

    return _your_turn(options(game.combat))


def _your_turn(found: Options) -> list[Choice]:
    """List everything legal in your turn, step by step, and its end."""
    tables = (
        ("d", "deploy a unit", "deploy", found.deploy, "Whom?", "Where?"),
        ("t", "play a tactic", "tactic", found.tactics, "Which tactic?", "On whom?"),
        ("m", "move a unit", "move", found.move, "Whom?", "Where to?"),
        ("a", "use an Ability", "ability", found.abilities, "Whose?", "Which?"),
        ("x", "attack", "attack", found.attack, "Who attacks?", "Whom?"),
        ("s", "use a Special", "special", found.specials, "Whose?", "Which?"),
    )
    choices = [Choice(key, text, _of(word, one, table, two)) for key, text, word, table, one, two in tables if table]
    if found.roam:
        choices.append(Choice("r", "move by the arena die", lambda: _roam(found.roam)))
    if "bless reinforce" in found.start:
        choices.append(Choice("l", "a blessing: reinforce", just("bless", "reinforce")))
    if "surrender" in found.start:
        choices.append(Choice("v", "surrender", just("surrender")))
    return choices if found.must_deploy else [*choices, Choice("e", "end your turn", just("end-turn"))]


def _roam(units: Sequence[str]) -> Words | None:
    unit = pick("Whom?", units)
    return None if unit is None else ["turn", f"roam {unit}"]


# At any time ------------------------------------------------------------------------------------------------------


def always(campaign: Campaign) -> list[Choice]:
    """List what can be done at any prompt."""
    fight = campaign.fight is not None
    found = [Choice("U", "undo the last step", just("undo"))]
    if fight:
        found += [
            Choice("B", "the board", just("board")),
            Choice("W", "why a unit does what it does", _asked("why", "Which unit?")),
            Choice("F", "put the mat right", just("check")),
        ]
    else:
        found.append(Choice("F", "put something right by hand", _fix))
    found += [
        Choice("R", "the rules about a word", _asked("rules", "About what?")),
        Choice("P", "the hero pad", just("pad")),
        Choice("N", "note something", _asked("note", "What?")),
        Choice("Q", "quit; everything is kept", just()),
    ]
    return found


def _asked(word: str, text: str) -> Callable[[], Words | None]:
    def ask() -> Words | None:
        from hoplo_companion.cli.ask import write

        told = write(text)
        return [word, told] if told else None

    return ask


def _fix() -> Words | None:
    from hoplo_companion.cli.ask import write

    key = write("What, as in pad.hp (Enter goes back)?")
    if not key:
        return None
    return ["fix", key, write("What is it on the table?"), "--why", write("Why?") or "the table shows it"]
