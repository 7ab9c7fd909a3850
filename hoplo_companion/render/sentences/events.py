"""What happens in a combat, a short sentence each, with the page of the rule that made it happen.

One sentence stands with its event's row in `rules/dialogue.py`. Where one is not enough it is put together here: what
effects do, the set-up and a scion's own turn in `more_events.py`.
"""

from collections.abc import Sequence
from typing import Any

from hoplo_companion.components.words import ACTS, Part, Telling, joined, of, step_name, when
from hoplo_companion.language import later, plural, together, tr
from hoplo_companion.render.sentences.more_events import MORE_TELLINGS
from hoplo_companion.render.sentences.words import (
    arena_chip,
    cites,
    dice_words,
    effect_name,
    goal_name,
    is_hex_priority,
    listing,
    printed_name,
    priority_words,
    term,
    words_of,
)
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.dialogue import EVENTS, Event
from hoplo_companion.rules.naming import Names, chip_name, title_of
from hoplo_companion.rules.restraints import KEPT, Hold
from hoplo_companion.rules.restraints import WORDS as HELD
from hoplo_companion.rules.sentence import capital, clause

_STYLES = {
    **dict.fromkeys(("turn-began", "step-began", "turn-ended", "combat-ended"), "heading"),
    **dict.fromkeys(("damaged", "defeated", "hero-reduced"), "damage"),
}
_WHY = {
    "the arena is full": later("the arena allows the rival no more units"),
    "no free hex": later("every rival deployment hex is occupied or blocked"),
    "no hex of yours": later("every deployment hex of yours is occupied or blocked"),
    "lineup empty": later("its lineup is empty"),
    "no valid target": later("none of its tactics has a valid target"),
    "no tactics": later("it has none left"),
    "no target": later("no target"),
}
_ENDED = {
    "goal-met": later("The goal is reached: you win."),
    "troop-gone": later("You have nobody in combat and nobody left to deploy: the combat is failed."),
    "surrendered": later("You surrender: the combat is failed."),
    "campaign-lost": later("Your hero is defeated: the campaign is lost."),
}
_WON = {
    "end.goal-bloodshed": later("Every rival unit is defeated: you win."),
    "end.goal-spar": later("Every rival unit but the tribune is defeated: you win."),
    "end.goal-sport": later("Every rival unit is defeated: you win."),
    "end.goal-primus": later("Every rival unit is defeated, the primus too: you win."),
    "scion.defeated": later("The goal on the scion's card is reached: you win."),
    "scion.goal": later("The scion is defeated: you win."),
    "flag.home": later("The flag is home: you win."),
    "king.points": later("{points} points: you win the hill."),
}
"""What won a combat, by the rule of the goal that was reached."""


PARTS: dict[str, Part] = {
    **{name: of(name, title_of) for name in ("bane", "card", "class_")},
    "effect": of("effect", effect_name),
    "dice": of("dice", dice_words),
    "goal": of("goal", goal_name),
    "step": of("step", step_name),
    "act": lambda act, **_: ACTS.get(act, act),
    "hits": lambda hits, **_: plural("{n} hit", "{n} hits", hits) if hits else tr("no hits"),
    "unit": lambda names, unit="", **_: names(unit),
    "attacker": lambda names, attacker, **_: names(attacker),
    "by": lambda names, by, **_: names(by),
    "hero": lambda names, hero, **_: names(hero) or tr("your hero"),
    "target": lambda names, target, **_: names(target),
    "units": lambda names, units, **_: listing(map(names, units)),
    "why": lambda why, **_: term(_WHY, why),
    "mark": lambda names, mark, priority, **_: _marked(mark, priority, names),
    "aim": lambda names, target, because, **_: _marked(target, because, names),
    "chip": lambda names, chip, **_: chip_name(names.catalogue, chip),
    "tactic": lambda names, chip, **_: printed_name(names.catalogue, chip),
    "skill": lambda names, skill, **_: printed_name(names.catalogue, skill),
    "arena": lambda names, arena, **_: names.catalogue.name(arena, "arenas") or title_of(arena),
    "arena_chip": of("chip", arena_chip),
    "came_back": lambda start, end, **_: start == end,
    "on_hex": of("priority", is_hex_priority),
    "hex": lambda **values: values["hex"] if "hex" in values else values["end"],
    # What holds a unit back, by its source: `fatigued by Stun`, `held by Combat Lock of your Defender`.
    "held": lambda how, names, *, rule, by="", holder="", side="", **_: str(
        Hold(rule, how if how in HELD else KEPT, by, holder, side, names.whose(holder)).sentence
    ),
}
"""How a part of a sentence is made of an event's values; any other part is the value of that name."""


