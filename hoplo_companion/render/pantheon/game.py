"""A game in words: how it stands, what happened, what may come next."""

from __future__ import annotations

from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.army import AOW
from hoplo_companion.pantheon.cards import OMPHALOS
from hoplo_companion.pantheon.game import PLACING, Game, InPlay, allowed
from hoplo_companion.pantheon.steps import Event
from hoplo_companion.pantheon.verbs import names_of
from hoplo_companion.render.style import Line, Span, columns

SAID = {
    "run-out": later("The deck has run out: everybody takes their deck into the hand, shuffles, and draws up to 3."),
    "passed": later("{player} passes."),
    "activated": later("{unit} is activated for one of its cards."),
    "walk": later("{unit} walks to {at}."),
    "run": later("{unit} runs to {at}."),
    "flight": later("{unit} flies to {at}."),
    "deploy": later("{unit} deploys in {at}, and its activation ends."),
    "attack": later("{unit} attacks {at}: `hoplo pantheon attack` has the dice."),
    "aerial": later("{unit} attacks {at} from the air: `hoplo pantheon attack` has the dice."),
    "attack-token": later("{unit} attacks token {token}: `hoplo pantheon attack` has the dice."),
    "next-target": later("The target now: {unit}. Another one of the area may be chosen: `wounds` names it."),
    "next-ally": later(
        "The target now is an ally, {unit}: an enemy player rolls and decides, without Art of War cards."
    ),
    "guards": later("Guard: {unit} is the target now."),
    "thrown": later("Mighty Throw: {unit} is thrown to {at}; the attack is resolved all the same."),
    "force": later("Force of Nature: {unit} removes a 3D element: +1 offence and +1 range in this activation."),
    "too-far": later("{unit} is too far away now: its attack ends."),
    "token-wounds": later("Token {token} suffers {n} wounds. Vitality left: {left}."),
    "token": later("{unit} puts token {token} into play: {at}."),
    "tokens": later("Power tokens of {unit} in the reserve: {n}."),
    "untoken": later("Token {token} of {unit} goes back to the reserve."),
    "stones": later("Unclaimed divine stones in area {at}: {n}."),
    "lava": later("Lava: 1 wound, the move ends; now move {unit} to an adjacent area without lava (`place`)."),
    "swamp": later("The swamp ends the activation of {unit}."),
    "polar": later("{unit} begins in a polar area: 1 wound, and 1 action this turn."),
    "place-next": later("{player} places a troop now."),
    "begins": later("All troops are placed. The first turn: {player}."),
    "leader-card": later("Leader: {unit} takes a card of {troop}, which cannot be activated any more this turn."),
    "guard": later("Guard: {unit} may become the target."),
    "initiative": later("Initiative: {unit} may retaliate before the attack."),
    "force-of-nature": later("Force of Nature: {unit} may remove a 3D element of its area for +1 offence, +1 range."),
    "monster-slayer": later("Monster Slayer: against a monster {unit} may roll up to 2 dice again."),
    "mighty-throw": later("Mighty Throw: enough blanks let {unit} throw its target."),
    "claim": later("{unit} claims a divine stone."),
    "absorb": later("{unit} absorbs a divine stone."),
    "done": later("The activation of {unit} ends."),
    "leader": later("Leader: {unit} takes a card of {troop}, which may be activated without an Art of War card."),
    "recall": later("A troop recall is paid for; do what your rulebook says and enter it: {text}"),
    "out": later("{player} has lost the divinity: all units of that army leave the game."),
    "retaliate": later("{unit} retaliates against {at} for one of its activation cards."),
    "drop": later("{unit} drops its stone."),
    "manoeuvre": later("{player} buys a manoeuvre: {kind}."),
    "took": later("{player} takes a card from the deck and shuffles it: {card}."),
    "omphalos": later("{player} takes an omphalos card."),
    "healed": later("{unit} regains 1 vitality point."),
    "stats": later("{unit} shows {stats}."),
    "vitality": later("{unit} has {n} vitality."),
    "won": later("The game is over: {side} wins."),
    "turn": later("Round {round}, the turn of {player}: effects that last 1 round end, then draw a card."),
}
"""The sentence of each event, by what happened."""

MANOEUVRES = {"draw": later("draw 2 cards"), "search": later("search for a card"), "evade": later("evade")}


def _card(game: Game, card: str) -> str:
    names = {each.unit.id: each.unit.name for each in game.units.values()}
    return {**names, AOW: tr("Art of War"), OMPHALOS: tr("omphalos card"), "": tr("face down")}[card]


def event_lines(game: Game, events: list[Event]) -> list[Line]:
    """Say what happened, each with its rule."""
    return [[Span(event_words(game, event)), Span(f" {event.rule}" if event.rule else "", "page")] for event in events]


