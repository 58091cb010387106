"""Defines the ``tilerummy simulate`` command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from tilerummy.cli.arena.entrants import check_player, rules_for
from tilerummy.cli.completion.candidates import levels, rulesets
from tilerummy.cli.files import OutputFile
from tilerummy.cli.options import jobs
from tilerummy.cli.parallel import cores, executor_of
from tilerummy.cli.simulate.rows import (
    COLUMNS,
    POSITIONS,
    Batch,
    are_policies,
    fast_rows,
    played_rows,
    write_rows,
)
from tilerummy.players import PLAYERS
from tilerummy.players.arena import PlayerError, RoundJob, RoundKey
from tilerummy.rules import IllegalActionError, ruleset_text
from tilerummy.simulator import Policy


def _table(columns: dict[str, str]) -> str:
    return "\n".join(f"  {name:<11}{about.replace('`', '')}" for name, about in columns.items())


_HELP = f"""Generate self-play data, one row per turn.

\b
  tilerummy simulate sabra most_tiles hold_before_opening --rounds 10000 --out sabra.parquet
  tilerummy simulate rummikub club strong expert --rounds 50 > rummikub.jsonl
  tilerummy simulate american club casual --positions --out american.jsonl

Name one PLAYER per seat. Rounds between policies are played by the fast simulator, on
--jobs threads. All other rounds are played by the engine, in --jobs processes.

\b
A player is
  a policy             {", ".join([*Policy][:4])},
                       {", ".join([*Policy][4:])}
  a level              {", ".join(PLAYERS)}
  module:factory       a function that takes a Random and returns a player
  ./program            a program, as in tilerummy arena

The same ruleset, players, rounds and seed always give the same output, on any number of
processes, because each player takes all the time it needs unless --milliseconds is given. Round n
has the same tiles as deal n of tilerummy arena with the same seed.

\b
The columns:
{_table(COLUMNS)}
The columns added by --positions, which is slower:
{_table(POSITIONS)}
"""


@click.command("simulate", help=_HELP)
@click.argument("rules", metavar="RULESET", shell_complete=rulesets)
@click.argument("players", metavar="PLAYER...", nargs=-1, required=True, shell_complete=levels)
@click.option("--rounds", type=click.IntRange(1), default=100, help="Number of rounds.  [100]")
@click.option("--seed", default="", metavar="WORDS", help="Seed for the deals: any text.")
@click.option("--positions", is_flag=True, help="Also write what each seat saw and did.")
@click.option(
    "--milliseconds", type=click.FloatRange(0), default=0, help="Time per decision.  [no limit]"
)
@jobs
@click.option(
    "--out",
    type=OutputFile(),
    metavar="FILE",
    help="The output file: Parquet for .parquet, otherwise JSON lines.  [standard output]",
)
@click.pass_context
def simulate_command(  # noqa: PLR0913  one parameter for each option
    context: click.Context,
    *,
    rules: str,
    players: Sequence[str],
    rounds: int,
    seed: str,
    positions: bool,
    milliseconds: float,
    jobs: int | None,
    out: Path | None,
) -> None:
    """Play rounds, and write a row for each turn."""
    try:
        played = rules_for(rules, len(players))
        for player in players:
            check_player(player, played)
    except ValueError as error:
        raise click.UsageError(f"{error}".rstrip(".") + ".", context) from None
    text = ruleset_text(played)
    every = (
        RoundJob(RoundKey(0, number, 0), text, tuple(players), seed, milliseconds)
        for number in range(rounds)
    )
    if not positions and are_policies(players):
        batches = fast_rows(every, threads=jobs or cores())
    else:
        batches = _in_order(
            executor_of(partial(played_rows, positions=positions), jobs, None)(every)
        )
    try:
        write_rows(batches, out, {"ruleset": text, "seed": seed})
    except (IllegalActionError, PlayerError) as error:
        raise click.ClickException(f"{error}.") from None


def _in_order(played: Iterator[tuple[int, Batch]]) -> Iterator[Batch]:
    """Yield the rows of each round, in round order."""
    waiting: dict[int, Batch] = {}
    following = 0
    for number, batch in played:
        waiting[number] = batch
        while following in waiting:
            yield waiting.pop(following)
            following += 1
