"""A game in words: how it stands, what happened, what may come next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from hoplo_companion.language import plural, tr
from hoplo_companion.pantheon.events import EVENTS
from hoplo_companion.pantheon.game import PLACING, Game, InPlay, names_of
from hoplo_companion.pantheon.slots import MANOEUVRES, POWERS
from hoplo_companion.render.pantheon.army import card_name
from hoplo_companion.render.style import Line, Span, columns
from hoplo_companion.tables.actions import Happened


def event_words(game: Game, event: Happened) -> str:
    """What happened, in words."""
    names = names_of(game)
    parts = dict(event.values)
    for key in ("unit", "troop", "at"):
        if key in parts:
            word = str(parts[key])
            is_area = key == "at" and word not in game.units
            parts[key] = (word or tr("an area")) if is_area else names.get(word, word)
    if "player" in parts:
        parts["player"] = game.players[int(str(parts["player"]))].name
    if "side" in parts:
        parts["side"] = " + ".join(player.name for player in game.players if player.side == event.values["side"])
    if "kind" in parts:
        kind = str(parts["kind"])
        parts["kind"] = tr(MANOEUVRES.get(kind) or POWERS.get(kind, kind))
    match event.kind:
        case "wounds":
            return _wounds(parts)
        case "destroyed":
            text = tr("{unit} is destroyed.", **parts)
            return f"{text} {tr('Its stone stays in area {at}.', **parts)}" if parts["stone"] else text
        case "place":
            there = bool(event.values["at"])
            return tr("Area {at}: {unit}.", **parts) if there else tr("Off the board: {unit}.", **parts)
    return tr(EVENTS[event.kind].words, **parts)


def _wounds(parts: Mapping[str, object]) -> str:
    n = int(str(parts["n"]))
    text = plural("{unit} suffers {n} wound.", "{unit} suffers {n} wounds.", n, unit=parts["unit"])
    if parts["left"] is None:
        return text
    return text + " " + tr("Vitality left: {left}.", left=parts["left"])


def game_json(game: Game, events: Sequence[Happened] | None) -> Any:
    """Give a game to programs, and what has just happened."""
    if events is None:
        return msgspec.to_builtins(game)
    said = [{"what": each.kind, "about": each.values, "rule": each.rule} for each in events]
    return {"events": said, "game": msgspec.to_builtins(game)}


def stand(game: Game) -> str:
    """Where the game stands, in a line."""
    if game.turn.phase == PLACING:
        return tr("Troops are placed: {player} places one now", player=game.player.name)
    if game.winner is not None:
        side = " + ".join(player.name for player in game.players if player.side == game.winner)
        return tr("The game is over: {side} wins.", side=side)
    head = tr("Round {round}, the turn of {player}", round=game.round, player=game.player.name)
    names = names_of(game)
    if game.turn.strikes:
        strike = game.turn.strikes[-1]
        at = ", ".join(names.get(each, tr("the power token")) for each in strike.targets)
        return f"{head}. " + tr("{unit} attacks {at}", unit=names[strike.attacker], at=at)
    return f"{head}. " + tr("{unit} is active", unit=names[game.turn.active]) if game.turn.active else head


def game_lines(game: Game) -> list[Line]:
    """Show how a game stands."""
    lines: list[Line] = [[Span(stand(game), "heading")]]
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
    if stones := ", ".join(f"{area}: {count}" for area, count in game.stones.items() if count):
        lines.append([Span(tr("Unclaimed divine stones by area: {stones}.", stones=stones))])
    return lines


def _cards(game: Game, at: int) -> str:
    cards, units = game.players[at].cards, [each.unit for each in game.units.values()]
    said = tr("deck {deck}, hand {hand}, stones absorbed {stones}",
              deck=cards.in_deck, hand=cards.in_hand, stones=game.players[at].absorbed)  # fmt: skip
    if cards.discards:
        every = ", ".join(f"{card_name(card, units)} {n}" for card, n in cards.discards.items())
        said += "; " + tr("discards: {cards}", cards=every)
    return said


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
    said = "/".join(map(str, unit.stats)) if unit.stats and not unit.destroyed else ""
    return f"{said} {tr('(old stat line)')}" if said and unit.old_line else said


def _more(game: Game, id_: str) -> str:
    if game.turn.active == id_:
        return tr("active")
    return tr("activated") if id_ in game.turn.activated else ""
