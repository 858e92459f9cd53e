"""Board-less calculators: the odds of an attack from one line of text.

They set up the facts of the situation and call the same functions as the game; nothing is reckoned here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import frozen

from europa_rules.attack_notation import read_attack
from europa_rules.citations import Citation
from europa_rules.errors import NotationError, need_kind, need_text
from europa_rules.ground.combat import (
    OUTRIGHT,
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
from europa_rules.html_tables import paragraph, table
from europa_rules.ledger import Reckoning, ledgers_as_html, remarks_as_html, told_point
from europa_rules.numbers import ZERO, Number, exact, show, signed, to_json
from europa_rules.permissions import Ruling
from europa_rules.position_notation import PieceNotation
from europa_rules.provenance import CONFIDENCES
from europa_rules.ruleset import Ruleset

DIE = range(1, 7)


@frozen
class OddsReport:
    """What an attack comes to.

    Attributes:
        situation: the text it was read from.
        facts: the attack.
        odds: column and strengths, each with its ledger.
        modifiers: the die roll modifiers, each with its ledger.
        results: result for each face of the die.
        result_names: what the results of the table are called.
        ruling: whether the attack may be made at all.
        by: the rule on units without strength.
        assumptions: what was taken for granted.
        cell_caveats: the unverified cells of the combat results among those looked up.
    """

    situation: str
    facts: AttackFacts
    odds: Odds
    modifiers: AttackModifiers
    results: Mapping[int, str]
    result_names: Mapping[str, str]
    ruling: Ruling
    by: Citation
    assumptions: tuple[str, ...] = ()
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
        return tuple(dict.fromkeys((*found, *self.ruling.caveats, *self.cell_caveats)))

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The readings of open points that the answer rests on."""
        found = (point for _, ledger in self.ledgers for point in ledger.rests_on)
        return tuple(dict.fromkeys((*found, *self.ruling.rests_on)))

    @property
    def is_outright(self) -> bool:
        """Whether the defenders are eliminated without odds or roll (rule 9G)."""
        return is_eliminated_outright(self.facts)

    def to_json(self) -> dict[str, object]:
        """The report as plain data; there is no column where the result comes without odds."""
        return {
            "situation": self.situation,
            "attack": to_json(self.odds.attack.value),
            "defense": to_json(self.odds.defense.value),
            "column": None if self.is_outright else self.odds.column,
            "automatic": self.odds.automatic or (OUTRIGHT if self.is_outright else None),
            "modifier": to_json(self.modifiers.total.value),
            "modifiers": {name: to_json(part.value) for name, part in self.modifiers.parts},
            "armor": self._armor_json(),
            "engineers": to_json(self.modifiers.engineers.share.value),
            "results": {str(face): result for face, result in self.results.items()},
            "chances": {result: to_json(chance) for result, chance in self.chances.items()},
            "names": {result: self.result_names.get(result, result) for result in self.chances},
            "legal": self.ruling.allowed,
            "refusals": [str(r) for r in self.ruling.refusals],
            "possible": list(self.ruling.possible),
            "facts": facts_to_json(self.facts),
            "assumptions": list(self.assumptions),
            "ledger": [[label, ledger.to_json()] for label, ledger in self.ledgers],
            "rests_on": list(self.rests_on),
            "unverified": list(self.caveats),
        }

    def _armor_json(self) -> dict[str, object]:
        armor = self.modifiers.armor
        return {
            "attack": to_json(armor.attack.value),
            "defense": to_json(armor.defense.value),
            "aeca": to_json(armor.capability.value),
            "aecd": to_json(armor.aecd.value),
            "atec": to_json(armor.atec.value),
            "used": {category: to_json(share) for category, share in armor.used},
        }

    def __str__(self) -> str:
        return self.as_text()

    def _repr_html_(self) -> str:
        """What a notebook shows: the answer, results and chances as tables, and the ledgers folded away."""
        head = paragraph(next(self._answer()), strong=True)
        refused = "" if self.ruling.allowed else self.ruling._repr_html_()
        by_die = table([("result", *self.results.values())], ("die", *map(str, self.results)))
        chances = table(
            [(show(chance), self._named(result)) for result, chance in self.chances.items()], ("chance", "result")
        )
        granted = paragraph(f"taken for granted: {'; '.join(self.assumptions)}") if self.assumptions else ""
        ledgers = ledgers_as_html(self.ledgers)
        return head + refused + by_die + chances + ledgers + granted + remarks_as_html(self.caveats, self.rests_on)

    def as_text(self, *, verbose: bool = False) -> str:
        """The report for players.

        verbose: with every unverified chart cell by name, which are else counted by chart.
        """
        return "\n".join([*self._answer(), "", *self.reasons(), "", *self._remarks(verbose)]).rstrip()

    def _answer(self) -> Iterator[str]:
        drm = ", ".join(f"{name} {signed(part.value)}" for name, part in self.modifiers.parts if part.value)
        if self.is_outright:
            yield f"no defender has a defense strength: eliminated without odds or roll ({self.by})"
        else:
            yield f"{self.odds}, die roll modifier {signed(self.modifiers.total.value)}{f' ({drm})' if drm else ''}"
        if not self.ruling.allowed:
            yield f"This attack is {self.ruling.words}"
        yield ""
        if len(self.chances) == 1:
            (result,) = self.chances
            yield f"  any roll: {self._named(result)}"
            return
        yield "  die  " + "".join(f"{face:<4}" for face in self.results).rstrip()
        yield "       " + "".join(f"{result:<4}" for result in self.results.values()).rstrip()
        yield ""
        for result, chance in self.chances.items():
            yield f"  {show(chance):<4} {self._named(result)}"

    def _named(self, result: str) -> str:
        name = self.result_names.get(result, "")
        return f"{result}, {name}" if name else result

    def reasons(self) -> Iterator[str]:
        """How the strengths and modifiers come about, line by line."""
        for _, ledger in self.ledgers:
            yield from _branches(ledger, "")

    def _remarks(self, verbose: bool) -> Iterator[str]:
        if self.assumptions:
            yield f"taken for granted: {'; '.join(self.assumptions)}"
        yield from (f"rests on the ruling {told_point(point)}" for point in self.rests_on)
        if verbose:
            yield from (f"unverified: {caveat}" for caveat in self.caveats)
        elif self.caveats:
            yield f"unverified chart cells: {', '.join(_counted_by_chart(self.caveats))}"


