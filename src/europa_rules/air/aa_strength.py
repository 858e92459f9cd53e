"""Antiaircraft strength (rules 22A, 22B1): what may fire at an air unit in the target hex, by its mission and type.

Needs the heavy and light AA of the hex, of ships there and, against defensive air support, of the attacking units;
gives AA strength points with their ledger. From the board it counts units, what is intrinsic to units and features,
and the ships that a plugin tells of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import cast

from attrs import frozen

from europa_rules.air.flights import Flight
from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import is_in_region, place_at
from europa_rules.charts.chart import Chart
from europa_rules.citations import rule
from europa_rules.ground.fortifications import fortification_of
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.supply_effects import AA, SuppliedUnit, suffer
from europa_rules.ground.supply_state import turns_of_effect
from europa_rules.ground.works import airfield_capacity
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit, has_ability, is_position_aa, unit_class

SHIPS = "antiaircraft of ships"
"""Slot of sources: (hex, side, state, rules) -> `Ships`, the ships of a side in a hex; all are joined."""

STRENGTH = "antiaircraft strength"
"""Slot of modifiers of the strength that fires at an air unit."""

HEAVY_BOMBERS = "22B1-aa-on-heavy-bombers"
"""The open point on AA that fires at heavy bombers over ports, without its book."""

SHOT_AT = ("transport", "bombing")
"""The families of missions at which antiaircraft fires."""

ATTACKERS, SHIP_AT_SEA = "attackers", "best ship at sea"
BEST, ALL = "best", "all"
INTRINSIC = "intrinsic_aa"
_NOTHING = Reckoning.of(ZERO, "none")


@frozen
class Ships:
    """Ships in a hex: the AA strength of each, in port and at sea."""

    in_port: tuple[Number, ...] = ()
    at_sea: tuple[Number, ...] = ()


@frozen
class AaInHex:
    """The antiaircraft of a side in a hex.

    Attributes:
        heavy, light: strength points of units, port fortifications and features, with their ledgers.
        ships: its ships there.
        name: the hex, for ledgers.
    """

    heavy: Reckoning = _NOTHING
    light: Reckoning = _NOTHING
    ships: Ships = Ships()
    name: str = "the hex"

    @classmethod
    def of(
        cls, heavy: Number = 0, light: Number = 0, features: Iterable[Number] = (), ships: Ships | None = None
    ) -> AaInHex:
        """Antiaircraft told in numbers.

        >>> AaInHex.of(2, 3, [1, 1]).light.value
        Fraction(5, 1)
        """
        parts = [("units", Reckoning.of(light, "light AA"))]
        parts += [(f"feature {n}", Reckoning.of(points, "intrinsic AA")) for n, points in enumerate(features, 1)]
        total = Reckoning.total("light AA", parts) if len(parts) > 1 else parts[0][1]
        return cls(Reckoning.of(heavy, "heavy AA"), total, ships or Ships())


@frozen
class AaFacts:
    """Antiaircraft that is to fire at an air unit.

    Attributes:
        flight: the air unit.
        here: the AA in the target hex.
        attackers: that of the units attacking the hex, a hex each; only they fire at defensive air support.
        around: that in each adjacent land hex, for contributed rules.
        bombing: the bombing strength that all air units on the mission deliver together, for contributed rules.
        nation: whose AA it is, for contributed rules.
    """

    flight: Flight
    here: AaInHex = AaInHex()
    attackers: tuple[AaInHex, ...] = ()
    around: tuple[AaInHex, ...] = ()
    bombing: Number = 0


# --- kinds (22A) -----------------------------------------------------------------------------------------------------


@frozen
class AaCounter:
    """An AA unit's counter: whether it shows a unit size and a combat strength, be it 0."""

    has_size: bool
    has_strength: bool
    defense: Number = 0


@frozen
class AaKind:
    """What kind of AA unit a counter is: "combat" or "position", its combat strength, whether it counts in stacking."""

    kind: str
    combat_strength: Number
    counts_for_stacking: bool


