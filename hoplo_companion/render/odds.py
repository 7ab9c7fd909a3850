"""What an attack, a plan, the rival's next turn and a whole fight can come to: prices, choices, and what is likely."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from hoplo_companion.dice import PLACES, in_percent, percent, pool_words
from hoplo_companion.language import later, plural, tr
from hoplo_companion.odds.actions import Chosen, Odds, Suffered
from hoplo_companion.odds.fight import MOST_TURNS, Share
from hoplo_companion.odds.forecast import SEED, Choice, Foreseen
from hoplo_companion.odds.sampling import SURE
from hoplo_companion.odds.values import Estimate, Figures, Forecast, mean_of
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.sentences.words import printed_name
from hoplo_companion.render.style import Line, Span, bar, chance, decimal, line, named, table
from hoplo_companion.rules.dialogue import Question
from hoplo_companion.rules.goals import on_key_hexes
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.rival.turn import has_arena_turn
from hoplo_companion.rules.sentence import capital

WELL, BADLY = later("if you choose well"), later("if you choose badly")


def prices(behind: Forecast, combat: Combat, names: Names) -> list[list[str]]:
    """What the rival's turn may cost you: your hero, a blessing and HP, then each unit where there are several."""
    found, units = behind.units, {**combat.bench, **combat.units}
    rows = [[capital(text), *map(odds_words, odds)] for text, odds in _hero_prices(found, combat, names)]
    whole = sum(units[id_].hp or 0 for id_ in found)
    lost = (_hp([each.damage[at] for each in found.values()], whole) for at in (0, 1))
    rows.append([tr("HP lost"), *(tr("{hp} of {n}", hp=hp, n=whole) if hp else tr(UNKNOWN) for hp in lost)])
    for id_, each in found.items() if len(found) > 1 else ():
        most = units[id_].hp or 0
        hp = plural("{n} HP", "{n} HP", most)
        label = capital(tr("{unit} ({hp}): falls; HP lost", unit=names(id_), hp=hp))
        pairs = zip(each.defeated, each.damage, strict=True)
        cells = ([odds_words(falls, percent), _hp([hp], most, short) or tr(UNKNOWN)] for falls, hp in pairs)
        rows.append([label, *("; ".join(dict.fromkeys(each)) for each in cells)])
    return rows


def price_rows(behind: Forecast, combat: Combat, names: Names) -> list[tuple[str, str]]:
    """The three prices and who else is likeliest to fall, in a sentence if you choose well, and one for badly."""
    found, hero, title, said = behind.units, combat.hero(), tr("The rival's next turn"), list[str]()
    units = {**combat.bench, **combat.units}
    for at in (0, 1) if found else ():
        words = [_priced(text, odds[at]) for text, odds in _hero_prices(found, combat, names)]
        hp = _hp([each.damage[at] for each in found.values()], sum(units[id_].hp or 0 for id_ in found))
        words.append(tr("{hp} HP lost", hp=hp) if hp else f"{tr('HP lost')}: {tr(UNKNOWN)}")
        others = {id_: each.defeated[at] for id_, each in found.items() if hero is None or id_ != hero.id}
        worst = max(others, key=lambda id_: mean_of(others[id_]), default="")
        if worst and mean_of(others[worst]):
            words.append(_priced(tr("{unit} falls", unit=names(worst)), others[worst]))
        said.append("; ".join(words) + ".")
    if len(set(said)) < 2:
        return [(title, each) for each in said[:1]]
    return [(f"{title}, {tr(how)}", each) for how, each in zip((WELL, BADLY), said, strict=True)]


def _hero_prices(found: dict[str, Figures], combat: Combat, names: Names) -> Iterator[tuple[str, Any]]:
    """That your hero falls and that a blessing goes, where it is in the arena."""
    hero = combat.hero()
    if hero is not None and hero.id in found:
        yield tr("{unit} falls", unit=names(hero.id)), found[hero.id].defeated
        if found[hero.id].blessing is not None:
            yield tr("a blessing goes"), found[hero.id].blessing


