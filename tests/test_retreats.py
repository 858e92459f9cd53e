"""Retreats (rule 9F1, FoF 9F3, SF 43A) in both books, on a board that is clear around one hex."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.errors import IllegalAnswer
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.facts import ATTEMPT, RETREATED_INTO, Attempt
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.retreats import (
    RetreatFacts,
    RetreatHex,
    gather_retreat,
    gather_retreat_hex,
    may_ignore_zocs,
    reckon_retreat,
    retreat,
    still_to_retreat,
)
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side, Turn
from europa_rules.state import GameState, Moment, Piece
from europa_rules.testing import Played, play
from europa_rules.units import Rating, Size, Unit
from europa_rules_sf.retreat_overruns import offer_overruns, plan_retreat_overrun

BOOKS = ["fof", "sf"]
D = Hex("16A:2020")
TURNS = {"fof": Turn(1940, 5, 1), "sf": Turn(1943, 7, 1)}


@cache
def flat(book: str, *options: str) -> Ruleset:
    """The rules on a board that is clear and featureless for some hexes around D."""
    rules = er.load(book, options=options)
    board = rules.board
    near = [ref for ref in board.hexes if board.distance(D, ref) <= 4]
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


@cache
def with_sea_and_swamp(book: str) -> tuple[Ruleset, tuple[Hex, ...]]:
    """The flat board with sea and a wooded swamp near D, and the hexes within two of it."""
    rules = flat(book)
    ring = tuple(ref for ref in rules.board.hexes if 1 <= rules.board.distance(D, ref) <= 2)
    return with_terrain(rules, {ring[0]: "sea", ring[5]: "wooded_swamp"}), ring


def with_terrain(rules: Ruleset, terrain: Mapping[Hex, str]) -> Ruleset:
    return rules.on_board(rules.board.patched(hexes={ref: {"terrain": t} for ref, t in terrain.items()}))


def around(rules: Ruleset, ref: Hex = D) -> tuple[Hex, ...]:
    return rules.board.neighbors_of(ref)


def unit(rating: str, cadre: str = "", type_: str = "infantry", nation: str = "ge", size: Size = "division") -> Unit:
    return Unit(nation, type_, size, Rating.parse(rating), cadre=Rating.parse(cadre) if cadre else None)


def pieces(*placed: tuple[str, Unit, Side, Hex]) -> FrozenMap[str, Piece]:
    return FrozenMap({name: Piece(name, what, side, place) for name, what, side, place in placed})


def state_of(book: str, *placed: tuple[str, Unit, Side, Hex], player: Side = ALLIED) -> GameState:
    return GameState(Moment(TURNS[book], player, "combat"), pieces(*placed))


def enemies(*places: Hex) -> list[tuple[str, Unit, Side, Hex]]:
    """Enemy divisions, whose ZOCs reach the hexes around them."""
    return [(f"enemy {n}", unit("5-6", nation="br"), ALLIED, place) for n, place in enumerate(places)]


def carried_out(
    ids: tuple[str, ...], state: GameState, rules: Ruleset, *answers: tuple[str, ...]
) -> tuple[GameState, Played]:
    return play(retreat(ids, state, rules), answers=answers)


PANZER = unit("12-10", "5-10", "armor")
GUNS = unit("2-1-10", type_="assault_gun", size="battalion")
DIVISION = unit("7-6", "3-6")


@pytest.mark.parametrize("book", BOOKS)
def test_a01_a_stack_that_must_retreat_leaves_as_one(book: str) -> None:
    """An empty R is friendly-occupied for neither unit of the stack; an R held by a division is for both."""
    rules = flat(book)
    R, *others = around(rules)
    base = [("panzer", PANZER, AXIS, D), ("guns", GUNS, AXIS, D), *enemies(*others)]
    after, _ = carried_out(("panzer", "guns"), state_of(book, *base), rules)
    assert "guns" not in after.pieces
    assert (after.piece("panzer").place, str(after.piece("panzer").unit.rating)) == (R, "5-10")
    held = state_of(book, *base, ("holders", DIVISION, AXIS, R))
    after, _ = carried_out(("panzer", "guns"), held, rules)
    assert {i: (p.place, str(p.unit.rating)) for i, p in after.pieces.items() if p.side == AXIS} == {
        "panzer": (R, "12-10"),
        "guns": (R, "2-1-10"),
        "holders": (R, "7-6"),
    }


@pytest.mark.parametrize("book", BOOKS)
def test_a45_nowhere_to_go_but_ground_you_cannot_enter(book: str) -> None:
    """The only way out is a wooded swamp: the infantry goes there, the c/m division is lost, cadre and all."""
    rules = flat(book)
    W, *others = around(rules)
    rules = with_terrain(rules, {W: "wooded_swamp"})
    brigades = [(f"e{n}", unit("5-6", nation="br", size="brigade"), ALLIED, ref) for n, ref in enumerate(others)]
    state = state_of(book, ("panzer", PANZER, AXIS, D), ("infantry", DIVISION, AXIS, D), *brigades)
    after, played = carried_out(("panzer", "infantry"), state, rules)
    assert "panzer" not in after.pieces
    assert (after.piece("infantry").place, after.piece("infantry").unit) == (W, DIVISION)
    told = played.events[0]
    assert f"panzer has no way out and is eliminated: {W} is prohibited to the unit, enemy units are in" in told.text
    assert told.by == (rules.cite("9F1"),)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("side", [ALLIED, AXIS])
def test_9F1_points_alone_occupy_no_hex(book: str, side: Side) -> None:
    rules = flat(book)
    to = around(rules)[0]
    points = Unit("br", "resource_point", "counter", points=1)
    state = state_of(book, ("guns", DIVISION, AXIS, D), ("points", points, side, to))
    found = gather_retreat_hex(state.piece("guns"), to, state, rules)
    assert not found.enemy_occupied and not found.friendly_occupied


@pytest.mark.parametrize("book", BOOKS)
def test_b15_retreat_over_forbidden_ground(book: str) -> None:
    """The infantry must take the free mountain; artillery that may not enter it goes into the ZOC and is lost."""
    rules = flat(book)
    M, _, _, C, *_ = around(rules)
    rules = with_terrain(rules, {M: "mountain"})
    held = [ref for ref in around(rules) if ref not in (M, C)]
    beyond = next(
        ref for ref in around(rules, C) if ref != D and ref not in around(rules) and ref not in around(rules, M)
    )
    regiments = [(f"e{n}", unit("5-6", nation="br", size="brigade"), ALLIED, ref) for n, ref in enumerate(held)]
    guns = unit("3-2-8", type_="artillery", size="regiment")
    state = state_of(book, ("infantry", DIVISION, AXIS, D), ("guns", guns, AXIS, D), *regiments, *enemies(beyond))
    facts = {i: gather_retreat(state.piece(i), state, rules) for i in ("infantry", "guns")}
    barred = RetreatFacts(guns, tuple(evolve(h, prohibited=h.prohibited or h.hex == M) for h in facts["guns"].hexes))
    assert reckon_retreat(facts["infantry"], rules).options == (M,)
    assert reckon_retreat(facts["infantry"], rules).outcome == "intact"
    found = reckon_retreat(barred, rules)
    assert (found.options, found.outcome) == ((C,), "eliminated")


def test_fof_9F3_only_german_cm_units_have_the_ability() -> None:
    rules = flat("fof")
    assert may_ignore_zocs(PANZER, rules)
    assert not may_ignore_zocs(DIVISION, rules)
    assert not may_ignore_zocs(unit("6-10", type_="armor", nation="fr"), rules)


@pytest.mark.parametrize(("book", "number"), [("fof", "9F3"), ("sf", "9F1")])
def test_9F3_a_retreat_shielded_by_friends_cites_the_german_ability(book: str, number: str) -> None:
    rules, beside = flat(book), RetreatHex("a", enemy_zoc=True, friendly_occupied=True)
    assert [c.number for c in reckon_retreat(RetreatFacts(PANZER, (beside,)), rules).by] == [number]
    assert not reckon_retreat(RetreatFacts(DIVISION, (beside,)), rules).by
    assert not reckon_retreat(RetreatFacts(PANZER, (evolve(beside, enemy_zoc=False),)), rules).by


def test_fof_9F3_the_answer_about_a_shielded_retreat_cites_it() -> None:
    panzer = {"nation": "Ge", "type": "armor", "size": "division", "rating": "10-10"}
    hexes = [{"hex": "a", "enemy_zoc": True, "friendly_occupied": True}]
    answer = er.ask({"ask": "effect", "what": "retreat", "unit": panzer, "hexes": hexes}, flat("fof"))
    assert [c.number for c in answer.citations] == ["9F1", "9F3"]


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_the_owner_chooses_within_the_best_priority_only(book: str) -> None:
    rules = flat(book)
    a, b, c, *_ = around(rules)
    far = next(ref for ref in around(rules, b) if ref not in (D, *around(rules)) and ref not in around(rules, a))
    state = state_of(book, ("x", DIVISION, AXIS, D), *enemies(far))
    options = reckon_retreat(gather_retreat(state.piece("x"), state, rules), rules).options
    assert b not in options and a in options and c in set(around(rules))
    with pytest.raises(IllegalAnswer, match="cannot be chosen"):
        carried_out(("x",), state, rules, (f"x > {b}",))


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_each_unit_gets_one_hex(book: str) -> None:
    rules = flat(book)
    a, b, *_ = around(rules)
    state = state_of(book, ("x", DIVISION, AXIS, D), ("y", DIVISION, AXIS, D))
    with pytest.raises(IllegalAnswer, match="no hex, or more than one, is chosen for x, y"):
        carried_out(("x", "y"), state, rules, (f"x > {a}", f"x > {b}"))


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_8B_units_that_overstack_go_on_and_never_back(book: str) -> None:
    """Six brigades hold the only free hex; the division passes through it, not back to where it came from."""
    rules = flat(book)
    R, *others = around(rules)
    full = [(f"b{n}", unit("2-6", size="division"), AXIS, R) for n in range(3)]
    held = [(f"e{n}", unit("5-6", nation="br", size="brigade"), ALLIED, ref) for n, ref in enumerate(others)]
    state = state_of(book, ("x", DIVISION, AXIS, D), *full, *held)
    after, played = carried_out(("x",), state, rules)
    assert after.piece("x").place not in (D, R)
    assert rules.board.distance(after.piece("x").place, R) == 1
    assert len(played.events) == 2


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_of_two_that_overstack_together_the_owner_says_who_goes_on(book: str) -> None:
    rules = flat(book)
    R, *others = around(rules)
    there = [(f"b{n}", unit("2-6", size="division"), AXIS, R) for n in range(2)]
    held = [(f"e{n}", unit("5-6", nation="br", size="brigade"), ALLIED, ref) for n, ref in enumerate(others)]
    state = state_of(book, ("x", DIVISION, AXIS, D), ("y", DIVISION, AXIS, D), *there, *held)
    after, played = play(retreat(("x", "y"), state, rules), answers=[("y",)])
    assert after.piece("x").place == R and after.piece("y").place != R
    assert any("overstacked" in d.question for d in played.decisions)


@pytest.mark.parametrize("book", BOOKS)
def test_14K_14F_units_that_cannot_move_are_eliminated(book: str) -> None:
    rules = flat(book)
    gun = unit("5-1-R", type_="artillery", size="battalion")
    fortress = unit("4-0", type_="fortress", size="regiment")
    for what, number in ((gun, "rail-only"), (fortress, "zero-movement")):
        found = reckon_retreat(RetreatFacts(what, (RetreatHex("a"),)), rules)
        assert found.outcome == "eliminated"
        assert rules.cite(number) in found.ruling.citations
    assert reckon_retreat(RetreatFacts(gun, (RetreatHex("a", by_rail=True),)), rules).outcome == "intact"


def test_sf_9F1_position_aa_is_eliminated_or_stays_as_the_point_is_read() -> None:
    aa = Unit("br", "position_heavy_aa", "counter", points=2)
    facts = RetreatFacts(aa, (RetreatHex("a"),))
    assert reckon_retreat(facts, flat("sf")).outcome == "eliminated"
    assert "sf-9F1-position-aa: eliminated" in reckon_retreat(facts, flat("sf")).ruling.rests_on
    read = er.load("sf", rulings={"sf-9F1-position-aa": "stays"})
    assert reckon_retreat(facts, read).outcome == "stays"


@pytest.mark.parametrize("book", BOOKS)
def test_3D_a_retreat_changes_owners_and_is_remembered(book: str) -> None:
    rules = flat(book)
    R, *others = around(rules)
    state = state_of(book, ("x", DIVISION, AXIS, D), *enemies(*others[1:3]))
    state = state.owned({R: ALLIED, D: AXIS})
    to = reckon_retreat(gather_retreat(state.piece("x"), state, rules), rules).options[0]
    after, _ = carried_out(("x",), state, rules, (f"x > {to}",))
    assert hex_owner(Hex(to), after, rules) == AXIS
    assert after.recall(RETREATED_INTO, "x") == to


placed = st.lists(
    st.tuples(st.integers(min_value=0, max_value=17), st.sampled_from(["division", "brigade"]), st.booleans()),
    max_size=9,
)


@settings(max_examples=60)
@given(placed, st.integers(min_value=1, max_value=4), st.sampled_from(BOOKS), st.booleans())
def test_9F1_retreats_never_enter_forbidden_hexes(
    others: list[tuple[int, Size, bool]], count: int, book: str, panzers: bool
) -> None:
    """Whatever stands around: nobody ends in an enemy-occupied or prohibited hex, or a ZOC unharmed and alone."""
    rules, ring = with_sea_and_swamp(book)
    side_of: dict[Hex, Side] = {}
    units = []
    for n, (at, size, is_enemy) in enumerate(others):
        ref = ring[at]
        side = side_of.setdefault(ref, ALLIED if is_enemy else AXIS)
        units.append((f"o{n}", unit("4-6", nation="br" if side == ALLIED else "ge", size=size), side, ref))
    what = PANZER if panzers else DIVISION
    ids = tuple(f"x{n}" for n in range(count))
    before = state_of(book, *((i, what, AXIS, D) for i in ids), *units)
    after, played = carried_out(ids, before, rules)
    for i in ids:
        left = after.pieces.get(i)
        if left is None:
            continue
        assert left.place != D
        assert not before.enemies_at(left.place, AXIS)
        assert rules.board.terrain(left.place) != "sea"
        assert not (panzers and rules.board.terrain(left.place) == "wooded_swamp")
        if enemy_zoc(left.place, AXIS, before, rules) and len(played.events) == 1:
            friends = before.friends_at(left.place, AXIS)
            assert left.unit.size == "cadre" or (panzers and friends)


# --- SF 43A ----------------------------------------------------------------------------------------------------------


def _surrounded(rules: Ruleset, *, with_zoc: bool) -> tuple[GameState, Hex]:
    """Two 5-7-6 divisions, surrounded; one hex is held by a supported 1-10 battalion alone."""
    T, *others = around(rules)
    size: Size = "division" if with_zoc else "brigade"
    ring = [
        (f"e{n}", unit("6-6*" if not with_zoc else "6-6", nation="br", size=size), ALLIED, r)
        for n, r in enumerate(others)
    ]
    battalion = Unit("us", "infantry", "battalion", Rating.parse("1-10*"), symbols=("motorized",))
    division = unit("5-7-6", "2-3-6")
    state = state_of("sf", ("a", division, AXIS, D), ("b", division, AXIS, D), *ring, ("lone", battalion, ALLIED, T))
    attempt = Attempt(tuple(f"e{n}" for n in range(5)), ("a", "b"), D, result="DR", must_retreat=("a", "b"))
    return state.noting(ATTEMPT, "", attempt), T


def test_sf_43A_a_surrounded_stack_overruns_its_way_out() -> None:
    rules = flat("sf", "43A")
    state, T = _surrounded(rules, with_zoc=False)
    after, played = play(offer_overruns(state, rules), answers=[(f"a > {T}", f"b > {T}")])
    assert "lone" not in after.pieces
    assert {after.piece(i).place for i in ("a", "b")} == {T}
    assert str(after.piece("a").unit.rating) == "5-7-6"
    attempt = after.recall(ATTEMPT, "")
    assert attempt is not None and attempt.must_retreat == ()
    assert played.events[0].kind == "overrun in retreat"


def test_sf_43A_a_zoc_strikes_before_the_odds_are_reckoned() -> None:
    rules = flat("sf", "43A")
    state, T = _surrounded(rules, with_zoc=True)
    plan = plan_retreat_overrun(("a", "b"), T, state, rules)
    assert not plan.ruling.allowed
    assert "2 : 1 = 2:1" in str(plan.ruling)  # cadres are unsupported (SF 11)
    after, played = play(offer_overruns(state, rules))
    assert after.pieces == state.pieces and not played.decisions


def test_sf_43A_without_the_option_nothing_is_offered() -> None:
    assert not [s for s in flat("sf").steps("attack") if s.name == "overruns in retreat"]
    assert [s.name for s in flat("sf", "43A").steps("attack") if str(s.by[0]) == "SF 43A"] == ["overruns in retreat"]


def test_neutral_side_is_nobodys_enemy() -> None:
    rules = flat("fof")
    neutral = ("n", unit("5-6", nation="it"), NEUTRAL, around(rules)[0])
    state = state_of("fof", ("x", DIVISION, AXIS, D), neutral)
    assert not enemy_zoc(D, AXIS, state, rules)


# --- further exact limits --------------------------------------------------------------------------------------------


class Fences:
    """House rules that keep units out of hexes, each in a way of its own."""

    name = "fences"

    def __init__(self, entered: Hex, retreated: Hex, closed: Hex) -> None:
        self.entered, self.retreated, self.closed = entered, retreated, closed

    @er.hookimpl
    def europa_prohibitions(self, variant: str) -> list[er.Prohibition]:
        return [
            er.Prohibition("no way", "enter hex", "House 1", "no way leads there", lambda e: e.hex == self.entered),
            er.Prohibition("no retreat", "retreat into hex", "House 2", "no", lambda h: h.hex == self.retreated),
        ]

    @er.hookimpl
    def europa_sources(self, variant: str) -> list[er.Source]:
        return [er.Source("neutral", "closed hexes", "House 3", lambda *_: frozenset({self.closed}))]


def test_fof_9F1_what_other_rules_close_is_closed_to_a_retreat() -> None:
    plain = flat("fof")
    a, b, c, *rest = around(plain)
    rules = er.load("fof", plugins=["fof", Fences(a, b, c)]).on_board(plain.board)
    state = state_of("fof", ("x", DIVISION, AXIS, D))
    facts = gather_retreat(state.piece("x"), state, rules)
    assert [h.hex for h in facts.hexes if h.prohibited] == [a, c]
    assert reckon_retreat(facts, rules).options == tuple(rest)


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_who_is_gone_need_not_retreat(book: str) -> None:
    state = state_of(book, ("x", DIVISION, AXIS, D))
    assert still_to_retreat(Attempt((), (), D, must_retreat=("gone", "x")), state) == ("x",)


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_it_is_suggested_to_spread_and_else_to_go_together(book: str) -> None:
    """R has room for one division more, S for two; T is open to y alone, which is in no ZOC there."""
    rules = flat(book)
    R, S, *others = around(rules)
    held = [(f"e{n}", unit("5-6", nation="br", size="brigade"), ALLIED, ref) for n, ref in enumerate(others)]
    there = [(f"r{n}", DIVISION, AXIS, R) for n in range(2)]
    state = state_of(book, ("x", DIVISION, AXIS, D), ("y", DIVISION, AXIS, D), *there, *held)
    _, played = carried_out(("x", "y"), state, rules)
    assert played.decisions[0].suggestions == (
        (f"x > {R}", f"y > {S}"),
        (f"x > {R}", f"y > {R}"),
        (f"x > {S}", f"y > {S}"),
    )


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_only_hexes_open_to_all_are_suggested_to_all(book: str) -> None:
    """The panzers may not enter the swamp, which the infantry may."""
    rules = flat(book)
    R, S, *others = around(rules)
    rules = with_terrain(rules, {S: "wooded_swamp"})
    held = [(f"e{n}", unit("5-6", nation="br", size="brigade"), ALLIED, ref) for n, ref in enumerate(others)]
    state = state_of(book, ("x", DIVISION, AXIS, D), ("p", PANZER, AXIS, D), *held)
    _, played = carried_out(("x", "p"), state, rules)
    assert played.decisions[0].suggestions == ((f"x > {R}", f"p > {R}"),)
    assert played.decisions[0].question == "where do x, p retreat to?"


@pytest.mark.parametrize("book", BOOKS)
def test_9F1_8B_the_fewest_units_that_bring_a_hex_within_its_limit_go_on(book: str) -> None:
    """R holds three divisions: beside two there, of two that come one goes on, of three two; beside three, all."""
    rules = flat(book)
    R, *others = around(rules)
    held = [(f"e{n}", unit("5-6", nation="br", size="brigade"), ALLIED, ref) for n, ref in enumerate(others)]
    for there, coming, suggested in (
        (2, ("x", "y"), (("x",), ("y",))),
        (2, ("x", "y", "z"), (("x", "y"), ("x", "z"), ("y", "z"))),
        (3, ("x", "y"), ()),
    ):
        holders = [(f"r{n}", DIVISION, AXIS, R) for n in range(there)]
        state = state_of(book, *((i, DIVISION, AXIS, D) for i in coming), *holders, *held)
        after, played = carried_out(coming, state, rules)
        asked = [d.suggestions for d in played.decisions if d.question.endswith("who retreats further?")]
        assert asked == ([suggested] if suggested else [])
        assert sum(after.piece(i).place == R for i in coming) == 3 - there


@pytest.mark.parametrize(
    ("zoc", "overstacked", "cadre", "later", "outcome", "words"),
    [
        (False, False, "3-6", True, "intact", "unharmed"),
        (True, False, "3-6", True, "cadre", "cadre 3-6"),
        (True, True, "", True, "eliminated", "eliminated"),
        (False, True, "3-6", True, "continues", "must retreat further"),
        (False, True, "3-6", False, "eliminated", "eliminated"),
    ],
)
@pytest.mark.parametrize("book", BOOKS)
def test_9F1_what_becomes_of_a_unit_in_the_only_hex_open_to_it(
    book: str, zoc: bool, overstacked: bool, cadre: str, later: bool, outcome: str, words: str
) -> None:
    to = RetreatHex("a", enemy_zoc=zoc, overstacked=overstacked)
    found = reckon_retreat(RetreatFacts(unit("7-6", cadre), (to,), can_comply_later=later), flat(book))
    assert (found.outcome, found.words) == (outcome, words)


@pytest.mark.parametrize("book", BOOKS)
def test_24B_a_zoc_in_its_own_hex_harms_a_unit_in_every_hex_but_among_friends(book: str) -> None:
    """A c/m unit among Germans ignores it; others are reduced to cadre wherever they go."""
    empty, held = RetreatHex("a"), RetreatHex("b", friendly_occupied=True)
    for what, options, outcome in (
        (PANZER, ("b",), "intact"),
        (DIVISION, ("a", "b"), "cadre"),
    ):
        found = reckon_retreat(RetreatFacts(what, (empty, held), zoc_in_own_hex=True), flat(book))
        assert (found.options, found.outcome) == (options, outcome)
