"""A guest and an address have only so many live tables, and make only so many guests (D9)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx2
from tests.server.conftest import FAST
from tests.server.served import Person, error, served


def opened(who: Person, address: str = "192.0.2.1") -> httpx2.Response:
    headers = {"X-Tile-Rummy": "1", "X-Forwarded-For": address}
    return who.post("/api/rooms", {"seats": 2}, headers=headers)


def close(who: Person, room: str) -> None:
    with who.socket() as talk:
        assert talk.ask("control", room=room, what="close")["status"] == "ok"


def test_d9_the_guests_of_an_address_share_their_tables() -> None:
    with served(rates=FAST, address_rooms=3, proxies=("127.0.0.1",)) as server:
        people = [server.person() for _ in range(4)]
        rooms = [opened(who) for who in people]
        assert [each.status_code for each in rooms] == [201, 201, 201, 429]
        assert error(rooms[3]) == "too_many"
        assert "3 were opened from here" in rooms[3].text
        assert opened(people[3], "192.0.2.2").status_code == 201, "another address has its own"

        close(people[0], rooms[0].json()["room"])
        assert opened(people[3]).status_code == 201
        assert opened(people[3]).status_code == 429


def test_d9_however_fast_they_are_opened() -> None:
    with served(rates=FAST, address_rooms=6, rooms=4) as server:
        people = [server.person() for _ in range(4)]
        with ThreadPoolExecutor(16) as pool:
            told = [*pool.map(lambda n: opened(people[n % 4]).status_code, range(32))]
        assert told.count(201) == 6
        assert set(told) <= {201, 400, 429}
        for who in people:
            assert len(who.get("/api/rooms").json()["mine"]) <= 4


def test_d9_all_tables_together_are_bounded() -> None:
    with served(rates=FAST, all_rooms=2) as server:
        told = [opened(server.person()) for _ in range(3)]
        assert [each.status_code for each in told] == [201, 201, 503]
        assert error(told[2]) == "server_busy"
