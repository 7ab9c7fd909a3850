"""`hoplo event`: the event of this round, what comes of it, and which reward of its combat is chosen (p.29)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, get_args

from msgspec.structs import asdict, replace

from hoplo_companion.campaign import cleanup as rules
from hoplo_companion.campaign import pad, rounds
from hoplo_companion.campaign.bag import DECKS, chance_in_lineup, deck_named, faction_of_chip, lay_in_order, stack_of
from hoplo_companion.campaign.camp import COPIES_OF_A_TACTIC, check_supply, gain_tactic, is_troop_full, prowess_card
from hoplo_companion.campaign.cleanup import Aftermath, Reward
from hoplo_companion.campaign.events import Result
from hoplo_companion.campaign.model import BASIC_TACTICS, MOST_DICE, Campaign, PlaceKind, Prowess
from hoplo_companion.campaign.naming import chip_name, region_name
from hoplo_companion.campaign.rounds import Opponent
from hoplo_companion.campaign.world_map import at_place, may_choose_opponent
from hoplo_companion.cli.campaign.camp import ask_chips, ask_sacrifice
from hoplo_companion.cli.campaign.names import banes_drawn, chip_named, names_known, prowess_known, remember_banes
from hoplo_companion.cli.campaign.open_campaign import look_campaign, make_step
from hoplo_companion.cli.campaign.pad import ask_removed
from hoplo_companion.cli.options import Answer, App, BaneOption, Step, argument, option
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import UnknownNameError, catalogue
from hoplo_companion.components.names import is_none, slug
from hoplo_companion.components.own import remember
from hoplo_companion.components.words import Colour
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.notation.cards import read_card, unit_parts
from hoplo_companion.render.campaign.journey import deck_lines, event_lines, lineup_lines
from hoplo_companion.render.sentences.words import colour_words
from hoplo_companion.rules.setup.lineup import act_icons
from hoplo_companion.table.play.planning import modifiers

MOST_SLOTS = 4
"""As many chips drawn from the bag are reckoned with where the card is not given."""

event = App()


@event.alone
def show_event(
    card: Annotated[str, option("Its card, by name or in one line: the odds of its lineup.", "events")] = "",
) -> Answer:  # fmt: skip
    """Show what the event here is, what accepting or spectating it takes, and how likely banes are in its lineup."""
    return event_of_round(look_campaign(), card)


def event_of_round(campaign: Campaign, card: str = "") -> Answer:
    """The event of the round, and what each decision takes."""
    here = rounds.event_here(campaign)
    rows = _lineup(campaign, here, card)
    return Answer(
        lambda: event_lines(campaign, here, lineup_lines(rows, region_name(here.region)) if rows else []),
        lambda: {"event": here, "lineup": rows},
    )


def _lineup(campaign: Campaign, here: rounds.EventHere, card: str) -> list[dict[str, Any]]:
    """Count how likely banes and local units are in the lineup: by its card, or by the number of chips drawn."""
    if "accept" not in here.may or here.kind not in ("sport", "bloodshed"):
        return []
    known = catalogue()
    slots: Iterable[int] = range(1, MOST_SLOTS + 1)
    if card:
        record = known.event(slug(card))
        if record is None and ":" not in card:
            raise UnknownNameError("event", card, known.ids("events"))
        fields = read_card("event", card, known).fields if record is None else asdict(record)
        ignored = fields.get("ignores_act", False)
        added = [word for each in modifiers(campaign, known, ignored)[0].values() for word in each.then]
        act = campaign.pad.act if campaign.variant.has_act_modifiers(here.kind) and not ignored else 0
        icons = (*fields.get("lineup", ()), *act_icons(act), *added, *fields.get("then", ()))
        drawn = [icon.partition("+")[0] for icon in icons]
        # A local unit whose stack is empty is drawn from the bag (p.19).
        slots = [drawn.count("bag") + max(0, drawn.count("local") - stack_of(campaign, here.region).size())]
    banes = [bane.name for bane in campaign.bag.banes]
    local = [unit for unit in campaign.bag.units if faction_of_chip(campaign, unit) == here.region]
    return [
        {"slots": n, "bane": chance_in_lineup(campaign, n, banes), "local": chance_in_lineup(campaign, n, local)}
        for n in slots
        if n
    ]


@event.command()
def accept(
    terminal: Terminal,
    against: Annotated[
        Opponent | None, option("Where Nox and the scion both wait (boots.vesuvius): primus or scion.")
    ] = None,
) -> Step:
    """Accept a Sport or Bloodshed event: its combat is fought, and `hoplo cleanup` follows."""

    def change(campaign: Campaign) -> Result:
        campaign, happened = rounds.accept_combat(against_whom(terminal, campaign, against))
        if pad.at_the_scion(campaign) and campaign.pad.blessings and terminal.is_interactive():
            campaign, crossed = pad.banes_for_blessings(campaign, ask_removed(terminal, campaign))
            happened += crossed
        return campaign, happened

    return make_step(change)


def against_whom(terminal: Terminal, campaign: Campaign, against: Opponent | None = None) -> Campaign:
    """Ask who is fought where Nox and the scion both wait, by another reading of boots.vesuvius."""
    if not against:
        if not may_choose_opponent(campaign):
            return campaign
        terminal.need_terminal("two opponents wait here: `hoplo event accept --against primus`, or scion")
        names = map(chip_name, at_place(campaign, campaign.place).waits)
        text = tr("Who is fought here (ruling boots.vesuvius)?")
        chosen = terminal.choose(text, dict(zip(get_args(Opponent), names, strict=True)))
        against = "primus" if chosen == "primus" else "scion"
    return rounds.choose_opponent(campaign, against)


@event.command()
def spectate(
    terminal: Terminal,
    bane: BaneOption = None,
    ahead: Annotated[str | None, option("The next three cards, in the order in which you put them back.")] = None,
) -> Step:
    """Spectate the event: influence equal to the act, the hero heals, no week passes."""
    words = list(bane or [])

    def change(campaign: Campaign) -> Result:
        kind = rounds.may(campaign, "spectate")
        campaign, drawn = banes_drawn(terminal, words, pad.banes_due(campaign, campaign.pad.act), campaign)

        def put_back(cards: str) -> Result:
            return rounds.spectate(campaign, drawn, listed(cards))

        if ahead is not None or not terminal.is_interactive():
            return put_back(ahead or "")
        known = campaign.decks.get(kind, ())[1 : 1 + rounds.LOOKED_AT]
        text = tr("The next 3 cards, in the order in which you put them back (separated by commas; Enter for none):")
        return terminal.until_good(text, put_back, ", ".join(known))

    return make_step(change, answers=words, then=remember_banes)


@event.command()
def opportunity(
    terminal: Terminal,
    card: Annotated[
        list[str] | None,
        argument(
            "The card that you keep of the two drawn; with Mercury's Boots all, separated by commas.", "opportunities"
        ),
    ] = None,
) -> Step:
    """Accept an Opportunity event: keep one of two cards in the camp, which takes a week."""

    def change(campaign: Campaign) -> Result:
        name, keeps_all = " ".join(card or []), campaign.variant.boots
        drawn = rounds.cards_drawn(campaign) if rounds.may(campaign, "accept") == "opportunity" else 0
        front = campaign.decks.get("opportunity", ())[:drawn]

        def keep(name: str) -> Result:
            cards = [name] if not keeps_all else [] if is_none(name) else listed(name)
            return rounds.accept_opportunity(campaign, *cards)

        if not name and drawn and keeps_all:
            terminal.need_terminal(
                "name the cards that you drew, at most {n}, or none: `hoplo event opportunity 'CARD, CARD'` (A3 p.7)",
                n=drawn,
            )
            text = plural(
                "Draw {n} Opportunity card (A3 p.7). Its name (Enter for none):",
                "Draw up to {n} Opportunity cards (A3 p.7). Their names (separated by commas; Enter for none):",
                drawn,
            )
            return terminal.until_good(text, keep, "", front)
        if not name and drawn:
            text = later("name which of the two Opportunity cards you keep: `hoplo event opportunity CARD` (p.16)")
            terminal.need_terminal(text)
            text = tr("Draw two Opportunity cards (p.16). Which do you keep?")
            return terminal.until_good(text, keep, "", front if len(front) == drawn else names_known("opportunities"))
        return keep(name)

    return make_step(change)


@event.command("deck")
def show_decks(
    deck: Annotated[str, argument("sport, opportunity, bloodshed, or primus with The Rivals.", DECKS)] = "",
    card: Annotated[
        list[str] | None, argument("Its cards from the front, separated by commas; none once it was shuffled.")
    ] = None,
) -> Answer | Step:
    """Show what is known of the front of each deck, or enter it: those cards are open information."""
    if deck:
        cards = [each for each in listed(" ".join(card or [])) if not is_none(each)]
        if not card:
            raise UsageError("name the cards from the front, as in `hoplo event deck sport 'CARD, CARD'`, or none")
        return make_step(lambda campaign: lay_in_order(campaign, deck_named(campaign, deck), cards))
    campaign = look_campaign()
    return Answer(lambda: deck_lines(campaign), lambda: {"decks": campaign.decks})


@event.command()
def primus(seed: Annotated[int | None, option("Make the draw repeatable.")] = None) -> Answer:
    """Draw the random unused primus that an event of Mercury's Boots asks for."""
    among, returns = rounds.random_primuses(look_campaign(), catalogue().ids("heroes"))
    drawn = among[Dice(seed).choose(len(among))]
    text = later("{primus} is drawn.")
    if returns:
        text = later("{primus} is drawn, undefeated: it returns to its capital after the event.")
    return Answer(lambda: tr(text, primus=chip_name(drawn)), lambda: {"primus": drawn, "returns": returns})


