"""Records: matches written down, read again, replayed and audited.

A :class:`Record` is a value: players, ruleset and rounds, each with its chance, its events and the
commands that made them (``record``). There are two forms, and each reads what it writes:

* ``text/`` is for people: ``write_text``. Events that follow from the actions are left out;
  reading computes them again (``recompute``).
* ``jsonl/`` is for programs: ``write_jsonl``, a line of JSON for each event. Its codec, in
  :mod:`tilerummy.records.jsonl.codec`, is the only one for events and actions; the server uses it.

``reader`` tells the forms apart; while it reads, it shows each part with its lines to an observer
(``source_lines``). ``auditor`` is such an observer: it computes every event by today's rules and
reports the first difference. ``verifier`` checks that the deals were fixed in advance.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.records.auditor import (
        Audit,
        Difference,
        HouseRule,
        audit,
        fact_text,
    )
    from tilerummy.records.jsonl.codec import decode_action, decode_event, encode
    from tilerummy.records.jsonl.field_reader import DecodeError, Json, JsonObject
    from tilerummy.records.jsonl.schema import event_schemas, record_schema
    from tilerummy.records.jsonl.writer import write_jsonl
    from tilerummy.records.reader import read_record
    from tilerummy.records.record import (
        Command,
        ImpossibleRecordError,
        Participant,
        Record,
        RecordedCommand,
        RecordedRound,
        RecordError,
    )
    from tilerummy.records.text.writer import write_text
    from tilerummy.records.verifier import COMMITMENT_TAG, Verified, commitment, verify
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.records.auditor": "Audit Difference HouseRule audit fact_text",
            "tilerummy.records.jsonl.codec": "decode_action decode_event encode",
            "tilerummy.records.jsonl.field_reader": "DecodeError Json JsonObject",
            "tilerummy.records.jsonl.schema": "event_schemas record_schema",
            "tilerummy.records.jsonl.writer": "write_jsonl",
            "tilerummy.records.reader": "read_record",
            "tilerummy.records.record": "Command ImpossibleRecordError Participant Record "
            "RecordedCommand RecordedRound RecordError",
            "tilerummy.records.text.writer": "write_text",
            "tilerummy.records.verifier": "COMMITMENT_TAG Verified commitment verify",
        },
    )

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
    "RecordedCommand",
    "RecordedRound",
    "Verified",
    "audit",
    "commitment",
    "decode_action",
    "decode_event",
    "encode",
    "event_schemas",
    "fact_text",
    "read_record",
    "record_schema",
    "verify",
    "write_jsonl",
    "write_text",
]
