# Generated from _async/link.py by `npm run generate`.
"""The connections of one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import httpx

from .._core.messages import Failure, Open, Reply, Send
from .._core.network import NETWORK_ERRORS, NOT_OURS, Pools, failure_of, timeout_of
from .._core.settings import Settings
from .._core.target import answers_another
from .._threads import Stream, Threads

T = TypeVar("T")


class Link:
    """Sends the requests of one call. At most one response is open at a time."""

    def __init__(self, io: Threads, settings: Settings) -> None:
        self.settings = settings
        self._io = io
        self._stream: Stream | None = None

    def __enter__(self) -> Link:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, request: Send) -> Reply | Failure:
        """Sends one attempt of a request, and reads its response."""
        arguments = self.settings.target.request(request)
        pools = self._io.pools()
        http = pools.of(arguments["url"], False)
        try:
            response = http.request(**arguments, timeout=timeout_of(request.timeout or 60.0))
        except NETWORK_ERRORS as error:
            return _failure(pools, error)
        if answers_another(response):
            return NOT_OURS
        return Reply(response.status_code, dict(response.headers), response.content)

    def open(self, request: Open) -> Reply | Failure:
        """Sends one attempt of a request. A successful response stays open for `read`; another one is read at once."""
        self.close()
        arguments = self.settings.target.request(request)
        auth = arguments.pop("auth")
        follow = arguments.pop("follow_redirects")
        pools = self._io.pools()
        http = pools.of(arguments["url"], request.lasting)
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
            return _failure(pools, error)
        self._stream = self._io.stream(response, request.deadline)
        return Reply(response.status_code, dict(response.headers))

    def read(self) -> bytes | Failure:
        """Returns the next piece of the open response, and `b""` at its end."""
        assert self._stream is not None
        return self._stream.read()

    def sleep(self, seconds: float) -> None:
        self._io.sleep(seconds)

    def call(self, function: Callable[[], T]) -> T:
        """Runs a function that blocks for a moment, such as writing a file."""
        return self._io.call(function)

    def close(self) -> None:
        """Closes the open response."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()


def _failure(pools: Pools[httpx.Client], error: Exception) -> Failure:
    if isinstance(error, httpx.PoolTimeout):
        pools.renew()
    return failure_of(error)
