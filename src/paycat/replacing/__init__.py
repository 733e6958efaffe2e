"""Files of a project and their new texts in; the files replaced whole, all or none, out."""

from paycat.replacing.one_file import replace_file
from paycat.replacing.several_files import finish_interrupted, project_lock, refuse_interrupted, replace_files

__all__ = ["finish_interrupted", "project_lock", "refuse_interrupted", "replace_file", "replace_files"]
