"""Rail movement (rule 7A): who may ride where, what it costs, and what it counts against the capacity of nets.

Needs a unit, the hexes it enters and leaves by rail, and what it has done in the phase; gives MPs with their ledger and
the ruling with every rule against the ride. On the board it carries out the order, hex by hex: a ride may be broken off
and taken up again, a unit counts once a turn against each net, and those that hold a ZOC at bay have to stay.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

from attrs import evolve, field, frozen

from europa_rules.charts import Cell
from europa_rules.citations import rule
from europa_rules.ground.admin_movement import ADMIN, AdminFacts, rule_on_admin
from europa_rules.ground.circumstances import circumstances_of
from europa_rules.ground.construction import Builder, WorkFacts, rule_on_work
from europa_rules.ground.facts import (
    BESIDE_ENEMY,
    LOST_ZOC,
    LOW_VOLUME_USED,
    MOVED_BY,
    MPS_SPENT,
    RAIL_RIDDEN,
    RAIL_USED,
    STRATEGIC_RAIL,
    on_net,
)
from europa_rules.ground.leaving import Leaving, leaving_costs
from europa_rules.ground.movement import (
    MOVEMENT,
    RAIL,
    REGULAR,
    MoveFacts,
    Mover,
    reckon_allowance,
    rule_on_breaking_road,
    rule_on_movement,
)
from europa_rules.ground.movement_counters import carrier_of, with_load
from europa_rules.ground.moves import gather_move, is_beside_enemy, mps_spent, openings_in, rule_on_group
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry, hex_owner
from europa_rules.ground.rail_capacity import RESOURCE_POINT, capacity_used, nets_of, reckon_net_capacity, yards_of
from europa_rules.ground.rail_lines import (
    FERRY,
    LOW,
    RailHex,
    gather_rail_hex,
    is_rail_hex,
    owned_at_start,
    rail_map,
    rearguards_in,
    rule_on_rail_hex,
)
from europa_rules.ground.rail_nets import NetLoad, RailUse, reckon_capacity_use, rule_on_load
from europa_rules.ground.zones import enemy_zoc, notes_of
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.state import STAYS, GameState, Obligation, Piece
from europa_rules.units import Unit, is_marker, label, re_for, re_size

RATES = "rail_movement_rates"
OPERATIONAL, STRATEGIC = "operational", "strategic"
MODES = (OPERATIONAL, STRATEGIC)
PHASES = "rail movement phases"
"""Slot of sources: phases, beside the movement phase, in which units ride; `when` is given the `RailFacts`."""

LOST = "rail movement"
"""The activity by which a unit loses its ZOC, as `zones.LOSSES` names it."""


# --- how far a unit rides (FoF 7A2, SF 7A1, 7A2) ---------------------------------------------------------------------


@frozen
class Ride:
    """A unit that rides.

    Attributes:
        unit: its printed facts.
        hexes: rail hexes entered.
        ridden: rail hexes of the same ride before, where a part of an MP is lost as the unit leaves the train.
        leaves: the hex it leaves, where contributed rules ask.
        strategic: whether it uses strategic rail movement.
        leaving: what leaving its hexes costs beside the ride, where that costs anything.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    hexes: int = 0
    ridden: int = 0
    leaves: str = ""
    strategic: bool = False
    leaving: tuple[Leaving, ...] = ()
    situation: Mapping[str, str] = field(factory=dict, hash=False)


def _row(unit: Unit, rules: Ruleset) -> str:
    """The row of the rates by which a unit rides: its movement rating, or the highest there is for one above it."""
    chart = rules.charts[RATES]
    if unit.type == RESOURCE_POINT:
        return chart.text("resource_points", "rating").value
    if unit.is_rail_only:
        return "R"
    rows = [int(row) for row in chart.rows("rows") if row.isdigit()]
    return str(max((row for row in rows if row <= unit.movement), default=min(rows)))


def _rate(unit: Unit, column: str, rules: Ruleset) -> Cell[int]:
    return rules.charts[RATES].whole("rows", _row(unit, rules), column)


@rule("FoF 7A2", "SF 7A1", "FoF 12E1", "SF 12E")
def hexes_per_mp(unit: Unit, rules: Ruleset) -> Cell[int]:
    """Rail hexes that a unit rides for an MP, by its movement rating.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> hexes_per_mp(Unit("ge", "infantry", "division", Rating.parse("7-6")), load("sf")).value
    7
    """
    return _rate(unit, "hexes_per_mp", rules)


