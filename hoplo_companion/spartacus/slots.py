"""What the actions of this table ask for: a House, its cards, a die, what a card is, and what it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import convert

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.fighter import MANUAL_TEXT, UnknownAbilityError, in_english, read_abilities, read_fighter
from hoplo_companion.spartacus.game import FIGHTING, KINDS, Card, Kind, Play
from hoplo_companion.tables.actions import Actions, Deeds
from hoplo_companion.tables.slots import Filled, Number, Pick, Text, Things, Whole, number

KIND_NAMES = {
    each.lower(): each
    for each in (later("Gladiator"), later("Slave"), later("Guard"), later("Weapon"), later("Armour"), later("Special"))
}


def house(name: str = "house", ask: str = later("Which House?"), **settings: Any) -> Pick:
    """A slot for a House, by its place."""
    known: Things = lambda filled: {str(at): each for at, each in filled.game.names.items()}  # noqa: E731
    return Pick(name, ask, known=known, value=int, **settings)


def exhausted(filled: Filled, id_: str) -> str:
    """Why a card may not be used: an exhausted one may in no way."""
    card = filled.game.card(id_)
    return tr("{card} is exhausted, and may not be used in any way (p.17)", card=card.name) if card.exhausted else ""


def card(
    name: str = "card",
    ask: str = later("Which card?"),
    kinds: Collection[str] = KINDS,
    of: str = "house",
    **settings: Any,
) -> Pick:
    """A slot for a card of a House, by its id: a Ready one, or as `why_not` has it."""
    known: Things = lambda filled: filled.game.labels(filled[of], kinds)  # noqa: E731
    return Pick(name, ask, **{"known": known, "why_not": exhausted, **settings})


def any_card(filled: Filled, id_: str) -> str:
    """Stands where a card need not be Ready."""
    return ""


coins = Number("coins", later("How many coins?"), least=1)
die = Number("roll", later("The die:"), least=1, most=6)


# A card that comes to the table ------------------------------------------------------------------------------------


def read_card(text: str) -> Card:
    """Read a card in one line: `Crixus: gladiator 4/4/4, worth 5, ATK doubles add 1 auto-wound`."""
    name, colon, rest = text.partition(":")
    rest, *by_hand = MANUAL_TEXT.split(rest, 1)
    words = rest.replace(",", " , ").split()
    kinds = {each.casefold(): kind for kind, said in KIND_NAMES.items() for each in (kind, tr(said))}
    at = next((at for at, word in enumerate(words) if word.casefold() in kinds), None)
    if not colon or not name.strip() or at is None:
        every = ", ".join(map(tr, KIND_NAMES.values()))
        said = later(
            "{text} is not a card: its name, a colon, its kind ({kinds}), as in Crixus: gladiator 4/4/4, worth 5"
        )
        raise UsageError(said, text=clip(text), kinds=every)
    kind = convert(kinds[words.pop(at).casefold()], Kind)
    value = None
    at = next((at for at, word in enumerate(words) if word.casefold() in ("worth", tr("worth"))), None)
    if at is not None:
        value = number(" ".join(words[at + 1 : at + 2]), 0, 99)
        del words[at : at + 2]
    fight = in_english(re.sub(r"( ,)+ ", ", ", " ".join([*words, *by_hand])).strip(" ,"))
    if kind in FIGHTING and MANUAL_TEXT.split(fight)[0].strip():
        read_fighter(f"{name} {fight}")
    else:
        read_abilities(fight)
    return Card(" ".join(name.split())[:60], kind, value, fight)


def _line(parts: Mapping[str, Any]) -> str:
    kind, worth = parts["kind"], f"worth {parts['worth']}" if parts["worth"] else ""
    # What is kept as it was entered ends the line.
    about = filter(None, (kind, "/".join(parts["dice"] or ""), worth, parts["text"]))
    return f"{parts['name'] or tr(KIND_NAMES[kind])}: {' '.join(about)}"


def _written(card: Card) -> str:
    worth = "" if card.value is None else f"worth {card.value}"
    return " ".join(filter(None, (f"{card.name}: {card.kind}", worth, card.fight)))


def _abilities(text: str) -> str:
    """Read what a card says for the arena; what no rule knows is kept, to be asked about in the match."""
    try:
        read_abilities(text)
    except UnknownAbilityError:
        return f"manual: {text}"
    return text


def _three(text: str) -> str:
    """Read the dice of a Combatant, a digit for each pool: `344`, or as on the card, `3/4/4`."""
    pools = "/".join(text) if text.isdecimal() and len(text) == 3 else text
    return str(read_fighter(pools).pools).replace("/", "") if text else ""


def _part(
    name: str, ask: str, turned: Callable[[str], str] = str, kinds: Collection[str] = {*KINDS} - {"guard"}
) -> Text:
    """A part of a card that may be left out, asked for where it is of one of some kinds."""
    return Text(name, ask, default="", turned=turned, when=lambda filled: filled["kind"] in kinds)


new_card = Whole(
    "card",
    later("The card, as in Crixus: gladiator 4/4/4, worth 5"),
    parts=(
        Pick("kind", later("What is it?"), known=lambda filled: KIND_NAMES),
        _part("name", later("Its name, Enter for none:")),
        _part("dice", later("Attack/Defence/Speed, as in 443:"), _three, FIGHTING),
        _part("worth", later("Its Coin Value, Enter if unknown:"), lambda text: str(number(text, 0, 99))),
        _part("text", later("What it does in the arena, Enter for nothing:"), _abilities),
    ),
    line=_line,
    turned=read_card,
    written=_written,
)


# What a card does --------------------------------------------------------------------------------------------------

EFFECTS = Actions(Play)
"""Everything that a card may do to Houses and their cards, by its word."""

AMOUNT = later("How many? -2 takes two away:")
to = house("to", later("Whom?"))

EFFECTS.row(later("coins"), house(), Number("amount", AMOUNT, least=-999, most=999), word="coins")(Play.pay)
EFFECTS.row(later("influence"), house(), Number("amount", AMOUNT, least=-12, most=12), word="influence")(Play.influence)
EFFECTS.row(later("pays"), house(), to, coins, word="pays")(Play.hand_over)
EFFECTS.row(later("discards"), house(), card(), word="discards")(Play.discard)
EFFECTS.row(later("exhausts"), house(), card(), word="exhausts")(Play.exhaust)
_other = house("other", later("From whom?"))
EFFECTS.row(later("takes a card"), house(), _other, card(of="other"), word="takes")(Play.move_card)


@EFFECTS.row(later("heals"), house(), card(why_not=any_card))
def _heals(play: Play, house: int, card: str) -> None:
    if not play.game.card(card).injured:
        raise IllegalError("{card} is not injured", card=play.game.card(card).name)
    play.set_card(house, card, injured=False, exhausted=False)
    play.note("is-healed", play.rule, house=house, card=card)


@EFFECTS.row(later("refreshes"), house(), card(why_not=any_card))
def _refreshes(play: Play, house: int, card: str) -> None:
    found = play.game.card(card)
    if found.injured or not found.exhausted:
        raise IllegalError("{card} is not an exhausted card without an injury", card=found.name)
    play.set_card(house, card, exhausted=False)
    play.note("refreshed", play.rule, house=house, card=card)


EFFECTS.row(later("favour"), house(), card(kinds=FIGHTING), word="favour")(Play.favour)

EXAMPLES = (
    "Pete coins +5, Sally influence -1, Pete pays Liz 2, Pete discards Crixus, Pete exhausts Crixus, "
    "Pete takes Liz Crixus, Pete heals Crixus, Pete refreshes Crixus, Pete favour Crixus"
)

EFFECT = Deeds("effects", later("What it does:"), default=(), kinds=EFFECTS, example=EXAMPLES)
"""A slot for what a card does; with a name before it, a colon leads it."""
