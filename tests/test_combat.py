"""Combat (rule 9) in both books: rulings, strengths, odds, the steps of an attack on the board, and special cases."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.charts import CombatEffect
from europa_rules.errors import IllegalOrder, NotationError
from europa_rules.frozenmap import FrozenMap
from europa_rules.game import Game
from europa_rules.ground.advance import AdvanceFacts, rule_on_advance
from europa_rules.ground.armor_proportions import involve, is_half
from europa_rules.ground.attacks import (
    ATTACK_STAGES,
    Attack,
    advance,
    begin_attempt,
    carry_out_attack,
    describe_combat,
    gather_advance,
    gather_attack,
    gather_attempt,
    gather_plan,
    rule_on_attack_order,
)
from europa_rules.ground.battleground import (
    Feature,
    bars_armor,
    effects_on,
    features_of,
    groups_of,
    hexside_features,
    holding_feature,
    ignored_retreats,
    lent_features,
    multiply_by_ground,
    named_bars,
    reckon_ground_effect,
    reckon_ground_support,
    reckon_terrain_modifier,
    rule_on_prohibited_ground,
)
from europa_rules.ground.combat import (
    AttackFacts,
    AttackPlan,
    OddsColumns,
    is_eliminated_outright,
    reckon_attack_strength,
    reckon_defense_strength,
    reckon_modifiers,
    reckon_odds,
    reckon_unit_attacks,
    rule_on_attack,
    rule_on_attack_plan,
)
from europa_rules.ground.facts import (
    ATTACKED,
    ATTEMPT,
    MOVED_BY,
    RETREATED_BEFORE,
    RETREATED_INTO,
    WAS_ATTACKED,
    Attempt,
    Combatant,
    Ground,
)
from europa_rules.ground.ownership import hex_owner
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.procedure import Decision, Opening, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side, Turn
from europa_rules.stages import arrange
from europa_rules.state import STAYS, GameState, Moment, Obligation, Piece
from europa_rules.testing import Played, play
from europa_rules.units import Rating, Size, Unit
from europa_rules_fof.blitzkrieg import MOVED, RETREATED, forget_retreats, is_bound, note_movement
from europa_rules_fof.maginot import PROHIBITIONS as LINES

BOOKS = ["fof", "sf"]
T = Hex("16A:2020")
TURNS = {"fof": Turn(1940, 5, 1), "sf": Turn(1943, 7, 1)}


@cache
def flat(book: str, *options: str) -> Ruleset:
    """The rules on a board that is clear and featureless for some hexes around T."""
    rules = er.load(book, options=options)
    board = rules.board
    near = [ref for ref in board.hexes if board.distance(T, ref) <= 4]
    pairs = {(min(a, b), max(a, b)) for a in near for b in board.neighbors_of(a)}
    plain: dict[str, str | int | bool] = {
        "terrain": "clear",
        "surface": "land",
        "bocage": False,
        "canal_intensive": False,
    }
    patched = board.patched(
        hexes=dict.fromkeys(near, plain),
        hexsides=dict.fromkeys(pairs, ()),
        lines=dict.fromkeys(pairs, ()),
        cities=dict.fromkeys(near),
    )
    return rules.on_board(patched)


def unit(rating: str, cadre: str = "", type_: str = "infantry", nation: str = "ge", size: Size = "division") -> Unit:
    return Unit(nation, type_, size, Rating.parse(rating), cadre=Rating.parse(cadre) if cadre else None)


def fighter(
    rating: str,
    name: str = "",
    place: str = "a",
    *,
    has_attacked: bool = False,
    was_attacked: bool = False,
    retreated_here: bool = False,
) -> Combatant:
    return Combatant(
        unit(rating),
        name or rating,
        place,
        retreated_here=retreated_here,
        has_attacked=has_attacked,
        was_attacked=was_attacked,
    )


def state_of(book: str, *placed: tuple[str, Unit, Side, Hex], player: Side = AXIS, phase: str = "combat") -> GameState:
    pieces = FrozenMap({name: Piece(name, what, side, place) for name, what, side, place in placed})
    return GameState(Moment(TURNS[book], player, phase), pieces)


def attack_on(
    book: str, state: GameState, *ids: str, rolls: Iterable[int], answers: Iterable[tuple[str, ...]] = ()
) -> tuple[GameState, Played]:
    rules = flat(book)
    player = state.piece(ids[0]).side
    return play(carry_out_attack(Attack(ids, T), player, state, rules), rolls=rolls, answers=answers)


def numbers(facts: AttackFacts, book: str) -> set[str]:
    return {c.number for c in rule_on_attack(facts, er.load(book)).citations}


# --- odds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_b19_one_column_to_the_right(book: str) -> None:
    """Round down in the defender's favour, and never past the last column."""
    columns = OddsColumns.read(
        ["1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1"]
    )
    found = [
        reckon_odds(Reckoning.of(n, "attack"), Reckoning.of(9, "defense"), er.load(book), columns).column
        for n in (34, 9, 13, 14, 18, 80, 81, 200)
    ]
    assert found == ["3:1", "1:1", "1:1", "3:2", "2:1", "8:1", "9:1", "9:1"]


@pytest.mark.parametrize("book", BOOKS)
def test_9B_below_one_to_four_the_attack_fails_without_a_roll(book: str) -> None:
    rules = er.load(book)
    just = reckon_odds(Reckoning.of(9, "a"), Reckoning.of(36, "d"), rules)
    below = reckon_odds(Reckoning.of(9, "a"), Reckoning.of(37, "d"), rules)
    assert (just.column, just.automatic) == ("1:4", None)
    assert (below.column, below.automatic, below.column_or_result) == (None, "AE", "AE")


def test_fof_9A_against_no_strength_at_all_the_last_column_counts() -> None:
    assert reckon_odds(Reckoning.of(1, "a"), Reckoning.of(0, "d"), er.load("fof")).column == "9:1"


@pytest.mark.parametrize("text", ["3;1", "x:1", "1:0", ""])
def test_9A_columns_that_are_no_odds_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no odds"):
        OddsColumns.read([text])


# --- rulings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_9B_every_rule_broken_is_named(book: str) -> None:
    facts = AttackFacts((fighter("7-6", has_attacked=True),), is_phasing=False, target_hexes=2)
    assert numbers(facts, book) == {"9", "9B"}
    assert len(rule_on_attack(facts, er.load(book)).refusals) == 3


@pytest.mark.parametrize("book", BOOKS)
def test_9B_a_hex_with_units_that_were_attacked_there_is_not_attacked_again(book: str) -> None:
    fresh, stayed = fighter("5-6"), fighter("7-6", was_attacked=True)
    came = fighter("7-6", was_attacked=True, retreated_here=True)
    assert numbers(AttackFacts((fighter("9-6"),), (fresh, stayed)), book) == {"9B"}
    assert numbers(AttackFacts((fighter("9-6"),), (came,)), book) == {"9B"}
    assert numbers(AttackFacts((fighter("9-6"),), (fresh, came)), book) == set()


