# Generated from _async/mapping.py by `npm run generate`.
"""Runs a tool on many inputs as one batch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._core.formats import text_input_of
from ..errors import RotamerError

if TYPE_CHECKING:
    from .client import Client

#: Most submissions in a request, and most characters of them. More are sent as a file.
MAX_INLINE = 100
MAX_CHARACTERS = 400_000
#: Most rows in one response.
ROWS = 1000


def map_inputs(
    client: Client,
    tool: str,
    inputs: Sequence[Any],
    settings: dict[str, Any] | None,
    timeout: float | None,
    body: dict[str, Any],
) -> list[dict[str, Any]]:
    if not inputs:
        return []
    described = client.tools.get(tool) if any(isinstance(given, str) for given in inputs) else None
    more = {} if settings is None else {"settings": settings}
    submissions = [
        {"custom_id": str(n), "tool": tool, "input": {"inputs": _inputs(given, described)}, **more} for n, given in enumerate(inputs, 1)
    ]
    lines = [json.dumps(one) for one in submissions]
    body = {"on_problem": "skip", **body}
    if len(lines) <= MAX_INLINE and sum(map(len, lines)) <= MAX_CHARACTERS:
        body["submissions"] = submissions
    else:
        content = "\n".join(lines).encode()
        file = client.files.upload(content, filename=f"{tool}.jsonl", project_id=body.get("project_id"))
        body["file_id"] = file["id"]
    batch = client.batches.create(**body)
    batch = client.batches.wait(batch["id"], timeout=timeout)
    if batch["attempts"] == 0:
        raise RotamerError(batch["error"] or f"The batch {batch['id']} is {batch['status']}.")
    return _collect(client, batch, len(inputs))


def _collect(client: Client, batch: dict[str, Any], count: int) -> list[dict[str, Any]]:
    left = "was left out: its problem is among those of the batch"
    results: list[dict[str, Any]] = [{"status": "FAILED", "values": [], "job_id": None, "error": left} for _ in range(count)]
    for problem in batch["problems"]:
        path = f"{problem['path']}: " if problem["path"] else ""
        results[problem["line"] - 1]["error"] = path + problem["message"]
    for item in client.batches.items(batch["id"], page_size=100):
        found = {"status": item["status"], "job_id": item["job_id"], "error": item["error"]}
        results[int(item["custom_id"]) - 1].update(found)
    for row in client.batches.rows(batch["id"], page_size=ROWS):
        results[int(row["custom_id"]) - 1]["values"].append(row["value"])
    return results


def _inputs(given: Any, tool: dict[str, Any] | None) -> list[dict[str, Any]]:
    """Returns the inputs of a job. A text goes into the first slot that takes it."""
    if isinstance(given, str):
        return [text_input_of(given, tool or {})]
    return list(given) if isinstance(given, (list, tuple)) else [given]
