"""An attack as one line of text: `14-10 Pz XX across river + 7-6 Inf XX vs 5-6 Inf XX in woods, fort; weather mud`.

Needs the text and the ruleset, whose charts say which terrain, hexsides, fortifications and weather there are; gives
the facts of the attack, as the rules of combat take them, and what was taken for granted. Nothing is reckoned here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import define, evolve, field, frozen

from europa_rules.air_units import AirUnit
from europa_rules.charts.terrain_effects import STATES
from europa_rules.errors import NotationError, UnknownName, nearest, need_text, shortened, unknown
from europa_rules.ground.armor_proportions import AECA, AECD, ATEC, TURNS_OUT
from europa_rules.ground.battleground import FortificationUse, fortification_row
from europa_rules.ground.combat import AttackFacts
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.fortifications import CONDITIONS, Fortification, of_row
from europa_rules.ground.supply_state import ISOLATION, YES
from europa_rules.ground.support import FURTHER_HALVINGS, SUPPORTED_BY
from europa_rules.naval_units import NavalUnit
from europa_rules.numbers import ONE, ZERO, Number, exact
from europa_rules.position import notation_of
from europa_rules.position_notation import AnyUnit
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn

LONGEST = 4000
"""Characters of the longest attack that is read: several times more than one line of it holds."""

FORM = "ATTACKERS vs DEFENDERS in TERRAIN across HEXSIDE; CIRCUMSTANCES"
ATTACKERS, DEFENDERS = "attackers", "defenders"

_KEPT = r'"(?:[^"\\]|\\.)*"|<[^<>]*>|\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]|\([^()]*\)'
_MARKED = re.compile(r"\A(?P<piece>.*\S)\s*\((?P<marks>[^()]*)\)\s*\Z", re.DOTALL)
_CADRE = re.compile(r"\A((?:\d+\s*[x×]\s+)?(?:[^\s()]+\s+)?[^\s()]+)\([\d/R*-]+\)(?=\s)")
_SET_APART = re.compile(r'"(?:[^"\\]|\\.)*"|\[(?:"(?:[^"\\]|\\.)*"|[^\]"])*\]', re.DOTALL)
_BRACKET = re.compile(r"[^\s()<>{}\[\]]*[()<>{}\[\]][^()<>{}\[\]]*[)>}\]]?")
_ELSEWHERE = re.compile(r"(?<!\S)(?:in|across)(?!\S)", re.IGNORECASE)
_STRENGTH = re.compile(
    r"(?:(?P<nation>[A-Za-z]\S*)\s+)?(?:strength\s+(?P<after>\S+)|(?P<before>\S+)\s+(?:AF|DF))\Z", re.IGNORECASE
)
_COMMA = re.compile(
    r"(?:\A|,)\s*(?P<text>(?:strength\s+)?(?P<whole>\d{1,9})\s*,\s*(?P<parts>\d{1,9})(?:\s*(?:AF|DF))?)\s*(?:,|\Z)",
    re.IGNORECASE,
)
_TURNS_OUT = re.compile(r"u-?([1-9]\d*)\Z")
_MODIFIER = re.compile(r"(?P<number>[+-]?\d+)(?:\s+(?P<why>.*\S))?\s*\Z")
_PRINTED = re.compile(r"(?P<words>.*\S)\s+(?P<number>\d+)\Z")

_AS_IT_IS = "a strength alone counts as it is, halvings and all"


@frozen
class AttackText:
    """An attack read from text.

    Attributes:
        facts: the attack.
        assumptions: what was taken for granted where the text does not say.
    """

    facts: AttackFacts
    assumptions: tuple[str, ...]


def read_attack(text: str, rules: Ruleset, beside: Mapping[str, str] | None = None) -> AttackText:
    """An attack from a line of text.

    beside: circumstances that are given apart from the text, by their names.
    Raises NotationError for what cannot be read, UnknownName for a word that no chart knows; both name the part.

    >>> from europa_rules import load
    >>> read_attack("14-10 Pz XX (U-2) vs 11 DF in rough, fort; DAS 7", load("fof")).facts.das
    Fraction(7, 1)
    """
    written = need_text(text, "an attack such as '14-10 Pz XX vs 5-6 Inf XX'")
    if len(written) > LONGEST:
        raise NotationError(f"{shortened(written)}: an attack has at most {LONGEST} characters")
    body, *clauses = (part for _, part in _cut(written.strip(), ";"))
    reader = _Reader(rules, _circumstances(clauses, beside or {}))
    sides = [part for _, part in _cut(body, r"(?<!\S)(?:vs?\.?|versus)(?!\S)")]
    if len(sides) != 2 or not all(sides):
        raise NotationError(f"{written!r} is no attack; write it as '{FORM}'")
    return reader.attack(*sides)


def _cut(text: str, separator: str) -> list[tuple[str, str]]:
    """`text` cut at a separator (a pattern), but not inside quotation marks or brackets: (separator before, part)."""
    parts = [("", "")]
    for match in re.finditer(rf"{_KEPT}|(?P<cut>{separator})|.", text, re.DOTALL | re.IGNORECASE):
        if match["cut"]:
            parts.append((match["cut"].lower(), ""))
        else:
            parts[-1] = (parts[-1][0], parts[-1][1] + match[0])
    return [(word, part.strip()) for word, part in parts]


def _sections(text: str, words: Sequence[str]) -> dict[str, str]:
    """A text by the words that begin its sections; what stands before the first of them under "".

    Raises NotationError for a word without anything after it, or one that comes twice.
    """
    found: dict[str, str] = {}
    for word, part in _cut(text, rf"(?<!\S)(?:{'|'.join(words)})(?!\S)"):
        if word in found:
            raise NotationError(f"{text!r}: '{word}' comes twice; name everything once, with commas between")
        if not part:
            missing = f"nothing stands after '{word}'" if word else "no unit is named"
            raise NotationError(f"{text!r}: {missing}; write it as '{FORM}'")
        found[word] = part
    return found


# --- circumstances ---------------------------------------------------------------------------------------------------

CIRCUMSTANCES = {
    "weather": "weather",
    "water": "water",
    "turn": "turn",
    "country": "country",
    "ground support": "ground support",
    "GS": "ground support",
    "defensive air support": "defensive air support",
    "DAS": "defensive air support",
    "naval gunfire": "naval gunfire",
    "NGS": "naval gunfire",
    "defensive naval gunfire": "defensive naval gunfire",
    "defensive NGS": "defensive naval gunfire",
    "AECA": "AECA",
    "AECD": "AECD",
    "ATEC": "ATEC",
    "modifier": "modifier",
    ATTACKERS: ATTACKERS,
    DEFENDERS: DEFENDERS,
}
"""The words that begin a circumstance, and the name under which it is kept."""

_PROPORTIONS = {"AECA": AECA, "AECD": AECD, "ATEC": ATEC}
_SEVERAL = ("modifier", ATTACKERS, DEFENDERS)


def _circumstances(clauses: Iterable[str], beside: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {name: (value,) for name, value in beside.items()}
    for clause in clauses:
        if not clause:
            continue
        name, value = _clause(clause)
        if name in found and name not in _SEVERAL:
            raise NotationError(f"{clause!r}: {name} is told twice")
        found[name] = (*found.get(name, ()), value)
    return found


def _clause(text: str) -> tuple[str, str]:
    """A circumstance: its name, and what is said."""
    for word in sorted(CIRCUMSTANCES, key=len, reverse=True):
        if text.lower().startswith(word.lower()) and not text[len(word) : len(word) + 1].strip():
            value = text[len(word) :].strip()
            if not value:
                raise NotationError(f"{text!r}: nothing stands after '{word}'")
            return CIRCUMSTANCES[word], value
    first = text.split(None, 1)[0]
    raise unknown("circumstance", first if nearest(first, CIRCUMSTANCES) else text, CIRCUMSTANCES)


# --- marks of pieces -------------------------------------------------------------------------------------------------


def _noting(name: str, value: str) -> Callable[[Combatant], Combatant]:
    return lambda who: evolve(who, situation={**who.situation, name: value})


def _as_neutral(who: Combatant) -> Combatant:
    return evolve(who, elections=dict.fromkeys((AECA, AECD, ATEC), "neutral"))


def _two_hexes_off(who: Combatant) -> Combatant:
    return evolve(who, distance=2)


def _retreated_here(who: Combatant) -> Combatant:
    return evolve(who, retreated_here=True)


MARKS: Mapping[str, Callable[[Combatant], Combatant]] = {
    "out of supply": _noting(TURNS_OUT, "1"),
    "isolated": _noting(ISOLATION, YES),
    "supported": _noting(SUPPORTED_BY, "what is told"),
    "halved": _noting(FURTHER_HALVINGS, "1"),
    "quartered": _noting(FURTHER_HALVINGS, "2"),
    "neutral": _as_neutral,
}
"""What may stand in parentheses after a piece, beside U-1, U-2 and so on for its turn out of supply."""

MARKS_OF = {
    ATTACKERS: {**MARKS, "two hexes off": _two_hexes_off},
    DEFENDERS: {**MARKS, "retreated here": _retreated_here},
}


def _marks_off(part: str) -> tuple[str, str]:
    """A piece, and the marks in all the parentheses after it, listed."""
    piece, marks = part, ""
    while marked := _MARKED.match(piece):
        piece, marks = marked["piece"], f"{marked['marks']}, {marks}" if marks else marked["marks"]
    return piece, marks


def _refuse_brackets(part: str, piece: str) -> None:
    """Raise NotationError for brackets of a piece that are neither its cadre's, nor facts, nor in quotation marks."""
    found = _BRACKET.search(_SET_APART.sub(" ", _CADRE.sub(r"\1", piece)))
    if found:
        raise NotationError(
            f"{part!r}: {found[0].strip()!r} can be no part of a piece; its marks stand at the end in parentheses that "
            f"are closed, such as '(U-2, isolated)', and a name with brackets stands in quotation marks"
        )


