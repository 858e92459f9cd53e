"""`europa new-variant`: the project that it makes is found, clean and green at once."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from click.testing import CliRunner

import europa_rules
import europa_rules as er
from europa_rules.cli.commands import europa
from europa_rules.errors import PluginError
from europa_rules.new_variant import VariantNameError, write_variant

EXAMPLES = Path(__file__).parents[1] / "examples"


def installed(project: Path, name: str) -> Path:
    """A folder in which a project lies as if it were installed: its package, and the names that others find it by."""
    site = project / "src"
    about = site / f"{name}-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text(f"[europa_rules.variants]\n{name} = {name}.plugin\n")
    return site


def run(words: Iterable[str], site: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, which finds what lies in a folder."""
    source = Path(europa_rules.__file__).parents[1]
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join((str(site), str(source)))}
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, env=paths, capture_output=True, text=True, check=False)


def test_the_project_passes_its_tests_and_is_listed(tmp_path: Path) -> None:
    project = tmp_path / "marita"
    files = write_variant("marita", project)
    assert {file.relative_to(project).as_posix() for file in files} >= {"pyproject.toml", "tests/test_marita.py"}
    site = installed(project, "marita")
    tested = run(["pytest", "-q", "-p", "no:xdist", "-k", "not play and not replays"], site, project)
    assert tested.returncode == 0, tested.stdout[-3000:]
    listed = run(["europa_rules", "plugins"], site, tmp_path)
    assert "marita: marita.plugin (marita 0.1.0), loaded" in listed.stdout


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("Marita", "marita"),
        ("9th", "game_9th"),
        ("class", "game_class"),
        ("a-b", "a_b"),
        ("Operation Marita!", "operation_marita"),
        ("Überfall", "uberfall"),
        ("europa_rules_x", "x"),
        ("", "marita"),
        ("../up", "up"),
    ],
)
def test_a_name_that_no_package_can_have_is_refused_with_one_that_can(name: str, right: str, tmp_path: Path) -> None:
    with pytest.raises(VariantNameError, match=f"no name for a variant; .* such as '{right}'"):
        write_variant(name, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []
    write_variant(right, tmp_path / right)


@pytest.mark.parametrize("name", ["json", "pytest", "tests", "test", "attrs"])
def test_a_name_that_a_package_has_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(VariantNameError, match=f"there is a package '{name}' already; .* such as '{name}_game'"):
        write_variant(name, tmp_path / name)


def test_a_name_that_is_taken_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VariantNameError, match="there is a variant 'fof' already"):
        write_variant("fof", tmp_path / "fof")


def test_the_command_writes_beside_and_never_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = CliRunner().invoke(europa, ["new-variant", "marita"])
    assert made.exit_code == 0
    assert (tmp_path / "marita" / "tests").is_dir()
    again = CliRunner().invoke(europa, ["new-variant", "marita"])
    assert again.exit_code == 2
    assert "there is a marita already" in again.output
    for name in ("9th", "", "json"):
        wrong = CliRunner().invoke(europa, ["new-variant", name])
        assert wrong.exit_code == 2 and "such as" in wrong.output
    assert [path.name for path in tmp_path.iterdir()] == ["marita"]


def test_the_third_game_of_the_examples_passes_its_tests(tmp_path: Path) -> None:
    project = tmp_path / "tannenbaum"
    shutil.copytree(EXAMPLES / "tannenbaum", project, ignore=shutil.ignore_patterns("__pycache__", "*.dist-info"))
    site = installed(project, "tannenbaum")
    tested = run(["pytest", "-q", "-p", "no:xdist", "-k", "not play and not replays"], site, project)
    assert tested.returncode == 0, tested.stdout[-3000:]
    code = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in site.rglob("*.py"))
    assert code <= 300


def test_a_variant_does_without_rules_of_the_game_that_it_changes() -> None:
    class Bare:
        """A variant without the campaign of The Fall of France."""

        name = "bare"

        def __init__(self, *without: str) -> None:
            self.without = without

        @er.hookimpl
        def europa_variants(self) -> list[er.Variant]:
            return [er.Variant("bare", "Bare", "", (), (), EXAMPLES, extends="fof", without=self.without)]

    def steps(*without: str) -> set[str]:
        return {step.name for step in er.load("bare", plugins=["fof", Bare(*without)]).steps("player turn")}

    assert steps() - steps("FoF 29") >= {"reinforcements", "production", "Fighter Command returns"}
    assert steps() - steps("FoF 29A1") == {"conversions", "conversions from the pool", "forming boxes"}
    with pytest.raises(PluginError, match="does without FoF 29Z, for which nothing is contributed"):
        steps("FoF 29Z")


