"""Formats tiles, events and other data as lines of text for a terminal.

``tiles`` formats tiles, melds, racks and scores to fit the screen. ``event_text`` describes events
and refused actions in sentences. ``terminal`` shows lines and reads input.
"""
