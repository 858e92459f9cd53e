"""Plugins: found, asked, sorted, and refused by name when two claim one place."""

from __future__ import annotations

import itertools
import types
from collections.abc import Iterable
from importlib import metadata

import pytest

import europa_rules as er
from europa_rules import plugins as plugins_module
from europa_rules.contributions import Gate, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules.errors import ContributionConflict, PluginError, UnknownName
from europa_rules.hooks import hookimpl
from europa_rules.plugins import find_plugins


class HouseRule:
    """A plugin made in a test: whatever it is handed, under the hook's name."""

    def __init__(self, name: str, **answers: object) -> None:
        self.name = name
        for hook, answer in answers.items():
            setattr(self, f"europa_{hook}", hookimpl(_answering(answer, with_variant=hook != "variants")))


def _answering(answer: object, *, with_variant: bool) -> types.FunctionType:
    def for_variant(variant: str) -> object:
        return answer

    def for_all() -> object:
        return answer

    chosen = for_variant if with_variant else for_all
    assert isinstance(chosen, types.FunctionType)
    return chosen


def _stands_still(state: er.GameState, rules: er.Ruleset) -> er.Procedure[er.GameState]:
    yield from ()
    return state


def _minus_one(name: str, by: str = "SF 36B") -> Modifier:
    return Modifier(name, "combat die roll", by, amount=-1)


def test_B33_one_broken_plugin_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        metadata.EntryPoint("fof", "europa_rules_fof.plugin", plugins_module.ENTRY_POINTS),
        metadata.EntryPoint("broken", "no_such_module_anywhere", plugins_module.ENTRY_POINTS),
    ]
    monkeypatch.setattr(metadata, "entry_points", lambda group: entries)
    found = {p.name: p for p in find_plugins()}
    assert found["fof"].loaded and not found["broken"].loaded
    assert "no_such_module_anywhere" in found["broken"].error
    assert er.load("fof").variant.id == "fof"
    with pytest.raises(PluginError, match=r"plugin 'broken' .*no_such_module_anywhere"):
        er.load("fof", plugins=["fof", "broken"])
    with pytest.raises(PluginError, match="broken"):
        find_plugins(strict=True)


def test_B33_a_plugin_that_breaks_halfway_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    class Half:
        name = "half"

        @hookimpl
        def europa_modifiers(self, variant: str) -> Iterable[Modifier]:
            return [_minus_one("half a rule")]

        @hookimpl
        def europa_steps(self, variant: str) -> Iterable[StepContribution]:
            raise RuntimeError("in the middle")

    found = (*find_plugins(), *plugins_module.as_records([Half()]))
    monkeypatch.setattr("europa_rules.building.ruleset_building.find_plugins", lambda: found)
    rules = er.load("sf")
    record = next(p for p in rules.plugins if p.name == "half")
    assert record.error.startswith("RuntimeError: in the middle (tests/test_plugins.py, line ")
    assert "half" not in rules.manifest()["contributions"]
    assert all(m.name != "half a rule" for m in rules.modifiers("combat die roll"))


def test_a_broken_plugin_that_is_asked_for_is_refused() -> None:
    """Whoever names his house rules wants to play by them; without them he would get other answers and not know."""
    with pytest.raises(PluginError, match=r"plugin 'house' \(handed in\): ZeroDivisionError"):
        er.load("sf", plugins=["sf", HouseRule("house", modifiers=(1 / n for n in (0,)))])


@pytest.mark.parametrize(
    ("hook", "answer", "words"),
    [
        ("modifiers", [5], "europa_modifiers gives 5; expected a list of Modifier records"),
        ("modifiers", _minus_one("a rule"), r"europa_modifiers gives Modifier.*expected a list of Modifier records"),
        ("steps", [_minus_one("a rule")], r"europa_steps gives Modifier.*expected a list of StepContribution records"),
        ("rulings", 5, "europa_rulings gives 5; expected a list"),
    ],
)
def test_an_answer_to_a_hook_that_is_no_list_of_its_records_is_refused(hook: str, answer: object, words: str) -> None:
    with pytest.raises(PluginError, match=words):
        er.load("sf", plugins=["sf", HouseRule("house", **{hook: answer})])


