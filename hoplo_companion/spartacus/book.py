"""How Spartacus is played: its stages in the order of a turn, each with its way out, and all its actions."""

from collections.abc import Sequence
from typing import Any

from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.arena import seated
from hoplo_companion.spartacus.fighter import arena_text, read_fighter, read_pools
from hoplo_companion.spartacus.game import FIGHTING, GOAL, MOST_HOUSES, Card, Entry, Game, House, Options
from hoplo_companion.spartacus.play import Play, coins, house, to
from hoplo_companion.spartacus.turn import ROWS, balance
from hoplo_companion.tables.actions import Book
from hoplo_companion.tables.slots import Filled, Number, Pick, Slot, meant, wrong_if

NUMBERS = {"coins": later("coins"), "influence": later("Influence")}
STATES: dict[str, tuple[str, Any]] = {
    "ready": (later("ready"), {"exhausted": False, "injured": False}),
    "exhausted": (later("exhausted"), {"exhausted": True, "injured": False}),
    "injured": (later("injured"), {"exhausted": True, "injured": True}),
    "champion": (later("Champion"), {"champion": True, "favour": 0}),
    "favour": (later("Favour tokens"), "favour"),
    "worth": (later("Coin Value"), "value"),
    "dice": (later("dice"), "fight"),
    "gone": (later("no longer there"), {}),
}
"""What a card may be corrected to: in words, and what that makes of it, or the field whose value is asked for."""

ROWS.row("coins change hands", house(ask=later("Who pays?")), to, coins, word="pay")(Play.hand_over)


def _things(filled: Filled) -> dict[str, str]:
    return {**NUMBERS, **filled.game.labels(filled["house"])}


def _is_card(filled: Filled) -> bool:
    return filled["thing"] not in NUMBERS


def _states(filled: Filled) -> dict[str, str]:
    fights = filled["thing"] in filled.game.cards(filled["house"], FIGHTING)
    return {state: words for state, (words, _) in STATES.items() if state != "dice" or fights}


def _right_value(filled: Filled) -> Slot:
    """The right value of what is corrected: dice, or a number."""
    ask, thing, state = later("The right value:"), filled["thing"], filled["state"]
    if state == "dice":
        return Slot("value", ask, turned=lambda text: str(read_pools(text)))
    least, most = (filled.game.least_influence, GOAL) if thing == "influence" else (0, 99 if state else 999)
    return Number("value", ask, least=least, most=most)


@ROWS.row(
    "correct something by hand",
    house(),
    Pick("thing", "Correct what?", known=_things),
    Pick("state", "What is it now?", known=_states, when=_is_card),
    Slot("value", of=_right_value,
            when=lambda filled: not _is_card(filled) or isinstance(STATES[filled["state"]][1], str)),
)  # fmt: skip
def _set(play: Play, house: int, thing: str, state: str | None, value: Any) -> None:
    label = _things(Filled(play.game, {"house": house}))[thing]
    words, makes = STATES[state] if state else ("", {})
    if state is None:
        play.set_house(house, **{thing: value})
    elif state == "gone":
        play.discard(house, thing, "sp.starting-assets")
    elif state == "dice":
        # What a card says behind its dice stays; what was answered in a match was answered for its dice.
        if play.game.stage == "combat" and play.game.answers:
            play.stays(thing)
        play.set_card(house, thing, fight=" ".join([value, *play.game.card(thing).fight.split(" ", 1)[1:]]))
    else:
        play.set_card(house, thing, **({makes: value} if isinstance(makes, str) else makes))
    said = [play.game.names[house], tr(label), words and tr(words), "" if value is None else str(value)]
    play.note("set", "sp.starting-assets", words=" ".join(filter(None, said)))


ROWS.put_reading(
    "spartacus",
    why_not=lambda game: tr("a match is fought: its readings stand until it is over") if game.stage == "combat" else "",
)


# The book, and how a game begins
BEGINNINGS = {"quick": 7, "standard": 4, "advanced": 1}
"""The Influence at the beginning of each type of game ("Choose a Game Type")."""

STAGES = {
    "upkeep": later("Upkeep: refresh cards"),
    "ledgers": later("Upkeep: heal injuries, balance the ledgers"),
    "intrigue": later("Intrigue Phase"),
    "scheme": later("Intrigue Phase: a Scheme"),
    "open-market": later("Market Phase: Open Market"),
    "auction": later("Market Phase: Auction"),
    "lot": later("Market Phase: the card that was won"),
    "hosting": later("Market Phase: Bid for Hosting"),
    "roll-off": later("Market Phase: the roll-off for hosting"),
    "invitations": later("Arena Phase: Hosting the Event"),
    "wagers": later("Arena Phase: Place Wagers"),
    "combat": later("Arena Phase: Combat!"),
    "thumb": later("Arena Phase: The Power of Life & Death"),
    "tournament": later("Tournament"),
    "over": later("The game is won"),
}
WAYS_OUT = {"ledgers": balance, "invitations": seated, "tournament": seated}


def stage_of(game: Game) -> str:
    """The stage that a game is in, or what is open within it."""
    if game.scheme is not None:
        return "scheme"
    if game.buyer is not None:
        return "lot"
    return "roll-off" if game.rolling else game.stage


BOOK = Book("spartacus", STAGES, ROWS, Play, stage_of, "over", WAYS_OUT)


def new_game(
    name: str, houses: Sequence[str], kind: str, options: Options, host: str = "", coins: Sequence[int] = ()
) -> Game:
    """Set a game up: the Houses clockwise, with the Influence of its type; the first hosts unless another is named."""
    names = [" ".join(each.split())[:40] for each in houses]
    if not 2 <= len(names) <= MOST_HOUSES:
        raise UsageError("two to four Houses play, not {n}: there are four House cards", n=len(names))
    if len({each.casefold() for each in names}) < len(names) or not all(names):
        raise UsageError("each House has a name of its own")
    wrong_if(any("=" in each or ":" in each or " " in each for each in names), "the name of a House is one word")
    wrong_if(kind not in BEGINNINGS, "{kind} is not quick, standard or advanced", kind=clip(kind))
    text = later("starting coins for {entered} of {n} Houses: enter one number for each")
    wrong_if(coins and len(coins) != len(names), text, n=len(names), entered=len(coins))
    first = int(meant(host, {str(at): each for at, each in enumerate(names)})) if host else 0
    have = zip(names, coins or [0] * len(names), strict=True)
    every = tuple(House(each, influence=BEGINNINGS[kind], coins=its) for each, its in have)
    return Game(name, every, host=first, options=options)


def match_alone(texts: Sequence[str], options: Options) -> Game:
    """A match outside of any game, as a game of two Houses with a Combatant each that ends with it."""
    wrong_if(not all(texts), "a match has two Combatants: enter both, as in 4/4/4 3/4/3")
    fighters = [read_fighter(text, name) for text, name in zip(texts, ("A", "B"), strict=True)]
    names = [each.name for each in fighters]
    houses = names if names[0].casefold() != names[1].casefold() else ["I", "II"]
    cards = [Card(names[at], "gladiator", fight=arena_text(texts[at]), id=f"combatant-{at + 1}") for at in (0, 1)]
    return Game(
        "duel",
        tuple(House(house, cards=(card,)) for house, card in zip(houses, cards, strict=True)),
        stage="combat",
        options=options,
        entries=tuple(Entry(at, names[at], ids=(cards[at].id,)) for at in (0, 1)),
        bracket=(0, 1),
    )
