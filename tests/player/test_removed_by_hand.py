"""A unit that is taken off the mat by hand, or set to 0 HP: what its defeat sets off is offered, and never just so."""

import importlib
import pkgutil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import hoplo_companion.rules
import hoplo_companion.table
from hoplo_companion.render.sentences.words import with_page
from hoplo_companion.rules.agenda import Step, advance, pending
from hoplo_companion.rules.corrections import defeated_by_hand, follows
from hoplo_companion.rules.effects.in_force import Scene
from tests.helpers.boards import combat
from tests.helpers.fights_on_disk import FIGHTS
from tests.helpers.stories import Story, stories

HERO = "\n  fix krakenlance E3 3 && fix trident krakenlance"
SCION = """
  data add unit "Hydra's Head: 0/1/3" && data add unit 'Attacker: 2/1/4, blue'
  data add unit 'Defender: 1/1/5, black'
"""
HYDRA = """
  fight start --stand-alone --scion hydra --hero krakenlance --camp attacker -> 2
  answer 0
"""
SAID = "Krakenlance | --defeated | --by-mistake | one of your 8 blessings | p.13 | stays on E3 with 3 HP | unchanged"


def ways(text: str) -> str:
    """The rows of a text for each way to take the hero off the mat."""
    return "\n".join(text.replace("WAY", way) for way in (
        "fix krakenlance gone", "fix krakenlance hp 0", "fix krakenlance.hp 0 --why hit", "fix pad.hp 0 --why hit",
    ))  # fmt: skip


