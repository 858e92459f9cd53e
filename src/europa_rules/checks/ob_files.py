"""Checks of orders of battle: the text, then what its lines say against charts, map and turn record.

Needs a file `*.ob`. Lines that cannot be read are told and left out; the others are looked at all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from attrs import frozen

from europa_rules.air_units import AirUnit
from europa_rules.checks.kinds import Kind, Surroundings
from europa_rules.checks.pieces import Oddity, has_size, named_turn_oddity, oddities, turn_oddity
from europa_rules.checks.places import hex_oddity, place_oddity
from europa_rules.errors import DataError, Fault, is_misspelt, nearest
from europa_rules.ground.facts import Ground
from europa_rules.ground.stacking import StackFacts, fortifications_at, rule_on_stack
from europa_rules.hexes import Hex
from europa_rules.orders_of_battle.bundled import SUFFIX
from europa_rules.orders_of_battle.lines import Counters, Entry, Heading, Named, OrderOfBattle, Place
from europa_rules.orders_of_battle.reading import PLACE_WORDS, nation_words, parse_ob
from europa_rules.position_notation import AnyUnit
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.unit_types import UnitTypes
from europa_rules.units import Unit

INITIAL = "initial forces"
STATUSES = ("reconstructed", "printed")
"""What the head may say of how far to trust an order of battle."""
_NAMED_PLACES = frozenset({"town", "in", "district", "box"})
_HEADING_PLACE = re.compile(r"^[A-Z][^#]* @ ([a-z]+)\b[^#]*:\s*\Z")
_NUMBER_FIRST = re.compile(r"\d+ [A-Z][a-z]+\Z")
_NUMBER_LAST = re.compile(r"([A-Z][a-z]+) (\d+)\Z")
_A_HEX = re.compile(r"\d+[A-Z]?:\d{3,}\Z")
_A_TURN = re.compile(r"\b[A-Z][a-z]{2} [A-Z]+ \d+\b")


def ob_faults(place: Path, around: Surroundings) -> list[Fault]:
    """Every fault of an order of battle."""
    try:
        text = place.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        return [Fault(str(place), "the file", str(error), "a text file in UTF-8")]
    games = around.rules_of(place)
    unread, kept = _read(text, str(place), games[0].types if games else None)
    told = {fault.line for fault in unread}
    unread += [fault for fault in _army_faults(text, str(place)) if fault.line not in told]
    unread = [fault for fault in unread if not _follows(fault, unread, text)]
    said = [list(_entry_faults(kept, text, str(place), rules)) for rules in games] if kept else []
    return [*unread, *min(said, key=len, default=[])]


def _read(text: str, file: str, types: UnitTypes | None) -> tuple[list[Fault], OrderOfBattle | None]:
    """The faults of the lines that cannot be read, and the order of battle of the others."""
    found: list[Fault] = []
    while True:
        try:
            return found, parse_ob(text, file, types)
        except DataError as error:
            new = [fault for fault in error.faults if fault not in found]
            lines = {fault.line for fault in new} - {0}
            found += new
            if not lines:
                return found, None
            text = "\n".join("" if n in lines else line for n, line in enumerate(text.split("\n"), 1))


def _entry_faults(ob: OrderOfBattle, text: str, file: str, rules: Ruleset) -> Iterator[Fault]:
    yield from _turn_faults(text, file, rules)
    yield from _status_faults(text, file)
    yield from _side_faults(text, file, rules)
    yield from _source_faults(ob, text, file)
    yield from _unsourced_faults(ob, file)
    yield from _identification_faults(ob, file)
    for heading, entry in ob.entries():
        for oddity in _entry_oddities(heading, entry, rules):
            yield oddity.at(file, f"line {entry.line}")
    if ob.start is None or ob.start == rules.variant.first_turn:
        yield from _soil_faults(ob, file, rules)
    yield from _stack_faults(ob, file, rules)
    yield from _twin_faults(ob, file)
    yield from _unmarked_faults(ob, file)


# --- lines of the head and headings ----------------------------------------------------------------------------------


def _turn_faults(text: str, file: str, rules: Ruleset) -> Iterator[Fault]:
    """Turns of headings and of the head that are none of the game's."""
    for number, line in enumerate(text.split("\n"), 1):
        for turn in _A_TURN.findall(line) if line.strip().startswith(("=", "start ")) else ():
            oddity = named_turn_oddity(turn, rules)
            if oddity:
                yield oddity.at(file, f"line {number}, turn")


def _status_faults(text: str, file: str) -> Iterator[Fault]:
    for number, line in enumerate(text.split("\n"), 1):
        head, _, status = line.strip().partition(" ")
        word = status.strip(' "')
        if head == "status" and word not in STATUSES:
            yield Fault(file, f"line {number}, status", f"'{word}'", " or ".join(STATUSES), nearest(word, STATUSES))


