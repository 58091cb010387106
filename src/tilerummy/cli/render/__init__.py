"""Lines of text for a terminal, made of values.

``tiles`` draws tiles, melds, racks and scores, and ``layout`` arranges them for the size of the
screen; ``event_text`` and ``refusals`` put events and reasons into sentences. ``terminal`` shows
lines and reads what is typed.
"""
