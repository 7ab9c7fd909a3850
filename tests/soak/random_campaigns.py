"""Campaigns played at random through `hoplo play`, in both languages: what is offered, announced, kept and taken back.

Each evening is played twice, in English and in Italian, by the same keys: both have to ask as much and keep the same.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from hoplo_companion.campaign.model import Bag, Bane, Campaign
from hoplo_companion.campaign.naming import CAPITALS, chip_name, region_name
from hoplo_companion.campaign.rounds import cards_drawn, event_here
from hoplo_companion.campaign.travel import destinations
from hoplo_companion.cli.app import run
from hoplo_companion.cli.terminal.output import set_value
from hoplo_companion.cli.terminal.prompt import Prompt, Reply
from hoplo_companion.errors import StoppedError
from hoplo_companion.files import FAILURE
from hoplo_companion.rules.effects.unknown import LASTS
from hoplo_companion.rules.sentence import said
from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import Sitting, as_a_new_process, hoplo
from tests.soak.random_ways import random_way

KNOWN = (
    ("unit", "Attacker: 2/1/4, blue blue"), ("unit", "Archer: 1/2/3, yellow blue"), ("unit", "Defender: 1/1/5, black"),
    ("unit", "Tactician: 1/2/3, green"), ("tactic", "Stun: instant, daze"),
    ("event", "Brawl: bloodshed, lineup bag bag, yours hero camp*2"),
    ("event", "Games: sport, goals koth spar, lineup bag bag bag, yours hero camp*2"),
    ("bane", "Ruin: bag, range +1 for rival"), ("bane", "Gigantic: camp, movement -1 for yours"),
)  # fmt: skip
NONSENSE = ("what?", "x" * 90, '"', "-1", "1e9", "a,b", ":", "none", "{x}", "99")
LINES = (
    ("Priority lists", ("all: hero > closest",)),
    ("What happens?|Enter if nothing", ("",)),
    ("compass", ("1=n 2=ne 3=se 4=s 5=sw 6=nw",)),
    ("The whole chip", ("attacker, 1/1/3, b", "1/1/3, b", "2/1/4, b b")),
    ("Which event", ("brawl", "games", "Brawl: bloodshed, lineup bag, yours hero camp")),
    ("HP now", ("", "", "3", "1", "0")),
    ("kind, as in", ("ruin:bag", "shade:unit", "attacker", "archer")),
    ("NAME:KIND", ("", "ruin:bag")),
    ("Where to|Where do you go", ("Delos", "Rhodes", "Ithaca", "b", "c", "")),
    ("Prowess", ("Endurance 1", "Swift", "Level 2", "Deep Bag 1")),
    ("dice", ("blue", "bb", "yellow blue")),
    ("arbor", ("Pharos", "Themis", "d", "e")),
    ("", ("", "", "2", "Delos", "Ruin", "Archer")),
)
"""What may be typed where a question says so."""

PARTS = ("  Next,", "  Skills", "  >", "> ", "  Number", "Continue after that?", "Keep it as your reminder")
"""How a prompt begins that asks for a part of an answer: who comes back is asked for all of it."""

LEFT_OUT = r"\bapp\b|none left|^surrender$"
"""Choices that leave much to chance, or little of the evening."""

ENGLISH = re.compile(r"\b(the|your|which|with|from|and|are|you|their|has|have|this)\b", re.IGNORECASE)
"""Words that only an English sentence has."""

NO_SENTENCE = re.compile(
    r"`[^`]*`|'[^']*'|\"[^\"]*\"|\b[Tt]he (?:[A-Z]|…)|--[a-z]+|[a-z]+\.[a-z-]+|[a-z]+(?:-[a-z]+)+|capture-the-flag.*|"
    r"king-of-the-hill.*|" + "|".join(LASTS)
)
"""What may stand in an Italian line: commands, what was typed, names as printed, words that are typed as they are."""

CARRIED_OUT = "you will be asked what it is|another location"
"""Ways to what the map does not show yet, which may turn out to be closed."""


class Kept(NamedTuple):
    """What is on disk of a campaign: its state, and the records of the player's own."""

    state: dict[str, Any]
    records: dict[str, bytes]


def kept_on_disk(home: Path) -> Kept:
    data, library = home / "data", Library(home)
    state = library.open(library.current()).state if library.names() else {}
    return Kept(state, {str(path.relative_to(data)): path.read_bytes() for path in sorted(data.rglob("*.toml"))})


def differing(one: Kept, other: Kept) -> list[Any]:
    """List what two states have differently."""
    pairs = [(one.state, other.state), (one.records, other.records)]
    return [(key, a.get(key), b.get(key)) for a, b in pairs for key in {*a, *b} if a.get(key) != b.get(key)]