def price_lines(
    found: Sequence[tuple[Forecast, Combat]], names: Names, more: Sequence[Sequence[str]] = (), title: str = ""
) -> list[Line]:  # fmt: skip
    """The prices of the rival's turn behind one board or several, and `more`; well and badly are never mixed."""
    title = title or tr("In the rival's next turn")
    rows = [[*prices(*each, names), *more] if each[0].units else [] for each in found]
    if not any(rows):
        return [line(title + ":", "heading"), line("  " + tr("You have no unit in the arena: it can cost you none."))]
    is_sure = all(each[1] == each[2] for column in rows for each in column)
    if len(found) == 1:
        heads = [] if is_sure else [tr(WELL), tr(BADLY)]
        return table((row[:2] if is_sure else row for row in rows[0]), [title + ":", *heads])
    lines: list[Line] = []
    labels = dict.fromkeys(each[0] for column in rows for each in column)
    for at, word in ((1, WELL), (2, BADLY))[: 1 if is_sure else 2]:
        cells = [{each[0]: each[at] for each in column} for column in rows]
        rows_ = [[label, *(each.get(label, "-") for each in cells)] for label in labels]
        head = title if is_sure else f"{title}, {tr(word)}"
        lines += [line(head + ":", "heading"), *table([numbered(len(found)), *rows_])]
    return lines


def numbered(many: int) -> list[str | Span]:
    """The heads of columns that stand for plans: their numbers."""
    return ["", *(Span(str(at), "heading") for at in range(1, many + 1))]


def odds_words(figure: Any, write: Callable[[Any], str] = chance) -> str:
    """A chance, counted or estimated."""
    if not isinstance(figure, Estimate):
        return write(figure)
    words = _estimate(figure.mean * 100, SURE * figure.error * 100, PLACES, most=100)
    return in_percent(words) if words else tr(UNKNOWN)


def _priced(what: str, figure: Any) -> str:
    """A chance in a sentence, behind what it is the chance of."""
    words = odds_words(figure)
    return f"{what}: {words}" if words == tr(UNKNOWN) else f"{what} {words}"


def _hp(figures: Iterable[Any], most: int, write: Callable[[Any], str] = decimal) -> str:
    """The sum of HP on average, of so many at most, counted or estimated; empty where nothing of it is known."""
    found = list(figures)
    errors = [each.error**2 for each in found if isinstance(each, Estimate)]
    total = sum(map(mean_of, found))
    return _estimate(total, SURE * sum(errors) ** 0.5, 1, most) if errors else write(total)


def _estimate(mean: float, error: float, places: int, most: float) -> str:
    """A number that was estimated, with what holds it 19 times in 20; empty where that is half of all it can be."""
    if error >= most / 2:
        return ""
    return f"{mean:.{places}f}" + (f" ± {error:.{places}f}" if round(error, places) else "")


UNKNOWN = later("not known in this time")
"""What is said of a figure of which an estimate tells nothing."""


def short(number: Any) -> str:
    """An average without its fraction."""
    return f"{float(number):.2f}".rstrip("0").rstrip(".")


HOLDS = later("± holds the true figure about 19 times in 20.")


def notes(behind: Sequence[Forecast], combat: Combat | None = None) -> list[Line]:
    """What the figures do not hold: that they are estimates, what has no effect known, the arena's turn."""
    texts, rough = [], [each for each in behind if each.rough]
    if turns := _least_to_most(each.turns for each in rough):
        text = later(
            "The board is too large to be counted, and is played against you: behind each figure are {turns} turns "
            "(seed {seed}), from the way up to the attacks that looked best or worst for that unit, and every choice "
            "made for or against it as it looked at the moment. The figures are no bounds: choosing better still may "
            "come to less, and worse to more."
        )
        texts.append(tr(text, turns=turns, seed=SEED) + " " + tr(HOLDS))
    if ways := _least_to_most(each.ways for each in rough):
        text = later(
            "The board is too large to be counted whole. {ways} ways of choosing up to the attacks were tried, against "
            "each of your units in turn, your hero first, then for each in turn, and so on; and the attacks after each "
            "way were counted, at most two of the rivals to choose from at a time. Each figure is the best or the "
            "worst of all ways: there may be still better and worse ones."
        )
        texts.append(tr(text, ways=ways) + " " + tr(HOLDS))
    if any(len(each.rough) < len(each.units) for each in rough):
        texts.append(tr("A chance with its fraction beside it is exact."))
    if combat is not None and has_arena_turn(combat):
        texts.append(tr("The arena's turn in between is left out."))
    unknown = sorted({what for each in behind for what in each.by_hand})
    return [*(line(text, "quiet") for text in texts), *without_effect_lines(unknown)]


