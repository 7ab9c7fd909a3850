"""How the map comes to be known: locations learned, corrected and forgotten, checked, and a table of them (p.14)."""

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign import world_map
from hoplo_companion.campaign.events import Result, event_of
from hoplo_companion.campaign.model import REGIONS, Campaign, Place, RefusedError, without
from hoplo_companion.campaign.naming import region_name
from hoplo_companion.components.checking import check
from hoplo_companion.components.names import advise, in_english, slug
from hoplo_companion.errors import Defect, InvalidError, as_command, clip, defect, part
from hoplo_companion.language import later, tr

LONGEST_NAME = 80


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """A location as it was given, before anything about it is believed."""

    kind: str = ""
    region: str = ""
    paths: tuple[str, ...] = ()
    more_paths: bool = False


Drafts = Mapping[str, Draft | Place]
"""A map whose locations need not be sound."""


class _Drafts(Struct, frozen=True, forbid_unknown_fields=True):
    """A map as a file gives it: its locations by name."""

    places: dict[str, Draft]


def learn_place(
    campaign: Campaign, name: str, kind: str, region: str, paths: Collection[str] = (), *, more_paths: bool = False
) -> Result:
    """Put a location on the map, its paths leading both ways, or give a capital without one its own name (p.14)."""
    name, region_capital = _tidy(name), f"{slug(region)}-capital"
    for unnamed, place in campaign.places.items() if _kind(kind) == "capital" else ():
        if (place.kind, place.region, slug(unnamed)) == ("capital", slug(region), region_capital):
            return edit_place(campaign, unnamed, new_name=name, paths=(*place.paths, *paths), more_paths=more_paths)
    if (known := world_map.find(campaign, name)) is not None:
        text = later("{place} is on the map already: `{command}` corrects it (p.14)")
        raise RefusedError("map.locations", text, place=clip(known), command=as_command("map", "edit", known))
    campaign = _charted(campaign, {**campaign.places, name: Draft(kind, region, tuple(paths), more_paths)})
    return campaign, [event_of("map.learned", place=name, **_values(campaign, name))]


def edit_place(
    campaign: Campaign,
    name: str,
    *,
    new_name: str | None = None,
    kind: str | None = None,
    region: str | None = None,
    paths: Collection[str] | None = None,
    more_paths: bool | None = None,
) -> Result:
    """Correct what is known of a location: its name, kind, region, or all of its paths, at both of their ends."""
    old = world_map.located(campaign, name)
    new = old if new_name is None else _tidy(new_name)
    if (other := world_map.find(campaign, new)) not in (None, old):
        raise RefusedError("map.locations", "{place} is another location of the map already (p.14)", place=clip(other))
    named, drafts = {old: new}, {}
    for each, known in campaign.places.items():
        ways = [named.get(path, path) for path in known.paths if paths is None or path != old]
        drafts[named.get(each, each)] = replace(known, paths=tuple(ways))
    place = campaign.places[old]
    more = place.more_paths and paths is None if more_paths is None else more_paths
    changes = {"kind": kind, "region": region, "paths": tuple(paths) if paths is not None else place.paths}
    given = {key: value for key, value in changes.items() if value is not None}
    drafts[new] = replace(place, **given, more_paths=more)
    here, came_from = (named.get(each, each) for each in (campaign.place, campaign.came_from))
    campaign = _charted(replace(campaign, place=here, came_from=came_from), drafts)
    return campaign, [event_of("map.edited", place=new, **_values(campaign, new), was=old)]


def forget_place(campaign: Campaign, name: str) -> Result:
    """Take a location off the map, or a name that is not on it yet, and every path to it."""
    known = world_map.located(campaign, name, beyond=True)
    if known == campaign.place:
        text = later("the encampment is at {place}, which therefore stays on the map (p.14)")
        raise RefusedError("map.locations", text, place=clip(known))
    places = campaign.places.items()
    drafts = {each: replace(place, paths=without(place.paths, known)) for each, place in places if each != known}
    came_from = "" if known == campaign.came_from else campaign.came_from
    return _charted(replace(campaign, came_from=came_from), drafts), [event_of("map.forgotten", place=known)]


