"""The kernel as a WebAssembly module, which replaces the compiled ``tilerummy._kernel``.

:func:`install` has to be called before anything imports the solver.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Final, cast

import tilerummy
from tilerummy.jokers import GroupOfThree, JokerMelds, ReplaceFrom, Reuse
from tilerummy.melds import Meld
from tilerummy.simulator.packing import meld_number
from tilerummy.solver.problem import Kind, Objective
from tilerummy.tiles import Tile

Call = Callable[[str, bytes], bytes | memoryview | str]
"""Calls a function of the module with its arguments.

It returns the results, or the reason as a string if the function rejects the arguments.
"""

NAME: Final = "tilerummy._kernel"
MICROSECONDS: Final = 1000
"""Microseconds per millisecond."""
_KINDS = [kind.value for kind in Kind]
_MELDS, _REUSE = [*JokerMelds], [*Reuse]

_Tiles = Sequence[Tile]
_TileSet = tuple[int, int, bool]
_Law = tuple[JokerMelds, ReplaceFrom, GroupOfThree, Reuse]
_Opening = tuple[int, bool, bool]

LoggedPlay = tuple[list[int], list[int], list[int]]


def install(call: Call) -> None:
    """Make ``tilerummy._kernel`` importable. Its functions use *call*."""
    functions = WasmKernel(call)
    module = ModuleType(NAME)
    for name in vars(WasmKernel):
        if not name.startswith("_"):
            setattr(module, name, getattr(functions, name))
    sys.modules[NAME] = module
    vars(tilerummy)["_kernel"] = module


class WasmKernel:
    """The functions of ``tilerummy._kernel``, except for batches of rounds, which need threads."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def solve(self, problem: tuple[object, ...]) -> tuple[list[int], bool, bool]:
        """Return the packed melds after the best play, and whether it is proven and tidy."""
        results = self._results("solve", _problem_row(problem))
        return results.numbers(), results.flag(), results.flag()

    def enumerate(self, problem: tuple[object, ...], shifts: bytes) -> tuple[bool, bytes]:
        """Return whether all placeable sets of tiles were found, and a bit set of their codes."""
        results = self._results("enumerate", _problem_row(problem), _row([*shifts]))
        return results.flag(), results.row()

    def placement_rows(self, problem: tuple[object, ...], limit: int) -> tuple[bool, int, bytes]:
        """Return whether all placeable sets were found, their number, and a row for each."""
        results = self._results("placement_rows", _problem_row(problem), _number(limit))
        return results.flag(), results.number(), results.row()

    def can_empty(self, problem: tuple[object, ...]) -> bool:
        """Return whether one play can place the entire rack."""
        return self._results("can_empty", _problem_row(problem)).flag()

    def play_rounds(
        self,
        rules: bytes,
        rounds: list[bytes],
        log: bool,  # noqa: FBT001 - as in the compiled module
        threads: int,
    ) -> tuple[bytes, bytes]:
        """Play *rounds*; return a packed row per round and, if *log* is true, one per turn."""
        del threads
        results = self._results("play_rounds", _packed(rules), _number(log), *_packed_rows(rounds))
        return results.row(), results.row()

    def play_logged(
        self,
        rules: bytes,
        round: bytes,  # noqa: A002 - as in the compiled module
        turns: int,
    ) -> list[tuple[int, list[LoggedPlay], int | None, bool]]:
        """Play a round and return its turns, at most *turns*."""
        results = self._results("play_logged", _packed(rules), _packed(round), _number(turns))
        return [results.logged_turn() for _ in range(results.number())]

    def roll_out(  # noqa: PLR0913, PLR0917 - as in the compiled module
        self,
        rules: bytes,
        view: bytes,
        worlds: list[bytes],
        lines: list[bytes],
        turns: int,
        threads: int,
        milliseconds: float,
    ) -> tuple[bytes, ...]:
        """Roll out *lines* in *worlds*, and return the results as packed columns."""
        del threads
        results = self._results(
            "roll_out",
            _packed(rules),
            _packed(view),
            _number(turns),
            _number(_microseconds(milliseconds)),
            *_packed_rows(worlds),
            *_packed_rows(lines),
        )
        return tuple(results.row() for _ in range(6))

    def _results(self, function: str, *arguments: bytes) -> _Results:
        results = self._call(function, b"".join(arguments))
        if isinstance(results, str):
            raise ValueError(results)
        return _Results(results)


class _Results:
    """Reads a function's results in order, in the format of kernel/wasm/buffers.hpp."""

    def __init__(self, raw: bytes | memoryview) -> None:
        self._raw, self._at = raw, 0

    def number(self) -> int:
        (value,) = struct.unpack_from("<q", self._raw, self._at)
        self._at += 8
        number: int = value
        return number

    def flag(self) -> bool:
        return bool(self.number())

    def numbers(self) -> list[int]:
        return [self.number() for _ in range(self.number())]

    def row(self) -> bytes:
        size = self.number()
        begin, self._at = self._at, self._at + (size + 7) // 8 * 8
        return bytes(self._raw[begin : begin + size])

    def logged_turn(self) -> tuple[int, list[LoggedPlay], int | None, bool]:
        source = self.number()
        plays = [(self.numbers(), self.numbers(), self.numbers()) for _ in range(self.number())]
        discard = self.number()
        return source, plays, None if discard < 0 else discard, self.flag()


def _problem_row(problem: tuple[object, ...]) -> bytes:
    """Return a problem as a row of numbers.

    *problem* is the tuple that :mod:`tilerummy.solver.kernel` passes to the compiled module. The
    numbers are in the order that kernel/wasm/module.cpp reads.
    """
    rack, table = cast("tuple[_Tiles, Sequence[Meld]]", problem[1:3])
    numbers, colours, one_high = cast("_TileSet", problem[3:6])
    kind, objective, joker_value = cast("tuple[str, str, int]", (problem[6], *problem[11:13]))
    melds, replace_from, of_three, reuse = cast("_Law", problem[7:11])
    at_least, joker_opens, jokers_due = cast("_Opening", problem[13:16])
    leave, required = cast("tuple[_Tiles, _Tiles]", problem[16:18])
    tidy, budget, milliseconds = cast("tuple[bool, int, float]", problem[18:])
    row = [numbers, colours, one_high, _KINDS.index(kind), _MELDS.index(melds)]
    row += [replace_from == ReplaceFrom.ANY, of_three == GroupOfThree.ALL, _REUSE.index(reuse)]
    row += [objective == Objective.POINTS.value, joker_value, at_least]
    row += [joker_opens, jokers_due, tidy, budget, _microseconds(milliseconds)]
    for tiles in (rack, leave, required):
        row += [len(tiles), *tiles]
    return _row([*row, len(table), *map(meld_number, table)])


def _microseconds(milliseconds: float) -> int:
    """Return a time limit in microseconds. 0 means no limit, and a shorter time counts as 1."""
    return max(1, round(milliseconds * MICROSECONDS)) if milliseconds > 0 else 0


def _number(value: int) -> bytes:
    return struct.pack("<q", value)


def _row(numbers: Sequence[int]) -> bytes:
    return _packed(array("q", numbers).tobytes())


def _packed(row: bytes) -> bytes:
    """Return a row of numbers, preceded by its length."""
    return _number(len(row) // 8) + row


def _packed_rows(rows: Sequence[bytes]) -> list[bytes]:
    """Return rows of numbers, preceded by the number of rows."""
    return [_number(len(rows)), *map(_packed, rows)]