@rule("FoF 22A1", "FoF 22A2", "SF 22A1", "SF 22A2")
def kind_of_aa(facts: AaCounter) -> AaKind:
    """Combat AA shows a size and a strength, even 0; position AA neither: strength 0, and it stacks without limit.

    >>> kind_of_aa(AaCounter(has_size=False, has_strength=False)).kind
    'position'
    """
    if facts.has_size and facts.has_strength:
        return AaKind("combat", facts.defense, True)
    return AaKind("position", 0, False)


def printed_aa(unit: Unit, rules: Ruleset) -> Number:
    """The AA strength that a counter prints: a number, or the points of position AA."""
    return unit.points if is_position_aa(unit, rules.types) else unit.aa


def is_heavy(unit: Unit, rules: Ruleset) -> bool:
    """Whether the AA of a unit is heavy; all other AA is light."""
    return has_ability(unit, "aa_heavy", rules.types)


# --- intrinsic AA (22A3) ---------------------------------------------------------------------------------------------


@frozen
class IntrinsicAa:
    """A ground unit with intrinsic AA, for contributed rules."""

    unit: Unit


def _row_fits(chart: Chart, row: str, unit: Unit, nation: str, rules: Ruleset) -> bool:
    at = ("rows", row)
    types, kind = chart.texts(*at, "types"), chart.text_or("", *at, "class")
    return (
        unit.size in chart.texts(*at, "sizes")
        and rules.nations.find(chart.text(*at, "owner").value).code == nation
        and (not types or unit.type in types)
        and (not kind or unit_class(unit, rules.types) == kind)
    )


@rule("FoF 22A3", "SF 22A3")
def reckon_intrinsic_aa(unit: Unit, rules: Ruleset) -> Reckoning:
    """The light AA that is intrinsic to a ground unit, by the intrinsic AA summary; 0 for most.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> cadre = Unit("br", "infantry", "cadre", Rating.parse("2-3-8"))
    >>> reckon_intrinsic_aa(cadre, load("fof")).value
    Fraction(1, 1)
    """
    chart, by = rules.charts[INTRINSIC], rules.cite("intrinsic-aa")
    for row in chart.rows("rows"):
        if _row_fits(chart, row, unit, unit.nation, rules):
            cell = chart.whole("rows", row, "aa")
            found = Reckoning.of(cell.value, "intrinsic light AA", by).noting(caveat=cell.caveat)
            return rules.modify(found, "intrinsic antiaircraft", IntrinsicAa(unit))
    return Reckoning.of(ZERO, "no intrinsic AA", by)


@rule("FoF 22A4", "SF 22A3")
def reckon_feature_aa(feature: str, owner: Side, in_areas: frozenset[str], rules: Ruleset) -> Reckoning:
    """The light AA of a feature of a hex that a side owns.

    feature: its word in the summary ("dot_city", "major_port", "naval_transport_point"). in_areas: the areas of the
    summary in which the hex lies.

    >>> from europa_rules import load
    >>> from europa_rules.sides import ALLIED
    >>> reckon_feature_aa("naval_transport_point", ALLIED, frozenset(), load("fof")).value
    Fraction(1, 1)
    """
    chart, by = rules.charts[INTRINSIC], rules.cite("intrinsic-aa")
    for row in chart.rows("rows"):
        at = ("rows", row)
        if feature not in chart.texts(*at, "features") or chart.text(*at, "owner").value not in (owner, "any"):
            continue
        if _in_area(chart.text_or("any", *at, "area"), in_areas):
            cell = chart.whole(*at, "aa")
            return Reckoning.of(cell.value, "intrinsic light AA", by).noting(caveat=cell.caveat)
    return Reckoning.of(ZERO, "no intrinsic AA", by)


def _in_area(area: str, in_areas: frozenset[str]) -> bool:
    return area == "any" or (area in in_areas if area != "elsewhere" else not in_areas)


def reckon_naval_aa(points: int, rules: Ruleset) -> Reckoning:
    """The light AA of naval transport points (FoF 22A4)."""
    by, side = rules.cite("naval-aa"), rules.variant.sides[-1]
    each = reckon_feature_aa("naval_transport_point", side, frozenset(), rules)
    return each.times(points, "naval transport points", by)


# --- strength (22B1) -------------------------------------------------------------------------------------------------


