# Part of paycat's runtime, copied unchanged. Do not edit.

"""Problems: the error that leads to one, what is the same for each of a kind, and the form of the body."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from .problem_documents import document_of, fits, made_in, slug_in, violation_words
from .violations import Violation

Slug = TypeVar("Slug", bound=str)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its HTTP status and its title, the same for each occurrence."""

    status: int
    title: str


@dataclass(frozen=True, slots=True)
class Part:
    """A member of the body of an error, and what is written there.

    Attributes:
        name: Its name.
        words: What is written, as the catalogue names it: the first of which there is something to say.
        otherwise: The value without that; the member is left out if there is none.
        longest: The most characters of a text that is written.
        parts: The members inside.
    """

    name: str
    words: tuple[str, ...] = ()
    otherwise: tuple[Any, ...] = ()
    longest: int | None = None
    parts: "tuple[Part, ...]" = ()


@dataclass(frozen=True, slots=True)
class Form:
    """How the body of an error is made.

    Attributes:
        parts: Its members.
        base: What the type of every problem begins with.
        sent: What errors have in place of the code of a rejected member, where that is not the code.
    """

    parts: tuple[Part, ...]
    base: str = ""
    sent: Mapping[str, str] = field(default_factory=dict[str, str])

    def read(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a body says, as the catalogue names it, with the slug of the problem."""
        made = made_in(self.parts, document)
        return {**made, "slug": slug_in(made, self.base)}

    def words_of(self, violation: Violation) -> dict[str, Any]:
        """Return what there is to say of a rejected member."""
        code = self.sent.get(violation.code, violation.code)
        combinations = violation.accepted_combinations
        return violation_words(violation.pointer, code, violation.detail, combinations)


class ProblemError(Exception, Generic[Slug]):
    """A problem to answer with; the package's own class has its kinds of problems."""

    form: ClassVar[Form]
    _kinds: ClassVar[Mapping[Any, Kind]]

    def __init__(
        self,
        slug: Slug,
        detail: str = "",
        *,
        violations: Sequence[Violation] = (),
        made: Mapping[str, Any] | None = None,
        members: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.slug: Slug = slug
        self.detail = detail
        self.violations = tuple(violations)
        self.made = dict(made or {})
        self.members = dict(members or {})
        self.headers = dict(headers or {})
        super().__init__(slug)

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return self._kinds[self.slug].status

    def document(self, instance: str = "", request_id: str = "") -> dict[str, Any]:
        """Return the body; what is empty, and texts that are longer than stated, are left out where they may be."""
        made = {
            "slug": self.slug,
            "type": self.form.base + self.slug,
            "title": self._kinds[self.slug].title,
            "status": self.status,
            "detail": self.detail,
            "instance": instance,
            "request_id": request_id,
            "violations": list(map(self.form.words_of, self.violations)),
            **self.made,
        }
        made = {word: value for word, value in made.items() if value not in ("", [])}
        document = document_of(self.form.parts, made)
        parts = {part.name: part for part in self.form.parts}
        for name, value in self.members.items():
            if value != "" and (name not in parts or fits(parts[name], value)):
                document.setdefault(name, value)
        return document
