"""Follows a job until it has ended: by its event stream, and by polling after three failed streams."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from ..results import Run
from .effects import Close, Emit, Failure, Open, Operation, Read, Reply, Send, Sleep
from .request import Limit, Settings, send
from .rules import (
    MAX_OUTAGE,
    MAX_STREAM_FAILURES,
    RUN_ENDED,
    RUN_POLLS,
    SILENCE,
    TERMINAL,
    count_failure,
    error_of,
    is_final,
    poll_delay,
    reopen_delay,
    retry_after,
)
from .sse import SseParser


@dataclass
class JobEvent:
    """A state of a job. `terminal` is the last one."""

    event: str
    job: dict[str, Any]


def follow_job(settings: Settings, job_id: str, timeout: float | None = None) -> Operation[None]:
    """Emits every new state of a job until it has ended."""
    limit = Limit.of(settings, job_id, timeout)
    states = _States()
    failures = 0
    while failures < MAX_STREAM_FAILURES:
        opened = settings.clock.now()
        end = yield from _read_stream(settings, job_id, limit, states)
        if end.terminal:
            return
        if end.impossible:
            break
        failures = count_failure(failures, settings.clock.now() - opened)
        if failures < MAX_STREAM_FAILURES:
            wanted = reopen_delay(end.retry_after, end.advertised, settings.clock.random())
            yield from _pause(settings, limit, wanted)
    yield from _poll(settings, job_id, limit, states)


class _States:
    """Remembers the last state, which may be sent several times."""

    def __init__(self) -> None:
        self.last: JobEvent | None = None

    def emit(self, event: JobEvent) -> Operation[None]:
        if event != self.last:
            self.last = event
            yield Emit(event)


@dataclass
class _StreamEnd:
    terminal: bool
    retry_after: float | None = None
    #: Reconnection time that the stream advertised, in seconds.
    advertised: float | None = None
    #: Whether the response came from a proxy instead of the service.
    impossible: bool = False


def _read_stream(settings: Settings, job_id: str, limit: Limit, states: _States) -> Operation[_StreamEnd]:
    request = Open(
        "GET",
        f"/jobs/{quote(job_id, safe='')}/events",
        headers={"accept": "text/event-stream"},
        timeout=min(settings.timeout, limit.left(settings)),
        silence=SILENCE,
        deadline=limit.deadline,
        lasting=True,
    )
    head = yield request
    if isinstance(head, Failure):
        limit.left(settings)
        return _StreamEnd(False, impossible=head.final)
    if head.status >= 400:
        error = error_of(head, f"GET {settings.target.place(request.path)}")
        if is_final(error):
            raise error
        return _StreamEnd(False, error.retry_after)
    if head.status != 200 or not head.headers.get("content-type", "text/event-stream").startswith("text/event-stream"):
        # A redirect or a page. Polling then reports it, or works where streams do not.
        yield Close()
        return _StreamEnd(False, impossible=True)
    end = yield from _read_events(settings, job_id, limit, states)
    yield Close()
    return end


def _read_events(settings: Settings, job_id: str, limit: Limit, states: _States) -> Operation[_StreamEnd]:
    parser = SseParser()
    while True:
        piece = yield Read()
        if isinstance(piece, Failure) or piece == b"":
            limit.left(settings)
            return _StreamEnd(False, None, parser.retry)
        try:
            events = [(event, json.loads(data)) for event, data in parser.push(piece) if event in ("status", "terminal", "error")]
        except ValueError:
            return _StreamEnd(False, None, parser.retry)
        for event, job in events:
            if event == "error" or not isinstance(job, dict) or job.get("id") != job_id:
                return _StreamEnd(False, None, parser.retry)
            yield from states.emit(JobEvent(event, job))
            if event == "terminal":
                return _StreamEnd(True)
        limit.left(settings)


def _poll(settings: Settings, job_id: str, limit: Limit, states: _States) -> Operation[None]:
    polls = 0
    while True:
        polls += 1
        request = Send("GET", f"/jobs/{quote(job_id, safe='')}/status")
        reply: Reply = yield from send(settings, request, retry_for=_outage(settings), limit=limit)
        ended = reply.data["status"] in TERMINAL
        yield from states.emit(JobEvent("terminal" if ended else "status", reply.data))
        if ended:
            return
        yield from _pause(settings, limit, poll_delay(polls, retry_after(reply.headers), settings.clock.random()))


def _outage(settings: Settings) -> float:
    """Returns how long a wait continues without a response. A job takes longer than most outages."""
    return max(MAX_OUTAGE, settings.retry_for)


def follow_run(settings: Settings, run_id: str, timeout: float | None = None) -> Operation[None]:
    """Emits every new state of a workflow run until it has ended or is paused. Reads it after 1, 2 and 3 s, then every 5 s."""
    limit = Limit.of(settings, run_id, timeout)
    last: Any = None
    polls = 0
    while True:
        polls += 1
        request = Send("GET", f"/workflow-runs/{quote(run_id, safe='')}")
        reply: Reply = yield from send(settings, request, retry_for=_outage(settings), limit=limit)
        run = reply.data
        if run != last:
            last = run
            yield Emit(Run(run))
        if run["status"] in RUN_ENDED or run["status"] == "PAUSED":
            return
        delay = poll_delay(polls, retry_after(reply.headers), settings.clock.random(), RUN_POLLS)
        yield from _pause(settings, limit, delay)


def _pause(settings: Settings, limit: Limit, seconds: float) -> Operation[None]:
    yield Sleep(min(seconds, limit.left(settings)))
    limit.left(settings)
