"""Opportunity cards as data: Reckless as the rulebook shows it, and those that the player tells (p.16-17)."""

import shlex
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.components.catalogue import Catalogue, own_folder
from hoplo_companion.components.own import own_record
from hoplo_companion.components.record_checks import NAMED
from hoplo_companion.components.schemas import OpportunityRecord, OpportunityReward, SetUpChange
from hoplo_companion.components.words import EventKind, Reward
from hoplo_companion.errors import InvalidError
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.notation.events import RIVAL_ICONS
from hoplo_companion.rules.data_checks import check_file, missing
from tests.helpers.cli import done, hoplo
from tests.helpers.stories import Story, stories

SHIPPED = Catalogue()


def told(line: str) -> dict[str, Any]:
    return read_card("opportunity", line, SHIPPED).fields


def test_reckless_is_as_the_rulebook_shows_it(catalogue: Catalogue) -> None:
    """A bag unit more at the end of a Bloodshed event's lineup, and a Hero Prowess for winning it (p.16-17)."""
    reckless = catalogue.record("opportunities", "reckless")
    assert isinstance(reckless, OpportunityRecord)
    assert (reckless.source, reckless.confidence) == ("R p.16-17", "stated")
    assert reckless.change == SetUpChange(events=["bloodshed"], adds=["bag"])
    assert (reckless.met, reckless.reward) == ("win", OpportunityReward(kind="hero-prowess"))
    assert "reckless" not in [id_ for _, id_, _, _ in missing(catalogue)]
    assert catalogue.ids("opportunities") == ["reckless"], "no other card is made up"


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


@stories("""
Reckless is listed and shown
  data list opportunities -> R p.16-17 (stated)
  data list opportunity -> reckless
  data show Reckless -> (opportunity reckless) | adds: bag
A card is kept, told again in part, and edited as a pack
  data add opportunity 'Dare: in spar, adds bag, reward recruit Murmillo'
    -> ^Dare: in spar, adds bag, reward recruit Murmillo
  data add opportunity 'Dare: adds bag*2, met win' -> adds bag becomes bag, bag
  own opportunities dare -> = {"name": "Dare", "change": {"events": ["spar"], "adds": ["bag", "bag"]}, "met": "win",
    "reward": {"kind": "recruit", "name": "Murmillo"}}
  data export {tmp}/p.toml dare && HOPLO_HOME={tmp}/elsewhere data import {tmp}/p.toml -> Opportunity card Dare: new
  HOPLO_HOME={tmp}/elsewhere data export {tmp}/again.toml && data import {tmp}/again.toml -> unchanged
One's own lies over Reckless
  data add opportunity 'Reckless: adds bag+t' --yes -> Reckless was known
  data show reckless --json -> records.0.change.events = ["bloodshed"] | records.0.change.adds = ["bag+tactic"]
    | records.0.reward.kind = hero-prowess
What nobody told of a card is missing
  data add opportunity 'Dare: met by-hand' && data missing --json -> missing.opportunity dare = ["reward"]
What contradicts the rules is not kept
  data add opportunity 'Dare: in bloodshed scion, adds bag' -> 1 | unchanged
    | change.events: a scion combat has no rival lineup
A line mends a change that is none
  write {home}/data/opportunities.toml '[dare]\\nname = "Dare"\\nchange = 3\\n'
  data add opportunity 'Dare: adds bag' && own opportunities dare -> change = {"adds": ["bag"]}
""")
def test_cards(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_an_own_card_is_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    code = "import sys, pathlib; p = pathlib.Path(sys.argv[1]); p.write_text(p.read_text().replace('win', 'by-hand'))"
    monkeypatch.setenv("EDITOR", shlex.join([sys.executable, "-c", code]))
    done("data", "add", "opportunity", "Dare: met win")
    done("data", "edit", "opportunity", "dare")
    assert (own_record("opportunities", "dare") or {})["met"] == "by-hand"


@pytest.mark.parametrize(("text", "words"), [
    ('met = "always"\nrewards = 1\n[dare.change]\nevents = ["sport"]\nadds = ["camp"]\n[dare.reward]\nkind = "gold"\n',
     ["met: 'always' is not one of by-hand, win", "rewards: no such key; did you mean reward?",
      "change.events[0]: 'sport' is not one of", "change.adds[0]: 'camp' is not one of bag, bag+tactic",
      "reward.kind: 'gold' is not one of hero-prowess"]),
    ('reward = { kind = "tactic" }\n', ["reward.name: tactic needs the name of what it brings"]),
    ('reward = { kind = "remove-bane", name = "Ruin" }\n', ["reward.name: remove-bane has no name"]),
    ("change = 3\n", ["change: 3 is not a table of keys and values"]),
])  # fmt: skip
def test_every_defect_is_told_as_a_card_is_loaded(text: str, words: list[str]) -> None:
    path = own_folder() / "opportunities.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f'[dare]\nname = "Dare"\n{text}')
    with pytest.raises(InvalidError) as caught:
        Catalogue(own=own_folder()).opportunity("dare")
    assert "opportunities.toml [dare]" in str(caught.value)
    found = " ".join(defect.sentence() for defect in check_file(path, SHIPPED))
    for each in words:
        assert each in str(caught.value)
        assert each in found
    assert hoplo("data", "validate").code == 1
