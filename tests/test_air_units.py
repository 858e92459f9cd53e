"""Air units (rule 16A): categories, prefixes, codes, and what a rating shows."""

from __future__ import annotations

from pathlib import Path

import pytest

import europa_rules_fof
import europa_rules_sf
from europa_rules.air_units import AirRating, AirTypes, AirUnit
from europa_rules.errors import DataError, UnknownName
from europa_rules.position_notation import PieceNotation

FOF = AirTypes.read(Path(europa_rules_fof.__file__).parent / "charts")
SF = AirTypes.read(Path(europa_rules_sf.__file__).parent / "charts")


def test_fof_16A1_01_heavy_fighters_are_fighters() -> None:
    assert {t: FOF.category(t) for t in ("F", "HF", "A", "B", "D", "HB", "T", "HT", "GT")} == {
        "F": "fighter",
        "HF": "fighter",
        "A": "bomber",
        "B": "bomber",
        "D": "bomber",
        "HB": "bomber",
        "T": "transport",
        "HT": "transport",
        "GT": "transport",
    }


def test_fof_16A2_01_a_prefix_does_not_change_the_category() -> None:
    assert FOF.category("NF") == "fighter"
    assert FOF.covers("B", "NB")
    assert not FOF.covers("F", "HF")
    assert FOF.covers("fighter", "HF")


def test_sf_16A2_02_a_rule_for_type_F_covers_every_prefix() -> None:
    assert all(SF.covers("F", t) for t in ("F", "NF", "JF", "RF", "NJF"))
    assert not SF.covers("NF", "F")
    assert not SF.covers("fighter", "NB")


def test_fof_16A2_02_jets_are_not_in_that_game() -> None:
    with pytest.raises(UnknownName, match="no air unit type 'JF'"):
        FOF.category("JF")
    assert SF.split("NHF") == ("N", "HF")


def test_sf_16A3_01_codes_are_those_of_the_game() -> None:
    assert set(FOF.codes) == set("CFSV")
    assert set(SF.codes) == set("BCFILMSTVXZ")
    assert AirRating.parse("4B5 3-8/M/28").has_code("M")
    assert AirRating.parse("3B3 2-3/VC/14").has_code("C")


def test_sf_23D_01_a_glider_is_towed_and_changes_its_tugs_defense() -> None:
    glider = AirRating.parse("0GHT-3 T")
    assert (glider.type, glider.defense, glider.towed, glider.movement) == ("GHT", -3, True, None)


def test_sf_16A_01_bombing_movement_and_star() -> None:
    lancaster = AirRating.parse("3HB5 2-18/B/40*")
    assert (lancaster.tactical, lancaster.strategic, lancaster.movement, lancaster.starred) == (2, 18, 40, True)
    tank_buster = AirRating.parse("3A6 4/T/7")
    assert (tank_buster.tactical, tank_buster.strategic, tank_buster.codes, tank_buster.towed) == (4, None, "T", False)
    transport = AirRating.parse("1T2 14")
    assert (transport.bombing, transport.movement) == ("", 14)
    assert AirRating.parse("6NHF5 2-2/24").is_night


def test_sf_16A_02_both_ways_of_printing_are_one_rating() -> None:
    assert AirRating.parse("4B5 3-7 S 26") == AirRating.parse("4B5 3-7/S/26")


def test_an_air_unit_stands_in_a_position() -> None:
    notation = PieceNotation.of_series()
    unit = AirUnit("ge", "Me 109E", AirRating.parse("7F5 1/7"), force="Luftwaffe", name="I/JG 2")
    assert notation.write(unit) == "ge 7F5 1/7 Me 109E [Luftwaffe; name I/JG 2]"
    assert notation.parse(notation.write(unit)) == unit
    assert notation.parse("ge 4B5 3-7 S 26 Ju 88A4") == AirUnit("ge", "Ju 88A4", AirRating.parse("4B5 3-7/S/26"))


def test_a_chart_that_takes_an_unknown_code_is_refused() -> None:
    with pytest.raises(DataError, match="takes_air_codes"):
        AirTypes.from_tables({"air_codes": {"C": "carrier"}, "takes_air_codes": ["Q"]})
