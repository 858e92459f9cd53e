"""Open points: the files of both games are sound, faults are found at once, and readings can be picked."""

from importlib import resources
from pathlib import Path

import pytest

import europa_rules as er
from europa_rules.approval import other_readings
from europa_rules.citations import Citation
from europa_rules.errors import DataError, UnknownName
from europa_rules.rulings import OpenPoint, choose, faults, load_open_points

FILES = {game: resources.files(f"europa_rules_{game}").joinpath("rulings.toml") for game in ("fof", "sf")}

POINT = """
[[point]]
id = "sf-10I-german-date"
rule = "SF 10I"
question = "From when?"
default = "jul-44"
why = "The other date is in 44."
authority = "opinion"
source = "A2"
status = "planned"
[point.readings]
jul-44 = "From Jul I 44."
jul-43 = "From Jul I 43."
"""


def points(game: str) -> dict[str, OpenPoint]:
    return {point.id: point for point in load_open_points(FILES[game])}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rulings.toml"


@pytest.mark.parametrize("game", FILES)
def test_the_open_points_of_a_game_are_sound(game: str) -> None:
    assert faults(FILES[game]) == []


@pytest.mark.parametrize(("game", "least"), [("fof", 120), ("sf", 200)])
def test_every_point_collected_is_listed(game: str, least: int) -> None:
    assert len(points(game)) >= least
    sources = [point.source for point in points(game).values()]
    assert len(sources) == len(set(sources))


def test_sf_10I_the_german_date_is_in_44_unless_picked_otherwise() -> None:
    point = points("sf")["sf-10I-german-date"]
    assert point.rule == Citation("SF", "10I")
    assert point.default == "jul-44"
    assert [reading.name for reading in point.readings] == ["jul-44", "jul-43"]
    chosen = choose([point], {point.id: "jul-43"})
    assert chosen == {point.id: "jul-43"}


@pytest.mark.parametrize(
    "point", ["fof-7A-rail-rearguard", "sf-7A-rail-rearguard", "sf-31B-beach-equipment", "sf-7A1-fraction-of-rail-mp"]
)
def test_a_published_answer_against_the_text_is_a_reading_but_not_the_default(point: str) -> None:
    found = points(point.partition("-")[0])[point]
    assert found.authority == "text"
    assert any(reading.is_erratum for reading in found.readings)
    assert not found.reading(found.default).is_erratum


@pytest.mark.parametrize("game", FILES)
def test_without_picks_every_point_has_its_default(game: str) -> None:
    listed = points(game)
    assert choose(listed.values(), {}) == {i: point.default for i, point in listed.items()}


@pytest.mark.parametrize("game", FILES)
def test_a_game_loads_by_other_readings_of_all_its_points(game: str) -> None:
    picks = other_readings(er.load(game))
    rules = er.load(game, rulings=picks)
    assert {name: rules.reading(name) for name in picks} == picks and len(picks) > 50


def test_fof_17B_where_rolls_not_given_fail_no_air_unit_escapes() -> None:
    for reading, escapes in (("chart", 3), ("always-fail", 0)):
        chart = er.load("fof", rulings={"fof-17B-success-rows": reading}).charts.matrix("air_unit_escape")
        assert [chart["result", roll].value for roll in range(1, 7)].count("escapes") == escapes


def test_an_unknown_point_or_reading_names_the_nearest() -> None:
    listed = points("sf").values()
    with pytest.raises(UnknownName, match="Did you mean 'sf-10I-german-date'"):
        choose(listed, {"sf-10I-german-data": "jul-43"})
    with pytest.raises(UnknownName, match="Did you mean 'jul-4"):
        choose(listed, {"sf-10I-german-date": "july-43"})


def test_a_reading_that_is_not_offered_cannot_be_picked_and_tells_why(file: Path) -> None:
    file.write_text(f'{POINT}[point.not_offered]\njul-43 = "Nothing is played before 1944."\n')
    (point,) = load_open_points(file)
    assert choose([point], {}) == {point.id: "jul-44"}
    with pytest.raises(UnknownName, match=r"'jul-43' .* is not offered: Nothing is played before 1944"):
        choose([point], {point.id: "jul-43"})


def test_the_default_and_an_unknown_reading_cannot_be_not_offered(file: Path) -> None:
    file.write_text(f'{POINT}[point.not_offered]\njul-44 = "Not built."\njul-45 = "Not built."\n')
    assert {fault.where.rpartition(": ")[2] for fault in faults(file)} == {"not_offered"}
    assert len(faults(file)) == 2


def test_a_sound_file_is_read(file: Path) -> None:
    file.write_text(POINT)
    (point,) = load_open_points(file)
    assert point.reading("jul-43").meaning == "From Jul I 43."
    assert faults(file) == []


@pytest.mark.parametrize(
    ("old", "new", "where", "suggestion"),
    [
        ('default = "jul-44"', 'default = "jul-45"', "default", "jul-44"),
        ('authority = "opinion"', 'authority = "opinions"', "authority", "opinion"),
        ('status = "planned"', 'status = "planed"', "status", "planned"),
        ('source = "A2"', 'sources = "A2"', "sources", "source"),
        ('why = "The other date is in 44."', "why = 44", "why", ""),
        ('rule = "SF 10I"', 'rule = "10I"', "rule", ""),
        ('rule = "SF 10I"', 'rule = "SF 10H"', "id", ""),
        ('source = "A2"', 'source = "A2"\nerrata = ["jul-44"]', "default", ""),
        ('jul-43 = "From Jul I 43."', "", "readings", ""),
        ('jul-43 = "From Jul I 43."', "jul-43 = 43", "readings", ""),
        ('jul-43 = "From Jul I 43."', '"Jul 43" = "From Jul I 43."', "readings", ""),
    ],
)
def test_a_fault_is_told_with_its_field_and_what_would_be_right(
    file: Path, old: str, new: str, where: str, suggestion: str
) -> None:
    assert old in POINT
    file.write_text(POINT.replace(old, new))
    found = faults(file)
    told = [fault for fault in found if fault.where.endswith(f": {where}") and fault.suggestion == suggestion]
    assert told
    assert told[0].file == str(file)
    with pytest.raises(DataError):
        load_open_points(file)


def test_all_faults_are_told_at_once(file: Path) -> None:
    twice = POINT + POINT.replace('"planned"', '"no"').replace('"opinion"', '"guess"')
    file.write_text(twice + POINT)
    assert [fault.where for fault in faults(file)] == [
        "point 2 (sf-10I-german-date): authority",
        "point 2 (sf-10I-german-date): status",
        "point sf-10I-german-date: id",
    ]


def test_a_rule_that_no_book_has_is_a_fault(file: Path) -> None:
    file.write_text(POINT.replace("10I", "10J"))
    (fault,) = faults(file)
    assert fault.suggestion.startswith("SF 10")


def test_a_file_that_is_no_list_of_points_is_a_fault(file: Path) -> None:
    file.write_text("point = 3")
    assert faults(file)[0].expected == "a list of [[point]] tables"
    file.write_text("[[point")
    assert faults(file)[0].where == "the whole file"
    assert faults(file.with_name("missing.toml"))[0].where == "the whole file"
