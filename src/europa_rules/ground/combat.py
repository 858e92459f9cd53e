"""Combat (rule 9): whether an attack may be made, its strengths, odds, die roll modifiers and result.

Needs who attacks whom, on what ground, with what support from elsewhere; gives rulings and reckonings. The order to
attack and the steps of an attack on the board stand in `attacks`, what a result costs in `losses`, where units retreat
in `retreats`, who advances in `advance`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from europa_rules.citations import Citations, cited, rule
from europa_rules.errors import NotationError
from europa_rules.ground.armor import ArmorFacts, ArmorModifiers, reckon_armor_modifiers
from europa_rules.ground.artillery import (
    Fielded,
    cover_artillery,
    fielded,
    gunfire_as_artillery,
    reckon_with_artillery,
    without_support_of_excess,
)
from europa_rules.ground.battleground import (
    Feature,
    bars_armor,
    features_of,
    hexside_for,
    multiply_by_ground,
    named_bars,
    reckon_ground_support,
    reckon_terrain_modifier,
    rule_on_prohibited_ground,
)
from europa_rules.ground.engineers import (
    ENGINEERS,
    EngineerShare,
    engineers_against,
    is_strongpoint,
    reckon_assault_defense,
    reckon_engineers,
)
from europa_rules.ground.facts import OVER_BRIDGE, Combatant, Ground
from europa_rules.ground.stacking import rule_on_attackers
from europa_rules.ground.supply_effects import SuppliedUnit, suffer
from europa_rules.ground.support import ATTACK, DEFENSE, reckon_supported_strengths
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn
from europa_rules.units import Unit, is_long_range

TERRAIN, ARMOR = "terrain", "armor"
OUTRIGHT = "DE"
"""The result, without odds or roll, of an attack on units that all have a defense strength of 0."""


@frozen
class AttackFacts:
    """An attack.

    Attributes:
        attackers: the units that attack; `stands_in` tells their hexes apart.
        defenders: the units in the attacked hex, those that retreated there in this phase among them.
        ground: the attacked hex.
        phase: the phase it is made in.
        is_phasing: whether the phasing player makes it.
        target_hexes: how many hexes it is made against.
        targets: the names of these hexes, where they are told.
        units_in_hex: how many enemy units are in the hex, where that is said; else those named.
        units_attacked: how many of them it is made against, where that is said; else all.
        other_adjacent: how many adjacent attackers take part beside those named.
        is_barred: whether hex or hexside are said to be prohibited, whatever the chart says.
        gs, das: ground support and defensive air support (strength points).
        attack_naval, defense_naval: naval gunfire support of each side (strength points).
        attacking, defending: the sides.
        turn: the game turn.
        use: "attack", or "overrun" where the strengths serve one.
        target: the attacked hex.
        attack_told, defense_told: strengths that are told in place of units, by name, as they count after everything.
        proportions: armor category -> proportion, where it is told in place of that of the units.
        modifiers_told: die roll modifiers that are told beside those of the rules, by their reason.
        situation: further facts for contributed rules, by name.
        caveats: what of the map under it nobody has verified.
    """

    attackers: tuple[Combatant, ...] = ()
    defenders: tuple[Combatant, ...] = ()
    ground: Ground = Ground()
    phase: str = "combat"
    is_phasing: bool = True
    target_hexes: int = 1
    targets: tuple[str, ...] = ()
    units_in_hex: int | None = None
    units_attacked: int | None = None
    other_adjacent: int = 0
    is_barred: bool = False
    gs: Number = ZERO
    das: Number = ZERO
    attack_naval: Number = ZERO
    defense_naval: Number = ZERO
    attacking: Side = NEUTRAL
    defending: Side = NEUTRAL
    turn: Turn | None = None
    use: str = "attack"
    target: str = ""
    attack_told: tuple[tuple[str, Number], ...] = ()
    defense_told: tuple[tuple[str, Number], ...] = ()
    proportions: Mapping[str, Fraction] = field(factory=dict, hash=False)
    modifiers_told: tuple[tuple[str, Number], ...] = ()
    situation: Mapping[str, str] = field(factory=dict, hash=False)
    caveats: tuple[str, ...] = ()

    @property
    def spares_some(self) -> bool:
        """Whether enemy units in the hex are left out of it."""
        in_hex = len(self.defenders) if self.units_in_hex is None else self.units_in_hex
        return self.units_attacked is not None and self.units_attacked < in_hex


@frozen
class UnitInAttack:
    """A unit whose attack or defense strength is reckoned, as slots of modifiers are given it.

    Attributes:
        who: the unit.
        attack: the attack it takes part in.
    """

    who: Combatant
    attack: AttackFacts

    @property
    def unit(self) -> Unit:
        """Its printed facts."""
        return self.who.unit

    @property
    def ground(self) -> Ground:
        """The attacked hex."""
        return self.attack.ground


# --- whether an attack may be made (rules 9, 9B, 9G) -----------------------------------------------------------------


def _has_no_attack(unit: Unit) -> bool:
    return unit.attack == ZERO and (unit.rating is not None or unit.size == "counter")


def _counted_defenders(facts: AttackFacts) -> tuple[Combatant, ...]:
    return tuple(d for d in facts.defenders if not d.adds_nothing)


@rule("FoF 9", "FoF 9A", "FoF 9B", "FoF 9G", "FoF 8B", "FoF 14D", "SF 9", "SF 9A", "SF 9B", "SF 9G", "SF 8B", "SF 14B2")
def rule_on_attack(facts: AttackFacts, rules: Ruleset) -> Ruling:
    """Whether an attack may be made: by whom, on whom, from where, and how many together.

    >>> from europa_rules import load
    >>> print(rule_on_attack(AttackFacts(is_phasing=False), load("fof")))
    refused: only the phasing player attacks (FoF 9). Possible: attack in your own combat phase.
    """
    return Ruling.all(
        (
            _rule_on_time(facts, rules),
            _rule_on_second_attack(facts, rules),
            _rule_on_target(facts, rules),
            _rule_on_reach(facts, rules),
            _rule_on_numbers(facts, rules),
            _rule_on_zero_strength(facts, rules),
            rules.forbid("attack", facts),
            rules.forbid("defend", facts),
        )
    )


def _rule_on_time(facts: AttackFacts, rules: Ruleset) -> Ruling:
    by, possible = rules.cite("9"), "attack in your own combat phase"
    too_early = f"no attack is made in the {facts.phase} phase"
    return Ruling.refuse_if(
        not facts.is_phasing, "only the phasing player attacks", by, possible=possible
    ) & Ruling.refuse_if(facts.phase != "combat", too_early, by, possible=possible)


def _rule_on_second_attack(facts: AttackFacts, rules: Ruleset) -> Ruling:
    by = rules.cite("9B")
    again = [who for who in facts.attackers if who.has_attacked]
    others = "attack with units that have not attacked in this phase"
    ruling = Ruling.all(Ruling.refuse(f"{who.name} has attacked in this phase", by, possible=others) for who in again)
    shares = not rules.reads("9B-attacked-twice", "attacked")
    held = [who for who in facts.defenders if who.was_attacked and not (who.retreated_here and shares)]
    if facts.defenders and not held and all(who.was_attacked for who in facts.defenders):
        held = list(facts.defenders)
    attacked = Ruling.all(
        Ruling.refuse(f"{who.name} has been attacked in this phase", by, possible="attack another hex") for who in held
    )
    shared = any(who.was_attacked and who.retreated_here for who in facts.defenders)
    return evolve(ruling & attacked, rests_on=rules.resting("9B-attacked-twice") if shared else ())


def _rule_on_target(facts: AttackFacts, rules: Ruleset) -> Ruling:
    by = rules.cite("9B")
    hexes = max(facts.target_hexes, len(facts.targets))
    several = f"one attack is made against one hex, not {hexes}"
    barred = "the attack would go into or across prohibited terrain"
    return (
        Ruling.refuse_if(hexes > 1, several, by, possible="a separate attack for each hex")
        & Ruling.refuse_if(
            facts.spares_some, "all units in a hex are attacked together", by, possible="attack all of them"
        )
        & Ruling.refuse_if(facts.is_barred, barred, by, possible="attack from another hex")
        & Ruling.all(rule_on_prohibited_ground(who, facts.ground, rules) for who in facts.attackers)
    )


def _rule_on_reach(facts: AttackFacts, rules: Ruleset) -> Ruling:
    """Units attack from adjacent hexes; long-range artillery from two hexes off, if others attack beside the target."""
    far = [who for who in facts.attackers if who.distance > 1]
    guns = [who for who in far if who.distance == 2 and is_long_range(who.unit, rules.types)]
    is_alone = len(far) == len(facts.attackers) and not facts.other_adjacent and not facts.attack_told
    by, possible = rules.cite("long-range-siege-artillery"), "attack together with units adjacent to the hex"
    too_far = Ruling.all(
        Ruling.refuse(
            f"{who.name} is not adjacent to the hex",
            rules.cite("9"),
            *((by,) if is_long_range(who.unit, rules.types) else ()),
            possible="attack from an adjacent hex",
        )
        for who in far
        if who not in guns
    )
    why = "siege artillery firing at two hexes does not attack alone"
    return too_far & Ruling.refuse_if(bool(guns) and is_alone, why, by, possible=possible)


def _rule_on_numbers(facts: AttackFacts, rules: Ruleset) -> Ruling:
    """From each adjacent hex no more units attack than may stack in the attacked one."""
    counts_all = rules.reads("8B-long-range-artillery", "yes")
    counted = [who for who in facts.attackers if who.distance == 1 or counts_all]
    hexes = dict.fromkeys(who.stands_in for who in counted)
    groups = ([who.unit for who in counted if who.stands_in == h] for h in hexes)
    ruling = Ruling.all(rule_on_attackers(group, facts.ground, rules) for group in groups)
    if ruling.allowed and any(who.distance > 1 for who in facts.attackers):
        return evolve(ruling, rests_on=rules.resting("8B-long-range-artillery"))
    return ruling


def _rule_on_zero_strength(facts: AttackFacts, rules: Ruleset) -> Ruling:
    told = [strength for _, strength in facts.attack_told]
    alone = bool(facts.attackers or told) and all(_has_no_attack(who.unit) for who in facts.attackers)
    why = "units with an attack strength of 0 do not attack by themselves"
    possible = "attack together with a unit of attack strength above 0"
    is_alone = alone and not facts.other_adjacent and not any(told)
    return Ruling.refuse_if(is_alone, why, rules.cite("9G"), possible=possible)


@frozen
class AttackPlan:
    """The attacks that a player means to make in a phase.

    Attributes:
        attacks: for each, the target and the names of the units.
        has_dropped_on_enemies: whether he has units in hexes that enemy units occupy, into which they dropped.
    """

    attacks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    has_dropped_on_enemies: bool = False

    @classmethod
    def of_units(cls, attacks: Sequence[tuple[str, str]]) -> AttackPlan:
        """The plan of units that each attack a target: those with one target attack it together."""
        together: dict[str, list[str]] = {}
        for unit, target in attacks:
            together.setdefault(target, []).append(unit)
        return cls(tuple((target, tuple(units)) for target, units in together.items()))


@rule("FoF 9A", "FoF 9B", "SF 9A", "SF 9B", "FoF 24B", "SF 24B3")
def rule_on_attack_plan(plan: AttackPlan, rules: Ruleset) -> Ruling:
    """Whether a plan of attacks may be carried out: each unit once, each hex once; none at all is allowed.

    >>> from europa_rules import load
    >>> rule_on_attack_plan(AttackPlan((("h1", ("A",)), ("h2", ("B",)))), load("fof")).allowed
    True
    """
    by = rules.cite("9B")
    times = Counter(unit for _, units in plan.attacks for unit in units)
    targets = Counter(target for target, _ in plan.attacks)
    return (
        Ruling.all(Ruling.refuse(f"{unit} would attack {n} times", by) for unit, n in times.items() if n > 1)
        & Ruling.all(Ruling.refuse(f"{hex_} would be attacked {n} times", by) for hex_, n in targets.items() if n > 1)
        & Ruling.refuse_if(
            plan.has_dropped_on_enemies and not plan.attacks,
            "units that dropped where enemy units are must attack them",
            rules.cite("attack-where-dropped"),
        )
    )


# --- strengths (rules 9A, 9H) ----------------------------------------------------------------------------------------


def ground_of_attack(facts: AttackFacts, rules: Ruleset) -> tuple[Feature, ...]:
    """What of the attacked hex affects the attack."""
    return features_of(facts.ground, rules, [d.unit for d in facts.defenders], facts.defending)


def _hexside(who: Combatant, facts: AttackFacts, rules: Ruleset) -> tuple[Feature, ...]:
    return hexside_for(who, rules, facts.ground.water)


@rule("FoF 9A", "FoF 9H", "SF 9A", "SF 9H")
def reckon_unit_attacks(facts: AttackFacts, rules: Ruleset) -> tuple[Reckoning, ...]:
    """The attack strength of each attacker, in order: printed, supported or not, then terrain and special effects."""
    features = ground_of_attack(facts, rules)
    supported = reckon_supported_strengths(facts.attackers, ATTACK, rules)
    found = []
    for who, strength in zip(facts.attackers, supported, strict=True):
        strength = multiply_by_ground(strength, who, (*features, *_hexside(who, facts, rules)), rules)
        strength = _over_the_bridge(strength, who, rules)
        strength = suffer(strength, facts.use, SuppliedUnit.in_situation(who.unit, who.situation), rules)
        found.append(rules.modify(strength, "attack strength", UnitInAttack(who, facts)))
    return tuple(found)


def _over_the_bridge(strength: Reckoning, who: Combatant, rules: Ruleset) -> Reckoning:
    """The strength, with a line where a seized bridge spares the unit the hexside."""
    spared = who.situation.get(OVER_BRIDGE)
    by = rules.cite("bridge-seizure")
    return strength.plus(ZERO, f"no {spared} hexside, over the seized bridge", by) if spared else strength


@rule("FoF 9A", "FoF 9F1", "SF 9A", "SF 9F1")
def reckon_unit_defenses(facts: AttackFacts, rules: Ruleset) -> tuple[Reckoning, ...]:
    """The defense strength of each defender, in order; units that retreated there in this phase add nothing."""
    counted = _counted_defenders(facts)
    supported = dict(zip(map(id, counted), reckon_supported_strengths(counted, DEFENSE, rules), strict=True))
    strong = is_strongpoint(facts.ground, [d.unit for d in facts.defenders], facts.defending, rules)
    found = []
    for who in facts.defenders:
        if who.adds_nothing:
            printed = Reckoning.of(who.unit.defense, "printed")
            found.append(printed.become(ZERO, who.adds_nothing, rules.cite("9F1")))
        else:
            strength = reckon_assault_defense(supported[id(who)], who.unit, strong, rules)
            strength = suffer(strength, DEFENSE, SuppliedUnit.in_situation(who.unit, who.situation), rules)
            found.append(rules.modify(strength, "defense strength", UnitInAttack(who, facts)))
    return tuple(found)


@frozen
class TotalFacts:
    """Strengths to be added up, modified already (strength points).

    Attributes:
        air: ground support or defensive air support.
        naval: naval gunfire support.
        units: the units of the side.
        told: (name, strength) of each strength that is told in place of units.
    """

    air: Reckoning
    naval: Reckoning
    units: tuple[Fielded, ...] = ()
    told: tuple[tuple[str, Reckoning], ...] = ()


@rule("FoF 9A", "FoF 14B", "SF 9A", "SF 14B", "SF 33A")
def reckon_total(why: str, facts: TotalFacts, rules: Ruleset) -> Reckoning:
    """The strength of a side: its units, and what supports them from the air and from the sea.

    Artillery in excess, naval gunfire among it, counts little. What a strength told alone covers of artillery nobody
    knows; beside one, no artillery is in excess.

    >>> from europa_rules import load
    >>> told = (("A", Reckoning.of(15, "modified")), ("B", Reckoning.of(Fraction(7, 2), "modified")))
    >>> facts = TotalFacts(Reckoning.of(3, "GS"), Reckoning.of(4, "gunfire"), told=told)
    >>> print(reckon_total("attack", facts, load("sf")))
    51/2 attack (SF 9A) | = 51/2
    """
    air = (("air support", facts.air),) if facts.air.value else ()
    naval = gunfire_as_artillery(facts.naval, rules)
    if facts.told:
        strengths = [*facts.told, *((unit.name, unit.strength) for unit in facts.units)]
        return Reckoning.total(why, [*strengths, *air, *((n.name, n.strength) for n in naval)], rules.cite("9A"))
    counted = reckon_with_artillery((*facts.units, *naval), rules)
    return Reckoning.total(why, [*counted, *air], rules.cite("9A"))


@rule("FoF 9A", "FoF 14B", "SF 9A", "SF 14B")
def reckon_attack_strength(facts: AttackFacts, rules: Ruleset) -> Reckoning:
    """The total attack strength of an attack, ground support and naval gunfire included (strength points)."""
    units = _with_cover(ATTACK, facts, rules)
    support = Reckoning.of(facts.gs, "ground support", rules.cite("20G2b"))
    air = reckon_ground_support(support, ground_of_attack(facts, rules))
    naval = _gunfire(facts.attack_naval, rules)
    return reckon_total("attack strength", TotalFacts(air, naval, units, _told(facts.attack_told)), rules)


@rule("FoF 9A", "FoF 14B", "SF 9A", "SF 14B")
def reckon_defense_strength(facts: AttackFacts, rules: Ruleset) -> Reckoning:
    """The total defense strength against an attack, air support and naval gunfire included (strength points)."""
    units = _with_cover(DEFENSE, facts, rules)
    air = Reckoning.of(facts.das, "defensive air support", rules.cite("20G2b"))
    naval = _gunfire(facts.defense_naval, rules)
    return reckon_total("defense strength", TotalFacts(air, naval, units, _told(facts.defense_told)), rules)


def _gunfire(strength: Number, rules: Ruleset) -> Reckoning:
    """Naval gunfire support; a game without a rule on it has none."""
    return Reckoning.of(strength, "naval gunfire", *((rules.cite("33A"),) if strength else ()))


def _told(strengths: Sequence[tuple[str, Number]]) -> tuple[tuple[str, Reckoning], ...]:
    return tuple((name, Reckoning.of(strength, "told")) for name, strength in strengths)


def _with_cover(role: str, facts: AttackFacts, rules: Ruleset) -> tuple[Fielded, ...]:
    """The units of a side with their strengths, as the rule on artillery in excess sees them."""
    units = _fielded(role, facts, rules)
    group, told = (facts.attackers, facts.attack_told) if role == ATTACK else (facts.defenders, facts.defense_told)
    marked = None if told else without_support_of_excess(group, cover_artillery(units), rules)
    if marked is None:
        return units
    marking = evolve(facts, attackers=marked) if role == ATTACK else evolve(facts, defenders=marked)
    return _fielded(role, marking, rules)


def _fielded(role: str, facts: AttackFacts, rules: Ruleset) -> tuple[Fielded, ...]:
    group = facts.attackers if role == ATTACK else facts.defenders
    strengths = reckon_unit_attacks(facts, rules) if role == ATTACK else reckon_unit_defenses(facts, rules)
    pairs = zip(group, strengths, strict=True)
    return tuple(fielded(w.name, w.unit, s, rules, counts=not w.adds_nothing) for w, s in pairs)


# --- odds (rules 9A, 9B) ---------------------------------------------------------------------------------------------


@frozen
class OddsColumns:
    """Odds columns from the lowest to the highest, with the least ratio of each."""

    names: tuple[str, ...]
    ratios: tuple[Fraction, ...]

    @classmethod
    def read(cls, names: Sequence[str]) -> OddsColumns:
        """Columns by their names: "3:1", "3:2", also "1.5:1". Raises NotationError for what is none.

        >>> OddsColumns.read(["1:4", "1.5:1"]).ratios
        (Fraction(1, 4), Fraction(3, 2))
        """
        return cls(tuple(names), tuple(map(_ratio, names)))

    @classmethod
    def of(cls, rules: Ruleset) -> OddsColumns:
        """Those of the ruleset's combat results table."""
        table = rules.charts.combat_results
        return cls(table.columns, table.ratios)


