"""Following a job to its end: its event stream, and polling once that has failed three times."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from ..errors import ApiError, ConnectionFailedError, WaitTimeoutError
from ..results import Run
from .effects import Close, Emit, Failure, Open, Operation, Read, Reply, Send, Sleep
from .request import Settings, send
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
    """A state of a job; `terminal` is the last one."""

    event: str
    job: dict[str, Any]


@dataclass
class Limit:
    """How long to wait. The job goes on when the time has passed."""

    name: str
    seconds: float | None
    deadline: float | None

    @staticmethod
    def of(settings: Settings, name: str, seconds: float | None) -> Limit:
        return Limit(name, seconds, None if seconds is None else settings.clock.now() + seconds)

    def left(self, settings: Settings) -> float:
        """Seconds; raises when none are left."""
        if self.deadline is None:
            return float("inf")
        left = self.deadline - settings.clock.now()
        if left <= 0:
            raise WaitTimeoutError(self.name, self.seconds or 0)
        return left


def follow_job(settings: Settings, job_id: str, timeout: float | None = None) -> Operation[None]:
    """Emits every new state of a job until its end."""
    limit = Limit.of(settings, job_id, timeout)
    states = _States()
    failures = 0
    while failures < MAX_STREAM_FAILURES:
        opened = settings.clock.now()
        end = yield from _read_stream(settings, job_id, limit, states)
        if end.terminal:
            return
        failures = count_failure(failures, settings.clock.now() - opened)
        if failures < MAX_STREAM_FAILURES:
            wanted = reopen_delay(end.retry_after, end.advertised, settings.clock.random())
            yield from _pause(settings, limit, wanted)
    yield from _poll(settings, job_id, limit, states)


class _States:
    """Remembers the last state, which may be told several times."""

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
    #: Seconds after which the stream wants to be opened again.
    advertised: float | None = None


def _read_stream(settings: Settings, job_id: str, limit: Limit, states: _States) -> Operation[_StreamEnd]:
    limit.left(settings)
    path = f"/jobs/{quote(job_id, safe='')}/events"
    head = yield Open(
        "GET",
        path,
        headers={"accept": "text/event-stream"},
        timeout=min(settings.timeout, limit.left(settings)),
        silence=SILENCE,
        deadline=limit.deadline,
    )
    if isinstance(head, Failure):
        limit.left(settings)
        return _StreamEnd(False)
    if head.status >= 400:
        error = error_of(head)
        if is_final(error):
            raise error
        return _StreamEnd(False, error.retry_after)
    parser = SseParser()
    try:
        while True:
            piece = yield Read()
            if isinstance(piece, Failure) or piece == b"":
                limit.left(settings)
                return _StreamEnd(False, None, parser.retry)
            for event, data in parser.push(piece):
                if event == "error":
                    return _StreamEnd(False, None, parser.retry)
                if event in ("status", "terminal"):
                    yield from states.emit(JobEvent(event, json.loads(data)))
                if event == "terminal":
                    return _StreamEnd(True)
            limit.left(settings)
    finally:
        yield Close()


def _poll(settings: Settings, job_id: str, limit: Limit, states: _States) -> Operation[None]:
    path = f"/jobs/{quote(job_id, safe='')}/status"
    last_read = settings.clock.now()
    polls = 0
    while True:
        polls += 1
        wanted: float | None = None
        try:
            request = Send("GET", path, timeout=min(settings.timeout, limit.left(settings)))
            reply: Reply = yield from send(settings, request)
            last_read = settings.clock.now()
            job = json.loads(reply.content)
            ended = job["status"] in TERMINAL
            yield from states.emit(JobEvent("terminal" if ended else "status", job))
            if ended:
                return
            wanted = retry_after(reply.headers)
        except (ApiError, ConnectionFailedError) as error:
            if isinstance(error, ApiError) and is_final(error):
                raise
            limit.left(settings)
            if settings.clock.now() - last_read > MAX_OUTAGE:
                raise
            wanted = error.retry_after if isinstance(error, ApiError) else None
        yield from _pause(settings, limit, poll_delay(polls, wanted, settings.clock.random()))


def follow_run(settings: Settings, run_id: str, timeout: float | None = None) -> Operation[None]:
    """Emits every new state of a workflow run until it has ended or is paused: read after 1, 2 and 3 s, then every 5 s."""
    limit = Limit.of(settings, run_id, timeout)
    last: Any = None
    polls = 0
    while True:
        polls += 1
        reply: Reply = yield from send(settings, Send("GET", f"/workflow-runs/{quote(run_id, safe='')}"))
        run = json.loads(reply.content)
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
