"""The fight at the table: every move and answer is kept as it is made, and the board with each move that is done.

A fight is a position and the moves made since. While a move is under way its answers are kept, not the half-made
board: opening the fight makes the move once more with them, so that nothing that was answered is ever asked again.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from hoplo_companion.campaign.camp import COPIES_OF_A_TACTIC, TACTIC_CHIPS
from hoplo_companion.campaign.model import Campaign, Fight, Move, NoFightError
from hoplo_companion.campaign.naming import move_name
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import own_record, remember
from hoplo_companion.dice import Rolled
from hoplo_companion.errors import STATS, HoploError
from hoplo_companion.language import later, tr
from hoplo_companion.rules.agenda import Result, apply, pending
from hoplo_companion.rules.dialogue import Event, Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import title_of
from hoplo_companion.rules.player.actions import GIVE_UP
from hoplo_companion.rules.player.options import Options, begin, camp, options, why_no_surrender
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.table.play import moves
from hoplo_companion.table.play.answers import APP, BY, Asked
from hoplo_companion.table.play.planning import supply_of

Answered = Callable[[Question, Combat, dict[str, Any]], None]
"""Looks at a question of a move that is made again, the combat that asks it, and its answer as it was kept."""

Keep = Callable[[Campaign, list[Event], dict[str, Any] | None], None]
"""Keeps a campaign on disk, with what happened and the answer that led to it; nothing, if it is played for itself."""


class Game:
    """The fight of a campaign, open for play: what stands on the mat, what is asked, and what comes of an answer.

    Shapes: `combat` is the combat as it stands, in the middle of a move too; `events` is what has happened in the move
    under way, or in the one that was done last. `keep` may put a newer `catalogue` in place, when the player has
    entered what a component shows.
    """

    def __init__(self, campaign: Campaign, catalogue: Catalogue, keep: Keep = lambda *_: None) -> None:
        self.campaign, self.catalogue, self.keep = campaign, catalogue, keep
        self.combat = self.before = open_combat(campaign, catalogue)
        self.events: list[Event] = []
        if campaign.followed.under_way:
            self.combat, self.events = made_again(self.before, campaign)

    @property
    def fight(self) -> Fight:
        """The fight as it is kept."""
        return self.campaign.followed

    def question(self) -> Question | None:
        """The question that is open; None between two moves."""
        return pending(self.combat) if self.fight.under_way else None

    @property
    def is_your_turn(self) -> bool:
        """Whether it is your turn, and nothing is asked."""
        fight = self.fight
        return fight.turn_of == "player" and not (fight.over or fight.under_way)

    def options(self) -> Options:
        """Everything that you may do now: in your turn, or as the rival's begins; nothing while something is asked."""
        if self.is_your_turn:
            return options(begin(self.combat)[0])
        is_rivals = self.fight.turn_of == "rival" and not self.fight.under_way
        return Options(start=[GIVE_UP] if is_rivals and not why_no_surrender(self.combat) else [])

    def begin(self, move: Move) -> list[Event]:
        """Begin a move and keep it; IllegalError where it is not its turn or the rules do not allow it."""
        moves.check_turn(self.fight, self.combat, move)
        made = {**self.fight.moves, str(len(self.fight.moves) + 1): move}
        result = moves.made(self.before, self.campaign, move)
        return self._keep(replace(self.fight, moves=made, under_way=True), result)

    def answer(self, question: Question, answer: Any) -> list[Event]:
        """Answer the open question and keep the answer; IllegalError where it does not fit, and nothing is kept."""
        given = with_question(question, answer)
        return self._keep(_with_answer(self.fight, given), self.tried(answer), self.events, given)

    def tried(self, answer: Any) -> Result:
        """What would come of an answer to the open question; IllegalError or RefusedError where it does not fit."""
        combat, events = apply(self.combat, answer)
        moves.check_drawn(self.campaign, [*self.events, *events], self.catalogue)
        return combat, events

    def correct(self, words: tuple[str, ...], note: str) -> list[Event]:
        """Put the combat right by hand, between two moves or in the middle of one."""
        if not self.fight.under_way:
            return self.begin(Move(moves.CORRECT, words, note=note))
        fight = _with_answer(self.fight, {"correct": list(words), "note": note})
        return self._keep(fight, moves.corrected(self.combat, words, note), self.events)

    def _keep(self, fight: Fight, result: Result, before: Iterable[Event] = (), given: Any = None) -> list[Event]:
        """Keep what was done and answered after the events `before`; with nothing left to ask the move is done."""
        combat, events = result
        campaign = moves.on_the_pad(replace(self.campaign, fight=fight), combat)
        campaign = moves.with_cards_used(campaign, self.combat, combat)
        happened = [*before, *events]
        if fight.last.do == moves.SET_UP:
            # A set-up is made again from what it was planned with, so that what is drawn need not wait for its end.
            campaign = moves.laid_out(campaign, happened)
        if pending(combat) is None:
            campaign = moves.done(campaign, self.before, combat, happened)
        self.keep(campaign, events, given)
        self.campaign, self.combat, self.events = campaign, combat, happened
        if not self.fight.under_way:
            self.before = self.combat = open_combat(campaign, self.catalogue)
        return events

    def play_on(self, by: Asked) -> None:
        """Ask the questions of the move under way to its end; OpenQuestionError where nobody answers."""
        while (question := self.question()) is not None:
            by.happened(self.answer(question, by.answer(question, self.combat)), self.combat)


