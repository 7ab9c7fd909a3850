"""Preparing for combat: sport, lineup, tribune, the arena's chips and rules, in the order of Rulebook p.18-20."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components.effects import Effect, Owe
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import SPORTS, EventKind
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import Asks, Result, Running, Step, Then, advance, push
from hoplo_companion.rules.defeat import AskByHand
from hoplo_companion.rules.dialogue import BY_HAND, NO, YES, Event, Question, choice, event_of
from hoplo_companion.rules.effects.relocating import ring_of
from hoplo_companion.rules.effects.use import in_order
from hoplo_companion.rules.model import Combat, Place
from hoplo_companion.rules.scion.turn import CrossOff, follow_card, reminded
from hoplo_companion.rules.sentence import said
from hoplo_companion.rules.setup.lineup import DrawBane, act_icons, count_chip, draw_unit, enlist, muster, place_unit
from hoplo_companion.rules.turns import SET_UP_DONE, whatever_is_set_up

LETHAL: tuple[EventKind, ...] = ("bloodshed", "primus", "scion")
"""The kinds of combat in which your defeated units are lost (p.28)."""


class Plan(Struct, frozen=True):
    """What a combat is set up from: its card, and what of the campaign bears on it.

    Shapes: `goals` are the kinds of combat that the card leaves you to choose from; `lineup` and `then` are icons of
    the rival's, the latter added by the card after the act's; `primus` is the chip of the primus; `muster` are chips of
    your camp that the data do not know; `opportunities` are cards in your camp by id. Against a `scion`, which has
    no card and no lineup, `camp_banes` are the banes in your camp by id, and with Mercury's Boots `scion_banes` are
    drawn, with `banes_first` before blessings remove banes; `modifiers` are those of defeated primuses that nobody
    has entered, by their number.
    """

    goals: tuple[EventKind, ...]
    lineup: tuple[str, ...]
    then: tuple[str, ...] = ()
    instructions: str = ""
    card: str = ""
    primus: str = ""
    muster: tuple[str, ...] = ()
    opportunities: tuple[str, ...] = ()
    scion: str = ""
    camp_banes: tuple[str, ...] = ()
    scion_banes: int = 0
    banes_first: bool = False
    modifiers: tuple[str, ...] = ()


def begin_set_up(combat: Combat, plan: Plan) -> Result:
    """Begin to set a combat up and go on to its first question, or to its end."""
    steps: list[Step] = [Asks(muster, (chip, combat.supply.factions.get(chip, ""))) for chip in plan.muster]
    offers = [Asks(offer_opportunity, (card,)) for card in plan.opportunities]
    if plan.scion:
        draw = DrawFirst if plan.banes_first else DrawBane
        banes = [draw(BOOTS, at, plan.scion_banes) for at in range(1, plan.scion_banes + 1)]
        crossing = CrossOff(plan.camp_banes)
        prepared = [*banes, crossing] if plan.banes_first else [crossing, *banes]
        steps = [*prepared, *steps, Then(follow_card, (plan.scion,)), *offers]
    else:
        steps += [Asks(pick_sport, (plan.goals,)), _instructions(plan), Then(build_lineup, (plan,)), *offers]
        steps.append(Asks(name_tribune))
    steps += [Then(fit_out), _rules_of_arena(combat), Then(be_ready)]
    return advance(replace(combat, agenda=tuple(steps)))


class DrawFirst(DrawBane, frozen=True):
    """A bane of an undefeated primus that blessings may remove afterwards (another reading of boots.scion-banes)."""

    def run(self, combat: Combat) -> Running:
        """Count it among the banes that a blessing may remove."""
        combat, events = yield from super().run(combat)
        for event in events:
            bane, kind = slug(event.values.get("bane", "")), event.values.get("kind")
            if bane and kind == "camp":
                agenda = [CrossOff((*e.camp, bane)) if isinstance(e, CrossOff) else e for e in combat.agenda]
                combat = replace(combat, agenda=tuple(agenda))
            elif bane and combat.supply.bag is not None:
                combat = count_chip(combat, bane, 1)
                combat = replace(combat, supply=replace(combat.supply, banes={**combat.supply.banes, bane: kind}))
        return combat, events


def pick_sport(combat: Combat, goals: tuple[EventKind, ...]) -> Running:
    """Pick which sport a Sport event with options is; in Capture the Flag the flag is laid out (p.18)."""
    goal: EventKind = (yield choice("prepare.sport", "prepare.sport", goals)) or goals[0]
    combat = replace(combat, event=goal)
    events: list[Event] = [event_of("sport-picked", goal=goal)]
    if goal == "capture-the-flag":
        hex_ = combat.arena.rival_deployment[0]
        combat = replace(combat, flag=Place(hex=hex_))
        events.append(event_of("chip-laid", rule="prepare.flag", chip="flag", hex=combat.arena.mat.name(hex_)))
    return combat, events


def say(combat: Combat, *events: Event) -> Result:
    """Say in its turn what is known from the start: the card's instructions, the arena's rules (p.19)."""
    return combat, list(events)


BOOTS = "Mercury's Boots"
"""The expansion as it is called."""


def _instructions(plan: Plan) -> Then:
    """The card's own instructions, and modifiers of defeated primuses that nobody has entered (Mercury's Boots)."""
    found: list[Event] = []
    if plan.instructions:
        found.append(event_of("reminded", rule="prepare.instructions", about=plan.card, text=plan.instructions))
    holds = later("Modifier {number} of the reference sheet holds, unless the event ignores act modifiers")
    found += [reminded("boots.modifiers", BOOTS, said(holds, number=number)) for number in plan.modifiers]
    return Then(say, tuple(found))


def build_lineup(combat: Combat, plan: Plan) -> Result:
    """Draw for the rival's lineup: the card's icons top to bottom, the act's, then what the card adds (p.20)."""
    of_act = act_icons(combat.act if combat.has_act_modifiers else 0)
    steps = (
        Asks(enlist, (plan.primus, "", False, True)) if icon == "primus" else Asks(draw_unit, (icon, because))
        for because, icons in (("card", plan.lineup), ("act", of_act), ("event", plan.then))
        for icon in icons
    )
    return push(combat, *steps), []


