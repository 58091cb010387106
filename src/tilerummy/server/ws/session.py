"""The socket: messages of a visitor in, what happens at tables out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

import msgspec
from starlette.websockets import WebSocket

from tilerummy.server.http.endpoint import address, error_response, same_origin
from tilerummy.server.http.errors import HttpError, too_fast, unauthenticated
from tilerummy.server.http.sessions import Visitor
from tilerummy.server.messages import (
    Act,
    Answer,
    AskHint,
    Check,
    ClientMessage,
    Control,
    Done,
    Fault,
    FaultCode,
    Ping,
    Pong,
    Preview,
    React,
    Say,
    ServerMessage,
    TableMessage,
    Unwatch,
    Watch,
    Welcome,
)
from tilerummy.server.messages.decode_errors import DECODE_ERRORS, describe_decode_error
from tilerummy.server.messages.names import clean_chat
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.rooms.broadcast.presence import Attachment
from tilerummy.server.rooms.directory.access import Person
from tilerummy.server.rooms.faults import storage_fault
from tilerummy.server.services import Services
from tilerummy.server.settings import FRAME
from tilerummy.server.store import StorageError
from tilerummy.server.ws.channel import CHANNEL, Channel
from tilerummy.server.ws.hub import ABUSE, GONE, SLOW, Outbox

BINARY, TOO_BIG = 1003, 1009
"""Close codes: a frame that is no text, one that is too long."""
PATIENCE = 100
"""After so many messages in a row that came too fast, the socket is closed."""
WATCHED = 16
"""How many tables one socket may watch."""
AT_ONCE = 2
"""How many questions that take thinking a socket may have under way."""
TILES = 900
"""No game has so many tiles; a table of more is not even looked at."""
CLOSING = 2.0
"""How many seconds a peer gets to take the last messages and the close."""

_decoder = msgspec.json.Decoder(ClientMessage)

Said = TypeVar("Said", bound=ClientMessage)


class SocketSession:
    """One open socket."""

    __slots__ = (
        "_address",
        "_box",
        "_cut",
        "_guest",
        "_line",
        "_listener",
        "_main",
        "_messages",
        "_previews",
        "_sending",
        "_services",
        "_too_fast",
        "_under_way",
        "_watched",
    )

    def __init__(self, services: Services, line: Channel, visitor: Visitor, whose: str) -> None:
        self._services, self._line, self._address = services, line, whose
        self._guest = visitor.guest.id
        self._box = Outbox(self._wake, write=self._at_once)
        self._listener = services.hub.listener(self._box)
        self._watched: dict[str, Attachment] = {}
        self._messages: Callable[[], float] | None = None
        self._previews: Callable[[], float] | None = None
        self._under_way: list[asyncio.Task[None]] = []
        self._too_fast = 0
        self._main = asyncio.current_task()
        self._sending: asyncio.Task[None] | None = None
        self._cut: asyncio.TimerHandle | None = None
        services.metrics.sockets.inc()
        services.hub.enter(visitor.guest.id, visitor.guest.name, self._box)

    async def run(self) -> None:
        """Take messages and send others, until either side closes."""
        try:
            await self._line.receive()  # that somebody wants it
            await self._line.send({"type": "websocket.accept", "headers": []})
            self._tell(Welcome(name=self._person.name))
            self._box.close(await self._receive())
            if self._sending is not None:
                await asyncio.wait((self._sending,), timeout=CLOSING)
        except asyncio.CancelledError:
            if self._cut is None or self._main is None or self._main.uncancel():
                raise
        finally:
            self._services.connections.leave_socket(self._address)
            self._services.metrics.sockets.dec()
            await self._leave()

    @property
    def _person(self) -> Person:
        """Who talks, by the name of this moment."""
        return Person(self._guest, self._services.hub.name(self._guest))

    def _at_once(self, message: bytes) -> bool:
        """Send a message, if none is on its way and the peer takes it."""
        return self._sending is None and self._line.write(message)

    def _wake(self) -> None:
        """Send what there is to send, at once if the peer takes it, else in a task of its own."""
        if self._box.closing is not None and self._cut is None and self._main is not None:
            loop = asyncio.get_running_loop()
            self._cut = loop.call_later(CLOSING, self._main.cancel)
        if self._sending is None and not (
            self._box.pour(self._line.write) and self._box.closing is None
        ):
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        """Send everything that waits, and close the socket if it is to be closed."""
        try:
            while (raw := self._box.take()) is not None:
                await self._line.send({"type": "websocket.send", "text": raw.decode()})
            if (code := self._box.closing) is not None:
                await self._line.send({"type": "websocket.close", "code": code, "reason": ""})
        except (RuntimeError, OSError):
            self._box.close(GONE)
        finally:
            self._sending = None

    async def _leave(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
        if self._box.closing == SLOW:
            self._services.metrics.dropped.inc()
        self._services.hub.leave(self._guest, self._box)
        while self._watched:
            _, attachment = self._watched.popitem()
            await self._services.rooms.detach(attachment)
        tasks = [*self._under_way, *([self._sending] if self._sending else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._box.cut()
        self._main = self._cut = None

    async def _receive(self) -> int:
        """Take messages one after the other; return the code to close with."""
        while True:
            event = await self._line.receive()
            if event["type"] == "websocket.disconnect":
                return 1000
            text = event.get("text")
            if not isinstance(text, str):
                return BINARY
            if len(text) > FRAME or len(text.encode()) > FRAME:
                return TOO_BIG
            if self._messages is None:
                self._messages = self._services.limits.bucket("message")
            if self._messages():
                self._too_fast += 1
                if self._too_fast > PATIENCE:
                    return ABUSE
                self._fault("too_fast", "up to 20 messages a second")
                continue
            self._too_fast = 0
            if wait := self._charged("message"):
                await asyncio.sleep(wait)  # and nothing more is read meanwhile
            await self._take(text)

    def _charged(self, what: str) -> float:
        """Charge guest and address for a message, and return for how long to take no more."""
        limits = self._services.limits
        guest = limits.charge(f"guest_{what}", self._guest, 1)
        return max(guest, limits.charge(f"address_{what}", self._address, 1))

    def _wait(self, what: str) -> float:
        """Take one of *what* of the guest and of the address; return how long to wait for one."""
        limits = self._services.limits
        guest = limits.wait(what, self._guest)
        return guest or limits.wait(f"address_{what}", self._address)

    async def _take(self, text: str) -> None:
        try:
            message = _decoder.decode(text)
        except DECODE_ERRORS as error:
            self._fault("bad_message", describe_decode_error(error, text, ClientMessage))
            return
        self._services.metrics.took(message)
        if told := self._too_much(message):
            room, cid = getattr(message, "room", ""), getattr(message, "cid", "")
            self._fault("too_fast", told, room, cid)
            return
        match message:
            case Ping():
                self._tell(Pong())
            case Watch():
                await self._guarded(message, self._watch)
            case Unwatch(room=room):
                if (attachment := self._watched.pop(room, None)) is not None:
                    await self._services.rooms.detach(attachment)
            case Done() | Check() if sum(len(meld.split()) for meld in message.after) > TILES:
                self._fault("bad_message", "no game has so many tiles", message.room, message.cid)
            case AskHint() | Check():
                self._think(message)
            case Preview() if self._too_many_previews():
                pass  # the next one shows more than this one did
            case Say(room=room, text=line):
                if clean := clean_chat(line):
                    await self._guarded(Say(room=room, text=clean), self._command)
                else:
                    self._fault("bad_message", "there is nothing to see in that", room=room)
            case _:
                await self._guarded(message, self._command)

    def _too_many_previews(self) -> float:
        if self._previews is None:
            self._previews = self._services.limits.bucket("preview")
        return self._previews()

    def _too_much(self, message: ClientMessage) -> str:
        """Return why a message is not taken now, as guest or address said too much; or nothing."""
        limits, guest = self._services.limits, self._guest
        match message:
            case Watch() if wait := self._wait("watch"):
                return f"look at it again in {wait:.0f} s"
            case Say() | React() if wait := limits.wait("chat", guest):
                return f"say that again in {wait:.0f} s"
            case Control() if limits.wait("control", guest):
                return "one wish about a table after the other"
            case Control(what="rematch") if wait := self._wait("new_room"):
                return f"too many new tables; try again in {wait:.0f} s"
            case Act() | Done() | Control() if wait := self._wait("command"):
                return f"too many moves; send it again in {wait:.1f} s"
            case AskHint() | Check() if len(self._under_way) >= AT_ONCE or self._wait("thinking"):
                return "one question after the other"
        return ""

    def _think(self, message: AskHint | Check) -> None:
        task = asyncio.create_task(self._guarded(message, self._command))
        self._under_way.append(task)
        task.add_done_callback(self._under_way.remove)

    async def _watch(self, message: Watch) -> None:
        if len(self._watched) >= WATCHED and message.room not in self._watched:
            self._fault("too_many", f"a socket watches up to {WATCHED} tables", message.room)
            return
        if (before := self._watched.pop(message.room, None)) is not None:
            await self._services.rooms.detach(before)
        found = await self._services.rooms.attach(
            message.room, self._person, self._listener, message.since
        )
        if isinstance(found, Fault):
            self._tell(found)
        else:
            self._watched[message.room] = found

    async def _command(self, message: TableMessage) -> None:
        began = self._services.settings.clock()
        answer = await self._services.rooms.command(self._person, message)
        if answer is None:
            return
        if isinstance(answer, Answer):
            self._services.metrics.answered(answer.status)
            self._services.metrics.command.observe(self._services.settings.clock() - began)
        self._tell(answer)

    async def _guarded(self, message: Said, work: Callable[[Said], Awaitable[None]]) -> None:
        """Do *work* for a message; whatever goes wrong is a fault of this message alone."""
        room, cid = getattr(message, "room", ""), getattr(message, "cid", "")
        try:
            await work(message)
        except StorageError as error:
            fault = storage_fault(error, room, cid)
            self._fault(fault.code, fault.message, room, cid)
        except Exception as error:  # noqa: BLE001 - nothing of it may be seen outside
            self._services.metrics.failures.inc()
            mark = log_failure("/ws", error)
            self._fault("server_busy", f"that should not happen ({mark})", room, cid)

    def _fault(self, code: FaultCode, message: str, room: str = "", cid: str = "") -> None:
        self._services.metrics.faults.labels(code).inc()
        self._tell(Fault(code=code, message=message, room=room, cid=cid))

    def _tell(self, message: ServerMessage) -> None:
        self._listener(message)


async def endpoint(socket: WebSocket) -> None:
    """Open a socket to a visitor who may have one."""
    services: Services = socket.app.state.services
    whose = address(socket)
    line: Channel = socket.scope["extensions"][CHANNEL]
    line.charge(whose)
    try:
        visitor = await _admitted(services, socket, whose)
    except HttpError as error:
        await socket.receive()
        with suppress(RuntimeError):
            await socket.send_denial_response(error_response(error))
        return
    except StorageError:
        await socket.close(1013)
        return
    line.stay(SocketSession(services, line, visitor, whose).run)  # counted: no await between


async def _admitted(services: Services, socket: WebSocket, whose: str) -> Visitor:
    """Return who may open a socket, which then counts for the address; raises RefusedError."""
    if wait := services.limits.wait("handshake", whose):
        raise too_fast(wait)
    bearer = "authorization" in socket.headers
    if not bearer and not same_origin(socket, services.settings):
        raise HttpError(403, "foreign_origin", "this page may not open a socket for you")
    visitor = await services.sessions.who(socket)
    if visitor is None:
        raise unauthenticated()
    if services.hub.of(visitor.guest.id) >= services.settings.sockets:
        raise HttpError(
            429, "too_many", f"up to {services.settings.sockets} sockets at once", again=5
        )
    if not services.connections.enter_socket(whose):
        most = services.settings.bounds.sockets
        told = f"up to {most} sockets of one address at once: close one, or try again later"
        raise HttpError(429, "too_many", told, again=30)
    return visitor
