"""What is set once: read, written, wrong, and what it changes in play."""

import json
import os
import re
import shlex
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoplo_companion.cli.fight.playing import BySettings
from hoplo_companion.cli.terminal import output as known
from hoplo_companion.dice import Dice
from hoplo_companion.errors import StoppedError
from hoplo_companion.render import style
from hoplo_companion.rules.dialogue import Question
from hoplo_companion.rules.model import Combat
from hoplo_companion.table.play.answers import ROLL
from tests.helpers.boards import combat
from tests.helpers.cli import Sitting, done, hoplo
from tests.helpers.stories import Story, stories

DEFAULTS = {
    "dice": "ask", "draws": "hand", "lang": "en", "theme": "auto", "board": "drawn", "clock": "yes", "chance": "no",
    "pages": "no", "screen": "yes", "look": "no", "confirm": "yes",
}  # fmt: skip
BOARD = "atl bloodshed 3 | r: rep@D3 3 1/1/3 attack=b skills=- | p: krak@D4 6"
ENGAGE = ("rival-turn", BOARD, "--step", "engage")
IN_WORDS = shlex.join(ENGAGE)
MOVING = "atl koth 3 movement | r: rep@B3 3 | p: krak@E3 5"


def config_file() -> Path:
    return Path(os.environ["HOPLO_HOME"]) / "config.toml"


def written(text: str) -> None:
    config_file().write_text(text, encoding="utf-8")


ALL = json.dumps(DEFAULTS)
NAMES = "board, chance, clock, confirm, dice, draws, lang, look, pages, screen, theme"


def with_values(**values: str) -> str:
    return json.dumps({**DEFAULTS, **values})