@rule("FoF 7A2", "SF 7A1", "FoF 3C1", "SF 3C1")
def reckon_ride(facts: Ride, rules: Ruleset) -> Reckoning:
    """MPs that an operational ride costs; a part of an MP is kept, unless it is read as lost when the unit detrains.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("fr", "infantry", "division", Rating.parse("5-4"))
    >>> print(reckon_ride(Ride(division, 15), load("fof")))
    15 rail hexes (FoF 7A2) | x1/10 10 hexes an MP (FoF 7A2) | = 3/2
    """
    by, rate = rules.cite("operational-rail"), hexes_per_mp(facts.unit, rules)
    cost = Reckoning.of(facts.hexes, "rail hexes", by).times(Fraction(1, rate.value), f"{rate.value} hexes an MP", by)
    cost = cost.noting(caveat=rate.caveat)
    ends, starts = Fraction(facts.ridden + facts.hexes, rate.value), Fraction(facts.ridden, rate.value)
    if ends.denominator != 1 or starts.denominator != 1:
        for point in rules.resting("7A1-fraction-of-rail-mp"):
            cost = cost.noting(rests_on=point)
    if loses_fractions(rules) and ceil(ends) - ceil(starts) != cost.value:
        cost = cost.become(ceil(ends) - ceil(starts), "a part of an MP counts as one", by)
    for left in (hex_.by_rail(facts.unit.is_rail_only) for hex_ in facts.leaving):
        cost = cost.plus(left.value, left.lines[0].why, *left.citations)
    return rules.modify(cost, "rail cost", facts)


def loses_fractions(rules: Ruleset) -> bool:
    """Whether a part of an MP that is left over as a unit detrains is read as lost."""
    return rules.reads("7A1-fraction-of-rail-mp", "lost")


@rule("FoF 7A2", "SF 7A1", "SF 31A", "FoF 12E1", "SF 12E")
def reckon_rail_allowance(facts: Mover, rules: Ruleset) -> Reckoning:
    """MPs that a unit may spend on rail movement in a phase: its own, or the hexes of a phase for one rated R.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> gun = Unit("ge", "artillery", "battalion", Rating.parse("5-1-R"))
    >>> reckon_rail_allowance(Mover(gun), load("fof")).value
    Fraction(40, 7)
    """
    row = _row(facts.unit, rules)
    if facts.unit.type != RESOURCE_POINT and not facts.unit.is_rail_only:
        return reckon_allowance(facts, rules)
    by = rules.cite("operational-rail")
    hexes, rate = _rate(facts.unit, "hexes_per_phase", rules), _rate(facts.unit, "hexes_per_mp", rules)
    allowance = Reckoning.of(hexes.value, f"rail hexes a phase, rated {row}", by)
    allowance = allowance.times(Fraction(1, rate.value), f"{rate.value} hexes an MP", by)
    return rules.modify(allowance.noting(caveat=hexes.caveat), "movement allowance", facts)


@rule("SF 7A2")
def reckon_strategic_hexes(facts: Ride, rules: Ruleset) -> Reckoning:
    """Rail hexes that a unit may ride by strategic rail movement; 0 in a game without it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> reckon_strategic_hexes(Ride(Unit("ge", "infantry", "division", Rating.parse("7-6"))), load("sf")).value
    Fraction(200, 1)
    """
    by = rules.cite("strategic-rail")
    cell = rules.charts[RATES].find_number("strategic", "hexes_per_phase")
    if cell is None:
        return Reckoning.of(ZERO, "strategic rail movement is not used", by)
    hexes = Reckoning.of(cell.value, "rail hexes", by).noting(caveat=cell.caveat)
    for lost in (hex_.strategic_hexes for hex_ in facts.leaving):
        hexes = hexes.minus(lost.value, lost.lines[0].why, *lost.citations)
    return rules.modify(hexes, "strategic rail hexes", facts)


# --- whether a unit may ride -----------------------------------------------------------------------------------------


