"""What is worded of what happened: every event of a combat and of a campaign, rule and page, in both languages."""

import ast
import re
from string import Formatter
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.events import EVENTS, CampaignEvent, event_of, event_table
from hoplo_companion.campaign.pad import _STATS
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import MODULES, page_words
from hoplo_companion.dice import pool_words
from hoplo_companion.language import speaking, tr
from hoplo_companion.render.sentences.campaign import PARTS, campaign_sentence
from hoplo_companion.render.sentences.events import TELLINGS, sentence
from hoplo_companion.render.sentences.words import colour_words, dice_words, listing, priority_words, words_of
from hoplo_companion.render.style import Span, text_of
from hoplo_companion.rules import dialogue
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.naming import Names, names_of
from tests.helpers.boards import combat
from tests.helpers.cli import ROOT
from tests.helpers.courses import known_of
from tests.helpers.play import kebab
from tests.helpers.positions import CATALOGUE, Raw, example
from tests.helpers.proofs import columns

NAMES = Names(CATALOGUE)


NUMBERS = "act amount backup bonus_hp damage hits hp left lineup number of points tactics times total turn"
LISTS = ("bound_by", "dice", "directions", "hexes", "riders", "targets", "units")
NAMED = (
    "about attacker bane because by card changes arena chip class_ closed_by effect end goal hero holder how kept kind "
    "mark note priority side skill source special start stat status step tactic target text unit until what where why"
)
VALUES: Raw = dict.fromkeys(NUMBERS.split(), 1) | dict.fromkeys(NAMED.split(), "krak")
VALUES |= {key: ["blue"] for key in LISTS} | {"hex": "C3"}
"""A value for everything that the sentences of rows name."""
OWN: dict[str, Raw] = {"scion-rolled": {"dice": {"blue": 1}, "hits": {"blue": 1}}, "scion-row": {"dice": "blue"}}
OWN |= {"effect-told": {"effects": []}, "stat-told": {"value": 3}, "damaged": {"because": ["krak"]}}


def made(what: str) -> Event:
    """Make an event of a row, with a value of the right kind in every field."""
    return dialogue.event_of(what, **{"rule": "movement.mark", "id": "krak", **VALUES, **OWN.get(what, {})})


def variants(event: Event) -> list[Event]:
    """Give an event as it is, and with each of its fields empty or another number."""
    others: dict[type, Any] = {str: "", int: 2, bool: True, list: []}
    changed = {name: others.get(type(value), value) for name, value in event.values.items()}
    return [event, *(replace(event, values=event.values | {name: value}) for name, value in changed.items())]


@pytest.mark.parametrize("what", sorted({*dialogue.EVENTS, *TELLINGS}))
def test_every_event_has_a_sentence_with_its_page(what: str) -> None:
    line = sentence(made(what), NAMES)
    assert re.fullmatch(r"[A-Za-z].*\. p\.23, 36", text_of(line)), text_of(line)
    assert line[-1] == Span("p.23, 36", "page")
    assert "_" not in text_of(line)


def test_a_sentence_names_the_ruling_that_decided() -> None:
    event = dialogue.event_of(
        "stayed", rule="movement.mark", unit="r", status="idle", rulings=["dest.bold", "mark.tie"]
    )
    assert text_of(sentence(event, NAMES)).endswith("p.23, 36 (by ruling: dest.bold, mark.tie)")


def event(line: str) -> Event:
    """Make an event: its kind, and what there is to say of it."""
    kind, *fields = line.split(", ")
    known: dict[str, Any] = {
        key: tuple(each) if isinstance(each, list) else each for key, each in known_of(fields).items()
    }
    return dialogue.event_of(kebab(kind), **known)


