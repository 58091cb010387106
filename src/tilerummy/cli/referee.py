"""``tilerummy referee``: judges plays, hands and scores, each given as a line of JSON."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from tilerummy.protocol.json_lines import reply_to_all
from tilerummy.protocol.referee import answer

_HELP = """Judge plays, hands and scores.

Reads questions from each FILE or from standard input, one JSON object per line, and writes one line
for each immediately, in order. If a question has an id, its result has the same id.

\b
Is this play legal?
  {"table": "k1 k2 k3", "rack": "k4 r1", "play": "k1 k2 k3 k4"}
  table, rack       before the play
  play              the complete table after it
  ruleset           a preset, with house rules if any, such as
                    sabra+initial_meld.points=50; default: sabra
  options           house rules as an object; default: none
  turn              true if play is the table after the whole turn, which may
                    take several plays; the result lists them as plays
  cite              true to cite the rules behind the result; default: false
  players           1 to 6; default: 4, or the maximum
  opened            true (the default) if the initial meld has been laid
  opened_this_turn  true if it was laid in this turn; default: false
  placed_this_turn  true if a tile was placed earlier this turn, so that this
                    play need not place one; default: as opened_this_turn
  free              McGraw: the free tiles; default: none
  free_usable, must_play_jokers
                    McGraw: true or false; default: false

\b
Is this action legal?
  {"state": "rack k1 | pool ?3", "action": "draw"}
  state, action     in notation
  seat              the acting seat; default: the seat to move
  ruleset, options  as above

\b
What does this hand score?
  {"hand": "k1 k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13"}
  hand              fourteen tiles, without the discard
  first_turn, dealt, first_player
                    true or false; default: false
  ruleset, options  as above; default: international

\b
How is this round scored?
  {"score": {"racks": ["k13", "r1", ""], "winner": 2}}
  racks             the tiles left on each rack
  winner            a seat, or null
  ruleset, options  as above
  to_move           the seat that would move next, if racks are equal
  opened, win, hand, last_discard, trump_holders
                    International
  handfuls          McGraw: sizes, as in [[14, 13], [15, 14]]

\b
A result may also have:
  read              how fields in another spelling were understood
  warnings          reasons why the position cannot occur
  closed            International: the best closed hand that can be declared
                    instead of the play, with the tile to discard

The exit status is 1 if a line could not be read or judged, otherwise 0. Results are in ASCII.
"""


@click.command("referee", help=_HELP)
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.File("rb"))
@click.pass_context
def referee_command(ctx: click.Context, files: tuple[BinaryIO, ...]) -> None:
    """Judge plays, hands and scores; exit with status 1 if a line has no result."""
    if not reply_to_all(files or (sys.stdin.buffer,), answer, click.echo):
        ctx.exit(1)
