"""The hooks: each is described as it is, answers the same questions, and is used by a bundled plugin."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from europa_rules.citations import Citation
from europa_rules.hooks import HOOK_NAMES, QUESTIONS, Hooks, told_of
from europa_rules.matrix import load_matrix
from europa_rules.plugins import ASKED_WITHOUT_A_VARIANT

ROOT = Path(__file__).parents[1]
GAMES = {"europa_rules_fof.plugin": "fof", "europa_rules_sf.plugin": "sf", "tannenbaum.plugin": "tannenbaum"}
"""The bundled plugins and the third game of the examples, and the variant that each brings."""


@pytest.fixture(scope="module", autouse=True)
def third_game() -> None:
    """The third game lies in a package of its own."""
    sys.path.append(str(ROOT / "examples" / "tannenbaum" / "src"))


def given_by(plugin: str, hook: str) -> list[object]:
    """What a bundled plugin answers to a hook."""
    asked: Callable[..., object] | None = getattr(import_module(plugin), hook, None)
    if asked is None:
        return []
    answer = asked() if hook in ASKED_WITHOUT_A_VARIANT else asked(variant=GAMES[plugin])
    assert hasattr(answer, "__iter__")
    return list(answer)


@pytest.mark.parametrize("hook", HOOK_NAMES)
def test_a_hook_answers_all_questions(hook: str) -> None:
    answers = told_of(hook)
    assert tuple(answers) == QUESTIONS
    assert [question for question, answer in answers.items() if len(answer) < 8] == []
    assert (inspect.getdoc(getattr(Hooks, hook)) or "").partition("\n")[0].endswith(".")


@pytest.mark.parametrize("hook", HOOK_NAMES)
def test_a_hook_is_described_by_its_signature(hook: str) -> None:
    signature, answers = inspect.signature(getattr(Hooks, hook)), told_of(hook)
    given = [name for name in signature.parameters if name != "self"]
    assert re.findall(r"`(\w+)`", answers["Given"]) == given
    assert (given == []) == (hook in ASKED_WITHOUT_A_VARIANT)
    assert answers["Return"].startswith(f"`{signature.return_annotation}`")


@pytest.mark.parametrize("hook", HOOK_NAMES)
def test_a_hook_names_rules_that_exist(hook: str) -> None:
    matrix = load_matrix()
    named = re.findall(r"\b(?:FoF|SF) \d\w*", told_of(hook)["Serves"])
    assert named or re.search(r"rules?\b", told_of(hook)["Serves"])
    assert [rule for rule in named if not matrix.exists(Citation.parse(rule))] == []


@pytest.mark.parametrize("hook", HOOK_NAMES)
def test_a_hook_is_used_by_the_bundled_plugin_that_it_names(hook: str) -> None:
    plugin = told_of(hook)["Example"].strip("`")
    assert plugin in GAMES
    assert given_by(plugin, hook) != []


@pytest.mark.parametrize("plugin", GAMES)
def test_a_bundled_plugin_asks_for_what_the_hook_gives(plugin: str) -> None:
    module = import_module(plugin)
    for hook in HOOK_NAMES:
        if function := getattr(module, hook, None):
            wanted = [name for name in inspect.signature(getattr(Hooks, hook)).parameters if name != "self"]
            assert list(inspect.signature(function).parameters) == wanted, hook


def pages() -> ModuleType:
    """The module that makes pages of the reference."""
    if str(ROOT / "docs") not in sys.path:
        sys.path.append(str(ROOT / "docs"))
    return import_module("pages")


def test_the_page_of_hooks_shows_each_with_its_questions_and_a_function_of_a_plugin() -> None:
    chapters = pages().hooks_page().split("\n## ")[1:]
    assert [chapter.partition("\n")[0] for chapter in chapters] == list(HOOK_NAMES)
    for hook, chapter in zip(HOOK_NAMES, chapters, strict=True):
        assert [question for question in QUESTIONS if f"- **{question}**" not in chapter] == []
        assert f"def {hook}(" in chapter
