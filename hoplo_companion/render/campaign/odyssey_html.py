"""The record of a campaign as one page for any browser: it needs nothing but itself, and runs no scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from hoplo_companion.language import spoken, tr
from hoplo_companion.render.sentences.words import ACTS

STYLE = """
body { font: 17px/1.5 Georgia, serif; color: #1a1a1a; background: #fbf8f1 }
body { margin: 0 auto; padding: 2em; max-width: 60em }
h1 { font-size: 2em; margin: 0 0 .6em; } h2 { border-bottom: 1px solid #8a7a5a; margin-top: 2em; }
table { border-collapse: collapse; } th { text-align: left; padding: .15em 1.5em .15em 0; vertical-align: top; }
td { padding: .15em 0; } svg { max-width: 100%; height: auto; } h3 { margin: 1.2em 0 .2em; }
p { margin: .2em 0 .2em 1em; }
@media print { body { background: #fff; padding: 0; } h2, h3 { break-after: avoid; } svg { break-inside: avoid; } }
"""


def odyssey_page(
    hero: str,
    rows: Iterable[tuple[str, str]],
    journey: Sequence[tuple[int, int, str]],
    pictures: Iterable[tuple[str, str]],
) -> str:
    """Write the page: the record, the pictures, and the journey week by week.

    Shapes: of `rows` each is a name and what stands beside it; of `pictures` each is a heading and an SVG document; of
    `journey` each is the act, the week and what happened.
    """
    title = escape(tr("The Odyssey of {hero}", hero=hero))
    record = "".join(f"<tr><th>{escape(name)}</th><td>{escape(what)}</td></tr>\n" for name, what in rows)
    drawn = "".join(f"<h2>{escape(heading)}</h2>\n{svg}" for heading, svg in pictures)
    return (
        f'<!doctype html>\n<html lang="{spoken()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<table>\n{record}</table>\n{drawn}<h2>{escape(tr('The journey'))}</h2>\n{_journey(journey)}</body>\n</html>\n"
    )


def _journey(steps: Sequence[tuple[int, int, str]]) -> str:
    parts = []
    for (act, week), steps_then in groupby(steps, key=lambda step: step[:2]):
        parts.append(f"<h3>{escape(tr('Act {act}, week {week}', act=ACTS[act], week=week))}</h3>\n")
        parts += [f"<p>{escape(what)}</p>\n" for _, _, what in steps_then]
    return "".join(parts)
