"""The example script of setting up runs and says what it should."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "examples" / "set_up.py"


def test_set_up_by_orders(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(SCRIPT), run_name="__main__")
    told = capsys.readouterr().out
    for line in (
        "fof historical: The Fall of France, May I 40 to Sep II 40",
        "May I 40, Allied deployment: Belgium and the Netherlands",
        "ge 1 Pz XX waits; may the step end? refused: ge 1 Pz XX is not deployed yet (FoF 33A).",
        "17A:1604 is Allied-owned",
        "ge 1 Pz XX stands in 16A:1824 again",
        "May I 40: Axis player turn",
    ):
        assert line in told
