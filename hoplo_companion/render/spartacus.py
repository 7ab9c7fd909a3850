"""Spartacus in words and as programs read it: attacks, blows and odds, what happened, and how things stand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.style import Line, Span, bar, chance, chance_lines, line, plain, wrapped
from hoplo_companion.spartacus.arena import STAGES, bets, match_of, stage_of
from hoplo_companion.spartacus.duel import Match
from hoplo_companion.spartacus.fighter import LEVEL_NAMES, LEVELS, Level, Pools, as_spoken
from hoplo_companion.spartacus.game import Card, Game
from hoplo_companion.spartacus.odds import ERROR, MOST_COINS, Chance, Odds, Wager
from hoplo_companion.spartacus.play import EVENTS, KIND_NAMES
from hoplo_companion.tables.actions import Happened

WIDTH, SCREEN = 78, 22
"""Cells that a line may take, and lines that a table may."""


# An attack and a blow
def attack_lines(attack: Mapping[str, Any]) -> list[Line]:
    """Show both strings side by side, and what comes of them; the attack is plain, as programs read it."""
    lines: list[Line] = []
    for one, other, is_wound in [*attack["pairs"], *((die, "-", is_wound) for die, is_wound in attack["unopposed"])]:
        if other == "-":
            said = tr("unopposed, 3 or more: wound") if is_wound else tr("unopposed, less than 3: no wound")
        else:
            said = tr("wound") if is_wound else tr("tie, blocked") if one == other else tr("blocked")
        lines.append([Span(f"  {one} : {other}  "), Span(said, "damage" if is_wound else "quiet")])
    if n := attack.get("auto"):
        lines += [line(plural("{n} auto-wound besides the strings.", "{n} auto-wounds besides the strings.", n))]
    if n := attack.get("extra"):
        lines += [line(plural("{n} extra wound.", "{n} extra wounds.", n))]
    if n := attack.get("ignored"):
        lines += [line(plural("{n} wound ignored.", "{n} wounds ignored.", n))]
    if n := attack.get("manual"):
        lines += [line(tr("By what a card says: wounds {n}.", n=f"{n:+d}"))]
    lines += [line(plural("{n} wound (Attacking).", "{n} wounds (Attacking).", attack["wounds"]), "heading")]
    if n := attack.get("to_attacker"):
        lines += [line(plural("{n} auto-wound for the attacker.", "{n} auto-wounds for the attacker.", n))]
    return lines


def blow_lines(pools: Pools, wounds: int, left: Sequence[Pools], level: Level | None) -> list[Line]:
    """Say what a blow leaves, or may leave."""
    text = plural("{pools} takes {n} wound.", "{pools} takes {n} wounds.", wounds, pools=pools)
    after = later("Left: {pools}.") if len(left) == 1 else later("It may leave {pools}.")
    if level is not None:
        after = later("Defeated: {level}. Nobody chooses the level; the blow is taken whole. p.16")
    said = tr(after, pools=", ".join(map(str, left)), level=tr(LEVEL_NAMES[level or "yield"]))
    return [line(text), line(said, "heading" if level is None else "damage")]


# Odds
def number(chance: Chance) -> Any:
    """Write a chance for programs: an exact one as a fraction, any other as a number."""
    return f"{chance.numerator}/{chance.denominator}" if isinstance(chance, Fraction) else chance


def odds_json(odds: Odds) -> dict[str, Any]:
    """The odds as a table: fractions, or decimals with their error; each row is how that Combatant ends."""
    coins = range(1, MOST_COINS + 1)
    a, b = (
        {"win": number(odds.win(at)), **{level: number(odds.lost_by(at, level)) for level in LEVELS}} for at in (0, 1)
    )
    bets = {
        each.on: {
            "pays": each.pays,
            "chance": number(each.chance),
            "expected": {str(bet): number(each.expected(bet)) for bet in coins},
        }
        for each in odds.wagers
    }
    return {
        "attack": {"wounds": {str(dealt): number(chance) for dealt, chance in odds.struck.items()}},
        "match": {"a": a, "b": b},
        "wagers": bets,
        **({"undecided": number(odds.undecided)} if odds.undecided > ERROR else {}),
        "exact": odds.is_exact,
        "error": 0 if odds.is_exact else ERROR,
        "assumptions": odds.assumptions,
    }


def odds_lines(odds: Odds) -> list[Line]:
    """Show the odds of an attack, of the match, and of every wager, the best one named."""
    best, (one, other) = odds.best_wager, odds.names
    lines = [line(tr("One attack of {a} on {b}:", a=one, b=other), "heading")]
    lines += chance_lines((plural("{n} wound", "{n} wounds", dealt), chance) for dealt, chance in odds.struck.items())
    lines.append(line(tr("The match:"), "heading"))
    for at, name in enumerate(odds.names):
        ways = ", ".join(f"{tr(LEVEL_NAMES[level])} {chance(odds.lost_by(at, level))}" for level in LEVELS)
        text = tr("{name} wins {chance}; it loses by {ways}.", name=name, chance=chance(odds.win(at)), ways=ways)
        lines.append(line(f"  {text}"))
    if odds.undecided > ERROR:
        text = tr("In {chance} it never ends: neither can wound the other any more.", chance=chance(odds.undecided))
        lines.append(line(f"  {text}"))
    lines.append(line(tr("Wagers, in coins won or lost on average with 1, 2 or 3 coins:"), "heading"))
    for each in odds.wagers:
        average = " ".join(_coins(each.expected(bet)) for bet in range(1, MOST_COINS + 1))
        text = f"  {_on(odds, each)} ({each.pays}:1)  {bar(each.chance)} {chance(each.chance)}  {average}"
        lines.append(line(text, "choice" if each == best else ""))
    lines.append(line(_best_words(odds) or tr("No wager pays on average.")))
    lines += [line(tr(text), "quiet") for text in odds.assumptions]
    if not odds.is_exact:
        lines.append(line(tr("Decimals, exact to {error}; --exact counts fractions.", error=ERROR), "quiet"))
    return lines


def _on(odds: Odds, wager: Wager) -> str:
    """What is bet on."""
    named = dict(zip(("victory-1", "victory-2"), odds.names, strict=True)).get(wager.on)
    return tr("Victory of {name}", name=named) if named else tr(LEVEL_NAMES[wager.on])


def _coins(amount: Chance) -> str:
    """The coins that a wager brings in on average, with their sign; a rounded nothing has none."""
    return f"{round(float(amount), 2) or 0:+.2f}"


def _best_words(odds: Odds) -> str:
    """Name the best wager, if one pays."""
    if (best := odds.best_wager) is None:
        return ""
    average = _coins(best.expected(MOST_COINS))
    return tr("Best wager: {name}, 3 coins for {coins}.", name=_on(odds, best), coins=average)


def notes_of(game: Game) -> list[Line]:
    """What is worth knowing when a stage begins: the odds of the match, where wagers are placed."""
    if game.stage != "wagers" or len(fighters := game.may_fight()) < 2:
        return []
    odds = Odds(fighters[0], fighters[1], exact=False, readings=game.readings)
    said = ", ".join(f"{_on(odds, each)} {chance(each.chance)}" for each in odds.wagers)
    best = _best_words(odds)
    return [line(tr("Odds: {odds}.", odds=said)), *([line(best, "choice")] if best else [])]


# A game
def event_words(game: Game | None, event: Happened) -> str:
    """Word something that happened."""
    values, n = dict(event.values), event.values.get("n", 0)
    values["coins"], values["hexes"] = plural("{n} coin", "{n} coins", n), plural("{n} hex", "{n} hexes", n)
    values["wounds"] = plural("{n} wound", "{n} wounds", n)
    if "scheme" in values:
        values["scheme"] = values["scheme"] or tr("the Scheme")
    if event.kind == "stage":
        values["stage"] = tr(STAGES[str(values["stage"])])
    if "on" in values:
        values["on"] = tr(LEVEL_NAMES.get(values["on"], values["on"]))
    words = later("{name} makes a Speed Attack:") if values.get("is_speed") else EVENTS[event.kind].words
    text = tr(words, **values).replace(" .", ".")
    text = text[:1].upper() + text[1:]
    return f"{text}\n{plain(attack_lines(values['attack']))}" if event.kind == "attack" else text


def _match(game: Game) -> Match | None:
    """The match that is fought, if one is, and the dice of both are known."""
    return match_of(game) if game.stage == "combat" and len(game.may_fight()) == 2 else None


def stand(game: Game) -> str:
    """Where the turn stands, in a line."""
    who = f": {game.houses[game.active].name}" if game.stage == "intrigue" else ""
    if (match := _match(game)) is not None:
        who = " " + ", ".join(f"{each.name} {each.pools}" for each in match.left)
    if not game.is_alone:
        stage = tr(STAGES[stage_of(game)]) + who
        return tr("{name}, turn {n}. {stage}", name=game.name, n=game.turn, stage=stage)
    won = "" if game.winner is None else " " + tr(EVENTS["match-won"].words, house=game.names[game.winner])
    return f"{game.name}.{won or who}"


def _card(name: str, card: Card, *, is_brief: bool = False) -> str:
    """Write a card with all that is known of it, or with how it is alone."""
    about = [tr(KIND_NAMES[card.kind]), as_spoken(card.fight)]
    about += [] if card.value is None else [tr("worth {n}", n=card.value)]
    about = [] if is_brief else about
    if card.exhausted or card.injured:
        about.append(in_sense("of a card", "injured") if card.injured else in_sense("of a card", "exhausted"))
    if card.champion:
        about.append(tr("Champion"))
    elif card.favour:
        about.append(plural("{n} Favour token", "{n} Favour tokens", card.favour))
    return f"{name} ({', '.join(filter(None, about))})" if about else name


def table_lines(game: Game, *, is_brief: bool = False) -> list[Line]:
    """Show where the turn stands, and every House with its assets, by their names where all else is too long."""
    lines = [line(stand(game), "heading")]
    if game.is_alone:
        return [*lines, *(line(f"  {_card(card.name, card)}") for house in game.houses for card in house.cards)]
    for at, house in enumerate(game.houses):
        text = tr("{house}: Influence {influence}, coins {coins}",
                  house=house.name, influence=house.influence, coins=house.coins)  # fmt: skip
        lines.append([Span(text, "player"), Span("  " + tr("Host") if at == game.host else "", "key")])
        labels = game.labels(at)
        lines += wrapped(
            line("  " + "; ".join(_card(labels[card.id], card, is_brief=is_brief) for card in house.cards)), WIDTH, 2
        )
    if game.lot is not None:
        lines.append(line(tr("Up for bid: {card}.", card=game.lot.name)))
    if game.scheme is not None:
        lines.append(line(tr("A Scheme on the table: {scheme}.", scheme=game.scheme.name or tr("the Scheme"))))
    for place, entry in enumerate(game.entries):
        cards = ", ".join([game.combatant(place), *entry.gear])
        text = later("In the arena {place}: {cards} of {house}.")
        lines.append(line(tr(text, place="I" * (place + 1), cards=cards, house=game.names[entry.house])))
    for bet in game.bets:
        text = later("Wager of {house} on {on}: {n}.")
        lines.append(line(tr(text, house=game.names[bet.house], on=tr(bets(game)[bet.on]), n=bet.coins)))
    return lines if is_brief or len(lines) <= SCREEN else table_lines(game, is_brief=True)


def game_json(game: Game, events: Sequence[Happened] | None = None) -> dict[str, Any]:
    """A game as a table, and what has just happened."""
    found: dict[str, Any] = {"game": msgspec.to_builtins(game) | {"stage": game.stage, "turn": game.turn}}
    if (match := _match(game)) is not None:
        left, asked = [str(each.pools) for each in match.left], match.question
        found["match"] = {"left": left, "question": asked and asked._asdict()}
    if events is not None:
        found["events"] = [{"event": each.kind, "rule": each.rule, **each.values} for each in events]
    return found
