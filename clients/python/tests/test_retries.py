"""What is sent again, for how long, and what is made of answers that are not the API's."""

from __future__ import annotations

import httpx
import pytest

import rotamer
from conftest import answer, cut, done, frame, job_of, refusal, stream
from rotamer._core.messages import Failure, Reply
from rotamer._core.rules import MAX_BACKOFF, retry_after, retry_delay

PASSING = [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]


def page(status: int, text: str = "<h1>nginx</h1>", **headers: str):
    named = {"content-type": "text/html", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return lambda _: httpx.Response(status, text=text, headers=named)


@pytest.mark.parametrize("status", PASSING)
def test_a_status_that_passes_is_tried_again_where_that_is_safe(net, status):
    one = net(page(status), page(status), answer(job_of("QUEUED"), 202))
    assert done(one.client.jobs.submit("a-tool", [])).id == "job_1"
    assert len({request.headers["idempotency-key"] for request in one.requests}) == 1
    two = net(page(status), answer({"id": "proj_1"}, 201))
    if status == 429:
        assert done(two.client.projects.create("x"))["id"] == "proj_1"
        return
    with pytest.raises(rotamer.ApiError):
        done(two.client.projects.create("x"))
    assert len(two.requests) == 1


def test_a_request_that_never_left_is_sent_again_also_when_it_is_not_safe(net):
    def refused(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    assert done(net(refused, answer({"id": "proj_1"}, 201)).client.projects.create("x"))["id"] == "proj_1"
    with pytest.raises(rotamer.ConnectionFailedError):
        done(net(cut, answer({"id": "proj_1"}, 201)).client.projects.create("x"))


def test_a_caller_says_that_a_request_is_safe_or_gives_it_a_key(net):
    for options in ({"safe": True}, {"idempotency_key": "one"}):
        assert done(net(cut, answer({"a": 1})).client.request("POST", "/x", **options)) == {"a": 1}


def test_an_outage_of_a_minute_is_survived_and_a_longer_one_is_not(net):
    one = net(page(502))
    with pytest.raises(rotamer.ServerError, match="status 502"):
        done(one.client.account())
    assert sum(one.waited) == pytest.approx(60)
    assert max(one.waited) <= MAX_BACKOFF and len(one.requests) > 10


@pytest.mark.parametrize("budget", [0.0, 5.0])
def test_the_time_for_retries_is_a_setting(net, budget):
    one = net(cut)
    one.client._settings.retry_for = budget
    with pytest.raises(rotamer.ConnectionFailedError):
        done(one.client.account())
    assert sum(one.waited) == pytest.approx(budget)


def test_the_time_for_retries_begins_with_the_first_failure():
    assert retry_delay(Failure("cut"), 1, safe=True, left=60, chance=0) == 0.25
    assert retry_delay(Failure("cut"), 30, safe=True, left=60, chance=1) == 1.5 * MAX_BACKOFF
    assert retry_delay(Failure("cut"), 30, safe=True, left=1, chance=1) == 1
    assert retry_delay(Failure("cut"), 30, safe=True, left=0, chance=1) is None


def test_too_many_active_jobs_are_waited_for_when_the_service_says_how_long(net):
    one = net(refusal(402, "concurrent_job_limit_exceeded", retry_after="5"), answer(job_of("QUEUED"), 202))
    assert done(one.client.jobs.submit("a-tool", [])).id == "job_1"
    assert one.waited == [5.0]
    with pytest.raises(rotamer.ConcurrencyLimitError):
        done(net(refusal(402, "concurrent_job_limit_exceeded")).client.jobs.submit("a-tool", []))
    with pytest.raises(rotamer.InsufficientCreditsError):
        done(net(refusal(402, "insufficient_credits", retry_after="5")).client.jobs.submit("a-tool", []))


def test_a_date_in_retry_after_counts_from_the_date_of_the_response():
    headers = {"retry-after": "Wed, 21 Oct 2026 07:28:07 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"}
    assert retry_after(headers) == 7
    for wrong in ({"retry-after": "soon"}, {"retry-after": "Wed, 21 Oct 2026 07:28:07 GMT"}, {"retry-after": "-1", "date": "x"}):
        assert retry_after(wrong) is None
    assert retry_delay(Reply(503, headers), 1, safe=True, left=60, chance=0) == 7


def test_a_wait_goes_on_over_a_proxy_without_a_service(net):
    one = net(*[page(502)] * 6, answer(job_of("PROCESSING")), page(504), answer(job_of("COMPLETED")))
    assert done(one.client.jobs.at("job_1").wait()).status == "COMPLETED"
    two = net(page(502), page(520), answer({"id": "run_1", "status": "COMPLETED"}))
    assert [run["status"] for run in done(two.client.runs.follow("run_1"))] == ["COMPLETED"]


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (page(301, location="https://rotamer.test/api/v1/account"), "redirects to https://rotamer.test/api/v1/account .* Set base_url to https://rotamer.test."),
        (page(302, location="https://u:SECRET@login.test/auth?to=SECRET"), "redirects to https://login.test/auth "),
        (page(307), "redirects to nowhere"),
        (page(200, "<html>Log in</html>"), "is text/html, not JSON"),
        (page(200, ""), "is empty"),
        (lambda _: httpx.Response(204), r"is empty \(status 204\)"),
        (lambda _: httpx.Response(200, text="OK"), "is text/plain, not JSON"),
    ],
)
def test_an_answer_of_something_else_is_an_error_that_names_the_address(net, step, says):
    one = net(step)
    with pytest.raises(rotamer.UnexpectedResponseError, match=says) as caught:
        done(one.client.account())
    assert "GET http://rotamer.test/api/v1/account" in str(caught.value) and "SECRET" not in str(caught.value)
    assert len(one.requests) == 1


