"""Turns values into lines of text for a terminal.

``tiles`` renders tiles, melds, racks and scores and fits them to the screen; ``event_text`` turns
events and refusals into sentences. ``terminal`` shows lines and reads input.
"""
