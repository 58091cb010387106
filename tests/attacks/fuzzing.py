"""Fuzzing with a million frames: the server has no errors, and its memory does not grow.

    python -m tests.attacks.fuzzing 1000000

The server runs in this process without limits on rates, and collects garbage as
`tilerummy serve` does.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.server.conftest import FAST
from tests.server.served import COMPUTER, Json, Person, Served, Times, by_hand, frame, served

from tilerummy.server.limits import ConnectionBounds
from tilerummy.server.ops.tuning import tune
from tilerummy.server.store import Store
from tilerummy.server.store.opening import open_store

BATCH = 20
"""So many frames are sent before the answers are read."""
ALLOWED = 8 * 1024 * 1024
"""So many bytes the process may grow by after a third of the frames."""
TILES = [f"{colour}{n}" for colour in "krbo" for n in range(1, 14)] + ["*", "*r3", "r14", "x", "🂡"]
WORDS = [
    "sit",
    "stand",
    "start",
    "ready",
    "next",
    "pause",
    "resign",
    "rematch",
    "close",
    "lock",
    "?",
]


class Frames:
    """Makes frames: messages, mutated messages, and random bytes, with their opcodes."""

    def __init__(self, rooms: list[str], chance: Random) -> None:
        self._rooms, self._chance = rooms, chance
        self._number = 0

    def next(self) -> bytes:
        """Return the next frame, or a few that belong together."""
        dice = self._chance.random()
        if dice < 0.55:
            return frame(1, self._message())
        if dice < 0.92:
            return frame(1, self._changed(self._message()))
        if dice < 0.96:
            return self._control()
        if dice < 0.985:
            return self._in_pieces(self._message())
        return self._wrong()

    def _message(self) -> bytes:
        chance = self._chance
        self._number += 1
        kind = chance.choice(KINDS)
        message: dict[str, Json] = {"type": kind}
        if kind != "ping" or chance.random() < 0.05:
            message["room"] = chance.choice([*self._rooms, "AAAAAAAAAAAA"])
        if kind in ("act", "done", "check", "ask_hint", "control"):
            message["cid"] = f"f{self._number}"
        if kind in ("act", "done", "check", "ask_hint", "preview"):
            message["version"] = chance.choice((0, 3, 4, 5, 6, 7, 8, 100, 2**53, 2**53 + 1, -1))
        match kind:
            case "act":
                message["actions"] = [self._action() for _ in range(chance.randrange(1, 3))]
            case "done" | "check":
                message["after"] = [self._meld() for _ in range(chance.randrange(4))]
            case "preview":
                message["rows"] = [self._meld().split() for _ in range(chance.randrange(4))]
            case "control":
                message |= {"what": chance.choice(WORDS), "seat": chance.randrange(5)}
            case "say":
                message["text"] = self._text()
            case "react":
                message["reaction"] = chance.choice(("thanks", "wow", "no"))
            case "watch" if chance.random() < 0.5:
                message["since"] = chance.randrange(20)
        return json.dumps(message, ensure_ascii=chance.random() < 0.5).encode()

    def _meld(self) -> str:
        return " ".join(self._chance.choices(TILES, k=self._chance.randrange(6)))

    def _action(self) -> str:
        return self._chance.choice(
            ("draw", "pass", f"play {self._meld()} / {self._meld()}", f"discard {self._meld()}")
        )

    def _text(self) -> str:
        size = self._chance.choice((0, 1, 5, 40, 600))
        return "".join(
            chr(self._chance.choice((32, 65, 0x202E, 0x5D0, 0x1F600))) for _ in range(size)
        )

    def _changed(self, text: bytes) -> bytes:
        chance, made = self._chance, bytearray(text)
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(made) + 1)
            match chance.randrange(6):
                case 0:
                    made[at : at + 1] = bytes([chance.randrange(32, 127)])
                case 1:
                    del made[at : at + chance.randrange(1, 20)]
                case 2:
                    made[at:at] = made[: chance.randrange(40)]
                case 3:
                    made[at:at] = chance.choice(NASTY)
                case 4:
                    made += made[at:]
                case _:
                    made[at:at] = b"[" * chance.randrange(1, 300)
        return bytes(made[:16_000])

    def _control(self) -> bytes:
        return frame(
            self._chance.choice((9, 10)), self._chance.randbytes(self._chance.randrange(126))
        )

    def _in_pieces(self, text: bytes) -> bytes:
        at = self._chance.randrange(len(text))
        between = self._control() if self._chance.random() < 0.3 else b""
        return frame(1, text[:at], fin=False) + between + frame(0, text[at:])

    def _wrong(self) -> bytes:
        """Return a frame that closes a connection."""
        chance = self._chance
        match chance.randrange(6):
            case 0:
                return frame(chance.randrange(16), chance.randbytes(chance.randrange(200)))
            case 1:
                return frame(1, b"{}", masked=False)
            case 2:
                return frame(1, b"{}", rsv=chance.randrange(1, 8))
            case 3:
                return frame(1, b"\xff" + chance.randbytes(20))
            case 4:
                return frame(8, chance.randbytes(chance.randrange(130)))
            case _:
                return chance.randbytes(chance.randrange(1, 300))


KINDS = [
    "watch",
    "unwatch",
    "act",
    "done",
    "check",
    "preview",
    "ask_hint",
    "control",
    "say",
    "react",
    "ping",
]
NASTY = (b"null", b"1e999", b'"\\ud800"', b"\xc3\xa9", b"\xff", b"\x00", b'{"type":', b"-0", b",")


KNOWN = "Invalid UTF-8 sequence"
"""What uvicorn logs as an error for a bad frame, whose socket it closes."""


class Errors(logging.Handler):
    """Collects log records of errors, or with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.logged: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.getMessage().startswith(KNOWN):
            return
        if record.exc_info or record.levelno >= logging.ERROR:
            fields = getattr(record, "fields", "")
            error = repr(record.exc_info[1]) if record.exc_info else ""
            place = f"{record.name}:{record.lineno}"
            self.logged.append(f"{place} {record.getMessage()} {fields} {error}")


