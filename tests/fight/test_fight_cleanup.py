"""How a fight that is followed ends, and what it hands over: goals, cleanup, rewards (Rulebook p.18-20, 28-30, 33)."""

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import cleanup
from hoplo_companion.campaign.cleanup import end_stand_alone, put_away
from hoplo_companion.campaign.model import RefusedError
from hoplo_companion.components.own import remember
from hoplo_companion.table.play.campaign_changes import aftermath_of, sport_without_choice, what_follows
from tests.helpers.fights import LISTS
from tests.helpers.maps import what
from tests.helpers.setting_up import STATUE, fights, fought, known, targets
from tests.helpers.table_games import Scene, scenes

STILL_BEAST = {"health": 1, "movement": 0, "range": 1, "attack": ["red"], "skills": []}
FIGHTS = fights(
    {
        "beast": lambda: known(
            units={"beast": STILL_BEAST}, events={"one": {"kind": "bloodshed", "lineup": ["local"]}}
        ),
        "statue": lambda: known(
            units={"statue": {"class": ["archer"], **STATUE}},
            events={"hill": {"kind": "sport", "goals": ["king-of-the-hill"], "lineup": ["bag"]},
                    "races": {"kind": "bloodshed", "lineup": ["bag"]}},
            arenas={"parthians": {"starts": {"chariot": "D2"}, "mat": {"priorities": LISTS}}},
        ),
        "primus": lambda: targets(kind="primus", act=1, lineup=["local", "primus"]),
    },
    follows=lambda table: [(what(each), *each.values.values())
                           for each in what_follows(table.game.campaign, table.game.catalogue)],
    recruitable=lambda table: cleanup.recruitable(
        put_away(table.game.campaign), aftermath_of(table.game.campaign, table.game.catalogue)
    ),
    choice=lambda table: not sport_without_choice(
        table.game.campaign, aftermath_of(table.game.campaign, table.game.catalogue)
    ),
    met=lambda table: [each.values["card"] for each in what_follows(table.game.campaign, table.game.catalogue)
                       if each.what == "opportunity.met"],
)  # fmt: skip