def _side_faults(text: str, file: str, rules: Ruleset) -> Iterator[Fault]:
    known = {str(side).lower(): str(side) for side in (*rules.variant.sides, NEUTRAL)}
    for number, line in enumerate(text.split("\n"), 1):
        head, _, name = line.strip().partition(" ")
        if head == "SIDE" and name.strip('" ').lower() not in known:
            expected = f"one of {', '.join(known.values())}"
            yield Fault(file, f"line {number}, SIDE", f"'{name}'", expected, nearest(name, known.values()))


def _army_faults(text: str, file: str) -> Iterator[Fault]:
    """Army lines whose nation is misspelt or not in capitals, or whose place begins with no word that is known."""
    nations = nation_words()
    for number, line in enumerate(text.split("\n"), 1):
        word = line.rstrip(" :").partition(" ")[0].partition("[")[0]
        near = nearest(word.upper(), nations) if line.rstrip().endswith(":") else ""
        if near and (_is_nearly_capital(word) or (word.isupper() and is_misspelt(word, near))):
            yield Fault(file, f"line {number}, nation", f"'{word}'", f"a nation in capitals, such as {near}", near)
        place = _HEADING_PLACE.search(line)
        if place and place[1] not in PLACE_WORDS:
            expected = f"a hex, the name of a town, or {', '.join(PLACE_WORDS)} with a name"
            yield Fault(file, f"line {number}, place", f"'{place[1]}'", expected, nearest(place[1], PLACE_WORDS))


def _follows(fault: Fault, others: Iterable[Fault], text: str) -> bool:
    """Whether a line lacks its nation because that of the army line above it cannot be read."""
    lines = text.split("\n")[: fault.line - 1]
    army = max((number for number, line in enumerate(lines, 1) if line.rstrip().endswith(":")), default=0)
    return _NO_NATION in fault.expected and any(other.line == army for other in others)


_NO_NATION = "stands where the nation should"


def _is_nearly_capital(word: str) -> bool:
    """Whether a word is in capitals but for a letter in small: a nation with a typo."""
    return not word.isupper() and len(word) > 1 and sum(c.isupper() for c in word) == len(word) - 1


def _source_faults(ob: OrderOfBattle, text: str, file: str) -> Iterator[Fault]:
    """Sources that no line names: the code of one is misspelt, or the line is not needed."""
    used = {code for _, entry in ob.entries() for code in entry.sources}
    for number, line in enumerate(text.split("\n"), 1):
        head, _, rest = line.strip().partition(" ")
        code = rest.partition("=")[0].strip()
        if head == "source" and code in ob.sources and code not in used:
            yield Fault(file, f"line {number}, source", f"'{code}', which no line names", "a source of some line")


def _unsourced_faults(ob: OrderOfBattle, file: str) -> Iterator[Fault]:
    """Lines that name no source, in an order of battle that has sources."""
    for _, entry in ob.entries():
        if ob.sources and not entry.sources:
            yield Fault(file, f"line {entry.line}", "no source", f"one of {', '.join(ob.sources)} in braces")


def _identification_faults(ob: OrderOfBattle, file: str) -> Iterator[Fault]:
    """Divisions whose number stands behind the name, where it stands before the name of others."""
    named = [(unit.name, entry.line) for _, entry in ob.entries() for unit in _named_divisions(entry)]
    usual = next((name for name, _ in named if _NUMBER_FIRST.match(name)), "")
    for name, line in named:
        turned = _NUMBER_LAST.match(name)
        if usual and turned:
            right = f"{turned[2]} {turned[1]}"
            yield Fault(file, f"line {line}", f"'{name}'", f"the number before the name, as in '{usual}'", right)


def _named_divisions(entry: Entry) -> Iterator[Named]:
    for counters in (*entry.counters, *entry.becomes, *entry.or_becomes):
        if isinstance(counters.piece, Unit) and counters.piece.size == "division":
            yield from counters.named


# --- entries ---------------------------------------------------------------------------------------------------------


def _entry_oddities(heading: Heading, entry: Entry, rules: Ruleset) -> Iterator[Oddity]:
    for counters in (*entry.counters, *entry.becomes, *entry.or_becomes):
        yield from _counter_oddities(counters, rules)
        for at in _places(counters):
            yield from _place_oddities(at, counters.piece, rules)
    for at in entry.at:
        yield from _place_oddities(at, None, rules)
    late = turn_oddity(entry.full, rules) if entry.full else None
    if late:
        yield late
    if entry.full and heading.turn and entry.full < heading.turn:
        yield Oddity(f"full {entry.full}", f"a turn not before {heading.turn}")


def _counter_oddities(counters: Counters, rules: Ruleset) -> Iterator[Oddity]:
    if isinstance(counters.piece, Unit | AirUnit):
        yield from oddities(counters.piece, rules)
    named = [unit.name for unit in counters.named if unit.name]
    twice = sorted({name for name in named if named.count(name) > 1 and not isinstance(counters.piece, AirUnit)})
    if twice and len(set(named)) > 1:
        yield Oddity(f"{', '.join(twice)} more than once", "each unit once")


def _places(counters: Counters) -> Iterable[Place]:
    return dict.fromkeys(chain(counters.at, *(unit.at for unit in counters.named)))


