"""Supply lines (rules 12A and 12B): their elements, how long each may be, and what ways and ports they may use.

Needs a stretch of a line, or the hexes and ports it leads through; gives what it counts, or every rule that stops it.
`supply_routes` traces a whole line, hex by hex. Which elements there are, in which order they come and how far they
lead is the game's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from attrs import evolve, frozen

from europa_rules.charts import Cell
from europa_rules.charts.terrain_effects import SupplyTerrain
from europa_rules.citations import Citations, rule
from europa_rules.errors import unknown
from europa_rules.ground.lines import LineHex, rule_on_line_into
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset

ELEMENTS = "supply elements"
"""Slot of sources: each value is an `Element`."""

ORDERS = "supply line orders"
"""Slot of sources: each value lists orders in which elements may come; an order is a tuple of stages, each a tuple of
names of elements that mix freely with one another."""

ROAD, RAIL, SEA = "road", "rail", "sea"
HIGH, LOW = "high", "low"
OVERLAND_ONLY = ("special",)
"""Kinds of sources to which no other element of a line leads than the overland one."""

TRUCK = "truck"

Order = tuple[tuple[str, ...], ...]


@frozen
class Element:
    """A kind of stretch that supply lines are made of.

    Attributes:
        name: as players know it; its row in the chart of supply lines, which has the longest it may be.
        by: the rules.
        along: "road", "rail" or "sea" where it follows these; "" where it goes over any ground.
        is_owned: whether it leads through friendly-owned hexes only.
        begins_at: what has to stand where it begins: "truck", or "" for nothing.
        low_row: the row with the most low-volume hexes, for one along rails.
        least_capacity: REs of capacity that a rail net needs for lines that end on it; 0 where that does not matter.
        takes_ferries: whether rail ferries belong to the rails.
    """

    name: str
    by: Citations
    along: str = ""
    is_owned: bool = False
    begins_at: str = ""
    low_row: str = ""
    least_capacity: int = 0
    takes_ferries: bool = False


@remembered()
def elements(rules: Ruleset) -> Mapping[str, Element]:
    """The elements of a game's supply lines, by name."""
    listed = [cast(Element, source.value) for source in rules.sources(ELEMENTS)]
    return {element.name: element for element in listed}


def element_named(name: str, rules: Ruleset) -> Element:
    """An element. Raises UnknownName with the nearest right one.

    >>> from europa_rules import load
    >>> element_named("road", load("fof")).is_owned
    True
    """
    known = elements(rules)
    if name not in known:
        raise unknown("supply element", name, known)
    return known[name]


def orders(rules: Ruleset) -> tuple[Order, ...]:
    """The orders in which the elements of a line may come, from the unit outward; any of them may be left out."""
    listed = [order for source in rules.sources(ORDERS) for order in cast("tuple[Order, ...]", source.value)]
    return tuple(dict.fromkeys(listed))


@rule("FoF 12B2", "FoF 12B3", "SF 12B")
def may_follow(used: Sequence[str], element: str, to: str, rules: Ruleset) -> bool:
    """Whether an element may lead on to another one, after those used already, from the unit outward.

    >>> from europa_rules import load
    >>> fof = load("fof")
    >>> may_follow((), "truck", "road", fof), may_follow(("road",), "truck", "road", fof)
    (True, False)
    """
    wanted = [*used, element, to]
    return any(_is_within(wanted, order) for order in orders(rules))


def _is_within(names: Sequence[str], order: Order) -> bool:
    """Whether the names come one after another, each in a stage of its own or in one where they mix."""
    at = 0
    for before, name in zip(("", *names), names, strict=False):
        mixes = before and at and name in order[at - 1] and before in order[at - 1] and before != name
        later = next((i for i in range(at, len(order)) if name in order[i]), None)
        if not mixes and later is None:
            return False
        at = at if mixes or later is None else later + 1
    return True


# --- how long an element may be (12B1 to 12B5, SF 43C3) --------------------------------------------------------------


