import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wantedRange } from './byteRange.ts';

const etag = '"abc"';

describe('a range of a body of 100 bytes', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=40-59', { start: 40, end: 59 }],
    ['bytes=40-1000', { start: 40, end: 99 }],
    ['bytes=-30', { start: 70, end: 99 }],
    ['bytes=-300', { start: 0, end: 99 }],
    ['bytes=100-', 'outside'],
    ['bytes=100-200', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=-', undefined],
    ['bytes=60-40', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=0-1', undefined],
  ])('%s is %j', (range, expected) => {
    expect(wantedRange({ range }, 100, etag)).toEqual(expected);
  });

  it('is the whole body when the bytes have changed', () => {
    expect(wantedRange({ range: 'bytes=4-', 'if-range': etag }, 100, etag)).toEqual({ start: 4, end: 99 });
    expect(wantedRange({ range: 'bytes=4-', 'if-range': '"other"' }, 100, etag)).toBeUndefined();
    expect(wantedRange({ range: 'bytes=4-', 'if-range': etag }, 100, undefined)).toBeUndefined();
    expect(wantedRange({ range: 'bytes=100-', 'if-range': '"other"' }, 100, etag)).toBeUndefined();
    expect(wantedRange({ range: 'bytes=4-', 'if-range': 'Sun, 22 Nov 2026 17:00:00 GMT' }, 100, etag)).toBeUndefined();
  });

  it('is the whole body when the body is empty', () => {
    for (const range of ['bytes=0-', 'bytes=-5', 'bytes=7-9']) expect(wantedRange({ range }, 0, etag)).toBeUndefined();
  });

  it('never exceeds the body', () => {
    const part = fc.oneof(fc.constant(''), fc.nat().map(String));
    fc.assert(
      fc.property(part, part, fc.nat(1000), (first, last, size) => {
        const range = wantedRange({ range: `bytes=${first}-${last}` }, size, etag);
        return typeof range !== 'object' || (range.start >= 0 && range.start <= range.end && range.end < size);
      }),
    );
  });
});
