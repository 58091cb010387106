"""Quotas for live tables per guest and per address, and for new guests (D9)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx2
from tests.server.conftest import FAST
from tests.server.served import Person, error, served


def opened(person: Person, address: str = "192.0.2.1") -> httpx2.Response:
    headers = {"X-Tile-Rummy": "1", "X-Forwarded-For": address}
    return person.post("/api/rooms", {"seats": 2}, headers=headers)


def test_d9_guests_of_one_address_share_a_quota() -> None:
    with served(rates=FAST, address_rooms=3, proxies=("127.0.0.1",)) as server:
        people = [server.person() for _ in range(4)]
        rooms = [opened(person) for person in people]
        assert [each.status_code for each in rooms] == [201, 201, 201, 429]
        assert error(rooms[3]) == "too_many"
        assert "your network has 3 tables" in rooms[3].text
        assert opened(people[3], "192.0.2.2").status_code == 201, "another address has its own"

        people[0].control(rooms[0].json()["room"], "close")
        assert opened(people[3]).status_code == 201
        assert opened(people[3]).status_code == 429


def test_d9_quotas_hold_for_simultaneous_requests() -> None:
    with served(rates=FAST, address_rooms=6, rooms=4) as server:
        people = [server.person() for _ in range(4)]
        with ThreadPoolExecutor(16) as pool:
            statuses = [*pool.map(lambda n: opened(people[n % 4]).status_code, range(32))]
        assert statuses.count(201) == 6
        assert set(statuses) <= {201, 400, 429}
        for person in people:
            assert len(person.get("/api/rooms").json()["mine"]) <= 4


def test_d9_the_total_number_of_tables_is_limited() -> None:
    with served(rates=FAST, all_rooms=2) as server:
        responses = [opened(server.person()) for _ in range(3)]
        assert [each.status_code for each in responses] == [201, 201, 503]
        assert error(responses[2]) == "server_busy"
