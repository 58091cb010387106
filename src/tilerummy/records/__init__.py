"""Records: games written down, read again, replayed and audited."""

from tilerummy.records.audit import Audit, Difference, audit, fact_text
from tilerummy.records.codec import decode_action, decode_event, encode
from tilerummy.records.jsonl import write_jsonl
from tilerummy.records.plain import CodecError, Json, Object
from tilerummy.records.reading import read_record
from tilerummy.records.record import Command, Participant, Record, RecordError, Round, Step
from tilerummy.records.text import write_text

__all__ = [
    "Audit",
    "CodecError",
    "Command",
    "Difference",
    "Json",
    "Object",
    "Participant",
    "Record",
    "RecordError",
    "Round",
    "Step",
    "audit",
    "decode_action",
    "decode_event",
    "encode",
    "fact_text",
    "read_record",
    "write_jsonl",
    "write_text",
]