def followed(project: Path) -> int:
    """Make the project of the tutorial, page and all; the number of lines that are added to it."""
    write_variant("marita", project)
    page = (EXAMPLES.parent / "docs" / "tutorial" / "first-variant.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```\{code-block\} \w+\n:caption: (\S+)\n\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 5
    lines = 0
    for place, text in blocks:
        file = project / place
        file.parent.mkdir(exist_ok=True)
        file.write_text((file.read_text(encoding="utf-8") if file.exists() else "") + "\n\n" + text, encoding="utf-8")
        lines += sum(bool(line.strip()) for line in text.splitlines())
    return lines


def test_the_tutorial_for_authors_ends_in_a_variant_that_works(tmp_path: Path) -> None:
    project = tmp_path / "marita"
    assert followed(project) < 50
    tested = run(
        ["pytest", "-q", "-p", "no:xdist", "-k", "not play and not replays"], installed(project, "marita"), project
    )
    assert tested.returncode == 0, tested.stdout[-3000:]


def change(project: Path, *changes: tuple[str, str]) -> None:
    """Change texts of a project's plugin."""
    file = project / "src" / "marita" / "plugin.py"
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("return SOURCES if variant == ID else []", "return []", "test_marita_5_lyon_supplies_the_germans_alone"),
        ('frozenset({"ge"})', "frozenset()", "test_marita_5_lyon_supplies_the_germans_alone"),
        ('"full"', '"fulll"', "no kind 'fulll'. Did you mean 'full'?"),
        ('{"ge"}', '{"german"}', "no nation 'german'. Did you mean 'ge'?"),
    ],
)
def test_the_supply_rule_of_the_tutorial_cannot_be_lost_unseen(old: str, new: str, told: str, tmp_path: Path) -> None:
    project = tmp_path / "marita"
    followed(project)
    change(project, (old, new))
    site = installed(project, "marita")
    tested = run(["pytest", "-q", "-p", "no:xdist", "tests/test_marita.py"], site, project)
    assert tested.returncode == 1
    assert told in tested.stdout, tested.stdout[-3000:]


def test_the_suites_tell_what_no_test_of_ones_own_would(tmp_path: Path) -> None:
    project = tmp_path / "marita"
    followed(project)
    change(
        project,
        ("return MODIFIERS if variant == ID else []", "return MODIFIERS"),
        ("return PROHIBITIONS if variant == ID else []", "PROHIBITIONS if variant == ID else []"),
        ('"cavalry", "combat die roll", "Marita 4"', '"woodsmen", "combat die roll", "Maritta 4, FoF 99Z"'),
        ('facts.ground.terrain == "clear"', 'facts.ground.terrain == "claer"'),
        ('city_named("Lyon").hex]', 'city_named("Lyon").hex, "17A:9999"]'),
    )
    words = [
        "pytest",
        "-q",
        "-p",
        "no:xdist",
        "tests/test_suites.py",
        "-k",
        "beside or hook or rule or name or sources or words",
    ]
    tested = run(words, installed(project, "marita"), project)
    told = (
        "plugin 'marita' changes 'fof' by modifiers: woodsmen, modifiers: woodsmen; let its hooks give nothing",
        "europa_prohibitions of plugin 'marita' gives None; is its `return` missing?",
        "woodsmen: there is no FoF 99Z; the nearest is FoF 9",
        "no test names Maritta 4; write one",
        "given twice: woodsmen (combat die roll)",
        "Lyon: ['17A:9999'] are no hexes of the map",
        "'claer' is nothing that is compared; did you mean 'clear'?",
    )
    assert [text for text in told if text not in tested.stdout] == [], tested.stdout


def test_a_variant_that_does_not_load_says_why_once(tmp_path: Path) -> None:
    project = tmp_path / "marita"
    write_variant("marita", project)
    change(project, ('"combat die roll"', '"combat dice roll"'))
    site = installed(project, "marita")
    without_summary = ["-r", "N"]
    tested = run(["pytest", "-q", "-p", "no:xdist", *without_summary, "tests/test_suites.py"], site, project)
    assert tested.returncode == 1
    assert tested.stdout.count("Did you mean 'combat die roll'") == 1, tested.stdout
    assert "marita/plugin.py, line" in tested.stdout
    assert "Traceback" not in tested.stdout and "StopIteration" not in tested.stdout


