"""Airbases out of supply (SF 44D1, optional): what air units there can do less, the longer it lasts.

Needs how many turns an airbase has been out of supply; gives what its air units may fly, and with which strengths. On
the board the supply of airbases with air units is judged in each initial phase.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from europa_rules.air.facts import FLYING, AirOperation, Flying
from europa_rules.air.flight_orders import CIRCUMSTANCES
from europa_rules.air.flights import Flight
from europa_rules.air.missions import MissionFacts
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules.ground.supply_map import supply_map
from europa_rules.hexes import Hex
from europa_rules.numbers import HALF
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import AirPiece, FactKind, GameState

OPTION = "44D1"
ON = Gate(option=OPTION)
TURNS_OUT = "turns its airbase has been out of supply"
TRANSFER = "transfer"
ANY_MISSION, TRANSFER_ONLY = "any", "transfer_only"

AIRBASE_OUT = FactKind("airbase out of supply", "game", int)
"""For how many of its owner's consecutive turns an airbase has been out of supply (subject: the hex)."""


_FIRST, _SECOND, _FOURTH = 1, 2, 4
"""Turns out of supply at which something more is lost."""
_LOST = 2


@frozen
class Abilities:
    """What air units at an airbase out of supply may still do: fly at extended range, and which missions."""

    extended_range: bool
    missions: str


@rule("SF 44D1")
def abilities(turns_out: int) -> Abilities:
    """What air units at an airbase may do after so many turns out of supply.

    >>> abilities(1).extended_range, abilities(4).missions
    (False, 'transfer_only')
    """
    return Abilities(turns_out < _FIRST, TRANSFER_ONLY if turns_out >= _FOURTH else ANY_MISSION)


def at_base_out_of_supply(turns_out: int) -> dict[str, str]:
    """The circumstances of a flight from an airbase that has been out of supply so long."""
    return {TURNS_OUT: str(turns_out)} if turns_out else {}


def turns_of(flight: Flight) -> int:
    """For how many turns the airbase of an air unit has been out of supply."""
    return int(flight.situation.get(TURNS_OUT, "0"))


def is_weakened(flight: Flight) -> bool:
    """Whether the strengths of an air unit suffer: from the second turn on."""
    return turns_of(flight) >= _SECOND


def _with_printed(strength: Callable[[Flight], int]) -> Callable[[Flight], bool]:
    return lambda flight: is_weakened(flight) and strength(flight) > 0


def _attack(flight: Flight) -> int:
    return flight.rating.attack


def _defense(flight: Flight) -> int:
    return flight.rating.defense


def flies_extended(facts: MissionFacts) -> bool:
    """Whether an air unit at an airbase out of supply would fly at extended range."""
    return facts.flight.extended and not abilities(turns_of(facts.flight)).extended_range


def flies_more_than_transfers(facts: MissionFacts) -> bool:
    """Whether an air unit that may only transfer would fly another mission."""
    restricted = abilities(turns_of(facts.flight)).missions == TRANSFER_ONLY
    return restricted and not facts.flight.is_on(TRANSFER)


_NEVER_BELOW_1 = "airbase out of supply, never below 1"
_OUT = "airbase out of supply"

MODIFIERS: tuple[Modifier, ...] = (
    Modifier(_OUT, "air attack strength", "SF 44D1", -_LOST, _with_printed(_attack), at="late", gate=ON),
    Modifier(
        _NEVER_BELOW_1, "air attack strength", "SF 44D1", 1, _with_printed(_attack), "at least", at="late", gate=ON
    ),
    Modifier(_OUT, "air defense strength", "SF 44D1", -_LOST, _with_printed(_defense), at="late", gate=ON),
    Modifier(
        _NEVER_BELOW_1, "air defense strength", "SF 44D1", 1, _with_printed(_defense), "at least", at="late", gate=ON
    ),
    Modifier(_OUT, "bombing strength", "SF 44D1", HALF, is_weakened, change="times", at="late", gate=ON),
)
PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "no extended range from an airbase out of supply",
        "air mission",
        "SF 44D1",
        "its airbase is out of supply: no extended range",
        flies_extended,
        possible="normal range",
        gate=ON,
    ),
    Prohibition(
        "transfers only from an airbase long out of supply",
        "air mission",
        "SF 44D1",
        "its airbase has been out of supply for four turns or more: transfer only",
        flies_more_than_transfers,
        possible="a transfer",
        gate=ON,
    ),
)


# --- on the board ----------------------------------------------------------------------------------------------------


def circumstances_of_flight(
    piece: AirPiece, flying: Flying, operation: AirOperation, state: GameState, rules: Ruleset
) -> dict[str, str]:
    """How long the airbase that an air unit has taken off from has been out of supply."""
    return at_base_out_of_supply(state.recall(AIRBASE_OUT, flying.base) or 0)


def airbase_in_supply(base: Hex, piece: AirPiece, state: GameState, rules: Ruleset) -> bool:
    """Whether a supply line leads to an airbase now; boxes are always in supply."""
    if base not in rules.board.index:
        return True
    return bool(supply_map(piece.side, state, rules).supply_of(base, piece.unit.nation).kind)


@rule("SF 44D1")
def judge_airbases(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In each initial phase of its side, every airbase with air units is judged; turns out of supply are counted."""
    based: dict[Hex, AirPiece] = {}
    for piece in state.air.values():
        if piece.side == state.phasing and piece.is_in_play and state.recall(FLYING, piece.id) is None:
            based.setdefault(piece.place, piece)
    for base in state.all_facts(AIRBASE_OUT):
        if base not in based:
            state = state.forgetting(AIRBASE_OUT, base)
    for base, piece in sorted(based.items()):
        if airbase_in_supply(base, piece, state, rules):
            state = state.forgetting(AIRBASE_OUT, base)
            continue
        turns = (state.recall(AIRBASE_OUT, base) or 0) + 1
        state = state.noting(AIRBASE_OUT, base, turns)
        text = f"the airbase in {base} is out of supply, turn {turns}"
        state = yield from record(Event(text, _BY, state, "airbase out of supply"))
    return state


_BY = (Citation("SF", "44D1"),)
OPTIONS: tuple[Option, ...] = (Option(OPTION, "Airbase supply", "SF 44D1"),)
SOURCES: tuple[Source, ...] = (
    Source("supply of airbases", CIRCUMSTANCES, "SF 44D1", circumstances_of_flight, gate=ON),
)
STEPS: tuple[StepContribution, ...] = (
    StepContribution("airbase supply", "player turn", judge_airbases, "SF 44D1", before="construction", gate=ON),
)
FACT_KINDS: tuple[object, ...] = (AIRBASE_OUT,)
