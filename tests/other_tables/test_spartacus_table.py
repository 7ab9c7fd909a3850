"""Spartacus by its commands, at the terminal, in Italian, and its rules looked up."""

from itertools import product
from pathlib import Path

import pytest

from hoplo_companion.errors import cells
from hoplo_companion.spartacus.duel import Question
from hoplo_companion.spartacus.fighter import read_fighter
from hoplo_companion.spartacus.odds import ranked
from tests.helpers.answering import evening
from tests.helpers.cli import hoplo
from tests.helpers.stories import Story, stories, tell

BEGUN = """
  spartacus new Batiatus Solonius --coins 8,8 --type quick && spartacus add Batiatus 'Crixus: gladiator 4/4/4, worth 5'
  spartacus add Batiatus 'Trident: weapon attack range 2, worth 3'
  spartacus add Solonius 'Theron: gladiator 3/4/3, worth 5' && spartacus add Solonius 'Naevia: slave 1/1/1, worth 2'
"""
MATCH = """
  spartacus new Pete Sally --type quick && spartacus add Pete 'Crixus: gladiator 3/1/2, worth 5'
  spartacus add Sally 'Ashur: gladiator 1/1/1, worth 1' && spartacus set Pete coins 9 && spartacus set Sally coins 9
  spartacus play "refresh; end-turn; end-turn; close-market; reveal 'A: slave'; bid; reveal 'B: slave'; bid; bid Pete=1"
  spartacus play 'invite Pete Crixus; invite Sally Ashur; wager Sally 2 injury'
"""


