"""Steps that plugins put into procedures: before, after, or in place of one, in an order of their own."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

import europa_rules as er
from europa_rules.contributions import StepContribution
from europa_rules.errors import PluginError
from europa_rules.hooks import hookimpl
from europa_rules.procedure import Event, Procedure, record
from europa_rules.slots import PROCEDURES
from europa_rules.stages import Stage, arrange, go_through
from europa_rules.testing import play

Run = Callable[[er.GameState, er.Ruleset], Procedure[er.GameState]]


def says(word: str) -> Run:
    """A step that logs a word."""

    def run(state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
        return (yield from record(Event(word, (), state)))

    return run


BASE = tuple(Stage(name, says(name), phase="combat") for name in PROCEDURES["attack"])


class HouseRules:
    """A plugin that contributes steps to Second Front."""

    def __init__(self, name: str, *steps: StepContribution) -> None:
        self.name = name
        self._steps = steps

    @hookimpl
    def europa_steps(self, variant: str) -> tuple[StepContribution, ...]:
        """The steps of this plugin."""
        return self._steps


def step(name: str, by: str = "SF 43A", *, before: str = "", after: str = "", replaces: str = "") -> StepContribution:
    """A step of the attack that logs its name."""
    return StepContribution(name, "attack", says(name), by, before, after, replaces)


def arranged(*plugins: object) -> tuple[Stage, ...]:
    """The attack with what these plugins contribute to it."""
    return arrange("attack", BASE, er.load("sf", plugins=["sf", *plugins]))


def names_from(*plugins: object) -> list[str]:
    """The names of those steps that are not the core's or the game's own."""
    own = {s.name for s in arranged()} - set(PROCEDURES["attack"])
    return [s.name for s in arranged(*plugins) if s.name not in own]


def spoken(stages: tuple[Stage, ...]) -> list[str]:
    """What the steps log when they are gone through."""
    rules = er.load("sf", plugins=["sf"])
    _, played = play(go_through(stages, er.parse_position("", rules), rules))
    return [event.text for event in played.events]


def test_steps_go_before_after_and_in_place_of_one() -> None:
    steps = [step("pause", before="declare"), step("cheer", after="conclude"), step("no losses", replaces="losses")]
    rules = er.load("fof", plugins=["fof"])
    assert rules.steps("no such procedure") == ()
    names = names_from(HouseRules("house", *steps))
    assert names == ["pause", *PROCEDURES["attack"], "cheer"]


def test_a_step_that_replaces_one_keeps_its_name_and_place_and_does_its_own_work() -> None:
    stages = arranged(HouseRules("house", step("no losses", "SF 9C", replaces="losses")))
    at = [s.name for s in stages].index("losses")
    assert str(stages[at].by[0]) == "SF 9C"
    assert spoken((stages[at],)) == ["no losses"]


def test_a_contributed_step_belongs_to_the_phase_of_its_neighbour() -> None:
    stages = arranged(HouseRules("house", step("pause", before="declare"), step("cheer", after="conclude")))
    assert {s.phase for s in stages} == {"combat"}


def test_a_step_may_go_by_another_contributed_one() -> None:
    first, second = step("first", after="declare"), step("second", after="first")
    plugins = [HouseRules("zoe", first), HouseRules("adam", second)]
    for order in itertools.permutations(plugins):
        names = names_from(*order)
        assert names[: names.index("before odds")] == ["declare", "first", "second"]


@pytest.mark.parametrize("place", ["before", "after"])
def test_several_steps_at_one_place_come_in_the_order_of_rules_and_plugins(place: str) -> None:
    """However the plugins are registered; and alike before and after a step."""
    plugins = [
        HouseRules("carol", step("c", "SF 9A", **{place: "losses"})),
        HouseRules("bob", step("b", "SF 9B", **{place: "losses"}), step("a", "SF 9A", **{place: "losses"})),
        HouseRules("alice", step("d", "SF 9C", **{place: "losses"})),
    ]
    seen = {tuple(n for n in names_from(*order) if n in "abcd") for order in itertools.permutations(plugins)}
    assert seen == {("a", "c", "b", "d")}


def test_a_step_by_one_that_does_not_exist_is_refused_with_the_nearest() -> None:
    with pytest.raises(PluginError) as caught:
        arranged(HouseRules("house", step("cheer", after="pause"), step("pause", after="loses")))
    expected = "step 'pause' goes by 'loses', which is no step of the attack. Did you mean 'losses'?"
    assert str(caught.value).endswith(expected)


def test_steps_that_go_by_one_another_are_refused() -> None:
    with pytest.raises(PluginError, match=r"step 'egg' of plugin 'house' .* and step 'hen' .* go by one another"):
        arranged(HouseRules("house", step("hen", after="egg"), step("egg", after="hen")))


def test_a_step_names_exactly_one_place() -> None:
    for places in ({}, {"before": "losses", "after": "losses"}, {"after": "losses", "replaces": "losses"}):
        with pytest.raises(PluginError, match="step 'pause': name exactly one of before, after, replaces"):
            step("pause", **places)


def test_steps_are_gone_through_in_order_each_from_the_state_before() -> None:
    def turns_to(phase: str) -> Run:
        def run(state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
            after = state.at_moment(er.Moment(state.moment.turn, state.phasing, phase))
            return (yield from record(Event(f"{state.moment.phase} to {phase}", (), after)))

        return run

    rules = er.load("sf", plugins=["sf"])
    start = er.parse_position("", rules)
    stages = [Stage("one", turns_to("combat")), Stage("two", turns_to("exploitation"))]
    end, played = play(go_through(stages, start, rules))
    assert [e.text for e in played.events] == ["movement to combat", "combat to exploitation"]
    assert end.moment.phase == "exploitation"
    assert play(go_through([], start, rules))[0] == start
