"""The sequence of play (rule 4).

A game turn has a player turn for each side; a player turn goes through its steps in order. The list of steps that
`player_turn_steps` gives is the list that the game drives: the base steps here, with those of plugins in their places.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from attrs import evolve, frozen

from europa_rules.campaign.deployment import deploy, forget_set_up, next_step
from europa_rules.campaign.postings import scenario_of
from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.ground.construction_sites import begin_construction, construct, finish_quick_work, tidy
from europa_rules.ground.isolation import CHECK
from europa_rules.ground.stacking import rule_on_all_stacks
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.scenario_heads import Scenario
from europa_rules.sides import Side, Turn
from europa_rules.slots import DEPLOYMENT
from europa_rules.stages import Run, Stage, arrange
from europa_rules.state import GameState, Moment

ACT_ON_DEMAND = "acting on demand"
"""Slot of sources: (side, state, rules) -> whether a side that is not phasing may act in a phase on demand."""

GAME_OVER = "game over"
"""Slot of sources: (state, rules) -> whether the game ends now, before its scenario's last turn."""

HELD = "phase"
"""Slot of prohibitions: why a phase of a player turn does not take place (facts: `PhaseEnd`)."""

Ends = Callable[[GameState, Ruleset], bool]
Acts = Callable[[Side, GameState, Ruleset], bool]


@frozen
class PhaseEnd:
    """A phase that the phasing player would begin or end, as the slots "phase" and "end of phase" are given it."""

    phase: str
    side: Side
    state: GameState
    rules: Ruleset


