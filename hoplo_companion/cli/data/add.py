"""`hoplo data add`: a chip or a card told in one line, or by a short conversation, and kept as the player's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from hoplo_companion.cli.shell.names import line_word
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.errors import Defect, InvalidError, UsageError
from hoplo_companion.notation.parts import FORMS, HELP

if TYPE_CHECKING:
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.components.own import Records
    from hoplo_companion.notation.parts import Card

WORDS = {
    "unit": "unit chip",
    "skill": "skill",
    "tactic": "tactic chip",
    "prowess": "Prowess card",
    "bane": "bane chip",
    "event": "event card",
    "opportunity": "Opportunity card",
    "arena": "arena",
}


WITHIN = ("mat", "change")
"""Fields that are tables of which a line may tell a part."""


def add_card(
    terminal: Terminal,
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[LINE]...",
            help="Its name, a colon, and what it shows, parts apart by commas; best between quotation marks. "
            "Asked for at a terminal if left out.",
            autocompletion=line_word,
        ),
    ] = None,
) -> None:
    """Type a chip or a card into your own data."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.notation.cards import read_card

    kind = ctx.info_name or ""

    known, line = catalogue(), " ".join(words or [])

    card = read_card(kind, line, known) if line.strip() else None
    if card is None or not card.fields or ":" not in line:
        terminal.need_terminal(f"what does it show? Say it in one line: hoplo data add {kind} {FORMS[kind]!r}")

        with terminal.drafted():
            from hoplo_companion.notation.parts import head_of

            keep(
                terminal,
                kind,
                converse(terminal, kind, head_of(line, kind)[0] if card is not None else "", known),
                known,
            )
        return
    keep(terminal, kind, card, known)


def register(app: App) -> None:
    """Give an app one command a kind of component."""
    for kind, word in WORDS.items():
        text = f"Type {'an' if kind[0] in 'aeio' else 'a'} {word} into your own data.\n\n"
        text += f"As in: hoplo data add {kind} '{FORMS[kind]}'. Behind the name: {HELP[kind]}."
        settings = {"ignore_unknown_options": True}
        app.command(kind, help=text, context_settings=settings)(add_card)


def keep(terminal: Terminal, kind: str, card: Card, known: Catalogue) -> None:
    """Check what was told, keep it in the player's own record, and show it as it was understood."""
    from hoplo_companion.components.own import own_record, remember
    from hoplo_companion.notation.cards import write_card
    from hoplo_companion.notation.parts import by_hand

    before, own = known.raw(card.kind, card.id), own_record(card.kind, card.id) or {}
    name = str(before["name"]) if before and "name" in before else card.name
    fields = dict(card.fields)
    if not fields:
        raise UsageError(f"nothing was told of {name}: nothing is kept")
    if kind == "unit" and card.id in known.ids("heroes"):
        text = "`hoplo new` asks once for what its details show, and positions give what a primus shows"
        raise UsageError(f"{name} is a hero, and no unit chip: {text} (p.30, 38-39)")
    for key in WITHIN:
        if key in fields:
            fields[key] = {**_table(own, key), **fields[key]}
    if before is None:
        _need_enough(kind, name, fields)

    if not (before or {}).get("text") and kind != "arena" and (text := by_hand(fields.get("effects", []))):
        fields.setdefault("text", text)
    record = {"name": name, **own, **fields}
    check(known, {card.kind: {card.id: record}})
    if before is None:
        from hoplo_companion.components.names import near_misses

        near = near_misses(card.name, known.ids(card.kind)) if "act" not in fields else []
        if near:
            terminal.notice(f"{card.name} is new, and its name is close to {' and '.join(near)}")
    elif changed := _changes(before, fields):
        terminal.notice(f"{name} was known; {changed}")
    terminal.notice_dice(fields.get("attack") or ())

    path = remember(card.kind, card.id, name, fields)

    terminal.print(write_card(kind, name, {**card.fields, **({"level": record["level"]} if "level" in record else {})}))
    terminal.say(f"  is kept in {path}")


def _table(record: dict[str, Any], key: str) -> dict[str, Any]:
    """Give a table of a record as far as it is one."""
    told = record.get(key)
    return told if isinstance(told, dict) else {}


