"""What you do in the steps of your turn: deploy, play a tactic, move, use Abilities, attack (Rulebook p.25-27).

It is typed as words: `deploy archer G2`, `attack krak rep 2`, `end`. Short: `krak e3` moves or deploys, `krak>rep 2`
attacks, `krak>agile rep` uses a skill, `stun>arc` plays a tactic. What the rules do not allow is done `anyway` as far
as it can be done on the table, with a `house-ruling` first for every rule that was set aside. No name, no hex of the
mat, or a taken hex stay refused.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from hoplo_companion.components.names import advise, in_english, slug
from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import UsageError, clip, words_of
from hoplo_companion.hexes import HEX, bits
from hoplo_companion.language import later, tr
from hoplo_companion.rules.agenda import Asks, Result, Step, Then, advance, push
from hoplo_companion.rules.attack import declare
from hoplo_companion.rules.dialogue import Event, event_of
from hoplo_companion.rules.effects.in_force import Held
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.unknown import ask_effect, ask_for_unknown, kind_of
from hoplo_companion.rules.effects.use import set_off, use_of
from hoplo_companion.rules.goals import arrive, equip_deployed, take_flag
from hoplo_companion.rules.model import Combat, Unit, one_less
from hoplo_companion.rules.modifiers import health
from hoplo_companion.rules.naming import aimed_at, called, candidates, named, named_of_either_side, picked, suggestion
from hoplo_companion.rules.player import options, unit_options
from hoplo_companion.rules.position.document import on_elite_anyway
from hoplo_companion.rules.rival.engage import attackable, freed
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.movement_step import pick_up, ways_of_yours
from hoplo_companion.rules.rival.mover import moves_of
from hoplo_companion.rules.rival.placement import take_effect
from hoplo_companion.rules.rival.turn import use_ability
from hoplo_companion.rules.sentence import Sentence, said

END, GIVE_UP = "end", "surrender"

T = TypeVar("T")

HAS_NONE = {
    "ability": (later("{unit} has no Ability {skill}"), later("{unit} has no Ability {skill}; it has {skills}")),
    "special": (later("{unit} has no Special {skill}"), later("{unit} has no Special {skill}; it has {skills}")),
}


class Doing:
    """What you do in a step of your turn: the combat there, and what has come of it so far, rules set aside first."""

    def __init__(self, combat: Combat, step: str, anyway: bool) -> None:
        """Go on to the step, if there is one; what is over does not come back, though done late anyway (p.20)."""
        self.combat, self.anyway = combat, anyway
        now = STEPS.index(combat.step or STEPS[0])
        wanted = STEPS.index(step) if step else now
        self._ruled = options.check_deployed(combat, anyway=anyway) if step and wanted >= max(now, 1) else []
        self._began: list[Event] = []
        if wanted < now:
            self.refuse("turn.steps", said(unit_options.STEP_OVER[step]))
        elif wanted > now:
            self.combat = replace(options.after_moving(combat, step), step=step)
            self._began.append(event_of("step-began", step=step))

    def refused(self, rule: str, why: Sentence, instead: Iterable[str] = ()) -> options.RefusedPlayError:
        """What cannot be done whatever the player wants."""
        return options.RefusedPlayError(self.combat, rule, why, instead)

    def refuse(self, rule: str, why: Sentence, instead: Iterable[str] = (), *, possible: bool = True) -> None:
        """Refuse what a rule forbids, or set it aside where the player wants that and it is possible on the table."""
        self._ruled += options.overrule(self.combat, self.anyway and possible, rule, why, instead)

    def unit(self, name: str, *, in_camp: bool = False) -> Unit:
        """Find a unit of yours by name, in combat or in camp."""
        units = self.combat.units.values()
        here, elsewhere = list(self.combat.in_arena("player")), self.combat.in_camp()
        rule, text = "combat.only-in-combat", later("No unit of yours in combat is called {name}{near}")
        if in_camp:
            here, elsewhere = elsewhere, here
            rule, text = "yours.deploy", later("No unit of your camp is called {name}{near}")
        if (unit := named(self.combat, name, here, units)) is not None:
            return unit
        ids = [each.id for each in here]
        why = said(text, name=clip(name), near=suggestion(name, ids))
        if (other := named(self.combat, name, elsewhere, units)) is not None:
            why = unit_options.where(self.combat, other)
        raise self.refused(rule, why, ids)

    def hex(self, name: str, rule: str, instead: Iterable[str]) -> int:
        """Find a hex of the mat by name; RefusedPlayError with the rule that wants one where the mat has none of it."""
        hex_ = self.combat.arena.hex_typed(name)
        if not hex_:
            raise self.refused(rule, said("{hex} is not on this mat", hex=clip(name)), instead)
        return hex_

    def skill(self, unit: Unit, kind: str, name: str, among: Mapping[str, T], has: Iterable[str], ways: list[str]) -> T:
        """Find an Ability or a Special by name, among those that a unit has."""
        if (found := picked(name, among)) is None:
            skills = ", ".join(has)
            why = said(HAS_NONE[kind][bool(skills)], unit=called(self.combat, unit), skill=clip(name), skills=skills)
            raise self.refused(f"yours.{kind}", why, ways)
        return found

    def done(self, combat: Combat, happened: Iterable[Event], *steps: Step) -> Result:
        """Put steps on the agenda and go on to their first question; what has happened before comes first."""
        combat, more = advance(push(combat, *steps))
        return combat, [*self._ruled, *self._began, *happened, *more]


STAYS = {
    "hero": later("{unit} stays in your camp: your lineup has no hero left to deploy"),
    "only-hero": later("{unit} stays in your camp: your hero is the only unit of your lineup left to deploy"),
    "": later("{unit} stays in your camp: you have deployed your whole lineup"),
}


def deploy(doing: Doing, name: str, hex_name: str) -> Result:
    """Deploy a unit of your camp on one of your deployment hexes that is not blocked; one a turn (p.25).

    It has HP for its Health, your hero those that it has; it is dazed for this turn (p.21). A hex that is taken is
    refused whatever the player wants.
    """
    combat, unit, yours = doing.combat, doing.unit(name, in_camp=True), doing.combat.yours
    if options.is_done(combat, "deploy"):
        doing.refuse("yours.deploy", said("You have deployed a unit this turn already"))
    doing.refuse(*options.why_full(combat))
    ready = [each.id for each in options.camp(combat)]
    if unit.id not in ready:
        stays = STAYS["hero" if unit.hero else "only-hero" if yours.hero else ""]
        doing.refuse("yours.lineup", said(stays, unit=called(combat, unit)), ready)
    free = options.free_deployment(combat)
    ways = [combat.arena.mat.name(each) for each in bits(free)]
    hex_ = doing.hex(hex_name, "yours.deploy-hex", ways)
    at = combat.arena.mat.name(hex_)
    other = combat.at(hex_)
    if not hex_ & free:
        why = said("{hex} is not one of your deployment hexes", hex=at)
        if hex_ & combat.arena.blocked:
            why = said("{hex} is blocked", hex=at)
        if other is not None:
            why = said("{unit} is on {hex} already, and a hex holds one unit", unit=called(combat, other), hex=at)
        doing.refuse("yours.deploy-hex", why, ways, possible=other is None)
    combat = combat.with_unit(replace(unit, hex=hex_, dazed=True))
    placed = combat.units[unit.id]
    if unit.hero:
        yours = replace(yours, hero=False if yours.hero is not None else None)
    else:
        placed = replace(placed, hp=health(combat, placed))
        yours = replace(yours, camp_units=max(0, yours.camp_units - 1) if yours.camp_units is not None else None)
    combat = options.note(replace(combat, yours=yours).with_unit(placed), "deploy")
    mine = combat.arena.player_deployment
    number, hp = mine.index(hex_) + 1 if hex_ in mine else 0, placed.known("hp")
    rulings = ["flag.deploy"] if combat.flag is not None and combat.flag.hex == hex_ else []
    where = {"unit": unit.id, "hex": at, "number": number, "hp": hp, "bonus_hp": 0}
    deployed = event_of("deployed", rule="yours.deploy", rulings=rulings, **where)
    combat, equipped = equip_deployed(combat, placed, deployed)
    if "flag.deploy" in combat.rulings.otherwise:
        combat, taken = take_flag(combat, placed, hex_)
        equipped += [replace(event, rulings=["flag.deploy"]) for event in taken]
    return doing.done(combat, equipped, *ask_for_unknown(combat, unit.id), *set_off(combat, "deployed", unit.id))


def tactic(doing: Doing, chip_name: str, target: str) -> Result:
    """Play a tactic of your camp on a unit; one a turn (p.25, 30)."""
    combat, held = doing.combat, doing.combat.yours.tactics
    known = combat.catalogue.ids("tactics")
    # One of your camp first, else any that the game has.
    chip = picked(chip_name, {each: each for each in held or ()}) or picked(chip_name, {each: each for each in known})
    record = combat.catalogue.tactic(chip) if chip is not None else None
    if chip is None or record is None:
        why = said("There is no tactic {name}{near}", name=clip(chip_name), near=suggestion(chip_name, held or known))
        raise doing.refused("yours.tactic", why, dict.fromkeys(held or ()))
    if held is not None and chip not in held:
        why = said("{tactic} is not among the tactics of your camp", tactic=record.name)
        doing.refuse("yours.tactic", why, dict.fromkeys(held))
    if options.is_done(combat, "tactic"):
        doing.refuse("tactics.one-a-turn", said("You have played a tactic this turn already"))
    # A unit that it may be played on first, else any, which the rules refuse.
    fit, here = options.tactic_targets(combat), list(combat.in_arena())
    ways = [each.id for each in fit]
    unit = named_of_either_side(combat, target, fit)
    if unit is None:
        unit = named_of_either_side(combat, target, here) or named(combat, target, combat.units.values())
        if unit is None:
            why = said(
                "There is no unit {name} in combat{near}",
                name=clip(target),
                near=suggestion(target, [each.id for each in here]),
            )
            raise doing.refused("yours.tactic", why, ways)
        doing.refuse(*unit_options.why_not_tactic(combat, unit, record.name), ways, possible=bool(unit.hex))
    if held is not None:
        combat = replace(combat, yours=replace(combat.yours, tactics=one_less(held, chip)))
    if unit.elite and kind_of(combat, chip)[0] != "instant":
        combat = replace(combat, used=combat.used | {on_elite_anyway(unit.id)})
    combat = options.note(combat, "tactic")
    placed = event_of("tactic-placed", rule="yours.tactic", chip=chip, unit=unit.id, because="")
    return doing.done(
        combat, [placed], Asks(ask_effect, ("tactics", chip, unit.id)), Then(take_effect, (chip, unit.id))
    )


def move(doing: Doing, name: str, hex_name: str) -> Result:
    """Move a unit of yours by its Movement at the most, or by the arena die (`roam croc`) with no hex (p.26)."""
    combat, unit = doing.combat, doing.unit(name)
    roams = bool(moves_of(combat, unit))
    if not hex_name and not roams:
        raise doing.refused("yours.move", said("{unit} does not roam: say where it moves", unit=called(combat, unit)))
    moved_on = {"moved": combat.moved | {unit.id}, "stayed": combat.stayed - {unit.id}}
    if not hex_name or roams:
        doing.refuse(*unit_options.why_no_move(combat, unit))
    if not hex_name:
        return doing.done(replace(combat, **moved_on), [], *map(use_of, moves_of(combat, unit)))
    if roams:
        doing.refuse(*unit_options.as_led(combat, unit), [f"roam {unit.id}"])
    fit = options.reach(combat, unit)
    ways = [f"{unit.id} {combat.arena.mat.name(each)}" for each in bits(fit)]
    hex_ = doing.hex(hex_name, "yours.move", ways)
    other = combat.at(hex_)
    free = other is None or other.id == unit.id
    if not hex_ & fit and not (roams and free):
        doing.refuse(*unit_options.why_not_move(combat, unit, hex_), ways, possible=free)
    back = ["move.back"] if hex_ == unit.hex & fit else []
    rule = "yours.move-back" if hex_ == unit.hex else "yours.move"
    values = {"unit": unit.id, "start": combat.arena.mat.name(unit.hex), "end": combat.arena.mat.name(hex_)}
    moved = event_of("moved", rule=rule, rulings=back, **values, mark="", priority="", backup=False)
    ground = Ground(combat)
    way = Asks(pick_up, (unit.id, *ways_of_yours(ground, ground.mover(unit), hex_), tuple(back)))
    combat = replace(combat, **moved_on).with_unit(replace(unit, hex=hex_))
    combat = push(combat, *([way] if hex_ & fit else []), *set_off(combat, "moved", unit.id))
    combat, arrived = (combat, []) if hex_ & fit else arrive(combat, combat.units[unit.id], [])
    return doing.done(combat, [moved, *arrived])


def ability(doing: Doing, name: str, skill: str) -> Result:
    """Use an Ability of a unit of yours, each once a turn (p.26)."""
    combat, unit = doing.combat, doing.unit(name)
    fit = options.open_abilities(combat, unit)
    ways = [f"{unit.id} {each}" for each in fit]
    has = {held.id: held.id for held in judge(combat).on("ability", unit.id)}
    id_ = doing.skill(unit, "ability", skill, has, has, ways)
    if id_ not in fit:
        doing.refuse(*unit_options.why_not_ability(combat, unit, id_), ways)
    combat = options.note(combat, f"ability {unit.id} {id_}")
    combat, more = use_ability(combat, unit, id_, anyway=id_ not in fit)
    return doing.done(combat, more)


def strike(doing: Doing, name: str, target: str) -> Result:
    """Attack an opponent with a unit of yours, once a turn and in place of a Special (p.27)."""
    combat, unit = doing.combat, doing.unit(name)
    fit = [] if options.has_acted(combat, unit) else attackable(combat, unit)
    ways = [f"{unit.id} {each.id}" for each in fit]
    aim, attacker = aimed_at(combat, unit, target), called(combat, unit)
    if aim is None:
        near = suggestion(target, [each.id for each in combat.in_arena() if each.id != unit.id])
        text = later("{unit} cannot attack {target}, which is not in combat{near}")
        raise doing.refused("yours.attack", said(text, unit=attacker, target=clip(target), near=near), ways)
    if aim.id == unit.id:
        raise doing.refused("yours.attack", said("{unit} cannot attack itself", unit=attacker), ways)
    if aim not in fit:
        doing.refuse(*unit_options.why_not_attack(combat, unit, aim), ways)
    return doing.done(options.note(combat, f"act {unit.id}"), [], Then(declare, (unit.id, aim.id)))


def special(doing: Doing, name: str, skill: str) -> Result:
    """Use a Special with a unit of yours, once a turn and in place of an attack (p.27)."""
    combat, unit = doing.combat, doing.unit(name)
    fit = [] if options.has_acted(combat, unit) else options.open_specials(combat, unit)
    ways = [f"{unit.id} {each.name}" for each in fit]
    has = judge(combat).on("special", unit.id)
    words: dict[str, Held] = {}
    # By its word or what it is called; one that can be used now before one that cannot.
    for each in [*options.open_specials(combat, unit), *has]:
        words.setdefault(each.id, each)
        words.setdefault(slug(each.name), each)
    held = doing.skill(unit, "special", skill, words, dict.fromkeys(each.name for each in has), ways)
    if held not in fit:
        doing.refuse(*unit_options.why_not_special(combat, unit, held), ways)
        combat, (held,) = freed(combat, [held])
    return doing.done(options.note(combat, f"act {unit.id}"), [], use_of(held))


ACTIONS: dict[str, tuple[str, Callable[[Doing, str, str], Result], str]] = {
    "deploy": ("deployment", deploy, "deploy UNIT HEX"),
    "tactic": ("tactics", tactic, "tactic CHIP UNIT"),
    "move": ("movement", move, "move UNIT HEX"),
    "roam": ("movement", lambda doing, unit, _: move(doing, unit, ""), "roam UNIT"),
    "ability": ("abilities", ability, "ability UNIT SKILL [ANSWER]..."),
    "attack": ("engage", strike, "attack UNIT TARGET [HITS]"),
    "special": ("engage", special, "special UNIT SKILL [ANSWER]..."),
    "bless": ("", lambda doing, use, _: options.bless(doing.combat, use, anyway=doing.anyway), "bless reinforce"),
    GIVE_UP: ("", lambda doing, _, __: options.surrender(doing.combat, anyway=doing.anyway), "surrender"),
    END: ("", lambda doing, _, __: options.end(doing.combat, anyway=doing.anyway), "end"),
}
"""Each word for an action, with the step that it belongs to, what carries it out, and how it is written."""


def forfeited(found: options.Options, word: str) -> dict[str, list[str]]:
    """What may still be done in the steps before an action's, which does not come back: units, or tactics, by step."""
    step = ACTIONS[word][0]
    before = STEPS if word == END else STEPS[: STEPS.index(step)] if step else ()
    open_ = {
        each: dict.fromkeys(id_ for do, table in found.tables.items() if ACTIONS[do][0] == each for id_ in table)
        for each in before
    }
    return {each: list(ids) for each, ids in open_.items() if ids}


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
        step, do, _ = ACTIONS[self.word]
        return do(Doing(combat, step, self.anyway), self.first, self.second)


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
    first = candidates(combat, action.first, [unit for unit in combat.units.values() if unit.side == "player"])
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


