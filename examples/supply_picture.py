"""A pocket at Sedan: who is in supply, by which line, and why the others are not; in words and as a picture.

    python examples/supply_picture.py [FOLDER]

Writes supply.svg to the folder, or here.
"""

from __future__ import annotations

import sys
from pathlib import Path

import europa_rules as er

POSITION = """
# the pocket: the French between the Meuse and the Ardennes
16A:1727 fr 5-6(2-6) Inf XX 61, fr 2-6 Inf III 9
16A:1827 fr 6-6(3-6) Inf XX 55
# the Germans round it; the panzers in the west have gone far
16A:1628 ge 7-6(3-6) Inf XX 34
16A:1726 ge 13-9-10(5-4-8) Pz XX 7
16A:1828 ge 14-10(6-8) Pz XX 1
16A:1927 ge 7-6(3-6) Inf XX 24
# the French line
16A:2027 fr 7-6(3-6) Inf XX 14
May II 40, Allied movement
owner Axis 16A:1628 16A:1726 16A:1728 16A:1828 16A:1927
"""


def main(folder: Path) -> None:
    """Tell the supply of every unit, and draw the lines of both sides."""
    game = er.Game.start("fof", POSITION)
    for piece in game.state.pieces:
        print(f"{piece}: {game.supply_line(piece)}")
    picture = er.draw(game, region="16A:1827+4", overlays=["supply:allied", "supply:axis", "zoc:axis"])
    folder.mkdir(parents=True, exist_ok=True)
    print(picture.save(folder / "supply.svg"))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
