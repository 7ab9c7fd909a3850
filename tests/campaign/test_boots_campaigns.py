"""Whole campaigns with Mercury's Boots, pad and bag held against a second reading of its sheet (A3 p.5-8)."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import rounds
from hoplo_companion.campaign.cleanup import Aftermath, Reward
from hoplo_companion.campaign.events import Result
from hoplo_companion.campaign.model import Bane, Campaign, PlaceKind
from hoplo_companion.campaign.pad import banes_due
from hoplo_companion.campaign.travel import destinations, travel
from hoplo_companion.campaign.world_map import opponent
from hoplo_companion.cli.campaign.event import ask_reward
from hoplo_companion.cli.fight.fight import ask_modifiers
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.words import Edition
from hoplo_companion.table.play.planning import modifiers
from hoplo_companion.table.saves.format import from_state, to_state
from tests.campaign.test_boots import REGIONS, begun
from tests.helpers.cli import Sitting
from tests.helpers.stories import Story, stories


def world(edition: Edition = "2024", **more: Any) -> Campaign:
    """Lay out a round world: a capital in each region, beside a Sport, a Bloodshed and an Opportunity location."""
    from hoplo_companion.campaign.map_entry import learn_place

    campaign = begun(edition, **more)
    home = campaign.place
    for at, region in enumerate(REGIONS):
        beyond = REGIONS[(at + 1) % 8]
        capital = home if region == "atlanteans" else f"{region} capital"
        for name, kind, paths in (
            (f"S {region}", "sport", [f"B {region}"]), (f"B {region}", "bloodshed", [f"O {region}"]),
            (f"O {region}", "opportunity", [f"S {beyond}"]), (capital, "capital", [f"S {region}", f"B {region}"]),
        ):  # fmt: skip
            if name not in campaign.places:
                campaign, _ = learn_place(campaign, name, kind, region, paths)
    places = dict(campaign.places)
    for path in (f"S {'atlanteans'}", f"B {'atlanteans'}"):
        places[home] = replace(places[home], paths=(*places[home].paths, path), more_paths=False)
        places[path] = replace(places[path], paths=(*places[path].paths, home))
    return replace(campaign, places=places)


class Sheet:
    """A second reading of the sheet: what pad and bag must show, counted from what is done and from nothing else."""

    def __init__(self, campaign: Campaign) -> None:
        self.weeks = 0
        self.influence = 0
        self.held = len(campaign.camp.opportunities)
        self.chips = self.count(campaign)

    @staticmethod
    def count(campaign: Campaign) -> Counter[str]:
        stacks = [f"{region} {at}" for region, stack in campaign.stacks.items() for at in range(stack.size())]
        return Counter([*campaign.bag.units, *campaign.camp.units, *campaign.drawn.units, *stacks])

    def agrees(self, campaign: Campaign) -> None:
        pad = campaign.pad
        assert sum(pad.weeks) == self.weeks
        acts_done = self.weeks // 6
        assert pad.act == min(4, acts_done + 1)
        assert all(week == 6 for week in pad.weeks[: pad.act - 1])
        assert pad.influence == self.influence
        assert self.count(campaign) == self.chips
        banes = [*campaign.bag.banes, *campaign.camp.banes]
        assert len(banes) == min(22, 1 + self.influence // 4), "the scion's, and one for every fourth space"
        assert len(campaign.camp.opportunities) == self.held <= pad.opportunity_capacity
        assert (1 <= pad.navigation <= 4, 3 <= pad.opportunity_capacity <= 5) == (True, True)
        assert len(campaign.camp.units) + 1 <= pad.leadership
        assert from_state(to_state(campaign)) == campaign


def banes(campaign: Campaign, gained: int) -> list[Bane]:
    return [Bane(f"Bane {campaign.pad.influence + at}", "bag") for at in range(banes_due(campaign, gained))]


def resolved(campaign: Campaign, sheet: Sheet, result: Result, *, week: bool, influence: int = 0) -> Campaign:
    sheet.weeks += week
    sheet.influence += influence
    campaign, _ = result
    sheet.agrees(campaign)
    return campaign


ROWS = ("heal", "other:one", "other:two", "other:three")


def a_round(campaign: Campaign, sheet: Sheet, random: Random) -> Campaign:
    """Play a round at random: travel, then accept or spectate, and win or lose what is no primus."""
    ways = [each for each in destinations(campaign) if not each.refused]
    to = random.choice(ways)
    campaign, _ = travel(campaign, to.place, to.by, to.via)
    sheet.weeks += to.by == "harbor"
    sheet.agrees(campaign)
    if campaign.outcome:
        return campaign
    kind, act, hp = campaign.places[campaign.place].kind, campaign.pad.act, campaign.pad.hp
    if kind == "capital":
        reward = Reward() if opponent(campaign) == "scion" else Reward(rows=ROWS)
        won = rounds.win_event(campaign, reward, Aftermath(hp=hp))
        return resolved(campaign, sheet, won, week=not won[0].outcome)
    if random.random() < 0.3:
        return resolved(campaign, sheet, rounds.spectate(campaign, banes(campaign, act), ()), week=False, influence=act)
    if kind == "opportunity":
        count = random.randint(0, rounds.cards_drawn(campaign))
        sheet.held += count
        cards = [f"Card {random.random()}" for _ in range(count)]
        return resolved(campaign, sheet, rounds.accept_opportunity(campaign, *cards), week=True)
    if random.random() < 0.3:
        lost = rounds.lose_event(campaign, banes(campaign, act), Aftermath(hp=hp))
        return resolved(campaign, sheet, lost, week=True, influence=act)
    reward = Reward(tactics=())
    if kind == "bloodshed":
        pad, left = campaign.pad, ["health", "leadership"]
        left += ["navigation"] * (pad.navigation != 4) + ["opportunity-capacity"] * (pad.opportunity_capacity != 5)
        left += ["add-die"] * (len(pad.attack or ()) != 4)
        reward = Reward(upgrade=random.choice(left))
    return resolved(campaign, sheet, rounds.win_event(campaign, reward, Aftermath(hp=hp)), week=True)


@pytest.mark.rule("boots.opportunity-event")
@pytest.mark.parametrize("seed", range(12))
def test_random_campaigns_end_within_24_weeks(seed: int) -> None:
    """Whatever is done, pad and bag are what the sheet says, and the campaign ends by its 24th week."""
    random = Random(seed)
    campaign = world(random.choice(["2024", "promo"]))
    sheet = Sheet(campaign)
    for _ in range(400):
        if campaign.outcome:
            break
        campaign = a_round(campaign, sheet, random)
    assert campaign.outcome in ("won", "lost")
    assert sheet.weeks <= 24
    assert (campaign.outcome == "lost") == (sheet.weeks == 24)


FIRSTS = " ".join(f"--first-unit {region}={region}-first" for region in REGIONS)
NEW = f"""
  new --mercurys-boots --hero krakenlance --difficulty valiant --scion taotie --scion-bane Gigantic:unit --name it \
    --module strange-sands --opportunity Shrine --opportunity Caravan --opportunity Reckless --spend navigation \
    --spend unit:kunlun:monk {FIRSTS}