@pytest.mark.parametrize(("line", "text"), columns("""
told-by-hand, rule=manual.skill, unit=, about=sickness, changes=nothing | Sickness, carried out by hand: nothing \
    changes. p.7
effect-stopped, rule=effect.chain, unit=, effect=Sickness | Sickness stops here: effects kept setting one another off \
    without end. p.21
Moved, unit=rep1, start=B3, end=D3, mark=krak, priority=holding:trident, backup=false, rule=movement.limit | Rep1 \
    moves B3 → D3, within Range of krak (holds the trident). p.23
Moved, unit=rep1, start=B3, end=D3, mark=D3, priority=key, backup=false, rule=movement.limit | Rep1 moves B3 → D3, \
    onto its mark (a key hex). p.23
Moved, unit=rep1, start=B3, end=D3, mark=krak, priority=flagholder, backup=true, rule=movement.limit | Rep1 moves B3 \
    → D3, as close as it can get to krak (holds the flag): nothing on its list is in reach. p.23
Stayed, unit=rep1, status=stays, mark=krak, priority=any, rule=movement.limit | Rep1 stays: krak (any opponent) is \
    within Range already. p.23
Stayed, unit=rep1, status=stays, mark=C3, priority=chip:trident, rule=movement.limit | Rep1 stays: it is on its mark \
    C3 (the trident, not equipped) already. p.23
Stayed, unit=rep1, status=blocked, mark=krak, priority=hero, rule=movement.limit | Rep1 is blocked: it cannot get any \
    closer to krak (your hero). p.23
Stayed, unit=rep1, status=idle, rule=movement.limit | Rep1 stays: nothing on its list is in combat. p.23
Attacked, unit=rep1, target=krak, because=taunt, dice=blue/, hits=1, rule=engage.end | Rep1 attacks krak (has Taunt) \
    with 1 blue die: 1 hit. p.24
Attacked, unit=rep1, target=krak, because=least-deadly, dice=blue/blue/black, hits=2, rule=engage.end | Rep1 attacks \
    krak (the least deadly opponent) with 2 blue dice and 1 black die: 2 hits. p.24
Attacked, unit=rep1, target=krak, because=, dice=/, hits=0, rule=engage.end | Rep1 attacks krak with no dice: no \
    hits. p.24
Damaged, unit=a, by=b, damage=2, hp=0, rule=engage.end | B deals a 2 damage: no HP left. p.24
not-deployed, rule=deployment.order, why=lineup empty | The rival deploys nobody: its lineup is empty. p.21
Deployed, unit=a, hex=A1, number=2, hp=5, bonus_hp=2, rule=deployment.order | A is deployed on A1, rival deployment \
    hex 2, with 5 HP, 2 of them as a bonus; it is dazed. p.21
TacticPlaced, chip=bolster-health, unit=a, because=weakest, rule=tactics.stun | Bolster Health goes on a, the weakest \
    valid target. p.22
Defeated, unit=a, side=player, hex=C3, rule=defeat.your-unit | A is defeated, and leaves C3 for your camp. p.27
stat-told, unit=a, chip=archer, stat=attack, value=blue/blue, rule=component.asked | You entered the Attack of a: 2 \
    blue dice. p.7
special-used, rule=arena.trident-throw, unit=a, special=Trident Throw, target=b, because=farthest | A uses Trident \
    Throw on b (the farthest opponent). Atlanteans card
""", 2))  # fmt: skip
def test_sentences(line: str, text: str) -> None:
    assert text_of(sentence(event(line), NAMES)) == text


def test_unknown_rule_is_cited_by_its_id() -> None:
    line = sentence(dialogue.event_of("turn-ended", rule="no.such-rule", turn=1), NAMES)
    assert line[-1] == Span("no.such-rule", "rule")


@pytest.mark.parametrize(("id_", "words"), columns("""
flagholder | holds the flag
chip:trident | the trident, not equipped
holding:trident | holds the trident
farthest | the farthest opponent
any | any opponent
highest:range | the highest hex with an opponent in Range
key | a key hex
something-else:new | something else new
""", 2))  # fmt: skip
def test_priority_words(id_: str, words: str) -> None:
    assert priority_words(id_) == words


def test_pages_and_dice() -> None:
    pages = {"23": "p.23", "21, 35": "p.21, 35", "20-24": "p.20-24", "Unit Skills": "Unit Skills",
             "Unit Skills, 24": "Unit Skills, p.24"}  # fmt: skip
    assert {page: page_words(page) for page in pages} == pages
    assert dice_words(["red"]) == "1 red die"


