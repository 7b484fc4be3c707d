"""Requests, replies and failures, and the clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

@dataclass
class Send:
    """One attempt of a request."""

    method: str
    #: Path relative to the API, or an absolute URL.
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    json: Any = None
    #: Text parts and the file of a form.
    form: dict[str, str] | None = None
    file: tuple[str, bytes] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    #: Time limit in seconds; None for that of the client.
    timeout: float | None = None


@dataclass
class Open(Send):
    """One attempt of a request whose body is read in pieces. Only successful replies stay open."""

    #: Seconds without a byte after which the connection is dead.
    silence: float = 45.0
    #: Time at which to give up, on the clock of the operation.
    deadline: float | None = None
    #: Whether the connection is held for as long as a job takes. Such connections have a separate pool.
    lasting: bool = False


@dataclass
class Reply:
    status: int
    #: Headers, with names in lower case.
    headers: dict[str, str]
    content: bytes = b""
    #: The JSON of the content, if `send` was to read JSON.
    data: Any = None


@dataclass
class Failure:
    """No reply, or an incomplete one."""

    reason: str
    cause: BaseException | None = None
    #: Whether the request may have reached the service.
    sent: bool = True
    #: Whether another attempt would fail too.
    final: bool = False


class Clock:
    """Clock and random numbers, which tests replace."""

    def now(self) -> float:
        import time

        return time.monotonic()

    def random(self) -> float:
        import random

        return random.random()
