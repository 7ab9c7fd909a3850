"""Your turn: how it begins and ends, and everything that you may do in its steps as things stand (p.13, 18-28).

Of what an action decides (the tribune's fall, the hero's last HP, the end) everything that the dice can show is tried;
what the player has to choose afterwards is looked at when it is chosen.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.words import STEPS, page_words
from hoplo_companion.errors import HoploError, IllegalError, UnknownStatError, UsageError, clip
from hoplo_companion.hexes import union
from hoplo_companion.language import later, tr
from hoplo_companion.rules.agenda import Asks, Result, Then, advance, apply, pending, push
from hoplo_companion.rules.defeat import save_hero
from hoplo_companion.rules.dialogue import Event, event_of
from hoplo_companion.rules.effects.in_force import Held
from hoplo_companion.rules.effects.judge import is_forbidden, may
from hoplo_companion.rules.effects.unknown import ask_for_unknown
from hoplo_companion.rules.effects.use import can_use
from hoplo_companion.rules.goals import is_out, score, troop_gone
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.naming import word_for
from hoplo_companion.rules.restraints import Refusal
from hoplo_companion.rules.rival.engage import attackable, specials
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import ends_of_yours, note_who_stayed
from hoplo_companion.rules.rival.mover import is_still, moves_of
from hoplo_companion.rules.rival.turn import abilities
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.turns import begin_turn, finish_turn, go_on

T = TypeVar("T")


class RefusedPlayError(IllegalError):
    """What the rules do not let you do now: the rule, and what they do let you do."""

    def __init__(self, combat: Combat, rule: str, why: Sentence | str, instead: Iterable[str] = ()) -> None:
        self.rule = rule
        self.why = why.words() if isinstance(why, Sentence) else why
        self.instead = list(instead)
        record = combat.catalogue.rule(rule)
        refusal = f"{self.why} ({page_words(record.page)})" if record is not None else self.why
        if self.instead:
            refusal = tr("{refusal}; you may: {ways}", refusal=refusal, ways=", ".join(self.instead))
        super().__init__(refusal)


def overrule(combat: Combat, anyway: bool, rule: str, why: Sentence, instead: Iterable[str] = ()) -> list[Event]:
    """Refuse what a rule forbids; where the player wants it anyway, give the event that tells which is set aside."""
    if not rule:
        return []
    if not anyway:
        raise RefusedPlayError(combat, rule, why, instead)
    return [event_of("house-ruling", rule=rule, text=why.english(), said=why)]


class Options(Struct, frozen=True):
    """Everything that the rules let you do now.

    Shapes: `start` are the actions at the start of your turn, as they are typed; `deploy` maps units of the camp to
    hexes, `tactics` chips to units, `move` units to hexes, `abilities` and `specials` units to skills, `attack` units
    to targets. `roam` are units that the arena die moves. `must_deploy` and `must_surrender` tell that nothing else may
    be done before, or at all. `unknown` maps units to the stats that nobody has entered and on which more of it hangs.
    """

    deploy: dict[str, list[str]] = {}
    tactics: dict[str, list[str]] = {}
    move: dict[str, list[str]] = {}
    roam: list[str] = []
    abilities: dict[str, list[str]] = {}
    attack: dict[str, list[str]] = {}
    specials: dict[str, list[str]] = {}
    must_deploy: bool = False
    start: list[str] = []
    must_surrender: bool = False
    unknown: dict[str, list[str]] = {}

    @property
    def tables(self) -> dict[str, dict[str, list[str]]]:
        """What each action may be done with, by its word, and to what."""
        return {
            "deploy": self.deploy, "tactic": self.tactics, "move": self.move, "ability": self.abilities,
            "attack": self.attack, "special": self.specials, "roam": {unit: [] for unit in self.roam},
        }  # fmt: skip


def is_done(combat: Combat, what: str) -> bool:
    """Say whether something that is done once a turn has been done."""
    return f"{what}/turn" in combat.used


def note(combat: Combat, what: str) -> Combat:
    """Note that something that is done once a turn has been done."""
    return replace(combat, used=combat.used | {f"{what}/turn"})


def is_at_start(combat: Combat) -> bool:
    """Say whether a turn is at its start: it is about to begin, or nothing has been done in it yet (p.13, 28)."""
    return combat.step in ("", STEPS[0]) and not is_done(combat, "deploy")


def _first(*rows: tuple[bool, str, Sentence]) -> Refusal:
    """The first rule that forbids something, with why."""
    return next((Refusal(rule, why) for forbids, rule, why in rows if forbids), Refusal())


def why_no_blessing(combat: Combat) -> Refusal:
    """The rule that keeps you from a blessing now and why (p.13)."""
    return _first(
        (combat.event == "scion", "blessing.not-against-scion", said("No blessing can be used against the scion")),
        (combat.yours.blessings == 0, "blessing.none-left", said("You have no blessing left")),
    )


def why_no_reinforcing(combat: Combat) -> Refusal:
    """The rule that keeps you from recruiting by a blessing now, and why (p.13)."""
    late = said("A blessing reinforces your troop only at the start of your turn")
    done = said("Your troop has been reinforced up to your Leadership this turn already")
    nobody = said("Nobody can be recruited: your troop is as large as your Leadership, or the bag has no unit")
    return why_no_blessing(combat) or _first(
        (not is_at_start(combat), "blessing.reinforce", late),
        (is_done(combat, "bless"), "blessing.reinforce", done),
        (combat.supply.recruits == 0, "blessing.reinforce", nobody),
    )


def why_no_surrender(combat: Combat) -> Refusal:
    """The rule that keeps you from surrendering now, and why (p.28, 30)."""
    begun = said("You can surrender only at the start of a turn, and this one has begun")
    return _first(
        (combat.event == "primus", "surrender.never", said("You cannot surrender against a primus")),
        (combat.event == "scion", "surrender.never", said("You cannot surrender against a scion")),
        (not is_at_start(combat) or bool(combat.agenda), "surrender.start", begun),
    )


def camp(combat: Combat) -> list[Unit]:
    """Your units in camp that your lineup still lets you deploy (p.25)."""
    yours = combat.yours
    return [unit for unit in combat.in_camp() if (yours.hero if unit.hero else yours.camp_units) not in (False, 0)]


def free_deployment(combat: Combat) -> int:
    """Your deployment hexes that are not blocked (p.25)."""
    return sum(set(combat.arena.player_deployment)) & ~combat.blocked()


DEPLOY, SURRENDER, GO_ON = "deploy", "surrender", "go on"


def with_nobody(combat: Combat) -> str:
    """What you have to do where nobody of yours is in combat, nor has been deployed this turn; empty where nothing.

    You deploy somebody, or surrender where no hex is free; where that is ruled out, you go on (p.25, 28, 30).
    """
    if any(combat.in_arena("player")) or is_done(combat, "deploy"):
        return ""
    if free_deployment(combat):
        return DEPLOY if camp(combat) else ""
    if not combat.arena.player_deployment:
        return ""
    return GO_ON if "deploy.none-free" in combat.rulings.otherwise or why_no_surrender(combat) else SURRENDER


def why_full(combat: Combat) -> Refusal:
    """The rule that lets you have no further unit in combat, and why (card; p.31)."""
    here = sum(1 for _ in combat.in_arena("player"))
    most, cap = combat.arena.card.most_units, combat.yours.cap if combat.event == "scion" else None
    full = said("This arena allows you {most} units in combat, and you have {here}", most=most or 0, here=here)
    capped = said("Your cap against this scion is {cap} units, and you have {here} in combat", cap=cap or 0, here=here)
    return _first(
        (most is not None and here >= most, "arena.most-units", full),
        (cap is not None and here >= cap, "scion.cap", capped),
    )


def check_deployed(combat: Combat, *, anyway: bool) -> list[Event]:
    """Refuse to leave the Deployment Step where you have to deploy first, or surrender (p.25).

    Once it is over nobody can be deployed: whoever lost the last unit later in the turn deploys in the next one.
    """
    if STEPS.index(combat.step):
        return []
    rule, due = "yours.deploy-none-free", with_nobody(combat)
    if due == SURRENDER:
        why = said("You have no unit in combat and no free deployment hex: surrender (ruling deploy.none-free)")
        return overrule(combat, anyway, rule, why, ["surrender"])
    if due == GO_ON:
        return [event_of("not-deployed", rule=rule, why="no hex of yours", rulings=["deploy.none-free"])]
    if not due:
        return []
    ways = [f"deploy {unit.id}" for unit in camp(combat)]
    why = said("You have no unit in combat: deploy one, or surrender")
    if why_no_surrender(combat):
        why = said("You have no unit in combat: deploy one")
    return overrule(combat, anyway, "yours.deploy-must", why, ways)


def tactic_stages(combat: Combat) -> list[tuple[str, str, list[Unit]]]:
    """Narrow down whom you may play a tactic on: by which rule, what failing it means, whom it leaves (p.25, 30)."""
    mine = list(combat.in_arena("player"))
    here = list(combat.in_arena())
    common = [unit for unit in here if not unit.elite]
    open_ = [unit for unit in common if unit.side == "player" or not is_forbidden(combat, unit, "be-targeted")]
    beside = combat.arena.mat.adjacent(sum(unit.hex for unit in mine)) if mine else 0
    if any(may(combat, unit, "tactics-anywhere") for unit in mine):
        beside = combat.arena.existing
    near = [unit for unit in open_ if unit.side == "player" or unit.hex & beside]
    why_far = later("{tactic} cannot be played on {unit}: none of your units is adjacent to it, and none has Tactical")
    return [
        ("combat.only-in-combat", later("{tactic} cannot be played on {unit}: it is not in combat"), here),
        ("tactics.elite", later("{tactic} cannot be played on {unit}: it is elite"), common),
        ("effect.used", later("{tactic} cannot be played on {unit} because of its {by}"), open_),
        ("yours.tactic", why_far, near),
    ]


def tactic_targets(combat: Combat) -> list[Unit]:
    """Whom you may play a tactic on."""
    return tactic_stages(combat)[-1][2]


def reach(combat: Combat, unit: Unit) -> int:
    """The hexes that a unit of yours may move to: its own if it can go out and come back (p.26; `move.back`)."""
    if not unit.hex or is_still(combat, unit) or is_forbidden(combat, unit, "move") or unit.id in combat.moved:
        return 0
    ground = Ground(combat)
    return union(ends_of_yours(ground, ground.mover(unit)))


def after_moving(combat: Combat, step: str) -> Combat:
    """The combat as a later step finds it: who has not moved when the Movement Step ends has stayed (sheet: Dig In)."""
    ends = STEPS.index(combat.step) <= STEPS.index("movement") < STEPS.index(step)
    return note_who_stayed(combat)[0] if ends else combat


def has_acted(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit has attacked or used a Special this turn."""
    return is_done(combat, f"act {unit.id}")


