"""Occupation (SF 39A, 39B): the Axis occupation zones, the forces that their cities ask for, and what is missing.

Needs an area and whether Italy has surrendered, or cities with the forces there; gives rulings, REs, and the extra
partisan attacks that missing forces bring. The figures are the game's chart (`charts/occupation.toml`).
"""

from __future__ import annotations

from math import ceil

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn

CHART = "occupation"
ZONES, BEGIN, FORCES = Citation("SF", "39A"), "39A-italian-zone", Citation("SF", "39B")
TWO_DUTIES = "39B-two-duties"
INELIGIBLE = {
    "position_aa": "position AA",
    "position_heavy_aa": "position AA",
    "position_light_aa": "position AA",
    "port_fortification": "a port fortification",
}
"""Kinds of units that occupy no city."""

REGULAR = frozenset({"regular", "full", "limited"})
"""Kinds of regular supply."""


# --- zones (39A) -----------------------------------------------------------------------------------------------------


def _plain(area: str) -> str:
    """The name of an area without its article."""
    return normal(area).removeprefix("the_")


@rule("SF 39A")
def zone_named(area: str, rules: Ruleset) -> str:
    """The occupation zone of a name, as the chart has it; "" for an area that never is one.

    >>> from europa_rules import load
    >>> [zone_named(area, load("sf")) for area in ("the Netherlands", "France", "France annexed to WK V")]
    ['Netherlands', 'Mainland France', '']
    """
    names = {_plain(area), f"mainland_{_plain(area)}"}
    return next((zone for zone in rules.charts[CHART].rows("zones") if _plain(zone) in names), "")


@rule("SF 39A")
def rule_on_zone(area: str, italy_surrendered: bool, rules: Ruleset) -> Ruling:
    """Whether an area is an Axis occupation zone.

    italy_surrendered: whether Italy has surrendered so long ago that its parts are zones.

    >>> from europa_rules import load
    >>> print(rule_on_zone("Sicily", False, load("sf")))
    refused: Sicily is an occupation zone only some turns after an Italian surrender (SF 39A).
    """
    zone = zone_named(area, rules)
    waits = zone in rules.charts[CHART].texts("after_surrender", "zones")
    return Ruling.refuse_if(not zone, f"{area} is no part of an Axis occupation zone", ZONES) & Ruling.refuse_if(
        waits and not italy_surrendered,
        f"{area} is an occupation zone only some turns after an Italian surrender",
        ZONES,
    )


@frozen
class ItalianZones:
    """When the parts of Italy are zones: the game turns from which cities are occupied, and partisans attack."""

    occupation: Turn
    partisans: Turn
    because: Ruling = Ruling()


@rule("SF 39A")
def italian_zones(surrender: Turn, rules: Ruleset) -> ItalianZones:
    """From which game turns on an Italian surrender makes occupation zones of the parts of Italy.

    >>> from europa_rules import load
    >>> print(italian_zones(Turn.parse("Sep I 43"), load("sf")).occupation)
    Oct I 43
    >>> for reading in ("sep-ii", "split"):
    ...     zones = italian_zones(Turn.parse("Sep I 43"), load("sf", rulings={"sf-39A-italian-zone": reading}))
    ...     print(zones.occupation, zones.partisans)
    Sep II 43 Sep II 43
    Sep II 43 Oct I 43
    """
    begins = surrender
    for _ in range(rules.charts[CHART].whole("limits", "turns_after_surrender").value):
        begins = begins.next()
    early = surrender.next()
    because = Ruling(rests_on=rules.resting(BEGIN))
    if rules.reads(BEGIN, "sep-ii"):
        return ItalianZones(early, early, because)
    return ItalianZones(early if rules.reads(BEGIN, "split") else begins, begins, because)


# --- occupation forces (39B) -----------------------------------------------------------------------------------------


@frozen
class OccupiedCity:
    """A dot or major city that the Axis owns.

    Attributes:
        turn: the game turn.
        gained: the turn in which the Axis gained it; None for one long before.
        zone_active: whether it lies in an Axis occupation zone.
        allied_supply: the kind of supply of the nearest Allied units, "" for none.
        allied_distance: hexes to them; None for none at all.
        in_axis_supply: whether a supply line runs from it to a regular source of the Axis.
    """

    turn: Turn
    gained: Turn | None = None
    zone_active: bool = True
    allied_supply: str = ""
    allied_distance: int | None = None
    in_axis_supply: bool = True


