"""The feed of events: pages, the stream, and waiting for many jobs by it."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

import pytest

import rotamer
from conftest import answer, done, job_of, refusal, stream

IDS = ["job_1", "job_2", "job_3"]


def event_of(job: dict[str, Any], number: int) -> dict[str, Any]:
    return {"id": f"evt_{number}", "object": "event", "type": "job.completed", "data": job}


EVENTS = [event_of(job_of("COMPLETED", id=job), n) for n, job in enumerate(IDS)]


def page(events: list[dict[str, Any]], cursor: str, more: bool = False) -> Any:
    return answer({"object": "list", "data": events, "has_more": more, "next_cursor": cursor})


def sent(name: str, data: Any, mark: str) -> str:
    return f"id: {mark}\nevent: {name}\ndata: {json.dumps(data)}\n\n"


def frame(event: dict[str, Any]) -> str:
    return sent("event", event, event["id"])


RESYNC = sent("resync", {"message": "gone", "cursor": "c9"}, "c9")


def queries(one: Any) -> list[str]:
    return [request.url.path.removeprefix("/api/v1") + "?" + unquote(request.url.query.decode()) for request in one.requests]


def take(values: Any, count: int) -> list[str]:
    """The ids of the first events of either client."""

    def first(values: Any) -> list[str]:
        return [next(values)["id"] for _ in range(count)]

    async def first_async() -> list[str]:
        found = []
        async for value in values:
            found.append(value["id"])
            if len(found) == count:
                break
        await values.aclose()
        return found

    return done(first_async()) if hasattr(values, "__aiter__") else first(values)


def test_pages_are_read_up_to_the_end(net):
    one = net(page(EVENTS[:1], "c1", True), page([], "c2", True), page(EVENTS[1:], "c3"))
    assert [event["id"] for event in done(one.client.events.list(type=["job.*", "file.created"]))] == ["evt_0", "evt_1", "evt_2"]
    assert [query.rsplit("=", 1)[1] for query in queries(one)] == ["job.*,file.created", "c1", "c2"]


def test_a_stream_goes_on_where_it_broke(net):
    one = net(stream(sent("ping", {}, "c0"), frame(EVENTS[0])), stream(sent("ping", {}, "c5")), stream(frame(EVENTS[1])))
    assert take(one.client.events.stream(type="job.*"), 2) == ["evt_0", "evt_1"]
    assert queries(one) == [
        "/events/stream?type=job.*",
        "/events/stream?type=job.*&after=evt_0",
        "/events/stream?type=job.*&after=c5",
    ]


def test_pages_follow_three_failed_streams(net):
    one = net(stream(sent("ping", {}, "c0")), stream(), stream(), page([], "c1"), page(EVENTS, "c2"))
    assert take(one.client.events.stream(), 2) == ["evt_0", "evt_1"]
    assert one.waited == [3.0, 3.0, 5.0]


def test_missing_events_raise_an_error_with_the_place_to_go_on(net):
    with pytest.raises(rotamer.ResyncRequiredError) as caught:
        take(net(stream(RESYNC)).client.events.stream(after="old"), 1)
    assert caught.value.cursor == "c9"
    with pytest.raises(rotamer.ResyncRequiredError) as caught:
        done(net(refusal(410, "resync_required", {"cursor": "c8"})).client.events.list(after="old"))
    assert caught.value.cursor == "c8"


def states(*statuses: str) -> Any:
    jobs = [job_of(status, id=job) for job, status in zip(IDS, statuses)]
    return answer({"object": "list", "data": jobs, "has_more": False, "next_cursor": None})


def test_many_jobs_take_one_page_one_list_and_one_stream(net):
    one = net(page([], "c0"), states("COMPLETED", "QUEUED", "QUEUED"), stream(frame(EVENTS[2]), frame(EVENTS[1])))
    jobs = done(one.client.jobs.wait_all(IDS))
    assert [(job.id, job.status) for job in jobs] == [(job, "COMPLETED") for job in IDS]
    assert queries(one) == ["/events?after=now&type=job.*", "/jobs?limit=100", "/events/stream?type=job.*&after=c0"]


def test_open_jobs_are_read_again_when_events_are_missing(net):
    one = net(page([], "c0"), states("COMPLETED", "QUEUED", "QUEUED"), stream(RESYNC), states("COMPLETED", "FAILED", "COMPLETED"))
    assert [job.status for job in done(one.client.jobs.wait_all(IDS))] == ["COMPLETED", "FAILED", "COMPLETED"]


def test_the_settlement_of_the_last_jobs_is_waited_for_once(net):
    unsettled = job_of("COMPLETED", billing={"finalized_at": None})
    settled = job_of("COMPLETED", billing={"finalized_at": "2026-03-01T12:00:00.000Z"})
    one = net(page([], "c0"), answer(job_of("QUEUED")), stream(frame(event_of(unsettled, 1))), answer(settled))
    assert done(one.client.jobs.wait_all(["job_1"]))[0].data == settled
    assert one.waited == [1.0]
