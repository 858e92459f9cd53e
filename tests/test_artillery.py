"""Artillery in excess (14B) and siege artillery (FoF 14C and 14D, SF 14B1 and 14B2), on the board and off."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.errors import IllegalOrder, UnknownName
from europa_rules.game import Game
from europa_rules.game_log import LogEntry
from europa_rules.ground.artillery import (
    GIVES_NO_SUPPORT,
    Cover,
    Fielded,
    cover_artillery,
    gunfire_as_artillery,
    reckon_special_strength,
    reckon_with_artillery,
    without_support_of_excess,
)
from europa_rules.ground.artillery import fielded as as_fielded
from europa_rules.ground.attacks import Attack
from europa_rules.ground.battleground import features_of
from europa_rules.ground.combat import AttackFacts, reckon_attack_strength, reckon_defense_strength
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ONE, ZERO
from europa_rules.position_notation import PieceNotation
from europa_rules.procedure import Opening
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit

HERE, NORTH, SOUTH = "17A:2018", "17A:1918", "17A:2118"
"""Clear hexes in the middle of France, without rivers between them."""


def units(text: str) -> tuple[Combatant, ...]:
    listed = PieceNotation.of_series().parse_list(text, "ge")
    return tuple(Combatant(u, f"{n}", "here") for n, u in enumerate(listed) if isinstance(u, Unit))


@cache
def rules_of(book: str, *rulings: tuple[str, str]) -> Ruleset:
    return er.load(book, rulings=dict(rulings))


def fight(book: str, text: str, attackers: tuple[str, ...], target: str, *rulings: tuple[str, str]) -> Game:
    """A game in which an attack has been carried out as far as its die."""
    game = Game.start(rules_of(book, *rulings), text, seed=1)
    game.submit(Attack(attackers, Hex(target)))
    while isinstance(game.pending, Opening) and game.pending.name == "attack declared":
        game.done()
    return game


def rolled(game: Game) -> LogEntry:
    return next(entry for entry in game.log if entry.kind.startswith("combat"))


def strength(game: Game, side: str) -> Fraction:
    return dict(rolled(game).ledgers)[side].value


# --- worked examples, on the board -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "cover", "date"), [("fof", "2-6 Inf III", "Jun I 40"), ("sf", "2-8 Eng III", "Jul I 44")]
)
def test_14B_worked_example_three_regiments_of_artillery_and_one_of_others_defend_with_6(
    book: str, cover: str, date: str
) -> None:
    attacker = "fr 6-6 Inf XX 1" if book == "fof" else "us 9-8 Inf XX 1"
    text = f"{HERE} 3x ge 2-3-8 Art III, ge {cover} | {NORTH} {attacker} | {date}, Allied combat"
    game = fight(book, text, (attacker.split()[0] + " 1 Inf XX",), HERE)
    assert strength(game, "defense") == 6
    explained = game.explain(rolled(game).number)
    assert "artillery in excess" in explained and f"{'FoF' if book == 'fof' else 'SF'} 14B" in explained


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_14B_three_regiments_of_artillery_attack_with_one_of_others_from_two_hexes(book: str) -> None:
    date, enemy = ("Jun I 40", "fr 6-6") if book == "fof" else ("Jul I 44", "us 9-8")
    text = (
        f"{NORTH} 2x ge 2-3-8 Art III, ge 2-8* Mot III | {SOUTH} ge 2-3-8 Art III | {HERE} {enemy} Inf XX 1"
        f" | {date}, Axis combat"
    )
    game = fight(book, text, ("ge Art III", "ge Art III #2", "ge Art III #3", "ge Mot III"), HERE)
    assert strength(game, "attack") == 2 + 2 + 1


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_14B_artillery_alone_attacks_with_1_in_all(book: str) -> None:
    date, enemy = ("Jun I 40", "fr 1-6") if book == "fof" else ("Jul I 44", "us 1-8")
    text = f"{NORTH} 3x ge 2-3-8 Art III | {HERE} {enemy} Inf III 1 | {date}, Axis combat"
    game = fight(book, text, ("ge Art III", "ge Art III #2", "ge Art III #3"), HERE)
    assert strength(game, "attack") == 1


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_14B_a_headquarters_covers_a_regiment_of_artillery_and_position_aa_does_not(book: str) -> None:
    rules = rules_of(book)
    covered = AttackFacts(defenders=units("2-3-8 Art III, 8 Inf HQ"))
    assert reckon_defense_strength(covered, rules).value == 3
    bare = AttackFacts(defenders=units("2-3-8 Art III, PosAA 4"))
    assert reckon_defense_strength(bare, rules).value == 1


def test_fof_14B_a_unit_that_retreated_into_the_hex_neither_covers_nor_counts() -> None:
    guns, infantry = units("2-3-8 Art III, 7-6 Inf XX")
    fled = evolve(infantry, retreated_here=True)
    assert reckon_defense_strength(AttackFacts(defenders=(guns, fled)), rules_of("fof")).value == 1
    assert reckon_defense_strength(AttackFacts(defenders=(guns, infantry)), rules_of("fof")).value == 10


def test_sf_14B_handed_A05_gunfire_is_artillery_and_needs_cover() -> None:
    brigade = Combatant(units("br 3-8 Inf X")[0].unit, "brigade", "here", situation={"supported by": "naval gunfire"})
    facts = AttackFacts(attackers=(brigade,), attack_naval=16)
    found = reckon_attack_strength(facts, rules_of("sf"))
    assert found.value == 3 + 4 + 1
    assert found.reevaluate() == found.value


# --- who is covered --------------------------------------------------------------------------------------------------


def piece(strength: Fraction, re: Fraction = ZERO, covers: Fraction = ZERO) -> Fielded:
    return Fielded("unit", Reckoning.of(strength, "printed"), re, bool(re), covers)


def brute_force(fielded: list[Fielded]) -> Fraction:
    """The best total over every choice of covered units, by the rule's words."""
    limit = sum((u.covers for u in fielded), ZERO)
    guns = [u for u in fielded if u.artillery]
    others = sum((u.strength.value for u in fielded if not u.artillery), ZERO)
    best = ZERO
    for chosen in product([True, False], repeat=len(guns)):
        inside = [u for u, c in zip(guns, chosen, strict=True) if c]
        if sum((u.re for u in inside), ZERO) <= limit:
            outside = [u for u, c in zip(guns, chosen, strict=True) if not c]
            rest = sum((u.strength.value for u in outside), ZERO)
            best = max(best, sum((u.strength.value for u in inside), ZERO) + min(ONE, rest))
    return others + best


