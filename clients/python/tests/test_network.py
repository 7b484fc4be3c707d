"""Proxies, certificates, and httpx clients of the caller."""

from __future__ import annotations

import ssl

import httpx
import pytest
import trustme

import rotamer
from conftest import KEY, done
from local_server import Handler, serving
from rotamer._core.network import environment_proxy

MAKES = [rotamer.Client, rotamer.AsyncClient]
NAMES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize(
    ("url", "no_proxy", "direct"),
    [
        ("http://rotamer.example.org", "", False),
        ("http://rotamer.example.org", "example.org", True),
        ("http://rotamer.example.org:8080", ".example.org:8080", True),
        ("http://rotamer.example.org", "10.0.0.0/8,fd00::/8", False),
        ("http://10.1.2.3:8080", "192.168.0.0/16, 10.0.0.0/8", True),
        ("http://11.1.2.3", "10.0.0.0/8", False),
        ("http://10.1.2.3", "10.1.2.3", True),
        ("http://[fd00::1]:80", "fd00::/8", True),
        ("http://[fd00::1]:80", "[fd00::1]", True),
        ("http://[fe00::1]", "fd00::/8", False),
        ("http://rotamer.example.org", "*", True),
        ("http://rotamer.example.org", "10.0.0.0/99,:::,/", False),
        ("http://127.0.0.1:8080", "", True),
        ("http://[::1]:8080", "", True),
        ("http://localhost:8080", "", True),
        ("https://rotamer.example.org", "", False),
    ],
)
def test_no_proxy_names_hosts_addresses_and_networks(monkeypatch, url, no_proxy, direct):
    monkeypatch.setenv("HTTP_PROXY", "proxy.test:3128")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.test:3128")
    monkeypatch.setenv("NO_PROXY", no_proxy)
    assert environment_proxy(url) == (None if direct else "http://proxy.test:3128")


@pytest.mark.parametrize("make", MAKES)
def test_a_network_of_ipv6_in_no_proxy_is_no_error(monkeypatch, make):
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.test:3128")
    monkeypatch.setenv("NO_PROXY", "10.0.0.0/8,fd00::/8,localhost")
    with serving() as server:
        assert done(make(KEY, server.url).account()) == {"object": "account"}


@pytest.mark.parametrize("make", MAKES)
def test_requests_go_through_the_proxy_of_the_environment_and_through_that_of_the_caller(monkeypatch, make):
    with serving(lambda request: request.answer({"path": request.path})) as proxy:
        assert done(make(KEY, "http://rotamer.test", proxy=proxy.url).account()) == {"path": "http://rotamer.test/api/v1/account"}
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        assert done(make(KEY, "http://rotamer.test").account()) == {"path": "http://rotamer.test/api/v1/account"}
        with pytest.raises(rotamer.ConnectionFailedError):
            done(make(KEY, "http://rotamer.invalid", proxy="", retry_for=0).account())


@pytest.mark.parametrize("make", MAKES)
def test_a_proxy_that_cannot_be_used_is_refused_without_its_password(make):
    for proxy in ("ftp://user:SECRET@proxy.test", "http://[SECRET", "socks5://user:SECRET@proxy.test"):
        try:
            done(make(KEY, "http://rotamer.test", proxy=proxy, retry_for=0).account())
        except rotamer.RotamerError as error:
            assert "SECRET" not in f"{error}{error.__cause__}"
            assert "proxy" in str(error) or isinstance(error, rotamer.ConnectionFailedError)
        else:
            raise AssertionError("no error")


@pytest.mark.parametrize("make", MAKES)
def test_certificates_that_are_not_there_are_named_with_their_setting(make, monkeypatch):
    with pytest.raises(rotamer.RotamerError, match="certificates that verify names"):
        done(make(KEY, "https://rotamer.test", verify="/nowhere.pem").account())
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere.pem")
    with pytest.raises(rotamer.RotamerError, match="SSL_CERT_FILE"):
        done(make(KEY, "https://rotamer.test").account())


def _tls_server(tmp_path):
    """A server with a certificate that only its own authority, itself, knows."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost", "127.0.0.1").configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    return context


@pytest.mark.parametrize("make", MAKES)
def test_a_certificate_of_an_unknown_authority_is_refused_at_once_with_the_way_out(make, tmp_path, monkeypatch):
    context = _tls_server(tmp_path)
    with serving(tls=context) as server:
        url = f"https://localhost:{server.server_port}"
        with pytest.raises(rotamer.ConnectionFailedError, match="set verify= or SSL_CERT_FILE"):
            done(make(KEY, url).account())
        for verify in (tmp_path / "ca.pem", str(tmp_path / "ca.pem"), ssl.create_default_context(cafile=tmp_path / "ca.pem"), False):
            assert done(make(KEY, url, verify=verify).account()) == {"object": "account"}
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
        assert done(make(KEY, url).account()) == {"object": "account"}


def test_an_httpx_client_of_the_caller_is_used_and_stays_open():
    with serving() as server, httpx.Client(headers={"x-from": "the caller"}) as http:
        with rotamer.Client(KEY, server.url, http_client=http) as client:
            assert client.account() == {"object": "account"}
        assert not http.is_closed
        sent = server.requests[0][2]
        assert (sent["x-from"], sent["authorization"]) == ("the caller", f"Bearer {KEY}")


@pytest.mark.parametrize("options", [{"verify": False}, {"proxy": "http://p.test"}, {"limits": httpx.Limits()}])
def test_settings_of_connections_are_not_given_twice(options):
    for own in ({"http_client": httpx.Client()}, {"transport": httpx.HTTPTransport()}):
        with pytest.raises(rotamer.RotamerError, match="are settings of"):
            rotamer.Client(KEY, **own, **options)


@pytest.mark.parametrize("make", MAKES)
def test_headers_of_the_caller_go_to_the_service_and_not_to_links(make):
    def respond(request: Handler) -> None:
        if request.path.startswith("/blobs/"):
            request.answer(b"")
        else:
            link = f"{server.url}/blobs/a?sig=x"
            empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            file = {"name": "a", "key": "itm_1", "url": link, "sha256": empty, "size": 0}
            request.answer({"job_id": "job_1", "status": "COMPLETED", "tool": "t", "files": [file], "results": []})

    with serving(respond) as server:
        async def story(client: rotamer.AsyncClient) -> bytes:
            return await (await client.jobs.results("job_1")).read("a")

        client = make(KEY, server.url, headers={"X-Team": " proteins "})
        assert (client.jobs.results("job_1").read("a") if make is rotamer.Client else done(story(client))) == b""
        assert [headers.get("x-team") for _, _, headers in server.requests] == ["proteins", None]
        assert [headers.get("authorization") for _, _, headers in server.requests] == [f"Bearer {KEY}", None]
