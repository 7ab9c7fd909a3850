"""`hoplo data add`: a chip or a card in one line, or by a short conversation, kept among the player's own records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from hoplo_companion.cli.data.conversation import TABLES, converse
from hoplo_companion.cli.shell.names import line_word
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import Catalogue, catalogue, singular
from hoplo_companion.components.names import either, near_misses, slug
from hoplo_companion.components.own import Records, own_record, remember
from hoplo_companion.components.packs import Overlaid, record_of
from hoplo_companion.errors import Defect, InvalidError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.notation.parts import FORMS, by_hand, head_of
from hoplo_companion.render.record_words import field_word, value_word
from hoplo_companion.rules.data_checks import check_record

if TYPE_CHECKING:
    from hoplo_companion.notation.parts import Card


class Kind(NamedTuple):
    """A kind of component: what one is called with its article, and what follows the name in its line."""

    word: str
    help: str


KINDS = {
    "unit": Kind(
        "a unit chip",
        "class, Movement/Range/Health (- for one you skip), dice (blue blue, 2 blue or b b; k is black), skills, "
        "elite, of FACTION, in any order",
    ),
    "skill": Kind("a skill", "its effects, separated by ' ; '. If chips give it a number, end its name with #"),
    "tactic": Kind(
        "a tactic chip",
        "permanent, instant or temporary [until end of its next turn]; rival places it on strongest opponent "
        "[without it]; class CLASS; then its effects",
    ),
    "prowess": Kind(
        "a Prowess card", "the hero, capacity +1, its effects. The level, if it has one, ends the name"
    ),
    "bane": Kind("a bane chip", "bag, unit or camp, then its effects"),
    "event": Kind(
        "an event card",
        "bloodshed, sport or, for the lineup of a primus combat, primus ACT; goals (ctf, koth, spar); lineup "
        "ICONS of the rival (local, bag, primus; bag+t with a tactic, bag*2), yours ICONS (hero, camp); then ICONS, "
        'which its instructions add to the end of the rival\'s lineup; no act modifiers; instructions "…"; its effects',
    ),
    "opportunity": Kind(
        "an Opportunity card",
        'in the combats (bloodshed, ctf, sport …, any) that it lets you change: adds ICONS, by hand "…"; met win '
        "or met by-hand; reward hero-prowess, remove-bane, recruit UNIT, tactic NAME or special-prowess NAME",
    ),
    "arena": Kind(
        "an arena",
        "columns, missing, blocked, rival, player, key, centre, elevation A1=1, chips, key chip, units, "
        "most units 4, arena turn; priority lists as in 'class archer: flagholder > chip trident'; effect …",
    ),
}  # fmt: skip
"""The kinds with a command each, whose help is one text made of this."""


def add_card(
    terminal: Terminal,
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LINE]...",
            help="Its name, a colon, and what it shows, separated by commas; best between quotation marks. "
            "Asked for at a terminal if left out.",
            autocompletion=line_word,
        ),
    ] = None,
) -> None:
    """Enter a chip or a card into your own data."""
    kind = ctx.info_name or ""
    known, line = catalogue(), " ".join(words or [])
    card = read_card(kind, line, known) if line.strip() else None
    if card is not None and card.fields and ":" in line:
        keep(terminal, kind, card, known)
        return
    command = f"hoplo data add {kind} {FORMS[kind]!r}"
    terminal.need_terminal(tr("what does it show? Enter it in one line: {command}", command=command))
    with terminal.drafted():
        name = head_of(line, kind)[0] if card is not None else ""
        keep(terminal, kind, converse(terminal, kind, name, known), known)


def register(app: App) -> None:
    """Give an app one command per kind of component."""
    for kind, (word, after) in KINDS.items():
        text = f"Enter {word} into your own data.\n\n"
        text += f"Example: hoplo data add {kind} '{FORMS[kind]}'. After the name: {after}."
        app.command(kind, help=text, context_settings={"ignore_unknown_options": True})(add_card)


# Checked and kept -----------------------------------------------------------------------------------------------


def keep(terminal: Terminal, kind: str, card: Card, known: Catalogue) -> None:
    """Check what was entered, keep it in the player's own record, and show it as it was understood."""
    before, own = known.raw(card.kind, card.id), own_record(card.kind, card.id) or {}
    name = str(before["name"]) if before and "name" in before else card.name
    fields = _fields(kind, name, card, known, own)
    if before is None:
        _need_enough(kind, name, fields)
    if not (before or {}).get("text") and kind != "arena" and (text := by_hand(fields.get("effects", []))):
        fields.setdefault("text", text)
    record = {"name": name, **own, **fields}
    check(known, {card.kind: {card.id: record}})
    if before is not None:
        _notice_changes(terminal, name, before, fields)
    elif "act" not in fields and (near := near_misses(card.name, known.ids(card.kind))):
        terminal.notice(tr("{name} is new, and its name is close to {names}", name=card.name, names=either(near)))
    terminal.notice_dice(fields.get("attack") or ())

    path = remember(card.kind, card.id, name, fields, terminal.entered)
    level = {"level": record["level"]} if "level" in record else {}
    terminal.print(write_card(kind, name, {**card.fields, **level}))
    terminal.say("  " + tr("kept in {path}", path=path))


