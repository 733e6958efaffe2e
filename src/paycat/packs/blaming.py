"""Turns the errors that a pack's template, path or asset causes into findings; other errors are bugs of paycat."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from jinja2 import TemplateError, TemplateNotFound

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.languages.source import UnsuitableValueError
from paycat.packs.manifest import PackFile
from paycat.packs.reading import ReadPack

_OF_PACKS = (TemplateError, UnsuitableValueError, UnicodeError, RecursionError, OSError)
"""Errors that only a pack causes, wherever they are raised."""
_PAYCAT = Path(__file__).parents[1]
_CALLED_BY_TEMPLATES = (_PAYCAT / "packs" / "templates.py", _PAYCAT / "languages")
"""The sandbox and the filters of languages: they take whatever a template passes to them."""

_NAMES_OF_TEXTS = ("<template>", "<unknown>")
"""What Jinja calls a text that is no file, such as the path in a manifest."""


@contextmanager
def blaming(pack: ReadPack, index: int) -> Iterator[None]:
    """Turn an error that the pack caused into FindingsError at its line; raise any other as it is."""
    try:
        yield
    except (FindingsError, MemoryError):
        raise
    except Exception as error:
        if not isinstance(error, _OF_PACKS) and not _is_raised_in_a_template(pack, error):
            raise
        location = _location(pack, index, error)
        raise FindingsError([_finding(pack.source.value.files[index], location, error)]) from error


def _is_raised_in_a_template(pack: ReadPack, error: Exception) -> bool:
    """Return whether the innermost frame is a template's, apart from libraries and what takes a template's values."""
    for frame in reversed(extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if _is_of_a_template(pack, frame.filename):
            return True
        if file.is_relative_to(_PAYCAT) and not any(file.is_relative_to(called) for called in _CALLED_BY_TEMPLATES):
            return False
    return False


def _is_of_a_template(pack: ReadPack, file: str) -> bool:
    return file in _NAMES_OF_TEXTS or Path(file).is_relative_to(pack.folder / "templates")


def _location(pack: ReadPack, index: int, error: Exception) -> Span:
    """Return the innermost line of a template in the traceback, or the path in the manifest."""
    for frame in reversed(extract_tb(error.__traceback__)):
        if _is_of_a_template(pack, frame.filename) and frame.filename not in _NAMES_OF_TEXTS:
            inner = Path(frame.filename).relative_to(pack.folder / "templates").as_posix()
            return Span(pack.source.name.replace("pack.yaml", f"templates/{inner}"), frame.lineno or 1, 1)
    return pack.source.at("files", index, "path")


def _finding(file: PackFile, location: Span, error: Exception) -> Diagnostic:
    message = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
    if isinstance(error, UnicodeDecodeError):
        message = f"{file.template or file.asset or f'a file in {file.folder}/'} is not UTF-8"
    if isinstance(error, TemplateNotFound) and message == error.name:
        message = f"there is no template {message!r}"
    return Diagnostic("template" if file.template else "pack-file", location, message)