def offer_opportunity(combat: Combat, card: str) -> Running:
    """Ask whether an Opportunity card changes the set-up, if it may: what it adds is drawn (p.16-17)."""
    record = combat.catalogue.opportunity(card)
    change = record.change if record is not None else None
    if record is not None and (change is None or (change.events and combat.event not in change.events)):
        return combat, []
    asks, options, text = "prepare.opportunity", (NO, BY_HAND), ""
    if record is not None:
        options, text = (NO, YES), record.text
    if (yield choice(asks, asks, options, about=card, text=text)) == NO:
        return combat, []
    steps: list[Step] = [Asks(draw_unit, (icon, card)) for icon in (change.adds if change is not None else ())]
    if change is None or change.by_hand:
        steps.append(AskByHand("manual.opportunity", "", card, change.by_hand if change is not None else ""))
    return push(combat, *steps), [event_of("changed-by-opportunity", card=card)]


def name_tribune(combat: Combat) -> Running:
    """Name the tribune of a Sport event: the first of the lineup in Spar, else whom you choose (p.19-20)."""
    if combat.event not in SPORTS or not combat.lineup:
        return combat, []
    rule = "prepare.tribune-spar" if combat.event == "spar" else "prepare.tribune"
    answer = yield choice(rule, rule, combat.lineup) if combat.event != "spar" else None
    unit = combat.bench[answer or combat.lineup[0]]
    bench = {**combat.bench, unit.id: replace(unit, tribune=True, given=replace(unit.given, tribune=True))}
    return replace(combat, bench=bench), [event_of("tribune-named", rule=rule, unit=unit.id)]


def lay_chip(combat: Combat, chip: str) -> Running:
    """Lay one chip of the arena's on the hex that the data name, or that the player reads off the mat."""
    mat, ring, answer = combat.arena.mat, ring_of(combat, chip), None
    hex_ = mat.bit.get(combat.arena.card.starts.get(chip, ""), 0)
    if not hex_ & (ring or hex_):  # what was entered off its ring once is asked for again
        names = tuple(mat.names(ring or combat.arena.existing))
        answer = yield Question("component.start", "hex", "prepare.arena-chips", about=chip, options=names)
        hex_ = mat.bit[answer]
    combat = replace(combat, chips={**combat.chips, chip: Place(hex=hex_)})
    name, entered = mat.name(hex_), combat.arena.id if answer is not None else None
    return combat, [event_of("chip-laid", chip=chip, hex=name, arena=entered)]


def fit_out(combat: Combat) -> Result:
    """The arena's chips are laid and its own units come onto the mat where its card wants them (p.19, 28)."""
    card, of_arena = combat.arena.card, ("arena", "prepare.arena-unit", "prepare.arena-chips")
    missing = Counter(map(slug, card.units)) - Counter(unit.chip for unit in combat.in_arena("arena"))
    chips = [Asks(lay_chip, (chip,)) for chip in map(slug, card.chips) if chip not in combat.chips]
    return push(combat, *chips, *(Asks(place_unit, (chip, *of_arena)) for chip in missing.elements())), []


def _rules_of_arena(combat: Combat) -> Then:
    """The rules of the arena's card, but for one in whose place another one stands (p.19)."""
    arena = combat.arena
    replaced = [each.name for each in arena.effects if each.name and _is_replaced(combat, each)]
    texts = [text for text in arena.card.cards if not any(name in text for name in replaced)]
    said = (event_of("reminded", rule="prepare.arena-rules", about=arena.name, text=text) for text in texts)
    return Then(say, tuple(said))


def be_ready(combat: Combat) -> Result:
    """Everything is set up: what sets in with that sets in, and the rival has the first turn (p.20)."""
    combat = replace(combat, step="deployment", turn=1, side="rival")
    ready = event_of("set-up", lineup=len(combat.lineup), tactics=len(combat.rival_tactics))
    set_up = in_order(use for use in whatever_is_set_up(combat) if not _is_replaced(combat, use.held.effect))
    return push(replace(combat, used=combat.used | {SET_UP_DONE}), *set_up), [ready]


def _is_replaced(combat: Combat, effect: Effect) -> bool:
    """Say whether the banes of undefeated primuses stand in the place of an arena's bane rule (Mercury's Boots)."""
    owes = any(isinstance(verb, Owe) and verb.what == "draw-bane" for verb in effect.verbs)
    return bool(combat.variant.boots) and combat.event == "scion" and effect in combat.arena.effects and owes
