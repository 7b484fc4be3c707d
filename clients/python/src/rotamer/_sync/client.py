# Generated from _async/client.py by `npm run generate`.
"""The client and its jobs, results, tools, files, projects, workflows and runs."""

from __future__ import annotations

import ssl
from collections.abc import Generator, Iterator, Callable, Sequence
from contextlib import closing
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
from .._threads import Operation, Threads
from ..errors import RotamerError
from ..results import JobEvent, Quote, ResultData, Run, job_html, structure_view
from . import download, feed, follow, logs, mapping, operations
from .link import Link
from .login import sign_in
from .operations import path_of
from .requests import given, items, send_csv, send_json

T = TypeVar("T")


class Client:
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
        transport: httpx.BaseTransport | None = None,
        http_client: httpx.Client | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._target = Target(api_key, base_url, headers)
        self._network = Network(verify, proxy, limits, transport, http_client)
        self._settings = Settings(self._target, retry_for, timeout, clock)
        self._io = Threads(self._settings.clock, self._network)
        self.jobs = Jobs(self)
        self.events = Events(self)
        self.batches = Batches(self)
        self.tools = Tools(self)
        self.datasets = Datasets(self)
        self.files = Files(self)
        self.projects = Projects(self)
        self.workspace = Workspace(self)
        self.members = Members(self)
        self.session = Session(self)
        self.api_keys = ApiKeys(self)
        self.budgets = Budgets(self)
        self.notices = Notices(self)
        self.usage = Usage(self)
        self.ledger = Ledger(self)
        self.audit = Audit(self)
        self.webhooks = Webhooks(self)
        self.workflows = Workflows(self)
        self.runs = Runs(self)

    @classmethod
    def login(
        cls, base_url: str | None = None, *, profile: str | None = None, show: Callable[[dict[str, Any]], None] | None = None, **options: Any
    ) -> Client:
        """Returns a client of a person who signs in with a browser, and stores the session where `rotamer login` does.

        While a stored session or key is accepted, nobody is asked again. A session ends 12 h after its last use, and 7 days after the sign-in.
        `profile` is the name under which it is stored: `ROTAMER_PROFILE`, or "default". `show` gets the code and the page on which the
        person confirms it (`user_code`, `verification_uri`, `verification_uri_complete`); by default they are printed to stderr.
        Other options are those of the constructor. Raises `ApiError` with the code `access_denied` or `expired_token` when nobody confirms.
        """
        return sign_in(cls, base_url, profile, show, options)

    def request(
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
        return self._run(send_json, Send(method.upper(), path, query or {}, json, headers=headers), safe=safe)

    def account(self) -> dict[str, Any]:
        """The key, its workspace, credits and limits."""
        return self.request("GET", "/account")

    def map(
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
        return mapping.map_inputs(self, tool, inputs, settings, timeout, given({"name": name or tool, **fields}))

    def close(self) -> None:
        """Closes its connections. A later call opens new ones."""
        self._io.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._target!r})"

    def __getstate__(self) -> dict[str, Any]:
        """What a copy in another process is made from; the key is part of it."""
        settings = {"timeout": self._settings.timeout, "retry_for": self._settings.retry_for}
        return {"api_key": self._target.api_key, "base_url": self._target.base_url, "headers": self._target.headers, **settings, **self._network.state()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]

    def _run(self, operation: Operation[T], *args: Any, **options: Any) -> T:
        """Runs an operation on a connection that is closed afterwards."""
        with Link(self._io, self._settings) as link:
            return operation(link, *args, **options)

    def _iterate(self, operation: Callable[..., Generator[T, None]], *args: Any) -> Generator[T, None]:
        """Yields what an operation yields, on demand."""
        with Link(self._io, self._settings) as link, closing(operation(link, *args)) as values:
            for value in values:
                yield value

    def _items(self, path: str, query: dict[str, Any]) -> Iterator[dict[str, Any]]:
        return self._iterate(items, path, query)


