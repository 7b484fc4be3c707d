"""Submitting, repeating, cancelling, listing, and what errors tell."""

from __future__ import annotations

import inspect
import json

import httpx
import pytest

import rotamer
from conftest import KEY, answer, cut, done, job_of, refusal
from rotamer._core.rules import PASSING, retry_delay
from rotamer._core.messages import Reply


def test_a_lost_answer_is_asked_for_again_with_the_same_key(net):
    one = net(cut, answer(job_of("QUEUED"), 202))
    job = done(one.client.jobs.submit("a-tool", []))
    assert (job.id, job.status) == ("job_1", "QUEUED")
    first, second = one.requests
    assert first.headers["idempotency-key"] == second.headers["idempotency-key"]
    assert first.content == second.content


def test_each_submission_has_a_key_of_its_own(net):
    one = net(answer(job_of("QUEUED"), 202))
    for _ in range(2):
        done(one.client.jobs.submit("a-tool", []))
    assert len({request.headers["idempotency-key"] for request in one.requests}) == 2


def test_caps_reach_the_body(net):
    one = net(answer(job_of("QUEUED"), 202))
    done(one.client.jobs.submit("a-tool", [], max_quoted_credits=2, max_reserved_credits=5))
    body = json.loads(one.requests[0].content)
    assert body == {"tool": "a-tool", "name": "a-tool", "input": {"inputs": []}, "max_quoted_credits": 2, "billing": {"max_reserved_credits": 5}}


def test_a_job_that_ends_while_its_submission_waits_needs_one_request(net):
    one = net(answer(job_of("COMPLETED"), 202))
    assert done(one.client.jobs.run("a-tool", [])).status == "COMPLETED"
    assert [request.headers["prefer"] for request in one.requests] == ["wait=5"]
    assert one.requests[0].extensions["timeout"]["read"] == 65
    done(one.client.jobs.submit("a-tool", []))
    assert "prefer" not in one.requests[1].headers


def test_reruns_and_starts_of_runs_ask_for_a_mail(net):
    run = {"id": "run_1", "object": "workflow_run", "status": "RUNNING", "workflow_id": "wf_1"}
    one = net(answer(job_of("QUEUED"), 202), answer(run, 202))
    done(one.client.jobs.at("job_1").rerun(notify=True))
    done(one.client.workflows.start("wf_1", notify=True))
    done(one.client.runs.rerun("run_1", notify=True))
    done(one.client.runs.rerun("run_1"))
    assert [request.headers.get("prefer") for request in one.requests] == ["notify=mail"] * 3 + [None]


def test_a_submission_asks_for_a_mail_beside_other_preferences(net):
    one = net(answer(job_of("QUEUED"), 202))
    done(one.client.jobs.submit("a-tool", [], wait_seconds=3, notify=True))
    done(one.client.jobs.submit("a-tool", [], notify=True))
    assert [request.headers["prefer"] for request in one.requests] == ["wait=3, notify=mail", "notify=mail"]


def test_notices_are_read_and_changed(net):
    one = net(answer({"object": "notices", "job_ended": "always"}))
    assert done(one.client.notices.get())["job_ended"] == "always"
    done(one.client.notices.update(job_ended="always"))
    assert [request.method for request in one.requests] == ["GET", "PATCH"]
    assert json.loads(one.requests[1].content) == {"job_ended": "always"}


def test_retry_after_is_obeyed(net):
    one = net(refusal(429, "rate_limited", retry_after="7"), answer(job_of("QUEUED"), 202))
    done(one.client.jobs.submit("a-tool", []))
    assert one.waited == [7.0]


def test_a_long_wait_is_logged_and_the_usual_one_for_results_is_not(net, caplog):
    one = net(refusal(429, "rate_limited", retry_after="5"), answer({"object": "notices"}))
    done(one.client.notices.get())
    assert (one.waited, caplog.messages) == ([5.0], [])
    one = net(refusal(429, "rate_limited", retry_after="30"), answer({"object": "notices"}))
    done(one.client.notices.get())
    assert one.waited == [30.0]
    [message] = caplog.messages
    assert message.startswith("GET http://rotamer.test/api/v1/notices: status 429. Waiting 30 s, and trying for up to ")


