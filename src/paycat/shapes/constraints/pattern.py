"""`pattern`: the form of a text, as a regular expression of ECMA-262; `characters` states one, too.

The bound is its portable form, which every language reads alike.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from paycat.shapes.constraints.aspects import PATTERN
from paycat.shapes.constraints.kind import Kind, Named, Sampled, Schema, SchemaChange
from paycat.shapes.constraints.length import EMOJI, QUESTIONS, lengths_of, stretched, text_of
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import TEXTS, Bound, ConstraintKey, Phrase, Surroundings
from paycat.shapes.patterns.compiled import matches
from paycat.shapes.patterns.line_breaks import Guard, has_no_break
from paycat.shapes.patterns.mutants import AUTOMATON_STEP, counterexamples, pattern_mutants
from paycat.shapes.patterns.portable import MOST_COUNTED, form_of, guard_of_pattern, is_portable
from paycat.shapes.patterns.reading import FaultyPatternError, whole
from paycat.shapes.patterns.texts import text_let_through

_SCRIPTS = {"bengali": 0x09E6, "arabic_indic": 0x0660, "fullwidth": 0xFF10}


class WrittenPattern(NamedTuple):
    """A pattern as it is written, and whether it matches the whole text, with anchors or without."""

    source: str
    is_whole: bool = False


def _formed(written_pattern: WrittenPattern, surroundings: Surroundings) -> Mapping[str, Bound]:
    """Return the portable form of a pattern, and the lengths that it needs where none is stated that is as strict."""
    try:
        portable_form = form_of(written_pattern.source, is_whole=written_pattern.is_whole)
    except FaultyPatternError:  # A finding, without which nothing is made.
        return {"pattern": written_pattern.source}
    minimum, maximum = surroundings.statements.get("length", (None, None))
    lengths: dict[str, Bound] = {}
    if portable_form.least is not None and portable_form.least > (minimum or 0):
        lengths["min_length"] = portable_form.least
    if portable_form.most is not None and (maximum is None or portable_form.most < maximum):
        lengths["max_length"] = portable_form.most
    return lengths if portable_form.accepts_everything else {**lengths, "pattern": portable_form.pattern}


def _class(characters: str, surroundings: Surroundings) -> WrittenPattern:
    minimum, maximum = surroundings.statements.get("length", (None, None))
    repeat = f"{{{minimum or 0},{'' if maximum is None else maximum}}}" if minimum != maximum else f"{{{minimum}}}"
    # Engines count only so far; beyond that, the lengths beside the pattern express the rest.
    repeat = "*" if (minimum, maximum) == (None, None) or max(minimum or 0, maximum or 0) > MOST_COUNTED else repeat
    return WrittenPattern(f"^[{characters}]{repeat}$")


CHARACTERS = ConstraintKey(
    "characters",
    "text",
    TEXTS,
    "The characters allowed, as the inside of a regular expression class, such as 0-9.",
    lambda value, surroundings: _formed(_class(value, surroundings), surroundings),
    ("0-9", "A-Z0-9", "\\p{L} '-"),
    with_reason_of="length",
    unless="pattern",
    written_of=lambda value, surroundings: {"pattern": _class(value, surroundings).source},
)


class Pattern(Kind):
    keyword = "pattern"
    json_types = ("string",)
    relation = Relation.MATCHES
    aspect = PATTERN
    statement = ConstraintKey(
        "pattern",
        "pattern",
        TEXTS,
        "Regular expression (ECMA-262 with the flag u); without ^ and $ it is searched for. /…/i ignores case.",
        _formed,
        ("^[0-9]{10}$", "^[A-Z]{4}0[A-Z0-9]{6}$", "/^[a-z]{2,40}$/i"),
        written_of=lambda value, _: {"pattern": whole(value.source) if value.is_whole else value.source},
    )
    schema_keyword = "pattern"
    error = "string_pattern_mismatch"
    argument = "pattern"

    def fault(self, pattern: Any, max_bytes: int) -> str | None:
        return None if isinstance(pattern, str) and is_portable(pattern) else "no pattern that paycat reads"

    def phrase(self, pattern: Any) -> Phrase:
        return Phrase("of the form", "must match", "The form is", pattern)

    def schema(self, pattern: Any) -> dict[str, Any]:
        """Return the pattern and its guard: $ of Python and Java matches before a final line break, too."""
        return _guarded(pattern, guard_of_pattern(pattern))

    def text_schema(self, pattern: Any) -> dict[str, Any]:
        """Return the pattern alone: what the form of a number rejects has no line break."""
        return {self.schema_keyword: pattern}

    def text_error_type(self, pattern: Any) -> str:
        """Return a type of its own: the form of a number has that of patterns."""
        return "decimal_pattern"

    def rejects_by(self, keyword: str, schema: Schema) -> bool:
        """Tell whether a keyword rejects for this; the `not` beside a pattern is a part of it."""
        return keyword == "not" or super().rejects_by(keyword, schema)

    def texts(self, pattern: Any) -> str:
        return str(pattern)

    def schema_changes(self, pattern: str, schema: Schema) -> Iterator[SchemaChange]:
        """Return patterns that differ in one place."""
        for name, mutant in pattern_mutants(pattern):
            yield name, {self.schema_keyword: mutant}

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return texts with line breaks and of other forms, and those that distinguish it from mutants."""
        yield from self._line_breaks(field)
        yield from _of_other_forms(field.value)
        yield from self._counterexamples(field)

    def edges(self, field: Sampled) -> Iterator[Named]:
        """Return texts of many kinds, which show what a field without a pattern lets through, and those of mutants."""
        yield from _of_many_kinds(field.value)
        if self.keyword in field.bounds:
            yield from self._line_breaks(field)
            yield from self._counterexamples(field)

    def _counterexamples(self, field: Sampled) -> Iterator[Named]:
        pattern = str(field.bounds[self.keyword])
        yield from counterexamples(pattern, field.value, *lengths_of(field.bounds), field.steps // 2, field.beside)

    def _line_breaks(self, field: Sampled) -> Iterator[Named]:
        """Return texts with a line break at the end: some languages let `$` match before it."""
        pattern, value = str(field.bounds[self.keyword]), field.value
        min_length, max_length = lengths_of(field.bounds)
        if max_length is None or len(value) < max_length:
            yield "newline_after", f"{value}\n"
        elif text := text_of(field, max(min_length - 1, 0), max_length - 1):
            yield "newline_after", f"{text}\n"
        yield "newline_for_last", f"{value[:-1]}\n"
        if not has_no_break(guard_of_pattern(pattern)):  # Where `$` lets a line break through, and nowhere else.
            steps = field.steps // QUESTIONS // AUTOMATON_STEP
            passing_text = text_let_through(pattern, min_length, max_length, steps=steps).text
            yield from [("newline_let_through", passing_text)] if passing_text else []
        for name, size in (("shortest", min_length), ("longest", max_length)):
            text = stretched(value, size or 0)
            if size and not matches(pattern, text) and text_of(field, size, size) is None:
                yield f"newline_at_{name}", f"{text[:-1]}\n"


def _guarded(pattern: str, guard: Guard) -> dict[str, Any]:
    rejected_schemas: list[dict[str, Any]] = [{"pattern": guard.foreign}] if guard.foreign is not None else []
    if guard.rejected is not None:
        unless_schema = {"not": _guarded(*guard.unless)} if guard.unless else {}
        rejected_schemas.append({"pattern": guard.rejected, **unless_schema})
    elif guard.most is not None:
        rejected_schemas.append({"minLength": guard.most + 1})
    schema = rejected_schemas[0] if len(rejected_schemas) == 1 else {"anyOf": rejected_schemas}
    return {"pattern": pattern, **({"not": schema} if rejected_schemas else {})}


def _of_other_forms(value: str) -> Iterator[Named]:
    yield "blank_before", f" {value[1:]}"
    for name, last_character in (("letter", "x"), ("punctuation", "-"), ("digit", "0"), ("angle", "<")):
        yield name, value[:-1] + last_character
    for script, zero_code in _SCRIPTS.items():
        yield script, "".join(chr(zero_code + int(char)) if char in "0123456789" else char for char in value)
    scheme, separator, address = value.partition("://")
    if separator:
        yield from (("http", f"http://{address}"), ("no_scheme", address), ("scheme_alone", f"{scheme}://"))
        yield "script", f"javascript://{address}"
        yield from (("blank_inside", f"{value} x"), ("one_slash", f"{scheme}:/{address}"))


def _of_many_kinds(value: str) -> Iterator[Named]:
    yield from (("other_script", "Ωמ日本語"), ("marks", 'O\'Brien-Núñez, Jr. & <b>"x"</b>'), ("beyond_bmp", EMOJI))
    if value.isdecimal():
        yield from (("zeros", "0" * len(value)), ("nines", "9" * len(value)))
    scheme, separator, address = value.partition("://")
    if separator:
        yield from (("upper_case_scheme", f"{scheme.upper()}://{address}"), ("host_alone", f"{scheme}://a"))
        yield from (("query_alone", f"{scheme}://a?b=c"), ("port_and_fragment", f"{scheme}://a:8443/#c"))
