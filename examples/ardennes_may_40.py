"""The Ardennes on the eve of 10 May 1940, with the supply lines of both sides.

    python examples/ardennes_may_40.py [FOLDER]

Writes ardennes-may-40.svg, and the same in print colours, to the folder, or here.
"""

import sys
from pathlib import Path

import europa_rules as er

REGION = "16A:1420-16A:2132"


def main(folder: Path) -> None:
    """Set the historical scenario up, trace supply, draw it twice."""
    folder.mkdir(parents=True, exist_ok=True)
    rules = er.load("fof")
    state = er.position_of("historical", rules)
    for name, theme in (("ardennes-may-40", "auto"), ("ardennes-may-40-print", "print")):
        picture = er.draw(
            state,
            rules,
            region=REGION,
            overlays=["supply:axis", "supply:allied"],
            theme=theme,
            title="The Ardennes, May I 40: supply lines of both sides",
        )
        print(picture.save(folder / f"{name}.svg"), repr(picture))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
