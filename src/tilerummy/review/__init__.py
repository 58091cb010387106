"""What a game was for one of its seats: what it chose, what else it could have done, and luck.

``review`` is the door, and ``work`` its stages, for those who run the tasks elsewhere. It uses
nothing but what the seat saw. From the bottom up:

* ``moments`` are the decisions of the seat, each with its view and the events it had seen,
* ``certain`` says what needs no sampling: going out or an opening missed, a discard that wins,
* ``options`` finds what is worth comparing with what was done,
* ``rearranging`` and ``discarding`` play options on in the two kinds of games; a ``Sample`` is what
  came of it (``samples``),
* ``tasks`` are the pieces of work, which may run in other processes,
* ``judged`` gathers the samples of a moment, ``grades`` names how bad an error is and why,
* ``repeats`` says what counts where the same is missed turn after turn,
* ``ledger`` tells the luck of the deal and of draws, the others and skill apart,
* ``values`` are what comes out, ``json_form`` the same for programs.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.review.certain import Code, ReviewReason, plays_of
    from tilerummy.review.grades import Grade
    from tilerummy.review.json_form import review_json
    from tilerummy.review.ledger import LedgerStep, Part, RoundLedger, Worth
    from tilerummy.review.moments import Moment, is_written_down
    from tilerummy.review.reviewing import ReviewSettings, review
    from tilerummy.review.rollouts.tasks import ReviewWorkers
    from tilerummy.review.together import without_luck_of_all
    from tilerummy.review.values import Depth, Review, ReviewedDecision, ReviewedOption, RoundReview
    from tilerummy.review.work import Amount, ReviewWork, Stage
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.review.certain": "Code ReviewReason plays_of",
            "tilerummy.review.grades": "Grade",
            "tilerummy.review.json_form": "review_json",
            "tilerummy.review.ledger": "RoundLedger Part LedgerStep Worth",
            "tilerummy.review.moments": "Moment is_written_down",
            "tilerummy.review.reviewing": "ReviewSettings review",
            "tilerummy.review.rollouts.tasks": "ReviewWorkers",
            "tilerummy.review.together": "without_luck_of_all",
            "tilerummy.review.values": "ReviewedDecision Depth ReviewedOption Review RoundReview",
            "tilerummy.review.work": "Amount ReviewWork Stage",
        },
    )

__all__ = [
    "Amount",
    "Code",
    "Depth",
    "Grade",
    "LedgerStep",
    "Moment",
    "Part",
    "Review",
    "ReviewReason",
    "ReviewSettings",
    "ReviewWork",
    "ReviewWorkers",
    "ReviewedDecision",
    "ReviewedOption",
    "RoundLedger",
    "RoundReview",
    "Stage",
    "Worth",
    "is_written_down",
    "plays_of",
    "review",
    "review_json",
    "without_luck_of_all",
]
