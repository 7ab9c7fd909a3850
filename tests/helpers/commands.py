"""Random commands of a campaign, sound ones and nonsense, for whoever plays at random."""

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
        ["3", "0", "-1", "[]", "archer, stun", "travel", "event", "Reef", "null", "{}", "blue,green", "1.5", "9", "12",
         '[["x"]]', "won"]
    ),
    nonsense,
)  # fmt: skip
FILLED = {
    "NAME": name, "PLACE": place, "NUMBER": number, "BANE": bane, "KIND": kind, "REGION": region, "KEY": key,
    "VALUE": value, "UPGRADE": st.sampled_from(["health", "leadership", "movement", "add-die", "upgrade-die", "luck"]),
    "REWARD": st.sampled_from(["health", "leadership", "upgrade-die:1"]),
    "INFLUENCE": st.sampled_from(["1", "2", "4"]), "PROWESS": st.sampled_from(["Endurance", "Deep~Bag", "Level"]),
}  # fmt: skip
"""What is drawn where a command has its name."""


def commands(text: str) -> st.SearchStrategy[list[str]]:
    """One of the commands of a text, a row each (or several, apart by commas); a space in a word is a tilde."""
    calls = [each.split() for row in text.strip().splitlines() for each in row.split(", ")]
    drawn = [st.tuples(*(FILLED.get(word, st.just(word)) for word in call)).map(list) for call in calls]
    return st.one_of(drawn).map(lambda call: [word.replace("~", " ") for word in call])


steps = commands("""
    pad heal, pad damage NUMBER, pad upgrade UPGRADE, pad upgrade upgrade-die NUMBER, pad influence NUMBER
    pad influence INFLUENCE --bane BANE, pad week mark, pad bless, pad bless reinforce --drawn NAME --drawn NAME
    bag add NAME, bag remove NAME, bag draw --chip NAME, bag draw NUMBER --app --seed 1
    bane draw BANE, bane remove NAME
    camp recruit NAME, camp recruit NAME --sacrifice NAME, camp sacrifice NAME, camp tactic NAME --discard NAME
    camp prowess PROWESS NUMBER, camp prowess Deep~Bag --tactic-capacity NUMBER, camp prowess NAME --sacrifice
    camp opportunity NAME, camp opportunity NAME --discard
    stack see REGION NAME, stack draw REGION, stack draw REGION NAME
    map add PLACE --kind KIND --region REGION --path PLACE
    map edit PLACE --kind KIND, map edit PLACE --name PLACE, map edit PLACE --forget
    fix KEY VALUE --why NAME
""")
"""Commands that may make a step."""

rounds = commands("""
    travel PLACE, travel PLACE --kind KIND, travel PLACE --harbor
    event accept, event spectate, event spectate --bane BANE, event opportunity NAME
    cleanup --won --tactic none, cleanup --won --upgrade REWARD --rival NAME
    cleanup --won --recruit archer --rival archer --hp NUMBER
    cleanup --lost --bane BANE --defeated NAME, cleanup --lost --used NAME
""")
"""Commands of a round: travel, event, cleanup."""

back = commands("undo, undo --week, undo --act, undo --to NAME, redo")
"""Commands that go back and forth."""

looks = st.one_of(
    st.sampled_from(
        [[], ["--json"], ["pad"], ["pad", "--json"], ["bag"], ["bag", "--draws", "3"], ["camp"], ["stack"], ["map"],
         ["travel"], ["event"], ["history"], ["history", "--all", "--json"], ["stow"], ["stow", "--back"], ["odyssey"],
         ["doctor"], ["save", "list"]]
    ),
    commands("route PLACE, NAME NAME"),
)  # fmt: skip
"""Commands that change nothing."""
