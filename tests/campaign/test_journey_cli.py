"""A campaign travelled by commands: the map as it is told, rounds, an act to its end, words for all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.seated import seated
from tests.helpers.stories import Story, stories, tell

BEGUN = """
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


@stories("""
The map is entered, shown, exported and read again
  begun
  map --json -> here = Atlantis | unknown = [] | places.Reef.paths = ["Atlantis", "Cove", "Quay"] | keep map
  map export {tmp}/map.toml && map edit Cove --kind opportunity && map import {tmp}/map.toml && map --json -> is map
  write {tmp}/map.toml '[places.Reef]\\nkind = "lake"\\nregion = "nowhere"\\n'
  map import {tmp}/map.toml -> 1 | lake | nowhere
A place is entered when the encampment first comes there, its kind by an option, but no path from here (p.14)
  begun && travel reef && event spectate
  travel Nowhere -> 2 | --kind
  travel Coove -> 3 | did you mean Cove
  travel Cove --kind sport -> 2
  travel Grove --kind lake -> 3
  map --json -> places lacks Grove
  travel Grove --kind opportunity && map --json -> places.Grove = \
    {"kind": "opportunity", "region": "atlanteans", "paths": ["Reef"], "more_paths": true}
  event spectate && travel reef -> 3 | hoplo map edit Grove --path
  map edit Grove --path Reef && travel -> (by ruling: travel.dead-end)
  travel reef -> (by ruling: travel.dead-end)
  undo && undo && undo && undo && map --json -> here = Reef | places lacks Grove
The event is shown, accepted and cleaned up
  begun
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
  begun && to_peak && cleanup --lost && --plain -> odyssey
  pad heal -> 3 | campaign is lost
  pad week mark -> 3 | campaign is lost
  pad influence 1 -> 3 | campaign is lost
  pad bless -> 3 | campaign is lost
  travel cove -> 3 | campaign is lost
  map edit Cove --kind sport
The odyssey tells each week in a paragraph
  begun && travel reef && cleanup --won --tactic none && travel cove && cleanup --won --upgrade health
  travel peak && cleanup --won --prowess 'Endurance 1' --drawn archer
  odyssey --json -> journey.# = 3
    | journey.0.what = From Atlantis to Reef (Atlanteans). A combat is fought at the table: Sport.
    | journey.1.what has A combat is fought at the table: Bloodshed. Health rises to 7.
    | journey.1.what has From Reef to Cove ( | journey.2.what has The primus Bingqing is defeated.
    | journey.2.what has joins the troop. The Prowess Endurance 1 is gained. | journey.2.what has Act I is over.
What the cleanup takes for unchanged is said, and what is refused has taken nothing
  begun && travel reef && cleanup --won --tactic none --bane Ruin:bag -> 3
  cleanup --won --recruit nobody -> 3 | not not entered
  cleanup --won --tactic none --hp 5 -> taken as none or unchanged: --defeated, --rival, --drawn-bane, --used
A refused bane teaches nothing: its kind is still not known
  begun && pad influence 1 --bane 'Big One:bag' -> 3
  bag add 'Big One:camp' -> 3
  pad influence 4 --bane 'Big One' -> 2
Alone it says what comes next and what is at stake
  begun && --plain -> next: the Travel Phase (p.14) | Peak can be reached by week 12 without spectating
  --json -> phase = travel | weeks_left = 12 | influence_to_bane = 4 | place = Atlantis | deadline.capital = Peak
  fix pad.weeks.0 11 --why 'a late week'
  --plain -> To be at Peak in week 12, 2 events have to be spectated, which brings 2 influence and 0 banes (p.15)
  travel reef && --plain -> next: the Event Phase (p.16)
The stacks by commands
  begun && stack --json -> stacks.kunlun = {"size": 6, "known": []}
  stack draw kunlun -> 2
  stack draw kunlun d3 -> 2 | is a hex: type the name of the chip
  bag add D3 -> 2 | is a hex: type the name of the chip
  camp recruit D3 -> 2 | is a hex: type the name of the chip
  stack see kunlun monk sage && stack -> Monk, Sage, then 4 more
  stack draw kunlun -> 5 chips are left
  stack draw kunlun monk -> 3
  undo && stack --json -> stacks.kunlun = {"size": 6, "known": ["monk", "sage"]}
A bane's kind is told once
  begun && pad influence 4 --bane Gigantic -> 2
  pad influence 4 --bane Gigantic:bag -> kept in
  bane remove Gigantic && pad influence 4 --bane gigantic -> silent
  bag --json -> contents.Gigantic = 1
  bane draw 'Bad Moon' && pad --json -> camp.banes = ["Bad Moon"]
  data show gigantic --json -> records.0.kind = bag
A Prowess card's capacity is told once, and undo and redo keep what was typed of the card
  begun && camp prowess Deep Bag --tactic-capacity 1 && pad --json -> tactic_capacity = 4
  undo && pad --json -> tactic_capacity = 3
  redo && camp prowess 'deep bag' --sacrifice && undo && pad --json -> tactic_capacity = 4
  camp tactic stun && camp prowess 'Deep Bag' --sacrifice -> 3 | name the tactic to discard
  camp prowess 'Deep Bag' --sacrifice --discard stun && pad --json -> tactic_capacity = 3
The history and the odyssey tell all of it, and a correction is no part of the story
  begun && travel reef && cleanup --won --tactic none --hp 3 && fix pad.hp 5 --why miscounted
  history --last 2 -> HP: 3 → 5 | miscounted
  camp recruit tactician && history --last 1 -> units in the camp: + Tactician | units in the bag: - Tactician
  undo && odyssey -> From Atlantis to Reef | not miscounted
Where the encampment may go, and why not elsewhere
  begun && travel reef && event spectate && travel -> yes Cove | no Atlantis | p.14
saving.stow, saving.partway, saving.resume: What is put away, and put back, is what this campaign has
  begun && travel reef && stow -> Write Reef on the pad | the last path on the pad: from | Krakenlance on 6 red HP
    | Archer, Attacker, Defender | Grand Entrance | The bag with its 5 chips
  stow --back -> encampment goes on Reef
  event spectate && travel cove && event spectate && travel peak
  cleanup --won --prowess 'Endurance 1' --drawn archer && stow -> Bingqing goes onto the camp's stack | not Write
  stow --back -> encampment goes on Peak | Primuses Decimus, The Parthian; the scion Taotie.
  stow --json -> steps.1.name = Defeated primus
  stow --back --json -> steps.0.name = Encampment
  odyssey --json -> hero = Krakenlance | journey.0.week = 1 | record.The scion = Taotie: still to come
  odyssey -> Odyssey of Krakenlance | Bingqing defeated | Taotie: still to come | Endurance 1
""", begun=BEGUN, to_peak=TO_PEAK)  # fmt: skip
def test_journeys(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.rule("prepare.primus")
def test_a_lineup_that_cannot_be_fought_is_put_right_in_its_form(tmp_path: Path, home: Path) -> None:
    tell("begun && to_peak", tmp_path, begun=BEGUN, to_peak=TO_PEAK)
    says = seated("||it is right|Rival's lineup|bag primus|it is right", "fight", "start")
    assert "add the icons of the rival's lineup" in says
    assert 'lineup = ["bag", "primus"]' in (home / "data" / "events" / "primus-1.toml").read_text()
