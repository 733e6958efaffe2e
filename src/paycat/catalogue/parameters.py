"""Parameters of operations and headers of answers: values in texts, which `operations.yaml` declares."""

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.shapes import ScalarStatement
from paycat.catalogue.values import Choice, Json, Presence, Text

_ROLES = Words({"method": "The code that names the method: the requests need no field for it."})
_PARAMETER_NAMES = {"path": forms.PATH_NAME, "query": forms.QUERY_NAME, "header": forms.HEADER_NAME}


class ParameterStatement(ScalarStatement):
    """A path, query or header parameter that operations name."""

    location: Annotated[Literal["path", "query", "header"], Choice, Words.of("place")] = Field(
        alias="in", description="path, query or header."
    )
    name: Annotated[Text, forms.PARAMETER_NAME] = Field(description="Name on the wire.")
    python_name: Annotated[Text, forms.ARGUMENT] | None = Field(
        default=None, description="Its argument in generated Python, where another parameter has the usual one."
    )
    requirement: Presence = Field(
        default="optional", description="required or optional; a parameter in the path is required."
    )
    identifies: Annotated[Text, Refers("state machine")] | None = Field(
        default=None,
        description="State machine of the record that the value names, in the path; no other value is accepted. "
        "Default: the machine of the record that operations read by the parameter.",
    )
    role: Annotated[Literal["method"], Choice, _ROLES] | None = Field(
        default=None, description="method: the path of the operation that takes the requests names the method by it."
    )
    description: Text | None = Field(default=None, description="What it does; default: the meaning of its type.")
    default: Json = Field(default=None, description="The value that counts where none is sent.")
    example: Json = Field(default=None, description="A value.")

    @field_validator("name")
    @classmethod
    def _of_its_place(cls, name: str, info: ValidationInfo) -> str:
        form = _PARAMETER_NAMES.get(info.data.get("location", ""))
        return form.checked(name) if form else name


class ResponseHeaderStatement(ScalarStatement):
    """A header that answers may carry."""

    name: Annotated[Text, forms.HEADER_NAME] = Field(description="Name on the wire.")
    description: Text | None = Field(default=None, description="What it says; default: the meaning of its type.")
