"""The words that the facts of questions may be: which there are, and how one that is written otherwise is read.

Needs the table of words of a book of handlers; gives the facts of a question with every word as the table has it. A
word that nobody knows is refused with the nearest one and those there are, so that a slip of the pen is never answered.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import Any, cast

from attrs import field, frozen

from europa_rules.errors import BadQuestion, listed, nearest, nearly
from europa_rules.frozenmap import FrozenMap
from europa_rules.nations import normal
from europa_rules.ruleset import Ruleset

OTHERS = "*"
"""In a list of words: there are others beside these; only one that is nearly one of these is refused."""

FOR = " = "
"""In an entry of a list of words: the first stands for the second, "c/m = cm"."""

NAMES_AT_WILL = ".*"
"""After a fact: what its entries hold, whatever names they stand under."""

_ASK, _QUERY = "ask", "query"
_MOST_TOLD = 30
_NUMBER = re.compile(r"-?\d+(/\d+)?$")

WordsOfFacts = FrozenMap[str, tuple[str, ...]]


def _nations(rules: Ruleset) -> Iterable[str]:
    listed_nations = rules.nations.by_code.values()
    return (name for nation in listed_nations for name in (nation.country, nation.people, *nation.aliases, nation.code))


_TABLES: Mapping[str, Callable[[Ruleset], Iterable[str]]] = {
    "air_codes": lambda rules: rules.air_types.codes,
    "nations": _nations,
    "options": lambda rules: rules.known_options,
    "unit_types": lambda rules: rules.types.types,
}


@frozen
class QuestionWords:
    """The words of the questions of a book, by fact.

    Attributes:
        by_form: those of the questions named by "ask" and "what", and of those named by "query".
        by_question: those of one question, in place of the words of the others.

    >>> words = QuestionWords.from_tables({"ask": {"phase": ["initial", "combat"]}, "reckon dice": {"phase": []}})
    >>> words.of("reckon odds")["phase"], "phase" in words.of("reckon dice"), dict(words.of("legal attack"))
    (('initial', 'combat'), False, {})
    """

    by_form: FrozenMap[str, WordsOfFacts] = field(factory=FrozenMap)
    by_question: FrozenMap[str, WordsOfFacts] = field(factory=FrozenMap)

    @classmethod
    def read(cls, file: Traversable) -> QuestionWords:
        """The words in a TOML file."""
        return cls.from_tables(tomllib.loads(file.read_text(encoding="utf-8")))

    @classmethod
    def from_tables(cls, tables: Mapping[str, Mapping[str, Iterable[str]]]) -> QuestionWords:
        """The words in plain data, as TOML gives them; an empty list leaves a fact of one question free."""
        found = {name: FrozenMap({fact: tuple(words) for fact, words in t.items()}) for name, t in tables.items()}
        forms = {form: found.pop(form) for form in (_ASK, _QUERY) if form in found}
        return cls(FrozenMap(forms), FrozenMap(found))

    def of(self, question: str) -> WordsOfFacts:
        """The words of one question, by fact."""
        first, _, rest = question.partition(" ")
        form = _QUERY if not rest or first == "legal" else _ASK
        both = {**self.by_form.get(form, FrozenMap()), **self.by_question.get(question, FrozenMap())}
        return FrozenMap({fact: words for fact, words in both.items() if words})


def with_known_words(
    facts: Mapping[str, Any], words: WordsOfFacts, rules: Ruleset, names_at_will: frozenset[str] = frozenset()
) -> Mapping[str, Any]:
    """The facts of a question with each word as the table has it.

    names_at_will: facts whose entries stand under names of the asker's own. Raises BadQuestion, with the path, for a
    word that is not known.

    >>> from europa_rules import load
    >>> phases = FrozenMap({"phase": ("initial", "combat")})
    >>> with_known_words({"phase": "Combat", "turn": "May I 40"}, phases, load("fof"))
    {'phase': 'combat', 'turn': 'May I 40'}
    >>> with_known_words({"phase": "battle"}, FrozenMap({"phase": ("combat", "battle = combat")}), load("fof"))
    {'phase': 'combat'}
    >>> with_known_words({"phase": "cmbat"}, phases, load("fof"))
    Traceback (most recent call last):
    europa_rules.errors.BadQuestion: given.phase: 'cmbat' is not known. Did you mean 'combat'? ...
    """
    if not words:
        return facts
    return cast("Mapping[str, Any]", _Reading(words, rules, names_at_will).read(facts, "given"))


@frozen
class _Reading:
    words: WordsOfFacts
    rules: Ruleset
    names_at_will: frozenset[str]

    def read(self, value: object, path: str, fact: str = "") -> object:
        if isinstance(value, str):
            return self.word(value, path, self.words[fact]) if fact in self.words else value
        if isinstance(value, Mapping):
            at_will = fact + NAMES_AT_WILL if fact in self.names_at_will else ""
            return {key: self.read(inner, f"{path}.{key}", at_will or str(key)) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.read(item, f"{path}[{at}]", fact) for at, item in enumerate(value)]
        return value

    def word(self, word: str, path: str, words: tuple[str, ...]) -> str:
        if word in words or not word or _NUMBER.match(word):
            return word
        known = [name for entry in words if entry != OTHERS for name in names_behind(entry, self.rules)]
        meant = dict(entry.split(FOR) for entry in words if FOR in entry)
        plain = normal(word)
        alike = word if word in known else next((name for name in known if normal(name) == plain), "")
        if alike or (OTHERS in words and not nearly(word, known)):
            return meant.get(alike, alike) or word
        raise BadQuestion(f"{path}: {word!r} is not known. {told_words(word, known)}")


def names_behind(entry: str, rules: Ruleset) -> Iterable[str]:
    """The words that an entry of a list takes: itself, or after an "@" the names of a table or of chart rows.

    >>> from europa_rules import load
    >>> list(names_behind("combat", load("sf"))), list(names_behind("@terrain_effects.weather", load("sf")))[:2]
    (['combat'], ['clear', 'mud'])
    """
    if not entry.startswith("@"):
        return (entry.split(FOR)[0],)
    name, *path = entry.removeprefix("@").split(".")
    return _TABLES[name](rules) if name in _TABLES else rules.charts[name].rows(*path)


def words_in_short(words: Iterable[str], rules: Ruleset) -> str:
    """The words that a fact may be, as a list of questions shows them.

    >>> from europa_rules import load
    >>> words_in_short(("road", "@terrain_effects.weather", "*"), load("sf"))
    'road, clear, mud, frost, winter, snow, or others'
    """
    entries = tuple(words)
    known = [name for entry in entries if entry != OTHERS for name in names_behind(entry, rules)]
    return listed(known) + (", or others" if OTHERS in entries else "")


def told_words(word: str, known: Iterable[str]) -> str:
    """What an error says of the words there are beside one that is not known: the nearest, and all.

    >>> told_words("hihg", ["high", "low"])
    "Did you mean 'high'? It is one of high, low."
    """
    words = list(known)
    hint = nearest(word, words)
    return (f"Did you mean {hint!r}? " if hint else "") + f"It is one of {listed(words, _MOST_TOLD)}."
