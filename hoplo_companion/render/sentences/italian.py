"""What happens, in Italian: the turn, its steps, and what units do in them, in the words of the Italian v1.0.

A unit is `unità` and so feminine. What has no Italian sentence here is told in English.
"""

from __future__ import annotations

from functools import singledispatch

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render.sentences.italian_terms import (
    STEPS,
    SUPERLATIVES,
    arena_chip,
    count,
    dice_words,
    priority_words,
)
from hoplo_companion.render.sentences.words import (
    ACTS,
    is_hex_priority,
    listing,
    skill_name,
    tactic_name,
    unit_name,
    words_of,
)
from hoplo_companion.rules.events import (
    Attacked,
    AttackOver,
    CannotAct,
    CombatEnded,
    Damaged,
    Defeated,
    Deployed,
    Dropped,
    Equipped,
    Event,
    FellTogether,
    Healed,
    HeroReduced,
    HeroSaved,
    Moved,
    NoTacticPlaced,
    NotDeployed,
    NotUsed,
    Roamed,
    Scored,
    SpecialUsed,
    Stayed,
    StepBegan,
    TacticGone,
    TacticPassedOver,
    TacticPlaced,
    TurnBegan,
    TurnEnded,
)

_WHY = {
    "no free hex": "ogni esagono schieramento rivale è occupato o bloccato",
    "no hex of yours": "ogni vostro esagono schieramento è occupato o bloccato",
    "lineup empty": "il suo schieramento è vuoto",
    "no valid target": "nessuna delle sue tattiche ha un bersaglio valido",
    "no tactics": "non gliene restano",
    "dazed": "è frastornata",
    "no target": "non ha un bersaglio",
    "the arena is full": "l'arena non ammette altre unità rivali",
    "goal-met": "l'obiettivo è raggiunto, e vincete",
    "troop-gone": "non avete nessuno in combattimento né da schierare, ed è fallito",
    "surrendered": "vi arrendete, ed è fallito",
    "campaign-lost": "il vostro eroe cade, e la campagna è persa",
}
_WON = {
    "end.goal-bloodshed": "Ogni unità rivale è sconfitta: vincete.",
    "end.goal-spar": "Ogni unità rivale tranne il tribuno è sconfitta: vincete.",
    "end.goal-sport": "Ogni unità rivale è sconfitta, anche il tribuno: vincete.",
    "end.goal-primus": "Ogni unità rivale è sconfitta, anche il primus: vincete.",
    "scion.defeated": "L'obiettivo della carta dello scion è raggiunto: vincete.",
    "scion.goal": "Lo scion è sconfitto: vincete.",
    "flag.home": "La bandiera è a casa: vincete.",
    "king.points": "{points} punti: vincete la collina.",
}
"""What won a combat, by the rule of the goal that was reached."""


@singledispatch
def italian_words(event: Event, catalogue: Catalogue) -> str:
    """Word an event in Italian; empty where only the English sentence is there."""
    return ""


def _why(why: str) -> str:
    return _WHY.get(why) or words_of(why)


def _mark(mark: str, priority: str) -> str:
    return f"{mark} ({priority_words(priority)})" if priority else mark


def _held(event: Stayed | Roamed | CannotAct, catalogue: Catalogue) -> str:
    """Say what holds a unit back, with the name of what it comes from."""
    whose = unit_name(catalogue, event.holder)
    of = f" di {'un vostro ' if event.side == 'player' else ''}{whose}" if whose else ""
    match event.how:
        case "deployed":
            return "è frastornata, schierata in questo turno"
        case "dazed":
            return f"è frastornata{f' da {event.by}{of}' if event.by else ''}"
        case "fatigued":
            return f"è affaticata{f' da {event.by}{of}' if event.by else ''}"
        case "movement":
            return "il suo Movimento è 0" + (f" per {event.by}" if event.by else "")
        case "beside":
            return f"comincia adiacente a {whose}"
    return f"è trattenuta da {event.by}{of}"


def _reason(because: str) -> str:
    """Word why a target was chosen, in brackets: an entry of the attacker's list, or a skill."""
    if not because:
        return ""
    return " (ha Taunt)" if because == "taunt" else f" ({priority_words(because)})"


# The turn and its steps -----------------------------------------------------------------------------------------


@italian_words.register(TurnBegan)
def _(event: TurnBegan, catalogue: Catalogue) -> str:
    if event.rule == "arena.turn":
        return "Comincia il turno arena."
    if event.rule == "turn.yours":
        return "Comincia il vostro turno."
    return f"Atto {ACTS.get(event.act, event.act)}: comincia il turno rivale {event.turn}."


