"""Movement (rule 6): what a unit may spend, what a move costs, and whether it may be made.

Needs a unit, what it has done in the phase, and the hexes it enters with their costs; gives MPs with their ledger, and
the ruling with every rule against the move. The order to move stands in `moves`, where a unit can go in `destinations`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, takewhile

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.ground.admin_movement import ADMIN, MIXES_WITH
from europa_rules.ground.movement_phases import EXPLOITATION, MOVEMENT, OVERRUNNING, is_movement_phase
from europa_rules.ground.supply_effects import MOVEMENT as MPS
from europa_rules.ground.supply_effects import SuppliedUnit, suffer
from europa_rules.ground.terrain import HexEntry, reckon_entry_cost, rule_on_terrain
from europa_rules.ground.zones import FULL, NONE
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.state import Obligation
from europa_rules.units import Unit, is_combat_motorized, is_marker, is_position_aa, label, unit_class

REGULAR, ONE_HEX, OVERRUN = "regular", "one-hex", "overrun"
RAIL = "rail"
"""How a piece has moved that has ridden and not moved otherwise."""

NAVAL = "naval"
"""How a piece has moved that has been transported by sea and not moved otherwise."""

MODES = (REGULAR, ONE_HEX, ADMIN)
ZOC = "ZOC"
"""What the MPs for leaving an enemy ZOC are called among the costs of a way."""

WORK = "work"
"""What MPs were spent for that a unit has spent without moving: construction, repair or demolition."""


# --- what a unit may spend -------------------------------------------------------------------------------------------


@frozen
class Mover:
    """A unit whose MPs of a phase are asked for.

    Attributes:
        unit: its printed facts.
        phase: the phase it moves in.
        turns_out_of_supply, isolated: its supply condition.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    phase: str = MOVEMENT
    turns_out_of_supply: int = 0
    isolated: bool = False
    situation: Mapping[str, str] = field(factory=dict, hash=False)


@rule("FoF 6", "SF 6")
def reckon_allowance(facts: Mover, rules: Ruleset) -> Reckoning:
    """MPs that a unit may spend in a phase: its movement rating and what its situation makes of it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> print(reckon_allowance(Mover(Unit("ge", "infantry", "division", Rating.parse("7-6"))), load("sf")))
    6 printed (SF 6) | = 6
    """
    printed = Reckoning.of(facts.unit.movement, "printed", rules.cite("6"))
    allowance = rules.modify(printed, "movement allowance", facts)
    supplied = SuppliedUnit.in_situation(facts.unit, facts.situation, facts.turns_out_of_supply, facts.isolated)
    return suffer(allowance, MPS, supplied, rules)


# --- what leaving a ZOC costs ----------------------------------------------------------------------------------------


