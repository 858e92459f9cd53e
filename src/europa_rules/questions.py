"""The question door: one question as plain data in, the answer with its ledger and citations out.

A question is a mapping: `ask` and `what` (or `query`) name it, the other keys are its facts. A handler only turns
those facts into the facts object of a rule, calls the rule, and names the parts of the answer; it computes nothing.
Handlers are contributed by the plugins, each in the vocabulary of its book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar, cast

from attrs import evolve, field, frozen

from europa_rules.air_unit_facts import AIR_UNIT_KEYS, air_rating_from_facts
from europa_rules.air_units import AirRating
from europa_rules.citations import Citation, Citations
from europa_rules.contributions import is_told
from europa_rules.culprits import told
from europa_rules.errors import (
    BadQuestion,
    ContributionConflict,
    EuropaError,
    PluginError,
    UnknownQuestion,
    listed,
    nearest,
    shortened,
)
from europa_rules.frozenmap import FrozenMap
from europa_rules.ledger import Reckoning, told_point
from europa_rules.nations import normal
from europa_rules.numbers import LONGEST, exact, to_json
from europa_rules.odd_facts import odd_fact
from europa_rules.permissions import Ruling
from europa_rules.plugins import DISTRIBUTION
from europa_rules.question_words import NAMES_AT_WILL, QuestionWords, WordsOfFacts, told_words, with_known_words
from europa_rules.ruleset import Ruleset
from europa_rules.unit_facts import UNIT_KEYS, unit_from_facts
from europa_rules.units import Size, Unit

T = TypeVar("T")

_MISSING: Any = object()


@frozen
class Answer:
    """The answer to a question.

    Attributes:
        values: its parts by name: numbers (exact), texts, truth values, lists.
        ledgers: labelled reckonings behind the values.
        rulings: the rulings behind them.
        by: rules behind the answer as a whole.

    >>> print(Answer.of(column="3:1"))
    column: 3:1
    """

    values: Mapping[str, object]
    ledgers: tuple[tuple[str, Reckoning], ...] = ()
    rulings: tuple[Ruling, ...] = ()
    by: Citations = ()

    @classmethod
    def of(cls, *because: Ruling, **values: object) -> Answer:
        """An answer with these parts; a part that is a Reckoning gives its value and its ledger."""
        ledgers = tuple((name, v) for name, v in values.items() if isinstance(v, Reckoning))
        plain = {name: v.value if isinstance(v, Reckoning) else v for name, v in values.items()}
        return cls(plain, ledgers, because)

    @classmethod
    def legal(cls, ruling: Ruling, **values: object) -> Answer:
        """The answer to "may this be done?": `legal`, and `forbidden_by` with every rule that refuses."""
        rest = cls.of(ruling, **values)
        verdict: dict[str, object] = {"legal": ruling.allowed}
        if not ruling.allowed:
            verdict["forbidden_by"] = [c.number for c in ruling.citations]
        return cls({**verdict, **rest.values}, rest.ledgers, rest.rulings)

    def citing(self, *by: Citation) -> Answer:
        """The answer with rules that stand behind it as a whole."""
        return evolve(self, by=(*self.by, *by))

    def _explained(self, ruling: Ruling) -> str:
        """A ruling in words: what it refuses where leave was asked for, else why the answer is so."""
        if "legal" in self.values:
            return ruling.words
        return "" if ruling.allowed else f"because {'; '.join(map(str, ruling.refusals))}"

    @property
    def citations(self) -> Citations:
        """Every rule behind the answer."""
        of_ledgers = (c for _, ledger in self.ledgers for c in ledger.citations)
        of_rulings = (c for ruling in self.rulings for c in ruling.citations)
        return tuple(dict.fromkeys((*of_ledgers, *of_rulings, *self.by)))

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The rulings on open points that the answer rests on."""
        parts = (*(ledger.rests_on for _, ledger in self.ledgers), *(r.rests_on for r in self.rulings))
        return tuple(dict.fromkeys(text for part in parts for text in part))

    @property
    def caveats(self) -> tuple[str, ...]:
        """The unverified chart cells that the answer rests on."""
        parts = (*(ledger.caveats for _, ledger in self.ledgers), *(r.caveats for r in self.rulings))
        return tuple(dict.fromkeys(text for part in parts for text in part))

    def to_json(self) -> dict[str, object]:
        """The answer as plain data."""
        return {
            **{name: plain(value) for name, value in self.values.items()},
            "ledger": [[label, ledger.to_json()] for label, ledger in self.ledgers],
            "explained": [text for r in self.rulings if (text := self._explained(r))],
            "citations": [str(c) for c in self.citations],
            "rests_on": list(self.rests_on),
            "unverified": list(self.caveats),
        }

    def __str__(self) -> str:
        rows = [f"{name}: {_shown(value)}" for name, value in self.values.items()]
        rows += [ledger.under(label, "  ") for label, ledger in self.ledgers]
        rows += [f"  {self._explained(ruling)}" for ruling in self.rulings if self._explained(ruling)]
        rows += [f"  by {', '.join(map(str, self.by))}"] if self.by else []
        rows += [f"  rests on the ruling {told_point(r)}" for r in self.rests_on] + [
            f"  unverified: {c}" for c in self.caveats
        ]
        return "\n".join(rows)


