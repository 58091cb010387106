"""The pictures of shared games show the final table, and have room for all scores."""

from __future__ import annotations

import re

import pytest
from tests.server.playing import everyone, play_round, ready, seated
from tests.server.room_clients import Client, TestRooms, settled

from tilerummy.server.games.pictures import GameMoment
from tilerummy.server.games.previews import game_preview, moment_preview


async def drawn_after_a_round(rooms: TestRooms, *players: str) -> str:
    """Return the picture of a round between players who have all agreed to be shown."""
    return await drawn_at_the_end(rooms, await seated(rooms, *players))


async def drawn_at_the_end(rooms: TestRooms, people: list[Client]) -> str:
    """Play the round, and return its picture with all human players shown."""
    await play_round(people)
    await everyone(people, "show")
    await settled()
    bodies = [row.body for row in await rooms.services.store.logs.load(people[0].room)]
    drawn = game_preview("g", bodies, "en", "svg")
    assert drawn is not None
    return drawn.decode()


async def test_the_only_person_without_a_name_speaks_in_the_first_person(rooms: TestRooms) -> None:
    guest = Client(rooms, "Guest")
    await guest.open(computers={1: "beginner"}, start=True)
    await ready([guest])
    words = re.findall(r"<text[^>]*>([^<]+)<", await drawn_at_the_end(rooms, [guest]))
    assert any(each.startswith(("I went out", "I won")) for each in words)
    assert not any("Guest" in each for each in words)


async def test_a_winner_without_a_name_is_not_taken_for_whoever_shares(rooms: TestRooms) -> None:
    words = re.findall(r"<text[^>]*>([^<]+)<", await drawn_after_a_round(rooms, "Guest", "Guest 2"))
    assert not any(each.startswith(("I ", "Guest")) for each in words)


async def test_the_scores_have_the_names_of_those_who_are_shown(rooms: TestRooms) -> None:
    words = re.findall(r"<text[^>]*>([^<]+)<", await drawn_after_a_round(rooms, "Ann", "Ben"))
    assert any(re.fullmatch(r"Ann [+−]\d+", each) for each in words)
    assert any(re.fullmatch(r"Ben [+−]\d+", each) for each in words)


async def test_the_final_table_is_shown(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    await play_round(people)
    actor = await people[0].actor()
    assert actor.room.dealt
    tiles = len(actor.room.dealt.state.table.tiles)
    bodies = [row.body for row in await rooms.services.store.logs.load(people[0].room)]
    drawn = game_preview("g", bodies, "en", "svg")
    assert drawn is not None
    assert drawn.count(b'url(#ivory)" stroke') == tiles > 9


@pytest.mark.parametrize("language", ["en", "he"])
async def test_the_scores_of_six_players_fit(rooms: TestRooms, language: str) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy", "Dan", "Eve", "Flo")
    await play_round(people)
    bodies = [row.body for row in await rooms.services.store.logs.load(people[0].room)]

    def extent(drawn: bytes | None) -> tuple[float, float]:
        """Return the positions where the scores begin and end."""
        assert drawn is not None
        text = drawn.decode()
        chips = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="62"', text)
        assert len(chips) == 6
        low = min(float(x) for x, _ in chips)
        high = max(float(x) + float(width) for x, width in chips)
        scaled = re.search(r"translate\((\d+) \d+\) scale\(([\d.]+)\) translate", text)
        if scaled is None:
            return low, high
        at, scale = int(scaled[1]), float(scaled[2])
        return at + (low - at) * scale, at + (high - at) * scale

    at_the_top = moment_preview("g", bodies, None, None, language, "svg")
    below = game_preview("g", bodies, language, "svg")
    left, right = (66, 66 + 800), (1134 - 800, 1134)
    assert extent(at_the_top) == pytest.approx(left if language == "he" else right, abs=1)
    first, last = extent(below)
    assert first >= 65
    assert last <= 1135


async def test_turns_are_counted_as_their_player_counts_them(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people)
    bodies = [row.body for row in await rooms.services.store.logs.load(people[0].room)]

    for turn, counted in ((1, 1), (3, 1), (4, 2), (12, 4)):
        drawn = moment_preview("g", bodies, GameMoment(1, turn), None, "en", "svg")
        assert drawn is not None
        assert f">turn {counted} · " in drawn.decode()
