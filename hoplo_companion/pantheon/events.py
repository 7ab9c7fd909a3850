"""What happens in a game, a row for each: its sentence, with the names of units and players in their places."""

from __future__ import annotations

from hoplo_companion.language import later
from hoplo_companion.tables.actions import Row

EVENTS = {
    what: Row(words, is_seen=what in ("turn", "attack", "aerial"))
    for what, words in {
        "run-out": later(
            "The deck has run out: everybody takes their deck into the hand, shuffles, and draws up to 3."
        ),
        "drew": later("{player} draws a card."),
        "passed": later("{player} passes."),
        "activated": later("{unit} is activated for one of its cards."),
        "walk": later("{unit} walks to {at}."),
        "run": later("{unit} runs to {at}."),
        "flight": later("{unit} flies to {at}."),
        "deploy": later("{unit} deploys in {at}, and its activation ends."),
        "attack": later("{unit} attacks {at}."),
        "aerial": later("{unit} attacks {at} from the air."),
        "abandoned": later("{unit} drops its attack, which counts as carried out."),
        "next-target": later("The target now: {unit}. Another one of the area may be chosen: `wounds` names it."),
        "next-ally": later(
            "The target now is an ally, {unit}: an enemy player rolls and decides, without Art of War cards."
        ),
        "guards": later("Guard: {unit} is the target now."),
        "thrown": later("Mighty Throw: {unit} is thrown to {at}; the attack is resolved all the same."),
        "force": later("Force of Nature: {unit} removes a 3D element: +1 offence and +1 range in this activation."),
        "too-far": later("{unit} is too far away now: its attack ends."),
        "wounds": "",
        "old-line": later("{unit}: its numbers are of the old stat line until those that show now are entered."),
        "destroyed": "",
        "token-wounds": later("The power token suffers wounds: {n}. Turn the die on its card."),
        "stones": later("Unclaimed divine stones in area {at}: {n}."),
        "lava": later("Lava: 1 wound, the move ends; now move {unit} to an adjacent area without lava (`place`)."),
        "swamp": later("The swamp ends the activation of {unit}."),
        "polar": later("{unit} begins in a polar area: 1 wound, and 1 action this turn."),
        "place": "",
        "place-next": later("{player} places a troop now."),
        "begins": later("All troops are placed. The first turn: {player}."),
        "leader-card": later("Leader: {unit} takes a card of {troop}, which cannot be activated any more this turn."),
        "guard": later("Guard: {unit} may become the target."),
        "initiative": later("Initiative: {unit} may retaliate before the attack."),
        "force-of-nature": later(
            "Force of Nature: {unit} may remove a 3D element of its area for +1 offence, +1 range."
        ),
        "monster-slayer": later("Monster Slayer: against a monster {unit} may roll up to 2 dice again."),
        "mighty-throw": later("Mighty Throw: enough blanks let {unit} throw its target."),
        "claim": later("{unit} claims a divine stone."),
        "absorb": later("{unit} absorbs a divine stone; one of its own mythology has its effects now."),
        "done": later("The activation of {unit} ends."),
        "leader": later("Leader: {unit} takes a card of {troop}, which may be activated without an Art of War card."),
        "recall": later("A troop recall is paid for; do what your rulebook says and enter it: {text}"),
        "out": later("{player} has lost the divinity: all units of that army leave the game."),
        "retaliate": later("{unit} retaliates against {at} for one of its activation cards."),
        "drop": later("{unit} drops its stone."),
        "manoeuvre": later("{player} buys a manoeuvre: {kind}."),
        "took": later("{player} takes a card from the deck and shuffles it."),
        "omphalos": later("{player} takes an omphalos card."),
        "healed": later("{unit} regains 1 vitality point."),
        "power": later("{unit} uses a power: {kind}."),
        "offensive": later("{unit} attacks by its power: whom, and with what, is on its card."),
        "stats": later("{unit} shows {stats}."),
        "vitality": later("{unit} has {n} vitality."),
        "reading": later("The reading in force is {reading}."),
        "won": later("The game is over: {side} wins."),
        "turn": later("Round {round}, the turn of {player}: effects that last 1 round end, then draw a card."),
    }.items()
}
"""Every event of the table; older games have some of power tokens, too, which are not said any more."""
