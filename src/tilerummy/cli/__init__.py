"""The ``tilerummy`` command, built with click and rich (the extra ``cli``).

Usually, :func:`main` runs :mod:`~tilerummy.cli.commands`, which lists the subcommands and loads
only the requested one. ``solve`` and ``referee`` without arguments must start quickly, so
:func:`main` runs :mod:`~tilerummy.cli.standard_input` for them. Some of the subcommands are
packages:

* ``play`` is the game in the terminal;
* ``replay`` and ``review`` show a recorded game, and ``puzzle`` shows a puzzle;
* ``mcp`` offers judging, best plays, explanations and reviews to assistants;
* ``arena`` measures the strength of players, and ``simulate`` writes self-play games as data;
* the remaining subcommands are single files.

:mod:`~tilerummy.cli.completion` completes commands in a shell.
:mod:`~tilerummy.cli.render` turns tiles, events and reasons into lines of text.
:mod:`~tilerummy.cli.files` reads and writes files, :mod:`~tilerummy.cli.options` defines shared
options, and :mod:`~tilerummy.cli.parallel` distributes work over cores.
"""

from __future__ import annotations

import sys

from tilerummy.cli.interrupts import interrupted
from tilerummy.message_text import install_command

_WITHOUT_ARGUMENTS = ("solve", "referee")
_EXTRAS = {
    "click": "cli",
    "rich": "cli",
    "mcp": "mcp",
    "PIL": "vision",
    "pyarrow": "data",
    "ray": "ray",
}
"""The extra that installs each package. Packages not listed here belong to the extra ``server``."""


def main() -> None:
    """Run the command with the arguments of this process, and exit.

    If a package is missing, print the command that installs it and exit with status 1. ``solve``
    and ``referee`` need no packages if they are used without arguments. Ctrl-C exits with status
    130.
    """
    try:
        if len(sys.argv) == 2 and sys.argv[1] in _WITHOUT_ARGUMENTS:
            from tilerummy.cli.standard_input import answer_standard_input

            sys.exit(answer_standard_input(sys.argv[1]))
        from tilerummy.cli.commands import tilerummy

        tilerummy()
    except KeyboardInterrupt:
        sys.exit(interrupted())
    except ModuleNotFoundError as error:
        package = (error.name or "tilerummy").partition(".")[0]
        if package == "tilerummy":
            raise
        how = install_command(_EXTRAS.get(package, "server"))
        sys.exit(f"tilerummy needs {package} for this: {how}")
