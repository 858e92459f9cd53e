"""Supply sources (rule 12C): what kinds there are, who may use them, how many units each of them serves.

Needs what a game says of its sources and a side's situation; gives the sources there are now. What a source serves at
most is shared out here: exactly, and so that nobody goes without who need not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import cast

from attrs import field, frozen

from europa_rules.citations import Citations, rule
from europa_rules.contributions import Source
from europa_rules.errors import PluginError, unknown
from europa_rules.ground.supply_view import View
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.nations import Nations
from europa_rules.numbers import Number, show
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.state import Piece
from europa_rules.units import Unit, re_size, reckon_re_size

SUPPLY_SOURCES = "supply sources"
"""Slot of sources: each value is a `SupplySource`."""

FULL, RESTRICTED, LIMITED, SPECIAL = "full", "restricted", "limited", "special"
BY_LINE, OVERLAND, IN_HEX, BY_SEA = "line", "overland", "hex", "sea"
"""How units draw on a source: by a whole supply line, by an overland line, in its hex only, or from off the map."""

KINDS, REACHES = (FULL, RESTRICTED, LIMITED, SPECIAL), (BY_LINE, OVERLAND, IN_HEX, BY_SEA)


def _nowhere(_: View) -> Iterable[Hex]:
    return ()


def _no_limit(_: Hex, __: View) -> int | None:
    return None


@frozen
class SupplySource:
    """Sources of one kind, as a game names them.

    Attributes:
        kind: full, restricted, limited or special.
        where: (view) -> the hexes in which they are now for the view's side; for those by sea the hexes of the sea.
        nations: codes of the nations that may use them; empty for all of the side.
        reach: how units draw on them.
        load: (hex, view) -> the REs of units that one serves; None for any number.
        needs_owner: whether the side has to own the hex.
        at_ports: whether they are the ports of limited supply, which depend on lines onward (SF 12C2).

    Raises PluginError for a kind, a reach or a nation that no rule knows.

    >>> SupplySource("fulll")
    Traceback (most recent call last):
    europa_rules.errors.PluginError: a supply source: no kind 'fulll'. Did you mean 'full'? ...
    """

    kind: str
    where: Callable[[View], Iterable[Hex]] = field(eq=False, default=_nowhere)
    nations: frozenset[str] = frozenset()
    reach: str = BY_LINE
    load: Callable[[Hex, View], int | None] = field(default=_no_limit, eq=False)
    needs_owner: bool = True
    at_ports: bool = False

    def __attrs_post_init__(self) -> None:
        _require("kind", self.kind, KINDS)
        _require("reach", self.reach, REACHES)
        if isinstance(self.nations, str) or not isinstance(self.nations, Iterable):
            raise PluginError(
                f"a supply source: nations is {self.nations!r}; expected codes, such as frozenset({{'fr'}})"
            )
        for code in self.nations:
            _require_nation(code)
        if not callable(self.where):
            raise PluginError(f"a supply source: where is {self.where!r}; expected a function (view) that gives hexes")


def _require(what: str, name: object, known: Iterable[str]) -> None:
    names = tuple(known)
    if name not in names:
        raise PluginError(f"a supply source: {unknown(what, name, names)}")


def _require_nation(code: str) -> None:
    nations = _nations()
    if code not in nations.by_code:
        hint = f" Did you mean '{nations.find(code).code}'?" if code in nations else ""
        known = ", ".join(nations.by_code)
        raise PluginError(f"a supply source: no nation '{code}'.{hint} Nations are named by their codes: {known}.")


@cache
def _nations() -> Nations:
    return Nations.read()


@frozen(eq=False)
class SourcesNow:
    """Sources of one kind as they are now.

    Attributes:
        name: what the game calls them.
        by: the rules.
        source: the kind.
        hexes: where they are.
    """

    name: str
    by: Citations
    source: SupplySource
    hexes: tuple[Hex, ...]


@rule("FoF 12C", "SF 12C")
def sources_now(view: View) -> tuple[SourcesNow, ...]:
    """Every source that a side can use now, but for ports of limited supply: in its own hexes, where that matters."""
    found = []
    for contributed in view.rules.sources(SUPPLY_SOURCES):
        source, hexes = _asked(contributed, view)
        if source.needs_owner:
            index = view.rules.board.index
            hexes = tuple(ref for ref in hexes if ref in index and _is_open(view.owns(ref), view.rules))
        if hexes:
            found.append(SourcesNow(contributed.name, contributed.by, source, hexes))
    return tuple(found)


def _asked(contributed: Source, view: View) -> tuple[SupplySource, tuple[Hex, ...]]:
    """What is contributed, and its hexes. Raises PluginError, naming it, for what a plugin has got wrong."""
    source = contributed.value
    try:
        if not isinstance(source, SupplySource):
            raise PluginError(f"its value is {source!r}; expected a SupplySource")
        hexes = source.where(view)
        if isinstance(hexes, str) or not isinstance(hexes, Iterable):
            raise PluginError(f"`where` gives {hexes!r}; expected a list of hexes, such as ['16A:1506']")
        return source, tuple(dict.fromkeys(hexes))
    except Exception as error:  # a plugin's function may raise anything at all; it is named, not hidden
        raise view.rules.error_of(contributed, error) from error


def limited_sources(view: View, ports: Callable[[], tuple[Hex, ...]]) -> tuple[SourcesNow, ...]:
    """The ports of limited supply as sources, in a game that has them.

    ports: gives their hexes.
    """
    given = ((s, cast(SupplySource, s.value)) for s in view.rules.sources(SUPPLY_SOURCES))
    found = [(s, source) for s, source in given if source.at_ports]
    hexes = ports() if found else ()
    return tuple(SourcesNow(s.name, s.by, source, hexes) for s, source in found if hexes)


@remembered(32)
def _is_open(owned: bool, rules: Ruleset) -> bool:
    return rule_on_source(SourceUse(owned=owned), rules).allowed


# --- who may use a source --------------------------------------------------------------------------------------------


@frozen
class SourceUse:
    """A unit, or its force, that would draw on a source.

    Attributes:
        nation: the code of its nation, or "".
        nations: codes of the nations that may use the source; empty for all of the side.
        owned: whether the side owns it.
        lost_for_good: whether it has been lost in such a way that it is no source any more.
        by: the rule that says who uses it.
        lost_by: the rule that says what is lost.
    """

    nation: str = ""
    nations: frozenset[str] = frozenset()
    owned: bool = True
    lost_for_good: bool = False
    by: Citations = ()
    lost_by: Citations = ()


@rule("FoF 12C", "FoF 12C1", "FoF 12C2", "SF 12C", "SF 12C1")
def rule_on_source(facts: SourceUse, rules: Ruleset) -> Ruling:
    """Whether a unit may draw on a source: its side owns it, it has not been lost for good, and it serves the nation.

    >>> from europa_rules import load
    >>> print(rule_on_source(SourceUse(owned=False), load("fof")))
    refused: the side does not own the source (FoF 12C).
    """
    by = rules.cite("12C")
    wrong = bool(facts.nations) and facts.nation not in facts.nations
    return Ruling.all(
        (
            Ruling.refuse_if(not facts.owned, "the side does not own the source", by),
            Ruling.refuse_if(
                facts.lost_for_good, "the source was lost to the enemy for good", *(facts.lost_by or (by,))
            ),
            Ruling.refuse_if(wrong, "the source does not serve units of the nation", *(facts.by or (by,))),
        )
    )


@rule("SF 12C", "FoF 12C")
def is_regular(kind: str, rules: Ruleset) -> bool:
    """Whether a kind of source gives regular supply; all but special sources do.

    >>> from europa_rules import load
    >>> is_regular("limited", load("sf")), is_regular("special", load("sf"))
    (True, False)
    """
    return kind in rules.charts["isolation"].texts("lists", "regular")


@rule("FoF 12B", "FoF 12C", "SF 12B", "SF 12C")
def rule_on_kind(kind: str, rules: Ruleset) -> Ruling:
    """Whether lines to a source of this kind bring supply along roads and rails: those to regular ones do.

    >>> from europa_rules import load
    >>> print(rule_on_kind("", load("fof")))
    refused: the way leads to no supply source (FoF 12C).
    """
    why = f"roads and rails do not lead to a {kind} source" if kind else "the way leads to no supply source"
    return Ruling.refuse_if(not is_regular(kind, rules), why, rules.cite("12C"))


PLACES = "supplied places"
"""Slot of sources: (kind, function (piece, view) -> whether the piece is supplied where it is).

