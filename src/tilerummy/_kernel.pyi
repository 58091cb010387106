from typing import TypeAlias

_Problem: TypeAlias = tuple[object, ...]

def solve(problem: _Problem) -> tuple[list[int], bool, bool]: ...
def enumerate(problem: _Problem, shifts: bytes) -> tuple[bool, bytes]: ...  # noqa: A001
def placement_rows(problem: _Problem, limit: int) -> tuple[bool, int, bytes]: ...
def can_empty(problem: _Problem) -> bool: ...
def play_rounds(
    rules: bytes, rounds: list[bytes], log: bool, threads: int
) -> tuple[bytes, bytes]: ...
def play_logged(
    rules: bytes,
    round: bytes,  # noqa: A002
    turns: int,
) -> list[tuple[int, list[tuple[list[int], list[int], list[int]]], int | None, bool]]: ...
def roll_out(
    rules: bytes,
    view: bytes,
    worlds: list[bytes],
    lines: list[bytes],
    turns: int,
    threads: int,
    milliseconds: float,
) -> tuple[bytes, bytes, bytes, bytes, bytes, bytes]: ...
def read_photo(rgb: bytes, width: int, height: int, weights: bytes) -> bytes: ...
def run_network(reader: bool, input: bytes, height: int, width: int, weights: bytes) -> bytes: ...  # noqa: A002

class Batch:
    def __init__(
        self,
        rules: bytes,
        policies: bytes,
        rounds: int,
        candidates: int,
        buffers: tuple[object, ...],
    ) -> None: ...
    def reset(self, round: int, start: bytes) -> None: ...  # noqa: A002
    def step(self, choices: bytes, threads: int) -> None: ...
