"""Naval transport of 1940 (FoF 26A2, 26B, 26B1, 26B2): pools of NTPs, what they carry, from where to where.

Needs the pool, the units and the places of a transport; gives a ruling, NTPs and MPs. What each pool may do is data
(`charts/naval_transport_points.toml`); who may be evacuated in an emergency stands in `evacuation`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import Any

from attrs import field, frozen

from europa_rules.campaign.allowances import reckon_pool
from europa_rules.campaign.regions import find_place
from europa_rules.citations import Citation, rule
from europa_rules.errors import UnknownName, unknown
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side
from europa_rules.state import FactKind
from europa_rules.units import (
    Unit,
    has_heavy_equipment,
    is_combat_motorized,
    is_marker,
    is_position_aa,
    label,
    re_for,
    re_size,
)
from europa_rules_fof.paris import OPEN_CITY
from europa_rules_fof.supply_sources import BRITISH_CITIES

CHART = "naval_transport_points"
USERS, BEACHES, POOLS = Citation("FoF", "26A2"), Citation("FoF", "26A4"), Citation("FoF", "26B")
REGULAR, SUPPLY, EVACUATION = Citation("FoF", "26B1"), Citation("FoF", "26B2"), Citation("FoF", "26B3")
EMERGENCY_USED = "the British emergency transport is used"
"""The event of its first use."""

WHO, CAVALRY, MIXED = "26A2-naval-transport-users", "26B1-cavalry-by-sea", "26B-mixed-load"
LOADED, COUNTERS = "14I2-loaded-counter", Citation("FoF", "14I2")
BOXES = "31C-holding-boxes"
ANYONE, EQUIPMENT = "26B3-emergency-ntps", "26B3-heavy-equipment-left"
ANNOUNCED = FactKind("emergency transport announced", "player turn", bool)
"""That the use of the British emergency transport has been announced for this player turn (subject: "")."""

ABANDONED = FactKind("has abandoned its equipment", "game", str)
"""The turn in which a piece was evacuated and abandoned its equipment (subject: the piece)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (ANNOUNCED, ABANDONED)
PORT, BEACH, AT_SEA, FULL_SOURCE = "port", "beach", "at_sea", "full_source"
BRITAIN = "Britain"


# --- NTPs and MPs (26B1) ---------------------------------------------------------------------------------------------


@rule("FoF 26B1", "FoF 14I2")
def reckon_unit_load(units: Iterable[Unit], rules: Ruleset, carried: Iterable[Unit] = ()) -> Reckoning:
    """The REs that units count on board: c/m units double, and cavalry by reading.

    carried: units that transport counters among the others carry.

    >>> from europa_rules import load
    >>> print(reckon_unit_load([Unit("br", "armor", "brigade")], load("fof")).value)
    2
    """
    parts = [(label(unit), _on_board(unit, rules)) for unit in units]
    parts += [(label(unit), _carried_on_board(unit, rules)) for unit in carried]
    return Reckoning.total("REs on board", parts, REGULAR)


def _carried_on_board(unit: Unit, rules: Ruleset) -> Reckoning:
    """The REs of a unit that a transport counter carries: doubled with the counter by reading."""
    size = _on_board(unit, rules)
    single = size.value == re_size(unit, rules.types)
    if single and rules.reads(LOADED, "both"):
        size = size.times(2, "doubled with the counter", COUNTERS)
    for point in rules.resting(LOADED):
        size = size.noting(rests_on=point)
    return size


def _on_board(unit: Unit, rules: Ruleset) -> Reckoning:
    plain, doubled = re_size(unit, rules.types), re_for("transport", unit, rules.types)
    size = Reckoning.of(plain, unit.size)
    if doubled == plain:
        return size
    rides = not is_combat_motorized(unit, rules.types)
    if not (rides and rules.reads(CAVALRY, "single-on-board")):
        size = size.times(2, "cavalry" if rides else "c/m", REGULAR)
    for point in rules.resting(CAVALRY) if rides else ():
        size = size.noting(rests_on=point)
    return size


