"""What a save keeps of what is said is no language's: shown in any it says what would have been said there at once."""

import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hoplo_companion.cli.campaign import new, open_campaign
from hoplo_companion.cli.data import look
from hoplo_companion.cli.fight import by_hand, following
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import LANGUAGES, plural, speaking, tr
from hoplo_companion.render import fight as story
from hoplo_companion.render.fight import kept_events
from hoplo_companion.render.sentences.campaign import event_words
from hoplo_companion.render.sentences.events import TELLINGS, words_without_page
from hoplo_companion.render.sentences.questions import QUESTIONS, question_words
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.dialogue import EVENTS, Question, event_of
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.rival.turn import begin
from hoplo_companion.rules.sentence import Kept, Worded, capital, counted, in_english, read, said, to_keep, written
from hoplo_companion.table.saves.doctor import examine
from tests.fight.test_fight_saves import play
from tests.helpers.cli import hoplo
from tests.helpers.fights import ready
from tests.helpers.fights_on_disk import NAME, on_disk
from tests.helpers.positions import READER, example
from tests.render.test_render_sentences import CASES, _example, made, variants
from tests.soak.kills import script
from tests.soak.random_positions import random_position
from tests.soak.random_turns import choose


def again(what: Kept) -> Kept:
    """Give what was kept as it comes back from disk."""
    found: Kept = read(msgspec.json.decode(msgspec.json.encode(written(what))))
    return found


def check(write: Callable[[], str]) -> Kept:
    """Hold what is shown of what was kept against what is said at once, in every language."""
    for language in LANGUAGES:
        with speaking(language):
            what = again(to_keep(lambda: [write()]))
        for other in LANGUAGES:
            with speaking(other):
                assert str(what) == write()
    return what


@pytest.mark.parametrize("what", sorted({*EVENTS, *TELLINGS}))
def test_every_event_is_kept(what: str, catalogue: Catalogue) -> None:
    names = Names(catalogue)
    for event in variants(made(what)):
        check(lambda event=event: words_without_page(event, names))  # type: ignore[misc]


def test_what_is_said_of_the_rules_is_kept(catalogue: Catalogue) -> None:
    names = Names(catalogue)
    why = said("{unit} is in camp, not in combat", unit=names.kept_name("rival-defender"))
    for sentence in (why, said("the fight has no flag."), counted("{n} unit", "{n} units", 2)):
        ruled = event_of("house-ruling", rule="move.any", text="", said=sentence)
        check(lambda: words_without_page(ruled, names))  # noqa: B023
        reminded = event_of("reminded", rule="scion.cap", about="Cerberus", text="", said=sentence)
        check(lambda: words_without_page(reminded, names))  # noqa: B023


@pytest.mark.parametrize(("row", "given"), CASES)
def test_everything_that_happens_in_a_campaign_is_kept(row: str, given: dict[str, Any]) -> None:
    check(lambda: event_words(_example(row, **given)))


@pytest.mark.parametrize("id_", sorted(QUESTIONS))
def test_every_question_is_kept(id_: str) -> None:
    board = example()
    for about, unit in (("stun", "reptilian"), ("krakenlance", "krakenlance")):
        about = about if unit or id_ != "prepare.opportunity" else "Ecco"
        options = ("yes", "no", "E2")
        question = Question(id=id_, kind="dice", rule="r", unit=unit, about=about, text="…", dice=("blue",),
                            options=options)  # fmt: skip
        check(lambda question=question: question_words(question, board))  # type: ignore[misc]


@pytest.mark.parametrize("seed", range(10))
def test_turns_at_random_are_kept(seed: int) -> None:
    rng = random.Random(seed)
    combat, happened = begin(READER.read_plain(random_position(rng)))
    for _ in range(40):
        names = names_of(combat)
        check(lambda: " ".join(words_without_page(event, names) for event in happened))  # noqa: B023
        question = pending(combat)
        if question is None:
            break
        combat, happened = apply(combat, choose(question, combat, rng))


