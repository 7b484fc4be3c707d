import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sseParser } from './sse.ts';

const text =
  'retry: 3000\r\n\r\nevent: status\r\ndata: {"a":"ü"}\r\n\r\n: a comment\n\nevent: ping\ndata: one\ndata:two\n\ndata: x\r\r';
const events = [
  { event: 'status', data: '{"a":"ü"}' },
  { event: 'ping', data: 'one\ntwo' },
  { event: 'message', data: 'x' },
];

it('reads the same events wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
      const parser = sseParser();
      const places = [0, ...cuts.sort((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((end, i) => text.slice(places[i], end));
      // A line end follows, because the last carriage return could be half of one.
      const read = [...pieces, '\n'].flatMap((piece) => parser.push(piece));
      expect(read).toEqual(events);
      expect(parser.retryMs()).toBe(3000);
    }),
  );
});
