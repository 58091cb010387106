"""Generates the library's reference pages in reStructuredText, one per name of ``tilerummy``.

The names of the other packages are on one page per package. Each name is shown with its signature,
arguments, errors, example and source.
"""

from __future__ import annotations

import ast
import builtins
import doctest
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from html import escape
from importlib import import_module
from io import StringIO
from pathlib import PurePosixPath
from types import ModuleType

from tools.site.library import GROUPS, Definition, Name, define, exported, packages, source_path
from tools.site.stage import DOCS, ROOT, parts

_ROLE = re.compile(r":(?P<role>\w+):`(?P<short>~?)(?P<target>[\w.]+)(?:\(\))?`")
_RAISES = re.compile(r"(?:^|(?<=\.\s))Raises (?P<text>[A-Z].*?\.)(?=\s+[A-Z*]|\s*$)", re.DOTALL)
_ERROR = re.compile(r"\b([A-Z]\w*(?:Error|Joker|InvalidMeld))\b")

_IMPORT = re.compile(
    r"^(?:>>> |\.\.\. )?from (tilerummy[\w.]*) import (\w+(?:, \w+)*)$", re.MULTILINE
)
_MOST_USERS = 8
"""The maximum number of functions listed for a class."""

ARGUMENTS = {
    "Ruleset | str": 'a ruleset, or its text, such as ``"sabra"``',
    "State": "a position, or the view of a seat",
    "State | str": "a position, or its notation",
    "Table | str": "a table, or its notation",
    "Deadline": "the time limit of the search",
    "Action": "an action",
    "Action | str": "an action, or its notation",
    "Event": "an event",
    "Record": "a record",
    "Rack": "tiles",
    "TileSet": "the tiles of the game",
    "bytes | int": "the seed: bytes, or a number",
    "Source": "a record as text, or the path of its file",
}
"""Descriptions of arguments by type; any other argument is shown with its type."""


class UnknownNameError(Exception):
    """Raised for a docstring that refers to a name that does not exist."""


def page_of(name: Name) -> str:
    """Return a name's page, without suffix. Pages never differ only in letter case."""
    if name.package != "tilerummy":
        return f"reference/{name.package}"
    lower = name.name.lower()
    twins = [each.name for each in packages()["tilerummy"] if each.name.lower() == lower]
    suffix = "-class" if len(twins) > 1 and name.name != lower else ""
    return f"reference/{lower}{suffix}"


def anchor_of(name: Name) -> str:
    """Return a name's page, followed by the name's anchor on that page."""
    return f"{page_of(name)}.html#{name.full}"


def source_page(module: str) -> str:
    """Return the source page of a module, without suffix."""
    return f"source/{module}"


def source_link(definition: Definition) -> str:
    """Return the source page and anchor of a definition."""
    return f"{source_page(definition.module)}.html#L-{definition.line}"


@cache
def groups() -> tuple[tuple[str, tuple[Name, ...]], ...]:
    """Return the names of ``tilerummy`` by group, functions first."""
    names = packages()["tilerummy"]
    found = []
    for title, homes in GROUPS.items():
        inside = [n for n in names if any(_below(n.definition.module, home) for home in homes)]
        inside.sort(key=lambda n: (n.name != "Round", n.name[0].isupper(), n.name))
        found.append((title, tuple(inside)))
    listed = {name for _, inside in found for name in inside}
    assert listed == set(names), f"in no group: {[n.name for n in names if n not in listed]}"
    return tuple(found)


def _below(module: str, package: str) -> bool:
    return (
        module == package
        or module.startswith(f"{package}.")
        or (
            # names of the joker law that the rules export
            package == "tilerummy.rules" and module.startswith("tilerummy.jokers")
        )
        or (package == "tilerummy.tiles" and module == "tilerummy.words")
    )


def pages() -> Iterator[tuple[PurePosixPath, str]]:
    """Yield each reference page of the library with its content."""
    for name in packages()["tilerummy"]:
        yield PurePosixPath(f"{page_of(name)}.rst"), "\n".join(_page(name)) + "\n"
    for package in packages():
        if package != "tilerummy":
            text = "\n".join(_package(package)) + "\n"
            yield PurePosixPath(f"reference/{package}.rst"), text
    yield PurePosixPath("reference/names.rst"), "\n".join(_all_names()) + "\n"


def _page(name: Name) -> Iterator[str]:
    yield from (f".. source: {source_link(name.definition)}", "")  # rebuilt if it moves
    yield from _title(name.name, "=")
    yield from _described(name, "-")


