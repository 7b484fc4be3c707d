"""One client in several processes, threads and event loops."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import pickle
import threading
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest

import rotamer
from conftest import KEY, done
from local_server import Handler, answer_about_itself, serving


def submit_many(client: rotamer.Client, worker: int) -> list[tuple[str, str]]:
    """What each request was about, and what its answer is about. Leaves a connection open."""
    pairs = []
    for number in range(8):
        name = f"{worker}-{number}"
        job = client.jobs.submit("a-tool", [], name=name)
        pairs += [(name, job.data["name"]), (name, job.wait().id), (name, job.refresh().id)]
    return pairs


async def submit_many_async(client: rotamer.AsyncClient, worker: int) -> list[tuple[str, str]]:
    pairs = []
    for number in range(8):
        name = f"{worker}-{number}"
        job = await client.jobs.submit("a-tool", [], name=name)
        pairs += [(name, job.data["name"]), (name, (await job.wait()).id), (name, (await job.refresh()).id)]
    return pairs


def submit_in_a_loop(client: rotamer.AsyncClient, worker: int) -> list[tuple[str, str]]:
    return asyncio.run(submit_many_async(client, worker))


def check(results: list[list[tuple[str, str]]]) -> None:
    assert len(results) == 4
    assert [pair for pairs in results for pair in pairs if pair[0] != pair[1]] == []


def answer_slowly(request: Handler) -> None:
    """Leaves time for other processes to send on the same connection, if they share one."""
    time.sleep(0.02)
    answer_about_itself(request)


@pytest.fixture
def server():
    with serving(answer_slowly) as server:
        yield server


@pytest.fixture(scope="module", params=["spawn", "forkserver"])
def started_pool(request):
    """Processes that both clients use: one that is not forked takes a second of CPU to start."""
    with multiprocessing.get_context(request.param).Pool(2) as pool:
        yield pool


def used_client(kind: str, url: str) -> tuple[Any, Any]:
    """A client that holds a connection, and what a worker does with it."""
    client: Any
    if kind == "blocking":
        client, work = rotamer.Client(KEY, url), submit_many
    else:
        client, work = rotamer.AsyncClient(KEY, url), submit_in_a_loop
    work(client, 9)
    return client, work


@pytest.mark.parametrize("kind", ["blocking", "async"])
def test_a_pool_of_forks_gets_its_own_answers(server, kind):
    client, work = used_client(kind, server.url)
    with multiprocessing.get_context("fork").Pool(4) as pool:
        check(pool.map(partial(work, client), range(4), chunksize=1))


@pytest.mark.parametrize("kind", ["blocking", "async"])
def test_a_pool_of_processes_gets_its_own_answers(server, started_pool, kind):
    client, work = used_client(kind, server.url)
    check(started_pool.map(partial(work, client), range(4), chunksize=1))


def test_a_process_pool_executor_gets_its_own_answers(server):
    client = rotamer.Client(KEY, server.url)
    submit_many(client, 9)
    with ProcessPoolExecutor(4, multiprocessing.get_context("fork")) as pool:
        check(list(pool.map(partial(submit_many, client), range(4))))
    check([submit_many(client, worker) for worker in range(4)])


def in_children(count: int, work: Any) -> list[Any]:
    """What `work` returns in each of some children of os.fork, which begin together, as the workers of a prefork server."""
    children = []
    start, begin = os.pipe()
    for worker in range(count):
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(begin)
                os.read(start, 1)
                with os.fdopen(writer, "wb") as stream:
                    pickle.dump(work(worker), stream)
            finally:
                os._exit(0)
        os.close(writer)
        children.append((pid, reader))
    os.close(begin)
    os.close(start)
    results = []
    for pid, reader in children:
        with os.fdopen(reader, "rb") as stream:
            results.append(pickle.load(stream))
        os.waitpid(pid, 0)
    return results


CLIENT: rotamer.Client


def test_workers_of_a_prefork_server_share_a_client_of_its_module(server):
    global CLIENT
    CLIENT = rotamer.Client(KEY, server.url)
    submit_many(CLIENT, 9)
    check(in_children(4, lambda worker: submit_many(CLIENT, worker)))
    check([submit_many(CLIENT, worker) for worker in range(4)])


def test_threads_that_share_a_client_get_their_own_answers(server):
    client = rotamer.Client(KEY, server.url)
    results: list[Any] = [None] * 4

    def work(worker: int) -> None:
        results[worker] = submit_many(client, worker)

    threads = [threading.Thread(target=work, args=[worker]) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(results)


def test_a_fork_while_another_thread_sends_does_not_hang(server):
    client = rotamer.Client(KEY, server.url)
    client.account()
    stopped = threading.Event()

    def busy() -> None:
        while not stopped.is_set():
            client.account()

    threads = [threading.Thread(target=busy, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(10):
            assert in_children(1, lambda _worker: client.account()) == [{"object": "account"}]
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def test_a_stream_that_was_begun_before_a_fork_goes_on_in_both_processes(monkeypatch):
    """The child opens a new stream, and takes nothing from the parent's."""
    proceed = threading.Event()
    opened: list[int] = []

    def respond(request: Handler) -> None:
        def frame(event: str, status: str) -> str:
            data = '{"id":"job_1","status":"%s","tool":"t","progress":null}' % status
            return f"event: {event}\ndata: {data}\n\n"

        opened.append(1)
        request.stream(frame("status", "PROCESSING"))
        proceed.wait(10)
        request.wfile.write(frame("terminal", "COMPLETED").encode())

    with serving(respond) as server:
        monkeypatch.setattr("rotamer._sync.follow.reopen_delay", lambda *_: 0.0)
        events = rotamer.Client(KEY, server.url).jobs.at("job_1").events()
        assert next(events).job["status"] == "PROCESSING"

        def rest(_worker: int) -> list[str]:
            return [event.job["status"] for event in events]

        thread = threading.Timer(0.2, proceed.set)
        thread.start()
        assert in_children(1, rest) == [["COMPLETED"]]
        assert rest(0) == ["COMPLETED"]
        assert len(opened) == 2