@rule("FoF 26B1")
def reckon_ntps(units: Iterable[Unit], supply: Number, rules: Ruleset, carried: Iterable[Unit] = ()) -> Reckoning:
    """The NTPs that cargo needs. supply: REs of supply. carried: units that transport counters among them carry.

    >>> from europa_rules import load
    >>> print(reckon_ntps((), 4, load("fof")).value)
    2
    """
    chart = rules.charts[CHART]
    each = {kind: chart.whole("re_of_each_ntp", kind).value for kind in ("units", "supply")}
    load = reckon_unit_load(units, rules, carried).times(
        Fraction(1, each["units"]), "NTPs for each RE of units", REGULAR
    )
    stores = Reckoning.of(supply, "REs of supply").times(
        Fraction(1, each["supply"]), f"an NTP carries {each['supply']}", REGULAR
    )
    is_mixed = bool(load.value and stores.value)
    if is_mixed and rules.reads(MIXED, "one-kind"):
        load, stores = (part.become(ceil(part.value), "whole NTPs") for part in (load, stores))
    total = Reckoning.total("NTPs", [("units", load), ("supply", stores)], REGULAR)
    for point in rules.resting(MIXED) if is_mixed else ():
        total = total.noting(rests_on=point)
    return total


@rule("FoF 26B1")
def reckon_naval_mps(unit: Unit, by_beach: bool, rules: Ruleset, allowance: Number | None = None) -> Reckoning:
    """The MPs that a unit spends to be transported: all of them where it goes over a beach.

    allowance: MPs that it has in the phase, in place of those printed. What has no MPs of its own spends none.

    >>> from europa_rules import load
    >>> print(reckon_naval_mps(Unit("br", "armor", "brigade"), False, load("fof")).value)
    4
    """
    if is_marker(unit, rules.types) or is_position_aa(unit, rules.types):
        return Reckoning.of(ZERO, "no unit with MPs of its own", REGULAR)
    if by_beach:
        return Reckoning.of(unit.movement if allowance is None else allowance, "all its MPs, over a beach", REGULAR)
    row = "c_m" if is_combat_motorized(unit, rules.types) else "other"
    words = "c/m unit, from port to port" if row == "c_m" else "from port to port"
    return Reckoning.of(rules.charts[CHART].whole("mp", row).value, words, REGULAR)


@rule("FoF 26B1")
def reckon_mps_left(unit: Unit, by_beach: bool, rules: Ruleset) -> Reckoning:
    """The MPs that a unit has left in the phase of its transport."""
    spent = reckon_naval_mps(unit, by_beach, rules)
    left = Reckoning.of(unit.movement, "printed").minus(spent.value, "naval transport", REGULAR)
    return left.at_least(0, "never less", REGULAR)


@frozen
class SeaMover:
    """A unit that is to be transported by sea, as far as its MPs go.

    Attributes:
        unit: its printed facts.
        by_beach: whether it goes over a beach at either end.
        allowance: MPs that it may spend in the phase.
        spent: MPs that it has spent in it.
        leaving: MPs that leaving its hex costs it besides.
        name: what it is called, or "".
    """

    unit: Unit
    by_beach: bool
    allowance: Number
    spent: Number = ZERO
    leaving: Number = ZERO
    name: str = ""


@rule("FoF 26B1")
def rule_on_naval_mps(facts: SeaMover, rules: Ruleset) -> Ruling:
    """Whether a unit has the MPs to be transported: over a beach it has spent none in the phase.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> brigade = Unit("br", "infantry", "brigade", Rating.parse("2-8"))
    >>> print(rule_on_naval_mps(SeaMover(brigade, False, 8, 7), load("fof")))
    refused: 2-8 infantry brigade has 1 MP left, and naval transport takes 2 (FoF 26B1).
    """
    name, left = facts.name or label(facts.unit), Fraction(facts.allowance) - facts.spent
    need = reckon_naval_mps(facts.unit, facts.by_beach, rules, facts.allowance)
    if not need.value:
        return Ruling.allow()
    if facts.by_beach:
        return Ruling.refuse_if(
            facts.spent > 0,
            f"{name} has spent MPs in this phase, and a beach takes all of them",
            REGULAR,
            possible="use ports at both ends",
        )
    total = need.value + facts.leaving
    return Ruling.refuse_if(
        total > left, f"{name} has {counted(left, 'MP')} left, and naval transport takes {show(total)}", REGULAR
    )


@rule("FoF 26B2")
def rule_on_embarking_supply(traces_to: str) -> Ruling:
    """Whether supply may be embarked at a port, by the kind of source that it traces to in the initial phase.

    >>> rule_on_embarking_supply("full_source").allowed
    True
    """
    return Ruling.refuse_if(
        normal(traces_to) != FULL_SOURCE,
        "the port traces no supply line to a full supply source",
        SUPPLY,
        possible="embark supply at a port that traces one",
    )


