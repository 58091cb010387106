"""The arena: measures how strong players are, on the same deals from every seat.

A *contest* (``contest``) is made of *match-ups* (``seatings``): one player alone against a field of
another in every rotation, or several in every order. Its rounds are jobs (``jobs``), values that
any process can play (``playing``); what they report is collected and evaluated (``results``), with
intervals clustered by deal (``estimates``), a test that says when enough has been played
(``sequential``), and Elo and worst shares over a population (``population``). ``json_form`` writes
results and reports as JSON. :func:`against` does the usual in a call.

>>> from random import Random
>>> from tilerummy.players import player
>>> def make(text: str, chance: Random, *, seat: int, job: RoundJob) -> Entrant:
...     return Entrant(player(text, chance), lambda: 0.0)
>>> matchup = Matchup.one_against_field("casual", "beginner", seats=2)
>>> contest = Contest(ruleset="american", seats=2, matchups=(matchup,), deals=2)
>>> collector = Collector(contest)
>>> for job in contest.jobs():
...     collector.add(play_job(job, make))
>>> collector.result().matchups[0].deals
2
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.players.arena.contest import Contest
    from tilerummy.players.arena.estimates import Estimate
    from tilerummy.players.arena.jobs import (
        Forfeit,
        ForfeitKind,
        RoundJob,
        RoundKey,
        RoundReport,
        SeatReport,
    )
    from tilerummy.players.arena.one_against_field import ArenaResult, PlayerMaker, against
    from tilerummy.players.arena.playing import (
        Entrant,
        EntrantMaker,
        IllegalAnswerError,
        PlayerError,
        TooLateError,
        play_job,
        play_simulated,
    )
    from tilerummy.players.arena.population import Meeting, Rating, ratings
    from tilerummy.players.arena.results import (
        Collector,
        ContestResult,
        MatchupResult,
        Standing,
    )
    from tilerummy.players.arena.seatings import Matchup, cross
    from tilerummy.players.arena.sequential import SequentialDecision, SequentialTest
    from tilerummy.players.arena.turn_times import TurnTimes
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.players.arena.contest": "Contest",
            "tilerummy.players.arena.estimates": "Estimate",
            "tilerummy.players.arena.jobs": "Forfeit ForfeitKind RoundJob RoundKey RoundReport "
            "SeatReport",
            "tilerummy.players.arena.one_against_field": "ArenaResult PlayerMaker against",
            "tilerummy.players.arena.playing": "Entrant EntrantMaker "
            "IllegalAnswerError PlayerError TooLateError "
            "play_job play_simulated",
            "tilerummy.players.arena.population": "Meeting Rating ratings",
            "tilerummy.players.arena.results": "Collector ContestResult MatchupResult Standing",
            "tilerummy.players.arena.seatings": "Matchup cross",
            "tilerummy.players.arena.sequential": "SequentialDecision SequentialTest",
            "tilerummy.players.arena.turn_times": "TurnTimes",
        },
    )

__all__ = [
    "ArenaResult",
    "Collector",
    "Contest",
    "ContestResult",
    "Entrant",
    "EntrantMaker",
    "Estimate",
    "Forfeit",
    "ForfeitKind",
    "IllegalAnswerError",
    "Matchup",
    "MatchupResult",
    "Meeting",
    "PlayerError",
    "PlayerMaker",
    "Rating",
    "RoundJob",
    "RoundKey",
    "RoundReport",
    "SeatReport",
    "SequentialDecision",
    "SequentialTest",
    "Standing",
    "TooLateError",
    "TurnTimes",
    "against",
    "cross",
    "play_job",
    "play_simulated",
    "ratings",
]
