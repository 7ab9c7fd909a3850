"""A scion's card: what its dice set off, the exact odds, rows and triggers typed in, a fight by commands (p.30-32)."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest

from hoplo_companion.components.catalogue import Catalogue, catalogue
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.schemas import DiceEffect, EffectKind, faults_of
from hoplo_companion.components.words import COLOURS, Colour
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import UsageError
from hoplo_companion.notation.effects import read_effects
from hoplo_companion.notation.reference_cards import read_effect, read_priorities, read_scion, write_effect
from hoplo_companion.rules.scion.dice import changed_by, odds, read_counts, resolve, times
from tests.fight.test_scion_fight import UNITS
from tests.helpers.boards import combat, position
from tests.helpers.own_catalogue import Own
from tests.helpers.proofs import columns
from tests.helpers.stories import Story, stories, tell


@pytest.mark.parametrize("line", [
    "green hit: Each Shade moves. [by minions: activity: advance 2]",
    "blue/green >=3: All deal 2. [damage 2]",
    "blue 2-4: All deal {hits}. [damage hits] [by scion minions: activity: damage hits to opponent within 1]",
    "black+yellow pair: Turn the lowest card over.",
])  # fmt: skip
def test_a_row_is_written_as_it_is_read(line: str) -> None:
    assert write_effect(read_effect(line)) == line


TIMES = """
# An effect of a single die asks only whether that die hit (p.31).
black hit | black=0: 0, black=1: 1, yellow=1: 0 | scion.single-die
# All hits are added together, and a single effect follows from the number.
blue total | blue=0: 0, blue=1: 1, blue=3: 1 | scion.total-hits
# An effect for each hit may be carried out many times.
yellow each | yellow=0: 0, yellow=1: 1, yellow=2: 2, yellow=3: 3, yellow=4: 4 | scion.each-hit
# Once a pair; of two colours only a hit on each makes one: two yellow hits and no black one do not.
yellow pair | yellow=0: 0, yellow=1: 0, yellow=2: 1, yellow=3: 1, yellow=4: 2, yellow=5: 2 | scion.pair
black+yellow pair | yellow=2: 0, yellow=2 black=1: 1, yellow=2 black=3: 2 | scion.pair
yellow+yellow pair | yellow=2: 1 | scion.pair
black/yellow pair | yellow=2: 1 | scion.pair
# Shown as one or the other, the hits on all dice of both colours are counted together.
green/blue each | green=1 blue=2 yellow=4: 3 | scion.two-colours
green/blue pair | green=1 blue=2: 1 | scion.two-colours
# Thresholds are met once or not at all.
blue >=2 | blue=0: 0, blue=1: 0, blue=2: 1, blue=3: 1
blue 1-2 | blue=0: 0, blue=1: 1, blue=2: 1, blue=3: 0
blue 0-0 | blue=0: 1, blue=1: 0
"""
"""An effect, how often it is carried out with some hits, and the rule."""


@pytest.mark.parametrize(
    ("line", "hits"),
    [
        pytest.param(line, hits, marks=pytest.mark.rule(*rule.split()), id=line)
        for line, hits, rule in columns(TIMES, 3)
    ],
)
def test_how_often_an_effect_is_carried_out(line: str, hits: str) -> None:
    effect = read_effect(f"{line}: it happens")
    for dice, often in (each.split(": ") for each in hits.split(", ")):
        assert times(effect, read_counts(dice.split())) == int(often), dice


@pytest.mark.rule("scion.total-hits", "scion.each-hit", "scion.two-colours")
def test_the_number_of_hits_is_said_and_dealt() -> None:
    total = read_effect("blue total: {hits} damage to everyone [damage hits]")
    found = [resolve([total], {"blue": hits})[0] for hits in (0, 1, 3)]
    assert [(each.times, each.damage) for each in found] == [(0, 0), (1, 1), (1, 3)]
    assert found[2].text == "3 damage to everyone"
    assert resolve([read_effect("yellow each: 2 damage [damage 2]")], {"yellow": 3})[0].damage == 6
    assert resolve([read_effect("green/blue total: {hits}")], {"green": 2, "blue": 3})[0].hits == 5


@pytest.mark.rule("scion.defeats")
def test_what_is_known_of_scions_is_in_their_records(catalogue: Catalogue) -> None:
    """Zahhak is defeated four times; Itzam Cab Ain has more dice by banes that were removed (p.31)."""
    scions = {id_: record for id_ in catalogue.ids("scions") if (record := catalogue.scion(id_)) is not None}
    assert (scions["zahhak"].defeats, bool(scions["itzam-cab-ain"].extra_dice)) == (4, True)
    assert {id_: record.banes for id_, record in scions.items() if record.banes} == {
        "taotie": ["Gigantic"], "the-chaos-dragon": ["Empowered"], "set": ["Cheat Death"], "crom-dubh": ["Bad Moon"],
        "hundun": ["The Great Egg"],
    }  # fmt: skip


def by_counting(effect: DiceEffect, pool: dict[Colour, int]) -> tuple[dict[int, Fraction], Fraction]:
    """Count every face of every die: the chance of each number of times, and the damage to expect."""
    dice = [colour for colour, count in pool.items() for _ in range(count)]
    often: Counter[int] = Counter()
    dealt = 0
    for faces in product(range(6), repeat=len(dice)):
        hits: Counter[Colour] = Counter(
            colour for colour, face in zip(dice, faces, strict=True) if face < HIT_FACES[colour]
        )
        found = resolve([effect], hits)[0]
        often[found.times] += 1
        dealt += found.damage or 0
    ways = 6 ** len(dice)
    return {number: Fraction(count, ways) for number, count in often.items()}, Fraction(dealt, ways)


@pytest.mark.parametrize("seed", range(25))
def test_the_odds_are_those_of_counting_every_face(seed: int) -> None:
    random = Random(seed)
    pool: dict[Colour, int] = {colour: random.randint(1, 2) for colour in random.sample(COLOURS, 2)}
    kind = random.choice(get_args(EffectKind))
    dice = random.sample(list(pool), 1 if kind == "hit" else random.randint(1, 2))
    effect = DiceEffect(
        dice=dice,
        kind=kind,
        text="it happens",
        one_of_each=kind == "pair" and len(dice) == 2 and random.random() < 0.5,
        at_least=random.randint(0, 2) if kind == "threshold" else 1,
        damage=random.choice([1, 3, "hits"]),
    )
    assert faults_of(effect) == []
    (found,) = odds([effect], pool)
    assert (found.times, found.damage) == by_counting(effect, pool)
    assert sum(found.hits.values()) == sum(found.times.values()) == 1


@pytest.mark.rule("scion.pool")
def test_a_pool_may_have_more_dice_or_fewer() -> None:
    """It keeps the order of the card; as many of a colour go as there are with those added, not one more (p.31)."""
    pool: dict[Colour, int] = {"green": 2, "blue": 1}
    assert list(changed_by(pool, {"red": 1, "green": 1, "blue": -1}).items()) == [("green", 3), ("red", 1)]
    assert changed_by({"blue": 2, "red": 1}, {"green": 1, "blue": -1, "red": -3}) == {"blue": 1, "green": 1}
    with pytest.raises(UsageError, match="At most 20"):
        changed_by(pool, {"blue": 20})


@pytest.mark.parametrize(("line", "words"), columns("""
 | not a dice effect
