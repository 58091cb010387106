"""The games that a guest has finished: their list, statistics and records; the analysis board.

* ``summary`` says in a few words what the log of a match says; it is stored beside the log.
* ``listing`` filters and pages the games of a guest.
* ``statistics`` counts them, ``plots`` draws the counts, and ``archive`` packs their records.
* ``analysis`` finds the best plays of a position, with their chances.
* ``own_games`` reads the summaries of a guest, and has those made that are missing.

All but the last are jobs of workers: plain functions on values.
"""
