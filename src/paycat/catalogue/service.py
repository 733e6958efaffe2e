"""`catalogue.yaml`: what the service is called, where it lives, and the conventions that hold for every request."""

import sys
from keyword import iskeyword
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.fields import AUDIENCES, Audience
from paycat.catalogue.lifecycle import Reserved
from paycat.catalogue.statement import Derived, Reasoned, Statement
from paycat.catalogue.values import Choice, ListOf, TableOf, Text, rejected
from paycat.yaml.nodes import Node, Scalar

_UNKNOWN_FIELDS = Words({"reject": "The request is rejected.", "ignore": "The field is passed over."})
_NULLS = Words({"reject": "A null is rejected; leave the field out instead."})
_REQUIRED_TEXTS = Words({"not_empty": "It needs at least one character.", "any": "It may be empty."})
_NO_METHODS = Words({"none": "One body, which names no method."})
_CONTAINERS = Words({"required_by_children": "When a field inside is required, or a condition holds inside."})
_NEEDED = {"annotated_types", "pydantic", "pydantic_core", "starlette", "typing_extensions"}


def _package(node: Node) -> Node:
    name = node.text if isinstance(node, Scalar) else ""
    if iskeyword(name) or name in sys.stdlib_module_names or name in _NEEDED:
        raise rejected("taken-package", f"{name!r} is a name that Python or a library needs", node)
    return node


class Contact(Statement):
    """Whom a reader of the published documents may ask."""

    name: Annotated[Text, forms.LINE] = Field(description="Name of the team.")
    url: Annotated[Text, forms.URL] = Field(description="Web address of the team.")
    email: Annotated[Text, forms.EMAIL] = Field(description="Mail address of the team.")


class License(Statement):
    """The licence of the published documents."""

    name: Annotated[Text, forms.LINE] = Field(description="Name of the licence.")
    identifier: Annotated[Text, forms.LICENSE] = Field(description="SPDX identifier, such as Apache-2.0.")


class Server(Reasoned):
    """The base address that paths are appended to."""

    url: Annotated[Text, forms.SERVER_URL] = Field(description="Absolute address without a trailing slash.")
    description: Derived[Text] = Field(description="What answers there; default: the title of the interface.")


class SourceDocument(Statement):
    """The specification that `source` marks refer to."""

    title: Annotated[Text, forms.LINE] = Field(description="Title of the document.")
    file: Annotated[Text, forms.FILE_NAME] = Field(description="File name of the document.")


class UnknownFields(Reasoned):
    """What happens to a field that the request does not list."""

    short = "value"
    value: Annotated[Literal["reject", "ignore"], Choice, _UNKNOWN_FIELDS] = Field(description="reject or ignore.")


class NullValues(Reasoned):
    """What an explicit null means."""

    short = "value"
    value: Annotated[Literal["reject"], Choice, _NULLS] = Field(description="reject: leave the field out instead.")


class RequiredText(Reasoned):
    """Whether a required or conditional text may be empty."""

    short = "value"
    value: Annotated[Literal["not_empty", "any"], Choice, _REQUIRED_TEXTS] = Field(description="not_empty or any.")


class Containers(Reasoned):
    """When the object around nested fields must be sent."""

    short = "value"
    value: Annotated[Literal["required_by_children"], Choice, _CONTAINERS] = Field(
        description="required_by_children: when a field inside is required, or a condition holds inside."
    )


class DirectionStatement(Statement):
    """A direction of requests: what the service is asked for, such as to take money or to send it."""

    title: Derived[Annotated[Text, forms.TAG]] = Field(description="Name for people; default: the name in words.")
    task: Derived[Annotated[Text, forms.LINE]] = Field(
        description="What a caller does with a request; default: the summary of the first operation that takes it."
    )
    methods: Annotated[Literal["none"], Choice, _NO_METHODS] | None = Field(
        default=None,
        description="none: the request table of its name is the body of every request; default: methods offer it.",
    )
    audience: Annotated[Audience, Choice, AUDIENCES] | None = Field(
        default=None, description="Who fills in a field, unless it or its role says so; default: nothing says so."
    )