def event_words(game: Game, event: Event) -> str:
    """Say what happened."""
    names = names_of(game) | {name: tr("token {n}", n=name) for name in game.tokens}
    parts = dict(event.about)
    for key in ("unit", "troop", "at"):
        if key in parts:
            word = str(parts[key])
            is_area = key == "at" and word not in game.units
            parts[key] = (word or tr("an area")) if is_area else names.get(word, word)
    if "player" in parts:
        parts["player"] = game.players[int(str(parts["player"]))].name
    if "card" in parts:
        parts["card"] = _card(game, str(parts["card"]))
    if event.what == "drew":
        return tr("{player} draws a card: {card}.", **parts)
    if event.what == "won":
        parts["side"] = " + ".join(player.name for player in game.players if player.side == event.about["side"])
    if event.what == "manoeuvre":
        parts["kind"] = tr(MANOEUVRES[str(parts["kind"])])
    if event.what == "wounds":
        return _wounds(parts)
    if event.what == "destroyed":
        text = tr("{unit} is destroyed.", **parts)
        return f"{text} {tr('Its stone stays in area {at}.', **parts)}" if parts["stone"] else text
    if event.what == "power":
        return tr("{unit} uses a power: {kind}.", unit=parts["unit"], kind=tr(POWERS[str(parts["kind"])]))
    if event.what == "place":
        return tr("{unit} is in area {at}.", **parts) if event.about["at"] else tr("{unit} is off the board.", **parts)
    return tr(SAID[event.what], **parts)


POWERS = {
    "permanent": later("permanent"),
    "passive": later("passive"),
    "active": later("active"),
    "offensive": later("offensive"),
}


def _wounds(parts: dict[str, object]) -> str:
    n = int(str(parts["n"]))
    text = plural("{unit} suffers {n} wound.", "{unit} suffers {n} wounds.", n, unit=parts["unit"])
    if parts["left"] is None:
        return text
    return text + " " + tr("Vitality left: {left}.", left=parts["left"])


def game_lines(game: Game) -> list[Line]:
    """Show how a game stands."""
    lines: list[Line] = []
    if game.turn.phase == PLACING:
        head = tr("Troops are placed: {player} places one now", player=game.player.name)
    elif game.winner is None:
        head = tr("Round {round}, the turn of {player}", round=game.round, player=game.player.name)
    else:
        side = " + ".join(player.name for player in game.players if player.side == game.winner)
        head = tr("The game is over: {side} wins.", side=side)
    lines.append([Span(head, "heading")])
    names = names_of(game)
    for at, player in enumerate(game.players):
        lines.append(
            [
                Span(player.name, "player"),
                Span("  " + _cards(game, at)),
                Span("  " + tr("out of the game") if player.out else ""),
            ]
        )
        rows = [
            [Span(f"    {names[id_]}"), Span(_where(unit)), Span(_state(unit)), Span(_stats(unit), "quiet"),
             Span(_more(game, id_), "choice")]
            for id_, unit in game.units.items() if unit.owner == at
        ]  # fmt: skip
        lines += columns(rows)
    lines += _board(game)
    may = list(allowed(game))
    if may:
        lines.append([Span(tr("Next: {verbs}.", verbs=", ".join(may)), "quiet")])
    return lines


def _board(game: Game) -> list[Line]:
    """Say what lies on the board, and which attack is under way."""
    names, lines = names_of(game), []
    if stones := ", ".join(f"{area}: {count}" for area, count in game.stones.items() if count):
        lines.append(tr("Unclaimed divine stones by area: {stones}.", stones=stones))
    for name, token in game.tokens.items():
        text = tr("Token {token} of {unit}: {at}", token=name, unit=names[token.unit], at=names.get(token.at, token.at))
        shown = "" if token.vitality is None else f" ({token.defence}/{token.vitality})"
        lines.append(f"{text}{shown}")
    for strike in game.turn.strikes[-1:]:
        text = tr("{unit} attacks {at}: `hoplo pantheon attack` has the dice.", unit=names[strike.attacker],
                  at=", ".join(names.get(each, each) for each in strike.targets))  # fmt: skip
        lines.append(text)
    return [[Span(text)] for text in lines]


def _cards(game: Game, at: int) -> str:
    cards = game.players[at].cards
    return tr("deck {deck}, hand {hand}, stones absorbed {stones}",
              deck=cards.in_deck, hand=cards.in_hand, stones=game.players[at].absorbed)  # fmt: skip


def _where(unit: InPlay) -> str:
    if unit.destroyed:
        return tr("destroyed")
    return tr("area {area}", area=unit.area) if unit.area else tr("off the board")


def _state(unit: InPlay) -> str:
    if unit.destroyed:
        return ""
    vitality = tr("vitality {n}", n="?" if unit.hp is None else unit.hp)
    return f"{vitality}, {tr('carries a stone')}" if unit.stone else vitality


def _stats(unit: InPlay) -> str:
    return "/".join(map(str, unit.stats)) if unit.stats and not unit.destroyed else ""


def _more(game: Game, id_: str) -> str:
    if game.turn.active == id_:
        return tr("active")
    return tr("activated") if id_ in game.turn.activated else ""
