"""The steps that plugins put into procedures: which of them are left, and whether each finds the step it goes by.

Needs the steps that are given for each variant of a lineage; gives those in use, or the error that names plugin, step
and rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve

from europa_rules.contributions import StepContribution, refuse_conflicts
from europa_rules.errors import PluginError, nearest
from europa_rules.plugins import Answered
from europa_rules.slots import PROCEDURES


def steps_of(levels: Iterable[Sequence[tuple[str, StepContribution]]]) -> list[tuple[str, StepContribution]]:
    """The steps, without those of a base whose name or place a step of a nearer variant takes."""
    kept: list[tuple[str, StepContribution]] = []
    for given in levels:
        _refuse_step_conflicts(given)
        kept = [(plugin, old) for plugin, old in kept if not any(_takes_place(new, old) for _, new in given)]
        kept += given
    _refuse_lost_steps(kept)
    return kept


def _takes_place(new: StepContribution, old: StepContribution) -> bool:
    same_place = bool(new.replaces) and new.replaces == old.replaces
    return new.procedure == old.procedure and (new.name == old.name or same_place)


def _refuse_step_conflicts(steps: Sequence[tuple[str, StepContribution]]) -> None:
    """Raise for steps of one name or place, and PluginError for one that bears the name of the procedure's own."""
    for plugin, step in steps:
        if step.name in PROCEDURES[step.procedure] and step.name != step.replaces:
            own = f"the {step.procedure} has a step of that name"
            told = f"plugin '{plugin}': step '{step.name}': {own}; name it otherwise (hook europa_steps)"
            raise PluginError(told, (plugin,))
    refuse_conflicts("step", [(f"{s.procedure}: {s.name}", plugin, s.by) for plugin, s in steps])
    refuse_conflicts("step", [(f"{s.procedure}: {s.replaces}", plugin, s.by) for plugin, s in steps if s.replaces])


def _refuse_lost_steps(steps: Sequence[tuple[str, StepContribution]]) -> None:
    """Raise PluginError for a step that goes by one there is not, or that waits for one which waits for it."""
    by_name = {(step.procedure, step.name): (plugin, step) for plugin, step in steps}
    for plugin, step in steps:
        names = [*PROCEDURES[step.procedure], *(name for procedure, name in by_name if procedure == step.procedure)]
        if step.anchor not in names:
            near = nearest(step.anchor, names)
            raise PluginError(
                f"plugin '{plugin}': step '{step.name}' goes by '{step.anchor}', which is no step of the"
                f" {step.procedure}.{f' Did you mean {near!r}?' if near else ''}",
                (plugin,),
            )
    for plugin, step in steps:
        way = [(plugin, step)]
        while (before := by_name.get((step.procedure, way[-1][1].anchor))) and before not in way:
            way.append(before)
        if before:
            ring = " and ".join(f"step '{s.name}' of plugin '{who}' ({', '.join(map(str, s.by))})" for who, s in way)
            told = f"{ring} go by one another, and by no step of the {step.procedure} (hook europa_steps)"
            raise PluginError(told, (who for who, _ in way))


def steps_left(kept: Sequence[Answered], given: Iterable[Answered]) -> list[Answered]:
    """Steps that are kept; one that goes by a step which is left out goes where that one went."""
    there = {(step.procedure, step.name) for level in kept for _, step in level}
    gone = {(s.procedure, s.name): s for level in given for _, s in level if (s.procedure, s.name) not in there}
    return [tuple((plugin, _moved_up(step, gone)) for plugin, step in level) for level in kept]


def _moved_up(step: StepContribution, gone: Mapping[tuple[str, str], StepContribution]) -> StepContribution:
    """A step at the place of the steps that are left out, one after another, by which it goes."""
    while (lost := gone.get((step.procedure, step.anchor))) is not None:
        at_replaced = (lost.replaces, "") if step.before else ("", lost.replaces)
        before, after = at_replaced if lost.replaces else (lost.before, lost.after)
        step = evolve(step, before=before, after=after, replaces="")
    return step
