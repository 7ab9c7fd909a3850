"""A campaign with everything told, on disk where `HOPLO_HOME` points: its fights are played by commands."""

from __future__ import annotations

from typing import Any

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.own import remember
from hoplo_companion.table.play.history import story_of_fight
from hoplo_companion.table.play.replay import replayed
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import from_state, to_state
from hoplo_companion.table.saves.save import Save
from tests.helpers.cli import done
from tests.helpers.fights import OWN_RECORDS
from tests.helpers.own_catalogue import record

NAME = "it"


def on_disk(campaign: Campaign) -> Library:
    """Tell everything that a fight may ask of components, and begin a campaign at the state given."""
    for kind, named in OWN_RECORDS.items():
        for name, line in named.items():
            fields = record(kind, name, line)
            known = fields.pop("name", name)
            remember(kind, slug(name), known, fields)
    library = Library()
    Save.create(library.folder(NAME), library.copies(NAME), to_state(campaign), "new", "begins the campaign")
    library.switch(NAME)
    return library


def said(*words: str) -> str:
    """Run a command that has to succeed; give what it prints."""
    ran = done(*words)
    return ran.out


def state() -> dict[str, Any]:
    """Read the state that is kept."""
    return Library().open(NAME).state


def assert_replays(name: str = "") -> None:
    """The fight of a campaign (the one that is played) comes out the same, played again with the answers kept."""
    library = Library()
    save = library.open(name or library.current())
    fight = from_state(save.state).fight
    assert fight is not None
    assert replayed(from_state(story_of_fight(save).start), fight, catalogue()).difference == ""
