"""Every public name of a package, with its signature: read from the source, as type checkers and editors do.

A module or a name with an underscore before it is private, and so are the modules inside `client`, `server` and
`sandbox`: these packages list what is public of them. The public names of a module are those in `__all__`, or those
that it defines. Where a name is defined makes no difference: what a class inherits in the package is listed with
it, with the arguments of its generic bases in place of their parameters.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

Functions = ast.FunctionDef | ast.AsyncFunctionDef
Arguments = Mapping[str, ast.expr]
"""What each parameter of a generic class is in a class that inherits it."""


@dataclass(frozen=True)
class Module:
    """A module of the package, with the statement that binds each name."""

    name: str
    is_package: bool
    bound: dict[str, ast.AST] = field(default_factory=dict)

    @property
    def exported(self) -> list[str]:
        """The public names."""
        listed = self.bound.get("__all__")
        if isinstance(listed, ast.Assign | ast.AnnAssign) and listed.value:
            return sorted(ast.literal_eval(listed.value))
        imports = (ast.Import, ast.ImportFrom)
        return sorted(name for name, by in self.bound.items() if not (name.startswith("_") or isinstance(by, imports)))


@dataclass(frozen=True)
class Found:
    """What a name means: the statement that defines it, in its module; None for what is of another package."""

    module: Module
    node: ast.AST | None
    name: str


class Package:
    """The modules of a package."""

    def __init__(self, folder: Path) -> None:
        self._modules: dict[str, Module] = {}
        for path in sorted(folder.rglob("*.py")):
            steps = (folder.name, *path.relative_to(folder).with_suffix("").parts)
            is_package = steps[-1] == "__init__"
            module = Module(".".join(steps[:-1] if is_package else steps), is_package)
            _bind(ast.parse(path.read_text(encoding="utf-8")).body, module.bound)
            self._modules[module.name] = module

    def lines(self) -> Iterator[str]:
        """Yield the public names, module by module."""
        for name, module in sorted(self._modules.items()):
            steps = name.split(".")
            if not any(step.startswith("_") for step in steps) and (module.is_package or len(steps) == 2):
                yield name
                for exported in module.exported:
                    yield from (f"    {line}" for line in self._described(exported, self._resolved(module, exported)))

    def _resolved(self, module: Module, name: str) -> Found:
        node = module.bound.get(name)
        match node:
            case ast.ImportFrom(level=level) if level:
                around = module.name.split(".")[: (1 if module.is_package else 0) - level or None]
                source = ".".join([*around, *([node.module] if node.module else [])])
                original = next(one.name for one in node.names if (one.asname or one.name) == name)
                if f"{source}.{original}" in self._modules:
                    return Found(self._modules[f"{source}.{original}"], ast.Module([], []), original)
                return self._resolved(self._modules[source], original)
            case ast.Assign(value=ast.Name() | ast.Attribute() as value):
                found = self._meant(module, value)
                return found if found and isinstance(found.node, ast.ClassDef) else Found(module, node, name)
            case ast.ImportFrom() | ast.Import() | None:
                return Found(module, None, name)
        return Found(module, node, name)

    def _meant(self, module: Module, expression: ast.expr) -> Found | None:
        match expression:
            case ast.Subscript(value=value):
                return self._meant(module, value)
            case ast.Name(id=name):
                return self._resolved(module, name)
            case ast.Attribute(value=value, attr=name):
                around = self._meant(module, value)
                if around is None or not isinstance(around.node, ast.Module):
                    return None
                inner = self._modules.get(f"{around.module.name}.{name}")
                return Found(inner, ast.Module([], []), name) if inner else self._resolved(around.module, name)
        return None

    def _described(self, name: str, found: Found) -> Iterator[str]:
        match found.node:
            case ast.ClassDef() as node:
                yield from self._class_lines(name, found.module, node)
            case ast.FunctionDef() | ast.AsyncFunctionDef() as function:
                yield _signature(name, function, {})
            case ast.AnnAssign(annotation=annotation):
                yield f"{name}: {_text(annotation)}"
            case ast.Assign(value=value):
                yield f"{name}: {_kind(value)}"
            case _:
                yield f"{name} of another package"

    def _class_lines(self, name: str, module: Module, node: ast.ClassDef) -> Iterator[str]:
        outer: set[str] = set()
        members: dict[str, list[str]] = {}
        attributes: set[str] = set()
        for owner, stated in self._around(module, node, {}, outer):
            for inner in _statements(stated.body):
                match inner:
                    case ast.AnnAssign(target=ast.Name(id=called), annotation=annotation, value=value):
                        default = " = ..." if value else ""
                        members[called] = [f"{called}: {_text(annotation, owner)}{default}"]
                    case ast.FunctionDef(name=called) | ast.AsyncFunctionDef(name=called):
                        attributes |= set(_attributes(inner)) if called == "__init__" else set()
                        members[called] = [*_decorators(inner), _signature(called, inner, owner)]
        yield f"class {name}({', '.join(sorted(outer))})" if outer else f"class {name}"
        for called, lines in members.items():
            if not called.startswith("_") or called == "__init__":
                yield from (f"    {line}" for line in lines)
        if attributes:
            yield f"    attributes {', '.join(sorted(attributes - set(members)))}"

    def _around(
        self, module: Module, node: ast.ClassDef, stated: Arguments, outer: set[str]
    ) -> Iterator[tuple[Arguments, ast.ClassDef]]:
        """Yield a class and its bases in the package, bases first, each with what its parameters are."""
        for base in node.bases:
            found = self._meant(module, base)
            if found is None or not isinstance(found.node, ast.ClassDef):
                called = base.value if isinstance(base, ast.Subscript) else base
                outer |= {_text(called)} - {"Generic", "object"}
                continue
            passed = _items(base) if isinstance(base, ast.Subscript) else []
            given = {
                name: _Normal(stated).visit(one) for name, one in zip(_parameters(found.node), passed, strict=False)
            }
            yield from self._around(found.module, found.node, given, outer)
        yield stated, node


def _bind(statements: list[ast.stmt], bound: dict[str, ast.AST]) -> None:
    for statement in _statements(statements):
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                bound.setdefault(name, statement)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                bound.setdefault(name, statement)
            case ast.Import() | ast.ImportFrom():
                for alias in statement.names:
                    bound.setdefault((alias.asname or alias.name).partition(".")[0], statement)


def _statements(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in statements:
        match statement:
            case ast.If(body=body, orelse=orelse):
                yield from _statements([*body, *orelse])
            case ast.Try(body=body):
                yield from _statements(body)
            case _:
                yield statement


def _items(base: ast.Subscript) -> list[ast.expr]:
    return base.slice.elts if isinstance(base.slice, ast.Tuple) else [base.slice]


def _parameters(node: ast.ClassDef) -> list[str]:
    """Return the parameters of a generic class."""
    generic = [one for one in node.bases if isinstance(one, ast.Subscript) and _text(one.value) == "Generic"]
    return [_text(one) for base in generic for one in _items(base)]


def _decorators(function: Functions) -> list[str]:
    known = [_text(one) for one in function.decorator_list]
    return [f"@{one}" for one in known if one in ("property", "classmethod", "staticmethod")]


def _attributes(function: Functions) -> Iterator[str]:
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if _is_annotated(node) else []
        for target in targets:
            match target:
                case ast.Attribute(value=ast.Name(id="self"), attr=name) if not name.startswith("_"):
                    yield name


def _is_annotated(node: ast.AST) -> bool:
    return isinstance(node, ast.AnnAssign)


def _signature(name: str, function: Functions, stated: Arguments) -> str:
    normal = _Normal(stated)
    arguments = normal.visit(ast.parse(ast.unparse(function.args).join(("def f(", "): ..."))).body[0]).args
    arguments.args = [one for one in arguments.args if one.arg not in ("self", "cls")]
    arguments.defaults = [_default(one) for one in arguments.defaults]
    arguments.kw_defaults = [one and _default(one) for one in arguments.kw_defaults]
    returned = f" -> {_text(function.returns, stated)}" if function.returns else ""
    awaited = "async " if isinstance(function, ast.AsyncFunctionDef) else ""
    return f"{awaited}def {name}({ast.unparse(arguments)}){returned}"


def _default(value: ast.expr) -> ast.expr:
    return value if isinstance(value, ast.Constant) else ast.Constant(...)


def _text(expression: ast.expr, stated: Arguments | None = None) -> str:
    return ast.unparse(_Normal(stated or {}).visit(ast.parse(ast.unparse(expression), mode="eval")).body)


class _Normal(ast.NodeTransformer):
    """Writes a type without the modules that have its names, and without what is beside it in `Annotated`."""

    def __init__(self, stated: Arguments) -> None:
        self._stated = stated

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._stated.get(node.id, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return self.visit(ast.Name(node.attr, ast.Load()))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        kind = _text(node.value)
        if kind == "Annotated":
            return self.visit(_items(node)[0])
        return node if kind == "Literal" else self.generic_visit(node)  # type: ignore[return-value]  # the same node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str) and node.value.replace(".", "").replace("_", "").isidentifier():
            return self.visit(ast.parse(node.value, mode="eval").body)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        for one in (*node.posonlyargs, *node.args, *node.kwonlyargs, node.vararg, node.kwarg):
            if one is not None and one.annotation:
                one.annotation = self.visit(one.annotation)
        return node


def _kind(value: ast.expr) -> str:
    """Return the type of a constant's value, or the type that it is an alias of."""
    try:
        return type(ast.literal_eval(value)).__name__
    except ValueError:
        pass
    return _text(value.func) if isinstance(value, ast.Call) else _text(value)