@stories(f"""
Without a file everything is as it comes
  config --json -> settings = {ALL}
  config theme -> ^auto
  config -> dice | theme | screen | confirm | {{home}}/config.toml
Comments and other keys stay
  write {{home}}/config.toml '# mine\\ndice = "hand" # as at the club\\n\\n[later]\\nx = 1\\n'
  config draws app && config dice app && config --json -> settings = {with_values(dice="app", draws="app")}
  read {{home}}/config.toml -> # mine | # as at the club | [later] x = 1
Names are matched loosely
  config language IT && config Confirmations no && config THEME Plain
  config --json -> settings.lang = it | settings.confirm = no | settings.theme = plain
Other words for a value are understood, and all can be set back
  HOPLO_LANG=en config lang Italiano -> ^lang is it:
  HOPLO_LANG=en config lang it_IT -> ^lang is it:
  HOPLO_LANG=en config language italian -> ^lang is it:
  config confirm off && config --json -> settings.confirm = no
  config confirm sì && config --json -> settings.confirm = yes
  config confirm False && config --json -> settings.confirm = no
  HOPLO_LANG=en config dice=app -> ^dice is app:
  HOPLO_LANG=en config theme=Dark -> ^theme is dark:
  config --json -> settings = {with_values(lang="it", confirm="no", dice="app", theme="dark")}
  config --reset ALL && config --json -> settings = {ALL}
What is wrong is said with what would be right
  config dcie app -> 2 | did you mean dice?
  config colour -> 2 | no setting is called 'colour'
  config dice ap -> 2 | dice is one of ask, hand, app, and not 'ap'
  config theme drak -> 2 | did you mean dark?
  config dice '' -> 2 | and not ''
  config '' '' -> 2 | known settings: {NAMES}
  config --reset nothing -> 2 | known settings
  config dice --reset dice -> 2 | takes no further key
  config dice app more -> 2 | Too many words
  config --json -> settings = {ALL} | silent
What is right beside what is wrong holds
  write {{home}}/config.toml 'dice = "app"\\ndraws = "nobody"\\nconfirm = false\\n'
  config --json -> settings = {with_values(dice="app", confirm="no")} | draws is one of hand, app
A file that is no TOML is not written over, and put aside where all is set back
  write {{home}}/config.toml 'dice = ' && config dice app -> 1 | config.toml
  read {{home}}/config.toml -> ^dice =
  config --reset all && read {{home}}/config.old.toml -> ^dice =
  config dice app && config --reset all -> not nothing was set
  config --reset all -> nothing was set
A folder in the place of the file is told
  write {{home}}/config.toml/x x && config -> config.toml is a folder, which hoplo cannot use
  config dice app -> 1

# What is set holds in play
Dice by the app are rolled and said
  {IN_WORDS} -> 2
  write {{home}}/config.toml 'dice = "app"' && {IN_WORDS} --seed 1 -> The app rolls:
  {IN_WORDS} --seed 1 --json -> over = null | The app rolls:
The app rolls and nothing else: a choice stays the player's, and the dice before it were rolled
  write {{home}}/config.toml 'dice = "app"\\ndraws = "app"' && rival-turn --example --json -> 2 | question.kind = choice
A script wins over the settings
  write {{home}}/config.toml 'dice = "app"' && write {{tmp}}/answers.jsonl '1\\n' && write {{tmp}}/empty.jsonl '\\n'
  {IN_WORDS} --answers {{tmp}}/answers.jsonl --json -> not The app rolls
  {IN_WORDS} --answers {{tmp}}/empty.jsonl -> 1 | the answers have ended
Draws by the app come out of the bag, and an option says the same and wins
  new --first-game && bag draw 2 -> 2
  write {{home}}/config.toml 'draws = "app"' && bag --json -> size = 5
  bag draw 2 --seed 1 --json -> the app draws:
  bag --json -> size = 3
  bag draw --app --seed 1 -> silent
A set-up draws by the app
  new --first-game && map add Home --kind capital --region atlanteans --path Field --here
  map add Field --kind bloodshed --region atlanteans && travel Field && write {{home}}/config.toml 'draws = "app"'
  fight start 'Brawl: bloodshed, lineup bag bag, yours hero camp*2' --json -> 2 | The app draws: | question.kind = hex
Primuses are drawn by the app where that is set
  new --hero krakenlance --difficulty fearless --scion hydra --class attacker -> 2
  write {{home}}/config.toml 'draws = "app"'
  new --hero krakenlance --difficulty fearless --scion hydra --class attacker --seed 1
The scion's dice are rolled by the app where that is set
  scion roll hydra -> 2
  scion roll hydra --app --seed 3 --json -> keep rolled
  write {{home}}/config.toml 'dice = "app"' && scion roll hydra --seed 3 --json -> is rolled
  scion roll hydra green=0 --json
Boards are shown in sentences where that is set
  write {{home}}/config.toml 'board = "words"'
  board '{MOVING}' -> Your Krakenlance on E3, 5 HP, Move 2, Range 1, hero. | not \\___
  rival-turn '{MOVING}' --auto first --seed 1 -> Your Krakenlance on E3, 5 HP, Move 2, Range 1, hero. | not \\___
    | twice Your deployment hexes:
  write {{home}}/config.toml 'board = "drawn"' && board '{MOVING}' -> \\___
At a terminal it is asked before something is thrown away, and Enter is no
  new --first-game && save delete krakenlance << enter -> 130 | Move krakenlance to the trash? | stopped
  save delete krakenlance << y -> Move krakenlance to the trash? | in the trash as krakenlance
Without a terminal nobody is asked again
  new --first-game && save delete krakenlance
At a terminal the app rolls without a question
  write {{home}}/config.toml 'dice = "app"' && {IN_WORDS} << -> The app rolls:
""")
def test_settings(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, each in known.SETTINGS.items() for value in each.values]
)
def test_every_value_can_be_set_and_left_again(key: str, value: str) -> None:
    assert hoplo("config", key, value, HOPLO_LANG="en").out.startswith(f"{key} is {value}: ")
    assert hoplo("config", key, "--json").json["value"] == value
    assert hoplo("config", "--json").json["settings"] == {**DEFAULTS, key: value}
    done("config", "--reset", key)
    assert hoplo("config", "--json").json["settings"] == DEFAULTS