@stories(f"""
fight.corrected: Without a terminal it has to be said, and nothing is lost
  hero
{ways(f"  WAY -> 2 | {SAID}" + chr(10) + "  WAY --by-mistake -> Nothing changes | unchanged")}
{ways('''blessing.survive: A hero that was defeated uses a blessing, or the campaign is lost (WAY)
  hero && WAY --defeated && agree
  fight --json -> fight.position.units.krakenlance.hp = 6 | fight.position.chips.trident.holder = krakenlance
  pad --json -> hp = 6 | blessings = 7
  fix blessings 0 && WAY -> 2 | the campaign is lost
  WAY --defeated && fight --json -> fight.over = campaign-lost | fight.position.chips.trident.hex = E3
  replays && undo && fight --json -> fight.over = null
  redo && cleanup -> The campaign is lost''')}
defeat.tribune, defeat.flag: The tribune's defeat reduces the hero in combat and in camp (p.20, 28, 37)
  sport && fix krakenlance E3 3 && fix trident krakenlance && fix rival-defender C3
  fix rival-defender gone -> 2 | Krakenlance drops from 3 HP to 1 (p.20, 28, 37)
  fix rival-defender hp 0 --defeated && pad --json -> hp = 1
  fight --json -> fight.position.units.krakenlance.hp = 1 | fight.fallen.*.unit = ["rival-defender"]
defeat.rival-unit: Who lies face down is not another one of the name
  hero && fix rival-attacker C3 && fix attacker F3 && fix attacker defeated
  fix attacker gone -> 2 | There is no unit 'attacker' here
  fix attacker hp 1 -> 2 | There is no unit 'attacker' here
  fix attacker hex F4 -> 2 | There is no unit 'attacker' here
  fight --json -> fight.position.units.*.id has rival-attacker
fight.corrected: A second chip of a kind comes beside the first
  hero && data add unit 'Imp: beast, 1/1/2, b' && fix imp B1 rival 2
  fix imp B2 rival -> 2 | write imp-2 for another one, or move imp for this one
  fix imp-2 B2 rival 1 && fight --json -> fight.position.units.imp.hex = B1 | fight.position.units.imp-2.hex = B2
    | fight.position.units.imp-2.chip = imp
  fix imp-2 hp 2 && fix imp-2 B3 --note 'it flew' && fight --json -> fight.position.units.imp-2.hex = B3
  fix imp C2 rival << 1 / enter -> another one, or this one? | Why? | imp-3 C2 rival
The last rival unit's defeat wins, and its chip goes into the bag
  hero && fix lineup none && fix rival-defender gone -> 2 | you win
  fix rival-defender defeated -> Every rival unit is defeated: you win. p.18
  fight --json -> fight.over = goal-met
  cleanup --upgrade health && state -> bag.units has defender
Your last unit is eliminated; while there are others to deploy nothing is asked
  fight && turn deploy archer G1 && fix archer gone && fight --json -> fight.over = null
  undo && fix camp-units 0 && fix hero no && fix archer hp 0 -> 2 | the last unit of your troop
  fix archer hp 0 --defeated && fight --json -> fight.over = troop-gone
  cleanup && state -> camp.units lacks archer | bag.units has archer
A unit whose defeat decides nothing is not asked about
  hero && fix archer F3 && fix trident archer && fix archer tactics stun && fix archer hp 0
  fight --json -> fight.fallen.*.unit = ["archer"] | fight.position.chips.trident.hex = F3
scion.goal: A scion is beaten or stands again
  scion && data add scion 'Hydra: health 6; range 1; cap 2; defeats 2' && hydra
  rival-turn && fix hydra gone -> 2 | This is defeat 1 of the 2
  fix hydra gone --defeated -> 2
  fight --json -> fight.position.units.hydra.hp = 6 | fight.over = null
  answer nothing && fix hydra gone -> 2 | not This is defeat 2 of the 2 | what you need to win
scion.goal: A scion that has one defeat is beaten
  scion && data add scion 'Hydra: health 6; range 1; cap 2; defeats 1' && hydra
  rival-turn && fix hydra gone -> 2 | what you need to win
  fix hydra gone --defeated && fight --json -> fight.over = goal-met
In the middle of a move the attack on who is gone is over; a blessing that saves the hero leaves the question open
  hero && fix rival-defender D3 && fix krakenlance dazed no && turn attack krakenlance rival-defender -> 2
  fix rival-defender gone && fight --json -> fight.under_way = null | fight.fallen.*.unit = ["rival-defender"]
  undo && fight --json -> fight.question.kind = dice
  fix krakenlance hp 0 --defeated && fight --json -> fight.question.kind = dice
    | fight.position.units.krakenlance.hp = 6
  fix blessings 0 && fix krakenlance gone --defeated && fight --json -> fight.over = campaign-lost
    | fight.question = null
A unit is asked about at a terminal, and the guided evening asks the same
  hero && fix krakenlance gone << 2 -> defeated, or taken off by mistake? | Nothing changes: Krakenlance stays on E3
  check << krak hp 0 / 2 / krak gone / 1 / enter -> Does the mat agree? | defeated, or taken off by mistake?
    | Nothing changes: Krakenlance stays on E3 | defeated, or taken off by mistake? | crossed off
  pad --json -> blessings = 7
  undo && play << :fix krakenlance gone / 1 / enter / Q -> defeated, or taken off by mistake? | Why?
    | A blessing is crossed off | Everything is kept
  pad --json -> blessings = 7
blessing.survive: A hero that a cleanup enters as defeated uses the blessing that is left
  fight && fight drop && cleanup --lost --hp 0 -> 2 | --bless | p.13, 27 | unchanged
  cleanup --lost --hp 2 --bless -> 3
  cleanup --lost --hp 0 --bless && state -> pad.hp = 6 | pad.blessings = 7 | outcome = ""
  undo && fix pad.blessings 0 --why 'none left' && cleanup --lost --hp 0 --bless -> 3
  cleanup --lost --hp 0 -> The campaign is lost
""", **FIGHTS, hero=FIGHTS["fight"] + HERO, scion=SCION, hydra=HYDRA)  # fmt: skip
def test_taken_off_the_mat(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.rule("boots.tribune")
def test_with_mercurys_boots_the_tribunes_defeat_brings_influence() -> None:
    board = combat("engage", ["t rival E4 hp2 tribune", "r rival D4 hp2"], act=2, variant={"boots": "2024"})
    [found] = follows(board, board.units["t"])
    assert (found[0], with_page(board.catalogue, *found)) == (
        "boots.tribune",
        "This defeats the tribune: you gain 2 influence, and your hero keeps its HP (A3 p.7).",
    )


@pytest.mark.parametrize("event", ["bloodshed", "spar", "scion"])
@pytest.mark.parametrize(
    "player", [{}, {"camp_units": 0, "hero": False, "blessings": 0}, {"camp_units": 1, "blessings": 2}]
)
def test_what_a_defeat_is_said_to_end_it_ends(event: str, player: dict[str, Any]) -> None:
    units = ["h player E3 hp2 hero", "a player F3 hp1", "t rival E4 hp2 tribune", "r rival D4 hp2"]
    for left in (units, units[:1] + units[2:3], units[1:3], units[:3]):
        board = combat("engage", left, event=event, player=player)
        for fallen in board.units.values():
            told = {rule for rule, _ in follows(board, fallen)}
            after, events = defeated_by_hand(replace(board, agenda=()), fallen)
            after, more = advance(after)
            ends = {each.rule for each in (*events, *more) if each.what == "combat-ended"}
            open_ = pending(after)
            asked = {open_.rule} if open_ is not None else set()
            assert ends | asked <= told, (left, fallen.id)
            assert not told - ends - asked - {"defeat.tribune", "blessing.survive"}, (left, fallen.id)


def every(kind: type[Step]) -> list[type[Step]]:
    """List the kinds of steps, those that come of one too."""
    return [each for sub in kind.__subclasses__() for each in (sub, *every(sub))]


def test_every_step_that_names_a_unit_says_so() -> None:
    """A step of a unit falls through where the unit is taken off the mat, so each has to say whom it is about."""
    for package in (hoplo_companion.rules, hoplo_companion.table):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    scene = Scene("self", attacker="attacker", target="target", dealer="dealer", chosen="chosen", it="it")
    named = {"unit", "target", "victim", "dealer"}
    about = [kind for kind in every(Step) if named & set(kind.__struct_fields__) or "scene" in kind.__struct_fields__]
    assert len(about) > 20
    for kind in about:
        given: dict[str, Any] = {"scene": scene, "step": Step()}
        values = {name: given.get(name, "") for name in kind.__struct_fields__}
        step = kind(**{**values, **{name: name for name in named & set(values)}})
        wanted = named & set(values) | (set(scene.units_named()) if "scene" in values else set())
        assert wanted <= set(step.units_named()), kind.__name__
