"""Procedures made of named steps, with the steps that plugins contribute put in their places.

Each step starts from the state alone, so a procedure can be taken up again at any step: by a game that was saved
there, and by an analysis that merges equal states between steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from europa_rules.citations import Citations
from europa_rules.contributions import StepContribution
from europa_rules.errors import PluginError, nearest
from europa_rules.procedure import Procedure
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

Run = Callable[[GameState, Ruleset], Procedure[GameState]]


@frozen
class Stage:
    """A named step of a procedure.

    Attributes:
        name: its name, as users and plugins know it.
        run: the generator function that carries it out.
        by: the rules.
        phase: the phase it belongs to, in a player turn.
        when: in a player turn, whether it has this step; None for one that every player turn has.
    """

    name: str
    run: Run
    by: Citations = ()
    phase: str = ""
    when: Callable[[GameState, Ruleset], bool] | None = None


def arrange(procedure: str, base: Sequence[Stage], rules: Ruleset) -> tuple[Stage, ...]:
    """The steps of a procedure in order, contributed ones in their places.

    Several steps at one place come in the order of their rules and plugins. Raises PluginError if a step goes by one
    that does not exist.
    """
    return _arranged(procedure, tuple(base), rules)


@remembered(256)
def _arranged(procedure: str, base: tuple[Stage, ...], rules: Ruleset) -> tuple[Stage, ...]:
    stages = list(base)
    waiting = list(rules.steps(procedure))
    while waiting:
        ready = [c for c in waiting if any(s.name == c.anchor for s in stages)]
        if not ready:
            raise _lost(waiting, [s.name for s in stages], procedure)
        for contribution in (*(c for c in ready if not c.after), *(c for c in reversed(ready) if c.after)):
            _place(contribution, stages)
            waiting.remove(contribution)
    return tuple(stages)


def _lost(waiting: Sequence[StepContribution], names: Sequence[str], procedure: str) -> PluginError:
    """The error for steps whose neighbours are not there; one that waits for another of them is not to blame."""
    own = {step.name for step in waiting}
    step = next((step for step in waiting if step.anchor not in own), waiting[0])
    hint = nearest(step.anchor, names)
    return PluginError(
        f"step '{step.name}' goes by '{step.anchor}', which is no step of the {procedure}."
        + (f" Did you mean '{hint}'?" if hint else "")
    )


def _place(contribution: StepContribution, stages: list[Stage]) -> None:
    at = next(i for i, s in enumerate(stages) if s.name == contribution.anchor)
    phase = contribution.phase or stages[at].phase
    stage = Stage(contribution.name, contribution.run, contribution.by, phase, contribution.when)
    if contribution.replaces:
        stages[at] = evolve(stage, name=stages[at].name)
    else:
        stages.insert(at if contribution.before else at + 1, stage)


def go_through(stages: Sequence[Stage], state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Carry out the steps one after another."""
    for stage in stages:
        state = yield from stage.run(state, rules)
    return state