def plain(value: object) -> object:
    """A value as plain data: fractions as "n/d", tuples and sets as lists."""
    if isinstance(value, Fraction):
        return to_json(value)
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, frozenset | set):
        return sorted((plain(v) for v in value), key=str)
    if isinstance(value, tuple | list):
        return [plain(v) for v in value]
    return value


def _shown(value: object) -> str:
    data = plain(value)
    return ", ".join(map(str, data)) if isinstance(data, list) else str(data)


def _besides(said: str, shown: str) -> str:
    """What an error says of a value beside that it is not what is wanted. shown: the value as messages show it."""
    if not said.startswith(f"{shown} is no"):
        return f" ({said})"
    return "".join(said.partition("; ")[1:])


def _shown_in_message(value: object) -> str:
    """A value as messages show it: a long one without its middle."""
    if isinstance(value, int) and value.bit_length() > 4 * LONGEST:
        return f"a number of more than {LONGEST} digits"
    return shortened(value) if isinstance(value, str) else repr(value)


class Given:
    """The facts of a question, read by name; every complaint names the path of the fact."""

    def __init__(self, data: Mapping[str, Any], rules: Ruleset, path: str = "given") -> None:
        self._data = data
        self._rules = rules
        self.path = path

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def has(self, *keys: str) -> bool:
        """Whether the question states any of these facts."""
        return any(key in self._data for key in keys)

    def how_many(self, key: str, default: int = 0) -> int:
        """How many things a list names; the default where the fact is not stated."""
        value = self.raw(key, None)
        if value is None:
            return default
        if not isinstance(value, list | tuple):
            raise BadQuestion(f"{self.path}.{key}: {value!r} is not a list")
        return len(value)

    def keys(self) -> Iterable[str]:
        """The names of the facts there are."""
        return self._data.keys()

    def raw(self, key: str, default: Any = _MISSING) -> Any:
        """The fact as it stands in the data."""
        if key not in self._data:
            if default is _MISSING:
                raise BadQuestion(f"{self.path}: the fact '{key}' is missing")
            return default
        return self._data[key]

    def _read(self, key: str, default: Any, read: Callable[[Any], Any], wanted: str) -> Any:
        value = self.raw(key, default)
        if value is default:
            return value
        try:
            return read(value)
        except (EuropaError, ValueError, TypeError, AttributeError) as error:
            shown = _shown_in_message(value)
            why = _besides(str(error), shown) if isinstance(error, EuropaError) else ""
            raise BadQuestion(f"{self.path}.{key}: {shown} is not {wanted}{why}") from error

    def number(self, key: str, default: Any = _MISSING, *, signed: bool = False) -> Fraction:
        """An exact number, never less than 0 unless it is signed, as modifiers and differences are."""
        number = cast(Fraction, self._read(key, default, exact, "an exact number"))
        if not signed and isinstance(number, Fraction) and number < 0:
            raise BadQuestion(f"{self.path}.{key}: {self.raw(key)!r} is less than 0; expected 0 or more")
        return number

    def strength(self, key: str, default: Any = _MISSING) -> Fraction:
        """An exact number of strength points, never less than 0."""
        number = self.number(key, default, signed=True)
        if number < 0:
            raise BadQuestion(f"{self.path}.{key}: {self.raw(key)!r}: a strength is never less than 0")
        return number

    def whole(self, key: str, default: Any = _MISSING, *, signed: bool = False) -> int:
        """A whole number, never less than 0 unless it is signed."""
        number = self.number(key, default, signed=signed)
        if isinstance(number, Fraction) and number.denominator != 1:
            raise BadQuestion(f"{self.path}.{key}: {self.raw(key)!r} is not a whole number")
        return int(number) if isinstance(number, Fraction) else number

    def wholes(self, key: str, default: Any = _MISSING) -> tuple[int, ...]:
        """A list of whole numbers."""
        numbers = self.numbers(key, default)
        if any(number.denominator != 1 for number in numbers):
            raise BadQuestion(f"{self.path}.{key}: {self.raw(key)!r} are not all whole numbers")
        return tuple(map(int, numbers))

    def count(self, key: str) -> int:
        """A whole number of 0 or more; 0 where the fact is not stated."""
        return self.whole(key, 0)

    def amount(self, key: str) -> Fraction:
        """An exact number of 0 or more; 0 where the fact is not stated."""
        return self.number(key, Fraction(0))

    def choice(self, key: str, table: Mapping[str, T] | Mapping[str | None, T], default: Any = _MISSING) -> T:
        """What a table has for a fact that must be one of its names."""
        names = cast("Mapping[str | None, T]", table)
        name = self.text(key, default)
        if name not in names:
            known = told_words(str(name), [word for word in names if word])
            raise BadQuestion(f"{self.path}.{key}: {name!r} is not known. {known}")
        return names[name]

    def numbers(self, key: str, default: Any = _MISSING) -> tuple[Fraction, ...]:
        """A list of exact numbers."""
        read = self._read(key, default, lambda v: tuple(map(exact, _items(v))), "a list of exact numbers")
        return cast("tuple[Fraction, ...]", read)

    def text(self, key: str, default: Any = _MISSING) -> str:
        """A text (None where the data say null)."""
        return cast(str, self._read(key, default, _text, "a text"))

    def word(self, key: str) -> str:
        """A text; "" where the fact is not stated, or the data say null."""
        return self.text(key, "") or ""

    def texts(self, key: str, default: Any = _MISSING) -> tuple[str, ...]:
        """A list of texts."""
        return cast(
            "tuple[str, ...]", self._read(key, default, lambda v: tuple(map(_text, _items(v))), "a list of texts")
        )

    def picked(self, key: str, names: Iterable[str], default: Any = _MISSING) -> tuple[str, ...]:
        """A list of names (or one), each of which is among these, which the question gives elsewhere."""
        known = tuple(names)
        value = self.raw(key, default)
        found = (value,) if isinstance(value, str) else self.texts(key, default)
        for name in found:
            if name not in known:
                raise BadQuestion(f"{self.path}.{key}: {name!r} is none of those named. {told_words(name, known)}")
        return found

    def ids(self, *keys: str) -> tuple[str, ...]:
        """The ids of the objects in some lists."""
        return tuple(part.text("id", "") for key in keys for part in self.parts(key, ()))

    def air_types(self, key: str) -> tuple[str, ...]:
        """A list of air unit types, with or without prefixes, such as "NJF"; one alone may stand outside a list."""

        def read(value: Any) -> tuple[str, ...]:
            kinds = (value,) if isinstance(value, str) else tuple(_items(value))
            return tuple("".join(self._rules.air_types.split(kind)) for kind in kinds)

        return cast("tuple[str, ...]", self._read(key, _MISSING, read, "a list of air unit types"))

    def flag(self, key: str, default: bool = False) -> bool:
        """A truth value."""
        value = self.raw(key, default)
        if not isinstance(value, bool):
            raise BadQuestion(f"{self.path}.{key}: {value!r} is not true or false")
        return value

    def part(self, key: str, default: Any = _MISSING) -> Given:
        """A nested object of facts; empty where it is absent and a default is given."""
        value = self.raw(key, default)
        data = value if isinstance(value, Mapping) else {} if value is default or value is None else None
        if data is None:
            raise BadQuestion(f"{self.path}.{key}: {value!r} is not an object of facts")
        return Given(data, self._rules, f"{self.path}.{key}")

    def knowing(self, *names: str) -> Given:
        """This object of facts. Raises BadQuestion if it states any other than these."""
        for key in self._data:
            if key not in names:
                hint = f". Did you mean '{near}'?" if (near := nearest(key, names)) else ""
                raise BadQuestion(f"{self.path}.{key}: no such fact is known there; it knows {', '.join(names)}{hint}")
        return self

    def parts(self, key: str, default: Any = _MISSING) -> tuple[Given, ...]:
        """A list of nested objects."""
        value = self.raw(key, default)
        if not isinstance(value, Sequence) or isinstance(value, str) or not all(isinstance(v, Mapping) for v in value):
            raise BadQuestion(f"{self.path}.{key}: {value!r} is not a list of objects")
        return tuple(Given(v, self._rules, f"{self.path}.{key}[{i}]") for i, v in enumerate(value))

    def as_unit(self, size: Size | None = None) -> Unit:
        """This object of facts as a unit; facts of its situation beside the printed ones are left to the handler.

        size: its unit size where the facts state none.
        """
        printed = {k: v for k, v in self._data.items() if normal(k) in UNIT_KEYS and k != "count"}
        try:
            return unit_from_facts(printed, self._rules.types, self._rules.nations, size=size)
        except EuropaError as error:
            raise BadQuestion(f"{self.path}: {error}") from error

    def as_air_unit(self, *besides: str) -> AirRating:
        """This object of facts as an air unit: what its counter prints.

        besides: facts of its situation, which are left to the handler.
        """
        try:
            return air_rating_from_facts(self._data, self._rules.air_types, besides=besides)
        except EuropaError as error:
            raise BadQuestion(f"{self.path}: {error}") from error

    def air_unit(self, key: str) -> AirRating:
        """An air unit, as an object of facts or as its printed rating."""
        if isinstance(self.raw(key), str):
            return Given({"rating": self.text(key)}, self._rules, f"{self.path}.{key}").as_air_unit()
        return self.part(key).as_air_unit()

    def unit(self, key: str) -> Unit:
        """A unit."""
        return self.part(key).as_unit()

    def copies(self, key: str) -> tuple[Unit, ...]:
        """A unit or counter, as many times as its `count` says."""
        part = self.part(key)
        return (part.as_unit(),) * part.whole("count", 1)

    def units(self, key: str, default: Any = _MISSING) -> tuple[Unit, ...]:
        """A list of units; one with a `count` stands that many times."""
        found: list[Unit] = []
        for part in self.parts(key, default):
            found += [part.as_unit()] * part.whole("count", 1)
        return tuple(found)


