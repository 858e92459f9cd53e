"""Questions of rules 2 to 4 at the door, the sequence of play, and reports on units and hexes."""

import json
from fractions import Fraction

import pytest

from europa_rules import BadQuestion, UnknownHex, UnknownName, ask, load, parse_position
from europa_rules.campaign.nations import let_happen
from europa_rules.campaign.regions import CONTROLLED_THEATERS, Theaters
from europa_rules.campaign.sequence import next_player_turn, phases_of_player_turn, player_turns, roles
from europa_rules.ground.supply_state import ISOLATED
from europa_rules.inspection import describe_hex, describe_unit, report_on_unit
from europa_rules.ruleset import Ruleset
from europa_rules.saves import state_from_json, state_to_json
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Turn
from europa_rules.state import GameState
from europa_rules.units import Rating, Unit

FOF, SF = load("fof"), load("sf")


def fof(what: str, **facts: object) -> dict[str, object]:
    return dict(ask({"ask": "reckon", "what": what, **facts}, FOF).values)


def sf(query: str, **facts: object) -> dict[str, object]:
    return dict(ask({"query": query, **facts}, SF).values)


# --- rule 2 ----------------------------------------------------------------------------------------------------------


def test_fof_2_a_hex_reference_keeps_the_map_that_it_names() -> None:
    assert fof("hex_reference", text="17A:0101") == {"map": "17A", "hex": "0101"}
    assert fof("hex_reference", text="16a: 1506") == {"map": "16A", "hex": "1506"}
    with pytest.raises(UnknownHex, match="no map"):
        fof("hex_reference", text="99:1506")


# --- rule 3A ---------------------------------------------------------------------------------------------------------


def test_fof_3A2_a_headquarters_is_never_artillery() -> None:
    unit = {"nation": "German", "type": "headquarters", "size": "headquarters", "type_symbol": "artillery"}
    assert fof("unit_class", unit=unit)["is_artillery"] is False


def test_sf_3A3_resource_points_and_cargo_by_their_number() -> None:
    assert sf("re_size", item={"kind": "resource-point", "count": 4})["re"] == 4
    assert str(sf("re_size", item={"kind": "supply-point", "count": 2})["re"]) == "1/2"
    assert sf("re_size", item={"kind": "port-fortification"})["re"] == 1
    assert sf("re_size", item={"kind": "movement-counter", "counter": "transport", "capacity": 3})["re"] == 1


def test_sf_3A_a_unit_in_all_its_aspects() -> None:
    got = sf("unit_category", unit={"type": "panzer", "size": "division", "class": "c/m", "rating": "15-10"})
    expected = {"divisional": True, "cm": True, "artillery": False, "zoc": True, "re": 3, "heavy_equipment": True}
    assert {key: got[key] for key in expected} == expected
    assert (got["movement_column"], got["combat_effects"], got["aec"]) == ("c/m", "c/m", "full")


# --- rules 3B to 3G --------------------------------------------------------------------------------------------------


def test_fof_3C4_questions_about_pools() -> None:
    assert fof("ntp_allowance", ntp_pool="British Emergency")["ntp"] == "unlimited"
    assert fof("ntp_allowance", ntp_pool="British Atlantic")["ntp"] == 0


@pytest.mark.parametrize(("italy", "player"), [("axis", "axis"), ("allied", "allied"), ("neutral", None)])
def test_sf_3B_the_italian_forces(italy: str, player: str | None) -> None:
    assert sf("controlling_player", force="Italian", italy=italy)["player"] == player


def test_sf_3F_a_place_in_no_theater() -> None:
    assert sf("theater", place="Andorra", side="allied", italy_surrendered=False)["theater"] is None


def test_sf_3F_moves_and_attacks_within_the_theaters_are_legal() -> None:
    context = {"side": "axis", "controlled_theaters": ["West"], "actor": "phasing"}
    unit = {"type": "infantry", "size": "division", "class": "non-motorized", "rating": "7-6"}
    for place, legal in (("Paris", True), ("Hungary", False), ("Berlin", False)):
        move = {"do": "move", "unit": unit, "to_place": place, "voluntary": True}
        attack = {"do": "attack", "target_place": place}
        assert sf("legal", action=move, phase="movement", **context)["legal"] is legal
        assert sf("legal", action=attack, phase="combat", **context)["legal"] is legal


def test_sf_3F_a_forced_move_is_not_refused() -> None:
    unit = {"type": "infantry", "size": "division", "class": "non-motorized", "rating": "7-6"}
    action = {"do": "move", "unit": unit, "to_place": "Hungary", "voluntary": False}
    assert sf("legal", action=action, side="axis", controlled_theaters=["West"], phase="movement")["legal"] is True


