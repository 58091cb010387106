"""The command line with computers that play as usual, but hardly wait for people to follow."""

from __future__ import annotations

from functools import partial
from unittest import mock

FRAME = 30
"""So many milliseconds a step of a computer's play is seen."""


def main() -> None:
    # here, so that workers that import this module start as quickly as usual
    from tilerummy.cli import main
    from tilerummy.server import main as server
    from tilerummy.server.rooms.ports import Pace

    with mock.patch.object(server, "Pace", partial(Pace, frame=FRAME, move=0)):
        main()


if __name__ == "__main__":
    main()