def _branches(ledger: Reckoning, indent: str) -> Iterator[str]:
    """A sum with its parts below it; a part that is a sum itself has its own below."""
    head, *steps = ledger.lines
    after = "".join(f" | {step}" for step in steps)
    yield f"{indent}{head}{after}{f' | = {show(ledger.value)}' if steps else ''}"
    for label, part in head.parts:
        if any(line.parts for line in part.lines):
            yield from _branches(part, indent + "  ")
        else:
            yield f"{indent}  {label}: {part}" if len(part.lines) > 1 else f"{indent}  {label}: {part.lines[0]}"


def _counted_by_chart(caveats: tuple[str, ...]) -> Iterator[str]:
    """For each chart how many cells, and the lowest confidence among them."""
    by_chart: dict[str, list[str]] = {}
    for caveat in caveats:
        by_chart.setdefault(caveat.split(" ", 1)[0], []).append(caveat.rpartition(", ")[2])
    for chart, confidences in by_chart.items():
        lowest = max((c for c in confidences if c in CONFIDENCES), key=CONFIDENCES.index, default="unknown")
        yield f"{len(confidences)} of {chart.replace('_', ' ')} (confidence {lowest})"


def facts_to_json(facts: AttackFacts) -> dict[str, object]:
    """The facts of an attack as plain data."""
    return {
        "attackers": [_unit_to_json(who) for who in facts.attackers],
        "defenders": [_unit_to_json(who) for who in facts.defenders],
        "attack_told": [to_json(strength) for _, strength in facts.attack_told],
        "defense_told": [to_json(strength) for _, strength in facts.defense_told],
        "attacking": facts.attacking,
        "defending": facts.defending,
        "turn": str(facts.turn) if facts.turn else None,
        "ground": _ground_to_json(facts.ground),
        "ground_support": to_json(facts.gs),
        "defensive_air_support": to_json(facts.das),
        "naval_gunfire": to_json(facts.attack_naval),
        "defensive_naval_gunfire": to_json(facts.defense_naval),
        "proportions_told": {category: to_json(share) for category, share in facts.proportions.items()},
        "modifiers_told": [[why, to_json(modifier)] for why, modifier in facts.modifiers_told],
    }


