"""Movement (rule 6): what a unit may spend, what a move costs, and whether it may be made.

Needs a unit, what it has done in the phase, and the hexes it enters with their costs; gives MPs with their ledger, and
the ruling with every rule against the move. On the board it carries out moves and finds where a unit can go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.errors import UnknownName
from europa_rules.ground.admin_movement import (
    ADMIN,
    LOST,
    MIXES_WITH,
    AdminFacts,
    AdminStep,
    rule_on_admin,
    rule_on_admin_ground,
)
from europa_rules.ground.bridges import Pairs, barred_bridges, bridge_serves
from europa_rules.ground.circumstances import circumstances_of
from europa_rules.ground.closed_ground import closed_hexes, rule_on_entry
from europa_rules.ground.facts import BESIDE_ENEMY, LOST_ZOC, MOVED_BY, MPS_SPENT, RAIL_RIDDEN, STRATEGIC_RAIL
from europa_rules.ground.movement_counters import carrier_of, rule_on_going_together, with_load
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry, hex_owner
from europa_rules.ground.supply_effects import MOVEMENT as MPS
from europa_rules.ground.supply_effects import SuppliedUnit, suffer
from europa_rules.ground.terrain import (
    BLOCKED,
    HexEntry,
    Ways,
    columns_of,
    conditions_of,
    gather_entry,
    overlays_at,
    reckon_entry_cost,
    road_is_open,
    rule_on_terrain,
    terrain_at,
    ticks_per_mp,
    ways_of,
)
from europa_rules.ground.zones import FULL, KINDS, NONE, enemy_zoc_kind, notes_of, zoc_map
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE, ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState, Obligation, Piece
from europa_rules.units import Unit, is_combat_motorized, is_position_aa, label, unit_class

if TYPE_CHECKING:
    import networkx as nx

MOVEMENT, EXPLOITATION = "movement", "exploitation"
REGULAR, ONE_HEX, OVERRUN = "regular", "one-hex", "overrun"
RAIL = "rail"
"""How a piece has moved that has ridden and not moved otherwise."""

MODES = (REGULAR, ONE_HEX, ADMIN)
WORK = "work"
"""What MPs were spent for that a unit has spent without moving: construction, repair or demolition."""


# --- what a unit may spend -------------------------------------------------------------------------------------------


@frozen
class Mover:
    """A unit whose MPs of a phase are asked for.

    Attributes:
        unit: its printed facts.
        phase: the phase it moves in.
        turns_out_of_supply, isolated: its supply condition.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    phase: str = MOVEMENT
    turns_out_of_supply: int = 0
    isolated: bool = False
    situation: Mapping[str, str] = field(factory=dict, hash=False)


@rule("FoF 6", "SF 6")
def reckon_allowance(facts: Mover, rules: Ruleset) -> Reckoning:
    """MPs that a unit may spend in a phase: its movement rating and what its situation makes of it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> print(reckon_allowance(Mover(Unit("ge", "infantry", "division", Rating.parse("7-6"))), load("sf")))
    6 printed (SF 6) | = 6
    """
    printed = Reckoning.of(facts.unit.movement, "printed", rules.cite("6"))
    allowance = rules.modify(printed, "movement allowance", facts)
    supplied = SuppliedUnit.in_situation(facts.unit, facts.situation, facts.turns_out_of_supply, facts.isolated)
    return suffer(allowance, MPS, supplied, rules)


# --- what leaving a ZOC costs ----------------------------------------------------------------------------------------