green | not a dice effect
green each | not a dice effect
mauve each: x | are not dice
green some: x | not a kind
green threshold: x | not a kind
green+blue each: x | its kind is pair
green/blue hit: x | of kind hit shows one colour
green/blue/black each: x | one colour of dice, or two
green 3-1: x | threshold
""", 2))  # fmt: skip
def test_an_effect_that_is_not_understood_is_refused(line: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        read_effect(line)


@pytest.mark.parametrize(("words", "told"), columns("""
green=x | COLOUR=NUMBER
bb green=0 | There is no colour 'bb'
green=-1 | COLOUR=NUMBER
gren=1 | did you mean green
green=1 green=1 | has a number already
=1 | known colours
green=1000 | COLOUR=NUMBER
""", 2))  # fmt: skip
def test_hits_that_are_none_are_refused(words: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_counts(words.split())


@pytest.mark.parametrize("line", ["green=1 blue=2", "g=1, b=2", "gbb", "green 2 blue", "1 gre, 2b"])
def test_hits_are_typed_as_dice_are(line: str) -> None:
    assert read_counts([line]) == {"green": 1, "blue": 2}


HITS = "green=1 blue=3 yellow=1"
CARD = """dice black=1 yellow=2; health 20; defeats 2; trigger Roars.; black+yellow pair: 2 damage [damage 2]; \
yellow >=2: it heals"""


@stories(f"""
A roll is checked, for programs too
  scion roll hydra {HITS} --json -> scion = hydra | hits = {{"green": 1, "blue": 3, "yellow": 1}} | effects.# = 3
    | effects.0 keys index dice kind hits times text damage | keep roll
  scion roll Hydra {HITS} --json -> is roll
  scion roll hydra {HITS} << -> moves up to 1 hex | 3 damage | gains 1 HP
