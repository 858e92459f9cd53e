"""Combat engineers, assault engineers and specialized armor in an attack (SF 14A2, 14A3, 14C, 9J)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.charts.combat_effects import AttackFactor, CombatEffect
from europa_rules.game import Game
from europa_rules.ground.battleground import Feature
from europa_rules.ground.combat import AttackFacts, reckon_modifiers, reckon_unit_attacks, reckon_unit_defenses
from europa_rules.ground.engineers import (
    EngineerFacts,
    _doubles_assault,
    engineers_against,
    is_engineer,
    is_strongpoint,
    reckon_assault_defense,
    reckon_engineers,
)
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.losses import ATTACKER, LossFacts, minimal_losses, rule_on_losses, special_groups, used_by
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.sides import NEUTRAL
from europa_rules.units import Rating, Unit

FOF, SF = er.load("fof"), er.load("sf")
CITY = Ground(city="full")
FORTRESS = Ground(fortification="fortress", condition="improved")


def unit(kind: str, rating: str = "7-6", size: str = "division") -> Unit:
    return Unit("ge", kind, size, Rating.parse(rating))  # type: ignore[arg-type]  # sizes are words of a table here


def group(*units: Unit) -> tuple[Combatant, ...]:
    return tuple(Combatant(u, f"{u.type} {i}", "here") for i, u in enumerate(units))


INFANTRY = unit("infantry")
PIONEERS = unit("combat_engineer", "2-8", "regiment")
ASSAULT = unit("assault_engineer", "1-10", "battalion")
GUNS = unit("artillery", "2-3-8", "regiment")


def share(ground: Ground, *units: Unit, rules: er.Ruleset = SF) -> Fraction:
    return reckon_engineers(engineers_against(group(*units), ground, rules), rules).share.value


def modifier(ground: Ground, *units: Unit, rules: er.Ruleset = SF) -> Fraction:
    return reckon_engineers(engineers_against(group(*units), ground, rules), rules).modifier.value


# --- the share and its modifier --------------------------------------------------------------------------------------


def test_sf_14A2_02_one_re_in_seven_gives_1_against_a_major_city() -> None:
    assert share(CITY, PIONEERS, INFANTRY, INFANTRY) == Fraction(1, 7)
    assert modifier(CITY, PIONEERS, INFANTRY, INFANTRY) == 1
    assert modifier(CITY, PIONEERS, INFANTRY, INFANTRY, unit("infantry", "2-6", "battalion")) == 0


@pytest.mark.parametrize(
    ("ground", "due"),
    [
        (Ground(city="full"), True),
        (Ground(city="partial"), True),
        (Ground(city="dot"), False),
        (Ground("woods"), False),
        (Ground(fortification="fort"), True),
        (Ground(fortification="westwall", condition="unimproved"), True),
        (Ground(fortification="westwall", condition="improved", strength=3), True),
        (Ground(fortification="westwall", condition="improved", strength=4), False),
    ],
)
def test_sf_14A2_which_ground_engineers_help_against(ground: Ground, due: bool) -> None:
    assert modifier(ground, PIONEERS, INFANTRY) == int(due)


def test_sf_14A2_a_port_fortification_is_a_fortification() -> None:
    harbor = Unit("ge", "port_fortification", "counter", Rating.parse("0-4-0"))
    facts = AttackFacts(attackers=group(PIONEERS, INFANTRY), defenders=group(harbor))
    assert reckon_modifiers(facts, SF).engineers.is_used


def test_sf_14A2_03_artillery_is_left_out() -> None:
    assert share(CITY, PIONEERS, INFANTRY, INFANTRY, GUNS, GUNS, GUNS) == Fraction(1, 7)


def test_fof_14A_the_earlier_game_knows_no_such_engineers() -> None:
    assert modifier(CITY, PIONEERS, PIONEERS, rules=FOF) == 0 and not is_engineer(PIONEERS, FOF)
    strengths = reckon_unit_defenses(AttackFacts(defenders=group(ASSAULT, INFANTRY), ground=CITY), FOF)
    assert strengths[0].value == 1


def test_sf_14A2_headquarters_count_unless_the_point_is_read_otherwise() -> None:
    staff = Unit("ge", "infantry", "headquarters", Rating.parse("6"))
    units = (PIONEERS, INFANTRY, INFANTRY, staff)
    narrow = er.load("sf", rulings={"sf-14A2-engineer-proportion": "units-only"})
    assert (share(CITY, *units), share(CITY, *units, rules=narrow)) == (Fraction(1, 8), Fraction(1, 7))
    found = reckon_engineers(engineers_against(group(*units), CITY, SF), SF)
    assert "sf-14A2-engineer-proportion: all-attacking" in found.share.rests_on


def test_sf_14A3_assault_engineers_count_double_at_a_strongpoint() -> None:
    numerator = er.load("sf", rulings={"sf-14A3-doubled-size": "numerator"})
    units = (ASSAULT, INFANTRY, INFANTRY)
    assert share(CITY, *units) == Fraction(1, 7)
    assert share(CITY, *units, rules=numerator) == Fraction(2, 13)
    assert share(Ground(fortification="fort"), *units) == Fraction(1, 13)


def test_sf_14A3_worked_example_a_1_10_battalion_attacks_a_fortress_with_2() -> None:
    facts = AttackFacts(attackers=group(ASSAULT, INFANTRY), ground=FORTRESS)
    assert [s.value for s in reckon_unit_attacks(facts, SF)] == [2, Fraction(7, 2)]
    engineers = reckon_engineers(engineers_against(facts.attackers, FORTRESS, SF), SF)
    assert engineers.engineers.value == 1


def test_sf_14A3_assault_engineers_defend_a_major_city_and_a_fortress_doubled() -> None:
    for ground, strength in ((CITY, 2), (FORTRESS, 2), (Ground(), 1), (Ground(fortification="fort"), 1)):
        found = reckon_unit_defenses(AttackFacts(defenders=group(ASSAULT, INFANTRY), ground=ground), SF)
        assert [s.value for s in found] == [strength, 7]


def test_sf_14C_specialized_armor_is_combat_engineers_and_its_assault_tanks_are_assault_engineers() -> None:
    for kind in ("flamethrower_tank", "engineer_tank", "sturmpanzer"):
        tank = unit(kind, "2-10", "battalion")
        assert is_engineer(tank, SF) and modifier(Ground(fortification="fort"), tank, INFANTRY) == 1
        assert share(CITY, tank, INFANTRY) == Fraction(1, 7)
    assert share(CITY, unit("assault_engineer_tank", "2-10", "battalion"), INFANTRY) == Fraction(1, 4)


@given(pioneers=st.integers(0, 4), divisions=st.integers(0, 4), battalions=st.integers(0, 4), guns=st.integers(0, 3))
def test_sf_14A2_the_share_is_engineers_over_all_but_artillery(
    pioneers: int, divisions: int, battalions: int, guns: int
) -> None:
    units = [PIONEERS] * pioneers + [INFANTRY] * divisions + [ASSAULT] * battalions + [GUNS] * guns
    capable = pioneers + battalions
    counted = capable + 3 * divisions
    expected = Fraction(capable, counted) if counted else Fraction(0)
    assert share(CITY, *units) == expected
    assert modifier(CITY, *units) == int(expected >= Fraction(1, 7))
    found = reckon_engineers(engineers_against(group(*units), CITY, SF), SF)
    assert found.share.reevaluate() == found.share.value


# --- required losses (9J) --------------------------------------------------------------------------------------------


def test_sf_9J_engineers_whose_ability_was_used_bear_half_of_the_losses() -> None:
    attackers = group(PIONEERS, unit("combat_engineer", "3-8", "brigade"), INFANTRY)
    used = used_by(ATTACKER, (("engineers", "1/2"),))
    groups = special_groups(attackers, used, SF)
    assert [(name, sorted(ids)) for name, ids in groups] == [("engineers", ["combat_engineer 0", "combat_engineer 1"])]
    facts = LossFacts(attackers, ATTACKER, Fraction(5), others=groups)
    ruling = rule_on_losses(facts, ("infantry 2",), SF)
    assert [str(c) for c in ruling.citations] == ["SF 9J", "SF 14A2"]
    assert rule_on_losses(facts, ("combat_engineer 0", "combat_engineer 1"), SF).allowed


def test_sf_9J_armor_and_engineers_each_bear_their_half() -> None:
    attackers = group(unit("armor", "8-10", "brigade"), unit("combat_engineer", "8-8", "brigade"), INFANTRY)
    groups = special_groups(attackers, used_by(ATTACKER, (("aeca", "1/2"), ("engineers", "1/3"))), SF)
    facts = LossFacts(attackers, ATTACKER, Fraction(8), others=groups)
    legal = minimal_losses(facts, SF)
    assert legal == (("armor 0", "combat_engineer 1"),)
    assert not rule_on_losses(facts, ("armor 0",), SF).allowed


@given(st.lists(st.sampled_from(["armor", "combat_engineer", "infantry"]), min_size=1, max_size=5), st.integers(1, 20))
def test_sf_9J_suggested_losses_satisfy_every_group_that_must_bear_some(kinds: list[str], least: int) -> None:
    attackers = group(*(unit(kind, f"{i + 2}-8", "brigade") for i, kind in enumerate(kinds)))
    groups = special_groups(attackers, used_by(ATTACKER, (("aeca", "1/2"), ("engineers", "1/3"))), SF)
    most = sum((who.unit.attack for who in attackers), Fraction(0))
    facts = LossFacts(attackers, ATTACKER, min(Fraction(least), most), others=groups)
    for chosen in minimal_losses(facts, SF):
        assert rule_on_losses(facts, chosen, SF).allowed


# --- on the board ----------------------------------------------------------------------------------------------------


METZ = Hex("16A:2226")
AROUND = """
16A:2327 us 2-8 Eng III 1, us 8-8 Inf XX 2
16A:2326 us 8-8 Inf XX 3
16A:2226 ge 5-7-6(2-6) Inf XX 4
Nov I 44, Allied combat
"""


def attack(position: str, *units: str, die: int = 3) -> Game:
    state = er.parse_position(position, SF)
    game = Game.start(SF, state, dice="manual")
    target = next(p.place for p in state.pieces.values() if p.side == er.AXIS)
    game.submit(er.Attack(units, target))
    while isinstance(game.pending, er.Opening):
        game.done()
    game.roll(die)
    return game


def rolled(game: Game) -> er.LogEntry:
    return next(e for e in game.log if e.kind == "combat rolled")


def test_sf_14A2_on_the_board_engineers_help_against_the_fortress_of_metz() -> None:
    """One RE of seven, artillery none: the fortress takes 1 off the die, the engineers put it back."""
    with_them = attack(AROUND, "us 1 Eng III", "us 2 Inf XX", "us 3 Inf XX")
    text = rolled(with_them).text
    assert "engineers +1 (SF 14A2)" in text
    games = (with_them, attack(AROUND, "us 2 Inf XX", "us 3 Inf XX"))
    modifiers = [dict(rolled(game).ledgers)["modifier"].value for game in games]
    assert modifiers[0] == modifiers[1] + 1


def test_sf_14A2_on_the_board_one_battalion_too_many_dilutes_them() -> None:
    position = AROUND.replace("16A:2326 us 8-8 Inf XX 3", "16A:2326 us 8-8 Inf XX 3, us 1-8 Inf II 5")
    game = attack(position, "us 1 Eng III", "us 2 Inf XX", "us 3 Inf XX", "us 5 Inf II")
    assert "engineers" not in rolled(game).text


def test_sf_14A2_on_the_board_they_are_not_halved_by_the_fortress() -> None:
    game = attack(AROUND, "us 1 Eng III", "us 2 Inf XX", "us 3 Inf XX")
    strength = dict(rolled(game).ledgers)["attack"]
    assert strength.value == 2 + 4 + 4


def test_sf_14A2_on_the_board_losses_are_required_of_them() -> None:
    """An exchange or half exchange: the owner may not spare the regiment that got the modifier."""
    seen = False
    for die in range(1, 7):
        game = attack(AROUND.replace("8-8", "30-8"), "us 1 Eng III", "us 2 Inf XX", "us 3 Inf XX", die=die)
        if isinstance(game.pending, er.Decision) and "lost" in game.pending.question:
            asked = game.pending
            if "us 1 Eng III" in asked.candidates:
                seen = True
                assert not asked.rule_on(("us 2 Inf XX",)).allowed
                assert all("us 1 Eng III" in answer for answer in asked.suggestions)
    assert seen


def test_sf_14A3_on_the_board_assault_engineers_double_in_a_city() -> None:
    position = "16A:2921 us 8-8 Inf XX 1 | 16A:2920 ge 1-10 AEng II 2, ge 7-6 Inf XX 3 | Nov I 44, Allied combat"
    game = attack(position.replace("8-8", "40-8"), "us 1 Inf XX")
    assert dict(rolled(game).ledgers)["defense"].value == 2 + 7


def test_sf_14C_on_the_board_flamethrower_tanks_act_as_engineers() -> None:
    position = AROUND.replace("us 2-8 Eng III 1", "us 2-10 FlmTk II 1").replace("16A:2326 us 8-8 Inf XX 3\n", "")
    state = er.parse_position(position, SF)
    tank = next(i for i, p in state.pieces.items() if p.unit.type == "flamethrower_tank")
    assert "engineers +1 (SF 14A2)" in rolled(attack(position, tank, "us 2 Inf XX")).text


# --- at their limits, from plain facts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "factor", "doubles"),
    [("assault_engineer", 2, True), ("assault_engineer", 1, False), ("artillery", 2, False)],
)
def test_sf_14A3_a_strongpoint_is_what_doubles_assault_engineers(units: str, factor: int, doubles: bool) -> None:
    effect = CombatEffect("there", attack_factors=(AttackFactor(units, frozenset(), Fraction(factor)),))
    assert _doubles_assault((Feature("there", effect, ()),)) is doubles


@pytest.mark.parametrize(
    ("ground", "strong"),
    [
        (CITY, True),
        (FORTRESS, True),
        (Ground(), False),
        (Ground(fortification="fort"), False),
        (Ground(city="dot"), False),
    ],
)
def test_sf_14A3_which_hexes_are_strongpoints(ground: Ground, strong: bool) -> None:
    assert is_strongpoint(ground, (), NEUTRAL, SF) is strong and not is_strongpoint(ground, (), NEUTRAL, FOF)
    for who, doubled in ((ASSAULT, strong), (PIONEERS, False)):
        found = reckon_assault_defense(Reckoning.of(3, "printed"), who, strong, SF)
        assert found.value == (6 if doubled else 3)


def test_sf_14A2_what_the_share_rests_on() -> None:
    staff = Unit("ge", "infantry", "headquarters", Rating.parse("6"))
    for ground, units, points in (
        (CITY, (PIONEERS, INFANTRY), ()),
        (CITY, (PIONEERS, staff), ("14A2-engineer-proportion",)),
        (CITY, (ASSAULT, INFANTRY), ("14A3-doubled-size",)),
        (Ground(fortification="fort"), (ASSAULT, INFANTRY), ()),
        (CITY, (ASSAULT, staff), ("14A2-engineer-proportion", "14A3-doubled-size")),
    ):
        found = reckon_engineers(engineers_against(group(*units), ground, SF), SF)
        assert found.share.rests_on == SF.resting(*points)


@pytest.mark.parametrize(("divisions", "modifies"), [(2, True), (3, False)])
def test_sf_14A2_a_seventh_of_the_res_is_enough(divisions: int, modifies: bool) -> None:
    facts = EngineerFacts(group(PIONEERS, *(INFANTRY,) * divisions), is_major_city=True)
    found = reckon_engineers(facts, SF)
    assert found.share.value == Fraction(1, 1 + 3 * divisions)
    assert found.modifier.value == int(modifies) and found.is_used is modifies
    assert reckon_engineers(EngineerFacts(), SF).share.value == 0
    assert reckon_engineers(EngineerFacts(group(PIONEERS)), SF).modifier.value == 0
    assert reckon_engineers(EngineerFacts(group(ASSAULT), True), SF).engineers.value == Fraction(1, 2)
