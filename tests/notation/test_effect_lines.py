"""Effects typed in one line: what is written reads back, what is not understood is said, and the reference is true."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoplo_companion.components import effects, words
from hoplo_companion.components.catalogue import read_toml, shipped_folder
from hoplo_companion.components.conditions import AnyCondition, Descriptor, Group, Hits, Near, Sum, Whom
from hoplo_companion.components.effects import Allow, AnyVerb, Displace, Effect, Forbid, Manual, RivalUse, Unequip
from hoplo_companion.errors import UsageError
from hoplo_companion.notation import reference as vocabulary
from hoplo_companion.notation.effects import notations, read_effect, read_effects, write_effect, write_effects
from tests.soak.effect_strategies import EFFECTS, TEXTS, WHOM, records

ROOT = Path(__file__).parents[2]

deep = settings(
    max_examples=settings().max_examples // 5, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

AS_WRITTEN = """\
movement +1
movement = 3
health -1 until end of its next turn
add green if outnumbered
add blue to all allies within 1
attacked: replace red black green by blue if not attacker elite
targeted: damage 1 to attacker if attacker in range
suffers damage: damage 1 to attacker if attacker in range
attacks: damage x2 if all hit
attacked: lose at most 1
attacked: lose none if hp at least health and missed
ability: heal number rival: always
ability: damage 1 to opponent within number rival: damages picks weakest
special: roll strongest at opponent within 3 rival: weaker
special: roll attack at opponent in range rival: always never attacks
special: roll weakest x(count opponents within 1) at all opponents within 1 \
rival: always if count opponents within 1 at least 2
ability: displace unit exactly 2 by 1 to within 1 rival: opens attack
ability: displace unit within 1 away and follow rival: opens attack
ability: may swap with unit within 1
may pass blocked
all allies (beast) may not roam
cannot move
cannot be attacked if struck
weakest opponent within 2 cannot heal until end of turn
draw attacks
mark hero first
grant Fury Aura 2 to all troop (not elite)
grant "Up and Away" if on key
fatigue until end of its next turn
manual "what to do"
rolled: may re-roll missed at most 1 once a turn
remove hits red of attacker if stat hits at least 2
cleanup: recruit 2 "two of your own" for rival
special: damage 2 (+1 if local) to opponent, unequip trident onto target for holder:trident called "Trident Throw"
always: nothing
attacks: add black if higher than target for unit called "High Ground"
"""

SYNONYMS = [
    ("allow pass-blocked", "may pass blocked"),
    ("ALLOW Pass-Blocked to all allies", "all allies may pass blocked"),
    ("may draw-attacks", "may draw attacks"),
    ("forbid move to all opponents", "all opponents cannot move"),
    ("dazed", "daze"),
    ("fatigued until end-of-its-next-turn", "fatigue until end of its next turn"),
    ("grant Absorb to all troop if it not elite", "grant Absorb to all troop if not it elite"),
    ("grant Absorb to all troop if it is not elite", "grant Absorb to all troop if not it elite"),
    ("grant Absorb to every troop (non-elite)", "grant Absorb to all troop (non elite)"),
    ("Damage 1 to an adjacent opponent", "damage 1 to opponent within 1"),
    ("damage 1 opponent adjacent", "damage 1 to opponent within 1"),
    ("+1 movement", "movement +1"),
    ("-2 health to all allies", "health -2 to all allies"),
    ("targeted: 1 damage to attacker", "targeted: damage 1 to attacker"),
    ("deal (count allies) damage to it", "damage (count allies) to it"),
    ("+1 movement +2", None),
    ("1 to attacker", None),
    ("add 2 green dice and_", None),
    ("add 2 green dice", "add green green"),
    ("add bbg", "add blue blue green"),
    ("attacks: damage ×2", "attacks: damage x2"),
    ("attack", "attack again"),
    ("may may not roam", "may may not roam"),
    ("heal", "heal fully"),
    ("reroll any dice", "re-roll any"),
    ("discard all tactics from target", "discard all tactics from target"),
    ("damage 1 to attacker if adjacent to attacker", "damage 1 to attacker if within 1 of attacker"),
    ("damage 1 to attacker if at least 2 hits", "damage 1 to attacker if hits at least 2"),
    ("ability: damage 1 to opponent rival: picks weakest", "ability: damage 1 to opponent rival: always picks weakest"),
    ("called Throw for holder:trident", None),
    ("move called Throw for holder:trident", 'move for holder:trident called "Throw"'),
    ("movement −1", "movement -1"),
    ('manual “say "yes"”', 'manual "say \\"yes\\""'),
]


@pytest.mark.parametrize("line", AS_WRITTEN.splitlines())
def test_a_line_reads_as_it_is_written(line: str) -> None:
    assert write_effect(read_effect(line)) == line.removeprefix("always: ")


@pytest.mark.parametrize(("typed", "written"), SYNONYMS)
def test_what_is_typed_otherwise_means_the_same(typed: str, written: str | None) -> None:
    if written is None:
        with pytest.raises(UsageError):
            read_effect(typed)
    else:
        assert write_effect(read_effect(typed)) == written


def test_a_line_means_what_it_says() -> None:
    """Lines give the very records of the schema, keys and all."""
    ability = read_effect("ability: displace unit exactly 2 by 1 to within 1 and follow rival: opens attack")
    moved = Displace(whom=Group(of="unit", exactly=2), steps=1, within=1, follow=True)
    assert ability == Effect(on="ability", verbs=[moved], rival=RivalUse(when="opens-attack"))
    throw = read_effect('special: damage 2 (+1 if local) to it, unequip fork onto target for holder:fork called "A"')
    amount = Sum(base=2, plus=1, conditions=[Descriptor(local=True)])
    assert throw.verbs == [effects.Damage(amount=amount, to="it"), Unequip(chip="fork", onto="target")]
    assert (throw.holder, throw.name) == ("holder:fork", "A")
    assert read_effect("may pass blocked") == Effect(verbs=[Allow(what="pass-blocked")])
    assert read_effect("may may pass blocked") == Effect(verbs=[Allow(what="pass-blocked")], may=True)
    assert read_effect("may not move") == Effect(verbs=[Forbid(what="move")])
    assert read_effect("daze if missed").conditions == [Hits(missed=True)]
    assert read_effect("daze if exactly 2 of attacker").conditions == [Near(exactly=2, to="attacker")]


@deep
@given(EFFECTS)
def test_every_effect_reads_back(effect: Effect) -> None:
    line = write_effect(effect)
    assert "\n" not in line
    assert read_effect(line) == effect
    assert read_effect(line.replace("  ", " ")) == effect or '"' in line


@pytest.mark.parametrize("kind", get_args(AnyVerb), ids=lambda kind: kind.__name__)
def test_every_verb_reads_back(kind: Any) -> None:

    @deep
    @given(records(kind, 3), st.booleans())
    def check(verb: AnyVerb, may: bool) -> None:
        assert read_effect(write_effect(Effect(verbs=[verb]))).verbs == [verb]
        effect = Effect(verbs=[verb, verb], may=may, once="turn")
        assert read_effect(write_effect(effect)) == effect

    check()


@pytest.mark.parametrize("kind", get_args(AnyCondition), ids=lambda kind: kind.__name__)
def test_every_condition_reads_back(kind: Any) -> None:
    """Each condition by itself is written and read back: of an effect, of a group, of a rival's use."""

    @deep
    @given(records(kind, 3))
    def check(condition: AnyCondition) -> None:
        one = Effect(verbs=[effects.Daze()], conditions=[condition])
        assert read_effect(write_effect(one)) == one
        both = [condition, condition]
        group = Group(of="ally", where=both)
        effect = Effect(verbs=[effects.Daze(whom=group)], conditions=both, rival=RivalUse(conditions=both))
        assert read_effect(write_effect(effect)) == effect

    check()


