"""Allied airborne headquarters (SF 24E): two sides, one that drops, and its support of one RE of units.

Needs the headquarters, what it is doing, and its supply; gives whom it supports, and whether it may be converted.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from europa_rules.air.airborne import DISRUPTED_SITUATION, INITIAL
from europa_rules.air.drop_plans import PLANNING
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Prohibition, Source
from europa_rules.ground.facts import Combatant
from europa_rules.ground.supply_state import is_in_regular_supply
from europa_rules.ground.support import SupportFacts
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

TYPE = "parachute_headquarters"
AIRBORNE_TYPE = "airborne_headquarters"
BY = Citation("SF", "24E")
DISRUPTED = DISRUPTED_SITUATION
"""Situation of a combatant: that it is disrupted (rule 24A)."""


def supports_a_little(who: Combatant) -> bool:
    """Whether the unit is a parachute headquarters that is not disrupted."""
    return who.unit.type == TYPE and DISRUPTED not in who.situation


def _is_parachute_headquarters(facts: SupportFacts) -> bool:
    return facts.supporter.unit.type == TYPE


SOURCES = (Source("parachute headquarters", "limited support", by="SF 24E", value=1, when=supports_a_little),)
PROHIBITIONS = (
    Prohibition(
        "parachute headquarters support one RE",
        "support",
        by="SF 24E",
        why="a parachute headquarters supports one RE of units only",
        when=_is_parachute_headquarters,
    ),
)


# --- conversion ------------------------------------------------------------------------------------------------------


@frozen
class Conversion:
    """A headquarters that is to be turned to its other side.

    Attributes:
        phase: the phase; is_phasing: whether it is its own player turn.
        regular_supply: whether it can trace a supply line to a regular source.
    """

    phase: str = INITIAL
    is_phasing: bool = True
    regular_supply: bool = True


@rule("SF 24E")
def rule_on_conversion(facts: Conversion, rules: Ruleset) -> Ruling:
    """Whether a headquarters may be turned between its airborne and its parachute side.

    >>> from europa_rules import load
    >>> print(rule_on_conversion(Conversion("movement"), load("sf")))
    refused: headquarters are converted in their own initial phase (SF 24E). Possible: wait for it.
    >>> rule_on_conversion(Conversion(), load("sf")).allowed
    True
    """
    untimely = facts.phase != INITIAL or not facts.is_phasing
    resting = Ruling(rests_on=rules.resting("24E-hq-word"))
    return (
        resting
        & Ruling.refuse_if(
            untimely, "headquarters are converted in their own initial phase", BY, possible="wait for it"
        )
        & Ruling.refuse_if(
            not facts.regular_supply,
            "the headquarters has no supply line to a regular source",
            BY,
            possible="convert it in regular supply",
        )
    )


@frozen
class ConvertHeadquarters:
    """The order to turn airborne headquarters to their other sides.

    Attributes:
        units: ids of the pieces.
    """

    units: tuple[str, ...]


OTHER_SIDE = {AIRBORNE_TYPE: TYPE, TYPE: AIRBORNE_TYPE}


@rule("SF 24E")
def rule_on_conversion_order(order: ConvertHeadquarters, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may convert these headquarters now."""
    ruling = Ruling.refuse_if(not order.units, "no headquarters is named", BY, possible="name a headquarters")
    for name in order.units:
        piece = state.piece(name)
        supplied = is_in_regular_supply(name, state)
        ruling &= Ruling.refuse_if(piece.side != player, f"{name} is not the player's", BY, possible="name your own")
        ruling &= Ruling.refuse_if(
            piece.unit.type not in OTHER_SIDE,
            f"{name} has no other side",
            BY,
            possible="a headquarters with a parachute side",
        )
        ruling &= rule_on_conversion(Conversion(state.moment.phase, player == state.phasing, supplied), rules)
    return ruling


def convert(order: ConvertHeadquarters, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Headquarters are turned to their other sides."""
    rule_on_conversion_order(order, player, state, rules).require(f"conversion of {', '.join(order.units)}")
    for name in order.units:
        piece = state.piece(name)
        dotted = piece.unit.type == AIRBORNE_TYPE
        rating = evolve(piece.unit.rating, self_supported=dotted) if piece.unit.rating else None
        unit = evolve(piece.unit, type=OTHER_SIDE[piece.unit.type], rating=rating)
        state = state.with_piece(evolve(piece, unit=unit))
    text = f"{', '.join(order.units)}: converted"
    return (yield from record(Event(text, (BY,), state, "headquarters converted")))


def conversions(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[ConvertHeadquarters]:
    """The conversion of a headquarters that has another side."""
    if piece.unit.type in OTHER_SIDE:
        yield ConvertHeadquarters((piece.id,))


ORDER_KINDS = (
    OrderKind(
        "convert headquarters",
        ConvertHeadquarters,
        rule_on_conversion_order,
        convert,
        (BY,),
        openings=(PLANNING,),
        of_unit=conversions,
    ),
)
