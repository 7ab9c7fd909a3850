"""What an action needs to know, asked by a key each: a House, a card, a die; only names and effects are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hoplo_companion.cli.spartacus.match_keys import FACES
from hoplo_companion.cli.spartacus.options import understood
from hoplo_companion.cli.terminal.ask import number
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.language import later, tr
from hoplo_companion.render.spartacus.fighting import LEVEL_NAMES
from hoplo_companion.spartacus.effects import EXAMPLES
from hoplo_companion.spartacus.game import GEAR, KINDS, Card, Game, Kind, Play, read_card
from hoplo_companion.spartacus.upkeep import HEALED
from hoplo_companion.spartacus.winning import next_match

FIGHTING: tuple[Kind, ...] = ("gladiator", "slave")
DEFEATS = {str(level): words for level, words in LEVEL_NAMES.items()}
NONE = later("none, or no more")


class Asking:
    """Asks a player for the words of an action."""

    def __init__(self, terminal: Terminal, game: Game) -> None:
        self.terminal = terminal
        self.game = game
        self.names = [each.name for each in game.houses]

    def words(self, action: str) -> list[str]:
        """Give the words of an action, as they would be typed."""
        ask: dict[str, Callable[[], list[str]]] = {
            "pay": lambda: [*self.two(tr("Who pays?"), tr("Whom?")), self.count(tr("How many coins?"))],
            "add": self.new_card,
            "remove": lambda: self.card(self.house()),
            "heal": self.healing,
            "ledgers": self.ledgers,
            "cash": lambda: [self.active(), self.count(tr("Coins on the card:"))],
            "use": lambda: self.with_effects(self.card(self.active(), is_ready=True)),
            "house-rule": lambda: self.with_effects([self.active(), self.text(tr("The name of the House rule:"))]),
            "scheme": self.scheme,
            "succeed": self.effects,
            "guard": self.guard,
            "foil": lambda: [self.house(but=[self.active()]), *self.reaction()],
            "react": lambda: self.with_effects([self.house(), *self.reaction()]),
            "deploy": lambda: [self.active()],
            "hand-size": lambda: [self.active(), self.count(tr("The Hand Size on the House card:"))],
            "trade": self.trade,
            "sell": self.sell,
            "reveal": lambda: [self.card_text()],
            "bid": lambda: [f"{each}={self.count(tr('Bid of {house}:', house=each), '0')}" for each in self.bidders()],
            "roll": lambda: [f"{name}={self.die(name)}" for name in map(self.names.__getitem__, self.game.rolling)],
            "invite": self.invite,
            "decline": lambda: [self.house(self.uninvited())],
            "wager": self.wager,
            "result": lambda: [self.combatant(tr("Who won?")), self.key(tr("And the other?"), DEFEATS)],
            "thumb": lambda: [self.key(tr("The Host's thumb:"), {"up": later("up"), "down": later("down")})],
            "match-won": lambda: [self.house([self.names[at] for at in next_match_of(self.game)])],
        }  # fmt: skip
        return ask[action]() if action in ask else []

    # One answer ---------------------------------------------------------------------------------------------------

    def pick(self, text: str, choices: Iterable[str]) -> str:
        """Have one of some names chosen by a key; the only one is taken without a question."""
        known = list(dict.fromkeys(choices))
        return known[0] if len(known) == 1 else self.terminal.choose_by_key(text, known)

    def key(self, text: str, words: Mapping[str, str]) -> str:
        """Have one of some words chosen, each said in the player's language."""
        ids = list(words)
        said = [tr(each) for each in words.values()]
        return ids[said.index(self.terminal.choose_by_key(text, said))]

    def some(self, text: str, choices: Iterable[str]) -> list[str]:
        """Have any number of names chosen, one after the other."""
        left, found = list(dict.fromkeys(choices)), []
        while left and (name := self.terminal.choose_by_key(text, [*left, tr(NONE)])) != tr(NONE):
            left.remove(name)
            found.append(name)
        return found

    def house(self, among: Iterable[str] = (), but: Iterable[str] = ()) -> str:
        """Have a House chosen."""
        gone = list(but)
        return self.pick(tr("Which House?"), [each for each in (list(among) or self.names) if each not in gone])

    def active(self) -> str:
        """Name the House whose Intrigue Turn it is."""
        return self.names[self.game.active]

    def two(self, first: str, second: str) -> list[str]:
        """Have two different Houses chosen."""
        one = self.pick(first, self.names)
        return [one, self.pick(second, [each for each in self.names if each != one])]

    def text(self, text: str) -> str:
        """Have a line typed."""
        while not (line := self.terminal.ask_line(f"  {text} ")):
            pass
        return line

    def count(self, text: str, default: str = "") -> str:
        """Have a number typed."""
        return str(self.terminal.until_good(text, number, default))

    def die(self, name: str) -> str:
        """Have a die entered by its face."""
        return self.terminal.ask_key("  " + tr("Die of {name}, 1 to 6:", name=name) + " ", FACES)

    def cards(self, house: str, kinds: Iterable[Kind] = KINDS, *, is_ready: bool = False) -> list[Card]:
        """List cards of a House."""
        known = list(kinds)
        cards = self.game.houses[self.names.index(house)].cards
        return [each for each in cards if each.kind in known and not (is_ready and each.exhausted)]

    def card(self, house: str, kinds: Iterable[Kind] = KINDS, *, is_ready: bool = False) -> list[str]:
        """Have a card of a House chosen; with the House before it."""
        found = [each.name for each in self.cards(house, kinds, is_ready=is_ready)]
        return [house, self.pick(tr("Which card?"), found) if found else self.text(tr("Which card?"))]

    def effects(self) -> list[str]:
        """Have typed what a card does; Enter alone where it does nothing here."""
        line = self.terminal.ask_line("  " + tr("What it does, as in {examples}:", examples=EXAMPLES) + " ")
        return [line] if line else []

    # The words of an action -----------------------------------------------------------------------------------------

    def with_effects(self, words: list[str]) -> list[str]:
        """Add what a card does."""
        if effects := self.effects():
            return [*words[:-1], f"{words[-1]}:", *effects]
        return words

    def reaction(self) -> list[str]:
        """Ask for a Reaction: its name and the Influence that it requires."""
        return [self.text(tr("The name of the Reaction:")), self.count(tr("The Influence that it requires:"))]

    def card_text(self) -> str:
        """Have a card typed, with what no rule knows of it."""
        line = self.text(tr("The card, as in {example}:", example="Crixus: gladiator 4/4/4, worth 5"))
        return understood(self.terminal, line, read_card)[0]

    def new_card(self) -> list[str]:
        """Ask for a card that comes before a House."""
        return [self.house(), self.card_text()]

    def healing(self) -> list[str]:
        """Ask who is healed, and the roll; a failed one may be rolled again."""
        injured = {f"{each.name} ({house.name})": [house.name, each.name] for house in self.game.houses
                   for each in house.cards if each.injured and not each.rolled}  # fmt: skip
        if not injured:
            return []
        who = injured[self.pick(tr("Who is healed?"), injured)]
        rolls = [self.die(who[1])]
        if int(rolls[0]) < HEALED and self.terminal.is_yes(tr("A failed roll: does a card let you roll it again?")):
            rolls.append(self.die(who[1]))
        return [*who, *rolls]

    def ledgers(self) -> list[str]:
        """Ask each House that is short which Gladiators it discards."""
        going = []
        for house in self.game.houses:
            ready = [each for each in house.cards if not each.exhausted]
            gladiators = [each.name for each in ready if each.kind == "gladiator"]
            short = len(gladiators) - sum(each.kind == "slave" for each in ready) - house.coins
            if self.game.reads("sp.ledger-short"):
                short = min(short, 1)
            for _ in range(max(0, short) if short < len(gladiators) else 0):
                text = tr("{house} cannot pay for all: which Gladiator goes?", house=house.name)
                going.append(f"{house.name}={gladiators.pop(gladiators.index(self.pick(text, gladiators)))}")
        return going

    def scheme(self) -> list[str]:
        """Ask for a Scheme, its Influence, its target and who supports it."""
        at = self.active()
        name = self.text(tr("The name of the Scheme:"))
        needs = self.count(tr("The Influence that it requires:"))
        target = self.pick(tr("The Target Dominus:"), self.names)
        backing: list[str] = []
        if int(needs) > self.game.houses[self.game.active].influence:
            backing = self.some(tr("Who supports it?"), [each for each in self.names if each != at])
        return [at, name, needs, target, *(["support", *backing] if backing else [])]

    def guard(self) -> list[str]:
        """Ask for a Guard attempt of the House that the Scheme is aimed at."""
        assert self.game.scheme is not None
        house = self.game.houses[self.game.scheme.target]
        on_table = any(each.kind == "guard" and not each.exhausted for each in house.cards)
        where = {"table": later("the Guard on the table"), "hand": later("a Guard from hand")}
        place = self.key(tr("Which Guard?"), where) if on_table else "hand"
        return [house.name, self.die(house.name), place]

    def trade(self) -> list[str]:
        """Ask who hands which card over to whom, and for how many coins."""
        giver, card = self.card(self.pick(tr("Who hands a card over?"), self.names), is_ready=True)
        taker = self.pick(tr("To whom?"), [each for each in self.names if each != giver])
        return [giver, card, taker, self.count(tr("For how many coins?"), "0")]

    def sell(self) -> list[str]:
        """Ask which card goes to the Bank, and its Coin Value where that is not known."""
        house, name = self.card(self.house(), is_ready=True)
        if any(each.name == name and each.value is not None for each in self.cards(house)):
            return [house, name]
        return [house, name, self.count(tr("The Coin Value of {card}:", card=name))]

    def bidders(self) -> list[str]:
        """List who bids in this round."""
        tied = [int(at) for at in self.game.tabled] or range(len(self.names))
        return [self.names[at] for at in tied]

    def uninvited(self) -> list[str]:
        """List who was not invited yet in this phase."""
        return [name for at, name in enumerate(self.names) if at not in self.game.invited]

    def invite(self) -> list[str]:
        """Ask who accepts, with which Combatant and equipment."""
        house, card = self.card(self.house(self.uninvited()), FIGHTING, is_ready=True)
        gear: list[str] = []
        for kind in GEAR:
            known = [each.name for each in self.cards(house, [kind], is_ready=True)]
            if known:
                chosen = self.terminal.choose_by_key(tr("With which equipment?"), [*known, tr(NONE)])
                gear += [chosen] if chosen != tr(NONE) else []
        return [house, card, *(["with", ", ".join(gear)] if gear else [])]

    def combatant(self, text: str) -> str:
        """Have one of the two Combatants chosen."""
        return self.pick(text, [each.card for each in self.game.entries])

    def wager(self) -> list[str]:
        """Ask for a wager: whose, on what, how many coins."""
        house = self.house()
        on = {each.card: tr("Victory of {name}", name=each.card) for each in self.game.entries}
        on |= {level: tr(LEVEL_NAMES[level]) for level in LEVEL_NAMES if level != "yield"}
        said = {words: id_ for id_, words in on.items()}
        bet = said[self.terminal.choose_by_key(tr("On what?"), list(said))]
        return [house, self.terminal.ask_key("  " + tr("Coins, 1 to 3:") + " ", "123"), bet]


def next_match_of(game: Game) -> tuple[int, int]:
    """Name the two Houses that fight next in the tournament."""
    return next_match(Play(game))
