"""Why a unit does not move or act, and what ended a combat: each named by its real source, with the rule of that."""

from typing import Any, NamedTuple

import pytest

from hoplo_companion.language import Language, speaking
from hoplo_companion.render.fight import events_words, fight_lines
from hoplo_companion.render.sentences.decisions import because
from hoplo_companion.render.sentences.events import sentence
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.dialogue import Event, event_of
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.options import begin
from hoplo_companion.rules.player.unit_options import unit_moves
from hoplo_companion.rules.why.steps import verdicts
from tests.helpers.boards import combat
from tests.helpers.own_catalogue import Own
from tests.helpers.play import Turn, play
from tests.helpers.proofs import columns, proofs
from tests.helpers.setting_up import at_your_turn, hit, stand

PROOFS = """

# What holds a unit back
skill.roaming: A roamer beside an opponent does not set out (sheet); with Movement 0 that is the reason
  r rival C3 mv2 hp3 Roaming, tactician player C4 hp2 as:tactician
    movement -> words Roamed: Attacker does not roam: it starts adjacent to your Tactician, and Roaming keeps it \
        there. Unit Skills; words-it Roamed: Attacker non vaga: comincia adiacente al vostro Tactician, e Roaming lo \
        tiene lì. Unit Skills
    why-not movement r C1 -> verdicts rule out: skill.roaming it starts adjacent to your Tactician, and Roaming keeps \
        it there
  r rival C1 mv0 hp3 Roaming, f player C4 hp5: movement -> words Roamed: The rival Attacker does not roam: its \
      Movement is 0. Unit Skills
A unit kept from attacking has no lack of targets (p.21, 24, 36)
  own tactics Stun: {tactic}
  r rival {line}, f player C4 hp5: engage -> CannotAct rule: {rule}; words CannotAct: The rival Attacker {text}
    {line} | {tactic} | {rule} | {text}
      C3 hp3 blue dazed | cannot move | combat.dazed | is dazed and does not act: it was deployed this turn. p.21, 35
      C3 hp3 blue +stun | fatigue | term.fatigued | does not act: fatigued by Stun. p.36
      C3 hp3 blue +stun | cannot attack | tactics.temporary | does not act: held by Stun. p.30
      A1 hp3 blue | cannot move | engage.end | does not act: no target. p.24
skill.daze-later: What dazed a unit with both skills, and that neither lifts it, are both told (dazed.later)
  own tactics Stun: daze
  r rival C1 blue hp3 dazed First_Strike Tactical +stun, f player C2 hp5
    engage -> CannotAct rule how by rulings: skill.daze-later dazed Stun dazed.later
  r rival C1 blue hp3 dazed First_Strike Tactical +stun, f player C4 hp5
    movement -> Stayed rule how by rulings: skill.daze-later dazed Stun dazed.later
    why-not movement r C2 -> verdicts out rule rulings: dazed by Stun skill.daze-later dazed.later
  h player C3 mv1 dazed, r rival G3 | state.side=player, state.dazed_later=h/, step=movement
    refuses move h C4 -> why: Your Attacker cannot move (dazed)
A refusal names what dazed or fatigued the unit
  own tactics Stun: fatigue
  own tactics Hamstring: daze
  a player C3 hp3 blue +stun, b player D3 hp3 blue +hamstring, d player E3 hp3 dazed, r rival C4 hp5 | \
      state.side=player, step=movement
    refuses move a C2 -> why: Your Attacker (a) cannot move (fatigued by Stun)
    refuses attack a r -> why: Your Attacker (a) cannot attack (fatigued by Stun)
    refuses move b D2 -> why: Your Attacker (b) cannot move (dazed by Hamstring)
    refuses move d E2 -> why: Your Attacker (d) cannot move (dazed: deployed this turn)

# Healing, and how far a mover ends
At full HP, or kept from healing though HP are missing, the reason is said (p.12, 24)
  own tactics Stun: cannot heal
  r rival C3 {line}, f player G3 hp5: abilities -> words Healed: {text}
    {line} | {text}
      hp3 Regen-1 | Regen: the rival Attacker is already at full HP (3 HP). Unit Skills
      hp2 hl3 Regen-1 | Regen heals the rival Attacker by 1 HP: it has 3 HP now. Unit Skills
      hp2 hl3 Regen-1 +stun | Regen: Stun keeps the rival Attacker from healing. Unit Skills
movement.farthest-in-range: A flier with every hex at its Range blocked ends nearer to its mark (p.23; sheet)
  r rival D3 mv3 rg2 hp3 Flight, f player A1 hp5
    movement, arena.blocked=A3/B3/C1/C2/C3 (B1) -> words Moved: The rival Attacker moves D3 → B1, within Range of your \
        Attacker (any opponent), as far away as it can…
    movement (C2) -> words Moved: The rival Attacker moves D3 → C2, within Range of your Attacker (any opponent). p.23…

# What ends a combat
end.goal-spar, end.goal-sport, end.goal-primus: Each kind of event is won by its own rule (p.18, 30)
  a player C3 hp3 black, h player G3 hero hp5, r rival C4 hp1 {words}{more} | event={event}: turn attack a r 1, \
      step=engage, state.side=player{flag} -> combat over: goal-met; CombatEnded rule: {rule}; words CombatEnded: {text}
  a player C3 hp3 black, h player G3 hero hp5{more} | event={event}: from movement -> CombatEnded rule: {rule}
    {event} | {words} | {more} | {flag} | {rule} | {text}
      bloodshed | | | | end.goal-bloodshed | Every rival unit is defeated: you win. p.18
      spar | | , t rival A1 hp5 tribune | | end.goal-spar | Every rival unit but the tribune is defeated: you win. p.18
      capture-the-flag | tribune | | , flag=A1 | end.goal-sport | Every rival unit is defeated: you win. p.18
      king-of-the-hill | tribune | | | end.goal-sport | Every rival unit is defeated: you win. p.18
      primus | elite | | | end.goal-primus | Every rival unit is defeated, the primus too: you win. p.18, 30
yours.attack: A refusal names the ruling that makes them no opponents; your own unit is none by the rule
  h player C3 hp3 blue of:plutos-refugees, n player D3 hp3 blue, b arena C4 hp3, r rival A1 hp3 | \
      arena_of=plutos-refugees, step=engage, state.side=player
    refuses attack h b -> rule: term.opponent; why: Your Attacker (h) cannot attack the arena's Attacker: it is not an \
        opponent here (ruling refugees.locals)
    refuses attack h n -> rule: yours.attack; why: Your Attacker (h) cannot attack your Attacker (n): it is not an \
        opponent
"""

