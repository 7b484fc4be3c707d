/** One server-sent event. */
export interface SseEvent {
  event: string;
  /** The last id that the stream has sent. */
  id: string | undefined;
  data: string;
}

export interface SseParser {
  /** Adds the next piece of the stream, cut anywhere. Returns the events that it completes. */
  push(text: string): SseEvent[];
  /** Returns the reconnection time that the server sent last, in milliseconds. */
  retryMs(): number | undefined;
}

/** Maximum buffered characters. Lines of this API's events are shorter. */
const MAX_BUFFERED = 1_000_000;

/** Parses a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function sseParser(): SseParser {
  let rest = '';
  let event = '';
  let id: string | undefined;
  let data: string[] = [];
  let retry: number | undefined;

  function readLine(line: string): SseEvent | undefined {
    if (line === '') {
      const complete = data.length > 0 ? { event: event || 'message', id, data: data.join('\n') } : undefined;
      event = '';
      data = [];
      return complete;
    }
    const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line)!;
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    if (field === 'id') id = value;
    if (field === 'retry' && /^\d{1,6}$/.test(value)) retry = Number(value);
    return undefined;
  }

  return {
    push(text) {
      rest += text;
      if (rest.length > MAX_BUFFERED) throw new Error('an event of the stream is too long');
      const events: SseEvent[] = [];
      // A carriage return at the end may be half of a line end.
      for (let match = lineEnd.exec(rest); match; match = lineEnd.exec(rest)) {
        const complete = readLine(rest.slice(0, match.index));
        rest = rest.slice(match.index + match[0].length);
        if (complete) events.push(complete);
      }
      return events;
    },
    retryMs: () => retry,
  };
}

const lineEnd = /\r\n|\n|\r(?!$)/;