class Asked(NamedTuple):
    text: str
    choices: tuple[str, ...]
    keys: str


class Player(Sitting):
    """A player who answers as `answers` says."""

    def __init__(self, answers: Callable[["Player", Prompt], Reply]) -> None:
        self.answers = answers
        self.ran: list[str] = []
        self.turned_down: list[str] = []
        self.fault: AssertionError | None = None
        super().__init__("play")

    def read(self, prompt: Prompt) -> Reply:
        try:
            return self.answers(self, prompt)
        except AssertionError as fault:
            self.fault = self.fault or fault  # the evening takes it for a failure of its own
            raise

    def show_command(self, words: str) -> None:
        self.ran.append(words)
        super().show_command(words)

    def refuse(self, fault: object, left: str = "") -> None:
        self.turned_down.append(str(fault))
        super().refuse(fault, left)


class Evenings:
    """Evenings in a home, one question after the other."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.story: list[str] = []

    def play(self) -> None:
        as_a_new_process()
        player = Player(self.answer)
        code = run(player)
        if player.fault is not None:
            raise player.fault
        assert code in (0, 130), self.told(code)
        assert not (self.home / FAILURE).exists(), self.told()

    def answer(self, player: Player, prompt: Prompt) -> Reply:
        """Answer a question; None leaves the command."""
        self.story.append(player.said())
        found = self.chosen(player, prompt)
        self.story.append(f"<<{found}>>")
        if found is None:
            raise StoppedError
        return found

    def chosen(self, player: Player, prompt: Prompt) -> Reply | None:
        raise NotImplementedError

    def told(self, *what: object) -> str:
        """Tell what is wrong, and the last of what was said and answered."""
        return "\n".join([*map(str, what), "".join(self.story)[-4000:]])


class AtRandom(Evenings):
    """Evenings in English: each question is answered by chance, and what comes of it is held."""

    def __init__(self, random: Random, home: Path) -> None:
        super().__init__(home)
        self.random = random
        self.given: list[tuple[Reply | None, int]] = []
        """Each answer, and how many choices there were."""
        self.states: list[dict[str, Any]] = []
        """What was kept each time it was asked what comes next."""
        self.left = 0
        self.before: Kept | None = None
        self.undone: Kept | None = None
        self.top, self.is_typed, self.has_begun, self.is_aside = "", False, False, False
        self.ran = self.shown = 0
        self.made: list[str] = []
        self.asked: list[Asked] = []
        self.trail: list[Reply] = []
        """The answers since it was asked what comes next, up to where the command began."""
        self.again: list[Reply] | None = None
        """The answers that lead back to the question that was left."""
        self.expected: Asked | None = None

    def chosen(self, player: Player, prompt: Prompt) -> Reply | None:
        self.left -= 1
        found = self._next(player, prompt) if prompt.is_first else self._further(player, prompt)
        self.given.append((found, len(prompt.choices)))
        return found

    # What comes next ------------------------------------------------------------------------------------------------

    def _next(self, player: Player, prompt: Prompt) -> Reply:
        now = kept_on_disk(self.home)
        self.states.append(now.state)
        refused, player.turned_down = player.turned_down, []
        assert not refused or self.is_typed or re.search(CARRIED_OUT, self.top), self.told("offered", refused)
        if self.undone is not None:
            return self._redone(now)
        if self.before is not None and self.before.state:  # the first step stays
            self._hold_announced(self.before, now)
            if self.before.state != now.state and self.random.random() < 0.5:
                self.undone = now
                return Reply("U", True)
        if self.left < 0 or not prompt.choices:
            return Reply("Q", True)
        self.before, self.is_typed, self.has_begun, self.is_aside = now, False, False, False
        self.ran = self.shown = len(player.ran)
        self.asked, self.made = [], []
        self.trail = [self.again.pop(0) if self.again else Reply(self._key(prompt))]
        self.top = prompt.choices[self.trail[0].text]
        if self.top.startswith(("learn by", "the record of", "a stand-alone", "every command")):
            return Reply("Q", True)
        return self.trail[0]

    def _redone(self, now: Kept) -> Reply:
        """Go forth again after a step back, and then hold that all is as it was."""
        assert self.undone is not None
        if self.is_aside:
            assert now == self.undone, self.told("redo", differing(self.undone, now))
            self.undone, self.before, self.is_aside = None, None, False
            return Reply("?", True)
        assert now != self.undone, self.told("undo changed nothing")
        self.is_aside = True
        return Reply(":redo", True)

    def _hold_announced(self, before: Kept, now: Kept) -> None:
        """Hold what was announced by the choices that were made against what is kept."""
        was, is_ = before.state, now.state
        if was == is_:
            return
        pad, old = is_["pad"], was["pad"]
        if found := re.match(r"spectate: (\d+) influence", self.top):
            assert pad["influence"] == old["influence"] + int(found[1]), self.told()
            assert pad["hp"] >= pad["health"], self.told()
            assert (pad["weeks"], is_["phase"]) == (old["weeks"], "travel"), self.told()
        if found := re.match(r"(travel|sail) to (.+?)( by harbor)? \((?!you)", self.top):
            assert CAPITALS.get(is_["place"].removesuffix(" capital"), is_["place"]) == found[2], self.told()
            assert sum(pad["weeks"]) - sum(old["weeks"]) == (found[1] == "sail"), self.told()
        for made in self.made if is_["phase"] == "travel" != was["phase"] else ():
            if found := re.match(r"(Health|Leadership) \+1", made):
                assert pad[found[1].lower()] == old[found[1].lower()] + 1, self.told()
            if found := re.match(r"upgrade die (\d): (\w+) to (\w+)", made):
                at = int(found[1]) - 1
                assert (old["attack"][at], pad["attack"][at]) == (found[2], found[3]), self.told()

    # A question of a command ----------------------------------------------------------------------------------------

    def _further(self, player: Player, prompt: Prompt) -> Reply | None:
        if self.undone is not None:
            return None  # a step back or forth leads to what is asked there, which is left
        asked = Asked(prompt.text + prompt.message, tuple(prompt.choices.values()), prompt.takes + prompt.keys)
        if self.again is not None:
            if self.again:
                self.trail.append(self.again.pop(0))
                return self.trail[-1]
            if asked.text.startswith("Continue after that?"):
                return Reply(next(iter(prompt.choices)))
            if "(Enter: later)" in asked.text:
                return Reply("")  # a chip in sight is asked for each time, until it is entered
            self.again = None
            assert asked == self.expected, self.told("another question", asked, self.expected)
        self.asked.append(asked)
        self.ran += (len(player.ran) - self.shown) if self.is_aside else 0
        self.shown, self.is_aside = len(player.ran), False
        self.has_begun = self.has_begun or len(player.ran) > self.ran
        if self.asked.count(asked) > 6 or len(self.asked) > 120:
            return None
        if self.random.random() < 0.06 and not asked.text.startswith(PARTS):
            return self._leave(asked)
        if self.random.random() < 0.03:
            self.is_aside = True
            keys = [aside.key for aside in prompt.asides if aside.key in "BP?" and not aside.off]
            return Reply(self.random.choice(keys), True)
        found = Reply(self._answer(asked.text, prompt))
        if not self.has_begun:
            self.trail.append(found)
        return found

    def _leave(self, asked: Asked) -> Reply:
        """Leave a question for good, and come back where it will be asked again: it is the same then."""
        now = kept_on_disk(self.home)
        fight = now.state.get("fight")
        if fight is not None and fight["under_way"] and self.has_begun:
            self.again, self.expected = [Reply("1")], asked
        elif self.before is not None and self.before.state == now.state:
            self.again, self.expected = self.trail, asked
        self.left = 0
        return Reply("Q", True)

    def _key(self, prompt: Prompt) -> str:
        fit = [key for key, words in prompt.choices.items() if not re.search(LEFT_OUT, words)]
        return self.random.choice(fit or list(prompt.choices))

    def _answer(self, text: str, prompt: Prompt) -> str:
        if prompt.choices and prompt.takes != "line":
            key = self._key(prompt)
            self.made.append(prompt.choices[key])
            return key
        if prompt.keys:
            keys = [key for key in prompt.keys if key not in "rhmt"]  # dice that the app rolls fall differently again
            return self.random.choice(keys)
        self.is_typed = True
        if self.random.random() < 0.05:
            return self.random.choice(NONSENSE)
        if prompt.known and self.random.random() < 0.5:
            return self.random.choice(list(prompt.known))
        return self.random.choice(next(lines for words, lines in LINES if re.search(words, text)))


class InItalian(Evenings):
    """The same evenings in Italian: each answer as it was given, and no English sentence in what is said."""

    def __init__(self, home: Path, english: AtRandom) -> None:
        super().__init__(home)
        self.given, self.states = iter(english.given), iter(english.states)

    def chosen(self, player: Player, prompt: Prompt) -> Reply | None:
        lines = [line for line in self.story[-1].splitlines() if not line.startswith("> ")]
        english = [line for line in lines if ENGLISH.search(NO_SENTENCE.sub("", line))]
        assert not english, self.told("English", english)
        if prompt.is_first:
            state, expected = kept_on_disk(self.home).state, next(self.states)
            assert state == expected, self.told(differing(Kept(expected, {}), Kept(state, {})))
        answer, choices = next(self.given)
        assert len(prompt.choices) == choices, self.told("not as many choices", prompt.choices, choices)
        return answer


@contextmanager
def at_home(home: Path, language: str) -> Iterator[None]:
    with patch.dict(os.environ, {"HOPLO_HOME": str(home), "HOPLO_LANG": language}):
        yield


def random_start(random: Random, seed: int) -> Campaign | None:
    """A campaign of any edition on a small map, with chips, banes and cards of every kind; None for an empty home."""
    if seed % 4 == 0:
        return None
    units = random.choices(["attacker", "archer", "defender", "tactician"], k=random.randint(2, 7))
    bag = Bag(tuple(units), (Bane("Ruin", "bag"), Bane("Gigantic", "camp")))
    campaign = replace(random_way(seed), rulings={}, bag=bag)
    return campaign.with_pad(hp=random.randint(1, 6), leadership=random.randint(5, 7), blessings=random.randint(0, 2))


def journey(seed: int, folder: Path, questions: int = 150) -> int:
    """Play a campaign in both languages; gives how many questions were answered."""
    random = Random(seed)
    english, italian = folder / "en", folder / "it"
    english.mkdir(parents=True)
    campaign = random_start(random, seed)
    with at_home(english, "en"):
        set_value("screen", "no")
        for kind, line in KNOWN:
            hoplo("data", "add", kind, line)
        as_a_new_process()
        if campaign is not None:
            Library(english).begin("table", lambda _: campaign, "new", said("{hero} sets out", hero="Krakenlance"))
    shutil.copytree(english, italian)
    evenings = AtRandom(random, english)
    again = InItalian(italian, evenings)
    while len(evenings.given) < questions:
        evenings.left = random.choice([10, 40])
        with at_home(english, "en"):
            evenings.play()
            hold_looks(english)
            is_over = bool(kept_on_disk(english).state.get("outcome"))
        with at_home(italian, "it"):
            again.play()
        if is_over:
            break
    for home in (english, italian):
        with at_home(home, "en"):
            library = Library(home)
            assert [fault for name in library.names() for fault in examine(library, name)] == []
    return len(evenings.given)


LOOKS = ("pad", "camp", "bag", "bane", "stack", "map")


def hold_looks(home: Path) -> None:
    """Hold that lines and tables speak of the same, that looking changes nothing, and that what works is offered."""
    before = kept_on_disk(home)
    if not before.state:
        return
    for look in LOOKS:
        lines, table = hoplo(look), hoplo(look, "--json")
        assert lines.code == table.code, (lines, table)
        for each in {*_names(table.json)} if lines.code == 0 else ():
            called = {each, chip_name(each), chip_name(each), region_name(each)}
            assert any(name.casefold() in lines.out.casefold() for name in called), (look, each, lines.out)
    library = Library(home)
    campaign = library.played()
    if campaign.fight is None and not campaign.outcome:
        _hold_offers(home, campaign)
    assert kept_on_disk(home) == before


def _names(table: Any) -> Iterator[str]:
    if isinstance(table, dict):
        for key, value in table.items():
            yield from _names(value) if key != "boots" else ()
    elif isinstance(table, list):
        for each in table:
            yield from _names(each)
    elif isinstance(table, str) and table:
        yield table


def _hold_offers(home: Path, campaign: Campaign) -> None:
    """Hold the commands of a round that are accepted, each in a home of its own, against those that are offered."""
    if campaign.phase == "travel":
        found = destinations(campaign)
        ways = {(each.place, each.by) for each in found if not each.refused}
        offers = {
            ("travel", place, *(["--harbor"] if by == "harbor" else [])): (place, by) in ways
            for place in campaign.places
            for by in ("path", "harbor")
        }
    else:
        here = event_here(campaign) if campaign.phase == "event" else None
        may, is_card = (here.may, here.kind == "opportunity") if here is not None else ((), False)
        offers = {
            ("event", "accept"): "accept" in may and not is_card,
            ("event", "opportunity", *["X"] * min(cards_drawn(campaign), 1)): "accept" in may and is_card,
            ("event", "spectate", "--bane", "none"): "spectate" in may,
        }
    for words, is_offered in offers.items():
        with tempfile.TemporaryDirectory() as copy:
            shutil.copytree(home, copy, dirs_exist_ok=True)
            with patch.dict(os.environ, {"HOPLO_HOME": copy}):
                ran = hoplo(*words)
        is_accepted = ran.code == 0 or "several ways lead" in ran.err or "this brings" in ran.err
        assert is_accepted == is_offered, (words, ran, campaign.phase)
