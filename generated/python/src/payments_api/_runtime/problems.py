# Part of paycat's runtime, copied unchanged. Do not edit.

"""Problems (RFC 9457): the error that leads to one, and what is the same for each of a kind."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

Slug = TypeVar("Slug", bound=str)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its HTTP status and its title, the same for each occurrence."""

    status: int
    title: str


class ProblemError(Exception, Generic[Slug]):
    """A problem to answer with; the package's own class has its kinds of problems."""

    _base: ClassVar[str]
    _kinds: ClassVar[Mapping[Any, Kind]]
    _longest: ClassVar[Mapping[str, int]] = {}

    def __init__(
        self,
        slug: Slug,
        detail: str = "",
        *,
        members: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.slug: Slug = slug
        self.detail = detail
        self.members = dict(members or {})
        self.headers = dict(headers or {})
        super().__init__(slug)

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return self._kinds[self.slug].status

    def document(self, instance: str = "", request_id: str = "") -> dict[str, Any]:
        """Return the problem document; empty members and texts that are longer than stated are left out."""
        members: dict[str, Any] = {
            "type": self._base + self.slug,
            "title": self._kinds[self.slug].title,
            "status": self.status,
            "detail": self.detail,
            "instance": instance,
            "request_id": request_id,
        }
        for name, value in self.members.items():
            members.setdefault(name, value)
        return {
            name: value
            for name, value in members.items()
            if value != "" and self._fits(name, value)
        }

    def _fits(self, name: str, value: Any) -> bool:
        most = self._longest.get(name) if isinstance(value, str) else None
        return most is None or len(value) <= most
