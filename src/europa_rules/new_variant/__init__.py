"""A small working project for a new variant: a plugin with a chart, a modifier, a restriction, units and a scenario."""

from __future__ import annotations

import keyword
import re
import sys
import unicodedata
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from string import Template

from europa_rules.errors import EuropaError
from europa_rules.plugins import find_plugins, variants_of

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
_LONGEST = 60
"""The most letters of a name: folders and files are named after it."""

_SUFFIX = ".template"
_FOLDERS = ("tests", "src")
"""Folders of the project itself."""


class VariantNameError(EuropaError, ValueError):
    """A variant cannot have this name: it is no name of a package, or a variant or a package has it."""


def write_variant(name: str, folder: Path) -> tuple[Path, ...]:
    """Write the project of a new variant into a new folder; gives the files.

    name: the variant's id and package, such as "marita". folder: where to put it; it must not be there yet.
    Raises VariantNameError for a name that no package can have, or that a variant or package has; FileExistsError for
    a folder that is there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as beside:
    ...     files = write_variant("marita", Path(beside) / "marita")
    ...     sorted(file.name for file in files)[:3]
    ['README.md', '__init__.py', 'conftest.py']
    """
    _require_name(name)
    folder.mkdir(parents=True)
    return tuple(_write(template, place, name, folder) for template, place in _templates(_template_folder(), Path()))


def _require_name(name: str) -> None:
    if not _NAME.match(name) or keyword.iskeyword(name) or name.startswith("europa_rules"):
        raise VariantNameError(
            f"{name!r} is no name for a variant; write small letters, digits and _, such as {_right_name(name)!r}"
        )
    if len(name) > _LONGEST:
        raise VariantNameError(f"the name has {len(name)} letters; write at most {_LONGEST}")
    taken = sorted(variant.id for _, variant in variants_of(find_plugins()))
    if name in taken:
        raise VariantNameError(f"there is a variant {name!r} already; those that are installed: {', '.join(taken)}")
    if name in _FOLDERS or name in sys.stdlib_module_names or find_spec(name) is not None:
        raise VariantNameError(f"there is a package {name!r} already; write another name, such as '{name}_game'")


def _right_name(name: str) -> str:
    """The name nearest to one that no package can have; 'marita' where nothing is left of it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"[^a-z0-9]+", "_", plain).strip("_").removeprefix("europa_rules").strip("_")
    if keyword.iskeyword(plain) or plain[:1].isdigit():
        return f"game_{plain}"
    return plain or "marita"


def _template_folder() -> Traversable:
    return resources.files("europa_rules").joinpath("new_variant", "template")


def _templates(folder: Traversable, place: Path) -> Iterator[tuple[Traversable, Path]]:
    for found in sorted(folder.iterdir(), key=lambda item: item.name):
        if found.is_dir():
            yield from _templates(found, place / found.name)
        elif found.name.endswith(_SUFFIX):
            yield found, place / found.name.removesuffix(_SUFFIX)


def _write(template: Traversable, place: Path, name: str, folder: Path) -> Path:
    title = name.replace("_", " ").title()
    words = {"name": name, "slug": name, "title": title, "book": title.replace(" ", "")}
    file = folder / Path(*(part.replace("NAME", name) for part in place.parts))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(Template(template.read_text(encoding="utf-8")).substitute(words), encoding="utf-8", newline="\n")
    return file
