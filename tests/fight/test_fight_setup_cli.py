"""A fight by commands: begun in a campaign or apart, its card remembered, cleaned up, dropped, taken back (p.16-30)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoplo_companion.campaign.fight import Move
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.table.play.moves import made
from tests.helpers.boards import change, combat
from tests.helpers.cli import hoplo
from tests.helpers.fights import ready
from tests.helpers.stories import Story, stories

BRAWL = 'Brawl: bloodshed, lineup local+t bag, yours hero camp*2, instructions "No mercy.", cleanup: gain influence 2'
REEF = """
  new --first-game
  map add Reef --kind bloodshed --region atlanteans --path Cove
  map add Atlantis --kind capital --region atlanteans --path Reef
  map add Cove --kind sport --region atlanteans --path Reef && travel Reef
"""
WON = """
  rival-turn --auto first && fix lineup none && fix krakenlance E3 && fix krakenlance dazed no && fix murmillo E4
  fix murmillo hp 1 && fix rival-tactics none && turn attack krakenlance murmillo 2
"""
ALONE = "--hero krakenlance --arena atlanteans --camp archer,attacker --tactics stun"


@stories(f"""
prepare.instructions, prepare.local: A fight in a campaign from its card to the next round; card and chips are typed \
  once
  reef && camp opportunity Reckless && camp --json -> keep camp
  fight start '{BRAWL}' -> 2 | The card says: No mercy. p.17, 19 | prepare.local
  answer archer -> 3 | neutral
  answer decimus -> 3 | elite
  answer trident -> 3 | arena
  answer murmillo 'defender, 1/1/3, blue' archer no D3 && fight --json -> fight.turn_of = rival
    | fight.event = bloodshed | fight.arena = atlanteans | fight.position.rival = \
    {{"lineup": ["murmillo", "rival-archer"], "tactics": ["stun"]}}
  own events brawl -> kind = bloodshed | lineup = ["local+tactic", "bag"] | yours = ["hero", "camp", "camp"]
  cleanup --upgrade health -> 3 | is not over:
  won && cleanup -> 3 | choose one hero upgrade
  cleanup --upgrade leadership -> Rival units go into the bag: Murmillo, Archer. | not Reckless is met
    | Brawl, in the Cleanup Phase: gain influence 2. | not taken as none
  camp --json -> is camp
  fight -> 2 | no fight is followed
  undo && fight --json -> fight.over = goal-met
  cleanup --upgrade health && travel Cove && fight start brawl -> 3 | a Bloodshed card
prepare.opportunity: Reckless is met with its unit added and the event won
  reef && camp opportunity Reckless && fight start '{BRAWL}' -> 2
  answer murmillo 'defender, 1/1/3, blue' archer yes attacker D3
  fight --json -> fight.position.rival.lineup.-1 = rival-attacker
  won && cleanup --upgrade health -> The Opportunity Reckless is met
  camp opportunity Reckless --discard
surrender.start, punishment.influence: A surrendered fight is cleaned up as failed
  reef && fight start '{BRAWL}' -> 2
  answer murmillo 'defender, 1/1/3, blue' archer D3 && turn surrender -> not set-up
  cleanup --won -> 2 | the fight was lost
  cleanup --upgrade health -> 3 | no reward
  cleanup -> The Bloodshed combat has failed.
  pad --json -> influence = 1 | weeks.0 = 1
round.phases: Nothing else begins while a fight is followed
  reef && fight start '{BRAWL}' -> 2
  fight start brawl -> 2 | being set up
  fight start '{BRAWL}' -> 2 | being set up
  fight start --sport spar -> 2 | being set up
  fight start -> 2 | prepare.local
  turn surrender -> 3 | set-up
  answer murmillo 'defender, 1/1/3, blue' archer D3 && fight start -> 3 | still followed
  fight start brawl -> 3 | still followed
fight.corrected, component.asked: A card typed anew says what it changes, and is found by its beginning
  reef && fight start '{BRAWL}' -> 2
  fight drop && fight start '{BRAWL.replace("local+t bag", "local bag")}' -> 2 | was known already
  fight drop && fight start Bra -> 2 | is open
A dropped fight is cleaned up by hand
  reef && fight start '{BRAWL}' -> 2
  answer murmillo 'defender, 1/1/3, blue' archer D3 && fight drop -> no longer followed
  fight drop -> 3
  cleanup --won --upgrade health --defeated archer --hp 3 --used stun -> Rival units go into the bag: Murmillo, Archer.
    | Defeated units go into the bag: Archer.
  pad --json -> hp = 4
prepare.sport, event.accept: What cannot be begun here says why
  reef && fight start -> 2 | which event is fought?
  fight start brwl -> 2 | no event is called
  fight start 'Brawl: bloodshed' -> 2 | icons of the rival's lineup
  fight start 'Brawl: bloodshed, lineup bog' -> 2 | bog
  fight start 'Games: sport, goals spar, lineup local' -> 3 | Sport card
  fight start '{BRAWL}' --sport spar -> 3 | is not a Sport event
  fight start '{BRAWL}' --hero decimus -> 2 | --stand-alone
  fight start 'Primus: primus 1, lineup bag primus, yours hero' -> 3 | Primus card
  fight start '{BRAWL}' --act 7 -> 2 | act
  fight -> 2 | no fight is followed
