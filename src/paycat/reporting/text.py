"""Findings and numbers as text."""

from paycat.diagnostics import Diagnostic


def as_text(diagnostic: Diagnostic) -> str:
    """Return the finding as `path:line:column severity code: message; help`, with nothing that a terminal acts on."""
    help = f"; {diagnostic.help}" if diagnostic.help else ""
    return printable(f"{diagnostic.span} {diagnostic.severity} {diagnostic.code}: {diagnostic.message}{help}")


def printable(text: str, kept: str = "") -> str:
    """Return text in which every sign that is not printable, but for those `kept`, is written as its escape."""
    return "".join(sign if sign.isprintable() or sign in kept else repr(sign)[1:-1] for sign in text)
