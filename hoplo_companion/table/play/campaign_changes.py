"""What campaign and fight change in each other (p.16, 28-29), and how either is put right by hand."""

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.campaign.cleanup import Aftermath, note_aftermath, put_away, recruitable, tactics_due
from hoplo_companion.campaign.events import CampaignEvent, event_of
from hoplo_companion.campaign.model import Campaign, Fight, RefusedError
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import HoploError, UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.notation.effects import write_effect
from hoplo_companion.rules.by_hand import OF_COMBAT, OF_UNIT, chips_to_lay, read_setting
from hoplo_companion.rules.corrections import CAMP
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import candidates
from hoplo_companion.table.play.fight import Game, open_combat
from hoplo_companion.table.play.moves import SET_UP, check_drawn
from hoplo_companion.table.play.planning import supply_of
from hoplo_companion.table.saves.format import State

OF_PAD = ("movement", "range", "health", "hp", "attack", "classes", "blessings", "leadership", "influence")
"""What the pad shows that a combat has too, and the Leadership that limits whom a blessing recruits (p.13)."""


def on_the_board(before: Campaign, campaign: Campaign, catalogue: Catalogue) -> tuple[Campaign, list[Event]]:
    """A campaign whose fight has gained and lost what the camp and the pad have, and what came of that there.

    Between two moves that is a move of its own, in the middle of one it goes in among its answers. RefusedError where
    the move under way depends on what would be changed; IllegalError where the board cannot show it.
    """
    was, now = ((each.pad, each.camp, each.bag) for each in (before, campaign))
    if campaign.fight is None or before.fight is None or was == now:
        return campaign, []
    fight = campaign.fight
    words = [*_units(before, campaign, catalogue), *_cards(before, campaign, catalogue)]
    for key in OF_PAD:
        value = getattr(campaign.pad, key)
        if value not in (None, getattr(before.pad, key)):
            words.append(f"{key}={','.join(value) if isinstance(value, tuple) else value}")
    if fight.under_way and fight.last.do == SET_UP:  # what it may draw from by now
        old, new = (supply_of(each, catalogue) for each in (before, campaign))
        kinds = {**old.banes, **new.banes}
        chips = _difference(Counter(old.bag or {}), Counter(new.bag or {}), "bag")
        words += [f"{word}:{kinds[name]}" if (name := word.partition("=")[2]) in kinds else word for word in chips]
        words += _difference(Counter(old.tactics or {}), Counter(new.tactics or {}), "tactic")
    if not words:
        return campaign, []
    try:
        game = Game(campaign, catalogue)
        events = game.correct((CAMP, *words), "")
        if game.fight.under_way:
            check_drawn(game.campaign, game.events, catalogue)
            Game(game.campaign, catalogue)
    except HoploError as fault:
        if not fight.under_way:
            raise
        text = later("{move} is not finished and depends on it: `hoplo answer` first, or `hoplo undo` ({reason})")
        raise RefusedError("turn.steps", text, move=clip(fight.last.do), reason=fault) from None
    return game.campaign, [event for event in events if event.what not in ("corrected", "sacrificed")]


def _difference(before: Counter[str], after: Counter[str], what: str) -> list[str]:
    """Write what one count has more, and what it has less."""
    more = [f"{what}-in={name}" for name in sorted((after - before).elements())]
    return [*more, *(f"{what}-out={name}" for name in sorted((before - after).elements()))]


def _units(before: Campaign, campaign: Campaign, catalogue: Catalogue) -> list[str]:
    was, now = (Counter(map(slug, each.camp.units)) for each in (before, campaign))
    words = [f"recruit={chip}" for chip in sorted((now - was).elements())]
    if not (gone := list((was - now).elements())):
        return words
    # Equal ones are sacrificed in this order: face down, in camp, in the arena (ruling `sacrifice.which`).
    game = _game_before(before, campaign, catalogue)
    units = {**game.combat.bench, **game.combat.units}
    at_hand = [(each.chip, each.unit) for each in game.fight.fallen if each.side == "player" and not each.elite]
    for event in game.events if game.fight.under_way else ():
        id_ = event.values.get("unit", "")
        if event.what == "defeated" and event.values["side"] == "player" and id_ not in units:
            chip = next((u["chip"] for u in game.fight.position["units"] if u["id"] == id_), id_)
            at_hand.append((slug(chip), id_))
    yours = [unit for unit in game.combat.units.values() if unit.side == "player" and not unit.hero]
    at_hand += [(unit.chip, unit.id) for unit in sorted(yours, key=lambda unit: bool(unit.hex))]
    for chip in gone:
        # A unit that the fight does not know is in the camp alone.
        if found := next((each for each in at_hand if each[0] == chip), None):
            at_hand.remove(found)
            words.append(f"sacrifice={found[1]}")
    return words


