"""Text that is source of a language: the only text that a template prints."""

import textwrap
from collections.abc import Iterable
from typing import Self, TypeVar

T = TypeVar("T", bound=str)


class UnsuitableValueError(ValueError):
    """A value cannot be written in the language of a template, or in a path."""


class Source(str):
    """A text that is source of `language`, such as a literal with its quotes; templates print it unchanged."""

    language: str

    def __new__(cls, text: str, language: str) -> Self:
        source = super().__new__(cls, text)
        source.language = language
        return source

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]  # a str has one argument
        return str(self), self.language


def joined(parts: Iterable[object], separator: str = "") -> str:
    """Return parts with a separator between them: source where all of them are source of one language."""
    part_texts = [part if isinstance(part, str) else str(part) for part in parts]
    text = separator.join(part_texts)
    languages = {part.language if isinstance(part, Source) else None for part in part_texts}
    [language] = languages if len(languages) == 1 else [None]
    return Source(text, language) if language else text


def fill(text: T, indent: int = 0, width: int = 88) -> T:
    """Return a text wrapped to a width, in its own language; every line but the first is indented."""
    paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph.strip()]
    wrapper = textwrap.TextWrapper(width - indent, break_long_words=False, break_on_hyphens=False)
    filled_paragraphs = map(wrapper.fill, paragraphs)
    wrapped_text = "\n\n".join(filled_paragraphs).replace("\n", "\n" + " " * indent).replace(" " * indent + "\n", "\n")
    source = Source(wrapped_text, text.language) if isinstance(text, Source) else wrapped_text
    return source  # type: ignore[return-value]  # there is no third kind of text
