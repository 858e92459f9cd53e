"""Nations, forces, and what players have turn by turn (rules 3B and 3C)."""

from fractions import Fraction

import pytest

from europa_rules import Side, UnknownName, load, parse_position
from europa_rules.campaign.allowances import (
    Allowance,
    reckon_allowance,
    reckon_pool,
)
from europa_rules.campaign.nations import (
    controller,
    controller_now,
    force_of,
    happened,
    invasion_of,
    let_happen,
)
from europa_rules.ground.mechanics import Effect, halvings, reckon_dice, reckon_effects
from europa_rules.ledger import Reckoning
from europa_rules.sides import ALLIED, AXIS, NEUTRAL

FOF, SF = load("fof"), load("sf")
SURRENDER, JOINS = "Italy surrenders", "Italy joins the Allies"


@pytest.mark.parametrize(
    ("nation", "side"), [("Italy", AXIS), ("German", AXIS), ("Polish", ALLIED), ("Canada", ALLIED)]
)
def test_fof_3B1_nations_are_on_the_side_of_their_alliance(nation: str, side: Side) -> None:
    assert controller(nation, (), FOF) == side


def test_fof_3B3_neutrals_belong_to_nobody_until_they_are_invaded() -> None:
    assert controller("Netherlands", (), FOF) == NEUTRAL
    assert controller("Netherlands", [invasion_of("Holland", FOF)], FOF) == ALLIED
    assert controller("Netherlands", [invasion_of("Belgium", FOF)], FOF) == NEUTRAL


@pytest.mark.parametrize("invaded", ["Belgium", "Netherlands", "Luxembourg"])
def test_fof_28C2_belgium_enters_with_any_neutral_neighbor(invaded: str) -> None:
    assert controller("Belgium", [invasion_of(invaded, FOF)], FOF) == ALLIED


def test_fof_28C3_luxembourg_enters_with_belgium_and_switzerland_never() -> None:
    assert controller("Luxembourg", [invasion_of("Belgium", FOF)], FOF) == ALLIED
    assert controller("Luxembourg", [invasion_of("Netherlands", FOF)], FOF) == NEUTRAL
    assert controller("Switzerland", [invasion_of("Belgium", FOF)], FOF) == NEUTRAL


def test_sf_3B1_italian_forces_change_sides_in_two_steps() -> None:
    assert [controller("Italian", events, SF) for events in ((), (SURRENDER,), (SURRENDER, JOINS))] == [
        AXIS,
        NEUTRAL,
        ALLIED,
    ]


def test_sf_3B1_rsi_forces_are_there_only_after_the_surrender() -> None:
    assert controller("RSI Italian", (), SF) == NEUTRAL
    assert controller("RSI Italian", [SURRENDER], SF) == AXIS


def test_sf_3B3_neutral_nations() -> None:
    assert {controller(nation, (), SF) for nation in ("Andorra", "Spain", "Switzerland")} == {NEUTRAL}


@pytest.mark.parametrize(
    ("component", "force"),
    [
        ("US Army Air Force", "American"),
        ("OSS", "American"),
        ("joint US/Canadian", "American"),
        ("Fleet Air Arm", "British"),
        ("Indian State Forces", "British"),
        ("New Zealand Army", "British"),
        ("Foreign Legion", "French"),
        ("Polish Army", "Other Allied"),
        ("Yugoslav", "Other Allied"),
        ("Italian", "Italian"),
    ],
)
def test_sf_3B2_components_of_allied_forces(component: str, force: str) -> None:
    found = force_of(component, ALLIED, SF)
    assert found is not None
    assert found.name == force


@pytest.mark.parametrize(
    ("component", "force"),
    [("Eastern Troops", "German"), ("SS-Police", "German"), ("Dutch", "Other Axis"), ("French", "Other Axis")],
)
def test_sf_3B1_components_of_axis_forces(component: str, force: str) -> None:
    found = force_of(component, AXIS, SF)
    assert found is not None
    assert found.name == force


def test_sf_3B_a_component_that_a_side_has_not_and_one_that_nobody_knows() -> None:
    assert force_of("German", ALLIED, SF) is None
    with pytest.raises(UnknownName, match="no force 'Martian'"):
        force_of("Martian", ALLIED, SF)


def test_fof_3B2_poles_and_czechs_are_french() -> None:
    found = [force_of(name, ALLIED, FOF) for name in ("Polish", "Czech")]
    assert [force.name for force in found if force] == ["French", "French"]


def test_fof_3B_events_of_a_game_decide_who_controls() -> None:
    state = parse_position("May I 40, Axis movement", FOF)
    assert controller_now("Belgium", state, FOF) == NEUTRAL
    state = let_happen(invasion_of("Belgium", FOF), state)
    assert happened(state) == {"Belgium is invaded"}
    assert controller_now("Belgium", state, FOF) == ALLIED


# --- 3C --------------------------------------------------------------------------------------------------------------


def test_fof_3C4_an_unused_rest_is_lost_unless_a_rule_keeps_it() -> None:
    ten = Fraction(10)
    assert reckon_allowance(Allowance.after(ten, Fraction(4)), FOF).value == 10
    assert reckon_allowance(Allowance(ten, Fraction(6), may_accumulate=True), FOF).value == 16
    assert reckon_allowance(Allowance(ten, used=Fraction(7, 2)), FOF).value == Fraction(13, 2)


def test_fof_26B_a_pool_that_waits_gives_nothing_before_its_event() -> None:
    def points(pool: str, *events: str) -> object:
        found = reckon_pool(pool, events, FOF)
        return found and found.value

    assert points("British Atlantic") == 0
    assert points("British Atlantic", "Paris is an open city") == 15
    assert points("British Atlantic", "the British emergency transport is used") == 15
    assert points("French Mediterranean") == 30
    assert points("British Emergency") is None
    with pytest.raises(UnknownName, match="pool of NTPs"):
        points("Belgian Atlantic")


def test_sf_3C2_effects_multiply_and_fractions_are_kept() -> None:
    both = [Effect.named("quartered", SF), Effect.named("halved", SF)]
    assert reckon_effects(Reckoning.of(6, "printed"), both).value == Fraction(3, 4)
    assert reckon_effects(Reckoning.of(5, "printed"), halvings(3, SF)).value == Fraction(5, 8)
    assert reckon_effects(Reckoning.of(7, "printed"), halvings(0, SF)).value == 7
    with pytest.raises(UnknownName, match="halved"):
        Effect.named("halfed", SF)


@pytest.mark.parametrize(
    ("roll", "dice"), [("ground_combat", 1), ("aa fire", 2), ("airborne_disruption", 1), ("harassment_abatement", 2)]
)
def test_fof_3C3_dice(roll: str, dice: int) -> None:
    assert reckon_dice(roll, FOF).value == dice


def test_sf_3C3_every_other_roll_takes_one_die() -> None:
    assert reckon_dice("anything else", SF).value == 1