def _quiet(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A step at which nothing happens unless a plugin adds something."""
    yield from ()
    return state


def _begin(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    text = f"{state.moment.turn}: {state.phasing} player turn"
    return (yield from record(Event(text, (rules.cite("4A"),), state, "player turn begins")))


def _orders(phase: str) -> Run:
    def act(state: GameState, rules: Ruleset) -> Procedure[GameState]:
        """The phasing player acts as long as he wishes; stacking must be right when he is done (rule 8B).

        Others may act on demand in between, where they have the means.
        """
        player = state.phasing
        held = rules.forbid(HELD, PhaseEnd(phase, player, state, rules))
        if not held.allowed:
            return (yield from _left_out(held, state))

        def closing(after: GameState) -> Ruling:
            return rule_on_all_stacks(player, after, rules) & rules.forbid(
                "end of phase", PhaseEnd(phase, player, after, rules)
            )

        others = () if phase == "combat" else _on_demand(state, rules)
        return (yield from opening(f"{phase} phase", (player, *others), (rules.cite("4B"),), state, closing))

    return act


def _left_out(held: Ruling, state: GameState) -> Procedure[GameState]:
    """A phase that does not take place: why."""
    why = "; ".join(refusal.why for refusal in held.refusals)
    by = tuple(dict.fromkeys(citation for refusal in held.refusals for citation in refusal.by))
    return (yield from record(Event(why, by, state, "phase left out")))


def _on_demand(state: GameState, rules: Ruleset) -> tuple[Side, ...]:
    """The sides that are not phasing and may act all the same."""
    acts = [cast(Acts, source.value) for source in rules.sources(ACT_ON_DEMAND)]
    return tuple(side for side in non_phasing(state, rules) if any(may(side, state, rules) for may in acts))


_BASE = (
    Stage("start of player turn", _begin, phase="initial"),
    Stage("initial phase", _quiet, phase="initial"),
    Stage("construction", construct, phase="initial"),
    Stage("new construction", begin_construction, phase="initial"),
    Stage("start of movement", finish_quick_work, phase="movement"),
    Stage("movement phase", _orders("movement"), phase="movement"),
    Stage("end of movement", tidy, phase="movement"),
    Stage("start of combat", _quiet, phase="combat"),
    Stage("combat phase", _orders("combat"), phase="combat"),
    Stage("end of combat", tidy, phase="combat"),
    Stage("start of exploitation", _quiet, phase="exploitation"),
    Stage("exploitation phase", _orders("exploitation"), phase="exploitation"),
    Stage("end of exploitation", tidy, phase="exploitation"),
    Stage("end of player turn", _quiet, phase="exploitation"),
)


@rule("FoF 4A", "SF 4A")
@remembered()
def player_turn_steps(rules: Ruleset) -> tuple[Stage, ...]:
    """The steps of a player turn under these rules, in order, those too that some player turns only have (rule 4A).

    >>> from europa_rules import load
    >>> names = [s.name for s in player_turn_steps(load("sf"))]
    >>> names[0], names[-1], "initial phase" in names
    ('start of player turn', 'end of player turn', True)
    """
    return arrange("player turn", _BASE, rules)


@rule("FoF 4A", "SF 4A")
def step_at(moment: Moment, rules: Ruleset) -> Stage:
    """The step that a moment stands at; the first of its phase where the moment names none."""
    steps = player_turn_steps(rules)
    for stage in steps:
        if stage.name == moment.step or (not moment.step and stage.name == f"{moment.phase} phase"):
            return stage
    return next(stage for stage in steps if stage.phase == moment.phase)


@rule("FoF 4A", "FoF 30", "SF 4A", "SF 41A")
def step_of(state: GameState, rules: Ruleset) -> Stage:
    """The step that a game stands at: one of the set-up, or one of a player turn."""
    if state.moment.phase == DEPLOYMENT:
        return Stage(state.moment.step, deploy, phase=DEPLOYMENT)
    return step_at(state.moment, rules)


@rule("FoF 30", "SF 41A")
def first_moment(turn: Turn, side: Side, rules: Ruleset) -> Moment:
    """The moment at which a player turn begins."""
    first = next(stage for stage in player_turn_steps(rules) if stage.when is None)
    return Moment(turn, side, first.phase, first.name)


def _turn_begins(turn: Turn, side: Side, rules: Ruleset) -> Moment:
    """The first step of a player turn, also one that only some have."""
    first = player_turn_steps(rules)[0]
    return Moment(turn, side, first.phase, first.name)


@rule("FoF 4A", "SF 4A")
def next_moment(moment: Moment, rules: Ruleset) -> Moment:
    """The moment at which the following step begins (rule 4A): the next step, player turn or game turn."""
    steps = player_turn_steps(rules)
    at = steps.index(step_at(moment, rules)) + 1
    if at < len(steps):
        return evolve(moment, phase=steps[at].phase, step=steps[at].name)
    sides = rules.variant.sides
    place = sides.index(moment.player) + 1
    if place < len(sides):
        return _turn_begins(moment.turn, sides[place], rules)
    return _turn_begins(moment.turn.next(), sides[0], rules)


def _next_held(state: GameState, rules: Ruleset) -> Moment:
    """The moment at which the next step begins that the player turn has."""
    while True:
        state = state.at_moment(next_moment(state.moment, rules))
        when = step_at(state.moment, rules).when
        if when is None or when(state, rules):
            return state.moment


def go_on(state: GameState, rules: Ruleset) -> GameState:
    """The state at the next step, with everything forgotten whose scope has ended."""
    if state.moment.phase == DEPLOYMENT:
        return _after_deploying(state, rules)
    old, new = state.moment, _next_held(state, rules)
    begins = new.step == first_moment(new.turn, new.player, rules).step
    scopes = ["step"]
    if new.phase != old.phase or new.player != old.player:
        scopes.append("phase")
    if new.player != old.player or new.turn != old.turn or begins:
        scopes.append("player turn")
    if new.turn != old.turn:
        scopes.append("game turn")
    if new.turn.month != old.turn.month:
        scopes.append("month")
    if new.turn.year != old.turn.year:
        scopes.append("year")
    return state.ending(*scopes).at_moment(new)


@rule("FoF 32A", "SF 41B")
def scenario_over(state: GameState, rules: Ruleset) -> Scenario | None:
    """The scenario in play, if its last game turn has been played or its game ends it sooner; else None."""
    scenario = scenario_of(state, rules)
    if scenario is None or state.moment.phase == DEPLOYMENT:
        return None
    ended = any(cast(Ends, source.value)(state, rules) for source in rules.sources(GAME_OVER))
    return scenario if ended or state.moment.turn > scenario.last else None


def _after_deploying(state: GameState, rules: Ruleset) -> GameState:
    """The state at the next step of the set-up, or at the first player turn."""
    following = next_step(state, rules)
    if following is not None:
        return state.ending("step").at_moment(following)
    scenario = scenario_of(state, rules)
    player = scenario.player if scenario else state.phasing
    return forget_set_up(state, rules).at_moment(first_moment(state.moment.turn, player, rules))


@rule("FoF 4B", "SF 4B")
def non_phasing(state: GameState, rules: Ruleset) -> tuple[Side, ...]:
    """The sides that are not phasing (rule 4B)."""
    return tuple(s for s in rules.variant.sides if s != state.phasing)


# --- what the sequence is, for those who ask -------------------------------------------------------------------------


@rule("FoF 4", "SF 4")
def player_turns(rules: Ruleset) -> tuple[Side, ...]:
    """The player turns of a game turn, in order, by the side that phases in each."""
    return rules.variant.sides


@rule("FoF 4A", "FoF 4A1", "FoF 4A2", "FoF 4A3", "FoF 4A4", "SF 4A", "SF 4A1", "SF 4A2", "SF 4A3", "SF 4A4")
def phases_of_player_turn(rules: Ruleset) -> tuple[str, ...]:
    """The phases that every player turn has, in order, as its steps have them.

    >>> from europa_rules import load
    >>> phases_of_player_turn(load("sf"))
    ('initial', 'movement', 'combat', 'exploitation')
    """
    return tuple(dict.fromkeys(step.phase for step in player_turn_steps(rules) if step.when is None))


@rule("FoF 4", "SF 4")
def next_player_turn(turn: Turn, side: Side, rules: Ruleset) -> tuple[Turn, Side]:
    """The player turn after that of a side: its game turn, and who phases in it."""
    last = player_turn_steps(rules)[-1]
    following = next_moment(Moment(turn, side, last.phase, last.name), rules)
    return following.turn, following.player


@rule("FoF 4B", "SF 4B")
def roles(player_turn: Side, rules: Ruleset) -> tuple[Side, tuple[Side, ...]]:
    """Who phases in a player turn, and who does not. Raises UnknownName for a side without player turns."""
    if player_turn not in rules.variant.sides:
        raise unknown("player turn", player_turn, rules.variant.sides)
    return player_turn, tuple(side for side in rules.variant.sides if side != player_turn)


@rule("FoF 4A", "SF 4A")
def checks_of(kind: str, rules: Ruleset) -> tuple[str, ...]:
    """When something is checked in a player turn: the steps whose names begin with it, by what follows the comma.

    >>> from europa_rules import load
    >>> checks_of("isolation check", load("sf"))
    ('start of initial phase', 'start of combat phase')
    """
    head = f"{kind}, "
    return tuple(s.name.removeprefix(head) for s in player_turn_steps(rules) if s.name.startswith(head))


@frozen
class TurnReport:
    """Where a game is in the sequence of play.

    Attributes:
        moment: the turn, player, phase and step.
        player_turns: the player turns of a game turn, in order.
        phases: the phases of a player turn, in order.
        phasing: who phases now; others: who does not.
        isolation_checks: when isolation is judged in a player turn.
        following: the game turn of the next player turn, and who phases in it.
    """

    moment: Moment
    player_turns: tuple[Side, ...]
    phases: tuple[str, ...]
    phasing: Side
    others: tuple[Side, ...]
    isolation_checks: tuple[str, ...]
    following: tuple[Turn, Side]

    def __str__(self) -> str:
        turn, side = self.following
        return f"{self.moment} | phases: {', '.join(self.phases)} | next: {side} player turn of {turn}"


def describe_turn(moment: Moment, rules: Ruleset) -> TurnReport:
    """All about a moment in the sequence of play.

    >>> from europa_rules import load, parse_position
    >>> rules = load("sf")
    >>> report = describe_turn(parse_position("Jul I 43, Axis combat", rules).moment, rules)
    >>> report.others, str(report.following[0]), report.following[1]
    (('Allied',), 'Jul I 43', 'Allied')
    >>> print(report)
    Jul I 43, Axis combat | phases: initial, movement, combat, exploitation | next: Allied player turn of Jul I 43
    """
    phasing, others = roles(moment.player, rules)
    return TurnReport(
        moment,
        player_turns(rules),
        phases_of_player_turn(rules),
        phasing,
        others,
        checks_of(CHECK, rules),
        _following(moment, rules),
    )


def _following(moment: Moment, rules: Ruleset) -> tuple[Turn, Side]:
    """The next player turn; the first one of all after the set-up."""
    if moment.phase == DEPLOYMENT:
        return moment.turn, player_turns(rules)[0]
    return next_player_turn(moment.turn, moment.player, rules)
