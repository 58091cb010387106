"""The limits of a server as values; :mod:`tilerummy.server.ops` and the layers above apply them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """The capacity of a bucket, and how many tokens it regains per second."""

    burst: float
    per_second: float


RATES: Mapping[str, Rate] = {
    # for an address
    "request": Rate(300, 50),
    "handshake": Rate(200, 200 / 60),
    "api": Rate(120, 30),
    "invite": Rate(10, 10 / 60),
    "carry": Rate(10, 10 / 60),
    "record": Rate(20, 1),
    "picture": Rate(30, 2),
    "replay": Rate(20, 1),
    "new_guest": Rate(60, 1 / 10),
    "address_review": Rate(30, 1 / 5),
    "solve": Rate(10, 2),
    "judge": Rate(20, 5),
    "analyse": Rate(6, 1 / 2),
    "address_attempt": Rate(60, 5),
    "address_message": Rate(600, 200),
    "address_watch": Rate(120, 10),
    "address_command": Rate(200, 60),
    "address_thinking": Rate(60, 10),
    "address_new_room": Rate(60, 120 / 3600),
    "address_archive": Rate(6, 6 / 600),
    "address_puzzle": Rate(30, 30 / 86_400),
    # for an address and a puzzle: attempts that change the rating of the puzzle
    "puzzle": Rate(1, 1 / 86_400),
    # for a guest
    "games": Rate(30, 1),
    "archive": Rate(3, 3 / 600),
    "guest_message": Rate(120, 40),
    "watch": Rate(30, 2),
    "command": Rate(40, 10),
    "thinking": Rate(12, 2),
    "review": Rate(12, 1 / 10),
    "chat": Rate(3, 1),
    "attempt": Rate(20, 1),
    "control": Rate(20, 1),
    "rename": Rate(6, 1 / 10),
    "share": Rate(20, 1 / 2),
    "comment": Rate(20, 1 / 5),
    "new_room": Rate(20, 20 / 3600),
    # for a socket
    "message": Rate(40, 20),
    "preview": Rate(5, 5),
}
"""What is limited, each for an address, a guest or a socket.
"""
