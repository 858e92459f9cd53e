"""The board: terrain, hexsides, cities, ports, lines and borders of some map sheets (rules 2 and 3E).

Needs the folders of the sheets and of the overlays laid over them, and a variant's own words for terrain; gives
read-only answers by hex, and arrays by the hex's place in `Board.hexes`. Who owns a hex, and what it costs to enter it,
are not the board's affair.

`boards` has the board itself, `loading` reads one, `changing` makes one from another; `names` finds places, `regions`
what they belong to, `borders` what lies between hexes, `towns` cities and ports, `networks` what hangs together,
`origins` where the facts come from.
"""

from europa_rules.board.boards import Board
from europa_rules.board.loading import load_board

__all__ = ["Board", "load_board"]
