"""Fights that are set up from a card told in a line, some against targets, and what a test asks of them.

`fights` plays scenes of them (`helpers.table_games`). `on brawl` sets up a card by its name, `on lineup=bag/local
goals=spar act=2 bag=archer/Ruin:bag stack=murmillo camp=archer tactics=stun` one that is made up, `on turn …` one
against targets, up to your first turn. What is done is `answer a b` (`id=answer` where the question is held as well),
`stand archer F3`, `hit krakenlance target (answers)`, `clean upgrade=health`, or a move as it is made (`correct set
points 5`, `rival-turn`, `attack krakenlance target (1)`). Of events `saw Drawn chip source` lists the fields.
"""

import re
import shlex
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, get_type_hints

from msgspec.structs import replace

from hoplo_companion.campaign.cleanup import Reward, is_won, put_away
from hoplo_companion.campaign.model import Bag, Bane, Camp, Campaign, Move, Stack
from hoplo_companion.campaign.rounds import lose_event, win_event
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.table.play.campaign_changes import aftermath_of
from hoplo_companion.table.play.moves import CORRECT, RIVALS
from tests.helpers import acting, play
from tests.helpers.courses import listed
from tests.helpers.fights import CARDS, LISTS, UNITS, Table, chips_of, ready
from tests.helpers.maps import changed, value_of
from tests.helpers.own_catalogue import Own
from tests.helpers.table_games import Player

BANES: dict[str, Any] = {"Ruin": {"kind": "bag", "effects": "range +1 for rival"}, "Shade": {"kind": "unit"}}


def known(**more: Any) -> Catalogue:
    kinds: dict[str, Any] = {
        "units": dict(UNITS),
        "events": {name: dict(card) for name, card in CARDS.items()},
        "banes": dict(BANES),
        "arenas": {"atlanteans": {"starts": {"trident": "D3"}}},
    }
    for kind, records in more.items():
        kinds[kind] = {**kinds.get(kind, {}), **records}
    return Own(**kinds).catalogue


KNOWN = known()


def bag_of(*units: str, banes: tuple[Bane, ...] = ()) -> Bag:
    return Bag(units, banes)


def fought(
    card: str | dict[str, Any] = "brawl", *answers: Any, kind: str = "bloodshed", catalogue: Catalogue = KNOWN,
    sport: str = "", **changes: Any
) -> Table:  # fmt: skip
    """Set a fight up with these answers; a card may be told by its fields. Whatever is left open stays so."""
    if isinstance(card, dict):
        told = {"kind": kind if kind != "capital" else "primus", **card}
        catalogue, card = known(events={"card": told}), "card"
    return Table.begun(ready(kind, **changes), card, catalogue, sport).answer(*answers)


def combat_of(table: Table) -> Combat:
    return table.game.combat


def lineup(table: Table) -> list[str]:
    combat = combat_of(table)
    return [combat.bench[id_].chip for id_ in combat.lineup]


def waiting(table: Table, at: int = 0) -> Unit:
    combat = combat_of(table)
    return combat.bench[combat.lineup[at]]


def of(table: Table, kind: str) -> list[Any]:
    return play.of(table.events, kind)


def asked(table: Table) -> tuple[str, str, str]:
    question = table.game.question()
    return (question.id, question.unit, question.about) if question is not None else ("", "", "")


STILL = {"movement": 0, "range": 1, "health": 1, "attack": ["red"], "skills": []}
"""A chip that stays where it is and never hits; it falls with the first hit."""

STATUE = {"movement": 0, "range": 1, "health": 9, "attack": ["red"], "skills": []}


def targets(**card: Any) -> Catalogue:
    kind = card.setdefault("kind", "sport")
    return known(
        units={"target": {"class": ["archer"], **STILL}, "statue": {"class": ["archer"], **STATUE}},
        events={"primus-1" if kind == "primus" else "card": {"lineup": ["bag", "bag"], **card}},
        tactics={"adrenaline": {"kind": "permanent", "effects": "movement +1"}},
        arenas={
            "kunlun": {"mat": {"priorities": LISTS, "key_hexes": ["D3", "D4", "G2"]}},
            "new-argonauts": {"mat": {"priorities": LISTS}},
        },
    )


