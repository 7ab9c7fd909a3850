"""Chips and cards entered by a form: a line for each part of what is printed, understood as it is printed."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct, convert

from hoplo_companion.campaign.naming import kind_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import CLASSES
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.notation.events import named_by_act
from hoplo_companion.notation.parts import Card, added_to_lineup, forms, head_of, quoted, understood, value_at

TABLES = ("mat", "change")
"""Fields that are tables of which a line may give a part, as in `mat.columns`."""

PARTS = ("then ", "capacity ")
"""How a line begins that is another part of the card than its effects."""

PLACES = ("bloodshed", "sport")
"""Kinds of events that the place decides."""


class Ask(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of a form: the field it fills, what stands before it, how it is typed, and how it stands in a line.

    Shapes: `choices` are answers as they stand in a line, each with its words.
    """

    field: str
    label: str
    hint: str = ""
    form: str = "{}"
    choices: dict[str, str] = {}
    separator: str = ""


def stops_of(kind: str) -> dict[str, str]:
    """The moments at which the play may stop for a kind of card, in words."""
    return {stop["line"]: tr(stop["words"]) for stop in forms("stops") if kind in stop["kinds"]}


KEEP, AGAIN, SHOWN = "keep", "again", "shown"

Check = Callable[[Card], Card] | None
"""Gives a card as it is kept; UsageError where it cannot be, and what was typed is put right."""