def test_a_changed_price_is_not_tried_again(net):
    one = net(refusal(409, "price_changed"))
    with pytest.raises(rotamer.PriceChangedError):
        done(one.client.jobs.submit("a-tool", []))
    assert len(one.requests) == 1


def test_an_upload_is_sent_again_with_the_same_key_and_waits_for_a_try_that_goes_on(net):
    in_use = refusal(409, "conflict", {"reason": "idempotency_key_in_use"}, retry_after="1")
    one = net(cut, in_use, answer({"id": "file_1"}))
    assert done(one.client.files.upload(b">a\nMKV", filename="a.fasta"))["id"] == "file_1"
    assert len({request.headers["idempotency-key"] for request in one.requests}) == 1
    assert one.waited == [0.25, 1.0]
    assert one.requests[0].content.count(b"MKV") == one.requests[2].content.count(b"MKV") == 1


def test_an_upload_whose_key_made_another_file_is_refused(net):
    one = net(refusal(409, "conflict", {"reason": "idempotency_key_reused"}))
    with pytest.raises(rotamer.ConflictError):
        done(one.client.files.upload(b">a\nMKV", filename="a.fasta", idempotency_key="one"))
    assert [request.headers["idempotency-key"] for request in one.requests] == ["one"]


def test_an_upload_carries_its_parts(net):
    one = net(answer({"id": "file_1"}, 201))
    assert done(one.client.files.upload(b">a\nMKV", filename="a.fasta", tags=["x"])) == {"id": "file_1"}
    content = one.requests[0].content
    assert b'filename="a.fasta"' in content and b">a\nMKV" in content and b'["x"]' in content


def test_a_repeated_cancellation_that_finds_the_job_cancelled_is_success(net):
    taken = refusal(409, "conflict", {"current_status": "CANCELLED"})
    one = net(cut, taken, answer(job_of("CANCELLED")))
    assert done(one.client.jobs.cancel("job_1"))["job"]["status"] == "CANCELLED"
    with pytest.raises(rotamer.ConflictError):
        done(net(taken).client.jobs.cancel("job_1"))


def test_a_running_job_is_stopped_and_a_repeat_that_finds_it_cancelled_is_success(net):
    taken = refusal(409, "conflict", {"current_status": "CANCELLED"})
    one = net(cut, taken, answer(job_of("CANCELLED")))
    stopped = done(one.client.jobs.stop("job_1"))
    assert (stopped["object"], stopped["job"]["status"]) == ("job_stop", "CANCELLED")
    assert [request.url.path for request in one.requests][:2] == ["/api/v1/jobs/job_1/stop"] * 2
    with pytest.raises(rotamer.ConflictError):
        done(net(taken).client.jobs.stop("job_1"))
    kept = net(cut, refusal(409, "conflict", {"current_status": "BUDGET_EXCEEDED"}), answer(job_of("BUDGET_EXCEEDED")))
    assert done(kept.client.jobs.stop("job_1"))["job"]["status"] == "BUDGET_EXCEEDED"


def test_a_repeated_cancellation_of_a_run_returns_what_the_first_would_have(net):
    run = {"id": "run_1", "status": "CANCELLED", "actual_credits": 3}
    one = net(cut, refusal(409, "conflict"), answer(run))
    assert done(one.client.runs.cancel("run_1")) == {"object": "workflow_run_cancellation", "charged_credits": 3, "run": run}
    assert done(net(answer({"object": "workflow_run_cancellation", "run": run})).client.runs.cancel("run_1"))["run"] == run


def test_a_repeated_deletion_that_finds_nothing_is_success(net):
    one = net(cut, refusal(404, "not_found"))
    assert done(one.client.files.delete("file_1"))["deleted"] is True


def test_lists_go_over_all_pages(net):
    first = answer({"data": [{"id": "a"}, {"id": "b"}], "has_more": True, "next_cursor": "x="})
    one = net(first, answer({"data": [{"id": "c"}], "has_more": False, "next_cursor": None}))
    found = done(one.client.jobs.list(unassigned=False, page_size=2, label=["plate=7", "robot=a"]))
    assert [item["id"] for item in found] == ["a", "b", "c"]
    assert dict(one.requests[1].url.params) == {"unassigned": "false", "limit": "2", "label": "plate=7,robot=a", "starting_after": "x="}


