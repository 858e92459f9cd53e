"""Loading a game: the public door to a ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from europa_rules.building.ruleset_building import build_ruleset
from europa_rules.ruleset import Ruleset


def load(
    variant: str,
    *,
    options: Iterable[str] = (),
    rulings: Mapping[str, str] | None = None,
    charts: Sequence[str | Path] | str | Path = (),
    maps: Sequence[str | Path] | str | Path = (),
    plugins: Iterable[object] | None = None,
) -> Ruleset:
    """The rules of a game, compiled once and then read only.

    variant: "fof" (The Fall of France), "sf" (Second Front), or one that a plugin brings.
    options: numbers of the optional rules in use ("43A").
    rulings: readings chosen for open points, id -> reading; the others keep their defaults.
    charts: folders of chart files laid over the bundled ones, cell by cell, left to right.
    maps: folders of map tables laid over the bundled sheets, left to right.
    plugins: modules, objects or names; None means all that are installed.

    Raises UnknownName for a variant, option, ruling or reading there is not (with the nearest right name), DataError
    with every fault of the overlays, ContributionConflict where two plugins claim one place, and PluginError where
    the variant's own plugin, or one of `plugins`, is broken (any other broken plugin is left out and listed in
    `.plugins`).

    >>> load("sf").variant.title
    'Second Front'
    """
    return build_ruleset(variant, options=options, rulings=rulings, charts=charts, maps=maps, plugins=plugins)
