"""What you do in your turn, as words: `deploy archer G2`, `attack krak rep 2`, `end` (Rulebook p.25-27).

Short: `krak e3` moves or deploys, `krak>rep 2` attacks, `krak>agile rep` uses a skill, `stun>arc` plays a tactic.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hoplo_companion.components.names import advise, in_english, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.hexes import HEX
from hoplo_companion.language import later, tr
from hoplo_companion.rules.agenda import Result
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import candidates
from hoplo_companion.rules.player import steps, turn

END, GIVE_UP = "end", "surrender"
ANYWAY = "--anyway"

ACTIONS: dict[str, tuple[Callable[..., Result], str]] = {
    "deploy": (steps.deploy, "deploy UNIT HEX"),
    "tactic": (steps.tactic, "tactic CHIP UNIT"),
    "move": (steps.move, "move UNIT HEX"),
    "roam": (lambda combat, unit, _, *, anyway: steps.move(combat, unit, "", anyway=anyway), "roam UNIT"),
    "ability": (steps.ability, "ability UNIT SKILL [ANSWER]..."),
    "attack": (steps.strike, "attack UNIT TARGET [HITS]"),
    "special": (steps.special, "special UNIT SKILL [ANSWER]..."),
    "bless": (lambda combat, use, _, *, anyway: turn.bless(combat, use, anyway=anyway), "bless reinforce"),
    GIVE_UP: (lambda combat, _, __, *, anyway: turn.surrender(combat, anyway=anyway), "surrender"),
}
"""Each word for an action, with what carries it out, given its two names and `anyway`, and how it is written."""

TO_HEX, AT = "", ">"
"""The words of actions that are typed short: what they do, the board says."""


class Action(NamedTuple):
    """One action: its word, two names, answers typed with it, and whether it is done `anyway` against the rules."""

    word: str
    first: str = ""
    second: str = ""
    answers: tuple[str, ...] = ()
    anyway: bool = False

    def typed(self) -> str:
        """Write it as it is typed."""
        quoted = [f"'{word}'" if " " in word else word for word in (self.first, self.second, *self.answers) if word]
        if self.word == AT:
            return " ".join([f"{quoted[0]}{AT}{quoted[1]}", *quoted[2:]])
        return " ".join([self.word, *quoted] if self.word else quoted)

    def do(self, combat: Combat) -> Result:
        """Carry it out up to its first question; IllegalError where the rules do not allow it."""
        if self.word == END:
            return turn.end(combat, anyway=self.anyway)
        return ACTIONS[self.word][0](combat, self.first, self.second, anyway=self.anyway)


def named_whole(combat: Combat, action: Action) -> Action:
    """An action with its word, and as many words for its skill as that has: `ability krak fury aura rep`."""
    if action.word in (TO_HEX, AT):
        action = action._replace(word=_meant(combat, action))
    if action.word not in ("ability", "special"):
        return action
    words = [action.second, *action.answers]
    known = set(combat.catalogue.ids("skills")) | {slug(effect.name) for effect in combat.arena.effects}
    for count in range(len(words), 1, -1):
        if slug(" ".join(words[:count])) in known:
            return action._replace(second=" ".join(words[:count]), answers=tuple(words[count:]))
    return action


def _meant(combat: Combat, action: Action) -> str:
    """Tell what an action does that is typed short, by what it names."""
    ours = [unit for unit in combat.units.values() if unit.side == "player"]
    first = candidates(combat, action.first, ours)
    if action.word == TO_HEX:
        return "deploy" if first and not any(unit.hex for unit in first) else "move"
    if not first and slug(action.first) in combat.catalogue.ids("tactics"):
        return "tactic"
    words = [action.second, *action.answers]
    names = [slug(" ".join(words[:count])) for count in range(len(words), 0, -1)]
    skills = [skill for skill in map(combat.catalogue.skill, names) if skill is not None]
    if skills and not candidates(combat, action.second, combat.units.values()):
        return "ability" if skills[0].type == "ability" else "special"
    return "special" if any(slug(effect.name) in names for effect in combat.arena.effects) else "attack"


VERBS = (*ACTIONS, END, "end-turn")
"""The words that an action begins with."""


def read_actions(line: str, *, anyway: bool = False) -> list[Action]:
    """Read a whole turn, its actions separated by semicolons; UsageError says what is not understood.

    A name of several words stands between quotation marks. What has a `!` after its word or ends with `--anyway` is
    done also where the rules do not allow it; with `anyway` everything is.
    """
    found = []
    for part in _parts(line):
        try:
            words = shlex.split(part)
        except ValueError as fault:
            raise UsageError("{words} is not understood: {fault}", words=clip(part), fault=fault) from None
        found.append(read_action(words, anyway=anyway))
    return found


def read_words(words: Sequence[str], *, anyway: bool = False) -> list[Action]:
    """Read a turn from the words of a command: `attack krak rep 2`, or a whole line as one word."""
    if len(words) > 1 and _verb(words[0]) in VERBS and ";" not in "".join(words):
        return [read_action(list(words), anyway=anyway)]
    return read_actions(" ".join(words), anyway=anyway)


def parts_left(line: str, done: int) -> str:
    """What is left of a line where so many of its actions are done."""
    return "; ".join(_parts(line)[done:])


def _parts(line: str) -> list[str]:
    found = []
    for whole in line.split(";"):
        # Actions that are typed short have commas between them, as in `krak e3, arc f2`; any other is one.
        found += [whole] if _verb((whole.split() or [""])[0]) in VERBS else whole.split(",")
    return [part.strip() for part in found if part.strip()]


def _verb(word: str) -> str:
    """The verb of an action, without the sign that has it done anyway."""
    return in_english(word.lower().removesuffix("!"), VERBS)


def read_action(words: list[str], *, anyway: bool = False) -> Action:
    """Read one action from its words, perhaps typed short (`krak e3`, `krak>rep`); UsageError says what is wrong."""
    part, not_understood = " ".join(words), later("{words} is not understood: write {form}")
    if words[1:] and words[-1] == ANYWAY:
        words, anyway = words[:-1], True
    word, rest = _verb(words[0]) if words else "", words[1:]
    anyway = anyway or (bool(words) and words[0].endswith("!"))
    if word in VERBS[-2:]:
        if rest:
            raise UsageError(not_understood, words=clip(part), form=END)
        return Action(END, anyway=anyway)
    if word not in ACTIONS and is_short(part):
        first, at, behind = part.partition(AT)
        names = [*([first] if at else first.split()), *behind.split()]
        if not names[0].strip() or len(names) < 2 or (not at and len(names) > 2):
            raise UsageError(not_understood, words=clip(part), form="krak e3" if not at else "krak>rep 2")
        return Action(at, names[0].strip(), names[1], tuple(names[2:]), anyway)
    if word not in ACTIONS:
        advice = advise(word, [*ACTIONS, END], tr("actions"))
        text = later(
            "{word} is not an action; {advice}; or type who and where, krak e3, or who and at whom, krak>rep 2"
        )
        raise UsageError(text, word=clip(word), advice=advice)
    form = ACTIONS[word][1]
    usage = form.split()[1:]
    needed = sum(1 for each in usage if not each.startswith("["))
    most = None if usage and usage[-1].endswith("...") else len(usage)
    if len(rest) < needed or (most is not None and len(rest) > most):
        raise UsageError(not_understood, words=clip(part), form=form)
    names = [*rest[:needed], "", ""][:2]
    return Action(word, names[0], names[1], tuple(rest[needed:]), anyway)


def is_short(line: str) -> bool:
    """Say whether a line begins with something that is typed short: `krak e3`, `krak>rep`."""
    first = line.partition(";")[0].partition(",")[0]
    return ">" in first or HEX.fullmatch("".join(first.split()[1:2])) is not None
