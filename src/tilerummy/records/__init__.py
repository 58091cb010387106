"""Records: games written down, read again, replayed and audited."""

from tilerummy.records.audit import Audit, Difference, HouseRule, audit, fact_text
from tilerummy.records.jsonl.codec import decode_action, decode_event, encode
from tilerummy.records.jsonl.field_reader import DecodeError, Json, JsonObject
from tilerummy.records.jsonl.schema import event_schemas
from tilerummy.records.jsonl.writer import write_jsonl
from tilerummy.records.reader import read_record
from tilerummy.records.record import (
    Command,
    ImpossibleRecordError,
    Participant,
    Record,
    RecordError,
    Round,
    Step,
)
from tilerummy.records.text.writer import write_text
from tilerummy.records.verify import COMMITMENT_TAG, Verified, commitment, verify

__all__ = [
    "COMMITMENT_TAG",
    "Audit",
    "Command",
    "DecodeError",
    "Difference",
    "HouseRule",
    "ImpossibleRecordError",
    "Json",
    "JsonObject",
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
    "event_schemas",
    "fact_text",
    "read_record",
    "verify",
    "write_jsonl",
    "write_text",
]
