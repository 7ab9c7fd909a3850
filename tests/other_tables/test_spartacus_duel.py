"""Spartacus: a match in the arena, question by question."""

import random
import shlex
from collections.abc import Sequence

import pytest

from hoplo_companion.spartacus.arena import BOOK
from hoplo_companion.spartacus.duel import Match
from hoplo_companion.spartacus.fighter import read_fighter
from hoplo_companion.spartacus.game import Options, match_alone, new_game
from hoplo_companion.tables.actions import Happened
from tests.helpers.table_games import Player, Scene, scenes


def begin(words: str) -> Match:
    """Begin a match of two Combatants, with the optional rule (`strings`) or by other readings."""
    one, other, *more = shlex.split(words)
    readings = dict(each.split("=") for each in more if "=" in each)
    return Match([read_fighter(one), read_fighter(other)], (), readings, string_initiative="strings" in more)


def answered(match: Match, line: str) -> tuple[Match, list[Happened]]:
    after = match.answered(line)
    return after, after.events[len(match.events) :]


def struck(match: Match) -> list[int]:
    return [event.values["attack"]["wounds"] for event in match.events if event.kind == "attack"]


DUEL = Player(begin, answered, {"wounds": struck, "ask": lambda match: match.question.ask})


@scenes("""
sp.initiative, sp.order, sp.round: Totals 8 and 11: Sally's Gladiator wins, she takes the second turn, and John's begins
  on "John's 3/3/3" "Sally's 3/3/4"
  4 3 1 / 5 3 2 1 -> ask: order | question.about: 1
  second -> ask: action | question.about: 0
sp.initiative: Tied totals are rolled again
  on 'A 1/1/1' 'B 1/1/1'
  4 / 4 -> events: speed tie
  5 / 4 -> question.about: 0
sp.string-initiative: By the optional rule the strings are compared
  on 'A 1/1/3' 'B 1/1/3' strings
  if 6 1 1 / 5 5 5 -> ask: order | question.about: 0
  if 6 5 1 / 6 5 2 -> ask: order | question.about: 1
  on 'A 1/1/3' 'B 1/1/2' strings
  if 6 5 3 / 6 5 -> ask: order | question.about: 0
  if 6 5 2 / 6 5 -> ask: speed
  on 'A 1/1/2' 'B 1/1/3' strings
  6 6 / 6 6 4 -> ask: order | question.about: 1
sp.net, sp.two-nets: A Net wins the initiative once, and two cancel each other
  on 'A 1/1/1 net' 'B 1/1/1'
  yes -> ask: order | question.about: 0
  first; end; end -> ask: speed
  on 'A 1/1/1 net' 'B 1/1/1 net'
  if n; n -> ask: speed
  yes; yes -> events: nets | ask: speed
sp.moving, sp.range: Moves and attacks have their limits
  on 'A 2/2/2 trident' 'B 2/2/2'
  6 6 / 1 1; first
  no move 3 -> its Speed dice: 2
  no attack 3 -> up to 2 hexes away, not 3
  no move 2; move 1 -> not one of: attack, end
  if move 2; attack 2 -> ask: dice
  attack; 1 1 / 6 6 -> question.options: move end
sp.speed-attack: A Speed Attack is rolled with the Speed dice and takes the place of the attack
  on 'A 4/2/2 javelin 3 sword' 'B 2/2/2'
  6 6 / 1 1; first -> question.options: move attack speed end
  no javelin 4 -> up to 3 hexes away
  javelin 3 -> question.dice: 2 2
  # No re-roll is asked: the Sword is for Attack dice.
  1 1 / 6 6 -> question.options: move end
sp.at-once: Whoever attacks second does so with what is left
  on 'A 2/2/2' 'B 2/2/2'
  6 6 / 1 1; first; attack; 6 1 / 1 1 -> ask: surrender
  ATK; end; attack -> question.dice: 1 2
sp.rule-of-one: A last die surrendered too early is refused, and where only 1/1/1 is legal nothing is asked
  on 'A 2/2/2' 'B 2/2/1'
  6 6 / 1; first; attack
  if 6 2 / 1 1 -> left.1.pools: 1 1 1
  6 1 / 1 3
  no SPD -> Rule of One
  no ATK DEF -> 1 die is
  DEF -> left.1.pools: 2 1 1
sp.last-blow: The last blow ends the match
  on 'A 3/1/2' 'B 1/1/1'
  6 6 / 1; first; attack
  if 6 1 1 / 1 -> question: none | result.0: 0 | result.1: none yield
  if 6 6 1 / 1 -> question: none | result.0: 0 | result.1: none injury
  if 6 6 6 / 1 -> question: none | result.0: 0 | result.1: none decapitation
sp.re-roll, sp.re-roll-once: Both choose their re-rolls before either rolls
  on "Sally's 3/3/3 sword" 'Alard 3/4/3 helmet'
  6 6 6 / 1 1 1; first; attack; 6 4 3 / 6 4 2 1 -> ask: which | question.about: 0
  no 3 4 -> may re-roll 1
  3 -> ask: which | question.about: 1
  if n; 5 -> question.wounds: 2
  1 -> question.dice: 1 1
  5 / 6 -> question.options: move end
sp.extra, sp.ignore: Extra and ignored wounds are asked for, and used once where the card says so
  on 'A 1/1/2 1 extra wound once' 'B 2/2/2 ignore 1 wound'
  6 6 / 1 1; first; attack; 1 / 6 6 -> ask: extra
  yes -> ask: ignore
  if yes -> question.options: move end
  n; SPD; end; end; 6 6 / 1; first; attack; 1 / 6 6 -> question.options: move end
  # Two equal ones are two uses.
  on 'Crixus 3/1/2 1 extra wound once, 1 extra wound once' 'Theron 3/3/1'
  6 6 / 1; first; attack; 6 1 1 / 5 5 5 -> ask: extra
  yes; n -> wounds: 2
sp.both-down, sp.triples: Where both fall the defender loses, or the deeper defeat
  # Alard has five dice left: two wounds of the attack are not enough; with 1/1/1 he could not make a triple.
  on 'A 1/1/1' 'Alard 1/3/1 DEF triples cause 3 auto-wounds'
  6 / 1; first; attack; 6 / 3 3 3 -> result.0: 1 | result.1: decapitation none
  on 'A 2/1/1 ATK doubles add 1 auto-wound' 'Alard 1/3/1 DEF triples cause 3 auto-wounds'
  6 / 1; first; attack; 4 4 / 3 3 3 -> result.0: 0 | result.1: injury yield
  on 'A 2/1/1 ATK doubles add 1 auto-wound' 'Alard 1/3/1 DEF triples cause 3 auto-wounds' sp.both-down=deeper
  6 / 1; first; attack; 4 4 / 3 3 3 -> result.0: 1
sp.cards-first: What no rule knows is asked at its moment, in the order of the card
  on 'A 2/2/1 manual initiative once: leaps; manual dice: throws sand; manual: howls, and bites' 'B 3/3/1'
  no wins +1 -> is not a change
  no wounds +1 -> is not a change
  no no, wins x -> is not a change
  # Nothing is used up by a no.
  if n; 1 / 6; first; end; end -> ask: manual | question.text: leaps
  wins; first; attack; attack +1, defence -2; 6 6 6 / 1; wounds +1, attacker +1 -> left.*.pools: 2 2 1 1 1 1
    | ask: surrender | question.about: 0 | question.wounds: 1
    | events: manual initiative first manual manual attack surrender
  on 'C 2/2/2 manual once: bleeds; manual: howls' 'B 3/3/1'
  6 6 / 1; first; attack; 6 6 / 1 1 1 -> question.text: bleeds
An ability that works once works once
  on 'A 2/2/1 ATK doubles add 1 auto-wound once' 'B 3/3/2'
  6 / 1 1; first; attack; 1 1 / 6 6 6; SPD; end; end; 6 / 1; first; attack; 1 1 / 6 6 6 -> wounds: 1 0
""")
def test_matches(scene: Scene) -> None:
    DUEL.play(scene)


