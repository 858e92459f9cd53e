"""Faults of a plugin's author: each is told with plugin, record and place, as it loads or as its slot is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from importlib import metadata
from pathlib import Path
from typing import Any, cast

import pytest
from attrs import frozen

import europa_rules as er
from europa_rules.errors import PluginError
from europa_rules.ground.lines import spared_hexes
from europa_rules.orders import OrderKind
from europa_rules.plugins import ENTRY_POINTS, PluginRecord, find_plugins
from europa_rules.questions import Answer, Given, Handlers
from europa_rules.sides import AXIS

ATTACK = "2x 7-6 Inf XX vs 2-6 Inf III in clear"


class House:
    """A plugin of one rule."""

    name = "house"

    def __init__(self, **answers: Iterable[object]) -> None:
        for hook, answer in answers.items():
            setattr(self, f"europa_{hook}", er.hookimpl(lambda variant, answer=answer: answer))


def with_modifier(**how: object) -> er.Ruleset:
    given = {"amount": 1, **how}
    rule = er.Modifier("cavalry", "combat die roll", "House 4", **given)  # type: ignore[arg-type]  # wrong on purpose
    return er.load("fof", plugins=["fof", House(modifiers=[rule])])


def misspelt(facts: er.AttackFacts) -> bool:
    return bool(facts.ground.terain)  # type: ignore[attr-defined]  # misspelt on purpose


FAULTS: list[tuple[dict[str, object], str]] = [
    ({"when": misspelt}, r"AttributeError: .* 'terain'. Did you mean 'terrain'\?"),
    ({"when": lambda facts: "no"}, "`when` gives 'no'; expected True or False"),
    ({"amount": lambda facts: "one"}, "`amount` gives 'one'; expected a number"),
    ({"amount": lambda facts: 0.1}, r"`amount` gives 0.1; expected a number such as 1 or Fraction\(1, 2\)"),
    ({"amount": lambda facts: Fraction("one")}, "ValueError: Invalid literal for Fraction: 'one'"),
]


@pytest.mark.parametrize(("how", "words"), FAULTS, ids=[words for _, words in FAULTS])
def test_a_modifier_that_breaks_is_named_with_its_rule_and_plugin(how: dict[str, object], words: str) -> None:
    named = r"plugin 'house': modifier 'cavalry' \(House 4\) in the slot 'combat die roll': "
    with pytest.raises(PluginError, match=named + words) as raised:
        er.odds(ATTACK, with_modifier(**how))
    assert raised.value.__cause__ is not None


def test_the_line_that_broke_is_named_with_what_stands_there() -> None:
    with pytest.raises(
        PluginError, match=r"tests/test_faults_of_plugins.py, line \d+: `return bool\(facts.ground.tera"
    ):
        er.odds(ATTACK, with_modifier(when=misspelt))


def test_a_prohibition_and_a_source_that_break_are_named() -> None:
    def breaks(facts: object) -> bool:
        return 1 // 0 > 0

    fine = er.Prohibition("fine", "break down", "House 1", why="no", when=lambda facts: False)
    ban = er.Prohibition("ban", "break down", "House 2", why="no", when=breaks)
    rules = er.load("fof", plugins=["fof", House(prohibitions=[fine, ban])])
    named = r"plugin 'house': prohibition 'ban' \(House 2\) in the slot 'break down': ZeroDivisionError"
    with pytest.raises(PluginError, match=named):
        rules.forbid("break down", None)
    with pytest.raises(PluginError, match=named):
        rules.forbids("break down", None)
    source = er.Source("Elba", "closed skies", "House 3", "Italy", when=breaks)
    with pytest.raises(PluginError, match=r"source 'Elba' \(House 3\) in the slot 'closed skies': ZeroDivisionError"):
        er.load("fof", plugins=["fof", House(sources=[source])]).sources("closed skies")


def test_a_prohibition_or_a_source_that_says_neither_yes_nor_no_is_named() -> None:
    """A function that forgets its `return` would never forbid, and one that answers "no" would."""
    for said in (None, "no", 1):
        ban = er.Prohibition("ban", "break down", "House 2", why="no", when=lambda facts, said=said: said)  # type: ignore[misc]  # wrong on purpose
        source = er.Source("Elba", "closed skies", "House 3", "Italy", when=ban.when)
        rules = er.load("fof", plugins=["fof", House(prohibitions=[ban], sources=[source])])
        words = rf"`when` gives {said!r}; expected True or False"
        named = rf"plugin 'house': prohibition 'ban' \(House 2\) in the slot 'break down': {words}"
        with pytest.raises(PluginError, match=named) as raised:
            rules.forbid("break down", None)
        assert raised.value.plugins == ("house",)
        with pytest.raises(PluginError, match=named):
            rules.forbids("break down", None)
        with pytest.raises(PluginError, match=words):
            ban.rule_on(None)
        with pytest.raises(PluginError, match=rf"source 'Elba' \(House 3\) in the slot 'closed skies': .*{words}"):
            rules.sources("closed skies")


def test_a_mistake_that_a_function_tells_itself_stays_what_it_is() -> None:
    def names_no_town(facts: er.AttackFacts) -> bool:
        return bool(er.load("fof").board.city_named("Lyonn"))

    with pytest.raises(er.UnknownHex, match="Did you mean 'Lyon'"):
        er.odds(ATTACK, with_modifier(when=names_no_town))


UNASKABLE: list[tuple[Callable[..., object], str, dict[str, object], str]] = [
    (er.Modifier, "combat die roll", {"amount": 1, "when": lambda: True}, r"when is a function of \(\); .*: \(facts\)"),
    (er.Modifier, "combat die roll", {"amount": lambda a, b: 1}, r"amount is a function of \(a, b\)"),
    (er.Modifier, "combat die roll", {}, "amount is None; expected a number such as 1"),
    (er.Modifier, "xyz", {"amount": 1}, "no modifier slot 'xyz'. Known: .*movement cost"),
    (
        er.Modifier,
        "combat die roll",
        {"amount": 1, "change": "minus"},
        "no change 'minus'. Known: plus, times, at most",
    ),
    (er.Prohibition, "attack", {"why": lambda: "no"}, r"why is a function of \(\)"),
    (er.Prohibition, "attack", {"when": lambda *, facts: True}, r"when is a function of \(\*, facts\)"),
]


@pytest.mark.parametrize(("kind", "slot", "how", "words"), UNASKABLE, ids=[words for *_, words in UNASKABLE])
def test_a_record_that_could_not_be_asked_is_refused_as_it_is_made(
    kind: Callable[..., object], slot: str, how: dict[str, object], words: str
) -> None:
    with pytest.raises(PluginError, match=f"'x': {words}"):
        kind("x", slot, "House 1", **how)


def installed(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str, name: str = "marita") -> PluginRecord:
    """The record of a plugin of this text, installed beside the library's own."""
    module = f"{name}_{abs(hash(text))}"
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    entries = [*metadata.entry_points(group=ENTRY_POINTS), metadata.EntryPoint(name, module, ENTRY_POINTS)]
    monkeypatch.setattr(metadata, "entry_points", lambda group: entries)
    record = next(record for record in find_plugins() if record.name == name)
    sys.modules.pop(module, None)
    return record