def at_your_turn(*answers: Any, first: bool = True, place: dict[str, Any] | None = None, **card: Any) -> Table:
    """Set a fight up against two targets, and play the rival's first turn."""
    books = targets(**card)
    kind = {"primus": "capital"}.get(card.get("kind", "sport"), card.get("kind", "sport"))
    changes: dict[str, Any] = {"region": "kunlun", "bag": bag_of("target", "target"), **(place or {})}
    table = Table.begun(ready(kind, **changes), "primus-1" if kind == "capital" else "card", books)
    table.answer(*answers)
    if first:
        table.do(RIVALS)
    return table


def hit(table: Table, attacker: str, target: str, *answers: Any) -> Table:
    """Put a target beside an attacker of yours in your Engage Step, and have it hit."""
    word = "move" if target in table.game.combat.units else "place"
    table.do(CORRECT, word, target, "E4")
    table.do("attack", attacker, target, answers=(1, *answers))
    return table


def stand(table: Table, unit: str, hex_: str) -> Table:
    """Put a unit of yours on a hex, awake, as if it had come there in an earlier turn."""
    table.do(CORRECT, "place", unit, hex_)
    return table.do(CORRECT, "set", unit, "dazed", "no")


ON_CARD = ("kind", "lineup", "then", "goals", "yours", "instructions", "effects")


class Sat(Table):
    """A fight of a scene, with the chips before it and the campaign after its cleanup."""

    before: Any = None
    after: Any = None


def bag_named(text: str) -> Bag:
    """Read what is in a bag: units, and banes with their kind."""
    chips = [each for each in text.split("/") if each]
    return Bag(
        tuple(each for each in chips if ":" not in each),
        tuple(Bane(*each.split(":")) for each in chips if ":" in each),  # type: ignore[arg-type]
    )


def changes_of(given: dict[str, str], camp: Any) -> dict[str, Any]:
    """Read what of a campaign is as no other test has it."""
    read: dict[str, Any] = {}
    for key, text in given.items():
        if key == "bag":
            read["bag"] = bag_named(text)
        elif key == "stack":
            region = given.get("region", "atlanteans")
            read["stacks"] = {region: Stack(tuple(text.split("/")), 0)} if text else {}
        elif key in ("units", "tactics", "opportunities", "banes"):
            camp = replace(camp, **{key: value_of(text, get_type_hints(Camp)[key])})
            read["camp"] = camp
        elif key == "rulings":
            read["rulings"] = dict([text.split(":")])
        else:
            read[key] = int(text) if text.isdecimal() else text
    return read


def answer(table: Table, *words: str) -> None:
    for word in words:
        read = answer_of(word)
        named, given = read if isinstance(read, tuple) else (table.asks().id, read)
        table.answer((named, given if table.asks().kind in ("dice", "stat") else str(given)))


def answer_of(text: str) -> Any:
    """Read an answer, with the question's id before it if that is held as well."""
    named = re.fullmatch(r"([a-z]+\.[a-z-]+)=(.*)", text)
    return (named[1], answer_of(named[2])) if named else int(text) if text.isdecimal() else text


def fight_on(text: str, books: Mapping[str, Callable[[], Catalogue]]) -> Table:
    words = shlex.split(text)
    given = dict(word.split("=", 1) for word in words if re.match(r"[a-z]+=", word))
    name, *words = [word for word in words if not re.match(r"[a-z]+=", word)] or ["card"]
    card = {key: given.pop(key) for key in ON_CARD if key in given}
    kind, act = card.get("kind", "sport" if "goals" in card else "bloodshed"), int(given.pop("act", "1"))
    fields = {key: text if key in ("kind", "instructions", "effects") else [*filter(None, text.split("/"))]
              for key, text in card.items()}  # fmt: skip
    place = kind if kind != "primus" else "capital"
    if name == "turn":
        given = {"region": "kunlun", "bag": "target/target", **given}
        books_ = targets(**{"kind": "sport", **fields})
    elif card.keys() - {"kind"}:
        books_ = known(events={"card": {"kind": kind, **fields}})
    else:
        books_ = books[given.pop("knows")]() if "knows" in given else KNOWN
    sport, first = given.pop("sport", ""), given.pop("first", "")
    campaign = ready(place, act=act, **changes_of(given, ready().camp))
    name = {"turn": "primus-1" if kind == "primus" else "card"}.get(name, name)
    table = Sat.begun(campaign, name, books_, sport)
    assert isinstance(table, Sat)
    table.before = chips_of(campaign)
    answer(table, *words)
    return table.do(RIVALS) if text.startswith("turn") and not first else table


