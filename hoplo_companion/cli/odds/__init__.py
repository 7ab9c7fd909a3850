"""What may come: `hoplo odds` of an attack, a plan for your turn or the whole fight; the forecast; advice."""

from typing import ClassVar

from hoplo_companion.cli.wrapping import App, Lazy
from hoplo_companion.language import later


class _Odds(Lazy):
    places: ClassVar = {"attack": "odds.attack:attack", "turn": "odds.turn:turn", "fight": "odds.turn:fight"}


app = App(cls=_Odds, help=later("The odds of an attack, of a plan for your turn or of the whole fight."))


@app.callback()
def _only() -> None:
    """Show what an attack, a plan for your turn or the whole fight can come to."""