def test_sf_9B_another_reading_forbids_to_attack_them_with_others() -> None:
    read = er.load("sf", rulings={"sf-9B-attacked-twice": "attacked"})
    facts = AttackFacts((fighter("9-6"),), (fighter("5-6"), fighter("7-6", was_attacked=True, retreated_here=True)))
    assert rule_on_attack(facts, er.load("sf")).rests_on == ("sf-9B-attacked-twice: shares",)
    assert not rule_on_attack(facts, read).allowed


@pytest.mark.parametrize("book", BOOKS)
def test_8B_the_limit_of_the_attacked_hex_binds_each_hex_that_attacks(book: str) -> None:
    three = tuple(fighter("7-6", f"u{n}") for n in range(3))
    assert numbers(AttackFacts(three, ground=Ground("mountain")), book) == {"8B"}
    apart = (three[0], three[1], evolve(three[2], stands_in="b"))
    assert numbers(AttackFacts(apart, ground=Ground("mountain")), book) == set()


@pytest.mark.parametrize("book", BOOKS)
def test_9B_units_do_not_attack_over_or_into_what_is_prohibited_to_them(book: str) -> None:
    panzers = Combatant(unit("14-10", type_="armor"), "p", hexside=("river",))
    infantry = Combatant(unit("7-6"), "i")
    swamp = Ground("wooded_swamp")
    assert numbers(AttackFacts((panzers,), ground=swamp), book) == {"9B", "6"}
    assert numbers(AttackFacts((infantry,), ground=swamp), book) == set()
    assert "9B" in numbers(AttackFacts((evolve(infantry, hexside=("lake",)),)), book)
    assert numbers(AttackFacts((evolve(infantry, hexside=("lake",)),), ground=Ground(water="frozen")), book) == set()


@pytest.mark.parametrize("book", BOOKS)
def test_14D_14B2_long_range_artillery_fires_two_hexes_with_others_only(book: str) -> None:
    gun = Combatant(unit("5-1-R", type_="long_range_siege_artillery", size="battalion"), "gun", distance=2)
    beside, far = fighter("7-6"), evolve(fighter("7-6"), distance=2)
    alone = er.load(book).cite("long-range-siege-artillery").number
    assert numbers(AttackFacts((gun,)), book) == {alone}
    assert numbers(AttackFacts((gun, beside)), book) == set()
    assert numbers(AttackFacts((far,)), book) == {"9"}
    assert numbers(AttackFacts((gun, far)), book) == {"9", alone}
    assert numbers(AttackFacts((gun,), other_adjacent=1), book) == set()
    assert numbers(AttackFacts((gun, beside), other_adjacent=1), book) == set()
    assert numbers(AttackFacts((gun,), attack_told=(("division", 7),)), book) == set()
    assert numbers(AttackFacts((evolve(gun, distance=3), beside)), book) == {"9", alone}


@pytest.mark.parametrize("book", BOOKS)
def test_8B_a_unit_that_attacks_the_hex_it_dropped_into_counts_for_no_hex_beside_it(book: str) -> None:
    """A mountain holds two divisions: three may not come from one hex, two may beside what is in the hex itself."""
    three = tuple(fighter("7-6", f"u{n}") for n in range(3))
    facts = AttackFacts((*three[:2], evolve(three[2], distance=0)), ground=Ground("mountain"))
    assert numbers(facts, book) == set()


def test_sf_8B_another_reading_counts_guns_two_hexes_off_for_the_limit() -> None:
    """Nine regiments of guns two hexes off are more than any hex holds; beside the hex stands a division."""
    guns = tuple(
        Combatant(unit("5-1-R", type_="long_range_siege_artillery", size="regiment"), f"gun {n}", "b", distance=2)
        for n in range(9)
    )
    facts = AttackFacts((fighter("7-6"), *guns))
    read = er.load("sf", rulings={"sf-8B-long-range-artillery": "yes"})
    assert rule_on_attack(facts, er.load("sf")).rests_on == ("sf-8B-long-range-artillery: no",)
    assert [c.number for c in rule_on_attack(facts, read).citations] == ["8B"]


@pytest.mark.parametrize("book", BOOKS)
def test_9G_zero_strength(book: str) -> None:
    weak, strong = fighter("0-1-5"), fighter("5-6")
    assert numbers(AttackFacts((weak,)), book) == {"9G"}
    assert numbers(AttackFacts((weak, strong)), book) == set()
    aa = Combatant(Unit("br", "position_heavy_aa", "counter", points=2), "aa")
    assert numbers(AttackFacts((aa,)), book) == {"9G"}
    assert numbers(AttackFacts((weak,), other_adjacent=1), book) == set()
    assert numbers(AttackFacts((weak,), attack_told=(("told", 1),)), book) == set()
    assert numbers(AttackFacts((weak,), attack_told=(("told", 0),)), book) == {"9G"}
    assert numbers(AttackFacts(attack_told=(("told", 0),)), book) == {"9G"}
    assert numbers(AttackFacts((Combatant(Unit("ge", "infantry", "division"), "unknown"),)), book) == set()
    assert is_eliminated_outright(AttackFacts(defenders=(aa,)))
    assert not is_eliminated_outright(AttackFacts(defenders=(aa, weak)))
    assert is_eliminated_outright(AttackFacts(defenders=(aa, evolve(strong, retreated_here=True))))


def test_fof_9B_a_plan_names_each_unit_and_each_hex_once() -> None:
    rules = er.load("fof")
    assert rule_on_attack_plan(AttackPlan(), rules).allowed
    assert not rule_on_attack_plan(AttackPlan((("h1", ("A",)), ("h2", ("A",)))), rules).allowed
    assert not rule_on_attack_plan(AttackPlan((("h1", ("A",)), ("h1", ("B",)))), rules).allowed
    assert rule_on_attack_plan(AttackPlan.of_units([("A", "h1"), ("B", "h1")]), rules).allowed


@pytest.mark.parametrize("book", BOOKS)
def test_9F2_who_may_advance(book: str) -> None:
    rules = er.load(book)
    division = unit("7-6")

    def refused_by(facts: AdvanceFacts) -> set[str]:
        return {c.number for c in rule_on_advance(facts, rules).citations}

    assert refused_by(AdvanceFacts((division,))) == set()
    assert refused_by(AdvanceFacts((division,), hex_cleared=False)) == {"9F2"}
    assert refused_by(AdvanceFacts((division,), role="defender")) == {"9F2"}
    assert refused_by(AdvanceFacts((division,), is_immediate=False)) == {"9F2"}
    assert refused_by(AdvanceFacts((division,) * 3, ground=Ground("mountain"))) == {"9F2", "8A"}
    assert refused_by(AdvanceFacts((unit("4-0"),))) == {rules.cite("zero-movement").number}
    assert refused_by(AdvanceFacts((unit("4-1-R"),))) == {rules.cite("rail-only").number}


