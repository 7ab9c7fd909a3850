"""The rulebook's running example (p.20-27) as a lesson: a rival's turn, and yours."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from hoplo_companion.cli.learn.board import Scene, answer, asked, example, said, show_scene, units_named, why
from hoplo_companion.cli.learn.lesson import Choices, Lesson, Stop
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.style import Line
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.model import Unit
from hoplo_companion.rules.naming import named
from hoplo_companion.rules.player.actions import read_action
from hoplo_companion.rules.player.options import options
from hoplo_companion.rules.player.turn import begin as begin_yours
from hoplo_companion.rules.questions import NOTHING
from hoplo_companion.rules.rival.deployment import due
from hoplo_companion.rules.rival.engage import attackable, in_range, within_range
from hoplo_companion.rules.rival.tactics import targets_of
from hoplo_companion.rules.rival.turn import begin
from hoplo_companion.rules.unit_names import names_of

Went = tuple[Scene, list[Line]]

ROLLS = {"reptilian": 2, "defender": 1, "archer": 1, "krakenlance": 2}
"""The hits that each unit rolls in the rulebook's example."""


def _board() -> Scene:
    combat = example("rulebook-p21")
    # The key hex of the Atlanteans is wherever the trident is (p.25); a mat by itself does not say so.
    return Scene(replace(combat, arena=replace(combat.arena, name="Atlanteans", key_chip="trident")))


# The rival's turn -------------------------------------------------------------------------------------------------


def _free_hexes(scene: Scene) -> Choices:
    """Offer the rival's free deployment hexes; the rules say which one it is."""
    mat, [entering] = scene.combat.arena.mat, due(scene.combat)
    numbers = scene.combat.arena.rival_deployment
    words = {mat.name(each): tr("hex #{n}, {hex}", n=numbers.index(each) + 1, hex=mat.name(each)) for each in numbers}
    return Choices(words, mat.name(entering.hex), is_free=False)


def _begin_rivals(scene: Scene, _: str) -> Went:
    combat, events = begin(scene.combat)
    return Scene(combat), said(scene.combat, combat, events)


def _whom_stun(scene: Scene) -> Choices:
    """Offer your units and nobody for the rival's Stun."""
    found = [each.id for each in targets_of(scene.combat, "stun")]
    words = {**units_named(scene.combat, scene.combat.in_arena("player")), "nobody": tr("nobody")}
    return Choices(words, found[0] if found else "nobody", is_free=False)


def _whom_reptilian(scene: Scene) -> Choices:
    """Offer whom the Reptilian has in Range; the rules say whom it attacks."""
    combat, question = scene.combat, pending(scene.combat)
    assert question is not None
    near = within_range(combat, combat.units[question.unit])
    return Choices(units_named(combat, near), question.about, is_free=False)


# Your turn --------------------------------------------------------------------------------------------------------


def _points(scene: Scene) -> Choices:
    now = scene.combat.points
    words = {str(n): plural("{n} point", "{n} points", n) for n in range(now, now + 3)}
    return Choices(words, str(begin_yours(scene.combat)[0].points), is_free=False)


def _begin_yours(scene: Scene, _: str) -> Went:
    combat, events = begin_yours(scene.combat)
    return Scene(combat), said(scene.combat, combat, events)


def _may(word: str, right: str) -> Callable[[Scene], Choices]:
    """Offer everything that you may do by an action now, as `UNIT WHERE`."""

    def found(scene: Scene) -> Choices:
        tables = {"deploy": "deploy", "tactic": "tactics", "move": "move", "attack": "attack"}
        table: dict[str, list[str]] = getattr(options(scene.combat), tables[word])
        unit = right.split()[0] if word == "move" else ""
        pairs = [(first, second) for first in table if not unit or first == unit for second in table[first]]
        names, everyone = names_of(scene.combat), scene.combat.units.values()

        def meant(typed: str) -> Unit | None:
            return named(scene.combat, typed, everyone)

        def words(typed: str) -> str:
            found = scene.combat.bench.get(typed) or meant(typed)
            return typed if found is None else names(found.id)

        if word == "tactic":
            # Your own units are as legal (p.25), but nobody would want Stun there.
            pairs = [(chip, on) for chip, on in pairs if (unit_on := meant(on)) and unit_on.side != "player"]
        return Choices({f"{a} {b}": tr(_PAIRS.get(word, "{two}"), one=words(a), two=words(b)) for a, b in pairs}, right)

    return found


_PAIRS = {"deploy": later("{one} on {two}"), "attack": later("{one} against {two}")}


def _do(word: str) -> Callable[[Scene, str], Went]:
    """Make an action of your turn; dice fall as in the rulebook, and what a chip says by itself stays on the chip."""

    def go(scene: Scene, chosen: str) -> Went:
        combat, happened = read_action([word, *chosen.split()]).do(scene.combat)
        while (question := pending(combat)) is not None and question.kind in ("dice", "effect"):
            given = ROLLS[question.unit] if question.kind == "dice" else NOTHING
            combat, events = apply(combat, given)
            happened = [*happened, *events]
        return Scene(combat), said(scene.combat, combat, happened)

    return go