@pytest.mark.parametrize(("text", "said"), [
    ("dice = ", "not valid TOML"), ("dice = 'app'\ndice = 'ask'", "not valid TOML"), ("\x00", "not valid TOML"),
    ("colour = 'red'", "no setting is called 'colour'"), ("dice = 3", "dice is one of ask, hand, app, and not 3"),
    ("[dice]\nx = 1", "dice is one of ask, hand, app"), ("theme = 'drak'", "did you mean dark?"),
])  # fmt: skip
def test_a_broken_file_never_stops_play(text: str, said: str) -> None:
    written(text)
    ran = hoplo(*ENGAGE, "--json")
    assert ran.err.count(said) == 1
    assert ran.json["question"]["kind"] == "dice"
    assert hoplo("config", "--json").json["settings"] == DEFAULTS


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60))
def test_any_bytes_leave_the_defaults(data: bytes) -> None:
    config_file().write_bytes(data)
    values, _ = known.read_settings()
    assert set(values) <= set(DEFAULTS)
    assert all(value in known.SETTINGS[key].values for key, value in values.items())


class Script:
    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)

    def answer(self, question: Question, combat: Combat) -> object:
        return self.answers.pop(0)


def by_settings_for(terminal: Sitting, rolls: str, draws: str, *answers: object) -> BySettings:
    terminal._settings = {"dice": rolls, "draws": draws}
    return BySettings(terminal, Script(*answers).answer, Dice(1))


def test_dice_by_hand_are_never_rolled_by_the_app() -> None:
    terminal = Sitting()
    board = combat("engage", ["rep rival D3 blue", "krak player D4"])
    dice = Question(id="attack.dice", kind="dice", rule="engage.roll", dice=("blue", "red"))
    assert by_settings_for(terminal, "hand", "hand", ROLL, 2).answer(dice, board) == 2
    assert "rolled by hand" in terminal.said()
    assert by_settings_for(terminal, "ask", "hand", ROLL).answer(dice, board) == ROLL
    chip = Question(id="prepare.bag", kind="chip", rule="prepare.lineup", options=("archer", "stun"))
    assert by_settings_for(terminal, "hand", "hand", ROLL).answer(chip, board) == ROLL


def test_what_nobody_counts_cannot_be_drawn() -> None:
    terminal = Sitting()
    board = combat("engage", ["rep rival D3 blue", "krak player D4"])
    unknown = Question(id="prepare.bag", kind="chip", rule="prepare.lineup")
    assert by_settings_for(terminal, "app", "app", "archer").answer(unknown, board) == "archer"
    way = Question(id="roam.direction", kind="direction", rule="skills.roaming", options=("n", "se"))
    assert by_settings_for(terminal, "app", "hand").answer(way, board) in way.options
    assert "The app rolls: " in terminal.said()


@pytest.mark.parametrize(("theme", "background", "colour", "drawn"), [
    ("auto", "", True, "dark"), ("auto", "15;0", True, "dark"), ("auto", "0;15", True, "light"),
    ("light", "15;0", True, "light"), ("dark", "0;15", True, "dark"), ("plain", "", False, ""),
])  # fmt: skip
def test_the_theme_chooses_the_colours(
    theme: str, background: str, colour: bool, drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(f'theme = "{theme}"')
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLORFGBG", background)
    show = Sitting()
    monkeypatch.setattr(show, "shows", lambda: True)
    assert show.has_colour() is colour
    show.plain = True
    assert show.has_colour() is False
    if colour:
        assert show.theme() == drawn


def test_the_themes_draw_the_same_styles() -> None:
    assert set(style.THEMES["light"]) == set(style.THEMES["dark"])
    line = [style.Span(name, name) for name in style.STYLES]
    dark, light = (re.sub(r"\x1b\[[\d;]*m", "", style.painted([line], styles)) for styles in style.THEMES.values())
    assert dark == light


def test_throwing_away_is_asked_again_unless_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Sitting()
    asked: list[str] = []

    def refuse(text: str) -> bool:
        asked.append(text)
        return False

    monkeypatch.setattr(terminal, "agreed", refuse)
    with pytest.raises(StoppedError):
        terminal.confirm("Away with it?")
    assert asked == ["Away with it?"]
    written('confirm = "no"')
    terminal.reread_settings()
    terminal.confirm("Away with it?")
    assert len(asked) == 1
