"""The Italian words of terms, steps, stats and lists, as the Italian v1.0 has them; names of components stay."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render.sentences.words import listing, words_of

STEPS = {
    "deployment": "Passo Schieramento",
    "tactics": "Passo Piazzamento Tattiche",
    "activity": "Passo Attivazione Scion",
    "movement": "Passo Movimento",
    "abilities": "Passo Abilità",
    "engage": "Passo Ingaggio",
}
"""The steps of a turn by the names that positions use (v1.0 p.20, 31)."""

STATS = {
    "movement": "Movimento",
    "range": "Range",
    "health": "Salute",
    "attack": "Attacco",
    "hp": "HP",
    "class": "Classe",
}
FIELDS = {**STATS, "kind": "genere", "faction": "fazione", "effects": "effetti", "text": "testo", "type": "tipo"}
"""The fields of records that may be in doubt."""

SKILL_TYPES = {"innate": "Innata", "ability": "Abilità", "special": "Speciale"}
TACTIC_KINDS = {"permanent": "permanente", "instant": "istantanea", "temporary": "temporanea"}
UNTILS = {
    "end-of-its-next-turn": "fino alla fine del suo prossimo turno",
    "start-of-your-next-turn": "finché non comincia il vostro prossimo turno",
    "end-of-combat": "fino alla fine del combattimento",
    "end-of-turn": "fino alla fine del turno",
}
CONFIDENCES = {
    "stated": "affermato",
    "translated": "tradotto",
    "inferred": "dedotto",
    "low-res": "poco leggibile",
    "assumed": "supposto",
    "player": "dal giocatore",
}

SUPERLATIVES = {
    "strongest": "più forte",
    "weakest": "più debole",
    "deadliest": "più letale",
    "least-deadly": "meno letale",
    "fastest": "più veloce",
    "slowest": "più lento",
    "closest": "più vicino",
    "farthest": "più lontano",
}
_OPPONENTS = {"flagholder": "il vostro portabandiera", "hero": "il vostro eroe", "any": "un avversario qualsiasi"}
_HEXES = {
    "key": "un esagono chiave",
    "named": "un esagono nominato dal suo elenco",
    "highest": "l'esagono più alto",
    "highest:adjacent": "l'esagono più alto accanto a un avversario",
    "highest:range": "l'esagono più alto con un avversario nel Range",
}
_CHIPS = {"trident": "il tridente", "flag": "la bandiera", "chariot": "il carro", "tribune": "il tribuno"}
_COLOURS = {
    "yellow": ("giallo", "gialli"),
    "blue": ("blu", "blu"),
    "green": ("verde", "verdi"),
    "black": ("nero", "neri"),
    "red": ("rosso", "rossi"),
}


def italian_text(catalogue: Catalogue, kind: str, id_: str) -> str:
    """Give what a skill or tactic does in Italian; empty where that is not kept, or a player has written its text.

    A skill's sentence is the ledger's, which tells of rivals too; a tactic's is its own.
    """
    if kind == "skills":
        skill, ruled = catalogue.skill(id_), catalogue.rule_in_italian(f"skill.{id_}")
        return ruled.text if ruled is not None and skill is not None and "player" not in skill.source else ""
    tactic = catalogue.tactic(id_)
    return tactic.text_it if tactic is not None and "player" not in tactic.source else ""


def arena_chip(chip: str) -> str:
    """Name an arena chip, or the flag, in an Italian sentence: `il tridente`."""
    return _CHIPS.get(chip, f"la chip {words_of(chip)}")


def count(number: int, one: str, many: str) -> str:
    """Count things in Italian: `1 colpito`, `2 colpiti`, `0 colpiti`."""
    return f"{number} {one if number == 1 else many}"


def colours_translated(words: str) -> str:
    """Put the colours of dice within words into Italian: `blue blue` → `blu blu`."""
    return " ".join(_COLOURS[each][0] if each in _COLOURS else each for each in words.split(" "))


def dice_words(dice: Iterable[str]) -> str:
    """Name a pool of dice in Italian: `2 dadi blu e 1 dado nero`, `nessun dado`."""
    pool = list(dice)
    if not pool:
        return "nessun dado"
    kinds = []
    for colour in dict.fromkeys(pool):
        one, many = _COLOURS.get(colour, (colour, colour))
        kinds.append(count(pool.count(colour), f"dado {one}", f"dadi {many}"))
    return listing(kinds, "e")


def priority_words(id_: str) -> str:
    """Word an entry of a priority list in Italian: `holding:trident` → `l'avversario con il tridente`."""
    kind, _, what = id_.partition(":")
    if kind == "holding":
        return f"l'avversario con {arena_chip(what)}"
    if kind == "chip":
        return f"{arena_chip(what)} non equipaggiato"
    if id_ in SUPERLATIVES:
        return f"l'avversario {SUPERLATIVES[id_]}"
    return _OPPONENTS.get(id_) or _HEXES.get(id_) or words_of(re.sub(":", " ", id_))
