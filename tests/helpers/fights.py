"""Whole fights of a campaign: set up by a card, played by a script or at random, and what must hold at every moment."""

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from hoplo_companion.campaign.model import Bag, Bane, Camp, Campaign, Move, Prowess, Stack
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.dialogue import NOTHING, Event, Question, pool_of
from hoplo_companion.rules.player.actions import GIVE_UP
from hoplo_companion.rules.player.options import Options, why_no_surrender
from hoplo_companion.rules.player.options import options as find_options
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.play.moves import ARENAS, RIVALS, SET_UP
from hoplo_companion.table.play.planning import planned
from hoplo_companion.table.saves.format import from_state, to_state
from tests.helpers.maps import campaign_on
from tests.helpers.own_catalogue import Own

LOCALS = ("murmillo", "retiarius", "secutor", "hoplite", "cestus", "sagittarius")

UNITS: dict[str, dict[str, Any]] = {
    "attacker": {"movement": 2, "range": 1, "health": 4, "attack": ["blue", "blue"], "skills": []},
    "archer": {"movement": 1, "range": 2, "health": 3, "attack": ["yellow", "blue"], "skills": ["First Strike"]},
    "defender": {"movement": 1, "range": 1, "health": 5, "attack": ["black"], "skills": ["Taunt"]},
    "tactician": {"movement": 1, "range": 2, "health": 3, "attack": ["green"], "skills": ["Tactical"]},
    "murmillo": {"class": ["defender"], "movement": 1, "range": 1, "health": 4, "attack": ["green"], "skills": []},
    "retiarius": {
        "class": ["attacker"], "movement": 2, "range": 1, "health": 3, "attack": ["blue", "yellow"], "skills": ["Hook"],
    },
    "secutor": {"class": ["attacker"], "movement": 2, "range": 1, "health": 4, "attack": ["green"], "skills": ["Swap"]},
    "hoplite": {
        "class": ["defender"], "movement": 1, "range": 1, "health": 5, "attack": ["blue"], "skills": ["Regen 1"],
    },
    "cestus": {
        "class": ["attacker", "defender"], "movement": 3, "range": 1, "health": 2, "attack": ["black"],
        "skills": ["Whirlwind"],
    },
    "sagittarius": {
        "class": ["archer"], "movement": 1, "range": 3, "health": 2, "attack": ["yellow", "yellow"],
        "skills": ["Long Shot 4"],
    },
    "shade": {"class": ["tactician"], "movement": 2, "range": 1, "health": 2, "attack": ["red"], "skills": ["Undying"]},
    "primus-decimus": {
        "class": ["tactician"], "movement": 2, "range": 1, "health": 5, "attack": ["green", "blue"], "skills": [],
        "elite": True,
    },
}  # fmt: skip
"""Chips as nobody's box has them, so that nothing has to be asked."""

CARDS: dict[str, dict[str, Any]] = {
    "brawl": {"kind": "bloodshed", "lineup": ["local", "bag+tactic"], "yours": ["hero", "camp", "camp"]},
    "melee": {"kind": "bloodshed", "lineup": ["local+tactic", "bag", "bag+tactic"], "yours": ["camp", "camp", "camp"]},
    "games": {
        "kind": "sport", "goals": ["capture-the-flag", "king-of-the-hill", "spar"],
        "lineup": ["local+tactic", "bag+tactic", "bag"], "yours": ["hero", "camp", "camp"], "then": ["local"],
    },
    **{
        f"primus-{act}": {
            "kind": "primus", "act": act, "lineup": ["bag+tactic", "local", "primus"],
            "yours": ["hero", "camp", "camp"],
        }
        for act in (1, 2, 3)
    },
}  # fmt: skip

LISTS = [{"for": "all", "list": [{"opponent": "flagholder"}, {"hex": "key"}, {"opponent": "closest"}]}]
ARENAS_PLAYED = ("atlanteans", "kunlun", "parthians", "plutos-refugees", "new-argonauts")

