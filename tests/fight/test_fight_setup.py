"""A fight is set up as the rulebook has it: the arena, the card, the rival's lineup, and going on (p.16-20, 28-30)."""

from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.model import Bane, Camp, RefusedError, Stack
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.rules.model import Combat
from hoplo_companion.table.play.fight import Game, with_question
from hoplo_companion.table.play.planning import planned
from tests.helpers.boards import READER, position
from tests.helpers.fights import LISTS, UNITS, Table, ready
from tests.helpers.maps import refused
from tests.helpers.own_catalogue import Own
from tests.helpers.setting_up import BANES, KNOWN, asked, bag_of, combat_of, fights, fought, known, of
from tests.helpers.table_games import Scene, scenes

LION = {"class": ["beast"], "movement": 1, "range": 1, "health": 4, "attack": ["green"], "skills": ["Roaming"]}
BEAST = {"health": 3, "movement": 1, "range": 1, "attack": ["blue"], "skills": ["Roaming"]}
ONE = {"one": {"kind": "bloodshed", "lineup": ["local"]}}
TWO = {"two": {"kind": "bloodshed", "lineup": ["local+tactic", "local+tactic"]}}


def without_class(fields: dict[str, Any]) -> dict[str, Any]:
    """A chip's fields but for its class."""
    return {key: value for key, value in fields.items() if key != "class"}


def of_act(act: int) -> Catalogue:
    """Know the preset lineup of an act's primus combat."""
    card = {"kind": "primus", "act": act, "lineup": ["bag+tactic", "primus", "local"], "yours": ["hero", "camp"]}
    return known(events={f"primus-{act}": card})


def races(**starts: str) -> Catalogue:
    """Know the Parthians' arena, and where its chariot begins."""
    return known(arenas={"parthians": {"starts": starts, "mat": {"priorities": LISTS}}}, events=ONE)


FIGHTS = fights({
    "stranger": lambda: known(units={"stranger": {"faction": "kunlun", **UNITS["murmillo"]}}),
    "banes": lambda: known(events={"one": {"kind": "bloodshed", "lineup": ["bag"]}}),
    "by-hand": lambda: known(
        events={"one": {"kind": "bloodshed", "lineup": ["bag"]}},
        banes={"Blight": {"kind": "bag", "effects": 'set-up: manual "Each hero loses 1 HP."'}},
    ),
    "classless": lambda: known(
        units={"murmillo": without_class(UNITS["murmillo"])},
        events={"two": {"kind": "bloodshed", "lineup": ["bag+tactic", "local"]}},
    ),
    "lion": lambda: known(units={"lion": LION}, events={**TWO, "one": {**ONE["one"], "lineup": ["local+tactic"]}}),
    "lion-attacker": lambda: known(units={"lion": {**LION, "class": ["beast", "attacker"]}}, events=TWO),
    "beast": lambda: known(units={"beast": BEAST}, events=ONE),
    "no-start": lambda: Own(units=UNITS, events=ONE).catalogue,
    "chariot": lambda: races(chariot="D2"),
    "chariot-nowhere": races,
    "chariot-off": lambda: races(chariot="A1"),
    "two-sports": lambda: known(
        events={"card": {"kind": "sport", "goals": ["capture-the-flag", "spar"], "lineup": ["local"]}}
    ),
    **{f"act-{act}": lambda act=act: of_act(act) for act in (1, 2, 3)},  # type: ignore[misc]
    "no-primus": lambda: Own(
        units={name: fields for name, fields in UNITS.items() if name != "primus-decimus"},
        events={"primus-1": {"kind": "primus", "act": 1, "lineup": ["primus"]}}, banes=BANES,
    ).catalogue,
})  # fmt: skip


