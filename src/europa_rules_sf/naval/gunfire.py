"""Naval gunfire support (SF 33A, 34C, 34I1): task forces that support ground combat with their guns.

Needs a task force, where it is and what it has done; gives whether it is prepared, its strength, which hexes it
reaches, what its points count as, and how often it may fire. The strength in an attack is reckoned by
`europa_rules.ground`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.artillery import Fielded, gunfire_as_artillery, reckon_with_artillery
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules_sf.naval.gunnery import Guns, reckon_gunnery
from europa_rules_sf.naval.ships import Ship, reckon_ship

BY, BY_AMMO, BY_YEAR = Citation("SF", "33A"), Citation("SF", "34C"), Citation("SF", "34I1")
TASK_FORCE = "TF"
PREPARING_MPS = 90
REACH = 1
"""Hexes from the task force within which it supports."""

TURNS_A_YEAR = {ALLIED: 6, AXIS: 4}
DEPLETED_AMMO, FROM_SEA, YEAR_TURNS = "33A-depleted-ammo", "33A-support-from-sea", "34I1-six-turns"
BEFORE_COMBAT, DURING_COMBAT, SWITCH = MOMENTS = (
    "after_gs_das_before_ground_combat",
    "during_ground_combat",
    "switch_allocation",
)
"""When gunfire may be asked to be allocated."""

GAVE_SUPPORT, REPLENISHED = "gave_ngs", "replenished"
ATTACKER, DEFENDER = "attacker", "defender"


# --- preparing and strength (SF 33A, 34C) ----------------------------------------------------------------------------


@frozen
class Preparation:
    """What a naval unit has done to prepare for gunfire support.

    Attributes:
        category: its category.
        mps: MPs that it has spent in the hex in a friendly movement or exploitation phase.
        has_left: whether it has left the hex since. has_fired: whether it has fired in naval combat since.
    """

    category: str = TASK_FORCE
    mps: Number = PREPARING_MPS
    has_left: bool = False
    has_fired: bool = False


@rule("SF 33A")
def rule_on_prepared(facts: Preparation) -> Ruling:
    """Whether a naval unit is prepared for gunfire support.

    >>> rule_on_prepared(Preparation()).allowed, rule_on_prepared(Preparation(mps=89)).allowed
    (True, False)
    >>> rule_on_prepared(Preparation(mps=PREPARING_MPS - 1)).allowed
    False
    """
    return Ruling.all(
        (
            Ruling.refuse_if(facts.category != TASK_FORCE, f"a {facts.category} gives no gunfire support", BY),
            Ruling.refuse_if(
                facts.mps < PREPARING_MPS,
                f"it has spent {counted(facts.mps, 'MP')} in the hex",
                BY,
                possible=f"spend {PREPARING_MPS} MPs there",
            ),
            Ruling.refuse_if(facts.has_left, "it has left the hex in which it prepared", BY, possible="prepare anew"),
            Ruling.refuse_if(facts.has_fired, "it has fired in naval combat since", BY, possible="prepare anew"),
        )
    )


@frozen
class GunfireSource:
    """A naval unit that would support ground combat, and the sea in its hex."""

    ship: Ship
    sea: str = "calm"
    is_out_of_ammo: bool = False


@rule("SF 33A", "SF 34C")
def reckon_gunfire(facts: GunfireSource, rules: Ruleset) -> Reckoning:
    """The gunfire support strength of a naval unit: its current strength, less for the sea and for want of ammunition.

    >>> from europa_rules import load
    >>> from europa_rules.naval_units import NavalUnit
    >>> reckon_gunfire(GunfireSource(Ship(NavalUnit("br", "TF", 12), 5), "rough"), load("sf")).value
    Fraction(3, 1)
    """
    current = reckon_ship(facts.ship).gunfire
    at_sea = reckon_gunnery(Guns(current.value, sea=facts.sea), rules)
    points = Reckoning.total("gunfire support", [("current strength", current)], BY)
    if at_sea.value != current.value:
        points = points.become(at_sea.value, f"{facts.sea} sea, rounded down", BY)
    return _short_of_ammo(points, rules) if facts.is_out_of_ammo else points


def _short_of_ammo(points: Reckoning, rules: Ruleset) -> Reckoning:
    halved = points.times(HALF, "ammunition depleted", BY_AMMO)
    if halved.value.denominator == 1:
        return halved
    for point in rules.resting(DEPLETED_AMMO):
        halved = halved.noting(rests_on=point)
    whole = halved.value.numerator // halved.value.denominator
    return halved if rules.reads(DEPLETED_AMMO, "kept") else halved.become(whole, "rounded down", BY_AMMO)


@rule("SF 34C")
def is_depleted_after(was_depleted: bool, event: str) -> bool:
    """Whether a task force has its ammunition depleted after an event: gunfire support depletes, replenishing fills.

    >>> is_depleted_after(False, "gave_ngs"), is_depleted_after(True, "replenished")
    (True, False)
    """
    return {GAVE_SUPPORT: True, REPLENISHED: False}.get(event, was_depleted)


# --- allocation (SF 33A) ---------------------------------------------------------------------------------------------


@rule("SF 33A")
def rule_on_reach(distance: int, prepared: bool, rules: Ruleset, *, is_supported: bool = True) -> Ruling:
    """Whether a task force may support a combat: the hex that is attacked, or the defenders, in or beside its own.

    distance: hexes. is_supported: whether the ground units are supported without it.

    >>> from europa_rules import load
    >>> [rule_on_reach(hexes, True, load("sf")).allowed for hexes in (1, 2)]
    [True, False]
    >>> beside = rule_on_reach(1, True, load("sf"), is_supported=False)
    >>> beside.allowed, beside.rests_on
    (True, ('sf-33A-support-from-sea: no',))
    >>> strict = load("sf", rulings={"sf-33A-support-from-sea": "yes"})
    >>> [rule_on_reach(hexes, True, strict, is_supported=False).allowed for hexes in (0, 1)]
    [True, False]
    >>> rule_on_reach(2, True, load("sf"), is_supported=False).rests_on
    ()
    """
    is_open = not is_supported and 0 < distance <= REACH
    return Ruling(rests_on=rules.resting(FROM_SEA) if is_open else ()) & Ruling.all(
        (
            Ruling.refuse_if(not prepared, "the task force is not prepared", BY, possible="one that is prepared"),
            Ruling.refuse_if(
                distance > REACH,
                f"the hex is {counted(distance, 'hex', 'hexes')} away",
                BY,
                possible="the hex of the task force, or one beside it",
            ),
            Ruling.refuse_if(
                is_open and rules.reads(FROM_SEA, "yes"),
                "unsupported units are supported from their own hex only",
                BY,
                possible="a task force in their hex",
            ),
        )
    )


@frozen
class GunfireShare:
    """Points of gunfire support for a hex: its name, how far off it is (hexes), and the points."""

    hex: str
    distance: int
    points: Number


@rule("SF 33A")
def rule_on_allocation(points: Number, shares: Iterable[GunfireShare], prepared: bool, rules: Ruleset) -> Ruling:
    """Whether a task force may divide its gunfire support so: among hexes that it reaches, all of it in one phase.

    points: its gunfire support strength (strength points).

    >>> from europa_rules import load
    >>> rule_on_allocation(10, [GunfireShare("a", 0, 7), GunfireShare("b", 1, 3)], True, load("sf")).allowed
    True
    """
    given = tuple(shares)
    total = sum((Fraction(share.points) for share in given), ZERO)
    reach = Ruling.all(rule_on_reach(share.distance, prepared, rules) for share in given if share.points)
    return reach & Ruling.refuse_if(
        bool(total) and total != points,
        f"{show(total)} points are allocated of {show(points)}",
        BY,
        possible=f"allocate all {show(points)} in one combat phase",
    )


@rule("SF 33A")
def rule_on_moment(phasing: bool, moment: str) -> Ruling:
    """Whether a player may allocate gunfire support at a moment, one of `MOMENTS`.

    >>> rule_on_moment(False, "during_ground_combat").allowed, rule_on_moment(True, "during_ground_combat").allowed
    (False, True)
    """
    return Ruling.refuse_if(
        not phasing and moment != BEFORE_COMBAT,
        "the non-phasing player's gunfire is not switched once allocated"
        if moment == SWITCH
        else "the non-phasing player allocates gunfire before any ground combat is resolved",
        BY,
        possible="allocate it after GS and DAS are flown and before ground combat",
    )


# --- in ground combat (SF 33A) ---------------------------------------------------------------------------------------


@frozen
class GunfireAsArtillery:
    """What points of gunfire count as: REs of artillery, and the strength that they add (strength points)."""

    re: Reckoning
    strength: Reckoning


@rule("SF 33A")
def reckon_as_artillery(points: Number, other_artillery: Number, others: Number, rules: Ruleset) -> GunfireAsArtillery:
    """What points of gunfire are in a combat: artillery, that other units must cover RE for RE.

    other_artillery: REs of other artillery. others: REs of units that are no artillery.

    >>> from europa_rules import load
    >>> found = reckon_as_artillery(8, 0, 1, load("sf"))
    >>> found.re.value, found.strength.value
    (Fraction(2, 1), Fraction(5, 1))
    """
    gunfire = gunfire_as_artillery(Reckoning.of(points, "points of gunfire", BY), rules)
    guns = Fielded("other artillery", Reckoning.of(0, "its own strength"), Fraction(other_artillery), True)
    units = Fielded("other units", Reckoning.of(0, "their own strength"), covers=Fraction(others))
    re = Reckoning.total("REs", [(part.name, Reckoning.of(part.re, "REs of artillery", BY)) for part in gunfire], BY)
    strengths = reckon_with_artillery((*gunfire, guns, units), rules)
    return GunfireAsArtillery(re, Reckoning.total("strength of the gunfire", strengths, BY))


@rule("SF 33A")
def weaker_in_losses(attack: Number, defense: Number) -> str:
    """Which side is the weaker one of an exchange, by the printed strengths without gunfire.

    Where they are equal, the defender is treated as the weaker one.

    >>> weaker_in_losses(15, 20), weaker_in_losses(20, 20)
    ('attacker', 'defender')
    >>> weaker_in_losses(19, 20), weaker_in_losses(20, 19)
    ('attacker', 'defender')
    """
    return ATTACKER if attack < defense else DEFENDER


# --- turns of a year (SF 34I1) ---------------------------------------------------------------------------------------


@rule("SF 34I1")
def reckon_turns_used(uses: Iterable[tuple[Turn, Side]], year: int, rules: Ruleset) -> Reckoning:
    """The turns of a year in which a task force has given gunfire support.

    uses: game turn and player turn of each combat phase in which it has.

    >>> from europa_rules import load
    >>> may = Turn.parse("May I 44")
    >>> reckon_turns_used([(may, ALLIED), (may, AXIS)], 1944, load("sf")).value
    Fraction(1, 1)
    """
    by_player = rules.reads(YEAR_TURNS, "player-turns")
    turns = {(turn, player if by_player else "") for turn, player in uses if turn.year == year}
    used = Reckoning.of(len(turns), f"turns of {year}", BY_YEAR)
    for point in rules.resting(YEAR_TURNS):
        used = used.noting(rests_on=point)
    return used


@rule("SF 34I1")
def rule_on_another_turn(side: Side, used: int) -> Ruling:
    """Whether a task force may give gunfire support in one more turn of a year.

    >>> rule_on_another_turn(ALLIED, 5).allowed, rule_on_another_turn(AXIS, 4).allowed
    (True, False)
    """
    most = TURNS_A_YEAR[side]
    return Ruling.refuse_if(
        used >= most,
        f"it has given gunfire support in {counted(used, 'turn')} of the year, and may in {most}",
        BY_YEAR,
        possible="another task force",
    )
