"""Reinforcements (SF 40, 40A): where they appear, what becomes of forming units, and what the order of battle asks for.

Needs an entry of the order of battle and how things stand where it is carried out; gives rulings, places and outcomes.
Hexes for reinforcements and the conditions of conversions are those of `campaign.reinforcements`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from europa_rules.campaign.regions import (
    find_place,
    is_in_region,
    rule_on_ignoring_transfer,
    theater_of,
)
from europa_rules.campaign.reinforcements import Arrival, Rebuilding, rule_on_arrival, rule_on_converting
from europa_rules.citations import Citation, rule
from europa_rules.errors import UnknownName, unknown
from europa_rules.ground.success_checks import SuccessCheck
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn

BY_ENTRY, BY_AXIS, BY_ALLIED = (Citation("SF", number) for number in ("40A1", "40A2", "40A3"))
GREATER_GERMANY, GERMAN = "Greater Germany", "ge"
CONVERSION, WITHDRAWAL = "40A1-conversion-waits", "40A1-withdraw-entry"
UNRELIABLE, BOX_CAPACITY = "40A2-unreliable-early", "40A3-box-capacity"
REGULAR = frozenset({"regular", "full", "limited"})


# --- entering play at a city (40) ------------------------------------------------------------------------------------


@frozen
class Newcomer:
    """The supply of a unit that enters play at a city.

    Attributes:
        turns_out_of_supply: of the unit: those of its city.
        is_checked: whether it is checked for elimination in this player turn: never in that of its arrival.
    """

    turns_out_of_supply: int
    is_checked: bool = False


@rule("SF 40")
def supply_of_newcomer(city_turns_out_of_supply: int) -> Newcomer:
    """The supply of a unit that enters play at a city.

    >>> supply_of_newcomer(3)
    Newcomer(turns_out_of_supply=3, is_checked=False)
    """
    return Newcomer(city_turns_out_of_supply)


# --- where (40A, 40A1, 40A2) -----------------------------------------------------------------------------------------


@frozen
class Placement:
    """A reinforcement and a hex in which it would be placed; an enemy ZOC there is no matter.

    Attributes:
        listed: the district, region or theater for which it is listed.
        district: the district of the hex.
        nation: its nation, by name or code.
        is_owned: whether its side owns the hex. in_city: whether the hex has a city.
    """

    listed: str
    district: str
    nation: str = ""
    is_owned: bool = True
    in_city: bool = True


def _fits(facts: Placement, side: Side, rules: Ruleset) -> bool:
    """Whether the hex lies where the reinforcement is listed for; a German one may always appear in Greater Germany."""
    if normal(facts.listed) == normal(facts.district):
        return True
    try:
        place = find_place(facts.district, rules)
    except UnknownName:
        return False
    theater = theater_of(place, side, (), rules)
    german = bool(facts.nation) and rules.nations.find(facts.nation).code == GERMAN
    regions = [region.name for region in rules.charts.regions.regions]
    in_region = facts.listed in regions and is_in_region(place, facts.listed, (), rules)
    return in_region or theater == facts.listed or (german and theater == GREATER_GERMANY)


@rule("SF 40A", "SF 40A1", "SF 40A2")
def rule_on_placement(facts: Placement, rules: Ruleset) -> Ruling:
    """Whether a reinforcement may be placed in a hex.

    >>> from europa_rules import load
    >>> rule_on_placement(Placement("MR Paris", "WK VI", "German"), load("sf")).allowed
    True
    >>> print(rule_on_placement(Placement("MR Paris", "MR 3", "American"), load("sf")))
    refused: it is listed for MR Paris, not for MR 3 (SF 40A1). Possible: a friendly-owned city in MR Paris.
    >>> rule_on_placement(Placement("West", "no such place", "American"), load("sf")).allowed
    False
    >>> rule_on_placement(Placement("MR Paris", "MR Paris", "American", is_owned=False), load("sf")).allowed
    False
    >>> rule_on_placement(Placement("MR Paris", "MR Paris", "American", in_city=False), load("sf")).allowed
    False
    >>> rule_on_placement(Placement("MR Paris", "MR 3", "German"), load("sf")).allowed
    False
    >>> rule_on_placement(Placement("MR Paris", "WK VI", "American"), load("sf")).allowed
    False
    """
    side = rules.side_of(rules.nations.find(facts.nation).code) if facts.nation else ALLIED
    arrival = Arrival(city="dot" if facts.in_city else "", is_owned=facts.is_owned)
    return rule_on_arrival(arrival, rules) & Ruling.refuse_if(
        not _fits(facts, side, rules),
        f"it is listed for {facts.listed}, not for {facts.district}",
        BY_ENTRY,
        possible=f"a friendly-owned city in {facts.listed}",
    )


ELIMINATED, RECEIVED, DELAYED, CARRIED_OUT = "eliminated", "received_as_reinforcement", "delayed", "carried_out"
FORMING = {"all_cities_lost": ELIMINATED, "listed_full": RECEIVED}
"""What becomes of units in a forming box: when all cities of its area are lost, and when they are listed as full."""


@rule("SF 40A1")
def outcome_of_forming(event: str) -> str:
    """What becomes of a unit in a forming box. Raises UnknownName for an event there is not.

    >>> outcome_of_forming("listed_full")
    'received_as_reinforcement'
    """
    if event not in FORMING:
        raise unknown("event of a forming box", event, FORMING)
    return FORMING[event]


# --- what the order of battle asks for (40A1) ------------------------------------------------------------------------


@rule("SF 40A1")
def rule_on_ignoring(origin: str, to: str, controlled: Sequence[str], rules: Ruleset) -> Ruling:
    """Whether a transfer between theaters may be ignored: only between those that the player controls.

    >>> from europa_rules import load
    >>> rule_on_ignoring("West", "South", ["West", "South"], load("sf")).allowed
    True
    """
    return rule_on_ignoring_transfer(origin, to, controlled, rules)


@frozen
class ListedChange:
    """A conversion, reorganization or upgrade.

    Attributes:
        turn: the game turn. listed: the turn under which the order of battle lists it.
    """

    turn: Turn
    listed: Turn


@rule("SF 40A1")
def rule_on_conversion(facts: ListedChange, there: Rebuilding, rules: Ruleset) -> Ruling:
    """Whether a unit converts now: on its turn, or in the first initial phase after it in which it can.

    >>> from europa_rules import load
    >>> listed = ListedChange(Turn.parse("Sep I 44"), Turn.parse("Aug I 44"))
    >>> rule_on_conversion(listed, Rebuilding(), load("sf")).allowed
    True
    >>> turns = map(Turn.parse, ("Jul II 44", "Aug I 44", "Aug II 44"))
    >>> changes = [ListedChange(turn, listed.listed) for turn in turns]
    >>> [rule_on_conversion(change, Rebuilding(), load("sf")).allowed for change in changes]
    [False, True, True]
    >>> once = load("sf", rulings={"sf-40A1-conversion-waits": "lapses"})
    >>> [rule_on_conversion(change, Rebuilding(), once).allowed for change in changes]
    [False, True, False]
    """
    late = facts.turn > facts.listed
    lapsed = late and rules.reads(CONVERSION, "lapses")
    ruling = (
        Ruling.refuse_if(facts.turn < facts.listed, f"it is listed for {facts.listed}", BY_ENTRY)
        & Ruling.refuse_if(lapsed, f"its conversion on {facts.listed} has lapsed", BY_ENTRY)
        & rule_on_converting(there, rules)
    )
    return ruling & Ruling(rests_on=rules.resting(CONVERSION) if late else ())


@rule("SF 40A1")
def rule_on_reorganizing(facts: ListedChange) -> Ruling:
    """Whether a unit may be reorganized or upgraded now: in any own initial phase from its turn on.

    >>> print(rule_on_reorganizing(ListedChange(Turn.parse("Jul II 44"), Turn.parse("Aug I 44"))))
    refused: it is listed for Aug I 44 (SF 40A1). Possible: on Aug I 44 or later.
    >>> rule_on_reorganizing(ListedChange(Turn.parse("Aug I 44"), Turn.parse("Aug I 44"))).allowed
    True
    """
    return Ruling.refuse_if(
        facts.turn < facts.listed,
        f"it is listed for {facts.listed}",
        BY_ENTRY,
        possible=f"on {facts.listed} or later",
    )


@rule("SF 40A1")
def rule_on_choosing(facts: ListedChange, eligible: int, chosen: int) -> Ruling:
    """Whether so many of the eligible units may reorganize now: any or all of them.

    >>> now = ListedChange(Turn.parse("Sep I 44"), Turn.parse("Aug I 44"))
    >>> [rule_on_choosing(now, 4, chosen).allowed for chosen in (0, 4, 5)]
    [True, True, False]
    """
    return rule_on_reorganizing(facts) & Ruling.refuse_if(
        not 0 <= chosen <= eligible, f"{eligible} units are eligible", BY_ENTRY, possible=f"up to {eligible} units"
    )


PLAY, POOL, NOWHERE = "play", "replacement_pool", ""


@frozen
class Withdrawal:
    """A unit that the order of battle withdraws.

    Attributes:
        in_play, in_pool: how many units of the kind are in play, and in the replacement pool.
        cost: its replacement cost, by kind of points. points: those that its force has.
    """

    in_play: int
    in_pool: int
    cost: Mapping[str, Number] = field(factory=dict, hash=False)
    points: Mapping[str, Number] = field(factory=dict, hash=False)


@frozen
class Withdrawn:
    """What a withdrawal takes.

    Attributes:
        taken_from: "play", "replacement_pool", or "" while there is none of the kind.
        forfeited: the points that are forfeited, by kind. deficit: those of them that are owed until there are any.
    """

    taken_from: str
    forfeited: Mapping[str, Reckoning] = field(factory=dict, hash=False)
    deficit: Mapping[str, Reckoning] = field(factory=dict, hash=False)
    because: Ruling = Ruling()


@rule("SF 40A1")
def withdraw(facts: Withdrawal, rules: Ruleset) -> Withdrawn:
    """Where a withdrawn unit is taken from, and the points that are forfeited for one of the pool.

    >>> from europa_rules import load
    >>> found = withdraw(Withdrawal(0, 1, {"inf": 5}, {"inf": 3}), load("sf"))
    >>> found.taken_from, found.forfeited["inf"].value, found.deficit["inf"].value
    ('replacement_pool', Fraction(5, 1), Fraction(2, 1))
    """
    because = Ruling(rests_on=rules.resting(WITHDRAWAL) if facts.in_play and facts.in_pool else ())
    pool_first = rules.reads(WITHDRAWAL, "pool-then-play") and facts.in_pool
    if facts.in_play and not pool_first:
        return Withdrawn(PLAY, because=because)
    if not facts.in_pool:
        return Withdrawn(NOWHERE)
    forfeited = {kind: Reckoning.of(n, "replacement cost", BY_ENTRY) for kind, n in facts.cost.items()}
    deficit = {kind: _owed(n, facts.points.get(kind, ZERO)) for kind, n in forfeited.items()}
    return Withdrawn(POOL, forfeited, deficit, because)


def _owed(cost: Reckoning, points: Number) -> Reckoning:
    return cost.minus(points, "points at hand", BY_ENTRY).at_least(0, "nothing is owed", BY_ENTRY)


@rule("SF 40A1")
def rule_on_full_for_cadre(side: Side) -> Ruling:
    """Whether a full division may be withdrawn in place of its cadre: by the Axis player.

    >>> rule_on_full_for_cadre(AXIS).allowed
    True
    """
    return Ruling.refuse_if(
        side != AXIS,
        "only the Axis player withdraws a full division in place of a cadre",
        BY_ENTRY,
        possible="withdraw the cadre",
    )


@rule("SF 40A1", "SF 40A2", "SF 40D1")
def usable_from(gained: Turn) -> Turn:
    """The game turn from which points gained by withdrawing, reorganizing or disbanding may be used.

    >>> print(usable_from(Turn.parse("Aug I 44")))
    Aug II 44
    """
    return gained.next()


@rule("SF 40A1")
def outcome_in_pool(unit_in_pool: bool) -> str:
    """What becomes of an entry about a unit of the replacement pool: it waits while there is no such unit.

    >>> outcome_in_pool(False)
    'delayed'
    """
    return CARRIED_OUT if unit_in_pool else DELAYED


# --- Axis reinforcements (40A2) --------------------------------------------------------------------------------------

EAST_EDGE = "east edge in Germany"
AXIS_ARRIVALS = {
    "": EAST_EDGE,
    "East": EAST_EDGE,
    "North": "Norway holding box",
    "Southeast": f"next to the Southeast theater, or {EAST_EDGE}",
    "West": "next to the West theater",
    "South": "next to the South theater",
    GREATER_GERMANY: "where it is in Greater Germany",
}
"""Where an arrival of the Axis is placed, by the theater that it comes from; only hexes that the Axis owns."""


@rule("SF 40A2")
def place_of_axis_arrival(origin: str) -> str:
    """Where an Axis arrival is placed. Raises UnknownName for a theater there is not.

    origin: the theater that it comes from; "" for none.

    >>> place_of_axis_arrival("North"), place_of_axis_arrival("")
    ('Norway holding box', 'east edge in Germany')
    """
    if origin not in AXIS_ARRIVALS:
        raise unknown("theater that Axis forces arrive from", origin, AXIS_ARRIVALS)
    return AXIS_ARRIVALS[origin]


CHECK_EARLY = SuccessCheck("early_activation")
CHECK_EARLY_UNRELIABLE = SuccessCheck("early_activation", ("unreliable",))
CHECK_FORMATION = SuccessCheck("unreliable_formation")
FULL_STRENGTH, CADRE_STRENGTH = "full_strength", "cadre_strength"
SUCCESS, FAILURE, HARSH_FAILURE = "success", "failure", "failure*"
CODES = {"S": SUCCESS, "F": FAILURE, "F*": HARSH_FAILURE}


@frozen
class FormingUnit:
    """A unit in a forming box.

    Attributes:
        turn: the game turn. placed: the turn on which it was placed there. full_on: the turn under which it is full.
        is_unreliable: whether the order of battle says so. has_cadre: whether it has a cadre.
        side: whose it is.
    """

    turn: Turn
    placed: Turn
    full_on: Turn
    is_unreliable: bool = False
    has_cadre: bool = True
    side: Side = AXIS


@rule("SF 40A2")
def rule_on_early_activation(facts: FormingUnit) -> Ruling:
    """Whether early activation of a forming unit may be attempted.

    >>> unit = FormingUnit(*map(Turn.parse, ("Aug II 44", "Aug II 44", "Nov I 44")))
    >>> print(rule_on_early_activation(unit))
    refused: it was placed in the forming box on this turn (SF 40A2). Possible: in a later Axis initial phase.
    >>> full = [FormingUnit(*map(Turn.parse, (turn, "Aug II 44", "Nov I 44"))) for turn in ("Oct II 44", "Nov I 44")]
    >>> [rule_on_early_activation(unit).allowed for unit in full]
    [True, False]
    """
    return (
        Ruling.refuse_if(facts.side != AXIS, "only Axis units are activated early", BY_AXIS)
        & Ruling.refuse_if(
            facts.turn <= facts.placed,
            "it was placed in the forming box on this turn",
            BY_AXIS,
            possible="in a later Axis initial phase",
        )
        & Ruling.refuse_if(facts.turn >= facts.full_on, f"it is full on {facts.full_on}", BY_AXIS)
    )


@rule("SF 40A2")
def check_of_early_activation(facts: FormingUnit) -> SuccessCheck:
    """The check on the success table that an early activation asks for.

    >>> unit = FormingUnit(*map(Turn.parse, ("Oct II 44", "Aug II 44", "Nov I 44")))
    >>> check_of_early_activation(unit).applying
    ()
    """
    return CHECK_EARLY_UNRELIABLE if facts.is_unreliable else CHECK_EARLY


@rule("SF 40A2")
def reckon_activation_modifier(check: SuccessCheck, rules: Ruleset) -> Reckoning:
    """The die roll modifier of a check of a forming unit.

    >>> from europa_rules import load
    >>> reckon_activation_modifier(CHECK_EARLY_UNRELIABLE, load("sf")).value
    Fraction(-1, 1)
    """
    found = Reckoning.of(0, "no modifier", BY_AXIS)
    modifiers = rules.charts.success[check.use].modifiers
    for name in check.applying:
        cell = modifiers[name].drm
        found = found.plus(cell.value, modifiers[name].when or name, BY_AXIS).noting(caveat=cell.caveat)
    for point in rules.resting(UNRELIABLE) if check == CHECK_EARLY_UNRELIABLE else ():
        found = found.noting(rests_on=point)
    return found


@rule("SF 40A2")
def outcome_of_activation(result: str, has_cadre: bool) -> str:
    """What a check makes of a forming unit. Raises UnknownName for what is no result of the success table.

    >>> outcome_of_activation("failure", has_cadre=True), outcome_of_activation("failure", has_cadre=False)
    ('cadre_strength', 'replacement_pool')
    """
    named = CODES.get(result, result)
    if named not in CODES.values():
        raise unknown("result of the success table", result, CODES.values())
    if named == SUCCESS:
        return FULL_STRENGTH
    return CADRE_STRENGTH if named == FAILURE and has_cadre else POOL


@rule("SF 40A2")
def is_formation_checked(facts: FormingUnit) -> bool:
    """Whether the formation of a unit is checked: that of an unreliable one, as it becomes full on its turn.

    >>> on_time = FormingUnit(*map(Turn.parse, ("Nov I 44", "Aug II 44", "Nov I 44")), is_unreliable=True)
    >>> is_formation_checked(on_time)
    True
    """
    return facts.is_unreliable and facts.turn == facts.full_on


# --- Allied reinforcements (40A3) ------------------------------------------------------------------------------------

BRITAIN, NORTH_AFRICA = "Britain holding box", "North Africa holding box"
BOXES = {"ETO": BRITAIN, "MTO": NORTH_AFRICA}
"""The holding boxes in which reinforcements of the Allied theaters appear."""

PORT = "port"
ITS_BOX = frozenset({"holding_box", "box"})
"""Words for the holding box of the theater in question."""


@rule("SF 40A3")
def place_of_general(theater: str) -> str:
    """Where a reinforcement for an Allied theater in general appears. Raises UnknownName for another theater.

    >>> place_of_general("ETO")
    'Britain holding box'
    """
    if theater not in BOXES:
        raise unknown("theater of Allied reinforcements", theater, BOXES)
    return BOXES[theater]


@rule("SF 40A3")
def place_of_allied_arrival(origin: str) -> str:
    """Where forces from an Allied theater that the player does not control arrive. Raises UnknownName for another.

    >>> place_of_allied_arrival("MTO")
    'next to the MTO theater, or the Gibraltar holding box'
    """
    if origin not in BOXES:
        raise unknown("theater of Allied reinforcements", origin, BOXES)
    return f"next to the {origin} theater, or the Gibraltar holding box"


@frozen
class AlliedArrival:
    """Forces that arrive in an Allied theater.

    Attributes:
        theater: "ETO" or "MTO".
        place: "port", or the holding box of the theater.
        is_owned: whether the port is friendly-owned.
        enemy_supply: the kind of supply of enemy units in the port's district, "" where there are none in supply.
        in_enemy_zone: whether it is in the combat zone of an enemy task force or coast defense.
        in_danger_zone: whether it is in a danger zone.
        capacity: of the port or the box, in REs. used: REs of it in use.
        re: the size of the forces.
    """

    theater: str
    place: str
    re: Number
    capacity: Number
    used: Number = 0
    is_owned: bool = True
    enemy_supply: str = ""
    in_enemy_zone: bool = False
    in_danger_zone: bool = False


@rule("SF 40A3")
def reckon_capacity_used(facts: AlliedArrival) -> Reckoning:
    """The capacity of the port or box that is in use once the forces have arrived (REs)."""
    return Reckoning.of(facts.used, "in use").plus(facts.re, "arriving", BY_ALLIED)


@rule("SF 40A3")
def reckon_box_capacity(ports: Sequence[Number], used: Number, rules: Ruleset) -> Reckoning:
    """The port capacity of a holding box, which has several off-map ports (REs).

    >>> from europa_rules import load
    >>> reckon_box_capacity([12, 8], 5, load("sf")).value
    Fraction(15, 1)
    """
    largest = rules.reads(BOX_CAPACITY, "largest")
    whole = max(ports, default=ZERO) if largest else sum(ports, ZERO)
    found = Reckoning.of(whole, "its largest port" if largest else "its off-map ports together", BY_ALLIED)
    for point in rules.resting(BOX_CAPACITY):
        found = found.noting(rests_on=point)
    return found.minus(used, "in use", BY_ALLIED)


@rule("SF 40A3")
def rule_on_allied_arrival(facts: AlliedArrival) -> Ruling:
    """Whether Allied forces may arrive there.

    >>> print(rule_on_allied_arrival(AlliedArrival("ETO", "port", 3, 12, in_danger_zone=True)))
    refused: the port is in a danger zone (SF 40A3). Possible: Britain holding box.
    >>> [rule_on_allied_arrival(AlliedArrival("ETO", "port", 12, capacity)).allowed for capacity in (11, 12)]
    [False, True]
    """
    box = place_of_general(facts.theater)
    over = reckon_capacity_used(facts).value > facts.capacity
    why = f"the capacity of {show(facts.capacity)} REs would be exceeded"
    return (
        Ruling.refuse_if(
            facts.place not in {PORT, box, *ITS_BOX},
            f"forces for the {facts.theater} do not arrive there",
            BY_ALLIED,
            possible=box,
        )
        & (_rule_on_port(facts, box) if facts.place == PORT else Ruling.allow())
        & Ruling.refuse_if(over, why, BY_ALLIED, possible="arrive at another port, or later")
    )


def _rule_on_port(facts: AlliedArrival, box: str) -> Ruling:
    reasons = (
        (not facts.is_owned, "the port is not friendly-owned"),
        (facts.enemy_supply in REGULAR, "enemy units in regular supply are in its district"),
        (facts.in_enemy_zone, "the port is in the combat zone of an enemy task force or coast defense"),
        (facts.in_danger_zone, "the port is in a danger zone"),
    )
    return Ruling.all(Ruling.refuse_if(holds, why, BY_ALLIED, possible=box) for holds, why in reasons)


# --- conditional reinforcements (40A4) -------------------------------------------------------------------------------


@rule("SF 40A4")
def phase_of_conditional(met: Sequence[bool]) -> int | None:
    """In which own initial phase, counted from 1, a conditional reinforcement appears; None while it waits.

    met: for each own initial phase whether the conditions are met in it.

    >>> phase_of_conditional([False, True, False]), phase_of_conditional([False])
    (2, None)
    """
    return list(met).index(True) + 1 if True in met else None