# --- strengths and modifiers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_9H_terrain_halves_whom_the_chart_names(book: str) -> None:
    rules = er.load(book)
    across = ("river",)
    infantry = Combatant(unit("7-6"), "i", hexside=across)
    guns = Combatant(unit("4-2-8", type_="artillery", size="regiment"), "g", hexside=across)
    mountaineers = Combatant(unit("6-8", type_="mountain"), "m")
    found = reckon_unit_attacks(AttackFacts((infantry, guns)), rules)
    assert [r.value for r in found] == [Fraction(7, 2), 4]
    assert [
        r.value
        for r in reckon_unit_attacks(AttackFacts((mountaineers, fighter("7-6")), ground=Ground("mountain")), rules)
    ] == [
        6,
        Fraction(7, 2),
    ]
    assert any("terrain_effects" in c for c in found[0].caveats)


@pytest.mark.parametrize("book", BOOKS)
def test_3C2_halvings_by_hex_and_hexside_add_up(book: str) -> None:
    """A major city across a major river: a half of a quarter. Siege artillery is doubled, once."""
    rules = er.load(book)
    who = Combatant(unit("8-6"), "i", hexside=("major_river",))
    siege = Combatant(unit("4-2-6", type_="siege_artillery", size="regiment"), "s")
    city = Ground(city="full", fortification="fortress", condition="improved")
    assert reckon_unit_attacks(AttackFacts((who,), ground=Ground(city="full")), rules)[0].value == 1
    assert reckon_unit_attacks(AttackFacts((siege,), ground=city), rules)[0].value == 8


def test_sf_9F1_units_that_retreated_there_add_no_strength_and_no_support() -> None:
    """A division that retreated there does not even support the brigade that was there."""
    rules = er.load("sf")
    brigade = Combatant(unit("3-8", size="brigade"), "b", "t")
    came = Combatant(unit("5-7-6"), "d", "t", retreated_here=True)
    facts = AttackFacts((fighter("9-6"),), (brigade, came))
    assert reckon_defense_strength(facts, rules).value == Fraction(3, 2)


def test_sf_36B_weather_modifies_every_attack() -> None:
    rules = er.load("sf")
    for weather, drm in (("clear", 0), ("mud", -2), ("frost", 0), ("winter", -1), ("snow", -1)):
        facts = AttackFacts((fighter("7-6"),), (fighter("5-6"),), Ground(weather=weather))
        assert reckon_modifiers(facts, rules).total.value == drm
    muddy = AttackFacts((fighter("7-6"),), (fighter("5-6"),), Ground(weather="mud"))
    assert "36B" in {c.number for c in reckon_modifiers(muddy, rules).total.citations}


def test_fof_31A5_the_maginot_line_quarters_over_a_border() -> None:
    rules = er.load("fof")
    line = Ground(fortification="maginot")
    sixteen, six = Reckoning.of(16, "attack"), Reckoning.of(6, "ground support")
    for border, attack in ((True, 4), (False, 8)):
        who = Combatant(unit("16-6"), across_border=border)
        found = reckon_ground_effect(who, sixteen, six, line, rules)
        values = [str(r.value) for r in (found.attack, found.ground_support, found.modifier)]
        assert values == [str(attack), "3", "-1"]
        assert not found.aec_allowed
    siege = Combatant(unit("16-6", type_="siege_artillery"), across_border=True)
    assert reckon_ground_effect(siege, sixteen, six, line, rules).attack.value == 16


def test_fof_31A4_the_westwall_serves_the_axis_only() -> None:
    rules = er.load("fof")
    wall = Ground(fortification="westwall", strength=2)
    assert [f.name for f in features_of(wall, rules, side=AXIS)] == ["clear", "westwall"]
    assert [f.name for f in features_of(wall, rules, side=ALLIED)] == ["clear"]
    assert str(LINES[0].by[0]) == "FoF 31A4"


def test_sf_37B2_a_port_fortification_is_a_fortress_besides() -> None:
    rules = er.load("sf")
    port = Unit("ge", "port_fortification", "counter", Rating.parse("0-4-0*"))
    assert [f.name for f in features_of(Ground("woods"), rules, (port,))] == ["woods", "port fortification"]


def test_sf_9H_groups_of_units() -> None:
    types = er.load("sf").types
    assert {"combat_motorized"} <= groups_of(unit("14-10", type_="armor"), types)
    motorized_guns = evolve(unit("3-8", type_="artillery", size="regiment"), symbols=("motorized",))
    assert "artillery" in groups_of(motorized_guns, types)
    assert "combat_motorized" not in groups_of(motorized_guns, types)


_TYPES = ["infantry", "armor", "artillery", "mountain", "cavalry", "heavy_aa", "antitank", "siege_artillery"]
_SIZES: list[Size] = ["division", "brigade", "regiment", "battalion", "cadre"]
_HEXSIDES: list[tuple[str, ...]] = [(), ("river",), ("major_river",), ("fortified",), ("mountain",)]


def test_ledgers_of_ten_thousand_random_combats_give_their_values() -> None:
    """Strengths and modifiers of 10,000 combats, both books: working the ledger out again gives the value."""
    dice = random.Random(1940)
    kinds = []
    for _ in range(120):
        size = dice.choice(_SIZES)
        rating = f"{dice.randint(0, 15)}-{dice.randint(0, 12)}-{dice.randint(0, 12)}{dice.choice(['', '*'])}"
        kinds.append(unit(rating, type_=dice.choice(_TYPES), nation=dice.choice(["ge", "fr", "br"]), size=size))
    attackers = [Combatant(k, "a", dice.choice("xy"), hexside=dice.choice(_HEXSIDES)) for k in kinds]
    defenders = [Combatant(k, "d", "t", retreated_here=dice.random() < 0.1) for k in kinds]
    grounds = [
        Ground(dice.choice(["clear", "woods", "rough", "mountain", "swamp"]), city=city, fortification=fort)
        for city in ("", "dot", "full")
        for fort in ("", "fort", "fortress")
    ]
    both = [er.load(book) for book in BOOKS]
    for n in range(10_000):
        rules = both[n % 2]
        facts = AttackFacts(
            tuple(dice.choices(attackers, k=dice.randint(1, 3))),
            tuple(dice.choices(defenders, k=dice.randint(1, 2))),
            dice.choice(grounds),
            gs=dice.randint(0, 4),
        )
        attack, defense = reckon_attack_strength(facts, rules), reckon_defense_strength(facts, rules)
        total = reckon_modifiers(facts, rules).total
        assert attack.reevaluate() == attack.value and defense.reevaluate() == defense.value
        assert total.reevaluate() == total.value
        odds = reckon_odds(attack, defense, rules)
        assert (odds.column is None) == (4 * attack.value < defense.value or not attack.value)


# --- on the board ----------------------------------------------------------------------------------------------------


def neighbours(book: str) -> tuple[Hex, ...]:
    return flat(book).board.neighbors_of(T)


