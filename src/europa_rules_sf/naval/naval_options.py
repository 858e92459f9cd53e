"""Advanced and optional naval rules (SF 43G, 44B4, 44G): replenishing, retreat to ships, and three finer mechanics.

Needs a naval unit at a base, a commando on a beach, a target group, a landed unit or coast defenses; gives rulings,
hits, MPs and strengths.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Option
from europa_rules.ledger import Reckoning
from europa_rules.naval.ports import is_naval_base
from europa_rules.numbers import HALF, ONE, Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules_sf.naval.groups import CARRIERS
from europa_rules_sf.naval.ships import ORDER_OF_HITS
from europa_rules_sf.naval.transport import BEACH, CM

BY_REPLENISHING, BY_RETREAT = Citation("SF", "43G"), Citation("SF", "44B4")
BY_SHARES, BY_COST, BY_GUNS = (Citation("SF", number) for number in ("44G1", "44G2", "44G3"))
REPLENISHING_MPS = 30
MARINE = "marine_commando"
TOO_LARGE = "44G1-share-too-large"
STEP_MPS = {True: 2, False: 1}
"""MPs for each step at sea: of a c/m unit, and of another."""

FIELD_ARTILLERY = "field_artillery"


# --- replenishment (SF 43G) ------------------------------------------------------------------------------------------


@rule("SF 43G")
def rule_on_base(port: str, is_owned: bool, is_functioning: bool, rules: Ruleset) -> Ruling:
    """Whether a naval unit may spend MPs at a port to replenish: a friendly-owned functioning naval base.

    >>> from europa_rules import load
    >>> rule_on_base("major", True, True, load("sf")).allowed, rule_on_base("minor", True, True, load("sf")).allowed
    (True, False)
    """
    base = "a friendly-owned functioning naval base"
    return Ruling.all(
        (
            Ruling.refuse_if(
                not is_naval_base(port, rules), f"a {port} port is no naval base", BY_REPLENISHING, possible=base
            ),
            Ruling.refuse_if(not is_owned, "the port is not friendly-owned", BY_REPLENISHING, possible=base),
            Ruling.refuse_if(not is_functioning, "the port does not function", BY_REPLENISHING, possible=base),
        )
    )


@rule("SF 43G")
def is_replenished_by(mps: Number) -> bool:
    """Whether a naval unit that has spent so many MPs at a naval base is replenished.

    >>> is_replenished_by(30), is_replenished_by(29)
    (True, False)
    """
    return mps >= REPLENISHING_MPS


# --- retreat to ships (SF 44B4) --------------------------------------------------------------------------------------


@frozen
class SeaRetreat:
    """A unit that would retreat before combat onto a ship.

    Attributes:
        kind: what it is: "marine_commando" or another. re: its REs as cargo.
        site: where it is: "beach" or another kind of hex.
        ship: category of the naval unit. is_there: whether that is at sea in the same hex.
        room: REs that it can still carry.
    """

    kind: str = MARINE
    re: Number = HALF
    site: str = BEACH
    ship: str = "LC"
    is_there: bool = True
    room: Number = ONE


@rule("SF 44B4")
def rule_on_sea_retreat(facts: SeaRetreat) -> Ruling:
    """Whether a unit may attempt to retreat onto a ship; the success table says whether it gets aboard.

    >>> rule_on_sea_retreat(SeaRetreat()).allowed, rule_on_sea_retreat(SeaRetreat(room=0)).allowed
    (True, False)
    """
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.kind != MARINE,
                f"a {facts.kind.replace('_', ' ')} does not retreat to ships",
                BY_RETREAT,
                possible="a marine commando",
            ),
            Ruling.refuse_if(facts.site != BEACH, "the unit is not on a beach", BY_RETREAT, possible="a beach"),
            Ruling.refuse_if(
                facts.ship not in CARRIERS, f"a {facts.ship} carries no units", BY_RETREAT, possible="a NT or LC"
            ),
            Ruling.refuse_if(
                not facts.is_there, "the ship is not at sea in the hex", BY_RETREAT, possible="one that is"
            ),
            Ruling.refuse_if(
                facts.re > facts.room,
                f"{counted(facts.re, 'RE')} would go aboard, and there is room for {counted(facts.room, 'RE')}",
                BY_RETREAT,
                possible="a ship with room",
            ),
        )
    )


# --- proportional losses (SF 44G1) -----------------------------------------------------------------------------------


@rule("SF 44G1")
def share_hits(hits: int, strengths: Mapping[str, int], rules: Ruleset) -> Mapping[str, Reckoning]:
    """Bombing hits for each category of a group, by its part of the strength: the largest part first, rounded up.

    strengths: strength points of each category. What a category has not the points to take passes to the next one, or
    is lost if read so.

    >>> from europa_rules import load
    >>> {name: int(taken.value) for name, taken in share_hits(3, {"TF": 10, "NT": 8, "LC": 2}, load("sf")).items()}
    {'TF': 2, 'NT': 1, 'LC': 0}
    >>> too_many = share_hits(9, {"TF": 5, "NT": 1, "LC": 1}, load("sf"))
    >>> {name: int(taken.value) for name, taken in too_many.items()}
    {'TF': 5, 'NT': 1, 'LC': 1}
    >>> lost = load("sf", rulings={"sf-44G1-share-too-large": "lost"})
    >>> {name: int(taken.value) for name, taken in share_hits(9, {"TF": 5, "NT": 1, "LC": 1}, lost).items()}
    {'TF': 5, 'NT': 1, 'LC': 0}
    >>> share_hits(2, {"TF": 0}, load("sf"))["TF"].value
    Fraction(0, 1)
    """
    total, left = sum(strengths.values()), hits
    ties = tuple(map(str, ORDER_OF_HITS))
    order = sorted(strengths, key=lambda name: (-strengths[name], ties.index(name)))
    shares: dict[str, Reckoning] = {}
    for name in order:
        share = min(ceil(Fraction(strengths[name] * hits, total)), left) if total else 0
        taken = Reckoning.of(share, "share of the hits", BY_SHARES)
        if share > strengths[name]:
            taken = taken.at_most(strengths[name], "its strength points", BY_SHARES)
            for point in rules.resting(TOO_LARGE):
                taken = taken.noting(rests_on=point)
        left -= share if rules.reads(TOO_LARGE, "lost") else int(taken.value)
        shares[name] = taken
    return {name: shares[name] for name in strengths}


# --- transport costs and coast defenses (SF 44G2, 44G3) --------------------------------------------------------------


@rule("SF 44G2")
def rule_on_disembarking() -> Ruling:
    """Whether a unit with too few MPs may disembark: it always may, for all that it has."""
    return Ruling.allow()


@rule("SF 44G2")
def reckon_landing_mps(unit_class: str, steps: int, mps_left: Number) -> Reckoning:
    """The MPs that a unit spends to disembark: for each step at sea in the phase, at most all that it has.

    steps: naval movement steps of the phase in which it was at sea.

    >>> reckon_landing_mps("cm", 3, 10).value, reckon_landing_mps("artillery", 3, 2).value
    (Fraction(6, 1), Fraction(2, 1))
    """
    each = Reckoning.of(STEP_MPS[unit_class == CM], "a step at sea", BY_COST)
    return each.times(steps, "steps", BY_COST).at_most(mps_left, "all that it has", BY_COST)


@frozen
class GroundStrength:
    """What coast defenses of ports are in ground combat: their defense strength, their REs, and what they count as."""

    defense: Reckoning
    re: Reckoning

    @property
    def counts_as(self) -> str:
        """The kind of unit as which they count; "" for none."""
        return FIELD_ARTILLERY if self.re.value else ""


@rule("SF 44G3")
def reckon_ground_strength(level: int) -> GroundStrength:
    """What coast defenses of ports of a level are in ground combat and overruns: half the level, as field artillery.

    >>> found = reckon_ground_strength(5)
    >>> found.defense.value, found.re.value, found.counts_as
    (Fraction(2, 1), Fraction(1, 1), 'field_artillery')
    """
    defense = Reckoning.of(level, "level", BY_GUNS).become(level // 2, "half, rounded down", BY_GUNS)
    return GroundStrength(defense, Reckoning.of(1 if defense.value >= 1 else 0, "artillery", BY_GUNS))


OPTIONS = (
    Option("43G", "Advanced replenishment", by="SF 43G"),
    Option("44B4", "Special amphibious retreat", by="SF 44B4"),
    Option("44G1", "Proportional losses from bombing hits", by="SF 44G1"),
    Option("44G2", "Naval transport costs by steps at sea", by="SF 44G2"),
    Option("44G3", "Ground combat strengths of coast defenses", by="SF 44G3"),
)
