import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeLease, startFakeJobs } from '../testing/fakeJobs.ts';
import { startClaiming } from './claimWork.ts';

let jobs: Awaited<ReturnType<typeof startFakeJobs>>;
let running: { jobId: string; end: () => void; handedBack: boolean }[];
let claiming: ReturnType<typeof startClaiming>;

beforeEach(async () => {
  jobs = await startFakeJobs();
  running = [];
  claiming = startClaiming({
    leases: jobs.leases,
    runnerId: 'r',
    offers: [{ tool: 't', major: 1 }],
    slots: 2,
    log: quietLog,
    start({ jobId }) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const attempt = { jobId, end: resolve, handedBack: false };
      running.push(attempt);
      const handBack = () => {
        attempt.handedBack = true;
        resolve();
      };
      return { done: promise, handBack };
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
  it('takes as many leases as it has free slots, and the next when one is free', async () => {
    submit(3);
    await eventually(() => running.length === 2);
    expect(jobs.callsOf('claim').at(-1)?.limit).toBeLessThanOrEqual(2);
    running[0]!.end();
    await eventually(() => running.length === 3);
    expect(jobs.callsOf('claim').at(-1)?.limit).toBe(1);
  });

  it('asks again when jobs was away', async () => {
    jobs.state.away = true;
    await eventually(() => jobs.state.refused > 0);
    submit(1);
    jobs.state.away = false;
    await eventually(() => running.length === 1);
  });

  it('that drains lets jobs end by themselves for a while, and takes no more', async () => {
    submit(2);
    await eventually(() => running.length === 2);
    const drained = claiming.drain(10_000);
    submit(1);
    for (const attempt of running) attempt.end();
    await drained;
    expect(running.map(({ handedBack }) => handedBack)).toEqual([false, false]);
  });

  it('that drains hands back what does not end', async () => {
    submit(2);
    await eventually(() => running.length === 2);
    running[0]!.end();
    await claiming.drain(50);
    expect(running.map(({ handedBack }) => handedBack)).toEqual([false, true]);
  });

  it('that drains gives back at once what a claim under way still brings', async () => {
    const calls = jobs.callsOf('claim').length;
    await eventually(() => jobs.callsOf('claim').length > calls);
    const drained = claiming.drain(10_000);
    submit(2);
    await drained;
    expect(running.every(({ handedBack }) => handedBack)).toBe(true);
  });
});
