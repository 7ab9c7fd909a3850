"""A fight by commands and keys: in a campaign or stand-alone, cleaned up, taken back; its log as a story (p.16-30)."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.model import Move
from hoplo_companion.render.fight import answered_words, events_words, note_of, story_lines
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.dialogue import Question, event_of
from hoplo_companion.rules.naming import Names
from hoplo_companion.table.play.moves import CORRECT, RIVALS, SET_UP, made
from hoplo_companion.table.play.planning import planned
from hoplo_companion.table.play.replay import replayed
from hoplo_companion.table.saves.format import Step
from tests.helpers import boards
from tests.helpers.boards import change, combat
from tests.helpers.cli import done_each, hoplo
from tests.helpers.fights import UNITS, Table, ready, told
from tests.helpers.fights_on_disk import on_disk, said, state
from tests.helpers.setting_up import known
from tests.helpers.stories import Story, stories
from tests.scenarios.test_rulebook_fight import START, TOLD

BRAWL = 'Brawl: bloodshed, lineup local+t bag, yours hero camp*2, instructions "No mercy.", cleanup: gain influence 2'
REEF = """
  new --first-game
  map add Reef --kind bloodshed --region atlanteans --path Cove
  map add Atlantis --kind capital --region atlanteans --path Reef
  map add Cove --kind sport --region atlanteans --path Reef && travel Reef
"""
WON = """
  rival-turn --auto first && fix lineup none && fix krakenlance E3 && fix krakenlance dazed no && fix murmillo E4
  fix murmillo hp 1 && fix rival-tactics none && turn attack krakenlance murmillo 2
"""
ALONE = "--hero krakenlance --arena atlanteans --camp archer,attacker --tactics stun"


@stories(f"""
prepare.instructions, prepare.local: A fight in a campaign from its card to the next round; card and chips are typed \
  once
  reef && camp opportunity Reckless && camp --json -> keep camp
  fight start '{BRAWL}' -> 2 | The card says: No mercy. p.17, 19 | prepare.local
  answer archer -> 3 | neutral
  answer decimus -> 3 | elite
  answer trident -> 3 | arena
  answer murmillo 'defender, 1/1/3, blue' archer no D3 && fight --json -> fight.turn_of = rival
    | fight.event = bloodshed | fight.arena = atlanteans | fight.position.rival = \
    {{"lineup": ["murmillo", "rival-archer"], "tactics": ["stun"]}}
  own events brawl -> kind = bloodshed | lineup = ["local+tactic", "bag"] | yours = ["hero", "camp", "camp"]
  cleanup --upgrade health -> 3 | is not over:
  won && cleanup -> 3 | choose one hero upgrade
  cleanup --upgrade leadership -> Rival units go into the bag: Murmillo, Archer. | not Reckless is met
    | Brawl, in the Cleanup Phase: gain influence 2. | not taken as none
  camp --json -> is camp
  fight -> 2 | no fight is followed
  undo && fight --json -> fight.over = goal-met
  cleanup --upgrade health && travel Cove && fight start brawl -> 3 | a Bloodshed card
A surrendered fight is cleaned up as failed
  reef && fight start '{BRAWL}' -> 2
  answer murmillo 'defender, 1/1/3, blue' archer D3 && turn surrender -> not set-up
  cleanup --won -> 2 | the fight was lost
  cleanup --upgrade health -> 3 | do not go with
  cleanup -> The Bloodshed combat has failed.
  pad --json -> influence = 1 | weeks.0 = 1
Nothing else begins while a fight is followed
  reef && fight start '{BRAWL}' -> 2
  fight start brawl -> 2 | being set up
  fight start '{BRAWL}' -> 2 | being set up
  fight start --sport spar -> 2 | being set up
  fight start -> 2 | prepare.local
  turn surrender -> 3 | set-up
  answer murmillo 'defender, 1/1/3, blue' archer D3 && fight start -> 3 | still followed
  fight start brawl -> 3 | still followed