TACTICS = "gain tactics"
ANOTHER = "another one"


def ask_reward(terminal: Terminal, campaign: Campaign, kind: PlaceKind, reward: Reward, left: Aftermath) -> Reward:
    """Ask for the part of a combat's reward that is a choice and was not entered."""
    campaign = rules.note_aftermath(campaign, left)  # the tactics used are back in the supply before the choice
    if kind == "sport":
        return _ask_sport(terminal, campaign, reward, left)
    if kind == "bloodshed":
        if not reward.upgrade and (choices := upgrades_left(campaign)):
            reward = replace(reward, upgrade=terminal.choose(tr(WHICH["upgrade"]), choices))
        return reward
    if not campaign.variant.boots:
        return _ask_primus(terminal, campaign, reward, left)
    return reward if reward.rows else replace(reward, rows=_ask_rows(terminal, campaign, left))


def _ask_sport(terminal: Terminal, campaign: Campaign, reward: Reward, left: Aftermath) -> Reward:
    """Ask for a rival unit to recruit, or for tactics; with Mercury's Boots a Sport event gives both (A3 p.7)."""
    rivals = {unit: _as_printed(unit) for unit in rules.recruitable(campaign, left)}
    gains_tactics = bool(campaign.variant.boots) and reward.tactics is None
    if campaign.variant.boots and not reward.recruit and rivals:
        reward = replace(reward, recruit=terminal.choose(tr(WHICH["recruit"]), rivals))
    elif not campaign.variant.boots and not reward.recruit and reward.tactics is None:
        rewards = {unit: tr("recruit {unit}", unit=shown) for unit, shown in rivals.items()}
        if due := rules.tactics_due(campaign):
            rewards[TACTICS] = plural("gain {n} tactic", "gain {n} tactics", due)
        elif not rivals:
            rewards[TACTICS] = tr("nothing: there is no room for a tactic")
        chosen = terminal.choose(tr("Your reward (p.29)?"), rewards)
        gains_tactics = chosen == TACTICS
        reward = reward if gains_tactics else replace(reward, recruit=chosen)
    if gains_tactics:
        reward = replace(reward, tactics=_ask_tactics(terminal, campaign))
    if reward.recruit and reward.sacrifice is None and is_troop_full(campaign):
        reward = replace(reward, sacrifice=ask_sacrifice(terminal, campaign, reward.recruit))
    return reward


