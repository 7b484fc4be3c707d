"""Webhooks of a real Rotamer, verified by the package that other programs use: `standardwebhooks`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

import pytest
from rotamer import Client
from standardwebhooks import Webhook, WebhookVerificationError

Received = tuple[dict[str, str], bytes]


@pytest.fixture
def receiver() -> Iterator[tuple[str, Queue[Received]]]:
    """A server on this machine, and the requests that it got."""
    received: Queue[Received] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.put((dict(self.headers), self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/rotamer", received
    server.shutdown()


def test_verifies_a_webhook_and_refuses_a_changed_one(receiver: tuple[str, Queue[Received]]) -> None:
    url, received = receiver
    with Client() as client:
        endpoint = client.webhooks.create(url)
        test = client.webhooks.test(endpoint["id"])
        headers, body = received.get(timeout=30)
        event = Webhook(endpoint["secret"]).verify(body, headers)
        assert event["id"] == test["event_id"]
        assert event["type"] == "webhook.test"
        with pytest.raises(WebhookVerificationError):
            Webhook(endpoint["secret"]).verify(body.replace(b"webhook.test", b"job.completed"), headers)
        rotated = client.webhooks.rotate_secret(endpoint["id"])
        client.webhooks.test(endpoint["id"])
        headers, body = received.get(timeout=30)
        for secret in (endpoint["secret"], rotated["secret"]):
            assert Webhook(secret).verify(body, headers)["type"] == "webhook.test"
        assert client.webhooks.delete(endpoint["id"])["deleted"]
