"""Compiles the modules of an archive for the version of Python that runs this file.

Pyodide runs it in Node, because its Python is a different version from the one that runs
``tilerummy static``. It imports nothing from the package, which is not installed there.
"""

from __future__ import annotations

import ast
import marshal
import sys
import zipfile
from collections.abc import Container
from importlib.util import MAGIC_NUMBER
from io import BytesIO
from typing import Final

UNCHECKED: Final = b"\x01\x00\x00\x00" + bytes(8)
"""The flags and the hash of a compiled module that is used without its source (PEP 552)."""


def compiled(archive: bytes, names: Container[str] | None = None) -> bytes:
    """Return the zip file *archive* with its modules compiled, or only those in *names*.

    Docstrings are removed. Assertions remain, and so do the line numbers for tracebacks.
    """
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(archive)) as files, zipfile.ZipFile(out, "w") as result:
        for name in files.namelist():
            content, ending = files.read(name), ""
            if name.endswith(".py") and (names is None or name in names):
                code = marshal.dumps(compile(_without_docstrings(content), name, "exec"))
                content, ending = MAGIC_NUMBER + UNCHECKED + code, "c"
            result.writestr(zipfile.ZipInfo(name + ending), content)
    return out.getvalue()


def _without_docstrings(source: bytes) -> ast.Module:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(body=[ast.Expr(ast.Constant(str()) as docstring), *_]):
                docstring.value = " "  # without one, a dataclass writes its own, which is slow
            case (
                ast.Module(body=[ast.Expr(ast.Constant(str())) as first, *rest])
                | ast.FunctionDef(body=[ast.Expr(ast.Constant(str())) as first, *rest])
                | ast.AsyncFunctionDef(body=[ast.Expr(ast.Constant(str())) as first, *rest])
            ):
                node.body = rest or [ast.copy_location(ast.Pass(), first)]
            case _:
                pass
    return tree


def imported(archive: str) -> set[str]:
    """Return the files in the zip file *archive* whose modules have been imported from it."""
    specs = [getattr(module, "__spec__", None) for module in [*sys.modules.values()]]
    origins = [str(spec.origin) for spec in specs if spec]
    return {each.removeprefix(f"{archive}/") for each in origins if each.startswith(archive)}
