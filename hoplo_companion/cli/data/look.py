"""`hoplo look`, `rulings`, `scion`: whatever is called so, the rules about it, open questions, the scion's dice."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from hoplo_companion.cli.fight.positions import Board, followed_game, is_followed, load_position
from hoplo_companion.cli.options import Answer, App, Many, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError, catalogue, singular
from hoplo_companion.components.lookup import find_both, find_terms, looked_for, not_found
from hoplo_companion.components.names import in_english, near_misses, part_number, slug
from hoplo_companion.components.schemas import DiceEffect, ScionRecord
from hoplo_companion.components.words import Colour
from hoplo_companion.dice import Dice, more_than_in_the_box
from hoplo_companion.errors import HoploError, UsageError, as_command
from hoplo_companion.language import later, tr
from hoplo_companion.notation.effects import write_effects
from hoplo_companion.render import look as render
from hoplo_companion.render.style import Line
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import unit_now
from hoplo_companion.rules.naming import any_named, named
from hoplo_companion.rules.position.document import SCHEMA
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.rulings import in_force, read_rulings
from hoplo_companion.rules.scion import dice as scion_dice
from hoplo_companion.rules.sentence import to_keep
from hoplo_companion.table.play.answers import ROLL
from hoplo_companion.table.saves.library import Library


class Thing(NamedTuple):
    """Something that was looked up: as a table, in lines, and whether its whole name was typed."""

    table: dict[str, Any]
    lines: list[Line]
    is_exact: bool


class Search(NamedTuple):
    """What is looked for, and on which board units are looked for first."""

    terminal: Terminal
    known: Catalogue
    name: str
    board: Board


def look(
    terminal: Terminal,
    board: Board,
    words: Annotated[
        list[str] | None,
        argument(
            "A name, words of a rule, a page; or a kind (unit, skill, tactic, term, rule) and a name.",
            "look_word",
            metavar="[WORD]...",
        ),
    ] = None,
    differs: Annotated[bool, option("The rules that other editions or the reference manual have differently.")] = False,
) -> Answer | None:
    """Look anything up: a unit as it stands or as printed, a skill, a tactic, a Key Term, rules by words or page.

    A kind alone (`hoplo look skills`) lists everything of it, `hoplo look effects` all that a card of your own can say;
    words are found in all their forms, in both languages.
    """
    name = " ".join(words or []).strip()
    first, _, rest = name.partition(" ")
    if kind := KINDS.get(in_english(slug(first), KINDS), ""):  # in one or the other number: `skill taunt`, `skills`
        name = rest.strip()
    search = Search(terminal, catalogue(), name, board)
    if slug(name) == "effects" and not kind:
        from hoplo_companion.notation.reference import reference  # a long page, rarely read

        terminal.print(reference(), end="")
        return None
    if differs:
        found = {"rules": _rules([each for each in search.known.every("ledger").items() if each[1].differs])}
    elif kind == "rules":
        found = _by_words(search)
    elif kind or not is_followed(board):
        kind = kind or "units"
        found = {kind: FINDERS[kind](search)}
    elif not name:
        kinds = ", ".join((*FINDERS, "rules"))
        raise UsageError("look what up? A name, words of a rule, a page, or one of {kinds}", kinds=kinds)
    else:
        found = _everywhere(search)
    return Answer(
        lambda: [line for things in found.values() for thing in things for line in thing.lines],
        lambda: {each: [thing.table for thing in things] for each, things in found.items()},
    )


def _everywhere(search: Search) -> dict[str, list[Thing]]:
    """Whatever is called so: of named things those whose whole name was typed; else the rules about the words."""
    found: dict[str, list[Thing]] = {kind: [] for kind in FINDERS}
    unreadable: HoploError | None = None
    for kind, find in FINDERS.items():
        try:
            found[kind] = find(search)
        except (UnknownNameError, UsageError):
            continue
        except HoploError as fault:
            unreadable = fault
    if any(thing.is_exact for things in found.values() for thing in things):
        return {kind: [thing for thing in things if thing.is_exact] for kind, things in found.items()}
    if any(found.values()):
        return found
    if unreadable is not None:
        raise unreadable
    try:
        return _by_words(search)
    except UnknownNameError as fault:
        known = search.known
        names = [*known.chips, *known.ids("skills"), *known.ids("tactics"), *known.ids("glossary")]
        near = names if near_misses(search.name, names) else []
        raise not_found("entry", search.name, near, known, fallback=fault.advice) from None


def _units(search: Search) -> list[Thing]:
    """A unit of the board or the fight, every number with what it comes from (p.33); else its chip as printed."""
    name, known, found = search.name, search.known, list[tuple[Combat, Unit]]()
    on_a_board = not is_followed(search.board)
    if on_a_board:
        combat = load_position(search.terminal, *search.board)
        everyone = combat.units.values()
        found = [(combat, each) for each in ([any_named(combat, name, everyone)] if name else everyone)]
    elif name:
        with suppress(HoploError):  # a save that cannot be read keeps nobody from looking at a chip
            combat = followed_game().combat
            unit = named(combat, name, combat.units.values())
            found = [(combat, unit)] if unit is not None else []
    if not on_a_board:
        found = found or [_alone(known, each) for each in ([name] if name else known.chips)]
    things = []
    for combat, unit in found:
        worth = unit_now(combat, unit)
        is_exact = on_a_board or slug(name) in (slug(unit.id), slug(unit.chip))
        things.append(Thing(msgspec.to_builtins(worth), render.unit_report(worth, combat.catalogue), is_exact))
    return things


def _alone(known: Catalogue, name: str) -> tuple[Combat, Unit]:
    """A chip on a mat by itself, to show what is printed on it."""
    if (chip := looked_for(name, known.chips) if name.isprintable() else None) is None:
        raise not_found("unit", name, known.chips, known)
    side = "player" if chip in known.ids("heroes") else "rival"
    arena = {"columns": [1], "rival_deployment": ["A1"], "priorities": [{"for": "all", "list": [{"opponent": "any"}]}]}
    units = [{"id": chip, "chip": chip, "side": side, "hex": "A1"}]
    combat = PositionReader(known).read_plain({"schema": SCHEMA, "arena": arena, "units": units})
    return combat, combat.units[chip]


def _cards(search: Search, kind: str) -> list[Thing]:
    """A skill or a tactic by its name or the beginning of it: what it does, where from; all by their headings else."""
    name, number = part_number(search.name) if kind == "skills" else (search.name, None)
    known, ids, things = search.known, search.known.ids(kind), list[Thing]()
    if name:
        if (found := looked_for(name, ids)) is None:
            raise not_found(singular(kind), name, ids, known)
        ids = [found]
    for id_ in ids:
        record: Any = known.record(kind, id_)
        table = {"id": id_, **msgspec.to_builtins(record)}
        if record.effects is not None:
            table["lines"] = write_effects(record.effects).splitlines()
        if kind == "tactics":
            lines = render.tactic_lines(id_, record, known)
        elif number is not None and not record.numbered:
            raise UsageError("{skill} has no number: {command}", skill=record.name, command=as_command("look", id_))
        else:
            units = table["units"] = render.units_with(known, id_)
            lines = render.skill_lines(id_, record, number, units, known)
        things.append(Thing(table, lines if name else lines[:1], slug(name) == id_))
    return things


def _terms(search: Search) -> list[Thing]:
    """A Key Term by its English or Italian name (p.35-37); or all of them."""
    known, name = search.known, search.name
    return [
        Thing({"id": id_, **msgspec.to_builtins(term)}, render.term_lines(term, known, rules=bool(name)), True)
        for id_, term in find_terms(known, name)
    ]


def _by_words(search: Search) -> dict[str, list[Thing]]:
    """The rules about some words, an id, a page or a step, and the open questions about them."""
    rules, questions = find_both(search.known, search.name)
    return {
        "rules": _rules(rules),
        "rulings": [
            Thing({"id": id_, "question": record.note, "page": record.page}, render.open_lines(id_, record), True)
            for id_, record in questions
        ],
    }


def _rules(found: Sequence[Any]) -> list[Thing]:
    return [Thing({"id": id_, **msgspec.to_builtins(rule)}, render.rule_lines(id_, rule), True) for id_, rule in found]


FINDERS: dict[str, Callable[[Search], list[Thing]]] = {
    "units": _units,
    "skills": partial(_cards, kind="skills"),
    "tactics": partial(_cards, kind="tactics"),
    "terms": _terms,
}
KINDS = {word: kind for kind in (*FINDERS, "rules") for word in (kind, kind[:-1])}
"""What can be looked up, by the word for one and for several."""


def rulings(
    terminal: Terminal,
    id_: Annotated[str, argument("One question; all of them if left out.", "rulings", metavar="ID")] = "",
    position: Annotated[
        str | None, option("Show the readings in force in this position.", names="--position -p")
    ] = None,
    choose: Annotated[
        str, option("Put this reading of ID in force, for the campaign and for the fight under way.", "reading")
    ] = "",
) -> Answer:
    """List the questions that the rulebook leaves open, with the reading in force and the others."""
    if choose and not id_:
        raise UsageError("name the open question that is read so: hoplo rulings ID --choose {reading}", reading=choose)
    name, known = id_.strip().casefold(), catalogue().ids("rulings")
    if id_ and name not in known:
        raise UnknownNameError("ruling", id_, known)
    if choose:
        _choose(terminal, name, choose.strip().casefold())
    chosen: dict[str, str] = {}
    if position is not None:
        chosen = load_position(terminal, position).rulings.given or {}
    else:
        with suppress(HoploError):
            chosen = Library().played().rulings
    found = [each for each in in_force(catalogue(), chosen) if not id_ or each.id == name]
    return Answer(
        lambda: [line for each in found for line in render.ruling_lines(each)],
        lambda: {"rulings": [each._asdict() for each in found]},
    )


def _choose(terminal: Terminal, id_: str, reading: str) -> None:
    """Put a reading in force in the campaign that is played, and in the fight that is followed."""
    if defects := read_rulings(catalogue(), {id_: reading})[1]:
        raise UsageError("; ".join(defect.message for defect in defects))

    def words() -> str:
        text = next(tr(each.text) for each in in_force(catalogue(), chosen) if each.id == id_)
        return tr("{question} is read as {reading} from now on: {text}", question=id_, reading=reading, text=text)

    with Library().opened() as opened:
        campaign = opened.now
        chosen = {**campaign.rulings, id_: reading}
        if campaign.fight is not None and not campaign.fight.over:
            # Most who look rulings up are in no fight.
            from hoplo_companion.table.play.fight import Game

            game = Game(campaign, catalogue())
            game.correct(("set", "ruling", f"{id_}={reading}"), "the reading was chosen")
            campaign = game.campaign
        opened.keep(replace(campaign, rulings=chosen), terminal.words, to_keep(lambda: [words()]))
    terminal.say(words())


scion = App(help=later("The scion's dice: what a roll sets off, and the exact odds."))

NameArgument = Annotated[str, argument("A scion; the campaign's if left out.", "scions")]
HitsArgument = Annotated[
    Many, argument("Hits by colour, as in green=1 blue=3; no other colour has any.", metavar="[COLOUR=N]...")
]
DiceOption = Annotated[
    str, option("Dice more or fewer than the card's, as in green+1,blue-2.", names="--dice", metavar="COLOUR+N,…")
]


def _table(terminal: Terminal, name: str, changes: str) -> tuple[str, ScionRecord, dict[Colour, int], list[DiceEffect]]:
    """Find a scion, or the one fought or chosen for the campaign: its id and record, the dice it rolls, its effects."""
    id_, more = (slug(name), dict[Colour, int]()) if name else _at_the_table()
    if (record := catalogue().scion(id_)) is None:
        raise UnknownNameError("scion", name or id_, catalogue().ids("scions"))
    if record.dice is None or record.effects is None:
        text = later("no source states the dice of {scion}: enter them off its card with {command} (p.31)")
        if record.dice is not None:
            text = later("no source states the dice effects of {scion}: enter them off its card with {command} (p.31)")
        raise HoploError(text, scion=record.name, command=f"`{as_command('data', 'add', 'scion', id_)}`")
    pool = scion_dice.changed_by(scion_dice.changed_by(record.dice, more), scion_dice.read_changes(changes))
    terminal.notice(more_than_in_the_box(Counter(pool).elements()))
    return id_, record, pool, record.effects


def _at_the_table() -> tuple[str, scion_dice.Hits]:
    """The scion that is fought, with the dice added to its pool; else the campaign's."""
    from hoplo_companion.rules.model import scion_of  # a scion that is named needs no campaign
    from hoplo_companion.table.play.fight import open_combat
    from hoplo_companion.table.saves.library import NoCampaignError

    try:
        campaign = Library().played()
    except NoCampaignError:
        raise UsageError("which scion? Name it: `hoplo scion roll NAME`; `hoplo data list scions` lists them") from None
    if campaign.fight is not None and campaign.fight.position["event"] == "scion":
        combat = open_combat(campaign, catalogue())
        if (unit := scion_of(combat)) is not None:
            return unit.chip, dict(combat.more_dice)
    return slug(campaign.scion), {}