def _refuse_marks_as_name(part: str, name: str, role: str) -> None:
    """Raise NotationError for a name that is a mark without its parentheses, or words that belong elsewhere."""
    words = name.lower()
    mark = next((m for m in MARKS_OF[role] if f" {words}".endswith(f" {m}")), "") or (
        name if _TURNS_OUT.match(words) else ""
    )
    if mark:
        raise NotationError(f"{part!r}: write the mark as '({mark})', or a name that is alike in quotation marks")
    misplaced = _ELSEWHERE.search(name)
    if misplaced:
        raise NotationError(f"{part!r}: {name[misplaced.start() :]!r} stands among {role}; write it as '{FORM}'")


def _mark(who: Combatant, text: str, role: str) -> Combatant:
    """A unit with the marks that a text lists."""
    for word in (w.strip() for w in text.split(",")):
        turns = _TURNS_OUT.match(word.lower())
        change = _noting(TURNS_OUT, turns[1]) if turns else MARKS_OF[role].get(word.lower())
        if change is None:
            raise unknown(f"mark of {role}", word, (*MARKS_OF[role], "U-2"))
        marked = change(who)
        tells_anew = len(marked.situation) == len(who.situation) and marked.situation != who.situation
        if marked == who or tells_anew:
            raise NotationError(f"'{word}' of {who.name}: what this mark says is told twice")
        who = marked
    return who


