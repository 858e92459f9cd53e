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
WIDTH, HEIGHT, EDGE = 640, 360, 48

Points = Mapping[str, Mapping[str, float]]
"""Victory points by turn and side, for the chart alone."""


def play(turns: int | None, pieces: int | None) -> tuple[er.Game, Points]:
    """Play a game; gives it, and the victory points at the end of each game turn."""
    state = er.Game.start("fof", "historical", seed=1).state
    game = er.Game.start("fof", thinned(state, pieces, "1") if pieces else state, seed=1, undo="replay")
    points: dict[str, dict[str, float]] = {}
    in_time = for_turns(turns, state.moment.turn)

    def goes_on(now: er.Game) -> bool:
        if str(now.state.moment.turn) not in points and points:
            print(f"{list(points)[-1]}: {now.outcome}")
        if now.outcome is not None and in_time(now):
            points[str(now.state.moment.turn)] = {s: float(t.value) for s, t in now.outcome.totals.items()}
        return in_time(now)

    play_on(game, {side: SensiblePlayer(side, 1) for side in (er.AXIS, er.ALLIED)}, goes_on)
    return game, points


def chart(points: Points) -> str:
    """The points of both sides as lines over the turns, as SVG."""
    values = [0.0, *(value for of in points.values() for value in of.values())]
    low, high = min(values), max(values)
    across = (WIDTH - 2 * EDGE) / max(1, len(points) - 1)
    down = (HEIGHT - 2 * EDGE) / ((high - low) or 1)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">']
    lines.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>')
    zero = HEIGHT - EDGE + low * down
    lines.append(f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{zero:.1f}" y2="{zero:.1f}" stroke="#999"/>')
    for number, turn in enumerate(points):
        x = EDGE + number * across
        lines.append(f'<text x="{x:.1f}" y="{HEIGHT - 14}" font-size="10" text-anchor="middle">{turn}</text>')
    for row, (side, colour) in enumerate(COLOURS.items()):
        at = [(EDGE + n * across, HEIGHT - EDGE - (of[side] - low) * down) for n, of in enumerate(points.values())]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        last = [of[side] for of in points.values()][-1]
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in at]
        lines.append(f'<text x="{EDGE}" y="{20 + 16 * row}" font-size="13" fill="{colour}">{side}: {last:g}</text>')
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
