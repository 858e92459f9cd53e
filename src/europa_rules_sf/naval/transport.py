"""Naval transport (SF 31): embarking and disembarking cargo, what it costs, and what becomes of cargo on damaged ships.

Needs what is carried by whom, where it embarks or disembarks, and the sea; gives rulings, the MPs of naval groups and
of units, and the steps that they take. Landings at enemy-owned beaches stand in `landings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil

from attrs import evolve, frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

BY, BY_COST, BY_BEACH = Citation("SF", "31"), Citation("SF", "31A"), Citation("SF", "31B")
BY_SUPPLIES, BY_TRANSFER, BY_MOVEMENT = Citation("SF", "31C"), Citation("SF", "31D"), Citation("SF", "28")
BY_LANDING, BY_LANDING_COST = Citation("SF", "32"), Citation("SF", "32A")

EMBARK, DISEMBARK, LANDING = ACTIONS = ("embark", "disembark", "landing")
PORT, BEACH = SITES = ("port", "beach")
MOVEMENT, EXPLOITATION = "movement", "exploitation"
STORMY = "stormy"
CM = "cm"

STEP_MPS = 30
"""MPs of a phasing naval group in a naval movement step (SF 28)."""

STEPS_IN_PHASE = 5
"""Naval movement steps in a naval movement sub-phase (SF 27C)."""

GROUP_MPS = {PORT: 30, BEACH: 90}
AMPHIBIOUS_BEACH_MPS = 60
LANDING_MPS = 90
TRANSFER_MPS = 30
UNIT_MPS = 1
RAIL_HEXES_EACH = 7
"""Hexes of rail movement that are 1 MP of a unit that moves by rail only, or of a resource point."""

REGULAR_SOURCES = ("full", "limited", "regular")
NO_MPS_LEFT, EQUIPMENT, CRAFT = "31A-no-mps-left", "31B-beach-equipment", "27B6-landing-craft-equipment"


# --- what a naval group spends (SF 31A, 32A) -------------------------------------------------------------------------


@frozen
class CargoMove:
    """Cargo that a naval group would take aboard or put ashore.

    Attributes:
        action: one of `ACTIONS`; a landing puts it ashore at an enemy-owned beach.
        site: "port" or "beach".
        is_owned: whether the site is friendly-owned.
        is_amphibious: whether all of the cargo is amphibious.
    """

    action: str = EMBARK
    site: str = PORT
    is_owned: bool = True
    is_amphibious: bool = False


@rule("SF 31", "SF 32")
def rule_on_cargo_move(facts: CargoMove) -> Ruling:
    """Whether cargo may embark, disembark or land there, by whose the port or beach is.

    >>> rule_on_cargo_move(CargoMove("disembark", "beach", is_owned=False)).allowed
    False
    >>> [rule_on_cargo_move(CargoMove(action)).allowed for action in ("embark", "disembark")]
    [True, True]
    """
    if facts.action == LANDING:
        return _rule_on_landing_site(facts)
    return Ruling.refuse_if(
        not facts.is_owned,
        f"naval transport runs between friendly-owned ports and beaches, and the {facts.site} is the enemy's",
        BY,
        possible="an amphibious landing from landing craft" if facts.site == BEACH else "a friendly-owned port",
    )


def _rule_on_landing_site(facts: CargoMove) -> Ruling:
    there = f"{'a friendly' if facts.is_owned else 'an enemy'}-owned {facts.site}"
    return Ruling.refuse_if(
        facts.site != BEACH or facts.is_owned,
        f"landings are made at enemy-owned beaches, not at {there}",
        BY_LANDING,
        possible="disembark there" if facts.is_owned else "an enemy-owned beach",
    ) & Ruling.refuse_if(
        not facts.is_amphibious, "only amphibious cargo lands", BY_LANDING, possible="amphibious cargo"
    )


@rule("SF 31A", "SF 32A")
def reckon_group_cost(facts: CargoMove) -> Reckoning:
    """The MPs that a naval group spends to take cargo aboard or to put it ashore.

    >>> reckon_group_cost(CargoMove("embark", "beach", is_amphibious=True)).value
    Fraction(60, 1)
    >>> print(reckon_group_cost(CargoMove("embark", "beach")).value, reckon_group_cost(CargoMove()).value)
    90 30
    """
    if facts.action == LANDING:
        return Reckoning.of(LANDING_MPS, "lands cargo", BY_LANDING_COST)
    if facts.site == BEACH and facts.is_amphibious:
        return Reckoning.of(AMPHIBIOUS_BEACH_MPS, "amphibious cargo at a beach", BY_COST)
    return Reckoning.of(GROUP_MPS[facts.site], f"cargo at a {facts.site}", BY_COST)


# --- the steps of a phase (SF 28, 31A, 34B) --------------------------------------------------------------------------


@frozen
class Voyage:
    """What a naval group does in one naval movement sub-phase.

    Attributes:
        spends: (what, MPs) in order.
        steps: naval movement steps that it has.
        replenishing: steps among them that are given to replenishment.
    """

    spends: tuple[tuple[str, Number], ...]
    steps: int = STEPS_IN_PHASE
    replenishing: int = 0

    @property
    def total(self) -> Fraction:
        """MPs that all of it takes."""
        return sum((Fraction(mps) for _, mps in self.spends), ZERO)

    @property
    def available(self) -> int:
        """MPs that the group has."""
        return STEP_MPS * max(self.steps - self.replenishing, 0)


@rule("SF 28", "SF 31A", "SF 34B")
def rule_on_voyage(facts: Voyage) -> Ruling:
    """Whether a naval group has the MPs for all of it: 30 in each step that is not given to replenishment.

    >>> print(rule_on_voyage(Voyage((("embark", 30), ("sail", 31)), steps=2)))
    refused: 61 MPs are needed, and there are 60 in 2 steps (SF 28). Possible: end the way 1 MP earlier.
    >>> rule_on_voyage(Voyage((("sail", 150),))).allowed, rule_on_voyage(Voyage((("sail", 151),))).allowed
    (True, False)
    """
    steps, short = facts.steps - facts.replenishing, facts.total - facts.available
    return Ruling.refuse_if(
        short > 0,
        f"{show(facts.total)} MPs are needed, and there are {facts.available} in {counted(steps, 'step')}",
        BY_MOVEMENT,
        possible=f"end the way {counted(short, 'MP')} earlier",
    )


@rule("SF 31A")
def reckon_voyage(facts: Voyage) -> Reckoning:
    """The MPs that a naval group spends in all."""
    parts = ((what, Reckoning.of(mps, "MPs")) for what, mps in facts.spends)
    return Reckoning.total("MPs of the group", parts, BY_MOVEMENT, BY_COST)


@rule("SF 31A")
def reckon_spare(facts: Voyage) -> Reckoning:
    """The MPs that a naval group has over; less than 0 where they do not suffice."""
    return Reckoning.of(facts.available, "MPs of the steps", BY_MOVEMENT).minus(facts.total, "spent", BY_COST)


@rule("SF 31A")
def steps_of_completion(facts: Voyage) -> tuple[int, ...]:
    """The step, counted from 1, in which each thing is done when MPs are spent without a break.

    >>> steps_of_completion(Voyage((("embark", 30), ("sail", 20), ("land", 90))))
    (1, 2, 5)
    """
    return tuple(max(1, ceil(spent / STEP_MPS)) for spent in _running_totals(facts))


def _running_totals(facts: Voyage) -> Iterator[Fraction]:
    spent = ZERO
    for _, mps in facts.spends:
        spent += mps
        yield spent


@rule("SF 31A")
def reckon_left_in_last_step(facts: Voyage) -> Reckoning:
    """The MPs that are left in the step in which the last of it is done."""
    last = steps_of_completion(facts)[-1] if facts.spends else 1
    left = Reckoning.of(STEP_MPS * last, f"MPs of {last} steps", BY_MOVEMENT)
    return left.minus(facts.total, "spent", BY_COST)


# --- what a unit spends (SF 31A) -------------------------------------------------------------------------------------


@frozen
class Passenger:
    """A unit that embarks or disembarks.

    Attributes:
        unit_class: "non_motorized", "artillery" or "cm".
        is_amphibious: whether it is amphibious there.
        site: "port" or "beach".
        moves_by_rail: whether it moves by rail only, or is a resource point.
    """

    unit_class: str = "non_motorized"
    is_amphibious: bool = False
    site: str = PORT
    moves_by_rail: bool = False


@rule("SF 31A")
def reckon_passenger_cost(facts: Passenger) -> Reckoning:
    """The MPs that a unit spends to embark, or to disembark.

    >>> reckon_passenger_cost(Passenger("cm", site="beach")).value
    Fraction(4, 1)
    """
    cost = Reckoning.of(UNIT_MPS, "embarks or disembarks", BY_COST)
    if facts.unit_class == CM:
        cost = cost.times(2, "c/m unit", BY_COST)
    return cost.times(2, "not amphibious, at a beach", BY_COST) if _is_slow_ashore(facts) else cost


def _is_slow_ashore(facts: Passenger) -> bool:
    return facts.site == BEACH and not facts.is_amphibious


@frozen
class Fare:
    """What a unit spends: MPs, or hexes of rail movement; the other one is None."""

    mps: Reckoning | None
    rail_hexes: Reckoning | None = None


@rule("SF 31A")
def reckon_fare(facts: Passenger) -> Fare:
    """What a unit spends to embark, or to disembark, in the movement that it has.

    >>> reckon_fare(Passenger(moves_by_rail=True)).rail_hexes.value
    Fraction(7, 1)
    >>> reckon_fare(Passenger()).rail_hexes is None
    True
    """
    cost = reckon_passenger_cost(facts)
    if not facts.moves_by_rail:
        return Fare(cost)
    return Fare(None, cost.times(RAIL_HEXES_EACH, "hexes of rail movement for 1 MP", BY_COST))


@frozen
class Payment:
    """MPs that a unit has spent, and those that it has left."""

    spent: Reckoning
    left: Reckoning


@rule("SF 31A")
def reckon_payment(mps_left: Number, cost: Number) -> Payment:
    """What a unit with so many MPs left pays of a cost: all that it has, where it has fewer.

    >>> reckon_payment(1, 2).spent.value, reckon_payment(6, 2).left.value
    (Fraction(1, 1), Fraction(4, 1))
    """
    spent = Reckoning.of(cost, "cost", BY_COST).at_most(mps_left, "all that it has", BY_COST)
    return Payment(spent, Reckoning.of(mps_left, "MPs left", BY_COST).minus(spent.value, "spent", BY_COST))


@rule("SF 31A")
def rule_on_payment(mps_left: Number, rules: Ruleset) -> Ruling:
    """Whether a unit with so many MPs left may embark or disembark; an open point where it has none.

    >>> from europa_rules import load
    >>> rule_on_payment(0, load("sf")).allowed
    True
    >>> rule_on_payment(0, load("sf")).rests_on
    ('sf-31A-no-mps-left: yes',)
    >>> [rule_on_payment(mps, load("sf", rulings={"sf-31A-no-mps-left": "no"})).allowed for mps in (0, 1)]
    [False, True]
    """
    has_none = mps_left <= 0
    return Ruling(rests_on=rules.resting(NO_MPS_LEFT) if has_none else ()) & Ruling.refuse_if(
        has_none and rules.reads(NO_MPS_LEFT, "no"),
        "the unit has no MPs left in the phase",
        BY_COST,
        possible="embark or disembark it in another phase",
    )


# --- who may embark and disembark (SF 31, 31A, 31B) ------------------------------------------------------------------


@frozen
class Boarding:
    """A unit that would embark or disembark.

    Attributes:
        action: "embark" or "disembark".
        phase: the phase.
        unit_class: "non_motorized", "artillery" or "cm".
        is_amphibious: whether it is amphibious there. has_heavy_equipment: whether it has heavy equipment.
        site: "port" or "beach".
        sea: "calm", "rough" or "stormy".
        on_craft: whether landing craft alone carry it.
    """

    action: str = EMBARK
    phase: str = MOVEMENT
    unit_class: str = "non_motorized"
    is_amphibious: bool = False
    has_heavy_equipment: bool = False
    site: str = PORT
    sea: str = "calm"
    on_craft: bool = False


@rule("SF 31", "SF 31A", "SF 31B")
def rule_on_boarding(facts: Boarding, rules: Ruleset) -> Ruling:
    """Whether a unit may embark or disembark.

    >>> from europa_rules import load
    >>> rule_on_boarding(Boarding("disembark", site="beach", sea="stormy"), load("sf")).allowed
    False
    >>> heavy = Boarding("disembark", site="beach", has_heavy_equipment=True, on_craft=True)
    >>> found = rule_on_boarding(heavy, load("sf"))
    >>> found.allowed, len(found.rests_on)
    (False, 1)
    >>> rule_on_boarding(heavy, load("sf", rulings={"sf-31B-beach-equipment": "errata"})).allowed
    True
    >>> rule_on_boarding(Boarding("disembark", site="beach"), load("sf")).rests_on
    ()
    """
    return _rule_on_phase(facts) & (_rule_on_beach(facts, rules) if facts.site == BEACH else Ruling.allow())


def _rule_on_phase(facts: Boarding) -> Ruling:
    return Ruling.refuse_if(
        facts.phase not in (MOVEMENT, EXPLOITATION),
        f"there are no naval movement steps in the {facts.phase} phase",
        BY,
        possible="the movement or the exploitation phase",
    ) & Ruling.refuse_if(
        facts.action == EMBARK and facts.phase == EXPLOITATION and facts.unit_class != CM,
        "only c/m units embark in the exploitation phase",
        BY_COST,
        possible="embark in the movement phase",
    )


def _rule_on_beach(facts: Boarding, rules: Ruleset) -> Ruling:
    is_laden = facts.has_heavy_equipment and not facts.is_amphibious
    points = rules.resting(EQUIPMENT) if is_laden and facts.on_craft else ()
    lifted = facts.on_craft and rules.reads(EQUIPMENT, "errata")
    return Ruling(rests_on=points) & Ruling.all(
        (
            Ruling.refuse_if(
                is_laden and not lifted,
                "a unit with heavy equipment that is not amphibious does not use beaches",
                BY_BEACH,
                possible="a port",
            ),
            Ruling.refuse_if(
                facts.sea == STORMY, "the sea is stormy", BY_BEACH, possible="a port, or the beach in a calmer sea"
            ),
        )
    )


@frozen
class AfterVoyage:
    """What a unit that has disembarked may still do in the player turn.

    Attributes:
        may_move: in the ground sub-phase of the phase in which it disembarked.
        may_attack: in the combat phase.
        may_exploit: in the exploitation phase.
    """

    may_move: bool
    may_attack: bool
    may_exploit: bool


@rule("SF 31")
def activity_after(unit_class: str, phase: str, mps_left: Number) -> AfterVoyage:
    """What a unit that has disembarked in a phase may still do; transport restricts it in nothing.

    mps_left: MPs that it has left in that phase.

    >>> activity_after("cm", "exploitation", 3)
    AfterVoyage(may_move=True, may_attack=False, may_exploit=True)
    >>> [activity_after("cm", "exploitation", mps).may_move for mps in (0, 1)]
    [False, True]
    """
    in_time, has_mps, exploits = phase == MOVEMENT, mps_left > 0, unit_class == CM
    return AfterVoyage(has_mps and (in_time or exploits), in_time, exploits and (in_time or has_mps))


# --- loads (SF 31, 31C, 31D) -----------------------------------------------------------------------------------------


@rule("SF 31")
def rule_on_load(capacities: Sequence[Number], cargo: Number, same_group: bool) -> Ruling:
    """Whether carriers may take one item of cargo: those of one naval group combine their capacities.

    capacities: REs that each carrier has free. cargo: REs of the item.

    >>> rule_on_load((2, 1), 3, same_group=True).allowed, rule_on_load((2, 1), 3, same_group=False).allowed
    (True, False)
    """
    most = sum(capacities, ZERO) if same_group else max(capacities, default=ZERO)
    together = "together" if same_group else "each by itself, for they are in different groups"
    return Ruling.refuse_if(
        cargo > most,
        f"the carriers take {show(most)} REs {together}, not {show(cargo)}",
        BY,
        possible="carriers with enough capacity in one naval group",
    )


@rule("SF 31C")
def rule_on_supplies(source: str) -> Ruling:
    """Whether supplies or mines are present at a port, by the best source that it traced to as the initial phase began.

    source: "full" or "limited", "regular" where it is not told which of the two, or "special"; "" for none.

    >>> rule_on_supplies("limited").allowed, rule_on_supplies("special").allowed
    (True, False)
    """
    return Ruling.refuse_if(
        source not in REGULAR_SOURCES,
        f"the port traced {f'only to a {source} source' if source else 'no supply line'}",
        BY_SUPPLIES,
        possible="a port that traced to a regular source as the initial phase began",
    )


@frozen
class Transfer:
    """Cargo that goes from one naval unit to another at sea.

    Attributes:
        giver, taker: categories of the naval units.
        same_group: whether they are in one naval group.
        at_sea: whether they are at sea.
        sites: what the hex has of "port" and "beach".
    """

    giver: str = "NT"
    taker: str = "LC"
    same_group: bool = True
    at_sea: bool = True
    sites: tuple[str, ...] = SITES


@rule("SF 31D")
def rule_on_transfer(facts: Transfer) -> Ruling:
    """Whether cargo may be transferred: from a naval transport to a landing craft beside it, off a port or beach.

    >>> rule_on_transfer(Transfer()).allowed, rule_on_transfer(Transfer(sites=())).allowed
    (True, False)
    >>> rule_on_transfer(Transfer(sites=("airfield",))).allowed
    False
    """
    return Ruling.all(
        (
            Ruling.refuse_if(
                (facts.giver, facts.taker) != ("NT", "LC"),
                f"cargo is not transferred from a {facts.giver} to a {facts.taker}",
                BY_TRANSFER,
                possible="a transfer from a naval transport to a landing craft",
            ),
            Ruling.refuse_if(
                not facts.same_group,
                "the two are not in one naval group",
                BY_TRANSFER,
                possible="combine the groups first",
            ),
            Ruling.refuse_if(not facts.at_sea, "the two are not at sea", BY_TRANSFER, possible="put to sea"),
            Ruling.refuse_if(
                not set(facts.sites) & set(SITES),
                "the hex has neither port nor beach",
                BY_TRANSFER,
                possible="a port or beach hex",
            ),
        )
    )


@rule("SF 31D")
def reckon_transfer_cost() -> Reckoning:
    """The MPs that each of the two naval units spends for a transfer."""
    return Reckoning.of(TRANSFER_MPS, "transfers cargo at sea", BY_TRANSFER)


# --- cargo of damaged ships (SF 31) ----------------------------------------------------------------------------------


@frozen
class CargoItem:
    """An item of cargo.

    Attributes:
        name: what it is called.
        re: its REs as naval cargo. cadre: those of its cadre; None for one without.
    """

    name: str
    re: Number
    cadre: Number | None = None


@frozen
class CargoLoss:
    """What becomes of cargo that no longer fits.

    Attributes:
        lost: names of items that are eliminated, in order.
        reduced: names of units that were reduced to their cadres, in order.
        left: the items that are left.
    """

    lost: tuple[str, ...]
    reduced: tuple[str, ...]
    left: tuple[CargoItem, ...]


@rule("SF 31")
def lose_cargo(capacity: Number, cargo: Sequence[CargoItem], drawn: Sequence[str]) -> CargoLoss:
    """Eliminate items at random until the cargo fits; a unit with a cadre is reduced to it and may be drawn again.

    capacity: REs that the carriers still take. drawn: names in the order in which they are drawn; an item that is the
    only one needs none. Raises UnknownName where a name is missing, or is none of those aboard.

    >>> division, brigade = CargoItem("division", 3, cadre=1), CargoItem("brigade", 1)
    >>> lose_cargo(2, (division, brigade), ("division",)).reduced
    ('division',)
    """
    left, draws = {item.name: item for item in cargo}, list(drawn)
    lost, reduced = list[str](), list[str]()
    while sum((Fraction(item.re) for item in left.values()), ZERO) > capacity:
        item = left[_draw(tuple(left), draws)]
        if item.cadre is not None:
            left[item.name] = evolve(item, re=item.cadre, cadre=None)
            reduced.append(item.name)
        else:
            del left[item.name]
            lost.append(item.name)
    return CargoLoss(tuple(lost), tuple(reduced), tuple(left.values()))


def _draw(names: Sequence[str], draws: list[str]) -> str:
    if len(names) == 1 and names[0] not in draws[:1]:
        return names[0]
    if not draws or draws[0] not in names:
        raise unknown("item drawn from the cargo", draws[0] if draws else "", names)
    return draws.pop(0)