OWN_RECORDS: dict[str, dict[str, Any]] = {
    "units": {**UNITS, "beast": {"health": 3, "movement": 1, "range": 1, "attack": ["blue"], "skills": ["Roaming"]}},
    "arenas": {
        "atlanteans": {"starts": {"trident": "D3"}},
        **{arena: {"mat": {"priorities": LISTS, "key_hexes": ["D3", "D4"]}} for arena in ARENAS_PLAYED[1:]},
        "parthians": {"mat": {"priorities": LISTS, "key_hexes": ["D3", "D4"]}, "starts": {"chariot": "D2"}},
    },
    "events": CARDS,
    "banes": {"Ruin": {"kind": "bag", "effects": "range +1 for rival"}, "Shade": {"kind": "unit"}},
    "tactics": {
        "stun": {"kind": "instant", "effects": "daze"},
        "hamstring": {"kind": "temporary", "until": "end-of-its-next-turn", "effects": "movement -1"},
        "bolster-health": {"kind": "instant", "effects": "gain 2 hp"},
        "adrenaline": {"kind": "permanent", "effects": "movement +1"},
    },
}
"""Records of everything that a fight may ask of components."""


def told(**more: dict[str, Any]) -> Catalogue:
    """Make a catalogue in which everything is told that a fight may ask of components, and `more` by kind."""
    return Own(
        **{kind: {name: dict(fields) for name, fields in named.items()} for kind, named in OWN_RECORDS.items()}, **more
    ).catalogue


PLACES = [
    ("Arena", "sport", "atlanteans", ["Pit"]),
    ("Pit", "bloodshed", "atlanteans", ["Rome"]),
    ("Rome", "capital", "new-argonauts", []),
]


def ready(kind: str = "bloodshed", *, act: int = 1, region: str = "atlanteans", **changes: Any) -> Campaign:
    """Make a campaign that has accepted a combat of a kind, with a bag, stacks, banes and a camp."""
    place = {"sport": "Arena", "bloodshed": "Pit", "capital": "Rome"}[kind]
    region = "new-argonauts" if kind == "capital" else region
    rows = [(name, what, region if what != "capital" else where, paths) for name, what, where, paths in PLACES]
    campaign = campaign_on(rows, place, act=act)
    bag = Bag(
        ("attacker", "tactician", "defender", "archer", "hoplite", "cestus"),
        (Bane("Ruin", "bag"), Bane("Shade", "unit")),
    )
    campaign = replace(
        campaign,
        camp=Camp(units=("attacker", "archer", "defender"), tactics=("stun", "adrenaline"), prowess=(Prowess("Zeal"),)),
        bag=bag,
        stacks={region: Stack(LOCALS[:3], 0)},
        phase="event",
    )
    campaign = campaign.with_pad(hp=campaign.pad.health, blessings=2)
    return replace(campaign, **changes)


class Table:
    """A fight played without a disk: every state that was kept, and every event, in order."""

    def __init__(self, campaign: Campaign, catalogue: Catalogue) -> None:
        self.states: list[dict[str, Any]] = []
        self.events: list[Event] = []
        self.catalogue = catalogue
        self.game = Game(campaign, catalogue, self._keep)

    def _keep(self, campaign: Campaign, events: list[Event], answer: dict[str, Any] | None) -> None:
        self.states.append(to_state(campaign))
        self.events += events

    @classmethod
    def begun(cls, campaign: Campaign, card: str, catalogue: Catalogue, sport: str = "") -> "Table":
        table = cls(planned(campaign, card, catalogue, sport), catalogue)
        table.game.begin(Move(SET_UP))
        return table

    def answer(self, *answers: Any) -> "Table":
        """Answer what is asked, in order; a pair is the question's id and its answer."""
        for given in answers:
            question = self.game.question()
            assert question is not None, f"{given!r} is asked for by nothing"
            if isinstance(given, tuple):
                assert question.id == given[0], f"{question.id} is asked, not {given[0]}: {question}"
                given = given[1]
            self.game.answer(question, given)
        return self

    def asks(self) -> Question:
        """Give the question that is open; that there is none fails."""
        question = self.game.question()
        assert question is not None
        return question

    def by_first(self) -> "Table":
        while (question := self.game.question()) is not None:
            self.game.answer(question, question.options[0])
        return self

    def do(self, word: str, *words: str, answers: tuple[Any, ...] = (), anyway: bool = False) -> "Table":
        self.game.begin(Move(word, words, anyway=anyway))
        self.answer(*answers)
        question = self.game.question()
        assert question is None, f"still asked: {question}"
        return self

    def reopened(self) -> Game:
        return Game(from_state(self.states[-1]), self.catalogue)