@scenes("""
# The lineup
prepare.local, prepare.bag: Local units come off the stack, bag units out of the bag, each in its icon's place (p.19)
  on card prepare.bag=hoplite prepare.bag=cestus lineup=bag/local/bag/local -> lineup: hoplite murmillo cestus retiarius
    | saw Drawn chip source: hoplite bag, murmillo stack, cestus bag, retiarius stack
    | campaign.stacks.atlanteans: secutor:0 | campaign.bag.units: attacker tactician defender archer | chips: yes
    | campaign.drawn.units: hoplite murmillo cestus retiarius
prepare.local: A local chip that nobody has seen is asked for
  on brawl stack= -> asked: prepare.local atlanteans
  answer Murmillo -> lineup: murmillo
  answer prepare.bag=hoplite -> campaign.stacks.atlanteans: 5
prepare.local: Neutral and arena chips, elite units and other factions' are never local units (p.5, 7-8): nothing is \
  kept
  on brawl stack= knows=stranger
  no answer archer -> neutral
  no answer Attacker -> neutral
  no answer beast -> arena
  no answer trident -> arena
  no answer krakenlance -> elite
  no answer Decimus -> elite
  no answer taotie -> elite
  no answer stranger -> belongs to the Kunlun
  no answer !! -> does not answer
  no answer d3 -> is a hex
  no answer xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx -> 60 characters
  still -> asked: prepare.local atlanteans | fight.last.answers: none
  answer murmillo prepare.bag=hoplite -> lineup: murmillo hoplite | turn_of: rival
prepare.local-empty: If no units remain in the faction stack, the bag gives one instead (p.19)
  on lineup=local/local+tactic stack=murmillo -> question.id: prepare.bag | question.rule: prepare.local-empty
  answer hoplite -> lineup: murmillo hoplite | saw Drawn rule: prepare.local, prepare.local-empty | tactics: stun
prepare.bag: Only what is in the bag can come out of it; an empty bag leaves the lineup shorter
  on lineup=bag/bag/bag bag=hoplite/hoplite/cestus
  answer hopl
  no answer archer -> one of cestus, hoplite
  answer cestus -> asked: none | lineup: hoplite cestus hoplite
  on lineup=local/bag+tactic/bag bag=hoplite -> lineup: murmillo hoplite | saw no-chip-left because: card
prepare.bag: Yours keep their chip's name; a rival that shares it is told apart, and so are equals among themselves
  on card archer hoplite archer lineup=bag/bag/bag/bag bag=archer/hoplite/archer/hoplite units=archer/archer
    -> lineup-ids: rival-archer hoplite rival-archer-2 hoplite-2 | yours: archer archer-2 krakenlance

# Banes
prepare.bag-bane: A bag bane takes effect and does not count toward the lineup; another is drawn until it is full (p.29)
  on card prepare.bag=ruin prepare.bag=hoplite lineup=bag bag=archer/hoplite/Ruin:bag -> lineup: hoplite
    | saw BaneDrawn bane kind: ruin bag | campaign.drawn.banes: Ruin:bag | campaign.bag: archer
    | position.cards: banes ruin
  rival-turn -> range hoplite: 2
prepare.unit-bane, prepare.tactic: A unit bane joins the lineup like any unit
  on card prepare.bag=Shade lineup=bag+tactic bag=archer/Shade:unit -> lineup: shade | tactics: hamstring
    | campaign.drawn.banes: Shade:unit
prepare.bag-bane: A bag of banes alone gives no unit
  on one prepare.bag=ruin bag=Ruin:bag/Blight:bag knows=banes -> asked: component.bane blight
  answer nothing -> lineup: none | saw no-chip-left because: card | campaign.drawn.banes: Ruin:bag Blight:bag
prepare.bag-bane: What a bane does by hand is asked once
  on one prepare.bag=blight prepare.bag=hoplite bag=hoplite/cestus/Blight:bag knows=by-hand -> question.kind: manual
  answer 'krakenlance hp 5' -> asked: none | campaign.pad.hp: 5
  rival-turn -> campaign.pad.hp: 5

# Tactics
prepare.tactic: The first class tells which tactic, by the Tactic Assignment Table (p.20)
  on lineup=local+tactic stack=sagittarius units= tactics= -> tactics: bolster-health
    | saw lineup-tactic unit chip: sagittarius bolster-health
  on lineup=local+tactic stack=retiarius units= tactics= -> tactics: adrenaline
  on lineup=local+tactic stack=murmillo units= tactics= -> tactics: stun
  on lineup=local+tactic stack=shade units= tactics= -> tactics: hamstring
  on lineup=local+tactic stack=cestus units= tactics= -> tactics: adrenaline
prepare.tactic: A class that no source states is asked once for equal chips
  on two knows=classless bag=murmillo -> asked: component.class murmillo class
  no answer gladiator -> archer
  answer Defender -> tactics: stun | saw StatEntered chip stat value: murmillo class defender
prepare.tactic: The tactic is placed before the next unit is drawn
  on card prepare.bag=archer lineup=local+tactic/bag+tactic -> order: drawn lineup-tactic drawn lineup-tactic
prepare.beast-tactic: A tactic icon at a Beast is passed over and said: the table does not list Beasts, and of two \
    classes the first counts (beast.tactic; p.20)
  on two knows=lion stack=lion/murmillo units= tactics= -> lineup: lion murmillo | tactics: stun
    | saw icon-passed-over unit rulings: lion beast.tactic
  on two knows=lion-attacker stack=lion/murmillo units= tactics= -> lineup: lion murmillo | tactics: stun
    | saw icon-passed-over unit rulings: lion beast.tactic
prepare.beast-tactic: By the other reading you name the Beast's tactic
  on one knows=lion stack=lion units= tactics= rulings=beast.tactic:ask -> question.id: prepare.tactic-named
    | question.unit: lion | question.options: adrenaline bolster-health hamstring stun
  answer hamstring -> tactics: hamstring | saw lineup-tactic chip: hamstring
prepare.no-tactic: That there are three of each is inferred from twelve chips and four tactics: the table has the \
  last word
  on lineup=local+tactic/local+tactic/local+tactic stack=murmillo/hoplite/murmillo units= tactics=stun/stun
    -> asked: prepare.tactic-left hoplite stun
  answer no -> question.unit: murmillo-2
  answer yes -> tactics: stun stun | saw no-lineup-tactic unit: hoplite
prepare.no-tactic: With all twelve tactics taken the icon is skipped (p.5, 19)
  on lineup=local+tactic units= tactics=stun/stun/stun/hamstring/hamstring/hamstring/adrenaline/adrenaline/adrenaline\
/bolster-health/bolster-health/bolster-health -> asked: none | tactics: none | saw no-lineup-tactic chip: stun

# Chips nobody knows
prepare.local: A chip nobody knows is read off whole
  on lineup=local+tactic stack=net-fighter -> asked: component.unit net-fighter
  no answer defender -> movement
  no answer 1/1/4 -> attack
  no answer 'defender 1/1/4 blue purple' -> purple
  answer 'defender, 2/1/4, blue blue, Taunt' -> waiting.chip: net-fighter | waiting.classes: defender
    | waiting.movement: 2 | waiting.health: 4 | waiting.attack: blue blue | tactics: stun
    | saw UnitEntered chip: net-fighter | reopened.combat.bench.net-fighter.movement: 2
Your units that nobody knows are read off before anything is drawn
  on brawl units=archer/stranger -> asked: component.unit stranger
  answer 'stranger: attacker, 3/1/2, black' prepare.bag=hoplite -> unit.side stranger: player | unit.hp stranger: 2
    | unit.movement stranger: 3

# Acts, sports, the card
prepare.act: From Act II on a bag unit with a tactic ends the lineup, before what the event's card adds (p.20)
  on lineup=local then=local bag=archer -> lineup: murmillo retiarius | saw Drawn because: card, event | tactics: none
  on lineup=local then=local bag=archer act=2 -> lineup: murmillo archer retiarius | tactics: bolster-health
    | saw Drawn because rule: card prepare.local, act prepare.act, event prepare.local
  on lineup=local then=local bag=archer act=3 -> lineup: murmillo archer retiarius | tactics: bolster-health
  on lineup=local then=local bag=archer act=4 -> lineup: murmillo archer retiarius | tactics: bolster-health
  on lineup=local then=local goals=spar bag=archer -> lineup: murmillo retiarius | tactics: none
  on lineup=local then=local goals=spar bag=archer act=2 -> lineup: murmillo archer retiarius | tactics: bolster-health
    | saw Drawn because rule: card prepare.local, act prepare.act, event prepare.local
  on lineup=local then=local goals=spar bag=archer act=4 -> lineup: murmillo archer retiarius | tactics: bolster-health
prepare.act, deployment.two-units, deployment.bonus-hp: The act tells whom the rival deploys first
  on lineup=local/local bag=archer
  rival-turn deployment -> rivals: murmillo 4
  on lineup=local/local bag=archer act=2
  rival-turn deployment -> rivals: murmillo 4
  on lineup=local/local bag=archer act=3
  rival-turn deployment -> rivals: murmillo 4 retiarius 3
  on lineup=local/local bag=archer act=4
  rival-turn deployment -> rivals: murmillo 6 retiarius 5
prepare.sport: You pick among the card's sports; a card without goals leaves all three (p.17)
  on goals=capture-the-flag/spar lineup=local/local -> question.id: prepare.sport
    | question.options: capture-the-flag spar
  no answer king-of-the-hill -> one of
  answer Spar -> saw sport-picked goal: spar | combat.event: spar
  on card lineup=local kind=sport -> question.options: capture-the-flag king-of-the-hill spar
  on card sport=Spar kind=sport knows=two-sports -> combat.event: spar
prepare.flag: The flag starts on the rival's first deployment hex, and in Capture the Flag alone
  on goals=capture-the-flag lineup=local -> position.flag: hex A1 | saw ChipLaid chip hex: flag A1, trident D3
  rival-turn -> combat.flag.holder: none
  on goals=spar lineup=local -> position.flag: -
  on goals=king-of-the-hill lineup=local -> position.flag: -
prepare.tribune: In Capture the Flag and King of the Hill you choose which rival unit is the tribune (p.19-20)
  on goals=capture-the-flag lineup=local/local then=local -> question.id: prepare.tribune
    | question.options: murmillo retiarius secutor
  answer secutor -> waiting.tribune 0: no | waiting.tribune 1: no | waiting.tribune 2: yes
    | reopened.combat.bench.secutor.tribune: yes
  on goals=king-of-the-hill lineup=local/local then=local -> question.options: murmillo retiarius secutor
  answer secutor -> waiting.tribune 0: no | waiting.tribune 2: yes
prepare.tribune-spar: In Spar the first of the lineup is the tribune
  on goals=spar lineup=local/local -> asked: none | saw tribune-named unit: murmillo
  on brawl prepare.bag=hoplite -> saw tribune-named: none

# Opportunities
prepare.opportunity: Reckless: you may add a bag unit to the end of the lineup of a Bloodshed event (p.17)
  on lineup=local then=local opportunities=Reckless bag=hoplite act=2 -> asked: prepare.opportunity reckless
    | lineup: murmillo hoplite retiarius
  answer yes -> saw changed-by-opportunity card: reckless | fight.opportunities: reckless
  on card prepare.opportunity=no lineup=local opportunities=Reckless -> lineup: murmillo | fight.opportunities: none
  on lineup=local goals=spar opportunities=Reckless -> asked: none
prepare.opportunity: A card that nobody has entered is offered by hand
  on lineup=local 'opportunities=Twist of Fate' -> question.id: prepare.opportunity
    | question.about: twist-of-fate | question.options: no by hand
  answer 'by hand' -> asked: manual.opportunity twist-of-fate
  answer 'krakenlance hp 3' -> campaign.pad.hp: 3 | turn_of: rival

# The primus
prepare.primus, prepare.act: The primus has the Health of the act and no act modifiers (p.30)
  on primus-1 prepare.bag=archer kind=primus knows=act-1 -> lineup: archer primus-decimus murmillo
    | waiting.health 1: 6 | waiting.elite 1: yes | waiting.hero 1: no | waiting.side 1: rival | combat.event: primus
    | combat.yours.hero: yes | combat.yours.camp_units: 1 | campaign.drawn.units: archer murmillo
    | reopened.combat.bench.primus-decimus.health: 6
  on primus-2 prepare.bag=archer kind=primus act=2 knows=act-2 -> lineup: archer primus-decimus murmillo
    | waiting.health 1: 8 | reopened.combat.bench.primus-decimus.health: 8
  on primus-3 prepare.bag=archer kind=primus act=3 knows=act-3 -> lineup: archer primus-decimus murmillo
    | waiting.health 1: 10 | reopened.combat.bench.primus-decimus.health: 10
prepare.primus: A primus that nobody knows is read off its chip
  on primus-1 kind=primus knows=no-primus -> asked: component.unit primus-decimus
  answer 'tactician, 2/1/5, green blue' -> waiting.health: 6 | waiting.elite: yes

# The arena
prepare.arena-chips: The arena's chips are laid where its card wants them; where no source names the hex, it is asked \
  for
  on one knows=no-start -> asked: component.start trident
  no answer Z9 -> a hex
  answer d4 -> saw ChipLaid chip hex arena: trident D4 atlanteans
  on brawl prepare.bag=hoplite -> saw ChipLaid chip hex arena: trident D3 - | position.chips.trident: hex D3
prepare.arena-chips: The Beasts come onto the mat as arena units
  on one knows=beast region=plutos-refugees -> asked: prepare.arena-unit beast
  answer D3
  no answer D3 -> a hex
  answer D4 -> in-arena arena: beast 3 beast-2 3 | chips: yes
prepare.arena-chips: The chariot is laid and nobody takes it up; it starts on its ring alone
  on one knows=chariot region=parthians -> position.chips.chariot: hex D2
  on one knows=chariot-nowhere region=parthians -> question.options: C2 C3 C4 D2 D5 E2 E3 E4
  no answer A1 -> D2
  no answer D3 -> D2
  no answer B2 -> D2
  answer E2 -> position.chips.chariot: hex E2
  on one knows=chariot-off region=parthians -> question.options: C2 C3 C4 D2 D5 E2 E3 E4
prepare.arena-rules, prepare.instructions: The card's instructions and the arena's rules are said
  on card lineup=local instructions='The loser buys the wine.' -> saw reminded rule about: prepare.instructions card, \
prepare.arena-rules Atlanteans, prepare.arena-rules Atlanteans, prepare.arena-rules Atlanteans, \
prepare.arena-rules Atlanteans, prepare.arena-rules Atlanteans, prepare.arena-rules Atlanteans, \
prepare.arena-rules Atlanteans, prepare.arena-rules Atlanteans
prepare.instructions: What a card does at the set-up happens once, never again as the first turn begins (p.19)
  on card lineup=local 'effects=set up: manual "Your hero loses 1 HP."' -> question.kind: manual
    | question.text: Your hero loses 1 HP.
  answer 'krakenlance hp 5' -> turn_of: rival
  rival-turn -> campaign.pad.hp: 5

# Going on
event.accept: The event is accepted as its fight begins; nobody surrenders before the first turn (p.28)
  on brawl
  no surrender -> set-up
  answer prepare.bag=hoplite -> campaign.phase: cleanup | fight.kind: bloodshed | turn_of: rival
yours.lineup: A card without your lineup limits nothing
  on lineup=local -> combat.yours.camp_units: none | combat.yours.hero: none
  on lineup=local yours=camp/camp -> combat.yours.camp_units: 2 | combat.yours.hero: no
""")
def test_a_fight_is_set_up(scene: Scene) -> None:
    FIGHTS.play(scene)


