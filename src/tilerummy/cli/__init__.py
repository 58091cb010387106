"""The command ``tilerummy``: an adaptor with click and rich, the extra ``cli``.

:func:`main` runs :mod:`~tilerummy.cli.standard_input` for ``solve`` and ``referee`` without
arguments, which must start quickly, and :mod:`~tilerummy.cli.commands` for all else. That knows
the subcommands by their names and loads the one that is called:

* ``play`` is the package :mod:`~tilerummy.cli.play`, the game in the terminal;
* ``puzzle`` and ``puzzles`` are the package :mod:`~tilerummy.cli.puzzles`;
* ``replay`` is the package :mod:`~tilerummy.cli.replay`, a recorded game step by step;
* ``arena`` is the package :mod:`~tilerummy.cli.arena`, which measures players, ``simulate`` is
  :mod:`~tilerummy.cli.simulate`, self-play as data;
* every other one is a module of its own: ``serve``, ``audit``, ``verify``, ``referee``, ``solve``,
  ``perft`` (whose suites :mod:`~tilerummy.cli.perft.suite` reads).

:mod:`~tilerummy.cli.render` makes lines of text of tiles, events and reasons for all of them,
and :mod:`~tilerummy.cli.files` reads and writes the files that they are given.
"""

from __future__ import annotations

import sys

from tilerummy.cli.interrupts import interrupted

_ADAPTOR_PACKAGES = ("click", "rich")
_WITHOUT_ARGUMENTS = ("solve", "referee")


def main() -> None:
    """Run the command with the arguments of the process, and exit.

    Without click and rich it says in a sentence how to get them, and exits with 1. To answer
    questions from standard input needs neither. Ctrl-C exits with 130.
    """
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(interrupted())


def _run() -> None:
    if len(sys.argv) == 2 and sys.argv[1] in _WITHOUT_ARGUMENTS:
        from tilerummy.cli.standard_input import answer_standard_input

        sys.exit(answer_standard_input(sys.argv[1]))
    try:
        from tilerummy.cli.commands import tilerummy

        tilerummy()
    except ModuleNotFoundError as error:
        if error.name not in _ADAPTOR_PACKAGES:
            raise
        from tilerummy.quoting import install_command

        sys.exit(f"tilerummy needs {error.name} for this: {install_command('cli')}")
