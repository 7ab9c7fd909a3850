"""What is done next in a game, and all that it needs to know, by a key each; only what no list has is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon import game as rules
from hoplo_companion.pantheon.army import AOW
from hoplo_companion.pantheon.battle import ground_of, knows, piece_of
from hoplo_companion.pantheon.cards import OMPHALOS
from hoplo_companion.pantheon.game import ACTIVE, PLACING, Game, works
from hoplo_companion.pantheon.moves import reach, why_not_deploy
from hoplo_companion.pantheon.sight import sight
from hoplo_companion.pantheon.verbs import POWERS, names_of
from hoplo_companion.render.pantheon.game import MANOEUVRES
from hoplo_companion.render.pantheon.game import POWERS as POWER_NAMES

SAID = {
    "place": later("place a troop"),
    "draw": later("draw a card"),
    "pass": later("pass"),
    "activate": later("activate a unit"),
    "walk": later("walk"),
    "attack": later("attack"),
    "claim": later("claim a divine stone"),
    "run": later("run"),
    "deploy": later("deploy"),
    "absorb": later("absorb a divine stone"),
    "flight": later("fast flight"),
    "aerial": later("aerial attack"),
    "dice": later("the dice of the attack"),
    "wounds": later("enter its wounds without the dice"),
    "guard": later("another unit becomes the target by Guard"),
    "throw": later("throw the target by Mighty Throw"),
    "retaliate": later("retaliate"),
    "force": later("remove a 3D element by Force of Nature"),
    "power": later("use a power"),
    "drop": later("drop its stone"),
    "leader": later("take a troop's card by Leader, and end the activation"),
    "done": later("end the activation"),
    "manoeuvre": later("buy a manoeuvre"),
    "recall": later("troop recall"),
    "end": later("end the turn"),
}
"""What may be chosen, in words."""

OFF = later("none of them: type it")
FACE_DOWN = later("face down")
AREA = later("a whole area, by an area attack")
FREE = later("the unclaimed one of its area")


class Asking:
    """Asks a player for the words of a verb."""

    def __init__(self, terminal: Terminal, game: Game) -> None:
        self.terminal = terminal
        self.game = game
        self.names = names_of(game)

    def next(self) -> str:
        """Have the next thing to do chosen."""
        verbs = {tr(SAID[each]): each for each in self.verbs()}
        return verbs[self.terminal.choose_next(tr("What is next?"), list(verbs))]

    def line(self, verb: str) -> str:
        """Give what was chosen as the line that would be typed."""
        return " ".join([verb, *self.words(verb)])

    def verbs(self) -> list[str]:
        """List what may be done now, the likeliest first."""
        found = list(rules.allowed(self.game))
        if self.game.turn.strikes:
            attacker = self.game.turn.strikes[-1].attacker
            found = ["dice", "wounds", "guard", *(["throw"] if works(self.game, attacker, "mighty-throw") else []),
                     "retaliate", "manoeuvre"]  # fmt: skip
        elif self.game.turn.phase == ACTIVE:
            id_, unit = self.game.active()
            found += [each for each, talent in (("force", "force-of-nature"), ("leader", "leader"))
                      if works(self.game, id_, talent)]  # fmt: skip
            found += ["power", *(["drop"] if unit.stone else []), "manoeuvre"]
        elif self.game.turn.phase != PLACING and self.game.winner is None:
            found.append("manoeuvre")
        return list(dict.fromkeys(found))

    def words(self, verb: str) -> list[str]:
        """Give the words behind a verb."""
        ask: dict[str, Callable[[], list[str]]] = {
            "place": self.place,
            "draw": self.card,
            "pass": lambda: ["draw", *self.card()] if self.terminal.is_yes(tr("A second card?")) else [],
            "activate": self.activate,
            "attack": self.attack,
            "aerial": self.attack,
            "absorb": self.absorb,
            "wounds": lambda: [self.game.turn.strikes[-1].targets[0], self.text(tr("How many wounds?"))],
            "guard": lambda: [self.unit(tr("Which unit guards?"), self.having("guard"))],
            "throw": lambda: [self.text(tr("Into which area?"))],
            "power": self.power,
            "leader": lambda: [self.unit(tr("Which troop?"), self.troops())],
            "manoeuvre": self.manoeuvre,
            "recall": lambda: [self.text(tr("What the troop recall does:")), *self.paying(self.game.turn.player)],
        }
        if verb in ("walk", "run", "flight", "deploy"):
            return [self.area(verb)]
        return ask[verb]() if verb in ask else []

    # One answer ---------------------------------------------------------------------------------------------------

    def among(self, text: str, words: dict[str, str]) -> str:
        """Have one of some ids chosen by what it is called."""
        by_words = {said: id_ for id_, said in words.items()}
        return by_words[self.terminal.choose_by_key(text, list(by_words))]

    def text(self, text: str) -> str:
        """Have a line typed."""
        while not (line := self.terminal.ask_line(f"  {text} ")):
            pass
        return line

    def digit(self, text: str) -> str:
        """Have a number of one digit pressed."""
        return self.terminal.ask_key(f"  {text} ", "0123456789")

    def unit(self, text: str, ids: Iterable[str]) -> str:
        """Have a unit chosen, or typed where none of them is meant."""
        known = {id_: self.names[id_] for id_ in ids}
        chosen = self.among(text, known | {"": tr(OFF)}) if known else ""
        return chosen or self.text(text)

    def card(self) -> list[str]:
        """Ask which card was drawn; most are kept face down."""
        player = self.game.turn.player
        cards = {each: self._card_name(each) for each in self.game.players[player].cards.unseen}
        chosen = self.among(tr("Which card?"), {"": tr(FACE_DOWN)} | cards)
        return [chosen] if chosen else []

    def _card_name(self, card: str) -> str:
        names = {each.unit.id: each.unit.name for each in self.game.units.values()}
        return {**names, AOW: tr("Art of War"), OMPHALOS: tr("omphalos card")}.get(card, card)

    def paying(self, player: int) -> list[str]:
        """Ask how an Art of War card is paid, where there is a choice."""
        cards = self.game.players[player].cards
        ways = {"aow": tr("Art of War")} if cards.may_hold(AOW) else {}
        if cards.may_hold(OMPHALOS):
            ways[OMPHALOS] = tr("omphalos card")
        dead = [each.unit.id for each in self.game.units.values()
                if each.owner == player and each.destroyed and each.unit.kind != "troop"]  # fmt: skip
        held = [each for each in dead for _ in range(cards.may_hold(each))]
        if len(held) >= 2:
            ways[" ".join(held[:2])] = " + ".join(map(self._card_name, held[:2]))
        if len(ways) < 2:
            return ["pay", *(next(iter(ways), AOW)).split()]
        return ["pay", *self.among(tr("Paid by which card?"), ways).split()]

    # The words of a verb --------------------------------------------------------------------------------------------

    def place(self) -> list[str]:
        """Ask which troop is placed, and where."""
        troops = rules.unplaced(self.game, self.game.turn.player)
        id_ = self.unit(tr("Which troop?"), troops) if len(troops) > 1 else troops[0]
        return [id_, self.deployment(id_)]

    def deployment(self, id_: str) -> str:
        """Ask for an area of the deployment zone."""
        ground = ground_of(self.game)
        piece = piece_of(self.game, self.game.units[id_])
        areas = [each for each in ground.areas if not why_not_deploy(ground, piece, each)] if self.game.ground else []
        return self.terminal.choose_by_key(tr("Which area?"), areas) if areas else self.text(tr("Which area?"))

    def area(self, verb: str) -> str:
        """Ask where a unit goes: by a key among those that it can reach, where the ground is known."""
        id_, unit = self.game.active()
        if verb == "deploy":
            return self.deployment(id_)
        areas: list[str] = []
        if unit.stats is not None and knows(self.game, unit.area):
            ground = ground_of(self.game)
            areas = [each.area for each in reach(ground, ground.pieces[id_], verb, unit.stats[3])]
        return self.terminal.choose_by_key(tr("Which area?"), areas) if areas else self.text(tr("Which area?"))

    def activate(self) -> list[str]:
        """Ask which unit is activated, and how the second one is paid."""
        turn = self.game.turn
        own = [id_ for id_, unit in self.game.units.items()
               if (unit.owner == turn.player or id_ == turn.free) and not unit.destroyed and id_ not in turn.activated
               and self.game.players[unit.owner].cards.may_hold(unit.unit.id)]  # fmt: skip
        chosen = self.unit(tr("Which unit?"), own)
        return [chosen, *(self.paying(turn.player) if turn.activated and chosen != turn.free else [])]

    def attack(self) -> list[str]:
        """Ask whom, or which area; and how far it is where the ground is not known."""
        _, unit = self.game.active()
        enemies = {each: self.names[each] for each, other in self.game.units.items()
                   if other.area and not other.destroyed and not self.game.is_ally(other, unit.owner)}  # fmt: skip
        chosen = self.among(tr("Whom?"), enemies | {"area": tr(AREA), "": tr(OFF)})
        if not chosen:
            return [self.text(tr("Whom?"))]
        area = self.text(tr("Which area?")) if chosen == "area" else self.game.units[chosen].area
        words = ["area", area] if chosen == "area" else [chosen]
        if area == unit.area:
            return words
        if knows(self.game, unit.area, area):
            is_full = ground_of(self.game).is_full(area)
            if sight(ground_of(self.game), unit.area, area).is_seen is None and not is_full:
                text = tr("Is area {area} visible, by a straight line between the centres?", area=area)
                if not self.terminal.is_yes(text):
                    raise IllegalError(tr("{area} is not visible. pan.attack.visible", area=area))
            if is_full and area in ground_of(self.game).near(unit.area) and chosen != "area":
                text = tr("Area {area} is full: attack as at range 0?", area=area)
                return words if self.terminal.is_yes(text) else [*words, "1"]
            return words
        return [
            *words,
            self.terminal.ask_key("  " + tr("Areas to the target, 0 to 9:") + " ", "0123456789"),
        ]

    def absorb(self) -> list[str]:
        """Ask whose stone is absorbed, where an ally in the area carries one."""
        _, unit = self.game.active()
        allies = {each: self.names[each] for each, other in self.game.units.items()
                  if other.stone and other.area == unit.area and self.game.is_ally(other, unit.owner)}  # fmt: skip
        chosen = self.among(tr("Which stone?"), {"": tr(FREE)} | allies) if allies else ""
        return [chosen] if chosen else []

    def power(self) -> list[str]:
        """Ask for the type of a power and its cost."""
        kind = self.among(tr("Which type of power?"), {each: tr(POWER_NAMES[each]) for each in POWERS})
        cost = self.terminal.ask_key("  " + tr("Its cost in Art of War cards, 0 to 9:") + " ", "0123456789")
        return [kind, *(["cost", cost] if cost != "0" else [])]

    def manoeuvre(self) -> list[str]:
        """Ask which manoeuvre, who buys it, and the card that is searched for."""
        kind = self.among(tr("Which manoeuvre?"), {each: tr(MANOEUVRES[each]) for each in rules.MANOEUVRES})
        names = {str(at): player.name for at, player in enumerate(self.game.players)}
        at = int(self.among(tr("Which player?"), names))
        card = []
        if kind == "search":
            unseen = {each: self._card_name(each) for each in self.game.players[at].cards.unseen}
            card = [self.among(tr("Which card?"), unseen)]
        return [kind, self.game.players[at].name.casefold(), *card, *self.paying(at)]

    def having(self, talent: str) -> list[str]:
        """List the units whose talent works now."""
        return [id_ for id_ in self.game.units if works(self.game, id_, talent)]

    def troops(self) -> list[str]:
        """List the troops on the board of the active player's side."""
        every, player = self.game.units.items(), self.game.turn.player
        return [
            id_ for id_, unit in every if unit.unit.kind == "troop" and unit.area and self.game.is_ally(unit, player)
        ]