def _as_printed(unit: str) -> str:
    parts = ", ".join(unit_parts(catalogue().raw("units", unit) or {}))
    return f"{chip_name(unit)}  ({parts})" if parts else chip_name(unit)


def _ask_rows(terminal: Terminal, campaign: Campaign, left: Aftermath) -> tuple[str, ...]:
    """Ask what each row of Mercury's Boots's reference sheet gives; which kinds a row offers is asked once."""
    record = catalogue().event(ROWS_KNOWN)
    known = [[word.strip() for word in row.split(" or ")] for row in record.text.split(";")] if record else []
    if wrong := [word for row in known for word in row if word not in rules.KINDS]:
        raise UsageError("{word} is not one of {kinds}", word=clip(wrong[0]), kinds=", ".join(rules.KINDS))
    rows: list[str] = []
    for at in range(1, rules.ROWS + 1):
        if at > len(known):
            words = {each: tr(KIND_NAMES[each]) for each in rules.KINDS}
            first = terminal.choose(tr("Row {at} of the reference sheet: what does it offer?", at=at), words)
            words = {"": tr("nothing else"), **{each: said for each, said in words.items() if each != first}}
            second = terminal.choose(tr("Or what else, of which you choose one?"), words)
            known.append([first, second] if second else [first])
        kind, *others = known[at - 1]
        if others:
            kind = terminal.choose(tr("Row {at}: your reward?", at=at), {e: tr(KIND_NAMES[e]) for e in known[at - 1]})
        row, campaign, left = _ask_row(terminal, campaign, kind, left)
        rows.append(row)
    remember("events", ROWS_KNOWN, "Boots rewards", {"text": "; ".join(" or ".join(each) for each in known)})
    return tuple(rows)