def _only_heavy(flight: Flight, rules: Ruleset) -> bool:
    """Whether heavy AA alone fires at this air unit on its mission."""
    mission = flight.mission
    if mission is None or flight.acts_as not in mission.heavy_only:
        return False
    return not (mission.ships_in_port == BEST and rules.reads(HEAVY_BOMBERS, "all"))


def _ships_firing(flight: Flight, ships: Ships, rules: Ruleset) -> tuple[Number, ...]:
    which = flight.mission.ships_in_port if flight.mission is not None else ""
    if _only_heavy(flight, rules) or not ships.in_port or which not in (BEST, ALL):
        return ()
    return ships.in_port if which == ALL else (max(ships.in_port),)


@rule("FoF 22B1", "SF 22B1")
def reckon_aa_of_hex(here: AaInHex, flight: Flight, rules: Ruleset) -> Reckoning:
    """The AA of a hex that may fire at an air unit on its mission.

    >>> from europa_rules import load
    >>> from europa_rules.air.air_fire import typed
    >>> from europa_rules.air.flights import mission_named
    >>> from attrs import evolve
    >>> rules = load("sf")
    >>> bomber = evolve(typed("HB", rules), mission=mission_named("rail_lines", rules)[0])
    >>> reckon_aa_of_hex(AaInHex.of(2, 3), bomber, rules).value
    Fraction(2, 1)
    """
    by = rules.cite("22B1")
    parts = [("heavy AA", here.heavy)]
    if not _only_heavy(flight, rules):
        parts.append(("light AA", here.light))
    parts += [("a ship in port", Reckoning.of(n, "its light AA")) for n in _ships_firing(flight, here.ships, rules)]
    found = Reckoning.total("AA that may fire", [part for part in parts if part[1].value], by)
    mission = flight.mission
    if mission is not None and mission.ships_in_port == BEST and flight.acts_as in mission.heavy_only:
        for point in rules.resting(HEAVY_BOMBERS):
            found = found.noting(rests_on=point)
    return found


@rule("FoF 22B1", "SF 22B1")
def reckon_aa_strength(facts: AaFacts, rules: Ruleset) -> Reckoning:
    """The AA strength that fires at an air unit; none does where its mission is neither transport nor bombing.

    >>> from europa_rules import load
    >>> from europa_rules.air.air_fire import typed
    >>> from europa_rules.air.flights import mission_named
    >>> from attrs import evolve
    >>> rules = load("sf")
    >>> fighter = evolve(typed("F", rules), mission=mission_named("defensive_air_support", rules)[0])
    >>> attackers = tuple(AaInHex.of(light=points) for points in (4, 0, 2))
    >>> print(reckon_aa_strength(AaFacts(fighter, attackers=attackers), rules))
    6 AA of the attacking units (SF 22B1) | x1/3 hexes of the attacking units (SF 22B1) | = 2
    """
    by, mission = rules.cite("22B1"), facts.flight.mission
    if facts.flight.family not in ("", *SHOT_AT):
        return Reckoning.of(ZERO, f"antiaircraft does not fire at air units on {facts.flight.family}", by)
    fired_on_by = mission.fired_on_by if mission is not None else ""
    if fired_on_by == ATTACKERS:
        parts = [(aa.name, reckon_aa_of_hex(aa, facts.flight, rules)) for aa in facts.attackers]
        found = Reckoning.total("AA of the attacking units", parts, by)
        hexes = max(len(facts.attackers), 1)
        found = found.times(Fraction(1, hexes), "hexes of the attacking units", by) if hexes > 1 else found
    elif fired_on_by == SHIP_AT_SEA:
        found = Reckoning.of(max(facts.here.ships.at_sea, default=ZERO), "the ship at sea with the highest AA", by)
    else:
        found = reckon_aa_of_hex(facts.here, facts.flight, rules)
    return rules.modify(found, STRENGTH, facts)


# --- from the board --------------------------------------------------------------------------------------------------


@rule("FoF 12D2", "FoF 22A", "SF 12D", "SF 22A")
def reckon_unit_aa(piece: Piece, state: GameState, rules: Ruleset) -> Reckoning:
    """The AA of a piece as it stands: printed, or intrinsic, after what lack of supply does to it."""
    printed = printed_aa(piece.unit, rules)
    value = Reckoning.of(printed, "printed AA") if printed else reckon_intrinsic_aa(piece.unit, rules)
    if not value.value:
        return value
    return suffer(value, AA, SuppliedUnit(piece.unit, turns_of_effect(piece.id, state)), rules)


