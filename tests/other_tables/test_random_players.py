"""Random players at both tables: nobody is ever stuck, every refusal is a sentence, every game can be said and kept."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hoplo_companion.cli.tables.pantheon import TABLE as PANTHEON
from hoplo_companion.cli.tables.questions import commands_of, go
from hoplo_companion.cli.tables.spartacus import TABLE
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.language import speaking
from hoplo_companion.pantheon import turn as pantheon
from hoplo_companion.pantheon.game import Game as PantheonGame
from hoplo_companion.pantheon.game import new_game as new_pantheon
from hoplo_companion.pantheon.units import read_units
from hoplo_companion.render.style import plain
from hoplo_companion.spartacus.arena import BOOK
from hoplo_companion.spartacus.game import Game, Options, new_game
from hoplo_companion.table.saves.format import to_state
from hoplo_companion.tables.actions import Book, Deed, Deeds, spelled
from hoplo_companion.tables.slots import Each, Filled, Number, Pick, Rolled, Slot, Whole
from tests.helpers.cli import hoplo
from tests.other_tables.test_pantheon_battle import begin
from tests.other_tables.test_pantheon_game import ANNA, BEN

CARDS = (
    "Crixus: gladiator 2/1/2, worth 5", "Thracian: gladiator 1/1/1", "Naevia: slave 1/1/1, worth 2", "Guard: guard",
    "Net: special net", "Trident: weapon attack range 2, worth 3", "Helmet: armour helmet",
)  # fmt: skip


class Player:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def __call__(self, slot: Slot, filled: Filled) -> Any:
        slot = slot.now(filled)
        match slot:
            case Pick(many=True):
                return self._some(slot, filled)
            case Pick():
                among = [*slot.among(filled)]
                if not slot.is_needed and (not among or (slot.default in ("", None) and self.random.random() < 0.5)):
                    return slot.default
                if not among and slot.takes_any(filled):
                    return str(self.random.randrange(1, 4))
                if not among:
                    raise UsageError
                return slot.value(self.random.choice(among))
            case Number():
                least, most = slot.limits(filled)
                every = range(least, min(most, least + 8) + 1)
                may = [n for n in every if not filled.refuses(filled.having(slot.name, n))]
                if not may:
                    raise UsageError
                return self.random.choice(may)
            case Rolled():
                sides = [[str(self.random.choice(slot.faces) or "-") for _ in range(n)] for n in slot.sides if n]
                return slot.turned(" / ".join(map(" ".join, sides)))
            case Each():
                tops = [(at, slot.most(filled, at)) for at in slot.players(filled)]
                return {at: self.random.randint(slot.least, max(slot.least, min(6, top))) for at, top in tops}
            case Whole():
                return slot.turned(self.random.choice(CARDS))
            case Deeds():
                found: list[Deed] = []
                game = filled.game
                for _ in range(self.random.randrange(4)):
                    found.append(self._deed(slot, Filled(game, {})))
                    game = slot.after(game, found[-1])
                return tuple(found)
        assert type(slot) is Slot
        if slot.name in ("slay", "text"):
            return slot.default
        typed = {"stats": ("6712", "6/7/1/2"), "value": ("3/2/1", "1/1/1")}.get(slot.name, ("3",))
        return slot.turned(self.random.choice(typed))

    def _some(self, slot: Pick, filled: Filled) -> tuple[Any, ...]:
        found: list[Any] = []
        while self.random.random() < 0.6:
            so_far = filled.having(slot.name, tuple(found))
            among = [each for each in map(slot.value, slot.among(so_far)) if each not in found]
            if not among:
                break
            found.append(self.random.choice(among))
        return tuple(found)

    def _deed(self, slot: Deeds, filled: Filled) -> Deed:
        kinds = [kind for kind, row in slot.kinds.items() if not row.refusal(row.begun(filled.game))]
        kind = self.random.choice(kinds)
        return Deed(kind, slot.kinds[kind].filled(filled.game, [], self, whole=True))


def checked(book: Book, game: Any, name: str, player: Player) -> Any:
    """The game after an action that was offered, once it is known to be the same when it is typed, in Italian too."""
    action = book.actions[name]
    try:
        values = action.filled(game, [], player, whole=True)
    except HoploError:
        # There is nothing to choose from, or an effect is one that a House cannot pay.
        return None
    try:
        after, events = book.carry_out(game, name, values)
    except HoploError:
        if name != "scheme":  # which is refused by all its answers together
            raise
        return None
    table = {"spartacus": TABLE, "pantheon": PANTHEON}[book.name]
    for language in ("en", "it"):
        with speaking(language):
            line = " ".join([name, *spelled(action.slots, game, values)])
            assert book.act(game, commands_of([line])[0])[0] == after, line
            assert all(table.words(after, each) for each in events)
            assert plain(table.lines(after))
    return after


def tried(book: Book, game: Any, player: Player) -> Any:
    """Try what is offered now, and what Tab offers for it; one of the stage's own actions is carried on with."""
    possible = book.possible(game)
    for name in possible:
        if player.random.random() < 0.2:
            checked(book, game, name, player)
            begun = book.actions[name].begun(game)
            for word in book.completed(game, [name])[:3]:
                first = book.actions[name].slots[0].now(begun)
                assert word == first.lead or first.read(begun, word) is not None
    own = [each for each in possible if book.actions[each].is_main(book.stage_of(game)) and each != "add"]
    for _ in range(60):
        if (after := checked(book, game, player.random.choice(own), player)) is not None:
            return after
    raise AssertionError((book.name, own, "stuck"))


