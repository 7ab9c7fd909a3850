"""What happens at the table, a game in the hands of an action, and what actions ask for."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.spartacus.fighter import MANUAL_TEXT, UnknownAbilityError, in_english, read_abilities, read_fighter
from hoplo_companion.spartacus.game import FIGHTING, GOAL, KINDS, MOST_COINS, Card, Game, Kind, Stage, free_id
from hoplo_companion.tables import actions
from hoplo_companion.tables.actions import Actions, Deeds, Row
from hoplo_companion.tables.slots import Filled, Number, Pick, Slot, Things, Whole, number, refuse_if

FAVOUR_FOR_CHAMPION = 3

EVENTS = {
    "influence": Row("{house}: Influence {amount}, now {now}."),
    "coins": Row("{house}: coins {amount}, now {now}."),
    "paid": Row("{house} pays {other} {coins}.", "sp.coins-any-time"),
    "all-drew": Row(
        "Every House draws {n} Intrigue cards; where the deck runs out, its discards are shuffled.", "sp.draw"
    ),
    "discarded": Row("{house} loses {card}, which is discarded."),
    "exhausted": Row("{house} exhausts {card}."),
    "refreshed": Row("{card} of {house} is Ready again.", "sp.refresh"),
    "healed": Row("{card} of {house} rolls {n}: healed and Ready.", "sp.healing"),
    "not-healed": Row("{card} of {house} rolls {n}: still injured.", "sp.healing"),
    "died": Row("{card} of {house} rolls {n} and dies of its injury.", "sp.healing"),
    "is-healed": Row("{card} of {house} is healed and Ready."),
    "balanced": Row("{house}: the ledgers are even.", "sp.ledgers"),
    "even": Row("Nothing to pay or receive: {houses}.", "sp.ledgers"),
    "turn-ended": Row("{house} ends its turn, down to its Hand Size.", "sp.hand-limit", is_seen=True),
    "turn-of": Row("It is {house}'s Intrigue Turn.", "sp.intrigue-order", is_seen=True),
    "house-rule": Row("{house} uses its House rule {name}.", "sp.house-rules"),
    "scheme": Row("{house} plays {scheme} on {target}: foil it now, or let it succeed.", "sp.scheme"),
    "support": Row("{house} supports it, at no cost in Influence.", "sp.support"),
    "succeeded": Row("{scheme} succeeds.", "sp.success"),
    "foiled": Row("{scheme} is foiled: it has no effect and costs nothing.", "sp.foiled"),
    "guard-lost": Row("{house} discards a Guard and rolls {n} (4 or more foils the Scheme).", "sp.guard-lost"),
    "reaction": Row("{house} plays the Reaction {name}.", "sp.reaction"),
    "deployed": Row("{house} puts a Guard on the table.", "sp.guard-deploy"),
    "traded": Row("{house} hands {card} to {other}."),
    "auction": Row("Open Market ends. Cards up for auction: {n}.", "sp.auction"),
    "revealed": Row("Up for bid: {card}.", "sp.auction"),
    "won-lot": Row("{house} wins the card for {coins}.", "sp.bidding"),
    "bought": Row("{house} wins {card} for {coins}.", "sp.bidding"),
    "tied": Row("{houses} tie at {coins}: their bids stay on the table, and they bid on top.", "sp.tied-bids"),
    "failed": Row(
        "Nobody bids, so the auction fails: the card is discarded, and all bids are returned.",
        "sp.failed-auction",
    ),
    "roll-off": Row("Nobody bids: {houses} roll off for hosting.", "sp.hosting-roll"),
    "roll-again": Row("{houses} are tied: they roll again.", "sp.roll-tie"),
    "hosts": Row("{house} is the Host.", "sp.hosting", True),
    "accepted": Row("{house} accepts the Invitation with {card}.", "sp.invitation"),
    "tribute": Row("Tribute for {card}: {coins}.", "sp.tribute"),
    "declined": Row("{house} declines the Invitation.", "sp.declining"),
    "no-match": Row("Fewer than two Houses accept: no match is fought.", "sp.no-match"),
    "bet": Row("{house} bets {coins} on {on}.", "sp.wagering"),
    "bet-won": Row("{house} wins its wager on {on}: its stake back, and {coins} more.", "sp.wagers"),
    "bet-lost": Row("{house} loses its wager on {on}: {coins}.", "sp.wagers"),
    "round": Row("Round {n}", "sp.round", True),
    "first": Row("{name} goes first.", "sp.order"),
    "second": Row("{name} goes second.", "sp.order"),
    "net": Row("{name} wins the initiative by its Net, which is exhausted.", "sp.net"),
    "nets": Row("Both use a Net: they cancel each other, and the initiative is rolled (sp.two-nets).", "sp.two-nets"),
    "speed": Row("Speed: {one} {ours}, {two} {theirs}."),
    "initiative": Row("{name} wins the initiative."),
    "tie": Row("A tie: roll again."),
    "manual": Row("{name}: {text}: {answer}. p.18", "sp.cards-first"),
    "re-roll": Row("{name} re-rolls {old}: {new}. The string is now {string}.", "sp.re-roll"),
    "move": Row("{name} moves {hexes}.", "sp.moving"),
    "attack": Row("{name} attacks:", "sp.strings"),
    "surrender": Row("{name} takes {wounds}: {before} becomes {left}.", "sp.surrender"),
    "defeat": Row("{name} is defeated: {on}. p.16", "", True),
    "victory": Row("{card} wins the match.", "sp.victory", True),
    "favour": Row("{card} receives a Favour token and now has {n}.", "sp.favour"),
    "champion": Row("{card} of {house} receives its third Favour token and becomes a Champion.", "sp.champion", True),
    "injured": Row("{card} of {house} is injured and exhausted.", "sp.injury"),
    "spared": Row("Thumbs up: {card} lives.", "sp.thumb"),
    "executed": Row("Thumbs down: {card} is executed.", "sp.thumb"),
    "tournament": Row("{houses} have 12 Influence: a tournament decides the game.", "sp.tournament-begins", True),
    "total": Row("{house}: Gladiators and equipment worth {n}.", "sp.tournament"),
    "match-won": Row("{house} wins the match.", "sp.tournament-matches"),
    "won": Row("{house} wins the game.", "sp.win", True),
    "added": Row("{house} has {card}.", "sp.starting-assets"),
    "by-hand": Row("hoplo has no rule for “{text}”: in a match it asks what that changes.", "sp.cards-first"),
    "reading": Row("The reading of {id} is now: {reading}."),
    "set": Row("Corrected: {words}."),
    "began": Row("The game {name} begins. {house} is the Host.", "sp.types"),
    "stage": Row("Next: {stage}.", "sp.phases", is_seen=True),
}
"""Every event of the table."""


class Play(actions.Play[Game]):
    """A game of Spartacus in the hands of an action; a House goes by its place, a card of it by its id."""

    rows = EVENTS

    def note(self, event: str, rule: str = "", /, **values: Any) -> None:
        """Note that something has happened, with what Houses and cards are called."""
        names = self.game.names
        if "card" in values and "house" in values:
            values["card"] = self.game.labels(values["house"]).get(values["card"], values["card"])
        values |= {key: names[values[key]] for key in ("house", "other", "target") if key in values}
        if "houses" in values:
            values["houses"] = ", ".join(names[at] for at in values["houses"])
        super().note(event, rule, **values)

    # Houses
    def needs_another(self, house: int, other: int) -> None:
        """Refuse a House itself where another one is needed."""
        refuse_if(house == other, "choose another House than {house}", house=self.game.names[house])

    def set_house(self, at: int, **fields: object) -> None:
        """Change a House."""
        houses = list(self.game.houses)
        houses[at] = replace(houses[at], **fields)
        self.change(houses=tuple(houses))

    def coins(self, at: int, amount: int) -> None:
        """Give a House coins, or take them; IllegalError where it has too few."""
        has, tabled, house = self.game.houses[at].coins, self.game.tabled.get(str(at), 0), self.game.names[at]
        text = later("{house} has {n} coins, and {tabled} of them lie on the table for its tied bid")
        if not tabled or not has:
            text = plural("{house} has only {n} coin", "{house} has only {n} coins", has, house=house)
        refuse_if(-amount > self.game.may_pay(at), text, house=house, n=has, tabled=tabled)
        self.set_house(at, coins=min(has + amount, MOST_COINS))

    def pay(self, house: int, amount: int, rule: str = "") -> None:
        """Let a House take coins from the Bank, or pay them to it."""
        self.coins(house, amount)
        if amount:
            self.note("coins", rule, house=house, amount=f"{amount:+d}", now=self.game.houses[house].coins)

    def hand_over(self, house: int, to: int, coins: int) -> None:
        """Let coins change hands, which they may at any time."""
        self.needs_another(house, to)
        self.coins(house, -coins)
        self.coins(to, coins)
        self.note("paid", house=house, other=to, n=coins)

    def influence(self, house: int, amount: int, rule: str = "") -> None:
        """Change the Influence of a House within its limits (`sp.influence-limits`)."""
        after = max(self.game.least_influence, min(GOAL, self.game.houses[house].influence + amount))
        self.set_house(house, influence=after)
        self.note("influence", rule, house=house, amount=f"{amount:+d}", now=after)

    # The end of a phase
    def end_phase(self, then: Stage) -> bool:
        """End Intrigue, Market or Arena: one House at 12 wins, several fight it out; say whether the turn continues."""
        there = self.game.at_goal
        if len(there) == 1:
            self.win(there[0], "sp.win")
        elif there:
            self.change(stage="tournament", bracket=there if len(there) == 2 else (), won=())
            self.note("tournament", houses=there)
        else:
            self.change(stage=then)
            self.note("stage", stage=then)
        return not there

    def win(self, at: int, rule: str) -> None:
        """Let a House win the game."""
        self.change(stage="over", winner=at)
        self.note("won", rule, house=at)

    # Cards
    def set_card(self, at: int, id_: str, **fields: object) -> None:
        """Change a card of a House."""
        cards = tuple(replace(each, **fields) if each.id == id_ else each for each in self.game.houses[at].cards)
        self.set_house(at, cards=cards)

    def add_card(self, at: int, card: Card) -> None:
        """Put a card on the table before a House; a Champion brings 1 Influence."""
        used = {each.id for house in self.game.houses for each in house.cards}
        card = card if card.id and card.id not in used else replace(card, id=free_id(card.name, used))
        self.set_house(at, cards=(*self.game.houses[at].cards, card))
        if card.champion:
            self.influence(at, 1, "sp.champion-moves")

    def gain(self, house: int, card: Card, rule: str = "") -> None:
        """Put a new card before a House; what no rule knows of it is said."""
        self.add_card(house, card)
        self.note("added", rule, house=house, card=card.name)
        for text in MANUAL_TEXT.split(card.fight, 1)[1:]:
            self.note("by-hand", text=text.partition(":")[2].strip())

    def stays(self, id_: str) -> None:
        """Refuse to change or to take away a card that is committed to the Games, once a match has ended the loser."""
        loser = self.game.loser
        due = [each.ids if loser is None else each.ids[:1] for each in self.game.entries if loser in (None, each.house)]
        text = later("{card} is committed to the Games: it stays as it is until they are over")
        refuse_if(any(id_ in ids for ids in due), text, card=self.game.card(id_).name)

    def take_card(self, at: int, id_: str) -> Card:
        """Take a card from a House; a Champion that is lost in any way costs 1 Influence."""
        card = self.game.card(id_)
        self.set_house(at, cards=tuple(each for each in self.game.houses[at].cards if each.id != id_))
        if card.champion:
            self.influence(at, -1, "sp.champion-moves")
        return card

    def move_card(self, house: int, other: int, card: str, rule: str = "") -> None:
        """Let a House have a card of another: a Champion's Influence goes with it."""
        self.needs_another(house, other)
        self.stays(card)
        name = self.game.labels(other)[card]
        self.add_card(house, self.take_card(other, card))
        self.note("traded", rule, house=other, card=name, other=house)

    def discard(self, house: int, card: str, rule: str = "") -> None:
        """Discard a card of a House that is not committed to the Games."""
        self.stays(card)
        self.lose(house, card, rule)

    def lose(self, house: int, card: str, rule: str = "") -> None:
        """Take a card from a House, which is discarded."""
        name = self.game.labels(house)[card]
        self.take_card(house, card)
        self.note("discarded", rule, house=house, card=name)

    def exhaust(self, house: int, card: str, rule: str = "") -> None:
        """Turn a Ready card face down."""
        self.set_card(house, card, exhausted=True)
        self.note("exhausted", rule, house=house, card=card)

    def favour(self, house: int, card: str) -> None:
        """Give a Combatant a Favour token; the third one makes it a Champion."""
        has = self.game.card(card)
        if has.champion:
            return
        if has.favour + 1 < FAVOUR_FOR_CHAMPION:
            self.set_card(house, card, favour=has.favour + 1)
            self.note("favour", card=self.game.labels(house)[card], n=has.favour + 1)
            return
        self.set_card(house, card, favour=0, champion=True)
        self.note("champion", house=house, card=card)
        self.influence(house, 1, "sp.champion-moves")


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
    """A slot for a card of a House, by its id: a Ready one, or as `why_not` has it, that of `Pick` for any."""
    known: Things = lambda filled: filled.game.labels(filled[of], kinds)  # noqa: E731
    return Pick(name, ask, **{"known": known, "why_not": exhausted, **settings})