def test_a_record_that_cannot_be_made_is_told_with_its_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "import europa_rules as er\n\nRULE = er.Modifier('cavalry', 'combat die roll', amount=1)\n"
    error = installed(monkeypatch, tmp_path, text).error
    assert "missing 1 required positional argument: 'by'" in error
    assert ".py, line 3: `RULE = er.Modifier('cavalry'" in error


def test_a_hook_without_its_mark_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = "def europa_modifiers(variant):\n    return []\n"
    error = installed(monkeypatch, tmp_path, text).error
    assert error == "europa_modifiers is not marked as a hook, so that nobody would ask it; put @er.hookimpl above it"


def test_a_plugin_that_takes_the_id_of_a_bundled_game_fails_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = (
        "import europa_rules as er\nfrom pathlib import Path\n\n@er.hookimpl\ndef europa_variants():\n"
        "    return [er.Variant('fof', 'Mine', 'Mine', (), (), Path('.'), extends='sf')]\n"
    )
    error = installed(monkeypatch, tmp_path, text).error
    assert error == "variant 'fof' is claimed by plugin 'fof' as well; give yours another id (hook europa_variants)"
    for game in ("fof", "sf"):
        rules = er.load(game)
        assert rules.variant.title != "Mine"
        assert [record.name for record in rules.plugins if not record.loaded] == ["marita"]


