"""A guest gets a list, statistics and an archive of their finished games over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest
from tests.server.served import Person, Served, error, served
from tests.server.store.reading import Time
from tests.server.store.test_schemas import old_file

from tilerummy.records import read_record
from tilerummy.server.games.summary import (
    UNREADABLE,
    FinalPlay,
    MatchSummary,
    MomentName,
    MomentSummary,
    RoundSummary,
    SeatSummary,
)
from tilerummy.server.guests.sessions import hashed
from tilerummy.server.jobs.reviews import VERSION, ReviewSummary
from tilerummy.server.store.factory import memory_store, open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Entries, Guest, RoomSummary, StoredReview

ME = "session-of-ann"
DAY = 24 * 3600_000


def summary(nth: int, **changed: object) -> MatchSummary:
    """Return the summary of game *nth*, which Ann won in her third turn, with *changed* fields."""
    game = MatchSummary(
        ruleset="sabra",
        seats=[
            SeatSummary(kind="person", name="Ann", guest=ME),
            SeatSummary(kind="computer", name="Otto", level="casual"),
        ],
        rounds=[RoundSummary(scores=[10, -10], turns=20, opened=[3, 5], left=[0, 4], winner=0)],
        totals=[10, -10],
        leaders=[0],
        began=nth * DAY,
        ended=nth * DAY + 60_000,
        moments=[],
    )
    return msgspec.structs.replace(game, **changed)


LOST = {
    "leaders": [1],
    "totals": [-30, 30],
    "rounds": [RoundSummary(scores=[-30, 30], turns=8, opened=[0, 2], left=[6, 0], winner=1)],
}
BEN = [
    SeatSummary(kind="person", name="Ben", guest="session-of-ben"),
    SeatSummary(kind="person", name="Ann", guest=ME),
]


def ann(server: Served, session: str = ME) -> Person:
    """Return a browser with the cookie of the guest *session*."""
    token = server.services.sessions.token()
    asyncio.run(server.services.store.guests.renew(session, hashed(token), old_until=0))
    person = server.stranger()
    person.client.cookies.set("tilerummy", token)
    return person


def stored(*games: MatchSummary) -> Store:
    """Return a store of games with their summaries; the last game is the latest."""
    time = Time()
    store = memory_store(time)

    async def fill() -> None:
        await store.guests.add(Guest(ME, "Ann"), hashed("ann"))
        for nth, game in enumerate(games):
            time.now += 1
            card = RoomSummary(
                "over", members=tuple(seat.guest for seat in game.seats if seat.guest)
            )
            await store.logs.append(Entries(f"g{nth}", 0, [b"?"], summary=card))
            await store.games.add_summary(f"g{nth}", 1, msgspec.json.encode(game))

    asyncio.run(fill())
    return store


GAMES = (
    summary(1),
    summary(2, **LOST),
    summary(3, ruleset="rummikub+draw.tiles=2", title="Friday", seats=BEN, leaders=[0, 1]),
    summary(4, broken="agreed"),
    summary(5, seats=[msgspec.structs.replace(BEN[1], resigned=True), BEN[0]], broken="resigned"),
)


@pytest.fixture(scope="module")
def me() -> Iterator[Person]:
    """The browser of Ann, a player in all of these games."""
    with served(stored(*GAMES)) as server:
        yield ann(server)


def test_own_games_are_listed_latest_first_with_results(me: Person) -> None:
    page = me.get("/api/games").json()
    other = me.served.person().get("/api/games").json()
    assert [game["game"] for game in page["games"]] == ["g4", "g3", "g2", "g1", "g0"]
    results = ["gave_up", "broken_off", "shared", "lost", "won"]
    assert [game["result"] for game in page["games"]] == results
    assert (page["found"], page["all"], page["missing"]) == (5, 5, 0)
    assert page["rulesets"] == ["rummikub", "sabra"]
    third = page["games"][2]
    assert (third["seat"], third["points"], third["turns"]) == (1, -10, 20)
    assert third["seats"][0] == {"kind": "person", "name": "Ben", "points": 10}
    assert "session" not in str(page)
    assert (other["games"], other["all"]) == ([], 0)


def test_the_recent_games_show_the_finest_moment_and_the_people() -> None:
    def moment(kind: MomentName, count: int, seat: int = 0) -> MomentSummary:
        return MomentSummary(kind=kind, seat=seat, round=1, turn=9, count=count)

    games = [
        summary(1, moments=[moment("closed", 14)]),
        summary(3, seats=BEN, moments=[moment("tiles", 6, 1), moment("melds", 3, 0)]),
        summary(3, moments=[moment("tiles", 9)]),
        summary(5, moments=[]),
    ]
    with served(stored(*games)) as server:
        recent = ann(server).get("/api/games/recent").json()
        other = server.person().get("/api/games/recent").json()

    assert (recent["moment"]["game"], recent["moment"]["count"]) == ("g2", 9)
    assert [person["name"] for person in recent["people"]] == ["Ben"]
    assert recent["people"][0]["table"] is None
    assert "session" not in str(recent)
    assert other == {"moment": None, "people": []}


@pytest.mark.parametrize(
    ("query", "games"),
    [
        ("ruleset=rummikub", "g2"),
        ("result=lost", "g1"),
        ("opponents=people", "g4 g2"),
        ("opponents=computers&result=won", "g0"),
        ("players=3", ""),
        ("q=BEN%20fri", "g2"),
        ("q=otto", "g3 g1 g0"),
        ("page=9", "g4 g3 g2 g1 g0"),
    ],
)
def test_games_are_filtered_and_searched(me: Person, query: str, games: str) -> None:
    page = me.get(f"/api/games?{query}").json()
    assert " ".join(game["game"] for game in page["games"]) == games
    assert (page["found"], page["all"]) == (len(games.split()), 5)


def test_a_page_lists_24_games_and_invalid_filters_are_rejected() -> None:
    with served(stored(*(summary(nth) for nth in range(1, 52)))) as server:
        me = ann(server)
        last = me.get("/api/games?page=3").json()
        refusals = [me.get(f"/api/games?{q}") for q in ("result=best", "players=9", "page=-1")]
        stranger = server.stranger().get("/api/games")
    assert (last["page"], last["pages"], len(last["games"])) == (3, 3, 3)
    assert [error(answer) for answer in refusals] == ["bad_filter"] * 3
    assert stranger.status_code == 401


def test_statistics_compare_wins_with_an_equal_share(me: Person) -> None:
    statistics = me.get("/api/games/statistics").json()
    sabra = me.get("/api/games/statistics?ruleset=sabra").json()

    assert (statistics["games"], statistics["won"], statistics["closed"]) == (5, 1, 0)
    assert statistics["since"] == DAY
    [two] = statistics["wins"]
    assert (two["players"], two["games"], two["share"], two["equal"]) == (2, 4, 1.5 / 4, 0.5)
    assert 0 < two["low"] < two["share"] < two["high"] < 1
    assert statistics["finding"] == "equal"
    assert statistics["opened"] == {"width": 1, "counts": [0, 0, 3, 0, 1, 0, 0, 0], "most": 2}
    assert statistics["left"] == {"width": 3, "counts": [0, 2, 0, 0, 0, 0], "most": 1}
    assert (sabra["games"], sabra["wins"][0]["games"]) == (4, 3)


@pytest.mark.parametrize(("won", "finding"), [(10, "equal"), (16, "above"), (4, "below")])
def test_only_significant_differences_are_findings(won: int, finding: str) -> None:
    games = [summary(n, **({} if n < won else LOST)) for n in range(20)]
    with served(stored(*games)) as server:
        statistics = ann(server).get("/api/games/statistics").json()
    assert statistics["finding"] == finding


def test_a_series_counts_the_wins_of_a_match_and_its_rematches() -> None:
    turned = {"seats": BEN, "leaders": [1], "totals": [-10, 10]}
    games = [
        summary(1, seats=BEN[::-1], rematch="g1"),
        summary(2, **turned, rematch="g2"),
        summary(3, seats=BEN[::-1], **LOST, rematch="elsewhere"),
        summary(4),
    ]
    with served(stored(*games)) as server:
        me = ann(server)
        page = me.get("/api/games").json()
        [ben] = page["people"]
        with_ben = me.get(f"/api/games?person={ben['person']}").json()
        unknown = me.get("/api/games?person=g9.1").json()

    assert page["series"]["game"]["game"] == "g2"
    assert page["series"]["wins"] == [2, 1]
    assert page["series"]["results"] == ["won", "won", "lost"]
    assert ben == {"person": "g2.1", "name": "Ben", "face": "", "colour": ""}
    assert [game["game"] for game in with_ben["games"]] == ["g2", "g1", "g0"]
    assert (unknown["found"], unknown["all"]) == (0, 4)


LAST = RoundSummary(scores=[-2, 2], turns=9, opened=[2, 2], left=[1, 0], winner=1)
FREED = MomentSummary(kind="joker", seat=1, round=1, turn=8, count=4, out=True)


@pytest.mark.parametrize(
    ("changed", "fact"),
    [
        ({"moments": [FREED, msgspec.structs.replace(FREED, seat=0)]}, "my.joker 0"),
        ({"moments": [FREED]}, "their.joker 1"),
        ({"rounds": [LAST], "leaders": [1]}, "few_left 1"),
        ({"broken": "agreed"}, "broken_off None"),
        (LOST, "never_opened None"),
        ({}, "out None"),
    ],
)
def test_a_game_is_remembered_by_its_rarest_fact(changed: dict[str, object], fact: str) -> None:
    with served(stored(summary(1, **changed))) as server:
        [game] = ann(server).get("/api/games").json()["games"]
    told = game["remembered"]
    assert f"{told['code']} {told.get('seat')}" == fact


def test_turns_are_counted_as_the_player_counts_them() -> None:
    """In a round of nine turns, the first of two players had five."""
    won = msgspec.structs.replace(LAST, winner=0, left=[0, 1])
    with served(stored(summary(1, rounds=[won]))) as server:
        [game] = ann(server).get("/api/games").json()["games"]

    assert game["remembered"] == {"code": "out", "n": 5}


def test_the_picture_of_a_game_shows_what_the_text_describes() -> None:
    laid = msgspec.structs.replace(FREED, seat=0, melds=["k1 k2 k3"], placed=["k1", "k2"])
    for moments, melds in (([laid], ["k1 k2 k3"]), ([], ["r1 r2 r3"])):
        last = FinalPlay(seat=1, melds=["r1 r2 r3"], placed=["r3"])
        with served(stored(summary(1, moments=moments, last=last))) as server:
            [game] = ann(server).get("/api/games").json()["games"]
        assert game["last"]["melds"] == melds


def reviewed(**changed: float) -> ReviewSummary:
    """Return the review of a one-round game with ten decisions, with changed fields."""
    whole = ReviewSummary(
        rounds=1, decisions=10, error=0, luck=0, adjusted=0, won=1, out_missed=0, marks=0
    )
    return msgspec.structs.replace(whole, **changed)


def test_games_with_mistakes_are_found_by_the_stored_reviews() -> None:
    store = stored(*GAMES)
    reviews = {("g0", 0): 3, ("g0", 1): 9, ("g1", 0): 0, ("g2", 0): 5}
    for (room, seat), marks in reviews.items():
        summary = msgspec.json.encode(reviewed(marks=marks))
        review = StoredReview(room, seat, "quick", VERSION, summary, b"")
        asyncio.run(store.games.keep_review(review))
    with served(store) as server:
        me = ann(server)
        mistakes = {g["game"]: g.get("mistakes") for g in me.get("/api/games").json()["games"]}
        found = me.get("/api/games?mistakes=1").json()
    assert mistakes == {"g4": None, "g3": None, "g2": None, "g1": 0, "g0": 3}
    assert [game["game"] for game in found["games"]] == ["g0"]


def test_games_of_an_older_store_are_summarised_and_archived(tmp_path: Path) -> None:
    path = old_file(tmp_path, 4)
    store, member = open_store(f"sqlite:///{path}", Time()), "session-Cleo"

    [before] = asyncio.run(store.games.finished(member, 10))
    with served(store) as server:
        me = ann(server, member)
        [game] = me.get("/api/games").json()["games"]
        packed = me.get("/api/games/archive")
        [after] = asyncio.run(store.games.finished(member, 10))
    assert (before.summary, after.summary is None) == (None, False)
    assert game["game"] == before.room
    assert game["ruleset"] == "american"
    assert game["result"] in ("won", "lost")
    assert {seat["name"] for seat in game["seats"]} == {"Cleo", "Finn"}
    assert game["began"] < game["ended"]
    assert game["last"]["placed"]
    assert packed.headers["content-type"] == "application/zip"
    with ZipFile(BytesIO(packed.content)) as archive:
        [name] = archive.namelist()
        record = read_record(archive.read(name).decode())
    assert name.endswith(f"-{game['game']}.rummy")
    assert len(record.rounds) == 1


def test_an_unreadable_log_is_skipped_and_not_read_again() -> None:
    store = stored()
    entries = Entries("bad", 0, [b"{}"], summary=RoomSummary("over", members=(ME,)))
    asyncio.run(store.logs.append(entries))
    with served(store) as server:
        me = ann(server)
        for _ in range(2):
            page = me.get("/api/games").json()
            assert (page["games"], page["missing"]) == ([], 0)
        assert [t.summary for t in asyncio.run(store.games.finished(ME, 9))] == [UNREADABLE]
