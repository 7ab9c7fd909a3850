"""Random commands of a campaign, sound ones and nonsense, for whoever plays at random."""

from __future__ import annotations

from hypothesis import strategies as st

BEGINNING = (
    ("new", "--first-game"),
    *(("map", "add", *told.split()) for told in ("Atlantis --kind capital --region atlanteans --path Reef",
     "Reef --kind sport --region atlanteans --path Cove --path Quay --path Grove",
     "Cove --kind bloodshed --region atlanteans --path Peak --path Grove", "Quay --kind harbor --region atlanteans",
     "Peak --kind capital --region kunlun")),
)  # fmt: skip
"""Commands that begin a campaign on a small map."""

NAMES = ("archer", "Attacker", "reptilian", "tactician", "krakenlance", "stun", "Adrenaline", "Gigantic", "Ruin")
PLACES = ("Reef", "Cove", "Peak", "Atlantis", "Quay", "Port", "Grove")

odd = st.sampled_from(
    ["", " ", '"', "it's", "a\nb", "\N{DRAGON}\N{CROSSED SWORDS}", "-1", "1e9", "99999999999999999999", "../..",
     "null", "[]", "\\", "%s", "{x}", ":", "a:bag", ":camp", "\u202e", "NaN"]
)  # fmt: skip
nonsense = st.one_of(odd, odd, odd, st.builds(lambda: "x" * 10_000))
name = st.one_of(st.sampled_from(NAMES), nonsense)
place = st.one_of(st.sampled_from(PLACES), st.sampled_from(PLACES), nonsense)
number = st.one_of(st.integers(0, 5).map(str), nonsense)
bane = st.builds(lambda what, kind: f"{what}:{kind}", st.sampled_from(["Ruin", "Shade", "Gigantic"]), st.sampled_from(
    ["bag", "unit", "camp", "king"]
))  # fmt: skip
kind = st.sampled_from(["sport", "bloodshed", "opportunity", "harbor", "capital", "lake"])
region = st.sampled_from(["atlanteans", "kunlun", "vesuvians", "amazons", "nowhere"])
key = st.one_of(
    st.sampled_from(
        ["pad.hp", "pad.weeks.0", "camp.units", "camp.prowess", "bag.units", "place", "phase", "pad.act", "outcome",
         "places", "stacks.kunlun.below", "pad.attack", "bane_stack", "came_from"]
    ),
    nonsense,
)  # fmt: skip
value = st.one_of(
    st.sampled_from(
        [
            "3",
            "0",
            "-1",
            "[]",
            "archer, stun",
            "travel",
            "event",
            "Reef",
            "null",
            "{}",
            "blue,green",
            "1.5",
            "9",
            "12",
            '[["x"]]',
            "won",
        ]
    ),
    nonsense,
)


def words(*parts: str | st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    """Make a command of words that stand and words that are drawn."""
    return st.tuples(*(part if isinstance(part, st.SearchStrategy) else st.just(part) for part in parts)).map(list)


steps = st.one_of(
    words("pad", "heal"),
    words("pad", "damage", number),
    words("pad", "upgrade", st.sampled_from(["health", "leadership", "movement", "add-die", "upgrade-die", "luck"])),
    words("pad", "upgrade", "upgrade-die", number),
    words("pad", "influence", number),
    words("pad", "influence", st.sampled_from(["1", "2", "4"]), "--bane", bane),
    words("pad", "week", "mark"),
    words("pad", "bless"),
    words("pad", "bless", "reinforce", "--drawn", name, "--drawn", name),
    words("bag", "add", name),
    words("bag", "remove", name),
    words("bag", "draw", "--chip", name),
    words("bag", "draw", number, "--app", "--seed", "1"),
    words("bane", "draw", bane),
    words("bane", "remove", name),
    words("camp", "recruit", name),
    words("camp", "recruit", name, "--sacrifice", name),
    words("camp", "sacrifice", name),
    words("camp", "tactic", name, "--discard", name),
    words("camp", "prowess", st.sampled_from(["Endurance", "Deep Bag", "Level"]), number),
    words("camp", "prowess", "Deep Bag", "--tactic-capacity", number),
    words("camp", "prowess", name, "--sacrifice"),
    words("camp", "opportunity", name),
    words("camp", "opportunity", name, "--discard"),
    words("stack", "see", region, name),
    words("stack", "draw", region),
    words("stack", "draw", region, name),
    words("map", "add", place, "--kind", kind, "--region", region, "--path", place),
    words("map", "edit", place, "--kind", kind),
    words("map", "edit", place, "--name", place),
    words("map", "edit", place, "--forget"),
    words("fix", key, value, "--why", name),
)
"""Commands that may make a step."""

rounds = st.one_of(
    words("travel", place),
    words("travel", place, "--kind", kind),
    words("travel", place, "--harbor"),
    words("event", "accept"),
    words("event", "spectate"),
    words("event", "spectate", "--bane", bane),
    words("event", "opportunity", name),
    words("cleanup", "--won", "--tactic", "none"),
    words("cleanup", "--won", "--upgrade", st.sampled_from(["health", "leadership", "upgrade-die:1"]), "--rival", name),
    words("cleanup", "--won", "--recruit", "archer", "--rival", "archer", "--hp", number),
    words("cleanup", "--lost", "--bane", bane, "--defeated", name),
    words("cleanup", "--lost", "--used", name),
)
"""Commands of a round: travel, event, cleanup."""

back = st.one_of(
    words("undo"),
    words("undo", "--week"),
    words("undo", "--act"),
    words("undo", "--to", name),
    words("redo"),
)
"""Commands that go back and forth."""

looks = st.one_of(
    st.sampled_from(
        [[], ["--json"], ["pad"], ["pad", "--json"], ["bag"], ["bag", "--draws", "3"], ["camp"], ["stack"], ["map"],
         ["travel"], ["event"], ["history"], ["history", "--all", "--json"], ["stow"], ["stow", "--back"], ["odyssey"],
         ["doctor"], ["save", "list"]]
    ),
    words("route", place),
    words(name, name),
)  # fmt: skip
"""Commands that change nothing."""
