"""Where things stand in one line, as a guided evening has it above every question, in either language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.language import spoken
from hoplo_companion.render.sentences.italian_terms import STEPS
from hoplo_companion.render.sentences.words import ACTS, step_name

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "set-up": "the set-up",
        "rival": "turn {}, the rival's",
        "player": "turn {}, yours",
        "arena": "turn {}, the arena's",
        "nobody": "the end",
        "travel": "Travel Phase",
        "event": "Event Phase",
        "cleanup": "combat, then Cleanup Phase",
        "won": "won",
        "lost": "lost",
        "apart": "A fight of its own",
        "none": "No campaign yet",
        "new": "A new campaign",
        "round": "Act {}, week {}",
        "at": ", at {}",
    },
    "it": {
        "set-up": "il setup",
        "rival": "turno {}, quello rivale",
        "player": "turno {}, il vostro",
        "arena": "turno {}, quello arena",
        "nobody": "la fine",
        "travel": "Fase Viaggio",
        "event": "Fase Evento",
        "cleanup": "combattimento, poi Fase Pulizia",
        "won": "vinta",
        "lost": "persa",
        "apart": "Un combattimento a sé",
        "none": "Ancora nessuna campagna",
        "new": "Una nuova campagna",
        "round": "Atto {}, settimana {}",
        "at": ", a {}",
    },
}


def turn_words(fight: Fight, combat: Combat | None) -> str:
    """Say of a fight whose turn it is, and which step where the combat at a question is given."""
    words = _WORDS[spoken()]
    whose = combat.side if combat is not None and fight.turn_of != "set-up" else fight.turn_of
    turn = combat.turn if combat is not None else fight.position.get("turn", 1)
    told = f"{fight.name}: {words[whose].format(fight.turn_number(turn))}"
    if whose != "rival" or combat is None or not combat.step:
        return told
    step = "activity" if combat.step == "tactics" and combat.event == "scion" else combat.step
    return f"{told}, {STEPS[step] if spoken() == 'it' else step_name(step)}"


def round_words(campaign: Campaign) -> str:
    """Say of a campaign between its fights: act, week, place and phase."""
    words = _WORDS[spoken()]
    if campaign.is_stand_alone:
        return words["apart"]
    stand = words["round"].format(ACTS[campaign.pad.act], campaign.pad.week)
    at = words["at"].format(campaign.place) if campaign.place else ""
    return f"{stand}{at}: {words[campaign.outcome or campaign.phase]}"


def beginning_words(*, is_new: bool) -> str:
    """Say that there is no campaign yet, or that one is being begun."""
    return _WORDS[spoken()]["new" if is_new else "none"]
