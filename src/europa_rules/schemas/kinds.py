"""The kinds of JSON there are, and the schema of each.

Needs rulesets for what differs between games: the questions that may be asked, the orders that may be given, and what
the rules remember. Schemas of games in common allow what any of them allows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from europa_rules.geojson import FeatureCollection
from europa_rules.orders import order_kinds
from europa_rules.questions import COMMON_KEYS, Handler, naming
from europa_rules.ruleset import Ruleset
from europa_rules.saves import SCHEMA, fact_kinds
from europa_rules.schemas import shapes
from europa_rules.schemas.types import Definitions, Schema, row_of

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_SINGLE: Mapping[str, tuple[str, Any]] = {
    "ledger": ("How a value came about, as it stands in answers, saves and reports.", shapes.LedgerJson),
    "odds": ("`europa odds --json`, `OddsReport.to_json`: what an attack comes to.", shapes.OddsJson),
    "air": ("`europa air --json`, `AirReport.to_json`: the chances of an air operation.", shapes.AirJson),
    "bombing": (
        "`europa air --bombs … --json`, `BombingReport.to_json`: the chances of a bombing operation.",
        shapes.BombingJson,
    ),
    "air-supported": (
        "`europa air --attack … --json`, `AirSupportedReport.to_json`: an attack with air support.",
        shapes.AirSupportedJson,
    ),
    "cases": ("A file of conformance cases: questions with known answers.", list[shapes.CaseJson]),
    "conform": ("`europa conform --json`: what became of each case.", list[shapes.CaseResultJson]),
    "check": ("`europa check --json`: every fault that was found.", list[shapes.FaultJson]),
    "plugins": ("`europa plugins --json`: the plugins that are installed.", list[shapes.InstalledPluginJson]),
    "manifest": ("`Ruleset.manifest`: what rules are made of, with the provenance of their data.", shapes.ManifestJson),
    "map-info": ("`europa map info --json`: all about some hexes.", list[shapes.HexJson]),
    "map-diff": ("`europa map diff --json`: what a player's map changes.", list[shapes.DifferenceJson]),
    "geojson": ("`europa map geojson`, `Board.to_geojson`: the board for geographic tools.", FeatureCollection),
    "order": ("An order, as plain data.", shapes.OrderJson),
    "state": ("A situation, as plain data: where every piece is, and what is remembered.", shapes.StateJson),
    "save": ("A saved game.", shapes.SaveJson),
    "checked-games": ("`europa verify --json`, `europa replay --json`: checked games.", list[shapes.CheckedGameJson]),
    "letter": ("One line of the file of a game by mail.", shapes.LetterJson),
    "mail-game": ("`europa mail show --json`: how a game by mail stands.", shapes.MailGameJson),
}


def schemas(games: Sequence[Ruleset]) -> dict[str, Schema]:
    """The schema of every kind of JSON by its name, as plain data; `question-fof` and so on for each of the games.

    >>> from europa_rules import load
    >>> sorted(schemas([load("fof")]))[:3]
    ['air', 'air-supported', 'answer']
    """
    orders, record = _orders(games), _record(games)
    found = {"answer": _document("answer", "`europa ask --json`, `Answer.to_json`.", _answer())}
    for name, (title, type_) in _SINGLE.items():
        definitions = Definitions({shapes.OrderJson: {}, shapes.RecordRow: {}})
        schema = definitions.of(type_)
        _fill(definitions, "OrderJson", orders)
        _fill(definitions, "RecordRow", record)
        found[name] = _document(name, title, (schema, definitions))
    for rules in games:
        name = f"question-{rules.variant.id}"
        found[name] = _document(name, f"A question about {rules.variant.title}.", _questions(rules))
    return dict(sorted(found.items()))


def write_schemas(folder: Path, games: Sequence[Ruleset]) -> tuple[Path, ...]:
    """Write every schema to a folder, one file each; gives the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, schema in schemas(games).items():
        files.append(folder / f"{name}.json")
        files[-1].write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return tuple(files)


_Made = tuple[Schema, Definitions]

