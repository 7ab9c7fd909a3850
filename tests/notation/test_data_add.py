"""Chips and cards in one line: understood, checked and kept; of what is wrong nothing is kept."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import own_record, own_records, remember
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import home_folder
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.notation.parts import forms
from hoplo_companion.signs import is_name
from tests.helpers.cli import Ran, hoplo
from tests.helpers.proofs import columns
from tests.helpers.stories import Story, stories

SHIPPED = Catalogue()
MURMILLO = {
    "class": ["defender"], "movement": 1, "range": 1, "health": 4, "attack": ["blue", "blue"],
    "skills": ["Taunt", "Regen 1"],
}  # fmt: skip


def add(kind: str, *words: str) -> Ran:
    return hoplo("data", "add", kind, *words)


def entered(kind: str, line: str) -> dict[str, Any]:
    return read_card(kind, line, SHIPPED).fields


READ = f"""
unit | Murmillo: defender, 1/1/4, blue blue, Taunt, Regen 1 | {json.dumps(MURMILLO)}
unit | Murmillo: 1/1/4, Taunt, Regen 1, blue blue, defender | {json.dumps(MURMILLO)}
unit | murmillo: defe 1/1/4 2b tau reg 1 | {json.dumps(MURMILLO)}
unit | murmillo: def 1/1/4 2b tau reg 1 | {json.dumps(MURMILLO)}
unit | Murmillo: DEFENDER, 1 / 1 / 4, 2 blue, taunt, regen 01 | {json.dumps(MURMILLO)}
unit | Murmillo: defender 1/1/4 b b, taunt regen 1 | {json.dumps(MURMILLO)}
unit | Murmillo: defender 1/1/4 bb taunt, regen 1 | {json.dumps(MURMILLO)}
unit | X: 1/-/4 | {{"movement": 1, "health": 4}}
unit | X: -/2/-, elite | {{"range": 2, "elite": true}}
unit | X: of atl, k g y r | {{"faction": "atlanteans", "attack": ["black", "green", "yellow", "red"]}}
unit | X: archer attacker, long shot 2 2 blue | {{"class": ["archer", "attacker"], "skills": ["Long Shot 2"], \
    "attack": ["blue", "blue"]}}
unit | X: archer, bg, first strike | {{"class": ["archer"], "attack": ["blue", "green"], "skills": ["First Strike"]}}
unit | X: kyr 2xbla gr | {{"attack": ["black", "yellow", "red", "black", "black", "green", "red"]}}
unit | X: no skills, no dice | {{"skills": [], "attack": []}}
unit | X: of new argonauts elite | {{"faction": "new-argonauts", "elite": true}}
unit | X | {{}}
skill | Second Wind: ability: heal 2 rival: always | {{"type": "ability", "effects": [{{"on": "ability", \
    "do": [{{"do": "heal", "amount": 2}}], "rival": {{}}}}]}}
skill | Spin: special: damage 1 to all adjacent opponents | {{"type": "special", "effects": [{{"on": "special", \
    "do": [{{"do": "damage", "amount": 1, "to": {{"of": "opponent", "within": 1, "pick": "all"}}}}]}}]}}
skill | Iron Skin #: attacked: lose at most number | {{"type": "innate", "numbered": true, \
    "effects": [{{"on": "attacked", "do": [{{"do": "cap-loss", "at": "number"}}]}}]}}
tactic | Net: temp until the end of its next turn, rival places it on the least deadly opponent without it, \
    class attacker, daze self | {{"effects": [{{"do": [{{"do": "daze"}}]}}], "kind": "temporary", \
    "until": "end-of-its-next-turn", "rival_class": "attacker", "rival_side": "opponent", \
    "rival_target": "least-deadly", "rival_without_itself": true}}
tactic | Net: instant, gain 2 hp, rival places it on weakest ally, class archer | {{"kind": "instant", \
    "effects": [{{"do": [{{"do": "gain-hp", "amount": 2}}]}}], "rival_class": "archer", "rival_side": "ally", \
    "rival_target": "weakest"}}