test_rules = proofs(PROOFS)

FOE = "f player C4 hp5"


def said(event: Event, board: Combat, lang: Language = "en") -> str:
    with speaking(lang):
        return text_of(sentence(event, names_of(board)))


def stays_of(told: Turn, unit: str = "r") -> Event:
    [event] = [event for event in told.events if event.what == "stayed" and event.values["unit"] == unit]
    return event


class Case(NamedTuple):
    """A rival unit `r` that does not move: its line and the others', what is said of it, and the tactic's effect."""

    units: str
    rule: str
    en: str
    it: str
    short: str
    tactic: str

    def board(self) -> Combat:
        name, _, effect = self.tactic.partition(": ")
        own = Own(tactics={name: effect} if name else {})
        return own.combat("movement", [*self.units.split(", "), "w player G3 hp2"])


CASES = {name: Case(*rest) for name, *rest in columns("""
Combat Lock | r rival C3 hp3, defender player C4 hp5 as:defender Combat_Lock | skill.combat-lock | The rival Attacker \
    does not move: held by Combat Lock of your Defender. Unit Skills | L'Attacker rivale non si muove: trattenuto da \
    Combat Lock del vostro Defender. Unit Skills | held by Combat Lock of your Defender
fatigue | r rival C1 hp3 +stun, f player C4 hp5 | term.fatigued | The rival Attacker does not move: fatigued by Stun. \
    p.36 | L'Attacker rivale non si muove: affaticato da Stun. p.36 | fatigued by Stun | Stun: fatigue
a tactic that forbids it | r rival C1 hp3 +stun, f player C4 hp5 | tactics.temporary | The rival Attacker does not \
    move: held by Stun. p.30 | L'Attacker rivale non si muove: trattenuto da Stun. p.30 | held by Stun | Stun: cannot \
    move
a tactic that dazes | r rival C1 hp3 +stun, f player C4 hp5 | combat.dazed | The rival Attacker does not move: dazed \
    by Stun. p.21, 35 | L'Attacker rivale non si muove: frastornato da Stun. p.21, 35 | dazed by Stun | Stun: daze
deployed | r rival C1 hp3 dazed, f player C4 hp5 | movement.dazed | The rival Attacker is dazed and does not move: it \
    was deployed this turn. p.21, 22 | L'Attacker rivale è frastornato e non si muove: è stato schierato in questo \
    turno. p.21, 22 | dazed: deployed this turn
Movement 0 | r rival C1 mv0 hp3, f player C4 hp5 | movement.limit | The rival Attacker does not move: its Movement is \
    0. p.23 | L'Attacker rivale non si muove: il suo Movimento è 0. p.23 | its Movement is 0
Movement 0 by a tactic | r rival C1 mv1 hp3 +hamstring, f player C4 hp5 | movement.limit | The rival Attacker does \
    not move: its Movement is 0 because of Hamstring. p.23 | L'Attacker rivale non si muove: il suo Movimento è 0 per \
    Hamstring. p.23 | its Movement is 0 because of Hamstring | Hamstring: movement -1
""", 7)}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_a_unit_that_does_not_move_is_told_by_what_holds_it(case: Case) -> None:
    """In the turn, in `why-not`, `moves` and `because`, in English and Italian: its own reason, by its name."""
    board = case.board()
    stayed = stays_of(play(board, only="movement"))
    assert (stayed.rule, said(stayed, board), said(stayed, board, "it")) == (case.rule, case.en, case.it)
    [(made, found)] = [each for each in verdicts(board, "movement", "r", "A1") if each[0].about == "destination"]
    assert (made.why(found).english(), found.rule) == (case.short, case.rule)
    [why] = unit_moves(board, board.units["r"]).why
    assert (why.rule, why.why.english()) == (case.rule, f"The rival Attacker stays: {case.short}")
    texts = [each["text"] for each in because(board) if each["unit"] == "r"]
    assert any(case.short in text for text in texts), texts
    assert all("Combat Lock" not in text for text in texts) or "Combat Lock" in case.short


