"""A service on a real socket, for what only happens there."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class LocalServer(ThreadingHTTPServer):
    """Answers every submission with the job that it names, and counts connections."""

    daemon_threads = True

    def __init__(self, respond: Callable[[Handler], None] | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.respond = respond or answer_about_itself
        self.connections = 0
        self.requests: list[tuple[str, str, dict[str, str]]] = []

    def handle_error(self, *_: Any) -> None:
        """Clients that break off are what tests are about."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: LocalServer
    disable_nagle_algorithm = True

    def setup(self) -> None:
        super().setup()
        self.server.connections += 1

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except (ConnectionError, ValueError):
            self.close_connection = True

    def handle_any(self) -> None:
        self.body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.server.requests.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}))
        self.server.respond(self)

    do_GET = do_POST = do_DELETE = do_PUT = do_PATCH = handle_any

    def answer(self, body: Any, status: int = 200, **headers: str) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request_id = self.headers.get("x-request-id")
        for name, value in {"content-type": "application/json", **({"x-request-id": request_id} if request_id else {}), **named}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def stream(self, *frames: str) -> None:
        """Server-sent events; the connection stays open when it is the last that is sent."""
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for frame in frames:
            self.wfile.write(frame.encode())
        self.close_connection = True

    def log_message(self, *_: Any) -> None:
        pass


def answer_about_itself(request: Handler) -> None:
    job = request.path.split("/")[4] if request.path.count("/") > 3 else json.loads(request.body or b"{}").get("name", "job_1")
    if request.path == "/api/v1/account":
        request.answer({"object": "account"})
    elif request.path.endswith("/events"):
        data = json.dumps({"id": job, "status": "COMPLETED", "tool": "a-tool", "name": job})
        request.stream(f"event: status\ndata: {data}\n\n", f"event: terminal\ndata: {data}\n\n")
    else:
        request.answer({"id": job, "status": "QUEUED", "tool": "a-tool", "name": job, "progress": None})


@contextmanager
def serving(respond: Callable[[Handler], None] | None = None, tls: ssl.SSLContext | None = None) -> Iterator[LocalServer]:
    server = LocalServer(respond)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