prowess | Endurance 2: kraken, capacity +1, health +1 | {{"level": 2, "hero": "krakenlance", "tactic_capacity": 1, \
    "effects": [{{"do": [{{"do": "stat", "stat": "health", "by": 1}}]}}]}}
event | The Long Dusk: sport, king, lineup bag bag bag+t, yours hero camp, instructions "Wait, then go." | \
    {{"kind": "sport", "goals": ["king-of-the-hill"], "lineup": ["bag", "bag", "bag+tactic"], \
    "yours": ["hero", "camp"], "instructions": "Wait, then go."}}
opportunity | R: in bloodshed, adds bag, met win, reward hero-prowess | {{"change": {{"events": ["bloodshed"], \
    "adds": ["bag"]}}, "met": "win", "reward": {{"kind": "hero-prowess"}}}}
opportunity | R: reward remove a bane, add b*2 l+t, in ctf koth | {{"change": {{"events": ["capture-the-flag", \
    "king-of-the-hill"], "adds": ["bag", "bag", "local+tactic"]}}, "reward": {{"kind": "remove-bane"}}}}
opportunity | R: in sport | {{"change": {{"events": ["capture-the-flag", "king-of-the-hill", "spar"]}}}}
opportunity | R: in any, by hand "Your hero stays, and waits.", met by hand | {{"change": {{"events": [], \
    "by_hand": "Your hero stays, and waits."}}, "met": "by-hand"}}
opportunity | R: reward recruit Dark Rider | {{"reward": {{"kind": "recruit", "name": "Dark Rider"}}}}
opportunity | R: reward: tactic "Net, folded" | {{"reward": {{"kind": "tactic", "name": "Net, folded"}}}}
opportunity | R: reward special prowess Achieve Divinity | {{"reward": {{"kind": "special-prowess", \
    "name": "Achieve Divinity"}}}}
