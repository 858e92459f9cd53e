"""The surprise turn of May I 40 as a whole game (FoF 31E): `golden/surprise_turn.txt`, and what is asked of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from europa_rules.citations import Citation
from europa_rules.matrix import load_matrix
from europa_rules.playthroughs import game_of, parse_playthrough
from europa_rules.procedure import Opening

FILE = Path(__file__).parent / "golden" / "surprise_turn.txt"
RULE = re.compile(r"\b(FoF|SF) (\d+[A-Za-z0-9]*|VP)\b")
AT_SEDAN = "> Axis: attack | units: ge 1 Pz XX"

GO_ON = """
import sys
from europa_rules import Game
from europa_rules.playthroughs import parse_playthrough
save, script = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
play = parse_playthrough(script)
game = Game.load(save, play.rules())
from europa_rules.order_notation import read_order, read_texts
for line in (line for line in play.lines if line.mark == ">"):
    who, _, what = (part.strip() for part in line.text.partition(":"))
    if line.text == "done":
        game.done()
    elif who.startswith("roll "):
        game.roll(*map(int, who.split()[1:]))
    elif what == "done":
        game.done(who)
    elif what.startswith("chooses"):
        chosen = what.removeprefix("chooses").strip()
        game.decide(*(() if chosen == "nothing" else read_texts(chosen)))
    else:
        game.submit(read_order(what, game.rules), who)
print(game.state_hash)
"""


@cache
def text() -> str:
    return FILE.read_text(encoding="utf-8")


def orders(mark: str) -> list[str]:
    """The orders of the game, accepted or refused: what stands behind the player."""
    lines = (line.text for line in parse_playthrough(text()).lines if line.mark == mark)
    told = (line.partition(": ")[2] for line in lines if ": " in line)
    return [what for what in told if what != "done" and not what.startswith("chooses")]


def test_at_least_25_orders_are_given_and_refusals_of_every_kind() -> None:
    given, refused = orders(">"), orders("?")
    assert len(given) >= 25
    assert {order.partition(" | ")[0] for order in given} >= {
        "break down",
        "plan drop",
        "fly",
        "move",
        "rail move",
        "seize bridge",
        "attack",
    }
    flown = " ".join(order for order in given if order.startswith("fly"))
    assert all(mission in flown for mission in ("air drop", "air landing", "airbases", "ground support", "escort"))
    assert {order.partition(" | ")[0] for order in refused} >= {
        "plan drop",
        "fly",
        "move",
        "rail move",
        "seize bridge",
        "attack",
        "overrun",
        "invade",
    }


def test_every_rule_that_a_line_cites_is_in_the_book() -> None:
    matrix = load_matrix()
    cited = {Citation(book, number) for line in text().splitlines() for book, number in RULE.findall(line)}
    assert len(cited) > 25
    assert {str(rule) for rule in cited if not matrix.exists(rule)} == set()


def test_the_story_is_that_of_the_campaign() -> None:
    told = text()
    for part in (
        "Netherlands is invaded; Netherlands at war (FoF 33A, FoF 28C1)",
        "ge Koch Para II drops in 16A:1423",
        "seizes the bridge 16A:1422/16A:1423, which is Axis now; one unit may attack across it",
        "the German invasion turn has no exploitation phase (FoF 31E1)",
        "May I 40: Allied reaction phase (FoF 31E2a, FoF 31E2b)",
        "br 1 Inf XX, br 48 Inf XX, br I Corps Art III: 16A:1030 to 16A:1026",
        "ge SS-V Mot XX, ge 256 Inf XX attack 16A:1122, held by ne Peel Div Inf XX",
        "Netherlands: its units move in the reaction phase",
        "Belgium: its units move in the reaction phase",
    ):
        assert part in told


def test_every_hex_of_the_dyle_line_is_held_as_the_rule_asks() -> None:
    (line,) = [line for line in text().splitlines() if "REs in the Dyle line" in line]
    held = [int(number) for number in re.findall(r"(\d+) in 16A:\d{4}", line)]
    assert len(held) == 6 and min(held) >= 9 and "No unit" not in line


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("move | units: fr Lille PosAA | path: 16A:1029", "position AA, fortress units, Pioneers"),
        ("move | units: fr 54 RIF Ftrs III | path: 16A:1229", "position AA, fortress units, Pioneers"),
        ("move | units: br Pioneer 1 Cons X | path: 16A:1131", "position AA, fortress units, Pioneers"),
        ("move | units: ge 56 Inf XX | path: 16A:1121 | mode: admin", "starts beside an enemy unit (FoF 6B)"),
        ("move | units: ge 207 Inf XX | path: 16A:1120; 16A:1020; 16A:0920", "needs 10 MPs and has 6"),
        ("move | units: be 16 Inf XX | path: 16A:0929; 16A:0930; 16A:0931", "stays in its country (FoF 31E2b)"),
        (
            "fly | target: 16A:0724 | flights: ge He 111H #2: airbases",
            "has flown a mission in this player turn (FoF 20)",
        ),
        ("seize bridge | unit: ge Bau-Lehr 800 Cdo II | across: 16A:1423", "its own side's already (FoF 14L)"),
        ("plan drop | unit: ge FJR 1 Para III | target: 16A:0620", "there is no land in the hex (FoF 20F2)"),
        ("done", "4 units are more than may stack in a clear hex"),
    ],
)
def test_refusals_that_a_player_looks_for(order: str, why: str) -> None:
    lines = text().splitlines()
    refused = [lines[at + 1] for at, line in enumerate(lines) if line.startswith("? ") and line.endswith(f": {order}")]
    assert any(why in answer for answer in refused)


def parted() -> tuple[str, str]:
    """The game up to the attack at Sedan and with it, and the rest of it."""
    lines = text().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith(AT_SEDAN)) + 1
    head = "".join(lines[: lines.index("\n") + 1])
    return "".join(lines[:at]), head + "".join(lines[at:])


def test_a_game_saved_within_an_air_operation_in_a_combat_goes_on_elsewhere_to_the_same_end(tmp_path: Path) -> None:
    before, after = parted()
    game = game_of(before)
    assert not (isinstance(game.pending, Opening) and game.pending.name == "combat phase")
    save, script = tmp_path / "game.json", tmp_path / "rest.txt"
    save.write_text(game.save(), encoding="utf-8")
    script.write_text(after, encoding="utf-8")
    env = {**os.environ, "PYTHONHASHSEED": "99", "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", GO_ON, str(save), str(script)]
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True)
    recorded = re.search(r"state (\w{16})", text().splitlines()[-1])
    assert recorded is not None
    assert done.stdout.startswith(recorded[1])


def test_what_the_demonstration_plays_is_this_game() -> None:
    bundled = resources.files("europa_rules_fof").joinpath("surprise_turn.txt").read_text(encoding="utf-8")
    shown, recorded = parse_playthrough(bundled), parse_playthrough(text())
    assert shown.head == recorded.head
    assert [str(line) for line in shown.lines] == [str(line) for line in recorded.lines if line.text]