def _ratio(odds: str) -> Fraction:
    attacker, _, defender = odds.partition(":")
    try:
        return Fraction(attacker) / Fraction(defender)
    except (ValueError, ZeroDivisionError):
        raise NotationError(f"{odds!r} is no odds; write such as '3:1', '3:2' or '1.5:1'") from None


@frozen
class Odds:
    """The odds of an attack.

    Attributes:
        column: the odds column; None below the first.
        automatic: the result without a roll, or None.
        attack, defense: the strengths.
        note: why the column is no plain division of the strengths, or why there is none; "" where it is one.
        by: the rule behind the note.
    """

    column: str | None
    automatic: str | None
    attack: Reckoning
    defense: Reckoning
    note: str = ""
    by: Citations = ()

    @property
    def because(self) -> Ruling:
        """The note as a ruling; allowed where there is none."""
        return Ruling.refuse(self.note, *self.by) if self.note else Ruling.allow()

    @property
    def column_or_result(self) -> str:
        """The column, or the automatic result where there is none."""
        return self.column or self.automatic or ""

    def __str__(self) -> str:
        note = f", {self.note}{cited(self.by)}" if self.note else ""
        return f"{show(self.attack.value)} : {show(self.defense.value)} = {self.column_or_result}{note}"


@rule("FoF 9A", "FoF 9B", "FoF 9G", "SF 9A", "SF 9B", "SF 9G")
def reckon_odds(
    attack: Reckoning,
    defense: Reckoning,
    rules: Ruleset,
    columns: OddsColumns | None = None,
    *,
    units: Number | None = None,
) -> Odds:
    """The odds column of two strengths: rounded down in the defender's favour, capped at the last column.

    columns: in place of the table's. Below the first column the result is automatic, as it is for an attack of no
        strength, whatever the defense; else against no strength at all the last column counts.
    units: the defense strength of the units alone, without support, where that is told: without any they are
        eliminated.

    >>> from europa_rules import load
    >>> print(reckon_odds(Reckoning.of(34, "attack"), Reckoning.of(9, "defense"), load("fof")))
    34 : 9 = 3:1
    >>> print(reckon_odds(Reckoning.of(3, "attack"), Reckoning.of(40, "defense"), load("fof")))
    3 : 40 = AE, without a roll: less than 1:4 (FoF 9B)
    """
    used = columns or OddsColumns.of(rules)
    pairs = zip(used.names, used.ratios, strict=True)
    fitting = [name for name, least in pairs if least * defense.value <= attack.value]
    by = (rules.cite("9B"),)
    if not fitting or not attack.value:
        note = f"without a roll: less than {used.names[0]}" if attack.value else "without a roll: no attack strength"
        return Odds(None, rules.charts.combat_results.below_first.value, attack, defense, note, by)
    if units == 0:
        why = "units without defense strength are eliminated when attacked"
        return Odds(None, OUTRIGHT, attack, defense, f"without a roll: {why}", (rules.cite("9G"),))
    capped = fitting[-1] == used.names[-1] and attack.value >= (used.ratios[-1] + 1) * defense.value
    return Odds(fitting[-1], None, attack, defense, "the highest column" if capped else "", by if capped else ())


