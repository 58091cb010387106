"""``tilerummy mcp`` offers tools to assistants; the protocol's own client calls them.

The SDK is imported by the tests that use it, because every test process reads this file.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import pytest

from tilerummy import PRESETS, Round, hint, write_text
from tilerummy.protocol import referee, solve

if TYPE_CHECKING:
    from mcp import Client

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    """A client that talks to the server in memory."""
    from mcp import Client

    from tilerummy.cli.mcp.tools import assistant_server

    async with Client(assistant_server()) as connected:
        yield connected


async def called(client: Client, tool: str, **arguments: object) -> dict[str, object]:
    """Call a tool, which must succeed, and return its result."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    content: dict[str, object] | None = result.structured_content
    assert content is not None
    return content


async def refused(client: Client, tool: str, **arguments: object) -> str:
    """Call a tool, which must fail, and return the error message."""
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert result.is_error
    assert content.type == "text"
    return content.text


async def test_every_tool_describes_itself_and_its_arguments(client: Client) -> None:
    listed = (await client.list_tools()).tools

    assert [tool.name for tool in listed] == ["judge", "best_play", "explain", "review_record"]
    for tool in listed:
        assert tool.description
        assert tool.annotations
        assert tool.annotations.read_only_hint
        properties = tool.input_schema["properties"]
        assert all(each.get("description") for each in properties.values()), properties
    assert all(name in str(listed[0].input_schema) for name in PRESETS)


async def test_a_legal_play_is_judged_as_by_the_referee(client: Client) -> None:
    question = {"table": "b5 b6 *b7", "rack": "b8 k1", "play": "b5 b6 *b7 b8"}

    assert await called(client, "judge", **question) == referee.answer(question)


async def test_an_illegal_play_is_refused_with_every_reason(client: Client) -> None:
    question = {"table": "k1 k2 k3 / b1 b2 b3", "rack": "r1", "play": "k1 k2 k3 / r1 r2 r3"}

    verdict = await called(client, "judge", **question)

    assert verdict["legal"] is False
    assert verdict["message"] == "tiles from the table must stay on the table: b1 b2 b3"
    assert verdict["reasons"] == [verdict["message"], "not on the rack: r2 r3"]


async def test_the_best_play_comes_with_its_steps(client: Client) -> None:
    question = {"table": "b2 b3 b4 b5 / k5 r5 o5", "rack": "b6 k9", "ruleset": "rummikub"}

    best = await called(client, "best_play", **question)

    assert best == solve.solved(question).answer
    assert best["steps"] == ["Add the blue 6 from the rack to the end of the blue run 2-5."]


async def test_a_play_is_explained_step_by_step(client: Client) -> None:
    tables = {"table": "b2 b3 b4 b5 / k5 r5 o5", "play": "b2 b3 b4 / k5 r5 b5 o5"}

    result = await called(client, "explain", **tables)

    assert result["explained"] is True
    assert result["steps"] == [
        "Move the blue 5 from the end of the blue run 2-5 to the group of 5s (black, red, orange)."
    ]


def played() -> str:
    """A short round of two human players as a record."""
    game = Round("sabra", seats=2, seed=5)
    for _ in range(6):
        game.push(*hint(game.rules, game.view(game.to_move)).actions)
    return write_text(game.record(["Ann", "Ben"]))


async def test_a_record_is_reviewed_for_one_player_or_all(client: Client) -> None:
    record = played()

    both = await called(client, "review_record", record=record, depth="certain")
    one = await called(client, "review_record", record=record, seat="Ben", depth="certain")

    assert isinstance(both["seats"], list)
    assert isinstance(one["seats"], list)
    assert (len(both["seats"]), len(one["seats"])) == (2, 1)


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("judge", {"table": "k1 k2 k3", "rack": "k4", "play": "k1 k2 k3 k4", "ruleset": "x"}, "x"),
        ("judge", {"table": "k1 k2 kk", "rack": "k4", "play": "k1"}, "kk"),
        ("judge", {"table": "", "rack": "k4"}, "play"),
        ("best_play", {"table": "k1 k2 k3", "rack": "k44"}, "k44"),
        ("best_play", {"table": "", "rack": "k4", "players": 9}, "players"),
        ("best_play", {"table": "", "rack": "k1 " * 4000}, "10000"),
        ("explain", {"table": "k1 k2 k3", "play": "k2 k3 k4"}, "k1"),
        ("explain", {"table": "k1 k2 k3", "play": "k1 k2 k3", "ruleset": "x"}, "x"),
        ("review_record", {"record": "hello"}, "line 1"),
        ("review_record", {"record": "", "seconds": 0}, "seconds"),
    ],
)
async def test_invalid_arguments_are_explained(
    client: Client, tool: str, arguments: dict[str, object], message: str
) -> None:
    assert message in await refused(client, tool, **arguments)


async def test_an_unknown_player_is_refused_by_name(client: Client) -> None:
    assert "Cleo" in await refused(client, "review_record", record=played(), seat="Cleo")


async def test_a_tool_ends_by_its_time_limit(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilerummy.cli.mcp.tools.LIMIT_MS", 0.001)
    question = {"table": "k1 k2 k3 k4 / k1 r1 b1 o1 / r2 r3 r4", "rack": "k5 r5 b5 b2 b3 *"}

    best = await called(client, "best_play", **question)

    assert best["proven"] is False


async def test_the_command_serves_over_standard_input(tmp_path: Path) -> None:
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters

    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "tilerummy", "mcp"], cwd=tmp_path
    )
    with anyio.fail_after(60):
        async with Client(parameters) as connected:
            result = await connected.call_tool("best_play", {"table": "", "rack": "k4"})

    assert result.structured_content
    assert result.structured_content["play"] == ""