def _least_to_most(counts: Iterable[int]) -> str:
    """The least and the most of some counts, where there are any."""
    found = sorted({count for count in counts if count})
    return tr("{low} to {high}", low=found[0], high=found[-1]) if len(found) > 1 else "".join(map(str, found))


def forecast_lines(found: Foreseen) -> list[Line]:
    """The prices, what brings about the best and the worst, what else is at stake, and how it most likely goes."""
    combat, hero = found.start, next(iter(found.choices), "")
    names = Names(combat.catalogue, [*combat.units.values(), *combat.bench.values()])
    rows = []
    for id_, choices in found.choices.items():
        for word, text in (("best", later("Best for {unit}")), ("worst", later("Worst for {unit}"))):
            may_fall = word == "worst" and found.forecast.units[id_].defeated.worst
            if choices.get(word) and (id_ == hero or may_fall):
                what = "; ".join(_choice_words(combat, choice, names) for choice in choices[word])
                rows.append((tr(text, unit=names(id_)), what + "."))
    lines = price_lines([(found.forecast, combat)], names, [*_at_stake(found, names)]) + named(rows, "", "choice")
    if hero in found.choices:
        head = tr("Most likely, if you choose everything in favour of {unit}:", unit=names(hero))
        lines.append([Span(head, "heading"), Span(" " + " ".join(_story(found, names)))])
    return [*lines, *notes([found.forecast])]


def _choice_words(combat: Combat, choice: Choice, names: Names) -> str:
    question, option = choice.question, choice.option
    match question:
        case Question(id="tactic.target", about=chip):
            return tr("{tactic} goes on {unit}", tactic=printed_name(combat.catalogue, chip), unit=names(option))
        case Question(id="engage.target", unit=unit):
            return tr("{unit} attacks {target}", unit=names(unit), target=names(option))
        case Question():
            return f"{question_words(question, combat)} {_option(question, option, combat) or names(option)}"
    if choice.attack[0]:
        return tr("{unit} attacks {target} first", unit=names(choice.attack[0]), target=names(choice.attack[1]))
    ends = [tr("{unit} ends on {hex}", unit=names(unit), hex=hex_) for unit, hex_ in choice.moves]
    return ", ".join(ends) or tr("no rival unit moves")


def _option(question: Question, option: str, combat: Combat) -> str:
    """An option as it stands in a sentence, and not in a column."""
    return option_words(question, option, combat).replace("  ", " ")


def _at_stake(found: Foreseen, names: Names) -> Iterator[list[str]]:
    """What hangs on the fall of a unit: the flag, the hill, the tribune."""
    combat, units = found.start, found.forecast.units
    holder = combat.flag.holder if combat.flag is not None else ""
    on_keys = on_key_hexes(combat) if combat.event == "king-of-the-hill" else []
    flag = {holder: units[holder]} if holder in units else {}
    hill = {id_: each for id_, each in units.items() if combat.units[id_] in on_keys}
    texts = later("The flag falls with {unit}"), later("The key hex {hex} is lost with {unit}")
    tribune = later("The tribune falls: 1 HP is left to your hero")
    for text, those in zip((*texts, tribune), (flag, hill, found.tribune), strict=True):
        for id_, odds in those.items():
            what = tr(text, unit=names(id_), hex=combat.arena.mat.name(combat.units[id_].hex))
            yield [what, *map(odds_words, odds.defeated)]


