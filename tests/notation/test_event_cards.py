"""Event cards and the lineups of primus combats as data: told in a line, kept, checked as they are loaded (p.14-20)."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.components.catalogue import Catalogue, own_folder
from hoplo_companion.errors import InvalidError
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.notation.events import RIVAL_ICONS
from hoplo_companion.notation.parts import Card
from hoplo_companion.rules.data_checks import check_file
from tests.helpers.cli import hoplo
from tests.helpers.proofs import columns
from tests.helpers.stories import Story, stories

SHIPPED = Catalogue()
GRUDGE = (
    "Grudge Match: sport, goals ctf koth, lineup local+t bag*2 bag+t, then bag, yours hero camp*2, "
    'instructions "One, then two.", movement = 1 for player'
)


def read(line: str) -> Card:
    return read_card("event", line, SHIPPED)


WHOLE = (
    GRUDGE.replace("ctf koth", "capture-the-flag king-of-the-hill")
    .replace("+t ", "+tactic ")
    .replace("+t,", "+tactic,")
)
ACT_II = """^Primus Act II: primus 2,
  own events primus-2 -> name = Primus Act II | kind = primus | act = 2
    | lineup = ["bag", "bag+tactic", "primus"] | yours = ["hero", "camp", "camp", "camp"]"""


@stories(f"""
A card is told in one line
  data add event "{GRUDGE.replace('"', chr(92) + '"')}" -> ^{WHOLE}
  own events grudge-match -> name = Grudge Match | kind = sport | lacks act
    | goals = ["capture-the-flag", "king-of-the-hill"]
    | lineup = ["local+tactic", "bag", "bag", "bag+tactic"] | then = ["bag"] | yours = ["hero", "camp", "camp"]
    | instructions = One, then two. | effects.# = 1
  data validate
  data add event 'Primus 1: lineup bag primus' && data export {{tmp}}/p.toml && own events grudge-match -> keep grudge
  own events primus-1 -> keep primus
  HOPLO_HOME={{tmp}}/elsewhere data import {{tmp}}/p.toml && HOPLO_HOME={{tmp}}/elsewhere data export {{tmp}}/again.toml
  data import {{tmp}}/again.toml && own events grudge-match -> is grudge
  own events primus-1 -> is primus
What is told later lies over what was told
  data add event 'Dusk: bloodshed, lineup bag*2, then bag'
  data add event 'Dusk: lineup local, then none' -> ^Dusk: lineup local, then none | lineup bag, bag becomes local
  own events dusk -> kind = bloodshed | lineup = ["local"] | then = []
An expansion card may show a primus
  data add event 'Foes: bloodshed, lineup bag*3 primus' && own events foes -> lineup = ["bag", "bag", "bag", "primus"]
What contradicts the rules is not kept
  data add event 'X: sport, goals bloodshed spar' -> 1 | unchanged
    | goals: the goals of such a card are capture-the-flag, king-of-the-hill, spar
  data add event 'X: bloodshed, goals spar' -> 1 | unchanged
    | goals: the goals of such a card are bloodshed (p.16-18, 30)
  data add event 'X: sport, goals primus' -> 1 | goals: the goals of such a card | unchanged
  data add event 'X: goals scion' -> 1 | goals: the goals of such a card are bloodshed or capture | unchanged
  data add event 'X: goals primus' -> 1 | goals: the goals of such a card | unchanged
  data add event 'X: goals bloodshed spar' -> 1 | goals: the goals of such a card | unchanged
  data add event 'X: opportunity, goals spar' -> 1 | goals: the goals of such a card are none | unchanged
  data add event 'Primus 1: lineup bag' -> 1 | lineup: a primus lineup has one primus, not 0 (p.18, 30) | unchanged
  data add event 'Primus 1: lineup primus*2' -> 1 | lineup: a primus lineup has one primus, not 2 (p.18, 30) | unchanged
  data add event 'Primus 1: goals bloodshed' -> 1 | unchanged
    | goals: the goals of such a card are primus
A primus lineup is kept under its act
  data add event 'Primus Act II: primus 2, lineup bag bag+t primus, yours hero camp*3' -> {ACT_II}
  data add event 'Primus Act II: lineup bag bag+t primus, yours hero camp*3' -> {ACT_II}
  data add event 'primus 2: lineup b b+t p, yours h c*3' -> {ACT_II}
  data add event 'Anything: primus act II, lineup bag bag+t primus, yours hero camp*3' -> {ACT_II}
  data add event 'Second: primus 2, goals primus, lineup bag bag+t primus, yours hero camp*3' -> {ACT_II}