@frozen
class ZocExit:
    """A unit leaving a hex.

    Attributes:
        unit: its printed facts; None for any that has no cost of its own.
        zoc: the strongest kind of enemy ZOC in the hex it leaves: "none", "reduced", "full".
        into_zoc: whether the hex it enters is in an enemy ZOC.
        cost: MPs given in place of the chart's.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit | None = None
    zoc: str = NONE
    into_zoc: bool = False
    cost: Number | None = None
    situation: Mapping[str, str] = field(factory=dict, hash=False)


def mover_of(unit: Unit | None, rules: Ruleset) -> str:
    """The row of the ZOC and overrun cost charts by which a unit pays."""
    if unit is None:
        return rules.charts.zoc_costs.mover("", "")
    return rules.charts.zoc_costs.mover(unit.nation, unit_class(unit, rules.types))


@rule("FoF 6A", "SF 6A")
def reckon_zoc_exit(facts: ZocExit, rules: Ruleset) -> Reckoning:
    """MPs to leave a hex that is in an enemy ZOC, paid once however many units' ZOCs are there; 0 for no ZOC.

    >>> from europa_rules import load
    >>> print(reckon_zoc_exit(ZocExit(zoc="full"), load("sf")))
    2 leaves an enemy ZOC (SF 6A) | = 2
    """
    by = rules.cite("6A")
    if facts.zoc == NONE:
        return Reckoning.of(0, "leaves no enemy ZOC", by)
    why = "leaves a reduced enemy ZOC" if facts.zoc != FULL else "leaves an enemy ZOC"
    if facts.cost is not None:
        return Reckoning.of(facts.cost, why, by)
    cell = rules.charts.zoc_costs.leaving(mover_of(facts.unit, rules), into_zoc=facts.into_zoc, zoc=facts.zoc)
    why += " into another" if facts.into_zoc else ""
    return rules.modify(Reckoning.of(cell.value, why, by).noting(caveat=cell.caveat), "zoc exit cost", facts)


@rule("FoF 6", "FoF 6A", "FoF 6B", "FoF 7B1", "SF 6", "SF 6A", "SF 6B", "SF 7B")
def reckon_path(steps: Iterable[tuple[HexEntry, ZocExit]], rules: Ruleset, times: int = 1) -> Reckoning:
    """MPs to enter hexes one after another, those for leaving ZOCs included.

    steps: each hex entered, and the hex left for it. times: how many hexes like each of them.

    >>> from europa_rules import load
    >>> strait = HexEntry(("other",), hexsides=("narrow_strait",))
    >>> reckon_path([(strait, ZocExit())], load("fof")).value
    Fraction(3, 1)
    """
    parts: list[tuple[str, Reckoning]] = []
    for entry, leaving in steps:
        cost = reckon_entry_cost(entry, rules)
        parts += [(f"hex {number}" if times > 1 else "hex", cost) for number in range(1, times + 1)]
        if leaving.zoc != NONE:
            parts.append((ZOC, reckon_zoc_exit(leaving, rules)))
    return Reckoning.total("MPs", parts, rules.cite("6"))


# --- whether a move may be made --------------------------------------------------------------------------------------


@frozen
class MoveStep:
    """A hex entered in a move.

    Attributes:
        name: the hex.
        cost: MPs to enter it, across its hexside.
        zoc_cost: MPs to leave the hex before it.
        is_enemy_occupied: whether an enemy unit is in it.
        ruling: what forbids entering it besides.
        ledger: how its costs came about, where they were reckoned.
        hexside_cost: MPs of the cost that are for the hexside crossed, where a reading asks for them.
        leaving_cost: MPs to leave the hex before it, beside those for ZOCs.
    """

    name: str = "the hex"
    cost: Number = ZERO
    zoc_cost: Number = ZERO
    is_enemy_occupied: bool = False
    ruling: Ruling = Ruling.allow()
    ledger: tuple[tuple[str, Reckoning], ...] = ()
    hexside_cost: Number = ZERO
    leaving_cost: Number = ZERO

    @property
    def mps(self) -> Fraction:
        """MPs of the step, all together."""
        mps = Fraction(self.cost)
        for besides in (self.zoc_cost, self.leaving_cost):
            mps = mps + besides if besides else mps
        return mps


def needed_for(steps: Iterable[MoveStep]) -> Fraction:
    """MPs that steps cost together."""
    return sum((step.mps for step in steps), ZERO)


def reckon_hexside_share(entry: HexEntry, rules: Ruleset) -> Fraction:
    """MPs of the cost to enter a hex that are for the hexside crossed; none along a road.

    >>> from europa_rules import load
    >>> reckon_hexside_share(HexEntry(("other",), "woods", hexsides=("river",)), load("sf"))
    Fraction(1, 1)
    """
    if entry.by_road or not entry.hexsides:
        return ZERO
    return reckon_entry_cost(entry, rules).value - reckon_entry_cost(evolve(entry, hexsides=()), rules).value


def described_step(
    entry: HexEntry,
    leaving: ZocExit,
    rules: Ruleset,
    *,
    cost: Number | None = None,
    is_enemy_occupied: bool = False,
    name: str = "the hex",
) -> MoveStep:
    """A hex entered, its costs reckoned; `cost` stands in place of those of the hex and the hexside together."""
    ruling = rule_on_terrain(entry, rules)
    if cost is None:
        cost = reckon_entry_cost(entry, rules).value if ruling.allowed else ZERO
    return MoveStep(name, cost, reckon_zoc_exit(leaving, rules).value, is_enemy_occupied, ruling)


@frozen
class MoveFacts:
    """A unit that moves from hex to hex.

    Attributes:
        unit: its printed facts.
        phase: the phase it is; is_phasing: whether it is the unit's own player turn.
        allowance: MPs it may spend in the phase; None for its movement rating.
        allowance_told: how they come about, where that is known.
        spent: MPs it has spent in the phase before.
        moved_by: how it has moved in the phase before ("regular", "one-hex", "admin", "rail", "naval"), or "".
        steps: the hexes entered, in order.
        one_hex: whether it makes the one-hex move for all its MPs; None: if it must to get there.
        other_mp_use: another purpose for which it spends MPs in the phase, or "".
        is_overland: whether it moves by itself over land, and not by rail, air or sea.
        is_carried: whether another unit carries it.
        is_overrun: whether it overruns the enemy units in the hex it enters.
        is_admin: whether it uses administrative movement.
        stays: a duty to stay in its hex.
        air_transported, used_strategic_rail: what it has done in the player turn.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    phase: str = MOVEMENT
    is_phasing: bool = True
    allowance: Number | None = None
    allowance_told: Reckoning | None = None
    spent: Number = ZERO
    moved_by: str = ""
    steps: tuple[MoveStep, ...] = ()
    one_hex: bool | None = None
    other_mp_use: str = ""
    is_overland: bool = True
    is_carried: bool = False
    is_overrun: bool = False
    is_admin: bool = False
    stays: Obligation | None = None
    air_transported: bool = False
    used_strategic_rail: bool = False
    situation: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def needed(self) -> Fraction:
        """MPs that the steps cost together."""
        return needed_for(self.steps)

    @property
    def left(self) -> Fraction:
        """MPs left before the move."""
        allowance = Fraction(self.unit.movement if self.allowance is None else self.allowance)
        return allowance - self.spent if self.spent else allowance

    @property
    def goes_one_hex(self) -> bool:
        """Whether this is the one-hex move: said to be, or a single hex that costs more than is left."""
        if self.one_hex is None:
            return len(self.steps) == 1 and self.needed > self.left
        return self.one_hex