def _text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise BadQuestion(f"{value!r} is not a text")


def _items(value: object) -> Iterable[Any]:
    if isinstance(value, Iterable) and not isinstance(value, str | Mapping):
        return value
    raise BadQuestion("it stands alone; write it in square brackets")


Handle = Callable[[Given, Ruleset], Answer]


@frozen
class Handler:
    """A question handler.

    Attributes:
        name: the question it answers.
        keys: the facts it knows.
        handle: the function.
        needs: the facts that decide the answer: of each group one at least must be stated, and no answer is given
            without. A fact within another is written "target.enemy_units"; "owner?" may be null or an empty list, which
            says something too (nobody, none), but must be stated.
        within: the facts that its nested objects may hold, beside its own and those of a unit; "allocation.*" lets
            the object `allocation` name what it likes (ids, cities).
        by: the rules that the question is about; an answer that names no rule of its own cites them.
        words: the words that facts may be, at the top and within; a fact that has none here may be any text.
    """

    name: str
    keys: frozenset[str]
    handle: Handle = field(eq=False)
    needs: tuple[tuple[str, ...], ...] = ()
    within: frozenset[str] = frozenset()
    by: Citations = ()
    words: WordsOfFacts = field(factory=FrozenMap)

    @property
    def names_at_will(self) -> frozenset[str]:
        """The facts whose entries stand under names of the asker's own."""
        return frozenset(name.removesuffix(NAMES_AT_WILL) for name in self.within if name.endswith(NAMES_AT_WILL))

    @property
    def known(self) -> frozenset[str]:
        """The facts that may stand at the top of the question."""
        return self.keys | COMMON_KEYS | {"do"}

    def missing(self, facts: Mapping[str, Any]) -> tuple[str, ...]:
        """The first group of deciding facts of which none is stated; empty if the question can be answered."""
        groups = (group for group in self.needs if not any(_is_stated(path, facts) for path in group))
        return tuple(path.removesuffix(MAY_BE_EMPTY) for path in next(groups, ()))