The lineups of the acts stand side by side, and none is shipped: their icons are in no source (p.30)
  data list events --json -> records = []
  data add event 'Primus 1: lineup bag primus' -> silent
  data add event 'Primus 2: lineup bag*2 primus' -> silent
  data add event 'Primus 3: lineup bag*3 primus' -> silent
  own events primus-1 -> lineup.# = 2
  own events primus-2 -> lineup.# = 3
  own events primus-3 -> lineup.# = 4
  data list events -> primus-3
  data show primus-3 -> Primus Act III
""")
def test_cards(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.parametrize("goal", ["ctf", "koth", "goals spar", "king of the hill"])
def test_a_card_with_a_sport_for_its_goal_is_a_sport(goal: str) -> None:
    """Without the word `sport` it would be fought as Bloodshed, whatever goal it names (p.17-18)."""
    assert read(f"Race: {goal}, lineup bag*2, yours hero").fields["kind"] == "sport"
    assert "kind" not in read("Race: lineup bag*2, yours hero").fields


def test_parts_may_stand_behind_the_effects_and_every_sport_at_once() -> None:
    card = read("Dusk: bloodshed, movement = 1 for player, then bag+t")
    assert (card.fields["then"], len(card.fields["effects"])) == (["bag+tactic"], 1)
    assert read("Games: sport, goals sport").fields["goals"] == ["capture-the-flag", "king-of-the-hill", "spar"]


@pytest.mark.parametrize(("id_", "text", "words"), columns("""
x | kind = "sprot"\\ngoals = ["chess"]\\nlineup = ["bag", "tribune"]\\nyours = ["bag"]\\nthen = ["b"]\\nact = "I" \
    | kind: 'sprot' is not one of bloodshed, opportunity, primus, sport; did you mean sport? & goals[0]: \
    'chess' is not one of & lineup[1]: 'tribune' is not one of bag, bag+tactic, local, local+tactic, primus & \
    yours[0]: 'bag' is not one of camp, hero & then[0]: 'b' is not one of & act: 'I' is not a whole number
x | kind = "sport"\\nact = 2\\ngoals = ["spar", "bloodshed", "spar"]\\nyours = ["hero", "camp", "hero"] | act: only an \
    act's primus lineup & goals: the goals of such a card are capture-the-flag & yours: your lineup has one hero
x | kind = "primus" | act: only an act's primus lineup has this kind
x | kind = "primus"\\nact = 4 | act: only an act's primus lineup
x | kind = "primus"\\nact = 3 | act: only an act's primus lineup
primus-1 | kind = "sport" | act: only an act's primus lineup
primus-1 | act = 1\\nkind = "primus"\\nlineup = ["bag"]\\n[[effects]]\\ndo = [{ do = "grant", skill = "Tant" }] | \
    lineup: a primus lineup has one primus & effects[0].do[0].skill
""", 3))  # fmt: skip
def test_every_defect_is_told_as_a_card_is_loaded(id_: str, text: str, words: str) -> None:
    path = own_folder() / "events" / f"{id_}.toml"
    path.parent.mkdir(parents=True)
    path.write_text('name = "X"\n' + text.replace(r"\n", "\n"))
    known = Catalogue(own=own_folder())
    for _ in range(2):
        with pytest.raises(InvalidError) as caught:
            known.event(id_)
        assert f"events/{id_}.toml" in str(caught.value)
        assert all(each in str(caught.value) for each in words.split(" & "))
    told = " ".join(defect.sentence() for defect in check_file(path, SHIPPED))
    assert all(each in told for each in words.split(" & "))
    assert hoplo("data", "validate").code == 1


ICONS = st.lists(st.sampled_from(RIVAL_ICONS), max_size=8)
YOURS = st.integers(0, 4).flatmap(lambda camp: st.permutations(["hero", *["camp"] * camp]))
TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12).map(lambda text: " ".join(text.split()))
SPORTS = st.lists(st.sampled_from(["capture-the-flag", "king-of-the-hill", "spar"]), min_size=1, unique=True)


@st.composite
def told(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Draw a name and what may be told of an event card."""
    kind = draw(st.sampled_from(["bloodshed", "sport", "opportunity", "primus", None]))
    act = draw(st.integers(1, 3)) if kind == "primus" else None
    parts: dict[str, Any] = {
        "kind": kind, "act": act,
        "goals": draw(st.none() | SPORTS) if kind == "sport" else None,
        "text": draw(st.none() | TEXT),
        "lineup": draw(st.none() | ICONS), "then": draw(st.none() | ICONS), "yours": draw(st.none() | YOURS),
        "instructions": draw(st.none() | TEXT),
    }  # fmt: skip
    return (f"Primus Act {'I' * act}" if act else "Dusk"), {
        key: each for key, each in parts.items() if each is not None
    }


@given(told())
def test_what_is_told_of_a_card_is_written_as_it_is_read(card: tuple[str, dict[str, Any]]) -> None:
    name, fields = card
    fields = {key: value for key, value in fields.items() if value != ""}
    again = read(write_card("event", name, fields))
    assert (again.name, again.fields) == (name, fields)
