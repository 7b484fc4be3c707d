"""Where requests go, and with which key."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import urlsplit

from ..errors import RotamerError
from .effects import Send


class Target:
    """A service and a key, which is never shown."""

    def __init__(self, api_key: str | None, base_url: str | None) -> None:
        self._api_key = api_key or os.environ.get("ROTAMER_API_KEY") or None
        url = base_url or os.environ.get("ROTAMER_BASE_URL") or "http://127.0.0.1:8080"
        if urlsplit(url).scheme not in ("http", "https"):
            raise RotamerError(f"The base URL must begin with http:// or https://, and is {url!r}.")
        self.base_url = url.rstrip("/").removesuffix("/api/v1")

    @property
    def key_prefix(self) -> str:
        """The public part of the key."""
        return f"{self._api_key[:17]}…" if self._api_key else ""

    def request(self, request: Send) -> dict[str, Any]:
        """The arguments of httpx for a request."""
        is_ours = request.path.startswith("/")
        headers = dict(request.headers)
        if is_ours and self._api_key:
            # Signed links go to other servers too, which must never see the key.
            headers["authorization"] = f"Bearer {self._api_key}"
        query = {name: _text(value) for name, value in request.query.items() if value is not None}
        arguments: dict[str, Any] = {
            "method": request.method,
            "url": f"{self.base_url}/api/v1{request.path}" if is_ours else request.path,
            "headers": headers,
        }
        if query:
            arguments["params"] = query
        if request.json is not None:
            arguments["json"] = request.json
        if request.file is not None:
            arguments["files"] = {"file": request.file}
            arguments["data"] = request.form or {}
        return arguments

    def __repr__(self) -> str:
        return f"{self.base_url!r}, api_key={self.key_prefix!r}"


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
