"""Situations with known answers, named as in `tests/handed/README.md`; those of one room stand with its tests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.errors import IllegalAnswer, MapChanged, MapMissing, OtherVersion, PluginMissing, UndoRefused
from europa_rules.game import PASS, Game, replay
from europa_rules.ground.battleground import ground_at
from europa_rules.ground.combat import OddsColumns, reckon_odds
from europa_rules.ground.facts import FORTIFICATION, RAIL_BROKEN, Combatant
from europa_rules.ground.lines import LineHex
from europa_rules.ground.losses import LossFacts, ResultFacts, minimal_losses, reckon_demands, rule_on_losses
from europa_rules.ground.ownership import gain_by_entry
from europa_rules.ground.retreats import retreat
from europa_rules.ground.supply_routes import Route, RouteHex, trace
from europa_rules.ledger import Reckoning
from europa_rules.testing import play
from europa_rules.units import Rating, Unit

BOOKS = ("fof", "sf")
D = er.hexref("16A:2130")
"""A hex with clear ground around."""


def flat(book: str, **terrain: str) -> er.Ruleset:
    """The rules, with clear ground in and around D but for the hexes named by direction (n0 to n5)."""
    rules = er.load(book)
    board = rules.board
    around = board.neighbors_of(D)
    hexes: dict[str, dict[str, str | int | bool]] = {D: {"terrain": "clear"}}
    hexes.update({ref: {"terrain": terrain.get(f"n{i}", "clear")} for i, ref in enumerate(around)})
    return rules.on_board(board.patched(hexes=hexes))


def around(rules: er.Ruleset) -> tuple[er.Hex, ...]:
    return rules.board.neighbors_of(D)


def placed(rules: er.Ruleset, *parts: str) -> er.GameState:
    return er.parse_position(" | ".join([*parts, "Jul I 43, Allied combat"]), rules)


def unit(rating: str, kind: str = "infantry", size: str = "division", cadre: str = "") -> Unit:
    reduced = Rating.parse(cadre) if cadre else None
    return Unit("fr", kind, size, Rating.parse(rating), cadre=reduced)  # type: ignore[arg-type]  # words of the tests


# --- retreats --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("is_held", [False, True])
def test_A01_a_stack_that_must_retreat_leaves_as_one(book: str, is_held: bool) -> None:
    """The hex that is left is in an enemy ZOC: the German ability needs a friendly unit that was there before."""
    rules = flat(book)
    free, *walls = around(rules)
    enemies = [f"{ref} br 7-6 Inf XX {n}" for n, ref in enumerate(walls, 1)]
    holder = [f"{free} ge 7-6 Inf XX 9"] if is_held else []
    stack = f"{D} ge 12-10(5-8) Pz XX 7, ge 2-1-10 AG II 8"
    state = placed(rules, stack, *enemies, *holder)
    after, _ = play(retreat(("ge 7 Pz XX", "ge 8 AG II"), state, rules))
    division = after.piece("ge 7 Pz XX")
    assert division.place == free
    assert str(division.unit.rating) == ("12-10" if is_held else "5-8")
    assert ("ge 8 AG II" in after.pieces) is is_held


@pytest.mark.parametrize("book", BOOKS)
def test_A45_a_retreat_into_prohibited_ground_only_is_total_loss(book: str) -> None:
    rules = flat(book, n0="wooded_swamp")
    swamp, *walls = around(rules)
    enemies = [f"{ref} br 2-6 Inf III {n}" for n, ref in enumerate(walls, 1)]
    state = placed(rules, f"{D} ge 12-10(5-8) Pz XX 7, ge 7-6(3-6) Inf XX 8", *enemies)
    after, _ = play(retreat(("ge 7 Pz XX", "ge 8 Inf XX"), state, rules))
    infantry = after.piece("ge 8 Inf XX")
    assert infantry.place == swamp and infantry.full is None
    assert "ge 7 Pz XX" not in after.pieces


@pytest.mark.parametrize("book", BOOKS)
def test_B15_units_of_one_stack_part_where_terrain_bars_some(book: str) -> None:
    """Wooded swamp stands for the mountains of the case: artillery may not enter it under the charts in use."""
    rules = flat(book, n0="wooded_swamp")
    first, n1, n2, clear, n4, n5 = around(rules)
    enemies = (f"{n1} br 2-6 Inf III 1", f"{n5} br 2-6 Inf III 2", f"{n2} br 7-6 Inf XX 3", f"{n4} br 7-6 Inf XX 4")
    state = placed(rules, f"{D} ge 7-6(3-6) Inf XX 7, ge 3-2-8 Art III 8", *enemies)
    after, told = play(retreat(("ge 7 Inf XX", "ge 8 Art III"), state, rules))
    infantry = after.piece("ge 7 Inf XX")
    assert infantry.place == first and infantry.full is None
    assert "ge 8 Art III" not in after.pieces
    assert clear in told.events[0].text


# --- losses ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_A29_a_division_cut_to_cadre_counts_in_full(book: str) -> None:
    """Result DH against 12 printed: the division alone is enough, brigade and regiment are not; the rest retreats."""
    rules = flat(book)
    west, north, *_ = around(rules)
    text = f"""
    {west} us 12-6 Inf XX 1, us 12-6 Inf XX 2
    {north} us 12-6 Inf XX 3
    {D} ge 7-6(3-6) Inf XX 7, ge 3-6 Inf X 8, ge 2-6 Inf III 9
    Jul I 43, Allied combat
    """
    game = Game.start(rules, text, dice="manual")
    game.submit(er.Attack(("us 1 Inf XX", "us 2 Inf XX", "us 3 Inf XX"), D))
    while not isinstance(game.pending, er.Roll):
        game.done()
    assert game.pending.purpose.endswith("at 3:1")
    game.roll(6)
    assert isinstance(game.pending, er.Decision) and game.pending.question.startswith(
        "which units are lost? At least 6"
    )
    with pytest.raises(IllegalAnswer, match="a loss of 5 is less than 6"):
        game.decide("ge 8 Inf X", "ge 9 Inf III")
    game.decide("ge 7 Inf XX")
    assert str(game.state.piece("ge 7 Inf XX").unit.rating) == "3-6"
    assert isinstance(game.pending, er.Decision) and "ge 7 Inf XX, ge 8 Inf X, ge 9 Inf III" in game.pending.question
    game.decide(*game.pending.suggestions[0])
    assert not game.state.friends_at(D, er.AXIS)
    assert {"ge 7 Inf XX", "ge 8 Inf X", "ge 9 Inf III"} <= set(game.state.pieces)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("result", "own", "others", "strengths", "needed", "enough", "short"),
    [
        ("HX", "attacker", 7, (3, 4, 2), Fraction(7, 2), [("4",), ("3", "2")], ("3",)),
        ("DH", "defender", 0, (4, 5), Fraction(9, 2), [("5",)], ("4",)),
    ],
)
def test_B21_at_least_half_is_not_rounded_down(
    book: str,
    result: str,
    own: str,
    others: int,
    strengths: tuple[int, ...],
    needed: Fraction,
    enough: list[tuple[str, ...]],
    short: tuple[str, ...],
) -> None:
    rules = er.load(book)
    mine, theirs = Reckoning.of(sum(strengths), "printed"), Reckoning.of(others, "printed")
    both = (mine, theirs) if own == "attacker" else (theirs, mine)
    demand = reckon_demands(ResultFacts(result, *both), rules).of(own)
    assert demand.min_loss.value == needed
    units = tuple(Combatant(unit(f"{s}-6"), str(s)) for s in strengths)
    facts = LossFacts(units, own, demand.min_loss.value)
    assert not rule_on_losses(facts, short, rules).allowed
    assert [set(ids) for ids in minimal_losses(facts, rules)] == [set(ids) for ids in enough]


# --- odds, supply ----------------------------------------------------------------------------------------------------

COLUMNS = ["1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1"]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("attack", "column"),
    [(34, "3:1"), (9, "1:1"), (13, "1:1"), (14, "3:2"), (18, "2:1"), (80, "8:1"), (81, "9:1"), (200, "9:1")],
)
def test_B19_odds_are_rounded_down_to_a_column_and_capped(book: str, attack: int, column: str) -> None:
    both = (Reckoning.of(attack, "attack"), Reckoning.of(9, "defense"))
    assert reckon_odds(*both, er.load(book), OddsColumns.read(COLUMNS)).column == column


def way(*stretches: Iterable[RouteHex]) -> Route:
    return Route((RouteHex(), *(ref for stretch in stretches for ref in stretch)))


def test_A27_trucks_lengthen_a_supply_line_once_and_are_not_chained() -> None:
    fof, clear = er.load("fof"), RouteHex()
    road = [RouteHex(by_road=True)] * 4
    source = [RouteHex(LineHex(source="full"), by_road=True)]
    truck = [evolve(clear, truck=True)]
    assert not trace(way([clear] * 6, truck, [clear] * 2, truck, [clear] * 3, road, source), fof).in_supply
    found = trace(way([clear] * 6, truck, [clear] * 3, road, source), fof)
    assert found.in_supply
    assert found.parts == (("overland", 7), ("truck", 3), ("road", 5))
    swamp = [RouteHex(terrain="swamp")]
    assert not trace(way(swamp, [clear] * 5, truck, [clear] * 3, road, source), fof).in_supply


# --- undo and replay -------------------------------------------------------------------------------------------------

PEACE = "16A:2029 ge 7-6 Inf XX 1 | 16A:2030 ge 7-6 Inf XX 2 | 16A:2330 us 5-6 Inf XX 6 | Jul I 43, Axis movement"


def test_B37_undo_takes_back_an_order_with_all_that_followed_and_names_it() -> None:
    """A landing and a march are two orders of one unit here: taking back the first takes back both."""
    game = Game.start(er.load("sf"), PEACE, seed=1)
    fresh = game.save()
    game.submit(er.Move(("ge 1 Inf XX",), (er.hexref("16A:2028"),)))
    game.submit(er.Move(("ge 1 Inf XX",), (er.hexref("16A:2027"),)))
    taken = game.undo(to=1)
    assert [line.split(": path")[0] for line in taken] == ["Axis: move ge 1 Inf XX"] * 2
    assert "16A:2027" in taken[1]
    assert game.save() == fresh


def test_B37_an_overrun_is_taken_back_whole() -> None:
    """Units, ownership and MPs come back together; nothing was rolled, so that even the strict policy allows it."""
    text = "16A:2029 ge 14-10 Pz XX 1 | 16A:2130 us 1-6 Inf III 5 | Jul I 43, Axis movement"
    game = Game.start(er.load("sf"), text, seed=1)
    fresh = game.save()
    game.submit(er.Overrun(("ge 1 Pz XX",), D))
    assert isinstance(game.pending, er.Decision) and "us 5 Inf III" not in game.state.pieces
    game.decide("ge 1 Pz XX")
    assert game.state.piece("ge 1 Pz XX").place == D
    taken = game.undo(to=1)
    assert taken == ("Axis: overrun ge 1 Pz XX: target 16A:2130", "Axis: chose ge 1 Pz XX")
    assert game.save() == fresh


class Extra:
    """A plugin that gives one option."""

    name = "extra"

    @er.hookimpl
    def europa_options(self, variant: str) -> Iterable[er.Option]:
        return [er.Option("99Z", "Nothing at all", "SF 4")]


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    folder = tmp_path / "my-map"
    folder.mkdir()
    write_hex(folder, "woods")
    return folder


def write_hex(folder: Path, terrain: str) -> None:
    (folder / "hexes.csv").write_text(
        f"hex,terrain,kind,source,confidence\n16A:2030,{terrain},estimate,,low\n", "utf-8"
    )


def test_B39_a_missing_plugin_is_named() -> None:
    saved = Game.start(er.load("sf", plugins=["sf", Extra()]), PEACE, seed=1).save()
    with pytest.raises(PluginMissing, match=r"made with 'extra' \(handed in\); the ruleset has sf"):
        replay(saved, er.load("sf"))


def test_B39_another_version_is_named_and_may_be_played_on_anyway() -> None:
    sf = er.load("sf")
    data = json.loads(Game.start(sf, PEACE, seed=1).save())
    data["version"] = "0.0.1"
    with pytest.raises(OtherVersion, match=rf"made with sf '0\.0\.1'; the ruleset has '{sf.variant.version}'"):
        replay(json.dumps(data), sf)
    data["version"], data["plugins"]["sf"] = sf.variant.version, "europa-rules 0.0.1"
    with pytest.raises(OtherVersion, match=r"made with sf 'europa-rules 0\.0\.1'; the ruleset has 'europa-rules"):
        replay(json.dumps(data), sf)
    assert replay(json.dumps(data), sf, anyway=True).state == Game.start(sf, PEACE, seed=1).state


def test_B39_a_changed_map_is_named_and_no_file_is_written(overlay: Path) -> None:
    saved = Game.start(er.load("sf", maps=overlay), PEACE, seed=1).save()
    assert replay(saved, er.load("sf", maps=overlay)).save() == saved
    before = (overlay / "hexes.csv").read_bytes()
    write_hex(overlay, "rough")
    changed = (overlay / "hexes.csv").read_bytes()
    expected, found = (json.loads(text)["maps"]["my-map"] for text in (saved, saved_now(overlay)))
    with pytest.raises(MapChanged, match=rf"maps\.my-map: the save was made on {expected}; the board has {found}"):
        replay(saved, er.load("sf", maps=overlay))
    assert (overlay / "hexes.csv").read_bytes() == changed != before


def saved_now(overlay: Path) -> str:
    return Game.start(er.load("sf", maps=overlay), PEACE, seed=1).save()


def test_B39_a_missing_map_is_named(overlay: Path) -> None:
    saved = saved_now(overlay)
    with pytest.raises(MapMissing, match=r"made on 'my-map' \(\w+\); the board has 16A, 17A, 26, 27"):
        replay(saved, er.load("sf"))


def test_B39_loading_twice_leaves_the_file_alone(overlay: Path) -> None:
    files = {path.name: path.read_bytes() for path in overlay.iterdir()}
    for _ in range(2):
        assert er.load("sf", maps=overlay).board.terrain(er.hexref("16A:2030")) == "woods"
    assert {path.name: path.read_bytes() for path in overlay.iterdir()} == files


# --- data files ------------------------------------------------------------------------------------------------------

FAULTY = {
    "combat_results": '[rows]\n6 = ["AE", "AE", "AE", "AE", "AE", "AE", "AH", "AR", "AS", "AS", "EX", "EX"]\n',
    "supply_lines": "[rows.loc]\nclear = -1\n",
    "terrain_effects": "[hexes.Woods.mp.clear]\ncm_art = 2\n",
}


def test_B35_all_faults_of_chart_files_come_in_one_report(tmp_path: Path) -> None:
    """Three faults, each with file, place and reason; nothing is said of names that a file read later defines."""
    for name, rows in FAULTY.items():
        head = f'lays_over = "{name}"\nprovenance = {{ kind = "printed", source = "mine", confidence = "high" }}\n'
        (tmp_path / f"{name}.toml").write_text(head + rows, "utf-8")
    with pytest.raises(er.DataError) as caught:
        er.load("fof", charts=tmp_path)
    faults = {Path(fault.file).stem: fault for fault in caught.value.faults}
    assert len(caught.value.faults) == 3
    assert faults["terrain_effects"].where == "hexes.Woods" and faults["terrain_effects"].suggestion == "woods"
    assert faults["combat_results"].where == "rows.6" and "12 cells" in faults["combat_results"].found
    assert faults["supply_lines"].where == "rows.loc.clear" and faults["supply_lines"].found == "-1"
    assert er.load("fof").variant.id == "fof" and er.load("sf").variant.id == "sf"


# --- one game two ways -----------------------------------------------------------------------------------------------

THREE = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6(3-6) Inf XX 2
16A:2032 ge 7-6(3-6) Inf XX 3
16A:2025 ge 7-6(3-6) Inf XX 4
16A:2130 us 5-6(2-6) Inf XX 5
16A:2133 us 2-6 Inf III 6
16A:2126 us 2-6 Inf III 7
Jul I 43, Axis combat
"""


