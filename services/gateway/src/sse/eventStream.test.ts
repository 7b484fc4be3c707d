import { Writable } from 'node:stream';
import { systemClock } from '@rotamer/kit/clock.ts';
import { BillingMode, BillingOutcome, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testJob } from '../testing/testJobs.ts';
import { openEventStream } from './eventStream.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client that reads everything at once, or nothing until the test lets it. */
function client(stream: ReturnType<typeof openEventStream>, { reads = true } = {}) {
  const received: string[] = [];
  let taken: (() => void) | undefined;
  const sink = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      received.push(chunk.toString());
      if (reads) done();
      else taken = done;
    },
  });
  stream.readable.pipe(sink);
  const ended = new Promise<void>((resolve) => stream.readable.once('close', resolve));
  const events = () => [...received.join('').matchAll(/^event: (\w+)/gm)].map(([, name]) => name);
  const read = () => {
    reads = true;
    taken?.();
  };
  return { received, ended, events, read };
}

/** Lets everything happen that needs no time. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('an event stream', () => {
  it('begins with the reconnect time, before anything is known', async () => {
    const { received } = client(openEventStream(systemClock));
    await settle();
    expect(received.join('')).toBe('retry: 3000\n\n');
  });

  it('shows the state, then the terminal state twice, and closes', async () => {
    const stream = openEventStream(systemClock);
    const { events, ended } = client(stream);
    stream.offer(testJob({ version: 1 }));
    await settle();
    stream.offer(testJob({ version: 2, status: JobStatus.FAILED }));
    await ended;
    expect(events()).toEqual(['status', 'status', 'terminal']);
  });

  it('waits a second at most for the settlement before the terminal event', async () => {
    const stream = openEventStream(systemClock);
    const { events, ended } = client(stream);
    const billing = { mode: BillingMode.FIXED, outcome: BillingOutcome.UNSPECIFIED };
    stream.offer(testJob({ version: 2, status: JobStatus.COMPLETED, billing }));
    await vi.advanceTimersByTimeAsync(999);
    await settle();
    expect(events()).toEqual(['status']);
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(events()).toEqual(['status', 'terminal']);
  });

  it('pings every 15 s with the time', async () => {
    const stream = openEventStream(systemClock);
    const { received, events } = client(stream);
    await settle();
    for (const expected of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(14_999);
      expect(events()).toHaveLength(expected - 1);
      await vi.advanceTimersByTimeAsync(1);
      await settle();
      expect(events()).toHaveLength(expected);
    }
    const { timestamp } = JSON.parse(/data: (.*)/.exec(received.at(-1)!)![1]!);
    expect(new Date(timestamp).toISOString()).toBe(timestamp);
    stream.end();
  });

  it('keeps the newest state only while the client reads nothing', async () => {
    const stream = openEventStream(systemClock);
    const { received, events, read, ended } = client(stream, { reads: false });
    await settle();
    for (let version = 1; version <= 1_000; version++) stream.offer(testJob({ version, progress: version % 100 }));
    await settle();
    const held = stream.readable.readableLength;
    expect(held).toBeLessThan(1_000);
    stream.offer(testJob({ version: 1_001, status: JobStatus.COMPLETED }));
    read();
    await ended;
    expect(events().length).toBeLessThanOrEqual(4);
    expect(events().at(-1)).toBe('terminal');
    expect(received.join('').length).toBeLessThan(4_000);
  });

  it('cuts off a client that reads nothing, within 30 s', async () => {
    const stream = openEventStream(systemClock);
    client(stream, { reads: false });
    await settle();
    for (let version = 1; version <= 3; version++) {
      stream.offer(testJob({ version }));
      await settle();
    }
    await vi.advanceTimersByTimeAsync(14_999);
    expect(stream.readable.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(15_001);
    expect(stream.readable.destroyed).toBe(true);
  });

  it('never cuts off a client to whom nothing happened', async () => {
    const stream = openEventStream(systemClock);
    client(stream);
    for (let i = 0; i < 20; i++) {
      await vi.advanceTimersByTimeAsync(15_000);
      await settle();
    }
    expect(stream.readable.destroyed).toBe(false);
    stream.end();
  });

  it('that ends before its client reads shows the state as it is', async () => {
    const stream = openEventStream(systemClock);
    stream.end();
    stream.offer(testJob());
    const { events, ended } = client(stream);
    await ended;
    expect(events()).toEqual(['status']);
  });

  it('says why it fails, and closes', async () => {
    const stream = openEventStream(systemClock);
    const { received, ended } = client(stream);
    await settle();
    stream.fail('The API key is no longer valid.');
    await ended;
    expect(received.at(-1)).toBe('event: error\ndata: {"message":"The API key is no longer valid."}\n\n');
  });
});
