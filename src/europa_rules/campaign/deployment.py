"""Setting up (FoF 30, 33; SF 41A): orders by which the players of a scenario deploy their forces before the first turn.

Needs a state at a step of the set-up; gives the rulings on the orders, their effects, and whether the step may end.
Where a piece may stand is ruled on in `postings`. Pieces that are not on the map yet wait in the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import cast

from attrs import evolve, frozen

from europa_rules.campaign.postings import (
    ARMY_HEX,
    LISTED,
    SCENARIO,
    AnyPiece,
    Listing,
    first_that_fits,
    gather_deployment,
    need_scenario,
    posting_of,
    rule_on_army_hex,
    rule_on_deployment,
)
from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.ground.construction_sites import apply_work, rule_on_placing
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.stacking import rule_on_all_stacks
from europa_rules.ground.works import reckon_air_basing
from europa_rules.hexes import BOX, Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import SECRET, Event, Procedure, opening, record
from europa_rules.ruleset import Ruleset
from europa_rules.scenario_heads import DeploymentStep, Scenario
from europa_rules.sides import Side
from europa_rules.slots import DEPLOYMENT
from europa_rules.state import AirPiece, FactKind, GameState, Moment, Piece

WAITING = FactKind("waits to be deployed", "game", Piece)
"""A piece that is not on the map yet (subject: the piece)."""

WAITING_AIR = FactKind("air unit waits to be deployed", "game", AirPiece)
"""An air unit that is not on the map yet (subject: the air unit)."""

STOOD_IN = FactKind("stood in before it was redeployed", "step", Hex)
"""Where a piece stood that has been redeployed in this step (subject: the piece)."""

PLACED = FactKind("placed in the set-up", "game", str)
"""The side that placed a fort, an airfield or the like (subject: the work and its hex); forgotten when play begins."""

FACTS = (SCENARIO, LISTED, WAITING, WAITING_AIR, ARMY_HEX, STOOD_IN, PLACED)


# --- orders ----------------------------------------------------------------------------------------------------------


@frozen
class Deploy:
    """The order to put units of one's own into a hex, whether they wait or stand elsewhere.

    Attributes:
        units: ids of the pieces.
        to: the hex.
    """

    units: tuple[str, ...]
    to: Hex


@frozen
class Undeploy:
    """The order to take units of one's own off the map again.

    Attributes:
        units: ids of the pieces.
    """

    units: tuple[str, ...]


@frozen
class AssignHex:
    """The order to assign a hex to an army, around which its units deploy (FoF 33B).

    Attributes:
        army: the group of the order of battle.
        to: the hex.
    """

    army: str
    to: Hex


@frozen
class PlaceWork:
    """The order to place a fort, an airfield or the like that the scenario gives the player (SF 41A).

    Attributes:
        work: its name in the construction chart.
        to: the hex.
    """

    work: str
    to: Hex


# --- the step under way ----------------------------------------------------------------------------------------------


def current_step(state: GameState, rules: Ruleset) -> DeploymentStep:
    """The step of the set-up that a state stands at. Raises UnknownName outside a set-up."""
    steps = need_scenario(state, rules).deployment
    found = [step for step in steps if step.name == state.moment.step]
    if state.moment.phase != DEPLOYMENT or not (found or steps):
        raise unknown("step of the set-up", state.moment.step, [step.name for step in steps])
    return (*found, *steps)[0]


# --- rulings on orders -----------------------------------------------------------------------------------------------


def find_piece(piece_id: str, state: GameState) -> AnyPiece:
    """A piece or an air unit, on the map or waiting. Raises UnknownName with the nearest right id."""
    for found in (
        state.pieces.get(piece_id),
        state.air.get(piece_id),
        state.recall(WAITING, piece_id),
        state.recall(WAITING_AIR, piece_id),
    ):
        if found is not None:
            return found
    raise unknown("piece", piece_id, [*state.pieces, *state.air, *state.all_facts(WAITING)])


def waiting(state: GameState) -> tuple[AnyPiece, ...]:
    """Everything that is not on the map yet."""
    return (*state.all_facts(WAITING).values(), *state.all_facts(WAITING_AIR).values())


def _is_waiting(piece: AnyPiece, state: GameState) -> bool:
    return piece.id not in state.pieces and piece.id not in state.air


def _rule_on_turn(piece: AnyPiece, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether it is this piece's turn to be deployed."""
    step = current_step(state, rules)
    listing = state.recall(LISTED, piece.id) or Listing()
    if step.most is not None and piece.side == player and first_that_fits(step, piece, listing, rules):
        return Ruling.allow()
    scenario = need_scenario(state, rules)
    found = posting_of(piece, listing, scenario, rules)
    if found is None:
        return Ruling.refuse(f"{piece.id} is not deployed in this scenario", *step.by)
    own, _ = found
    return Ruling.refuse_if(
        own.name != step.name,
        f"{piece.id} is not deployed now ({step.name})",
        *own.by,
        possible=f"{own.player} deploys it with {own.name}",
    )


