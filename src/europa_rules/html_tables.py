"""Answers as HTML, as notebooks show them: tables, lists and folded remarks, every word escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

INDENT = "&emsp;"
LEFT = ' style="text-align:left"'


def table(rows: Iterable[Sequence[str]], head: Sequence[str] = (), depths: Iterable[int] | None = None) -> str:
    """Rows of cells as a table, all of them to the left; the second cell of a row is shifted by its depth.

    >>> table([["1/6", "DR"]], ["chance", "result"]).count("<tr>"), "x &lt; y" in table([["1", "x < y"]])
    (2, True)
    """
    listed = [[escape(cell) for cell in row] for row in rows]
    for row, depth in zip(listed, depths or (), strict=False):
        row[1] = INDENT * depth + row[1] if row[1] else ""
    lines = [_row("th", [escape(cell) for cell in head])] if head else []
    return "".join(["<table>", *lines, *(_row("td", row) for row in listed), "</table>"])


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag}{LEFT}>{cell}</{tag}>' for cell in cells)}</tr>"


def paragraph(text: str, *, strong: bool = False) -> str:
    """A line of text.

    >>> paragraph("28 : 7 = 4:1", strong=True)
    '<p><b>28 : 7 = 4:1</b></p>'
    """
    return f"<p><b>{escape(text)}</b></p>" if strong else f"<p>{escape(text)}</p>"


def preformatted(text: str) -> str:
    """Text whose columns and lines stay as they are.

    >>> preformatted("a < b")
    '<pre>a &lt; b</pre>'
    """
    return f"<pre>{escape(text)}</pre>"


def listing(lines: Iterable[str]) -> str:
    """Lines of text as a list; nothing for none.

    >>> listing(["it has attacked"]), listing([])
    ('<ul><li>it has attacked</li></ul>', '')
    """
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""


def folded(summary: str, body: str) -> str:
    """Something that opens when its summary is clicked; nothing for nothing.

    >>> folded("2 cells", "<p>a</p>"), folded("none", "")
    ('<details><summary>2 cells</summary><p>a</p></details>', '')
    """
    return f"<details><summary>{escape(summary)}</summary>{body}</details>" if body else ""
