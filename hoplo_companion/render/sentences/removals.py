"""What the defeat of a unit that was taken off by hand sets off, in a sentence each with its page."""

from __future__ import annotations

from hoplo_companion.components.words import page_words
from hoplo_companion.render.sentences.words import chip_name, count
from hoplo_companion.rules.corrections import Follows
from hoplo_companion.rules.model import Combat


def follows_words(combat: Combat, follows: Follows, name: str) -> str:
    """Say one thing that a defeat sets off; `name` is the unit's."""
    hero = combat.hero()
    called = chip_name(combat.catalogue, hero.chip) if hero is not None else "your hero"
    match follows.what:
        case "hero-lost":
            said = "Defeated, the campaign is lost: there is no blessing to use"
        case "hero-saved":
            said = f"Defeated, it uses one of your {count(int(follows.value), 'blessing')} and is healed fully"
        case "hero-perhaps":
            said = "Defeated, it is saved by a blessing if one is left, or the campaign is lost"
        case "scion-beaten":
            said = "Its defeat is what you need to win"
        case "scion-again":
            said = f"This is its defeat {follows.value}"
        case "tribune":
            drops = f" drops from {follows.value} HP to 1" if follows.value else " has 1 HP from now on"
            said = f"This defeats the tribune: {called}{drops}"
        case "last-rival":
            said = "With its defeat you win"
        case "last-yours":
            said = "It is the last unit of your troop: with its defeat the combat is lost"
        case _:
            said = f"Its defeat sets off {follows.value}"
    record = combat.catalogue.rule(follows.rule)
    return f"{said} ({page_words(record.page)})." if record is not None else f"{said}."