opportunity | R: reward spec Prowler | {{"reward": {{"kind": "special-prowess", "name": "Prowler"}}}}
opportunity | R: text "Win." | {{"text": "Win."}}
opportunity | R | {{}}
"""
"""A kind of card, a line in any order, cut short or with parts left out, and what it says."""


@pytest.mark.parametrize(("kind", "line", "fields"), columns(READ, 3))
def test_a_card_is_read_from_a_line(kind: str, line: str, fields: str) -> None:
    assert entered(kind, line) == json.loads(fields)


def test_a_level_is_part_of_a_prowess_cards_id_and_not_of_its_name() -> None:
    card = read_card("prowess", "Endurance 2: kraken", SHIPPED)
    assert (card.id, card.name) == ("endurance-2", "Endurance")


WRONG = r"""
unit | M: 1/1/4, def | may be defender or deflect: type more of it
unit | M: bl | black or blasphemous or blue
unit | M: 2 bl | black or blue
unit | M: Tant | did you mean taunt?
unit | M: purple | is not a known class, die or skill
unit | M: Regen | Regen needs its number
unit | M: Regen blue | Regen needs its number
unit | M: Taunt 1 | '1' of what?
unit | M: 1/1 | three numbers
unit | M: 1/1/4, 1/1/5 | is given twice
unit | M: of Atlantis | did you mean atlanteans?
unit | M: of Narnia | known factions
unit | M: 40 blue | between 1 and 12 dice
unit | M: 0 blue | between 1 and 12 dice
unit | M: 100 blue | between 1 and 12 dice
unit | M, 1/1/4 | a colon follows the name
skill | Both: ability: heal 2 ; special: heal 2 | not both
skill | Iron: attacked: lose at most number | type a # after its name
skill | Odd: special, ability: heal 2 | its effects make it ability
skill | Odd: fly away | not understood
tactic | Net: permanant, movement -1 | did you mean permanent?
tactic | Net: permanent until end of combat, movement -1 |
tactic | Net: instant, until end of combat, movement -1 | only a temporary tactic
tactic | Net: temporary until dawn | is not the end of a tactic
tactic | Net: rival places it | write it as in 'rival places it on
tactic | Net: rival places it on oldest opponent | is not a superlative
tactic | Net: instant, text "so | has no partner
tactic | Net: instant, instant, text "a" | kind is given twice
event | Dusk: bloodsheed, movement = 1 | did you mean bloodshed?
event | Dusk: goals chess | is not a goal
event | Dusk: "sport" | did you mean sport?
arena | K: rival A1 B | is not a hex
arena | K: columns many | type the number of hexes of each column
arena | K: elevation D4=1 D3 C2=1 | 'D3': type each hex with its level
arena | K: all: bravest | is not a priority
arena | K: all: any, all: hero | all is given twice
arena | K: class bard: any | is not a class
arena | K: dragons | is not a part of this card
event | X: sport, lineup | type the icons of the rival's lineup
event | X: sport, yours bag | it belongs to the other lineup
event | X: sport, yours hero*2 | one hero
event | X: sport, then camp | 'camp' is not an icon of the rival's lineup
event | X: sport, lineup bag, lineup bag | lineup is given twice
event | X: sport, goals ctf capture-the-flag | capture-the-flag is given twice
event | X: sport, goals c x | 'x' is not a goal
event | X: sport, goals ss | spar is given twice
event | X: sport, goals ctf s | may be scion or spar
event | X: sport, primus 1 | kind is given twice
event | X: primus, lineup bag primus | type its act, 1, 2 or 3, as in primus 1
event | X: primus 4 | type its act, 1, 2 or 3, as in primus 1 (p.30)
event | X: primus one | type its act, 1, 2 or 3, as in primus 1 (p.30)
event | X: sprot, lineup bag | did you mean sport?
event | Primus Act II: primus 1 | is the primus lineup of Act II
event | Primus 3: bloodshed, lineup bag | is the primus lineup of Act III
opportunity | R: in chess | 'chess' is not a goal
opportunity | R: in | is not a goal
opportunity | R: in spar spar | spar is given twice
opportunity | R: in s | may be scion or spar
opportunity | R: in sport ctf | capture-the-flag is given twice
opportunity | R: in spar, in ctf | events is given twice
opportunity | R: adds hero | 'hero' is not an icon of the rival's lineup
opportunity | R: adds | type the icons of the rival's lineup
opportunity | R: met lose | 'lose' is not a way to meet it
opportunity | R: reward gold | is not a reward; known rewards
opportunity | R: reward ! | is not a reward
opportunity | R: reward recruit | name what it brings, as in recruit NAME
opportunity | R: reward tactic - | name what it brings
opportunity | R: reward special-prowess | name what it brings
opportunity | R: reward hero-prowess Endurance | hero-prowess has no name
opportunity | R: reward remove-bane Ruin | remove-bane has no name
opportunity | R: reward hero-prowess, reward remove-bane | reward is given twice
opportunity | R: bag at the end | is not a part of this card
opportunity | R: rewrd hero | did you mean reward?
opportunity | R: by hand what I like | is not a part of this card
opportunity | R: by hand "so | has no partner
opportunity | R: movement = 1 | is not a part of this card
opportunity | R, in spar | a colon follows the name, as in 'Reckless: in bloodshed
"""
"""A kind of card, a line that is no such card, and what is said of it."""

LONG = [("unit", ": 1/1/4", "is not a name"), ("unit", "M" * 61 + ": 1/1/4", "is not a name"),
        ("opportunity", f"R: reward tactic {'x' * 61}", "name what it brings")]  # fmt: skip


@pytest.mark.parametrize(("kind", "line", "words"), [*columns(WRONG, 3), *LONG])
def test_what_is_no_card_is_refused_with_what_would_be_right(kind: str, line: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        entered(kind, line)
    assert words in str(caught.value)


def test_an_arena_with_its_lists_and_effects() -> None:
    line = (
        "Lagoon: columns 3-4-5-4-3, rival a1 a2, player E1, key C2 C3, elevation C3=1, chips pearl, arena turn, "
        "all: flagholder > holding pearl > chip pearl > key > highest adjacent > at b2 c1 > close, "
        "class arch: weakest, unit Sea Strider: any, effect turn-start: heal 1 for locals, effect movement +1 for rival"
    )
    lagoon = entered("arena", line)
    assert lagoon["mat"]["priorities"] == [
        {"for": "all", "list": [
            {"opponent": "flagholder"}, {"opponent": "holding", "chip": "pearl"}, {"hex": "chip", "chip": "pearl"},
            {"hex": "key"}, {"hex": "highest", "near": "adjacent"}, {"hex": "named", "hexes": ["B2", "C1"]},
            {"opponent": "closest"},
        ]},
        {"for": "class:archer", "list": [{"opponent": "weakest"}]},
        {"for": "unit:sea-strider", "list": [{"opponent": "any"}]},
    ]  # fmt: skip
    assert (lagoon["mat"]["columns"], lagoon["mat"]["elevation"]) == ([3, 4, 5, 4, 3], {"C3": 1})
    assert [effect["for"] for effect in lagoon["effects"]] == ["locals", "rival"]


def test_a_list_takes_the_place_of_the_one_for_the_same_units() -> None:
    lists = entered("arena", "Atlanteans: class beast: hero")["mat"]["priorities"]
    assert [each["for"] for each in lists] == ["all", "class:beast"]
    assert entered("arena", "Atlanteans: all: hero")["mat"]["priorities"] == [
        {"for": "all", "list": [{"opponent": "hero"}]}
    ]


FORMS = {kind: face["example"] for kind, face in forms().items()}
LINES = [
    *FORMS.items(),
    ("unit", "Dark Rider: beast attacker, -/2/5, black black red, elite, of lamosians, Long Shot 2"),
    ("skill", 'Ode: text "It sings, \\"loud\\".", moved: gain 1 hp'),
    ("tactic", "Bolster Health: instant, gain 2 hp"),
    ("tactic", "Stun: temporary until end of its next turn, daze self"),
    ("event", 'Feast: opportunity, goals spar primus, lineup bag, instructions "Eat."'),
    ("arena", "Isle: columns 3 4 3, rival A1, all: key > highest range, effect movement +1 for locals, most units 4"),
]


@pytest.mark.parametrize(("kind", "line"), LINES)
def test_a_line_that_is_written_back_reads_the_same(kind: str, line: str) -> None:
    card = read_card(kind, line, SHIPPED)
    again = read_card(kind, write_card(kind, card.name, card.fields), SHIPPED)
    assert again == card


@pytest.mark.parametrize(("kind", "line"), [each for each in FORMS.items() if each[0] != "arena"])
def test_what_was_entered_is_shown_as_understood_and_kept(kind: str, line: str) -> None:
    ran = add(kind, line).worked()
    shown, where = ran.out.splitlines()
    assert shown == line.replace("1/1/4", "Movement 1, Range 1, Health 4")
    path = Path(where.split("kept in ")[1])
    assert path.is_file()
    assert path.is_relative_to(home_folder())
    card = read_card(kind, line, SHIPPED)
    kept = own_record(card.kind, card.id)
    assert kept is not None
    assert card.fields.items() <= kept.items()
    assert hoplo("data", "show", card.id, "--json").json["records"][0]["name"] == card.name


SHOWN = "Murmillo: defender, Movement 1, Range 1, Health 4, blue blue, Taunt, Regen 1"
FIELDS = json.dumps({"name": "Murmillo", **MURMILLO})
WRITTEN = '# read off my chip\\nhealth = 3 # sure\\n[doubts.range]\\nconfidence = "inferred"\\nsource = "R"\\n'

TACTICS = '[stun]\\nname = "Stun"\\n[[stun.effects]]\\ndo = [{ do = "fatigue" }]\\n[net]\\nname = "Net" # mine\\n'


@stories(f"""
Words may stand without quotation marks
  data add unit Murmillo: defender 1/1/4 2 blue taunt regen 1 && own units murmillo -> = {FIELDS}
  data add unit Secutor: -/1/3
