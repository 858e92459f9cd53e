"""Seizing bridges (FoF 14L, SF 44A1): commandos take an enemy bridge as they come beside it.

Needs the unit, the bridge and who is beside it; gives whether the unit may try, whether it succeeds without a roll, and
who attacks across the bridge afterwards as if there were no river. The games say when it may be tried (slot "seize
bridge").
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from europa_rules.citations import rule
from europa_rules.ground.bridges import is_bridge, owner_of_bridge, rule_on_bridges_in_use
from europa_rules.ground.facts import (
    BRIDGE_OWNER,
    BRIDGE_SEIZED,
    MOVED_BY,
    OVER_BRIDGE,
    SEIZURE_TRIED,
    Combatant,
    between,
)
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.success_checks import SuccessCheck, check_success
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE, ZERO
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn
from europa_rules.state import STAYS, GameState, Obligation, Piece
from europa_rules.units import Unit, is_combat_motorized, is_commando, label

CHECK = SuccessCheck("commando_bridge")
SPARED = frozenset({"river", "canal", "major_river"})
"""Hexsides whose effect a unit ignores when it attacks across a seized bridge."""


@frozen
class Seizure:
    """A unit that would seize a bridge; slot "seize bridge" is given it.

    Attributes:
        unit: its printed facts; side: whose it is.
        owner: whose the bridge is; neutral for nobody's.
        enemies_beside: how many enemy units are in the hexes beside the bridge.
        attempts: how often it has tried in this player turn.
        is_beside: whether it has entered a hex beside the bridge in this phase.
        phase: the phase; turn: the game turn, None where nobody told.
        is_invasion_turn: whether it is the surprise turn; None where the turn decides.
    """

    unit: Unit
    side: Side = NEUTRAL
    owner: Side = NEUTRAL
    enemies_beside: int = 0
    attempts: int = 0
    is_beside: bool = True
    phase: str = "movement"
    turn: Turn | None = None
    is_invasion_turn: bool | None = None


@rule("FoF 14L", "SF 44A1")
def rule_on_seizure(facts: Seizure, rules: Ruleset) -> Ruling:
    """Whether a unit may try to seize a bridge.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> infantry = Seizure(Unit("ge", "infantry", "regiment", Rating.parse("2-6")), is_invasion_turn=True)
    >>> rule_on_seizure(infantry, load("fof")).allowed
    False
    """
    by, unit, who = rules.cite("bridge-seizure"), facts.unit, label(facts.unit)
    repeats = rules.reads("14L-bridge-seizure", "repeated")
    slow = facts.phase == "exploitation" and not is_combat_motorized(unit, rules.types)
    ruling = Ruling.all(
        (
            rule_on_bridges_in_use(by, rules),
            Ruling.refuse_if(not is_commando(unit, rules.types), f"{who} is no commando unit", by),
            Ruling.refuse_if(facts.owner == facts.side != NEUTRAL, "the bridge is its own side's already", by),
            Ruling.refuse_if(not facts.is_beside, f"{who} has entered no hex beside the bridge in this phase", by),
            Ruling.refuse_if(facts.attempts > 0 and not repeats, f"{who} has tried to seize a bridge in this turn", by),
            Ruling.refuse_if(slow, "a unit that is not c/m seizes bridges in the movement phase", by),
            rules.forbid("seize bridge", facts),
        )
    )
    return evolve(ruling, rests_on=(*ruling.rests_on, *rules.resting("14L-bridge-seizure")))


@rule("FoF 14L", "SF 44A1")
def is_automatic(facts: Seizure) -> bool:
    """Whether a unit seizes the bridge without a roll: no enemy unit is beside it."""
    return facts.enemies_beside == 0


@frozen
class Crossers:
    """Units that attack across a seized bridge: how many ignore the hexside, and how many it affects."""

    ignoring: Reckoning
    affected: Reckoning


@rule("FoF 14L", "SF 44A1")
def reckon_crossers(attackers: int, rules: Ruleset) -> Crossers:
    """Of the units that attack across a seized bridge one ignores its river, canal or major river.

    >>> from europa_rules import load
    >>> found = reckon_crossers(3, load("fof"))
    >>> found.ignoring.value, found.affected.value
    (Fraction(1, 1), Fraction(2, 1))
    """
    by = rules.cite("bridge-seizure")
    ignoring = Reckoning.of(attackers, "attackers").at_most(ONE, "one unit has the use of the bridge", by)
    affected = Reckoning.of(attackers, "attackers").minus(ignoring.value, "those that use the bridge", by)
    return Crossers(ignoring, affected.at_least(ZERO, "nobody"))


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class SeizeBridge:
    """The order to seize the bridge between a unit's hex and an adjacent one.

    Attributes:
        unit: the id of the piece.
        across: the hex on the other side of the bridge.
    """

    unit: str
    across: Hex


def gather_seizure(order: SeizeBridge, state: GameState, rules: Ruleset) -> Seizure:
    """What the board says about a piece that would seize a bridge. Raises UnknownName for an id of no piece."""
    piece, beside = state.piece(order.unit), rules.board.place(order.across)
    enemies = sum(len(enemy_units_at(ref, piece.side, state, rules)) for ref in (piece.place, beside))
    return Seizure(
        piece.unit,
        piece.side,
        owner_of_bridge(piece.place, beside, state, rules),
        enemies,
        state.recall(SEIZURE_TRIED, piece.id) or 0,
        is_beside=state.recall(MOVED_BY, piece.id) is not None,
        phase=state.moment.phase,
        turn=state.moment.turn,
    )


@rule("FoF 14L", "SF 44A1")
def rule_on_seize_order(order: SeizeBridge, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order."""
    by, piece = rules.cite("bridge-seizure"), state.piece(order.unit)
    across = rules.board.place(order.across)
    on_map = {piece.place, across} <= rules.board.index.keys()
    is_near = on_map and rules.board.is_adjacent(piece.place, across)
    if not is_near or not is_bridge(piece.place, across, rules):
        in_use, why = rule_on_bridges_in_use(by, rules), f"there is no bridge between {piece.place} and {across}"
        return in_use & Ruling.refuse_if(in_use.allowed, why, by)
    foreign = piece.side != player or player != state.phasing
    return Ruling.refuse_if(foreign, f"{piece.id} is not a phasing unit of the player's", by) & rule_on_seizure(
        gather_seizure(order, state, rules), rules
    )


