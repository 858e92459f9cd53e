"""Saved states: equal states give equal bytes, and what does not fit is refused with its path."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import europa_rules as er
from europa_rules.errors import StateError
from europa_rules.ground.facts import ATTEMPT, FORTIFICATION, LOST_ZOC, MOVED_BY, MPS_SPENT, Attempt
from europa_rules.saved_games import read_save
from europa_rules.saves import canonical, fact_kinds, state_from_json, state_to_json
from europa_rules.state import STAYS, Obligation

RULES = er.load("fof")
HERE = er.Hex("16A:1507")
POSITION = """\
16A:1506 ge 7-6 Inf XX 1, ge 14-10(6-8) Pz XX 2 at cadre
16A:1507 fr 2-3-8* Art III 3
box:Norway: ge TC 1-10
owner Axis 16A:1506 16A:1505
weather C mud
May II 40, Axis combat"""


def rich_state() -> er.GameState:
    """A state with every kind of thing in it: a cadre, a box, owners, duties, fractions, an attack under way."""
    first = "ge 1 Inf XX"
    duty = Obligation("stays in 16A:1506", "it screens the railway", (er.Citation("FoF", "7A"),))
    attack = Attempt((first,), ("fr 3 Art III",), HERE, used=(("aeca", "1/2"),), must_retreat=("fr 3 Art III",))
    return (
        er.parse_position(POSITION, RULES)
        .noting(MPS_SPENT, first, Fraction(7, 2))
        .noting(MOVED_BY, first, "regular")
        .noting(STAYS, first, duty)
        .noting(FORTIFICATION, HERE, "")
        .noting(LOST_ZOC, "fr 3 Art III", "it was attacked")
        .noting(ATTEMPT, "", attack)
    )


def data_of(state: er.GameState) -> Any:
    """The state as it stands in a file."""
    return json.loads(canonical(state_to_json(state)))


def test_a_state_round_trips() -> None:
    state = rich_state()
    again = state_from_json(data_of(state), RULES)
    assert again == state
    assert hash(again) == hash(state)
    assert canonical(state_to_json(again)) == canonical(state_to_json(state))
    assert list(again.pieces) == sorted(state.pieces)


def test_B41_writing_a_state_changes_nothing() -> None:
    state, before = rich_state(), hash(rich_state())
    data = state_to_json(state)
    data["pieces"] = []
    assert hash(state) == before
    assert state == rich_state()


def test_facts_and_owners_stand_in_one_order_however_they_came_about() -> None:
    one = er.parse_position("owner Axis 16A:1505 16A:1506 | weather C mud | weather D snow", RULES)
    other = er.parse_position("weather D snow | owner Axis 16A:1506 | weather C mud | owner Axis 16A:1505", RULES)
    assert one == other
    assert canonical(state_to_json(one)) == canonical(state_to_json(other))


def test_fractions_and_ratings_are_texts_and_nothing_is_a_float() -> None:
    text = canonical(state_to_json(rich_state()))
    assert '["MPs spent","ge 1 Inf XX","7/2"]' in text
    assert '"rating":"2-3-8*"' in text
    json.loads(text, parse_float=pytest.fail)


def test_bytes_are_equal_in_other_processes() -> None:
    """Whatever the seed of Python's hashes."""
    code = (
        "from europa_rules import load, parse_position\n"
        "from europa_rules.saves import canonical, state_to_json\n"
        f"print(canonical(state_to_json(parse_position({POSITION!r}, load('fof')))))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "1")
    }
    assert seen == {canonical(state_to_json(er.parse_position(POSITION, RULES)))}


def test_kinds_of_facts_have_names_of_their_own() -> None:
    for name, kind in fact_kinds(RULES).items():
        assert kind.name == name


# --- what does not fit ---


