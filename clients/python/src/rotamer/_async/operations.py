"""The operations of the API that have special rules."""

from __future__ import annotations

import hashlib
import json
import os
import re
import math
import uuid
from typing import IO, Any
from urllib.parse import parse_qsl, quote, urlsplit

from .._core.messages import Send
from ..errors import ApiError, ChecksumError, ConflictError, ConnectionFailedError, NotFoundError, RotamerError, UnexpectedResponseError
from .link import AsyncLink
from .requests import Tries, given, send, send_json


def path_of(*parts: str) -> str:
    return "/" + "/".join(quote(part, safe="") for part in parts)


async def submit(
    link: AsyncLink, body: dict[str, Any], key: str | None, wait_seconds: int, path: str = "/jobs", notify: bool = False, labels: dict[str, str] | None = None,
    cancel_after_seconds: float | None = None,
) -> dict[str, Any]:
    """Submits a job. Creates one idempotency key for the call, and keeps it for its retries."""
    headers = {"idempotency-key": key or str(uuid.uuid4())}
    prefer = ([f"wait={wait_seconds}"] if wait_seconds > 0 else []) + (["notify=mail"] if notify else [])
    if prefer:
        headers["prefer"] = ", ".join(prefer)
    if labels:
        headers["labels"] = ",".join(f"{key}={value}" for key, value in labels.items())
    if cancel_after_seconds is not None:
        headers["cancel-after"] = str(math.ceil(cancel_after_seconds))
    # A response that waits must not count as one that is missing.
    return await send_json(link, Send("POST", path, json=body, headers=headers, timeout=link.settings.timeout + wait_seconds))


async def start_run(link: AsyncLink, path: str, body: dict[str, Any], key: str | None, notify: bool = False) -> dict[str, Any]:
    headers = {"idempotency-key": key or str(uuid.uuid4()), **({"prefer": "notify=mail"} if notify else {})}
    return await send_json(link, Send("POST", path, json=body, headers=headers))


async def cancel_job(link: AsyncLink, job_id: str) -> dict[str, Any]:
    """Cancels a job that has not started."""
    return await _end_job(link, job_id, "cancel")


async def stop_job(link: AsyncLink, job_id: str) -> dict[str, Any]:
    """Stops a job, also one that is running. A running metered job ends within seconds as BUDGET_EXCEEDED, and keeps
    its results so far."""
    return await _end_job(link, job_id, "stop")


_ENDS = {"cancel": ("CANCELLED",), "stop": ("CANCELLED", "BUDGET_EXCEEDED")}


async def _end_job(link: AsyncLink, job_id: str, verb: str) -> dict[str, Any]:
    """Ends a job. If a response was lost, the next attempt finds the job already ended and is refused, which counts as
    success."""
    tries = Tries()
    try:
        return await send_json(link, Send("POST", path_of("jobs", job_id, verb)), safe=True, tries=tries)
    except ConflictError as error:
        details = error.details if isinstance(error.details, dict) else {}
        if tries.count < 2 or details.get("current_status") not in _ENDS[verb]:
            raise
    job = await send_json(link, Send("GET", path_of("jobs", job_id, "status")))
    if verb == "stop":
        return {"object": "job_stop", "job": job}
    refunded = (job.get("billing") or {}).get("outcome") != "charged"
    return {"object": "job_cancellation", "refunded": refunded, "job": job}


async def cancel_run(link: AsyncLink, run_id: str) -> dict[str, Any]:
    tries = Tries()
    path = path_of("workflow-runs", run_id, "cancel")
    try:
        return await send_json(link, Send("POST", path), safe=True, tries=tries)
    except ConflictError:
        if tries.count < 2:
            raise
        run = await send_json(link, Send("GET", path_of("workflow-runs", run_id)))
        if run["status"] != "CANCELLED":
            raise
        return {"object": "workflow_run_cancellation", "charged_credits": run.get("actual_credits"), "run": run}


async def delete_file(link: AsyncLink, file_id: str) -> dict[str, Any]:
    """Deletes a file. If a response was lost, the next attempt finds no file, which counts as success."""
    tries = Tries()
    try:
        return await send_json(link, Send("DELETE", path_of("files", file_id)), tries=tries)
    except NotFoundError:
        if tries.count < 2:
            raise
        return {"object": "file_deletion", "id": file_id, "deleted": True}


async def upload(
    link: AsyncLink,
    content: bytes,
    filename: str,
    *,
    description: str | None,
    tags: list[str] | None,
    collection_ids: list[str] | None,
    project_id: str | None,
    key: str | None,
) -> dict[str, Any]:
    """Uploads a file. Creates one idempotency key for the call, and keeps it for its retries."""
    form = given(
        {
            "description": description,
            "tags": None if tags is None else json.dumps(tags),
            "collection_ids": None if collection_ids is None else json.dumps(collection_ids),
            "project_id": project_id,
        }
    )
    # 50 MB may take long on a slow connection.
    headers = {"idempotency-key": key or str(uuid.uuid4())}
    request = Send("POST", "/files", form=form, file=(filename, content), headers=headers, timeout=600.0)
    return await send_json(link, request)


