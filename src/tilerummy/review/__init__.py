"""What a game was for one of its seats: what it chose, what else it could have done, and luck.

``review`` runs a whole review, and ``ReviewWork`` its stages for callers that run the tasks
elsewhere (``work``). It uses nothing but what the seat saw. From the bottom up:

* ``moments`` are the decisions of the seat, each with its view and the events it had seen,
* ``certain`` finds what needs no sampling: going out or an opening missed, a discard that wins,
* ``rollouts`` compares the options of a decision in sampled worlds,
* ``judged`` gathers the samples of a moment, ``grades`` names how bad an error is and why,
* ``repeats`` decides what counts when the same is missed turn after turn,
* ``ledger`` separates the luck of the deal and of draws, the other players and skill,
* ``values`` are the results, ``json_form`` the same for programs.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
