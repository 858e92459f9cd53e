"""Combat results and losses (rules 9C to 9E, required losses) in both books."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.contributions import Source
from europa_rules.errors import UnknownName
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.armor import Used
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.losses import (
    ATTACKER,
    COMBAT_RESULTS,
    DEFENDER,
    STAND,
    STRENGTH_LOST,
    Demands,
    LossFacts,
    ResultFacts,
    ResultMeaning,
    affected,
    affected_by,
    eliminate,
    eliminated,
    meaning_of,
    minimal_losses,
    outcome_for,
    reckon_demands,
    reckon_loss_base,
    reckon_required_losses,
    rule_on_losses,
    special_units,
    used_by,
)
from europa_rules.ground.supply_state import ISOLATED
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.state import GameState, Moment, Piece
from europa_rules.units import Rating, Unit

BOOKS = ["fof", "sf"]


@cache
def rules_of(book: str) -> Ruleset:
    return er.load(book)


def unit(rating: str, cadre: str = "", type_: str = "infantry") -> Unit:
    return Unit("ge", type_, "division", Rating.parse(rating), cadre=Rating.parse(cadre) if cadre else None)


def fighters(*ratings: str) -> tuple[Combatant, ...]:
    return tuple(Combatant(unit(rating), f"u{n}") for n, rating in enumerate(ratings))


def sizes_of(sets: tuple[tuple[str, ...], ...], units: tuple[Combatant, ...], role: str) -> set[tuple[Fraction, ...]]:
    strength = {who.id: who.unit.attack if role == ATTACKER else who.unit.defense for who in units}
    return {tuple(sorted((strength[i] for i in ids), reverse=True)) for ids in sets}


def demands(result: str, attack: int, defense: int, book: str = "fof", ground: Ground | None = None) -> Demands:
    facts = ResultFacts.on(
        result, Reckoning.of(attack, "attack"), Reckoning.of(defense, "defense"), ground or Ground(), rules_of(book)
    )
    return reckon_demands(facts, rules_of(book))


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("result", "attacker", "defender"),
    [
        ("AE", ("all", "cadres"), (0, "none")),
        ("AH", (Fraction(15, 2), "survivors"), (0, "none")),
        ("AR", (0, "all"), (0, "none")),
        ("AS", (0, "none"), (0, "none")),
        ("EX", (10, "none"), ("all", "cadres")),
        ("HX", (5, "none"), ("all", "cadres")),
        ("DR", (0, "none"), (0, "all")),
        ("DH", (0, "none"), (5, "survivors")),
        ("DE", (0, "none"), ("all", "cadres")),
    ],
)
def test_9C_what_each_result_demands(book: str, result: str, attacker: object, defender: object) -> None:
    """15 attack strength points against 10 defense strength points, every result."""
    found = demands(result, 15, 10, book)
    assert (found.attacker.loss, found.attacker.retreats) == attacker
    assert (found.defender.loss, found.defender.retreats) == defender


def test_fof_9C_a_tie_in_an_exchange_eliminates_the_defender() -> None:
    assert demands("EX", 10, 10).eliminated == DEFENDER
    assert demands("HX", 9, 10).eliminated == ATTACKER


def test_fof_9C_an_unknown_result_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="combat result"):
        demands("XX", 1, 1)


def test_sf_9C_the_cadres_of_the_stronger_side_stay_unless_read_otherwise() -> None:
    read = er.load("sf", rulings={"sf-9C-stronger-cadres": "yes"})
    facts = ResultFacts("EX", Reckoning.of(15, "attack"), Reckoning.of(6, "defense"))
    assert reckon_demands(facts, rules_of("sf")).attacker.retreats == "none"
    assert reckon_demands(facts, read).attacker.retreats == "cadres"
    assert "sf-9C-stronger-cadres: yes" in reckon_demands(facts, read).attacker.min_loss.rests_on


def test_fof_31A5_occupants_of_the_maginot_line_ignore_retreats_but_those_of_de() -> None:
    line = Ground(fortification="maginot")
    assert demands("DR", 20, 10, ground=line).defender.retreats == "none"
    assert demands("DH", 20, 10, ground=line).defender.retreats == "none"
    assert demands("DE", 20, 10, ground=line).defender.retreats == "cadres"
    assert demands("AR", 20, 10, ground=line).attacker.retreats == "all"


def test_fof_31A5_another_reading_spares_them_a_dr_only() -> None:
    read = er.load("fof", rulings={"fof-31A5-ignored-retreats": "dr-only"})
    for result, retreats in (("DR", "none"), ("DH", "survivors")):
        ten = Reckoning.of(10, "strength")
        facts = ResultFacts.on(result, ten, ten, Ground(fortification="maginot"), read)
        assert reckon_demands(facts, read).defender.retreats == retreats


def test_sf_37B5_an_improved_westwall_holds_its_units_but_for_de() -> None:
    wall = Ground(fortification="westwall", condition="improved", strength=2)
    assert demands("DH", 20, 10, "sf", wall).defender.retreats == "none"
    assert demands("DE", 20, 10, "sf", wall).defender.retreats == "cadres"
    assert demands("DH", 20, 10, "sf", Ground(fortification="westwall", condition="unimproved")).defender.retreats == (
        "survivors"
    )


@pytest.mark.parametrize("book", BOOKS)
def test_a29_a_division_cut_to_cadre_counts_in_full(book: str) -> None:
    """DH on a 7-6 division (cadre 3-6), a 3-6 brigade and a 2-6 regiment: at least 6 of 12 must go."""
    rules = rules_of(book)
    units = (
        Combatant(unit("7-6", "3-6"), "division"),
        Combatant(unit("3-6"), "brigade"),
        Combatant(unit("2-6"), "regiment"),
    )
    facts = LossFacts(units, DEFENDER, demands("DH", 20, 12, book).defender.min_loss.value)
    assert facts.min_loss == 6
    assert rule_on_losses(facts, ["division"], rules).allowed
    refused = rule_on_losses(facts, ["brigade", "regiment"], rules)
    assert [str(c) for c in refused.citations] == [str(rules.cite("9C"))]


def test_b21_at_least_half_means_round_up_the_loss_not_down() -> None:
    """3.5 of units of 3, 4 and 2: the 4, or 3 and 2. 4.5 of units of 4 and 5: the 5, not the 4."""
    rules = rules_of("fof")
    stronger = fighters("3-6", "4-6", "2-6")
    facts = LossFacts(stronger, ATTACKER, demands("HX", 9, 7).attacker.min_loss.value)
    assert facts.min_loss == Fraction(7, 2)
    assert sizes_of(minimal_losses(facts, rules), stronger, ATTACKER) == {(4,), (3, 2)}
    assert not rule_on_losses(facts, ["u0"], rules).allowed
    struck = fighters("4-6", "5-6")
    half = LossFacts(struck, DEFENDER, demands("DH", 20, 9).defender.min_loss.value)
    assert minimal_losses(half, rules) == (("u1",),)
    assert not rule_on_losses(half, ["u0"], rules).allowed


def test_9D_attackers_lose_attack_and_defenders_defense_strengths() -> None:
    units = fighters("2-3-8", "5-4-6")
    assert reckon_loss_base(units, ATTACKER, rules_of("fof")).value == 7
    assert reckon_loss_base(units, DEFENDER, rules_of("fof")).value == 7
    assert reckon_loss_base(fighters("2-3-8"), DEFENDER, rules_of("sf")).value == 3


def test_fof_9F1_units_that_retreated_into_the_hex_share_the_result_but_count_nothing() -> None:
    stays, came = Combatant(unit("5-6"), "a"), Combatant(unit("7-6"), "b", retreated_here=True)
    assert reckon_loss_base((stays, came), DEFENDER, rules_of("fof")).value == 5
    assert [who.id for who in affected((stays, came))] == ["a", "b"]


def test_fof_14D_a_gun_at_two_hexes_is_not_struck() -> None:
    near, far = (
        Combatant(unit("2-6"), "a"),
        Combatant(unit("5-1-R", type_="long_range_siege_artillery"), "gun", distance=2),
    )
    assert [who.id for who in affected((near, far))] == ["a"]
    assert reckon_loss_base((near, far), ATTACKER, rules_of("fof")).value == 2


@pytest.mark.parametrize("book", BOOKS)
def test_9I_9J_half_of_the_losses_fall_on_the_armor_that_was_used(book: str) -> None:
    rules = rules_of(book)
    panzer, infantry = Combatant(unit("15-10", type_="armor"), "p"), Combatant(unit("8-6"), "i")
    special = special_units((panzer, infantry), [Used("aeca", Fraction(1, 2))], rules)
    assert special == {"p"}
    facts = LossFacts((panzer, infantry), ATTACKER, Fraction(8), special)
    refused = rule_on_losses(facts, ["i"], rules)
    assert {c.number for c in refused.citations} == {rules.cite("required-losses").number, "10H"}
    assert rule_on_losses(facts, ["p"], rules).allowed
    assert not special_units((panzer, infantry), [Used("aeca", Fraction(1, 3))], rules)


def test_9I_9J_no_more_is_asked_of_special_units_than_they_have() -> None:
    asked = reckon_required_losses(Fraction(8), rules_of("sf"), special_strength=Fraction(3))
    assert asked.value == asked.reevaluate() == 3
    assert reckon_required_losses(Fraction(20), rules_of("fof"), used=Used("aeca", Fraction(1, 3))).value == 0


def test_fof_9I_the_nearest_reading_allows_what_cannot_be_done_better() -> None:
    """Of 8 points, a panzer regiment of 1 and one of 15: the small one with infantry is the best below 15."""
    read = er.load("fof", rulings={"fof-9I-at-least-half": "nearest"})
    units = (Combatant(unit("1-10"), "small"), Combatant(unit("15-10"), "big"), Combatant(unit("8-6"), "i"))
    facts = LossFacts(units, ATTACKER, Fraction(8), frozenset({"small", "big"}))
    assert not rule_on_losses(facts, ["small", "i"], rules_of("fof")).allowed
    assert rule_on_losses(facts, ["small", "i"], read).allowed
    assert "fof-9I-at-least-half: nearest" in rule_on_losses(facts, ["small", "i"], read).rests_on


def test_9E_elimination_in_combat_leaves_the_cadre_and_keeps_the_full_side() -> None:
    division = unit("8-6", "3-6")
    piece = Piece("d", division, AXIS, Hex("16A:2020"))
    state = GameState(Moment(Turn(1940, 5, 1), ALLIED, "combat"), FrozenMap({"d": piece}))
    reduced = eliminate(piece, state).piece("d")
    assert (str(reduced.unit.rating), reduced.unit.size, reduced.full) == ("3-6", "cadre", division)
    again = eliminate(reduced, eliminate(piece, state))
    assert "d" not in again.pieces
    assert str(eliminated(division, "overrun")) == "removed"


def test_fof_9C_outcomes_without_a_choice() -> None:
    division, regiment = unit("5-6", "2-6"), unit("2-6")
    everything, walk, half = demands("DE", 20, 7).defender, demands("DR", 20, 7).defender, demands("DH", 20, 7).defender
    assert (outcome_for(division, everything), outcome_for(regiment, everything)) == ("cadre_retreats", "removed")
    assert outcome_for(division, walk) == "retreats"
    assert outcome_for(division, half) == "owner_chooses"
    assert outcome_for(division, demands("AS", 20, 7).defender) == "stays"


strengths = st.lists(st.integers(min_value=0, max_value=12), min_size=1, max_size=7)


@settings(max_examples=150)
@given(strengths, st.sets(st.integers(min_value=0, max_value=6)), st.sampled_from(["half", "third", "all"]))
def test_sf_9C_9I_every_suggestion_is_enough_and_minimal_and_none_cheaper_exists(
    ratings: list[int], special: set[int], part: str
) -> None:
    """What is suggested satisfies the result and the required losses; the least is found, as by trying every set."""
    rules = rules_of("sf")
    units = fighters(*(f"{n}-6" for n in ratings))
    total = Fraction(sum(ratings))
    least = {"half": total / 2, "third": total / 3, "all": total}[part]
    facts = LossFacts(units, ATTACKER, least, frozenset(f"u{n}" for n in special if n < len(units)))
    suggestions = minimal_losses(facts, rules)
    assert suggestions
    for ids in suggestions:
        assert rule_on_losses(facts, ids, rules).allowed
        assert not any(rule_on_losses(facts, [i for i in ids if i != spared], rules).allowed for spared in ids)
    every = [c for size in range(len(units) + 1) for c in combinations([w.id for w in units], size)]
    legal = [ids for ids in every if rule_on_losses(facts, ids, rules).allowed]
    strength = {who.id: who.unit.attack for who in units}
    cheapest = min(sum((strength[i] for i in ids), Fraction(0)) for ids in legal)
    assert sum((strength[i] for i in suggestions[0]), Fraction(0)) == cheapest


class AttackersHalved:
    """A house rule with a result of its own: half of the attackers are lost, and nobody retreats."""

    name = "halved"

    @er.hookimpl
    def europa_sources(self, variant: str) -> list[Source]:
        return [Source("AHS", COMBAT_RESULTS, by="House 1", value=ResultMeaning(ATTACKER, "half", STAND))]


def test_fof_9C_a_game_brings_results_of_its_own_that_are_carried_out_like_the_others() -> None:
    rules = er.load("fof", plugins=["fof", AttackersHalved()])
    demands = reckon_demands(ResultFacts("AHS", Reckoning.of(15, "attack"), Reckoning.of(10, "defense")), rules)
    assert demands.attacker.min_loss.value == Fraction(15, 2)
    assert not demands.anybody_retreats
    attackers = fighters("7-6", "8-6")
    assert affected_by("AHS", attackers, rules) == attackers
    assert affected_by("AS", attackers, rules) == ()
    with pytest.raises(UnknownName, match="AHX"):
        meaning_of("AHX", rules)


def test_fof_9C_whom_a_result_strikes_and_who_the_other_is() -> None:
    """AE strikes the attacker, DE the defender; AS strikes nobody, and is told of the defender."""
    for result, struck, told, other in (
        ("AE", ATTACKER, ATTACKER, DEFENDER),
        ("DE", DEFENDER, DEFENDER, ATTACKER),
        ("AS", None, DEFENDER, ATTACKER),
    ):
        found = demands(result, 15, 10)
        assert (found.struck, found.of_struck.side, found.of_other.side) == (struck, told, other)


@pytest.mark.parametrize(
    ("result", "retreats"), [("AR", True), ("DR", True), ("AH", True), ("EX", True), ("AS", False)]
)
def test_fof_9C_somebody_retreats_where_either_side_does(result: str, retreats: bool) -> None:
    assert demands(result, 15, 10).anybody_retreats == retreats


@pytest.mark.parametrize(
    ("result", "side", "why"),
    [
        ("AE", ATTACKER, "AE"),
        ("DH", DEFENDER, "DH"),
        ("DR", DEFENDER, "DR calls for no loss"),
        ("EX", ATTACKER, "exchange"),
        ("HX", ATTACKER, "half exchange"),
    ],
)
def test_fof_9C_the_ledger_of_a_loss_names_the_result(result: str, side: str, why: str) -> None:
    """15 against 10: in both exchanges the attacker is the stronger side."""
    assert demands(result, 15, 10).of(side).min_loss.lines[-1].why == why


@pytest.mark.parametrize(
    ("ignored", "result", "why"),
    [
        ("all", "DE", "occupants of the fortification ignore every retreat"),
        ("all", "DR", "occupants of the fortification ignore every retreat"),
        ("all_but_DE", "DH", "occupants of the fortification ignore every retreat but that of DE"),
        ("all_but_DE", "DE", ""),
        ("DR", "DR", "occupants of the fortification ignore the retreat of DR"),
        ("DR", "DH", ""),
        ("none", "DR", ""),
        ("all", "AS", ""),
    ],
)
def test_fof_31A5_which_retreats_are_ignored_and_why(ignored: str, result: str, why: str) -> None:
    ten = Reckoning.of(10, "strength")
    found = reckon_demands(ResultFacts(result, ten, ten, ignored), rules_of("fof")).defender
    assert [refusal.why for refusal in found.because.refusals] == ([why] if why else [])
    assert not (why and found.anybody_retreats)


def test_31A5_37B5_the_fortification_that_holds_its_occupants_is_named_with_its_rule() -> None:
    for book, ground, name, by in (
        ("fof", Ground(fortification="maginot"), "maginot", "FoF 31A5"),
        ("sf", Ground(fortification="westwall", condition="improved", strength=2), "improved westwall", "SF 37B5"),
    ):
        because = demands("DR", 20, 10, book, ground).defender.because
        assert because.refusals[0].why.startswith(f"occupants of the {name} ignore")
        assert [str(c).startswith(by[:-1]) for c in because.citations] == [True], because.citations
    ten = Reckoning.of(10, "strength")
    unnamed = reckon_demands(ResultFacts("DR", ten, ten, "all"), rules_of("fof")).defender.because
    assert [str(c) for c in unnamed.citations] == ["FoF 9C"]


def test_fof_9C_who_must_go_too_is_named() -> None:
    facts = LossFacts(fighters("7-6", "3-6", "2-6"), DEFENDER, Fraction(12), is_all=True)
    refusals = rule_on_losses(facts, ["u0"], rules_of("fof")).refusals
    assert [refusal.why for refusal in refusals] == ["a loss of 7 is less than 12", "u1, u2 must go too"]
    assert rule_on_losses(facts, ["u0", "u1", "u2"], rules_of("fof")).allowed
    assert rule_on_losses(LossFacts(facts.units, DEFENDER, Fraction(7)), ["u0"], rules_of("fof")).allowed


def test_fof_9I_who_must_bear_half_is_named_with_what_they_have_borne() -> None:
    """Of 10 points lost the tank brigade of 4 has borne nothing: it must bear all its strength."""
    units = (Combatant(unit("4-10", type_="tank"), "t"), *fighters("7-6", "3-6"))
    refused = rule_on_losses(LossFacts(units, ATTACKER, Fraction(8), frozenset({"t"})), ["u0", "u1"], rules_of("fof"))
    why = refused.refusals[0].why
    assert why.startswith("0 of the 10 lost come from")
    assert why.endswith("who must bear half of them or all their strength, here 4: t")
    assert refused.possible == ("lose more of t",)


def panzers(*ratings: str) -> tuple[Combatant, ...]:
    return tuple(Combatant(unit(f"{rating}-10", type_="armor"), f"p{n}") for n, rating in enumerate(ratings))


@pytest.mark.parametrize(
    ("tanks", "infantry", "min_loss", "chosen", "is_enough"),
    [
        (("8",), ("9-6",), 8, ["u0"], False),
        (("8",), ("8-6",), 7, ["u0"], False),
        (("9",), ("8-6",), 7, ["u0"], True),
        (("1", "8"), ("8-6",), 8, ["p0", "u0"], False),
        (("1", "15"), ("8-6",), 8, ["p0", "u0"], True),
    ],
    ids=["exactly the loss asked", "exactly the loss taken", "one more than taken", "a bigger one", "too big a one"],
)
def test_fof_9I_the_nearest_reading_compares_with_losses_from_those_asked_to_those_taken(
    tanks: tuple[str, ...], infantry: tuple[str, ...], min_loss: int, chosen: list[str], is_enough: bool
) -> None:
    """Armor has borne too little where it could bear more of a loss that is enough, and no greater."""
    read = er.load("fof", rulings={"fof-9I-at-least-half": "nearest"})
    armor = panzers(*tanks)
    group = frozenset(who.id for who in armor)
    facts = LossFacts((*armor, *fighters(*infantry)), ATTACKER, Fraction(min_loss), group)
    assert rule_on_losses(facts, chosen, read).allowed == is_enough


def test_fof_9I_the_nearest_reading_looks_at_each_ability_apart() -> None:
    """Of 8 points a panzer unit bears 8; engineers of 2 could only bear theirs beside it, which is more than 8."""
    read = er.load("fof", rulings={"fof-9I-at-least-half": "nearest"})
    engineers = Combatant(unit("2-8", type_="combat_engineer"), "e")
    groups = (("aeca", frozenset({"p0"})), ("engineers", frozenset({"e"})))
    facts = LossFacts((*panzers("8"), engineers), ATTACKER, Fraction(8), others=groups)
    assert rule_on_losses(facts, ["p0"], read).allowed
    assert not rule_on_losses(facts, ["p0"], rules_of("fof")).allowed


def test_sf_9I_the_units_that_bear_losses_are_told_by_their_ability() -> None:
    engineers = Combatant(unit("2-8", type_="combat_engineer"), "e")
    for ability, words, by in (("engineers", "combat engineers", "14A2"), ("aeca", "1/2 or more AECA", "10H")):
        facts = LossFacts((engineers, *fighters("4-6")), ATTACKER, Fraction(4), others=((ability, frozenset({"e"})),))
        refused = rule_on_losses(facts, ["u0"], rules_of("sf"))
        assert words in refused.refusals[0].why and by in [c.number for c in refused.citations]


def test_fof_9C_a_set_of_equal_strength_with_fewer_units_stands_for_the_others() -> None:
    """4 of units of 1, 3 and 4: the 4 alone, whichever comes first; halves of points are told apart."""
    for ratings in (("1-6", "3-6", "4-6"), ("4-6", "3-6", "1-6")):
        facts = LossFacts(fighters(*ratings), ATTACKER, Fraction(4))
        assert sizes_of(minimal_losses(facts, rules_of("fof")), facts.units, ATTACKER) == {(Fraction(4),)}
    halves = tuple(
        Combatant(Unit("ge", "infantry", "battalion", Rating(Fraction(n, 2), Fraction(n, 2), 6)), f"h{n}")
        for n in (1, 2)
    )
    assert minimal_losses(LossFacts(halves, ATTACKER, Fraction(3, 2)), rules_of("fof")) == (("h1", "h2"),)
    assert minimal_losses(LossFacts(halves, ATTACKER, Fraction(1, 2)), rules_of("fof")) == (("h1",), ("h2",))


def test_fof_9C_a_dozen_sets_of_losses_is_suggested_at_most_the_cheapest_first() -> None:
    facts = LossFacts(fighters(*(f"{n}-6" for n in (11, 13, 16, 19, 23, 27, 31))), ATTACKER, Fraction(75))
    found = minimal_losses(facts, rules_of("fof"))
    total = {who.id: who.unit.attack for who in facts.units}
    assert len(found) == 12
    assert [sum(total[i] for i in ids) for ids in found] == sorted(sum(total[i] for i in ids) for ids in found)
    assert sum(total[i] for i in found[0]) == 75


@pytest.mark.parametrize("book", BOOKS)
def test_9I_9J_exactly_half_of_the_losses_is_enough(book: str) -> None:
    """4 of 8 are borne by the tanks; of 9 they would have to bear more."""
    tanks = panzers("4", "2")
    group = frozenset(who.id for who in tanks)
    for infantry, enough in (("4-6", True), ("5-6", False)):
        facts = LossFacts((*tanks, *fighters(infantry)), ATTACKER, Fraction(8), group)
        assert rule_on_losses(facts, ["p0", "u0"], rules_of(book)).allowed == enough


def test_sf_10C_losses_that_armor_bears_rest_on_how_its_share_is_read() -> None:
    rules = rules_of("sf")
    points = set(rules.resting("10C-smaller-share"))
    assert points
    for ability, rests in (("aeca", True), ("engineers", False)):
        facts = LossFacts(panzers("4"), ATTACKER, Fraction(4), others=((ability, frozenset({"p0"})),))
        assert bool(points & set(rule_on_losses(facts, ["p0"], rules).rests_on)) == rests


def test_what_each_side_used_is_told_apart() -> None:
    used = [("aeca", "1/2"), ("aecd", "1"), ("atec", "1/3"), ("engineers", "1/4")]
    assert used_by(ATTACKER, used) == (Used("aeca", Fraction(1, 2)), Used("engineers", Fraction(1, 4)))
    assert used_by(DEFENDER, used) == (Used("aecd", Fraction(1)), Used("atec", Fraction(1, 3)))


def test_sf_40B4_strength_lost_in_fights_adds_up_by_nation() -> None:
    piece = Piece("d", unit("8-6", "3-6"), AXIS, Hex("16A:2020"))
    state = GameState(Moment(Turn(1943, 7, 1), ALLIED, "combat"), FrozenMap({"d": piece}))
    once = eliminate(piece, state)
    assert once.recall(STRENGTH_LOST, "ge") == 8 - 3
    assert eliminate(once.piece("d"), once).recall(STRENGTH_LOST, "ge") == 8
    assert eliminate(piece, state, "overrun").recall(STRENGTH_LOST, "ge") == 8
    assert eliminate(piece, state, "landing").recall(STRENGTH_LOST, "ge") is None
    isolated = state.noting(ISOLATED, "d", True)
    assert eliminate(piece, isolated).recall(STRENGTH_LOST, "ge") is None
