"""`pack.yaml`: what a pack writes, for each what, from which template or document builder."""

from typing import Annotated, Literal

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.statement import Statement
from paycat.catalogue.values import Choice, Flag, ListOf, TableOf, Text
from paycat.languages.syntax import LanguageStatement
from paycat.languages.table import LANGUAGES

Each = Literal["service", "reasons", "direction", "method", "request"]
Methods = Literal["all", "own"]

_SELECTIONS = Words(
    {
        "service": "One file; templates see `contract`.",
        "reasons": "The same, where a specification is cited or there are decisions, gaps or errata; else none.",
        "direction": "A file for each direction in use, `direction`.",
        "method": "A file for each method, `method`.",
        "request": "A file for each method and direction that it offers: `request`, `method`, `direction`.",
    }
)
_METHODS = Words(
    {"all": "Every method.", "own": "The method of the file alone; facts of the others are in `all_methods`."}
)
_FILTERS = {one.name: ", ".join(f"`{name}`" for name in one.own_filters) for one in LANGUAGES}
_PRINTED = {
    name: f"values through {filters}" if filters else "every value is escaped" for name, filters in _FILTERS.items()
}
_LANGUAGES = Words({one.name: f"Files {', '.join(one.endings)}; {_PRINTED[one.name]}." for one in LANGUAGES})


class PackFile(Statement):
    """One kind of file; `path` may name values of the selected item in double braces."""

    each: Annotated[Each, Choice, _SELECTIONS] = Field(
        default="service",
        alias="for",
        description="service or reasons (once), direction, method or request: one file for each.",
    )
    path: Text = Field(description="Path below the pack's folder, with names of values such as {{ request.name }}.")
    template: Text | None = Field(
        default=None, description="Template in templates/, ending in .j2; instead of a document builder."
    )
    methods: Annotated[Methods, Choice, _METHODS] = Field(
        default="all", description="Methods that the template's `contract` has: all, or the file's own alone."
    )
    language: Annotated[str, _LANGUAGES, Choice] | None = Field(
        default=None,
        description="Language of the template, which its values are printed for; default: by the ending before .j2.",
    )
    document: Annotated[Text, Refers("builder")] | None = Field(
        default=None, description="Named document builder; instead of a template."
    )
    asset: Text | None = Field(
        default=None, description="Text file in assets/, which is copied as it is; instead of a template."
    )
    folder: Text | None = Field(
        default=None,
        description="Folder of the pack, whose .py, .html, .css, .js and .d.ts files are copied unchanged to the path.",
    )


class Pack(Statement):
    """A folder of generators/: data that says what to write."""

    name: Annotated[Text, forms.PACK] = Field(description="The folder's name.")
    title: Annotated[Text, forms.LINE] = Field(description="What the pack makes, in one sentence.")
    folder: Annotated[Text, forms.PACK] = Field(description="Folder below the output folder that it owns.")
    subsets: Flag = Field(
        default=True,
        description="Whether a part of the catalogue gets these files too; false for what maintainers use.",
    )
    params: TableOf[Annotated[Text, forms.NAME], Text] = Field(
        default_factory=dict, description="Texts for the templates."
    )
    types: TableOf[Annotated[Text, forms.NAME], Text] = Field(
        default_factory=dict,
        description="Types in the templates' language for the filter `type`, by field type or else by shape. In those "
        "of lists, {items} is the type of the items. Further keys are any, union and nullable. Where a value may be "
        "null, nullable is its type, and {type} the type that it has otherwise.",
    )
    language: LanguageStatement | None = Field(
        default=None, description="A language of templates that paycat does not know."
    )
    files: ListOf[PackFile] = Field(min_length=1, description="What is written.")
