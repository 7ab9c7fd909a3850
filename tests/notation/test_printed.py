"""What is typed as it is printed becomes an effect where its words are common ones, and nothing otherwise."""

import pytest

from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.notation.parts import understood

PRINTED = {
    "All units have Movement 1.": "movement = 1 for unit",
    "The rival's first unit gains 1 HP": "deployed: gain 1 hp if turn 1 and count troop at most 1 for rival",
    "All rival units have +1 Range. Your units cannot heal.": "range +1 for rival ; cannot heal for player",
    "Rival units gain Taunt": "grant Taunt for rival",
    "Each rival unit gains Regen 1 and Taunt.": "grant Regen 1, grant Taunt for rival",
    "your units gain two HP when deployed": "deployed: gain 2 hp for player",
    "Local units add a blue die to their attacks": "add blue for local",
    "All units add two yellow dice": "add yellow yellow for unit",
    "At the start of each turn, rival units heal 1 HP": "turn start: heal 1 for rival",
    "At the end of their turn your units suffer 1 damage.": "turn end: damage 1 to self for player",
    "Your hero cannot be attacked": "cannot be attacked for hero",
    "The rival units cannot use abilities": "cannot abilities for rival",
    "All archers have Range 3": "range = 3 if class archer for unit",
    "Rival defenders gain Taunt": "grant Taunt if class defender for rival",
    "All units have Movement 1 and cannot heal": "movement = 1 for unit ; cannot heal for unit",
    "All units each have Movement 1, Range 2": "movement = 1 for unit ; range = 2 for unit",
    "The Movement of all units is 1": "movement = 1 for unit",
    "The Range of rival units is reduced by 1": "range -1 for rival",
    "Rival units deal 1 additional damage": "attacks: damage +1 for rival",
    "Your units lose 1 Movement": "movement -1 for player",
    "Rival units roll an additional blue die when attacking": "add blue for rival",
    "All units have 1 less Movement": "movement -1 for unit",
    "Rival units are dazed when deployed": "deployed: daze for rival",
    "Your units start with 1 additional HP": "deployed: gain 1 hp for player",
    "Rival units remove the strongest die from their attacks": "remove strongest for rival",
    "Your attackers deal 2 more damage when they attack": "attacks: damage +2 if class attacker for player",
    "Each attacker has +1 Health": "health +1 if class attacker for unit",
    "Tutti gli arcieri hanno Raggio 3": "range = 3 if class archer for unit",
    "Le unità rivali infliggono 1 danno in più": "attacks: damage +1 for rival",
    "Le vostre unità tirano un dado blu aggiuntivo quando attaccano": "add blue for player",
    "Il Movimento di tutte le unità è 1": "movement = 1 for unit",
    "Tutte le unità hanno Movimento 1.": "movement = 1 for unit",
    "La prima unità del rivale guadagna 1 HP": "deployed: gain 1 hp if turn 1 and count troop at most 1 for rival",
    "Le vostre unità aggiungono un dado blu al loro attacco": "add blue for player",
    "Le unità rivali non possono guarire": "cannot heal for rival",
    "All'inizio del loro turno le unità locali guariscono 2 HP": "turn start: heal 2 for local",
}  # fmt: skip

OF_HERO = {
    "Tactical": "grant Tactical",
    "A Pull": "grant Pull",
    "+1 Movement": "movement +1",
    "Regen 2": "grant Regen 2",
    "Regen 1 and Taunt": "grant Regen 1, grant Taunt",
    "Add a blue die to your attacks": "add blue",
    "deals 1 additional damage": "attacks: damage +1",
    "Your hero has +1 Range": "range +1 for hero",
}  # fmt: skip

NOT = [
    "", "   ", ".", "Draw a card", "All units", "All units gain Nonsense", "All units gain Regen",
    "Rival units gain Taunt 3",
    "All units have Movement 1. Then something happens.", "All units heal 1", "All units may fly", "Tactical",
    "All units have 1 HP", "Your units start with 2 HP", "units suffer 1 less damage", "The rival has 2 units",
    "All units have Taunt and then explode", "The rival's first unit gains 1 HP and has Taunt",
    "At the start of each turn, all units have Movement 1", "The rival's last unit gains 1 HP",
]  # fmt: skip


@pytest.mark.parametrize(("text", "line"), PRINTED.items())
def test_a_common_instruction_is_understood(text: str, line: str) -> None:
    assert understood(text, catalogue(), of_hero=False) == line
    assert understood(text.upper(), catalogue(), of_hero=False) == line
    assert read_effects(line)


@pytest.mark.parametrize(("text", "line"), OF_HERO.items())
def test_a_prowess_card_is_about_its_hero(text: str, line: str) -> None:
    assert understood(text, catalogue(), of_hero=True) == line
    assert read_effects(line)


@pytest.mark.parametrize("text", NOT)
def test_what_is_not_understood_whole_is_not_understood(text: str) -> None:
    assert understood(text, catalogue(), of_hero=False) is None
