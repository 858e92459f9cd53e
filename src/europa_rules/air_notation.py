"""An air operation over its target in one line of text, for calculators.

"8F6, 9F7 bypassing vs 6F6 escort, 2x 4B5 3-7/26 ground support; AA 7; turn Jun II 44": the reacting player's fighters
before "vs", the initiating player's air units after it, and the circumstances between semicolons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from attrs import evolve

from europa_rules.air.aa_strength import AaInHex
from europa_rules.air.flights import BOMBING, ESCORT, mission_named
from europa_rules.air_chances import BYPASSING, ENGAGING, PATROLLING, AirSituation, Kind
from europa_rules.air_units import AirRating
from europa_rules.charts.air_missions import FAMILIES
from europa_rules.errors import NotationError, nearest, need_text, shortened
from europa_rules.position_notation import MOST_COPIES
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn

FORM = (
    "write such as '8F6, 9F7 bypassing vs 6F6 escort, 2x 4B5 ground support; AA 7': how many, the rating, what it flies"
)
FLAGS = ("extended", "jettisoned", "torpedoes")
GROUPS = {"engaging": ENGAGING, "bypassing": BYPASSING, "patrol attack": PATROLLING, "patrol": PATROLLING}
_COUNT = re.compile(r"(?P<number>\d{1,20})\s*[x×]\s*")
_LIKE_A_COUNT = re.compile(r"\A[-+\u2212]?\d[\d.]*\s*[x×]|\d\s?[x×](?!\S)")
_HEAD = re.compile(r"\d{1,2}[NJR]*(?:GHT|HF|HB|HT|GT|F|A|B|D|T)-?\d+\Z")
_VERSUS = re.compile(r"(?<!\S)(?:vs?\.?|versus)(?!\S)", re.IGNORECASE)
_LOADS = re.compile(r"[\d*A-Z/-]+\Z")
_MOST, _MOST_DIGITS = 30, 9


def _rating(words: list[str], text: str) -> tuple[str, AirRating, list[str]]:
    """The model before a rating, the rating, and the words after it."""
    heads = [n for n, word in enumerate(words) if _HEAD.match(word)]
    if not heads:
        raise NotationError(f"{text!r} has no air rating; {FORM}")
    if len(heads) > 1 and heads[0] == 0:
        told = f"{text!r}: {words[heads[1]]!r} stands after a rating"
        raise NotationError(f"{told}; put a comma between two air units, and a model before its rating")
    at = heads[-1]
    printed = [words[at], *takewhile(_LOADS.match, words[at + 1 :])]
    return " ".join(words[:at]), AirRating.parse(" ".join(printed)), words[at + len(printed) :]


def _missions(rules: Ruleset) -> dict[str, str]:
    """What an air unit may be said to fly, by its words: missions, their titles and families."""
    missions = rules.charts.air_missions.missions
    return {
        **{family: family for family in FAMILIES},
        **{mission.title: name for name, mission in missions.items()},
        **{name.replace("_", " "): name for name in missions},
    }


def _kind(text: str, reacting: bool, rules: Ruleset) -> Kind:
    """Air units that are all alike. Raises NotationError for what cannot be read, with what would be right."""
    count = _COUNT.match(text)
    number = int(count["number"]) if count else 1
    model, rating, words = _rating(text[count.end() :].split() if count else text.split(), text)
    if not 1 <= number <= MOST_COPIES or _LIKE_A_COUNT.search(model):
        raise NotationError(f"{shortened(text)}: expected a number of pieces from 1 to {MOST_COPIES}")
    flags = [word for word in words if word in FLAGS]
    twice = next((word for word in flags if flags.count(word) > 1), "")
    if twice:
        raise NotationError(f"{text!r}: {twice!r} is told twice")
    flown = " ".join(word for word in words if word not in FLAGS)
    known = dict(GROUPS) if reacting else _missions(rules)
    if flown and flown not in known:
        hint = nearest(flown, known)
        raise NotationError(f"{text!r}: {flown!r} is not flown here.{f' Did you mean {hint!r}?' if hint else ''}")
    group = GROUPS.get(flown, ENGAGING) if reacting else ""
    mission = _reacting_mission(group) if reacting else known.get(flown, BOMBING)
    name = " ".join(part for part in (model, rating.short, flown, *flags) if part)
    return Kind(name, rating, mission, group, number, *(flag in flags for flag in FLAGS))


def _reacting_mission(group: str) -> str:
    return "patrol_attack" if group == PATROLLING else "interception"


def _kinds(text: str, reacting: bool, rules: Ruleset) -> Iterator[Kind]:
    for part in text.split(","):
        if part.strip():
            yield _kind(part.strip(), reacting, rules)


def _joined(kinds: list[Kind]) -> tuple[Kind, ...]:
    """Kinds that are alike as one."""
    found: dict[str, Kind] = {}
    for kind in kinds:
        before = found.get(kind.name)
        found[kind.name] = evolve(kind, number=kind.number + before.number) if before else kind
    return tuple(found.values())


def _circumstances(texts: Iterable[str], situation: AirSituation) -> AirSituation:
    """The situation with its circumstances: "AA 7", "heavy AA 4", "light AA 2", "night" or "turn Jun II 44".

    "AA" and "light AA" are the same. Raises NotationError for what cannot be read, or is told twice.
    """
    told: dict[str, str] = {}
    for text in texts:
        name, value = _told(text)
        if name in told:
            raise NotationError(f"{text!r}: {name} is told twice")
        told[name] = value
    aa = AaInHex.of(int(told.get("heavy AA", 0)), int(told.get("AA", 0))) if {"AA", "heavy AA"} & set(told) else None
    turn = Turn.parse(told["turn"]) if "turn" in told else situation.turn
    return evolve(situation, aa=aa, night="night" in told, turn=turn)


def _told(text: str) -> tuple[str, str]:
    """A circumstance: its name, and what is said."""
    *words, last = text.split()
    kind = " ".join(words)
    if text == "night":
        return text, ""
    if words[:1] == ["turn"]:
        return "turn", text.removeprefix("turn").strip()
    if kind in ("AA", "light AA", "heavy AA") and last.isdecimal() and len(last) <= _MOST_DIGITS:
        return kind.removeprefix("light "), last
    hint = nearest(text, ("night", "AA 7", "heavy AA 4", "light AA 2", "turn Jun II 44"))
    raise NotationError(f"{text!r} is no circumstance{f'; did you mean {hint!r}?' if hint else ''}")


def read_air_situation(text: str, rules: Ruleset) -> AirSituation:
    """The air units and circumstances that a line of text tells of.

    Raises NotationError for what cannot be read, with what would be right.

    >>> from europa_rules import load
    >>> found = read_air_situation("8F6 vs 6F6 escort, 2x 4B5; AA 7", load("sf"))
    >>> [(kind.name, kind.number, kind.mission) for kind in found.kinds]
    [('8F6', 1, 'interception'), ('6F6 escort', 1, 'escort'), ('4B5', 2, 'bombing')]
    """
    forces, *circumstances = (part.strip() for part in need_text(text, FORM).split(";"))
    sides = _VERSUS.split(forces)
    if len(sides) > 2:
        raise NotationError(f"{shortened(text)}: 'vs' stands {len(sides) - 1} times, where it parts two sides; {FORM}")
    reacting = list(_kinds(sides[0], True, rules)) if len(sides) > 1 else []
    if len(sides) > 1 and not reacting:
        raise NotationError(f"{shortened(text)}: nothing stands before 'vs'; leave it out where nobody reacts")
    initiating = list(_kinds(sides[-1], False, rules))
    if not initiating:
        raise NotationError(f"{text!r}: no air units of an operation are named; {FORM}")
    kinds = _joined([*reacting, *initiating])
    if sum(kind.number for kind in kinds) > _MOST:
        raise NotationError(f"{text!r}: more than {_MOST} air units; split the operation")
    return _circumstances(filter(None, circumstances), AirSituation(_with_engagers(kinds, rules)))


def _with_engagers(kinds: tuple[Kind, ...], rules: Ruleset) -> tuple[Kind, ...]:
    """Interceptors of which nothing is said engage the screen, if there is one; else they go for the mission force."""
    screened = any(mission_named(kind.mission, rules)[1] == ESCORT for kind in kinds if not kind.group)
    if screened:
        return kinds
    return tuple(evolve(kind, group=BYPASSING) if kind.group == ENGAGING else kind for kind in kinds)
