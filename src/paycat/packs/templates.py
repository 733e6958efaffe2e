"""Jinja as packs use it: an environment for each language, in a sandbox, strict about undefined names.

A template prints only source of its language: it passes each value through one of the language's filters. Jinja escapes
what an HTML template prints. Templates read the contract and their own folder, and nothing else.
"""

import marshal
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, MutableMapping
from decimal import Decimal
from functools import cache as cached
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2 import (
    BaseLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    TemplateSyntaxError,
    Undefined,
    nodes,
    pass_context,
)
from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS
from jinja2.loaders import split_template_path
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import Markup
from pydantic import BaseModel

from paycat.cache import Cache
from paycat.catalogue.statement import Kept
from paycat.contract.naming import pascal, snake
from paycat.diagnostics import did_you_mean
from paycat.files.confining import confined
from paycat.files.reading import conflict_in, file_bytes
from paycat.languages import markdown
from paycat.languages.source import Source, UnsuitableValueError, fill, joined
from paycat.languages.table import LANGUAGES, Filter, Language, language_named, language_of
from paycat.packs.rooms import View, Views, rooms
from paycat.text.characters import name_of, unwanted_in

_GUARDED = (nodes.EvalContextModifier, nodes.FilterBlock, nodes.Output, nodes.Assign, nodes.Filter)
"""What is looked at in a template before it is compiled."""
_BANNED_FILTERS = frozenset({"safe", "random", "pprint", "xmlattr", "tojson", "urlize"})
"""Filters that print a raw value, or a different text with each run."""
Find = Callable[[str], Path | None]
"""Returns the file of a template by its name; None without one."""
Languages = tuple[Language, ...]
_DATA = (str, int, float, Decimal, tuple, list, dict, type(None), Markup)


class _Undefined(StrictUndefined):
    """What a template names and nothing defines; the error names what there is, also the members of an object."""

    __slots__ = ()

    @property
    def _undefined_message(self) -> str:
        owner = self._undefined_obj
        if isinstance(owner, Context):
            hint = did_you_mean(str(self._undefined_name), names := owner.get_all(), len(names))
            return f"{self._undefined_name!r} is undefined; {hint}"
        kind = type(owner)
        if self._undefined_hint or not _stated_classes(kind):
            return str(super()._undefined_message)
        fields = kind.model_fields if issubclass(kind, BaseModel) else {}
        of_all = {*dir(Kept), *Kept.model_fields}
        members = sorted(name for name in {*fields, *dir(kind)} - of_all if name[0] != "_" and _is_stated(kind, name))
        hint = did_you_mean(str(self._undefined_name), members)
        beginning = f"{hint} It" if hint.startswith("did") else "it"
        return f"a {kind.__name__} has no member {self._undefined_name!r}; {beginning} has {', '.join(members)}"


class _Context(Context):
    def resolve_or_missing(self, key: str) -> Any:
        """Return the value of a name, or else what knows which names there are."""
        value = super().resolve_or_missing(key)
        return self.environment.undefined(obj=self, name=key) if value is missing else value


