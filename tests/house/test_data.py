"""Component records: sound, sourced, laid over by the player's own, and their schemas current."""

from __future__ import annotations

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
from hoplo_companion.rules.data_checks import check_file, missing
from hoplo_companion.rules.rulings import OTHERWISE
from tests.helpers.cli import hoplo
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
    """A reading that the data offer is one that the program knows how to follow."""
    offered = {(id_, r) for id_ in catalogue.ids("rulings") if (row := catalogue.ruling(id_)) for r in row.readings}
    of_campaign = {tuple(each.split("=")) for each in OTHER_READINGS}
    assert offered == set(OTHERWISE.items()) | of_campaign


def _validator(folder: Path, kind: str) -> jsonschema.Draft202012Validator:
    """Read a schema as an editor does: what it refers to is found in the same folder."""
    schema, shared = (json.loads((folder / name).read_text()) for name in (f"{kind}.schema.json", EFFECTS))
    registry: Registry[Any] = Registry().with_resource(shared.get("$id", EFFECTS), Resource.from_contents(shared))
    return jsonschema.Draft202012Validator(schema, registry=registry)


def test_shipped_files_fit_their_schemas() -> None:
    validators = {kind: _validator(SHIPPED / "schemas", kind) for kind in TABLES | FOLDERS}
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


# The player's own -----------------------------------------------------------------------------------------------


@pytest.fixture
def own(tmp_path: Path) -> Path:
    (tmp_path / "units").mkdir()
    return tmp_path


def test_own_records_lie_over_the_shipped_ones_field_by_field(own: Path) -> None:
    (own / "units" / "archer.toml").write_text('health = 4\nattack = ["blue"]\n')
    archer = Catalogue(own=own).unit("archer")
    assert archer is not None
    assert (archer.name, archer.movement, archer.range) == ("Archer", 1, 2)
    assert (archer.health, archer.attack) == (4, ["blue"])
    assert (archer.source.endswith(", player"), archer.confidence) == (True, "stated")
    assert "attack" not in archer.doubts
    assert archer.note == "Entered by the player: health, attack."


def test_an_own_chip_that_nothing_shipped_knows(own: Path) -> None:
    (own / "units" / "murmillo.toml").write_text('name = "Murmillo"\nmovement = 1\n')
    known = Catalogue(own=own)
    assert "murmillo" in known.ids("units")
    murmillo = known.unit("murmillo")
    assert murmillo is not None
    assert murmillo.health is None


@pytest.mark.parametrize(("text", "words"), [
    ("helth = 4\n", "helth: no such key; did you mean health"),
    ('health = "four"\n', "health: 'four' is not a whole number"),
    ('attack = ["purple"]\n', "attack[0]: 'purple' is not one of"),
    ("health = \n", "archer.toml: not valid TOML"),
])  # fmt: skip
def test_an_error_in_an_own_file_names_file_key_and_what_would_be_right(own: Path, text: str, words: str) -> None:
    (own / "units" / "archer.toml").write_text(text)
    with pytest.raises(InvalidError) as caught:
        Catalogue(own=own).unit("archer")
    assert "archer.toml" in str(caught.value)
    assert words in str(caught.value)


def test_validate_lists_every_defect_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "units").mkdir()
    path = tmp_path / "units" / "archer.toml"
    path.write_text('helth = 4\nskills = ["Tant"]\nmovement = -1\n')
    ran = hoplo("data", "validate", path)
    assert ran.code == 1
    assert "helth" in ran.out
    path.write_text('skills = ["Tant"]\nmovement = -1\n')
    ran = hoplo("data", "validate", path)
    assert "skills[0]" in ran.out
    assert "taunt" in ran.out
    assert "movement" in ran.out
    path.write_text("health = 4\n")
    assert hoplo("data", "validate", path).code == 0


def test_validate_alone_checks_everything(tmp_path: Path) -> None:
    assert hoplo("data", "validate").code == 0
    (tmp_path / "data" / "units").mkdir(parents=True)
    (tmp_path / "data" / "units" / "archer.toml").write_text("helth = 1\n")
    ran = hoplo("data", "validate", HOPLO_HOME=str(tmp_path))
    assert ran.code == 1
    assert "archer.toml: helth" in ran.out


@pytest.mark.parametrize(("name", "text"), [
    ("arenas/kunlun.toml", '[mat]\ncolumns = [4, 5, 4]\nrival_deployment = ["A1"]\n'),
    ("heroes.toml", '[bingqing]\nattack = ["blue"]\n'),
    ("skills.toml", '[feint]\ntext = "It may swap hexes."\n'),
])  # fmt: skip
def test_an_own_file_that_works_is_sound(tmp_path: Path, name: str, text: str) -> None:
    """What may lie over the shipped records passes the check, with only what the player knows in it."""
    path = tmp_path / "data" / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert hoplo("data", "validate", path, HOPLO_HOME=str(tmp_path)).code == 0
    assert hoplo("data", "validate", HOPLO_HOME=str(tmp_path)).code == 0


def test_what_the_player_has_entered_is_missing_no_more(own: Path) -> None:
    (own / "units" / "archer.toml").write_text('health = 4\nattack = ["blue"]\n')
    (own / "arenas").mkdir()
    (own / "arenas" / "kunlun.toml").write_text('[mat]\ncolumns = [4, 5, 4]\nrival_deployment = ["A1"]\n')
    found = missing(Catalogue(own=own))
    assert "unit archer" not in found
    assert found["arena kunlun"] == ["priorities"]


def test_missing_lists_what_no_source_states(catalogue: Catalogue) -> None:
    found = missing(catalogue)
    assert "health" in found["unit archer"]
    assert "effects" in found["tactic stun"]
    assert "class" in found["hero nox"]
    assert "priorities" in found["arena kunlun"]
    assert "mat (assumed)" in found["arena atlanteans"]
    assert "unit archer" in hoplo("data", "missing", "--json").json["missing"]


def test_show_gives_source_confidence_and_doubts() -> None:
    text = hoplo("data", "show", "Pluto's Refugees").out
    assert "assumed" in text
    shown = hoplo("data", "show", "reptilian", "--json").json["records"][0]
    assert (shown["kind"], shown["confidence"]) == ("units", "stated")
    assert shown["doubts"]["faction"]["confidence"] == "inferred"


def test_show_words_effects_and_lists_as_they_are_typed() -> None:
    arena = hoplo("data", "show", "atlanteans").out
    assert "- all: flagholder > chip trident > holding trident > farthest" in arena
    assert "- special: damage 2 (+1 if local) to opponent, unequip trident onto chosen" in arena
    hydra = hoplo("data", "show", "hydra").out
    assert "minions: Hydra's Head" in hydra
    assert "yellow each: Each Head gains 1 HP. [by minions: activity: gain 1 hp]" in hydra
    assert "Ogni Testa" in hoplo("data", "show", "hydra", "--lang", "it").out
    stun = hoplo("data", "show", "stun", "--lang", "it").out
    assert "temporanea" in stun
    assert "avversario" in stun


def test_list_gives_every_kind_or_one() -> None:
    assert {record["kind"] for record in hoplo("data", "list", "--json").json["records"]} >= {"units", "arenas"}
    skills = hoplo("data", "list", "skills", "--json").json["records"]
    assert len(skills) == 35
    assert {record["kind"] for record in skills} == {"skills"}


# Names ----------------------------------------------------------------------------------------------------------


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
