"""`hoplo data add`: a chip or a card is entered, checked, kept among the player's records, shown as understood."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Annotated, Any

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import unknown_prowess
from hoplo_companion.campaign.rounds import combat_here
from hoplo_companion.cli.data import conversation as form
from hoplo_companion.cli.options import argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, Records, UnknownNameError, catalogue, singular
from hoplo_companion.components.names import advise, either, near_misses, slug
from hoplo_companion.components.own import own_record, remember
from hoplo_companion.dice import more_than_in_the_box
from hoplo_companion.errors import Defect, HoploError, InvalidError, StoppedError, UsageError, as_command, clip
from hoplo_companion.hexes import DIRECTIONS
from hoplo_companion.language import later, plural, tr
from hoplo_companion.notation.cards import EXAMPLE, SHOWN, read_card, unit_parts, write_card
from hoplo_companion.notation.parts import Card, NotUnderstoodError, by_hand, forms, head_of
from hoplo_companion.render.look import field_word, value_word
from hoplo_companion.rules.data_checks import check_raw
from hoplo_companion.table.saves.library import Library


def keep(terminal: Terminal, kind: str, card: Card, known: Catalogue, *, yes: bool = False) -> None:
    """Check what was entered, keep it in the player's own record, and show it as it was understood."""
    before, own = known.raw(card.kind, card.id), own_record(card.kind, card.id) or {}
    name = str((before or {}).get("name", card.name))
    fields = _fields(kind, name, card, known, own, is_new=before is None)
    if not (before or {}).get("text") and kind != "arena" and (text := by_hand(fields.get("effects", []))):
        fields.setdefault("text", text)
    record = {"name": name, **own, **fields}
    check(known, {card.kind: {card.id: record}})
    if before is not None:
        announce_changes(terminal, card.kind, card.id, before, fields, yes=yes)
    elif "act" not in fields and (near := near_misses(card.name, known.ids(card.kind))):
        terminal.notice("{name} is new, and its name is close to {names}", name=card.name, names=either(near))
    terminal.notice(more_than_in_the_box(fields.get("attack") or Counter(fields.get("dice") or {}).elements()))
    if triggers := "; ".join(fields.get("triggers", ())):
        terminal.notice("to be carried out by hand, since hoplo has no words for them: {triggers}", triggers=triggers)

    path = remember(card.kind, card.id, name, fields)
    level = {"level": record["level"]} if "level" in record else {}
    terminal.print(write_card(kind, name, {**card.fields, **level}))
    terminal.say("  " + tr("kept in {path}", path=path))


def enter(
    terminal: Terminal,
    kind: str,
    name: str,
    given: Mapping[str, Any] | None = None,
    check: form.Check = None,
    *,
    yes: bool = False,
) -> Card:
    """Ask for a chip or a card by its form, and keep it."""
    known = catalogue()
    card = form.CardForm(terminal, kind, name, known, given).filled(check)
    keep(terminal, kind, card, known, yes=yes)
    return card


def _fields(kind: str, name: str, card: Card, known: Catalogue, own: dict[str, Any], *, is_new: bool) -> dict[str, Any]:
    """The fields to be kept, tables whole, with what a new component needs; UsageError where there are too few."""
    if not card.fields:
        raise UsageError("nothing was entered about {name}: nothing is kept", name=name)
    if kind == "unit" and card.id in known.ids("heroes"):
        raise UsageError(
            "{name} is a hero, not a unit chip: `hoplo new` asks for what its details show, and a position gives "
            "what a primus shows (p.30, 38-39)",
            name=name,
        )
    fields = dict(card.fields)
    for key in fields.keys() & form.TABLES:
        fields[key] = (own[key] if isinstance(own.get(key), dict) else {}) | fields[key]
    if is_new and kind == "arena":
        fields.setdefault("region", slug(name))
        if not fields.get("mat", {}).keys() >= {"columns", "rival_deployment"}:
            line = "columns 3 4 5 6 5 4 3, rival A1 A2 A3"
            raise UsageError("{name} is new: its mat is needed, as in '{line}'", name=name, line=line)
    if is_new and kind == "skill" and "type" not in fields:
        raise UsageError(
            "{name} is new: enter what it does, or at least whether it is innate, ability or special", name=name
        )
    return fields


def announce_changes(
    terminal: Terminal, kind: str, id_: str, before: dict[str, Any], fields: dict[str, Any], *, yes: bool = False
) -> None:
    """Say which fields of a known record change; what contradicts a stated fact is asked back, unless `yes`."""
    name = before.get("name", id_)
    stated = Catalogue().raw(kind, id_) or {}
    doubts = stated.get("doubts", {})
    sure = {key for key in stated if doubts.get(key, stated)["confidence"] in ("stated", "translated")}
    if against := _changes(stated, {key: value for key, value in fields.items() if key in sure}):
        known = Catalogue()  # sources are cited by their names in place of their ids
        words = re.split(r"\b([A-Z]+\d*)\b", stated["source"])
        source = "".join(of.name if (of := known.source(word)) else word for word in words)
        text = later("{name} is stated differently: {changes} ({source})")
        terminal.be_sure(tr(text, name=name, changes=", ".join(against), source=source), yes=yes)
    if changes := _changes(before, fields):
        terminal.notice("{name} was known already: {changes}", name=name, changes=", ".join(changes))


