"""Inputs of jobs, and FASTA files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


def text_input(slot: str, content: str, *, kind: str, format: str, id: str | None = None, **fields: Any) -> dict[str, Any]:
    """An input of a slot from text: `text_input("sequences", fasta, kind="protein", format="FASTA")`."""
    source = {"type": "text"}
    return {"id": id or slot, "slotId": slot, "kind": kind, "format": format, "source": source, "content": content, **fields}


def file_input(slot: str, file_id: str, *, kind: str, format: str, id: str | None = None, **fields: Any) -> dict[str, Any]:
    """An input of a slot from a saved file."""
    source = {"type": "file", "file_id": file_id}
    return {"id": id or slot, "slotId": slot, "kind": kind, "format": format, "source": source, **fields}


class FastaRecord(NamedTuple):
    #: First word of the header.
    id: str
    description: str
    sequence: str


def read_fasta(source: str | os.PathLike[str]) -> list[FastaRecord]:
    """The records of a FASTA file, or of a text that begins with `>`."""
    text = source if isinstance(source, str) and source.lstrip().startswith(">") else Path(source).read_text(encoding="utf-8")
    return list(_records(text))


def _records(text: str) -> Iterator[FastaRecord]:
    for part in ("\n" + text.replace("\r\n", "\n").replace("\r", "\n")).split("\n>")[1:]:
        header, _, body = part.partition("\n")
        id, _, description = header.strip().partition(" ")
        yield FastaRecord(id, description.strip(), "".join(body.split()))