class CardForm:
    """A card or chip filled in line by line, as it is printed; what is `given`, as an event's kind, is not asked."""

    def __init__(
        self, terminal: Terminal, kind: str, name: str, known: Catalogue, given: Mapping[str, Any] | None = None
    ) -> None:
        self.terminal, self.kind, self.name, self.known, self.given = terminal, kind, name, known, given or {}
        self.face = forms()[kind]
        self.asks = convert(self.face["asks"], tuple[Ask, ...])
        self.effects = next((ask.form for ask in self.asks if ask.field == "effects"), "{}")
        """How effects stand in the line of the whole card."""
        self.answers: dict[str, tuple[dict[str, Any], str]] = {}
        """The fields that each line has filled, and the line as it was typed."""
        self.inset = 4 + max(len(label) for label in (tr("Name"), *(tr(ask.label) for ask in self.asks)))

    def title(self) -> str:
        """Say which card it is: its kind by the place, and its name."""
        kind = kind_name(self.given["kind"]) if self.given.get("kind") in PLACES else ""
        return "  ".join(filter(None, [tr(self.face["heading"]), kind, self.name]))

    def lines(self) -> list[str]:
        """Show the card as far as it is filled in."""
        rows = [self._row(tr(ask.label), self.answers[ask.field][1]) for ask in self.asks if ask.field in self.answers]
        return [self.title(), *rows]

    def _row(self, label: str, text: str) -> str:
        return f"  {label:<{self.inset - 2}}{text}"

    def _fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = dict(self.given)
        for found, _ in self.answers.values():
            fields |= {**found, **{key: {**fields.get(key, {}), **found[key]} for key in TABLES if key in found}}
        return fields

    def filled(self, check: Check = None) -> Card:
        """Ask for every line, each read at once, and let what was typed be put right before it is kept."""
        with self.terminal.filling(self.lines, self.inset):
            self.terminal.say(tr("{card}: as printed, from the top; Enter leaves a line out.", card=self.title()))
            if not self.name:
                self._ask_name()
            if self.kind == "skill" and "#" not in self.name:
                text = tr("Do chips show a number after its name?")
                self.name += " #" if self.terminal.choose(text, {"no": tr("no"), "yes": tr("yes")}) == "yes" else ""
            fields, line = self.answers.get("", ({}, ""))
            self.answers[""] = ({**self._card(self.name).fields, **fields}, line)
            for ask in self.asks:
                fields = self._fields()
                if value_at(fields, ask.field) is None and not _is_idle(ask, fields):
                    self._ask(ask)
            while True:
                self._put_right()
                card = named_by_act(self._card(self.name)._replace(fields=self._fields()))
                try:
                    return check(card) if check is not None else card
                except UsageError as fault:
                    self.terminal.say(f"  {fault}")

    def _put_right(self) -> None:
        """Show the whole card, unless all of it is in sight, until every line of it is right."""
        while len(self.asks) > 2:  # fewer lines are still in sight
            fields = self._fields()
            asks = {ask.field: ask for ask in self.asks if ask.field not in self.given and not _is_idle(ask, fields)}
            rows = {KEEP: tr("it is right"), "": self._row(tr("Name"), self.name).strip()}
            for field, ask in asks.items():
                rows[field] = self._row(tr(ask.label), self.answers.get(field, ({}, ""))[1] or "-").strip()
            wrong = self.terminal.choose(tr("{card}: is it right?", card=self.title()), rows)
            if wrong == KEEP:
                return
            if wrong in asks:
                self._ask(asks[wrong])
            else:
                self._ask_name()

    def _ask_name(self) -> None:
        def read(line: str) -> tuple[str, Card]:
            return head_of(line, self.kind)[0], self._card(line)

        self.name, card = self.terminal.until_good(self._row(tr("Name"), tr("as printed")), read)
        self._fill(card)

    def _fill(self, card: Card) -> None:
        rest = {key: dict(value) if key in TABLES else value for key, value in card.fields.items()}
        for ask in self.asks:
            table, _, key = ask.field.rpartition(".")
            if (value := (rest.get(table, {}) if table else rest).pop(key, None)) is not None:
                part = {table: {key: value}} if table else {key: value}
                _, _, words = write_card(self.kind, self.name, part).partition(": ")
                self.answers[ask.field] = (part, words.removeprefix(ask.form.partition("{}")[0]))
        self.answers[""] = ({key: value for key, value in rest.items() if value}, "")

    def _ask(self, ask: Ask) -> None:
        """Ask for one line: the fields that it fills, and how it is shown."""
        self.answers.pop(ask.field, None)
        text = self._row(tr(ask.label), tr(ask.hint) if ask.hint else "")
        if ask.field == "effects" and not ask.separator:
            found = self._ask_printed(text)
        elif ask.choices:
            # First comes what changes nothing: Enter alone never overwrites what is known.
            words = {"": tr("I do not know yet"), **{typed: tr(words) for typed, words in ask.choices.items()}}
            answer = self.terminal.choose(tr(ask.label), words)
            found = self._read(ask, [answer]), words[answer] if answer else ""
        elif ask.separator:
            found = self._ask_lines(ask, text)
        else:
            offered = {"movement": lambda: chip_words(self.known), "hero": lambda: self.known.ids("heroes")}
            known = offered.get(ask.field, list[str])()

            def read(line: str) -> tuple[dict[str, Any], str]:
                if ":" in line:  # the whole card in one line, which may be typed in the place of any row
                    self._fill(self._card(line))
                    return self.answers.get(ask.field, ({}, ""))
                return self._read(ask, [line]), line

            found = self.terminal.until_good(text, read, "", known)
        self.answers[ask.field] = found

    def _ask_lines(self, ask: Ask, text: str) -> tuple[dict[str, Any], str]:
        """Ask for lines until one is empty: the fields that they fill together, and how they are shown."""
        lines: list[str] = []
        found: dict[str, Any] = {}

        def further(line: str) -> tuple[str, dict[str, Any]]:
            return line, self._read(ask, [*lines, line]) if line else {}

        while (answer := self.terminal.until_good(text, further))[0]:
            lines.append(answer[0])
            found, text = answer[1], self._row("", tr("another one; Enter ends them"))
        return found, "; ".join(lines)

    def _read(self, ask: Ask, answers: Sequence[str]) -> dict[str, Any]:
        if not any(answers):
            return {}
        answer = ask.separator.join(answers)
        try:
            return self._read_part(answer, ask.form)
        except UsageError:
            # What is no other part of the card goes with this one, a comma before it or not: `k, s`.
            with suppress(UsageError):
                return self._read_part(answer.replace(",", " "), ask.form)
            raise

    def _card(self, line: str) -> Card:
        return read_card(self.kind, line, self.known)

    def _read_part(self, part: str, form: str = "{}") -> dict[str, Any]:
        return self._card(f"{self.name}: {form.replace('{}', part)}").fields

    # What a card says, typed as it is printed --------------------------------------------------------------------

    def _ask_printed(self, text: str) -> tuple[dict[str, Any], str]:
        """Ask until Enter alone is typed: the fields that all of it fills, and what was typed."""
        typed: list[tuple[str, str]] = []
        while line := self.terminal.write(text).strip():
            if (meant := self.meant(line)) is not None:
                typed.append((line, meant))
                text = " " * self.terminal.inset + tr("what else; Enter ends it")
        return self.printed(typed), " ".join(line for line, _ in typed)

    def printed(self, typed: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """The fields that lines fill, each with what it means; what is no line of effects is kept as it is printed."""
        meant = [each for _, each in typed if each]
        # An arena has no text of its own beside its effects.
        said = " ".join(line for line, each in typed if each != line and not (each and self.kind == "arena"))
        parts = [each for each in meant if each.startswith(PARTS)]
        effects = " ; ".join(each for each in meant if each not in parts)
        line = ", ".join([*parts, *([self.effects.replace("{}", effects)] if effects else [])])
        fields = self._read_part(line) if line else {}
        kept: dict[str, Any] = {"event": {"instructions": said}, "arena": {"cards": [said]}}
        return {**fields, **(kept.get(self.kind, {"text": said}) if said else {})}

    def meant(self, typed: str) -> str | None:
        """Find out what a text means: a line, nothing where it is only shown, None where it is typed again."""
        if self._reads(typed, self.effects):
            return typed
        line = understood(typed, self.known, of_hero=self.kind in ("prowess", "skill", "tactic"))
        if self.kind == "event" and line is None and (icons := added_to_lineup(typed)):
            line = f"then {icons}"
        if line is not None and self._reads(line, "{}" if line.startswith(PARTS) else self.effects):
            self.terminal.say("  " + tr("Understood as: {line}", line=line))
            if self.terminal.agreed(tr("Is that what it says?")):
                return line
        text = tr("Keep it as your reminder, and stop for it when?")
        chosen = self.terminal.choose(text, {**stops_of(self.kind), AGAIN: tr("I type it in other words")})
        if chosen == AGAIN:
            return None
        return "" if chosen == SHOWN else chosen.replace("{}", f"manual {quoted(typed)}")

    def _reads(self, part: str, form: str) -> bool:
        try:
            return bool(self._read_part(part, form))
        except UsageError:
            return False


def _is_idle(ask: Ask, fields: dict[str, Any]) -> bool:
    """Say whether what is known already leaves a question without an answer."""
    kind = fields.get("kind")
    return kind == "primus" if ask.field == "effects" else ask.field == "goals" and kind not in (None, "sport")


def chip_words(known: Catalogue) -> list[str]:
    """What Tab completes of a unit chip: classes and skills."""
    return [*CLASSES, *(skill.name for skill in known.every("skills").values())]
