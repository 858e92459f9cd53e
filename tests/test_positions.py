"""Positions on the real sheets, played through `Game`: each comes out as the rules or their worked examples say.

The positions stand in `data/positions.toml`, chapter by chapter and game by game, with what is done and what must be
found: odds, rulings with the rules that refuse, what a piece or hex then is, where pieces end, what the log tells.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import europa_rules as er
from europa_rules.game import Game
from europa_rules.ground.battleground import ground_at
from europa_rules.ground.breakdowns import waiting
from europa_rules.ground.moves import mps_left
from europa_rules.ground.rail_capacity import capacity_left, capacity_used
from europa_rules.ground.supply_drawing import supply_line
from europa_rules.ground.supply_state import turns_out_of
from europa_rules.inspection import AttackReport, HexReport, PieceReport
from europa_rules.numbers import to_json

Row = Mapping[str, Any]
ROWS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "data" / "positions.toml").read_text(encoding="utf-8")
)["position"]
CHAPTERS = (3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
GAMES = ("fof", "sf")
LEAST = 5
"""Positions for each chapter and game."""


@cache
def rules_of(game: str) -> er.Ruleset:
    return er.load(game)


def chapter_of(row: Row) -> int:
    """The chapter of a row: the number before the first letter of its rule."""
    return int("".join(c if c.isdigit() else " " for c in row["rule"]).split()[0])


def begin(row: Row) -> Game:
    return Game.start(rules_of(row["game"]), row["board"], dice="manual")


def settle(game: Game, dice: list[int], answers: list[list[str]]) -> None:
    """To the end of the order under way: these faces, these answers, first suggestions after them, passes."""
    while not (isinstance(game.pending, er.Opening) and game.pending.name.endswith("phase")):
        if isinstance(game.pending, er.Roll):
            game.roll(*(dice.pop(0) for _ in range(game.pending.dice)))
        elif isinstance(game.pending, er.Decision):
            game.decide(*(answers.pop(0) if answers else game.pending.suggestions[0]))
        else:
            game.done()


def pass_on(game: Game, how: str, dice: list[int], answers: list[list[str]]) -> None:
    """One phase on, or "to Axis combat": phases pass until that one comes."""
    for _ in range(8):
        game.done()
        settle(game, dice, answers)
        if how in ("pass", f"to {game.state.moment.player} {game.state.moment.phase}"):
            return
    raise AssertionError(f"never came {how}")


def played(row: Row) -> Game:
    """The game after what is done in a row: orders as plain data, or passes."""
    game = begin(row)
    dice, answers = list(row.get("dice", [])), list(row.get("answers", []))
    settle(game, dice, answers)
    for step in row.get("play", []):
        if isinstance(step, str):
            pass_on(game, step, dice, answers)
        else:
            game.submit(step)
        settle(game, dice, answers)
    assert not dice and not answers, f"left over: dice {dice}, answers {answers}"
    return game


# --- what may be asked of the game that has been played --------------------------------------------------------------


def attack_report(game: Game, row: Row) -> AttackReport:
    order = row["order"]
    return game.odds(er.Attack(tuple(order["units"]), er.hexref(order["target"]), tuple(order.get("neutral", ()))))


def piece(game: Game, row: Row) -> PieceReport:
    return game.describe_unit(row["piece"])


def hex_report(game: Game, row: Row) -> HexReport:
    return game.describe_hex(row["hex"])


def refused_by(game: Game, row: Row) -> list[str]:
    """The rules that refuse the order; none where it may be given."""
    return sorted({str(c) for refusal in game.rule_on(row["order"]).refusals for c in refusal.by})


def reach(game: Game, row: Row) -> dict[str, object]:
    """The MPs that each of the expected hexes costs the piece, or "no"."""
    found = game.destinations(row["piece"])
    return {ref: to_json(found[er.hexref(ref)]) if ref in found else "no" for ref in row["expect"]["reach"]}


def rides(game: Game, row: Row) -> dict[str, bool]:
    found = game.rail_destinations(row["piece"], row.get("mode", "operational"))
    return {ref: ref in found for ref in row["expect"]["rides"]}


def told(game: Game, row: Row) -> list[str]:
    """Those of the expected texts that the log tells."""
    log = "\n".join(map(str, game.log))
    return [text for text in row["expect"]["log"] if text in log]


def places(game: Game, row: Row) -> dict[str, str]:
    """Where the expected pieces are; "gone" where they are no more."""
    pieces = game.state.pieces
    return {name: str(pieces[name].place) if name in pieces else "gone" for name in row["expect"]["places"]}


def ratings(game: Game, row: Row) -> list[str]:
    return sorted(str(p.unit.rating) for p in game.state.pieces.values())


def may_end(game: Game, _: Row) -> bool:
    """Whether the phase may end as the pieces stand."""
    assert isinstance(game.pending, er.Opening)
    return game.pending.closing(game.state).allowed


ASKS: Mapping[str, Callable[[Game, Row], object]] = {
    "attack": lambda g, r: to_json(attack_report(g, r).odds.attack.value),
    "defense": lambda g, r: to_json(attack_report(g, r).odds.defense.value),
    "column": lambda g, r: attack_report(g, r).odds.column,
    "automatic": lambda g, r: attack_report(g, r).odds.automatic,
    "modifier": lambda g, r: to_json(attack_report(g, r).modifiers.total.value),
    "refused": refused_by,
    "reach": reach,
    "rides": rides,
    "log": told,
    "places": places,
    "ratings": ratings,
    "may_end": may_end,
    "broken_down": lambda g, r: sorted(waiting(g.state)),
    "spent": lambda g, r: to_json(piece(g, r).spent),
    "zoc": lambda g, r: piece(g, r).zoc,
    "zoc_hexes": lambda g, r: sorted(piece(g, r).zoc_into),
    "supported": lambda g, r: piece(g, r).is_supported,
    "unit_defense": lambda g, r: to_json(piece(g, r).defense.value),
    "isolated": lambda g, r: piece(g, r).is_isolated,
    "re": lambda g, r: to_json(piece(g, r).unit.re),
    "class": lambda g, r: piece(g, r).unit.unit_class,
    "divisional": lambda g, r: piece(g, r).unit.is_divisional,
    "heavy": lambda g, r: piece(g, r).unit.has_heavy_equipment,
    "capabilities": lambda g, r: dict(piece(g, r).unit.capabilities),
    "turns_out": lambda g, r: turns_out_of(r["piece"], g.state),
    "line": lambda g, r: str(supply_line(r["piece"], g.state, g.rules)).partition(" (")[0],
    "owner": lambda g, r: hex_report(g, r).owner,
    "district": lambda g, r: hex_report(g, r).district,
    "major_city": lambda g, r: hex_report(g, r).major_city,
    "theaters": lambda g, r: {str(k): v for k, v in hex_report(g, r).theaters.items()},
    "closed_to": lambda g, r: sorted(hex_report(g, r).closed_to),
    "zoc_of": lambda g, r: sorted(hex_report(g, r).zoc_of),
    "hex_defense": lambda g, r: {str(k): to_json(v.value) for k, v in hex_report(g, r).defense.items()},
    "hex_re": lambda g, r: {str(k): to_json(v.value) for k, v in hex_report(g, r).re.items()},
    "allowance": lambda g, r: None if (found := g.allowance(r["pool"])) is None else to_json(found.value),
    "mps_left": lambda g, r: to_json(mps_left(r["piece"], g.state, g.rules)),
    "fortification": lambda g, r: ground_at(er.hexref(r["hex"]), g.state, g.rules).fortification,
    "net_used": lambda g, r: to_json(capacity_used(r["net"], g.state, g.rules)),
    "net_left": lambda g, r: to_json(capacity_left(r["net"], g.state.phasing, g.state, g.rules)),
    "regions": lambda g, r: [name for name in r["expect"]["regions"] if name in hex_report(g, r).regions],
    "nation": lambda g, r: hex_report(g, r).owning_nation,
    "controller": lambda g, r: g.controller(r["nation"]),
}
"""What a row may expect, and how the game is asked for it."""


def found_in(row: Row) -> dict[str, object]:
    game = played(row)
    return {fact: ASKS[fact](game, row) for fact in row["expect"]}


# --- tests -----------------------------------------------------------------------------------------------------------


def test_each_chapter_and_game_has_its_positions() -> None:
    counted = Counter((chapter_of(row), row["game"]) for row in ROWS)
    assert {(c, g): counted[c, g] for c in CHAPTERS for g in GAMES if counted[c, g] < LEAST} == {}


def test_no_position_stands_twice() -> None:
    facts = [{k: v for k, v in row.items() if k not in ("rule", "title")} for row in ROWS]
    assert [row["title"] for i, row in enumerate(ROWS) if facts[i] in facts[:i]] == []
    assert len({(row["game"], row["rule"], row["title"]) for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['game']}-{row['rule']}-{row['title']}" for row in ROWS])
def test_the_position_comes_out_as_the_rule_says(row: Row) -> None:
    assert found_in(row) == row["expect"]