_VERSIONS = {"save": SCHEMA}
"""The versions of forms that have changed since the first."""


def _document(name: str, title: str, made: _Made) -> Schema:
    schema, definitions = made
    head = {"$schema": DRAFT, "$id": f"urn:europa-rules:{name}:{_VERSIONS.get(name, 1)}", "title": title}
    return {**head, **schema, **({"$defs": dict(sorted(definitions.found.items()))} if definitions.found else {})}


def _fill(definitions: Definitions, name: str, made: _Made) -> None:
    """Put in what the types alone do not tell, where a schema refers to it."""
    if name in definitions.found:
        schema, own = made
        definitions.found[name] = schema
        for other, definition in own.found.items():
            definitions.found.setdefault(other, definition)


# --- what differs between games --------------------------------------------------------------------------------------


def _record(games: Iterable[Ruleset]) -> _Made:
    """Rows of a state's record: kind of fact, subject, value of the kind's type."""
    definitions = Definitions()
    kinds = {name: kind for rules in games for name, kind in fact_kinds(rules).items()}
    text = {"type": "string"}
    rows = [row_of({"const": name}, text, definitions.of(kind.type)) for name, kind in sorted(kinds.items())]
    return {"description": "what the rules remember: kind of fact, subject, value", "anyOf": rows}, definitions


def _orders(games: Iterable[Ruleset]) -> _Made:
    definitions = Definitions()
    kinds = {name: kind for rules in games for name, kind in order_kinds(rules).items()}
    return {"anyOf": [_order(name, kind.type, definitions) for name, kind in sorted(kinds.items())]}, definitions


def _order(name: str, type_: type[Any], definitions: Definitions) -> Schema:
    """The object of an order: that of its class, with its kind."""
    definitions.of(type_)
    schema = definitions.found.pop(type_.__name__)
    required = [a.name for a in attrs.fields(type_) if a.default is attrs.NOTHING]
    properties = {"kind": {"const": name}, **schema["properties"]}
    return {**schema, "properties": properties, "required": ["kind", *required]}


def _answer() -> _Made:
    """The values of an answer by their names, and what stands behind them."""
    definitions = Definitions()
    texts = definitions.of(list[str])
    behind: Schema = {
        "ledger": definitions.of(list[tuple[str, shapes.LedgerJson]]),
        "explained": {"description": "the rulings behind it, in sentences", **texts},
        "citations": {"description": "every rule behind it", **texts},
        "rests_on": {"description": "the readings of open points that it rests on", **texts},
        "unverified": {"description": "the chart cells that it rests on and nobody has verified", **texts},
    }
    schema = {
        "description": "the values of the answer by name, and what stands behind them",
        "type": "object",
        "properties": behind,
        "required": list(behind),
    }
    return schema, definitions


def _questions(rules: Ruleset) -> _Made:
    definitions = Definitions()
    for name, handler in sorted(rules.questions.items()):
        if isinstance(handler, Handler):
            definitions.define(name, handler, _question(name, handler))
    return {"anyOf": [{"$ref": f"#/$defs/{_escaped(name)}"} for name in definitions.found]}, definitions


def _question(name: str, handler: Handler) -> Schema:
    """How a question is written: what names it, and the facts that it knows."""
    named = naming(name)
    facts: Schema = dict.fromkeys(sorted((handler.keys | COMMON_KEYS) - named.keys() - {"ask", "what", "query"}), True)
    action = named.pop("action", None)
    properties = {**{key: {"const": word} for key, word in named.items()}, **facts}
    if isinstance(action, Mapping):
        properties["action"] = _action(action, handler)
    required = [*named, *(["action"] if action else [])]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _action(action: Mapping[str, object], handler: Handler) -> Schema:
    """What is to be done; the facts of the question may stand in it."""
    named: Schema = {key: {"const": word} for key, word in action.items()}
    facts: Schema = dict.fromkeys(sorted(handler.keys), True)
    return {"type": "object", "properties": {**named, **facts}, "required": list(named)}


def _escaped(name: str) -> str:
    return name.replace(" ", "%20")
