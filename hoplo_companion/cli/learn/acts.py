"""What the lessons offer and do by the rules: the rulebook's boards (p.20-27, 31-32), and its journeys (p.14-15)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import Struct, convert
from msgspec.structs import replace

from hoplo_companion.campaign.map_entry import learn_place
from hoplo_companion.campaign.model import Bag, Camp, Campaign, Pad, Primus
from hoplo_companion.campaign.naming import kind_name
from hoplo_companion.campaign.route import routes
from hoplo_companion.campaign.travel import Destination, destinations, travel
from hoplo_companion.cli.fight.positions import show_board
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, read_toml, shipped_folder
from hoplo_companion.dice import odds_of_hits
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.campaign.journey import destination_lines, map_lines, route_lines
from hoplo_companion.render.fight import said
from hoplo_companion.render.sentences.campaign import campaign_sentence
from hoplo_companion.render.sentences.decisions import decision_lines
from hoplo_companion.render.sentences.questions import option_words
from hoplo_companion.render.sentences.words import colour_words
from hoplo_companion.render.style import Line, Span, chance_lines
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.dialogue import NOTHING, READ_OFF, Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import named, names_of
from hoplo_companion.rules.player.actions import read_action
from hoplo_companion.rules.player.options import begin as begin_yours
from hoplo_companion.rules.player.options import options
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.turn import begin as begin_rivals
from hoplo_companion.rules.why.steps import decisions


class Choices(NamedTuple):
    """What the reader decides among: each choice with its words, and the one of the rulebook's example.

    `is_free` says that every other one is as legal.
    """

    words: Mapping[str, str]
    right: str
    is_free: bool = False

    def bare(self) -> str:
        """The choice of the rulebook's example in a sentence, without what is said of it in brackets."""
        return self.words[self.right].partition("  (")[0]


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """A stop of a lesson: `text` explains, `because` says why the rulebook decides so.

    Shapes: `choices` are found by the rules, or are `among` what stands here, with what is `right`; `go` does what is
    chosen, `why` explains the decision: each is the name of one of the lesson's acts, and what that is about. `redraws`
    says that what is to be seen has changed altogether.
    """

    page: str
    text: str
    ask: str = ""
    choices: str = ""
    among: tuple[str, ...] = ()
    right: str = ""
    because: str = ""
    go: str = ""
    why: str = ""
    redraws: bool = False


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written: its title, what it is about and starts from, its stops, and maps for a journey."""

    title: str
    about: str
    starts: str
    stops: tuple[Stop, ...]
    maps: dict[str, Any] = {}


# On a board -------------------------------------------------------------------------------------------------------

UNSAID = ("step-began", "turn-began", "turn-ended")
"""What a lesson says itself."""

ROLLS = {"your-defender": 1, "your-archer": 1, "krakenlance": 2}
"""The hits that each of your units rolls in the rulebook's example."""


class Scene(NamedTuple):
    """The board of a lesson, and what of its dice is still to be said, row by row."""

    combat: Combat
    waiting: Sequence[list[Line]] = ()


Went = tuple[Scene, list[Line]]


def board(name: str) -> Scene:
    """Read a board of the rulebook; the player's own records do not change what the rulebook says of it."""
    combat = PositionReader(Catalogue(own=None)).read_plain(read_toml(shipped_folder() / "examples" / f"{name}.toml"))
    if not combat.arena.name:
        # The key hex of the Atlanteans is wherever the trident is (p.25); a mat by itself does not say so.
        combat = replace(
            combat, arena=replace(combat.arena, name="Atlanteans", card=replace(combat.arena.card, key_chip="trident"))
        )
    return Scene(combat)


def _said(before: Combat, after: Combat, events: Iterable[Event]) -> list[Line]:
    return said([each for each in events if each.what not in (*UNSAID, *READ_OFF)], names_of(before, after))


# What is decided --------------------------------------------------------------------------------------------------


