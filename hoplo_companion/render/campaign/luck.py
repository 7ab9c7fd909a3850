"""The dice of a campaign in words: what they showed against what was due, over time too, and whether they look fair."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from hoplo_companion.campaign import chronicle
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.dice import in_hundredths, in_percent, percent, pool_words
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.render.sentences.words import colour_words
from hoplo_companion.render.style import Line, Span, line, named, table

SIDES = {"player": later("Your dice"), "rival": later("The rival's dice"), "arena": later("The arena's dice")}
WIDE, HIGH = 60, 9
"""The signs of the plot, across and down."""


def luck_lines(fights: Sequence[chronicle.Fought]) -> list[Line]:
    """How all dice of a campaign have fallen: by side and colour, the rarest rolls, each fight, and over time."""
    rolls = _rolls(fights)
    if not rolls and not any(fight.choices for fight in fights):
        return [line(tr("No dice have been entered in this campaign yet.")), *_faults(fights)]
    by_app = sum(len(roll.dice) for roll in rolls if roll.by_app)
    head = plural("{n} die was rolled in this campaign.", "{n} dice were rolled in this campaign.", _dice(rolls))
    if by_app:
        head += " " + plural("{n} of them was rolled by hoplo.", "{n} of them were rolled by hoplo.", by_app)
    lines: list[Line] = [[Span(head, "heading"), Span(" p.12", "page")]]
    for side, tallies in _sides(rolls).items():
        lines += [[], *_side(tr(SIDES[side]), tallies)]
    lines += [[], *map(line, [*took_sentences(fights), *rarest_rolls(fights)])]
    lines += [[], *_fights(fights)]
    if rolls:
        lines += [[], *_plot(chronicle.balance(rolls)), [], *_fair(chronicle.fairness(rolls))]
    return [*lines, *_faults(fights)]


def _rolls(fights: Iterable[chronicle.Fought]) -> list[chronicle.Roll]:
    return [roll for fight in fights for roll in fight.rolls]


def _sides(rolls: Iterable[chronicle.Roll]) -> dict[str, dict[str, chronicle.Tally]]:
    """The dice of each side that rolled any, by colour and all together."""
    of = {side: [roll for roll in rolls if roll.side == side] for side in SIDES}
    return {side: {**chronicle.by_colour(mine), "all": chronicle.tally(mine)} for side, mine in of.items() if mine}


def took_sentences(fights: Sequence[chronicle.Fought]) -> list[str]:
    """Say what the dice of some fights gave and took, and what the choices gave up, as far as there were any."""
    rolls, sentences = _rolls(fights), []
    if rolls:
        yours, theirs, balance_ = _above(rolls)
        text = later(
            "Hits against the average: yours {yours}, your opponents' {theirs}. In your favour: {balance} "
            "damage, before skills and tactics."
        )
        if balance_ < 0:
            text = later(
                "Hits against the average: yours {yours}, your opponents' {theirs}. Against you: {balance} "
                "damage, before skills and tactics."
            )
        parts = {"yours": _signed(yours), "theirs": _signed(theirs), "balance": f"{abs(float(balance_)):.1f}"}
        hp = chronicle.hp_given(rolls)
        given = later("Attack by attack, against its average, the dice gave you {hp} HP.")
        taken = later("Attack by attack, against its average, the dice took {hp} HP from you.")
        sentences = [tr(text, **parts), tr(given if hp >= 0 else taken, hp=f"{abs(float(hp)):.1f}")]
    total = chronicle.given_up(choice for fight in fights for choice in fight.choices)
    return [*sentences, *([_choices_sentence(total)] if total.turns else [])]


def _choices_sentence(total: chronicle.GivenUp) -> str:
    """Compare choices with the best plans that were found, in points of the chance to win."""
    parts = {"points": in_hundredths(abs(total.share)), "error": in_hundredths(total.error)}
    if total.share == 0:
        return plural(
            "In {n} turn with advice you did as well as the best plan found.",
            "In {n} turns with advice you did as well as the best plans found.",
            total.turns,
        )
    if total.share > 0:
        return plural(
            "In {n} turn with advice your choice gave up about {points} points of the chance to win against the best "
            "plan found, give or take {error}.",
            "In {n} turns with advice your choices gave up about {points} points of the chance to win against the best "
            "plans found, give or take {error}.",
            total.turns,
            **parts,
        )
    return plural(
        "In {n} turn with advice your choice was about {points} points of the chance to win better than the best plan "
        "found, give or take {error}.",
        "In {n} turns with advice your choices were about {points} points of the chance to win better than the best "
        "plans found, give or take {error}.",
        total.turns,
        **parts,
    )


def _dice(rolls: Iterable[chronicle.Roll]) -> int:
    return sum(len(roll.dice) for roll in rolls)


def _side(title: str, tallies: dict[str, chronicle.Tally]) -> list[Line]:
    heads = [title, tr("dice"), tr("hits"), tr("due"), in_sense("of hits", "more"), tr("chance of being this far off")]
    names, rows = {chronicle.MIXED: tr("mixed, one number"), "all": tr("all")}, []
    for row, each in tallies.items():
        if row != "all" or len(tallies) > 2:
            numbers = f"{each.dice:>5}", f"{each.hits:>5}", f"{float(each.due):5.1f}", f"{_signed(each.above):>5}"
            rows.append([names.get(row) or colour_words(row), *numbers, percent(each.chance)])
    return table(rows, heads)


def _signed(number: Fraction) -> str:
    return f"{float(number):+.1f}".replace("+0.0", "0.0").replace("-0.0", "0.0")


def _above(rolls: Iterable[chronicle.Roll]) -> tuple[Fraction, Fraction, Fraction]:
    """The hits above what was due: yours, your opponents', and what that is in your favour."""
    rolls = list(rolls)
    yours = chronicle.tally(roll for roll in rolls if roll.side == "player").above
    theirs = chronicle.tally(roll for roll in rolls if roll.side != "player").above
    return yours, theirs, yours - theirs


