"""What is set once: read, written, wrong, and what it changes in play."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoplo_companion.cli.fight.playing import BySettings, by_settings
from hoplo_companion.cli.terminal import settings as known
from hoplo_companion.dice import Dice
from hoplo_companion.errors import StoppedError
from hoplo_companion.render import style
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import Question
from hoplo_companion.table.play.answers import ROLL
from tests.helpers.boards import combat
from tests.helpers.cli import Sitting, done, hoplo
from tests.helpers.seated import conversed

DEFAULTS = {
    "dice": "ask",
    "draws": "hand",
    "lang": "en",
    "theme": "auto",
    "board": "drawn",
    "clock": "yes",
    "chance": "no",
    "pages": "no",
    "screen": "yes",
    "look": "no",
    "confirm": "yes",
}
BOARD = "atl bloodshed 3 | r: rep@D3 3 1/1/3 attack=b skills=- | p: krak@D4 6"
ENGAGE = ("rival-turn", BOARD, "--step", "engage")


def config_file() -> Path:
    return Path(os.environ["HOPLO_HOME"]) / "config.toml"


def written(text: str) -> Path:
    path = config_file()
    path.write_text(text, encoding="utf-8")
    return path


# Reading and writing --------------------------------------------------------------------------------------------


def test_without_a_file_everything_is_as_it_comes() -> None:
    assert hoplo("config", "--json").json["settings"] == DEFAULTS
    assert hoplo("config", "theme").out == "auto\n"
    assert not config_file().exists()
    shown = hoplo("config").out
    assert all(key in shown for key in DEFAULTS)
    assert str(config_file()) in shown


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, each in known.SETTINGS.items() for value in each.values]
)
def test_every_value_can_be_set_and_left_again(key: str, value: str) -> None:
    assert hoplo("config", key, value, HOPLO_LANG="en").out.startswith(f"{key} is {value}: ")
    assert hoplo("config", key, "--json").json["value"] == value
    assert hoplo("config", "--json").json["settings"] == {**DEFAULTS, key: value}
    assert hoplo("config", "--reset", key).code == 0
    assert hoplo("config", "--json").json["settings"] == DEFAULTS


def test_comments_and_other_keys_stay() -> None:
    path = written('# mine\ndice = "hand" # as at the club\n\n[later]\nx = 1\n')
    assert hoplo("config", "draws", "app").code == 0
    assert hoplo("config", "dice", "app").code == 0
    text = path.read_text()
    assert "# mine" in text
    assert "# as at the club" in text
    assert "[later]\nx = 1" in text
    assert hoplo("config", "--json").json["settings"] == {**DEFAULTS, "dice": "app", "draws": "app"}


@pytest.mark.parametrize(("words", "meant"), [
    (("language", "IT"), "lang"), (("Confirmations", "no"), "confirm"), (("THEME", "Plain"), "theme"),
])  # fmt: skip
def test_names_are_matched_loosely(words: tuple[str, str], meant: str) -> None:
    assert hoplo("config", *words).code == 0
    assert hoplo("config", "--json").json["settings"][meant] == words[1].lower()


@pytest.mark.parametrize(("words", "key", "value"), [
    (("lang", "Italiano"), "lang", "it"), (("lang", "it_IT"), "lang", "it"), (("lingua", "italian"), "lang", "it"),
    (("confirm", "off"), "confirm", "no"), (("confirm", "sì"), "confirm", "yes"),
    (("confirm", "False"), "confirm", "no"),
    (("dice=app",), "dice", "app"), (("theme=Dark",), "theme", "dark"),
])  # fmt: skip
def test_other_words_for_a_value_are_understood(words: tuple[str, ...], key: str, value: str) -> None:
    assert hoplo("config", *words, HOPLO_LANG="en").out.startswith(f"{key} is {value}: ")
    assert hoplo("config", "--json").json["settings"][key] == value
    assert hoplo("config", "--reset", "ALL").code == 0
    assert hoplo("config", "--json").json["settings"] == DEFAULTS


@pytest.mark.parametrize(("words", "said"), [
    (("dcie", "app"), "did you mean dice?"),
    (("colour",), "no setting is called 'colour'"),
    (("dice", "ap"), "dice is one of ask, hand, app, and not 'ap'"),
    (("theme", "drak"), "did you mean dark?"),
    (("dice", ""), "and not ''"),
    (("", ""), "known settings: board, chance, clock, confirm, dice, draws, lang, look, pages, screen, theme"),
    (("--reset", "nothing"), "known settings"),
    (("dice", "--reset", "dice"), "takes no further key"),
    (("dice", "app", "more"), "Too many words"),
])  # fmt: skip
def test_what_is_wrong_is_said_with_what_would_be_right(words: tuple[str, ...], said: str) -> None:
    ran = hoplo("config", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert not config_file().exists()


@pytest.mark.parametrize(("text", "said"), [
    ("dice = ", "not valid TOML"),
    ("dice = 'app'\ndice = 'ask'", "not valid TOML"),
    ("\x00", "not valid TOML"),
    ("colour = 'red'", "no setting is called 'colour'"),
    ("dice = 3", "dice is one of ask, hand, app, and not 3"),
    ("[dice]\nx = 1", "dice is one of ask, hand, app"),
    ("theme = 'drak'", "did you mean dark?"),
])  # fmt: skip
def test_a_broken_file_never_stops_play(text: str, said: str) -> None:
    written(text)
    ran = hoplo(*ENGAGE, "--json")
    assert said in ran.err
    assert ran.err.count(said) == 1
    assert ran.json["question"]["kind"] == "dice"
    assert hoplo("config", "--json").json["settings"] == DEFAULTS


def test_what_is_right_beside_what_is_wrong_holds() -> None:
    written('dice = "app"\ndraws = "nobody"\nconfirm = false\n')
    ran = hoplo("config", "--json")
    assert ran.json["settings"] == {**DEFAULTS, "dice": "app", "confirm": "no"}
    assert "draws is one of hand, app" in ran.err


def test_a_file_that_is_no_toml_is_not_written_over() -> None:
    path = written("dice = ")
    ran = hoplo("config", "dice", "app")
    assert (ran.code, path.read_text()) == (1, "dice = ")
    assert "config.toml" in ran.err
    assert hoplo("config", "--reset", "all").code == 0
    assert not path.exists()
    assert path.with_suffix(".old.toml").read_text() == "dice = "
    assert hoplo("config", "dice", "app").code == 0
    assert "nothing was set" not in hoplo("config", "--reset", "all").err
    assert "nothing was set" in hoplo("config", "--reset", "all").err


def test_a_folder_in_place_of_the_file_is_told() -> None:
    config_file().mkdir()
    assert "config.toml is a folder, which hoplo cannot use" in hoplo("config").err
    assert hoplo("config", "dice", "app").code == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=60))
def test_any_bytes_leave_the_defaults(data: bytes) -> None:
    config_file().write_bytes(data)
    values, _ = known.read_settings()
    assert set(values) <= set(DEFAULTS)
    assert all(value in known.SETTINGS[key].values for key, value in values.items())


# Dice and draws -------------------------------------------------------------------------------------------------


def test_dice_by_the_app_are_rolled_and_said() -> None:
    assert hoplo(*ENGAGE).code == 2
    written('dice = "app"')
    ran = done(*ENGAGE, "--seed", "1")
    assert "The app rolls: " in ran.out
    again = hoplo(*ENGAGE, "--seed", "1", "--json")
    assert again.json["over"] is None
    assert "The app rolls: " in again.err


def test_the_app_rolls_and_nothing_else() -> None:
    """A choice stays the player's: it is open, and the dice before it were rolled."""
    written('dice = "app"\ndraws = "app"')
    ran = hoplo("rival-turn", "--example", "--json")
    assert ran.code == 2
    assert ran.json["question"]["kind"] == "choice"