What a function says of a piece rests on the piece and on what is remembered of it.
"""

CUT_OFF = "pieces without lines"
"""Slot of sources: (piece, view) -> whether no line can be traced from the piece, wherever it is."""

_Test = Callable[[Piece, View], bool]


def supplied_places(view: View) -> Callable[[Piece], str]:
    """The function that tells the kind of source that a piece of the side has where it is."""
    places = [cast("tuple[str, _Test]", contributed.value) for contributed in view.rules.sources(PLACES)]

    def kind_of(piece: Piece) -> str:
        for kind, serves in places:
            if serves(piece, view):
                return kind
        return ""

    return kind_of


def pieces_without_lines(view: View) -> Callable[[Piece], bool]:
    """The function that tells whether no line can be traced from a piece of the side."""
    tests = [cast(_Test, contributed.value) for contributed in view.rules.sources(CUT_OFF)]

    def has_no_line(piece: Piece) -> bool:
        for test in tests:  # noqa: SIM110  (asked of every unit: a generator would take as long as the tests)
            if test(piece, view):
                return True
        return False

    return has_no_line


@rule("FoF 31C", "FoF 26B", "SF 3E5")
def supplied_where_it_is(piece: Piece, view: View) -> str:
    """The kind of source that a piece has where it is, without a line: in a holding box, say; "" for none."""
    return supplied_places(view)(piece)


def traces_no_line(piece: Piece, view: View) -> bool:
    """Whether no line can be traced from a piece, wherever it is."""
    return pieces_without_lines(view)(piece)


# --- how many units a source serves (FoF 12C3, SF 12C2, 12C3a) -------------------------------------------------------


@frozen
class SourceLoad:
    """Units that would draw on one source.

    Attributes:
        capacity: REs of units that it serves; None for any number.
        units: the units.
        in_reach: whether they can trace the line to it that they need.
        by: the rules.
    """

    capacity: Number | None
    units: tuple[Unit, ...] = ()
    in_reach: bool = True
    by: Citations = ()


@rule("FoF 12C3", "SF 12C2", "SF 12C3a")
def rule_on_load(facts: SourceLoad, rules: Ruleset) -> Ruling:
    """Whether a source serves all these units together.

    >>> from europa_rules import load
    >>> regiment = Unit("br", "infantry", "regiment")
    >>> print(rule_on_load(SourceLoad(1, (regiment,) * 2), load("sf")))
    refused: the source serves 1 RE of units, not 2 (SF 12C). Possible: units of at most 1 RE.
    """
    by = facts.by or (rules.cite("12C"),)
    load = reckon_re_size(facts.units, rules.types).value
    too_much = facts.capacity is not None and load > facts.capacity
    serves = f"{show(Fraction(facts.capacity or 0))} RE{'s' if facts.capacity != 1 else ''}"
    why, possible = f"the source serves {serves} of units, not {show(load)}", f"units of at most {serves}"
    return Ruling.refuse_if(too_much, why, *by, possible=possible) & Ruling.refuse_if(
        not facts.in_reach, "no line leads to the source", *by
    )


@rule("FoF 12C3", "SF 12C3a")
def reckon_served(facts: SourceLoad, rules: Ruleset) -> Reckoning:
    """REs of units that a source can serve out of these, each unit whole.

    >>> from europa_rules import load
    >>> regiment = Unit("fr", "infantry", "regiment")
    >>> reckon_served(SourceLoad(2, (regiment,) * 3), load("fof")).value
    Fraction(2, 1)
    """
    by = facts.by or (rules.cite("12C"),)
    sizes = [re_size(unit, rules.types) for unit in facts.units]
    total = Reckoning.of(sum(sizes, Fraction(0)), "REs of units", *by)
    if not facts.in_reach:
        return total.become(0, "no line leads to the source", *by)
    if facts.capacity is None or total.value <= facts.capacity:
        return total
    return total.become(_best_sum(sizes, Fraction(facts.capacity)), f"it serves {show(Fraction(facts.capacity))}", *by)


def _best_sum(sizes: Iterable[Fraction], most: Fraction) -> Fraction:
    sums = {Fraction(0)}
    for size in sizes:
        sums |= {s + size for s in sums if s + size <= most}
    return max(sums)


@frozen
class Demand:
    """Units that could draw on sources of limited capacity.

    Attributes:
        options: for each unit, by id, its REs and the sources it can reach, by name.
        capacities: REs that each source serves.
    """

    options: Mapping[str, tuple[Fraction, tuple[str, ...]]] = field(hash=False)
    capacities: Mapping[str, Fraction] = field(hash=False)


@rule("SF 12C2", "SF 12C3a", "FoF 12C3")
def share_out(demand: Demand) -> dict[str, str] | None:
    """A source for each of the units, none of them served beyond its capacity; None if there is no such way.

    Each unit draws on one source. Every way is tried before there is said to be none.

    >>> two, one = Fraction(2), Fraction(1)
    >>> share_out(Demand({"a": (two, ("x", "y")), "b": (one, ("x",))}, {"x": two, "y": two}))
    {'b': 'x', 'a': 'y'}
    """
    chosen = as_many_as_fit(demand)
    return chosen if len(chosen) == len(demand.options) else _share_out_exactly(demand)


@rule("SF 12C2", "SF 12C3a", "FoF 12C3")
def as_many_as_fit(demand: Demand) -> dict[str, str]:
    """Sources for units taken one after another, those with the fewest sources first: each draws on one with room."""
    left = dict(demand.capacities)
    found: dict[str, str] = {}
    for unit, (size, names) in sorted(demand.options.items(), key=lambda item: (len(item[1][1]), -item[1][0])):
        name = next((name for name in names if left[name] >= size), None)
        if name is not None:
            left[name] -= size
            found[unit] = name
    return found


def _share_out_exactly(demand: Demand) -> dict[str, str] | None:
    kinds: dict[tuple[Fraction, tuple[str, ...]], list[str]] = {}
    for unit, need in demand.options.items():
        kinds.setdefault(need, []).append(unit)
    ordered = sorted(kinds.items(), key=lambda item: (len(item[0][1]), -item[0][0]))
    names = tuple(demand.capacities)
    numbers = _fill(tuple((need, len(units)) for need, units in ordered), names, tuple(demand.capacities.values()))
    if numbers is None:
        return None
    found: dict[str, str] = {}
    for (_, units), of_kind in zip(ordered, numbers, strict=True):
        waiting = list(units)
        for name, number in zip(names, of_kind, strict=True):
            found.update(dict.fromkeys(waiting[:number], name))
            waiting = waiting[number:]
    return found


_Kinds = tuple[tuple[tuple[Fraction, tuple[str, ...]], int], ...]


@lru_cache(maxsize=4096)
def _fill(kinds: _Kinds, names: tuple[str, ...], left: tuple[Fraction, ...]) -> tuple[tuple[int, ...], ...] | None:
    """For each kind of unit how many of it draw on each source; None if they do not fit."""
    if not kinds:
        return ()
    needed = sum((size * number for (size, _), number in kinds), Fraction(0))
    if needed > sum(left, Fraction(0)):
        return None
    (size, options), number = kinds[0]
    for parts in _partitions(
        number, [int(r / size) if name in options else 0 for name, r in zip(names, left, strict=True)]
    ):
        rest = tuple(r - size * n for r, n in zip(left, parts, strict=True))
        onward = _fill(kinds[1:], names, rest)
        if onward is not None:
            return (parts, *onward)
    return None


def _partitions(number: int, most: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """Every way to share out a number, with at most so many to each."""
    if not most:
        if not number:
            yield ()
        return
    for first in range(min(number, most[0]), -1, -1):
        for rest in _partitions(number - first, most[1:]):
            yield (first, *rest)
