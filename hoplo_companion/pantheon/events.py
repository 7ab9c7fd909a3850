"""What happens in a game, a row for each: its sentence, with the names of units and players in their places."""

from __future__ import annotations

from hoplo_companion.language import later
from hoplo_companion.tables.actions import Row

EVENTS = {
    "run-out": Row(
        later("A deck has run out: take all decks into the hands, shuffle the discards, draw up to 3 in hand."),
        "pan.cards.run-out",
    ),
    "drew": Row(later("{player} draws a card."), "pan.turn.draw"),
    "passed": Row(later("{player} passes."), "pan.turn.pass"),
    "activated": Row(later("{unit} is activated: discard one of its cards."), "pan.turn.activate"),
    "walk": Row(later("{unit} walks to {at}."), "pan.move.walk"),
    "run": Row(later("{unit} runs to {at}."), "pan.move.run"),
    "flight": Row(later("{unit} flies to {at}."), "pan.move.flight"),
    "deploy": Row(later("{unit} deploys in {at}, and its activation ends."), "pan.action.deploy"),
    "attack": Row(later("{unit} attacks {at}."), "pan.attack.range", is_seen=True),
    "aerial": Row(later("{unit} attacks {at} from the air."), "pan.type.aerial-attack", is_seen=True),
    "abandoned": Row(later("{unit} gives up its attack; it counts as carried out."), "pan.attack.range"),
    "next-target": Row(
        later("Next target: {unit}. To take another one first, name it with `wounds`."), "pan.attack.area"
    ),
    "next-ally": Row(
        later("Next target: {unit}, an ally. An enemy rolls and decides, without Art of War cards."),
        "pan.attack.area-allies",
    ),
    "guards": Row(later("Guard: {unit} is the target now."), "pan.talent.guard"),
    "thrown": Row(later("Mighty Throw: {unit} is thrown to {at}; the attack continues."), "pan.talent.mighty-throw"),
    "force": Row(
        later("Force of Nature: {unit} removes a 3D element: +1 offence, +1 range."), "pan.talent.force-of-nature"
    ),
    "too-far": Row(later("{unit} is too far away now: its attack ends."), "pan.talent.initiative"),
    "wounds": Row("", "pan.attack.wounds"),
    "old-line": Row(
        later("{unit}: these numbers are from its old stat line; enter the new ones with `stats`."), "pan.attack.wounds"
    ),
    "destroyed": Row(later("{unit} is destroyed."), "pan.destroyed"),
    "token-wounds": Row(later("The power token suffers wounds: {n}. Turn the die on its card."), "pan.powers.tokens"),
    "stones": Row(later("Unclaimed divine stones in area {at}: {n}."), "pan.stones.one"),
    "lava": Row(later("Lava: 1 wound and the move ends; `place` {unit} beside it, without lava."), "pan.terrain.lava"),
    "swamp": Row(later("The swamp ends the activation of {unit}."), "pan.terrain.swamp"),
    "polar": Row(later("{unit} begins in a polar area: 1 wound, only 1 action this turn."), "pan.terrain.polar"),
    "place": Row(""),
    "place-next": Row(later("{player} places a troop now."), "pan.setup.troops"),
    "begins": Row(later("All troops are placed. The first turn: {player}."), "pan.setup.troops"),
    "leader-card": Row(
        later("Leader: {unit} takes a card of {troop}, which has no activation left."), "pan.talent.leader"
    ),
    "guard": Row(later("Guard: {unit} may become the target."), "pan.talent.guard"),
    "initiative": Row(later("Initiative: {unit} may retaliate before the attack."), "pan.talent.initiative"),
    "force-of-nature": Row(
        later("Force of Nature: {unit} may remove a 3D element first."), "pan.talent.force-of-nature"
    ),
    "monster-slayer": Row(
        later("Monster Slayer: {unit} may reroll 2 dice against a monster."), "pan.talent.monster-slayer"
    ),
    "mighty-throw": Row(later("Mighty Throw: enough blanks let {unit} throw its target."), "pan.talent.mighty-throw"),
    "claim": Row(later("{unit} claims a divine stone."), "pan.stones.one"),
    "absorb": Row(
        later("{unit} absorbs a divine stone; one of its own mythology takes effect."), "pan.stones.mythology"
    ),
    "done": Row(later("The activation of {unit} ends.")),
    "leader": Row(
        later("Leader: {unit} takes a card of {troop}; its activation needs no Art of War."), "pan.talent.leader"
    ),
    "recall": Row(later("Troop recall paid for; do as your rulebook says: {text}"), "pan.turn.recall"),
    "out": Row(later("{player} has lost the divinity: that army leaves the game."), "pan.win.out"),
    "retaliate": Row(later("{unit} retaliates against {at}: discard one of its cards."), "pan.attack.retaliation-cost"),
    "drop": Row(later("{unit} drops its stone."), "pan.stones.drop"),
    "manoeuvre": Row(later("{player} buys a manoeuvre: {kind}.")),
    "took": Row(later("{player} takes a card from the deck and shuffles it."), "pan.aow.search"),
    "omphalos": Row(later("{player} takes an omphalos card."), "pan.stones.omphalos"),
    "healed": Row(later("{unit} regains 1 vitality point."), "pan.stones.heal"),
    "power": Row(later("{unit} uses a power: {kind}."), "pan.powers.types"),
    "offensive": Row(later("{unit} attacks with its power; its card says whom, and how."), "pan.powers.types"),
    "stats": Row(later("{unit} shows {stats}.")),
    "vitality": Row(later("{unit} has {n} vitality.")),
    "reading": Row(later("The reading in force is {reading}.")),
    "won": Row(later("The game is over: {side} wins.")),
    "turn": Row(
        later("Round {round}, the turn of {player}: effects of 1 round end; draw a card."),
        "pan.turn.next",
        is_seen=True,
    ),
}
"""Every event of the table; older games have some of power tokens, too, which are not said any more."""
