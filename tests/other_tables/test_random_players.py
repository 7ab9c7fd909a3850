"""Random players at both tables: nobody is ever stuck, every refusal is a sentence, every game can be said and kept."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hoplo_companion.cli.tables.commands import commands_of, go
from hoplo_companion.cli.tables.pantheon import TABLE as PANTHEON
from hoplo_companion.cli.tables.spartacus import TABLE
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.language import speaking
from hoplo_companion.pantheon import book as pantheon
from hoplo_companion.pantheon.game import Game as PantheonGame
from hoplo_companion.pantheon.game import new_game as new_pantheon
from hoplo_companion.pantheon.units import read_units
from hoplo_companion.render import pantheon as pantheon_words
from hoplo_companion.render import spartacus as spartacus_words
from hoplo_companion.render.style import plain
from hoplo_companion.spartacus.arena import match_of
from hoplo_companion.spartacus.book import BOOK, new_game
from hoplo_companion.spartacus.game import Game, Options
from hoplo_companion.table.saves.open_campaign import to_state
from hoplo_companion.tables.actions import Book, Deed, Deeds
from hoplo_companion.tables.slots import Each, Filled, Number, Pick, Rolled, Slot, Text, Whole, fill, spelled
from tests.helpers.cli import hoplo
from tests.other_tables.test_pantheon_battle import begin
from tests.other_tables.test_pantheon_game import ANNA, BEN

CARDS = (
    "Crixus: gladiator 2/1/2, worth 5", "Thracian: gladiator 1/1/1", "Naevia: slave 1/1/1, worth 2", "Guard: guard",
    "Net: special net", "Trident: weapon attack range 2, worth 3", "Helmet: armour helmet",
)  # fmt: skip


class Player:
    """Somebody who answers every question at random."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def __call__(self, slot: Slot, filled: Filled) -> Any:
        """Answer for one slot."""
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
                may = [n for n in range(least, min(most, least + 8) + 1) if not slot.why_not(filled, n)]
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
        assert isinstance(slot, Text)
        if slot.name in ("slay", "text"):
            return slot.default
        typed = {"stats": ("6712", "6/7/1/2"), "value": ("3/2/1", "1/1/1")}.get(slot.name, ("3",))
        return slot.turned(self.random.choice(typed))

    def _some(self, slot: Pick, filled: Filled) -> tuple[Any, ...]:
        found: list[Any] = []
        while self.random.random() < 0.6:
            so_far = Filled(filled.game, {**filled.values, slot.name: tuple(found)})
            among = [each for each in map(slot.value, slot.among(so_far)) if each not in found]
            if not among:
                break
            found.append(self.random.choice(among))
        return tuple(found)

    def _deed(self, slot: Deeds, filled: Filled) -> Deed:
        for _ in range(20):
            kind = self.random.choice([*slot.kinds])
            needs = slot.kinds[kind].slots
            values: dict[str, Any] = {}
            for each in needs:
                if isinstance(each, Pick) and not each.among(Filled(filled.game, values)):
                    break
                values[each.name] = self(each, Filled(filled.game, values))
            else:
                return Deed(kind, values)
        return Deed("influence", {"house": 0, "amount": 1})


def match_answer(game: Game, player: Player) -> str:
    """A legal answer to the question of the match."""
    question = match_of(game).question
    assert question is not None
    if question.ask in ("speed", "dice", "results"):
        sides = [" ".join(str(player.random.randint(1, 6)) for _ in range(n)) for n in question.dice if n]
        return " / ".join(sides)
    if question.ask == "surrender":
        before = match_of(game).pools[question.about]
        after = [int(each) for each in player.random.choice(question.options).split("/")]
        names = zip(("ATK", "DEF", "SPD"), before, after, strict=True)
        return " ".join(name for name, had, has in names for _ in range(had - has))
    if question.ask == "which":
        return "no"
    return player.random.choice([each for each in question.options if each != "move"])


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_ever_stuck_at_a_table_of_spartacus(seed: int) -> None:
    player = Player(seed)
    names = ["Pete", "Sally", "John", "Liz"][: 2 + seed % 3]
    game = new_game("capua", names, player.random.choice(("quick", "standard")), Options(), "", [9] * len(names))
    for name in names:
        for card in CARDS:
            game, _ = BOOK.act(game, ["add", name, card])
    done, turns = 0, 0
    while game.stage != "over" and done < 400:
        stage = BOOK.stage_of(game)
        possible = [each for each in BOOK.possible(game) if BOOK.actions[each].is_main(stage) and each != "add"]
        tried, moved = 0, False
        while not moved:
            tried += 1
            assert tried < 300, (stage, possible, "stuck")
            if game.stage == "combat" and not game.scheme:
                name, values = "answer", {"text": match_answer(game, player)}
            else:
                name = player.random.choice([*possible, "decline"] if stage == "invitations" else possible)
                slots = BOOK.actions[name].slots
                try:
                    values = fill(slots, Filled(game, {}), [], player, whole=True)
                except HoploError:
                    continue
            try:
                after, events = BOOK.carry_out(game, name, values)
            except HoploError:
                continue
            assert " ".join(spelled(BOOK.actions[name].slots, game, values)) is not None
            moved = True
        assert all(spartacus_words.event_words(each) for each in events)
        assert plain(spartacus_words.table_lines(after))
        assert msgspec.convert(to_state(after), Game) == after
        assert all(house.coins >= 0 for house in after.houses)
        turns += after.turn > game.turn
        game, done = after, done + 1
    assert game.stage == "over" or turns, "a turn was played to its end"


