"""Handles a socket's messages: decodes them, applies limits, and sends the responses."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from tilerummy.server.guests.names import clean_chat
from tilerummy.server.messages.client import (
    AskHint,
    AskNear,
    Check,
    ClientMessage,
    Done,
    Ping,
    Preview,
    Say,
    ShowRack,
    TableMessage,
    Unwatch,
    Watch,
)
from tilerummy.server.messages.decode_errors import DECODE_ERRORS, describe_decode_error
from tilerummy.server.messages.server import Answer, Fault, FaultCode, Pong, Welcome
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.access import person_of
from tilerummy.server.rooms.presence import Attachment, Listener
from tilerummy.server.rooms.registry import RESTART
from tilerummy.server.services import Services
from tilerummy.server.store.types import NotOwnerError
from tilerummy.server.ws.message_limits import MessageLimits

MAX_TILES = 900
"""Tables with more tiles than any game has are rejected without examining them."""
_decoder = msgspec.json.Decoder(ClientMessage)

MessageT = TypeVar("MessageT", bound=ClientMessage)


@dataclass(eq=False, slots=True)
class MessageHandler:
    """Handles the messages that a *guest* sends on one socket, and calls *send* to respond.

    A socket is bound to one room at a time. If its URL contains a room, the socket is for that room
    *only*. Otherwise, it is bound to the room named in its first message, until it watches another
    room.
    """

    services: Services
    guest: str
    only: str
    limits: MessageLimits
    send: Listener
    _room: str = ""
    _attachment: Attachment | None = None
    _questions: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def person(self) -> Person:
        """The sender, with the guest's current name and face."""
        return person_of(self.services.connections.guest(self.guest), self.limits.address)

    def welcome(self) -> None:
        """Send a welcome message, the first message on the socket."""
        self.send(Welcome(name=self.person.name))

    async def handle(self, text: str) -> None:
        """Handle a message; if it is invalid, send a fault."""
        try:
            message = _decoder.decode(text)
        except DECODE_ERRORS as error:
            self.fault("bad_message", describe_decode_error(error, text, ClientMessage))
            return
        self.services.metrics.count("messages", type(message).__name__.lower())
        if refusal := self.limits.refusal(message, len(self._questions)):
            room, cid = getattr(message, "room", ""), getattr(message, "cid", "")
            self.fault("too_fast", refusal, room, cid)
            return
        if not isinstance(message, Ping | Unwatch) and not self._is_for(message):
            reason = "this socket is for another table; open a separate one for this table"
            self.fault("not_allowed", reason, message.room, getattr(message, "cid", ""))
            return
        await self._dispatch(message)

    def _is_for(self, message: Watch | ShowRack | TableMessage) -> bool:
        """Bind the socket to the message's room if possible; return whether it is now bound."""
        if self.only:
            self._room = self.only
        elif isinstance(message, Watch) or not self._room:
            self._room = message.room
        return message.room == self._room

    async def _dispatch(self, message: ClientMessage) -> None:
        match message:
            case Ping():
                self.send(Pong(waiting=self.services.database_lost))
            case Watch():
                await self._guarded(message, self._watch)
            case ShowRack():
                await self._guarded(message, self._show_rack)
            case Unwatch():
                if message.room == self._room:
                    await self.detach()
            case Done() | Check() if sum(len(m.split()) for m in message.after) > MAX_TILES:
                self.fault("bad_message", "no game has this many tiles", message.room, message.cid)
            case AskHint() | AskNear() | Check():
                self._ask(message)
            case Preview() if self.limits.previews():
                pass  # superseded by the next preview anyway
            case Say(room=room, text=line):
                if clean := clean_chat(line):
                    await self._guarded(Say(room=room, text=clean), self._command)
                else:
                    self.fault("bad_message", "the text has no visible characters", room=room)
            case _:
                await self._guarded(message, self._command)

    def _ask(self, question: AskHint | AskNear | Check) -> None:
        """Process a question in a separate task, so that other messages need not wait for it."""
        task = asyncio.create_task(self._guarded(question, self._command))
        self._questions.append(task)
        task.add_done_callback(self._questions.remove)

    async def _watch(self, message: Watch) -> None:
        await self.detach()
        rooms = self.services.rooms
        attached = await rooms.attach(message.room, self.person, self.send, message.since)
        if isinstance(attached, Fault):
            self.send(attached)
        else:
            self._attachment = attached

    async def _show_rack(self, message: ShowRack) -> None:
        if self._attachment is not None:
            await self.services.rooms.show_rack(self._attachment, message.version)

    async def _command(self, message: TableMessage) -> None:
        clock = self.services.settings.clock
        began = clock()
        result = await self.services.rooms.command(self.person, message)
        if result is None:
            return
        if isinstance(result, Answer):
            self.services.metrics.count("command_results", result.status)
            self.services.metrics.observe("command", clock() - began)
        self.send(result)

    async def _guarded(
        self, message: MessageT, work: Callable[[MessageT], Awaitable[None]]
    ) -> None:
        """Call *work* with a message. An error results in a fault for this message only."""
        room, cid = getattr(message, "room", ""), getattr(message, "cid", "")
        try:
            await work(message)
        except NotOwnerError:
            self.send.close(RESTART)  # the client will reconnect to the owner
        except Exception as error:  # noqa: BLE001 - details must not reach the client
            self.services.metrics.count("failures")
            mark = log_failure("/ws", error)
            self.fault("server_busy", f"internal error {mark}", room, cid)

    def fault(self, code: FaultCode, message: str, room: str = "", cid: str = "") -> None:
        """Count a fault, and send it to the client."""
        self.services.metrics.count("message_errors", code)
        self.send(Fault(code=code, message=message, room=room, cid=cid))

    async def detach(self) -> None:
        """Stop watching the room."""
        attachment, self._attachment = self._attachment, None
        if attachment is not None:
            await self.services.rooms.detach(attachment)

    def running(self) -> list[asyncio.Task[None]]:
        """Return the tasks that are still processing questions."""
        return [*self._questions]
