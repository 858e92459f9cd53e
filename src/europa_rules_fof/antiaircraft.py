"""Antiaircraft of The Fall of France: fighters without bombs, German intrinsic AA, abatement (FoF 22, 23D1)."""

from __future__ import annotations

from europa_rules.air.aa_strength import IntrinsicAa
from europa_rules.air.abatement import ATTEMPTED, AbateHarassment, carry_out_abatement, rule_on_abatement_order
from europa_rules.air.antiaircraft import AaTarget
from europa_rules.air.unit_orders import abatements
from europa_rules.contributions import Gate, Modifier, Option, Prohibition
from europa_rules.orders import OrderKind

ABATEMENT = "22C"
_BY_CHART, _AS_BRITISH = (Gate(point="fof-22A3-german-intrinsic-aa", reading=r) for r in ("chart", "one"))


def _has_jettisoned(target: AaTarget) -> bool:
    return target.flight is not None and target.flight.jettisoned


def _is_german(facts: IntrinsicAa) -> bool:
    return facts.unit.nation == "ge"


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "jettisoned bombs",
        "antiaircraft fire",
        "FoF 23D1",
        "a fighter that has jettisoned its bombs is on no bombing mission any more",
        _has_jettisoned,
        possible="fire at those that bomb",
    ),
)
MODIFIERS: tuple[Modifier, ...] = (
    Modifier("by the summary", "intrinsic antiaircraft", "FoF 22A3", 0, _is_german, gate=_BY_CHART),
    Modifier("as the British", "intrinsic antiaircraft", "FoF 22A3", 1, _is_german, change="become", gate=_AS_BRITISH),
)
OPTIONS = (Option(ABATEMENT, "Harassment abatement", by="FoF 22C"),)
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