@deep
@given(WHOM, TEXTS)
def test_whom_and_names_read_back(whom: Whom, text: str) -> None:
    assert read_effect(write_effect(Effect(verbs=[effects.Defeat(whom=whom)]))).verbs == [effects.Defeat(whom=whom)]
    effect = Effect(verbs=[effects.Grant(skill=text), Manual(text=text)], name=text, holder=text)
    assert read_effect(write_effect(effect)) == effect


@deep
@given(st.lists(EFFECTS, max_size=3))
def test_several_effects_read_back(several: list[Effect]) -> None:
    assert read_effects(write_effects(several)) == several
    assert read_effects(" ; ".join(map(write_effect, several))) == several


def shipped() -> Iterator[tuple[str, Effect]]:
    for path in sorted((ROOT / "rules_data").rglob("*.toml")):
        yield from _effects(path.stem, tomllib.loads(path.read_text(encoding="utf-8")))


def _effects(where: str, value: Any) -> Iterator[tuple[str, Effect]]:
    if isinstance(value, list):
        for number, each in enumerate(value):
            yield from _effects(f"{where}[{number}]", each)
    elif isinstance(value, dict):
        if isinstance(value.get("do"), list):
            yield where, msgspec.convert(value, Effect)
        else:
            for key, each in value.items():
                yield from _effects(f"{where}.{key}", each)


def test_what_is_shipped_reads_back_from_lines() -> None:
    """Every effect of rules_data can be typed: there are many, and none needs more than 160 characters."""
    found = dict(shipped())
    assert len(found) > 30
    for where, effect in found.items():
        line = write_effect(effect)
        assert (where, read_effect(line)) == (where, effect)
        if not any(isinstance(verb, Manual) for verb in effect.verbs):
            assert len(line) <= 160, (where, line)


