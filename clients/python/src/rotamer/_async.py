"""Performs effects with httpx and asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, ParamSpec, TypeVar

import httpx

from ._core.effects import Call, Clock, Close, Emit, Failure, Open, Operation, Read, Reply, Send, Sleep
from ._core.target import Target

T = TypeVar("T")
P = ParamSpec("P")


class AsyncRunner:
    """Runs operations. Tasks may share it; each run has a connection of its own for its stream."""

    def __init__(self, target: Target, clock: Clock, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._target = target
        self._clock = clock
        self._http = httpx.AsyncClient(transport=transport)

    async def close(self) -> None:
        await self._http.aclose()

    async def run(self, operation: Operation[T]) -> T:
        """The answer of an operation that emits nothing."""
        performer = _Performer(self._http, self._target, self._clock)
        try:
            effect = next(operation)
            while True:
                effect = operation.send(await performer.perform(effect))
        except StopIteration as stop:
            return stop.value
        finally:
            operation.close()
            await performer.close()

    async def iterate(self, operation: Operation[None]) -> AsyncIterator[Any]:
        """What an operation emits, as it is asked for."""
        performer = _Performer(self._http, self._target, self._clock)
        try:
            effect = next(operation)
            while True:
                if isinstance(effect, Emit):
                    yield effect.value
                    effect = operation.send(None)
                else:
                    effect = operation.send(await performer.perform(effect))
        except StopIteration:
            return
        finally:
            await performer.close()
            operation.close()

    async def each(self, work: Callable[[T], Awaitable[None]], items: Sequence[T], at_once: int) -> None:
        """Works on so many at once; the first error ends the others, and is raised when they have stopped."""
        waiting = iter(items)

        async def take() -> None:
            for item in waiting:
                await work(item)

        tasks = [asyncio.ensure_future(take()) for _ in range(at_once)]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work on files of this machine, which takes its time."""
        return await asyncio.to_thread(function, *args, **kwargs)


class _Performer:
    """One run: at most one open reply at a time."""

    def __init__(self, http: httpx.AsyncClient, target: Target, clock: Clock) -> None:
        self._http = http
        self._target = target
        self._clock = clock
        self._open: httpx.Response | None = None
        self._pieces: AsyncIterator[bytes] | None = None
        self._deadline: float | None = None

    async def perform(self, effect: Any) -> Any:
        match effect:
            case Open():
                return await self._begin(effect)
            case Send():
                return await self._send(effect)
            case Read():
                return await self._read()
            case Sleep(seconds):
                await asyncio.sleep(seconds)
            case Call(function):
                return await asyncio.to_thread(function)
            case Close():
                await self.close()
        return None

    async def _send(self, request: Send) -> Reply | Failure:
        try:
            response = await self._http.request(**self._target.request(request), timeout=request.timeout)
        except (httpx.TransportError, httpx.DecodingError) as error:
            return Failure(_reason(error), error)
        return Reply(response.status_code, dict(response.headers), response.content)

    async def _begin(self, request: Open) -> Reply | Failure:
        timeout = httpx.Timeout(request.timeout, read=request.silence)
        try:
            wanted = self._http.build_request(**self._target.request(request), timeout=timeout)
            response = await self._http.send(wanted, stream=True)
            if response.status_code >= 400:
                await response.aread()
                await response.aclose()
                return Reply(response.status_code, dict(response.headers), response.content)
        except httpx.TransportError as error:
            return Failure(_reason(error), error)
        self._open = response
        self._pieces = response.aiter_raw()
        self._deadline = request.deadline
        return Reply(response.status_code, dict(response.headers))

    async def _read(self) -> bytes | Failure:
        assert self._pieces is not None
        left = None if self._deadline is None else max(0.0, self._deadline - self._clock.now())
        try:
            return await asyncio.wait_for(anext(self._pieces, b""), left)
        except asyncio.TimeoutError as error:
            return Failure("the time to wait has passed", error)
        except (httpx.TransportError, httpx.StreamError) as error:
            return Failure(_reason(error), error)

    async def close(self) -> None:
        if self._open is not None:
            await self._open.aclose()
            self._open = None


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
