"""How many mutations of rules the tests catch: those of the kit in the games' plugins, and our own in the rule rooms.

    python benchmarks/mutations.py kit MAP.json [--count 200] [--seed 7] [--jobs N] [--missed] [--without-records]
        [--game fof] [--within belgians]
    python benchmarks/mutations.py rooms MAP.json [--count 200] [--seed 7] [--jobs N] [--missed] [--budget 30]
        [--within air/bomb]

Each mutation is made in one file of a copy of the project (see `mutants.py`), and tests are run there in a process of
its own, until the first that fails. `kit` runs the suites for variants on the game whose plugin was mutated, and
nothing else: with those that compare with what an author has approved, or without. `rooms` runs the tests that
execute the mutated line, as `executed.py` has found out. The same seed makes the same mutations of the same code.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random

import pytest
from attrs import frozen

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.executed import (
    SUITES,
    THIRD,
    Executed,
    below_src,
    copy_project,
    install_third,
    read_map,
    room_files,
)  # neighbours of this script
from benchmarks.grafts import graft_of
from benchmarks.mutants import KINDS, OF_CODE, Mutant, Site, mutate, sites

PROJECT = Path(__file__).resolve().parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
OWN = ("europa_rules", "tannenbaum")
HEAVY = ("attrs", "cattrs", "networkx", "scipy.sparse.csgraph", "click", "rich.console", "jsonschema")
"""What processes find imported already: everything but the project."""

NO_WARNING = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
AS_USUAL = ("-n", "0", "-x", "-q", "-p", "no:cacheprovider", "--rootdir", ".", *NO_WARNING)
"""How pytest is called: in one process, to the first test that fails; tests are named from the tree on."""

LONGEST = 30
"""Seconds of the processor that a test may take, and ten times as long as it usually does: a loop without end."""

ROOM = 6 * 2**30
"""Bytes that a process may take."""

CAUGHT, MISSED, EQUAL, LATER, BROKEN = "caught", "missed", "equivalent", "later", "broken"
APPROVED = "approved"
"""What the names of those suites hold that compare with a record of what an author has accepted."""


@frozen
class Game:
    """A game with a plugin: its folder, the module of its suites, the weight with which it is mutated."""

    folder: str
    suites: str
    weight: int
    extra: str = ""


GAMES = {
    "fof": Game("src/europa_rules_fof", SUITES[0], 2),
    "sf": Game("src/europa_rules_sf", SUITES[1], 2),
    "tannenbaum": Game(f"{THIRD}/tannenbaum", SUITES[2], 1, THIRD),
}


@frozen
class Outcome:
    """What became of a mutant.

    Attributes:
        verdict: caught, missed, equivalent; later where another process has to tell; broken where this script failed.
        by: the test that failed, or what else showed it; why it is equivalent.
        seconds: of the processor.
    """

    mutant: Mutant
    verdict: str
    by: str
    seconds: float

    def __str__(self) -> str:
        return f"{self.verdict} ({self.seconds:.0f} s, {self.by or 'nothing'}): {self.mutant}"


# --- choosing --------------------------------------------------------------------------------------------------------


def kit_mutants(tree: Path, count: int, random: Random, within: str, games: Sequence[str]) -> list[Mutant]:
    """Mutations of the plugins of games, in files with `within` in their name: of each kind in turn, none twice."""
    places = {game: _places(tree, _named(within, _files_of(tree / GAMES[game].folder))) for game in games}
    weights = {game: GAMES[game].weight for game in games}
    return _choose(tree, places, weights, KINDS, count, random)


def _files_of(folder: Path) -> list[Path]:
    """The modules, charts and subjects of a plugin."""
    charts = [path for name in ("charts", "types", "options", "readings") for path in folder.rglob(f"{name}/**/*.toml")]
    return sorted({*folder.rglob("*.py"), *charts, *folder.glob("subjects.toml")})


def _named(within: str, files: Iterable[Path]) -> list[Path]:
    return [file for file in files if within in str(file)]


def room_mutants(tree: Path, count: int, random: Random, within: str) -> list[Mutant]:
    """Mutations of rooms on the ground and in the air, in files with `within` in their name: as for the kit."""
    files = _named(within, room_files(tree))
    places = {room: _places(tree, [file for file in files if file.parent.name == room]) for room in ("ground", "air")}
    return _choose(tree, places, {"ground": 1, "air": 1}, OF_CODE, count, random)


Places = Mapping[str, Mapping[str, Sequence[tuple[str, Site]]]]


def _places(tree: Path, files: Sequence[Path]) -> dict[str, list[tuple[str, Site]]]:
    """The sites of files, by kind."""
    found: dict[str, list[tuple[str, Site]]] = {}
    for path in files:
        for site in sites(path):
            found.setdefault(site.kind, []).append((str(path.relative_to(tree)), site))
    return found


def _choose(
    tree: Path, places: Places, weights: Mapping[str, int], kinds: Sequence[str], count: int, random: Random
) -> list[Mutant]:
    left = {group: {kind: list(found) for kind, found in by.items()} for group, by in places.items()}
    chosen = []
    for number in range(count):
        kind = kinds[number % len(kinds)]
        groups = [group for group in left if left[group].get(kind)]
        if not groups:
            continue
        group = random.choices(groups, [weights[g] for g in groups])[0]
        pool = left[group][kind]
        chosen.append(mutate(tree, *pool.pop(random.randrange(len(pool)))))
    return chosen


def equivalents() -> dict[tuple[str, str, str], str]:
    """The mutants held to be equivalent, each with the reason: file, function, what was done -> why."""
    if not EQUIVALENT.is_file():
        return {}
    tables = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {(table["file"], table["inside"], table["what"]): table["why"] for table in tables}


# --- running ---------------------------------------------------------------------------------------------------------


class Bench:
    """A run of pytest that has imported and collected everything, and forks for each mutant.

    In the fork the mutated function gets its new code, or rulesets are loaded again where data were mutated; then the
    tests of the plan run until one fails.
    """

    def __init__(self, tree: Path, plan: Plan, tell: Callable[[Outcome], None]) -> None:
        self._tree, self._plan, self._tell = tree, plan, tell
        self._mutants: Sequence[Mutant] = ()
        self._items: dict[str, pytest.Item] = {}
        self._failed = ""
        self.outcomes: list[Outcome] = []

    def run(self, mutants: Sequence[Mutant], paths: Sequence[str], extra: str) -> list[Outcome]:
        """Collect the tests of files, and try mutants on them; those that need a new import are `LATER`."""
        self._mutants = mutants
        settle(self._tree, extra)
        pytest.main([*AS_USUAL, *paths], [self])
        return self.outcomes

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running the tests once."""
        from europa_rules.loading import load

        self._items = {item.nodeid: item for item in session.items}
        for game in ("fof", "sf"):
            load(game)
        gc.collect()
        gc.freeze()
        for mutant in self._mutants:
            outcome = self._check(mutant)
            self.outcomes.append(outcome)
            if outcome.verdict != LATER:
                self._tell(outcome)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what failed."""
        if report.failed:
            self._failed = self._failed or report.nodeid

    def _check(self, mutant: Mutant) -> Outcome:
        tests = self._plan.tests(mutant)
        if not tests:
            return Outcome(mutant, MISSED, "no test executes it", 0)
        with applied(mutant, self._tree):
            change = _change(mutant, self._tree)
            if change is None:
                return Outcome(mutant, LATER, "", 0)
            return Outcome(mutant, *verdict_of(lambda: self._try(tests, change)))

    def _try(self, tests: Sequence[str], change: Callable[[], None]) -> Verdict:
        try:
            change()
        except (AttributeError, LookupError, ValueError):
            return LATER, ""
        items = [self._items[test] for test in tests if test in self._items]
        began = time.process_time()
        for item, following in zip(items, [*items[1:], None], strict=True):
            if time.process_time() - began > self._plan.budget:
                return MISSED, "the budget was spent"
            limit(self._plan.seconds.get(item.nodeid, 0))
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                return CAUGHT, self._failed
        return MISSED, ""


@frozen
class Plan:
    """Which tests are run for a mutant.

    Attributes:
        tests: in their order.
        seconds: how long each usually takes.
        budget: seconds of the processor, from the first test on, after which no further test begins.
    """

    tests: Callable[[Mutant], Sequence[str]]
    seconds: Mapping[str, float]
    budget: float = 600


def _change(mutant: Mutant, tree: Path) -> Callable[[], None] | None:
    """What makes a mutation in a process that has imported everything; None where nothing does."""
    if mutant.file.endswith(".toml"):
        return forget_all
    module = ".".join(Path(below_src(Path("/", mutant.file))).with_suffix("").parts)
    graft = graft_of(module, mutant.right, mutant.text, mutant.site.inside)
    return graft.make if graft else None


def forget_all() -> None:
    """Clear every cache, so that data are read again."""
    for name, module in list(sys.modules.items()):
        if name.startswith(OWN):
            for thing in list(vars(module).values()):
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()


def limit(usual: float) -> None:
    """Have this process ended by a signal where a test does not end."""
    longest = max(LONGEST, 10 * usual)
    signal.setitimer(signal.ITIMER_PROF, longest)
    signal.alarm(int(20 * longest))


Verdict = tuple[str, str]
"""What became of a mutant, and by what."""


def verdict_of(work: Callable[[], Verdict]) -> tuple[str, str, float]:
    """A verdict of a process that is forked for it, and the seconds that it took."""
    told, seconds = forked(work)
    verdict, by = told if isinstance(told, list) else (CAUGHT, "a test without end, or without memory")
    return verdict, by, seconds


def forked(work: Callable[[], object]) -> tuple[object, float]:
    """What comes of work in a process that is forked for it, as plain data; None where a signal has ended it."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        told: object = (BROKEN, "")
        try:
            resource.setrlimit(resource.RLIMIT_DATA, (ROOM, ROOM))
            told = work()
        except BaseException:
            traceback.print_exc()
        finally:
            os.write(write, json.dumps(told).encode())
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, _, used = os.wait4(pid, 0)
    return json.loads(text) if text else None, used.ru_utime + used.ru_stime


