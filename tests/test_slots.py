"""The list of slots: every slot that a room asks is on it, with its class of facts, and nothing else."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
import pytest

import europa_rules as er
from europa_rules.contributions import Modifier, Prohibition, Source
from europa_rules.errors import PluginError
from europa_rules.slots import MODIFIER_SLOTS, PROHIBITION_SLOTS, SOURCE_SLOTS

SOURCES = Path(er.__file__).parent
LISTS = {"modifier": MODIFIER_SLOTS, "prohibition": PROHIBITION_SLOTS, "source": SOURCE_SLOTS}
ASKS = {
    "modify": ("modifier", 1),
    "modifiers": ("modifier", 0),
    "has_modifiers": ("modifier", 0),
    "forbid": ("prohibition", 0),
    "has_prohibitions": ("prohibition", 0),
    "sources": ("source", 0),
}
"""Methods of a ruleset that ask for contributions: the kind, and which argument names the slot."""

LISTED = [(kind, slot) for kind, slots in LISTS.items() for slot in slots]


def _rooms() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the core and the plugins that asks a ruleset: its name and its tree."""
    for package in ("europa_rules", "europa_rules_fof", "europa_rules_sf"):
        folder = SOURCES.parent / package
        for path in sorted(folder.rglob("*.py")):
            name = ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts)
            if name != "europa_rules.ruleset":
                yield name, ast.parse(path.read_text(encoding="utf-8"))


def _parameters(tree: ast.Module) -> dict[str, tuple[str, int]]:
    """Parameters by which a function of the module is handed a slot: name -> the function, and the place."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {a.arg: (f.name, i) for f in functions for i, a in enumerate(f.args.args) if a.arg == "slot"}


def _slots_in(room: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The slots that a room asks: (kind, slot) each time."""
    handed = _parameters(tree)
    asked = [(node, ast.unparse(node.func).rpartition(".")[2]) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for node, method in asked:
        kind, place = ASKS.get(method, ("", 0))
        if not kind or not isinstance(node.func, ast.Attribute) or len(node.args) <= place:
            continue
        named = node.args[place]
        if isinstance(named, ast.Name) and named.id in handed:
            function, place = handed[named.id]
            yield from ((kind, _text(call.args[place], room)) for call, name in asked if name == function)
        else:
            yield kind, _text(named, room)


def _text(node: ast.expr, room: str) -> str:
    if isinstance(node, ast.Name):
        return str(getattr(importlib.import_module(room), node.id))
    return str(ast.literal_eval(node))


@cache
def _asked() -> dict[tuple[str, str], frozenset[str]]:
    """(kind, slot) -> the rooms that ask it."""
    found: dict[tuple[str, str], frozenset[str]] = {}
    for room, tree in _rooms():
        for pair in _slots_in(room, tree):
            found[pair] = found.get(pair, frozenset()) | {room}
    return found


def test_every_slot_that_a_room_asks_is_listed() -> None:
    unlisted = {pair: rooms for pair, rooms in _asked().items() if pair not in LISTED}
    assert not unlisted


@pytest.mark.parametrize(("kind", "slot"), LISTED)
def test_a_listed_slot_is_asked_and_its_facts_stand_where_the_list_says(kind: str, slot: str) -> None:
    head, _, text = LISTS[kind][slot].partition(": ")
    file, *facts = head.split()
    room = "europa_rules." + file.removesuffix(".py").replace("/", ".")
    asking = _asked().get((kind, slot), frozenset())
    assert asking, "no room asks it"
    assert text and len(facts) <= 1
    if facts:
        found = getattr(importlib.import_module(room), facts[0])
        assert attrs.has(found) and found.__module__ == room
    else:
        assert kind == "source" and room in asking, "modifiers and prohibitions are given facts"


@pytest.mark.parametrize(
    ("contribution", "slot", "nearest"),
    [
        (Modifier, "combat dice roll", "combat die roll"),
        (Prohibition, "enter hexes", "enter hex"),
        (Source, "closed hex", "closed hexes"),
    ],
)
def test_a_contribution_to_no_slot_is_refused_with_the_nearest(
    contribution: type[Modifier | Prohibition | Source], slot: str, nearest: str
) -> None:
    with pytest.raises(PluginError, match=f"'house rule': no .* slot '{slot}'. Did you mean '{nearest}'"):
        contribution("house rule", slot, "SF 9A")
