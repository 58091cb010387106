"""The messages between server and clients, both browsers and programs: one type for each.

Tiles, melds and actions are written in the notation of ``docs/notation.md``. Times are durations in
whole milliseconds, never points in time. The client makes the texts for people from codes and
parameters; sentences here are for the authors of programs.
"""