def _place_oddities(at: Place, piece: AnyUnit | None, rules: Ruleset) -> Iterator[Oddity]:
    if at.hex:
        strange = hex_oddity(at.hex, rules)
        if strange:
            yield strange
        elif isinstance(piece, Unit) and at.hex in rules.board.index and not rules.board.has_land(at.hex):
            yield Oddity(f"a ground unit in {at.hex}, a hex of {rules.board.surface(at.hex)}", "a hex with land")
    bracket = _bracket_oddity(at)
    if bracket:
        yield bracket
    elif at.kind in _NAMED_PLACES:
        strange = _kind_oddity(at) or place_oddity(at.name, rules)
        if strange:
            yield strange


def _kind_oddity(at: Place) -> Oddity | None:
    """What is wrong with the name of a town that begins with no capital letter: a hex, or a word such as "in"."""
    word = at.name.partition(" ")[0]
    near = nearest(word, PLACE_WORDS) if word and not word[0].isupper() else ""
    if at.kind != "town" or not word or word[0].isupper() or not (near or at.name.isascii()):
        return None
    return Oddity(f"'{word}'", f"a hex, the name of a town, or {', '.join(PLACE_WORDS)} with a name", near)


def _bracket_oddity(at: Place) -> Oddity | None:
    """What is wrong with a place whose brackets hold no hex."""
    inside = at.name.rpartition("(")[2].rstrip(")") if at.name.endswith(")") and not at.hex else ""
    if not inside or inside.isdigit() or inside[0].isupper():
        return None
    return Oddity(f"'{inside}'", "a hex in brackets, such as (16A:1506)")


# --- the initial forces on the map -----------------------------------------------------------------------------------


@frozen
class _Deployed:
    """A ground unit of the initial forces in the one hex that it is given."""

    unit: Unit
    side: Side
    hex: Hex
    line: int


def _deployed(ob: OrderOfBattle, rules: Ruleset) -> Iterator[_Deployed]:
    known: Mapping[str, Side] = {str(side).lower(): side for side in (*rules.variant.sides, NEUTRAL)}
    for heading, entry in ob.entries():
        if heading.part != INITIAL or entry.action != "deploy":
            continue
        for unit, at in entry.each():
            if isinstance(unit, Unit) and has_size(unit, rules) and len(at) == 1 and at[0].hex in rules.board.index:
                side = known.get(str(heading.side).lower()) or rules.side_of(unit.nation)
                yield _Deployed(unit, side, at[0].hex, entry.line)


def _soil_faults(ob: OrderOfBattle, file: str, rules: Ruleset) -> Iterator[Fault]:
    """Units that stand on enemy or neutral soil when play begins."""
    for here in _deployed(ob, rules):
        owner = rules.owner_at_start(here.hex)
        at_home = rules.board.country(here.hex) == rules.nations.by_code[here.unit.nation].country
        if owner != here.side and not at_home and rules.board.has_land(here.hex):
            found = f"a unit of {here.side} in {here.hex}, which is {owner} at the start"
            yield Fault(file, f"line {here.line}", found, f"a hex of {here.side}")


def _stack_faults(ob: OrderOfBattle, file: str, rules: Ruleset) -> Iterator[Fault]:
    stacks: dict[tuple[Side, Hex], list[_Deployed]] = {}
    for here in _deployed(ob, rules):
        stacks.setdefault((here.side, here.hex), []).append(here)
    for (side, ref), stack in stacks.items():
        ground = Ground(terrain=rules.board.terrain(ref))
        facts = StackFacts(tuple(here.unit for here in stack), ground, fortifications_at(ref, rules))
        for refusal in rule_on_stack(facts, rules).refusals:
            lines = ", ".join(str(line) for line in dict.fromkeys(here.line for here in stack))
            found = f"{side} in {ref} (lines {lines}): {refusal.why}"
            yield Fault(file, f"line {stack[-1].line}", found, "a stack within the limit")


def _twin_faults(ob: OrderOfBattle, file: str) -> Iterator[Fault]:
    """Ground units of the initial forces that a line before has deployed already."""
    lines: dict[object, int] = {}
    for heading, entry in ob.entries():
        if heading.part != INITIAL or entry.action != "deploy":
            continue
        for unit, _ in entry.each():
            if isinstance(unit, Unit) and unit.name and lines.setdefault(unit, entry.line) != entry.line:
                found = f"{unit.name}, which line {lines[unit]} has deployed already"
                yield Fault(file, f"line {entry.line}", found, "each unit once")


def _unmarked_faults(ob: OrderOfBattle, file: str) -> Iterator[Fault]:
    """Units whose name ends in a hex: the place stands there without its mark."""
    for _, entry in ob.entries():
        for counters in entry.counters:
            for unit in counters.named:
                name, _, ref = unit.name.rpartition(" ")
                if _A_HEX.match(ref):
                    yield Fault(file, f"line {entry.line}", f"'{unit.name}'", f"'@' before the place: '{name} @ {ref}'")


KIND = Kind("order of battle", lambda place: place.suffix == SUFFIX and place.is_file(), ob_faults)
