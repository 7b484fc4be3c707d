import { describe, expect, it } from 'vitest';
import { Fault } from '../errors/fault.ts';
import { numbered } from '../testing/busMessages.ts';
import { quietLog } from '../testing/quietLog.ts';
import type { BusMessage, Consumer } from './bus.ts';
import { deliver, MAX_SLOW_TRIES, RETRY_DELAYS_MS } from './deliver.ts';

const message = numbered('job_1', 1);

/** Starts a delivery whose consumer fails `failures` times, and records its outcome. */
function delivery(failures: number, error: unknown = new Error('no such project')) {
  const parked: { message: BusMessage; error: string }[] = [];
  const seen: { tries: number } = { tries: 0 };
  const stop = new AbortController();
  const consumer: Consumer = async () => {
    if (++seen.tries <= failures) throw error;
  };
  const options = {
    signal: stop.signal,
    log: quietLog,
    park: async (parkedMessage: BusMessage, reason: string) => {
      parked.push({ message: parkedMessage, error: reason });
    },
    retryDelaysMs: [1, 1, 1, 1],
  };
  return { consumer, options, parked, seen, stop };
}

describe('a delivery', () => {
  it('calls its consumer once when that succeeds', async () => {
    const { consumer, options, parked, seen } = delivery(0);
    await deliver(message, { consumer, ...options });
    expect(seen.tries).toBe(1);
    expect(parked).toEqual([]);
  });

  it('is retried until it succeeds', async () => {
    const { consumer, options, parked, seen } = delivery(4);
    await deliver(message, { consumer, ...options });
    expect(seen.tries).toBe(5);
    expect(parked).toEqual([]);
  });

  it('is dead-lettered with the last error when it keeps failing', async () => {
    const { consumer, options, parked, seen } = delivery(5);
    await deliver(message, { consumer, ...options });
    expect(seen.tries).toBe(5);
    expect(parked).toEqual([{ message, error: 'no such project' }]);
  });

  it('waits for the end of an outage without a limit, and dead-letters nothing', async () => {
    const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const { consumer, options, parked, seen } = delivery(50, outage);
    await deliver(message, { consumer, ...options, outageDelayMs: 1 });
    expect(seen.tries).toBe(51);
    expect(parked).toEqual([]);
  });

  it.each([
    ['statement', Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })],
    ['call', new Fault('service_unavailable', 'The service did not respond in time.')],
  ])('is dead-lettered when its handling always ends with a %s timeout', async (_, slow) => {
    const { consumer, options, parked, seen } = delivery(50, slow);
    await deliver(message, { consumer, ...options, outageDelayMs: 1 });
    expect(seen.tries).toBe(MAX_SLOW_TRIES);
    expect(parked).toEqual([{ message, error: slow.message }]);
  });

  it('records the thrown value also when that is not an Error', async () => {
    const { consumer, options, parked } = delivery(5, 'a text');
    await deliver(message, { consumer, ...options });
    expect(parked).toEqual([{ message, error: 'a text' }]);
  });

  it('fails when dead-lettering fails, so that the message is not lost', async () => {
    const { consumer, options } = delivery(5);
    const park = async () => {
      throw new Error('the bus is unavailable');
    };
    await expect(deliver(message, { consumer, ...options, park })).rejects.toThrow('the bus is unavailable');
  });

  it('ends without dead-lettering when it is stopped during a try', async () => {
    const { options, parked, stop } = delivery(0);
    const consumer: Consumer = async () => {
      stop.abort();
      throw new Error('connection closed');
    };
    await expect(deliver(message, { consumer, ...options })).rejects.toMatchObject({ name: 'AbortError' });
    expect(parked).toEqual([]);
  });

  it('ends without dead-lettering when it is stopped between tries', async () => {
    const { consumer, options, parked, seen, stop } = delivery(5);
    const ended = deliver(message, { consumer, ...options, retryDelaysMs: [3_600_000] });
    setImmediate(() => stop.abort());
    await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen.tries).toBe(1);
    expect(parked).toEqual([]);
  });

  it('counts as handled when its try succeeds although it was stopped meanwhile', async () => {
    const { consumer: works, options, parked, seen, stop } = delivery(0);
    const consumer: Consumer = async (...delivered) => {
      stop.abort();
      await works(...delivered);
    };
    await deliver(message, { consumer, ...options });
    expect(seen.tries).toBe(1);
    expect(parked).toEqual([]);
  });

  it('blocks its partition for less than 5 s', () => {
    expect(RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay)).toBeLessThan(4_000);
  });
});