@frozen
class RailFacts:
    """A unit that uses rail movement; slot "rail" is given it.

    Attributes:
        unit: its printed facts.
        phase: the phase; is_phasing: whether it is the unit's own player turn.
        hexes: the hexes in order, the one it starts in first.
        on_rail: whether it starts on a rail line. ends_on_rail: whether it ends on one.
        traces_to_yard: whether a line of rail hexes, owned since the player turn began, leads to an own yard.
        strategic: whether it uses strategic rail movement.
        distance: rail hexes entered; None for as many as `hexes` tells.
        left: MPs that it has left; None for all.
        ridden: rail hexes of the same ride before.
        moved_otherwise: whether it moves otherwise in the phase too, or has ridden before.
        is_admin: whether it uses administrative movement in the phase.
        beside_enemy: whether a hex of the ride is beside an enemy unit.
        side: whose it is.
        load: what it counts on a net, where that is told.
        leaving: what leaving the hexes of the ride costs beside it, where that costs anything.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    phase: str = MOVEMENT
    is_phasing: bool = True
    hexes: tuple[RailHex, ...] = ()
    on_rail: bool = True
    ends_on_rail: bool = True
    traces_to_yard: bool = True
    strategic: bool = False
    distance: int | None = None
    left: Number | None = None
    ridden: int = 0
    moved_otherwise: bool = False
    is_admin: bool = False
    beside_enemy: bool = False
    side: Side = NEUTRAL
    load: NetLoad | None = None
    leaving: tuple[Leaving, ...] = ()
    situation: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def entered(self) -> int:
        """Rail hexes entered."""
        return max(len(self.hexes) - 1, 0) if self.distance is None else self.distance

    @property
    def ride(self) -> Ride:
        """The ride, as far as its length goes."""
        leaves = self.hexes[0].name if self.hexes else ""
        return Ride(self.unit, self.entered, self.ridden, leaves, self.strategic, self.leaving, self.situation)


@rule("FoF 7A", "FoF 7A2", "FoF 7A3", "SF 7A", "SF 7A1", "SF 7A2", "SF 7A5")
def rule_on_rail(facts: RailFacts, rules: Ruleset) -> Ruling:
    """Whether a unit may use rail movement so, with every rule against it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> print(rule_on_rail(RailFacts(division, strategic=True, distance=201), load("sf")))
    refused: 201 rail hexes are more than the 200 of strategic rail movement (SF 7A2). Possible: ride at most 200 hexes.
    >>> rule_on_rail(RailFacts(division, hexes=(RailHex(), RailHex(enemy_zoc=True))), load("fof")).allowed
    False
    """
    by, ruling = rules.cite("7A"), _rule_on_phase(facts, rules)
    ruling &= Ruling.refuse_if(not facts.on_rail, f"{label(facts.unit)} is on no rail line", by)
    ruling &= Ruling.refuse_if(not facts.ends_on_rail, f"{label(facts.unit)} would end on no rail line", by)
    ruling &= Ruling.refuse_if(
        facts.unit.is_immobile, f"{label(facts.unit)} stays in its hex", rules.cite("zero-movement")
    )
    for there in facts.hexes:
        ruling &= rule_on_rail_hex(there, rules)
    ruling &= _rule_on_strategic(facts, rules) if facts.strategic else _rule_on_mps(facts, rules)
    ruling &= rule_on_load(facts.load, rules) if facts.load else Ruling.allow()
    return ruling & _rule_on_mixing(facts, rules) & rules.forbid("rail", facts)


def _rule_on_phase(facts: RailFacts, rules: Ruleset) -> Ruling:
    by, ruling = rules.cite("7A"), Ruling.allow()
    allowed = {MOVEMENT, *(str(source.value) for source in rules.sources(PHASES, facts))}
    if facts.phase not in allowed:
        why = f"units ride in the movement phase, not in the {facts.phase} phase"
        ruling &= Ruling.refuse(why, by, possible="ride in the movement phase")
    if not facts.is_phasing and facts.phase == MOVEMENT:
        ruling &= Ruling.refuse("only phasing units use rail movement", by, possible="ride in its own player turn")
    return ruling


def _rule_on_mps(facts: RailFacts, rules: Ruleset) -> Ruling:
    if facts.unit.is_immobile:
        return Ruling.allow()
    left = facts.left
    if left is None:
        left = reckon_rail_allowance(Mover(facts.unit, facts.phase, situation=facts.situation), rules).value
    cost, rate = reckon_ride(facts.ride, rules), hexes_per_mp(facts.unit, rules).value
    why = f"{label(facts.unit)} needs {show(cost.value)} MPs to ride {facts.entered} hexes"
    why += f" and has {show(Fraction(left))}"
    possible = f"ride at most {int(Fraction(left) * rate)} hexes"
    short = cost.value > left
    return evolve(
        Ruling.refuse_if(short, why, rules.cite("operational-rail"), possible=possible),
        rests_on=cost.rests_on,
        caveats=cost.caveats if short else (),
    )


def _rule_on_strategic(facts: RailFacts, rules: Ruleset) -> Ruling:
    by, most = rules.cite("strategic-rail"), reckon_strategic_hexes(facts.ride, rules).value
    if not most:
        return Ruling.refuse("strategic rail movement is not used", by, possible="use operational rail movement")
    why = f"{facts.entered} rail hexes are more than the {show(most)} of strategic rail movement"
    ruling = Ruling.refuse_if(facts.entered > most, why, by, possible=f"ride at most {show(most)} hexes")
    otherwise = f"{label(facts.unit)} may not move otherwise in the phase in which it uses strategic rail movement"
    return ruling & Ruling.refuse_if(facts.moved_otherwise, otherwise, by, possible="use operational rail movement")


def _rule_on_mixing(facts: RailFacts, rules: Ruleset) -> Ruling:
    why = f"{label(facts.unit)} uses administrative movement in the phase and would pass beside an enemy unit"
    return Ruling.refuse_if(facts.is_admin and facts.beside_enemy, why, rules.cite("6B"), possible="another way round")


@rule("SF 7A5", "FoF 6", "FoF 7B1", "SF 7B")
def rule_on_breaking_line(line: str, mps: Number, rules: Ruleset) -> Ruling:
    """Whether a unit breaks a line with so many MPs: "road" is never broken, "rail" as the construction chart says.

    >>> from europa_rules import load
    >>> rule_on_breaking_line("rail", 2, load("sf")).allowed, rule_on_breaking_line("road", 4, load("fof")).allowed
    (True, False)
    """
    if line not in _RAIL_WORDS:
        return rule_on_breaking_road(rules)
    facts = WorkFacts(BREAK_RAIL_LINE, (Builder(mps=mps),))
    return Ruling(rests_on=rules.resting("6-breaking-rail-lines")) & rule_on_work(facts, rules)


BREAK_RAIL_LINE = "break_rail_line"
"""The row of the construction chart."""

_RAIL_WORDS = frozenset({"rail", "railroad", "rail_line", "rail_high", "rail_low", "high", "low"})


# --- kinds of movement one after another (FoF 7A2, SF 7A1) -----------------------------------------------------------

_OVERLAND = frozenset({"regular", "regular_movement", "admin", "admin_movement", "administrative_movement", "overland"})
_BY_RAIL = frozenset({"rail", "rail_movement", "operational_rail", "operational_rail_movement"})
_STRATEGIC = frozenset({"strategic_rail", "strategic_rail_movement"})


@frozen
class Chain:
    """Kinds of movement of a unit one after another in a phase: "regular_movement", "operational_rail", ..."""

    unit: Unit
    kinds: tuple[str, ...]
    phase: str = MOVEMENT


@rule("FoF 7A2", "SF 7A1", "SF 7A2", "FoF 6B", "SF 6B", "FoF 12E", "SF 12E")
def rule_on_chain(facts: Chain, rules: Ruleset) -> Ruling:
    """Whether kinds of movement may be combined in one phase.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("fr", "infantry", "division", Rating.parse("5-6"))
    >>> rule_on_chain(Chain(division, ("regular_movement", "operational_rail", "naval_transport")), load("fof")).allowed
    True
    """
    kinds, ruling = set(facts.kinds), Ruling.allow()
    overland = sorted(kinds & _OVERLAND)
    if overland:
        ruling &= rule_on_movement(MoveFacts(facts.unit, phase=facts.phase), rules)
    if kinds & (_BY_RAIL | _STRATEGIC):
        strategic = bool(kinds & _STRATEGIC)
        mixed = strategic and len(facts.kinds) > 1
        ruling &= rule_on_rail(RailFacts(facts.unit, facts.phase, strategic=strategic, moved_otherwise=mixed), rules)
    admin = [kind for kind in overland if kind.startswith("admin")]
    ruling &= rule_on_admin(AdminFacts(facts.unit, facts.phase), rules) if admin else Ruling.allow()
    why = "administrative movement is not combined with regular movement in a phase"
    return ruling & Ruling.refuse_if(bool(admin) and len(admin) < len(overland), why, rules.cite("6B"))


# --- on the board: what is ordered -----------------------------------------------------------------------------------


@frozen
class RailMove:
    """The order to ride together, hex by hex.

    Attributes:
        units: ids of pieces in one rail hex.
        path: the hexes entered, in order.
        mode: "operational", or "strategic" where the game has it.
        stays: ids of pieces that stay behind, to negate the ZOCs in their hexes; where none is named, any that can.
    """

    units: tuple[str, ...]
    path: tuple[Hex, ...]
    mode: str = OPERATIONAL
    stays: tuple[str, ...] = ()


def rail_allowance_of(piece: Piece, state: GameState, rules: Ruleset) -> Reckoning:
    """MPs that a piece, or the counter that carries it, may spend on rail movement in this phase."""
    mover = carrier_of(piece, state)
    facts = Mover(mover.unit, state.moment.phase, situation=circumstances_of(mover, state, rules))
    return reckon_rail_allowance(facts, rules)


def rail_mps_left(piece: Piece, state: GameState, rules: Ruleset) -> Fraction:
    """MPs that a piece has left for rail movement in this phase."""
    mover = carrier_of(piece, state)
    return rail_allowance_of(mover, state, rules).value - mps_spent(mover.id, state)


# --- the line to a yard (FoF 7A) -------------------------------------------------------------------------------------


@rule("FoF 7A")
def hexes_with_yard(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The rail hexes, owned since the player turn began, from which a line of such leads to a yard of the side."""
    notes, key = notes_of(state, rules), ("rail hexes with a yard", side)
    known = notes.get(key)
    if isinstance(known, frozenset):
        return known
    board, links = rules.board, rail_map(rules).links
    waiting = [ref for ref in yards_of(side, state, rules) if owned_at_start(ref, side, state, rules)]
    found: set[Hex] = set()
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            near = (board.hexes[j] for j, _ in links[board.index[here]])
            waiting += [ref for ref in near if ref not in found and _is_lasting(ref, side, state, rules)]
    notes[key] = frozenset(found)
    return frozenset(found)


