"""Tannenbaum: the German invasion of Switzerland in the summer of 1940, as it was planned and never tried.

It changes The Fall of France in every layer: terrain (the Réduit), a unit type (frontier guards), a source of supply,
strengths and die rolls, a combat result, a step of the player turn, and an optional rule.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from attrs import evolve

import europa_rules as er
from europa_rules.campaign.nations import happened, let_happen
from europa_rules.ground.combat import UnitInAttack
from europa_rules.ground.facts import ATTEMPT
from europa_rules.ground.losses import ATTACKER, STAND, ResultMeaning
from europa_rules.ground.supply_sources import FULL, SupplySource
from europa_rules.ground.supply_view import View
from europa_rules.procedure import Procedure, record

ID = "tannenbaum"
SWISS, REDOUBT, GUARDS, DEPOTS = "sw", "redoubt", "frontier_guard", "depots.csv"
MOBILIZED = "Switzerland has mobilized"
STORM = "storm troops"
"""The situation that tells of the first player turn, for the optional rule."""

FOLDER = resources.files("tannenbaum")
VARIANT = er.Variant(
    id=ID,
    title="Tannenbaum",
    book="",
    sides=(),
    sheets=("16A", "17A"),
    folder=FOLDER,
    owners_at_start={"Switzerland": er.ALLIED, "France": er.AXIS},
    nation_sides={SWISS: er.ALLIED},
    usual_nations=("ge", SWISS),
    extends="fof",
    without=("FoF 28", "FoF 29", "FoF 31D", "FoF 31E", "FoF 31G", "FoF 32", "FoF 33A", "FoF VP"),
)


# --- frontier guards and the Réduit (Tannenbaum 1, 2) -----------------------------------------------------------------


def leaves_home(facts: er.HexEntry) -> bool:
    """Whether frontier guards would leave Switzerland."""
    return facts.unit is not None and facts.unit.type == GUARDS and facts.country not in ("", "Switzerland")


def brings_panzers_up(facts: er.AttackFacts) -> bool:
    """Whether c/m units attack a hex of the Réduit."""
    return facts.ground.terrain == REDOUBT and any(who.unit.type == "armor" for who in facts.attackers)


def rows_of(table: Traversable) -> list[dict[str, str]]:
    """The depots of a table: the hex and the name of each."""
    return list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))


def depots(view: View) -> Iterator[er.Hex]:
    """The depots of the Réduit: supply for the Swiss alone."""
    return (er.hexref(row["hex"]) for row in rows_of(FOLDER.joinpath(DEPOTS)))


def faults_of_depots(place: Path, rules: er.Ruleset | None) -> Iterator[er.Fault]:
    """Depots that do not lie in the Réduit."""
    for number, row in enumerate(rows_of(place), 2):
        ref = er.Hex(row.get("hex") or "")
        if rules and (ref not in rules.board.hexes or rules.board.terrain(ref) != REDOUBT):
            yield er.Fault(str(place), f"line {number}, hex", repr(ref), "a hex of the Réduit")


# --- mobilization (Tannenbaum 3) --------------------------------------------------------------------------------------


def mobilize(state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
    """As the first Allied player turn begins, Switzerland mobilizes."""
    if state.phasing != er.ALLIED or MOBILIZED in happened(state):
        return state
    event = er.Event(MOBILIZED, (rules.cite("mobilization"),), let_happen(MOBILIZED, state), "mobilization")
    return (yield from record(event))


def how_things_stand(state: er.GameState, rules: er.Ruleset) -> Mapping[str, str]:
    """What the rules of this variant ask about the whole game."""
    return {} if MOBILIZED in happened(state) else {STORM: "yes"}


def is_surprised(facts: UnitInAttack) -> bool:
    """Whether a Swiss unit is attacked before it has mobilized."""
    return facts.unit.nation == SWISS and facts.attack.situation.get(STORM) == "yes"


def storms(facts: er.AttackFacts) -> bool:
    """Whether Germans attack before Switzerland has mobilized."""
    return facts.attacking == er.AXIS and facts.situation.get(STORM) == "yes"


# --- a result of its own (Tannenbaum 4) -------------------------------------------------------------------------------


def bleed(state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
    """In the Réduit attackers who should retreat are pinned instead, and lose half their strength."""
    attempt = state.recall(ATTEMPT, "")
    if attempt is None or attempt.result != "AR" or rules.board.terrain(attempt.target) != REDOUBT:
        return state
    pinned = state.noting(ATTEMPT, "", evolve(attempt, result="AP"))
    text = f"the attackers of {attempt.target} are pinned: AR becomes AP"
    return (yield from record(er.Event(text, (rules.cite("pinned"),), pinned, "pinned")))


def no_air_forces(state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
    """In place of the air order of battle of The Fall of France: nobody flies over Switzerland yet."""
    yield from ()
    return state


# --- what the plugin gives --------------------------------------------------------------------------------------------

OPTIONS = [er.Option("T1", "Storm troops", by="Tannenbaum 5")]
MODIFIERS = [
    er.Modifier("panzers in the Réduit", "combat die roll", "Tannenbaum 1", amount=-1, when=brings_panzers_up),
    er.Modifier("not mobilized", "defense strength", "Tannenbaum 3", Fraction(1, 2), is_surprised, change="times"),
    er.Modifier("storm troops", "combat die roll", "Tannenbaum 5", 1, storms, gate=er.Gate(option="T1")),
]
PROHIBITIONS = [
    er.Prohibition(
        "frontier guards stay at home",
        "enter hex",
        "Tannenbaum 2",
        why="frontier guards do not leave Switzerland",
        when=leaves_home,
        possible="keep them in Switzerland",
    )
]
SOURCES = [
    er.Source("the Réduit", "supply sources", "Tannenbaum 1", SupplySource(FULL, depots, frozenset({SWISS}))),
    er.Source("mobilization", "game circumstances", "Tannenbaum 3", how_things_stand),
    er.Source("AP", "combat results", "Tannenbaum 4", ResultMeaning(ATTACKER, "half", STAND)),
]
STEPS = [
    er.StepContribution("mobilization", "player turn", mobilize, "Tannenbaum 3", before="initial phase"),
    er.StepContribution("air order of battle", "player turn", no_air_forces, "Tannenbaum 6", before="initial phase"),
    er.StepContribution("pinned", "attack", bleed, "Tannenbaum 4", after="resolve"),
]


@er.hookimpl
def europa_variants() -> Iterable[er.Variant]:
    """The variant itself; charts, map, orders of battle and the whole scenario lie beside this module."""
    return [VARIANT]


@er.hookimpl
def europa_unit_types(variant: str) -> Iterable[Traversable]:
    """Frontier guards."""
    return [FOLDER.joinpath("types")] if variant == ID else []


@er.hookimpl
def europa_options(variant: str) -> Iterable[er.Option]:
    """Storm troops."""
    return OPTIONS if variant == ID else []


@er.hookimpl
def europa_modifiers(variant: str) -> Iterable[er.Modifier]:
    """Panzers in the mountains, surprise, storm troops."""
    return MODIFIERS if variant == ID else []


@er.hookimpl
def europa_prohibitions(variant: str) -> Iterable[er.Prohibition]:
    """Frontier guards."""
    return PROHIBITIONS if variant == ID else []


@er.hookimpl
def europa_sources(variant: str) -> Iterable[er.Source]:
    """Supply, circumstances and a combat result."""
    return SOURCES if variant == ID else []


@er.hookimpl
def europa_steps(variant: str) -> Iterable[er.StepContribution]:
    """Mobilization, and what the Réduit makes of a retreat."""
    return STEPS if variant == ID else []


@er.hookimpl
def europa_scenarios(variant: str) -> Iterable[Traversable]:
    """A scenario for an evening."""
    return [FOLDER.joinpath("short")] if variant == ID else []


@er.hookimpl
def europa_checkers() -> Iterable[er.Checker]:
    """The table of depots."""
    return [er.Checker("depots", lambda place: place.name == DEPOTS, faults_of_depots)]
