"""Finished games can be shared, with comments, records and pictures."""

from __future__ import annotations

import math
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.server.conftest import FAST
from tests.server.served import Json, Person, Served, error, served
from tests.support import plain_http

from tilerummy.records import audit, read_record
from tilerummy.server.games.previews import game_headline
from tilerummy.server.games.summary import MatchSummary, SeatSummary
from tilerummy.server.settings import Rate
from tilerummy.server.store.types import MAX_COMMENTS_OF_GUEST

PNG = b"\x89PNG\r\n\x1a\n"


def finished(ann: Person, **more: Json) -> str:
    """Start a game, have Ann draw and resign, and return its id."""
    room = ann.open_match(**more)
    with ann.at(room) as talk:
        now = talk.known[room]
        while not now["game"].get("can"):
            now = talk.next("update")
        talk.ask("act", room=room, version=now["version"], actions=["draw"])
        assert talk.ask("control", room=room, what="resign")["status"] == "ok"
    return room


@pytest.fixture
def game(server: Served) -> tuple[Person, str]:
    ann = server.person("Ann")
    return ann, finished(ann)


def everything(server: Served, room: str) -> list[tuple[int, str]]:
    """Return the status and body of every response that a stranger can get about a game."""
    paths = ("", "/sharing", "/comments", "/record", "/picture.svg", "/picture.png")
    answers = [plain_http.get(f"{server.url}/api/games/{room}{path}") for path in paths]
    assert not any("set-cookie" in answer.headers for answer in answers)
    return [(answer.status_code, answer.text) for answer in answers]


def test_a_game_is_visible_to_strangers_while_it_is_public(
    server: Served, game: tuple[Person, str]
) -> None:
    ann, room = game
    path = f"/api/games/{room}/sharing"
    nowhere = everything(server, "nowhere")

    assert {status for status, _ in nowhere} == {404}
    assert everything(server, room) == nowhere, "private games look nonexistent"
    assert ann.get(path).json() == {"public": False, "mine": True}
    assert ann.put(path, {"public": True}).json() == {"public": True, "mine": True}
    ann.control(room, "show")
    assert {status for status, _ in everything(server, room)} == {200}
    assert plain_http.get(server.url + path).json() == {"public": True, "mine": False}
    assert plain_http.get(f"{server.url}/api/games/{room}").json()["public"] is True
    ann.put(path, {"public": False})
    assert everything(server, room) == nowhere


def given_up(ann: Person, ben: Person, watcher: Person | None = None) -> str:
    """Start a two-player game, have Ben resign, and return its id; *watcher* leaves at the end."""
    room = ann.open(seats=2)
    code = ann.get(f"/api/rooms/{room}/invite").json()["code"]
    ben.post(f"/api/invites/{code}")
    with ann.at(room) as host, ben.at(room) as guest, ExitStack() as watching:
        assert guest.ask("control", room=room, what="sit")["status"] == "ok"
        assert host.ask("control", room=room, what="start")["status"] == "ok"
        assert host.ask("control", room=room, what="show")["status"] == "refused"
        talk = watching.enter_context(watcher.at(room)) if watcher else None
        while host.known[room]["table"]["phase"] != "playing":
            host.next("update")
        assert guest.ask("control", room=room, what="resign")["status"] == "ok"
        while talk and talk.known[room]["table"]["phase"] != "over":
            talk.next("update")
        if watcher:
            assert of_room(watcher, room) == [200] * 3, "a spectator who saw the end may stay"
    return room


def of_room(person: Person, room: str) -> list[int]:
    """Request a table's page data, position and record as *person*, and return the statuses."""
    paths = ("", "/position", "/record")
    return [person.get(f"/api/rooms/{room}{path}").status_code for path in paths]


