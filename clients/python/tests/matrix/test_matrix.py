"""Every call of the client in every surrounding that Python users have, against a real service: tests/python/run.ts gives its address.

Rows are surroundings, columns are calls. Nothing here sleeps: Ctrl-C is sent when the request has arrived.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from jupyter_client.manager import KernelManager

import rotamer
from calls import ASYNC_CALLS, CALLS

sys.path.insert(0, str(Path(__file__).parents[1]))
from local_server import Handler, serving  # noqa: E402

HERE = Path(__file__).parent
COLUMNS = list(CALLS)
#: Whether every cell is tried, as it is every night.
LONG = os.environ.get("ROTAMER_CHAOS") == "long"
#: Clients at once in a cell.
WORKERS = 2


def columns(row: int) -> Any:
    """Two calls for a surrounding, other ones for the next, so that each call is made in several; all of them in the long form."""
    return pytest.mark.parametrize("column", COLUMNS if LONG else [COLUMNS[(2 * row + n) % len(COLUMNS)] for n in range(2)])


pytestmark = pytest.mark.skipif("ROTAMER_BASE_URL" not in os.environ, reason="needs a stack: npm run test:all -- --only python")


@pytest.fixture(scope="module")
def client() -> Iterator[rotamer.Client]:
    """Used before anything else is done with it, so that it holds a connection."""
    with rotamer.Client() as client:
        client.account()
        yield client


def in_process(column: str, client: rotamer.Client) -> str:
    return CALLS[column](client)


def check(ids: list[str]) -> None:
    assert len(set(ids)) == WORKERS


@pytest.fixture(scope="module", params=["fork", "spawn", "forkserver"])
def pool(request, client) -> Iterator[ProcessPoolExecutor]:
    """Processes of a kind, which make all calls: each takes seconds to start. A client is pickled for every call."""
    with ProcessPoolExecutor(WORKERS, multiprocessing.get_context(request.param)) as pool:
        yield pool


@columns(0)
def test_processes(client, pool, column):
    check([future.result(90) for future in [pool.submit(in_process, column, client) for _ in range(WORKERS)]])


@columns(1)
def test_fork_of_a_prefork_server(client, column):
    """Children inherit the client; nothing is pickled."""
    children = []
    for _ in range(WORKERS):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                CALLS[column](client)
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * WORKERS
    CALLS[column](client)


@columns(2)
def test_threads(client, column):
    with ThreadPoolExecutor(WORKERS) as pool:
        check([future.result(90) for future in [pool.submit(CALLS[column], client) for _ in range(WORKERS)]])


@columns(3)
def test_asyncio_twice(column):
    shared = rotamer.AsyncClient()

    async def story() -> list[str]:
        return list(await asyncio.gather(*(ASYNC_CALLS[column](shared) for _ in range(WORKERS))))

    for _ in range(2):
        check(asyncio.run(story()))


class Notebook:
    """A kernel of Jupyter, whose cells run inside an event loop."""

    def __init__(self) -> None:
        self.manager = KernelManager()
        self.manager.start_kernel()
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(60)

    def cell(self, code: str) -> dict[str, Any]:
        """Runs a cell, and returns how it ended."""
        return self.client.execute_interactive(code, timeout=120, output_hook=lambda _: None)["content"]

    def close(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def notebook() -> Iterator[Notebook]:
    one = Notebook()
    try:
        begin = f"import sys; sys.path.insert(0, {str(HERE)!r})\nimport rotamer\nfrom calls import ASYNC_CALLS, CALLS\n"
        # A kernel cancels an interrupted cell at the next event of its loop: with this, there is always one.
        begin += "import asyncio\nasync def tick():\n    while True: await asyncio.sleep(0.05)\nticking = asyncio.ensure_future(tick())\n"
        reply = one.cell(begin + "blocking = rotamer.Client(); shared = rotamer.AsyncClient()\nblocking.account(); await shared.account()")
        assert reply["status"] == "ok", reply
        yield one
    finally:
        one.close()


@columns(4)
def test_jupyter(notebook, column):
    for code in (f"CALLS[{column!r}](blocking)", f"await ASYNC_CALLS[{column!r}](shared)"):
        reply = notebook.cell(code)
        assert reply["status"] == "ok", "\n".join(reply["traceback"])


#: The request during which Ctrl-C arrives.
HELD = {
    "submit": r"POST /api/v1/jobs",
    "wait": r"GET /api/v1/jobs/\w+/events",
    "run": r"GET /api/v1/jobs/\w+/events",
    "events": r"GET /api/v1/jobs/\w+/events",
    "download": r"GET /api/v1/results/\w+/items/.+|GET /blobs/.+",
    "upload": r"POST /api/v1/files",
}


class Holding:
    """Passes requests on to the service, and holds the answer of one back."""

    def __init__(self, column: str) -> None:
        self.pattern = re.compile(HELD[column])
        self.arrived = threading.Event()
        self.released = threading.Event()
        self.jobs: list[str] = []
        self.service = httpx.Client(base_url=os.environ["ROTAMER_BASE_URL"], timeout=60)

    def respond(self, request: Handler) -> None:
        headers = {name: value for name, value in request.headers.items() if name.lower() not in ("host", "connection", "accept-encoding")}
        if self.pattern.fullmatch(f"{request.command} {request.path.partition('?')[0]}") and not self.arrived.is_set():
            if request.path.endswith("/events"):
                request.stream(": the job goes on\n\n")
            self.arrived.set()
            self.released.wait(60)
            request.close_connection = True
            return
        answer = self.service.request(request.command, request.path, headers=headers, content=request.body)
        if request.command == "POST" and request.path == "/api/v1/jobs":
            self.jobs.append(answer.json()["id"])
        # Links lead through here too.
        content = answer.content.replace(os.environ["ROTAMER_BASE_URL"].encode(), f"http://{request.headers['host']}".encode())
        request.answer(content, answer.status_code, content_type=answer.headers.get("content-type", "application/octet-stream"))


@columns(5)
@pytest.mark.parametrize("kind", ["blocking", "async"])
def test_ctrl_c(client, kind, column):
    holding = Holding(column)
    with serving(holding.respond) as service:
        command = [sys.executable, str(HERE / "interrupted.py"), kind, column, service.url]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            assert holding.arrived.wait(60), f"the request did not come: {child.poll()}"
            child.send_signal(signal.SIGINT)
            shown, errors = child.communicate(timeout=30)
        finally:
            child.kill()
            holding.released.set()
    assert errors == ""
    first = ["CancelledError"] if kind == "async" else []
    assert shown.split() == [*first, "KeyboardInterrupt", "account"]
    assert child.returncode == 0
    for job in holding.jobs:
        assert client.jobs.at(job).wait(60).status == "COMPLETED"


@columns(6)
@pytest.mark.parametrize("kind", ["blocking", "async"])
def test_interrupt_of_a_notebook(notebook, kind, column):
    """The button with the square: a SIGINT to the kernel."""
    holding = Holding(column)
    with serving(holding.respond) as service:
        watcher = threading.Thread(target=lambda: holding.arrived.wait(60) and notebook.manager.interrupt_kernel())
        watcher.start()
        code = f"CALLS[{column!r}](rotamer.Client(base_url={service.url!r}))"
        if kind == "async":
            code = f"await ASYNC_CALLS[{column!r}](rotamer.AsyncClient(base_url={service.url!r}))"
        reply = notebook.cell(code)
        holding.released.set()
        watcher.join()
    assert reply["ename"] in (("KeyboardInterrupt",) if kind == "blocking" else ("KeyboardInterrupt", "CancelledError")), reply
    assert notebook.cell("blocking.account(); await shared.account()")["status"] == "ok"