@rule("FoF 26B")
def rule_on_announcing(side: Side, phase: str, rules: Ruleset) -> Ruling:
    """Whether the use of the British emergency transport may be announced; it may be used more than once.

    >>> from europa_rules import load
    >>> rule_on_announcing(ALLIED, "initial", load("fof")).allowed
    True
    """
    possible = "announce it in an Allied initial phase"
    return (
        Ruling.refuse_if(side != ALLIED, "only the Allied player has emergency transport", POOLS, possible=possible)
        & Ruling.refuse_if(phase != "initial", f"no announcement in the {phase} phase", POOLS, possible=possible)
        & Ruling(rests_on=rules.resting("26B-naval-patrol-step"))
    )


# --- may they be transported? ----------------------------------------------------------------------------------------


@frozen
class NavalTransport:
    """Units that would be transported by sea.

    Attributes:
        side: whose player turn. phase: the phase.
        pool: the pool of NTPs, "" untold.
        units: the units. re: their REs, where there are more such units than are told.
        carried: those that transport counters among the units carry.
        supply: REs of supply.
        used: NTPs of the pool that have been used this turn.
        embark, debark: "port" or "beach".
        origin, destination: places: a port, a country, "French port"; "" untold.
        zone: the sea zone, "" for that of the pool.
        events: what has happened.
        announced: whether emergency transport was announced.
        in_regular_supply: whether units other than British ones can trace regular supply. None of both matters to
            other pools than the emergency one.
        hexes_from_british_port: None untold.
        ends: "at_sea", or "". crosses_land: whether its path does.
        has_left_equipment: whether a unit has abandoned its equipment.
        is_british_source: whether the origin is a British supply source now; None to go by its name.
    """

    side: Side = ALLIED
    phase: str = "movement"
    pool: str = ""
    units: tuple[Unit, ...] = ()
    re: Fraction | None = None
    carried: tuple[Unit, ...] = ()
    supply: Number = ZERO
    used: Number = ZERO
    embark: str = PORT
    debark: str = PORT
    origin: str = ""
    destination: str = ""
    zone: str = ""
    events: frozenset[str] = frozenset()
    announced: bool | None = None
    in_regular_supply: bool | None = None
    hexes_from_british_port: int | None = None
    ends: str = ""
    crosses_land: bool = field(kw_only=True)
    has_left_equipment: bool = field(kw_only=True)
    is_british_source: bool | None = None

    @property
    def aboard(self) -> tuple[Unit, ...]:
        """All units, those carried by transport counters among them."""
        return (*self.units, *self.carried)


def events_of(paris_open: bool, emergency_used: bool) -> frozenset[str]:
    """The events that open pools of NTPs."""
    told = {OPEN_CITY: paris_open, EMERGENCY_USED: emergency_used}
    return frozenset(event for event, happened in told.items() if happened)


def country_of(place: str, rules: Ruleset) -> str:
    """The country of a place in words: "French port", "Brest", "Britain"; "" where the words do not tell.

    >>> from europa_rules import load
    >>> country_of("French Atlantic port", load("fof")), country_of("Brest", load("fof"))
    ('France', 'France')
    """
    if not place:
        return ""
    first = place.split()[0]
    if normal(place) == "england":
        return BRITAIN
    if normal(place).endswith("port") and first in rules.nations:
        return rules.nations.find(first).country
    try:
        return find_place(place, rules).country
    except UnknownName:
        return ""


def pool_row(pool: str, rules: Ruleset) -> str:
    """The row of a pool in the chart. Raises UnknownName for a pool there is not."""
    chart = rules.charts[CHART]
    rows = {normal(chart.text("rows", row, "name").value): row for row in chart.rows("rows")}
    if normal(pool) not in rows:
        raise unknown("pool of NTPs", pool, rows)
    return rows[normal(pool)]


@rule("FoF 26A2", "FoF 26A4", "FoF 26B", "FoF 26B1", "FoF 26B3")
def rule_on_naval_transport(facts: NavalTransport, rules: Ruleset) -> Ruling:
    """Whether the units may be transported so; every reason against it.

    >>> from europa_rules import AXIS, load
    >>> facts = NavalTransport(side=AXIS, crosses_land=False, has_left_equipment=False)
    >>> print(rule_on_naval_transport(facts, load("fof")))
    refused: only the Allies have naval transport (FoF 26A2).
    """
    ruling = _rule_on_users(facts, rules) & _rule_on_voyage(facts, rules)
    if not facts.pool:
        return ruling & _rule_on_beach(facts, False, rules)
    row = pool_row(facts.pool, rules)
    emergency = rules.charts[CHART].flag("rows", row, "emergency")
    ruling = ruling & _rule_on_pool(facts, row, rules) & _rule_on_places(facts, row, rules)
    ruling = ruling & _rule_on_beach(facts, emergency, rules) & _rule_on_boxes(facts, row, rules)
    return ruling & _rule_on_emergency(facts, row, rules) if emergency else ruling


