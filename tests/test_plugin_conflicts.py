"""Thirty mistakes and quarrels of plugins: each is told before play, with the plugins and what it is about."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

import europa_rules as er
from europa_rules.errors import EuropaError
from europa_rules.questions import Answer, Handlers


class House:
    """A plugin made here, which answers hooks for every variant alike."""

    def __init__(self, name: str, **answers: object) -> None:
        self.name = name
        for hook, answer in answers.items():
            setattr(self, f"europa_{hook}", er.hookimpl(self._answering(answer)))

    @staticmethod
    def _answering(answer: object) -> Callable[[str], object]:
        return lambda variant: answer


class Games:
    """A plugin made here that brings variants."""

    def __init__(self, name: str, *variants: er.Variant) -> None:
        self.name, self.variants = name, list(variants)

    @er.hookimpl
    def europa_variants(self) -> list[er.Variant]:
        return self.variants


class Misspelt:
    """A plugin whose hook is not among the specifications."""

    name = "north"

    @er.hookimpl
    def europa_modifier(self, variant: str) -> list[er.Modifier]:
        return []


class WrongSignature:
    """A plugin whose hook asks for what the library does not give."""

    name = "north"

    @er.hookimpl
    def europa_modifiers(self, variant: str, weather: str) -> list[er.Modifier]:
        return []


class Breaking:
    """A plugin that breaks when it is asked."""

    name = "north"

    @er.hookimpl
    def europa_modifiers(self, variant: str) -> list[er.Modifier]:
        importlib.import_module("a_package_that_is_not_there")

        return []


@frozen
class Wave:
    """An order made here."""

    unit: str


def nothing(state: er.GameState, *_: object) -> er.Procedure[er.GameState]:
    yield from ()
    return state


def allow(*_: object) -> er.Ruling:
    return er.Ruling.allow()


def handlers() -> Handlers:
    book = Handlers()

    @book.answers("reckon waves", "")
    def waves(given: object, rules: er.Ruleset) -> Answer:
        return Answer.of(waves=1)

    return book


HANDLERS = handlers().by_name


def gated(**gate: str) -> er.Modifier:
    return er.Modifier("gated", "combat die roll", "House 1", amount=1, gate=er.Gate(**gate))


def variant(name: str, extends: str) -> er.Variant:
    return er.Variant(name, name.title(), "", (), (), Path(__file__).parent, extends=extends)


def charts(folder: Path, cell: str) -> er.ChartFolder:
    folder.mkdir(parents=True)
    text = 'lays_over = "zoc_costs"\nprovenance = { kind = "estimate", source = "here", confidence = "low" }\n'
    (folder / "zoc_costs.toml").write_text(f"{text}[costs.full]\nother = {{ to_hex_without_zoc = {cell} }}\n")
    return er.ChartFolder(folder)


def types(folder: Path, cell: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "unit_identification.toml").write_text(f'[types.infantry]\natec = "{cell}"\n')
    return folder


def rulings(folder: Path) -> Path:
    folder.mkdir(parents=True)
    file = folder / "rulings.toml"
    file.write_text(
        '[[point]]\nid = "house-1-open"\nrule = "House 1"\nquestion = "Is it open?"\ndefault = "yes"\n'
        'why = "So it is."\n'
        'authority = "opinion"\nsource = "1"\nstatus = "used"\n[point.readings]\nyes = "It is."\nno = "It is not."\n'
    )
    return file


STEP = er.StepContribution("wave", "attack", nothing, "House 1", after="resolve")
REPLACING = [er.StepContribution(name, "attack", nothing, "House 1", replaces="resolve") for name in ("one", "two")]
OPTION = er.Option("H1", "Waves", by="House 1")
SOURCE = er.Source("waves", "closed hexes", "House 1", lambda *_: frozenset())
KIND = er.OrderKind("wave", Wave, allow, nothing)
FACT: er.FactKind[str] = er.FactKind("waved", "game", str)

Make = Callable[[Path], list[object]]


def both(**given: object) -> Make:
    """Two plugins that give the same."""
    return lambda _: [House("north", **given), House("south", **given)]


def one(**given: object) -> Make:
    return lambda _: [House("north", **given)]


CONFLICTS: dict[str, tuple[Make, dict[str, Any], tuple[str, ...]]] = {
    "one option": (both(options=[OPTION]), {}, ("north", "south", "H1")),
    "one kind of order": (both(order_kinds=[KIND]), {}, ("north", "south", "wave")),
    "one kind of fact": (both(fact_kinds=[FACT]), {}, ("north", "south", "waved")),
    "one question": (both(questions=HANDLERS), {}, ("north", "south", "reckon waves")),
    "one source of a slot": (both(sources=[SOURCE]), {}, ("north", "south", "closed hexes: waves", "House 1")),
    "one step": (both(steps=[STEP]), {}, ("north", "south", "attack: wave", "House 1")),
    "one step replaced": (
        lambda _: [House("north", steps=REPLACING[:1]), House("south", steps=REPLACING[1:])],
        {},
        ("north", "south", "attack: resolve"),
    ),
    "one chart cell": (
        lambda to: [House("north", charts=[charts(to / "n", "1")]), House("south", charts=[charts(to / "s", "4")])],
        {},
        ("north", "south", "zoc_costs"),
    ),
    "one cell of a unit type": (
        lambda to: [
            House("north", unit_types=[types(to / "n", "full")]),
            House("south", unit_types=[types(to / "s", "none")]),
        ],
        {},
        ("north", "south", "infantry"),
    ),
    "one open point": (
        lambda to: [House("north", rulings=[rulings(to / "n")]), House("south", rulings=[rulings(to / "s")])],
        {},
        ("north", "south", "house-1-open"),
    ),
    "one variant": (
        lambda _: [Games("north", variant("bare", "fof")), Games("south", variant("bare", "fof"))],
        {"variant": "bare"},
        ("north", "south", "bare"),
    ),
    "variants that extend one another": (
        lambda _: [Games("north", variant("one", "two")), Games("south", variant("two", "one"))],
        {"variant": "one"},
        ("one", "two"),
    ),
    "a variant that extends one there is not": (
        lambda _: [Games("north", variant("bare", "foff"))],
        {"variant": "bare"},
        ("bare", "foff", "fof"),
    ),
    "options that exclude one another": (
        one(options=[OPTION, er.Option("H2", "Calm", by="House 2", excludes=("H1",))]),
        {"options": ["H1", "H2"]},
        ("H1", "H2"),
    ),
    "an option without the one it needs": (
        one(options=[OPTION, er.Option("H2", "Storm", by="House 2", requires=("H1",))]),
        {"options": ["H2"]},
        ("H1", "H2"),
    ),
    "options that need one another, one of them missing": (
        one(options=[er.Option("H1", "A", by="House 1", requires=("H2",))]),
        {"options": ["H1"]},
        ("H1", "H2"),
    ),
    "an option there is not": (one(options=[]), {"options": ["H9"]}, ("H9",)),
    "a hook that is misspelt": (lambda _: [Misspelt()], {}, ("north", "europa_modifier")),
    "a hook of another signature": (lambda _: [WrongSignature()], {}, ("north", "weather")),
    "an import that fails": (lambda _: [Breaking()], {}, ("north", "a_package_that_is_not_there")),
    "a folder of charts that is not there": (
        lambda to: [House("north", charts=[er.ChartFolder(to / "lost")])],
        {},
        ("lost",),
    ),
    "a file of open points that is not there": (lambda to: [House("north", rulings=[to / "lost.toml"])], {}, ("lost",)),
    "an answer that is no list": (one(modifiers=7), {}, ("north", "europa_modifiers")),
    "an answer of another kind": (one(modifiers=["fear"]), {}, ("north", "europa_modifiers")),
    "a step beside one there is not": (
        one(steps=[er.StepContribution("wave", "attack", nothing, "House 1", after="resolved")]),
        {},
        ("north", "wave", "resolve"),
    ),
    "a gate of an option there is not": (one(modifiers=[gated(option="H9")]), {}, ("north", "gated", "H9")),
    "a gate of a point there is not": (
        one(modifiers=[gated(point="fof-0-lost", reading="yes")]),
        {},
        ("north", "gated", "fof-0-lost"),
    ),
    "a gate of a reading there is not": (
        one(modifiers=[gated(point="fof-12D2a-first-turn-attack", reading="lost")]),
        {},
        ("north", "gated", "lost"),
    ),
    "what is no plugin": (lambda _: [object()], {}, ("no plugin",)),
    "a plugin that is not installed": (lambda _: ["narvik"], {}, ("narvik",)),
}


@pytest.mark.parametrize("what", CONFLICTS)
def test_a_conflict_is_told_at_load_with_who_and_what(what: str, tmp_path: Path) -> None:
    make, how, named = CONFLICTS[what]
    with pytest.raises(EuropaError) as raised:
        er.load(how.get("variant", "fof"), options=how.get("options", ()), plugins=["fof", *make(tmp_path)])
    missing = [word for word in named if word not in str(raised.value)]
    assert missing == [], str(raised.value)


def test_there_are_thirty() -> None:
    assert len(CONFLICTS) >= 30


def test_all_orders_of_five_plugins_give_one_manifest() -> None:
    own = [
        House(name, modifiers=[er.Modifier(f"wind of the {name}", "combat die roll", f"House {n}", amount=1)])
        for n, name in enumerate(("north", "south", "west", "east"), 1)
    ]
    manifests = [er.load("fof", plugins=order).manifest() for order in permutations(["fof", *own])]
    assert len(manifests) == 120
    given = [manifest["contributions"] for manifest in manifests]
    assert all(one == given[0] for one in given)
    odds = {
        str(er.odds("7-6 Inf XX vs 2-6 Inf III", er.load("fof", plugins=order)).modifiers.total)
        for order in (["fof", *own], [*reversed(own), "fof"])
    }
    assert len(odds) == 1
