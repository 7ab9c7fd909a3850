"""Pictures: a fight told turn by turn, the map with the way walked, the record of a campaign as a page."""

from __future__ import annotations

import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.render.campaign.journey import Journey
from hoplo_companion.render.campaign.map_svg import map_svg
from tests.cli import hoplo
from tests.followed import done
from tests.in_campaign import begun
from tests.maps import EXAMPLE, campaign_on

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path / "home"))
    return tmp_path


def fought() -> None:
    """Fight a turn of the rival's and one of yours."""
    begun()
    options = hoplo("options", "--json").json["deploy"]
    unit, hexes = next(iter(options.items()))
    done("turn", f"deploy {unit} {hexes[0]}; end")


def test_a_fight_is_told_in_a_sentence_or_four_a_turn() -> None:
    fought()
    said = hoplo("fight", "story").out
    turns = hoplo("fight", "story", "--json").json["turns"]
    assert [(each["turn"], each["turn_of"]) for each in turns if each["sentences"]][-2:] == [
        (1, "rival"),
        (1, "player"),
    ]
    assert all(len(each["sentences"]) <= 5 for each in turns)
    assert " enters on " in turns[-1]["sentences"][0]
    assert turns[-1]["sentences"][0] in said
    assert said.startswith("The story of the fight: Brawl\n")
    assert "entra in" in hoplo("fight", "story", "--lang", "it").out


def test_it_says_who_struck_whom_who_was_defeated_and_how_it_ended() -> None:
    begun()
    board = hoplo("fight", "--json").json["fight"]["position"]
    rival = next(unit["id"] for unit in board["units"] if unit["side"] == "rival" and "hex" in unit)
    done("turn", "deploy", "krakenlance", "G1")
    done("fix", "krakenlance", "B1")
    done("fix", "krakenlance", "dazed", "no")
    done("turn", f"attack krakenlance {rival} 2")
    done("turn", "end")
    done("rival-turn", "--auto", "random", "--seed", "1")
    done("turn", "surrender")
    turns = [each["sentences"] for each in hoplo("fight", "story", "--json").json["turns"]]
    assert any(each.startswith("Krakenlance strikes ") and " for 2" in each for told in turns for each in told), turns
    assert turns[-1] == ["You surrender: the combat is failed."]


def test_without_a_fight_there_is_nothing_to_tell() -> None:
    done("new", "--first-game")
    ran = hoplo("fight", "story")
    assert (ran.code, "no fight is followed" in ran.err) == (2, True)


def drawn_map(campaign: Campaign, journey: Journey) -> ElementTree.Element:
    return ElementTree.fromstring(map_svg(campaign, journey))


def test_the_map_has_its_regions_in_order_its_places_and_the_way_walked() -> None:
    campaign = campaign_on(EXAMPLE, "Isle", came_from="Tower")
    journey = Journey([("Tower", "I 1"), ("Isle", "I 2")], ["Cape", "South"], ["Iolcus can be reached."])
    root = drawn_map(campaign, journey)
    places = {group.get("data-place"): group for group in root.iter(f"{SVG}g") if group.get("class") == "place"}
    assert set(places) == {name for name, *_ in EXAMPLE}
    dashed = {name for name, group in places.items() if any(each.get("stroke-dasharray") for each in group)}
    assert dashed == {"Cape", "South"}
    assert "I 2" in [text.text for text in places["Isle"].iter(f"{SVG}text")]
    assert [each for each in root.iter(f"{SVG}circle") if each.get("class") == "footprint"]
    heights = {text.text: float(text.attrib["y"]) for text in root.iter(f"{SVG}text")}
    assert heights["Lamosians"] < heights["Atlanteans"] < heights["Pluto's Refugees"] < heights["Kunlun"]
    assert "Iolcus can be reached." in heights
    assert "Isle" in map_svg(campaign, Journey())


def test_no_two_places_of_the_map_lie_on_each_other() -> None:
    root = drawn_map(campaign_on([*EXAMPLE, ("X<&>", "sport", "kunlun", ["Far away"])], "Isle"), Journey())
    spots = [
        (float(each.attrib["x"]), float(each.attrib["y"]))
        for group in root.iter(f"{SVG}g")
        if group.get("class") == "place"
        for each in group.iter(f"{SVG}rect")
    ]
    assert len(spots) == len(set(spots)) == len(EXAMPLE) + 2


def travelled() -> None:
    done("new", "--first-game")
    done("map", "add", "Atlanteans capital", "--kind", "capital", "--region", "atlanteans", "--path", "Field")
    done("travel", "Field", "--kind", "bloodshed")
    done("map", "edit", "Field", "--path", "Atlanteans capital", "--path", "Bay")
    done("event", "spectate")
    done("note", "<script>alert(1)</script> & more")


def test_the_map_in_words_says_where_one_was_and_may_go(home: Path) -> None:
    travelled()
    said = done("map").out
    assert "(I 1)" in said
    assert "there in week 3 of Act I" in said
    done("map", "--svg", str(home / "map.svg"))
    assert "Field" in (home / "map.svg").read_text(encoding="utf-8")


class Page(HTMLParser):
    """The tags of a page, what they load, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [value or "" for name, value in attrs if name in ("src", "href") or name.startswith("on")]

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())


def test_the_record_is_one_page_that_needs_nothing_else(home: Path) -> None:
    travelled()
    done("odyssey", "--html", str(home / "odyssey.html"))
    page = Page((home / "odyssey.html").read_text(encoding="utf-8"))
    assert (page.loads, {"script", "link", "img", "iframe"} & set(page.tags)) == ([], set())
    for words in ("The Odyssey of Krakenlance", "Difficulty", "The journey", "Act I, week 1", "The map"):
        assert words in page.words
    assert any("<script>alert(1)</script> & more" in words for words in page.words), "what was noted stays a note"
    assert page.tags.count("svg") == 1
    done("odyssey", "--html", str(home / "it.html"), "--lang", "it")
    assert 'lang="it"' in (home / "it.html").read_text(encoding="utf-8")


def browser() -> str:
    """Find a browser without a screen."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome", "chrome-headless-shell")
    found = next((path for name in names if (path := shutil.which(name))), "")
    installed = sorted(Path.home().glob(".cache/ms-playwright/chromium*/*/*chrome*"))
    return found or str(next((path for path in installed if path.is_file()), ""))


def test_a_browser_shows_the_page(home: Path) -> None:
    chrome = browser()
    if not chrome:
        pytest.skip("this system has no Chromium")
    travelled()
    done("odyssey", "--html", str(home / "odyssey.html"))
    read = subprocess.run(
        [chrome, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home / 'profile'}", "--dump-dom",
         (home / "odyssey.html").as_uri()],
        capture_output=True, timeout=60, check=True,
    ).stdout.decode()  # fmt: skip
    page = Page(read)
    assert "The Odyssey of Krakenlance" in page.words
    assert page.tags.count("svg") == 1
