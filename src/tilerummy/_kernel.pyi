from typing import TypeAlias

_Question: TypeAlias = tuple[object, ...]

def solve(question: _Question) -> tuple[list[int], bool, bool]: ...
def enumerate(question: _Question, shifts: bytes) -> tuple[bool, bytes]: ...  # noqa: A001
def can_empty(question: _Question) -> bool: ...
def solve_counts(
    *,
    numbers: int,
    colours: int,
    high: bool,
    need: bytes,
    spare: bytes,
    jokers_need: int,
    jokers_spare: int,
    per_tile: int,
    per_point: int,
    per_joker: int,
    runs: bytes,
    groups: bytes,
    at_least: int,
    floor: int,
    budget: int,
) -> tuple[bool, bool, int, int, bytes, bytes, bytes]: ...
def count_subsets(
    *,
    numbers: int,
    colours: int,
    high: bool,
    need: bytes,
    spare: bytes,
    jokers_need: int,
    jokers_spare: int,
    runs: bytes,
    groups: bytes,
    at_least: int,
    budget: int,
    shifts: bytes,
) -> tuple[bool, bytes]: ...