def _is_lasting(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    return owned_at_start(ref, side, state, rules) and hex_owner(ref, state, rules) == side


# --- what the board says ---------------------------------------------------------------------------------------------


def gather_hexes(order: RailMove, state: GameState, rules: Ruleset) -> tuple[RailHex, ...]:
    """The hexes of a ride, the one it starts in first."""
    origin, side = state.piece(order.units[0]).place, state.piece(order.units[0]).side
    going = with_load(order.units, state)
    before: Sequence[Hex | None] = (None, origin, *order.path[:-1])
    pairs = zip((origin, *order.path), before, strict=True)
    return tuple(gather_rail_hex(ref, last, side, going, state, rules) for ref, last in pairs)


def gather_rail(
    piece: Piece, order: RailMove, hexes: tuple[RailHex, ...], state: GameState, rules: Ruleset
) -> RailFacts:
    """What the board says about a piece that is to ride; one that is carried rides as the counter that carries it."""
    mover, side = carrier_of(piece, state), piece.side
    moved_by = state.recall(MOVED_BY, mover.id) or ""
    way = (piece.place, *order.path)
    return RailFacts(
        mover.unit,
        phase=state.moment.phase,
        is_phasing=side == state.phasing,
        hexes=hexes,
        on_rail=is_rail_hex(piece.place, rules),
        ends_on_rail=_may_end(order.path[-1], rules),
        traces_to_yard=not rules.has_prohibitions("rail") or piece.place in hexes_with_yard(side, state, rules),
        strategic=order.mode == STRATEGIC,
        left=rail_mps_left(mover, state, rules),
        ridden=state.recall(RAIL_RIDDEN, mover.id) or 0,
        moved_otherwise=bool(moved_by) or bool(mps_spent(mover.id, state)),
        is_admin=moved_by == ADMIN,
        beside_enemy=moved_by == ADMIN and any(is_beside_enemy(ref, side, state, rules) for ref in way),
        side=side,
        leaving=_leaving(way[:-1], side, state, rules),
        situation=circumstances_of(mover, state, rules),
    )


def _leaving(hexes: Iterable[Hex], side: Side, state: GameState, rules: Ruleset) -> tuple[Leaving, ...]:
    costs = leaving_costs(side, state, rules)
    return tuple(costs[ref] for ref in hexes if ref in costs) if costs else ()


def _may_end(ref: Hex, rules: Ruleset) -> bool:
    """Whether a ride may end in a hex: on rails, and not at sea on a ferry."""
    return is_rail_hex(ref, rules) and rules.board.has_land(ref)


# --- what it counts against the nets ---------------------------------------------------------------------------------


@frozen
class Charges:
    """What a piece comes to count against nets for a ride.

    Attributes:
        totals: net -> REs, with those that it has counted in the turn before.
        needs: net -> REs in addition to those.
        is_low: whether the ride uses a low-volume line.
    """

    totals: Mapping[str, Fraction]
    needs: Mapping[str, Fraction]
    is_low: bool


def _nets_used(way: Sequence[Hex], side: Side, state: GameState, rules: Ruleset) -> dict[str, bool]:
    """The nets that a way uses, and on each whether by a low-volume line or a ferry; hexes at sea lie on none."""
    nets, links, index = nets_of(side, state, rules), rail_map(rules), rules.board.index
    found: dict[str, bool] = {}
    for a, b in pairwise(way):
        low = links.kind(index[a], index[b]) in (LOW, FERRY)
        for net in {nets.get(ref, "") for ref in (a, b) if rules.board.has_land(ref)}:
            found[net] = found.get(net, False) or low
    return dict(sorted(found.items()))


def charged_on(piece_id: str, state: GameState) -> dict[str, Fraction]:
    """REs that a piece has counted in this player turn, by net."""
    tail = on_net("", piece_id)
    charged = state.all_facts(RAIL_USED)
    return {name.removesuffix(tail): re for name, re in charged.items() if name.endswith(tail)}


def counts_of(piece: Piece, low: bool, state: GameState, rules: Ruleset) -> Fraction:
    """REs that a piece counts on a net."""
    carried = carrier_of(piece, state) is not piece and rules.reads("14I2-loaded-counter", "both")
    is_double = re_for("transport", piece.unit, rules.types) > re_size(piece.unit, rules.types)
    use = RailUse(piece.unit, (LOW,) if low else (), counter_with_load=carried and not is_double)
    return reckon_capacity_use(use, rules).value


@rule("FoF 7A4", "SF 7A3", "SF 7A4", "SF 37A2")
def reckon_charges(piece: Piece, way: Sequence[Hex], state: GameState, rules: Ruleset) -> Charges:
    """What a piece comes to count for a ride along a way: once a turn on each net, more where a line is low-volume."""
    used, charged = _nets_used(way, piece.side, state, rules), charged_on(piece.id, state)
    is_low = any(used.values())
    that_net = rules.reads("7A3-low-volume-nets", "that-net")
    anywhere = not that_net and (is_low or state.recall(LOW_VOLUME_USED, piece.id) is True)
    totals: dict[str, Fraction] = {}
    for net in dict.fromkeys((*used, *(charged if anywhere else ()))):
        counts = counts_of(piece, anywhere or used.get(net, False), state, rules)
        totals[net] = max(counts, charged.get(net, ZERO))
    return Charges(totals, {net: total - charged.get(net, ZERO) for net, total in totals.items()}, is_low)


def _rule_on_capacity(pieces: Sequence[Piece], way: Sequence[Hex], state: GameState, rules: Ruleset) -> Ruling:
    needs: dict[str, Fraction] = {}
    ruling, side = Ruling.allow(), pieces[0].side
    for piece in pieces:
        charges = reckon_charges(piece, way, state, rules)
        for net, more in charges.needs.items():
            needs[net] = needs.get(net, ZERO) + more
        ruling &= _rule_on_late_low_volume(piece, charges, state, rules)
    for net, more in needs.items():
        ruling &= _rule_on_net(net, more, side, state, rules) if any(needs.values()) else Ruling.allow()
    return ruling


def _rule_on_net(net: str, needs: Fraction, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    if not net:
        return Ruling.refuse(f"the way leads over no rail net of the {side} player", rules.cite("rail-nets"))
    capacity = reckon_net_capacity(net, side, state, rules)
    load = rule_on_load(NetLoad(needs, capacity.value, capacity_used(net, state, rules), net), rules)
    return evolve(load, caveats=capacity.caveats)


def _rule_on_late_low_volume(piece: Piece, charges: Charges, state: GameState, rules: Ruleset) -> Ruling:
    """A unit that has been counted already and takes a low-volume line later (an open point)."""
    late = charges.is_low and bool(charged_on(piece.id, state)) and state.recall(LOW_VOLUME_USED, piece.id) is not True
    if not late:
        return Ruling.allow()
    resting = rules.resting("7A3-late-low-volume")
    barred = rules.reads("7A3-late-low-volume", "refused")
    why = f"{piece.id} has been counted without a low-volume line in this turn, and may not use one now"
    return Ruling(rests_on=resting) & Ruling.refuse_if(barred, why, rules.cite("rail-capacity"))


# --- whether the order may be given ----------------------------------------------------------------------------------


@rule("FoF 7A", "FoF 7A2", "FoF 7A4", "SF 7A", "SF 7A1", "SF 7A2", "SF 7A3")
def rule_on_rail_move(order: RailMove, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order: every rule against it, for every unit."""
    ruling = rule_on_group(order.units, player, state, rules)
    if ruling.allowed:
        ruling &= _rule_on_form(order, rules)
    if not ruling.allowed:
        return ruling
    pieces = [state.piece(piece_id) for piece_id in with_load(order.units, state)]
    hexes = gather_hexes(order, state, rules)
    for piece in pieces:
        ruling &= rule_on_rail(gather_rail(piece, order, hexes, state, rules), rules)
        ruling &= rule_on_mover(piece, state, rules)
    ruling &= _rule_on_rearguards(order, hexes, state, rules)
    return ruling & _rule_on_capacity(pieces, (pieces[0].place, *order.path), state, rules)


def _rule_on_form(order: RailMove, rules: Ruleset) -> Ruling:
    by = rules.cite("7A")
    if order.mode not in MODES:
        return Ruling.refuse(f"there is no mode of rail movement '{order.mode}'", by, possible=" or ".join(MODES))
    strange = [ref for ref in order.path if ref not in rules.board.index]
    if strange or not order.path:
        why = f"{', '.join(strange)} is not on the map" if strange else "the order names no hex to ride to"
        return Ruling.refuse(why, by)
    gaps = [(a, b) for a, b in pairwise(order.path) if a == b or not rules.board.is_adjacent(a, b)]
    return Ruling.all(Ruling.refuse(f"{a} and {b} do not adjoin", by) for a, b in gaps)


def rule_on_mover(piece: Piece, state: GameState, rules: Ruleset) -> Ruling:
    """What has nothing to do with rails: the piece's duties, what it has done, and contributed rules on its moves."""
    facts = gather_move(piece, state, rules, one_hex=False)
    is_admin = facts.moved_by == ADMIN
    points = is_marker(piece.unit, rules.types) and piece.unit.type != RESOURCE_POINT
    why = f"{label(piece.unit)} does not ride by itself"
    facts = evolve(facts, phase=MOVEMENT, is_phasing=True, is_overland=False, is_admin=is_admin)
    ruling = rule_on_movement(facts, rules)
    return ruling & Ruling.refuse_if(points, why, rules.cite("7A"), possible="let a unit carry it")


def _rule_on_rearguards(order: RailMove, hexes: Sequence[RailHex], state: GameState, rules: Ruleset) -> Ruling:
    """Whether the pieces that the order names to stay behind negate the ZOCs in hexes of the way."""
    player, going = state.piece(order.units[0]).side, with_load(order.units, state)
    able = {p.id for there in hexes for p in rearguards_in(Hex(there.name), player, going, state, rules)}
    idle = [name for name in order.stays if name not in able]
    why = f"{', '.join(idle)} can hold no ZOC at bay on the way"
    return Ruling.refuse_if(bool(idle), why, rules.cite("7A"), possible="name units that began the phase there")


# --- carrying it out -------------------------------------------------------------------------------------------------


@rule("FoF 7A", "FoF 7A2", "FoF 7A4", "SF 7A", "SF 7A1", "SF 7A2", "SF 7A3")
def carry_out_rail_move(order: RailMove, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Ride hex by hex; each unit pays its MPs, counts against the nets, and has no ZOC until it gets off.

    Where a rule lets others react, they may do so after each hex, as with other movement; a ride that cannot go on
    ends. Raises IllegalOrder.
    """
    rule_on_rail_move(order, player, state, rules).require(f"rail movement of {', '.join(order.units)}")
    origin = state.piece(order.units[0]).place
    going = with_load(order.units, state)
    ledgers = _ledgers(order, going, state, rules)
    state = _board_train(order, going, state, rules)
    for number, ref in enumerate(order.path):
        here = state.piece(going[0]).place
        entered = _ride_on(going, ref, order, state, rules)
        entered = change_by_leaving(entered, here, rules) if number == 0 else entered
        state = yield from openings_in(ref, entered, rules)
        if state is entered:
            continue
        going = tuple(i for i in going if i in state.pieces and state.piece(i).place == ref)
        rest = evolve(order, units=going, path=order.path[number + 1 :])
        if not going or not rest.path or not rule_on_rail_move(rest, player, state, rules).allowed:
            break
    state = _leave_train(going, order, state, rules)
    end = state.piece(going[0]).place if going else origin
    text = f"{', '.join(order.units)}: {origin} to {end} by {'strategic rail' if order.mode == STRATEGIC else 'rail'}"
    by = (rules.cite("strategic-rail" if order.mode == STRATEGIC else "operational-rail"),)
    return (yield from record(Event(text, by, state, "rode", ledgers)))


def _ledgers(
    order: RailMove, going: Sequence[str], state: GameState, rules: Ruleset
) -> tuple[tuple[str, Reckoning], ...]:
    """What the ride costs each unit, and what it counts on each net."""
    pieces = [state.piece(piece_id) for piece_id in going]
    way, found = (pieces[0].place, *order.path), list[tuple[str, Reckoning]]()
    for piece in pieces if order.mode == OPERATIONAL else ():
        found.append((f"{piece.id}: MPs", _cost_of(piece, way, state, rules)))
    for net in _nets_used(way, pieces[0].side, state, rules):
        by = rules.cite("rail-capacity")
        needs = [(p.id, Reckoning.of(reckon_charges(p, way, state, rules).needs[net], "REs", by)) for p in pieces]
        found.append((f"REs of the {net} net", Reckoning.total("REs", needs, by)))
    return tuple(found)


def _cost_of(piece: Piece, way: Sequence[Hex], state: GameState, rules: Ruleset) -> Reckoning:
    """MPs that a piece pays for a ride along a way; hex by hex where contributed rules look at the hexes left."""
    mover = carrier_of(piece, state)
    situation, ridden = circumstances_of(mover, state, rules), state.recall(RAIL_RIDDEN, mover.id) or 0
    if not rules.has_modifiers("rail cost"):
        left = _leaving(way[:-1], piece.side, state, rules)
        return reckon_ride(Ride(mover.unit, len(way) - 1, ridden, leaving=left, situation=situation), rules)
    steps = (
        Ride(
            mover.unit,
            1,
            ridden + n,
            here,
            leaving=_leaving((here,), piece.side, state, rules),
            situation=situation,
        )
        for n, here in enumerate(way[:-1])
    )
    return Reckoning.total("MPs", [(ride.leaves, reckon_ride(ride, rules)) for ride in steps])


def _board_train(order: RailMove, going: Sequence[str], state: GameState, rules: Ruleset) -> GameState:
    """The state as units start to ride: they have no ZOC, and those that hold ZOCs at bay have the duty to stay."""
    origin, side = state.piece(going[0]).place, state.piece(going[0]).side
    way = (origin, *order.path)
    beside = any(is_beside_enemy(ref, side, state, rules) for ref in way)
    for ref in way:
        state = _oblige(ref, side, going, order.stays, state, rules)
    for piece_id in going:
        if state.recall(LOST_ZOC, piece_id) is None:
            state = state.noting(LOST_ZOC, piece_id, LOST)
        if beside:
            state = state.noting(BESIDE_ENEMY, piece_id, True)
    return state


@rule("FoF 7A", "SF 7A")
def _oblige(
    ref: Hex, side: Side, going: Sequence[str], named: Collection[str], state: GameState, rules: Ruleset
) -> GameState:
    """The state with the duty of a unit to stay in a hex of an enemy ZOC, where a ride relies on it."""
    if not enemy_zoc(ref, side, state, rules):
        return state
    able = rearguards_in(ref, side, going, state, rules)
    chosen = [p for p in able if p.id in named] or list(able[:1])
    for piece in chosen:
        if state.stays(piece.id) is None:
            because = f"{', '.join(going)} ride through {ref} in an enemy ZOC"
            duty = Obligation("stays in its hex for the whole phase", because, (rules.cite("7A"),))
            state = state.noting(STAYS, piece.id, duty)
    return state


def _ride_on(going: Sequence[str], ref: Hex, order: RailMove, state: GameState, rules: Ruleset) -> GameState:
    """The state after units have ridden to the next hex."""
    for piece_id in going:
        piece = state.piece(piece_id)
        way = (piece.place, ref)
        charges = reckon_charges(piece, way, state, rules)
        for net, total in charges.totals.items():
            state = state.noting(RAIL_USED, on_net(net, piece_id), total) if total else state
        state = state.noting(LOW_VOLUME_USED, piece_id, True) if charges.is_low else state
        if order.mode == OPERATIONAL:
            state = _pay(piece, _cost_of(piece, way, state, rules).value, state, rules)
    for piece_id in going:
        state = state.moved(piece_id, ref)
    return state


def _pay(piece: Piece, mps: Fraction, state: GameState, rules: Ruleset) -> GameState:
    """The state after a piece has paid for a hex; how it moved before, or that it has worked, is not forgotten."""
    before, spent = state.recall(MOVED_BY, piece.id), mps_spent(piece.id, state)
    state = state.noting(MPS_SPENT, piece.id, spent + mps)
    if before is None:
        state = state.noting(MOVED_BY, piece.id, REGULAR if spent else RAIL)
    if not loses_fractions(rules):
        return state
    return state.noting(RAIL_RIDDEN, piece.id, (state.recall(RAIL_RIDDEN, piece.id) or 0) + 1)


def _leave_train(going: Sequence[str], order: RailMove, state: GameState, rules: Ruleset) -> GameState:
    """The state after units have got off: they have their ZOCs again, and take what these alone cover."""
    for piece_id in going if order.mode == STRATEGIC else ():
        state = state.noting(STRATEGIC_RAIL, piece_id, True).noting(MOVED_BY, piece_id, RAIL)
    riding = [i for i in going if state.recall(LOST_ZOC, i) == LOST]
    state = state.forgetting(LOST_ZOC, *riding) if riding else state
    if not going:
        return state
    return gain_by_entry(state, [state.piece(i) for i in going], state.piece(going[0]).place, rules)
