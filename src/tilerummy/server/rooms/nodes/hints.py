"""Hints between nodes, on the bus: what was stored, and what is shown and never stored.

Subjects and payloads, in MessagePack:

* ``tr.e.ROOM``: entries that were stored (:class:`EntriesHint`);
* ``tr.p.ROOM``: who is connected to a table, or its clock, has changed; nothing else;
* ``tr.l.ROOM``: a chat message, a reaction or a preview, as viewers are sent it;
* ``tr.c.ROOM``: the latest chat messages of a table, for nodes that have loaded it later; nothing
  is the question for them;
* ``tr.g.GUEST``: a notice of a guest was stored; nothing else.

A later release may add fields at the end of a payload, each with a default, and new subjects; an
older one passes over them. A hint may be lost, late, doubled or overtaken: the store is read after
any gap, and every two seconds. Entries and previews hold what only some seats may know.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tilerummy.server.bus.port import Bus
from tilerummy.server.messages import Chatted, PreviewShown, Reacted
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.room.encoded import EncodedUpdates

Shown = Chatted | Reacted | PreviewShown
"""What viewers are shown and nobody stores."""


class EntriesHint(msgspec.Struct, frozen=True, array_like=True):
    """The entries of a log from number *first* on; *clock* began with them *at* that time.

    *made* are the updates with all of these entries, as the viewers at every server are sent them.
    *head* is the checksum of the last entry: whoever appends next need not ask the store for it.
    """

    first: int
    bodies: tuple[bytes, ...]
    clock: bytes | None
    at: int
    made: EncodedUpdates | None = None
    head: bytes = b""


_encode = msgspec.msgpack.Encoder().encode
_entries = msgspec.msgpack.Decoder(EntriesHint)
_chat = msgspec.msgpack.Decoder(list[Chatted])
_shown: msgspec.msgpack.Decoder[Shown] = msgspec.msgpack.Decoder(Shown)


def write_shown(message: Shown) -> bytes:
    """Return a message as it is sent to other nodes, or stored for them."""
    return _encode(message)


def read_shown(body: bytes) -> Shown | None:
    """Return a message of another node; None if this release does not know such messages."""
    try:
        return _shown.decode(body)
    except msgspec.DecodeError:
        return None


def read_entries(body: bytes) -> EntriesHint | None:
    """Return a hint of another node; None if this release cannot read it."""
    try:
        return _entries.decode(body)
    except msgspec.DecodeError:
        return None


def read_chat(body: bytes) -> list[Chatted] | None:
    """Return what was said at a table; nothing if somebody asks, None if it cannot be read."""
    try:
        return _chat.decode(body) if body else []
    except msgspec.DecodeError:
        return None


class Hints:
    """Sends hints to the other nodes, and passes theirs on."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def stored(self, room: str, hint: EntriesHint) -> None:
        """Tell others of stored entries; if they are too large, only that there are some."""
        short = EntriesHint(hint.first + len(hint.bodies), (), None, 0)
        self._send(f"tr.e.{room}", _encode(hint), _encode(short))

    def changed(self, room: str) -> None:
        """Tell others that presence or the clock of a table has changed."""
        self._send(f"tr.p.{room}")

    def show(self, room: str, message: Shown) -> None:
        """Have other nodes show a message to their viewers."""
        self._send(f"tr.l.{room}", write_shown(message))

    def ask_for_chat(self, room: str) -> None:
        """Ask others what was said at a table."""
        self._send(f"tr.c.{room}")

    def chat(self, room: str, messages: list[Chatted]) -> None:
        """Tell others what was said at a table."""
        self._send(f"tr.c.{room}", _encode(messages))

    def noticed(self, guest: str) -> None:
        """Tell others that there is a notice of a guest."""
        self._send(f"tr.g.{guest}")

    def _send(self, subject: str, payload: bytes = b"", short: bytes = b"") -> None:
        try:
            self._bus.publish(subject, payload, short=short)
        except Exception as error:  # noqa: BLE001 - the store tells it too
            log_failure("(bus)", error)

    async def listen(
        self,
        *,
        stored: Callable[[str, EntriesHint], None],
        changed: Callable[[str], None],
        shown: Callable[[str, Shown], None],
        chat: Callable[[str, list[Chatted]], None],
        noticed: Callable[[], None],
    ) -> None:
        """Pass on what other nodes send, each with its room.

        What this release cannot read is counted: of entries it then reads the log, the rest is lost
        to its viewers.
        """

        def entries(subject: str, payload: bytes) -> None:
            if (hint := read_entries(payload)) is not None:
                stored(_last(subject), hint)
            else:
                self._bus.counts.unknown += 1
                changed(_last(subject))

        def show(subject: str, payload: bytes) -> None:
            if (message := read_shown(payload)) is not None:
                shown(_last(subject), message)
            else:
                self._bus.counts.unknown += 1

        def talk(subject: str, payload: bytes) -> None:
            if (messages := read_chat(payload)) is not None:
                chat(_last(subject), messages)
            else:
                self._bus.counts.unknown += 1

        await self._bus.subscribe("tr.e.*", entries)
        await self._bus.subscribe("tr.p.*", lambda s, _: changed(_last(s)))
        await self._bus.subscribe("tr.l.*", show)
        await self._bus.subscribe("tr.c.*", talk)
        await self._bus.subscribe("tr.g.*", lambda _s, _p: noticed())

    async def close(self) -> None:
        """Leave the bus."""
        await self._bus.close()


def _last(subject: str) -> str:
    return subject.rpartition(".")[2]
