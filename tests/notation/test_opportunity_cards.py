"""Opportunity cards as data: Reckless as the rulebook shows it, and those that the player tells (p.16-17)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import own_record
from hoplo_companion.components.record_checks import NAMED
from hoplo_companion.components.schemas import OpportunityRecord, OpportunityReward, SetUpChange
from hoplo_companion.components.words import EventKind, Reward
from hoplo_companion.errors import InvalidError, UsageError
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.notation.events import RIVAL_ICONS
from hoplo_companion.rules.data_checks import check_file, missing
from tests.helpers.cli import Ran, hoplo
from tests.notation.test_card_form import entered

SHIPPED = Catalogue()


def add(*words: str) -> Ran:
    return hoplo("data", "add", "opportunity", *words)


def told(line: str) -> dict[str, Any]:
    return read_card("opportunity", line, SHIPPED).fields


def own_data() -> Path:
    return Path(os.environ["HOPLO_HOME"]) / "data"


def loaded(id_: str) -> OpportunityRecord:
    found = Catalogue(own=own_data()).opportunity(id_)
    assert found is not None
    return found


# Reckless -------------------------------------------------------------------------------------------------------


def test_reckless_is_as_the_rulebook_shows_it(catalogue: Catalogue) -> None:
    """A bag unit more at the end of a Bloodshed event's lineup, and a Hero Prowess for winning it (p.16-17)."""
    reckless = catalogue.record("opportunities", "reckless")
    assert isinstance(reckless, OpportunityRecord)
    assert (reckless.source, reckless.confidence) == ("R p.16-17", "stated")
    assert reckless.change == SetUpChange(events=["bloodshed"], adds=["bag"])
    assert (reckless.met, reckless.reward) == ("win", OpportunityReward(kind="hero-prowess"))
    assert "opportunity reckless" not in missing(catalogue)


def test_no_other_card_is_made_up(catalogue: Catalogue) -> None:
    assert catalogue.ids("opportunities") == ["reckless"]


def test_reckless_is_listed_and_shown() -> None:
    assert "R p.16-17 (stated)" in hoplo("data", "list", "opportunities").out
    assert "reckless" in hoplo("data", "list", "opportunity").out
    shown = hoplo("data", "show", "Reckless").out
    assert "(opportunity reckless)" in shown
    assert "adds: bag" in shown


# The line -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "fields"), [
    ("R: in bloodshed, adds bag, met win, reward hero-prowess", {"change": {"events": ["bloodshed"], "adds": ["bag"]},
     "met": "win", "reward": {"kind": "hero-prowess"}}),
    ("R: reward remove a bane, add b*2 l+t, in ctf koth", {"change": {"events": ["capture-the-flag",
     "king-of-the-hill"], "adds": ["bag", "bag", "local+tactic"]}, "reward": {"kind": "remove-bane"}}),
    ("R: in sport", {"change": {"events": ["capture-the-flag", "king-of-the-hill", "spar"]}}),
    ("R: in any, by hand \"Your hero stays, and waits.\", met by hand", {"change": {"events": [],
     "by_hand": "Your hero stays, and waits."}, "met": "by-hand"}),
    ("R: reward recruit Dark Rider", {"reward": {"kind": "recruit", "name": "Dark Rider"}}),
    ("R: reward: tactic \"Net, folded\"", {"reward": {"kind": "tactic", "name": "Net, folded"}}),
    ("R: reward special prowess Achieve Divinity", {"reward": {"kind": "special-prowess", "name": "Achieve Divinity"}}),
    ("R: reward spec Prowler", {"reward": {"kind": "special-prowess", "name": "Prowler"}}),
    ('R: text "Win."', {"text": "Win."}),
    ("R", {}),
])  # fmt: skip
def test_a_card_is_told_in_one_line(line: str, fields: dict[str, Any]) -> None:
    assert told(line) == fields


@pytest.mark.parametrize(("line", "words"), [
    ("R: in chess", "'chess' is not a goal"),
    ("R: in", "something has to follow"),
    ("R: in spar spar", "spar is given twice"),
    ("R: in s", "may be scion or spar"),
    ("R: in sport ctf", "capture-the-flag is given twice"),
    ("R: in spar, in ctf", "events is given twice"),
    ("R: adds hero", "'hero' is not an icon of the rival's lineup"),
    ("R: adds", "something has to follow"),
    ("R: met lose", "'lose' is not a way to meet it"),
    ("R: reward gold", "is not a reward; known rewards"),
    ("R: reward !", "is not a reward"),
    ("R: reward recruit", "name what it brings, as in recruit NAME"),
    ("R: reward tactic -", "name what it brings"),
    ("R: reward special-prowess", "name what it brings"),
    ("R: reward tactic " + "x" * 61, "name what it brings"),
    ("R: reward hero-prowess Endurance", "hero-prowess has no name"),
    ("R: reward remove-bane Ruin", "remove-bane has no name"),
    ("R: reward hero-prowess, reward remove-bane", "reward is given twice"),
    ("R: bag at the end", "is not a part of this card"),
    ("R: rewrd hero", "did you mean reward?"),
    ("R: by hand what I like", "is not a part of this card"),
    ('R: by hand "so', "has no partner"),
    ("R: movement = 1", "is not a part of this card"),
    ("R, in spar", "a colon follows the name, as in 'Reckless: in bloodshed"),
])  # fmt: skip
def test_what_is_wrong_in_a_line_is_named(line: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        told(line)
    assert words in str(caught.value)


NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).map(lambda text: " ".join(text.split()))
REWARDS = st.sampled_from(get_args(Reward)).flatmap(
    lambda kind: (
        st.fixed_dictionaries({"kind": st.just(kind), "name": NAMES.map(lambda text: f"X{text}".strip())})
        if kind in NAMED
        else st.just({"kind": kind})
    )
)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "events": st.lists(st.sampled_from(get_args(EventKind)), unique=True),
        "adds": st.lists(st.sampled_from(RIVAL_ICONS), max_size=5),
        "by_hand": NAMES.filter(bool),
    },
).filter(bool)
CARDS = st.fixed_dictionaries(
    {},
    optional={
        "text": NAMES.filter(bool),
        "change": CHANGES,
        "met": st.sampled_from(["win", "by-hand"]),
        "reward": REWARDS.filter(lambda reward: reward.get("name", "X").isprintable()),
    },
)