def sentence(event: Event, names: Names) -> Line:
    """Word an event in one sentence, and cite the page of its rule behind it."""
    words = Span(words_without_page(event, names), _STYLES.get(event.what, ""))
    return [words, *cites(names.catalogue, event.rule, event.rulings)]


def words_without_page(event: Event, names: Names) -> str:
    """Word an event in one sentence alone."""
    telling = TELLINGS.get(event.what) or EVENTS[event.what]
    return capital(telling.words(PARTS, {"names": names, "rule": event.rule, **event.values}))


def won_words(rule: str, points: int) -> str:
    """Say what won a combat, by the rule of the goal that was reached; empty where that is not known."""
    return tr(_WON[rule], points=points) if rule in _WON else ""


def _marked(mark: str, priority: str, names: Names) -> str:
    """Name a mark with what makes it one: `Krakenlance (holds the trident)`."""
    return together("{mark} ({why})", mark=names(mark), why=priority_words(priority)) if priority else names(mark)


def _crossed_off(left: int = -1, **_: Any) -> str:
    if left < 0:
        return tr("A blessing is crossed off.")
    return tr("A blessing is crossed off ({left} left).", left=left)


def _dealt(damage: int, because: Sequence[str] = (), **_: Any) -> str:
    dealt = plural("{n} damage", "{n} damage", damage)
    return together("{what} ({why})", what=dealt, why=listing(map(effect_name, because))) if because else dealt


_DIRECTIONS = {"n": "↑", "ne": "↗", "se": "↘", "s": "↓", "sw": "↙", "nw": "↖"}