def chosen(question: Question, random: Random) -> Any:
    match question.kind:
        case "choice" if question.id == "defeat.hero":
            return random.choice(["survive", "survive", "survive", question.options[-1]])
        case "choice" | "direction" | "hex" | "chip":
            return random.choice(question.options)
        case "dice":
            return random.randint(0, len(question.dice))
        case "hits":
            return {colour: random.randint(0, count) for colour, count in pool_of(question).items()}
        case "effect" if question.id in ("component.cap", "scion.minions"):
            return str(random.randint(1, 3))
        case "stat":
            return ["blue"] if question.about == "attack" else random.randint(1, 4)
    return NOTHING


def any_action(options: Options, random: Random) -> tuple[str, ...]:
    ways: list[tuple[str, ...]] = []
    ways += [("deploy", unit, hex_) for unit, hexes in options.deploy.items() for hex_ in hexes]
    ways += [("tactic", chip, unit) for chip, units in options.tactics.items() for unit in units]
    ways += [("move", unit, hex_) for unit, hexes in options.move.items() for hex_ in hexes]
    ways += [("roam", unit) for unit in options.roam]
    ways += [("ability", unit, skill) for unit, skills in options.abilities.items() for skill in skills]
    ways += [("attack", unit, target) for unit, targets in options.attack.items() for target in targets]
    ways += [("special", unit, skill) for unit, skills in options.specials.items() for skill in skills]
    kinds = sorted({way[0] for way in ways})
    if options.must_surrender:
        return (GIVE_UP,)
    if options.must_deploy and ways:
        return random.choice([way for way in ways if way[0] == "deploy"])
    if not kinds or random.random() < 0.15:
        return ("end",)
    kind = random.choice(kinds)
    return random.choice([way for way in ways if way[0] == kind])


MOST_TURNS = 60


def play_on(table: Table, random: Random, check: Any = lambda table: None) -> None:
    """Play a fight at random to its end; after many turns you surrender, or die."""
    game = table.game
    for _ in range(20_000):
        check(table)
        question = game.question()
        if question is not None:
            answer_at_random(table, question, random)
        elif game.fight.over:
            return
        else:
            game.begin(next_move(table, random))
    raise AssertionError("the fight does not end")


def answer_at_random(table: Table, question: Question, random: Random) -> None:
    try:
        table.game.answer(question, chosen(question, random))
    except IllegalError:
        table.game.answer(question, NOTHING)


def next_move(table: Table, random: Random) -> Move:
    """Choose the next move: the rival's and the arena's turns come by themselves, yours is played at random."""
    game = table.game
    match game.fight.turn_of:
        case "rival":
            return Move(RIVALS)
        case "arena":
            return Move(ARENAS)
    options = find_options(game.combat)
    if game.combat.turn > MOST_TURNS and not why_no_surrender(game.combat)[0]:
        return Move(GIVE_UP)
    word, *words = any_action(options, random)
    return Move(word, tuple(words))


def chips_of(campaign: Campaign) -> Counter[str]:
    """Count every unit chip and bane that a campaign knows of, wherever it lies: none may come or go in a fight."""
    units = [*campaign.camp.units, *campaign.bag.units, *campaign.drawn.units]
    units += [chip for stack in campaign.stacks.values() for chip in stack.known]
    banes = [*campaign.bag.banes, *campaign.drawn.banes, *campaign.camp.banes]
    return Counter([*units, *(slug(bane.name) for bane in banes)])