def options(combat: Combat) -> Options:
    """Find everything that you may do now, in the step where the turn stands or in a later one (p.25-27)."""
    at = STEPS.index(combat.step)
    due = with_nobody(combat) if at == 0 else ""
    must = due in (DEPLOY, SURRENDER)
    mine = [] if must else list(combat.in_arena("player"))
    ready = [unit for unit in mine if not has_acted(combat, unit)]
    may_move = mine if at <= STEPS.index("movement") else []
    may_deploy = at == 0 and not (is_done(combat, "deploy") or why_full(combat))
    hexes = combat.arena.mat.names(free_deployment(combat)) if may_deploy else []
    free = [unit for unit in may_move if not moves_of(combat, unit)]
    start = {"bless reinforce": why_no_reinforcing(combat), "surrender": why_no_surrender(combat)}
    unknown: dict[str, list[str]] = {}
    later_on = after_moving(combat, "engage")

    def known(find: Callable[[Unit], T], units: list[Unit]) -> dict[str, T]:
        """Find something for each unit; what hangs on a number that nobody has entered is noted, and left out."""
        found: dict[str, T] = {}
        for unit in units:
            try:
                if each := find(unit):
                    found[unit.id] = each
            except UnknownStatError as missing:
                stats = unknown.setdefault(missing.unit, [])
                stats += [missing.stat] if missing.stat not in stats else []
        return found

    return Options(
        deploy={unit.id: hexes for unit in camp(combat)} if hexes else {},
        tactics=_tactics(combat) if at <= STEPS.index("tactics") and not must else {},
        move=known(lambda unit: combat.arena.mat.names(reach(combat, unit)), free),
        roam=list(known(lambda unit: reach(combat, unit), [unit for unit in may_move if unit not in free])),
        abilities=known(lambda unit: open_abilities(later_on, unit), mine if at <= STEPS.index("abilities") else []),
        attack=known(lambda unit: sorted(target.id for target in attackable(later_on, unit)), ready),
        specials=known(lambda unit: [held.name for held in open_specials(later_on, unit)], ready),
        must_deploy=due == DEPLOY,
        must_surrender=due == SURRENDER,
        start=[action for action, refusal in start.items() if not refusal],
        unknown=unknown,
    )


