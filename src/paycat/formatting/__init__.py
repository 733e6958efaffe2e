"""A YAML file of a project in, the same file in canonical order and layout out."""

from paycat.formatting.files import File, Formatted, files_of, format_file

__all__ = ["File", "Formatted", "files_of", "format_file"]