class Job:
    """A job that was submitted. `data` is what was last heard of it."""

    def __init__(self, client: Client, data: dict[str, Any]) -> None:
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

    def refresh(self) -> Job:
        """Reads its current state: at most once in 5 s."""
        self.data = self._client.request("GET", path_of("jobs", self.id, "status"))
        return self

    def events(self, timeout: float | None = None) -> Generator[JobEvent, None]:
        """Every new state until its end. Leaving the loop leaves the job running."""
        with closing(self._client._iterate(follow.follow_job, self.id, timeout)) as events:
            for event in events:
                self.data = event.job
                yield event

    def wait(self, timeout: float | None = None, *, progress: bool | None = None) -> Job:
        """Waits for its end, and returns it however it ended: look at `status`.

        After `timeout` seconds it raises `WaitTimeoutError`; the job goes on. Progress is shown in terminals and notebooks.
        """
        shown = Progress(progress)
        try:
            with closing(self.events(timeout)) as events:
                for event in events:
                    shown.show(event.job)
        finally:
            shown.end()
        return self

    def results(self) -> Results:
        """What it left: files and structured items."""
        return self._client.jobs.results(self.id)

    def cancel(self) -> dict[str, Any]:
        """Cancels it if it has not started."""
        cancellation = self._client.jobs.cancel(self.id)
        self.data = cancellation["job"]
        return cancellation

    def stop(self) -> dict[str, Any]:
        """Stops it, also while it runs."""
        stopped = self._client.jobs.stop(self.id)
        self.data = stopped["job"]
        return stopped

    def retry(self) -> Job:
        """Retries a waiting job now."""
        answer = self._client.request("POST", path_of("jobs", self.id, "retry"), safe=True)
        self.data = answer["job"]
        return self

    def quote_rerun(
        self, *, newest: bool = False, settings: dict[str, Any] | None = None, max_reserved_credits: int | None = None
    ) -> Quote:
        """What it would cost to run it again, and what stands in its way; nothing is reserved."""
        body = operations.rerun_body(newest, settings, max_reserved_credits)
        return Quote(self._client.request("POST", path_of("jobs", self.id, "rerun", "quote"), json=body, safe=True))

    def rerun(
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
    ) -> Job:
        """Submits another job with its inputs and settings, with `newest` in the newest release of its dataset.

        `settings` replace some of its settings. A value of None is the default of the tool. With `notify` you get a mail at its end.
        """
        more = given({"name": name, "max_quoted_credits": max_quoted_credits, "project_id": project_id})
        body = {**operations.rerun_body(newest, settings, max_reserved_credits), **more}
        client = self._client
        path = path_of("jobs", self.id, "rerun")
        return Job(client, client._run(operations.submit, body, idempotency_key, 0, path, notify))

    def sharing(self) -> dict[str, Any]:
        return self._client.request("GET", path_of("jobs", self.id, "share"))

    def share(
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
        return self._client.request("PATCH", path_of("jobs", self.id, "share"), json=body, safe=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id}, {self.status})"

    def _repr_html_(self) -> str:
        return job_html(self.data)