def _tactics(combat: Combat) -> dict[str, list[str]]:
    if is_done(combat, "tactic"):
        return {}
    chips = combat.yours.tactics if combat.yours.tactics is not None else combat.catalogue.ids("tactics")
    targets = tactic_targets(combat)
    fit = sorted(word_for(combat, unit, targets) for unit in targets)
    return dict.fromkeys(dict.fromkeys(chips), fit) if fit else {}


def open_abilities(combat: Combat, unit: Unit) -> list[str]:
    """The Abilities that a unit has not used this turn and that have somebody, or something, to act on (p.26)."""
    found = (held.id for held in abilities(combat, unit) if can_use(combat, held))
    return [id_ for id_ in dict.fromkeys(found) if not is_done(combat, f"ability {unit.id} {id_}")]


def open_specials(combat: Combat, unit: Unit) -> list[Held]:
    """The Specials of a unit that have somebody, or something, to act on as things stand (p.27)."""
    return [held for held in specials(combat, unit) if can_use(combat, held)]


REINFORCE, SURVIVE = "reinforce", "survive"
"""What a blessing is used for (p.13)."""


def has_begun(combat: Combat) -> bool:
    """Say whether your turn is under way: a position tells it by `state`, so that nothing begins twice."""
    return combat.side == "player" and (is_done(combat, "begin") or is_done(combat, "deploy"))