@rule("FoF 6", "SF 6", "FoF 14K1", "FoF 14K2", "SF 14F1", "SF 14F2")
def rule_on_moving(facts: MoveFacts, rules: Ruleset) -> Ruling:
    """Whether a unit may move at all: by phase, by its movement rating, and by what it has done."""
    return _rule_on_phase(facts, rules) & _rule_on_ability(facts, rules) & _rule_on_the_past(facts, rules)


def _rule_on_phase(facts: MoveFacts, rules: Ruleset) -> Ruling:
    by, later = rules.cite("6"), "move in the movement phase"
    ruling = Ruling.allow()
    if not facts.is_phasing:
        ruling &= Ruling.refuse("only phasing units move", by, possible="move in its own player turn")
    if facts.phase != EXPLOITATION and not is_movement_phase(facts.phase, rules):
        faster = f"{later} or exploitation phase" if is_combat_motorized(facts.unit, rules.types) else later
        ruling &= Ruling.refuse(f"no unit moves in the {facts.phase} phase", by, possible=faster)
    if facts.phase == EXPLOITATION and not is_combat_motorized(facts.unit, rules.types):
        why = f"{label(facts.unit)} is not c/m; only c/m units move in the exploitation phase"
        ruling &= Ruling.refuse(why, by, possible=later)
    return ruling


def _rule_on_ability(facts: MoveFacts, rules: Ruleset) -> Ruling:
    unit, ruling = facts.unit, Ruling.allow()
    if not facts.is_overland or facts.is_carried:
        return ruling
    if is_position_aa(unit, rules.types):
        return Ruling.refuse(f"{label(unit)} has no movement rating and stays in its hex", rules.cite("position-aa"))
    if unit.is_immobile or (facts.allowance == 0 and not unit.movement and not unit.is_rail_only):
        ruling &= Ruling.refuse(f"{label(unit)} has no MPs and stays in its hex", rules.cite("zero-movement"))
    if unit.is_rail_only:
        why = f"{label(unit)} moves by rail only"
        ruling &= Ruling.refuse(why, rules.cite("rail-only"), possible="move it by rail")
    if is_marker(unit, rules.types):
        why = f"{label(unit)} does not move overland by itself"
        ruling &= Ruling.refuse(why, rules.cite("12E"), possible="let a unit carry it")
    return ruling


def _rule_on_the_past(facts: MoveFacts, rules: Ruleset) -> Ruling:
    ruling = Ruling.allow()
    has_worked = facts.is_admin and facts.other_mp_use == WORK
    if not (facts.stays or facts.moved_by or facts.air_transported or facts.used_strategic_rail or has_worked):
        return ruling
    who = label(facts.unit)
    if facts.stays:
        ruling &= Ruling.refuse(f"{who} {facts.stays.duty}, because {facts.stays.because}", *facts.stays.by)
    if facts.air_transported:
        ruling &= Ruling.refuse(f"{who} has been air transported in this player turn", rules.cite("20F"))
    if facts.used_strategic_rail:
        by_rail = f"{who} has used strategic rail movement in this player turn"
        ruling &= Ruling.refuse(by_rail, rules.cite("strategic-rail"))
    if facts.moved_by == ONE_HEX:
        ruling &= Ruling.refuse(f"{who} has spent all its MPs on its one-hex move", rules.cite("6"))
    if facts.moved_by == ADMIN and not facts.is_admin:
        why = f"{who} has used administrative movement in this phase"
        ruling &= Ruling.refuse(why, rules.cite("6B"), possible="go on by administrative movement")
    if has_worked:
        why = f"{who} has spent MPs for work in this phase, and may use no administrative movement"
        ruling &= Ruling.refuse(why, rules.cite("6B"), possible="go on by regular movement")
    if facts.is_admin and facts.moved_by not in ("", ADMIN, RAIL, NAVAL):
        why = f"{who} has moved otherwise in this phase"
        ruling &= Ruling.refuse(why, rules.cite("6B"), possible="go on by regular movement")
    return ruling


