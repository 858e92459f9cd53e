"""Air transport (rules 20F, 23): what air units carry, what may be carried where, and what becomes of the cargo.

Needs the air units that carry together, their mission and their cargo; gives capacities in REs, rulings, and the fate
of the cargo. Drops and landings of troops are for `airborne`; the board's side of it is in `cargo_orders`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import frozen

from europa_rules.air.bomber_transports import BOMBERS
from europa_rules.air.flights import BOMBER, Flight
from europa_rules.air.missions import MissionFacts, rule_on_extended_tow, rule_on_phase
from europa_rules.air.returning import ABORT, KILL, NO_EFFECT, TURNED_BACK
from europa_rules.air_units import AirRating
from europa_rules.citations import rule
from europa_rules.contributions import Source
from europa_rules.errors import unknown
from europa_rules.ground.restricted_units import rule_on_transport
from europa_rules.ground.success_checks import Outcome
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit, has_heavy_equipment, is_air_droppable, is_combat_motorized, label, re_size

REGULAR, AIR_DROP, AIR_LANDING, MINELAYING = "regular_transport", "air_drop", "air_landing", "aerial_minelaying"
DROPS = frozenset({AIR_DROP, AIR_LANDING})
"""Missions that bring units into the field, where each counts more than on the way to an airbase."""

SUPPLY, RESOURCE, MINE, INFANTRY = "supply", "resource", "mine", "infantry"
POINTS = (SUPPLY, RESOURCE, MINE)
"""Kinds of points that are cargo; infantry replacement points are never dropped."""

# --- who carries, and how much ---------------------------------------------------------------------------------------


@frozen
class Carrier:
    """An air unit that carries cargo.

    Attributes:
        type: its type ("T", "GHT", "HB").
        model: its aircraft, or "" where that does not matter.
        as_transport: whether it is a bomber used as a transport (an optional rule).
    """

    type: str
    model: str = ""
    as_transport: bool = False

    @property
    def is_glider(self) -> bool:
        """Whether it is a glider."""
        return self.type.startswith("G")


def described_carrier(kind: str, mission: str, rules: Ruleset) -> Carrier:
    """An air unit of a type that is to carry cargo; a bomber is used as a transport where the game is played so.

    >>> from europa_rules import load
    >>> described_carrier("B", "regular_transport", load("sf", options={"44E1"})).as_transport
    True
    """
    bomber = rules.air_types.category(kind) == BOMBER
    return Carrier(kind, as_transport=bomber and mission != MINELAYING and bool(rules.sources(BOMBERS)))


@frozen
class Lift:
    """Air units that carry together, as slot "cargo capacity" is given them.

    Attributes:
        carriers: the air units, gliders among them.
        mission: the name of their mission.
        extended: whether they fly at extended range.
        weather: the weather at the target.
        base_weather: the weather at the airbase, or "" where it is not known.
    """

    carriers: tuple[Carrier, ...]
    mission: str = REGULAR
    extended: bool = False
    weather: str = "clear"
    base_weather: str = ""

    @property
    def units_count_double(self) -> bool:
        """Whether ground units count double because a bomber carries them."""
        return any(carrier.as_transport for carrier in self.carriers)


def _carries(carrier: Carrier, mission: str, rules: Ruleset) -> bool:
    """Whether an air unit of this type carries anything on the mission."""
    flown_by = rules.charts.air_missions[mission].flown_by
    kind = carrier.type
    return any(word == rules.air_types.category(kind) or rules.air_types.covers(word, kind) for word in flown_by) or (
        carrier.as_transport and "transport" in flown_by
    )


def _capacity_of(carrier: Carrier, mission: str, rules: Ruleset) -> Reckoning:
    by = rules.cite("gliders") if carrier.is_glider else rules.cite(rules.charts.air_missions[mission].rule)
    _, kind = rules.air_types.split(carrier.type)
    cell = rules.charts["air_cargo"].find_number("rows", kind, "capacity")
    if cell is None or not _carries(carrier, mission, rules):
        return Reckoning.of(ZERO, f"type {kind} carries nothing on this mission", by)
    return Reckoning.of(cell.value, f"type {kind}", rules.cite("20F"), by).noting(caveat=cell.caveat)


@rule("FoF 20F", "FoF 23B", "FoF 23F", "SF 20F", "SF 20F3", "SF 23C", "SF 23D")
def reckon_capacity(lift: Lift, rules: Ruleset) -> Reckoning:
    """What air units carry together, in REs; halved at extended range.

    Raises UnknownName for a mission or a type that there is not.

    >>> from europa_rules import load
    >>> print(reckon_capacity(Lift((Carrier("HT"),), extended=True), load("sf")))
    2 cargo capacity (SF 20F) | x1/2 extended range (SF 23C) | = 1
    """
    parts = [(carrier.model or carrier.type, _capacity_of(carrier, lift.mission, rules)) for carrier in lift.carriers]
    total = Reckoning.total("cargo capacity", parts, rules.cite("20F"))
    if lift.extended:
        times = rules.charts.air_missions.extended_range.cargo_times
        total = total.times(times, "extended range", rules.cite("extended-range"))
    return rules.modify(total, "cargo capacity", lift)


@rule("FoF 20F", "FoF 23F", "SF 20F2", "SF 23D")
def reckon_room_for_units(lift: Lift, rules: Ruleset) -> Reckoning:
    """The REs of ground units that air units carry together: half as many in a drop, and in bombers.

    >>> from europa_rules import load
    >>> print(reckon_room_for_units(Lift((Carrier("T"), Carrier("GT")), "air_drop"), load("fof")).value)
    1
    """
    room = reckon_capacity(lift, rules)
    if lift.mission in DROPS:
        times = rules.types.purpose("air_drop").times
        room = room.times(1 / times, "units in an airborne operation", *rules.types.cite("air_drop"))
    if lift.units_count_double:
        room = room.times(HALF, "units in a bomber", rules.cite("bombers-as-transports"))
    return room


# --- what is carried -------------------------------------------------------------------------------------------------


@frozen
class CargoUnit:
    """A ground unit that is carried.

    Attributes:
        unit: its printed facts.
        re: its size in REs, where that is told in place of what its counter shows.
    """

    unit: Unit
    re: Number | None = None

    @property
    def name(self) -> str:
        """What its counter says."""
        return label(self.unit) or "the unit"

    def size(self, rules: Ruleset) -> Fraction:
        """Its size in REs, for no purpose in particular."""
        return re_size(self.unit, rules.types) if self.re is None else Fraction(self.re)


@frozen
class Load:
    """Cargo, and the air units that carry it.

    Attributes:
        lift: the air units.
        units: the ground units among the cargo.
        points: (kind, number) of points: supply (points, or REs in 1940), resource, mine, infantry.
        is_supplied: whether supplies and mines are at hand at the airbase, or the transports are in supply, as the
            game asks for.
        phase: the phase; "" where it does not matter.
        is_phasing: whether the phasing player flies.
        absent: names of cargo that is not at the airbase.
    """

    lift: Lift
    units: tuple[CargoUnit, ...] = ()
    points: tuple[tuple[str, Number], ...] = ()
    is_supplied: bool = True
    phase: str = ""
    is_phasing: bool = True
    absent: tuple[str, ...] = ()

    @property
    def mission(self) -> str:
        """The name of the mission."""
        return self.lift.mission

    @property
    def is_dropped(self) -> bool:
        """Whether it is to be dropped."""
        return self.mission == AIR_DROP

    def number_of(self, kind: str) -> Number:
        """How many points of a kind are carried."""
        return sum((Fraction(number) for name, number in self.points if name == kind), ZERO)


HEAVY = "heavy equipment by air"
"""Slot of sources: that a unit with heavy equipment may be carried (a `HeavyCargo`); it then counts double."""


@frozen
class HeavyCargo:
    """A unit with heavy equipment, whether it is c/m, and the air units that would carry it."""

    unit: Unit
    carriers: tuple[Carrier, ...]
    is_combat_motorized: bool = False


def _heavy_source(cargo: CargoUnit, lift: Lift, rules: Ruleset) -> Source | None:
    facts = HeavyCargo(cargo.unit, lift.carriers, is_combat_motorized(cargo.unit, rules.types))
    return next(iter(rules.sources(HEAVY, facts)), None)


def _is_heavy(cargo: CargoUnit, rules: Ruleset) -> bool:
    return has_heavy_equipment(cargo.unit, rules.types)


@rule("FoF 20F", "FoF 23E2", "SF 20F2", "SF 44E1", "SF 44E2")
def reckon_cargo_unit(cargo: CargoUnit, lift: Lift, rules: Ruleset) -> Reckoning:
    """What a unit counts for as cargo, in REs: more in a drop, in a bomber, or with heavy equipment where that goes."""
    size = Reckoning.of(cargo.size(rules), cargo.name, rules.cite("20F"))
    if lift.mission in DROPS:
        times = rules.types.purpose("air_drop").times
        size = size.times(times, "for an airborne operation", *rules.types.cite("air_drop"))
    if lift.units_count_double:
        size = size.times(2, "in a bomber", rules.cite("bombers-as-transports"))
    heavy = _heavy_source(cargo, lift, rules) if _is_heavy(cargo, rules) else None
    if heavy is not None:
        size = size.times(2, "heavy equipment", *heavy.by)
    return size


@rule("FoF 20F", "SF 3A3", "SF 20F")
def reckon_points(kind: str, number: Number, rules: Ruleset) -> Reckoning:
    """What points count for as cargo, in REs.

    Raises UnknownName for a kind that is no cargo.

    >>> from europa_rules import load
    >>> print(reckon_points("supply", 4, load("fof")).value)
    1
    """
    if kind not in POINTS:
        raise unknown("kind of points", kind, POINTS)
    each = rules.charts["air_cargo"].number("points", kind)
    return Reckoning.of(number, f"{kind} points").times(each.value, "REs each", rules.cite("20F"))


@rule("FoF 20F", "SF 20F")
def reckon_cargo(load: Load, rules: Ruleset) -> Reckoning:
    """What all the cargo counts for, in REs."""
    units = [(cargo.name, reckon_cargo_unit(cargo, load.lift, rules)) for cargo in load.units]
    points = [(kind, reckon_points(kind, number, rules)) for kind, number in load.points if kind in POINTS]
    return Reckoning.total("cargo", [*units, *points], rules.cite("20F"))


@rule("FoF 23E2", "SF 44E1")
def reckon_bomber_load(units_re: Number, supply_re: Number, rules: Ruleset) -> Reckoning:
    """What ground units and supplies count for in a bomber used as a transport, in REs: units double.

    >>> from europa_rules import load
    >>> print(reckon_bomber_load(1, 0, load("fof")).value)
    2
    """
    by = rules.cite("bombers-as-transports")
    units = Reckoning.of(units_re, "ground units").times(2, "in a bomber", by)
    return Reckoning.total("load", [("units", units), ("supplies", Reckoning.of(supply_re, "supplies"))], by)


# --- rulings on a load -----------------------------------------------------------------------------------------------


@rule("FoF 14K2", "FoF 20F", "FoF 20F2", "FoF 23B", "FoF 24D", "SF 14F2", "SF 20F", "SF 20F2", "SF 20F3", "SF 24D")
def rule_on_load(load: Load, rules: Ruleset) -> Ruling:
    """Whether air units may carry this cargo on their mission, with every rule against it.

    >>> from europa_rules import load as rules_of
    >>> from europa_rules.units import Rating
    >>> guns = CargoUnit(Unit("ge", "artillery", "regiment", Rating.parse("1-2-6")))
    >>> print(rule_on_load(Load(Lift((Carrier("T"),)), (guns,)), rules_of("sf")))
    refused: 1-2-6 artillery regiment has heavy equipment and is not carried by air (SF 20F). Possible: ...
    """
    return (
        rule_on_transport((cargo.unit for cargo in load.units), rules)
        & _rule_on_time(load, rules)
        & _rule_on_presence(load, rules)
        & rule_on_extended_tow(load.lift.extended and any(c.is_glider for c in load.lift.carriers), rules)
        & Ruling.all(_rule_on_heavy(cargo, load.lift, rules) for cargo in load.units)
        & _rule_on_dropping(load, rules)
        & _rule_on_laying(load, rules)
        & rules.forbid("air cargo", load)
        & rule_on_capacity(load, rules)
    )


def _rule_on_time(load: Load, rules: Ruleset) -> Ruling:
    if not load.phase:
        return Ruling.allow()
    mission = rules.charts.air_missions[load.mission]
    flight = Flight(AirRating(0, "T", 0), mission, mission.family)
    return rule_on_phase(MissionFacts(flight, phase=load.phase, is_phasing=load.is_phasing), mission, rules)


def _rule_on_presence(load: Load, rules: Ruleset) -> Ruling:
    by = rules.cite("20F")
    absent = Ruling.all(
        Ruling.refuse(f"{name} is not at the transport's airbase", by, possible="cargo at the airbase")
        for name in load.absent
    )
    needy = load.number_of(SUPPLY) > 0 or load.number_of(MINE) > 0
    return absent & Ruling.refuse_if(
        needy and not load.is_supplied,
        "there are no supplies to be carried: no supply line leads there",
        by,
        possible="load them at an airbase in regular supply",
    )


def _rule_on_heavy(cargo: CargoUnit, lift: Lift, rules: Ruleset) -> Ruling:
    return Ruling.refuse_if(
        _is_heavy(cargo, rules) and _heavy_source(cargo, lift, rules) is None,
        f"{cargo.name} has heavy equipment and is not carried by air",
        rules.cite("20F"),
        possible="units without heavy equipment",
    )


def _rule_on_dropping(load: Load, rules: Ruleset) -> Ruling:
    """What may leave an aircraft in the air: air-droppable units, and supplies where the game has it so."""
    if not load.is_dropped:
        return Ruling.allow()
    by, airborne = rules.cite("20F2"), rules.cite("24")
    supply = Ruling(rests_on=rules.resting("20F2-dropping-supply") if load.number_of(SUPPLY) else ())
    return (
        supply
        & Ruling.all(
            Ruling.refuse(f"{cargo.name} is not air droppable", by, airborne, possible="air-droppable units")
            for cargo in load.units
            if not is_air_droppable(cargo.unit, rules.types)
        )
        & Ruling.all(
            Ruling.refuse(f"{kind} points are not air dropped", by, possible="supplies and air-droppable units")
            for kind, number in load.points
            if kind != SUPPLY and number
        )
        & Ruling.refuse_if(
            load.lift.units_count_double and bool(load.units),
            "bombers used as transports drop no units",
            rules.cite("bombers-as-transports"),
            possible="supplies",
        )
    )


def _rule_on_laying(load: Load, rules: Ruleset) -> Ruling:
    if load.mission != MINELAYING:
        return Ruling.allow()
    other = bool(load.units) or any(kind != MINE and number for kind, number in load.points)
    by = rules.cite(rules.charts.air_missions[MINELAYING].rule)
    return Ruling.refuse_if(other, "aerial minelaying carries mines only", by, possible="mine points")


@rule("FoF 20F", "SF 20F")
def rule_on_capacity(load: Load, rules: Ruleset) -> Ruling:
    """Whether the cargo is no more than the air units carry together."""
    cargo, capacity = reckon_cargo(load, rules), reckon_capacity(load.lift, rules)
    if cargo.value <= capacity.value:
        return Ruling(rests_on=(*cargo.rests_on, *capacity.rests_on))
    mission = rules.cite(rules.charts.air_missions[load.mission].rule)
    by = dict.fromkeys((*capacity.citations, *cargo.citations, mission))
    room = capacity if load.points else reckon_room_for_units(load.lift, rules)
    size = cargo.value * room.value / capacity.value if capacity.value else cargo.value
    kind = "" if load.points else " of units"
    why = f"the cargo is {counted(size, 'RE')}{kind}; the air units carry {show(room.value)}: {room}"
    return Ruling.refuse(why, *by, possible=f"at most {counted(room.value, 'RE')}{kind}, or more air units")


# --- gliders ---------------------------------------------------------------------------------------------------------


@rule("FoF 23F", "SF 23D")
def rule_on_towing(gliders: int, tugs: int, rules: Ruleset) -> Ruling:
    """Whether so many transports may tow so many gliders: one each.

    >>> from europa_rules import load
    >>> print(rule_on_towing(2, 1, load("fof")))
    refused: 1 transport tows 1 glider, not 2 (FoF 23F). Possible: a transport for each glider.
    """
    plural = "" if tugs == 1 else "s"
    why = f"{tugs} transport{plural} tow{'s' if tugs == 1 else ''} {tugs} glider{plural}, not {gliders}"
    return Ruling.refuse_if(gliders > tugs, why, rules.cite("gliders"), possible="a transport for each glider")


GLIDER_LANDING = "glider_landing"
"""The use of the success table for gliders that land with cargo."""


def must_check_landing(mission: str) -> bool:
    """Whether a glider may be lost in landing: only where it carries, not when it transfers."""
    return mission == REGULAR


@rule("FoF 23F", "SF 23D")
def is_glider_lost(mission: str, outcome: Outcome | None) -> bool:
    """Whether a glider is eliminated: after every drop, and after a landing with cargo that fails badly.

    >>> is_glider_lost("air_drop", None), is_glider_lost("transfer", None)
    (True, False)
    """
    if mission in DROPS:
        return True
    return must_check_landing(mission) and outcome is not None and outcome.is_harsh


# --- where it lands --------------------------------------------------------------------------------------------------


@frozen
class DropHex:
    """A hex into which something is dropped or landed, as slot "drop hex" is given it.

    Attributes:
        terrain: its terrain.
        mission: the mission.
        with_units: whether ground units are dropped, and not only supplies.
        is_land: whether there is any land in it.
        is_prohibited: whether the terrain is prohibited to the units.
        enemy_occupied: whether enemy units are there; that bars nothing.
    """

    terrain: str = "clear"
    mission: str = AIR_DROP
    with_units: bool = True
    is_land: bool = True
    is_prohibited: bool = False
    enemy_occupied: bool = False


PROHIBITED = "prohibited"


def is_prohibited_word(terrain: str) -> bool:
    """Whether a word for terrain says that it is prohibited."""
    return terrain == PROHIBITED


@rule("FoF 20F2", "FoF 20F3", "SF 20F2", "SF 24")
def rule_on_drop_hex(facts: DropHex, rules: Ruleset) -> Ruling:
    """Whether units or supplies may be dropped into a hex: units not into rough country, supplies on any land.

    >>> from europa_rules import load
    >>> print(rule_on_drop_hex(DropHex("forest"), load("fof")))
    refused: no unit is dropped into forest (FoF 20F2). Possible: another hex.
    """
    by = rules.cite(rules.charts.air_missions[facts.mission].rule)
    ruling = Ruling.refuse_if(not facts.is_land, "there is no land in the hex", by, possible="a land hex")
    if not facts.with_units:
        return ruling
    barred = facts.terrain in rules.charts["air_cargo"].texts("drop", "barred")
    anywhere = rules.reads("20F2-drop-terrain", "any-land")
    name = "prohibited terrain" if facts.is_prohibited else facts.terrain.replace("_", " ")
    landing = Ruling(rests_on=rules.resting("20F3-air-landing-word") if facts.mission == AIR_LANDING else ())
    refused = Ruling.refuse_if(
        facts.is_prohibited or (barred and not anywhere), f"no unit is dropped into {name}", by, possible="another hex"
    )
    resting = Ruling(rests_on=rules.resting("20F2-drop-terrain") if barred else ())
    return ruling & refused & resting & landing & rules.forbid("drop hex", facts)


# --- the fate of the cargo -------------------------------------------------------------------------------------------

DELIVERED, RETURNS, ELIMINATED = "delivered", "returns", "eliminated"
_SEVERITY = (NO_EFFECT, TURNED_BACK, ABORT, KILL)
_FATES = {NO_EFFECT: DELIVERED, TURNED_BACK: RETURNS, ABORT: RETURNS, KILL: ELIMINATED}


def most_severe(results: Iterable[str]) -> str:
    """The most severe of some results of fire; "-" where there is none. Raises UnknownName for what is none.

    >>> most_severe(["R", "K", "-"])
    'K'
    """
    found = list(results)
    for result in found:
        if result not in _SEVERITY:
            raise unknown("result of fire", result, _SEVERITY)
    return max(found, key=_SEVERITY.index, default=NO_EFFECT)


@rule("FoF 20F", "SF 20F")
def fate_of_cargo(results: Sequence[str]) -> str:
    """What becomes of cargo, by the results of fire on the air units that carry it: the most severe counts.

    >>> fate_of_cargo(["R", "K"]), fate_of_cargo(["-", "R"]), fate_of_cargo(["-"])
    ('eliminated', 'returns', 'delivered')
    """
    return _FATES[most_severe(results)]
