"""Bombing in an air operation (rule 20G): the roll of each attack, and what its hits do on the board.

Needs the air units that make an attack and what it is aimed at; gives the state after it. Hits on naval units are
counted here and handed on to the rooms that know them, by sources of the slot "naval units bombed".
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import cast

from attrs import evolve, frozen

from europa_rules.air.airbases import reckon_capacity_at
from europa_rules.air.bombing import (
    BRIDGE_FALLS_AT,
    HIT,
    TABLE,
    BombingAttack,
    YardBombing,
    bombing_column,
    damage_coast_defenses,
    damage_yard,
    look_up_bombing,
    naval_attacks,
    reckon_bombing_modifier,
    reckon_strength_of_attack,
)
from europa_rules.air.facts import (
    BOMBED_CAPACITY,
    COAST_DEFENSE_HITS,
    FLYING,
    YARD_HITS,
)
from europa_rules.air.flight_orders import flight_of, operation_at
from europa_rules.air.flights import Flight, reckon_bombing_strength
from europa_rules.air.mission_results import RESULTS, MissionResults, Strike
from europa_rules.citations import Citations, rule
from europa_rules.contributions import ALWAYS, Gate, Source, StepContribution
from europa_rules.ground.bridges import is_bridge, owner_of_bridge
from europa_rules.ground.construction_sites import break_line, hit_airbase, hit_port
from europa_rules.ground.facts import BRIDGE_DOWN, BRIDGE_HITS, between, on_net
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.rail_capacity import LOST_THIS_TURN, gather_yard, net_at
from europa_rules.ground.rail_nets import reckon_yard_capacity
from europa_rules.ground.terrain import is_bridge_down
from europa_rules.ground.works import is_rail_broken
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, counted, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, distinct_rolls, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import ABORTED, AirPiece, GameState

NAVAL_TARGETS = "naval units bombed"
"""Slot of sources: a `NavalTarget` each."""

# --- the roll --------------------------------------------------------------------------------------------------------


def _flights(strike: Strike, state: GameState, rules: Ruleset) -> tuple[Flight, ...]:
    found = []
    for unit in strike.units:
        flying = strike.flying(unit, state)
        operation = operation_at(flying.operation, state)
        found.append(flight_of(state.air_piece(unit), flying, operation, state, rules))
    return tuple(found)


@rule("FoF 20G", "SF 20G")
def roll_for_attack(
    attack: BombingAttack, strike: Strike, state: GameState, rules: Ruleset
) -> Procedure[tuple[GameState, bool]]:
    """The roll of a bombing attack on the table, and whether it hits; a strength below 1 misses without one."""
    by = (rules.cite("20G"), rules.cite(rules.charts.air_missions[strike.mission].rule))
    strength, modifier = reckon_strength_of_attack(attack, rules), reckon_bombing_modifier(attack, rules)
    column = bombing_column(strength.value, rules).name
    who = ", ".join(flight.name for flight in attack.flights)
    what = f"{who} {'bombs' if len(attack.flights) == 1 else 'bomb'} {strike.target}"
    what += f" ({strike.mission.replace('_', ' ')}{f' {strike.aim}' if strike.aim else ''})"
    ledgers = (("strength", strength), ("modifier", modifier))
    if column is None:
        text = f"{what} with {show(strength.value)}: a miss without a roll"
        facts: tuple[tuple[str, str], ...] = (("result", "M"),)
        return (yield from record(Event(text, by, state, "bombed", ledgers, facts))), False
    dice, added = rules.charts.matrix(TABLE).dice, int(modifier.value)
    turning = distinct_rolls(dice, lambda face: look_up_bombing(column, face + added, rules).value)
    roll = yield from throw(dice, what, by, state, turning)
    modified = roll + added
    cell = look_up_bombing(column, modified, rules)
    is_hit = cell.value == HIT
    text = f"{what} with {show(strength.value)}: column {column}, roll {roll}"
    text += f"{f' modified to {modified}' if modified != roll else ''}, {'a hit' if is_hit else 'a miss'}"
    die = Reckoning.of(roll, "die").plus(modifier.value, "modifier", *by[:1]).noting(caveat=cell.caveat)
    event = Event(text, by, state, "bombed", (*ledgers, ("die", die)), (("result", cell.value), ("column", column)))
    return (yield from record(event)), is_hit


Hit = Callable[[Strike, GameState, Ruleset], Procedure[GameState]]


def by_table(hit: Hit) -> Callable[[Strike, GameState, Ruleset], Procedure[GameState]]:
    """A mission whose attacks are rolled for on the table; `hit` is what a hit does."""

    def bomb(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
        attack = BombingAttack(_flights(strike, state, rules))
        state, is_hit = yield from roll_for_attack(attack, strike, state, rules)
        return (yield from hit(strike, state, rules)) if is_hit else state

    return bomb


def by_mission(strike: Strike, rules: Ruleset) -> Citations:
    """The rule on the mission that air units fly."""
    return (rules.cite(rules.charts.air_missions[strike.mission].rule),)


# --- yards and lines -------------------------------------------------------------------------------------------------


def gather_yard_bombing(ref: Hex, hits: int, state: GameState, rules: Ruleset) -> YardBombing:
    """A yard of the board that is hit."""
    yard = gather_yard(ref, rules)
    own = reckon_yard_capacity(yard, rules).value
    return YardBombing(hits, yard, own or None, state.recall(YARD_HITS, ref) or 0, is_rail_broken(ref, state))


@rule("FoF 20G1a", "SF 20G1a")
def hit_yard(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A hit on a yard: its net loses capacity in the enemy's next player turn, and the line is broken."""
    ref, owner = strike.target, hex_owner(strike.target, state, rules)
    damage = damage_yard(gather_yard_bombing(ref, 1, state, rules), rules)
    state = break_line(ref, state)
    net = net_at(ref, owner, state, rules)
    subject = on_net(net, owner)
    lost = (state.recall(BOMBED_CAPACITY, subject) or ZERO) + damage.loss.value
    state = state.noting(YARD_HITS, ref, (state.recall(YARD_HITS, ref) or 0) + int(damage.counted.value))
    state = state.noting(BOMBED_CAPACITY, subject, lost) if lost and net else state
    text = f"the yard in {ref} is hit: {counted(damage.loss.value, 'RE')} of the {net or 'rail'} net lost, line broken"
    ledgers = (("loss", damage.loss),)
    return (yield from record(Event(text, by_mission(strike, rules), state, "yard hit", ledgers)))


