"""Chips and cards as they are named in a call, by id or by name, with near misses suggested; banes are asked for."""

from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

import msgspec

from hoplo_companion.campaign.bag import bane_met, only_left
from hoplo_companion.campaign.camp import prowess_card
from hoplo_companion.campaign.model import ARENA_CHIPS, MOST_DICE, Bane, Campaign, RefusedError
from hoplo_companion.campaign.naming import chip_name
from hoplo_companion.campaign.pad import DICE_LADDER, read_upgrade, upgrade
from hoplo_companion.campaign.setup import HERO_CLASSES, difficulty_named, hero_named
from hoplo_companion.cli.options import NO_BANE
from hoplo_companion.cli.terminal.prompt import say_undrawn
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError, catalogue, singular
from hoplo_companion.components.names import in_english, is_none, near_misses, slug
from hoplo_companion.components.own import remember
from hoplo_companion.components.words import BANE_KINDS, COLOURS, SHORT_EVENTS, BaneKind, Colour, UnitClass, read_dice
from hoplo_companion.errors import HoploError, UsageError, clip
from hoplo_companion.hexes import HEX
from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import bane_kind


def hero_to_show(terminal: Terminal, id_: str) -> str:
    """Name a hero as printed, to be shown; own records that cannot be read are said, and the shipped name is shown."""
    try:
        hero = catalogue().hero(id_)
    except HoploError as fault:
        terminal.notice(fault)
        hero = Catalogue().hero(id_)
    return hero.name if hero is not None else id_


def chip_named(kind: str, name: str) -> str:
    """Find the id of a unit, tactic or scion by its name, or make one of a new name; no elite unit can be meant."""
    known = catalogue().ids(kind)
    id_ = slug(name)
    if kind == "units" and id_ not in known and id_ in (*catalogue().ids("heroes"), *catalogue().ids("scions")):
        raise RefusedError(
            "camp.recruit-never",
            "{unit} is elite: it is never recruited or sacrificed, nor put into a stack or the bag (p.8, 28, 33, 37)",
            unit=chip_name(id_),
        )
    if kind == "units" and id_ in ARENA_CHIPS:
        text = later("{chip} is a chip of an arena: it joins no troop, and never goes into the bag (p.5, 28, 33)")
        raise RefusedError("camp.recruit-never", text, chip=chip_name(id_))
    if HEX.fullmatch(name.strip()):
        raise UsageError("{name} is a hex: type the name of the chip.", name=clip(name))
    if id_ in known or (id_ and not near_misses(name, known)):
        return id_
    raise UnknownNameError(singular(kind), name, known)


def chips_named(kind: str, names: Iterable[str] | None) -> tuple[str, ...]:
    """Find the ids of several chips."""
    return tuple(chip_named(kind, name) for name in names or ())


def names_known(kind: str) -> list[str]:
    """What is known of a kind by its names as printed, for Tab and for a slip of the hand."""
    return [str((catalogue().raw(kind, id_) or {}).get("name", id_)) for id_ in catalogue().ids(kind)]


def prowess_known(hero: str) -> list[str]:
    """The Prowess cards that are known and a hero may gain, each with its level."""
    cards = [card for card in catalogue().every("prowess").values() if not card.special]
    fitting = [card for card in cards if card.hero in ("", hero)]
    return [f"{card.name} {card.level}" if card.level else card.name for card in fitting]


def read_class(text: str) -> UnitClass:
    """Read a hero's class; UsageError where heroes have none of that name."""
    for each in HERO_CLASSES:
        if each == slug(text):
            return each
    wrong = later("{text} is not a class of heroes: {classes} (p.11)")
    raise UsageError(wrong, text=clip(text), classes=", ".join(HERO_CLASSES))


def read_attack(text: str) -> tuple[Colour, ...]:
    """Read a hero's dice, colours separated by spaces or commas; UsageError for others, or more than the pad has."""
    if (dice := read_dice(text)) is None:
        raise UsageError(
            "{text}: write the colours of dice, {colours}, separated by spaces, or a letter each, as in bb (p.12)",
            text=clip(text),
            colours=", ".join(COLOURS),
        )
    if len(dice) > MOST_DICE or not set(dice) <= set(DICE_LADDER):
        wrong = later("{text}: the pad has at most {most} dice, of the colours {colours} (p.11, 33)")
        raise UsageError(wrong, text=clip(text), most=MOST_DICE, colours=", ".join(DICE_LADDER))
    return dice


def bane_parts(word: str) -> tuple[str, BaneKind | None]:
    """Part a bane as typed, NAME:KIND, into its name and its kind; None where that is not typed."""
    before, _, last = word.rpartition(":")
    last = in_english(last.strip(), BANE_KINDS)
    kind = next((kind for kind in BANE_KINDS if kind == last and before.strip()), None)
    return " ".join((before if kind else word).split()), kind


def _known(name: str, campaign: Campaign | None) -> tuple[str, BaneKind | None]:
    """A bane's name and kind as this campaign has met it, or as it is recorded; the kind is None where unknown."""
    met = (bane_met(campaign, name) if campaign is not None else None) or catalogue().bane(slug(name))
    return (met.name, met.kind) if met is not None else (name, None)


def is_bane(word: str, campaign: Campaign) -> bool:
    """Say whether a chip as typed is a bane: its kind is typed with it, or it is one that is known."""
    return any((bane_parts(word)[1], bane_met(campaign, word), catalogue().bane(slug(word))))