@stories("""
A game has two to four houses, each of a name
  spartacus new One -> 2 | two to four
  spartacus new A a -> 2 | name of its own
  spartacus new 'A b' C -> 2 | one word
Games are kept side by side, and every step is taken back
  spartacus table -> 2
  spartacus games -> hoplo spartacus new
  spartacus new Pete Sally --name first && spartacus new John Liz --name second --type quick
  spartacus games --json -> = {"games": ["first", "second"], "played": "second"}
  spartacus switch first --json -> = {"played": "first"}
  spartacus games -> * first
  spartacus switch third -> 2
  spartacus set Pete coins 5 && spartacus table --json -> keep before
  spartacus pay Pete Sally 3 --json
    -> events = [{"event": "paid", "rule": "sp.coins-any-time", "house": "Pete", "other": "Sally", "n": 3}]
  spartacus table --json -> keep after
  spartacus undo --json -> is before
  spartacus redo --json -> is after
  spartacus history -> Pete pays Sally 3 coins.
  spartacus react Pete Card 9: Sally influence -1 -> 3
  spartacus pay Nobody Pete 1 -> 2
The match of a game is fought by answers
  match && spartacus fight -> Speed dice of Crixus (2) and Ashur (1)
  spartacus play "answer '6 6 / 1'; answer first; answer attack; answer '6 6 1 / 1'"
    -> Ashur is defeated: Injury. p.16 | Sally wins its wager on Injury: its stake back, and 4 coins more.
  spartacus table --json -> game.stage = thumb
  spartacus undo && spartacus table --json -> game.stage = combat
Odds without arguments are of the match on the table
  spartacus odds -> 2 | no game
  spartacus new Pete Sally --coins 9,9 && spartacus add Pete 'A: gladiator 2/2/2'
  spartacus add Sally 'B: gladiator 2/2/1' && spartacus odds -> 2 | no match is on the table
  spartacus play 'refresh; end-turn; end-turn; close-market; bid; bid; bid Pete=1; invite Pete A; invite Sally B'
  spartacus odds --json -> keep odds
  spartacus odds 'A 2/2/2' 'B 2/2/1' --json -> is odds
Cards and effects are understood in Italian
  spartacus new Pete Sally --coins 9,9
  spartacus add Pete 'Crisso: gladiatore 2/2/2 spada, ATT doppi aggiungono 1 ferita automatica, vale 5' --lang it
  spartacus --json -> game.houses.0.cards.0.kind = gladiator | game.houses.0.cards.0.value = 5
    | game.houses.0.cards.0.fight = 2/2/2 sword, ATK doubles add 1 auto-wound
  spartacus odds 'A 2/2/2 spada' 'B 2/2/2 elmo' --lang it
  spartacus refresh && spartacus react Pete 0: Sally monete +2 --lang it && spartacus --json -> game.houses.1.coins = 11
  spartacus duel '2/2/2 manual: bleeds' 2/2/2
  spartacus play 'answer 66/11; answer primo; answer muovi 2; answer attacca; answer 66/11' --lang it
  spartacus play "answer 'ferite -1'; answer DIF; answer fine" --lang it -> 2/2/2 diventa 2/1/2. | Dadi Velocità di A
A duel at a terminal takes dice in one line, takes back and ends
  spartacus duel 'A 3/1/2' 'B 1/1/1' << 66/1 / 1 / 1 / U / enter / 1 / 6661 -> Speed dice of A (2)
    | A wins the initiative. | Taken back: spartacus answer attack | 6 : 1  wound | B is defeated: Decapitation
A duel asks for re-rolls, surrendered dice and what cards say by hand
  spartacus duel 'A 2/2/1 net range 2 sword' 'B 3/2/1 net manual: it howls; manual once: bleeds' << 2 / 2 / 16 / 2 / 1
    / 1643 / no / enter / U / enter / enter / wounds +1 / 1 / Q -> Does A use its Net | B wins the initiative.
    | up to 2 hexes away | it howls. What does it change? | What does it keep? | %)
Letters mean the same at every prompt
  begun && spartacus play << 1 / 1 / U / enter / 1 / 3 / enter / U / :redo / :pay Batiatus Solonius 1
    / :react Solonius 0: Batiatus pays Sol 1 / ? / escape / B / :nonsense / Q -> back to what comes next
    | Taken back: spartacus cash Batiatus 3 | Done again: spartacus cash Batiatus 3 | Batiatus pays Solonius 1 coin.
    | Solonius plays the Reaction. | all actions that are possible now | coins change hands
    | 'nonsense' is not an action | Everything is kept
  spartacus --json -> game.houses.0.coins = 8
New asks for the starting coins, and says what comes next
  spartacus new Pete Sally << 7 / enter / 12 -> Starting coins of Pete, off its House card:
    | Next: put the starting Gladiators
  spartacus --json -> game.houses.*.coins = [7, 12]
sp.healing, sp.ledger-short, sp.guard, sp.reaction: An evening asks for what is short, injured and judged
  spartacus new Pete Sally --type quick --coins 1,5 && spartacus add Pete 'Crixus: gladiator 3/1/2'
  spartacus add Pete 'Barca: gladiator 1/1/1' && spartacus add Sally 'Ashur: gladiator 1/1/1'
  spartacus set Sally Ashur injured && spartacus add Sally 'Medicus: slave, manual: re-roll a failed Healing Roll'
  # A healing roll that is rolled again, Barca goes; a Scheme at Sally, a Guard that fails, a Reaction of Sally's.
  spartacus add Sally 'Guard: guard'
  spartacus play << 1 / 2 / 5 / 2 / 2 / 1 / enter / 2 / 1 / 3 / 1 / 2 / 1 / enter / Q
    -> Ashur of Sally rolls 5: healed | Pete loses Barca | discards a Guard and rolls 3 | is foiled
An effect that has nothing to choose from is asked for anew, and what was entered stays
  spartacus new Pete Sally --coins 1,5 && spartacus play 'refresh; scheme Pete 0 Sally'
  spartacus play << 3 / 1 / 2 / +2 / 7 / 1 / 1 / +1 / enter / Q -> Which card? There is nothing to choose from.
    | Pete: coins +1
  spartacus --json -> game.houses.*.coins = [2, 7]
sp.declining: A Host without a Combatant is invited last, and only then declines
  spartacus new Pete Sally --coins 1,5 && spartacus add Sally 'Ashur: gladiator 1/1/1'
  spartacus play 'refresh; end-turn; end-turn; close-market; bid; bid; bid Pete=1'
  spartacus invite Pete declines -> 3 | only after all others
  spartacus play << 2 / Q -> Sally. Accepts with whom? | Sally declines | Pete declines | no match is fought
What nobody was asked about is taken back with what was before, and a form that has only one House is not begun by it
  spartacus new Pete Sally --coins 1,5 && spartacus add Sally 'Ashur: gladiator 1/1/1'
  spartacus play 'refresh; end-turn; end-turn; close-market; bid; bid; bid Pete=1'
  spartacus play << 2 / U / U / Q -> Taken back: spartacus invite Pete declines
    | Taken back: spartacus invite Sally declines | Sally. Accepts with whom? | Taken back: spartacus bid Pete=1
  spartacus --json -> game.stage = hosting
A thing whose name is a number has it for its key, and a key waits where a longer one begins with it
  spartacus new Pete Sally --coins 9,9 && spartacus add Pete '12: gladiator' && spartacus add Pete '1: slave'
  spartacus refresh && spartacus play << 3 / 12 / enter / Q -> Pete exhausts 12.
sp.tournament: Where the Coin Values of a tournament are not known, that is said beside what may be done
  spartacus new P S J && spartacus add P 'Sica: weapon'
  spartacus play 'set P influence 12; set S influence 12; set J influence 12; refresh; end-turn; end-turn; end-turn'
  spartacus play << Q -> the Coin Values of Sica (P) are not known; enter them
Esc leaves a form for all actions, and these for what is next
  spartacus new Pete Sally --coins 1,5 && spartacus refresh && spartacus play << 1 / escape / escape / 1 / 3 / enter / Q
    -> coins change hands | Pete: coins +3
sp.ledger-short: What goes for want of coins has a question of its own, and nobody without coins is asked for a bid
  spartacus new Pete Sally --coins 1,5 && spartacus add Pete 'Crixus: gladiator 3/1/2'
  spartacus add Pete 'Barca: gladiator 1/1/1' && spartacus play << 1 / 2 / Q -> Pete. Which Gladiator goes
    | Pete loses Barca
  spartacus play 'end-turn; end-turn; close-market' && spartacus play << 1 / enter / Q -> not Bid of Pete
    | Sally wins the card
Spartacus speaks Italian
  spartacus attack --attack 6,4,3 --defence 6,4,2 --lang it -> parità, parato | 1 ferita (Attaccare).
  spartacus --help --lang it -> Arbitro e scrivano
  spartacus new Pete Sally && spartacus table --lang it -> Influenza 4
  spartacus attack --attack 7 --defence 1 --lang it -> 2 | un dado mostra da 1 a 6
Rules and rulings are looked up
  spartacus rules sp.ties -> sp.ties
  spartacus rules unopposed --json -> rules.*.id has sp.unopposed
  spartacus rulings sp.both-down -> The attack's wounds count first
  spartacus rulings --json -> rulings.# = 17
  spartacus rulings sp.nothing -> 2
  spartacus rules xyzzy -> 2 | hoplo spartacus rules
A damaged game is an unreadable save
  spartacus new Pete Sally --name first && write {home}/spartacus/campaigns/first/state.json 'not json'
  spartacus table -> 4
  write {home}/spartacus/campaigns/first/state.json '{}' && spartacus table -> 4
  read {home}/spartacus/campaigns/first/state.json -> ^{}
Undo at the first question of a fight takes the betting back
  begun && spartacus play 'refresh; end-turn; end-turn; close-market; bid; bid; bid Batiatus=1; invite Batiatus Crixus'
  spartacus play 'invite Solonius Theron; fight'
  spartacus play << 1111665 / 1 / U / U / U / enter / 2 / Q / enter -> Taken back: spartacus fight
  spartacus --json -> match.question.ask = speed
The coin value of a card stands apart from what no rule knows of it
  spartacus new Pete Sally --coins 9,9 && spartacus play << 2 / 1 / 1 / Crixus / 443 / 5 / enter / growls loudly / Q
  spartacus --json -> game.houses.0.cards.0.value = 5 | game.houses.0.cards.0.fight = 4/4/3 manual: growls loudly
A duel is a game of its own
  spartacus duel 'Spartacus 4/4/4 sword' 'Theron 3/4/3 trident helmet' -> Speed dice of Spartacus (4) and Theron (3)
  spartacus play "answer '4 4 2 1 / 2 2 1'; answer first; answer attack; answer '6543/1111'"
    -> Spartacus wins the initiative. | does Spartacus re-roll a die?
  spartacus --json -> match.question.ask = which | match.left = ["4/4/4", "3/4/3"]
  spartacus undo --json && spartacus --json -> match.question.ask = dice
  spartacus answer r --json -> The app rolls | game.answers.# = 4
A duel ends with its victor
  spartacus duel 3/1/2 'Theron 1/1/1' --json -> game.stage = combat
  spartacus play "answer '6 6 / 1'; answer first; answer attack; answer '6 6 6 / 1'"
    -> Theron is defeated: Decapitation. p.16 | A wins the match.
  spartacus --json -> game.winner = 0
  spartacus answer first -> 3 | over
What is wrong in a duel is said
  spartacus duel 'A 3/1/2' 'B 1/1/1' && spartacus answer '7 6 / 1' -> 2 | a die shows 1 to 6
  spartacus play << :set A coins 12345 / Q / enter -> '12345' is not a number from 0 to 999
  spartacus answer '6 / 1' -> 2 | Speed dice to enter: 2
  spartacus answer 6 -> 2 | the dice of both
  spartacus play "answer '6 5 / 1'; answer third" -> 2 | is not one of
A reading is chosen for the game that is played
  spartacus new Pete Sally --reading sp.own-bets=victory
  spartacus rulings sp.own-bets --json -> rulings.0.reading = victory
  spartacus rulings sp.both-down --choose deeper && spartacus rulings sp.both-down -> In force (deeper)
  spartacus rulings sp.both-down --choose shallow -> 2
  spartacus undo && spartacus rulings sp.both-down --json -> rulings.0.reading = default
The machine form of an attack
  spartacus attack --attack 6,4,3 --defence 6,4,2 --json
    -> = {"wounds": 1, "pairs": [[6, 6, false], [4, 4, false], [3, 2, true]], "unopposed": []}
  spartacus attack --attack 6,4,3 --defence 6,4,2 --attack-re-roll 3=5 --attacker sword --json -> wounds = 2
  spartacus attack --attack 6,4,3 --defence 6,4,2 --attacker helmet --attack-re-roll 3=5 -> 3 | may re-roll 0
sp.surrender: What a blow leaves is said in the singular where there is no choice
  spartacus wounds 2/2/1 2 SPD ATK -> 3 | Rule of One
  spartacus wounds 3/3/3 2 DEF SPD --json -> = {"left": ["3/2/2"], "defeat": null}
  spartacus wounds 3/3/3 1 -> It may leave 3/3/2, 3/2/3, 2/3/3.
  spartacus wounds 3/3/3 1 ATK -> Left: 2/3/3.
Odds are shown with their assumptions, and that a match never ends
  spartacus odds 'Spartacus 4/4/4 sword' 'Theron 3/4/3 trident helmet' -> One attack of Spartacus on Theron
    | Best wager: Victory of Spartacus | in reach | evenly
  spartacus odds 'A 2/1/1, ignore 9 wounds' 'B 1/1/1; ignore 9 wounds' --json -> match.a.win = 0/1 | undecided = 1/1
  spartacus odds 'A 1/1/1 ignore 9 wounds' 'B 1/1/1 ignore 9 wounds' -> In 100 % (1) it never ends
  spartacus odds 3/3/3 3/3/3 -> not -0.00
  spartacus odds 'Thracian 2/2/2' 'Thracian 1/1/1' -> One attack of Thracian (I) on Thracian (II)
A match that an older hoplo kept beside the games is a game, and one that cannot be read stays where it is
  spartacus new Pete Sally --coins 4,4
  write {home}/spartacus/duel.json '{"fighters": ["x", "y"]}' && spartacus && ls {home}/spartacus -> has duel.json
  write {home}/spartacus/duel.json '{"fighters": ["Spartacus 4/4/4 sword", "Theron 3/4/3"],
    "answers": ["4 4 2 1 / 2 2 1", "first"]}'
  spartacus --json -> game.houses.*.name = ["Pete", "Sally"]
  spartacus switch duel && spartacus --json -> game.answers = ["4 4 2 1 / 2 2 1", "first"]
  ls {home}/spartacus -> lacks duel.json
The doctor looks at the games of this table and mends them
  spartacus new Pete Sally --name capua && spartacus set Pete coins 5
  doctor --json -> campaigns = ["spartacus/capua"]
  doctor -> spartacus/capua: sound from its first step
  doctor capua && write {home}/spartacus/campaigns/capua/state.json 'not json' && doctor spartacus/capua -> 4 | damaged
  spartacus -> 4
  doctor -> 4 | spartacus: capua: state.json is damaged
  spartacus games -> capua damaged:
  doctor spartacus/capua --repair -> brought back
  spartacus --json -> game.houses.0.coins = 5
  doctor spartacus/rome -> 2
Bad input gets a clear sentence
  spartacus attack --attack six --defence 1 -> 2 | is not a roll
  spartacus odds 4/4 3/4/3 -> 2 | Attack/Defence/Speed
  spartacus odds 0/4/4 3/4/3 -> 2 | 1 to 9 dice
  spartacus odds Spartacus 3/4/3 -> 2 | has no dice
  spartacus odds '4/4/4 trishul' 3/4/3 -> 2 | is not understood
  spartacus wounds 3/3/3 1 LEG -> 2 | is not one of: Attack, Defence, Speed
  spartacus attack --attack 5 --defence 1 --speed --attack-re-roll 5=6 -> 2 | Speed dice
""", begun=BEGUN, match=MATCH)  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