The app rolls only where it is asked to
  scion roll hydra -> 2
  scion roll hydra --app --seed 4 --json -> keep roll
  scion roll hydra --app --seed 4 --json -> is roll
  scion roll hydra --app {HITS} -> 2
Odds by command
  scion odds hydra --json -> effects.1 = {{"index": 1, "dice": "blue", "kind": "total", "hits": {{"0": "1/8", \
    "1": "3/8", "2": "3/8", "3": "1/8"}}, "times": {{"0": "1/8", "1": "7/8"}}, "damage": "3/2"}}
  scion odds hydra -> damage to expect: 1.50 (3/2) | deal N damage to an adjacent unit. (N: the number of hits)
  scion odds hydra --dice blue+1,green-2 --json -> dice = {{"blue": 4, "yellow": 4}} | effects.1.damage = "2"
Wrong input is told
  scion roll hidra -> 2 | did you mean hydra
  scion roll hydra green=3 -> 2 | the pool is 2 green, 3 blue, 4 yellow
  scion roll hydra red=1 -> 2 | No red die
  scion roll hydra green=-1 -> 2 | 0 or more
  scion roll taotie -> 1 | hoplo data add scion taotie
  scion roll -> 2 | which scion
A card is typed in and its dice resolved; a name that is none is not the campaign's scion
  data add scion 'Taotie: {CARD}'
  scion roll taotie black=1 yellow=2 --json -> effects.*.times = [1, 1] | effects.*.damage = [2, null]
  data show taotie --json -> records.0.health = 20 | records.0.banes = ["Gigantic"] | records.0.defeats = 2 | keep card
  data validate && new --first-game && scion roll yellow=1
  scion roll ! yellow=1 -> 2
  scion roll yellow=1 black=1 --json -> hits = {{"black": 1, "yellow": 1}}
  data add scion 'Taotie: blue hit: x' -> 1 | unchanged
  data add scion 'Taotie: dice blue=0' -> 2 | unchanged
  data add scion 'Taotie: x' -> 2 | unchanged
  data add scion 'Taotie: health none' -> 2 | unchanged
  data add scion 'Taotie: cap 2; cap 3' -> 2 | unchanged
  data add scion 'Taotie: priorities class  : any' -> 2 | unchanged
  data add scion 'Taotie: ' -> 2 | unchanged
Dice that a scion may have more are entered by the option that there is
  data add scion 'itzam-cab-ain: {CARD}' && scion odds itzam-cab-ain -> Enter them with --dice.
A scion keeps the name that is printed
  data add scion 'crom-dubh: {CARD}' && look crom-dubh -> ^Crom Dubh
  data add scion 'CROM DUBH: {CARD}' && look crom-dubh -> ^Crom Dubh
""")  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


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
    hydra = catalogue.scion("hydra")
    assert hydra is not None
    assert hydra.effects == [read_effect(line) for line in HYDRA_ROWS]
    assert msgspec.to_builtins(hydra.priorities) == read_priorities("hero > strongest")
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
    _, fields = read_scion("Zork", "trigger defeats: gain 1 hp; trigger When it thunders, all roar.", catalogue())
    assert [each["on"] for each in fields["reactions"]] == ["defeats"]
    assert fields["triggers"] == ["When it thunders, all roar."]


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
