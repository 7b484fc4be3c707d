# Generated from _async/login.py by `npm run generate`.
"""Signing in without an API key, by a code that a person confirms in a browser."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from .._core.config import config_path, profile_name, read_profile, write_profile
from .._core.target import address_of
from ..errors import ApiError, AuthenticationError

if TYPE_CHECKING:
    from .client import Client

#: The longest name of a program that the service takes.
_MAX_NAME = 80
#: Seconds that are added when the service says that a program asks too often (RFC 8628, section 3.5).
_SLOWER = 5.0


def sign_in(
    make: type[Client],
    base_url: str | None,
    profile: str | None,
    show: Callable[[dict[str, Any]], None] | None,
    options: dict[str, Any],
) -> Client:
    """Returns a client with the stored session or key while the service accepts it, else with the session of a new sign-in."""
    name = profile_name(profile)
    stored = read_profile(name)
    url = address_of(base_url, stored["base_url"] if stored else None)
    client = make(base_url=url, **options)
    try:
        # The key of the environment may belong to another service.
        client._target.use_key(stored["api_key"] if stored and address_of(stored["base_url"]) == url else None)
        if client._target.api_key is None or not _is_accepted(client):
            client._target.use_key(None)
            client._target.use_key(_token(client, show or _print))
            client._io.call(partial(write_profile, name, url, client._target.api_key or ""))
    except BaseException:
        client.close()
        raise
    return client


def _is_accepted(client: Client) -> bool:
    try:
        client.session.get()
    except AuthenticationError:
        return False
    return True


def _token(client: Client, show: Callable[[dict[str, Any]], None]) -> str:
    """Waits until the person confirms the code, and returns the token of the new session."""
    name = f"Python on {platform.node()}"[:_MAX_NAME]
    device = client.request("POST", "/device-authorizations", json={"client_name": name})
    show(device)
    seconds = float(device["interval"])
    while True:
        client._io.sleep(seconds)
        try:
            granted = client.request("POST", "/device-tokens", json={"device_code": device["device_code"]})
            return str(granted["access_token"])
        except ApiError as error:
            if error.code == "slow_down":
                seconds += _SLOWER
            elif error.code != "authorization_pending":
                raise


def _print(device: dict[str, Any]) -> None:
    page, code = device["verification_uri"], device["user_code"]
    minutes = int(device["expires_in"]) // 60
    text = f"Open {page} and enter the code {code}. The code is valid for {minutes} minutes.\nThe session will be stored in {config_path()}."
    print(text, file=sys.stderr, flush=True)
