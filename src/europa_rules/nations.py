"""Nations and their forces by every name that books, maps and orders of battle use (rule 3B).

One rule reads all spellings: lower case, with spaces, hyphens and slashes as underscores, then a look into a table.
Which side a nation is on is not decided here: that is the variant's.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import cast

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.errors import NotationError, unknown
from europa_rules.frozenmap import FrozenMap

_BREAKS = re.compile(r"[\s\-/]+")


def normal(name: str) -> str:
    """A name as tables have it: lower case, with underscores for spaces, hyphens and slashes.

    >>> normal("Long-range siege artillery"), normal("c/m")
    ('long_range_siege_artillery', 'c_m')
    """
    try:
        return _BREAKS.sub("_", name.strip().lower()).strip("_")
    except AttributeError:
        raise NotationError(f"{name!r} is no text; expected a name") from None


@frozen
class Nation:
    """A country with forces.

    Attributes:
        code: two letters, as in position notation ("ge").
        country: as on the map ("Germany").
        people: as in the rules ("German").
        aliases: other names of either.
        forces: its forces (rule 3B) and other names of each.
    """

    code: str
    country: str
    people: str
    aliases: tuple[str, ...] = ()
    forces: FrozenMap[str, tuple[str, ...]] = field(factory=FrozenMap)


@frozen
class Nations:
    """All nations, found by code, country, people, alias, or a force that only one nation has.

    >>> nations = Nations.read()
    >>> nations.find("German").code, nations.find("united states").code, nations.find("Waffen-SS").code
    ('ge', 'us', 'ge')
    >>> nations.find("Germoney")
    Traceback (most recent call last):
    europa_rules.errors.UnknownName: no nation 'Germoney'. Did you mean 'Germany'? ...
    """

    by_code: FrozenMap[str, Nation]
    by_name: FrozenMap[str, str]

    @classmethod
    def read(cls) -> Nations:
        """The nations of the series."""
        text = (files("europa_rules") / "data" / "nations.toml").read_text(encoding="utf-8")
        return cls.from_tables(tomllib.loads(text))

    @classmethod
    def from_tables(cls, table: Mapping[str, object]) -> Nations:
        """The nations in plain data, as TOML gives them."""
        nations = [_nation(code, cast("Mapping[str, object]", row)) for code, row in table.items()]
        return cls(FrozenMap({n.code: n for n in nations}), FrozenMap(_names(nations)))

    def find(self, name: str) -> Nation:
        """The nation of this name. Raises UnknownName with the nearest right one.

        Where a force stands behind the country in brackets, as in "Britain (Canadian)", the country counts.
        """
        code = self.by_name.get(normal(name)) or self.by_name.get(normal(name.partition("(")[0]))
        if code is None:
            raise unknown(
                "nation", name, [n for nation in self.by_code.values() for n in (nation.country, nation.people)]
            )
        return self.by_code[code]

    def origin(self, name: str) -> tuple[str, str]:
        """The code of the nation of this name, and the force where the name is a force's. Raises UnknownName.

        >>> Nations.read().origin("Canadian"), Nations.read().origin("Britain (Indian)")
        (('br', 'Canadian'), ('br', 'Indian'))
        """
        nation = self.find(name)
        whole, _, inside = name.partition("(")
        for part in (name, inside.rstrip(") "), whole):
            force = self._force(nation, part)
            if force and normal(part) not in map(normal, (nation.country, nation.people)):
                return nation.code, force
        return nation.code, ""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and normal(name) in self.by_name

    @rule("FoF 3B1", "FoF 3B2", "SF 3B1", "SF 3B2")
    def force(self, code: str, name: str) -> str:
        """The usual name of a force of a nation. Raises UnknownName.

        >>> Nations.read().force("br", "Canadians")
        'Canadian'
        """
        nation = self.by_code[code]
        found = self._force(nation, name)
        if not found:
            raise unknown(f"force of {nation.country}", name, nation.forces)
        return found

    @staticmethod
    def _force(nation: Nation, name: str) -> str:
        wanted = normal(name)
        spellings = ((force, (force, *aliases)) for force, aliases in nation.forces.items())
        return next((force for force, names in spellings if wanted in map(normal, names)), "")


def _nation(code: str, row: Mapping[str, object]) -> Nation:
    forces = cast("Mapping[str, Iterable[str]]", row.get("forces", {}))
    return Nation(
        code=code,
        country=str(row["country"]),
        people=str(row["people"]),
        aliases=tuple(cast("Iterable[str]", row.get("aliases", ()))),
        forces=FrozenMap({force: tuple(aliases) for force, aliases in forces.items()}),
    )


def _names(nations: Iterable[Nation]) -> dict[str, str]:
    listed = list(nations)
    found: dict[str, str] = {}
    shared: set[str] = set()
    for nation in listed:
        for name in {normal(n) for force, aliases in nation.forces.items() for n in (force, *aliases)}:
            if name in found:
                shared.add(name)
            found[name] = nation.code
    for name in shared:
        del found[name]
    for nation in listed:
        for name in (nation.code, nation.country, nation.people, *nation.aliases):
            found[normal(name)] = nation.code
    return found
