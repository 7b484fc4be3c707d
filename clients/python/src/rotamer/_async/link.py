"""The connections of one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import httpx

from .._core.messages import Failure, Open, Reply, Send
from .._core.network import NETWORK_ERRORS, NOT_OURS, Pools, failure_of, timeout_of
from .._core.settings import Settings
from .._core.target import answers_another
from .._tasks import Stream, Tasks

T = TypeVar("T")


class AsyncLink:
    """Sends the requests of one call. At most one response is open at a time."""

    def __init__(self, io: Tasks, settings: Settings) -> None:
        self.settings = settings
        self._io = io
        self._stream: Stream | None = None

    async def __aenter__(self) -> AsyncLink:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def send(self, request: Send) -> Reply | Failure:
        """Sends one attempt of a request, and reads its response."""
        arguments = self.settings.target.request(request)
        pools = await self._io.pools()
        http = pools.of(arguments["url"], False)
        try:
            response = await http.request(**arguments, timeout=timeout_of(request.timeout or 60.0))
        except NETWORK_ERRORS as error:
            return _failure(pools, error)
        if answers_another(response):
            return NOT_OURS
        return Reply(response.status_code, dict(response.headers), response.content)

    async def open(self, request: Open) -> Reply | Failure:
        """Sends one attempt of a request. A successful response stays open for `read`; another one is read at once."""
        await self.close()
        arguments = self.settings.target.request(request)
        auth = arguments.pop("auth")
        follow = arguments.pop("follow_redirects")
        pools = await self._io.pools()
        http = pools.of(arguments["url"], request.lasting)
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
            return _failure(pools, error)
        self._stream = self._io.stream(response, request.deadline)
        return Reply(response.status_code, dict(response.headers))

    async def read(self) -> bytes | Failure:
        """Returns the next piece of the open response, and `b""` at its end."""
        assert self._stream is not None
        return await self._stream.read()

    async def sleep(self, seconds: float) -> None:
        await self._io.sleep(seconds)

    async def call(self, function: Callable[[], T]) -> T:
        """Runs a function that blocks for a moment, such as writing a file."""
        return await self._io.call(function)

    async def close(self) -> None:
        """Closes the open response."""
        stream, self._stream = self._stream, None
        if stream is not None:
            await stream.close()


def _failure(pools: Pools[httpx.AsyncClient], error: Exception) -> Failure:
    if isinstance(error, httpx.PoolTimeout):
        pools.renew()
    return failure_of(error)
