"""The shape of the unit identification chart, by which files that lay cells over it are checked one by one.

Needs the files in the order in which they are laid; gives the faults of form of each: unknown or misplaced names, and
values of a wrong kind. What follows from the chart as a whole is told by `unit_types`, which reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from europa_rules.charts.chart import Chart, Leaf
from europa_rules.charts.heads import HEAD
from europa_rules.charts.loading import Layer, Pile, Place, cells_of, raw_of, shown, written_in
from europa_rules.charts.shape import ANY, Field, Group, Library, Rows, faults_of
from europa_rules.errors import Fault, nearest
from europa_rules.provenance import CONFIDENCES, KINDS
from europa_rules.unit_types import CAPABILITIES, MOVEMENT_COLUMNS, PURPOSES, UNIT_CLASSES
from europa_rules.units import SIZES

NAME = "unit_identification"
_TYPES = (NAME, "types")
_CITATION = re.compile(r"\S+ \d+[0-9A-Za-z]*\Z")
_AIR_TYPE = re.compile(r"G?H?[A-Z]\Z")
_RULE = Field("text", like=_CITATION, say="a book and a rule, such as 'SF 3A3'", required=False)
_SUBJECTS = (
    *("sizes", "classes", "motorized", "headquarters", "counter_sizes", "truck", "position_aa"),
    *("supporting_arms", "air_types", *PURPOSES[1:]),
)
"""What the rules that the chart cites are about."""


def _maybe(of: str, words: Sequence[str] = (), least: int | None = None) -> Field:
    return Field(of, least, tuple(words), required=False)


SHAPE = Group(
    {
        "types": Rows(
            Group(
                {
                    "name": Field("text"),
                    "class": Field("text", words=UNIT_CLASSES),
                    "move": Field("text", words=MOVEMENT_COLUMNS),
                    **{name: Field("text", words=CAPABILITIES) for name in ("aeca", "aecd", "atec")},
                    "heavy_equipment": Field("flag"),
                    "combat_engineer": _maybe("flag"),
                    "construction": _maybe("flag"),
                    "abilities": Field("texts"),
                }
            )
        ),
        "takes": Field("texts", names_in=_TYPES, required=False),
        "takes_air_prefixes": _maybe("texts"),
        "takes_air_codes": _maybe("texts"),
        "sizes": Group(dict.fromkeys(SIZES, Field("number", 0, required=False, unit="REs"))),
        "counter_sizes": Rows(
            Group(
                {
                    **{name: _maybe("number", least=0) for name in ("fixed", "per_point", "per_capacity")},
                    "by_capacity": Rows(Field("number", 0), ANY, required=False),
                }
            )
        ),
        "purposes": Group(
            {
                purpose: Group(
                    {
                        "times": _maybe("number", least=0),
                        "doubled_classes": _maybe("texts"),
                        "doubled_abilities": _maybe("texts"),
                        "final_abilities": _maybe("texts"),
                        "left_out_classes": _maybe("texts"),
                        "left_out_abilities": _maybe("texts"),
                    },
                    required=False,
                )
                for purpose in PURPOSES
            },
            required=False,
        ),
        "symbols": Rows(
            Group(
                {
                    "counts_as": _maybe("texts"),
                    "counts_as_by_nation": Rows(Field("texts"), required=False),
                    "class": _maybe("text", UNIT_CLASSES),
                    "heavy_equipment": _maybe("flag"),
                    "none_becomes": _maybe("text", CAPABILITIES),
                }
            ),
            required=False,
        ),
        "nation_rows": Field(required=False),
        "citations": Group(dict.fromkeys(_SUBJECTS, _RULE), required=False),
        "air_types": Rows(
            Field("text"), _AIR_TYPE, required=False, say="a type such as F or GHT: a letter, before it H or G"
        ),
        **{name: Rows(Field("text"), ANY, required=False) for name in ("air_prefixes", "air_codes")},
        "heavy_equipment": Group(
            {
                "by_supporting_arms": _maybe("flag"),
                "by_dot_if_droppable": _maybe("flag"),
                "with_light_arms": _maybe("texts"),
            },
            required=False,
        ),
    }
)
_ORIGIN = frozenset({"kind", "source", "confidence"})
_NATION_ROW = frozenset({"types", "nations", "aeca", "aecd", "atec", "provenance"})


def unit_chart_faults(files: Sequence[Place]) -> Iterator[Fault]:
    """Every fault of form of the chart in these files, each laid over those before it.

    >>> from europa_rules.charts import bundled_folder
    >>> list(unit_chart_faults([bundled_folder() / "unit_identification.toml"]))
    []
    """
    pile = Pile()
    chart = Chart.empty(NAME)
    for file in files:
        written = written_in(file, pile)
        raw = raw_of(written, pile) if written is not None else None
        if raw is None:
            continue
        body = {key: value for key, value in raw.items() if key not in HEAD}
        layer = Layer(shown(file), NAME, True, raw, body, needs_origin=False)
        chart = chart.with_cells(cells_of(layer, chart, pile), layer.file)
    yield from pile.faults
    if not chart.files:  # none of them can be read
        return
    yield from faults_of(chart, SHAPE, Library({NAME: chart}, pile.damaged))
    yield from _nation_row_faults(chart)


def _nation_row_faults(chart: Chart) -> Iterator[Fault]:
    """What is wrong with the rows of nations: names of their fields, and where they come from."""
    cell = chart.find("nation_rows")
    rows: Leaf = cell.value if cell is not None else ()
    for number, row in enumerate(rows if isinstance(rows, tuple) else ()):
        if cell is None or isinstance(row, str | int | tuple):
            continue
        yield from _strange_keys(row, _NATION_ROW, cell.file, f"nation_rows[{number}]")
        origin = row.get("provenance")
        if isinstance(origin, Mapping):
            where = f"nation_rows[{number}].provenance"
            yield from _strange_keys(origin, _ORIGIN, cell.file, where)
            yield from _strange_words(origin, cell.file, where)


def _strange_keys(row: Mapping[str, Leaf], known: frozenset[str], file: str, where: str) -> Iterator[Fault]:
    for key in row:
        if key not in known:
            expected = f"one of {', '.join(sorted(known))}"
            yield Fault(file, f"{where}.{key}", f"the name '{key}'", expected, nearest(key, known))


def _strange_words(origin: Mapping[str, Leaf], file: str, where: str) -> Iterator[Fault]:
    for key, known in (("kind", KINDS), ("confidence", CONFIDENCES)):
        if origin.get(key) not in known:
            word = str(origin.get(key, "nothing"))
            yield Fault(file, f"{where}.{key}", f"'{word}'", f"one of {', '.join(known)}", nearest(word, known))