def begin(combat: Combat) -> Result:
    """Begin your turn, or continue one under way, where the position stands; only a new one scores (p.20, 25)."""
    is_new = not has_begun(combat)
    start = is_new and combat.step in ("", STEPS[0])
    combat = replace(combat, agenda=())
    events: list[Event] = []
    if is_new:
        combat, events = (begin_turn if start else go_on)(combat, "player")
        combat = note(combat, "begin")
    combat = push(replace(combat, step=combat.step or STEPS[0]), *ask_for_unknown(combat))
    if start:
        events = [event_of("turn-began", rule="turn.yours", act=combat.act, turn=combat.turn), *events]
    if start and combat.event == "king-of-the-hill":
        combat, scored = score(combat)
        events += scored
    if start and is_out(combat):
        combat = push(combat, Asks(troop_gone))
    combat, more = advance(combat)
    return combat, [*events, *more]


def end(combat: Combat, *, anyway: bool) -> Result:
    """End your turn; with nobody in combat you have to deploy first, or surrender (p.25)."""
    ruled = check_deployed(combat, anyway=anyway)
    combat, events = advance(push(combat, Then(finish_turn, ("player",))))
    return combat, [*ruled, *events]


def bless(combat: Combat, use: str, *, anyway: bool) -> Result:
    """Use a blessing at the start of your turn: to reinforce your troop with random bag units (p.13).

    Whom the bag gives is for whoever knows bag and Leadership to find out: the blessing is crossed off here, and
    `Blessed` says so. Surviving by a blessing is asked when your hero would be defeated; `anyway` it heals the hero.
    """
    if use.lower() == SURVIVE:
        not_yet = said("Your hero is not about to be defeated: hoplo will ask when it is")
        ruled = overrule(combat, anyway, *(why_no_blessing(combat) or ("blessing.survive", not_yet)))
        hero = combat.hero()
        if hero is None:
            raise RefusedPlayError(combat, "blessing.survive", said("You have no hero here to be healed"))
        combat, events = save_hero(combat, hero)
        return combat, [*ruled, *events]
    if use.lower() != REINFORCE:
        raise UsageError("A blessing is not used for {use}: write bless reinforce.", use=clip(use))
    ruled = overrule(combat, anyway, *why_no_reinforcing(combat))
    combat, left = combat.without_blessing()
    return note(combat, "bless"), [*ruled, event_of("blessed", use=REINFORCE, left=left)]