SIZES = st.sampled_from([HALF, ONE, Fraction(3)])


@settings(max_examples=80)
@given(
    guns=st.lists(st.tuples(st.integers(0, 9), SIZES), max_size=6),
    others=st.lists(st.tuples(st.integers(0, 9), SIZES), max_size=3),
)
def test_14B_the_choice_of_covered_artillery_equals_brute_force(
    guns: list[tuple[int, Fraction]], others: list[tuple[int, Fraction]]
) -> None:
    fielded = [piece(Fraction(n), re) for n, re in guns] + [piece(Fraction(n), covers=re) for n, re in others]
    for book in ("fof", "sf"):
        total = sum((s.value for _, s in reckon_with_artillery(fielded, rules_of(book))), ZERO)
        assert total == brute_force(fielded)


def test_14B_the_stronger_regiment_is_covered() -> None:
    fielded = [piece(Fraction(1), ONE), piece(Fraction(5), ONE), piece(Fraction(2), covers=ONE)]
    assert cover_artillery(fielded).covered == (ZERO, ONE, ONE)


# --- open points -----------------------------------------------------------------------------------------------------


def with_rulings(text: str, book: str, rulings: dict[str, str]) -> Fraction:
    rules = rules_of(book, *rulings.items())
    return reckon_defense_strength(AttackFacts(defenders=units(text)), rules).value


def test_sf_14B_a_regiment_that_half_fits_is_in_excess_or_counts_in_part() -> None:
    stack = "4-8 Art III, 1-8 Eng II"
    assert with_rulings(stack, "sf", {}) == 1 + 1
    assert with_rulings(stack, "sf", {"sf-14B-unmatched-artillery": "pro-rata"}) == 1 + 2 + 1


def test_sf_14B_only_combat_units_cover_by_another_reading() -> None:
    stack = "2-3-8 Art III, 8 Inf HQ"
    assert with_rulings(stack, "sf", {"sf-14B-cover": "combat-units"}) == 1
    assert with_rulings("2-3-8 Art III, 0-1-8 Inf XX", "sf", {"sf-14B-cover": "combat-units"}) == 3 + 1
    assert with_rulings("2-3-8 Art III, 1-0-8 Inf XX", "sf", {"sf-14B-cover": "combat-units"}) == 3


def test_sf_14B_artillery_in_excess_supports_or_not() -> None:
    stack = "2-3-8 Art III, 0-1-8 AT II"
    assert with_rulings(stack, "sf", {}) == 1 + 1
    assert with_rulings(stack, "sf", {"sf-14B-excess-support": "no"}) == HALF + 1


def test_sf_14B_artillery_that_is_covered_supports_also_where_that_in_excess_does_not() -> None:
    group, cover = units("2-3-8 Art III, 2-3-8 Art III"), Cover(ONE, (ONE, ZERO))
    marked = without_support_of_excess(group, cover, rules_of("sf", ("sf-14B-excess-support", "no")))
    assert marked is not None
    assert [GIVES_NO_SUPPORT in who.situation for who in marked] == [False, True]


