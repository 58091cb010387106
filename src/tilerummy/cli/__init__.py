"""The command ``tilerummy``: an adaptor with click and rich, the extra ``cli``."""

from __future__ import annotations

import sys

_ADAPTOR_PACKAGES = ("click", "rich")
_WITHOUT_ARGUMENTS = ("solve", "referee")


def main() -> None:
    """Run the command with the arguments of the process, and exit.

    Without click and rich it says in a sentence how to get them, and exits with 1. To answer
    questions from standard input needs neither.
    """
    if len(sys.argv) == 2 and sys.argv[1] in _WITHOUT_ARGUMENTS:
        from tilerummy.cli.standard_input import answer_standard_input

        sys.exit(answer_standard_input(sys.argv[1]))
    try:
        from tilerummy.cli.commands import tilerummy

        tilerummy()
    except ModuleNotFoundError as error:
        if error.name not in _ADAPTOR_PACKAGES:
            raise
        sys.exit(f"tilerummy needs {error.name} for this: pip install 'tilerummy[cli]'")
