"""Decisions in Italian: what they are about, their criteria, and what ruled a candidate out, in the v1.0's words."""

from __future__ import annotations

import re

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render.sentences.italian_terms import SUPERLATIVES, priority_words
from hoplo_companion.render.sentences.words import listing, tactic_name, words_of
from hoplo_companion.rules.why.decisions import Candidate, Decision, Value

CRITERIA = {
    "unblocked": "libero",
    "lowest number": "numero più basso",
    "not elite": "non elite",
    "beside a rival unit, or Tactical": "accanto a un'unità rivale, o Tactical",
    "in the table": "nella tabella",
    "superlative": "superlativo",
    "closest": "più vicino",
    "in reach": "raggiungibile",
    "priority": "priorità",
    "has a path": "ha un percorso",
    "can get closer": "può avvicinarsi",
    "least movement": "movimento minore",
    "within Range": "entro il Range",
    "farthest from the mark": "più lontano dal mark",
    "still to go": "ancora da percorrere",
    "within its reach": "entro la sua portata",
    "weaker": "più debole",
    "without it": "senza di essa",
    "may attack": "può attaccare",
    "may move": "può muoversi",
    "may be attacked": "può essere attaccato",
    "may be targeted": "può essere bersaglio",
    "no Special instead": "nessuna Speciale al suo posto",
    "Taunt": "Taunt",
}
"""The criteria by their English names; superlatives are those of the priority lists."""

FAILS = {
    "blocked or occupied": "bloccato o occupato",
    "elite": "è elite",
    "not beside a rival unit": "non è accanto a un'unità rivale",
    "not in the rival's table": "non è nella tabella del rivale",
    "dazed: deployed this turn": "frastornata: schierata in questo turno",
    "its Movement is 0": "il suo Movimento è 0",
    "out of reach": "non raggiungibile",
    "not within Range": "non entro il Range",
    "the unit is dazed": "l'unità è frastornata",
    "it never attacks": "non attacca mai",
    "out of Range": "fuori dal Range",
    "an effect keeps it from being attacked": "un effetto impedisce di attaccarlo",
    "an effect keeps it from being targeted": "un effetto impedisce che sia bersaglio",
    "held by Taunt": "trattenuta da Taunt",
    "not on its list": "non è nel suo elenco",
    "a Special takes the place of this attack": "una Speciale prende il posto di questo attacco",
}

VALUES = {
    "yes": "sì",
    "stays": "resta",
    "no": "no",
    "dazed": "frastornata",
    "never": "mai",
    "no path": "nessun percorso",
}

RESULTS = {"chosen": "scelto", "equal": "pari: scegliete voi", "out": "escluso", "candidate": "candidato",
           "result": "esito", "nothing": "Non c'era nulla da scegliere.", "by": "Per",
           "ruling": "Deciso secondo"}  # fmt: skip
"""The words of the table itself."""

_ABOUT = {
    "deploy": "L'esagono schieramento di {}",
    "tactic": "Il bersaglio di {}",
    "mark": "Il mark di {}",
    "destination": "La destinazione di {}",
    "target": "Il bersaglio di {}",
}


def criterion_name(name: str) -> str:
    """Name a criterion in Italian."""
    if name in SUPERLATIVES:
        return SUPERLATIVES[name]
    return CRITERIA.get(name, name)


def reason(decision: Decision, candidate: Candidate) -> str:
    """Say in a few words why a candidate is out."""
    fails = str(candidate.why)
    had = re.fullmatch(r"has (.+) already", fails)
    return f"ha già {had[1]}" if had else _fails(fails) or f"per {criterion_name(candidate.out)}"


_HELD = {"held by ": "trattenuta da ", "fatigued by ": "affaticata da ", "dazed by ": "frastornata da ",
         "its Movement is 0 because of ": "il suo Movimento è 0 per "}  # fmt: skip


def _fails(fails: str) -> str:
    """Word what failing a criterion means; what holds a unit back keeps the component's name."""
    if fails in FAILS:
        return FAILS[fails]
    head, beyond, _ = fails.partition(", out of reach")
    if beyond:
        return f"{_fails(head)}, non lo raggiunge"
    beside = re.fullmatch(r"it starts adjacent to (?:your )?(.+), and Roaming keeps it there", fails)
    if beside:
        return f"comincia adiacente a {beside[1]}, e Roaming la tiene lì"
    kept = re.fullmatch(r"(.+) keeps it from being attacked", fails)
    if kept:
        return f"{kept[1]} impedisce di attaccarlo"
    barred = re.fullmatch(r"(.+) keeps the unit from attacking", fails)
    if barred:
        return f"{barred[1]} impedisce all'unità di attaccare"
    reach = re.fullmatch(r"out of reach of (.+)", fails)
    if reach:
        return f"fuori dalla portata di {reach[1]}"
    bound = re.fullmatch(r"it is bound by Taunt of (.+)", fails)
    if bound:
        closed = bound[1].replace("which may not be attacked because of its", "che non può essere attaccato per")
        return f"vincolata da Taunt di {closed}".replace(" and of ", " e di ")
    held = next((words for words in _HELD if fails.startswith(words)), "")
    if held:
        return _HELD[held] + fails.removeprefix(held).replace(" of your ", " di un vostro ").replace(" of ", " di ")
    return fails


def value_words(value: Value) -> Value:
    """Give a candidate's value in Italian; numbers, names and dice stay."""
    if not isinstance(value, str):
        return value
    away = re.fullmatch(r"(no path|\d+ to move), (\d+) away", value)
    if away:
        to_move = away[1].replace(" to move", " da muovere").replace("no path", "nessun percorso")
        return f"{to_move}, a distanza {away[2]}"
    return VALUES.get(value, value)


def option_name(option: str) -> str:
    """Word a candidate in Italian: `krak as 3. holding:trident` → `krak (3. l'avversario con il tridente)`."""
    aim = re.fullmatch(r"(.+) as ([0-9]+)\. (\S+)", option)
    return f"{aim[1]} ({aim[2]}. {priority_words(aim[3])})" if aim else option


def decision_words(decision: Decision, catalogue: Catalogue) -> str:
    """Say in short what a decision came to: `Il mark di rep1: krak o milo, scegliete voi`."""
    unit = tactic_name(catalogue, decision.unit) if decision.about == "tactic" else decision.unit
    subject = _ABOUT.get(decision.about, words_of(decision.about).capitalize() + " {}").format(unit).strip()
    chosen = [option_name(option) for option in decision.chosen]
    choice = ", scegliete voi" if len(chosen) > 1 else ""
    return f"{subject}: {listing(chosen, 'o') or 'nessuno'}{choice}"
