"""The address and key of requests."""

from __future__ import annotations

import json
import math
import os
import re
import uuid
from collections.abc import Generator
from typing import Any
from urllib.parse import urlsplit

import httpx

from ..errors import RotamerError
from .messages import Send

#: Includes byte order marks and zero-width spaces, which may be copied with a key from a page or a file.
_BLANKS = " \t\r\n\v\f\0\ufeff\u200b\u00a0"
_REQUEST_ID = "x-request-id"


class Target:
    """A service and a key. The key is never shown, neither in a `repr` nor in a variable that a traceback prints."""

    def __init__(self, api_key: str | None, base_url: str | None, headers: dict[str, str] | None = None) -> None:
        self._bearer = _Bearer(_checked_key(api_key))
        self.base_url = _checked_url(base_url)
        self.headers = {name.lower(): _checked_header(name, value) for name, value in (headers or {}).items()}

    @property
    def api_key(self) -> str | None:
        return self._bearer.key

    def use_key(self, key: str | None) -> None:
        """Uses another key from now on; None for requests without a key."""
        self._bearer = _Bearer(_checked_key(key) if key is not None else None)

    @property
    def key_prefix(self) -> str:
        """Returns the public part of the key."""
        return f"{self.api_key[:17]}…" if self.api_key else ""

    def place(self, path: str) -> str:
        """Returns the address of a request without secrets. The query of a signed link is a secret."""
        if path.startswith("/"):
            return f"{self.base_url}/api/v1{path}"
        parts = urlsplit(path)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def request(self, request: Send) -> dict[str, Any]:
        """Returns the arguments of httpx for one attempt of a request."""
        is_ours = request.path.startswith("/")
        headers = {name: _checked_header(name, value) for name, value in request.headers.items()}
        if is_ours:
            # Signed links go to other servers too, which must get neither the key nor the caller's headers.
            headers = {_REQUEST_ID: f"py-{uuid.uuid4().hex}", **self.headers, **headers}
        query = {name: _text(value) for name, value in request.query.items() if value is not None}
        arguments: dict[str, Any] = {
            "method": request.method,
            "url": f"{self.base_url}/api/v1{request.path}" if is_ours else request.path,
            "headers": headers,
            "auth": self._bearer if is_ours and self.api_key else None,
            "follow_redirects": False,
        }
        if query:
            arguments["params"] = query
        if request.json is not None:
            headers["content-type"] = "application/json"
            arguments["content"] = _encoded(request.json)
        if request.file is not None:
            name, content = request.file
            arguments["files"] = {"file": (_without_surrogates(name), content)}
            arguments["data"] = {field: _without_surrogates(text) for field, text in (request.form or {}).items()}
        return arguments

    def __repr__(self) -> str:
        return f"{self.base_url!r}, api_key={self.key_prefix!r}"


class _Bearer(httpx.Auth):
    """Adds the key at a point after which httpx no longer shows headers."""

    def __init__(self, key: str | None) -> None:
        self.key = key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["authorization"] = f"Bearer {self.key}"
        yield request


def answers_another(response: httpx.Response) -> bool:
    """Returns whether a response belongs to another request of such a client, by the request id that the service returns."""
    sent = response.request.headers.get(_REQUEST_ID, "")
    got = response.headers.get(_REQUEST_ID, "")
    # A proxy may replace ids with its own, which prove nothing.
    return sent.startswith("py-") and got.startswith("py-") and sent != got


def _checked_key(given: str | None) -> str | None:
    """Returns the key without surrounding white space. Refuses a key that cannot be sent in an HTTP header."""
    source = "api_key" if given is not None else "ROTAMER_API_KEY"
    key = (os.environ.get("ROTAMER_API_KEY") or "" if given is None else given).strip(_BLANKS)
    if key == "":
        if given is not None:
            raise RotamerError("api_key is empty. Leave it out to use ROTAMER_API_KEY.") from None
        return None
    at = next((index for index, letter in enumerate(key) if not "!" <= letter <= "~"), None)
    if at is not None:
        raise RotamerError(f"{source} is not an API key: its character {at + 1} is not a printable ASCII character. Copy the key again.")
    return key


def address_of(given: str | None, stored: str | None = None) -> str:
    """Returns the address of a service: as given, else that of the environment, else a stored one, else that of `npm start`."""
    return _checked_url(given or (None if os.environ.get("ROTAMER_BASE_URL") else stored))


def _checked_url(given: str | None) -> str:
    source = "base_url" if given else "ROTAMER_BASE_URL"
    url = (given or os.environ.get("ROTAMER_BASE_URL") or "").strip(_BLANKS) or "http://127.0.0.1:8080"
    try:
        parts = urlsplit(url)
        parsed = httpx.URL(url)
        host, has_user = parsed.host, bool(parsed.userinfo)
        _ = parts.port
    except (httpx.InvalidURL, ValueError):
        raise RotamerError(f"{source} is not a URL such as https://rotamer.example.org.") from None
    if has_user:
        raise RotamerError(f"{source} must not hold a user name or a password: the API key is sent instead.")
    if parts.scheme not in ("http", "https") or not host:
        raise RotamerError(f"{source} must begin with http:// or https:// and name a host, and is {url.partition('?')[0]!r}.")
    if parts.query or parts.fragment:
        raise RotamerError(f"{source} must end with a path: it has a query or a fragment after {url.partition('?')[0].partition('#')[0]!r}.")
    return url.rstrip("/").removesuffix("/api/v1")


def _checked_header(name: str, value: str) -> str:
    """Returns a header value that HTTP can carry. Errors do not show the value, which may be a secret."""
    text = value.strip(" \t\r\n")
    if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) or not all(" " <= letter <= "~" or letter == "\t" for letter in text):
        raise RotamerError(f"The header {name!r} cannot be sent: names and values of headers are printable ASCII characters.")
    return text


def _encoded(body: Any) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    except ValueError as error:
        reason = next(_unfit(body, ""), str(error))
    raise RotamerError(f"The request is not valid JSON: {reason}.")


def _unfit(value: Any, path: str) -> Generator[str, None, None]:
    """Yields the places where a value cannot be written as JSON."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _unfit(item, f"{path}.{name}" if path else str(name))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _unfit(item, f"{path}[{index}]")
    elif isinstance(value, float) and not math.isfinite(value):
        yield f"{path or 'the body'} is {value}, which JSON has no number for"
    elif isinstance(value, str) and _without_surrogates(value) != value:
        yield f"{path or 'the body'} is not valid Unicode, as a file name of another encoding"


def _without_surrogates(text: str) -> str:
    """Returns text that UTF-8 can carry. In Python, file names that are not valid UTF-8 contain single surrogates."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace") if _is_escaped(text) else text.encode("utf-8", "replace").decode()


def _is_escaped(text: str) -> bool:
    return all(not "\ud800" <= letter <= "\udfff" or "\udc80" <= letter <= "\udcff" for letter in text)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
