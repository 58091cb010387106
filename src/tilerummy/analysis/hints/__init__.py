"""Hints for every phase of a turn in every game.

``advice`` recommends an action and explains it. ``discards`` ranks the tiles that can be discarded.
"""
