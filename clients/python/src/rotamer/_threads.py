"""Connections, waits and concurrency in threads. `_tasks` is the same for the async client."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

import httpx

from ._core.messages import Clock, Failure
from ._core.network import FORKED, NETWORK_ERRORS, Network, Pools, failure_of
from .errors import RotamerError

T = TypeVar("T")

#: A function that uses the connections of one call.
Operation: TypeAlias = Callable[..., T]


class Threads:
    """The connections of a client. Threads and forked processes may share it."""

    def __init__(self, clock: Clock, network: Network) -> None:
        self._clock = clock
        self._network = network
        self._pools = Pools(network, httpx.Client)
        self._local = threading.local()

    def close(self) -> None:
        """Closes the connections of this process."""
        pools, self._pools = self._pools, Pools(self._network, httpx.Client)
        if pools.pid == os.getpid():
            for http in pools.opened():
                http.close()

    def pools(self) -> Pools[httpx.Client]:
        """Returns the connections of this process."""
        self._check()
        pools = self._pools
        if pools.pid != os.getpid():
            if pools.was_used and self._network.has_connections_of_the_caller:
                raise RotamerError("This client has a transport or http_client of yours, and was used before a fork. Make a client in the child.")
            # The pool of the parent is dropped without closing its connections, which the parent still uses.
            self._pools = pools = Pools(self._network, httpx.Client)
        return pools

    def stream(self, response: httpx.Response, deadline: float | None) -> Stream:
        return Stream(self._clock, response, deadline, self._team)

    def sleep(self, seconds: float) -> None:
        self._check()
        (time if self._team is None else self._team).sleep(seconds)

    def call(self, function: Callable[[], T], *, abandon: bool = False) -> T:
        """Runs a function that blocks."""
        self._check()
        return function()

    @property
    def _team(self) -> _Team | None:
        """The team of this thread, while `each` works."""
        return getattr(self._local, "team", None)

    def _check(self) -> None:
        if self._team is not None:
            self._team.check()

    def each(self, work: Callable[[T], None], items: Sequence[T], at_once: int) -> None:
        """Works on this many items at once. The first error, or Ctrl-C, stops the others, and is raised when they have stopped."""
        team = _Team()
        waiting = iter(list(items))
        errors: list[BaseException] = []

        def take() -> None:
            self._local.team = team
            try:
                while (item := team.next_of(waiting)) is not None:
                    work(item)
            except _Stopped:
                pass
            except BaseException as error:
                errors.append(error)
                team.stop()

        threads = [threading.Thread(target=take, daemon=True) for _ in range(min(at_once, len(items)))]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            team.stop()
            for thread in threads:
                if thread.ident is not None:
                    thread.join(_STOPS_WITHIN)
        if errors:
            raise errors[0]


#: Seconds that Ctrl-C waits for threads that do not notice it, for example while connecting. They touch no file afterwards.
_STOPS_WITHIN = 2.0


class _Stopped(Exception):
    """Raised to end the work of a thread whose team was stopped."""


class _Team:
    """Threads that work on the items of one call, and are stopped together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._streams: set[Stream] = set()

    def next_of(self, waiting: Iterator[T]) -> T | None:
        with self._lock:
            return None if self._stopped.is_set() else next(waiting, None)

    def stop(self) -> None:
        self._stopped.set()
        with self._lock:
            for stream in self._streams:
                stream.wake()

    def join(self, stream: Stream) -> None:
        """Lets `stop` end the reads of this stream."""
        with self._lock:
            self._streams.add(stream)

    def leave(self, stream: Stream) -> None:
        with self._lock:
            self._streams.discard(stream)

    def check(self) -> None:
        if self._stopped.is_set():
            raise _Stopped

    def sleep(self, seconds: float) -> None:
        self._stopped.wait(seconds)


class Stream:
    """An open response. It can be read until a time on the clock, or until its team is stopped."""

    def __init__(self, clock: Clock, response: httpx.Response, deadline: float | None, team: _Team | None) -> None:
        self._response = response
        self._team = team
        self._pid = os.getpid()
        self._pieces = response.iter_raw()
        self._alarm: threading.Timer | None = None
        if team is not None:
            team.join(self)
        if deadline is not None:
            self._alarm = threading.Timer(max(0.0, deadline - clock.now()), self.wake)
            self._alarm.daemon = True
            self._alarm.start()

    def read(self) -> bytes | Failure:
        """Returns the next piece, and `b""` at the end."""
        if self._team is not None:
            self._team.check()
        if self._pid != os.getpid():
            return FORKED
        try:
            return next(self._pieces, b"")
        except NETWORK_ERRORS as error:
            return failure_of(error)

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        if self._team is not None:
            self._team.leave(self)
        # In a forked child the connection is the parent's.
        if self._pid == os.getpid():
            self._response.close()

    def wake(self) -> None:
        """Ends a read that blocks another thread. Closing the socket would not wake that thread."""
        stream = self._response.extensions.get("network_stream")
        connection = stream.get_extra_info("socket") if stream is not None else None
        try:
            if connection is not None:
                connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
