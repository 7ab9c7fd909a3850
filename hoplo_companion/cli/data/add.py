"""`hoplo data add`: a chip or a card in one line, or by a short conversation, kept among the player's own records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from hoplo_companion.campaign.rounds import combat_here
from hoplo_companion.cli.data.conversation import PLACES, converse
from hoplo_companion.cli.data.keeping import YesOption, keep
from hoplo_companion.cli.shell.names import line_word
from hoplo_companion.cli.terminal.printed import REMINDERS, fields_of, meant_by
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import Catalogue, catalogue
from hoplo_companion.errors import HoploError, as_command
from hoplo_companion.language import tr
from hoplo_companion.notation.cards import read_card
from hoplo_companion.notation.parts import FORMS, NotUnderstoodError, head_of
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import campaign_of

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
    yes: YesOption = False,
) -> None:
    """Enter a chip or a card into your own data."""
    kind = ctx.info_name or ""
    known, line = catalogue(), " ".join(words or [])
    card = _read(terminal, kind, line, known) if line.strip() else None
    if card is not None and card.fields and ":" in line:
        keep(terminal, kind, card, known, yes=yes)
        return
    command = as_command("data", "add", kind, FORMS[kind])
    terminal.need_terminal(tr("what does it show? Enter it in one line: {command}", command=command))
    with terminal.drafted():
        name = head_of(line, kind)[0] if card is not None else ""
        keep(terminal, kind, converse(terminal, kind, name, known, _given_here(kind)), known, yes=yes)


def _read(terminal: Terminal, kind: str, line: str, known: Catalogue) -> Card:
    """Read a line; at a terminal, what it says need not be in the words of effects."""
    try:
        return read_card(kind, line, known)
    except NotUnderstoodError as fault:
        if kind not in REMINDERS or not terminal.is_interactive():
            raise
        name, _ = head_of(line, kind)
        while (meant := meant_by(terminal, kind, name, known, fault.text, "{}")) is None:
            fault.text = terminal.write(tr("What it says:"))
        said = [fault.text] if meant != fault.text else []
        card = read_card(kind, name, known)
        fields = {**card.fields, **fault.fields}
        return card._replace(fields=fields | fields_of(kind, name, known, [meant] if meant else [], said))


def _given_here(kind: str) -> dict[str, str]:
    """Give what the place of the encampment says of a card that is drawn there: the kind of an event."""
    if kind != "event":
        return {}
    try:
        library = Library()
        place = combat_here(campaign_of(library.open(library.current())))
    except HoploError:
        return {}
    return {"kind": place} if place in PLACES else {}


def register(app: App) -> None:
    """Give an app one command per kind of component."""
    for kind, (word, after) in KINDS.items():
        text = f"Enter {word} into your own data.\n\n"
        text += f"Example: {as_command('data', 'add', kind, FORMS[kind])}. After the name: {after}."
        app.command(kind, help=text, context_settings={"ignore_unknown_options": True})(add_card)