def _kind(name: str) -> str:
    return in_english(slug(name), world_map.KINDS)


def _tidy(name: str) -> str:
    """A name with single spaces, and no hyphen before it, which a command would take for an option."""
    return " ".join(name.split()).lstrip("- ")


def _values(campaign: Campaign, name: str) -> dict[str, Any]:
    place = campaign.places[name]
    return {"kind": place.kind, "region": place.region, "paths": list(place.paths)}


def _charted(campaign: Campaign, drafts: Drafts) -> Campaign:
    """Make a map of drafts, or refuse with all that is wrong with them."""
    defects = _defects(drafts, campaign.place)
    if defects:
        raise RefusedError(defects[0].code, "; ".join(defect.message for defect in defects))
    return _on_map(campaign, drafts)


def _on_map(campaign: Campaign, drafts: Drafts) -> Campaign:
    """Make every path lead both ways, and write each name in one way: as its location is called, or first was."""
    spelled = {slug(name): _tidy(name) for name in drafts}
    for draft in drafts.values():
        for path in draft.paths:
            spelled.setdefault(slug(path), _tidy(path))
    links: dict[str, set[str]] = {_tidy(name): set() for name in drafts}
    for name, draft in drafts.items():
        for path in draft.paths:
            other = spelled[slug(path)]
            links[_tidy(name)].add(other)
            if other in links:
                links[other].add(_tidy(name))
    places = {}
    for name, draft in drafts.items():
        paths = tuple(sorted(links[_tidy(name)], key=slug))
        places[_tidy(name)] = Place(world_map.KINDS[_kind(draft.kind)], slug(draft.region), paths, draft.more_paths)
    campaign = replace(campaign, places=places)
    here, came_from = (world_map.find(campaign, each) or each for each in (campaign.place, campaign.came_from))
    return replace(campaign, place=here, came_from=came_from)


def _defects(drafts: Drafts, here: str = "") -> list[Defect]:
    """Everything that is wrong with a map, and with where the encampment would be on it (p.14)."""
    found: list[Defect] = []
    capitals: dict[str, str] = {}
    names: dict[str, str] = {}

    def wrong(rule: str, where: str, text: str, **parts: object) -> None:
        found.append(defect(rule, where, text, **parts))

    def check_name(name: str, where: str) -> None:
        if not (slug(name) and len(_tidy(name)) <= LONGEST_NAME and _tidy(name).isprintable()):
            text = later(
                "{name} cannot be a name: it needs a letter or a digit, and has at most {most} characters (p.14)"
            )
            wrong("map.locations", where, text, name=clip(_tidy(name)), most=LONGEST_NAME)

    for name, draft in drafts.items():
        where, key = f"places.{part(name)}", slug(name)
        kind, region = _kind(draft.kind), slug(draft.region)
        check_name(name, where)
        if names.setdefault(key, name) != name:
            text = later("{name} and {other} are the same name: case and punctuation do not count (p.14)")
            wrong("map.locations", where, text, name=clip(name), other=clip(names[key]))
        if kind not in world_map.KINDS:
            text = later("{kind} is not a kind of location; {advice} (p.14)")
            advice = advise(draft.kind, world_map.KINDS, tr("kinds"))
            wrong("map.kinds", f"{where}.kind", text, kind=clip(draft.kind), advice=advice)
        if region not in REGIONS and not (kind == "harbor" and not region):
            text = later("{region} is not a region; {advice} (p.8, 14)")
            advice = advise(draft.region, REGIONS, tr("regions"))
            wrong("map.regions", f"{where}.region", text, region=clip(draft.region), advice=advice)
        elif kind == "capital" and capitals.setdefault(region, name) != name:
            text = later("the capital of the {region} is {place} already: a region has one (p.14)")
            wrong("map.capitals", f"{where}.kind", text, region=region_name(region), place=clip(capitals[region]))
        if kind == "harbor" and here and slug(here) == key:
            text = later("the encampment is at {place}, and it never ends its movement on a harbor (p.15)")
            wrong("harbor.never-end", f"{where}.kind", text, place=clip(name))
        for at, path in enumerate(draft.paths):
            check_name(path, f"{where}.paths[{at}]")
            if slug(path) == key:
                text = later("a path leads from {place} to another location, not to itself (p.14)")
                wrong("map.paths", f"{where}.paths[{at}]", text, place=clip(name))
    return found