@rule("FoF 26A2")
def has_naval_transport(side: Side, rules: Ruleset) -> bool:
    """Whether a side has naval transport: the Allies alone, by a reading both players.

    >>> from europa_rules import AXIS, load
    >>> has_naval_transport(AXIS, load("fof"))
    False
    """
    return side == ALLIED or rules.reads(WHO, "both-players")


def _rule_on_users(facts: NavalTransport, rules: Ruleset) -> Ruling:
    sides = (facts.side, *(rules.side_of(unit.nation) for unit in facts.aboard))
    of_axis = not all(has_naval_transport(side, rules) for side in sides)
    ruling = Ruling.refuse_if(of_axis, "only the Allies have naval transport", USERS)
    return ruling & Ruling(rests_on=rules.resting(WHO)) if of_axis else ruling


def _rule_on_voyage(facts: NavalTransport, rules: Ruleset) -> Ruling:
    stays = facts.has_left_equipment and country_of(facts.origin, rules) in (BRITAIN, "")
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.phase != "movement",
                f"no naval transport in the {facts.phase} phase",
                POOLS,
                possible="transport units in the movement phase",
            ),
            Ruling.refuse_if(facts.ends == AT_SEA, "cargo may not stay at sea", REGULAR, possible="land it"),
            Ruling.refuse_if(facts.crosses_land, "its path crosses land", REGULAR, possible="a path in its sea zone"),
            Ruling.refuse_if(stays, "a unit that has abandoned its equipment stays in England", EVACUATION),
        )
    )


def _rule_on_pool(facts: NavalTransport, row: str, rules: Ruleset) -> Ruling:
    """The number of NTPs, the sea zone, and whose units they carry."""
    chart, at = rules.charts[CHART], ("rows", row)
    there = reckon_pool(facts.pool, facts.events, rules, used=Fraction(facts.used))
    need = _needed(facts, rules)
    nations = {rules.nations.find(name).code for name in chart.texts(*at, "nations")}
    strangers = [unit for unit in facts.aboard if nations and unit.nation not in nations]
    zone = chart.text(*at, "sea_zone").value
    waiting = reckon_pool(facts.pool, facts.events, rules)
    shut = waiting is not None and not waiting.value
    return Ruling.all(
        (
            Ruling.refuse_if(
                shut,
                f"{facts.pool} NTPs are not in use yet",
                POOLS,
                possible="use them once " + " or ".join(chart.texts(*at, "opened_by")) if shut else "",
            ),
            Ruling.refuse_if(
                there is not None and not shut and need.value > there.value,
                f"{show(need.value)} NTPs are needed, {show(there.value if there else 0)} there",
                POOLS,
                possible=f"use {show(there.value)} NTPs" if there is not None and there.value else "",
            ),
            Ruling(rests_on=rules.resting("30-map-join") if facts.zone else ()),
            Ruling.refuse_if(
                bool(facts.zone) and normal(facts.zone) != normal(zone),
                f"{facts.pool} NTPs serve the {zone} zone",
                POOLS,
            ),
            Ruling.refuse_if(
                bool(strangers), f"{facts.pool} NTPs carry units of {', '.join(chart.texts(*at, 'nations'))}", POOLS
            ),
        )
    ) & Ruling(rests_on=need.rests_on)


def _needed(facts: NavalTransport, rules: Ruleset) -> Reckoning:
    if facts.re is None:
        return reckon_ntps(facts.units, facts.supply, rules, facts.carried)
    one = reckon_unit_load(facts.units[:1], rules)
    size = Fraction(re_size(facts.units[0], rules.types)) if facts.units else Fraction(1)
    factor = one.value / size if facts.units and size else Fraction(1)
    return Reckoning.of(facts.re, "REs").times(factor, "as they count on board", REGULAR)


