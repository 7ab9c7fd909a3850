"""Fights played once more with the answers that were kept: how they end, their rolls, advice, and their chronicle."""

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise
from math import sqrt
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign.chronicle import Choice, Fought, Roll, Round, Turn
from hoplo_companion.campaign.model import AdvisedPlan, Campaign, Fight, Move
from hoplo_companion.campaign.naming import move_name
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import turn_number
from hoplo_companion.errors import HoploError
from hoplo_companion.language import later, tr
from hoplo_companion.odds.actions import nothing, play, swing
from hoplo_companion.odds.advise import Advised
from hoplo_companion.odds.fight import FIRST_SEED, WON, board_of_seed, plays
from hoplo_companion.odds.sampling import Hears
from hoplo_companion.odds.values import everything
from hoplo_companion.rules.agenda import pending
from hoplo_companion.rules.dialogue import Event, Question, pool_of, read_answer
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.player.actions import ACTIONS, END, Action, read_actions
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.table.play.answers import BY, typed_answer
from hoplo_companion.table.play.campaign_changes import as_changed
from hoplo_companion.table.play.fight import Answered, made_again, open_combat
from hoplo_companion.table.play.moves import CORRECT, done
from hoplo_companion.table.saves.format import State, from_state
from hoplo_companion.table.saves.open_campaign import fights_behind, turn_in
from hoplo_companion.table.saves.save import Save


def with_advice(campaign: Campaign, found: Advised, moves: int | None = None) -> Campaign:
    """The campaign with plans that were found for the rest of your turn, after so many moves; all, if left out."""
    fight, chances = campaign.followed, ((each.played.line, each.wins) for each in found.plans)
    plans = tuple(AdvisedPlan(line, *((wins.won, wins.games) if wins is not None else ())) for line, wins in chances)
    key = str(len(fight.moves) if moves is None else moves)
    return replace(campaign, fight=replace(fight, advice={**fight.advice, key: plans}))


def turn_without_advice(save: Save, fight: Fight) -> tuple[int, State] | None:
    """Find how your turn began, in which no advice was asked: after how many moves, and the board; else None."""
    moves = len(fight.moves)
    while moves and fight.moves[str(moves)].do in ACTIONS.keys() - {END}:
        moves -= 1
    if fight.turn_of != "player" or any(int(key) >= moves for key in fight.advice):
        return None
    kept = (state.get("fight") or {} for _, _, state in save.past())
    began = (each for each in kept if len(each.get("moves", {})) == moves and not each.get("under_way"))
    return next(((moves, each["position"]) for each in began), None)


def choices_of(kept: Fight, moved: Sequence[Fight], catalogue: Catalogue) -> list[Choice]:
    """Compare each turn of yours in which advice was asked, and nothing put right, with the best plan that it found."""
    found = []
    is_over = bool(kept.over) and len(moved) == len(kept.moves)
    for at, first in enumerate(moved):
        plans = kept.advice.get(str(len(first.moves) - 1))
        moves = [fight.last for fight in moved[at:]]
        done = moves[: next((n for n, move in enumerate(moves, 1) if move.do == END), len(moves) if is_over else 0)]
        by_hand = any(move.do not in ACTIONS or any("correct" in each for each in move.answers) for move in done)
        if plans and done and not by_hand:
            found.append(_choice(first, plans[0], done, catalogue))
    return found


def _choice(first: Fight, plan: AdvisedPlan, done: Sequence[Move], catalogue: Catalogue) -> Choice:
    """Compare what was done from a board on with the plan that was found for it, by the same dice as the plan's."""
    combat, chosen = PositionReader(catalogue).read_plain(first.position), list[Action]()
    for move in done:  # with what was chosen in it, whatever was rolled; the arena die's way was not
        answers = (each["answer"] for each in move.answers if each.get("question") != "roaming.direction")
        first_, second = (*move.words, "", "")[:2]
        words = tuple(each for each in answers if isinstance(each, str))
        chosen.append(Action(move.do, first_, second, words, move.anyway))
    typed = "; ".join(action.typed() for action in chosen)
    choice = Choice(first.turn_number(combat.turn), plan.plan, typed, None, 0.0)
    try:
        # What was chosen on the way is chosen again; dice are rolled.
        best, mine = (play(combat, actions, typed_answer) for actions in (read_actions(plan.plan), chosen))
        ends = [{everything(way.combat): way.chance for way in played.ways} for played in (best, mine)]
        if ends[0] == ends[1]:
            return choice._replace(given_up=0.0)
        if plan.games:
            boards = [board_of_seed(mine.ways, seed) for seed in range(FIRST_SEED, FIRST_SEED + plan.games)]
            shares = [plan.won / plan.games, plays((boards, FIRST_SEED)).count(WON) / plan.games]
            error = sqrt(sum(share * (1 - share) for share in shares) / plan.games)
            return choice._replace(given_up=shares[0] - shares[1], error=error)
    except HoploError:
        pass  # It could not be played on.
    return choice


class Replayed(NamedTuple):
    """Moves played again: the fight in each with the board before it, what happened, and where it differed first."""

    made: list[tuple[Fight, list[Event]]]
    difference: str


