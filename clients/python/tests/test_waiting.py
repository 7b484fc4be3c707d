"""Waiting by event stream, and by polling when that has failed three times."""

from __future__ import annotations

import pytest

import rotamer
from conftest import answer, cut, done, frame, job_of, refusal, stream
from rotamer._core.sse import SseParser

RUNNING = job_of("PROCESSING", progress=10)
DONE = job_of("COMPLETED", progress=100)
START = "retry: 3000\n\n"
END = frame("status", DONE) + frame("terminal", DONE)


def test_it_ends_with_the_terminal_event(net):
    one = net(stream(START, frame("status", RUNNING), END))
    job = done(one.client.jobs.at("job_1").wait())
    assert (job.status, job.data) == ("COMPLETED", DONE)
    assert one.paths() == ["GET /jobs/job_1/events"]


def test_states_are_told_once_over_a_reconnect(net):
    one = net(stream(START, frame("status", RUNNING)), stream(frame("status", RUNNING), END))
    events = done(one.client.jobs.at("job_1").events())
    assert [(event.event, event.job["status"]) for event in events] == [
        ("status", "PROCESSING"),
        ("status", "COMPLETED"),
        ("terminal", "COMPLETED"),
    ]
    assert one.waited == [3.0]


def test_a_silent_stream_is_opened_again(net):
    one = net(stream(START, frame("status", RUNNING), breaks=True), stream(END))
    assert done(one.client.jobs.at("job_1").wait()).status == "COMPLETED"
    assert one.requests[0].extensions["timeout"]["read"] == 45.0


def test_after_three_failures_it_polls_at_the_pace_of_the_api(net):
    one = net(
        cut,
        stream(),
        refusal(503, "service_unavailable", retry_after="1"),
        answer(RUNNING),
        answer(RUNNING, retry_after="40"),
        answer(RUNNING),
        answer(DONE),
    )
    assert done(one.client.jobs.at("job_1").wait()).status == "COMPLETED"
    assert [path.rsplit("/", 1)[1] for path in one.paths()] == ["events"] * 3 + ["status"] * 4
    assert one.waited == [3.0, 3.0, 5.0, 40.0, 20.0]


def test_an_unknown_job_ends_it_at_once(net):
    with pytest.raises(rotamer.NotFoundError):
        done(net(refusal(404, "not_found")).client.jobs.at("job_1").wait())


def test_an_outage_of_five_minutes_ends_it(net):
    one = net(cut)
    with pytest.raises(rotamer.ConnectionFailedError):
        done(one.client.jobs.at("job_1").wait())
    assert sum(one.waited) > 300


def test_a_timeout_leaves_the_job_alone(net):
    one = net(stream(START, frame("status", RUNNING)))
    with pytest.raises(rotamer.WaitTimeoutError) as caught:
        done(one.client.jobs.at("job_1").wait(timeout=4))
    assert caught.value.job_id == "job_1"
    assert sum(one.waited) == 4
    assert all(request.method == "GET" for request in one.requests)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_events_are_read_however_the_stream_is_cut(size):
    text = 'retry: 3000\r\n\r\nevent: status\r\ndata: {"a":"ü"}\r\n\r\n: note\n\nevent: ping\ndata: one\ndata:two\n\n'.encode()
    parser = SseParser()
    events = [event for at in range(0, len(text), size) for event in parser.push(text[at : at + size])]
    assert events == [("status", '{"a":"ü"}'), ("ping", "one\ntwo")]
    assert parser.retry == 3.0


def test_following_a_run_notices_within_5_s_that_it_is_paused_and_obeys_retry_after(net):
    running = {"id": "run_1", "status": "RUNNING"}
    late = answer(running, retry_after="40")
    one = net(*[answer(running)] * 5, late, answer({"id": "run_1", "status": "PAUSED"}))
    states = [run["status"] for run in done(one.client.runs.follow("run_1"))]
    assert states == ["RUNNING", "PAUSED"]
    assert one.waited == [1.0, 2.0, 3.0, 5.0, 5.0, 40.0]
