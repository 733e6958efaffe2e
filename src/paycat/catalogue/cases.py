"""Cases: what fields of a request are where others of it have certain values."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.constraints import OF_FORM, ByTable, Constrained, Ruled
from paycat.catalogue.statement import Kept, Reasoned
from paycat.catalogue.values import Choice, OneOrMore, Single, TableOf, Text

CaseRequirement = Literal["required", "absent"]
Presence = Literal["present", "absent"]

FieldPath = Annotated[Text, forms.FIELD_PATH.by_rule(), Refers("field", free=True)]


class Given(Kept):
    """What a field must be for a case to hold. A value that is null, or of another JSON type, meets nothing."""

    short = "one_of"
    one_of: OneOrMore[Single] = Field(default=(), description="It has one of these values.")
    other_than: OneOrMore[Single] = Field(default=(), alias="not", description="It has a value, and none of these.")
    presence: Annotated[Presence, Choice, Words.of("case_presence")] | None = Field(
        default=None, alias="is", description="Whether a request has it."
    )

    @property
    def values(self) -> tuple[str | int | float | bool, ...]:
        """The values that it names."""
        return self.one_of or self.other_than

    @property
    def kind(self) -> Literal["one_of", "other_than", "present", "absent"]:
        """What it asks for."""
        return self.presence or ("one_of" if self.one_of else "other_than")


class CaseField(Constrained):
    """What a field is in a case: it keeps the rules that it has anyway, too."""

    short = "requirement"
    requirement: Annotated[CaseRequirement, Choice, Words.of("case_requirement")] | None = Field(
        default=None, description="Whether a request has the field in this case."
    )
    rules: Annotated[Mapping[str, Ruled], ByTable(OF_FORM)] = Field(default_factory=dict)


class CaseStatement(Reasoned):
    """What some fields are where all of `given` holds."""

    given: TableOf[FieldPath, Given] = Field(
        min_length=1,
        description="By the dotted path of a choice, a boolean or a fixed text: its value, a list of which it has one, "
        "or `{ not: VALUE }`. Any field or object may be asked for `{ is: present }` or `{ is: absent }`.",
    )
    fields: TableOf[FieldPath, CaseField] = Field(
        min_length=1, description="By the dotted path: what the field is then. `absent` may also name an object."
    )
