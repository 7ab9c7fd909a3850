"""Names as they are typed in your turn: an id, or any unambiguous beginning of an id, a chip, a tactic or a skill."""

from typing import Any

import pytest

from hoplo_companion.components.catalogue import UnknownNameError
from hoplo_companion.errors import UsageError
from hoplo_companion.rules.defeat import apply_changes
from hoplo_companion.rules.naming import AmbiguousNameError, any_named, candidates, named, picked
from hoplo_companion.rules.position.document import write_position
from tests.helpers.boards import combat
from tests.helpers.cli import done, hoplo
from tests.helpers.proofs import columns, proofs

BOARD = """krakenlance player C3 hero mv1 hp3 blue, archer player B2 mv1 rg3 blue as:archer, \
Rep_2 player - mv1 as:reptilian, rep-1 rival C4 hp5 as:reptilian, shade rival D3 hp5 as:archer, beast arena E5 hp3"""

PROOFS = f"""
A turn is played with names cut short; of unknown ones the nearest is named
  {BOARD}
    turn deploy rep G2; move KRAK d4; attack arch sha 1; attack krak rep 1 -> at Rep_2: G2; moved: krakenlance D4; \
        attacks: archer shade, krakenlance rep-1
    turn move krakenlanse D4 -> refused: No unit of yours in combat is called 'krakenlanse'; did you mean krakenlance?…
    turn attack krak shede -> refused: Your Attacker cannot attack 'shede', which is not in combat; did you mean shade?…
    turn deploy repp2 G2 -> refused: No unit of your camp is called 'repp2'; did you mean Rep_2?…
    turn tactic adrenalin2 krak -> refused: There is no tactic 'adrenalin2'; did you mean adrenaline?…
A beginning that would be ambiguous on the whole board is not among opponents, nor is your own unit's id
  h player C3 hero hp3 blue, rep player B1 as:reptilian, reptilian rival C4 hp5 as:reptilian
    turn attack h rep 1 -> attacks: h reptilian
    refuses attack h my-rep -> rule: yours.attack; text: Attacker cannot attack your Reptilian: it is not an opponent…
  h player C3 hero hp3 blue, rep player B1 as:reptilian, reptilian rival C4 hp5 as:reptilian, rep2 rival D3 hp5
    turn attack h rep 1 -> refused: 'rep' may mean reptilian (the rival's, reptilian), rep2 (the rival's, attacker)…
An answer behind an action is cut short too
  h player C3 hero hp2 hl6 Hook, krak player E3, rival-reptilian rival D5, s rival G3
    turn ability h ho rival-rep D4 -> put: rival-reptilian D4
    turn ability h hook zeus D4 -> refused: the answers have ended: ability.target of h is open…
  h player D4 Hook, rep-1 rival B4, rep-2 rival F4: turn ability h hook rep -> refused: 'rep' may mean rep-1 \
      (the rival's, attacker), rep-2 (the rival's, attacker)…
Both sides' units may be meant, so that an exact id does not settle it; the side's word does (p.25)
  {{chip}} player C3 as:attacker, x rival C4 as:archer, s rival A1 | player.tactics=adrenaline/
    turn tactic adrenaline {{chip}} -> refused: '{{chip}}' may mean {{chip}} (yours, attacker), x (the rival's, archer)…
    turn tactic adr my-{{chip}} -> TacticPlaced unit: {{chip}}
    turn tactic adr rival-{{chip}} -> TacticPlaced unit: x
    turn tactic adr x -> TacticPlaced unit: x
  {{chip}} player C3 as:attacker, x rival A2 as:archer, s rival A1 | player.tactics=adrenaline/
    turn tactic adrenaline {{chip}} -> TacticPlaced unit: {{chip}}
    {{chip}}: archer, arch
Tactics and skills are named by their beginnings among those held
  h player C3, r rival C4 | player.tactics=stun/adrenaline: turn tactic AD h -> TacticPlaced chip: adrenaline
  h player C3 hp1 hl5 Regen-1 Heave blue, r rival C4 hp2
    turn ability h r -> hp h: 2
    turn special h hea r 0 -> hp r: 2
"""

