"""Kills a process while it saves a game over and over, and looks whether a whole save is there each time.

`killed_saves.py 200` does it 200 times; the file always holds the save before or the one after. The process is killed
with signal 9 at a moment drawn from the time that a save takes.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import europa_rules as er

POSITION = "16A:2029 ge 7-6 Inf XX 1 | 16A:2430 fr 5-6 Inf XX 2 | May II 40, Axis movement"

SAVER = """
import sys
import europa_rules as er
game = er.Game.load_from(sys.argv[1], er.load("fof"))
def play():
    if len(game.inputs) == 8:
        game.undo(1)
    here = game.state.piece("ge 1 Inf XX").place
    game.submit(er.Move(("ge 1 Inf XX",), (er.hexref("16A:2028" if here == "16A:2029" else "16A:2029"),)))
play()
print("ready", flush=True)
while True:
    play()
    game.save_to(sys.argv[1])
"""
"""What the process does: it plays and saves until it is killed."""


def kill_once(file: Path, draw: random.Random) -> str:
    """Let a process save to a file, and kill it; gives what the file holds, or raises where it holds no game."""
    command = [sys.executable, "-c", SAVER, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        time.sleep(draw.uniform(0.01, 0.4))
        process.send_signal(signal.SIGKILL)
        process.wait()
    game = er.Game.load_from(file, RULES)
    left = [entry for entry in file.parent.iterdir() if entry != file]
    for entry in left:
        entry.unlink()
    return f"{len(game.inputs)} inputs{', an unfinished file beside it' if left else ''}"


RULES = er.load("fof")


def kill(times: int, seed: str = "1") -> Counter[str]:
    """Kill a saving process so often; gives how often which save was there."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        er.Game.start(RULES, POSITION.replace("7-6", "7-60"), seed=1, undo="replay").save_to(file)
        draw = random.Random(seed)
        return Counter(kill_once(file, draw) for _ in range(times))


if __name__ == "__main__":
    found = kill(int(sys.argv[1]) if sys.argv[1:] else 200)
    for what, often in sorted(found.items()):
        print(f"{often:4} times a whole save: {what}")
    print(f"{sum(found.values())} times killed, {sum(found.values())} whole saves")