MAY_BE_EMPTY = "?"
"""After a deciding fact: null, or an empty list, states it."""


def _is_stated(path: str, facts: Mapping[str, Any]) -> bool:
    """Whether a fact stands in the question, and is null or an empty list or object only where that says something."""
    if path.endswith(MAY_BE_EMPTY):
        return path.removesuffix(MAY_BE_EMPTY) in facts
    name, _, rest = path.partition(".")
    value = facts.get(name)
    if rest:
        return isinstance(value, Mapping) and _is_stated(rest, value)
    return value is not None and value != [] and value != {}


AIR_UNIT = " ".join(sorted(AIR_UNIT_KEYS))
"""The facts of an air unit, as `within` lists them for a handler whose nested objects are air units."""

COMMON_KEYS = frozenset(
    {"ask", "what", "query", "options", "action", "side", "actor", "phase", "when", "controlled_theaters"}
)


def _words_known_to(handler: Handler, words: WordsOfFacts) -> WordsOfFacts:
    """The words of the facts that a question can state."""
    known = handler.known | handler.within | UNIT_KEYS
    return FrozenMap({fact: these for fact, these in words.items() if fact in known})


class Handlers:
    """A book of handlers, filled by a decorator; a plugin gives its `by_name` to the hook `europa_questions`.

    book: the rulebook whose rules its questions are about, as citations name it. words: those of its facts.

    >>> book = Handlers("SF")
    >>> @book.answers("reckon nothing", "a b", by="9A")
    ... def nothing(given: Given, rules: Ruleset) -> Answer:
    ...     return Answer.of(nothing=0)
    >>> {name: [str(c) for c in handler.by] for name, handler in book.by_name.items()}
    {'reckon nothing': ['SF 9A']}
    """

    def __init__(self, book: str = "", words: QuestionWords | None = None) -> None:
        self.book = book
        self.words = words or QuestionWords()
        self.by_name: dict[str, Handler] = {}

    def answers(
        self, name: str, keys: str = "", *, needs: str = "", within: str = "", by: str = ""
    ) -> Callable[[Handle], Handle]:
        """Register a function for the question of this name.

        keys: the facts it reads, blank-separated. needs: those that decide the answer, without which none is given;
            "attack defense|units" asks for the first, and for one of the other two; "fires?" may be empty. within: the
            facts that its nested objects hold, beside its own and those of a unit; "allocation.*" where `allocation`
            holds names at will. by: numbers of the rules of the book that it is about; an answer that names no rule of
            its own cites them.
            Raises ContributionConflict if another function answers this question already.
        """
        groups = tuple(tuple(group.split("|")) for group in needs.split())

        def register(function: Handle) -> Handle:
            if name in self.by_name:
                raise ContributionConflict(f"the question '{name}' is answered twice in one book of handlers")
            about = tuple(Citation.parse(f"{self.book} {number}") for number in by.split())
            inner = frozenset(within.split())
            handler = Handler(name, frozenset(keys.split()), function, groups, inner, about)
            self.by_name[name] = evolve(handler, words=_words_known_to(handler, self.words.of(name)))
            return function

        return register