def _fields(kind: str, name: str, card: Card, known: Catalogue, own: dict[str, Any]) -> dict[str, Any]:
    """Give the fields that are to be kept, tables with what was known of them; UsageError where there are none."""
    if not card.fields:
        raise UsageError(tr("nothing was entered about {name}: nothing is kept", name=name))
    if kind == "unit" and card.id in known.ids("heroes"):
        raise UsageError(
            tr(
                "{name} is a hero, not a unit chip: `hoplo new` asks for what its details show, and a position gives "
                "what a primus shows (p.30, 38-39)",
                name=name,
            )
        )
    fields = dict(card.fields)
    for key in TABLES:
        if key in fields:
            entered = own.get(key)
            fields[key] = {**(entered if isinstance(entered, dict) else {}), **fields[key]}
    return fields


def _need_enough(kind: str, name: str, fields: dict[str, Any]) -> None:
    """Fill in what follows for a component that is new; UsageError where something must be entered with it."""
    if kind == "arena":
        fields.setdefault("region", slug(name))
        mat = fields.get("mat", {})
        if "columns" not in mat or "rival_deployment" not in mat:
            line = "columns 3 4 5 6 5 4 3, rival A1 A2 A3"
            raise UsageError(tr("{name} is new: its mat is needed, as in '{line}'", name=name, line=line))
    if kind == "skill" and "type" not in fields:
        text = tr("{name} is new: enter what it does, or at least whether it is innate, ability or special", name=name)
        raise UsageError(text)


def _notice_changes(terminal: Terminal, name: str, before: dict[str, Any], fields: dict[str, Any]) -> None:
    """Say which fields of a known record change."""
    changes = []
    for key, value in fields.items():
        old, field = before.get(key), field_word(key)
        if old is None or old == value:
            continue
        if isinstance(old, dict) or (isinstance(old, list) and any(isinstance(each, dict) for each in old)):
            changes.append(tr("{field} changed", field=field))
        else:
            changes.append(tr("{field} {old} becomes {new}", field=field, old=value_word(old), new=value_word(value)))
    if changes:
        terminal.notice(tr("{name} was known already: {changes}", name=name, changes=", ".join(changes)))


def check(known: Catalogue, records: Records, beside: Records | None = None) -> None:
    """Hold own records as they will be against their schemas and what they name; InvalidError has every defect.

    Records that stand `beside` them are not judged.
    """
    if defects := defects_of(known, records, beside):
        raise InvalidError(defects)


def defects_of(known: Catalogue, records: Records, beside: Records | None = None) -> list[Defect]:
    """List every defect of own records as they will be."""
    laid = dict(beside or {})
    for kind, tables in records.items():
        laid[kind] = {**laid.get(kind, {}), **tables}
    overlaid = Overlaid(known, laid)
    defects: list[Defect] = []
    for kind, tables in records.items():
        for id_ in tables:
            record = record_of(overlaid, kind, id_)
            try:
                found = record if isinstance(record, list) else check_record(id_, record, overlaid)
            except InvalidError as fault:
                found = fault.defects
            where = f"{singular(kind)} {id_}: "
            defects += [Defect(each.code, where + each.where, each.message) for each in found]
    return defects
