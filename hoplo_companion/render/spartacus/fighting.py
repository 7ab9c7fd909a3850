"""Attacks, blows and odds of Spartacus in words, and as programs read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.chances import bar, chance, chance_lines
from hoplo_companion.render.style import Line, Span
from hoplo_companion.spartacus.abilities import Fighter
from hoplo_companion.spartacus.attack import Attack
from hoplo_companion.spartacus.odds import ERROR, MOST_COINS, Chance, Ends, Surrender, Wager
from hoplo_companion.spartacus.pools import LEVEL_NAMES, LEVELS, Level, Pools

ASSUMPTIONS = {
    "reach": later("Both are in reach and attack in every round."),
    "initiative": later("The winner of the initiative goes first or second, whichever serves it better."),
    "even": later("Dice are surrendered evenly: from the largest pool, of equal ones Speed first, then Defence."),
    "best": later("Dice are surrendered by best play: so that the chance to win is greatest."),
    "re-rolls": later(
        "The lowest dice are re-rolled if they show 3 or less; extra and ignored wounds are always used."
    ),
    "once": later("What works once in a match is left out, and so are Nets, Speed Attacks, and what is manual."),
}


def attack_json(attack: Attack) -> dict[str, Any]:
    """Give an attack to programs; what abilities do is there only where they do something."""
    found: dict[str, Any] = {
        "wounds": attack.wounds,
        "pairs": attack.comparison.pairs,
        "unopposed": attack.comparison.unopposed,
    }
    added = {"auto": attack.auto, "to_attacker": attack.back, "extra": attack.extra, "ignored": attack.ignored,
             "manual": attack.by_hand}  # fmt: skip
    return found | {key: value for key, value in added.items() if value}


def attack_lines(attack: Attack) -> list[Line]:
    """Show both strings side by side, and what comes of them."""
    lines: list[Line] = []
    for one, other, is_wound in attack.comparison.pairs:
        said = tr("wound") if is_wound else tr("tie, blocked") if one == other else tr("blocked")
        lines.append([Span(f"  {one} : {other}  "), Span(said, "damage" if is_wound else "quiet")])
    for die, is_wound in attack.comparison.unopposed:
        said = tr("unopposed, 3 or more: wound") if is_wound else tr("unopposed, less than 3: no wound")
        lines.append([Span(f"  {die} : -  "), Span(said, "damage" if is_wound else "quiet")])
    for count, text in (
        (
            attack.auto,
            plural("{n} auto-wound besides the strings.", "{n} auto-wounds besides the strings.", attack.auto),
        ),
        (attack.extra, plural("{n} extra wound.", "{n} extra wounds.", attack.extra)),
        (attack.ignored, plural("{n} wound ignored.", "{n} wounds ignored.", attack.ignored)),
    ):
        if count:
            lines.append([Span(text)])
    if attack.by_hand:
        lines.append([Span(tr("By hand: {n} wounds.", n=f"{attack.by_hand:+d}"))])
    lines.append([Span(plural("{n} wound (Attacking).", "{n} wounds (Attacking).", attack.wounds), "heading")])
    if attack.back:
        lines.append(
            [Span(plural("{n} auto-wound for the attacker.", "{n} auto-wounds for the attacker.", attack.back))]
        )
    return lines


def blow_json(left: Sequence[Pools], level: Level | None) -> dict[str, Any]:
    """Give programs what a blow may leave, and the level of defeat."""
    return {"left": [str(each) for each in left], "defeat": level}


def blow_lines(pools: Pools, wounds: int, left: Sequence[Pools], level: Level | None) -> list[Line]:
    """Say what a blow leaves, or may leave."""
    text = plural("{pools} takes {n} wound.", "{pools} takes {n} wounds.", wounds, pools=pools)
    lines: list[Line] = [[Span(text)]]
    if level is not None:
        text = tr(
            "Defeated: {level}. Nobody chooses the level; the blow is taken whole. p.16", level=tr(LEVEL_NAMES[level])
        )
        return [*lines, [Span(text, "damage")]]
    every = ", ".join(map(str, left))
    text = tr("Left: {pools}.", pools=every) if len(left) == 1 else tr("It may leave {pools}.", pools=every)
    return [*lines, [Span(text, "heading")]]


def number(chance: Chance) -> Any:
    """Write a chance for programs: an exact one as a fraction, any other as a number."""
    return f"{chance.numerator}/{chance.denominator}" if isinstance(chance, Fraction) else chance


def coins(amount: Chance) -> str:
    """Write the coins that a wager brings in on average, with their sign; a rounded nothing has none."""
    return f"{round(float(amount), 2) or 0:+.2f}"


def _assumptions(way: Surrender, fighters: Iterable[Fighter]) -> list[str]:
    keys = ["reach", "initiative", way]
    if any(each.abilities for each in fighters):
        keys += ["re-rolls", "once"]
    return [ASSUMPTIONS[key] for key in keys]


def _row(ends: Ends) -> dict[str, Chance]:
    return {"win": ends.win, **{level: ends.lost_by(level) for level in LEVELS}}


def odds_json(
    struck: Mapping[int, Chance],
    fighters: tuple[Fighter, Fighter],
    ends: Ends,
    wagers: Sequence[Wager],
    way: Surrender,
    is_exact: bool,
) -> dict[str, Any]:
    """Give the odds to programs: fractions, or decimals with their error; each row is how that Combatant ends."""
    sides = {"a": ends, "b": ends.turned()}
    match = {who: {key: number(value) for key, value in _row(each).items()} for who, each in sides.items()}
    return {
        "attack": {"wounds": {str(dealt): number(chance) for dealt, chance in struck.items()}},
        "match": match,
        "wagers": {
            each.on: {
                "pays": each.pays,
                "chance": number(each.chance),
                "expected": {str(bet): number(each.expected(bet)) for bet in range(1, MOST_COINS + 1)},
            }
            for each in wagers
        },
        **({"undecided": number(ends.undecided)} if ends.undecided > ERROR else {}),
        "exact": is_exact,
        "error": 0 if is_exact else ERROR,
        "assumptions": _assumptions(way, fighters),
    }


def odds_lines(
    struck: Mapping[int, Chance],
    fighters: tuple[Fighter, Fighter],
    ends: Ends,
    wagers: Sequence[Wager],
    way: Surrender,
    is_exact: bool,
) -> list[Line]:
    """Show the odds of an attack, of the match, and of every wager, the best one named."""
    one, other = fighters
    lines: list[Line] = [[Span(tr("One attack of {a} on {b}:", a=one.name, b=other.name), "heading")]]
    lines += chance_lines((plural("{n} wound", "{n} wounds", dealt), odds) for dealt, odds in struck.items())
    lines.append([Span(tr("The match:"), "heading")])
    for fighter, seen in zip(fighters, (ends, ends.turned()), strict=True):
        ways = ", ".join(f"{tr(LEVEL_NAMES[level])} {chance(seen.lost_by(level))}" for level in LEVELS)
        text = tr("{name} wins {chance}; it loses by {ways}.", name=fighter.name, chance=chance(seen.win), ways=ways)
        lines.append([Span(f"  {text}")])
    if ends.undecided > ERROR:
        text = tr("It never ends in {chance}: neither can wound the other any more.", chance=chance(ends.undecided))
        lines.append([Span(f"  {text}")])
    lines.append([Span(tr("Wagers, in coins won or lost on average with 1, 2 or 3 coins:"), "heading")])
    best = max(wagers, key=lambda each: each.chance * (each.pays + 1))
    for wager in wagers:
        average = " ".join(coins(wager.expected(bet)) for bet in range(1, MOST_COINS + 1))
        name = wager_name(wager.on, one.name, other.name)
        text = f"  {name} ({wager.pays}:1)  {bar(wager.chance)} {chance(wager.chance)}  {average}"
        lines.append([Span(text, "choice" if wager is best and wager.expected(1) > 0 else "")])
    if best.expected(1) > 0:
        name = wager_name(best.on, one.name, other.name)
        lines.append([Span(tr("Best wager: {name}, 3 coins for {coins}.", name=name, coins=coins(best.expected(3))))])
    else:
        lines.append([Span(tr("No wager pays on average."))])
    for text in _assumptions(way, fighters):
        lines.append([Span(tr(text), "quiet")])
    if not is_exact:
        lines.append([Span(tr("Decimals, exact to {error}; --exact counts fractions.", error=ERROR), "quiet")])
    return lines


def wager_name(on: str, one: str, other: str) -> str:
    """Name what is bet on."""
    match on:
        case "victory-1":
            return tr("Victory of {name}", name=one)
        case "victory-2":
            return tr("Victory of {name}", name=other)
        case "injury":
            return tr("Injury")
    return tr("Decapitation")
