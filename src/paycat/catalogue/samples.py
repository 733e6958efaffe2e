"""`samples/<direction>/<METHOD>.yaml`: payloads written by a person, with the verdict that each must get."""

from typing import Annotated

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers
from paycat.catalogue.statement import Statement
from paycat.catalogue.values import Json, ListOf, TableOf, Text


class ViolationStatement(Statement):
    """A violation that a sample must get."""

    code: Annotated[Text, Refers("violation code or problem")] = Field(description="Violation code, such as required.")
    pointer: Annotated[Text, forms.POINTER] = Field(
        description="JSON Pointer as a fragment, such as #/recipient/wallet."
    )


class SampleStatement(Statement):
    """A payload; valid unless it names violations."""

    meaning: Text | None = Field(default=None, description="What the payload shows.")
    payload: Json = Field(description="The request body.")
    violations: ListOf[ViolationStatement] = Field(default=(), description="Exactly the violations that it must get.")
    erratum: Annotated[Text, Refers("erratum")] | None = Field(
        default=None, description="The erratum that the payload follows and that corrects it."
    )


class Samples(Statement):
    """The samples of one method and direction; `minimal` and `full` must be among them."""

    samples: TableOf[Annotated[Text, forms.NAME], SampleStatement] = Field(description="Samples by name.")
