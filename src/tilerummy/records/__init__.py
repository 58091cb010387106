"""Records: games written down, read again, replayed and audited."""

from tilerummy.records.audit import Audit, Difference, HouseRule, audit, fact_line, fact_text
from tilerummy.records.codec import decode_action, decode_event, encode
from tilerummy.records.jsonl import write_jsonl
from tilerummy.records.plain import CodecError, Json, Object
from tilerummy.records.reading import read_record
from tilerummy.records.record import (
    Command,
    ImpossibleRecordError,
    Participant,
    Record,
    RecordError,
    Round,
    Step,
)
from tilerummy.records.text import write_text
from tilerummy.records.verifying import COMMITMENT_TAG, Verified, commitment, verify

__all__ = [
    "COMMITMENT_TAG",
    "Audit",
    "CodecError",
    "Command",
    "Difference",
    "HouseRule",
    "ImpossibleRecordError",
    "Json",
    "Object",
    "Participant",
    "Record",
    "RecordError",
    "Round",
    "Step",
    "Verified",
    "audit",
    "commitment",
    "decode_action",
    "decode_event",
    "encode",
    "fact_line",
    "fact_text",
    "read_record",
    "verify",
    "write_jsonl",
    "write_text",
]
