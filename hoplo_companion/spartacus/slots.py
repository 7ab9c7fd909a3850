"""What the actions of this table ask for: a House, its cards, a die, what a card is, and what it does."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import convert

from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.fighter import (
    MANUAL_TEXT,
    UnknownAbilityError,
    in_english,
    read_abilities,
    read_fighter,
    read_pools,
)
from hoplo_companion.spartacus.game import FIGHTING, KINDS, Card, Kind, Play
from hoplo_companion.tables.actions import Action, Deeds
from hoplo_companion.tables.slots import Filled, Number, Pick, Text, Whole, number

KIND_NAMES: dict[str, str] = {
    "gladiator": later("Gladiator"),
    "slave": later("Slave"),
    "guard": later("Guard"),
    "weapon": later("Weapon"),
    "armour": later("Armour"),
    "special": later("Special"),
}

WhyNot = Callable[[Filled, Any], str]
"""Why something may not be chosen; empty where it may."""


def why(holds: Callable[[Filled, Any], Any], words: str) -> WhyNot:
    """Refuse a choice by a sentence where something holds of it.

    The sentence may name the {house}, the {card}, and what the condition gives as a table.
    """

    def why_not(filled: Filled, choice: Any) -> str:
        if not (found := holds(filled, choice)):
            return ""
        values = dict(found) if isinstance(found, Mapping) else {}
        if "{house}" in words:
            values.setdefault("house", filled.game.names[choice if isinstance(choice, int) else filled["house"]])
        if "{card}" in words and "card" not in values:
            values["card"] = filled.game.card(choice).name
        return tr(words, **values)

    return why_not


def house(
    name: str = "house", ask: str = later("Which House?"), why_not: WhyNot | None = None, **settings: Any
) -> Pick:
    """A slot for a House, by its place."""
    return Pick(
        name, ask, known=lambda filled: {str(at): each for at, each in filled.game.names.items()}, value=int,
        why_not=why_not and (lambda filled, id_: why_not(filled, int(id_))), **settings,
    )  # fmt: skip


itself = why(lambda filled, at: at == filled["house"], later("choose another House than {house}"))
exhausted = why(
    lambda filled, id_: filled.game.card(id_).exhausted,
    later("{card} is exhausted, and may not be used in any way (p.17)"),
)
not_active = why(
    lambda filled, at: at != filled.game.active and {"house": filled.game.names[filled.game.active]},
    later("it is the Intrigue Turn of {house}"),
)
own = house(why_not=not_active)
"""The House whose Intrigue Turn it is."""


def card(
    name: str = "card",
    ask: str = later("Which card?"),
    kinds: Collection[str] = KINDS,
    of: str = "house",
    why_not: WhyNot = exhausted,
    **settings: Any,
) -> Pick:
    """A slot for a card of a House, by its id: a Ready one, or as `why_not` has it."""

    def known(filled: Filled) -> Mapping[str, str]:
        found: Mapping[str, str] = filled.game.labels(filled[of], kinds)
        return found

    return Pick(name, ask, **{"known": known, **settings}, why_not=why_not)


def coins(of: str = "house", ask: str = later("How many coins?"), least: int = 1, **settings: Any) -> Number:
    """A slot for coins that a House has."""
    return Number(
        "coins", ask, least=least, why_not=lambda filled, n: filled.game.why_not_pay(filled[of], n), **settings
    )


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
        raise UsageError(
            "{text} is not a card: its name, a colon, its kind ({kinds}), as in Crixus: gladiator 4/4/4, worth 5",
            text=clip(text),
            kinds=every,
        )
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
    return str(read_pools(pools)).replace("/", "") if text else ""


NAMED = {*KINDS} - {"guard"}
"""The kinds of cards that have a name and a text of their own."""


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

_not_injured = why(lambda filled, id_: not filled.game.card(id_).injured, later("{card} is not injured"))
_not_exhausted = why(
    lambda filled, id_: filled.game.card(id_).injured or not filled.game.card(id_).exhausted,
    later("{card} is not an exhausted card without an injury"),
)


def _made_ready(event: str) -> Callable[..., None]:
    def do(play: Play, house: int, card: str) -> None:
        play.set_card(house, card, injured=False, exhausted=False)
        play.note(event, play.rule, house=house, card=card)

    return do


def _amount(most: int) -> Number:
    return Number("amount", later("How many? -2 takes two away:"), least=-most, most=most)


EFFECTS = {
    "coins": Action(later("coins"), Play.pay, (house(), _amount(999))),
    "influence": Action(later("influence"), Play.influence, (house(), _amount(12))),
    "pays": Action(later("pays"), Play.hand_over, (house(), house("to", later("Whom?"), itself), coins())),
    "discards": Action(later("discards"), Play.discard, (house(), card())),
    "exhausts": Action(later("exhausts"), Play.exhaust, (house(), card())),
    "takes": Action(
        later("takes a card"), Play.move_card, (house(), house("other", later("From whom?"), itself), card(of="other"))
    ),
    "heals": Action(later("heals"), _made_ready("is-healed"), (house(), card(why_not=_not_injured))),
    "refreshes": Action(later("refreshes"), _made_ready("refreshed"), (house(), card(why_not=_not_exhausted))),
    "favour": Action(later("favour"), Play.favour, (house(), card(kinds=FIGHTING))),
}
"""Everything that a card may do to Houses and their cards, by its word."""

EXAMPLES = (
    "Pete coins +5, Sally influence -1, Pete pays Liz 2, Pete discards Crixus, Pete exhausts Crixus, "
    "Pete takes Liz Crixus, Pete heals Crixus, Pete refreshes Crixus, Pete favour Crixus"
)

EFFECT = Deeds("effects", later("What it does:"), default=(), kinds=EFFECTS, example=EXAMPLES, play=Play)
"""A slot for what a card does; with a name before it, a colon leads it."""
