"""The public names of the library with their definitions, read from the source.

A package lists its names in ``__init__.pyi`` or in ``__all__``. Signatures and default values are
shown exactly like the source.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import tilerummy

SOURCE = Path(tilerummy.__file__).parent
GROUPS = {
    "Play": ("tilerummy.round", "tilerummy.match", "tilerummy.players"),
    "Analyse": ("tilerummy.analysis", "tilerummy.rules_text", "tilerummy.deadline"),
    "Rules": ("tilerummy.rules",),
    "Positions": ("tilerummy.state",),
    "Tiles": ("tilerummy.tiles", "tilerummy.melds", "tilerummy.pictures", "tilerummy.palettes"),
    "Records": ("tilerummy.records",),
}
"""The groups of the names in ``tilerummy``, by the packages that the names come from."""

_HIDDEN = ("tilerummy.server", "tilerummy.cli", "tilerummy.env.spiel")
"""The packages to leave out: programs, and a module that needs OpenSpiel."""

Node = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """A name, the syntax tree that defines it, and the class that it belongs to, if any."""

    module: str
    name: str
    node: Node
    doc: str
    owner: Definition | None = None

    @property
    def kind(self) -> str:
        """``class``, ``exception``, ``enum``, ``function`` or ``data``, or the kind of member."""
        match self.node:
            case ast.ClassDef() if any(
                base.endswith(("Error", "Exception")) for base in self.bases
            ):
                return "exception"
            case ast.ClassDef() if any(base.endswith("Enum") for base in self.bases):
                return "enum"
            case ast.ClassDef():
                return "class"
            case ast.FunctionDef() if self.owner is None:
                return "function"
            case ast.FunctionDef() if self._decorated("property", "cached_property"):
                return "property"
            case ast.FunctionDef():
                return "method"
            case _ if self.owner is None:
                return "data"
            case ast.AnnAssign():
                return "field"
            case _:
                return "member"

    @property
    def bases(self) -> tuple[str, ...]:
        """The base classes as written."""
        assert isinstance(self.node, ast.ClassDef)
        return tuple(ast.unparse(base) for base in self.node.bases)

    @property
    def line(self) -> int:
        """The first line of the definition."""
        return self.node.lineno

    @property
    def modifier(self) -> str:
        """``classmethod``, ``staticmethod``, or "" for anything else."""
        return next((n for n in ("classmethod", "staticmethod") if self._decorated(n)), "")

    def _decorated(self, *names: str) -> bool:
        decorators = getattr(self.node, "decorator_list", ())
        return any(ast.unparse(each).rpartition(".")[2] in names for each in decorators)

    @property
    def arguments(self) -> ast.arguments | None:
        """The arguments of a function, or of a class's ``__init__``, without ``self``."""
        node: Node | None = self.node
        if isinstance(node, ast.ClassDef):
            named = (n for n in node.body if isinstance(n, ast.FunctionDef))
            node = next((n for n in named if n.name == "__init__"), None)
        if not isinstance(node, ast.FunctionDef):
            return None
        bound = isinstance(self.node, ast.ClassDef) or self.owner is not None
        plain = ast.unparse(node.args)
        if bound and self.modifier != "staticmethod":
            plain = ", ".join(part for part in [plain.partition(",")[2].strip()] if part)
            plain = plain.removeprefix("/, ")
        parsed = ast.parse(f"def f({plain}): ...").body[0]
        assert isinstance(parsed, ast.FunctionDef)
        return parsed.args

    @property
    def signature(self) -> str:
        """A function's arguments and result, or a class's arguments."""
        if isinstance(self.node, ast.ClassDef):
            if self.kind == "enum" or any(
                b.startswith(("Protocol", "TypedDict")) for b in self.bases
            ):
                return ""
            if self.arguments is None:
                fields = [each for each in self.members if each.kind == "field"]
                return f"({', '.join(each.field_text for each in fields)})" if fields else ""
        if self.arguments is None:
            return ""
        returns = getattr(self.node, "returns", None)
        result = f" -> {ast.unparse(returns)}" if returns is not None else ""
        return f"({ast.unparse(self.arguments)}){result}"

    @property
    def field_text(self) -> str:
        """The text of a field as an argument of its class: name, type and default value."""
        assert isinstance(self.node, ast.AnnAssign)
        value = self.node.value
        if value is None:
            return f"{self.name}: {self.annotation}"
        text = ast.unparse(value)
        return f"{self.name}: {self.annotation} = {'...' if text.startswith('field(') else text}"

    @property
    def annotation(self) -> str:
        """The type of a field or a property as written, or "" for anything else."""
        match self.node:
            case ast.AnnAssign():
                return ast.unparse(self.node.annotation)
            case ast.FunctionDef(returns=ast.expr() as returns):
                return ast.unparse(returns)
            case _:
                return ""

    @property
    def value(self) -> str:
        """The assigned value as written, or "" if it is missing or too long to show."""
        value = self.node.value if isinstance(self.node, ast.Assign | ast.AnnAssign) else None
        text = "" if value is None else ast.unparse(value)
        return text if len(text) <= 160 else ""

    @property
    def members(self) -> tuple[Definition, ...]:
        """The public members of a class, in order."""
        return tuple(_members(self)) if isinstance(self.node, ast.ClassDef) else ()


