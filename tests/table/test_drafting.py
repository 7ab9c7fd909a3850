"""A conversation that is broken off, what is said where nobody answers, and which turns are compared with advice."""

from contextlib import suppress
from pathlib import Path

import pytest

from hoplo_companion.campaign.model import AdvisedPlan, Fight, Move
from hoplo_companion.cli.play.play import LeftForError
from hoplo_companion.dice import Dice
from hoplo_companion.errors import IllegalError, StoppedError
from hoplo_companion.rules.dialogue import Question, event_of
from hoplo_companion.table.play.answers import Asked, OpenQuestionError, no_answer
from hoplo_companion.table.play.fight import keep_entered
from hoplo_companion.table.play.replay import choices_of
from hoplo_companion.table.saves.library import Conversation
from tests.helpers.boards import READER, combat
from tests.helpers.cli import Sitting
from tests.helpers.scions import known
from tests.helpers.stories import Story, stories, tell
from tests.helpers.terminal import Terminal

BEGUN = """
  new --first-game && travel Games --kind sport
  cleanup --lost << 4 / enter / archer -> 130 | HP now | were defeated? | go into the bag? | stopped
"""


@stories(
    """
A conversation goes on behind its last answer
  begun && cleanup --lost << 1 / enter / enter / enter -> You had begun to answer this:
    | HP now (0 if it was defeated)? 4 | Continue after that? | go into the bag? | Which banes were drawn
    | of your tactics were used? | has failed | not How did
  pad --json -> hp = 4 | camp.units has archer
  undo && cleanup --lost << -> 130 | HP now | not You had begun
It may begin anew
  begun && cleanup --lost << 2 / 2 / enter -> 130 | Continue after that? | HP now | were defeated?
Answers belong to the command that asked
  begun && cleanup --won << -> 130 | HP now | not You had begun
""",
    begun=BEGUN,
)
def test_conversations(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_every_answer_is_on_disk_before_the_next_question() -> None:
    tell("new --first-game && travel Games --kind sport")
    terminal = Terminal("cleanup", "--lost").until("HP now")
    terminal.press("4\r", "were defeated?")
    terminal.press("archer\r", "go into the bag?")
    terminal.process.kill()
    terminal.process.wait()
    tell("cleanup --lost << -> 130 | You had begun to answer this: | HP now (0 if it was defeated)? 4 | Continue")


@pytest.mark.parametrize(("fault", "kept"), [
    (StoppedError(), True), (LeftForError([], again=True), True), (KeyboardInterrupt(), True),
    (IllegalError("no"), False), (None, False),
])  # fmt: skip
def test_answers_are_kept_until_they_are_used_or_turn_out_to_be_wrong(fault: BaseException | None, kept: bool) -> None:
    terminal = Sitting("cleanup")
    with suppress(BaseException), terminal.drafted():
        held = terminal.conversation
        assert held is not None
        held.note("HP?", "4")
        if fault is not None:
            raise fault
    assert bool(Conversation("", ("cleanup",)).draft.answers) is kept
    assert terminal.conversation is None


class TestConversation:
    """What is remembered of a conversation, without a terminal."""

    def test_an_answer_is_given_again_only_to_the_same_question(self) -> None:
        held = Conversation("it", ("cleanup",))
        held.keep(("HP?", "4"), ("Who?", "archer"))
        assert held.answered("Who?") is None
        assert held.answered("HP?") == "4"
        held.note("HP?", "4")
        assert held.answered("Who?") == "archer"

    def test_another_answer_forgets_what_followed_it(self) -> None:
        held = Conversation("it", ("cleanup",))
        held.keep(("HP?", "4"), ("Who?", "archer"))
        held.note("HP?", "3")
        assert held.answered("Who?") is None
        assert Conversation("it", ("cleanup",)).draft.answers == (("HP?", "3"),)

    def test_the_last_answer_is_taken_back(self) -> None:
        held = Conversation("it", ("cleanup",))
        assert not held.take_back()
        held.note("HP?", "4")
        held.note("Who?", "archer")
        assert held.take_back()
        assert Conversation("it", ("cleanup",)).draft.answers == (("HP?", "4"),)


def test_a_draft_is_that_of_its_campaign_and_command(home: Path) -> None:
    held = Conversation("it", ("cleanup",))
    held.keep(("HP?", "4"))
    assert Conversation("it", ("cleanup",)).draft.answers == (("HP?", "4"),)
    assert Conversation("it", ("cleanup", "--won")).draft.answers == ()
    assert Conversation("other", ("cleanup",)).draft.answers == ()
    (home / "conversation.json").write_text('{"campaign": 3', encoding="utf-8")
    assert Conversation("it", ("cleanup",)).draft.answers == ()
    held.drop()
    held.drop()
    assert not (home / "conversation.json").exists()


@pytest.mark.parametrize(
    ("kind", "shown"), [("stat", "only the chip"), ("list", "only the card"), ("choice", "nobody to ask")]
)
def test_where_nobody_answers_it_is_said_what_would(kind: str, shown: str) -> None:
    """Numbers are on a chip; an arena's priority lists and where its chips start are on its card (p.23)."""
    question = Question("component.priorities", kind, "component.asked")  # type: ignore[arg-type]
    with pytest.raises(OpenQuestionError, match=shown):
        Asked(no_answer, Dice(0)).answer(question, combat("movement", ["rep rival B2"]))


def test_a_unit_cap_is_kept_under_its_name() -> None:
    """The cap is how many units you may have in combat against a scion (p.31), and no number of dice."""
    [said] = keep_entered(event_of("stat-told", unit="", chip="gorgon", stat="cap", value=3), known())
    assert said.startswith("Gorgon: the unit cap is kept in ")


def test_a_turn_that_was_put_right_in_the_middle_of_a_move_is_not_compared_with_advice() -> None:
    by_hand = {"correct": ["set", "archer", "hp", "2"], "note": ""}
    attack = Move("attack", ("archer", "reptilian"), answers=({"question": "attack.dice", "answer": 1}, by_hand))
    first = Fight("Brawl", "bloodshed", {}, {}, moves={"1": attack}, advice={"0": (AdvisedPlan("end", 8, 10),)})
    after = Fight("Brawl", "bloodshed", {}, {}, moves={"1": attack, "2": Move("end")}, advice=first.advice)
    assert choices_of(after, [first, after], READER.catalogue) == []
