# Generated from _async/download.py by `npm run generate`.
"""Downloads the files of a result, and resumes broken downloads."""

from __future__ import annotations

import hashlib
import os
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from .._core.answers import redirected
from .._core.folder import hash_file, is_file
from .._core.messages import Failure, Open, Reply
from .._core.rules import error_of, retry_delay
from ..errors import ChecksumError, ConnectionFailedError, UnexpectedResponseError
from .link import Link

#: A connection that receives nothing for this long has failed, in seconds.
STALL = 60.0
#: Number of concurrent downloads.
CONCURRENCY = 4


def download_file(link: Link, item: str, file: dict[str, Any], path: Path, unreachable: set[str]) -> str:
    """Downloads a file, by its link or from `item`, its path in the API. It downloads into `<path>.part`, from where an earlier attempt ended, and renames it once its SHA-256 is right.

    `unreachable` are the servers of links that this download could not reach. Returns `skipped` when the same bytes already exist,
    else `downloaded`.
    """
    if link.call(lambda: is_file(path, int(file["size"]), file["sha256"])):
        return "skipped"
    link.call(lambda: path.parent.mkdir(parents=True, exist_ok=True))
    part = path.with_name(path.name + ".part")
    # The API serves the same bytes as the link, at an address that this client can certainly reach.
    url = file["url"]
    for source in (url, item):
        digest = _fetch_all(link, source, item, file, part, unreachable)
        if digest == file["sha256"]:
            link.call(lambda: os.replace(part, path))
            return "downloaded"
        # The partial file of an earlier attempt, and the content of the link, may belong to another file.
        link.call(lambda: part.unlink(missing_ok=True))
    place = link.settings.target.place(item)
    raise ChecksumError(f"{file['name']} arrived from {place} with the SHA-256 {digest} instead of {file['sha256']}.")


def _fetch_all(link: Link, url: str, item: str, file: dict[str, Any], part: Path, unreachable: set[str]) -> str:
    """Fetches a file, with as many connections as needed: from `url` while it gives bytes, else from `item`. Gives up when no
    new byte has arrived for `retry_for` seconds. Returns the SHA-256."""
    size = int(file["size"])
    tries = 0
    give_up: float | None = None
    if _server(url) in unreachable:
        url = item
    while True:
        before = link.call(lambda: part.stat().st_size if part.exists() else 0)
        if before > size:
            link.call(part.unlink)
            before = 0
        if before == size:
            return link.call(lambda: hash_file(part).hexdigest() if part.exists() else hashlib.sha256().hexdigest())
        outcome = _fetch_once(link, url, file, part, before)
        if isinstance(outcome, str):
            return outcome
        after = link.call(lambda: part.stat().st_size if part.exists() else 0)
        if after > before:
            tries, give_up = 0, None
        elif url != item:
            if isinstance(outcome, Failure):
                unreachable.add(_server(url))
            url = item
            continue
        tries += 1
        now = link.settings.clock.now()
        give_up = now + link.settings.retry_for if give_up is None else give_up
        # After a connection that gave bytes, another one may follow, also without retries.
        left = max(give_up - now, 1.0) if after > before else give_up - now
        delay = retry_delay(outcome, tries, safe=True, left=left, chance=link.settings.clock.random())
        if delay is None:
            raise _raised(link, url, file, outcome)
        link.sleep(delay)


def _server(url: str) -> str:
    return urlsplit(url).netloc


def _raised(link: Link, url: str, file: dict[str, Any], outcome: Reply | Failure) -> Exception:
    place = link.settings.target.place(url)
    if isinstance(outcome, Reply):
        return error_of(outcome, f"GET {place}") if outcome.status >= 400 else redirected(Open("GET", url), outcome, place)
    error = ConnectionFailedError(f"The download of {file['name']} from {place} failed: {outcome.reason}")
    error.__cause__ = outcome.cause
    return error


def _fetch_once(link: Link, url: str, file: dict[str, Any], part: Path, start: int) -> str | Reply | Failure:
    """Uses one connection. Returns the SHA-256 when all bytes have arrived, else how the connection ended."""
    headers = {"range": f"bytes={start}-", "if-range": f'"{file["sha256"]}"'} if start > 0 else {}
    head = link.open(Open("GET", url, headers=headers, timeout=link.settings.timeout, silence=STALL))
    if isinstance(head, Failure) or head.status not in (200, 206):
        link.close()
        return head
    length = head.headers.get("content-length")
    if head.status == 200 and length not in (None, str(file["size"])) and "content-encoding" not in head.headers:
        link.close()
        return Failure(f"the response has {length} bytes instead of {file['size']}")
    goes_on = head.status == 206 and head.headers.get("content-range", "").startswith(f"bytes {start}-")
    digest = link.call(lambda: hash_file(part)) if goes_on else hashlib.sha256()
    there = start if goes_on else 0
    broken = Failure("the connection was cut off")
    with part.open("ab" if goes_on else "wb") as target:
        while there <= file["size"]:
            piece = link.read()
            if isinstance(piece, Failure):
                broken = piece
                break
            if piece == b"":
                break
            digest.update(piece)
            link.call(partial(target.write, piece))
            there += len(piece)
    link.close()
    return digest.hexdigest() if there >= file["size"] else broken


def download_whole(link: Link, source: str, query: dict[str, Any], path: Path) -> Path:
    """Downloads a table or a compressed archive, which the server makes while it sends it. What was cut off is not kept: it cannot go on."""
    head = link.open(Open("GET", source, query=query, timeout=link.settings.timeout, silence=STALL))
    if isinstance(head, Failure) or head.status != 200:
        link.close()
        raise _raised(link, source, {"name": path.name}, head)
    link.call(lambda: path.parent.mkdir(parents=True, exist_ok=True))
    part = path.with_name(path.name + ".part")
    with part.open("wb") as target:
        while True:
            piece = link.read()
            if isinstance(piece, Failure) or piece == b"":
                break
            link.call(partial(target.write, piece))
    link.close()
    if isinstance(piece, Failure):
        link.call(part.unlink)
        raise _raised(link, source, {"name": path.name}, piece)
    link.call(lambda: os.replace(part, path))
    return path


def download_archive(link: Link, source: str, query: dict[str, Any], path: Path) -> Path:
    """Downloads an archive, from where an earlier attempt ended. Another archive has another tag, so its beginning is not taken for
    that of this one. A compressed archive comes as a whole."""
    if query.get("compression") == "zstd":
        return download_whole(link, source, query, path)
    source += f"?{urlencode(query)}" if query else ""
    head = link.open(Open("GET", source, headers={"range": "bytes=0-0"}, timeout=link.settings.timeout, silence=STALL))
    if isinstance(head, Failure) or head.status != 206:
        link.close()
        raise _raised(link, source, {"name": path.name}, head)
    link.close()
    size = head.headers.get("content-range", "").rpartition("/")[2]
    tag = head.headers.get("etag", "").strip('"')
    if not size.isdigit() or not tag:
        raise UnexpectedResponseError(f"The response of {link.settings.target.place(source)} has neither the size nor the tag of an archive.")
    link.call(lambda: path.parent.mkdir(parents=True, exist_ok=True))
    part = path.with_name(f"{path.name}.{tag[:16]}.part")
    file = {"name": path.name, "size": int(size), "sha256": tag}
    _fetch_all(link, source, source, file, part, set())
    link.call(lambda: os.replace(part, path))
    return path
