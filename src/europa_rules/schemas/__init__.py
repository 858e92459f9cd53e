"""JSON Schemas (draft 2020-12) of every JSON that the library reads or writes, made from the types themselves.

`schemas` gives them by name, `write_schemas` writes them to a folder; those of the games that come with the library
stand in the documentation.
"""

from __future__ import annotations

from europa_rules.schemas.kinds import schemas, write_schemas

__all__ = ["schemas", "write_schemas"]
