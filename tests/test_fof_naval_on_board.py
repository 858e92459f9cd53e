"""Naval transport and evacuation of 1940 on the board (FoF 26, with 12C3, 12E1, 14I2, 31C, 31G), through games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.air.facts import HARASSMENT, harassed_by
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.campaign.nations import let_happen
from europa_rules.campaign.points_record import amount_of
from europa_rules.campaign.postings import SCENARIO
from europa_rules.campaign.sequence import first_moment
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.facts import MPS_SPENT, OWNER_BEFORE, PORT_HITS
from europa_rules.ground.movement_counters import LoadUnits
from europa_rules.ground.moves import mps_left
from europa_rules.ground.ownership import EVER_OWNED
from europa_rules.ground.supply import stands_of
from europa_rules.ground.supply_state import CHECKS_OUT, supplies_at
from europa_rules.hexes import BOX, Hex
from europa_rules.naval.port_use import passed_at
from europa_rules.orders import order_kinds
from europa_rules.permissions import Ruling
from europa_rules.players.player import play_on
from europa_rules.players.sensible_player import SensiblePlayer
from europa_rules.procedure import Decision, Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState
from europa_rules_fof.air_evacuation import EVENT as FLOWN
from europa_rules_fof.duty_checks import gather_front
from europa_rules_fof.evacuating import Evacuate
from europa_rules_fof.evacuation import EQUIPMENT, OTHERS
from europa_rules_fof.national_events import DECLARATIONS, Declare
from europa_rules_fof.naval_transport import ABANDONED, ANNOUNCED, EMERGENCY_USED
from europa_rules_fof.paris import OPEN_CITY
from europa_rules_fof.points_ledger import victory_points
from europa_rules_fof.sailing import Sail
from europa_rules_fof.sea_cargo import land
from europa_rules_fof.transport_losses import LoseTransports

FOF = er.load("fof")
DUNKERQUE, DOVER, LONDON = map(Hex, ("16A:0731", "16A:0533", "17A:0104"))
BREST, CHERBOURG, LE_HAVRE, ROUEN = map(Hex, ("17A:0522", "17A:0611", "17A:0908", "17A:1106"))
MARSEILLE, TOULON, GENOVA = map(Hex, ("17A:4711", "17A:4909", "16A:4830"))
BEACH = Hex("16A:0730")
AFRICA, NORWAY = Hex(f"{BOX}French North Africa"), Hex(f"{BOX}Norway")
ATLANTIC, SOUTH, HOME = "French Atlantic", "French Mediterranean", "British Atlantic"


@cache
def reading(point: str, word: str) -> Ruleset:
    return er.load("fof", rulings={f"fof-{point}": word})


def position(text: str, rules: Ruleset = FOF) -> GameState:
    """A position in the Allied movement phase of Jun I 40, in a game of the historical scenario."""
    return er.parse_position(f"{text} | Jun I 40, Allied movement", rules).noting(SCENARIO, "", "historical")


def game(state: GameState | str, rules: Ruleset = FOF) -> Game:
    return Game.start(rules, position(state, rules) if isinstance(state, str) else state, seed=1, undo="replay")


def cited(ruling: Ruling) -> list[str]:
    assert not ruling.allowed
    return [citation.number for citation in ruling.citations]


def announced(state: GameState) -> GameState:
    return let_happen(EMERGENCY_USED, state).noting(ANNOUNCED, "", True)


def cut_off(state: GameState, *pieces: str) -> GameState:
    for piece in pieces:
        state = state.noting(CHECKS_OUT, piece, 1)
    return state


def play_to(at: Game, name: str) -> Game:
    """The game at the next opening of a name at which nobody has passed; all before is passed, or as suggested."""

    def goes_on(now: Game) -> bool:
        return not (isinstance(now.pending, Opening) and now.pending.name == name and not now.passed)

    play_on(at, {}, goes_on)
    return at


# --- regular transport (26B, 26B1) -----------------------------------------------------------------------------------


def test_fof_26B1_05_a_division_sails_from_brest_to_cherbourg_and_moves_on() -> None:
    play = game("17A:0522 fr 5-6 Inf XX 2")
    (entry,) = play.submit(Sail(("fr 2 Inf XX",), CHERBOURG, ATLANTIC))
    assert "by sea from 17A:0522 to 17A:0611, 3 French Atlantic NTPs" in str(entry)
    assert play.state.piece("fr 2 Inf XX").place == CHERBOURG
    assert mps_left("fr 2 Inf XX", play.state, FOF) == 4
    play.submit(er.Move(("fr 2 Inf XX",), (Hex("17A:0612"),)))
    allowance = play.allowance(ATLANTIC)
    assert allowance is not None and allowance.value == 7


def test_fof_26B1_the_voyage_is_told_hex_by_hex() -> None:
    play = game("17A:0522 fr 5-6 Inf XX 2")
    (entry,) = play.submit(Sail(("fr 2 Inf XX",), CHERBOURG, ATLANTIC))
    way = dict(entry.facts)["way"].split()
    assert way[-1] == CHERBOURG and all(FOF.board.sea_zone(Hex(ref)) == "atlantic" for ref in way)


def test_fof_26B1_02_a_motorized_brigade_counts_double_and_spends_4_mps() -> None:
    play = game("17A:0522 fr 2-10 Mot X 4")
    play.submit(Sail(("fr 4 Mot X",), CHERBOURG, ATLANTIC))
    allowance = play.allowance(ATLANTIC)
    assert allowance is not None and allowance.value == 8
    assert mps_left("fr 4 Mot X", play.state, FOF) == 6


def test_fof_26B1_05_a_unit_without_the_mps_stays() -> None:
    tired = position("17A:0522 fr 5-6 Inf XX 2").noting(MPS_SPENT, "fr 2 Inf XX", Fraction(5))
    ruling = game(tired).rule_on(Sail(("fr 2 Inf XX",), CHERBOURG, ATLANTIC))
    assert cited(ruling) == ["26B1"] and "1 MP left" in str(ruling)


def test_fof_26B_03_a_pool_carries_no_more_than_its_ntps() -> None:
    play = game("17A:0522 fr 5-6 Inf XX 2, fr 5-6 Inf XX 3, fr 5-6 Inf XX 4 | 17A:0908 fr 5-6 Inf XX 5")
    play.submit(Sail(("fr 2 Inf XX", "fr 3 Inf XX", "fr 4 Inf XX"), CHERBOURG, ATLANTIC))
    ruling = play.rule_on(Sail(("fr 5 Inf XX",), Hex("17A:0905"), ATLANTIC))
    assert cited(ruling) == ["26B"] and "3 NTPs are needed, 1 there" in str(ruling)


def test_fof_26B_pools_are_whole_again_in_the_next_turn() -> None:
    play = game("17A:0522 fr 5-6 Inf XX 2")
    play.submit(Sail(("fr 2 Inf XX",), CHERBOURG, ATLANTIC))
    play_to(play, "exploitation phase")
    play.done()
    play_to(play, "movement phase")
    allowance = play.allowance(ATLANTIC)
    assert allowance is not None and allowance.value == 10


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (Sail(("fr 2 Inf XX",), DOVER, ATLANTIC), "26B"),  # not to England
        (Sail(("fr 2 Inf XX",), MARSEILLE, ATLANTIC), "26B"),  # another sea zone
        (Sail(("fr 2 Inf XX",), CHERBOURG, SOUTH), "26B"),  # the other zone's NTPs
        (Sail(("fr 2 Inf XX",), CHERBOURG, HOME), "26B"),  # British units alone, and not open yet
        (Sail(("fr 2 Inf XX",), CHERBOURG, "British Emergency"), "26B"),  # an order of its own
        (Sail(("fr 2 Inf XX",), CHERBOURG, "Polish"), "26B"),  # no such pool
        (Sail(("fr 2 Inf XX",), Hex("17A:1604"), ATLANTIC), "26A3"),  # Paris has no port
        (Sail(("fr 2 Inf XX",), Hex("17A:0617"), ATLANTIC, debark="beach"), "26A4"),  # beaches serve evacuations
        (Sail(("fr 2 Inf XX",), CHERBOURG, ATLANTIC, path=(Hex("17A:0523"), Hex("17A:0623"))), "26B1"),
        (Sail(("fr 2 Inf XX",), CHERBOURG, ATLANTIC, path=(CHERBOURG,)), "26B1"),  # not from hex to hex
        (Sail((), CHERBOURG, ATLANTIC), "26B1"),  # no cargo
        (Sail(("fr 2 Inf XX",), BREST, ATLANTIC), "26B1"),  # there already
        (Sail(("fr 2 Inf XX",), NORWAY, ATLANTIC), "31C"),  # the box has no way by sea
    ],
)
def test_fof_26B_voyages_that_are_refused(order: Sail, rule: str) -> None:
    assert rule in cited(game("17A:0522 fr 5-6 Inf XX 2").rule_on(order))


def test_fof_26A2_01_the_axis_has_no_naval_transport() -> None:
    state = position("16A:0510 ge 7-6 Inf XX 1").at_moment(er.parse_position("Jun I 40, Axis movement", FOF).moment)
    assert "26A2" in cited(game(state).rule_on(Sail(("ge 1 Inf XX",), Hex("16A:0514"), ATLANTIC), AXIS))


def test_fof_26B_01_no_naval_transport_in_the_exploitation_phase() -> None:
    play = play_to(game("17A:0522 fr 2-10 Mot X 4"), "exploitation phase")
    assert "4C" in cited(play.rule_on(Sail(("fr 4 Mot X",), CHERBOURG, ATLANTIC)))


def test_fof_14K2_units_without_movement_are_not_carried() -> None:
    assert "14K2" in cited(game("17A:0522 fr 0-3-0* Ftrs III 9").rule_on(Sail(("fr 9 Ftrs III",), CHERBOURG, ATLANTIC)))


def test_fof_28C2_belgians_do_not_sail_to_france() -> None:
    ruling = game("16A:0729 be 3-6 Inf XX 2").rule_on(Sail(("be 2 Inf XX",), DUNKERQUE, ATLANTIC))
    assert {"28C2", "26B"} <= set(cited(ruling))  # nor does the pool use Belgian ports


def test_fof_26B1_04_a_transported_unit_is_under_no_restriction() -> None:
    """French c/m units that move are halved (31F); those that were shipped are not."""
    text = "17A:0908 fr 2-1-10 LtArm X 10 | 17A:0904 ge 2-6 Inf III 5"
    state = er.parse_position(f"{text} | May I 40, Allied movement", FOF).owned({Hex("17A:0904"): AXIS})
    play = game(state)
    play.submit(Sail(("fr 10 LtArm X",), Hex("17A:0905"), ATLANTIC))
    attack = er.Attack(("fr 10 LtArm X",), Hex("17A:0904"))
    sailed = play.odds(attack).odds
    play_to(play, "combat phase")
    assert play.odds(attack).odds.attack.value == sailed.attack.value
    marched = game(state.moved("fr 10 LtArm X", Hex("17A:1004")))
    marched.submit(er.Move(("fr 10 LtArm X",), (Hex("17A:0905"),)))
    assert play_to(marched, "combat phase").odds(attack).odds.attack.value < play.odds(attack).odds.attack.value


def test_fof_14I2_a_transport_counter_takes_its_load_along() -> None:
    play = game("17A:0522 br TC 1-12 <tc>, br 2-8 Inf X 20")
    play.submit(LoadUnits("tc", ("br 20 Inf X",)))
    assert "14I2" in cited(play.rule_on(Sail(("br 20 Inf X",), CHERBOURG, ATLANTIC)))
    play.submit(Sail(("tc",), CHERBOURG, ATLANTIC))
    assert play.state.piece("br 20 Inf X").place == CHERBOURG
    allowance = play.allowance(ATLANTIC)
    assert allowance is not None and allowance.value == 8  # the counter 1, doubled from 1/2; its load 1


# --- British transport (26B) -----------------------------------------------------------------------------------------


def test_fof_26B_09_british_ntps_wait_for_paris_or_the_emergency() -> None:
    state = position("17A:0611 br 6-8 Inf XX 1")
    order = Sail(("br 1 Inf XX",), Hex("17A:0108"), HOME)
    shut = game(state).rule_on(order)
    assert cited(shut) == ["26B"] and "not in use yet" in str(shut)
    assert game(let_happen(OPEN_CITY, state)).rule_on(order).allowed
    assert game(let_happen(EMERGENCY_USED, state)).rule_on(order).allowed


def test_fof_26B_08_british_ntps_take_british_units_from_supply_sources_to_britain() -> None:
    state = let_happen(OPEN_CITY, position("17A:0908 br 6-8 Inf XX 1 | 17A:0611 fr 5-6 Inf XX 2, br 2-8 Inf X 20"))
    play = game(state)
    assert "supply source" in str(play.rule_on(Sail(("br 1 Inf XX",), DOVER, HOME)))  # from Le Havre
    assert "carry units of Britain" in str(play.rule_on(Sail(("fr 2 Inf XX",), DOVER, HOME)))
    assert "alone" in str(play.rule_on(Sail(("br 20 Inf X",), BREST, HOME)))
    play.submit(Sail(("br 20 Inf X",), DOVER, HOME))
    assert play.state.piece("br 20 Inf X").place == DOVER
    assert play.state.recall(ABANDONED, "br 20 Inf X") is None


def test_fof_12C2_a_source_that_the_enemy_has_owned_serves_no_more() -> None:
    state = let_happen(OPEN_CITY, position("17A:0611 br 6-8 Inf XX 1"))
    lost = state.noting(EVER_OWNED, CHERBOURG, "Axis, Allied")
    assert game(state).rule_on(Sail(("br 1 Inf XX",), DOVER, HOME)).allowed
    assert "no British supply source" in str(game(lost).rule_on(Sail(("br 1 Inf XX",), DOVER, HOME)))


def test_fof_29A_british_reinforcements_arrive_in_cherbourg_and_are_shipped_on() -> None:
    """What the order of battle sends to a British supply port goes on by French NTPs, and never to England by them."""
    state = er.parse_position("17A:1604 fr 5-6 Inf XX 2 | Jun II 40, Allied movement", FOF).noting(
        SCENARIO, "", "historical"
    )
    play = game(state.at_moment(first_moment(state.moment.turn, ALLIED, FOF)))
    arrived: list[str] = []
    for _ in range(400):
        pending = play.pending
        if isinstance(pending, Opening) and pending.name == "movement phase":
            break
        if isinstance(pending, Decision):
            there = CHERBOURG in pending.candidates
            play.decide(*((CHERBOURG,) if there else pending.suggestions[0]))
        elif isinstance(pending, Opening):
            play.done(pending.players[0])
    arrived = [p.id for p in play.state.at(CHERBOURG) if p.unit.nation == "br"]
    assert arrived
    unit = next(i for i in arrived if "XX" in i)
    play.submit(Sail((unit,), LE_HAVRE, ATLANTIC))
    assert play.state.piece(unit).place == LE_HAVRE
    assert "26B" in cited(play.rule_on(Sail((unit,), DOVER, ATLANTIC)))


# --- ports (26A3) ----------------------------------------------------------------------------------------------------


def test_fof_26A3_02_a_port_passes_no_more_than_its_capacity_in_a_player_turn() -> None:
    play = game("17A:0905 fr 5-6 Inf XX 2, fr 5-6 Inf XX 3, fr 2-6 Inf III 4")
    play.submit(Sail(("fr 2 Inf XX", "fr 3 Inf XX"), LE_HAVRE, ATLANTIC))
    assert passed_at(Hex("17A:0905"), play.state) == passed_at(LE_HAVRE, play.state) == 6
    ruling = play.rule_on(Sail(("fr 4 Inf III",), LE_HAVRE, ATLANTIC))
    assert cited(ruling) == ["26A3"] and "of which 6 have been used" in str(ruling)


def test_fof_26A3_03_a_bombed_port_passes_less() -> None:
    state = position("17A:0905 fr 5-6 Inf XX 2, fr 2-6 Inf III 4").noting(PORT_HITS, Hex("17A:0905"), 4)
    play = game(state)
    assert cited(play.rule_on(Sail(("fr 2 Inf XX",), LE_HAVRE, ATLANTIC))) == ["26A3"]
    play.submit(Sail(("fr 4 Inf III",), LE_HAVRE, ATLANTIC))


def test_fof_26A3_05_a_port_taken_in_this_player_turn_serves_nobody() -> None:
    state = position("17A:0905 fr 5-6 Inf XX 2").noting(OWNER_BEFORE, Hex("17A:0905"), AXIS)
    assert cited(game(state).rule_on(Sail(("fr 2 Inf XX",), LE_HAVRE, ATLANTIC))) == ["26A3"]


def test_fof_26A3_an_enemy_port_serves_nobody() -> None:
    state = position("17A:0522 fr 5-6 Inf XX 2").owned({CHERBOURG: AXIS})
    assert "26A3" in cited(game(state).rule_on(Sail(("fr 2 Inf XX",), CHERBOURG, ATLANTIC)))


def test_fof_26A3_inland_ports_are_reached_by_their_rivers() -> None:
    play = game("17A:1106 fr 5-6 Inf XX 2 | 17A:2822 fr 5-6 Inf XX 3")
    play.submit(Sail(("fr 2 Inf XX",), CHERBOURG, ATLANTIC))
    play.submit(Sail(("fr 3 Inf XX",), ROUEN, ATLANTIC))
    assert play.state.piece("fr 3 Inf XX").place == ROUEN


# --- supply and resource points by sea (12C3, 12E1, 26B2) ------------------------------------------------------------


def surrounded(text: str = "") -> GameState:
    """A French division at Cherbourg that no supply line reaches."""
    lines = "17A:0611 fr 5-6 Inf XX 2 | 17A:0711 ge 7-6 Inf XX 1 | 17A:0712 ge 7-6 Inf XX 3"
    return position(f"{lines}{text}").owned({Hex("17A:0711"): AXIS, Hex("17A:0712"): AXIS})


def test_fof_26B2_supply_landed_in_a_port_supplies_units_there() -> None:
    state = surrounded()
    assert not stands_of(ALLIED, state, FOF)["fr 2 Inf XX"].in_supply
    play = game(state)
    (entry,) = play.submit(Sail((), CHERBOURG, ATLANTIC, supply=4, origin=BREST))
    assert "4 REs of supply: by sea" in str(entry) and "2 French Atlantic NTPs" in str(entry)
    assert supplies_at(CHERBOURG, play.state) == {ALLIED: 4}
    stand = stands_of(ALLIED, play.state, FOF)["fr 2 Inf XX"]
    assert (stand.in_supply, stand.kind) == (True, "special")


def test_fof_26A3_supply_passes_a_bombed_port_as_far_as_its_capacity_goes() -> None:
    state = surrounded().noting(PORT_HITS, CHERBOURG, 10)
    play = game(state)
    ruling = play.rule_on(Sail((), CHERBOURG, ATLANTIC, supply=4, origin=BREST))
    assert cited(ruling) == ["26A3"] and "let 2 REs pass" in str(ruling)
    play.submit(Sail((), CHERBOURG, ATLANTIC, supply=2, origin=BREST))
    assert supplies_at(CHERBOURG, play.state) == {ALLIED: 2}
    assert not stands_of(ALLIED, play.state, FOF)["fr 2 Inf XX"].in_supply  # 2 REs do not serve a division
    assert "26A3" in cited(play.rule_on(Sail((), CHERBOURG, ATLANTIC, supply=1, origin=BREST)))


def test_fof_26B2_supply_embarks_only_where_a_full_source_was_in_reach() -> None:
    """Cherbourg serves the British as a restricted source; that is not enough, and a full one is cut off."""
    ruling = game(surrounded()).rule_on(Sail((), LE_HAVRE, ATLANTIC, supply=2, origin=CHERBOURG))
    assert cited(ruling) == ["26B2"]
    assert "26B2" in cited(
        game("16A:0533 br 6-8 Inf XX 1").rule_on(Sail((), LE_HAVRE, ATLANTIC, supply=2, origin=DOVER))
    )


def test_fof_26B2_ports_are_judged_in_the_initial_phase() -> None:
    state = surrounded()
    play = play_to(game(state.at_moment(first_moment(state.moment.turn, ALLIED, FOF))), "movement phase")
    freed = play.state.without("ge 1 Inf XX", "ge 3 Inf XX").owned({Hex("17A:0711"): ALLIED, Hex("17A:0712"): ALLIED})
    order = Sail((), LE_HAVRE, ATLANTIC, supply=2, origin=CHERBOURG)
    assert cited(game(freed).rule_on(order)) == ["26B2"]
    assert play.rule_on(evolve(order, origin=BREST)).allowed


def test_fof_12C3_landed_supply_lasts_two_initial_phases() -> None:
    play = game(surrounded())
    play.submit(Sail((), CHERBOURG, ATLANTIC, supply=4, origin=BREST))
    for left in ({ALLIED: 4}, {}):
        play_to(play, "exploitation phase")
        while isinstance(play.pending, Opening) and play.pending.name == "exploitation phase":
            play.done(next(side for side in play.pending.players if side not in play.passed))
        play_to(play, "movement phase")
        assert supplies_at(CHERBOURG, play.state) == left


def test_fof_12E1_resource_points_go_by_sea() -> None:
    play = game("17A:0522 fr resource_point 3")
    (points,) = play.state.pieces
    play.submit(Sail((points,), CHERBOURG, ATLANTIC))
    assert play.state.piece(points).place == CHERBOURG
    allowance = play.allowance(ATLANTIC)
    assert allowance is not None and allowance.value == 7


# --- the Mediterranean and its box (26B, 31C) ------------------------------------------------------------------------


def test_fof_31C_the_north_african_box_is_entered_and_left_by_french_mediterranean_ntps() -> None:
    play = game("17A:4711 fr 5-6 Inf XX 2 | box:French North Africa: fr 5-6 Inf XX 83")
    play.submit(Sail(("fr 2 Inf XX",), AFRICA, SOUTH))
    play.submit(Sail(("fr 83 Inf XX",), TOULON, SOUTH))
    assert play.state.piece("fr 2 Inf XX").place == AFRICA
    assert play.state.piece("fr 83 Inf XX").place == TOULON
    allowance = play.allowance(SOUTH)
    assert allowance is not None and allowance.value == 24
    assert {"26B", "31C"} <= set(cited(play.rule_on(Sail(("fr 2 Inf XX",), BREST, ATLANTIC))))


def test_fof_31C_the_box_passes_what_its_port_does() -> None:
    many = ", ".join(f"fr 5-6 Inf XX {n}" for n in range(1, 10))
    state = position(f"box:French North Africa: {many}")
    ids = tuple(sorted(state.pieces))
    assert "26A3" in cited(game(state).rule_on(Sail(ids, MARSEILLE, SOUTH)))
    assert game(state).rule_on(Sail(ids[:8], MARSEILLE, SOUTH)).allowed


def test_fof_26B_enemy_ports_on_the_mediterranean_are_closed() -> None:
    state = position("17A:4804 fr 5-6 Inf XX 2").owned({GENOVA: AXIS})
    assert "26A3" in cited(game(state).rule_on(Sail(("fr 2 Inf XX",), GENOVA, SOUTH)))


def test_fof_31C_by_a_reading_any_ntp_reaches_a_box() -> None:
    free = reading("31C-holding-boxes", "free-transfer")
    ruling = game("17A:4711 fr 5-6 Inf XX 2", free).rule_on(Sail(("fr 2 Inf XX",), AFRICA, SOUTH))
    assert ruling.allowed


# --- emergency evacuation (26B, 26B3) --------------------------------------------------------------------------------


def dunkirk(extra: str = "") -> GameState:
    """The British, some French and Belgians in the pocket around Dunkerque, cut off by the Germans."""
    pocket = (
        "16A:0731 br 6-8 Inf XX 1, br 6-8 Inf XX 2, fr 5-6 Inf XX 60"
        " | 16A:0730 br 2-8 Inf X 20, br 3-10 Arm X 1, be 3-6 Inf XX 3"
        " | 16A:0732 fr 5-6 Inf XX 21"
        " | 16A:0831 ge 10-8 Pz XX 1 | 16A:0830 ge 7-6 Inf XX 18 | 16A:0829 ge 7-6 Inf XX 19"
    )
    state = position(pocket + extra).owned({BEACH: ALLIED})
    return cut_off(announced(state), "fr 60 Inf XX", "be 3 Inf XX", "fr 21 Inf XX", "br 1 Inf XX", "br 2 Inf XX")


def test_fof_26B3_the_british_and_their_allies_leave_dunkerque_together() -> None:
    play = game(dunkirk())
    going = ("br 1 Inf XX", "br 2 Inf XX", "fr 60 Inf XX")
    (entry,) = play.submit(Evacuate(going))
    assert "evacuated from 16A:0731 (port)" in str(entry) and "equipment left" in str(entry)
    assert {FOF.board.country(play.state.piece(i).place) for i in going} == {"Britain"}
    assert all(play.state.recall(ABANDONED, i) == "Jun I 40" for i in going)
    points = victory_points(play.state, FOF)
    assert amount_of(EQUIPMENT, play.state) == points[AXIS].value == 6
    assert amount_of(OTHERS, play.state) == points[ALLIED].value == 3
    assert gather_front(play.state, FOF).evacuated == 9


def test_fof_VP_emergency_ntps_that_the_players_agree_on_as_lost_are_scored() -> None:
    """Each gives the Axis a point; no more are lost than have been used in the player turn."""
    play = game(dunkirk())
    assert cited(play.rule_on(LoseTransports(1))) == ["26B"]
    play.submit(Evacuate(("br 1 Inf XX", "br 2 Inf XX", "fr 60 Inf XX")))
    before = victory_points(play.state, FOF)[AXIS].value
    assert "can be lost, not 99" in str(play.rule_on(LoseTransports(99)))
    assert cited(play.rule_on(LoseTransports(0))) == ["26B"]
    (entry,) = play.submit(LoseTransports(2))
    assert "2 British emergency NTPs eliminated (FoF 26B, FoF VP)" in str(entry)
    points = victory_points(play.state, FOF)[AXIS]
    assert points.value == before + 2 and points.reevaluate() == points.value
    assert play.rule_on(LoseTransports(1)).rests_on == ("fof-20G-naval-interdiction: by-hand",)
    assert [order.points for order in play.legal_orders(kind="lose transports")] == list(range(1, 8))


def test_fof_26A4_02_over_the_beach_any_number_embark_and_leave_heavy_equipment() -> None:
    """The armored brigade leaves its tanks; the units land in ports that have room."""
    play = game(dunkirk())
    order = Evacuate(("br 20 Inf X", "br 1 Arm X", "be 3 Inf XX"))
    assert play.rule_on(order).allowed
    play.submit(order)
    places = {play.state.piece(i).place for i in order.units}
    assert len(places) > 1 and all(FOF.board.country(ref) == "Britain" and FOF.board.port(ref) for ref in places)
    assert passed_at(BEACH, play.state) == 0
    assert mps_left("br 20 Inf X", play.state, FOF) == 0


def test_fof_26B1_07_a_unit_that_has_spent_mps_does_not_use_a_beach() -> None:
    state = announced(position("17A:0905 br 6-8 Inf XX 5"))
    play = game(state)
    assert play.rule_on(Evacuate(("br 5 Inf XX",), embark="beach")).allowed
    play.submit(er.Move(("br 5 Inf XX",), (Hex("17A:0906"),)))
    ruling = play.rule_on(Evacuate(("br 5 Inf XX",)))
    assert cited(ruling) == ["26B1"] and "a beach takes all of them" in str(ruling)
    play.submit(er.Move(("br 5 Inf XX",), (Hex("17A:0907"),)))
    assert play.rule_on(Evacuate(("br 5 Inf XX",))).allowed  # by the port of Fécamp


def test_fof_26B3_04_all_that_leave_a_hex_leave_at_once() -> None:
    play = game(dunkirk())
    play.submit(Evacuate(("br 1 Inf XX",)))
    ruling = play.rule_on(Evacuate(("br 2 Inf XX", "fr 60 Inf XX")))
    assert cited(ruling) == ["26B3"] and "at the same time" in str(ruling)


@pytest.mark.parametrize(
    ("units", "rule", "word"),
    [
        (("fr 60 Inf XX",), "26B3", "no British units"),
        (("fr 21 Inf XX",), "26B3", "no British units"),
        (("br 1 Inf XX", "br 20 Inf X"), "6", "not in one hex"),
    ],
)
def test_fof_26B3_03_others_leave_with_british_units_of_their_hex(units: tuple[str, ...], rule: str, word: str) -> None:
    ruling = game(dunkirk()).rule_on(Evacuate(units))
    assert rule in cited(ruling) and word in str(ruling)


def test_fof_26B3_allies_in_regular_supply_are_not_evacuated() -> None:
    state = announced(position("17A:0702 br 6-8 Inf XX 1, fr 5-6 Inf XX 60"))
    ruling = game(state).rule_on(Evacuate(("br 1 Inf XX", "fr 60 Inf XX")))
    assert cited(ruling) == ["26B3"] and "regular supply" in str(ruling)
    anyone = reading("26B3-emergency-ntps", "anyone")
    assert game(state, anyone).rule_on(Evacuate(("br 1 Inf XX", "fr 60 Inf XX"))).allowed


def declaring(state: GameState) -> GameState:
    """A state at the moment of the Allied initial phase at which the player declares what he decides."""
    return state.at_moment(evolve(state.moment, phase="initial", step=DECLARATIONS))


def test_fof_26B_12_the_evacuation_is_announced_in_the_initial_phase_and_holds_for_the_player_turn() -> None:
    state = dunkirk().forgetting(ANNOUNCED, "")
    assert "26B" in cited(game(state).rule_on(Evacuate(("br 1 Inf XX",))))
    play = game(declaring(state))
    play.submit(Declare("evacuation"), ALLIED)
    assert "announced for this player turn" in str(play.rule_on(Declare("evacuation"), ALLIED))
    play_to(play, "movement phase")
    assert play.rule_on(Evacuate(("br 1 Inf XX",))).allowed
    later = game(declaring(play.state.ending("player turn", "phase")))
    assert later.rule_on(Declare("evacuation"), ALLIED).allowed
    assert not play_to(later, "movement phase").rule_on(Evacuate(("br 1 Inf XX",))).allowed


def test_fof_26B_13_emergency_ntps_reach_six_hexes_from_a_british_port() -> None:
    state = announced(position("17A:0522 br 6-8 Inf XX 1 | 17A:1520 br 6-8 Inf XX 2 | 17A:4711 br 6-8 Inf XX 3"))
    play = game(state)
    assert "more than 6 hexes" in str(play.rule_on(Evacuate(("br 2 Inf XX",))))
    assert "26B" in cited(play.rule_on(Evacuate(("br 3 Inf XX",))))  # the Mediterranean
    assert "26B" in cited(play.rule_on(Evacuate(("br 1 Inf XX",))))


def test_fof_26B3_they_go_to_england_alone() -> None:
    ruling = game(dunkirk()).rule_on(Evacuate(("br 1 Inf XX",), (LE_HAVRE,)))
    assert {"26B3", "26B"} <= set(cited(ruling))


def test_fof_26A3_the_ports_in_england_have_their_capacity() -> None:
    play = game(dunkirk())
    ruling = play.rule_on(Evacuate(("br 1 Inf XX", "br 2 Inf XX", "fr 60 Inf XX"), (DOVER,)))
    assert cited(ruling) == ["26A3"] and "9 REs pass a port of 6" in str(ruling)
    assert play.rule_on(Evacuate(("br 1 Inf XX", "br 2 Inf XX", "fr 60 Inf XX"), (DOVER, DOVER, LONDON))).allowed


def test_fof_26B3_02_evacuated_units_stay_in_england() -> None:
    play = game(dunkirk())
    play.submit(Evacuate(("br 1 Inf XX",), (DOVER,)))
    state = let_happen(OPEN_CITY, play.state)
    later = game(state.at_moment(er.parse_position("Jun II 40, Allied movement", FOF).moment).ending("player turn"))
    assert "26B3" in cited(later.rule_on(Sail(("br 1 Inf XX",), CHERBOURG, ATLANTIC)))


def test_fof_26B3_evacuated_units_are_not_flown_out() -> None:
    state = dunkirk(" | 16A:0533 br 2-8 Inf X 9, br 1B1 0-0/12 Bombay 1")
    flier = next(iter(state.air))
    play = game(state.noting(ABANDONED, "br 9 Inf X", "Jun I 40"))
    ruling = play.rule_on(FlyOperation(LE_HAVRE, (f"{flier}: regular transport, carry br 9 Inf X",)), ALLIED)
    assert "26B3" in cited(ruling)


def test_fof_VP_allied_air_units_that_fly_to_england_count_once() -> None:
    state = position("16A:0533 fr 5F4 1/8 MS406 1, br 8F6 1/9 Spit 1 | 17A:0522 fr 5F4 1/8 MS406 2")
    play = play_to(game(state), "exploitation phase")
    play.done(ALLIED)
    assert amount_of(FLOWN, play.state) == 1
    assert any("evacuated to England by air" in str(entry) for entry in play.log)
    again = play_to(game(play.state.at_moment(state.moment)), "exploitation phase")
    again.done(ALLIED)
    assert amount_of(FLOWN, again.state) == 1
    never = reading("VP-air-units-to-england", "not")
    unscored = play_to(game(state, never), "exploitation phase")
    unscored.done(ALLIED)
    assert amount_of(FLOWN, unscored.state) == 0


def test_fof_26B3_evacuated_units_are_no_losses_and_live_in_england() -> None:
    play = game(dunkirk())
    play.submit(Evacuate(("br 1 Inf XX", "br 2 Inf XX")))
    assert {"br 1 Inf XX", "br 2 Inf XX"} <= set(play.state.pieces)
    assert stands_of(ALLIED, play.state, FOF)["br 1 Inf XX"].in_supply


def test_fof_26B3_readings_of_who_leaves_and_what_stays_behind() -> None:
    state = dunkirk()
    refused = reading("26B3-heavy-equipment-left", "refused")
    assert "26B1" in cited(game(state, refused).rule_on(Evacuate(("br 1 Arm X", "br 20 Inf X"))))
    everybody = reading("26B3-leaving-together", "all")
    assert "26B3" in cited(game(state, everybody).rule_on(Evacuate(("br 1 Inf XX",))))


# --- saves and automatic players -------------------------------------------------------------------------------------


def test_fof_26_voyages_are_saved_undone_and_played_again() -> None:
    play = game(dunkirk())
    before = play.state_hash
    play.submit(Evacuate(("br 1 Inf XX", "br 2 Inf XX")))
    saved = play.save()
    assert Game.load(saved, FOF).save() == saved
    play.undo()
    assert play.state_hash == before


def test_fof_26_automatic_players_find_legal_voyages_and_evacuations() -> None:
    play = game(dunkirk(" | 17A:0522 fr 2-6 Inf III 4"))
    kinds = order_kinds(FOF)
    for name in ("naval transport", "evacuate"):
        candidates = kinds[name].candidates
        assert candidates is not None
        orders = list(candidates(ALLIED, play.state, FOF))
        assert any(play.rule_on(order, ALLIED).allowed for order in orders), name
        assert not list(candidates(AXIS, play.state, FOF)), name


def test_fof_26B3_a_sensible_player_announces_the_evacuation_and_evacuates() -> None:
    players = {ALLIED: SensiblePlayer(ALLIED, "1", orders=8)}
    play = game(declaring(dunkirk().forgetting(ANNOUNCED, "")))
    play_on(play, players, lambda now: now.state.moment.step == DECLARATIONS)
    assert play.state.recall(ANNOUNCED, "") is True
    play = game(dunkirk())
    play_on(play, players, lambda now: now.state.moment.phase == "movement")
    saved = {i for i, piece in play.state.pieces.items() if play.state.recall(ABANDONED, i)}
    assert {"br 1 Inf XX", "br 2 Inf XX"} <= saved
    assert all(FOF.board.country(play.state.piece(i).place) == "Britain" for i in saved)


def test_fof_26_an_order_that_is_refused_changes_nothing() -> None:
    play = game("17A:0522 fr 5-6 Inf XX 2")
    with pytest.raises(IllegalOrder, match="26B"):
        play.submit(Sail(("fr 2 Inf XX",), DOVER, ATLANTIC))
    assert play.state.piece("fr 2 Inf XX").place == BREST


def test_fof_26B1_what_has_no_mps_of_its_own_pays_none_to_leave_a_harassed_hex() -> None:
    state = position("17A:0702 br 6-8 Inf XX 1").noting(HARASSMENT, harassed_by(AXIS, Hex("17A:0702")), 2)
    guns = er.Game.start(FOF, "historical", seed=1).state.piece("br Boulogne PosAA")
    state = state.with_pieces((evolve(guns, place=Hex("17A:0702")),))
    after = land([state.piece(guns.id), state.piece("br 1 Inf XX")], CHERBOURG, False, state, FOF)
    assert after.recall(MPS_SPENT, guns.id) is None
    assert (after.recall(MPS_SPENT, "br 1 Inf XX") or 0) > 2
