"""Runs the documentation's examples in a page."""

from __future__ import annotations

import ast
import sys
import traceback
from contextlib import redirect_stdout
from io import StringIO
from typing import Final

FILE: Final = "<example>"


class ExampleSession:
    """A session that gives each example the names that earlier examples defined."""

    def __init__(self) -> None:
        self._names: dict[str, object] = {"__name__": "example"}
        self._picture = ""

    def run(self, code: str) -> tuple[str, str]:
        """Run *code*; return its output, and the last picture that its values have, or "".

        The output contains the value of each expression, as in an interactive session. If the code
        raises an exception, the output ends with it.

        >>> output, picture = ExampleSession().run("x = 41; x + 1")
        >>> print(output, end="")
        42
        """
        self._picture = ""
        output, shown = StringIO(), sys.displayhook
        sys.displayhook = self._show
        try:
            with redirect_stdout(output):
                self._execute(code)
        finally:
            sys.displayhook = shown
        return output.getvalue(), self._picture

    def _execute(self, code: str) -> None:
        try:
            for statement in ast.parse(code, FILE).body:
                exec(compile(ast.Interactive([statement]), FILE, "single"), self._names)
        except Exception as error:  # noqa: BLE001 - it belongs to the example
            print("".join(traceback.format_exception_only(error)).rstrip())  # noqa: T201

    def _show(self, value: object) -> None:
        if value is None:
            return
        print(repr(value))  # noqa: T201 - the value is the output
        draw = getattr(value, "_repr_svg_", None)
        if callable(draw):
            self._picture = str(draw())