@pytest.mark.parametrize(("units", "named"), [
    # By their chips, with the side where both have one, with a number or id where several have one.
    (["defender rival E1 as:defender", "your-defender player G2 as:defender", "archer rival A1 as:archer"],
     {"defender": "the rival Defender", "your-defender": "your Defender", "archer": "Archer", "D3": "D3"}),
    (["a1 rival A1 as:archer", "a2 rival B1 as:archer", "big rival C1 as:defender", "small rival C2 as:defender"],
     {"a1": "Archer 1", "a2": "Archer 2", "big": "Defender (big)", "small": "Defender (small)"}),
    (["krak player D4 as:beast"], {"krak": "Beast", "x": "x", "rival-archer-2": "the rival Archer 2"}),
    (["rival-archer rival A1 as:archer"], {"rival-archer": "the rival Archer"}),
])  # fmt: skip
def test_units_are_named_as_a_player_knows_them(units: list[str], named: dict[str, str]) -> None:
    names = names_of(combat("movement", units))
    assert {id_: names(id_) for id_ in named} == named


def test_a_unit_that_has_left_goes_by_the_moment_before() -> None:
    before = combat("movement", ["x rival A1 as:archer", "krak player D3"])
    assert names_of(before, combat("movement", ["krak player D3"]))("x") == "Archer"
    assert names_of(example()).whose("krakenlance") == "your Krakenlance"


def test_lists_and_terms_follow_the_language() -> None:
    assert listing(["a", "b", "c"]) == "a, b and c"
    with speaking("it"):
        assert listing(["a", "b", "c"], "or") == "a, b o c"
        assert words_of("least-deadly") == "meno letale"
        assert dice_words(["yellow", "yellow", "black"]) == "2 dadi gialli e 1 dado nero"
        assert pool_words({"green": 2, "blue": 3, "yellow": 1}) == "2 verdi, 3 blu, 1 giallo"
        assert tr("it is {hexes} away, and the Range is {range}", hexes="3", range=1) == "dista 3, e il Range è 1"
        dealt = tr("{by} deals {unit} {n} damage, which leaves {hp} HP", by="A", unit="B", n=1, hp=4)
        assert dealt == "A infligge a B danni per 1, e gli restano 4 HP", "a unit is masculine"
        assert names_of(example()).whose("your-defender") == "il vostro Defender"


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
    for said in (english, italian):
        assert said[0] == said[0].upper() or said.startswith("hoplo")
        assert re.search(r"[.] p[.][0-9]", said) or event.rule == "skill.undying", said
        assert not re.search(r"[{}]|archer|krakenlance|jade-guard|plutos|stun", said), said
    assert english != italian


def test_the_colours_of_dice_are_named_in_both_languages() -> None:
    with speaking("it"):
        assert [colour_words(colour) for colour in ("blue", "purple")] == ["blu", "purple"]


def test_what_happens_keeps_its_fields_for_programs() -> None:
    """`--json` gives what happened, the rule of the ledger, and the values; every rule is one of the ledger."""
    assert event_table(event_of("pad.healed", amount=2, hp=9, health=10)) == {
        "what": "pad.healed", "rule": "pad.heal", "values": {"amount": 2, "hp": 9, "health": 10},
    }  # fmt: skip
    known = Catalogue()
    for each, row in EVENTS.items():
        assert not row.rule or known.rule(row.rule) is not None, each


NAMED_BY = {
    "": [f"pad.{what}" for what in _STATS], "what": ["units.lost", "units.undying"],
    "gained": ["camp.prowess-gained", "camp.special-prowess-gained"],
    "changed": ["pad.healed", "pad.gained", "pad.damaged"],
}  # fmt: skip
"""The events whose name the code puts together, or has in a variable."""


def test_every_row_happens_with_all_that_its_sentence_says() -> None:
    """No event is without a row, a sentence or a rule, no value of its sentence is missing, and no row is idle."""
    happens = set()
    for path in (ROOT / "hoplo_companion").rglob("*.py"):
        tree = ast.parse(path.read_text())
        taken = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
        taken = [each for each in taken if each.module == CampaignEvent.__module__]
        if not any(name.name == "event_of" for each in taken for name in each.names):
            continue  # the events of a combat have rows of their own
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "event_of"):
                continue
            named = node.args[0]
            names = [str(named.value)] if isinstance(named, ast.Constant) else NAMED_BY[getattr(named, "id", "")]
            given = {keyword.arg for keyword in node.keywords}
            happens.update(names)
            for name in names:
                row = EVENTS[name]
                said = {each for case in row.cases for _, each, _, _ in Formatter().parse(case.text + case.many)}
                assert all(case.text for case in row.cases), name
                assert row.rule or "rule" in given, name
                assert None in given or said - {None, "n"} <= given | PARTS.keys() | row.own.keys(), name
    assert happens == set(EVENTS)