async def fetch_file(link: AsyncLink, body: dict[str, Any], key: str | None) -> dict[str, Any]:
    """Fetches an entry of a public database. The service may need a minute."""
    headers = {"idempotency-key": key or str(uuid.uuid4())}
    return await send_json(link, Send("POST", "/files/fetch", json=body, headers=headers, timeout=90.0))


async def load_result(link: AsyncLink, job_id: str) -> dict[str, Any]:
    """Reads all pages of a result. The first page counts as a poll, which is allowed once in 5 s."""
    result: dict[str, Any] | None = None
    query: dict[str, Any] | None = {}
    while query is not None:
        reply = await send(link, Send("GET", path_of("results", job_id), query))
        page = reply.data
        if result is None:
            result = page
        else:
            result["files"] += page["files"]
            result["results"] += page["results"]
        query = _next_page(reply.headers.get("link", ""))
    assert result is not None
    return result


def _next_page(link: str) -> dict[str, Any] | None:
    """Returns the query of the next page in a Link header, whose host may differ from ours."""
    match = re.search(r'<([^>]+)>;\s*rel="next"', link)
    return dict(parse_qsl(urlsplit(match[1]).query)) if match else None


def job_body(
    tool: str,
    inputs: list[dict[str, Any]],
    name: str | None,
    settings: dict[str, Any] | None,
    max_quoted_credits: int | None,
    max_reserved_credits: int | None,
    project_id: str | None,
) -> dict[str, Any]:
    """Returns the body of a submission."""
    return given(
        {
            "tool": tool,
            "name": name or tool,
            "input": {"inputs": inputs},
            "settings": settings,
            "project_id": project_id,
            "max_quoted_credits": max_quoted_credits,
            "billing": None if max_reserved_credits is None else {"max_reserved_credits": max_reserved_credits},
        }
    )


def rerun_body(newest: bool, settings: dict[str, Any] | None, max_reserved_credits: int | None) -> dict[str, Any]:
    """Returns what differs when a job runs again."""
    return given(
        {
            "dataset_release": "newest" if newest else None,
            "settings": settings,
            "billing": None if max_reserved_credits is None else {"max_reserved_credits": max_reserved_credits},
        }
    )


def retry_body(node_id: str | None, max_credits: int | None) -> dict[str, Any]:
    mode = "from_start" if node_id is None else "from_failed_node"
    return given({"mode": mode, "node_id": node_id, "max_credits": max_credits})


def file_content(source: str | bytes | bytearray | memoryview | os.PathLike[Any] | IO[bytes], filename: str | None) -> tuple[bytes, str]:
    """Returns bytes and name of a file to upload. An open file is read from its current position."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        if filename is None:
            raise RotamerError("Bytes need a filename.")
        return bytes(source), filename
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as stream:
            return stream.read(), filename or os.path.basename(os.fsdecode(source))
    if not hasattr(source, "read"):
        raise RotamerError(f"An upload is a path, bytes or a file opened with 'rb', and not {type(source).__name__}.")
    opened = getattr(source, "name", None)
    name = filename or (os.path.basename(os.fsdecode(opened)) if isinstance(opened, (str, bytes)) else None)
    if not name:
        raise RotamerError("An open file that has no name needs a filename.")
    content = source.read()
    if not isinstance(content, bytes):
        raise RotamerError(f"{name} is open as text, which may change its bytes. Open it with 'rb', or give its path.")
    return content, name


async def read_crate(link: AsyncLink, job_id: str) -> dict[str, Any]:
    """Returns the metadata of the RO-Crate of a job."""
    reply = await send(link, Send("GET", path_of("jobs", job_id, "ro-crate")), raw=True)
    crate: dict[str, Any] = json.loads(reply.content)
    return crate


async def read_input(link: AsyncLink, job_id: str, number: int) -> bytes:
    """Returns the bytes of an input of a job, whose ETag is their SHA-256."""
    reply = await send(link, Send("GET", path_of("jobs", job_id, "inputs", str(number))), raw=True)
    digest, expected = hashlib.sha256(reply.content).hexdigest(), reply.headers.get("etag", "").strip('"')
    if digest != expected:
        raise ChecksumError(f"Input {number} of {job_id} arrived with the SHA-256 {digest} instead of {expected}.")
    return reply.content


async def read_file(link: AsyncLink, item: str, file: dict[str, Any]) -> bytes:
    """Returns the bytes of a file: by its link, else from the API itself, which the client can certainly reach."""
    try:
        reply = await send(link, Send("GET", file["url"]), retry_for=0, raw=True)
        if hashlib.sha256(reply.content).hexdigest() == file["sha256"]:
            return reply.content
    except (ApiError, ConnectionFailedError, UnexpectedResponseError):
        pass
    reply = await send(link, Send("GET", item), raw=True)
    digest = hashlib.sha256(reply.content).hexdigest()
    if digest != file["sha256"]:
        raise ChecksumError(f"{file['name']} arrived from {link.settings.target.base_url} with the SHA-256 {digest} instead of {file['sha256']}.")
    return reply.content
