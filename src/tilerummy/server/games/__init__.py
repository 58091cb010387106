"""Finished games: replays, pictures and comments; a guest's list, statistics and archive.

:mod:`~tilerummy.server.games.summary` condenses match logs into summaries, which are stored beside
the logs; :mod:`~tilerummy.server.games.listing` filters and pages them. Most functions here run in
workers.
"""
