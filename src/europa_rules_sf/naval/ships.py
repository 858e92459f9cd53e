"""Naval units and their damage (SF 27A): what strength is good for, sinking, hits from the air, and carriers.

Needs what a naval counter prints and its hits; gives its current strengths, which units of a group bombing hits damage,
and how many air units a carrier group bases.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.naval_units import NavalCategory, NavalUnit
from europa_rules.permissions import Ruling

BY_USE, BY_DAMAGE, BY_REGROUPING = Citation("SF", "27A1"), Citation("SF", "27A3"), Citation("SF", "27A4")
BY_CARRIER = Citation("SF", "27A5")
ORDER_OF_HITS: tuple[NavalCategory, ...] = ("TF", "NT", "LC", "CG")
"""The categories in the order in which bombing hits are given to them."""

CARRIER_CAPACITY = 3
"""Air units that an undamaged carrier group bases."""

CARRIER_CODE = "C"
HITS = "hits of damage"


@frozen
class Ship:
    """A naval unit and its damage.

    Attributes:
        unit: what its counter prints.
        hits: of damage on it.
        name: what it is called where there are several.
    """

    unit: NavalUnit
    hits: int = 0
    name: str = ""

    @property
    def category(self) -> NavalCategory:
        """Its category."""
        return self.unit.category

    @property
    def printed(self) -> int:
        """Its printed strength, which is its damage strength too."""
        return self.unit.strength or 0

    @property
    def left(self) -> int:
        """Its strength points that are left."""
        return max(self.printed - self.hits, 0)


# --- strengths (SF 27A1, 27A3) ---------------------------------------------------------------------------------------


@frozen
class ShipStrengths:
    """What the strength of a naval unit is good for, its damage taken off (strength points; cargo in REs).

    Attributes:
        gunnery: for naval combat. gunfire: for the support of ground combat. cargo: what it carries.
        damage: the hits that sink it, those that it has taken among them.
    """

    gunnery: Reckoning
    gunfire: Reckoning
    cargo: Reckoning
    damage: Reckoning


@rule("SF 27A1", "SF 27A3")
def reckon_ship(ship: Ship) -> ShipStrengths:
    """What the strength of a naval unit is good for, its damage taken off.

    >>> found = reckon_ship(Ship(NavalUnit("it", "TF", 12), hits=4))
    >>> found.gunnery.value, found.cargo.value, found.damage.value
    (Fraction(8, 1), Fraction(0, 1), Fraction(12, 1))
    """
    unit = ship.unit
    return ShipStrengths(
        _after_hits(unit.gunnery, "gunnery", ship),
        _after_hits(unit.gunfire_support, "gunfire support", ship),
        _after_hits(unit.cargo or 0, "cargo", ship),
        Reckoning.of(ship.printed, "printed", BY_USE),
    )


def _after_hits(printed: int, what: str, ship: Ship) -> Reckoning:
    strength = Reckoning.of(printed, f"printed {what}", BY_USE)
    if not (printed and ship.hits):
        return strength
    return strength.minus(ship.hits, HITS, BY_DAMAGE).at_least(0, "sunk", BY_DAMAGE)


@rule("SF 27A3")
def is_sunk(ship: Ship) -> bool:
    """Whether a naval unit is sunk: it has as many hits as its damage strength.

    >>> unit = NavalUnit("us", "NT", 3)
    >>> is_sunk(Ship(unit, hits=2)), is_sunk(Ship(unit, hits=3))
    (False, True)
    """
    return ship.hits >= ship.printed


@rule("SF 27A3")
def pool_of(ship: Ship, theater: str) -> str:
    """The theater whose replacement pool a naval unit enters: that in which it is as it sinks; "" while it floats."""
    return theater if is_sunk(ship) else ""


# --- bombing hits (SF 27A3) ------------------------------------------------------------------------------------------


@rule("SF 27A3")
def allocate_hits(hits: int, ships: Sequence[Ship], drawn: Sequence[str]) -> tuple[tuple[Ship, ...], tuple[str, ...]]:
    """Give bombing hits to the naval units of a target: one to each category in order, and again while any are left.

    drawn: names of units in the order in which they are drawn; no draw is made for a category with one unit afloat.
    Returns the units with their hits, and the names of those sunk by these hits, in order. Hits that no unit is left to
    take have no effect. Raises UnknownName where a draw is missing, or names no unit of its category.

    >>> craft = [Ship(NavalUnit("us", "LC", 1), name=name) for name in ("LC1", "LC2")]
    >>> allocate_hits(1, craft, ["LC2"])[1]
    ('LC2',)
    """
    now, draws, sunk = {ship.name: ship for ship in ships}, list(drawn), list[str]()
    while hits > 0 and any(not is_sunk(ship) for ship in now.values()):
        for category in _categories_afloat(now.values(), hits):
            name = _target([ship.name for ship in _afloat(now.values(), category)], draws)
            now[name] = evolve(now[name], hits=now[name].hits + 1)
            sunk += [name] if is_sunk(now[name]) else []
            hits -= 1
    return tuple(now.values()), tuple(sunk)


@rule("SF 27A3")
def hits_taken(before: Sequence[Ship], after: Sequence[Ship]) -> Mapping[str, int]:
    """The hits that each naval unit has taken between two moments, by its name."""
    earlier = {ship.name: ship.hits for ship in before}
    return {ship.name: ship.hits - earlier[ship.name] for ship in after}


def _afloat(ships: Iterable[Ship], category: NavalCategory) -> list[Ship]:
    return [ship for ship in ships if ship.category == category and not is_sunk(ship)]


def _categories_afloat(ships: Iterable[Ship], hits: int) -> list[NavalCategory]:
    """The categories that take a hit in this round."""
    return [category for category in ORDER_OF_HITS if _afloat(ships, category)][:hits]


def _target(names: Sequence[str], draws: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    if not draws or draws[0] not in names:
        raise unknown("naval unit drawn", draws[0] if draws else "", names)
    return draws.pop(0)


# --- transports and carriers (SF 27A4, 27A5) -------------------------------------------------------------------------


@rule("SF 27A4")
def rule_on_regrouping(before: Sequence[int], after: Sequence[int]) -> Ruling:
    """Whether naval transports of these strengths may become others: the total stays.

    >>> rule_on_regrouping((6,), (1, 2, 3)).allowed, rule_on_regrouping((6,), (1, 2, 4)).allowed
    (True, False)
    """
    totals = sum(before), sum(after)
    return Ruling.refuse_if(
        totals[0] != totals[1],
        f"transports of {totals[0]} points in all become transports of {totals[1]}",
        BY_REGROUPING,
        possible=f"transports of {totals[0]} points in all",
    ) & Ruling.refuse_if(
        any(strength <= 0 for strength in after), "a transport has a strength of 1 or more", BY_REGROUPING
    )


@frozen
class CarrierDeck:
    """The airbase of a carrier group: its capacity, and how many air units are eliminated for want of room."""

    capacity: Reckoning
    eliminated: Reckoning


@rule("SF 27A5")
def reckon_deck(hits: int, air_units: int) -> CarrierDeck:
    """How many air units a carrier group with so many hits bases, and how many of those aboard are eliminated.

    >>> deck = reckon_deck(1, 3)
    >>> deck.capacity.value, deck.eliminated.value
    (Fraction(2, 1), Fraction(1, 1))
    """
    capacity = Reckoning.of(CARRIER_CAPACITY, "undamaged", BY_CARRIER)
    if hits:
        capacity = capacity.minus(hits, HITS, BY_CARRIER).at_least(0, "never less", BY_CARRIER)
    aboard = Reckoning.of(air_units, "air units aboard", BY_CARRIER)
    return CarrierDeck(
        capacity, aboard.minus(capacity.value, "have room", BY_CARRIER).at_least(0, "never less", BY_CARRIER)
    )


@rule("SF 27A5")
def rule_on_carrier_base(codes: Sequence[str]) -> Ruling:
    """Whether an air unit with these codes may base at a carrier group.

    >>> rule_on_carrier_base(("C", "T")).allowed, rule_on_carrier_base(()).allowed
    (True, False)
    """
    return Ruling.refuse_if(
        CARRIER_CODE not in codes,
        f"only code {CARRIER_CODE} air units base at carrier groups",
        BY_CARRIER,
        possible=f"a code {CARRIER_CODE} air unit",
    )
