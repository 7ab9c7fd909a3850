"""A campaign by commands: travelled over its map, an act to its end; what is asked back where a slip is likely."""

from collections.abc import Collection
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import pad
from hoplo_companion.campaign.bag import FILL_NO_SLOT, chance_in_lineup, draw_odds
from hoplo_companion.campaign.model import Bag, Bane, Campaign, RefusedError
from tests.helpers.answering import answering
from tests.helpers.fights import ready
from tests.helpers.maps import what
from tests.helpers.stories import Story, stories, tell

MAP = """
  new --first-game
  map add Atlantis --kind capital --region atlanteans --path Reef --here
  map add Reef --kind sport --region atlanteans --path Cove --path Quay
  map add Quay --kind harbor --region atlanteans
  map add Cove --kind bloodshed --region atlanteans --path Peak
  map add Peak --kind capital --region kunlun
"""
"""A campaign with a small map of two regions."""

TO_PEAK = "travel reef && event spectate && travel cove && event spectate && travel peak"
"""To the capital of the first primus, spectating on the way."""
BEGUN = """
  new --first-game
  map add Reef --kind bloodshed --region atlanteans --path Atlantis
  map add Cove --kind sport --region atlanteans --path Atlantis
  map add Stall --kind opportunity --region atlanteans --path Atlantis
  map add Atlantis --kind capital --region atlanteans --path Reef --path Cove --path Stall
"""
CARD = "'Duel: bloodshed, lineup local, yours hero camp*2'"
FOES = "--primus decimus --primus virago --primus bingqing --scion-bane Doom"
BY_NOBODY = f"new --scion foo --hero krakenlance --difficulty fearless {FOES}"
DUEL = f"""
  fight start {CARD} -> 2
  answer reptilian -> 2
  answer D3
"""
UNKNOWN = "2 | 'foo' | taotie | hoplo data add scion 'foo: …'"