def open_combat(campaign: Campaign, catalogue: Catalogue) -> Combat:
    """Read the board of a campaign's fight as the last move that is done has left it."""
    if campaign.fight is None:
        raise NoFightError
    combat = PositionReader(catalogue).read_plain(campaign.fight.position)
    return replace(combat, supply=supply_of(campaign, catalogue), over=campaign.fight.over)


def as_on_table(campaign: Campaign, catalogue: Catalogue) -> Campaign:
    """The campaign as it lies on the table, with what the move under way has drawn and defeated; for reading only."""
    try:
        game = Game(campaign, catalogue)
        fallen = moves.fallen_with(game.fight, game.before, game.combat, game.events)
        return moves.laid_out(replace(campaign, fight=replace(game.fight, fallen=fallen)), game.events)
    except HoploError:
        return campaign  # A move that cannot be made again keeps nobody from looking at the rest.


def made_again(before: Combat, campaign: Campaign, answered: Answered | None = None) -> Result:
    """Make the move under way again, with the answers that were kept, which `answered` sees; HoploError at misfits."""
    move = campaign.followed.last
    combat, happened = moves.made(before, campaign, move)
    events = list(happened)
    for given in move.answers:
        if "correct" in given:
            combat, more = moves.corrected(combat, given["correct"], given.get("note", ""))
        else:
            question, asked = pending(combat), {key: value for key, value in given.items() if key != BY}
            if question is None or with_question(question, given["answer"]) != asked:
                if str(given.get("question", "")).startswith("component."):
                    continue
                text = later("the answer to {question} no longer fits {move}: `hoplo undo` takes it back")
                raise HoploError(text, question=given.get("question"), move=move_name(move))
            if answered is not None:
                answered(question, combat, given)
            combat, more = apply(combat, given["answer"])
        events += more
    return combat, events


def with_question(question: Question, answer: Any) -> dict[str, Any]:
    """Write an answer with its question, as a script of answers holds it."""
    asked = {"question": question.id, "unit": question.unit, "about": question.about}
    by = {BY: APP} if isinstance(answer, Rolled) else {}
    return {**{key: value for key, value in asked.items() if value}, "answer": answer, **by}


def _with_answer(fight: Fight, given: dict[str, Any]) -> Fight:
    last = replace(fight.last, answers=(*fight.last.answers, given))
    return replace(fight, moves={**fight.moves, str(len(fight.moves)): last})


def fight_table(game: Game) -> dict[str, Any]:
    """Write how a fight stands, with the position in the middle of a turn too."""
    fight, combat = game.fight, game.combat
    return {
        "name": fight.name,
        "event": combat.event,
        "arena": combat.arena.id,
        "act": combat.act,
        "turn": fight.turn_number(combat.turn),
        "turn_of": fight.turn_of,
        "step": combat.step,
        "points": combat.points,
        "over": fight.over or None,
        "under_way": fight.last.do if fight.under_way else None,
        "question": game.question(),
        "camp": [unit.id for unit in camp(combat)],
        "fallen": fight.fallen,
        "house_rulings": list(fight.house),
        "position": write_position(combat),
    }