def test_json_that_was_cut_off_is_asked_for_again(net):
    short = lambda _: httpx.Response(200, content=b'{"object": "acc', headers={"content-type": "application/json"})  # noqa: E731
    one = net(short, answer({"object": "account"}))
    assert done(one.client.account()) == {"object": "account"}
    with pytest.raises(rotamer.ConnectionFailedError, match="cut off after 15 bytes"):
        done(net(short).client.account())


@pytest.mark.parametrize("body", [[], {}, "text", 1, None, {"error": "x"}, {"id": 1, "status": "x"}, {"data": {}, "has_more": True}, {"id": "job_2", "status": "QUEUED"}])
@pytest.mark.parametrize(
    "call",
    [
        lambda c: c.jobs.get("job_1"),
        lambda c: c.jobs.list(),
        lambda c: c.jobs.results("job_1"),
        lambda c: c.jobs.cancel("job_1"),
        lambda c: c.files.get("file_1"),
        lambda c: c.runs.get("run_1"),
        lambda c: c.runs.follow("run_1"),
        lambda c: c.workflows.start("flow_1"),
        lambda c: c.projects.get("proj_1"),
    ],
)
def test_json_of_another_shape_or_about_something_else_is_an_error(net, call, body):
    with pytest.raises(rotamer.UnexpectedResponseError, match="http://rotamer.test/api/v1/"):
        done(call(net(answer(body)).client))


def test_a_submission_is_not_answered_by_a_job_of_another_tool(net):
    with pytest.raises(rotamer.UnexpectedResponseError, match="another tool"):
        done(net(answer({**job_of("QUEUED"), "tool": "other"}, 202)).client.jobs.submit("a-tool", []))


@pytest.mark.parametrize(
    ("status", "kind", "says"),
    [
        (401, rotamer.AuthenticationError, "asks for a login"),
        (403, rotamer.PermissionDeniedError, "firewall"),
        (404, rotamer.NotFoundError, "Check base_url"),
        (405, rotamer.ApiError, "status 405"),
        (413, rotamer.ValidationError, "client_max_body_size"),
    ],
)
def test_a_refusal_of_a_proxy_has_its_class_and_names_the_address(net, status, kind, says):
    with pytest.raises(kind, match=says) as caught:
        done(net(page(status)).client.account())
    assert "GET http://rotamer.test/api/v1/account" in str(caught.value)


def test_a_wait_behind_a_login_page_ends_with_the_address(net):
    one = net(page(200, "<html>Log in</html>"))
    with pytest.raises(rotamer.UnexpectedResponseError, match="http://rotamer.test/api/v1/jobs/job_1/status"):
        done(one.client.jobs.at("job_1").wait())
    assert one.waited == []


def test_a_stream_with_broken_events_or_of_another_job_is_not_believed(net):
    for wrong in ("event: status\ndata: {\n\n", "event: status\ndata: []\n\n", frame("terminal", {**job_of("COMPLETED"), "id": "job_2"})):
        one = net(stream(wrong), stream(frame("terminal", job_of("COMPLETED"))))
        assert done(one.client.jobs.at("job_1").wait()).data["id"] == "job_1"
        assert len(one.requests) == 2


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "caf\udce9.pdb"])
def test_a_value_that_json_cannot_carry_is_named(net, value):
    one = net(answer(job_of("QUEUED"), 202))
    with pytest.raises(rotamer.RotamerError, match=r"settings.list\[1\].x is "):
        done(one.client.jobs.submit("a-tool", [], settings={"list": [1, {"x": value}]}))
    assert one.requests == []