@given(CARDS)
def test_what_is_told_of_a_card_is_written_as_it_is_read(fields: dict[str, Any]) -> None:
    assert told(write_card("opportunity", "Dare", fields)) == fields


# Keeping and loading --------------------------------------------------------------------------------------------


def test_a_card_is_kept_told_again_and_edited_as_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = add("Dare: in spar, adds bag, reward recruit Murmillo")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0] == "Dare: in spar, adds bag, reward recruit Murmillo"
    assert "adds bag becomes bag, bag" in add("Dare: adds bag*2, met win").err
    dare = loaded("dare")
    assert dare.change == SetUpChange(events=["spar"], adds=["bag", "bag"]), "a part of the change may be told alone"
    assert (dare.met, dare.reward) == ("win", OpportunityReward(kind="recruit", name="Murmillo"))
    before = own_record("opportunities", "dare")
    assert hoplo("data", "export", str(tmp_path / "p.toml"), "dare").code == 0
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path / "elsewhere"))
    ran = hoplo("data", "import", str(tmp_path / "p.toml"))
    assert "Opportunity card Dare: new" in ran.out, ran.err
    assert own_record("opportunities", "dare") == before


def test_ones_own_lies_over_reckless() -> None:
    ran = add("Reckless: adds bag+t", "--yes")
    assert ran.code == 0
    assert "Reckless was known" in ran.err
    assert loaded("reckless").change == SetUpChange(events=["bloodshed"], adds=["bag+tactic"])
    assert loaded("reckless").reward == OpportunityReward(kind="hero-prowess")


def test_what_nobody_told_of_a_card_is_missing() -> None:
    assert add("Dare: met by-hand").code == 0
    assert missing(Catalogue(own=own_data()))["opportunity dare"] == ["reward"]


def test_an_own_card_is_edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shlex
    import sys

    monkeypatch.delenv("VISUAL", raising=False)
    code = "import sys, pathlib; p = pathlib.Path(sys.argv[1]); p.write_text(p.read_text().replace('win', 'by-hand'))"
    monkeypatch.setenv("EDITOR", shlex.join([sys.executable, "-c", code]))
    assert add("Dare: met win").code == 0
    assert hoplo("data", "edit", "opportunity", "dare").code == 0
    assert loaded("dare").met == "by-hand"


def test_what_contradicts_the_rules_is_not_kept() -> None:
    ran = add("Dare: in bloodshed scion, adds bag")
    assert (ran.code, "change.events[1]: a scion combat has no rival lineup" in ran.err) == (1, True), ran.err
    assert not own_data().exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            'met = "always"\nrewards = 1\n[dare.change]\nevents = ["sport"]\nadds = ["camp"]\n'
            '[dare.reward]\nkind = "gold"\n',
            [
                "met: 'always' is not one of by-hand, win",
                "rewards: no such key; did you mean reward?",
                "change.events[0]: 'sport' is not one of",
                "change.adds[0]: 'camp' is not one of bag, bag+tactic",
                "reward.kind: 'gold' is not one of hero-prowess",
            ],
        ),
        (
            'change = { events = ["spar", "spar"] }\nreward = { kind = "tactic" }\n',
            ["change.events[1]: spar is named twice", "reward.name: tactic needs the name of what it brings"],
        ),
        ('reward = { kind = "remove-bane", name = "Ruin" }\n', ["reward.name: remove-bane has no name"]),
        ("change = 3\n", ["change: 3 is not a table of keys and values"]),
    ],
)
def test_every_defect_is_told_as_a_card_is_loaded(text: str, words: list[str]) -> None:
    path = own_data() / "opportunities.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f'[dare]\nname = "Dare"\n{text}')
    with pytest.raises(InvalidError) as caught:
        Catalogue(own=own_data()).opportunity("dare")
    assert "opportunities.toml [dare]" in str(caught.value)
    found = " ".join(defect.sentence() for defect in check_file(path, SHIPPED))
    for each in words:
        assert each in str(caught.value)
        assert each in found
    assert hoplo("data", "validate").code == 1


def test_a_line_mends_a_change_that_is_none() -> None:
    path = own_data() / "opportunities.toml"
    path.parent.mkdir(parents=True)
    path.write_text('[dare]\nname = "Dare"\nchange = 3\n')
    assert add("Dare: adds bag").code == 0
    assert loaded("dare").change == SetUpChange(adds=["bag"])


# The conversation -----------------------------------------------------------------------------------------------


def test_a_card_is_entered_by_a_form() -> None:
    record, terminal = entered(
        "opportunity", "Dare", "any", "tribune", "bag", "", "when the combat is won", "tactic Net"
    )
    assert "is not an icon" in terminal.said()
    assert record == {
        "name": "Dare", "change": {"events": [], "adds": ["bag"]}, "met": "win",
        "reward": {"kind": "tactic", "name": "Net"},
    }  # fmt: skip
