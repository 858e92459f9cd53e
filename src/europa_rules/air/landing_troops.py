"""Cargo on the board (rules 20F, 23 and 24): from the loading to where it lands, drops, returns or is lost.

Needs air units in the air with their cargo; gives the state after each step of their operation. The steps and sources
at the end are what the plugin of a game with air transport puts into its procedures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from attrs import evolve, frozen

from europa_rules.air import airborne
from europa_rules.air.airbases import AIRBASE_OWNERS
from europa_rules.air.airborne import AIRBORNE_OVERRUNS
from europa_rules.air.cargo_orders import pieces_in, points_in, rule_on_cargo_ordered
from europa_rules.air.facts import (
    AIR_TRANSPORTED,
    CARGO_BACK,
    DISRUPTION,
    DROP_PLAN,
    FLOWN,
    FLYING,
    HOLDS_NO_HEX,
    LANDED_BY_AIR,
    MINES_LAID,
    Flying,
)
from europa_rules.air.flight_orders import RULINGS, flyers, operation_now
from europa_rules.air.mission_results import RESULTS, MissionResults, Strike
from europa_rules.air.returning import ABORT, KILL, LANDINGS, LOSSES, Landing, Loss, apply_results, land_at
from europa_rules.air.transport import (
    AIR_DROP,
    AIR_LANDING,
    GLIDER_LANDING,
    MINE,
    MINELAYING,
    REGULAR,
    SUPPLY,
    is_glider_lost,
    must_check_landing,
)
from europa_rules.citations import Citations, rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.battleground import ground_at
from europa_rules.ground.delivered_supply import deliver
from europa_rules.ground.facts import LOST_ZOC
from europa_rules.ground.losses import eliminate
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.overruns import overrun_in_own_hex, reckon_in_own_hex
from europa_rules.ground.ownership import GAINS_NOTHING, change_by_leaving, gain_by_entry, hex_owner, settle_owners
from europa_rules.ground.success_checks import SuccessCheck, check_success
from europa_rules.ground.works import has_temporary_airfield, listed_capacity, reckon_air_basing
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import ELIMINATED, AirPiece, GameState, Piece

IN_THE_AIR = "air transport"
"""What a carried piece has lost its ZOC by."""

LANDED_FROM_AIR = "landed from the air"
"""Slot of sources: (LandedPiece, state, rules) -> state, when a unit has dropped or landed and is still in play."""

LAYING = "mines laid"
"""Slot of sources: (MinesLaid, state, rules) -> state, when mines have been laid by air."""

CAUSE = "air transport"
"""The cause of elimination of cargo and of units lost in landing: they leave no cadre."""


@frozen
class LandedPiece:
    """A unit that has dropped or landed: its id, its hex, the mission, and the result of its landing."""

    piece: str
    hex: Hex
    mission: str
    result: str


@frozen
class MinesLaid:
    """Mines laid by air: the sea hex, whose they are, and how many points."""

    hex: Hex
    side: Side
    points: int


# --- loading ---------------------------------------------------------------------------------------------------------


def _carried(cargo: Sequence[str], state: GameState) -> tuple[Piece, ...]:
    """The pieces among the cargo that are still in play."""
    return pieces_in([name for name in cargo if points_in(name) is not None or name in state.pieces], state)


@rule("FoF 20F", "SF 20F")
def load_cargo(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an air operation begins its cargo is in the air: it has no ZOC, and moves no more in this player turn."""
    name, operation = operation_now(state)
    for piece, flying in tuple(flyers(name, state)):
        if piece.side != operation.initiator or not (flying.cargo or flying.towing):
            continue
        for cargo in _carried(flying.cargo, state):
            state = state.noting(AIR_TRANSPORTED, cargo.id, flying.mission).noting(LOST_ZOC, cargo.id, IN_THE_AIR)
        if flying.towing:
            state = state.noting(FLOWN, flying.towing, flying.mission)
        text, by = f"{piece.id} takes {_told_cargo(piece.id, flying, state)}", [rules.cite("20F")]
        by += [rules.cite("gliders")] if flying.towing else []
        state = yield from record(Event(text, tuple(by), state, "cargo loaded"))
    return state