@pytest.mark.parametrize("book", BOOKS)
def test_B43_three_attacks_with_one_call_or_with_many(book: str) -> None:
    """Equal logs, inputs with their rolls, and bytes."""
    rules = flat(book)
    text = THREE.replace("us ", "fr ") if book == "fof" else THREE
    orders = [er.Attack((a,), h) for a, h in _pairs(rules, text)]
    slow = Game.start(rules, text, seed=5)
    script: list[object] = []
    for order in orders:
        slow.submit(order)
        script.append(order)
        while not (isinstance(slow.pending, er.Opening) and slow.pending.name == "combat phase"):
            if isinstance(slow.pending, er.Decision):
                answer = slow.pending.suggestions[-1]
                slow.decide(*answer)
                script.append(answer)
            else:
                slow.done()
                script.append(PASS)
    quick = Game.start(rules, text, seed=5)
    quick.play(script)
    assert sum("roll" in entry for entry in quick.inputs) == 3
    assert [str(entry) for entry in quick.log] == [str(entry) for entry in slow.log]
    assert quick.save() == slow.save()
    with pytest.raises(UndoRefused):
        quick.undo(to=1)


def _pairs(rules: er.Ruleset, text: str) -> list[tuple[str, er.Hex]]:
    """For each target a German unit beside it."""
    state = er.parse_position(text, rules)
    found = []
    for enemy in (piece for piece in state.pieces.values() if piece.side == er.ALLIED):
        beside = [p.id for ref in rules.board.neighbors_of(enemy.place) for p in state.friends_at(ref, er.AXIS)]
        found.append((beside[0], enemy.place))
    return found


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_of_situations_names_tests_that_there_are() -> None:
    """A row that is tested names a test of its own case; one that is planned says what it waits for."""
    folder = Path(__file__).parent
    rows = re.findall(
        r"^\| ([AB]\d\d) \|.*\| (\w+) \| (.*) \|$", (folder / "handed" / "README.md").read_text("utf-8"), re.M
    )
    assert len(rows) == 48
    for case, status, note in rows:
        tests = re.findall(r"`tests/([\w/]+\.py)::(\w+)`", note)
        assert status in ("tested", "planned") and (tests or status == "planned"), case
        assert note.startswith("waits for") is (status == "planned"), case
        for file, name in tests:
            assert case in name and f"def {name}(" in (folder / file).read_text("utf-8"), (case, name)