def name_of(question: Mapping[str, Any]) -> str:
    """The name under which a question's handler is known: "reckon odds", "combat_odds", "legal attack".

    >>> name_of({"query": "legal", "action": {"do": "attack"}})
    'legal attack'
    """
    if "query" in question:
        name = str(question["query"])
        action = question.get("action")
        return f"{name} {action.get('do', '')}" if name == "legal" and isinstance(action, Mapping) else name
    if "ask" in question and "what" in question:
        return f"{question['ask']} {question['what']}"
    raise BadQuestion("a question is named by 'ask' and 'what', or by 'query'; this one has neither")


def naming(name: str) -> dict[str, object]:
    """How a question of this name is written; the opposite of `name_of`.

    >>> naming("reckon odds"), naming("combat_odds"), naming("legal attack")
    ({'ask': 'reckon', 'what': 'odds'}, {'query': 'combat_odds'}, {'query': 'legal', 'action': {'do': 'attack'}})
    """
    first, _, rest = name.partition(" ")
    if not rest:
        return {"query": name}
    return {"query": "legal", "action": {"do": rest}} if first == "legal" else {"ask": first, "what": rest}


def ask(question: Mapping[str, Any], rules: Ruleset) -> Answer:
    """Answer one question.

    question: its facts as a mapping, in the vocabulary of the variant's book; a whole case with `given` is taken too.
    Returns the answer with ledgers and citations. Raises UnknownQuestion if nothing answers such a question, and
    BadQuestion, with the path, for a fact that is missing, unknown or cannot be read.

    >>> from europa_rules import load
    >>> print(ask({"ask": "reckon", "what": "odds", "attack": 34, "defense": 9}, load("fof")).values["column"])
    3:1
    """
    if not isinstance(question, Mapping):
        raise BadQuestion(f"a question is a mapping of facts, such as {{'ask': …, 'what': …}}, not {question!r}")
    if not isinstance(rules, Ruleset):
        raise BadQuestion(f"a question is asked of loaded rules, such as load('fof'), not of {rules!r}")
    facts = question["given"] if isinstance(question.get("given"), Mapping) else question
    name = name_of(facts)
    handler = cast("Handler | None", rules.questions.get(name))
    if handler is None:
        hint = nearest(name, rules.questions)
        more = f"Did you mean {hint!r}?" if hint else f"Known: {listed(sorted(rules.questions))}."
        raise UnknownQuestion(f"nothing answers '{name}'. {more}")
    _refuse_strangers(facts, handler)
    _refuse_beside_action(facts, handler)
    _refuse_strangers_within(facts, handler)
    _refuse_the_undecided(facts, handler)
    answer = _answered(name, handler, with_known_words(facts, handler.words, rules, handler.names_at_will), rules)
    return answer if answer.citations else answer.citing(*handler.by)