def _title(text: str, line: str) -> Iterator[str]:
    yield from (text, line * len(text), "")


def _described(name: Name, line: str) -> Iterator[str]:
    definition = name.definition
    doc = Doc(definition, definition.doc)
    yield from _signature(name)
    yield from (doc.prose, "")
    rows = [*_arguments(definition), *(("raises", text) for text in doc.raises)]
    if definition.kind == "data" and definition.value:
        rows.append(("value", f"``{definition.value}``"))
    rows += _used(name)
    yield from _rows(rows)
    if doc.example:
        yield from _title("Example", line)
        yield from _example(doc.example, name)
    yield from _class_members(name, line)


def _signature(name: Name) -> Iterator[str]:
    definition = name.definition
    directive = definition.kind if definition.kind in ("function", "exception", "data") else "class"
    yield f".. py:{directive}:: {name.name}{definition.signature}"
    yield f"   :module: {name.package}"
    yield ""


def _rows(rows: list[tuple[str, str]]) -> Iterator[str]:
    """Yield rows as a definition list."""
    if rows:
        yield from (".. container:: rows", "")
        for term, text in rows:
            yield f"   {term}"
            yield f"      {' '.join(text.split())}"
        yield ""


def _arguments(definition: Definition) -> Iterator[tuple[str, str]]:
    if definition.kind != "function" or definition.arguments is None:
        return
    given = definition.arguments
    named = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs]
    for argument in named:
        if argument is not None:
            kind = "" if argument.annotation is None else ast.unparse(argument.annotation)
            yield argument.arg, ARGUMENTS.get(kind) or f"``{kind}``"


def _used(name: Name) -> Iterator[tuple[str, str]]:
    """Yield a row that lists the functions that use a class, and a row that lists the guides."""
    users = _users().get(name.name, ())[:_MOST_USERS]
    if isinstance(name.definition.node, ast.ClassDef) and users:
        yield "used by", ", ".join(f":py:obj:`{each.name} <{each.full}>`" for each in users)
    guides = _guides().get((name.definition.module, name.name), ())
    if guides:
        yield "guides", ", ".join(f":doc:`{title} </{page}>`" for title, page in guides)


@cache
def _users() -> dict[str, list[Name]]:
    """Map words to the public names whose signatures contain them."""
    found: dict[str, list[Name]] = {}
    for name in (name for names in packages().values() for name in names):
        for word in {*re.findall(r"\w+", name.definition.signature)} - {name.name}:
            found.setdefault(word, []).append(name)
    return found


@cache
def _guides() -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Map each name, with its module, to the titles and pages of the guides that import it."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for _, page in (listed for part in parts() for listed in part.pages):
        path = ROOT / DOCS / f"{page}.md"
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        title = text.partition("\n")[0].removeprefix("# ")
        for module, names in _IMPORT.findall(text):
            for name in names.split(", "):
                if (source_path(module).parent / f"{name}.py").is_file():
                    continue  # a module, not a name
                definition = define(module, name)
                entries = found.setdefault((definition.module, definition.name), [])
                if (title, page) not in entries:
                    entries.append((title, page))
    return found


def _example(text: str, name: Name) -> Iterator[str]:
    yield from (".. container:: run pair", "", "   .. code-block:: pycon", "")
    yield from (f"      {line}" for line in text.splitlines())
    yield ""
    picture = drawn(text, name.definition.module) if name.package == "tilerummy" else ""
    if picture:
        yield from (
            "   .. raw:: html",
            "",
            f'      <div class="out"><div class="felt">{picture}</div></div>',
            "",
        )


def _class_members(name: Name, line: str) -> Iterator[str]:
    definition = name.definition
    members = definition.members
    fields = [each for each in members if each.kind == "field"]
    values = [each for each in members if each.kind == "member"]
    if fields:
        yield from _title("Fields", line)
        yield from _rows([(each.name, _field(each)) for each in fields])
    if values:
        yield from _title("Values" if definition.kind == "enum" else "Attributes", line)
        yield from _rows([(each.name, _member(each)) for each in values])
    functions = [each for each in members if each.kind in ("property", "method")]
    if functions:
        yield from _title("Methods and properties", line)
    for each in functions:
        doc = Doc(each, each.doc)
        if each.kind == "property":
            yield f".. py:property:: {name.name}.{each.name}"
            yield f"   :type: {each.annotation}"
        else:
            yield f".. py:method:: {name.name}.{each.name}{each.signature}"
            if each.modifier:
                yield f"   :{each.modifier}:"
        yield f"   :module: {name.package}"
        yield ""
        lines = [doc.prose, ""]
        for text in doc.raises:
            lines += [f"Raises {text}", ""]
        if doc.example:
            lines += [".. code-block:: pycon", ""]
            lines += [f"   {part}" for part in doc.example.splitlines()]
            lines.append("")
        yield from (f"   {part}".rstrip() for text in lines for part in text.splitlines() or [""])