@rule("FoF 20G1a", "SF 20G1a")
def capacity_bombed(net: str, side: Side, state: GameState, rules: Ruleset) -> Reckoning:
    """REs of a net that bombing costs a side in this turn: its own player turn after the bombing."""
    lost = state.recall(BOMBED_CAPACITY, on_net(net, side)) if side == state.phasing else None
    return Reckoning.of(lost or ZERO, "bombed yards", rules.cite("20G1a"))


@rule("FoF 20G1a", "SF 20G1a")
def restore_capacity(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """At the end of a player turn the phasing player has back the capacity that bombing has cost him."""
    yield from ()
    tail = on_net("", state.phasing)
    own = [subject for subject in state.all_facts(BOMBED_CAPACITY) if subject.endswith(tail)]
    return state.forgetting(BOMBED_CAPACITY, *own) if own else state


@rule("FoF 20G2", "SF 20G2e")
def hit_rail_line(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A hit breaks the rail line in the hex; further hits are ignored."""
    broken = is_rail_broken(strike.target, state)
    text = f"the rail line in {strike.target} is {'broken already' if broken else 'broken'}"
    return (
        yield from record(Event(text, by_mission(strike, rules), break_line(strike.target, state), "rail line hit"))
    )


# --- ports, airbases, cities -----------------------------------------------------------------------------------------


@rule("FoF 20G1b", "SF 20G1b", "SF 20G2f")
def hit_harbor(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A hit damages the port."""
    text = f"the port in {strike.target} is hit"
    state = hit_port(strike.target, 1, state, rules)
    return (yield from record(Event(text, by_mission(strike, rules), state, "port hit")))


def on_ground(ref: Hex, side: Side, state: GameState) -> tuple[AirPiece, ...]:
    """The enemy air units of a side that are on the ground at an airbase."""
    there = (piece for piece in state.air_at(ref) if state.recall(FLYING, piece.id) is None)
    return tuple(piece for piece in there if are_enemies(piece.side, side) and not piece.unit.rating.towed)


@rule("FoF 20G2a", "SF 20G2a")
def hit_air_base(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A hit takes 1 off the capacity of the airbase, and aborts an air unit there that the bombing player picks."""
    by, ref = by_mission(strike, rules), strike.target
    before = reckon_capacity_at(ref, state, rules).value
    state = hit_airbase(ref, 1, state, rules)
    there = tuple(piece.id for piece in on_ground(ref, strike.side, state))
    left = reckon_capacity_at(ref, state, rules).value
    text = f"the airbase in {ref} is hit: its capacity was {show(before)} and is {show(left)}"
    text += "" if there else "; no air unit is on the ground there"
    if there:
        question = f"Which air unit on the ground in {ref} is aborted?"
        each: tuple[Answer, ...] = tuple((unit,) for unit in there)
        picked = there
        if len(there) > 1:
            picked = yield from choose(Decision(strike.side, question, there, by, state, each, _one(by)))
        state = state.with_air(evolve(state.air_piece(picked[0]), status=ABORTED))
        text += f"; {picked[0]} is aborted"
    return (yield from record(Event(text, by, state, "airbase hit")))


def _one(by: Citations) -> Callable[[Answer], Ruling]:
    def check(answer: Answer) -> Ruling:
        return Ruling.refuse_if(
            len(answer) != 1, "each hit aborts one air unit", *by, possible="choose as many as there are hits"
        )

    return check


# --- bridges and coast defenses --------------------------------------------------------------------------------------


def bridges_at(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """The bridges beside a hex that a side may bomb: standing, and the enemy's or nobody's."""
    near = (other for other in rules.board.neighbors_of(ref) if is_bridge(ref, other, rules))
    standing = (other for other in near if not is_bridge_down(ref, other, state))
    return tuple(between(ref, other) for other in standing if owner_of_bridge(ref, other, state, rules) != side)


@rule("FoF 7C2", "SF 44A1")
def hit_bridge(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A hit on a bridge; it falls with the third."""
    hits = (state.recall(BRIDGE_HITS, strike.aim) or 0) + 1
    text = f"the bridge {strike.aim} is hit ({hits} of {BRIDGE_FALLS_AT})"
    if hits < BRIDGE_FALLS_AT:
        state = state.noting(BRIDGE_HITS, strike.aim, hits)
        return (yield from record(Event(text, by_mission(strike, rules), state, "bridge hit")))
    state = state.forgetting(BRIDGE_HITS, strike.aim).noting(BRIDGE_DOWN, strike.aim, True)
    return (yield from record(Event(f"{text} and falls", by_mission(strike, rules), state, "bridge bombed down")))


# --- naval units and coast defenses ----------------------------------------------------------------------------------


@frozen
class NavalTarget:
    """Naval units, or coast defenses, that other rooms know of.

    Attributes:
        mission: the mission that bombs them.
        is_there: (hex, side, state, rules) -> whether there are any that a side may bomb.
        take_hits: (strike, hits, state, rules) -> a procedure that applies all hits of an air operation.
    """

    mission: str
    is_there: Callable[[Hex, Side, GameState, Ruleset], bool]
    take_hits: Callable[[Strike, int, GameState, Ruleset], Procedure[GameState]]


def _naval_targets(mission: str, rules: Ruleset) -> tuple[NavalTarget, ...]:
    found = (cast(NavalTarget, source.value) for source in rules.sources(NAVAL_TARGETS))
    return tuple(target for target in found if target.mission == mission)


def known_naval(mission: str) -> Callable[[Hex, Side, GameState, Ruleset], tuple[str, ...]]:
    """The aims of a mission against what other rooms know of: one where there is any, else none."""

    def aims(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> tuple[str, ...]:
        return ("",) if any(t.is_there(ref, side, state, rules) for t in _naval_targets(mission, rules)) else ()

    return aims


@rule("SF 20G2g", "SF 20G2h")
def bomb_naval_units(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Each air unit makes attacks of 1 point, as many as its strength; all are rolled for before any hit is applied."""
    hits = 0
    for flight in _flights(strike, state, rules):
        for _ in range(naval_attacks(reckon_bombing_strength(flight, rules).value)):
            state, is_hit = yield from roll_for_attack(BombingAttack((flight,), 1), strike, state, rules)
            hits += is_hit
    text = f"{counted(Fraction(hits), 'hit')} on naval units in {strike.target}"
    state = yield from record(
        Event(text, by_mission(strike, rules), state, "naval units bombed", (), (("hits", str(hits)),))
    )
    return (yield from _hand_on(strike, hits, state, rules))


def _hand_on(strike: Strike, hits: int, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    for target in _naval_targets(strike.mission, rules) if hits else ():
        state = yield from target.take_hits(strike, hits, state, rules)
    return state


@rule("SF 20G2i")
def hit_coast_defenses(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A bombing hit on coast defenses; every second one is marked."""
    before = state.recall(COAST_DEFENSE_HITS, strike.target) or 0
    state = state.noting(COAST_DEFENSE_HITS, strike.target, before + 1)
    marked = damage_coast_defenses(before + 1, rules)
    more = int(marked.value - damage_coast_defenses(before, rules).value)
    text = f"bombing hit {before + 1} on the coast defenses in {strike.target}"
    text += ", which marks one hit" if more else ""
    ledgers = (("hits marked", marked),)
    state = yield from record(Event(text, by_mission(strike, rules), state, "coast defenses bombed", ledgers))
    return (yield from _hand_on(strike, more, state, rules))


# --- what a game contributes -----------------------------------------------------------------------------------------

TARGETS: dict[str, MissionResults] = {
    "rail_yards": MissionResults(by_table(hit_yard)),
    "strategic_ports": MissionResults(by_table(hit_harbor)),
    "tactical_ports": MissionResults(by_table(hit_harbor)),
    "airbases": MissionResults(by_table(hit_air_base)),
    "rail_lines": MissionResults(by_table(hit_rail_line)),
    "bridges": MissionResults(by_table(hit_bridge), aims=bridges_at),
    "naval_units_in_port": MissionResults(bomb_naval_units, aims=known_naval("naval_units_in_port")),
    "naval_patrol": MissionResults(bomb_naval_units, in_attacks=False),
    "coast_defenses": MissionResults(by_table(hit_coast_defenses), aims=known_naval("coast_defenses")),
}
"""How bombing missions are resolved, by name."""


def result_source(mission: str, by: str, gate: Gate = ALWAYS) -> Source:
    """The results of a mission of the list, cited from a game's book."""
    return Source(mission, RESULTS, by, TARGETS[mission], gate=gate)


def rail_source(book: str) -> Source:
    """That bombed yards cost rail capacity."""
    return Source("bombed yards", LOST_THIS_TURN, f"{book} 20G1a", capacity_bombed)


def steps(book: str) -> tuple[StepContribution, ...]:
    """The step at which rail capacity that bombing has cost is restored."""
    return (
        StepContribution(
            "bombed capacity restored", "player turn", restore_capacity, f"{book} 20G1a", before="end of player turn"
        ),
    )