def simple(book: str) -> GameState:
    a, b, *_ = neighbours(book)
    return state_of(
        book,
        ("panzer", unit("14-10", "6-8", "armor"), AXIS, a),
        ("infantry", unit("7-6", "3-6"), AXIS, b),
        ("defender", unit("6-6", "2-6", nation="br"), ALLIED, T),
        ("regiment", unit("2-6", nation="br", size="regiment"), ALLIED, T),
    )


@pytest.mark.parametrize("book", BOOKS)
def test_9A_an_attack_from_declaration_to_advance(book: str) -> None:
    """DR at 21 : 8 with armor: both defenders retreat, the owner advances with one, all is remembered."""
    state, played = attack_on(book, simple(book), "panzer", "infantry", rolls=[4], answers=[])
    assert [e.kind for e in played.events][:2] == ["attack declared", "combat rolled"]
    assert played.events[-1].kind == "attack over"
    assert state.recall(ATTEMPT, "") is None
    assert state.recall(ATTACKED, "panzer") == T
    rolled = played.events[1]
    effect = flat(book).charts.armor_effects.words["aeca"]
    assert rolled.text.startswith(f"attack 21 : 8 = 2:1 ({flat(book).cite('9A')}) | {effect} of 1/2, +2")
    assert "die 4 + 2 = 6 | DR" in rolled.text
    assert {label for label, _ in rolled.ledgers} == {"attack", "defense", "modifier", "die"}
    assert all(ledger.reevaluate() == ledger.value for _, ledger in rolled.ledgers)
    assert state.piece("defender").place != T
    assert state.recall(RETREATED_INTO, "defender") == state.piece("defender").place
    assert state.recall(WAS_ATTACKED, "regiment") == T


@pytest.mark.parametrize("book", BOOKS)
def test_9F2_the_attacker_chooses_who_advances(book: str) -> None:
    retreats = ("defender > {0}", "regiment > {0}")
    free = neighbours(book)[3]
    answers = [tuple(text.format(free) for text in retreats), ("panzer",)]
    state, played = attack_on(book, simple(book), "panzer", "infantry", rolls=[4], answers=answers)
    assert state.piece("panzer").place == T and state.piece("infantry").place != T
    assert played.decisions[-1].suggestions[0] == ()
    assert hex_owner(T, state, flat(book)) == AXIS


@pytest.mark.parametrize("book", BOOKS)
def test_9C_an_exchange_takes_the_weaker_side_and_as_much_of_the_other(book: str) -> None:
    """An EX at 9 : 6 without armor: the defender drops to cadre and retreats, the attacker loses 6 or more."""
    a, b, *_ = neighbours(book)
    state = state_of(
        book,
        ("big", unit("7-6", "3-6"), AXIS, a),
        ("small", unit("2-6"), AXIS, b),
        ("defender", unit("6-6", "2-6", nation="br"), ALLIED, T),
    )
    after, played = attack_on(book, state, "big", "small", rolls=[5], answers=[("big",)])
    assert "EX" in played.events[1].text
    assert after.piece("defender").unit.size == "cadre" and after.piece("defender").place != T
    assert after.piece("defender").full == state.piece("defender").unit
    assert str(after.piece("big").unit.rating) == "3-6" and after.piece("big").place == a
    assert "small" in after.pieces


@pytest.mark.parametrize("book", BOOKS)
def test_9B_an_automatic_result_comes_without_a_roll(book: str) -> None:
    a = neighbours(book)[0]
    state = state_of(book, ("weak", unit("2-6"), AXIS, a), ("strong", unit("9-6", nation="br"), ALLIED, T))
    after, played = attack_on(book, state, "weak", rolls=[])
    assert "weak" not in after.pieces and not played.rolls
    assert str(played.events[1].by[0]) == str(flat(book).cite("9B"))


@pytest.mark.parametrize("book", BOOKS)
def test_9G_defenders_without_strength_are_eliminated_outright(book: str) -> None:
    a = neighbours(book)[0]
    hq = Unit("br", "headquarters", "headquarters", Rating.parse("8"))
    state = state_of(book, ("i", unit("7-6"), AXIS, a), ("hq", hq, ALLIED, T))
    after, _ = attack_on(book, state, "i", rolls=[], answers=[("i",)])
    assert "hq" not in after.pieces and after.piece("i").place == T


@pytest.mark.parametrize("book", BOOKS)
def test_9_orders_that_may_not_be_given_name_every_rule_and_change_nothing(book: str) -> None:
    rules, state = flat(book), simple(book)
    far = state.moved("infantry", neighbours(book)[0]).moved("panzer", Hex("16A:2017"))
    assert {c.number for c in rule_on_attack_order(Attack(("panzer",), T), AXIS, far, rules).citations} == {"9"}
    theirs = rule_on_attack_order(Attack(("defender",), neighbours(book)[0]), AXIS, state, rules)
    assert "defender is not the player's" in str(theirs)
    nobody = rule_on_attack_order(Attack(("panzer",), neighbours(book)[4]), AXIS, state, rules)
    assert "there is no enemy unit" in str(nobody)
    again = state.noting(ATTACKED, "panzer", T)
    with pytest.raises(IllegalOrder, match="has attacked in this phase"):
        next(carry_out_attack(Attack(("panzer",), T), AXIS, again, rules))


@pytest.mark.parametrize("book", BOOKS)
def test_each_step_of_an_attack_starts_from_the_state_alone(book: str) -> None:
    """Step by step, with nothing handed on but the state, the outcome is that of the whole attack."""
    rules, state = flat(book), simple(book)
    whole, _ = attack_on(book, state, "panzer", "infantry", rolls=[4])
    order = Attack(("panzer", "infantry"), T)
    state = state.noting(ATTEMPT, "", begin_attempt(order, AXIS, state, rules))
    for stage in arrange("attack", ATTACK_STAGES, rules):
        state, _ = play(stage.run(state, rules), rolls=[4] if stage.name == "resolve" else [])
    assert state == whole


@pytest.mark.parametrize("book", BOOKS)
def test_9A_both_players_may_act_before_the_odds(book: str) -> None:
    procedure = carry_out_attack(Attack(("panzer",), T), AXIS, simple(book), flat(book))
    steps = [next(procedure), procedure.send(None)]
    opening = steps[1]
    assert isinstance(opening, Opening)
    assert (opening.name, opening.players) == ("attack declared", (AXIS, ALLIED))
    attempt = opening.state.recall(ATTEMPT, "")
    assert attempt is not None
    supported = opening.state.noting(ATTEMPT, "", evolve(attempt, support=(("gs", "6"), ("das", "2"))))
    roll = procedure.send(supported)
    assert isinstance(roll, Roll) and "2:1" in roll.purpose


# --- contributed rules -----------------------------------------------------------------------------------------------


def test_sf_9I_commandos_may_leave_before_combat_and_the_attacker_may_advance() -> None:
    a = neighbours("sf")[0]
    commando = Unit("br", "infantry", "battalion", Rating.parse("1-8*"), symbols=("commando",))
    state = state_of("sf", ("i", unit("7-6"), AXIS, a), ("c", commando, ALLIED, T))
    free = neighbours("sf")[3]
    after, played = attack_on("sf", state, "i", rolls=[], answers=[("c",), (f"c > {free}",), ("i",)])
    assert after.piece("c").place == free and after.piece("i").place == T
    assert "attack not resolved" in [e.kind for e in played.events]
    _, played = attack_on("sf", state, "i", rolls=[1], answers=[()])
    assert len(played.rolls) == 1


