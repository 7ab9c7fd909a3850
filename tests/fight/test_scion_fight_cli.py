"""The scion combat at the command line: a card typed in, a fight apart, and the last act of a campaign (p.30-32)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.schemas import DiceEffect
from hoplo_companion.errors import UsageError
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.notation.scions import read_effect, read_list, read_triggers
from tests.fight.test_scion_example import UNITS
from tests.helpers.boards import combat, position
from tests.helpers.own_catalogue import Own
from tests.helpers.stories import Story, stories, tell

# Lines ------------------------------------------------------------------------------------------------------------


def does(line: str) -> list[Effect]:
    """Give what a row does, in the effect vocabulary."""
    return read_effects("\n".join(f"activity: {each}" for each in line.split(" ; ")))


@pytest.mark.parametrize(("line", "row"), [
    (
        "green/blue 2-4: They roar. [by scion: daze all opponents within 2 ; gain 1 hp if hits at least 3]",
        DiceEffect(
            dice=["green", "blue"],
            kind="threshold",
            text="They roar.",
            at_least=2,
            at_most=4,
            by=["scion"],
            effects=does("daze all opponents within 2 ; gain 1 hp if hits at least 3"),
        ),
    ),
    ("red >=3: It bites.", DiceEffect(dice=["red"], kind="threshold", text="It bites.", at_least=3)),
    (
        "black+yellow pair: By hand. [damage 2]",
        DiceEffect(dice=["black", "yellow"], kind="pair", text="By hand.", one_of_each=True, damage=2),
    ),
    (
        'red hit: Odd [brackets] stay. [by scion: manual "Turn a [card] over."]',
        DiceEffect(
            dice=["red"],
            kind="hit",
            text="Odd [brackets] stay.",
            by=["scion"],
            effects=does('manual "Turn a [card] over."'),
        ),
    ),
])  # fmt: skip
def test_a_row_is_read_as_its_card_says_it(line: str, row: DiceEffect) -> None:
    assert read_effect(line) == row


HYDRA_ROWS = [
    "green total: Each Head moves up to {hits} hex(es) towards its mark. [by minions: advance hits]",
    "blue total: Hydra and each Head deal {hits} damage to an adjacent unit. [damage hits] "
    "[by scion minions: damage hits to opponent within 1]",
    "yellow each: Each Head gains 1 HP. [by minions: gain 1 hp]",
]


def test_shipped_rows_are_what_may_be_typed(catalogue: Catalogue) -> None:
    """What ships of Hydra is what may be typed, and its list as well."""
    hydra = catalogue.scion("hydra")
    assert hydra is not None
    assert hydra.effects == [read_effect(line) for line in HYDRA_ROWS]
    assert hydra.priorities == read_list("hero > strongest")
    assert hydra.driven() == {"hydras-head"}


@pytest.mark.parametrize(("line", "why"), [
    ("blue total: x [by scion: moved: gain 1 hp]", "or write activity"),
    ("blue total: x [by scion: jump about]", "jump"),
    ("blue total: x [by scion: ]", "say also what they do"),
])  # fmt: skip
def test_a_row_that_says_nonsense_is_refused(line: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        read_effect(line)


def test_triggers_are_parted_into_effects_and_words() -> None:
    """What is a line of the vocabulary works by itself, everything else stays as it was said."""
    effects, texts = read_triggers(["defeats: gain 1 hp", "When it thunders, all roar."])
    assert ([effect.on for effect in effects], texts) == (["defeats"], ["When it thunders, all roar."])


@pytest.mark.parametrize(("line", "end"), [("advance 1", 3), ("advance 2", 2), ("advance 4", 1)])
def test_a_unit_advances_by_its_list(line: str, end: int) -> None:
    """It moves up to so many hexes towards its mark, whatever its own Movement is, which comes back (p.22-23)."""
    own = Own(skills={"Own": f"turn start: {line}"})
    told = own.start(["x rival D1 mv0 rg1 hp3 Own", "y player D5 hp3"])
    x, y = (told.combat.units[id_].hex for id_ in "xy")
    assert told.combat.arena.mat.distance(x, y) == end
    assert not told.combat.lasting
    assert not told.combat.moved


def test_a_unit_of_yours_has_no_list_to_advance_by() -> None:
    """A priority list is the rival's alone (p.22): yours stays."""
    own = Own(skills={"Own": "turn start: advance 2"})
    told = own.start(["x player C3 mv2 rg1 hp3 Own", "y rival G3 hp3"])
    assert told.combat.arena.mat.name(told.combat.units["x"].hex) == "C3"


