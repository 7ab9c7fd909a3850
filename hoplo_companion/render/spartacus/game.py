"""The Houses of Spartacus in words: what happened, and how things stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from hoplo_companion.language import in_sense, plural, tr
from hoplo_companion.render.chances import chance
from hoplo_companion.render.spartacus.fighting import best_words, wager_name
from hoplo_companion.render.style import Line, Span
from hoplo_companion.spartacus.arena import bet_name, match_readings
from hoplo_companion.spartacus.book import STAGES, stage_of
from hoplo_companion.spartacus.events import EVENTS
from hoplo_companion.spartacus.game import Card, Game, may_fight, with_ids
from hoplo_companion.spartacus.odds import best_wager, odds_of, wagers
from hoplo_companion.spartacus.pools import LEVEL_NAMES
from hoplo_companion.spartacus.slots import KIND_NAMES
from hoplo_companion.tables.actions import Happened


def event_words(event: Happened) -> str:
    """Word something that happened."""
    values = dict(event.values)
    n = values.get("n", 0)
    values["coins"], values["cards"] = (
        plural("{n} coin", "{n} coins", n),
        plural("{n} Intrigue card", "{n} Intrigue cards", n),
    )
    if event.kind == "stage":
        values["stage"] = tr(STAGES[str(values["stage"])].words)
    if "on" in values:
        values["on"] = tr(LEVEL_NAMES.get(values["on"], values["on"]))
    text = tr(EVENTS[event.kind].words, **values).replace(" .", ".")
    return text[:1].upper() + text[1:]


def stand(game: Game) -> str:
    """Where the turn stands, in a line."""
    stage = stage_of(game)
    who = game.houses[game.active].name if game.stage == "intrigue" else ""
    return tr("{name}, turn {n}. {stage}", name=game.name, n=game.turn,
              stage=tr(STAGES[stage].words) + (f": {who}" if who else ""))  # fmt: skip


def notes_of(game: Game) -> list[Line]:
    """What is worth knowing when a stage begins: the odds of the match, where wagers are placed."""
    if game.stage != "wagers" or len(fighters := may_fight(game)) < 2:
        return []
    ends, _ = odds_of(fighters[0], fighters[1], exact=False, readings=match_readings(game))
    names = fighters[0].name, fighters[1].name
    said = ", ".join(f"{wager_name(each, *names)} {chance(each.chance)}" for each in wagers(ends))
    best = best_words(best_wager(ends), *names)
    return [[Span(tr("Odds: {odds}.", odds=said))], *([[Span(best, "choice")]] if best else [])]


def _card(name: str, card: Card) -> str:
    """Write a card with all that is known of it."""
    about = [tr(KIND_NAMES[card.kind])]
    about += [card.fight] if card.fight else []
    if card.value is not None:
        about.append(tr("worth {n}", n=card.value))
    if card.injured:
        about.append(in_sense("of a card", "injured"))
    elif card.exhausted:
        about.append(in_sense("of a card", "exhausted"))
    if card.champion:
        about.append(tr("Champion"))
    elif card.favour:
        about.append(plural("{n} Favour token", "{n} Favour tokens", card.favour))
    return f"{name} ({', '.join(about)})"


def table_lines(game: Game) -> list[Line]:
    """Show where the turn stands, and every House with its assets."""
    game = with_ids(game)
    lines: list[Line] = [[Span(stand(game), "heading")]]
    for at, house in enumerate(game.houses):
        text = tr(
            "{house}: Influence {influence}, coins {coins}, Intrigue cards {hand}",
            house=house.name,
            influence=house.influence,
            coins=house.coins,
            hand=house.hand,
        )
        lines.append([Span(text, "player"), Span("  " + tr("Host") if at == game.host else "", "key")])
        labels = game.labels(at)
        lines += [[Span(f"  {_card(labels[card.id], card)}")] for card in house.cards]
    if game.lot is not None:
        lines.append([Span(tr("Up for bid: {card}.", card=game.lot.name))])
    if game.scheme is not None:
        lines.append([Span(tr("A Scheme on the table: {scheme}.", scheme=game.scheme.name))])
    for place, entry in enumerate(game.entries):
        name = game.houses[entry.house].name
        text = ", ".join([game.combatant(place), *entry.gear])
        lines.append(
            [Span(tr("In the arena {place}: {cards} of {house}.", place="I" * (place + 1), cards=text, house=name))]
        )
    for bet in game.bets:
        on = tr(LEVEL_NAMES.get(bet_name(game, bet.on), bet_name(game, bet.on)))
        lines.append(
            [Span(tr("Wager of {house} on {on}: {n}.", house=game.houses[bet.house].name, on=on, n=bet.coins))]
        )
    return lines


def game_json(game: Game, events: Sequence[Happened] | None = None) -> dict[str, Any]:
    """Give a game to programs, and what has just happened."""
    found: dict[str, Any] = {"game": msgspec.to_builtins(game) | {"stage": game.stage, "turn": game.turn}}
    if events is not None:
        found["events"] = [{"event": each.kind, "rule": each.rule, **each.values} for each in events]
    return found