A skill of one's own may stand on a chip
  data add skill 'Iron Skin #: attacked: lose at most number' && data add unit 'Hoplite: 1/1/4, iron skin 2'
  own units hoplite -> name = Hoplite | movement = 1 | range = 1 | health = 4 | skills = ["Iron Skin 2"] | # = 5
What was entered lies over the shipped record, and what changes is said
  data add unit 'archer: -/-/3, blue' && data show archer --json -> records.0.name = Archer
    | records.0.movement = 1 | records.0.range = 2 | records.0.health = 3
  data add unit 'Archer: -/-/4' -> Health 3 becomes 4
  own units archer -> = {{"name": "Archer", "health": 4, "attack": ["blue"]}}
What a source states is not overwritten unasked
  data add unit 'Archer: defender, 1/1/4, bb' -> 2 | class archer becomes defender, Range 2 becomes 1 (Hoplomachus: Vic
    | --yes | unchanged
  data add unit 'Archer: defender, 1/1/4, bb' --yes && own units archer -> name = Archer
  data add tactic 'Stun: permanent, movement -1' -> 2 | kind temporary becomes permanent | --yes | unchanged
  data add tactic 'Stun: permanent, movement -1' --yes && own tactics stun -> name = Stun
  data add scion 'hydra: dice 3 green' -> 2 | green 2 becomes 3 | --yes | unchanged
  data add scion 'hydra: dice 3 green' --yes && own scions hydra -> name = Hydra
A name close to another is noticed
  data add unit 'Reptillian: 1/1/3' -> close to reptilian
  data add unit 'Retiarius: 1/1/3' -> silent
What is done by hand is the text too, but of a shipped card its text stays
  data add bane 'Plague: camp, manual "hero takes 1 damage"' && own banes plague -> text = hero takes 1 damage
  data add bane 'Empowered: bag, manual "first unit +1"' && own banes empowered -> lacks text
A shipped arena is entered part by part
  data add arena 'Kunlun: key D3 D4' && data add arena 'Kunlun: columns 4 5 6 5 4, rival A1 A2, player E1 E2'
  own arenas kunlun -> mat.columns = [4, 5, 6, 5, 4] | mat.key_hexes = ["D3", "D4"]
  data add arena 'Kunlun: key F9' -> 1 | key_hexes[0]: 'F9' is not on this mat | unchanged
What is wrong is not kept
  data add unit Murmillo -> 2 | Enter it in one line: hoplo data add unit | unchanged
  data add unit Murmillo: -> 2 | Enter it in one line | unchanged
  data add unit '' -> 2 | Enter it in one line | unchanged
  data add unit 'Krakenlance: 1/1/4' -> 2 | is a hero, not a unit chip | unchanged
  data add unit 'Murmillo: 1/1/0' -> 1 | Health is between 1 and 999, not 0 | unchanged
  data add arena 'Lagoon: key A1' -> 2 | Lagoon is new: its mat is needed | unchanged
  data add skill 'Sing: text "La."' -> 2 | Sing is new | unchanged
  data add tactic 'Net: rival places it on oldest ally' -> 2 | is not a superlative | unchanged
  data add skill 'Loop: always: grant Lop' -> 1 | Lop | unchanged
Names complete
  data add unit 'Murmillo: 1/1/4' && tab data add unit Mur -> = ["Murmillo"]
  tab data edit m -> = ["murmillo"]
  tab data show war -> has war-scales
  tab data list ba -> = ["banes"]
A unit is entered by a conversation
  data add unit << !! / Murmillo / defe 1/1 / defe 1/1/4 bb Tant / defe 1/1/4 bb Taunt, Regen 1
    -> is not a name | e.g. defender | three numbers | did you mean taunt? | {SHOWN} | kept in
  own units murmillo -> = {FIELDS}
What one answer says is not asked again
  data add event Brawl << 2 / lbt, yours hc / enter / 1 -> Kind | Rival's lineup | What it says | is it right? | kept in
A tactic is entered effect by effect
  data add tactic Stun << 4 / dazzle it / 9 / daze self / enter / enter / enter / 1 -> Kind | What it says
    | stop for it when? | What it says | what else | Rival places it | Brought by | is it right?
    | Stun: temporary until end of its next turn, daze
What an arena's card says, and no effect can, is kept to remind
  data add arena 'Kunlun: effect Something odd' << 3 -> effect turn start: manual "Something odd" for arena | kept in
  data add arena 'Pit: columns 3 4 3, rival A1, effect It rains' << 1 -> rival A1, card "It rains" | kept in
Stopping keeps nothing
  data add unit << -> 130 | unchanged
  data add skill 'Iron Skin' << -> 130 | unchanged
  data add arena Lagoon << -> 130 | unchanged
Comments and everything else in an own file stay
  write {{home}}/data/units/archer.toml '{WRITTEN}'
  data add unit 'Archer: blue' && read {{home}}/data/units/archer.toml -> # read off my chip | # sure
  own units archer -> name = Archer | health = 3 | attack = ["blue"] | # = 4
    | doubts = {{"range": {{"confidence": "inferred", "source": "R"}}}}
  write {{home}}/data/tactics.toml '{TACTICS}' && data add tactic 'Stun: temporary until end of combat, daze self' --yes
  own tactics net -> = {{"name": "Net"}}
  own tactics stun -> effects = [{{"do": [{{"do": "daze"}}]}}]
  read {{home}}/data/tactics.toml -> # mine
""")
def test_cards_are_kept(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


PLAIN = st.recursive(
    st.booleans() | st.integers(-9, 99) | st.text(max_size=8).filter(is_name),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6).filter(is_name), inner, max_size=3),
    max_leaves=8,
)
ANY_FIELDS = st.dictionaries(st.sampled_from(["health", "mat", "effects", "doubts", "skills"]), PLAIN, max_size=4)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["units", "tactics"]), st.lists(ANY_FIELDS, min_size=1, max_size=3))
def test_whatever_is_remembered_reads_back(kind: str, tellings: list[dict[str, Any]]) -> None:
    """Entered one after the other over whatever the file holds, the record says exactly what was entered last."""
    for folder in ("data", "kept"):
        shutil.rmtree(home_folder() / folder, ignore_errors=True)
    whole: dict[str, Any] = {"name": "X"}
    for fields in tellings:
        remember(kind, "x", "X", fields)
        remember(kind, "y", "Y", {"note": "beside"})
        whole |= fields
    assert own_records()[kind] == {"x": whole, "y": {"name": "Y", "note": "beside"}}


SOME = """
X : , , / 1/1/4 - 2 blue b of atlanteans no dice skills Taunt Regen 1 elite # " text "so" permanent temporary until
end turn rival places strongest opponent without it class ability: special: heal damage to all adjacent opponents ;
if hp at most 2 movement +1 for player krakenlance capacity camp sport lineup bag columns 3 4 key D3 all: hero > chip
effect manual \\ “ ”
"""
WORDS = st.sampled_from(SOME.split())
NONSENSE = st.text(max_size=40) | st.lists(WORDS, max_size=14).map(" ".join)


@given(st.sampled_from(sorted(FORMS)), NONSENSE)
@example("skill", 'X: manual "\\x"')
@example("tactic", 'X: text "\\ud800"')
@example("unit", "X: ²/1/1 ²b")
def test_nonsense_is_an_error_and_never_a_crash(kind: str, line: str) -> None:
    try:
        card = read_card(kind, line, SHIPPED)
        shown = write_card(kind, card.name, card.fields)
    except HoploError:
        pass
    else:
        assert read_card(kind, shown, SHIPPED) == card


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(FORMS)), NONSENSE)
def test_nonsense_on_the_command_line_ends_in_a_proper_exit(kind: str, line: str) -> None:
    assert add(kind, line).code in (0, 1, 2)
