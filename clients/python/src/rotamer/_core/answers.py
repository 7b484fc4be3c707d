"""Checks a response before it is used: JSON of the right shape, about the requested resource. Pure."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote, urlsplit

from ..errors import UnexpectedResponseError
from .messages import Failure, Reply, Send

#: The field of a response that names the resource in the path of its request.
_NAMED = [
    (re.compile(r"GET /results/([^/]+)"), ("job_id",)),
    (re.compile(r"GET /jobs/([^/]+)/status"), ("id",)),
    (re.compile(r"POST /jobs/([^/]+)/(?:cancel|retry|stop)"), ("job", "id")),
    (re.compile(r"GET /workflow-runs/([^/]+)"), ("id",)),
    (re.compile(r"POST /workflow-runs/([^/]+)/cancel"), ("run", "id")),
    (re.compile(r"POST /workflows/([^/]+)/runs"), ("workflow_id",)),
    (re.compile(r"(?:GET|PATCH) /(?:files|projects|workflows|project-deletions)/([^/]+)"), ("id",)),
]
#: Fields of the response to a request, with their types.
_SHAPES: list[tuple[re.Pattern[str], dict[str, type]]] = [
    (re.compile(r"GET /(?:jobs|files|projects|workflows|tools)"), {"data": list, "has_more": bool}),
    (re.compile(r"GET /results/[^/]+"), {"files": list, "results": list, "status": str}),
    (re.compile(r"POST /jobs|GET /jobs/[^/]+/status"), {"id": str, "status": str}),
    (re.compile(r"GET /workflow-runs/[^/]+|POST /workflows/[^/]+/runs"), {"id": str, "status": str}),
    (re.compile(r"POST /(?:files|projects)"), {"id": str}),
]


def read_json(request: Send, reply: Reply, place: str) -> Reply | Failure:
    """Returns the reply with its JSON. A truncated body is a failure, which another attempt may resolve. A response of another
    server is an error."""
    where = f"{request.method} {place}"
    kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
    if reply.content.strip() == b"":
        raise UnexpectedResponseError(f"{where}: the response is empty (status {reply.status}).{_CHECK}")
    try:
        reply.data = json.loads(reply.content)
    except ValueError:
        if kind.endswith("json"):
            return Failure(f"the response was cut off after {len(reply.content)} bytes")
        raise UnexpectedResponseError(
            f"{where}: the response is {kind or 'of no type'}, not JSON of the API (status {reply.status}).{_CHECK}"
        ) from None
    problem = _problem(request, reply.data)
    if problem is not None:
        raise UnexpectedResponseError(f"{where}: {problem}.{_CHECK}")
    return reply


_CHECK = " Check base_url and what is in front of the service: a login page, a proxy, or another server."


def _problem(request: Send, data: Any) -> str | None:
    """Returns how JSON does not match its request; None when it matches."""
    asked = f"{request.method} {request.path.partition('?')[0]}"
    for pattern, fields in _SHAPES:
        if pattern.fullmatch(asked):
            if not isinstance(data, dict):
                return f"the response is not an object with {', '.join(fields)}"
            missing = [name for name, kind in fields.items() if not isinstance(data.get(name), kind)]
            if missing:
                return f"the response has no {', '.join(missing)}"
    for path, names in _NAMED:
        match = path.fullmatch(asked)
        if match is not None:
            value: Any = data
            for name in names:
                value = value.get(name) if isinstance(value, dict) else None
            if value != unquote(match[1]):
                return f"the response is not about {unquote(match[1])}"
    if request.method == "POST" and request.path == "/jobs" and _differs(request.json, data, "tool"):
        return "the response is about a job of another tool"
    return None


def _differs(body: Any, data: Any, name: str) -> bool:
    asked, got = (str(value.get(name)).partition("@")[0] if isinstance(value, dict) and name in value else None for value in (body, data))
    return asked is not None and got is not None and asked != got


def redirected(request: Send, reply: Reply, place: str) -> UnexpectedResponseError:
    """Returns the error for a redirect. Redirects are never followed, because the key would go to another address."""
    to = urlsplit(reply.headers.get("location", ""))
    address = f"{to.scheme}://{to.netloc.rpartition('@')[2]}{to.path}" if to.netloc else to.path
    asked = urlsplit(place)
    same = to.netloc != "" and to.path.endswith(asked.path) and (to.scheme, to.netloc) != (asked.scheme, asked.netloc)
    # The same path at another address, for example from http to https.
    base = address.rpartition("/api/v1")[0]
    advice = f"Set base_url to {base}." if same and base else _CHECK.strip()
    return UnexpectedResponseError(f"{request.method} {place}: the server redirects to {address or 'nowhere'} (status {reply.status}). {advice}")
