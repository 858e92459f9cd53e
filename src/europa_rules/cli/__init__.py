"""The command line `europa`; it needs the extra `cli` (click and rich)."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; without the extra, say how to get it and exit with 2."""
    try:
        from europa_rules.cli.commands import europa
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("click", "rich"):
            raise
        print("the command line needs an extra: pip install 'europa-rules[cli]'", file=sys.stderr)
        sys.exit(2)
    europa()