@scion.command()
def roll(
    terminal: Terminal,
    name: NameArgument = "",
    hits: HitsArgument = None,
    app: Annotated[bool, option("Let the app roll.")] = False,
    seed: Annotated[int | None, option("Make the app's roll repeatable.")] = None,
    changes: DiceOption = "",
) -> Answer:
    """Resolve a roll of the scion's dice, effect by effect: its hits are typed, asked by colour, or the app rolls."""
    name, typed = ("", [name, *(hits or [])]) if "=" in name else (name, list(hits or []))
    id_, record, pool, effects = _table(terminal, name, changes)
    if app and typed:
        raise UsageError("either hits or --app: the dice are rolled once")
    if app or (not typed and terminal.setting("dice") == "app"):
        found: scion_dice.Hits | str = ROLL
    elif typed:
        found = scion_dice.read_counts(typed)
    else:  # asked for at a terminal, as in the fight
        terminal.need_terminal("which hits? Add them, as in `green=1 blue=3`, or let the app roll with --app (p.31)")
        from hoplo_companion.cli.terminal.prompts import ask_hits  # what is typed or rolled needs no keys

        found = ask_hits(terminal, pool)
    if found == ROLL:
        dice = Dice(seed)
        found = {colour: sum(dice.roll([colour] * count)) for colour, count in pool.items()}
    rolled = scion_dice.check_hits(pool, scion_dice.read_counts(found.split()) if isinstance(found, str) else found)
    resolved = scion_dice.resolve(effects, rolled)
    return Answer(
        lambda: render.roll_lines(record, effects, pool, rolled, resolved),
        lambda: {"scion": id_, "hits": rolled, "effects": resolved},
    )


@scion.command()
def odds(terminal: Terminal, name: NameArgument = "", changes: DiceOption = "") -> Answer:
    """Show the exact chances of every dice effect, with the dice that the scion rolls now."""
    id_, record, pool, effects = _table(terminal, name, changes)
    found = scion_dice.odds(effects, pool)
    return Answer(
        lambda: render.odds_lines(record, effects, pool, found),
        lambda: {"scion": id_, "dice": pool, "effects": found},
    )
