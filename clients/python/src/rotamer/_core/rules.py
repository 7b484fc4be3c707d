"""The constants and decisions of retrying, waiting and polling. Pure."""

from __future__ import annotations

import json
import re
from email.utils import parsedate_to_datetime

from ..errors import ApiError, class_of
from .messages import Failure, Reply

#: Temporary statuses: of a restarting or overloaded service, and of the proxies in front of it (520 to 524 are Cloudflare's).
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524})
#: Longest delay between two attempts without Retry-After, in seconds before jitter.
MAX_BACKOFF = 8.0
#: A stream without any event or ping for this long is dead, in seconds. The service pings every 15 s.
SILENCE = 45.0
#: Number of failed streams in a row after which a job is polled.
MAX_STREAM_FAILURES = 3
#: Polling gives up when nothing could be read for this long, in seconds.
MAX_OUTAGE = 300.0
#: The API's recommended delays between reads of a job's status, in seconds.
POLLS = (5.0, 10.0, 20.0, 30.0)
#: Delays between reads of a run, in seconds. 5 s are a tenth of the requests that a key may make; runs have no separate limit.
RUN_POLLS = (1.0, 2.0, 3.0, 5.0)
#: Delays between reads of a batch, in seconds: short ones first, for batches of small jobs.
BATCH_POLLS = (0.2, 0.3, 0.5, 0.5, 1.0, 1.0, 2.0, 3.0, 5.0)

TERMINAL = frozenset({"COMPLETED", "FAILED", "TIMEOUT", "CANCELLED", "BUDGET_EXCEEDED"})
RUN_ENDED = frozenset({"COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED", "CANCELLED"})


def retry_after(headers: dict[str, str]) -> float | None:
    """Returns the seconds of Retry-After. A date, which proxies may send, is compared with the date of the response."""
    text = headers.get("retry-after", "")
    if re.fullmatch(r"\d{1,6}", text):
        return float(text)
    try:
        return max(0.0, (parsedate_to_datetime(text) - parsedate_to_datetime(headers["date"])).total_seconds())
    except (KeyError, TypeError, ValueError):
        return None


def retry_delay(outcome: Reply | Failure, tries: int, *, safe: bool, left: float, chance: float) -> float | None:
    """Returns how long to wait before a request is sent again; None when it is not.

    `left` is the rest of the time for retries, in seconds. Retry-After is obeyed, with jitter on top. When Retry-After is longer than
    `left`, the caller gets the response. A request that is not `safe` may have taken effect although its answer was lost: it is sent
    again only when it was certainly refused, or never sent.
    """
    wanted = 0.0
    if isinstance(outcome, Failure):
        may_repeat = not outcome.final and (safe or not outcome.sent)
    else:
        wanted = retry_after(outcome.headers) or 0.0
        may_repeat = outcome.status == 429 or (safe and (outcome.status in PASSING or _passes(outcome, wanted)))
    if not may_repeat or left <= 0 or wanted > left:
        return None
    if wanted > 0:
        # Never earlier than Retry-After. Jitter is added, so that clients do not return at the same moment.
        return wanted + 0.25 * chance
    return min(left, min(0.5 * 2 ** min(tries - 1, 10), MAX_BACKOFF) * (0.5 + chance))


def _passes(reply: Reply, wanted: float) -> bool:
    """Returns whether a refusal is temporary: an earlier attempt with the same idempotency key is still in progress, or the
    workspace has reached its limit of active jobs and the service sent a Retry-After."""
    if reply.status not in (402, 409):
        return False
    error = error_of(reply)
    if error.code == "concurrent_job_limit_exceeded":
        return wanted > 0
    return isinstance(error.details, dict) and error.details.get("reason") == "idempotency_key_in_use"


def poll_delay(polls: int, wanted: float | None, chance: float, pace: tuple[float, ...] = POLLS) -> float:
    """Returns seconds until the next poll. Retry-After takes precedence, also above 30 s."""
    return (pace[min(polls, len(pace)) - 1] if wanted is None else wanted) + chance


def batch_delay(polls: int, first: tuple[float, int, int], last: tuple[float, int, int]) -> float:
    """Returns seconds until a batch is read again: half of the time that the rest takes at the pace since the first read, so that its end
    is soon noticed, and no longer than a fixed series. Each read is its time, and how many submissions have ended and are left."""
    most = BATCH_POLLS[min(polls, len(BATCH_POLLS)) - 1]
    done = last[1] - first[1]
    if done <= 0:
        return most
    rest = last[2] * (last[0] - first[0]) / done
    return max(BATCH_POLLS[0], min(most, rest / 2))


def reopen_delay(wanted: float | None, advertised: float | None, chance: float) -> float:
    """Returns seconds until a stream is reopened: Retry-After, else what the stream advertised, else 3 s."""
    return (wanted if wanted is not None else advertised if advertised is not None else 3.0) + 0.5 * chance


def count_failure(failures: int, lived: float) -> int:
    """Returns how many streams in a row have failed, after one more. A stream that lived for a while does not count."""
    return 1 if lived >= SILENCE else failures + 1


def is_final(error: ApiError) -> bool:
    """Returns whether an error does not change with another attempt: no such job, a bad key, a missing scope."""
    return error.status not in PASSING and error.status < 500


def error_of(reply: Reply, where: str = "") -> ApiError:
    """Returns the error in a reply. The error of a proxy, without the API's JSON, names `where`: method and address."""
    told: dict[str, object] | None = None
    try:
        body = json.loads(reply.content)
        if isinstance(body, dict) and isinstance(body.get("error"), dict):
            told = body["error"]
    except ValueError:
        pass
    if told is None:
        told = {"message": f"{where or 'The request'}: the server answered with status {reply.status}, without an error of the API."}
        told["resolution"] = _HINTS.get(reply.status)
    code = str(told.get("code", f"http_{reply.status}"))
    return class_of(code, reply.status)(
        str(told.get("message", f"{where or 'The request'}: the server answered with status {reply.status}.")),
        status=reply.status,
        code=code,
        resolution=told.get("resolution"),  # type: ignore[arg-type]
        details=told.get("details"),
        request_id=reply.headers.get("x-request-id"),
        retry_after=retry_after(reply.headers),
    )


#: Advice for refusals that do not come from the API.
_HINTS = {
    401: "A proxy in front of the service asks for a login, or base_url names another server.",
    403: "A proxy or firewall in front of the service refuses the request, or base_url names another server.",
    404: "Check base_url: nothing of Rotamer is at this address.",
    407: "The proxy on the way asks for a login: put it into HTTPS_PROXY, as in http://user:password@proxy:3128.",
    413: "A proxy in front of the service refuses a body of this size: raise its limit (nginx: client_max_body_size 60m).",
}