@italian_words.register(StepBegan)
def _(event: StepBegan, catalogue: Catalogue) -> str:
    return f"Comincia il {STEPS.get(event.step) or words_of(event.step).title()}."


@italian_words.register(TurnEnded)
def _(event: TurnEnded, catalogue: Catalogue) -> str:
    if event.rule == "arena.turn":
        return "Il turno arena è finito: segue quello rivale."
    if event.rule == "turn.yours":
        return "Il vostro turno è finito."
    return f"Il turno rivale {event.turn} è finito: tocca a voi."


@italian_words.register(CombatEnded)
def _(event: CombatEnded, catalogue: Catalogue) -> str:
    won = _WON.get(event.rule, "").format(points=event.points)
    return won or f"Il combattimento è finito: {_why(event.why)}."


# Deployment and tactics -----------------------------------------------------------------------------------------


@italian_words.register(Deployed)
def _(event: Deployed, catalogue: Catalogue) -> str:
    bonus = f", {event.bonus_hp} dei quali in più" if event.bonus_hp else ""
    whose = "vostro" if event.rule == "yours.deploy" else "rivale"
    place = f"{event.hex}, esagono schieramento {whose} {event.number}" if event.number else event.hex
    return f"{event.unit} si schiera su {place}, con {event.hp} HP{bonus}; è frastornata."


@italian_words.register(NotDeployed)
def _(event: NotDeployed, catalogue: Catalogue) -> str:
    nobody = "Non schierate" if event.rule == "yours.deploy-none-free" else "Il rivale non schiera"
    who = f"{event.unit} non si schiera" if event.unit else f"{nobody} nessuno"
    return f"{who}: {_why(event.why)}."


@italian_words.register(Scored)
def _(event: Scored, catalogue: Catalogue) -> str:
    return f"Guadagnate {count(event.points, 'punto', 'punti')} per gli esagoni chiave, e ora ne avete {event.total}."


@italian_words.register(TacticPassedOver)
def _(event: TacticPassedOver, catalogue: Catalogue) -> str:
    record = catalogue.tactic(event.chip)
    if record is None or record.rival_target is None:
        return f"{tactic_name(catalogue, event.chip)} è saltata: nessuna fonte dice su chi il rivale la gioca."
    return f"{tactic_name(catalogue, event.chip)} è saltata: non ha un bersaglio valido."


@italian_words.register(TacticPlaced)
def _(event: TacticPlaced, catalogue: Catalogue) -> str:
    because = f", il bersaglio valido {SUPERLATIVES[event.because]}" if event.because in SUPERLATIVES else ""
    return f"{tactic_name(catalogue, event.chip)} va su {event.unit}{because}."


@italian_words.register(NoTacticPlaced)
def _(event: NoTacticPlaced, catalogue: Catalogue) -> str:
    return f"Il rivale non piazza tattiche: {_why(event.why)}."


@italian_words.register(TacticGone)
def _(event: TacticGone, catalogue: Catalogue) -> str:
    return f"{tactic_name(catalogue, event.chip)} lascia {event.unit} e va nella scorta."


# Movement -------------------------------------------------------------------------------------------------------


@italian_words.register(Moved)
def _(event: Moved, catalogue: Catalogue) -> str:
    if event.start == event.end:
        return f"{event.unit} esce e torna su {event.end}."
    way = f"{event.unit} si muove {event.start} → {event.end}"
    mark = _mark(event.mark, event.priority)
    if event.backup:
        return f"{way}: non raggiunge nulla del suo elenco e si avvicina quanto può a {mark}."
    if not event.mark:
        return f"{way}."
    if is_hex_priority(event.priority):
        return f"{way}: il suo mark è {mark}, e vi arriva sopra."
    if event.nearer:
        return f"{way}: il suo mark è {mark}, e ne resta lontana quanto può nel suo Range."
    return f"{way}: il suo mark è {mark}, e ne resta lontana quanto permette il suo Range."


@italian_words.register(Stayed)
def _(event: Stayed, catalogue: Catalogue) -> str:
    unit, mark = event.unit, _mark(event.mark, event.priority)
    if event.how == "deployed":
        return f"{unit} è frastornata e non si muove: è stata schierata in questo turno."
    if event.how:
        return f"{unit} non si muove: {_held(event, catalogue)}."
    match event.status:
        case "stays" if not event.mark:
            return f"{unit} resta dov'è."
        case "stays" if is_hex_priority(event.priority):
            return f"{unit} resta ferma: è già sul suo mark {mark}."
        case "stays":
            return f"{unit} resta ferma: il suo mark {mark} è già nel Range."
        case "blocked":
            return f"{unit} è bloccata: non può avvicinarsi di più" + (f" a {mark}." if event.mark else ".")
        case "idle":
            return f"{unit} è inattiva: nulla del suo elenco è in combattimento."
        case "dazed":
            return f"{unit} è frastornata e non si muove."
    return f"{unit} non si muove: {words_of(event.status)}."


