"""Spartacus in words and as programs read it: attacks, blows and odds, what happened, and how things stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.style import Line, Span, bar, chance, chance_lines, plain
from hoplo_companion.spartacus.arena import bet_name, match_of
from hoplo_companion.spartacus.book import STAGES, stage_of
from hoplo_companion.spartacus.duel import Match
from hoplo_companion.spartacus.events import EVENTS
from hoplo_companion.spartacus.fighter import LEVEL_NAMES, LEVELS, Fighter, Level, Pools
from hoplo_companion.spartacus.game import Card, Game
from hoplo_companion.spartacus.odds import (
    ERROR,
    MOST_COINS,
    Chance,
    Ends,
    Surrender,
    Wager,
    best_wager,
    odds_of,
    wagers,
)
from hoplo_companion.spartacus.slots import KIND_NAMES
from hoplo_companion.tables.actions import Happened

ASSUMPTIONS = {
    "reach": later("Both are in reach and attack in every round."),
    "initiative": later("The winner of the initiative goes first or second, whichever serves it better."),
    "even": later("Dice are surrendered evenly: from the largest pool, of equal ones Speed first, then Defence."),
    "best": later("Dice are surrendered by best play: so that the chance to win is greatest."),
    "re-rolls": later(
        "The lowest dice are re-rolled if they show 3 or less; extra and ignored wounds are always used."
    ),
    "once": later("Left out: what works once in a match, Nets, Speed Attacks, and what is entered as manual."),
}


def attack_lines(attack: Mapping[str, Any]) -> list[Line]:
    """Show both strings side by side, and what comes of them; the attack is plain, as programs read it."""
    lines: list[Line] = []
    for one, other, is_wound in [*attack["pairs"], *((die, "-", is_wound) for die, is_wound in attack["unopposed"])]:
        if other == "-":
            said = tr("unopposed, 3 or more: wound") if is_wound else tr("unopposed, less than 3: no wound")
        else:
            said = tr("wound") if is_wound else tr("tie, blocked") if one == other else tr("blocked")
        lines.append([Span(f"  {one} : {other}  "), Span(said, "damage" if is_wound else "quiet")])
    added: dict[str, Callable[[int], str]] = {
        "auto": lambda n: plural("{n} auto-wound besides the strings.", "{n} auto-wounds besides the strings.", n),
        "extra": lambda n: plural("{n} extra wound.", "{n} extra wounds.", n),
        "ignored": lambda n: plural("{n} wound ignored.", "{n} wounds ignored.", n),
        "manual": lambda n: tr("By what a card says: wounds {n}.", n=f"{n:+d}"),
    }
    lines += [[Span(words(attack[each]))] for each, words in added.items() if attack.get(each)]
    lines.append([Span(plural("{n} wound (Attacking).", "{n} wounds (Attacking).", attack["wounds"]), "heading")])
    if back := attack.get("to_attacker", 0):
        lines.append([Span(plural("{n} auto-wound for the attacker.", "{n} auto-wounds for the attacker.", back))])
    return lines


def blow_lines(pools: Pools, wounds: int, left: Sequence[Pools], level: Level | None) -> list[Line]:
    """Say what a blow leaves, or may leave."""
    text = plural("{pools} takes {n} wound.", "{pools} takes {n} wounds.", wounds, pools=pools)
    after = later("Left: {pools}.") if len(left) == 1 else later("It may leave {pools}.")
    if level is not None:
        after = later("Defeated: {level}. Nobody chooses the level; the blow is taken whole. p.16")
    said = tr(after, pools=", ".join(map(str, left)), level=tr(LEVEL_NAMES[level or "yield"]))
    return [[Span(text)], [Span(said, "heading" if level is None else "damage")]]


def number(chance: Chance) -> Any:
    """Write a chance for programs: an exact one as a fraction, any other as a number."""
    return f"{chance.numerator}/{chance.denominator}" if isinstance(chance, Fraction) else chance


def coins(amount: Chance) -> str:
    """Write the coins that a wager brings in on average, with their sign; a rounded nothing has none."""
    return f"{round(float(amount), 2) or 0:+.2f}"


class Odds(NamedTuple):
    """The odds of a match: both Combatants, the wounds of one attack, how it ends, and how that was counted."""

    fighters: tuple[Fighter, Fighter]
    struck: Mapping[int, Chance]
    ends: Ends
    is_exact: bool
    way: Surrender

    @property
    def assumptions(self) -> list[str]:
        """What the odds stand on."""
        cards = ("re-rolls", "once") if any(each.abilities for each in self.fighters) else ()
        return [ASSUMPTIONS[key] for key in ("reach", "initiative", self.way, *cards)]


def odds_json(odds: Odds) -> dict[str, Any]:
    """The odds as a table: fractions, or decimals with their error; each row is how that Combatant ends."""

    def ended(ends: Ends) -> dict[str, Any]:
        return {"win": number(ends.win), **{level: number(ends.lost_by(level)) for level in LEVELS}}

    def wager(each: Wager) -> dict[str, Any]:
        expected = {str(bet): number(each.expected(bet)) for bet in range(1, MOST_COINS + 1)}
        return {"pays": each.pays, "chance": number(each.chance), "expected": expected}

    ends = odds.ends
    return {
        "attack": {"wounds": {str(dealt): number(chance) for dealt, chance in odds.struck.items()}},
        "match": {"a": ended(ends), "b": ended(ends.turned())},
        "wagers": {each.on: wager(each) for each in wagers(ends)},
        **({"undecided": number(ends.undecided)} if ends.undecided > ERROR else {}),
        "exact": odds.is_exact,
        "error": 0 if odds.is_exact else ERROR,
        "assumptions": odds.assumptions,
    }


def odds_lines(odds: Odds) -> list[Line]:
    """Show the odds of an attack, of the match, and of every wager, the best one named."""
    one, other = (each.name for each in odds.fighters)
    ends = odds.ends
    lines: list[Line] = [[Span(tr("One attack of {a} on {b}:", a=one, b=other), "heading")]]
    lines += chance_lines((plural("{n} wound", "{n} wounds", dealt), chance) for dealt, chance in odds.struck.items())
    lines.append([Span(tr("The match:"), "heading")])
    for name, seen in ((one, ends), (other, ends.turned())):
        ways = ", ".join(f"{tr(LEVEL_NAMES[level])} {chance(seen.lost_by(level))}" for level in LEVELS)
        text = tr("{name} wins {chance}; it loses by {ways}.", name=name, chance=chance(seen.win), ways=ways)
        lines.append([Span(f"  {text}")])
    if ends.undecided > ERROR:
        text = tr("In {chance} it never ends: neither can wound the other any more.", chance=chance(ends.undecided))
        lines.append([Span(f"  {text}")])
    lines.append([Span(tr("Wagers, in coins won or lost on average with 1, 2 or 3 coins:"), "heading")])
    best = best_wager(ends)
    for wager in wagers(ends):
        average = " ".join(coins(wager.expected(bet)) for bet in range(1, MOST_COINS + 1))
        text = (
            f"{wager_name(wager, one, other)} ({wager.pays}:1)  {bar(wager.chance)} {chance(wager.chance)}  {average}"
        )
        lines.append([Span(f"  {text}", "choice" if wager == best else "")])
    lines.append([Span(best_words(best, one, other) or tr("No wager pays on average."))])
    lines += [[Span(tr(text), "quiet")] for text in odds.assumptions]
    if not odds.is_exact:
        lines.append([Span(tr("Decimals, exact to {error}; --exact counts fractions.", error=ERROR), "quiet")])
    return lines


def wager_name(wager: Wager, one: str, other: str) -> str:
    """Name what is bet on."""
    named = {"victory-1": one, "victory-2": other}.get(wager.on)
    return tr("Victory of {name}", name=named) if named else tr(LEVEL_NAMES[wager.on])


def best_words(best: Wager | None, one: str, other: str) -> str:
    """Name the best wager, if there is one."""
    if best is None:
        return ""
    average = coins(best.expected(MOST_COINS))
    return tr("Best wager: {name}, 3 coins for {coins}.", name=wager_name(best, one, other), coins=average)


def event_words(event: Happened) -> str:
    """Word something that happened."""
    values, n = dict(event.values), event.values.get("n", 0)
    values["coins"], values["hexes"] = plural("{n} coin", "{n} coins", n), plural("{n} hex", "{n} hexes", n)
    values["wounds"] = plural("{n} wound", "{n} wounds", n)
    if "scheme" in values:
        values["scheme"] = values["scheme"] or tr("the Scheme")
    if event.kind == "stage":
        values["stage"] = tr(STAGES[str(values["stage"])].words)
    if "on" in values:
        values["on"] = tr(LEVEL_NAMES.get(values["on"], values["on"]))
    is_speed = values.get("is_speed", False)
    words = later("{name} makes a Speed Attack:") if is_speed else EVENTS[event.kind].words
    text = tr(words, **values).replace(" .", ".")
    text = text[:1].upper() + text[1:]
    return "\n".join([text, *plain(attack_lines(values["attack"])).splitlines()]) if event.kind == "attack" else text


def stand(game: Game) -> str:
    """Where the turn stands, in a line."""
    stage = stage_of(game)
    who = f": {game.houses[game.active].name}" if game.stage == "intrigue" else ""
    if (match := _match(game)) is not None:
        who = " " + ", ".join(f"{each.name} {left}" for each, left in zip(match.fighters, match.pools, strict=True))
    if game.is_alone and game.winner is not None:
        return f"{game.name}. {tr(EVENTS['match-won'].words, house=game.names[game.winner])}"
    if game.is_alone:
        return f"{game.name}.{who}"
    return tr("{name}, turn {n}. {stage}", name=game.name, n=game.turn,
              stage=tr(STAGES[stage].words) + who)  # fmt: skip


def _match(game: Game) -> Match | None:
    """The match that is fought, if one is, and the dice of both are known."""
    return match_of(game) if game.stage == "combat" and len(game.may_fight()) == 2 else None


def notes_of(game: Game) -> list[Line]:
    """What is worth knowing when a stage begins: the odds of the match, where wagers are placed."""
    if game.stage != "wagers" or len(fighters := game.may_fight()) < 2:
        return []
    ends, _ = odds_of(fighters[0], fighters[1], exact=False, readings=game.readings)
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
    lines: list[Line] = [[Span(stand(game), "heading")]]
    for at, house in enumerate(game.houses):
        if not game.is_alone:
            text = tr("{house}: Influence {influence}, coins {coins}",
                      house=house.name, influence=house.influence, coins=house.coins)  # fmt: skip
            lines.append([Span(text, "player"), Span("  " + tr("Host") if at == game.host else "", "key")])
        labels = {} if game.is_alone else game.labels(at)
        lines += [[Span(f"  {_card(labels.get(card.id, card.name), card)}")] for card in house.cards]
    if game.is_alone:
        return lines
    said = [] if game.lot is None else [tr("Up for bid: {card}.", card=game.lot.name)]
    if game.scheme is not None:
        said.append(tr("A Scheme on the table: {scheme}.", scheme=game.scheme.name or tr("the Scheme")))
    for place, entry in enumerate(game.entries):
        cards = ", ".join([game.combatant(place), *entry.gear])
        text = later("In the arena {place}: {cards} of {house}.")
        said.append(tr(text, place="I" * (place + 1), cards=cards, house=game.names[entry.house]))
    for bet in game.bets:
        on = tr(LEVEL_NAMES.get(bet.on, bet_name(game, bet.on)))
        said.append(tr("Wager of {house} on {on}: {n}.", house=game.names[bet.house], on=on, n=bet.coins))
    return lines + [[Span(text)] for text in said]


def game_json(game: Game, events: Sequence[Happened] | None = None) -> dict[str, Any]:
    """A game as a table, and what has just happened."""
    found: dict[str, Any] = {"game": msgspec.to_builtins(game) | {"stage": game.stage, "turn": game.turn}}
    if (match := _match(game)) is not None:
        found["match"] = {"left": list(map(str, match.pools)), "question": match.question and match.question._asdict()}
    if events is not None:
        found["events"] = [{"event": each.kind, "rule": each.rule, **each.values} for each in events]
    return found