def longest(row: str, weather: str, rules: Ruleset) -> Cell[int | None]:
    """The longest that an element may be in this weather, in counted hexes; None where any length will do.

    >>> from europa_rules import load
    >>> longest("overland", "clear", load("fof")).value, longest("rail_high", "clear", load("fof")).value
    (7, None)
    """
    cell = rules.charts["supply_lines"].cell("rows", row, weather)
    return cell.holding(cell.value if isinstance(cell.value, int) else None)


def terrain_of(element: str, rules: Ruleset) -> SupplyTerrain | None:
    """What counts extra on an element, if anything does under the rules in use."""
    found = rules.charts.terrain_effects.supply.get(element)
    return found if found and (not found.option or rules.has_option(found.option)) else None


@rule("FoF 12B2", "FoF 12B5", "SF 43C3")
def counted_hexes(
    element: str,
    terrain: str,
    hexsides: Iterable[str],
    rules: Ruleset,
    *,
    along_road: bool = False,
    frozen: bool = False,
) -> int:
    """How many hexes a hex counts for on an element, with the hexside crossed to enter it.

    >>> from europa_rules import load
    >>> counted_hexes("overland", "mountain", ("major_river",), load("fof"))
    3
    """
    extra = terrain_of(element, rules)
    if extra is None or (along_road and extra.waived_along_road):
        return 1

    def counts(name: str) -> bool:
        return not (frozen and name in extra.unfrozen_only)

    hexes = 2 if terrain in extra.double and counts(terrain) else 1
    return hexes + sum(int(extra.extra_hexes.get(side, 0)) for side in hexsides if counts(side))


@frozen
class Stretch:
    """The hexes of one element.

    Attributes:
        element: its name.
        hexes: the terrain of each hex entered.
        hexsides: features of the hexsides crossed, together.
        along_road: whether it follows a road all the way.
        high_volume, low_volume: rail hexes entered of either kind.
        weather: the worst along it.
        frozen: whether swamps and rivers along it are frozen.
    """

    element: str
    hexes: tuple[str, ...] = ()
    hexsides: tuple[str, ...] = ()
    along_road: bool = False
    high_volume: int = 0
    low_volume: int = 0
    weather: str = "clear"
    frozen: bool = False

    @classmethod
    def described(
        cls,
        element: str,
        hexes: Iterable[str],
        major_rivers: int = 0,
        *,
        along_road: bool = False,
        high_volume: int = 0,
        low_volume: int = 0,
        weather: str = "clear",
        frozen: bool = False,
    ) -> Stretch:
        """An element from words for its hexes and the number of major river hexsides that it crosses.

        >>> Stretch.described("truck", ["Wooded rough"], 1).hexes
        ('wooded_rough',)
        """
        terrain, sides = tuple(map(normal, hexes)), ("major_river",) * major_rivers
        return cls(element, terrain, sides, along_road, high_volume, low_volume, normal(weather), frozen)


@rule("FoF 12B1", "FoF 12B2", "FoF 12B3", "FoF 12B4", "FoF 12B5", "SF 12B1", "SF 12B2", "SF 12B3", "SF 43C3")
def reckon_length(facts: Stretch, rules: Ruleset) -> Reckoning:
    """The length of an element in counted hexes.

    >>> from europa_rules import load
    >>> print(reckon_length(Stretch("overland", ("clear", "mountain"), ("major_river",)), load("fof")))
    2 hexes (FoF 12B1) | +1 mountain (FoF 12B5) | +1 major river hexside (FoF 12B5) | = 4
    """
    element = element_named(facts.element, rules)
    hexes = len(facts.hexes) + facts.high_volume + facts.low_volume
    length = Reckoning.of(hexes, "hexes" if hexes != 1 else "hex", *element.by)
    by, road, frozen = rules.cite("supply-terrain"), facts.along_road, facts.frozen
    for terrain in facts.hexes:
        more = counted_hexes(facts.element, terrain, (), rules, along_road=road, frozen=frozen) - 1
        length = length.plus(more, terrain.replace("_", " "), by) if more else length
    for side in facts.hexsides:
        more = counted_hexes(facts.element, "", (side,), rules, along_road=road, frozen=frozen) - 1
        length = length.plus(more, f"{side.replace('_', ' ')} hexside", by) if more else length
    return length


