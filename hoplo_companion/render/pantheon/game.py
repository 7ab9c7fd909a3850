"""An army, its draft and a game in words: how it stands, what happened; its board, moves and targets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.army import AOW, DRAWN, EXTRA, OMPHALOS, Draft, Unit, cost_of, deck, stats_words
from hoplo_companion.pantheon.game import EVENTS, MANOEUVRES, PLACING, POWERS, Game, Player
from hoplo_companion.pantheon.ground import Aim, Arrival, Boundary, Ground
from hoplo_companion.pantheon.modifiers import Fighter
from hoplo_companion.pantheon.words import name_of, rule_text
from hoplo_companion.render.style import Line, Span, cited, line, table
from hoplo_companion.tables.actions import Happened


def army_lines(units: Sequence[Unit], points: int, rests: int) -> list[Line]:
    """An army that may be played."""
    spent = tr("{spent} of {points} recruitment points", spent=cost_of(units), points=points)
    rows = []
    for unit in units:
        more = ", ".join(name_of(word) for word in (*unit.talents, *unit.traits))
        cards, value = plural("{n} card", "{n} cards", unit.cards), tr("strategic value {n}", n=unit.strategy)
        rows.append((str(unit.cost), Span(unit.name, "player"), name_of(unit.kind), cards, value, Span(more, "quiet")))
    cards_in_deck = deck(units)
    aow = cards_in_deck.count(AOW)
    holds = tr("Deck: {n} cards, {activation} activation and {aow} Art of War.",
               n=len(cards_in_deck), activation=len(cards_in_deck) - aow, aow=aow)  # fmt: skip
    hand = tr("First hand: {extra} Art of War cards and the deck's first {drawn}.", extra=EXTRA, drawn=DRAWN)
    lines = [cited(spent, "pan.army.points", "heading"), *table(rows), cited(holds, "pan.setup.deck")]
    lines.append(cited(hand, "pan.setup.hand"))
    if rests:
        text = plural("{n} more Art of War card for an unspent point.", "{n} more Art of War cards for unspent points.",
                      rests)  # fmt: skip
        lines.append(cited(text, "pan.army.left-over"))
    return lines


def order_lines(divinities: Sequence[str], units: Sequence[str]) -> list[Line]:
    """In which order players recruit."""
    return [
        cited(tr("Divinities, clockwise: {players}.", players=", ".join(divinities)), "pan.army.draft-order"),
        line(tr("All other units, counter-clockwise throughout: {players} …", players=", ".join(units))),
    ]


def draft_lines(draft: Draft) -> list[Line]:
    """A draft: every army with the points left, and who recruits next; in the end the points are cards."""

    def listed(units: Iterable[Unit]) -> str:
        return ", ".join(f"{unit.name} ({unit.cost})" for unit in units) or "-"

    following = draft.next()
    lines: list[Line] = []
    for at, name in enumerate(draft.players):
        left = plural("{n} point left", "{n} points left", draft.left(at))
        if following is None:
            left = plural("{n} Art of War card for an unspent point", "{n} Art of War cards for unspent points",
                          draft.left(at))  # fmt: skip
        lines.append([Span(f"{name}: ", "player"), Span(f"{listed(draft.armies[at])}; {left}")])
    if following is None:
        return lines
    text = tr("{player} recruits next, one of: {units}.",
              player=draft.players[following], units=listed(draft.affordable(following)))  # fmt: skip
    return [*lines, cited(text, "pan.army.draft-order")]


def event_words(game: Game, event: Happened) -> str:
    """What happened, in words."""
    names = game.names()
    says: dict[str, Callable[[Any], str]] = {
        "unit": lambda id_: names.get(id_, id_),
        "troop": lambda id_: names.get(id_, id_),
        "at": lambda at: names.get(at, at) or tr("an area"),
        "player": lambda at: game.players[int(at)].name,
        "side": lambda side: _side(game, side),
        "kind": lambda kind: tr({**MANOEUVRES, **POWERS}[kind]),
    }
    parts = {key: says[key](value) if key in says else value for key, value in event.values.items()}
    if event.kind != "wounds":
        return tr(EVENTS[event.kind].words, **parts)
    said = plural("{unit} suffers {n} wound.", "{unit} suffers {n} wounds.", event.values["n"], unit=parts["unit"])
    return said if parts["left"] is None else f"{said} {tr('Vitality left: {left}.', left=parts['left'])}"


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
    turn, names = game.turn, game.names()
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
    lines, names = [line(stand(game), "heading")], game.names()
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
    cards, names = player.cards, {AOW: tr("Art of War"), OMPHALOS: tr("omphalos card")}
    names |= {each.unit.id: each.unit.name for each in game.units.values()}
    said = tr("deck {deck}, hand {hand}, stones absorbed {stones}",
              deck=cards.in_deck, hand=cards.in_hand, stones=player.absorbed)  # fmt: skip
    every = ", ".join(f"{names.get(card, card)} {n}" for card, n in cards.discards.items())
    return f"{said}; {tr('discards: {cards}', cards=every)}" if every else said


def _unit(game: Game, id_: str, name: str) -> Sequence[str | Span]:
    """A unit's row: where it is, its vitality and stats, and what it has done in the turn."""
    unit = game.units[id_]
    if unit.destroyed:
        return name, tr("destroyed"), "", "", ""
    where = tr("area {area}", area=unit.area) if unit.area else tr("off the board")
    vitality = tr("vitality {n}", n="?" if unit.hp is None else unit.hp)
    stats = stats_words(unit.stats)
    did = tr("activated") if id_ in game.turn.activated else ""
    return (
        name,
        where,
        f"{vitality}, {tr('carries a stone')}" if unit.stone else vitality,
        Span(f"{stats} {tr('(old stat line)')}" if stats and unit.old_line else stats, "quiet"),
        Span(tr("active now") if id_ == game.turn.active else did, "choice"),
    )


