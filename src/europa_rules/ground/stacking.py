"""Stacking (rule 8).

Needs the units of one side in a hex, its terrain and printed fortifications, and the moment; says whether they may be
there. A limit has places of several kinds (any units, REs of non-divisional units, artillery, extra units of a kind);
whether the units fit is decided exactly, whichever place each of them takes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import cast

from attrs import evolve, frozen

from europa_rules.charts.stacking_limits import REGULAR, StackingLimit, StackingLimits
from europa_rules.citations import Citation, rule
from europa_rules.ground.facts import Ground
from europa_rules.ground.movement_phases import MOVEMENT, is_movement_phase
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.slots import DEPLOYMENT, PHASES
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit, is_artillery, is_divisional, label, re_size

PRINTED = "printed"
"""Stands among the fortifications of a hex that has one printed on the map."""

_LIMITED = frozenset((*PHASES[1:], DEPLOYMENT))


@frozen
class StackFacts:
    """Units of one side that are, or will be, in one hex.

    Attributes:
        units: the units, those carried by others too.
        ground: the hex.
        fortifications: the kinds of fortification there, and "printed" where one is printed on the map.
        moment: "end of movement phase", "during combat phase", "initial phase", ...
        complies_at: when the stack will be within the limit, None for never; "" for in good time.
        cause: what made the stack ("breakdown"), or "".
        place: the name of a holding box, or "" for a hex.
    """

    units: tuple[Unit, ...]
    ground: Ground = Ground()
    fortifications: frozenset[str] = frozenset()
    moment: str = "end of movement phase"
    complies_at: str | None = ""
    cause: str = ""
    place: str = ""


@frozen
class StackedUnit:
    """A unit that counts in stacking, as slot "stacking size" is given it.

    Attributes:
        unit: its printed facts.
        re: its size in REs.
        divisional: whether it is a divisional unit.
        artillery: whether it is artillery.
        kinds: its type and symbols, for places that serve one kind.
    """

    unit: Unit
    re: Fraction
    divisional: bool
    artillery: bool
    kinds: frozenset[str]


# --- the limit, and whether units fit (rule 8A) ----------------------------------------------------------------------


@frozen
class _Room:
    """The places of a limit that are still free."""

    units: int
    re: Fraction
    artillery_units: int
    artillery_re: Fraction
    artillery_divisions: int
    extra: tuple[tuple[str, int], ...]


def _room(limit: StackingLimit, extra: tuple[tuple[str, int], ...]) -> _Room:
    return _Room(
        limit.units,
        Fraction(limit.non_divisional_re),
        limit.artillery_units or 0,
        Fraction(limit.artillery_re or 0),
        limit.artillery_divisions,
        extra,
    )


def _places(unit: StackedUnit, room: _Room) -> Iterable[_Room]:
    """What is left of the room for each place that the unit may take."""
    if room.units:
        yield evolve(room, units=room.units - 1)
    if not unit.divisional and unit.re <= room.re:
        yield evolve(room, re=room.re - unit.re)
    if unit.artillery:
        yield from _artillery_places(unit, room)
    for kind, count in room.extra:
        if kind in unit.kinds and count:
            rest = tuple((k, n - (k == kind)) for k, n in room.extra)
            yield evolve(room, extra=rest)


def _artillery_places(unit: StackedUnit, room: _Room) -> Iterable[_Room]:
    if room.artillery_units:
        yield evolve(room, artillery_units=room.artillery_units - 1)
    if unit.divisional and room.artillery_divisions:
        yield evolve(room, artillery_re=Fraction(0), artillery_divisions=room.artillery_divisions - 1)
    if not unit.divisional and unit.re <= room.artillery_re:
        yield evolve(room, artillery_re=room.artillery_re - unit.re, artillery_divisions=0)


def _fit(units: Sequence[StackedUnit], room: _Room) -> bool:
    """Whether every unit finds a place: all ways at once, ways with the same room left being one."""
    rooms = {room}
    for unit in sorted(units, key=lambda u: (not u.divisional, -u.re)):
        rooms = {left for r in rooms for left in _places(unit, r)}
        if not rooms:
            return False
    return True


def _counted(units: Iterable[Unit], limits: StackingLimits, rules: Ruleset) -> list[StackedUnit]:
    return [_stacked(unit, rules) for unit in units if unit.type not in limits.never_counted]


def _stacked(unit: Unit, rules: Ruleset) -> StackedUnit:
    kinds = frozenset((unit.type, *unit.symbols))
    size = re_size(unit, rules.types)
    facts = StackedUnit(unit, size, is_divisional(unit), is_artillery(unit, rules.types), kinds)
    return evolve(facts, re=rules.modify(Reckoning.of(size, "size"), "stacking size", facts).value)


def _extra(fortifications: frozenset[str], limits: StackingLimits) -> tuple[tuple[str, int], ...]:
    return tuple((kind, n) for kind, (n, where) in limits.extra.items() if not where.isdisjoint(fortifications))


@rule("FoF 8A1", "FoF 8A2", "FoF 8A3", "FoF 14G", "SF 8A1", "SF 8A2")
def is_overstacked(
    units: Sequence[Unit], ground: Ground, rules: Ruleset, fortifications: frozenset[str] = frozenset()
) -> bool:
    """Whether units of one side are more than the limit of a hex, whatever the moment (rule 8A).

    ground: the hex; its terrain counts. fortifications: kinds there, "printed" for one printed on the map.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> is_overstacked([division] * 3, Ground(), load("fof")), is_overstacked([division] * 4, Ground(), load("fof"))
    (False, True)
    """
    limits = rules.charts.stacking_limits
    limit = limits.limit_for(ground.terrain)
    counted = _counted(units, limits, rules)
    return len(counted) > limit.units and not _fit(counted, _room(limit, _extra(fortifications, limits)))


# --- when the limit holds (rule 8B) ----------------------------------------------------------------------------------


def _words(moment: str) -> frozenset[str]:
    return frozenset(normal(moment).split("_"))


@rule("FoF 8B", "SF 8B")
def is_in_force(moment: str) -> bool:
    """Whether the limit is checked at a moment: as the set-up and the movement, combat and exploitation phases end.

    >>> is_in_force("end of combat phase"), is_in_force("initial phase"), is_in_force("during movement phase")
    (True, False, False)
    """
    words = _words(moment)
    return "end" in words and not words.isdisjoint(_LIMITED)


def _rank(moment: str) -> int:
    words = _words(moment)
    phase = next((i for i, name in enumerate(PHASES) if name in words), 0)
    return 2 * phase + ("end" in words)


def _complies_in_time(facts: StackFacts) -> bool:
    """By the next end of a phase at which the limit is checked."""
    if not facts.complies_at:
        return facts.complies_at is not None
    deadline = max(_rank("end of movement"), 2 * (_rank(facts.moment) // 2) + 1)
    return _rank(facts.complies_at) <= deadline


def is_holding_box(place: str) -> bool:
    """Whether a place is an off-map holding box, which has no limit."""
    return "box" in re.split(r"\W+", place.lower())


@rule("FoF 8A", "FoF 8B", "FoF 8C", "FoF 31C", "SF 8A", "SF 8B", "SF 8C")
def rule_on_stack(facts: StackFacts, rules: Ruleset) -> Ruling:
    """Whether these units may be in this hex at this moment (rule 8)."""
    forbidden = rules.forbid("stack", facts)
    if is_holding_box(facts.place) or not is_overstacked(facts.units, facts.ground, rules, facts.fortifications):
        return forbidden
    if is_in_force(facts.moment):
        return forbidden & _too_many(facts, rules, _limit_rule(facts.ground, rules))
    if _complies_in_time(facts):
        return forbidden
    cause = (rules.cite("15A"),) if facts.cause == "breakdown" else ()
    return forbidden & _too_many(facts, rules, rules.cite("8B"), *cause, _limit_rule(facts.ground, rules))


_LIMIT_RULES = {REGULAR: "8A1", "mountain": "8A2"}


def _limit_rule(ground: Ground, rules: Ruleset) -> Citation:
    name = rules.charts.stacking_limits.by_terrain.get(ground.terrain, REGULAR)
    return rules.cite(_LIMIT_RULES.get(name, "8A"))


def _too_many(facts: StackFacts, rules: Ruleset, *by: Citation) -> Ruling:
    limits = rules.charts.stacking_limits
    units = [u.unit for u in _counted(facts.units, limits, rules)]
    limit, extra = limits.limit_for(facts.ground.terrain), _extra(facts.fortifications, limits)
    why = f"{len(units)} units are more than may stack in a {facts.ground.terrain} hex: {', '.join(map(label, units))}"
    more = (rules.cite("14G"),) if extra else ()
    ruling = Ruling.refuse(why, *by, *more, possible=describe_limit(limit, extra))
    return evolve(ruling, caveats=limit.caveats)


def describe_limit(limit: StackingLimit, extra: Sequence[tuple[str, int]] = ()) -> str:
    """A limit in words.

    >>> describe_limit(StackingLimit(2, 2, artillery_units=1))
    '2 units, 2 REs of non-divisional units and 1 artillery unit'
    """
    parts = [f"{limit.units} units", f"{counted(limit.non_divisional_re, 'RE')} of non-divisional units"]
    if limit.artillery_units:
        parts.append(counted(limit.artillery_units, "artillery unit"))
    if limit.artillery_re:
        instead = f" (or {limit.artillery_divisions} artillery divisional unit)" if limit.artillery_divisions else ""
        parts.append(f"{counted(limit.artillery_re, 'RE')} of artillery{instead}")
    parts += [f"{count} {kind} unit" for kind, count in extra]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def describe_room(ground: Ground, fortifications: frozenset[str], rules: Ruleset) -> str:
    """What may stack in a hex, in words."""
    limits = rules.charts.stacking_limits
    return describe_limit(limits.limit_for(ground.terrain), _extra(fortifications, limits))


@rule("FoF 8B", "SF 8B")
def rule_on_attackers(units: Sequence[Unit], target: Ground, rules: Ruleset) -> Ruling:
    """Whether these units may attack or overrun a hex together from one adjacent hex: its limit is theirs (rule 8B).

    units: those in one adjacent hex. target: the hex attacked.
    """
    if not is_overstacked(units, target, rules):
        return Ruling.allow()
    limit = rules.charts.stacking_limits.limit_for(target.terrain)
    why = f"{len(units)} units are more than may attack a {target.terrain} hex from one hex"
    return Ruling.refuse(why, rules.cite("8B"), possible=f"attack with {describe_limit(limit)}")


# --- on the board ----------------------------------------------------------------------------------------------------


STANDS_APART = "stacked apart"
"""The slot of the sources that tell of units that do not count against the limit of their hex: each names a function
(piece, state, rules) -> bool."""

OVERSTACKS = "overstacks"
"""The slot of a source that lets units be in a hex beyond its limit after combat: it names a function (ids, state,
rules) -> state, which sets them apart."""

Apart = Callable[[Piece, GameState, Ruleset], bool]


def counted_at(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """A side's units in a hex, without those that stand apart and do not count against its limit."""
    friends, apart = state.friends_at(ref, side), rules.sources(STANDS_APART)
    return tuple(p for p in friends if not any(cast(Apart, s.value)(p, state, rules) for s in apart))


