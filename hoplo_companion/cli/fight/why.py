"""`hoplo why` and `hoplo why-not`: what was considered, and what ruled it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from hoplo_companion.cli.fight.positions import Board, look_up
from hoplo_companion.cli.options import Step, argument, option
from hoplo_companion.cli.shell.table_words import decider, hex_or_unit
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import UnknownNameError
from hoplo_companion.errors import UNKNOWN, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.decisions import decision_lines, verdict_line
from hoplo_companion.render.sentences.words import capital
from hoplo_companion.rules.naming import named, picked
from hoplo_companion.rules.unit_names import names_of, title_of
from hoplo_companion.rules.why.decisions import decision_table
from hoplo_companion.rules.why.steps import decisions, verdicts

if TYPE_CHECKING:
    from hoplo_companion.render.style import Line
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.why.decisions import Decision

StepOption = Annotated[Step | None, option("The step to look at.", names="--step", case_sensitive=False)]

DECIDES_NOTHING = {
    "deployment": later("{unit} decides nothing in the Deployment Step: look at --step {own}"),
    "tactics": later("{unit} decides nothing in the Tactics Step: look at --step {own}"),
    "movement": later("{unit} decides nothing in the Movement Step: look at --step {own}"),
    "abilities": later("{unit} decides nothing in the Abilities Step: look at --step {own}"),
    "engage": later("{unit} decides nothing in the Engage Step: look at --step {own}"),
}


def why(
    terminal: Terminal,
    board: Board,
    unit: Annotated[str, argument("A rival unit, or one of the rival's tactics; all if left out.", decider)] = "",
    step: StepOption = None,
) -> Answer:
    """Show why a rival unit does what it does: every candidate, every criterion, and what ruled each one out.

    A move is explained as if the unit moved first.
    """
    combat = board.read(terminal)
    subject = _find(combat, unit) if unit else ""
    found = _decisions(terminal, combat, _step_to_look_at(combat, step, subject), subject)

    def lines() -> list[Line]:
        if not found:
            terminal.notice(tr("nothing is decided here: there is no rival unit and no tactic to decide about"))
        return [line for each in found for line in [*decision_lines(each, names_of(combat)), []]][:-1]

    return Answer(lines, lambda: {"decisions": [decision_table(each) for each in found]})


def why_not(
    terminal: Terminal,
    board: Board,
    unit: Annotated[str, argument("A rival unit, or one of the rival's tactics.", decider)],
    other: Annotated[str, argument("What it did not choose.", hex_or_unit, metavar="HEX|UNIT")],
    step: StepOption = None,
) -> Answer:
    """Show what kept a rival unit from a hex or from an opponent."""
    combat = board.read(terminal)
    subject = _find(combat, unit)
    looked = _step_to_look_at(combat, step, subject)
    found = look_up(terminal, combat, lambda now: verdicts(now, looked, subject, other))

    def table(verdict: Any) -> dict[str, Any]:
        """A verdict without its sentence, which is for rendering alone: its English is there under `out`."""
        return {key: value for key, value in msgspec.to_builtins(verdict).items() if key != "why"}

    return Answer(
        lambda: [verdict_line(each, names_of(combat)) for each in found],
        lambda: {"verdicts": [*map(table, found)]},
    )


def _step_to_look_at(combat: Combat, step: Step | None, subject: str) -> str:
    """Tell which step to look at: the one asked for, else the one in which the unit (or tactic) decides something."""
    before = {"deployment": combat.lineup, "tactics": combat.rival_tactics}
    own = next((name for name, subjects in before.items() if subject in subjects), "")
    if step is None:
        now = combat.step if combat.step in ("movement", "abilities", "engage") or not subject else ""
        return own or now or "movement"
    here = [unit.id for unit in combat.in_arena() if unit.side != "player"]
    if subject and subject not in before.get(step.value, here):
        name = capital(names_of(combat)(subject) if subject not in combat.rival_tactics else title_of(subject))
        raise UsageError(tr(DECIDES_NOTHING[step.value], unit=name, own=own or tr("movement or engage")))
    return step.value


def _find(combat: Combat, name: str) -> str:
    """Find a rival or arena unit (or a tactic or unit still to come) by name, as short as it is unambiguous."""
    units = [
        *(unit for unit in combat.in_arena() if unit.side != "player"),
        *(combat.bench[id_] for id_ in combat.lineup),
    ]
    unit = named(combat, name, units)
    tactic = picked(name, {chip: chip for chip in combat.rival_tactics})
    if unit is None and tactic is None:
        raise UnknownNameError("rival chip", name, [*(unit.id for unit in units), *combat.rival_tactics])
    return unit.id if unit is not None else str(tactic)


def _decisions(terminal: Terminal, combat: Combat, step: str, unit: str) -> list[Decision]:
    """List the decisions of one unit (or tactic), or of all, without those that depend on what nobody has entered.

    What that is, is asked at a terminal; elsewhere it is said, and an error where nothing else is left to show.
    """
    if unit or step in ("deployment", "tactics"):
        found = look_up(terminal, combat, lambda now: decisions(now, step, unit))
        return [decision for decision in found if step not in ("deployment", "tactics") or unit in ("", decision.unit)]
    every: list[Decision] = []
    missing: list[Exception] = []
    for each in combat.in_arena("rival" if combat.side == "player" else combat.side):
        try:
            every += _decisions(terminal, combat, step, each.id)
        except UNKNOWN as fault:
            missing.append(fault)
    if missing and not every:
        raise missing[0]
    for reason in dict.fromkeys(map(str, missing)):
        terminal.notice(reason)
    return every
