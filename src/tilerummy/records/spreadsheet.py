"""Writes the scores of a record as a table for spreadsheets."""

from __future__ import annotations

import csv
import io

from tilerummy.records.record import Record

_FORMULA = ("=", "+", "-", "@")
"""The beginnings of text that a spreadsheet would execute as a formula."""


def write_csv(record: Record) -> str:
    r"""Return the scores of *record* as comma-separated values.

    There is a row for each finished round, with its number, starter and winner, and the scores of
    all seats; the last row contains the totals. Text that a spreadsheet would execute as a formula
    begins with an apostrophe.

    >>> from tilerummy import Count, Record
    >>> record = Record.of("sabra", ["Ann", "=1+1"]).counted(Count(1, (38, None)), starter=0)
    >>> print(write_csv(record).replace("\r", ""), end="")
    round,starter,winner,Ann,'=1+1
    1,Ann,'=1+1,-38,38
    total,,,-38,38
    """
    names = [_plain(name) for name in record.names]
    made = io.StringIO()
    rows = csv.writer(made)
    rows.writerow(["round", "starter", "winner", *names])
    for number, played in enumerate(record.rounds, 1):
        if played.ended is not None:
            winner = played.ended.winner
            won = "" if winner is None else names[winner]
            rows.writerow([number, names[played.first], won, *played.ended.scores])
    rows.writerow(["total", "", "", *record.totals])
    return made.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
