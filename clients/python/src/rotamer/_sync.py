"""Performs effects with httpx, blocking."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

import httpx

from ._core.effects import Call, Clock, Close, Emit, Failure, Open, Operation, Read, Reply, Send, Sleep
from ._core.target import Target

T = TypeVar("T")
P = ParamSpec("P")


class Runner:
    """Runs operations. Threads may share it; each run has a connection of its own for its stream."""

    def __init__(self, target: Target, clock: Clock, transport: httpx.BaseTransport | None = None) -> None:
        self._target = target
        self._clock = clock
        self._http = httpx.Client(transport=transport)

    def close(self) -> None:
        self._http.close()

    def run(self, operation: Operation[T]) -> T:
        """The answer of an operation that emits nothing."""
        performer = _Performer(self._http, self._target, self._clock)
        try:
            effect = next(operation)
            while True:
                effect = operation.send(performer.perform(effect))
        except StopIteration as stop:
            return stop.value
        finally:
            operation.close()
            performer.close()

    def iterate(self, operation: Operation[None]) -> Iterator[Any]:
        """What an operation emits, as it is asked for."""
        performer = _Performer(self._http, self._target, self._clock)
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
            performer.close()
            operation.close()

    def each(self, work: Callable[[T], None], items: Sequence[T], at_once: int) -> None:
        """Works on so many at once; the first error is raised when the others have stopped."""
        with ThreadPoolExecutor(at_once) as pool:
            list(pool.map(work, items))

    def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return function(*args, **kwargs)


class _Performer:
    """One run: at most one open reply at a time."""

    def __init__(self, http: httpx.Client, target: Target, clock: Clock) -> None:
        self._http = http
        self._target = target
        self._clock = clock
        self._open: httpx.Response | None = None
        self._pieces: Iterator[bytes] = iter(())
        self._alarm: threading.Timer | None = None

    def perform(self, effect: Any) -> Any:
        match effect:
            case Open():
                return self._begin(effect)
            case Send():
                return self._send(effect)
            case Read():
                return self._read()
            case Sleep(seconds):
                time.sleep(seconds)
            case Call(function):
                return function()
            case Close():
                self.close()
        return None

    def _send(self, request: Send) -> Reply | Failure:
        try:
            response = self._http.request(**self._target.request(request), timeout=request.timeout)
        except (httpx.TransportError, httpx.DecodingError) as error:
            return Failure(_reason(error), error)
        return Reply(response.status_code, dict(response.headers), response.content)

    def _begin(self, request: Open) -> Reply | Failure:
        timeout = httpx.Timeout(request.timeout, read=request.silence)
        try:
            wanted = self._http.build_request(**self._target.request(request), timeout=timeout)
            response = self._http.send(wanted, stream=True)
            if response.status_code >= 400:
                response.read()
                response.close()
                return Reply(response.status_code, dict(response.headers), response.content)
        except httpx.TransportError as error:
            return Failure(_reason(error), error)
        self._open = response
        self._pieces = response.iter_raw()
        if request.deadline is not None:
            self._alarm = threading.Timer(max(0.0, request.deadline - self._clock.now()), _wake, [response])
            self._alarm.daemon = True
            self._alarm.start()
        return Reply(response.status_code, dict(response.headers))

    def _read(self) -> bytes | Failure:
        try:
            return next(self._pieces, b"")
        except (httpx.TransportError, httpx.StreamError) as error:
            return Failure(_reason(error), error)

    def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._open is not None:
            self._open.close()
            self._open = None


def _wake(response: httpx.Response) -> None:
    """Ends a read that blocks another thread: closing a socket would not wake it."""
    stream = response.extensions.get("network_stream")
    connection = stream.get_extra_info("socket") if stream is not None else None
    try:
        if connection is not None:
            connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
