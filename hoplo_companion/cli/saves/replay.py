"""`hoplo replay`: a moment again from its report, held against what this hoplo makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.fight.rival_turn import JsonOption, PlainOption
from hoplo_companion.cli.saves.report import StepOption

if TYPE_CHECKING:
    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.render.style import Line
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question
    from hoplo_companion.rules.why.decisions import Decision
    from hoplo_companion.table.reports.file import Report
    from hoplo_companion.table.reports.unpacking import Recovered
    from hoplo_companion.table.saves.save import Save


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A report; - reads it from standard input.")],
    step: StepOption = None,
    into: Annotated[str, typer.Option("--into", help="Make a campaign of this name of it, to play on there.")] = "",
    pack: Annotated[
        Path | None, typer.Option("--pack", help="Write the records that it holds into a pack for `hoplo data import`.")
    ] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Run a report: hold its log against itself, play its fight again, and show the moment, its question and why.

    Nothing of your own is touched. What comes out otherwise is told, and is no error.
    """
    from hoplo_companion.cli.fight.positions import read_file
    from hoplo_companion.errors import HoploError, UsageError
    from hoplo_companion.files import LARGEST_CAMPAIGN
    from hoplo_companion.table.reports.file import read_report
    from hoplo_companion.table.reports.unpacking import recovered

    told = read_report(read_file(Path(file), LARGEST_CAMPAIGN), Path(file).name)
    alone = told.save is None and not told.files
    if alone and (step is not None or into):
        raise UsageError(f"{Path(file).name} holds a board alone: it has no steps, and makes no campaign")
    with recovered(told) as found:
        seen = Seen(told, found)
        seen.look(found.save, step)
        if into:
            seen.table["into"] = _unpacked(told, found.save, into, seen.step)
    if pack is not None:
        _write_pack(told, pack)
    if json:
        from hoplo_companion.cli.terminal.output import show_json

        show_json(seen.table)
    else:
        from hoplo_companion.cli.terminal.output import show

        show(seen.lines(Path(file).name), plain)
    if not alone and seen.table["moment"] is None:
        raise HoploError(f"{Path(file).name}: nothing good is left of the save that it holds: no moment can be run")


def _unpacked(told: Report, save: Save | None, into: str, step: int | None) -> str:
    from hoplo_companion.errors import HoploError
    from hoplo_companion.table.reports.unpacking import unpack
    from hoplo_companion.table.saves.library import Library
    from hoplo_companion.table.saves.open_campaign import LIBRARY, alone, from_state

    if save is None:
        raise HoploError("nothing good is left of the save that the report holds: no campaign can be made of it")
    from_state(save.state)  # what could not be played on is not taken in
    library = Library()
    with alone(library, LIBRARY):
        name = unpack(told, library, into, step)
    _take_records(told)
    return name


def _take_records(told: Report) -> None:
    """Keep the records of a report of which you have none of your own; say which of yours stay as they are."""
    from hoplo_companion.cli.data.add import check
    from hoplo_companion.cli.terminal.output import notice
    from hoplo_companion.components.catalogue import OWN_KINDS, catalogue
    from hoplo_companion.components.names import slug
    from hoplo_companion.components.own import own_record, replace
    from hoplo_companion.errors import HoploError

    known = ((kind, id_, table) for kind in OWN_KINDS for id_, table in told.records.get(kind, {}).items())
    try:
        found = [(each, own_record(each[0], each[1])) for each in known if each[1] == slug(each[1]) and each[1]]
        new = [each for each, own in found if own is None]
        records: dict[str, dict[str, dict[str, Any]]] = {}
        for kind, id_, table in new:
            records.setdefault(kind, {})[id_] = table
        check(catalogue(), records)
        for kind, id_, table in new:
            replace(kind, id_, table)
    except HoploError as fault:
        notice(f"the report's own records are not taken in: {fault}")
        return
    catalogue.cache_clear()
    if new:
        notice("records of the report that you had not told are yours now: " + ", ".join(id_ for _, id_, _ in new))
    if stay := [each[1] for each, own in found if own is not None and own != each[2]]:
        notice(f"yours differ from the report's, and stay: {', '.join(stay)}; --pack FILE writes the report's")