@frozen
class ZocExit:
    """A unit leaving a hex.

    Attributes:
        unit: its printed facts; None for any that has no cost of its own.
        zoc: the strongest kind of enemy ZOC in the hex it leaves: "none", "reduced", "full".
        into_zoc: whether the hex it enters is in an enemy ZOC.
        cost: MPs given in place of the chart's.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit | None = None
    zoc: str = NONE
    into_zoc: bool = False
    cost: Number | None = None
    situation: Mapping[str, str] = field(factory=dict, hash=False)


def mover_of(unit: Unit | None, rules: Ruleset) -> str:
    """The row of the ZOC and overrun cost charts by which a unit pays."""
    if unit is None:
        return rules.charts.zoc_costs.mover("", "")
    return rules.charts.zoc_costs.mover(unit.nation, unit_class(unit, rules.types))


@rule("FoF 6A", "SF 6A")
def reckon_zoc_exit(facts: ZocExit, rules: Ruleset) -> Reckoning:
    """MPs to leave a hex that is in an enemy ZOC, paid once however many units' ZOCs are there; 0 for no ZOC.

    >>> from europa_rules import load
    >>> print(reckon_zoc_exit(ZocExit(zoc="full"), load("sf")))
    2 leaves an enemy ZOC (SF 6A) | = 2
    """
    by = rules.cite("6A")
    if facts.zoc == NONE:
        return Reckoning.of(0, "leaves no enemy ZOC", by)
    why = "leaves a reduced enemy ZOC" if facts.zoc != FULL else "leaves an enemy ZOC"
    if facts.cost is not None:
        return Reckoning.of(facts.cost, why, by)
    cell = rules.charts.zoc_costs.leaving(mover_of(facts.unit, rules), into_zoc=facts.into_zoc, zoc=facts.zoc)
    why += " for a hex in one" if facts.into_zoc else ""
    return rules.modify(Reckoning.of(cell.value, why, by).noting(caveat=cell.caveat), "zoc exit cost", facts)


@rule("FoF 6", "FoF 6A", "FoF 6B", "FoF 7B1", "SF 6", "SF 6A", "SF 6B", "SF 7B")
def reckon_path(steps: Iterable[tuple[HexEntry, ZocExit]], rules: Ruleset, times: int = 1) -> Reckoning:
    """MPs to enter hexes one after another, those for leaving ZOCs included.

    steps: each hex entered, and the hex left for it. times: how many hexes like each of them.

    >>> from europa_rules import load
    >>> strait = HexEntry(("other",), hexsides=("narrow_strait",))
    >>> reckon_path([(strait, ZocExit())], load("fof")).value
    Fraction(3, 1)
    """
    parts: list[tuple[str, Reckoning]] = []
    for entry, leaving in steps:
        parts += [("hex", reckon_entry_cost(entry, rules))] * times
        if leaving.zoc != NONE:
            parts.append(("ZOC", reckon_zoc_exit(leaving, rules)))
    return Reckoning.total("MPs", parts, rules.cite("6"))


# --- whether a move may be made --------------------------------------------------------------------------------------


@frozen
class MoveStep:
    """A hex entered in a move.

    Attributes:
        name: the hex.
        cost: MPs to enter it, across its hexside.
        zoc_cost: MPs to leave the hex before it.
        is_enemy_occupied: whether an enemy unit is in it.
        ruling: what forbids entering it besides.
        ledger: how its costs came about, where they were reckoned.
        hexside_cost: MPs of the cost that are for the hexside crossed, where a reading asks for them.
    """

    name: str = "the hex"
    cost: Number = ZERO
    zoc_cost: Number = ZERO
    is_enemy_occupied: bool = False
    ruling: Ruling = Ruling.allow()
    ledger: tuple[tuple[str, Reckoning], ...] = ()
    hexside_cost: Number = ZERO


def reckon_hexside_share(entry: HexEntry, rules: Ruleset) -> Fraction:
    """MPs of the cost to enter a hex that are for the hexside crossed; none along a road.

    >>> from europa_rules import load
    >>> reckon_hexside_share(HexEntry(("other",), "woods", hexsides=("river",)), load("sf"))
    Fraction(1, 1)
    """
    if entry.by_road or not entry.hexsides:
        return ZERO
    return reckon_entry_cost(entry, rules).value - reckon_entry_cost(evolve(entry, hexsides=()), rules).value


def described_step(
    entry: HexEntry,
    leaving: ZocExit,
    rules: Ruleset,
    *,
    cost: Number | None = None,
    is_enemy_occupied: bool = False,
    name: str = "the hex",
) -> MoveStep:
    """A hex entered, its costs reckoned; `cost` stands in place of those of the hex and the hexside together."""
    ruling = rule_on_terrain(entry, rules)
    if cost is None:
        cost = reckon_entry_cost(entry, rules).value if ruling.allowed else ZERO
    return MoveStep(name, cost, reckon_zoc_exit(leaving, rules).value, is_enemy_occupied, ruling)


@frozen
class MoveFacts:
    """A unit that moves from hex to hex.

    Attributes:
        unit: its printed facts.
        phase: the phase it is; is_phasing: whether it is the unit's own player turn.
        allowance: MPs it may spend in the phase; None for its movement rating.
        spent: MPs it has spent in the phase before.
        moved_by: how it has moved in the phase before ("regular", "one-hex", "admin", "rail"), or "".
        steps: the hexes entered, in order.
        one_hex: whether it makes the one-hex move for all its MPs; None: if it must to get there.
        other_mp_use: another purpose for which it spends MPs in the phase, or "".
        is_overland: whether it moves by itself over land, and not by rail, air or sea.
        is_carried: whether another unit carries it.
        is_overrun: whether it overruns the enemy units in the hex it enters.
        is_admin: whether it uses administrative movement.
        stays: a duty to stay in its hex.
        air_transported, used_strategic_rail: what it has done in the player turn.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    phase: str = MOVEMENT
    is_phasing: bool = True
    allowance: Number | None = None
    spent: Number = ZERO
    moved_by: str = ""
    steps: tuple[MoveStep, ...] = ()
    one_hex: bool | None = None
    other_mp_use: str = ""
    is_overland: bool = True
    is_carried: bool = False
    is_overrun: bool = False
    is_admin: bool = False
    stays: Obligation | None = None
    air_transported: bool = False
    used_strategic_rail: bool = False
    situation: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def needed(self) -> Fraction:
        """MPs that the steps cost together."""
        return sum((Fraction(step.cost) + Fraction(step.zoc_cost) for step in self.steps), ZERO)

    @property
    def left(self) -> Fraction:
        """MPs left before the move."""
        allowance = Fraction(self.unit.movement if self.allowance is None else self.allowance)
        return allowance - self.spent if self.spent else allowance

    @property
    def goes_one_hex(self) -> bool:
        """Whether this is the one-hex move: said to be, or a single hex that costs more than is left."""
        if self.one_hex is None:
            return len(self.steps) == 1 and self.needed > self.left
        return self.one_hex


@rule("FoF 6", "SF 6", "FoF 14K1", "FoF 14K2", "SF 14F1", "SF 14F2")
def rule_on_moving(facts: MoveFacts, rules: Ruleset) -> Ruling:
    """Whether a unit may move at all: by phase, by its movement rating, and by what it has done."""
    return _rule_on_phase(facts, rules) & _rule_on_ability(facts, rules) & _rule_on_the_past(facts, rules)


def _rule_on_phase(facts: MoveFacts, rules: Ruleset) -> Ruling:
    by, later = rules.cite("6"), "move in the movement phase"
    ruling = Ruling.allow()
    if not facts.is_phasing:
        ruling &= Ruling.refuse("only phasing units move", by, possible="move in its own player turn")
    if facts.phase not in (MOVEMENT, EXPLOITATION):
        ruling &= Ruling.refuse(f"no unit moves in the {facts.phase} phase", by, possible=later)
    if facts.phase == EXPLOITATION and not is_combat_motorized(facts.unit, rules.types):
        why = f"{label(facts.unit)} is not c/m; only c/m units move in the exploitation phase"
        ruling &= Ruling.refuse(why, by, possible=later)
    return ruling


def _rule_on_ability(facts: MoveFacts, rules: Ruleset) -> Ruling:
    unit, ruling = facts.unit, Ruling.allow()
    if not facts.is_overland or facts.is_carried:
        return ruling
    if is_position_aa(unit, rules.types):
        return Ruling.refuse(f"{label(unit)} has no movement rating and stays in its hex", rules.cite("position-aa"))
    if unit.is_immobile or (facts.allowance == 0 and not unit.movement and not unit.is_rail_only):
        ruling &= Ruling.refuse(f"{label(unit)} has no MPs and stays in its hex", rules.cite("zero-movement"))
    if unit.is_rail_only:
        why = f"{label(unit)} moves by rail only"
        ruling &= Ruling.refuse(why, rules.cite("rail-only"), possible="move it by rail")
    if unit_class(unit, rules.types) == "marker":
        why = f"{label(unit)} does not move overland by itself"
        ruling &= Ruling.refuse(why, rules.cite("12E"), possible="let a unit carry it")
    return ruling


