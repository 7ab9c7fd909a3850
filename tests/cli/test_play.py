"""The guided evening at a terminal: one question after the other, and the same session as the single commands."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from hoplo_companion.table.saves.open_campaign import OpenCampaign
from tests.helpers.cli import done, hoplo
from tests.helpers.stories import Story, stories, tell
from tests.helpers.terminal import Terminal

CARD = "Duel: bloodshed, lineup bag, yours hero camp"


ATTACKER = "data add unit 'Attacker: attacker, 2/1/4, blue blue'"
SET_UP = f"""
  {ATTACKER}
  write {{home}}/draws.jsonl '"attacker"'
  fight start '{CARD}' --hero krakenlance --arena kunlun --attack blue --answers {{home}}/draws.jsonl
"""
"""A fight of its own, with the rival's Attacker to come."""

ENGAGED = """
  set_up && rival-turn && turn 'deploy krak G1; end' && fix attacker F1 --note 'the mat'
  data add arena 'Kunlun: all: hero > any'
"""
"""Up to the rival's attack on krakenlance, for which dice are rolled."""

NO_MAP = "outside a campaign there is no map"


@stories(f"""
An evening goes from turn to turn by keys
  set_up && play << 1 / 1 / 1 / end; / Q -> the rival's turn | Attacker is deployed on A1 | deploy a unit
    | On which hex? | Krakenlance is deployed on G1 | end your turn | the rival's turn | Everything is kept
  fight --json -> fight.turn_of = rival
At every prompt it is told where things stand, and which keys work
  set_up && play << 1 / 1 / Q -> Duel: turn 1, the rival's | U undo | Q quit | Duel: turn 1, yours | U undo | Q quit
    | Duel: turn 1, yours | U undo | Q quit
  fix attacker F1 --note 'the mat' && data add arena 'Kunlun: all: hero > any'
  play << 1 / 1 / end; / 1 / Q -> end your turn | the rival's turn | Duel: turn 2, the rival's, Engage Step
    | how many hits?
Why at a question says its rule and the reasons of its unit
  engaged && play << 1 / W / R / enter / ? / escape / Q -> how many hits? | p.12, 24, 27 | > hoplo why attacker
    | how many hits? | About what? [ | > hoplo look | how many hits? | undo: the last answer | rolls in the app:
What an aside changes comes back to the question
  engaged && play << 1 / N / a long fight / F / 1 / krak hp 2 / enter / :defender / :pad --nonsense
    / :hoplo history --last 2 / Q -> how many hits? | What do you want to note? | noted | how many hits?
    | What do you want to correct? | Does the mat agree? | Corrected by hand | What else differs? | how many hits?
    | no command is called 'defender' | No such option | a long fight | how many hits? | Everything is kept
  fight --json -> fight.question.id = attack.dice
What is wrong in a correction is refused before it is asked why
  new --first-game && play << F / ort / F / pad.hp 4 / enter / Q -> as in pad.hp 4? | what is different?
    | as in pad.hp 4? | Why? | HP | Everything is kept
A conversation goes back an answer at a time
  play << 3 / 4 / 2 / U / U / 1 / 2 / Q -> begin a campaign of your own choice | Your hero? | How hard?
    | Which class do Nox's details show | How hard? | Your hero? | How hard? | Which class do Bingqing's details show
    | Everything is kept
  play << 3 / 1 / Q -> Continue after that? | Which class do Bingqing's details show
After a stand-alone fight nothing of a campaign is offered
  set_up && turn surrender && cleanup
  play << B / W / 2 / P / Q -> set the fight up | {NO_MAP} | {NO_MAP} | '2' is not one of the keys | > hoplo pad
A turn in which nothing is named is refused
  engaged && rival-turn --auto first && turn '' -> 2 | no action is named
  turn ';;;' -> 2 | no action is named
  turn ' , ' -> 2 | no action is named
Without a terminal it says so, and a note is kept in the history
  play -> 2 | terminal
  new --first-game && note we stopped for dinner && history -> Note: we stopped for dinner
""", set_up=SET_UP, engaged=ENGAGED)  # fmt: skip
def test_evenings(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_asides_at_a_question_look_undo_and_leave_it_open() -> None:
    tell("engaged", set_up=SET_UP, engaged=ENGAGED)
    evening = Terminal("play").until("key:")
    evening.press("1", "how many hits?")
    evening.press("B", "Kunlun")
    evening.press("R", "About what?")
    evening.press("taunt\r", "Unit Skills")
    evening.press("U", "taken back")
    evening.until("the rival's turn")
    evening.press("1", "how many hits?")
    evening.press("2", "2 damage")
    evening.until("Q quit")
    evening.until("> ")
    evening.press("\x03", "continues from here").ends()
    position = hoplo("board", "--json").json
    assert [unit["hp"] for unit in position["units"] if unit["id"] == "krakenlance"] == [3]


def test_the_evening_goes_on_where_a_command_left_it() -> None:
    tell(SET_UP)
    evening = Terminal("play").until("key:")
    done("rival-turn")
    evening.press("1", "it is not the rival's turn")
    evening.until("deploy a unit")
    evening.press("zeta\r", "zeta")
    evening.until("deploy a unit")


def test_a_plain_evening_has_no_colour_anywhere() -> None:
    tell(SET_UP)
    evening = Terminal("play", "--plain").until("key:")
    evening.press("B", "your deployment hex")
    evening.until("key:")
    evening.press("1", "deploy a unit")
    evening.until("> ")
    assert "\x1b[" not in evening.seen


def test_a_fight_that_cannot_go_on_is_taken_back() -> None:
    """An answer that a later hoplo no longer takes must not lock the player out."""
    tell("engaged", set_up=SET_UP, engaged=ENGAGED)
    assert hoplo("rival-turn").code == 2
    with OpenCampaign() as opened:
        fought = opened.campaign.fight
        assert fought is not None
        spoiled = replace(fought.last, answers=({"answer": "nonsense"},))
        fought = replace(fought, moves={**fought.moves, str(len(fought.moves)): spoiled})
        opened.keep(replace(opened.campaign, fight=fought), "spoil", "An answer is spoiled.")
    tell("play << U / Q -> hoplo cannot continue from here | taken back: An answer is spoiled. | answer what is asked")