@rule("FoF 6", "SF 6", "FoF 6A", "SF 6A")
def rule_on_movement(facts: MoveFacts, rules: Ruleset) -> Ruling:
    """Whether a unit may make a move, with every rule against it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> guns = Unit("fr", "artillery", "regiment", Rating.parse("1-2-4"))
    >>> rule_on_movement(MoveFacts(guns, steps=(MoveStep("a mountain hex", 6),)), load("fof")).allowed
    True
    >>> rule_on_movement(MoveFacts(guns, steps=(MoveStep("a", 3), MoveStep("b", 3))), load("fof")).refusals[0].why
    '1-2-4 artillery regiment needs 6 MPs and has 4: a: 3 (to enter); b: 3 (to enter)'
    """
    into = (_rule_on_step(step, facts, rules) for step in facts.steps)
    ruling = Ruling.all((rule_on_moving(facts, rules), *into))
    goes_on = Ruling(rests_on=rules.resting("6-move-wait-move") if facts.spent else ())
    can_move = _rule_on_ability(facts, rules).allowed
    costs = _rule_on_mps(facts, rules) if can_move else Ruling.allow()
    return ruling & costs & rules.forbid("move", facts) & goes_on


def _rule_on_step(step: MoveStep, facts: MoveFacts, rules: Ruleset) -> Ruling:
    """Whether the unit may enter a hex of its way, whatever it costs."""
    if not step.is_enemy_occupied or facts.is_overrun:
        return step.ruling
    overrun = "overrun the units there, or " if facts.phase in OVERRUNNING else ""
    instead = f"{overrun}attack them in the combat phase"
    return step.ruling & Ruling.refuse(f"{step.name} is occupied by an enemy unit", rules.cite("6"), possible=instead)


def _rule_on_mps(facts: MoveFacts, rules: Ruleset) -> Ruling:
    by, ruling = rules.cite("6"), Ruling.allow()
    if facts.goes_one_hex:
        if len(facts.steps) > 1:
            ruling &= Ruling.refuse(f"{label(facts.unit)} may move one hex only for all its MPs", by)
        if facts.other_mp_use:
            why = f"{label(facts.unit)} may spend no MPs for anything else with its one-hex move"
            ruling &= Ruling.refuse(why, by)
        return ruling
    steps = tuple(takewhile(lambda step: step.ruling.allowed, facts.steps))
    too_far = bool(steps) and needed_for(steps) > facts.left
    return _refuse_cost(evolve(facts, steps=steps), rules) if too_far else ruling


def _refuse_cost(facts: MoveFacts, rules: Ruleset) -> Ruling:
    """The refusal of a move that costs too many MPs: what each hex costs, and how far the unit gets."""
    parts = [_parts_of(step, rules) for step in facts.steps]
    told = "; ".join(f"{step.name}: {_told(part)}" for step, part in zip(facts.steps, parts, strict=True))
    needed = counted(facts.needed, "MP")
    why = f"{label(facts.unit)} needs {needed} and has {_told_left(facts)}: {told}"
    reckonings = [reckoning for part in parts for _, reckoning in part]
    of_allowance = facts.allowance_told.citations if facts.allowance_told else ()
    by = dict.fromkeys((rules.cite("6"), *(c for r in reckonings for c in r.citations), *of_allowance))
    caveats = dict.fromkeys(caveat for r in reckonings for caveat in r.caveats)
    return evolve(Ruling.refuse(why, *by, possible=_farthest(facts)), caveats=tuple(caveats))


def _farthest(facts: MoveFacts) -> str:
    """Where on its way a unit could stop, in words; "" where it cannot pay for the first hex."""
    costs = list(accumulate(step.mps for step in facts.steps))
    reached = sum(cost <= facts.left for cost in costs)
    return f"stop in {facts.steps[reached - 1].name} ({counted(costs[reached - 1], 'MP')})" if reached else ""


