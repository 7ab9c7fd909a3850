"""The faction stacks: what is known of them, the local units drawn from them, whose a chip is (p.7-8, 12-13, 19)."""

from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.campaign.bag import draw_local, faction_named, see_top
from hoplo_companion.campaign.model import REGIONS, Camp, Campaign, Stack
from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import remember
from hoplo_companion.render.sentences.decisions import because
from hoplo_companion.rules.model import is_local
from hoplo_companion.rules.rival.mover import priority_list
from tests.helpers.boards import combat, does
from tests.helpers.fights import ready
from tests.helpers.maps import CAMPAIGNS, refused
from tests.helpers.proofs import proofs
from tests.helpers.setting_up import bag_of, combat_of, fights, fought, known, waiting
from tests.helpers.stories import Story, stories, tell
from tests.helpers.table_games import Scene, scenes


@pytest.fixture
def first(catalogue: Catalogue) -> Campaign:
    return begin(catalogue, FIRST_GAME)[0]


@pytest.mark.rule("setup.stacks")
def test_each_faction_starts_with_six_chips_of_its_own(first: Campaign) -> None:
    """Eight stacks of six, the heroes not among them; of none it is known what lies on top (p.5, 8)."""
    assert list(first.stacks) == list(REGIONS)
    assert {stack.size() for stack in first.stacks.values()} == {6}
    assert not any(stack.known for stack in first.stacks.values())
    assert faction_named("Pluto's Refugees") == "plutos-refugees"
    assert "did you mean kunlun" in refused("setup.stacks", "p.8", faction_named, "kunln")
    refused("setup.stacks", "p.8", see_top, first, "kunlun", ["legionary"] * 7)
    remember("units", "reptilian", "Reptilian", {"faction": "atlanteans"})
    for unit in ("reptilian", "archer"):
        refused("setup.stacks", "p.8", see_top, first, "kunlun", [unit])
        refused("setup.stacks", "p.8", draw_local, first, "kunlun", unit)


@scenes("""
stack.top, stack.local: The chip on top is the local unit; only it may be looked at, so it is entered chip by chip \
  (p.7, 19)
  no draw_local kunlun -> stack.top | p.7
  if see_top kunlun a/b/c; draw_local kunlun; draw_local kunlun; draw_local kunlun -> stack_of kunlun: 3
    | event local.drawn: none
  if see_top kunlun a/b/c/d/e/f -> stack_of.size kunlun: 6
  draw_local kunlun jade-guard -> stack_of kunlun: 5 | event local.drawn: none
  see_top kunlun monk -> stack_of kunlun: monk:4
  no draw_local kunlun jade-guard -> stack.top | p.7
  if draw_local kunlun -> stack_of kunlun: 4
  draw_local kunlun monk -> stack_of kunlun: 4
stack.empty: With no chip left in the stack, the unit comes out of the bag instead (p.19)
  draw_local amazons huntress; draw_local amazons huntress; draw_local amazons huntress; draw_local amazons huntress
  draw_local amazons huntress; draw_local amazons huntress -> stack_of.size amazons: 0 | stack_of.size kunlun: 6
  no draw_local amazons huntress -> stack.empty | p.19 | from the bag
stack.local: A save from before the stacks has them whole
  forget -> stack_of.size vesuvians: 6
  draw_local vesuvians shade -> stack_of.size vesuvians: 5
""")
def test_stacks(scene: Scene) -> None:
    CAMPAIGNS.play(scene)


ACCEPTED = """
  new --first-game && data add event 'Brawl: bloodshed, lineup bag local, yours hero camp*2'
  travel Alpha --kind bloodshed --region atlanteans --path 'Atlanteans capital' && event accept
"""


@stories(
    """
stack.local: A fight that is not followed draws down the stack too: what is nowhere else came off it
  accepted && cleanup --lost --rival attacker --rival hoplite
  stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents.hoplite = 1 | contents.attacker = 1
stack.local: A chip is taken for the one in the bag where nobody can be asked, unless it is said
  accepted && bag add hoplite && cleanup --lost --rival attacker --rival hoplite
  stack --json -> stacks.atlanteans.size = 6
  bag --json -> contents.hoplite = 1
  undo && cleanup --lost --rival attacker --rival hoplite:stack && stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents.hoplite = 2
  undo && cleanup --lost --rival attacker --rival hoplite --rival hoplite && stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents.hoplite = 2
stack.local: A chip of another faction's came off no stack here
  accepted && stack see kunlun monk && cleanup --lost --rival attacker --rival monk
  stack --json -> stacks.atlanteans.size = 6
Where a chip came from is asked where it may be either, and of a neutral unit nothing is
  accepted && bag add hoplite
  cleanup --lost --hp 6 --rival hoplite --rival archer << enter / enter / enter / the bag
    -> 1 the stack of the Atlanteans | 2 the bag
  stack --json -> stacks.atlanteans.size = 6
  bag --json -> contents.hoplite = 1
  undo && cleanup --lost --hp 6 --rival hoplite --rival archer << enter / enter / enter / the stack of the Atlanteans
    -> 1 the stack of the Atlanteans | 2 the bag
  stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents.hoplite = 2
stack.local: A chip drawn before the set-up goes back, and is entered when it is due
  accepted && bag draw --chip attacker && stack draw atlanteans hoplite && fight start brawl
    -> 2 | drawn before the set-up, so back into the bag: Attacker | back onto the stack: Hoplite
  fight --json -> fight.question.id = prepare.bag
  answer attacker -> 2 | Hoplite joins the rival's lineup, from its faction's stack
  stack --json -> stacks.atlanteans.size = 5
  bag --json -> contents lacks attacker | contents lacks hoplite
""",
    accepted=ACCEPTED,
)
def test_stacks_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