def test_the_story_names_the_unit_that_holds_it() -> None:
    """A history has the names of the chips, `your` Defender among them."""
    board = CASES["Combat Lock"].board()
    stayed = stays_of(play(board, only="movement"))
    assert (
        events_words([stayed], names_of(board))
        == "The rival Attacker does not move: held by Combat Lock of your Defender."
    )


def test_a_unit_dazed_by_an_effect_was_not_deployed() -> None:
    """A unit that another one's skill dazes is dazed by that skill, until the end of its own turn (p.35)."""
    own = Own(skills={"Roar": {"effects": "turn start: daze all opponents within 2"}})
    board = own.combat("deployment", ["f player C4 hp5 Roar", "r rival C3 hp3"], state={"side": "player"})
    dazed, _ = begin(board)
    rivals = play(Own().reader.read(_written(dazed)), only="movement")
    stayed = stays_of(rivals)
    assert said(stayed, board) == "The rival Attacker does not move: dazed by Roar. p.21, 35"


def _written(board: Combat) -> bytes:
    """Write a board as the rival's turn finds it."""
    import msgspec

    from hoplo_companion.rules.position.document import write_position

    written = write_position(board)
    written["step"] = "movement"
    written["state"] = {**written["state"], "side": "rival"}
    written["units"] = [{**unit, "skills": []} for unit in written["units"]]
    return msgspec.json.encode(written)


ENDS = columns(
    """
flag.home | goal-met |  | The flag is home: you win. p.18 | La bandiera è a casa
king.points | goal-met | 7 | 7 points: you win the hill. p.18, 25 | 7 punti: vincete la collina
scion.goal | scion-defeated |  | The scion is defeated: you win. p.18, 30, 31 | Lo scion è sconfitto
scion.defeated | goal-met |  | The goal on the scion's card is reached: you win. p.18, 31, 37 | L'obiettivo della \
    carta dello scion
defeat.hero | campaign-lost |  | Your hero is defeated: the campaign is lost. p.27 | Il vostro eroe è sconfitto: la \
    campagna è persa
end.troop-gone | troop-gone |  | You have nobody in combat and nobody left to deploy: the combat is failed. p.28 | \
    Non avete nessuno in combattimento
surrender.start | surrendered |  | You surrender: the combat is failed. p.28 | Vi arrendete
""",
    5,
)


@pytest.mark.parametrize(("rule", "why", "points", "english", "italian"), ENDS, ids=[each[0] for each in ENDS])
def test_what_ended_a_combat_is_said(rule: str, why: str, points: str, english: str, italian: str) -> None:
    event = event_of("combat-ended", rule=rule, why=why, points=int(points or 0))
    board = combat("movement", [FOE])
    assert said(event, board) == english
    assert italian in said(event, board, "it")


@pytest.mark.rule("flag.home", "end.goal-spar")
def test_a_fight_that_is_won_stands_by_what_won_it() -> None:
    flag = stand(at_your_turn("target", goals=["capture-the-flag"]), "krakenlance", "F2")
    flag.do("correct", "set", "flag", "krakenlance")
    flag.do("move", "krakenlance", "G2")
    assert standing(flag)[1] == "The flag is home: you win. `hoplo cleanup` cleans up."
    assert "The flag is home: you win." in events_words(flag.events, names_of(flag.game.combat))
    hill = at_your_turn("target", goals=["king-of-the-hill"])
    hill.do("correct", "set", "points", "6")
    hill.do("correct", "set", "over", "won")
    assert standing(hill)[1] == "6 points: you win the hill. `hoplo cleanup` cleans up."
    by_hand = at_your_turn("target", goals=["king-of-the-hill"])
    by_hand.do("correct", "set", "over", "won")
    assert standing(by_hand)[1] == "Combat won. `hoplo cleanup` cleans up."
    spar = stand(at_your_turn(goals=["spar"]), "krakenlance", "E3")
    spar.do("end").do("rival-turn")
    hit(spar, "krakenlance", "target-2")
    assert standing(spar)[1].startswith("Every rival unit but the tribune is defeated: you win.")


def standing(table: Any) -> list[str]:
    """Say how a fight stands, line by line."""
    game = table.game
    return [text_of(line) for line in fight_lines(game.fight, game.combat, game.question())]
