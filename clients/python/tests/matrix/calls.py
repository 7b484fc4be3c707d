"""What one client is asked to do in every cell of the matrix. Each call checks that the answer is its own."""

from __future__ import annotations

import tempfile
import uuid
from typing import Any

import rotamer

Client = Any


def _fasta(name: str) -> list[dict[str, Any]]:
    """Another sequence, and so another result, for each name."""
    return [rotamer.text_input("sequences", f">{name}\n{_sequence(name)}\n", kind="protein", format="FASTA")]


def _sequence(name: str) -> str:
    return "MK" + "ACDEFGHIKLMNPQRSTVWY" * (1 + int(name[-2:], 16) % 8) + "W" * int(name[-1], 16)


def _name() -> str:
    return f"matrix-{uuid.uuid4().hex}"


def _check(name: str, job: Any, status: str | None = None) -> None:
    assert job.data["name"] == name, f"{job.data['name']} is the job of another call than {name}"
    assert status is None or job.status == status, f"{job.id} is {job.status}"


def submit(client: Client) -> str:
    name = _name()
    job = client.jobs.submit("protein-properties", _fasta(name), name=name)
    _check(name, job)
    return job.id


def wait(client: Client) -> str:
    name = _name()
    job = client.jobs.submit("protein-properties", _fasta(name), name=name)
    _check(name, job.wait(60), "COMPLETED")
    return job.id


def run(client: Client) -> str:
    name = _name()
    job = client.jobs.run("protein-properties", _fasta(name), name=name, timeout=60, wait_seconds=0)
    _check(name, job, "COMPLETED")
    assert job.results().values("properties")[0]["length"] == len(_sequence(name))
    return job.id


def events(client: Client) -> str:
    name = _name()
    job = client.jobs.submit("protein-properties", _fasta(name), name=name)
    seen = [(event.event, event.job["name"], event.job["status"]) for event in job.events(60)]
    assert seen[-1] == ("terminal", name, "COMPLETED")
    return job.id


def download(client: Client) -> str:
    name = _name()
    job = client.jobs.run("protein-properties", _fasta(name), name=name, timeout=60, wait_seconds=0)
    with tempfile.TemporaryDirectory() as folder:
        manifest = job.results().download(folder)
        assert manifest["job_id"] == job.id
        assert rotamer.verify_folder(folder) == []
    return job.id


def upload(client: Client) -> str:
    name = f"{_name()}.fasta"
    file = client.files.upload(f">{name}\nMKV\n".encode(), filename=name)
    assert file["original_name"] == name
    return file["id"]


async def submit_async(client: Client) -> str:
    name = _name()
    job = await client.jobs.submit("protein-properties", _fasta(name), name=name)
    _check(name, job)
    return job.id


async def wait_async(client: Client) -> str:
    name = _name()
    job = await client.jobs.submit("protein-properties", _fasta(name), name=name)
    _check(name, await job.wait(60), "COMPLETED")
    return job.id


async def run_async(client: Client) -> str:
    name = _name()
    job = await client.jobs.run("protein-properties", _fasta(name), name=name, timeout=60, wait_seconds=0)
    _check(name, job, "COMPLETED")
    assert (await job.results()).values("properties")[0]["length"] == len(_sequence(name))
    return job.id


async def events_async(client: Client) -> str:
    name = _name()
    job = await client.jobs.submit("protein-properties", _fasta(name), name=name)
    seen = [(event.event, event.job["name"], event.job["status"]) async for event in job.events(60)]
    assert seen[-1] == ("terminal", name, "COMPLETED")
    return job.id


async def download_async(client: Client) -> str:
    name = _name()
    job = await client.jobs.run("protein-properties", _fasta(name), name=name, timeout=60, wait_seconds=0)
    with tempfile.TemporaryDirectory() as folder:
        manifest = await (await job.results()).download(folder)
        assert manifest["job_id"] == job.id
        assert rotamer.verify_folder(folder) == []
    return job.id


async def upload_async(client: Client) -> str:
    name = f"{_name()}.fasta"
    file = await client.files.upload(f">{name}\nMKV\n".encode(), filename=name)
    assert file["original_name"] == name
    return file["id"]


CALLS = {"submit": submit, "wait": wait, "run": run, "events": events, "download": download, "upload": upload}
ASYNC_CALLS = {
    "submit": submit_async,
    "wait": wait_async,
    "run": run_async,
    "events": events_async,
    "download": download_async,
    "upload": upload_async,
}
