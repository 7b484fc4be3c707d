# Generated from _async/logs.py by `npm run generate`.
"""Reads and follows the log of a job."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from .._core.messages import Failure, Open, Send
from .._core.rules import SILENCE, error_of, is_final, reopen_delay
from .._core.settings import Limit
from .._core.sse import SseParser
from .link import Link
from .operations import path_of
from .requests import given, send


def read_log(link: Link, job_id: str, attempt: int | None) -> str:
    """Returns the log as it is now."""
    reply = send(link, Send("GET", path_of("jobs", job_id, "log"), given({"attempt": attempt})), raw=True)
    return reply.content.decode()


@dataclass
class _Place:
    """How far a log was passed on, and how its last stream ended."""

    mark: str | None = None
    ended: bool = False
    retry_after: float | None = None
    #: Reconnection time that the stream advertised, in seconds.
    advertised: float | None = None


def follow_log(link: Link, job_id: str, attempt: int | None) -> Generator[dict[str, Any], None]:
    """Yields the log from its beginning until nothing follows. A stream that breaks is opened again where it broke."""
    place = _Place()
    limit = Limit.of(link.settings.clock, job_id, None)
    while not place.ended:
        with closing(_read_stream(link, job_id, attempt, place, limit)) as parts:
            for part in parts:
                yield part
        if not place.ended:
            link.sleep(reopen_delay(place.retry_after, place.advertised, link.settings.clock.random()))


def _read_stream(link: Link, job_id: str, attempt: int | None, place: _Place, limit: Limit) -> Generator[dict[str, Any], None]:
    headers = {"accept": "text/event-stream", **given({"last-event-id": place.mark})}
    request = Open(
        "GET",
        path_of("jobs", job_id, "log", "stream"),
        given({"attempt": attempt}),
        headers=headers,
        timeout=link.settings.timeout,
        silence=SILENCE,
        deadline=limit.deadline,
        lasting=True,
    )
    head = link.open(request)
    if not isinstance(head, Failure):
        if head.status >= 400:
            error = error_of(head, f"GET {link.settings.target.place(request.path)}")
            if is_final(error):
                raise error
            place.retry_after = error.retry_after
        elif head.status == 200:
            with closing(_read_parts(link, place)) as parts:
                for part in parts:
                    yield part
    link.close()


def _read_parts(link: Link, place: _Place) -> Generator[dict[str, Any], None]:
    parser = SseParser()
    while True:
        piece = link.read()
        if isinstance(piece, Failure) or piece == b"":
            return
        try:
            events = [(name, json.loads(data), mark) for name, data, mark in parser.push_marked(piece)]
        except ValueError:
            return
        finally:
            place.advertised = parser.retry
        for name, data, mark in events:
            if name == "error" or not isinstance(data, dict):
                return
            if name == "log":
                yield data
            # The part is passed on, so that the stream goes on after it.
            place.mark = mark or place.mark
            place.ended = name == "ended"
            if place.ended:
                return
