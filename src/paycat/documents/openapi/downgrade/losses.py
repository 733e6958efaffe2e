"""What is lost on the way, place by place, in; the list that the document carries out."""

from typing import Any


class Losses:
    """Collects what an OpenAPI 3.0.3 document cannot say of what the 3.1.1 document said."""

    def __init__(self) -> None:
        self._places: dict[tuple[str, str, str], list[str]] = {}

    def add(self, what: str, why: str, instead: str, place: str) -> None:
        """Note that something is lost at a place, a JSON Pointer as a URI fragment into the 3.1.1 document."""
        self._places.setdefault((what, why, instead), []).append(place)

    def add_keyword(self, keyword: str, place: str) -> None:
        """Note that a keyword of JSON Schema became an extension, which no tool acts on."""
        kept = f"`x-{keyword}` says the same to people; no tool acts on it."
        self.add(f"`{keyword}`", f"OpenAPI 3.0 has no `{keyword}`.", kept, place)

    def listed(self) -> list[dict[str, Any]]:
        """Return each loss once: what, why, what stands instead, and all its places, as they were met."""
        return [
            {"what": what, "why": why, "instead": instead, "places": places}
            for (what, why, instead), places in self._places.items()
        ]


def below(place: str, *steps: str | int) -> str:
    """Return a place with further steps, escaped as JSON Pointers ask for."""
    return "/".join((place, *(str(step).replace("~", "~0").replace("/", "~1") for step in steps)))
