"""The end of a phase, and who wins the game: by Influence, or in a tournament (Spartacus p.17)."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.errors import IllegalError, UsageError, as_command
from hoplo_companion.language import tr
from hoplo_companion.spartacus.game import GEAR, GOAL, Play, Stage, pairs


def end_phase(play: Play, then: Stage) -> bool:
    """End Intrigue, Market or Arena: one House at 12 wins, several fight it out; say whether the turn continues."""
    there = tuple(at for at, house in enumerate(play.game.houses) if house.influence >= GOAL)
    if len(there) == 1:
        _win(play, there[0], "sp.win")
    elif there:
        play.change(stage="tournament", bracket=there if len(there) == 2 else (), won=())
        play.note("tournament", "sp.tournament-begins", houses=", ".join(map(play.name, there)))
    else:
        play.change(stage=then)
        play.note("stage", "sp.phases", stage=then)
        return True
    return False


def _win(play: Play, at: int, rule: str) -> None:
    play.change(stage="over", winner=at)
    play.note("won", rule, house=play.name(at))


def total(play: Play, at: int) -> int:
    """Add up the Coin Values of a House's Ready Gladiators and equipment, or of all (`sp.tournament`)."""
    is_all = bool(play.game.reads("sp.tournament"))
    cards = [
        each for each in play.house(at).cards if each.kind in ("gladiator", *GEAR) and (is_all or not each.exhausted)
    ]
    unknown = [each.name for each in cards if each.value is None]
    if unknown:
        raise UsageError(
            tr(
                "the Coin Values of {cards} ({house}) are not known: {command}",
                cards=", ".join(unknown),
                house=play.name(at),
                command=as_command("spartacus", "set", play.name(at), unknown[0], "worth", "N"),
            )
        )
    return sum(each.value or 0 for each in cards)


def seed(play: Play, words: Sequence[str]) -> None:
    """Rank a tournament of three or four by their totals, ties by a roll-off: `seed`, or `seed Pete=4 Liz=2`."""
    play.need("tournament")
    if play.game.bracket:
        raise IllegalError(tr("the tournament is ranked already"))
    there = [at for at, house in enumerate(play.game.houses) if house.influence >= GOAL]
    totals, rolls = {at: total(play, at) for at in there}, pairs(play, words, 1, 6)
    tied = [at for at in there if list(totals.values()).count(totals[at]) > 1]
    keys = [(totals[at], rolls.get(at, 0)) for at in there]
    if any(at not in rolls for at in tied) or len(set(keys)) < len(keys):
        names = ", ".join(map(play.name, tied))
        raise UsageError(tr("{houses} are tied: they roll off, as in Pete=4 Liz=2; ties roll again", houses=names))
    ranked = tuple(sorted(there, key=lambda at: (totals[at], rolls.get(at, 0))))
    play.change(bracket=ranked)
    for at in ranked:
        play.note("total", "sp.tournament", house=play.name(at), n=totals[at])


def next_match(play: Play) -> tuple[int, int]:
    """Name the two Houses whose Combatants fight next in the tournament."""
    bracket, won = play.game.bracket, play.game.won
    if not bracket:
        raise UsageError(tr("first rank the Houses by their totals: seed"))
    if not won:
        return bracket[0], bracket[1]
    if len(bracket) == 3:
        return won[0], bracket[2]
    return (bracket[2], bracket[3]) if len(won) == 1 else (won[0], won[1])


MATCHES = {2: 1, 3: 2, 4: 3}
"""As many matches has a tournament of so many Houses."""


def match_won(play: Play, words: Sequence[str]) -> None:
    """Enter who won the match of a tournament: `match-won Liz`."""
    play.need("tournament")
    two = next_match(play)
    at = play.find(" ".join(words))
    if at not in two:
        raise IllegalError(tr("now {one} and {other} fight", one=play.name(two[0]), other=play.name(two[1])))
    won = (*play.game.won, at)
    play.change(won=won)
    play.note("match-won", "sp.tournament-matches", house=play.name(at))
    if len(won) == MATCHES[len(play.game.bracket)]:
        _win(play, at, "sp.tournament-matches")
