"""Sphinx: citations such as "FoF 9F1" in the pages that people write become links to the pages of the rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes
from page_text import CITED, label
from sphinx import addnodes

from europa_rules.citations import Citation
from europa_rules.matrix import load_matrix

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MADE = ("reference/made/", "reference/api/")
"""Pages whose links are made with them, or that have none."""

APART = (nodes.literal, nodes.literal_block, nodes.doctest_block, nodes.reference, nodes.title, nodes.term)
APART_TOO = (addnodes.pending_xref, addnodes.download_reference, nodes.raw, nodes.comment)
"""Where a citation stays text."""


def link_citations(app: Sphinx, doctree: nodes.document) -> None:
    """Turn the citations of a page into links."""
    page = app.env.docname
    if page.startswith(MADE):
        return
    for text in list(doctree.findall(nodes.Text)):
        if not _is_apart(text) and re.search(CITED, text):
            text.parent.replace(text, _linked(str(text), page))


def _is_apart(text: nodes.Text) -> bool:
    node = text.parent
    while node is not None:
        if isinstance(node, APART + APART_TOO):
            return True
        node = node.parent
    return False


def _linked(text: str, page: str) -> list[nodes.Node]:
    """The text with its citations as links, those alone whose rule a book has."""
    found: list[nodes.Node] = []
    at = 0
    for match in re.finditer(CITED, text):
        book, _, numbers = match[0].partition(" ")
        for number in re.finditer(r"[A-Za-z0-9]+", numbers):
            rule = Citation(book, number[0])
            if not load_matrix().exists(rule):
                continue
            start, end = (match.start() + len(book) + 1 + n for n in number.span())
            start = match.start() if number.start() == 0 else start
            found += [nodes.Text(text[at:start]), _link(text[start:end], rule, page)]
            at = end
    return [*found, nodes.Text(text[at:])]


def _link(words: str, rule: Citation, page: str) -> nodes.Node:
    link = addnodes.pending_xref(
        "", nodes.inline(words, words), refdomain="std", reftype="ref", reftarget=label(rule), refexplicit=True
    )
    link["refdoc"] = page
    return link


def setup(app: Sphinx) -> dict[str, bool]:
    """Join the build."""
    app.connect("doctree-read", link_citations)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