ROWS_KNOWN = "boots-rewards"
"""The id under which the rows of the reference sheet are kept, as the player read them off it."""

KIND_NAMES = {
    "upgrade": later("a hero upgrade"),
    "recruit": later("recruit a rival unit of this combat"),
    "opportunity": later("the reward of an Opportunity card that you discard"),
    "prowess": later("a Hero Prowess card"),
    "tactic": later("a tactic"),
    "heal": later("heal the hero fully"),
    "other": later("something else"),
}


def _ask_row(terminal: Terminal, campaign: Campaign, kind: str, left: Aftermath) -> tuple[str, Campaign, Aftermath]:
    """Ask for what a row's reward is about; give it, and the campaign and the aftermath with it."""

    def tried(what: str) -> tuple[str, Campaign, Aftermath]:
        row = what if kind in ("upgrade", "heal") else f"{kind}:{what}"
        rewarded, after, _ = rules.one_row(campaign, row, left)
        return row, rewarded, after

    match kind:
        case "heal":
            return tried("heal")
        case "upgrade":
            return tried(terminal.choose(tr(WHICH["upgrade"]), upgrades_left(campaign)))
        case "opportunity" if cards := list(dict.fromkeys(campaign.camp.opportunities)):
            return tried(terminal.choose(tr("Which Opportunity card is discarded?"), cards))
        case "recruit" if rivals := {unit: _as_printed(unit) for unit in rules.recruitable(campaign, left)}:
            unit = terminal.choose(tr(WHICH["recruit"]), rivals)
            if is_troop_full(campaign, len(left.lost())):
                unit += f":{ask_sacrifice(terminal, campaign, unit)}"
            return tried(unit)
    text = tr(WHICH[kind if kind in ("prowess", "tactic") else "other"])
    found: tuple[str, Campaign, Aftermath] = terminal.until_good(text, tried)
    return found


WHICH = {
    "upgrade": later("Which hero upgrade (p.29)?"),
    "recruit": later("Which rival unit joins you (A3 p.7)?"),
    "prowess": later("Which Hero Prowess card? Its level follows its name, if it has one:"),
    "tactic": later("Which tactic of the supply?"),
    "other": later("What does it give (or `nothing`)?"),
}
"""How each kind of reward is asked for."""


