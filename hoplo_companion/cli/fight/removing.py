"""A unit that is taken off the mat, or set to 0 HP: it was defeated, with all that follows, or that was a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from hoplo_companion.cli.options import option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, UsageError, as_command
from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.events import words_without_page
from hoplo_companion.render.sentences.removals import follows_words
from hoplo_companion.render.sentences.words import capital
from hoplo_companion.rules.corrections import SIDES, another_of, correct, follows, taken_off
from hoplo_companion.rules.events import CombatEnded
from hoplo_companion.rules.setup.camp import CAMP
from hoplo_companion.rules.unit_names import names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.rules.model import Combat, Unit

DefeatedOption = Annotated[
    bool | None,
    option("Whether a unit that is gone was defeated, or taken off by mistake.", names="--defeated/--by-mistake"),
]

ANOTHER, THIS = later("another chip"), later("this chip")
DEFEATED, MISTAKE = later("defeated"), later("taken off by mistake")


def as_meant(terminal: Terminal, combat: Combat, words: Sequence[str], defeated: bool | None) -> tuple[str, ...] | None:
    """Give a correction as it is meant: a unit that is gone was defeated, or nothing changes, which is None.

    Where its defeat would decide something and nobody has said whether it was one, that is asked: UsageError names the
    option where there is no terminal.
    """
    unit = taken_off(combat, words)
    if unit is None:
        if defeated is not None and list(words[:1]) != ["remove"]:
            raise UsageError(tr("--defeated and --by-mistake are for a unit that is removed or has 0 HP"))
        words = _placed(terminal, combat, words)
        _announce_end(terminal, combat, words)
        return words

    if defeated is None and follows(combat, unit):
        question = defeat_question(combat, unit)
        if terminal.json or not terminal.is_interactive():
            text = tr("{question} Add --defeated or --by-mistake. Nothing has changed: {unit_stays}",
                      question=question, unit_stays=stays_words(combat, unit))  # fmt: skip
            raise UsageError(text)
        defeated = terminal.choose(question, [DEFEATED, MISTAKE], [tr(DEFEATED), tr(MISTAKE)]) == DEFEATED
    if defeated is False:
        terminal.notice(tr("Nothing changes: {unit_stays}", unit_stays=stays_words(combat, unit)))
        return None
    # Once it is over a combat has no more defeats: the unit lies face down, and that is all.
    return ("remove", unit.id, "defeated") if combat.over else ("defeat", unit.id)


def _placed(terminal: Terminal, combat: Combat, words: Sequence[str]) -> tuple[str, ...]:
    """Give a correction as it is meant where it places a chip of which one is on the mat: another one, or that one."""
    found = another_of(combat, words)
    is_asked = terminal.is_interactive() and not terminal.json
    # A side is said of a chip from elsewhere; without one, a script puts a unit where it is on the mat.
    if found is None or not (is_asked or any(word in SIDES for word in words)):
        return tuple(words)
    unit, another = found
    name, stands = names_of(combat)(unit.id), combat.arena.mat.name(unit.hex)
    if not is_asked:
        text = tr("{unit} is on {hex} already: write {another} for another one, or move {id} for this one",
                  unit=capital(name), hex=stands, another=another, id=unit.id)  # fmt: skip
        raise UsageError(text)
    question = tr("{unit} is on {hex} already: another one, or this one?", unit=capital(name), hex=stands)
    if terminal.choose(question, [ANOTHER, THIS], [tr(ANOTHER), tr(THIS)]) == THIS:
        return ("move", unit.id, words[2])
    side = [] if any(word in SIDES for word in words) else [unit.side]
    return ("place", another, *words[2:], *side)


def _announce_end(terminal: Terminal, combat: Combat, words: Sequence[str]) -> None:
    """Ask at a terminal about a correction that ends the fight; what is wrong with one is said where it is made."""
    try:
        _, events = correct(combat, words)
    except HoploError:
        return
    for event in events:
        if isinstance(event, CombatEnded):
            end = words_without_page(event, names_of(combat))
            terminal.confirm(" ".join([tr("This ends the fight."), end, tr("Go on?")]))


def refuse_camp(words: Sequence[str]) -> None:
    """Refuse the words by which the camp's own commands reach a fight: typed alone they would change half of it."""
    if list(words[:1]) == [CAMP]:
        raise UsageError(tr("`hoplo camp` and `hoplo pad` change the camp and the pad, and the fight with them"))


def defeat_question(combat: Combat, unit: Unit) -> str:
    """Ask whether a unit was defeated, and say what that would set off."""
    consequences = " ".join(follows_words(combat, each) for each in follows(combat, unit))
    return tr(
        "Was {unit} defeated, or taken off by mistake? {consequences}",
        unit=names_of(combat)(unit.id),
        consequences=consequences,
    )


def stays_words(combat: Combat, unit: Unit) -> str:
    """Say where a unit stays that was not defeated."""
    name, place = names_of(combat)(unit.id), combat.arena.mat.name(unit.hex) if unit.hex else ""
    if not unit.hex:
        return capital(tr("{unit} stays in its camp.", unit=name))
    if unit.hp is None:
        stays = tr("{unit} stays on {hex}.", unit=name, hex=place)
    else:
        stays = tr("{unit} stays on {hex} with {hp} HP.", unit=name, hex=place, hp=unit.hp)
    if unit.side == "arena":
        return capital(stays)
    command = f"`{as_command('fix', unit.id, 'lineup' if unit.side == 'rival' else 'camp')}`"
    return capital(f"{stays} " + tr("({command} takes it off undefeated)", command=command))