def _who_stays(scene: Scene) -> Choices:
    """Offer your units in the arena; the rules say who may not move."""
    may = options(scene.combat).move
    here = list(scene.combat.in_arena("player"))
    [dazed] = [each.id for each in here if each.id not in may]
    return Choices(units_named(scene.combat, here), dazed, is_free=False)


def _pull(scene: Scene) -> Scene:
    return _do("ability")(scene, "krakenlance pull")[0] if pending(scene.combat) is None else scene


def _whom_pull(scene: Scene) -> Choices:
    return asked("rival-archer")(_pull(scene))


def _whom_krakenlance(scene: Scene) -> Choices:
    """Offer whom Krakenlance has in Range; the rules say whom it may attack."""
    combat, hero = scene.combat, scene.combat.units["krakenlance"]
    [right] = [each.id for each in attackable(combat, hero)]
    return Choices(units_named(combat, in_range(combat, hero)), right, is_free=False)


LESSON = Lesson(
    later("A rival's turn, and yours"),
    later("the rulebook's running example: a King of the Hill in the arena of the Atlanteans (15 minutes)"),
    _board,
    show_scene,
    (
        Stop(
            "18, 20",
            later(
                "A combat has begun, and it is the rival's turn 3. The units in capitals are the rival's. The event "
                "is a King of the Hill: you earn a point for each of your units on a key hex as your turn starts, "
                "and six points win. In the Atlanteans' arena the key hex is wherever the trident is, and "
                "Krakenlance, your hero, holds it.\nA turn has steps, always in the same order: Deployment, Tactic "
                "Placement, Movement, Abilities, Engage. The rival has no player: lists decide for it, and where "
                "they leave something open, you choose.\nWhat the rulebook does not show is this lesson's own: the "
                "hexes, the Health and dice of the Archer, and all numbers of your Attacker. Your chips say what "
                "they really are."
            ),
        ),
        Stop(
            "21-22",
            later(
                "Rival Deployment Step. The units still to come stand in a column in the rival's camp, and only the "
                "top one enters: here an Archer. Deployment hexes have numbers, r1 to r3 on the board; all three are "
                "free."
            ),
            later("Where does the Archer enter?"),
            _free_hexes,
            later(
                "Nothing is chosen here: it is the unoccupied deployment hex with the lowest number. A unit is dazed "
                "in the turn in which it is deployed: it neither moves nor attacks."
            ),
            _begin_rivals,
            why("deployment", "rival-archer"),
        ),
        Stop(
            "22",
            later(
                "Rival Tactic Placement Step. Tactics stand in a column too, and the rival places one a turn at most: "
                "the first that has a valid target. On top lies Stun, for the strongest opponent. An opponent is valid "
                "only next to a rival unit, unless the rival has a Tactician in combat."
            ),
            later("On whom does Stun go?"),
            _whom_stun,
            later("No unit of yours is next to one of the rival's, and nobody there has Tactical: Stun waits."),
            None,
            why("tactics", "stun"),
        ),
        Stop(
            "22",
            later(
                "So the next tactic is looked at: Adrenaline, one more Movement, for the rival's slowest unit. All "
                "three have Movement 1. Where the rules see no difference, you choose for the rival."
            ),
            later("Who gets Adrenaline?"),
            asked("reptilian"),
            later("The rulebook takes the Reptilian. The tactic is permanent: it lies between the chip and its HP."),
            answer,
            why("tactics", "adrenaline"),
        ),
        Stop(
            "23",
            later(
                "Rival Movement Step. Everyone goes by the arena's list: first your flagholder, then the trident "
                "where nobody has it, then whoever holds it, then the farthest opponent. A rival unit marks the "
                "highest entry that it can reach; if it can reach none, it gets as close as possible to the highest "
                "one in combat. In which order they move is yours to choose. The Archer is dazed."
            ),
            later("Who moves first?"),
            asked("rival-defender"),
            later(
                "The Defender has Movement 1 and Range 1: it reaches nobody on the list, and steps towards the "
                "trident's holder. Had it moved after the Reptilian, it would have taken the hex that the Reptilian "
                "leaves: the order matters."
            ),
            answer,
            why("movement", "rival-defender"),
        ),
        Stop(
            "23",
            later(
                "The Reptilian has Movement 2 by Adrenaline, and Range 1. It can reach Krakenlance, who holds the "
                "trident, and takes the shortest way to a hex from which he is in Range. There are two."
            ),
            later("Where does it end?"),
            asked("D4"),
            later(
                "On D4 it is next to Krakenlance and your Defender. That is why the rulebook takes it: you will see in "
                "a moment what your Defender is good for. In the Abilities Step that follows, Regen would heal the "
                "Reptilian, but it is at full HP."
            ),
            answer,
            why("movement", "reptilian"),
        ),
        Stop(
            "24",
            later(
                "Rival Engage Step. Every rival unit has to attack if it can. The Archer has First Strike and may "
                "attack though it is dazed, but nobody is within its Range; nor has the Defender anybody. That leaves "
                "the Reptilian, next to two of yours. Its list names the trident's holder before all others."
            ),
            later("Whom does it attack?"),
            _whom_reptilian,
            later(
                "Your Defender has Taunt: whoever is next to it has to attack it, whatever the list says. Your hero is "
                "spared. The Reptilian rolls two blue dice, and both hit."
            ),
            lambda scene, _: answer(scene, ROLLS["reptilian"]),
            why("engage", "reptilian"),
        ),
        Stop(
            "18, 25",
            later(
                "Your turn. In a King of the Hill it begins with the points: you had 1, and Krakenlance has the "
                "trident."
            ),
            later("How many points have you now?"),
            _points,
            later(
                "One for each of your units on a key hex, and his hex is one. Four more turns like this, and you win."
            ),
            _begin_yours,
        ),
        Stop(
            "25",
            later(
                "Your Deployment Step. The event card gave you your hero and two camp units; one of them is still to "
                "come. You deploy one unit a turn, on a free deployment hex of yours: p on the board."
            ),
            later("Whom do you deploy, and where?"),
            _may("deploy", "archer E2"),
            later("The Archer, next to the Defender: it has Range 2, and First Strike lets it attack this very turn."),
            _do("deploy"),
        ),
        Stop(
            "26",
            later(
                "Your Tactic Placement Step. You may play one tactic. As for the rival, an opponent has to be next to "
                "one of your units; but a Prowess card gives Krakenlance Tactical, and so any opponent will do that is "
                "not elite."
            ),
            later("On whom do you play Stun?"),
            _may("tactic", "stun rival-defender"),
            later(
                "On the rival's Defender, its tribune, who is not next to anybody. Stun is temporary: it lies on top "
                "of the chip until the end of the unit's next turn. What it does is printed on it."
            ),
            _do("tactic"),
        ),
        Stop(
            "21, 26",
            later("Your Movement Step. Your units move in any order, each to its end before the next one."),
            later("Which of your units may not move this turn?"),
            _who_stays,
            later("The Archer was deployed this turn: it is dazed."),
        ),
        Stop(
            "26",
            later("Krakenlance has Movement 2, and the Reptilian is in the way. Blocked hexes are walked around."),
            later("Where does Krakenlance move?"),
            _may("move", "krakenlance C5"),
            later(
                "Around the Reptilian: from there the rival's Archer is within 2 hexes, as you will need in a moment."
            ),
            _do("move"),
        ),
        Stop(
            "26",
            later("Your Defender stands on one of your own deployment hexes."),
            later("Where does it move?"),
            _may("move", "defender D3"),
            later("Off the deployment hex, so that it is free in your next turn; and still next to the Reptilian."),
            _do("move"),
        ),
        Stop(
            "26",
            later(
                "Your Abilities Step. Another Prowess card gives Krakenlance Pull: he chooses a unit 2 hexes away, and "
                "moves it next to himself."
            ),
            later("Whom does he pull?"),
            _whom_pull,
            later("The rival's Archer. Both Defenders were possible too: any unit will do, on either side."),
            lambda scene, chosen: answer(_pull(scene), chosen),
        ),
        Stop(
            "26",
            later("It ends next to Krakenlance, on a hex of your choice."),
            later("On which hex?"),
            asked("B4"),
            later("Either will do."),
            answer,
        ),
        Stop(
            "27",
            later(
                "Your Engage Step. Each of your units may attack an opponent within its Range, in any order; the "
                "Archer too, by First Strike. A unit of yours next to a Taunt has to attack it as well."
            ),
            later("Who attacks first?"),
            _may("attack", "defender reptilian"),
            later(
                "Defender first, then the Archer: if they defeat the Reptilian, Krakenlance is free for the rival's "
                "Archer. The Defender's black die hits."
            ),
            _do("attack"),
        ),
        Stop(
            "27",
            later("The Archer has the Reptilian within Range 2, and rolls its die."),
            go=lambda scene, _: _do("attack")(scene, "archer reptilian"),
        ),
        Stop(
            "27",
            later("The Reptilian has 1 HP left. Krakenlance is last; he is next to two rival units."),
            later("Whom may he attack?"),
            _whom_krakenlance,
            later(
                "Taunt again: he has to attack the Reptilian. He rolls two hits, and it goes face down into its camp."
            ),
            lambda scene, chosen: _do("attack")(scene, f"krakenlance {chosen}"),
        ),
        Stop(
            "27-28",
            later(
                "Your turn is over, and the rival's begins again; where an arena has a turn of its own, that comes "
                "in between. hoplo resolves the rival's turns for you, just as here, and asks where you choose."
            ),
        ),
    ),
)
