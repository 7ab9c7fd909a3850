"""Whole fights at random, put right by hand and bent by house rulings, and held to account at every step."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.campaign.model import Campaign, Move
from hoplo_companion.cli.play.menus import fight_choices
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import END, GIVE_UP
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.table.play.fight import Game, doubts
from hoplo_companion.table.play.moves import ARENAS, RIVALS
from hoplo_companion.table.play.replay import replayed
from hoplo_companion.table.saves.format import from_state, to_state
from tests.helpers.cli import Sitting
from tests.helpers.fights import ARENAS_PLAYED, MOST_TURNS, Table, answer_at_random, any_action, chips_of, ready
from tests.soak.random_turns import check

FIGHTS = (
    ("bloodshed", "brawl", ""), ("bloodshed", "melee", ""), ("sport", "games", "capture-the-flag"),
    ("sport", "games", "king-of-the-hill"), ("sport", "games", "spar"), ("sport", "games", ""),
    ("capital", "primus", ""),
)  # fmt: skip
"""Every kind of fight: the place, the card and the sport that is picked, which is asked where there is none."""

AFTER = {
    "set-up": {"set-up", "rival"},
    "rival": {"rival", "player"},
    "player": {"player", "arena", "rival"},
    "arena": {"arena", "rival"},
    "nobody": {"nobody"},
}
"""Whose turn may come after whose (p.20, 28)."""


class Manner(NamedTuple):
    """How a fight is played: out of a hundred times, the mat is put right, a rule set aside, a rival's step made alone.

    You surrender so often out of a thousand times; a move under way is opened again so often out of a hundred.
    """

    corrections: int = 0
    anyway: int = 0
    steps: int = 0
    surrender: int = 0
    reopened: int = 10


def begun(seed: int, catalogue: Catalogue) -> Table:
    """Begin the fight of a seed: its kind, act and arena go through all there are."""
    random = Random(seed)
    kind, card, sport = FIGHTS[seed % len(FIGHTS)]
    act = random.randint(1, 3 if kind == "capital" else 4)
    region = random.choice(ARENAS_PLAYED)
    campaign = ready(kind, act=act, region=region)
    campaign = campaign.with_pad(blessings=random.randint(0, 3))
    return Table.begun(campaign, f"primus-{act}" if card == "primus" else card, catalogue, sport)


class Fought:
    """A fight under account: what has to hold is looked at after every state that is kept."""

    def __init__(self, table: Table, random: Random, manner: Manner) -> None:
        self.table = table
        self.random = random
        self.manner = manner
        self.corrected = False
        assert table.states
        self.start: Campaign = from_state(table.states[0])
        self.chips = chips_of(self.start)
        self.turn_of = "set-up"
        self.trace: list[Any] = []

    # Playing ----------------------------------------------------------------------------------------------------

    def play(self) -> "Fought":
        """Play to the end; what cannot go on is a failure."""
        game = self.table.game
        for _ in range(20_000):
            self.check()
            if not game.fight.over and self.random.randrange(100) < self.manner.corrections:
                self.put_right()
                continue
            question = game.question()
            if question is not None:
                self.trace.append(question.id)
                answer_at_random(self.table, question, self.random)
            elif game.fight.over:
                return self.ended()
            else:
                self.move()
        raise AssertionError("the fight does not end")

    def move(self) -> None:
        """Begin the next move: what is refused leaves everything as it was."""
        game, random = self.table.game, self.random
        if random.randrange(1000) < self.manner.surrender and GIVE_UP in game.options().start:
            self.begin(Move(GIVE_UP))
            return
        match game.fight.turn_of:
            case "rival":
                alone = random.randrange(100) < self.manner.steps
                self.begin(Move(RIVALS, (game.combat.step,) if alone else ()))
            case "arena":
                if not self.try_to(lambda: self.begin(Move(ARENAS))):
                    game.correct(("set", "chariot", "D2"), "where it is")
            case _:
                self.your_move()

    def your_move(self) -> None:
        """Do something in your turn: what the rules allow, or anything anyway."""
        game, random = self.table.game, self.random
        if random.randrange(100) < self.manner.anyway:
            word, *words = at_random(ACTIONS, game.combat, random)
            self.try_to(lambda: self.begin(Move(word, tuple(words), anyway=True)))
            return
        found = game.options()
        if game.combat.turn > MOST_TURNS and GIVE_UP in found.start:
            self.begin(Move(GIVE_UP))
        elif "bless reinforce" in found.start and random.random() < 0.2:
            self.try_to(lambda: self.begin(Move("bless", ("reinforce",))))
        else:
            word, *words = any_action(found, random)
            self.begin(Move(word, tuple(words)))

    def begin(self, move: Move) -> None:
        self.trace.append(move)
        self.table.game.begin(move)

    def put_right(self) -> None:
        words = at_random(CORRECTIONS, self.table.game.combat, self.random)
        self.trace.append(words)
        if self.try_to(lambda: self.table.game.correct(words, "so it is on the mat")):
            self.corrected = True

    def try_to(self, do: Callable[[], Any]) -> bool:
        """Do what may be refused; then nothing has changed."""
        game = self.table.game
        before, kept, question = to_state(game.campaign), len(self.table.states), game.question()
        try:
            do()
        except (IllegalError, UsageError):
            assert len(self.table.states) == kept
            assert to_state(game.campaign) == before
            assert game.question() == question
            return False
        return True

    # What has to hold -------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Hold the state that was kept last to account."""
        game = self.table.game
        fight, combat = game.fight, game.combat
        check(combat)
        position = write_position(combat)
        again = PositionReader(self.table.catalogue).read_plain(position)
        assert write_position(again) == position
        self.check_chips(combat)
        assert self.table.states[-1] == to_state(game.campaign)
        assert fight.turn_of in {*AFTER[self.turn_of], "nobody"}, f"{fight.turn_of} after {self.turn_of}"
        assert (fight.turn_of == "nobody") == bool(fight.over)
        self.turn_of = fight.turn_of
        if not fight.under_way and not fight.over:
            done = fight.last
            assert (done.do, done.words) != (RIVALS, ()) or fight.turn_of == "player", "a whole turn goes to its end"
            assert done.do != END or fight.turn_of != "player"
        if fight.under_way and self.random.randrange(100) >= self.manner.reopened:
            return
        reopened = self.table.reopened()
        assert reopened.question() == game.question()
        assert write_position(reopened.combat) == position
        assert reopened.options() == game.options()
        if not fight.under_way:
            self.check_start(reopened)

    def check_start(self, game: Game) -> None:
        """What is offered at the start of a turn is taken, and what is not is refused (p.28)."""
        offered = GIVE_UP in game.options().start
        commands = [command for text, command in fight_choices(Sitting(), game).items() if text == "surrender"]
        assert commands == ([["turn", GIVE_UP]] if offered else [])
        try:
            game.begin(Move(GIVE_UP))
        except IllegalError:
            assert not offered
        else:
            assert offered

    def check_chips(self, combat: Combat) -> None:
        """Nothing comes from nowhere and nothing is lost (p.4-5)."""
        game = self.table.game
        campaign, fight = game.campaign, game.fight
        assert chips_of(campaign) == self.chips
        assert campaign.pad.blessings >= 0
        assert campaign.pad.hp >= 0
        assert (combat.yours.blessings or 0) >= 0
        if self.corrected or fight.under_way:
            return
        assert not [text for text in doubts(game) if "tactics" in text]
        drawn = Counter([*campaign.drawn.units, *(slug(b.name) for b in campaign.drawn.banes if b.kind == "unit")])
        assert self.troop(combat, "rival") == drawn
        assert self.troop(combat, "player") == Counter(campaign.camp.units)

    def troop(self, combat: Combat, side: str) -> Counter[str]:
        """Count a troop's chips wherever they lie: in the arena, in camp or lineup, face down."""
        units = [*combat.units.values(), *(combat.bench[id_] for id_ in combat.lineup)]
        found = Counter(unit.chip for unit in units if unit.side == side and not unit.elite)
        return found + Counter(f.chip for f in self.table.game.fight.fallen if f.side == side and not f.elite)

    def ended(self) -> "Fought":
        """Hold the end to account: the same moves and answers lead to it once more."""
        fight = self.table.game.fight
        assert fight.over in ("goal-met", "troop-gone", "surrendered", "campaign-lost")
        found = replayed(planned_from(self.start), fight, self.table.catalogue)
        assert not found.difference, found
        assert len(found.made) == len(fight.moves)
        return self


