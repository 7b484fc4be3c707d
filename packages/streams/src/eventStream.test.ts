import { Writable } from 'node:stream';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { BillingMode, BillingOutcome, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventStream } from './eventStream.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client that reads everything at once, or nothing until the test allows it. */
function client(stream: EventStream, { reads = true } = {}) {
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
  const closed = new Promise<void>((resolve) => sink.once('close', resolve));
  stream.begin(sink);
  const events = () => [...received.join('').matchAll(/^event: (\w+)/gm)].map(([, name]) => name);
  const read = () => {
    reads = true;
    taken?.();
  };
  return { received, sink, closed, events, read };
}

/** Runs everything that is ready to run, without moving the clock. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('an event stream', () => {
  it('begins with the reconnect time, before any state is known', async () => {
    const { received } = client(new EventStream());
    await settle();
    expect(received.join('')).toBe('retry: 3000\n\n');
  });

  it('sends the state, then the terminal state as two events, and closes', async () => {
    const stream = new EventStream();
    const { events, closed } = client(stream);
    stream.offer(testJob({ version: 1 }));
    await settle();
    stream.offer(testJob({ version: 2, status: JobStatus.FAILED }));
    await closed;
    expect(events()).toEqual(['status', 'status', 'terminal']);
  });

  it('waits at most a second for the settlement before the terminal event', async () => {
    const stream = new EventStream();
    const { events, closed } = client(stream);
    const billing = { mode: BillingMode.FIXED, outcome: BillingOutcome.UNSPECIFIED };
    await settle();
    stream.offer(testJob({ version: 2, status: JobStatus.COMPLETED, billing }));
    await vi.advanceTimersByTimeAsync(999);
    await settle();
    expect(events()).toEqual(['status']);
    await vi.advanceTimersByTimeAsync(1);
    await closed;
    expect(events()).toEqual(['status', 'terminal']);
  });

  it('keeps only the newest state while the client reads nothing', async () => {
    const stream = new EventStream();
    const { received, sink, events, read, closed } = client(stream, { reads: false });
    await settle();
    for (let version = 1; version <= 1_000; version++) stream.offer(testJob({ version, progress: version % 100 }));
    await settle();
    expect(sink.writableLength).toBeLessThan(1_000);
    stream.offer(testJob({ version: 1_001, status: JobStatus.COMPLETED }));
    read();
    await closed;
    expect(events().length).toBeLessThanOrEqual(4);
    expect(events().at(-1)).toBe('terminal');
    expect(received.join('').length).toBeLessThan(4_000);
  });

  it('cuts off a client that reads nothing from one ping to the next', async () => {
    const stream = new EventStream();
    const { sink, received } = client(stream, { reads: false });
    stream.offer(testJob());
    stream.ping('event: ping\n\n');
    await settle();
    expect(sink.destroyed).toBe(false);
    stream.ping('event: ping\n\n');
    expect(sink.destroyed).toBe(true);
    expect(received).toEqual(['retry: 3000\n\n']);
  });

  it('never cuts off a client that catches up between pings, or has not begun', async () => {
    const stream = new EventStream();
    for (let n = 0; n < 3; n++) stream.ping('event: ping\n\n');
    const { sink, read, events } = client(stream, { reads: false });
    stream.ping('event: ping\n\n');
    read();
    await settle();
    stream.ping('event: ping\n\n');
    await settle();
    expect(sink.destroyed).toBe(false);
    expect(events()).toEqual(['ping']);
  });

  it('that ends before its client reads sends the current state', async () => {
    const stream = new EventStream();
    stream.end();
    stream.offer(testJob());
    const { events, closed } = client(stream);
    await closed;
    expect(events()).toEqual(['status']);
  });

  it('that ends while its client is behind does not wait for the client', async () => {
    const stream = new EventStream();
    const { sink } = client(stream, { reads: false });
    await settle();
    stream.end();
    expect(sink.destroyed).toBe(true);
  });

  it('sends the reason of a failure, and closes', async () => {
    const stream = new EventStream();
    const { received, closed } = client(stream);
    await settle();
    stream.fail('The API key is no longer valid.');
    await closed;
    expect(received.at(-1)).toBe('event: error\ndata: {"message":"The API key is no longer valid."}\n\n');
  });

  it('sends nothing after its client has disconnected', async () => {
    const stream = new EventStream();
    const { sink, received } = client(stream);
    await settle();
    sink.destroy();
    stream.offer(testJob());
    stream.ping('event: ping\n\n');
    stream.end();
    await settle();
    expect(received).toEqual(['retry: 3000\n\n']);
  });
});