def _cards(before: Campaign, campaign: Campaign, catalogue: Catalogue) -> list[str]:
    words = []
    if before.camp.prowess != campaign.camp.prowess:
        ids = [slug(card.label()) for card in campaign.camp.prowess]
        words.append("prowess=" + ",".join(id_ for id_ in ids if catalogue.prowess(id_) is not None))
    was, now = (Counter(slug(bane.name) for bane in each.camp.banes) for each in (before, campaign))
    words += _difference(was, now, "bane")
    held, holds = (Counter(map(slug, each.camp.opportunities)) for each in (before, campaign))
    words += _difference(held, holds if campaign.variant.boots else holds & held, "opportunity")
    # Tactics that are at hand now; one whose effect nobody has entered cannot be played.
    had, has = (Counter(filter(catalogue.tactic, each.camp.tactics)) for each in (before, campaign))
    if had != has and (hand := _game_before(before, campaign, catalogue).combat.yours.tactics) is not None:
        words.append("tactics=" + ",".join((Counter(hand) - (had - has) + (has - had)).elements()))
    return words


def _game_before(before: Campaign, campaign: Campaign, catalogue: Catalogue) -> Game:
    """The fight as it is, with camp, pad and bag as they were."""
    return Game(replace(campaign, camp=before.camp, pad=before.pad, bag=before.bag), catalogue)


def as_changed(campaign: Campaign, words: tuple[str, ...]) -> Campaign:
    """A campaign whose troop is as such a change says, for a fight that is played once more."""
    for word in words[1:] if words[:1] == (CAMP,) else ():
        key, _, value = word.partition("=")
        units, bag = list(campaign.camp.units), list(campaign.bag.units)
        chip = value if value in units else value.rstrip("0123456789").removesuffix("-")
        if key == "recruit":
            units.append(value)
            if value in bag:
                bag.remove(value)
        elif key == "sacrifice" and chip in units:
            units.remove(chip)
            bag.append(chip)
        elif key == "leadership":
            campaign = campaign.with_pad(leadership=int(value))
        campaign = campaign.with_camp(units=tuple(units)).with_bag(units=tuple(bag))
    return campaign


# A fix of what the board shows too ----------------------------------------------------------------------------------


def correction_of(campaign: Campaign, catalogue: Catalogue, key: str, value: str) -> tuple[str, ...]:
    """The words of the correction that a key of a fix stands for; nothing where it names no part of the fight.

    Shapes: `UNIT.hp`, `UNIT.dazed`, `UNIT.tactics`, `UNIT.tribune`, `UNIT.hex`; `fight.points` and whatever else `set`
    says of a combat; `fight.flag` and the arena's chips. `fight.` may stand before a unit too. What the pad shows of
    the hero stands on the board as well: `pad.hp` and `pad.blessings` mean both.
    """
    if campaign.fight is None or campaign.fight.over:
        return ()
    combat = Game(campaign, catalogue).combat
    hero = combat.hero()
    if key == "pad.blessings":
        return ("set", "blessings", value)
    if key == "pad.hp" and hero is not None:
        return ("set", hero.id, "hp", value)
    head, _, rest = key.partition(".")
    whole = rest if head == "fight" else key
    stored = Fight if head == "fight" else Campaign
    if head == "fight" and whole in (*OF_COMBAT, *chips_to_lay(combat)) and whole not in stored.__struct_fields__:
        return ("set", whole, value)
    name, _, what = whole.rpartition(".")
    known = [word for word, each in OF_UNIT.items() if each.now]
    if what not in known or name.partition(".")[0] in ("", *stored.__struct_fields__):
        return ()
    if what != "hex":
        return ("set", name, what, value)
    found = candidates(combat, name, combat.units.values())
    return ("move" if len(found) == 1 and found[0].hex else "place", name, value)


def value_now(combat: Combat, words: tuple[str, ...]) -> Any:
    """What is there now where a correction sets something: a number, yes or no, names, a hex; None for nothing."""
    try:
        setting = read_setting(combat, words)
    except HoploError:
        return None
    return setting.now(combat)


def aftermath_of(campaign: Campaign, catalogue: Catalogue) -> Aftermath:
    """What a fight leaves to be cleared away, beside what was drawn for the lineup and lies on the table."""
    fight, combat, camp = campaign.followed, open_combat(campaign, catalogue), campaign.camp
    fallen = tuple((_yours_fallen(fight) & Counter(camp.units)).elements())
    waiting = Counter(combat.bench[id_].chip for id_ in combat.lineup if not combat.bench[id_].elite)
    drawn = Counter([*campaign.drawn.units, *(slug(bane.name) for bane in campaign.drawn.banes)])
    brought = Counter(fight.start.get("player", {}).get("tactics", ()))
    rivals = Counter(unit.chip for unit in combat.in_arena("rival") if not unit.elite)
    rivals += Counter(each.chip for each in fight.fallen if each.side == "rival" and not each.elite)
    played = (Counter(camp.tactics) - Counter(combat.yours.tactics or ())) & brought
    return Aftermath(
        hp=0 if fight.over == "campaign-lost" else campaign.pad.hp,
        defeated=fallen,
        rivals=_left(rivals + waiting - drawn),
        tactics=_left(Counter(fight.used) + played),
        waiting=_left(waiting),
        tribune=any(unit.tribune for unit in [*combat.units.values(), *combat.bench.values()]),
    )


