import { setTimeout as sleep } from 'node:timers/promises';
import { AttemptOutcome, type Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import { jobRequest, OFFERS, offerOnly, openLeases } from '../fakeRunner.ts';
import type { Measure } from '../measure.ts';
import { quantile } from '../statistics.ts';

const JOBS = 200;
const PER_SECOND = 50;

/** Time from the 202 at the client to the lease at the runner: the dispatch latency of a job when runners are idle. */
export const claimDelay: Measure = {
  name: 'claim-delay',
  title: 'submit answered → lease at the runner, p50 at 50 a second',
  unit: 'ms',
  goal: { atMost: 15 },
  async prepare(world) {
    const { keys } = await world.newWorkspace();
    const { client, close } = openLeases(world.dataDir);
    const ended = new AbortController();
    world.onMeasured(() => {
      ended.abort();
      close();
    });
    const leasedAt = new Map<string, number>();
    const runnerId = 'bench-claims';
    let failure: unknown;
    const fail = (error: unknown) => {
      if (!ended.signal.aborted) failure = error;
    };
    /** Completes the job. Otherwise its lease would expire and requeue the job during another measure. */
    const end = (lease: Lease) => client.complete({ ...lease, outcome: AttemptOutcome.COMPLETED, runtimeMs: 0 });
    const claimForever = async () => {
      while (!ended.signal.aborted) {
        const request = { runnerId, offers: OFFERS, limit: 32, waitMs: 3_000 };
        const { leases } = await client.claim(request, { signal: ended.signal });
        for (const { jobId } of leases) leasedAt.set(jobId, performance.now());
        for (const lease of leases) void end(lease).catch(fail);
      }
    };
    world.onMeasured(offerOnly(world.dataDir).stop);
    void claimForever().catch(fail);

    return async () => {
      const answeredAt = new Map<string, number>();
      const submit = async () => {
        const answer = await fetch(`${world.baseUrl}/api/v1/jobs`, {
          method: 'POST',
          headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
          body: JSON.stringify(jobRequest),
        });
        const { id } = (await answer.json()) as { id: string };
        answeredAt.set(id, performance.now());
      };
      const submits = [];
      for (let i = 0; i < JOBS; i++) {
        submits.push(submit());
        await sleep(1000 / PER_SECOND);
      }
      await Promise.all(submits);
      while ([...answeredAt.keys()].some((id) => !leasedAt.has(id))) {
        if (failure) throw failure;
        await sleep(10);
      }
      const delays = [...answeredAt].map(([id, at]) => leasedAt.get(id)! - at);
      return { value: quantile(delays, 0.5), details: { p99_ms: quantile(delays, 0.99) } };
    };
  },
};
