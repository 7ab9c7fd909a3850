"""What the defeat of a unit that was taken off by hand sets off, in a sentence each with its page."""

from __future__ import annotations

from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import page_cited
from hoplo_companion.rules.corrections import Follows
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.unit_names import names_of

_FOLLOWS = {
    "hero-lost": later("Defeated, the campaign is lost: there is no blessing to use"),
    "hero-perhaps": later("Defeated, it is saved by a blessing if one is left, or the campaign is lost"),
    "scion-beaten": later("Its defeat is what you need to win"),
    "scion-again": later("This is its defeat {value}"),
    "last-rival": later("With its defeat you win"),
    "last-yours": later("It is the last unit of your troop: with its defeat the combat is lost"),
}


def follows_words(combat: Combat, follows: Follows) -> str:
    """Say one thing that a defeat sets off."""
    said = _said(combat, follows)
    record = combat.catalogue.rule(follows.rule)
    return f"{said} ({page_cited(record.page)})." if record is not None else f"{said}."


def _said(combat: Combat, follows: Follows) -> str:
    hero = combat.hero()
    name = names_of(combat)(hero.id) if hero is not None else tr("your hero")
    match follows.what:
        case "hero-saved":
            return plural(
                "Defeated, it uses your last blessing and is healed fully",
                "Defeated, it uses one of your {n} blessings and is healed fully",
                int(follows.value),
            )
        case "tribune" if follows.value:
            text = later("This defeats the tribune: {hero} drops from {hp} HP to 1")
            return tr(text, hero=name, hp=follows.value)
        case "tribune":
            return tr("This defeats the tribune: {hero} has 1 HP from now on", hero=name)
        case "influence":
            return tr("This defeats the tribune: you gain {n} influence, and your hero keeps its HP", n=follows.value)
    if follows.what in _FOLLOWS:
        return tr(_FOLLOWS[follows.what], value=follows.value)
    return tr("Its defeat sets off {effects}", effects=follows.value)
