"""Lines of text for a terminal, made of values.

``tiles`` draws tiles, melds, racks and scores and arranges them for the size of the screen;
``event_text`` puts events and refusals into sentences. ``terminal`` shows lines and reads what is
typed.
"""