def test_fof_31F_bound_cm_units_are_halved_once_they_move_or_have_retreated() -> None:
    rules = flat("fof")
    a = neighbours("fof")[0]
    tanks = unit("6-10", type_="armor", nation="fr")
    state = state_of("fof", ("t", tanks, ALLIED, a), ("d", unit("5-6"), AXIS, T), player=ALLIED, phase="movement")
    moved, _ = play(note_movement(state.noting(MOVED_BY, "t", "regular"), rules))
    assert moved.recall(MOVED, "t") is not None
    for now, strength in ((state, 6), (moved, 3), (state.noting(RETREATED, "t", "retreated"), 3)):
        fighting = now.at_moment(evolve(now.moment, phase="combat"))
        _, played = attack_on("fof", fighting, "t", rolls=[3])
        assert dict(played.events[1].ledgers)["attack"].value == strength
    forgotten, _ = play(forget_retreats(state.noting(RETREATED, "t", "retreated"), rules))
    assert forgotten.recall(RETREATED, "t") is None


def test_fof_31F_a_retreat_in_the_enemy_turn_is_remembered() -> None:
    a = neighbours("fof")[0]
    tanks = unit("4-10", "2-10", type_="armor", nation="fr")
    state = state_of("fof", ("p", unit("12-10", type_="armor"), AXIS, a), ("t", tanks, ALLIED, T))
    after, played = attack_on("fof", state, "p", rolls=[3])
    assert "DR" in played.events[1].text
    assert after.recall(RETREATED, "t") is not None


def test_fof_31F_readings() -> None:
    late = er.load("fof", rulings={"fof-31F-italian-first-turn": "next-turn"})
    entered, third = Turn.parse("Jun II 40"), Turn.parse("Jul II 40")
    assert not is_bound("it", third, er.load("fof"), entered)
    assert is_bound("it", third, late, entered)


# --- through the game ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_b43_the_quick_way_and_the_slow_way_agree(book: str) -> None:
    """Three attacks from one position and seed: in one script, and call by call, saved and loaded between."""
    rules = flat(book)
    far = [h for h in rules.board.hexes if rules.board.distance(T, h) == 3]
    placed: list[tuple[str, Unit, Side, Hex]] = []
    orders = []
    for n, target in enumerate((T, far[1], far[11])):
        beside = rules.board.neighbors_of(target)[1]
        placed += [
            (f"a{n}", unit("9-6", "4-6"), AXIS, beside),
            (f"d{n}", unit("4-6", "2-6", nation="br"), ALLIED, target),
        ]
        orders.append(Attack((f"a{n}",), target))
    start = state_of(book, *placed)
    quick = Game.start(rules, start, seed="b43")
    for order in orders:
        quick.submit(order)
        _settle(quick)
    slow = Game.start(rules, start, seed="b43")
    for order in orders:
        slow.submit(order)
        while slow.pending is not None and getattr(slow.pending, "name", "") != "combat phase":
            slow = Game.load(slow.save(), rules)
            _answer(slow)
    assert quick.state == slow.state
    assert [str(e) for e in quick.log] == [str(e) for e in slow.log]
    assert quick.save() == slow.save()


def _settle(game: Game) -> None:
    while game.pending is not None and getattr(game.pending, "name", "") != "combat phase":
        _answer(game)


def _answer(game: Game) -> None:
    pending = game.pending
    if isinstance(pending, Opening):
        for player in pending.players:
            if game.pending is pending:
                game.done(player)
    elif isinstance(pending, Decision):
        game.decide(*pending.suggestions[0])


# --- the ground, feature by feature ----------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_9H_the_features_of_a_hex_in_words(book: str) -> None:
    rules = er.load(book)
    for ground, names in (
        (Ground("wooded_swamp"), ["wooded swamp"]),
        (Ground(city="full"), ["clear", "full city"]),
        (Ground(fortification="fort"), ["clear", "fort"]),
        (Ground(fortification="fortress", condition="improved"), ["clear", "improved fortress"]),
    ):
        found = features_of(ground, rules)
        assert [f.name for f in found] == names
        assert [f.is_fortification for f in found] == [bool(ground.fortification) and f is found[-1] for f in found]


@pytest.mark.parametrize("book", BOOKS)
def test_9H_a_hexside_is_frozen_where_the_chart_knows_it_so(book: str) -> None:
    rules = er.load(book)
    for name, water, words in (
        ("river", "open", "river hexside"),
        ("river", "frozen", "frozen river hexside"),
        ("river", "flooding", "river hexside"),
        ("wadi", "frozen", "wadi hexside"),
    ):
        assert [f.name for f in hexside_features((name,), rules, water)] == [words]
    assert hexside_features((), rules) == ()


@pytest.mark.parametrize("book", BOOKS)
def test_9H_14C_what_doubles_a_unit_doubles_it_once_and_halvings_add_up(book: str) -> None:
    """A siege gun against a fortress in a city; infantry against both, and over a river."""
    rules = er.load(book)
    ground = Ground(city="full", fortification="fortress", condition="improved")
    features = features_of(ground, rules)
    siege = Combatant(unit("4-2-6", type_="siege_artillery", size="regiment"), "s")
    doubling = [effect for effect in effects_on(siege, features, rules) if effect.factor != 1]
    assert [(effect.factor, effect.why) for effect in doubling] == [(2, "full city")]
    assert [c.number for c in doubling[0].by] == ["9H", rules.cite("siege-artillery").number]
    infantry = Combatant(unit("8-6"), "i", hexside=("river",))
    across = (*features, *hexside_features(("river",), rules))
    halving = [(effect.factor, effect.why) for effect in effects_on(infantry, across, rules)]
    half = Fraction(1, 2)
    assert halving == [(half, "full city"), (half, "improved fortress"), (half, "river hexside")]


def test_sf_14A3_assault_engineers_are_doubled_once_by_their_own_rule() -> None:
    rules = er.load("sf")
    features = features_of(Ground(city="full", fortification="fortress", condition="improved"), rules)
    assault = Combatant(unit("4-2-6", type_="assault_engineer", size="regiment"), "a")
    found = [effect for effect in effects_on(assault, features, rules) if effect.factor != 1]
    assert [(effect.factor, effect.why) for effect in found] == [(2, "assault engineers, full city")]
    assert [c.number for c in found[0].by] == ["14A3"]