@contextmanager
def listening() -> Iterator[Errors]:
    """Collect the errors that are logged in a block."""
    errors = Errors()
    loggers = [logging.getLogger(name) for name in ("tilerummy.server", "uvicorn", "asyncio", "")]
    for logger in loggers:
        logger.addHandler(errors)
    try:
        yield errors
    finally:
        for logger in loggers:
            logger.removeHandler(errors)


@dataclass(slots=True)
class Outcome:
    """The outcome of fuzzing: errors, and the memory after each tenth of the frames."""

    errors: list[str]
    memory: list[int]
    sockets: int

    @property
    def growth(self) -> int:
        """How many bytes the process has grown by since a third of the frames was sent."""
        return max(self.memory[3:]) - self.memory[3]


def fuzz(count: int, seed: int = 1) -> Outcome:
    """Send so many frames to a server, and return the outcome."""
    settings: Json = {
        "rates": FAST,
        "bounds": ConnectionBounds(requests=1000, sockets=1000),
        "rooms": 1000,
    }
    thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
    try:
        with (
            TemporaryDirectory() as folder,
            served(_store(folder), **settings, address_rooms=1000) as server,
            listening() as errors,
        ):
            tune()
            outcome = _sent(server, count, Random(seed))
            failures = server.metrics.failures._value.get()
            outcome.errors += [*errors.logged, *(["an unexpected error"] * int(failures))]
            with server.person().socket() as talk:
                talk.send("ping")
                assert talk.next("pong")
            return outcome
    finally:
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(interval)


def _store(folder: str) -> Store:
    """Return a store on disk, since one in memory would grow."""
    return open_store(f"sqlite:///{Path(folder) / 'db'}", Times().now)


def _sent(server: Served, count: int, chance: Random) -> Outcome:
    people = [server.person(name) for name in ("Eve", "Mallory", "Trudy")]
    rooms = [people[0].open(computers=COMPUTER, start=True), people[1].open(), people[2].open()]
    frames = Frames(rooms, chance)
    outcome = Outcome([], [memory()], 0)
    wires: list[socket.socket | None] = [None] * len(people)
    for number in range(count // BATCH):
        which = number % len(people)
        wire = wires[which] or _opened(people[which])
        outcome.sockets += wires[which] is None
        wires[which] = wire if _exchanged(wire, frames) else None
        if (number + 1) % max(1, count // BATCH // 10) == 0:
            outcome.memory.append(memory())
            _say(f"{(number + 1) * BATCH:,} frames, {outcome.memory[-1] / 2**20:.1f} MiB")
    for left in wires:
        if left is not None:
            left.close()
    return outcome


def _opened(person: Person) -> socket.socket:
    wire = by_hand(person)
    wire.settimeout(0.05)
    return wire


def _exchanged(wire: socket.socket, frames: Frames) -> bool:
    """Send some frames and read the answers; return whether the socket is still open."""
    try:
        wire.sendall(b"".join(frames.next() for _ in range(BATCH)) + frame(1, PING))
        taken = b""
        while PONG not in taken[-4096:]:
            part = wire.recv(65536)
            if not part:
                raise ConnectionResetError
            taken += part
    except TimeoutError:
        return True
    except OSError:
        wire.close()
        return False
    return True


PING, PONG = b'{"type":"ping"}', b'{"type":"pong"}'


def memory() -> int:
    """Return the bytes of memory that this process holds."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def _say(text: str) -> None:
    if __name__ == "__main__":
        print(text, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.fuzzing")
    parser.add_argument("frames", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    outcome = fuzz(arguments.frames, arguments.seed)
    growth = outcome.growth / 2**20
    print(
        f"{arguments.frames:,} frames on {outcome.sockets:,} sockets: {len(outcome.errors)} errors,"
    )
    print(f"grown by {growth:.1f} MiB after a third of them")
    print("\n".join(outcome.errors[:20]))
    sys.exit(1 if outcome.errors or outcome.growth > ALLOWED else 0)


if __name__ == "__main__":
    main()
