"""Zones of control (rule 5) in both books."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.campaign.nations import let_happen
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.facts import CARRIED_ON, LOST_ZOC, RAIL_BROKEN, REVERTS
from europa_rules.ground.losses import STRENGTH_LOST
from europa_rules.ground.supply_state import CHECKS_OUT
from europa_rules.ground.terrain import HexEntry, columns_of, described_entry
from europa_rules.ground.zones import (
    FULL,
    KINDS,
    NONE,
    REDUCED,
    ZocExertion,
    ZocMap,
    ZocReach,
    enemy_zoc,
    enemy_zoc_kind,
    gather_exertion,
    gather_reach,
    has_zoc,
    notes_of,
    pieces_told_of,
    sides_with_zoc,
    sizes_with_zoc,
    turns_out,
    zoc_kind,
    zoc_map,
    zoc_reaches,
    zoc_sources,
)
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side, Turn
from europa_rules.state import WEATHER, GameState, Moment, Piece
from europa_rules.units import SIZES, Rating, Size, Unit
from europa_rules_fof.duty_checks import ITALY_ENTERS

BOOKS = ["fof", "sf"]
MIDDLE = Hex("16A:2020")


@cache
def rules_of(book: str) -> Ruleset:
    return er.load(book)


def unit(rating: str = "5-6", size: Size = "division", type_: str = "infantry", nation: str = "fr") -> Unit:
    return Unit(nation, type_, size, Rating.parse(rating))


def flat(rules: Ruleset, middle: Hex = MIDDLE, radius: int = 4) -> Ruleset:
    """The rules on a board that is clear and featureless around a hex."""
    board = rules.board
    near = [ref for ref in board.hexes if board.distance(middle, ref) <= radius]
    pairs: set[tuple[str, str]] = {(min(a, b), max(a, b)) for a in near for b in board.neighbors_of(a)}
    clear: dict[str, str | int | bool] = {
        "terrain": "clear",
        "surface": "land",
        "bocage": False,
        "canal_intensive": False,
    }
    nothing: tuple[str, ...] = ()
    board = board.patched(
        hexes=dict.fromkeys(near, clear),
        hexsides=dict.fromkeys(pairs, nothing),
        lines=dict.fromkeys(pairs, nothing),
        cities=dict.fromkeys(near),
    )
    return rules.on_board(board)


def state_of(*pieces: Piece, phase: str = "movement", player: Side = AXIS) -> GameState:
    return GameState(Moment(Turn.parse("May I 40"), player, phase), FrozenMap({p.id: p for p in pieces}))


def test_fof_5_01_a_zoc_covers_the_six_hexes_around() -> None:
    rules = flat(rules_of("fof"))
    state = state_of(Piece("D", unit(), ALLIED, MIDDLE))
    covered = {ref for ref in rules.board.hexes if enemy_zoc(ref, AXIS, state, rules)}
    assert covered == set(rules.board.neighbors_of(MIDDLE))


@pytest.mark.parametrize("book", BOOKS)
def test_5_04_divisional_units_alone_have_a_zoc(book: str) -> None:
    assert sizes_with_zoc(SIZES, rules_of(book)) == ("division", "divisional_group")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("terrain", "hexside", "rating_type"),
    [("salt_desert", "", "armor"), ("clear", "high_mountain", "infantry"), ("wooded_swamp", "", "armor")],
)
def test_5_02_no_zoc_over_prohibited_ground(book: str, terrain: str, hexside: str, rating_type: str) -> None:
    rules, who = rules_of(book), unit("8-8", type_=rating_type)
    entry = described_entry(who, terrain, [hexside], rules)
    ruling = zoc_reaches(ZocReach(ZocExertion(who), entry), rules)
    assert [c.number for c in ruling.citations] == ["5"]
    assert zoc_reaches(ZocReach(ZocExertion(who), HexEntry(columns_of(who, rules))), rules).allowed


def test_fof_5_03_a_zoc_does_not_cross_karst() -> None:
    rules = flat(rules_of("fof"))
    north = rules.board.neighbors_of(MIDDLE)[0]
    rules = rules.on_board(rules.board.patched(hexsides={(MIDDLE, north): ("karst",)}))
    state = state_of(Piece("D", unit(), ALLIED, MIDDLE))
    assert not enemy_zoc(north, AXIS, state, rules)
    assert enemy_zoc(rules.board.neighbors_of(MIDDLE)[1], AXIS, state, rules)


@pytest.mark.parametrize(("phase", "expected"), [("movement", False), ("combat", True)])
def test_fof_5_06_administrative_movement_costs_the_zoc_for_the_phase(phase: str, expected: bool) -> None:
    facts = ZocExertion(unit(), done=("administrative movement",), phase=phase)
    ruling = has_zoc(facts, rules_of("fof"))
    assert ruling.allowed is expected
    assert [str(c) for c in ruling.citations] == ([] if expected else ["FoF 6B"])


@pytest.mark.parametrize("activity", ["rail movement", "air transport", "being overrun"])
def test_sf_5_06_other_activities_cost_it_while_they_last(activity: str) -> None:
    rules = rules_of("sf")
    assert not has_zoc(ZocExertion(unit(), doing=(activity,)), rules).allowed
    assert has_zoc(ZocExertion(unit(), done=(activity,)), rules).allowed


def test_sf_5_05_a_zoc_is_reduced_from_the_second_turn_out_of_supply() -> None:
    kinds = [zoc_kind(ZocExertion(unit(), turns_out_of_supply=n), rules_of("sf")) for n in range(4)]
    assert kinds == [FULL, FULL, REDUCED, REDUCED]
    assert zoc_kind(ZocExertion(unit(size="brigade"), turns_out_of_supply=3), rules_of("sf")) == NONE


def test_fof_5_07_a_zoc_is_whole_or_absent() -> None:
    kinds = {zoc_kind(ZocExertion(unit(), turns_out_of_supply=n), rules_of("fof")) for n in range(5)}
    assert kinds == {FULL}


def test_fof_31E1_04_french_zocs_stay_out_of_belgium_on_the_invasion_turn() -> None:
    rules, entry = rules_of("fof"), HexEntry(("other",))
    invaded = {"invasion turn": "yes"}
    assert not zoc_reaches(ZocReach(ZocExertion(unit()), entry, "Belgium", invaded), rules).allowed
    assert zoc_reaches(ZocReach(ZocExertion(unit()), entry, "France", invaded), rules).allowed
    assert zoc_reaches(ZocReach(ZocExertion(unit()), entry, "Belgium"), rules).allowed


def test_fof_28A_03_italians_exert_no_zoc_outside_italy_before_it_is_at_war() -> None:
    rules, italian = rules_of("fof"), unit("3-6", nation="it")
    peace = {"Italy at war": "no"}
    assert not zoc_reaches(ZocReach(ZocExertion(italian), HexEntry(("other",)), "France", peace), rules).allowed
    assert zoc_reaches(ZocReach(ZocExertion(italian), HexEntry(("other",)), "Italy", peace), rules).allowed


def test_sf_5_06_a_lost_zoc_is_no_source_on_the_board() -> None:
    rules = flat(rules_of("sf"))
    target = rules.board.neighbors_of(MIDDLE)[2]
    state = state_of(Piece("D", unit(), ALLIED, MIDDLE), Piece("B", unit(size="brigade"), ALLIED, target))
    assert [p.id for p in zoc_sources(target, AXIS, state, rules)] == ["D"]
    assert enemy_zoc_kind(target, AXIS, state, rules, besides=["D"]) == NONE
    gone = state.noting(LOST_ZOC, "D", "administrative movement")
    assert not enemy_zoc(target, AXIS, gone, rules)
    assert enemy_zoc(target, AXIS, gone.at_moment(evolve(gone.moment, phase="combat")), rules)


def test_fof_5_04_neutral_units_and_friends_exert_no_zoc_against_a_side() -> None:
    rules = flat(rules_of("fof"))
    target = rules.board.neighbors_of(MIDDLE)[2]
    state = state_of(Piece("N", unit(nation="be"), NEUTRAL, MIDDLE), Piece("F", unit(nation="ge"), AXIS, MIDDLE))
    assert not enemy_zoc(target, AXIS, state, rules)
    assert enemy_zoc(target, ALLIED, state, rules)


def test_sf_5_02_the_compiled_map_agrees_with_the_rule_in_any_weather() -> None:
    rules = rules_of("sf")
    land = [ref for ref in rules.board.hexes if rules.board.has_land(ref)]
    pieces = [
        Piece(f"{kind}{n}", unit("8-8", type_=kind, nation="br"), ALLIED, land[211 * n + 17 * k])
        for k, kind in enumerate(("armor", "infantry", "mountain"))
        for n in range(12)
    ]
    for weather in ("clear", "mud", "winter"):
        state = state_of(*pieces).noting(WEATHER, "", weather)
        compiled = zoc_map(state, rules)
        for piece in pieces:
            for ref in rules.board.neighbors_of(piece.place):
                reached = piece in compiled.sources.get(rules.board.at(ref), ())
                assert reached == zoc_reaches(gather_reach(piece, ref, state, rules), rules).allowed


def test_sf_12D_the_compiled_map_follows_what_is_judged_while_nobody_moves() -> None:
    rules = flat(rules_of("sf"))
    target = rules.board.neighbors_of(MIDDLE)[2]
    supplied = state_of(Piece("D", unit(), ALLIED, MIDDLE))
    starved = supplied.noting(CHECKS_OUT, "D", 3)
    for state, kind in ((supplied, FULL), (starved, REDUCED), (supplied, FULL)):
        assert enemy_zoc_kind(target, AXIS, state, rules) == kind
        assert KINDS[zoc_map(state, rules).against(AXIS)[rules.board.at(target)]] == kind


def test_fof_31E1_04_28A_03_on_the_board_zocs_stay_at_home_until_the_turn_or_the_war_allows_them() -> None:
    rules = rules_of("fof")
    start = er.Game.start(rules, "historical", seed="zocs").state
    for nation, side, home, abroad in (("fr", ALLIED, "France", "Belgium"), ("it", AXIS, "Italy", "France")):
        border = [ref for ref in rules.board.hexes if _borders(ref, home, abroad, rules)]
        pieces = {str(ref): Piece(ref, unit(nation=nation), side, ref) for ref in border}
        now = evolve(start, pieces=start.pieces.merge(pieces))
        later = let_happen(ITALY_ENTERS, now.at_moment(evolve(now.moment, turn=Turn.parse("Jun II 40"))))
        beyond = {j for ref in border for j in rules.board.neighbors_of(ref) if rules.board.country(j) == abroad}
        before, after = (
            {ref for ref in beyond if set(pieces.values()) & set(_sources(ref, state, rules))} for state in (now, later)
        )
        assert not before
        assert len(after) > len(border) / 2


def _borders(ref: Hex, country: str, other: str, rules: Ruleset) -> bool:
    """Whether a hex of a country adjoins one of another."""
    return rules.board.country(ref) == country and other in map(rules.board.country, rules.board.neighbors_of(ref))


def _sources(ref: Hex, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    return zoc_map(state, rules).sources.get(rules.board.at(ref), ())


# --- the compiled map against the rule, step by step -----------------------------------------------------------------


@cache
def small(book: str) -> tuple[Ruleset, tuple[Hex, ...]]:
    """A flat board, and the hexes of its midst."""
    rules = flat(rules_of(book))
    return rules, tuple(ref for ref in rules.board.hexes if rules.board.distance(MIDDLE, ref) <= 2)


def agrees(state: GameState, rules: Ruleset, near: tuple[Hex, ...]) -> bool:
    """Whether the map of a state is what the rule says of each piece and hex alone."""
    board, compiled = rules.board, zoc_map(state, rules)
    seen = {ref: sides_with_zoc((ref,), state, rules)[ref] for ref in near}
    for ref in near:
        reaching = [
            piece
            for place in board.neighbors_of(ref)
            for piece in state.at(place)
            if zoc_reaches(gather_reach(piece, ref, state, rules), rules).allowed
        ]
        by_id = tuple(sorted(reaching, key=lambda piece: piece.id))
        kinds = {AXIS: 0, ALLIED: 0}
        for piece in by_id:
            kind = KINDS.index(zoc_kind(gather_exertion(piece, state, rules), rules))
            kinds[piece.side] = max(kind, kinds[piece.side])
        i = board.at(ref)
        units = {piece.side for piece in state.at(ref) if piece.unit.type != "resource_point"}
        if (
            compiled.sources.get(i, ()) != by_id
            or seen[ref] != {piece.side for piece in by_id}
            or any(compiled.exerted[side][i] != kind for side, kind in kinds.items())
            or any((i in compiled.occupied.get(side, ())) != (side in units) for side in (AXIS, ALLIED))
            or (i in compiled.closed_to(AXIS)) != (ALLIED in units)
        ):
            return False
    return True


@pytest.mark.parametrize("book", BOOKS)
def test_5_the_compiled_map_is_followed_piece_by_piece(book: str) -> None:
    """Pieces come, move, share a hex, shrink, turn over to the enemy, lose their ZOC, and go."""
    rules, near = small(book)
    a, b, c = MIDDLE, rules.board.neighbors_of(MIDDLE)[0], rules.board.neighbors_of(MIDDLE)[3]
    points = Unit("fr", "resource_point", "counter", points=1)
    box = Hex(next(iter(rules.board.boxes)))
    states = [state_of(Piece("d", unit(), ALLIED, a))]

    def then(change: Callable[[GameState], GameState]) -> None:
        states.append(change(states[-1]))

    then(lambda s: s.with_piece(Piece("c", unit(nation="br"), ALLIED, a)))
    then(lambda s: s.with_piece(Piece("p", points, AXIS, b)))
    then(lambda s: s.with_piece(Piece("e", unit(nation="ge"), AXIS, c)))
    then(lambda s: s.with_piece(Piece("r", unit(nation="ge", size="regiment"), AXIS, c)))
    then(lambda s: s.moved("d", b))
    then(lambda s: s.noting(LOST_ZOC, "c", "administrative movement"))
    then(lambda s: s.moved("r", b))
    then(lambda s: s.forgetting(LOST_ZOC, "c"))
    then(lambda s: s.noting(CHECKS_OUT, "c", 3))
    then(lambda s: s.with_piece(evolve(s.piece("e"), unit=unit(nation="ge", size="brigade"))))
    then(lambda s: s.with_piece(evolve(s.piece("d"), side=AXIS)))
    then(lambda s: s.moved("c", box))
    then(lambda s: s.without("d"))
    then(lambda s: s.moved("c", a))
    assert [agrees(state, rules, near) for state in states] == [True] * len(states)
    assert [agrees(state, rules, near) for state in (states[3], states[-1], states[0])] == [True] * 3


def test_5_several_enemies_exert_their_zocs_together() -> None:
    """The strongest of them counts; neutrals have none and suffer none."""
    rebels = Side("Rebels")
    exerted = {AXIS: bytearray([2, 0, 1]), rebels: bytearray([1, 1, 2]), NEUTRAL: bytearray([2, 2, 2])}
    occupied = {AXIS: frozenset({0}), rebels: frozenset({2}), NEUTRAL: frozenset({1})}
    zones = ZocMap(exerted, {}, occupied)
    assert zones.against(ALLIED) == bytearray([2, 1, 2])
    assert zones.against(AXIS) == bytearray([1, 1, 2])
    assert zones.against(NEUTRAL) == bytearray(3)
    assert zones.closed_to(ALLIED) == {0, 2} and zones.closed_to(NEUTRAL) == set()
    assert ZocMap({}, {}, {}).against(AXIS) == bytearray()


@pytest.mark.parametrize("book", BOOKS)
def test_5_of_which_pieces_something_new_is_known(book: str) -> None:
    rules, near = small(book)
    old = state_of(Piece("a", unit(), ALLIED, near[0]), Piece("b", unit(nation="ge"), AXIS, near[1]))
    everybody = {"a", "b"}
    for new, told_of in (
        (old.moved("a", near[2]), {"a"}),
        (old.without("b"), {"b"}),
        (old.with_piece(Piece("c", unit(), ALLIED, near[3])), {"c"}),
        (old.noting(LOST_ZOC, "a", "rail movement"), {"a"}),
        (old.noting(CARRIED_ON, "a", "b"), {"a", "b"}),
        (old.noting(LOST_ZOC, "nobody", "rail movement"), everybody),
        (old.noting(RAIL_BROKEN, near[0], True), set()),
        (old.noting(REVERTS, near[0], "a"), {"a"}),
        (old.noting(WEATHER, "", "mud"), everybody),
        (old.noting(STRENGTH_LOST, "ge", Fraction(3)), set()),
        (old.noting(STRENGTH_LOST, "ge", Fraction(3)).noting(LOST_ZOC, "b", "rail movement"), {"b"}),
        (old.at_moment(evolve(old.moment, phase="combat")), everybody),
        (old, set()),
    ):
        assert pieces_told_of(old, new, rules) == told_of
        found = pieces_told_of(old, new, rules)
        assert found == told_of
        found.add("mine")
        assert pieces_told_of(old, new, rules) == told_of
        assert pieces_told_of(new, old, rules) >= told_of - {"c"}


@pytest.mark.parametrize("book", BOOKS)
def test_5_what_is_noted_of_a_state_is_kept_for_it_alone(book: str) -> None:
    rules, near = small(book)
    state = state_of(Piece("a", unit(), ALLIED, near[0]))
    notes_of(state, rules)["word", "a"] = 1
    assert notes_of(state, rules) == {("word", "a"): 1}
    assert notes_of(state.moved("a", near[1]), rules) == {}
    assert notes_of(state, rules) == {("word", "a"): 1}


@pytest.mark.parametrize("book", BOOKS)
def test_5_no_zoc_reaches_a_holding_box_and_a_piece_in_supply_counts_no_turns(book: str) -> None:
    rules, near = small(book)
    state = state_of(Piece("a", unit(), ALLIED, near[0]))
    box = Hex(next(iter(rules.board.boxes)))
    assert zoc_sources(box, AXIS, state, rules) == () and not enemy_zoc(box, AXIS, state, rules)
    assert gather_exertion(state.piece("a"), state, rules).turns_out_of_supply == 0


@pytest.mark.parametrize(
    ("doing", "done", "phase", "has"),
    [
        ((), (), "movement", True),
        (("administrative movement",), (), "movement", False),
        (("administrative movement",), (), "combat", True),
        ((), ("administrative movement",), "movement", False),
        ((), ("administrative movement",), "combat", True),
        (("rail movement",), (), "combat", False),
        ((), ("rail movement",), "movement", True),
        (("regular movement",), ("regular movement",), "movement", True),
    ],
)
@pytest.mark.parametrize("book", BOOKS)
def test_5_what_costs_a_unit_its_zoc_and_when(
    book: str, doing: tuple[str, ...], done: tuple[str, ...], phase: str, has: bool
) -> None:
    assert has_zoc(ZocExertion(unit(), doing, done, phase), rules_of(book)).allowed == has


@pytest.mark.parametrize(
    ("word", "turns"), [("in", 0), ("U-1", 1), ("U-12", 12), (" U-2 ", 2), ("XU-2", 0), ("U-2x", 0)]
)
def test_12D_the_turns_out_of_supply_are_told_by_a_supply_state(word: str, turns: int) -> None:
    assert turns_out(word) == turns
