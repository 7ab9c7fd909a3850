"""The chronicle of a campaign: a paragraph for each week, and the page for a friend with its map, fights and boards.

The page needs nothing but itself, runs no scripts, and is as narrow as a phone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from hoplo_companion.campaign.chronicle import Fought, Round
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import later, plural, spoken, tr
from hoplo_companion.render.campaign.luck import balance_sentence, rarest_sentences
from hoplo_companion.render.fight_story import fight_result, fight_story
from hoplo_companion.render.names import chip_names, counted, prowess_names, region_name
from hoplo_companion.render.sentences.campaign import kind_name
from hoplo_companion.render.sentences.words import ACTS, capital, dice_words, listing
from hoplo_companion.render.style import Line, Span

COMBATS = ("sport", "bloodshed", "capital")


class Week(NamedTuple):
    """A week as it is told: its heading, its paragraph, and the fights that were fought in it."""

    act: int
    week: int
    words: str
    fights: Sequence[Fought]

    def heading(self) -> str:
        """Say which week it was."""
        return tr("Act {act}, week {week}", act=ACTS[self.act], week=self.week)


def weeks_told(rounds: Sequence[Round], hero: str) -> list[Week]:
    """Tell a campaign week by week; a week in which nothing happened has no paragraph."""
    told = []
    for (act, week), group in groupby(rounds, key=lambda each: each.week):
        here = list(group)
        words = " ".join(sentence for each in here for sentence in _round(each, hero))
        if words:
            told.append(Week(act, week, words, [fought for each in here for fought in each.fights]))
    return told


# A round in sentences ---------------------------------------------------------------------------------------------


def _round(each: Round, hero: str) -> Iterator[str]:
    yield from _way(each)
    yield from _done(each, hero)
    yield from _camp(each.began, each.ended)
    yield from _pad(each.began, each.ended, hero)
    yield from (tr("“{note}”", note=note) for note in each.notes)
    if each.ended.outcome and each.ended.outcome != each.began.outcome:
        scion = chip_name(each.ended.scion)
        is_won = each.ended.outcome == "won"
        yield tr("{scion} is defeated: the campaign is won.", scion=scion) if is_won else tr("The campaign is lost.")
    elif each.ended.pad.act != each.began.pad.act:
        yield tr("Act {act} is over.", act=ACTS[each.began.pad.act])


def _way(each: Round) -> Iterator[str]:
    """Say where the encampment went, and what is there."""
    was, to = each.began.place, each.arrived.place
    if not to or (was == to and each.arrived.phase == "travel"):
        return
    place = each.arrived.places.get(to)
    region = region_name(place.region) if place is not None and place.region else ""
    if was and was != to:
        yield tr("From {start} to {end}.", start=was, end=f"{to} ({region})" if region else to)
    else:
        yield tr("At {place}.", place=f"{to} ({region})" if region else to)


def _done(each: Round, hero: str) -> Iterator[str]:
    """Say what was done about the event."""
    place = each.arrived.places.get(each.arrived.place)
    kind = kind_name(place.kind) if place is not None else ""
    took_a_week = each.ended.pad.weeks != each.began.pad.weeks
    # A combat that was entered as won or lost in one step never had a Cleanup Phase of its own.
    is_fought = each.is_fought or (took_a_week and place is not None and place.kind in COMBATS)
    beaten = [chip_name(name) for name in each.ended.defeated if name not in each.began.defeated]
    for fought in each.fights:
        yield fight_result(fought) + "."
    if beaten:
        yield plural("The primus {names} is defeated.", "The primuses {names} are defeated.", len(beaten),
                     names=listing(beaten))  # fmt: skip
    elif is_fought and not each.fights:
        yield tr("A combat is fought at the table: {kind}.", kind=kind)
    is_over = each.arrived.phase != "travel" and each.ended.phase == "travel"
    if is_over and not is_fought and not took_a_week and each.ended.pad.influence > each.began.pad.influence:
        yield tr("{hero} watches the {kind} event from the stands.", hero=hero, kind=kind)


def _gone_and_come(was: Iterable[str], now: Iterable[str]) -> tuple[list[str], list[str]]:
    before, after = Counter(was), Counter(now)
    return counted((before - after).elements()), counted((after - before).elements())


def _camp(was: Campaign, now: Campaign) -> Iterator[str]:
    """Say what came into the camp and what left it."""
    old, new = was.camp, now.camp
    rows = (
        (chip_names(old.units), chip_names(new.units), later("{names} joins the troop."),
         later("{names} join the troop."), later("{names} leaves the troop."), later("{names} leave the troop.")),
        (chip_names(old.tactics), chip_names(new.tactics), later("The tactic {names} is gained."),
         later("The tactics {names} are gained."), later("The tactic {names} is gone."),
         later("The tactics {names} are gone.")),
        (prowess_names(old.prowess), prowess_names(new.prowess), later("The Prowess {names} is gained."),
         later("The Prowess {names} are gained."), later("The Prowess {names} is sacrificed."),
         later("The Prowess {names} are sacrificed.")),
        (old.opportunities, new.opportunities, later("The Opportunity {names} is kept."),
         later("The Opportunities {names} are kept."), later("The Opportunity {names} is discarded."),
         later("The Opportunities {names} are discarded.")),
    )  # fmt: skip
    for before, after, *texts in rows:
        gone, come = _gone_and_come(before, after)
        for names, (one, many) in ((come, texts[:2]), (gone, texts[2:])):
            if names:
                is_one = len(names) == 1 and not names[0][0].isdigit()
                yield capital(tr(one if is_one else many, names=listing(names)))


def _pad(was: Campaign, now: Campaign, hero: str) -> Iterator[str]:
    """Say how the hero, the scion and the bag fare."""
    old, new = was.pad, now.pad
    for text, before, after in (
        (later("Health rises to {n}."), old.health, new.health),
        (later("Leadership rises to {n}."), old.leadership, new.leadership),
        (later("Movement rises to {n}."), old.movement, new.movement),
        (later("Navigation rises to {n}."), old.navigation, new.navigation),
        (later("The Tactic Capacity rises to {n}."), old.tactic_capacity, new.tactic_capacity),
    ):
        if after > before:
            yield tr(text, n=after)
    if new.attack is not None and old.attack is not None and new.attack != old.attack:
        yield tr("The Attack is now {dice}.", dice=dice_words(new.attack))
    if new.hp != old.hp:
        text = later("{hero} has {hp} HP of {health} left.") if new.hp < old.hp else later("{hero} is back at {hp} HP.")
        yield tr(text, hero=hero, hp=new.hp, health=new.health)
    if new.blessings < old.blessings:
        yield plural("A blessing is spent.", "{n} blessings are spent.", old.blessings - new.blessings)
    if new.influence > old.influence:
        yield tr("The scion's influence grows to {n}.", n=new.influence)
    _, banes = _gone_and_come(*([bane.name for bane in (*each.camp.banes, *each.bag.banes, *each.drawn.banes)]
                                for each in (was, now)))  # fmt: skip
    if banes:
        yield plural("A bane comes with it: {names}.", "Banes come with it: {names}.", len(banes), names=listing(banes))


def journey_lines(weeks: Iterable[Week]) -> list[Line]:
    """Write the journey for a terminal, week by week."""
    lines: list[Line] = []
    for each in weeks:
        lines += [[Span(each.heading(), "heading")], [Span("  " + each.words)]]
    return lines


# The page ---------------------------------------------------------------------------------------------------------

STYLE = """
body { font: 17px/1.5 Georgia, serif; color: #1a1a1a; background: #fbf8f1 }
body { margin: 0 auto; padding: .5em; max-width: 40em; overflow-wrap: break-word }
h1 { font-size: 1.7em; line-height: 1.2 } h2 { font-size: 1.2em; margin: 1.6em 0 .2em }
h3 { font-size: 1em; margin: 1.2em 0 .2em } p { margin: .3em 0 }
svg { display: block; width: 100%; height: auto; margin: .3em 0 } figure { margin: .6em 0 } figcaption { color: #555 }
footer { border-top: 1px solid #8a7a5a; margin-top: 2em; font-size: .9em }
@media print { body { background: #fff } h2, h3 { break-after: avoid } figure { break-inside: avoid } }
"""


def chronicle_page(hero: str, ending: str, weeks: Sequence[Week], world: str, catalogue: Catalogue) -> str:
    """Write the chronicle as a page: the map, each week with its fights, and the dice.

    Shapes: `world` is the map as an SVG document, or empty.
    """
    from hoplo_companion.render.board.svg import sides_words  # pictures are rarely drawn

    title = escape(tr("The Odyssey of {hero}", hero=hero))
    parts = [f"<h1>{title}</h1>\n{_paragraphs([ending])}"]
    for each in weeks:
        parts.append(f"<h2>{escape(each.heading())}</h2>\n{_paragraphs([each.words])}")
        parts += [_fight(fought, catalogue) for fought in each.fights]
    fights = [fought.dice for each in weeks for fought in each.fights]
    parts.append(f"<h2>{escape(tr('The map'))}</h2>\n<figure>{world}</figure>\n" if world else "")
    # Of one fight alone its own paragraph says the balance.
    luck = [*([balance_sentence(fights)] if len(fights) > 1 else []), *rarest_sentences(fights)]
    if luck:
        parts.append(f"<h2>{escape(tr('The luck of the dice'))}</h2>\n{_paragraphs(luck)}")
    parts.append(f"<footer>{_paragraphs([sides_words()] if fights else [])}</footer>\n")
    return (
        f'<!doctype html>\n<html lang="{spoken()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{''.join(parts)}</body>\n</html>\n"
    )


def _paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>\n" for text in texts if text)


def _fight(fought: Fought, catalogue: Catalogue) -> str:
    """Write a fight: its card, the board at its start and its end, and what decided it."""
    from hoplo_companion.render.board.svg import mat_svg

    story = fight_story(fought, catalogue)
    parts = [f"<h3>{escape(story.title)}</h3>\n{_paragraphs([story.card])}"]
    for caption, board in ((tr("After the first turns"), story.start), (tr("At the end"), story.end)):
        parts.append(f"<figure>\n{mat_svg(board)}<figcaption>{escape(caption)}</figcaption>\n</figure>\n")
        if caption == tr("After the first turns"):
            parts.append(_moments(story.moments))
    return "".join(parts) + _paragraphs([balance_sentence([fought.dice])])


def _moments(moments: Iterable[tuple[str, str]]) -> str:
    return "".join(f"<p><b>{escape(heading)}.</b> {escape(words)}</p>\n" for heading, words in moments)