class TemplateSandbox(ImmutableSandboxedEnvironment):
    """Jinja for templates of one language; `languages` are those whose filters are known, though not here."""

    context_class = _Context

    def __init__(self, language: Language, loader: BaseLoader | None = None, languages: Languages = LANGUAGES) -> None:
        is_html = language.name == "html"
        self.language, self.languages = language, languages
        self._safe: dict[tuple[type, str], bool] = {}
        super().__init__(
            loader=loader,
            undefined=_Undefined,
            autoescape=is_html,
            finalize=partial(_printed, language),
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
            optimized=False,  # Templates have no constants that are worth the time.
        )
        self.globals = {name: function for name, function in self.globals.items() if name != "lipsum"}
        self.filters = {name: function for name, function in FILTERS.items() if name not in _BANNED_FILTERS}
        fill_filter = markdown.fill if language.name == "markdown" else fill
        own_filters: dict[str, Filter] = {"pascal": pascal, "snake": snake, "fill": fill_filter, **language.filters}
        self.filters |= {"map": _map, **{name: View(name, own_filters[name]) for name in own_filters}}
        if not is_html:
            self.filters["join"] = _join
            # The result of a block or a macro is source, too.
            self.concat = lambda parts: Source("".join(parts), language.name)  # type: ignore[method-assign]  # of this environment

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        if sign_match := unwanted_in(source.replace("\r\n", "\n")):
            message = f"the template has the character {name_of(sign_match[0])}, which is not allowed; remove it"
            raise TemplateSyntaxError(message, sign_match.string.count("\n", 0, sign_match.start()) + 1, name, filename)
        if finding := conflict_in(source.encode(errors="replace"), name or ""):
            raise TemplateSyntaxError(f"{finding.message}; {finding.help}", finding.span.line, name, filename)
        tree = super()._parse(source, name, filename)
        for node in list(tree.find_all(_GUARDED)):
            match node:
                case nodes.EvalContextModifier():
                    raise TemplateSyntaxError("escaping cannot be switched off", node.lineno, name, filename)
                case nodes.FilterBlock() if node.filter.name != "fill":  # It only wraps what a template printed.
                    raise TemplateSyntaxError("a block is laid out by fill alone", node.lineno, name, filename)
                case nodes.Filter() if node.name not in self.filters:
                    raise TemplateSyntaxError(self._unknown_filter(node.name), node.lineno, name, filename)
                case nodes.Output() if not self.autoescape:
                    node.nodes = [_with_own_texts(part) for part in node.nodes]
                case nodes.Assign() if not self.autoescape:
                    node.node = _with_own_texts(node.node)
                case nodes.Filter(name="join") if not self.autoescape:
                    node.args = [_with_own_texts(separator) for separator in node.args]
        return tree

    def _unknown_filter(self, name: str) -> str:
        hint = "state `types` in pack.yaml" if name == "type" else did_you_mean(name, self.language.filters)
        for language in self.languages:
            if name in language.own_filters:
                hint = f"templates with the ending {' or '.join(language.endings)} have it"
        return f"there is no filter {name!r}; {hint or 'what a page prints is escaped'}"

    def own_text(self, text: str) -> Source:
        """Return a text of the template itself as source; only `_parse` calls it."""
        return Source(text, self.language.name)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return whether a template may read an attribute: a field or method of data that paycat defines."""
        access_key = type(obj), attr  # Jinja, too, asks only for these two.
        if access_key not in self._safe:
            is_safe = super().is_safe_attribute(obj, attr, value)
            self._safe[access_key] = is_safe and (_is_plain(obj) or _is_stated(type(obj), attr))
        return self._safe[access_key]

    def call(self, context: Any, callee: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Return the result of a call in a template. Raises SecurityError for what it may not call."""
        if not self.is_safe_callable(callee):
            raise SecurityError("a template calls filters, macros, methods of the contract and views of rooms alone")
        return super().call(context, callee, *args, **kwargs)

    def is_safe_callable(self, obj: Any) -> bool:
        """Return whether a template may call something: a method of data, a view, a macro or what Jinja has."""
        owner = getattr(obj, "__self__", obj)
        if isinstance(obj, View) or obj == self.own_text or obj in self.globals.values():
            return True
        is_ours = _is_plain(owner) or (_module(type(owner)) == "paycat" and owner is not self)
        return super().is_safe_callable(obj) and is_ours


def _with_own_texts(node: Any) -> Any:
    """Return an expression in which the texts of the template itself, such as ", ", are source."""
    match node:
        case nodes.CondExpr(test=test, expr1=then_node, expr2=alternative):
            else_node = nodes.Const("") if alternative is None else alternative
            return nodes.CondExpr(test, _with_own_texts(then_node), _with_own_texts(else_node), lineno=node.lineno)
        case nodes.Const(value=str()):
            function = nodes.EnvironmentAttribute("own_text", lineno=node.lineno)
            return nodes.Call(function, [node], [], None, None, lineno=node.lineno)
    return node