test_rules = proofs(PROOFS)


def meant(name: str, side: str = "", units: str = BOARD) -> list[str]:
    """List whom a name may mean on the board, among the units of one side or all."""
    board = combat("engage", units.split(", "))
    return [unit.id for unit in candidates(board, name, [u for u in board.units.values() if side in ("", u.side)])]


SIDED = "my-krak rival C3, krak player C4, rival-rep-1 rival D3, rival-rep-2 rival E3, zed player A1"
CASED = "rep rival C3, REP rival C4"


@pytest.mark.parametrize(("name", "side", "found", "units"), columns(f"""
krakenlance | | krakenlance
KRAK | | krakenlance
k | | krakenlance
Krak en lance | |
rep 1 | | rep-1
rep | | Rep_2 rep-1
reptilian | rival | rep-1
my-rep | | Rep_2
rival-rep | | rep-1
rival-arch | | shade
arena-b | | beast
rival-krak | |
my- | |
archer | | archer
arc | | archer shade
!! | |
lance | |
my-krak | | my-krak | {SIDED}
my-kr | | krak | {SIDED}
rival-rep-2 | | rival-rep-2 | {SIDED}
rival-rep | | rival-rep-1 rival-rep-2 | {SIDED}
REP | | REP | {CASED}
Rep | | rep REP | {CASED}
""", 4))  # fmt: skip
def test_a_name_means_an_id_or_begins_one(name: str, side: str, found: str, units: str) -> None:
    """An exact id wins; else every id or chip that begins like it; a side's word narrows it, or is part of an id."""
    assert meant(name, side, units or BOARD) == found.split()
    assert meant("", side) == []


def test_several_meanings_are_refused_with_their_candidates() -> None:
    board = combat("engage", BOARD.split(", "))
    with pytest.raises(AmbiguousNameError, match=r"Rep_2 \(yours, reptilian\), rep-1 \(the rival's, .*my-rep") as told:
        named(board, "rep", board.units.values())
    assert isinstance(told.value, UsageError)
    with pytest.raises(UnknownNameError, match="did you mean krakenlance"):
        any_named(board, "krakenlanse", board.units.values())
    both: dict[str, Any] = {"regen": 1, "regroup": 2}
    assert [picked(name, both) for name in ("regen", "regr", "x")] == [1, 2, None]
    with pytest.raises(AmbiguousNameError, match="regen, regroup"):
        picked("reg", both)


def test_what_is_told_by_hand_names_units_the_same_way() -> None:
    board = combat("engage", BOARD.split(", "))
    changed, _, _ = apply_changes(board, "krak hp 2; rival-rep hp 1")
    assert (changed.units["krakenlance"].hp, changed.units["rep-1"].hp) == (2, 1)
    with pytest.raises(AmbiguousNameError, match=r"may mean Rep_2 \(yours, reptilian\), rep-1"):
        apply_changes(board, "rep hp 2")


@pytest.mark.parametrize(("short", "long"), columns("""
krak hp 2 | set krak hp 2
krak hex D4 | move krak D4
krak dazed | set krak dazed yes
archer gains stun | set archer tactics stun
rival-rep defeated | defeat rival-rep
rival-rep hp 0 | remove rival-rep
chip flag with krak | flag krak
""", 2))  # fmt: skip
def test_what_is_resolved_by_hand_may_be_written_as_for_set(short: str, long: str) -> None:
    """One language: a setting is understood with `set` before it and without, and so is where a unit goes."""
    board = combat("engage", BOARD.split(", "), event="capture-the-flag")
    changed = [write_position(apply_changes(board, line)[0]) for line in (short, long)]
    assert changed[0] == changed[1] != write_position(board)


def test_options_are_asked_for_by_a_short_name() -> None:
    assert "move krakenlance" in done("options", "krak", "--example").out
    assert "if it moved first" in hoplo("options", "rept", "--example").out, "no unit of yours"