def planned_from(campaign: Campaign) -> Campaign:
    fight = campaign.fight
    assert fight is not None
    fresh = replace(fight, moves={}, under_way=False, position=fight.start, turn_of="set-up", fallen=(), house=())
    return replace(campaign, fight=fresh)


CORRECTIONS = """
place UNIT HEX; place UNIT HEX NUMBER; place CHIP HEX SIDE; place secutor HEX 2 arena; move UNIT HEX; move UNIT HEX
move UNIT HEX; remove UNIT; remove UNIT WHERE; set UNIT hp NUMBER; set UNIT hp NUMBER; set UNIT dazed YES
set UNIT tactics TACTICS; set UNIT tribune YES; set LYING ANYWHERE; set points NUMBER; set turn NUMBER; set act NUMBER
set step STEP; set lineup LINEUP; set tactics TACTICS; set rival-tactics TACTICS; set camp-units NUMBER; set hero YES
set blessings NUMBER
"""
"""Any form of a correction, of any unit and any hex."""

ACTIONS = """
deploy UNIT HEX; tactic TACTIC UNIT; move UNIT HEX; move UNIT HEX; roam UNIT; ability UNIT SKILL; attack UNIT OTHER
attack UNIT OTHER; special UNIT SKILL; bless BLESSING; end
"""
"""Actions without a look at the rules, to be done anyway."""


