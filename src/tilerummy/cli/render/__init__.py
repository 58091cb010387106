"""What a terminal shows: values in, lines of text out.

``tiles`` draws tiles, melds, racks and scores; ``layout`` puts them below each other in the room
that there is; ``event_text`` and ``refusals`` say events and reasons in sentences; ``terminal``
shows lines and reads what is typed; ``pictures`` writes SVG files.
"""