def _yours_fallen(fight: Fight) -> Counter[str]:
    """Count your units that lie face down."""
    return Counter(each.chip for each in fight.fallen if each.side == "player" and not each.elite)


def _left(counted: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counted.elements()))


def sport_without_choice(campaign: Campaign, left: Aftermath) -> bool:
    """Whether a Sport that was followed leaves nothing to choose: nobody to recruit, no room for a tactic (p.29)."""
    noted = note_aftermath(put_away(campaign), left)
    return not recruitable(noted, left) and not tactics_due(noted)


def what_follows(campaign: Campaign, catalogue: Catalogue) -> list[CampaignEvent]:
    """What a fight leaves for the player to see to: chips of no camp, Opportunity cards, what cards still want."""
    fight = campaign.followed
    in_camp = {slug(card) for card in campaign.camp.opportunities}
    held = [(card, catalogue.opportunity(card)) for card in fight.opportunities if card in in_camp]
    met = [each.name for _, each in held if each and each.met == "win" and fight.over == "goal-met"]
    followed = [event_of("opportunity.met", card=name) for name in met]  # which this fight completes (p.16-17)
    for card, record in held:
        if record is None or record.met != "win":  # only the player can say whether it is met
            followed.append(event_of("opportunity.read", card=record.name if record is not None else card))
    if elsewhere := _yours_fallen(fight) - Counter(campaign.camp.units):  # they were put there by hand
        followed.append(event_of("units.of-no-camp", units=list(elsewhere.elements())))
    combat = open_combat(campaign, catalogue)
    in_force = [(combat.arena.name, combat.arena.effects), *((card.name, card.effects) for card in combat.cards)]
    owed = [(name, write_effect(each)) for name, effects in in_force for each in effects if each.on == "cleanup"]
    return followed + [event_of("cleanup.owed", card=name, what=text.partition(": ")[2]) for name, text in owed]


# Any place of the save, by name --------------------------------------------------------------------------------------


def fixed(state: State, key: str, value: str, read: Any) -> tuple[Any, Any, State]:
    """What stood at a place of a state, what stands there then, and the state with it.

    Shapes: `key` names the tables on the way, separated by points (`pad.hp`, `pad.weeks.0`); `value` is JSON, or else
    the word itself; for a list also words separated by commas; or it is `read` already. UsageError names the keys that
    there are.
    """
    changed: State = msgspec.json.decode(msgspec.json.encode(state))
    at, last = _place(changed, key)
    old = at[last]
    at[last] = _read(value, old) if read is None else read
    return old, at[last], changed


def prowess_put_right(before: Campaign, campaign: Campaign) -> Campaign:
    """A campaign whose Prowess cards are in the camp or out of the game, never both: where each was put last."""
    held, gone = campaign.camp.prowess, campaign.out_of_game
    if held != before.camp.prowess:
        labels = {slug(card.label()) for card in held}
        return replace(campaign, out_of_game=tuple(card for card in gone if slug(card.label()) not in labels))
    labels = {slug(card.label()) for card in gone} if gone != before.out_of_game else set()
    return campaign.with_camp(prowess=tuple(card for card in held if slug(card.label()) not in labels))


def doubt_of(before: Campaign, campaign: Campaign, catalogue: Catalogue) -> str:
    """Say what is doubtful about a campaign that was put right, to be asked back; nothing where all is well."""
    pad = campaign.pad
    if pad.hp > max(pad.health, before.pad.hp):
        text = later("{hp} HP is more than your Health of {health}: only HP gained may exceed it (p.12)")
        return tr(text, hp=pad.hp, health=pad.health)
    if campaign.scion != before.scion and catalogue.scion(slug(campaign.scion)) is None:
        advice = advise(campaign.scion, catalogue.ids("scions"), tr("scions"))
        return tr("no scion is called {name}; {advice}", name=clip(campaign.scion), advice=advice)
    return ""


def _place(state: State, whole: str) -> tuple[Any, Any]:
    """Find the table and its key that a name stands for; a key may have points in it: the longest one is meant."""
    found: list[Any] = []
    table = at = state
    words = whole.split(".")
    while words:
        table, inside = at, at if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ()
        known = {str(key): key for key in inside}
        if found and not known:
            outer = ".".join(map(str, found))
            raise UsageError("{key}: there is nothing in {outer} to put right", key=clip(whole, 60), outer=outer)
        end = next((end for end in range(len(words), 0, -1) if ".".join(words[:end]) in known), 0)
        if not end:
            parts = {"key": clip(whole, 60), "word": clip(words[0], 60), "advice": advise(words[0], known, tr("keys"))}
            raise UsageError("{key}: there is no {word}; {advice}", **parts)
        found.append(known[".".join(words[:end])])
        at, words = at[found[-1]], words[end:]
    return table, found[-1]


def _read(value: str, old: Any) -> Any:
    """Read a value as typed, in the manner of what stood there before."""
    if isinstance(old, str):
        return value
    try:
        return msgspec.json.decode(value)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        if isinstance(old, list) or (old is None and "," in value):
            words = [word.strip() for word in value.split(",") if word.strip()]
            return [int(word) if word.isascii() and word.isdigit() else word for word in words]
        return value
