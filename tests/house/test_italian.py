"""Italian: every rule and term is kept in it, and it is what `--lang it` and HOPLO_LANG show."""

import json
import random
import re
import shlex
from pathlib import Path

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.lookup import all_terms
from hoplo_companion.components.names import TYPED
from hoplo_companion.components.words import SUPERLATIVES
from hoplo_companion.errors import UsageError
from hoplo_companion.language import LANGUAGES, in_sense, speaking, tr
from hoplo_companion.render.sentences.decisions import decision_lines, value_words
from hoplo_companion.render.sentences.events import TELLINGS, sentence, words_without_page
from hoplo_companion.render.sentences.questions import QUESTIONS, option_words, question_words
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.corrections import as_correction
from hoplo_companion.rules.defeat import apply_changes
from hoplo_companion.rules.dialogue import EVENTS, Event, Question, event_of, read_answer
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.rival.turn import begin
from hoplo_companion.rules.sentence import in_english, read
from hoplo_companion.table.saves.library import Library
from tests.helpers.boards import combat
from tests.helpers.cli import Sitting, hoplo
from tests.helpers.command_tree import entries
from tests.helpers.fights import ready
from tests.helpers.fights_on_disk import on_disk
from tests.helpers.positions import READER, example
from tests.helpers.stories import Story, stories
from tests.render.test_render_sentences import made, variants
from tests.soak.random_positions import random_position
from tests.soak.random_turns import choose
from tests.words import in_key, translation

ENGLISH = (
    "a|an|the|and|or|of|to|its|it|is|are|with|without|from|unit|units|hex|hexes|rival's|opponent|opponents|ally|allies|"
    "attack|attacks|damage|hit|hits|your|you|may|when|each|camp|hero|week|act|deck|bag|supply|turn|step|"
    "combat|move|moves|deployed|dazed|tribune|blessing|encampment|harbor|goal|reward|lineup|target|priority"
)
"""Words that an Italian sentence has only where somebody forgot to translate it; `a` is Italian too."""

NAMES = "Combat Lock|Dig In|High Ground|Trident Throw|Mark|Unit Skills"
_SPOT = re.compile(rf"\b({ENGLISH.removeprefix('a|an|')})\b", re.IGNORECASE)


def _left_in_english(text: str) -> list[str]:
    return _SPOT.findall(re.sub(NAMES, "", text))


def test_every_rule_has_its_sentence_in_italian(catalogue: Catalogue) -> None:
    """What is missing in the ledgers is named here: write one sentence of our own for each."""
    missing = [id_ for id_, rule in catalogue.every("ledger").items() if not rule.text_it.strip()]
    assert missing == [], "no Italian sentence in rules_data/ledger.toml"
    differs = [id_ for id_, rule in catalogue.every("ledger").items() if bool(rule.differs) != bool(rule.differs_it)]
    assert differs == [], "`differs` is said in one language only"


def test_no_english_is_left_in_italian_rules(catalogue: Catalogue) -> None:
    left = {id_: found for id_, rule in catalogue.every("ledger").items() if (found := _left_in_english(rule.text_it))}
    assert left == {}
    assert [id_ for id_, rule in catalogue.every("ledger").items() if rule.text_it == rule.text] == []


def test_italian_calls_the_player_voi_and_a_chip_a_chip(catalogue: Catalogue) -> None:
    said = [(str(message.id), text) for message in translation("it") if message.id and message.context != "typed"
            for text in ([message.string] if isinstance(message.string, str) else message.string or ())]  # fmt: skip
    said += [(rule.text, rule.text_it) for _, rule in catalogue.every("ledger").items()]
    thou = r"\b(tu|tuo|tua|tuoi|tue|te|ti|puoi|devi|hai|vuoi|\w+(isci|ggi|ivi|endi)l[oaie])\b"
    assert [text for _, text in said if re.search(thou, re.sub("`[^`]*`", "", text), re.IGNORECASE)] == []
    assert [text for english, text in said if re.search(r"\bchips?\b", english) and "pedin" in text] == []


def test_every_key_term_is_in_both_languages(catalogue: Catalogue) -> None:
    for id_, term in all_terms(catalogue):
        assert all(each.strip() for each in (term.term, term.term_it, term.text, term.text_it)), id_
        assert _left_in_english(term.text_it) == [], id_
        assert term.text.strip().endswith("."), id_
        assert term.text_it.strip().endswith("."), id_