@stories("""
The map is entered, shown, exported and read again
  mapped
  map --json -> here = Atlantis | unknown = [] | places.Reef.paths = ["Atlantis", "Cove", "Quay"] | keep map
  map export {tmp}/map.toml && map edit Cove --kind opportunity && map import {tmp}/map.toml && map --json -> is map
  write {tmp}/map.toml '[places.Reef]\\nkind = "lake"\\nregion = "nowhere"\\n'
  map import {tmp}/map.toml -> 1 | lake | nowhere
A place is entered when the encampment first comes there, its kind by an option, but no path from here (p.14)
  mapped && travel reef && event spectate
  travel Nowhere -> 2 | --kind
  travel Coove -> 3 | did you mean Cove
  travel Cove --kind sport -> 2
  travel Grove --kind lake -> 3
  map --json -> places lacks Grove
  travel Grove --kind opportunity && map --json -> places.Grove = \
    {"kind": "opportunity", "region": "atlanteans", "paths": ["Reef"], "more_paths": true}
  event spectate && travel reef -> 3 | hoplo map edit Grove --path
  travel peak -> 3 | is not adjacent to Grove | hoplo map edit Grove --path
  map edit Grove --path Reef && travel -> (by ruling: travel.dead-end)
  travel reef -> (by ruling: travel.dead-end)
  undo && undo && undo && undo && map --json -> here = Reef | places lacks Grove
  travel Grove --kind opportunity --path Cove && map --json -> places.Grove.paths = ["Cove", "Reef"]
The event is shown, accepted and cleaned up
  mapped
  event -> 3
  travel reef && event --json -> event.kind = sport | event.may = ["accept", "spectate"] | event.influence = 1
  event -> hoplo event accept
  cleanup -> 2
  event accept && event --json -> event.may = ["cleanup"]
  event spectate -> 3
  cleanup --won -> 3 | gain tactics
  cleanup --lost --tactic stun -> 3
  cleanup --won --tactic none && travel cove && cleanup --lost --defeated archer --hp 2
  pad --json -> hp = 2 | week = 3 | influence = 1 | camp.units = ["attacker", "defender"]
A campaign that is over is not played on, but its map is for other campaigns too
  mapped && to_peak && cleanup --lost && --plain -> odyssey
  pad heal -> 3 | campaign is over
  pad week mark -> 3 | campaign is over
  pad influence 1 -> 3 | campaign is over
  pad bless -> 3 | campaign is over
  travel cove -> 3 | campaign is over
  map edit Cove --kind sport
The odyssey tells each week in a paragraph
  mapped && travel reef && cleanup --won --tactic none && travel cove && cleanup --won --upgrade health
  travel peak && cleanup --won --prowess 'Endurance 1' --drawn archer
  odyssey --json -> journey.# = 3 | journey.0.what = From Atlantis to Reef (Atlanteans). A combat is fought at the \
    table: Sport. | journey.1.what has A combat is fought at the table: Bloodshed. Health rises to 7.
    | journey.1.what has From Reef to Cove ( | journey.2.what has The primus Bingqing is defeated.
    | journey.2.what has joins the troop. The Prowess Endurance 1 is gained. | journey.2.what has Act I is over.
What the cleanup takes for unchanged is said, and what is refused has taken nothing
  mapped && travel reef && cleanup --won --tactic none --bane Ruin:bag -> 3
  cleanup --won --recruit nobody -> 3 | not not entered
  cleanup --won --tactic none --hp 5 -> taken as none or unchanged: --defeated, --rival, --drawn-bane, --used
A refused bane teaches nothing: its kind is still not known
  mapped && pad influence 1 --bane 'Big One:bag' -> 3
  bag add 'Big One:camp' -> 3
  pad influence 4 --bane 'Big One' -> 2
Alone it says what comes next and what is at stake
  mapped && --plain -> next: the Travel Phase (p.14) | Peak can be reached by week 12 without spectating
  --json -> phase = travel | weeks_left = 12 | influence_to_bane = 4 | place = Atlantis | deadline.capital = Peak
  fix pad.weeks.0 11 --why 'a late week'
  --plain -> To be at Peak in week 12, 2 events have to be spectated, which brings 2 influence and 0 banes (p.15)
  travel reef && --plain -> next: the Event Phase (p.16)
The stacks by commands
  mapped && stack --json -> stacks.kunlun = {"size": 6, "known": []}
  stack draw kunlun -> 2
  stack draw kunlun d3 -> 2 | is a hex: type the name of the chip
  bag add D3 -> 2 | is a hex: type the name of the chip
  camp recruit D3 -> 2 | is a hex: type the name of the chip
  stack see kunlun monk sage && stack -> Monk, Sage, then 4 more
  stack draw kunlun -> 5 chips are left
  stack draw kunlun monk -> 3
  undo && stack --json -> stacks.kunlun = {"size": 6, "known": ["monk", "sage"]}
A bane's kind is told once
  mapped && pad influence 4 --bane Gigantic -> 2
  pad influence 4 --bane Gigantic:bag -> kept in
  bane remove Gigantic && pad influence 4 --bane gigantic -> silent
  bag --json -> contents.Gigantic = 1
  bane draw 'Bad Moon' && pad --json -> camp.banes = ["Bad Moon"]
  data show gigantic --json -> records.0.kind = bag
A Prowess card's capacity is told once, and undo and redo keep what was typed of the card
  mapped && camp prowess Deep Bag --tactic-capacity 1 && pad --json -> tactic_capacity = 4
  undo && pad --json -> tactic_capacity = 3
  redo && camp prowess 'deep bag' --sacrifice && undo && pad --json -> tactic_capacity = 4
  camp tactic stun && camp prowess 'Deep Bag' --sacrifice -> 3 | name the tactic to discard
  camp prowess 'Deep Bag' --sacrifice --discard stun && pad --json -> tactic_capacity = 3
The history and the odyssey tell all of it, and a correction is no part of the story
  mapped && travel reef && cleanup --won --tactic none --hp 3 && fix pad.hp 5 --why miscounted
  history --last 2 -> HP: 3 → 5 | miscounted
  camp recruit tactician && history --last 1 -> units in the camp: + Tactician | units in the bag: - Tactician
  undo && odyssey -> From Atlantis to Reef | not miscounted
Where the encampment may go, and why not elsewhere
  mapped && travel reef && event spectate && travel -> yes Cove | no Atlantis | p.14
saving.stow, saving.partway, saving.resume: What is put away, and put back, is what this campaign has
  mapped && travel reef && stow -> Write Reef on the pad | the last path on the pad: from | Krakenlance on 6 red HP
    | Archer, Attacker, Defender | Grand Entrance | The bag with its 5 chips
  stow --back -> encampment goes on Reef
  event spectate && travel cove && event spectate && travel peak
  cleanup --won --prowess 'Endurance 1' --drawn archer && stow -> Bingqing goes onto the camp's stack | not Write
  stow --back -> encampment goes on Peak | Primuses Decimus, The Parthian; the scion Taotie.
  stow --json -> steps.1.name = Defeated primus
  stow --back --json -> steps.0.name = Encampment
  odyssey --json -> hero = Krakenlance | journey.0.week = 1 | record.The scion = Taotie: still to come
  odyssey -> Odyssey of Krakenlance | Bingqing defeated | Taotie: still to come | Endurance 1
""" f"""
blessing.over: No blessing between the end and the cleanup of a fight that is followed, nor after any cleanup (p.13)
  begun && travel Reef && pad bless && duel && fix over won
  pad bless -> 3 | bless.over | p.13 | unchanged
  pad bless survive -> 3 | bless.over | p.13 | unchanged
  pad bless reinforce --drawn archer -> 3 | bless.over | p.13 | unchanged
  turn 'bless reinforce' -> 3 | bless.over | p.13 | unchanged
  cleanup --upgrade health && pad bless -> 3 | bless.over | unchanged
  pad bless reinforce --drawn archer --drawn tactician -> 3 | bless.over | unchanged
  rulings bless.over -> p.13
blessing.over, blessing.combat: No blessing at an Opportunity, nor after it
  begun && travel Stall && pad bless -> 3 | Opportunity
  event opportunity Reckless && pad bless -> 3 | bless.over
blessing.over: No blessing in a stand-alone fight that is over
  fight start {CARD} --apart --hero krakenlance --arena atlanteans --blessings 2 -> 2
  answer reptilian -> 2
  answer D3 && fix over lost && pad bless -> 3 | bless.over
  cleanup --recruit archer -> 2 | --recruit archer
  cleanup
scion.preparation: Before a scion combat that is not followed all blessings are crossed off, each for a bane (p.31)
  new --first-game && pad bless scion --bane Ruin -> 3 | Act IV
  map add Vesuvius --kind capital --region vesuvians && fix pad.act 4 --why x && fix pad.blessings 3 --why x
  fix place Vesuvius --why x && fix phase event --why x
  fix bag.banes '[{{"name": "Ruin", "kind": "bag"}}, {{"name": "Shade", "kind": "unit"}}]' --why x
  fix camp.banes '[{{"name": "Gloom", "kind": "camp"}}, {{"name": "Ruin", "kind": "camp"}}]' --why x
  pad bless scion -> 2 | --bane | bag:Ruin | camp:Gloom
  pad bless scion --bane Ruin --bane Ruin --bane Ruin --bane Ruin -> 3 | at most: 3, not 4
  pad bless scion --bane Doom -> 3 | Doom
  pad bless -> 3 | bless scion
  pad --json -> blessings = 3
  pad bless scion --bane camp:Ruin --bane gloom --bane none && pad --json -> blessings = 0
  bane --json -> bag.*.name = ["Ruin", "Shade"] | camp = []
  undo && pad bless scion --bane none && pad --json -> blessings = 0
  bane --json -> camp.# = 2
What is one too many is an error that names it
  begun && travel Cove
  cleanup --won --tactic none --sacrifice archer -> 3 | Archer | unchanged
  cleanup --won --recruit hoplite --rival hoplite --sacrifice archer -> 3 | Archer | unchanged
  cleanup --won --tactic stun -> 3 | Stun | unchanged
  cleanup --won --tactic none --bane Ruin:bag -> 3 | Ruin | unchanged
  cleanup --lost --sacrifice archer -> 3 | --sacrifice archer | unchanged
  cleanup --lost --bane Ruin:bag -> 3 | Ruin | unchanged
  event spectate --bane Ruin:bag -> 3 | Ruin | unchanged
  pad influence 1 --bane Ruin:bag -> 3 | Ruin | unchanged
  camp recruit hoplite --sacrifice archer -> 3 | Archer | unchanged
  camp prowess Zeal --discard stun -> 3 | Stun | unchanged
  camp prowess Zeal --sacrifice --discard stun -> 3 | Zeal | unchanged
A surplus sacrifice, bane or discard of another reward is an error
  begun && travel Reef && cleanup --won --upgrade health --sacrifice archer -> 3 | Archer
  fix pad.blessings 0 --why x && cleanup --lost --hp 0 --bane Ruin:bag -> 2 | Ruin
  fix camp.tactics stun --why x && camp tactic adrenaline --discard stun -> 3 | Stun
camp.special-tactic: A special tactic is a reward once an Opportunity has earned it and it has come back (p.13, 33)
  begun && travel Cove && cleanup --won --used stun --tactic frenzy -> 3 | Frenzy | Opportunity
  camp tactic frenzy --discard hamstring && cleanup --won --used stun --tactic frenzy -> 3 | Frenzy
  cleanup --won --used frenzy --tactic war-scales -> 3 | War Scales
  cleanup --won --used frenzy --tactic Frenzy && pad --json -> camp.tactics = ["adrenaline", "stun", "frenzy"]
term.gain-hp: HP gained outside combat exceeds Health without limit (p.12); typed as a correction it is asked back
  begun && travel Reef && pad gain 3 && pad --json -> hp = 9
  fix pad.hp 99 --why x -> 2 | Health of 6 | --yes | unchanged
  fix pad.hp 8 --why x && fix pad.hp 99 --why x --yes && pad heal && pad --json -> hp = 99
  cleanup --won --upgrade health --hp 12 -> more than the Health
term.gain-hp: HP above Health is asked back in a fight and at a terminal
  begun && travel Reef && duel
  fix pad.hp 99 --why x -> 2 | Health of 6 | --yes
  fix krakenlance.hp 99 --why x -> 2 | Health of 6 | --yes
  fix pad.hp 99 --why x << n -> 130 | Is that right? | stopped
  pad --json -> hp = 6
  fix pad.hp 7 --why x << y -> Is that right? | corrected by hand
  pad --json -> hp = 7
A scion that nobody knows is an error that says what to type
  new --scion foo -> {UNKNOWN}
  new --scion foo --hero nox --difficulty fearless {FOES} -> {UNKNOWN}
  fight start --apart --scion foo --hero nox -> {UNKNOWN}
  save --json -> campaigns = []
A scion that nobody knows is asked back at a terminal
  {BY_NOBODY} << n -> 130 | with this name on its card? | stopped
  save --json -> campaigns = []
  {BY_NOBODY} << y -> with this name on its card? | Next: `hoplo play`
  save --json -> campaigns.# = 1
  fix difficulty null -> 2 | known difficulties
  fix scion bar --why x -> 2 | bar | --yes
  fix scion hydra --why x
influence.bane: A bane stack found empty says so once, whatever draws from it, and owes no more
  begun && travel Reef && pad influence 8 --bane Doom:camp --bane none -> once The bane stack is empty.
  pad --json -> influence = 8
  bane -> left on the stack: 0 at most
  pad influence 4 -> The bane stack is empty.
  event accept && undo && fix banes_gone 0 --why x && pad influence 4 -> 2 | --bane
  bane draw none -> The bane stack is empty.
The front cards are shown wherever a way is chosen, and spectating moves them on (p.7-8, 16)
  begun && travel Cove && event deck -> event deck sport
  event deck sport Brawl, Race, 'Long Jump' && event deck -> At the front of the Sport deck: Brawl, Race, Long Jump.
  event -> Sport event at Cove: Brawl
  event spectate << Wall, Race, Duel
  event deck --json -> = {{"decks": {{"sport": ["Wall", "Race", "Duel"]}}}}
  undo && event spectate --ahead 'Long Jump, Race, Wall' -> At the front of the Sport deck: Long Jump, Race, Wall.
  map edit Atlantis --kind sport && travel -> front card Long Jump
  route Atlantis -> Atlantis  Sport (Long Jump)
  travel --json -> destinations.0.card = Long Jump
  event deck sport none && event deck --json -> = {{"decks": {{}}}}
  undo && event deck primus Duel -> 3 | sport
  event deck sport -> 2 | CARD
  fix decks.sport 'Wall, Race' --why x && history -> front of the Sport deck
What is not known at the beginning is said: dice where the difficulty needs none, no level where the sheet has none
  new --hero nox --difficulty fearless --scion taotie --primus decimus --primus bingqing --primus the-parthian
    -> the hero's dice are not known
  new --mercurys-boots --edition promo --scion-bane Gigantic:bag --hero krakenlance --scion taotie
    -> Krakenlance sets out on a campaign. The bag | not dice are not known
A scion fight outside a campaign says what the card says of the stack, not how many that is
  fight start --scion taotie --hero krakenlance --camp archer --auto first
    -> Pluto's Domain: draw banes (one for each Vesuvian unit still in the faction stack).
Slots of a lineup at the command line
  begun && travel Reef && bag add Ruin:bag
  bag --slots 2 --json -> slots = 2 | odds.tactician = 7/10 | odds.Ruin = 1/3
  bag --slots 2 -> ███████··· 70 % (7/10)
  bag --draws 2 --json -> odds.tactician = 3/5
  bag --slots 2 --draws 2 -> 2
""", mapped=MAP, to_peak=TO_PEAK, begun=BEGUN, duel=DUEL)  # fmt: skip
def test_journeys_and_slips(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_a_lineup_that_cannot_be_fought_is_put_right_in_its_form(tmp_path: Path, home: Path) -> None:
    tell("mapped && to_peak", tmp_path, mapped=MAP, to_peak=TO_PEAK)
    says = answering("||it is right|Rival's lineup|bag primus|it is right", "fight", "start")
    assert "add the icons of the rival's lineup" in says
    assert 'lineup = ["bag", "primus"]' in (home / "data" / "events" / "primus-1.toml").read_text()


BAG = Bag(
    ("archer", "archer", "hoplite"),
    (Bane("Ruin", "bag"), Bane("Ruin", "bag"), Bane("Gale", "camp"), Bane("Shade", "unit")),
)


def counted(slots: int, names: set[str], redrawn: Collection[str]) -> Fraction:
    """Draw the bag in every order, and count in how many one of some chips comes out before the slots are full."""
    chips = [(unit, False) for unit in BAG.units] + [(bane.name, bane.kind in redrawn) for bane in BAG.banes]
    hits = total = 0
    for order in permutations(chips):
        filled, is_seen = 0, False
        for name, fills_no_slot in order:
            is_seen |= name in names
            filled += not fills_no_slot
            if filled == slots:
                break
        hits, total = hits + is_seen, total + 1
    return Fraction(hits, total)


@pytest.mark.rule("bag.draw", "boots.camp-bane")
@pytest.mark.parametrize("slots", [1, 2, 3, 4, 5])
def test_the_odds_of_a_lineups_slots_are_those_of_every_order(slots: int) -> None:
    """Bag and camp banes fill no slot, and another chip is drawn; a unit bane fills one (p.29; boots.camp-bane)."""
    campaign: Campaign = replace(ready(), bag=BAG)
    chips = sorted({*BAG.units, *(bane.name for bane in BAG.banes)})
    assert draw_odds(campaign, slots, FILL_NO_SLOT) == {chip: counted(slots, {chip}, FILL_NO_SLOT) for chip in chips}
    for names in ({"Ruin", "Gale", "Shade"}, {"hoplite"}, {"archer", "Ruin"}, {"Ruin"}, set()):
        assert chance_in_lineup(campaign, slots, names) == counted(slots, names, FILL_NO_SLOT), names


def test_a_blessing_is_not_refused_while_no_round_has_been_played() -> None:
    campaign = replace(ready(), phase="travel", came_from="")
    assert what(pad.use_blessing(campaign)[1][1]) == "blessing.untold"
    with pytest.raises(RefusedError, match=r"bless\.over"):
        pad.use_blessing(replace(campaign, came_from="Pit"))