def _told_cargo(unit: str, flying: Flying, state: GameState) -> str:
    """What an air unit takes, with those that carry it together with it, and its glider."""
    together = dict.fromkeys(other for name in flying.cargo for other in _carriers(name, flying.operation, state))
    others = [other for other in together if other != unit]
    shared = f" together with {', '.join(others)}" if others else ""
    tow = [f"{flying.towing} in tow"] if flying.towing else []
    return ", ".join([*([f"{', '.join(flying.cargo)}{shared}"] if flying.cargo else []), *tow])


def _carriers(cargo: str, operation: str, state: GameState) -> tuple[str, ...]:
    """The air units of an operation that are in the air with a piece; points are each air unit's own."""
    shared = points_in(cargo) is None
    return tuple(piece.id for piece, flying in flyers(operation, state) if shared and cargo in flying.cargo)


def _set_down(piece: str, state: GameState) -> GameState:
    """The state with a piece that is no longer in the air."""
    return state.forgetting(LOST_ZOC, piece) if state.recall(LOST_ZOC, piece) == IN_THE_AIR else state


# --- what befalls the air units befalls the cargo (rule 20F) ---------------------------------------------------------


@rule("FoF 20F", "FoF 23F", "SF 20F", "SF 23D")
def return_with_cargo(landing: Landing, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Cargo that was not delivered comes back with the last of its transports, a glider with its tug."""
    flying, tug = landing.flying, state.air_piece(landing.unit)
    state = yield from _land_glider(flying, tug, landing.place, state, rules)
    for piece in _carried(flying.cargo, state):
        state = state.noting(CARGO_BACK, piece.id, flying.operation)
        if _carriers(piece.id, flying.operation, state):
            continue  # what befalls the others befalls it too: the most severe result counts
        state = _set_down(piece.id, state)
        if landing.place != piece.place:
            state = _put_at(piece, landing.place, state, rules)
        text = f"{piece.id} returns with {tug.id} to {landing.place}"
        state = yield from record(Event(text, (rules.cite("20F"),), state, "cargo returned"))
    return state


def _land_glider(flying: Flying, tug: AirPiece, place: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A glider lands with its tug, and shares its status; with cargo it may be lost."""
    if not flying.towing or state.air_piece(flying.towing).status == ELIMINATED:
        return state
    glider = state.air_piece(flying.towing)
    state = state.with_air(evolve(glider, place=place, status=tug.status))
    if tug.status == ELIMINATED or not must_check_landing(flying.mission):
        return state
    return (yield from _check_glider(glider.id, flying.mission, state, rules))


def _check_glider(glider: str, mission: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    by = (rules.cite("gliders"),)
    outcome = yield from check_success(SuccessCheck(GLIDER_LANDING), f"landing of {glider}", by, state, rules)
    lost = is_glider_lost(mission, outcome)
    if lost:
        state = _lose_glider(glider, state)
    text = f"{glider} {'is eliminated in landing' if lost else 'lands'}"
    ledgers = (("landing", outcome.roll),)
    return (yield from record(Event(text, by, state, "glider landed", ledgers)))


def _lose_glider(glider: str, state: GameState) -> GameState:
    return state.with_air(evolve(state.air_piece(glider), status=ELIMINATED))


@rule("FoF 20F", "FoF 23F", "SF 20F", "SF 23D")
def lose_cargo(loss: Loss, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """With a transport its cargo is eliminated, though another one has brought it back; and its glider."""
    if loss.flying.towing and state.air_piece(loss.flying.towing).status != ELIMINATED:
        state = _lose_glider(loss.flying.towing, state)
        text = f"{loss.flying.towing} is eliminated with {loss.unit}"
        state = yield from record(Event(text, (rules.cite("gliders"),), state, "air unit eliminated"))
    for piece in _carried(loss.flying.cargo, state):
        state = change_by_leaving(eliminate(piece, state, CAUSE), piece.place, rules)
        text = f"{piece.id} is eliminated with {loss.unit}"
        state = yield from record(Event(text, (rules.cite("20F"),), state, "cargo eliminated"))
    return state


def _put_at(piece: Piece, place: Hex, state: GameState, rules: Ruleset) -> GameState:
    """The state with a piece at a friendly airbase, or in a holding box."""
    origin = piece.place
    if place in rules.board.index:
        state = gain_by_entry(state, [piece], place, rules)
    else:
        state = state.moved(piece.id, place)
    return change_by_leaving(state, origin, rules)


# --- delivering (rule 20F1, 20F3) ------------------------------------------------------------------------------------


def _aboard(strike: Strike, state: GameState) -> tuple[Piece, ...]:
    """The pieces that the air units over the target hex still have aboard, each once."""
    found: dict[str, Piece] = {}
    for unit in strike.units:
        flying = strike.flying(unit, state)
        for piece in _carried(flying.cargo, state):
            if state.recall(CARGO_BACK, piece.id) != flying.operation:
                found[piece.id] = piece
    return tuple(found.values())


def _points_aboard(kind: str, strike: Strike, state: GameState) -> int:
    named = (points_in(name) for unit in strike.units for name in strike.flying(unit, state).cargo)
    return sum(points.number for points in named if points is not None and points.kind == kind)


def _emptied(strike: Strike, state: GameState) -> GameState:
    """The state with nothing aboard the air units any more but what is on its way back."""
    for unit in strike.units:
        flying = strike.flying(unit, state)
        back = tuple(name for name in flying.cargo if state.recall(CARGO_BACK, name) == flying.operation)
        state = state.noting(FLYING, unit, evolve(flying, cargo=back))
    return state


@rule("FoF 20F1", "FoF 23F", "SF 20F1", "SF 23D")
def deliver_cargo(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Transports land their cargo at the target airbase; those on one-way missions stay there."""
    by = (rules.cite("20F1"),)
    for piece in _aboard(strike, state):
        state = _put_at(piece, strike.target, _set_down(piece.id, state), rules)
        text = f"{piece.id} is landed at {strike.target}"
        state = yield from record(Event(text, by, state, "cargo delivered"))
    state = yield from _deliver_supply(strike, by, state, rules)
    state = _emptied(strike, state)
    for unit in strike.units:
        state = yield from _land_on_the_way(unit, strike, state, rules)
    return state


def _deliver_supply(strike: Strike, by: Citations, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    supply = _points_aboard(SUPPLY, strike, state)
    if not supply:
        return state
    state = deliver(strike.target, strike.side, supply, state)
    return (yield from record(Event(f"{supply} supply landed at {strike.target}", by, state, "cargo delivered")))


def _land_on_the_way(unit: str, strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A transport on a one-way mission ends it; a glider in tow risks this landing too."""
    flying = strike.flying(unit, state)
    if flying.one_way:
        return (yield from land_at(unit, strike.target, state, rules))
    if not flying.towing:
        return state
    state = yield from _check_glider(flying.towing, flying.mission, state, rules)
    if state.air_piece(flying.towing).status == ELIMINATED:
        state = state.noting(FLYING, unit, evolve(flying, towing=""))
    return state


@rule("SF 20F3")
def lay_mines(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Mines are laid in the target hex; the rooms of the sea take them over by the slot "mines laid"."""
    points = _points_aboard(MINE, strike, state)
    state = _emptied(strike, state)
    if not points:
        return state
    subject = f"{strike.side}: {strike.target}"
    state = state.noting(MINES_LAID, subject, points + (state.recall(MINES_LAID, subject) or 0))
    for source in rules.sources(LAYING):
        follow = cast("Callable[[MinesLaid, GameState, Ruleset], GameState]", source.value)
        state = follow(MinesLaid(strike.target, strike.side, points), state, rules)
    by = (rules.cite(rules.charts.air_missions[MINELAYING].rule),)
    text = f"{points} mine point{'s' if points > 1 else ''} laid in {strike.target}"
    return (yield from record(Event(text, by, state, "mines laid")))


# --- drops and landings (rule 24) ------------------------------------------------------------------------------------


def kind_of(piece: Piece) -> str:
    """What a piece is in the field: an air landing unit, or an airborne one."""
    landing = airborne.AIR_LANDING in (piece.unit.type, *piece.unit.symbols)
    return airborne.AIR_LANDING if landing else airborne.AIRBORNE


def gather_touchdown(what: str, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> airborne.Touchdown:
    """What there is in a hex where something drops or lands, as the board stands."""
    return airborne.Touchdown(
        what,
        ground_at(ref, state, rules),
        enemy_units=bool(enemy_units_at(ref, side, state, rules)),
        enemy_zoc=enemy_zoc(ref, side, state, rules),
        airfield=has_lasting_airfield(ref, state, rules),
        airborne_in_hex=any(map(_is_airborne, state.friends_at(ref, side))),
        turn=state.moment.turn,
        country=rules.board.country(ref),
    )


@rule("FoF 24A", "FoF 24D")
def has_lasting_airfield(ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether there is an airfield in a hex, permanent or intrinsic; a temporary one does not count."""
    basing = reckon_air_basing(ref, state, rules).value
    temporary = has_temporary_airfield(ref, state)
    return basing > (listed_capacity("temporary_airfield", rules).value if temporary else 0)


def _is_airborne(piece: Piece) -> bool:
    return "parachute" in (piece.unit.type, *piece.unit.symbols)


def _carried_by_glider(piece: Piece, strike: Strike, state: GameState) -> bool:
    flights = (strike.flying(unit, state) for unit in strike.units)
    return any(piece.id in flying.cargo and bool(flying.towing) for flying in flights)


@rule("FoF 20F2", "FoF 20F3", "FoF 24A", "FoF 24B", "FoF 24D", "SF 20F2", "SF 24A", "SF 24B")
def drop_cargo(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Units and supplies come down, each with a roll; then they overrun, where they may, and own what they own."""
    pieces = _aboard(strike, state)
    gliders = {piece.id: _carried_by_glider(piece, strike, state) for piece in pieces}
    supply = _points_aboard(SUPPLY, strike, state)
    towed = tuple(flying.towing for unit in strike.units if (flying := strike.flying(unit, state)).towing)
    state = _emptied(strike, state)
    for piece in pieces:
        state = yield from _come_down(piece, gliders[piece.id], strike, state, rules)
    state = yield from _drop_supply(supply, strike, state, rules)
    state = yield from _use_up_gliders(towed, strike, state, rules)
    if strike.mission == AIR_LANDING:
        state = yield from _roll_for_transports(strike, state, rules)
    there = tuple(piece.id for piece in pieces if piece.id in state.pieces)
    state = yield from _overrun(there, strike, state, rules)
    return settle_owners((strike.target, *rules.board.neighbors_of(strike.target)), state, rules)


def _come_down(piece: Piece, glider: bool, strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """One unit comes down: its roll, what becomes of it, and whether it owns its hex."""
    by, target, origin = (rules.cite("24A"),), strike.target, piece.place
    gathered = gather_touchdown(kind_of(piece), target, piece.side, state, rules)
    facts = evolve(gathered, glider=glider)
    verb = "lands" if strike.mission == AIR_LANDING else "drops"
    die = yield from throw(1, f"{piece.id} {verb} in {target}", by, state)
    found = airborne.reckon_disruption(facts, die, rules)
    landed = airborne.Landed(found.result, facts.enemy_units)
    survival = airborne.rule_on_survival(landed, rules)
    ledgers = (("disruption", found.modified),)
    plain = (("result", found.result),)
    state = _set_down(piece.id, state).forgetting(DROP_PLAN, piece.id)
    if not survival.allowed:
        state = change_by_leaving(eliminate(piece, state, CAUSE), origin, rules)
        text = f"{piece.id} {verb} in {target}: eliminated"
        return (yield from record(Event(text, by, state, "eliminated in landing", ledgers, plain)))
    state = change_by_leaving(state.moved(piece.id, target), origin, rules)
    state = state.noting(LANDED_BY_AIR, piece.id, strike.mission)
    if airborne.is_disrupting(found.result):
        state = state.noting(DISRUPTION, piece.id, found.result)
    state = _noting_ownership(state.piece(piece.id), found.result, state, rules)
    for source in rules.sources(LANDED_FROM_AIR):
        follow = cast("Callable[[LandedPiece, GameState, Ruleset], GameState]", source.value)
        state = follow(LandedPiece(piece.id, target, strike.mission, found.result), state, rules)
    words = {airborne.NONE: "safely"}.get(found.result, found.result.replace("_", " "))
    text = f"{piece.id} {verb} in {target}: {words}"
    return (yield from record(Event(text, by, state, "landed from the air", ledgers, plain)))


def _noting_ownership(piece: Piece, result: str, state: GameState, rules: Ruleset) -> GameState:
    """The state remembering that a unit does not own its hex yet, where it does not even if nobody else is there."""
    if hex_owner(piece.place, state, rules) == piece.side:
        return state
    facts = airborne.Holding(what=kind_of(piece), was_disrupted=airborne.is_disrupting(result))
    if airborne.rule_on_owning(facts, rules).allowed:
        return state
    return state.noting(HOLDS_NO_HEX, piece.id, piece.place)


def _drop_supply(points: int, strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Supplies come down, each point with a roll."""
    by, safe = (rules.cite("24A"),), 0
    facts = airborne.Touchdown(airborne.SUPPLY)
    ledgers: list[tuple[str, Reckoning]] = []
    for number in range(1, points + 1):
        die = yield from throw(1, f"supply {number} drops in {strike.target}", by, state)
        found = airborne.reckon_disruption(facts, die, rules)
        ledgers.append((f"supply {number}", found.modified))
        safe += airborne.rule_on_survival(airborne.Landed(found.result), rules).allowed
    if not points:
        return state
    state = deliver(strike.target, strike.side, safe, state) if safe else state
    text = f"{points} supply dropped in {strike.target}: {safe} safely, {points - safe} scattered"
    return (yield from record(Event(text, by, state, "supply dropped", tuple(ledgers))))


def _use_up_gliders(gliders: Iterable[str], strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Gliders do not come back from a drop."""
    for unit in strike.units:
        flying = strike.flying(unit, state)
        if flying.towing:
            state = state.noting(FLYING, unit, evolve(flying, towing=""))
    for glider in gliders:
        state = state.with_air(evolve(state.air_piece(glider), place=strike.target, status=ELIMINATED))
        text = f"{glider} has served in the drop and goes to the eliminated box"
        state = yield from record(Event(text, (rules.cite("gliders"),), state, "glider used up"))
    return state


_TRANSPORT_RESULTS = {airborne.ABORTED: ABORT, airborne.ELIMINATED: KILL}


@rule("FoF 24D")
def _roll_for_transports(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Each transport of an air landing may be lost on the ground."""
    by = (rules.cite("air-landing-transports"),)
    facts = gather_touchdown(airborne.TRANSPORT, strike.target, strike.side, state, rules)
    for unit in strike.units:
        die = yield from throw(1, f"{unit} lands in {strike.target}", by, state)
        found = airborne.reckon_disruption(facts, die, rules)
        text = f"{unit} lands in {strike.target}: {found.result}"
        ledgers = (("landing", found.modified),)
        state = yield from record(Event(text, by, state, "transport landed", ledgers))
        if found.result in _TRANSPORT_RESULTS:
            state = yield from apply_results([(unit, _TRANSPORT_RESULTS[found.result])], state, rules, by)
    return state


OVERRUN = "overrun"


@rule("SF 24B2")
def _overrun(units: Answer, strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Units that have come down among enemy units may overrun them, if they are strong enough."""
    target, side = strike.target, strike.side
    if not (rules.sources(AIRBORNE_OVERRUNS) and units and enemy_units_at(target, side, state, rules)):
        return state
    by = (rules.cite("airborne-overruns"),)
    strengths = reckon_in_own_hex(units, target, side, state, rules)
    facts = airborne.AirborneOverrun(strengths.attack.value, strengths.defense.value)
    if not airborne.rule_on_airborne_overrun(facts, rules).allowed:
        return state
    question = f"Do the units that have dropped in {target} overrun the enemy units there?"
    answer = yield from choose(Decision(side, question, (OVERRUN,), by, state, ((OVERRUN,), ())))
    if not answer:
        return state
    return (yield from overrun_in_own_hex(units, target, side, state, rules))


# --- whose the airbase is (FoF 24B) ----------------------------------------------------------------------------------


@rule("FoF 24B")
def airbase_taken(place: Hex, state: GameState, rules: Ruleset) -> Side | None:
    """The side whose units have taken the airbase of a hex from the air without owning the hex, if any."""
    if not state.all_facts(HOLDS_NO_HEX):
        return None
    for piece in state.at(place):
        if state.recall(HOLDS_NO_HEX, piece.id) != place:
            continue
        facts = airborne.Holding(
            airborne.AIRBASE,
            kind_of(piece),
            state.recall(DISRUPTION, piece.id) is not None,
            bool(enemy_units_at(place, piece.side, state, rules)),
        )
        if airborne.rule_on_owning(facts, rules).allowed:
            return piece.side
    return None


def gains_nothing(piece: Piece, state: GameState, rules: Ruleset) -> bool:
    """Whether a piece takes no hex: one that is disrupted, and one that does not own yet what it has come down on."""
    return state.recall(DISRUPTION, piece.id) is not None or state.recall(HOLDS_NO_HEX, piece.id) == piece.place


# --- recovery (rules 24A, 24B) ---------------------------------------------------------------------------------------


@rule("FoF 24A", "FoF 24B", "SF 24A", "SF 24B1")
def recover(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """At the start of a side's initial phase its disrupted units recover, and own the hexes that they came down on."""
    side = state.phasing
    disrupted = _own(tuple(state.all_facts(DISRUPTION)), side, state)
    holding = _own(tuple(state.all_facts(HOLDS_NO_HEX)), side, state)
    if not (disrupted or holding):
        return state
    kept = [piece for piece in holding if not _gains_now(piece, piece.id in {p.id for p in disrupted}, state, rules)]
    state = state.forgetting(DISRUPTION, *(p.id for p in disrupted))
    state = state.forgetting(HOLDS_NO_HEX, *(p.id for p in holding if p not in kept))
    state = settle_owners(dict.fromkeys(p.place for p in (*holding, *disrupted)), state, rules)
    if not disrupted:
        return state
    text = f"{', '.join(p.id for p in disrupted)} recover{'s' if len(disrupted) == 1 else ''} from disruption"
    return (yield from record(Event(text, (rules.cite("24A"),), state, "recovered")))


def _own(ids: Iterable[str], side: Side, state: GameState) -> tuple[Piece, ...]:
    return tuple(state.pieces[i] for i in ids if i in state.pieces and state.pieces[i].side == side)


def _gains_now(piece: Piece, was_disrupted: bool, state: GameState, rules: Ruleset) -> bool:
    """Whether a unit need no longer be kept from owning its hex; enemy units there do so by themselves."""
    facts = airborne.Holding(what=kind_of(piece), was_disrupted=was_disrupted, at=airborne.NEXT_INITIAL)
    return airborne.rule_on_owning(facts, rules).allowed


# --- what plugins put in ---------------------------------------------------------------------------------------------

_RESOLVERS = {REGULAR: deliver_cargo, AIR_DROP: drop_cargo, AIR_LANDING: drop_cargo, MINELAYING: lay_mines}


def steps(book: str) -> tuple[StepContribution, ...]:
    """The steps of a game with air transport, cited from its book."""
    return (
        StepContribution("cargo is loaded", "air operation", load_cargo, f"{book} 20F", before="mission movement"),
        StepContribution("airborne units recover", "player turn", recover, f"{book} 24A", after="start of player turn"),
    )


def airborne_sources(book: str, missions: Mapping[str, str]) -> tuple[Source, ...]:
    """What a game with air transport tells the rooms of air and ground, cited from its book.

    missions: the transport missions that it has, with their rules ("20F1").
    """
    resolved = (
        Source(name, RESULTS, f"{book} {number}", MissionResults(_RESOLVERS[name], in_attacks=False))
        for name, number in missions.items()
    )
    return (
        *resolved,
        Source("cargo ordered", RULINGS, f"{book} 20F", rule_on_cargo_ordered),
        Source("cargo returns", LANDINGS, f"{book} 20F", return_with_cargo),
        Source("cargo is lost", LOSSES, f"{book} 20F", lose_cargo),
        Source("airbases taken from the air", AIRBASE_OWNERS, f"{book} 24B", airbase_taken),
        Source("units that have just dropped", GAINS_NOTHING, f"{book} 24B", gains_nothing),
    )
