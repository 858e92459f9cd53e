"""Air garrisons on the board (SF 23I2): air units pass between a holding box and the garrisons of its area.

Needs air units in a holding box, or in a garrison; gives the ruling, and the state with them moved.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from europa_rules.air.facts import FLYING, IN_GARRISON
from europa_rules.air.phases import INITIAL_OPERATIONS
from europa_rules.campaign.boxes import OPENING
from europa_rules.citations import Citation, rule
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import AirPiece, GameState
from europa_rules_sf.air_basing import GARRISONS, area_of, rule_on_garrison


@frozen
class GarrisonAirUnits:
    """The order to put air units of a holding box into a garrison; `garrison`: its name, or "" to take them out."""

    units: tuple[str, ...]
    garrison: str = ""


@rule("SF 23I2")
def rule_on_garrison_order(order: GarrisonAirUnits, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may move his air units so."""
    by = rules.cite("23I2")
    return Ruling.refuse_if(not order.units, "no air unit is named", by, possible="name air units") & Ruling.all(
        _rule_on_one(unit, order.garrison, player, state, rules) for unit in order.units
    )


def _rule_on_one(unit: str, garrison: str, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    piece, by = state.air_piece(unit), rules.cite("23I2")
    now = state.recall(IN_GARRISON, unit)
    ruling = Ruling.refuse_if(
        piece.side != player, f"{unit} is not the player's", by, possible="name your own air units"
    ) & Ruling.refuse_if(
        not piece.is_in_play or state.recall(FLYING, unit) is not None,
        f"{unit} is not on the ground",
        by,
        possible="an air unit at a holding box",
    )
    if not garrison:
        return ruling & Ruling.refuse_if(
            now is None, f"{unit} is in no garrison", by, possible="an air unit in a garrison"
        )
    box = piece.place if piece.place in rules.board.boxes else ""
    return (
        ruling
        & Ruling.refuse_if(now is not None, f"{unit} is in the garrison of {now}", by, possible="take it out first")
        & Ruling.refuse_if(not box, f"{unit} is in no holding box", by, possible="an air unit in a holding box")
        & (rule_on_garrison(box, garrison, rules) if box else Ruling.allow())
    )


@rule("SF 23I2")
def garrison(order: GarrisonAirUnits, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The air units are in the garrison, or back in their holding box."""
    for unit in order.units:
        if order.garrison:
            state = state.noting(IN_GARRISON, unit, area_of(order.garrison))
        else:
            state = state.forgetting(IN_GARRISON, unit)
    where = f"in the garrison of {area_of(order.garrison)}" if order.garrison else "out of garrison"
    text = f"{', '.join(order.units)} {where}"
    return (yield from record(Event(text, (rules.cite("23I2"),), state, "air garrison")))


def transfers(piece: AirPiece, state: GameState, rules: Ruleset) -> Iterator[GarrisonAirUnits]:
    """An air unit of a holding box into each garrison of its area, or out of the one that it is in."""
    if state.recall(IN_GARRISON, piece.id) is not None:
        yield GarrisonAirUnits((piece.id,))
    elif piece.place in rules.board.boxes:
        yield from (GarrisonAirUnits((piece.id,), name) for name in GARRISONS.get(area_of(piece.place), ()))


ORDER_KINDS: tuple[object, ...] = (
    OrderKind(
        "garrison air units",
        GarrisonAirUnits,
        rule_on_garrison_order,
        garrison,
        by=(Citation("SF", "23I2"),),
        openings=(OPENING, INITIAL_OPERATIONS, "movement phase"),
        on_demand=True,
        of_air_unit=transfers,
    ),
)