coins = Number("coins", "How many coins?", least=1)
die = Number("roll", "The die:", least=1, most=6)


# A card that comes to the table
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
    about = filter(None, (kind, parts["dice"], worth, parts["text"]))
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
    return str(read_fighter(pools).pools) if text else ""


def _part(
    name: str, ask: str, turned: Callable[[str], str] = str, kinds: Collection[str] = {*KINDS} - {"guard"}
) -> Slot:
    """A part of a card that may be left out, asked for where it is of one of some kinds."""
    return Slot(name, ask, default="", turned=turned, when=lambda filled: filled["kind"] in kinds)


new_card = Whole(
    "card",
    later("The card, as in Crixus: gladiator 4/4/4, worth 5"),
    parts=(
        Pick("kind", "What is it?", known=lambda filled: KIND_NAMES),
        _part("name", later("Its name, Enter for none:")),
        _part("dice", later("Attack/Defence/Speed, as in 443:"), _three, FIGHTING),
        _part("worth", later("Its Coin Value, Enter if unknown:"), lambda text: str(number(text, 0, 99))),
        _part("text", later("What it does in the arena, Enter for nothing:"), _abilities),
    ),
    line=_line,
    turned=read_card,
    written=_written,
)


# What a card does
EFFECTS = Actions(Play)
"""Everything that a card may do to Houses and their cards, by its word."""