A card typed anew says what it changes, and is found by its beginning
  reef && fight start '{BRAWL}' -> 2
  fight drop && fight start '{BRAWL.replace("local+t bag", "local bag")}' -> 2 | was known already
  fight drop && fight start Bra -> 2 | is open
A dropped fight is cleaned up by hand
  reef && fight start '{BRAWL}' -> 2
  answer murmillo 'defender, 1/1/3, blue' archer D3 && fight drop -> no longer followed
  fight drop -> 3
  cleanup --won --upgrade health --defeated archer --hp 3 --used stun -> Rival units go into the bag: Murmillo, Archer.
    | Defeated units go into the bag: Archer.
  pad --json -> hp = 4
What cannot be begun here says why
  reef && fight start -> 2 | which event is fought?
  fight start brwl -> 2 | no event is called
  fight start 'Brawl: bloodshed' -> 2 | icons of the rival's lineup
  fight start 'Brawl: bloodshed, lineup bog' -> 2 | bog
  fight start 'Games: sport, goals spar, lineup local' -> 3 | Sport card
  fight start '{BRAWL}' --sport spar -> 3 | is not a Sport event
  fight start '{BRAWL}' --hero decimus -> 2 | --stand-alone
  fight start 'Primus: primus 1, lineup bag primus, yours hero' -> 3 | Primus card
  fight start '{BRAWL}' --act 7 -> 2 | act
  fight -> 2 | no fight is followed
