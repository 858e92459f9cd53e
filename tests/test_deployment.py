"""Setting up by orders: whose turn it is, where pieces may stand, and when a step may end (FoF 30, 33; SF 41A)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.campaign.deployment import waiting
from europa_rules.campaign.postings import ARMY_HEX, DeploymentFacts, rule_on_deployment
from europa_rules.errors import IllegalOrder
from europa_rules.game import PASS
from europa_rules.ground.battleground import ground_at
from europa_rules.hexes import Hex

BY = (er.Citation("FoF", "33A"),)


@pytest.fixture(scope="module")
def fof() -> er.Ruleset:
    return er.load("fof")


@pytest.fixture(scope="module")
def sf() -> er.Ruleset:
    return er.load("sf")


def at_step(rules: er.Ruleset, scenario: str, step: str) -> er.Game:
    """A game of a scenario at one step of its set-up, with everything filled in."""
    game = er.Game.start(rules, scenario, deploying=True, seed=1)
    while game.state.moment.step != step:
        game.done()
    return game


def deploy(piece: str, to: str) -> er.Deploy:
    return er.Deploy((piece,), er.hexref(to))


# --- the ruling on a hex ---------------------------------------------------------------------------------------------


def facts(**changes: Any) -> DeploymentFacts:
    return evolve(DeploymentFacts("a unit", Hex("16A:1506"), BY, er.AXIS, er.AXIS), **changes)


def test_fof_30_02_a_hex_of_ones_own_side_allows() -> None:
    assert rule_on_deployment(facts()).allowed


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"is_land": False}, "no land to stand on"),
        ({"owner": er.ALLIED}, "Allied-owned"),
        ({"owner": er.NEUTRAL}, "neutral-owned"),
        ({"side": er.NEUTRAL, "owner": er.NEUTRAL, "at_home": False}, "not in its country"),
        ({"with_enemies": True}, "enemy units stand in"),
        ({"listed": (Hex("16A:1507"),)}, "not where its order of battle places it"),
        ({"within": "France", "is_within": False}, "lies outside France"),
        ({"army": "ge 4th Army"}, "no hex is assigned to ge 4th Army"),
        ({"army": "ge 4th Army", "army_hex": "16A:1901", "army_distance": 4, "army_limit": 3}, "is 4 hexes from"),
        ({"border": "Belgium", "is_away": False, "away": 3}, "less than 3 hexes from Belgium"),
    ],
)
def test_fof_33_sf_41A_each_reason_against_a_hex(changes: dict[str, Any], why: str) -> None:
    ruling = rule_on_deployment(facts(**changes))
    assert not ruling.allowed and why in ruling.refusals[0].why and ruling.citations == BY


def test_fof_33_every_reason_is_told_at_once() -> None:
    wrong = facts(owner=er.ALLIED, listed=(), army="ge 4th Army", border="Belgium", is_away=False, away=3)
    assert len(rule_on_deployment(wrong).refusals) == 4


# --- the historical set-up -------------------------------------------------------------------------------------------


def test_fof_33A_01_the_steps_and_their_players(fof: er.Ruleset) -> None:
    game = er.Game.start(fof, "historical", deploying=True, seed=1)
    told = []
    while game.state.moment.phase == "deployment":
        told.append((game.state.moment.step, game.state.moment.player))
        game.done()
    assert told == [("Belgium and the Netherlands", er.ALLIED), ("France and Britain", er.ALLIED), ("Germany", er.AXIS)]
    assert (str(game.state.moment.turn), game.state.moment.player) == ("May I 40", er.AXIS)
    assert game.state == er.Game.start(fof, "historical", seed=1).state


def test_fof_33A_01_who_is_not_to_deploy_waits(fof: er.Ruleset) -> None:
    game = at_step(fof, "historical", "Belgium and the Netherlands")
    ruling = game.rule_on(deploy("ge 1 Pz XX", "16A:1824"))
    assert "is not deployed now" in ruling.refusals[0].why
    assert ruling.possible == ("Axis deploys it with Germany",)


def test_fof_30_02_units_stand_where_the_order_of_battle_puts_them(fof: er.Ruleset) -> None:
    game = at_step(fof, "historical", "Germany")
    there = game.state.piece("ge 1 Pz XX").place
    ruling = game.rule_on(deploy("ge 1 Pz XX", "16A:1506"))
    assert ruling.possible == (f"deploy it in {there}",)
    assert game.rule_on(deploy("ge 1 Pz XX", there)).allowed


def test_fof_30_02_a_step_ends_only_when_everybody_is_on_the_map(fof: er.Ruleset) -> None:
    game = at_step(fof, "historical", "Germany")
    before = game.state
    there = before.piece("ge 1 Pz XX").place
    game.submit(er.Undeploy(("ge 1 Pz XX", "ge 2 Pz XX")))
    assert {piece.id for piece in waiting(game.state)} == {"ge 1 Pz XX", "ge 2 Pz XX"}
    assert "ge 1 Pz XX" not in game.state.pieces
    with pytest.raises(IllegalOrder) as caught:
        game.done()
    assert [r.why for r in caught.value.ruling.refusals] == [
        "ge 1 Pz XX is not deployed yet",
        "ge 2 Pz XX is not deployed yet",
    ]
    assert not game.rule_on(er.Undeploy(("ge 1 Pz XX",))).allowed
    game.submit(deploy("ge 1 Pz XX", there))
    game.submit(deploy("ge 2 Pz XX", before.piece("ge 2 Pz XX").place))
    assert game.state == before
    game.done()


def test_fof_30_02_a_set_up_may_be_undone_saved_and_replayed(fof: er.Ruleset) -> None:
    game = at_step(fof, "historical", "Germany")
    before = game.state
    game.submit(er.Undeploy(("ge 1 Pz XX",)))
    assert er.Game.load(game.save(), fof).save() == game.save()
    assert er.replay(game.save(), fof).state == game.state
    game.undo()
    assert game.state == before


def test_fof_30_02_stacking_holds_in_the_set_up(fof: er.Ruleset) -> None:
    """Free armies may be put together, but not more than stack."""
    game = at_step(fof, "free", "German armies")
    state = game.state
    army = [
        p for p in state.pieces.values() if p.side == er.AXIS and p.unit.size == "division" and p.place == "16A:1421"
    ]
    hex_ = Hex("16A:1421")
    others = [
        p.id
        for p in state.pieces.values()
        if p.unit.nation == "ge"
        and p.unit.size == "division"
        and p.place != hex_
        and game.rule_on(er.Deploy((p.id,), hex_)).possible != ()
    ]
    assert army and others
    refused = [r for p in others for r in game.rule_on(er.Deploy((p,), hex_)).refusals if "may stack" in r.why]
    assert refused and all(str(r.by[0]) == "FoF 8A1" for r in refused)


def test_fof_30_02_neutral_forces_stay_in_their_country(fof: er.Ruleset) -> None:
    game = at_step(fof, "historical", "Belgium and the Netherlands")
    dutch = next(p for p in game.state.pieces.values() if p.unit.nation == "ne")
    assert dutch.side == er.NEUTRAL
    ruling = game.rule_on(deploy(dutch.id, "16A:1224"))
    assert "is not in its country" in ruling.refusals[0].why


def test_fof_30_02_units_may_be_deployed_broken_down(fof: er.Ruleset) -> None:
    """The components stand in the hex of their unit, and may be deployed where the unit may."""
    game = at_step(fof, "free", "German armies")
    division = next(p for p in game.state.pieces.values() if _breaks(game, p.id))
    there = division.place
    game.submit(er.BreakDown(division.id, "supported"))
    parts = [p for p in game.state.pieces.values() if p.id.startswith(f"{division.id}/")]
    assert division.id not in game.state.pieces and len(parts) >= 2
    assert {p.place for p in parts} == {there}
    room = next(ref for ref in fof.board.neighbors_of(there) if game.rule_on(er.Deploy((parts[0].id,), ref)).allowed)
    game.submit(er.Deploy((parts[0].id,), room))
    refused = [r.why for r in game.rule_on(er.Deploy((parts[1].id,), er.hexref("17A:1604"))).refusals]
    assert any("lies outside Germany" in why for why in refused)


def _breaks(game: er.Game, piece: str) -> bool:
    unit = game.state.piece(piece).unit
    return unit.nation == "ge" and game.rule_on(er.BreakDown(piece, "supported")).allowed


def test_sf_41A_units_are_not_broken_down_in_the_set_up(sf: er.Ruleset) -> None:
    """SF says nothing of it: units break down in the movement phase."""
    game = at_step(sf, "husky", "Axis forces")
    division = next(p.id for p in game.state.pieces.values() if p.side == er.AXIS and p.unit.size == "division")
    assert not game.rule_on(er.BreakDown(division, "supported")).allowed


def test_fof_17A_air_units_need_an_airbase(fof: er.Ruleset) -> None:
    game = at_step(fof, "historical", "Germany")
    ruling = game.rule_on(deploy("ge Ju 52", "16A:1824"))
    assert any("there is no airbase" in r.why and str(r.by[0]) == "FoF 17A" for r in ruling.refusals)


def test_fof_33A_orders_of_the_set_up_are_given_in_the_set_up_only(fof: er.Ruleset) -> None:
    game = er.Game.start(fof, "historical", seed=1)
    for order in (deploy("ge 1 Pz XX", "16A:1824"), er.Undeploy(("ge 1 Pz XX",))):
        assert not game.rule_on(order).allowed
    with pytest.raises(er.StateError, match="not set up from a scenario"):
        er.Game.start(fof, "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis deployment")


def test_fof_33A_nothing_but_the_set_up_happens_in_it(fof: er.Ruleset) -> None:
    game = at_step(fof, "historical", "Germany")
    ruling = game.rule_on(er.Move(("ge 1 Pz XX",), (er.hexref("16A:1725"),)))
    assert "at this point (deployment)" in ruling.refusals[0].why


@pytest.mark.parametrize("scenario", ["historical", "husky"])
def test_fof_30_sf_41A_everything_may_be_asked_in_the_set_up(scenario: str, fof: er.Ruleset, sf: er.Ruleset) -> None:
    game = er.Game.start(fof if scenario == "historical" else sf, scenario, deploying=True, seed=1)
    piece = next(p for p in game.state.pieces.values() if p.side == er.AXIS)
    assert "isolated" not in str(game.describe_unit(piece.id))
    assert piece.id in str(game.describe_hex(piece.place))
    report = game.describe_turn()
    assert "deployment" in str(report) and report.following == (game.state.moment.turn, er.AXIS)
    assert game.destinations(piece.id) == {} and game.legal_moves(piece.id) == ()
    assert piece.id in game.supply(er.AXIS)


# --- free deployment -------------------------------------------------------------------------------------------------


def test_fof_33B_06_the_steps_of_free_deployment(fof: er.Ruleset) -> None:
    steps = [step.name for step in fof.scenario("free").deployment]
    assert steps.index("Allied armies") < steps.index("German armies")
    assert steps[-2:] == [
        "French High Command Reserves and Allied air units",
        "Panzer Group Kleist, German High Command Reserves and air units",
    ]


def test_fof_33B_02_hexes_of_armies(fof: er.Ruleset) -> None:
    game = at_step(fof, "free", "hexes of the Allied armies")

    def why(army: str, ref: str) -> list[str]:
        return [r.why for r in game.rule_on(er.AssignHex(army, er.hexref(ref))).refusals]

    assert why("fr 7th Army", "16A:0831") == []
    assert "lies outside France" in why("fr 7th Army", "16A:1227")[0]
    assert why("br British Expeditionary Force", "16A:1131") == []
    assert "south of hexrow 1500" in why("br British Expeditionary Force", "16A:1629")[0]
    assert why("br British Expeditionary Force", "16A:1530") == []
    assert "no hex is assigned" in why("ge 4th Army", "16A:1522")[0]
    game.submit(er.AssignHex("fr 7th Army", er.hexref("16A:0932")))
    assert game.state.recall(ARMY_HEX, "fr 7th Army") == "16A:0932"


def test_fof_33B_03_an_army_deploys_within_three_hexes(fof: er.Ruleset) -> None:
    """The hex of an army may be assigned anew; what then stands too far away has to be deployed anew."""
    game = at_step(fof, "free", "hexes of the Allied armies")
    game.play([er.AssignHex("fr 9th Army", er.hexref("17A:2002")), PASS, PASS])
    assert game.state.moment.step == "Allied armies"
    with pytest.raises(IllegalOrder) as caught:
        game.done()
    refusals = caught.value.ruling.refusals
    assert len(refusals) > 9 and all("the hex of fr 9th Army" in r.why for r in refusals)
    unit = re.match(r"(.*): 16A", refusals[0].why)
    assert unit and game.rule_on(er.Deploy((unit[1],), er.hexref("17A:2002"))).allowed
    assert not game.rule_on(er.Deploy((unit[1],), er.hexref("17A:2406"))).allowed
    boxed = game.rule_on(er.Deploy((unit[1],), Hex("box:French North Africa")))
    assert "lies outside the ground of fr 9th Army" in boxed.refusals[0].why


@pytest.mark.parametrize(
    ("step", "nation", "near", "far"),
    [
        ("French High Command Reserves and Allied air units", "fr", "16A:1428", "16A:1831"),
        ("Panzer Group Kleist, German High Command Reserves and air units", "ge", "16A:1421", "16A:1815"),
    ],
)
def test_fof_33B_04_05_reserves_stand_three_hexes_from_the_borders(
    fof: er.Ruleset, step: str, nation: str, near: str, far: str
) -> None:
    game = at_step(fof, "free", step)
    reserve = next(
        p.id
        for p in game.state.pieces.values()
        if p.unit.nation == nation and game.rule_on(er.Deploy((p.id,), er.hexref(far))).allowed
    )
    refused = [r.why for r in game.rule_on(er.Deploy((reserve,), er.hexref(near))).refusals]
    assert any("less than 3 hexes from" in why for why in refused)


def test_fof_33B_07_fortress_units_keep_their_hexes(fof: er.Ruleset) -> None:
    game = at_step(fof, "free", "Allied forces by the order of battle")
    crews = [p for p in game.state.pieces.values() if p.unit.nation == "fr" and p.unit.type == "fortress"]
    assert crews
    ruling = game.rule_on(er.Deploy((crews[0].id,), er.hexref("17A:1604")))
    assert "not where its order of battle places it" in ruling.refusals[0].why


# --- Husky -----------------------------------------------------------------------------------------------------------


def test_sf_41A_04_axis_then_allied_then_the_axis_redeploys(sf: er.Ruleset) -> None:
    steps = sf.scenario("husky").deployment
    assert [(step.name, step.player) for step in steps] == [
        ("Axis forces", er.AXIS),
        ("Allied forces", er.ALLIED),
        ("Axis redeployment", er.AXIS),
    ]


def test_sf_41A_07_the_axis_redeploys_seven_units(sf: er.Ruleset) -> None:
    game = at_step(sf, "husky", "Axis redeployment")
    axis = [p for p in game.state.pieces.values() if p.side == er.AXIS and sf.board.district(p.place) == "Sicilia"]
    room = ["26:3829", "26:3930", "26:3830", "26:3731", "26:3631"]
    moved: list[str] = []
    for piece in axis:
        to = next((r for r in room if game.rule_on(er.Deploy((piece.id,), er.hexref(r))).allowed), None)
        if to is None:
            refused = game.rule_on(er.Deploy((piece.id,), er.hexref(room[0]))).refusals
            assert len(moved) < 7 or any("at most 7 may be" in r.why for r in refused)
            continue
        game.submit(er.Deploy((piece.id,), er.hexref(to)))
        moved.append(piece.id)
    assert len(moved) == 7
    assert not game.rule_on(er.Undeploy((moved[0],))).allowed
    game.done()
    assert (str(game.state.moment.turn), game.state.moment.player) == ("Jul I 43", er.AXIS)


def test_sf_41A_05_forts_are_placed_where_they_could_be_built(sf: er.Ruleset) -> None:
    game = at_step(sf, "husky", "Axis forces")

    def why(ref: str) -> list[str]:
        return [str(r) for r in game.rule_on(er.PlaceWork("fort", er.hexref(ref))).refusals]

    assert "27:3610 is Allied-owned (SF 41A)" in why("27:3610")
    for ref in ("26:4228", "26:3931", "26:4030"):
        assert why(ref) == []
        game.submit(er.PlaceWork("fort", er.hexref(ref)))
    assert ground_at(er.hexref("26:4030"), game.state, sf).fortification == "fort"
    assert any("a fort is in the hex" in line for line in why("26:4228"))
    assert why("26:3732") == ["no fort is left to be placed now (SF 41A)"]
    assert not game.rule_on(er.PlaceWork("castle", er.hexref("26:3732"))).allowed
    assert er.Game.load(game.save(), sf).save() == game.save()
    game.undo()
    assert why("26:3732") == []


def test_sf_41A_07_a_unit_redeployed_twice_counts_once(sf: er.Ruleset) -> None:
    game = at_step(sf, "husky", "Axis redeployment")
    piece = next(p for p in game.state.pieces.values() if p.side == er.AXIS and sf.board.district(p.place) == "Sicilia")
    for to in ["26:3829", "26:3930"] * 5:
        game.submit(er.Deploy((piece.id,), er.hexref(to)))
    game.done()


def test_sf_41A_01_units_go_into_friendly_hexes_of_their_ground(sf: er.Ruleset) -> None:
    game = at_step(sf, "husky", "Allied forces")
    allied = next(p for p in game.state.pieces.values() if p.side == er.ALLIED)
    assert game.rule_on(er.Deploy((allied.id,), er.hexref("27:3610"))).allowed
    assert game.rule_on(er.Deploy((allied.id,), Hex("box:North Africa"))).allowed
    refused = [r.why for r in game.rule_on(er.Deploy((allied.id,), er.hexref("26:3530"))).refusals]
    assert any("Axis-owned" in why for why in refused) and any("lies outside" in why for why in refused)


def test_sf_41A_01_campaign_forces_are_deployed_where_their_theater_allows(sf: er.Ruleset) -> None:
    game = er.Game.start(sf, "crusade", seed=1)
    assert game.state.moment.step == "Axis forces"
    garrison = next(p for p in waiting(game.state) if p.unit.nation == "ge" and "Trng Inf" in p.id)
    with pytest.raises(IllegalOrder):
        game.done()
    refused = game.rule_on(er.Deploy((garrison.id,), er.hexref("26:3530")))
    assert any("lies outside" in r.why for r in refused.refusals)
