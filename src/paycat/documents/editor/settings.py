"""Settings of editors: which schema is for which files, when a file's first line does not say so."""

from collections.abc import Iterable
from typing import Any

from paycat.documents.editor.kinds import Kind


def vscode_settings(kinds: Iterable[Kind], folder: str) -> dict[str, Any]:
    """Return what a project's `.vscode/settings.json` needs; `folder` holds the schemas, relative to the project.

    Formatting is left to `paycat fmt`: the server's own formatter would undo the canonical layout.
    """
    return {
        "yaml.schemas": {f"./{folder}/{kind.schema}": list(kind.files) for kind in kinds},
        "yaml.format.enable": False,
        "yaml.customTags": [],
        "yaml.schemaStore.enable": False,
        "[yaml]": {"editor.formatOnSave": False, "editor.quickSuggestions": {"strings": True}},
    }