TURN = (
    "1|1|3|enter|2|3|enter|1|3|1|1|+2|enter|6|1|2|enter|6|"  # Upkeep and Intrigue
    "1|3|enter|1|enter|1|Varro|332|4|enter|enter|enter|enter|1|enter|enter|"  # Market
    "1|1|1|1|1|1|3|2|3|1|2|1"  # Arena, fought at the table
)


def test_a_turn_of_two_players_takes_sixty_keys_and_120_lines_at_most() -> None:
    """A card cashed in by each, a Scheme, an auction won and one failed, hosting, a wager, a match, the thumb."""
    tell(BEGUN)
    said, keys = evening(TURN + "|Q", "spartacus", "play")
    for words in (
        "Batiatus: coins +3", "The Scheme succeeds.", "Batiatus is the Host", "Crixus wins the match",
        "on Injury.", "Odds: Victory of Crixus", "turn 2. Upkeep",
    ):  # fmt: skip
        assert words in said, words
    assert keys - 1 <= 60
    assert said[said.index("\n\n") :].count("\n") <= 120
    assert all(cells(line) <= 80 for line in said.splitlines() if line.startswith("  "))
    assert hoplo("spartacus", "--json").json["game"]["turn"] == 2
    assert "spartacus invite Batiatus Crixus with Trident" in hoplo("spartacus", "history").out