# --- the reader ------------------------------------------------------------------------------------------------------


@define
class _Group:
    """Attackers from one hex, or the defenders."""

    units: list[Combatant] = field(factory=list)
    told: list[tuple[str, Number]] = field(factory=list)
    nations: list[str] = field(factory=list)


@define
class _Reader:
    """An attack while it is read."""

    rules: Ruleset
    told: Mapping[str, tuple[str, ...]]
    assumptions: dict[str, None] = field(factory=dict)

    def attack(self, attack: str, defense: str) -> AttackText:
        attacking, defending = self.rules.variant.usual_nations
        there = _sections(defense, ("in", "across"))
        texts = [part for _, part in _cut(attack, r"\+")]
        across = there.get("across", "")
        groups = [self.attackers(text, number if len(texts) > 1 else 0, across) for number, text in enumerate(texts, 1)]
        if across and not any(group.units for group in groups):
            raise _needs_no_hexside(across)
        held = self.group(there[""], DEFENDERS, "target", defending)
        facts = AttackFacts(
            attackers=tuple(self.mark_all([who for group in groups for who in group.units], ATTACKERS)),
            defenders=tuple(self.mark_all(held.units, DEFENDERS)),
            ground=self.ground(there.get("in", "clear")),
            gs=self.strength("ground support"),
            das=self.strength("defensive air support"),
            attack_naval=self.strength("naval gunfire"),
            defense_naval=self.strength("defensive naval gunfire"),
            attacking=self.rules.side_of(next((n for group in groups for n in group.nations), attacking)),
            defending=self.rules.side_of(next(iter(held.nations), defending)),
            turn=self.turn(),
            attack_told=tuple(told for group in groups for told in group.told),
            defense_told=tuple(held.told),
            proportions=self.proportions(),
            modifiers_told=tuple(_modifier(text) for text in self.told.get("modifier", ())),
        )
        self.note_useless_fortification(facts)
        return AttackText(facts, tuple(self.assumptions))

    # --- units ---

    def attackers(self, text: str, number: int, across: str) -> _Group:
        """The attackers from one hex; number: that of the hex, 0 for the only one."""
        sections = _sections(text, ("across",))
        own = sections.get("across", "")
        group = self.group(sections[""], ATTACKERS, f"hex {number}" if number else "one hex", self.usual(ATTACKERS))
        if own and not group.units:
            raise _needs_no_hexside(own)
        hexside, border = self.hexside(own or across)
        group.units = [evolve(who, hexside=hexside, across_border=border) for who in group.units]
        return group

    def usual(self, role: str) -> str:
        attacking, defending = self.rules.variant.usual_nations
        return attacking if role == ATTACKERS else defending

    def group(self, text: str, role: str, stands_in: str, nation: str) -> _Group:
        group = _Group()
        where = role if stands_in in ("target", "one hex") else f"{role}, {stands_in}"
        _refuse_decimal_comma(text, where)
        for _, part in _cut(text, ","):
            try:
                self.add(part, role, stands_in, nation, group)
            except (NotationError, UnknownName) as error:
                raise type(error)(f"{where}: {error}") from None
        return group

    def add(self, part: str, role: str, stands_in: str, nation: str, group: _Group) -> None:
        """Read one part of a group: a piece, several alike, or a strength alone."""
        marked = _MARKED.match(part)
        piece, marks = _marks_off(part)
        strength = _STRENGTH.match(piece)
        if strength and marked:
            raise NotationError(f"{part!r}: {_AS_IT_IS}; leave '({marks})' out")
        if strength:
            value = _at_least_nothing(strength["after"] or strength["before"], part)
            group.told.append((_in_hex("strength told", stands_in), value))
            group.nations += [self.rules.nations.find(strength["nation"]).code] if strength["nation"] else []
            return
        _refuse_brackets(part, piece)
        notation = notation_of(self.rules)
        for unit in self.parse(piece, role, nation):
            if isinstance(unit, AirUnit):
                raise NotationError(f"{part!r} is an air unit; give its strength as 'GS 3' or 'DAS 3'")
            if isinstance(unit, NavalUnit):
                raise NotationError(f"{part!r} is a naval unit; only ground units attack and are attacked")
            if unit.name and '"' not in piece:
                self.note_name(unit.name, part, role)
            name = notation.write(unit)
            same = sum(who.unit == unit for who in group.units)
            label = _in_hex(name, stands_in)
            who = Combatant(unit, f"{label} ({same + 1})" if same else label, stands_in)
            group.units.append(_mark(who, marks, role) if marked else who)
            group.nations.append(unit.nation)

    def note_name(self, name: str, part: str, role: str) -> None:
        """What stands behind a piece is its name; that words were taken for one is told."""
        _refuse_marks_as_name(part, name, role)
        if not any(c.isdigit() for c in name):
            self.assumptions[f"'{name}' is the name of a piece"] = None

    def parse(self, piece: str, role: str, nation: str) -> tuple[AnyUnit, ...]:
        notation = notation_of(self.rules)
        try:
            return notation.parse_list(piece)
        except NotationError:
            found = notation.parse_list(piece, nation)
        people = self.rules.nations.find(nation).people
        self.assumptions[f"{role} without a nation are {people}"] = None
        return found

    def mark_all(self, units: list[Combatant], role: str) -> list[Combatant]:
        """The units with what is said of all of them."""
        for text in self.told.get(role, ()):
            if not units:
                raise NotationError(f"'{role} {text}': {_AS_IT_IS}; name pieces")
            units = [_mark(who, text, role) for who in units]
        return units

    # --- ground ---

    def hexside(self, text: str) -> tuple[tuple[str, ...], bool | None]:
        """The features of a hexside, and whether it is a border, where that is said."""
        border: bool | None = None
        features = []
        for word in (w.strip() for w in text.split(",") if w.strip()):
            if word in ("border", "no border"):
                if border is not None:
                    raise NotationError(f"'across {text}': whether it is a border is told twice")
                border = word == "border"
                continue
            name = word.removesuffix(" hexside").replace(" ", "_")
            self.rules.charts.terrain_effects.hexside(name)
            if name in features:
                raise NotationError(f"'across {text}': '{word}' is told twice")
            features.append(name)
        return tuple(features), border

    def ground(self, text: str) -> Ground:
        terrain, city, overlays = "", "", list[str]()
        fortification: Fortification | None = None
        effects = self.rules.charts.terrain_effects
        for part in (p.strip() for p in text.split(",")):
            word = part.replace(" ", "_")
            size = word.removesuffix("_city").removesuffix("_major")
            kind = "" if word in effects.hexes or size in effects.cities else self.fortification_kind(part)
            if size in effects.cities:
                city = _once(city, size, "city", text)
            elif word in effects.overlay_terrains:
                if word in overlays:
                    raise NotationError(f"{text!r}: '{part}' is told twice")
                overlays.append(word)
            elif word in effects.hexes:
                terrain = _once(terrain, word, "terrain", text)
            elif kind:
                _once(fortification.kind if fortification else "", kind, "fortification", text)
                fortification = self.fortification(part, kind)
            elif word == "major_city":
                raise NotationError(f"{part!r}: say how much of the hex it fills: 'partial city' or 'full city'")
            else:
                known = [*effects.hexes, *(f"{s} city" for s in effects.cities), *self.fortification_kinds()]
                raise unknown("terrain, city or fortification", part, known)
        found = fortification or Fortification()
        return Ground(
            terrain or "clear",
            tuple(overlays),
            city,
            found.kind,
            found.strength,
            found.condition,
            self.weather(),
            self.country(),
            self.water(),
        )

    def fortification_kinds(self) -> tuple[str, ...]:
        """The kinds of fortification that a hex may have."""
        charts = self.rules.charts
        of_hexsides = {charts.terrain_effects.hexside(name).fortification for name in charts.terrain_effects.hexsides}
        rows = (row for row in charts.fortification_effects.rows if row not in of_hexsides)
        return tuple(dict.fromkeys(of_row(row).kind for row in rows))

    def fortification_kind(self, text: str) -> str:
        printed = _PRINTED.match(text)
        words = (printed["words"] if printed else text).split()
        kind = "_".join(words[1:] if words[:1] and words[0] in CONDITIONS else words)
        return kind if kind in self.fortification_kinds() else ""

    def fortification(self, text: str, kind: str) -> Fortification:
        """A fortification such as "fort", "improved fortress" or "westwall 2"."""
        words, chart = kind.replace("_", " "), self.rules.charts.fortification_effects
        printed = _PRINTED.match(text)
        told = next((c for c in CONDITIONS if text.split()[0] == c), "")
        row = Fortification(kind, told).row(self.rules)
        condition = of_row(row).condition
        if told != condition and told:
            raise NotationError(f"{text!r}: a {words} is not improved or unimproved here; write '{words}'")
        if condition and not told and sum(f"{kind}_{c}" in chart for c in CONDITIONS) > 1:
            self.assumptions[f"the {words} is {condition}"] = None
        is_printed = chart[row].combat.drm is None
        if is_printed and not printed:
            raise NotationError(f"{text!r}: the number printed in the hex is missing; write such as '{text} 2'")
        if printed and not is_printed and not told:
            raise NotationError(f"{text!r}: no number counts for a {words}; write '{words}'")
        return Fortification(kind, condition, int(printed["number"]) if printed else 0)

    def note_useless_fortification(self, facts: AttackFacts) -> None:
        """A fortification may serve one side only; that it does not serve this one is told."""
        row = fortification_row(facts.ground, self.rules)
        if row:
            ruling = self.rules.forbid("fortification", FortificationUse(row, facts.defending))
            self.assumptions |= {f"the {facts.ground.fortification} does not count: {r}": None for r in ruling.refusals}

    # --- circumstances ---

    def text(self, name: str) -> str:
        return self.told[name][0] if name in self.told else ""

    def weather(self) -> str:
        weather = self.text("weather") or "clear"
        self.rules.charts.armor_effects.use_in(weather)
        return weather

    def water(self) -> str:
        water = self.text("water") or "open"
        if water not in STATES:
            raise unknown("state of the water", water, STATES)
        return water

    def country(self) -> str:
        country = self.text("country")
        return self.rules.nations.find(country).country if country else ""

    def turn(self) -> Turn | None:
        turn = self.text("turn")
        if not turn:
            self.assumptions["no turn is told, so nothing depends on the date"] = None
            return None
        found, record = Turn.parse(turn), self.rules.charts.turn_record.turns
        if str(found) not in record:
            raise NotationError(f"{turn!r} is no turn of this game, which lasts from {record[0]} to {record[-1]}")
        return found

    def strength(self, name: str) -> Fraction:
        text = self.text(name)
        _refuse_decimal_comma(text, name)
        if "," in text:
            raise NotationError(f"'{name} {text}': put semicolons, not commas, between circumstances")
        return _at_least_nothing(text, f"{name} {text}") if text else ZERO

    def proportions(self) -> dict[str, Fraction]:
        return {category: _proportion(self.text(n), n) for n, category in _PROPORTIONS.items() if n in self.told}


