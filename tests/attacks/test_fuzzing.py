"""Random frames cause neither errors nor a memory leak (A12, D7)."""

from __future__ import annotations

import gc
import json
import logging
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.attacks.target import memory
from tests.server.conftest import FAST
from tests.server.served import COMPUTER, Json, Person, Times, frame, raw_socket, served
from tests.support.examples import examples

from tilerummy.server.ops.tuning import tune
from tilerummy.server.store.factory import open_store

FRAMES = examples(10_000, 1_000_000)
BATCH = 20
"""Frames that are sent before the responses are read."""
ALLOWED = 8 * 1024 * 1024
"""The maximum growth of the process in bytes after a third of the frames."""
KINDS = (
    ("watch", "room"),
    ("watch", "room since"),
    ("unwatch", "room"),
    ("act", "room cid version actions"),
    ("done", "room cid version after"),
    ("check", "room cid version after"),
    ("preview", "room version rows"),
    ("ask_hint", "room cid version"),
    ("control", "room cid what seat"),
    ("say", "room text"),
    ("react", "room reaction"),
    ("ping", ""),
)
"""The kinds of messages, with their fields."""
TILES = [f"{colour}{n}" for colour in "krbo" for n in range(1, 14)] + ["*", "*r3", "r14", "x", "🂡"]
WHAT = ["sit", "stand", "start", "ready", "next", "pause", "resign", "rematch", "close", "lock", ""]
ANY: list[Json] = [None, True, -1, 2**63, 1.5, "x" * 21, [], [[None]], {}, {"r1": {"": [0.0]}}]
"""Values that are invalid for at least one field."""
NASTY = (b"null", b"1e999", b'"\\ud800"', b"\xc3\xa9", b"\xff", b"\x00", b'{"type":', b"-0", b",")
PING, PONG = b'{"type":"ping"}', b'{"type":"pong"}'
KNOWN = "Invalid UTF-8 sequence"
"""The error that uvicorn logs when it closes a socket because of a bad frame."""


class Frames:
    """Generates frames: messages, mutated messages and random bytes."""

    def __init__(self, rooms: list[str], rng: Random) -> None:
        self._rooms, self._rng = [*rooms, "AAAAAAAAAAAA"], rng
        self._number = 0

    def next(self) -> bytes:
        """Return the next frame, or a few that belong together."""
        at = self._rng.random()
        if at < 0.55:
            return frame(1, self._message())
        if at < 0.92:
            return frame(1, self._changed(self._message()))
        if at < 0.96:
            return self._control()
        return self._in_pieces(self._message()) if at < 0.985 else self._wrong()

    def _message(self) -> bytes:
        rng = self._rng
        self._number += 1
        kind, fields = rng.choice(KINDS)
        message = {"type": kind, **{name: self._field(name) for name in fields.split()}}
        return json.dumps(message, ensure_ascii=rng.random() < 0.5).encode()

    def _field(self, name: str) -> Json:
        rng = self._rng
        if rng.random() < 0.1:
            return rng.choice(ANY)
        match name:
            case "room":
                return rng.choice(self._rooms)
            case "cid":
                return f"f{self._number}"
            case "version":
                return rng.choice((0, 3, 4, 5, 6, 7, 8, 100, 2**53, 2**53 + 1, -1))
            case "actions":
                return [self._action() for _ in range(rng.randrange(1, 3))]
            case "after":
                return [self._meld() for _ in range(rng.randrange(4))]
            case "rows":
                return [self._meld().split() for _ in range(rng.randrange(4))]
            case "what":
                return rng.choice(WHAT)
            case "reaction":
                return rng.choice(("thanks", "wow", "no"))
            case "text":
                characters = [" ", "A", "\u202e", "\u05d0", "\U0001f600"]
                return "".join(rng.choices(characters, k=rng.choice((0, 1, 5, 40, 600))))
            case _:
                return rng.randrange(5 if name == "seat" else 20)

    def _meld(self) -> str:
        return " ".join(self._rng.choices(TILES, k=self._rng.randrange(6)))

    def _action(self) -> str:
        return self._rng.choice(
            ("draw", "pass", f"play {self._meld()} / {self._meld()}", f"discard {self._meld()}")
        )

    def _changed(self, text: bytes) -> bytes:
        """Return a mutated message, with some bytes replaced, deleted or repeated."""
        rng, made = self._rng, text
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(made) + 1)
            gone, new = rng.choice(
                (
                    (1, bytes([rng.randrange(32, 127)])),
                    (rng.randrange(1, 20), b""),
                    (0, made[: rng.randrange(40)]),
                    (0, rng.choice(NASTY)),
                    (0, made[at:]),
                    (0, b"[" * rng.randrange(1, 300)),
                )
            )
            made = made[:at] + new + made[at + gone :]
        return made[:16_000]

    def _control(self) -> bytes:
        size = self._rng.randrange(126)
        return frame(self._rng.choice((9, 10)), self._rng.randbytes(size))

    def _in_pieces(self, text: bytes) -> bytes:
        at = self._rng.randrange(len(text))
        between = self._control() if self._rng.random() < 0.3 else b""
        return frame(1, text[:at], fin=False) + between + frame(0, text[at:])

    def _wrong(self) -> bytes:
        """Return a frame that violates the protocol, so that the server closes the connection."""
        rng = self._rng
        return rng.choice(
            (
                frame(rng.randrange(16), rng.randbytes(rng.randrange(200))),
                frame(1, b"{}", masked=False),
                frame(1, b"{}", rsv=rng.randrange(1, 8)),
                frame(1, b"\xff" + rng.randbytes(20)),
                frame(8, rng.randbytes(rng.randrange(130))),
                rng.randbytes(rng.randrange(1, 300)),
            )
        )


