"""What a plugin contributes, and how contributions are combined.

A plugin answers the hooks with these records; the ruleset sorts and compiles them once, so that the result does not
depend on the order in which plugins were installed. Modifiers and prohibitions add up; a step that replaces another,
a chart cell, an order kind or an option is exclusive, and two plugins on one of these are a conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, wraps
from inspect import isgeneratorfunction, signature
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import evolve, field, fields, frozen, has

from europa_rules.citations import Citation, Citations
from europa_rules.culprits import told
from europa_rules.errors import ContributionConflict, EuropaError, PluginError, listed, nearest
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.slots import MODIFIER_SLOTS, PROCEDURES, PROHIBITION_SLOTS, SOURCE_SLOTS

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from europa_rules.errors import Fault
    from europa_rules.ruleset import Ruleset
    from europa_rules.state import GameState

T = TypeVar("T")

CHANGES = ("plus", "times", "at most", "at least", "become")

Facts = Any
"""The facts object of a slot: which class it is stands in `slots.py`. A predicate declares the class it expects."""


def _citations(text: str | Citation | Citations) -> Citations:
    if isinstance(text, str):
        return tuple(Citation.parse(part) for part in text.split(","))
    given = tuple(text) if isinstance(text, Iterable) else (text,)
    if not given or not all(isinstance(citation, Citation) for citation in given):
        raise PluginError(f"{text!r} cites no rule; write the book and the rule, such as 'House 1'")
    return given


def _always(_: Facts) -> bool:
    return True


def applies(when: Callable[[Facts], bool], facts: Facts) -> bool:
    """What a predicate says of the facts. Raises PluginError for one that says neither True nor False."""
    said = when(facts)
    if said is True or said is False:
        return said
    raise _undecided(said)


def _undecided(said: object) -> PluginError:
    return PluginError(f"`when` gives {said!r}; expected True or False")


@frozen
class Gate:
    """When a contribution is in use: with an option on, or with a reading of an open point chosen; "" for always.

    Attributes:
        option, without_option: the optional rule that must be in use, or must not.
        point, reading: the open point, and how it must be read.
        told: the point and its reading as ledgers name them, filled in as the ruleset is built.
    """

    option: str = ""
    without_option: str = ""
    point: str = ""
    reading: str = ""
    told: str = field(default="", eq=False)

    def is_open(self, options: frozenset[str], readings: Mapping[str, str]) -> bool:
        """Whether the contribution is in use under these options and readings."""
        if self.option and self.option not in options:
            return False
        if self.without_option and self.without_option in options:
            return False
        return not self.point or readings.get(self.point) == self.reading

    @property
    def rests_on(self) -> str | None:
        """The ruling that the contribution rests on, as ledgers name it."""
        return (self.told or f"{self.point}: {self.reading}") if self.point else None


ALWAYS = Gate()


@frozen
class Modifier:
    """A change to a reckoning.

    Attributes:
        name: the reason, as it stands in the ledger.
        slot: where it applies (a key of MODIFIER_SLOTS).
        by: the rule, "SF 36B".
        amount: the operand, or a function of the slot's facts that gives it; it must be given.
        when: whether it applies to these facts.
        change: plus, times, at most, at least or become.
        at: "early" changes come before those that name nothing, "late" after them.
        gate: the option or reading it belongs to.
    """

    name: str
    slot: str
    by: Citations = field(converter=_citations)
    amount: Number | Callable[[Facts], Number] = field(default=cast(Number, None))
    when: Callable[[Facts], bool] = _always
    change: str = "plus"
    at: str = ""
    gate: Gate = ALWAYS

    def __attrs_post_init__(self) -> None:
        _known("modifier slot", self.slot, MODIFIER_SLOTS, self.name)
        _called_or((), "when", "a function of the facts", self)
        _known("change", self.change, CHANGES, self.name)
        _known("place 'at'", self.at, _STAGES, self.name)
        _called_or(int | Fraction, "amount", "a number such as 1 or Fraction(1, 2)", self)

    def apply(self, reckoning: Reckoning, facts: Facts) -> Reckoning:
        """The reckoning with this change, if it applies to the facts."""
        if not applies(self.when, facts):
            return reckoning
        amount = self.amount(facts) if callable(self.amount) else self.amount
        if not isinstance(amount, int | Fraction):
            raise PluginError(f"`amount` gives {amount!r}; expected a number such as 1 or Fraction(1, 2)")
        changes: dict[str, Callable[..., Reckoning]] = {
            "plus": reckoning.plus,
            "times": reckoning.times,
            "at most": reckoning.at_most,
            "at least": reckoning.at_least,
            "become": reckoning.become,
        }
        return changes[self.change](amount, self.name, *self.by).noting(rests_on=self.gate.rests_on)


_STAGES = ("early", "", "late")


@frozen
class Prohibition:
    """A reason why something may not be done.

    Attributes:
        name: a short name for lists.
        slot: where it applies (a key of PROHIBITION_SLOTS).
        by: the rule.
        why: a sentence a player understands, or a function of the facts that gives it.
        when: whether it forbids, given the slot's facts.
        possible: what would be possible instead.
    """

    name: str
    slot: str
    by: Citations = field(converter=_citations)
    why: str | Callable[[Facts], str] = ""
    when: Callable[[Facts], bool] = _always
    possible: str = ""
    gate: Gate = ALWAYS

    def __attrs_post_init__(self) -> None:
        _known("prohibition slot", self.slot, PROHIBITION_SLOTS, self.name)
        _called_or(str, "why", "a sentence", self)
        _called_or((), "when", "a function of the facts", self)

    def rule_on(self, facts: Facts) -> Ruling:
        """Refused if this forbids it, else allowed."""
        return self.refuse(facts) if applies(self.when, facts) else Ruling.allow()

    def refuse(self, facts: Facts) -> Ruling:
        """The refusal of what this forbids."""
        why = self.why(facts) if callable(self.why) else self.why
        rests_on = (self.gate.rests_on,) if self.gate.rests_on else ()
        return Ruling.refuse(why or self.name, *self.by, possible=self.possible, rests_on=rests_on)


@frozen
class Source:
    """Something that a rule collects from plugins (supply sources, blockers of lines, regions, ...).

    Attributes:
        name: its name; two plugins giving one name in one slot are a conflict.
        slot: what is collected (a key of SOURCE_SLOTS).
        value: the thing itself, as the slot's room documents it.
        when: a predicate of the slot's facts; it counts only where this holds.
    """

    name: str
    slot: str
    by: Citations = field(converter=_citations)
    value: object = None
    when: Callable[[Facts], bool] = _always
    gate: Gate = ALWAYS

    def __attrs_post_init__(self) -> None:
        _known("source slot", self.slot, SOURCE_SLOTS, self.name)
        _called_or((), "when", "a function of the facts", self)

    @property
    def is_unconditional(self) -> bool:
        """Whether it counts for any facts."""
        return self.when is _always


@frozen
class StepContribution:
    """A named step put into a procedure.

    Attributes:
        name: the step's name, unique in the procedure.
        procedure: which procedure (a key of PROCEDURES).
        run: a generator function (state, rules) like the core's own; it may read and replace the state.
        before, after, replaces: exactly one names the step it goes by. `replaces` is exclusive.
        phase: in a player turn, the phase of its own that the step is; "" for the phase of the step it goes by.
        when: in a player turn, whether it has the step at all: (state as the step would begin, rules) -> bool.
    """

    name: str
    procedure: str
    run: Callable[..., Any]
    by: Citations = field(converter=_citations)
    before: str = ""
    after: str = ""
    replaces: str = ""
    gate: Gate = ALWAYS
    phase: str = ""
    when: Callable[[GameState, Ruleset], bool] | None = None

    def __attrs_post_init__(self) -> None:
        _known("procedure", self.procedure, PROCEDURES, self.name)
        _called_or((), "run", "a function (state, rules) that yields and returns the state", self)
        if sum(map(bool, (self.before, self.after, self.replaces))) != 1:
            raise PluginError(f"step '{self.name}': name exactly one of before, after, replaces")

    @property
    def anchor(self) -> str:
        """The step it goes by."""
        return self.before or self.after or self.replaces


@frozen
class Option:
    """An optional or advanced rule that a player may switch on by its number."""

    id: str
    title: str
    by: Citations = field(converter=_citations)
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


@frozen
class ChartFolder:
    """A folder of chart files laid over the variant's, cell by cell."""

    path: Path | Traversable
    gate: Gate = ALWAYS


