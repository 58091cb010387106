"""The ``tilerummy arena`` command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from tilerummy.cli.arena.entrants import check_player, play, rules_for
from tilerummy.cli.arena.results_file import ResultsFile, ResultsFileError
from tilerummy.cli.arena.tables import result_lines
from tilerummy.cli.completion.candidates import levels, rulesets
from tilerummy.cli.files import OutputFile
from tilerummy.cli.interrupts import INTERRUPTED
from tilerummy.cli.options import cluster, jobs, progress_bar
from tilerummy.cli.parallel import executor_of
from tilerummy.players import PLAYERS
from tilerummy.players.arena import Collector, Contest, Matchup, round_robin
from tilerummy.players.arena.json_form import result_json
from tilerummy.rules import ruleset_text
from tilerummy.rules.ruleset import PLAYERS as SEATS
from tilerummy.simulator import Policy

_HELP = f"""Measure how strong players are, on the same deals from every seat.

\b
  tilerummy arena sabra strong club
  tilerummy arena rummikub+initial_meld.points=50 expert club --seats 4 --deals 500

If you name two players, the first one plays against a field of copies of the second one, once in
each seat of every deal. If you name more, it plays against a field of each of the other players.
Win rates and points per round have 95 % intervals, and all rounds of a deal count as a single
observation. Equal players win 50 % with two seats, 33 % with three and 25 % with four.

\b
A player is
  a level              {", ".join(PLAYERS)}
  a policy             {", ".join([*Policy][:4])},
                       {", ".join([*Policy][4:])}
                       (simple and fast)
  module:factory       a function that takes a Random and returns a player
  ./program            a program that reads and writes lines of JSON, with its
                       arguments in quotes if any, as in "./program --fast";
                       or one found in PATH, as in "python3 player.py"

\b
Play a round robin, with an Elo rating and the worst win rate for each player:
  tilerummy arena sabra beginner casual club strong --round-robin
Fill the seats with all players in every order:
  tilerummy arena sabra casual club strong --mixed --seats 3
Stop as soon as it is clear which player is better:
  tilerummy arena sabra ./mine.py club --sprt --deals 5000
Play a long contest; resume it with the same command, or extend it with more deals:
  tilerummy arena sabra strong club --deals 2000 --out strong.jsonl
Run on a Ray cluster, or start one locally:
  tilerummy arena sabra strong club --ray ray://head:10001
  tilerummy arena sabra strong club --ray local

A player forfeits the round by an illegal action, a crash or a third late reply; the report gives
the reason. A level is late if it exceeds its processor time by 20 ms. A program that is late loses
its turn. docs/players.md describes the requests to a program, and docs/internals/players.md the
method.
"""


@click.command("arena", help=_HELP)
@click.argument("rules", metavar="RULESET", shell_complete=rulesets)
@click.argument("players", metavar="PLAYER...", nargs=-1, required=True, shell_complete=levels)
@click.option(
    "--seats",
    type=click.IntRange(2, SEATS[-1]),
    default=2,
    help="Number of players at the table.  [2]",
)
@click.option("--deals", type=click.IntRange(1), default=100, help="Number of deals.  [100]")
@click.option("--seed", default="", metavar="WORDS", help="Seed for the deals: any text.")
@click.option("--mixed", is_flag=True, help="Fill the seats with all players in every order.")
@click.option("--round-robin", "--cross", "crossed", is_flag=True, help="Play a round robin.")
@click.option(
    "--sprt", "sequential", is_flag=True, help="Stop once it is clear which player is better."
)
@click.option(
    "--milliseconds",
    type=click.FloatRange(0),
    metavar="MS",
    help="Time per decision; 0 for no limit.  [the level's own; 1000 for a program]",
)
@jobs
@cluster
@click.option(
    "--out",
    type=OutputFile(),
    metavar="FILE",
    help="Save every round in this file, or resume from it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def arena_command(  # noqa: PLR0913  one parameter for each option
    context: click.Context,
    *,
    rules: str,
    players: Sequence[str],
    seats: int,
    deals: int,
    seed: str,
    mixed: bool,
    crossed: bool,
    sequential: bool,
    milliseconds: float | None,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play the requested contest and print its result."""
    try:
        played = rules_for(rules, seats)
        for player in players:
            check_player(player, played)
        contest = Contest(
            ruleset=ruleset_text(played),
            seats=seats,
            matchups=_matchups(players, seats, mixed=mixed, crossed=crossed),
            deals=deals,
            seed=seed,
            milliseconds=milliseconds,
        )
    except ValueError as error:
        raise click.UsageError(f"{error}".rstrip(".") + ".", context) from None
    if sequential and mixed:
        raise click.UsageError("--sprt compares one player with a field: leave out --mixed.")
    collector = Collector(contest, sequential=sequential)
    with ExitStack() as stack:
        try:
            file = None if out is None else stack.enter_context(ResultsFile(out, contest))
            for report in () if file is None else file.reports():
                if report.key.deal < contest.deals:  # it may have had more deals
                    collector.add(report)
        except ResultsFileError as error:
            raise click.ClickException(f"{error}.") from None
        interrupted = False
        try:
            with progress_bar("Rounds", contest.rounds) as show:
                show(completed=collector.rounds)
                for report in executor_of(play, jobs, cluster)(contest.jobs(without=collector)):
                    if report.key not in collector:
                        collector.add(report)
                        if file is not None:
                            file.add(report)
                    show(completed=collector.rounds)
        except KeyboardInterrupt:
            interrupted = True
        result = collector.result()
        data = result_json(result)
        if file is not None and not interrupted:
            file.finish(data)
    if interrupted:
        rounds = f"{collector.rounds:,} of {contest.rounds:,} rounds"
        click.echo(f"\nEnded after {rounds}. Results of the completed deals:", err=True)
    click.echo(json.dumps(data, indent=2) if as_json else "\n".join(result_lines(result)))
    if interrupted:
        context.exit(INTERRUPTED)


def _matchups(
    players: Sequence[str], seats: int, *, mixed: bool, crossed: bool
) -> tuple[Matchup, ...]:
    """Return the requested match-ups. Raises ValueError if they are impossible."""
    if len(players) < 2:
        raise ValueError("name at least two players: the second is the field")
    if mixed and crossed:
        raise ValueError("use either --mixed or --round-robin, not both")
    if mixed:
        return (Matchup.mixed(players, seats=seats),)
    if crossed:
        if len({*players}) < len(players):
            raise ValueError("--round-robin takes each player only once")
        return round_robin(players, seats=seats)
    first, *others = players
    return tuple(Matchup.one_against_field(first, other, seats=seats) for other in others)
