"""The rolls of a campaign, read from what was kept of its fights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.luck import FightDice, Roll
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question, pool_of, read_answer
from hoplo_companion.table.play.answers import BY
from hoplo_companion.table.play.replay import Moved, replayed
from hoplo_companion.table.saves.open_campaign import from_state
from hoplo_companion.table.saves.save import Save


def fights_of(save: Save) -> list[tuple[Campaign, Fight]]:
    """Find the fights that led here, the first one first: the campaign as each was planned, the fight as it ended."""
    found: list[tuple[Campaign, Fight]] = []
    last: Any = None
    start: Any = None
    for _, _, state in save.past():
        if state.get("fight") is not None:
            last, start = last or state, state
        elif last is not None:
            found.append(_fight(start, last))
            last = None
    if last is not None:
        found.append(_fight(start, last))
    return found[::-1]


def _fight(start: Any, last: Any) -> tuple[Campaign, Fight]:
    fight = from_state(last).fight
    assert fight is not None
    return from_state(start), fight


def dice_of_fight(
    number: int,
    start: Campaign,
    fight: Fight,
    catalogue: Catalogue,
    moved: Moved = lambda _fight, _events: None,
) -> FightDice:
    """Read the rolls of a fight by making its moves again with the answers that were kept; nothing is changed."""
    rolls: list[Roll] = []

    def note(question: Question, combat: Combat, given: dict[str, Any]) -> None:
        if question.dice and question.kind in ("dice", "hits"):
            rolls.append(_roll(number, question, combat, given))

    found = replayed(start, fight, catalogue, note, moved)
    complete = len(fight.moves) == found.moves + fight.under_way
    return FightDice(fight.name, rolls, "" if complete else found.difference)


def _roll(number: int, question: Question, combat: Combat, given: dict[str, Any]) -> Roll:
    unit = combat.units[question.unit]
    answer = given["answer"]
    read = read_answer(question, answer)
    colours: Mapping[str, int] | None = None
    if isinstance(read, dict):
        hits, colours = sum(read.values()), {str(colour): count for colour, count in read.items()}
    else:
        hits = read
        if len(set(question.dice)) == 1:
            colours = {question.dice[0]: hits}
        elif isinstance(answer, list):
            pairs = list(zip(question.dice, answer, strict=True))
            colours = {str(one): sum(hit for die, hit in pairs if die == one) for one in pool_of(question)}
    return Roll(number, unit.side, unit.chip, question.dice, hits, colours, BY in given)


def dice_of_campaign(
    save: Save, catalogue: Catalogue, read: Callable[[int, int], None] = lambda _done, _all: None
) -> list[FightDice]:
    """Read the rolls of every fight that led to where a save stands; `read` hears how many of how many are done."""
    fights = fights_of(save)
    found = []
    for number, (start, fight) in enumerate(fights, 1):
        found.append(dice_of_fight(number, start, fight, catalogue))
        read(number, len(fights))
    return found