def rarest_rolls(fights: Sequence[chronicle.Fought]) -> Iterator[str]:
    """Say which rolls of a campaign were the luckiest and the unluckiest."""
    titles = (tr("Your luckiest roll"), tr("Your unluckiest roll"))
    for title, (roll, odds) in zip(titles, chronicle.extremes(_rolls(fights)), strict=False):
        mine = later("{unit} with {dice}: {hits} ({chance}), in fight {n}, {fight}")
        theirs = later("the rival {unit} with {dice}: {hits} ({chance}), in fight {n}, {fight}")
        parts = {"unit": chip_name(roll.chip), "dice": pool_words(Counter(roll.dice)), "chance": percent(odds)}
        parts |= {"hits": plural("{n} hit", "{n} hits", roll.hits), "fight": fights[roll.fight - 1].fight.name}
        yield f"{title}: {tr(theirs if roll.side == 'rival' else mine, **parts, n=roll.fight)}"


def _fights(fights: Sequence[chronicle.Fought]) -> list[Line]:
    heads = [tr("Each fight"), tr("dice"), tr("yours"), tr("theirs"), tr("balance"), tr("HP"), tr("choices")]
    rows = []
    for number, fight in enumerate(fights, 1):
        name, total = f"{number}  {fight.fight.name}", chronicle.given_up(fight.choices)
        points = in_percent(_signed(Fraction(round(-1000 * total.share), 10))) if total.turns else "-"
        numbers = map(_signed, (*_above(fight.rolls), chronicle.hp_given(fight.rolls)))
        rows.append([name, *(f"{cell:>5}" for cell in (_dice(fight.rolls), *numbers, points))])
    note = tr(
        "HP: each attack against its average, in your favour. Choices: the chance to win against the best plan found, "
        "in turns with advice. `hoplo luck 1` shows each attack and each of these turns of fight 1."
    )
    return [*table(rows, heads, most=26), line("  " + note, "quiet")]


def fight_luck_lines(number: int, fight: chronicle.Fought) -> list[Line]:
    """What the dice of one fight gave and took, attack by attack, and what the choices gave up, turn by turn."""
    lines: list[Line] = [line(f"{number}  {fight.fight.name}", "heading"), *map(line, took_sentences([fight]))]
    heads = [tr("Each attack"), tr("dice"), tr("hits"), tr("HP"), tr("average")]
    rows = []
    for roll in fight.rolls:
        target = chip_name(roll.target) if roll.target else "-"
        attack = tr(_ATTACKS[roll.side], turn=roll.turn, unit=chip_name(roll.chip), target=target)
        hp = (_signed(each) if each is not None else "-" for each in (roll.hp, roll.hp_due))
        rows.append([attack, pool_words(Counter(roll.dice)), str(roll.hits), *hp])
    lines += [*([[]] if rows else [line(tr("No dice have been rolled in it yet."))]), *table(rows, heads)]
    for choice in fight.choices:
        share = choice.given_up
        kind = "unknown" if share is None else "less" if share > 0 else "more" if share else "same"
        compared = tr(_COMPARED[kind], points=in_hundredths(abs(share or 0)), error=in_hundredths(choice.error))
        found = [(tr("Best plan found"), choice.best), (tr("Compared"), compared)]
        lines += [[], *named([(tr("Turn {n}, you", n=choice.turn), choice.chosen), *found], "", "heading")]
    return [*lines, *_faults([fight])]


_ATTACKS = {
    "player": later("turn {turn}, your {unit} on {target}"),
    "rival": later("turn {turn}, the rival {unit} on {target}"),
    "arena": later("turn {turn}, the arena's {unit} on {target}"),
}
_COMPARED = {
    "unknown": later("Not known: it could not be played out."),
    "same": later("As good as that plan."),
    "less": later("It gave up about {points} points of the chance to win, give or take {error}."),
    "more": later("It gained about {points} points of the chance to win, give or take {error}."),
}
"""How a choice stands beside the best plan that was found."""