class Results(ResultData):
    def __init__(self, client: Client, data: dict[str, Any]) -> None:
        super().__init__(data)
        self._client = client

    def download(self, folder: str | Path, *, names: list[str] | None = None) -> dict[str, Any]:
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

        def fetch(pair: tuple[dict[str, Any], str]) -> None:
            file, path = pair
            item = path_of("results", self.job_id, "items", file["key"])
            client._run(download.download_file, item, file, place / path, unreachable)

        client._io.each(fetch, places, download.CONCURRENCY)
        return write_manifest(place, self.data, places, with_items=not names)

    def archive(self, path: str | PathLike[str] | None = None, *, zstd: bool | None = None) -> Path:
        """Downloads the whole result as one tar archive, by default `JOB_ID.tar`, and returns its path. What was begun goes on.

        `zstd` downloads it compressed, by default when the path ends in `.zst`. What was cut off then cannot go on.
        """
        place, query = archive_place(self.job_id, path, zstd)
        return self._client._run(download.download_archive, path_of("results", self.job_id, "archive"), query, place)

    def save(
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
        return self._client._run(operations.start_run, path, body, idempotency_key)

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        file = self.file(name)
        return self._client._run(operations.read_file, path_of("results", self.job_id, "items", file["key"]), file)

    def view(self, name: str) -> Any:
        """A py3Dmol view of a structure file. Needs `rotamer[notebook]`."""
        return structure_view((self.read(name)).decode(), self.file(name)["format"])


class _Group:
    def __init__(self, client: Client) -> None:
        self._client = client


class Jobs(_Group):
    def quote(self, tool: str, inputs: list[dict[str, Any]], *, settings: dict[str, Any] | None = None, **fields: Any) -> Quote:
        """What a job would cost and what stands in its way; nothing is reserved."""
        body = given({"tool": tool, "input": {"inputs": inputs}, "settings": settings, **fields})
        return Quote(self._client.request("POST", "/jobs/quote", json=body, safe=True))

    def submit(
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
    ) -> Job:
        """Submits a job and returns at once, or when it has ended, after `wait_seconds` (at most 60) at the latest. With `notify` you get a mail at its end.

        `max_quoted_credits` refuses a higher price, `max_reserved_credits` caps a metered job. One idempotency key is made for
        the call and kept over its retries; with one of your own, repeating the call makes no second job.
        After `cancel_after_seconds` a job that has not started is cancelled and costs nothing.
        """
        body = operations.job_body(tool, inputs, name, settings, max_quoted_credits, max_reserved_credits, project_id)
        client = self._client
        return Job(client, client._run(operations.submit, body, idempotency_key, wait_seconds, "/jobs", notify, labels, cancel_after_seconds))

    def run(
        self,
        tool: str,
        inputs: list[dict[str, Any]],
        *,
        timeout: float | None = None,
        progress: bool | None = None,
        **fields: Any,
    ) -> Job:
        """Submits a job and waits for its end; `fields` are those of `submit`."""
        # Most small jobs end in this time, and then need no second request.
        fields.setdefault("wait_seconds", 5 if timeout is None else int(min(5, timeout)))
        job = self.submit(tool, inputs, **fields)
        return job if job.ended else job.wait(timeout, progress=progress)

    def wait_all(self, jobs: Sequence[Job | str], timeout: float | None = None) -> list[Job]:
        """Waits for the ends of all jobs, and returns them in the given order: look at `status`.

        One stream of events serves all of them. After `timeout` seconds it raises `WaitTimeoutError`; the jobs go on.
        """
        handles = [self.at(job) if isinstance(job, str) else job for job in jobs]
        left = list(dict.fromkeys(job.id for job in handles if not job.ended))
        if left:
            with closing(self._client._iterate(feed.follow_jobs, left, timeout)) as events:
                for event in events:
                    for job in handles:
                        if job.id == event.job["id"]:
                            job.data = event.job
        return handles

    def list(
        self, *, project_id: str | None = None, unassigned: bool | None = None, page_size: int | None = None, **filters: Any
    ) -> Iterator[dict[str, Any]]:
        """Jobs, newest first, read page by page.

        Filters: status (one or a list), tool, name (a part), created_by (me, a user or an API key), created_after, created_before,
        run_id, label (`"plate=7"`, or a list of labels that a job must all have).
        """
        return self._client._items("/jobs", {"project_id": project_id, "unassigned": unassigned, "limit": page_size, **_listed(filters)})

    def get(self, job_id: str) -> Job:
        return self.at(job_id).refresh()

    def update(self, job_id: str, **changes: Any) -> dict[str, Any]:
        """Changes name and labels; a label of None is removed."""
        return self._client.request("PATCH", path_of("jobs", job_id), json=changes, safe=True)

    def details(self, job_id: str) -> dict[str, Any]:
        """A job with its settings, inputs and attempts; the pace of status polls does not count here."""
        return self._client.request("GET", path_of("jobs", job_id))

    def at(self, job_id: str) -> Job:
        """A handle without a request; its data is not known yet."""
        return Job(self._client, {"id": job_id})

    def cancel(self, job_id: str) -> dict[str, Any]:
        return self._client._run(operations.cancel_job, job_id)

    def cancel_many(self, filter: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Cancels the waiting jobs that match a filter, at most 1,000; go on with `starting_after=next_cursor` while `has_more`.

        Fields: limit, starting_after, dry_run.
        """
        return self._client.request("POST", "/jobs/cancel", json={"filter": _listed(filter), **fields}, safe=True)

    def retry_failed(self, filter: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """Submits the failed jobs that match a filter again, each once; fields are those of `cancel_many`."""
        return self._client.request("POST", "/jobs/retry-failed", json={"filter": _listed(filter), **fields}, safe=True)

    def log(self, job_id: str, *, attempt: int | None = None) -> str:
        """What the programs of a job wrote, so far or as a whole, by default in its last attempt."""
        return self._client._run(logs.read_log, job_id, attempt)

    def ro_crate(self, job_id: str) -> dict[str, Any]:
        """How a job made its result, as the metadata of an RO-Crate: save it as `ro-crate-metadata.json`."""
        return self._client._run(operations.read_crate, job_id)

    def input(self, job_id: str, number: int) -> bytes:
        """The bytes of an input. `number` is its place in `inputs` of `details`, from 1."""
        return self._client._run(operations.read_input, job_id, number)

    def follow_log(self, job_id: str, *, attempt: int | None = None) -> Iterator[dict[str, Any]]:
        """Yields the parts of a log, each a dict with `attempt` and `text`, until the job has ended."""
        return self._client._iterate(logs.follow_log, job_id, attempt)

    def stop(self, job_id: str) -> dict[str, Any]:
        """Ends a job, also one that runs: a metered job is charged for its run time, a fixed price as a whole."""
        return self._client._run(operations.stop_job, job_id)

    def results(self, job_id: str) -> Results:
        client = self._client
        return Results(client, client._run(operations.load_result, job_id))


class Events(_Group):
    """The feed of the workspace: everything that happens to its resources, in one order."""

    def list(self, *, type: str | Sequence[str] | None = None, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        """Events up to the present end, oldest first. Filters: after, project_id, run_id, resource_id."""
        return self._client._iterate(feed.feed_events, feed.feed_query({**filters, "type": type, "limit": page_size}))

    def page(self, *, type: str | Sequence[str] | None = None, page_size: int | None = None, **filters: Any) -> dict[str, Any]:
        """One page; go on after its `next_cursor`, at once or later."""
        query = feed.feed_query({**filters, "type": type, "limit": page_size})
        return self._client.request("GET", "/events", query=query)

    def stream(self, *, type: str | Sequence[str] | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        """Events as they happen; without `after` from now on. Filters: after, project_id, run_id, resource_id.

        Raises `ResyncRequiredError` when events are missing: read the present state, and call it again with `after=error.cursor`.
        """
        return self._client._iterate(feed.follow_feed, feed.feed_query({**filters, "type": type}))


class Tools(_Group):
    def list(self, *, search: str | None = None, accepts: str | None = None) -> Iterator[dict[str, Any]]:
        """All tools, or those that match the words of a search, best first, or that take a format as input."""
        return self._client._items("/tools", given({"search": search, "accepts": accepts}))

    def get(self, tool_id: str) -> dict[str, Any]:
        """Its inputs, settings, outputs and price."""
        return self._client.request("GET", path_of("tools", tool_id))


class Datasets(_Group):
    """The reference data that the workspace may search."""

    def list(self) -> Iterator[dict[str, Any]]:
        return self._client._items("/datasets", {})

    def get(self, dataset_id: str) -> dict[str, Any]:
        """Its releases, newest first."""
        return self._client.request("GET", path_of("datasets", dataset_id))


class Files(_Group):
    def upload(
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
        content, name = self._client._io.call(partial(operations.file_content, source, filename), abandon=True)
        return self._client._run(
            operations.upload,
            content,
            name,
            description=description,
            tags=tags,
            collection_ids=collection_ids,
            project_id=project_id,
            key=idempotency_key,
        )

    def get(self, file_id: str) -> dict[str, Any]:
        return self._client.request("GET", path_of("files", file_id))

    def sources(self) -> list[dict[str, Any]]:
        """The public databases from which `fetch` takes files."""
        return (self._client.request("GET", "/file-sources"))["data"]

    def fetch(
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
        return self._client._run(operations.fetch_file, body, idempotency_key)

    def update(self, file_id: str, **changes: Any) -> dict[str, Any]:
        """Changes name, description or tags; a description of None removes it."""
        return self._client.request("PATCH", path_of("files", file_id), json=changes, safe=True)

    def link(self, file_id: str) -> dict[str, Any]:
        """A link that downloads the file without a key until it expires: url, expires_at, name, size, sha256."""
        return self._client.request("GET", path_of("files", file_id, "link"))

    def download(self, file_id: str, path: str | PathLike[str] | None = None) -> Path:
        """Downloads a file to a path, by default its name in the current folder, and returns the path.

        A download that was begun goes on; a file that is there already is skipped.
        """
        file = self.link(file_id)
        place = Path(safe_name(file["name"]) if path is None else path)
        self._client._run(download.download_file, path_of("files", file_id, "bytes"), file, place, set())
        return place

    def read(self, file_id: str) -> bytes:
        """The bytes of a file."""
        return self._client._run(operations.read_file, path_of("files", file_id, "bytes"), self.link(file_id))

    def delete(self, file_id: str) -> dict[str, Any]:
        return self._client._run(operations.delete_file, file_id)

    def list(self, *, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        """All files, newest first; filters: q, format, origin, collection_id, project_id, unassigned, mine."""
        return self._client._items("/files", {**filters, "limit": page_size})


class Projects(_Group):
    def list(self, *, page_size: int | None = None) -> Iterator[dict[str, Any]]:
        return self._client._items("/projects", {"limit": page_size})

    def create(self, name: str, description: str | None = None) -> dict[str, Any]:
        return self._client.request("POST", "/projects", json=given({"name": name, "description": description}))

    def get(self, project_id: str) -> dict[str, Any]:
        return self._client.request("GET", path_of("projects", project_id))

    def update(self, project_id: str, **changes: Any) -> dict[str, Any]:
        """Changes name or description; a description of None removes it."""
        return self._client.request("PATCH", path_of("projects", project_id), json=changes, safe=True)

    def assign(
        self, target_project_id: str | None, resources: Sequence[dict[str, Any]], *, move_linked_files: bool = False
    ) -> dict[str, Any]:
        """Moves resources to a project, or with None out of every project: all of them or none."""
        body = {"target_project_id": target_project_id, "resources": [*resources], "move_linked_files": move_linked_files}
        return self._client.request("POST", "/projects/assignments", json=body, safe=True)

    def delete(self, project_id: str, mode: str, target_project_id: str | None = None) -> dict[str, Any]:
        """Begins to delete a project. `mode` says what becomes of its contents: move, unassign or delete_contents."""
        body = given({"mode": mode, "target_project_id": target_project_id})
        return self._client.request("DELETE", path_of("projects", project_id), json=body, safe=False)

    def deletion(self, deletion_id: str) -> dict[str, Any]:
        return self._client.request("GET", path_of("project-deletions", deletion_id))

    def retry_deletion(self, deletion_id: str) -> dict[str, Any]:
        return self._client.request("POST", path_of("project-deletions", deletion_id, "retry"))


class Workspace(_Group):
    """The workspace of the credential."""

    def get(self) -> dict[str, Any]:
        """Name and plan, and your role."""
        return self._client.request("GET", "/workspace")

    def update(self, **changes: Any) -> dict[str, Any]:
        return self._client.request("PATCH", "/workspace", json=changes, safe=True)


class Session(_Group):
    """The session or API key of the client, the sessions of its person, and the person's workspaces."""

    def get(self) -> dict[str, Any]:
        """The person and workspace of the session or API key."""
        return self._client.request("GET", "/session")

    def update(self, *, workspace_id: str) -> dict[str, Any]:
        """Switches to another workspace of the person."""
        return self._client.request("PATCH", "/session", json={"workspace_id": workspace_id}, safe=True)

    def sign_out(self) -> dict[str, Any]:
        """Ends the session of the client."""
        return self._client.request("DELETE", "/session", safe=False)

    def list(self, *, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        return self._client._items("/sessions", {**filters, "limit": page_size})

    def end(self, session_id: str) -> dict[str, Any]:
        return self._client.request("DELETE", path_of("sessions", session_id), safe=False)

    def end_others(self) -> dict[str, Any]:
        """Ends all other sessions of the person."""
        return self._client.request("DELETE", "/sessions", safe=True)

    def workspaces(self, *, page_size: int | None = None) -> Iterator[dict[str, Any]]:
        return self._client._items("/workspaces", {"limit": page_size})


class Members(_Group):
    """The people of the workspace."""

    def list(self, *, page_size: int | None = None) -> Iterator[dict[str, Any]]:
        return self._client._items("/members", {"limit": page_size})

    def update(self, user_id: str, **changes: Any) -> dict[str, Any]:
        """Changes the role of a member, or your own name."""
        return self._client.request("PATCH", path_of("members", user_id), json=changes, safe=True)

    def remove(self, user_id: str) -> dict[str, Any]:
        """Removes a member, or leaves the workspace. API keys and sessions of the member end at once."""
        return self._client.request("DELETE", path_of("members", user_id), safe=False)

    def invite(self, email: str, role: str, *, expires_in_days: int | None = None) -> dict[str, Any]:
        """Invites a person by mail. The link is only in the mail."""
        body = given({"email": email, "role": role, "expires_in_days": expires_in_days})
        return self._client.request("POST", "/members/invitations", json=body)

    def invitations(self, *, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        """Open invitations, oldest first; with include_ended=True others too."""
        return self._client._items("/members/invitations", {**filters, "limit": page_size})

    def resend_invitation(self, invitation_id: str) -> dict[str, Any]:
        return self._client.request("POST", path_of("members", "invitations", invitation_id, "resend"))

    def withdraw_invitation(self, invitation_id: str) -> dict[str, Any]:
        return self._client.request("DELETE", path_of("members", "invitations", invitation_id), safe=True)


class ApiKeys(_Group):
    """The keys of programs."""

    def list(self, *, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        """Filters: user_id, include_revoked."""
        return self._client._items("/api-keys", {**filters, "limit": page_size})

    def get(self, key_id: str) -> dict[str, Any]:
        return self._client.request("GET", path_of("api-keys", key_id))

    def create(self, name: str, scopes: Sequence[str], *, idempotency_key: str | None = None, **limits: Any) -> dict[str, Any]:
        """Creates a key; its `secret` is in no later response. Limits: project_ids, tools, may_create_keys, expires_at, budget.

        `budget={"day": 10}` bounds its first job already: caps in credits, with the keys day, month and total.

        The secret is None when the response to an earlier try of the same call was lost; then rotate the key.
        """
        body = {"name": name, "scopes": [*scopes], **limits}
        return self._client.request("POST", "/api-keys", json=body, idempotency_key=idempotency_key or str(uuid4()))

    def update(self, key_id: str, **changes: Any) -> dict[str, Any]:
        """Changes what is given; `budget={"day": None}` removes the cap of a day, and `budget=None` all."""
        return self._client.request("PATCH", path_of("api-keys", key_id), json=changes, safe=True)

    def rotate(self, key_id: str, *, overlap_seconds: int | None = None) -> dict[str, Any]:
        """Replaces the secret. The secret before stays valid for `overlap_seconds`, by default a day."""
        body = given({"overlap_seconds": overlap_seconds})
        return self._client.request("POST", path_of("api-keys", key_id, "rotate"), json=body)

    def revoke(self, key_id: str) -> dict[str, Any]:
        """Revokes a key, and the keys that it created."""
        return self._client.request("DELETE", path_of("api-keys", key_id), safe=True)


class Notices(_Group):
    """Which mails you receive."""

    def get(self) -> dict[str, Any]:
        return self._client.request("GET", "/notices")

    def update(self, **choices: str) -> dict[str, Any]:
        """Changes choices: `job_ended="always"`."""
        return self._client.request("PATCH", "/notices", json=choices, safe=True)


class Budgets(_Group):
    """Caps on what jobs may cost in a day, a month or in all."""

    def list(self, *, page_size: int | None = None) -> Iterator[dict[str, Any]]:
        return self._client._items("/budgets", {"limit": page_size})

    def set(self, **budget: Any) -> dict[str, Any]:
        """Creates or changes the budget of a subject and period."""
        return self._client.request("PUT", "/budgets", json=budget, safe=True)

    def delete(self, budget_id: str) -> dict[str, Any]:
        return self._client.request("DELETE", path_of("budgets", budget_id), safe=False)


class Batches(_Group):
    """Many jobs that are submitted, paid for, followed and stopped together."""

    def quote(self, submissions: list[dict[str, Any]] | None = None, *, file_id: str | None = None) -> dict[str, Any]:
        """Checks and prices submissions, and lists the problems of all. Reserves nothing."""
        body = given({"submissions": submissions, "file_id": file_id})
        return self._client.request("POST", "/batches/quote", json=body, safe=True)

    def create(
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
        return self._client._run(operations.start_run, "/batches", body, idempotency_key)

    def list(self, *, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        return self._client._items("/batches", {**filters, "limit": page_size})

    def get(self, batch_id: str) -> dict[str, Any]:
        return self._client.request("GET", path_of("batches", batch_id))

    def items(self, batch_id: str, *, status: str | None = None, page_size: int | None = None) -> Iterator[dict[str, Any]]:
        """The submissions in their order, each with its last job."""
        return self._client._items(path_of("batches", batch_id, "items"), {"status": status, "limit": page_size})

    def rows(self, batch_id: str, *, port: str | None = None, page_size: int | None = None) -> Iterator[dict[str, Any]]:
        """The rows of all results, of one output port or of all, in the order of the submissions."""
        return self._client._items(path_of("batches", batch_id, "rows"), {"port": port, "limit": page_size})

    def table(self, batch_id: str, path: str | PathLike[str], *, port: str | None = None, format: str | None = None) -> Path:
        """Downloads the rows of one output port as a table, and returns its path. `custom_id` and `job_id` come first.

        The format is csv or jsonl, by default that of the name of the file. The default port is the first one with rows, if the
        tools of the batch have the same one.
        """
        place = Path(path)
        kind = format or ("jsonl" if place.suffix in (".jsonl", ".ndjson") else "csv")
        query = given({"port": port, "format": kind})
        return self._client._run(download.download_whole, path_of("batches", batch_id, "rows"), query, place)

    def archive(
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
        return self._client._run(download.download_archive, path_of("batches", batch_id, "archive"), query, place)

    def wait(self, batch_id: str, timeout: float | None = None) -> dict[str, Any]:
        """Waits until a batch has ended or is paused."""
        return self._client._run(follow.wait_batch, batch_id, timeout)

    def continue_(self, batch_id: str, *, max_credits: int | None = None) -> dict[str, Any]:
        """Continues a paused batch."""
        body = given({"max_credits": max_credits})
        return self._client.request("POST", path_of("batches", batch_id, "continue"), json=body)

    def cancel(self, batch_id: str) -> dict[str, Any]:
        return self._client.request("POST", path_of("batches", batch_id, "cancel"), safe=True)

    def retry(self, batch_id: str, *, max_credits: int | None = None, idempotency_key: str | None = None) -> dict[str, Any]:
        """Submits again what has no result."""
        body = given({"max_credits": max_credits})
        return self._client._run(operations.start_run, path_of("batches", batch_id, "retry"), body, idempotency_key)


class Webhooks(_Group):
    """Events of the workspace, sent to URLs of yours."""

    def list(self, *, page_size: int | None = None) -> Iterator[dict[str, Any]]:
        return self._client._items("/webhook-endpoints", {"limit": page_size})

    def create(self, url: str, **settings: Any) -> dict[str, Any]:
        """Creates an endpoint; its `secret` is in no later response. Settings: description, event_types, project_id."""
        return self._client.request("POST", "/webhook-endpoints", json={"url": url, **settings})

    def get(self, endpoint_id: str) -> dict[str, Any]:
        return self._client.request("GET", path_of("webhook-endpoints", endpoint_id))

    def update(self, endpoint_id: str, **changes: Any) -> dict[str, Any]:
        """Changes what is given; `enabled=True` switches on an endpoint that was disabled."""
        return self._client.request("PATCH", path_of("webhook-endpoints", endpoint_id), json=changes, safe=True)

    def rotate_secret(self, endpoint_id: str) -> dict[str, Any]:
        """Replaces the secret. For a day, both secrets sign."""
        return self._client.request("POST", path_of("webhook-endpoints", endpoint_id, "rotate-secret"))

    def test(self, endpoint_id: str) -> dict[str, Any]:
        """Sends an event `webhook.test`. Its delivery shows how the receiver answered."""
        return self._client.request("POST", path_of("webhook-endpoints", endpoint_id, "test"))

    def delete(self, endpoint_id: str) -> dict[str, Any]:
        """Deletes an endpoint with its deliveries."""
        return self._client.request("DELETE", path_of("webhook-endpoints", endpoint_id), safe=False)

    def list_deliveries(self, *, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        """Deliveries, newest first. Filters: endpoint_id, event_id, status."""
        return self._client._items("/webhook-deliveries", {**filters, "limit": page_size})

    def get_delivery(self, delivery_id: str) -> dict[str, Any]:
        """A delivery with its attempts and the answers of the receiver."""
        return self._client.request("GET", path_of("webhook-deliveries", delivery_id))

    def replay(self, delivery_id: str) -> dict[str, Any]:
        """Sends the event of a delivery again, under the same event id."""
        return self._client.request("POST", path_of("webhook-deliveries", delivery_id, "replay"))


def _listed(filters: dict[str, Any]) -> dict[str, Any]:
    """Returns filters in which several statuses or labels are one text."""
    return {name: ",".join(value) if isinstance(value, (list, tuple)) else value for name, value in filters.items()}


def _joined(names: str | Sequence[str] | None) -> str | None:
    return names if names is None or isinstance(names, str) else ",".join(names)


class Usage(_Group):
    """What was charged, by groups."""

    def get(self, *, group_by: str | Sequence[str] | None = None, from_: str | None = None, to: str | None = None) -> dict[str, Any]:
        """Sums of what was charged, by tool, project, member, key or day; without a range those of the current month, in UTC."""
        return self._client.request("GET", "/usage", query=given({"group_by": _joined(group_by), "from": from_, "to": to}))

    def csv(self, *, group_by: str | Sequence[str] | None = None, from_: str | None = None, to: str | None = None) -> str:
        """The same as CSV."""
        return self._client._run(send_csv, "/usage", {"group_by": _joined(group_by), "from": from_, "to": to})


class Ledger(_Group):
    """The transfers of credits."""

    def list(
        self, *, from_: str | None = None, to: str | None = None, page_size: int | None = None, **filters: Any
    ) -> Iterator[dict[str, Any]]:
        """Transfers, newest first; filters: kind, job_id."""
        return self._client._items("/ledger", {**filters, "from": from_, "to": to, "limit": page_size})

    def csv(self, *, from_: str | None = None, to: str | None = None, **filters: Any) -> str:
        """All matching transfers as CSV; filters: kind, job_id."""
        return self._client._run(send_csv, "/ledger", {**filters, "from": from_, "to": to})


class Audit(_Group):
    """The audit log, for admins."""

    def list(
        self, *, from_: str | None = None, to: str | None = None, page_size: int | None = None, **filters: Any
    ) -> Iterator[dict[str, Any]]:
        """Entries, newest first; filters: actor, action, resource_id."""
        return self._client._items("/audit", {**filters, "from": from_, "to": to, "limit": page_size})

    def csv(self, *, from_: str | None = None, to: str | None = None, **filters: Any) -> str:
        """All matching entries as CSV; filters: actor, action, resource_id."""
        return self._client._run(send_csv, "/audit", {**filters, "from": from_, "to": to})


class Workflows(_Group):
    def list(self, *, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        return self._client._items("/workflows", {**filters, "limit": page_size})

    def get(self, workflow_id: str) -> dict[str, Any]:
        return self._client.request("GET", path_of("workflows", workflow_id))

    def validate(self, workflow_id: str, definition: dict[str, Any], settings: dict[str, Any] | None = None) -> dict[str, Any]:
        """Validates a draft; nothing is saved, run or charged."""
        body = given({"definition": definition, "settings": settings})
        return self._client.request("POST", path_of("workflows", workflow_id, "validate"), json=body, safe=True)

    def quote(self, workflow_id: str, **body: Any) -> dict[str, Any]:
        """Bounds of what a run would cost, node by node; nothing is started or reserved. Fields: max_credits, input_data."""
        return self._client.request("POST", path_of("workflows", workflow_id, "runs", "quote"), json=body, safe=True)

    def start(self, workflow_id: str, *, idempotency_key: str | None = None, notify: bool = False, **body: Any) -> Run:
        """Starts a run and returns at once. With `notify` you get a mail at its end.

        Fields: name, max_credits, project_id, input_data.
        """
        path = path_of("workflows", workflow_id, "runs")
        return Run(self._client._run(operations.start_run, path, body, idempotency_key, notify))


class Runs(_Group):
    def list(self, *, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        """The runs that you may see, newest first.

        Filters: status (several separated by commas), pause, workflow_id, name (a part), created_by (me or a user), created_after,
        created_before, project_id, unassigned.
        """
        return self._client._items("/workflow-runs", {**filters, "limit": page_size})

    def get(self, run_id: str, *, attempt_id: str | None = None) -> Run:
        return Run(self._client.request("GET", path_of("workflow-runs", run_id), query={"attempt_id": attempt_id}))

    def jobs(self, run_id: str, *, page_size: int | None = None, **filters: Any) -> Iterator[dict[str, Any]]:
        """The jobs of an attempt, node by node; filters: attempt_id, node_id."""
        return self._client._items(path_of("workflow-runs", run_id, "jobs"), {**filters, "limit": page_size})

    def results(self, run_id: str, *, attempt_id: str | None = None, node_id: str | None = None, limit: int | None = None) -> dict[str, Any]:
        """What its nodes left, or one node: at most `limit` jobs and items of each."""
        query = {"attempt_id": attempt_id, "node_id": node_id, "limit": limit}
        return self._client.request("GET", path_of("workflow-runs", run_id, "results"), query=query)

    def archive(self, run_id: str, path: str | PathLike[str] | None = None, *, zstd: bool | None = None) -> Path:
        """Downloads the results as one tar archive, by default `RUN_ID.tar`, and returns its path. What was begun goes on.

        `zstd` downloads it compressed, by default when the path ends in `.zst`. What was cut off then cannot go on.
        """
        place, query = archive_place(run_id, path, zstd)
        return self._client._run(download.download_archive, path_of("workflow-runs", run_id, "archive"), query, place)

    def follow(self, run_id: str, timeout: float | None = None) -> Iterator[Run]:
        """Every new state until it has ended or is paused."""
        return self._client._iterate(follow.follow_run, run_id, timeout)

    def curation(self, run_id: str) -> dict[str, Any]:
        """The checkpoint of a paused run, and its candidates."""
        return self._client.request("GET", path_of("workflow-runs", run_id, "curation"))

    def curate(self, run_id: str, candidate_set_digest: str, approved_candidate_ids: Sequence[str], **fields: Any) -> dict[str, Any]:
        """Records which candidates go on. The same decision again changes nothing."""
        body = {"candidate_set_digest": candidate_set_digest, "approved_candidate_ids": approved_candidate_ids, **fields}
        return self._client.request("POST", path_of("workflow-runs", run_id, "curation"), json=body, safe=True)

    def quote(self, run_id: str, **body: Any) -> dict[str, Any]:
        """What another attempt costs and reuses; without `mode`, what the rest of the run costs. Fields: mode, node_id, approved."""
        return self._client.request("POST", path_of("workflow-runs", run_id, "quote"), json=body, safe=True)

    def continue_(self, run_id: str, *, max_credits: int | None = None) -> Run:
        """Lets a paused run go on."""
        body = given({"max_credits": max_credits})
        return Run(self._client.request("POST", path_of("workflow-runs", run_id, "continue"), json=body))

    def cancel(self, run_id: str) -> dict[str, Any]:
        return self._client._run(operations.cancel_run, run_id)

    def retry(
        self, run_id: str, *, node_id: str | None = None, max_credits: int | None = None, idempotency_key: str | None = None
    ) -> dict[str, Any]:
        """Starts another attempt of an ended run, from the start or from a failed node. Its cap is by default that of the last one."""
        body = operations.retry_body(node_id, max_credits)
        return self._client._run(operations.start_run, path_of("workflow-runs", run_id, "retry"), body, idempotency_key)

    def rerun(self, run_id: str, *, idempotency_key: str | None = None, notify: bool = False, **body: Any) -> Run:
        """Starts a run with the inputs of an earlier one, in the newest releases of its datasets. With `notify` you get a mail at its end.

        Fields: name, max_credits, project_id.
        """
        path = path_of("workflow-runs", run_id, "rerun")
        return Run(self._client._run(operations.start_run, path, body, idempotency_key, notify))
