"""Sphinx: two things that took half of the time of a build and need not.

A name in a docstring is looked up among the objects that end in the same word, not among all. The menu is made once for
all pages of a folder that stand in no menu themselves, since it is the same on each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sphinx.domains.python import ObjectEntry, PythonDomain

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

FUZZY = 1
"""The search mode of Sphinx in which a name may be the end of a longer one."""


class QuickPythonDomain(PythonDomain):
    """The domain of Python, quick to find names."""

    _alike: Mapping[str, dict[str, ObjectEntry]] = {}
    _known = 0
    _chosen: dict[str, ObjectEntry] | None = None

    @property
    def objects(self) -> dict[str, ObjectEntry]:
        """All objects; while a name is looked up, those that may be meant."""
        return super().objects if self._chosen is None else self._chosen

    def find_obj(
        self, env: BuildEnvironment, modname: str, classname: str, name: str, type: str | None, searchmode: int = 0
    ) -> list[tuple[str, ObjectEntry]]:
        """The objects that a name may mean."""
        if searchmode == FUZZY:
            self._chosen = self._by_last_word().get(_last_word(name.removesuffix("()")), {})
        try:
            return super().find_obj(env, modname, classname, name, type, searchmode)
        finally:
            self._chosen = None

    def _by_last_word(self) -> Mapping[str, dict[str, ObjectEntry]]:
        if self._known != len(self.objects):
            found = dict[str, dict[str, ObjectEntry]]()
            for name, entry in self.objects.items():
                found.setdefault(_last_word(name), {})[name] = entry
            self._alike, self._known = found, len(self.objects)
        return self._alike


def _last_word(name: str) -> str:
    return name.rpartition(".")[2]


class Menus:
    """The menus of pages that stand in none, by folder."""

    def __init__(self) -> None:
        self.made = dict[tuple[object, ...], str]()

    def share(self, app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
        """Let a page that stands in no menu have the menu of its fellows."""
        listed = {page for pages in app.env.toctree_includes.values() for page in pages}
        if "toctree" in context and pagename not in listed and pagename != app.config.root_doc:
            context["toctree"] = self._shared(pagename.rpartition("/")[0], context["toctree"])

    def _shared(self, folder: str, make: Callable[..., str]) -> Callable[..., str]:
        def menu(**given: object) -> str:
            key = (folder, *sorted(given.items()))
            if key not in self.made:
                self.made[key] = make(**given)
            return self.made[key]

        return menu


def setup(app: Sphinx) -> dict[str, bool]:
    """Join the build."""
    app.add_domain(QuickPythonDomain, override=True)
    app.connect("html-page-context", Menus().share, priority=400)  # before the theme, which asks for the menu
    return {"parallel_read_safe": True, "parallel_write_safe": True}
