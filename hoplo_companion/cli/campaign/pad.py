"""`hoplo pad`: the hero tracking pad with its tracks of influence, weeks and blessings."""

from typing import Annotated, Literal

from hoplo_companion.campaign import pad as rules
from hoplo_companion.campaign.events import Result
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.cli.campaign.open_campaign import look, look_campaign, make_step, pad_table
from hoplo_companion.cli.options import NO_BANE, Answer, App, BaneOption, Many, Step, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import is_none
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.render.sentences.words import bane_kind

pad = App(help="Show the hero pad, or change it by the rules.")


@pad.alone
def show_pad(terminal: Terminal) -> Answer:
    """Show the hero pad and the camp."""
    from hoplo_companion.cli.campaign.names import hero_to_show
    from hoplo_companion.render.campaign.pad import camp_lines, pad_lines

    campaign = look_campaign(even_stand_alone=True)
    return Answer(
        lambda: [*pad_lines(campaign, hero_to_show(terminal, campaign.pad.hero)), *camp_lines(campaign)],
        lambda: pad_table(campaign),
    )


@pad.command()
def heal(amount: Annotated[int | None, argument("HP; fully if left out.", min=0)] = None) -> Step:
    """Heal the hero, never above Health."""
    return make_step(lambda campaign: rules.heal(campaign, amount))


@pad.command("gain")
def gain_hp(amount: Annotated[int, argument("HP.", min=1, max=1000)]) -> Step:
    """Gain HP outside combat by an effect that does not heal, even above Health."""
    return make_step(lambda campaign: rules.gain_hp(campaign, amount))


@pad.command()
def damage(amount: Annotated[int, argument("HP.", min=0)]) -> Step:
    """Lose HP outside combat."""
    return make_step(lambda campaign: rules.damage(campaign, amount))


@pad.command()
def upgrade(
    what: Annotated[
        str, argument("health, leadership, movement, add-die, upgrade-die:COLUMN, navigation …", "upgrade")
    ],
    die: Annotated[int | None, argument("The column, if it does not follow upgrade-die.")] = None,
) -> Step:
    """Upgrade a stat or a die of the hero's Attack."""
    word, column = rules.read_upgrade(what)
    if None not in (die, column) and die != column:
        raise UsageError("which die, {column} or {die}? Name one column (p.33)", column=column, die=die)
    return make_step(lambda campaign: rules.upgrade(campaign, what if die is None else f"{word}:{die}"))


def _track(what: str, keys: tuple[str, ...]) -> Answer:
    from hoplo_companion.render.campaign.pad import track_lines

    campaign = look_campaign()
    return Answer(lambda: track_lines(campaign, what), lambda: {key: pad_table(campaign)[key] for key in keys})


@pad.command()
def influence(
    terminal: Terminal,
    amount: Annotated[int | None, argument("Spaces to cross off; the track if left out.", min=0)] = None,
    bane: BaneOption = None,
) -> Answer | Step:
    """Mark scion influence; every fourth space brings a bane, which you draw and name."""
    if amount is None:
        return _track("influence", ("influence",))
    from hoplo_companion.cli.campaign.names import banes_drawn, remember_banes

    words = list(bane or [])

    def change(campaign: Campaign) -> Result:
        campaign, drawn = banes_drawn(terminal, words, rules.banes_due(campaign, amount), campaign)
        return rules.gain_influence(campaign, amount, drawn)

    return make_step(change, answers=words, then=remember_banes)


@pad.command()
def week(
    mark: Annotated[Literal["mark"] | None, argument("mark crosses one off; the track if left out.")] = None,
) -> Answer | Step:
    """Show the weeks of the acts, or cross off one of the current act."""
    if mark is None:
        return _track("week", ("act", "week"))
    from hoplo_companion.campaign.rounds import cross_off_week
    from hoplo_companion.campaign.travel import deadline, warnings

    def change(campaign: Campaign) -> Result:
        campaign, happened = cross_off_week(campaign)
        return campaign, [*happened, *warnings(campaign, deadline(campaign))]

    return make_step(change)


@pad.command()
def bless(
    terminal: Terminal,
    how: Annotated[
        Literal["survive", "reinforce", "scion"],
        argument("survive, instead of the hero's defeat; reinforce; or scion, all of them for banes."),
    ] = "survive",
    drawn: Annotated[Many, option("reinforce: a unit that came out of the bag; may be repeated.", "bag_chip")] = None,
    defeated: Annotated[int, option("reinforce: your defeated units in a lethal combat, not counted.", min=0)] = 0,
    bane: Annotated[Many, option("scion: a bane that is removed; may be repeated; or none.", "bane_in_play")] = None,
) -> Step | None:
    """Cross off a blessing: the hero is fully healed instead of defeated, or bag units fill up the troop.

    Before the scion's combat all that are left are crossed off, and each may remove a bane.
    """
    if bane and how != "scion":
        raise UsageError("--bane is for `hoplo pad bless scion` alone (p.31)")
    named = list(bane or [])

    def before_the_scion(campaign: Campaign) -> Result:
        rules.banes_for_blessings(campaign, ())
        if not named:
            named[:] = ask_removed(terminal, campaign)
        return rules.banes_for_blessings(campaign, [each for each in named if not is_none(each)])

    if how == "scion":
        return make_step(before_the_scion, answers=named)
    campaign = look()
    if campaign.fight is not None:
        rules.check_combat(campaign)
        from hoplo_companion.cli.fight.following import bless_in_fight

        bless_in_fight(terminal, how, list(drawn or []))
        return None
    if how == "survive":
        if drawn or defeated:
            raise UsageError("--drawn and --defeated are for `hoplo pad bless reinforce` alone (p.13)")
        return make_step(rules.use_blessing)
    from hoplo_companion.cli.campaign.camp import ask_chips
    from hoplo_companion.cli.campaign.names import chips_named

    named = list(chips_named("units", drawn))

    def reinforced(campaign: Campaign) -> Result:
        rules.check_combat(campaign)
        due = rules.reinforcements_due(campaign, defeated)
        if due and not named:
            named[:] = ask_chips(terminal, campaign, due, recruits=True)
        return rules.reinforce(campaign, named, defeated)

    return make_step(reinforced, answers=named)


def ask_removed(terminal: Terminal, campaign: Campaign) -> list[str]:
    """Ask for a bane for each blessing, as long as there are both."""
    places = {"bag": campaign.bag.banes, "camp": campaign.camp.banes}
    there = [(f"{place}:{bane.name}", bane) for place, banes in places.items() for bane in banes]
    words = {typed: f"{bane.name} ({bane_kind(bane.kind)})" for typed, bane in there}
    left, removed = [typed for typed, _ in there], list[str]()
    for at in range(1, min(campaign.pad.blessings, len(there)) + 1):
        terminal.need_terminal(
            "name the banes to remove, `hoplo pad bless scion --bane NAME` for each, or --bane none: there are "
            "{banes} (p.31)",
            banes=", ".join(left),
        )
        text = tr("Blessing {at} of {count}: which bane is removed?", at=at, count=campaign.pad.blessings)
        named = terminal.choose(text, {**{each: words[each] for each in left}, NO_BANE: tr("no bane")})
        if named == NO_BANE:
            break
        removed.append(named)
        left.remove(named)
    return removed