def _field(field: Definition) -> str:
    text = f"``{field.annotation}``"
    return f"{text}: {Doc(field, field.doc).prose}" if field.doc else text


def _member(member: Definition) -> str:
    value = f"``{member.value}``" if member.value else ""
    prose = Doc(member, member.doc).prose if member.doc else ""
    return ": ".join(part for part in (value, prose) if part)


def _package(package: str) -> Iterator[str]:
    module = import_module(package)
    first, _, rest = (module.__doc__ or "").partition("\n")
    own = packages()[package]
    yield from _title(package, "=")
    yield from (f".. py:module:: {package}", "")
    yield from (_linked(f"{first}\n{rest}", module, None), "")
    shared = [n for n in packages()["tilerummy"] if n.name in exported(package)]
    if shared:
        links = ", ".join(f":py:obj:`{n.name} <{n.full}>`" for n in shared)
        yield from (f"Also exported by ``tilerummy``: {links}.", "")
    for name in own:
        yield from _title(name.name, "-")
        yield from (f"`source <../{source_link(name.definition)}>`__", "")
        yield from _described(name, "~")


def _all_names() -> Iterator[str]:
    yield from _title("All names", "=")
    yield from ("Every public name of the library with the first sentence of its docstring.", "")
    for title, names in groups():
        yield from _title(title, "-")
        yield from _summaries(names)
    for package, names in packages().items():
        if package != "tilerummy" and names:
            yield from _title(package, "-")
            yield from _summaries(names)


def _summaries(names: tuple[Name, ...]) -> Iterator[str]:
    rows = []
    for name in names:
        doc = Doc(name.definition, name.definition.doc)
        sentence = re.split(r"(?<=\.)\s", doc.prose.split("\n\n")[0])[0]
        rows.append((f":py:obj:`{name.name} <{name.full}>`", sentence))
    yield from _rows(rows)


class Doc:
    """A docstring with working links, divided into prose, errors and example."""

    def __init__(self, definition: Definition, text: str) -> None:
        module = import_module(definition.module)
        owner = definition.owner or definition
        prose: list[str] = []
        examples: list[str] = []
        for paragraph in re.split(r"\n\s*\n", text):
            (examples if paragraph.lstrip().startswith(">>>") else prose).append(paragraph)
        linked = _linked("\n\n".join(prose), module, owner)
        self.raises = [_errors(match["text"]) for match in _RAISES.finditer(linked)]
        self.prose = "\n\n".join(
            part for part in _RAISES.sub("", linked).split("\n\n") if part.strip()
        )
        self.example = with_imports("\n\n".join(examples), definition)


def with_imports(text: str, definition: Definition) -> str:
    """Return an example with imports added for the names that it takes from its own module."""
    examples = doctest.DocTestParser().get_examples(text)
    if not examples:
        return text
    tree = ast.parse("".join(example.source for example in examples))
    words = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    known = {word.id for word in words if isinstance(word.ctx, ast.Store)} | {*vars(builtins)}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                known |= {(each.asname or each.name).partition(".")[0] for each in names}
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                known.add(name)
            case ast.ExceptHandler(name=str(name)):
                known.add(name)
            case _:
                pass
    missing: dict[str, list[str]] = {}
    for name in sorted({word.id for word in words} - known):
        missing.setdefault(_home(name, definition), []).append(name)
    lines = [f">>> from {home} import {', '.join(missing[home])}" for home in sorted(missing)]
    return "\n".join([*lines, text])


def _home(name: str, definition: Definition) -> str:
    """Return the package that exports *name*, or otherwise the module of *definition*."""
    near = [
        p for p in packages() if definition.module.startswith(f"{p}.") or definition.module == p
    ]
    for package in ("tilerummy", *reversed(near), *packages()):
        if name in exported(package):
            return package
    return definition.module


def _errors(text: str) -> str:
    known = {name.name: name.full for name in packages()["tilerummy"]}

    def link(match: re.Match[str]) -> str:
        error = match[1]
        return f":py:obj:`{error} <{known[error]}>`" if error in known else f"**{error}**"

    return _ERROR.sub(link, text) if "`" not in text else text


