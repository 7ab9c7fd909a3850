"""The chance to win a fight from here, and what losing, surrendering and spectating cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoplo_companion.language import plural, tr
from hoplo_companion.odds.fight import MOST_TURNS
from hoplo_companion.render.chances import bar, percent
from hoplo_companion.render.style import Line, Span, columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.odds.fight import Share


def fight_lines(won: Share, lost: Share, undecided: int, seed: int, costs: Sequence[str]) -> list[Line]:
    """Show how often the fight is won, with its interval; then what each way out of it costs."""
    rows = [
        [Span("  " + label), Span(bar(share.won / share.games), style), Span(_share(share))]
        for label, share, style in (
            (tr("The combat is won"), won, "player"),
            (tr("Your hero falls without a blessing"), lost, "damage"),
        )
    ]
    head = plural("{n} fight played from here (seed {seed}):", "{n} fights played from here (seed {seed}):",
                  won.games, seed=seed)  # fmt: skip
    lines: list[Line] = [[Span(head, "heading")], *columns(rows)]
    if undecided:
        text = plural(
            "{n} was undecided after {most} turns, and counts as not won.",
            "{n} were undecided after {most} turns, and count as not won.",
            undecided,
            most=MOST_TURNS,
        )
        lines.append([Span("  " + text, "quiet")])
    text = tr("Your turns are played quickly, as `hoplo advise` looks at a board at first sight: who plays better wins "
              "more often.")  # fmt: skip
    lines.append([Span("  " + text, "quiet")])
    return [*lines, *([[]] if costs else []), *([Span(cost)] for cost in costs)]


def _share(share: Share) -> str:
    whole = percent(share.won / share.games)
    return tr("{chance}, with 95 % between {low} and {high}", chance=whole, low=percent(share.low),
              high=percent(share.high))  # fmt: skip
