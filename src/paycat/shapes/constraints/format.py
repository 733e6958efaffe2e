"""`format`: the form of a text that the shape of a value implies: of a date, a time, or a decimal number."""

from collections.abc import Iterator, Mapping
from typing import Any

from paycat.shapes.constraints.aspects import FORMAT
from paycat.shapes.constraints.date_form import DATE, DATE_TIME
from paycat.shapes.constraints.decimal_form import DECIMAL
from paycat.shapes.constraints.kind import Kind, Named, Sampled, Schema, SchemaChange, with_blanks
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Bound, Phrase, being
from paycat.shapes.constraints.text_form import TextForm

FORMS: Mapping[str, TextForm] = {form.name: form for form in (DATE, DATE_TIME, DECIMAL)}
"""The forms by name."""

FORMAT_NOTE = "x-format"
"""What annotates the form in a plain JSON Schema; an OpenAPI document says `format`."""


class Format(Kind):
    keyword = "format"
    json_types = ("string",)
    relation = Relation.MATCHES
    aspect = FORMAT
    schema_keyword = "pattern"
    open_keyword = FORMAT_NOTE
    error = "string_pattern_mismatch"
    argument = "pattern"

    def compared(self, form_name: Bound) -> str:
        """Return the pattern of the form."""
        return FORMS[str(form_name)].pattern

    def fault(self, form_name: Any, max_bytes: int) -> str | None:
        return None if form_name in FORMS else "no form that paycat knows"

    def phrase(self, form_name: Any) -> Phrase:
        return being(FORMS[form_name].example)

    def schema(self, form_name: Any) -> dict[str, Any]:
        """Return an annotation and the pattern, which validates; every pattern has a `not` beside it.

        A plain JSON Schema has no `format`: strict validators reject schemas with formats that they do not know.
        """
        return {FORMAT_NOTE: form_name, self.schema_keyword: self.compared(form_name), "not": {"pattern": "\\n"}}

    def rejects_by(self, keyword: str, schema: Schema) -> bool:
        """Tell whether a keyword rejects for this: a pattern, or what is beside it, where there is a form."""
        return keyword in (self.schema_keyword, "not", "format") and form_in(schema) is not None

    def error_type(self, form_name: Any) -> str:
        return FORMS[form_name].error

    def error_context(self, form_name: Any) -> dict[str, Any]:
        return {self.argument: self.compared(form_name)}

    def texts(self, form_name: Any) -> str:
        return self.compared(form_name)

    def schema_changes(self, value: str, schema: Schema) -> Iterator[SchemaChange]:
        form = form_in(schema)
        assert form, "the keyword rejects for a form"
        yield from form.schema_changes(schema)

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return texts that nearly have the form."""
        value = field.value
        yield from FORMS[str(field.bounds[self.keyword])].wrong(value)
        yield "empty", ""
        yield from with_blanks(value)
        yield "bengali", "".join(chr(0x09E6 + int(char)) if char.isdecimal() else char for char in value)

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return texts at the edges of the form."""
        if self.keyword in field.bounds:
            yield from FORMS[str(field.bounds[self.keyword])].right()


def form_in(schema: Schema) -> TextForm | None:
    """Return the form that a schema names, or None."""
    form_name = schema.get(FORMAT_NOTE, schema.get("format"))
    return FORMS.get(form_name) if isinstance(form_name, str) else None
