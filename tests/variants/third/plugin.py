"""Polders: land below the sea, won from woods, that slows an army down, and sluices that drown it.

The plugin brings a variant that changes The Fall of France, with a terrain, a modifier, a prohibition, a step in the
player turn, a kind of order, an option, an open point, a scenario and an answer to a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import frozen

import europa_rules as er
from europa_rules.ground.combat import AttackFacts
from europa_rules.ground.terrain import HexEntry
from europa_rules.procedure import Procedure, record
from europa_rules.questions import Given, Handlers

ID = "polders"
FOLDER = Path(__file__).parent
POLDER = "polder"

FLOODED: er.FactKind[str] = er.FactKind("flooded polder", "game turn", str)
"""The side that drowned a polder (subject: the hex)."""

VARIANT = er.Variant(
    id=ID,
    title="The Fall of France with polders",
    book="",
    sides=(),
    sheets=("16A",),
    folder=FOLDER,
    owners_at_start={"Netherlands": er.ALLIED},
    extends="fof",
)


# --- a modifier and a prohibition -------------------------------------------------------------------------------------


def _on_a_dyke(facts: AttackFacts) -> bool:
    return facts.ground.terrain == POLDER and len({who.stands_in for who in facts.attackers}) == 1


def _siege_guns_into_a_polder(facts: HexEntry) -> bool:
    return facts.terrain == POLDER and facts.unit is not None and facts.unit.type == "siege_artillery"


MODIFIERS = [
    er.Modifier("one dyke to come along", "combat die roll", "Polder 1", amount=-1, when=_on_a_dyke),
    er.Modifier(
        "sodden ground",
        "movement cost",
        "Polder 3",
        amount=1,
        when=lambda facts: facts.terrain == POLDER,
        gate=er.Gate(point="polder-3-sodden", reading="slow"),
    ),
]
PROHIBITIONS = [
    er.Prohibition(
        "siege guns sink",
        "enter hex",
        "Polder 1",
        why="siege artillery sinks into a polder",
        when=_siege_guns_into_a_polder,
        possible="move it round the polder",
    )
]


# --- a step and an order ----------------------------------------------------------------------------------------------


def let_water_rise(state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
    """Every drowned polder is named once the phasing player has moved."""
    flooded = sorted(state.all_facts(FLOODED))
    if not flooded:
        return state
    text = f"The water stands in {', '.join(flooded)}"
    return (yield from record(er.Event(text, (rules.cite("sluices"),), state, "water rises")))


@frozen
class OpenSluices:
    """Drown a polder."""

    hex: er.Hex

    def __str__(self) -> str:
        return f"open the sluices of {self.hex}"


def rule_on_sluices(order: OpenSluices, player: er.Side, state: er.GameState, rules: er.Ruleset) -> er.Ruling:
    """Only polders have sluices."""
    if rules.board.terrain(order.hex) == POLDER:
        return er.Ruling.allow()
    return er.Ruling.refuse(f"{order.hex} is no polder", rules.cite("sluices"), possible="drown a polder")


def open_sluices(
    order: OpenSluices, player: er.Side, state: er.GameState, rules: er.Ruleset
) -> Procedure[er.GameState]:
    """The polder is remembered as drowned."""
    after = state.noting(FLOODED, order.hex, player)
    return (yield from record(er.Event(f"{player} drowns {order.hex}", (rules.cite("sluices"),), after, "sluices")))


SLUICES = er.OrderKind("sluices", OpenSluices, rule_on_sluices, open_sluices, openings=("movement phase",))
STEPS = [er.StepContribution("water rises", "player turn", let_water_rise, "Polder 2", after="end of movement")]


# --- options, charts, questions ---------------------------------------------------------------------------------------

HIGH_WATER = er.Option("P1", "High water", "Polder 4")
HANDLERS = Handlers()


@HANDLERS.answers("reckon polders", "hexes")
def polders(given: Given, rules: er.Ruleset) -> er.Answer:
    """Which of some hexes are polders."""
    board = rules.board
    return er.Answer.of(polders=[ref for ref in given.texts("hexes") if board.terrain(board.place(ref)) == POLDER])


# --- the hooks --------------------------------------------------------------------------------------------------------


@er.hookimpl
def europa_variants() -> Iterable[er.Variant]:
    """The variant."""
    return [VARIANT]


@er.hookimpl
def europa_options(variant: str) -> Iterable[er.Option]:
    """High water."""
    return [HIGH_WATER] if variant == ID else []


@er.hookimpl
def europa_rulings(variant: str) -> Iterable[Path]:
    """The open point of the polder rules."""
    return [FOLDER / "rulings.toml"] if variant == ID else []


@er.hookimpl
def europa_charts(variant: str) -> Iterable[er.ChartFolder]:
    """What high water does to movement."""
    return [er.ChartFolder(FOLDER / "high_water", er.Gate(option="P1"))] if variant == ID else []


@er.hookimpl
def europa_modifiers(variant: str) -> Iterable[er.Modifier]:
    """Dykes, and sodden ground."""
    return MODIFIERS if variant == ID else []


@er.hookimpl
def europa_prohibitions(variant: str) -> Iterable[er.Prohibition]:
    """Siege artillery."""
    return PROHIBITIONS if variant == ID else []


@er.hookimpl
def europa_steps(variant: str) -> Iterable[er.StepContribution]:
    """The water rises."""
    return STEPS if variant == ID else []


@er.hookimpl
def europa_order_kinds(variant: str) -> Iterable[er.OrderKind]:
    """Sluices."""
    return [SLUICES] if variant == ID else []


@er.hookimpl
def europa_fact_kinds(variant: str) -> Iterable[er.FactKind[str]]:
    """Drowned polders."""
    return [FLOODED] if variant == ID else []


@er.hookimpl
def europa_scenarios(variant: str) -> Iterable[Path]:
    """A battle for the polders, with an order of battle of its own."""
    return [FOLDER / "dykes"] if variant == ID else []


@er.hookimpl
def europa_questions(variant: str) -> Mapping[str, object]:
    """Where polders are."""
    return HANDLERS.by_name if variant == ID else {}