def _plot(sums: list[Fraction]) -> list[Line]:
    """Draw the balance over time: up is in your favour; a column is one roll, or some rolls after one another."""
    columns = [sums[(at + 1) * len(sums) // min(WIDE, len(sums)) - 1] for at in range(min(WIDE, len(sums)))]
    top, bottom = max(max(columns), Fraction(0)), min(min(columns), Fraction(0))
    step = max((top - bottom) / (HIGH - 1), Fraction(1, 100))
    zero = round(-bottom / step)
    rows = [round((each - bottom) / step) for each in columns]
    lines: list[Line] = [line(tr("The balance over time, roll by roll: up is in your favour"), "heading")]
    for level in range(HIGH - 1, -1, -1):
        label = _signed(bottom + level * step) if level in (0, zero, HIGH - 1) else ""
        signs = "".join("*" if row == level else "-" if level == zero else " " for row in rows)
        if signs.strip() or label:
            lines.append([Span(f"{label:>8} |", "quiet"), Span(signs)])
    return lines


_FAIRNESS = {
    "few": later("{colour}: {hits} with {dice}: too few to judge yet ({low} to {high} hit; fair is {fair})."),
    "fair": later("{colour}: {hits} with {dice}: nothing unusual ({low} to {high} hit; fair is {fair})."),
    "unfair": later("{colour}: {hits} with {dice} look unfair: {low} to {high} hit, where fair is {fair}."),
}


def _fair(looked_at: Sequence[chronicle.Fairness]) -> list[Line]:
    lines: list[Line] = [line(tr("Are the dice fair?"), "heading")]
    for each in looked_at:
        hits, dice = plural("{n} hit", "{n} hits", each.dice.hits), plural("{n} die", "{n} dice", each.dice.dice)
        parts = {"colour": colour_words(each.colour), "hits": hits, "dice": dice}
        rates = {"low": percent(each.low), "high": percent(each.high), "fair": percent(each.dice.due / each.dice.dice)}
        words = tr(_FAIRNESS[each.verdict], **parts, **rates)
        lines.append(line("  " + words, "choice" if each.verdict == "unfair" else ""))
    if not looked_at:
        return [*lines, line("  " + tr("No real die has been entered by its colour yet."))]
    note = tr(
        "However often you look, fair dice are called unfair in fewer than 1 campaign of 20. "
        "Hits cannot say which die of a colour it was."
    )
    return [*lines, line("  " + note, "quiet")]


def _faults(fights: Sequence[chronicle.Fought]) -> list[Line]:
    text = later("Fight {n} ({fight}) could not be read to its end, and counts as far as it goes: {reason}")
    return [
        line(tr(text, n=number, fight=fight.fight.name, reason=fight.fault), "quiet")
        for number, fight in enumerate(fights, 1)
        if fight.fault
    ]


def luck_table(fights: Sequence[chronicle.Fought]) -> dict[str, Any]:
    """The same for programs: hits due and the balance as fractions, chances as decimals."""
    rolls = _rolls(fights)
    extremes = [{**_roll_table(roll), "chance": chance} for roll, chance in chronicle.extremes(rolls)] or (None, None)
    return {
        "rolls": [_roll_table(roll) for roll in rolls],
        "sides": {
            side: {row: each._asdict() for row, each in tallies.items()} for side, tallies in _sides(rolls).items()
        },
        "luckiest": extremes[0],
        "unluckiest": extremes[1],
        "fights": [
            {"name": fight.fight.name, "dice": _dice(fight.rolls),
             "balance": sum(chronicle.balance(fight.rolls)[-1:], Fraction(0)), "hp": chronicle.hp_given(fight.rolls),
             "choices": [choice._asdict() for choice in fight.choices],
             "given_up": chronicle.given_up(fight.choices)._asdict(), "fault": fight.fault or None}
            for fight in fights
        ],
        "balance": chronicle.balance(rolls),
        "fairness": [
            {"colour": each.colour, **each.dice._asdict(), "corrected": each.corrected,
             "rate": [each.low, each.high], "enough": each.verdict != "few", "unfair": each.verdict == "unfair"}
            for each in chronicle.fairness(rolls)
        ],
    }  # fmt: skip


def _roll_table(roll: chronicle.Roll) -> dict[str, Any]:
    return {
        "fight": roll.fight, "side": roll.side, "chip": roll.chip, "dice": list(roll.dice), "hits": roll.hits,
        "due": chronicle.due(roll.dice), "by": "hoplo" if roll.by_app else "player", "turn": roll.turn,
        "target": roll.target or None, "hp": roll.hp, "hp_due": roll.hp_due,
    }  # fmt: skip