def acted(table: Any, line: str) -> tuple[Any, list[Any]]:
    doing, _, script = line.partition(" (")
    word, *words = shlex.split(doing)
    answers = [answer_of(each) for each in script.removesuffix(")").split(", ")] if script else []
    seen = len(table.events)
    match word:
        case "put":
            table.game.correct(tuple(words), "seen")
        case "begin":
            table.game.begin(Move(words[0], tuple(words[1:])))
        case "answer":
            answer(table, *words)
        case "first":
            table.by_first()
        case "hit":
            hit(table, words[0], words[1], *answers)
        case "stand":
            stand(table, words[0], words[1])
        case "clean":
            table.after = cleaned(table, *words)
        case "set":
            table.game.campaign = changed(table.game.campaign, words)
        case _:
            table.do(word, *words, answers=tuple(answers))
    return table, table.events[seen:]


def cleaned(table: Table, *words: str) -> Campaign:
    """Clean up as `hoplo cleanup` does, once the fight is over, with the fields of a reward."""
    left, won = aftermath_of(table.game.campaign, table.game.catalogue), is_won(table.game.campaign)
    campaign = put_away(table.game.campaign)
    given = {key: value_of(text, get_type_hints(Reward)[key]) for key, _, text in (w.partition("=") for w in words)}
    return win_event(campaign, Reward(**given), left)[0] if won else lose_event(campaign, (), left)[0]


FIGHT_LOOKS: dict[str, Callable[..., Any]] = {
    "saw": lambda table, kind, *names: listed(of(table, kind), [*names]),
    "lineup": lineup,
    "lineup-ids": lambda table: combat_of(table).lineup,
    "waiting": lambda table, at="0": waiting(table, int(at)),
    "tactics": lambda table: combat_of(table).rival_tactics,
    "asked": lambda table: [*filter(None, asked(table))],
    "question": lambda table: table.game.question(),
    "over": lambda table: table.game.fight.over,
    "turn_of": lambda table: table.game.fight.turn_of,
    "unit": lambda table, id_: combat_of(table).units[id_],
    "at": lambda table, id_: combat_of(table).arena.mat.name(combat_of(table).units[id_].hex),
    "range": lambda table, id_: range_(combat_of(table), combat_of(table).units[id_]),
    "rivals": lambda table: [(unit.chip, unit.hp) for unit in combat_of(table).in_arena("rival")],
    "in-arena": lambda table, side: [(unit.id, unit.hp) for unit in combat_of(table).in_arena(side)],
    "yours": lambda table: sorted(combat_of(table).units),
    "order": lambda table: [event.what for event in table.events if event.what in ("drawn", "lineup-tactic")],
    "place": lambda table, chip: acting.place_of(play.Turn(combat_of(table), [], []), chip),
    "kept": lambda table: len(table.states),
    "cards": lambda table: [card.id for card in combat_of(table).cards],
    "combat": combat_of,
    "campaign": lambda table: table.game.campaign,
    "fight": lambda table: table.game.fight,
    "position": lambda table: table.game.fight.position,
    "reopened": lambda table: table.reopened(),
    "left": lambda table: aftermath_of(table.game.campaign, table.game.catalogue),
    "after": lambda table: table.after,
    "chips": lambda table: chips_of(table.after or table.game.campaign) == table.before,
}


def fights(
    books: Mapping[str, Callable[[], Catalogue]] | None = None,
    starts: Mapping[str, Callable[..., Table]] | None = None,
    **looks: Callable[..., Any],
) -> Player:
    """How scenes of fights are played, some with catalogues of their own (`knows=NAME`), some begun in another way."""

    def begin(text: str) -> Table:
        name, *words = shlex.split(text)
        if name not in (starts or {}):
            return fight_on(text, books or {})
        given = dict(word.split("=", 1) for word in words if "=" in word)
        return (starts or {})[name](*[word for word in words if "=" not in word], **given)

    return Player(begin, acted, {**FIGHT_LOOKS, **looks}, kind=attrgetter("what"))