def _module(kind: type) -> str:
    return kind.__module__.partition(".")[0]


def _is_plain(value: object) -> bool:
    return type(value) in (*_DATA, bool, Source) or _module(type(value)) == "jinja2"


def _is_stated(kind: type[object], name: str) -> bool:
    bases = _stated_classes(kind)
    fields = kind.model_fields if issubclass(kind, BaseModel) else {}
    return bool(bases) and (name in fields or any(name in vars(base) for base in bases))


def _stated_classes(kind: type[object]) -> list[type[object]]:
    return [base for base in kind.__mro__ if _module(base) == "paycat"]


def _printed(language: Language, value: object) -> object:
    if language.prints(value):
        return value
    if isinstance(value, Undefined | View | Views):
        return str(value)  # Raises the error that names it.
    filter_names = ", ".join(language.own_filters)
    hint = f"put it through one of {filter_names}" if filter_names else "print a text or a number"
    raise UnsuitableValueError(f"a value is printed that is no {language.name} yet; {hint}")


def _join(parts: Any, separator: str = "") -> str:
    """Return parts with a text of the template between them, which is source if they are."""
    if separator and not isinstance(separator, Source):
        raise UnsuitableValueError("what `join` puts between is a text of the template, or comes from a filter")
    return joined(parts, separator)


@pass_context
def _map(context: Any, values: Iterable[Any], *how: Any, **options: Any) -> Iterable[Any]:
    """Return what a view makes of each value, or what Jinja's own `map` does."""
    return map(how[0], values) if how and isinstance(how[0], View) else FILTERS["map"](context, values, *how, **options)


def environment(language: Language, find: Find, cache: Cache, languages: Languages = LANGUAGES) -> TemplateSandbox:
    """Return the environment for templates of a language, one of several, whose files `find` returns by name."""
    sandbox = TemplateSandbox(language, _Loader(find, cache), languages)
    sandbox.globals |= rooms(cache)
    if language.name in ("html", "markdown"):
        inner_environment = cached(lambda inner: environment(inner, find, cache, languages))
        sandbox.filters["program"] = partial(_program, inner_environment, languages)
    return sandbox


def _program(
    inner_environment: Callable[[Language], TemplateSandbox], languages: Languages, name: str, **context: object
) -> str:
    """Return what a template of another language makes, as a text that a page or a block of code shows."""
    inner_language = language_of(name, languages)
    if inner_language is None or inner_language.name == "html":
        raise UnsuitableValueError(f"the ending of {name!r} is of no language that a page shows as a program")
    return str(inner_environment(inner_language).get_template(name).render(context))


class _Loader(BaseLoader):
    def __init__(self, find: Find, cache: Cache) -> None:
        self._find = find
        self._cache = cache

    def load(self, environment: Any, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """Return the template of a name. Raises TemplateNotFound."""
        path = self._find("/".join(split_template_path(name)))
        if path is None:
            raise TemplateNotFound(name)
        file_language, own_language = language_of(name, environment.languages), environment.language
        if file_language and file_language.name != own_language.name:
            raise TemplateNotFound(name, f"{name} is {file_language.name}, which cannot be part of {own_language.name}")
        text = file_bytes(confined(path)).decode("utf-8")
        if environment.languages != LANGUAGES or "type" in environment.filters:
            return Template.from_code(environment, environment.compile(text, name, str(path)), globals or {})
        code_text = self._cache.lasting(_compiled, text, name, str(path), own_language.name)
        return Template.from_code(environment, self._cache.of(_code, code_text), {} if globals is None else globals)


def _compiled(source: str, name: str, file: str, language: str) -> str:
    sandbox = environment(language_named(language), lambda _: None, Cache())
    return b64encode(marshal.dumps(sandbox.compile(source, name, file))).decode()


def _code(code_text: str) -> CodeType:
    code: CodeType = marshal.loads(b64decode(code_text))  # noqa: S302  # nosec B302 - `_compiled` made it
    return code