def _story(found: Foreseen, names: Names) -> list[str]:
    """The likeliest turn in three sentences: who comes in, who moves, who loses HP."""
    entering, moving, harming = list[str](), list[str](), list[str]()
    for event in found.story:
        match event.what, event.values:
            case "deployed", {"unit": unit, "hex": hex_}:
                entering.append(tr("{unit} comes in on {hex}", unit=names(unit), hex=hex_))
            case "tactic-placed", {"unit": unit, "chip": chip}:
                tactic = printed_name(found.start.catalogue, chip)
                entering.append(tr("{tactic} goes on {unit}", tactic=tactic, unit=names(unit)))
            case (("moved" | "roamed"), {"unit": unit, "start": start, "end": end}) if start != end:
                moving.append(tr("{unit} moves to {hex}", unit=names(unit), hex=end))
            case "defeated", {"unit": unit}:
                harming.append(tr("{unit} is defeated", unit=names(unit)))
            case "hero-saved", {"hero": hero}:
                harming.append(tr("a blessing heals {unit} fully", unit=names(hero)))
            case "damaged", {"unit": unit, "by": by, "damage": damage, "hp": hp}:
                text = later("{by} deals {unit} {n} damage, which leaves {hp} HP")
                by = names(by) if by else tr("an effect")
                harming.append(tr(text, by=by, unit=names(unit), n=damage, hp=hp))
    sentences = (
        (entering, tr("Nobody comes in, and no tactic is placed.")),
        (moving, tr("No rival unit moves.")),
        (harming, tr("Nobody loses HP.")),
    )
    return [capital("; ".join(parts)) + "." if parts else none for parts, none in sentences]


def fight_lines(won: Share, lost: Share, undecided: int, seed: int, costs: Sequence[str]) -> list[Line]:
    """Show how often the fight is won, with its interval; then what each way out of it costs."""
    rows: list[list[str | Span]] = []
    parts = (tr("The combat is won"), won, "player"), (tr("Your hero falls without a blessing"), lost, "damage")
    for label, share, style in parts:
        odds, ends = share.won / share.games, {"low": percent(share.low), "high": percent(share.high)}
        words = tr("{chance}, with 95 % between {low} and {high}", chance=percent(odds), **ends)
        rows.append([label, Span(bar(odds), style), words])
    head = plural("{n} fight played from here (seed {seed}):", "{n} fights played from here (seed {seed}):",
                  won.games, seed=seed)  # fmt: skip
    below = [plural("{n} was undecided after {most} turns, and counts as not won.",
                    "{n} were undecided after {most} turns, and count as not won.",
                    undecided, most=MOST_TURNS)] if undecided else []  # fmt: skip
    below.append(tr("Your turns are played quickly, without looking ahead: who plays better wins more often."))
    lines = [line(head, "heading"), *table(rows), *(line("  " + text, "quiet") for text in below)]
    return [*lines, *([[]] if costs else []), *(line(cost) for cost in costs)]


def about(share: Share) -> str:
    """A share that was found by playing, with what it may be off by, either way with 95 %; one that is sure alone."""
    if share.low == share.high:
        return percent(share.middle)
    off = ceil(50 * (share.high - share.low))
    return tr("about {chance}, give or take {off}", chance=percent(share.middle), off=off)


def win_words(share: Share) -> str:
    """How likely the fight is won, in a bar and in words, as one part of a title, whose parts end at a comma."""
    middle, off = share.middle, ceil(50 * (share.high - share.low))
    return tr("chance to win {bar} about {chance} give or take {off}", bar=bar(middle), chance=percent(middle), off=off)


def plan_lines(combat: Combat, odds: Odds, at_least: int | None = None) -> list[Line]:
    """Show what actions on one target, or an attack under way, come to; first the chance of a least loss of HP."""
    names, target, lines = names_of(combat), odds.target, list[Line]()
    if at_least is not None:
        head = tr("{unit} loses at least {n} HP", unit=capital(names(target)), n=at_least)
        lines = named([(head, chance(odds.suffered[target].at_least(at_least)))], "", "heading")
    if len(odds.blows) < 2:
        lines += [line(tr("Dice: {dice}", dice=pool_words(Counter(dice)))) for dice in odds.dice if dice]
    else:
        rows = [
            (capital(names(blow.unit)), blow.held.name if blow.held else "", pool_words(Counter(dice)))
            for blow, dice in zip(odds.blows, odds.dice, strict=True)
        ]
        lines += [line(tr("In this order:"), "heading"), *table(rows)]
    if not any(each.expected for each in odds.suffered.values()) and not any(odds.dice):
        lines.append(line(tr("No dice are rolled, and nobody loses any HP.")))
    else:
        for id_ in sorted(odds.suffered, key=lambda id_: id_ != target):
            lines += [*([[]] if lines else []), *_suffered_lines(combat, names, id_, odds.suffered[id_])]
    return [*lines, *_notes(combat, odds)]


