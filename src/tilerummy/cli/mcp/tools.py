"""The tools of ``tilerummy mcp``, and the server that offers them.

A tool returns the same fields as the corresponding command. It raises ToolError with a message if
its arguments are invalid, or if it runs out of time without a result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal

from click import ClickException
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from tilerummy import __version__
from tilerummy.analysis import explain as explained
from tilerummy.cli.review.command import seats_to_review
from tilerummy.deadline import Deadline, OutOfTimeError
from tilerummy.protocol.json_lines import Answer
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.protocol.referee import judged_play
from tilerummy.protocol.solve import solved
from tilerummy.records import read_record
from tilerummy.records.reader import LARGEST
from tilerummy.review import Depth, ReviewSettings, review, review_json
from tilerummy.rules import PRESETS
from tilerummy.rules_text import step_text

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT_MS = 10_000.0
"""The time limit of every tool except ``review_record``, in milliseconds."""
LONGEST_TEXT = 10_000
"""The maximum length of a table or rack."""

_INSTRUCTIONS = """Tile rummy: a referee, an exact solver and game reviews.

A tile is a colour (k black, r red, b blue, o orange) and a number from 1 to 13, such as r7; a joker
is *. A joker in a meld has the value that it stands for, such as *b7. A rack is a list of tiles, as
in "k4 r1 *". A table is a list of melds, separated by slashes, as in "k1 k2 k3 / r5 b5 o5". Tables
are always complete, with the melds that do not change."""

Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
TableBefore = Annotated[Text, Field(description='The table before the play; "" if it is empty.')]
TableAfter = Annotated[Text, Field(description="The complete table after the play.")]
RackTiles = Annotated[Text, Field(description="The tiles on the rack before the play.")]
RulesetName = Annotated[
    str,
    Field(
        max_length=LONGEST_TEXT,
        description="A ruleset, optionally with house rules, as in sabra+initial_meld.points=50. "
        f"Rulesets: {', '.join(PRESETS)}.",
    ),
]
Opened = Annotated[
    bool, Field(description="True if the player has already laid the initial meld of the round.")
]
Players = Annotated[
    int | None, Field(description="The number of players; by default, the maximum.")
]


def judge(  # noqa: PLR0913  one parameter for each field
    table: TableBefore,
    rack: RackTiles,
    play: TableAfter,
    *,
    ruleset: RulesetName = "sabra",
    opened: Opened = True,
    turn: Annotated[
        bool, Field(description="True if the turn may take several plays to reach this table.")
    ] = False,
    players: Players = None,
) -> Answer:
    """Judge whether a play is legal.

    If it is illegal, `reasons` lists every reason, and `code` and `message` give the first. If the
    position itself cannot occur, `warnings` explains why.
    """
    question = _question(
        table=table,
        rack=rack,
        play=play,
        ruleset=ruleset,
        opened=opened,
        turn=turn,
        players=players,
    )
    with _errors():
        fields = QuestionFields(question)
        judged = judged_play(fields, deadline=Deadline(LIMIT_MS))
    read = {"read": fields.read} if fields.read else {}
    reasons = {"reasons": [reason.message for reason in judged.reasons]} if judged.reasons else {}
    return {**judged.answer, **reasons, **read}


def best_play(
    table: TableBefore,
    rack: RackTiles,
    *,
    ruleset: RulesetName = "sabra",
    opened: Opened = True,
    objective: Annotated[
        Literal["tiles", "points"], Field(description="Place the most tiles, or the most points.")
    ] = "tiles",
    players: Players = None,
) -> Answer:
    """Find the best play, with instructions for making it on a real table.

    `play` is the complete table after it; it equals the table before it if nothing can be played.
    `proven` is false if there was not enough time to rule out a better play.
    """
    question = _question(
        table=table,
        rack=rack,
        ruleset=ruleset,
        opened=opened,
        objective=objective,
        players=players,
    )
    with _errors():
        return solved(question, deadline=Deadline(LIMIT_MS)).answer


def explain(table: TableBefore, play: TableAfter, *, ruleset: RulesetName = "sabra") -> Answer:
    """Explain step by step how to get from one table to another on a real table.

    The tiles that the first table lacks come from the rack. The steps do not show whether the play
    is legal; use judge for that.
    """
    with _errors():
        rules = QuestionFields(_question(ruleset=ruleset)).ruleset()
        before, after = rules.read_table(table), rules.read_table(play)
        law, tiles = rules.table.jokers, rules.tiles
        steps = explained(before, after, law=law, tiles=tiles, deadline=Deadline(LIMIT_MS))
    return {"steps": [step_text(step) for step in steps], "explained": steps.explained}


def review_record(
    record: Annotated[
        str, Field(max_length=LARGEST, description="The game, as text or as JSON lines.")
    ],
    *,
    seat: Annotated[
        str | None,
        Field(description="The player to review, by name or number; all human players by default."),
    ] = None,
    depth: Annotated[
        Literal["certain", "quick", "deep"],
        Field(description="Only proven errors, or also simulations, or more simulations."),
    ] = "quick",
    seconds: Annotated[float, Field(ge=1, le=300, description="The time limit.")] = 30,
) -> Answer:
    """Review a recorded game: mistakes with their cost, and how much of the result was luck.

    Each decision is compared with its alternatives, using only what the player could see.
    """
    with _errors():
        game = read_record(record.encode())
        seats = seats_to_review(game, seat)
        settings = ReviewSettings(depth=Depth(depth), seconds=seconds / len(seats))
        return {**review_json(game, [review(game, each, settings) for each in seats])}


TOOLS: tuple[Callable[..., Answer], ...] = (judge, best_play, explain, review_record)
"""All tools."""


def assistant_server() -> MCPServer[None]:
    """Return a server that offers all tools. They change nothing."""
    server: MCPServer[None] = MCPServer(
        "tilerummy", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    harmless = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for tool in TOOLS:
        server.add_tool(tool, annotations=harmless)
    return server


def _question(**fields: object) -> Mapping[str, object]:
    """Return the question with these *fields*, without those that were left out."""
    return {name: value for name, value in fields.items() if value is not None}


@contextmanager
def _errors() -> Iterator[None]:
    """Report invalid arguments and timeouts to the assistant as sentences."""
    try:
        yield
    except OutOfTimeError:
        raise ToolError("There was not enough time for a result; try a smaller table.") from None
    except RecursionError:
        raise ToolError("The question is nested too deeply.") from None
    except ClickException as error:
        raise ToolError(error.format_message()) from None
    except ValueError as error:
        raise ToolError(str(error)) from None
