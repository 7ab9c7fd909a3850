"""The chronicle of a campaign: its weeks and fights as a story, and the page for a friend with its map and boards.

The page needs nothing but itself, runs no scripts, and is as narrow as a phone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from hoplo_companion.campaign.chronicle import Fought, Round
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import chip_name, kind_name, region_name
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.words import ACTS
from hoplo_companion.language import in_sense, later, plural, spoken, tr
from hoplo_companion.render.campaign.luck import rarest_rolls, took_sentences
from hoplo_companion.render.campaign.pad import odyssey_rows
from hoplo_companion.render.fight import turn_heading
from hoplo_companion.render.sentences.campaign import prowess_names
from hoplo_companion.render.sentences.events import words_without_page
from hoplo_companion.render.sentences.words import dice_words, goal_name, listing
from hoplo_companion.render.style import Line, counted, line, table
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.sentence import capital

MOMENTS = 3
DEFEAT, ELITE, POINT, END = 3, 6, 2, 100
"""How many HP of damage a defeat weighs, that of an elite unit, a point, and the end of the fight."""


HERO = ("hero-reduced", "hero-saved")


class Scene(NamedTuple):
    """A turn with the boards before and after it read."""

    heading: str
    before: Combat
    after: Combat
    events: Sequence[Event]

    def weight(self) -> int:
        """How much came of the turn, in HP of damage."""
        here = {unit.id for unit in self.after.in_arena()}
        gone = [unit for unit in self.before.in_arena() if unit.id not in here]
        dealt: int = sum(event.values["damage"] for event in self.events if event.what == "damaged")
        ended = any(event.what == "combat-ended" for event in self.events)
        points = abs(self.after.points - self.before.points)
        return dealt + sum(ELITE if unit.elite or unit.hero else DEFEAT for unit in gone) + POINT * points + END * ended

    def sentences(self) -> list[str]:
        """Say who struck whom in a turn, who else lost or gained HP, the points, and how the fight ended."""
        names, dealt = names_of(self.before, self.after), dict[tuple[str, str], int]()
        for event in self.events:
            match event.what, event.values:
                case "attacked", {"unit": by, "target": unit}:  # 0 where nothing comes of it
                    dealt.setdefault((by, unit), 0)
                case "damaged", {"by": by, "unit": unit, "damage": damage} if by and by != unit:
                    dealt[by, unit] = dealt.get((by, unit), 0) + damage
        parts = [*self._struck(dealt, names)], [*self._hp(dealt, names)]
        turning = (event for event in self.events if event.what in (*HERO, "combat-ended"))
        points = plural("You have {n} point now.", "You have {n} points now.", self.after.points)
        changed = [points] if self.after.points != self.before.points else []
        said = [capital(listing(each)) + "." for each in parts if each]
        return [*said, *changed, *(words_without_page(event, names) for event in turning)]

    def _struck(self, dealt: Mapping[tuple[str, str], int], names: Names) -> Iterator[str]:
        here = {unit.id for unit in self.after.in_arena()}
        there = [*(unit.id for unit in self.before.in_arena()), *(unit for _, unit in dealt)]
        gone = [id_ for id_ in dict.fromkeys(there) if id_ not in here]
        by = {unit: striker for (striker, unit), damage in dealt.items() if damage and unit in gone}
        for (striker, unit), damage in dealt.items():
            text = later("{striker} strikes {unit} for {n}") if damage else later("{striker} attacks {unit} in vain")
            if damage and by.get(unit) == striker:
                text = later("{striker} strikes {unit} for {n} and defeats it")
            yield tr(text, striker=names(striker), unit=names(unit), n=damage)
        yield from (tr("{unit} is defeated", unit=names(unit)) for unit in gone if unit not in by)

    def _hp(self, dealt: Mapping[tuple[str, str], int], names: Names) -> Iterator[str]:
        heroes = {event.values["hero"] for event in self.events if event.what in HERO}
        for unit in self.after.in_arena():
            before = self.before.units.get(unit.id)
            if before is None or before.hp is None or unit.hp is None or not before.hex or unit.id in heroes:
                continue
            struck = sum(damage for (_, id_), damage in dealt.items() if id_ == unit.id)
            if more := unit.hp - before.hp + struck:
                gains, loses = later("{unit} gains {n} HP and has {end}"), later("{unit} loses {n} HP and has {end}")
                yield tr(gains if more > 0 else loses, unit=names(unit.id), n=abs(more), end=unit.hp)


def fight_result(fought: Fought) -> str:
    """Name a fight, and say how it ended."""
    fight, turn = fought.fight, max(1, fought.fight.turn_number(fought.fight.position.get("turn", 1)))
    if not fight.over:
        return tr("{fight}: not over yet in turn {n}", fight=fight.name, n=turn)
    how = in_sense("of a combat", "won") if fight.over == "goal-met" else in_sense("of a combat", "lost")
    return plural("{fight}: {how} in {n} turn", "{fight}: {how} in {n} turns", turn, fight=fight.name, how=how)


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
    for (act, week), group in groupby(rounds, key=lambda each: (each.began.pad.act, each.began.week)):
        here = list(group)
        words = " ".join(sentence for each in here for sentence in _round(each, hero))
        if words:
            told.append(Week(act, week, words, [fought for each in here for fought in each.fights]))
    return told


def _round(each: Round, hero: str) -> Iterator[str]:
    was, to, arrived = each.began.place, each.arrived.place, each.arrived
    if to and (was != to or arrived.phase != "travel"):
        there = arrived.places.get(to)
        name = f"{to} ({region_name(there.region)})" if there is not None and there.region else to
        start = was if was != to else ""
        yield tr("From {start} to {end}.", start=start, end=name) if start else tr("At {place}.", place=name)
    yield from _done(each, hero)
    yield from _camp(each.began, each.ended)
    yield from _pad(each.began, each.ended, hero)
    yield from (tr("“{note}”", note=note) for note in each.notes)
    if each.ended.outcome and each.ended.outcome != each.began.outcome:
        yield ending(each.ended)
    elif each.ended.pad.act != each.began.pad.act:
        yield tr("Act {act} is over.", act=ACTS[each.began.pad.act])


def ending(campaign: Campaign) -> str:
    """How a campaign ended, or that it goes on."""
    scion = chip_name(campaign.scion)
    if campaign.outcome:
        is_won = campaign.outcome == "won"
        return tr("{scion} is defeated: the campaign is won.", scion=scion) if is_won else tr("The campaign is lost.")
    return tr("The campaign continues: {scion}, the scion, is still to come.", scion=scion)


def _done(each: Round, hero: str) -> Iterator[str]:
    kind = each.arrived.kind_here
    took_a_week = each.ended.pad.weeks != each.began.pad.weeks
    # A combat that was entered as won or lost in one step never had a Cleanup Phase of its own.
    is_fought = each.is_fought or (took_a_week and kind in ("sport", "bloodshed", "capital"))
    beaten = [chip_name(name) for name in each.ended.defeated if name not in each.began.defeated]
    for fought in each.fights:
        yield fight_result(fought) + "."
    if beaten:
        yield plural("The primus {names} is defeated.", "The primuses {names} are defeated.", len(beaten),
                     names=listing(beaten))  # fmt: skip
    elif is_fought and not each.fights:
        yield tr("A combat is fought at the table: {kind}.", kind=kind_name(kind))
    is_over = each.arrived.phase != "travel" and each.ended.phase == "travel"
    if is_over and not is_fought and not took_a_week and each.ended.pad.influence > each.began.pad.influence:
        yield tr("{hero} watches the {kind} event from the stands.", hero=hero, kind=kind_name(kind))


def _gone_and_come(was: Iterable[str], now: Iterable[str]) -> tuple[list[str], list[str]]:
    before, after = Counter(was), Counter(now)
    return counted((before - after).elements()), counted((after - before).elements())


def _camp(was: Campaign, now: Campaign) -> Iterator[str]:
    old, new = was.camp, now.camp
    rows = (
        (map(chip_name, old.units), map(chip_name, new.units), later("{names} joins the troop."),
         later("{names} join the troop."), later("{names} leaves the troop."), later("{names} leave the troop.")),
        (map(chip_name, old.tactics), map(chip_name, new.tactics), later("The tactic {names} is gained."),
         later("The tactics {names} are gained."), later("The tactic {names} is gone."),
         later("The tactics {names} are gone.")),
        (prowess_names(old.prowess), prowess_names(new.prowess), later("The Prowess {names} is gained."),
         later("The Prowess {names} are gained."), later("The Prowess {names} is sacrificed."),
         later("The Prowess {names} are sacrificed.")),
        (old.opportunities, new.opportunities, later("The Opportunity {names} is kept."),
         later("The Opportunities {names} are kept."), later("The Opportunity {names} is discarded."),
         later("The Opportunities {names} are discarded.")),
    )  # fmt: skip
    for before, after, joins, join, leaves, leave in rows:
        gone, come = _gone_and_come(before, after)
        for names, one, many in ((come, joins, join), (gone, leaves, leave)):
            if names:
                is_one = len(names) == 1 and not names[0][0].isdigit()
                yield capital(tr(one if is_one else many, names=listing(names)))


def _pad(was: Campaign, now: Campaign, hero: str) -> Iterator[str]:
    old, new = was.pad, now.pad
    for key, text in _RISES.items():
        if getattr(new, key) > getattr(old, key):
            yield tr(text, n=getattr(new, key))
    if new.attack is not None and old.attack is not None and new.attack != old.attack:
        yield tr("The Attack is now {dice}.", dice=dice_words(new.attack))
    if new.hp != old.hp:
        text = later("{hero} has {hp} HP of {health} left.") if new.hp < old.hp else later("{hero} now has {hp} HP.")
        yield tr(text, hero=hero, hp=new.hp, health=new.health)
    if new.blessings < old.blessings:
        yield plural("A blessing is spent.", "{n} blessings are spent.", old.blessings - new.blessings)
    if new.influence > old.influence:
        yield tr("The scion's influence grows to {n}.", n=new.influence)
    before, after = ([bane.name for bane in (*each.camp.banes, *each.bag.banes, *each.drawn.banes)]
                     for each in (was, now))  # fmt: skip
    if banes := _gone_and_come(before, after)[1]:
        yield plural("A bane is drawn: {names}.", "Banes are drawn: {names}.", len(banes), names=listing(banes))


_RISES = {
    "health": later("Health rises to {n}."),
    "leadership": later("Leadership rises to {n}."),
    "movement": later("Movement rises to {n}."),
    "navigation": later("Navigation rises to {n}."),
    "tactic_capacity": later("The Tactic Capacity rises to {n}."),
}


def odyssey_lines(hero: str, campaign: Campaign, weeks: Iterable[Week]) -> list[Line]:
    """Write the record of a campaign, and the journey week by week, to be printed."""
    lines = [line(tr("The Odyssey of {hero}", hero=hero), "heading"), *table(odyssey_rows(campaign))]
    return lines + [row for each in weeks for row in (line(each.heading(), "heading"), line("  " + each.words))]


STYLE = """
body { font: 17px/1.5 Georgia, serif; color: #1a1a1a; background: #fbf8f1 }
body { margin: 0 auto; padding: .5em; max-width: 40em; overflow-wrap: break-word }
h1 { font-size: 1.7em; line-height: 1.2 } h2 { font-size: 1.2em; margin: 1.6em 0 .2em }
h3 { font-size: 1em; margin: 1.2em 0 .2em } p { margin: .3em 0 }
svg { display: block; width: 100%; height: auto; margin: .3em 0 } figure { margin: .6em 0 } figcaption { color: #555 }
footer { border-top: 1px solid #8a7a5a; margin-top: 2em; font-size: .9em }
@media print { body { background: #fff } h2, h3 { break-after: avoid } figure { break-inside: avoid } }
"""


def chronicle_page(hero: str, campaign: Campaign, weeks: Sequence[Week], world: str) -> str:
    """Write the chronicle as a page: the map as a drawing, each week with its fights, and the dice."""
    from hoplo_companion.render.board.svg import sides_words  # pictures are rarely drawn

    title = escape(tr("The Odyssey of {hero}", hero=hero))
    parts = [f"<h1>{title}</h1>\n{_paragraphs([ending(campaign)])}"]
    for each in weeks:
        parts.append(f"<h2>{escape(each.heading())}</h2>\n{_paragraphs([each.words])}")
        parts += map(_fight, each.fights)
    fights = [fought for each in weeks for fought in each.fights]
    parts.append(f"<h2>{escape(tr('The map'))}</h2>\n<figure>{world}</figure>\n")
    # Of one fight alone its own paragraph says the balance.
    luck = [" ".join(took_sentences(fights))] if len(fights) > 1 else []
    luck += [f"{each}." for each in rarest_rolls(fights)]
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


def _fight(fought: Fought) -> str:
    """Write a fight: its card, the boards after the first turns and at its end, and the turns of which most came."""
    from hoplo_companion.render.board.svg import mat_svg

    read = PositionReader(catalogue()).read_plain
    turns = [turn for turn in fought.turns if turn.turn_of != "set-up"]
    end = read(fought.fight.position)
    begun = read(turns[0].before) if turns else end
    start = next((read(turn.before) for turn in turns if turn.turn > 1), end)
    scenes = [
        Scene(turn_heading(turn.turn_of, turn.turn), read(turn.before), read(turn.after), turn.events) for turn in turns
    ]
    told = [(scene, words) for scene in scenes if (words := " ".join(scene.sentences()))]
    best = sorted((scene for scene, _ in told), key=Scene.weight, reverse=True)[:MOMENTS]
    moments = [f"<p><b>{escape(scene.heading)}.</b> {escape(words)}</p>\n" for scene, words in told if scene in best]
    card = []
    if begun.event:
        text = later("{kind} in the arena of the {region}.")
        card.append(tr(text, kind=goal_name(begun.event), region=region_name(start.arena.id)))
    coming = [begun.bench[id_] for id_ in begun.lineup if id_ in begun.bench]
    if lineup := counted(chip_name(unit.chip) for unit in (*begun.in_arena("rival"), *coming)):
        card.append(tr("The rival brings {units}.", units=listing(lineup)))
    first, last = (
        f"<figure>\n{mat_svg(board)}<figcaption>{escape(caption)}</figcaption>\n</figure>\n"
        for caption, board in ((tr("After the first turns"), start), (tr("At the end"), end))
    )
    head, luck = f"<h3>{escape(fight_result(fought))}</h3>\n", " ".join(took_sentences([fought]))
    return "".join([head, _paragraphs([" ".join(card)]), first, *moments, last, _paragraphs([luck])])