def check_sound(campaign: Campaign) -> None:
    """Raise InvalidError with everything that cannot be: on the map, about the encampment, in the weeks (p.13-14)."""
    found = _defects(campaign.places, campaign.place)
    weeks = campaign.variant.weeks_in_act
    if max(campaign.pad.weeks) > weeks:
        found.append(defect("week.last", "pad.weeks", "an act of this campaign has {n} weeks", n=weeks))
    for where, name in (("place", campaign.place), ("came_from", campaign.came_from)):
        known = [*campaign.places, *(world_map.unknown_neighbours(campaign) if where == "came_from" else ())]
        if name and name not in known:
            found.append(Defect("map.locations", where, world_map.not_on_the_map(name, campaign.places)))
    if not campaign.place and campaign.phase != "travel" and not campaign.is_stand_alone:
        text = tr("only the Travel Phase can be next while the encampment's location is not known")
        found.append(Defect("round.phases", "phase", text))
    if found:
        raise InvalidError(found)


def to_table(campaign: Campaign) -> dict[str, Any]:
    """The map as a table that can be written as TOML: `places`, by name, each with kind, region and paths."""
    order = sorted(campaign.places, key=lambda name: ((*REGIONS, "").index(campaign.places[name].region), slug(name)))
    more = {name: {"more_paths": True} for name in order if campaign.places[name].more_paths}
    return {"places": {name: _values(campaign, name) | more.get(name, {}) for name in order}}


def from_table(campaign: Campaign, data: Any) -> Result:
    """Take the whole map from a table as `to_table` gives it; a path need be given at one of its ends only.

    The location that the encampment is at must be among those given, under its name, or as the capital of the same
    region. InvalidError with everything that is wrong.
    """
    sound, found = check(data, _Drafts)
    given = sound["places"] if sound is not None else {}
    paths = {name: tuple(path for path in each.get("paths", ()) if path is not None) for name, each in given.items()}
    drafts = {name: Draft(**{**each, "paths": paths[name]}) for name, each in given.items()}

    def carried(name: str) -> str:
        """The name that a location of the present map has among the drafts; empty where it has none."""
        place = campaign.places.get(name)
        by_name = [each for each in drafts if slug(each) == slug(name)]
        if not by_name and place is not None and place.kind == "capital":
            by_name = [e for e, d in drafts.items() if (_kind(d.kind), slug(d.region)) == ("capital", place.region)]
        return by_name[0] if by_name else ""

    here, came_from = carried(campaign.place), carried(campaign.came_from)
    known = {defect.where for defect in found}
    found += [defect for defect in _defects(drafts, here) if defect.where not in known]
    if campaign.place in campaign.places and not here and sound is not None:
        text = tr("the encampment is at {place}, which is not among these locations (p.14)", place=clip(campaign.place))
        found.append(Defect("map.locations", "places", text))
    if found:
        raise InvalidError(sorted(found, key=lambda defect: defect.where), "map")
    led_to = {slug(path) for draft in drafts.values() for path in draft.paths}
    # A name that is on no map yet stays as long as a path leads to it.
    came_from = came_from or (campaign.came_from if slug(campaign.came_from) in led_to else "")
    campaign = _on_map(replace(campaign, place=here or campaign.place, came_from=came_from), drafts)
    return campaign, [
        event_of("map.imported", places=len(campaign.places), unknown=world_map.unknown_neighbours(campaign))
    ]