def _need_enough(kind: str, name: str, fields: dict[str, Any]) -> None:
    """Fill in what follows for a component that nothing tells of yet; UsageError where something must be told."""
    if kind == "arena":
        from hoplo_companion.components.names import slug

        fields.setdefault("region", slug(name))
        mat = fields.get("mat", {})
        if "columns" not in mat or "rival_deployment" not in mat:
            text = "its mat is needed, as in 'columns 3 4 5 6 5 4 3, rival A1 A2 A3'"
            raise UsageError(f"{name} is new: {text}")
    if kind == "skill" and "type" not in fields:
        raise UsageError(f"{name} is new: say what it does, or at least whether it is innate, ability or special")


def check(known: Catalogue, records: Records, beside: Records | None = None) -> None:
    """Hold own records as they will be against their schemas and what they name; InvalidError has every defect.

    Records that are told to stand `beside` them are not judged.
    """
    if defects := defects_of(known, records, beside):
        raise InvalidError(defects)


def defects_of(known: Catalogue, records: Records, beside: Records | None = None) -> list[Defect]:
    """List every defect of own records as they will be."""
    from hoplo_companion.components.catalogue import singular
    from hoplo_companion.components.packs import Overlaid, record_of
    from hoplo_companion.rules.data_checks import check_record

    more = dict(beside or {})
    for kind, tables in records.items():
        more[kind] = {**more.get(kind, {}), **tables}

    overlaid = Overlaid(known, more)
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


def _changes(before: dict[str, Any], fields: dict[str, Any]) -> str:
    """Say what a record tells now in the place of something else."""
    told = []
    for key, value in fields.items():
        old = before.get(key)
        if old is None or old == value:
            continue
        if isinstance(old, dict) or (isinstance(old, list) and any(isinstance(each, dict) for each in old)):
            told.append(f"{key} is another one now")
        else:
            told.append(f"{key} {_words(old)} becomes {_words(value)}")
    return ", ".join(told)


def _words(value: Any) -> str:
    return " ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


# The conversation -----------------------------------------------------------------------------------------------


class Ask(NamedTuple):
    """One question of the conversation: the field it tells, its words, and how the answer stands in a line.

    Shapes: `{}` in `form` stands for the answer; with `choices` one of them is picked; `apart` joins the lines of an
    answer of several lines, which Enter alone ends.
    """

    field: str
    text: str
    form: str = "{}"
    choices: tuple[str, ...] = ()
    apart: str = ""


SKIP = "I do not know yet"
EFFECT = Ask(
    "effects", "What does it do? An effect a line, as in 'ability: heal 2' or 'manual \"what it says\"'", apart=" ; "
)

QUESTIONS: dict[str, tuple[Ask, ...]] = {
    "unit": (
        Ask("class", "Its class"),
        Ask("movement", "Movement/Range/Health, as in 1/1/4"),
        Ask("attack", "Its dice, as in blue blue"),
        Ask("skills", "Its skills, as in Taunt, Regen 1"),
        Ask("faction", "Its faction", "of {}"),
    ),
    "skill": (EFFECT,),
    "tactic": (
        Ask("kind", "Which kind is it?", choices=("permanent", "instant", "temporary")),
        Ask("until", "Until when?", "temporary until {}", (
            "end of turn", "end of its next turn", "start of your next turn", "end of combat",
        )),
        EFFECT,
        Ask("rival_target", "On whom does the rival place it, as in strongest opponent?", "rival places it on {}"),
        Ask("rival_class", "Which class of rival unit brings it?", "class {}"),
    ),
    "prowess": (Ask("hero", "Whose card is it?"), EFFECT),
    "bane": (Ask("kind", "Which kind is it?", choices=("bag", "unit", "camp")), EFFECT),
    "event": (
        Ask("kind", "Which kind is it?", choices=("bloodshed", "sport", "primus 1", "primus 2", "primus 3")),
        Ask("goals", "Which Sports, as in ctf koth spar?", "goals {}"),
        Ask("lineup", "The rival's lineup from the top, as in local+t bag*2 bag+t (+t is a tactic on it)", "lineup {}"),
        Ask("then", "What do its instructions add to the end of the rival's lineup, as in bag+t?", "then {}"),
        Ask("yours", "Your lineup, as in hero camp*2", "yours {}"),
        EFFECT,
    ),
    "opportunity": (
        Ask("events", "In which combats may you change something, as in bloodshed, sport or any?", "in {}"),
        Ask("adds", "What may you add to the end of the rival's lineup, as in bag?", "adds {}"),
        Ask("by_hand", "What else may you change, in your words?", 'by hand "{}"'),
        Ask("met", "When is it met?", "met {}", ("win", "by-hand")),
        Ask("reward", "Its reward, as in hero-prowess, remove-bane, recruit UNIT or tactic NAME", "reward {}"),
    ),
    "arena": (
        Ask("columns", "How many hexes has each column, from the rival's side?", "columns {}"),
        Ask("rival_deployment", "The rival's deployment hexes by their numbers, as in A1 A2 A3", "rival {}"),
        Ask("player_deployment", "Yours", "player {}"),
        Ask("key_hexes", "The key hexes", "key {}"),
        Ask("priorities", "The priority lists, one a line, as in 'all: flagholder > strongest'", apart=", "),
        EFFECT._replace(form="effect {}"),
    ),
}  # fmt: skip


