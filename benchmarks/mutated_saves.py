"""Mutates saves, and looks whether each is refused with an error of ours that names a place, or is the same game.

`mutated_saves.py 10000` does it 10,000 times: bytes are changed, taken out and doubled; fields are changed, taken out,
moved and doubled. A third of the mutated saves get seals that fit, as somebody would make who forges one: then the game
must be refused, or is the game that was forged.
"""

from __future__ import annotations

import copy
import json
import random
import sys
import time
from collections import Counter
from typing import Any

import europa_rules as er
from europa_rules.errors import EuropaError
from europa_rules.saved_games import SEALED, resealed
from europa_rules.saves import canonical

RULES = er.load("fof")
POSITION = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6(3-6) Inf XX 2
16A:2030 ge 7-6(3-6) Inf XX 3
16A:2130 fr 5-6(2-6) Inf XX 4, fr 2-6 Inf III 5
weather C mud
May II 40, Axis movement"""


def saves() -> list[str]:
    """A save between phases, and one in the middle of a combat."""
    game = er.Game.start(RULES, POSITION, seed=7)
    game.submit(er.Move(("ge 3 Inf XX",), (er.hexref("16A:2031"),)))
    early = game.save()
    game.done()
    game.submit(er.Attack(("ge 1 Pz XX", "ge 2 Inf XX"), er.hexref("16A:2130")))
    game.done()
    return [early, game.save()]


def mutated_bytes(text: str, draw: random.Random) -> str:
    """The text with some characters changed, taken out or doubled."""
    for _ in range(draw.choice((1, 1, 1, 2, 5))):
        at = draw.randrange(len(text))
        middle = draw.choice(("", text[at] * 2, chr(draw.randrange(32, 127)), draw.choice('{}[]",:0e-\\')))
        text = text[:at] + middle + text[at + 1 :]
    return text


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data but the whole."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for key, value in inner for place in ((*path, key), *places(value, (*path, key)))]


VALUES: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    1,
    10**30,
    0.5,
    "",
    "zz",
    "Axis",
    "Allied",
    "16A:1506",
    [],
    {},
    [[]],
    {"a": 1},
    "7-6",
    "1/2",
)


def mutated_fields(text: str, draw: random.Random) -> tuple[str, str]:
    """The save with a field changed, taken out, put elsewhere or doubled; and the field."""
    data = json.loads(text)
    path = draw.choice(places(data))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    kind = draw.randrange(4)
    if kind == 0:
        del inner[path[-1]]
    elif kind == 1 and isinstance(inner, list):
        inner.insert(draw.randrange(len(inner) + 1), copy.deepcopy(inner[path[-1]]))
    elif kind == 2 and isinstance(inner, list):
        inner.append(inner.pop(path[-1]))
    else:
        inner[path[-1]] = draw.choice(VALUES)
    if draw.random() < 0.5 and path[0] not in ("seals", "whole") and set(SEALED) <= data.keys():
        return canonical(resealed(data)), f"forged {path[0]}"
    return json.dumps(data), str(path[0])


def judged(text: str, original: str) -> str:
    """What comes of a mutated save: "refused", "the same game", "another game", or what went wrong."""
    try:
        game = er.Game.load(text, RULES)
    except EuropaError as error:
        where, colon, why = str(error).partition(":")
        return "refused" if colon and where and why.strip() else f"REFUSED WITHOUT A PLACE: {error}"
    except Exception as error:
        return f"CRASHED: {type(error).__name__}: {error}"
    if game.save() == original:
        return "the same game"
    again = canonical(json.loads(text))
    return "another game" if game.save() == again else "another game, in another form than it was written in"


def mutate(times: int, seed: str = "1") -> tuple[Counter[str], list[str]]:
    """Mutate saves so often; gives what came of them, and each that must not be."""
    draw, originals = random.Random(seed), saves()
    counts, wrong = Counter[str](), list[str]()
    for number in range(times):
        original = draw.choice(originals)
        if number % 3:
            text, what = mutated_fields(original, draw)
        else:
            text, what = mutated_bytes(original, draw), "bytes"
        found = judged(text, original)
        if found[:4].isupper() or (found.startswith("another game") and not what.startswith("forged")):
            wrong.append(f"{what}: {found}")
        counts[f"{'forged' if what.startswith('forged') else 'not forged'}: {found.partition(':')[0]}"] += 1
    return counts, wrong


if __name__ == "__main__":
    began = time.process_time()
    counted, faults = mutate(int(sys.argv[1]) if sys.argv[1:] else 10_000)
    for name, often in sorted(counted.items()):
        print(f"{often:6} {name}")
    for fault in faults[:40]:
        print(fault)
    print(f"{sum(counted.values())} saves, {len(faults)} faults, {time.process_time() - began:.0f} s of processor time")
    sys.exit(1 if faults else 0)
