"""The Fall of France as a plugin: what it brings to each hook.

Data lie beside this module (`charts/`, `sheets/`, `subjects.toml`, `rulings.toml`); each rule that differs from the
series has a module of its own, named after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources
from importlib.resources.abc import Traversable

from europa_rules.contributions import ChartFolder, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules.hooks import hookimpl
from europa_rules.ruleset import Variant
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Turn
from europa_rules_fof import (
    air_basing,
    airborne_landings,
    antiaircraft,
    antitank_option,
    blitzkrieg,
    bridge_repairs,
    bridges,
    campaign_rules,
    cooperation,
    eben_emael,
    ground_rules,
    maginot,
    rail_lines,
    resource_points,
    supply_judging,
    unit_readings,
)
from europa_rules_fof.questions import HANDLERS

ID = "fof"
FOLDER = resources.files("europa_rules_fof")

VARIANT = Variant(
    id=ID,
    title="The Fall of France",
    book="FoF",
    sides=(AXIS, ALLIED),
    sheets=("16A", "17A"),
    folder=FOLDER,
    owners_at_start={"Germany": AXIS, "France": ALLIED, "Britain": ALLIED, "Italy": NEUTRAL, "": NEUTRAL},
    nation_sides={"ge": AXIS, "it": AXIS, "": ALLIED},
    usual_nations=("ge", "fr"),
    first_turn=Turn(1940, 5, 1),
    case_prefixes=("FOF-",),
)


@hookimpl
def europa_variants() -> Iterable[Variant]:
    """The game itself."""
    return [VARIANT]


@hookimpl
def europa_options(variant: str) -> Iterable[Option]:
    """The optional rules that are implemented."""
    of_rules = (airborne_landings, antiaircraft, bridges, cooperation, antitank_option, supply_judging, resource_points)
    return (
        [*campaign_rules.OPTIONS, *(option for module in of_rules for option in module.OPTIONS)]
        if variant == ID
        else []
    )


@hookimpl
def europa_rulings(variant: str) -> Iterable[Traversable]:
    """The open points of the book."""
    return [FOLDER.joinpath("rulings.toml")] if variant == ID else []


@hookimpl
def europa_charts(variant: str) -> Iterable[ChartFolder]:
    """Chart cells of readings of open points other than the defaults."""
    of_rules = (air_basing, airborne_landings, maginot, bridge_repairs, rail_lines, unit_readings, supply_judging)
    return (
        [*campaign_rules.CHARTS, *(folder for module in of_rules for folder in module.CHARTS)] if variant == ID else []
    )


@hookimpl
def europa_modifiers(variant: str) -> Iterable[Modifier]:
    """Changes to strengths, die rolls and costs."""
    return [*ground_rules.MODIFIERS, *cooperation.MODIFIERS] if variant == ID else []


@hookimpl
def europa_prohibitions(variant: str) -> Iterable[Prohibition]:
    """What this game forbids beside the series' rules."""
    return (
        [*ground_rules.PROHIBITIONS, *campaign_rules.PROHIBITIONS, *cooperation.PROHIBITIONS] if variant == ID else []
    )


@hookimpl
def europa_sources(variant: str) -> Iterable[Source]:
    """Things collected by rules of the series."""
    return [*ground_rules.SOURCES, *campaign_rules.SOURCES] if variant == ID else []


@hookimpl
def europa_steps(variant: str) -> Iterable[StepContribution]:
    """Steps put into the series' procedures."""
    return [*ground_rules.STEPS, *campaign_rules.STEPS] if variant == ID else []


@hookimpl
def europa_order_kinds(variant: str) -> Iterable[object]:
    """Orders that only this game has."""
    return (
        [*antiaircraft.ORDER_KINDS, *campaign_rules.ORDER_KINDS, *resource_points.ORDER_KINDS] if variant == ID else []
    )


@hookimpl
def europa_fact_kinds(variant: str) -> Iterable[object]:
    """What the steps of this game remember."""
    kinds = (*antiaircraft.FACT_KINDS, *blitzkrieg.FACT_KINDS, *eben_emael.FACT_KINDS, *resource_points.FACT_KINDS)
    return [*kinds, *campaign_rules.FACT_KINDS] if variant == ID else []


@hookimpl
def europa_questions(variant: str) -> Mapping[str, object]:
    """Answers to questions in this book's vocabulary."""
    return HANDLERS.by_name if variant == ID else {}