def _in_hex(name: str, stands_in: str) -> str:
    """A name for ledgers; the hex is told where there are several."""
    return f"{name}, {stands_in}" if stands_in.startswith("hex") else name


def _needs_no_hexside(hexside: str) -> NotationError:
    return NotationError(f"'across {hexside}': {_AS_IT_IS}; leave the hexside out, or name pieces")


def _once(before: str, now: str, what: str, text: str) -> str:
    if before:
        raise NotationError(f"{text!r} names two of {what}: {before.replace('_', ' ')} and {now.replace('_', ' ')}")
    return now


def _refuse_decimal_comma(text: str, where: str) -> None:
    """A comma parts what is listed; a number with one is told from two things."""
    match = _COMMA.search(text)
    if match:
        number = Fraction(f"{match['whole']}.{match['parts']}")
        raise NotationError(f"{where}: {match['text']!r}: a number has no comma; write the fraction {number}")


def _at_least_nothing(text: str, whole: str) -> Fraction:
    try:
        found = exact(text)
    except NotationError as error:
        raise NotationError(f"{whole!r}: {error}") from None
    if found < ZERO:
        raise NotationError(f"{whole!r}: strength is never less than 0")
    return found


def _proportion(text: str, name: str) -> Fraction:
    found = _at_least_nothing(text, f"{name} {text}")
    if found > ONE:
        raise NotationError(f"'{name} {text}': a proportion is from 0 to 1, such as 1/7")
    return found


def _modifier(text: str) -> tuple[str, Number]:
    match = _MODIFIER.match(text)
    if not match:
        raise NotationError(
            f"'modifier {text}': expected a whole number and its reason, such as 'modifier -1 flooding'"
        )
    return match["why"] or "as told", int(match["number"])