def test_sf_14B_excess_artillery_without_strength_is_worth_nothing_or_1() -> None:
    stack = "2-0-8 Art III, 8 Inf HQ, 2-0-8 Art III"
    assert with_rulings(stack, "sf", {}) == 0
    assert with_rulings(stack, "sf", {"sf-14B-excess-floor": "one"}) == 1


def test_fof_14B_every_piece_covers_by_another_reading() -> None:
    stack = "2-3-8 Art III, PosAA 2"
    assert with_rulings(stack, "fof", {}) == 1
    assert with_rulings(stack, "fof", {"fof-14B-artillery-cover": "all-pieces"}) == 3


@pytest.mark.parametrize(("book", "point"), [("fof", "fof-14B-artillery-cover"), ("sf", "sf-14B-cover")])
def test_14B_an_answer_on_excess_says_what_it_rests_on(book: str, point: str) -> None:
    found = reckon_defense_strength(AttackFacts(defenders=units("2x 2-3-8 Art III")), rules_of(book))
    assert any(text.startswith(point) for text in found.rests_on)


# --- siege artillery -------------------------------------------------------------------------------------------------

GUN = units("4-2-6 SgArt III")[0].unit


def siege(ground: Ground, book: str, rulings: dict[str, str] | None = None, lent: str = "") -> Fraction:
    rules = rules_of(book, *(rulings or {}).items())
    return reckon_special_strength(Combatant(GUN), features_of(ground, rules), rules, lent_effect=lent).value


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_14C_siege_artillery_is_doubled_against_a_major_city_and_not_in_the_open(book: str) -> None:
    assert siege(Ground(city="full"), book) == siege(Ground(city="partial"), book) == 8
    assert siege(Ground(), book) == siege(Ground("woods"), book) == 4


@pytest.mark.parametrize(("book", "number"), [("fof", "14C"), ("sf", "14B1")])
@pytest.mark.parametrize("ground", [Ground(city="full"), Ground(fortification="fortress", condition="improved")])
def test_14C_what_doubles_siege_artillery_cites_its_rule(ground: Ground, book: str, number: str) -> None:
    rules = rules_of(book)
    ledger = reckon_special_strength(Combatant(GUN), features_of(ground, rules), rules)
    assert ledger.value == 8
    assert number in [citation.number for citation in ledger.citations]


def test_fof_14C_a_fortification_that_halves_or_quarters_doubles_siege_artillery() -> None:
    assert siege(Ground(), "fof", lent="halves") == siege(Ground(), "fof", lent="quarters") == 8
    assert siege(Ground(), "fof", lent="none") == 4
    with pytest.raises(UnknownName, match="halves"):
        siege(Ground(), "fof", lent="halfs")


def test_fof_14C_the_westwall_doubles_siege_artillery_by_another_reading() -> None:
    westwall = Ground(fortification="westwall", strength=2)
    assert siege(westwall, "fof") == 4
    assert siege(westwall, "fof", {"fof-14C-westwall-siege": "yes"}) == 8
    assert siege(Ground(fortification="maginot"), "fof") == 4


def test_fof_14C_siege_artillery_in_a_city_attack_on_the_board_doubles_or_not() -> None:
    board = rules_of("fof").board
    paris = next(ref for ref in board.hexes if (city := board.city(ref)) and city.size == "full")
    near = board.neighbors_of(paris)[0]
    text = f"{near} ge 4-2-6 SgArt III, ge 7-6 Inf XX 1 | {paris} fr 2-6 Inf III 1 | Jun I 40, Axis combat"
    totals = {}
    for reading in ("replaces", "both"):
        point = ("fof-14C-siege-and-halving", reading)
        game = fight("fof", text, ("ge SgArt III", "ge 1 Inf XX"), paris, point)
        totals[reading] = strength(game, "attack")
    assert totals["replaces"] - totals["both"] == 4


# --- long-range siege artillery, on the board ------------------------------------------------------------------------


@pytest.mark.parametrize(("book", "rule"), [("fof", "14D"), ("sf", "14B2")])
def test_14D_a_gun_at_two_hexes_joins_adjacent_attackers_and_is_not_lost_with_them(book: str, rule: str) -> None:
    date, enemy = ("Jun I 40", "fr 9-6") if book == "fof" else ("Jul I 44", "us 9-8")
    board = rules_of(book).board
    gun_hex = next(h for h in board.neighbors_of(Hex(NORTH)) if board.distance(h, Hex(HERE)) == 2)
    text = f"{gun_hex} ge 1-1-R LRSgArt II | {NORTH} ge 1-6 Inf III 1 | {HERE} {enemy} Inf XX 1 | {date}, Axis combat"
    game = Game.start(rules_of(book), text, seed=1)
    with pytest.raises(IllegalOrder, match=rule):
        game.submit(Attack(("ge LRSgArt II",), Hex(HERE)))
    game = fight(book, text, ("ge LRSgArt II", "ge 1 Inf III"), HERE)
    assert "AE" in rolled(game).text
    assert "ge 1 Inf III" not in game.state.pieces
    assert "ge LRSgArt II" in game.state.pieces


