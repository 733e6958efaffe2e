"""What is said of artefacts that vectors find wrong as they are: any change of them would count as noticed."""

from pathlib import Path

from paycat.diagnostics import Diagnostic, FindingsError, Span


def wrong_unchanged(generated: Path, what: str, vector: str) -> FindingsError:
    """Return the finding that the vector with an id notices an artefact to which nothing was done."""
    message = f"{what} gives {vector} another verdict than it must get, so nothing can be said of mutants"
    advice = "run paycat conform without --mutants, and mend what it finds"
    return FindingsError([Diagnostic("wrong-unchanged", Span(generated.name), message, advice)])
