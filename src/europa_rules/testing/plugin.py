"""The pytest plugin for authors of variants: fixtures for a variant's rules, positions, dice and answers.

Name it in a `conftest.py`, and give the variant's id there:

    pytest_plugins = ["europa_rules.testing.plugin"]

    @pytest.fixture(scope="module")
    def variant() -> str:
        return "marita"

The suites also run what lies beside the test module that takes them in: cases in the folder `cases`, golden games in
`golden`, and what its author has approved in `approved`. A module names other folders by `CASES`, `GOLDEN` and
`APPROVED`; cases and golden games may lie in several, named in a tuple.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from _pytest.outcomes import Failed

from europa_rules.calculators import odds as reckon_odds
from europa_rules.dice import Address
from europa_rules.errors import EuropaError
from europa_rules.game import Game
from europa_rules.loading import load
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState
from europa_rules.testing.procedures import play as play_procedure

pytest.register_assert_rewrite("europa_rules.testing.suites")


class Prepared:
    """Dice that show prepared faces, one after another, and fail when they run out."""

    name = "prepared"

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)

    def roll(self, _: Address, dice: int, __: int = 6) -> tuple[int, ...]:
        """The next faces."""
        assert len(self._faces) >= dice, f"{dice} faces are wanted, and {len(self._faces)} are left"
        rolled, self._faces = self._faces[:dice], self._faces[dice:]
        return tuple(rolled)


FILES = {
    "case_file": ("CASES", "*.json"),
    "golden_game": ("GOLDEN", "*.txt"),
    "approved_game": ("APPROVED", "game-*.txt"),
}
"""Parameters of suites that are run for each file: what names their folder, and which files of it are taken."""


def folders_of(module: ModuleType, name: str) -> tuple[Path, ...]:
    """The folder or the folders that a test module names so (`CASES`, `GOLDEN`), or the usual one beside it."""
    given = getattr(module, name, Path(str(module.__file__)).parent / name.lower())
    return tuple(map(Path, given)) if isinstance(given, tuple | list) else (Path(given),)


def folder_of(module: ModuleType, name: str) -> Path:
    """The one folder that a test module names so (`APPROVED`), or the usual one beside it."""
    return folders_of(module, name)[0]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a suite once for each file of cases, and each golden game; once with None where there is no file."""
    for parameter, (name, pattern) in FILES.items():
        if parameter in metafunc.fixturenames:
            files = [file for folder in folders_of(metafunc.module, name) for file in sorted(folder.glob(pattern))]
            metafunc.parametrize(parameter, files or [None], ids=lambda file: file.stem if file else "none")


@pytest.fixture(scope="session")
def variant() -> str:
    """The id of the variant under test, which a `conftest.py` or a test module has to give."""
    raise pytest.UsageError("name the variant under test: a fixture `variant` with the scope of the session")


class DoesNotLoad(Failed):
    """The variant under test does not load."""


@pytest.fixture(scope="module")
def rules(variant: str) -> Ruleset:
    """The variant's rules, with no option. Where they do not load, the first test says why, and each other that."""
    try:
        return load(variant)
    except EuropaError as error:
        why = f"the variant '{variant}' does not load: {error}"
    raise DoesNotLoad(why, pytrace=False)


_HAS_TOLD = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell once why the variant does not load."""
    report = yield
    if call.excinfo is not None and isinstance(call.excinfo.value, DoesNotLoad):
        if item.config.stash.get(_HAS_TOLD, False):
            report.longrepr = "the variant does not load; the first error says why"
        item.config.stash[_HAS_TOLD] = True
    return report


@pytest.fixture
def position(rules: Ruleset) -> Callable[[str], GameState]:
    """Reads positions: `position("16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement")`."""
    return lambda text: parse_position(text, rules)


@pytest.fixture
def dice() -> Callable[..., Prepared]:
    """Dice that show what is prepared: `dice(6, 1, 3)`."""
    return lambda *faces: Prepared(faces)


@pytest.fixture
def table(rules: Ruleset) -> Callable[..., Game]:
    """Begins games: `table("16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement", dice=dice(6))`."""

    def begin(start: str | GameState, **how: Any) -> Game:
        return Game.start(rules, start, **({"seed": "table"} | how))

    return begin


@pytest.fixture
def play() -> Callable[..., Any]:
    """Drives a procedure with prepared rolls and answers: see `europa_rules.testing.play`."""
    return play_procedure


@pytest.fixture
def answers(rules: Ruleset) -> Callable[[dict[str, object]], dict[str, object]]:
    """Answers questions put as plain data: `answers({"ask": ...})`, as plain data too."""
    from europa_rules.questions import ask

    return lambda question: ask(question, rules).to_json()


@pytest.fixture
def odds(rules: Ruleset) -> Callable[..., Any]:
    """Reckons attacks off the board: `odds("14-10 Pz XX vs 6-6 Inf XX in woods")`."""
    return lambda situation, **how: reckon_odds(situation, rules, **how)
