"""Ctrl-C and cancelled tasks, at every moment of every kind of call."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import trio

import rotamer
from conftest import KEY, frame, job_of

DONE = job_of("COMPLETED")
BYTES = b"ATOM"
FILE = {"name": "a.pdb", "key": "itm_1", "output_port_id": "p", "content_type": "x", "size": 4, "sha256": hashlib.sha256(BYTES).hexdigest()}
RESULT = {"job_id": "job_1", "tool": "t", "status": "COMPLETED", "files": [{**FILE, "url": "http://rotamer.test/blobs/a"}], "results": []}
PAGE = {"data": [DONE], "has_more": False, "next_cursor": None}


class Moments(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A service whose every request fails once and then succeeds, so that calls also wait. Something happens at the nth moment: when a
    request is sent, when a piece of a stream is awaited, when a wait between tries begins."""

    def __init__(self, at: int | None) -> None:
        self.at = at
        self.count = 0
        self.failed: set[str] = set()

    def pass_by(self) -> bool:
        self.count += 1
        return self.at is not None and self.count == self.at

    def answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path.removeprefix("/api/v1")
        if request.method + path not in self.failed:
            self.failed.add(request.method + path)
            return httpx.Response(503)
        if path.endswith("/events"):
            pieces = [frame("status", job_of("PROCESSING")), frame("terminal", DONE)]
            return httpx.Response(200, stream=Pieces(self, [piece.encode() for piece in pieces]))
        if path.startswith("/blobs/") or "/items/" in path:
            return httpx.Response(200, stream=Pieces(self, [BYTES]))
        if request.method == "GET" and path in ("/jobs", "/files"):
            return httpx.Response(200, json=PAGE)
        if path.startswith("/results"):
            return httpx.Response(200, json=RESULT)
        if path.startswith("/workflow-runs"):
            return httpx.Response(200, json={"id": "run_1", "status": "COMPLETED"})
        if path == "/files":
            return httpx.Response(201, json={"id": "file_1"})
        return httpx.Response(200, json={"object": "job_cancellation", "job": DONE} if path.endswith("cancel") else DONE)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if self.pass_by():
            raise KeyboardInterrupt
        return self.answer(request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await self.pass_by_async()
        return self.answer(request)

    async def pass_by_async(self) -> None:
        if self.pass_by():
            self.cancel()  # type: ignore[operator]
            await self.rest()  # type: ignore[operator]

    cancel: Callable[[], Any] | None = None
    rest: Callable[[], Any] | None = None


class Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    def __init__(self, moments: Moments, pieces: list[bytes]) -> None:
        self.moments = moments
        self.pieces = pieces

    def __iter__(self):
        for piece in self.pieces:
            if self.moments.pass_by():
                raise KeyboardInterrupt
            yield piece

    async def __aiter__(self):
        for piece in self.pieces:
            await self.moments.pass_by_async()
            yield piece


async def _all(items: Any) -> list[Any]:
    return [item async for item in items]


async def _download(client: Any, folder: Any) -> Any:
    return await (await client.jobs.results("job_1")).download(folder)


#: Each call of the blocking client, and of the async one.
CALLS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "submit": (lambda c, _: c.jobs.submit("a-tool", []), lambda c, _: c.jobs.submit("a-tool", [])),
    "wait": (lambda c, _: c.jobs.at("job_1").wait(), lambda c, _: c.jobs.at("job_1").wait()),
    "wait with a timeout": (lambda c, _: c.jobs.at("job_1").wait(600), lambda c, _: c.jobs.at("job_1").wait(600)),
    "run": (lambda c, _: c.jobs.run("a-tool", []), lambda c, _: c.jobs.run("a-tool", [])),
    "events": (lambda c, _: list(c.jobs.at("job_1").events()), lambda c, _: _all(c.jobs.at("job_1").events())),
    "list": (lambda c, _: list(c.jobs.list()), lambda c, _: _all(c.jobs.list())),
    "cancel": (lambda c, _: c.jobs.cancel("job_1"), lambda c, _: c.jobs.cancel("job_1")),
    "follow": (lambda c, _: list(c.runs.follow("run_1")), lambda c, _: _all(c.runs.follow("run_1"))),
    "upload": (lambda c, _: c.files.upload(b"x", filename="x"), lambda c, _: c.files.upload(b"x", filename="x")),
    "download": (lambda c, folder: c.jobs.results("job_1").download(folder), _download),
}


