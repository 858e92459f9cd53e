"""Construction, repair and demolition (rules 7A5, 14A, 17D).

Needs a piece of work, who does it and where; gives the turns or MPs it takes, whether it may be done with every rule
against it, and when it is finished. What each piece of work takes is the game's data (`charts/construction`); the board
side stands in `construction_sites`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from attrs import evolve, field, frozen

from europa_rules.charts.construction import DEMOLISH, REPAIR, WorkRow
from europa_rules.citations import Citation, rule
from europa_rules.ground.admin_movement import ADMIN
from europa_rules.ground.movement import ONE_HEX
from europa_rules.ground.movement_phases import EXPLOITATION, MOVEMENT
from europa_rules.ground.terrain import HexEntry, described_entry, rule_on_terrain
from europa_rules.ground.works import AIRBASE_HIT, FORTIFIED, PERMANENT, TEMPORARY
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import ONE, ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn
from europa_rules.units import Unit, is_combat_motorized, is_construction, is_marker, label

INITIAL = "initial"
AUGMENTATION, PORT_REBUILD = "augmentation", "port_rebuild"
_VOWELS = frozenset("aeiou")
BRIDGE, MAJOR_BRIDGE = "repair_bridge", "repair_major_bridge"
_POINTS_OF_BRIDGES = {
    BRIDGE: ("7C3-bridge-repair-reference",),
    MAJOR_BRIDGE: ("7C3-bridge-repair-reference", "14A1-bridge-repair-cost", "14A1-resource-manner-reference"),
}
QUICK, NORMAL = "quick", "normal"
_ANYONE = Unit("", "infantry", "division")


@frozen
class Builder:
    """A unit at work.

    Attributes:
        unit: its printed facts; None for any construction unit.
        id: its id, or "".
        mps: MPs it has to spend, or spends; None where nobody asks.
        busy_with: the work by turns that it is at, or has done in this player turn; "" for none.
        moved_by: how it has moved in this phase, or "".
        situation: further facts for contributed rules, by name.
    """

    unit: Unit | None = None
    id: str = ""
    mps: Number | None = None
    busy_with: str = ""
    moved_by: str = ""
    situation: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def name(self) -> str:
        """What it is called: its id, or else what its counter says."""
        return self.id or (label(self.unit) if self.unit else "the construction unit")


@frozen
class WorkFacts:
    """A piece of work that units would do.

    Attributes:
        work: its row of the construction chart.
        builders: the units that do it together.
        terrain: of the hex. is_prohibited: whether it is said to be prohibited, whatever the chart says.
        weather: in the hex.
        has: what stands in the hex, in the words of the chart.
        lacks: what is known not to stand there.
        phase: the phase, "" for the right one; is_phasing: whether it is the units' own player turn.
        in_supply: whether the units are in supply.
        resource_point_in_reach: whether an overland line leads to a resource point.
        quick: whether two units, or one that counts as two, speed it up; None: wherever they can.
        has_labor: whether civilians help.
        side: whose units they are.
        owns_site: whether that side owns the hex, or both hexes beside a bridge.
        movement_rating: MPs of each unit, for work that takes a part of its allowance; None for what is printed.
        is_standing: whether a bridge to be repaired stands, and has taken hits alone.
    """

    work: str
    builders: tuple[Builder, ...] = (Builder(),)
    terrain: str = "clear"
    is_prohibited: bool = False
    weather: str = "clear"
    has: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()
    phase: str = MOVEMENT
    is_phasing: bool = True
    in_supply: bool = True
    resource_point_in_reach: bool = True
    quick: bool | None = None
    has_labor: bool = False
    side: Side = NEUTRAL
    owns_site: bool = True
    movement_rating: Number | None = None
    is_standing: bool = False


def described_work(facts: WorkFacts, rules: Ruleset) -> WorkFacts:
    """The facts in the words of the charts, from words in any spelling for the work, the terrain and what is there.

    >>> from europa_rules import load
    >>> facts = WorkFacts("permanent-airfield", terrain="Rough", has=frozenset({"improved fortress"}))
    >>> found = described_work(facts, load("sf"))
    >>> found.work, found.terrain, sorted(found.has)
    ('permanent_airfield', 'rough', ['fortification', 'fortress'])
    """
    entry = described_entry(_ANYONE, facts.terrain, (), rules)
    things = frozenset(_thing(word) for word in facts.has)
    kinds = {_thing(row) for row in rules.charts.fortification_effects.rows} | {"ouvrage"}
    return evolve(
        facts,
        work=normal(facts.work),
        terrain=entry.terrain,
        is_prohibited=facts.is_prohibited or entry.closed,
        has=things if kinds.isdisjoint(things) else things | {FORTIFIED},
    )


def _thing(word: str) -> str:
    """What stands in a hex by the word for its kind, whatever its condition and capacity."""
    name = normal(word)
    for condition in ("improved", "unimproved", "built"):
        name = name.removeprefix(f"{condition}_").removesuffix(f"_{condition}")
    return name.rstrip("0123456789").removesuffix("_")


# --- who works, and how fast (rules 14A1, 14A4, 14A5; quick construction) --------------------------------------------


def may_do(builder: Builder, row: WorkRow, rules: Ruleset) -> bool:
    """Whether a piece of work is that of a builder, as far as its type goes."""
    if builder.unit is None or row.builders.is_anyone:
        return True
    able = row.builders.construction and is_construction(builder.unit, rules.types)
    return able or not row.builders.types.isdisjoint((builder.unit.type, *builder.unit.symbols))


def _counts_double(unit: Unit | None, rules: Ruleset) -> bool:
    quick = rules.charts.construction.quick
    if unit is None or unit.size != quick.double_size or unit.type not in quick.double_types:
        return False
    exceeds = rules.reads("14A1b-brigade-defense", "above-two")
    return unit.defense > quick.double_defense if exceeds else unit.defense >= quick.double_defense


@rule("FoF 14A2", "SF 14A1b")
def reckon_working_units(units: Sequence[Unit | None], rules: Ruleset) -> Reckoning:
    """How many units these count as for quick construction; None stands for any construction unit.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> brigade = Unit("ge", "construction", "brigade", Rating.parse("0-2-5"))
    >>> print(reckon_working_units([brigade], load("fof")).value)
    2
    """
    by = rules.cite("quick-construction")
    counted = [u for u in units if u is None or is_construction(u, rules.types)]
    doubled = sum(_counts_double(u, rules) for u in counted)
    found = Reckoning.of(len(counted), "construction units", by)
    if not doubled:
        return found
    found = found.plus(doubled, "a brigade of construction units counts as two", by)
    for point in rules.resting("14A1b-brigade-defense"):
        found = found.noting(rests_on=point)
    return found


@rule("FoF 14A2", "SF 14A1b", "SF 14A1c")
def rule_on_quick_construction(units: Sequence[Unit | None], rules: Ruleset, has_labor: bool = False) -> Ruling:
    """Whether units stacked together may use quick construction: two of them, or one that counts as two.

    units: None stands for any construction unit. has_labor: whether civilians help, who take the place of the second.
    """
    by = rules.cite("quick-construction")
    if rules.reads("14A2-quick-construction", "none"):
        return Ruling.refuse("there is no quick construction", by, rests_on=rules.resting("14A2-quick-construction"))
    working = reckon_working_units(units, rules)
    few = working.value < 2 and not (has_labor and working.value)
    resting = (*working.rests_on, *rules.resting("14A2-quick-construction"))
    return Ruling(rests_on=resting) & Ruling.refuse_if(
        few, "quick construction needs two construction units in the hex", by, possible="work at the normal pace"
    )


def _rule_on_quick(facts: WorkFacts, rules: Ruleset) -> Ruling:
    row = rules.charts.construction[facts.work]
    if not row.quick:
        why = f"quick construction does not serve to {name_work(row)}"
        return Ruling.refuse(why, _by(row, rules), possible="work at the normal pace")
    able = [None if may_do(b, row, rules) and not _is_double(b, rules) else b.unit for b in facts.builders]
    return rule_on_quick_construction(able, rules, facts.has_labor)


def _is_double(builder: Builder, rules: Ruleset) -> bool:
    return _counts_double(builder.unit, rules)


def is_quick(facts: WorkFacts, rules: Ruleset) -> bool:
    """Whether the work is sped up."""
    return facts.quick is not False and _rule_on_quick(facts, rules).allowed


# --- what it takes (rules 14A1, 14A1a, 14A1b) ------------------------------------------------------------------------


def cite_work(work: str, rules: Ruleset) -> Citation:
    """The rule of a piece of work."""
    return rules.cite(rules.charts.construction[work].rule)


def _by(row: WorkRow, rules: Ruleset) -> Citation:
    return rules.cite(row.rule)


def name_work(row: WorkRow) -> str:
    """The work as a sentence names it: "build a fort", "repair a rail hit", "rebuild a port"."""
    if row.name == PORT_REBUILD:
        return "rebuild a port"
    if row.kind not in (REPAIR, DEMOLISH):
        return f"build {with_article(row.name)}"
    verb, _, thing = row.name.partition("_")
    return f"{verb} {with_article(thing)}"


def with_article(name: str) -> str:
    """A name of the charts as a sentence has it.

    >>> with_article("ouvrage"), with_article("permanent_airfield")
    ('an ouvrage', 'a permanent airfield')
    """
    return f"{'an' if name[:1] in _VOWELS else 'a'} {name.replace('_', ' ')}"


def _is_easy(facts: WorkFacts, rules: Ruleset) -> bool:
    return facts.terrain in rules.charts.construction.easy_terrain


def is_slowed(facts: WorkFacts, rules: Ruleset) -> bool:
    """Whether poor weather doubles what the work takes (SF 14A1a)."""
    row, chart = rules.charts.construction[facts.work], rules.charts.construction
    if facts.weather not in chart.poor_weather:
        return False
    if facts.work == PORT_REBUILD:
        return not rules.reads("14A5-port-rebuild", "not")
    if row.kind == DEMOLISH:
        every = rules.reads("14A1-demolition-in-poor-weather", "all")
        return every or (row.slowed and not rules.reads("14A1-demolition-in-poor-weather", "none"))
    return row.slowed


def _resting(facts: WorkFacts, rules: Ruleset) -> tuple[str, ...]:
    """The open points that what a piece of work takes rests on."""
    if facts.weather not in rules.charts.construction.poor_weather:
        return ()
    row = rules.charts.construction[facts.work]
    if facts.work == PORT_REBUILD:
        return rules.resting("14A5-port-rebuild", "14A1a-weather-changes")
    if row.by_turns:
        return rules.resting("14A1a-weather-changes")
    return rules.resting("14A1-demolition-in-poor-weather") if row.kind == DEMOLISH else ()


def _cost(facts: WorkFacts, rules: Ruleset) -> Reckoning:
    row = rules.charts.construction[facts.work]
    cell = row.cost if _is_easy(facts, rules) else row.elsewhere or row.cost
    unit = f"{'turn' if row.by_turns else 'MP'}{'' if cell.value == 1 else 's'}"
    cost = Reckoning.of(cell.value, f"{unit} to {name_work(row)}", _by(row, rules)).noting(caveat=cell.caveat)
    if is_slowed(facts, rules):
        cost = cost.times(2, f"{facts.weather}, poor weather", rules.cite("poor-weather"))
    for point in _resting(facts, rules):
        cost = cost.noting(rests_on=point)
    return cost


def _shared(cost: Reckoning, facts: WorkFacts, rules: Ruleset) -> Reckoning:
    if not is_quick(facts, rules):
        return cost
    share = rules.charts.construction.quick.share
    alone = evolve(facts, has_labor=False)
    labor = facts.has_labor and not is_quick(alone, rules)
    why, by = ("civilian labor", "civilian-labor") if labor else ("quick construction", "quick-construction")
    cost = cost.times(share.value, why, rules.cite(by)).noting(caveat=share.caveat)
    for point in _rule_on_quick(facts, rules).rests_on:
        cost = cost.noting(rests_on=point)
    return cost


@rule("FoF 14A1", "FoF 14A2", "SF 14A1", "SF 14A1a", "SF 14A1b", "SF 14A5")
def reckon_time(facts: WorkFacts, rules: Ruleset) -> Reckoning:
    """Game turns that work takes; 0 for work that takes MPs.

    >>> from europa_rules import load
    >>> print(reckon_time(WorkFacts("fort", terrain="woods", weather="snow"), load("sf")))
    2 turns to build a fort (SF 14A1) | x2 snow, poor weather (SF 14A1a) | = 4
    """
    row = rules.charts.construction[facts.work]
    if not row.by_turns:
        return Reckoning.of(ZERO, "takes MPs, no turns", _by(row, rules))
    time = _shared(_cost(facts, rules), facts, rules)
    if not is_quick(facts, rules) or time.value >= 1:
        return time
    for point in rules.resting("14A1b-quick-times"):
        time = time.noting(rests_on=point)
    if rules.reads("14A1b-quick-times", "one-turn"):
        time = time.at_least(ONE, "never less than a turn", rules.cite("quick-construction"))
    return time


@rule("FoF 14A1", "FoF 14A2", "FoF 17D", "SF 7A5", "SF 14A1", "SF 14A1a", "SF 14A1b", "SF 17D")
def reckon_mps(facts: WorkFacts, rules: Ruleset) -> Reckoning:
    """MPs that each unit spends on the work; for work that takes less than a turn, that part of its MPs.

    >>> from europa_rules import load
    >>> two = WorkFacts("repair_rail_hit", (Builder(), Builder()), weather="mud")
    >>> print(reckon_mps(two, load("sf")).value)
    4
    """
    row = rules.charts.construction[facts.work]
    if not row.by_turns:
        return rules.modify(_shared(_cost(facts, rules), facts, rules), "construction cost", facts)
    time = reckon_time(facts, rules)
    if time.value >= 1:
        return Reckoning.of(ZERO, f"takes {show(time.value)} turns, no MPs", _by(row, rules))
    return time.times(_allowance(facts), "of its MPs", rules.cite("quick-construction"))


def _allowance(facts: WorkFacts) -> Fraction:
    if facts.movement_rating is not None:
        return Fraction(facts.movement_rating)
    printed = [Fraction(b.unit.movement) for b in facts.builders if b.unit]
    return min(printed, default=ZERO)


@rule("SF 14A1", "FoF 17D", "SF 17D", "SF 7A5")
def reckon_hits(facts: WorkFacts, mps: Number, rules: Ruleset) -> Reckoning:
    """Hits that a unit does, or repairs, by spending so many MPs.

    >>> from europa_rules import load
    >>> reckon_hits(WorkFacts("demolish_port"), 5, load("sf")).value
    Fraction(1, 1)
    """
    each = reckon_mps(facts, rules)
    hits = Reckoning.of(mps, "MPs spent").times(1 / each.value, f"{show(each.value)} MPs each", *each.citations)
    for point in each.rests_on:
        hits = hits.noting(rests_on=point)
    return hits.become(floor(hits.value), "whole hits")


@rule("FoF 7C3", "FoF 14A1", "FoF 14A2", "SF 14A1", "SF 44A1")
def reckon_resource_points(work: str, rules: Ruleset, *, is_standing: bool = False) -> Reckoning:
    """Resource points that a piece of work costs; spent as it is begun, and lost if it is not finished.

    is_standing: whether a bridge that is repaired stands, and has taken hits alone: it takes no point.
    """
    cell = rules.charts.construction[work].resource_points
    cost = Reckoning.of(cell.value, "resource points", rules.cite("resource-point-cost")).noting(caveat=cell.caveat)
    points = _POINTS_OF_BRIDGES.get(work, ())
    if is_standing and cell.value:
        cost = cost.become(0, "a bridge that stands takes none", rules.cite("bridge-repair"))
        points = (*points, "20G1d-missing-bombing-missions")
    for point in rules.resting(*points):
        cost = cost.noting(rests_on=point)
    return cost


@frozen
class Completion:
    """When a piece of work is done: in the initial phase of this player turn, or before that in a movement phase."""

    turn: Turn
    phase: str


@rule("FoF 14A1", "SF 14A1")
def reckon_completion(begun: Turn, facts: WorkFacts, rules: Ruleset) -> Completion:
    """When work begun in an initial phase is done, in the same side's player turn.

    >>> from europa_rules import load
    >>> print(reckon_completion(Turn.parse("Jun I 40"), WorkFacts("fort"), load("fof")).turn)
    Jun II 40
    """
    time = reckon_time(facts, rules).value
    done = begun
    for _ in range(ceil(time) if time >= 1 else 0):
        done = done.next()
    return Completion(done, INITIAL if time >= 1 else MOVEMENT)


@frozen
class Outcome:
    """What becomes of work: whether the thing is built, and whether the resource point comes back."""

    is_built: bool
    resource_point_comes_back: bool = False


@rule("FoF 14A1", "FoF 14A2", "SF 14A1")
def outcome_of_work(builder_left: bool) -> Outcome:
    """What becomes of work when its builder stays, or leaves the hex before it is done.

    >>> outcome_of_work(builder_left=True)
    Outcome(is_built=False, resource_point_comes_back=False)
    """
    return Outcome(not builder_left)


@rule("FoF 14A1", "SF 14A1")
def airfields_after(before: Sequence[str], completed: str) -> tuple[str, ...]:
    """The airfields of a hex once one is completed: a permanent airfield takes the place of a temporary one.

    >>> airfields_after(["temporary"], "permanent")
    ('permanent',)
    """
    kept = [kind for kind in before if not (completed == "permanent" and kind == "temporary")]
    return tuple(dict.fromkeys((*kept, completed)))


# --- augmenting an airfield (SF 14A1) --------------------------------------------------------------------------------


@frozen
class Augmentation:
    """A permanent airfield that would be augmented.

    Attributes:
        airfield: its capacity (air units).
        other: the air basing capacity of what else is in the hex.
    """

    airfield: Number
    other: Number = ZERO


@rule("SF 14A1")
def reckon_augmented(facts: Augmentation, rules: Ruleset) -> tuple[Reckoning, Reckoning]:
    """The capacity of the airfield once augmented, and that of the hex."""
    by = rules.cite("14A1")
    adds = rules.charts.construction[AUGMENTATION].adds
    airfield = Reckoning.of(facts.airfield, "the airfield", by).plus(adds, "augmented", by)
    parts = [("airfield", airfield), ("others", Reckoning.of(facts.other, "what else is there"))]
    return airfield, Reckoning.total("air basing capacity of the hex", parts, by)


@rule("SF 14A1", "FoF 14A1")
def rule_on_augmentation(facts: Augmentation, rules: Ruleset) -> Ruling:
    """Whether a permanent airfield may be augmented: up to the most air units that may base in a hex.

    >>> from europa_rules import load
    >>> rule_on_augmentation(Augmentation(6, 6), load("sf")).allowed
    False
    """
    by = rules.cite("14A1")
    if AUGMENTATION not in rules.charts.construction:
        return Ruling.refuse("airfields are not augmented", by)
    most = rules.charts["airbase_summary"].whole("rows", "hex_maximum", "capacity").value
    _, together = reckon_augmented(facts, rules)
    why = f"the hex would base {show(together.value)} air units, more than {most}"
    return Ruling.refuse_if(together.value > most, why, by) & Ruling.refuse_if(
        not facts.airfield, "there is no permanent airfield to augment", by, possible="build one"
    )


# --- whether it may be done (rule 14A) -------------------------------------------------------------------------------


@rule(
    *("FoF 14A1", "FoF 14A2", "FoF 14A3", "FoF 17D"),
    *("SF 7A5", "SF 14A1", "SF 14A1a", "SF 14A1b", "SF 14A1d", "SF 14A2", "SF 14A3", "SF 14A4", "SF 14A5", "SF 17D"),
)
def rule_on_work(facts: WorkFacts, rules: Ruleset) -> Ruling:
    """Whether units may do a piece of work here and now, with every rule against it.

    >>> from europa_rules import load
    >>> print(rule_on_work(WorkFacts("fort", phase="initial", terrain="woods"), load("fof")))
    refused: a fort cannot be built in woods (FoF 14A1). Possible: build it in clear or rough terrain.
    """
    if facts.work not in rules.charts.construction:
        return _refuse_unknown_work(facts.work, rules)
    row = rules.charts.construction[facts.work]
    return Ruling.all(
        (
            _rule_on_time(facts, row, rules),
            _rule_on_builders(facts, row, rules),
            _rule_on_place(facts, row, rules),
            _rule_on_things(facts, row, rules),
            _rule_on_weather(facts, row, rules),
            _rule_on_supplies(facts, row, rules),
            _rule_on_pace(facts, row, rules),
            rules.forbid("construction", facts),
        )
    )


def _refuse_unknown_work(work: str, rules: Ruleset) -> Ruling:
    """The refusal of work that the game does not have."""
    words = work.replace("_", " ")
    if words.startswith("demolish "):
        return Ruling.refuse(f"ground units {words.replace(' ', ' no ', 1)}s in this game", rules.cite("14A1"))
    return Ruling.refuse(f"there is no work '{words}'", rules.cite("14A1"), possible=_known_works(rules))


@rule("FoF 14A1", "FoF 14A2", "SF 14A1", "SF 41A")
def rule_on_work_site(facts: WorkFacts, rules: Ruleset) -> Ruling:
    """Whether a piece of work could be done in a hex, as far as the hex goes: its terrain, and what stands there.

    >>> from europa_rules import load
    >>> rule_on_work_site(WorkFacts("fort", terrain="rough"), load("sf")).allowed
    True
    """
    row = rules.charts.construction[facts.work]
    return _rule_on_place(facts, row, rules) & _rule_on_things(facts, row, rules)


def _known_works(rules: Ruleset) -> str:
    return f"one of {', '.join(name.replace('_', ' ') for name in rules.charts.construction.works)}"


def _rule_on_time(facts: WorkFacts, row: WorkRow, rules: Ruleset) -> Ruling:
    by, phases = _by(row, rules), " or ".join(row.phases)
    wrong = bool(facts.phase) and facts.phase not in row.phases
    why = f"work to {name_work(row)} is done in the {phases} phase, not in the {facts.phase} phase"
    return Ruling.refuse_if(wrong, why, by, possible=f"do it in the {phases} phase") & Ruling.refuse_if(
        not facts.is_phasing, "only phasing units work", by, possible="do it in your own player turn"
    )


def _rule_on_builders(facts: WorkFacts, row: WorkRow, rules: Ruleset) -> Ruling:
    return Ruling.all(_rule_on_builder(builder, facts, row, rules) for builder in facts.builders)


def _rule_on_builder(builder: Builder, facts: WorkFacts, row: WorkRow, rules: Ruleset) -> Ruling:
    who, ruling = builder.name, Ruling.allow()
    unit = builder.unit
    if not may_do(builder, row, rules):
        limited = rules.charts.construction.limited.get(unit.type, "") if unit else ""
        by = (rules.cite(limited),) if limited else (rules.cite(row.builders.rule),)
        ruling &= Ruling.refuse(f"{who} has no ability to {name_work(row)}", *by)
    if unit is not None and is_marker(unit, rules.types):
        ruling &= Ruling.refuse(f"{who} is no unit", _by(row, rules))
    if unit is not None and facts.phase == EXPLOITATION:
        ruling &= _rule_on_exploitation(unit, row, rules)
    return ruling & _rule_on_the_past(builder, row, rules)


def _rule_on_exploitation(unit: Unit, row: WorkRow, rules: Ruleset) -> Ruling:
    motorized = is_combat_motorized(unit, rules.types)
    why = f"{label(unit)} has no construction abilities in the exploitation phase"
    idle = f"{label(unit)} is not c/m and spends no MPs in the exploitation phase"
    limited, instead = motorized and not row.builders.is_anyone, "do it in the movement phase"
    return Ruling.refuse_if(limited, why, rules.cite("motorized-limit"), possible=instead) & Ruling.refuse_if(
        not motorized, idle, rules.cite("6"), possible=instead
    )


def _rule_on_the_past(builder: Builder, row: WorkRow, rules: Ruleset) -> Ruling:
    who, ruling = builder.name, Ruling.allow()
    if builder.busy_with and not (rules.reads("14A1-two-tasks", "yes") and not row.by_turns):
        why = f"{who} is at work on a {builder.busy_with.replace('_', ' ')} in this player turn"
        refusal = Ruling.refuse(why, rules.cite("14A1"), possible="one piece of work at a time")
        ruling &= evolve(refusal, rests_on=rules.resting("14A1-two-tasks"))
    if builder.moved_by == ONE_HEX:
        ruling &= Ruling.refuse(f"{who} has spent all its MPs on its one-hex move", rules.cite("6"))
    if builder.moved_by == ADMIN:
        ruling &= Ruling.refuse(f"{who} uses administrative movement and spends no MPs for work", rules.cite("6B"))
    return ruling


def _rule_on_place(facts: WorkFacts, row: WorkRow, rules: Ruleset) -> Ruling:
    by, easy = _by(row, rules), " or ".join(sorted(rules.charts.construction.easy_terrain))
    terrain, what = facts.terrain.replace("_", " "), row.name.replace("_", " ")
    if row.elsewhere is row.cost:
        return Ruling.allow()
    if facts.is_prohibited or not rule_on_terrain(HexEntry(("other",), facts.terrain), rules).allowed:
        return Ruling.refuse(f"a {what} cannot be built in prohibited terrain", by)
    wrong = facts.terrain in row.not_in or (row.elsewhere is None and not _is_easy(facts, rules))
    possible = f"build it in {easy} terrain"
    return Ruling.refuse_if(wrong, f"a {what} cannot be built in {terrain}", by, possible=possible)


def _rule_on_things(facts: WorkFacts, row: WorkRow, rules: Ruleset) -> Ruling:
    in_the_way, missing = sorted(row.not_with & facts.has), [name for name in row.needs if name in facts.lacks]
    hindrances = rules.charts.construction.hindrances
    ruling = Ruling.all(
        Ruling.refuse(
            f"{with_article(name)} is in the hex",
            rules.cite(hindrances[name]) if name in hindrances else _by(row, rules),
        )
        for name in in_the_way
    )
    return ruling & Ruling.all(
        Ruling.refuse(f"there is no {name.replace('_', ' ')} in the hex", _by(row, rules)) for name in missing
    )


def _rule_on_weather(facts: WorkFacts, row: WorkRow, rules: Ruleset) -> Ruling:
    chart = rules.charts.construction
    stopped = facts.weather in row.stopped_by
    field_only = TEMPORARY in facts.has and PERMANENT not in facts.has
    if AIRBASE_HIT in row.needs and field_only:
        stopped = facts.weather in chart[TEMPORARY].stopped_by
    why = f"no temporary airfield is built or repaired in {facts.weather}"
    return Ruling.refuse_if(stopped, why, rules.cite("poor-weather"), possible="wait for other weather")


def _rule_on_supplies(facts: WorkFacts, row: WorkRow, rules: Ruleset) -> Ruling:
    unsupplied = row.needs_supply and not facts.in_supply
    costs = reckon_resource_points(row.name, rules, is_standing=facts.is_standing)
    missing = costs.value > 0 and not facts.resource_point_in_reach
    why = f"no overland line leads to {show(costs.value)} resource point{'' if costs.value == 1 else 's'}"
    ruling = Ruling.refuse_if(unsupplied, "a unit must be in supply to build", _by(row, rules))
    return ruling & Ruling.refuse_if(
        missing, why, rules.cite("resource-point-cost"), possible="bring a resource point within reach"
    )


def _how_quicker(builder: Builder, mps: Fraction, rules: Ruleset) -> str:
    """How a unit does work for fewer MPs, in words; "" where it has not even those."""
    each = mps * rules.charts.construction.quick.share.value
    by = rules.cite("quick-construction")
    if Fraction(builder.mps or ZERO) < each:
        return ""
    return f"with a second construction unit in the hex, {counted(each, 'MP')} each: quick construction ({by})"


def _rule_on_pace(facts: WorkFacts, row: WorkRow, rules: Ruleset) -> Ruling:
    quick = _rule_on_quick(facts, rules) if facts.quick else Ruling.allow()
    if row.by_turns or not all(may_do(b, row, rules) for b in facts.builders):
        return quick
    each = reckon_mps(facts, rules)
    short = [b for b in facts.builders if b.mps is not None and Fraction(b.mps) < each.value]
    return evolve(quick, rests_on=(*quick.rests_on, *each.rests_on)) & Ruling.all(
        Ruling.refuse(
            f"{b.name} has {show(b.mps or ZERO)} MPs, and needs {show(each.value)} to {name_work(row)}",
            _by(row, rules),
            possible=_how_quicker(b, each.value, rules) if row.quick and not is_quick(facts, rules) else "",
        )
        for b in short
    )
