"""The YAML files of a project in canonical order and layout."""

from paycat.formatting.files import (
    File,
    Formatted,
    Kind,
    files_of,
    format_file,
    formatted_text,
    has_editor_schemas,
    kind_of,
)

__all__ = [
    "File",
    "Formatted",
    "Kind",
    "files_of",
    "format_file",
    "formatted_text",
    "has_editor_schemas",
    "kind_of",
]
