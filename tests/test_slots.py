"""The list of slots: every slot that a room asks is on it, with its class of facts, and nothing else."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path

import attrs
import pytest

from europa_rules.concordance.askings import MODIFIER, PROHIBITION, SOURCE, STEP, Asking, askings_of
from europa_rules.concordance.marks import packages_in_use
from europa_rules.contributions import Modifier, Prohibition, Source
from europa_rules.errors import PluginError
from europa_rules.slots import MODIFIER_SLOTS, PROCEDURES, PROHIBITION_SLOTS, SOURCE_SLOTS

LISTS = {MODIFIER: MODIFIER_SLOTS, PROHIBITION: PROHIBITION_SLOTS, SOURCE: SOURCE_SLOTS}
LISTED = [(kind, slot) for kind, slots in LISTS.items() for slot in slots]


@cache
def _asked() -> dict[tuple[str, str], frozenset[Asking]]:
    """(kind, slot) -> who asks it."""
    found: dict[tuple[str, str], frozenset[Asking]] = {}
    for asking in askings_of(packages_in_use()):
        place = (asking.kind, asking.slot)
        found[place] = found.get(place, frozenset()) | {asking}
    return found


def test_every_slot_that_a_room_asks_is_listed() -> None:
    steps = [(STEP, procedure) for procedure in PROCEDURES]
    unlisted = {pair: rooms for pair, rooms in _asked().items() if pair not in (*LISTED, *steps)}
    assert not unlisted


@pytest.mark.parametrize(("kind", "slot"), LISTED)
def test_a_listed_slot_is_asked_and_its_facts_stand_where_the_list_says(kind: str, slot: str) -> None:
    head, _, text = LISTS[kind][slot].partition(": ")
    file, *facts = head.split()
    room = "europa_rules." + file.removesuffix(".py").replace("/", ".")
    asking = {asking.module for asking in _asked().get((kind, slot), frozenset())}
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


def test_the_page_of_slots_answers_the_same_questions_for_each() -> None:
    sys.path.append(str(Path(__file__).parents[1] / "docs"))
    chapters = importlib.import_module("pages").slots_page().split("\n### ")[1:]
    titles = [*(slot for _, slot in LISTED), *(f"Steps: {procedure}" for procedure in PROCEDURES)]
    assert [chapter.partition("\n")[0] for chapter in chapters] == titles
    questions = ("Asked", "Given", "Return", "Several answers", "Serves", "Example")
    for chapter in chapters:
        told = dict(line.removeprefix("- **").split("**: ", 1) for line in chapter.splitlines() if "**: " in line)
        assert tuple(told) == questions, chapter
        assert all(len(answer) > 3 for answer in told.values()), chapter


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_listed_procedure_is_arranged(procedure: str) -> None:
    assert _asked().get((STEP, procedure)), "nobody goes through it"


@pytest.mark.parametrize("slot", SOURCE_SLOTS)
def test_a_slot_of_sources_says_what_becomes_of_several(slot: str) -> None:
    assert ";" in SOURCE_SLOTS[slot]