def test_two_plugins_on_one_step_are_a_conflict_that_names_both() -> None:
    def replacing(name: str) -> HouseRule:
        step = StepContribution(f"{name}'s losses", "attack", _stands_still, "SF 9C", replaces="losses")
        return HouseRule(name, steps=[step])

    with pytest.raises(ContributionConflict, match=r"step 'attack: losses' .*'alice' \(SF 9C\).*'bob' \(SF 9C\)"):
        er.load("sf", plugins=["sf", replacing("bob"), replacing("alice")])


@pytest.mark.parametrize(
    ("hook", "item"),
    [
        ("options", Option("99Z", "A house rule", "SF 9A")),
        ("sources", Source("Elba", "closed hexes", "SF 3E4")),
        ("variants", er.Variant("marita", "Marita", "SF", (er.AXIS,), (), None)),  # type: ignore[arg-type]
    ],
)
def test_a_name_given_twice_is_a_conflict(hook: str, item: object) -> None:
    pair = [HouseRule("alice", **{hook: [item]}), HouseRule("bob", **{hook: [item]})]
    with pytest.raises(ContributionConflict, match=r"'alice'.*'bob'"):
        er.load("sf", plugins=["sf", *pair])


def test_the_order_of_plugins_makes_no_difference() -> None:
    house = [HouseRule(name, modifiers=[_minus_one(f"{name}'s rule")]) for name in ("alice", "bob", "carol")]
    seen = set()
    for order in itertools.permutations(["sf", *house]):
        rules = er.load("sf", plugins=order)
        seen.add((repr(rules.manifest()["contributions"]), rules.fingerprint))
        names = [m.name for m in rules.modifiers("combat die roll") if m.name.endswith("'s rule")]
        assert names == ["alice's rule", "bob's rule", "carol's rule"]
    assert len(seen) == 1


def test_gates_follow_options_and_readings() -> None:
    option = Option("99Z", "A house rule", "SF 9A")
    gated = Modifier("house rule", "combat die roll", "SF 9A", amount=1, gate=Gate(option="99Z"))
    plugin = HouseRule("house", options=[option], modifiers=[gated])
    assert gated not in er.load("sf", plugins=["sf", plugin]).modifiers("combat die roll")
    assert gated in er.load("sf", plugins=["sf", plugin], options=["99Z"]).modifiers("combat die roll")


def test_an_unknown_option_ruling_or_variant_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean '43A'"):
        er.load("sf", options=["43AA"])
    with pytest.raises(UnknownName, match="sf-10I-german-date"):
        er.load("sf", rulings={"sf-10I-german-dat": "jul-43"})
    with pytest.raises(UnknownName, match="jul-43"):
        er.load("sf", rulings={"sf-10I-german-date": "jul-34"})
    with pytest.raises(UnknownName, match="Known: fof, sf"):
        er.load("sff")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Modifier("x", "combat dice roll", "SF 9A"), "Did you mean 'combat die roll'"),
        (lambda: Modifier("x", "combat die roll", "SF 9A", change="divide"), "no change 'divide'"),
        (lambda: Prohibition("x", "atack", "SF 9A"), "Did you mean 'attack'"),
        (lambda: StepContribution("x", "attack", _stands_still, "SF 9A"), "exactly one of before, after, replaces"),
        (lambda: StepContribution("x", "atack", _stands_still, "SF 9A", after="losses"), "Did you mean 'attack'"),
    ],
)
def test_a_wrong_contribution_says_what_would_be_right(make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(PluginError, match=words):
        make()


def test_a_misspelt_hook_is_named() -> None:
    class Misspelt:
        name = "misspelt"

        @hookimpl
        def europa_modifers(self, variant: str) -> Iterable[Modifier]:
            return []

    with pytest.raises(PluginError, match="europa_modifers"):
        er.load("sf", plugins=["sf", Misspelt()])
