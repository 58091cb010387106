"""Records as readable text, which can also be written by hand.

When text is read, :mod:`~tilerummy.records.text.lines` joins continued lines and reads player
names, :mod:`~tilerummy.records.text.round_lines` parses the header and the lines of each round, and
:mod:`~tilerummy.records.text.reader` computes the events that the text leaves out.
:mod:`~tilerummy.records.text.writer` writes records.
"""
