"""Downloads the files of a result, and resumes broken downloads."""

from __future__ import annotations

import hashlib
import json
import os
import re
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..errors import ChecksumError, ConnectionFailedError
from .answers import redirected
from .effects import Call, Close, Failure, Open, Operation, Read, Reply, Sleep
from .operations import path_of
from .request import Settings
from .rules import error_of, retry_delay

#: A connection that receives nothing for this long has failed, in seconds.
STALL = 60.0
#: Number of concurrent downloads.
CONCURRENCY = 4
#: Name of the manifest, beside the files of a downloaded result.
MANIFEST = "manifest.json"
#: Name of the file with the structured items of a result.
ITEMS = "items.json"

#: Device names that are reserved on Windows, with any extension or spaces after them.
_DEVICES = re.compile(r"^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)", re.IGNORECASE)
#: File systems allow 255 bytes. The rest is for `.part` and a number.
_MAX_BYTES = 200


def safe_name(name: str) -> str:
    """Returns a file name that is valid on every system and stays in its folder."""
    beginning = name.encode(errors="replace")[:_MAX_BYTES].decode(errors="ignore")
    plain = re.sub(r'[<>:"/\\|?*\x00-\x1f]', "_", beginning).rstrip(". ")
    return f"_{plain}" if plain == "" or plain.startswith(".") or _DEVICES.match(plain) else plain


def place_files(files: list[dict[str, Any]]) -> list[tuple[dict[str, Any], str]]:
    """Returns a path for each file: its name, in a folder of its port when two files would get one path."""
    names = [MANIFEST, ITEMS, *(safe_name(file["name"]).lower() for file in files)]
    used: set[str] = set()
    places = []
    for file in files:
        name = safe_name(file["name"])
        port = safe_name(file["output_port_id"])
        path = name if names.count(name.lower()) == 1 else f"{port}/{name}"
        number = 2
        while path.lower() in used:
            path = f"{port}/{number}_{name}"
            number += 1
        used.add(path.lower())
        places.append((file, path))
    return places