# --- die roll modifiers, result (rules 9A, 9H, 10) -------------------------------------------------------------------


def armor_facts(facts: AttackFacts, rules: Ruleset) -> ArmorFacts:
    """The attack as the armor rules see it; units that retreated there in this phase are left out."""
    features = ground_of_attack(facts, rules)
    return ArmorFacts(
        attackers=facts.attackers,
        defenders=_counted_defenders(facts),
        no_aec=bars_armor(features),
        no_aec_in=named_bars(features),
        weather=facts.ground.weather,
        water=facts.ground.water,
        defending=facts.defending,
        turn=facts.turn,
        proportions=facts.proportions,
        situation=facts.situation,
    )


@rule("SF 36B", "FoF 27")
def reckon_weather_modifier(weather: str, rules: Ruleset) -> Reckoning:
    """The die roll modifier of the weather."""
    cell = rules.charts.terrain_effects.weather_drm.get(weather)
    start = Reckoning.of(0, "weather")
    if cell is None or not cell.value:
        return start
    return start.plus(cell.value, weather, rules.cite("weather-in-combat")).noting(caveat=cell.caveat)


@rule("FoF 3C2", "SF 3C2", "FoF 9A", "SF 9A")
def reckon_sum_of_modifiers(parts: Sequence[tuple[str, Reckoning]], rules: Ruleset) -> Reckoning:
    """Die roll modifiers add up."""
    return Reckoning.total("die roll modifier", parts, rules.cite("9A"))


