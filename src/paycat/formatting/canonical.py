"""The text of a file in, its canonical text out."""

from paycat.catalogue.statement import Statement, keys
from paycat.diagnostics import Diagnostic, FindingsError
from paycat.formatting.arranging import arrange
from paycat.formatting.printing import printed
from paycat.formatting.proof import prove
from paycat.formatting.reading import is_modeline, read
from paycat.formatting.tree import Document, comments
from paycat.loading import Mapping, Node

_LONGEST_KEY = 1000


def canonical(text: str, node: Node, model: type[Statement], modeline: str | None, name: str) -> str:
    """Return a file's text in canonical order and layout; the same statement, with every comment.

    `node` is the loader's tree of the text, `model` the statement that the file holds, `modeline` its first line (None:
    whatever it has), `name` its path in findings. Raises FindingsError for what cannot be laid out, and
    ChangedMeaningError when the new text would say anything else, which is a bug.
    """
    _refuse(text, node, model, name)
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    document = read(plain)
    arrange(document.root, model)
    _lead(document, modeline)
    made = printed(document)
    prove(plain, node, model, document, made, name)
    return made


def _lead(document: Document, modeline: str | None) -> None:
    """Put the modeline first, and keep what the first key has before it apart from what speaks of the file."""
    if document.root.entries:
        first = document.root.entries[0]
        document.header += filter(is_modeline, first.before)
        first.before = [line for line in comments(first.before) if not is_modeline(line)]
    if modeline:
        document.header = [modeline, *(line for line in document.header if not is_modeline(line))]


def _refuse(text: str, node: Node, model: type[Statement], name: str) -> None:
    if not isinstance(node, Mapping):
        message = f"expected a mapping with the keys {', '.join(keys(model))}"
        raise FindingsError([Diagnostic("wrong-type", node.span, message)])