LATER = ("scheme",)
"""What is refused by all its answers together."""


def checked(book: Book, game: Any, name: str, player: Player) -> Any:
    """The game after an action that was offered, once it is known to be the same when it is typed, in Italian too."""
    slots = book.actions[name].slots
    try:
        values = fill(slots, Filled(game, {}), [], player, whole=True)
    except HoploError:
        # There is nothing to choose from, or an effect is one that a House cannot pay.
        return None
    try:
        after, _ = book.carry_out(game, name, values)
    except HoploError:
        if name not in LATER:
            raise
        return None
    for language in ("en", "it"):
        with speaking(language):
            line = " ".join([name, *spelled(slots, game, values)])
            typed = commands_of([line])[0]
            assert book.act(game, typed)[0] == after, line
    return after


def tried(book: Book, game: Any, player: Player, words: str) -> Any:
    """Try what is offered now, and what Tab offers for it; one of the stage's own actions is carried on with."""
    possible = book.possible(game)
    for name in possible:
        if player.random.random() < 0.2:
            checked(book, game, name, player)
            for word in book.completed(game, [name])[:3]:
                first = book.actions[name].slots[0].now(Filled(game, {}))
                assert word == first.lead or first.read(Filled(game, {}), word) is not None
    own = [each for each in possible if book.actions[each].is_main(book.stage_of(game)) and each != "add"]
    for _ in range(60):
        if (after := checked(book, game, player.random.choice(own), player)) is not None:
            return after
    raise AssertionError((words, own, "stuck"))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_accepted_and_what_is_typed_does_the_same_at_both_tables(seed: int) -> None:
    player = Player(seed)
    names = ["Pete", "Sally", "John", "Liz"][: 2 + seed % 3]
    houses: Any = new_game("capua", names, "quick", Options(), "", [9] * len(names))
    for name in names:
        for card in CARDS:
            houses, _ = BOOK.act(houses, ["add", name, card])
    board = ("1: forest cap 4 at 0;0 | 2 normal", "2: water cap 4 at 1;0 | 3 chains", "3: ruins cap 4 at 2;0")
    armies = [("Anna", read_units(ANNA), 0), ("Ben", read_units(BEN), 0)]
    battle: Any = msgspec.structs.replace(new_pantheon(armies, team=False), ground=board if seed % 2 else ())
    for _ in range(50):
        houses = houses if houses.stage == "over" else tried(BOOK, houses, player, "spartacus")
        battle = battle if battle.winner is not None else tried(pantheon.BOOK, battle, player, "pantheon")


@pytest.mark.parametrize("seed", range(8))
def test_nobody_is_ever_stuck_in_a_game_of_pantheon(seed: int) -> None:
    player = Player(seed)
    armies = [("Anna", read_units(ANNA), 0), ("Ben", read_units(BEN), 0)]
    board = ("1: forest cap 4 at 0;0 | 2 normal", "2: water cap 4 at 1;0 | 3 chains", "3: ruins cap 4 at 2;0")
    game = msgspec.structs.replace(new_pantheon(armies, team=False), ground=board if seed % 2 else ())
    book, done = pantheon.BOOK, 0
    while game.winner is None and done < 250:
        stage = book.stage_of(game)
        possible = [each for each in book.possible(game) if book.actions[each].is_main(stage) and each != "dice"]
        for _ in range(300):
            name = player.random.choice(possible)
            try:
                values = fill(book.actions[name].slots, Filled(game, {}), [], player, whole=True)
                after, events = book.carry_out(game, name, values)
            except HoploError:
                continue
            break
        else:
            raise AssertionError((stage, possible, "stuck"))
        assert all(pantheon_words.event_words(after, each) for each in events)
        assert plain(pantheon_words.game_lines(after))
        assert msgspec.convert(to_state(after), PantheonGame) == after
        game, done = after, done + 1


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
                before = opened.game
                after = tried(table.book, before, player, name)
                opened.keep(after, name, name, [])
            for back, there in ((True, before), (False, after), (True, before), (False, after)):
                after_it = go(table, back=back)[1]
                assert msgspec.json.encode(after_it, order="sorted") == msgspec.json.encode(there, order="sorted")
