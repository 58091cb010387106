"""``python -m tools.notebook FILE`` runs a notebook and stores the output of its cells.

Nothing but Python is needed. Cells share a namespace and can import files next to the notebook. As
in Jupyter, the last expression of a cell is shown if its value is an SVG picture.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

Names = dict[str, Any]


@runtime_checkable
class Picture(Protocol):
    """A value that notebooks show as SVG."""

    def _repr_svg_(self) -> str: ...


def code_cells(notebook: Names) -> list[Names]:
    """Return the code cells, in order."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(notebook: Names, folder: Path) -> Names:
    """Run the cells in order, store their outputs, and return the namespace.

    Propagates the exception of a cell; earlier cells then have their outputs.
    """
    names: Names = {"__name__": "__main__"}
    sys.path.insert(0, str(folder))
    try:
        for number, cell in enumerate(code_cells(notebook), 1):
            cell["outputs"] = _run_cell("".join(cell["source"]), names)
            cell["execution_count"] = number
    finally:
        sys.path.remove(str(folder))
    return names


def _run_cell(source: str, names: Names) -> list[Names]:
    """Run a cell and return its outputs in the format of notebooks."""
    tree = ast.parse(source)
    last = tree.body[-1] if tree.body else None
    printed, shown = io.StringIO(), None
    with redirect_stdout(printed):
        if isinstance(last, ast.Expr):
            tree.body.pop()
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[Names] = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(text)})
    if isinstance(shown, Picture):
        data = {"image/svg+xml": _lines(shown._repr_svg_())}
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    """Run the given notebook and save it with its outputs."""
    file = Path(sys.argv[1])
    notebook = json.loads(file.read_text(encoding="utf-8"))
    run(notebook, file.parent)
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
