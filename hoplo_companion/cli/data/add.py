"""`hoplo data add`: a chip or a card in one line, or by a short conversation, kept among the player's own records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from hoplo_companion.campaign.rounds import combat_here
from hoplo_companion.cli.data.conversation import HEADINGS, PLACES, REMINDERS, fields_of, meant_by
from hoplo_companion.cli.data.keeping import enter, keep
from hoplo_companion.cli.options import argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, catalogue
from hoplo_companion.components.names import advise
from hoplo_companion.components.own import remember
from hoplo_companion.errors import HoploError, UsageError, as_command, clip
from hoplo_companion.hexes import DIRECTIONS
from hoplo_companion.language import later, tr
from hoplo_companion.notation.cards import read_card
from hoplo_companion.notation.parts import FORMS, NotUnderstoodError, head_of
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import campaign_of

if TYPE_CHECKING:
    from hoplo_companion.notation.parts import Card


AFTER = {
    "unit": later(
        "class, Movement/Range/Health (- for one you skip), dice (blue blue, 2 blue or b b; k is black), skills, "
        "elite, of FACTION, in any order"
    ),
    "skill": later("its effects, separated by ' ; '. If chips give it a number, end its name with #"),
    "tactic": later(
        "permanent, instant or temporary [until end of its next turn]; rival places it on strongest opponent "
        "[without it]; class CLASS; then its effects"
    ),
    "prowess": later("the hero, capacity +1, its effects. The level, if it has one, ends the name"),
    "bane": later("bag, unit or camp, then its effects"),
    "event": later(
        "bloodshed, sport or, for the lineup of a primus combat, primus ACT; goals (ctf, koth, spar); lineup "
        "ICONS of the rival (local, bag, primus; bag+t with a tactic, bag*2), yours ICONS (hero, camp); then ICONS, "
        'which its instructions add to the end of the rival\'s lineup; no act modifiers; instructions "…"; its effects'
    ),
    "opportunity": later(
        'in the combats (bloodshed, ctf, sport …, any) that it lets you change: adds ICONS, by hand "…"; met win '
        "or met by-hand; reward hero-prowess, remove-bane, recruit UNIT, tactic NAME or special-prowess NAME"
    ),
    "arena": later(
        "columns, missing, blocked, rival, player, key, centre, elevation A1=1, chips, key chip, units, "
        "most units 4, arena turn; priority lists as in 'class archer: flagholder > chip trident'; effect …"
    ),
    "scion": later(
        "health N; range N; cap N; dice DICE; a row of its table each, from the top, as in 'green/blue total: {hits} "
        "damage [damage hits] [by scion minions: damage hits to adjacent opponent]'; priorities hero > strongest; "
        "minion CHIP; bane NAME; defeats N; setup TEXT; goal TEXT; trigger EFFECT; all separated by semicolons"
    ),
}
"""What follows the name in the line of each kind of component."""

COMPASS = "1=n 2=ne 3=se 4=s 5=sw 6=nw"

EXAMPLES = "\b\n" + "\n".join(
    as_command("data", "add", kind, line) for kind, line in [*FORMS.items(), ("compass", COMPASS)]
)
"""A line of each kind, to begin like."""


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
        add_compass(terminal, line)
        return
    known = catalogue()
    card = _read(terminal, kind, line, known) if line.strip() else None
    if card is not None and card.fields and ":" in line:
        keep(terminal, kind, card, known, yes=yes)
        return
    command, after = as_command("data", "add", kind, FORMS[kind]), tr(AFTER[kind])
    terminal.need_terminal(
        tr("what does it show? Enter it in one line: {command}. After the name: {after}", command=command, after=after)
    )
    with terminal.drafted():
        name = head_of(line, kind)[0] if card is not None else ""
        enter(terminal, kind, name, _given_here(kind), yes=yes)


def _kind(terminal: Terminal, words: list[str]) -> str:
    """The kind of component that is entered: the first word, or the one that is chosen."""
    if option := next((word for word in words if word.startswith("--")), None):
        raise UsageError(tr("No such option: {option}", option=clip(option)))
    kinds = [*AFTER, "compass"]
    if not words:
        terminal.need_terminal(tr("what do you enter? One of {kinds}", kinds=", ".join(kinds)))
        headings = [*map(tr, HEADINGS.values()), tr("Compass")]
        return terminal.choose(tr("What do you enter?"), dict(zip(kinds, headings, strict=True)))
    if (kind := words[0].casefold()) not in kinds:
        raise UsageError(tr("{word} is not a kind of component; {advice}", word=clip(words[0]),
                            advice=advise(words[0], kinds, tr("kinds"))))  # fmt: skip
    return kind


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


def add_compass(terminal: Terminal, line: str) -> None:
    """Enter the compass once; a roaming unit's die is then typed as it lies."""
    if not line.strip():
        command = as_command("data", "add", "compass", *COMPASS.split())
        terminal.need_terminal(tr("what does the compass show? Enter it in one line: {command}", command=command))
        line = terminal.write(tr("What does the compass show, as in {example}?", example=COMPASS))
    faces = read_faces(line)
    path = remember("compass", "compass", "Compass", {"faces": faces})
    terminal.say(tr("Compass: {faces}", faces=", ".join(f"{face} = {way}" for face, way in faces.items())))
    terminal.notice(tr("kept in {path}", path=path))


def read_faces(line: str) -> dict[str, str]:
    """Read results of the arena die with their directions; UsageError names the word that is wrong."""
    known, faces = " ".join(DIRECTIONS), dict[str, str]()
    for word in line.replace(",", " ").split():
        face, _, way = word.replace(":", "=").partition("=")
        way = way.lower()
        if len(face) != 1 or not face.isalnum() or way not in DIRECTIONS:
            text = tr(
                "{word} is not understood: write a result and its direction, as in 1=ne; directions are {known}",
                word=clip(word),
                known=known,
            )
            raise UsageError(text)
        if face in faces:
            raise UsageError(tr("the result {face} is there twice", face=face))
        faces[face] = way
    if sorted(faces.values()) != sorted(DIRECTIONS):
        entered = ", ".join(faces.values()) or tr("none")
        raise UsageError(tr("each direction is needed once: {known}; entered: {entered}", known=known, entered=entered))
    return faces