def test_a_variant_that_nobody_finds_is_told_what_it_needs(tmp_path: Path) -> None:
    asked = run(["europa_rules", "odds", "--game", "marita", "7-6 Inf XX vs 5-6 Inf XX"], tmp_path, tmp_path)
    assert asked.returncode == 2
    assert "no variant 'marita'" in asked.stderr
    assert 'name it under [project.entry-points."europa_rules.variants"]' in asked.stderr


def test_slots_are_listed_with_their_facts() -> None:
    listed = CliRunner().invoke(europa, ["slots", "combat", "die"])
    assert listed.output.startswith("combat die roll (modifier): die roll modifiers of an attack")
    assert "europa_rules.ground.combat.AttackFacts: attackers, defenders, ground" in listed.output
    everything = CliRunner().invoke(europa, ["slots"])
    assert everything.output.count("(modifier)") == 20 and "supply sources (source)" in everything.output
    assert CliRunner().invoke(europa, ["slots", "xyz"]).exit_code == 2


FAULTS = (
    ("charts/zoc_costs.toml", "to_hex_without_zoc", "to_hex_witout_zoc", "zoc_costs.toml: line 6, costs.full.other"),
    ("orders_of_battle/marita.ob", "7-6 Inf XX: 3 @", "7-6 Infx XX: 3 @", "marita.ob: line 9, column 5: found 'Infx'"),
    ("orders_of_battle/marita.ob", "55 @ 16A:1829", "55 @ 16A:9999", "marita.ob: line 18, column 18: found '16A:9999'"),
    ("orders_of_battle/marita.ob", "2-8 Eng II: 70", "7-6 Inf XX: 23", "line 14: found 23, which line 10 has deployed"),
    ("orders_of_battle/marita.ob", "147 @ 16A:1930", "147 16A:1930", "'@' before the place: '147 @ 16A:1930'"),
    ("orders_of_battle/marita.ob", "71 @ 16A:1830", "71 @ Sedann", "found 'Sedann'; expected the name of a place"),
    (
        "orders_of_battle/marita.ob",
        "16A:1930 {own own} <9>",
        "16A:1930 <9>",
        "line 20: found no source; expected one of",
    ),
    ("scenarios/marita.toml", "May II 40", "Mai II 40", "marita.toml: line 10, turns.first: found 'Mai II 40'"),
    ("plugin.py", "combat die roll", "combat dice roll", "no modifier slot 'combat dice roll'. Did you mean"),
)


@pytest.mark.parametrize("plugin_loads", [True, False])
def test_check_tells_all_faults_of_a_project_at_once_and_each_once(*, plugin_loads: bool, tmp_path: Path) -> None:
    project = tmp_path / "marita"
    write_variant("marita", project)
    faults = FAULTS[:-1] if plugin_loads else FAULTS
    for name, right, wrong, _ in faults:
        file = project / "src" / "marita" / name
        file.write_text(file.read_text(encoding="utf-8").replace(right, wrong, 1), encoding="utf-8")
    checked = run(["europa_rules", "check", "src"], installed(project, "marita"), project)
    assert checked.returncode == 1
    *lines, summary = checked.stdout.splitlines()
    assert [words for *_, words in faults if sum(words in line for line in lines) != 1] == [], checked.stdout
    assert summary.endswith(f"checked, {len(faults)} faults"), checked.stdout


def test_a_misspelt_nation_is_one_fault_and_hides_no_other(tmp_path: Path) -> None:
    project = tmp_path / "marita"
    write_variant("marita", project)
    file = project / "src" / "marita" / "orders_of_battle" / "marita.ob"
    file.write_text(file.read_text(encoding="utf-8").replace("GERMAN 12th", "GERMEN 12th"), encoding="utf-8")
    checked = run(["europa_rules", "check", "src"], installed(project, "marita"), project)
    assert "Did you mean 'GERMAN'?" in checked.stdout
    assert checked.stdout.endswith(" 1 fault\n"), checked.stdout


def test_the_game_of_the_project_has_the_units_of_its_scenario_and_no_others(tmp_path: Path) -> None:
    project = tmp_path / "marita"
    write_variant("marita", project)
    words = "play --game marita --scenario marita --axis sensible --allied sensible"
    played = run(["europa_rules", *words.split()], installed(project, "marita"), project)
    assert played.returncode == 0, played.stderr
    assert "Marita ends with Jun II 40 (Marita 3)" in played.stdout
    assert re.findall("arrives|reinforcement|victory points|Italian", played.stdout) == []
