"""The page of cross tables, each with a plot, from results of ``tilerummy arena --json``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec
from tools.docs.heat_map import heat_map
from tools.docs.sentences import ROOT

from tilerummy.players.arena.json_form import EstimateJson, ResultJson, StandingJson

RESULTS = ROOT / "docs" / "strength" / "results"
"""Arena results; all files with the same ruleset and number of seats form one table."""

ORDER = (
    *("beginner", "casual", "club", "strong", "expert", "master"),
    *(
        "rack_only",
        "most_tiles",
        "save_jokers",
        "hold_after_opening",
        "hold_before_opening",
        "adaptive",
    ),
)
"""The order of players in tables; unlisted players follow."""

_HEAD = """\
# Who beats whom

This page compares all computer players with each other, two at a time. One player faces a field:
copies of a single opponent fill all other seats. All players get the same deals in every seat (see
[how this is measured](../internals/players.md#measuring)).

Rows are players, and columns are fields. The first table of each game shows how often the player
wins, in percent with a 95 % interval. The second table shows how many more points per round the
player gains than the field. In the plots of the win rates, blue is above a fair share and red is
below it.

The commands below each plot produced its tables. Every deal was played once from each seat. If
two commands compare the same players, the later result counts. `make docs` generates this page
from `docs/strength/results`, which also contains times and faults. For conclusions, see
[The strength of the levels](../internals/players.md#what-the-tables-teach).
"""


Cell = Callable[[StandingJson], str]
"""Formats a player's standing as the text of a cell."""


@dataclass(frozen=True, slots=True)
class CrossTable:
    """All results of one ruleset with one number of seats."""

    ruleset: str
    seats: int
    cells: dict[tuple[str, str], StandingJson]
    """Standings by player and opposing field."""
    commands: list[str]

    @property
    def name(self) -> str:
        """The file name of the plot, without its extension."""
        ruleset = self.ruleset.replace("+", "-").replace("=", "-").replace(".", "-")
        return f"{ruleset}-{self.seats}"

    @property
    def players(self) -> list[str]:
        """All players, weakest level first."""
        names = {name for pair in self.cells for name in pair}
        return sorted(names, key=lambda n: (ORDER.index(n) if n in ORDER else len(ORDER), n))


def strengths() -> dict[str, str]:
    """Return the Markdown page and its plots by file name."""
    tables = _tables()
    plots = {f"{table.name}.svg": _plot(table) for table in tables}
    page = "\n".join([_HEAD, *(line for table in tables for line in _section(table))])
    return {"README.md": page, **plots}


def _tables() -> list[CrossTable]:
    """Return all result tables; later files extend or replace earlier ones."""
    tables: dict[tuple[str, int], CrossTable] = {}
    for path in sorted(RESULTS.glob("*.json")):
        result = msgspec.convert(json.loads(path.read_text()), ResultJson)
        key = (result["ruleset"], result["seats"])
        table = tables.setdefault(key, CrossTable(*key, {}, []))
        table.commands.append(_command(result))
        for matchup in result["matchups"]:
            one, other = matchup["standings"]
            table.cells[one["player"], other["player"]] = one
            if result["seats"] == 2:
                table.cells[other["player"], one["player"]] = other
    return [tables[key] for key in sorted(tables, key=lambda key: (_rank(key[0]), key))]


def _command(result: ResultJson) -> str:
    """Return the command that reproduces *result*."""
    pairs = [tuple(matchup["players"]) for matchup in result["matchups"]]
    names = [*dict.fromkeys(name for pair in pairs for name in pair)]
    crossed = len(pairs) > 1 and {one for one, _ in pairs} != {pairs[0][0]}
    options = {
        "--seats": result["seats"],
        "--deals": min(matchup["deals"] for matchup in result["matchups"]),
        "--seed": result["seed"],
        "--milliseconds": result["milliseconds"],
    }
    given = [f"{name} {value}" for name, value in options.items() if value not in ("", None)]
    if crossed:
        given.insert(0, "--round-robin")
    return " ".join(["tilerummy arena", result["ruleset"], *names, *given, "--json"])


_RULESETS = ("sabra", "sabra+joker.melds=free", "rummikub", "american", "international")


def _rank(ruleset: str) -> int:
    return _RULESETS.index(ruleset) if ruleset in _RULESETS else len(_RULESETS)


def _plot(table: CrossTable) -> str:
    wins = {pair: standing["wins"]["mean"] for pair, standing in table.cells.items()}
    return heat_map(table.players, wins, fair=1 / table.seats)


def _section(table: CrossTable) -> Iterator[str]:
    yield ""
    yield f"## {table.ruleset}, {table.seats} players"
    yield ""
    yield f"![win rate of each player against each field]({table.name}.svg)"
    yield ""
    yield "```text"
    yield from table.commands
    yield "```"
    yield ""
    yield from _grid(table, "wins, %", lambda standing: _text(standing["wins"], 100, ""))
    yield ""
    yield from _grid(table, "points ahead", lambda standing: _text(standing["points"], 1, "+"))


def _grid(table: CrossTable, title: str, text: Cell) -> Iterator[str]:
    players = table.players
    yield f"| {title} | {' | '.join(_shown(players))} |"
    yield f"|---|{'---:|' * len(players)}"
    for name, shown in zip(players, _shown(players), strict=True):
        row = [
            text(table.cells[name, field]) if (name, field) in table.cells else ""
            for field in players
        ]
        yield f"| {shown} | {' | '.join(row)} |"


def _shown(players: Sequence[str]) -> list[str]:
    return [name.replace("_", " ") for name in players]


def _text(estimate: EstimateJson, times: int, sign: str) -> str:
    margin = estimate["margin"]
    mean = f"{times * estimate['mean']:{sign}.1f}"
    return mean if margin is None else f"{mean} ± {times * margin:.1f}"
