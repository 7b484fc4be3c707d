"""The log of a job, read and followed, and its inputs."""

from __future__ import annotations

import hashlib
import json

import httpx
import pytest

import rotamer
from conftest import done, refusal, stream


def part(place: str, text: str) -> str:
    return f"id: {place}\nevent: log\ndata: {json.dumps({'attempt': 1, 'text': text})}\n\n"


ENDED = 'event: ended\ndata: {"attempt":1}\n\n'


def test_a_log_is_text_of_the_attempt_that_is_asked_for(net):
    one = net(lambda _request: httpx.Response(200, content="$ mafft\nü\n".encode()))
    assert done(one.client.jobs.log("job_1", attempt=2)) == "$ mafft\nü\n"
    assert str(one.requests[0].url).endswith("/api/v1/jobs/job_1/log?attempt=2")


def test_an_input_is_compared_with_its_digest(net):
    content = ">a\nMKV\r\n".encode()
    etag = f'"{hashlib.sha256(content).hexdigest()}"'
    one = net(lambda _request: httpx.Response(200, content=content, headers={"etag": etag}))
    assert done(one.client.jobs.input("job_1", 2)) == content
    assert str(one.requests[0].url).endswith("/api/v1/jobs/job_1/inputs/2")
    other = net(lambda _request: httpx.Response(200, content=b"MK", headers={"etag": etag}))
    with pytest.raises(rotamer.ChecksumError):
        done(other.client.jobs.input("job_1", 2))


def test_a_log_that_is_followed_goes_on_where_its_stream_broke(net):
    one = net(stream(part("1-3", "one")), stream(part("1-6", "two"), ENDED))
    assert [one["text"] for one in done(one.client.jobs.follow_log("job_1"))] == ["one", "two"]
    assert [request.headers.get("last-event-id") for request in one.requests] == [None, "1-3"]


def test_a_log_of_an_unknown_job_is_not_followed(net):
    with pytest.raises(rotamer.NotFoundError):
        done(net(refusal(404, "not_found")).client.jobs.follow_log("job_1"))