def _rule_on_places(facts: NavalTransport, row: str, rules: Ruleset) -> Ruling:
    """From where to where a pool goes."""
    chart, at = rules.charts[CHART], ("rows", row)
    by = EVACUATION if chart.flag(*at, "emergency") else POOLS
    countries = {"from": country_of(facts.origin, rules), "to": country_of(facts.destination, rules)}
    ports_in, only, never = (chart.texts(*at, key) for key in ("ports_in", "to", "not_to"))
    foreign = [f"{facts.pool} NTPs do not go {way} {c}" for way, c in countries.items() if c and c not in ports_in]
    to = countries["to"]
    return Ruling.all(
        (
            Ruling.refuse_if(
                bool(ports_in and foreign), "; ".join(foreign), POOLS, possible=f"use ports of {' or '.join(ports_in)}"
            ),
            Ruling.refuse_if(to in never, f"{facts.pool} NTPs do not go to {to}", POOLS),
            Ruling.refuse_if(
                bool(only and facts.destination) and to not in only,
                f"{facts.pool} NTPs go to {' or '.join(only)} alone",
                *dict.fromkeys((by, POOLS)),
            ),
            Ruling.refuse_if(
                chart.flag(*at, "supply_sources") and not _is_british_source(facts),
                f"{facts.origin} is no British supply source",
                POOLS,
                possible=f"embark in {', '.join(BRITISH_CITIES)}",
            ),
            Ruling.refuse_if(
                bool(ports_in) and BEACH in (facts.embark, facts.debark), f"{facts.pool} NTPs use ports alone", POOLS
            ),
        )
    )


def _rule_on_boxes(facts: NavalTransport, row: str, rules: Ruleset) -> Ruling:
    """Holding boxes that a pool reaches: its own ones, by reading any."""
    boxes = [place for place in (facts.origin, facts.destination) if normal(place).endswith("_box")]
    own = {f"{normal(name)}_box" for name in rules.charts[CHART].texts("rows", row, "boxes")}
    shut = [box for box in boxes if normal(box) not in own]
    if not boxes or rules.reads(BOXES, "free-transfer"):
        return Ruling.allow()
    ruling = Ruling.refuse_if(
        bool(shut), f"{facts.pool} NTPs do not reach {' and '.join(shut)}", Citation("FoF", "31C")
    )
    return ruling & Ruling(rests_on=rules.resting(BOXES))


def _is_british_source(facts: NavalTransport) -> bool:
    """Whether the British draw supply from the port of origin; where none is told, they do."""
    if facts.is_british_source is not None:
        return facts.is_british_source
    place = facts.origin
    told = normal(place).replace("st._", "saint_").replace("st_", "saint_")
    return not place or "supply_source" in told or told in map(normal, BRITISH_CITIES)


def _rule_on_beach(facts: NavalTransport, emergency: bool, rules: Ruleset) -> Ruling:
    """Beaches serve emergency transport to embark, and other transport by reading."""
    if BEACH not in (facts.embark, facts.debark) or rules.reads(WHO, "both-players"):
        return Ruling.allow()
    lands = facts.debark == BEACH
    ruling = Ruling.refuse_if(
        lands or not emergency,
        "beaches serve only to embark with British emergency NTPs",
        BEACHES,
        possible="use a port",
    )
    heavy = [unit for unit in facts.aboard if has_heavy_equipment(unit, rules.types)]
    refused = bool(heavy) and (not emergency or rules.reads(EQUIPMENT, "refused"))
    ruling = ruling & Ruling.refuse_if(refused, "units with heavy equipment do not use beaches", REGULAR)
    return ruling & Ruling(rests_on=rules.resting(EQUIPMENT if heavy and emergency else WHO))


def _rule_on_emergency(facts: NavalTransport, row: str, rules: Ruleset) -> Ruling:
    most = rules.charts[CHART].whole("rows", row, "within").value
    far = facts.hexes_from_british_port is not None and facts.hexes_from_british_port > most
    others = [unit for unit in facts.aboard if unit.nation != "br"]
    supplied = bool(others) and facts.in_regular_supply is True
    ruling = (
        Ruling.refuse_if(
            not facts.announced,
            "the use of emergency NTPs was not announced",
            POOLS,
            possible="announce it in an Allied initial phase",
        )
        & Ruling.refuse_if(far, f"it is more than {most} hexes from a British port", POOLS)
        & Ruling.refuse_if(
            supplied and not rules.reads(ANYONE, "anyone"),
            "Allied units that can trace regular supply are not evacuated",
            EVACUATION,
        )
    )
    return ruling & Ruling(rests_on=rules.resting(ANYONE)) if others else ruling