def test_a_child_keeps_no_connection_of_its_parent(server):
    client = rotamer.Client(KEY, server.url)
    client.account()

    def sockets(_worker: int) -> int:
        client.account()
        gc.collect()
        links = [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd") if os.path.islink(f"/proc/self/fd/{fd}")]
        return sum(link.startswith("socket:") for link in links)

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("counts sockets in /proc")
    before = sockets(0)
    assert in_children(1, sockets) == [before]
    client.account()
    assert server.connections == 2


def test_a_client_with_connections_of_the_caller_refuses_to_work_after_a_fork(server):
    client = rotamer.Client(KEY, server.url, http_client=httpx.Client())
    client.account()

    def refused(_worker: int) -> str:
        try:
            client.account()
        except rotamer.RotamerError as error:
            return str(error)
        return "no error"

    assert "used before a fork" in in_children(1, refused)[0]


def test_two_event_loops_share_a_client_and_leave_no_connection_open(server):
    client = rotamer.AsyncClient(KEY, server.url)
    gc.collect()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check([submit_in_a_loop(client, worker) for worker in range(4)])
        gc.collect()
    assert [str(warning.message) for warning in caught if str(server.server_port) in str(warning.message)] == []


def test_event_loops_in_threads_share_a_client(server):
    client = rotamer.AsyncClient(KEY, server.url)
    results: list[Any] = [None] * 4

    def work(worker: int) -> None:
        results[worker] = submit_in_a_loop(client, worker)

    threads = [threading.Thread(target=work, args=[worker]) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(results)


def test_a_closed_client_opens_new_connections(server):
    client = rotamer.Client(KEY, server.url)
    for _ in range(2):
        with client:
            assert client.account() == {"object": "account"}
    assert server.connections == 2

    async def story(one: rotamer.AsyncClient) -> None:
        async with one:
            assert await one.account() == {"object": "account"}

    other = rotamer.AsyncClient(KEY, server.url)
    for _ in range(2):
        asyncio.run(story(other))


def test_many_waits_on_one_client_starve_no_request():
    """Connections of event streams do not count among the 100 of requests."""
    proceed = threading.Event()
    waiting = threading.Semaphore(0)

    def respond(request: Handler) -> None:
        if request.path.endswith("/events"):
            job = request.path.split("/")[4]
            request.stream(": hello\n\n")
            waiting.release()
            proceed.wait(30)
            data = '{"id":"%s","status":"COMPLETED","tool":"t","progress":null}' % job
            request.wfile.write(f"event: terminal\ndata: {data}\n\n".encode())
        else:
            request.answer({"object": "account", "id": "job_1", "status": "QUEUED"})

    async def story(server_url: str) -> None:
        client = rotamer.AsyncClient(KEY, server_url, limits=httpx.Limits(max_connections=2), retry_for=0)
        waits = [asyncio.create_task(client.jobs.at(f"job_{number}").wait()) for number in range(150)]
        for _ in waits:
            await asyncio.to_thread(waiting.acquire, timeout=30)
        await asyncio.gather(*(client.account() for _ in range(20)), *(client.jobs.submit("t", []) for _ in range(20)))
        proceed.set()
        assert [job.status for job in await asyncio.gather(*waits)] == ["COMPLETED"] * 150

    with serving(respond) as server:
        server.socket.listen(256)
        asyncio.run(story(server.url))


def test_a_pool_that_gives_no_connection_is_replaced(monkeypatch):
    def full(*_: object, **__: object) -> None:
        raise httpx.PoolTimeout("no place")

    with serving() as server:
        client = rotamer.Client(KEY, server.url)
        client.account()
        stuck = client._io._pools.of(server.url, False)
        monkeypatch.setattr(stuck, "request", full)
        assert client.projects._client.account() == {"object": "account"}
        client.close()
        assert stuck.is_closed


def fail_with(kind: str) -> None:
    raise ERRORS[kind]


ERRORS: dict[str, rotamer.RotamerError] = {
    "api": rotamer.ValidationError("No.", status=400, code="validation_error", details={"errors": [{"path": "x"}]}, retry_after=2.0),
    "wait": rotamer.WaitTimeoutError("job_1", 3.0),
    "checksum": rotamer.ChecksumError("other bytes"),
    "network": rotamer.ConnectionFailedError("cut"),
}


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_of_a_worker_process_arrives_with_all_its_fields(kind):
    with multiprocessing.get_context("fork").Pool(1) as pool, pytest.raises(type(ERRORS[kind])) as caught:
        pool.apply_async(fail_with, [kind]).get(10)
    assert (str(caught.value), vars(caught.value)) == (str(ERRORS[kind]), vars(ERRORS[kind]))


def test_a_pickled_client_is_the_same_client(server):
    client = rotamer.Client(KEY, server.url, timeout=3, retry_for=4, headers={"X-Team": "a"}, limits=httpx.Limits(max_connections=7))
    job = pickle.loads(pickle.dumps(client.jobs.submit("a-tool", [], name="job_7")))
    other = job._client
    assert job.wait().id == "job_7"
    assert server.requests[-1][2]["x-team"] == "a"
    assert (repr(other), other.__getstate__()["timeout"], other.__getstate__()["retry_for"]) == (repr(client), 3, 4)
    assert other.__getstate__()["limits"] == httpx.Limits(max_connections=7)
    with pytest.raises(rotamer.RotamerError, match="http_client of yours cannot be pickled"):
        pickle.dumps(rotamer.Client(KEY, server.url, http_client=httpx.Client()))


def test_an_answer_to_another_request_is_never_taken():
    """As when two processes read from one connection: each answer names the request that it belongs to."""

    def respond(request: Handler) -> None:
        count = len(server.requests)
        others = {"x_request_id": "py-of-another-request"} if count == 1 else {"x_request_id": "an-id-of-a-proxy"}
        request.answer({"object": "account", "count": count}, **others)

    with serving(respond) as server:
        for make in (rotamer.Client, rotamer.AsyncClient):
            server.requests.clear()
            assert done(make(KEY, server.url).account())["count"] == 2


