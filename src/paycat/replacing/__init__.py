"""Files replaced whole: one, or several of a project together."""

from paycat.replacing.one_file import replace_file
from paycat.replacing.several_files import (
    finish_interrupted,
    project_lock,
    refuse_interrupted,
    replace_files,
    write_files,
)

__all__ = ["finish_interrupted", "project_lock", "refuse_interrupted", "replace_file", "replace_files", "write_files"]
