// @module-tag chaos

import { setTimeout as sleep } from 'node:timers/promises';
import type { Toxics } from '@rotamer/kit/testing/faultProxy/faultProxy.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from './facts.ts';
import { type LinkedWorld, startLinkedWorld } from './linkedWorld.ts';
import { startLoad } from './load.ts';
import { type RealNeighbours, startRealNeighbours } from './realNeighbours.ts';

const OUTAGE_MS = long ? 60_000 : 15_000;
const FAULT_MS = long ? 15_000 : 4_000;
const DRAINED_WITHIN_MS = 30_000;

const serverError = 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

const faults: Toxics[] = [
  { answer: serverError },
  { latencyMs: 1_000, bytesPerSecond: 20_000 },
  { cutAfterSent: 1_000 },
  { silent: true },
];

let neighbours: RealNeighbours;
let world: LinkedWorld;
let facts: Facts;

// Not in the short form, because it starts Kafka, an S3 server and a separate stack.
describe.runIf(long || process.env.ROTAMER_CHAOS === 'neighbours')(
  'faults of Kafka and S3 under load',
  {
    timeout: 900_000,
  },
  () => {
    beforeAll(async () => {
      neighbours = await startRealNeighbours();
      world = await startLinkedWorld(3, neighbours.env, neighbours.readEvents);
    }, 300_000);
    afterAll(async () => {
      await world?.end();
      await neighbours?.end();
    });

    it(`accepts jobs while Kafka is down for ${OUTAGE_MS / 1000} s, and publishes all events after`, async () => {
      const load = startLoad(world.workspaces);
      await sleep(2_000);
      await neighbours.stopKafka();
      await sleep(OUTAGE_MS);
      const history = await load.stop();
      // Submissions over the limit of active jobs are left out: their number depends on how fast the machine runs
      // tools.
      const offered = history.submissions.filter(({ refused }) => !refused.includes('concurrent_job_limit_exceeded'));
      const accepted = offered.filter(({ accepted: ids }) => ids.length > 0).length;
      const refusals = offered.flatMap(({ refused }) => refused);
      expect(accepted, `refused: ${refusals}`).toBeGreaterThan(10);
      expect(accepted / offered.length, `refused: ${refusals}`).toBeGreaterThanOrEqual(0.95);

      await neighbours.startKafka();
      const back = performance.now();
      await waitFor('the backlog to be published', async () => (await backlog()) === 0, {
        timeoutMs: 120_000,
        everyMs: 200,
      });
      expect(performance.now() - back).toBeLessThan(DRAINED_WITHIN_MS);
      const { violations } = await world.settle(history);
      expect(violations).toEqual([]);
    });

    it('stores every artifact of completed jobs while S3 fails, is slow, cuts uploads or is silent', async () => {
      const load = startLoad(world.workspaces);
      for (const fault of faults) {
        neighbours.s3.poison(fault);
        await sleep(FAULT_MS);
        neighbours.s3.heal();
        await sleep(1_000);
      }
      const settled = await world.settle(await load.stop(), 240_000);
      facts = settled.facts;
      expect(settled.violations).toEqual([]);
      for (const key of await manifests()) await neighbours.verifyResult(key);
    });

    it('leaves no orphaned object after the sweep', async () => {
      // Ends the delay during which blobs are kept for runners that lost their lease.
      await queryJobs('update blob_deletions set queued_at = now()');
      const left = async () => (await queryJobs('select prefix from blob_deletions')).length;
      await waitFor('the sweep', async () => (await left()) === 0, { timeoutMs: 60_000, everyMs: 500 });
      const owned = (await Promise.all((await manifests()).map(neighbours.verifyResult))).flat();
      expect((await neighbours.listKeys()).sort()).toEqual([...new Set(owned)].sort());
      expect(facts.jobs.filter(({ status }) => status === 'COMPLETED').length).toBeGreaterThan(5);
      expect(world.deaths()).toEqual([]);
    });
  },
);

/** Returns the number of events that are committed but not yet on the bus. */
async function backlog(): Promise<number> {
  return (await queryJobs('select 1 from outbox')).length;
}

/** Returns the keys of all manifests. Each completed job has one. */
async function manifests(): Promise<string[]> {
  const rows = await queryJobs(
    `select status, manifest_key from jobs where manifest_key is not null or status = 'COMPLETED'`,
  );
  return rows.map(({ manifest_key: key }) => key);
}

// biome-ignore lint/suspicious/noExplicitAny: rows get their types where they are named
async function queryJobs(statement: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: world.url('rotamer_jobs') });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
