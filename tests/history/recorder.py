"""Records the messages that clients send and receive."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self


class Recorder:
    """Writes a history to a file; messages are given as sent or received."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = path.open("w", encoding="utf-8")
        self._clock = clock

    def sent(self, client: str, room: str, message: str) -> None:
        """Record a command, each time it is sent."""
        self._write(client, room, "sent", f', "message": {message}')

    def watched(self, client: str, room: str, connection: int, since: int) -> None:
        """Record a subscription to a room on a new connection."""
        self._write(client, room, "watched", f', "connection": {connection}, "since": {since}')

    def heard(self, client: str, room: str, connection: int, message: str) -> None:
        """Record a result, a snapshot or an update."""
        rest = f', "connection": {connection}, "message": {message}'
        self._write(client, room, "heard", rest)

    def _write(self, client: str, room: str, what: str, rest: str) -> None:
        head = f'{{"at": {self._clock():.6f}, "client": {json.dumps(client)}'
        self._file.write(f'{head}, "room": {json.dumps(room)}, "what": "{what}"{rest}}}\n')

    def flush(self) -> None:
        """Flush everything recorded to the file."""
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
