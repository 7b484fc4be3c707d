import { setTimeout as sleep } from 'node:timers/promises';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { jobRequest, OFFERS, openLeases } from '../fakeRunner.ts';
import type { Measure } from '../measure.ts';
import { quantile } from '../statistics.ts';
import type { World } from '../world.ts';

/** Jobs of a round, one after another. Each is reported as started and as completed. */
const JOBS = 40;

/** Limit after which an event counts as lost. */
const TIMEOUT_MS = 30_000;

/** Time from a runner's report to the event at the client: commit, bus and stream. */
export const eventDelay: Measure = {
  name: 'event-delay',
  title: 'state change reported → bytes on the event stream, p50',
  unit: 'ms',
  goal: { atMost: 40 },
  async prepare(world) {
    const { keys } = await world.newWorkspace();
    const { client, close } = openLeases(world.dataDir);
    world.onMeasured(close);
    const runnerId = 'bench-events';

    async function delaysOfOneJob(): Promise<number[]> {
      await client.announce({ runnerId, offers: OFFERS });
      const jobId = await submit(world, keys[0]!);
      const { leases } = await client.claim({ runnerId, offers: OFFERS, limit: 32, waitMs: 10_000 });
      const lease = leases.find((one) => one.jobId === jobId);
      if (!lease) throw new Error(`leased ${leases.length} jobs, not ${jobId}: another measure left some in the queue`);
      const stream = await openStream(world, keys[0]!, jobId);
      await stream.seen('"status":"PROCESSING"');
      const startedAt = performance.now();
      await client.started(lease);
      const started = (await stream.seen('"started_at":"')) - startedAt;
      const endedAt = performance.now();
      await client.complete({ ...lease, outcome: AttemptOutcome.COMPLETED, runtimeMs: 0 });
      const ended = (await stream.seen('"status":"COMPLETED"')) - endedAt;
      stream.close();
      return [started, ended];
    }

    return async () => {
      const delays: number[] = [];
      for (let i = 0; i < JOBS; i++) {
        delays.push(...(await delaysOfOneJob()));
        await sleep(20);
      }
      return { value: quantile(delays, 0.5), details: { p99_ms: quantile(delays, 0.99) } };
    };
  },
};

async function submit(world: World, key: string): Promise<string> {
  const answer = await fetch(`${world.baseUrl}/api/v1/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(jobRequest),
  });
  return ((await answer.json()) as { id: string }).id;
}

/** Opens a job's event stream. `seen` returns when a text first arrived. */
async function openStream(world: World, key: string, jobId: string) {
  const closing = new AbortController();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(`${world.baseUrl}/api/v1/jobs/${jobId}/events`, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.any([closing.signal, timeout]),
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let arrivedAt = 0;
  return {
    async seen(part: string): Promise<number> {
      while (!text.includes(part)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`the stream ended without ${part}:\n${text}`);
        text += value;
        arrivedAt = performance.now();
      }
      return arrivedAt;
    },
    close: () => closing.abort(),
  };
}