"""
SHEET = """new --mercurys-boots --module rivals --hero krakenlance --class attacker --scion taotie \
--scion-bane Gigantic:unit"""
FIRST_CHIPS = " / ".join(f"{region}-first" for region in REGIONS)
BOUGHT = """
  camp --json -> units has monk | opportunities = ["A", "B", "C"]
  stack --json -> stacks.kunlun.size = 4
"""


@stories(f"""
boots.pad, boots.ascension, boots.opportunity-event: All of a campaign by commands is kept
  begun
  pad --json -> boots = "2024" | modules = ["strange-sands"] | navigation = 2 | opportunity_capacity = 3
  pad --plain -> Navigation | Strange Sands
  map add Grove --kind bloodshed --region atlanteans --path 'Atlanteans capital'
  map add Shore --kind opportunity --region atlanteans --path Grove && travel Shore --via Grove
  event opportunity New -> 3
  camp opportunity Shrine --discard && event opportunity New
  camp --json -> opportunities = ["Caravan", "Reckless", "New"]
  --json -> week = 2
  undo && --json -> week = 1
  redo && map edit Shore --path Cove --path Grove && travel Grove -> 3
  travel Cove --kind bloodshed && event accept && cleanup --won --upgrade opportunity-capacity
  pad --plain -> side B up: Atlanteans
  fix pad.navigation 4 --why misread && fix pad.navigation 5 --why misread -> 1
  fix pad.weeks 7,0,0,0 --why misread -> 1 | an act of this campaign has 6 weeks
  fix turned none --why 'side A is up' && stow --plain -> Cove | Write the last path on the pad: from Shore.
  odyssey --plain -> Mercury's Boots
  stow --back --plain -> Navigation 4, Opportunity Capacity 4.
  doctor
  event primus --seed 1 --json -> returns = true
  pad week mark && map edit Cove --path Shore && route Grove --json -> routes lacks [] | routes.0 has stops
