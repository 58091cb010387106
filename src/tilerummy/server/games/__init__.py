"""Finished games: replays, pictures and comments; a guest's list, statistics and archive.

:mod:`~tilerummy.server.games.summary` says in short what the log of a match says. It is stored
beside the log, and :mod:`~tilerummy.server.games.listing` filters and pages the games of a guest by
it. Most functions here run in workers.
"""