def features_of(place: Hex, state: GameState, rules: Ruleset) -> Iterator[tuple[str, str]]:
    """What a hex has that may have intrinsic AA: its name, and its word in the summary."""
    board = rules.board
    if place not in board.index:
        return
    yield from ((city.name, f"{city.size}_city") for city in board.cities(place))
    port = board.port(place)
    if port is not None:
        yield f"port of {port.name}" if port.name else "port", f"{port.size}_port"
    if airfield_capacity(place, state, rules):
        yield "permanent airfield", "permanent_airfield"
    fortress = fortification_of(place, state, rules).row(rules)
    if fortress:
        yield fortress.replace("_", " "), fortress


def _areas(place: Hex, state: GameState, rules: Ruleset) -> frozenset[str]:
    """The areas of the intrinsic AA summary in which a hex lies."""
    chart = rules.charts[INTRINSIC]
    named = {chart.text_or("any", "rows", row, "area") for row in chart.rows("rows")} - {"any", "elsewhere"}
    there, events = place_at(place, rules), tuple(sorted(happened(state)))
    return frozenset(area for area in named if is_in_region(there, area, events, rules))


def _of_features(place: Hex, enemy: Side, state: GameState, rules: Ruleset) -> Iterator[tuple[str, Reckoning]]:
    owner = hex_owner(place, state, rules)
    if not are_enemies(owner, enemy):
        return
    found = tuple(features_of(place, state, rules))
    areas = _areas(place, state, rules) if found else frozenset()
    for name, feature in found:
        yield name, reckon_feature_aa(feature, owner, areas, rules)


def ships_at(place: Hex, enemy: Side, state: GameState, rules: Ruleset) -> Ships:
    """The ships in a hex that are enemies of a side, as plugins tell of them."""
    told = [
        cast("Callable[[Hex, Side, GameState, Ruleset], Ships]", source.value)(place, side, state, rules)
        for source in rules.sources(SHIPS)
        for side in rules.variant.sides
        if are_enemies(side, enemy)
    ]
    return Ships(
        tuple(aa for ships in told for aa in ships.in_port), tuple(aa for ships in told for aa in ships.at_sea)
    )


def aa_of_pieces(pieces: Sequence[Piece], name: str, state: GameState, rules: Ruleset) -> AaInHex:
    """The AA of these pieces alone."""
    return _aa_of(pieces, (), Ships(), name, state, rules)


def _aa_of(
    pieces: Sequence[Piece],
    features: Iterable[tuple[str, Reckoning]],
    ships: Ships,
    name: str,
    state: GameState,
    rules: Ruleset,
) -> AaInHex:
    counted = [(piece, reckon_unit_aa(piece, state, rules)) for piece in pieces]
    heavy = [(piece.id, value) for piece, value in counted if is_heavy(piece.unit, rules)]
    light = [(piece.id, value) for piece, value in counted if not is_heavy(piece.unit, rules)]
    parts = [(label, value) for label, value in (*light, *features) if value.value]
    by = rules.cite("22A")
    return AaInHex(
        Reckoning.total("heavy AA", [part for part in heavy if part[1].value], by),
        Reckoning.total("light AA", parts, by),
        ships,
        name,
    )


@rule("FoF 22A", "FoF 22A3", "FoF 22A4", "SF 22A", "SF 22A3")
def gather_aa(place: Hex, enemy: Side, state: GameState, rules: Ruleset) -> AaInHex:
    """The AA in a hex that is hostile to a side: of units, features and ships."""
    return _aa_of(
        state.enemies_at(place, enemy),
        _of_features(place, enemy, state, rules),
        ships_at(place, enemy, state, rules),
        place,
        state,
        rules,
    )


def gather_around(place: Hex, enemy: Side, state: GameState, rules: Ruleset) -> tuple[AaInHex, ...]:
    """The AA in each adjacent hex with land, hostile to a side."""
    hexes = [ref for ref in rules.board.neighbors_of(place) if rules.board.has_land(ref)]
    return tuple(gather_aa(ref, enemy, state, rules) for ref in hexes)
