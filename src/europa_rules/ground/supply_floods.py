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

    def spread(self, entered: int, shifts: Sequence[int]) -> int:
        """The hexes from which a line leads into these."""
        grown = 0
        for side, shift in zip(self.sets, shifts):  # noqa: B905  (six of each; the innermost loop of every search)
            part = entered & side
            if part:
                grown |= part << shift if shift > 0 else part >> -shift
        return grown


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

    def spread(self, entered: int, _: Sequence[int]) -> int:
        """The hexes from which it leads into these."""
        return self.begins if entered & self.hexes else 0


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
        has_waves: whether it tells wave from wave; else there is the total alone.
    """

    terms: Terms
    enter: int
    ways: tuple[SetWays, ...]
    lengths: list[int] = field(factory=list)
    waves: list[int] = field(factory=list)
    totals: list[int] = field(factory=list)
    begun: list[int] = field(factory=list)
    has_waves: bool = True

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
    if old is None or not old.has_waves or not _is_alike(old, terms, ways):
        return _Maker(terms, enter, ways, layout, None).make(0)
    changed = enter ^ old.enter
    if terms.start != old.terms.start:
        return _Maker(terms, enter, ways, layout, old).make(0)
    if not changed & old.reached:
        return Flood(terms, enter, ways, old.lengths, old.waves, old.totals, old.begun)
    return _Maker(terms, enter, ways, layout, old).make(next(i for i, w in enumerate(old.waves) if w & changed))


def reach(terms: Terms, enter: int, ways: tuple[SetWays, ...], layout: HexSets, old: Flood | None = None) -> Flood:
    """Every hex from which a line leads to the start, without telling wave from wave; quicker than `flood`."""
    stays = old is not None and terms.start == old.terms.start and not (enter ^ old.enter) & old.reached
    if old is not None and stays and _is_alike(old, terms, ways):
        return Flood(terms, enter, ways, old.lengths, old.waves, old.totals, old.begun, old.has_waves)
    return without_waves(terms, enter, ways, Spread(terms, enter, ways, layout).reached(terms.start))


def without_waves(terms: Terms, enter: int, ways: tuple[SetWays, ...], reached: int) -> Flood:
    """A flood of which all is known but its waves."""
    return Flood(terms, enter, ways, totals=[reached], has_waves=False)


class Spread:
    """A search without waves, got ready for many starts: all else is as some terms say."""

    __slots__ = ("at_once", "at_once_over", "later", "later_over", "limit", "within")

    def __init__(self, terms: Terms, enter: int, ways: Iterable[SetWays], layout: HexSets) -> None:
        self.within, self.limit = terms.within, terms.limit
        sides = [(way.length, side & enter, k) for way in ways for side, k in zip(way.sets, layout.shifts, strict=True)]
        over = [(leap.length, leap.hexes & enter, leap.begins & terms.within) for leap in terms.leaps]
        self.at_once = [(side, shift) for length, side, shift in sides if not length]
        self.at_once_over = [(ends, begins) for length, ends, begins in over if not length]
        self.later = [
            (length, [(s, k) for n, s, k in sides if n == length]) for length in {n for n, _, _ in sides} if length
        ]
        self.later_over = [leap for leap in over if leap[0]]

    def reached(self, start: int) -> int:
        """Every hex from which a line leads to the start."""
        within, limit, found, pending = self.within, self.limit, 0, {0: start}
        while pending:
            length = min(pending)
            level = pending.pop(length) & ~found
            if self.at_once or self.at_once_over:
                level = self._filled(level) & ~found
            found |= level
            fresh = within & ~found
            for more, sides in self.later:
                if limit is None or length + more <= limit:
                    grown = 0
                    for side, shift in sides:
                        part = level & side
                        if part:
                            grown |= part << shift if shift > 0 else part >> -shift
                    grown &= fresh
                    if grown:
                        pending[length + more] = pending.get(length + more, 0) | grown
            for more, ends, begins in self.later_over:
                if level & ends and begins & fresh and (limit is None or length + more <= limit):
                    pending[length + more] = pending.get(length + more, 0) | begins & fresh
        return found

    def _filled(self, hexes: int) -> int:
        """These hexes, and all from which lines of no length lead into them."""
        before, within = 0, self.within
        while hexes != before:
            before = hexes
            for side, shift in self.at_once:
                part = hexes & side
                if part:
                    hexes |= (part << shift if shift > 0 else part >> -shift) & within
            for ends, begins in self.at_once_over:
                if hexes & ends:
                    hexes |= begins
        return hexes


def _is_alike(old: Flood, terms: Terms, ways: tuple[SetWays, ...]) -> bool:
    was = old.terms
    return old.ways is ways and was.limit == terms.limit and was.within == terms.within and was.leaps == terms.leaps


class _Maker:
    """A flood in the making: waves are kept, made, or taken over from the flood before."""

    __slots__ = (
        "at_once",
        "changed",
        "found",
        "last_changed",
        "later",
        "longest",
        "old",
        "pending",
        "settled",
        "shifts",
    )

    def __init__(self, terms: Terms, enter: int, ways: tuple[SetWays, ...], layout: HexSets, old: Flood | None) -> None:
        self.found = Flood(terms, enter, ways)
        self.shifts = layout.shifts
        self.old = old
        self.pending: dict[int, int] = {}
        every: tuple[SetWays | Leap, ...] = (*ways, *terms.leaps)
        self.at_once = [way for way in every if not way.length]
        self.later = [way for way in every if way.length]
        self.longest = max((way.length for way in self.later), default=0)
        self.changed = enter ^ old.enter if old else 0
        self.settled = 0
        if old:
            disturbed = [i for i, wave in enumerate(old.waves) if wave & self.changed]
            self.last_changed = max(disturbed, default=-1)
            self._settle_after(old.lengths[self.last_changed] if disturbed else 0)

    def _settle_after(self, length: int) -> None:
        """Note that lines of a length lead on otherwise than before, to lines that are longer by one step at most."""
        self.settled = max(self.settled, length + self.longest)

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
        found, within, enter, shifts, at_once = (
            *(self.found, self.found.terms.within, self.found.enter),
            *(self.shifts, self.at_once),
        )
        reached, compares = found.reached, self.old is not None
        while fresh:
            reached |= fresh
            found.lengths.append(length)
            found.waves.append(fresh)
            found.totals.append(reached)
            found.begun.append(begun)
            if compares:
                if fresh & self.changed:
                    self.last_changed = max(self.last_changed, len(found.waves) - 1)
                    self._settle_after(length)
                if self._heals():
                    return True
            entered, fresh = fresh & enter, 0
            for way in at_once:
                fresh |= way.spread(entered, shifts)
            fresh &= within & ~reached
        self._lead_on(length, reached & ~begun)
        return False

    def _heals(self) -> bool:
        """Whether the waves just made and all that follow are those of the old flood; then they are taken over."""
        old, found = self.old, self.found
        i = len(found.waves) - 1
        if old is None or i <= self.last_changed or found.lengths[i] < self.settled:
            return False
        if i >= len(old.waves) or old.totals[i] != found.totals[i]:
            return False
        since = i
        while since and found.lengths[since - 1] > found.lengths[i] - self.longest:
            since -= 1
        if any(getattr(old, name)[since : i + 1] != getattr(found, name)[since : i + 1] for name in _LISTS):
            return False
        for name in _LISTS:
            getattr(found, name).extend(getattr(old, name)[i + 1 :])
        return True

    def _lead_on(self, length: int, level: int) -> None:
        """Note the hexes from which longer lines lead into these, as far as lines may be so long."""
        entered, pending, limit = level & self.found.enter, self.pending, self.found.terms.limit
        fresh = self.found.terms.within & ~self.found.reached
        for way in self.later:
            further = length + way.length
            if limit is None or further <= limit:
                hexes = way.spread(entered, self.shifts) & fresh
                if hexes:
                    pending[further] = pending.get(further, 0) | hexes


_LISTS = ("totals", "waves", "begun", "lengths")


def union(sets: Iterable[int]) -> int:
    """All hexes of some sets."""
    found = 0
    for hexes in sets:
        found |= hexes
    return found
