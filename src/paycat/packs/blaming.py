"""An error of a template, a path or an asset in; the finding at its line out. Other errors are paycat's own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from jinja2 import TemplateError, TemplateNotFound

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.packs.manifest import PackFile
from paycat.packs.reading import ReadPack

_NAMES_OF_TEXTS = ("<template>", "<unknown>")
"""What Jinja calls a text that is no file, such as the path in a manifest."""


@contextmanager
def blaming(pack: ReadPack, index: int) -> Iterator[None]:
    """Turn an error of a template or a path into FindingsError at its line; other errors are paycat's own."""
    try:
        yield
    except (FindingsError, MemoryError):
        raise
    except Exception as error:
        place = _place(pack, index, error)
        if place is None and not isinstance(error, TemplateError | ValueError | RecursionError | OSError):
            raise
        place = place or pack.source.at("files", index, "path")
        raise FindingsError([_finding(pack.source.value.files[index], place, error)]) from error


def _place(pack: ReadPack, index: int, error: Exception) -> Span | None:
    """Return the innermost line of a template, or the path, that raised an error; None when it is of neither."""
    templates = pack.folder / "templates"
    for frame in reversed(extract_tb(error.__traceback__)):
        if frame.filename in _NAMES_OF_TEXTS:
            return pack.source.at("files", index, "path")
        if Path(frame.filename).is_relative_to(templates):
            inner = Path(frame.filename).relative_to(templates).as_posix()
            return Span(pack.source.name.replace("pack.yaml", f"templates/{inner}"), frame.lineno or 1, 1)
    return None


def _finding(file: PackFile, place: Span, error: Exception) -> Diagnostic:
    message = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
    if isinstance(error, TemplateNotFound) and message == error.name:
        message = f"there is no template {message!r}"
    return Diagnostic("template" if file.template else "pack-file", place, message)
