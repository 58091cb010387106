"""What a game was for one of its seats: what it chose, what else it could have done, and luck.

``review`` is the door, and ``work`` its stages, for those who run the tasks elsewhere. It uses
nothing but what the seat saw. From the bottom up:

* ``moments`` are the decisions of the seat, each with its view and the events it had seen,
* ``certain`` says what needs no sampling: going out or an opening missed, a discard that wins,
* ``options`` finds what is worth comparing with what was done,
* ``sampling`` plays options on; a ``Sample`` is what came of it (``samples``),
* ``tasks`` are the pieces of work, which may run in other processes,
* ``judged`` gathers the samples of a moment, ``grades`` names how bad an error is and why,
* ``repeats`` says what counts where the same is missed turn after turn,
* ``ledger`` tells the luck of the deal and of draws, the others and skill apart,
* ``values`` are what comes out, ``json_form`` the same for programs.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
