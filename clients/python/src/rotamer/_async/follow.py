"""Follows a job until it has ended: by its event stream, and by polling after three failed streams."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from .._core.messages import Failure, Open, Send
from .._core.rules import (
    MAX_OUTAGE,
    MAX_STREAM_FAILURES,
    RUN_ENDED,
    RUN_POLLS,
    SILENCE,
    TERMINAL,
    batch_delay,
    count_failure,
    error_of,
    is_final,
    poll_delay,
    reopen_delay,
    retry_after,
)
from .._core.settings import Limit
from .._core.sse import SseParser
from ..results import JobEvent, Run
from .link import AsyncLink
from .requests import send


async def follow_job(link: AsyncLink, job_id: str, timeout: float | None = None) -> AsyncGenerator[JobEvent, None]:
    """Yields every new state of a job until it has ended."""
    last: JobEvent | None = None
    async with aclosing(_all_states(link, job_id, Limit.of(link.settings.clock, job_id, timeout))) as events:
        async for event in events:
            if event != last:
                last = event
                yield event


async def _all_states(link: AsyncLink, job_id: str, limit: Limit) -> AsyncGenerator[JobEvent, None]:
    """Yields every state that arrives. A state can arrive several times."""
    clock = link.settings.clock
    failures = 0
    while failures < MAX_STREAM_FAILURES:
        opened = clock.now()
        end = _StreamEnd()
        async with aclosing(_read_stream(link, job_id, limit, end)) as events:
            async for event in events:
                yield event
        if end.terminal:
            return
        if end.impossible:
            break
        failures = count_failure(failures, clock.now() - opened)
        if failures < MAX_STREAM_FAILURES:
            await _pause(link, limit, reopen_delay(end.retry_after, end.advertised, clock.random()))
    async with aclosing(_poll(link, job_id, limit)) as events:
        async for event in events:
            yield event


@dataclass
class _StreamEnd:
    """How a stream ended. `_read_stream` fills it in."""

    terminal: bool = False
    retry_after: float | None = None
    #: Reconnection time that the stream advertised, in seconds.
    advertised: float | None = None
    #: Whether the response came from a proxy instead of the service.
    impossible: bool = False


async def _read_stream(link: AsyncLink, job_id: str, limit: Limit, end: _StreamEnd) -> AsyncGenerator[JobEvent, None]:
    request = Open(
        "GET",
        f"/jobs/{quote(job_id, safe='')}/events",
        headers={"accept": "text/event-stream"},
        timeout=min(link.settings.timeout, limit.left()),
        silence=SILENCE,
        deadline=limit.deadline,
        lasting=True,
    )
    head = await link.open(request)
    if isinstance(head, Failure):
        limit.left()
        end.impossible = head.final
    elif head.status >= 400:
        error = error_of(head, f"GET {link.settings.target.place(request.path)}")
        if is_final(error):
            raise error
        end.retry_after = error.retry_after
    elif head.status != 200 or not head.headers.get("content-type", "text/event-stream").startswith("text/event-stream"):
        # A redirect or a page. Polling then reports it, or works where streams do not.
        end.impossible = True
    else:
        async with aclosing(_read_events(link, job_id, limit, end)) as events:
            async for event in events:
                yield event
    await link.close()


async def _read_events(link: AsyncLink, job_id: str, limit: Limit, end: _StreamEnd) -> AsyncGenerator[JobEvent, None]:
    parser = SseParser()
    while True:
        piece = await link.read()
        if isinstance(piece, Failure) or piece == b"":
            limit.left()
            return
        try:
            events = [(event, json.loads(data)) for event, data in parser.push(piece) if event in ("status", "terminal", "error")]
        except ValueError:
            return
        finally:
            end.advertised = parser.retry
        for event, job in events:
            if event == "error" or not isinstance(job, dict) or job.get("id") != job_id:
                return
            end.terminal = event == "terminal"
            yield JobEvent(event, job)
            if end.terminal:
                return
        limit.left()


async def _poll(link: AsyncLink, job_id: str, limit: Limit) -> AsyncGenerator[JobEvent, None]:
    polls = 0
    while True:
        polls += 1
        request = Send("GET", f"/jobs/{quote(job_id, safe='')}/status")
        reply = await send(link, request, retry_for=_outage(link), limit=limit)
        ended = reply.data["status"] in TERMINAL
        yield JobEvent("terminal" if ended else "status", reply.data)
        if ended:
            return
        await _pause(link, limit, poll_delay(polls, retry_after(reply.headers), link.settings.clock.random()))


def _outage(link: AsyncLink) -> float:
    """Returns how long a wait continues without a response. A job takes longer than most outages."""
    return max(MAX_OUTAGE, link.settings.retry_for)


async def follow_run(link: AsyncLink, run_id: str, timeout: float | None = None) -> AsyncGenerator[Run, None]:
    """Yields every new state of a workflow run until it has ended or is paused. Reads it after 1, 2 and 3 s, then every 5 s."""
    limit = Limit.of(link.settings.clock, run_id, timeout)
    last: Any = None
    polls = 0
    while True:
        polls += 1
        request = Send("GET", f"/workflow-runs/{quote(run_id, safe='')}")
        reply = await send(link, request, retry_for=_outage(link), limit=limit)
        run = reply.data
        if run != last:
            last = run
            yield Run(run)
        if run["status"] in RUN_ENDED or run["status"] == "PAUSED":
            return
        await _pause(link, limit, poll_delay(polls, retry_after(reply.headers), link.settings.clock.random(), RUN_POLLS))


async def wait_batch(link: AsyncLink, batch_id: str, timeout: float | None = None) -> dict[str, Any]:
    """Waits until a batch has ended or is paused. Reads it often at first and near its end, otherwise every 5 s."""
    limit = Limit.of(link.settings.clock, batch_id, timeout)
    polls = 0
    first: tuple[float, int, int] | None = None
    while True:
        polls += 1
        reply = await send(link, Send("GET", f"/batches/{quote(batch_id, safe='')}"), retry_for=_outage(link), limit=limit)
        batch: dict[str, Any] = reply.data
        if batch["status"] in RUN_ENDED or batch["status"] == "PAUSED":
            return batch
        items = batch["items"]
        last = (link.settings.clock.now(), items["completed"] + items["failed"], items["waiting"] + items["active"])
        first = first or last
        delay = retry_after(reply.headers) or batch_delay(polls, first, last)
        await _pause(link, limit, delay)


async def _pause(link: AsyncLink, limit: Limit, seconds: float) -> None:
    await link.sleep(min(seconds, limit.left()))
    limit.left()
