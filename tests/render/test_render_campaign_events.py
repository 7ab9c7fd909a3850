"""What happens in a campaign, worded in both languages: every row has its sentence, its rule and its values."""

from __future__ import annotations

import ast
import re
from string import Formatter
from typing import Any

import pytest

from hoplo_companion.campaign import events
from hoplo_companion.campaign.events import EVENTS, CampaignEvent, event_of, event_table
from hoplo_companion.campaign.naming import colour_name
from hoplo_companion.campaign.pad import _STATS
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.variant import MODULES
from hoplo_companion.language import speaking
from hoplo_companion.render.sentences.campaign import PARTS, TELLINGS, campaign_sentence
from hoplo_companion.render.sentences.words import Telling, when
from hoplo_companion.render.style import text_of
from tests.helpers.cli import ROOT


def _example(what_: str, **given: Any) -> CampaignEvent:
    """Make an event of a row, each of its values one that it may have."""
    examples: dict[str, Any] = {
        "unit": "archer", "chip": "archer", "units": ["archer", "jade-guard"], "tactic": "stun",
        "tactics": ["stun"], "bane": "Low", "expected": "Gigantic", "banes": ["Low"], "faction": "kunlun",
        "region": "plutos-refugees", "attack": ["blue", "yellow"], "worse": "yellow", "better": "blue", "kind": "sport",
        "deck": "bloodshed", "hero": "krakenlance", "scion": "taotie", "primus": "decimus", "opponent": "decimus",
        "combat": "primus", "act": 2, "following": 3, "where": "camp", "by": "path", "complete": True,
        "outcome": "won", "place": "Rock", "was": "Old Rock", "start": "Rock",
        "end": "Isle", "capital": "Peak", "name": "Pits", "card": "Reckless", "kept": "Reckless",
        "prowess": "Endurance 1", "difficulty": "Chosen", "what": "draw a bane",
        "boots": "2024", "modules": ["rivals"], "module": "dark-days", "side": "B", "front": ["Brawl"],
    }  # fmt: skip
    counted = "amount hp health leadership movement left navigation capacity week influence count cards unused places"
    values = {**dict.fromkeys([*counted.split(), "spectate"], 2), **examples, **given}
    if what_ == "deadline.must-spectate":
        values["banes"] = 2
    if what_ == "bane.taken":
        values["kind"] = given.get("kind", "bag")
    return event_of(what_, rule="pad.heal", **values)


CASES: list[tuple[str, dict[str, Any]]] = [
    *((what, {}) for what in EVENTS),
    *(("bane.taken", {"kind": kind}) for kind in ("unit", "camp")),
    *(("bane.removed", {"where": where}) for where in ("bag", "table")),
    *(("event.won", {"kind": kind}) for kind in ("bloodshed", "capital")),
    ("event.accepted", {"kind": "scion"}),
    ("campaign.begun", {"difficulty": ""}),
    ("pad.healed", {"amount": 0}),
    ("blessing.used", {"left": 0}),
    ("blessing.used", {"left": 1}),
    ("map.learned", {"kind": "harbor", "region": ""}),
    ("map.edited", {"was": "Rock"}),
    ("map.imported", {"places": 1}),
    ("stack.drawn", {"left": 1}),
    ("travel.moved", {"by": "harbor", "ruling": "travel.dead-end"}),
    ("travel.capital-entered", {"combat": "scion"}),
    ("deadline.must-spectate", {"spectate": 1}),
    ("fight.ended", {"outcome": "lost"}),
    ("act.ended", {"unused": 0}),
    ("campaign.variant", {"boots": "promo", "modules": []}),
    *(("campaign.module", {"module": module}) for module in MODULES),
    *(("travel.moved", {"by": by, "via": ["Fen"]}) for by in ("path", "harbor")),
    ("act.ended", {"unused": 1}),
    ("event.deck", {"front": []}),
]
"""Every type of event, and the cases in which it has another sentence."""


@pytest.mark.parametrize(("row", "given"), CASES)
def test_everything_that_happens_is_worded_in_both_languages(row: str, given: dict[str, Any]) -> None:
    """Each event has its sentence in English and Italian, with the names of chips, and the page of its rule."""
    event = _example(row, **given)
    known = Catalogue()
    with speaking("en"):
        english = text_of(campaign_sentence(event, known))
    with speaking("it"):
        italian = text_of(campaign_sentence(event, known))
    for sentence in (english, italian):
        assert sentence[0] == sentence[0].upper() or sentence.startswith("hoplo")
        assert re.search(r"[.] p[.][0-9]", sentence) or event.rule == "skill.undying", sentence
        assert not re.search(r"[{}]|archer|krakenlance|jade-guard|plutos|stun", sentence), sentence
    assert english != italian


def test_the_colours_of_dice_are_named_in_both_languages() -> None:
    with speaking("it"):
        assert [colour_name(colour) for colour in ("blue", "purple")] == ["blu", "purple"]


def test_what_happens_keeps_its_fields_for_programs() -> None:
    """`--json` gives what happened, the rule of the ledger, and the values; every rule is one of the ledger."""
    assert event_table(event_of("pad.healed", amount=2, hp=9, health=10)) == {
        "what": "pad.healed", "rule": "pad.heal", "values": {"amount": 2, "hp": 9, "health": 10},
    }  # fmt: skip
    known = Catalogue()
    for each, row in EVENTS.items():
        assert not row.rule or known.rule(row.rule) is not None, each


UPGRADED = [f"pad.{what}" for what in _STATS]
"""The events whose name the code puts together."""


def test_every_row_happens_with_all_that_its_sentence_says() -> None:
    """No event is without a row, a sentence or a rule, no value of its sentence is missing, and no row is idle."""
    happens = set()
    for path in (ROOT / "hoplo_companion").rglob("*.py"):
        tree = ast.parse(path.read_text())
        taken = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) and each.module == events.__name__]
        if not any(name.name == "event_of" for each in taken for name in each.names):
            continue  # the events of a combat have rows of their own
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "event_of"):
                continue
            names = [str(each.value) for each in node.args if isinstance(each, ast.Constant)] or UPGRADED
            given = {keyword.arg for keyword in node.keywords}
            happens.update(names)
            for name in names:
                row = EVENTS[name]
                telling = TELLINGS.get(name) or Telling(when(row.words))
                said = {each for case in telling.cases for _, each, _, _ in Formatter().parse(case.text + case.many)}
                assert all(case.text for case in telling.cases), name
                assert row.rule or "rule" in given, name
                assert None in given or said - {None, "n"} <= given | PARTS.keys() | telling.own.keys(), name
    assert happens == set(EVENTS)
