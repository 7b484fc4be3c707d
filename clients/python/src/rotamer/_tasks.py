"""Connections, waits and concurrency on asyncio or trio. `_threads` is the same for the blocking client."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import anyio
import anyio.lowlevel
import anyio.to_thread
import httpx

from ._core.messages import Clock, Failure
from ._core.network import FORKED, NETWORK_ERRORS, Network, Pools, failure_of
from .errors import RotamerError

T = TypeVar("T")

#: A function that uses the connections of one call.
Operation: TypeAlias = Callable[..., Awaitable[T]]


@dataclass
class _Home:
    """The connections in one event loop. The generator closes them when the loop ends."""

    pools: Pools[httpx.AsyncClient]
    closing: AsyncGenerator[None, None]


class Tasks:
    """The connections of a client. Tasks, event loops and forked processes may share it."""

    def __init__(self, clock: Clock, network: Network) -> None:
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

    async def pools(self) -> Pools[httpx.AsyncClient]:
        """Returns the connections of this event loop and process."""
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

    def stream(self, response: httpx.Response, deadline: float | None) -> Stream:
        return Stream(self._clock, response, deadline)

    async def sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)

    async def call(self, function: Callable[[], T], *, abandon: bool = False) -> T:
        """Runs a function that blocks, in a thread. With `abandon`, a cancelled task does not wait for it."""
        return await anyio.to_thread.run_sync(function, abandon_on_cancel=abandon)

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


async def _closing(pools: Pools[httpx.AsyncClient]) -> AsyncGenerator[None, None]:
    """Closes connections when it ends. An event loop ends remaining generators before it ends itself."""
    try:
        yield
    finally:
        for http in pools.opened():
            await http.aclose()


class Stream:
    """An open response. It can be read until a time on the clock."""

    def __init__(self, clock: Clock, response: httpx.Response, deadline: float | None) -> None:
        self._clock = clock
        self._response = response
        self._deadline = deadline
        self._pid = os.getpid()
        self._pieces = response.aiter_raw()

    async def read(self) -> bytes | Failure:
        """Returns the next piece, and `b""` at the end."""
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
        # In a forked child the connection is the parent's.
        if self._pid == os.getpid():
            await self._response.aclose()
