"""Component records: sound, sourced, laid over by the player's own, and their schemas current."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from hoplo_companion.campaign.model import OTHER_READINGS
from hoplo_companion.components.catalogue import (
    FOLDERS,
    TABLES,
    Catalogue,
    parse_toml,
    read_toml,
    sections,
    shipped_folder,
)
from hoplo_companion.components.effects import Manual
from hoplo_companion.components.names import near_misses, slug
from hoplo_companion.components.schemas import Record
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import InvalidError
from hoplo_companion.rules.data_checks import check_file
from hoplo_companion.rules.rulings import OTHERWISE
from tests.helpers.stories import Story, stories
from tests.jsonschemas import EFFECTS, record_schemas
from tests.solve_answers import all_schemas

SHIPPED = shipped_folder()
FILES = sorted(
    [SHIPPED / f"{kind}.toml" for kind in TABLES] + [p for k in FOLDERS for p in (SHIPPED / k).glob("*.toml")]
)
SKILLS = [
    "absorb", "agile", "beastmaster", "blasphemous", "combat-lock", "confidence", "deflect", "dig-in", "dodge",
    "first-strike", "flight", "fury-aura", "heave", "hook", "hurl", "inspire", "intercept-blow", "long-shot", "nimble",
    "perfect-strike", "quickstrike", "regen", "reposition", "retaliate", "roaming", "shove", "swap", "tactical",
    "taunt", "undying", "whirlwind",
]  # fmt: skip


@pytest.mark.parametrize("path", FILES, ids=[str(p.relative_to(SHIPPED)) for p in FILES])
def test_every_shipped_file_is_sound(path: Path, catalogue: Catalogue) -> None:
    assert check_file(path, catalogue) == []


@pytest.mark.parametrize(
    "kind", ["units", "heroes", "skills", "tactics", "arenas", "scions", "dice", "difficulty", "rulings"]
)
def test_every_record_says_who_states_it(kind: str, catalogue: Catalogue) -> None:
    assert catalogue.ids(kind)
    for id_ in catalogue.ids(kind):
        record = catalogue.record(kind, id_)
        assert isinstance(record, Record)
        assert record.source
        assert record.confidence in ("stated", "translated", "inferred", "low-res", "assumed")


def test_a_record_read_alone_is_the_one_of_its_file() -> None:
    """A shipped file is cut at its records, so that one of them is read without the others."""
    found = [path for kind in TABLES for path in SHIPPED.rglob(f"{kind}.toml")]
    files = [path for path in found if path.parent.name != "lessons"]
    for path in files:
        cut = {id_: parse_toml(text.encode(), path.name)[id_] for id_, text in sections(path).items()}
        assert (list(cut), cut) == (list(read_toml(path)), read_toml(path))
    assert len(files) > len(TABLES)


def test_the_skill_sheet_is_complete(catalogue: Catalogue) -> None:
    """All 31 skills of the sheet, each restated in our words and as effects that need nobody's hand."""
    sheet = [id_ for id_ in catalogue.ids("skills") if (skill := catalogue.skill(id_)) and skill.sheet]
    assert sheet == SKILLS
    for id_ in sheet:
        skill = catalogue.skill(id_)
        assert skill is not None
        assert skill.text
        assert skill.effects
        assert not any(isinstance(verb, Manual) for effect in skill.effects for verb in effect.verbs)


def test_heroes_regions_and_arenas_belong_together(catalogue: Catalogue) -> None:
    regions = {hero.region for id_ in catalogue.ids("heroes") if (hero := catalogue.hero(id_))}
    assert regions == set(catalogue.ids("arenas"))
    assert len(regions) == 8


def test_facts_of_the_book(catalogue: Catalogue) -> None:
    """A few figures by hand, so that a slip of the pen in the data is noticed (Rulebook p.11-12, 38-39)."""
    reptilian = catalogue.unit("reptilian")
    assert reptilian is not None
    assert (reptilian.movement, reptilian.range, reptilian.health) == (1, 1, 3)
    assert reptilian.attack == ["blue", "blue"]
    assert reptilian.skills == ["Taunt", "Regen 1"]
    assert reptilian.faction is None, "its faction is inferred, which is no fact"
    stats = {
        id_: (h.movement, h.range, h.health, h.leadership)
        for id_ in catalogue.ids("heroes")
        if (h := catalogue.hero(id_))
    }
    assert {id_ for id_, each in stats.items() if each == (2, 1, 5, 5)} == {
        "bingqing", "decimus", "nox", "sea-strider", "krakenlance", "stygiana",
    }  # fmt: skip
    assert stats["virago"] == (1, 2, 5, 5)
    assert stats["the-parthian"] == (2, 2, 5, 5)