@rule("FoF 12B1", "FoF 12B2", "FoF 12B3", "FoF 12B4", "SF 12B1", "SF 12B2", "SF 12B3")
def rule_on_length(facts: Stretch, rules: Ruleset) -> Ruling:
    """Whether an element is within the longest that it may be.

    >>> from europa_rules import load
    >>> print(rule_on_length(Stretch("rail", low_volume=8), load("sf")))
    refused: the rail element has 8 low-volume hexes; 7 are allowed (SF 12B3).
    """
    element = element_named(facts.element, rules)
    if element.low_row:
        return _rule_on_row(element, element.low_row, facts.low_volume, "low-volume hexes", facts.weather, rules)
    return _rule_on_row(
        element, element.name, int(reckon_length(facts, rules).value), "counted hexes", facts.weather, rules
    )


def _rule_on_row(element: Element, row: str, length: int, what: str, weather: str, rules: Ruleset) -> Ruling:
    if row not in rules.charts["supply_lines"].rows("rows"):
        return Ruling.allow()
    cell = longest(row, weather, rules)
    too_long = cell.value is not None and length > cell.value
    why = f"the {element.name} element has {length} {what}; {cell.value} are allowed"
    ruling = Ruling.refuse_if(too_long, why, *element.by)
    return evolve(ruling, caveats=(cell.caveat,) if cell.caveat else ())


@frozen
class LineParts:
    """The lengths of a line's elements, told one by one, and the ruling on the source at its end.

    Attributes:
        stretches: the elements.
        source: whether the unit may use the source.
    """

    stretches: tuple[Stretch, ...]
    source: Ruling = Ruling.allow()

    @classmethod
    def of_lengths(cls, lengths: Mapping[str, int], low: int, high: int, source: Ruling) -> LineParts:
        """A line from the lengths of its elements over plain ground, and its rail hexes of either volume."""
        plain = [Stretch(name, ("clear",) * hexes) for name, hexes in lengths.items()]
        return cls((*plain, Stretch(RAIL, high_volume=high, low_volume=low)), source)


@rule("FoF 12B", "SF 12B")
def rule_on_parts(facts: LineParts, rules: Ruleset) -> Ruling:
    """Whether elements of these lengths make a supply line to a source that the unit may use."""
    return Ruling.all(rule_on_length(stretch, rules) for stretch in facts.stretches) & facts.source


# --- whether an element may go through hexes (12A, 12B) --------------------------------------------------------------


@frozen
class ElementWay:
    """An element that would use some hexes.

    Attributes:
        element: its name.
        hexes: what is in each hex entered, and whether it is friendly-owned.
        to: the element it leads on to, or "".
        used: elements of the line before it.
    """

    element: str
    hexes: tuple[tuple[LineHex, bool], ...] = ()
    to: str = ""
    used: tuple[str, ...] = ()


@rule("FoF 12A", "FoF 12B1", "FoF 12B2", "FoF 12B3", "FoF 12B4", "SF 12A", "SF 12B1", "SF 12B2", "SF 12B3")
def rule_on_way(facts: ElementWay, rules: Ruleset) -> Ruling:
    """Whether an element may use these hexes and lead on as it does; broken rails do not stop it.

    >>> from europa_rules import load
    >>> print(rule_on_way(ElementWay("road", ((LineHex(), False),)), load("fof")))
    refused: the road element leads through friendly-owned hexes only (FoF 12B3).
    """
    element = element_named(facts.element, rules)
    ruling = Ruling.all(rule_on_line_into(there, rules) for there, _ in facts.hexes)
    ruling &= Ruling.all(_rule_on_owner(element, owned) for _, owned in facts.hexes)
    follows = facts.to not in elements(rules) or may_follow(facts.used, facts.element, facts.to, rules)
    before = f" after the {' and '.join(facts.used)} element" if facts.used else ""
    return ruling & Ruling.refuse_if(
        not follows, f"the {facts.element} element does not lead to a {facts.to}{before}", *element.by
    )


