"""``tilerummy referee``: judges plays, hands and scores, one line of JSON each."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from tilerummy.protocol.json_lines import reply_to_all
from tilerummy.protocol.referee import answer

_HELP = """Judge plays, hands and scores.

Reads questions from each FILE or from standard input, one JSON object per line, and writes one line
for each immediately, in order. An id is returned with the answer.

\b
Is this play legal?
  {"table": "k1 k2 k3", "rack": "k4 r1", "play": "k1 k2 k3 k4"}
  table, rack       before the play
  play              the complete table after it
  ruleset           sabra if left out, or as in sabra+initial_meld.points=50
  options           house rules as an object; none if left out
  turn              true: play is the table at the end of the turn, after one or
                    more plays; the answer lists them as plays
  players           2 to 4; as many as can play if left out
  opened            initial meld laid before? true if left out
  opened_this_turn  laid this turn? false if left out
  placed_this_turn  was a tile placed earlier in this turn, so that this play need
                    not place one? as opened_this_turn if left out
  free              McGraw: the free tiles; none if left out
  free_usable, must_play_jokers
                    McGraw: false if left out

\b
Is this action legal?
  {"state": "rack k1 | pool ?3", "action": "draw"}
  state, action     in notation
  seat              the acting seat; the seat to move if left out
  ruleset, options  as above

\b
How many points is this hand?
  {"hand": "k1 k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13"}
  hand              fourteen tiles, the discard not among them
  first_turn, dealt, first_player
                    false if left out
  ruleset, options  as above, but international if left out

\b
How is this round scored?
  {"score": {"racks": ["k13", "r1", ""], "winner": 2}}
  racks             the tiles left on each rack
  winner            a seat, or null
  ruleset, options  as above
  to_move           the seat to move next: for a tie without a winner
  opened, win, hand, last_discard, trump_holders
                    International
  handfuls          McGraw: sizes, as in [[14, 13], [15, 14]]

\b
In an answer, if needed:
  read              the notation, if the question was written differently
  warnings          the reasons why the position cannot occur

Exits with 1 if a line could not be answered, otherwise with 0. Answers are in ASCII.
"""


@click.command("referee", help=_HELP)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.File("rb"))
@click.pass_context
def referee_command(ctx: click.Context, files: tuple[BinaryIO, ...]) -> None:
    """Judge plays, hands and scores; exit with status 1 if a line could not be answered."""
    if not reply_to_all(files or (sys.stdin.buffer,), answer, click.echo):
        ctx.exit(1)
