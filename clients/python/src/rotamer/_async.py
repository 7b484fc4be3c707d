"""Performs effects with httpx, on asyncio or trio."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar

import anyio
import anyio.lowlevel
import anyio.to_thread
import httpx

from ._core.effects import Call, Clock, Close, Emit, Failure, Open, Operation, Read, Reply, Send, Sleep
from ._core.network import FORKED, NETWORK_ERRORS, NOT_OURS, Network, Pools, failure_of, timeout_of
from ._core.target import Target, answers_another
from .errors import RotamerError

T = TypeVar("T")
P = ParamSpec("P")


@dataclass
class _Home:
    """The connections in one event loop. The generator closes them when the loop ends."""

    pools: Pools[httpx.AsyncClient]
    closing: AsyncGenerator[None, None]


class AsyncRunner:
    """Runs operations. Tasks, event loops and forked processes may share it; each run opens a separate connection for its stream."""

    def __init__(self, target: Target, clock: Clock, network: Network) -> None:
        self._target = target
        self._clock = clock
        self._network = network
        self._home: anyio.lowlevel.RunVar[_Home | None] = anyio.lowlevel.RunVar("rotamer", None)
        self._was_used = False

    async def close(self) -> None:
        """Closes the connections of this event loop."""
        home = self._home.get()
        self._home.set(None)
        if home is not None and home.pools.pid == os.getpid():
            await home.closing.aclose()

    async def _pools_here(self) -> Pools[httpx.AsyncClient]:
        home = self._home.get()
        if home is None or home.pools.pid != os.getpid():
            if self._was_used and self._network.has_connections_of_the_caller:
                raise RotamerError(
                    "This client has a transport or http_client of yours, and was used in another event loop or process. Make a client in each."
                )
            pools = Pools(self._network, httpx.AsyncClient)
            home = _Home(pools, _closing(pools))
            self._home.set(home)
            self._was_used = True
            await anext(home.closing)
        return home.pools

    def _performer(self) -> _Performer:
        return _Performer(self._pools_here, self._target, self._clock)

    async def run(self, operation: Operation[T]) -> T:
        """Returns the result of an operation that emits nothing."""
        performer = self._performer()
        try:
            effect = next(operation)
            while True:
                effect = operation.send(await performer.perform(effect))
        except StopIteration as stop:
            return stop.value
        finally:
            operation.close()
            await performer.close()

    async def iterate(self, operation: Operation[None]) -> AsyncGenerator[Any, None]:
        """Yields the values that an operation emits, on demand."""
        performer = self._performer()
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
            operation.close()
            await performer.close()

    async def each(self, work: Callable[[T], Awaitable[None]], items: Sequence[T], at_once: int) -> None:
        """Works on this many items at once. The first error stops the others, and is raised when they have stopped."""
        waiting = iter(items)
        errors: list[Exception] = []
        async with anyio.create_task_group() as group:

            async def take() -> None:
                try:
                    for item in waiting:
                        await work(item)
                except Exception as error:
                    errors.append(error)
                    group.cancel_scope.cancel()

            for _ in range(min(at_once, len(items))):
                group.start_soon(take)
        if errors:
            raise errors[0]

    async def call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Works on local files, which may take long. A cancelled task does not wait for it."""
        return await anyio.to_thread.run_sync(partial(function, *args, **kwargs), abandon_on_cancel=True)


async def _closing(pools: Pools[httpx.AsyncClient]) -> AsyncGenerator[None, None]:
    """Closes connections when it ends. An event loop ends remaining generators before it ends itself."""
    try:
        yield
    finally:
        for http in pools.opened():
            await http.aclose()


class _Performer:
    """One run: at most one open reply at a time."""

    def __init__(self, pools_here: Callable[[], Awaitable[Pools[httpx.AsyncClient]]], target: Target, clock: Clock) -> None:
        self._pools_here = pools_here
        self._pools: Pools[httpx.AsyncClient] | None = None
        self._target = target
        self._clock = clock
        self._open: httpx.Response | None = None
        self._pid = 0
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
                await anyio.sleep(seconds)
            case Call(function):
                return await anyio.to_thread.run_sync(function)
            case Close():
                await self.close()
        return None

    def _failure(self, error: Exception) -> Failure:
        if isinstance(error, httpx.PoolTimeout) and self._pools is not None:
            self._pools.renew()
        return failure_of(error)

    async def _send(self, request: Send) -> Reply | Failure:
        arguments = self._target.request(request)
        self._pools = await self._pools_here()
        http = self._pools.of(arguments["url"], False)
        try:
            response = await http.request(**arguments, timeout=timeout_of(request.timeout or 60.0))
        except NETWORK_ERRORS as error:
            return self._failure(error)
        if answers_another(response):
            return NOT_OURS
        return Reply(response.status_code, dict(response.headers), response.content)

    async def _begin(self, request: Open) -> Reply | Failure:
        await self.close()
        arguments = self._target.request(request)
        auth = arguments.pop("auth")
        follow = arguments.pop("follow_redirects")
        self._pools = await self._pools_here()
        http = self._pools.of(arguments["url"], request.lasting)
        try:
            wanted = http.build_request(**arguments, timeout=timeout_of(request.timeout or 60.0, request.silence))
            response = await http.send(wanted, stream=True, auth=auth, follow_redirects=follow)
            if answers_another(response):
                await response.aclose()
                return NOT_OURS
            if response.status_code >= 300:
                await response.aread()
                return Reply(response.status_code, dict(response.headers), response.content)
        except NETWORK_ERRORS as error:
            return self._failure(error)
        self._open = response
        self._pid = os.getpid()
        self._pieces = response.aiter_raw()
        self._deadline = request.deadline
        return Reply(response.status_code, dict(response.headers))

    async def _read(self) -> bytes | Failure:
        assert self._pieces is not None
        if self._pid != os.getpid():
            return FORKED
        left = float("inf") if self._deadline is None else max(0.0, self._deadline - self._clock.now())
        try:
            with anyio.move_on_after(left):
                return await anext(self._pieces, b"")
        except NETWORK_ERRORS as error:
            return failure_of(error)
        return Failure("the time to wait has passed")

    async def close(self) -> None:
        if self._open is not None:
            response, self._open = self._open, None
            # In a forked child the connection is the parent's.
            if self._pid == os.getpid():
                await response.aclose()
