"""`europa plugins`: what is installed, from where, what it brings, and what is wrong with it; never a traceback."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import europa_rules as er
from europa_rules.cli.commands import europa
from europa_rules.hooks import HOOK_NAMES
from europa_rules.installed import installed_plugins
from europa_rules.plugins import ENTRY_POINTS, find_plugins

Install = Callable[..., None]

HEAD = "import europa_rules as er\nfrom pathlib import Path\n\n"
OPTION = "@er.hookimpl\ndef europa_options(variant):\n    return [er.Option('H1', 'Weather', by='House 1')]\n"
CELLS = (
    'lays_over = "zoc_costs"\nprovenance = { kind = "estimate", source = "here", confidence = "low" }\n[costs.full]\n'
)

BROKEN = {
    "gone": ("import a_package_that_is_not_there", "No module named 'a_package_that_is_not_there'"),
    "odd": ("def broken(:", "SyntaxError"),
    "quits": ("print('hello')\nraise SystemExit(4)", "SystemExit: 4"),
    "halfway": (
        "@er.hookimpl\ndef europa_modifiers(variant):\n    return 1 / 0",
        "ZeroDivisionError: division by zero",
    ),
    "marsh": ("@er.hookimpl\ndef europa_steps(variant, weather):\n    return []", "europa_steps(variant, weather)"),
    "typist": ("@er.hookimpl\ndef europa_step(variant):\n    return []", "did you mean 'europa_steps'?"),
    "single": (
        "@er.hookimpl\ndef europa_rulings(variant):\n    return 7",
        "europa_rulings gives 7; expected a list of",
    ),
    "lost": (
        "@er.hookimpl\ndef europa_charts(variant):\n    return [er.ChartFolder(Path('/nowhere/at/all'))]",
        "europa_charts names /nowhere/at/all; expected a folder of charts",
    ),
    "waits": (
        "@er.hookimpl\ndef europa_charts(variant): return [er.ChartFolder(Path(__file__).parent, er.Gate('H77'))]",
        "waits for option 'H77'",
    ),
    "extends": (
        "@er.hookimpl\ndef europa_variants(): return [er.Variant('bad', 'Bad', '', (), (), Path('.'), extends='foff')]",
        "the game 'bad' does not load: no variant 'foff'. Did you mean 'fof'?",
    ),
}
"""Plugins that are broken, each in its own way: the module and what is told of it."""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs modules beside the two games, each under its own name."""

    def put(**modules: str) -> None:
        monkeypatch.syspath_prepend(tmp_path)
        entries = [metadata.EntryPoint(game, f"europa_rules_{game}.plugin", ENTRY_POINTS) for game in ("fof", "sf")]
        for name, text in modules.items():
            module = f"{name}_{tmp_path.name}"
            (tmp_path / f"{module}.py").write_text(text if text.startswith("def") else HEAD + text, encoding="utf-8")
            entries.append(metadata.EntryPoint(name, module, ENTRY_POINTS))
        monkeypatch.setattr(metadata, "entry_points", lambda group: entries)

    return put


def listed(*words: str) -> Result:
    return CliRunner().invoke(europa, ["plugins", *words], env={"COLUMNS": "80"})


def test_the_bundled_games_are_listed_with_what_they_bring() -> None:
    fof = next(plugin for plugin in installed_plugins() if plugin.record.name == "fof")
    assert fof.is_sound and fof.games == ("fof",)
    assert fof.file.endswith("europa_rules_fof/plugin.py") and Path(fof.file).is_file()
    assert set(fof.record.hooks) <= set(HOOK_NAMES) and "europa_modifiers" in fof.record.hooks
    assert {one.option.id for one in fof.options} == set(er.load("fof").known_options)
    told = fof.to_json()
    assert told["distribution"] == "europa-rules" and told["version"] == metadata.version("europa-rules")


