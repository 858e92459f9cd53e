"""Thirty mistakes and quarrels of plugins: each is told before play, with the plugins and what it is about."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from importlib import metadata
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

import europa_rules as er
import europa_rules_fof.plugin
from europa_rules.board import Board
from europa_rules.errors import EuropaError, PluginError
from europa_rules.hooks import HOOK_NAMES
from europa_rules.plugins import ASKED_WITHOUT_A_VARIANT, ENTRY_POINTS
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


def scenario(folder: Path) -> Path:
    (folder / "scenarios").mkdir(parents=True)
    (folder / "scenarios" / "raid.toml").write_text('id = "raid"\n', encoding="utf-8")
    return folder


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


def options(**given: dict[str, tuple[str, ...]]) -> Make:
    """Plugins with an option each: what it needs, what it excludes."""
    houses = list(zip(("north", "south", "west"), given.items(), strict=False))
    return lambda _: [
        House(plugin, options=[er.Option(name, "Weather", by=f"House {name}", **how)]) for plugin, (name, how) in houses
    ]


CONFLICTS: dict[str, tuple[Make, dict[str, Any], tuple[str, ...]]] = {
    "one option": (both(options=[OPTION]), {}, ("north", "south", "H1", "House 1", "europa_options")),
    "one kind of order": (both(order_kinds=[KIND]), {}, ("north", "south", "wave", "europa_order_kinds")),
    "one kind of fact": (both(fact_kinds=[FACT]), {}, ("north", "south", "waved", "europa_fact_kinds")),
    "one question": (both(questions=HANDLERS), {}, ("north", "south", "reckon waves", "europa_questions")),
    "one scenario": (
        lambda to: [House("north", scenarios=[scenario(to / "n")]), House("south", scenarios=[scenario(to / "s")])],
        {},
        ("north", "south", "raid", "europa_scenarios"),
    ),
    "one source of a slot": (
        both(sources=[SOURCE]),
        {},
        ("north", "south", "closed hexes: waves", "House 1", "europa_sources"),
    ),
    "one step": (both(steps=[STEP]), {}, ("north", "south", "attack: wave", "House 1", "europa_steps")),
    "one step replaced": (
        lambda _: [House("north", steps=REPLACING[:1]), House("south", steps=REPLACING[1:])],
        {},
        ("north", "south", "attack: resolve", "House 1", "europa_steps"),
    ),
    "one chart cell": (
        lambda to: [House("north", charts=[charts(to / "n", "1")]), House("south", charts=[charts(to / "s", "4")])],
        {},
        ("north", "south", "zoc_costs: costs.full.other.to_hex_without_zoc", "europa_charts"),
    ),
    "one cell of a unit type": (
        lambda to: [
            House("north", unit_types=[types(to / "n", "full")]),
            House("south", unit_types=[types(to / "s", "none")]),
        ],
        {},
        ("north", "south", "types.infantry.atec", "europa_unit_types"),
    ),
    "one open point": (
        lambda to: [House("north", rulings=[rulings(to / "n")]), House("south", rulings=[rulings(to / "s")])],
        {},
        ("north", "south", "house-1-open", "House 1", "europa_rulings"),
    ),
    "one variant": (
        lambda _: [Games("north", variant("bare", "fof")), Games("south", variant("bare", "fof"))],
        {"variant": "bare"},
        ("north", "south", "bare", "europa_variants"),
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
        options(H1={}, H2={"excludes": ("H1",)}),
        {"options": ["H1", "H2"]},
        ("'H1' of plugin 'north' (House H1)", "'H2' of plugin 'south' (House H2)"),
    ),
    "an option without the one it needs": (
        options(H1={}, H2={"requires": ("H1",)}),
        {"options": ["H2"]},
        ("'H1' of plugin 'north' (House H1)", "'H2' of plugin 'south' (House H2)"),
    ),
    "an option that needs one there is not": (
        options(H1={"requires": ("H3",)}, H2={}),
        {},
        ("'H1' of plugin 'north' (House H1)", "'H3'", "europa_options"),
    ),
    "options that need one another": (
        options(H1={"requires": ("H2",)}, H2={"requires": ("H1",)}),
        {},
        ("'H1' of plugin 'north' (House H1)", "'H2' of plugin 'south' (House H2)", "circles", "europa_options"),
    ),
    "options that need one another in a wider circle": (
        options(H1={"requires": ("H2",)}, H2={"requires": ("H3",)}, H3={"requires": ("H1",)}),
        {},
        ("'H1' of plugin 'north' (House H1)", "'H2' of plugin 'south' (House H2)", "circles", "europa_options"),
    ),
    "an option that needs one which excludes it": (
        options(H1={"requires": ("H2",)}, H2={"excludes": ("H1",)}),
        {},
        ("'H1' of plugin 'north' (House H1)", "'H2' of plugin 'south' (House H2)", "exclude", "europa_options"),
    ),
    "an option that needs two which exclude one another": (
        options(H1={"requires": ("H2", "H3")}, H2={"excludes": ("H3",)}, H3={}),
        {},
        ("'H1' of plugin 'north' (House H1)", "'H2' of plugin 'south' (House H2)", "exclude", "europa_options"),
    ),
    "an option that excludes what it needs": (
        options(H1={"requires": ("H2",), "excludes": ("H2",)}, H2={}),
        {},
        ("'H1' of plugin 'north' (House H1)", "'H2' of plugin 'south' (House H2)", "exclude", "europa_options"),
    ),
    "an option there is not": (one(options=[]), {"options": ["H9"]}, ("H9",)),
    "a hook that is misspelt": (lambda _: [Misspelt()], {}, ("north", "europa_modifier")),
    "a hook of another signature": (lambda _: [WrongSignature()], {}, ("north", "weather")),
    "an import that fails": (lambda _: [Breaking()], {}, ("north", "a_package_that_is_not_there")),
    "a folder of charts that is not there": (
        lambda to: [House("north", charts=[er.ChartFolder(to / "lost")])],
        {},
        ("north", "europa_charts", "lost"),
    ),
    "a file of open points that is not there": (
        lambda to: [House("north", rulings=[to / "lost.toml"])],
        {},
        ("north", "europa_rulings", "lost.toml"),
    ),
    "a folder of unit types without their file": (
        lambda to: [House("north", unit_types=[to])],
        {},
        ("north", "europa_unit_types", "unit_identification.toml"),
    ),
    "a folder without scenarios": (lambda to: [House("north", scenarios=[to])], {}, ("north", "europa_scenarios")),
    "an answer that is no list": (one(modifiers=7), {}, ("north", "europa_modifiers")),
    "an answer of another kind": (one(modifiers=["fear"]), {}, ("north", "europa_modifiers")),
    "a step beside one there is not": (
        one(steps=[er.StepContribution("wave", "attack", nothing, "House 1", after="resolved")]),
        {},
        ("north", "wave", "resolve"),
    ),
    "steps that go by one another": (
        lambda _: [
            House("north", steps=[er.StepContribution("ebb", "attack", nothing, "House 1", after="flow")]),
            House("south", steps=[er.StepContribution("flow", "attack", nothing, "House 2", before="ebb")]),
        ],
        {},
        ("'ebb' of plugin 'north' (House 1)", "'flow' of plugin 'south' (House 2)", "europa_steps"),
    ),
    "a step with the name of another": (
        one(steps=[er.StepContribution("losses", "attack", nothing, "House 1", after="resolve")]),
        {},
        ("north", "losses", "europa_steps"),
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


def test_there_are_more_than_thirty() -> None:
    assert len(CONFLICTS) >= 30


@pytest.mark.parametrize("answer", [7, [7], ["fear"], [None], {"fear": 7}], ids=str)
@pytest.mark.parametrize("hook", HOOK_NAMES)
def test_an_answer_of_another_kind_names_the_plugin_and_the_hook(hook: str, answer: object) -> None:
    plugin = (
        Games("north") if hook in ASKED_WITHOUT_A_VARIANT else House("north", **{hook.removeprefix("europa_"): answer})
    )
    if hook in ASKED_WITHOUT_A_VARIANT:
        setattr(plugin, hook, er.hookimpl(lambda: answer))
    with pytest.raises(
        PluginError, match=rf"plugin 'north' \(handed in\): {hook} gives .*; expected a (list|mapping) of "
    ):
        er.load("fof", plugins=["fof", plugin])


def test_nothing_is_an_answer_to_any_hook() -> None:
    houses = House(
        "north", **{hook.removeprefix("europa_"): None for hook in HOOK_NAMES if hook not in ASKED_WITHOUT_A_VARIANT}
    )
    assert "north" not in er.load("fof", plugins=["fof", houses]).manifest()["contributions"]


RECORDS: list[tuple[Callable[..., object], tuple[object, ...], dict[str, object], str]] = [
    (er.Modifier, ("combat die roll", "House 1"), {"amount": 0.5}, "'fear': amount is 0.5; expected a number"),
    (er.Modifier, ("combat die roll", "House 1"), {"when": True}, "'fear': when is True; expected a function"),
    (er.Modifier, ("combat die roll", None), {}, "None cites no rule"),
    (er.Modifier, ("combat die roll", ()), {}, "cites no rule"),
    (er.Modifier, ("combat die roll", "9A"), {}, "'9A' is no citation"),
    (er.Prohibition, ("attack", "House 1"), {"why": 3}, "'fear': why is 3; expected a sentence"),
    (er.Source, ("closed hexes", "House 1"), {"when": "always"}, "'fear': when is 'always'; expected a function"),
    (er.StepContribution, ("attack", None, "House 1"), {"after": "losses"}, "'fear': run is None; expected a function"),
]


@pytest.mark.parametrize(("kind", "given", "named", "words"), RECORDS, ids=[words for *_, words in RECORDS])
def test_a_record_that_could_not_be_played_is_refused_as_it_is_made(
    kind: Callable[..., object], given: tuple[object, ...], named: dict[str, object], words: str
) -> None:
    with pytest.raises(EuropaError, match=words):
        kind("fear", *given, **named)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("import a_package_that_is_not_there", "ModuleNotFoundError: No module named 'a_package_that_is_not_there'"),
        ("def broken(:", "SyntaxError: invalid syntax"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("open('lost.csv')", "FileNotFoundError: .* 'lost.csv'"),
        ("import europa_rules as er\nM = er.Modifier('x', 'combat dice roll', 'House 1')", "no modifier slot"),
    ],
)
def test_a_module_that_cannot_be_imported_is_named_and_left_out(
    text: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"north_{abs(hash(text))}"
    (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entries = [
        metadata.EntryPoint("fof", "europa_rules_fof.plugin", ENTRY_POINTS),
        metadata.EntryPoint("north", name, ENTRY_POINTS),
    ]
    monkeypatch.setattr(metadata, "entry_points", lambda group: entries)
    failed = [record for record in er.load("fof").plugins if not record.loaded]
    assert [record.name for record in failed] == ["north"]
    assert re.search(error, failed[0].error)
    with pytest.raises(PluginError, match=f"plugin 'north' \\({name}\\): .*{error}"):
        er.load("fof", plugins=["fof", "north"])


def test_all_orders_of_five_plugins_give_one_manifest(monkeypatch: pytest.MonkeyPatch) -> None:
    own = [
        House(name, modifiers=[er.Modifier(f"wind of the {name}", "combat die roll", f"House {n}", amount=1)])
        for n, name in enumerate(("north", "south", "west", "east"), 1)
    ]
    orders = list(permutations([europa_rules_fof.plugin, *own]))
    assert len(orders) == 120
    first, last = er.load("fof", plugins=orders[0]), er.load("fof", plugins=orders[-1])
    assert first.manifest() == last.manifest()
    assert first.fingerprint == last.fingerprint
    monkeypatch.setattr(Board, "manifest", lambda board: board.sheets)  # its 20,000 rows are counted twice above
    for order in orders:
        rules = er.load("fof", plugins=order)
        assert rules.lineage == first.lineage
        assert rules.on_board(first.board).manifest() == first.manifest()
        assert rules.modifiers("combat die roll") == first.modifiers("combat die roll")
