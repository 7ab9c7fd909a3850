"""Recruiting an army of Pantheon: what is allowed, the order of the draft, the deck and the first hand."""

from pathlib import Path

import pytest

from hoplo_companion.pantheon.units import Draft, deck, faults, points_of, read_unit, read_units
from tests.helpers.cli import hoplo
from tests.helpers.stories import Story, stories

ATHENA = "Athena: god, cost 6, cards 4, aow 3, stats 7/8/1/2, vitality 9, guard"
BEAST = "Hydra: monster, cost 5, cards 3, aow 2, huge"
HERO = "Achilles: hero, cost 4, cards 3, aow 2, close combat"
TROOP = "Hoplites: troop, cost 3, cards 3, aow 1, phalanx"
NL = "\\\\n"
ARMY = [ATHENA, BEAST, HERO, TROOP]


def broken(*lines: str, points: int = 18, constructed: bool = True, partner: tuple[str, ...] = ()) -> list[str]:
    return [*faults(read_units(lines), points, constructed=constructed, partner=partner)]


@pytest.mark.rule("pan.army.points", "pan.army.divinity", "pan.army.strong", "pan.army.twice")
@pytest.mark.rule("pan.army.team-twice", "pan.army.constructed")
def test_what_an_army_may_not_have() -> None:
    assert broken(*ARMY) == []
    assert [points_of(n) for n in (2, 3, 4)] == [18, 16, 14]
    assert broken(*ARMY, points=16) == ["pan.army.points"]
    assert broken(BEAST, HERO, constructed=False) == ["pan.army.divinity"]
    assert broken(ATHENA, "Zeus: titan, cost 6, cards 4, aow 3", constructed=False) == ["pan.army.divinity"]
    assert broken(ATHENA, BEAST, "Ajax: hero, cost 5, cards 3, aow 2", constructed=False) == ["pan.army.strong"]
    assert broken(ATHENA, TROOP, TROOP, constructed=False) == ["pan.army.twice"]
    assert broken(*ARMY, partner=("hoplites",)) == ["pan.army.team-twice"]
    assert broken(ATHENA, HERO) == ["pan.army.constructed"]
    assert broken(ATHENA, HERO, constructed=False) == []


@pytest.mark.rule("pan.army.left-over", "pan.setup.deck", "pan.setup.hand")
def test_the_deck_and_the_first_hand() -> None:
    units = read_units([ATHENA, HERO])
    assert deck(units) == {"athena": 4, "achilles": 3, "aow": 5}


@pytest.mark.rule("pan.army.draft-order")
def test_divinities_clockwise_and_all_else_the_other_way_round() -> None:
    players = ["Anna", "Ben", "Cleo"]
    units = read_units([line.replace(":", f" {n}:") for n in range(3) for line in (ATHENA, HERO, TROOP)])
    draft, taken = Draft(tuple(players), 16, units, ((),) * 3), list[int]()
    while (player := draft.next()) is not None and len(taken) < 8:
        taken.append(player)
        draft = draft.recruited(draft.affordable(player)[0])
    assert taken == [0, 1, 2, 2, 1, 0, 2, 1]
    said = hoplo("pantheon", "draft", "Anna", "Ben").out
    assert "counter-clockwise throughout: Ben, Anna, Ben, Anna …" in said


@stories(f"""
A line that is wrong is refused
  pantheon army Athena -> 2 | is not a unit
  pantheon army 'Athena: cost 6, cards 4, aow 3' -> 2 | what is it
  pantheon army 'A: god, cost 6, cards 4' -> 2 | aow N
  pantheon army 'A: god, cost x, cards 4, aow 3' -> 2 | 'x' is not a number from 0 to 30
  pantheon army 'A: god, tall' -> 2 | 'tall' says nothing about a unit
  pantheon army 'A: god, stats 1/2/3' -> 2 | offence/defence/range/movement
Rules are looked up in both languages
  pantheon rules retaliat -> pan.attack.retaliation-cost
  pantheon rules pan.attack.retaliation --lang it -> contrattacca
  pantheon rules pan.talent.guard --json -> rules.*.id = ["pan.talent.guard"]
  pantheon rules 9 -> 2 | these rules have no pages: type a word or an id
  pantheon rules pan.best-tie -> (hoplo pantheon
  pantheon rules xyzzy -> 2 | no rule is called 'xyzzy'
  pantheon attack 7 dadi 5,5,3 ancora 1 secondo 4 --lang it -> Piazzati subito: 9. 1 ferita.
  pantheon attack senza falange --lang it -> 2 | Quale attacco?
pan.army.left-over, pan.setup.deck, pan.setup.hand: The deck and the first hand
  pantheon army '{ATHENA}' '{HERO}' --draft -> Deck: 12 cards, 7 activation and 5 Art of War.
    | First hand: 3 Art of War cards and the deck's first 3. | 8 more Art of War cards for unspent points.
  pantheon army {" ".join(f"'{each}'" for each in ARMY)} --json -> left_over = 0 | deck.aow = 8
An army over its points is refused by the rules
  write {{tmp}}/army.txt "# mine{NL}{NL.join(ARMY)}" && pantheon army --file {{tmp}}/army.txt
  pantheon army --file {{tmp}}/army.txt --players 4 -> 3 | cost 18 recruitment points; 14 are available
  pantheon army --file {{tmp}}/army.txt --players 5 -> 2
  pantheon draft Anna Anna -> 2
""")
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_a_unit_has_what_its_line_says() -> None:
    unit = read_unit(ATHENA)
    assert (unit.offence, unit.defence, unit.range, unit.movement, unit.vitality) == (7, 8, 1, 2, 9)
    assert (unit.talents, unit.is_divinity, unit.id) == (("guard",), True, "athena")