def _parts_of(step: MoveStep, rules: Ruleset) -> tuple[tuple[str, Reckoning], ...]:
    """The costs of a step, labelled, each with its ledger."""
    if step.ledger:
        return step.ledger
    cost = (step.name, Reckoning.of(step.cost, "to enter", rules.cite("6")))
    zoc = Reckoning.of(step.zoc_cost, "leaves an enemy ZOC", rules.cite("6A"))
    return (cost, (ZOC, zoc)) if step.zoc_cost else (cost,)


def _told(parts: Iterable[tuple[str, Reckoning]]) -> str:
    """Costs in words, their rules left out: "2 (woods hex) + 1 (river hexside) + 2 (leaves an enemy ZOC)"."""
    return " + ".join(_lines_told(part) for _, part in parts)


def _lines_told(part: Reckoning) -> str:
    """The lines of a cost in words."""
    first, *steps = part.lines
    rest = (f" {evolve(line, why='', by=())} ({line.why})" for line in steps)
    return f"{show(first.operand)} ({first.why})" + "".join(rest)


def _told_left(facts: MoveFacts) -> str:
    """MPs left in words, with those spent before and what is left of the movement rating."""
    left, printed = show(facts.left), facts.unit.movement
    of_rating = [f"{show(facts.spent)} are spent"] if facts.spent else []
    if facts.allowance is not None and facts.allowance != printed:
        why = _lines_told(facts.allowance_told) if facts.allowance_told else f"of a movement rating of {show(printed)}"
        of_rating.insert(0, f"its allowance is {show(facts.allowance)}{':' if facts.allowance_told else ''} {why}")
    return f"{left} ({', '.join(of_rating)})" if of_rating else left


@rule("FoF 6", "SF 6")
def reckon_spent(facts: MoveFacts, rules: Ruleset) -> Reckoning:
    """MPs that the move takes: what its hexes cost, or all that are left for the one-hex move.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> guns = Unit("fr", "artillery", "regiment", Rating.parse("1-2-4"))
    >>> print(reckon_spent(MoveFacts(guns, steps=(MoveStep("a mountain hex", 6),)), load("fof")))
    6 cost of the way (FoF 6) | become 4 one-hex move: all MPs (FoF 6) | = 4
    """
    by = rules.cite("6")
    told = tuple(part for step in facts.steps for part in step.ledger)
    cost = Reckoning.total("cost of the way", told, by) if told else Reckoning.of(facts.needed, "cost of the way", by)
    return cost.become(facts.left, "one-hex move: all MPs", by) if facts.goes_one_hex else cost


@frozen
class Spending:
    """MPs spent for a purpose."""

    use: str
    mps: Fraction


@rule("FoF 7B1", "SF 7B")
def rule_on_breaking_road(rules: Ruleset) -> Ruling:
    """Whether a unit may break a road: never.

    >>> from europa_rules import load
    >>> str(rule_on_breaking_road(load("sf")))
    'refused: roads cannot be broken (SF 7B).'
    """
    return Ruling.refuse("roads cannot be broken", rules.cite("road-movement"))


def reckon_mps_left(allowance: Number, spendings: Iterable[Spending], rules: Ruleset) -> Reckoning:
    """MPs left of an allowance after some have been spent."""
    left = Reckoning.of(allowance, "MPs", rules.cite("6"))
    for spending in spendings:
        left = left.minus(spending.mps, spending.use.replace("_", " "))
    return left


@rule("FoF 6", "SF 6", "FoF 6B", "SF 6B")
def rule_on_spending(allowance: Number, spendings: Sequence[Spending], rules: Ruleset) -> Ruling:
    """Whether a unit may spend its MPs so: no more than it has, and with administrative movement on little else.

    >>> from europa_rules import load
    >>> rule_on_spending(6, [Spending("move", Fraction(5)), Spending("break_rail", Fraction(2))], load("sf")).allowed
    False
    """
    left = reckon_mps_left(allowance, spendings, rules).value
    uses = {spending.use for spending in spendings}
    strange = sorted(uses - MIXES_WITH) if ADMIN in uses else []
    why = f"a unit that uses administrative movement spends no MPs for {', '.join(strange)}".replace("_", " ")
    return Ruling.refuse_if(left < 0, f"{show(-left)} MPs are missing", rules.cite("6")) & Ruling.refuse_if(
        bool(strange), why, rules.cite("6B")
    )
