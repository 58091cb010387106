"""Reviews a game for one seat: its choices, the alternatives, and its luck.

``review`` runs a complete review. ``ReviewWork``, for callers that run the tasks elsewhere, divides
the review into stages (``work``). A review uses only what the seat saw. From the bottom up:

* ``decision_points`` extracts the seat's decisions, each with its view and history,
* ``proven_errors`` finds errors without sampling: a missed win or opening, or a losing discard,
* ``rollouts`` compares the options of a decision in sampled worlds,
* ``facts`` explains why a choice was better, and ``praise`` finds what the seat did well,
* ``estimates`` collects the samples of a decision, ``grades`` grades an error and explains it,
* ``repeats`` decides which errors count if the same chance is missed in several turns in a row,
* ``breakdown`` splits the result into the luck of the deal and the draws, the effect of the other
  players, and skill,
* ``values`` defines the results, and ``json_form`` converts them to JSON.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
