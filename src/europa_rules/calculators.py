"""Board-less calculators: the odds of an attack from one line of text.

They set up the facts of the situation and call the same functions as the game; nothing is reckoned here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from attrs import frozen

from europa_rules.air_units import AirUnit
from europa_rules.errors import NotationError, need_text, unknown
from europa_rules.ground.combat import (
    AttackFacts,
    AttackModifiers,
    Odds,
    is_eliminated_outright,
    look_up_result,
    modify_roll,
    reckon_attack_strength,
    reckon_defense_strength,
    reckon_modifiers,
    reckon_odds,
    rule_on_attack,
)
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, exact, show, signed, to_json
from europa_rules.permissions import Ruling
from europa_rules.position import piece_name
from europa_rules.position_notation import PieceNotation, split_outside_quotes
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.tables import FORTIFICATIONS

_SITUATION = re.compile(
    r"(?P<attackers>.+?)\s+vs\.?\s+(?P<defenders>.+?)(?:\s+in\s+(?P<ground>[^;]+?))?(?:\s+across\s+(?P<hexside>[\w, ]+))?\s*\Z",
    re.DOTALL,
)

DIE = range(1, 7)


@frozen
class OddsReport:
    """What an attack comes to.

    Attributes:
        situation: the text it was read from.
        odds: column and strengths, each with its ledger.
        modifiers: the die roll modifiers, each with its ledger.
        results: result for each face of the die.
        ruling: whether the attack may be made at all.
        assumptions: what was taken for granted.
    """

    situation: str
    odds: Odds
    modifiers: AttackModifiers
    results: Mapping[int, str]
    ruling: Ruling
    assumptions: tuple[str, ...]
    cell_caveats: tuple[str, ...] = ()

    @property
    def chances(self) -> dict[str, Fraction]:
        """The probability of each result, in the order of the die."""
        found: dict[str, Fraction] = {}
        for result in self.results.values():
            found[result] = found.get(result, ZERO) + Fraction(1, len(self.results))
        return found

    @property
    def ledgers(self) -> tuple[tuple[str, Reckoning], ...]:
        """The reckonings behind it, labelled."""
        return (("attack", self.odds.attack), ("defense", self.odds.defense), ("modifier", self.modifiers.total))

    @property
    def caveats(self) -> tuple[str, ...]:
        """The unverified chart cells that the answer rests on."""
        found = (c for _, ledger in self.ledgers for c in ledger.caveats)
        return tuple(dict.fromkeys((*found, *self.cell_caveats)))

    def to_json(self) -> dict[str, object]:
        """The report as plain data."""
        return {
            "situation": self.situation,
            "attack": to_json(self.odds.attack.value),
            "defense": to_json(self.odds.defense.value),
            "column": self.odds.column,
            "automatic": self.odds.automatic,
            "modifier": to_json(self.modifiers.total.value),
            "modifiers": {name: to_json(part.value) for name, part in self.modifiers.parts},
            "results": {str(face): result for face, result in self.results.items()},
            "chances": {result: to_json(chance) for result, chance in self.chances.items()},
            "legal": self.ruling.allowed,
            "refusals": [str(r) for r in self.ruling.refusals],
            "assumptions": list(self.assumptions),
            "ledger": [[label, ledger.to_json()] for label, ledger in self.ledgers],
            "unverified": list(self.caveats),
        }

    def __str__(self) -> str:
        drm = ", ".join(f"{name} {signed(part.value)}" for name, part in self.modifiers.parts if part.value)
        rows = [f"{self.odds}, die roll modifier {signed(self.modifiers.total.value)}{f' ({drm})' if drm else ''}"]
        rows += [f"  die {face}: {result}" for face, result in self.results.items()]
        rows += ["  " + ", ".join(f"{result} {show(chance)}" for result, chance in self.chances.items())]
        for label, ledger in self.ledgers:
            rows.append(f"{label}:")
            rows += [f"  {line}" for line in ledger.tree().splitlines() if not line.startswith(("unverified", "rests"))]
        if not self.ruling.allowed:
            rows.append(f"This attack is {self.ruling}")
        rows += [f"assumed: {a}" for a in self.assumptions]
        rows += [f"rests on the ruling {r}" for r in dict.fromkeys(r for _, x in self.ledgers for r in x.rests_on)]
        rows += [f"unverified: {c}" for c in self.caveats]
        return "\n".join(rows)


def odds(
    situation: str,
    rules: Ruleset,
    *,
    weather: str = "clear",
    ground_support: Number | str = 0,
    defensive_support: Number | str = 0,
) -> OddsReport:
    """Odds, modifiers and results of an attack (rules 9 to 11).

    situation: "ATTACKERS vs DEFENDERS in TERRAIN across HEXSIDE": pieces as on their counters, separated by commas;
        groups of attackers from different hexes by "+". TERRAIN may add overlays, a city and a fortification ("rough,
        dot city, fort"). The nation of a piece is optional.
    weather: in the attacked hex. ground_support, defensive_support: strength points of air units.
    Raises NotationError for what cannot be read, UnknownName for terrain that no chart knows.

    >>> from europa_rules import load
    >>> report = odds("14-10 Pz XX, 2x 7-6 Inf XX vs 5-6 Inf XX, 2-6 Inf III in woods", load("fof"))
    >>> print(report.odds)
    28 : 7 = 4:1
    """
    match = _SITUATION.match(need_text(situation, "an attack such as '14-10 Pz XX vs 5-6 Inf XX'").strip())
    if not match:
        raise NotationError(f"{situation!r} is no attack; write it as 'ATTACKERS vs DEFENDERS in TERRAIN across HEXSIDE'")
    attacking, defending = rules.variant.usual_nations
    assumptions: list[str] = []
    hexside = _words(match["hexside"] or "", rules)
    groups = split_outside_quotes(match["attackers"], "+")
    attackers = tuple(
        who
        for number, text in enumerate(groups, 1)
        for who in _combatants(text, attacking, f"hex {number}", hexside, assumptions, rules)
    )
    defenders = tuple(_combatants(match["defenders"], defending, "target", (), assumptions, rules))
    facts = AttackFacts(
        attackers=attackers,
        defenders=defenders,
        ground=_ground(match["ground"] or "clear", weather, rules),
        gs=exact(ground_support),
        das=exact(defensive_support),
        attacking=rules.side_of(attackers[0].unit.nation),
        defending=rules.side_of(defenders[0].unit.nation),
    )
    return report_on(situation, facts, rules, tuple(dict.fromkeys(assumptions)))


def report_on(situation: str, facts: AttackFacts, rules: Ruleset, assumptions: tuple[str, ...] = ()) -> OddsReport:
    """The report on an attack whose facts are known."""
    found = reckon_odds(reckon_attack_strength(facts, rules), reckon_defense_strength(facts, rules), rules)
    modifiers = reckon_modifiers(facts, rules)
    results: dict[int, str] = {}
    caveats: list[str] = []
    for face in DIE:
        if is_eliminated_outright(facts) or found.automatic is not None:
            results[face] = found.automatic or "defenders eliminated"
            continue
        results[face], caveat = look_up_result(found.column, int(modify_roll(face, modifiers.total).value), rules)
        caveats += [caveat] if caveat else []
    return OddsReport(
        situation, found, modifiers, results, rule_on_attack(facts, rules), assumptions, tuple(dict.fromkeys(caveats))
    )


def _combatants(
    text: str, nation: str, stands_in: str, hexside: tuple[str, ...], assumptions: list[str], rules: Ruleset
) -> list[Combatant]:
    notation = PieceNotation.of_series()
    found: list[Combatant] = []
    for part in split_outside_quotes(text, ","):
        try:
            units = notation.parse_list(part.strip())
        except NotationError:
            units = notation.parse_list(part.strip(), nation)
            assumptions.append(f"pieces of {stands_in} without a nation are {rules.nations.find(nation).people}")
        for unit in units:
            if isinstance(unit, AirUnit):
                raise NotationError(f"{part.strip()!r} is an air unit; give its strength as ground support")
            found.append(Combatant(unit, f"{piece_name(unit)} ({stands_in}, {len(found) + 1})", stands_in, hexside))
    return found


def _words(text: str, rules: Ruleset) -> tuple[str, ...]:
    words = tuple(w.strip().replace(" ", "_") for w in text.split(",") if w.strip())
    for word in words:
        rules.charts.terrain_effects.hexside(word)
    return words


def _ground(text: str, weather: str, rules: Ruleset) -> Ground:
    terrain, city, fortification = "", "", ""
    overlays: list[str] = []
    effects = rules.charts.terrain_effects
    for part in text.split(","):
        word = part.strip().replace(" ", "_")
        size = word.removesuffix("_city")
        if size in effects.cities:
            city = size
        elif word in effects.overlay_terrains:
            overlays.append(word)
        elif word in effects.hexes and not terrain:
            terrain = word
        elif word in FORTIFICATIONS:
            fortification = word
        else:
            known = [*effects.hexes, *(f"{size} city" for size in effects.cities), *FORTIFICATIONS]
            raise unknown("terrain, city or fortification", part.strip(), known)
    return Ground(terrain or "clear", tuple(overlays), city, fortification, weather=weather)
