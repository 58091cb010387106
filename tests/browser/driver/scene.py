"""A real page that shows a table in a chosen state, with a scripted socket.

A real game reaches random states; screenshots and layout tests need the same state every time.
Pages come from a real server, and only the WebSocket is served here, with the messages that the
server would send to the player on seat 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from random import Random
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from playwright.sync_api import Page, WebSocketRoute
from tests.browser.driver.robot import PATIENCE, Robot, Window

from tilerummy import ruleset
from tilerummy.match import Match
from tilerummy.melds import Meld
from tilerummy.players.decisions import Motive
from tilerummy.records import encode
from tilerummy.server.guests.faces import CHARACTERS, Face
from tilerummy.server.jobs.rooms import hint, near
from tilerummy.server.messages.client import AskNear
from tilerummy.server.messages.server import (
    Chatted,
    PreviewShown,
    Reacted,
    ServerMessage,
    Snapshot,
    Update,
    Welcome,
)
from tilerummy.server.messages.views import ClockView, Entry, RoomPhase, TermsView
from tilerummy.server.room.entry_views import room_view, seat_view
from tilerummy.server.room.room import CurrentRound, Place, Room
from tilerummy.server.room.round_views import GameViews
from tilerummy.server.room.turns import state_of
from tilerummy.state import Drew, Ended, Event, Played, Source, State, conceal, redact
from tilerummy.state.notation import read_state
from tilerummy.tiles import Rack, rack

ID = "scene"
ELSEWHERE = "elsewhere"
"""A table without a script."""
NO_CLOCK = ClockView()
YOUR_FACE = Face("owl", "rose")
FACES = {each.name: each.face for each in CHARACTERS} | {
    "Noa": YOUR_FACE,
    "Mira": Face("rabbit", "blue"),
}


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A table and its players, as sent to the first player.

    ``position`` is in notation: the table, the viewer's rack, and whether the viewer has opened.
    The other players get ``counts`` of the remaining tiles; the rest is the pool, which ``pool``
    may limit. ``places`` replaces the players in ``names``.
    """

    position: str
    counts: Sequence[int]
    names: Sequence[str]
    preset: str = "sabra"
    opened: Sequence[bool] = ()
    to_move: int = 0
    fresh: str = ""
    played: str = ""
    pool: int | None = None
    phase: RoomPhase = "playing"
    terms: Mapping[str, Any] = field(default_factory=dict)
    places: Sequence[Place] = ()
    clock: ClockView = NO_CLOCK
    moves: Sequence[Event] = ()
    """The latest events, shown in the list of moves."""
    chat: Sequence[tuple[str, str]] = ()
    ended: Ended | None = None
    declared: str = ""
    """The fourteen tiles of the closed hand that ended the round."""
    earlier: Sequence[Ended] = ()
    """The earlier rounds of the match."""
    host: str = "0"
    """The guest who opened the table."""
    motives: Mapping[int, tuple[Motive, ...]] = field(default_factory=dict)

    def room(self) -> Room:
        """Return the scene's table as a :class:`Room` of the server."""
        rules = ruleset(self.preset)
        state = self._state()
        places = self.places or [
            Place(
                kind="person" if seat == 0 else "computer",
                guest=str(seat),
                name=name,
                face=FACES.get(name, YOUR_FACE).name,
                colour=FACES.get(name, YOUR_FACE).colour,
            )
            for seat, name in enumerate(self.names)
        ]
        dealt = CurrentRound(
            number=0,
            starter=0,
            state=state,
            fresh=(tuple(rack(self.fresh, rules.tiles)), *((),) * (len(self.names) - 1)),
            played=rack(self.played, rules.tiles),
            rows=tuple(map(str, state.table)),
            begun=tuple(map(str, state.table)),
            motives=self.motives,
        )
        return Room(
            id=ID,
            terms=TermsView(ruleset=self.preset, **self.terms),
            rules=rules,
            places=tuple(places),
            host=self.host,
            match=Match(
                rules=rules,
                seats=len(self.names),
                rounds=1,
                results=(*self.earlier, *([self.ended] if self.ended else [])),
            ),
            version=100,
            phase=self.phase,
            dealt=dealt,
        )

    def _state(self) -> State:
        rules = ruleset(self.preset)
        text = (
            f"players {len(self.names)} | to-move 0 | {self.position}"  # seen from the first seat
        )
        state = replace(read_state(text, rules.tiles), to_move=self.to_move)
        declared = Rack(rack(self.declared, rules.tiles))
        rest = Rack(rules.tiles) - state.table.tiles - state.seats[0].rack - declared
        hidden = Random(0).sample(rest, len(rest))
        for seat, tiles in enumerate(self.counts, start=1):
            own, hidden = Rack(hidden[:tiles]), hidden[tiles:]
            opened = 1 if self.opened and self.opened[seat - 1] else None
            state = state.with_seat(seat, replace(state.seats[seat], rack=own, opened=opened))
        pool = tuple(hidden[: self.pool])
        return replace(state, pool=pool, declared=declared, ended=self.ended)

    def snapshot(self) -> Snapshot:
        """Return the snapshot for the player on the first seat."""
        room = self.room()
        numbers = count(room.version - len(self.moves) + 1)
        return Snapshot(
            room=ID,
            version=room.version,
            seat=0,
            table=room_view(room, [seat_view(each, connected=True) for each in room.places]),
            game=GameViews(room).of(room.viewer("0")),
            clock=self.clock,
            chat=[Chatted(room=ID, name=name, text=text) for name, text in self.chat],
            log=[entry(next(numbers), each) for each in self.moves],
        )