# --- what cannot move ------------------------------------------------------------------------------------------------


def test_B17_what_cannot_move_is_lost_in_a_retreat_and_a_fort_with_its_hex() -> None:
    """The division goes; a unit of movement 0, and a rail-only unit on a broken line, are lost; so is the fort."""
    rules = flat("sf")
    north = f"{around(rules)[0]} us 14-10 Arm XX 1"
    pieces = f"{D} ge 7-6(3-6) Inf XX 1, ge 0-4-0 PortFort X 2, ge 2-1-R Art II 3"
    state = (
        placed(rules, pieces, north, f"owner Axis {D}").noting(FORTIFICATION, D, "fort").noting(RAIL_BROKEN, D, True)
    )
    after, _ = play(retreat(("ge 1 Inf XX", "ge 2 PortFort X", "ge 3 Art II"), state, rules))
    assert set(after.pieces) == {"ge 1 Inf XX", "us 1 Arm XX"} and after.piece("ge 1 Inf XX").place != D
    assert after.piece("ge 1 Inf XX").full is None
    taken = gain_by_entry(after, [after.piece("us 1 Arm XX")], D, rules)
    assert ground_at(D, state, rules).fortification == "fort"
    assert not ground_at(D, taken, rules).fortification


def test_B17_position_aa_is_lost_in_a_retreat() -> None:
    rules = flat("fof")
    north = f"{around(rules)[0]} ge 14-10 Pz XX 1"
    state = placed(rules, f"{D} fr 7-6(3-6) Inf XX 1, fr PosAA 2", north)
    after, _ = play(retreat(("fr 1 Inf XX", "fr PosAA"), state, rules))
    assert set(after.pieces) == {"fr 1 Inf XX", "ge 1 Pz XX"}
