"""Armor and antitank proportions (rules 10A to 10C, 10E, 10F): what units count for, and how much of a side is capable.

Needs the units of a side, the hexsides they attack across and what their owners elect; gives the proportion of each
category with its ledger. What the proportions do to the die roll stands in `armor`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import cast

from attrs import evolve, field, frozen

from europa_rules.citations import Citations, cited, rule
from europa_rules.contributions import Source
from europa_rules.errors import unknown
from europa_rules.ground.battleground import bars_armor, hexside_for, named_bars
from europa_rules.ground.facts import Combatant
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ONE, ZERO, ordinal, show
from europa_rules.numbers import counted as count
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn
from europa_rules.unit_types import CAPABILITIES, Capability
from europa_rules.units import CapabilityName, Unit, capability, is_artillery, is_left_out, label, re_for

AECA: CapabilityName = "aeca"
AECD: CapabilityName = "aecd"
ATEC: CapabilityName = "atec"
TURNS_OUT = "turns out of supply"
"""Situation of a combatant: which turn out of supply it is in, as a number; none is in supply."""


CARRIED_BY = "carried by"
"""Situation of a combatant: the unit type of the movement counter that carries it."""


ELECTED_ALLOW = "elected units allow neutral ones"
"""Sources: whether a half-capable unit that its owner treats as neutral adds to the neutral limit (rule 10F)."""


BARRED_LEFT_OUT = "barred units are left out"
"""Sources: whether attackers barred by their hexside are left out, instead of counting as none (rule 10G)."""


BEST_ELECTION = "10C-best-election"
"""The open point of who finds the best election of half-capable units (rule 10E)."""


_THIRD = Fraction(1, 3)


CAPABLE = {"full": ONE, "half": HALF}
"""What part of its REs a unit of each value counts for."""


@frozen
class Share:
    """A part of a unit and what it counts for: for nearly all units the whole of it.

    Attributes:
        part: which part of the unit's REs, 1 for all.
        value: full, half, neutral or none.
    """

    part: Fraction
    value: Capability


@frozen
class Involved:
    """A unit as armor and antitank rules see it.

    Attributes:
        name: for the ledger.
        re: its REs for proportions; 0 for what is never counted.
        shares: for each category, what its parts count for.
        elections: category -> "neutral", where the owner treats a half-capable unit so (rule 10E).
        turns_out: which turn out of supply it is in, 0 for in supply.
        artillery: whether it is artillery.
        barred: whether it attacks across a hexside that lets no armor effects through (rule 10G).
        nation, carried_by: its nation, and the movement counter that carries it.
        barred_by: the name of that hexside, where it is known.
    """

    name: str
    re: Fraction
    shares: Mapping[str, tuple[Share, ...]] = field(hash=False)
    elections: Mapping[str, str] = field(factory=dict, hash=False)
    turns_out: int = 0
    artillery: bool = False
    barred: bool = False
    nation: str = ""
    carried_by: str = ""
    barred_by: str = ""


@frozen
class CapableUnit:
    """A unit's value in a category, as sources in slot "capability" are given it.

    The source's value takes the place of the unit's; it may be a function (CapableUnit, Ruleset) that gives one.

    Attributes:
        unit: the unit.
        category: "aeca", "aecd" or "atec".
        value: full, half, neutral or none, by its counter and the chart.
        side: whose it is, neutral where nobody told.
        turn: the game turn, None where nobody told.
    """

    unit: Involved
    category: str
    value: Capability
    side: Side = NEUTRAL
    turn: Turn | None = None


@frozen
class ProportionFacts:
    """The units of a side in one category.

    Attributes:
        units: the units.
        category: "aeca", "aecd" or "atec".
        side, turn: whose and when, where rules depend on it.
        situation: further facts for contributed rules, by name (air units that support, ...).
    """

    units: tuple[Involved, ...]
    category: str
    side: Side = NEUTRAL
    turn: Turn | None = None
    situation: Mapping[str, str] = field(factory=dict, hash=False)


# --- what a unit counts for (rules 10A, 10B) -------------------------------------------------------------------------


@rule("FoF 10A", "FoF 10B", "SF 10A1", "SF 10A2", "SF 10A3", "SF 10B")
def involve(
    who: Combatant,
    rules: Ruleset,
    *,
    re: Fraction | None = None,
    bases: Mapping[str, str] | None = None,
    parts: Mapping[str, Sequence[str]] | None = None,
    water: str = "open",
) -> Involved:
    """A unit of a combat as the armor rules see it.

    re: its size, in place of that of its counter. bases: category -> value of its type, before its symbols.
    parts: category -> values of the armor part and of the infantry part of a mixed unit.
    water: the state of the water at the hexside it attacks across.
    """
    unit, types = who.unit, rules.types
    categories: tuple[CapabilityName, ...] = (AECA, AECD, ATEC)
    values = {c: _based(unit, c, (bases or {}).get(c), rules) for c in categories}
    shares: dict[str, tuple[Share, ...]] = {
        c: _mixed(parts[c]) if parts and c in parts else _shares(values[c]) for c in categories
    }
    hexside = hexside_for(who, rules, water)
    return Involved(
        name=label(unit),
        re=re_for("proportions", unit, types) if re is None or is_left_out("proportions", unit, types) else re,
        shares=shares,
        elections=who.elections,
        turns_out=int(who.situation.get(TURNS_OUT, 0)),
        artillery=is_artillery(unit, types),
        barred=bars_armor(hexside),
        barred_by=named_bars(hexside),
        nation=unit.nation,
        carried_by=who.situation.get(CARRIED_BY, ""),
    )


def _based(unit: Unit, category: CapabilityName, base: str | None, rules: Ruleset) -> Capability:
    if base is None or base != "none":
        return cast(Capability, base) if base else capability(unit, category, rules.types)
    by_symbols = (rules.types.symbol(s).none_becomes for s in unit.symbols)
    return next((value for value in by_symbols if value != "none"), "none")


def _shares(value: Capability) -> tuple[Share, ...]:
    return _mixed(("full", "none")) if value == "third" else (Share(ONE, value),)


def _mixed(values: Sequence[str]) -> tuple[Share, ...]:
    armor, infantry = (cast(Capability, value) for value in values)
    return (Share(_THIRD, armor), Share(ONE - _THIRD, infantry))


def capability_named(word: str) -> Capability:
    """A value by its name. Raises UnknownName.

    >>> capability_named("half")
    'half'
    """
    for value in CAPABILITIES:
        if value == word:
            return value
    raise unknown("armor or antitank value", word, CAPABILITIES)


@rule("FoF 12D2b", "SF 12D")
def loses_capability(turns_out: int) -> bool:
    """Whether a unit has no armor or antitank capability: from its second turn out of supply on.

    >>> loses_capability(1), loses_capability(2)
    (False, True)
    """
    return turns_out > 1


@frozen
class _Counted:
    """A share of a unit: its REs, its value now, the neutral REs it allows for, and the readings behind that.

    why, by: the reason why it has no capability where its counter has, and the rules that say so.
    """

    label: str
    re: Fraction
    value: Capability
    allows: Fraction
    rests_on: tuple[str, ...] = ()
    why: str = ""
    by: Citations = ()

    @property
    def told(self) -> str:
        """The unit, and why it has lost its capability."""
        return f"{self.label}, {self.why}" if self.why else self.label


def _count(unit: Involved, share: Share, facts: ProportionFacts, rules: Ruleset, barring: bool) -> _Counted:
    re = unit.re * share.part
    if loses_capability(unit.turns_out):
        why = f"{ordinal(unit.turns_out)} turn out of supply"
        return _Counted(unit.name, re, "none", ZERO, why=why, by=(rules.cite("no-capability-out-of-supply"),))
    if barring and unit.barred:
        return _barred(unit, re, rules)
    printed = CapableUnit(unit, facts.category, share.value, facts.side, facts.turn)
    value, readings = reckon_value(printed, rules)
    if value == "half" and unit.elections.get(facts.category) == "neutral":
        sources = rules.sources(ELECTED_ALLOW)
        allows = re if any(s.value for s in sources) else ZERO
        return _Counted(unit.name, re, "neutral", allows, readings_of(sources), "elected neutral", (rules.cite("10E"),))
    return _Counted(unit.name, re, value, re if value in CAPABLE else ZERO, readings)


def _barred(unit: Involved, re: Fraction, rules: Ruleset) -> _Counted:
    """A unit barred by its hexside: it has no capability, artillery is neutral, unless a reading leaves it out."""
    sources = rules.sources(BARRED_LEFT_OUT)
    counted = ZERO if any(s.value for s in sources) else re
    value: Capability = "neutral" if unit.artillery else "none"
    why = f"barred by the {unit.barred_by or 'hexside'}"
    return _Counted(unit.name, counted, value, ZERO, readings_of(sources), why, (rules.cite("10G"),))


@rule("FoF 10B", "SF 10B", "SF 10I", "SF 14J2", "SF 14J3")
def reckon_value(unit: CapableUnit, rules: Ruleset) -> tuple[Capability, tuple[str, ...]]:
    """The value of a unit in a category after contributed rules, and the readings that it rests on.

    >>> from europa_rules import load
    >>> from europa_rules.sides import ALLIED
    >>> infantry = Involved("infantry", ONE, {"atec": (Share(ONE, "none"),)})
    >>> reckon_value(CapableUnit(infantry, "atec", "none", ALLIED, Turn.parse("Sep I 44")), load("sf"))[0]
    'neutral'
    """
    sources = rules.sources("capability", unit)
    value = unit.value
    for source in sources:
        value = cast(Capability, source.value(unit, rules) if callable(source.value) else source.value)
    return value, readings_of(sources)


def readings_of(sources: Iterable[Source]) -> tuple[str, ...]:
    """The readings of open points on which sources rest."""
    return tuple(s.gate.rests_on for s in sources if s.gate.rests_on)


# --- proportions (rules 10C, 10E, 10F) -------------------------------------------------------------------------------


@frozen
class Proportion:
    """The proportion of capable REs in a category.

    Attributes:
        share: capable REs divided by counted REs.
        capable, counted: both, in REs.
        words: both in words, and the units behind them; "" where the proportion was told.
    """

    share: Reckoning
    capable: Reckoning
    counted: Reckoning
    words: str = ""

    @classmethod
    def of_told(cls, share: Fraction) -> Proportion:
        """A proportion that is told, with nothing behind it."""
        told = Reckoning.of(share, "told")
        return cls(told, told, told)


@rule("FoF 10B1", "FoF 10B2", "FoF 10B3", "FoF 10B4", "SF 10B1", "SF 10B2", "SF 10B3", "SF 10B4")
def reckon_capable_re(re: Fraction, value: str, rules: Ruleset) -> tuple[Reckoning, Reckoning]:
    """REs that count as capable, and REs that count at all, of a unit of this size and value (rule 10B).

    >>> from europa_rules import load
    >>> [str(r.value) for r in reckon_capable_re(Fraction(3), "half", load("fof"))]
    ['3/2', '3']
    """
    by = rules.cite({"full": "10B1", "half": "10B2", "neutral": "10B3"}.get(value, "10B4"))
    size = Reckoning.of(re, "REs")
    return (
        size.times(CAPABLE.get(value, ZERO), f"{value} capability", by),
        size.times(ZERO, "neutral", by) if value == "neutral" else size,
    )


@rule("FoF 10C", "FoF 10E", "FoF 10F", "SF 10C", "SF 10E", "SF 10F", "SF 14I")
def reckon_proportion(facts: ProportionFacts, rules: Ruleset, *, barring: bool = False) -> Proportion:
    """The proportion of capable REs of a side in a category.

    barring: whether units barred by a hexside count as barred; the capability that calls up ATEC ignores that.
    """
    has_half = any(is_half(unit, facts.category) for unit in facts.units)
    resting = rules.resting(BEST_ELECTION) if has_half else ()
    if resting and rules.reads(BEST_ELECTION, "engine"):
        facts = _electing(best_elections(facts, rules), facts)
    return _proportion_as_elected(facts, rules, barring, resting)


def _proportion_as_elected(
    facts: ProportionFacts, rules: Ruleset, barring: bool = False, resting: Sequence[str] = ()
) -> Proportion:
    found = [_count(u, share, facts, rules, barring) for u in facts.units for share in u.shares[facts.category]]
    shares = [c for c in found if c.re]
    both = [(c.told, *_capable_and_counted(c, rules)) for c in shares]
    capable = Reckoning.total("capable REs", [(name, able) for name, able, _ in both], rules.cite("10C"))
    capable = rules.modify(capable, "armor capability", facts)
    counted = Reckoning.total("counted REs", [(name, size) for name, _, size in both], rules.cite("10C"))
    excess = _neutral_excess(shares, rules)
    if excess:
        counted = counted.plus(excess, "neutral REs over the limit", rules.cite("10F"))
    share = _divided(capable, counted, [c for c in shares if c.value == "neutral"], rules)
    for point in (*(point for c in found for point in c.rests_on), *resting):
        share = share.noting(rests_on=point)
    return Proportion(share, capable, counted, _in_words(capable, counted, shares))


def _capable_and_counted(found: _Counted, rules: Ruleset) -> tuple[Reckoning, Reckoning]:
    """REs of a share that count as capable, and REs that count at all."""
    able, counted = reckon_capable_re(found.re, found.value, rules)
    return (able if not found.why else Reckoning.of(found.re, "REs").times(ZERO, found.why, *found.by)), counted


def _divided(capable: Reckoning, counted: Reckoning, neutral: Sequence[_Counted], rules: Ruleset) -> Reckoning:
    by = rules.cite("10C")
    if not counted.value:
        return Reckoning.of(ZERO, "no REs are counted", by)
    sizes = " + ".join(show(part.value) for line in counted.lines for _, part in line.parts if part.value)
    sizes += "".join(f" + {show(line.operand)} {line.why}" for line in counted.lines[1:])
    but = f"; neutral and not counted: {_listed(neutral)}" if neutral and len(counted.lines) == 1 else ""
    share = capable.times(1 / counted.value, f"of {_res(counted.value)} that count ({sizes}){but}", by)
    return share.at_most(ONE, "at most all", by) if share.value > 1 else share


def _res(n: Fraction) -> str:
    return count(n, "RE")


def _listed(shares: Iterable[_Counted]) -> str:
    return ", ".join(f"{c.label or 'a unit'} ({_res(c.re)})" for c in shares)


def _in_words(capable: Reckoning, counted: Reckoning, shares: Sequence[_Counted]) -> str:
    """A proportion in words: how many REs of how many, and the units whose capability is lost."""
    if not shares:
        return ""
    notes = [f"{c.told}{cited(c.by)}" for c in shares if c.why]
    neutral = [c for c in shares if c.value == "neutral" and not c.why]
    over = [f"{count(n.operand, 'neutral RE')} over the limit{cited(n.by)}" for n in counted.lines[1:]]
    if neutral:
        notes.append(f"with {over[0]}" if over else f"neutral and not counted: {_listed(neutral)}")
    return "; ".join([f"{show(capable.value)} of {_res(counted.value)}", *notes])


def _neutral_excess(shares: Sequence[_Counted], rules: Ruleset) -> Fraction:
    """Neutral REs over the limit: they count as having no capability (rule 10F)."""
    allowed = rules.charts.armor_effects.neutral_per_capable.value * sum((c.allows for c in shares), ZERO)
    return max(sum((c.re for c in shares if c.value == "neutral"), ZERO) - allowed, ZERO)


@rule("FoF 10E", "SF 10E")
def best_elections(facts: ProportionFacts, rules: Ruleset) -> tuple[int, ...]:
    """The places of those half-capable units that an owner does best to treat as neutral (rule 10E).

    Every choice is weighed; of those with the greatest proportion the one that names the fewest units, and then the
    first of the list, is given. Elections that the facts state already are not looked at.
    """
    half = [i for i, unit in enumerate(facts.units) if is_half(unit, facts.category)]
    choices = (chosen for n in range(len(half) + 1) for chosen in combinations(half, n))
    return max(choices, key=lambda chosen: _proportion_as_elected(_electing(chosen, facts), rules).share.value)


def is_half(unit: Involved, category: str) -> bool:
    """Whether a unit is half capable in a category, all of it: its owner may elect it to be neutral."""
    return Share(ONE, "half") in unit.shares[category]


def _electing(places: Sequence[int], facts: ProportionFacts) -> ProportionFacts:
    units = (
        evolve(unit, elections={facts.category: "neutral"} if i in places else {}) for i, unit in enumerate(facts.units)
    )
    return evolve(facts, units=tuple(units))
