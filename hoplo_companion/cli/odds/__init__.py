"""What may come: `hoplo odds` of an attack, a plan for your turn or the whole fight; the forecast; advice."""

from hoplo_companion.cli.options import Lazy
from hoplo_companion.language import later

app = Lazy(
    {"attack": "odds.attack:attack", "turn": "odds.turn:turn", "fight": "odds.turn:fight"},
    help=later("The odds of an attack, of a plan for your turn or of the whole fight."),
)
