"""Sends requests, and repeats them where that is safe."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from ..errors import ConnectionFailedError, WaitTimeoutError
from .answers import read_json, redirected
from .effects import Clock, Emit, Failure, Operation, Reply, Send, Sleep
from .rules import error_of, retry_delay
from .target import Target

_log = logging.getLogger("rotamer")

#: Methods that may be repeated. A POST may be repeated if it has an idempotency key or is known to be harmless.
SAFE = frozenset({"GET", "HEAD", "PUT", "DELETE", "OPTIONS"})


class Settings:
    """Settings shared by all operations of a client."""

    def __init__(self, target: Target, retry_for: float = 60.0, timeout: float = 60.0, clock: Clock | None = None) -> None:
        self.target = target
        self.retry_for = retry_for
        self.timeout = timeout
        self.clock = clock or Clock()


class Tries:
    """Counts how often a request was sent."""

    count = 0


@dataclass
class Limit:
    """A time limit for waiting. The job continues when the time has passed."""

    name: str
    seconds: float | None
    deadline: float | None

    @staticmethod
    def of(settings: Settings, name: str, seconds: float | None) -> Limit:
        return Limit(name, seconds, None if seconds is None else settings.clock.now() + seconds)

    def left(self, settings: Settings) -> float:
        """Returns the remaining seconds; raises when none are left."""
        if self.deadline is None:
            return float("inf")
        left = self.deadline - settings.clock.now()
        if left <= 0:
            raise WaitTimeoutError(self.name, self.seconds or 0)
        return left


def send(
    settings: Settings,
    request: Send,
    *,
    safe: bool | None = None,
    tries: Tries | None = None,
    retry_for: float | None = None,
    limit: Limit | None = None,
    raw: bool = False,
) -> Operation[Reply]:
    """Sends a request until it succeeds, may not be sent again, or has failed for `retry_for` seconds.

    The reply contains its JSON, unless `raw` is set.
    """
    is_safe = request.method in SAFE or "idempotency-key" in request.headers if safe is None else safe
    budget = settings.retry_for if retry_for is None else retry_for
    tries = tries or Tries()
    give_up: float | None = None
    timeout = settings.timeout if request.timeout is None else request.timeout
    place = settings.target.place(request.path)
    while True:
        tries.count += 1
        request.timeout = timeout if limit is None else min(timeout, limit.left(settings))
        outcome = yield request
        if isinstance(outcome, Reply) and 200 <= outcome.status < 300:
            outcome = outcome if raw else read_json(request, outcome, place)
            if isinstance(outcome, Reply):
                return outcome
        now = settings.clock.now()
        give_up = now + budget if give_up is None else give_up
        delay = retry_delay(outcome, tries.count, safe=is_safe, left=give_up - now, chance=settings.clock.random())
        if limit is not None:
            limit.left(settings)
        if delay is None:
            raise _raised(request, outcome, place)
        if tries.count >= 3:
            _log.warning("%s %s: %s. Trying for another %.0f s.", request.method, place, _what(outcome), give_up - now)
        yield Sleep(delay if limit is None else min(delay, limit.left(settings)))


def _what(outcome: Reply | Failure) -> str:
    return outcome.reason if isinstance(outcome, Failure) else f"status {outcome.status}"


def _raised(request: Send, outcome: Reply | Failure, place: str) -> Exception:
    if isinstance(outcome, Reply):
        return error_of(outcome, f"{request.method} {place}") if outcome.status >= 400 else redirected(request, outcome, place)
    error = ConnectionFailedError(f"{request.method} {place}: {outcome.reason}")
    error.__cause__ = outcome.cause
    return error


def send_json(settings: Settings, request: Send, **options: Any) -> Operation[Any]:
    """Sends a request and returns the JSON of the response."""
    reply = yield from send(settings, request, **options)
    return reply.data


def items(settings: Settings, path: str, query: dict[str, Any]) -> Operation[None]:
    """Emits the items of a list, page by page as they are needed."""
    cursor: str | None = None
    while True:
        page = yield from send_json(settings, Send("GET", path, {**query, "starting_after": cursor}))
        for item in page["data"]:
            yield Emit(item)
        cursor = page.get("next_cursor") if page["has_more"] else None
        if cursor is None:
            return


def given(values: dict[str, Any]) -> dict[str, Any]:
    """Returns the values that are not None."""
    return {name: value for name, value in values.items() if value is not None}