def test_the_dice_of_the_data_are_those_that_are_rolled(catalogue: Catalogue) -> None:
    """The faces that the program rolls by are those of the records, the weakest die first (Rulebook p.12, 37)."""
    dice = {id_: die.hits for id_ in catalogue.ids("dice") if (die := catalogue.die(id_))}
    assert dice == HIT_FACES
    assert list(HIT_FACES.values()) == sorted(HIT_FACES.values())


def test_every_other_reading_can_be_followed(catalogue: Catalogue) -> None:
    offered = {(id_, r) for id_ in catalogue.ids("rulings") if (row := catalogue.ruling(id_)) for r in row.readings}
    of_campaign = {tuple(each.split("=")) for each in OTHER_READINGS}
    assert offered == set(OTHERWISE.items()) | of_campaign


def _validator(folder: Path, kind: str) -> jsonschema.Draft202012Validator:
    """Read a schema as an editor does: what it refers to is found in the same folder."""
    schema, shared = (json.loads((folder / name).read_text()) for name in (f"{kind}.schema.json", EFFECTS))
    registry: Registry[Any] = Registry().with_resource(shared.get("$id", EFFECTS), Resource.from_contents(shared))
    return jsonschema.Draft202012Validator(schema, registry=registry)


def test_shipped_files_fit_their_schemas() -> None:
    validators = {kind: _validator(SHIPPED / "schemas", kind) for kind in (*TABLES, *FOLDERS)}
    assert len(FILES) > len(TABLES), "the folders are read too"
    for path in FILES:
        kind = path.parent.name if path.parent.name in FOLDERS else path.stem
        validators[kind].validate(read_toml(path))


def test_schemas_refuse_an_effect_that_is_none() -> None:
    skills = _validator(SHIPPED / "schemas", "skills")
    table = read_toml(SHIPPED / "skills.toml")
    table["taunt"]["effects"] = [{"on": "engage", "do": [{"do": "damage", "amount": 1, "to": "everybody"}]}]
    with pytest.raises(jsonschema.ValidationError, match="everybody"):
        skills.validate(table)


def test_what_effects_are_made_of_stands_once() -> None:
    """The schemas of the machine interface alone hold it too: a program takes each of them by itself."""
    files = record_schemas()
    shared = files.pop("effects")["$defs"].keys()
    assert all(shared.isdisjoint(schema.get("$defs", {})) for schema in files.values())
    alone = all_schemas()
    assert all(EFFECTS not in json.dumps(alone[stem]) for stem in ("position-1", "answer-1"))