WRONG = [
    ("movment +1", "character 1: 'movment'", "movement"),
    ("sufers damage: damage 1 to attacker", "character 1: 'sufers'", "suffers damage"),
    ("damage 1 to atacker", "character 13: 'atacker'", "did you mean attacker"),
    ("damage 1", "character 9: the effect ends too early", "a unit: self"),
    ("movement", "character 9: the effect ends too early", "+N or -N or = N"),
    ("movement +1 untl end of turn", "character 13: 'untl'", "until"),
    ("movement +1 until tomorrow", "character 19: 'tomorrow'", "end of turn"),
    ("add pink", "character 5: 'pink'", "yellow, blue, green"),
    ("add 99 red", "character 5: '99'", "from 1 to 20"),
    ("add green if elit", "character 14: 'elit'", "elite"),
    ("heal number rival: alwys", "character 20: 'alwys'", "always"),
    ("heal number rival: oddly", "character 20: 'oddly'", "the end, or one of"),
    ("add green to all allies withn 1", "character 25: 'withn'", "within"),
    ("manual take it", "character 8: 'take'", "quotes"),
    ('manual "take it', "character 8: '\"' is not understood", "double quotes"),
    (r'manual "a \q"', "character 8:", "backslash"),
    (r'manual "a \ud800"', "character 8:", "backslash"),
    ("daze if local, daze", "character 14: ','", "verbs go before these"),
    ("grant to all allies", "character 7: 'to'", "the name of a skill"),
    ("damage +1 to attacker", "character 11: 'to'", "the end"),
    ("daze self daze", "character 11: 'daze'", "the end"),
    ("daze\n\nmovement +1\nmvement 2", "character 19: 'mvement'", "movement"),
    ("damage 12345678901 to it", "character 8: '12345678901'", "an amount"),
    ("damage " + "(count unit within " * 50, "character ", "nested too deep"),
    ("grant Absorb ; daze", "one effect is expected here", "2"),
    (" \n ; ", "expected what it does", "manual"),
]


@pytest.mark.parametrize(("line", "place", "right"), WRONG, ids=[line[:20] for line, _, _ in WRONG])
def test_an_error_says_the_word_the_place_and_what_is_right(line: str, place: str, right: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_effect(line)
    said = str(caught.value)
    assert said.startswith(place)
    assert right in said
    assert "\n" not in said


def attempt(line: str) -> None:
    try:
        found = read_effects(line)
    except UsageError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert read_effects(write_effects(found)) == found


@deep
@given(st.text())
def test_no_text_is_too_odd(line: str) -> None:
    attempt(line)


KNOWN = sorted({word for line in AS_WRITTEN.split() for word in re.findall(r"[\w-]+|[^\w\s]", line)} | {"minus", "x"})
PUT = ["", " ", "(", "-1", *KNOWN]


@deep
@given(st.lists(st.sampled_from(KNOWN), max_size=12).map(" ".join))
def test_no_heap_of_words_is_too_odd(line: str) -> None:
    """The notation's own words in any order are read or refused; what is read is written and read back."""
    attempt(line)


@deep
@given(st.sampled_from(AS_WRITTEN.splitlines()), st.integers(0, 200), st.integers(0, 5), st.sampled_from(PUT))
def test_no_slip_is_too_odd(line: str, at: int, cut: int, put: str) -> None:
    attempt(line[:at] + put + line[at + cut :])


def test_each_example_shows_what_it_is_for() -> None:
    for notation in (*notations(AnyVerb), *notations(AnyCondition)):
        config = notation.kind.__struct_config__
        effect = read_effect(notation.kind.example)
        assert f'{config.tag_field} = "{config.tag}"' in vocabulary.example(notation.kind.example)
        assert write_effect(effect) == notation.kind.example
    shown = re.findall(r"```toml\n(.*?)\n```\n\n```text\n(.*?)\n```", vocabulary.reference(), re.DOTALL)
    assert len(shown) >= len(notations(AnyVerb)) + len(notations(AnyCondition))
    for toml, line in shown:
        assert msgspec.convert(tomllib.loads(toml), Effect) == read_effect(line)


def test_every_word_has_its_notation_and_its_meaning() -> None:
    """No word of a closed list is without a meaning, and no key of a verb or condition without a notation."""
    lists = {
        "triggers": words.Trigger, "roles": words.Role, "groups": get_type_hints(Group)["of"], "numbers": words.Number,
        "allowed": words.Allowed, "forbidden": words.Forbidden, "hexes": words.HexWord, "dice": words.Dice,
    }  # fmt: skip
    page, data = vocabulary.reference(), read_toml(shipped_folder() / "vocabulary.toml")
    assert all(f'"{word}"' in str(RivalUse.__doc__) for word in get_args(get_type_hints(RivalUse)["when"]))
    assert {name: get_args(literal) for name, literal in lists.items()} == {name: (*data[name],) for name in data}
    for means in data.values():
        assert all(f"| `{word}` | {meaning} |" in page for word, meaning in means.items())


def test_no_key_is_without_its_place_in_a_line() -> None:
    """Every key of every verb and condition is a piece of its notation, so that none is lost in a line."""
    for notation in (*notations(AnyVerb), *notations(AnyCondition)):
        pieces = {piece.key for piece in notation.pieces} | {"who", "unless"}
        assert set(notation.defaults) <= pieces, notation.kind
