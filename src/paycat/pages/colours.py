"""Code of the pages in colours: each token of another colour is a `span` with the class that style.css colours."""

from functools import lru_cache
from itertools import groupby

from markupsafe import Markup, escape
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType

LEXERS = {
    "JSON": "json",
    "Response": "json",
    "Shell": "bash",
    "curl": "bash",
    "Python": "python",
    "TypeScript": "typescript",
    "JavaScript": "javascript",
    "Java": "java",
    "Go": "go",
    "PHP": "php",
    "Ruby": "ruby",
    "YAML": "yaml",
}
"""The lexers of Pygments by the names that pages give languages; what has none stays in one colour."""
_CLASSES = (
    (Comment, "c"),
    (Keyword, "k"),
    (String, "s"),
    (Number, "m"),
    (Name.Tag, "t"),
    (Name.Class, "f"),
    (Name.Function, "f"),
    (Name.Decorator, "f"),
    (Name.Variable, "v"),
)
"""The class of each kind of token: few, as no reader distinguishes more, and no page may become large."""


def coloured(text: str, language: str) -> Markup:
    """Return a program or a document as HTML with colours; the text of the HTML is the given one to the letter."""
    if language not in LEXERS:
        return escape(text)
    return _coloured(str(text), LEXERS[language])


@lru_cache(maxsize=1024)
def _coloured(text: str, lexer_name: str) -> Markup:
    # Not `get_tokens`, which changes line ends.
    tokens = ((_class_of(kind), part) for _, kind, part in _lexer(lexer_name).get_tokens_unprocessed(text))
    runs = ((colour, "".join(part for _, part in run)) for colour, run in groupby(tokens, key=lambda token: token[0]))
    return Markup("").join(Markup('<span class="{}">{}</span>').format(*run) if run[0] else run[1] for run in runs)


@lru_cache(maxsize=len(LEXERS))
def _lexer(lexer_name: str) -> Lexer:
    return get_lexer_by_name(lexer_name)


def _class_of(kind: _TokenType) -> str:
    return next((colour for outer_kind, colour in _CLASSES if kind in outer_kind), "")