SOURCES: list[tuple[Callable[[], object], str]] = [
    (lambda: er.SupplySource("fulll"), "no kind 'fulll'. Did you mean 'full'"),
    (lambda: er.SupplySource("full", reach="lin"), "no reach 'lin'. Did you mean 'line'"),
    (lambda: er.SupplySource("full", nations=frozenset({"french"})), "no nation 'french'. Did you mean 'fr'"),
    (lambda: er.SupplySource("full", nations="fr"), "nations is 'fr'; expected codes"),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: er.SupplySource("full", "Lyon"), "where is 'Lyon'; expected a function"),  # type: ignore[arg-type]  # wrong on purpose
]


@pytest.mark.parametrize(("make", "words"), SOURCES, ids=[words for _, words in SOURCES])
def test_12C_a_supply_source_that_no_rule_knows_is_refused_as_it_is_made(
    make: Callable[[], object], words: str
) -> None:
    with pytest.raises(PluginError, match=f"a supply source: {words}"):
        make()


def _lyon(view: er.View) -> Any:
    return "Lyon"


def _breaks(view: er.View) -> Any:
    return 1 // 0


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (er.SupplySource("full", _lyon), "`where` gives 'Lyon'; expected a list of hexes"),
        (er.SupplySource("full", _breaks), "ZeroDivisionError"),
        (len, "its value is <built-in function len>; expected a SupplySource"),
    ],
    ids=["text", "error", "function"],
)
def test_fof_12C_a_supply_source_that_breaks_is_named(value: object, words: str) -> None:
    source = er.Source("Lyon", "supply sources", "House 5", value)
    rules = er.load("fof", plugins=["fof", House(sources=[source])])
    game = er.Game.start(rules, "17A:3506 ge 7-6 Inf XX 1 | Jul I 40, Axis movement", seed="x")
    with pytest.raises(PluginError, match=rf"plugin 'house': source 'Lyon' \(House 5\) .*{words}"):
        game.supply_line("ge 1 Inf XX")


def test_a_unit_type_is_told_with_file_and_line(tmp_path: Path) -> None:
    row = (
        'name = "{name}"\nclass = "non_motorized"\nmove = "{move}"\naeca = "none"\naecd = "none"\natec = "none"\n'
        "heavy_equipment = false\nabilities = []\n"
        'provenance = {{ kind = "estimate", source = "made up", confidence = "low" }}\n'
    )
    chart = tmp_path / "unit_identification.toml"
    chart.write_text("[types.evzone]\n" + row.format(name="Cavalry", move="flying"), encoding="utf-8")
    with pytest.raises(er.DataError) as raised:
        er.load("fof", plugins=["fof", House(unit_types=[tmp_path])])
    told = str(raised.value)
    assert f"{chart}: line 4, types.evzone.move: found 'flying'; expected one of cm_art, other" in told
    assert (
        f"{chart}: line 2, types.evzone.name: found 'Cavalry'; expected a name of its own; the type 'cavalry'" in told
    )


def breaking(_: object, state: object, rules: object) -> frozenset[str]:
    return frozenset({state.regon})  # type: ignore[attr-defined]  # misspelt on purpose


def test_a_function_of_a_source_that_breaks_is_named_whoever_calls_it() -> None:
    source = er.Source("polders", "hexes open to lines", "House 6", breaking)
    rules = er.load("fof", plugins=["fof", House(sources=[source])])
    state = er.Game.start(rules, "16A:1423 ge 7-6 Inf XX 1 | Jul I 40, Axis movement", seed="x").state
    named = r"plugin 'house': source 'polders' \(House 6\) in the slot 'hexes open to lines': AttributeError: .*'regon'"
    with pytest.raises(PluginError, match=named + r".*test_faults_of_plugins\.py, line \d+"):
        spared_hexes(AXIS, state, rules)