@pytest.mark.parametrize(("language", "said", "none"), [
    ("en", "sword", "Which card? There is nothing"), ("it", "spada", "Quale carta? Non c'è"),
])  # fmt: skip
def test_what_is_shown_fits_a_screen_in_the_language_spoken(
    language: str, said: str, none: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOPLO_LANG", language)
    tell("spartacus new Pete Sally John Liz")
    for house, n in product(("Pete", "Sally", "John", "Liz"), range(6)):
        hoplo("spartacus", "add", house, f"Crixus{n}: gladiator 4/4/4, worth 5, sword, 1 extra wound once").worked()
        assert said in hoplo("spartacus").out or house != "Pete"
    for words in ("", "rules", "rules wounds", "rulings"):
        for table in ("spartacus", "pantheon")[: 1 + bool(words)]:
            lines = hoplo(table, *words.split()).out.splitlines()
            assert (len(lines) <= 23, max(map(cells, lines)) <= 80) == (True, True), (table, words, len(lines))
    hoplo("spartacus", "play", "refresh").worked()
    # Nobody is injured: that is said, and the form stays open with what was entered.
    asked, _ = evening("3|1|1|+2|7|1|2|+1|enter|Q", "spartacus", "play")
    assert none in asked
    assert [each.get("coins") for each in hoplo("spartacus", "--json").json["game"]["houses"]][:2] == [2, 1]


def test_a_long_question_leaves_room_for_what_is_typed() -> None:
    said, _ = evening("664/11|Q", "spartacus", "duel", "Spartacus the First 3/3/3", "Theokoles the Shadow 2/2/2")
    assert "    roll:" in said.splitlines()
    assert "Unit 1:\n" in evening("Anna|Ben|enter", "pantheon", "new")[0], "a unit's line has a line of its own"


@pytest.mark.rule("sp.surrender")
def test_what_may_be_kept_is_ranked_by_the_chance_to_win_that_it_leaves() -> None:
    fighters = read_fighter("A 3/3/3"), read_fighter("B 3/3/3")
    ways = list(fighters[1].pools.surrendering(2))
    asked = Question("surrender", "", 1, options=tuple(map(str, ways)), by=0)
    found = ranked(fighters, asked)
    assert {left for left, _ in found} == set(ways)
    assert [chance for _, chance in found] == sorted((chance for _, chance in found), reverse=True)
    mirrored = ranked(fighters[::-1], asked._replace(about=0, by=1))
    assert [(left, round(chance, 9)) for left, chance in mirrored] == [(left, round(c, 9)) for left, c in found]