def _moments(call: Callable[[Moments], Any]) -> int:
    whole = Moments(None)
    call(whole)
    assert whole.count > 1
    return whole.count


@pytest.mark.parametrize("name", CALLS)
def test_raises_keyboard_interrupt_wherever_it_arrives(name, tmp_path, monkeypatch):
    def call(moments: Moments) -> None:
        def sleep(_seconds: float) -> None:
            if moments.pass_by():
                raise KeyboardInterrupt

        monkeypatch.setattr("time.sleep", sleep)
        monkeypatch.setattr("rotamer._threads._Team.sleep", lambda _team, seconds: sleep(seconds))
        CALLS[name][0](rotamer.Client(KEY, "http://rotamer.test", transport=moments), tmp_path / str(moments.at))

    for at in range(1, _moments(call) + 1):
        with pytest.raises(KeyboardInterrupt):
            call(Moments(at))


@pytest.mark.parametrize("name", CALLS)
def test_raises_cancelled_error_wherever_a_task_is_cancelled(name, tmp_path, monkeypatch):
    pause = asyncio.sleep

    def call(moments: Moments) -> None:
        async def sleep(_seconds: float) -> None:
            await moments.pass_by_async()

        async def story() -> None:
            task = asyncio.current_task()
            assert task is not None
            moments.cancel, moments.rest = task.cancel, lambda: pause(3600)
            await CALLS[name][1](rotamer.AsyncClient(KEY, "http://rotamer.test", transport=moments), tmp_path / str(moments.at))

        monkeypatch.setattr("rotamer._tasks.anyio.sleep", sleep)
        asyncio.run(story())

    for at in range(1, _moments(call) + 1):
        with pytest.raises(asyncio.CancelledError):
            call(Moments(at))


@pytest.mark.parametrize("name", CALLS)
def test_ends_with_a_scope_of_trio_wherever_that_is_cancelled(name, tmp_path, monkeypatch):
    pause = trio.sleep

    def call(moments: Moments) -> bool:
        async def sleep(_seconds: float) -> None:
            await moments.pass_by_async()

        async def story() -> bool:
            with trio.CancelScope() as scope:
                moments.cancel, moments.rest = scope.cancel, lambda: pause(3600)
                await CALLS[name][1](rotamer.AsyncClient(KEY, "http://rotamer.test", transport=moments), tmp_path / str(moments.at))
            return scope.cancelled_caught

        monkeypatch.setattr("rotamer._tasks.anyio.sleep", sleep)
        return trio.run(story)

    for at in range(1, _moments(call) + 1):
        assert call(Moments(at))


def test_leaves_the_job_alone_after_ctrl_c(monkeypatch):
    moments = Moments(4)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    with pytest.raises(KeyboardInterrupt):
        rotamer.Client(KEY, "http://rotamer.test", transport=moments).jobs.at("job_1").wait()
    assert not any(name.startswith(("POST", "DELETE")) for name in moments.failed)


def test_asyncio_timeouts_end_a_wait():
    class Silent(Moments):
        def answer(self, request: httpx.Request) -> httpx.Response:
            return httpx.Response(200, stream=Pieces(self, [frame("status", job_of("PROCESSING")).encode(), b""]))

    async def story() -> None:
        moments = Silent(3)
        moments.cancel, moments.rest = lambda: None, lambda: asyncio.sleep(3600)
        client = rotamer.AsyncClient(KEY, "http://rotamer.test", transport=moments)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(client.jobs.at("job_1").wait(), 0.1)

    asyncio.run(story())
