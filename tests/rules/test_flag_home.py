"""When the flag is home, when it is taken, and what a unit that moves out and back comes over (p.18, 26, 35-36)."""

from pathlib import Path

import pytest

from tests.helpers.cli import hoplo
from tests.helpers.fights import Table
from tests.helpers.proofs import proofs
from tests.helpers.setting_up import at_your_turn, stand
from tests.helpers.stories import Story, stories

PROOFS = """
# Brought home
flag.home-moved: a rival that hooks your flagholder home does not lose by it
  r rival E2 rg1 Hook, h player G2 hp3, k player A3 hero | event=capture-the-flag, flag=@h, \
      arena.player_deployment=F2/F1: abilities -> at h: F2; combat over: -
flag.home-moved: The flag first and then the home hex, in this order, and one alone is not enough
  h player E1 mv3, r rival A1 hp3 | event=capture-the-flag, flag=F1, arena.player_deployment=G1/F2
    turn move h G2 (home) -> offered: home+none; equipped chip rulings: flag equip.passing; CombatEnded rule rulings: \
        flag.home home.moved; combat over: goal-met
  h player F1 mv2, r rival A1 hp3 | event=capture-the-flag, flag=F3, arena.player_deployment=G1/F2
    turn move h F3 -> combat over: -; place flag: h
  h player F1 mv1, r rival A1 hp3 | event=capture-the-flag, flag=G1, arena.player_deployment=G1/F2
    turn move h G1 -> combat over: goal-met
flag.home-moved: A card that moves an ally does not displace it: it takes the flag, and wins at home (p.36; home.moved)
  own skills Own: ability: move ally within 2 up to 1
  x player E2 Own, h player F1, r rival A1 hp3 | event=capture-the-flag, flag=@h, step=abilities, state.side=player
    turn ability x own G1 -> put displaced: h G1 no; CombatEnded rule rulings: flag.home home.moved; combat over: \
        goal-met
  own skills Own: ability: displace ally within 2 by 1
  x player E2 Own, h player F1, r rival A1 hp3 | event=capture-the-flag, flag=@h, step=abilities, state.side=player
    turn ability x own G1 -> at h: G1; combat over: -
flag.home-moved: A tactic is no skill of the unit's own: what it displaces home has not come home (p.35-36)
  own tactics push kind=instant: displace self by 1
  h player E2 hero, a player F1, r rival A1 hp3 | event=capture-the-flag, flag=@a, step=tactics, state.side=player
    turn tactic push a (G1) -> at a: G1; combat over: -; Relocated displaced: yes
  own tactics push kind=instant: move up to 1
  h player E2 hero, a player F1, r rival A1 hp3 | event=capture-the-flag, flag=@a, step=tactics, state.side=player
    turn tactic push a (G1) -> at a: G1; combat over: goal-met; Relocated displaced: no
flag.home-moved: Where its own skill puts it, the flagholder has moved, also where the player tells the skill (p.35)
  own skills Own: ability: manual "Leap"
  h player F1 Own, x player F2 Own, y player D1, r rival A1 hp3 | event=capture-the-flag, flag=@h, step=abilities, \
      state.side=player
    turn ability h own (h hex G1) -> CombatEnded rule rulings: flag.home home.moved; combat over: goal-met
    turn ability x own (h hex G1) -> combat over: -
flag.home-moved: Whose own skill changes its hex has moved: with the flag onto a home hex, it wins (home.moved)
  {units}, r rival A1 hp3 | flag=@h, arena.player_deployment=G1/F2
    turn {line}; end, event=capture-the-flag -> CombatEnded rule rulings: flag.home home.moved; combat over: goal-met
    turn {line}, event=spar -> combat over: -
    {units} | {line}
      h player F1 mv2 Reposition | special h reposition G1
      h player F1 Swap, a player G1 | ability h swap a
      h player F1 Swap, x rival G1 | ability h swap x
      h player E2 Shove, x rival F2 | ability h shove x
flag.home-moved: A flagholder that is put on its home hex by hand has come home (home.moved)
  h player F1, a player E1, r rival A1 hp3 | arena.player_deployment=G1/F2
    correct {line}, event=capture-the-flag, flag=@h -> CombatEnded rule: flag.home; combat over: goal-met
    correct {line}, event=capture-the-flag, flag=@a -> CombatEnded: none; combat over: -
    correct {line}, event=spar, flag=@h -> CombatEnded: none; combat over: -
    {line}: move h G1, set h hex G1
flag.home-moved: What another unit does to the flagholder displaces it, and wins nothing (p.35; home.moved)
  {units}, r rival A1 hp3 | event=capture-the-flag, flag=@h, arena.player_deployment=F1/G1/G2
    turn {line} -> at h: {end}; combat over: -; place flag: h
    turn {line}; end -> combat side: rival
    {units} | {line} | {end}
      h player F1, a player G1 Swap | ability a swap h | G1
      h player F2, a player E2 Shove | ability a shove h | G2
      h player E1, a player G1 Hook | ability a hook h F1 | F1
      h player F1, a player F2 Hurl-1 | ability a hurl h G1 | G1
flag.home-moved: Where every way leads over a home hex, the flag comes home on it, or by the other reading does not
  h player F1 mv2 Reposition, r rival A1 hp3 | event=capture-the-flag, flag=@h, arena.player_deployment=G1/F2
    turn {act} F3 -> asked: none; CombatEnded rule rulings: flag.home home.moved; combat over: goal-met
    turn {act} F3, rulings.home.moved=end -> asked: none; CombatEnded: none; combat over: -
    turn {act} F2 -> combat over: goal-met
    turn {act} F2, rulings.home.moved=end -> combat over: goal-met
    {act}: move h, special h reposition
flag.home-moved: Of several ways within its Movement, longer ones too, the flagholder takes the one that you want (p.26)
  h player F1 {mv} Reposition, r rival A1 hp3 | event=capture-the-flag, flag=@h, arena.player_deployment=F2/
    turn {line} (home) -> asked id options rule: movement.way home+none flag.home; CombatEnded rule rulings: flag.home \
        home.moved
    turn {line} (none) -> combat over: -
    {mv} | {line}
      mv2 | move h E3
      mv3 | move h E2
      mv2 | special h reposition E3
      mv3 | special h reposition E2
flag.home-moved: Roaming, the first step onto a home hex ends the combat, or by the other reading the last one
  h player F1 mv2 Roaming, r rival A1 hp3 | event=capture-the-flag, flag=@h, arena.player_deployment=G1/F2
    turn roam h (s) -> combat over: goal-met; CombatEnded rule rulings: flag.home home.moved
    turn roam h, rulings.home.moved=end (s, s) -> combat over: -
  h player E1 mv2 Roaming, r rival A1 hp3 | event=capture-the-flag, flag=@h, arena.player_deployment=G1/F2
    turn roam h (se, n) -> combat over: -
  h player F1 mv1 Roaming, r rival A1 hp3 | event=capture-the-flag, flag=@h, arena.player_deployment=G1/F2
    turn roam h (s) -> CombatEnded rule rulings: flag.home -

# Out and back
yours.move-back: Out and back within its Movement is a move, on which it takes the flag and comes home (p.26; move.back)
  h player G1 mv2, r rival A1 hp3 | event=capture-the-flag, flag=F1
    turn move h G1; end -> asked: none; moved rule start rulings: h G1 yours.move-back G1 move.back; CombatEnded rule \
        rulings: flag.home move.back; combat over: goal-met
  h player D1 mv2, r rival A1 hp3 | event=capture-the-flag, flag=E1
    turn move h D1 -> combat over: -; place flag: h; combat moved: h
yours.move-back: a unit fetches a chip next door
  h player D3 mv2, r rival A1 hp3 | chips.trident=D4, chips.orb=C3
    turn move h D3 (trident) -> offered: orb+trident; place trident: h; place orb: C3; at h: D3
  h player D3 mv4, r rival A1 hp3 | chips.trident=D4, chips.orb=C3
    turn move h D3 (trident and orb) -> offered: orb+trident+trident and orb
  h player D3 mv2 Reposition, r rival A1 hp3 | chips.trident=D4
    turn special h reposition D3 -> place trident: h; Relocated rulings: move.back
yours.move-back: a special brings nobody back by the other reading
  h player G1 mv2 Reposition, r rival A1 hp3 | event=capture-the-flag, flag=F1
    turn special h reposition G1, rulings.move.back=no -> put: none; combat over: -; place flag: F1
    turn special h reposition G1 -> combat over: goal-met
  h player G1 mv1 Reposition, r rival A1 hp3 | event=capture-the-flag, flag=@h
    turn special h reposition G1 -> combat over: -
  h player G1 mv0 Reposition, r rival A1 hp3 | event=capture-the-flag, flag=@h
    refuses special h reposition -> rule: yours.somebody
yours.move-back, flag.home-moved: a flagholder that was displaced home moves out and back
  h player G1 mv2, r rival A1 hp3 | event=capture-the-flag, flag=@h
    turn move h G1 -> CombatEnded rule rulings: flag.home move.back; combat over: goal-met
  h player D3 mv2, r rival A1 hp3 | event=capture-the-flag, flag=D3: turn move h D3 -> place flag: h
yours.move-back, yours.once: Who comes back has moved: not once more, and Dig In has nothing to add (p.26)
  h player D3 mv2 hp3 blue Dig_In, x rival D4 hp9, r rival A1 hp3
    refuses move h D3; move h D2 -> rule: yours.once
    turn attack h x 1 -> Attacked dice: blue+black
    turn move h D3; attack h x 1 -> Attacked dice: blue
yours.move-back: Out and back takes two steps and a free hex beside it; over blocked hexes only a flier comes back
  h player A2 {mv}, r rival G3 | {known}
    refuses move h A2 -> rule: yours.move; why: Your Attacker is on A2 already{why}
    {mv} | {known} | {why}
      mv1 | step=deployment | : out and back takes 2 hexes, and its Movement is 1
      mv0 | step=deployment | : out and back takes 2 hexes, and its Movement is 0
      mv2 | arena.blocked=A1/B1/A3/B3/B2 | , and every hex next to it is blocked
      mv3 | arena.blocked=A1/B1/A3/B3/B2 | , and every hex next to it is blocked
  h player A2 mv3, r rival G3: refuses move h A2, rulings.move.back=no -> rule: yours.move; text: Your Attacker does \
      not come back to A2, which it leaves (ruling move.back)…
  h player A2 mv1 Flight, r rival G3: offers -> move *: h A1+A3+B2+B3
  h player A2 mv3 Flight, r rival G3 | arena.blocked=A1/B1/A3/B3/B2: offers -> move *: h \
      A2+B4+C1+C2+C3+C4+C5+D2+D3+D4+D5

# Deployed onto the flag
flag.not-deployed: The flag stays where it lies; read otherwise it is taken, and not home before it moves (flag.deploy)
  h player D3 hero, a player - mv2, r rival A1 hp3 | event=capture-the-flag, flag=G1
    turn deploy a G1, rulings.flag.deploy=default -> place flag: G1; combat over: -; Deployed rulings: flag.deploy
    turn deploy a G2, rulings.flag.deploy=default -> Deployed rulings: -
    turn deploy a G1, rulings.flag.deploy=yes -> place flag: a; combat over: -; equipped rulings: flag.deploy
    turn deploy a G2, rulings.flag.deploy=yes -> Deployed rulings: -

# No hex to deploy on
yours.deploy-none-free, surrender.never: A primus or scion combat is never surrendered: your turn goes on (p.28, 30)
  x rival G1, y rival G2, z rival G3, h player - hero hp3, a player - | event={event}, act={act}
    offers -> must_surrender: no
    turn end -> combat side: rival
    {event} {act}: primus 1, scion 4
yours.deploy-must: With nobody in combat and no free hex you surrender, nothing else is open, or read otherwise you wait
  x rival G1, y rival G2, z rival G3, h player - hero hp3, a player - | event={event}
    offers -> must_surrender: yes; must_deploy: no; deploy: -; start: bless reinforce+surrender
    refuses {what} -> rule: yours.deploy-none-free; instead: surrender; text: You have no unit in combat and no free \
        deployment hex: surrender (ruling deploy.none-free)…
    turn surrender -> combat over: surrendered
    turn end! -> combat side: rival
    offers, rulings.deploy.none-free=wait -> must_surrender: no
    turn end, rulings.deploy.none-free=wait -> combat side: rival; not-deployed rulings: deploy.none-free
    {event} | {what}
      bloodshed | end
      spar | tactic stun x
      capture-the-flag | end
yours.deploy-none-free: One free hex or one unit in combat is enough (p.25)
  y rival G2, z rival G3, h player - hero hp3, a player -: offers -> must_deploy: yes
  x rival G1, y rival G2, z rival G3, h player - hero hp3, a player -, k player D3: offers -> must_surrender: no
"""