def houses(seed: int) -> Game:
    names = ["Pete", "Sally", "John", "Liz"][: 2 + seed % 3]
    game = new_game("capua", names, ("quick", "standard")[seed % 2], Options(), "", [9] * len(names))
    for name in names:
        for card in CARDS:
            game, _ = BOOK.act(game, ["add", name, card])
    return game


def battle(seed: int) -> PantheonGame:
    board = ("1: forest cap 4 at 0;0 | 2 normal", "2: water cap 4 at 1;0 | 3 chains", "3: ruins cap 4 at 2;0")
    armies = [("Anna", read_units(ANNA)), ("Ben", read_units(BEN))]
    return msgspec.structs.replace(new_pantheon(armies, team=False), ground=board if seed % 2 else ())


@pytest.mark.parametrize("seed", range(8))
def test_nobody_is_stuck_and_what_is_offered_is_accepted_and_what_is_typed_does_the_same(seed: int) -> None:
    player = Player(seed)
    for book, game in ((BOOK, houses(seed)), (pantheon.BOOK, battle(seed))):
        for _ in range(70):
            if book.stage_of(game) == book.over:
                break
            game = tried(book, game, player)
            assert msgspec.convert(to_state(game), type(game)) == game
            assert book.name == "pantheon" or all(house.coins >= 0 for house in game.houses)


def test_every_step_is_taken_back_and_done_again_byte_for_byte_at_both_tables(tmp_path: Path) -> None:
    assert hoplo("spartacus", "new", "Pete", "Sally", "--coins", "9,9").code == 0
    for house in ("Pete", "Sally"):
        for card in CARDS[:4]:
            assert hoplo("spartacus", "add", house, card).code == 0
    begin(tmp_path)
    for table in (TABLE, PANTHEON):
        player, name = Player(1), table.book.name
        for _ in range(15):
            with table.games().opened() as opened:
                before = opened.now
                after = tried(table.book, before, player)
                opened.keep(after, name, name)
            for back, there in ((True, before), (False, after), (True, before), (False, after)):
                after_it = go(table, back=back)[1]
                assert msgspec.json.encode(after_it, order="sorted") == msgspec.json.encode(there, order="sorted")
