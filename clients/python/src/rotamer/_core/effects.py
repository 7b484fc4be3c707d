"""What an operation asks of the world around it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")

#: An operation: yields effects, is sent their outcomes, returns its answer.
Operation = Generator[Any, Any, T]


@dataclass
class Send:
    """One try of a request; its outcome is a `Reply` or a `Failure`."""

    method: str
    #: Relative to the API, or a URL of its own.
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    json: Any = None
    #: Text parts and the file of a form.
    form: dict[str, str] | None = None
    file: tuple[str, bytes] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    #: Seconds.
    timeout: float = 60.0


@dataclass
class Open(Send):
    """The same with the body unread; `Read` reads it. Only successful replies stay open."""

    #: Seconds without a byte after which the connection is dead.
    silence: float = 45.0
    #: When to give up, on the clock of the operation.
    deadline: float | None = None


@dataclass
class Reply:
    status: int
    #: With names in lower case.
    headers: dict[str, str]
    content: bytes = b""


@dataclass
class Failure:
    """No reply, or one that broke off."""

    reason: str
    cause: BaseException | None = None


@dataclass
class Read:
    """The next piece of the open reply: bytes, `b""` at its end, or a `Failure`."""


@dataclass
class Close:
    """Closes the open reply."""


@dataclass
class Sleep:
    seconds: float


@dataclass
class Call:
    """Runs a function that blocks for a moment, such as writing a file."""

    function: Callable[[], Any]


@dataclass
class Emit:
    """Hands a value to whoever iterates."""

    value: Any


class Clock:
    """Time and chance, which tests replace."""

    def now(self) -> float:
        import time

        return time.monotonic()

    def random(self) -> float:
        import random

        return random.random()