@rule("FoF 9A", "SF 9A")
def modify_roll(roll: int, modifier: Reckoning) -> Reckoning:
    """A roll after its modifier, by the rule that adds modifiers up."""
    return Reckoning.of(roll, "die").plus(modifier.value, "modifier", *modifier.lines[0].by)


@frozen
class AttackModifiers:
    """The die roll modifiers of an attack: all together, those of armor and engineers, and of what else there is."""

    total: Reckoning
    parts: tuple[tuple[str, Reckoning], ...]
    armor: ArmorModifiers
    engineers: EngineerShare


@rule("FoF 9A", "FoF 9H", "SF 9A", "SF 9H")
def reckon_modifiers(facts: AttackFacts, rules: Ruleset) -> AttackModifiers:
    """What is added to the die of an attack: terrain, weather, armor and antitank effects, special effects.

    Only units beside the attacked hex attack across a hexside; what is unsure of that hexside is noted.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating, Unit
    >>> infantry = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> attacks = [AttackFacts((Combatant(infantry, hexside=("wadi",), distance=n),)) for n in (1, 2)]
    >>> [len(reckon_modifiers(attack, load("sf")).total.caveats) for attack in attacks]
    [1, 0]
    """
    features = list(ground_of_attack(facts, rules))
    near = [who for who in facts.attackers if who.distance <= 1]
    if near:
        common = [_hexside(who, facts, rules) for who in near]
        features += [f for f in common[0] if all(f in others for others in common[1:])]
    armor = reckon_armor_modifiers(armor_facts(facts, rules), rules)
    engineers = reckon_attacking_engineers(facts, rules)
    terrain = reckon_terrain_modifier(features, facts.ground.strength).noting_all(facts.caveats)
    parts = (
        (TERRAIN, terrain),
        ("weather", reckon_weather_modifier(facts.ground.weather, rules)),
        (ARMOR, armor.net),
        (ENGINEERS, engineers.modifier),
        ("special", rules.modify(Reckoning.of(0, "special effects"), "combat die roll", facts)),
        ("told", _reckon_told(facts.modifiers_told)),
    )
    kept = (TERRAIN, ARMOR, ENGINEERS) if engineers.share.value else (TERRAIN, ARMOR)
    shown = tuple((name, part) for name, part in parts if part.value or name in kept)
    return AttackModifiers(reckon_sum_of_modifiers(shown, rules), shown, armor, engineers)