@rule("FoF 14L", "SF 44A1")
def carry_out_seizure(order: SeizeBridge, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Seize the bridge, by a roll if enemy units are beside it; the unit's movement ends. Raises IllegalOrder."""
    rule_on_seize_order(order, player, state, rules).require(f"seizing a bridge by {order.unit}")
    by, piece = (rules.cite("bridge-seizure"),), state.piece(order.unit)
    facts, name = gather_seizure(order, state, rules), between(piece.place, rules.board.place(order.across))
    succeeds, ledgers = True, tuple[tuple[str, Reckoning], ...]()
    if not is_automatic(facts):
        outcome = yield from check_success(CHECK, f"{piece.id} seizes the bridge {name}", by, state, rules)
        succeeds, ledgers = outcome.succeeds, (("check", outcome.roll),)
    state = _tried(piece, facts, state, rules)
    if succeeds:
        state = state.noting(BRIDGE_OWNER, name, piece.side).noting(BRIDGE_SEIZED, name, state.moment.phase)
    text = f"{piece.id} {'seizes' if succeeds else 'fails to seize'} the bridge {name}"
    text += f", which is {piece.side} now; one unit may attack across it as if there were no river" if succeeds else ""
    return (yield from record(Event(text, by, state, "bridge seized" if succeeds else "bridge not seized", ledgers)))


def _tried(piece: Piece, facts: Seizure, state: GameState, rules: Ruleset) -> GameState:
    state = state.noting(SEIZURE_TRIED, piece.id, facts.attempts + 1)
    if rules.reads("14L-bridge-seizure", "repeated"):
        return state
    duty = Obligation("stays in its hex", "it has tried to seize a bridge", (rules.cite("bridge-seizure"),))
    return state.noting(STAYS, piece.id, duty)


@rule("FoF 14L", "SF 44A1")
def spare_crossers(
    attackers: Sequence[Combatant], target: Hex, state: GameState, rules: Ruleset
) -> tuple[Combatant, ...]:
    """The attackers of a hex, one across each bridge seized in the movement phase free of its river: the strongest."""
    across: dict[str, list[Combatant]] = {}
    for who in attackers:
        name = between(Hex(who.stands_in), target)
        if who.distance == 1 and state.recall(BRIDGE_SEIZED, name) == "movement" and not SPARED.isdisjoint(who.hexside):
            across.setdefault(name, []).append(who)
    lucky: set[int] = set()
    for group in across.values():
        number = int(reckon_crossers(len(group), rules).ignoring.value)
        lucky.update(map(id, sorted(group, key=lambda who: -who.unit.attack)[:number]))
    return tuple(_over_the_bridge(who) if id(who) in lucky else who for who in attackers)


def _over_the_bridge(who: Combatant) -> Combatant:
    over = ", ".join(name for name in who.hexside if name in SPARED).replace("_", " ")
    left = tuple(name for name in who.hexside if name not in SPARED)
    return evolve(who, hexside=left, situation={**who.situation, OVER_BRIDGE: over})
