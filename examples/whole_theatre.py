"""The whole theatre as one picture: four map sheets, 6,565 hexes.

    python examples/whole_theatre.py [FOLDER]

Writes whole-theatre.svg to the folder, or here.
"""

import sys
from pathlib import Path

import europa_rules as er


def main(folder: Path) -> None:
    """Draw the board of a game and save it."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = er.load("sf")
    picture = er.draw(rules.board, title="Western Europe and the western Mediterranean, 1943")
    print(picture.save(folder / "whole-theatre.svg"), repr(picture))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
