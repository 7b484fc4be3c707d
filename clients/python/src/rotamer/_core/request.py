"""Sending requests, and repeating them where that is safe."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from ..errors import ConnectionFailedError
from .effects import Clock, Emit, Failure, Operation, Reply, Send, Sleep
from .rules import error_of, retry_delay


class Settings:
    """What all operations of a client share."""

    def __init__(self, max_retries: int = 2, timeout: float = 60.0, clock: Clock | None = None) -> None:
        self.max_retries = max_retries
        self.timeout = timeout
        self.clock = clock or Clock()


class Tries:
    """Counts how often a request was sent."""

    count = 0


def send(
    settings: Settings,
    request: Send,
    *,
    safe: bool | None = None,
    tries: Tries | None = None,
    max_retries: int | None = None,
) -> Operation[Reply]:
    """Sends a request until it succeeds or may not be sent again. All methods but POST are safe unless said otherwise."""
    is_safe = request.method != "POST" if safe is None else safe
    most = settings.max_retries if max_retries is None else max_retries
    tries = tries or Tries()
    while True:
        tries.count += 1
        outcome = yield request
        if isinstance(outcome, Reply) and outcome.status < 400:
            return outcome
        delay = retry_delay(
            outcome, tries.count, safe=is_safe, max_retries=most, chance=settings.clock.random()
        )
        if delay is None:
            raise _raised(request, outcome)
        yield Sleep(delay)


def _raised(request: Send, outcome: Reply | Failure) -> Exception:
    if isinstance(outcome, Reply):
        return error_of(outcome)
    # Of a signed link only the place: its query is a secret.
    place = request.path.split("?")[0]
    error = ConnectionFailedError(f"{request.method} {place}: {outcome.reason}")
    error.__cause__ = outcome.cause
    return error


def send_json(settings: Settings, request: Send, **options: Any) -> Operation[Any]:
    """The same, with the JSON of the answer."""
    if request.timeout == Send.timeout:
        request = replace(request, timeout=settings.timeout)
    reply = yield from send(settings, request, **options)
    return json.loads(reply.content)


def items(settings: Settings, path: str, query: dict[str, Any]) -> Operation[None]:
    """Emits the items of a list, page by page as they are needed."""
    cursor: str | None = None
    while True:
        page = yield from send_json(settings, Send("GET", path, {**query, "starting_after": cursor}))
        for item in page["data"]:
            yield Emit(item)
        cursor = page["next_cursor"] if page["has_more"] else None
        if cursor is None:
            return


def given(values: dict[str, Any]) -> dict[str, Any]:
    """Without what is None."""
    return {name: value for name, value in values.items() if value is not None}