def test_strangers_see_only_players_who_agreed(server: Served) -> None:
    ann, ben = server.person("Ann"), server.person("Ben")
    room = given_up(ann, ben)
    path = f"/api/games/{room}"
    note = {"round": 1, "turn": 0, "text": "hello"}
    assert ben.post(f"{path}/comments", note).status_code == 201
    ann.put(f"{path}/sharing", {"public": True})
    ann.control(room, "show")

    def seen() -> tuple[Json, list[str], int, int, int]:
        replay = plain_http.get(server.url + path).json()
        pictures = [plain_http.get(f"{server.url}{path}/picture.svg?seat={n}") for n in (0, 1)]
        comments = plain_http.get(f"{server.url}{path}/comments").json()["comments"]
        assert pictures[0].status_code == 200
        record = plain_http.get(f"{server.url}{path}/record").status_code
        names = [seat.get("name", "") for seat in replay["seats"]]
        return replay, names, pictures[1].status_code, record, len(comments)

    replay, *rest = seen()
    assert rest == [["Ann", ""], 403, 403, 0]
    [played] = replay["rounds"]
    for at in (played["start"], *(turn["after"] for turn in played["turns"])):
        assert "?" not in at["racks"][0]
        assert {*at["racks"][1]} == {"?"}
    assert {*played["result"]["racks"][1]} == {"?"}
    assert "Ben" not in plain_http.get(f"{server.url}{path}/picture.svg").text
    assert ben.get(path).json()["seats"][0]["name"] == "Ann", "players see each other"
    stranger = server.stranger()
    assert error(stranger.get(f"{path}/review?seat=1")) == "not_shown"

    for query in ("at=r1t0", "at=r1t0&seat=0"):
        drawn = plain_http.get(f"{server.url}{path}/picture.svg?{query}").text
        assert "Ann wins" in drawn, "a picture of any moment has the result"
        assert "Ben" not in drawn

    ben.control(room, "show")
    replay, *rest = seen()
    assert rest == [["Ann", "Ben"], 200, 200, 1]
    assert "?" not in replay["rounds"][0]["start"]["racks"][1]
    ben.control(room, "hide")
    assert seen()[1] == ["Ann", ""]


def test_the_table_of_a_public_game_shows_strangers_nothing(server: Served) -> None:
    """The link to a game contains its table's id, which is not private."""
    ann, ben, eve, dan = map(server.person, ("Ann", "Ben", "Eve", "Dan"))
    room = given_up(ann, ben, watcher=dan)
    ann.put(f"/api/games/{room}/sharing", {"public": True})
    ann.control(room, "show")

    assert of_room(ann, room) == of_room(ben, room) == [200] * 3
    for stranger in (eve, dan):
        assert of_room(stranger, room) == [404] * 3
        with stranger.socket() as talk:
            talk.send("watch", room=room)
            assert talk.next("fault")["code"] == "no_such_room"
            for command in ("show", "rematch"):
                assert talk.ask("control", room=room, what=command)["code"] == "no_such_room"


def test_a_cached_picture_of_a_rack_is_checked_before_it_is_confirmed(server: Served) -> None:
    """A cache that visitors share sends its ETag to check whether it may send the picture."""
    ann, ben = server.person("Ann"), server.person("Ben")
    room = given_up(ann, ben)
    ann.put(f"/api/games/{room}/sharing", {"public": True})
    path = f"/api/games/{room}/picture.png?at=r1t0&seat=1"
    cached = {"If-None-Match": ben.get(path).headers["etag"]}

    assert ben.get(path, headers=cached).status_code == 304
    for other in (ann, server.person("Eve")):
        assert error(other.get(path, headers=cached)) == "not_shown"


def test_only_players_can_publish_and_comment(server: Served, game: tuple[Person, str]) -> None:
    ann, room = game
    eve = server.person("Eve")
    note = {"round": 1, "turn": 0, "text": "hello"}
    for _ in range(2):
        assert error(eve.put(f"/api/games/{room}/sharing", {"public": False})) == "no_such_game"
        assert error(eve.post(f"/api/games/{room}/comments", note)) == "no_such_game"
        ann.put(f"/api/games/{room}/sharing", {"public": True})
    assert ann.get(f"/api/games/{room}/sharing").json()["public"] is True