def _ask_tactics(terminal: Terminal, campaign: Campaign) -> tuple[str, ...]:
    gained, due = list[str](), rules.tactics_due(campaign)

    def of_supply(text: str) -> str:
        named = chip_named("tactics", text)
        check_supply(campaign, [named])
        return named

    for at in range(1, due + 1):
        supply = [id_ for id_ in BASIC_TACTICS if campaign.camp.tactics.count(id_) < COPIES_OF_A_TACTIC]
        words = {each: chip_name(each) for each in (*supply, *sorted(set(campaign.special_tactics)))}
        name = terminal.choose(tr("Tactic {at} of {due}?", at=at, due=due), {**words, ANOTHER: tr("another one")})
        if name == ANOTHER:
            name = terminal.until_good(tr(WHICH["tactic"]), of_supply, "", names_known("tactics"))
        campaign, _ = gain_tactic(campaign, name)
        gained.append(name)
    return tuple(gained)


def upgrades_left(campaign: Campaign) -> dict[str, str]:
    """The upgrades that there still are on the pad, each in words."""
    open_ = [each for each in RAISED if each in pad.upgrades(campaign) and not pad.is_at_its_most(campaign, each)]
    return upgrades(campaign.pad.attack, open_)


STATS = {
    "health": later("Health {now} to {then}, and 1 HP more"),
    "leadership": later("Leadership {now} to {then}: the units your troop may have"),
    "navigation": later("Navigation {now} to {then}: the spots of a Travel Phase"),
    "opportunity-capacity": later("Opportunity Capacity {now} to {then}: the cards you may hold"),
}
"""The stats that a blessing may raise, each with what that changes."""


def raised(campaign: Campaign) -> dict[str, str]:
    """The stats that a blessing can still raise, each with what that changes."""
    now = {
        word: getattr(campaign.pad, word.replace("-", "_")) for word in STATS if not pad.is_at_its_most(campaign, word)
    }
    return {word: tr(STATS[word], now=at, then=at + 1) for word, at in now.items()}


RAISED = {
    "leadership": later("Leadership +1"),
    "health": later("Health +1"),
    "navigation": later("Navigation +1"),
    "opportunity-capacity": later("Opportunity Capacity +1"),
}
"""The stats that a reward may raise by one, in the order in which they are offered."""


def upgrades(attack: Sequence[Colour] | None, stats: Iterable[str] = ()) -> dict[str, str]:
    """The hero upgrades that are left (p.29, 33), each in words; `upgrade-die:2` is the die of the second column."""
    dice = attack or ()
    found = {"add-die": tr("add a yellow die")} if attack is not None and len(dice) < MOST_DICE else {}
    for at, colour in enumerate(dice, 1):
        if better := pad.BETTER.get(colour):
            text = later("upgrade die {at}: {colour} to {better}")
            found[f"upgrade-die:{at}"] = tr(text, at=at, colour=colour_words(colour), better=colour_words(better))
    return found | {each: tr(RAISED[each]) for each in stats}


def _ask_primus(terminal: Terminal, campaign: Campaign, reward: Reward, left: Aftermath) -> Reward:
    """Ask for the Hero Prowess card, and for what came out of the bag to fill the troop up."""
    hero = campaign.pad.hero

    def valid(text: str) -> Prowess:
        card = prowess_card(text, hero)
        rules.gain_hero_prowess(campaign, card)
        return card

    if reward.prowess is None:
        reward = replace(reward, prowess=terminal.until_good(tr(WHICH["prowess"]), valid, "", prowess_known(hero)))
    due = rules.units_due(campaign, left)
    if due and not reward.drawn:
        text = plural(
            "Draw {n} random unit from the bag for your troop (p.29); put a bane back and draw again.",
            "Draw {n} random units from the bag for your troop (p.29); put a bane back and draw again.",
            due,
        )
        terminal.say(f"  {text}")
        reward = replace(reward, drawn=tuple(ask_chips(terminal, campaign, due, recruits=True)))
    return reward