def _answer(played: Match, rng: random.Random) -> str:
    question = played.question
    assert question is not None
    match question.ask:
        case "speed" | "dice" | "results":
            return " / ".join(" ".join(str(rng.randint(1, 6)) for _ in range(dice)) for dice in question.dice if dice)
        case "surrender":
            pools, order = played.left[question.about].pools, []
            for _ in range(question.wounds):
                left = rng.choice(list(pools.one_less()))
                order.append("ads"[[a - b for a, b in zip(pools, left, strict=True)].index(1)])
                pools = left
            return " ".join(order)
        case "action":
            return rng.choice([each for each in question.options if each != "end"])
        case "which":
            return "no"
    return rng.choice(question.options)


@pytest.mark.parametrize("seed", range(20))
def test_a_match_at_random_comes_to_an_end_and_is_the_same_again(seed: int) -> None:
    rng = random.Random(seed)
    texts: Sequence[str] = (
        "Spartacus 4/4/4 sword ATK doubles add 1 auto-wound",
        "Theron 3/4/3 trident helmet javelin net DEF triples cause one auto-wound to attacker, ignore 1 wound once",
    )
    words = " ".join(f"'{each}'" for each in texts)
    played = begin(words)
    while played.question is not None:
        before, played = played, played.answered(_answer(played, rng))
        back = Match(played.fighters, played.answers[:-1])
        assert (back.left, back.question, back.events) == (before.left, before.question, before.events)
    assert played.result is not None
    assert any(played.result[1])
    again = Match(played.fighters, played.answers)
    assert (again.result, again.events) == (played.result, played.events)


def test_tab_completes_the_answers_of_the_match() -> None:
    assert BOOK.completed(match_alone(("3/3/3", "2/2/2 net"), Options()), ["answer"]) == ["yes", "no"]
    assert BOOK.completed(new_game("capua", ["Pete", "Sally"], "quick", Options()), ["answer"]) == []
