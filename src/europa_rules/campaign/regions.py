"""Regions, cities, districts, islands and theaters (rules 3D, 3E and 3F).

Needs a place (by hex, by name or as bare facts) and the events that have happened; gives the regions it lies in, the
theater it belongs to for a side, and whether a side's forces may enter it. Which ground belongs where is the game's
data (`charts/regions.toml`); this room only reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from europa_rules.campaign.nations import happened
from europa_rules.charts.regions import NamedPlace, Region, Theater
from europa_rules.citations import rule
from europa_rules.errors import UnknownHex, unknown
from europa_rules.hexes import BOX, Hex
from europa_rules.nations import normal
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState

Events = Collection[str]
"""The events that have happened, such as "Italy surrenders"."""

_IF, _HEX = " if ", "hex "
_ANYWHERE, _ANNEXED, _OUTRIGHT = "anywhere", "annexed", "annexed outright"
_BY_EVENT = "conditional annexation"


@frozen
class Place:
    """A place, as far as regions go.

    Attributes:
        name: what it is called, or its hex.
        country: whose it was on 1 September 1939.
        district: its district (SF 3E3).
        island: the island that it is, where rules name it.
        annexed: the district to which it was added, with " if " and an event where that depends on one.
        sea_zone: the sea zone of a hex without land.
        fortification: the printed fortification there.
        hex: the hex, where it is one.
    """

    name: str
    country: str = ""
    district: str = ""
    island: str = ""
    annexed: str = ""
    sea_zone: str = ""
    fortification: str = ""
    hex: str = ""

    def is_annexed(self, events: Events) -> bool:
        """Whether it has been annexed, outright or since an event."""
        return bool(self.annexed) and (not self.annexing_event or self.annexing_event in events)

    @property
    def annexing_event(self) -> str:
        """The event on which its annexation depends, or ""."""
        return self.annexed.partition(_IF)[2]


# --- places ----------------------------------------------------------------------------------------------------------


@rule("FoF 3E", "SF 3E1", "SF 3E3")
def place_at(ref: Hex, rules: Ruleset) -> Place:
    """A hex of the board, or a holding box, as a place.

    >>> from europa_rules import load
    >>> place_at(Hex("26:0829"), load("sf")).district
    'Toscana'
    """
    if ref.startswith(BOX):
        return evolve(find_place(ref.removeprefix(BOX), rules), hex=ref)
    board = rules.board
    fortification = board.fortification(ref)
    island = _islands(rules).get(ref)
    return Place(
        ref,
        country=island.country if island else board.country(ref),
        district=island.district if island else board.district(ref),
        island=island.island if island else "",
        annexed=board.annexed(ref),
        sea_zone="" if board.has_land(ref) else board.sea_zone(ref),
        fortification=fortification.type if fortification else "",
        hex=ref,
    )


@remembered()
def _islands(rules: Ruleset) -> Mapping[str, Place]:
    return {ref: _placed(place) for place in rules.charts.regions.places for ref in place.hexes if place.island}


@rule("FoF 3E", "SF 3E1", "SF 3E3", "SF 3E4")
def find_place(name: str, rules: Ruleset) -> Place:
    """The place of a name: one that the rules name, a country, a district, a region, a city, or a hex.

    Raises UnknownName with the nearest name.

    >>> from europa_rules import load
    >>> find_place("Elba", load("sf")).country, find_place("Paris", load("sf")).district
    ('Italy', 'MR Paris')
    """
    found = _named(name, rules) or _country_or_district(name, rules) or _box_or_hex(name, rules)
    return found or _city(name, rules)


def _named(name: str, rules: Ruleset) -> Place | None:
    for row in rules.charts.regions.places:
        if normal(name) in map(normal, (row.name, *row.aliases)):
            return _placed(row)
    return None


def _placed(row: NamedPlace) -> Place:
    home = Place(row.name, row.country, row.district, annexed=row.annexed, sea_zone=row.sea_zone)
    if not row.island:
        return home
    there = place_of_island(Island(row.island, printed_owner=row.country, nearest_district=row.district))
    return evolve(home, country=there.country, district=there.district, island=there.island)


@remembered()
def _grounds(rules: Ruleset) -> Mapping[str, tuple[str, str]]:
    """Names of countries and districts of the board, in their plain form: country, and district where one is named."""
    board = rules.board
    pairs = dict.fromkeys(zip(board.column("district"), board.column("country_1939"), strict=True))
    districts = {normal(district): (country, district) for district, country in pairs if district}
    return {**districts, **{normal(country): (country, "") for _, country in pairs if country}}


def _country_or_district(name: str, rules: Ruleset) -> Place | None:
    country, district = _grounds(rules).get(normal(name), ("", ""))
    if not country and name in rules.nations:
        country = rules.nations.find(name).country
    return Place(name, country, district or _only_district(country, rules)) if country else None


def _only_district(country: str, rules: Ruleset) -> str:
    """The country itself, where it is one district."""
    return country if (country, country) in _grounds(rules).values() else ""


def _box_or_hex(name: str, rules: Ruleset) -> Place | None:
    try:
        ref = rules.board.place(name)
    except UnknownHex:
        return None
    return None if ref.startswith(BOX) else place_at(ref, rules)


def _city(name: str, rules: Ruleset) -> Place:
    try:
        return evolve(place_at(rules.board.city_named(name).hex, rules), name=name)
    except UnknownHex:
        known = (p.name for p in rules.charts.regions.places)
        raise unknown("place", name, [*known, *(country for country, _ in _grounds(rules).values())]) from None


# --- regions (rule 3E) -----------------------------------------------------------------------------------------------


@remembered(512)
def _region(name: str, rules: Ruleset) -> Region:
    regions = rules.charts.regions.regions
    for region in regions:
        if normal(region.name) == normal(name):
            return region
    raise unknown("region", name, [region.name for region in regions])


def _fits(term: str, place: Place, events: Events, rules: Ruleset) -> bool:
    """Whether a place belongs to a part of a region, as `charts/regions.py` writes them."""
    if term in (_ANYWHERE, _ANNEXED, _OUTRIGHT):
        return {
            _ANYWHERE: True,
            _ANNEXED: place.is_annexed(events),
            _OUTRIGHT: place.is_annexed(()),
        }[term]
    kind, _, what = term.partition(" ")
    if kind == "region":
        return _lies_in(place, _region(what, rules), events, rules)
    facts = {
        "country": place.country,
        "district": place.district,
        "island": place.island,
        "sea": place.sea_zone,
        "fortification": place.fortification,
        "hex": place.hex,
    }
    if kind not in facts:
        raise unknown("part of a region", term, [*facts, "region", _ANNEXED, _OUTRIGHT, _ANYWHERE])
    return facts[kind] == what


def fits_terms(terms: Sequence[str], place: Place, events: Events, rules: Ruleset) -> bool:
    """Whether a place belongs to any of several parts of a region, as `charts/regions.py` writes them."""
    return any(_fits(term, place, events, rules) for term in terms)


def _lies_in(place: Place, region: Region, events: Events, rules: Ruleset) -> bool:
    inside = fits_terms(region.parts, place, events, rules)
    return inside and not fits_terms(region.exceptions, place, events, rules)


@rule("FoF 3E", "SF 3E1")
def is_in_region(place: Place, region: str, events: Events, rules: Ruleset) -> bool:
    """Whether a place lies in a region of the rules. Raises UnknownName for a region there is not.

    >>> from europa_rules import load
    >>> rules = load("sf")
    >>> is_in_region(find_place("Luxembourg", rules), "Greater Germany", (), rules)
    True
    """
    return _lies_in(place, _region(region, rules), events, rules)


def regions_of(place: Place, events: Events, rules: Ruleset) -> tuple[str, ...]:
    """Every region of the rules in which a place lies, in the order of the chart."""
    return tuple(r.name for r in rules.charts.regions.regions if is_in_region(place, r.name, events, rules))


def hexes_of_region(region: str, events: Events, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of the board that lie in a region of the rules. Raises UnknownName for a region there is not.

    >>> from europa_rules import load
    >>> hexes_of_region("Channel Islands", (), load("sf"))
    ('17A:0413', '17A:0514', '17A:0714')
    """
    return hexes_where(lambda place: is_in_region(place, region, events, rules), rules)


