"""Finished games: replays, pictures and comments, and each guest's list, statistics and archive.

:mod:`~tilerummy.server.games.summary` condenses match logs into summaries, and these are stored
with the logs. :mod:`~tilerummy.server.games.listing` filters the summaries and divides them into
pages. Most of these functions run in workers.
"""
