import { systemClock } from '@rotamer/kit/clock.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventStream } from './eventStream.ts';
import { createOpenStreams } from './openStreams.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream that records its pings. */
function listener() {
  const pings: string[] = [];
  const stream = { ping: (text: string) => pings.push(text), end: vi.fn() };
  return { pings, stream: stream as unknown as EventStream, end: stream.end };
}

describe('open streams', () => {
  it('are pinged every 15 s with the time', () => {
    const open = createOpenStreams(systemClock);
    const { stream, pings } = listener();
    open.add(stream);
    for (const expected of [1, 2, 3]) {
      vi.advanceTimersByTime(14_999);
      expect(pings).toHaveLength(expected - 1);
      vi.advanceTimersByTime(1);
      expect(pings).toHaveLength(expected);
    }
    const [, data = ''] = /^event: ping\ndata: (.*)\n\n$/.exec(pings.at(-1)!) ?? [];
    expect(JSON.parse(data)).toEqual({ timestamp: new Date().toISOString() });
  });

  it('are pinged 15 s after they were opened, each by its own time', () => {
    const open = createOpenStreams(systemClock);
    const [first, second] = [listener(), listener()];
    open.add(first.stream);
    vi.advanceTimersByTime(10_000);
    open.add(second.stream);
    vi.advanceTimersByTime(5_000);
    expect([first.pings.length, second.pings.length]).toEqual([1, 0]);
    vi.advanceTimersByTime(10_000);
    expect([first.pings.length, second.pings.length]).toEqual([1, 1]);
  });

  it('are pinged 500 at a time, and none twice before all were pinged', () => {
    const open = createOpenStreams(systemClock);
    const all = Array.from({ length: 1_800 }, listener);
    for (const { stream } of all) open.add(stream);
    const pinged = () => all.filter(({ pings }) => pings.length > 0).length;
    vi.advanceTimersByTime(15_000);
    expect(pinged()).toBe(500);
    vi.advanceTimersByTime(750);
    expect(pinged()).toBe(1_800);
    vi.advanceTimersByTime(15_000);
    expect(all.every(({ pings }) => pings.length === 2)).toBe(true);
  });

  it('leave no timer when all have ended', () => {
    const open = createOpenStreams(systemClock);
    const { stream, pings } = listener();
    open.add(stream);
    open.delete(stream);
    expect(vi.getTimerCount()).toBe(0);
    open.add(stream);
    vi.advanceTimersByTime(15_000);
    expect(pings).toHaveLength(1);
  });

  it('end together', () => {
    const open = createOpenStreams(systemClock);
    const all = [listener(), listener()];
    for (const { stream } of all) open.add(stream);
    open.endAll();
    for (const { end } of all) expect(end).toHaveBeenCalledOnce();
  });
});