# The board ---------------------------------------------------------------------------------------------------------

MAY = {
    "walk": later("{unit} may walk:"),
    "run": later("{unit} may run:"),
    "flight": later("{unit} may fly:"),
    "attack": later("{unit} may attack:"),
    "aerial": later("{unit} may attack from the air:"),
}


def ground_lines(ground: Ground) -> list[Line]:
    """Every area, what lies beside it, and who is there."""
    rows = []
    for area in ground.areas.values():
        beside = ", ".join(_beside(other, between) for other, between in ground.near(area.id).items())
        there = ground.on(area.id)
        full = tr("full") if ground.is_full(area.id) else f"{len(there)}/{area.capacity}"
        names = ", ".join(piece.name for piece in there)
        terrain = name_of(area.ground)
        rows.append((Span(area.id, "heading"), terrain, full, Span(names, "player"), Span(beside, "quiet")))
    return table(rows)


def _beside(other: str, between: Boundary) -> str:
    heights = {"down": tr("heights down"), "up": tr("heights up")}.get(between.heights, "")
    kind = name_of(between.kind) if between.kind != "normal" else ""
    return " ".join(filter(None, (other, kind, heights, tr("skulls") if between.skulls else "")))


def move_lines(
    piece: Fighter, how: str, arrivals: Sequence[Arrival], never: str, beside: Mapping[str, str]
) -> list[Line]:
    """Where a unit may go, and what keeps it from the areas beside it."""
    lines = [cited(tr(MAY[how], unit=piece.name), f"pan.move.{how}", "heading")]
    if never:
        return [*lines, cited("  " + tr("nowhere: {rule}", rule=rule_text(never)), never)]
    for each in arrivals:
        path = Span(f"  {piece.area} → " + " → ".join(each.path))
        ends = [Span(f"  {rule_text(rule)} ") for rule in each.ends_by]
        lines.append([Span(f"  {each.area}", "choice"), path, *ends, Span(" ".join(each.ends_by), "page")])
    if not arrivals:
        lines.append(line("  " + tr("nowhere")))
    for area, rule in beside.items():
        lines.append(cited("  " + tr("not {area}: {rule}", area=area, rule=rule_text(rule)), rule, "quiet"))
    return lines


def target_lines(piece: Fighter, how: str, aims: Iterable[Aim]) -> list[Line]:
    """Whom a unit may attack, with the effective changes, and whom not."""
    lines = [line(tr(MAY[how], unit=piece.name), "heading")]
    for aim in aims:
        mark = {True: "✓", False: "✗", None: "?"}[aim.is_legal]
        name = Span(f"  {mark} {aim.name}", "choice" if aim.is_legal else "")
        lines.append([name, *cited(f"  {_aim(aim)}", aim.sight.rule)])
        offence, defence, _ = aim.values.added
        if aim.is_legal is not False and (offence or defence):
            text = tr("offence {offence}, defence {defence}", offence=f"{offence:+d}", defence=f"{defence:+d}")
            lines.append(line(f"      {text}", "quiet"))
    return lines if lines[1:] else [*lines, line("  " + tr("nobody: there is no enemy on the ground"))]


def _aim(aim: Aim) -> str:
    if aim.is_full_adjacent:
        return tr("in an adjacent full area: as at range 0")
    if not aim.is_in_range:
        away = "?" if aim.distance is None else aim.distance
        return tr("out of range: {distance} areas away, range {range}", distance=away, range=aim.values.range)
    head = plural("{n} area away", "{n} areas away", aim.distance) if aim.distance else tr("in the same area")
    if aim.sight.is_seen is None:
        said = tr("check the line of sight yourself: not all centres are entered")
    elif not aim.sight.is_seen:
        said = tr("hidden by {areas}", areas=", ".join(aim.sight.by))
    else:
        said = tr("visible; enter levels for heights") if aim.is_higher is None else tr("visible")
    return f"{head}, {said}"