def _unit_to_json(who: Combatant) -> dict[str, object]:
    return {
        "unit": PieceNotation.of_series().write(who.unit),
        "hex": who.stands_in,
        "hexside": list(who.hexside),
        "border": who.across_border,
        "distance": who.distance,
        "retreated_here": who.retreated_here,
        "elections": dict(who.elections),
        "situation": dict(who.situation),
    }


def _ground_to_json(ground: Ground) -> dict[str, object]:
    return {
        "terrain": ground.terrain,
        "overlays": list(ground.overlays),
        "city": ground.city,
        "fortification": ground.fortification,
        "strength": ground.strength,
        "condition": ground.condition,
        "weather": ground.weather,
        "country": ground.country,
        "water": ground.water,
    }


def odds(
    situation: str,
    rules: Ruleset,
    *,
    weather: str | None = None,
    turn: str | None = None,
    ground_support: Number | str | None = None,
    defensive_support: Number | str | None = None,
    naval_gunfire: Number | str | None = None,
    defensive_gunfire: Number | str | None = None,
) -> OddsReport:
    """Odds, modifiers and results of an attack (rules 9 to 11).

    situation: "ATTACKERS vs DEFENDERS in TERRAIN across HEXSIDE; CIRCUMSTANCES". Pieces are written as on their
        counters and separated by commas; groups of attackers from different hexes by "+", each with its own "across"
        if need be. A strength alone is "strength 101" or "101 AF", "18 DF": it counts as it is. In parentheses after a
        piece: "U-2", "isolated", "retreated here", "neutral" and other marks. TERRAIN may add overlays, a city and a
        fortification ("rough, dot city, westwall 2"). CIRCUMSTANCES stand between semicolons: "weather mud",
        "turn Jul II 44", "GS 6", "DAS 4", "NGS 12", "AECA 1/2", "ATEC 1/7", "modifier -1 mixed forces",
        "defenders isolated". The nation of a piece is optional.
    weather, turn: of the attack. ground_support, defensive_support, naval_gunfire, defensive_gunfire: strength points
        that support the attack and the defense. Each may stand in the text instead.
    Raises NotationError for what cannot be read, UnknownName for a word that no chart knows; both name the part.

    >>> from europa_rules import load
    >>> report = odds("14-10 Pz XX, 2x 7-6 Inf XX vs 5-6 Inf XX, 2-6 Inf III in woods", load("fof"))
    >>> print(report.odds)
    28 : 7 = 4:1
    """
    texts = {"weather": weather, "turn": turn}
    numbers = {
        "ground support": ground_support,
        "defensive air support": defensive_support,
        "naval gunfire": naval_gunfire,
        "defensive naval gunfire": defensive_gunfire,
    }
    beside = {name: need_text(text, f"the {name} as text") for name, text in texts.items() if text is not None}
    beside |= {name: _points(number, name) for name, number in numbers.items() if number is not None}
    need_kind(rules, Ruleset, "a ruleset, such as load(...) gives")
    found = read_attack(situation, rules, beside)
    return report_on(situation, found.facts, rules, found.assumptions)


def _points(number: Number | str, name: str) -> str:
    try:
        return show(exact(number))
    except NotationError as error:
        raise NotationError(f"{name}: {error}") from None


def report_on(situation: str, facts: AttackFacts, rules: Ruleset, assumptions: tuple[str, ...] = ()) -> OddsReport:
    """The report on an attack whose facts are known."""
    found = reckon_odds(reckon_attack_strength(facts, rules), reckon_defense_strength(facts, rules), rules)
    modifiers = reckon_modifiers(facts, rules)
    results: dict[int, str] = {}
    caveats: list[str] = []
    for face in DIE:
        if is_eliminated_outright(facts) or found.automatic is not None:
            results[face] = found.automatic or OUTRIGHT
            continue
        results[face], caveat = look_up_result(found.column, int(modify_roll(face, modifiers.total).value), rules)
        caveats += [caveat] if caveat else []
    return OddsReport(
        situation,
        facts,
        found,
        modifiers,
        results,
        rules.charts.combat_results.results,
        rule_on_attack(facts, rules),
        rules.cite("9G"),
        assumptions,
        tuple(dict.fromkeys(caveats)),
    )
