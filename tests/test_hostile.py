"""Malformed, huge and hostile input of every reader: refused with our errors or read rightly, and in time."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.errors import EuropaError
from europa_rules.plain_data import read_json, read_toml

FOF = er.load("fof")
HUGE = 1_000_000
LONGEST = 10.0
"""Seconds that anything here may take on a slow and busy machine; alone each takes less than two."""
HERE = "16A:1506 ge 7-6 Inf XX"
SCRIPT = "<script>alert(1)</script>"


def in_time(do: Callable[[], object]) -> str:
    """The error that something gives, "" for none; it may be one of the library's only, and not come late."""
    begun, told = time.monotonic(), ""
    try:
        do()
    except EuropaError as error:
        told = str(error)
        assert told
        assert len(told) < 5000
    assert time.monotonic() - begun < LONGEST
    return told


# --- positions -------------------------------------------------------------------------------------------------------

REFUSED = {
    "quotation marks that are not closed": HERE + ' "' + '\\"' * HUGE,
    "brackets that are not closed": HERE + " " + "[" * HUGE,
    "words without an end": "16A:1506 ge 7-6 " + "Inf " * (HUGE // 4) + "XX",
    "more pieces than there are": "16A:1506 999x ge 7-6 Inf XX | " * 100,
    "equals signs": "isolated: " + "=" * HUGE,
    "commas": "isolated: " + "," * HUGE,
    "deep nesting, not closed": "stays: x = " + "[" * HUGE,
    "deep nesting": "stays: x = " + "[" * 100_000 + "]" * 100_000,
    "huge attack": f"16A:1506 ge {'7' * 5000}-6 Inf XX",
    "huge movement": f"16A:1506 ge 7-{'6' * 5000} Inf XX",
    "huge fraction": f"16A:1506 ge 1/{'9' * 5000}-6 Inf XX",
    "huge air rating": f"16A:1506 ge {'7' * 5000}F5 1/7 Me 109E",
    "huge capacity": f"16A:1506 ge TC 1-{'9' * 5000}",
    "huge points": f"16A:1506 ge RP {'9' * 5000}",
    "huge AA": f"{HERE} [aa {'9' * 5000}]",
    "huge number of copies": f"16A:1506 {'9' * 5000}x ge 7-6 Inf XX",
    "huge hex": f"16A:{'1' * HUGE} ge 7-6 Inf XX",
    "huge sheet": f"{'9' * 5000}A:1506 ge 7-6 Inf XX",
    "huge turn": f"May II {'4' * 5000}",
    "huge value": f"port hits: 16A:0731 = {'9' * 5000}",
    "huge fraction of MPs": f"MPs spent: x = 1/{'9' * 5000}",
    "huge word": "a" * HUGE,
    "huge kind of fact": "a" * HUGE + ": x = 1",
    "parentheses": "16A:1506 ge 7-6" + "(" * HUGE + " Inf XX",
    "dashes": "16A:1506 ge " + "1-" * HUGE + " Inf XX",
    "NUL byte": f"{HERE} a\0b",
    "half a character": f"{HERE} a\ud800",
    "half a character, written": HERE + r' "\ud800"',
    "foreign digits": "16A:1506 ge \u0667-\u0666 Inf XX",
    "path for a hex": "../../etc/passwd ge 7-6 Inf XX",
}

READ = {
    "name of a million characters": HERE + " " + "a" * HUGE,
    "the same in quotation marks": HERE + ' "' + "a" * HUGE + '"',
    "million blanks": HERE + " " * HUGE + "x",
    "bars alone": "|" * 100_000,
    "comment of a million signs": "#" * HUGE,
    "owner told often": "owner Axis " + "16A:1506 " * 20_000,
    "byte order mark": "\ufeff" + HERE,
    "line ends of Windows": f"{HERE}\r\nMay II 40, Axis combat\r\n",
    "line ends of old": f"{HERE}\rMay II 40, Axis combat",
    "script in a name": f'{HERE} "{SCRIPT}"',
    "code in a name": HERE + " \"__import__('os').system('true')\"",
    "path in a name": HERE + " ../../etc/passwd",
    "template in a name": HERE + " ${jndi:ldap://x} {{7*7}} %s",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_hostile_position_is_refused_in_time(name: str) -> None:
    told = in_time(lambda: er.parse_position(REFUSED[name], FOF))
    assert told.startswith("position, line ")


@pytest.mark.parametrize("name", READ)
def test_an_odd_position_is_read_rightly_in_time(name: str) -> None:
    def read_and_write() -> None:
        state = er.parse_position(READ[name], FOF)
        assert er.parse_position(er.write_position(state, FOF), FOF) == state
        assert er.Game.load(er.Game.start(FOF, state).save(), FOF).state.pieces == state.pieces

    assert in_time(read_and_write) == ""


def test_a_script_in_a_name_is_carried_and_quoted() -> None:
    state = er.parse_position(f'{HERE} "{SCRIPT}"', FOF)
    assert [piece.unit.name for piece in state.pieces.values()] == [SCRIPT]
    assert f'"{SCRIPT}"' in er.write_position(state, FOF)


def test_an_attack_as_text_is_refused_in_time() -> None:
    for text in ("[" * HUGE, '"' * 99_999, "(" * HUGE, "vs " * 1000, "7-6 Inf XX vs " + "9" * 5000 + "-6 Inf XX"):
        assert in_time(lambda text=text: er.odds(text, FOF))  # type: ignore[misc]  # one text each


# --- JSON and TOML ---------------------------------------------------------------------------------------------------

JSON = {
    "deep nesting, not closed": "[" * HUGE,
    "deep nesting": "[" * 100_000 + "]" * 100_000,
    "nesting a little too deep": "[" * 70 + "]" * 70,
    "huge number": "9" * 5000,
    "no number": "[NaN]",
    "field twice": '{"schema": 1, "schema": 2}',
    "half a character": '{"a": "\\ud800"}',
    "NUL byte": "\0",
    "nothing": "",
    "not closed": '{"a": "' + "a" * HUGE,
    "python": "__import__('os').system('true')",
}


@pytest.mark.parametrize("name", JSON)
def test_hostile_json_is_refused_in_time(name: str) -> None:
    assert in_time(lambda: read_json(JSON[name], "it")).startswith("it: ")
    assert in_time(lambda: er.Game.load(JSON[name], FOF))


TOML = {
    "deep nesting": "a = " + "[" * 100_000 + "]" * 100_000,
    "huge number": "a = " + "9" * 5000,
    "NUL byte": "a = '\0'",
    "field twice": "a = 1\na = 2",
}


@pytest.mark.parametrize("name", TOML)
def test_hostile_toml_is_refused_in_time(name: str) -> None:
    assert in_time(lambda: read_toml(TOML[name], "it")).startswith("it: ")


def test_marks_and_line_ends_of_other_systems_are_read() -> None:
    assert read_json("\ufeff[1,\r\n2]", "it") == [1, 2]
    assert read_toml("\ufeffa = 1\r\nb = 2\r\n", "it") == {"a": 1, "b": 2}


# --- saves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["../../etc/passwd", SCRIPT, "a" * HUGE, "\0", "__class__", "${x}"])
@pytest.mark.parametrize("field", ["variant", "version", "undo", "fingerprint"])
def test_odd_words_in_a_save_are_refused(field: str, word: str) -> None:
    data = json.loads(er.Game.start(FOF, HERE).save())
    data[field] = word
    assert field in in_time(lambda: er.Game.load(json.dumps(data), FOF))


@pytest.mark.parametrize("field", ["maps", "charts", "plugins"])
def test_paths_in_a_save_open_no_files(field: str) -> None:
    data = json.loads(er.Game.start(FOF, HERE).save())
    data[field]["../../etc/passwd"] = "0123456789abcdef"
    assert "../../etc/passwd" in in_time(lambda: er.Game.load(json.dumps(data), FOF))


# --- files of a player -----------------------------------------------------------------------------------------------

FILES = {
    ("charts", "combat_results.toml"): [b"a = " + b"[" * 100_000, b"a = " + b"9" * 5000, b"\xff\xfe", b"a = '\0'"],
    ("charts", "unit_identification.toml"): [b"a = " + b"[" * 100_000, b"a = " + b"9" * 5000, b"\xff\xfe"],
    ("maps", "hexes.csv"): [b"hex,terrain\n" + b"x" * HUGE, b"\xff\xfe", b"hex,terrain\n16A:1506,\0\n", b"a" * HUGE],
    ("maps", "overlay.toml"): [b"a = " + b"[" * 100_000, b"a = " + b"9" * 5000, b"\xff\xfe"],
}


@pytest.mark.parametrize(("what", "file"), FILES)
def test_hostile_files_are_refused_in_time(tmp_path: Path, what: str, file: str) -> None:
    for content in FILES[what, file]:
        (tmp_path / file).write_bytes(content)
        assert in_time(lambda: er.load("fof", **{what: tmp_path}).board)  # type: ignore[arg-type]  # charts or maps


@pytest.mark.parametrize("what", ["charts", "maps"])
@pytest.mark.parametrize(
    "path", ["../../../../etc/passwd", "/etc/passwd", "no\0where", "a" * 3000, "~root", "http://x/y"]
)
def test_paths_that_lead_elsewhere_are_refused(what: str, path: str) -> None:
    assert in_time(lambda: er.load("fof", **{what: path}).board)  # type: ignore[arg-type]  # charts or maps
