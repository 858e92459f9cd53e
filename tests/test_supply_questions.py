"""Questions about supply (rule 12) beside the board: what is told in words is judged as the referee judges it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from europa_rules import GameState, Hex, Ruleset, load, parse_position
from europa_rules.errors import EuropaError, UnknownName
from europa_rules.ground.isolation import judge_isolation
from europa_rules.ground.supply import judge_supply
from europa_rules.ground.supply_drawing import supply_line
from europa_rules.ground.supply_map import supply_map
from europa_rules.ground.supply_sources import FULL, LIMITED, RESTRICTED, SourceLoad, rule_on_load
from europa_rules.ground.supply_state import turns_out_of, was_judged_isolated
from europa_rules.questions import ask
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.testing import play
from europa_rules.units import Unit

FOF, SF = load("fof"), load("sf")
PANZER = {"nation": "German", "type": "armor", "size": "division", "rating": "10-10"}
FRENCH = {"nation": "French", "type": "infantry", "size": "division", "rating": "5-6"}
NUMBER = {"overland": 7, "road": 7, "low_volume_rail": 7}


def answer(rules: Ruleset, **question: Any) -> Mapping[str, object]:
    return ask(question, rules).values


def judged(text: str, rules: Ruleset, owned: dict[Hex, Side]) -> GameState:
    state = parse_position(text, rules).owned(owned)
    state, _ = play(judge_isolation(state, rules))
    state, _ = play(judge_supply(state, rules))
    return state


# --- trucks (FoF 12B2) -----------------------------------------------------------------------------------------------

FRONT = Hex("16A:2232")
NEAR_RAIL = Hex("16A:2026")
"""Two hexes by truck from a German rail line, seven hexes from the front."""

FAR, HALFWAY = Hex("16A:1231"), Hex("16A:1828")
"""Nine hexes from `NEAR_RAIL`; a hex six hexes from the one and three from the other."""


def line_of(*trucks: Hex, unit: Hex = FRONT) -> str:
    counters = [f"{ref} ge Truck 0-10 {i}" for i, ref in enumerate(trucks)]
    text = " | ".join((f"{unit} ge 7-6 Inf XX 1", *counters, "May I 40, Axis initial"))
    return str(supply_line("ge 1 Inf XX", parse_position(text, FOF), FOF))


def test_fof_12B2_handed_A27_a_truck_lengthens_a_line() -> None:
    assert line_of(NEAR_RAIL).startswith("overland 7 | truck 2 | rail 6 | to 16A:1620, major cities in Germany")
    assert line_of().startswith("no line")


def test_fof_12B2_handed_A27_trucks_are_not_chained() -> None:
    assert line_of(HALFWAY, NEAR_RAIL, unit=FAR).startswith("no line")
    question = {"ask": "ruling", "what": "supply_line", "element": "truck", "to": "truck"}
    assert answer(FOF, **question) == {"legal": False, "forbidden_by": ["12B2"]}


def test_fof_12B1_12B2_handed_A27_in_questions() -> None:
    line = {"ask": "reckon", "what": "in_supply", "unit": PANZER, "source": "major city in Germany"}
    parts = {"overland": 7, "truck": 3, "road": 5, "source_owner": "Axis"}
    assert answer(FOF, **line, **parts)["in_supply"] is True
    assert answer(FOF, **line, **{**parts, "overland": 8})["in_supply"] is False
    assert answer(FOF, **line, **{**parts, "truck": 6})["in_supply"] is False
    swamp = ["swamp", *["clear"] * 6]
    assert answer(FOF, ask="reckon", what="supply_line", element="overland", hexes=swamp)["length"] == 8


# --- at sea (SF 12B) -------------------------------------------------------------------------------------------------

AT_SEA, CHERBOURG = Hex("17A:0411"), Hex("17A:0611")
CARGO = f"{AT_SEA} us 5-6 Inf XX 1 | {CHERBOURG} us 5-6 Inf XX 2 | Jul I 44, Allied initial"


def test_sf_12B_handed_A07_at_sea_there_is_no_supply_and_in_port_a_line_may_be_traced() -> None:
    state = judged(CARGO, SF, {CHERBOURG: ALLIED})
    assert turns_out_of("us 1 Inf XX", state) == 1 and was_judged_isolated("us 1 Inf XX", state)
    assert turns_out_of("us 2 Inf XX", state) == 0 and not was_judged_isolated("us 2 Inf XX", state)
    assert "no line can be traced from where it is (SF 12B)" in str(supply_line("us 1 Inf XX", state, SF))


def test_sf_12B_A07_in_the_other_reading_ships_carry_their_own() -> None:
    sf = load("sf", rulings={"sf-12B-cargo-at-sea": "always"})
    state = judged(CARGO, sf, {CHERBOURG: ALLIED})
    assert turns_out_of("us 1 Inf XX", state) == 0 and not was_judged_isolated("us 1 Inf XX", state)


# --- who uses which source (rule 12C) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("user", "source", "owner", "forbidden_by"),
    [
        ("Dutch", "Paris hex", "Allied", None),
        ("British", "Paris hex", "Allied", None),
        ("Italian", "major city in Germany", "Axis", None),
        ("Belgian", "two connected major cities", "Allied", None),
        ("British", "St. Nazaire", "Allied", None),
        ("French", "Cherbourg", "Allied", "12C2"),
        ("British", "Maginot Line hex", "Allied", "12C2"),
        ("German", "Paris hex", "Axis", "12C"),
        ("French", "Paris hex", "neutral", "12C"),
        ("British", "Le Havre", "Allied", "12C1 12C2"),
    ],
)
def test_fof_12C_who_draws_on_what(user: str, source: str, owner: str, forbidden_by: str | None) -> None:
    found = answer(FOF, ask="ruling", what="supply_source", user=user, source=source, owner=owner)
    assert found["legal"] is (forbidden_by is None)
    assert forbidden_by is None or found["forbidden_by"] == forbidden_by.split()


@pytest.mark.parametrize("reading", ["again", "lost"])
def test_fof_12C1_12C2_what_was_lost_serves_again_or_not_on_the_board_too(reading: str) -> None:
    fof = load("fof", rulings={"fof-12C1-retaken-source": reading})
    question = {"ask": "ruling", "what": "supply_source", "owner": "Allied", "ever_axis_owned": True}
    assert answer(fof, **question, user="French", source="Paris hex")["legal"] is (reading == "again")
    assert answer(fof, **question, user="British", source="Brest")["legal"] is False


def test_fof_31C_a_box_supplies_the_forces_in_it() -> None:
    box = {"ask": "ruling", "what": "supply_source", "user": "German", "source": "Norway box"}
    assert answer(FOF, **box, in_box=True)["legal"] is True
    assert answer(FOF, **box)["forbidden_by"] == ["31C"]


SOURCES = [
    ("axis", "Axis Italian", {"type": "city-pair", "region": "Italy"}, FULL),
    ("axis", "RSI Italian", {"type": "city-pair", "region": "Germany"}, FULL),
    ("allied", "Italian", {"type": "city-pair", "region": "Italy"}, None),
    ("axis", "German", {"type": "city-pair", "region": "Germany", "connected": False}, None),
    ("axis", "German", {"type": "rail-hex", "east_edge": True, "region": "Greater Germany"}, FULL),
    ("axis", "German", {"type": "rail-hex", "region": "Germany"}, None),
    ("allied", "British", {"type": "port", "size": "major", "region": "North Africa"}, FULL),
    ("allied", "British", {"type": "port", "size": "major", "region": "France"}, None),
    ("allied", "British", {"type": "port", "size": "minor", "region": "Sicily"}, LIMITED),
    ("allied", "British", {"type": "port", "size": "minor", "functioning": False, "region": "Sicily"}, None),
    ("axis", "German", {"type": "port", "size": "great", "region": "Britain"}, None),
    ("allied", "American", {"type": "port-fortification", "same_hex": True}, None),
    ("axis", "German", {"type": "supply-points"}, "special"),
    ("axis", "German", {"type": "holding-box"}, FULL),
]


@pytest.mark.parametrize(("side", "force", "source", "kind"), SOURCES)
def test_sf_12C_kinds_of_source(side: str, force: str, source: Mapping[str, object], kind: str | None) -> None:
    assert answer(SF, query="supply_source", side=side, force=force, source=source)["kind"] == kind


def test_sf_12C_a_thing_that_is_no_source_is_told_by_name() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'rail-hex'"):
        answer(SF, query="supply_source", side="axis", force="German", source={"type": "rail-hexe"})


@pytest.mark.parametrize(
    ("rules", "side", "kinds"),
    [
        (FOF, AXIS, {"major cities in Germany": FULL}),
        (FOF, ALLIED, {"Paris": FULL, "British ports": RESTRICTED, "Maginot Line": RESTRICTED}),
        (SF, AXIS, {"connected major cities in 1939 Germany": FULL, "connected major cities in Italy": FULL}),
        (SF, ALLIED, {"city hexes in Britain": FULL, "minor and standard ports": LIMITED}),
    ],
)
def test_12C_the_board_has_the_same_sources(rules: Ruleset, side: Side, kinds: Mapping[str, str]) -> None:
    moment = {"fof": "May I 40, Axis initial", "sf": "Jul I 44, Axis initial"}[rules.variant.id]
    found = {s.name: s.source.kind for s in supply_map(side, parse_position(moment, rules), rules).sources}
    assert kinds.items() <= found.items()
    assert found.keys().isdisjoint({"Paris", "city hexes in Britain"} if side == AXIS else {"major cities in Germany"})


@pytest.mark.parametrize(
    ("source", "points", "units", "forbidden_by"),
    [
        ("standard port", 0, [{"size": "division", "count": 9}, {"size": "brigade", "count": 3}], None),
        ("minor port", 0, [{"size": "division", "class": "c/m", "count": 6}], "12C2"),
        ("supply points", 2, [{"size": "battalion", "count": 4}], None),
        ("supply points", 2, [{"size": "division"}], "12C3a"),
        ("port fortification", 0, [{"size": "division", "count": 40}], None),
    ],
)
def test_sf_12C2_12C3_how_many_a_source_serves(
    source: str, points: int, units: list[dict[str, object]], forbidden_by: str | None
) -> None:
    found = answer(SF, query="source_load", source=source, points=points, units=units)
    assert found["legal"] is (forbidden_by is None)
    assert forbidden_by is None or found["forbidden_by"] == [forbidden_by]


@pytest.mark.parametrize(("word", "regular"), [("minor port", True), ("supply points", False), ("special", False)])
def test_sf_12C_regular_supply(word: str, regular: bool) -> None:
    assert answer(SF, query="in_regular_supply", source=word)["regular"] is regular


# --- lines hex by hex (SF 12B) ---------------------------------------------------------------------------------------

OWN = {"owner": "friendly"}


def traced(*hexes: Mapping[str, object], **more: object) -> object:
    return answer(SF, query="in_supply", side="allied", route=list(hexes), limits=NUMBER, **more)["in_supply"]


def test_sf_12B2_a_rail_line_is_a_road_too() -> None:
    road: Mapping[str, object] = {**OWN, "road": True}
    rail: Mapping[str, object] = {**OWN, "rail": "high"}
    way: tuple[Mapping[str, object], ...] = (*[OWN] * 7, road, *[rail] * 6, {**rail, "source": "full"})
    assert traced(*way, rail_capacity={"Net": 9}) is True
    assert traced(OWN, *way, rail_capacity={"Net": 9}) is False


def test_sf_12C3a_only_an_overland_line_leads_to_a_special_source() -> None:
    road = {**OWN, "road": True}
    assert traced(*[road] * 7, {**road, "source": "special"}) is True
    assert traced(*[road] * 8, {**road, "source": "special"}) is False
    assert traced(*[road] * 8, {**road, "source": "limited"}) is True


def test_sf_12A_the_hex_of_the_unit_stops_nothing() -> None:
    assert traced({**OWN, "enemy_zoc": True}, OWN, {**OWN, "source": "full"}) is True
    assert traced(OWN, {**OWN, "enemy_zoc": True}, {**OWN, "source": "full"}) is False


# --- how long, and what it does (12B, 12D) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("element", "hexes", "more", "length", "within"),
    [
        ("overland", ["forest"] * 7, {}, 7, True),
        ("truck", ["forest", "forest"], {}, 4, False),
        ("truck", ["swamp", "clear"], {"major_river_hexsides": 1}, 4, False),
        ("road", ["mountain"] * 7, {"major_river_hexsides": 2}, 7, True),
        ("overland", ["mountain"] * 4, {"along_road": True}, 4, True),
    ],
)
def test_fof_12B5_lengths(
    element: str, hexes: list[str], more: Mapping[str, object], length: int, within: bool
) -> None:
    found = answer(FOF, ask="reckon", what="supply_line", element=element, hexes=hexes, **more)
    assert (found["length"], found["within_limit"]) == (length, within)


@pytest.mark.parametrize(
    ("distance", "source", "in_supply", "isolated"),
    [
        (7, "restricted_source", True, False),
        (8, "restricted_source", False, False),
        (15, "full_source", False, True),
        (3, None, False, True),
        (3, "delivered_supply", False, True),
    ],
)
def test_fof_12B6_supply_and_isolation(distance: int, source: str | None, in_supply: bool, isolated: bool) -> None:
    question = {"ask": "reckon", "what": "supply_and_isolation"}
    found = answer(FOF, **question, overland_to_road=distance, road_traces_to=source)
    assert (found["in_supply"], found["isolated"]) == (in_supply, isolated)


def test_fof_12B_what_was_found_in_the_initial_phase_holds() -> None:
    question = {"ask": "reckon", "what": "supply_status"}
    assert answer(FOF, **question, at_initial_phase="in", at_combat_phase="could_not_trace")["status"] == "in"
    assert answer(FOF, **question, at_initial_phase="out")["status"] == "out"


@pytest.mark.parametrize(
    ("state", "isolated", "values"),
    [
        ("U-1", False, (5, 10, 10, 5)),
        ("U-1", True, ("5/2", 5, 10, 5)),
        ("U-4", True, ("5/2", 5, 5, 5)),
    ],
)
def test_fof_12D2_effects_rise_in_steps(state: str, isolated: bool, values: tuple[object, ...]) -> None:
    asked = {"ask": "reckon", "what": "supply_effects", "unit": PANZER, "supply_state": state, "isolated": isolated}
    found = ask(asked, FOF).to_json()
    assert tuple(found[key] for key in ("attack_combat", "attack_overrun", "defense", "movement")) == values


def test_fof_12D2b_effects_multiply_whatever_their_order() -> None:
    question = {"ask": "reckon", "what": "combat_strength", "unit": FRENCH, "role": "attack"}
    one = answer(FOF, **question, effects=["U-3", "unsupported"])["strength"]
    assert one == answer(FOF, **question, effects=["unsupported", "U-3"])["strength"]
    with pytest.raises(EuropaError, match=r"no effect 'quarterd'\. Did you mean 'quartered'"):
        answer(FOF, **question, effects=["quarterd"])


def test_fof_12D3_29_new_arrivals_are_not_checked() -> None:
    fof = load("fof", options=["12D3"])
    question = {"ask": "reckon", "what": "elimination_check", "supply_state": "U-5", "isolated": True}
    assert answer(fof, **question)["check"] is True
    assert answer(fof, **question, arrived_this_player_turn=True)["check"] is False


@pytest.mark.parametrize(("place", "modifier"), [("major city hex", 3), ("fortress", -1), ("open", -1)])
def test_sf_12D_safety_takes_the_place_of_the_cold(place: str, modifier: int) -> None:
    found = answer(SF, query="supply_check", turn_out=4, isolated=True, location=place, weather="frost")
    assert (found["check"], found["modifier"]) == (True, modifier)


def test_sf_12C3a_supply_points_last_over_two_initial_phases() -> None:
    begun = {"turn": "Dec II 44", "player_turn": "axis", "phase": "movement"}
    ends = {"turn": "Jan I 45", "player_turn": "axis", "phase": "initial", "at": "end"}
    assert answer(SF, query="ends_when", what="supply points", begun=begun)["ends"] == ends


def test_sf_12C3a_a_source_that_no_line_reaches_serves_nobody() -> None:
    regiment = Unit("br", "infantry", "regiment")
    ruling = rule_on_load(SourceLoad(None, (regiment,), in_reach=False, by=(SF.cite("limited-sources"),)), SF)
    assert not ruling.allowed and "no line leads to the source" in str(ruling)
    assert rule_on_load(SourceLoad(None, (regiment,), by=(SF.cite("limited-sources"),)), SF).allowed
