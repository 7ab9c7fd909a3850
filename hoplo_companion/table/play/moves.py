"""The moves of a fight: whose turn it is, what a move sets going, and what the campaign keeps when it is done."""

from collections import Counter
from collections.abc import Sequence

from msgspec import convert
from msgspec.structs import replace

from hoplo_companion.campaign import bag
from hoplo_companion.campaign.camp import discard_opportunity
from hoplo_companion.campaign.model import ARENA_CHIPS, Bane, Campaign, Fallen, Fight, Move, RefusedError
from hoplo_companion.campaign.naming import move_name
from hoplo_companion.campaign.pad import recruit_drawn
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import BaneKind, step_name
from hoplo_companion.errors import IllegalError, InvalidError
from hoplo_companion.language import later, tr
from hoplo_companion.rules.agenda import Asks, Result, Then, advance, push, without_steps_of
from hoplo_companion.rules.corrections import correct
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.model import Combat, Supply, Unit
from hoplo_companion.rules.player.actions import END, GIVE_UP, Action
from hoplo_companion.rules.player.options import RefusedPlayError
from hoplo_companion.rules.player.options import begin as begin_yours
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rival.turn import begin as begin_rivals
from hoplo_companion.rules.rival.turn import begin_arena_turn, has_arena_turn
from hoplo_companion.rules.setup.lineup import draw_recruit
from hoplo_companion.rules.setup.preparing import Plan, begin_set_up
from hoplo_companion.table.play.planning import faction_of

SET_UP, RIVALS, ARENAS, CORRECT = "set-up", "rival-turn", "arena-turn", "correct"
"""The moves of a fight beside the actions of your turn."""


TURNS = {SET_UP: "set-up", RIVALS: "rival", ARENAS: "arena"}
"""Whose turn the moves belong to that are not actions of yours; a surrender begins any troop's turn (p.28)."""

WHAT_COMES = {
    "set-up": later("the set-up comes now (`hoplo fight start`)"),
    "rival": later("the rival's turn comes now (`hoplo rival-turn`)"),
    "player": later("your turn comes now (`hoplo options` shows what you may do)"),
    "arena": later("the arena's turn comes now (`hoplo arena-turn`)"),
}


def check_turn(fight: Fight, combat: Combat, move: Move) -> None:
    """Refuse a move out of turn, or while another one is still under way (p.20)."""
    if fight.under_way:
        text = later("{move} is not finished: `hoplo answer` continues it, `hoplo undo` takes it back")
        raise RefusedPlayError(combat, "turn.steps", tr(text, move=move_name(fight.last)))
    if move.do == CORRECT:
        return
    if fight.over and move.do == "bless":
        why = tr("the combat is over, and a blessing can only be used in combat (ruling bless.over)")
        raise RefusedPlayError(combat, "blessing.over", why)
    if fight.over:
        raise RefusedPlayError(combat, "end.troop-gone", tr("the combat is over: `hoplo cleanup` comes next"))
    now = tr(WHAT_COMES[fight.turn_of])
    if move.do == GIVE_UP and fight.turn_of not in ("rival", "player"):
        why = tr("you may surrender at the start of your turn or of the rival's, but {now}", now=now)
        raise RefusedPlayError(combat, "surrender.start", why)
    if move.do != GIVE_UP and fight.turn_of != TURNS.get(move.do, "player"):
        raise RefusedPlayError(combat, "turn.rival-first", now)


def made(combat: Combat, campaign: Campaign, move: Move) -> Result:
    """Make a move up to its first question, or to its end."""
    match move.do:
        case "set-up":
            plan = campaign.followed.plan
            supplied = replace(combat, supply=convert(plan["supply"], Supply))
            return begin_set_up(supplied, convert(plan["plan"], Plan))
        case "rival-turn":
            # The rival's turn, or the one step of it that comes next; your turn begins as it ends.
            first, only = combat.step or "deployment", "".join(move.words[:1])
            if only and only != first:
                names = {"next": step_name(first), "wanted": step_name(only)}
                why = tr("the rival's {next} comes next, not its {wanted}", **names)
                raise RefusedPlayError(combat, "turn.steps", why)
            return begin_rivals(combat, only, Then(begin_yours))
        case "arena-turn":
            try:
                return begin_arena_turn(combat)
            except InvalidError as fault:
                # What it needs and the mat no longer shows is put right by hand first.
                reason = "; ".join(defect.message for defect in fault.defects)
                text = later("{reason}; put it where it is, as in `hoplo fix chariot D2`")
                raise IllegalError(text, reason=reason) from None
        case "correct":
            return corrected(combat, move.words, move.note)
    first, second = (*move.words, "", "")[:2]
    action = Action(move.do, first, second, anyway=move.anyway)
    combat, events = advance(push(combat, Then(_acted, (action,))))
    if any(event.what == "blessed" and event.values["use"] == "reinforce" for event in events):
        combat, more = advance(push(combat, *[Asks(draw_recruit)] * (combat.supply.recruits or 0)))
        events = [*events, *more]
    return combat, events