def test_a_script_wins_over_the_settings(tmp_path: Path) -> None:
    written('dice = "app"')
    script = tmp_path / "answers.jsonl"
    script.write_text("1\n")
    ran = done(*ENGAGE, "--answers", script, "--json")
    assert "The app rolls" not in ran.err
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    assert "the answers have ended" in hoplo(*ENGAGE, "--answers", empty).err


class Script:
    """Gives its answers in order, as the person at the table does."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)

    def answer(self, question: Question, combat: Combat) -> object:
        return self.answers.pop(0)


def by_settings_for(terminal: Sitting, rolls: str, draws: str, *answers: object) -> BySettings:
    return BySettings(terminal, Script(*answers), Dice(1), rolls=rolls, draws=draws)


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
    assert terminal.said().startswith("The app rolls: ")
    kept = by_settings(terminal, Script("same"), Dice(1))
    assert isinstance(kept, Script), "where nothing is set, nothing stands in between"


def test_draws_by_the_app_come_out_of_the_bag() -> None:
    assert hoplo("new", "--first-game").code == 0
    assert hoplo("bag", "draw", "2").code == 2
    written('draws = "app"')
    before = hoplo("bag", "--json").json["size"]
    ran = done("bag", "draw", "2", "--seed", "1", "--json")
    assert "the app draws: " in ran.err
    assert hoplo("bag", "--json").json["size"] == before - 2
    assert hoplo("bag", "draw", "--app", "--seed", "1").err == "", "an option says the same, and wins"


def test_a_set_up_draws_by_the_app() -> None:
    assert hoplo("new", "--first-game").code == 0
    for words in (
        "Home --kind capital --region atlanteans --path Field --here",
        "Field --kind bloodshed --region atlanteans",
    ):
        assert hoplo("map", "add", *words.split()).code == 0
    assert hoplo("travel", "Field").code == 0
    written('draws = "app"')
    ran = hoplo("fight", "start", "Brawl: bloodshed, lineup bag bag, yours hero camp*2", "--json")
    assert ran.err.count("The app draws: ") == 2
    assert ran.json.get("question", {"kind": ""})["kind"] != "chip"


def test_primuses_are_drawn_by_the_app_where_that_is_set() -> None:
    words = ("new", "--hero", "krakenlance", "--difficulty", "fearless", "--scion", "hydra", "--class", "attacker")
    assert hoplo(*words).code == 2
    written('draws = "app"')
    assert hoplo(*words, "--seed", "1").code == 0


def test_the_scions_dice_are_rolled_by_the_app_where_that_is_set() -> None:
    assert hoplo("scion", "roll", "hydra").code == 2
    written('dice = "app"')
    by_app = hoplo("scion", "roll", "hydra", "--seed", "3", "--json")
    assert by_app == hoplo("scion", "roll", "hydra", "--app", "--seed", "3", "--json")
    assert hoplo("scion", "roll", "hydra", "green=0", "--json").code == 0


# Colours and asking again ---------------------------------------------------------------------------------------


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
    assert show.has_colour(False) is colour
    assert show.has_colour(True) is False
    if colour:
        assert show.theme() == drawn


def test_boards_are_shown_in_sentences_where_that_is_set() -> None:
    written('board = "words"')
    board = "atl koth 3 movement | r: rep@B3 3 | p: krak@E3 5"
    turn = hoplo("rival-turn", board, "--auto", "first", "--seed", "1").out
    for said in (hoplo("board", board).out, turn):
        assert "Your Krakenlance on E3, 5 HP, Move 2, Range 1, hero." in said
        assert "\\___" not in said
    assert turn.count("Your deployment hexes: ") == 2
    written('board = "drawn"')
    assert "\\___" in hoplo("board", board).out


def test_the_themes_draw_the_same_styles(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(style.THEMES["light"]) == set(style.THEMES["dark"])
    line = [style.Span(name, name) for name in style.STYLES]
    for styles in style.THEMES.values():
        style.paint([line], styles=styles)
    dark, light = capsys.readouterr().out.splitlines()
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


def test_at_a_terminal_it_is_asked_and_enter_is_no() -> None:
    assert hoplo("new", "--first-game").code == 0
    asked = "Move krakenlance to the trash?"
    conversed("save delete krakenlance", "enter", asked, "stopped", code=130)
    conversed("save delete krakenlance", "y", asked, "in the trash as krakenlance")


def test_at_a_terminal_the_app_rolls_without_a_question() -> None:
    written('dice = "app"')
    conversed(shlex.join(ENGAGE), "", "The app rolls: ")


def test_without_a_terminal_nobody_is_asked_again() -> None:
    assert hoplo("new", "--first-game").code == 0
    assert hoplo("save", "delete", "krakenlance").code == 0