@pytest.mark.rule("prepare.bag-bane")
@pytest.mark.parametrize("bane", ["Blight", "Gigantic", "Empowered"])
def test_a_bane_whose_effect_nobody_has_entered_is_asked_for(bane: str) -> None:
    """Of some banes the shipped data know the name or the text alone: what they do is never passed over."""
    bag = bag_of("hoplite", "cestus", banes=(Bane(bane, "bag"),))
    table = fought({"lineup": ["bag"]}, ("prepare.bag", bane), bag=bag)
    question = table.asks()
    assert (question.id, question.about) == ("component.bane", bane.lower())
    assert ("Movement, Range and Health" in question.text) == (bane == "Empowered")
    with pytest.raises(IllegalError):
        table.answer("rivals get a lot bigger")
    table.game.answer(question, "health +1 for rival")
    told = of(table, "effect-told")
    assert [(event.kind, event.id, event.lasts) for event in told] == [("banes", bane.lower(), "bag")]
    assert asked(table)[0] == "prepare.bag"
    assert [card.id for card in combat_of(table).cards] == [bane.lower()]


@pytest.mark.rule("prepare.beast-tactic")
def test_a_class_read_off_as_beast_brings_no_tactic_and_the_set_up_goes_on() -> None:
    """A campaign whose set-up broke off behind that answer opens and goes on."""
    catalogue = known(units={"lion": without_class(LION)}, events={"one": {**ONE["one"], "lineup": ["local+tactic"]}})
    table = fought("one", catalogue=catalogue, stacks={"atlanteans": Stack(("lion",), 0)}, camp=Camp())
    assert asked(table) == ("component.class", "lion", "class")
    campaign, fight, question = table.game.campaign, table.game.fight, table.game.question()
    assert question is not None
    told = with_question(question, "beast")
    moves = {**fight.moves, "1": replace(fight.last, answers=(*fight.last.answers, told))}
    stuck = Game(replace(campaign, fight=replace(fight, moves=moves)), catalogue)
    assert stuck.combat.rival_tactics == ()
    assert stuck.combat.bench["lion"].classes == ("beast",)