def _asked(scene: Scene, right: str) -> Choices:
    """Offer what the rules leave open now."""
    question = pending(scene.combat)
    assert question is not None
    return Choices({each: option_words(question, each, scene.combat) for each in question.options}, right, is_free=True)


_PAIRS = {"deploy": later("{one} on {two}"), "attack": later("{one} against {two}")}


def _may(scene: Scene, action: str) -> Choices:
    """Offer everything that you may do now by the action's word, as `UNIT WHERE`; of a move only that unit's."""
    word, right = action.split(" ", 1)
    table = options(scene.combat).tables[word]
    unit = right.split()[0] if word == "move" else ""
    pairs = [(first, second) for first in table if not unit or first == unit for second in table[first]]
    names, everyone = names_of(scene.combat), scene.combat.units.values()

    def words(typed: str) -> str:
        found = scene.combat.bench.get(typed) or named(scene.combat, typed, everyone)
        return typed if found is None else names(found.id)

    if word == "tactic":
        # Your own units are as legal (p.25), but nobody would want Stun there.
        pairs = [(a, b) for a, b in pairs if (on := named(scene.combat, b, everyone)) and on.side != "player"]
    text = _PAIRS.get(word, "{two}")
    return Choices({f"{a} {b}": tr(text, one=words(a), two=words(b)) for a, b in pairs}, right, is_free=True)


# What is done -----------------------------------------------------------------------------------------------------


def _went(scene: Scene, combat: Combat, events: Iterable[Event]) -> Went:
    return Scene(combat), _said(scene.combat, combat, events)


def _do(scene: Scene, chosen: str, action: str) -> Went:
    """Make an action of your turn; dice fall as in the rulebook, and what a chip says by itself stays on the chip."""
    combat, happened = read_action([*action.split(), *chosen.split()]).do(scene.combat)
    while (question := pending(combat)) is not None and question.kind in ("dice", "effect"):
        combat, events = apply(combat, ROLLS[question.unit] if question.kind == "dice" else NOTHING)
        happened = [*happened, *events]
    return _went(scene, combat, happened)


def _pulling(scene: Scene) -> Scene:
    return _do(scene, "krakenlance pull", "ability")[0]


def _last_head(scene: Scene, chosen: str, _: str) -> Went:
    """Move the last Head; what each further row of dice sets off waits to be said."""
    combat, events = apply(scene.combat, chosen)
    rows = [at for at, each in enumerate(events) if each.what == "scion-row"]
    lines, *waiting = [_said(scene.combat, combat, events[at:to]) for at, to in pairwise([0, *rows, len(events)])]
    return Scene(combat, waiting), lines


# Why --------------------------------------------------------------------------------------------------------------


def _why(step: str, scene: Scene, unit: str) -> list[Line]:
    """Explain what a rival unit, or one of the rival's tactics, decides in a step."""
    names = names_of(scene.combat)
    return [line for each in decisions(scene.combat, step, unit) for line in decision_lines(each, names)]


def _chances(scene: Scene, _: str) -> list[Line]:
    """Say how likely each number of hits is, colour by colour."""
    lines, card = list[Line](), scene.combat.catalogue.scion("hydra")
    assert card is not None
    for colour, count in (card.dice or {}).items():
        lines.append([Span(f"{count} {colour_words(colour)}", "heading")])
        odds = enumerate(odds_of_hits([colour] * count))
        lines += chance_lines((plural("{n} hit", "{n} hits", hits), each) for hits, each in odds)
    return lines


# A journey, on maps of its own -------------------------------------------------------------------------------------


class Journey(NamedTuple):
    """Where the encampment stands, and the maps of the lesson."""

    campaign: Campaign
    maps: Mapping[str, Any]


def _on(maps: Mapping[str, Any], name: str) -> Journey:
    given = maps[name]
    campaign = Campaign(
        difficulty="chosen",
        pad=Pad(hero="krakenlance", movement=2, range=1, health=5, hp=5, leadership=5, attack=("blue", "blue"),
                act=2, weeks=(12, given["week"] - 1, 0, 0)),
        camp=Camp(), bag=Bag(), scion="hydra",
        primuses=(Primus("decimus"), Primus("bingqing"), Primus("the-parthian")),
    )  # fmt: skip
    for place in given["places"]:
        campaign, _ = learn_place(campaign, place["name"], place["kind"], place["region"], place["paths"])
    return Journey(replace(campaign, place=given["place"], came_from=given["came_from"]), maps)