def _write_pack(told: Report, path: Path) -> None:
    from hoplo_companion.components.packs import Pack, PackHead, pack_text
    from hoplo_companion.errors import HoploError
    from hoplo_companion.files import write_whole

    if path.exists():
        raise HoploError(f"{path}: something is there already, and nothing is written over: choose another name")
    head = PackHead(name=path.stem, text="the records of a report")
    try:
        text = pack_text(Pack(head, told.records, []))
    except (TypeError, ValueError) as fault:
        raise HoploError(f"the records of the report make no pack: {str(fault)[:80]}") from None
    write_whole(path, text.encode())


def _printable(text: str) -> str:
    """Give a text of somebody else's as it may go to a terminal: what steers it stands as a blank."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


class Seen:
    """What a report shows when it is run: `table` for programs, `lines` for people."""

    def __init__(self, told: Report, found: Recovered) -> None:
        from hoplo_companion import __version__
        from hoplo_companion.table.reports.file import is_whole

        self.told = told
        self.known: Catalogue = found.catalogue
        self.combat: Combat | None = None
        self.question: Question | None = None
        self.decisions: list[Decision] = []
        self.campaign: Campaign | None = None
        self.step: int | None = None
        self.differences: list[str] = []
        if not is_whole(told):
            self.differences.append("the report was changed since hoplo wrote it")
        if told.hoplo != __version__:
            self.differences.append(f"made with hoplo {told.hoplo}, this one is {__version__}")
        self.table: dict[str, Any] = {
            "campaign": told.campaign or None,
            "hoplo": told.hoplo,
            "python": told.python,
            "platform": told.platform,
            "made": told.made,
            "said_by_doctor": told.faults,
            "rulings": [each for each in told.rulings if self._is_chosen(each)],
            "records": {kind: sorted(tables) for kind, tables in told.records.items()},
            "log": None,
            "fight": None,
            "moment": None,
            "decisions": [],
            "differences": self.differences,
            "faults": found.told,
        }

    @staticmethod
    def _is_chosen(reading: dict[str, str]) -> bool:
        from hoplo_companion.components.catalogue import catalogue

        record = catalogue().ruling(str(reading.get("id", "")))
        return record is None or reading.get("reading") != record.default_id

    def look(self, save: Save | None, step: int | None) -> None:
        """Go to the moment and look at everything there is."""
        import msgspec

        from hoplo_companion.table.reports.unpacking import looked_at

        known = self.known
        if save is not None:
            self._at_step(save, step, known)
        elif self.told.moment is not None and self.told.moment.position is not None:
            looked_at(lambda: self._board_alone(known), self.differences.append)
        self.table["decisions"] = [{**msgspec.to_builtins(each), "chosen": each.chosen} for each in self.decisions]

    def _board_alone(self, known: Catalogue) -> None:
        from hoplo_companion.rules.position.reading import PositionReader
        from hoplo_companion.rules.position.writing import write_position
        from hoplo_companion.rules.why.verdicts import reasons

        assert self.told.moment is not None
        self.combat = PositionReader(known).read_plain(self.told.moment.position or {})
        self.table["moment"] = {"n": None, "position": write_position(self.combat)}
        self.decisions = reasons(self.combat)

    def _at_step(self, save: Save, step: int | None, known: Catalogue) -> None:
        """Hold the log against its states, play the fight again, and open it at the moment."""
        from hoplo_companion.table.reports.replayed import at_moment, at_step, fight_again, moment_of
        from hoplo_companion.table.reports.unpacking import looked_at

        reported = self.told.moment
        if step is None and reported is not None:
            # The moment that was chosen for the report; a mended save may no longer have it.
            step = looked_at(lambda: at_step(save, reported.n).n, self.differences.append)
        self.step = step
        then = at_moment(save, step)
        steps = len(self.told.save.log) if self.told.save is not None else sum(1 for _ in save.lines())
        self.table["log"] = {"steps": steps, "whole": not self.table["faults"]}
        found = looked_at(lambda: fight_again(then, known), self.differences.append)
        if found is not None:
            self.table["fight"] = {
                "moves": found.moves,
                "same": not found.difference,
                "difference": found.difference or None,
            }
        moment = looked_at(lambda: moment_of(then, None, known), self.differences.append)
        if moment is None:
            return
        table = {"n": moment.n, "what": moment.what, "fault": moment.fault or None, "fight": moment.fight}
        self.table["moment"] = {**table, "position": moment.position, "line": moment.line, "state": moment.state}
        if reported is not None and reported.n == moment.n:
            self._compare(reported.fight, moment.fight)
        looked_at(lambda: self._open(then, known), self.differences.append)

    def _compare(self, before: dict[str, Any] | None, now: dict[str, Any] | None) -> None:
        """Hold the fight as it opens now against how it stood when the report was made."""
        import msgspec

        from hoplo_companion.table.reports.differences import differences

        self.differences += differences(before, msgspec.json.decode(msgspec.json.encode(now)), "fight")

    def _open(self, then: Save, known: Catalogue) -> None:
        from hoplo_companion.rules.why.verdicts import reasons
        from hoplo_companion.table.play.fight import Game
        from hoplo_companion.table.reports.replayed import before_last_move, laid_open
        from hoplo_companion.table.saves.open_campaign import from_state

        self.campaign = campaign = from_state(then.state)
        if campaign.fight is None:
            return
        game = Game(campaign, known)
        self.combat, self.question = game.combat, game.question()
        before = before_last_move(then)
        if before is not None:
            self.decisions = laid_open(before, known).decisions
        if not self.decisions and game.fight.turn_of == "rival" and not game.fight.under_way:
            self.decisions = reasons(game.combat)

    # In words -----------------------------------------------------------------------------------------------------

    def lines(self, file: str) -> list[Line]:
        """Tell it in lines: what the report holds, what was checked, the board, the question, and why."""
        from hoplo_companion.render.style import Span

        lines: list[Line] = [[Span(_printable(text))] for text in self._sentences(file)]
        lines += [[Span(_printable(f"! {text}"), "damage")] for text in [*self.table["faults"], *self.differences]]
        if self.combat is not None:
            lines += self._board(self.combat)
        elif self.campaign is not None:
            from hoplo_companion.render.pad import pad_lines

            lines += [[], *pad_lines(self.campaign, self.campaign.pad.hero)]
        return lines

    def _sentences(self, file: str) -> Iterator[str]:
        table, told = self.table, self.told
        moment = table["moment"] or {}
        what = f"{told.campaign}, after step {moment['n']}" if moment.get("n") else told.campaign or "a board"
        yield f"{file}: {what}; made on {told.made} with hoplo {told.hoplo}, Python {told.python} on {told.platform}."
        if moment.get("what"):
            yield f"  {moment['what']}"
        for fault in told.faults:
            yield f"hoplo doctor said: {fault}"
        if table["log"] is not None and table["log"]["whole"]:
            yield f"The log: {table['log']['steps']} steps, and each leads to the state that was kept after it."
        if table["fight"] is not None:
            came = table["fight"]["difference"]
            yield f"The fight: {table['fight']['moves']} moves played again; " + (
                f"then: {came}" if came else "the same board comes out."
            )
        count = sum(map(len, table["records"].values()))
        if count:
            yield f"Your own records in it: {count}; they hold for this look alone."
        for each in table["rulings"]:
            yield f"In force: {each.get('id')}, read as {each.get('reading')}."
        if table.get("into"):
            yield f"A campaign of its own is made of it: `hoplo save switch {table['into']}` plays it."

    def _board(self, combat: Combat) -> Iterator[Line]:
        from hoplo_companion.cli.terminal.board_style import board_lines
        from hoplo_companion.render.sentences.decisions import decision_lines
        from hoplo_companion.render.sentences.questions import option_words, question_words
        from hoplo_companion.render.style import Span
        from hoplo_companion.rules.unit_names import names_of

        yield []
        yield from board_lines(combat)
        if self.question is not None:
            options = [option_words(self.question, each, combat) for each in self.question.options]
            yield []
            asked = f"Open: {question_words(self.question, combat)} ({self.question.id})"
            yield [Span(asked, "heading")]
            yield from ([Span(f"  {option}")] for option in options)
        for decision in self.decisions:
            yield []
            yield from decision_lines(decision, names_of(combat))
