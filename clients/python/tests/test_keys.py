"""No error, no repr and no log shows a key, also when a library underneath fails."""

from __future__ import annotations

import logging
import pickle
import socket
import traceback
from typing import Any

import pytest

import rotamer
from conftest import KEY, cut, done
from local_server import Handler, serving


BLANKS = ["{}\n", "{}\r\n", " {} ", "\t{}", "\ufeff{}", "{}\u200b"]


@pytest.mark.parametrize("around", [*BLANKS, "{}\0"])
def test_a_key_is_used_without_the_blanks_around_it(monkeypatch, around):
    monkeypatch.setenv("ROTAMER_API_KEY", "rot_live_other")
    assert rotamer.Client(around.format(KEY))._target.api_key == KEY


@pytest.mark.parametrize("around", BLANKS)
def test_the_key_and_the_address_of_the_environment_are_used_without_blanks(monkeypatch, around):
    monkeypatch.setenv("ROTAMER_API_KEY", around.format(KEY))
    monkeypatch.setenv("ROTAMER_BASE_URL", around.format("https://rotamer.test/sub/"))
    target = rotamer.AsyncClient()._target
    assert (target.api_key, target.base_url) == (KEY, "https://rotamer.test/sub")


@pytest.mark.parametrize("broken", [f"{KEY}\nx", f"{KEY[:9]} {KEY[9:]}", f"{KEY}é", f"{KEY}\x07x", f"{KEY[:5]}构{KEY[5:]}", f"{KEY}\udcff"])
@pytest.mark.parametrize("make", [rotamer.Client, rotamer.AsyncClient])
def test_a_key_that_no_header_can_carry_is_refused_at_once_and_not_shown(make, broken):
    with pytest.raises(rotamer.RotamerError, match="is not an API key: its character") as caught:
        make(broken)
    assert_unseen(caught.value, locals_too=False)


def test_the_environment_is_named_when_its_key_is_refused(monkeypatch):
    monkeypatch.setenv("ROTAMER_API_KEY", "rot live")
    with pytest.raises(rotamer.RotamerError, match="^ROTAMER_API_KEY is not an API key: its character 4 "):
        rotamer.Client()


@pytest.mark.parametrize("blank", ["", " ", "\n"])
def test_an_empty_key_is_refused_and_not_replaced_by_another_one(monkeypatch, blank):
    monkeypatch.setenv("ROTAMER_API_KEY", KEY)
    with pytest.raises(rotamer.RotamerError, match="api_key is empty"):
        rotamer.Client(blank)
    monkeypatch.setenv("ROTAMER_API_KEY", blank)
    assert rotamer.Client()._target.api_key is None


@pytest.mark.parametrize("url", ["http://user:SECRET@rotamer.test", "http://rotamer.test?key=SECRET", "ftp://rotamer.test", "rotamer.test", "http://[SECRET"])
def test_a_base_url_that_cannot_be_one_is_refused_without_its_secrets(url):
    with pytest.raises(rotamer.RotamerError, match="base_url") as caught:
        rotamer.Client(KEY, url)
    assert "SECRET" not in str(caught.value)


def test_a_header_that_cannot_be_sent_is_refused_without_its_value(net):
    for headers in ({"x-team": "SECRET\nx"}, {"x-team": "SECRETé"}, {"x team": "SECRET"}):
        with pytest.raises(rotamer.RotamerError, match="cannot be sent") as caught:
            rotamer.Client(KEY, headers=headers)
        assert "SECRET" not in str(caught.value)
    one = net(cut)
    with pytest.raises(rotamer.RotamerError, match="idempotency-key"):
        done(one.client.jobs.submit("a-tool", [], idempotency_key="a\nb"))
    assert one.requests == []


def assert_unseen(error: BaseException, locals_too: bool = True) -> None:
    """The key is in nothing that a crash reporter or a log shows of an error."""
    shown = [str(error), repr(error), repr(vars(error))]
    trace: Any = traceback.TracebackException.from_exception(error, capture_locals=locals_too)
    shown += ["".join(trace.format()), repr(pickle.dumps(error))]
    for text in shown:
        assert "SECRET" not in text


def refuse(request: Handler) -> None:
    request.connection.shutdown(socket.SHUT_RDWR)


def talk_nonsense(request: Handler) -> None:
    request.wfile.write(b"no HTTP\r\n\r\n")
    request.connection.shutdown(socket.SHUT_RDWR)


def cut_body(request: Handler) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{")
    request.connection.shutdown(socket.SHUT_RDWR)


def stall(request: Handler) -> None:
    request.connection.settimeout(5)
    request.rfile.read(1)


def page(request: Handler) -> None:
    request.answer(b"<html>", content_type="text/html")


@pytest.mark.parametrize("respond", [refuse, talk_nonsense, cut_body, stall, page], ids=lambda one: one.__name__)
@pytest.mark.parametrize("make", [rotamer.Client, rotamer.AsyncClient])
def test_a_failure_on_the_wire_shows_no_key(make, respond, caplog):
    caplog.set_level(logging.DEBUG)
    with serving(respond) as server:
        client = make(KEY, server.url, retry_for=0, timeout=0.2)
        with pytest.raises(rotamer.RotamerError) as caught:
            done(client.jobs.submit("a-tool", []))
    assert_unseen(caught.value)
    assert server.url in str(caught.value)
    assert server.requests[0][2]["authorization"] == f"Bearer {KEY}"
    assert caplog.text != "" and "SECRET" not in caplog.text


@pytest.mark.parametrize("make", [rotamer.Client, rotamer.AsyncClient])
def test_a_failure_while_the_request_is_written_shows_no_key(make, monkeypatch):
    """The layers below hold the headers in variables, which crash reporters print."""
    import httpcore

    def broken(*_: object, **__: object) -> None:
        raise httpcore.ReadError("broken pipe")

    async def broken_async(*_: object, **__: object) -> None:
        broken()

    monkeypatch.setattr("httpcore._sync.http11.HTTP11Connection._send_event", broken)
    monkeypatch.setattr("httpcore._async.http11.AsyncHTTP11Connection._send_event", broken_async)
    with serving() as server, pytest.raises(rotamer.ConnectionFailedError) as caught:
        done(make(KEY, server.url, retry_for=0).jobs.submit("a-tool", []))
    assert_unseen(caught.value)


def test_nothing_listens(unused_port_url):
    for make in (rotamer.Client, rotamer.AsyncClient):
        with pytest.raises(rotamer.ConnectionFailedError, match=unused_port_url) as caught:
            done(make(KEY, unused_port_url, retry_for=0).account())
        assert_unseen(caught.value)


@pytest.fixture
def unused_port_url() -> str:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{one.getsockname()[1]}"