def _changes(before: dict[str, Any], fields: dict[str, Any]) -> list[str]:
    """Word what fields that are known already change to."""
    changes = []
    for key, value in fields.items():
        old, field = before.get(key), field_word(key)
        if old is None or old == value:
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            changes += _changes(old, value)
        elif isinstance(old, list) and any(isinstance(each, dict) for each in old):
            changes.append(tr("{field} changed", field=field))
        else:
            changes.append(tr("{field} {old} becomes {new}", field=field, old=value_word(old), new=value_word(value)))
    return changes


def check(known: Catalogue, records: Records) -> None:
    """Hold own records to their schemas and what they name; InvalidError has all that is wrong."""
    if defects := defects_of(known, records):
        raise InvalidError(defects)


def defects_of(known: Catalogue, records: Records) -> list[Defect]:
    """Every defect of own records as they will be."""
    more = {kind: known.more.get(kind, {}) | tables for kind, tables in records.items()}
    overlaid = Catalogue(known.shipped, known.own, known.more | more)
    defects: list[Defect] = []
    for kind, tables in records.items():
        for id_ in tables:
            where = f"{singular(kind)} {id_}: "
            try:
                defects += check_raw(kind, id_, overlaid.raw(kind, id_) or {}, overlaid, where)
            except InvalidError as fault:
                defects += [each._replace(where=where + each.where) for each in fault.defects]
    return defects


STATS = ("movement", "range", "health", "attack")


def chips_in_sight(terminal: Terminal, chips: Iterable[str]) -> None:
    """Ask once for each chip that is not wholly known; one that is skipped is asked when a number of it matters."""
    for chip in dict.fromkeys(chips):
        if chip not in terminal.sighted:
            _enter_chip(terminal, chip)
        terminal.sighted.add(chip)


def _enter_chip(terminal: Terminal, chip: str) -> None:
    """Ask for a unit chip of which a number is not known; heroes, scions and banes are no such chips."""
    known = catalogue()
    record = known.unit(chip)
    is_no_unit = any(each is not None for each in (known.hero(chip), known.scion(chip), known.bane(chip)))
    if is_no_unit or (record is not None and all(getattr(record, stat) is not None for stat in STATS)):
        return
    name = record.name if record is not None else chip.replace("-", " ").title()
    parts = ", ".join(unit_parts(known.raw("units", chip) or {})) or tr("nothing")
    terminal.say(tr("{chip} is now in play. Known so far: {known}.", chip=name, known=parts))

    def read(line: str) -> None:
        if line:
            keep(terminal, "unit", read_card("unit", f"{name}: {line}", known), known)

    text = tr("{chip}: {form}, e.g. {example} (Enter: later):", chip=name, form=tr(SHOWN), example=EXAMPLE)
    terminal.until_good(text, read, "", form.chip_words(known))


def sure_of_scion(terminal: Terminal, name: str) -> None:
    """Ask whether a scion that nobody knows is meant, as a new one is; without a terminal an error says what to do."""
    known = catalogue().ids("scions")
    if slug(name) in known:
        return
    if not slug(name) or near_misses(name, known):
        raise UnknownNameError("scion", name, known)
    doubt = tr("no scion is called {name}; {advice}", name=clip(name), advice=advise(name, known, tr("scions")))
    command = as_command("data", "add", "scion", f"{name[:40]}: …")
    terminal.need_terminal("{doubt}; for a new one, enter its card first: {command}", doubt=doubt, command=command)
    if not terminal.agreed(tr("{doubt}. Is it a new one, with this name on its card?", doubt=doubt)):
        raise StoppedError


def enter_if_unknown(terminal: Terminal, name: str) -> None:
    """Ask for the card of a scion that nobody knows; elsewhere it is an error that says what to type."""
    if catalogue().scion(slug(name)) is None:
        sure_of_scion(terminal, name)
        enter(terminal, "scion", name)


def say_unknown_prowess(terminal: Terminal, campaign: Campaign) -> None:
    """Say which Prowess cards are not known, so that they are carried out by hand."""
    if cards := unknown_prowess(campaign.camp.prowess):
        text = plural(
            "{cards} is not known: carry it out by hand, or enter it with {command} (p.33)",
            "{cards} are not known: carry them out by hand, or enter them with {command} (p.33)",
            len(cards),
            cards=", ".join(cards),
            command=f"`{as_command('data', 'add', 'prowess', cards[0])}`",
        )
        terminal.notice(text)


