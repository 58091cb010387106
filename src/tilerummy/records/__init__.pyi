from tilerummy.records.auditor import (
    Audit as Audit,
)
from tilerummy.records.auditor import (
    Difference as Difference,
)
from tilerummy.records.auditor import (
    HouseRule as HouseRule,
)
from tilerummy.records.auditor import (
    audit as audit,
)
from tilerummy.records.auditor import (
    fact_text as fact_text,
)
from tilerummy.records.jsonl.codec import (
    decode_action as decode_action,
)
from tilerummy.records.jsonl.codec import (
    decode_event as decode_event,
)
from tilerummy.records.jsonl.codec import (
    encode as encode,
)
from tilerummy.records.jsonl.fields import (
    DecodeError as DecodeError,
)
from tilerummy.records.jsonl.fields import (
    Json as Json,
)
from tilerummy.records.jsonl.fields import (
    JsonObject as JsonObject,
)
from tilerummy.records.jsonl.schema import (
    event_schemas as event_schemas,
)
from tilerummy.records.jsonl.schema import (
    record_schema as record_schema,
)
from tilerummy.records.jsonl.writer import (
    write_jsonl as write_jsonl,
)
from tilerummy.records.moments import (
    FineMoment as FineMoment,
)
from tilerummy.records.moments import (
    LaidTurn as LaidTurn,
)
from tilerummy.records.moments import (
    MomentKind as MomentKind,
)
from tilerummy.records.moments import (
    fine_moments as fine_moments,
)
from tilerummy.records.moments import (
    laid_turns as laid_turns,
)
from tilerummy.records.reader import (
    read_record as read_record,
)
from tilerummy.records.record import (
    Command as Command,
)
from tilerummy.records.record import (
    ImpossibleRecordError as ImpossibleRecordError,
)
from tilerummy.records.record import (
    Participant as Participant,
)
from tilerummy.records.record import (
    Record as Record,
)
from tilerummy.records.record import (
    RecordedCommand as RecordedCommand,
)
from tilerummy.records.record import (
    RecordedRound as RecordedRound,
)
from tilerummy.records.record import (
    RecordError as RecordError,
)
from tilerummy.records.spreadsheet import (
    write_csv as write_csv,
)
from tilerummy.records.text.writer import (
    write_text as write_text,
)
from tilerummy.records.verifier import (
    COMMITMENT_TAG as COMMITMENT_TAG,
)
from tilerummy.records.verifier import (
    Verified as Verified,
)
from tilerummy.records.verifier import (
    commitment as commitment,
)
from tilerummy.records.verifier import (
    verify as verify,
)
