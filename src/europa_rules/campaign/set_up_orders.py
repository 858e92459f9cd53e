"""Orders of the set-up that are worth asking about (FoF 30, 33; SF 41A): units in hexes, works, and hexes of armies.

Needs a side and a state at a step of the set-up; gives orders one after another, as they are asked for. They need not
be legal: whether one is, its ruling says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from europa_rules.campaign.deployment import AssignHex, Deploy, PlaceWork, Undeploy, current_step, waiting
from europa_rules.campaign.postings import LISTED, AnyPiece, Listing, first_that_fits, scenario_of
from europa_rules.hexes import BOX, Hex
from europa_rules.ruleset import Ruleset
from europa_rules.scenario_heads import DeploymentStep
from europa_rules.sides import Side
from europa_rules.slots import DEPLOYMENT
from europa_rules.state import GameState


def _step(state: GameState, rules: Ruleset) -> DeploymentStep | None:
    """The step of the set-up that a state stands at, or None outside a set-up."""
    scenario = scenario_of(state, rules) if state.moment.phase == DEPLOYMENT else None
    return current_step(state, rules) if scenario is not None and scenario.deployment else None


def _of_step(pieces: Iterable[AnyPiece], side: Side, state: GameState, rules: Ruleset) -> Iterator[AnyPiece]:
    """Those of a side's pieces that are deployed in the step under way."""
    step = _step(state, rules)
    for piece in pieces if step is not None else ():
        listing = state.recall(LISTED, piece.id) or Listing()
        if step is not None and piece.side == side and first_that_fits(step, piece, listing, rules):
            yield piece


def _places(rules: Ruleset) -> tuple[Hex, ...]:
    return (*rules.board.hexes, *(Hex(f"{BOX}{box.name}") for box in rules.charts.regions.boxes))


def deployments(side: Side, state: GameState, rules: Ruleset) -> Iterator[Deploy]:
    """Each unit of the step in every hex and box; those that wait first."""
    known: tuple[AnyPiece, ...] = (*waiting(state), *state.pieces.values(), *state.air.values())
    for piece in _of_step(known, side, state, rules):
        yield from (Deploy((piece.id,), to) for to in _places(rules))


def undeployments(side: Side, state: GameState, rules: Ruleset) -> Iterator[Undeploy]:
    """Each unit of the step that stands on the map, taken off again."""
    known: tuple[AnyPiece, ...] = (*state.pieces.values(), *state.air.values())
    yield from (Undeploy((piece.id,)) for piece in _of_step(known, side, state, rules))


def placings(side: Side, state: GameState, rules: Ruleset) -> Iterator[PlaceWork]:
    """Each work of the step in every hex."""
    step = _step(state, rules)
    works = step.works if step is not None and step.player == side else ()
    yield from (PlaceWork(work, to) for work in works for to in rules.board.hexes)


def assignments(side: Side, state: GameState, rules: Ruleset) -> Iterator[AssignHex]:
    """Each army of the step with every hex."""
    step = _step(state, rules)
    armies = [army for terms in step.armies for army in terms.armies] if step and step.player == side else ()
    yield from (AssignHex(army, to) for army in armies for to in rules.board.hexes)
