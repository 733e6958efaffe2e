"""The modules of which templates call the functions, as members of `pages`."""

from paycat.pages import (
    anchors,
    colours,
    downloads,
    fields,
    interface,
    lives,
    mistakes,
    navigation,
    quickstart,
    registers,
    rules,
    snippets,
    texts,
    words,
)

PAGES = (
    anchors,
    colours,
    downloads,
    fields,
    interface,
    lives,
    mistakes,
    navigation,
    quickstart,
    registers,
    rules,
    snippets,
    texts,
    words,
)
