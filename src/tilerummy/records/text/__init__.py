"""Records as text that people read, and can write by hand.

To read, :mod:`~tilerummy.records.text.lines` joins lines that belong together and reads names of
seats, :mod:`~tilerummy.records.text.round_lines` parses the header and the lines of rounds, and
:mod:`~tilerummy.records.text.reader` computes the events that the text leaves out.
:mod:`~tilerummy.records.text.writer` writes a record.
"""