# --- exact limits ----------------------------------------------------------------------------------------------------


def test_14B_artillery_of_exactly_the_size_of_the_others_is_covered() -> None:
    guns, half = piece(Fraction(4), ONE), piece(Fraction(3), HALF)
    for fielded, covered in (
        ([guns, piece(ZERO, covers=ONE)], (ONE, ONE)),
        ([guns, piece(ZERO, covers=HALF)], (ZERO, ONE)),
        ([guns, half, piece(ZERO, covers=ONE)], (ONE, ZERO, ONE)),
        ([half, half, piece(ZERO, covers=ONE)], (ONE, ONE, ONE)),
        ([guns, guns], (ZERO, ZERO)),
        ([half, piece(Fraction(5), HALF), piece(ZERO, covers=HALF)], (ZERO, ONE, ONE)),
    ):
        assert cover_artillery(fielded).covered == covered
    assert cover_artillery([guns, piece(ZERO, covers=HALF)]).limit == HALF


def test_sf_14B_what_is_covered_in_part_is_the_strongest_for_its_size() -> None:
    """An RE covers the whole of the gun of 4 and a half of that of 3, which are half an RE and one."""
    dense = evolve(piece(Fraction(4), HALF), indivisible=False)
    thin = evolve(piece(Fraction(3), ONE), indivisible=False)
    nothing = evolve(piece(Fraction(2), ZERO), indivisible=False)
    for fielded in ([dense, thin, nothing], [thin, nothing, dense]):
        cover = cover_artillery([*fielded, piece(ZERO, covers=ONE)])
        by_gun = dict(zip(map(id, fielded), cover.covered[:3], strict=True))
        assert [by_gun[id(gun)] for gun in (dense, thin, nothing)] == [ONE, HALF, ONE]
        assert cover.has_excess


@pytest.mark.parametrize("book", ["fof", "sf"])
def test_14B_artillery_in_excess_counts_at_most_one_together(book: str) -> None:
    rules = rules_of(book)
    for strengths, together in (((HALF,), HALF), ((HALF, HALF), ONE), ((ONE, HALF), ONE), ((ZERO,), ZERO)):
        (name, excess), *rest = reckon_with_artillery([piece(n, ONE) for n in strengths], rules)
        assert (name, excess.value, rest) == ("artillery in excess", together, [])
        assert [c.number for c in excess.lines[0].by] == ["14B"]


def test_fof_14B_a_unit_that_takes_no_part_neither_covers_nor_needs_cover() -> None:
    guns, infantry = units("4-8 Art III, 2-6 Inf III")
    strength = Reckoning.of(4, "printed")
    for who, counts, artillery, covers in (
        (guns, True, True, ZERO),
        (guns, False, False, ZERO),
        (infantry, True, False, ONE),
        (infantry, False, False, ZERO),
    ):
        found = as_fielded("x", who.unit, strength, rules_of("fof"), counts=counts)
        assert (found.artillery, found.covers) == (artillery, covers)


def test_33A_gunfire_is_artillery_where_a_game_says_so() -> None:
    assert gunfire_as_artillery(Reckoning.of(0, "gunfire"), rules_of("sf")) == ()
    (of_sf,), (of_fof,) = (gunfire_as_artillery(Reckoning.of(4, "gunfire"), rules_of(book)) for book in ("sf", "fof"))
    assert (of_sf.artillery, of_sf.indivisible, of_fof.artillery) == (True, False, False)
    assert of_sf.re > 0 == of_fof.re


def test_fof_14C_a_lent_effect_doubles_once() -> None:
    for lent, strength in (("", 4), ("none", 4), ("halves", 8), ("quarters", 8)):
        assert siege(Ground(), "fof", lent=lent) == strength
        assert siege(Ground(city="full"), "fof", lent=lent) == 8
    infantry = Combatant(units("4-6 Inf III")[0].unit)
    assert reckon_special_strength(infantry, (), rules_of("fof"), lent_effect="halves").value == 4


def test_fof_14C_siege_artillery_rests_on_how_its_doubling_is_read_where_there_is_ground() -> None:
    rules = rules_of("fof")
    for features, points in ((features_of(Ground(), rules), True), ((), False)):
        assert bool(reckon_special_strength(Combatant(GUN), features, rules).rests_on) == points
