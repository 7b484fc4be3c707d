"""Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""

from __future__ import annotations

import codecs
import re

_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")
#: Maximum buffered length. Lines of this API's events are shorter.
_MAX_BUFFERED = 1_000_000


class SseParser:
    """Parses a stream in pieces, cut anywhere. Returns the events that each piece completes."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._event = ""
        self._data: list[str] = []
        self._id: str | None = None
        #: The reconnection time that the server sent last, in seconds.
        self.retry: float | None = None

    def push(self, piece: bytes) -> list[tuple[str, str]]:
        """Returns pairs of event name and data."""
        return [(name, data) for name, data, _ in self.push_marked(piece)]

    def push_marked(self, piece: bytes) -> list[tuple[str, str, str | None]]:
        """Returns event name, data, and the last id that the stream has sent."""
        self._rest += self._decoder.decode(piece)
        if len(self._rest) > _MAX_BUFFERED:
            raise ValueError("an event of the stream is too long")
        events: list[tuple[str, str, str | None]] = []
        while (match := _LINE_END.search(self._rest)) is not None:
            line, self._rest = self._rest[: match.start()], self._rest[match.end() :]
            if line == "":
                if self._data:
                    events.append((self._event or "message", "\n".join(self._data), self._id))
                self._event, self._data = "", []
                continue
            name, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if name == "event":
                self._event = value
            elif name == "data":
                self._data.append(value)
            elif name == "id":
                self._id = value
            elif name == "retry" and re.fullmatch(r"\d{1,6}", value):
                self.retry = int(value) / 1000
        return events
