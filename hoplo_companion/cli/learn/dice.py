"""The rulebook's example of a scion's turn (p.31-32) as a lesson: dice that set off a row of effects."""

from __future__ import annotations

from fractions import Fraction

from hoplo_companion.cli.learn.board import Scene, answer, asked, example, said, show_scene, units_named
from hoplo_companion.cli.learn.lesson import Choices, Lesson, Stop
from hoplo_companion.components.scions import ScionRecord
from hoplo_companion.dice import odds_of_hits
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.chances import chance_lines
from hoplo_companion.render.sentences.words import colour_words
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.agenda import apply
from hoplo_companion.rules.events import Damaged, HpGained, ScionRow
from hoplo_companion.rules.rival.turn import begin

Went = tuple[Scene, list[Line]]

ROLLED = {"green": 1, "blue": 3, "yellow": 1}
"""The hits of the rulebook's example, by colour."""


def _begin(scene: Scene, _: str) -> Went:
    combat, events = begin(scene.combat)
    return Scene(combat), said(scene.combat, combat, events)


def _card(scene: Scene) -> ScionRecord:
    record = scene.combat.catalogue.scion("hydra")
    assert record is not None
    return record


def _first(scene: Scene) -> Choices:
    """Offer the colours of the scion's dice; its card says in which order they count."""
    colours = [row.dice[0] for row in _card(scene).effects or ()]
    return Choices({colour: colour_words(colour) for colour in sorted(colours)}, colours[0], is_free=False)


def _rolled(scene: Scene, _: str) -> Went:
    return answer(scene, ROLLED)


def _odds(scene: Scene) -> list[Line]:
    """Say how likely each number of hits is, colour by colour."""
    lines: list[Line] = []
    for colour, count in (_card(scene).dice or {}).items():
        odds: list[Fraction] = odds_of_hits([colour] * count)
        lines.append([Span(f"{count} {colour_words(colour)}", "heading")])
        lines += chance_lines((plural("{n} hit", "{n} hits", hits), each) for hits, each in enumerate(odds))
    return lines


def _last_head(scene: Scene, chosen: str) -> Went:
    """Move the last Head; what the further dice set off waits to be said."""
    combat, events = apply(scene.combat, chosen)
    rows = [at for at, each in enumerate(events) if isinstance(each, ScionRow)]
    return Scene(combat, tuple(events[rows[0] :])), said(scene.combat, combat, events[: rows[0]])


def _damage(scene: Scene) -> Choices:
    """Ask how much damage the Bustuarius is dealt; what has happened says it."""
    dealt = sum(each.damage for each in scene.waiting if isinstance(each, Damaged) and each.unit == "bustuarius")
    words = {str(n): plural("{n} damage", "{n} damage", n) for n in sorted({0, 3, dealt, 9})}
    return Choices(words, str(dealt), is_free=False)


def _next_row(scene: Scene, _: str) -> Went:
    """Say what the next row of dice has set off."""
    rows = [at for at, each in enumerate(scene.waiting) if isinstance(each, ScionRow)]
    end = rows[1] if len(rows) > 1 else len(scene.waiting)
    return scene._replace(waiting=scene.waiting[end:]), said(example("rulebook-p32"), scene.combat, scene.waiting[:end])


def _gains(scene: Scene) -> Choices:
    """Ask who gains HP; what has happened says it."""
    gained = {each.unit for each in scene.waiting if isinstance(each, HpGained)}
    rivals = list(scene.combat.in_arena("rival"))
    words = {
        "hydra": units_named(scene.combat, ["hydra"])["hydra"],
        "heads": tr("each of its Heads"),
        "all": tr("Hydra and its Heads"),
    }
    right = "all" if len(gained) == len(rivals) else "hydra" if gained == {"hydra"} else "heads"
    return Choices(words, right, is_free=False)


LESSON = Lesson(
    later("The scion's dice"),
    later("the rulebook's example of a scion's turn: Hydra rolls, and its Heads act (5 minutes)"),
    lambda: Scene(example("rulebook-p32")),
    show_scene,
    (
        Stop(
            "31",
            later(
                "The last combat of a campaign is against its scion. A scion's turn is a rival's turn but for one "
                "step: in place of tactics it acts by its dice. Hydra has four Heads in play, shown by banes, and "
                "nobody else is to be deployed. Krakenlance and a Bustuarius fight for you.\nThe hexes and the numbers "
                "of the units are this lesson's own, since the rulebook does not show them."
            ),
            go=_begin,
        ),
        Stop(
            "31-32",
            later(
                "Hydra rolls all dice at the top of its card: 2 green, 3 blue and 4 yellow. The stronger a colour, the "
                "more of its faces hit. Then its card is read from top to bottom, a row of dice at a time."
            ),
            later("Which colour is resolved first?"),
            _first,
            later(
                "The order is the card's, not that of the dice: lay them out as the card lists them. The rulebook "
                "rolls 1 green hit, 3 blue and 1 yellow. W says how likely each number is."
            ),
            _rolled,
            _odds,
        ),
        Stop(
            "32",
            later(
                "Green: each Head moves a hex for each hit, here one, towards its mark. Hydra's list has your hero "
                "first, then the strongest opponent. The lower left Head reaches Krakenlance; where it ends is yours "
                "to choose."
            ),
            later("Where does it end?"),
            asked("B1"),
            later("Both hexes are next to him. The rightmost Head cannot reach him, and stays by the Bustuarius."),
            answer,
        ),
        Stop(
            "32",
            later("The two Heads at the top reach nobody on the list: they step towards Krakenlance all the same."),
            later("Where does the first one go?"),
            asked("F1"),
            "",
            answer,
        ),
        Stop("32", later("And the other one."), later("Where does it go?"), asked("F3"), "", _last_head),
        Stop(
            "32",
            later(
                "Blue: Hydra and each Head deal as much damage as there are hits, 3, to a unit next to them. The "
                "Bustuarius has 4 HP; Hydra and a Head are next to it."
            ),
            later("How much damage is it dealt?"),
            _damage,
            later(
                "3 by Hydra and 3 by the Head: it is defeated. Krakenlance is dealt 3, too. The two above have nobody."
            ),
            _next_row,
        ),
        Stop(
            "32",
            later("Yellow, the last row: 1 HP for each hit."),
            later("Who gains it?"),
            _gains,
            later("The Heads alone, and beyond their Health too."),
            _next_row,
        ),
        Stop(
            "32",
            later(
                "The Movement, Abilities and Engage Steps of a scion's turn are for units other than the scion; "
                "there are none here, so the turn is over. `hoplo scion roll` does this at your table, `hoplo scion "
                "odds` has the chances."
            ),
        ),
    ),
)
