"""A record is complete, appears after its round, and is visible like its table (L6, L14)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from examples import bot
from tests.server.served import Json, Person, Served, Socket, error

from tilerummy.records import audit, read_record, verify
from tilerummy.server.games.replay import record_replay
from tilerummy.server.messages.bodies.games import Replay


def played(
    person: Person, talk: Socket, room: str, move: Callable[[str, Json], Json] = bot.move
) -> Json:
    """Play by the solver or by *move* until the round ends; return the last update."""
    talk.send("watch", room=room)
    while True:
        message = talk.next()
        if message["type"] not in ("snapshot", "update"):
            continue
        if message["table"]["phase"] in ("over", "between"):
            return message
        if (game := message["game"]) and game["can"]:
            todo = move(person.served.url, game)
            cid = f"m{message['version']}"
            talk.send(todo.pop("type"), cid=cid, room=room, version=message["version"], **todo)


def test_l6_a_round_is_recorded_only_after_its_end(server: Served) -> None:
    """The replay is available only after the end of the match."""
    ann = server.person("Ann (1)")
    room = ann.open_match(terms={"rounds": 2})
    path, replayed = f"/api/rooms/{room}/record", f"/api/games/{room}"
    with ann.socket() as talk:
        assert error(ann.get(path)) == "nothing_over"
        assert error(ann.get(replayed)) == "no_such_game"
        last = played(ann, talk, room)
        assert last["table"]["phase"] == "between"
        assert error(ann.get(replayed)) == "no_such_game", "the match is not over"
        once = ann.get(path).text
        assert talk.ask("control", room=room, what="next")["status"] == "ok"

        def move(url: str, game: Json) -> Json:
            assert ann.get(path).text == once, "nothing about the current round"
            return bot.move(url, game)

        last = played(ann, talk, room, move)
        assert last["table"]["phase"] == "over"

    record = read_record(ann.get(path).text)
    assert len(record.rounds) == 2
    assert list(record.totals) == last["table"]["totals"]
    assert record.names == tuple(seat["name"] for seat in last["table"]["seats"])
    assert record.names[0] == "Ann (1)"
    assert audit(ann.get(path).text).difference is None
    assert all(verify(record)), "L14, F5: the revealed seeds fit the commitments"
    assert ann.get(path, params={"form": "jsonl"}).text != ann.get(path).text
    assert read_record(ann.get(path, params={"form": "jsonl"}).text) == record
    assert ann.get(path, params={"form": "xml"}).status_code == 400
    replay = msgspec.json.decode(ann.get(replayed).content, type=Replay)
    assert replay.rounds == record_replay(record).rounds
    assert (replay.totals, replay.leaders) == (last["table"]["totals"], last["table"]["leaders"])
    assert [seat.name for seat in replay.seats] == [*record.names]
    assert (replay.id, replay.me, replay.public) == (room, 0, False)
    assert 0 < replay.began <= replay.ended
    assert error(server.person("Eve").get(replayed)) == "no_such_game"


@pytest.mark.parametrize("private", [True, False])
def test_l6_a_record_is_visible_like_its_table(server: Served, *, private: bool) -> None:
    """The ruleset is a custom one. After the match, only the players see the table."""
    ann, eve = server.person("Ann"), server.person("Eve")
    mine = "sabra+name=my-house+initial_meld.points=20"
    room = ann.open_match(terms={"ruleset": mine, "private": private, "rounds": 2})
    with ann.socket() as talk:
        played(ann, talk, room)
        path = f"/api/rooms/{room}/record"
        assert eve.get(path).status_code == (404 if private else 200)
        assert talk.ask("control", room=room, what="resign")["status"] == "ok"

    assert eve.get(path).status_code == 404
    text = ann.get(f"/api/rooms/{room}/record").text
    record = read_record(text)
    assert (record.ruleset, record.preset) == ("my-house", "sabra")
    assert record.rules.opening.points == 20
    assert audit(text).difference is None
