"""The campaign in its box: what `stow` puts away `unstow` lays out again, in the middle of a fight too (p.34)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from hoplo_companion.campaign.bag import contents
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.render.campaign.box import stow_steps, unstow_steps
from hoplo_companion.render.sentences.words import arena_chip, tactic_name
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.unit_names import names_of
from hoplo_companion.table.play.fight import as_on_table
from tests import in_campaign
from tests.cli import hoplo
from tests.fights import told
from tests.random_fights import Fought, Manner, begun

FIGHTS = 14
A_FIGHT = 15
"""Moments of each fight at which it is put away: 200 in all."""

NOTHING = {"nobody", "none", ""}


def listed(text: str, between: str = ", ") -> list[str]:
    """Read a list as it is written, with an `and` before its last part or not."""
    return [] if text.rstrip(".") in NOTHING else re.split(f"{between}| and ", text.rstrip("."))


def units_laid_out(text: str) -> set[tuple[str, str, str, bool, bool, frozenset[str]]]:
    """Read units in the arena: name, hex, HP, whether dazed and the tribune, and the tactics on it."""
    found = set()
    for unit in listed(text, "; ") if "; " in text or text not in NOTHING else []:
        name, hex_, hp, more = re.fullmatch(r"(.+?) on ([A-Z]\d+), (\d+|\?) HP(.*)", unit).groups()  # type: ignore[union-attr]
        under = re.search(r", under (.+)", more)
        tactics = frozenset(listed(under[1])) if under else frozenset()
        found.add((name, hex_, hp, ", dazed" in more, ", tribune" in more, tactics))
    return found


def units_on_table(combat: Combat, side: str) -> set[tuple[str, str, str, bool, bool, frozenset[str]]]:
    """Describe the units of a side as they stand on the mat."""
    names, mat = names_of(combat), combat.arena.mat
    return {
        (
            names.bare(unit.id),
            mat.name(unit.hex),
            str(unit.hp),
            is_dazed(combat, unit),
            unit.tribune,
            frozenset(tactic_name(combat.catalogue, each) for each in unit.tactics),
        )
        for unit in combat.in_arena(side)
    }


def check(campaign: Campaign, combat: Combat) -> None:
    """Read both lists back: each alone has everything that lies on the table."""
    fight = campaign.fight
    assert fight is not None
    for steps in (dict(stow_steps(campaign, combat)), dict(unstow_steps(campaign, combat))):
        assert steps["Arena"] == combat.arena.name
        assert fight.name in steps["Event"]
        for card in combat.cards:
            assert card.name in steps["Event"]
        for side, row in (
            ("player", "Yours in the arena"),
            ("rival", "The rival's in the arena"),
            ("arena", "The arena's units"),
        ):
            assert units_laid_out(steps.get(row, "")) == units_on_table(combat, side)
        coming = listed(steps["The rival's lineup, top first"])
        chips = [combat.bench[id_].chip for id_ in combat.lineup]
        assert [slug(re.sub(r"^the rival |( \d+)?( \(tribune\))?$", "", name)) for name in coming] == chips
        assert [name.endswith("(tribune)") for name in coming] == [combat.bench[id_].tribune for id_ in combat.lineup]
        tactics = [tactic_name(combat.catalogue, chip) for chip in combat.rival_tactics]
        assert listed(steps["The rival's tactics, top first"]) == tactics
        places = {**combat.chips, **({"flag": combat.flag} if combat.flag is not None else {})}
        for chip, place in places.items():
            where = f"on {combat.arena.mat.name(place.hex)}" if place.hex else f"by {names_of(combat)(place.holder)}"
            said = rf"{arena_chip(chip)} is (held )?{re.escape(where)}\."
            assert re.search(said, steps["Chips in the arena"], re.IGNORECASE)
        down = re.fullmatch(r"yours: (.*); the rival's: (.*)", steps["Face down"])
        assert down is not None
        for said, side in zip(down.groups(), ("player", "rival"), strict=True):
            assert len(listed(said)) == sum(each.side == side for each in fight.fallen)
        assert steps.get("Points", "0") == str(combat.points if combat.event == "king-of-the-hill" else 0)
        camp = re.search(r"units (.*); tactics (.*); banes", steps["Camp chips"])
        assert camp is not None
        troop = Counter(campaign.camp.units) - Counter(
            f.chip for f in fight.fallen if f.side == "player" and not f.elite
        )
        troop -= Counter(unit.chip for unit in combat.in_arena("player") if not unit.hero)
        assert Counter(counted(camp[1])) == Counter({chip_name(chip): n for chip, n in troop.items()})
        inside = re.search(r": (.*)\.$", steps["Bag and box"])
        assert inside is not None
        assert Counter(counted(inside[1])) == Counter({chip_name(chip): n for chip, n in contents(campaign).items()})


def counted(text: str) -> dict[str, int]:
    """Read chips that are counted: `2 Archer, Defender`."""
    found = {}
    for each in listed(text):
        number = re.match(r"(\d+) ", each)
        found[each[number.end() :] if number else each] = int(number[1]) if number else 1
    return found


class Stowed(Fought):
    """A fight that is put away and laid out again at some of its moments."""

    left = A_FIGHT

    def check(self) -> None:
        if self.left and self.random.random() < 0.3:
            self.left -= 1
            game = self.table.game
            check(as_on_table(game.campaign, game.catalogue), game.combat)


@pytest.mark.rule("saving.stow", "saving.partway", "saving.resume")
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_a_fight_that_is_put_away_is_laid_out_again_as_it_was(seed: int) -> None:
    known: Catalogue = told()
    Stowed(begun(seed, known), Random(seed), Manner(reopened=0)).play()


@pytest.mark.rule("saving.partway")
def test_both_commands_name_the_fight_that_is_followed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path))
    in_campaign.planned()
    hoplo("answer", "defender")
    away, back = (
        {step["name"]: step["what"] for step in hoplo(word, "--json").json["steps"]} for word in ("stow", "unstow")
    )
    assert "Defender" in away["The rival's lineup, top first"]
    assert {
        name: back[name] for name in ("Arena", "Event", "Turn", "The rival's lineup, top first")
    }.items() <= away.items()