def settle(tree: Path, extra: str = "") -> None:
    """Work in a tree from now on, in silence."""
    os.chdir(tree)
    folders = [str(tree / "src"), str(tree), *([str(tree / extra)] if extra else [])]
    sys.path[:] = [*folders, *(path for path in sys.path if not path.startswith(str(PROJECT)))]
    os.environ["PYTHONPATH"] = os.pathsep.join(folders)
    sys.dont_write_bytecode = True
    quiet = os.open(os.environ.get("MUTATIONS_LOG", os.devnull), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(quiet, stream)


class _Chosen:
    """Runs tests in a pytest that imports everything anew."""

    def __init__(self, tests: Sequence[str], plan: Plan) -> None:
        self._rank = {test: number for number, test in enumerate(tests)}
        self._plan = plan
        self.failed, self.is_spent, self._began = "", False, 0.0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the tests that are to run, in their order."""
        items[:] = sorted((i for i in items if i.nodeid in self._rank), key=lambda item: self._rank[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """End what does not end."""
        limit(self._plan.seconds.get(item.nodeid, 0))
        self._began = self._began or time.process_time()
        if time.process_time() - self._began > self._plan.budget:
            self.is_spent = True
            item.session.shouldstop = "the budget is spent"
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what failed."""
        if report.failed:
            self.failed = self.failed or report.nodeid


def anew(tree: Path, extra: str, mutant: Mutant, plan: Plan) -> Outcome:
    """What the tests say of a mutant in a process that imports everything anew."""
    tests = plan.tests(mutant)

    def work() -> Verdict:
        settle(tree, extra)
        chosen = _Chosen(tests, plan)
        code = int(pytest.main([*AS_USUAL, *dict.fromkeys(test.partition("::")[0] for test in tests)], [chosen]))
        if chosen.failed or (code not in (0, 5) and not chosen.is_spent):
            return CAUGHT, chosen.failed or "it cannot be imported"
        return MISSED, "the budget was spent" if chosen.is_spent else ""

    with applied(mutant, tree):
        return Outcome(mutant, *verdict_of(work))


@contextmanager
def applied(mutant: Mutant, tree: Path) -> Iterator[None]:
    """The mutation is made in the tree, and taken back."""
    file = tree / mutant.file
    right = file.read_text(encoding="utf-8")
    file.write_text(mutant.text, encoding="utf-8")
    for made in file.parent.glob(f"__pycache__/{file.stem}.*.pyc"):
        made.unlink()
    try:
        yield
    finally:
        file.write_text(right, encoding="utf-8")


def prepare(tree: Path) -> None:
    """A copy of the project in which a ruleset once loaded is kept, and the third game is installed."""
    copy_project(tree)
    with (tree / "tests" / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write("\n\ndef _forget(module: ModuleType) -> None:\n    pass\n")
    install_third(tree)
    for name in HEAVY:
        importlib.import_module(name)


# --- which tests -----------------------------------------------------------------------------------------------------

SLOW = (
    "as_approved[game",
    "golden",
    "data_are_clean",
    "each_option",
    "random_play",
    "replays",
    "much_slower",
    "order_of",
)


def kit_plan(executed: Executed, *, with_records: bool) -> Plan:
    """The suites of the mutated game, first what is quick; with those on records, or without.

    Those that execute the line, or all of them for the top of a module: what stands there is executed by importing it.
    """

    def tests(mutant: Mutant) -> list[str]:
        suites = f"{game_of(mutant).suites}::"
        asked = _executing(mutant, executed) if mutant.site.inside else executed.seconds
        mine = (test for test in asked if test.startswith(suites))
        return sorted((test for test in mine if with_records or APPROVED not in test), key=_slowness)

    return Plan(tests, executed.seconds)


def _slowness(name: str) -> int:
    return next((rank for rank, words in enumerate(SLOW, 1) if words in name), 0)


def room_plan(executed: Executed, budget: float) -> Plan:
    """The tests that execute the line: first the room's examples, then those that execute little besides."""

    def tests(mutant: Mutant) -> list[str]:
        def rank(test: str) -> tuple[bool, int]:
            return not test.startswith(f"{mutant.file}::"), executed.breadth[test]

        return sorted(_executing(mutant, executed), key=rank)

    return Plan(tests, executed.seconds, budget)


def _executing(mutant: Mutant, executed: Executed) -> list[str]:
    """The tests that execute a mutated line, or for the top of a module any line of it; every test for data."""
    file = below_src(Path("/", mutant.file))
    if mutant.site.inside and file.endswith(".py"):
        return executed.of(file, mutant.right, mutant.site.line)
    return executed.of_file(file)


def game_of(mutant: Mutant) -> Game:
    """The game whose plugin was mutated."""
    return next(game for game in GAMES.values() if mutant.file.startswith(f"{game.folder}/"))


# --- measuring -------------------------------------------------------------------------------------------------------


@frozen
class Share:
    """A part of the mutants, so that several processes may share them: every `jobs`th from `first` on."""

    given: argparse.Namespace
    first: int = 0

    def measure(self) -> list[Outcome]:
        """What became of each."""
        given, known = self.given, equivalents()
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder) / "project"
            prepare(tree)
            executed = read_map(given.map)
            choose, plan = room_mutants, room_plan(executed, given.budget)
            if given.what == "kit":
                choose = partial(kit_mutants, games=[given.game] if given.game else list(GAMES))
                plan = kit_plan(executed, with_records=not given.without_records)
            mutants = choose(tree, given.count, Random(given.seed), given.within)[self.first :: given.jobs]
            equal = [Outcome(mutant, EQUAL, known[mutant.key], 0) for mutant in mutants if mutant.key in known]
            groups: dict[str, list[Mutant]] = {}
            for mutant in mutants:
                if mutant.key not in known:
                    groups.setdefault(game_of(mutant).extra if given.what == "kit" else "", []).append(mutant)
            found = [o for extra, some in groups.items() for o in self._try(tree, extra, some, plan)]
        return [*equal, *found]

    def _try(self, tree: Path, extra: str, mutants: Sequence[Mutant], plan: Plan) -> list[Outcome]:
        """Those that can be grafted in a process that has imported everything, the others one by one."""
        out = os.dup(1)

        def tell(outcome: Outcome) -> None:
            if not self.given.missed or outcome.verdict == MISSED:
                os.write(out, f"{outcome}\n".encode())

        def grafted() -> object:
            paths = dict.fromkeys(test.partition("::")[0] for mutant in mutants for test in plan.tests(mutant))
            outcomes = Bench(tree, plan, tell).run(mutants, list(paths), extra)
            return [(outcome.verdict, outcome.by, outcome.seconds) for outcome in outcomes]

        told, _ = forked(grafted)
        assert isinstance(told, list)
        found = []
        for mutant, row in zip(mutants, told, strict=True):
            found.append(Outcome(mutant, *row) if row[0] != LATER else anew(tree, extra, mutant, plan))
            if row[0] == LATER:
                tell(found[-1])
        return found


def measure(given: argparse.Namespace) -> list[Outcome]:
    """Make mutations, run tests, and tell what was caught. The number of jobs makes no difference to it."""
    shares = [Share(given, first) for first in range(given.jobs)]
    if given.jobs == 1:
        return shares[0].measure()
    with ProcessPoolExecutor(given.jobs) as pool:
        return [outcome for found in pool.map(Share.measure, shares) for outcome in found]


def table(outcomes: Sequence[Outcome], by: Callable[[Outcome], str]) -> Iterator[str]:
    """Lines that count: caught, told, equivalent."""
    groups: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault(by(outcome), []).append(outcome)
    for name, some in sorted(groups.items()):
        yield _line(name, some)


def _line(name: str, some: Sequence[Outcome]) -> str:
    count = Counter(outcome.verdict for outcome in some)
    told = count[CAUGHT] + count[MISSED]
    share = f"{100 * count[CAUGHT] / told:5.1f} %" if told else "-"
    rest = "".join(f", {count[verdict]} {verdict}" for verdict in (EQUAL, BROKEN) if count[verdict])
    return f"{name:32} {count[CAUGHT]:4} of {told:4} {share}{rest}"


def part_of(outcome: Outcome) -> str:
    """The game or the room of a mutant."""
    parts = Path(outcome.mutant.file).parts
    return parts[2] if parts[1] == "europa_rules" else parts[1]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="How many seeded mutations the tests catch.")
    parser.add_argument("what", choices=["kit", "rooms"])
    parser.add_argument("map", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--budget", type=float, default=30)
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--game", choices=list(GAMES), help="mutate the plugin of this one alone")
    parser.add_argument("--within", default="", help="mutate only files with this in their name")
    parser.add_argument("--without-records", action="store_true", help="leave out suites on what was approved")
    given = parser.parse_args()
    outcomes = measure(given)
    print(*table(outcomes, lambda outcome: outcome.mutant.site.kind), sep="\n")
    print(*table(outcomes, part_of), sep="\n")
    print(_line("all", outcomes))


if __name__ == "__main__":
    main()