def may_overstack(rules: Ruleset) -> bool:
    """Whether units may be in a hex beyond its limit after combat."""
    return bool(rules.sources(OVERSTACKS))


def gather_stack(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> StackFacts:
    """A side's units in a hex as the phase ends."""
    board = rules.board
    units = tuple(p.unit for p in counted_at(ref, side, state, rules))
    phase = MOVEMENT if is_movement_phase(state.moment.phase, rules) else state.moment.phase
    moment = f"end of {phase} phase"
    if ref not in board.index:
        return StackFacts(units, moment=moment, place=ref)
    return StackFacts(units, Ground(terrain=board.terrain(ref)), fortifications_at(ref, rules), moment=moment)


def _must_stay(unit: Unit) -> bool:
    """Whether a unit cannot leave its hex by itself: one without movement that does not go by rail."""
    rating = unit.rating
    return rating is None or not (rating.movement or rating.rail_only)


@rule("FoF 8B", "SF 8B")
def rule_on_entering_play(unit: Unit, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a unit may enter play in a hex in the initial phase: beyond the limit too, if enough units can leave."""
    facts = gather_stack(ref, side, state, rules)
    units = (*facts.units, unit)
    staying = [each for each in units if _must_stay(each)]
    stuck = is_overstacked(staying, facts.ground, rules, facts.fortifications)
    after = evolve(facts, units=units, moment="initial phase", complies_at=None if stuck else "")
    return rule_on_stack(after, rules)


def fortifications_at(ref: Hex, rules: Ruleset) -> frozenset[str]:
    """The fortifications printed in a hex, as `StackFacts` names them."""
    found = rules.board.fortification(ref) if ref in rules.board.index else None
    return frozenset((PRINTED, found.type)) if found else frozenset()


@rule("FoF 8B", "SF 8B")
def rule_on_all_stacks(side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a side's stacks are within the limit everywhere, so that the phase may end (rule 8B)."""
    places = [place for place, pieces in state.occupied().items() if any(p.side == side for p in pieces)]
    return Ruling.all(_rule_on_place(place, side, state, rules) for place in sorted(places))


def _rule_on_place(place: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    ruling = rule_on_stack(gather_stack(place, side, state, rules), rules)
    return evolve(ruling, refusals=tuple(evolve(r, why=f"{place}: {r.why}") for r in ruling.refusals))
