"""How connections are made: proxies, certificates, and pools that belong to one process."""

from __future__ import annotations

import os
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from ..errors import RotamerError
from .messages import Failure

C = TypeVar("C")

#: Time limit for connecting, in seconds. Another attempt may find a running server.
CONNECT = 10.0
#: Seconds that a request waits for a connection of the pool. Other requests end long before that.
POOL = 600.0


@dataclass
class Network:
    """A caller's settings for connections."""

    verify: bool | str | Path | ssl.SSLContext = True
    proxy: str | None = None
    limits: httpx.Limits | None = None
    transport: Any = None
    http_client: Any = None

    def __post_init__(self) -> None:
        others = self.verify is not True or self.proxy is not None or self.limits is not None
        if self.http_client is not None and (others or self.transport is not None):
            raise RotamerError("verify, proxy, limits and transport are settings of http_client: give them to it.")
        if self.transport is not None and others:
            raise RotamerError("verify, proxy and limits are settings of transport: give them to it.")

    @property
    def has_connections_of_the_caller(self) -> bool:
        return self.http_client is not None or not isinstance(self.transport, (type(None), httpx.MockTransport))

    def state(self) -> dict[str, Any]:
        """Returns the settings for a copy in another process."""
        given = [name for name in ("transport", "http_client") if getattr(self, name) is not None]
        given += ["verify"] if isinstance(self.verify, ssl.SSLContext) else []
        if given:
            raise RotamerError(f"A client with {' and '.join(given)} of yours cannot be pickled: make one in each process.")
        return {"verify": self.verify, "proxy": self.proxy, "limits": self.limits}

    def proxy_of(self, url: str) -> str | None:
        """Returns the proxy for a URL: the caller's, else that of the environment."""
        return environment_proxy(url) if self.proxy is None else self.proxy or None

    @cached_property
    def context(self) -> ssl.SSLContext:
        """Certificates: those of `verify`, else of SSL_CERT_FILE or SSL_CERT_DIR, else of certifi. Children of a fork use them too: OpenSSL
        would wait for ever there for a lock that another thread had during the fork."""
        try:
            if isinstance(self.verify, (str, Path)):
                place = os.fspath(self.verify)
                is_folder = os.path.isdir(place)
                return ssl.create_default_context(cafile=None if is_folder else place, capath=place if is_folder else None)
            return self.verify if isinstance(self.verify, ssl.SSLContext) else _context_of(self.verify, _certificates_of_the_environment())
        except OSError as error:
            source = "SSL_CERT_FILE or SSL_CERT_DIR" if self.verify is True else "verify"
            raise RotamerError(f"The certificates that {source} names cannot be read: {error}") from None


@lru_cache(maxsize=4)
def _context_of(verify: bool, _certificates: object) -> ssl.SSLContext:
    """Reading all certificates takes 40 ms, so clients share them until other ones are named or their file changes."""
    return httpx.create_ssl_context(verify=verify)


def _certificates_of_the_environment() -> object:
    """The files that SSL_CERT_FILE and SSL_CERT_DIR name, and when they were changed."""
    places = [os.environ.get(name, "") for name in ("SSL_CERT_FILE", "SSL_CERT_DIR")]
    return tuple((place, os.path.getmtime(place) if os.path.exists(place) else None) for place in places)


class Pools(Generic[C]):
    """The connections of one process and one event loop. Each proxy has a pool for requests and one for event streams."""

    def __init__(self, network: Network, make: Callable[..., C]) -> None:
        self.pid = os.getpid()
        self.was_used = False
        self._network = network
        self._make = make
        self._clients: dict[tuple[str | None, bool], C] = {}
        self._full: list[C] = []

    def renew(self) -> None:
        """Lets later requests use new connections. httpcore never frees the place of a request that was cancelled while it waited
        in a pool (https://github.com/encode/httpcore/issues/1093), so an unused pool may be full."""
        while self._clients:
            self._full.append(self._clients.popitem()[1])

    def of(self, url: str, lasting: bool) -> C:
        network = self._network
        self.was_used = True
        if network.http_client is not None:
            return network.http_client
        place = (None, False) if network.transport is not None else (network.proxy_of(url), lasting)
        # Two threads may each make a pool; setdefault keeps one. A lock is not used, because a fork would copy its state.
        return self._clients.get(place) or self._clients.setdefault(place, self._open(*place))

    def opened(self) -> list[C]:
        """Returns the clients that were made here. The owner of an `http_client` closes it."""
        return [*self._clients.values(), *self._full]

    def _open(self, proxy: str | None, lasting: bool) -> C:
        network = self._network
        if network.transport is not None:
            return self._make(transport=network.transport)
        limits = httpx.Limits(max_connections=None) if lasting else network.limits or httpx.Limits(max_connections=100, max_keepalive_connections=20)
        try:
            return self._make(proxy=proxy, verify=network.context, limits=limits, trust_env=False)
        except (ValueError, ImportError, httpx.InvalidURL) as error:
            reason = str(error) if isinstance(error, ImportError) else "a proxy is an address such as http://proxy.example.org:3128"
        raise RotamerError(f"The proxy that proxy=, HTTP_PROXY, HTTPS_PROXY or ALL_PROXY names cannot be used: {reason}")


def environment_proxy(url: str) -> str | None:
    """Returns the proxy that the environment (on macOS and Windows also the system) names for a URL. NO_PROXY may hold names, addresses
    and networks such as 10.0.0.0/8; a loopback address never needs a proxy."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or is_loopback(host) or _is_in(host, proxies.get("no", "")) or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _is_in(host: str, no_proxy: str) -> bool:
    """Returns whether NO_PROXY contains an address, directly or by a network."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    for entry in no_proxy.split(","):
        try:
            if address in ip_network(entry.strip().replace("[", "").replace("]", ""), strict=False):
                return True
        except ValueError:
            pass
    return False


def timeout_of(seconds: float, silence: float | None = None) -> httpx.Timeout:
    """Returns timeouts that begin with the request, not while it waits for a connection of a pool."""
    return httpx.Timeout(seconds, connect=min(seconds, CONNECT), read=seconds if silence is None else silence, pool=POOL)


#: Exceptions of httpx and the layers below it while a request is sent and a response is read.
NETWORK_ERRORS = (httpx.TransportError, httpx.DecodingError, httpx.StreamError, httpx.InvalidURL)


def failure_of(error: Exception) -> Failure:
    """Returns the failure for an error of httpx, without its stack frames, whose variables contain the request headers."""
    error.__traceback__ = error.__cause__ = error.__context__ = None
    if isinstance(error, httpx.RequestError):
        error._request = None
    reason = str(error) or type(error).__name__
    if isinstance(error, (httpx.LocalProtocolError, httpx.UnsupportedProtocol, httpx.InvalidURL)):
        return Failure("the request is not valid HTTP, or its address not a URL", sent=False, final=True)
    if "CERTIFICATE_VERIFY_FAILED" in reason:
        hint = "for a certificate of your own set verify= or SSL_CERT_FILE to the file of its authority"
        return Failure(f"{reason}; {hint}", error, sent=False, final=True)
    return Failure(reason, error, sent=not isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError)))


FORKED = Failure("the connection belongs to the process that was forked")
NOT_OURS = Failure("the response belongs to another request")
