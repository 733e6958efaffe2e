# Part of paycat's runtime, copied unchanged. Do not edit.

"""Where a field comes from: sections of the specification, and decisions beyond it."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from .near_names import near_name


@dataclass(frozen=True, slots=True)
class Provenance:
    """The section of the specification that states something, and the decisions behind it.

    `decisions` has the title of each decision by its id.
    """

    source: str | None
    decisions: dict[str, str]


@dataclass(frozen=True)  # Without slots, which a cached property does not work with.
class Origins:
    """The origins of all fields of a package, which a JSON file has."""

    package: str
    file: Path

    def provenance(self, model: type[BaseModel], field: str) -> Provenance:
        """Return where a request, a record, or one of its fields comes from.

        Raises ValueError for a class of another package, and a field that it lacks.
        """
        document = self._document
        fields: dict[str, Any] | None = document["models"].get(model.__name__)
        if fields is None or not model.__module__.startswith(f"{self.package}."):
            raise ValueError(
                f"{model.__name__} is no request or record of {self.package}"
            )
        if field not in fields:
            near = near_name(field, filter(None, fields))
            meant = f"; did you mean {near!r}?" if near else ""
            raise ValueError(f"{model.__name__} has no field {field!r}{meant}")
        stated = fields[field]
        return Provenance(
            source=stated.get("source"),
            decisions={
                one: document["decisions"][one] for one in stated.get("decision", ())
            },
        )

    @cached_property
    def _document(self) -> dict[str, Any]:
        return dict(json.loads(self.file.read_text(encoding="utf-8")))