def hexes_where(fits: Callable[[Place], bool], rules: Ruleset, named: Collection[Hex] = ()) -> tuple[Hex, ...]:
    """The hexes of the board whose place fits, in its order; places of one ground are asked about once.

    fits: asked of a place without its name and hex, for all hexes that are of the same ground, and of each hex that the
        chart of regions names.
    named: more hexes to be asked about one by one.

    >>> from europa_rules import load
    >>> hexes_where(lambda place: place.country == "Luxembourg", load("fof"))
    ('16A:1825', '16A:1925', '16A:1926', '16A:2025')
    """
    places, ground_at = _grounds_of_board(rules)
    fitting = [fits(place) for place in places]
    alone = {ref: fits(place_at(ref, rules)) for ref in _named_hexes(rules).union(named) if ref in rules.board.index}
    fitting_at = (fitting[ground] for ground in ground_at)
    return tuple(ref for ref, fit in zip(rules.board.hexes, fitting_at, strict=True) if alone.get(ref, fit))


def hexes_of_terms(terms: Sequence[str], exceptions: Sequence[str], events: Events, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of the board that lie in ground described by parts of regions, without the exceptions, in its order.

    >>> from europa_rules import load
    >>> hexes_of_terms(("country Luxembourg",), ("hex 16A:1925",), (), load("fof"))
    ('16A:1825', '16A:1926', '16A:2025')
    """

    def lies_within(place: Place) -> bool:
        return fits_terms(terms, place, events, rules) and not fits_terms(exceptions, place, events, rules)

    return hexes_where(lies_within, rules, frozenset(hexes_in_terms((*terms, *exceptions))))


@remembered()
def _grounds_of_board(rules: Ruleset) -> tuple[tuple[Place, ...], tuple[int, ...]]:
    """The places that hexes are but for their names, and for each hex which of them it is."""
    known: dict[Place, int] = {}
    places = (evolve(place_at(ref, rules), name="", hex="") for ref in rules.board.hexes)
    ground_at = tuple(known.setdefault(place, len(known)) for place in places)
    return tuple(known), ground_at


@remembered()
def _named_hexes(rules: Ruleset) -> frozenset[Hex]:
    """The hexes that the chart of regions names as parts of some ground."""
    regions = rules.charts.regions
    grounds = [*(r.parts + r.exceptions for r in regions.regions), *(theater.parts for theater in regions.theaters)]
    return frozenset(hexes_in_terms(term for terms in grounds for term in terms))


def hexes_in_terms(terms: Iterable[str]) -> Iterator[Hex]:
    """The hexes and boxes that parts of a region name.

    >>> list(hexes_in_terms(["country France", "hex 16A:0102"]))
    ['16A:0102']
    """
    return (Hex(term.removeprefix(_HEX)) for term in terms if term.startswith(_HEX))


# --- cities (FoF 3E, SF 3E2) -----------------------------------------------------------------------------------------

PARTIAL, FULL, POINT = "partial", "full", "point"
MAJOR = frozenset({PARTIAL, FULL})
_CITY_WORDS = {"partial_hex": PARTIAL, "full_hex": FULL, "multi_hex": FULL, "none": "", "": ""}


def _city_size(word: str) -> str:
    plain = normal(word).removesuffix("_city")
    return _CITY_WORDS.get(plain, plain)


@rule("FoF 3E", "SF 3E2")
def is_major_city(kind: str) -> bool:
    """Whether a city of this kind is a major city: partial-hex, full-hex and multi-hex cities are.

    >>> is_major_city("full_hex"), is_major_city("dot")
    (True, False)
    """
    return _city_size(kind) in MAJOR


@frozen
class CityHexes:
    """Some hexes with cities.

    Attributes:
        kinds: the kind of city in each of them.
        adjoining: whether they adjoin one another.
    """

    kinds: tuple[str, ...]
    adjoining: bool = False


@frozen
class CityCount:
    """What city hexes amount to: cities, whether a major one is among them, and how many hexes major ones have."""

    cities: int
    major_city: bool
    major_city_hexes: int


@rule("SF 3E2")
def count_cities(facts: CityHexes) -> CityCount:
    """How many cities some hexes make: parts of major cities that adjoin are one city, and point cities are none.

    >>> count_cities(CityHexes(("full", "partial", "point"), adjoining=True))
    CityCount(cities=1, major_city=True, major_city_hexes=2)
    """
    sizes = [_city_size(kind) for kind in facts.kinds]
    parts = sum(size in MAJOR for size in sizes)
    others = sum(size not in MAJOR and size not in (POINT, "") for size in sizes)
    return CityCount(others + (min(parts, 1) if facts.adjoining else parts), parts > 0, parts)


def cities_in(hexes: Sequence[Hex], rules: Ruleset) -> CityCount:
    """The cities of some hexes of the board; parts of a major city outside of them do not count."""
    groups: dict[str, list[str]] = {}
    for ref in hexes:
        city, major = rules.board.city(ref), rules.board.major_city(ref)
        if city:
            groups.setdefault(major.name if major else ref, []).append(city.size)
    counts = [count_cities(CityHexes(tuple(kinds), adjoining=True)) for kinds in groups.values()]
    parts = sum(count.major_city_hexes for count in counts)
    return CityCount(sum(count.cities for count in counts), parts > 0, parts)


# --- islands (SF 3E4) ------------------------------------------------------------------------------------------------


@frozen
class Island:
    """An island.

    Attributes:
        name: its name.
        straits_to: country and district to which narrow straits join it, or None; no district where the country is one.
        printed_owner: the country named beside it on the map.
        nearest_district: the district that is closest.
    """

    name: str
    straits_to: tuple[str, str] | None = None
    printed_owner: str = ""
    nearest_district: str = ""


@rule("SF 3E4")
def place_of_island(facts: Island) -> Place:
    """Where an island belongs: to what narrow straits join it to, else to its printed owner and the nearest district.

    >>> place_of_island(Island("Borkum", ("Germany", "WK X"))).district
    'WK X'
    """
    country, district = facts.straits_to or (facts.printed_owner, facts.nearest_district)
    return Place(facts.name, country, district or country, facts.name)


# --- nations that own hexes (SF 3D) ----------------------------------------------------------------------------------


@rule("SF 3D")
def owning_nation(place: Place, side: Side, events: Events, rules: Ruleset) -> str:
    """Which nation of a side owns a place that the side owns; "" where the game makes no difference.

    >>> from europa_rules import load
    >>> rules = load("sf")
    >>> owning_nation(find_place("Corsica", rules), Side("Axis"), ["Italy surrenders"], rules)
    'German'
    """
    for row in rules.charts.regions.owning_nations:
        if row.side == side and row.until not in events and fits_terms(row.parts, place, events, rules):
            return row.name
    return ""


# --- theaters (SF 3F) ------------------------------------------------------------------------------------------------


@frozen
class Theaters:
    """The theaters that a side controls, by name."""

    names: tuple[str, ...]


CONTROLLED_THEATERS = FactKind("controlled theaters", "game", Theaters)
"""The theaters that a side controls in a scenario (subject: the side); all that it can control where none is noted."""


def theaters_of(side: Side, rules: Ruleset) -> tuple[Theater, ...]:
    """The theaters of a side, in the order of the chart; none in a game without theaters."""
    return tuple(theater for theater in rules.charts.regions.theaters if theater.side == side)


@rule("SF 3F")
def theater_of(place: Place, side: Side, events: Events, rules: Ruleset) -> str:
    """The theater of a place for a side, or "" if it lies in none.

    >>> from europa_rules import load
    >>> rules = load("sf")
    >>> theater_of(find_place("Corsica", rules), Side("Allied"), (), rules)
    'MTO'
    """
    theaters = (t.name for t in theaters_of(side, rules) if fits_terms(t.parts, place, events, rules))
    return next(theaters, "")


def theater_rests_on(place: Place, events: Events, rules: Ruleset) -> tuple[str, ...]:
    """The open points that the theater of a place rests on, as answers name them; none for most."""
    points = rules.charts.regions.points
    moved = bool(place.annexing_event) and place.is_annexed(events)
    subjects = (_BY_EVENT if moved else "", f"country {place.country}")
    return tuple(rules.rests_on(points[subject]) for subject in subjects if subject in points)


def all_controlled(side: Side, rules: Ruleset) -> tuple[str, ...]:
    """The theaters that a side controls in a campaign over all of them."""
    return tuple(theater.name for theater in theaters_of(side, rules) if theater.controlled)


def controlled_theaters(side: Side, state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """The theaters that a side controls: those that the scenario noted, else all that it can."""
    noted = state.recall(CONTROLLED_THEATERS, side)
    return noted.names if noted else all_controlled(side, rules)


@frozen
class TheaterEntry:
    """Forces of a side that would enter or attack a place.

    Attributes:
        place: the place.
        side: whose forces they are.
        controlled: the theaters that the side controls.
        voluntary: False where they are forced to enter.
        events: what has happened.
    """

    place: Place
    side: Side
    controlled: tuple[str, ...]
    voluntary: bool = True
    events: tuple[str, ...] = ()


@rule("SF 3F")
def is_outside_theaters(facts: TheaterEntry, rules: Ruleset) -> bool:
    """Whether a place is outside the theaters that a side controls; never so in a game without theaters."""
    if not theaters_of(facts.side, rules):
        return False
    return theater_of(facts.place, facts.side, facts.events, rules) not in facts.controlled


@rule("SF 3F")
def rule_on_theater(facts: TheaterEntry, rules: Ruleset) -> Ruling:
    """Whether forces may enter or attack a place of their own will.

    A unit that is forced to enter such a place is eliminated instead: see `eliminated_by_theater`.
    """
    if not facts.voluntary or not is_outside_theaters(facts, rules):
        return Ruling.allow()
    theater = theater_of(facts.place, facts.side, facts.events, rules)
    where = f"in the theater {theater}" if theater else "in no theater"
    return Ruling.refuse(
        f"{facts.place.name} lies {where}, which the {facts.side} player does not control",
        rules.cite("3F"),
        possible=f"stay within {', '.join(facts.controlled)}",
        rests_on=theater_rests_on(facts.place, facts.events, rules),
    )


@rule("SF 3F")
def eliminated_by_theater(facts: TheaterEntry, rules: Ruleset) -> bool:
    """Whether a unit that is forced to enter a place is eliminated instead."""
    return not facts.voluntary and is_outside_theaters(facts, rules)


@rule("SF 3F")
def rule_on_ignoring_transfer(origin: str, to: str, controlled: Collection[str], rules: Ruleset) -> Ruling:
    """Whether a player may ignore a transfer of the order of battle: one between theaters he controls, and no other."""
    outside = [theater for theater in (origin, to) if theater not in controlled]
    why = f"the transfer is to or from {' and '.join(outside)}, which the player does not control"
    return Ruling.refuse_if(bool(outside), why, rules.cite("3F"), possible="transfer the forces as the OB says")


# --- holding boxes (SF 3E5) ------------------------------------------------------------------------------------------


@frozen
class BoxTransfer:
    """Forces that would pass between a holding box and the map.

    Attributes:
        box: the name of the box.
        region_place: where on the map.
        side: whose forces they are.
        phase: "initial", "movement", ...
        phasing: whether it is the side's own player turn.
    """

    box: str
    region_place: Place
    side: Side
    phase: str
    phasing: bool = True


@rule("SF 3E5")
def rule_on_box_transfer(facts: BoxTransfer, events: Events, rules: Ruleset) -> Ruling:
    """Whether forces may be transferred between a holding box and a hex of its area.

    Raises UnknownName for a box there is not.
    """
    by = rules.cite("3E5")
    boxes = {normal(box.name): box for box in rules.charts.regions.boxes}
    if normal(facts.box) not in boxes:
        raise unknown("holding box", facts.box, [box.name for box in boxes.values()])
    box = boxes[normal(facts.box)]
    in_area = is_in_region(facts.region_place, box.region, events, rules)
    return Ruling.all(
        (
            Ruling.refuse_if(facts.side != box.side, f"the {box.name} box serves the {box.side} player alone", by),
            Ruling.refuse_if(
                facts.phase != "initial" or not facts.phasing,
                "forces pass between a holding box and the map in their own initial phase alone",
                by,
                possible="transfer them in the next friendly initial phase",
            ),
            Ruling.refuse_if(
                not in_area,
                f"{facts.region_place.name} is no part of the area of the {box.name} box",
                by,
                possible=f"a hex of {box.region}",
            ),
        )
    )


# --- on the board ----------------------------------------------------------------------------------------------------


@remembered(64)
def _outside(side: Side, controlled: tuple[str, ...], events: frozenset[str], rules: Ruleset) -> frozenset[Hex]:
    def is_out(place: Place) -> bool:
        return is_outside_theaters(TheaterEntry(place, side, controlled, True, tuple(events)), rules)

    return frozenset(hexes_where(is_out, rules))


@rule("SF 3F")
def hexes_outside_theaters(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """Every hex of the board outside the theaters that a side controls now; found once for each situation."""
    if not theaters_of(side, rules):
        return frozenset()
    return _outside(side, controlled_theaters(side, state, rules), happened(state), rules)


def gather_theater_entry(
    ref: Hex, side: Side, state: GameState, rules: Ruleset, *, voluntary: bool = True
) -> TheaterEntry:
    """What the board says about a side's forces entering a hex, as far as theaters go."""
    controlled = controlled_theaters(side, state, rules)
    return TheaterEntry(place_at(ref, rules), side, controlled, voluntary, tuple(sorted(happened(state))))


@rule("SF 3F")
def rule_on_keeping_forces(origin: str, to: str, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a side may ignore a transfer that its order of battle calls for, by the theaters it controls now.

    origin, to: theaters by name.
    """
    return rule_on_ignoring_transfer(origin, to, controlled_theaters(side, state, rules), rules)
