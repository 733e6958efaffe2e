"""Where resolving puts what it finds wrong, so that one run names everything."""

from dataclasses import dataclass, field

from paycat.diagnostics import Diagnostic, Span


@dataclass(slots=True)
class Collector:
    """A list of findings that grows."""

    found: list[Diagnostic] = field(default_factory=list)

    def report(self, code: str, span: Span, message: str, help: str = "") -> None:
        """Add an error."""
        self.found.append(Diagnostic(code, span, message, help))