def _is_relieved(city: OccupiedCity, rules: Ruleset) -> bool:
    within = rules.charts[CHART].whole("limits", "relieved_within").value
    near = city.allied_distance is not None and city.allied_distance <= within
    return near and city.allied_supply in REGULAR


@rule("SF 39B")
def rule_on_leaving_empty(city: OccupiedCity, rules: Ruleset) -> Ruling:
    """Whether a city may be left without an occupation force: refused where it needs one.

    >>> from europa_rules import load
    >>> city = OccupiedCity(Turn.parse("Oct I 44"), allied_supply="regular", allied_distance=6)
    >>> rule_on_leaving_empty(city, load("sf")).allowed
    False
    """
    held_long = city.gained is None or city.turn > city.gained
    needed = city.zone_active and held_long and not _is_relieved(city, rules) and city.in_axis_supply
    return Ruling.refuse_if(
        needed, "an Axis-owned city of an occupation zone needs an occupation force", FORCES, possible="occupy it"
    )


@rule("SF 39B")
def reckon_required(majors: int, dots: int, rules: Ruleset) -> Reckoning:
    """The occupation forces that the cities of a zone ask for (REs).

    >>> from europa_rules import load
    >>> print(reckon_required(3, 2, load("sf")))
    11 occupation forces (SF 39B) | = 11
    """
    chart = rules.charts[CHART]
    parts = [
        (
            f"{n} {kind}",
            Reckoning.of(n, f"{kind} cities").times(chart.whole("rows", kind, "re").value, "REs each", FORCES),
        )
        for kind, n in (("major", majors), ("dot", dots))
    ]
    return Reckoning.total("occupation forces", parts, FORCES)


@rule("SF 39B")
def rule_on_occupying(kind: str) -> Ruling:
    """Whether a kind of unit may occupy a city; one without strength may.

    >>> rule_on_occupying("security").allowed
    True
    >>> print(rule_on_occupying("position_aa"))
    refused: position AA does not occupy a city (SF 39B). Possible: any other unit.
    """
    what = INELIGIBLE.get(normal(kind))
    return Ruling.refuse_if(what is not None, f"{what} does not occupy a city", FORCES, possible="any other unit")


@frozen
class OccupationForces:
    """The occupation of a zone.

    Attributes:
        required: REs that its cities ask for.
        garrison: REs of eligible units in the garrisons of its districts that are not activated.
        on_map: REs of units that occupy its cities, each up to what the city asks for.
        on_other_duty: REs of garrisons that serve another duty as well, and are not counted above.
    """

    required: Number
    garrison: Number = 0
    on_map: Number = 0
    on_other_duty: Number = 0


@rule("SF 39B")
def reckon_missing(facts: OccupationForces, rules: Ruleset) -> Reckoning:
    """The occupation forces that a zone lacks (REs).

    >>> from europa_rules import load
    >>> reckon_missing(OccupationForces(11, 9, 1), load("sf")).value
    Fraction(1, 1)
    >>> shared = OccupationForces(11, 6, 1, on_other_duty=3)
    >>> both = load("sf", rulings={"sf-39B-two-duties": "yes"})
    >>> reckon_missing(shared, load("sf")).value, reckon_missing(shared, both).value
    (Fraction(4, 1), Fraction(1, 1))
    >>> reckon_missing(OccupationForces(11, 9, 5), load("sf")).value
    Fraction(0, 1)
    >>> reckon_missing(OccupationForces(11), load("sf")).value, reckon_missing(OccupationForces(11), both).value
    (Fraction(11, 1), Fraction(11, 1))
    """
    found = Reckoning.of(facts.required, "required", FORCES)
    found = found.minus(facts.garrison, "in garrisons", FORCES).minus(facts.on_map, "occupying cities", FORCES)
    if facts.on_other_duty and rules.reads(TWO_DUTIES, "yes"):
        found = found.minus(facts.on_other_duty, "in garrisons that serve another duty too", FORCES)
    for point in rules.resting(TWO_DUTIES) if facts.on_other_duty else ():
        found = found.noting(rests_on=point)
    return found.at_least(0, "never less", FORCES) if found.value < 0 else found


@rule("SF 39B")
def reckon_extra_attacks(missing: Number) -> Reckoning:
    """The extra partisan attacks that missing occupation forces give: one for each RE or part of one.

    >>> from europa_rules.numbers import HALF
    >>> reckon_extra_attacks(0).value, reckon_extra_attacks(HALF).value
    (Fraction(0, 1), Fraction(1, 1))
    """
    return Reckoning.of(ceil(missing), f"for {counted(missing, 'RE')} missing", FORCES)