def test_a_listing_is_short_and_fits_the_terminal() -> None:
    shown = listed()
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert any(line.startswith("fof: europa_rules_fof.plugin (europa-rules ") for line in lines)
    assert [line for line in lines if len(line) > 80 and not line.startswith("  file")] == []
    assert lines[-1].endswith(" plugins: 0 failed, 0 conflicts")


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_a_row_with_its_error(name: str, install: Install) -> None:
    text, why = BROKEN[name]
    install(**{name: text})
    shown = listed()
    assert shown.exit_code == 1 and isinstance(shown.exception, SystemExit)
    assert "Traceback" not in shown.output
    assert f"\n{name}: " in f"\n{shown.output}" and ", failed" in shown.output
    plugins = {plugin.record.name: plugin for plugin in installed_plugins()}
    assert why in plugins[name].error
    assert plugins["fof"].is_sound and plugins["sf"].is_sound
    assert Path(plugins[name].file).is_file()


def test_all_broken_plugins_at_once_hide_nothing(install: Install) -> None:
    install(**{name: text for name, (text, _) in BROKEN.items()})
    told = {plugin.record.name: plugin for plugin in installed_plugins()}
    assert [name for name, (_, why) in BROKEN.items() if why not in told[name].error] == []
    assert told["fof"].is_sound and told["sf"].is_sound
    assert listed().stdout.splitlines()[-1] == f"{len(BROKEN) + 2} plugins: {len(BROKEN)} failed, 0 conflicts"


def test_json_alone_is_on_stdout_whatever_a_plugin_prints(install: Install) -> None:
    install(quits=BROKEN["quits"][0], loud="print('hello')\n" + OPTION)
    shown = listed("--json")
    assert shown.exit_code == 1
    rows = {row["name"]: row for row in json.loads(shown.stdout)}
    assert rows["quits"]["error"].startswith("SystemExit: 4 (") and rows["loud"]["error"] == ""
    option = {"id": "H1", "title": "Weather", "rules": ["House 1"], "games": ["fof", "sf"]}
    assert rows["loud"]["options"] == [option]
    assert "hello" in shown.stderr and "4 plugins: 1 failed, 0 conflicts" in shown.stderr


def test_a_quarrel_is_told_of_both_and_of_nobody_else(install: Install) -> None:
    install(north=OPTION, south=OPTION, west="@er.hookimpl\ndef europa_steps(variant):\n    return []")
    found = {plugin.record.name: plugin for plugin in installed_plugins()}
    (quarrel,) = found["north"].conflicts
    assert found["south"].conflicts == (quarrel,)
    assert (
        "plugin 'north' (House 1)" in quarrel and "plugin 'south' (House 1)" in quarrel and "europa_options" in quarrel
    )
    assert not any(found[name].conflicts or found[name].error for name in ("west", "fof", "sf"))
    shown = listed()
    assert shown.exit_code == 1
    assert shown.output.count(", in conflict") == 2
    assert shown.output.splitlines()[-1] == "5 plugins: 0 failed, 1 conflict"


def test_a_quarrel_with_a_game_is_told_of_both(install: Install) -> None:
    install(north=OPTION.replace("H1", "31H"))
    found = {plugin.record.name: plugin for plugin in installed_plugins()}
    assert found["north"].conflicts == found["fof"].conflicts != ()
    assert found["sf"].is_sound


def test_several_quarrels_are_all_told(install: Install) -> None:
    more = OPTION.replace("H1", "H2")
    both = OPTION.replace("]\n", ", er.Option('H2', 'Mud', by='House 2')]\n")
    install(north=OPTION, south=more, west=both)
    found = {plugin.record.name: plugin for plugin in installed_plugins()}
    assert [len(found[name].conflicts) for name in ("north", "south", "west")] == [1, 1, 2]


def test_two_plugins_of_one_name_are_a_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [metadata.EntryPoint("fof", f"europa_rules_{game}.plugin", ENTRY_POINTS) for game in ("fof", "sf")]
    monkeypatch.setattr(metadata, "entry_points", lambda group: entries)
    assert all("two plugins are named 'fof'" in plugin.conflicts[0] for plugin in installed_plugins())


def test_a_plugin_is_imported_once_however_often_games_are_loaded(install: Install, tmp_path: Path) -> None:
    count = tmp_path / "count"
    install(gone=f"with Path({str(count)!r}).open('a') as file:\n    file.write('.')\nimport not_there_at_all")
    installed_plugins()
    assert count.read_text() == "."


def test_records_of_installed_plugins_can_be_handed_in() -> None:
    fof = [record for record in find_plugins() if record.name == "fof"]
    assert er.load("fof", plugins=fof).plugins_in_use == {"fof": fof[0].distribution}
    assert "not_there_at_all" not in sys.modules
