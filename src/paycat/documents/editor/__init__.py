"""What editors are given: a JSON Schema for each kind of YAML file, and settings that say which is for which file."""

from paycat.documents.editor.kinds import KINDS, Kind, vscode_settings
from paycat.documents.editor.names import names
from paycat.documents.editor.schemas import editor_schema

__all__ = ["KINDS", "Kind", "editor_schema", "names", "vscode_settings"]