def at_random(forms: str, combat: Combat, random: Random) -> tuple[str, ...]:
    """One of some forms, with whatever its words in capitals stand for, there or not."""
    units, hexes = [*combat.units, *combat.lineup, "nobody"], [*combat.arena.mat.bit, "Z9"]
    skills = [*(skill for unit in combat.units.values() for skill in unit.skills), "nonsense"]
    lineup = ",".join(random.sample(combat.lineup, len(combat.lineup))) or "none"
    words: dict[str, Sequence[str]] = {
        "UNIT": units, "OTHER": units, "HEX": hexes, "SKILL": skills, "STEP": STEPS, "LINEUP": ["none", lineup],
        "LYING": ["flag", *combat.chips], "ANYWHERE": [random.choice(units), random.choice(hexes), "none"],
        "NUMBER": ["0", "1", "2", "3", "5", "12", "-1"], "YES": ["yes", "no", "perhaps"],
        "CHIP": ["murmillo", "shade", "archer"], "SIDE": ["rival", "player"], "BLESSING": ["reinforce", "survive"],
        "TACTIC": ["stun", "hamstring", "bolster-health", "adrenaline"], "WHERE": ["defeated", "camp", "lineup", "bag"],
        "TACTICS": ["stun", "adrenaline", "stun,hamstring", "none", "bolster-health", "nonsense"],
    }  # fmt: skip
    form = random.choice(forms.strip().replace("\n", "; ").split("; "))
    return tuple(random.choice(words[word]) if word in words else word for word in form.split())


def fought(seed: int, catalogue: Catalogue, manner: Manner) -> Fought:
    table = begun(seed, catalogue)
    playing = Fought(table, Random(seed), manner)
    try:
        return playing.play()
    except Exception as fault:
        fault.add_note(f"seed {seed}, {manner}: {FIGHTS[seed % len(FIGHTS)]}; the last of it: {playing.trace[-12:]}")
        raise