def entry(number: int, event: Event) -> Entry:
    """Return the log entry of an event in the round."""
    seat = getattr(event, "seat", None)
    shown = msgspec.json.encode(encode(redact(event, 0)))
    return Entry(seq=number, what="acted", seat=seat, events=[msgspec.Raw(shown)])


def played(seat: int, after: str, before: str = "") -> Played:
    """Return a play that changes melds; all new tiles come from the rack."""
    lift, lay = (read_state(f"table {melds}").table for melds in (before, after))
    return Played(seat, lift, lay, lay.tiles - lift.tiles)


def drew(seat: int, tile: str) -> Drew:
    """Return the draw of a tile from the pool."""
    return Drew(seat, Source.POOL, tuple(rack(tile)))


def _text(message: ServerMessage) -> str:
    return msgspec.json.encode(message).decode()


_stages: WeakKeyDictionary[Page, Stage | None] = WeakKeyDictionary()
"""The stage of each page with a scripted socket; None once it has left."""


def leave_stage(page: Page) -> None:
    """End the script of a page's socket, so that the client reconnects to its server."""
    if page in _stages:
        _stages[page] = None


def _connect(page: Page, socket: WebSocketRoute) -> None:
    stage = _stages[page]
    if stage is None:
        socket.connect_to_server()
    else:
        stage.connect(socket)


