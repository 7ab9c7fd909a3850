"""A game of Pantheon that is followed: turns, actions, payments, stones, powers, the win; undone and done again."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.cli.tables.commands import commands_of
from hoplo_companion.errors import HoploError, IllegalError, UsageError
from hoplo_companion.pantheon.army import Cards, read_units
from hoplo_companion.pantheon.book import BOOK
from hoplo_companion.pantheon.game import Game, Turn, new_game, winner
from hoplo_companion.render.pantheon import event_words, game_lines
from hoplo_companion.render.style import plain
from hoplo_companion.tables.actions import Happened
from hoplo_companion.tables.slots import Filled, Pick
from tests.helpers.cli import hoplo

ANNA = [
    "Athena: god, cost 6, cards 4, aow 3, stats 7/8/1/2, vitality 9, guard",
    "Hydra: monster, cost 5, cards 3, aow 2, stats 6/6/1/2, vitality 7, gem collector",
    "Achilles: hero, cost 4, cards 3, aow 2, stats 6/7/0/2, vitality 5, mobility",
    "Hoplites: troop, cost 3, cards 3, aow 1, stats 4/6/0/1, vitality 3, phalanx",
]
BEN = [
    "Ares: god, cost 6, cards 4, aow 3, stats 8/7/0/2, vitality 9",
    "Pegasus: monster, cost 5, cards 3, aow 2, stats 5/6/0/3, vitality 5, flying",
    "Leonidas: hero, cost 4, cards 3, aow 2, stats 6/7/0/2, vitality 5, leader",
    "Spartans: troop, cost 3, cards 3, aow 1, stats 4/6/0/1, vitality 3, block",
]
ON_BOARD = "place athena 1; place achilles 1; place hydra 1; place ares 1; place pegasus 1; place leonidas 2"


def do(game: Game, line: str) -> tuple[Game, list[Happened]]:
    """Carry out a line of actions; each event and the game after it can be said."""
    events: list[Happened] = []
    for words in commands_of([line]):
        game, more = BOOK.act(game, words)
        events += more
        assert all(event_words(game, each) for each in more)
        assert plain(game_lines(game))
    return game, events


def allowed(game: Game) -> list[str]:
    return BOOK.possible(game)


def begun(players: int = 2, *, team: bool = False) -> Game:
    armies = [("Anna", read_units(ANNA), 0), ("Ben", read_units(BEN), 0)]
    for name in ("Cleo", "Dora")[: players - 2]:
        armies.append((name, read_units([line.replace(":", f" of {name}:", 1) for line in ANNA]), 0))
    return replace(new_game(armies, team=team), turn=Turn())


def with_cards(game: Game, at: int, cards: Cards) -> Game:
    """Give a player of a game other cards."""
    return game.with_player(at, replace(game.players[at], cards=cards))


def played(*lines: str, game: Game | None = None) -> Game:
    game = game or begun()
    for line in lines:
        game, _ = do(game, line)
    return game


def offered(game: Game, action: str, slot: str, **values: object) -> list[str]:
    """What a player is offered for one thing that an action needs."""
    (found,) = (each for each in BOOK.actions[action].slots if each.name == slot and isinstance(each, Pick))
    return [*found.among(Filled(game, values))]


def refused(words: str, *lines: str, game: Game | None = None) -> None:
    """Expect the last of some lines to be refused, with some words."""
    before = played(*lines[:-1], game=game)
    with pytest.raises(HoploError, match=words):
        do(before, lines[-1])


@pytest.mark.rule("pan.setup.deck", "pan.setup.hand")
def test_the_first_hand() -> None:
    cards = begun().players[0].cards
    assert (cards.in_deck, cards.in_hand, cards.hand, cards.hidden) == (21 - 3, 6, {"aow": 3}, 3)


@pytest.mark.rule("pan.turn.draw", "pan.turn.pass", "pan.turn.next")
def test_a_turn_begins_with_a_card_and_may_be_passed() -> None:
    assert played("activate athena").player.cards.in_deck == played("draw").player.cards.in_deck == 17, "drawn before"
    refused("more than belongs here", "draw athena")
    game = played("draw; pass draw")
    assert (game.player.cards.in_hand, game.turn.phase) == (8, "end")
    game = played("draw; pass; end")
    assert (game.player.name, game.round) == ("Ben", 1)
    game = played("draw; pass; end", game=game)
    assert (game.player.name, game.round) == ("Anna", 2)


@pytest.mark.rule("pan.turn.activate", "pan.turn.two", "pan.turn.once")
def test_two_units_at_most_the_second_for_an_art_of_war_card() -> None:
    game = played(ON_BOARD, "draw; activate athena; done")
    assert game.player.cards.discards == {"athena": 1}
    refused("Athena. No unit is activated more than once", "activate athena", game=game)
    refused("Ares. A unit of your army", "activate ares", game=game)
    game = played("activate hydra; walk 2; done", game=game)
    assert game.player.cards.discards == {"athena": 1, "aow": 1, "hydra": 1}
    refused("Two different units at most", "activate achilles", game=game)
    refused("a unit is active", "walk 3", game=game)


def test_a_card_that_nobody_can_hold_is_not_discarded() -> None:
    game = begun()
    known = Cards(unseen={"hydra": 2, "athena": 1}, hidden=0, hand={"aow": 1})
    game = replace(with_cards(game, 0, known), turn=replace(game.turn, phase="open"))
    refused("No athena card is in the hand", "activate athena", game=game)


@pytest.mark.rule(
    "pan.action.complex", "pan.action.two", "pan.action.different", "pan.action.no-walk-after", "pan.talent.mobility"
)
def test_what_excludes_what() -> None:
    game = played(ON_BOARD, "draw; activate athena")
    assert {"walk", "attack", "run", "claim"} < set(allowed(game))
    assert "deploy" not in allowed(game)
    assert "flight" not in allowed(game)
    refused("A complex action is the only one", "walk 2; run 3", game=game)
    refused("A complex action is the only one", "run 3; claim", game=game)
    refused("must differ", "walk 2; walk 3", game=game)
    refused(
        "up to 2 simple actions",
        "attack ares; abandon; claim; walk 2",
        game=played("done; activate achilles", game=game),
    )
    refused("After an attack a unit walks no more", "attack ares; abandon; walk 2", game=game)
    game = played(ON_BOARD, "draw; activate achilles; attack ares; abandon; walk 2")
    assert game.turn.acted == ("attack", "walk")
    refused("pan.type.flying", ON_BOARD, "draw; activate achilles; flight 3")


@pytest.mark.rule("pan.action.deploy")
def test_who_is_off_the_board_deploys() -> None:
    refused("A unit off the board deploys", "draw; activate athena; walk 2")
    game = played("draw; activate athena; deploy 4")
    assert (game.units["athena"].area, game.turn.phase) == ("4", "between")
    game = played("place athena off", game=game)
    refused("Athena. A unit at 0 vitality is destroyed", "wounds athena 9; place athena 1", game=begun(4, team=False))
    assert "deploy" in allowed(
        played("done", "end", "draw; pass; end", "draw; activate athena", game=played("activate hydra", game=game))
    )


@pytest.mark.rule("pan.talent.block")
def test_block_forbids_walk_run_and_claim() -> None:
    for action in ("walk 2", "run 2", "claim"):
        refused("Block: enemies in its area", ON_BOARD, "place spartans 1", f"draw; activate athena; {action}")


@pytest.mark.rule("pan.aow.two-cards", "pan.stones.omphalos")
def test_what_stands_for_an_art_of_war_card() -> None:
    game = played(ON_BOARD, "wounds hydra 7", "draw; activate athena; done")
    game = with_cards(game, 0, replace(game.player.cards, hand={"hydra": 2, "achilles": 1, "omphalos": 1}))
    paid = played("activate achilles pay hydra hydra", game=game)
    assert paid.player.cards.hand == {"omphalos": 1}
    assert played("activate achilles pay omphalos", game=game).player.cards.hand == {"hydra": 2}
    refused(
        "No aow card is in the hand",
        "activate achilles",
        game=with_cards(game, 0, replace(game.player.cards, hidden=0)),
    )
    refused("Achilles. In place of an Art of War card", "activate achilles pay achilles achilles", game=game)
    refused("Pay with", "activate achilles pay hydra", game=game)
    assert offered(game, "activate", "pay", unit="achilles") == ["aow", "omphalos", "hydra hydra"]


@pytest.mark.rule("pan.aow.manoeuvres", "pan.aow.draw", "pan.aow.search", "pan.aow.evade")
def test_manoeuvres() -> None:
    game = played("manoeuvre draw ben", "manoeuvre search anna")
    assert (game.players[1].cards.in_hand, game.players[0].cards.in_hand) == (7, 6)
    refused("each once per round and player", "manoeuvre draw ben", game=game)
    played("draw; pass; end", "draw; pass; end", "manoeuvre draw ben", game=game)
    refused("Evade: a flying non-troop", "manoeuvre evade ben", game=game)
    game = played(ON_BOARD, "draw; activate athena; attack pegasus; manoeuvre evade ben")
    refused("Nobody was attacked", "retaliate", game=game)
    refused("is not one of", "manoeuvre dance ben")
    refused("is not one of", "manoeuvre draw zoe")


@pytest.mark.rule(
    "pan.attack.retaliation", "pan.attack.retaliation-cost", "pan.attack.retaliation-once", "pan.destroyed"
)
def test_retaliation_in_a_game() -> None:
    game = played(ON_BOARD, "draw; activate athena; attack ares; wounds ares 2 7/7/0/2")
    assert (game.units["ares"].hp, game.units["ares"].stats) == (7, (7, 7, 0, 2))
    after = played("retaliate; wounds athena 0; done; activate achilles; attack ares", game=game)
    assert after.players[1].cards.discards == {"ares": 1}
    refused("Ares. A unit retaliates once", "retaliate", game=after)
    refused("First enter the wounds", ON_BOARD, "draw; activate athena; attack ares 1; retaliate")
    refused("First enter the wounds", ON_BOARD, "draw; activate athena; attack area 1; retaliate")
    refused(
        "A destroyed unit does not retaliate",
        ON_BOARD,
        "draw; activate athena; attack pegasus; wounds pegasus 5; retaliate",
    )


@pytest.mark.rule("pan.attack.area", "pan.attack.area-allies", "pan.attack.area-enemy-needed")
def test_an_area_attack_names_an_area_and_may_hit_allies() -> None:
    refused("only an area attack hits allies", ON_BOARD, "draw; activate athena; attack hydra")
    _, events = do(played(ON_BOARD, "draw; activate athena"), "attack area 1; wounds hydra 1; wounds ares 1")
    assert [event.kind for event in events if event.kind != "old-line"] == [
        "attack", "next-target", "wounds", "next-target", "wounds", "next-target"
    ]  # fmt: skip


@pytest.mark.rule("pan.talent.guard", "pan.talent.initiative", "pan.talent.monster-slayer", "pan.talent.mighty-throw")
def test_talents_that_may_change_an_attack_are_named() -> None:
    game = played(ON_BOARD, "draw; pass; end; draw; activate ares")
    hero, hydra = game.units["ares"], game.units["hydra"]
    talents = ("monster-slayer", "mighty-throw", "force-of-nature")
    game = game.with_unit("ares", replace(hero, unit=replace(hero.unit, talents=talents)))
    game = game.with_unit("hydra", replace(hydra, unit=replace(hydra.unit, talents=("initiative",))))
    _, events = do(game, "attack hydra")
    assert {event.kind for event in events} == {"attack", *talents[:2], "guard", "initiative"}
    assert [event.values["unit"] for event in events if event.kind == "guard"] == ["athena"]
    refused("Ares has range 0, not 2", "attack hydra 2", game=game)
    _, events = do(played("stats ares 8/7/2/2", game=game), "attack hydra 2")
    assert "initiative" not in {event.kind for event in events}
    assert any("Mighty Throw" in event_words(game, each) for each in events)


@pytest.mark.rule(
    "pan.stones.one", "pan.stones.absorb", "pan.stones.drop", "pan.stones.heal", "pan.talent.gem-collector"
)
def test_stones() -> None:
    game = played(ON_BOARD, "draw; activate achilles; claim; done")
    assert game.units["achilles"].stone
    absorbed = played("activate athena; absorb achilles", game=game)
    assert (absorbed.player.absorbed, absorbed.units["achilles"].stone) == (1, False)
    refused("Hydra. A divinity absorbs", "activate athena; absorb hydra", game=game)
    refused("Hydra. A divinity absorbs", ON_BOARD, "draw; activate hydra; absorb")
    dropped = played("end; draw; pass; end; draw; activate achilles; drop", game=game)
    assert not dropped.units["achilles"].stone
    refused("has no stone", "drop", game=dropped)
    refused("carries one at a time", "end; draw; pass; end; draw; activate achilles", "claim", game=game)
    healed = played("wounds athena 2; omphalos take; omphalos heal", game=absorbed)
    assert (healed.units["athena"].hp, "omphalos" in healed.player.cards.hand) == (8, False)
    refused("at full vitality already", "omphalos take; omphalos heal", game=absorbed)
    refused("pan.stones.omphalos", "draw; omphalos take")


@pytest.mark.rule("pan.powers.types", "pan.powers.cost", "pan.terrain.polar")
def test_powers_by_type() -> None:
    game = played(ON_BOARD, "draw; activate athena; power active cost 2")
    assert game.player.cards.hand == {"aow": 1}
    refused("active ones once per turn", "power active", game=game)
    refused("must differ", "power offensive; attack ares; wounds ares 0; attack ares", game=game)
    refused("passive ones not with a complex action", ON_BOARD, "draw; activate athena; run 2; power passive")
    played(ON_BOARD, "draw; activate athena; run 2; power permanent")
    refused("Powers of troops are permanent", "place hoplites 1; draw; activate hoplites; power active")
    refused("polar", ON_BOARD, "draw; activate athena; polar; power active")
    refused("polar", ON_BOARD, "draw; activate athena; polar; walk 2; claim")
    assert played(ON_BOARD, "draw; activate athena; polar").units["athena"].hp == 8
    refused("is not one of", ON_BOARD, "draw; activate athena; power strong")


@pytest.mark.rule("pan.talent.leader")
def test_a_leader_fetches_a_troop_that_needs_no_art_of_war_card() -> None:
    game = played(ON_BOARD, "place spartans 2; draw; pass; end; draw; activate leonidas; leader spartans")
    before = game.player.cards.hand["aow"]
    game = played("activate spartans", game=game)
    assert (game.player.cards.hand["aow"], len(game.turn.activated)) == (before, 2)
    refused("Athena. Leader", ON_BOARD, "draw; activate athena; leader hoplites")
    refused("Leader: .*visible allied troop", ON_BOARD, "draw; pass; end; draw; activate leonidas; leader hoplites")


@pytest.mark.rule("pan.turn.recall")
def test_a_troop_recall_is_paid_for_and_entered() -> None:
    game, events = do(played("draw"), "recall hoplites return to the board")
    assert (game.player.cards.discards, events[0].values["text"]) == ({"aow": 1}, "hoplites return to the board")
    refused("for one troop recall", "recall again", game=game)
    assert "recall" not in allowed(game)
    assert "end" in allowed(game)


@pytest.mark.rule("pan.cards.run-out")
def test_when_a_deck_runs_out_everybodys_is_renewed() -> None:
    game = begun()
    game = with_cards(game, 0, Cards(unseen={"athena": 1}, hidden=1, hand={"aow": 1}, discards={"hydra": 3}))
    game = with_cards(game, 1, Cards(unseen={"ares": 4}, hidden=1, hand={}, discards={"aow": 2, "ares": 1}))
    game, events = do(game, "draw")
    assert events[0].kind == "run-out"
    anna, ben = (player.cards for player in game.players)
    assert (anna.hand, anna.hidden, anna.in_deck, anna.discards) == ({"aow": 1, "athena": 1}, 2, 1, {})
    assert (ben.hand, ben.hidden, ben.in_deck) == ({"ares": 4}, 0, 3), "up to three in hand, and four are there"


@pytest.mark.rule("pan.win.players", "pan.win.out", "pan.destroyed")
def test_the_last_divinity_wins() -> None:
    game = played("wounds ares 9")
    assert (game.winner, winner(game)) == (0, 0)
    refused("The game is over", "draw", game=game)
    game = played("place spartans 3; wounds ares 9", game=begun(3))
    assert (game.winner, game.players[1].out, game.units["spartans"].destroyed) == (None, True, True)
    game = played("draw; pass; end", game=game)
    assert game.player.name == "Cleo"
    four = begun()
    four = four.with_player(1, replace(four.players[1], absorbed=3))
    four = played("place ares 1; draw; pass; end; draw; activate ares; absorb", game=four)
    assert four.winner == 1


@pytest.mark.rule("pan.win.team")
def test_a_team_loses_with_its_first_divinity_and_its_stones_count_together() -> None:
    game = begun(4, team=True)
    assert [player.side for player in game.players] == [0, 1, 0, 1]
    assert played("wounds ares 9", game=game).winner == 0
    for at in (0, 2):
        game = game.with_player(at, replace(game.players[at], absorbed=2))
    assert winner(game) == 0


def test_what_is_not_known_is_entered() -> None:
    game = new_game(
        [("Anna", read_units(["Athena: god, cost 6, cards 4, aow 3"]), 0), ("Ben", read_units(BEN), 0)],
        team=False,
    )
    refused("vitality of Athena is not known", "wounds athena 1", game=game)
    assert played("vitality athena 9; wounds athena 1; stats athena 6/7/1/2", game=game).units["athena"].hp == 8
    with pytest.raises(UsageError, match="is not an action"):
        do(game, "dance")
    with pytest.raises(IllegalError):
        do(game, "done")
    for line in ("wounds athena", "stats athena 1/2", "vitality athena 0", "place athena", "walk 3", "omphalos"):
        with pytest.raises(HoploError):
            do(game, line)


# On disk ----------------------------------------------------------------------------------------------------------


def test_a_game_is_kept_undone_and_done_again(tmp_path: Path) -> None:
    (tmp_path / "anna.txt").write_text("\n".join(ANNA))
    (tmp_path / "ben.txt").write_text("\n".join(BEN))
    assert hoplo("pantheon", "show").code == 2
    assert "`hoplo pantheon new` begins one" in hoplo("pantheon").out
    armies = ("--player", f"Anna={tmp_path}/anna.txt", "--player", f"Ben={tmp_path}/ben.txt")
    assert "Troops are placed: Anna places one now" in hoplo("pantheon", "new", *armies).out
    assert hoplo("pantheon", "play", "draw").code == 3, "troops are placed first"
    assert "The first turn: Anna" in hoplo("pantheon", "play", "place hoplites 1; place spartans 9").out
    ran = hoplo("pantheon", "play", "draw; activate athena; deploy 3")
    assert "Athena deploys in 3, and its activation ends." in ran.out
    assert "Anna draws a card." in ran.out
    before = hoplo("pantheon", "show", "--json").json
    ran = hoplo("pantheon", "play", "activate", "ares")
    assert (ran.code, "Ares. A unit of your army" in ran.err) == (3, True)
    assert hoplo("pantheon", "show", "--json").json == before, "what is refused changes nothing"
    assert "Taken back: pantheon deploy 3" in hoplo("pantheon", "undo").out, "each action of a line is a step"
    for _ in range(4):
        assert hoplo("pantheon", "undo", "--json").code == 0
    assert hoplo("pantheon", "show", "--json").json["turn"] == {"phase": "placing"}
    assert "nothing to undo" in hoplo("pantheon", "undo").err
    for _ in range(5):
        assert "Done again" in hoplo("pantheon", "redo").out
    assert hoplo("pantheon", "show", "--json").json == before
    assert len(hoplo("pantheon", "history", "--json").json["steps"]) == 6
    assert "Round 1" in hoplo("pantheon").out
    assert "deploy 3" in hoplo("pantheon", "history").out
    assert hoplo("pantheon", "play", "end", "--json").json["events"][0]["what"] == "turn"
    assert hoplo("pantheon", "play").code == 2
    assert hoplo("pad").code == 2, "no campaign has begun by that"


@pytest.mark.parametrize(("words", "code", "said"), [
    (("--player", "Anna=anna.txt"), 2, "2 to 4 players"),
    (("--player", "Anna=anna.txt", "--player", "anna=anna.txt"), 2, "the same name"),
    (("--player", "Anna=anna.txt", "--player", "Ben"), 2, "--player Anna=anna.txt"),
    (("--player", "Anna=anna.txt", "--player", "Ben=small.txt"), 3, "Ben: A constructed army costs exactly 18"),
    (("--player", "Anna=anna.txt", "--player", "Ben=small.txt", "--team"), 2, "4 players"),
    (("--player", "Anna=anna.txt", "--player", "Ben=titan.txt", "--draft"), 2,
     "the type that the players have agreed on"),
    (("--player", "Anna=none.txt", "--player", "Ben=none.txt"), 1, "none.txt"),
])  # fmt: skip
def test_a_game_that_cannot_be_begun(words: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "anna.txt").write_text("\n".join(ANNA))
    (tmp_path / "small.txt").write_text(BEN[0])
    (tmp_path / "titan.txt").write_text(BEN[0].replace("god", "titan"))
    ran = hoplo("pantheon", "new", *words, cwd=tmp_path)
    assert (ran.code, said in ran.err) == (code, True), ran