def _rule_on_the_past(facts: MoveFacts, rules: Ruleset) -> Ruling:
    ruling = Ruling.allow()
    has_worked = facts.is_admin and facts.other_mp_use == WORK
    if not (facts.stays or facts.moved_by or facts.air_transported or facts.used_strategic_rail or has_worked):
        return ruling
    who = label(facts.unit)
    if facts.stays:
        ruling &= Ruling.refuse(f"{who} {facts.stays.duty}, because {facts.stays.because}", *facts.stays.by)
    if facts.air_transported:
        ruling &= Ruling.refuse(f"{who} has been air transported in this player turn", rules.cite("20F"))
    if facts.used_strategic_rail:
        by_rail = f"{who} has used strategic rail movement in this player turn"
        ruling &= Ruling.refuse(by_rail, rules.cite("strategic-rail"))
    if facts.moved_by == ONE_HEX:
        ruling &= Ruling.refuse(f"{who} has spent all its MPs on its one-hex move", rules.cite("6"))
    if facts.moved_by == ADMIN and not facts.is_admin:
        why = f"{who} has used administrative movement in this phase"
        ruling &= Ruling.refuse(why, rules.cite("6B"), possible="go on by administrative movement")
    if has_worked:
        why = f"{who} has spent MPs for work in this phase, and may use no administrative movement"
        ruling &= Ruling.refuse(why, rules.cite("6B"), possible="go on by regular movement")
    if facts.is_admin and facts.moved_by not in ("", ADMIN, RAIL):
        why = f"{who} has moved otherwise in this phase"
        ruling &= Ruling.refuse(why, rules.cite("6B"), possible="go on by regular movement")
    return ruling


@rule("FoF 6", "SF 6", "FoF 6A", "SF 6A")
def rule_on_movement(facts: MoveFacts, rules: Ruleset) -> Ruling:
    """Whether a unit may make a move, with every rule against it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> guns = Unit("fr", "artillery", "regiment", Rating.parse("1-2-4"))
    >>> rule_on_movement(MoveFacts(guns, steps=(MoveStep("a mountain hex", 6),)), load("fof")).allowed
    True
    >>> str(rule_on_movement(MoveFacts(guns, steps=(MoveStep("a", 3), MoveStep("b", 3))), load("fof")))
    'refused: 1-2-4 artillery regiment needs 6 MPs and has 4 (FoF 6). Possible: spend at most 4 MPs.'
    """
    ruling = rule_on_moving(facts, rules)
    for step in facts.steps:
        ruling &= step.ruling
        if step.is_enemy_occupied and not facts.is_overrun:
            instead = "overrun the units there, or attack them in the combat phase"
            ruling &= Ruling.refuse(f"{step.name} is occupied by an enemy unit", rules.cite("6"), possible=instead)
    return ruling & _rule_on_mps(facts, rules) & rules.forbid("move", facts)


def _rule_on_mps(facts: MoveFacts, rules: Ruleset) -> Ruling:
    by, ruling = rules.cite("6"), Ruling.allow()
    if facts.goes_one_hex:
        if len(facts.steps) > 1:
            ruling &= Ruling.refuse(f"{label(facts.unit)} may move one hex only for all its MPs", by)
        if facts.other_mp_use:
            why = f"{label(facts.unit)} may spend no MPs for anything else with its one-hex move"
            ruling &= Ruling.refuse(why, by)
    elif facts.steps and facts.needed > facts.left:
        why = f"{label(facts.unit)} needs {show(facts.needed)} MPs and has {show(facts.left)}"
        ruling &= Ruling.refuse(why, by, possible=f"spend at most {show(facts.left)} MPs")
    return ruling


@rule("FoF 6", "SF 6")
def reckon_spent(facts: MoveFacts, rules: Ruleset) -> Reckoning:
    """MPs that the move takes: what its hexes cost, or all that are left for the one-hex move.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> guns = Unit("fr", "artillery", "regiment", Rating.parse("1-2-4"))
    >>> print(reckon_spent(MoveFacts(guns, steps=(MoveStep("a mountain hex", 6),)), load("fof")))
    6 cost of the way (FoF 6) | become 4 one-hex move: all MPs (FoF 6) | = 4
    """
    by = rules.cite("6")
    told = tuple(part for step in facts.steps for part in step.ledger)
    cost = Reckoning.total("cost of the way", told, by) if told else Reckoning.of(facts.needed, "cost of the way", by)
    return cost.become(facts.left, "one-hex move: all MPs", by) if facts.goes_one_hex else cost


@frozen
class Spending:
    """MPs spent for a purpose."""

    use: str
    mps: Fraction


@rule("FoF 7B1", "SF 7B")
def rule_on_breaking_road(rules: Ruleset) -> Ruling:
    """Whether a unit may break a road: never.

    >>> from europa_rules import load
    >>> str(rule_on_breaking_road(load("sf")))
    'refused: roads cannot be broken (SF 7B).'
    """
    return Ruling.refuse("roads cannot be broken", rules.cite("road-movement"))


def reckon_mps_left(allowance: Number, spendings: Iterable[Spending], rules: Ruleset) -> Reckoning:
    """MPs left of an allowance after some have been spent."""
    left = Reckoning.of(allowance, "MPs", rules.cite("6"))
    for spending in spendings:
        left = left.minus(spending.mps, spending.use.replace("_", " "))
    return left