LISTS = [{"for": "local", "list": [{"opponent": "hero"}]}, {"for": "other", "list": [{"opponent": "closest"}]}]
AMAZONS = known(
    arenas={"amazons": {"mat": {"priorities": LISTS}}}, events={"one": {"kind": "bloodshed", "lineup": ["local"]}}
)
FIGHTS = fights(
    {"amazons": lambda: AMAZONS},
    local=lambda table: is_local(combat_of(table), waiting(table)),
    list=lambda table: [entry.id() for entry in priority_list(combat_of(table), waiting(table))],
)
ON = "on one knows=amazons region=amazons units= tactics="


def of_stack(chip: str) -> str:
    """What is looked at of a chip that came off the stack."""
    return (
        f"waiting.chip: {chip} | waiting.faction: amazons | waiting.faction_inferred: no | local: yes | list: hero"
        f" | reopened.combat.bench.{chip}.faction: amazons | campaign.factions: {chip} amazons"
    )


@scenes(f"""
prepare.local-faction, term.local: A unit off a stack is of its faction: it is local in its arena and goes by the list \
  for locals, also where its chip is entered by hand (p.8, 23)
  {ON} stack=reptilian -> {of_stack("reptilian")}
  {ON} stack=murmillo -> {of_stack("murmillo")}
  {ON} stack=
  answer Reptilian -> {of_stack("reptilian")}
  {ON} stack=
  answer murmillo -> {of_stack("murmillo")}
  {ON} stack=net-fighter
  no answer 'defender, 1/1/4, blue blue, of kunlun' -> stack of amazons
  answer 'defender, 1/1/4, blue blue' -> saw UnitEntered fields.faction: amazons | {of_stack("net-fighter")}
  {ON} stack=
  answer net-fighter 'defender, 1/1/4, blue blue' -> {of_stack("net-fighter")}
""")
def test_local_units(scene: Scene) -> None:
    FIGHTS.play(scene)


@pytest.mark.rule("prepare.local-faction")
def test_a_chip_that_a_stack_has_shown_keeps_its_faction_in_the_bag_and_in_camp() -> None:
    """What the stack has shown holds in later fights too: out of the bag, and in your camp (p.8, 28)."""
    campaign = ready("bloodshed", region="atlanteans", stacks={"kunlun": Stack(), "atlanteans": Stack()})
    campaign, _ = draw_local(campaign, "kunlun", "reptilian")
    campaign, _ = see_top(campaign, "kunlun", ["murmillo"])
    assert campaign.factions == {"reptilian": "kunlun", "murmillo": "kunlun"}
    catalogue = known(events={"one": {"kind": "bloodshed", "lineup": ["bag"], "yours": ["camp"]}})
    changes: dict[str, Any] = {"factions": campaign.factions, "bag": bag_of("reptilian"), "camp": Camp(("murmillo",))}
    table = fought("one", catalogue=catalogue, **changes)
    assert waiting(table).faction == "kunlun"
    assert combat_of(table).units["murmillo"].faction == "kunlun"
    assert not is_local(combat_of(table), waiting(table))


test_throws = proofs("""
term.local: A Reptilian in the Atlanteans' arena deals the locals' 3 damage, as inferred, unless its faction is entered
  rep rival C3 as:reptilian {of}, foe player G2 hp9 | arena_of=atlanteans, chips.trident=@rep
    engage any, rulings.faction.inferred={reading} -> Damaged damage: {damage}; special-used rulings: {rulings}
    {of} | {reading} | {damage} | {rulings}
      | default | 3 | faction.inferred
      | no | 2 | faction.inferred
      of:atlanteans | default | 3 | -
      of:kunlun | default | 2 | -
""")


@pytest.mark.rule("term.local")
def test_an_inferred_faction_decides_the_list_and_is_named_in_because() -> None:
    units = ["rep rival C3 as:reptilian", "boss player E3 hero", "near player C4"]
    arena = {"region": "atlanteans", "priorities": LISTS}
    assert does(units, arena=arena)[1] == ["0 boss"]
    assert does(units, arena=arena, rulings={"faction.inferred": "no"})[1] == ["0 near"]
    told = because(combat("movement", units, arena=arena))
    named = [each for each in told if each["rule"] == "faction.inferred"]
    assert {each["unit"] for each in named} == {"rep"}
    assert all("inferred" in each["text"] for each in named)
    given = ["rep rival C3 as:reptilian of:atlanteans", *units[1:]]
    assert not [each for each in because(combat("movement", given, arena=arena)) if each["rule"] == "faction.inferred"]


def test_a_primus_that_is_deployed_has_hp_for_the_health_of_the_act() -> None:
    tell("""
      rival-turn 'atl primus act2 1 | p: krak@G2 6 | next: nox' --step deployment --json --auto first
        -> position.units.nox.hp = 8
    """)
