"""Records as JSON lines: a header, followed by one line per event.

:mod:`~tilerummy.records.jsonl.codec` derives the encoding and the schema of events, actions and the
other lines (:mod:`~tilerummy.records.jsonl.lines`) from dataclass types. The server uses the same
codec. :mod:`~tilerummy.records.jsonl.fields` reads single values, and
:mod:`~tilerummy.records.jsonl.schema` builds the JSON Schemas.
:mod:`~tilerummy.records.jsonl.writer` and :mod:`~tilerummy.records.jsonl.reader` write and read
complete records.
"""
