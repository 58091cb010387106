"""The client of NATS, with what it does for each message made short.

The client wakes a task to read what has come, another one for each subscription, and a third to
send. Here a message is handed over where it comes, and sent where it is published; all else, as
connecting and what comes in pieces, is done by the client.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from urllib.parse import ParseResult

from nats.aio.client import Client, Srv
from nats.aio.transport import TcpTransport
from nats.errors import Error as NatsError
from nats.protocol.parser import AWAITING_CONTROL_LINE

from tilerummy.server.bus.port import Handler

PENDING = 2 * 1024 * 1024
"""How many bytes may wait to be sent; more are lost."""


class _Reader(asyncio.StreamReader):
    """Reads what *take* leaves of the data that come, while nothing before them is unread."""

    def __init__(self, take: Callable[[bytes], bytes], limit: int) -> None:
        super().__init__(limit)
        self._take, self._unread = take, vars(self)["_buffer"]

    def feed_data(self, data: bytes) -> None:  # type: ignore[override]
        """Take data that have come."""
        if rest := data if self._unread else self._take(data):
            super().feed_data(rest)


class _Transport(TcpTransport):
    """A connection that is closed at once: a server that stands still would never let it end.

    What comes unencrypted is given to *take* first.
    """

    def __init__(self, take: Callable[[bytes], bytes]) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._take = take

    async def connect(self, uri: ParseResult, buffer_size: int, connect_timeout: int) -> None:
        """Connect, as the client would."""
        assert uri.hostname and uri.port
        loop, reader = asyncio.get_running_loop(), _Reader(self._take, buffer_size)
        protocol = asyncio.StreamReaderProtocol(reader)
        connecting = loop.create_connection(lambda: protocol, uri.hostname, uri.port)
        transport, _ = await asyncio.wait_for(connecting, connect_timeout)
        writer = asyncio.StreamWriter(transport, protocol, reader, loop)
        self._bare_io_reader = self._io_reader = reader
        self._bare_io_writer = self._io_writer = writer

    @property
    def unsent(self) -> int:
        """How many bytes wait to be sent."""
        writer = self._io_writer
        return 0 if writer is None else writer.transport.get_write_buffer_size()

    def send(self, data: bytes) -> bool:
        """Send *data* with all else of this turn of the loop, and return whether it is open.

        No task has to wake for it, as for what the client sends.
        """
        writer = self._io_writer
        if writer is None or writer.is_closing():
            return False
        writer.write(data)
        return True

    def close(self) -> None:
        if self._io_writer is not None:
            self._io_writer.transport.abort()

    def __bool__(self) -> bool:
        return True  # before it is connected, too: otherwise the client takes one of its own


class NatsClient(Client):
    """The client of NATS, which never waits for a dead server, nor tells secrets unencrypted."""

    encrypted = False

    def __init__(self) -> None:
        super().__init__()
        self.receivers: dict[int, Handler] = {}

    async def _connect_to_server(self, s: Srv) -> None:
        self.abandon()
        self._transport = _Transport(self.take)
        await super()._connect_to_server(s)

    def _connect_command(self) -> bytes:
        if self.encrypted and not self._server_info.get("tls_required"):
            raise NatsError("nats: the server offers no TLS")
        return super()._connect_command()

    def take(self, data: bytes) -> bytes:
        """Hand over at once what *data* has of whole messages, and return the rest.

        The client would wake a task to read them, and another one for each subscription.
        """
        if self._ps.state != AWAITING_CONTROL_LINE or self._ps.buf:
            return data
        start = 0
        while data.startswith(b"MSG ", start) and (end := data.find(b"\r\n", start)) > 0:
            words = data[start:end].split()
            if len(words) != 4 or not (words[2].isdigit() and words[3].isdigit()):
                break
            receive, size = self.receivers.get(int(words[2])), int(words[3])
            if receive is None or end + size + 4 > len(data):
                break
            receive(words[1].decode(), data[end + 2 : end + 2 + size])
            start = end + size + 4
        return data[start:]

    async def _process_msg(
        self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: bytes
    ) -> None:
        """Hand over a message that came in pieces, or encrypted."""
        if (receive := self.receivers.get(sid)) is not None:
            receive(subject.decode(), data)
        else:
            await super()._process_msg(sid, subject, reply, data, headers)

    def send(self, subject: str, payload: bytes) -> bool:
        """Send a message, and return whether that was possible without waiting."""
        where = self._transport
        if not isinstance(where, _Transport) or where.unsent + len(payload) > PENDING:
            return False
        return where.send(b"PUB %s %d\r\n%s\r\n" % (subject.encode(), len(payload), payload))

    def abandon(self) -> None:
        """Close its connection, whatever it is doing, without what was still to be sent."""
        self._pending, self._pending_data_size = [], 0
        if self._transport is not None:
            self._transport.close()  # type: ignore[no-untyped-call]