def _answered(name: str, handler: Handler, facts: Mapping[str, Any], rules: Ruleset) -> Answer:
    """What a handler answers; where it breaks, an odd fact or an unknown word is to blame, else the plugin."""
    try:
        answer = handler.handle(Given(facts, rules), rules)
        if not isinstance(answer, Answer):
            raise PluginError(f"its handler gives {answer!r}; expected an Answer, such as Answer.of(re=3)")
    except Exception as error:  # a plugin's handler may raise anything at all; it is named, not hidden
        if is_told(error):
            raise
        if odd_one := odd_fact(facts, rules.example_questions.get(name, {})):
            raise BadQuestion(f"'{name}': {odd_one}") from error
        plugin = next((who for who in rules.plugins_in_use if f"question: {name}" in rules.given_by(who)), "")
        is_bundled = rules.plugins_in_use.get(plugin, "").startswith(f"{DISTRIBUTION} ")
        if isinstance(error, LookupError | ValueError) and (is_bundled or _speaks_of_facts(error, facts)):
            odd = shortened(str(error.args[0] if error.args else error)) if _speaks_of_facts(error, facts) else "one"
            raise BadQuestion(f"'{name}': among its facts {odd} is not known, or fits no other of them") from error
        raise PluginError(f"plugin '{plugin}': the question '{name}': {told(error)}", (plugin,)) from error
    return answer