def test_results_are_read_with_all_their_pages(net):
    page = {"job_id": "job_1", "status": "COMPLETED", "tool": "t", "files": [], "results": [{"output_port_id": "p", "value": 1}]}
    link = '<http://elsewhere.test/api/v1/results/job_1?limit=1&starting_after=abc>; rel="next"'
    one = net(answer(page, link=link), answer(page))
    assert done(one.client.jobs.results("job_1")).values("p") == [1, 1]
    assert one.requests[1].url.host == "rotamer.test"
    assert one.requests[1].url.params["starting_after"] == "abc"


def test_an_error_says_everything_that_the_api_said(net):
    details = {"errors": [{"path": "name", "message": "is required"}]}
    with pytest.raises(rotamer.ValidationError) as caught:
        done(net(refusal(400, "validation_error", details)).client.jobs.quote("a-tool", []))
    error = caught.value
    assert (error.code, error.status, error.request_id) == ("validation_error", 400, "req_12345678")
    assert error.problems == details["errors"]
    assert str(error) == "It is validation_error. Do something."


def test_a_page_of_a_proxy_is_an_error_too(net):
    with pytest.raises(rotamer.ServerError, match="status 502"):
        done(net(lambda _: httpx.Response(502, text="<h1>Bad gateway</h1>")).client.account())


def test_keys_are_never_shown(net):
    one = net(cut)
    with pytest.raises(rotamer.ConnectionFailedError) as caught:
        done(one.client.account())
    for text in (repr(one.client), repr(vars(one.client)), repr(caught.value), str(caught.value)):
        assert "SECRET" not in text
    assert "rot_live_4fGh7sKq…" in repr(one.client)
    assert "SECRET" in KEY


def test_the_key_goes_to_the_service_alone(net):
    content = b"bytes"
    sha256 = "277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9"
    file = {"name": "a", "key": "itm_1", "url": "https://elsewhere.test/a?sig=x", "sha256": sha256, "size": 5}
    result = {"job_id": "job_1", "status": "COMPLETED", "tool": "t", "files": [file], "results": []}
    one = net(answer(result), lambda _: httpx.Response(200, content=content))
    results = done(one.client.jobs.results("job_1"))
    assert done(results.read("a")) == content
    assert ["authorization" in request.headers for request in one.requests] == [True, False]


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 409, 413, 501])
def test_does_not_repeat_other_refusals(status):
    assert retry_delay(Reply(status, {}), 1, safe=True, left=60, chance=0) is None


@pytest.mark.parametrize("seconds", range(1, 120, 7))
def test_waits_as_long_as_retry_after_says_or_not_at_all(seconds):
    delay = retry_delay(Reply(429, {"retry-after": str(seconds)}), 1, safe=False, left=60, chance=1)
    assert delay is None if seconds > 60 else seconds <= delay <= seconds + 0.25


def test_both_clients_have_the_same_surface():
    pairs = [("Client", "AsyncClient"), ("Job", "AsyncJob"), ("Results", "AsyncResults")]
    pairs += [(name, f"Async{name}") for name in ("Jobs", "Tools", "Files", "Projects", "Workflows", "Runs")]
    for name, other in pairs:
        one, two = getattr(rotamer.client, name), getattr(rotamer.async_client, other)
        assert _surface(one) == _surface(two), name


def _surface(kind: type) -> dict[str, list[str]]:
    methods = inspect.getmembers(kind, inspect.isfunction)
    return {name: list(inspect.signature(method).parameters) for name, method in methods if not name.startswith("_")}


@pytest.mark.parametrize("report", ["usage", "ledger", "audit"])
def test_a_report_is_returned_as_csv(net, report):
    text = '"id","credits"\r\n"grün",1\r\n'
    one = net(lambda _request: httpx.Response(200, text=text, headers={"content-type": "text/csv; charset=utf-8"}))
    assert done(getattr(one.client, report).csv(from_="2026-03-01")) == text
    assert (one.requests[0].url.path, dict(one.requests[0].url.params)) == (
        f"/api/v1/{report}",
        {"from": "2026-03-01", "format": "csv"},
    )
