"""Performs effects with httpx, blocking."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, ParamSpec, TypeVar

import httpx

from ._core.effects import Call, Clock, Close, Emit, Failure, Open, Operation, Read, Reply, Send, Sleep
from ._core.network import FORKED, NETWORK_ERRORS, NOT_OURS, Network, Pools, failure_of, timeout_of
from ._core.target import Target, answers_another
from .errors import RotamerError

T = TypeVar("T")
P = ParamSpec("P")


class Runner:
    """Runs operations. Threads and forked processes may share it; each run opens a separate connection for its stream."""

    def __init__(self, target: Target, clock: Clock, network: Network) -> None:
        self._target = target
        self._clock = clock
        self._network = network
        self._pools = Pools(network, httpx.Client)
        self._team = threading.local()

    def close(self) -> None:
        """Closes the connections of this process."""
        pools, self._pools = self._pools, Pools(self._network, httpx.Client)
        if pools.pid == os.getpid():
            for http in pools.opened():
                http.close()

    def _pools_here(self) -> Pools[httpx.Client]:
        pools = self._pools
        if pools.pid != os.getpid():
            if pools.was_used and self._network.has_connections_of_the_caller:
                raise RotamerError("This client has a transport or http_client of yours, and was used before a fork. Make a client in the child.")
            # The pool of the parent is dropped without closing its connections, which the parent still uses.
            self._pools = pools = Pools(self._network, httpx.Client)
        return pools

    def _performer(self) -> _Performer:
        return _Performer(self._pools_here, self._target, self._clock, getattr(self._team, "of_thread", None))

    def run(self, operation: Operation[T]) -> T:
        """Returns the result of an operation that emits nothing."""
        performer = self._performer()
        try:
            effect = next(operation)
            while True:
                effect = operation.send(performer.perform(effect))
        except StopIteration as stop:
            return stop.value
        finally:
            operation.close()
            performer.close()

    def iterate(self, operation: Operation[None]) -> Generator[Any, None, None]:
        """Yields the values that an operation emits, on demand."""
        performer = self._performer()
        try:
            effect = next(operation)
            while True:
                if isinstance(effect, Emit):
                    yield effect.value
                    effect = operation.send(None)
                else:
                    effect = operation.send(performer.perform(effect))
        except StopIteration:
            return
        finally:
            operation.close()
            performer.close()

    def each(self, work: Callable[[T], None], items: Sequence[T], at_once: int) -> None:
        """Works on this many items at once. The first error, or Ctrl-C, stops the others, and is raised when they have stopped."""
        team = _Team()
        waiting = iter(list(items))
        errors: list[BaseException] = []

        def take() -> None:
            self._team.of_thread = team
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

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)


#: Seconds that Ctrl-C waits for threads that do not notice it, for example while connecting. They touch no file afterwards.
_STOPS_WITHIN = 2.0


class _Stopped(Exception):
    """Raised to end the work of a thread whose team was stopped."""


class _Team:
    """Threads that work on the items of one call, and are stopped together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._performers: set[_Performer] = set()

    def next_of(self, waiting: Iterator[T]) -> T | None:
        with self._lock:
            return None if self._stopped.is_set() else next(waiting, None)

    def stop(self) -> None:
        self._stopped.set()
        with self._lock:
            for performer in self._performers:
                performer.wake()

    def join(self, performer: _Performer) -> None:
        """Lets `stop` end the reads of this performer."""
        with self._lock:
            self._performers.add(performer)

    def leave(self, performer: _Performer) -> None:
        with self._lock:
            self._performers.discard(performer)

    def check(self) -> None:
        if self._stopped.is_set():
            raise _Stopped

    def sleep(self, seconds: float) -> None:
        self._stopped.wait(seconds)


class _Performer:
    """One run: at most one open reply at a time."""

    def __init__(self, pools_here: Callable[[], Pools[httpx.Client]], target: Target, clock: Clock, team: _Team | None) -> None:
        self._pools_here = pools_here
        self._pools: Pools[httpx.Client] | None = None
        self._target = target
        self._clock = clock
        self._team = team
        self._open: httpx.Response | None = None
        self._pid = 0
        self._pieces: Iterator[bytes] = iter(())
        self._alarm: threading.Timer | None = None

    def perform(self, effect: Any) -> Any:
        if self._team is not None:
            self._team.check()
        match effect:
            case Open():
                return self._begin(effect)
            case Send():
                return self._send(effect)
            case Read():
                return self._read()
            case Sleep(seconds):
                (time if self._team is None else self._team).sleep(seconds)
            case Call(function):
                return function()
            case Close():
                self.close()
        return None

    def _failure(self, error: Exception) -> Failure:
        if isinstance(error, httpx.PoolTimeout) and self._pools is not None:
            self._pools.renew()
        return failure_of(error)

    def _send(self, request: Send) -> Reply | Failure:
        arguments = self._target.request(request)
        self._pools = self._pools_here()
        http = self._pools.of(arguments["url"], False)
        try:
            response = http.request(**arguments, timeout=timeout_of(request.timeout or 60.0))
        except NETWORK_ERRORS as error:
            return self._failure(error)
        if answers_another(response):
            return NOT_OURS
        return Reply(response.status_code, dict(response.headers), response.content)

    def _begin(self, request: Open) -> Reply | Failure:
        self.close()
        arguments = self._target.request(request)
        auth = arguments.pop("auth")
        follow = arguments.pop("follow_redirects")
        self._pools = self._pools_here()
        http = self._pools.of(arguments["url"], request.lasting)
        try:
            wanted = http.build_request(**arguments, timeout=timeout_of(request.timeout or 60.0, request.silence))
            response = http.send(wanted, stream=True, auth=auth, follow_redirects=follow)
            if answers_another(response):
                response.close()
                return NOT_OURS
            if response.status_code >= 300:
                response.read()
                return Reply(response.status_code, dict(response.headers), response.content)
        except NETWORK_ERRORS as error:
            return self._failure(error)
        self._open = response
        self._pid = os.getpid()
        self._pieces = response.iter_raw()
        if self._team is not None:
            self._team.join(self)
        if request.deadline is not None:
            self._alarm = threading.Timer(max(0.0, request.deadline - self._clock.now()), self.wake)
            self._alarm.daemon = True
            self._alarm.start()
        return Reply(response.status_code, dict(response.headers))

    def _read(self) -> bytes | Failure:
        if self._pid != os.getpid():
            return FORKED
        try:
            return next(self._pieces, b"")
        except NETWORK_ERRORS as error:
            return failure_of(error)

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._team is not None:
            self._team.leave(self)
        if self._open is not None:
            response, self._open = self._open, None
            # In a forked child the connection is the parent's.
            if self._pid == os.getpid():
                response.close()

    def wake(self) -> None:
        """Ends a read that blocks another thread. Closing the socket would not wake that thread."""
        response = self._open
        stream = response.extensions.get("network_stream") if response is not None else None
        connection = stream.get_extra_info("socket") if stream is not None else None
        try:
            if connection is not None:
                connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