AMOUNT = later("How many? -2 takes two away:")
to = house("to", later("Whom?"))

EFFECTS.row("coins", house(), Number("amount", AMOUNT, least=-999, most=999), word="coins")(Play.pay)
EFFECTS.row("influence", house(), Number("amount", AMOUNT, least=-12, most=12), word="influence")(Play.influence)
EFFECTS.row("pays", house(), to, coins, word="pays")(Play.hand_over)
EFFECTS.row("discards", house(), card(), word="discards")(Play.discard)
EFFECTS.row("exhausts", house(), card(), word="exhausts")(Play.exhaust)
_other = house("other", later("From whom?"))
EFFECTS.row("takes a card", house(), _other, card(of="other"), word="takes")(Play.move_card)


@EFFECTS.row("heals", house(), card(why_not=Pick.why_not))
def _heals(play: Play, house: int, card: str) -> None:
    refuse_if(not play.game.card(card).injured, "{card} is not injured", card=play.game.card(card).name)
    play.set_card(house, card, injured=False, exhausted=False)
    play.note("is-healed", play.rule, house=house, card=card)


@EFFECTS.row("refreshes", house(), card(why_not=Pick.why_not))
def _refreshes(play: Play, house: int, card: str) -> None:
    found = play.game.card(card)
    if found.injured or not found.exhausted:
        raise IllegalError("{card} is not an exhausted card without an injury", card=found.name)
    play.set_card(house, card, exhausted=False)
    play.note("refreshed", play.rule, house=house, card=card)


EFFECTS.row("favour", house(), card(kinds=FIGHTING), word="favour")(Play.favour)

EXAMPLES = (
    "Pete coins +5, Sally influence -1, Pete pays Liz 2, Pete discards Crixus, Pete exhausts Crixus, "
    "Pete takes Liz Crixus, Pete heals Crixus, Pete refreshes Crixus, Pete favour Crixus"
)

EFFECT = Deeds("effects", later("What it does:"), default=(), kinds=EFFECTS, example=EXAMPLES)
"""A slot for what a card does; with a name before it, a colon leads it."""
