"""What the actions of this table ask for: a House, its cards, a die, what a card does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import convert

from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.abilities import (
    MANUAL_TEXT,
    UnknownAbilityError,
    in_english,
    read_abilities,
    read_fighter,
)
from hoplo_companion.spartacus.game import FIGHTING, KINDS, Card, Game, Kind, Play
from hoplo_companion.spartacus.pools import read_pools
from hoplo_companion.tables.slots import Deed, Deeds, Filled, Number, Pick, Slot, Text, Whole, number
from hoplo_companion.tables.slots import Kind as Effect

KIND_NAMES: dict[str, str] = {
    "gladiator": later("Gladiator"),
    "slave": later("Slave"),
    "guard": later("Guard"),
    "weapon": later("Weapon"),
    "armour": later("Armour"),
    "special": later("Special"),
}


def houses_of(game: Game) -> dict[int, str]:
    """The names of the Houses by their places."""
    return {at: house.name for at, house in enumerate(game.houses)}


def every_house(filled: Filled) -> dict[str, str]:
    """Every House, to be chosen from."""
    return {str(at): name for at, name in houses_of(filled.game).items()}


def house(
    name: str = "house",
    ask: str = later("Which House?"),
    among: Callable[[Filled], Collection[int]] | None = None,
    why_not: Callable[[Filled, str], str] | None = None,
    **settings: Any,
) -> Pick:
    """A slot for a House, by its place."""

    def some(filled: Filled) -> dict[str, str]:
        every = houses_of(filled.game)
        return {str(at): every[at] for at in (every if among is None else among(filled))}

    return Pick(name=name, ask=ask, among=some, known=every_house, why_not=why_not, value=int, **settings)


def others(filled: Filled) -> list[int]:
    """Every House but the one that was chosen."""
    return [at for at in range(len(filled.game.houses)) if at != filled["house"]]


def active(filled: Filled) -> list[int]:
    """The House whose Intrigue Turn it is."""
    return [filled.game.active]


def not_active(filled: Filled, id_: str) -> str:
    """Say whose Intrigue Turn it is."""
    return tr("it is the Intrigue Turn of {house}", house=filled.game.houses[filled.game.active].name)


own = house(among=active, why_not=not_active)
"""The House whose Intrigue Turn it is."""


def why_not_card(filled: Filled, id_: str) -> str:
    """Say why a card of a House cannot be chosen: nearly always because it is exhausted."""
    card = next(each for held in filled.game.houses for each in held.cards if each.id == id_)
    if card.exhausted:
        return tr("{card} is exhausted, and may not be used in any way (p.17)", card=card.name)
    return tr("{name} cannot be chosen now.", name=card.name)


def card(
    name: str = "card",
    ask: str = later("Which card?"),
    kinds: Collection[str] = KINDS,
    of: Callable[[Filled], int] = lambda filled: int(filled["house"]),
    among: Callable[[Filled], Mapping[str, str]] | None = None,
    *,
    ready: bool = True,
    why_not: Callable[[Filled, str], str] = why_not_card,
    **settings: Any,
) -> Pick:
    """A slot for a card of a House, by its id."""

    def some(filled: Filled) -> Mapping[str, str]:
        found = filled.game.labels(of(filled), kinds, ready=ready)
        return found if among is None else among(filled)

    def known(filled: Filled) -> Mapping[str, str]:
        found: Mapping[str, str] = filled.game.labels(of(filled), kinds)
        return found

    return Pick(name=name, ask=ask, among=some, known=known, why_not=why_not, **settings)


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
        raise UsageError(
            tr(
                "{text} is not a card: its name, a colon, its kind ({kinds}), as in Crixus: gladiator 4/4/4, worth 5",
                text=clip(text),
                kinds=", ".join(tr(each) for each in KIND_NAMES.values()),
            )
        )
    kind = convert(kinds[words.pop(at).casefold()], Kind)
    value = None
    for at, word in enumerate(words):
        if word.casefold() in ("worth", tr("worth")):
            value = number(words[at + 1] if at + 1 < len(words) else "", 0, 99)
            del words[at : at + 2]
            break
    fight = in_english(" ".join(" ".join([*words, *by_hand]).replace(" , ", ", ").split()).strip(" ,"))
    if kind in FIGHTING and MANUAL_TEXT.split(fight)[0].strip():
        read_fighter(f"{name} {fight}")
    else:
        read_abilities(fight)
    return Card(" ".join(name.split())[:60], kind, value, fight)


def _fights(filled: Filled) -> bool:
    return str(filled["kind"]) in FIGHTING


def _is_named(filled: Filled) -> bool:
    return str(filled["kind"]) != "guard"


def _line(parts: Mapping[str, Any]) -> str:
    kind = parts["kind"]
    name = parts["name"] or tr(KIND_NAMES[kind])
    pools = "/".join(parts["dice"] or "")
    worth = f"worth {parts['worth']}" if parts["worth"] else ""
    return f"{name}: {kind} {pools} {parts['text'] or ''}, {worth}".strip(" ,")


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
        Pick(name="kind", ask=later("What is it?"), among=lambda filled: KIND_NAMES),
        Text(name="name", ask=later("Its name, Enter for none:"), default="", when=_is_named),
        Text(name="dice", ask=later("Attack/Defence/Speed, as in 443:"), default="", turned=_three, when=_fights),
        Text(name="worth", ask=later("Its Coin Value, Enter if unknown:"), default="",
             turned=lambda text: str(number(text, 0, 99)), when=_is_named),
        Text(name="text", ask=later("What it does in the arena, Enter for nothing:"), default="", turned=_abilities,
             when=_is_named),
    ),
    line=_line,
    turned=read_card,
)  # fmt: skip


# What a card does --------------------------------------------------------------------------------------------------


def _coins(play: Play, rule: str, house: int, amount: int) -> None:
    play.pay(house, amount, rule)


def _influence(play: Play, rule: str, house: int, amount: int) -> None:
    play.influence(house, amount, rule)


def _draw(play: Play, rule: str, house: int, amount: int) -> None:
    if amount > 0:
        play.draw(house, amount, rule)
    for _ in range(-amount):
        play.play_from_hand(house)


def _pays(play: Play, rule: str, house: int, other: int, amount: int) -> None:
    play.hand_over(house, other, amount)


def _discards(play: Play, rule: str, house: int, card: str) -> None:
    # Exhausted cards are not eligible to be discarded (p.17).
    play.discard(house, card, rule)


def _exhausts(play: Play, rule: str, house: int, card: str) -> None:
    play.exhaust(house, card, rule)


def _takes(play: Play, rule: str, house: int, other: int, card: str) -> None:
    play.move_card(other, card, house, rule)


def _heals(play: Play, rule: str, house: int, card: str) -> None:
    play.set_card(house, card, injured=False, exhausted=False)
    play.note("is-healed", rule, house=play.name(house), card=play.game.label(house, card))


def _refreshes(play: Play, rule: str, house: int, card: str) -> None:
    play.set_card(house, card, exhausted=False)
    play.note("refreshed", rule, house=play.name(house), card=play.game.label(house, card))


def _favour(play: Play, rule: str, house: int, card: str) -> None:
    favour(play, house, card)


def favour(play: Play, at: int, id_: str) -> None:
    """Give a Combatant a Favour token; the third one makes it a Champion."""
    from hoplo_companion.spartacus.game import FAVOUR_FOR_CHAMPION

    card, label = play.card(at, id_), play.game.label(at, id_)
    if card.champion:
        return
    if card.favour + 1 < FAVOUR_FOR_CHAMPION:
        play.set_card(at, id_, favour=card.favour + 1)
        play.note("favour", card=label, n=card.favour + 1)
        return
    play.set_card(at, id_, favour=0, champion=True)
    play.note("champion", house=play.name(at), card=label)
    play.influence(at, 1, "sp.champion-moves")


def _other(filled: Filled) -> int:
    return int(filled["other"])


def _those(is_meant: Callable[[Card], bool]) -> Callable[[Filled], Mapping[str, str]]:
    """The cards of the House of an effect that it may be about."""

    def some(filled: Filled) -> Mapping[str, str]:
        cards, labels = filled.game.cards(filled["house"]), filled.game.labels(filled["house"])
        return {id_: label for id_, label in labels.items() if is_meant(cards[id_])}

    return some


def _amount(least: int, most: int) -> Slot:
    return Number(name="amount", ask=later("How many? -2 takes two away:"), least=least, most=most)


_injured = _those(lambda card: card.injured)
_turned = _those(lambda card: card.exhausted and not card.injured)
_other_house = house("other", later("From whom?"), others)

EFFECTS: dict[str, Effect] = {
    "coins": Effect(later("coins"), (house(), _amount(-999, 999)), _coins),
    "influence": Effect(later("influence"), (house(), _amount(-12, 12)), _influence),
    "draw": Effect(later("draws"), (house(), _amount(-20, 20)), _draw),
    "pays": Effect(later("pays"), (house(), house("other", later("Whom?")),
                                   Number(name="amount", ask=later("How many coins?"), least=1)), _pays),
    "discards": Effect(later("discards"), (house(), card()), _discards),
    "exhausts": Effect(later("exhausts"), (house(), card()), _exhausts),
    "takes": Effect(later("takes a card"), (house(), _other_house, card(of=_other)), _takes),
    "heals": Effect(later("heals"), (house(), card(among=_injured)), _heals),
    "refreshes": Effect(later("refreshes"), (house(), card(among=_turned)), _refreshes),
    "favour": Effect(later("favour"), (house(), card(kinds=FIGHTING)), _favour),
}  # fmt: skip
"""Everything that a card may do to Houses and their cards, by its word."""

EXAMPLES = (
    "Pete coins +5, Sally influence -1, Liz draw 2, Pete pays Liz 2, Pete discards Crixus, Pete exhausts Crixus, "
    "Pete takes Liz Crixus, Pete heals Crixus, Pete refreshes Crixus, Pete favour Crixus"
)


def _after(game: Game, deed: Deed) -> Game:
    play = Play(game)
    carry_out(play, [deed], "")
    return play.game


def effects(lead: str = "") -> Deeds:
    """A slot for what a card does."""
    return Deeds(name="effects", ask=later("What it does:"), lead=lead, default=(), kinds=EFFECTS, example=EXAMPLES,
                 after=_after)  # fmt: skip


def carry_out(play: Play, deeds: Collection[Deed], rule: str) -> None:
    """Let a card do what it does, one effect after the other."""
    for deed in deeds:
        EFFECTS[deed.word].do(play, rule, **deed.values)