@pytest.mark.parametrize("book", BOOKS)
def test_9H_who_is_exempt_is_told(book: str) -> None:
    """Artillery is not halved by a river, mountain units are not by mountain hexsides."""
    rules = er.load(book)
    guns = Combatant(unit("4-2-8", type_="artillery", size="regiment"), "g")
    for who, hexside, told in (
        (guns, "river", ["river hexside: artillery is not affected"]),
        (Combatant(unit("6-8", type_="mountain"), "m"), "mountain", ["mountain hexside: mountain is not affected"]),
        (fighter("7-6"), "river", ["river hexside"]),
        (guns, "mountain", ["mountain hexside"]),
    ):
        effects = effects_on(who, hexside_features((hexside,), rules), rules)
        assert [effect.why for effect in effects] == told
        assert [effect.factor == 1 for effect in effects] == ["not affected" in told[0]]


def test_fof_31A5_the_maginot_line_tells_whether_the_hexside_is_a_border() -> None:
    rules = er.load("fof")
    line = features_of(Ground(fortification="maginot"), rules)
    for border, told in (
        (True, "maginot, across a border"),
        (None, "maginot, across a border"),
        (False, "maginot, not across a border"),
    ):
        who = Combatant(unit("16-6"), across_border=border)
        assert [effect.why for effect in effects_on(who, line, rules)] == [told]


@pytest.mark.parametrize("book", BOOKS)
def test_10G_what_bars_armor_effects_is_named(book: str) -> None:
    rules = er.load(book)
    for ground, names in (
        (Ground(), ""),
        (Ground("woods", fortification="fort"), "fort"),
        (Ground("swamp", fortification="fort"), "swamp and fort"),
    ):
        features = features_of(ground, rules)
        assert (named_bars(features), bars_armor(features)) == (names, bool(names))


@pytest.mark.parametrize("book", BOOKS)
def test_9H_die_roll_modifiers_and_ground_support_by_feature(book: str) -> None:
    rules = er.load(book)
    for ground, drm, factor in (
        (Ground(), 0, 1),
        (Ground("woods", fortification="fort"), -2, 1),
        (Ground("swamp"), -1, Fraction(1, 2)),
        (Ground("swamp", city="full"), -1, Fraction(1, 2)),
    ):
        features = features_of(ground, rules)
        assert reckon_terrain_modifier(features).value == drm
        assert reckon_ground_support(Reckoning.of(6, "GS"), features).value == 6 * factor
    wall = features_of(Ground(fortification="westwall", condition="improved", strength=2), rules, side=AXIS)
    assert reckon_terrain_modifier(wall, 2).value == -2


def test_31A5_37B5_the_fortification_that_ignores_the_most_retreats_holds() -> None:
    def feature(name: str, ignored: str) -> Feature:
        return Feature(name, CombatEffect(name), (), ignored_retreats=ignored)

    some, most, all_ = feature("some", "DR"), feature("most", "all_but_DE"), feature("all", "all")
    for features, name, ignored in (
        ((), None, "none"),
        ((feature("plain", "none"),), None, "none"),
        ((some, feature("plain", "none")), "some", "DR"),
        ((some, most), "most", "all_but_DE"),
        ((most, all_, some), "all", "all"),
        ((most, feature("second", "all_but_DE")), "most", "all_but_DE"),
    ):
        found = holding_feature(features)
        assert ((found.name if found else None), ignored_retreats(features)) == (name, ignored)


@pytest.mark.parametrize("book", BOOKS)
def test_9H_an_effect_lent_to_a_hexside_spares_whom_the_chart_exempts(book: str) -> None:
    rules = er.load(book)
    guns = Combatant(unit("4-2-8", type_="artillery", size="regiment"), "g")
    for hexside, effect, infantry, artillery, words in (
        (("river",), "quartered", Fraction(1, 4), 1, "river hexside, quartered"),
        (("river",), "none", 1, 1, "river hexside, none"),
        ((), "halved", Fraction(1, 2), Fraction(1, 2), "hexside, halved"),
    ):
        features = lent_features(hexside, effect, rules)
        assert features[0].name == words
        found = [
            multiply_by_ground(Reckoning.of(1, "one"), who, features, rules).value for who in (fighter("7-6"), guns)
        ]
        assert found == [infantry, artillery]


@pytest.mark.parametrize("book", BOOKS)
def test_9B_an_attack_across_a_lake_is_allowed_on_its_ice(book: str) -> None:
    rules, across = er.load(book), Combatant(unit("7-6"), "i", hexside=("lake",))
    for who, ground, allowed in (
        (across, Ground(), False),
        (across, Ground(water="frozen"), True),
        (evolve(across, water="frozen"), Ground(), True),
        (evolve(across, water="open"), Ground(water="frozen"), False),
    ):
        assert rule_on_prohibited_ground(who, ground, rules).allowed == allowed


# --- plans, odds and results -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_9B_an_attack_spares_nobody_in_the_hex(book: str) -> None:
    three = tuple(fighter("3-6", f"d{n}") for n in range(3))
    for facts, spares in (
        (AttackFacts(defenders=three), False),
        (AttackFacts(defenders=three, units_attacked=3), False),
        (AttackFacts(defenders=three, units_attacked=2), True),
        (AttackFacts(units_in_hex=4, units_attacked=3), True),
        (AttackFacts(units_in_hex=3, units_attacked=3), False),
        (AttackFacts(units_in_hex=4), False),
    ):
        assert facts.spares_some == spares
        assert ("all units in a hex are attacked together" in str(rule_on_attack(facts, er.load(book)))) == spares


@pytest.mark.parametrize("book", BOOKS)
def test_9B_an_attack_is_made_against_one_hex(book: str) -> None:
    one = AttackFacts((fighter("7-6"),))
    for facts, hexes in ((evolve(one, target_hexes=2), 2), (evolve(one, targets=("a", "b", "c")), 3), (one, 0)):
        why = f"one attack is made against one hex, not {hexes}"
        assert (why in str(rule_on_attack(facts, er.load(book)))) == bool(hexes)
    assert numbers(evolve(one, is_barred=True), book) == {"9B"}
    assert numbers(evolve(one, phase="movement"), book) == {"9"}


@pytest.mark.parametrize("book", BOOKS)
def test_24B_whoever_dropped_on_enemies_must_attack(book: str) -> None:
    rules = er.load(book)
    attack = AttackPlan((("h1", ("A",)),), has_dropped_on_enemies=True)
    assert rule_on_attack_plan(attack, rules).allowed
    assert not rule_on_attack_plan(evolve(attack, attacks=()), rules).allowed
    thrice = AttackPlan((("h1", ("A", "B")), ("h1", ("A",)), ("h2", ("A",))))
    assert [r.why for r in rule_on_attack_plan(thrice, rules).refusals] == [
        "A would attack 3 times",
        "h1 would be attacked 2 times",
    ]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("attack", "defense", "units", "told"),
    [
        (36, 4, None, "36 : 4 = 9:1"),
        (40, 4, None, "40 : 4 = 9:1, the highest column"),
        (39, 4, None, "39 : 4 = 9:1"),
        (1, 4, None, "1 : 4 = 1:4"),
        (1, 5, None, "1 : 5 = AE, without a roll: less than 1:4"),
        (0, 5, None, "0 : 5 = AE, without a roll: no attack strength"),
        (0, 0, None, "0 : 0 = AE, without a roll: no attack strength"),
        (1, 0, None, "1 : 0 = 9:1, the highest column"),
        (5, 5, 0, "5 : 5 = DE, without a roll: units without defense strength are eliminated when attacked"),
        (5, 5, 1, "5 : 5 = 1:1"),
    ],
)
def test_9A_9B_the_odds_and_why_they_are_no_plain_division(
    book: str, attack: int, defense: int, units: int | None, told: str
) -> None:
    rules = er.load(book)
    found = reckon_odds(Reckoning.of(attack, "a"), Reckoning.of(defense, "d"), rules, units=units)
    assert str(found).partition(" (")[0] == told
    assert found.because.allowed == ("," not in told)