@pytest.mark.rule("prepare.primus")
@pytest.mark.parametrize(("act", "health"), [(1, 6), (2, 8), (3, 10), (4, None)])
def test_a_primus_in_a_position_has_the_health_of_the_act(act: int, health: int | None) -> None:
    """It overrides its chip, in the arena with all its HP and in the lineup (p.30)."""

    def read(event: str = "primus", **fields: Any) -> Combat:
        plain = position("engage", ["krak player G2 hero hp5"], event=event, act=act)
        plain |= {"bench": {"nox": {"chip": "nox"}}, "rival": {"lineup": ["nox"], "tactics": []}}
        plain["units"].append({"id": "bing", "chip": "bingqing", "side": "rival", "hex": "C3", **fields})
        return READER.read_plain(plain)

    cases: list[tuple[dict[str, Any], Any]] = [({}, (health, health)), ({"hp": 3, "health": 7}, (7, 3))]
    for fields, expected in [*cases, *([({"hp": 3}, (health, 3))] if health is not None else [])]:
        found = read(**fields)
        assert (found.units["bing"].health, found.units["bing"].hp, found.bench["nox"].health) == (*expected, health)
    assert read("bloodshed", hp=3, health=7).bench["nox"].health is None


@pytest.mark.rule("event.accept", "prepare.primus", "prepare.sport")
@pytest.mark.parametrize(("kind", "act", "card", "sport", "rule", "why"), [
    ("sport", 1, "brawl", "", "event.accept", ""),
    ("sport", 1, "primus-1", "", "event.accept", ""),
    ("bloodshed", 1, "games", "", "event.accept", ""),
    ("bloodshed", 1, "primus-1", "", "event.accept", ""),
    ("capital", 1, "brawl", "", "event.accept", ""),
    ("capital", 1, "games", "", "event.accept", ""),
    ("capital", 2, "primus-1", "", "prepare.primus", "another act"),
    ("sport", 1, "games", "hurling", "prepare.sport", ""),
    ("bloodshed", 1, "brawl", "spar", "prepare.sport", ""),
])  # fmt: skip
def test_a_fight_that_cannot_be_here_is_refused(
    kind: str, act: int, card: str, sport: str, rule: str, why: str
) -> None:
    """Each kind of event has its cards, and each act its own primus lineup (p.17-18, 30)."""
    refused(rule, why, planned, ready(kind, act=act), card, KNOWN, sport)


