"""A service that replies what a test says, behind both clients."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

import rotamer
from rotamer._core.messages import Clock

KEY = "rot_live_4fGh7sKqSECRETSECRETSECRET"

Step = Callable[[httpx.Request], httpx.Response]


def answer(body: Any, status: int = 200, **headers: str) -> Step:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _request: httpx.Response(status, json=body, headers=named)


def refusal(status: int, code: str, details: Any = None, **headers: str) -> Step:
    error = {"code": code, "message": f"It is {code}.", "resolution": "Do something.", "details": details}
    return answer({"error": error}, status, x_request_id="req_12345678", **headers)


def cut(request: httpx.Request) -> httpx.Response:
    """The connection breaks."""
    raise httpx.ReadError("reset", request=request)


class _Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __init__(self, pieces: list[bytes], breaks: bool) -> None:
        self._pieces = pieces
        self._breaks = breaks

    def __iter__(self):
        yield from self._pieces
        if self._breaks:
            raise httpx.ReadTimeout("nothing came")

    async def __aiter__(self):
        for piece in self:
            yield piece


def stream(*pieces: bytes | str, breaks: bool = False, status: int = 200, **headers: str) -> Step:
    """A body in pieces that ends, or breaks, after them."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    body = [piece.encode() if isinstance(piece, str) else piece for piece in pieces]
    return lambda _request: httpx.Response(status, stream=_Pieces(body, breaks), headers=named)


def frame(event: str, data: Any) -> str:
    return f"event: {event}\ndata: {json.dumps(data)}\n\n"


def job_of(status: str, **more: Any) -> dict[str, Any]:
    return {"id": "job_1", "object": "job", "status": status, "tool": "a-tool", "name": "x", "progress": None, **more}


class Net:
    """Replies, one after the other; the last serves all further requests. Time passes only in waits."""

    def __init__(self, make: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, *steps: Step) -> None:
        self.requests: list[httpx.Request] = []
        self.waited: list[float] = []
        net = self

        def reply(request: httpx.Request) -> httpx.Response:
            request.read()
            net.requests.append(request)
            return steps[min(len(net.requests), len(steps)) - 1](request)

        class FakeClock(Clock):
            def now(self) -> float:
                return sum(net.waited)

            def random(self) -> float:
                return 0.0

        async def sleep(seconds: float) -> None:
            net.waited.append(seconds)

        monkeypatch.setattr("time.sleep", net.waited.append)
        monkeypatch.setattr("rotamer._threads._Team.sleep", lambda _team, seconds: net.waited.append(seconds))
        monkeypatch.setattr("rotamer._tasks.anyio.sleep", sleep)
        self.client = make(KEY, "http://rotamer.test", transport=httpx.MockTransport(reply), clock=FakeClock())

    def paths(self) -> list[str]:
        return [f"{request.method} {request.url.path.removeprefix('/api/v1')}" for request in self.requests]


@pytest.fixture(params=["sync", "async"])
def net(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Net]:
    """Makes a client, blocking or async, whose requests get these replies."""
    make = rotamer.Client if request.param == "sync" else rotamer.AsyncClient
    return lambda *steps: Net(make, monkeypatch, *steps)


def done(value: Any) -> Any:
    """The outcome of a call of either client; the list of what an iterator gives."""
    if inspect.isawaitable(value):
        return asyncio.run(_await(value))
    if hasattr(value, "__aiter__"):
        return asyncio.run(_collect(value))
    return list(value) if hasattr(value, "__next__") else value


async def _await(value: Any) -> Any:
    return await value


async def _collect(values: Any) -> list[Any]:
    return [value async for value in values]
