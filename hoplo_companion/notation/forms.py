"""The lines in which components are typed: an example of each, and what its parts may be."""

from __future__ import annotations

FORMS = {
    "unit": "Murmillo: defender, 1/1/4, blue blue, Taunt, Regen 1",
    "skill": "Second Wind: ability: heal 2 rival: always",
    "tactic": "Hamstring: permanent, movement -1",
    "prowess": "Endurance 2: krakenlance, health +1",
    "bane": 'Bad Moon: camp, manual "hero takes 1 damage"',
    "event": "The Long Dusk: bloodshed, movement = 1 for player",
    "opportunity": "Reckless: in bloodshed, adds bag, met win, reward hero-prowess",
    "arena": "Kunlun: columns 3 4 5 6 5 4 3, rival A1 A2 A3, player G1 G2 G3, all: flagholder > any",
}

HELP = {
    "unit": "class, Movement/Range/Health (- for one you skip), dice (blue blue, 2 blue or b b; k is black), skills, "
    "elite, of FACTION, in any order",
    "skill": "a # ends the name if chips give it a number; then its effects, apart by ' ; '",
    "tactic": "permanent, instant or temporary [until end of its next turn]; rival places it on strongest opponent "
    "[without it]; class CLASS; then its effects",
    "prowess": "its level ends the name; then the hero, capacity +1, its effects",
    "bane": "bag, unit or camp, then its effects",
    "event": "bloodshed, sport or, for the lineup of a primus combat, primus ACT; goals (ctf, koth, spar); lineup "
    "ICONS of the rival (local, bag, primus; bag+t with a tactic, bag*2), yours ICONS (hero, camp); then ICONS, which "
    'its instructions add to the end of the rival\'s lineup; instructions "…"; its effects',
    "opportunity": 'in which combats (bloodshed, ctf, sport …, any) it lets you change what: adds ICONS, by hand "…"; '
    "met win or met by-hand; reward hero-prowess, remove-bane, recruit UNIT, tactic NAME or special-prowess NAME",
    "arena": "columns, missing, blocked, rival, player, key, centre, elevation A1=1, chips, key chip, units, "
    "most units 4, arena turn; priority lists as in 'class archer: flagholder > chip trident'; effect …",
}
"""`text "…"` keeps, besides, what a component prints, in the player's own words."""
