import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Verdict } from '../attempt/outcome.ts';
import { fakeLease, startFakeJobs } from '../testing/fakeJobs.ts';
import { startClaiming } from './claimWork.ts';

let jobs: Awaited<ReturnType<typeof startFakeJobs>>;
let running: { jobId: string; end: (verdict?: Verdict) => void; handedBack: boolean }[];
let pauses: { ms: number; end: () => void }[];
let claiming: ReturnType<typeof startClaiming>;

beforeEach(async () => {
  jobs = await startFakeJobs();
  running = [];
  pauses = [];
  claiming = startClaiming({
    leases: jobs.leases,
    runnerId: 'r',
    offers: [{ tool: 't', major: 1 }],
    slots: 2,
    log: quietLog,
    start({ jobId }) {
      const { promise, resolve } = Promise.withResolvers<Verdict>();
      const attempt = { jobId, end: (verdict: Verdict = 'able') => resolve(verdict), handedBack: false };
      running.push(attempt);
      const handBack = () => {
        attempt.handedBack = true;
        resolve('unknown');
      };
      return { done: promise, handBack };
    },
    pauseFor(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      pauses.push({ ms, end: resolve });
      signal.addEventListener('abort', () => resolve());
      return promise;
    },
  });
});

afterEach(async () => {
  await claiming.drain(0);
  await jobs.stop();
});

const submit = (count: number) => {
  for (let i = 0; i < count; i++) jobs.submit({ lease: fakeLease('t'), inputs: [] });
};

describe('a runner', () => {
  it('takes as many leases as it has free slots, and the next when a slot is free', async () => {
    submit(3);
    await eventually(() => running.length === 2);
    expect(jobs.callsOf('claim').at(-1)?.limit).toBeLessThanOrEqual(2);
    running[0]!.end();
    await eventually(() => running.length === 3);
    expect(jobs.callsOf('claim').at(-1)?.limit).toBe(1);
  });

  it('claims again after jobs was unavailable', async () => {
    jobs.state.away = true;
    await eventually(() => jobs.state.refused > 0);
    submit(1);
    jobs.state.away = false;
    await eventually(() => running.length === 1);
  });

  it('lets jobs end by themselves for a while when it drains, and claims no more', async () => {
    submit(2);
    await eventually(() => running.length === 2);
    const drained = claiming.drain(10_000);
    submit(1);
    for (const attempt of running) attempt.end();
    await drained;
    expect(running.map(({ handedBack }) => handedBack)).toEqual([false, false]);
  });

  it('releases the jobs that do not end while it drains', async () => {
    submit(2);
    await eventually(() => running.length === 2);
    running[0]!.end();
    await claiming.drain(50);
    expect(running.map(({ handedBack }) => handedBack)).toEqual([false, true]);
  });

  it('releases at once the leases of a claim that was under way when it drains', async () => {
    const calls = jobs.callsOf('claim').length;
    await eventually(() => jobs.callsOf('claim').length > calls);
    const drained = claiming.drain(10_000);
    submit(2);
    await drained;
    expect(running.every(({ handedBack }) => handedBack)).toBe(true);
  });
});

describe('a runner with infrastructure failures', () => {
  const pausesFor = (nth: number) => eventually(() => pauses.length === nth && pauses.at(-1)!);

  /** Claims `count` jobs that fail together, then one more that fails too. After that the runner pauses for the first time. */
  async function fails(count: number): Promise<void> {
    submit(count);
    await eventually(() => running.length === count);
    for (const attempt of running.splice(0)) attempt.end('unable');
    submit(1);
    const [second] = await eventually(() => running.length === 1 && running);
    expect(pauses).toEqual([]);
    running = [];
    second!.end('unable');
    await pausesFor(1);
  }

  /** Ends the runner's pause. The runner claims one waiting job, then pauses for the nth time. */
  async function probes(nth: number) {
    pauses.at(-1)!.end();
    const [probe] = await eventually(() => running.length === 1 && running);
    await pausesFor(nth);
    return probe!;
  }

  it('leaves the queue to other runners: it claims one job at a time, with growing pauses', async () => {
    await fails(2);
    submit(4);
    const before = jobs.callsOf('claim').length;
    const waited = [pauses[0]!.ms];
    for (const nth of [2, 4, 6]) {
      (await probes(nth)).end('unable');
      running = [];
      waited.push((await pausesFor(nth + 1)).ms);
    }
    // The two jobs that failed at the same time count as one failure.
    for (const [i, longest] of [2_000, 4_000, 8_000, 16_000].entries()) {
      expect(waited[i]).toBeLessThanOrEqual(longest);
      expect(waited[i]).toBeGreaterThanOrEqual(longest / 2);
    }
    expect(jobs.callsOf('claim').slice(before)).toMatchObject([{ limit: 1 }, { limit: 1 }, { limit: 1 }]);
  });

  it('claims as usual again as soon as an attempt succeeds', async () => {
    await fails(1);
    submit(3);
    (await probes(2)).end('able');
    await eventually(() => running.length === 3);
    expect(pauses).toHaveLength(2);
  });

  it('learns nothing from attempts that were cancelled or lost', async () => {
    await fails(1);
    submit(2);
    (await probes(2)).end('unknown');
    running = [];
    await probes(3);
    expect(jobs.callsOf('claim').at(-1)).toMatchObject({ limit: 1 });
    expect(pauses[2]!.ms).toBeLessThanOrEqual(2_000);
  });

  it('ends its pause when it drains, and claims no more', async () => {
    await fails(1);
    submit(1);
    const before = jobs.callsOf('claim').length;
    await claiming.drain(600_000);
    expect(jobs.callsOf('claim')).toHaveLength(before);
  });
});
