"""Records as text that people read, and can write by hand.

To read, :mod:`~tilerummy.records.text.lines` joins lines that belong together,
:mod:`~tilerummy.records.text.header` and :mod:`~tilerummy.records.text.round_lines` parse them, and
:mod:`~tilerummy.records.text.reader` computes the events that the text leaves out.
:mod:`~tilerummy.records.text.writer` writes a record, and
:mod:`~tilerummy.records.text.seat_names` reads and writes names of seats and rows of tiles.
"""
