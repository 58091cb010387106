"""Logs for operators: a JSON object on each line, of nothing but listed fields.

No rack, seed, token, code, name, address or message text has a field here, so none gets in.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
import traceback
from collections.abc import Mapping
from pathlib import PurePath
from typing import TextIO

INFO, WARNING = logging.INFO, logging.WARNING
LOGGER = logging.getLogger("tilerummy.server")

FIELDS = {
    "event": 40,
    "method": 10,
    "route": 60,
    "status": 10,
    "ms": 20,
    "code": 40,
    "kind": 80,
    "where": 600,
    "mark": 20,
    "rooms": 10,
    "sockets": 10,
    "seconds": 20,
    "version": 40,
    "port": 10,
}
"""Every field that a line may have, with its greatest length."""


def log_event(event: str, level: int = logging.INFO, **fields: str | float) -> None:
    """Log that something happened; raises KeyError for a field that is not listed."""
    for name in fields:
        FIELDS[name]
    LOGGER.log(level, event, extra={"fields": fields})


def log_failure(route: str, error: BaseException) -> str:
    """Log an unexpected error; return a mark by which it is found.

    Its message is left out, as it may quote what somebody sent or holds.
    """
    mark = secrets.token_hex(4)
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{PurePath(f.filename).name}:{f.lineno}" for f in reversed(frames[-8:]))
    log_event(
        "failed", logging.ERROR, route=route, kind=type(error).__name__, where=where, mark=mark
    )
    return mark


def fields_of(record: logging.LogRecord) -> dict[str, str | float] | None:
    """Return the event of a line of the server, and its fields; None for lines of libraries."""
    fields: object = getattr(record, "fields", None)
    if not isinstance(fields, Mapping):
        return None
    return {
        name: value[: FIELDS[name]] if isinstance(value, str) else value
        for name, value in {"event": str(record.msg), **fields}.items()
        if name in FIELDS
    }


class JsonLines(logging.Formatter):
    """Writes each record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record; of those from libraries only where they come from."""
        line: dict[str, str | float] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
        }
        fields = fields_of(record)
        if fields is not None:
            line |= fields
        else:
            kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
            where = f"{record.module}:{record.lineno}"
            line |= {"event": record.name, "kind": kind, "where": where}
        return json.dumps(line)


REFUSED = "ASGI callable returned without completing handshake."
"""What uvicorn logs as an error when a handshake was refused with an answer, which is none."""


class RateFilter(logging.Filter):
    """Limits the lines that libraries log from one place, as anybody may provoke them.

    Of each place in their code ten are logged, and then one in ten seconds.
    """

    BURST, PAUSE = 10, 10.0

    def __init__(self) -> None:
        super().__init__()
        self._places: dict[tuple[str, int], tuple[int, float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is logged."""
        if record.name == LOGGER.name:
            return True
        if record.msg == REFUSED:
            return False
        place = (record.name, record.lineno)
        count, last = self._places.get(place, (0, 0.0))
        if count >= self.BURST and record.created - last < self.PAUSE:
            return False
        self._places[place] = (count + 1, record.created)
        return True


def send_logs_to(stream: TextIO | None = None, level: int = logging.INFO) -> logging.Handler:
    """Send all logs to a stream, standard error if none is named; return the handler."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(RateFilter())
    LOGGER.setLevel(level)
    for name in ("tilerummy.server", "uvicorn", "asyncio", "websockets"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        if name != "tilerummy.server":
            logger.setLevel(logging.WARNING)
    return handler