test_rules = proofs(PROOFS)


@pytest.mark.rule("yours.move-back")
def test_everything_that_lists_moves_lists_the_way_back() -> None:
    """`options`, those of a unit and the turn agree, at a shell too (move.back)."""
    for ruling, there in (("yes", True), ("no", False)):
        line = f"atl ctf 3 | r: rep@A1 | p: krak@G1 5 | on: flag@F1 | rulings: move.back={ruling}"
        moves = hoplo("options", "krak", "--position", line, "--json").json["moves"]
        listed = hoplo("options", "--position", line, "--json").json["move"]["krakenlance"]
        assert moves["steps"].get("G1") == (2 if there else None)
        assert moves["destinations"] == listed
        ran = hoplo("turn", "move krak G1; end", "--position", line)
        assert (ran.code, "The flag is home" in ran.out) == ((0, True) if there else (3, False))


def carried(table: Table, hex_: str) -> Table:
    """Stand the hero on a hex with the flag."""
    stand(table, "krakenlance", hex_)
    return table.do("correct", "set", "flag", "krakenlance")


@pytest.mark.rule("flag.home-moved", "yours.move-back")
def test_a_followed_fight_is_won_on_the_way_and_out_and_back() -> None:
    table = carried(at_your_turn("target", goals=["capture-the-flag"]), "G2")
    assert table.game.fight.over == ""
    table.do("move", "krakenlance", "G2")
    assert (table.game.fight.over, table.game.fight.turn_of) == ("goal-met", "nobody")
    assert [(event.rule, event.rulings) for event in table.events if event.what == "combat-ended"] == [
        ("flag.home", ["move.back"])
    ]
    over = carried(at_your_turn("target", goals=["capture-the-flag"]), "F1")
    over.do("move", "krakenlance", "F2", answers=(("movement.way", "none"),))
    assert over.game.fight.over == ""


@stories("""
yours.deploy-none-free: The command line says that you must surrender
  options --position 'atl spar 3 | r: rep@G1^, def@G2, arc@G3 | p: krak 5, arc' -> You must surrender
    | not end your turn
  turn end --position 'atl spar 3 | r: rep@G1^, def@G2, arc@G3 | p: krak 5, arc' -> 3
    | (ruling deploy.none-free) (p.25); you may: surrender
  turn end --position 'atl spar 3 | r: rep@G1^, def@G2, arc@G3 | p: krak 5, arc | rulings: deploy.none-free=wait'
    -> (by ruling: deploy.none-free)
""")
def test_the_commands_say_so(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)