VERBS = (*ACTIONS, "end-turn")
"""The words that an action begins with."""


def read_actions(line: str, *, anyway: bool = False) -> list[Action]:
    """Read a whole turn, its actions separated by semicolons; UsageError says what is not understood.

    A name of several words stands between quotation marks. What has a `!` after its word or ends with `--anyway` is
    done also where the rules do not allow it; with `anyway` everything is.
    """
    return [read_action(words_of(part), anyway=anyway) for part in parts_of(line)]


def read_words(words: Sequence[str], *, anyway: bool = False) -> list[Action]:
    """Read a turn from the words of a command: `attack krak rep 2`, or a whole line as one word."""
    if len(words) > 1 and _verb(words[0]) in VERBS and ";" not in "".join(words):
        return [read_action(list(words), anyway=anyway)]
    return read_actions(" ".join(words), anyway=anyway)


def parts_of(line: str) -> list[str]:
    """The actions of a whole turn, each as it is typed."""
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
    if words[1:] and words[-1] == "--anyway":
        words, anyway = words[:-1], True
    word, rest = _verb(words[0]) if words else "", words[1:]
    anyway = anyway or (bool(words) and words[0].endswith("!"))
    word = END if word == VERBS[-1] else word
    if word not in ACTIONS and is_short(part):
        first, at, behind = part.partition(AT)
        names = [*([first] if at else first.split()), *behind.split()]
        if not names[0].strip() or len(names) < 2 or (not at and len(names) > 2):
            raise UsageError(not_understood, words=clip(part), form="krak e3" if not at else "krak>rep 2")
        return Action(at, names[0].strip(), names[1], tuple(names[2:]), anyway)
    if word not in ACTIONS:
        text = later(
            "{word} is not an action; {advice}; or type who and where, krak e3, or who and at whom, krak>rep 2"
        )
        raise UsageError(text, word=clip(word), advice=advise(word, ACTIONS, tr("actions")))
    form = ACTIONS[word][2]
    _, *usage = form.split()
    needed = sum(not each.startswith("[") for each in usage)
    if len(rest) < needed or (len(rest) > len(usage) and not form.endswith("...")):
        raise UsageError(not_understood, words=clip(part), form=form)
    names = [*rest[:needed], "", ""][:2]
    return Action(word, names[0], names[1], tuple(rest[needed:]), anyway)


def is_short(line: str) -> bool:
    """Say whether a line begins with something that is typed short: `krak e3`, `krak>rep`."""
    first = line.partition(";")[0].partition(",")[0]
    return ">" in first or HEX.fullmatch("".join(first.split()[1:2])) is not None
