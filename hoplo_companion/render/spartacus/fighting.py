"""Attacks, blows and odds of Spartacus in words, and as programs read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.chances import bar, chance, chance_lines
from hoplo_companion.render.style import Line, Span
from hoplo_companion.spartacus.abilities import Fighter
from hoplo_companion.spartacus.attack import Attack
from hoplo_companion.spartacus.odds import ERROR, MOST_COINS, Chance, Ends, Surrender, Wager, best_wager, wagers
from hoplo_companion.spartacus.pools import LEVEL_NAMES, LEVELS, Level, Pools

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


def attack_json(attack: Attack) -> dict[str, Any]:
    """Give an attack to programs; what abilities do is there only where they do something."""
    strings = {"wounds": attack.wounds, "pairs": attack.comparison.pairs, "unopposed": attack.comparison.unopposed}
    added = {"auto": attack.auto, "to_attacker": attack.back, "extra": attack.extra, "ignored": attack.ignored,
             "manual": attack.by_hand}  # fmt: skip
    return strings | {key: value for key, value in added.items() if value}


def attack_lines(attack: Attack) -> list[Line]:
    """Show both strings side by side, and what comes of them."""
    found = []
    for one, other, is_wound in attack.comparison.pairs:
        found.append(
            (
                one,
                str(other),
                tr("wound") if is_wound else tr("tie, blocked") if one == other else tr("blocked"),
                is_wound,
            )
        )
    for die, is_wound in attack.comparison.unopposed:
        said = tr("unopposed, 3 or more: wound") if is_wound else tr("unopposed, less than 3: no wound")
        found.append((die, "-", said, is_wound))
    lines: list[Line] = [
        [Span(f"  {one} : {other}  "), Span(said, "damage" if is_wound else "quiet")]
        for one, other, said, is_wound in found
    ]
    added = {
        plural("{n} auto-wound besides the strings.", "{n} auto-wounds besides the strings.", attack.auto): attack.auto,
        plural("{n} extra wound.", "{n} extra wounds.", attack.extra): attack.extra,
        plural("{n} wound ignored.", "{n} wounds ignored.", attack.ignored): attack.ignored,
        tr("By what a card says: wounds {n}.", n=f"{attack.by_hand:+d}"): attack.by_hand,
    }
    lines += [[Span(text)] for text, n in added.items() if n]
    lines.append([Span(plural("{n} wound (Attacking).", "{n} wounds (Attacking).", attack.wounds), "heading")])
    back = plural("{n} auto-wound for the attacker.", "{n} auto-wounds for the attacker.", attack.back)
    return [*lines, [Span(back)]] if attack.back else lines


def blow_lines(pools: Pools, wounds: int, left: Sequence[Pools], level: Level | None) -> list[Line]:
    """Say what a blow leaves, or may leave."""
    text = plural("{pools} takes {n} wound.", "{pools} takes {n} wounds.", wounds, pools=pools)
    every = ", ".join(map(str, left))
    if level is not None:
        after = tr(
            "Defeated: {level}. Nobody chooses the level; the blow is taken whole. p.16", level=tr(LEVEL_NAMES[level])
        )
    else:
        after = tr("Left: {pools}.", pools=every) if len(left) == 1 else tr("It may leave {pools}.", pools=every)
    return [[Span(text)], [Span(after, "heading" if level is None else "damage")]]


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
    """Give the odds to programs: fractions, or decimals with their error; each row is how that Combatant ends."""

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
        name = wager_name(wager, one, other)
        text = f"  {name} ({wager.pays}:1)  {bar(wager.chance)} {chance(wager.chance)}  {average}"
        lines.append([Span(text, "choice" if wager == best else "")])
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