def replayed(start: Campaign, kept: Fight, catalogue: Catalogue, answered: Answered | None = None) -> Replayed:
    """Play a fight once more, from when it was planned or a later move; `answered` sees each question and answer."""
    board, again = start, list[tuple[Fight, list[Event]]]()
    made = len(start.followed.moves) - start.followed.under_way
    # On disk keys stand in the order of their letters, so that 10 comes before 2.
    for number, move in sorted(kept.moves.items(), key=lambda each: int(each[0]))[made:]:
        begun = replace(board.followed, moves={**board.followed.moves, number: move}, under_way=True)
        board = replace(board, fight=begun)
        before = open_combat(board, catalogue)
        try:
            combat, events = made_again(before, board, answered)
        except HoploError as fault:
            return Replayed(again, tr("move {n}, {move}: {reason}", n=number, move=move_name(move), reason=fault))
        if kept.under_way and number == str(len(kept.moves)):
            # What it asked then may be known by now; the board that was kept is the one before it.
            break
        if pending(combat) is not None:
            text = later("move {n}, {move}: something is asked now that was not asked then")
            return Replayed(again, tr(text, n=number, move=move_name(move)))
        again.append((begun, events))
        board = done(board, before, combat, events)
        for words in [move.words if move.do == CORRECT else (), *(each.get("correct", ()) for each in move.answers)]:
            board = as_changed(board, tuple(words))
    if board.followed.position != kept.position:
        then, now = _as_known(kept.position, catalogue), _as_known(board.followed.position, catalogue)
        parts = [key for key in dict.fromkeys([*then, *now]) if then.get(key) != now.get(key)]
        if parts:
            return Replayed(again, tr("the board differs in {parts}", parts=", ".join(parts)))
    return Replayed(again, "")


def _as_known(position: dict[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """A board with its units as they count in play.

    What was entered of a chip stands in the board that was kept; played again, the chip's own record says it, and is
    the same. The faction comes of the stack that a chip was drawn off, and boards of before this was noted lack it.
    """
    combat = PositionReader(catalogue).read_plain(position)

    def known(unit: Unit) -> Unit:
        return replace(unit, given=None, faction="")

    bench = {id_: known(unit) for id_, unit in combat.bench.items()}
    return {**position, "units": [known(unit) for unit in combat.units.values()], "bench": bench}


def _roll(number: int, question: Question, combat: Combat, given: dict[str, Any]) -> Roll:
    unit, target = combat.units[question.unit], combat.units.get(question.about)
    read = read_answer(question, answer := given["answer"])
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
    try:
        due, came = swing(combat, read) or (None, None)
    except HoploError:
        due = came = None  # It hangs on a number that nobody has entered.
    turn = turn_number(combat.turn, combat.side)
    of, by_app = target.chip if target is not None else "", BY in given
    return Roll(number, unit.side, unit.chip, question.dice, hits, colours, by_app, turn, of, came, due)


def fights_again(save: Save, catalogue: Catalogue, read: Hears = nothing) -> list[Fought]:
    """Play every fight that led to where a save stands once more; `read` hears how many of how many are done."""
    found, fights = list[Fought](), fights_behind(save)[::-1]
    for number, states in enumerate(fights, 1):  # from when each was planned to its end
        planned, fight = from_state(states[-1]), from_state(states[0]).followed
        found.append(fight_again(number, planned, fight, catalogue))
        read(number, len(fights))
    return found


def fight_again(number: int, start: Campaign, fight: Fight, catalogue: Catalogue) -> Fought:
    """Play a fight once more, and note its turns and its rolls; where it comes out differently by now, they end."""
    rolls: list[Roll] = []

    def note(question: Question, combat: Combat, given: dict[str, Any]) -> None:
        if question.dice and question.kind in ("dice", "hits"):
            rolls.append(_roll(number, question, combat, given))

    found = replayed(start, fight, catalogue, note)
    fault = "" if len(fight.moves) == len(found.made) + fight.under_way else found.difference
    turns, after = list[Turn](), fight.position
    groups = groupby(found.made, key=lambda made: turn_in(made[0].turn_of, made[0].position))
    for (turn, turn_of), group in reversed([(key, list(each)) for key, each in groups]):
        before = group[0][0].position
        turns.append(Turn(turn, turn_of, before, after, [event for _, events in group for event in events]))
        after = before
    return Fought(fight, turns[::-1], rolls, fault, choices_of(fight, [then for then, _ in found.made], catalogue))


def rounds_of(save: Save, catalogue: Catalogue) -> list[Round]:
    """Go through the rounds that led to where a save stands, the first one first."""
    past = [(step, state) for _, step, state in save.past()][::-1]
    fights, rounds, start = fights_again(save, catalogue), list[Round](), 0
    for at, (_, state) in enumerate(past):
        following = past[at + 1][1] if at + 1 < len(past) else None
        # A round ends as the Travel Phase does, or as a week passes in it.
        week = following["pad"]["weeks"] if following is not None and _is_travelling(following) else None
        if following is not None and not (_is_travelling(state) and state["pad"]["weeks"] != week):
            continue
        # The state from which one sets out belongs to both rounds.
        states = [state for _, state in past[start : at + 1]]
        steps = [step for step, _ in past[start + (start > 0) : at + 1]]
        is_on = [False, *(state.get("fight") is not None for state in states)]
        begun = sum(now and not was for was, now in pairwise(is_on))
        arrived = next((each for each in states if not _is_travelling(each)), states[0])
        is_fought = any(each.get("phase") == "cleanup" for each in states)
        notes = [str(step.note) for step in steps if step.note and not step.changes]
        ends = (from_state(states[0]), from_state(arrived), from_state(state))
        rounds.append(Round(*ends, is_fought, notes, fights[:begun]))
        fights, start = fights[begun:], at
    return rounds


def _is_travelling(state: State) -> bool:
    return bool(state.get("phase", "travel") == "travel")
