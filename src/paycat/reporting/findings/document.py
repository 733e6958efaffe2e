"""The shape of findings for programs: `paycat check --format json` and its like. docs/findings.schema.json is of it."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from paycat.characters import printable
from paycat.contract.values import Value
from paycat.diagnostics import Severity

KEPT = "\n\t"
"""Signs that are not printable, and that every format can hold."""

Text = Annotated[str, BeforeValidator(lambda text: printable(text, KEPT))]
Line = Annotated[int, Field(ge=1)]


class _Shown(Value):
    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class Where(_Shown):
    """A place in a file."""

    path: Text = Field(description="File, relative to the project; a file that was named, as it was named.")
    line: Line | None = Field(description="Line, counted from 1; null for the whole file.")
    column: Line | None = Field(description="Column, counted from 1 in characters; null for the whole line or file.")


class Finding(Where):
    """One finding."""

    code: Text = Field(description="What kind of finding it is; the same in every version.")
    rule: Text | None = Field(description="Id of the rule that found it, for `paycat explain`; null without one.")
    severity: Severity = Field(description="An error fails the command, a warning does not.")
    message: Text = Field(description="What is wrong.")
    help: Text = Field(description="What to do, if it is known; else empty.")
    cause: Where | None = Field(description="The line of the catalogue behind a finding in a generated file.")
    fingerprint: Text = Field(description="The same wherever its line moves, and however its message is worded.")


class Findings(_Shown):
    """What a command found. The shape is stable: an incompatible change raises `version`."""

    version: Literal[1] = Field(default=1, description="Version of this format.")
    findings: tuple[Finding, ...] = Field(description="The findings, by path, line, column, code and message.")
    errors: int = Field(ge=0, description="Number of errors.")
    warnings: int = Field(ge=0, description="Number of warnings.")