def _known(kind: str, name: str, known: Iterable[str], owner: str) -> None:
    names = list(known)
    if name not in names:
        hint = nearest(name, names)
        near = f" Did you mean {hint!r}?" if hint else f" Known: {listed([n for n in names if n], len(names))}."
        raise PluginError(f"'{owner}': no {kind} '{name}'.{near}")


def _called_or(kind: Any, word: str, wanted: str, item: Modifier | Prohibition | Source | StepContribution) -> None:
    """Raise PluginError for an attribute that is neither of a kind nor a function."""
    value = getattr(item, word)
    if not callable(value) and not isinstance(value, kind):
        functions = "" if wanted.startswith("a function") else ", or a function that gives it"
        raise PluginError(f"'{item.name}': {word} is {value!r}; expected {wanted}{functions}")
    if word in _ASKED_OF_FACTS and callable(value) and not _takes_one(value):
        takes = str(signature(value))
        raise PluginError(f"'{item.name}': {word} is a function of {takes}; it is given the facts alone: (facts)")


_ASKED_OF_FACTS = frozenset({"when", "amount", "why"})


def _takes_one(function: Callable[..., object]) -> bool:
    """Whether a function can be called with the facts alone."""
    if isinstance(function, FunctionType) and function.__code__.co_argcount == 1:
        return not function.__code__.co_kwonlyargcount
    try:
        signature(function).bind(None)
    except TypeError:
        return False
    except ValueError:  # one that does not tell
        return True
    return True