def test_a_step_that_breaks_is_named_with_its_procedure() -> None:
    def run(state: er.GameState, rules: er.Ruleset) -> er.Procedure[er.GameState]:
        yield from ()
        raise ZeroDivisionError("nothing left")

    step = er.StepContribution("looting", "player turn", run, "House 7", before="movement phase")
    rules = er.load("fof", plugins=["fof", House(steps=[step])])
    [given] = [one for one in rules.steps("player turn") if one.name == "looting"]
    with pytest.raises(PluginError, match=r"step 'looting' \(House 7\) in the procedure 'player turn': ZeroDivision"):
        list(cast("Callable[..., Iterable[object]]", given.run)(None, rules))


def test_a_step_that_does_not_say_whether_a_player_turn_has_it_is_named() -> None:
    def run(state: er.GameState, rules: er.Ruleset) -> er.Procedure[er.GameState]:
        yield from ()
        return state

    def forgets(state: er.GameState, rules: er.Ruleset) -> bool:
        return None  # type: ignore[return-value]  # wrong on purpose

    step = er.StepContribution("looting", "player turn", run, "House 7", before="movement phase", when=forgets)
    rules = er.load("fof", plugins=["fof", House(steps=[step])])
    [given] = [one for one in rules.steps("player turn") if one.name == "looting"]
    named = r"plugin 'house': step 'looting' \(House 7\) in the procedure 'player turn': .*`when` gives None; expected"
    with pytest.raises(PluginError, match=named):
        cast("Callable[..., bool]", given.when)(None, rules)


@frozen
class Loot:
    where: str


def test_an_order_kind_that_breaks_is_named() -> None:
    def rule_on(order: Loot, player: er.Side, state: er.GameState, rules: er.Ruleset) -> er.Ruling:
        return er.Ruling.refuse_if(order.were == "", "nowhere")  # type: ignore[attr-defined]  # misspelt on purpose

    def carry_out(order: Loot, player: er.Side, state: er.GameState, rules: er.Ruleset) -> er.Procedure[er.GameState]:
        yield from ()
        return state

    rules = er.load("fof", plugins=["fof", House(order_kinds=[OrderKind("loot", Loot, rule_on, carry_out)])])
    game = er.Game.start(rules, "16A:1423 ge 7-6 Inf XX 1 | Jul I 40, Axis movement", seed="x")
    with pytest.raises(PluginError, match=r"plugin 'house': order kind 'loot': AttributeError: .*'were'.*line \d+"):
        game.rule_on(Loot("Paris"))


def test_the_same_contribution_gives_equal_ones_in_two_rulesets() -> None:
    source = er.Source("polders", "hexes open to lines", "House 6", breaking)
    one, other = (er.load("fof", plugins=["fof", House(sources=[source])]) for _ in range(2))
    assert one.sources("hexes open to lines") == other.sources("hexes open to lines")


KINDS = {"wet": 1}
NO_KINDS: dict[str, int] = {}


def _of_house(given: Given, rules: er.Ruleset) -> Any:
    match given.text("how"):
        case "adds":
            return Answer.of(sum=1 + given.raw("number"))
        case "looks up":
            return Answer.of(kind=KINDS[given.raw("kind")])
        case "forgets":
            return Answer.of(kind=NO_KINDS["dry"])
    return 7


HOUSE_FAULTS = [
    (
        {"how": "adds", "number": "one"},
        PluginError,
        r"plugin 'house': the question 'reckon house': TypeError.*line \d+",
    ),
    ({"how": "looks up", "kind": "dri"}, er.BadQuestion, "'reckon house': among its facts 'dri' is not known"),
    ({"how": "forgets"}, PluginError, r"plugin 'house': the question 'reckon house': KeyError: 'dry' \(.*line \d+"),
    (
        {"how": "returns"},
        PluginError,
        "plugin 'house': the question 'reckon house': its handler gives 7; expected an A",
    ),
    ({"how": 3}, er.BadQuestion, "given.how: 3 is not a text"),
]


@pytest.mark.parametrize(("facts", "kind", "words"), HOUSE_FAULTS, ids=[words for *_, words in HOUSE_FAULTS])
def test_a_handler_that_breaks_names_its_plugin_and_a_bad_fact_names_itself(
    facts: dict[str, object], kind: type[Exception], words: str
) -> None:
    book = Handlers("House")
    book.answers("reckon house", "how number kind")(_of_house)
    rules = er.load("fof", plugins=["fof", House(questions=book.by_name)])
    with pytest.raises(kind, match=words):
        er.ask({"ask": "reckon", "what": "house", **facts}, rules)
