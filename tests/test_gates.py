"""Gates of contributions: one that waits for what there is not would never open, and is refused at load."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.test_plugins import HouseRule

import europa_rules as er
from europa_rules.contributions import ChartFolder, Gate, Modifier, Option
from europa_rules.errors import PluginError


def minus_one(gate: Gate) -> Modifier:
    return Modifier("house rule", "combat die roll", "SF 36B", amount=-1, gate=gate)


@pytest.mark.parametrize(
    ("gate", "why"),
    [
        (Gate(option="43B"), "waits for option '43B', which is not known"),
        (Gate(without_option="43B"), "waits for option '43B', which is not known"),
        (Gate(point="sf-43E-contingent", reading="ground"), "ruling 'sf-43E-contingent', .* Did you mean 'sf-43E"),
        (Gate(point="sf-43E-contingents", reading="grounds"), "reading of 'sf-43E-contingents' 'grounds'.* 'ground'"),
    ],
)
def test_a_gate_that_could_never_open_is_refused_at_load(gate: Gate, why: str) -> None:
    with pytest.raises(PluginError, match=f"plugin 'house': 'house rule' waits for .*{why.removeprefix('waits for ')}"):
        er.load("sf", plugins=["sf", HouseRule("house", modifiers=[minus_one(gate)])])


def test_a_gate_may_wait_for_an_option_of_any_plugin_loaded() -> None:
    gated = HouseRule("house", modifiers=[minus_one(Gate(option="house-1"))])
    other = HouseRule("other", options=[Option("house-1", "A rule of the house", by="SF 36B")])
    with pytest.raises(PluginError, match="house-1"):
        er.load("sf", plugins=["sf", gated])
    assert er.load("sf", plugins=["sf", gated, other]).modifiers("combat die roll") == (
        er.load("sf", plugins=["sf", other]).modifiers("combat die roll")
    )


def test_gates_of_chart_folders_are_looked_at_too(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match="waits for option '99Z'"):
        er.load("sf", plugins=["sf", HouseRule("house", charts=[ChartFolder(tmp_path, Gate(option="99Z"))])])
