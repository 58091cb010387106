"""The latency of moves at a thousand tables, from the due time to receipt at every seat.

``python -m benchmarks.load`` starts a server with its own database and, in this process, the
programs that play on it. They play by the rules, and every move is committed to disk before it is
shown. Every table moves at fixed times. Latency runs from the due time to receipt at each of the
four seats, so a slow server cannot hide its delay: a move that waits for the previous one is late
from its own due time on.

There are two kinds of tables: programs that make the best play, and programs that draw in two out
of three moves, so that racks and views grow. ``--knee`` searches for the largest number of tables
with a 99th percentile below 50 ms. ``--server PYTHON`` compares with the server of another
checkout; both run at the same time, so other load affects them equally. ``--nodes 3`` compares one
server with SQLite, one with PostgreSQL, and a cluster of three; with ``--server PYTHON`` it
compares the PostgreSQL servers of both checkouts.
"""

from __future__ import annotations

import argparse

from benchmarks.load.hall import Pace
from benchmarks.load.measurements import (
    KINDS,
    busy,
    calibration,
    idle,
    knee,
    paired,
    several,
    survivor,
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between a table's moves")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to measure")
    parser.add_argument("--kind", choices=KINDS, default="best", help="which kind of tables")
    parser.add_argument(
        "--knee", type=int, default=0, help="search for the knee up to this number of tables"
    )
    parser.add_argument("--server", default="", help="compare with the server of this interpreter")
    parser.add_argument("--rounds", type=int, default=3, help="how often to compare")
    parser.add_argument("--nodes", type=int, default=0, help="compare with a cluster of this size")
    parser.add_argument("--idle", type=int, default=0, help="count what idle sockets cost")
    parser.add_argument(
        "--survivor", action="store_true", help="connect all clients to a fresh server"
    )
    options = parser.parse_args()
    pace = Pace(options.every, options.seconds, grows=options.kind == "growing")
    print(calibration(), flush=True)
    if options.idle:
        result = idle(options.idle)
    elif options.survivor:
        result = survivor(options.tables, options.server, options.rounds)
    elif options.knee:
        result = knee(options.knee, pace)
    elif options.nodes:
        result = several(options.nodes, options.tables, pace, options.server, options.rounds)
    elif options.server:
        result = paired(options.tables, pace, options.server, options.rounds)
    else:
        result = busy(options.tables, pace)
    print("\n".join(result))


if __name__ == "__main__":
    main()