def read_bane(word: str, campaign: Campaign | None = None) -> Bane:
    """Read a bane as typed, NAME:KIND, or NAME alone where its kind is known; UsageError where it is missing."""
    typed, kind = bane_parts(word)
    name, known = _known(typed, campaign)
    kind = kind or known
    if not slug(name) or kind is None:
        raise UsageError(
            "the kind of the bane {bane} is not known: write NAME:KIND, where KIND is on the chip, {kinds} (p.29-30)",
            bane=clip(word, 62),
            kinds=", ".join(BANE_KINDS),
        )
    return Bane(name, kind)


def remember_banes(terminal: Terminal, campaign: Campaign) -> None:
    """Keep the kinds of the banes in play that no record states, so that each is asked for once."""
    for bane in dict.fromkeys([*campaign.bag.banes, *campaign.drawn.banes, *campaign.camp.banes]):
        record = catalogue().bane(slug(bane.name))
        if record is None or record.kind is None:
            path = remember("banes", slug(bane.name), bane.name, {"kind": bane.kind})
            terminal.notice(
                "{bane} is kept in {path} as a {kind}", bane=bane.name[:60], path=path, kind=bane_kind(bane.kind)
            )


def banes_drawn(terminal: Terminal, words: list[str], due: int, campaign: Campaign) -> tuple[Campaign, list[Bane]]:
    """The banes drawn, as typed and then as asked for, `none` for an empty stack; UsageError without a terminal."""
    words[:] = [NO_BANE if is_none(each) else each for each in words]
    while len(words) < due and NO_BANE not in words:
        text = plural(
            "this brings {n} bane: draw it from the stack, and name it with --bane NAME:KIND (p.29)",
            "this brings {n} banes: draw them from the stack, and name each with --bane NAME:KIND (p.29)",
            due,
        )
        terminal.need_terminal(text)
        at = len(words) + 1
        text = tr("Bane {at} of {due}: draw it from the stack. Its name (none if the stack is empty)?", at=at, due=due)
        on_top = campaign.bane_stack[0] if at == 1 and campaign.bane_stack else ""
        name = ""
        say_undrawn(terminal)
        while not slug(name):
            name = terminal.write(text, on_top, names_known("banes"))
        if is_none(name):
            words.append(NO_BANE)
        else:
            kinds: dict[str, str] = {each: bane_kind(each) for each in BANE_KINDS}
            words.append(f"{name}:{_known(name, campaign)[1] or terminal.choose(tr('Its kind?'), kinds)}")
    drawn = [read_bane(each, campaign) for each in words if each != NO_BANE]
    return (only_left(campaign, len(drawn)) if NO_BANE in words else campaign), drawn


def as_typed(key: str, value: str, campaign: Campaign) -> Any:
    """Read what was typed for a key, as its own command would, a list by its commas; None for what is kept as typed."""
    before, _, last = key.rpartition(".")
    place = before if last.isdigit() else key
    readers = _readers(campaign)
    pattern = next((pattern for pattern in readers if fnmatchcase(place, pattern)), "")
    names = [value] if pattern in _OF_ONE else _names(value) if pattern else None
    if names is None:
        return None  # tables in JSON among them
    try:
        if pattern == "pad.attack":  # colours, or an upgrade of those on the pad, as in `upgrade-die:4`
            dice = " ".join(names)
            is_upgrade = read_upgrade(dice)[0] in ("add-die", "upgrade-die")
            attack = upgrade(campaign, dice)[0].pad.attack if is_upgrade else read_attack(dice)
            read: list[Any] = [*(attack or ())]
        else:
            read = list(map(readers[pattern], names))
    except UsageError as fault:
        raise UsageError(f"{key}: {fault}") from None
    plain = msgspec.to_builtins(read)
    is_list = place == key and pattern not in _OF_ONE
    return plain if is_list else plain[0] if len(plain) == 1 else None


def _names(value: str) -> list[str] | None:
    """Read names: in JSON, or separated by commas; None for JSON of anything else."""
    if not value.strip() or is_none(value):
        return []
    try:
        plain = msgspec.json.decode(value)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return [name.strip() for name in value.split(",") if name.strip()]
    if isinstance(plain, str):
        return [plain]
    return plain if isinstance(plain, list) and all(isinstance(each, str) for each in plain) else None


_OF_ONE: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("pad.hero", "primuses.*.hero"), lambda name: hero_named(catalogue(), name)[0]),
    "difficulty": lambda name: slug(difficulty_named(catalogue(), name).name),
    "scion": partial(chip_named, "scions"),
    "*position.event": lambda name: SHORT_EVENTS.get(slug(name), slug(name)),
}
_UNITS, _TACTICS = ("camp.units", "bag.units", "drawn.units", "stacks.*.known"), ("camp.tactics", "special_tactics")


def _readers(campaign: Campaign) -> dict[str, Callable[[str], Any]]:
    """How a name at each key is read, by a pattern of the key."""
    return {
        **_OF_ONE,
        **dict.fromkeys(_UNITS, partial(chip_named, "units")),
        **dict.fromkeys(_TACTICS, partial(chip_named, "tactics")),
        **dict.fromkeys(("camp.prowess", "out_of_game"), prowess_card),
        **dict.fromkeys(("camp.banes", "bag.banes", "drawn.banes"), partial(read_bane, campaign=campaign)),
        **dict.fromkeys(("bane_stack", "camp.opportunities", "pad.attack"), str),
        "pad.classes": read_class,
    }