def test_what_is_kept_is_a_sentence_with_its_parts() -> None:
    """What no language changes is kept as it is, and what is not made of sentences alone in every language."""
    what = check(lambda: capital(tr("{unit} is in camp, not in combat", unit=tr("your {name}", name="Archer"))))
    assert written(what) == [["{unit} is in camp, not in combat", "A"], ["your {name}", "Archer"]]
    assert written(check(lambda: tr("no dice"))) == ["no dice"]
    assert written(check(lambda: tr("no dice") + "!")) == [["no dice!", "by language"], "nessun dado!"]
    assert written(check(lambda: plural("{n} unit", "{n} units", 2))) == [["{n} unit", "", "{n} units"], 2]
    assert to_keep(lambda: ["as {typed} \x1f 0"]) == "as {typed} \x1f 0"


@pytest.mark.parametrize("row", [{}, [], [[]], [["{a}", 1], 2], ["{a}", 1, 2], ["{a.b}", 1], {"said": 1}, [{"en": 1}]])
def test_what_is_no_sentence_is_refused(row: Any) -> None:
    with pytest.raises(ValueError, match=r"sentence|zip"):
        read(row)


def test_what_format_5_kept_in_each_language_is_shown_in_each() -> None:
    what = read({"en": ["One.", "Two."], "it": ["Uno.", "Due."], "frames": [0]})
    for language, shown in (("en", "One. Two."), ("it", "Uno. Due.")):
        with speaking(language):  # type: ignore[arg-type]
            assert str(what) == shown
            assert isinstance(what, Worded)
            assert what.without_frames() == shown[5:]


WATCHED = (open_campaign, following, story, new, by_hand, look)


def hold_evening(seed: int, steps: int, home: Path) -> int:
    """Play a fight and what comes after it at random; all that is kept, read back, words to what was said.

    Shapes: in `home`; gives how many sentences were kept.
    """
    held = 0

    def watched(write: Callable[[], list[str]], frames: Iterable[int] = ()) -> Kept:
        nonlocal held
        what = to_keep(write, frames)
        for language in LANGUAGES:
            with speaking(language):
                words = write()
                held += len(words)
                assert str(again(what)) == " ".join(words), (seed, language)
        return what

    rng = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOPLO_HOME", str(home))
        for module in WATCHED:
            patch.setattr(module, "to_keep", watched)
        kind, card = rng.choice([("bloodshed", "melee"), ("bloodshed", "brawl"), ("sport", "games")])
        library = on_disk(ready(kind))
        hoplo("fight", "start", card, "--auto", "random", "--seed", str(seed))
        play(steps, seed)
        hoplo("fight", "drop")
        hoplo("cleanup", "--lost", "--hp", "3")
        for _ in range(steps // 3):
            hoplo(*script(rng))
        assert examine(library, NAME) == []
    return held


@pytest.mark.parametrize("seed", range(4))
def test_what_an_evening_keeps_words_to_what_was_said(seed: int, tmp_path: Path) -> None:
    assert hold_evening(seed, 30, tmp_path) > 100


def test_a_story_with_headings_leaves_out_where_turns_and_steps_begin_and_end(catalogue: Catalogue) -> None:
    combat, happened = begin(READER.read_plain(random_position(random.Random(1))))
    what = again(kept_events(happened, names_of(combat)))
    assert "begins." in str(what)
    assert isinstance(what, Worded)
    assert "begins." not in what.without_frames()


ROWS = (
    "Each Head moves up to {hits} hex(es) towards its mark.",
    "Moves 2 hexes; deals {hits}, then {hits} more.",
    "Roars.",
)


@pytest.mark.rule("scion.total-hits")
@pytest.mark.parametrize("text", ROWS)
def test_a_row_of_a_scions_card_is_kept_as_it_is_said(text: str, catalogue: Catalogue) -> None:
    said = text.replace("{hits}", "2")
    event = event_of("scion-row", rule="scion.dice", unit="hydra", index=0, dice="green", hits=2, times=1, text=said)
    what = check(lambda: words_without_page(event, Names(catalogue)))
    assert in_english(what) == f"Green, 2 hits: {said}"


def test_sentences_of_older_logs_are_worded_as_ever() -> None:
    """Until format 4 a sentence was kept with its parts, and with the form that it takes."""
    old = ["{_1} {_2}", {"_1": ["{unit} (you)", {"unit": ["the flag"]}, "1"], "_2": ["no dice", {}, "A"]}]
    with speaking("en"):
        assert str(read(old)) == "The flag (you) No dice"
    with speaking("it"):
        assert str(read(old)) == "La bandiera (you) Nessun dado"
