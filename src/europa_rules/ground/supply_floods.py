"""Floods: every hex from which a line leads to some hexes, found wave by wave outward from these.

Needs the ends of the lines, the hexes a line may enter, and the ways from hex to hex; gives the hexes reached, wave by
wave. After a small change only the waves that it disturbs are made anew. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import field, frozen

from europa_rules.ground.hexsets import HexSets


@frozen(eq=False)
class SetWays:
    """Ways from hex to hex of one length.

    Attributes:
        length: what a hex counts for.
        sets: for each direction the hexes that a line can enter from the next hex in that direction.
    """

    length: int
    sets: tuple[int, ...]


@frozen
class Leap:
    """A way between hexes that do not adjoin: by sea, or along a ferry.

    Attributes:
        hexes: where it may end; a line to any of these can come over it.
        begins: the hexes from which it leads there.
        length: what the way counts for.
    """

    hexes: int
    begins: int
    length: int = 0


@frozen
class Terms:
    """What a flood depends on beside the hexes that may be entered.

    Attributes:
        start: the ends of the lines.
        within: the hexes that lines may use.
        limit: the longest line; None for any length.
        leaps: ways between hexes that do not adjoin.
    """

    start: int
    within: int
    limit: int | None = None
    leaps: tuple[Leap, ...] = ()


@frozen(eq=False)
class Flood:
    """The hexes reached.

    Attributes:
        terms: what was asked.
        enter: the hexes that a line may enter.
        ways: the ways from hex to hex.
        lengths: for each wave the length of its lines.
        waves: for each wave the hexes first reached by it.
        totals: for each wave all hexes reached by it or before.
        begun: for each wave all hexes reached before the first wave of its length.
    """

    terms: Terms
    enter: int
    ways: tuple[SetWays, ...]
    lengths: list[int] = field(factory=list)
    waves: list[int] = field(factory=list)
    totals: list[int] = field(factory=list)
    begun: list[int] = field(factory=list)

    @property
    def reached(self) -> int:
        """Every hex reached."""
        return self.totals[-1] if self.totals else 0

    def wave_of(self, bit: int) -> int | None:
        """The wave that first reached the hex of a bit; None if it is not reached."""
        if not self.reached >> bit & 1:
            return None
        low, high = 0, len(self.totals) - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.totals[middle] >> bit & 1 else (middle + 1, high)
        return low


def flood(terms: Terms, enter: int, ways: tuple[SetWays, ...], layout: HexSets, old: Flood | None = None) -> Flood:
    """Every hex from which a line leads to the start, wave by wave.

    old: the flood of a position before, for the same ways; its waves are kept as far as they are the same.
    """
    usable = old is not None and old.ways is ways and old.terms.limit == terms.limit and old.terms.leaps == terms.leaps
    if old is None or not usable or old.terms.within != terms.within:
        return _Maker(terms, enter, ways, layout, None).make(0)
    changed = enter ^ old.enter
    if terms.start != old.terms.start:
        return _Maker(terms, enter, ways, layout, old).make(0)
    if not changed & old.reached:
        return Flood(terms, enter, ways, old.lengths, old.waves, old.totals, old.begun)
    return _Maker(terms, enter, ways, layout, old).make(next(i for i, w in enumerate(old.waves) if w & changed))


class _Maker:
    """A flood in the making: waves are kept, made, or taken over from the flood before."""

    __slots__ = ("found", "last_changed", "longest", "old", "pending", "shifts")

    def __init__(self, terms: Terms, enter: int, ways: tuple[SetWays, ...], layout: HexSets, old: Flood | None) -> None:
        self.found = Flood(terms, enter, ways)
        self.shifts = layout.shifts
        self.old = old
        self.pending: dict[int, int] = {}
        self.longest = max([1, *(way.length for way in ways), *(leap.length for leap in terms.leaps)])
        changed = enter ^ old.enter if old else 0
        self.last_changed = max((i for i, w in enumerate(old.waves) if w & changed), default=-1) if old else -1

    def make(self, first: int) -> Flood:
        """The flood; waves before `first` are those of the old one."""
        old, limit = self.old, self.found.terms.limit
        if first and old:
            self._keep(old, first)
            done = self._go_on(old.lengths[first], old.waves[first], old.begun[first])
        else:
            done = self._go_on(0, self.found.terms.start, 0)
        while self.pending and not done:
            length = min(self.pending)
            if limit is not None and length > limit:
                break
            begun = self.found.reached
            done = self._go_on(length, self.pending.pop(length) & ~begun, begun)
        return self.found

    def _keep(self, old: Flood, first: int) -> None:
        """Take over the old waves before one, and note what the lengths before its own lead to."""
        for name in _LISTS:
            getattr(self.found, name).extend(getattr(old, name)[:first])
        length = old.lengths[first]
        for before in range(max(0, length - self.longest + 1), length):
            if before in self.found.lengths:
                last = len(self.found.lengths) - 1 - self.found.lengths[::-1].index(before)
                self._lead_on(before, self.found.totals[last] & ~self.found.begun[last])
        self.pending.pop(length, None)

    def _go_on(self, length: int, fresh: int, begun: int) -> bool:
        """Make the waves of a length from one on; true if all that follows has been taken over."""
        found, within = self.found, self.found.terms.within
        reached = found.reached
        while fresh:
            reached |= fresh
            found.lengths.append(length)
            found.waves.append(fresh)
            found.totals.append(reached)
            found.begun.append(begun)
            if self._heals():
                return True
            fresh = self._beside(fresh) & within & ~reached
        self._lead_on(length, reached & ~begun)
        return False

    def _heals(self) -> bool:
        """Whether the waves just made and all that follow are those of the old flood; then they are taken over."""
        old, found = self.old, self.found
        i = len(found.waves) - 1
        if old is None or i <= self.last_changed or i >= len(old.waves) or old.totals[i] != found.totals[i]:
            return False
        since = i
        while since and found.lengths[since - 1] > found.lengths[i] - self.longest:
            since -= 1
        if any(getattr(old, name)[since : i + 1] != getattr(found, name)[since : i + 1] for name in _LISTS):
            return False
        for name in _LISTS:
            getattr(found, name).extend(getattr(old, name)[i + 1 :])
        return True

    def _beside(self, fresh: int) -> int:
        """The hexes from which lines lead into these that are no longer than theirs."""
        grown = 0
        entered = fresh & self.found.enter
        for way in self.found.ways:
            if not way.length:
                grown |= spread(entered, way.sets, self.shifts)
        for leap in self.found.terms.leaps:
            if not leap.length and entered & leap.hexes:
                grown |= leap.begins
        return grown

    def _lead_on(self, length: int, level: int) -> None:
        """Note the hexes from which longer lines lead into these."""
        entered = level & self.found.enter
        for way in self.found.ways:
            if way.length:
                self._note(length + way.length, spread(entered, way.sets, self.shifts))
        for leap in self.found.terms.leaps:
            if leap.length and entered & leap.hexes:
                self._note(length + leap.length, leap.begins)

    def _note(self, length: int, hexes: int) -> None:
        hexes &= self.found.terms.within & ~self.found.reached
        if hexes:
            self.pending[length] = self.pending.get(length, 0) | hexes


_LISTS = ("totals", "waves", "begun", "lengths")


def spread(entered: int, sets: Sequence[int], shifts: Sequence[int]) -> int:
    """The hexes from which a line leads into these, by the ways of one length."""
    grown = 0
    for side, shift in zip(sets, shifts, strict=True):
        part = entered & side
        if part:
            grown |= part << shift if shift > 0 else part >> -shift
    return grown


def union(sets: Iterable[int]) -> int:
    """All hexes of some sets."""
    found = 0
    for hexes in sets:
        found |= hexes
    return found
