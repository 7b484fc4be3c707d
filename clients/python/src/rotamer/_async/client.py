"""The client and its jobs, results, tools, files, projects, workflows and runs."""

from __future__ import annotations

import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing
from functools import partial
from os import PathLike
from pathlib import Path
from typing import IO, Any, TypeVar
from uuid import uuid4

import httpx

from .._core.folder import archive_place, place_files, safe_name, write_manifest
from .._core.messages import Clock, Send
from .._core.network import Network
from .._core.rules import TERMINAL
from .._core.settings import Settings
from .._core.target import Target
from .._progress import Progress
from .._tasks import Operation, Tasks
from ..errors import RotamerError
from ..results import JobEvent, Quote, ResultData, Run, job_html, structure_view
from . import download, feed, follow, logs, mapping, operations
from .link import AsyncLink
from .login import sign_in
from .operations import path_of
from .requests import given, items, send_csv, send_json

T = TypeVar("T")


class AsyncClient:
    """A client of one Rotamer, with one API key.

    `api_key` and `base_url` default to `ROTAMER_API_KEY` and `ROTAMER_BASE_URL`; without either the service is looked for at
    http://127.0.0.1:8080. `timeout` is that of one try of a request, `retry_for` how long a request that fails is tried again, both in
    seconds; 0 is never.

    `verify` is a file or folder of certificates, an SSLContext, or False; `proxy` a URL, "" for none; `headers` go with every
    request to the service; `limits` are those of httpx, for requests and downloads. An `http_client` of httpx of your own replaces
    `verify`, `proxy`, `limits` and `transport`, and stays yours to close.

    Tasks, threads, event loops and forked processes may share a client: each process, and each event loop, opens its own connections.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        timeout: float = 60.0,
        retry_for: float = 60.0,
        headers: dict[str, str] | None = None,
        verify: bool | str | Path | ssl.SSLContext = True,
        proxy: str | None = None,
        limits: httpx.Limits | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        http_client: httpx.AsyncClient | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._target = Target(api_key, base_url, headers)
        self._network = Network(verify, proxy, limits, transport, http_client)
        self._settings = Settings(self._target, retry_for, timeout, clock)
        self._io = Tasks(self._settings.clock, self._network)
        self.jobs = AsyncJobs(self)
        self.events = AsyncEvents(self)
        self.batches = AsyncBatches(self)
        self.tools = AsyncTools(self)
        self.datasets = AsyncDatasets(self)
        self.files = AsyncFiles(self)
        self.projects = AsyncProjects(self)
        self.workspace = AsyncWorkspace(self)
        self.members = AsyncMembers(self)
        self.session = AsyncSession(self)
        self.api_keys = AsyncApiKeys(self)
        self.budgets = AsyncBudgets(self)
        self.notices = AsyncNotices(self)
        self.usage = AsyncUsage(self)
        self.ledger = AsyncLedger(self)
        self.audit = AsyncAudit(self)
        self.webhooks = AsyncWebhooks(self)
        self.workflows = AsyncWorkflows(self)
        self.runs = AsyncRuns(self)

    @classmethod
    async def login(
        cls, base_url: str | None = None, *, profile: str | None = None, show: Callable[[dict[str, Any]], None] | None = None, **options: Any
    ) -> AsyncClient:
        """Returns a client of a person who signs in with a browser, and stores the session where `rotamer login` does.

        While a stored session or key is accepted, nobody is asked again. A session ends 12 h after its last use, and 7 days after the sign-in.
        `profile` is the name under which it is stored: `ROTAMER_PROFILE`, or "default". `show` gets the code and the page on which the
        person confirms it (`user_code`, `verification_uri`, `verification_uri_complete`); by default they are printed to stderr.
        Other options are those of the constructor. Raises `ApiError` with the code `access_denied` or `expired_token` when nobody confirms.
        """
        return await sign_in(cls, base_url, profile, show, options)

    async def request(
        self,
        method: str,
        path: str,
        *,
        json: Any = None,
        query: dict[str, Any] | None = None,
        safe: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Any request; `path` is relative to /api/v1, as in `/account`. `safe` says that repeating it does no harm; a GET, PUT or
        DELETE and a request with an `idempotency_key` are safe."""
        if not path.startswith("/"):
            raise RotamerError(f"A path begins with a slash, as /account does, and is {path!r}.")
        headers = given({"idempotency-key": idempotency_key})
        return await self._run(send_json, Send(method.upper(), path, query or {}, json, headers=headers), safe=safe)

    async def account(self) -> dict[str, Any]:
        """The key, its workspace, credits and limits."""
        return await self.request("GET", "/account")

    async def map(
        self,
        tool: str,
        inputs: Sequence[str | dict[str, Any] | Sequence[dict[str, Any]]],
        *,
        settings: dict[str, Any] | None = None,
        name: str | None = None,
        timeout: float | None = None,
        **fields: Any,
    ) -> list[dict[str, Any]]:
        """Runs a tool on each input as one batch, and returns status, values, job_id and error of each, in the order of the inputs.

        An input is a text, or one or several inputs of a job. The kind and the format of a text are recognised, and it goes into the first
        slot that takes it. `RotamerError` names the slots when none does. Fields: project_id, max_credits.
        """
        return await mapping.map_inputs(self, tool, inputs, settings, timeout, given({"name": name or tool, **fields}))

    async def close(self) -> None:
        """Closes its connections. A later call opens new ones."""
        await self._io.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._target!r})"

    def __getstate__(self) -> dict[str, Any]:
        """What a copy in another process is made from; the key is part of it."""
        settings = {"timeout": self._settings.timeout, "retry_for": self._settings.retry_for}
        return {"api_key": self._target.api_key, "base_url": self._target.base_url, "headers": self._target.headers, **settings, **self._network.state()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    async def _run(self, operation: Operation[T], *args: Any, **options: Any) -> T:
        """Runs an operation on a connection that is closed afterwards."""
        async with AsyncLink(self._io, self._settings) as link:
            return await operation(link, *args, **options)

    async def _iterate(self, operation: Callable[..., AsyncGenerator[T, None]], *args: Any) -> AsyncGenerator[T, None]:
        """Yields what an operation yields, on demand."""
        async with AsyncLink(self._io, self._settings) as link, aclosing(operation(link, *args)) as values:
            async for value in values:
                yield value

    def _items(self, path: str, query: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        return self._iterate(items, path, query)


class AsyncJob:
    """A job that was submitted. `data` is what was last heard of it."""

    def __init__(self, client: AsyncClient, data: dict[str, Any]) -> None:
        self._client = client
        self.data = data
        self.id: str = data["id"]

    @property
    def status(self) -> str | None:
        return self.data.get("status")

    @property
    def ended(self) -> bool:
        """Whether it had ended when it was last heard of."""
        return self.status in TERMINAL

    async def refresh(self) -> AsyncJob:
        """Reads its current state: at most once in 5 s."""
        self.data = await self._client.request("GET", path_of("jobs", self.id, "status"))
        return self

    async def events(self, timeout: float | None = None) -> AsyncGenerator[JobEvent, None]:
        """Every new state until its end. Leaving the loop leaves the job running."""
        async with aclosing(self._client._iterate(follow.follow_job, self.id, timeout)) as events:
            async for event in events:
                self.data = event.job
                yield event

    async def wait(self, timeout: float | None = None, *, progress: bool | None = None) -> AsyncJob:
        """Waits for its end, and returns it however it ended: look at `status`.

        After `timeout` seconds it raises `WaitTimeoutError`; the job goes on. Progress is shown in terminals and notebooks.
        """
        shown = Progress(progress)
        try:
            async with aclosing(self.events(timeout)) as events:
                async for event in events:
                    shown.show(event.job)
        finally:
            shown.end()
        return self

    async def results(self) -> AsyncResults:
        """What it left: files and structured items."""
        return await self._client.jobs.results(self.id)

    async def cancel(self) -> dict[str, Any]:
        """Cancels it if it has not started."""
        cancellation = await self._client.jobs.cancel(self.id)
        self.data = cancellation["job"]
        return cancellation

    async def stop(self) -> dict[str, Any]:
        """Stops it, also while it runs."""
        stopped = await self._client.jobs.stop(self.id)
        self.data = stopped["job"]
        return stopped

    async def retry(self) -> AsyncJob:
        """Retries a waiting job now."""
        answer = await self._client.request("POST", path_of("jobs", self.id, "retry"), safe=True)
        self.data = answer["job"]
        return self

    async def quote_rerun(
        self, *, newest: bool = False, settings: dict[str, Any] | None = None, max_reserved_credits: int | None = None
    ) -> Quote:
        """What it would cost to run it again, and what stands in its way; nothing is reserved."""
        body = operations.rerun_body(newest, settings, max_reserved_credits)
        return Quote(await self._client.request("POST", path_of("jobs", self.id, "rerun", "quote"), json=body, safe=True))

    async def rerun(
        self,
        *,
        newest: bool = False,
        settings: dict[str, Any] | None = None,
        name: str | None = None,
        max_quoted_credits: int | None = None,
        max_reserved_credits: int | None = None,
        project_id: str | None = None,
        idempotency_key: str | None = None,
        notify: bool = False,
    ) -> AsyncJob:
        """Submits another job with its inputs and settings, with `newest` in the newest release of its dataset.

        `settings` replace some of its settings. A value of None is the default of the tool. With `notify` you get a mail at its end.
        """
        more = given({"name": name, "max_quoted_credits": max_quoted_credits, "project_id": project_id})
        body = {**operations.rerun_body(newest, settings, max_reserved_credits), **more}
        client = self._client
        path = path_of("jobs", self.id, "rerun")
        return AsyncJob(client, await client._run(operations.submit, body, idempotency_key, 0, path, notify))

    async def sharing(self) -> dict[str, Any]:
        return await self._client.request("GET", path_of("jobs", self.id, "share"))

    async def share(
        self,
        visibility: str | None = None,
        *,
        add_invites: list[str] | None = None,
        remove_invites: list[str] | None = None,
        expires_at: str | None = None,
        never_expires: bool = False,
    ) -> dict[str, Any]:
        """Changes who may view it. `expires_at`: when sharing ends by itself, such as 2027-01-31T12:00:00Z."""
        body = given({"visibility": visibility, "add_invites": add_invites, "remove_invites": remove_invites, "expires_at": expires_at})
        if never_expires:
            body["expires_at"] = None
        return await self._client.request("PATCH", path_of("jobs", self.id, "share"), json=body, safe=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id}, {self.status})"

    def _repr_html_(self) -> str:
        return job_html(self.data)


class AsyncResults(ResultData):
    def __init__(self, client: AsyncClient, data: dict[str, Any]) -> None:
        super().__init__(data)
        self._client = client

    async def download(self, folder: str | Path, *, names: list[str] | None = None) -> dict[str, Any]:
        """Downloads the files, four at a time, the items as `items.json`, and `manifest.json` beside them; returns that.

        What is there already is skipped, what was begun goes on.
        """
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        for name in names or []:
            self.file(name)
        places = [(file, path) for file, path in place_files(self.files) if not names or file["name"] in names]
        client = self._client
        unreachable: set[str] = set()

        async def fetch(pair: tuple[dict[str, Any], str]) -> None:
            file, path = pair
            item = path_of("results", self.job_id, "items", file["key"])
            await client._run(download.download_file, item, file, place / path, unreachable)

        await client._io.each(fetch, places, download.CONCURRENCY)
        return write_manifest(place, self.data, places, with_items=not names)

    async def archive(self, path: str | PathLike[str] | None = None, *, zstd: bool | None = None) -> Path:
        """Downloads the whole result as one tar archive, by default `JOB_ID.tar`, and returns its path. What was begun goes on.

        `zstd` downloads it compressed, by default when the path ends in `.zst`. What was cut off then cannot go on.
        """
        place, query = archive_place(self.job_id, path, zstd)
        return await self._client._run(download.download_archive, path_of("results", self.job_id, "archive"), query, place)

    async def save(
        self,
        name: str,
        *,
        filename: str | None = None,
        description: str | None = None,
        tags: list[str] | None = None,
        project_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Saves a file in the library, by default under its name. The service copies the bytes; one idempotency key is made for the call."""
        path = path_of("results", self.job_id, "items", self.file(name)["key"], "save")
        body = given({"filename": filename, "description": description, "tags": tags, "project_id": project_id})
        return await self._client._run(operations.start_run, path, body, idempotency_key)

    async def read(self, name: str) -> bytes:
        """The bytes of a file."""
        file = self.file(name)
        return await self._client._run(operations.read_file, path_of("results", self.job_id, "items", file["key"]), file)

    async def view(self, name: str) -> Any:
        """A py3Dmol view of a structure file. Needs `rotamer[notebook]`."""
        return structure_view((await self.read(name)).decode(), self.file(name)["format"])


class _Group:
    def __init__(self, client: AsyncClient) -> None:
        self._client = client


class AsyncJobs(_Group):
    async def quote(self, tool: str, inputs: list[dict[str, Any]], *, settings: dict[str, Any] | None = None, **fields: Any) -> Quote:
        """What a job would cost and what stands in its way; nothing is reserved."""
        body = given({"tool": tool, "input": {"inputs": inputs}, "settings": settings, **fields})
        return Quote(await self._client.request("POST", "/jobs/quote", json=body, safe=True))

    async def submit(
        self,
        tool: str,
        inputs: list[dict[str, Any]],
        *,
        name: str | None = None,
        settings: dict[str, Any] | None = None,
        max_quoted_credits: int | None = None,
        max_reserved_credits: int | None = None,
        project_id: str | None = None,
        idempotency_key: str | None = None,
        wait_seconds: int = 0,
        notify: bool = False,
        labels: dict[str, str] | None = None,
        cancel_after_seconds: float | None = None,
    ) -> AsyncJob:
        """Submits a job and returns at once, or when it has ended, after `wait_seconds` (at most 60) at the latest. With `notify` you get a mail at its end.

        `max_quoted_credits` refuses a higher price, `max_reserved_credits` caps a metered job. One idempotency key is made for
        the call and kept over its retries; with one of your own, repeating the call makes no second job.
        After `cancel_after_seconds` a job that has not started is cancelled and costs nothing.
        """
        body = operations.job_body(tool, inputs, name, settings, max_quoted_credits, max_reserved_credits, project_id)
        client = self._client
        return AsyncJob(client, await client._run(operations.submit, body, idempotency_key, wait_seconds, "/jobs", notify, labels, cancel_after_seconds))

    async def run(
        self,
        tool: str,
        inputs: list[dict[str, Any]],
        *,
        timeout: float | None = None,
        progress: bool | None = None,
        **fields: Any,
    ) -> AsyncJob:
        """Submits a job and waits for its end; `fields` are those of `submit`."""
        # Most small jobs end in this time, and then need no second request.
        fields.setdefault("wait_seconds", 5 if timeout is None else int(min(5, timeout)))
        job = await self.submit(tool, inputs, **fields)
        return job if job.ended else await job.wait(timeout, progress=progress)

    async def wait_all(self, jobs: Sequence[AsyncJob | str], timeout: float | None = None) -> list[AsyncJob]:
        """Waits for the ends of all jobs, and returns them in the given order: look at `status`.

        One stream of events serves all of them. After `timeout` seconds it raises `WaitTimeoutError`; the jobs go on.
        """
        handles = [self.at(job) if isinstance(job, str) else job for job in jobs]
        left = list(dict.fromkeys(job.id for job in handles if not job.ended))
        if left:
            async with aclosing(self._client._iterate(feed.follow_jobs, left, timeout)) as events:
                async for event in events:
                    for job in handles:
                        if job.id == event.job["id"]:
                            job.data = event.job
        return handles

    def list(
        self, *, project_id: str | None = None, unassigned: bool | None = None, page_size: int | None = None, **filters: Any
    ) -> AsyncIterator[dict[str, Any]]:
        """Jobs, newest first, read page by page.

        Filters: status (one or a list), tool, name (a part), created_by (me, a user or an API key), created_after, created_before,
        run_id, label (`"plate=7"`, or a list of labels that a job must all have).
        """
        return self._client._items("/jobs", {"project_id": project_id, "unassigned": unassigned, "limit": page_size, **_listed(filters)})

    async def get(self, job_id: str) -> AsyncJob:
        return await self.at(job_id).refresh()

    async def update(self, job_id: str, **changes: Any) -> dict[str, Any]:
        """Changes name and labels; a label of None is removed."""
        return await self._client.request("PATCH", path_of("jobs", job_id), json=changes, safe=True)

    async def details(self, job_id: str) -> dict[str, Any]:
        """A job with its settings, inputs and attempts; the pace of status polls does not count here."""
        return await self._client.request("GET", path_of("jobs", job_id))

    def at(self, job_id: str) -> AsyncJob:
        """A handle without a request; its data is not known yet."""
        return AsyncJob(self._client, {"id": job_id})

    async def cancel(self, job_id: str) -> dict[str, Any]:
        return await self._client._run(operations.cancel_job, job_id)

    async def cancel_many(self, filter: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Cancels the waiting jobs that match a filter, at most 1,000; go on with `starting_after=next_cursor` while `has_more`.

        Fields: limit, starting_after, dry_run.
        """
        return await self._client.request("POST", "/jobs/cancel", json={"filter": _listed(filter), **fields}, safe=True)

    async def retry_failed(self, filter: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Submits the failed jobs that match a filter again, each once; fields are those of `cancel_many`."""
        return await self._client.request("POST", "/jobs/retry-failed", json={"filter": _listed(filter), **fields}, safe=True)

    async def log(self, job_id: str, *, attempt: int | None = None) -> str:
        """What the programs of a job wrote, so far or as a whole, by default in its last attempt."""
        return await self._client._run(logs.read_log, job_id, attempt)

    async def ro_crate(self, job_id: str) -> dict[str, Any]:
        """How a job made its result, as the metadata of an RO-Crate: save it as `ro-crate-metadata.json`."""
        return await self._client._run(operations.read_crate, job_id)

    async def input(self, job_id: str, number: int) -> bytes:
        """The bytes of an input. `number` is its place in `inputs` of `details`, from 1."""
        return await self._client._run(operations.read_input, job_id, number)

    def follow_log(self, job_id: str, *, attempt: int | None = None) -> AsyncIterator[dict[str, Any]]:
        """Yields the parts of a log, each a dict with `attempt` and `text`, until the job has ended."""
        return self._client._iterate(logs.follow_log, job_id, attempt)

    async def stop(self, job_id: str) -> dict[str, Any]:
        """Ends a job, also one that runs: a metered job is charged for its run time, a fixed price as a whole."""
        return await self._client._run(operations.stop_job, job_id)

    async def results(self, job_id: str) -> AsyncResults:
        client = self._client
        return AsyncResults(client, await client._run(operations.load_result, job_id))


class AsyncEvents(_Group):
    """The feed of the workspace: everything that happens to its resources, in one order."""

    def list(self, *, type: str | Sequence[str] | None = None, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """Events up to the present end, oldest first. Filters: after, project_id, run_id, resource_id."""
        return self._client._iterate(feed.feed_events, feed.feed_query({**filters, "type": type, "limit": page_size}))

    async def page(self, *, type: str | Sequence[str] | None = None, page_size: int | None = None, **filters: Any) -> dict[str, Any]:
        """One page; go on after its `next_cursor`, at once or later."""
        query = feed.feed_query({**filters, "type": type, "limit": page_size})
        return await self._client.request("GET", "/events", query=query)

    def stream(self, *, type: str | Sequence[str] | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """Events as they happen; without `after` from now on. Filters: after, project_id, run_id, resource_id.

        Raises `ResyncRequiredError` when events are missing: read the present state, and call it again with `after=error.cursor`.
        """
        return self._client._iterate(feed.follow_feed, feed.feed_query({**filters, "type": type}))


class AsyncTools(_Group):
    def list(self, *, search: str | None = None, accepts: str | None = None) -> AsyncIterator[dict[str, Any]]:
        """All tools, or those that match the words of a search, best first, or that take a format as input."""
        return self._client._items("/tools", given({"search": search, "accepts": accepts}))

    async def get(self, tool_id: str) -> dict[str, Any]:
        """Its inputs, settings, outputs and price."""
        return await self._client.request("GET", path_of("tools", tool_id))


class AsyncDatasets(_Group):
    """The reference data that the workspace may search."""

    def list(self) -> AsyncIterator[dict[str, Any]]:
        return self._client._items("/datasets", {})

    async def get(self, dataset_id: str) -> dict[str, Any]:
        """Its releases, newest first."""
        return await self._client.request("GET", path_of("datasets", dataset_id))


class AsyncFiles(_Group):
    async def upload(
        self,
        source: str | PathLike[str] | bytes | bytearray | memoryview | IO[bytes],
        *,
        filename: str | None = None,
        description: str | None = None,
        tags: list[str] | None = None,
        collection_ids: list[str] | None = None,
        project_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Uploads a file, by its path, a file opened with "rb", or bytes with a `filename`.

        One idempotency key is made for the call and kept over its retries.
        """
        content, name = await self._client._io.call(partial(operations.file_content, source, filename), abandon=True)
        return await self._client._run(
            operations.upload,
            content,
            name,
            description=description,
            tags=tags,
            collection_ids=collection_ids,
            project_id=project_id,
            key=idempotency_key,
        )

    async def get(self, file_id: str) -> dict[str, Any]:
        return await self._client.request("GET", path_of("files", file_id))

    async def sources(self) -> list[dict[str, Any]]:
        """The public databases from which `fetch` takes files."""
        return (await self._client.request("GET", "/file-sources"))["data"]

    async def fetch(
        self,
        source: str,
        id: str,
        *,
        description: str | None = None,
        tags: list[str] | None = None,
        project_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Fetches an entry of a public database into the library: `fetch("pdb", "1UBQ")`. One idempotency key is made for the call."""
        body = given({"source": source, "id": id, "description": description, "tags": tags, "project_id": project_id})
        return await self._client._run(operations.fetch_file, body, idempotency_key)

    async def update(self, file_id: str, **changes: Any) -> dict[str, Any]:
        """Changes name, description or tags; a description of None removes it."""
        return await self._client.request("PATCH", path_of("files", file_id), json=changes, safe=True)

    async def link(self, file_id: str) -> dict[str, Any]:
        """A link that downloads the file without a key until it expires: url, expires_at, name, size, sha256."""
        return await self._client.request("GET", path_of("files", file_id, "link"))

    async def download(self, file_id: str, path: str | PathLike[str] | None = None) -> Path:
        """Downloads a file to a path, by default its name in the current folder, and returns the path.

        A download that was begun goes on; a file that is there already is skipped.
        """
        file = await self.link(file_id)
        place = Path(safe_name(file["name"]) if path is None else path)
        await self._client._run(download.download_file, path_of("files", file_id, "bytes"), file, place, set())
        return place

    async def read(self, file_id: str) -> bytes:
        """The bytes of a file."""
        return await self._client._run(operations.read_file, path_of("files", file_id, "bytes"), await self.link(file_id))

    async def delete(self, file_id: str) -> dict[str, Any]:
        return await self._client._run(operations.delete_file, file_id)

    def list(self, *, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """All files, newest first; filters: q, format, origin, collection_id, project_id, unassigned, mine."""
        return self._client._items("/files", {**filters, "limit": page_size})


class AsyncProjects(_Group):
    def list(self, *, page_size: int | None = None) -> AsyncIterator[dict[str, Any]]:
        return self._client._items("/projects", {"limit": page_size})

    async def create(self, name: str, description: str | None = None) -> dict[str, Any]:
        return await self._client.request("POST", "/projects", json=given({"name": name, "description": description}))

    async def get(self, project_id: str) -> dict[str, Any]:
        return await self._client.request("GET", path_of("projects", project_id))

    async def update(self, project_id: str, **changes: Any) -> dict[str, Any]:
        """Changes name or description; a description of None removes it."""
        return await self._client.request("PATCH", path_of("projects", project_id), json=changes, safe=True)

    async def assign(
        self, target_project_id: str | None, resources: Sequence[dict[str, Any]], *, move_linked_files: bool = False
    ) -> dict[str, Any]:
        """Moves resources to a project, or with None out of every project: all of them or none."""
        body = {"target_project_id": target_project_id, "resources": [*resources], "move_linked_files": move_linked_files}
        return await self._client.request("POST", "/projects/assignments", json=body, safe=True)

    async def delete(self, project_id: str, mode: str, target_project_id: str | None = None) -> dict[str, Any]:
        """Begins to delete a project. `mode` says what becomes of its contents: move, unassign or delete_contents."""
        body = given({"mode": mode, "target_project_id": target_project_id})
        return await self._client.request("DELETE", path_of("projects", project_id), json=body, safe=False)

    async def deletion(self, deletion_id: str) -> dict[str, Any]:
        return await self._client.request("GET", path_of("project-deletions", deletion_id))

    async def retry_deletion(self, deletion_id: str) -> dict[str, Any]:
        return await self._client.request("POST", path_of("project-deletions", deletion_id, "retry"))


class AsyncWorkspace(_Group):
    """The workspace of the credential."""

    async def get(self) -> dict[str, Any]:
        """Name and plan, and your role."""
        return await self._client.request("GET", "/workspace")

    async def update(self, **changes: Any) -> dict[str, Any]:
        return await self._client.request("PATCH", "/workspace", json=changes, safe=True)


class AsyncSession(_Group):
    """The session or API key of the client, the sessions of its person, and the person's workspaces."""

    async def get(self) -> dict[str, Any]:
        """The person and workspace of the session or API key."""
        return await self._client.request("GET", "/session")

    async def update(self, *, workspace_id: str) -> dict[str, Any]:
        """Switches to another workspace of the person."""
        return await self._client.request("PATCH", "/session", json={"workspace_id": workspace_id}, safe=True)

    async def sign_out(self) -> dict[str, Any]:
        """Ends the session of the client."""
        return await self._client.request("DELETE", "/session", safe=False)

    def list(self, *, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        return self._client._items("/sessions", {**filters, "limit": page_size})

    async def end(self, session_id: str) -> dict[str, Any]:
        return await self._client.request("DELETE", path_of("sessions", session_id), safe=False)

    async def end_others(self) -> dict[str, Any]:
        """Ends all other sessions of the person."""
        return await self._client.request("DELETE", "/sessions", safe=True)

    def workspaces(self, *, page_size: int | None = None) -> AsyncIterator[dict[str, Any]]:
        return self._client._items("/workspaces", {"limit": page_size})


class AsyncMembers(_Group):
    """The people of the workspace."""

    def list(self, *, page_size: int | None = None) -> AsyncIterator[dict[str, Any]]:
        return self._client._items("/members", {"limit": page_size})

    async def update(self, user_id: str, **changes: Any) -> dict[str, Any]:
        """Changes the role of a member, or your own name."""
        return await self._client.request("PATCH", path_of("members", user_id), json=changes, safe=True)

    async def remove(self, user_id: str) -> dict[str, Any]:
        """Removes a member, or leaves the workspace. API keys and sessions of the member end at once."""
        return await self._client.request("DELETE", path_of("members", user_id), safe=False)

    async def invite(self, email: str, role: str, *, expires_in_days: int | None = None) -> dict[str, Any]:
        """Invites a person by mail. The link is only in the mail."""
        body = given({"email": email, "role": role, "expires_in_days": expires_in_days})
        return await self._client.request("POST", "/members/invitations", json=body)

    def invitations(self, *, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """Open invitations, oldest first; with include_ended=True others too."""
        return self._client._items("/members/invitations", {**filters, "limit": page_size})

    async def resend_invitation(self, invitation_id: str) -> dict[str, Any]:
        return await self._client.request("POST", path_of("members", "invitations", invitation_id, "resend"))

    async def withdraw_invitation(self, invitation_id: str) -> dict[str, Any]:
        return await self._client.request("DELETE", path_of("members", "invitations", invitation_id), safe=True)


class AsyncApiKeys(_Group):
    """The keys of programs."""

    def list(self, *, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """Filters: user_id, include_revoked."""
        return self._client._items("/api-keys", {**filters, "limit": page_size})

    async def get(self, key_id: str) -> dict[str, Any]:
        return await self._client.request("GET", path_of("api-keys", key_id))

    async def create(self, name: str, scopes: Sequence[str], *, idempotency_key: str | None = None, **limits: Any) -> dict[str, Any]:
        """Creates a key; its `secret` is in no later response. Limits: project_ids, tools, may_create_keys, expires_at, budget.

        `budget={"day": 10}` bounds its first job already: caps in credits, with the keys day, month and total.

        The secret is None when the response to an earlier try of the same call was lost; then rotate the key.
        """
        body = {"name": name, "scopes": [*scopes], **limits}
        return await self._client.request("POST", "/api-keys", json=body, idempotency_key=idempotency_key or str(uuid4()))

    async def update(self, key_id: str, **changes: Any) -> dict[str, Any]:
        """Changes what is given; `budget={"day": None}` removes the cap of a day, and `budget=None` all."""
        return await self._client.request("PATCH", path_of("api-keys", key_id), json=changes, safe=True)

    async def rotate(self, key_id: str, *, overlap_seconds: int | None = None) -> dict[str, Any]:
        """Replaces the secret. The secret before stays valid for `overlap_seconds`, by default a day."""
        body = given({"overlap_seconds": overlap_seconds})
        return await self._client.request("POST", path_of("api-keys", key_id, "rotate"), json=body)

    async def revoke(self, key_id: str) -> dict[str, Any]:
        """Revokes a key, and the keys that it created."""
        return await self._client.request("DELETE", path_of("api-keys", key_id), safe=True)


class AsyncNotices(_Group):
    """Which mails you receive."""

    async def get(self) -> dict[str, Any]:
        return await self._client.request("GET", "/notices")

    async def update(self, **choices: str) -> dict[str, Any]:
        """Changes choices: `job_ended="always"`."""
        return await self._client.request("PATCH", "/notices", json=choices, safe=True)


class AsyncBudgets(_Group):
    """Caps on what jobs may cost in a day, a month or in all."""

    def list(self, *, page_size: int | None = None) -> AsyncIterator[dict[str, Any]]:
        return self._client._items("/budgets", {"limit": page_size})

    async def set(self, **budget: Any) -> dict[str, Any]:
        """Creates or changes the budget of a subject and period."""
        return await self._client.request("PUT", "/budgets", json=budget, safe=True)

    async def delete(self, budget_id: str) -> dict[str, Any]:
        return await self._client.request("DELETE", path_of("budgets", budget_id), safe=False)


class AsyncBatches(_Group):
    """Many jobs that are submitted, paid for, followed and stopped together."""

    async def quote(self, submissions: list[dict[str, Any]] | None = None, *, file_id: str | None = None) -> dict[str, Any]:
        """Checks and prices submissions, and lists the problems of all. Reserves nothing."""
        body = given({"submissions": submissions, "file_id": file_id})
        return await self._client.request("POST", "/batches/quote", json=body, safe=True)

    async def create(
        self,
        name: str,
        submissions: list[dict[str, Any]] | None = None,
        *,
        file_id: str | None = None,
        idempotency_key: str | None = None,
        **fields: Any,
    ) -> dict[str, Any]:
        """Starts a batch and returns at once; fields: project_id, max_credits, on_problem, stop_when."""
        body = given({"name": name, "submissions": submissions, "file_id": file_id, **fields})
        return await self._client._run(operations.start_run, "/batches", body, idempotency_key)

    def list(self, *, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        return self._client._items("/batches", {**filters, "limit": page_size})

    async def get(self, batch_id: str) -> dict[str, Any]:
        return await self._client.request("GET", path_of("batches", batch_id))

    def items(self, batch_id: str, *, status: str | None = None, page_size: int | None = None) -> AsyncIterator[dict[str, Any]]:
        """The submissions in their order, each with its last job."""
        return self._client._items(path_of("batches", batch_id, "items"), {"status": status, "limit": page_size})

    def rows(self, batch_id: str, *, port: str | None = None, page_size: int | None = None) -> AsyncIterator[dict[str, Any]]:
        """The rows of all results, of one output port or of all, in the order of the submissions."""
        return self._client._items(path_of("batches", batch_id, "rows"), {"port": port, "limit": page_size})

    async def table(self, batch_id: str, path: str | PathLike[str], *, port: str | None = None, format: str | None = None) -> Path:
        """Downloads the rows of one output port as a table, and returns its path. `custom_id` and `job_id` come first.

        The format is csv or jsonl, by default that of the name of the file. The default port is the first one with rows, if the
        tools of the batch have the same one.
        """
        place = Path(path)
        kind = format or ("jsonl" if place.suffix in (".jsonl", ".ndjson") else "csv")
        query = given({"port": port, "format": kind})
        return await self._client._run(download.download_whole, path_of("batches", batch_id, "rows"), query, place)

    async def archive(
        self,
        batch_id: str,
        path: str | PathLike[str] | None = None,
        *,
        first_line: int | None = None,
        last_line: int | None = None,
        zstd: bool | None = None,
    ) -> Path:
        """Downloads the results so far as one tar archive, by default `BATCH_ID.tar`, and returns its path. What was begun goes on.

        A batch with more than 20,000 files comes in parts. `zstd` downloads it compressed, by default when the path ends in `.zst`.
        What was cut off then cannot go on.
        """
        place, query = archive_place(batch_id, path, zstd)
        query.update(given({"first_line": first_line, "last_line": last_line}))
        return await self._client._run(download.download_archive, path_of("batches", batch_id, "archive"), query, place)

    async def wait(self, batch_id: str, timeout: float | None = None) -> dict[str, Any]:
        """Waits until a batch has ended or is paused."""
        return await self._client._run(follow.wait_batch, batch_id, timeout)

    async def continue_(self, batch_id: str, *, max_credits: int | None = None) -> dict[str, Any]:
        """Continues a paused batch."""
        body = given({"max_credits": max_credits})
        return await self._client.request("POST", path_of("batches", batch_id, "continue"), json=body)

    async def cancel(self, batch_id: str) -> dict[str, Any]:
        return await self._client.request("POST", path_of("batches", batch_id, "cancel"), safe=True)

    async def retry(self, batch_id: str, *, max_credits: int | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Submits again what has no result."""
        body = given({"max_credits": max_credits})
        return await self._client._run(operations.start_run, path_of("batches", batch_id, "retry"), body, idempotency_key)


class AsyncWebhooks(_Group):
    """Events of the workspace, sent to URLs of yours."""

    def list(self, *, page_size: int | None = None) -> AsyncIterator[dict[str, Any]]:
        return self._client._items("/webhook-endpoints", {"limit": page_size})

    async def create(self, url: str, **settings: Any) -> dict[str, Any]:
        """Creates an endpoint; its `secret` is in no later response. Settings: description, event_types, project_id."""
        return await self._client.request("POST", "/webhook-endpoints", json={"url": url, **settings})

    async def get(self, endpoint_id: str) -> dict[str, Any]:
        return await self._client.request("GET", path_of("webhook-endpoints", endpoint_id))

    async def update(self, endpoint_id: str, **changes: Any) -> dict[str, Any]:
        """Changes what is given; `enabled=True` switches on an endpoint that was disabled."""
        return await self._client.request("PATCH", path_of("webhook-endpoints", endpoint_id), json=changes, safe=True)

    async def rotate_secret(self, endpoint_id: str) -> dict[str, Any]:
        """Replaces the secret. For a day, both secrets sign."""
        return await self._client.request("POST", path_of("webhook-endpoints", endpoint_id, "rotate-secret"))

    async def test(self, endpoint_id: str) -> dict[str, Any]:
        """Sends an event `webhook.test`. Its delivery shows how the receiver answered."""
        return await self._client.request("POST", path_of("webhook-endpoints", endpoint_id, "test"))

    async def delete(self, endpoint_id: str) -> dict[str, Any]:
        """Deletes an endpoint with its deliveries."""
        return await self._client.request("DELETE", path_of("webhook-endpoints", endpoint_id), safe=False)

    def list_deliveries(self, *, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """Deliveries, newest first. Filters: endpoint_id, event_id, status."""
        return self._client._items("/webhook-deliveries", {**filters, "limit": page_size})

    async def get_delivery(self, delivery_id: str) -> dict[str, Any]:
        """A delivery with its attempts and the answers of the receiver."""
        return await self._client.request("GET", path_of("webhook-deliveries", delivery_id))

    async def replay(self, delivery_id: str) -> dict[str, Any]:
        """Sends the event of a delivery again, under the same event id."""
        return await self._client.request("POST", path_of("webhook-deliveries", delivery_id, "replay"))


def _listed(filters: dict[str, Any]) -> dict[str, Any]:
    """Returns filters in which several statuses or labels are one text."""
    return {name: ",".join(value) if isinstance(value, (list, tuple)) else value for name, value in filters.items()}


def _joined(names: str | Sequence[str] | None) -> str | None:
    return names if names is None or isinstance(names, str) else ",".join(names)


class AsyncUsage(_Group):
    """What was charged, by groups."""

    async def get(self, *, group_by: str | Sequence[str] | None = None, from_: str | None = None, to: str | None = None) -> dict[str, Any]:
        """Sums of what was charged, by tool, project, member, key or day; without a range those of the current month, in UTC."""
        return await self._client.request("GET", "/usage", query=given({"group_by": _joined(group_by), "from": from_, "to": to}))

    async def csv(self, *, group_by: str | Sequence[str] | None = None, from_: str | None = None, to: str | None = None) -> str:
        """The same as CSV."""
        return await self._client._run(send_csv, "/usage", {"group_by": _joined(group_by), "from": from_, "to": to})


class AsyncLedger(_Group):
    """The transfers of credits."""

    def list(
        self, *, from_: str | None = None, to: str | None = None, page_size: int | None = None, **filters: Any
    ) -> AsyncIterator[dict[str, Any]]:
        """Transfers, newest first; filters: kind, job_id."""
        return self._client._items("/ledger", {**filters, "from": from_, "to": to, "limit": page_size})

    async def csv(self, *, from_: str | None = None, to: str | None = None, **filters: Any) -> str:
        """All matching transfers as CSV; filters: kind, job_id."""
        return await self._client._run(send_csv, "/ledger", {**filters, "from": from_, "to": to})


class AsyncAudit(_Group):
    """The audit log, for admins."""

    def list(
        self, *, from_: str | None = None, to: str | None = None, page_size: int | None = None, **filters: Any
    ) -> AsyncIterator[dict[str, Any]]:
        """Entries, newest first; filters: actor, action, resource_id."""
        return self._client._items("/audit", {**filters, "from": from_, "to": to, "limit": page_size})

    async def csv(self, *, from_: str | None = None, to: str | None = None, **filters: Any) -> str:
        """All matching entries as CSV; filters: actor, action, resource_id."""
        return await self._client._run(send_csv, "/audit", {**filters, "from": from_, "to": to})


class AsyncWorkflows(_Group):
    def list(self, *, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        return self._client._items("/workflows", {**filters, "limit": page_size})

    async def get(self, workflow_id: str) -> dict[str, Any]:
        return await self._client.request("GET", path_of("workflows", workflow_id))

    async def validate(self, workflow_id: str, definition: dict[str, Any], settings: dict[str, Any] | None = None) -> dict[str, Any]:
        """Validates a draft; nothing is saved, run or charged."""
        body = given({"definition": definition, "settings": settings})
        return await self._client.request("POST", path_of("workflows", workflow_id, "validate"), json=body, safe=True)

    async def quote(self, workflow_id: str, **body: Any) -> dict[str, Any]:
        """Bounds of what a run would cost, node by node; nothing is started or reserved. Fields: max_credits, input_data."""
        return await self._client.request("POST", path_of("workflows", workflow_id, "runs", "quote"), json=body, safe=True)

    async def start(self, workflow_id: str, *, idempotency_key: str | None = None, notify: bool = False, **body: Any) -> Run:
        """Starts a run and returns at once. With `notify` you get a mail at its end.

        Fields: name, max_credits, project_id, input_data.
        """
        path = path_of("workflows", workflow_id, "runs")
        return Run(await self._client._run(operations.start_run, path, body, idempotency_key, notify))


class AsyncRuns(_Group):
    def list(self, *, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """The runs that you may see, newest first.

        Filters: status (several separated by commas), pause, workflow_id, name (a part), created_by (me or a user), created_after,
        created_before, project_id, unassigned.
        """
        return self._client._items("/workflow-runs", {**filters, "limit": page_size})

    async def get(self, run_id: str, *, attempt_id: str | None = None) -> Run:
        return Run(await self._client.request("GET", path_of("workflow-runs", run_id), query={"attempt_id": attempt_id}))

    def jobs(self, run_id: str, *, page_size: int | None = None, **filters: Any) -> AsyncIterator[dict[str, Any]]:
        """The jobs of an attempt, node by node; filters: attempt_id, node_id."""
        return self._client._items(path_of("workflow-runs", run_id, "jobs"), {**filters, "limit": page_size})

    async def results(self, run_id: str, *, attempt_id: str | None = None, node_id: str | None = None, limit: int | None = None) -> dict[str, Any]:
        """What its nodes left, or one node: at most `limit` jobs and items of each."""
        query = {"attempt_id": attempt_id, "node_id": node_id, "limit": limit}
        return await self._client.request("GET", path_of("workflow-runs", run_id, "results"), query=query)

    async def archive(self, run_id: str, path: str | PathLike[str] | None = None, *, zstd: bool | None = None) -> Path:
        """Downloads the results as one tar archive, by default `RUN_ID.tar`, and returns its path. What was begun goes on.

        `zstd` downloads it compressed, by default when the path ends in `.zst`. What was cut off then cannot go on.
        """
        place, query = archive_place(run_id, path, zstd)
        return await self._client._run(download.download_archive, path_of("workflow-runs", run_id, "archive"), query, place)

    def follow(self, run_id: str, timeout: float | None = None) -> AsyncIterator[Run]:
        """Every new state until it has ended or is paused."""
        return self._client._iterate(follow.follow_run, run_id, timeout)

    async def curation(self, run_id: str) -> dict[str, Any]:
        """The checkpoint of a paused run, and its candidates."""
        return await self._client.request("GET", path_of("workflow-runs", run_id, "curation"))

    async def curate(self, run_id: str, candidate_set_digest: str, approved_candidate_ids: Sequence[str], **fields: Any) -> dict[str, Any]:
        """Records which candidates go on. The same decision again changes nothing."""
        body = {"candidate_set_digest": candidate_set_digest, "approved_candidate_ids": approved_candidate_ids, **fields}
        return await self._client.request("POST", path_of("workflow-runs", run_id, "curation"), json=body, safe=True)

    async def quote(self, run_id: str, **body: Any) -> dict[str, Any]:
        """What another attempt costs and reuses; without `mode`, what the rest of the run costs. Fields: mode, node_id, approved."""
        return await self._client.request("POST", path_of("workflow-runs", run_id, "quote"), json=body, safe=True)

    async def continue_(self, run_id: str, *, max_credits: int | None = None) -> Run:
        """Lets a paused run go on."""
        body = given({"max_credits": max_credits})
        return Run(await self._client.request("POST", path_of("workflow-runs", run_id, "continue"), json=body))

    async def cancel(self, run_id: str) -> dict[str, Any]:
        return await self._client._run(operations.cancel_run, run_id)

    async def retry(
        self, run_id: str, *, node_id: str | None = None, max_credits: int | None = None, idempotency_key: str | None = None
    ) -> dict[str, Any]:
        """Starts another attempt of an ended run, from the start or from a failed node. Its cap is by default that of the last one."""
        body = operations.retry_body(node_id, max_credits)
        return await self._client._run(operations.start_run, path_of("workflow-runs", run_id, "retry"), body, idempotency_key)

    async def rerun(self, run_id: str, *, idempotency_key: str | None = None, notify: bool = False, **body: Any) -> Run:
        """Starts a run with the inputs of an earlier one, in the newest releases of its datasets. With `notify` you get a mail at its end.

        Fields: name, max_credits, project_id.
        """
        path = path_of("workflow-runs", run_id, "rerun")
        return Run(await self._client._run(operations.start_run, path, body, idempotency_key, notify))
