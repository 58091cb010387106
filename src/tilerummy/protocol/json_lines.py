"""JSON lines: a question on each line in, an answer on each line out."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import BinaryIO

Answer = dict[str, object]
"""The answer to one question; with a field ``error`` if it could not be answered."""


_WANTED = 'a question is a JSON object, like {"table": "k1 k2 k3", "rack": "k4"}'


class QuestionError(ValueError):
    """A question that cannot be answered; the message says why in a sentence."""


def reply_to_all(
    files: Iterable[BinaryIO],
    answer: Callable[[Mapping[str, object]], Answer],
    write: Callable[[str], None],
) -> bool:
    """Write a line for each line of *files*, in order and before the next is read.

    Return whether every one was answered.
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
    """Return the reply to *line*, and whether it is an answer and not an error.

    An error about the line itself names its *number*. The reply has the id of the question. Never
    raises, as long as *answer* raises nothing but QuestionError and RecursionError.
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
"""No line has more bytes."""


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of *file*; of one that is too long only its beginning, which is too long."""
    while line := file.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)  # not kept


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
        raise QuestionError(f"line {number} is not UTF-8, from byte {error.start + 1} on") from None
    except json.JSONDecodeError as error:
        place = f"from character {error.pos + 1} on"
        raise QuestionError(f"line {number} is not JSON, {place}; {_WANTED}") from None
    except QuestionError as error:
        raise QuestionError(f"line {number}: {error}") from None
    if not isinstance(question, dict):
        raise QuestionError(f"line {number} is no question; {_WANTED}")
    return question


def _no_number(name: str) -> float:
    raise QuestionError(f"{name} is no number")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise QuestionError(f"{digits[:20]} is too large a number")
    return value


def _whole(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:
        raise QuestionError(f"a number of {len(digits)} digits is too large") from None


def _written(answer: Answer) -> str:
    """Return *answer* as a line, in ASCII so that it survives every terminal and pipe."""
    try:
        return json.dumps(answer, allow_nan=False)
    except RecursionError:
        return json.dumps({**answer, "id": None})