def test_sf_3G_a_route_over_the_sea_isolates() -> None:
    route = [{"owner": "friendly"}, {"owner": "friendly", "hexside_from_previous": "all-sea", "source": "full"}]
    assert sf("isolated", route=route, route_is_only_path=True)["isolated"] is True


# --- rule 4 ----------------------------------------------------------------------------------------------------------


def test_fof_4A_the_order_of_turns_and_phases() -> None:
    assert player_turns(FOF) == (AXIS, ALLIED)
    assert phases_of_player_turn(FOF) == ("initial", "movement", "combat", "exploitation")


@pytest.mark.parametrize(
    ("rules", "now", "next_one"), [(FOF, "Jun II 40", "Jul I 40"), (SF, "Dec II 43", "Jan I 44")], ids=["fof", "sf"]
)
def test_4_01_a_game_turn_is_the_axis_player_turn_and_then_the_allied_one(
    rules: Ruleset, now: str, next_one: str
) -> None:
    turn = Turn.parse(now)
    assert next_player_turn(turn, AXIS, rules) == (turn, ALLIED)
    after, player = next_player_turn(turn, ALLIED, rules)
    assert (str(after), player) == (next_one, AXIS)


def test_sf_4B_roles() -> None:
    assert roles(ALLIED, SF) == (ALLIED, (AXIS,))
    with pytest.raises(UnknownName, match="player turn"):
        roles(NEUTRAL, SF)


def test_sf_4_sequences_that_can_be_asked_for() -> None:
    assert sf("sequence", of="phases of a player turn")["order"] == ("initial", "movement", "combat", "exploitation")
    assert sf("sequence", of="player turns in a game turn")["order"] == ("axis", "allied")
    with pytest.raises(BadQuestion, match="Did you mean 'phases of a player turn'"):
        sf("sequence", of="phases of a players turn")


# --- reports ---------------------------------------------------------------------------------------------------------


def border() -> GameState:
    text = "16A:1506 ge 14-10 Pz XX 1, ge 2-6 Inf III 5 | 16A:1507 fr 6-6 Inf XX 10 | May I 40, Axis movement"
    return parse_position(text, FOF)


def test_fof_3A_a_report_names_what_a_unit_is_and_where_it_stands() -> None:
    state = border()
    panzer, regiment, enemy = state.pieces
    report = describe_unit(panzer, state, FOF)
    assert report.unit.unit_class == "combat_motorized"
    assert (report.unit.re, report.zoc) == (Fraction(3), "full")
    assert report.unit.re_for["transport"] == 6
    assert describe_unit(regiment, state, FOF).is_supported
    assert describe_unit(regiment, state.without(panzer), FOF).is_supported is False
    assert describe_unit(regiment, state, FOF).zoc == "none"
    assert describe_unit(enemy, state, FOF).controller == ALLIED
    assert "ZOC full | supported" in str(report)
    with pytest.raises(UnknownName):
        describe_unit("nobody", state, FOF)


def test_fof_3A_a_unit_in_a_holding_box_has_no_hex() -> None:
    state = border()
    (unit, *_) = state.pieces
    box = FOF.board.place("box:Norway")
    assert describe_unit(unit, state.moved(unit, box), FOF).hex is None


def test_fof_3D_a_report_on_a_hex() -> None:
    report = describe_hex("16A:1507", border(), FOF)
    assert report.owner in (AXIS, ALLIED)
    assert report.zoc_of == (AXIS,)
    assert report.theaters == {}
    assert len(report.pieces) == 1


def test_sf_3F_a_report_on_a_hex_has_theaters_regions_and_who_may_not_enter() -> None:
    state = parse_position("Jul I 43, Axis movement", SF)
    paris = describe_hex(SF.board.city_named("Paris").hex, state, SF)
    assert paris.theaters == {AXIS: "West", ALLIED: "ETO"}
    assert "Mainland France" in paris.regions
    assert paris.major_city == "Paris"
    assert paris.owning_nation == "German"
    hungary = describe_hex("16A:4501", state, SF)
    assert set(hungary.closed_to) == {AXIS, ALLIED}


def test_sf_3A_report_on_a_unit_off_the_board() -> None:
    report = report_on_unit(Unit("it", "infantry", "regiment", Rating.parse("2-6"), symbols=("ski",)), SF)
    assert report.kinds == ("ski", "mountain")
    assert not report.zoc.allowed


def test_sf_3B_what_has_happened_survives_a_save() -> None:
    state = let_happen("Italy surrenders", parse_position("16A:1506 ge 7-6 Inf XX 1 | Jul I 43, Axis movement", SF))
    (unit,) = state.pieces
    state = state.noting(CONTROLLED_THEATERS, AXIS, Theaters(("West", "South"))).noting(ISOLATED, unit, True)
    assert state_from_json(json.loads(json.dumps(state_to_json(state))), SF) == state
