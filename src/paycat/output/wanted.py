"""A file set in, the text of every file that the output folder is to hold out, SHA256SUMS among them."""

from paycat.diagnostics import Diagnostic, FindingsError
from paycat.output.place import Place
from paycat.output.tree import folders_above, is_passed_over
from paycat.packs.fileset import SUMS, FileSet, sums_text


def wanted_texts(files: FileSet, place: Place) -> dict[str, str]:
    """Return the wanted text by path. Raises FindingsError for a path that cannot stand in the output folder."""
    folders = {above for path in files for above in folders_above(path)}
    wrong = [(path, message) for path in files if (message := _fault(path, folders))]
    if wrong:
        raise FindingsError(Diagnostic("output-path", place.span(path), message) for path, message in wrong)
    return {**files.files, SUMS: sums_text(files.sums())}


def _fault(path: str, folders: set[str]) -> str:
    if not path.isprintable():
        return f"the path {path!r} holds a character that a line of {SUMS} cannot"
    if path == SUMS or path.startswith(f"{SUMS}/"):
        return f"a pack writes to {SUMS}, which paycat writes itself"
    if any(is_passed_over(part) for part in path.split("/")):
        return "a pack writes a file whose name is that of a cache, of the history or of the staging folder"
    if path in folders:
        return "a pack writes this as a file, and another file below it"
    return ""