def _acted(combat: Combat, action: Action) -> Result:
    """Do an action of yours; what is not known of the chip of a unit that it deploys is asked, since it matters now."""
    combat, events = action.do(combat)
    deployed = [Then(_looked_at, (event.values["unit"],)) for event in events if event.what == "deployed"]
    if not deployed or combat.over:
        return combat, events
    combat, more = advance(replace(combat, agenda=(*combat.agenda, *deployed)))
    return combat, [*events, *more]


def _looked_at(combat: Combat, id_: str) -> Result:
    """Look at every number that moving and attacking need; UnknownStatError has the first unknown one asked."""
    unit = combat.units.get(id_)
    if unit is not None and unit.hex:
        unit.known("movement")
        unit.known("range")
        unit.dice()
    return combat, []


def corrected(combat: Combat, words: Sequence[str], note: str) -> Result:
    """Put the combat right by hand, and continue the move under way; IllegalError where no board can be so."""
    there = {unit.id for unit in combat.in_arena()}
    combat, events = correct(combat, words, note)
    try:
        PositionReader(combat.catalogue).read_plain(write_position(replace(combat, agenda=(), explain=None)))
    except InvalidError as fault:
        # What could not be opened again is not kept.
        raise IllegalError(str(fault)) from None
    if combat.over:
        return replace(combat, agenda=()), events
    combat, more = advance(without_steps_of(combat, there - {unit.id for unit in combat.in_arena()}))
    return combat, [*events, *more]


def done(campaign: Campaign, before: Combat, combat: Combat, events: list[Event]) -> Campaign:
    """The campaign with a move that is done, the combat `before` it, and all that happened: board, turn and pad."""
    campaign = laid_out(campaign, events)
    fight, turn_of = campaign.followed, campaign.followed.turn_of
    match fight.last.do:  # whose turn comes (p.20, 28)
        case _ if combat.over:
            turn_of = "nobody"
        case "set-up" | "arena-turn":
            turn_of = "rival"
        case "rival-turn":
            turn_of = "player" if combat.side == "player" else "rival"
        case word if word == END:
            turn_of = "arena" if has_arena_turn(combat) else "rival"
    fight = replace(
        fight,
        drawn=0,
        position=write_position(replace(combat, agenda=(), explain=None)),
        under_way=False,
        over=combat.over,
        turn_of=turn_of,
        fallen=fallen_with(fight, before, combat, events),
        opportunities=(*fight.opportunities, *(e.values["card"] for e in events if e.what == "changed-by-opportunity")),
        house=(*fight.house, *(e.rule for e in events if e.what == "house-ruling")),
    )
    return on_the_pad(replace(campaign, fight=fight), combat)


def fallen_with(fight: Fight, before: Combat, combat: Combat, events: list[Event]) -> tuple[Fallen, ...]:
    """Who lies face down: those defeated in the move too, but not who stands again or was sacrificed."""
    known: dict[str, Unit] = {**before.bench, **combat.bench, **before.units, **combat.units}
    fallen = list(fight.fallen)
    for event in (event for event in events if event.what == "defeated"):
        id_ = event.values["unit"]
        chip, elite = (known[id_].chip, known[id_].elite) if id_ in known else (id_, False)
        fallen.append(Fallen(id_, chip, event.values["side"], elite))
    gone = before.units.keys() - combat.units.keys() - {each.unit for each in fallen} - set(combat.lineup)
    fallen += [Fallen(id_, known[id_].chip, known[id_].side, known[id_].elite) for id_ in sorted(gone)]
    back = {*combat.units, *(event.values["unit"] for event in events if event.what == "sacrificed")}
    return tuple(each for each in fallen if each.unit not in back)


def check_drawn(campaign: Campaign, events: list[Event], catalogue: Catalogue) -> None:
    """Refuse what cannot have been drawn: RefusedError as for a draw by hand, before the answer is kept (p.7-8, 19)."""
    for event in events:
        if event.what in ("drawn", "bane-drawn", "recruited"):
            chip, arena = event.values.get("bane") or event.values["chip"], faction_of(campaign.followed)
            if chip in ARENA_CHIPS:
                text = later("{unit} is an arena's chip: it joins no troop and is in no bag (p.5, 28)")
                raise RefusedError("camp.recruit-never", text, unit=getattr(catalogue.unit(chip), "name", chip))
            if event.values.get("source") == "stack" and chip not in bag.stack_of(campaign, arena).known:
                bag.check_local(arena, chip, catalogue)
    laid_out(campaign, events)


