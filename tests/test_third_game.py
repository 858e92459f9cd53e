"""The third game of the examples: it changes something in every layer, in little code, with public names only."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import europa_rules as er
from europa_rules.ground.losses import STAND, ResultMeaning, meaning_of
from europa_rules.ruleset import Ruleset

PROJECT = Path(__file__).parents[1] / "examples" / "tannenbaum"
PACKAGE = PROJECT / "src" / "tannenbaum"


@pytest.fixture(scope="module")
def plugin() -> ModuleType:
    sys.path.append(str(PROJECT / "src"))
    return importlib.import_module("tannenbaum.plugin")


@pytest.fixture(scope="module")
def fof() -> Ruleset:
    return er.load("fof", plugins=["fof"])


@pytest.fixture(scope="module")
def rules(plugin: ModuleType) -> Ruleset:
    return er.load("tannenbaum", plugins=["fof", plugin])


def is_redoubt(rules: Ruleset) -> bool:
    return any(rules.board.terrain(ref) == "redoubt" for ref in rules.board.hexes)


LAYERS: dict[str, Callable[[Ruleset], object]] = {
    "sequence": lambda rules: "mobilization" in {step.name for step in rules.steps("player turn")},
    "rules left out": lambda rules: "reinforcements" not in {step.name for step in rules.steps("player turn")},
    "map patch": is_redoubt,
    "terrain type": lambda rules: "redoubt" in rules.charts.terrain_effects.hexes,
    "unit type": lambda rules: "frontier_guard" in rules.types.types,
    "supply source": lambda rules: "the Réduit" in {source.name for source in rules.contributed("supply sources")},
    "combat modifier": lambda rules: "panzers in the Réduit" in {m.name for m in rules.modifiers("combat die roll")},
    "prohibition": lambda rules: any("guards" in item.name for item in rules.contributed("enter hex")),
    "new result": lambda rules: bool(rules.sources("combat results")) and meaning_of("AP", rules).retreats == STAND,
    "optional rule": lambda rules: "T1" in rules.known_options,
    "order of battle": lambda rules: "tannenbaum" in rules.orders_of_battle,
    "scenario": lambda rules: {"tannenbaum", "frontier"} <= {*rules.scenario_ids},
}


@pytest.mark.parametrize("layer", LAYERS)
def test_it_changes_every_layer_and_leaves_the_game_as_it_was(layer: str, rules: Ruleset, fof: Ruleset) -> None:
    assert LAYERS[layer](rules)
    assert not LAYERS[layer](fof)


def test_its_result_is_a_meaning_of_its_own(rules: Ruleset) -> None:
    assert meaning_of("AP", rules) == ResultMeaning("attacker", "half", STAND)


def test_it_takes_at_most_300_lines_of_code() -> None:
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in PACKAGE.rglob("*.py")) <= 300


def test_it_is_written_with_public_names_only() -> None:
    for file in PROJECT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("europa_rules"):
                parts = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
                assert [part for part in parts if part.startswith("_")] == []
                assert not (node.module or "").startswith(("europa_rules_fof", "europa_rules_sf"))
            if isinstance(node, ast.Attribute):
                assert not node.attr.startswith("_"), ast.unparse(node)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "er":
                assert node.attr in er.__all__, node.attr
