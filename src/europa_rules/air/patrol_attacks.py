"""Patrol zones and patrol attacks (SF 19, 20D, 21C): fighters that fall on movement groups on their way.

While the initiating player's air units fly to the target hex, the reacting player may attack them in any hex that the
patrol zone of one of his operative fighters covers, or that a fighter on patrol flies over. Those attacked do not fire
back; those left fly on. A game without patrol zones leaves this step out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from europa_rules.air.air_combat import (
    FireStep,
    Pairing,
    allocate_extra,
    flight_in_the_air,
    jettison,
    left_over,
    share_patrollers,
    split,
)
from europa_rules.air.air_fire import PATROL_ATTACK, Fire, resolve_fire
from europa_rules.air.airbases import gather_base_use, rule_on_base
from europa_rules.air.facts import FLYING, OPERATION, AirOperation
from europa_rules.air.flight_orders import FlightPlan, as_flying, flyers, gather_mission, operation_at, operation_now
from europa_rules.air.flights import Flight, reckon_patrol_zone
from europa_rules.air.interception import PATROL, leave_patrol
from europa_rules.air.missions import rule_on_mission
from europa_rules.air.returning import apply_results, return_to_base
from europa_rules.citations import rule
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.procedure import Decision, Event, Procedure, choose, draw, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import OPERATIVE, GameState

PATROL_STEP = FireStep("", "", "patrol-attack", "patrol-attack", "patrol attack")
STAGING, SCRAMBLING, INTERCEPTING = "staging", "scrambling", "interception"


# --- facts -----------------------------------------------------------------------------------------------------------


@rule("SF 19")
def reckon_zone(flight: Flight, status: str, rules: Ruleset) -> Reckoning | None:
    """The radius of the patrol zone of an air unit at an airbase, in hexes; None for one that has none.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> fighter = Flight(AirRating.parse("8F6 1/9"))
    >>> print(reckon_zone(fighter, "operative", load("sf")), reckon_zone(fighter, "inoperative", load("sf")))
    9 printed movement rating | x1/2 patrol zone (SF 19) | ... | = 4 None
    """
    return reckon_patrol_zone(flight, rules) if status == OPERATIVE else None


@rule("SF 20D", "SF 23A2", "SF 23B")
def rule_on_patrol_attack(activity: str, rules: Ruleset) -> Ruling:
    """Whether air units may be patrol attacked, by what they do: movement groups, also those that stage.

    >>> from europa_rules import load
    >>> print(rule_on_patrol_attack("scrambling", load("sf")))
    refused: a fighter that scrambles cannot be patrol attacked (SF 23A2). Possible: attack a movement group.
    """
    possible = "attack a movement group"
    return Ruling.refuse_if(
        activity == SCRAMBLING,
        "a fighter that scrambles cannot be patrol attacked",
        rules.cite("scrambling"),
        possible=possible,
    ) & Ruling.refuse_if(
        activity == INTERCEPTING,
        "the reacting player's fighters are not in a movement group",
        rules.cite("20D"),
        possible=possible,
    )


# --- the way of a movement group -------------------------------------------------------------------------------------

Way = tuple[Hex, ...]


def fly_line(points: Sequence[Hex], rules: Ruleset) -> Way:
    """Every hex from the first of these points to the last, each once as it is come to, the first with them."""
    board = rules.board
    on_map = [point for point in points if point in board.index]
    if not on_map:
        return ()
    way = [on_map[0]]
    for point in on_map[1:]:
        way += board.grid.line(way[-1], point)[1:]
    return tuple(way)


@frozen
class Group:
    """A movement group in a hex: those air units that fly on together, and the hexes still before them."""

    units: tuple[str, ...]
    ahead: Way

    @property
    def place(self) -> Hex:
        """The hex that it is in."""
        return self.ahead[0]


def _beyond(way: Way, ways: Iterable[Way], target: Hex) -> Way:
    """The hexes that others fly on from where a way ends short of the target, none where nobody comes through."""
    end = way[-1] if way else target
    if end == target:
        return ()
    return next((other[other.index(end) + 1 :] for other in ways if end in other[:-1]), ())


def groups_on_the_way(ways: Mapping[str, Way], target: Hex) -> Iterator[Group]:
    """Every movement group in every hex of its way, those farthest from the target first.

    Air units are a group from the first hex from which they fly the same way to the end; an escort that turns back
    flies with those who come through the hex in which it does.

    >>> ways = {"a": ("1", "2", "3"), "b": ("9", "2", "3"), "e": ("1", "2")}
    >>> [("".join(group.units), group.place) for group in groups_on_the_way(ways, "3")]
    [('ae', '1'), ('b', '9'), ('abe', '2'), ('ab', '3')]
    """
    found: dict[Way, list[str]] = {}
    for unit, way in ways.items():
        whole = (*way, *_beyond(way, ways.values(), target))
        for at in range(len(way)):
            found.setdefault(whole[at:], []).append(unit)
    for ahead in sorted(found, key=lambda way: -len(way)):
        yield Group(tuple(found[ahead]), ahead)


# --- from the board --------------------------------------------------------------------------------------------------


@frozen
class Patroller:
    """A fighter that may patrol attack: from its airbase as far as its patrol zone, or from the patrol that it flies.

    Attributes:
        unit: its id.
        place: its airbase, or the hex that it patrols.
        radius: hexes that its patrol zone covers; 0 for one on patrol.
        on_patrol: whether it is on patrol.
    """

    unit: str
    place: Hex
    radius: int = 0
    on_patrol: bool = False


def _at_bases(operation: AirOperation, state: GameState, rules: Ruleset) -> Iterator[Patroller]:
    for piece in state.air.values():
        if piece.status != OPERATIVE or not are_enemies(piece.side, operation.initiator):
            continue
        if state.recall(FLYING, piece.id) is not None or piece.place not in rules.board.index:
            continue
        zone = reckon_zone(Flight(piece.unit.rating), piece.status, rules)
        plan = FlightPlan(piece.id, "patrol_attack")
        at_home = AirOperation(operation.initiator, piece.place, operation.kind, operation.night)
        if zone is None:
            continue
        may = rule_on_mission(gather_mission(plan, at_home, piece.side, state, rules), rules)
        if (may & rule_on_base(gather_base_use(piece, piece.place, state, rules), rules)).allowed:
            yield Patroller(piece.id, piece.place, int(zone.value))


def _on_patrol(operation: AirOperation, state: GameState) -> Iterator[Patroller]:
    for name, other in state.all_facts(OPERATION).items():
        standing = other.kind == PATROL and other.suspended and other.night == operation.night
        if standing and are_enemies(other.initiator, operation.initiator):
            yield from (Patroller(piece.id, other.target, on_patrol=True) for piece, _ in flyers(name, state))


@rule("SF 19", "SF 20D", "SF 20E")
def patrollers(operation: AirOperation, state: GameState, rules: Ruleset) -> tuple[Patroller, ...]:
    """The fighters of the reacting player that may patrol attack an operation somewhere."""
    found = (*_at_bases(operation, state, rules), *_on_patrol(operation, state))
    return tuple(sorted(found, key=lambda patroller: patroller.unit))


def covering(place: Hex, able: Iterable[Patroller], rules: Ruleset) -> tuple[Patroller, ...]:
    """Those of these fighters whose patrol zone covers a hex."""
    return tuple(p for p in able if rules.board.distance(p.place, place) <= p.radius)


# --- the attack ------------------------------------------------------------------------------------------------------


def allocate_patrollers(
    attackers: Sequence[str],
    screen: Sequence[str],
    force: Sequence[str],
    who: Side,
    state: GameState,
    rules: Ruleset,
) -> Procedure[tuple[Pairing, ...]]:
    """One on each fighter of the screen, then one on each of the mission force, the rest evenly (rule 21C)."""
    share = share_patrollers(len(screen), len(force), len(attackers))
    by, free, pairs = (rules.cite("patrol-attack"),), list(attackers), []
    for targets, number in ((screen, share.on_screen), (force, share.on_mission_force)):
        waiting = list(targets)
        for _ in range(number):
            target = yield from draw(waiting, "patrol attack: which air unit is attacked", by, state)
            attacker = yield from draw(free, f"patrol attack: which fighter attacks {target}", by, state)
            waiting.remove(target)
            free.remove(attacker)
            pairs.append(Pairing(target, (attacker,)))
    return (yield from allocate_extra(who, left_over(attackers, pairs), pairs, PATROL_STEP, state, rules))


def _fire(attacker: str, target: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """One patrol attack, implemented at once; against an air unit that is gone there is none."""
    firer, other = flight_in_the_air(attacker, state, rules), flight_in_the_air(target, state, rules)
    if firer is None or other is None:
        return state
    state, outcome = yield from resolve_fire(Fire(firer, other), "", state, rules, PATROL_ATTACK)
    return (yield from apply_results(((target, outcome.result),), state, rules))


@rule("SF 21C")
def patrol_attack(
    units: Sequence[str], attackers: Sequence[str], who: Side, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """Resolve the patrol attacks of these fighters, of the side `who`, on a movement group; none of it fires back."""
    state = yield from jettison(units, state.air_piece(units[0]).side, state, rules)
    screen, force = split(units, state, rules)
    pairs = yield from allocate_patrollers(attackers, screen, force, who, state, rules)
    for pair in pairs:
        for attacker in pair.several:
            state = yield from _fire(attacker, pair.single, state, rules)
    return state


def _send(patroller: Patroller, name: str, place: Hex, state: GameState, rules: Ruleset) -> GameState:
    """The state with a fighter on its patrol attack in a hex."""
    piece, flying = state.air_piece(patroller.unit), state.recall(FLYING, patroller.unit)
    if flying is None:
        plan = FlightPlan(piece.id, "patrol_attack")
        flying = as_flying(plan, piece.place, name, rules.board.distance(piece.place, place))
    state = state.noting(FLYING, piece.id, evolve(flying, operation=name, role="reacting"))
    return leave_patrol(state.with_air(evolve(piece, place=place)), flying)


def _attack_group(
    group: Group, able: Sequence[Patroller], name: str, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """The reacting player may attack a group in its hex with these fighters, which then return to base."""
    by = (rules.cite("20D"),)
    who = state.air_piece(able[0].unit).side
    ids = tuple(p.unit for p in able)
    question = f"Which fighters patrol attack {', '.join(group.units)} in {group.place}?"
    answer = yield from choose(Decision(who, question, ids, by, state, ((), ids)))
    if not answer:
        return state
    for patroller in able:
        if patroller.unit in answer:
            state = _send(patroller, name, group.place, state, rules)
    state = state.with_air(*(evolve(state.air_piece(unit), place=group.place) for unit in group.units))
    text = f"{', '.join(answer)} patrol attack {', '.join(group.units)} in {group.place}"
    state = yield from record(Event(text, by, state, "patrol attack"))
    state = yield from patrol_attack(group.units, answer, who, state, rules)
    return (yield from return_to_base(answer, state, rules))


def ways_of(name: str, state: GameState, rules: Ruleset) -> dict[str, Way]:
    """The way of each air unit of the initiating player, from where it takes off, over where it stages."""
    operation = operation_at(name, state)
    return {
        piece.id: fly_line((piece.place, *flying.points), rules)
        for piece, flying in flyers(name, state)
        if piece.side == operation.initiator
    }


def _may_attack(group: Group, able: Iterable[Patroller], state: GameState, rules: Ruleset) -> tuple[Patroller, ...]:
    """Those fighters that cover the hex of a group and have not flown since."""
    here = covering(group.place, able, rules)
    return tuple(p for p in here if state.air_piece(p.unit).status == OPERATIVE and _has_not_flown(p, state))


def _has_not_flown(patroller: Patroller, state: GameState) -> bool:
    return (state.recall(FLYING, patroller.unit) is not None) == patroller.on_patrol


@rule("SF 18", "SF 19", "SF 20D", "SF 20E", "SF 21C")
def fly_past_patrols(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The initiating player's groups fly to the target hex by hex, and may be patrol attacked in each."""
    name, operation = operation_now(state)
    able = patrollers(operation, state, rules)
    if not able:
        return state
    for group in groups_on_the_way(ways_of(name, state, rules), operation.target):
        flying = tuple(unit for unit in group.units if state.recall(FLYING, unit) is not None)
        here = _may_attack(group, able, state, rules) if flying else ()
        if here:
            state = yield from _attack_group(Group(flying, group.ahead), here, name, state, rules)
    return state
