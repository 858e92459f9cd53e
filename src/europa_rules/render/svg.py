"""Elements of a picture: SVG written by the standard library's XML, with every text from outside made safe.

Needs names, numbers and texts; gives elements, and the picture as one text. What XML escapes is escaped when it is
written; what XML cannot hold at all (control characters) becomes a replacement sign, and endless texts are cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement, tostring
from zlib import crc32

LONGEST = 400
"""The longest text that a picture holds in one place, in characters."""

_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Point = tuple[float, float]


def clean(text: str, longest: int = LONGEST) -> str:
    """A text as XML can hold it, cut where it does not end.

    >>> clean("1\\x00 Pz"), clean("x" * 1000, 5)
    ('1\ufffd Pz', 'xxxx…')
    """
    cut = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return _UNFIT.sub("\ufffd", cut)


def number(value: float) -> str:
    """A coordinate, to a tenth, without needless digits.

    >>> number(3.0), number(-0.04), number(2.25)
    ('3', '0', '2.2')
    """
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def at(point: Point) -> str:
    """A point as path data has it.

    >>> at((1.5, -2))
    '1.5-2'
    """
    x, y = number(point[0]), number(point[1])
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


def add(parent: Element, tag: str, kind: str = "", text: str = "", **attributes: str | float) -> Element:
    """A new element in another.

    kind: its classes. text: what it says, made safe. attributes: `_` in a name stands for `-`, numbers are rounded.
    """
    said = {"class": kind} if kind else {}
    for name, value in attributes.items():
        said[name.rstrip("_").replace("_", "-")] = value if isinstance(value, str) else number(value)
    child = SubElement(parent, tag, said)
    if text:
        child.text = clean(text)
    return child


def group(kind: str) -> Element:
    """A group of elements that belongs nowhere yet."""
    return Element("g", {"class": kind})


def enlarged(kind: str, left: float, top: float, width: float, scale: float) -> tuple[Element, float, float, float]:
    """A group that is drawn so many times as large, and where its left, its top and its width are within it."""
    layer = group(kind)
    if scale != 1:
        layer.set("transform", f"scale({scale:g})")
    return layer, left / scale, top / scale, width / scale


def with_halo(kind: str, texts: Element) -> tuple[Element, Element]:
    """A group of texts, and the halo that lies under it: the same group once more, by reference.

    The halo is a layer of its own, for many programs draw outlines over what they surround. The id comes from the
    texts: pictures on one page share it only where they are the same.
    """
    said = "".join(f"{text.get('x')},{text.get('y')} {text.text}" for text in texts)
    name = f"europa-{kind}-{crc32(said.encode()):08x}"
    texts.set("id", name)
    over = group(kind)
    over.append(texts)
    return Element("use", {"class": f"{kind}-halo", "href": f"#{name}"}), over


def told(element: Element, title: str, description: str = "") -> Element:
    """An element with the title and the description that a pointer shows and a screen reader says."""
    add(element, "title", text=title)
    if description:
        add(element, "desc", text=description)
    return element


def polyline(points: Iterable[Point]) -> str:
    """Path data of straight lines through some points."""
    return "M" + "L".join(map(at, points))


def smooth(points: list[Point]) -> str:
    """Path data of a curve that begins and ends at the outer points and bends at those between.

    >>> smooth([(0, 0), (10, 0), (10, 10)])
    'M0 0Q10 0 10 10'
    """
    if len(points) < 3:
        return polyline(points)
    bends = [f"{at(bend)} {at(_middle(bend, after))}" for bend, after in pairwise(points[1:-1])]
    return f"M{at(points[0])}Q" + "Q".join([*bends, f"{at(points[-2])} {at(points[-1])}"])


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def written(root: Element) -> str:
    """A picture as text."""
    return tostring(root, encoding="unicode")
