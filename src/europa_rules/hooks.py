"""The hook specifications: every question that the library asks its plugins.

Each hook is asked once, while a ruleset is built, with the id of the variant being loaded (and once more for each
variant that it extends). A plugin answers with plain records of `europa_rules.contributions`, or with nothing. No
hook is called in play.

Where there can be only one (an option of an id, a step in one place, a chart cell), two plugins that give it for the
same variant are a conflict, and what is given for a variant goes over what is given for the one that it extends. A
plugin that gives the same whatever the variant gives it once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

import pluggy

from europa_rules.contributions import ChartFolder, Checker, Modifier, Option, Prohibition, Source, StepContribution

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from europa_rules.ruleset import Variant

PROJECT = "europa_rules"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks(Protocol):
    """The specifications, for pluggy; plugins are modules (or objects) with functions of these names."""

    @hookspec
    def europa_variants(self) -> Iterable[Variant]:
        """Name the games that this plugin brings.

        Asked once, at load. Return a `Variant` each. Two plugins with one id are a conflict.
        """

    @hookspec
    def europa_modifiers(self, variant: str) -> Iterable[Modifier]:
        """Change a reckoning (a strength, a die roll, a cost).

        Asked once for each variant loaded. Return `Modifier` records, or []. All that apply are used, sorted by
        their place, rule and plugin. Slots: `slots.MODIFIER_SLOTS`.
        """

    @hookspec
    def europa_prohibitions(self, variant: str) -> Iterable[Prohibition]:
        """Forbid something (a move, an attack, a ZOC).

        Asked once for each variant loaded. Return `Prohibition` records, or []. Every one that applies is shown to
        the player. Slots: `slots.PROHIBITION_SLOTS`.
        """

    @hookspec
    def europa_sources(self, variant: str) -> Iterable[Source]:
        """Name things that a rule collects (supply sources, closed ground, what follows when a hex is gained).

        Asked once for each variant loaded. Return `Source` records, or []. A name given twice in one slot is a
        conflict that names both plugins. Slots: `slots.SOURCE_SLOTS`.
        """

    @hookspec
    def europa_steps(self, variant: str) -> Iterable[StepContribution]:
        """Put a step into a procedure, before, after or in place of one of its own.

        Asked once for each variant loaded. Return `StepContribution` records, or []. Two that replace one step are
        a conflict. Procedures and their steps: `slots.PROCEDURES`.
        """

    @hookspec
    def europa_order_kinds(self, variant: str) -> Iterable[object]:
        """Add a kind of order that players may submit.

        Asked once for each variant loaded. Return `orders.OrderKind` records, or []. A name used twice is a conflict.
        """

    @hookspec
    def europa_fact_kinds(self, variant: str) -> Iterable[object]:
        """Name the kinds of fact that this plugin's steps remember, so that saves can be read.

        Asked once for each variant loaded. Return `state.FactKind` records, or []. A name used twice is a conflict.
        """

    @hookspec
    def europa_unit_types(self, variant: str) -> Iterable[Traversable | Path]:
        """Add or change unit types.

        Asked once for each variant loaded. Return folders with a `unit_identification.toml`, or [].
        """

    @hookspec
    def europa_charts(self, variant: str) -> Iterable[ChartFolder]:
        """Lay chart cells over the variant's.

        Asked once for each variant loaded. Return `ChartFolder` records, or []. Two plugins that give one cell
        different values are a conflict.
        """

    @hookspec
    def europa_options(self, variant: str) -> Iterable[Option]:
        """Name the optional rules that a player may switch on.

        Asked once for each variant loaded. Return `Option` records, or []. An id used twice is a conflict.
        """

    @hookspec
    def europa_rulings(self, variant: str) -> Iterable[Traversable | Path]:
        """Name files of open points and their readings.

        Asked once for each variant loaded. Return paths of `rulings.toml` files, or []. A point defined twice is a
        conflict.
        """

    @hookspec
    def europa_scenarios(self, variant: str) -> Iterable[Traversable | Path]:
        """Add scenarios.

        Asked once for each variant loaded. Return folders that hold `scenarios/ID.toml`, and `orders_of_battle` that
        these name, or []. An id used twice is a conflict. A variant's own folder need not be named.
        """

    @hookspec
    def europa_questions(self, variant: str) -> Mapping[str, object]:
        """Answer questions put as plain data (`er.ask`).

        Asked once for each variant loaded. Return handlers by question name, or {}. A name used twice is a conflict.
        """

    @hookspec
    def europa_checkers(self) -> Iterable[Checker]:
        """Name the kinds of data file of its own that this plugin can check.

        Asked once, when files are checked. Return `Checker` records, or []. `europa check` hands a file that no reader
        of the library takes to the first checker that does.
        """


HOOK_NAMES = tuple(name for name in vars(Hooks) if name.startswith("europa_"))
"""Every hook, in the order of this page."""