def test_9G_strengths_told_count_for_an_outright_elimination() -> None:
    aa = Combatant(Unit("br", "position_heavy_aa", "counter", points=2), "aa")
    for facts, outright in (
        (AttackFacts(), False),
        (AttackFacts(defense_told=(("told", 0),)), True),
        (AttackFacts(defense_told=(("told", 1),)), False),
        (AttackFacts(defenders=(aa,), defense_told=(("told", 1),)), False),
    ):
        assert is_eliminated_outright(facts) == outright


@pytest.mark.parametrize("book", BOOKS)
def test_9A_strengths_told_and_support_are_added_up(book: str) -> None:
    rules = er.load(book)
    told = AttackFacts((fighter("7-6"),), (fighter("5-6"),), attack_told=(("A", 3),), gs=2, das=4)
    assert reckon_attack_strength(told, rules).value == 7 + 3 + 2
    assert reckon_defense_strength(told, rules).value == 5 + 4
    in_swamp = evolve(told, ground=Ground("swamp"))
    assert reckon_attack_strength(in_swamp, rules).value == 7 + 3 + 1
    modifiers = reckon_modifiers(evolve(told, modifiers_told=(("luck", 2), ("mud", -3))), rules)
    assert modifiers.total.value == -1
    assert dict(modifiers.parts)["told"].value == -1


@pytest.mark.parametrize("book", BOOKS)
def test_9H_only_a_hexside_that_all_adjacent_attackers_cross_is_noted_with_the_modifier(book: str) -> None:
    """What is unsure of it is told; a gun two hexes off crosses no hexside of the target."""
    across, plain = evolve(fighter("7-6", "a"), hexside=("fortified",)), fighter("7-6", "b")
    for units, is_noted in (
        ((across, evolve(across, id="c")), True),
        ((across, plain), False),
        ((plain, across), False),
        ((across, evolve(plain, distance=2)), True),
        ((evolve(across, distance=2),), False),
    ):
        caveats = reckon_modifiers(AttackFacts(units), er.load(book)).total.caveats
        assert any("fortified_hexside" in caveat for caveat in caveats) == is_noted


# --- an attack as it is gathered from the board ----------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_9A_who_attacks_from_where(book: str) -> None:
    """Beside the target across a river, two hexes off, in the hex itself, and in a holding box."""
    rules, (a, *_) = flat(book), neighbours(book)
    rules = rules.on_board(rules.board.patched(hexsides={(min(a, T), max(a, T)): ("river",)}))
    far = next(ref for ref in rules.board.hexes if rules.board.distance(ref, T) == 2)
    box = Hex(next(iter(rules.board.boxes)))
    placed = (("near", a), ("far", far), ("in", T), ("away", box))
    state = state_of(book, *((name, unit("7-6"), AXIS, place) for name, place in placed))
    attempt = Attempt(tuple(name for name, _ in placed), (), T)
    near, gun, inside, away = gather_attempt(attempt, state, rules).attackers
    assert (near.distance, gun.distance, inside.distance) == (1, 2, 0)
    assert away.distance > 2
    assert [who.hexside for who in (near, gun, inside)] == [("river",), (), ()]
    assert [who.water for who in (near, gun, inside)] == ["open", "", ""]
    assert [who.across_border for who in (near, gun, inside)] == [False, None, None]
    assert [who.stands_in for who in (near, gun, inside)] == [a, far, T]


@pytest.mark.parametrize("book", BOOKS)
def test_9A_what_is_remembered_of_units_in_an_attack(book: str) -> None:
    state = simple(book).noting(ATTACKED, "panzer", T).noting(WAS_ATTACKED, "regiment", T)
    state = state.noting(RETREATED_INTO, "defender", T)
    attempt = Attempt(
        ("panzer", "infantry", "gone"),
        ("defender", "regiment", "gone"),
        T,
        elected=("panzer", "regiment"),
        support=(("gs", "5/2"), ("das", "1"), ("attack_naval", "3"), ("defense_naval", "4")),
    )
    facts = gather_attempt(attempt, state, flat(book))
    assert [who.name for who in facts.attackers] == ["panzer", "infantry"]
    assert [who.name for who in facts.defenders] == ["defender", "regiment"]
    assert [who.has_attacked for who in facts.attackers] == [True, False]
    assert [who.was_attacked for who in facts.defenders] == [False, True]
    assert [who.retreated_here for who in facts.defenders] == [True, False]
    assert [dict(who.elections) for who in facts.attackers] == [{"aeca": "neutral"}, {}]
    assert [dict(who.elections) for who in facts.defenders] == [{}, {"aecd": "neutral", "atec": "neutral"}]
    assert [facts.gs, facts.das, facts.attack_naval, facts.defense_naval] == [Fraction(5, 2), 1, 3, 4]
    assert (facts.attacking, facts.defending) == (AXIS, ALLIED)
    elsewhere = state.noting(RETREATED_INTO, "defender", neighbours(book)[0]).moved("regiment", neighbours(book)[2])
    facts = gather_attempt(attempt, elsewhere, flat(book))
    assert [(who.name, who.retreated_here) for who in facts.defenders] == [("defender", False)]
    nobody = gather_attempt(evolve(attempt, attackers=()), state.without("defender").without("regiment"), flat(book))
    assert (nobody.attacking, nobody.defending, nobody.gs) == (AXIS, NEUTRAL, Fraction(5, 2))


@pytest.mark.parametrize("book", BOOKS)
def test_9A_each_thing_wrong_with_an_order_to_attack(book: str) -> None:
    rules, state = flat(book), simple(book)
    empty = next(ref for ref in rules.board.neighbors_of(neighbours(book)[0]) if not state.at(ref))
    for order, player, why in (
        (Attack(("panzer", "infantry"), T), AXIS, []),
        (Attack((), T), AXIS, ["no unit attacks"]),
        (Attack(("panzer", "panzer"), T), AXIS, ["panzer is named twice"]),
        (Attack(("panzer",), T, ("infantry",)), AXIS, ["infantry is to be neutral and does not attack"]),
        (Attack(("panzer",), empty), AXIS, [f"there is no enemy unit in {empty}"]),
    ):
        assert [r.why for r in rule_on_attack_order(order, player, state, rules).refusals] == why
    whole = rule_on_attack_order(Attack(("panzer",), T, ("panzer",)), AXIS, state, rules)
    assert [c.number for c in whole.citations] == ["10E"] and len(whole.refusals) == 1
    foreign = rule_on_attack_order(Attack(("panzer",), T), ALLIED, state, rules)
    assert "panzer is not the player's" in str(foreign) and "only the phasing player attacks" in str(foreign)


