"""``tilerummy solve`` and ``tilerummy referee`` without arguments, which answer sooner.

Loading click, which reads options, would take a quarter of the time that an answer takes,
so it is loaded only where there are options to read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping

from tilerummy.protocol.json_lines import Answer, reply_to_all

_ABORTED = 1


def answer_standard_input(command: str) -> int:
    """Answer the lines of standard input as *command* does, and return the exit status."""
    try:
        return not reply_to_all(sys.stdin.buffer, _answerer(command), _write)
    except KeyboardInterrupt:
        print("\nAborted!", file=sys.stderr)
        return _ABORTED
    except BrokenPipeError:
        # whoever read the answers has gone, and what is left in the buffer goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _ABORTED


def _answerer(command: str) -> Callable[[Mapping[str, object]], Answer]:
    if command == "referee":
        from tilerummy.protocol.referee import answer

        return answer
    from tilerummy.protocol.solve import solved

    return lambda question: solved(question).answer


def _write(line: str) -> None:
    print(line, flush=True)
