"""Sicily before the landings of July 1943: the garrison and its ZOCs.

    python examples/sicily_jul_43.py [FOLDER]

Writes sicily-jul-43.svg to the folder, or here.
"""

import sys
from pathlib import Path

import europa_rules as er

REGION = "27:3303-26:4722"
"""The island with its straits, and Malta."""


def main(folder: Path) -> None:
    """Set the scenario up and draw the island."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = er.load("sf")
    state = er.position_of("husky", rules)
    picture = er.draw(
        state,
        rules,
        region=REGION,
        overlays=["zoc:axis"],
        title="Sicily, Jul I 43: the garrison and its ZOCs",
    )
    print(picture.save(folder / "sicily-jul-43.svg"), repr(picture))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