@dataclass(frozen=True, slots=True)
class Name:
    """A public name: the package that exports it, and its definition."""

    package: str
    definition: Definition

    @property
    def name(self) -> str:
        """The name within the package that exports it."""
        return self.definition.name

    @property
    def full(self) -> str:
        """The dotted name for imports."""
        return f"{self.package}.{self.name}"


@cache
def packages() -> dict[str, tuple[Name, ...]]:
    """Return the public names of each package, in alphabetical order of the packages.

    A name that several packages export belongs to the first one, and to ``tilerummy`` if it is
    exported there.
    """
    seen: set[tuple[str, str]] = set()
    found: dict[str, tuple[Name, ...]] = {}
    for package in sorted(_exporting()):
        names = []
        for name in import_module(package).__all__:
            definition = define(package, name)
            key = (definition.module, definition.name)
            if key not in seen:
                names.append(Name(package, definition))
            seen.add(key)
        found[package] = tuple(names)
    return found


def exported(package: str) -> tuple[str, ...]:
    """Return all names that a *package* exports."""
    return tuple(import_module(package).__all__)


def _exporting() -> Iterator[str]:
    for path in SOURCE.rglob("*.py"):
        module = _dotted(path)
        inside = module.split(".")
        private = any(part.startswith("_") for part in inside)
        if private or any(module == h or module.startswith(f"{h}.") for h in _HIDDEN):
            continue
        public = path.name == "__init__.py" or len(inside) == 2
        if public and any(
            name == "__all__" for node in _tree(module).body for name in _bound(node)
        ):
            yield module


def _dotted(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def source_path(module: str) -> Path:
    """Return the file of a *module* of tilerummy."""
    base = SOURCE.parent.joinpath(*module.split("."))
    file = base.with_suffix(".py")
    return file if file.is_file() else base / "__init__.py"


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(source_path(module).read_text(encoding="utf-8"))


@cache
def define(module: str, name: str) -> Definition:
    """Return the definition of *name*, following imports to the defining module.

    Raises KeyError if the module has no such name.
    """
    for body in ([*_statements(_tree(module).body)], _stub(module)):
        for node, after in pairwise([*body, None]):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                for alias in node.names:
                    if (alias.asname or alias.name) == name:
                        return define(node.module, alias.name)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
                if not _is_overload(node):
                    return Definition(module, name, node, ast.get_docstring(node) or "")
            elif isinstance(node, ast.Assign | ast.AnnAssign) and name in _bound(node):
                return Definition(module, name, node, _text(after))
    raise KeyError(f"{module} has no {name}")


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module, including the branches of ``if`` and ``try``."""
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try):
            yield from _statements([*node.body, *node.orelse])


def _stub(module: str) -> list[ast.stmt]:
    stub = source_path(module).with_suffix(".pyi")
    return ast.parse(stub.read_text(encoding="utf-8")).body if stub.is_file() else []


def _bound(node: ast.stmt) -> Iterator[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    for target in targets:
        for each in target.elts if isinstance(target, ast.Tuple) else [target]:
            if isinstance(each, ast.Name):
                yield each.id


def _text(node: ast.stmt | None) -> str:
    """Return the text of the string that documents the preceding assignment, or ""."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            first, *rest = text.splitlines()
            return "\n".join([first, *(line.removeprefix("    ") for line in rest)])
        case _:
            return ""


def _is_overload(node: ast.FunctionDef | ast.ClassDef) -> bool:
    return any(ast.unparse(each).endswith("overload") for each in node.decorator_list)


def _members(owner: Definition) -> Iterator[Definition]:
    assert isinstance(owner.node, ast.ClassDef)
    body = owner.node.body
    for node, after in pairwise([*body, None]):
        match node:
            case ast.FunctionDef(name=name) if not name.startswith("_"):
                if not _is_overload(node):
                    doc = ast.get_docstring(node) or ""
                    yield Definition(owner.module, name, node, doc, owner)
            case ast.Assign() | ast.AnnAssign():
                for name in _bound(node):
                    if not name.startswith("_"):
                        yield Definition(owner.module, name, node, _text(after), owner)
            case _:
                pass


def undocumented() -> Iterator[str]:
    """Yield the public names and methods that have no docstring."""
    for names in packages().values():
        for name in names:
            if not name.definition.doc:
                yield name.full
            for member in name.definition.members:
                if isinstance(member.node, ast.FunctionDef) and not member.doc:
                    yield f"{name.full}.{member.name}"