def _speaks_of_facts(error: Exception, facts: Mapping[str, Any]) -> bool:
    """Whether an error is about a value that the question states, by itself or in its message."""
    stated = {repr(value) for value in _values(facts)}
    about = str(error)
    return repr(error.args[0] if error.args else "") in stated or any(value in about for value in stated)


def _values(facts: object) -> Iterator[object]:
    """The texts and numbers of a question, wherever they stand."""
    if isinstance(facts, Mapping | list | tuple):
        for value in facts.values() if isinstance(facts, Mapping) else facts:
            yield from _values(value)
    elif isinstance(facts, str | float) or (isinstance(facts, int) and not isinstance(facts, bool)):
        yield facts


def _with_action(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a question and those of its action, side by side."""
    action = facts.get("action")
    return {**facts, **(action if isinstance(action, Mapping) else {})}


def _refuse_the_undecided(facts: Mapping[str, Any], handler: Handler) -> None:
    missing = handler.missing(_with_action(facts))
    if missing:
        wanted = f"'{missing[0]}'" if len(missing) == 1 else f"one of {', '.join(repr(name) for name in missing)}"
        raise BadQuestion(f"'{handler.name}' cannot be answered without the facts that decide it: state {wanted}")


def _refuse_strangers(facts: Mapping[str, Any], handler: Handler) -> None:
    given = _with_action(facts)
    known = handler.known
    strangers = [str(k) for k in given if k not in known]
    if strangers:
        hint = nearest(strangers[0], known)
        raise BadQuestion(
            f"'{handler.name}' knows no fact '{strangers[0]}'."
            + (f" Did you mean '{hint}'?" if hint else f" It knows {', '.join(sorted(handler.keys))}.")
        )


def _refuse_beside_action(facts: Mapping[str, Any], handler: Handler) -> None:
    """Refuse a fact of an action that stands beside it, where no handler reads it."""
    beside = [str(key) for key in facts if key not in COMMON_KEYS]
    if handler.name.startswith("legal ") and beside:
        verb = "belongs" if len(beside) == 1 else "belong"
        raise BadQuestion(f"'{handler.name}': {', '.join(beside)} {verb} inside action")


def _refuse_strangers_within(facts: Mapping[str, Any], handler: Handler) -> None:
    """Refuse a fact that the nested objects and list items of a question do not know, with its path."""
    inner = frozenset(name.removesuffix(NAMES_AT_WILL) for name in handler.within) | UNIT_KEYS
    known = inner | handler.known
    for path, key in _nested_keys(_with_action(facts), "given"):
        if path.rpartition(".")[2] not in handler.names_at_will and key not in known and normal(key) not in known:
            hint = nearest(key, known)
            told = f"Did you mean '{hint}'?" if hint else f"It knows {', '.join(sorted(inner))}."
            raise BadQuestion(f"{path}.{key}: '{handler.name}' knows no such fact there. {told}")


def _nested_keys(value: object, path: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """The names of the facts within objects and lists, each with the path of its object."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if depth:
                yield path, str(key)
            if not (depth == 0 and key == "action"):
                yield from _nested_keys(inner, f"{path}.{key}", depth + 1)
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _nested_keys(item, f"{path}[{number}]", depth)
