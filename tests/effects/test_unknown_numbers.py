"""What a look at the board hangs on and nobody has entered: asked at a terminal, elsewhere left out where it can be."""

from pathlib import Path

from tests.helpers.stories import Story, stories

BOARD = "--position 'atl koth 3 | r: rep@C2 3, att@A1 3 | p: krak@E3 6, bust@G1 4'"
"""Neither the Attacker's nor the Bustuarius's Movement is in any source."""

MISSING = "the Movement of Attacker (attacker) is not known"
MAT = '"columns 3 4 5 6 5 4 3, rival A1, player G1, all: strongest" koth 3 | r: rep@C2 3'


@stories(f"""
component.asked: An unrelated unit's unknown numbers do not matter
  why rep {BOARD} -> silent | Reptilian's destination: D3
  why rep --step engage {BOARD} -> silent | Reptilian's target: none
  why-not rep krak {BOARD} -> silent | Krakenlance (4. the farthest opponent) is chosen
  why-not rep D2 {BOARD} -> silent | D2 is out: not within Range
  why-not rep att {BOARD} -> silent | Attacker is out: an ally
  why-not att rep {BOARD} -> silent | Reptilian is out: an ally
  options rep {BOARD} -> silent | D3 | cannot attack Krakenlance
  options krak {BOARD} -> silent | 2 steps
  look unit att {BOARD} -> silent | unknown
  board --words {BOARD} -> silent | Bustuarius
component.asked: A unit's own unknown number is said
  why att {BOARD} -> 1 | {MISSING}
  why-not att krak {BOARD} -> 1 | {MISSING}
  options att {BOARD} -> 1 | {MISSING}
  why-not att B1 {BOARD} -> 1 | {MISSING}
component.asked: `why` of all shows what can be shown, and options leave out what hangs on the number; both say the rest
  why {BOARD} -> Reptilian's destination: D3 | {MISSING} | not Attacker's
  why --position 'atl koth 3 | r: att@A1 3 | p: krak@E3 6' -> 1 | one-line
  options {BOARD} --json -> move keys krakenlance | unknown = {{"bustuarius": ["movement", "range"]}}
  options {BOARD} -> Movement and Range of Bustuarius
component.asked: The HP of an opponent out of reach is not missed, nor that of the only one in reach (p.23)
  why rep --position '{MAT} | p: bust@D3, tact@G1' -> Bustuarius
  why rep --position '{MAT} | p: bust@D3 4, tact@G1' -> Bustuarius
An opponent comes before an ally, a name of two opponents is asked back, one of nobody has the names listed
  why-not rep kra --example -> Krakenlance
  why-not rep my-def --example -> your Defender
  why-not rep arch --position 'atl koth 3 | r: rep@C2 3 | p: archer@E3 2, archer@F3 2' -> 2 | may mean | not my-arch
  why-not rep hydra --example -> 2 | neither a hex of this mat nor a unit
What a look hangs on is asked at a terminal and kept
  why att {BOARD} --plain << 1 / enter / 1 / enter -> Movement | Range | Attacker's mark
  options att {BOARD}
""")
def test_what_is_not_known(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)
