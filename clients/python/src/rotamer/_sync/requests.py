# Generated from _async/requests.py by `npm run generate`.
"""Sends requests, and repeats them where that is safe."""

from __future__ import annotations

import logging
from collections.abc import Generator
from typing import Any

from .._core.answers import read_json, redirected
from .._core.messages import Failure, Reply, Send
from .._core.rules import error_of, retry_delay
from .._core.settings import Limit
from ..errors import ConnectionFailedError
from .link import Link

_log = logging.getLogger("rotamer")

#: A longer wait before another try is logged, by default to stderr, in seconds: of a rate limit, for example.
#: Results can be read once in 5 s, so a wait of 5 s and its jitter is usual.
LONG_WAIT = 6.0

#: Methods that may be repeated. A POST may be repeated if it has an idempotency key or is known to be harmless.
SAFE = frozenset({"GET", "HEAD", "PUT", "DELETE", "OPTIONS"})


class Tries:
    """Counts how often a request was sent."""

    count = 0


def send(
    link: Link,
    request: Send,
    *,
    safe: bool | None = None,
    tries: Tries | None = None,
    retry_for: float | None = None,
    limit: Limit | None = None,
    raw: bool = False,
) -> Reply:
    """Sends a request until it succeeds, may not be sent again, or has failed for `retry_for` seconds.

    The reply contains its JSON, unless `raw` is set.
    """
    is_safe = request.method in SAFE or "idempotency-key" in request.headers if safe is None else safe
    budget = link.settings.retry_for if retry_for is None else retry_for
    tries = tries or Tries()
    give_up: float | None = None
    timeout = link.settings.timeout if request.timeout is None else request.timeout
    place = link.settings.target.place(request.path)
    while True:
        tries.count += 1
        request.timeout = timeout if limit is None else min(timeout, limit.left())
        outcome = link.send(request)
        if isinstance(outcome, Reply) and 200 <= outcome.status < 300:
            outcome = outcome if raw else read_json(request, outcome, place)
            if isinstance(outcome, Reply):
                return outcome
        now = link.settings.clock.now()
        give_up = now + budget if give_up is None else give_up
        delay = retry_delay(outcome, tries.count, safe=is_safe, left=give_up - now, chance=link.settings.clock.random())
        if limit is not None:
            limit.left()
        if delay is None:
            raise _raised(request, outcome, place)
        if tries.count >= 3 or delay > LONG_WAIT:
            message = "%s %s: %s. Waiting %.0f s, and trying for up to %.0f s."
            _log.warning(message, request.method, place, _what(outcome), delay, give_up - now)
        link.sleep(delay if limit is None else min(delay, limit.left()))


def _what(outcome: Reply | Failure) -> str:
    return outcome.reason if isinstance(outcome, Failure) else f"status {outcome.status}"


def _raised(request: Send, outcome: Reply | Failure, place: str) -> Exception:
    if isinstance(outcome, Reply):
        return error_of(outcome, f"{request.method} {place}") if outcome.status >= 400 else redirected(request, outcome, place)
    error = ConnectionFailedError(f"{request.method} {place}: {outcome.reason}")
    error.__cause__ = outcome.cause
    return error


def send_json(link: Link, request: Send, **options: Any) -> Any:
    """Sends a request and returns the JSON of the response."""
    reply = send(link, request, **options)
    return reply.data


def send_csv(link: Link, path: str, query: dict[str, Any]) -> str:
    """Returns a report as CSV."""
    reply = send(link, Send("GET", path, {**given(query), "format": "csv"}), raw=True)
    return reply.content.decode()


def items(link: Link, path: str, query: dict[str, Any]) -> Generator[dict[str, Any], None]:
    """Yields the items of a list, page by page as they are needed."""
    cursor: str | None = None
    while True:
        page = send_json(link, Send("GET", path, {**query, "starting_after": cursor}))
        for item in page["data"]:
            yield item
        cursor = page.get("next_cursor") if page["has_more"] else None
        if cursor is None:
            return


def given(values: dict[str, Any]) -> dict[str, Any]:
    """Returns the values that are not None."""
    return {name: value for name, value in values.items() if value is not None}