TELLINGS: dict[str, Telling] = {
    **MORE_TELLINGS,
    # The turn and its steps
    "turn-began": Telling(
        when("The arena's turn begins.", rule="arena.turn"),
        when("Your turn begins.", rule="turn.yours"),
        when("Act {act}: the rival's turn {turn} begins."),
    ),
    "turn-ended": Telling(
        when("The arena's turn is over: the rival's follows.", rule="arena.turn"),
        when("Your turn is over.", rule="turn.yours"),
        when("The rival's turn {turn} is over: it is your turn."),
    ),
    "combat-ended": Telling(
        *(when(text, rule=rule) for rule, text in _WON.items()),
        *(when(text, why=why) for why, text in _ENDED.items()),
        when("The combat is over."),
    ),
    "house-ruling": Telling(
        "Done anyway, by your own ruling: {text}.",
        text=lambda text, said=None, **_: clause(str(said or text)),
    ),
    # Deployment, on the hex of this `number`, and tactics, `because` of what the unit is, as the table asks
    "deployed": Telling(
        when("{unit} is deployed on {hex}, with {hp}; it is dazed.", number=False),
        when(
            "{unit} is deployed on {hex}, your deployment hex {number}, with {hp}; it is dazed.", rule="yours.deploy"
        ),
        when("{unit} is deployed on {hex}, rival deployment hex {number}, with {hp}; it is dazed."),
        hp=lambda hp, bonus_hp, **_: (
            tr("{hp} HP, {bonus} of them as a bonus", hp=hp, bonus=bonus_hp) if bonus_hp else tr("{hp} HP", hp=hp)
        ),
    ),
    "not-deployed": Telling(
        when("{unit} is not deployed: {why}.", unit=True),
        when("You deploy nobody: {why}.", rule="yours.deploy-none-free"),
        when("The rival deploys nobody: {why}."),
    ),
    "scored": Telling(
        "You earn {points} for key hexes, and have {total} now.",
        points=lambda points, **_: plural("{n} point", "{n} points", points),
    ),
    "tactic-passed-over": Telling(
        when("{tactic} is passed over: no source states on whom the rival plays it.", unstated=True),
        when("{tactic} is passed over: it has no valid target."),
        unstated=lambda chip, names, **_: getattr(names.catalogue.tactic(chip), "rival_target", None) is None,
    ),
    "tactic-placed": Telling(
        when("{tactic} goes on {unit}, the {superlative} valid target.", because=True),
        when("{tactic} goes on {unit}."),
        superlative=of("because", words_of),
    ),
    # Moves: `priority` is the entry of the list that `mark` comes from; a `backup` move could reach none; `nearer` than
    # its Range would allow ends who reaches no hex farther off. What holds a unit back is as in `restraints.Hold`.
    "moved": Telling(
        when("{unit} moves out and comes back to {hex}.", came_back=True),
        when(
            "{unit} moves {start} → {end}, as close as it can get to {mark}: nothing on its list is in reach.",
            backup=True,
        ),
        when("{unit} moves {start} → {end}.", mark=False),
        when("{unit} moves {start} → {end}, onto its mark ({mark}).", on_hex=True),
        when("{unit} moves {start} → {end}, within Range of {mark}, as far away as it can.", nearer=True),
        when("{unit} moves {start} → {end}, within Range of {mark}."),
        came_back=PARTS["came_back"],
        on_hex=PARTS["on_hex"],
        mark=lambda mark, priority, backup, names, **_: (
            priority_words(priority) if is_hex_priority(priority) and not backup else _marked(mark, priority, names)
        ),
    ),
    "stayed": Telling(
        when("{unit} is dazed and does not move: it was deployed this turn.", how="deployed"),
        when("{unit} does not move: {why}.", how=True),
        when("{unit} stays: it is on its mark {mark} already.", status="stays", mark=True, on_hex=True),
        when("{unit} stays: {mark} is within Range already.", status="stays", mark=True),
        when("{unit} is blocked: it cannot get any closer to {mark}.", status="blocked", mark=True),
        when("{unit} stays: nothing on its list is in combat.", status="idle"),
        when("{unit} stays where it is."),
        why=PARTS["held"],
        on_hex=PARTS["on_hex"],
    ),
    "roamed": Telling(
        when("{unit} does not roam: {why}.", how=True),
        when("{unit} roams {way}, and stays on {hex}.", came_back=True),
        when("{unit} roams {way}: {start} → {end}."),
        why=PARTS["held"],
        way=lambda directions, **_: " ".join(_DIRECTIONS.get(each, each) for each in directions) or "↺",
        came_back=PARTS["came_back"],
    ),
    "equipped": Telling(
        when("{unit} equips {chip} on {hex}.", hex=True),
        when("{unit} equips {chip}."),
        chip=PARTS["arena_chip"],
    ),
    "healed": Telling(
        when("{skill}: {unit} is already at full HP ({hp} HP).", full=True),
        when("{skill}: {effect} keeps {unit} from healing.", kept=True),
        when("{skill} heals {unit} by {amount} HP: it has {hp} HP now."),
        effect=of("kept", effect_name),
    ),
    # Attacks: whose Taunt binds who cannot act (`bound_by`), what keeps those from being attacked (`closed_by`)
    "cannot-act": Telling(
        when(
            "{unit} does not attack: Taunt of {others} binds it, and {effect} keeps that unit from being attacked.",
            bound_by=True,
        ),
        when("{unit} is dazed and does not act: it was deployed this turn.", how="deployed"),
        when("{unit} does not act: {why}."),
        others=lambda bound_by, names, **_: listing(map(names, bound_by)),
        effect=of("closed_by", effect_name),
        why=lambda why, how="", **held: PARTS["held"](how=how, **held) if how else term(_WHY, why),
    ),
    "attacked": Telling("{unit} attacks {target} with {dice}: {hits}.", target=PARTS["aim"]),
    "special-used": Telling(
        when("{unit} uses {special} on {target}.", target=True), when("{unit} uses {special}."), target=PARTS["aim"]
    ),
    # Damage and defeat
    "damaged": Telling(
        when("{by} deals {unit} {damage}: {hp} left.", by=True),
        when("{unit} is dealt {damage}: {hp} left."),
        damage=_dealt,
        hp=lambda hp, **_: tr("{hp} HP", hp=hp) if hp else tr("no HP"),
    ),
    "defeated": Telling(
        when("{unit} is defeated, and leaves {hex} for the rival camp.", side="rival", hex=True),
        when("{unit} is defeated, and leaves {hex} for your camp.", side="player", hex=True),
        when("{unit} is defeated, and leaves {hex} for the supply.", side="arena", hex=True),
        when("{unit} is defeated."),
    ),
    "hero-saved": Telling(
        joined("{crossed} {saved}"),
        crossed=_crossed_off,
        saved=lambda hp, **values: capital(
            tr("{hero} is healed fully, to {hp} HP.", hero=PARTS["hero"](**values), hp=hp)
        ),
    ),
    "blessed": Telling(
        joined("{crossed} {recruit}"),
        crossed=_crossed_off,
        recruit=lambda **_: tr("You recruit random bag units up to your Leadership."),
    ),
}  # fmt: skip
"""What is said of events of which one sentence is not enough."""