def _suffered_lines(combat: Combat, names: Names, id_: str, suffered: Suffered) -> list[Line]:
    """The HP that a unit may lose: each number exactly, and that or more."""
    unit = combat.units[id_]
    hp = plural("{n} HP", "{n} HP", unit.hp or 0)
    text = tr("loses {average} HP on average", average=decimal(suffered.expected))
    lines: list[Line] = [[Span(capital(names(id_)), unit.side), Span(f" ({hp}): {text}")]]
    width = max(len(str(lost)) for lost in suffered.lost)
    rows: list[list[str | Span]] = [
        [
            tr("{n} HP", n=str(lost).rjust(width)),
            Span(bar(odds), "damage" if lost else "quiet"),
            chance(odds),
            chance(suffered.at_least(lost)) if lost else "",
        ]
        for lost, odds in suffered.lost.items()
    ]
    heads = ["", "", tr("exactly"), tr("at least")]
    lines += table(rows, heads) if len(rows) > 1 else table(row[:3] for row in rows)
    falls = tr("Defeated: {chance}", chance=chance(suffered.falls))
    lines.append(line("  " + falls, "choice" if suffered.falls else ""))
    if unit.hero and unit.side == "player" and suffered.falls and combat.yours.blessings != 0:
        lines.append(line("  " + tr("A blessing, if one is left, heals it fully instead. p.13"), "quiet"))
    return lines


def _notes(combat: Combat, odds: Odds) -> list[Line]:
    return [*(chosen_line(combat, each) for each in odds.chosen), *without_effect_lines(odds.by_hand)]


def without_effect_lines(what: Sequence[str]) -> list[Line]:
    """Say what was left out, since no source states what it does."""
    text = tr("Counted as without effect, since no source states what it does: {what}.", what=", ".join(what))
    return [line(text, "quiet")] if what else []


def chosen_line(combat: Combat, chosen: Chosen) -> Line:
    """Say what was left to you on the way, and what was taken."""
    text = tr(
        "Your choice on the way, made as it serves you best: {question} {option}",
        question=question_words(chosen.question, combat),
        option=_option(chosen.question, chosen.option, combat) or chosen.option,
    )
    return line(text, "quiet")


def compared_lines(combat: Combat, plans: Sequence[tuple[str, Odds]], at_least: int | None) -> list[Line]:
    """Plans beside each other: the curve of what the target loses, whether it falls, and what comes back."""
    lines = named(((str(at), typed) for at, (typed, _) in enumerate(plans, 1)), "", "heading")
    found, names, numbers = [(odds.target, odds) for _, odds in plans], names_of(combat), numbered(len(plans))
    aims = list(dict.fromkeys(target for target, _ in found))
    about = capital(names(aims[0])) if len(aims) == 1 and aims[0] else tr("The target")
    lines += [[], line(tr("{unit} loses:", unit=about), "heading")]
    most = max((lost for target, odds in found if target for lost in odds.suffered[target].lost), default=0)
    wanted = [at_least] if at_least is not None else range(1, most + 1)
    curves, none = [], Fraction(0)
    for hp in wanted:
        chances = [odds.suffered[target].at_least(hp) if target else none for target, odds in found]
        curves.append([tr("at least {n} HP", n=hp), *(f"{bar(each)} {chance(each)}" for each in chances)])
    lines += table([numbers, *curves, *_ends([odds.suffered.get(target) for target, odds in found])])
    for id_ in dict.fromkeys(id_ for _, odds in found for id_ in odds.suffered if id_ not in aims):
        lines += [line(tr("{unit} loses:", unit=capital(names(id_))), "heading")]
        lines += table([numbers, *_ends([odds.suffered.get(id_) for _, odds in found])])
    for at, (_, odds) in enumerate(found, 1):
        lines += [[Span(f"{at}: ", "heading"), *note] for note in _notes(combat, odds)]
    return lines


def _ends(found: Sequence[Suffered | None]) -> list[list[str]]:
    """What a unit loses on average, and whether it falls, a cell for each plan."""
    return [
        [tr("on average"), *(decimal(each.expected) + " HP" if each is not None else "0 HP" for each in found)],
        [tr("Defeated"), *(chance(each.falls) if each is not None else percent(0.0) for each in found)],
    ]
