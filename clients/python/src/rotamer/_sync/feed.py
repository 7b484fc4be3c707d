# Generated from _async/feed.py by `npm run generate`.
"""Reads and follows the feed of the workspace, and waits for many jobs by it."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from .._core.messages import Failure, Open, Send
from .._core.rules import MAX_STREAM_FAILURES, SILENCE, TERMINAL, count_failure, error_of, is_final, poll_delay, reopen_delay
from .._core.settings import Limit
from .._core.sse import SseParser
from ..errors import PermissionDeniedError, ResyncRequiredError
from ..results import JobEvent
from .link import Link
from .requests import given, send_json

#: Jobs of a page.
_PAGE = 100
#: How long the end of a job waits for its settlement, in seconds. It usually follows at once.
_SETTLEMENT = 1.0


def feed_query(filters: dict[str, Any]) -> dict[str, Any]:
    """Returns the query of filters. `type` may be several types."""
    types = filters.get("type")
    return given({**filters, "type": types if types is None or isinstance(types, str) else ",".join(types)})


def feed_events(link: Link, query: dict[str, Any]) -> Generator[dict[str, Any], None]:
    """Yields events up to the present end of the feed, page by page as they are needed."""
    more = True
    while more:
        page = send_json(link, Send("GET", "/events", query))
        for event in page["data"]:
            yield event
        query = {**query, "after": page["next_cursor"]}
        more = page["has_more"]


@dataclass
class _Place:
    """The place in the feed up to which events were passed on. None: now."""

    after: str | None


@dataclass
class _StreamEnd:
    """How a stream ended. `_read_stream` fills it in."""

    retry_after: float | None = None
    #: Reconnection time that the stream advertised, in seconds.
    advertised: float | None = None
    #: Whether the response came from a proxy instead of the service.
    impossible: bool = False


def follow_feed(link: Link, query: dict[str, Any]) -> Generator[dict[str, Any], None]:
    """Yields events as they happen. Reads the stream, which is opened again where it broke, and pages after three failed streams."""
    place = _Place(query.get("after"))
    with closing(_follow(link, query, place, Limit.of(link.settings.clock, "", None))) as events:
        for event in events:
            yield event


def _follow(link: Link, query: dict[str, Any], place: _Place, limit: Limit) -> Generator[dict[str, Any], None]:
    clock = link.settings.clock
    failures = 0
    while failures < MAX_STREAM_FAILURES:
        opened = clock.now()
        end = _StreamEnd()
        with closing(_read_stream(link, query, place, limit, end)) as events:
            for event in events:
                yield event
        if end.impossible:
            break
        failures = count_failure(failures, clock.now() - opened)
        if failures < MAX_STREAM_FAILURES:
            _pause(link, limit, reopen_delay(end.retry_after, end.advertised, clock.random()))
    while True:
        page = send_json(link, Send("GET", "/events", {**query, "after": place.after or "now"}), limit=limit)
        for event in page["data"]:
            yield event
        place.after = page["next_cursor"]
        if not page["has_more"]:
            _pause(link, limit, poll_delay(1, None, clock.random()))


def _read_stream(
    link: Link, query: dict[str, Any], place: _Place, limit: Limit, end: _StreamEnd
) -> Generator[dict[str, Any], None]:
    request = Open(
        "GET",
        "/events/stream",
        {**query, "after": place.after},
        headers={"accept": "text/event-stream"},
        timeout=min(link.settings.timeout, limit.left()),
        silence=SILENCE,
        deadline=limit.deadline,
        lasting=True,
    )
    head = link.open(request)
    if isinstance(head, Failure):
        limit.left()
        end.impossible = head.final
    elif head.status >= 400:
        error = error_of(head, f"GET {link.settings.target.place(request.path)}")
        if is_final(error):
            raise error
        end.retry_after = error.retry_after
    elif head.status != 200 or not head.headers.get("content-type", "text/event-stream").startswith("text/event-stream"):
        # A redirect or a page of a proxy. Pages of the feed then report it, or work where streams do not.
        end.impossible = True
    else:
        with closing(_read_events(link, place, limit, end)) as events:
            for event in events:
                yield event
    link.close()


def _read_events(link: Link, place: _Place, limit: Limit, end: _StreamEnd) -> Generator[dict[str, Any], None]:
    parser = SseParser()
    while True:
        piece = link.read()
        if isinstance(piece, Failure) or piece == b"":
            limit.left()
            return
        try:
            events = [(name, json.loads(data), mark) for name, data, mark in parser.push_marked(piece)]
        except ValueError:
            return
        finally:
            end.advertised = parser.retry
        for name, data, mark in events:
            if name == "error" or not isinstance(data, dict):
                return
            if name == "resync":
                message = "Events are missing: they are kept no more."
                raise ResyncRequiredError(message, status=410, code="resync_required", details={"cursor": data.get("cursor")})
            if name == "event":
                yield data
            # The event is passed on, so that the stream goes on after it.
            place.after = mark or place.after
        limit.left()


def follow_jobs(link: Link, job_ids: Sequence[str], timeout: float | None = None) -> Generator[JobEvent, None]:
    """Yields the new states of jobs until all have ended, by one stream of events.

    What happened before the stream began, and what it missed, is read from the jobs.
    """
    clock = link.settings.clock
    left = dict.fromkeys(job_ids)
    limit = Limit.of(clock, job_ids[0], timeout)
    # The place in the feed is read before the jobs are, so that no change is missed between the two.
    page = send_json(link, Send("GET", "/events", {"after": "now", "type": "job.*"}), limit=limit)
    place = _Place(page["next_cursor"])
    #: Jobs that have ended and are not settled yet.
    unsettled: set[str] = set()
    for job in _states(link, list(left), limit):
        yield _taken(job, left, unsettled)
    while len(left) > len(unsettled):
        try:
            with closing(_follow(link, {"type": "job.*"}, place, limit)) as events:
                for event in events:
                    if event["data"]["id"] in left:
                        yield _taken(event["data"], left, unsettled)
                    if len(left) == len(unsettled):
                        break
        except ResyncRequiredError as error:
            place.after = error.cursor
            for job in _states(link, list(left), limit):
                yield _taken(job, left, unsettled)
    if left:
        link.sleep(_SETTLEMENT)
        for job in _states(link, list(left), limit):
            yield _taken(job, left, unsettled)


def _taken(job: dict[str, Any], left: dict[str, None], unsettled: set[str]) -> JobEvent:
    """Records a state. Returns its event."""
    ended = job["status"] in TERMINAL
    billing = job.get("billing")
    if ended and (billing is None or billing.get("finalized_at") is not None):
        left.pop(job["id"], None)
        unsettled.discard(job["id"])
    elif ended:
        unsettled.add(job["id"])
    return JobEvent("terminal" if ended else "status", job)


def _states(link: Link, job_ids: list[str], limit: Limit) -> list[dict[str, Any]]:
    """Reads jobs. Ids sort by creation time, so the newest pages of the list have most of them; the others are read one by one."""
    found: dict[str, dict[str, Any]] = {}
    wanted = set(job_ids)
    cursor: str | None = None
    pages = 1 + len(job_ids) // 10 if len(job_ids) > 1 else 0
    for _ in range(pages):
        try:
            page = send_json(link, Send("GET", "/jobs", given({"limit": _PAGE, "starting_after": cursor})), limit=limit)
        except PermissionDeniedError:
            # A key that is limited to projects may not list all jobs.
            break
        found.update({job["id"]: job for job in page["data"] if job["id"] in wanted})
        cursor = page.get("next_cursor")
        if len(found) == len(wanted) or not page["has_more"] or page["data"][-1]["id"] < min(wanted):
            break
    for job_id in wanted - found.keys():
        found[job_id] = send_json(link, Send("GET", f"/jobs/{quote(job_id, safe='')}/status"), limit=limit)
    return list(found.values())


def _pause(link: Link, limit: Limit, seconds: float) -> None:
    link.sleep(min(seconds, limit.left()))
    limit.left()