An open question is asked in words with what to type; what is under way is named as a player knows it
  reef && fight start '{BRAWL}' -> 2 | `hoplo answer …`) | (prepare.local of atlanteans is open;
    | Which unit lies on top of the stack of the Atlanteans?
  rival-turn -> 3 | the set-up is not finished and asks “Which unit lies on top of the stack of the Atlanteans?” \
    (prepare.local): answer with
Where the app is to draw and cannot, it says why
  reef && config draws app && fight start '{BRAWL}' -> 2 | The app cannot draw this chip

# Stand-alone
prepare.bag-bane, prepare.unit-bane: A fight of its own needs options alone; banes are entered with their kind
  fight start 'Brawl: bloodshed, lineup bag bag+t, yours hero camp*2' {ALONE} -> 2
  answer beast -> 3 | arena's chip
  answer gigantic -> 3 | add its kind
  answer gigantic:camp -> 3 | bag or a unit bane
  answer Gigantic:bag nothing -> 2
  answer empowered -> 2 | component.bane of empowered
  answer 'health +1 for rival' archer Shade:unit 'tactician, 1/2/2, red' D3 && fight --json
    -> fight.position.rival = {{"lineup": ["rival-archer", "shade"], "tactics": ["hamstring"]}}
    | fight.position.cards.banes = ["empowered"] | fight.position.player.tactics = ["stun"]
  turn surrender -> not no fight
  cleanup -> The stand-alone fight Brawl is lost. | not taken as none
  fight start brawl {ALONE} --act 2 --hp 3 -> 2
  fight --json -> fight.act = 2
prepare.primus: A stand-alone primus is the one of the arena's region
  fight start 'P: primus 2, lineup primus, yours hero camp*2' --hero decimus --arena kunlun --act 2 --camp archer
    -> 2 | component.unit of primus-bingqing
  answer 'attacker, 2/1/5, blue blue' && fight --json -> fight.position.bench.primus-bingqing.health = 8
    | fight.position.bench.primus-bingqing.elite = true
  own units primus-bingqing -> elite = true
Options that make no fight leave nothing behind
  fight start 'Brawl: bloodshed, lineup local' --hero nobody --arena kunlun -> 2 | nobody
  fight start 'Brawl: bloodshed, lineup local' --hero decimus --arena nowhere -> 2 | known arenas
  fight start 'Brawl: bloodshed, lineup local' --hero decimus -> 2 | --arena
  fight start 'Brawl: bloodshed, lineup local' --arena kunlun -> 2 | --hero
  fight start 'Brawl: bloodshed, lineup local' --hero decimus --arena kunlun --attack pink -> 2 | pink
  fight start 'Brawl: bloodshed, lineup local' --hero decimus --arena kunlun --hp 0 -> 2 | hp
  save --json -> campaigns = []
component.asked: The app invents no component: what only a chip or a card can tell stays open, whoever else answers
  fight start 'Brawl: bloodshed, lineup local+t, yours hero' {ALONE} --auto first --seed 1 -> 2 | prepare.local
  answer net-fighter '1/1/3, blue' --auto random -> 2 | component.class of net-fighter
  answer defender --auto first -> 2 | component.start of trident
  answer D3 --auto random && own units net-fighter -> class = ["defender"]
""", reef=REEF, won=WON)  # fmt: skip
def test_a_fight_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_an_open_question_of_a_position_says_what_to_type() -> None:
    board = hoplo("board", "atl koth 3 engage | r: rep@E2 3 | p: krak@E3 6", "--json").out
    err = hoplo("rival-turn", "--position", "-", stdin=board).err
    assert "Reptilian attacks Krakenlance with 2 blue dice: how many hits? (attack.dice of reptilian is open" in err
    assert err.endswith(': --answers FILE with the line "0")\n')


# A deployment whose hex nobody entered -----------------------------------------------------------------------------


UNTOLD = {"health": None, "movement": None, "range": None, "attack": None}
TOLD = {"health": 4, "movement": 2, "range": 1, "attack": "blue blue"}


@pytest.mark.rule("yours.deploy")
@pytest.mark.parametrize("missing", [list(UNTOLD), ["health"], ["movement", "attack"], []])
def test_what_nobody_told_of_a_deployed_unit_is_asked_once_each(missing: list[str]) -> None:
    """It enters with HP for its Health and acts in the steps that follow: p.25."""
    board = combat("deployment", ["a player - mv1 hl3 blue", "r rival D3 hp3"], state={"side": "player"})
    board = change(board, "a", **{stat: UNTOLD[stat] for stat in missing})
    board, events = made(board, ready(), Move("deploy", ("a", "G2")))
    asked = []
    while (question := pending(board)) is not None:
        assert (question.id, question.unit) == ("component.stat", "a")
        asked.append(question.about)
        board, more = apply(board, TOLD[question.about])
        events = [*events, *more]
    assert asked == missing
    unit = board.units["a"]
    assert (unit.hp, unit.dazed) == (4 if "health" in missing else 3, True)
    assert [type(event).__name__ for event in events].count("Deployed") == 1
    assert board.agenda == ()