def test_a_running_game_is_not_shared(server: Served) -> None:
    ann = server.person("Ann")
    room = ann.open_match()

    assert error(ann.put(f"/api/games/{room}/sharing", {"public": True})) == "no_such_game"
    assert error(ann.get(f"/api/games/{room}/picture.svg")) == "no_such_game"


def test_a_comment_is_cleaned_and_deleted(server: Served, game: tuple[Person, str]) -> None:
    ann, room = game
    path = f"/api/games/{room}/comments"

    def comment(**body: Json) -> Json:
        return ann.post(path, {"round": 1, "turn": 0, **body})

    first = comment(mark="?!", text="<b>no\u202e\nway</b>").json()
    assert (first["mark"], first["text"], first["seat"]) == ("?!", "<b>no way</b>", 0)
    server.times.pass_by(1)
    assert comment(mark="!").status_code == 201
    for wrong in ({"text": " \u200b"}, {"mark": "!!!"}, {"text": "x" * 501}, {"turn": -1}):
        assert comment(**{"mark": "", **wrong}).status_code == 400
    listed = ann.get(path).json()["comments"]
    assert [(c["mark"], c["mine"]) for c in listed] == [("?!", True), ("!", True)]
    ann.put(f"/api/games/{room}/sharing", {"public": True})
    ann.control(room, "show")
    public = plain_http.get(server.url + path).json()["comments"]
    assert [c["mine"] for c in public] == [False, False]
    remaining = ann.delete(f"{path}/{first['id']}").json()["comments"]
    assert [c["mark"] for c in remaining] == ["!"]
    assert error(ann.delete(f"{path}/{first['id']}")) == "no_such_comment"


def test_a_player_has_a_limited_number_of_comments(
    server: Served, game: tuple[Person, str]
) -> None:
    ann, room = game
    body = {"round": 1, "turn": 1, "mark": "!"}
    statuses = []
    for _ in range(MAX_COMMENTS_OF_GUEST + 1):
        server.times.pass_by(5)
        statuses.append(ann.post(f"/api/games/{room}/comments", body).status_code)
    assert statuses == [201] * MAX_COMMENTS_OF_GUEST + [409]


def test_comments_are_in_the_record(game: tuple[Person, str]) -> None:
    ann, room = game
    for turn, text in ((0, "a fine deal"), (1, "# why not => lay?"), (999, "nowhere")):
        body = {"round": 1, "turn": turn, "mark": "?!", "text": text}
        assert ann.post(f"/api/games/{room}/comments", body).status_code == 201

    record = ann.get(f"/api/games/{room}/record")
    read = read_record(record.text)
    [played] = read.rounds
    assert played.comments == ("Ann: ?! a fine deal",)
    comments = [line for step in played.steps for line in step.comments]
    assert comments == (["Ann: ?! # why not => lay?"] if played.steps else [])
    lines = ann.get(f"/api/games/{room}/record", params={"form": "jsonl"}).text
    assert read_record(lines) == read
    assert audit(record.text).difference is None
    assert error(ann.get(f"/api/games/{room}/record?form=xml")) == "bad_form"
    assert "fine deal" not in ann.get(f"/api/rooms/{room}/record").text


def test_deleting_an_account_removes_its_public_games(
    server: Served, game: tuple[Person, str]
) -> None:
    ann, room = game
    ann.put(f"/api/games/{room}/sharing", {"public": True})
    ann.delete("/api/me")

    assert everything(server, room) == everything(server, "nowhere")


