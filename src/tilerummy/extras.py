"""How to get the packages that only some of the library needs, the extras of ``pyproject.toml``."""

from __future__ import annotations

import sys
from shlex import quote


def install_command(extra: str) -> str:
    """Return the command that installs an *extra* for the Python that runs this.

    >>> install_command("data").endswith(" -m pip install 'tilerummy[data]'")
    True
    """
    return f"{quote(sys.executable or 'python')} -m pip install 'tilerummy[{extra}]'"
