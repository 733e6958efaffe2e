"""JSON Schemas for the files of a catalogue, and the settings of editors that connect both."""

from collections.abc import Iterable
from typing import Any

from paycat.catalogue.file_kinds import FileKind


def vscode_settings(kinds: Iterable[FileKind], folder: str) -> dict[str, Any]:
    """Return a project's `.vscode/settings.json`; `folder` has the schemas, relative to the project.

    It switches off the language server's formatter, which would undo the layout of `paycat fmt`.
    """
    return {
        "yaml.schemas": {f"./{folder}/{kind.schema}": list(kind.files) for kind in kinds},
        "yaml.format.enable": False,
        "yaml.customTags": [],
        "yaml.schemaStore.enable": False,
        "[yaml]": {"editor.formatOnSave": False, "editor.quickSuggestions": {"strings": True}},
    }
