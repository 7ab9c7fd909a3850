"""The save put right by hand, as it is on the table: `hoplo fix`; `check` compares the mat (Rulebook p.7)."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple

from hoplo_companion.campaign.map_entry import check_sound
from hoplo_companion.campaign.model import Campaign, RefusedError
from hoplo_companion.cli.campaign.names import as_typed
from hoplo_companion.cli.campaign.open_campaign import look, short
from hoplo_companion.cli.fight.following import following
from hoplo_companion.cli.fight.playing import PlayOptions, who_answers
from hoplo_companion.cli.options import Answer, Shown, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.words import ACTS, SIDES
from hoplo_companion.errors import HoploError, StoppedError, UsageError, as_command, words_of
from hoplo_companion.language import later, tr
from hoplo_companion.render.campaign.history import value_words
from hoplo_companion.render.fight import check_lines, events_words
from hoplo_companion.render.sentences.events import words_without_page
from hoplo_companion.render.sentences.words import with_page
from hoplo_companion.rules.corrections import CAMP, another_of, as_correction, correct, follows, taken_off
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.rulings import read_rulings
from hoplo_companion.rules.sentence import capital, to_keep
from hoplo_companion.table.play import campaign_changes as changes
from hoplo_companion.table.play.fight import Game, doubts, fight_table
from hoplo_companion.table.saves.format import from_state, to_state
from hoplo_companion.table.saves.library import Library

AS_IN = "krak D3; def hp 2; rep gone; murmillo B2 3 rival; points 2; trident E4"


def fix(
    terminal: Terminal,
    words: Annotated[
        list[str],
        argument(
            f"As it is on the table: pad.hp 4, camp.units archer,hoplite; in a fight: {AS_IN}.",
            "fix_word",
            metavar="WHAT VALUE",
        ),
    ],
    why: Annotated[str | None, option("Why, for the history.", names="--why --note")] = None,
    defeated: Annotated[
        bool | None,
        option("Whether a unit that is gone was defeated, or taken off by mistake.", names="--defeated/--by-mistake"),
    ] = None,
    yes: Annotated[bool, option("Do it even where it looks doubtful, as with HP above Health.")] = False,
) -> Shown:
    """Correct anything that differs from the table; separate several corrections by semicolons.

    In a fight: a unit's hex, hp, dazed, tactics or tribune; that it is gone (defeated, camp or lineup say where); a new
    chip with its HP and side; points, flag and whatever else is kept. What follows by the rules is done too; a defeat
    that decides something is asked about first.
    """
    short(why or "", tr("the reason"))

    @cache
    def reason() -> str:
        """Why, asked once, and only of what can be put right."""
        if why is not None or not terminal.asks():
            return why or ""
        return short(terminal.write(tr("Why? (Enter: no reason)")), tr("the reason"))

    parts, hand = _parts(words), _Hand(terminal, reason, defeated, yes)
    with terminal.drafted():
        if len(parts) > 1:
            hand.rehearse(parts)
        for part in parts:
            hand.put_right(part)


def check(terminal: Terminal) -> Answer:
    """Compare the mat with the fight that is followed, on one screen; at a terminal, put right what differs."""
    game = Game(look(), catalogue())

    def ask() -> None:
        """Take corrections until the mat agrees."""
        if not terminal.asks():
            return
        terminal.say("  " + tr("Does the mat agree? If not, type what differs, as in: {forms}", forms=AS_IN))
        text, hand = tr("What differs? (Enter if the mat agrees)"), _Hand(terminal, lambda: "the mat was compared")
        while line := terminal.write(text):
            text = tr("What else differs? (Enter if the mat agrees)")
            try:
                for part in _parts([line]):
                    hand.put_right_on_mat(part)
            except StoppedError:
                raise
            except HoploError as fault:
                terminal.say(f"  {fault}")

    return Answer(
        lambda: check_lines(game.fight, game.combat, doubts(game)),
        lambda: {"fight": fight_table(game), "doubts": doubts(game)},
        then=ask,
    )


def _parts(words: Sequence[str]) -> list[list[str]]:
    """The corrections of a line, each as its words; UsageError where nothing is left of one."""
    if len(words) > 1 and ";" not in "".join(words):
        return [list(words)]
    parts = [words_of(part) for part in " ".join(words).split(";") if part.strip()]
    if not parts or any(len(part) < 2 for part in parts):
        raise UsageError("what is different? Write {command}", command=as_command("fix", AS_IN))
    return parts


def _is_kept(part: Sequence[str]) -> bool:
    """Whether a correction names a place of the save, as `pad.hp` and `scion`, and not something on the mat."""
    return "." in part[0] or part[0] in Campaign.__struct_fields__


class _Hand(NamedTuple):
    """Whoever puts something right, and why; whether a unit taken off was `defeated` is asked if None."""

    terminal: Terminal
    why: Callable[[], str]
    defeated: bool | None = None
    yes: bool = False

    def rehearse(self, parts: Sequence[Sequence[str]]) -> None:
        """Go through a line with nothing kept, so that what is refused stops it before any of it; answers stay."""
        campaign = look()
        for at, part in enumerate(parts, 1):
            if _is_kept(part):
                done = self._fixed(campaign, part)
                campaign = campaign if done is None else done[0]
                continue
            game = Game(campaign, catalogue())
            was_asked = game.question()
            if (meant := self._meant_on_mat(game.combat, part)) is not None:
                game.correct(meant, self.why())
                if was_asked is None and at < len(parts):
                    game.play_on(who_answers(self.terminal, PlayOptions(), game))
            campaign = game.campaign
        if self.terminal.conversation is not None:
            self.terminal.conversation.at = 0

    def put_right(self, part: Sequence[str]) -> None:
        """Put one place of the save right, or something on the mat, and keep it."""
        if not _is_kept(part):
            self.put_right_on_mat(part)
            return
        key = part[0]
        with Library().opened() as opened:
            if (done := self._fixed(opened.now, part)) is None:
                return
            campaign, old, new, events = done

            def words() -> str:
                now, before = (value_words(key.split("."), each) for each in (new, old))
                what = tr("corrected by hand: {key} is {new}, not {old}", key=key, new=now, old=before)
                came = events_words(events, Names(catalogue()))
                return f"{what}. {came}" if came else what

            opened.keep(campaign, f"fix {key} {' '.join(part[1:])}", to_keep(lambda: [words()]), note=self.why())
        self.terminal.answer(Answer(words, lambda: {"key": key, "old": old, "new": new}))

    def put_right_on_mat(self, words: Sequence[str]) -> None:
        """Put the fight right by hand, between two moves or in the middle of one, and say so."""
        look()  # without a campaign it is that which is said
        with following(self.terminal, PlayOptions()) as follow:
            was_asked = follow.game.question()
            if (meant := self._meant_on_mat(follow.game.combat, words)) is not None:
                follow.report.show(follow.game.correct(meant, self.why()), follow.game.combat)
                if was_asked is None and follow.game.question() is not None:
                    follow.play(None)
            follow.report.end(follow.game.combat, follow.asked.answers)

    def _fixed(self, before: Campaign, part: Sequence[str]) -> tuple[Campaign, Any, Any, Sequence[Event]] | None:
        """One place put right, with what stood there, what does now and what came of it; None where nothing changes."""
        key, value = part[0], " ".join(part[1:])
        events: Sequence[Event]
        if words := changes.correction_of(before, catalogue(), key, value):
            game = Game(before, catalogue())
            if (meant := self._meant(game.combat, words)) is None:
                return None
            old = changes.value_now(game.combat, words)
            events = [each for each in game.correct(meant, self.why()) if each.what != "corrected"]
            campaign, new = game.campaign, changes.value_now(game.combat, words)
        else:
            old, new, state = changes.fixed(to_state(before), key, value, as_typed(key, value, before))
            campaign, events = _sound(before, changes.prowess_put_right(before, from_state(state)))
        if doubt := changes.doubt_of(before, campaign, catalogue()):
            self.terminal.be_sure(doubt, yes=self.yes)
        return campaign, old, new, events

    def _meant_on_mat(self, combat: Combat, words: Sequence[str]) -> tuple[str, ...] | None:
        """A correction of the mat as it is meant, None where nothing changes; what cannot be is refused."""
        if list(words[:1]) == [CAMP]:
            raise UsageError("`hoplo camp` and `hoplo pad` change the camp and the pad, and the fight with them")
        if (meant := self._meant(combat, as_correction(combat, list(words)))) is not None:
            correct(combat, meant)  # before anything else is asked
        return meant

    def _meant(self, combat: Combat, words: Sequence[str]) -> tuple[str, ...] | None:
        """A correction as it is meant, None where nothing changes; a defeat that decides something is asked about."""
        unit, defeated = taken_off(combat, words), self.defeated
        if defeated is None and tuple(words[2:]) == ("defeated",):
            defeated = True
        if unit is None:
            if defeated is not None and words[0] != "remove":
                raise UsageError("--defeated and --by-mistake are for a unit that is removed or has 0 HP")
            return self._placed(combat, tuple(words))

        if defeated is None and (sets_off := follows(combat, unit)):
            text = later("Was {unit} defeated, or taken off by mistake? {consequences}")
            said = " ".join(with_page(combat.catalogue, *each) for each in sets_off)
            question = tr(text, unit=names_of(combat)(unit.id), consequences=said)
            if not self.terminal.asks():
                raise UsageError(
                    "{question} Add --defeated or --by-mistake. Nothing has changed: {unit_stays}",
                    question=question,
                    unit_stays=_stays_words(combat, unit),
                )
            defeated = self.terminal.choose(question, {DEFEATED: tr(DEFEATED), MISTAKE: tr(MISTAKE)}) == DEFEATED
        if defeated is False:
            self.terminal.notice("Nothing changes: {unit_stays}", unit_stays=_stays_words(combat, unit))
            return None
        # Once it is over a combat has no more defeats: the unit lies face down, and that is all.
        return ("remove", unit.id, "defeated") if combat.over else ("defeat", unit.id)

    def _placed(self, combat: Combat, words: tuple[str, ...]) -> tuple[str, ...]:
        """A correction as it is meant of a chip on the mat, another or that one; an end of the fight is asked about."""
        has_side = any(word in SIDES for word in words)
        # A side is said of a chip from elsewhere; without one, a script puts a unit where it is on the mat.
        if (found := another_of(combat, words)) is not None and (self.terminal.asks() or has_side):
            unit, another = found
            parts = {"unit": capital(names_of(combat)(unit.id)), "hex": combat.arena.mat.name(unit.hex)}
            if not self.terminal.asks():
                raise UsageError(
                    "{unit} is on {hex} already: write {another} for another one, or move {id} for this one",
                    another=another,
                    id=unit.id,
                    **parts,
                )
            question = tr("{unit} is on {hex} already: another one, or this one?", **parts)
            if self.terminal.choose(question, {ANOTHER: tr(ANOTHER), THIS: tr(THIS)}) == THIS:
                words = ("move", unit.id, words[2])
            else:
                words = ("place", another, *words[2:], *([] if has_side else [unit.side]))
        for event in correct(combat, words)[1]:
            if event.what == "combat-ended":
                end = words_without_page(event, names_of(combat))
                self.terminal.confirm(" ".join([tr("This ends the fight."), end, tr("Go on?")]))
        return words


ANOTHER, THIS = later("another chip"), later("this chip")
DEFEATED, MISTAKE = later("defeated"), later("taken off by mistake")


def _sound(before: Campaign, campaign: Campaign) -> tuple[Campaign, Sequence[Event]]:
    """A campaign put right with its board, and what came of it there; UsageError or InvalidError if not sound."""
    check_sound(campaign)
    fight = before.fight
    if fight is not None and not fight.over and campaign.pad.act != before.pad.act:
        raise RefusedError(
            "prepare.act",
            "the lineup of {fight} was made for Act {act}: `hoplo undo` to before its set-up, or `hoplo fight drop`, "
            "and correct the act then; `hoplo fix fight.act N` changes the board alone (p.20)",
            fight=fight.name,
            act=ACTS[before.pad.act],
        )
    if defects := read_rulings(catalogue(), campaign.rulings)[1]:
        raise UsageError("; ".join(defect.sentence() for defect in defects))
    campaign, events = changes.on_the_board(before, campaign, catalogue())
    if campaign.fight is not None:
        Game(campaign, catalogue())  # a fight that could not be opened again is not kept
    return campaign, events


def _stays_words(combat: Combat, unit: Unit) -> str:
    """Say where a unit stays that was not defeated."""
    name = names_of(combat)(unit.id)
    if not unit.hex:
        return capital(tr("{unit} stays in its camp.", unit=name))
    text = later("{unit} stays on {hex}.") if unit.hp is None else later("{unit} stays on {hex} with {hp} HP.")
    said = [tr(text, unit=name, hex=combat.arena.mat.name(unit.hex), hp=unit.hp)]
    if unit.side != "arena":
        command = f"`{as_command('fix', unit.id, 'lineup' if unit.side == 'rival' else 'camp')}`"
        said.append(tr("({command} takes it off undefeated)", command=command))
    return capital(" ".join(said))