An open question is asked in words with what to type; what is under way is named as a player knows it
  reef && fight start '{BRAWL}' -> 2 | `hoplo answer …`) | (prepare.local of atlanteans is open;
    | Which unit lies on top of the stack of the Atlanteans?
  rival-turn -> 3 | the set-up is not finished and asks “Which unit lies on top of the stack of the Atlanteans?” \
    (prepare.local): answer with
Where the app is to draw and cannot, it says why
  reef && config draws app && fight start '{BRAWL}' -> 2 | The app cannot draw this chip

# Stand-alone
prepare.bag-bane, prepare.unit-bane: A fight of its own needs options alone; banes are entered with their kind
  fight start 'Brawl: bloodshed, lineup bag bag+t, yours hero camp*2' {ALONE} -> 2
  answer beast -> 3 | arena's chip
  answer gigantic -> 3 | add its kind
  answer gigantic:camp -> 3 | bag or a unit bane
  answer Gigantic:bag nothing -> 2
  answer empowered -> 2 | component.bane of empowered
  answer 'health +1 for rival' archer Shade:unit 'tactician, 1/2/2, red' D3 && fight --json
    -> fight.position.rival = {{"lineup": ["rival-archer", "shade"], "tactics": ["hamstring"]}}
    | fight.position.cards.banes = ["empowered"] | fight.position.player.tactics = ["stun"]
  turn surrender -> not no fight
  cleanup -> The stand-alone fight Brawl is lost. | not taken as none
  fight start brawl {ALONE} --act 2 --hp 3 -> 2
  fight --json -> fight.act = 2
prepare.primus: A stand-alone primus is the one of the arena's region
  fight start 'P: primus 2, lineup primus, yours hero camp*2' --hero decimus --arena kunlun --act 2 --camp archer
    -> 2 | component.unit of primus-bingqing
  answer 'attacker, 2/1/5, blue blue' && fight --json -> fight.position.bench.primus-bingqing.health = 8
    | fight.position.bench.primus-bingqing.elite = true
  own units primus-bingqing -> elite = true
Options that make no fight leave nothing behind
  fight start 'Brawl: bloodshed, lineup local' --hero nobody --arena kunlun -> 2 | nobody
  fight start 'Brawl: bloodshed, lineup local' --hero decimus --arena nowhere -> 2 | known arenas
  fight start 'Brawl: bloodshed, lineup local' --hero decimus -> 2 | --arena
  fight start 'Brawl: bloodshed, lineup local' --arena kunlun -> 2 | --hero
  fight start 'Brawl: bloodshed, lineup local' --hero decimus --arena kunlun --attack pink -> 2 | pink
  fight start 'Brawl: bloodshed, lineup local' --hero decimus --arena kunlun --hp 0 -> 2 | hp
  save --json -> campaigns = []
The app invents no component: what only a chip or a card can tell stays open, whoever else answers
  fight start 'Brawl: bloodshed, lineup local+t, yours hero' {ALONE} --auto first --seed 1 -> 2 | prepare.local
  answer net-fighter '1/1/3, blue' --auto random -> 2 | component.class of net-fighter
  answer defender --auto first -> 2 | component.start of trident
  answer D3 --auto random && own units net-fighter -> class = ["defender"]
""", reef=REEF, won=WON)  # fmt: skip
def test_a_fight_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_an_open_question_of_a_position_says_what_to_type() -> None:
    board = hoplo("board", "atl koth 3 engage | r: rep@E2 3 | p: krak@E3 6", "--json").out
    err = hoplo("rival-turn", "--position", "-", stdin=board).err
    assert "Reptilian attacks Krakenlance with 2 blue dice: how many hits? (attack.dice of reptilian is open" in err
    assert err.endswith(': --answers FILE with the line "0")\n')


STATS = {"health": 4, "movement": 2, "range": 1, "attack": "blue blue"}


@pytest.mark.rule("yours.deploy")
@pytest.mark.parametrize("missing", [list(STATS), ["health"], ["movement", "attack"], []])
def test_what_nobody_told_of_a_deployed_unit_is_asked_once_each(missing: list[str]) -> None:
    """It enters with HP for its Health and acts in the steps that follow: p.25."""
    board = combat("deployment", ["a player - mv1 hl3 blue", "r rival D3 hp3"], state={"side": "player"})
    board = change(board, "a", **dict.fromkeys(missing))
    board, events = made(board, ready(), Move("deploy", ("a", "G2")))
    asked = []
    while (question := pending(board)) is not None:
        assert (question.id, question.unit) == ("component.stat", "a")
        asked.append(question.about)
        board, more = apply(board, STATS[question.about])
        events = [*events, *more]
    assert asked == missing
    unit = board.units["a"]
    assert (unit.hp, unit.dazed) == (4 if "health" in missing else 3, True)
    assert [event.what for event in events].count("deployed") == 1
    assert board.agenda == ()


SHOW = "Show: sport, lineup local+t bag bag+t, yours hero camp*2"
DUEL = "fight start 'Duel: bloodshed, lineup bag, yours hero camp' --arena kunlun"
SITTING = """
  new --first-game && travel Games --kind sport && data add unit 'Attacker: 1/1/4, bb'
  data add unit 'Tactician: 1/1/3, b' && data add unit 'Defender: 1/1/4, k'
"""


@stories(f"""
A fight is set up by keys in two sittings
  sitting
  fight start << Show: sport / {SHOW} / enter / 2 / archer / enter / murmillo / foo / defender, 1/1/4, bb, Taunt / q / 1
    -> 130 | Which event? | add the icons | Archer: class, Movement | Which sport do you pick?
    | Its name (Tab completes it | is a neutral unit | Enter alone is no answer here | What does the Murmillo chip show?
    | is not a known class, die or skill | the app draws | 'q' is not one of the keys | the app draws
  fight --json -> fight.turn_of = set-up | fight.question.id = prepare.bag
  fight start << -/-/2, y / 1 / 2 / z9 / ctrl+u / d3 -> Archer: class, Movement | the app draws | is the tribune?
    | Hex, as in D3: | 'z9' is not one of the hexes | All is set up
  fight --json -> fight.turn_of = rival | fight.position.chips = {{"trident": {{"hex": "D3"}}}}
    | fight.position.rival.lineup.# = 3
Of a stand-alone fight only what was not given is asked, and nothing answered is lost
  {DUEL} --camp archer << krakenlance / enter -> 130 | Your hero? | Your tactics
  fight --json -> fight.position.player.tactics = []
  fight drop && {DUEL} --tactics stun << krakenlance / nox / archer -> 130 | Your hero? | The units in your camp
    | Nox is elite | The units in your camp
  fight --json -> fight.camp = ["krakenlance", "archer"] | fight.position.player.tactics = ["stun"]
The card known to lie at the front is offered
  sitting && data add event '{SHOW}, goals spar' && event deck sport Show
  fight start << enter -> 130 | [Show] | Archer: class, Movement
  fight --json -> fight.name = Show
A turn is left off and gone on with, and an attack is a key
  told
  {START} << enter / rep / defender / archer / 2 / d3
    -> Attacker: class, Movement | Its name (Tab completes it | Reptilian joins | Tab completes it | Defender joins
    | Tab completes it | Hex, as in D3: | All is set up
  fix krakenlance E4 && fix rival-archer D3 && fix reptilian C6 && rival-turn << -> 130 | type what it says
  rival-turn --auto first --seed 1 && fight --json -> fight.turn_of = player
  fix reptilian D5 && turn attack krak rep << x / 2 -> r rolls in the app | 'x' is not one of the keys | 2 hits
  fight --json -> fight.position.units.reptilian.hp = 1
""", sitting=SITTING, told=TOLD)  # fmt: skip
def test_at_a_terminal(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


KNOWN = told()


@pytest.mark.parametrize(("id_", "name"), [
    ("krakenlance", "Krakenlance"),
    ("archer", "Archer"),
    ("archer-2", "Archer 2"),
    ("rival-archer", "the rival Archer"),
    ("rival-archer-3", "the rival Archer 3"),
    ("arena-beast", "the arena's Beast"),
    ("my-own-name", "my-own-name"),
    ("a1", "a1"),
    ("", ""),
])  # fmt: skip
def test_a_unit_goes_by_the_name_of_its_chip(id_: str, name: str) -> None:
    assert Names(KNOWN)(id_).casefold() == name.casefold()


def test_sentences_name_units_and_say_no_pages() -> None:
    events = [
        event_of("attacked", unit="rival-archer", target="krakenlance", because="", dice=["blue"], hits=1),
        event_of("damaged", unit="krakenlance", by="rival-archer", damage=1, hp=4),
        event_of("rolled-at", rule="x", unit="archer-2", effect="Fury", dice=["red"], hits=0, targets=["rival-archer"]),
        event_of("intercepted", rule="x", unit="rival-archer-2", target="archer", attacker="krakenlance"),
    ]
    told_ = events_words(events, Names(KNOWN))
    assert "rival-archer" not in told_
    assert "p." not in told_
    assert told_[0].isupper()
    assert re.search("Krakenlance", told_)


def test_what_was_done_by_hand_is_noted_once() -> None:
    events = [
        event_of("corrected", changes="set points 2", note="recounted"),
        event_of("corrected", changes="set turn 2"),
        event_of("house-ruling", rule="yours.deploy-hex", text="E3 is none of your deployment hexes"),
        event_of("step-began", step="engage"),
    ]
    assert "recounted" not in events_words(events, Names(KNOWN))
    note = note_of(events, KNOWN)
    assert note.startswith("recounted; by hand; your own ruling against ")
    assert "p.25" in note
    assert "yours.deploy-hex" not in note
    assert note_of(events[3:], KNOWN) == ""


def test_an_answer_of_which_nothing_came_is_told_with_its_question() -> None:
    board = boards.combat("movement", ["archer rival A1", "krak player D3"])
    unit = next(iter(board.units.values()))
    board = replace(board, catalogue=KNOWN).with_unit(replace(unit, id="rival-archer-2"))
    question = Question(id="movement.next", kind="choice", rule="movement.order", options=("rival-archer-2", "b"))
    asked = "Which rival unit moves next?"
    assert answered_words(question, "rival-archer-2", board) == f"{asked} The rival attacker 2."
    assert answered_words(question, "b", board) == f"{asked} B."
    draw = Question(id="bane.draw", kind="effect", rule="bane.placed", about="set-up", number=(2, 6))
    assert "bane 2 of 6" in answered_words(draw, "Ruin:bag", board)


def test_turns_are_headings_and_marks_stand_before_what_was_done_by_hand() -> None:
    steps = [
        (0, "set-up", 2, "The combat is Spar.", ""),
        (1, "rival", 3, "The rival moves.", ""),
        (1, "rival", 4, "It attacks.", ""),
        (1, "player", 5, "Corrected by hand: set points 2.", "recounted"),
        (0, "nobody", 6, "Won.", ""),
    ]
    lines = story_lines((Step(n, "", "", "", what, note=note), turn, whose) for turn, whose, n, what, note in steps)
    assert ["".join(span.text for span in line) for line in lines] == [
        "The set-up",
        "    2    The combat is Spar.",
        "Turn 1, the rival's",
        "    3    The rival moves.",
        "    4    It attacks.",
        "Turn 1, yours",
        "    5  * Corrected by hand: set points 2. [recounted]",
        "The end",
        "    6    Won.",
        "* by hand, or by your own ruling",
    ]


def test_the_log_of_a_fight_is_its_story_while_it_is_fought_and_after_its_cleanup() -> None:
    on_disk(ready("sport"))
    done_each(
        "fight start games --sport spar --auto random --seed 3",
        "rival-turn --auto random --seed 3",
        "turn deploy krakenlance E3 --anyway",
        "turn end",
        "rival-turn --auto random --seed 3",
    )
    log = said("fight", "log", "--plain")
    headings = [line for line in log.splitlines() if line and not line.startswith((" ", "*"))]
    assert headings == ["The set-up", "Turn 1, the rival's", "Turn 1, yours", "Turn 2, the rival's"]
    assert re.search(r"\* Done anyway, by your own ruling.*\[your own ruling against .*p\.25", log.replace("\n", " "))
    told_ = re.sub(r"\(p\.[0-9-]+\)|\[[^]]*\]", "", log)
    assert not re.search(r"\b(rival|arena)-[a-z]|\bp\.[0-9]", told_)
    steps = hoplo("fight", "log", "--json").json["steps"]
    assert [step["turn_of"] for step in steps][-1] == "rival"
    assert {step["turn"] for step in steps} == {0, 1, 2}
    assert "Your own rulings against: " in said("fight")
    assert "yours.deploy-hex" not in said("fight")
    done_each("turn surrender", "cleanup --lost")
    assert state()["fight"] is None
    after = said("fight", "log", "--plain")
    assert after.startswith(log.splitlines()[0])
    assert "The end" in after


def fight_of(catalogue: Any, *answers: Any) -> Table:
    """Fight up to the deployment of an archer, of which these are told as it comes into the arena."""
    table = Table(planned(ready(), "brawl", catalogue), catalogue)
    table.game.begin(Move(SET_UP))
    table.answer(("prepare.bag", "hoplite")).do(RIVALS)
    return table.do("deploy", "archer", "G2", answers=answers)


@pytest.mark.parametrize(("known_by_now", "difference"), [(3, ""), (9, "the board differs in units")])
def test_a_number_told_in_the_fight_is_no_difference_once_it_is_known(known_by_now: int, difference: str) -> None:
    """The board that was kept holds what was told; played again, the chip's own record says the same."""
    untold = {key: value for key, value in UNITS["archer"].items() if key != "health"}
    catalogue = known(units={"archer": untold})
    table = fight_of(catalogue, ("component.stat", 3))
    start = planned(ready(), "brawl", catalogue)
    later = known(units={"archer": {**untold, "health": known_by_now}})
    again = replayed(start, table.game.fight, later)
    assert (len(again.made), again.difference) == (3, difference)


def test_a_board_that_is_not_what_the_moves_come_to_differs() -> None:
    catalogue = known()
    table = fight_of(catalogue)
    fight = table.do(CORRECT, "set", "archer", "hp", "1").game.fight
    start = planned(ready(), "brawl", catalogue)
    fewer = replace(fight, moves={number: move for number, move in fight.moves.items() if number != "4"})
    again = [replayed(start, each, catalogue) for each in (fight, fewer)]
    assert [len(each.made) for each in again] == [4, 3]
    assert [each.difference for each in again] == ["", "the board differs in units"]
