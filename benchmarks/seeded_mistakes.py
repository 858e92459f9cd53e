"""How many mistakes `europa check` finds: two thousand of twelve kinds, seeded into copies of the bundled data.

    python benchmarks/seeded_mistakes.py [--count 2000] [--seed 4] [--jobs N] [--missed]

Each mistake is put into one file of a copy of the data (charts, rulings, scenarios, maps, orders of battle, and
positions made from the scenarios), which is then checked. It counts as found if a fault names the file, and the line or
the field that was spoilt. The same seed makes the same mistakes. `--missed` prints every one that was not found.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import resources
from itertools import islice
from pathlib import Path
from random import Random

from attrs import frozen

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.mistakes import KINDS, SPOILS, File, Mistake  # a neighbour of this script

import europa_rules as er
from europa_rules.board import Board
from europa_rules.checks import KINDS as CHECKS
from europa_rules.checks import Surroundings
from europa_rules.errors import Fault
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset

PACKAGES = ("europa_rules", "europa_rules_fof", "europa_rules_sf")
GAMES = {"europa_rules": "sf", "europa_rules_fof": "fof", "europa_rules_sf": "sf"}
SCENARIOS = {"historical": "fof", "husky": "sf"}
FORMS = {".toml": "toml", ".csv": "csv", ".ob": "ob", ".position": "position"}
LINES_OF_A_POSITION = 25
WEIGHTS = {"toml": 3, "csv": 2, "ob": 2, "position": 1}


@frozen
class Tally:
    """What became of the mistakes of a kind."""

    made: int
    found: int

    @property
    def share(self) -> str:
        """The share found, in per cent."""
        return f"{100 * self.found / self.made:.1f}" if self.made else "-"


def copy_data(tree: Path) -> None:
    """Copy the data files of the packages, and write positions of the scenarios."""
    for package in PACKAGES:
        source = Path(str(resources.files(package)))
        for file in source.rglob("*"):
            if file.suffix in FORMS:
                target = tree / package / file.relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)
    for scenario, game in SCENARIOS.items():
        rules = er.load(game)
        for number, text in enumerate(_positions(er.write_position(er.position_of(scenario, rules), rules), game)):
            (tree / f"positions-{game}").mkdir(exist_ok=True)
            (tree / f"positions-{game}" / f"{scenario}-{number}.position").write_text(text, encoding="utf-8")


def _positions(text: str, game: str) -> Iterator[str]:
    """A large position in pieces: some hexes each, with the moment and the owners of those hexes."""
    lines = text.split("\n")
    hexes = [line for line in lines if line[:1].isdigit() and "-" in line]
    moment = next(line for line in lines if line[:3].isalpha() and ", " in line and "owner" not in line)
    owners = {ref: line.split()[1] for line in lines if line.startswith("owner ") for ref in line.split()[2:]}
    for start in range(0, len(hexes), LINES_OF_A_POSITION):
        some = hexes[start : start + LINES_OF_A_POSITION]
        owned = [f"owner {owners[ref]} {ref}" for line in some if (ref := line.split()[0]) in owners]
        yield "\n".join([f"# game: {game}", *some, moment, *owned]) + "\n"


def read_files(tree: Path) -> list[File]:
    """The files of the tree, with the board of the game of each."""
    rules = {game: er.load(game) for game in dict.fromkeys(GAMES.values())}
    enemy = {game: _enemy_soil(r) for game, r in rules.items()}
    files = []
    for path in sorted(tree.rglob("*")):
        if path.suffix in FORMS:
            package = path.relative_to(tree).parts[0]
            game = GAMES.get(package, package.rpartition("-")[2])
            text = path.read_text(encoding="utf-8")
            files.append(
                File(str(path.relative_to(tree)), text, FORMS[path.suffix], rules[game].board, dict(enemy[game]))
            )
    return files


def _enemy_soil(rules: Ruleset) -> Mapping[str, tuple[Hex, ...]]:
    """For each side, inland hexes that somebody else owns when play begins, of countries that fight or are neutral."""
    inland = [ref for ref in rules.board.hexes if rules.board.surface(ref) == "land"]
    return {
        str(side): tuple(
            ref for ref in inland if rules.owner_at_start(ref) != side and _is_foreign(ref, rules.board, side)
        )
        for side in rules.variant.sides
    }


def _is_foreign(ref: Hex, board: Board, side: str) -> bool:
    return board.country(ref) != ("Italy" if side == "Axis" else "France")


def seed(files: Sequence[File], count: int, random: Random) -> Iterator[Mistake]:
    """As many mistakes, in turn of every kind."""
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        yield _one(kind, files, random)


def _one(kind: str, files: Sequence[File], random: Random) -> Mistake:
    spoils = SPOILS[kind]
    fitting = [(file, spoils[key]) for file in files for key in (file.form, file.name) if key in spoils]
    by_form: dict[str, list[int]] = {}
    for index, (file, _) in enumerate(fitting):
        by_form.setdefault(file.form, []).append(index)
    forms = list(by_form)
    while True:
        form = random.choices(forms, [WEIGHTS[form] for form in forms])[0]
        file, spoil = fitting[random.choice(by_form[form])]
        mistake = spoil(file, random)
        if mistake is not None and mistake.text != file.text:
            return mistake


def faults_after(mistake: Mistake, tree: Path, around: Surroundings) -> list[Fault]:
    """The faults of the spoilt file; the tree is right again afterwards."""
    file = tree / mistake.path
    right = file.read_text(encoding="utf-8")
    file.write_text(mistake.text, encoding="utf-8")
    try:
        return check(file, around)
    finally:
        file.write_text(right, encoding="utf-8")


def check(file: Path, around: Surroundings) -> list[Fault]:
    """What `europa check` finds in a file: in its folder, where that is a map."""
    for place in (file.parent, file):
        kind = next((kind for kind in CHECKS if kind.takes(place) and (place == file or kind.holds(file))), None)
        if kind is not None:
            return list(kind.check(place, around).faults)
    return []


def is_found(mistake: Mistake, faults: Iterable[Fault]) -> bool:
    """Whether a fault names the file, and the line or the field."""
    return any(_names(fault, mistake) for fault in faults)


def _names(fault: Fault, mistake: Mistake) -> bool:
    if not fault.file.endswith(mistake.path):
        return False
    return fault.line in mistake.lines or any(_is_named(word, fault) for word in mistake.words)


def _is_named(word: str, fault: Fault) -> bool:
    fields = fault.where.replace("[", ".").replace(",", ".").replace(" ", ".").split(".")
    lacking = fault.found.partition(" without ")[2].split(", ")
    return word in fields or word in lacking or f"'{word}'" in fault.found


@frozen
class Share:
    """A part of the mistakes, so that several processes may share them: every `jobs`th from `first` on."""

    count: int
    seed: int
    missed: bool
    jobs: int = 1
    first: int = 0

    def measure(self) -> tuple[Counter[str], Counter[str]]:
        """How many mistakes of each kind were made, and how many found."""
        made, found = Counter[str](), Counter[str]()
        around = Surroundings()
        with tempfile.TemporaryDirectory() as folder:
            tree = Path(folder)
            copy_data(tree)
            for mistake in islice(seed(read_files(tree), self.count, Random(self.seed)), self.first, None, self.jobs):
                faults = faults_after(mistake, tree, around)
                made[mistake.kind] += 1
                found[mistake.kind] += is_found(mistake, faults)
                if self.missed and not is_found(mistake, faults):
                    print(f"{mistake.kind}: {mistake.path}: {mistake.what} (lines {sorted(mistake.lines)})", flush=True)
        return made, found


def measure(count: int, number: int, *, missed: bool = False, jobs: int = 1) -> Mapping[str, Tally]:
    """Seed mistakes, check, and count what was found of each kind. The number of jobs makes no difference to it."""
    shares = [Share(count, number, missed, jobs, first) for first in range(jobs)]
    if jobs == 1:
        counted = [shares[0].measure()]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            counted = list(pool.map(Share.measure, shares))
    made = sum((share[0] for share in counted), Counter[str]())
    found = sum((share[1] for share in counted), Counter[str]())
    return {kind: Tally(made[kind], found[kind]) for kind in KINDS}


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="How many seeded mistakes the check finds.")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--missed", action="store_true")
    given = parser.parse_args()
    tallies = measure(given.count, given.seed, missed=given.missed, jobs=given.jobs)
    tallies = {**tallies, "all": Tally(sum(t.made for t in tallies.values()), sum(t.found for t in tallies.values()))}
    for kind, tally in tallies.items():
        print(f"{kind:28} {tally.found:5} of {tally.made:5}  {tally.share:>6} %")


if __name__ == "__main__":
    main()