@stories("""
One's own lie over the shipped ones field by field
  write {home}/data/units/archer.toml 'health = 4\\nattack = ["blue"]\\n'
  data show archer --json -> records.0.name = Archer | records.0.movement = 1 | records.0.range = 2
    | records.0.health = 4 | records.0.attack = ["blue"] | records.0.confidence = stated | , player"
    | records.0.doubts lacks attack | records.0.note = Entered by the player: health, attack.
  write {home}/data/units/murmillo.toml 'name = "Murmillo"\\nmovement = 1\\n'
  data list units --json -> records.*.id has murmillo
  data show murmillo --json -> records.0.name = Murmillo | records.0 lacks health
  write {home}/data/arenas/kunlun.toml '[mat]\\ncolumns = [4, 5, 4]\\nrival_deployment = ["A1"]\\n'
  data missing --json -> missing lacks unit archer | missing.arena kunlun = ["priorities"]
An error in an own file names file, key and what would be right
  write {home}/data/units/archer.toml 'helth = 4\\n'
  look unit archer -> 1 | archer.toml | helth: no such key; did you mean health
  write {home}/data/units/archer.toml 'health = "four"\\n'
  look unit archer -> 1 | archer.toml | health: 'four' is not a whole number
  write {home}/data/units/archer.toml 'attack = ["purple"]\\n'
  look unit archer -> 1 | archer.toml | attack[0]: 'purple' is not one of
  write {home}/data/units/archer.toml 'health = \\n' && look unit archer -> 1 | archer.toml: not valid TOML
Every defect of a file is listed, and of all files where none is named
  data validate && write {home}/data/units/archer.toml 'helth = 4\\nskills = ["Tant"]\\nmovement = -1\\n'
  data validate {home}/data/units/archer.toml -> 1 | helth
  data validate -> 1 | archer.toml: helth
  write {home}/data/units/archer.toml 'skills = ["Tant"]\\nmovement = -1\\n'
  data validate {home}/data/units/archer.toml -> 1 | skills[0] | taunt | movement
  write {home}/data/heroes.toml '[bingqing]\\nrange = -1\\nhealth = 1000\\n'
  data validate {home}/data/heroes.toml -> 1 | range: Range is between 0 and 999, not -1 | health
  write {home}/data/units/archer.toml 'health = 4\\n' && data validate {home}/data/units/archer.toml
An own file that works is sound, with only what the player knows in it
  write {home}/data/arenas/kunlun.toml '[mat]\\ncolumns = [4, 5, 4]\\nrival_deployment = ["A1"]\\n'
  write {home}/data/heroes.toml '[bingqing]\\nattack = ["blue"]\\n'
  write {home}/data/skills.toml '[feint]\\ntext = "It may swap hexes."\\n'
  data validate {home}/data/arenas/kunlun.toml && data validate {home}/data/heroes.toml && data validate
  data validate {home}/data/skills.toml
A record is shown with its source, confidence and doubts
  data show "Pluto's Refugees" -> assumed
  data show reptilian --json -> records.0.kind = units | records.0.confidence = stated
    | records.0.doubts.faction.confidence = inferred
Effects and lists are shown as they are typed
  data show atlanteans -> - all: flagholder > chip trident > holding trident > farthest
    | - special: damage 2 (+1 if local) to opponent, unequip trident onto chosen
  data show hydra -> minions: Hydra's Head | yellow each: Each Head gains 1 HP. [by minions: activity: gain 1 hp]
  data show hydra --lang it -> Ogni Testa
  data show stun --lang it -> temporanea | avversario
A list has every kind or one
  data list --json -> records.*.kind has units | records.*.kind has arenas
  data list skills --json -> records.*.id has taunt | records.*.kind lacks units
What no source states is missing
  data missing --json -> missing.unit archer has health | missing.tactic stun has effects | missing.hero nox has class
    | missing.arena kunlun has priorities | missing.arena atlanteans has mat (assumed)
""")
def test_records_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.parametrize(
    ("typed", "id_"),
    [("Pluto's Refugees", "plutos-refugees"), ("  The  PARTHIAN ", "the-parthian"), ("d\u2019x", "dx")],
)
def test_names_are_matched_without_case_spaces_or_punctuation(typed: str, id_: str) -> None:
    assert slug(typed) == id_


def test_near_misses_come_nearest_first_and_only_if_near() -> None:
    known = ["taunt", "tactical", "retaliate", "krakenlance"]
    assert near_misses("tount", known) == ["taunt"]
    assert near_misses("krak", known)[0] == "krakenlance"
    assert near_misses("xyzzy", known) == []
    assert near_misses("abcdefgxyz", ["abcdefghij"]) == ["abcdefghij"], "seven letters of ten are near"


DEEP = 50_000


@pytest.mark.parametrize("text", [
    f"[{'.'.join(['a'] * DEEP)}]\nx = 1\n", f"{' . '.join(['a'] * DEEP)} = 1\n", f"x = {'{a = ' * DEEP}1{'}' * DEEP}\n",
    f"x = {'[' * DEEP}{']' * DEEP}\n",
], ids=["table", "key", "inline table", "list"])  # fmt: skip
def test_tables_within_tables_without_end_are_refused(text: str) -> None:
    """They cost neither a traceback nor minutes and gigabytes."""
    with pytest.raises(InvalidError, match="nested too deep"):
        parse_toml(text.encode(), "units.toml")
    assert parse_toml(f"text = '{'a. ' * 100}'\n[{'.'.join(['a'] * 100)}]\n".encode(), "x")["text"]
