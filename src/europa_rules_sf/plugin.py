"""Second Front as a plugin: what it brings to each hook.

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
from europa_rules_sf import ground_rules, optional_rules, theaters, unit_readings, victory
from europa_rules_sf.questions import HANDLERS

ID = "sf"
FOLDER = resources.files("europa_rules_sf")

VARIANT = Variant(
    id=ID,
    title="Second Front",
    book="SF",
    sides=(AXIS, ALLIED),
    sheets=("16A", "17A", "26", "27"),
    folder=FOLDER,
    owners_at_start={
        "Britain": ALLIED,
        "Tunisia": ALLIED,
        "Algeria": ALLIED,
        "Malta": ALLIED,
        "Spain": NEUTRAL,
        "Portugal": NEUTRAL,
        "Switzerland": NEUTRAL,
        "Sweden": NEUTRAL,
        "": AXIS,
    },
    nation_sides={"ge": AXIS, "it": AXIS, "rs": AXIS, "": ALLIED},
    usual_nations=("ge", "us"),
    first_turn=Turn(1943, 7, 1),
    case_prefixes=("SFA-", "SFB-"),
)


@hookimpl
def europa_variants() -> Iterable[Variant]:
    """The game itself."""
    return [VARIANT]


@hookimpl
def europa_options(variant: str) -> Iterable[Option]:
    """The optional rules that are implemented."""
    return ground_rules.OPTIONS if variant == ID else []


@hookimpl
def europa_rulings(variant: str) -> Iterable[Traversable]:
    """The open points of the book."""
    return [FOLDER.joinpath("rulings.toml")] if variant == ID else []


@hookimpl
def europa_charts(variant: str) -> Iterable[ChartFolder]:
    """Chart cells of readings other than the defaults, and of optional rules."""
    return [*theaters.CHARTS, *optional_rules.CHARTS, *unit_readings.CHARTS, *victory.CHARTS] if variant == ID else []


@hookimpl
def europa_modifiers(variant: str) -> Iterable[Modifier]:
    """Changes to strengths, die rolls and costs."""
    return ground_rules.MODIFIERS if variant == ID else []


@hookimpl
def europa_prohibitions(variant: str) -> Iterable[Prohibition]:
    """What this game forbids beside the series' rules."""
    return ground_rules.PROHIBITIONS if variant == ID else []


@hookimpl
def europa_sources(variant: str) -> Iterable[Source]:
    """Things collected by rules of the series."""
    return ground_rules.SOURCES if variant == ID else []


@hookimpl
def europa_steps(variant: str) -> Iterable[StepContribution]:
    """Steps put into the series' procedures."""
    return ground_rules.STEPS if variant == ID else []


@hookimpl
def europa_order_kinds(variant: str) -> Iterable[object]:
    """Orders that only this game has."""
    return ground_rules.ORDER_KINDS if variant == ID else []


@hookimpl
def europa_fact_kinds(variant: str) -> Iterable[object]:
    """What the steps of this game remember."""
    return ground_rules.FACT_KINDS if variant == ID else []


@hookimpl
def europa_questions(variant: str) -> Mapping[str, object]:
    """Answers to questions in this book's vocabulary."""
    return HANDLERS.by_name if variant == ID else {}
