"""The arena: measures how strong players are by playing the same deals from every seat.

A *contest* (``contest``) consists of *match-ups* (``seatings``): either one player against a field
of copies of another player, in every rotation, or several players in every order. Each round is a
job (``jobs``) that any process can play (``playing``). The reports on the rounds are collected and
evaluated (``results``), with confidence intervals clustered by deal (``estimates``) and a
sequential stopping rule (``sequential``). Each player in a population gets an Elo rating and a
worst match-up (``population``). ``json_form`` converts results and reports to JSON. :func:`against`
runs a simple contest in a single call.

>>> from random import Random
>>> from tilerummy.players import player
>>> def make(text: str, rng: Random, *, seat: int, job: RoundJob) -> Entrant:
...     return Entrant(player(text, rng), lambda: 0.0)
>>> matchup = Matchup.one_against_field("casual", "beginner", seats=2)
>>> contest = Contest(ruleset="american", seats=2, matchups=(matchup,), deals=2)
>>> collector = Collector(contest)
>>> for job in contest.jobs():
...     collector.add(play_job(job, make))
>>> collector.result().matchups[0].deals
2
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