@pytest.mark.rule("prepare.sport")
def test_one_fight_is_followed_at_a_time_and_by_a_card_that_is_known() -> None:
    table = fought("brawl", ("prepare.bag", "hoplite"))
    with pytest.raises(RefusedError, match="still followed"):
        planned(table.game.campaign, "brawl", KNOWN)
    with pytest.raises(UnknownNameError, match="no event"):
        planned(ready(), "nothing", KNOWN)
    with pytest.raises(RefusedError, match="move the encampment"):
        planned(ready(phase="travel"), "brawl", KNOWN)
    for card, sport in (("primus-1", ""), ("", "spar")):
        with pytest.raises(UsageError, match="no card and no sport"):
            planned(ready("capital", act=4), card, KNOWN, sport)
    other = known(events={"card": {"kind": "sport", "goals": ["capture-the-flag", "spar"], "lineup": ["local"]}})
    refused("prepare.sport", "", planned, ready("sport"), "card", other, "king-of-the-hill")


def test_camp_tactics_hero_and_pad_come_from_the_campaign() -> None:
    campaign = ready(camp=Camp(units=("archer",), tactics=("stun", "hamstring")))
    campaign = campaign.with_pad(hp=2, health=7, movement=3, attack=("black",), blessings=1)
    table = Table.begun(campaign, "brawl", KNOWN).answer(("prepare.bag", "hoplite"))
    hero = combat_of(table).hero()
    assert hero is not None
    assert (hero.hp, hero.health, hero.movement, hero.attack, hero.elite) == (2, 7, 3, ("black",), True)
    yours = combat_of(table).yours
    assert (yours.tactics, yours.blessings, yours.camp_units, yours.hero) == (("stun", "hamstring"), 1, 2, True)
