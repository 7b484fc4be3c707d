"""The settings of a client, and its limits on time."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import WaitTimeoutError
from .messages import Clock
from .target import Target


class Settings:
    """Settings shared by all operations of a client."""

    def __init__(self, target: Target, retry_for: float = 60.0, timeout: float = 60.0, clock: Clock | None = None) -> None:
        self.target = target
        self.retry_for = retry_for
        self.timeout = timeout
        self.clock = clock or Clock()


@dataclass
class Limit:
    """A time limit for waiting. The job continues when the time has passed."""

    clock: Clock
    name: str
    seconds: float | None
    deadline: float | None

    @staticmethod
    def of(clock: Clock, name: str, seconds: float | None) -> Limit:
        return Limit(clock, name, seconds, None if seconds is None else clock.now() + seconds)

    def left(self) -> float:
        """Returns the remaining seconds; raises when none are left."""
        if self.deadline is None:
            return float("inf")
        left = self.deadline - self.clock.now()
        if left <= 0:
            raise WaitTimeoutError(self.name, self.seconds or 0)
        return left