def _reckon_told(modifiers: Sequence[tuple[str, Number]]) -> Reckoning:
    total = Reckoning.of(0, "told")
    for why, modifier in modifiers:
        total = total.plus(modifier, why)
    return total


@rule("SF 14A2", "SF 14A3", "SF 14C")
def reckon_attacking_engineers(facts: AttackFacts, rules: Ruleset) -> EngineerShare:
    """The engineers' share of an attack, and the modifier that it brings."""
    units = [d.unit for d in facts.defenders]
    return reckon_engineers(engineers_against(facts.attackers, facts.ground, rules, units, facts.defending), rules)


@rule("FoF 9G", "SF 9G")
def is_eliminated_outright(facts: AttackFacts) -> bool:
    """Whether the attacked units are eliminated without odds or roll: all have a printed defense strength of 0.

    Units that retreated there in this phase do not count; they share the fate. A strength told counts as a unit's.

    >>> flak = Combatant(Unit("fr", "position_heavy_aa", "counter", points=2))
    >>> is_eliminated_outright(AttackFacts(defenders=(flak,)))
    True
    """
    counted = _counted_defenders(facts)
    told = [strength for _, strength in facts.defense_told]
    return bool(facts.defenders or told) and not any((*told, *(who.unit.defense for who in counted)))


@rule("FoF 9A", "FoF 9B", "FoF 9C", "SF 9A", "SF 9B", "SF 9C")
def look_up_result(column: str | None, roll: int, rules: Ruleset) -> tuple[str, str | None]:
    """The combat result for a column and a modified roll, and a caveat if nobody has verified that cell."""
    cell = rules.charts.combat_results[column, roll]
    return cell.value, cell.caveat
