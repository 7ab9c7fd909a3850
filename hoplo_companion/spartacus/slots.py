"""What the actions of this table ask for: a House, its cards, a die, what a card does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import convert

from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.fighter import (
    LEVEL_NAMES,
    MANUAL_TEXT,
    UnknownAbilityError,
    in_english,
    read_abilities,
    read_fighter,
    read_pools,
)
from hoplo_companion.spartacus.game import FIGHTING, KINDS, Card, Game, Kind, Play
from hoplo_companion.spartacus.odds import PAYS
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


def house(
    name: str = "house",
    ask: str = later("Which House?"),
    why_not: Callable[[Filled, int], str] | None = None,
    **settings: Any,
) -> Pick:
    """A slot for a House, by its place."""
    return Pick(
        name=name, ask=ask, known=lambda filled: {str(at): each for at, each in filled.game.names.items()},
        why_not=why_not and (lambda filled, id_: why_not(filled, int(id_))), value=int, **settings,
    )  # fmt: skip


def unless(may: Callable[[Filled, Any], object], words: str) -> Callable[[Filled, Any], str]:
    """Why a House or a card is refused, unless it may be chosen; the sentence may name the {house}, or the {card}."""

    def why_not(filled: Filled, choice: Any) -> str:
        if may(filled, choice):
            return ""
        if isinstance(choice, str):
            return tr(words, card=filled.game.card(choice).name)
        return tr(words, house=filled.game.names[choice])

    return why_not


itself = unless(lambda filled, at: at != filled["house"], later("choose another House than {house}"))
exhausted = unless(
    lambda filled, id_: not filled.game.card(id_).exhausted,
    later("{card} is exhausted, and may not be used in any way (p.17)"),
)


def not_active(filled: Filled, at: int) -> str:
    """Say whose Intrigue Turn it is, where it is another House's."""
    game = filled.game
    return "" if at == game.active else tr("it is the Intrigue Turn of {house}", house=game.names[game.active])


own = house(why_not=not_active)
"""The House whose Intrigue Turn it is."""


def card(
    name: str = "card",
    ask: str = later("Which card?"),
    kinds: Collection[str] = KINDS,
    of: str = "house",
    why_not: Callable[[Filled, str], str] = exhausted,
    **settings: Any,
) -> Pick:
    """A slot for a card of a House, by its id: a Ready one, or as `why_not` has it."""

    def known(filled: Filled) -> Mapping[str, str]:
        found: Mapping[str, str] = filled.game.labels(filled[of], kinds)
        return found

    return Pick(name=name, ask=ask, **{"known": known, **settings}, why_not=why_not)


def coins(of: str = "house", ask: str = later("How many coins?"), least: int = 1, **settings: Any) -> Number:
    """A slot for coins that a House has."""
    return Number(name="coins", ask=ask, least=least, **settings,
                  why_not=lambda filled, n: filled.game.why_not_pay(filled[of], n))  # fmt: skip


die = Number(name="roll", ask=later("The die:"), least=1, most=6)


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
    fight = in_english(" ".join([*words, *by_hand]).replace(" , ", ", ").strip(" ,"))
    if kind in FIGHTING and MANUAL_TEXT.split(fight)[0].strip():
        read_fighter(f"{name} {fight}")
    else:
        read_abilities(fight)
    return Card(" ".join(name.split())[:60], kind, value, fight)


def _is_named(filled: Filled) -> bool:
    return str(filled["kind"]) != "guard"


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


new_card = Whole(
    name="card",
    ask=later("The card, as in Crixus: gladiator 4/4/4, worth 5"),
    parts=(
        Pick(name="kind", ask=later("What is it?"), known=lambda filled: KIND_NAMES),
        Text(name="name", ask=later("Its name, Enter for none:"), default="", when=_is_named),
        Text(name="dice", ask=later("Attack/Defence/Speed, as in 443:"), default="", turned=_three,
             when=lambda filled: filled["kind"] in FIGHTING),
        Text(name="worth", ask=later("Its Coin Value, Enter if unknown:"), default="",
             turned=lambda text: str(number(text, 0, 99)), when=_is_named),
        Text(name="text", ask=later("What it does in the arena, Enter for nothing:"), default="", turned=_abilities,
             when=_is_named),
    ),
    line=_line,
    turned=read_card,
    written=_written,
)  # fmt: skip


