"""Records as JSON lines: a header, then a line for each event.

:mod:`~tilerummy.records.jsonl.codec` encodes and decodes one event or action; the server uses the
same codec. :mod:`~tilerummy.records.jsonl.fields` checks the fields of JSON objects.
:mod:`~tilerummy.records.jsonl.lines` describes all other lines, and
:mod:`~tilerummy.records.jsonl.schema` makes a JSON Schema of both.
:mod:`~tilerummy.records.jsonl.writer` and :mod:`~tilerummy.records.jsonl.reader` write and read
whole records.
"""
