"""Records as JSON lines: a header, then a line for each event.

:mod:`~tilerummy.records.jsonl.codec` derives from the types of dataclasses how events, actions and
the other lines (:mod:`~tilerummy.records.jsonl.lines`) are read, written and described; the server
uses the same codec. :mod:`~tilerummy.records.jsonl.fields` has the readers of values, and
:mod:`~tilerummy.records.jsonl.schema` the JSON Schemas. :mod:`~tilerummy.records.jsonl.writer` and
:mod:`~tilerummy.records.jsonl.reader` write and read whole records.
"""
