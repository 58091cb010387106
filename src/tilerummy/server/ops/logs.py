"""Logs for operators, as JSON lines with a fixed set of fields.

These fields never contain racks, seeds, tokens, codes, names, addresses or message texts.
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
"""All fields that are allowed in logs, with their maximum lengths."""


def log_event(event: str, level: int = logging.INFO, **fields: str | float) -> None:
    """Log an event; raises KeyError for any field that is not in :data:`FIELDS`."""
    for name in fields:
        FIELDS[name]
    LOGGER.log(level, event, extra={"fields": fields})


def log_failure(route: str, error: BaseException) -> str:
    """Log an unexpected error, and return an id that can be used to find it in the log.

    The error's message is left out, because it may contain user input or hidden tiles.
    """
    mark = secrets.token_hex(4)
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{PurePath(f.filename).name}:{f.lineno}" for f in reversed(frames[-8:]))
    log_event(
        "failed", logging.ERROR, route=route, kind=type(error).__name__, where=where, mark=mark
    )
    return mark


def fields_of(record: logging.LogRecord) -> dict[str, str | float] | None:
    """Return a log record's event and fields, or None if the record was logged by a library."""
    fields: object = getattr(record, "fields", None)
    if not isinstance(fields, Mapping):
        return None
    return {
        name: value[: FIELDS[name]] if isinstance(value, str) else value
        for name, value in {"event": str(record.msg), **fields}.items()
        if name in FIELDS
    }


class JsonLines(logging.Formatter):
    """Formats log records as JSON lines."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record as a JSON line; if a library logged it, only its source is included."""
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
"""The error that uvicorn logs if a handshake is rejected, which is not an error here."""


class RateFilter(logging.Filter):
    """Limits how often libraries can log, because clients are able to provoke such log records.

    Each line of library code may log ten records at first, and then one record per ten seconds.
    """

    BURST, PAUSE = 10, 10.0

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[tuple[str, int], tuple[int, float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log *record*."""
        if record.name == LOGGER.name:
            return True
        if record.msg == REFUSED:
            return False
        source = (record.name, record.lineno)
        count, last = self._logged.get(source, (0, 0.0))
        if count >= self.BURST and record.created - last < self.PAUSE:
            return False
        self._logged[source] = (count + 1, record.created)
        return True


def send_logs_to(stream: TextIO | None = None, level: int = logging.INFO) -> logging.Handler:
    """Send all logs to *stream*, by default standard error, and return the log handler."""
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
