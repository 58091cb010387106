"""Runs ``tilerummy solve`` and ``tilerummy referee`` without arguments, to start faster.

Importing click would take a quarter of the time that one answer takes, so it is imported only if
there are options to read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping

from tilerummy.protocol.json_lines import Answer, reply_to_all


def answer_standard_input(command: str) -> int:
    """Answer the lines on standard input as *command* does, and return the exit status."""
    try:
        return not reply_to_all((sys.stdin.buffer,), _answerer(command), _write)
    except BrokenPipeError:
        # the reader is gone: discard the rest of the buffer
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _answerer(command: str) -> Callable[[Mapping[str, object]], Answer]:
    if command == "referee":
        from tilerummy.protocol.referee import answer

        return answer
    from tilerummy.protocol.solve import solved

    return lambda question: solved(question).answer


def _write(line: str) -> None:
    print(line, flush=True)