HEALTH_CHIPS = 34
"""Health chips of each colour: red under your units, blue under the rival's and the arena's (p.4-5, 21, 25)."""


def doubts(game: Game) -> list[str]:
    """What the mat can hardly show, since the box has fewer chips: warnings, for nothing is refused by them."""
    combat = game.combat
    found: list[str] = []
    red = later("{needed} red health chips are needed, and the box has {most} (p.5)")
    blue = later("{needed} blue health chips are needed, and the box has {most} (p.5)")
    for text, sides in ((red, ("player",)), (blue, ("rival", "arena"))):
        needed = sum(unit.hp or 0 for unit in combat.in_arena() if unit.side in sides)
        if needed > HEALTH_CHIPS:
            found.append(tr(text, needed=needed, most=HEALTH_CHIPS))
    held = Counter(chip for unit in combat.in_arena() for chip in unit.tactics)
    held += Counter(combat.rival_tactics) + Counter(combat.yours.tactics or ())
    names = {chip: tactic.name for chip in held if (tactic := game.catalogue.tactic(chip)) and tactic.rival_class}
    if (in_play := sum(held[chip] for chip in names)) > TACTIC_CHIPS:
        found.append(tr("{n} tactics are in play, and the box has {most} (p.5)", n=in_play, most=TACTIC_CHIPS))
    text = later("{n} of {tactic} are in play, and the box should have {most} of each (inferred)")
    over = [chip for chip in sorted(names) if held[chip] > COPIES_OF_A_TACTIC]
    return found + [tr(text, n=held[chip], tactic=names[chip], most=COPIES_OF_A_TACTIC) for chip in over]


# What the player read off a component --------------------------------------------------------------------------------

PRINTED = STATS | {
    "attack": later("the attack dice"),
    "class": later("the class"),
    "skills": later("the skills"),
    "cap": later("the unit cap"),
}
"""What is printed on a chip or a scion's card, by the names that records use."""


def keep_entered(event: Event, catalogue: Catalogue) -> list[str]:
    """Keep what the player has entered of a component; say what was kept, and where."""

    def keep(kind: str, id_: str, name: str, fields: dict[str, Any], said: str, what: str = "") -> list[str]:
        return [tr(said, name=name, what=tr(what), path=remember(kind, id_, name, fields))]

    match event.what, event.values:
        case (("lists-told" | "chip-laid"), {"arena": id_, **printed}) if id_:
            own, name = own_record("arenas", id_) or {}, catalogue.name(id_, "arenas") or id_
            if "lists" in printed:
                mat = {**own.get("mat", {}), "priorities": printed["lists"]}
                return keep("arenas", id_, name, {"mat": mat}, later("the priority lists are kept in {path}"))
            chip = printed["chip"]
            starts = {**own.get("starts", {}), chip: printed["hex"]}
            said = later("where the {what} starts is kept in {path}")
            return keep("arenas", id_, name, {"starts": starts}, said, chip.replace("-", " "))
        case "effect-told", {"kind": kind, "id": id_, "effects": effects, **more}:
            name = (catalogue.raw(kind, id_) or {}).get("name", title_of(id_))
            fields = {"effects": effects, "kind": more.get("lasts"), "until": more.get("until")}
            fields = {key: value for key, value in fields.items() if value or key == "effects"}
            return keep(kind, id_, name, fields, later("what {name} does is kept in {path}"))
        case "unit-told", {"chip": chip, "fields": fields}:
            fields = fields | ({"elite": True} if chip.startswith("primus-") else {})
            return keep("units", chip, title_of(chip), fields, later("the chip {name} is kept in {path}"))
        case "stat-told", {"chip": chip, "stat": stat, "value": value} if stat != "hp":
            said, what = later("{name}: {what} is kept in {path}"), PRINTED.get(stat, stat)
            if (scion := catalogue.scion(chip)) is not None and stat in ("health", "range", "cap"):
                return keep("scions", chip, scion.name, {stat: value}, said, what)
            record = catalogue.unit(chip)
            value = list(value) if isinstance(value, tuple) else value
            # A hero's chip has two sides, one of the player's own stands in the position; or all of it was entered.
            if record is not None and (own_record("units", chip) or {}).get(stat) != value:
                return keep("units", chip, record.name, {stat: value}, said, what)
    return []
