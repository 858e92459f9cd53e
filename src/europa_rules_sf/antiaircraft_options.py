"""Advanced antiaircraft (SF 43B): fire at harassment that reaches several hexes, and abatement of harassment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from europa_rules.air.aa_strength import STRENGTH, AaFacts
from europa_rules.air.abatement import (
    ATTEMPTED,
    AbateHarassment,
    carry_out_abatement,
    rule_on_abatement_order,
)
from europa_rules.air.unit_orders import abatements
from europa_rules.citations import rule
from europa_rules.contributions import Gate, Modifier, Option
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number
from europa_rules.orders import OrderKind
from europa_rules.ruleset import Ruleset

MULTI_HEX, ABATEMENT = "43B1", "43B2"
ALWAYS, ONLY_WITH_AA = (Gate(MULTI_HEX, point="sf-43B1-target-hex", reading=r) for r in ("always", "only-with-aa"))
HARASSMENT = "harassment"
_LEAST = 10
"""The bombing strength from which harassment reaches several hexes."""


@frozen
class MultiHexFire:
    """AA against air units that harass several hexes.

    Attributes:
        mission: what they fly.
        bombing: the bombing strength that they deliver together.
        target: the AA in the target hex.
        around: the AA in each adjacent land hex.
    """

    mission: str
    bombing: Number
    target: Number
    around: tuple[Number, ...] = ()


@rule("SF 43B1")
def is_multi_hex(facts: MultiHexFire) -> bool:
    """Whether harassment is so strong that the AA of adjacent hexes fires too.

    >>> is_multi_hex(MultiHexFire("harassment", 10, 4))
    True
    """
    return facts.mission == HARASSMENT and facts.bombing >= _LEAST


def hexes_involved(target: Number, around: Sequence[Number], *, always: bool) -> int:
    """The target hex and each adjacent land hex that has AA; whether the target hex counts without AA is a reading.

    >>> hexes_involved(1, (1, 0), always=False)
    2
    >>> [hexes_involved(0, (1,), always=always) for always in (False, True)]
    [1, 2]
    """
    return int(always or target > 0) + sum(1 for points in around if points > 0)


@rule("SF 43B1")
def reckon_multi_hex(facts: MultiHexFire, rules: Ruleset) -> Reckoning:
    """The AA strength that fires at each harassing air unit.

    >>> from europa_rules import load
    >>> rules = load("sf", options={"43B1"})
    >>> print(reckon_multi_hex(MultiHexFire("harassment", 12, 4, (7, 3, 6)), rules))
    4 AA in the target hex | +16 AA in adjacent hexes (SF 43B1) | x1/4 hexes involved (SF 43B1) | = 5
    >>> print(reckon_multi_hex(MultiHexFire("harassment", 12, 4), rules))
    4 AA in the target hex | +0 AA in adjacent hexes (SF 43B1) | = 4
    >>> reckon_multi_hex(MultiHexFire("harassment", 12, 4, (7,)), rules).rests_on
    ()
    >>> reckon_multi_hex(MultiHexFire("harassment", 12, 0, (7,)), rules).rests_on
    ('sf-43B1-target-hex: always',)
    >>> reckon_multi_hex(MultiHexFire("harassment", 12, 1, (7,)), rules).rests_on
    ()
    """
    by, point = rules.cite("43B1"), "sf-43B1-target-hex"
    found = Reckoning.of(facts.target, "AA in the target hex")
    if not is_multi_hex(facts):
        return found
    hexes = hexes_involved(facts.target, facts.around, always=rules.reading(point) == "always")
    found = found.plus(sum(facts.around), "AA in adjacent hexes", by)
    found = found.times(_share(hexes), "hexes involved", by) if hexes > 1 else found
    return found if facts.target > 0 else found.noting(rests_on=rules.rests_on(point))


def _share(hexes: int) -> Number:
    return 1 / (ZERO + hexes)


def _applies(facts: AaFacts) -> bool:
    mission = facts.flight.mission
    return mission is not None and mission.name == HARASSMENT and facts.bombing >= _LEAST


def _amounts(facts: AaFacts) -> Iterator[Number]:
    """The AA of the target hex and of each adjacent one that fires at the air unit; at heavy bombers only heavy AA."""
    only_heavy = facts.flight.mission is not None and facts.flight.acts_as in facts.flight.mission.heavy_only
    for aa in (facts.here, *facts.around):
        yield aa.heavy.value if only_heavy else aa.heavy.value + aa.light.value


def _strength(facts: AaFacts, *, always: bool) -> Number:
    target, *around = _amounts(facts)
    hexes = hexes_involved(target, around, always=always)
    return (target + sum(around)) * _share(hexes) if hexes else ZERO


MODIFIERS: tuple[Modifier, ...] = (
    Modifier(
        "AA of the hexes that are harassed",
        STRENGTH,
        "SF 43B1",
        lambda facts: _strength(facts, always=True),
        _applies,
        change="become",
        gate=ALWAYS,
    ),
    Modifier(
        "AA of the harassed hexes that have any",
        STRENGTH,
        "SF 43B1",
        lambda facts: _strength(facts, always=False),
        _applies,
        change="become",
        gate=ONLY_WITH_AA,
    ),
)
OPTIONS = (
    Option(MULTI_HEX, "Antiaircraft fire at harassment of several hexes", by="SF 43B1"),
    Option(ABATEMENT, "Harassment abatement", by="SF 43B2"),
)
ORDER_KINDS = (
    OrderKind(
        "abate harassment",
        AbateHarassment,
        rule_on_abatement_order,
        carry_out_abatement,
        openings=("movement phase", "exploitation phase"),
        of_unit=abatements,
    ),
)
FACT_KINDS = (ATTEMPTED,)
