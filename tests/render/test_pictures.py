"""The map with the way walked, and the chronicle of a campaign: its weeks, its fights, and the page for a friend."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import region_name
from hoplo_companion.render.campaign.journey import Journey
from hoplo_companion.render.campaign.map_svg import map_svg
from tests.helpers.cli import done, done_each, hoplo
from tests.helpers.fights_on_disk import BRAWL, DRAWN, TOLD
from tests.helpers.maps import EXAMPLE, campaign_on
from tests.render.test_render_svg import box, overlap

SVG = "{http://www.w3.org/2000/svg}"


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
    assert len([each for each in root.iter(f"{SVG}path") if each.get("class") == "footprint"]) == 1
    heights = {text.text: float(text.attrib["y"]) for text in root.iter(f"{SVG}text")}
    regions = [heights[region_name(each)] for each in ("lamosians", "atlanteans", "amazons", "")]
    assert regions == sorted(regions)
    assert "Iolcus can be reached." in heights
    assert "Isle" in map_svg(campaign, Journey())


def test_no_name_on_the_map_lies_on_a_sign_a_path_an_edge_or_another_name() -> None:
    far = [(f"{name} of the long and winding name {n}", kind, region, [*paths, "Isle"])
           for n, (name, kind, region, paths) in enumerate(EXAMPLE)]  # fmt: skip
    journey = Journey([("Tower", "I 1"), ("Isle", "I 2"), ("Cape", "I 3"), ("Isle", "I 4")], ["Cape"])
    for places in (EXAMPLE, [*EXAMPLE, ("X<&>", "sport", "kunlun", ["Far away"])], [*EXAMPLE, *far]):
        root = drawn_map(campaign_on(places, "Isle"), journey)
        labels = [box(text) for text in root.iter(f"{SVG}text") if text.text != "?"]
        assert all(0 <= left < right <= 360 for left, _, right, _ in labels)
        assert not [pair for pair in combinations(labels, 2) if overlap(*pair)]
        signs = [tuple(float(each.attrib[key]) for key in ("cx", "cy", "r")) for each in root.iter(f"{SVG}circle")]
        boxes = [(x - r, y - r, x + r, y + r) for x, y, r in signs]
        assert not [(one, other) for one in labels for other in boxes if overlap(one, other)]
        # A path begins and ends at the column of signs, and runs to the left of it.
        ways = [each.attrib["d"] for each in root if each.get("class") in ("path", "footprint")]
        names = [box(text) for g in root.iter(f"{SVG}g") for text in g.iter(f"{SVG}text") if text.text != "?"]
        assert ways
        assert min(left for left, *_ in names) > max(float(way[1:].split()[0]) for way in ways)


def travelled() -> None:
    done_each(
        "new --first-game",
        "map add 'Atlanteans capital' --kind capital --region atlanteans --path Field",
        "travel Field --kind bloodshed",
        "map edit Field --path 'Atlanteans capital' --path Bay",
        "event spectate",
        "note '<script>alert(1)</script> & more'",
    )


def test_the_map_in_words_says_where_one_was_and_may_go(tmp_path: Path) -> None:
    travelled()
    said = done("map").out
    assert "(I 1)" in said
    assert "there in week 3 of Act I" in said
    done("map", "--svg", str(tmp_path / "map.svg"))
    assert "Field" in (tmp_path / "map.svg").read_text(encoding="utf-8")


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


def fought() -> None:
    """Watch an event, then fight a combat of which a turn of yours decides most, and surrender it."""
    travelled()
    done("travel", "Bay", "--kind", "bloodshed")
    for kind, line in TOLD:
        done("data", "add", kind, line)
    done("event", "accept")
    hoplo("fight", "start", BRAWL)
    for answer in (*DRAWN[:2], "D3"):
        hoplo("answer", answer)
    done("rival-turn", "--auto", "first")
    board = hoplo("fight", "--json").json["fight"]["position"]
    rival = next(unit["id"] for unit in board["units"] if unit["side"] == "rival" and "hex" in unit)
    for line in ("turn deploy krakenlance G1", "fix krakenlance B1", "fix krakenlance dazed no"):
        done(*line.split())
    done("turn", f"attack krakenlance {rival} 2; end")
    done_each("rival-turn --auto random --seed 1", "turn surrender", "cleanup --lost")


def test_the_chronicle_is_one_page_that_needs_nothing_else(tmp_path: Path) -> None:
    fought()
    done_each("map edit Bay --path Field --path Cliff", "travel Cliff --kind bloodshed", "event accept")
    hoplo("fight", "start", "Brawl", "--auto", "first")
    done_each("rival-turn --auto first", "turn surrender", "cleanup --lost")
    done("odyssey", "--html", str(tmp_path / "odyssey.html"))
    text = (tmp_path / "odyssey.html").read_text(encoding="utf-8")
    page = Page(text)
    assert (page.loads, {"script", "link", "img", "iframe", "table"} & set(page.tags)) == ([], set())
    for words in ("The Odyssey of Krakenlance", "Act I, week 1", "The map", "After the first turns", "At the end"):
        assert words in page.words
    assert any("<script>alert(1)</script> & more" in words for words in page.words), "what was noted stays a note"
    assert page.tags.count("svg") == 5, "of each fight the board at its start and its end, and the map"
    assert "The luck of the dice" in page.words
    assert "width=device-width" in text
    done("odyssey", "--html", str(tmp_path / "it.html"), "--lang", "it")
    assert 'lang="it"' in (tmp_path / "it.html").read_text(encoding="utf-8")


def test_a_week_is_one_paragraph_of_what_happened_and_a_fight_the_three_turns_that_decided_it(tmp_path: Path) -> None:
    fought()
    [week] = hoplo("odyssey", "--json").json["journey"]
    assert (week["act"], week["week"]) == (1, 1)
    for words in (
        "From the capital of the Atlanteans to Field (Atlanteans). "
        "Krakenlance watches the Bloodshed event from the stands.",
        "The scion's influence grows to 1.",
        "From Field to Bay (Atlanteans). Brawl: lost in 2 turns.",
    ):
        assert words in week["what"]
    for words in ("already", "full HP", "put them back", "The round is over"):
        assert words not in week["what"]
    assert week["what"] in " ".join(hoplo("odyssey").out.split())
    page = tmp_path / "odyssey.html"
    hoplo("odyssey", "--html", str(page)).worked()
    [(title, story)] = re.findall(r"<h3>(.*?)</h3>(.*?)<h2>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert title == "Brawl: lost in 2 turns"
    assert "<p>Bloodshed in the arena of the Atlanteans. The rival brings " in story
    moments = re.findall(r"<p><b>.*?\.</b> (.*?)</p>", story)
    assert any(words.startswith("Krakenlance strikes ") and " for 2" in words for words in moments)
    assert moments[-1].endswith("You surrender: the combat is failed.")
    assert len(moments) <= 3
    assert not any(re.search(r"\b[A-G][1-6]\b", words) for words in moments), "no hexes in a story"


def browser() -> str:
    """Find a browser without a screen."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome", "chrome-headless-shell")
    found = next((path for name in names if (path := shutil.which(name))), "")
    installed = sorted(Path.home().glob(".cache/ms-playwright/chromium*/*/*chrome*"))
    return found or str(next((path for path in installed if path.is_file()), ""))


def test_a_browser_shows_the_page(tmp_path: Path) -> None:
    chrome = browser()
    if not chrome:
        pytest.skip("this system has no Chromium")
    fought()
    done("odyssey", "--html", str(tmp_path / "odyssey.html"))
    read = subprocess.run(
        [chrome, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom",
         (tmp_path / "odyssey.html").as_uri()],
        capture_output=True, timeout=60, check=True,
    ).stdout.decode()  # fmt: skip
    page = Page(read)
    assert "The Odyssey of Krakenlance" in page.words
    assert page.tags.count("svg") == 3