DRAWS = ("drawn", "bane-drawn", "bane-added", "blessing-crossed-off", "recruited")


def laid_out(campaign: Campaign, events: list[Event]) -> Campaign:
    """Take out of bag, stacks and camp what was drawn in the move so far, once; RefusedError if it was not there."""
    fight = campaign.followed
    draws = [event for event in events if event.what in DRAWS]
    for event in draws[fight.drawn :]:
        campaign = _laid_out(campaign, event)
    return replace(campaign, fight=replace(fight, drawn=len(draws)))


def _laid_out(campaign: Campaign, event: Event) -> Campaign:
    # Nobody keeps count of the bag and the stacks of a stand-alone fight.
    is_apart, arena = campaign.is_stand_alone, faction_of(campaign.followed)
    match event.what, event.values:
        case "drawn", {"source": "stack", "chip": chip} if campaign.followed.apart:
            return bag.of_faction(bag.lay_out(campaign, chip), arena, [chip])
        case "drawn", {"source": "stack", "chip": chip}:
            return bag.draw_local(campaign, arena, chip, recorded=False)[0]
        case "bane-drawn", {"kind": "camp", "bane": name}:
            campaign, bane = bag.take_out(campaign, name, "bag", "drawn")
            return campaign.with_camp(banes=(*campaign.camp.banes, bane)) if isinstance(bane, Bane) else campaign
        case "bane-drawn", {"bane": name, "kind": kind} if campaign.followed.apart:
            return bag.lay_out(campaign, Bane(name, "unit" if kind == "unit" else "bag"))
        case "drawn", {"source": "bag", "chip": name} if campaign.followed.apart:
            return bag.lay_out(campaign, name)
        case ("drawn", {"source": "bag", "chip": name}) | ("bane-drawn", {"bane": name}):
            return bag.draw_chips(campaign, [name])[0]
        case "blessing-crossed-off", {"bane": name, "where": where} if name and not is_apart:
            return bag.remove_bane(campaign, name, where)[0]
        case "bane-added", {"bane": ""} if not is_apart:
            return bag.only_left(campaign)
        case "bane-added", {"bane": name, "kind": kind} if not is_apart:
            return bag.take_bane(campaign, Bane(name, convert(kind, BaneKind)))[0]
        case "recruited", {"chip": chip} if is_apart:
            return campaign.with_camp(units=(*campaign.camp.units, chip))
        case "recruited", {"chip": chip}:
            # How many are due was decided as the blessing was used, and it is crossed off with the board.
            return recruit_drawn(campaign, chip)[0]
    return campaign


def on_the_pad(campaign: Campaign, combat: Combat) -> Campaign:
    """Write on the pad what a combat changes there: the hero's HP, the blessings that are left, the influence."""
    hero, yours = combat.hero(), combat.yours
    hp = hero.hp if hero is not None else None
    if hp is None and combat.over == "campaign-lost":
        hp = 0
    shown = {"hp": hp, "blessings": yours.blessings, "influence": yours.influence}
    return campaign.with_pad(**{key: value for key, value in shown.items() if value is not None})


def with_cards_used(campaign: Campaign, before: Combat, combat: Combat) -> Campaign:
    """A campaign whose tactics that were used lie with the fight (p.30), without cards discarded to roll again."""
    for card in Counter(before.yours.opportunities) - Counter(combat.yours.opportunities):
        if held := next((each for each in campaign.camp.opportunities if slug(each) == card), None):
            campaign, _ = discard_opportunity(campaign, held)
    fight = campaign.fight
    was, hand = before.yours.tactics, combat.yours.tactics
    if fight is None or was is None or hand is None or was == hand:
        return campaign
    camp = Counter(chip for chip in campaign.camp.tactics if combat.catalogue.tactic(chip) is not None)
    gone = (camp - Counter(hand)) & (Counter(was) - Counter(hand))
    back = (Counter(hand) - camp) & (Counter(hand) - Counter(was))
    used = Counter(fight.used) + gone - back
    left = list(campaign.camp.tactics)
    for chip in gone.elements():
        left.remove(chip)
    campaign = campaign.with_camp(tactics=(*left, *back.elements()))
    return replace(campaign, fight=replace(fight, used=tuple(sorted(used.elements()))))