class Conventions(Statement):
    """Rules that hold for every request body."""

    unknown_fields: UnknownFields = Field(
        default_factory=lambda: UnknownFields(value="reject"),
        description="What happens to a field that the request does not list; default: reject.",
    )
    null_values: NullValues = Field(
        default_factory=lambda: NullValues(value="reject"), description="What an explicit null means; default: reject."
    )
    required_text: RequiredText = Field(
        default_factory=lambda: RequiredText(value="not_empty"),
        description="Whether a required or conditional text may be empty; default: not_empty.",
    )
    containers: Containers = Field(
        default_factory=lambda: Containers(value="required_by_children"),
        description="When the object around nested fields must be sent; default: required_by_children.",
    )


class Subset(Statement):
    """A part of the catalogue that has a name; a selection must fulfil all of it."""

    title: Annotated[Text, forms.LINE] | None = Field(
        default=None, description="Name of the part, for people; default: its name here."
    )
    methods: ListOf[Annotated[Text, Refers("method")]] | None = Field(
        default=None, description="Codes of the methods; default: all."
    )
    countries: ListOf[Annotated[Text, Refers("country")]] | None = Field(
        default=None, description="Countries of which a method needs one, ISO 3166-1 alpha-2; default: any."
    )
    directions: ListOf[Annotated[Text, Refers("direction")]] | None = Field(
        default=None, description="Directions whose requests are wanted; default: all."
    )


class Releases(Statement):
    """How git names the releases of the catalogue."""

    tags: Annotated[Text, forms.TAGS] = Field(
        description="Name of the tags, in which * is the version: with cards-v*, the tag of version 1.2.0 is "
        "cards-v1.2.0. Several catalogues in one repository need different names."
    )


class CatalogueHead(Statement):
    """The catalogue's head."""

    new_keys: ClassVar[dict[str, str]] = {
        "directions": "`paycat fmt` adds those of requests/ and methods/; state the `audience` of each if forms need it"
    }

    title: Annotated[Text, forms.LINE] = Field(description="Title of the interface.")
    version: Annotated[Text, forms.VERSION] = Field(description="Version of the catalogue, major.minor.patch.")
    summary: Text = Field(description="One sentence: what the service does.")
    description: Derived[Text] = Field(description="What a reader must know first; Markdown; default: the summary.")
    package: Annotated[Text, forms.PACKAGE, BeforeValidator(_package)] = Field(
        description="Import name of the generated Python package."
    )
    npm: Annotated[Text, forms.NPM] | None = Field(
        default=None,
        description="Name of the generated package of npm, with its scope; default: `package` with - in place of _.",
    )
    contact: Contact | None = Field(default=None, description="Whom to ask.")
    license: License | None = Field(default=None, description="Licence of the published documents.")
    server: Server = Field(description="Where the service answers.")
    source: SourceDocument | None = Field(
        default=None,
        description="The specification that `source` marks refer to; without it, no statement needs a reason.",
    )
    directions: TableOf[Annotated[Text, forms.DIRECTION], DirectionStatement] = Field(
        min_length=1, description="Directions of requests by name, in the order in which documents have them."
    )
    conventions: Conventions = Field(default_factory=Conventions, description="Rules that hold for every request body.")
    published_at: Annotated[Text, forms.SERVER_URL] | None = Field(
        default=None,
        description="Absolute address, without a trailing slash, below which the generated files are published. "
        "JSON Schemas have their `$id` there.",
    )
    releases: Releases = Field(
        default=Releases(tags="v*"), description="How git names the releases; default: by the tags v*."
    )
    packs_off: ListOf[Annotated[Text, Refers("pack")]] = Field(
        default=(), description="Packs shipped with paycat that are not wanted."
    )
    subsets: TableOf[Annotated[Text, forms.NAME], Subset] = Field(
        default_factory=dict, description="Subsets of the catalogue by the name that `paycat generate --subset` takes."
    )
    reserved: Reserved | None = Field(
        default=None, description="Method codes and field names that were in use once, and never are again."
    )
