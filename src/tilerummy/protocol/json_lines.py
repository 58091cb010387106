"""JSON lines: one question per line of input, and one response per line of output."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO

Answer = dict[str, object]
"""The response to a question. If the question failed, it contains an ``error`` field."""


_WANTED = 'a question is a JSON object, like {"table": "k1 k2 k3", "rack": "k4"}'


class QuestionError(ValueError):
    """Raised for an invalid question, with a message that explains the problem in a sentence."""


def reply_to_all(
    files: Iterable[BinaryIO],
    answer: Callable[[Mapping[str, object]], Answer],
    write: Callable[[str], None],
) -> bool:
    """Write a response to each line in *files*, always before reading the next line.

    Return True if all questions succeeded.
    """
    all_answered = True
    for number, line in enumerate((line for file in files for line in _lines(file)), 1):
        text, answered = reply(line, answer, number)
        write(text)
        all_answered &= answered
    return all_answered


def reply(
    line: bytes, answer: Callable[[Mapping[str, object]], Answer], number: int = 1
) -> tuple[str, bool]:
    """Return the response to *line*, and whether the question succeeded.

    Error messages about the line itself include its *number*. The response contains the question's
    id, if it has one. This function never raises an exception as long as *answer* raises only
    QuestionError and RecursionError.
    """
    identity: object = None
    try:
        question = _read(line, number)
        identity = question.get("id")
        fields = answer(question)
    except QuestionError as error:
        fields = {"error": str(error)}
    except RecursionError:
        fields = {"error": "the question is nested too deeply"}
    return _written({"id": identity, **fields}), "error" not in fields


LONGEST_LINE = 1 << 20
"""The maximum number of bytes per line."""


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of *file*, truncating lines that are too long to just over the limit."""
    while line := file.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)  # the rest of the line is dropped


def _read(line: bytes, number: int) -> Mapping[str, object]:
    if len(line) > LONGEST_LINE:
        raise QuestionError(f"line {number} is longer than {LONGEST_LINE} bytes; {_WANTED}")
    if not line.strip():
        raise QuestionError(f"line {number} is blank; {_WANTED}")
    try:
        question: object = json.loads(
            line.decode("utf-8-sig"),
            parse_constant=_no_number,
            parse_float=_finite,
            parse_int=_whole,
        )
    except UnicodeDecodeError as error:
        where = f"starting at byte {error.start + 1}"
        raise QuestionError(f"line {number} is not UTF-8, {where}") from None
    except json.JSONDecodeError as error:
        where = f"starting at character {error.pos + 1}"
        raise QuestionError(f"line {number} is not JSON, {where}; {_WANTED}") from None
    except QuestionError as error:
        raise QuestionError(f"line {number}: {error}") from None
    if not isinstance(question, dict):
        raise QuestionError(f"line {number} is not a question; {_WANTED}")
    return question


def _no_number(name: str) -> float:
    raise QuestionError(f"{name} is not a number")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise QuestionError(f"{digits[:20]} is too large")
    return value


def _whole(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:
        raise QuestionError(f"a number with {len(digits)} digits is too large") from None


def _written(answer: Answer) -> str:
    """Return *answer* as a line of JSON, in ASCII so that any terminal or pipe can handle it."""
    try:
        return json.dumps(answer, allow_nan=False)
    except RecursionError:
        return json.dumps({**answer, "id": None})