def converse(terminal: Terminal, kind: str, name: str, known: Catalogue) -> Card:
    """Ask for what a chip or card shows; every answer is read at once, and asked for again where it does not fit."""
    from hoplo_companion.notation.cards import read_card
    from hoplo_companion.notation.events import named_by_act
    from hoplo_companion.notation.parts import head_of

    name = name or terminal.until_good(f"Its name, as on the {WORDS[kind]}:", lambda text: head_of(text, kind)[0])
    if kind == "skill" and "#" not in name and _is_numbered(terminal):
        name += " #"

    card = read_card(kind, name, known)
    told: dict[str, Any] = dict(card.fields)
    for ask in QUESTIONS[kind]:
        if ask.field in told or any(ask.field in told.get(key, {}) for key in WITHIN) or _is_idle(ask, told):
            continue
        found = _asked(terminal, ask, kind, name, known)
        tables = {key: {**told.get(key, {}), **found[key]} for key in WITHIN if key in found}
        told |= {**found, **tables}

    return named_by_act(card._replace(fields=told))


def _is_idle(ask: Ask, told: dict[str, Any]) -> bool:
    """Tell whether what is known already leaves a question without an answer."""
    kind = told.get("kind")
    match ask.field:
        case "until":
            return kind != "temporary"
        case "goals":
            return kind not in (None, "sport")
        case "then" | "effects":
            return kind == "primus"
    return False


def _is_numbered(terminal: Terminal) -> bool:

    return terminal.choose("Do chips show a number behind its name?", ["no", "yes"]) == "yes"


def _asked(terminal: Terminal, ask: Ask, kind: str, name: str, known: Catalogue) -> dict[str, Any]:
    """Ask one question; give the fields that its answer tells."""
    from hoplo_companion.notation.cards import read_card

    def read(answers: Sequence[str]) -> dict[str, Any]:
        line = ask.form.replace("{}", ask.apart.join(answers))
        return read_card(kind, f"{name}: {line}", known).fields if any(answers) else {}

    if ask.choices:
        # First comes what changes nothing: Enter alone never overwrites what is known.
        answer = terminal.choose(ask.text, [SKIP, *ask.choices])
        return {} if answer == SKIP else read([answer])
    if not ask.apart:
        return terminal.until_good(f"{ask.text} (Enter to skip):", lambda text: read([text]))
    lines: list[str] = []
    found: dict[str, Any] = {}
    terminal.say(f"{ask.text}; Enter ends it.")

    def more(text: str) -> dict[str, Any] | None:
        return read([*lines, text]) if text else None

    while (told := terminal.until_good(f"  {len(lines) + 1}:", _noting(more, lines))) is not None:
        found = told
    return found


def _noting(read: Any, lines: list[str]) -> Any:
    """Make a reader that notes each line that it could read."""

    def noted(text: str) -> Any:
        found = read(text)
        if found is not None:
            lines.append(text)
        return found

    return noted