Contribution = Modifier | Prohibition | Source | StepContribution


def broken(item: Contribution, error: Exception, plugins: Iterable[str]) -> EuropaError:
    """The error of a plugin's function that broke while its slot was asked: whose it is, which rule, what happened.

    plugins: those that gave it.
    """
    names = tuple(plugins)
    return PluginError(f"{_named(item, names)}: {told(error)}", names)


def _named(item: Contribution, plugins: Iterable[str]) -> str:
    who = " and ".join(f"plugin '{name}'" for name in plugins) or "a plugin"
    is_step = isinstance(item, StepContribution)
    what = f"{'step' if is_step else type(item).__name__.lower()} '{item.name}' ({', '.join(map(str, item.by))})"
    where = f"the procedure '{item.procedure}'" if isinstance(item, StepContribution) else f"the slot '{item.slot}'"
    return f"{who}: {what} in {where}"


def is_told(error: Exception) -> bool:
    """Whether an error says by itself what is wrong: a user's mistake, or one that names a plugin already."""
    return isinstance(error, EuropaError) and (not isinstance(error, PluginError) or bool(error.plugins))


C = TypeVar("C", Modifier, Prohibition, Source, StepContribution)


def naming_itself(plugin: str, item: C) -> C:
    """A contribution whose functions name it and its plugin where they break, whoever calls them.

    The functions of modifiers and prohibitions, and every `when` of facts, are asked by the ruleset, which does so.
    The same contribution of a plugin gives equal ones, so that rulesets can be compared.
    """
    whose, changes = _named(item, (plugin,)), dict[str, Any]()
    if isinstance(item, StepContribution):
        when = item.when and _deciding(item.when)
        changes = {"run": naming(item.run, whose, plugin), "when": naming(when, whose, plugin)}
    elif isinstance(item, Source):
        changes = {"value": naming(item.value, whose, plugin)}
    return evolve(item, **changes) if changes else item


def naming(value: T, whose: str, plugin: str) -> T:
    """A function, or a record with functions, that names whose it is where it breaks."""
    kind: type = type(value)
    if has(kind):
        parts = {f.alias: getattr(value, f.name) for f in fields(kind) if f.init and f.alias}
        named = {name: naming(part, whose, plugin) for name, part in parts.items() if callable(part)}
        return cast(T, evolve(cast(Any, value), **named))
    is_code = callable(value) and not isinstance(value, type | BuiltinFunctionType)
    return cast(T, _caught(cast("Callable[..., Any]", value), whose, plugin)) if is_code else value