def _found(journey: Journey) -> dict[str, Destination]:
    return {each.place: each for each in destinations(journey.campaign)}


def _travel(journey: Journey, place: str, _: str) -> tuple[Journey, list[Line]]:
    campaign, events = travel(journey.campaign, place, by=_found(journey)[place].by)
    return journey._replace(campaign=campaign), [campaign_sentence(each, Catalogue(own=None)) for each in events]


# By the names that a lesson has for them; each gets what it is about as its last argument -----------------------------


def _where(journey: Journey, right: str) -> Choices:
    open_ = {name: journey.campaign.places[name] for name, each in _found(journey).items() if not each.refused}
    words = {name: tr("{place} ({kind})", place=name, kind=kind_name(each.kind)) for name, each in open_.items()}
    return Choices(words, right, is_free=True)


CHOICES: dict[str, Callable[[Any, str], Choices]] = {
    "asked": _asked,
    "may": _may,
    "pull": lambda scene, right: _asked(_pulling(scene), right),
    "where": _where,
}
"""What the reader decides among, found by the rules."""

GO: dict[str, Callable[[Any, str, str], tuple[Any, list[Line]]]] = {
    "begin-rivals": lambda scene, *_: _went(scene, *begin_rivals(scene.combat)),
    "begin-yours": lambda scene, *_: _went(scene, *begin_yours(scene.combat)),
    "answer": lambda scene, chosen, hits: _went(scene, *apply(scene.combat, hits or chosen)),
    "do": _do, "last-head": _last_head,
    "next-row": lambda scene, *_: (scene._replace(waiting=scene.waiting[1:]), scene.waiting[0]),
    "pull": lambda scene, chosen, _: _went(scene, *apply(_pulling(scene).combat, chosen)),
    "board": lambda _, __, name: (board(name), []),
    "travel": _travel, "map": lambda journey, _, name: (_on(journey.maps, name), []),
}  # fmt: skip
"""What is done by the rules, and what is said of it."""

WHY: dict[str, Callable[[Any, str], list[Line]]] = {
    **{step: partial(_why, step) for step in ("deployment", "tactics", "movement", "engage")}, "chances": _chances,
    "destinations": lambda journey, _: list(destination_lines(destinations(journey.campaign))),
    "ways": lambda journey, to: list(route_lines(routes(journey.campaign, to))),
}  # fmt: skip
"""What explains a decision."""


def lesson_of(name: str) -> Script:
    """Read a lesson."""
    return convert(read_toml(shipped_folder() / "lessons" / f"{name}.toml"), Script)


def begin(script: Script) -> Any:
    """Where a lesson begins: on a map of its own, or a board."""
    return _on(script.maps, script.starts) if script.maps else board(script.starts)


def decided(stop: Stop, state: Any) -> Choices:
    """What the reader decides among at a stop, and what the rulebook decides; no words where nothing is decided."""
    if stop.among:
        return Choices({each: tr(each) for each in stop.among}, stop.right)
    name, _, about = stop.choices.partition(" ")
    return CHOICES[name](state, about) if name else Choices({}, "")


def gone_on(stop: Stop, state: Any, chosen: str) -> tuple[Any, list[Line]]:
    """Do what is chosen at a stop, and say what comes of it."""
    name, _, about = stop.go.partition(" ")
    return GO[name](state, chosen, about) if name else (state, [])


def show(terminal: Terminal, state: Any) -> None:
    """Show the map, or the board in its place where there is one."""
    if isinstance(state, Journey):
        terminal.show(map_lines(state.campaign))
    elif terminal.has_board:
        terminal.stands(state.combat)
    else:
        show_board(terminal, state.combat)
