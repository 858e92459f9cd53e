"""The hook specifications: every question that the library asks its plugins.

Each hook is asked once, while a ruleset is built, with the id of the variant being loaded (and once more for each
variant that it extends). A plugin answers with plain records of `europa_rules.contributions`, or with nothing. No
hook is called in play.

Where there can be only one (an option of an id, a step in one place, a chart cell), two plugins that give it for the
same variant are a conflict, and what is given for a variant goes over what is given for the one that it extends. A
plugin that gives the same whatever the variant gives it once.

Each hook answers the same questions: when it is asked, what it is given, what to return, what becomes of several
answers, which rules it serves, and which bundled plugin shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import pluggy

from europa_rules.contributions import ChartFolder, Checker, Modifier, Option, Prohibition, Source, StepContribution

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from europa_rules.orders import OrderKind
    from europa_rules.questions import Handler
    from europa_rules.ruleset import Variant
    from europa_rules.state import FactKind

PROJECT = "europa_rules"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks(Protocol):
    """The specifications, for pluggy; plugins are modules (or objects) with functions of these names."""

    @hookspec
    def europa_variants(self) -> Iterable[Variant]:
        """Name the games that this plugin brings.

        Asked: once whenever a game is loaded, before all other hooks, whichever game that is.
        Given: nothing.
        Return: `Iterable[Variant]`; a game in a package of its own brings one. Charts, maps, orders of battle and
            scenarios in the variant's own folder are found there, without a hook.
        Several answers: all are known by their ids. Two plugins with one id are a conflict that names both.
        Serves: whole rulebooks, such as FoF 1 and SF 1; what a variant does `without` is named rule by rule.
        Example: `tannenbaum.plugin`
        """

    @hookspec
    def europa_modifiers(self, variant: str) -> Iterable[Modifier]:
        """Change a reckoning (a strength, a die roll, a cost).

        Asked: once for each variant loaded; `when` and `amount` of a record are asked whenever its slot is reckoned.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[Modifier]`, or []. Slots: `slots.MODIFIER_SLOTS`. Amounts are exact: 1 or Fraction(1, 2).
        Several answers: all that apply are used: the early ones, then those without a place, then the late ones;
            within these by rule, plugin and name.
        Serves: whatever is reckoned, such as FoF 9A and SF 9A; each record cites its own rule.
        Example: `tannenbaum.plugin`
        """

    @hookspec
    def europa_prohibitions(self, variant: str) -> Iterable[Prohibition]:
        """Forbid something (a move, an attack, a ZOC).

        Asked: once for each variant loaded; `when` of a record is asked whenever its slot is ruled on.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[Prohibition]`, or []. Slots: `slots.PROHIBITION_SLOTS`.
        Several answers: one is enough to forbid, and every one that applies is told to the player, with its rule.
        Serves: whatever is ruled on, such as FoF 9B and SF 9B; each record cites its own rule.
        Example: `tannenbaum.plugin`
        """

    @hookspec
    def europa_sources(self, variant: str) -> Iterable[Source]:
        """Name things that a rule collects (supply sources, closed ground, what follows when a hex is gained).

        Asked: once for each variant loaded; what a record holds is used whenever its slot is collected.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[Source]`, or []. Slots: `slots.SOURCE_SLOTS`.
        Several answers: as the slot says. A name given twice in one slot is a conflict that names both plugins.
        Serves: whatever is collected, such as FoF 12C and SF 12C; each record cites its own rule.
        Example: `tannenbaum.plugin`
        """

    @hookspec
    def europa_steps(self, variant: str) -> Iterable[StepContribution]:
        """Put a step into a procedure, before, after or in place of one of its own.

        Asked: once for each variant loaded; a step is run whenever its procedure comes to it.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[StepContribution]`, or []. Procedures and their steps: `slots.PROCEDURES`.
        Several answers: all are run, by rule, plugin and name where they stand in one place. Two that replace one
            step, or have one name, are a conflict that names both plugins. A step for a variant takes the place of
            one of its name for the variant that it extends; one that goes by a step which a variant does `without`
            stands where that stood.
        Serves: the order of play, FoF 4A and SF 4A, and attacks, FoF 9 and SF 9; each record cites its own rule.
        Example: `tannenbaum.plugin`
        """

    @hookspec
    def europa_order_kinds(self, variant: str) -> Iterable[OrderKind]:
        """Add a kind of order that players may submit.

        Asked: once for each variant loaded; `rule_on` and `carry_out` of a record are called when one is submitted.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[OrderKind]`, or [] (`europa_rules.orders.OrderKind`).
        Several answers: all may be given. A name used twice is a conflict that names both plugins.
        Serves: what players may do and when, FoF 4B and SF 4B; each record cites its own rule.
        Example: `europa_rules_sf.plugin`
        """

    @hookspec
    def europa_fact_kinds(self, variant: str) -> Iterable[FactKind[Any]]:
        """Name the kinds of fact that this plugin's steps remember, so that saves can be read.

        Asked: once for each variant loaded.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[FactKind[Any]]`, or [] (`europa_rules.state.FactKind`).
        Several answers: all are remembered. A name used twice is a conflict that names both plugins.
        Serves: rules that ask what has happened before, such as FoF 14A1 and SF 14A1.
        Example: `europa_rules_fof.plugin`
        """

    @hookspec
    def europa_unit_types(self, variant: str) -> Iterable[Traversable | Path]:
        """Add or change unit types.

        Asked: once for each variant loaded.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[Traversable | Path]`, folders that hold a `unit_identification.toml`, or [].
        Several answers: all are laid over one another, cell by cell. Two plugins that give one cell of a type
            different values are a conflict that names both. Positions and orders of battle know a new type at once.
        Serves: the unit identification chart, FoF 3A2 and SF 3A2.
        Example: `tannenbaum.plugin`
        """

    @hookspec
    def europa_charts(self, variant: str) -> Iterable[ChartFolder]:
        """Lay chart cells over the variant's.

        Asked: once for each variant loaded.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[ChartFolder]`, or []; its gate may wait for an option or a reading.
        Several answers: all are laid over one another, cell by cell. Two plugins that give one cell different values
            are a conflict that names both; equal values are none.
        Serves: the rules that name a chart, such as FoF 9C and SF 9C; a chart names its own in `rules`.
        Example: `europa_rules_sf.plugin`
        """

    @hookspec
    def europa_options(self, variant: str) -> Iterable[Option]:
        """Name the optional rules that a player may switch on.

        Asked: once for each variant loaded.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[Option]`, or []. Contributions name an option in their `gate`.
        Several answers: all can be chosen, as far as they do not exclude one another. An id used twice is a conflict
            that names both plugins.
        Serves: advanced and optional rules, such as FoF 31H and SF 43A; each record cites its own rule.
        Example: `tannenbaum.plugin`
        """

    @hookspec
    def europa_rulings(self, variant: str) -> Iterable[Traversable | Path]:
        """Name files of open points and their readings.

        Asked: once for each variant loaded.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[Traversable | Path]`, files such as `rulings.toml`, or [].
        Several answers: all points are known. A point defined twice is a conflict that names both plugins.
        Serves: rules that are silent, damaged or contradict themselves; each point names its own.
        Example: `europa_rules_fof.plugin`
        """

    @hookspec
    def europa_scenarios(self, variant: str) -> Iterable[Traversable | Path]:
        """Add scenarios to a game, one's own or another's.

        Asked: once for each variant loaded.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Iterable[Traversable | Path]`, folders that hold `scenarios/ID.toml`, and `orders_of_battle` that
            these name, or []. A variant's own folder need not be named.
        Several answers: all can be played. An id used twice for one variant is a conflict that names both plugins.
        Serves: how a game begins and ends, FoF 30 and SF 41; each scenario names its own rules.
        Example: `tannenbaum.plugin`
        """

    @hookspec
    def europa_questions(self, variant: str) -> Mapping[str, Handler]:
        """Answer questions put as plain data (`er.ask`).

        Asked: once for each variant loaded; a handler is called when its question is put.
        Given: `variant`, the id of the variant that is loaded, or of one that it extends.
        Return: `Mapping[str, Handler]`, handlers by question (`europa_rules.questions.Handlers.by_name`), or {}.
        Several answers: all questions can be put. A name used twice is a conflict that names both plugins.
        Serves: any rule; each answer cites those that it rests on.
        Example: `europa_rules_fof.plugin`
        """

    @hookspec
    def europa_checkers(self) -> Iterable[Checker]:
        """Name the kinds of data file of its own that this plugin can check.

        Asked: once whenever files are checked.
        Given: nothing; a checker is handed each file, and the rules of the game that it seems to belong to.
        Return: `Iterable[Checker]`, or [].
        Several answers: a file that no reader of the library takes goes to the first checker that does.
        Serves: no rule of the books; it keeps the data of a plugin right.
        Example: `tannenbaum.plugin`
        """


HOOK_NAMES = tuple(name for name in vars(Hooks) if name.startswith("europa_"))
"""Every hook, in the order of this page."""

QUESTIONS = ("Asked", "Given", "Return", "Several answers", "Serves", "Example")
"""What each hook tells of itself, in this order."""


def told_of(hook: str) -> dict[str, str]:
    """What a hook tells of itself: the answer to each of QUESTIONS.

    >>> told_of("europa_options")["Return"]
    '`Iterable[Option]`, or []. Contributions name an option in their `gate`.'
    """
    answers = dict[str, str]()
    asked = ""
    for line in (getattr(Hooks, hook).__doc__ or "").splitlines():
        head, _, rest = line.strip().partition(": ")
        if head in QUESTIONS:
            asked, answers[head] = head, rest
        elif asked:
            answers[asked] = f"{answers[asked]} {line.strip()}".strip()
    return answers
