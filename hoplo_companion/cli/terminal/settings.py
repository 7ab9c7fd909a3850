"""What the player has set once: dice and draws by hand or by the app, language, theme, boards, confirmations.

The settings stand in `config.toml` in the player's folder. A file that cannot be read, or that holds what is no
setting, never stops play: that is said once on stderr, and the default holds for what it does not set.
"""

import os
from pathlib import Path
from typing import Any, NamedTuple

from hoplo_companion.components.names import advise, in_english, near_misses, plain_slug, slug
from hoplo_companion.errors import HoploError, UsageError, clip
from hoplo_companion.files import forget, home_folder, keep, move, read_own, write_toml
from hoplo_companion.language import later, tr


class Setting(NamedTuple):
    """One thing to set: the values it may have with what they mean, the first as it comes."""

    what: str
    values: dict[str, str]

    @property
    def default(self) -> str:
        """The value that holds where nothing was set."""
        return next(iter(self.values))


WORDS = {
    **dict.fromkeys(("true", "on", "y", "si"), "yes"), **dict.fromkeys(("false", "off", "n"), "no"),
    **dict.fromkeys(("english", "inglese", "en-gb", "en-us"), "en"),
    **dict.fromkeys(("italian", "italiano", "it-it"), "it"), "drawing": "drawn", "sentences": "words",
}  # fmt: skip
"""Further words for values."""

SETTINGS = {
    "dice": Setting(
        later("who rolls the dice"),
        {
            "ask": later("every roll is asked for: roll by hand, or have the app roll this one"),
            "hand": later("you always roll"),
            "app": later("the app rolls, and says what it rolled"),
        },
    ),
    "draws": Setting(
        later("who draws from the bag and the stacks"),
        {"hand": later("you draw, and enter what came out"), "app": later("the app draws, and says what it drew")},
    ),
    "lang": Setting(later("the language"), {"en": later("English"), "it": later("Italian")}),
    "theme": Setting(
        later("the colours at a terminal"),
        {
            "auto": later("light on a background that the terminal calls light, else dark"),
            "dark": later("for a dark background"),
            "light": later("for a light background"),
            "plain": later("no colours"),
        },
    ),
    "board": Setting(
        later("how a board is shown"),
        {"drawn": later("as a drawing"), "words": later("in sentences, for the ear")},
    ),
    "clock": Setting(
        later("whether the line above a question shows how long you have played, and about how much is left"),
        {"yes": later("it does"), "no": later("it does not")},
    ),
    "chance": Setting(
        later("whether the line above a question shows how likely you win the fight"),
        {
            "no": later("it does not"),
            "yes": later("a bar of it, from fights played on for a second as your turn begins"),
        },
    ),
    "pages": Setting(
        later("whether an evening names the page behind each sentence"),
        {"no": later("only help and `why` do"), "yes": later("it does")},
    ),
    "screen": Setting(
        later("whether an evening is played on one screen"),
        {
            "yes": later("the board above, the prompt below, wherever the terminal has colours and 70x22 or more"),
            "no": later("one line after the other"),
        },
    ),
    "look": Setting(
        later("whether hoplo looks for the best plan as each of your turns ends, for `hoplo luck`"),
        {"no": later("only where you ask for advice"), "yes": later("two seconds a turn")},
    ),
    "confirm": Setting(
        later("whether hoplo asks before it throws something away"),
        {"yes": later("it asks"), "no": later("it is done at once")},
    ),
}
"""Every setting by its key, in the order in which they are listed."""


def config_path() -> Path:
    """Name the file that keeps the settings; it need not be there."""
    return home_folder() / "config.toml"


def read_settings() -> tuple[dict[str, str], list[str]]:
    """Read the file: the settings that it holds, and what is wrong with it, each in a sentence."""
    try:
        table = read_config()
    except HoploError as fault:
        return {}, [
            tr("{fault}; no setting holds until you correct it, or run `hoplo config --reset all`", fault=fault)
        ]
    values, faults = {}, []
    for name, value in table.items():
        try:
            key = key_named(name)
            values[key] = value_named(key, value)
        except HoploError as fault:
            faults.append(f"config.toml: {fault}")
    return values, faults


def read_config() -> dict[str, Any]:
    """Read the file as it is written; empty where there is none, HoploError where it cannot be read."""
    path = config_path()
    if not (os.path.lexists(path) or os.path.lexists(path.parent / "kept" / path.name)):
        return {}
    # Most players have none, and need nothing of this.
    from hoplo_companion.components.catalogue import read_toml

    return read_own(path, read_toml) or {}


def key_named(name: str) -> str:
    """Find the setting that a name begins with, as `language` does with `lang`; UsageError suggests the nearest."""
    for key in SETTINGS:
        if in_english(slug(name), SETTINGS).startswith(key):
            return key
    advice = advise(name, SETTINGS, tr("settings"))
    raise UsageError("no setting is called {name}; {advice}", name=clip(name), advice=advice)


def value_named(key: str, value: object) -> str:
    """Find the value of a setting as it was entered; UsageError says which it may have."""
    known = SETTINGS[key].values
    text = str(value) if isinstance(value, str | bool) else ""  # as TOML has truth values
    word = WORDS.get(plain_slug(text), in_english(plain_slug(text), known))
    if word in known:
        return word
    near = near_misses(text, known)
    words = {"key": key, "known": ", ".join(known), "value": clip(value), "near": ", ".join(near)}
    if near:
        raise UsageError("{key} is one of {known}, and not {value}; did you mean {near}?", **words)
    raise UsageError("{key} is one of {known}, and not {value}", **words)


def set_value(key: str, value: str | None) -> None:
    """Keep a setting in the file, or take it out, so that it is as it comes; all else, comments too, stays as it is."""
    import tomlkit

    path = config_path()
    try:
        read_config()  # says what is wrong with it, in the way of all files
        document = tomlkit.parse(path.read_bytes().decode("utf-8")) if os.path.lexists(path) else tomlkit.document()
    except tomlkit.exceptions.TOMLKitError as fault:
        raise UsageError("{path}: not valid TOML: {fault}", path=path, fault=fault) from None
    # The file may have it under another name of the setting.
    name = next((name for name in document if slug(name).startswith(key)), key)
    if value is not None:
        document[name] = value
    else:
        document.pop(name, None)
    if not tomlkit.dumps(document).strip():
        forget(path)
        path.unlink(missing_ok=True)
        return
    write_toml(path, document)
    keep(path)


def forget_all() -> Path | None:
    """Take the file away, so that everything is as it comes; it is kept beside, and its new name given."""
    path = config_path()
    forget(path)
    if not os.path.lexists(path):
        return None
    aside = path.with_suffix(".old.toml")
    aside.unlink(missing_ok=True)
    move(path, aside)
    return aside