@dataclass(eq=False)
class Stage:
    """A page with a socket that sends scripted messages and records received ones."""

    page: Page
    scene: Scene
    sent: list[dict[str, Any]] = field(default_factory=list)
    _sockets: list[WebSocketRoute] = field(default_factory=list)
    """All open sockets: a page that waits too long opens another, and uses the first that responds.
    """

    def __post_init__(self) -> None:
        page, known = self.page, self.page in _stages
        _stages[page] = self
        if not known:
            page.route_web_socket("**/ws?room=*", lambda socket: _connect(page, socket))

    def connect(self, socket: WebSocketRoute) -> None:
        """Serve a socket opened by the client."""
        self._sockets.append(socket)
        socket.on_message(partial(self._receive, socket))
        socket.on_close(partial(self._closed, socket))
        socket.send(_text(Welcome(name=self.scene.names[0])))

    def sent_message(self, kind: str) -> dict[str, Any]:
        """Wait until the client has sent a message of the type *kind*, and return that message."""
        for _ in range(PATIENCE // 40):
            for message in self.sent:
                if message["type"] == kind:
                    return message
            self.page.wait_for_timeout(40)
        raise AssertionError(f"no {kind} was sent")

    def _closed(self, socket: WebSocketRoute, code: int | None, reason: str | None) -> None:
        if socket in self._sockets:  # closing it triggers this again
            self._sockets.remove(socket)
            socket.close(code=code, reason=reason)

    def _receive(self, socket: WebSocketRoute, text: str | bytes) -> None:
        message = msgspec.json.decode(text)
        self.sent.append(message)
        if message["type"] == "watch" and message["room"] == ID:
            socket.send(_text(self.scene.snapshot()))
        elif message["type"] == "ping":
            socket.send('{"type":"pong"}')
        elif message["type"] == "ask_near":
            room = self.scene.room()
            view = conceal(state_of(room), 0)
            socket.send(_text(near(self.scene.preset, view, 0, msgspec.convert(message, AskNear))))
        elif message["type"] == "ask_hint":
            view = conceal(state_of(self.scene.room()), 0)
            found = hint(self.scene.preset, view)[message["level"] - 1]
            socket.send(_text(msgspec.structs.replace(found, cid=message["cid"])))

    def send(self, message: ServerMessage) -> None:
        """Send a server message."""
        self.tell(_text(message))

    def tell(self, text: str) -> None:
        """Send *text*, which is an encoded message."""
        for socket in [*self._sockets]:
            socket.send(text)

    def open(self, url: str) -> None:
        """Open the table's page on the server at *url*, and wait until it is shown."""
        self.page.goto(f"{url}/t/{ID}")
        self.page.locator(".game").wait_for()

    def react(self, seat: int, reaction: str) -> None:
        """Send the client a reaction of a player."""
        self.send(Reacted(room=ID, seat=seat, reaction=reaction))

    def rename(self, seat: int, name: str) -> None:
        """Send the client a player's new name."""
        room = self.scene.room()
        seats = [seat_view(each, connected=True) for each in room.places]
        seats[seat] = msgspec.structs.replace(seats[seat], name=name)
        new = Entry(seq=room.version + 1, what="renamed", seat=seat)
        update = Update(room=ID, version=new.seq, entries=[new], clock=self.scene.clock)
        message = msgspec.json.decode(msgspec.json.encode(update))
        message["table"] = {"seats": msgspec.to_builtins(seats)}
        self.tell(msgspec.json.encode(message).decode())

    def preview(self, rows: Sequence[Meld | str], rack: int) -> None:
        """Send the client a draft of the player to move."""
        texts = [str(row).split() for row in rows]
        version = self.scene.room().version
        self.send(
            PreviewShown(room=ID, seat=self.scene.to_move, version=version, rows=texts, rack=rack)
        )

    def change(self, scene: Scene, *events: Event) -> None:
        """Send the change to *scene*, which these events have caused."""
        self.scene = scene
        after = scene.snapshot()
        entries = [entry(after.version + n, each) for n, each in enumerate(events, start=1)]
        update = Update(
            room=ID, version=after.version + len(events), entries=entries, clock=scene.clock
        )
        message = msgspec.json.decode(msgspec.json.encode(update))
        message |= {"game": msgspec.to_builtins(after.game)}
        message |= {"table": msgspec.to_builtins(after.table)}
        self.tell(msgspec.json.encode(message).decode())

    def give_up(self) -> None:
        """Make the player on the first seat resign while the game continues."""
        before = self.scene.snapshot()
        table = msgspec.to_builtins(before.table)
        table["seats"][0] |= {"resigned": True, "stood_in": "casual"}
        gone = Entry(seq=before.version + 1, what="resigned", seat=0)
        update = Update(room=ID, version=gone.seq, entries=[gone], clock=self.scene.clock)
        message = msgspec.json.decode(msgspec.json.encode(update)) | {"seat": None, "table": table}
        self.tell(msgspec.json.encode(message).decode())


def leave_table(robot: Robot) -> None:
    """Send the robot to a table that never loads, without a reload."""
    robot.go(f"/t/{ELSEWHERE}")
    robot.page.locator(".game").wait_for(state="detached")


def visit(
    robot: Robot, scene: Scene, window: Window | None = None, *, until: str = ".seat"
) -> Stage:
    """Send the robot to a table, optionally in that window, and wait until it is settled.

    The table is ready when the selector *until* matches. Only the first table loads the client;
    before later ones the robot visits a table that never loads.
    """
    stage = _stages.get(robot.page)
    if stage is not None:
        leave_table(robot)
    if window:
        robot.resize(window)
    if stage is None:
        stage = Stage(robot.page, scene)
        robot.open(f"/t/{ID}")
    else:
        stage.scene = scene
        robot.go(f"/t/{ID}")
    robot.page.locator(until).first.wait_for()
    robot.page.locator(".tt-tile").first.wait_for()
    robot.settle()
    return stage