# What a card does --------------------------------------------------------------------------------------------------


def _made_ready(event: str) -> Callable[..., None]:
    def do(play: Play, house: int, card: str) -> None:
        play.set_card(house, card, injured=False, exhausted=False)
        play.note(event, play.rule, house=house, card=card)

    return do


_not_injured = unless(lambda filled, id_: filled.game.card(id_).injured, later("{card} is not injured"))
_not_exhausted = unless(
    lambda filled, id_: filled.game.card(id_).exhausted and not filled.game.card(id_).injured,
    later("{card} is not an exhausted card without an injury"),
)


def _amount(most: int) -> Number:
    return Number(name="amount", ask=later("How many? -2 takes two away:"), least=-most, most=most)


EFFECTS: dict[str, Action] = {
    "coins": Action(later("coins"), Play.pay, (house(), _amount(999))),
    "influence": Action(later("influence"), Play.influence, (house(), _amount(12))),
    "pays": Action(later("pays"), Play.hand_over, (house(), house("to", later("Whom?"), itself), coins())),
    "discards": Action(later("discards"), Play.discard, (house(), card())),
    "exhausts": Action(later("exhausts"), Play.exhaust, (house(), card())),
    "takes": Action(later("takes a card"), Play.move_card,
                    (house(), house("other", later("From whom?"), itself), card(of="other"))),
    "heals": Action(later("heals"), _made_ready("is-healed"), (house(), card(why_not=_not_injured))),
    "refreshes": Action(later("refreshes"), _made_ready("refreshed"), (house(), card(why_not=_not_exhausted))),
    "favour": Action(later("favour"), Play.favour, (house(), card(kinds=FIGHTING))),
}  # fmt: skip
"""Everything that a card may do to Houses and their cards, by its word."""

EXAMPLES = (
    "Pete coins +5, Sally influence -1, Pete pays Liz 2, Pete discards Crixus, Pete exhausts Crixus, "
    "Pete takes Liz Crixus, Pete heals Crixus, Pete refreshes Crixus, Pete favour Crixus"
)

EFFECT = Deeds(name="effects", ask=later("What it does:"), default=(), kinds=EFFECTS, example=EXAMPLES, play=Play)
"""A slot for what a card does; with a name before it, a colon leads it."""


# What is bet on ----------------------------------------------------------------------------------------------------


def combatants(filled: Filled) -> dict[str, str]:
    """Both Combatants, by their place."""
    return {f"victory-{place + 1}": filled.game.combatant(place) for place in range(len(filled.game.entries))}


def bets(filled: Filled) -> dict[str, str]:
    """What may be bet on: either Combatant, an Injury, a Decapitation."""
    return {**combatants(filled), **{on: LEVEL_NAMES[on] for on in PAYS if on in LEVEL_NAMES}}


def bet_name(game: Game, on: str) -> str:
    """What a wager is called: its Combatant, or the id of the level."""
    return combatants(Filled(game, {})).get(on, on)


def why_no_bet(filled: Filled, on: str) -> str:
    """Why a House may not bet on something; empty where it may."""
    at, game = filled["house"], filled.game
    name, places = game.names[at], [place for place, entry in enumerate(game.entries) if entry.house == at]
    if any((each.house, each.on) == (at, on) for each in game.bets):
        return tr("{house} has already bet on that: up to 3 coins in all", house=name)
    if any(on == f"victory-{2 - place}" for place in places):
        return tr("{house} fights: it may not bet against its own Combatant", house=name)
    if places and on in LEVEL_NAMES and game.reads("sp.own-bets"):
        return tr("{house} fights: it may bet on its own Victory alone (sp.own-bets)", house=name)
    return ""