def enter_prowess(terminal: Terminal, campaign: Campaign, cards: Iterable[str]) -> None:
    """Ask for Prowess cards that have just been gained, and are not known."""
    for name in cards:
        card = form.CardForm(terminal, "prowess", name, catalogue(), {"hero": campaign.pad.hero}).filled()
        if set(card.fields) - {"hero", "level"}:
            keep(terminal, "prowess", card, catalogue())
        else:
            terminal.say("  " + tr("{card} is skipped.", card=name))


def enter_all(terminal: Terminal, campaign: Campaign) -> None:
    """Ask, as a campaign has begun, for the Prowess cards that no source states; all else is asked when it matters."""
    cards = unknown_prowess(campaign.camp.prowess)
    if not cards or not terminal.is_interactive():
        return
    terminal.say(tr("Only your cards say this; still to be entered: {cards}.", cards=", ".join(cards)))
    words = {"later": tr("later: I'll ask when it matters"), "now": tr("now, one card after the other")}
    if terminal.choose(tr("When do you want to enter it?"), words) == "later":
        return
    enter_prowess(terminal, campaign, cards)
    say_unknown_prowess(terminal, campaign)


COMPASS = "1=n 2=ne 3=se 4=s 5=sw 6=nw"


def add(
    terminal: Terminal,
    words: Annotated[
        list[str] | None,
        argument(
            "unit, skill, tactic, prowess, bane, event, opportunity, arena, scion or compass; then its name, a "
            "colon, and what it shows, best between quotation marks. Asked for at a terminal if left out.",
            "line_word",
            metavar="KIND [LINE]...",
        ),
    ] = None,
    yes: Annotated[bool, option("Keep it even where it contradicts what a source states.")] = False,
) -> None:
    """Enter a chip or a card into your own data; `hoplo data add KIND` alone asks for it line by line."""
    kind, line = _kind(terminal, words or []), " ".join(words[1:] if words else [])
    if kind == "compass":
        _add_compass(terminal, line)
        return
    known = catalogue()
    card = _read(terminal, kind, line, known) if line.strip() else None
    if card is not None and card.fields and ":" in line:
        keep(terminal, kind, card, known, yes=yes)
        return
    text = later("what does it show? Enter it in one line: {command}. After the name: {after}")
    face = forms()[kind]
    terminal.need_terminal(text, command=as_command("data", "add", kind, face["example"]), after=tr(face["after"]))
    with terminal.drafted():
        given = {}
        if kind == "event":
            with suppress(HoploError):  # the place of the encampment says of what kind an event is that is drawn there
                place = combat_here(Library().played())
                given = {"kind": place} if place in form.PLACES else {}
        enter(terminal, kind, head_of(line, kind)[0] if card is not None else "", given, yes=yes)


def _kind(terminal: Terminal, words: list[str]) -> str:
    """The kind of component that is entered: the first word, or the one that is chosen."""
    if option := next((word for word in words if word.startswith("--")), None):
        raise UsageError("No such option: {option}", option=clip(option))
    kinds = [*forms(), "compass"]
    if not words:
        terminal.need_terminal("what do you enter? One of {kinds}", kinds=", ".join(kinds))
        headings = [*(tr(face["heading"]) for face in forms().values()), tr("Compass")]
        return terminal.choose(tr("What do you enter?"), dict(zip(kinds, headings, strict=True)))
    if (kind := words[0].casefold()) not in kinds:
        advice = advise(words[0], kinds, tr("kinds"))
        raise UsageError("{word} is not a kind of component; {advice}", word=clip(words[0]), advice=advice)
    return kind


def _read(terminal: Terminal, kind: str, line: str, known: Catalogue) -> Card:
    """Read a line; at a terminal, what it says need not be in the words of effects."""
    try:
        return read_card(kind, line, known)
    except NotUnderstoodError as fault:
        if not form.stops_of(kind) or not terminal.is_interactive():
            raise
        name, _ = head_of(line, kind)
        card, asked = read_card(kind, name, known), form.CardForm(terminal, kind, name, known)
        while (meant := asked.meant(fault.text)) is None:
            fault.text = terminal.write(tr("What it says:"))
        return card._replace(fields={**card.fields, **fault.fields, **asked.printed([(fault.text, meant)])})


def _add_compass(terminal: Terminal, line: str) -> None:
    """Enter the compass once, each result of the arena die with its direction."""
    if not line.strip():
        command = as_command("data", "add", "compass", *COMPASS.split())
        terminal.need_terminal("what does the compass show? Enter it in one line: {command}", command=command)
        line = terminal.write(tr("What does the compass show, as in {example}?", example=COMPASS))
    faces = dict(re.findall(r"(?<!\w)(\w)[=:](\w+)", line.casefold()))
    if sorted(faces.values()) != sorted(DIRECTIONS):
        text = later("each direction is needed once, as in 1=ne: {known}; entered: {entered}")
        raise UsageError(text, known=" ".join(DIRECTIONS), entered=", ".join(faces.values()) or tr("none"))
    path = remember("compass", "compass", "Compass", {"faces": faces})
    terminal.say(tr("Compass: {faces}", faces=", ".join(f"{face} = {way}" for face, way in faces.items())))
    terminal.notice("kept in {path}", path=path)
