"""The page of the cross tables, and a plot of each, from results of ``tilerummy arena --json``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import msgspec
from tools.docs.heat_map import heat_map
from tools.docs.sentences import ROOT

from tilerummy.players.arena.json_form import EstimateJson, ResultJson, StandingJson

RESULTS = ROOT / "docs" / "strength" / "results"
"""Files named after the ruleset and the number of players; more than one are put together."""

ORDER = (
    *("beginner", "casual", "club", "strong", "expert", "master"),
    *("own_melds", "most_tiles", "husbandry", "hold_open", "hold_closed", "adaptive"),
)
"""The order of players in tables; others come after them."""

_HEAD = """\
# Who beats whom

Every player alone against a field of every other, on the same deals from every seat, as [computer
players](../players.md) describes. A row is a player, a column the field it sits against. The first
table has the rounds won in a hundred with the 95 % interval, the second the points a round ahead of
the others. The plots show the first: blue is more than the fair share, red less.

Below each plot are the commands whose results the tables hold, with the number of deals, each of
which was played once from every seat; a later one replaces what an earlier one says of the same
two players. Their results lie in `docs/strength/results`, with times and faults besides; `make
docs` makes this page of them. What it teaches is told in [computer
players](../internals/players.md#what-the-tables-teach).
"""


Cell = Callable[[StandingJson], str]
"""What is written into a cell, from what a player achieved."""


@dataclass(frozen=True, slots=True)
class CrossTable:
    """All results of one ruleset with one number of seats."""

    ruleset: str
    seats: int
    cells: dict[tuple[str, str], StandingJson]
    """By player and field what the player achieved."""
    commands: list[str]

    @property
    def name(self) -> str:
        """The name of its plot."""
        ruleset = self.ruleset.replace("+", "-").replace("=", "-").replace(".", "-")
        return f"{ruleset}-{self.seats}"

    @property
    def players(self) -> list[str]:
        """All players, the weakest level first."""
        names = {name for pair in self.cells for name in pair}
        return sorted(names, key=lambda n: (ORDER.index(n) if n in ORDER else len(ORDER), n))


def strengths() -> dict[str, str]:
    """Return the page and its plots, by their paths in the folder of the page."""
    tables = _tables()
    plots = {f"{table.name}.svg": _plot(table) for table in tables}
    page = "\n".join([_HEAD, *(line for table in tables for line in _section(table))])
    return {"README.md": page, **plots}


def _tables() -> list[CrossTable]:
    """Return the tables of all results, where later files add to earlier ones or replace them."""
    found: dict[tuple[str, int], CrossTable] = {}
    for path in sorted(RESULTS.glob("*.json")):
        result = msgspec.convert(json.loads(path.read_text()), ResultJson)
        key = (result["ruleset"], result["seats"])
        table = found.setdefault(key, CrossTable(*key, {}, []))
        table.commands.append(_command(result))
        for matchup in result["matchups"]:
            one, other = matchup["standings"]
            table.cells[one["player"], other["player"]] = one
            if result["seats"] == 2:
                table.cells[other["player"], one["player"]] = other
    return [found[key] for key in sorted(found, key=lambda key: (_place(key[0]), key))]


def _command(result: ResultJson) -> str:
    """Return the command that makes *result*."""
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
        given.insert(0, "--cross")
    return " ".join(["tilerummy arena", result["ruleset"], *names, *given, "--json"])


_RULESETS = ("sabra", "sabra+joker.melds=free", "rummikub", "american", "international")


def _place(ruleset: str) -> int:
    return _RULESETS.index(ruleset) if ruleset in _RULESETS else len(_RULESETS)


def _plot(table: CrossTable) -> str:
    wins = {pair: standing["wins"]["mean"] for pair, standing in table.cells.items()}
    return heat_map(table.players, wins, fair=1 / table.seats)


def _section(table: CrossTable) -> Iterator[str]:
    yield ""
    yield f"## {table.ruleset}, {table.seats} players"
    yield ""
    yield f"![rounds won by each player against each field]({table.name}.svg)"
    yield ""
    yield "```text"
    yield from table.commands
    yield "```"
    yield ""
    yield from _grid(table, "won in 100", lambda standing: _text(standing["wins"], 100, ""))
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