class Errors(logging.Handler):
    """Collects log records of errors, or with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.logged: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        known = record.getMessage().startswith(KNOWN)
        if not known and (record.exc_info or record.levelno >= logging.ERROR):
            self.logged.append(self.format(record))


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """The logged errors, while the garbage collector is set as on a server."""
    thresholds, interval = gc.get_threshold(), sys.getswitchinterval()
    handler = Errors()
    loggers = [logging.getLogger(name) for name in ("tilerummy.server", "uvicorn", "asyncio", "")]
    for logger in loggers:
        logger.addHandler(handler)
    yield handler.logged
    for logger in loggers:
        logger.removeHandler(handler)
    gc.set_threshold(*thresholds)
    sys.setswitchinterval(interval)


def test_bad_frames_cause_no_error_and_no_leak(errors: list[str], tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'db'}", Times().now)  # one in memory would grow
    with served(
        store,
        rates=FAST,
        address_requests=1000,
        address_sockets=1000,
        rooms=1000,
        address_rooms=1000,
    ) as server:
        tune()
        people = [server.person(name) for name in ("Eve", "Mallory", "Trudy")]
        rooms = [people[0].open(computers=COMPUTER, start=True), people[1].open(), people[2].open()]
        frames = Frames(rooms, Random(1))
        sizes = [memory("self")]
        sockets = 0
        wires: list[socket.socket | None] = [None] * len(people)
        for number in range(FRAMES // BATCH):
            which = number % len(people)
            wire = wires[which] or opened(people[which])
            sockets += wires[which] is None
            wires[which] = wire if exchanged(wire, frames) else None
            if (number + 1) % (FRAMES // BATCH // 10) == 0:
                sizes.append(memory("self"))
        for left in wires:
            if left is not None:
                left.close()
        assert server.metrics.counters["failures"]._value.get() == 0
        with server.person().socket() as talk:
            assert talk.until_pong() == []
    assert errors == []
    assert sockets > 100, "many frames close a connection"
    assert max(sizes[3:]) - sizes[3] < ALLOWED


def opened(person: Person) -> socket.socket:
    wire = raw_socket(person)
    wire.settimeout(0.05)
    return wire


def exchanged(wire: socket.socket, frames: Frames) -> bool:
    """Send frames, read the responses, and return whether the socket is still open."""
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