@rule("FoF 6", "SF 6", "FoF 6B", "SF 6B")
def rule_on_spending(allowance: Number, spendings: Sequence[Spending], rules: Ruleset) -> Ruling:
    """Whether a unit may spend its MPs so: no more than it has, and with administrative movement on little else.

    >>> from europa_rules import load
    >>> rule_on_spending(6, [Spending("move", Fraction(5)), Spending("break_rail", Fraction(2))], load("sf")).allowed
    False
    """
    left = reckon_mps_left(allowance, spendings, rules).value
    uses = {spending.use for spending in spendings}
    strange = sorted(uses - MIXES_WITH) if ADMIN in uses else []
    why = f"a unit that uses administrative movement spends no MPs for {', '.join(strange)}".replace("_", " ")
    return Ruling.refuse_if(left < 0, f"{show(-left)} MPs are missing", rules.cite("6")) & Ruling.refuse_if(
        bool(strange), why, rules.cite("6B")
    )


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class Move:
    """The order to move units together, hex by hex.

    Attributes:
        units: ids of pieces in one hex.
        path: the hexes entered, in order.
        mode: "regular", "one-hex" for the move that takes all MPs, or "admin" for administrative movement.
    """

    units: tuple[str, ...]
    path: tuple[Hex, ...]
    mode: str = REGULAR


@frozen
class Route:
    """A way to a hex: the hexes entered, the MPs it takes, and the mode of the move."""

    path: tuple[Hex, ...]
    mps: Fraction
    mode: str = REGULAR

    def order(self, *units: str) -> Move:
        """The order for units to go this way."""
        return Move(units, self.path, self.mode)


def allowance_of(piece: Piece, state: GameState, rules: Ruleset) -> Reckoning:
    """MPs that a piece, or the counter that carries it, may spend in this phase."""
    mover = carrier_of(piece, state)
    return _allowance_in(circumstances_of(mover, state, rules), mover, state, rules)


def _allowance_in(situation: Mapping[str, str], piece: Piece, state: GameState, rules: Ruleset) -> Reckoning:
    return reckon_allowance(Mover(piece.unit, state.moment.phase, situation=situation), rules)


def mps_spent(piece_id: str, state: GameState) -> Fraction:
    """MPs that a piece has spent in this phase."""
    spent = state.recall(MPS_SPENT, piece_id)
    return ZERO if spent is None else spent


def mps_left(piece_id: str, state: GameState, rules: Ruleset) -> Fraction:
    """MPs that a piece has left in this phase."""
    mover = carrier_of(state.piece(piece_id), state)
    return allowance_of(mover, state, rules).value - mps_spent(mover.id, state)


