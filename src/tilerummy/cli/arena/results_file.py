"""Stores a contest in a file, one line per round, so that it can resume if interrupted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import Self

from tilerummy.players.arena import Contest, RoundReport
from tilerummy.players.arena.json_form import (
    ResultJson,
    contest_json,
    read_report,
    report_json,
)


class ResultsFileError(Exception):
    """Raised for a results file that cannot be continued. The message is a sentence."""


class ResultsFile:
    """A JSON Lines file: ``{"contest": …}``, a ``{"round": …}`` for each round, ``{"result": …}``.

    Raises ResultsFileError if the file belongs to a different contest or is in use.
    """

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        try:
            self._file = path.open("a+b")
            flock(self._file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise ResultsFileError(f"another arena is writing to {path}") from None
        except OSError as error:
            raise ResultsFileError(f"{path} cannot be written: {error.strerror}") from None
        self._file.seek(0)
        text = self._file.read()
        whole = text.rfind(b"\n") + 1
        self._lines = text[:whole].splitlines()
        wanted = json.loads(json.dumps(contest_json(contest)))
        if text and (difference := self._difference(wanted)):
            self._file.close()
            raise difference
        self._file.truncate(whole)
        if not text:
            self._write({"contest": wanted})

    def _difference(self, wanted: dict[str, object]) -> ResultsFileError | None:
        """Return an error if the file belongs to another contest than *wanted*, otherwise None."""
        try:
            there = json.loads(self._lines[0])["contest"]
            different = [name for name in wanted if there[name] != wanted[name]]
        except (ValueError, KeyError, TypeError, IndexError):
            return ResultsFileError(f"{self.path} is not an arena results file")
        if not different:
            return None
        name = different[0]
        return ResultsFileError(
            f"{self.path} is from another contest: {name} is {json.dumps(there[name])} there,"
            f" not {json.dumps(wanted[name])}"
        )

    def reports(self) -> Iterator[RoundReport]:
        """Yield the rounds that were in the file when it was opened.

        Raises ResultsFileError for an invalid line.
        """
        for number, line in enumerate(self._lines[1:], 2):
            try:
                data = json.loads(line)
                if "round" in data:
                    yield read_report(data["round"])
            except (ValueError, KeyError, TypeError):
                raise ResultsFileError(f"{self.path}, line {number}: no round") from None

    def add(self, report: RoundReport) -> None:
        """Append a round to the file."""
        self._write({"round": report_json(report)})

    def finish(self, result: ResultJson) -> None:
        """Append the overall result to the file."""
        self._write({"result": result})

    def _write(self, data: dict[str, object]) -> None:
        self._file.write(
            json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
        )
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