@rule("SF 41A")
def _rule_on_most(pieces: Sequence[AnyPiece], state: GameState, rules: Ruleset) -> Ruling:
    """Whether no more units are redeployed in a step than may be."""
    step = current_step(state, rules)
    if step.most is None:
        return Ruling.allow()
    moved = {*state.all_facts(STOOD_IN), *(piece.id for piece in pieces)}
    why = f"{len(moved)} units would be redeployed; at most {step.most} may be"
    return Ruling.refuse_if(len(moved) > step.most, why, *step.by)


@rule("FoF 30", "SF 41A")
def rule_on_deploy(order: Deploy, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may put these pieces there: his turn, the hex, and the stacking limit afterwards."""
    if state.moment.phase != DEPLOYMENT:
        return Ruling.refuse("forces are deployed before the first turn", rules.cite("setting-up"))
    pieces = [find_piece(piece_id, state) for piece_id in order.units]
    to = rules.board.place(order.to)
    each = (
        _rule_on_turn(piece, player, state, rules) & rule_on_deployment(gather_deployment(piece, to, state, rules))
        for piece in pieces
    )
    after = _put(pieces, to, state)
    return Ruling.all(each) & _rule_on_most(pieces, state, rules) & _rule_on_place(to, pieces, after, rules)


def _rule_on_place(to: Hex, pieces: Iterable[AnyPiece], after: GameState, rules: Ruleset) -> Ruling:
    sides = {piece.side for piece in pieces if isinstance(piece, Piece)}
    only = evolve(after, pieces=after.pieces.drop(*(i for i, p in after.pieces.items() if p.place != to)))
    stacks = Ruling.all(rule_on_all_stacks(side, only, rules) for side in sorted(sides))
    return stacks & _rule_on_airbase(to, after, rules)


@rule("FoF 17A", "SF 17A")
def _rule_on_airbase(ref: Hex, state: GameState, rules: Ruleset) -> Ruling:
    """Whether the air units in a hex have an airbase there; any number of them may stand at one."""
    units = state.air_at(ref)
    if not units or ref.startswith(BOX) or reckon_air_basing(ref, state, rules).value:
        return Ruling.allow()
    why = f"{', '.join(unit.id for unit in units)}: there is no airbase in {ref}"
    return Ruling.refuse(why, rules.cite("17A"), possible="deploy them at a city or an airfield")


@rule("FoF 30", "SF 41A")
def rule_on_undeploy(order: Undeploy, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may take these pieces off the map again."""
    if state.moment.phase != DEPLOYMENT:
        return Ruling.refuse("forces are taken back before the first turn only", rules.cite("setting-up"))
    step = current_step(state, rules)
    pieces = [find_piece(piece_id, state) for piece_id in order.units]
    return Ruling.all(
        _rule_on_turn(piece, player, state, rules)
        & Ruling.refuse_if(_is_waiting(piece, state), f"{piece.id} is not on the map", *step.by)
        & Ruling.refuse_if(step.most is not None, f"{piece.id} may be redeployed, not taken back", *step.by)
        for piece in pieces
    )


@rule("FoF 33B")
def rule_on_assign(order: AssignHex, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may assign this hex to this army."""
    if state.moment.phase != DEPLOYMENT:
        return Ruling.refuse("hexes are assigned to armies before the first turn only", rules.cite("setting-up"))
    step = current_step(state, rules)
    terms = next((terms for terms in step.armies if order.army in terms.armies), None)
    if terms is None:
        names = [army for terms in step.armies for army in terms.armies]
        why = f"no hex is assigned to {order.army!r} now"
        return Ruling.refuse(why, *step.by, possible=f"assign one to {', '.join(names)}" if names else "")
    return rule_on_army_hex(order.army, rules.board.place(order.to), terms, step.by, rules)


@rule("SF 41A")
def rule_on_place_work(order: PlaceWork, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may place it there: one of those left, in a hex of his own where it could be built."""
    if state.moment.phase != DEPLOYMENT:
        return Ruling.refuse("what the scenario gives is placed before the first turn only", rules.cite("setting-up"))
    step, to = current_step(state, rules), rules.board.place(order.to)
    name = order.work.replace("_", " ")
    placed = sum(subject.startswith(f"{order.work} ") for subject in state.all_facts(PLACED))
    most = step.works.get(order.work, 0)
    ruling = Ruling.refuse_if(placed >= most, f"no {name} is left to be placed now", *step.by)
    if order.work not in rules.charts.construction.works or to.startswith(BOX):
        return ruling
    owner = hex_owner(to, state, rules)
    why = f"{to} is {owner}-owned"
    ruling &= Ruling.refuse_if(owner != player, why, *step.by, possible=f"place it in a hex owned by {player}")
    return ruling & rule_on_placing(order.work, to, player, state, rules)


# --- effects ---------------------------------------------------------------------------------------------------------


def _put(pieces: Iterable[AnyPiece], to: Hex, state: GameState) -> GameState:
    for piece in pieces:
        if isinstance(piece, AirPiece):
            state = state.with_air(evolve(piece, place=to)).forgetting(WAITING_AIR, piece.id)
        else:
            state = state.with_piece(evolve(piece, place=to)).forgetting(WAITING, piece.id)
    return state


def take_off(piece: AnyPiece, state: GameState) -> GameState:
    """The state in which a piece waits to be deployed."""
    if isinstance(piece, AirPiece):
        return evolve(state, air=state.air.drop(piece.id)).noting(WAITING_AIR, piece.id, piece)
    return evolve(state, pieces=state.pieces.drop(piece.id)).noting(WAITING, piece.id, piece)


def carry_out_deploy(order: Deploy, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Put the pieces there. Raises IllegalOrder."""
    rule_on_deploy(order, player, state, rules).require(f"deploy in {order.to}")
    pieces = [find_piece(piece_id, state) for piece_id in order.units]
    step, to = current_step(state, rules), rules.board.place(order.to)
    if step.most is not None:
        for piece in pieces:
            before = state.recall(STOOD_IN, piece.id) or piece.place
            state = state.noting(STOOD_IN, piece.id, before)
    text = f"{player} deploys {', '.join(order.units)} in {to}"
    return (yield from record(Event(text, step.by, _put(pieces, to, state), "deployed")))


def carry_out_undeploy(order: Undeploy, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Take the pieces off the map. Raises IllegalOrder."""
    rule_on_undeploy(order, player, state, rules).require("take back")
    for piece_id in order.units:
        state = take_off(find_piece(piece_id, state), state)
    text = f"{player} takes back {', '.join(order.units)}"
    return (yield from record(Event(text, current_step(state, rules).by, state, "taken back")))


def carry_out_assign(order: AssignHex, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Assign the hex. Raises IllegalOrder."""
    rule_on_assign(order, player, state, rules).require(f"assign {order.to} to {order.army}")
    to = rules.board.place(order.to)
    state = state.noting(ARMY_HEX, order.army, to)
    text = f"{player} assigns {to} to {order.army}"
    return (yield from record(Event(text, current_step(state, rules).by, state, "assigned", facts=((SECRET, player),))))


def carry_out_place_work(order: PlaceWork, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Place it. Raises IllegalOrder."""
    rule_on_place_work(order, player, state, rules).require(f"place {order.work} in {order.to}")
    to = rules.board.place(order.to)
    state = apply_work(order.work, to, player, state, rules).noting(PLACED, f"{order.work} {to}", player)
    text = f"{player} places a {order.work.replace('_', ' ')} in {to}"
    return (yield from record(Event(text, current_step(state, rules).by, state, "placed")))


# --- the step, and the whole set-up ----------------------------------------------------------------------------------


def deploy(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A step of the set-up: its player deploys until he is done and all that he deploys in it is legal."""
    step = current_step(state, rules)

    def closing(after: GameState) -> Ruling:
        return rule_on_step(step, after, rules)

    return (yield from opening(DEPLOYMENT, (step.player,), step.by, state, closing))


@rule("FoF 30", "SF 41A")
def rule_on_step(step: DeploymentStep, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a step of the set-up may end: everything is on the map, and everything stands where it may."""
    armies = Ruling.all(_rules_on_armies(step, state, rules))
    own = [piece for piece in _all_pieces(state) if _is_of_step(step, piece, state, rules)]
    return (
        armies
        & Ruling.all(_rule_on_piece(piece, step, state, rules) for piece in own)
        & _rule_on_places(own, state, rules)
    )


@rule("FoF 30", "FoF 33A", "FoF 33B", "SF 41A")
def rule_on_set_up(state: GameState, rules: Ruleset) -> Ruling:
    """Whether a set-up is legal; every fault of it at once."""
    return Ruling.all(rule_on_step(step, state, rules) for step in need_scenario(state, rules).deployment)


def _rules_on_armies(step: DeploymentStep, state: GameState, rules: Ruleset) -> Iterator[Ruling]:
    for terms in step.armies:
        for army in terms.armies:
            ref = state.recall(ARMY_HEX, army)
            if ref is None:
                yield Ruling.refuse(f"no hex is assigned to {army}", *step.by)
            else:
                yield rule_on_army_hex(army, ref, terms, step.by, rules)


def _all_pieces(state: GameState) -> Iterator[AnyPiece]:
    yield from state.pieces.values()
    yield from state.air.values()
    yield from waiting(state)


def _is_of_step(step: DeploymentStep, piece: AnyPiece, state: GameState, rules: Ruleset) -> bool:
    listing = state.recall(LISTED, piece.id) or Listing()
    if step.most is not None:
        return piece.id in state.all_facts(STOOD_IN)
    found = posting_of(piece, listing, need_scenario(state, rules), rules)
    return found is not None and found[0].name == step.name


def _rule_on_piece(piece: AnyPiece, step: DeploymentStep, state: GameState, rules: Ruleset) -> Ruling:
    if _is_waiting(piece, state):
        return Ruling.refuse(f"{piece.id} is not deployed yet", *step.by)
    return rule_on_deployment(gather_deployment(piece, piece.place, state, rules))


def _rule_on_places(pieces: Iterable[AnyPiece], state: GameState, rules: Ruleset) -> Ruling:
    """Whether stacks and airbases hold all that stands where these pieces are."""
    on_map = [piece for piece in pieces if not _is_waiting(piece, state)]
    places = {piece.place for piece in on_map}
    only = evolve(state, pieces=state.pieces.drop(*(i for i, p in state.pieces.items() if p.place not in places)))
    stacks = (rule_on_all_stacks(side, only, rules) for side in sorted({piece.side for piece in on_map}))
    return Ruling.all(stacks) & Ruling.all(_rule_on_airbase(ref, state, rules) for ref in sorted(places))


def first_step(scenario: Scenario) -> Moment:
    """The moment at which the set-up of a scenario begins."""
    step = scenario.deployment[0]
    return Moment(scenario.first, step.player, DEPLOYMENT, step.name)


def next_step(state: GameState, rules: Ruleset) -> Moment | None:
    """The moment of the step after the one that a state stands at; None after the last."""
    steps = need_scenario(state, rules).deployment
    at = [step.name for step in steps].index(current_step(state, rules).name) + 1
    return evolve(state.moment, player=steps[at].player, step=steps[at].name) if at < len(steps) else None


KEPT = "kept of the set-up"
"""Slot of sources: (state, rules) -> the state with what a game keeps of the set-up when play begins."""


def forget_set_up(state: GameState, rules: Ruleset) -> GameState:
    """The state without what only the set-up has to remember; games keep of it what their sources say."""
    for source in rules.sources(KEPT):
        state = cast("Callable[[GameState, Ruleset], GameState]", source.value)(state, rules)
    state = state.forgetting(LISTED, *state.all_facts(LISTED))
    state = state.forgetting(ARMY_HEX, *state.all_facts(ARMY_HEX))
    state = state.forgetting(PLACED, *state.all_facts(PLACED))
    return state.ending("step")