@pytest.mark.parametrize("book", BOOKS)
def test_9A_half_capable_attackers_alone_are_treated_as_neutral(book: str) -> None:
    a, *_ = neighbours(book)
    state = state_of(
        book,
        ("half", unit("8-10", type_="motorized_infantry"), AXIS, a),
        ("guns", unit("3-10", type_="assault_gun", size="battalion"), AXIS, a),
        ("defender", unit("6-6", nation="br"), ALLIED, T),
    )
    for name in ("half", "guns"):
        who = Combatant(state.piece(name).unit)
        half = is_half(involve(who, flat(book)), "aeca")
        assert rule_on_attack_order(Attack((name,), T, (name,)), AXIS, state, flat(book)).allowed == half


@pytest.mark.parametrize("book", BOOKS)
def test_9A_one_unit_attacks_and_several_attack(book: str) -> None:
    for ids, words in ((("panzer",), "panzer attacks"), (("panzer", "infantry"), "panzer, infantry attack")):
        _, played = attack_on(book, simple(book), *ids, rolls=[6], answers=[])
        assert played.events[0].text == f"{words} {T}, held by defender, regiment"
        assert played.events[-1].text == f"the attack on {T} is over"


@pytest.mark.parametrize("book", BOOKS)
def test_9F2_attackers_that_are_beside_the_hex_and_have_not_retreated_may_advance(book: str) -> None:
    rules, (a, b, *_) = flat(book), neighbours(book)
    state = simple(book).without("defender").without("regiment")
    attempt = Attempt(("panzer", "infantry"), (), T, cleared=True)
    under = state.noting(ATTEMPT, "", attempt)
    _, played = play(advance(under, rules), answers=[("panzer", "infantry")])
    assert played.decisions[0].suggestions == ((), ("panzer",), ("infantry",), ("panzer", "infantry"))
    assert played.events[-1].text == f"panzer, infantry advance into {T}"
    _, played = play(advance(under, rules), answers=[("infantry",)])
    assert played.events[-1].text == f"infantry advances into {T}"
    for there in (
        under.noting(RETREATED_INTO, "panzer", a),
        under.noting(STAYS, "panzer", Obligation("stays", "it must", ())),
        under.moved("panzer", T),
        under.without("panzer"),
    ):
        _, played = play(advance(there, rules))
        assert played.decisions[0].candidates == ("infantry",)
    for nothing in (
        state,
        state.noting(ATTEMPT, "", evolve(attempt, cleared=False)),
        under.noting(RETREATED_INTO, "panzer", a).noting(RETREATED_INTO, "infantry", b),
    ):
        assert play(advance(nothing, rules))[1].decisions == ()
    full = under
    for number in range(2):
        full = full.with_piece(Piece(f"x{number}", unit("7-6"), AXIS, T))
    _, played = play(advance(full, rules))
    assert played.decisions[0].suggestions == ((), ("panzer",), ("infantry",))
    assert gather_advance(("panzer",), attempt, full, rules).distance == 1
    assert gather_advance((), attempt, full, rules).distance == 1
    far = next(ref for ref in rules.board.hexes if rules.board.distance(ref, T) == 2)
    assert gather_advance(("panzer", "infantry"), attempt, under.moved("panzer", far), rules).distance == 2


@pytest.mark.parametrize("book", BOOKS)
def test_9F2_each_thing_that_keeps_units_from_advancing(book: str) -> None:
    rules, one = er.load(book), AdvanceFacts((unit("7-6"),))
    for facts, refused in (
        (one, 0),
        (evolve(one, distance=2), 1),
        (evolve(one, is_barred=True), 1),
        (evolve(one, already_there=(unit("7-6"),) * 2), 0),
        (evolve(one, already_there=(unit("7-6"),) * 3), 1),
        (evolve(one, distance=2, is_barred=True, hex_cleared=False), 3),
    ):
        assert len(rule_on_advance(facts, rules).refusals) == refused
    assert rule_on_advance(evolve(one, is_barred=True), rules).citations == (rules.cite("9F2"), rules.cite("6"))


@pytest.mark.parametrize("book", BOOKS)
def test_9A_the_die_is_told_with_its_modifier(book: str) -> None:
    rules = er.load(book)
    odds = reckon_odds(Reckoning.of(8, "a"), Reckoning.of(4, "d"), rules)
    for told, words in (
        ((), "die 4 | DR"),
        ((("luck", 2),), "die 4 + 2 = 6 | DR"),
        ((("mud", -1),), "die 4 - 1 = 3 | DR"),
    ):
        facts = AttackFacts((fighter("8-6"),), (fighter("4-6"),), modifiers_told=told)
        line = describe_combat(odds, reckon_modifiers(facts, rules), 4, "DR", rules.cite("9A"))
        assert line.startswith(f"attack 8 : 4 = 2:1 ({rules.cite('9A')}) | ")
        assert line.endswith(words)
        assert ("told" in line) == bool(told)


@pytest.mark.parametrize("book", BOOKS)
def test_sf_9I_attackers_once_named_stay_with_the_hex_that_was_left(book: str) -> None:
    rules, state = flat(book), simple(book)
    order, elsewhere = Attack(("panzer", "infantry"), T), neighbours(book)[4]
    why = "attackers once named stay with their attack"
    for there, is_refused in (
        (state, False),
        (state.noting(ATTACKED, "panzer", elsewhere), False),
        (state.noting(RETREATED_BEFORE, elsewhere, True), False),
        (state.noting(ATTACKED, "panzer", elsewhere).noting(RETREATED_BEFORE, elsewhere, True), True),
        (state.noting(ATTACKED, "infantry", elsewhere).noting(RETREATED_BEFORE, elsewhere, True), True),
        (state.noting(ATTACKED, "panzer", elsewhere).noting(RETREATED_BEFORE, elsewhere, False), False),
        (state.noting(ATTACKED, "panzer", elsewhere).noting(RETREATED_BEFORE, T, True), False),
    ):
        assert (why in str(rule_on_attack_order(order, AXIS, there, rules))) == is_refused


@pytest.mark.parametrize("book", BOOKS)
def test_9A_plans_tell_where_units_are_among_enemies(book: str) -> None:
    state, order = simple(book), Attack(("panzer",), T)
    for there, dropped in ((state, False), (state.moved("panzer", T), True)):
        plan = gather_plan([order], AXIS, there, flat(book))
        assert (plan.attacks, plan.has_dropped_on_enemies) == (((T, ("panzer",)),), dropped)
        assert gather_attack(order, AXIS, there, flat(book)).is_phasing
        assert not gather_attack(order, ALLIED, there, flat(book)).is_phasing
