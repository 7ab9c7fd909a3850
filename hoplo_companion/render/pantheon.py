"""What is shown of Mythic Battles: Pantheon: an attack and its odds, an army and its draft, a game, its board."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from hoplo_companion.dice import in_hundredths
from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.attack import ASSUMED, Die, at_least, expected, row
from hoplo_companion.pantheon.fighting import TOKEN
from hoplo_companion.pantheon.game import PLACING, Game, Throw
from hoplo_companion.pantheon.ground import Aim, Boundary, Ground, Way, at_start
from hoplo_companion.pantheon.rows import EVENTS
from hoplo_companion.pantheon.turn import MANOEUVRES, POWERS
from hoplo_companion.pantheon.units import AOW, Draft, Fighter, Unit, cost_of, deck, name_of, rule_text, stats_words
from hoplo_companion.render.picture import Drawing
from hoplo_companion.render.style import Line, Span, chance, chance_lines, decimal, line, table, text_of
from hoplo_companion.tables.actions import Happened


def cited(text: str, rule: str, style: str = "") -> Line:
    """A line in one style, with the rule or page that it cites behind it."""
    return [Span(text, style), Span(f" {rule}", "page")]


# An attack
def attack_lines(throw: Throw, *, is_ended: bool) -> list[Line]:
    """An attack and its dice: what makes its values, what talents may do, what is best, or what it came to."""
    lines = value_lines(throw)
    if throw.is_throwing:
        text = later("Mighty Throw: enough blanks to throw a {kind} 1 area, before they leave.")
        lines.append(cited(tr(text, kind=name_of(throw.attack.target.kind)), "pan.talent.mighty-throw", "choice"))
    raised = [line("  " + tr(EVENTS["raise"].words, **each), "choice") for each in throw.raises()]
    if is_ended:
        text = plural("{n} wound.", "{n} wounds.", throw.end.sure)
        placed = tr("Placed at once: {dice}.", dice=row(throw.end.placed)) + " " if throw.end.placed else ""
        return [*lines, *raised, cited(placed + text, "pan.attack.wounds", "heading")]
    plays = [line(f"  {each}", "choice" if each.startswith("→") else "") for each in throw.plays_words()]
    lines += [line(throw.end.sure_words), *plays]
    if throw.best.rolled:
        text = f"{throw.best.raised_words} {tr('Keep the other dice for later.')}".strip()
        return [*lines, cited(text, "pan.assault.second", "choice")]
    return [*lines, line(tr("Best: no second assault."), "choice"), *raised]


def value_lines(throw: Throw) -> list[Line]:
    """The effective values, everything that changed them or might have, and the die."""
    lines = [line(throw.values_words, "heading")]
    lines += [cited(f"  {each.words}.", each.rule, "quiet" if each.why_not else "") for each in throw.attack.modifiers]
    said = tr("Faces of the die: {faces}.", faces=row(throw.die))
    if throw.die == ASSUMED:
        said = tr("Faces of the die assumed: {faces} (ruling pan.faces).", faces=row(throw.die))
    return [*lines, line(f"  {said}", "quiet")]


def odds_lines(odds: Sequence[Fraction], least: int | None) -> list[Line]:
    """The chance of every number of wounds, with a bar each."""
    lines = chance_lines((str(n), each) for n, each in enumerate(odds))
    lines.append(line(tr("Wounds to expect: {expected}.", expected=decimal(expected(odds))), "heading"))
    if least is not None:
        text = tr("At least {least}: {chance}.", least=least, chance=chance(at_least(odds, least)))
        lines.append(line(text, "heading"))
    return lines


HEATS = ("#afd7ff", "#87d7ff", "#afd75f", "#ffd700", "#ff8700", "#ff0000")
"""The colours on paper of the degrees of warmth of what is more than nothing."""

HEADS = 2
"""The lines above the numbers of the table."""


def odds_table_lines(found: Sequence[Sequence[Fraction]], die: Die, least: int | None) -> list[Line]:
    """The wounds to expect, or a chance, as a table: a row per offence, a column per defence."""
    most = max(max(each) for each in found) or 1
    title = tr("Expected wounds with best play")
    if least is not None:
        title = tr("Chance of at least {least} wounds with best play, in %", least=least)
    lines = [line(title, "heading")]
    lines.append(line("  " + tr("Rows: offence. Columns: defence. Die: {faces}.", faces=row(die)), "quiet"))
    lines.append([Span("    "), *(Span(f"{defence:>6}", "heading") for defence in range(len(found[0])))])
    for offence, values in enumerate(found):
        cells: Line = [Span(f"{offence:>4}", "heading")]
        for value in values:
            said = f"{float(value):.2f}" if least is None else in_hundredths(value)
            heat = f"heat-{min(len(HEATS), 1 + int(value / most * len(HEATS)))}" if value else "quiet"
            cells += [Span(" "), Span(f"{said:>5}", heat)]
        lines.append(cells)
    return lines


def odds_table_svg(lines: Sequence[Line]) -> str:
    """Draw the table, to print."""
    picture, broad, high = Drawing.document(text_of(lines[0])), 8, 20
    for at, spans in enumerate(lines, 1):
        x = broad
        for text, style in spans:
            end = x + broad * len(text)
            if style.startswith("heat-"):
                fill = HEATS[int(style.removeprefix("heat-")) - 1]
                picture.add("rect", x=x, y=high * at - 15, width=end - x, height=high, fill=fill)
            place = (x, "start") if at <= HEADS else (end, "end")
            picture.write(complex(place[0], high * at), text.strip(), 14, text_anchor=place[1])
            x = end
    return picture.finished(broad * (2 + max(len(text_of(each)) for each in lines)), high * (len(lines) + 1))


# An army
def army_lines(units: Sequence[Unit], points: int, rests: int) -> list[Line]:
    """An army that may be played, its deck and its first hand."""
    rows = []
    for unit in units:
        more = ", ".join(name_of(word) for word in (*unit.talents, *unit.traits))
        cards, value = plural("{n} card", "{n} cards", unit.cards), tr("strategic value {n}", n=unit.strategy)
        rows.append((str(unit.cost), Span(unit.name, "player"), name_of(unit.kind), cards, value, Span(more, "quiet")))
    spent = tr("{spent} of {points} recruitment points", spent=cost_of(units), points=points)
    cards_in_deck = deck(units)
    count, aow = sum(cards_in_deck.values()), cards_in_deck.get(AOW, 0)
    text = later("Deck: {n} cards, {activation} activation and {aow} Art of War.")
    holds = tr(text, n=count, activation=count - aow, aow=aow)
    hand = tr("First hand: {extra} Art of War cards and the deck's first {drawn}.", extra=3, drawn=3)
    lines = [cited(spent, "pan.army.points", "heading"), *table(rows)]
    lines += [cited(holds, "pan.setup.deck"), cited(hand, "pan.setup.hand")]
    if rests:
        text = plural(
            "{n} more Art of War card for an unspent point.", "{n} more Art of War cards for unspent points.", rests
        )
        lines.append(cited(text, "pan.army.left-over"))
    return lines


def order_lines(divinities: Sequence[str], units: Sequence[str]) -> list[Line]:
    """In which order players recruit."""
    first = tr("Divinities, clockwise: {players}.", players=", ".join(divinities))
    rest = tr("All other units, counter-clockwise throughout: {players} …", players=", ".join(units))
    return [cited(first, "pan.army.draft-order"), line(rest)]


def draft_lines(draft: Draft) -> list[Line]:
    """A draft: every army with the points left, and who recruits next; in the end the points are cards."""

    def listed(units: Iterable[Unit]) -> str:
        return ", ".join(f"{unit.name} ({unit.cost})" for unit in units) or "-"

    following = draft.next()
    lines: list[Line] = []
    for at, name in enumerate(draft.players):
        n = draft.left(at)
        left = plural("{n} point left", "{n} points left", n)
        if following is None:
            left = plural("{n} Art of War card for an unspent point", "{n} Art of War cards for unspent points", n)
        lines.append([Span(f"{name}: ", "player"), Span(f"{listed(draft.armies[at])}; {left}")])
    if following is None:
        return lines
    may, name = listed(draft.affordable(following)), draft.players[following]
    text = tr("{player} recruits next, one of: {units}.", player=name, units=may)
    return [*lines, cited(text, "pan.army.draft-order")]


# A game
def event_words(game: Game, event: Happened) -> str:
    """What happened, in words."""
    names = {TOKEN: tr("the power token"), **game.names()}
    says: dict[str, Callable[[Any], str]] = {
        **dict.fromkeys(("unit", "troop"), lambda id_: names.get(id_, id_)),
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
        about = [tr("stones absorbed: {n}", n=player.absorbed), *([tr("out of the game")] if player.out else [])]
        lines.append([Span(player.name, "player"), Span("  " + "  ".join(about))])
        lines += table(
            (_unit(game, id_, names[id_]) for id_, unit in game.units.items() if unit.owner == at), indent="    "
        )
    if stones := ", ".join(f"{area}: {count}" for area, count in game.stones.items() if count):
        lines.append(line(tr("Unclaimed divine stones by area: {stones}.", stones=stones)))
    return lines


def _unit(game: Game, id_: str, name: str) -> Sequence[str | Span]:
    unit = game.units[id_]
    if unit.destroyed:
        return name, tr("destroyed"), "", "", ""
    where = tr("area {area}", area=unit.area) if unit.area else tr("off the board")
    vitality = tr("vitality {n}", n="?" if unit.hp is None else unit.hp)
    vitality += f", {tr('carries a stone')}" if unit.stone else ""
    stats = stats_words(unit.stats) + (f" {tr('(old stat line)')}" if unit.stats and unit.old_line else "")
    did = tr("activated") if id_ in game.turn.activated else ""
    did = tr("active now") if id_ == game.turn.active else did
    return name, where, vitality, Span(stats, "quiet"), Span(did, "choice")


# The board
MAY = {
    "walk": later("{unit} may walk:"),
    "run": later("{unit} may run:"),
    "flight": later("{unit} may fly:"),
    "attack": later("{unit} may attack:"),
    "aerial": later("{unit} may attack from the air:"),
}


def ground_lines(ground: Ground) -> list[Line]:
    """Every area, what lies beside it, and who is there."""
    head = tr("The board of the game has {n} areas.", n=len(ground.areas))
    rows = []
    for area in ground.areas.values():
        beside = ", ".join(_beside(other, between) for other, between in ground.near(area.id).items())
        there = ground.on(area.id)
        full = tr("full") if ground.is_full(area.id) else f"{len(there)}/{area.capacity}"
        names = ", ".join(piece.name for piece in there)
        terrain = name_of(area.ground)
        rows.append((Span(area.id, "heading"), terrain, full, Span(names, "player"), Span(beside, "quiet")))
    return [line(head), *table(rows)]


def _beside(other: str, between: Boundary) -> str:
    heights = {"down": tr("heights down"), "up": tr("heights up")}.get(between.heights, "")
    kind = name_of(between.kind) if between.kind != "normal" else ""
    return " ".join(filter(None, (other, kind, heights, tr("skulls") if between.skulls else "")))


def move_lines(piece: Fighter, every: Iterable[Way]) -> list[Line]:
    """Where a unit may go, what ends its move, and what keeps it from the areas beside it."""
    start = at_start(piece)
    lines = [cited(tr("First of all: {rule}", rule=rule_text(start)), start, "damage")] if start else []
    for way in every:
        lines.append(cited(tr(MAY[way.how], unit=piece.name), f"pan.move.{way.how}", "heading"))
        if way.never:
            lines.append(cited("  " + tr("nowhere: {rule}", rule=rule_text(way.never)), way.never))
            continue
        for each in way.arrivals:
            path = Span(f"  {piece.area} → " + " → ".join(each.path))
            ends = [Span(f"  {rule_text(rule)} ") for rule in each.ends_by]
            lines.append([Span(f"  {each.area}", "choice"), path, *ends, Span(" ".join(each.ends_by), "page")])
        lines += [] if way.arrivals else [line("  " + tr("nowhere"))]
        for area, rule in way.beside.items():
            lines.append(cited("  " + tr("not {area}: {rule}", area=area, rule=rule_text(rule)), rule, "quiet"))
    return lines


def target_lines(piece: Fighter, every: Mapping[str, Iterable[Aim]]) -> list[Line]:
    """Whom a unit may attack in each way, with the effective changes, and whom not."""
    lines: list[Line] = []
    for how, aims in every.items():
        lines.append(line(tr(MAY[how], unit=piece.name), "heading"))
        lines += [_aim(each) for each in aims] or [line("  " + tr("nobody: there is no enemy on the ground"))]
    return lines


def _aim(aim: Aim) -> Line:
    if aim.why_not:
        return line(f"  ✗ {aim.target.name}  {aim.why_not}")
    away, is_seen = aim.distance or 0, aim.sight.is_seen
    said = tr("in an adjacent full area: as at range 0")
    if not aim.is_full_adjacent:
        seen = tr("visible; enter levels for heights") if aim.is_higher is None else tr("visible")
        seen = seen if is_seen else tr("check the line of sight yourself: not all centres are entered")
        said = f"{plural('{n} area away', '{n} areas away', away) if away else tr('in the same area')}, {seen}"
    attack = aim.attack
    offence, defence = attack.added("offence"), attack.added("defence")
    added = tr("offence {offence}, defence {defence}", offence=f"{offence:+d}", defence=f"{defence:+d}")
    said += f"; {added}" if offence or defence else ""
    return [Span(f"  {'✓' if is_seen else '?'} {aim.target.name}", "choice"), *cited(f"  {said}", aim.sight.rule)]