def _rule_on_owner(element: Element, owned: bool) -> Ruling:
    why = f"the {element.name} element leads through friendly-owned hexes only"
    return Ruling.refuse_if(element.is_owned and not owned, why, *element.by)


# --- ports and naval lines (SF 12B4, 12C2) ---------------------------------------------------------------------------

NAVAL_SIZES = ("major", "great")
PORT_SIZES = ("minor", "standard", "major", "great")


@frozen
class LinePort:
    """A port at an end of a naval line.

    Attributes:
        size: minor, standard, major or great.
        owned: whether the side owns it.
        functioning: whether damage leaves it working.
    """

    size: str
    owned: bool = True
    functioning: bool = True


@rule("SF 12B4", "SF 12C2")
def rule_on_port(port: LinePort, rules: Ruleset, sizes: Sequence[str] = NAVAL_SIZES) -> Ruling:
    """Whether a naval line may begin or end at a port.

    sizes: those that will do: major and great ports, more of them for limited supply.
    """
    by = rules.cite("naval-element")
    words = " or ".join(sizes)
    return (
        Ruling.refuse_if(port.size not in sizes, f"a {port.size} port is no {words} port", by)
        & Ruling.refuse_if(not port.owned, "the port is not friendly-owned", by)
        & Ruling.refuse_if(not port.functioning, "the port does not function", by)
    )


@rule("SF 12B4")
def rule_on_naval_element(ports: Sequence[LinePort], same_sea_zone: bool, rules: Ruleset) -> Ruling:
    """Whether a naval line may join these ports.

    >>> from europa_rules import load
    >>> rule_on_naval_element((LinePort("major"), LinePort("great")), True, load("sf")).allowed
    True
    """
    apart = Ruling.refuse_if(not same_sea_zone, "the ports lie on different sea zones", rules.cite("naval-element"))
    return Ruling.all(rule_on_port(port, rules) for port in ports) & apart


@frozen
class LimitedPort:
    """A port that would be a limited source.

    Attributes:
        port: the port.
        line_to: the size of the port to which a naval line leads from it, or "" for none.
        onward_to_full: whether a rail and naval line leads on from there to a full source.
    """

    port: LinePort
    line_to: str = ""
    onward_to_full: bool = False


def sizes_from(size: str) -> tuple[str, ...]:
    """The port sizes that equal or exceed one."""
    return PORT_SIZES[PORT_SIZES.index(size) :] if size in PORT_SIZES else ()


@rule("SF 12C2")
def rule_on_limited_port(facts: LimitedPort, rules: Ruleset) -> Ruling:
    """Whether a port serves as a limited source: in order itself, and joined by sea to one as large that is supplied.

    >>> from europa_rules import load
    >>> print(rule_on_limited_port(LimitedPort(LinePort("standard"), "minor", True), load("sf")))
    refused: the naval line leads to a smaller port (SF 12C2).
    """
    by = rules.cite("limited-sources")
    smaller = bool(facts.line_to) and facts.line_to not in sizes_from(facts.port.size)
    return (
        Ruling(rests_on=rules.resting("12C2-receiving-port") if facts.line_to else ())
        & rule_on_port(facts.port, rules, limited_sizes(rules))
        & Ruling.refuse_if(not facts.line_to, "no naval line leads from it to another port", by)
        & Ruling.refuse_if(smaller, "the naval line leads to a smaller port", by)
        & Ruling.refuse_if(not facts.onward_to_full, "no line leads on to a full source", by)
    )


def limited_sizes(rules: Ruleset) -> tuple[str, ...]:
    """The port sizes that are limited sources: those for which the chart of ports names the REs they serve."""
    chart = rules.charts["port_summary"]
    return tuple(size for size in chart.rows("rows") if chart.find("rows", size, "limited_supply_re") is not None)
