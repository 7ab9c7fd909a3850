"""A unit that is taken off the mat by hand, or set to 0 HP: what its defeat sets off is offered, and never just so."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import pytest
from msgspec.structs import replace

import hoplo_companion.rules
import hoplo_companion.table
from hoplo_companion.render.sentences.events import follows_words
from hoplo_companion.rules.agenda import Step, advance, pending
from hoplo_companion.rules.corrections import defeated_by_hand, follows
from hoplo_companion.rules.effects.scene import Scene
from hoplo_companion.rules.events import CombatEnded
from tests.helpers.boards import combat
from tests.helpers.cli import done, done_each, hoplo
from tests.helpers.fights_on_disk import GAMES, agree, assert_replays, begun, current, fight, unit
from tests.helpers.seated import conversed

WAYS = (
    ("fix", "krakenlance", "gone"),
    ("fix", "krakenlance", "hp", "0"),
    ("fix", "krakenlance.hp", "0", "--why", "hit"),
    ("fix", "pad.hp", "0", "--why", "hit"),
)


def with_hero(card: str = "", hp: int = 3) -> None:
    """Begin a fight in which your hero stands on E3 with the trident."""
    begun(*([card] if card else []))
    done("fix", "krakenlance", "E3", str(hp))
    done("fix", "trident", "krakenlance")


def pad() -> dict[str, int]:
    """Read the pad."""
    table: dict[str, int] = done("pad", "--json").json
    return table


@pytest.mark.rule("fight.corrected")
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_without_a_terminal_it_has_to_be_said_and_nothing_is_lost(way: tuple[str, ...]) -> None:
    with_hero()
    before = current().state
    ran = hoplo(*way)
    assert ran.code == 2
    for words in (
        "Krakenlance",
        "--defeated",
        "--by-mistake",
        "one of your 8 blessings",
        "p.13",
        "stays on E3 with 3 HP",
    ):
        assert words in ran.err, ran.err
    assert current().state == before
    ran = hoplo(*way, "--by-mistake")
    assert (ran.code, "Nothing changes" in ran.err) == (0, True)
    assert current().state == before


@pytest.mark.rule("blessing.survive")
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_a_hero_that_was_defeated_uses_a_blessing_or_the_campaign_is_lost(way: tuple[str, ...]) -> None:
    with_hero()
    done(*way, "--defeated")
    assert (unit("krakenlance")["hp"], pad()["hp"], pad()["blessings"]) == (6, 6, 7)
    assert fight()["position"]["chips"]["trident"] == {"holder": "krakenlance"}, "it was not defeated after all"
    agree()
    done("fix", "blessings", "0")
    assert "the campaign is lost" in hoplo(*way).err
    done(*way, "--defeated")
    table = fight()
    assert (table["over"], table["position"]["chips"]["trident"]) == ("campaign-lost", {"hex": "E3"})
    assert_replays()
    done("undo")
    assert fight()["over"] is None
    done("redo")
    assert "The campaign is lost" in done("cleanup").out


@pytest.mark.rule("defeat.tribune", "defeat.flag")
def test_the_tribunes_defeat_reduces_the_hero_in_combat_and_in_camp() -> None:
    with_hero(GAMES)
    done("fix", "rival-defender", "C3")
    ran = hoplo("fix", "rival-defender", "gone")
    assert "Krakenlance drops from 3 HP to 1 (p.20, 28, 37)" in ran.err, ran.err
    done("fix", "rival-defender", "hp", "0", "--defeated")
    assert (unit("krakenlance")["hp"], pad()["hp"]) == (1, 1)
    assert [each["unit"] for each in fight()["fallen"]] == ["rival-defender"]


@pytest.mark.rule("boots.tribune")
def test_with_mercurys_boots_the_tribunes_defeat_brings_influence() -> None:
    board = combat("engage", ["t rival E4 hp2 tribune", "r rival D4 hp2"], act=2, variant={"boots": "2024"})
    [found] = follows(board, board.units["t"])
    assert (found.rule, follows_words(board, found)) == (
        "boots.tribune",
        "This defeats the tribune: you gain 2 influence, and your hero keeps its HP (A3 p.7).",
    )


@pytest.mark.rule("end.troop-gone")
@pytest.mark.parametrize("event", ["bloodshed", "spar", "scion"])
@pytest.mark.parametrize(
    "player", [{}, {"camp_units": 0, "hero": False, "blessings": 0}, {"camp_units": 1, "blessings": 2}]
)
def test_what_a_defeat_is_said_to_end_it_ends(event: str, player: dict[str, Any]) -> None:
    units = ["h player E3 hp2 hero", "a player F3 hp1", "t rival E4 hp2 tribune", "r rival D4 hp2"]
    for left in (units, units[:1] + units[2:3], units[1:3], units[:3]):
        board = combat("engage", left, event=event, player=player)
        for fallen in board.units.values():
            told = {each.rule for each in follows(board, fallen)}
            after, events = defeated_by_hand(replace(board, agenda=()), fallen)
            after, more = advance(after)
            ends = {each.rule for each in (*events, *more) if isinstance(each, CombatEnded)}
            open_ = pending(after)
            asked = {open_.rule} if open_ is not None else set()
            assert ends | asked <= told, (left, fallen.id)
            assert not told - ends - asked - {"defeat.tribune", "blessing.survive"}, (left, fallen.id)


@pytest.mark.rule("defeat.rival-unit")
def test_who_lies_face_down_is_not_another_one_of_the_name() -> None:
    with_hero()
    done_each("fix rival-attacker C3", "fix attacker F3", "fix attacker defeated")
    rivals = [each["id"] for each in fight()["position"]["units"] if each["side"] == "rival"]
    assert any("attacker" in each for each in rivals), rivals
    for way in (("fix", "attacker", "gone"), ("fix", "attacker", "hp", "1"), ("fix", "attacker", "hex", "F4")):
        hoplo(*way).fails(2, "There is no unit 'attacker' here")
    assert [each["id"] for each in fight()["position"]["units"] if each["side"] == "rival"] == rivals


@pytest.mark.rule("fight.corrected")
def test_a_second_chip_of_a_kind_comes_beside_the_first() -> None:
    with_hero()
    done_each("data add unit 'Imp: beast, 1/1/2, b'", "fix imp B1 rival 2")
    hoplo("fix", "imp", "B2", "rival").fails(2, "write imp-2 for another one, or move imp for this one")
    done("fix", "imp-2", "B2", "rival", "1")
    assert (unit("imp")["hex"], unit("imp-2")["hex"], unit("imp-2")["chip"]) == ("B1", "B2", "imp")
    done_each("fix imp-2 hp 2", "fix imp-2 B3 --note 'it flew'")
    assert unit("imp-2")["hex"] == "B3"
    conversed("fix imp C2 rival", "1|enter", "another one, or this one?", "Why?", "imp-3 C2 rival")


@pytest.mark.rule("end.goal-bloodshed")
def test_the_last_rival_units_defeat_wins() -> None:
    with_hero()
    done("fix", "lineup", "none")
    assert "you win" in hoplo("fix", "rival-defender", "gone").err
    assert "Every rival unit is defeated: you win. p.18" in done("fix", "rival-defender", "defeated").out
    assert fight()["over"] == "goal-met"
    done("cleanup", "--upgrade", "health")
    assert "defender" in current().state["bag"]["units"], "its chip goes into the bag"


@pytest.mark.rule("end.troop-gone", "cleanup.lethal")
def test_your_last_unit_is_eliminated() -> None:
    begun()
    done_each("turn deploy archer G1", "fix archer gone")
    assert fight()["over"] is None, "there are others to deploy, and so nothing is asked"
    done("undo")
    for line in ("fix camp-units 0", "fix hero no"):
        done(*line.split())
    assert "the last unit of your troop" in hoplo("fix", "archer", "hp", "0").err
    done("fix", "archer", "hp", "0", "--defeated")
    assert fight()["over"] == "troop-gone"
    done("cleanup")
    assert "archer" not in current().state["camp"]["units"]
    assert "archer" in current().state["bag"]["units"]


def test_a_unit_whose_defeat_decides_nothing_is_not_asked_about() -> None:
    with_hero()
    done_each("fix archer F3", "fix trident archer", "fix archer tactics stun", "fix archer hp 0")
    assert [each["unit"] for each in fight()["fallen"]] == ["archer"]
    assert fight()["position"]["chips"]["trident"] == {"hex": "F3"}


@pytest.mark.rule("scion.defeats", "scion.goal")
def test_a_scion_is_beaten_or_stands_again() -> None:
    for kind, line in (
        ("unit", "Hydra's Head: 0/1/3"), ("unit", "Attacker: 2/1/4, blue"), ("unit", "Defender: 1/1/5, black"),
    ):  # fmt: skip
        done("data", "add", kind, line)
    for defeats, said in (("2", "This is defeat 1 of the 2 that its card needs"), ("1", "what you need to win")):
        done("data", "add", "scion", f"Hydra: health 6; range 1; cap 2; defeats {defeats}")
        hoplo("fight", "start", "--apart", "--scion", "hydra", "--hero", "krakenlance", "--camp", "attacker")
        while (asked := fight()["question"]) is not None:
            hoplo("answer", {"hex": "A1"}.get(asked["kind"], "nothing"))
        done("rival-turn")
        assert said in hoplo("fix", "hydra", "gone").err
        ran = hoplo("fix", "hydra", "gone", "--defeated")
        if defeats == "2":
            assert (ran.code, fight()["position"]["units"][-1]["hp"], fight()["over"]) == (2, 6, None), ran
            done("answer", "nothing")
            assert "This is defeat 2 of the 2" not in hoplo("fix", "hydra", "gone").err
            assert "what you need to win" in hoplo("fix", "hydra", "gone").err
        else:
            assert (ran.code, fight()["over"]) == (0, "goal-met")
        done("fight", "drop")


def test_in_the_middle_of_a_move_the_attack_on_who_is_gone_is_over() -> None:
    with_hero()
    for line in ("fix rival-defender D3", "fix krakenlance dazed no"):
        done(*line.split())
    assert hoplo("turn", "attack", "krakenlance", "rival-defender").code == 2
    done("fix", "rival-defender", "gone")
    assert (fight()["under_way"], [each["unit"] for each in fight()["fallen"]]) == (None, ["rival-defender"])
    done("undo")
    assert fight()["question"]["kind"] == "dice"
    done("fix", "krakenlance", "hp", "0", "--defeated")
    assert (unit("krakenlance")["hp"], fight()["question"]["kind"]) == (6, "dice"), "a blessing has saved it"
    done_each("fix blessings 0", "fix krakenlance gone --defeated")
    assert (fight()["over"], fight()["question"]) == ("campaign-lost", None)


def test_a_unit_is_asked_about_at_a_terminal() -> None:
    with_hero()
    asked = "defeated, or taken off by mistake?"
    stays = "Nothing changes: Krakenlance stays on E3"
    conversed("fix krakenlance gone", "2", asked, stays)
    conversed("check", "krak hp 0|2|krak gone|1|enter", "Does the mat agree?", asked, stays, asked, "crossed off")
    assert pad()["blessings"] == 7


def test_the_guided_evening_asks_the_same() -> None:
    with_hero()
    said = ("defeated, or taken off by mistake?", "Why?", "A blessing is crossed off", "Everything is kept")
    conversed("play", ":fix krakenlance gone|1|enter|Q", *said)
    assert pad()["blessings"] == 7


@pytest.mark.rule("blessing.survive")
def test_a_hero_that_a_cleanup_tells_defeated_uses_the_blessing_that_is_left() -> None:
    begun()
    done("fight", "drop")
    before = current().state
    hoplo("cleanup", "--lost", "--hp", "0").fails(2, "--bless", "p.13, 27")
    assert current().state == before
    assert hoplo("cleanup", "--lost", "--hp", "2", "--bless").code == 3
    done("cleanup", "--lost", "--hp", "0", "--bless")
    assert (pad()["hp"], pad()["blessings"], current().state["outcome"]) == (6, 7, "")
    done_each("undo", "fix pad.blessings 0 --why 'none left'")
    assert hoplo("cleanup", "--lost", "--hp", "0", "--bless").code == 3
    assert "The campaign is lost" in done("cleanup", "--lost", "--hp", "0").out


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