@italian_words.register(Equipped)
def _(event: Equipped, catalogue: Catalogue) -> str:
    return f"{event.unit} equipaggia {arena_chip(event.chip)}" + (f" su {event.hex}." if event.hex else ".")


@italian_words.register(Healed)
def _(event: Healed, catalogue: Catalogue) -> str:
    skill = skill_name(catalogue, event.skill)
    if event.full:
        return f"{skill}: {event.unit} ha già tutti i suoi HP ({event.hp} HP)."
    if event.kept:
        return f"{skill} non guarisce {event.unit}: {event.kept} lo impedisce."
    return f"{skill} guarisce {event.unit} di {event.amount} HP: ora ha {event.hp} HP."


# Engage ---------------------------------------------------------------------------------------------------------


@italian_words.register(CannotAct)
def _(event: CannotAct, catalogue: Catalogue) -> str:
    if event.bound_by:
        bound = f"Taunt di {listing(event.bound_by, 'e')} la vincola"
        return f"{event.unit} non attacca: {bound}, e {event.closed_by} impedisce di attaccare quell'unità."
    return f"{event.unit} non agisce: {_held(event, catalogue) if event.how else _why(event.why)}."


@italian_words.register(FellTogether)
def _(event: FellTogether, catalogue: Catalogue) -> str:
    return f"{listing(event.units, 'e')} cadono nello stesso momento."


@italian_words.register(AttackOver)
def _(event: AttackOver, catalogue: Catalogue) -> str:
    return f"{event.unit} è sconfitta prima di risolvere il suo attacco a {event.target}: l'attacco è finito."


@italian_words.register(NotUsed)
def _(event: NotUsed, catalogue: Catalogue) -> str:
    return f"{event.unit} non usa {event.effect}: una benedizione l'ha appena salvata."


@italian_words.register(Attacked)
def _(event: Attacked, catalogue: Catalogue) -> str:
    attack = f"{event.unit} attacca {event.target}{_reason(event.because)} con {dice_words(event.dice)}"
    return f"{attack}: {count(event.hits, 'colpito', 'colpiti')}."


@italian_words.register(SpecialUsed)
def _(event: SpecialUsed, catalogue: Catalogue) -> str:
    on = f" su {event.target}{_reason(event.because)}" if event.target else ""
    return f"{event.unit} usa {event.special}{on}."


@italian_words.register(Damaged)
def _(event: Damaged, catalogue: Catalogue) -> str:
    harm = count(event.damage, "danno", "danni")
    dealt = f"{event.by} infligge {harm} a {event.unit}" if event.by else f"{event.unit} subisce {harm}"
    because = f" ({listing(event.because, 'e')})" if event.because else ""
    return f"{dealt}{because}: {event.hp} HP rimasti."


@italian_words.register(Defeated)
def _(event: Defeated, catalogue: Catalogue) -> str:
    place = {"rival": "il campo rivale", "player": "il vostro campo", "arena": "la scorta"}.get(event.side, "")
    leaves = f" e lascia {event.hex}" if event.hex else ""
    return f"{event.unit} è sconfitta{leaves}" + (f" per {place}." if leaves and place else ".")


@italian_words.register(Dropped)
def _(event: Dropped, catalogue: Catalogue) -> str:
    chip = arena_chip(event.chip)
    return f"{chip[0].upper()}{chip[1:]} cade su {event.hex}."


@italian_words.register(HeroReduced)
def _(event: HeroReduced, catalogue: Catalogue) -> str:
    return f"Il tribuno è sconfitto: {event.hero or 'il vostro eroe'} scende a {event.hp} HP."


@italian_words.register(HeroSaved)
def _(event: HeroSaved, catalogue: Catalogue) -> str:
    left = f" (ne restano {event.left})" if event.left >= 0 else ""
    return f"Una benedizione è cancellata{left}: {event.hero or 'il vostro eroe'} guarisce del tutto, a {event.hp} HP."


@italian_words.register(Roamed)
def _(event: Roamed, catalogue: Catalogue) -> str:
    if event.how:
        return f"{event.unit} non vaga: {_held(event, catalogue)}."
    return ""