def paths_in(data: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in plain data."""
    yield path
    if isinstance(data, dict):
        for key, value in data.items():
            yield from paths_in(value, (*path, key))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            yield from paths_in(value, (*path, i))


def mutants(data: Any) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """The data with one place changed, for every place and every kind of change."""
    for path in paths_in(data):
        for value in (None, -1, True, 3.5, "zz", "", [], {}, [1], {"a": 1}, ["x", "y"], ...):
            changed = copy.deepcopy(data)
            if not path:
                changed = value
            else:
                inner = changed
                for key in path[:-1]:
                    inner = inner[key]
                if value is ...:
                    del inner[path[-1]]
                else:
                    inner[path[-1]] = value
            yield path, changed


def test_a_changed_state_is_refused_with_its_path_or_read_as_it_stands() -> None:
    """Nothing is guessed: a state that is read is written back in the very bytes."""
    refused = read = 0
    for path, data in mutants(data_of(rich_state())):
        try:
            state = state_from_json(data, RULES)
        except StateError as error:
            refused += 1
            where, colon, reason = str(error).partition(": ")
            ok = where.startswith("state") and colon and len(reason) > 3 and "object has no attribute" not in reason
        else:
            read += 1
            ok = canonical(state_to_json(state)) == canonical(data)
        assert ok, path
    assert refused > 5 * read


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("moment", "player"), "Axes", "state.moment.player: 'Axes'; expected Axis or Allied"),
        (("moment", "phase"), "combt", "state.moment.phase: no phase 'combt'. Did you mean 'combat'?"),
        (
            ("moment", "turn"),
            "May III 40",
            "state.moment.turn: 'May III 40' is no game turn; write month, half and year",
        ),
        (("pieces", 0, "place"), "16A:9999", "state.pieces[0].place: '16A:9999' is no hex or box of this board"),
        (("pieces", 0, "side"), "Axs", "state.pieces[0].side: no side 'Axs'. Did you mean 'Axis'?"),
        (("pieces", 0, "id"), "", "state.pieces[0].id: a piece needs a name"),
        (("pieces", 2, "id"), "ge 1 Inf XX", "state.pieces[2].id: 'ge 1 Inf XX' stands twice"),
        (("pieces", 0, "unit", "type"), "infantri", "state.pieces[0].unit.type: no unit type 'infantri'. Did you mean"),
        (("pieces", 0, "unit", "nation"), "xx", "state.pieces[0].unit.nation: no nation 'xx'"),
        (("pieces", 0, "unit", "name"), None, "state.pieces[0].unit.name: None is no text"),
        (("pieces", 0, "unit"), "7-6 Inf XX", "state.pieces[0].unit: expected an object"),
        (("pieces", 3, "unit", "capacity"), True, "state.pieces[3].unit.capacity: True is no whole number"),
        (("owners", "16A:1506"), 5, "state.owners.16A:1506: no side '5'. Known: Axis, Allied, neutral"),
        (("record", 0, 0), "wether", "state.record[0]: 'wether' is no kind of fact; known are"),
        (("record", 0, 1), 5, "state.record[0]: 5 is no subject; expected a text"),
        (("pieces",), {}, "state.pieces: expected a list, found dict"),
        (("owners",), [], "state.owners: expected an object, found list"),
    ],
)
def test_a_wrong_field_says_what_would_be_right(place: tuple[str | int, ...], value: object, words: str) -> None:
    data = data_of(rich_state())
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    with pytest.raises(StateError) as caught:
        state_from_json(data, RULES)
    assert str(caught.value).startswith(words)


def test_a_missing_or_unknown_field_is_named() -> None:
    data = data_of(rich_state())
    with pytest.raises(StateError, match=r"state\.moment: missing"):
        state_from_json({k: v for k, v in data.items() if k != "moment"}, RULES)
    with pytest.raises(StateError, match=r"state\.colour: unknown field; expected moment, pieces, air, owners, record"):
        state_from_json({**data, "colour": 1}, RULES)
    data["record"].append(data["record"][0])
    with pytest.raises(StateError, match=r"state\.record\[\d+\]: the fact '.*' of '.*' stands twice"):
        state_from_json(data, RULES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no save: line 1, column 1"),
        ("{", "no save: line 1, column 2"),
        ("[]", "save: expected an object, found list"),
        ('{"schema":99}', "schema: 99; this version reads 2, and migrates 1"),
        ('{"schema":"2"}', "schema: '2'; this version reads 2"),
        ('{"schema":true}', "schema: True; this version reads 2"),
        ('{"schema":1}', "save.variant: missing"),
        ('{"schema":2}', "save.variant: missing"),
    ],
)
def test_what_is_no_save_says_why(text: str, words: str) -> None:
    with pytest.raises(StateError) as caught:
        read_save(text)
    assert str(caught.value).startswith(words)
