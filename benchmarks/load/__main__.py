"""A thousand tables at once: how long after its due time a move has reached everybody at the table.

``python -m benchmarks.load`` starts a server with a database of its own and, in this process, the
programs that play on it: real rules, and every move is committed to disk before it is shown. Every
table is due to move at fixed times. Latency is measured from that time to the receipt at each of
its four seats, so that a slow server cannot hide its delay: a move that has to wait for the one
before it is late from its own due time on.

There are two kinds of tables: programs that make the best play, and programs that draw in two of
three moves, so that racks and views grow. ``--knee`` searches the largest number of tables with a
99th percentile below 50 ms; ``--server PYTHON`` compares with the server of another checkout, by
servers that run at the same time, so that other work of the machine affects both. ``--nodes 3``
compares one server with SQLite, one with PostgreSQL, and three that share their tables; with
``--server PYTHON`` those with PostgreSQL of both checkouts, at the same time.
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
        "--knee", type=int, default=0, help="look for the knee up to so many tables"
    )
    parser.add_argument("--server", default="", help="compare with the server of this interpreter")
    parser.add_argument("--rounds", type=int, default=3, help="how often to compare")
    parser.add_argument("--nodes", type=int, default=0, help="compare with so many that share")
    parser.add_argument("--idle", type=int, default=0, help="count what idle sockets cost")
    parser.add_argument(
        "--survivor", action="store_true", help="let all call at one server that knows no table"
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
