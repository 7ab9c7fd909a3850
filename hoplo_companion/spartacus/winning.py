"""The end of a phase, and who wins the game: by Influence, or in a tournament (Spartacus p.17)."""

from __future__ import annotations

from hoplo_companion.errors import UsageError, as_command
from hoplo_companion.language import later, tr
from hoplo_companion.spartacus.game import GEAR, GOAL, MOST_HOUSES, Game, Play, Stage
from hoplo_companion.spartacus.slots import house
from hoplo_companion.tables.actions import Action
from hoplo_companion.tables.slots import Each, Filled


def at_goal(game: Game) -> tuple[int, ...]:
    """The Houses that have all the Influence there is."""
    return tuple(at for at, dominus in enumerate(game.houses) if dominus.influence >= GOAL)


def end_phase(play: Play, then: Stage) -> bool:
    """End Intrigue, Market or Arena: one House at 12 wins, several fight it out; say whether the turn continues."""
    there = at_goal(play.game)
    if len(there) == 1:
        win(play, there[0], "sp.win")
    elif there:
        play.change(stage="tournament", bracket=there if len(there) == 2 else (), won=())
        play.note("tournament", houses=play.all_names(there))
    else:
        play.change(stage=then)
        play.note("stage", stage=then)
        return True
    return False


def win(play: Play, at: int, rule: str) -> None:
    """Let a House win the game."""
    play.change(stage="over", winner=at)
    play.note("won", rule, house=at)


def total(game: Game, at: int) -> int:
    """Add up the Coin Values of a House's Ready Gladiators and equipment, or of all (`sp.tournament`)."""
    cards = game.cards(at, ("gladiator", *GEAR), ready=not game.reads("sp.tournament")).values()
    unknown = [each.name for each in cards if each.value is None]
    if unknown:
        name = game.houses[at].name
        command = as_command("spartacus", "set", name, unknown[0], "worth", "N")
        raise UsageError(
            tr("the Coin Values of {cards} ({house}) are not known; enter them: {command}",
               cards=", ".join(unknown), house=name, command=command)
        )  # fmt: skip
    return sum(each.value or 0 for each in cards)


def _tied(filled: Filled) -> dict[int, str]:
    """The Houses of a tournament whose totals are equal to another one's: they roll off."""
    there = at_goal(filled.game)
    totals = {at: total(filled.game, at) for at in there}
    return {at: filled.game.names[at] for at in there if [*totals.values()].count(totals[at]) > 1}


def seed(play: Play, die: dict[int, int] | None) -> None:
    """Rank a tournament of three or four by their totals, ties by a roll-off."""
    keys = {at: (total(play.game, at), (die or {}).get(at, 0)) for at in at_goal(play.game)}
    if len({*keys.values()}) < len(keys):
        names = ", ".join(_tied(Filled(play.game, {})).values())
        raise UsageError(tr("{houses} are tied: they roll off, as in Pete=4 Liz=2; ties roll again", houses=names))
    ranked = tuple(sorted(keys, key=lambda at: keys[at]))
    play.change(bracket=ranked)
    for at in ranked:
        play.note("total", house=at, n=keys[at][0])


def next_match(game: Game) -> tuple[int, int]:
    """The two Houses whose Combatants fight next in the tournament: of three the winner waits for the third."""
    bracket, won = game.bracket, game.won
    queue = (*bracket, *won) if len(bracket) == MOST_HOUSES else (*bracket[:2], *won, *bracket[2:])
    return queue[2 * len(won)], queue[2 * len(won) + 1]


def match_won(play: Play, house: int) -> None:
    """Enter who won the match of a tournament."""
    play.change(won=(*play.game.won, house))
    play.note("match-won", house=house)
    if len(play.game.won) == len(play.game.bracket) - 1:
        win(play, house, "sp.tournament-matches")


def is_ranked(game: Game) -> str:
    """Say that a tournament is ranked first, where it is not yet."""
    return tr("first rank the Houses by their totals: seed") if game.stage == "tournament" and not game.bracket else ""


def not_next(filled: Filled, at: int) -> str:
    """Say who fights next in the tournament, where it is not this House."""
    one, other = next_match(filled.game)
    names = filled.game.names
    return "" if at in (one, other) else tr("now {one} and {other} fight", one=names[one], other=names[other])


TOURNAMENT = {
    "seed": Action(
        later("rank the Houses by their totals"), seed,
        (Each(name="die", ask=later("Die of {player}:"), players=_tied, least=1, most=lambda filled, at: 6, every=True,
              when=lambda filled: bool(_tied(filled))),),
        ("tournament",),
        lambda game: tr("the tournament is ranked already") if game.bracket else "",
    ),
    "match-won": Action(
        later("who won the match"), match_won,
        (house(ask=later("Who won the match?"), why_not=not_next),),
        ("tournament",),
        is_ranked,
    ),
}  # fmt: skip
