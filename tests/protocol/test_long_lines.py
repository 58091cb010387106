"""Lines and texts longer than any question."""

from __future__ import annotations

import io
import json
import tracemalloc

import pytest

from tilerummy.protocol.json_lines import LONGEST_LINE, QuestionError, reply, reply_to_all
from tilerummy.protocol.referee import answer


def test_a_line_longer_than_any_question_is_an_error() -> None:
    line, answered = reply(b" " * (LONGEST_LINE + 1), answer)

    assert not answered
    assert "longer than" in json.loads(line)["error"]


def test_a_text_of_more_tiles_than_there_are_is_an_error() -> None:
    with pytest.raises(QuestionError, match="more than"):
        answer({"table": "", "rack": "k1 " * 10_000, "play": ""})
    with pytest.raises(QuestionError, match="more than"):
        answer({"table": "", "rack": ["k1"] * 10_000, "play": ""})


class Spaces(io.RawIOBase):
    """A file that consists of many spaces, which are not held in memory."""

    def __init__(self, size: int) -> None:
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        size = min(len(buffer), self.left)
        buffer[:size] = b" " * size
        self.left -= size
        return size


@pytest.mark.parametrize("size", [LONGEST_LINE + 1, 2 * (LONGEST_LINE + 1), 40 * LONGEST_LINE])
def test_a_line_that_is_too_long_is_one_error_and_never_fully_in_memory(size: int) -> None:
    written: list[str] = []
    files = io.BufferedReader(Spaces(size)), io.BytesIO(b"x" * size + b'\n{"id": 7}\n')
    tracemalloc.start()
    try:
        all_answered = reply_to_all(files, lambda _: {"ok": True}, written.append)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert not all_answered
    assert peak < 8 * LONGEST_LINE
    assert [json.loads(line).get("ok") for line in written] == [None, None, True]
    assert all(f"longer than {LONGEST_LINE} bytes" in line for line in written[:2])
