"""A game in words: how it stands, what happened, what may come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.book import MANOEUVRES, POWERS
from hoplo_companion.pantheon.game import EVENTS, PLACING, Game, Player, names_of
from hoplo_companion.render.pantheon.army import card_name
from hoplo_companion.render.style import Line, Span, line, table
from hoplo_companion.tables.actions import Happened


def event_words(game: Game, event: Happened) -> str:
    """What happened, in words."""
    parts, names = dict(event.values), names_of(game)
    for key in ("unit", "troop"):
        if key in parts:
            parts[key] = names.get(parts[key], parts[key])
    if "at" in parts:
        parts["at"] = names.get(parts["at"], parts["at"]) or tr("an area")
    if "player" in parts:
        parts["player"] = game.players[int(parts["player"])].name
    if "side" in parts:
        parts["side"] = _side(game, parts["side"])
    if "kind" in parts:
        parts["kind"] = tr({**MANOEUVRES, **POWERS}[parts["kind"]])
    words = [tr(EVENTS[event.kind].words, **parts)] if EVENTS[event.kind].words else []
    match event.kind:
        case "wounds":
            words.append(
                plural("{unit} suffers {n} wound.", "{unit} suffers {n} wounds.", parts["n"], unit=parts["unit"])
            )
            if parts["left"] is not None:
                words.append(tr("Vitality left: {left}.", left=parts["left"]))
        case "destroyed" if parts["stone"]:
            words.append(tr("Its stone stays in area {at}.", **parts))
        case "place":
            text = later("Area {at}: {unit}.") if event.values["at"] else later("Off the board: {unit}.")
            words.append(tr(text, **parts))
    return " ".join(words)


def _side(game: Game, side: int) -> str:
    return " + ".join(player.name for player in game.players if player.side == side)


def game_json(game: Game, events: Sequence[Happened] | None) -> Any:
    """A game for programs, and what has just happened."""
    if events is None:
        return msgspec.to_builtins(game)
    said = [{"what": each.kind, "about": each.values, "rule": each.rule} for each in events]
    return {"events": said, "game": msgspec.to_builtins(game)}


def stand(game: Game) -> str:
    """Where the game stands, in a line."""
    turn, names = game.turn, names_of(game)
    if turn.phase == PLACING:
        return tr("Troops are placed: {player} places one now", player=game.player.name)
    if game.winner is not None:
        return tr("The game is over: {side} wins.", side=_side(game, game.winner))
    now = tr("{unit} is active", unit=names[turn.active]) if turn.active else ""
    if turn.strike is not None:
        at = ", ".join(names.get(each, tr("the power token")) for each in turn.strike.targets)
        now = tr("{unit} attacks {at}", unit=names[turn.strike.attacker], at=at)
    head = tr("Round {round}, the turn of {player}", round=game.round, player=game.player.name)
    return ". ".join(filter(None, (head, now)))


def game_lines(game: Game) -> list[Line]:
    """How a game stands: every player's cards and units, and the unclaimed stones."""
    lines, names = [line(stand(game), "heading")], names_of(game)
    for at, player in enumerate(game.players):
        out = tr("out of the game") if player.out else ""
        lines.append([Span(player.name, "player"), Span(f"  {_cards(game, player)}  {out}".rstrip())])
        lines += table(
            (_unit(game, id_, names[id_]) for id_, unit in game.units.items() if unit.owner == at), indent="    "
        )
    if stones := ", ".join(f"{area}: {count}" for area, count in game.stones.items() if count):
        lines.append(line(tr("Unclaimed divine stones by area: {stones}.", stones=stones)))
    return lines


def _cards(game: Game, player: Player) -> str:
    cards, units = player.cards, [each.unit for each in game.units.values()]
    said = tr("deck {deck}, hand {hand}, stones absorbed {stones}",
              deck=cards.in_deck, hand=cards.in_hand, stones=player.absorbed)  # fmt: skip
    every = ", ".join(f"{card_name(card, units)} {n}" for card, n in cards.discards.items())
    return f"{said}; {tr('discards: {cards}', cards=every)}" if every else said


def _unit(game: Game, id_: str, name: str) -> Sequence[str | Span]:
    """A unit's row: where it is, its vitality and stats, and what it has done in the turn."""
    unit = game.units[id_]
    if unit.destroyed:
        return name, tr("destroyed"), "", "", ""
    where = tr("area {area}", area=unit.area) if unit.area else tr("off the board")
    vitality = tr("vitality {n}", n="?" if unit.hp is None else unit.hp)
    stats = "/".join(map(str, unit.stats or ()))
    did = tr("activated") if id_ in game.turn.activated else ""
    return (
        name,
        where,
        f"{vitality}, {tr('carries a stone')}" if unit.stone else vitality,
        Span(f"{stats} {tr('(old stat line)')}" if stats and unit.old_line else stats, "quiet"),
        Span(tr("active now") if id_ == game.turn.active else did, "choice"),
    )