def test_a_picture_shows_a_position_of_a_game(game: tuple[Person, str]) -> None:
    ann, room = game
    path = f"/api/games/{room}/picture"

    start = ann.get(f"{path}.svg", params={"at": "r1t0", "seat": 0})
    assert start.headers["content-type"] == "image/svg+xml"
    assert len(numerals(start.text)) >= 12, "14 tiles, including two possible jokers"
    assert "Ann" not in start.text, "players appear only with their consent"
    assert ann.get(f"{path}.svg", params={"at": "r1t0"}).text != start.text
    png = ann.get(f"{path}.png", params={"at": "r1", "seat": 1})
    assert png.content.startswith(PNG)
    assert (int.from_bytes(png.content[16:20]), int.from_bytes(png.content[20:24])) == (1200, 630)
    for at, seat, status in (
        *(("r2", "", 404), ("r1t500", "", 404), ("r1t0", "3", 404)),
        *(("t1", "", 400), ("r0", "", 400), ("r1t-1", "", 400), ("r1t٣", "", 400)),
        *(("r1", "4", 400), ("r1", "-1", 400), ("r1", "x", 400)),
    ):
        query = {"at": at, "seat": seat}
        assert ann.get(f"{path}.png", params=query).status_code == status, query
    assert ann.get(f"{path}.gif").status_code == 404


def test_the_picture_of_the_end_has_the_size_of_a_link_preview(game: tuple[Person, str]) -> None:
    ann, room = game
    path = f"/api/games/{room}/picture"
    svg = ann.get(f"{path}.svg").text
    assert "The game is over" not in svg, "a computer player won, and needs no consent"
    assert "Ann" not in svg
    replayed = ann.get(f"/api/games/{room}").json()
    own = math.ceil(len(replayed["rounds"][-1]["turns"]) / len(replayed["seats"]))
    assert f"turn {own} ·" in svg, "the picture counts turns as the players and the replay do"
    assert ann.get(f"{path}.svg?lang=de").text != svg
    png = ann.get(f"{path}.png?lang=he").content
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (1200, 630)
    assert error(ann.get(f"{path}.png?lang=xx")) == "bad_language"


def test_pictures_and_replays_show_the_same_turns(server: Served) -> None:
    """A turn may be a play and its end: two actions, but one position of a replay."""
    ann = server.person("Ann")
    terms = {"ruleset": "sabra+initial_meld.points=3"}
    room = ann.open(terms=terms, computers=[{"seat": 1, "level": "club"}], start=True)
    with ann.at(room) as talk:
        now = talk.known[room]
        for _ in range(40):
            while not now["game"].get("can"):
                now = talk.next("update")
            talk.ask("act", room=room, version=now["version"], actions=["draw"])
            if now["game"]["table"]:
                break
            now = talk.next("update")
        talk.ask("control", room=room, what="resign")
    (played,) = ann.get(f"/api/games/{room}").json()["rounds"]
    positions = [played["start"], *(turn["after"] for turn in played["turns"])]

    assert any(at["table"] for at in positions)
    for number, at in enumerate(positions):
        query = {"table": " / ".join(at["table"])}
        expected = plain_http.get(f"{server.url}/api/picture.svg", params=query).text
        moment = {"at": f"r1t{number}", "seat": 0}
        svg = ann.get(f"/api/games/{room}/picture.svg", params=moment).text
        assert titles(svg) == titles(expected)
        rack = [tile.lstrip("krbo") for tile in at["racks"][0] if tile != "*"]
        assert sorted(numerals(svg)) == sorted(rack)


def titles(svg: str) -> list[str]:
    """Return the texts that describe the positions in a picture."""
    return re.findall("<title>(.*?)</title>", svg)


def numerals(svg: str) -> list[str]:
    """Return the numbers on the rack in a picture; each is drawn twice, with its lip."""
    return re.findall(r'text-anchor="middle" letter-spacing="[^"]*">(\d+)<', svg)[::2]


def test_a_cached_picture_is_not_sent_again(game: tuple[Person, str]) -> None:
    ann, room = game
    first = ann.get(f"/api/games/{room}/picture.svg")
    headers = {"If-None-Match": first.headers["etag"]}
    again = ann.get(f"/api/games/{room}/picture.svg", headers=headers)
    other = ann.get(f"/api/games/{room}/picture.png", headers=headers)

    assert (again.status_code, again.content, other.status_code) == (304, b"", 200)
    assert first.headers["cache-control"] == "no-cache", "it may become private"
    assert first.headers["cross-origin-resource-policy"] == "cross-origin"
    assert first.headers["x-content-type-options"] == "nosniff"


