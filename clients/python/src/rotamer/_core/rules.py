"""The figures and decisions of retrying, waiting and polling. Pure."""

from __future__ import annotations

import json
import re

from ..errors import ApiError, class_of
from .effects import Failure, Reply

#: A longer Retry-After is an answer for the caller, not for a loop, in seconds.
RETRY_AFTER_CEILING = 60.0
#: No event and no ping for so long: the stream is dead, in seconds. The service pings every 15 s.
SILENCE = 45.0
#: After so many failed streams in a row a job is polled.
MAX_STREAM_FAILURES = 3
#: Polling gives up when nothing could be read for so long, in seconds.
MAX_OUTAGE = 300.0
#: What the API recommends between two reads of a job's status, in seconds.
POLLS = (5.0, 10.0, 20.0, 30.0)
#: Between two reads of a run, in seconds: 5 s are a tenth of the requests that a key may make, and runs have no limit of their own.
RUN_POLLS = (1.0, 2.0, 3.0, 5.0)

TERMINAL = frozenset({"COMPLETED", "FAILED", "TIMEOUT", "CANCELLED", "BUDGET_EXCEEDED"})
RUN_ENDED = frozenset({"COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED", "CANCELLED"})


def retry_after(headers: dict[str, str]) -> float | None:
    """Seconds; the API sends no dates here."""
    text = headers.get("retry-after", "")
    return float(text) if re.fullmatch(r"\d{1,6}", text) else None


def retry_delay(outcome: Reply | Failure, tries: int, *, safe: bool, max_retries: int, chance: float) -> float | None:
    """How long to wait before a request is sent again; None: not at all.

    Network failures, 429, 500, 503 and the refusal while an earlier try is in progress are tried again, with jitter; Retry-After
    is obeyed up to a ceiling. A request that is not `safe` may have taken effect although its answer was lost: it is sent again only when it was certainly refused.
    """
    if tries > max_retries:
        return None
    backoff = 0.5 * 2 ** (tries - 1) * (0.5 + chance)
    if isinstance(outcome, Failure):
        return backoff if safe else None
    may_repeat = outcome.status == 429 or (safe and (outcome.status in (500, 503) or _is_in_progress(outcome)))
    wanted = retry_after(outcome.headers) or 0.0
    if not may_repeat or wanted > RETRY_AFTER_CEILING:
        return None
    # Never earlier than asked for; the jitter comes on top, so that not everybody returns in the same moment.
    return wanted + 0.25 * chance if wanted > 0 else backoff


def _is_in_progress(reply: Reply) -> bool:
    """Whether an earlier try with the same idempotency key has not ended yet."""
    if reply.status != 409:
        return False
    details = error_of(reply).details
    return isinstance(details, dict) and details.get("reason") == "idempotency_key_in_use"


def poll_delay(polls: int, wanted: float | None, chance: float, pace: tuple[float, ...] = POLLS) -> float:
    """Seconds until the next poll. Retry-After wins, also above 30 s."""
    return (pace[min(polls, len(pace)) - 1] if wanted is None else wanted) + chance


def reopen_delay(wanted: float | None, advertised: float | None, chance: float) -> float:
    """Seconds until a stream is opened again: Retry-After, else what the stream advertised, else 3 s."""
    return (wanted if wanted is not None else advertised if advertised is not None else 3.0) + 0.5 * chance


def count_failure(failures: int, lived: float) -> int:
    """How many streams in a row have failed, after another one did. One that lived for a while was no bad sign."""
    return 1 if lived >= SILENCE else failures + 1


def is_final(error: ApiError) -> bool:
    """An answer that no second try changes: no such job, a bad key, a missing scope."""
    return error.status < 500 and error.status not in (408, 429)


def error_of(reply: Reply) -> ApiError:
    """The error in a reply, also in one of a proxy that does not speak the API's JSON."""
    told: dict[str, object] = {}
    try:
        body = json.loads(reply.content)
        if isinstance(body, dict) and isinstance(body.get("error"), dict):
            told = body["error"]
    except ValueError:
        pass
    code = str(told.get("code", f"http_{reply.status}"))
    return class_of(code, reply.status)(
        str(told.get("message", f"The server answered with status {reply.status}.")),
        status=reply.status,
        code=code,
        resolution=told.get("resolution"),  # type: ignore[arg-type]
        details=told.get("details"),
        request_id=reply.headers.get("x-request-id"),
        retry_after=retry_after(reply.headers),
    )