@lru_cache(maxsize=4096)
def _deciding(when: Callable[[GameState, Ruleset], bool]) -> Callable[[GameState, Ruleset], bool]:
    """A predicate of a state that raises PluginError where it says neither True nor False."""

    @wraps(when)
    def asked(state: GameState, rules: Ruleset) -> bool:
        said = when(state, rules)
        if said is True or said is False:
            return said
        raise _undecided(said)

    return asked


@lru_cache(maxsize=4096)
def _caught(function: Callable[..., Any], whose: str, plugin: str) -> Callable[..., Any]:
    """A function or procedure that raises PluginError where it breaks; a plugin's may raise anything at all."""
    if isgeneratorfunction(function):

        @wraps(function)
        def procedure(*given: Any, **more: Any) -> Any:
            try:
                return (yield from function(*given, **more))
            except Exception as error:
                if is_told(error):
                    raise
                raise PluginError(f"{whose}: {told(error)}", (plugin,)) from error

        return procedure

    @wraps(function)
    def asked(*given: Any, **more: Any) -> Any:
        try:
            return function(*given, **more)
        except Exception as error:
            if is_told(error):
                raise
            raise PluginError(f"{whose}: {told(error)}", (plugin,)) from error

    return asked


def in_use(
    items: Iterable[tuple[str, C]], options: frozenset[str], readings: Mapping[str, str]
) -> tuple[tuple[str, C], ...]:
    """Those contributions whose gate is open, in an order that does not depend on the plugins' order."""
    used = [(plugin, item) for plugin, item in items if item.gate.is_open(options, readings)]
    return tuple(sorted(used, key=lambda pair: _order(*pair)))


def _order(plugin: str, item: Modifier | Prohibition | Source | StepContribution) -> tuple[object, ...]:
    stage = _STAGES.index(item.at) if isinstance(item, Modifier) else 0
    return stage, tuple((rule.book, rule.number) for rule in item.by), plugin, item.name


def by_slot(items: Iterable[tuple[str, C]]) -> dict[str, tuple[C, ...]]:
    """Contributions grouped by slot (or procedure), keeping their order."""
    groups: dict[str, list[C]] = {}
    for _, item in items:
        key = item.procedure if isinstance(item, StepContribution) else item.slot
        groups.setdefault(key, []).append(item)
    return {slot: tuple(group) for slot, group in groups.items()}


_HOOK_OF = {
    "variant": "europa_variants",
    "option": "europa_options",
    "ruling": "europa_rulings",
    "order kind": "europa_order_kinds",
    "fact kind": "europa_fact_kinds",
    "question": "europa_questions",
    "scenario": "europa_scenarios",
    "source": "europa_sources",
    "step": "europa_steps",
    "chart cell": "europa_charts",
    "unit type cell": "europa_unit_types",
}
"""What plugins can quarrel about, and the hook by which they give it."""


def refuse_conflicts(what: str, claims: Iterable[tuple[str, str, Citations]]) -> None:
    """Raise ContributionConflict if two plugins claim the same exclusive slot.

    what: what is claimed. claims: (slot, plugin, rules) for each claim.

    >>> refuse_conflicts("step", [("resolve", "a", ()), ("resolve", "b", ())])
    Traceback (most recent call last):
    ...
    europa_rules.errors.ContributionConflict: step 'resolve' is claimed by plugin 'a' and by plugin 'b'; one must go
    (hook europa_steps)
    """
    seen: dict[str, tuple[str, Citations]] = {}
    for slot, plugin, by in sorted(claims, key=lambda c: (c[0], c[1])):
        if slot in seen:
            other, other_by = seen[slot]
            raise ContributionConflict(
                f"{what} '{slot}' is claimed by plugin '{other}'{_rules(other_by)}"
                f" and by plugin '{plugin}'{_rules(by)};"
                f" one must go (hook {_HOOK_OF[what]})",
                (other, plugin),
            )
        seen[slot] = (plugin, by)


def _rules(by: Citations) -> str:
    return f" ({', '.join(map(str, by))})" if by else ""


@frozen
class Checker:
    """A kind of data file that a plugin brings, for `europa check`.

    Attributes:
        kind: its name, such as "weather diary".
        takes: whether a file is of this kind.
        faults: every fault of such a file, given the rules of the game that it seems to belong to (None without games).
    """

    kind: str
    takes: Callable[[Path], bool]
    faults: Callable[[Path, Ruleset | None], Iterable[Fault]]
