"""Naval groups and the concepts of the naval war (SF 27A2, 27B to 27D): types, cargo, ports, amphibious units, order.

Needs what a naval group consists of, what it would carry, or what happens at one time; gives types, sizes, rulings and
the order of things.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.naval.ports import reckon_port_load
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit

BY_SHARING, BY_CARGO, BY_PORT = Citation("SF", "27A2"), Citation("SF", "27B3"), Citation("SF", "27B4")
BY_AMPHIBIOUS = Citation("SF", "27B6")

COMBAT, CARGO, MIXED = GROUP_TYPES = ("combat", "cargo", "mixed")
IN_PORT, AT_SEA = GROUP_STATES = ("in_port", "at_sea")
WARSHIPS = frozenset({"TF", "CG"})
CARRIERS = frozenset({"NT", "LC"})
FREIGHT = frozenset(
    {
        *("unit", "ground_unit", "division", "brigade", "regiment", "battalion", "infantry", "artillery"),
        *("parachute_unit", "position_aa", "movement_counter", "resource_point"),
        *("supply", "supplies", "supply_point", "mine", "mines", "mine_point"),
    }
)
"""Words for what naval units carry: ground units, resource points, supplies and mine points."""

GROUND_UNIT = "ground_unit"
COASTAL, ALL_SEA = "coastal", "all_sea"

SEA_ZONES = {
    "Atlantic": ("Atlantic Ocean", "Bay of Biscay", "English Channel", "North Sea"),
    "Mediterranean": ("Mediterranean Sea", "Adriatic Sea", "Ionian Sea", "Tyrrhenian Sea"),
    "Baltic": ("Baltic Sea",),
}
"""The sea zones and the waters that belong to them."""


# --- sea zones and groups (SF 27B1, 27B2, 27A2) ----------------------------------------------------------------------


@rule("SF 27B1")
def sea_zone_of_water(water: str) -> str:
    """The sea zone of a body of water, with or without "Sea". Raises UnknownName for one that no zone has.

    >>> sea_zone_of_water("Adriatic Sea"), sea_zone_of_water("Ionian")
    ('Mediterranean', 'Mediterranean')
    """
    zones = {_proper(name): zone for zone, waters in SEA_ZONES.items() for name in (zone, *waters)}
    if _proper(water) not in zones:
        raise unknown("body of water", water, [name for waters in SEA_ZONES.values() for name in waters])
    return zones[_proper(water)]


def _proper(water: str) -> str:
    return water.lower().removesuffix(" sea").removesuffix(" ocean")


@rule("SF 27B2")
def type_of_group(categories: Iterable[str]) -> str:
    """The type of a naval group with naval units of these categories.

    >>> type_of_group(["TF", "CG"]), type_of_group(["NT"]), type_of_group(["TF", "LC"])
    ('combat', 'cargo', 'mixed')
    """
    there = set(categories)
    if not there & CARRIERS:
        return COMBAT
    return MIXED if there & WARSHIPS else CARGO


@frozen
class SharedWaters:
    """Something that would be in a hex with naval units, or naval units with something.

    Attributes:
        mover: "ground_unit", or what the naval mover is.
        kind: "coastal", "all_sea", or another kind of hex.
        number: how many are there.
    """

    mover: str
    kind: str = COASTAL
    number: int = 0


@rule("SF 27A2")
def rule_on_sharing(facts: SharedWaters) -> Ruling:
    """Whether the mover may be there: no number of naval units is too many, and none keeps ground units off a coast.

    >>> rule_on_sharing(SharedWaters("cargo_group", "all_sea", 12)).allowed
    True
    >>> [rule_on_sharing(SharedWaters(mover, "all_land")).allowed for mover in ("cargo_group", "ground_unit")]
    [False, True]
    """
    by_land = facts.mover == GROUND_UNIT
    return Ruling.refuse_if(
        by_land and facts.kind == ALL_SEA, "ground units do not enter all-sea hexes", BY_SHARING, possible="a coast"
    ) & Ruling.refuse_if(
        not by_land and facts.kind not in (COASTAL, ALL_SEA),
        f"naval units are in coastal and all-sea hexes, not in {facts.kind.replace('_', ' ')}",
        BY_SHARING,
        possible="a coastal or all-sea hex",
    )


# --- cargo (SF 27B3) -------------------------------------------------------------------------------------------------


@rule("SF 27B3")
def reckon_cargo_size(item: Unit, rules: Ruleset) -> Reckoning:
    """The REs that a unit or point takes up as naval cargo: cavalry and c/m units double.

    >>> from europa_rules import load
    >>> reckon_cargo_size(Unit("us", "armor", "brigade"), load("sf")).value
    Fraction(2, 1)
    """
    return Reckoning.total("REs of naval cargo", [("cargo", reckon_port_load((item,), rules))], BY_CARGO)


@rule("SF 27B3")
def rule_on_freight(carrier: str, cargo: str) -> Ruling:
    """Whether naval units of a category carry such cargo.

    >>> print(rule_on_freight("TF", "unit"))
    refused: a TF carries no cargo (SF 27B3). Possible: a NT or LC.
    >>> rule_on_freight("NT", "unit").allowed, rule_on_freight("NT", "air_unit").allowed
    (True, False)
    """
    named = cargo.replace("_", " ")
    return Ruling.refuse_if(
        carrier not in CARRIERS, f"a {carrier} carries no cargo", BY_CARGO, possible="a NT or LC"
    ) & Ruling.refuse_if(
        cargo not in FREIGHT,
        f"{named} is no naval cargo",
        BY_CARGO,
        possible="ground units, resource points, supplies and mine points",
    )


# --- in port (SF 27B4) -----------------------------------------------------------------------------------------------


@rule("SF 27B4")
def rule_on_being_in_port(has_port: bool, is_owned: bool) -> Ruling:
    """Whether a naval group may be in port in a hex: it has a friendly-owned port of any size.

    >>> rule_on_being_in_port(True, False).allowed
    False
    >>> rule_on_being_in_port(False, False).allowed, rule_on_being_in_port(True, True).allowed
    (False, True)
    """
    elsewhere = "be at sea there"
    return Ruling.refuse_if(not has_port, "the hex has no port", BY_PORT, possible=elsewhere) & Ruling.refuse_if(
        has_port and not is_owned, "the port is not friendly-owned", BY_PORT, possible=elsewhere
    )


# --- amphibious ability (SF 27B6) ------------------------------------------------------------------------------------

CRAFT = "27B6-landing-craft-equipment"
NON_MOTORIZED = "non_motorized"
LANDING_CRAFT, LVT = "LC", "LVT"


@frozen
class Lander:
    """A unit that may be amphibious.

    Attributes:
        unit_class: "non_motorized", "artillery" or "cm".
        has_heavy_equipment: whether it has heavy equipment.
        has_symbol: whether it has the amphibious or marine symbol.
        using: "LC", "LVT", "NT" or "".
    """

    unit_class: str = NON_MOTORIZED
    has_heavy_equipment: bool = False
    has_symbol: bool = False
    using: str = ""


@rule("SF 27B6")
def rule_on_amphibious(facts: Lander, rules: Ruleset) -> Ruling:
    """Whether a unit is amphibious: by its symbol, or without heavy equipment on foot in landing craft or an LVT.

    >>> from europa_rules import load
    >>> rule_on_amphibious(Lander(using="LC"), load("sf")).allowed
    True
    >>> rule_on_amphibious(Lander(using="NT"), load("sf")).allowed
    False
    """
    if facts.has_symbol:
        return Ruling.allow()
    on_foot, on_craft = facts.unit_class == NON_MOTORIZED, facts.using == LANDING_CRAFT
    by_reading = on_craft and (rules.reads(CRAFT, "errata") or (on_foot and rules.reads(CRAFT, "note")))
    is_open = on_craft and not (on_foot and not facts.has_heavy_equipment)
    return Ruling(rests_on=rules.resting(CRAFT) if is_open else ()) & Ruling.all(
        (
            Ruling.refuse_if(
                facts.using not in (LANDING_CRAFT, LVT),
                "a unit without the symbol is amphibious only in landing craft or an LVT",
                BY_AMPHIBIOUS,
                possible="landing craft, or an LVT counter",
            ),
            Ruling.refuse_if(
                not by_reading and not on_foot, "the unit is not non-motorized", BY_AMPHIBIOUS, possible="a port"
            ),
            Ruling.refuse_if(
                not by_reading and facts.has_heavy_equipment,
                "the unit has heavy equipment",
                BY_AMPHIBIOUS,
                possible="a port",
            ),
        )
    )


# --- phases and order (SF 27C, 27D, 29C) -----------------------------------------------------------------------------


@frozen
class NavalSubPhase:
    """The naval movement steps of a phase, and the ground sub-phase after them; "" where there are none."""

    steps: int
    followed_by: str


STEPS_EACH = 5
_NONE = NavalSubPhase(0, "")
SUB_PHASES: Mapping[str, NavalSubPhase] = {
    "movement": NavalSubPhase(STEPS_EACH, "ground_movement"),
    "exploitation": NavalSubPhase(STEPS_EACH, "ground_exploitation"),
}


@rule("SF 27C")
def naval_sub_phase(phase: str) -> NavalSubPhase:
    """The naval movement steps of a phase: five in the movement and in the exploitation phase.

    >>> naval_sub_phase("movement").steps, naval_sub_phase("combat").steps
    (5, 0)
    """
    return SUB_PHASES.get(phase, _NONE)


ACTIVITIES: Mapping[str, tuple[str, ...]] = {
    "initial": ("repair", "replace"),
    "movement": ("move", "embark", "disembark", "land", "replenish", "react"),
    "combat": ("support",),
    "exploitation": ("move", "embark", "disembark", "replenish", "react"),
    "end": ("check_supply",),
}
"""What naval units do in each phase of a player turn; only reaction is the non-phasing player's, support is both's."""

IN_PHASE = {phase: Citation("SF", f"27C{n}") for n, phase in enumerate(ACTIVITIES, start=1)}
OF_BOTH, OF_THE_OTHER = frozenset({"support"}), frozenset({"react"})


@rule("SF 27C1", "SF 27C2", "SF 27C3", "SF 27C4", "SF 27C5")
def rule_on_activity(activity: str, phase: str, phasing: bool = True) -> Ruling:
    """Whether naval units do something in a phase of a player turn.

    activity: one of those of `ACTIVITIES`. phasing: whether they are the phasing player's. Raises UnknownName for a
    phase or an activity that there is not.

    >>> rule_on_activity("land", "movement").allowed, rule_on_activity("land", "exploitation").allowed
    (True, False)
    >>> rule_on_activity("land", "movement", phasing=False).allowed
    False
    """
    known = dict.fromkeys(name for names in ACTIVITIES.values() for name in names)
    if phase not in ACTIVITIES:
        raise unknown("phase", phase, ACTIVITIES)
    if activity not in known:
        raise unknown("naval activity", activity, known)
    by, told = IN_PHASE[phase], activity.replace("_", " ")
    when = ", ".join(name for name, names in ACTIVITIES.items() if activity in names)
    is_his = activity in OF_BOTH or (activity in OF_THE_OTHER) is not phasing
    whose = "the phasing player" if phasing else "the non-phasing player"
    return Ruling.refuse_if(
        activity not in ACTIVITIES[phase], f"naval units do not {told} in this phase ({phase})", by, possible=when
    ) & Ruling.refuse_if(not is_his, f"{whose} does not {told} with his naval units", by, possible="the other player")


REACTION_TO_LANDING = "enemy_reaction"
LANDING_REACTION = "32D-landing-reaction"
ORDER: Mapping[str, tuple[str, ...]] = {
    "naval_step": ("mines", "bombing", "reaction_movement", "naval_combat"),
    "disembark": (
        "coastal_raid",
        "combat_with_coast_defenses",
        "disembark",
        "lc_damage_check",
        REACTION_TO_LANDING,
    ),
    "both_disengage": ("non_phasing_group_moves", "phasing_group_moves"),
}
"""What happens at one time, in order: in a step, as cargo is put ashore, and as both groups disengage."""


@rule("SF 27D", "SF 29C")
def in_order(context: str, events: Iterable[str]) -> tuple[str, ...]:
    """Events of one time in the order in which they are resolved.

    context: one of `ORDER`. Raises UnknownName for a context or an event that there is not.

    >>> in_order("naval_step", ["naval_combat", "mines"])
    ('mines', 'naval_combat')
    """
    if context not in ORDER:
        raise unknown("moment", context, ORDER)
    known, found = ORDER[context], tuple(events)
    for event in found:
        if event not in known:
            raise unknown(f"event of {context}", event, known)
    return tuple(sorted(found, key=known.index))