def test_the_spot_words_find_what_is_left_in_english() -> None:
    assert _left_in_english("L'unità attacca the opponent.") == ["the", "opponent"]
    assert _left_in_english("Un'unità con Dig In si muove a destra.") == []


@pytest.mark.parametrize(("option", "variable", "title"), [
    (None, "", "Dazed"), (None, "it", "Frastornata"), (None, " IT ", "Frastornata"),
    (None, "it_IT.UTF-8", "Frastornata"), (None, "en-GB", "Dazed"), ("en", "it", "Dazed"), ("it", "", "Frastornata"),
    ("it", "de", "Frastornata"),
])  # fmt: skip
def test_the_option_goes_before_the_environment(option: str | None, variable: str, title: str) -> None:
    asked = [] if option is None else ["--lang", option]
    assert hoplo("look", "term", "dazed", *asked, HOPLO_LANG=variable).out.startswith(title)


@pytest.mark.parametrize("told", ["de", "italian", "i", "en it", "-"])
def test_a_language_that_hoplo_does_not_speak_is_refused(monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    monkeypatch.setenv("HOPLO_LANG", told)
    if told == "-":
        assert Sitting().language() == "en"
    else:
        with pytest.raises(UsageError, match="hoplo speaks en and it"):
            Sitting().language()


MOVING = "atl koth 3 movement | r: rep@B3 3 | p: krak@E3 6"


@stories(f"""
A wrong language is said to be wrong
  HOPLO_LANG=de look rules mark -> 2
  look rules mark --lang de -> 2
  look rules mark --lang IT -> Il mark di
Rules are shown and found in Italian
  look rules combat.dazed --lang it -> ^combat.dazed Frastornata / Dazed p.21, 35 | un'unità è frastornata
    | not neither moves
  look rules bersaglio più forte --lang it -> tactics.stun
  look rules term.fastest --lang it -> Altrove: La v1.0 (p.36) | not Elsewhere
Programs read the rule in both languages
  look rules movement.mark --json -> rules.# = 1 | "A unit's mark | "Il mark di un'unità
Skills, tactics and units are shown in Italian
  look skill taunt --lang it -> ^Taunt Innata | Chi attacca | Fonte: A1, affermato
  look tactic adrenaline --lang it -> ^Adrenaline tattica permanente Il Movimento della sua unità è maggiore di 1.
    | Il rivale la piazza sul suo alleato più lento.
  HOPLO_LANG=it look unit reptilian -> Classe | Movimento | Range | Salute | Attacco | blu blu
What decides is told in Italian, wherever it is said that it is to be
  why reptilian --example --lang it -> ^Il mark di Reptilian: Krakenlance (3. ha il tridente) p.23 | candidato
    | raggiungibile | priorità | superlativo | scelto | escluso | esito | not candidate | not chosen | not out:
    | not away | not in reach | not priority
  --lang it why reptilian --example -> ^Il mark di Reptilian: Krakenlance (3. ha il tridente) p.23
  HOPLO_LANG=it why reptilian --example -> ^Il mark di Reptilian: Krakenlance (3. ha il tridente) p.23
  --lang it why reptilian --example --lang en -> chosen
The language of a call holds for all of it
  rival-turn --example --auto first --seed 1 --explain --lang it -> scelto | not chosen
  turn 'move krak E2' --position '{MOVING}' --lang de -> 2
  write {{tmp}}/board.txt '{MOVING}' && --lang it why --position {{tmp}}/board.txt -> candidato
""")
def test_what_is_shown_is_in_italian(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


STEP_NAMES = [
    "Passo Schieramento", "Passo Piazzamento Tattica", "Passo Movimento", "Passo Abilità", "Passo Ingaggio",
]  # fmt: skip


def test_the_rivals_turn_names_its_steps_in_italian() -> None:
    call = ("rival-turn", "--example", "--auto", "first", "--seed", "1")
    shown = hoplo(*call, "--lang", "it").out
    assert re.findall(r"^Comincia il (Passo [\w ]+)\. p\.20$", shown, re.MULTILINE) == STEP_NAMES
    assert "Atto I: comincia il turno del rivale 3." in shown
    assert " Step begins" not in shown
    assert hoplo(*call, HOPLO_LANG="it").out == shown
    assert " Step begins" in hoplo(*call).out


def test_what_units_do_in_the_example_is_told_in_italian() -> None:
    shown = hoplo("rival-turn", "--example", "--auto", "first", "--seed", "1", "--lang", "it").out
    told = [line for line in shown.splitlines() if re.search(r"\. (p\.|Unit Skills)", line)]
    assert len(told) > 12
    assert {line: found for line in told if (found := _left_in_english(line.replace("your-defender", "")))} == {}


@pytest.mark.parametrize("what", sorted({*EVENTS, *TELLINGS}))
def test_every_event_has_its_sentence_in_italian(what: str, catalogue: Catalogue) -> None:
    with speaking("it"):
        for event in variants(made(what)):
            told = text_of(sentence(event, Names(catalogue)))
            assert _left_in_english(told) == [], told


@pytest.mark.parametrize("id_", sorted(QUESTIONS))
def test_every_question_is_asked_in_italian(id_: str) -> None:
    """Each with and without what it may be about; its options and their words too."""
    board, options = example(), ("yes", "no", "E2")
    for about, unit, text in (
        ("stun", "reptilian", ""),
        ("taunt", "krakenlance", ""),
        ("", "", ""),
        ("x", "", "Ecco."),
    ):
        about = about if unit or id_ != "prepare.opportunity" else "Ecco"
        question = Question(
            id=id_, kind="dice", rule="r", unit=unit, about=about, text=text, dice=("blue",), options=options
        )
        with speaking("en"):
            english = question_words(question, board)
        with speaking("it"):
            italian = question_words(question, board)
            words = [option_words(question, option, board) for option in (*question.options, "nothing", "by hand")]
        assert italian != english
        for said in (italian, *words):
            assert _left_in_english(re.sub("`[^`]*`|come (local:|defender,).*", "", said)) == [], said


@pytest.mark.parametrize(("event", "told"), [
    (event_of("turn-began", rule="turn.yours", act=1, turn=2), "Comincia il vostro turno. p."),
    (event_of("turn-began", rule="arena.turn", act=1, turn=2), "Comincia il turno dell'arena. p."),
    (event_of("step-began", step="engage"), "Comincia il Passo Ingaggio. p.20"),
    (event_of("damaged", unit="a", by="b", damage=2, hp=1), "B infligge a a 2 danni: 1 HP rimasti. p."),
])  # fmt: skip
def test_turns_steps_and_damage_are_told_in_italian(event: Event, told: str, catalogue: Catalogue) -> None:
    with speaking("it"):
        assert text_of(sentence(event, Names(catalogue))).startswith(told)


def test_every_help_is_in_italian() -> None:
    """Headings, what options take and their bounds too: words that Typer has in English alone."""
    theirs = re.compile(r"Usage:|(?:Arguments|Options|Commands):$|\[(?:required|default|OPTIONS)|<[a-z ]+>|<=|>=", re.M)
    shown = {entry.words: hoplo(*entry.words, "-h", "--lang", "it").out for entry in entries()}
    assert {words: found for words, text in shown.items() if (found := theirs.findall(text))} == {}
    assert [words for words, text in shown.items() if text and not re.match(r"Uso: .*(\n .*)*\n\n  \w.*\w", text)] == []
    assert re.search(r"--act NUMERO +A sé: in quale atto\.  \[da 1 a 4\]", shown["fight", "start"])


@pytest.mark.parametrize(("call", "english", "italian"), [
    ("frobnicate", "`hoplo --help --all` lists them all", "`hoplo --help --all` li elenca tutti"),
    ("boarrd", "'boarrd'; did you mean `hoplo board`?", "'boarrd'; intendevate `hoplo board`?"),
    ("look --plai", "--plai; did you mean --lang, --plain?", "--plai non c'è; intendevate --lang, --plain?"),
    ("look --foo", "No such option: --foo", "L'opzione --foo non c'è"),
    ("fix", "'WHAT VALUE': As it is on the table:", "'COSA VALORE': Com'è sul tavolo:"),
    ("new a b", "Too many words: a b", "Troppe parole: a b"),
    ("pad gain 1 a b", "Too many words: a b", "Troppe parole: a b"),
    ("bag draw x", "'x' is not a whole number.", "Valore non valido per 'quante': 'x' non è un numero intero."),
    ("fight start --act 9", "9 is not within 1 to 4.", "9 non va bene: il valore va da 1 a 4."),
    ("rival-turn --auto x", "'x' is not one of 'first', 'random'.", "'x' non è tra 'primo', 'caso'."),
    ("rival-turn --plain=x", "Option '--plain' takes no value.", "L'opzione '--plain' non vuole un valore."),
    ("rival-turn --seed", "Option '--seed' needs a value.", "L'opzione '--seed' vuole un valore."),
    ("data", "Missing command, one of: add, list", "Manca il comando, uno tra: add, list"),
])  # fmt: skip
def test_what_is_wrong_with_a_call_is_said_in_both_languages(call: str, english: str, italian: str) -> None:
    for language, said in (("en", english), ("it", italian)):
        ran = hoplo(*call.split(), HOPLO_LANG=language)
        assert (ran.code, said in ran.err.splitlines()[-1]) == (2, True), ran.err
    assert "Usage" not in ran.err


def test_every_criterion_has_its_italian_words() -> None:
    """Superlatives are terms; what else candidates are held against is marked where the rules name it."""
    with speaking("it"):
        for name in (*SUPERLATIVES, "beside a rival unit, or Tactical", "least movement", "possible"):
            assert _left_in_english(tr(name.replace("-", " ")).replace("Taunt", "")) == [], name
        assert value_words("2 to move, 3 away") == "2 da muovere, a distanza 3"
        assert value_words("no path, 3 away") == "nessun percorso, a distanza 3"


@pytest.mark.parametrize("seed", range(40))
def test_decisions_and_turns_at_random_leave_no_english(seed: int) -> None:
    """Whatever the rival weighs, and whatever happens in its turn."""
    rng = random.Random(seed)
    combat, happened = begin(READER.read(json.dumps(random_position(rng) | {"explain": True}).encode()))
    for _ in range(40):
        names = names_of(combat)
        with speaking("it"):
            lines = [words_without_page(event, names) for event in happened]
            for event in happened:
                if event.what == "explained":
                    shown = "\n".join(map(text_of, decision_lines(event.values["decision"], names)))
                    lines.append(re.sub(r"[a-z-]+\.[a-z-]+", "", shown))
        left = {line: found for line in lines if (found := _left_in_english(line))}
        assert left == {}
        question = pending(combat)
        if question is None:
            break
        combat, happened = apply(combat, choose(question, combat, rng))


ENTRIES = {word: shlex.split(call) for line in """
deploy tactic move ability attack special: turn '{} krak rep' --position 'atl 3 | r: rep@B3 3 | p: krak@E3 6, arc 2'
end surrender: turn {} --position 'atl koth 3 deployment | r: rep@B3 3 | p: krak@E3 6, arc 2'
roam: turn '{} krak' --position 'atl koth 3 deployment | r: rep@B3 3 | p: krak@E3 6, arc 2'
bless: turn '{} reinforce' --position 'atl koth 3 deployment | r: rep@B3 3 | p: krak@E3 6, arc 2'
bloodshed opportunity harbor capital: map add X --region parthians --kind {}
bag camp: bane draw Gigantic:{}
none: bane draw {}
health movement navigation opportunity-capacity add-die: pad upgrade {}
upgrade-die: pad upgrade {} 1
unit: look {} archer
term: look {} dazed
rule rules: look {} movement.mark
heroes arenas events prowess rulings tactics: data list {}
dice draws theme board clock lang chance pages screen confirm: config {}
ask hand: config dice {}
dark light: config theme {}
drawn words: config board {}
yes: config clock {}
king-of-the-hill capture-the-flag explain: board 'atl {} 3 movement | r: rep@B3 3 | p: krak@E3 6'
forecast: board 'atl {} 3 | r: rep@B3 3 | p: krak@E3 6'
deployment abilities engage: rival-turn --example --auto first --step {}
first random: rival-turn --example --seed 1 --auto {}
rival player: board 'atl koth 3 | r: rep@B3 3 | p: krak@E3 6 | {}: arc@E4 2'
next bench: board 'atl koth 3 | r: rep@B3 3 | p: krak@E3 6 | {}: archer'
yours: board 'atl koth 3 | r: rep@B3 3 | p: krak@E3 6 | {}: camp=1'
cards: board 'atl koth 3 | r: rep@B3 3 | p: krak@E3 6 | {}: banes=Gigantic'
range: board 'atl koth 3 | r: rep@B3 3 {}=2 | p: krak@E3 6'
class: board 'atl koth 3 | r: rep@B3 3 {}=beast | p: krak@E3 6'
dazed tribune defeated lineup points flag turn act step hero: FIX
""".strip().splitlines() for words, _, call in [line.partition(": ")] for word in words.split()}  # fmt: skip
"""Where an English word is typed, for each that may be typed in Italian too."""


@pytest.mark.parametrize("word", TYPED)
def test_a_word_may_be_typed_in_italian_wherever_it_may_in_english(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever comes of the English word, a refusal of the rules too, comes of each of its Italian twins."""
    with speaking("it"):
        twins = in_sense("typed", word).split(", ")
    assert word not in twins

    def came(typed: str) -> tuple[object, ...]:
        if word == "nothing":
            return (read_answer(Question("component.effect", "effect", "r"), typed),)
        call = [each.replace("{}", typed) for each in ENTRIES.get(word, ())]
        if call == ["FIX"]:
            return as_correction(combat("movement", ["krak player D3 hp3"]), ["krak", typed, "1"])
        monkeypatch.setenv("HOPLO_HOME", str(tmp_path / typed))
        assert hoplo("new", "--first-game").code == 0
        ran, home = hoplo(*call), str(tmp_path / typed)
        dazed = apply_changes(combat("movement", ["krak player D3"]), f"krak dazed {typed}" if word == "yes" else "")
        return ran.code, ran.out.replace(home, ""), ran.err.replace(home, ""), dazed

    monkeypatch.setenv("HOPLO_LANG", "it")
    with speaking("it"):
        english = came(word)
        assert {twin: came(twin) for twin in twins} == dict.fromkeys(twins, english)
    assert english[0] not in (1, 2)


CAMPAIGN = (
    "new --first-game --name serata", "map add Forte --kind bloodshed --region parthians --path 'Atlanteans capital'",
    "pad", "bag", "travel", "travel Forte", "event", "event spectate", "undo", "redo", "pad damage 2", "pad heal",
    "pad influence 1", "bane draw Gloom:camp", "camp recruit tactician", "stack see kunlun monk",
    "fix pad.blessings 1 --why spese", "fix camp.units archer,defender --why contate", "note 'tutto bene'", "mark qui",
    "pad week mark", "undo --to qui", "redo", "fix phase event --why 'un altro'", "event accept", "cleanup --lost",
    "rulings distance.words --choose hexes", "history", "history --all", "odyssey", "stow", "stow --back", "camp",
    "stack", "map",
)  # fmt: skip
FIGHT = (
    "bane draw Gigantic:camp", "camp opportunity Carovana", "pad damage 1", "fight start games",
    "answer capture-the-flag", "fight start --auto first --seed 3", "rival-turn --auto first --seed 3",
    "turn deploy krakenlance G2", "turn deploy archer F3 --anyway", "fix krakenlance dazed no --note pronto",
    "fix krakenlance C2 --note 'sta qui'",
    "fix trident C2", "fix murmillo B2", "turn attack krakenlance murmillo", "rival-turn", "fight", "answer 1",
    "why murmillo", "options", "turn end", "rival-turn", "answer 1", "rival-turn --auto first --seed 5", "fix points 1",
    "undo", "redo", "check", "undo --turn", "history", "history --all", "fight log", "fight replay", "odyssey",
    "board --plain", "turn surrender", "cleanup --lost", "history --last 5",
)  # fmt: skip
"""An evening's commands, some of which are refused or asked back."""


@pytest.fixture(params=[CAMPAIGN, FIGHT], ids=["campaign", "fight"])
def evening(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Play an evening in Italian; give all that it says, command by command."""
    monkeypatch.setenv("HOPLO_LANG", "it")
    if request.param is FIGHT:
        on_disk(ready("sport"))
    return [f"{line}\n{ran.out}{ran.err}" for line in request.param for ran in [hoplo(*shlex.split(line))]]


def test_an_italian_evening_has_no_english_sentence(evening: list[str]) -> None:
    """Nothing that the catalogue has other words for is said in English; read in English it has nothing Italian."""
    left = {text.splitlines()[0]: found for text in evening if (found := list(in_key("it", text)))}
    assert left == {}
    log = (Library().folder(Library().current()) / "log.jsonl").read_text(encoding="utf-8")
    for line in log.splitlines():
        assert list(in_key("en", in_english(read(json.loads(line)["what"])))) == []
    for words in (["history", "--last", "100"], ["history", "--all"], ["odyssey"], ["undo"], ["redo"]):
        english, italian = (hoplo(*words, "--lang", language).out for language in LANGUAGES)
        assert italian != english, words
        assert list(in_key("en", english)) == [], words
    for words in (["history", "--json"], ["odyssey", "--json"]):
        english, italian = (hoplo(*words, "--lang", language).out for language in LANGUAGES)
        assert italian == english, "programs read one language"
