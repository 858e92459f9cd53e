"""A whole game of The Fall of France between two automatic players, and a chart of victory points by turn.

Run it with `python examples/whole_game.py [FOLDER] [TURNS] [PIECES]`: TURNS game turns, or the whole game where none is
given; PIECES leaves each side so many pieces and air units, for a game of seconds instead of minutes. It writes
`victory_points.svg` and the save `whole_game.json`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import europa_rules as er
from europa_rules.players.fuzzing import thinned
from europa_rules.players.player import for_turns, play_on
from europa_rules.players.sensible_player import SensiblePlayer

COLOURS = {er.AXIS: "#5a6472", er.ALLIED: "#3f6fb0"}
WIDTH, HEIGHT, EDGE = 720, 360, 48

Points = Mapping[str, Mapping[str, float]]
"""Victory points by turn and side, for the chart alone."""


def play(turns: int | None, pieces: int | None) -> tuple[er.Game, Points]:
    """Play a game; gives it, and the victory points at the end of each game turn."""
    state = er.Game.start("fof", "historical", seed=1).state
    game = er.Game.start("fof", thinned(state, pieces, "1") if pieces else state, seed=1, undo="replay")
    players = {side: SensiblePlayer(side, 1) for side in COLOURS}
    points: dict[str, dict[str, float]] = {}
    while game.pending is not None and len(points) != turns:
        turn = game.state.moment.turn
        play_on(game, players, for_turns(1, turn))
        if game.outcome is not None:
            points[str(turn)] = {side: float(total.value) for side, total in game.outcome.totals.items()}
        print(f"{turn}: {game.outcome}")
    return game, points


def chart(points: Points) -> str:
    """The points of both sides as lines over the turns, as SVG."""
    values = [0.0, *(value for of in points.values() for value in of.values())]
    low, high = min(values), max(values)
    across = (WIDTH - 2 * EDGE) / max(1, len(points) - 1)
    down = (HEIGHT - 2 * EDGE) / ((high - low) or 1)

    def at(value: float) -> float:
        return HEIGHT - EDGE - (value - low) * down

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" role="img">',
        f"<title>Victory points at the end of {', '.join(points)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for value in sorted({low, 0.0, high}):
        lines.append(f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{at(value):.1f}" y2="{at(value):.1f}" stroke="#bbb"/>')
        lines.append(f'<text x="{EDGE - 6}" y="{at(value) + 4:.1f}" font-size="11" text-anchor="end">{value:g}</text>')
    for number, turn in enumerate(points):
        x = EDGE + number * across
        lines.append(f'<text x="{x:.1f}" y="{HEIGHT - 14}" font-size="11" text-anchor="middle">{turn}</text>')
    for row, (side, colour) in enumerate(COLOURS.items()):
        dots = [(EDGE + number * across, at(of[side])) for number, of in enumerate(points.values())]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
        last = [of[side] for of in points.values()][-1]
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in dots]
        lines.append(f'<text x="{EDGE + 130 * row}" y="24" font-size="13" fill="{colour}">{side}: {last:g}</text>')
    return "\n".join([*lines, "</svg>", ""])


def main(arguments: list[str]) -> None:
    """Play, and write the chart and the save."""
    folder = Path(arguments[0]) if arguments else Path(tempfile.mkdtemp())
    numbers = [int(word) for word in arguments[1:3]]
    game, points = play(*numbers, *[None] * (2 - len(numbers)))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "victory_points.svg").write_text(chart(points), encoding="utf-8")
    game.save_to(folder / "whole_game.json")
    print(f"{game.state.moment}: {game.outcome}")
    print(f"{len(game.log)} events; written: {folder / 'victory_points.svg'}, {folder / 'whole_game.json'}")


if __name__ == "__main__":
    main(sys.argv[1:])
