"""A variant of a plugin that is not installed: what it adds, what it takes over, and that the game it changes stays."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from tests.variants.third import plugin

import europa_rules as er
from europa_rules import setting_up
from europa_rules.checks import check_paths
from europa_rules.conformance import read_cases, run_cases
from europa_rules.contributions import Modifier, Option, StepContribution
from europa_rules.errors import ContributionConflict, DataError, IllegalOrder, PluginError
from europa_rules.game import PASS
from europa_rules.ground.combat import AttackFacts, reckon_modifiers, reckon_unit_attacks
from europa_rules.ground.destinations import destinations
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.terrain import HexEntry, columns_of, reckon_entry_cost, rule_on_terrain
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.procedure import Opening
from europa_rules.ruleset import Ruleset
from europa_rules.slots import MODIFIER_SLOTS
from europa_rules.units import Rating, Unit

HERE = Path(__file__).parent
PLUGINS = ("fof", "sf", plugin)
POLDER, BESIDE, BEHIND_THE_DYKE = Hex("16A:1506"), Hex("16A:1406"), Hex("16A:1505")
INFANTRY = Unit("ge", "infantry", "division", Rating.parse("7-6"))
PANZERS = Unit("ge", "armor", "division", Rating.parse("14-10"))
SIEGE_GUNS = Unit("ge", "siege_artillery", "battalion", Rating.parse("4-2-6"))
POSITION = "16A:1406 ge 7-6 Inf XX 1 | 16A:1306 ge 14-10 Pz XX 1 | 16A:1508 fr 5-6 Inf XX 2 | May I 40, Axis movement"


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return er.load("polders", plugins=PLUGINS)


@pytest.fixture(scope="module")
def fof() -> Ruleset:
    return er.load("fof", plugins=PLUGINS)


class House:
    """A plugin made in a test that answers a hook alike for every variant, or only for one."""

    def __init__(self, name: str, only: str = "", **answers: object) -> None:
        self.name = name
        for hook, answer in answers.items():
            setattr(self, f"europa_{hook}", er.hookimpl(self._answering(answer, only)))

    @staticmethod
    def _answering(answer: object, only: str) -> Callable[[str], object]:
        def for_variant(variant: str) -> object:
            return answer if only in ("", variant) else []

        return for_variant


def _attack(attackers: Iterable[Unit], terrain: str, hexes: Iterable[str] = "ab") -> AttackFacts:
    who = tuple(Combatant(unit, stands_in=hex_) for unit, hex_ in zip(attackers, hexes, strict=False))
    defender = Combatant(Unit("fr", "infantry", "division", Rating.parse("5-6")))
    return AttackFacts(who, (defender,), Ground(terrain), attacking=er.AXIS, defending=er.ALLIED)


# --- loading ---------------------------------------------------------------------------------------------------------


def test_it_loads_beside_the_games_that_are_installed(rules: Ruleset) -> None:
    assert [v.id for v in rules.lineage] == ["fof", "polders"]
    assert {er.load(game, plugins=PLUGINS).variant.id for game in ("fof", "sf")} == {"fof", "sf"}
    assert all(record.loaded for record in rules.plugins)


def test_it_takes_over_what_it_does_not_change(rules: Ruleset, fof: Ruleset) -> None:
    mine, theirs = rules.variant, fof.variant
    assert (mine.book, mine.sides, mine.first_turn) == (theirs.book, theirs.sides, theirs.first_turn)
    assert (mine.nation_sides, mine.usual_nations) == (theirs.nation_sides, theirs.usual_nations)
    assert mine.sheets == ("16A",)
    assert {**theirs.owners_at_start, "Netherlands": er.ALLIED} == mine.owners_at_start


def test_it_knows_the_options_open_points_questions_and_subjects_of_the_game_it_changes(
    rules: Ruleset, fof: Ruleset
) -> None:
    assert set(rules.known_options) == {*fof.known_options, "P1"}
    assert set(rules.points) == {*fof.points, "polder-3-sodden"}
    assert set(rules.questions) == {*fof.questions, "reckon polders"}
    assert str(rules.cite("sluices")) == "Polder 2"
    assert str(rules.cite("fortifications")) == str(fof.cite("fortifications")) == "FoF 31A"
    assert str(rules.cite("9A")) == "FoF 9A"
    for slot in MODIFIER_SLOTS:
        assert set(fof.modifiers(slot)) <= set(rules.modifiers(slot))
    assert set(fof.steps("attack")) <= set(rules.steps("attack"))


def test_it_answers_the_cases_of_the_game_it_changes_as_that_does(rules: Ruleset, fof: Ruleset) -> None:
    cases = read_cases([HERE / "conformance" / "fof" / "armor.json"])

    def got(loaded: Ruleset) -> list[tuple[str, object]]:
        results = run_cases(cases, ask=er.ask, load=lambda _, __: loaded, prefixes={}, game=loaded.variant.id)
        return [(result.id, result.got) for result in results]

    assert got(rules) == got(fof)
    assert any(values for _, values in got(rules))


def test_it_answers_a_question_of_its_own(rules: Ruleset, fof: Ruleset) -> None:
    question = {"ask": "reckon", "what": "polders", "hexes": ["16A:1506", "16A:1406"]}
    assert er.ask(question, rules).values["polders"] == ["16A:1506"]
    with pytest.raises(er.UnknownQuestion):
        er.ask(question, fof)


def test_the_order_of_plugins_makes_no_difference(rules: Ruleset) -> None:
    house = House("house", options=[Option("H1", "A house rule", "FoF 9A")])
    seen = set()
    for order in itertools.permutations(["fof", plugin, house]):
        loaded = er.load("polders", plugins=order)
        seen.add((loaded.fingerprint, repr(loaded.manifest())))
    assert len(seen) == 1


def test_the_manifest_names_what_it_gave(rules: Ruleset) -> None:
    manifest = rules.manifest()
    assert manifest["extends"] == ["fof"]
    given = manifest["contributions"][plugin.__name__]
    for part in (
        "variant: polders",
        "option: P1",
        "ruling: polder-3-sodden",
        "modifiers: one dyke to come along",
        "prohibitions: siege guns sink",
        "steps: water rises",
        "order kind: sluices",
        "fact kind: flooded polder",
        "question: reckon polders",
        "scenario: dykes",
    ):
        assert part in given
    assert "variant: fof" in manifest["contributions"]["fof"]


def test_its_data_are_checked_with_its_own_words(rules: Ruleset) -> None:
    found = list(check_paths([HERE / "variants" / "third"], rules))
    assert [fault for checked in found for fault in checked.faults] == []
    assert {"scenario", "order of battle"} <= {checked.kind for checked in found}


def test_its_scenario_is_set_up_and_played(rules: Ruleset, fof: Ruleset) -> None:
    assert {*rules.scenarios} == {*fof.scenarios, "dykes"} and "dykes" not in fof.scenarios
    state = er.position_of("dykes", rules)
    assert str(state.moment) == "May II 40, Axis initial" and len(state.pieces) == 3
    game = er.Game.start(rules, "dykes", seed=1)
    assert game.describe_hex("16A:0822").owner == er.ALLIED
    while getattr(game.pending, "name", "") != "movement phase":
        game.done()
    free = er.Game.start(rules, "16A:1421 ge 7-6 Inf XX 1 | May II 40, Axis movement")
    reached, would_be = game.destinations("ge 1 Inf XX"), free.destinations("ge 1 Inf XX")
    assert {rules.board.country(ref) for ref in reached} == {"Germany", "Netherlands"}
    assert {rules.board.country(ref) for ref in would_be} == {"Germany", "Netherlands", "Belgium"}


# --- its terrain -----------------------------------------------------------------------------------------------------


def test_its_terrain_and_its_hexside_are_on_the_board(rules: Ruleset, fof: Ruleset) -> None:
    assert rules.board.terrain(POLDER) == "polder"
    assert rules.board.hexside(POLDER, BEHIND_THE_DYKE) == ("dyke",)
    assert [head.id for head in rules.board.laid_over] == ["The Fall of France", "Polders"]
    assert fof.board.terrain(POLDER) != "polder"
    assert rules.board.patched(hexes={BESIDE: {"terrain": "polder"}}).terrain(BESIDE) == "polder"
    with pytest.raises(DataError, match=r"'poldre'.*Did you mean 'polder'"):
        rules.board.patched(hexes={BESIDE: {"terrain": "poldre"}})


def test_a_map_of_a_player_may_use_its_terrain(tmp_path: Path) -> None:
    (tmp_path / "hexes.csv").write_text("hex,terrain,kind,confidence\n16A:1407,polder,printed,high\n", encoding="utf-8")
    assert er.load("polders", plugins=PLUGINS, maps=tmp_path).board.terrain(Hex("16A:1407")) == "polder"
    with pytest.raises(DataError, match="'polder'"):
        _ = er.load("fof", plugins=PLUGINS, maps=tmp_path).board


def test_movement_costs_of_its_terrain_come_from_its_chart(rules: Ruleset) -> None:
    def cost(unit: Unit, weather: str = "clear", hexsides: tuple[str, ...] = ()) -> Fraction:
        entry = HexEntry(columns_of(unit, rules), "polder", weather=weather, hexsides=hexsides, unit=unit)
        return reckon_entry_cost(entry, rules).value

    assert cost(PANZERS) == 4
    assert cost(INFANTRY) == 2
    assert cost(INFANTRY, hexsides=("dyke",)) == Fraction(5, 2)
    assert cost(INFANTRY, "frost") == 1
    with pytest.raises(IllegalOrder, match="polder hex is prohibited"):
        cost(PANZERS, "mud")


def test_pieces_move_over_its_terrain_on_the_board(rules: Ruleset) -> None:
    rules = rules.on_board(rules.board.patched(lines={(BESIDE, POLDER): ()}))
    state = parse_position(POSITION, rules)
    assert destinations("ge 1 Inf XX", state, rules)[POLDER] == 2
    assert destinations("ge 1 Pz XX", state, rules)[POLDER] == 1 + 4


def test_combat_effects_of_its_terrain_come_from_its_chart(rules: Ruleset) -> None:
    panzers, infantry = reckon_unit_attacks(_attack([PANZERS, INFANTRY], "polder"), rules)
    assert [panzers.value, infantry.value] == [7, 7]
    modifiers = reckon_modifiers(_attack([PANZERS, INFANTRY], "polder"), rules)
    assert modifiers.total.value == -1
    assert any("polder" in caveat for caveat in modifiers.total.caveats)


def test_its_modifier_and_its_prohibition_apply(rules: Ruleset, fof: Ruleset) -> None:
    from_one_hex = _attack([PANZERS, INFANTRY], "polder", "aa")
    total = reckon_modifiers(from_one_hex, rules).total
    assert total.value == -2
    assert "Polder 1" in map(str, total.citations)
    entry = HexEntry(columns_of(SIEGE_GUNS, rules), "polder", unit=SIEGE_GUNS)
    ruling = rules.forbid("enter hex", entry)
    assert [str(c) for c in ruling.citations] == ["Polder 1"]
    assert fof.forbid("enter hex", entry).allowed
    assert rule_on_terrain(evolve(entry, terrain="clear"), rules).allowed


def test_a_reading_of_its_open_point_is_played_and_named(rules: Ruleset) -> None:
    slow = er.load("polders", plugins=PLUGINS, rulings={"polder-3-sodden": "slow"})
    entry = HexEntry(columns_of(INFANTRY, slow), "polder", unit=INFANTRY)
    cost = reckon_entry_cost(entry, slow)
    assert [cost.value, reckon_entry_cost(entry, rules).value] == [3, 2]
    assert "polder-3-sodden: slow" in cost.rests_on


# --- its option, its order, its step ---------------------------------------------------------------------------------


def test_charts_of_an_option_are_laid_over_only_with_the_option(rules: Ruleset) -> None:
    high_water = er.load("polders", plugins=PLUGINS, options=["P1"])
    cell = ("polder", "clear", "other")
    assert rules.charts.terrain_effects.mp(*cell).value == 2
    assert high_water.charts.terrain_effects.mp(*cell).value == 3
    assert high_water.charts.terrain_effects.mp("polder", "clear", "cm_art").value == 4
    assert "charts: high_water" in high_water.manifest()["contributions"][plugin.__name__]
    assert "charts: high_water" not in rules.manifest()["contributions"][plugin.__name__]
    assert high_water.fingerprint != rules.fingerprint
    with pytest.raises(er.UnknownName, match="P1"):
        er.load("fof", plugins=PLUGINS, options=["P1"])


def test_its_order_is_given_played_and_saved_and_its_step_follows(rules: Ruleset) -> None:
    game = er.Game.start(rules, POSITION, seed=1)
    with pytest.raises(IllegalOrder, match="16A:1406 is no polder"):
        game.submit(plugin.OpenSluices(BESIDE))
    events = game.submit({"kind": "sluices", "hex": "16A:1506"})
    assert [str(c) for c in events[0].by] == ["Polder 2"]
    again = er.Game.load(game.save(), rules)
    assert again.state == game.state and again.state.recall(plugin.FLOODED, POLDER) == er.AXIS
    events = again.play([PASS])
    assert events[0].kind == "water rises"
    assert isinstance(again.pending, Opening) and again.pending.name == "combat phase"


# --- several plugins -------------------------------------------------------------------------------------------------


def _cells(folder: Path, file: str, body: str) -> er.ChartFolder:
    folder.mkdir()
    head = 'lays_over = "terrain_effects"\nprovenance = { kind = "estimate", source = "a test", confidence = "low" }\n'
    (folder / file).write_text(head + body, encoding="utf-8")
    return er.ChartFolder(folder)


def test_two_plugins_with_one_cell_conflict_and_both_are_named(tmp_path: Path) -> None:
    alice = House("alice", charts=[_cells(tmp_path / "a", "a.toml", "hexes.polder.mp.clear.other = 3\n")])
    bob = House("bob", charts=[_cells(tmp_path / "b", "b.toml", "[hexes.polder]\nmp.clear = { other = 4 }\n")])
    like = House("like", charts=[_cells(tmp_path / "c", "c.toml", "hexes.polder.mp.clear.other = 3\n")])
    where = "chart cell 'terrain_effects: hexes.polder.mp.clear.other' is claimed by plugin 'alice' and by plugin 'bob'"
    for pair in ((alice, bob), (bob, alice)):
        with pytest.raises(ContributionConflict, match=where):
            er.load("polders", plugins=[*PLUGINS, *pair])
    agreed = er.load("polders", plugins=[*PLUGINS, alice, like])
    assert agreed.charts.terrain_effects.mp("polder", "clear", "other").value == 3


def test_two_plugins_with_one_cell_of_the_unit_types_conflict(tmp_path: Path) -> None:
    def types(name: str, unit_class: str) -> House:
        folder = tmp_path / name
        folder.mkdir()
        text = f'[types.infantry]\nclass = "{unit_class}"\n'
        (folder / "unit_identification.toml").write_text(text, encoding="utf-8")
        return House(name, unit_types=[folder])

    alice, bob = types("alice", "artillery"), types("bob", "combat_motorized")
    assert er.load("polders", plugins=[*PLUGINS, alice]).types.get("infantry").unit_class == "artillery"
    with pytest.raises(ContributionConflict, match=r"'types.infantry.class' .*'alice' .*'bob'"):
        er.load("polders", plugins=[*PLUGINS, alice, bob])


def test_what_a_plugin_gives_for_every_variant_counts_once() -> None:
    minus = Modifier("house rule", "combat die roll", "FoF 9A", amount=-1)
    house = House("house", modifiers=[minus], options=[Option("H1", "A house rule", "FoF 9A")])
    loaded = er.load("polders", plugins=[*PLUGINS, house])
    assert loaded.modifiers("combat die roll").count(minus) == 1
    assert "H1" in loaded.known_options


def test_a_step_for_the_variant_takes_the_place_of_one_for_the_game_it_changes() -> None:
    def replacing(name: str, only: str) -> House:
        step = StepContribution(name, "attack", plugin.let_water_rise, "FoF 9A", replaces="losses")
        return House(name, only, steps=[step])

    base, near, other = replacing("base", "fof"), replacing("near", "polders"), replacing("other", "polders")
    loaded = er.load("polders", plugins=[*PLUGINS, base, near])
    assert [s.name for s in loaded.steps("attack") if s.replaces == "losses"] == ["near"]
    assert [s.name for s in er.load("fof", plugins=[*PLUGINS, base, near]).steps("attack") if s.replaces] == ["base"]
    with pytest.raises(ContributionConflict, match=r"'near'.*'other'"):
        er.load("polders", plugins=[*PLUGINS, near, other])
    everywhere = replacing("everywhere", "")
    with pytest.raises(ContributionConflict, match=r"'base'.*'everywhere'"):
        er.load("polders", plugins=[*PLUGINS, base, everywhere])


def test_a_step_beside_one_that_does_not_exist_is_refused_at_load() -> None:
    lost = StepContribution("lost", "attack", plugin.let_water_rise, "FoF 9A", after="lossses")
    with pytest.raises(PluginError, match=r"plugin 'house': step 'lost' goes by 'lossses'.*Did you mean 'losses'"):
        er.load("polders", plugins=[*PLUGINS, House("house", steps=[lost])])


# --- the game it changes ---------------------------------------------------------------------------------------------


def test_the_game_it_changes_stays_as_it_was(fof: Ruleset) -> None:
    alone = er.load("fof", plugins=["fof"])
    assert "polder" not in fof.charts.terrain_effects.hexes
    assert fof.board.fingerprint == alone.board.fingerprint
    assert (fof.options, fof.readings, set(fof.questions)) == (alone.options, alone.readings, set(alone.questions))
    assert fof.steps("player turn") == alone.steps("player turn")
    assert fof.order_kinds == alone.order_kinds


def test_a_variant_of_a_game_that_is_not_there_names_it() -> None:
    lost = evolve(plugin.VARIANT, extends="foff")

    class Lost:
        name = "lost"

        @er.hookimpl
        def europa_variants(self) -> Iterable[er.Variant]:
            return [lost]

    with pytest.raises(er.UnknownName, match=r"no variant 'foff'. Did you mean 'fof'"):
        er.load("polders", plugins=["fof", Lost()])


def test_an_order_of_battle_names_unit_types_of_the_variant(rules: Ruleset) -> None:
    ob = "INITIAL FORCES\nDUTCH:\n2-1-4 sluice_guard III: 1 @ 16A:1506\n"
    own = evolve(rules.types.get("border"), id="sluice_guard", name="sluice guard")
    types = evolve(rules.types, types=rules.types.types.merge({"sluice_guard": own}))
    ((_, entry),) = er.parse_ob(ob, types=types).entries()
    assert [getattr(unit, "type", "") for unit, _ in entry.each()] == ["sluice_guard"]
    with pytest.raises(DataError, match="sluice_guard"):
        er.parse_ob(ob)


def test_an_attack_in_words_names_unit_types_of_the_variant(rules: Ruleset) -> None:
    own = evolve(rules.types.get("border"), id="sluice_guard", name="sluice guard")
    known = evolve(rules, types=evolve(rules.types, types=rules.types.types.merge({"sluice_guard": own})))
    report = er.odds("3-4-6 sluice_guard III vs 2-6 Inf III", known)
    assert [who.unit.type for who in report.facts.attackers] == ["sluice_guard"]
    with pytest.raises(er.NotationError, match="no unit type 'sluice_guard'"):
        er.odds("3-4-6 sluice_guard III vs 2-6 Inf III", rules)


def test_a_scenario_that_a_variant_takes_over_is_found_in_the_game_that_brings_it(
    monkeypatch: pytest.MonkeyPatch, rules: Ruleset, fof: Ruleset
) -> None:
    games = {"polders": rules, "fof": fof}
    assert "historical" in rules.scenario_ids
    monkeypatch.setattr(setting_up, "variants_of", lambda _: [(None, game.variant) for game in games.values()])
    monkeypatch.setattr(setting_up, "load", games.__getitem__)
    assert setting_up.find_scenario("historical") == (fof.scenario("historical"), fof)
    assert setting_up.find_scenario("historical", rules) == (rules.scenario("historical"), rules)
