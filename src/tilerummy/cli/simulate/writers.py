"""Writes rows as JSON lines or as Parquet."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import BinaryIO

from tilerummy.cli.files import writing
from tilerummy.cli.simulate.rows import Batch, Value

_text = cache(json.dumps)
"""The JSON of a text; most texts of a column are the same few."""


def write_rows(
    batches: Iterable[Batch], out: Path | None, about: Mapping[str, str], form: str | None = None
) -> int:
    """Write rows to *out* or, as JSON lines, to standard output; return how many there were.

    *form* is ``jsonl`` or ``parquet``, by default as the name of the file ends; *about* goes into
    the metadata of Parquet. Raises ClickException if *out* cannot be written.
    """
    if out is None:
        return write_json_lines(batches, sys.stdout.buffer)
    with writing(out):
        if (form or out.suffix.removeprefix(".")) == "parquet":
            return write_parquet(batches, out, about)
        with out.open("wb") as file:
            return write_json_lines(batches, file)


def write_json_lines(batches: Iterable[Batch], file: BinaryIO) -> int:
    """Write an object on a line for each row; return how many rows there were."""
    rows = 0
    for batch in batches:
        columns, places = [], []
        for name, values in batch.items():
            columns.append([*map(_text, values)] if _texts(values) else values)
            places.append(f"{json.dumps(name)}:%s")
        line = f"{{{','.join(places)}}}\n"
        written = "".join([line % row for row in zip(*columns, strict=True)])
        file.write(written.encode())
        rows += len(columns[0])
    return rows


def _texts(values: Sequence[Value]) -> bool:
    return bool(values) and isinstance(values[0], str)


def write_parquet(batches: Iterable[Batch], file: Path, about: Mapping[str, str]) -> int:
    """Write a row group for each batch, and *about* into the metadata; return the number of rows.

    Numbers are 32-bit integers. Raises ModuleNotFoundError without the package pyarrow.
    """
    import pyarrow as pa
    from pyarrow import parquet

    rows, writer = 0, None
    try:
        for batch in batches:
            table = pa.table(
                {
                    name: pa.array([*values], kind)
                    for name, values in batch.items()
                    for kind in [pa.string() if _texts(values) else pa.int32()]
                }
            ).replace_schema_metadata(dict(about))
            if writer is None:
                writer = parquet.ParquetWriter(file, table.schema)
            writer.write_table(table)
            rows += table.num_rows
    finally:
        if writer is not None:
            writer.close()
    return rows