def _linked(text: str, module: ModuleType, owner: Definition | None) -> str:
    """Replace references with links to public names, or with code if a name has no page."""

    def replaced(match: re.Match[str]) -> str:
        target = match["target"]
        shown = target.rpartition(".")[2] if match["short"] else target
        name = _public(target, module, owner)
        if name:
            return f":py:obj:`{shown} <{name}>`"
        if not _exists(target, module, owner):
            place = f"{module.__name__}.{owner.name}" if owner else module.__name__
            raise UnknownNameError(f"{place} refers to {target}, which does not exist")
        return f"``{shown}``"

    return _ROLE.sub(replaced, text)


@cache
def _index() -> dict[tuple[str, str], str]:
    return {
        (name.definition.module, name.name): name.full
        for names in packages().values()
        for name in names
    }


def _public(target: str, module: ModuleType, owner: Definition | None) -> str:
    """Return the full name of a public name or method, or "" for any other target."""
    found, rest = _followed(target, module, owner)
    if isinstance(found, ModuleType):
        return found.__name__ if found.__name__ in packages() and not rest else ""
    if owner is not None and target in {m.name for m in owner.members}:
        full = _index().get((owner.module, owner.name), "")
        method = next(m for m in owner.members if m.name == target)
        return f"{full}.{target}" if full and isinstance(method.node, ast.FunctionDef) else ""
    home, _, member = target.rpartition(".")
    names = {name.name: name for each in packages().values() for name in reversed(each)}
    last = target.rpartition(".")[2]
    outer = home.rpartition(".")[2]
    if outer in names and outer[:1].isupper():
        methods = {
            m.name for m in names[outer].definition.members if isinstance(m.node, ast.FunctionDef)
        }
        return f"{names[outer].full}.{member}" if member in methods else ""
    here = getattr(found, "__module__", None), last
    exact = _index().get((str(here[0]), last))
    return exact or (names[last].full if last in names and not home else "")


def _exists(target: str, module: ModuleType, owner: Definition | None) -> bool:
    found, rest = _followed(target, module, owner)
    return found is not None and not rest


def _followed(target: str, module: ModuleType, owner: Definition | None) -> tuple[object, str]:
    """Return the object that a reference leads to, and the part that could not be resolved."""
    first, _, rest = target.partition(".")
    if owner is not None and hasattr(getattr(module, owner.name, None), first):
        return _attributes(getattr(getattr(module, owner.name), first), rest)
    if owner is not None and not rest and first in {member.name for member in owner.members}:
        return owner, ""
    for place in (module, import_module("builtins"), import_module("tilerummy")):
        if hasattr(place, first) and not (first == "tilerummy" and place is module):
            return _attributes(getattr(place, first), rest)
    try:
        found: object = import_module(first)
    except ImportError:
        found = None
    path = first
    while found is not None and rest:
        part, _, after = rest.partition(".")
        try:
            found = import_module(f"{path}.{part}")
        except ImportError:
            return _attributes(found, rest)
        path, rest = f"{path}.{part}", after
    if found is None:
        for names in packages().values():
            for name in names:
                if name.name == first:
                    return _attributes(getattr(import_module(name.package), first), rest)
    return found, rest


def _attributes(found: object, rest: str) -> tuple[object, str]:
    while rest:
        part, _, after = rest.partition(".")
        if not hasattr(found, part) and part not in getattr(found, "__annotations__", ()):
            return found, rest
        found, rest = getattr(found, part, found), after
    return found, ""


def drawn(text: str, module: str) -> str:
    """Return the picture of the last value in an example that has a picture, or ""."""
    names: dict[str, object] = {**vars(import_module(module))}
    picture = ""
    for example in doctest.DocTestParser().get_examples(text):
        with redirect_stdout(StringIO()):
            try:
                value = eval(example.source, names)
            except SyntaxError:
                exec(example.source, names)
                continue
            except Exception:  # noqa: BLE001 - the example shows this error
                continue
        draw = getattr(value, "_repr_svg_", None)
        if callable(draw):
            picture = str(draw())
    return picture


def source_html(module: str) -> str:
    """Return the source of a module as HTML, with an anchor on each line."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    text = source_path(module).read_text(encoding="utf-8")
    formatter = HtmlFormatter(linespans="L", cssclass="highlight")
    return f"<h1>{escape(module)}</h1>{highlight(text, PythonLexer(), formatter)}"
