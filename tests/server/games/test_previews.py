"""The pictures of shared games have room for all scores."""

from __future__ import annotations

import re

import pytest
from tests.server.playing import play_round, seated
from tests.server.room_clients import TestRooms

from tilerummy.server.games.previews import game_preview, moment_preview


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
    mirrored = language == "he"
    assert extent(at_the_top) == pytest.approx(left if mirrored else right, abs=1)
    assert extent(below) == pytest.approx(right if mirrored else left, abs=1)
