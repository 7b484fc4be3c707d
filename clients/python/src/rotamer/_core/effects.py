"""What an operation asks of the world around it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")

#: An operation: yields effects, is sent their outcomes, returns its answer. It may be closed at any effect, by Ctrl-C or a
#: cancelled task, and then must not yield another one: runners close what it left open.
Operation = Generator[Any, Any, T]


@dataclass
class Send:
    """One try of a request; its outcome is a `Reply` or a `Failure`."""

    method: str
    #: Relative to the API, or an absolute URL.
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    json: Any = None
    #: Text parts and the file of a form.
    form: dict[str, str] | None = None
    file: tuple[str, bytes] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    #: Seconds; None: those of the client.
    timeout: float | None = None


@dataclass
class Open(Send):
    """The same with the body unread; `Read` reads it. Only successful replies stay open."""

    #: Seconds without a byte after which the connection is dead.
    silence: float = 45.0
    #: When to give up, on the clock of the operation.
    deadline: float | None = None
    #: Whether the connection is held for as long as a job takes. Those do not count among the connections of requests.
    lasting: bool = False


@dataclass
class Reply:
    status: int
    #: With names in lower case.
    headers: dict[str, str]
    content: bytes = b""
    #: The JSON of the content, where `send` was asked for JSON.
    data: Any = None


@dataclass
class Failure:
    """No reply, or one that broke off."""

    reason: str
    cause: BaseException | None = None
    #: Whether the request may have reached the service.
    sent: bool = True
    #: Whether another try would fail too.
    final: bool = False


@dataclass
class Read:
    """The next piece of the open reply: bytes, `b""` at its end, or a `Failure`."""


@dataclass
class Close:
    """Closes the open reply. Opening another one closes it too."""


@dataclass
class Sleep:
    seconds: float


@dataclass
class Call:
    """Runs a function that blocks for a moment, such as writing a file."""

    function: Callable[[], Any]


@dataclass
class Emit:
    """Passes a value to the caller's iterator."""

    value: Any


class Clock:
    """Time and chance, which tests replace."""

    def now(self) -> float:
        import time

        return time.monotonic()

    def random(self) -> float:
        import random

        return random.random()
