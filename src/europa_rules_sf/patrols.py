"""Patrol attacks in the mission movement step (SF 19, 20D, 21C)."""

from __future__ import annotations

from europa_rules.air.operations import move_to_target
from europa_rules.air.patrol_attacks import fly_past_patrols
from europa_rules.contributions import StepContribution
from europa_rules.procedure import Procedure
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState


def fly_to_target(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The groups fly past the patrols of the reacting player; what is left of them flies on to the target hex."""
    state = yield from fly_past_patrols(state, rules)
    return (yield from move_to_target(state, rules))


STEPS: tuple[StepContribution, ...] = (
    StepContribution(
        "mission movement past patrols", "air operation", fly_to_target, "SF 20D", replaces="mission movement"
    ),
)