boots.difficulty, boots.scion-bane: Options of the sheet stand for it alone; what is missing is named
  new --spend health --first-game -> 2
  new --hero nox --spend health -> 2 | --mercurys-boots
  new --mercurys-boots --edition 1999 -> 2 | 2024
  new --mercurys-boots --module Sands -> 2 | there is no module 'Sands'
  new --mercurys-boots --hero nox --scion taotie -> 2 | --difficulty
  new --mercurys-boots --edition promo --hero nox --scion set -> first chips of 8 faction stacks
  pad --json -> blessings = 10 | modules = ["faces-of-evil"]
  bag --json -> contents.Cheat Death = 1
boots.ascension, boots.first-opportunities: Hero Ascension is a conversation in the order of the sheet: by A4 the bag \
  comes last, and each upgrade is offered with its change
  {SHEET} --difficulty fearless << enter / A, B, C / 3 / 9 / 8 / monk / 0 / {FIRST_CHIPS}
    -> Draw the top three | 6 blessings left | Navigation 1 to 2 | 5 blessings left: what does one buy?
    | Navigation 2 to 3: the spots of a Travel Phase | Which chip lies on top? | Kunlun First goes into the bag
  pad --json -> blessings = 4 | navigation = 2
  bought
boots.ascension, boots.first-opportunities: By A3 the bag comes first
  {SHEET} --edition promo << enter / {FIRST_CHIPS} / A, B, C / 3 / 9 / 8 / cheat death / monk / 0
    -> Draw the top three | 10 blessings left | Navigation 1 to 2 | 9 blessings left: what does one buy?
    | Navigation 2 to 3: the spots of a Travel Phase | Which chip lies on top? | Cheat Death is a bane
  pad --json -> blessings = 8 | navigation = 2
  bought
""", begun=NEW, bought=BOUGHT)  # fmt: skip
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.rule("boots.primus-reward")
def test_rewards_are_asked_for_and_the_rows_of_the_sheet_only_once() -> None:
    """What a row offers is kept, so that the next primus asks for the choice alone."""
    campaign = world().with_pad(hp=3)
    left, person = Aftermath(hp=3, rivals=("murmillo",)), Sitting()

    def asked(kind: PlaceKind, keys: str) -> Reward:
        person.pressed = keys.split("|")
        reward = ask_reward(person, campaign, kind, Reward(), left)
        assert not person.pressed
        return reward

    first = asked("capital", "1|2|2|1|3|1|Shrine|6|1|7|1|look at a card")
    assert first.rows == ("recruit:murmillo", "opportunity:Shrine", "heal", "other:look at a card")
    assert asked("capital", "1|6|Caravan|nothing").rows[0] == "navigation"
    both = asked("sport", "1")
    assert (both.recruit, both.tactics) == ("murmillo", ())
    assert asked("bloodshed", "7").upgrade == "opportunity-capacity"
    assert "Navigation +1" in person.said()


def test_a_modifier_of_the_sheet_is_asked_once() -> None:
    """In one line; what is not typed is kept as a reminder, and neither is asked for again."""
    campaign, person = world(), Sitting()
    first, second, *rest = campaign.primuses
    beaten = (replace(first, defeated_in_act=1, order=1), replace(second, defeated_in_act=1, order=2), *rest)
    campaign = replace(campaign, primuses=beaten)
    person.pressed = ["then bag", "enter"]
    ask_modifiers(person, campaign)
    known, unknown = modifiers(campaign, catalogue())
    assert ([list(each.then) for each in known.values()], unknown) == ([["bag"], []], [])
    assert known["boots-modifier-2"].instructions.startswith("Boots Modifier 2")
    ask_modifiers(person, campaign)
