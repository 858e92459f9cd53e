"""A round of naval combat between naval units (SF 29B1): its steps played through with the fires of both sides.

Needs the bodies and allocations of both sides and the fires with their results; gives whether all of it is allowed,
with which strengths they fire, and the hits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules_sf.naval.battles import (
    BY_ALLOCATION,
    BY_STEP,
    BYPASS,
    ENGAGING,
    MAIN_BODY,
    ROUND_STEPS,
    TASK_FORCE,
    reckon_bypass_hits,
    reckon_fire_strength,
    reckon_surplus,
    rule_on_bodies,
    rule_on_gunnery_allocation,
)
from europa_rules_sf.naval.ships import Ship, is_sunk, reckon_ship

WEAKENING = "29B1a-bypassing-strength"


@frozen
class Side:
    """One side of a round.

    Attributes:
        tf_body, main_body: its naval units, each with a name of its own.
        engaging, bypassing: gunnery of the TF body allocated to either group (strength points).
        against_bypass: the part of the engaging strength aimed at the enemy bypassing group.
    """

    tf_body: tuple[Ship, ...]
    main_body: tuple[Ship, ...] = ()
    engaging: Number = ZERO
    bypassing: Number = ZERO
    against_bypass: Number = ZERO

    @property
    def ships(self) -> tuple[Ship, ...]:
        """All of its naval units."""
        return (*self.tf_body, *self.main_body)


@frozen
class Shot:
    """A fire of a round: its step, the side that fires ("a" or "b"), its points before any doubling, and the target."""

    step: str
    side: str
    points: Number
    target: str
    hits: bool = False


@frozen
class Round:
    """A round of naval combat: its two sides, "a" and "b", and the fires in order."""

    sides: Mapping[str, Side]
    shots: tuple[Shot, ...] = ()

    def against(self, name: str) -> str:
        """The name of the other side."""
        return next(other for other in self.sides if other != name)


@frozen
class RoundResult:
    """What a round has come to.

    Attributes:
        strengths: with which each fire is made (strength points), in order.
        ships: every naval unit by name, with its hits.
        taken: the hits that each has taken in the round.
        sunk: names of those sunk in it, in order.
        bypassing: bypassing strength that each side had left to fire at the main body.
        ruling: whether all of it is allowed.
    """

    strengths: tuple[Reckoning, ...]
    ships: Mapping[str, Ship]
    taken: Mapping[str, int]
    sunk: tuple[str, ...]
    bypassing: Mapping[str, Reckoning]
    ruling: Ruling = field(factory=Ruling.allow)


@rule("SF 29A", "SF 29B1a")
def rule_on_round_allocation(facts: Round, rules: Ruleset) -> Ruling:
    """Whether both sides may place their naval units and allocate their gunnery so."""
    return Ruling.all(
        _rule_on_side(side, facts.sides[facts.against(name)], rules) for name, side in facts.sides.items()
    )


def _rule_on_side(side: Side, enemy: Side, rules: Ruleset) -> Ruling:
    surplus = reckon_surplus(side.engaging, enemy.engaging, rules)
    bodies = ([ship.category for ship in body] for body in (side.main_body, side.tf_body))
    return (
        rule_on_bodies(*bodies)
        & rule_on_gunnery_allocation(_gunnery(side.tf_body), side.engaging, side.bypassing)
        & Ruling.refuse_if(
            side.against_bypass > surplus.value,
            f"{show(side.against_bypass)} points are aimed at the bypassing group, of {show(surplus.value)} surplus",
            BY_ALLOCATION,
            possible=f"aim {show(surplus.value)} at it",
        )
    )


def _gunnery(ships: Sequence[Ship]) -> Fraction:
    return sum((reckon_ship(ship).gunnery.value for ship in ships), ZERO)


@rule("SF 29B1", "SF 29B1b", "SF 29B1c", "SF 29B1d", "SF 29B3")
def fight_round(facts: Round, rules: Ruleset) -> RoundResult:
    """Play a round: in each step all fires of both sides are made, and then their hits are put on the targets.

    >>> from europa_rules import load
    >>> from europa_rules.naval_units import NavalUnit
    >>> a, b = (Side((Ship(NavalUnit("us", "TF", 8), name=name),), engaging=8) for name in ("A1", "B1"))
    >>> found = fight_round(Round({"a": a, "b": b}, (Shot("engaging", "a", 7, "B1", hits=True),)), load("sf"))
    >>> dict(found.taken)
    {'A1': 0, 'B1': 1}
    """
    names = [ship.name for side in facts.sides.values() for ship in side.ships]
    result = RoundResult(
        (),
        {ship.name: ship for side in facts.sides.values() for ship in side.ships},
        dict.fromkeys(names, 0),
        (),
        {name: Reckoning.of(side.bypassing, "bypassing strength", BY_ALLOCATION) for name, side in facts.sides.items()},
        rule_on_round_allocation(facts, rules),
    )
    for step in ROUND_STEPS:
        result = _fight_step(step, facts, result, rules)
    in_order = Ruling.refuse_if(
        [shot.step for shot in facts.shots] != sorted((shot.step for shot in facts.shots), key=ROUND_STEPS.index),
        "the fires do not follow the steps of a round",
        Citation("SF", "29B1"),
        possible=", ".join(ROUND_STEPS),
    )
    return evolve(result, ruling=result.ruling & in_order)


def _fight_step(step: str, facts: Round, result: RoundResult, rules: Ruleset) -> RoundResult:
    shots = [shot for shot in facts.shots if shot.step == step]
    strengths = [reckon_fire_strength(step, shot.points, _category(shot.target, result)) for shot in shots]
    rulings = [_rule_on_step(step, name, shots, facts, result) for name in facts.sides]
    result = evolve(result, strengths=(*result.strengths, *strengths), ruling=Ruling.all((result.ruling, *rulings)))
    return _after_step(step, [shot for shot in shots if shot.hits], facts, _with_hits(shots, result), rules)


def _category(name: str, result: RoundResult) -> str:
    return result.ships[name].category


def _with_hits(shots: Sequence[Shot], result: RoundResult) -> RoundResult:
    """The result with the hits of a step put on the targets."""
    ships, taken, sunk = dict(result.ships), dict(result.taken), list(result.sunk)
    for shot in shots:
        if shot.hits:
            before = ships[shot.target]
            ships[shot.target] = evolve(before, hits=before.hits + 1)
            taken[shot.target] += 1
            sunk += [shot.target] if is_sunk(ships[shot.target]) and not is_sunk(before) else []
    return evolve(result, ships=ships, taken=taken, sunk=tuple(sunk))


def _after_step(step: str, hits: Sequence[Shot], facts: Round, result: RoundResult, rules: Ruleset) -> RoundResult:
    """The bypassing strengths that are left after a step."""
    left = dict(result.bypassing)
    for name, side in facts.sides.items():
        suffered = sum(shot.side != name for shot in hits)
        if suffered and (step == BYPASS or (step == ENGAGING and rules.reads(WEAKENING, "weakens"))):
            left[name] = reckon_bypass_hits(left[name].value, suffered).bypassing
        afloat = _gunnery([result.ships[ship.name] for ship in side.tf_body])
        if step == BYPASS and left[name].value > afloat:
            left[name] = left[name].at_most(afloat, "what is left of the TF body", BY_ALLOCATION)
    return evolve(result, bypassing=left)


def _rule_on_step(step: str, name: str, shots: Sequence[Shot], facts: Round, result: RoundResult) -> Ruling:
    """Whether a side has the points for its fires in a step, and may fire at their targets."""
    side, enemy = facts.sides[name], facts.sides[facts.against(name)]
    own = [shot for shot in shots if shot.side == name]
    if step != MAIN_BODY:
        points = side.against_bypass if step == BYPASS else Fraction(side.engaging) - Fraction(side.against_bypass)
        return _rule_on_shots(step, own, points, enemy.tf_body, result)
    main = [ship.name for ship in enemy.main_body]
    at_main, at_bypassing = ([s for s in own if (s.target in main) is there] for there in (True, False))
    is_met = result.bypassing[facts.against(name)].value > 0
    guns = _gunnery([result.ships[ship.name] for ship in side.main_body]) if is_met else ZERO
    return _rule_on_shots(step, at_main, result.bypassing[name].value, enemy.main_body, result) & _rule_on_shots(
        step, at_bypassing, guns, enemy.tf_body, result
    )


def _rule_on_shots(
    step: str, shots: Sequence[Shot], points: Number, targets: Sequence[Ship], result: RoundResult
) -> Ruling:
    by, total = BY_STEP[step], sum((Fraction(shot.points) for shot in shots), ZERO)
    afloat = {ship.name for ship in targets if not is_sunk(result.ships[ship.name])}
    if step != MAIN_BODY:
        afloat = {name for name in afloat if result.ships[name].category == TASK_FORCE}
    astray = sorted({shot.target for shot in shots} - afloat)
    return Ruling.refuse_if(
        total > points,
        f"{show(total)} points fire in the step {step.replace('_', ' ')}, and there are {show(points)}",
        by,
        possible=f"fire with {show(points)}",
    ) & Ruling.refuse_if(
        bool(astray),
        f"{', '.join(astray)} cannot be fired at in the step {step.replace('_', ' ')}",
        by,
        possible=f"fire at {', '.join(sorted(afloat))}" if afloat else "",
    )
