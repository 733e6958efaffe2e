"""`pack.yaml`: what a pack writes, for each what, from which template or document builder."""

from typing import Annotated, Literal

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.statement import Choice, Flag, ListOf, Statement, TableOf, Text

Selection = Literal["service", "direction", "method", "request"]

_SELECTIONS = Words(
    {
        "service": "One file; templates see `contract`.",
        "direction": "A file for each direction in use, `direction`.",
        "method": "A file for each payment method, `method`.",
        "request": "A file for each method and direction that it offers: `request`, `method`, `direction`.",
    }
)


class PackFile(Statement):
    """One kind of file; `path` is a Jinja expression text over the selected item."""

    each: Annotated[Selection, Choice, _SELECTIONS] = Field(
        default="service", alias="for", description="service (once), direction, method or request: one file for each."
    )
    path: Text = Field(description="Path below the pack's folder; Jinja, over the selected item.")
    template: Text | None = Field(
        default=None, description="Template in templates/, ending in .j2; instead of a document builder."
    )
    document: Annotated[Text, Refers("builder")] | None = Field(
        default=None, description="Named document builder; instead of a template."
    )
    asset: Text | None = Field(
        default=None, description="Text file in assets/, which is copied as it is; instead of a template."
    )


class Pack(Statement):
    """A folder of generators/: data that says what to write."""

    name: Annotated[Text, forms.PACK] = Field(description="The folder's name.")
    title: Text = Field(description="What the pack makes, in one sentence.")
    folder: Annotated[Text, forms.PACK] = Field(description="Folder below the output folder that it owns.")
    slices: Flag = Field(
        default=True,
        description="Whether a part of the catalogue gets these files too; false for what maintainers use.",
    )
    params: TableOf[Annotated[Text, forms.NAME], Text] = Field(
        default_factory=dict, description="Texts for the templates."
    )
    files: ListOf[PackFile] = Field(min_length=1, description="What is written.")