def surrender(combat: Combat, *, anyway: bool) -> Result:
    """Surrender at the start of a turn, yours or the rival's: the combat is failed and ends at once (p.28, 30)."""
    ruled = overrule(combat, anyway, *why_no_surrender(combat))
    over = "surrendered"
    return replace(combat, over=over, agenda=()), [*ruled, event_of("combat-ended", rule="surrender.start", why=over)]


TRIBUNE, HERO, WON, LOST = "tribune", "hero", "won", "lost"
"""What may be decided."""

ASKED = {"defeat.hero": HERO, "end.units-left": LOST}
"""What is decided where one of these is asked."""


class Decided(NamedTuple):
    """Something that is decided: what, whether every roll decides it, and the event that says so, if there is one."""

    what: str
    certain: bool
    event: Event | None


def foreseen(result: Result, rolls: int = 2) -> list[Decided]:
    """What an action (or an answer) decides, of which its first events are given, over so many rolls in a row."""
    combat, events = result
    ways = _ways(without_cards(combat), events, rolls)
    found: dict[str, Event | None] = {}
    for way in ways:
        found = {**way, **found}
    return [Decided(what, all(what in way for way in ways), event) for what, event in found.items()]


def without_cards(combat: Combat) -> Combat:
    """A combat in which no roll is made again: nobody counts on that unless the player does (Mercury's Boots)."""
    return replace(combat, yours=replace(combat.yours, opportunities=())) if combat.yours.opportunities else combat


def _ways(combat: Combat, events: list[Event], rolls: int) -> list[dict[str, Event | None]]:
    """Follow every roll to where somebody else has to say something: what each way decides."""
    decided: dict[str, Event | None] = {}
    for event in events:
        match event.what, event.rule:
            case "hero-reduced", _:
                decided[TRIBUNE] = event
            case ("hero-saved", _) | ("combat-ended", "defeat.hero"):
                decided[HERO] = event
            case "combat-ended", _:
                decided[LOST if event.values["why"] in ("troop-gone", "surrendered") else WON] = event
    question = pending(combat) if not combat.over else None
    if question is not None and question.id in ASKED:
        return [{**decided, ASKED[question.id]: None}]
    if question is None or question.kind != "dice" or not rolls:
        return [decided]
    found = []
    for hits in range(len(question.dice) + 1):
        with suppress(HoploError):  # what this many hits lead to hangs on something that nobody has entered
            further, more = apply(combat, hits)
            found += [{**decided, **way} for way in _ways(further, more, rolls - 1)]
    return found or [decided]