def hash_file(path: Path) -> Any:
    """Hashes the existing part of a file with SHA-256."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(1 << 20):
            digest.update(piece)
    return digest


def is_file(path: Path, size: int, sha256: str) -> bool:
    return path.is_file() and path.stat().st_size == size and hash_file(path).hexdigest() == sha256


def download_file(settings: Settings, job_id: str, file: dict[str, Any], path: Path, unreachable: set[str]) -> Operation[str]:
    """Downloads into `<path>.part`, from where an earlier attempt ended, and renames it once its SHA-256 is right.

    `unreachable` are the servers of links that this download could not reach. Returns `skipped` when the same bytes already exist,
    else `downloaded`.
    """
    if (yield Call(lambda: is_file(path, int(file["size"]), file["sha256"]))):
        return "skipped"
    yield Call(lambda: path.parent.mkdir(parents=True, exist_ok=True))
    part = path.with_name(path.name + ".part")
    # The API serves the same bytes as the link, at an address that this client can certainly reach.
    item = path_of("results", job_id, "items", file["key"])
    link = file["url"]
    for source in (link, item):
        digest = yield from _fetch_all(settings, source, item, file, part, unreachable)
        if digest == file["sha256"]:
            yield Call(lambda: os.replace(part, path))
            return "downloaded"
        # The partial file of an earlier attempt, and the content of the link, may belong to another file.
        yield Call(lambda: part.unlink(missing_ok=True))
    place = settings.target.place(item)
    raise ChecksumError(f"{file['name']} arrived from {place} with the SHA-256 {digest} instead of {file['sha256']}.")


def _fetch_all(settings: Settings, link: str, item: str, file: dict[str, Any], part: Path, unreachable: set[str]) -> Operation[str]:
    """Fetches a file, with as many connections as needed: from `link` while it gives bytes, else from `item`. Gives up when no
    new byte has arrived for `retry_for` seconds. Returns the SHA-256."""
    size = int(file["size"])
    tries = 0
    give_up: float | None = None
    if _server(link) in unreachable:
        link = item
    while True:
        before = (yield Call(lambda: part.stat().st_size if part.exists() else 0)) or 0
        if before > size:
            yield Call(part.unlink)
            before = 0
        if before == size:
            return (yield Call(lambda: hash_file(part).hexdigest() if part.exists() else hashlib.sha256().hexdigest()))
        outcome = yield from _fetch_once(settings, link, file, part, before)
        if isinstance(outcome, str):
            return outcome
        after = yield Call(lambda: part.stat().st_size if part.exists() else 0)
        if after > before:
            tries, give_up = 0, None
        elif link != item:
            if isinstance(outcome, Failure):
                unreachable.add(_server(link))
            link = item
            continue
        tries += 1
        now = settings.clock.now()
        give_up = now + settings.retry_for if give_up is None else give_up
        # After a connection that gave bytes, another one may follow, also without retries.
        left = max(give_up - now, 1.0) if after > before else give_up - now
        delay = retry_delay(outcome, tries, safe=True, left=left, chance=settings.clock.random())
        if delay is None:
            raise _raised(settings, link, file, outcome)
        yield Sleep(delay)


def _server(link: str) -> str:
    return urlsplit(link).netloc


def _raised(settings: Settings, link: str, file: dict[str, Any], outcome: Reply | Failure) -> Exception:
    place = settings.target.place(link)
    if isinstance(outcome, Reply):
        return error_of(outcome, f"GET {place}") if outcome.status >= 400 else redirected(Open("GET", link), outcome, place)
    error = ConnectionFailedError(f"The download of {file['name']} from {place} failed: {outcome.reason}")
    error.__cause__ = outcome.cause
    return error


def _fetch_once(settings: Settings, link: str, file: dict[str, Any], part: Path, start: int) -> Operation[str | Reply | Failure]:
    """Uses one connection. Returns the SHA-256 when all bytes have arrived, else how the connection ended."""
    headers = {"range": f"bytes={start}-", "if-range": f'"{file["sha256"]}"'} if start > 0 else {}
    head = yield Open("GET", link, headers=headers, timeout=settings.timeout, silence=STALL)
    if isinstance(head, Failure) or head.status not in (200, 206):
        yield Close()
        return head
    length = head.headers.get("content-length")
    if head.status == 200 and length not in (None, str(file["size"])) and "content-encoding" not in head.headers:
        yield Close()
        return Failure(f"the response has {length} bytes instead of {file['size']}")
    goes_on = head.status == 206 and head.headers.get("content-range", "").startswith(f"bytes {start}-")
    digest = (yield Call(lambda: hash_file(part))) if goes_on else hashlib.sha256()
    there = start if goes_on else 0
    broken = Failure("the connection was cut off")
    with part.open("ab" if goes_on else "wb") as target:
        while there <= file["size"]:
            piece = yield Read()
            if isinstance(piece, Failure) or piece == b"":
                broken = piece or broken
                break
            digest.update(piece)
            yield Call(partial(target.write, piece))
            there += len(piece)
    yield Close()
    return digest.hexdigest() if there >= file["size"] else broken


def write_whole(folder: Path, name: str, text: str) -> dict[str, Any]:
    """Writes a text atomically: the file is complete or absent. Returns its entry for a manifest."""
    data = text.encode()
    draft = folder / f"{name}.part"
    draft.write_bytes(data)
    os.replace(draft, folder / name)
    return {"path": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def write_manifest(folder: Path, result: dict[str, Any], places: list[tuple[dict[str, Any], str]], with_items: bool) -> dict[str, Any]:
    """Writes `manifest.json`, and the structured items as `items.json`."""
    fields = ("size", "sha256", "output_port_id", "content_type")
    files = [{"path": path, **{field: file[field] for field in fields}} for file, path in places]
    if with_items and result["results"]:
        files.append(write_whole(folder, ITEMS, json.dumps(result["results"], indent=2, ensure_ascii=False) + "\n"))
    manifest = {"job_id": result["job_id"], "tool": result["tool"], "status": result["status"], "files": files}
    write_whole(folder, MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
    return manifest


def verify_folder(folder: str | Path) -> list[str]:
    """Compares a downloaded folder with its manifest. Returns the paths of files that are missing or have other bytes."""
    place = Path(folder)
    manifest = json.loads((place / MANIFEST).read_text(encoding="utf-8"))
    return [file["path"] for file in manifest["files"] if not is_file(place / file["path"], file["size"], file["sha256"])]
