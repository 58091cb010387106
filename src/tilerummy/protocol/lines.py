"""JSON lines: one question on each line in, one answer on each line out."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping

Answer = dict[str, object]
"""What is written out for one question; one that holds ``error`` could not be answered."""


class QuestionError(ValueError):
    """A question that cannot be answered; the message says why in a sentence."""


def reply_to_all(
    lines: Iterable[bytes],
    answer: Callable[[Mapping[str, object]], Answer],
    write: Callable[[str], None],
) -> bool:
    """Write a line for each of *lines*, in order and before the next is read.

    Return whether every one was answered.
    """
    all_answered = True
    for line in lines:
        text, answered = reply(line, answer)
        write(text)
        all_answered &= answered
    return all_answered


def reply(line: bytes, answer: Callable[[Mapping[str, object]], Answer]) -> tuple[str, bool]:
    """Return what to write out for *line*, and whether it is an answer and not an error.

    The id of the question is given back. Never raises, as long as *answer* raises nothing but
    QuestionError and RecursionError.
    """
    identity: object = None
    try:
        question = _read(line)
        identity = question.get("id")
        told = answer(question)
    except QuestionError as error:
        told = {"error": str(error)}
    except RecursionError:
        told = {"error": "the question is nested too deeply"}
    return _written({"id": identity, **told}), "error" not in told


def _read(line: bytes) -> Mapping[str, object]:
    try:
        question: object = json.loads(
            line.decode("utf-8-sig"), parse_constant=_no_number, parse_float=_finite
        )
    except ValueError as error:
        raise QuestionError(f"this line is not JSON: {error}") from None
    if not isinstance(question, dict):
        raise QuestionError('a question is a JSON object, like {"id": 1, "hand": "k1 k1 k2"}')
    return question


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError(f"{digits[:20]} is too large")
    return value


def _written(answer: Answer) -> str:
    """Return *answer* as a line, in ASCII so that it survives every terminal and pipe."""
    try:
        return json.dumps(answer, allow_nan=False)
    except RecursionError:
        return json.dumps({**answer, "id": None})
