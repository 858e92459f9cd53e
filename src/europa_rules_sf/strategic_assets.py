"""Strategic air assets (SF 26B to 26D): special efforts of both players, wings, their missions, cover and AA.

Needs a special effort, a mission of a wing, or what fires at it; gives rulings, air units and strengths. Wings and
their strengths by air cycle are the game's chart (`charts/allied_strategic_air_assets.toml`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from attrs import evolve, frozen

from europa_rules.air.aa_strength import AaFacts, AaInHex, reckon_aa_strength
from europa_rules.air.air_fire import typed
from europa_rules.air.air_replacement import charge_withdrawal, reckon_withdrawal
from europa_rules.air.flights import Flight, mission_named
from europa_rules.campaign.regions import find_place, is_in_region
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ZERO, Number, counted, exact, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn

BY_AXIS, BY_ALLIED, BY_BASE, BY_MISSIONS, BY_COVER, BY_AA = (
    Citation("SF", number) for number in ("26B", "26C", "26C1", "26C2", "26C3", "26D")
)
BY_YARDS, BY_HB, BY_AFB, BY_CARPET, BY_TRANSPORT = (Citation("SF", f"26C2{letter}") for letter in "abcde")
CALLS_A_YEAR = 5
CALLUP, PER_FOUR, ON_CARGO = "26B-axis-callup-phase", "26C3-fighters-per-four", "26D-hits-on-cargo"
ON_YARDS, RETURN = "26D-yard-aa", "26B-axis-return"
DAY, NIGHT = "day", "night"


# --- the German special effort (26B) ---------------------------------------------------------------------------------


@frozen
class AxisEffort:
    """German strategic air assets that would be called up.

    Attributes:
        box: air units in their box. request: how many are called up. calls: earlier calls of the year.
        phase, at_start, phasing: the phase, whether it is its start, and whose player turn it is.
        controls_west: whether the Axis player controls the West theater.
    """

    box: int
    request: int
    calls: int = 0
    phase: str = "initial"
    at_start: bool = True
    phasing: Side = AXIS
    controls_west: bool = True


@rule("SF 26B")
def reckon_most_called(facts: AxisEffort) -> Reckoning:
    """The most air units that may be called up: half of those in the box, rounded down.

    >>> reckon_most_called(AxisEffort(9, 4)).value
    Fraction(4, 1)
    """
    half = Reckoning.of(facts.box, "in the box").times(HALF, "up to half", BY_AXIS)
    return half if half.value.denominator == 1 else half.become(facts.box // 2, "rounded down", BY_AXIS)


@rule("SF 26B")
def rule_on_axis_effort(facts: AxisEffort, rules: Ruleset) -> Ruling:
    """Whether German strategic air assets may be called up so, in any initial phase.

    >>> from europa_rules import load
    >>> print(rule_on_axis_effort(AxisEffort(9, 5), load("sf")))
    refused: at most 4 of 9 air units are called up (SF 26B). Possible: call up 4.
    >>> in_enemy_turn = AxisEffort(9, 4, phasing=ALLIED)
    >>> rule_on_axis_effort(in_enemy_turn, load("sf")).allowed
    True
    >>> rule_on_axis_effort(in_enemy_turn, load("sf", rulings={"sf-26B-axis-callup-phase": "own"})).allowed
    False
    """
    most = show(reckon_most_called(facts).value)
    enemy_turn = facts.phasing != AXIS
    ruling = (
        _rule_on_moment(facts.phase, facts.at_start, BY_AXIS)
        & _rule_on_calls(facts.calls, BY_AXIS)
        & Ruling.refuse_if(
            not facts.controls_west,
            "the Axis player does not control the West theater",
            BY_AXIS,
            possible="fly without a special effort",
        )
        & Ruling.refuse_if(
            facts.request > reckon_most_called(facts).value,
            f"at most {most} of {facts.box} air units are called up",
            BY_AXIS,
            possible=f"call up {most}",
        )
        & Ruling.refuse_if(
            enemy_turn and rules.reads(CALLUP, "own"), "they are called up in Axis initial phases", BY_AXIS
        )
    )
    return ruling & Ruling(rests_on=rules.resting(CALLUP) if enemy_turn else ())


def _rule_on_moment(phase: str, at_start: bool, by: Citation) -> Ruling:
    return Ruling.refuse_if(
        phase != "initial" or not at_start,
        "a special effort is called up at the start of an initial phase",
        by,
        possible="wait for the next initial phase",
    )


def _rule_on_calls(calls: int, by: Citation) -> Ruling:
    return Ruling.refuse_if(
        calls >= CALLS_A_YEAR,
        f"there are {CALLS_A_YEAR} special efforts in a year",
        by,
        possible="wait for the next year",
    )


@frozen
class AxisReturn:
    """Air units of one model and rating that go back to their box.

    Attributes:
        called: how many were called up. in_play, aborted, eliminated: how many such there are. arps: ARPs at hand.
        would_take: how many their owner would rather take from the eliminated box.
    """

    called: int
    in_play: int
    aborted: int = 0
    eliminated: int = 0
    arps: int = 0
    would_take: int = 0


@frozen
class Returned:
    """What goes back: from play, from the aborted and the eliminated box; and what that costs.

    Attributes:
        from_play, from_boxes: air units. cost: ARPs. left: ARPs afterwards. deficit: ARPs owed.
    """

    from_play: int
    from_boxes: int
    cost: Reckoning
    left: Reckoning
    deficit: Reckoning


@rule("SF 26B", "SF 25B")
def return_to_box(facts: AxisReturn, rules: Ruleset) -> Returned:
    """The air units that go back to the box at the end of a special effort; from play first, then aborted ones.

    >>> from europa_rules import load
    >>> found = return_to_box(AxisReturn(2, 0, 0, 2, 3), load("sf"))
    >>> found.from_boxes, found.cost.value, found.deficit.value
    (2, Fraction(4, 1), Fraction(1, 1))
    >>> found = return_to_box(AxisReturn(3, 1, 1, 2, 9), load("sf"))
    >>> found.from_play, found.cost.value, found.left.value, len(found.cost.rests_on)
    (1, Fraction(3, 1), Fraction(6, 1), 1)
    >>> nobody = return_to_box(AxisReturn(2, 0), load("sf"))
    >>> nobody.from_boxes, nobody.cost.value, nobody.left.value
    (0, Fraction(0, 1), Fraction(0, 1))
    """
    from_play = min(facts.called, facts.in_play)
    wanted = facts.called - from_play
    rather = min(facts.would_take, facts.eliminated, wanted) if rules.reads(RETURN, "choice") else 0
    aborted = min(wanted - rather, facts.aborted)
    eliminated = min(wanted - aborted, facts.eliminated)
    cost = _price_of(aborted, eliminated, rules)
    for point in rules.resting(RETURN) if wanted and facts.aborted and facts.eliminated else ():
        cost = cost.noting(rests_on=point)
    paid = charge_withdrawal(facts.arps, cost.value, rules).paid
    left = Reckoning.of(facts.arps, "ARPs").minus(paid, "for the boxes", BY_AXIS)
    owed = cost.minus(paid, "paid at once", BY_AXIS)
    return Returned(from_play, aborted + eliminated, cost, left, owed)


def _price_of(aborted: int, eliminated: int, rules: Ruleset) -> Reckoning:
    """The ARPs for air units from the boxes: each costs what a withdrawal from its box does."""
    repaired, replaced = reckon_withdrawal(0, 1, 0, rules).arps.value, reckon_withdrawal(0, 0, 1, rules).arps.value
    taken, more = _taken(aborted, "aborted", repaired), _taken(eliminated, "eliminated", replaced)
    if not (aborted and eliminated):
        return Reckoning.of(aborted * repaired + eliminated * replaced, more if eliminated else taken, BY_AXIS)
    return Reckoning.of(aborted * repaired, taken, BY_AXIS).plus(eliminated * replaced, more, BY_AXIS)


def _taken(number: int, status: str, price: Number) -> str:
    each = " each" if number > 1 else ""
    return f"for {counted(number, f'{status} air unit')} at {counted(price, 'ARP')}{each}"


# --- Allied strategic air forces (26C, 26C1) -------------------------------------------------------------------------

AIR_FORCES = {
    "US ETO": ("American", "ETO"),
    "British ETO": ("British", "ETO"),
    "US MTO": ("American", "MTO"),
    "British MTO": ("British", "MTO"),
}
"""The strategic air forces: the nation and the theater of each."""


def _air_force(name: str) -> tuple[str, str]:
    if name not in AIR_FORCES:
        raise unknown("strategic air force", name, AIR_FORCES)
    return AIR_FORCES[name]


@frozen
class AlliedEffort:
    """A strategic air force that would be called up.

    Attributes:
        air_force: its name. calls: earlier calls of the year. controlled: theaters that the Allied player controls.
        phase, at_start, phasing: the phase, whether it is its start, and whose player turn it is.
    """

    air_force: str
    calls: int = 0
    controlled: tuple[str, ...] = ("ETO", "MTO")
    phase: str = "initial"
    at_start: bool = True
    phasing: Side = ALLIED


@rule("SF 26C", "SF 26C1")
def rule_on_allied_effort(facts: AlliedEffort) -> Ruling:
    """Whether a strategic air force may be called up. Raises UnknownName for one there is not.

    >>> rule_on_allied_effort(AlliedEffort("US ETO", calls=4)).allowed
    True
    """
    _, theater = _air_force(facts.air_force)
    return (
        _rule_on_moment(facts.phase, facts.at_start, BY_BASE)
        & Ruling.refuse_if(
            facts.phasing != ALLIED,
            "it is called up in Allied initial phases",
            BY_BASE,
            possible="wait for the next Allied initial phase",
        )
        & _rule_on_calls(facts.calls, BY_ALLIED)
        & Ruling.refuse_if(
            theater not in facts.controlled, f"the Allied player does not control the {theater}", BY_ALLIED
        )
    )


ENGAGING = frozenset({"interception", "patrol_attack"})


@rule("SF 26C")
def rule_on_engaging(action: str) -> Ruling:
    """Whether the enemy may do something to a strategic wing.

    >>> rule_on_engaging("aa_fire").allowed, rule_on_engaging("interception").allowed
    (True, False)
    """
    return Ruling.refuse_if(
        action in ENGAGING, "wings are neither intercepted nor attacked by patrols", BY_ALLIED, possible="AA fire"
    )


@frozen
class BaseHex:
    """A hex in which the base of a strategic air force would be placed.

    Attributes:
        air_force: its name. region: where it lies, by name.
        terrain: of the hex. all_land: whether it has no water.
        port: the best port in Italy to which an overland supply line runs; "" for none.
        functioning: whether that port functions. owner: who owns it.
    """

    air_force: str
    region: str
    terrain: str = "clear"
    all_land: bool = True
    port: str = ""
    functioning: bool = True
    owner: str = ALLIED


@rule("SF 26C1")
def rule_on_base(facts: BaseHex, rules: Ruleset) -> Ruling:
    """Whether the base of a strategic air force may be placed in a hex. Raises UnknownName for a region there is not.

    >>> from europa_rules import load
    >>> rule_on_base(BaseHex("US MTO", "Sicily", port="standard"), load("sf")).allowed
    False
    """
    _, theater = _air_force(facts.air_force)
    regions = ("Britain",) if theater == "ETO" else ("North Africa", "Italy")
    served = facts.port in ("major", "great") and facts.functioning and facts.owner == ALLIED
    place = find_place(facts.region, rules)
    lies_in = [region for region in regions if is_in_region(place, region, (), rules)]
    return (
        Ruling.refuse_if(
            facts.terrain != "clear" or not facts.all_land,
            "it is no all-land clear terrain hex",
            BY_BASE,
            possible="an all-land clear hex",
        )
        & Ruling.refuse_if(
            not lies_in,
            f"bases of the {theater} are not placed in {facts.region}",
            BY_BASE,
            possible=" or ".join(regions),
        )
        & Ruling.refuse_if(
            "Italy" in lies_in and not served,
            "no overland supply line reaches an Allied port in Italy that functions and is major or great",
            BY_BASE,
            possible="a hex with such a line, or one in North Africa",
        )
    )


# --- missions (26C2) -------------------------------------------------------------------------------------------------

YARDS, TACTICAL_HB, TACTICAL_AFB, CARPET, TRANSPORT = "rail_yards", "tactical_hb", "tactical_afb", "carpet", "transport"
RULES_OF = {YARDS: BY_YARDS, TACTICAL_HB: BY_HB, TACTICAL_AFB: BY_AFB, CARPET: BY_CARPET, TRANSPORT: BY_TRANSPORT}
"""The missions of strategic wings, and their rules."""

SUPPORT = frozenset({"ground_support", "defensive_air_support"})
BOMBING = frozenset({TACTICAL_HB, TACTICAL_AFB, CARPET})
AMERICAN, BRITISH = "American", "British"


def _mission(name: str) -> Citation:
    if name not in RULES_OF:
        raise unknown("mission of a strategic wing", name, RULES_OF)
    return RULES_OF[name]


@rule("SF 26C2")
def rule_on_wing_missions(assignments: Mapping[str, Sequence[str]]) -> Ruling:
    """Whether the wings of each air force may fly these missions in a special effort: all of them the same.

    >>> rule_on_wing_missions({"US ETO": ["carpet", "carpet"], "US MTO": ["transport"]}).allowed
    True
    """
    mixed = [name for name, missions in assignments.items() if len(set(missions)) > 1]
    return Ruling.refuse_if(
        bool(mixed),
        f"the wings of {' and '.join(mixed)} would fly several missions",
        BY_MISSIONS,
        possible="all wings of an air force fly the same mission",
    )


@rule("SF 26C2")
def rule_on_listed(mission: str, listed: Sequence[str]) -> Ruling:
    """Whether an air force may fly a mission: one that the chart lists for it.

    >>> rule_on_listed("carpet", ["rail_yards", "transport"]).allowed
    False
    """
    return Ruling.refuse_if(
        mission not in listed, f"the chart lists no {mission} mission", BY_MISSIONS, possible=" or ".join(listed)
    )


@frozen
class WingOperation:
    """An air operation of a strategic wing.

    Attributes:
        mission: "rail_yards", "tactical_hb", "tactical_afb", "carpet" or "transport". task: what is flown on it.
        nation: "American" or "British". time: "day" or "night".
        wings: strategic wings in it. others: other Allied air units in it.
        extended_range, tows_glider: whether it is flown at extended range, or tows a glider.
    """

    mission: str
    task: str = ""
    nation: str = AMERICAN
    time: str = DAY
    wings: int = 1
    others: int = 0
    extended_range: bool = False
    tows_glider: bool = False

    @property
    def is_support(self) -> bool:
        """Whether it is ground support or defensive air support of attack and fighter bombers."""
        return self.mission == TACTICAL_AFB and self.task in SUPPORT


@rule("SF 26C2", "SF 26C2a", "SF 26C2b", "SF 26C2c", "SF 26C2d", "SF 26C2e")
def rule_on_operation(facts: WingOperation, rules: Ruleset) -> Ruling:
    """Whether an operation of a strategic wing may be flown so. Raises UnknownName for a mission there is not.

    >>> from europa_rules import load
    >>> print(rule_on_operation(WingOperation("tactical_hb", "rail_lines", wings=2), load("sf")))
    refused: only one wing flies in an operation, and no other air unit (SF 26C2). Possible: fly them one by one.
    >>> rule_on_operation(WingOperation("tactical_hb", "rail_lines"), load("sf")).allowed
    True
    >>> rule_on_operation(WingOperation("rail_yards", others=1), load("sf")).allowed
    False
    >>> rule_on_operation(WingOperation("rail_yards"), load("sf")).allowed
    True
    """
    by, joined = _mission(facts.mission), facts.wings > 1 or facts.others > 0
    return (
        Ruling.refuse_if(
            facts.extended_range, "wings fly no extended range missions", BY_MISSIONS, possible="a nearer target"
        )
        & _rule_on_night(facts)
        & Ruling.refuse_if(
            joined and not facts.is_support,
            "only one wing flies in an operation, and no other air unit",
            BY_MISSIONS,
            possible="fly them one by one",
        )
        & Ruling.refuse_if(facts.tows_glider, "wings tow no gliders", BY_TRANSPORT, possible="a wing without gliders")
        & Ruling.refuse_if(
            facts.task not in ("", facts.mission, *tasks_of(facts.mission, rules)),
            f"a wing on {told(facts.mission)} does not fly {told(facts.task)}",
            by,
            possible=", ".join(map(told, tasks_of(facts.mission, rules))),
        )
    )


def told(name: str) -> str:
    """A name of a mission as a sentence has it."""
    return name.replace("_", " ")


def _rule_on_night(facts: WingOperation) -> Ruling:
    """American wings fly by day; British ones by night against yards and as transports only."""
    if facts.time != NIGHT:
        return Ruling.allow()
    if facts.nation == AMERICAN:
        return Ruling.refuse("American wings fly by day", BY_MISSIONS, possible="fly it by day")
    by_day = facts.mission in BOMBING
    return Ruling.refuse_if(by_day, "it is flown by day", _mission(facts.mission), possible="fly it by day")


FLOWN_AS = {name: "F" if name == TACTICAL_AFB else "HB" for name in RULES_OF}
"""The type of aircraft with which a wing flies a mission."""

TASKS = {YARDS: YARDS, TRANSPORT: "regular_transport"}
"""The air missions that wings fly on missions of one kind."""


def _flight(mission: str, task: str, rules: Ruleset) -> Flight:
    """A wing on a mission as an air unit of its type; a task of tactical bombing that is not told has a land target."""
    _mission(mission)
    flown = mission_named(TASKS.get(mission) or task or "airbases", rules)[0]
    return evolve(typed(FLOWN_AS[mission], rules), mission=flown)


@rule("SF 26C2a", "SF 26C2b", "SF 26C2c", "SF 26C2d", "SF 26C2e")
def tasks_of(mission: str, rules: Ruleset) -> tuple[str, ...]:
    """The air missions that a wing may fly on a mission: of tactical bombing those that its type of aircraft may fly.

    Raises UnknownName for a mission that wings do not have.

    >>> from europa_rules import load
    >>> "ground_support" in tasks_of("tactical_hb", load("sf")), tasks_of("transport", load("sf"))
    (False, ('regular_transport',))
    >>> tasks_of("carpet", load("sf")), "air_transport" in tasks_of("tactical_hb", load("sf"))
    (('ground_support',), False)
    """
    _mission(mission)
    alone = {**TASKS, CARPET: "ground_support"}
    if mission in alone:
        return (alone[mission],)
    flown_as = FLOWN_AS[mission]
    by = {flown_as, rules.air_types.category(flown_as)}
    return tuple(
        name
        for name, task in rules.charts.air_missions.missions.items()
        if task.strength == "tactical" and by & set(task.flown_by) and flown_as not in task.barred
    )


@rule("SF 26C2c")
def are_wings_ignored(facts: WingOperation) -> bool:
    """Whether wings in an operation are ignored in patrol attacks and air combat: where others may join them."""
    return facts.is_support


@frozen
class YardsMission:
    """The rail yard missions of a wing: how many it flies, and the strategic bombing strength of each."""

    missions: Reckoning
    strength: Reckoning


@rule("SF 26C2a")
def reckon_yards(charted: str, time: str, weather: str, rules: Ruleset) -> YardsMission:
    """The rail yard missions of a wing, from the two numbers of the chart.

    charted: such as "2:17". weather: at the target; it halves wings as it does other air units (20G).

    >>> from europa_rules import load
    >>> reckon_yards("2:17", "night", "clear", load("sf")).strength.value
    Fraction(17, 2)
    """
    missions, _, points = charted.partition(":")
    strength = Reckoning.of(exact(points), "charted", BY_YARDS)
    if time == NIGHT:
        strength = strength.times(HALF, "at night", BY_YARDS)
    strength = rules.modify(strength, "bombing strength", evolve(_flight(YARDS, "", rules), weather=weather))
    return YardsMission(Reckoning.of(exact(missions), "charted", BY_YARDS), strength)


@rule("SF 26C2b", "SF 26C2c", "SF 26C2d", "SF 26C2e")
def rule_on_dividing(charted: Number, mission: str, wings: Sequence[Number]) -> Ruling:
    """Whether a charted total may be divided so among wings.

    >>> rule_on_dividing(44, "tactical_hb", [10, 17, 17]).allowed
    True
    """
    given = sum(wings, ZERO)
    return Ruling.refuse_if(
        given > charted,
        f"{show(given)} points are more than the charted {show(charted)}",
        _mission(mission),
        possible="give the wings fewer points",
    )


# --- cover and AA (26C3, 26D) ----------------------------------------------------------------------------------------

MTO_COVER_UNTIL = Turn(1944, 1, 2)
POINTS_COVERED = 4


@frozen
class Covered:
    """A wing that would deliver bombing points.

    Attributes:
        air_force: its name. mission, time: of the mission. points: those it delivers.
        turn: the game turn; None where it is not told, and is in no period of its own.
    """

    air_force: str
    mission: str
    points: Number
    time: str = DAY
    turn: Turn | None = None


@rule("SF 26C3")
def nation_of_cover(facts: Covered) -> str:
    """The nation whose fighters cover a wing; "" for a wing that needs no cover.

    >>> nation_of_cover(Covered("US MTO", "tactical_hb", 12, turn=Turn.parse("Feb I 44")))
    ''
    """
    nation, theater = _air_force(facts.air_force)
    if facts.mission not in BOMBING:
        return ""
    if nation == BRITISH:
        return BRITISH if facts.time == DAY else ""
    covered = facts.turn is not None and facts.turn <= MTO_COVER_UNTIL
    return AMERICAN if theater == "MTO" and covered else ""


@rule("SF 26C3")
def reckon_cover(facts: Covered, rules: Ruleset) -> Reckoning:
    """The fighters that a wing needs as cover: one for each four points.

    >>> from europa_rules import load
    >>> reckon_cover(Covered("British ETO", "carpet", 16), load("sf")).value
    Fraction(4, 1)
    """
    if not nation_of_cover(facts):
        return Reckoning.of(0, "no cover needed", BY_COVER)
    fours = Reckoning.of(facts.points, "points").times(exact(f"1/{POINTS_COVERED}"), "one for each four", BY_COVER)
    if fours.value.denominator == 1:
        return fours
    whole = ceil(fours.value) if rules.reads(PER_FOUR, "fraction") else int(fours.value)
    for point in rules.resting(PER_FOUR):
        fours = fours.noting(rests_on=point)
    return fours.become(whole, "whole fighters", BY_COVER)


@rule("SF 26C3")
def rule_on_cover(operative: bool, distance: int, reach: Number) -> Ruling:
    """Whether a fighter may be assigned as cover; it becomes inoperative.

    distance: hexes to the target. reach: its escort range.

    >>> rule_on_cover(True, 20, 20).allowed, rule_on_cover(True, 21, 20).allowed
    (True, False)
    """
    return Ruling.refuse_if(
        not operative, "it is inoperative", BY_COVER, possible="an operative fighter"
    ) & Ruling.refuse_if(
        distance > reach,
        f"the target is {distance} hexes away, out of its range of {show(reach)}",
        BY_COVER,
        possible="a fighter with the range, or a nearer target",
    )


AA_FOR_HIT = 5
LOSS = {DAY: 2, NIGHT: 1}
AFB_LOSS = 3


@frozen
class FiredOn:
    """A wing under AA fire.

    Attributes:
        heavy, light: AA strength in the target hex. mission, time: of the wing.
        strength: its bombing strength, or its cargo capacity.
        task: the air mission that it flies on its mission, by the name of the air missions chart; "" where not told.
    """

    heavy: int
    light: int
    mission: str
    time: str = DAY
    strength: Number = 0
    task: str = ""


@rule("SF 26D", "SF 22B1")
def reckon_hits(facts: FiredOn, rules: Ruleset) -> Reckoning:
    """The AA hits on a wing: one for each five points of the AA that may fire at its type of aircraft on its mission.

    Raises UnknownName for a mission there is not.

    >>> from europa_rules import load
    >>> reckon_hits(FiredOn(14, 6, "tactical_hb"), load("sf")).value
    Fraction(2, 1)
    >>> reckon_hits(FiredOn(14, 6, "tactical_hb", task="naval_units_in_port"), load("sf")).value
    Fraction(4, 1)
    """
    here = AaInHex.of(facts.heavy, facts.light)
    flight = _flight(facts.mission, facts.task, rules)
    found = reckon_aa_strength(AaFacts(flight, here, attackers=(here,)), rules)
    found = found.times(exact(f"1/{AA_FOR_HIT}"), f"a hit for each {AA_FOR_HIT} points", BY_AA)
    return found if found.value.denominator == 1 else found.become(int(found.value), "rounded down", BY_AA)


@rule("SF 26D")
def reckon_strength_left(facts: FiredOn, rules: Ruleset) -> Reckoning:
    """The strength of a wing after AA fire; never below 0.

    >>> from europa_rules import load
    >>> reckon_strength_left(FiredOn(14, 6, "tactical_hb", strength=17), load("sf")).value
    Fraction(13, 1)
    """
    hits, cargo = reckon_hits(facts, rules).value, facts.mission == TRANSPORT
    found = _less(facts, ZERO if cargo and rules.reads(ON_CARGO, "nothing") else hits)
    for point in rules.resting(ON_CARGO) if cargo and hits else ():
        found = found.noting(rests_on=point)
    return found


@rule("SF 26D", "SF 26C2a")
def reckon_strengths_left(wing: FiredOn, hits: Sequence[int], rules: Ruleset) -> tuple[Reckoning, ...]:
    """The strengths of a wing's missions against yards, one after another, after AA fire over the hex of each.

    wing: with the strength of each mission. hits: over each hex; by one reading they weaken the later missions as well.

    >>> from europa_rules import load
    >>> wing = FiredOn(0, 0, "rail_yards", strength=17)
    >>> [int(left.value) for left in reckon_strengths_left(wing, (2, 0), load("sf"))]
    [13, 17]
    >>> [len(left[0].rests_on) for left in (reckon_strengths_left(wing, hits, load("sf")) for hits in ((2,), (2, 0)))]
    [0, 1]
    >>> [int(left.value) for left in reckon_strengths_left(wing, (2, 0), load("sf", rulings={"sf-26D-yard-aa": "all"}))]
    [13, 13]
    """
    adds_up, points = rules.reads(ON_YARDS, "all"), rules.resting(ON_YARDS) if len(hits) > 1 else ()
    found = []
    for n, here in enumerate(hits):
        left = _less(wing, sum(hits[: n + 1]) if adds_up else here)
        for point in points:
            left = left.noting(rests_on=point)
        found.append(left)
    return tuple(found)


def _less(wing: FiredOn, hits: Number) -> Reckoning:
    """The strength of a wing after so many hits."""
    each = AFB_LOSS if wing.mission == TACTICAL_AFB else LOSS[wing.time]
    found = Reckoning.of(wing.strength, "strength")
    if not hits:
        return found
    return found.minus(each * hits, f"{each} for each of {show(hits)} hits", BY_AA).at_least(0, "never less", BY_AA)