def test_any_position_can_be_rendered(server: Served) -> None:
    def render(form: str = "svg", **query: str) -> Json:
        return plain_http.get(f"{server.url}/api/picture.{form}", params=query)

    svg = render(table="r3 r4 r5 / k7 b7 *o7", rack="k1 *")
    assert svg.status_code == 200
    assert svg.text.count("<text") == 7
    assert "max-age" in svg.headers["cache-control"]
    assert render("png", table="r3 r4 r5").content.startswith(PNG)
    assert render("png").content.startswith(PNG), "an empty table"
    for wrong in ({"table": "<script>"}, {"rack": "r99x"}, {"table": "k1 " * 401}):
        assert error(render(**wrong)) == "bad_position"
    assert render(table="k1 " * 3000).status_code in (400, 414)


def test_a_picture_is_as_large_as_its_tiles_allow(server: Served) -> None:
    """A rack of one line spans the width, and a single meld half of the table."""

    def widths(**query: str) -> list[float]:
        svg = plain_http.get(f"{server.url}/api/picture.svg", params=query).text
        return [float(width) for width in re.findall(r'<svg[^>]* x="[^>]* width="([\d.]+)"', svg)]

    rack = " ".join(f"k{n} r{n}" for n in range(1, 11))
    table, below = widths(table="k11 b11 o11", rack=rack)
    assert table > 400
    assert below > 1000


def test_comments_are_rate_limited() -> None:
    with served(rates={**FAST, "comment": Rate(2, 1)}) as server:
        ann = server.person("Ann")
        path, body = f"/api/games/{finished(ann)}/comments", {"round": 1, "turn": 1, "mark": "!"}
        assert [ann.post(path, body).status_code for _ in range(3)] == [201] * 2 + [429]


def test_a_link_to_a_public_game_has_a_title_and_a_picture(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<html><head><title>index</title></head></html>")
    with served(rates=FAST, static=tmp_path) as server:
        ann = server.person("Ann")
        title = {"title": '"><script>alert(1)</script>'}
        room = finished(ann, terms=title)
        page = f"{server.url}/games/{room}"
        plain = plain_http.get(page).text
        ann.put(f"/api/games/{room}/sharing", {"public": True})
        public = plain_http.get(page)

        assert plain == plain_http.get(f"{server.url}/games/nowhere").text
        assert "og:" not in plain
        image = f"{server.url}/api/games/{room}/picture.png"
        assert f'<meta property="og:image" content="{image}" />' in public.text
        winner = ann.get(f"/api/games/{room}").json()["seats"][1]["name"]
        assert f"{winner} won a game of Sabra" in public.text, "a computer player"
        german = plain_http.get(f"{page}?lang=de").text
        assert f"{winner} hat eine Partie Sabra gewonnen" in german
        daily = plain_http.get(f"{server.url}/puzzles/daily?date=2026-11-29&seconds=41").text
        assert 'content="The puzzle of 29 November. I solved it. Can you?"' in daily
        week = plain_http.get(f"{server.url}/puzzles/daily?date=2026-11-29&seconds=41&week=5").text
        assert "/api/puzzles/daily/2026-11-29/picture.png?seconds=41&amp;week=5" in week
        assert "og:" not in plain_http.get(f"{server.url}/puzzles/daily?date=2026-13-29").text
        assert "<script>" not in public.text
        assert "&lt;script&gt;" in public.text
        assert public.headers["cache-control"] == "no-cache"
        assert "frame-ancestors 'none'" in public.headers["content-security-policy"]


def test_the_headline_of_a_game_names_no_hidden_player() -> None:
    seats = [SeatSummary(kind="person", name="Ann"), SeatSummary(kind="computer", name="Mira")]
    won = MatchSummary(
        ruleset="sabra", seats=seats, rounds=[], totals=[9, -9], leaders=[0], began=0, ended=1
    )

    for summary in (won, None):
        told = game_headline("sabra", summary, "en")
        assert told == "See how this game of Sabra ended"
