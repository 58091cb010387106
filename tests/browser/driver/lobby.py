"""A home page with games in a chosen state; the server's responses are scripted."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from time import time

import msgspec
from msgspec.structs import replace
from playwright.sync_api import Page, Route
from tests.browser.driver.pool import add_script

from tilerummy.server.messages.bodies.games import FineMomentView, MetPerson, RecentGames
from tilerummy.server.messages.bodies.puzzles import RatingDay, RatingHistory
from tilerummy.server.messages.bodies.rooms import Lobby, LobbyRoom, SeatInfo, TablePosition

DAY = 24 * 3600 * 1000
PROGRESS = {"basic": [0, 1, 2]}


def _person(name: str, face: str, colour: str) -> SeatInfo:
    return SeatInfo(kind="person", name=name, face=face, colour=colour)


NOA = _person("Noa", "owl", "rose")
MIRA = _person("Mira", "owl", "sky")
ANA = _person("Ana", "penguin", "sun")
TOM = _person("Tom", "bear", "leaf")
OPEN = SeatInfo(kind="open")

LOBBY = Lobby(
    resume=None,
    mine=[
        LobbyRoom(
            room="one",
            title="",
            ruleset="sabra",
            phase="playing",
            seats=[NOA, MIRA, ANA],
            by_days=True,
            turn_ms=DAY,
            left_ms=DAY * 21 // 24,
            seat=0,
            to_move=0,
            your_turn=True,
            tiles=[4, 7, 3],
            totals=[0, 0, 0],
            ago_ms=3 * 3600 * 1000,
        ),
        LobbyRoom(
            room="two",
            title="",
            ruleset="sabra",
            phase="over",
            seats=[NOA, MIRA],
            seat=0,
            rounds=3,
            round=3,
            totals=[64, -64],
            leaders=[0],
            ago_ms=DAY,
        ),
        LobbyRoom(
            room="three",
            title="",
            ruleset="american",
            phase="over",
            seats=[NOA, TOM, ANA],
            seat=0,
            totals=[64, -40, -24],
            leaders=[0],
            ago_ms=3 * DAY,
        ),
    ],
    open=[
        LobbyRoom(
            room="four",
            title="",
            ruleset="mcgraw",
            phase="waiting",
            seats=[_person("Lea", "rabbit", "blue"), OPEN, OPEN],
        ),
        LobbyRoom(
            room="five",
            title="",
            ruleset="sabra",
            phase="waiting",
            seats=[_person("Jonas", "hedgehog", "sand"), TOM, OPEN, OPEN],
        ),
    ],
    watch=[],
)
"""The viewer's turn at one table, two finished games, two tables with free seats."""


POSITION = TablePosition(
    table=["k8 r8 b8 o8", "r1 r2 r3 r4", "k12 r12 o12", "b10 b11 b12 b13"],
    rack=["o9", "b9", "k9", "*"],
    played=["o8"],
)
"""The position at all tables."""

RECENT = RecentGames(
    moment=FineMomentView(
        game="two",
        ruleset="sabra",
        ended=0,
        kind="tiles",
        round=2,
        turn=14,
        count=5,
        melds=["k7 r7 b7 o7", "k12 k13 k1"],
        placed=["k7", "r7", "b7", "o7", "k12"],
        out=True,
        hand=0,
    ),
    people=[
        MetPerson(
            name="Mira", face="owl", colour="sky", game="two", ago_ms=DAY, table=LOBBY.open[1]
        ),
        MetPerson(name="Tom", face="bear", colour="leaf", game="three", ago_ms=3 * DAY),
    ],
)
"""A round that the viewer won with five tiles, and two recent opponents. One plays now."""


def _ratings() -> RatingHistory:
    today = datetime.now(UTC).date()
    return RatingHistory(
        days=[
            RatingDay(day=(today - timedelta(days=30 - nth)).isoformat(), points=points)
            for nth, points in enumerate(range(1500, 1655, 5))
        ]
    )


def _serve(page: Page, path: str, body: bytes) -> None:
    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type="application/json")

    page.route(f"**/api/{path}", answer)


def show_lobby(page: Page, lobby: Lobby = LOBBY) -> None:
    """Serve *lobby* to a returning user who is in the middle of a course."""
    add_script(page, "localStorage.setItem('tilerummy.known', 'me')")

    def answer(route: Route) -> None:
        if route.request.method == "GET":
            route.fulfill(body=msgspec.json.encode(lobby), content_type="application/json")
        else:
            route.continue_()

    assert RECENT.moment is not None
    moment = replace(RECENT.moment, ended=int(time() * 1000) - DAY)
    recent = replace(RECENT, moment=moment)
    for path, body in {
        "rooms/*/position": POSITION,
        "games/recent": recent,
        "puzzles/rating/history": _ratings(),
    }.items():
        _serve(page, path, msgspec.json.encode(body))

    def guest(route: Route) -> None:
        response = route.fetch()
        told = {**response.json(), "face": NOA.face, "colour": NOA.colour}
        route.fulfill(response=response, json=told)

    page.route("**/api/rooms", answer)
    page.route("**/api/me", guest)
    known(page, PROGRESS)


def known(page: Page, progress: dict[str, list[int]]) -> None:
    """Store course progress in the browser."""
    value = json.dumps(json.dumps(progress))
    add_script(page, f"localStorage.setItem('tilerummy.learn', {value})")