@scenes("""
# Goals
end.goal-bloodshed: Bloodshed is won with the last rival unit, those that wait in the lineup counted as well (p.18)
  on turn kind=bloodshed
  no clean -> is not over
  stand krakenlance E3; hit krakenlance target -> over: none | saw CombatEnded rule: none
  end; rival-turn; hit krakenlance target-2 -> over: goal-met | turn_of: nobody
    | saw CombatEnded rule why: end.goal-bloodshed goal-met
  no end -> combat is over
  no rival-turn -> combat is over
  no surrender -> combat is over
  no deploy -> combat is over
Rivals leave the flag where it lies
  on turn target goals=capture-the-flag -> at target: A1 | position.flag: hex A1
king.points: A key hex goes with its chip
  on hill knows=statue kind=sport bag=statue
  rival-turn; stand krakenlance E4; correct set trident E4; end; rival-turn -> saw scored points: 1
  correct set trident C1; end; rival-turn -> saw scored points: 1
end.goal-bloodshed, prepare.tribune-spar: Spar is won with all but the tribune
  on turn goals=spar -> unit.tribune target: yes
  stand krakenlance E3; end; rival-turn; hit krakenlance target-2 -> over: goal-met | campaign.pad.hp: 6
end.goal-bloodshed: Any sport is won by defeating everybody, the tribune among them, with what that brings (p.18)
  on turn target-2 goals=capture-the-flag
  stand defender E3; hit defender target -> over: none
  end; rival-turn; hit defender target-2 -> over: goal-met | campaign.pad.hp: 1
  on turn target-2 goals=king-of-the-hill
  stand defender E3; hit defender target -> over: none
  end; rival-turn; hit defender target-2 -> over: goal-met | campaign.pad.hp: 1
end.troop-gone: The combat fails when nobody is left to deploy (p.28)
  on turn kind=bloodshed yours=camp/camp
  stand archer E4; correct set camp-units 1; correct set archer hp 1; end -> over: none
  correct set camp-units 0; correct remove archer; rival-turn -> over: troop-gone
    | saw CombatEnded rule why: end.troop-gone troop-gone
end.troop-gone: A lineup that nobody of the camp can fill fails at once, unless a blessing may bring somebody (p.28)
  on turn kind=bloodshed yours=camp units= tactics= first=no -> over: none
  correct set blessings 0 -> over: troop-gone | turn_of: nobody
surrender.start: You surrender as a turn starts, the rival's or yours, and only then (p.28)
  on turn goals=spar first=no
  surrender -> over: surrendered | turn_of: nobody
  on turn goals=spar
  surrender -> saw CombatEnded rule why: surrender.start surrendered
  on turn goals=spar yours=camp
  deploy archer G1
  no surrender -> surrender.start
  on turn goals=spar first=no
  rival-turn deployment
  no surrender -> start of a turn
surrender.start: The arena's turn is no troop's
  on races knows=statue region=parthians bag=statue
  rival-turn; deploy archer G1; end -> turn_of: arena
  no surrender -> arena's turn
  arena-turn; surrender -> over: surrendered

# Units
cleanup.lethal, cleanup.bag-rivals, reward.bloodshed: A lethal combat sends the defeated to the bag, yours and the \
    rival's; the others come home (p.28-29)
  on turn kind=bloodshed lineup=bag bag=target
  stand krakenlance E3; stand archer F3; correct remove archer; hit krakenlance target -> left.defeated: archer
    | left.rivals: none | left.hp: 6
  clean upgrade=leadership -> after.camp.units: attacker defender | after.bag.units: target archer | after.drawn: none
    | after.fight: none | after.phase: travel | after.pad.weeks.0: 1 | after.pad.leadership: 7 | chips: yes
cleanup.lethal: A unit put on the mat by hand is not the camp's to lose: where its chip goes is said
  on turn kind=bloodshed lineup=bag bag=target
  stand krakenlance E3; correct place archer F3 player; correct remove archer; correct place hoplite F3 player
  correct remove hoplite; hit krakenlance target -> left.defeated: archer | follows: units.of-no-camp hoplite
  clean upgrade=leadership -> after.camp.units: attacker defender
cleanup.non-lethal: A Sport restores the defeated
  on turn goals=spar
  stand archer F3; stand defender E3; correct remove archer; hit defender target; end; rival-turn
  hit defender target-2; clean tactics=hamstring -> after.camp.units: attacker archer defender
    | after.camp.tactics: stun adrenaline hamstring | after.bag.units: target target
cleanup.lethal: A unit with Undying comes back from a lethal combat
  on turn kind=bloodshed lineup=bag bag=target units=shade/archer
  stand krakenlance E3; stand shade F3; stand archer F2; correct remove shade; correct remove archer
  hit krakenlance target; clean upgrade=health -> after.camp.units: shade | after.bag.units: target archer
cleanup.lethal: A recruit with the chip of a unit that lies face down is another one: both are accounted for (p.13, 28)
  on turn prepare.bag=target kind=bloodshed lineup=bag units=archer bag=target/archer/archer/archer/archer/archer
  stand krakenlance E3; stand archer F3; correct remove archer; end; rival-turn; bless reinforce
    -> fight.fallen.*.chip: archer | yours: archer-2 archer-3 archer-4 archer-5 archer-6 krakenlance target
  hit krakenlance target; clean upgrade=health -> after.camp.units: archer archer archer archer archer | chips: yes
cleanup.bag-rivals: Rivals that never came in are bagged too, those still in the lineup among them (p.28)
  on turn kind=bloodshed lineup=local/bag/local bag=hoplite stack=murmillo/secutor
  surrender -> left.waiting: hoplite secutor
  clean -> after.bag.units: murmillo hoplite secutor | after.stacks.kunlun: 0 | chips: yes
cleanup.bag-banes: Banes go back into the bag
  on melee ruin shade bag=hoplite/Ruin:bag/Shade:unit -> campaign.drawn.banes: Ruin:bag Shade:unit
  surrender; clean -> after.bag.banes: Ruin:bag Shade:unit | after.drawn: none | chips: yes
cleanup.arena-chips: Arena units go back to the supply
  on one D3 D4 knows=beast region=plutos-refugees
  correct remove beast-2; surrender -> left.rivals: none
  clean -> chips: yes
cleanup.bag-rivals: A rival that came from elsewhere goes to the bag
  on turn kind=bloodshed lineup=local
  correct place hoplite D4 rival; deploy archer G1; end; surrender -> left.rivals: hoplite
  clean -> after.bag.units: target target hoplite murmillo

# Tactics, hero, rewards
cleanup.tactics: Used tactics are gone and the others stay
  on turn kind=bloodshed lineup=bag bag=target units=archer/defender tactics=adrenaline/stun/adrenaline/secret-oil
  stand krakenlance E3; stand archer F3; tactic adrenaline archer; hit krakenlance target -> left.tactics: adrenaline
  clean upgrade=health -> after.camp.tactics: stun secret-oil adrenaline
cleanup.hero: The hero keeps the HP it has
  on turn kind=bloodshed lineup=bag bag=target
  stand krakenlance E3; correct set krakenlance hp 2; hit krakenlance target; clean upgrade=leadership
    -> after.pad.hp: 2
  clean upgrade=health -> after.pad.hp: 3
reward.sport: You recruit among the defeated and those in the arena, neither a unit that waits nor a bane (p.29, 33)
  on turn shade murmillo goals=king-of-the-hill lineup=local/bag/bag/local bag=target/Shade:unit stack=murmillo/secutor
  stand krakenlance D3; correct set points 5; end; rival-turn -> over: goal-met | left.waiting: secutor target
    | recruitable: murmillo
  no clean recruit=secutor -> reward.sport
  no clean recruit=target -> reward.sport
  no clean recruit=shade -> camp.recruit-never
  no clean recruit=hoplite -> reward.sport
  no clean recruit=krakenlance -> camp.recruit-never
  clean recruit=murmillo -> after.camp.units: attacker archer defender murmillo | after.bag.units: target secutor
    | chips: yes
reward.sport: With nobody to recruit and no room for a tactic there is nothing to choose (p.29)
  on turn shade goals=spar lineup=bag bag=hoplite/Shade:unit units=archer tactics=stun/hamstring/adrenaline
    -> choice: no
  on turn shade goals=spar lineup=bag bag=hoplite/Shade:unit units=archer tactics=stun/hamstring -> choice: yes
punishment.influence: A failed combat brings influence equal to the act, and no reward
  on lineup=local bag=hoplite
  surrender; clean -> after.pad.influence: 1 | after.pad.weeks: 1 0 0 0 | after.pad.hp: 6
  on lineup=local bag=hoplite act=2
  surrender; clean -> after.pad.influence: 2 | after.pad.weeks: 0 1 0 0 | after.pad.hp: 6
  on lineup=local bag=hoplite act=3
  surrender; clean -> after.pad.influence: 3 | after.pad.weeks: 0 0 1 0 | after.pad.hp: 6
reward.primus, act.end, cleanup.bag-rivals, cleanup.lethal: A primus beaten ends the act: heal, a Hero Prowess, units \
  up to five; the primus is out of the game, the next act begins (p.28-30)
  on primus-1 kind=primus knows=primus region=new-argonauts bag=target/hoplite/hoplite/hoplite stack=murmillo
  rival-turn; stand archer F2; stand krakenlance E3; correct remove archer; correct remove murmillo
  correct place primus-decimus E4; correct set primus-decimus hp 1; correct set krakenlance hp 2
  attack krakenlance primus-decimus (1) -> over: goal-met | left.rivals: none | left.defeated: archer
  no clean prowess=Level -> 2 random bag units are recruited
  clean prowess=Level drawn=hoplite/target -> after.pad.hp: 6 | after.pad.act: 2 | after.phase: travel
    | after.outcome: none | after.primuses.0: decimus:1 | after.camp.units: attacker defender hoplite target
    | after.bag.units: hoplite hoplite archer murmillo | after.camp.prowess: Zeal Level | chips: yes

# Opportunities
prepare.opportunity: Reckless is met with its unit added and the event won, not without either of them (p.17)
  on turn yes kind=bloodshed lineup=bag bag=target/target opportunities=Reckless
  stand krakenlance E3; hit krakenlance target; end; rival-turn; hit krakenlance target-2 -> over: goal-met
    | met: Reckless
  clean upgrade=health -> after.camp.opportunities: Reckless
  on turn yes kind=bloodshed lineup=bag bag=target/target opportunities=Reckless
  stand krakenlance G2; end; surrender -> over: surrendered | met: none
  clean -> after.camp.opportunities: Reckless
  on turn no kind=bloodshed lineup=bag bag=target/target opportunities=Reckless
  stand krakenlance E3; hit krakenlance target -> over: goal-met | met: none
""")
def test_a_fight_ends_and_is_cleaned_up(scene: Scene) -> None:
    remember("units", "shade", "Shade", {"skills": ["Undying"]})
    FIGHTS.play(scene)


def test_a_stand_alone_fight_has_nothing_to_clean_up() -> None:
    table = fought({"lineup": ["local"]})
    fight = replace(table.game.fight, apart=True)
    with pytest.raises(RefusedError, match="not over"):
        end_stand_alone(replace(table.game.campaign, fight=fight))
    ended, happened = end_stand_alone(replace(table.game.campaign, fight=replace(fight, over="goal-met")))
    assert (ended.fight, [what(each) for each in happened]) == (None, ["fight.ended"])
