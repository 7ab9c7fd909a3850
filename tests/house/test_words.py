"""Every sentence that hoplo says is there in every language, with the same parts filled in."""

from string import Formatter

import pytest
from babel.messages.catalog import Message

from hoplo_companion.language import LANGUAGES, later, plural, speaking, spoken, tr
from tests.words import missing, template, translation

OTHERS = LANGUAGES[1:]


def texts_of(message: Message) -> tuple[list[str], list[str]]:
    """Give the English of a message and its translation, one sentence or one for each number."""
    ids, strings = message.id, message.string
    return ([ids] if isinstance(ids, str) else list(ids)), (
        [strings] if isinstance(strings, str) else list(strings or [])
    )


def _parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_missing(language: str) -> None:
    """What is missing is added to the catalogue by `python -m tests.words`, and translated there."""
    assert [message.id for message in missing(language)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_fills_in_the_same_parts(language: str) -> None:
    wrong = []
    for message in translation(language):
        english, others = texts_of(message)
        known = set().union(*map(_parts, english))
        # One wheel or one die may go without its number.
        needed = [known - {"n"} if len(others) > 1 else known] * len(others)
        if message.id and any(not least <= _parts(each) <= known for least, each in zip(needed, others, strict=True)):
            wrong.append(message.id)
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_translated_that_nobody_says(language: str) -> None:
    said = template()
    assert [each.id for each in translation(language) if each.id and said.get(each.id, each.context) is None] == []


def test_english_is_the_key() -> None:
    assert later("Every sentence.") == "Every sentence."
    with speaking("en"):
        assert tr("{n} of {all}", n=1, all=2) == "1 of 2"
        assert [plural("{n} hit", "{n} hits", n) for n in (0, 1, 2)] == ["0 hits", "1 hit", "2 hits"]


def test_a_sentence_without_translation_is_said_in_english() -> None:
    with speaking("it"):
        assert tr("Nobody has translated {this}.", this="this") == "Nobody has translated this."
        assert spoken() == "it"
