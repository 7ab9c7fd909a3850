"""Your turn: how it begins and ends, what its start lets you do, and what an action decides (Rulebook p.13, 18-28).

What you do in its steps is in `steps`. Of what an action decides (the tribune's fall, the hero's last HP, the end)
everything that the dice can show is tried; what the player has to choose afterwards is looked at when it is chosen.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import HoploError, UsageError, clip
from hoplo_companion.rules.agenda import Result, Then, advance, apply, pending, push
from hoplo_companion.rules.defeat import save_hero
from hoplo_companion.rules.effects.unknown import ask_for_unknown
from hoplo_companion.rules.events import Event, event_of
from hoplo_companion.rules.goals import POINTS_TO_WIN, TroopGone, is_out, on_key_hexes, win
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player import options
from hoplo_companion.rules.sentence import said
from hoplo_companion.rules.turns import begin_turn, finish_turn, go_on

REINFORCE, SURVIVE = "reinforce", "survive"
"""What a blessing is used for (p.13)."""


def has_begun(combat: Combat) -> bool:
    """Say whether your turn is under way: a position tells it by `state`, so that nothing begins twice."""
    return combat.side == "player" and (options.is_done(combat, "begin") or options.is_done(combat, "deploy"))


def may_begin(combat: Combat) -> bool:
    """Say whether your turn begins now: it is not under way, and the position stands before its first step."""
    return not has_begun(combat) and combat.step in ("", STEPS[0])


def begin(combat: Combat) -> Result:
    """Begin your turn, or continue one under way, where the position stands; only a new one scores (p.20, 25)."""
    start = may_begin(combat)
    combat = replace(combat, agenda=())
    events: list[Event] = []
    if not has_begun(combat):
        combat, events = (begin_turn if start else go_on)(combat, "player")
        combat = options.note(combat, "begin")
    combat = push(replace(combat, step=combat.step or STEPS[0]), *ask_for_unknown(combat))
    if start:
        events = [event_of("turn-began", rule="turn.yours", act=combat.act, turn=combat.turn), *events]
    if start and combat.event == "king-of-the-hill":
        combat, scored = score(combat)
        events += scored
    if start and is_out(combat):
        combat = push(combat, TroopGone())
    combat, more = advance(combat)
    return combat, [*events, *more]


def score(combat: Combat) -> Result:
    """Earn a point for each of your units on a key hex; six points win the event at once (p.18, 25)."""
    earned = len(on_key_hexes(combat))
    if not earned:
        return combat, []
    combat = replace(combat, points=combat.points + earned)
    scored = event_of("scored", points=earned, total=combat.points)
    combat, won = win(combat, "king.points") if combat.points >= POINTS_TO_WIN else (combat, [])
    return combat, [scored, *won]


def end(combat: Combat, *, anyway: bool = False) -> Result:
    """End your turn; with nobody in combat you have to deploy first, or surrender (p.25)."""
    ruled = options.check_deployed(combat, anyway=anyway)
    combat, events = advance(push(combat, Then(finish_turn, ("player",))))
    return combat, [*ruled, *events]


def bless(combat: Combat, use: str, *, anyway: bool = False) -> Result:
    """Use a blessing at the start of your turn: to reinforce your troop with random bag units (p.13).

    Whom the bag gives is for whoever knows bag and Leadership to find out: the blessing is crossed off here, and
    `Blessed` says so. Surviving by a blessing is asked when your hero would be defeated; `anyway` it heals the hero.
    """
    if use.lower() == SURVIVE:
        not_yet = said("Your hero is not about to be defeated: hoplo will ask when it is")
        refusal = options.why_no_blessing(combat)
        ruled = options.overrule(combat, anyway, *(refusal if refusal.rule else ("blessing.survive", not_yet)))
        hero = combat.hero()
        if hero is None:
            raise options.RefusedPlayError(combat, "blessing.survive", said("You have no hero here to be healed"))
        combat, events = save_hero(combat, hero)
        return combat, [*ruled, *events]
    if use.lower() != REINFORCE:
        raise UsageError("A blessing is not used for {use}: write bless reinforce.", use=clip(use))
    ruled = options.overrule(combat, anyway, *options.why_no_reinforcing(combat))
    yours, left = combat.yours.without_blessing()
    combat = options.note(replace(combat, yours=yours), "bless")
    return combat, [*ruled, event_of("blessed", use=REINFORCE, left=left if left >= 0 else None)]


def surrender(combat: Combat, *, anyway: bool = False) -> Result:
    """Surrender at the start of a turn, yours or the rival's: the combat is failed and ends at once (p.28, 30)."""
    ruled = options.overrule(combat, anyway, *options.why_no_surrender(combat))
    over = "surrendered"
    return replace(combat, over=over, agenda=()), [*ruled, event_of("combat-ended", rule="surrender.start", why=over)]


MOST_ROLLS = 2
"""So many rolls, one after the other, are looked through."""

TRIBUNE, HERO, WON, LOST = "tribune", "hero", "won", "lost"
"""What may be decided."""

ASKED = {"defeat.hero": HERO, "end.units-left": LOST}
"""What is decided where one of these is asked."""


class Decided(NamedTuple):
    """Something that is decided: what, whether every roll decides it, and the event that says so, if there is one."""

    what: str
    certain: bool
    event: Event | None = None


def foreseen(result: Result, rolls: int = MOST_ROLLS) -> list[Decided]:
    """What an action (or an answer) decides, of which its first events are given, over every roll."""
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