def is_enemy_occupied(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether an enemy unit is in a hex; points that are no units do not count."""
    return any(unit_class(piece.unit, rules.types) != "marker" for piece in state.enemies_at(ref, side))


def gather_move(
    piece: Piece, state: GameState, rules: Ruleset, steps: tuple[MoveStep, ...] = (), one_hex: bool | None = None
) -> MoveFacts:
    """What the board says about a piece that is to move; one that is carried moves as the counter that carries it."""
    mover = carrier_of(piece, state)
    situation = circumstances_of(mover, state, rules)
    spent, moved_by = mps_spent(mover.id, state), state.recall(MOVED_BY, mover.id) or ""
    return MoveFacts(
        mover.unit,
        phase=state.moment.phase,
        is_phasing=piece.side == state.phasing,
        allowance=_allowance_in(situation, mover, state, rules).value,
        spent=spent,
        moved_by=moved_by,
        steps=steps,
        one_hex=one_hex,
        other_mp_use=WORK if spent and not moved_by else "",
        stays=state.stays(piece.id) or state.stays(piece.side),
        used_strategic_rail=state.recall(STRATEGIC_RAIL, piece.id) is True,
        situation=situation,
    )


def gather_step(
    piece: Piece,
    origin: Hex,
    to: Hex,
    state: GameState,
    rules: Ruleset,
    besides: Iterable[str] = (),
    *,
    admin: bool = False,
) -> MoveStep:
    """What the board says about a piece that goes from a hex to the next, by road where that is cheaper.

    besides: enemy pieces whose ZOCs are left out, for those that are overrun. admin: by administrative movement.
    """
    mover = carrier_of(piece, state)
    entry = evolve(gather_entry(mover.unit, origin, to, state, rules, side=piece.side), admin=admin)
    by_road = road_is_open(origin, to, state, rules) and bridge_serves(origin, to, piece.side, state, rules).allowed
    ways = [entry, evolve(entry, by_road=True)] if by_road else [entry]
    ground = rule_on_entry(to, piece, state, rules)
    if admin:
        ground &= rule_on_admin(_gather_admin(piece, origin, to, state, rules), rules)
    rulings = [_rule_on_way(way, rules) & ground for way in ways]
    open_ways = [way for way, ruling in zip(ways, rulings, strict=True) if ruling.allowed]
    costs = [reckon_entry_cost(way, rules) for way in open_ways]
    cost = min(costs, key=lambda reckoned: reckoned.value, default=Reckoning.of(ZERO, "no way in"))
    leaving = gather_exit(mover, origin, to, state, rules, besides)
    zoc = reckon_zoc_exit(leaving, rules)
    return MoveStep(
        to,
        cost.value,
        zoc.value,
        is_enemy_occupied(to, piece.side, state, rules),
        Ruling.allow() if open_ways else rulings[-1],
        ((to, cost), ("ZOC", zoc)) if zoc.value else ((to, cost),),
        _share_of_hexside(open_ways, costs, rules),
    )


def _share_of_hexside(ways: Sequence[HexEntry], costs: Sequence[Reckoning], rules: Ruleset) -> Fraction:
    """MPs for the hexside on the cheapest way, where a reading asks for them."""
    if not ways or not rules.reads("6-one-hex-costs", "terrain-only"):
        return ZERO
    cheapest = min(range(len(ways)), key=lambda n: costs[n].value)
    return reckon_hexside_share(ways[cheapest], rules)


def _rule_on_way(way: HexEntry, rules: Ruleset) -> Ruling:
    """Whether a way into a hex is open by terrain and by contributed rules."""
    ruling = rule_on_terrain(way, rules) & rules.forbid("enter hex", way)
    return ruling & rule_on_admin_ground(way, rules) if way.admin else ruling


def _gather_admin(piece: Piece, origin: Hex, to: Hex, state: GameState, rules: Ruleset) -> AdminFacts:
    """What the board says about a step by administrative movement, beside the ground itself."""
    is_enemy_owned = are_enemies(piece.side, hex_owner(to, state, rules))
    step = AdminStep(HexEntry((), by_road=True), is_beside_enemy(to, piece.side, state, rules), is_enemy_owned)
    beside = is_beside_enemy(origin, piece.side, state, rules) or state.recall(BESIDE_ENEMY, piece.id) is True
    return AdminFacts(piece.unit, state.moment.phase, starts_beside_enemy=beside, steps=(step,))


def is_beside_enemy(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether an enemy unit of a side is in a hex adjacent to a hex."""
    enemies = zoc_map(state, rules).closed_to(side)
    return any(j in enemies for j in rules.board.neighbors[rules.board.index[ref]])


def gather_exit(
    piece: Piece, origin: Hex, to: Hex, state: GameState, rules: Ruleset, besides: Iterable[str] = ()
) -> ZocExit:
    """What the board says about a piece that leaves a hex for the next."""
    ignored = tuple(besides)
    zoc = enemy_zoc_kind(origin, piece.side, state, rules, ignored)
    into = enemy_zoc_kind(to, piece.side, state, rules, ignored) != NONE if zoc != NONE else False
    return ZocExit(piece.unit, zoc, into)


def _gather_order(piece: Piece, order: Move, state: GameState, rules: Ruleset) -> MoveFacts:
    admin = order.mode == ADMIN
    pairs = pairwise((piece.place, *order.path))
    steps = tuple(gather_step(piece, origin, to, state, rules, admin=admin) for origin, to in pairs)
    return evolve(gather_move(piece, state, rules, steps, order.mode == ONE_HEX), is_admin=admin)


@rule("FoF 6", "SF 6")
def rule_on_move(order: Move, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order: every rule against it, for every unit."""
    ruling = rule_on_group(order.units, player, state, rules)
    if ruling.allowed:
        ruling &= _rule_on_form(order, state, rules)
    if not ruling.allowed:
        return ruling
    pieces = [state.piece(piece_id) for piece_id in with_load(order.units, state)]
    return Ruling.all(rule_on_movement(_gather_order(piece, order, state, rules), rules) for piece in pieces)


def rule_on_group(units: Sequence[str], player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether these are pieces of the player's, each named once, in one hex of the board, and free of any counter.

    Raises UnknownName for an id that no piece has.
    """
    by = rules.cite("6")
    pieces = [state.piece(piece_id) for piece_id in units]
    places = {piece.place for piece in pieces}
    foreign = [piece.id for piece in pieces if piece.side != player]
    return Ruling.all(
        (
            Ruling.refuse_if(not pieces, "no unit is named", by),
            Ruling.refuse_if(len(set(units)) != len(units), "a unit is named twice", by),
            Ruling.refuse_if(bool(foreign), f"{', '.join(foreign)} is not the {player} player's", by),
            Ruling.refuse_if(
                len(places) > 1, f"the units are not in one hex: {', '.join(sorted(places))}", by,
                possible="move each stack by an order of its own",
            ),
            Ruling.refuse_if(any(place not in rules.board.index for place in places), "a unit is not on the map", by),
            rule_on_going_together(units, state, rules),
        )
    )


def _rule_on_form(order: Move, state: GameState, rules: Ruleset) -> Ruling:
    by = rules.cite("6")
    if order.mode not in MODES:
        return Ruling.refuse(f"there is no mode of movement '{order.mode}'", by, possible=" or ".join(MODES))
    strange = [ref for ref in order.path if ref not in rules.board.index]
    if strange or not order.path:
        why = f"{', '.join(strange)} is not on the map" if strange else "the order names no hex to enter"
        return Ruling.refuse(why, by)
    way = (state.piece(order.units[0]).place, *order.path)
    gaps = [(a, b) for a, b in pairwise(way) if a == b or not rules.board.is_adjacent(a, b)]
    return Ruling.all(Ruling.refuse(f"{a} and {b} do not adjoin", by) for a, b in gaps)


@rule("FoF 6", "SF 6", "FoF 3D", "SF 3D")
def carry_out_move(order: Move, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Move the units hex by hex; each pays its MPs and takes the hexes it enters. Raises IllegalOrder.

    Where a rule lets others react (sources of the slot "movement openings", each with a side as its value), they may do
    so after each hex; units that are gone or elsewhere afterwards move no further.
    """
    rule_on_move(order, player, state, rules).require(f"move of {', '.join(order.units)}")
    before, origin, number = state, state.piece(order.units[0]).place, 0
    going = list(with_load(order.units, state))
    for number, ref in enumerate(order.path):
        entered = enter_hex(state, going, ref, order.mode, rules)
        state = yield from openings_in(ref, entered, rules)
        if state is entered:
            continue
        going = [piece_id for piece_id in going if piece_id in state.pieces and state.piece(piece_id).place == ref]
        if not going or not _may_go_on(Move(tuple(going), order.path[number + 1 :], order.mode), state, rules):
            break
    here = state.piece(going[0]).place if going else origin
    walked = evolve(order, path=order.path[: number + 1])
    facts = {u: _gather_order(before.piece(u), walked, before, rules) for u in order.units}
    costs = tuple((f"{unit}, MPs", reckon_spent(needs, rules)) for unit, needs in facts.items())
    mps = max(cost.value for _, cost in costs)
    text = f"{', '.join(order.units)}: {origin} to {here} for {show(mps)} MP{'s' if mps != ONE else ''}"
    return (yield from record(Event(text, (rules.cite("6"),), state, "moved", costs)))


def _may_go_on(rest: Move, state: GameState, rules: Ruleset) -> bool:
    """Whether what others did after the last hex leaves the rest of the way open."""
    return bool(rest.path) and rule_on_move(rest, state.piece(rest.units[0]).side, state, rules).allowed


def openings_in(ref: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Let those react who may, after units have entered a hex."""
    sources = rules.sources("movement openings", state)
    if not sources:
        return state
    players = tuple(dict.fromkeys(Side(str(source.value)) for source in sources))
    by = tuple(dict.fromkeys(c for source in sources for c in source.by))
    return (yield from opening(f"hex entered: {ref}", players, by, state))


def enter_hex(state: GameState, units: Sequence[str], ref: Hex, mode: str, rules: Ruleset) -> GameState:
    """The state after pieces have gone to the next hex, paid for it, and taken what is theirs there."""
    pieces = [state.piece(piece_id) for piece_id in units]
    origin = pieces[0].place
    costs = {p.id: reckon_spent(_gather_order(p, Move((p.id,), (ref,), mode), state, rules), rules) for p in pieces}
    for piece_id, cost in costs.items():
        state = spend(state, piece_id, cost.value, mode)
        state = state.noting(LOST_ZOC, piece_id, LOST) if mode == ADMIN else state
    state = gain_by_entry(state, pieces, ref, rules)
    return change_by_leaving(state, origin, rules)


def spend(state: GameState, piece_id: str, mps: Fraction, mode: str) -> GameState:
    """The state after a piece has spent MPs in this way; one that leaves a train has ended its ride."""
    if mode != RAIL and state.recall(RAIL_RIDDEN, piece_id) is not None:
        state = state.forgetting(RAIL_RIDDEN, piece_id)
    return state.noting(MPS_SPENT, piece_id, mps_spent(piece_id, state) + mps).noting(MOVED_BY, piece_id, mode)


# --- where a unit can go ---------------------------------------------------------------------------------------------


_FAR = 1 << 30
_Edges = tuple[tuple[int, tuple[int, ...]], ...]


@frozen(eq=False)
class _Terms:
    """What a search needs for one kind of mover of a side in a position.

    Attributes:
        ways: the board for a mover of its kind.
        zoc: enemy ZOCs by hex.
        exits: for each kind of ZOC the ticks to leave it, for a hex outside and inside a ZOC.
        closed: the hexes that enemies occupy, and those closed to the side.
        barred: for each hex those beyond bridges that do not serve the side, with the ticks to go there off the road.
        far: for each hex a number of ticks beyond every budget.
        known: for each hex its edges (ticks, and the hexes entered for them; the cheapest first) once asked for.
    """

    ways: Ways
    zoc: bytearray
    exits: tuple[tuple[int, int], ...]
    closed: frozenset[int]
    barred: Mapping[int, Mapping[int, int]]
    far: list[int]
    known: list[_Edges | None]

    def edges(self, i: int) -> _Edges:
        """The moves out of a hex."""
        edges = self.known[i]
        if edges is None:
            edges = self.known[i] = self._worked_out(i)
        return edges

    def _worked_out(self, i: int) -> _Edges:
        plain, into = self.exits[self.zoc[i]]
        found: dict[int, list[int]] = {}
        for j, cost in self.ways.moves[i] if i not in self.barred else self._without_bridges(i):
            if j not in self.closed:
                found.setdefault(cost + (into if self.zoc[j] else plain), []).append(j)
        return tuple((cost, tuple(found[cost])) for cost in sorted(found))

    def _without_bridges(self, i: int) -> Iterable[tuple[int, int]]:
        """The moves out of a hex from which bridges lead that do not serve the side."""
        for j, cost in self.ways.moves[i]:
            there = self.barred[i].get(j, cost)
            if there != BLOCKED:
                yield j, there

    def hexes_beside(self, i: int) -> tuple[int, ...]:
        """The hexes that a move out of a hex may lead to."""
        return tuple(j for _, entered in self.edges(i) for j in entered)


def _terms(piece: Piece, state: GameState, rules: Ruleset) -> _Terms:
    """The terms of a search, worked out once for each kind of mover in a position."""
    zones = zoc_map(state, rules)
    ground = closed_hexes(piece.side, state, rules, piece)
    conditions = _conditions(piece.side, state, rules)
    own = ("movement", f"{piece.id} {hash(ground)} {conditions.mark}")
    of_piece = zones.notes.get(own)
    if isinstance(of_piece, _Terms):
        return of_piece
    columns, mover = columns_of(piece.unit, rules), mover_of(piece.unit, rules)
    kind = ("movement of", "/".join((piece.side, mover, *columns, str(hash(ground)), conditions.mark)))
    terms = zones.notes.get(kind)
    if not isinstance(terms, _Terms):
        ways = ways_of(columns, state, rules)
        zoc, size = zones.against(piece.side), len(rules.board.hexes)
        closed = zones.closed_to(piece.side) | {rules.board.index[ref] for ref in ground}
        barred = _off_the_road(conditions.barred, ways, rules)
        exits = _exits(piece.unit, ways.ticks, rules)
        terms = _Terms(ways, zoc, exits, closed, barred, [_FAR] * size, [None] * size)
    zones.notes[kind] = zones.notes[own] = terms
    return terms


@frozen(eq=False)
class _Conditions:
    """What a state has beside its pieces that the costs of a side's moves depend on: a mark of it, and its bridges."""

    mark: str
    barred: Pairs


def _conditions(side: Side, state: GameState, rules: Ruleset) -> _Conditions:
    """The conditions of a state, worked out once for it."""
    notes, key = notes_of(state, rules), ("movement conditions", side)
    known = notes.get(key)
    if isinstance(known, _Conditions):
        return known
    barred = barred_bridges(side, state, rules)
    mark = f"{hash(conditions_of(state))} {hash(frozenset(barred.items()))}"
    notes[key] = found = _Conditions(mark, barred)
    return found


def _off_the_road(barred: Pairs, ways: Ways, rules: Ruleset) -> Mapping[int, Mapping[int, int]]:
    around = rules.board.neighbors
    return {i: {j: ways.overland[6 * i + around[i].index(j)] for j in places} for i, places in barred.items()}


def _exits(unit: Unit, ticks: int, rules: Ruleset) -> tuple[tuple[int, int], ...]:
    known = {NONE, *rules.charts.zoc_costs.kinds}

    def cost(kind: str, into: bool) -> int:
        return int(reckon_zoc_exit(ZocExit(unit, kind, into), rules).value * ticks) if kind in known else 0

    return tuple((cost(kind, False), cost(kind, True)) for kind in KINDS)


def _is_special(rules: Ruleset) -> bool:
    """Whether contributed rules make costs that the compiled board does not know."""
    changed = rules.has_modifiers("movement cost") or rules.has_modifiers("zoc exit cost")
    return changed or rules.has_prohibitions("enter hex")


def _bucket_search(start: int, budget: int, terms: _Terms, hexes: Sequence[Hex]) -> dict[Hex, Fraction]:
    """MPs to every hex in reach, nearest first: one bucket for each number of ticks."""
    known, edges, per_mp = terms.known, terms.edges, terms.ways.ticks
    least = terms.far.copy()
    least[start] = 0
    found: dict[Hex, Fraction] = {}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for ticks, bucket in enumerate(buckets):
        mps, left = _in_mps(ticks, per_mp), budget - ticks
        for i in bucket:
            if least[i] != ticks:
                continue
            found[hexes[i]] = mps
            for cost, entered in known[i] or edges(i):
                if cost > left:
                    break
                there = ticks + cost
                bucket_there = buckets[there]
                for j in entered:
                    if there < least[j]:
                        least[j] = there
                        bucket_there.append(j)
    return found


def _exact_search(piece: Piece, budget: Fraction, state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """As the bucket search, with every cost asked of the rules: for costs that depend on more than the board."""
    best = {piece.place: ZERO}
    queue = [(ZERO, piece.place)]
    while queue:
        spent, here = heappop(queue)
        if spent > best[here]:
            continue
        for to in rules.board.neighbors_of(here):
            cost = _open_cost(piece, here, to, state, rules)
            there = spent + (cost or ZERO)
            if cost is not None and there <= budget and there < best.get(to, there + 1):
                best[to] = there
                heappush(queue, (there, to))
    return best


def _open_cost(piece: Piece, origin: Hex, to: Hex, state: GameState, rules: Ruleset) -> Fraction | None:
    """MPs from a hex to the next, or None where it is closed to the piece."""
    step = gather_step(piece, origin, to, state, rules)
    is_open = step.ruling.allowed and not step.is_enemy_occupied
    return Fraction(step.cost) + Fraction(step.zoc_cost) if is_open else None


@cache
def _in_mps(ticks: int, per_mp: int) -> Fraction:
    return Fraction(ticks, per_mp)


@frozen(eq=False)
class _Standing:
    """Whether a piece may move regularly in a state, and with how many MPs."""

    may_move: bool
    mps: Fraction


def _standing(piece: Piece, state: GameState, rules: Ruleset) -> _Standing:
    """The standing of a piece, worked out once for a state."""
    notes, key = notes_of(state, rules), ("standing", piece.id)
    known = notes.get(key)
    if isinstance(known, _Standing):
        return known
    facts = gather_move(piece, state, rules, one_hex=False)
    on_map = piece.place in rules.board.index
    standing = _Standing(on_map and rule_on_movement(facts, rules).allowed, facts.left)
    notes[key] = standing
    return standing


def _reach(piece: Piece, state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """MPs to every hex that a piece can reach by regular movement, its own among them; {} if it may not move."""
    standing = _standing(piece, state, rules)
    if not standing.may_move:
        return {}
    if _is_special(rules):
        return _exact_search(piece, standing.mps, state, rules)
    terms = _terms(piece, state, rules)
    budget = int(standing.mps * terms.ways.ticks)
    return _bucket_search(rules.board.index[piece.place], budget, terms, rules.board.hexes)


def _one_hex_moves(piece: Piece, reached: Mapping[Hex, Fraction], state: GameState, rules: Ruleset) -> list[Hex]:
    """Adjacent hexes that a piece can enter for all its MPs, and not for less."""
    hexes = rules.board.hexes
    around = [hexes[j] for j in _terms(piece, state, rules).hexes_beside(rules.board.index[piece.place])]
    orders = ((to, Move((piece.id,), (to,), ONE_HEX)) for to in around if to not in reached)
    return [to for to, order in orders if rule_on_move(order, piece.side, state, rules).allowed]


Moves = tuple[tuple[int, Number], ...]
"""Hexes that may be entered next, by their places on the board, and the ticks."""


def in_ticks(mps: Fraction, per_mp: Number) -> Number:
    """MPs in ticks: a whole number where they are one.

    >>> in_ticks(Fraction(3, 2), 4)
    6
    """
    ticks = mps * per_mp
    return ticks.numerator if ticks.denominator == 1 else ticks


@frozen(eq=False)
class OpenMoves:
    """The moves open to a kind of piece from any hex, whatever MPs it has left; worked out as they are asked for.

    Attributes:
        ticks: how many ticks make one MP.
        watched: the hexes, by their places, that are beside enemy units.
    """

    ticks: int
    watched: frozenset[int]
    _piece: Piece
    _state: GameState
    _rules: Ruleset
    _regular: dict[int, Moves] = field(factory=dict)
    _admin: dict[int, Moves] = field(factory=dict)
    _closed: dict[int, bool] = field(factory=dict)

    def regular(self, i: int) -> Moves:
        """The hexes that regular movement may enter next, by their places, with the ticks."""
        if i not in self._regular:
            self._regular[i] = tuple(_regular_moves(self, self._piece, i, self._state, self._rules))
        return self._regular[i]

    def admin(self, i: int) -> Moves:
        """The hexes that administrative movement may enter next, by their places, with the ticks."""
        if i in self.watched:
            return ()
        if i not in self._admin:
            self._admin[i] = tuple(_admin_moves(self, self._piece, i, self._state, self._rules))
        return self._admin[i]

    def is_closed_to_admin(self, j: int) -> bool:
        """Whether a hex is beside an enemy unit, or the enemy's."""
        if j not in self._closed:
            owner = hex_owner(self._rules.board.hexes[j], self._state, self._rules)
            self._closed[j] = j in self.watched or are_enemies(self._piece.side, owner)
        return self._closed[j]


def open_moves(piece: Piece, state: GameState, rules: Ruleset) -> OpenMoves:
    """The moves open to a piece, worked out once in a state for all pieces of its kind."""
    special = _is_special(rules)
    who = piece.id if special else "/".join((piece.side, mover_of(piece.unit, rules), *columns_of(piece.unit, rules)))
    notes, key = notes_of(state, rules), ("open moves", who)
    known = notes.get(key)
    if isinstance(known, OpenMoves):
        return known
    enemies, around = zoc_map(state, rules).closed_to(piece.side), rules.board.neighbors
    watched = frozenset(j for i in enemies for j in around[i] if j >= 0)
    factor = Fraction(rules.charts.terrain_effects.admin_factor.value)
    notes[key] = found = OpenMoves(ticks_per_mp(rules) * factor.denominator, watched, piece, state, rules)
    return found


def _regular_moves(
    moves: OpenMoves, piece: Piece, i: int, state: GameState, rules: Ruleset
) -> Iterable[tuple[int, Number]]:
    if _is_special(rules):
        return _special_moves(moves, piece, i, state, rules, admin=False)
    terms = _terms(piece, state, rules)
    times = moves.ticks // terms.ways.ticks
    return ((j, ticks * times) for ticks, entered in terms.edges(i) for j in entered)


def _special_moves(
    moves: OpenMoves, piece: Piece, i: int, state: GameState, rules: Ruleset, *, admin: bool
) -> Iterable[tuple[int, Number]]:
    """The moves from a hex, with every cost asked of the rules."""
    hexes = rules.board.hexes
    for j in (j for j in rules.board.neighbors[i] if j >= 0):
        step = gather_step(piece, hexes[i], hexes[j], state, rules, admin=admin)
        if step.ruling.allowed and not step.is_enemy_occupied:
            yield j, in_ticks(Fraction(step.cost) + Fraction(step.zoc_cost), moves.ticks)


@rule("FoF 6B", "SF 6B")
def _admin_moves(
    moves: OpenMoves, piece: Piece, i: int, state: GameState, rules: Ruleset
) -> Iterable[tuple[int, Number]]:
    if _is_special(rules):
        yield from _special_moves(moves, piece, i, state, rules, admin=True)
        return
    factor = Fraction(rules.charts.terrain_effects.admin_factor.value)
    for j, ticks in moves.regular(i):
        if not moves.is_closed_to_admin(j) and _is_admin_ground(piece, i, j, state, rules):
            yield j, in_ticks(factor, Fraction(ticks))


def _is_admin_ground(piece: Piece, i: int, j: int, state: GameState, rules: Ruleset) -> bool:
    """Whether administrative movement leads to a hex: over ground that does not bar it, or along a road."""
    board, chart = rules.board, rules.charts.terrain_effects
    origin, to = board.hexes[i], board.hexes[j]
    names = (terrain_at(to, state, rules), *overlays_at(to, state, rules))
    sides = board.sides[i][board.neighbors[i].index(j)]
    into, across = chart.admin_off_road_not_into, chart.admin_off_road_not_across
    if into.isdisjoint(names) and (not sides or across.isdisjoint(sides)):
        return True
    return road_is_open(origin, to, state, rules) and bridge_serves(origin, to, piece.side, state, rules).allowed


@rule("FoF 6", "SF 6", "FoF 6A", "SF 6A", "FoF 7B1", "SF 7B")
def destinations(piece_id: str, state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """Every hex that a piece can enter by a legal move of its own, and the fewest MPs it takes.

    A hex that only the one-hex move reaches takes all MPs. Overruns are orders of their own and not among them.
    Those of a carried piece are its counter's. Raises UnknownName for an id that no piece has.
    """
    piece = carrier_of(state.piece(piece_id), state)
    found = _reach(piece, state, rules)
    if found:
        beyond = _one_hex_moves(piece, found, state, rules)
        del found[piece.place]
        found.update(dict.fromkeys(beyond, _standing(piece, state, rules).mps))
    return found


@rule("FoF 6", "SF 6")
def cheapest_path(piece_id: str, to: Hex, state: GameState, rules: Ruleset) -> Route:
    """The way to a hex that takes the fewest MPs. Raises UnknownName if the piece cannot get there.

    The order it gives is legal, and costs what `destinations` says; a counter is ordered, and takes its load along.
    """
    piece = carrier_of(state.piece(piece_id), state)
    rules.board.at(to)
    reached = _reach(piece, state, rules)
    if to in reached and to != piece.place:
        return Route(_way_back(piece, to, reached, state, rules), reached[to])
    if reached and to in _one_hex_moves(piece, reached, state, rules):
        return Route((to,), _standing(piece, state, rules).mps, ONE_HEX)
    raise UnknownName(f"{piece_id} cannot get from {piece.place} to {to} in this phase")


def _way_back(
    piece: Piece, goal: Hex, reached: Mapping[Hex, Fraction], state: GameState, rules: Ruleset
) -> tuple[Hex, ...]:
    """The hexes from a piece to a hex in reach, found from its end: each was entered from one that accounts for it."""
    path = [goal]
    while path[-1] != piece.place:
        here = path[-1]
        before = (ref for ref in rules.board.neighbors_of(here) if ref in reached and ref not in path)
        path.append(
            next(ref for ref in before if _open_cost(piece, ref, here, state, rules) == reached[here] - reached[ref])
        )
    return tuple(reversed(path[:-1]))


def movement_graph(piece_id: str, state: GameState, rules: Ruleset) -> nx.DiGraph[Hex]:
    """The moves that are open to a piece, as a networkx graph for one's own algorithms.

    Nodes are hexes; an edge leads to each adjacent hex that the piece could enter, with `mps` (a fraction) and, where
    all costs are whole ticks, `ticks`; the graph's attribute `ticks` says how many make an MP. MPs left are not looked
    at: use them as a cutoff. The one-hex move is not in it.
    """
    import networkx as nx

    piece, board = carrier_of(state.piece(piece_id), state), rules.board
    graph: nx.DiGraph[Hex] = nx.DiGraph()
    graph.add_nodes_from(board.hexes)
    terms = _terms(piece, state, rules)
    graph.graph["ticks"] = terms.ways.ticks
    if _is_special(rules):
        graph.add_edges_from(_special_edges(piece, state, rules))
        return graph
    for i in range(len(board.hexes)):
        for ticks, entered in terms.edges(i):
            mps = _in_mps(ticks, terms.ways.ticks)
            graph.add_edges_from((board.hexes[i], board.hexes[j], {"ticks": ticks, "mps": mps}) for j in entered)
    return graph


def _special_edges(piece: Piece, state: GameState, rules: Ruleset) -> Iterable[tuple[Hex, Hex, dict[str, Fraction]]]:
    pairs = ((origin, to) for origin in rules.board.hexes for to in rules.board.neighbors_of(origin))
    for origin, to in pairs:
        cost = _open_cost(piece, origin, to, state, rules)
        if cost is not None:
            yield origin, to, {"mps": cost}
