"""Lines of communications on the board (SF 3G, FoF 12B6): the search for lines and the rule on a line agree."""

from __future__ import annotations

import random

import pytest

import europa_rules as er
from europa_rules.ground.communications import communications_of, gather_judgement
from europa_rules.ground.isolation import isolation_in_force
from europa_rules.ground.supply_map import supply_map

MOMENTS = {"fof": "May II 40, Axis movement", "sf": "Jul I 44, Axis movement"}


def scattered(rules: er.Ruleset, seed: int) -> er.GameState:
    """Forty German and twenty British divisions anywhere on land."""
    land = [ref for ref in rules.board.hexes if rules.board.has_land(ref)]
    places = random.Random(seed).sample(land, 60)
    nations = ["ge"] * 40 + ["br"] * 20
    parts = [f"{ref} {nation} 7-6 Inf XX {n}" for n, (ref, nation) in enumerate(zip(places, nations, strict=True))]
    return er.parse_position(" | ".join([*parts, MOMENTS[rules.variant.id]]), rules)


@pytest.mark.parametrize("game", ["fof", "sf"])
@pytest.mark.parametrize("seed", [1, 2])
def test_sf_3G_fof_12B6_the_line_that_is_found_is_one_by_the_rule(game: str, seed: int) -> None:
    rules = er.load(game)
    state = scattered(rules, seed)
    lengths = set()
    for piece in state.pieces.values():
        line = communications_of(piece, state, rules)
        assert line is not None and line.hexes[0] == piece.place
        assert line.found.isolated == supply_map(piece.side, state, rules).stand(piece).isolated, piece
        lengths.add(len(line.hexes))
    assert max(lengths) > 5


def test_sf_3G_an_isolated_piece_is_told_why() -> None:
    rules = er.load("sf")
    around = rules.board.neighbors_of(er.hexref("16A:2130"))
    ring = " | ".join(f"{ref} us 7-8 Inf XX {n}" for n, ref in enumerate(around))
    state = er.parse_position(f"16A:2130 ge 7-6 Inf XX 9 | {ring} | Jul I 44, Axis movement", rules)
    line = communications_of(state.piece("ge 9 Inf XX"), state, rules)
    assert line is not None and line.hexes == ("16A:2130",)
    assert [str(c) for c in line.found.ruling.citations] == ["SF 3G"]


def test_sf_3G_what_was_judged_stands_until_it_is_judged_again() -> None:
    rules = er.load("sf")
    around = rules.board.neighbors_of(er.hexref("16A:2130"))
    ring = " | ".join(f"{ref} us 7-8 Inf XX {n}" for n, ref in enumerate(around))
    state = er.parse_position(f"16A:2130 ge 7-6 Inf XX 9 | {ring} | Jul I 44, Axis movement", rules)
    facts = gather_judgement(state.piece("ge 9 Inf XX"), state, rules)
    assert (facts.phase, facts.isolated, facts.line_exists) == ("initial", False, False)
    assert not isolation_in_force(facts, rules)