def test_a_board_with_a_scion_shows_its_dice_as_its_attack() -> None:
    units = ["h player F3 hero hp3", "g rival B2 as:hydra hp9"]
    assert combat("movement", units, event="scion", act=4).units["g"].elite


HYDRA = """
  data add scion 'Hydra: health 6; range 1; cap 2; setup Two Heads beside it.' && data add unit "Hydra's Head: 0/1/3"
  data add unit 'Attacker: 2/1/4, blue' && data add unit 'Defender: 1/1/5, black'
"""


@stories(
    """
A stand-alone fight from its set-up to its end: set up by --scion, won with the scion's defeat (p.30-32)
  hydra && write {tmp}/a '"2"\\n"A1"\\n"B2"\\n'
  fight start --scion hydra --hero krakenlance --camp 'attacker, defender' --hp 5 --answers {tmp}/a
    -> Hydra: Two Heads beside it. | At most 2 of your units are in combat at a time
  rival-turn -> is dazed, and rolls no dice this turn
  fight -> at most 2 in combat at a time
  turn deploy krakenlance G1 && turn end && rival-turn -> 2
  scion roll green=1 --json -> scion = hydra
  fix scion-dice green+1 && rival-turn --auto first --seed 1 && scion odds --json -> dice.green = 3
  turn deploy attacker G2 && turn end && rival-turn --auto first --seed 1
  turn deploy defender G3 -> 3 | Your cap against this scion is 2 units
  turn surrender -> 3
  fix over won && cleanup -> won
A fight that cannot be is refused
  hydra && fight start --scion hidra --hero krakenlance -> 2 | did you mean hydra
  fight start --scion hydra -> 2 | --hero
  fight start brawl --scion hydra --hero krakenlance -> 2 | no card and no sport
scion.epilogue: The last fight of a campaign: banes for blessings, the fight, and the campaign is won (p.13, 18, 31)
  hydra && new --first-game && fix scion hydra && fix pad.act 4 && fix pad.blessings 1
  fix bag.banes Ruin:bag && fix camp.banes Gloom:camp && map add Vesuvius --kind capital --region vesuvians
  fix place Vesuvius && fix phase event && fight start --scion zahhak -> 2 | this campaign's scion is hydra
  write {tmp}/a '"bag:ruin"\\n"1"\\n"B1"\\n"Ruin:bag"\\n"Shade:unit"\\n"Doom:camp"\\n"Gale:bag"\\n"Wrath:bag"\\n\
"nothing"\\n'
  fight start --answers {tmp}/a -> Ruin leaves the bag for the supply | The bane stack is empty.
    | Pluto's Domain: draw 6 banes (one for each Vesuvian unit still in the faction stack)
  bane -> left on the stack: 0 at most
  bane --json -> bag.*.name = ["Ruin", "Shade", "Gale", "Wrath"] | camp.*.name = ["Gloom", "Doom"]
  pad --json -> blessings = 0
  rival-turn --auto first && fix over won && cleanup -> Read the entry of | The campaign is won
""",
    hydra=HYDRA,
)
def test_scions_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_the_example_on_a_position(tmp_path: Path) -> None:
    """`hoplo rival-turn --position` plays the scion's turn, asks for the hits, and takes more dice (p.32)."""
    board = tmp_path / "board.json"
    board.write_text(json.dumps(position("deployment", UNITS, event="scion", act=4, turn=3)))
    tell(f"""
      rival-turn --position {board} --json --dice green+1,yellow-4
        -> 2 | question.dice = ["green", "green", "green", "blue", "blue", "blue"]
      rival-turn --position {board} --auto first --seed 3 --plain -> The Scion Activity Step begins.
        | these steps are skipped
      write {{tmp}}/a '"green=9"' && rival-turn --position {board} --answers {{tmp}}/a -> 3 | too many
    """, tmp_path)  # fmt: skip
