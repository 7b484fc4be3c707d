import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { createWorkspaceWorkers } from '@rotamer/kit/work/workspaceWorkers.ts';
import { expect, it } from 'vitest';
import { claimNoted } from '../results/resultStore.ts';
import { completedJob } from '../testing/completedJob.ts';
import { startFiles } from '../testing/startFiles.ts';
import { recordResults } from './recordResults.ts';

/** The files service with completed jobs of one output each, and replicas that record them. */
async function startWorld() {
  const files = await startFiles();
  const { db, blobs, deps } = files;
  const { get } = blobs;
  const reads: string[] = [];
  blobs.get = (key, ...more) => {
    reads.push(key);
    return get.call(blobs, key, ...more);
  };
  const left = async (): Promise<number> => (await db.query('select from unrecorded_results')).rowCount!;
  return {
    ...files,
    reads,
    /** The number of results that are not recorded yet. */
    left,
    async complete(workspaceId: string, count = 1): Promise<string[]> {
      const jobs = await Promise.all(Array.from({ length: count }, () => completedJob(files, { workspaceId }, 1)));
      for (const job of jobs) await job.complete();
      return jobs.map(({ id }) => id);
    },
    recorded: async (workspaceId: string): Promise<(string | undefined)[]> =>
      (await files.user({ workspaceId }).list()).files.map(({ jobId }) => jobId),
    replica() {
      const workers = createWorkspaceWorkers({ name: 'record results', log: deps.log, restMs: 0 });
      const pass = () => recordResults(deps, workers);
      return {
        pass,
        idle: workers.idle,
        async workToTheEnd(): Promise<void> {
          while ((await left()) > 0) {
            await pass();
            await workers.idle();
          }
        },
      };
    },
  };
}

it('records a result in the first pass while another workspace has a long queue', async () => {
  const { complete, replica, recorded, left } = await startWorld();
  await complete('ws_busy', 300);
  const late = await complete('ws_other');
  const { pass, idle } = replica();
  await pass();
  await idle();
  expect(await recorded('ws_other')).toEqual(late);
  expect(await left()).toBeGreaterThan(200);
});

it('reads each manifest and records each result once with two replicas', async () => {
  const { complete, replica, reads, db } = await startWorld();
  const ids = [...(await complete('ws_1', 70)), ...(await complete('ws_2', 30)), ...(await complete('ws_3'))];
  await Promise.all([replica().workToTheEnd(), replica().workToTheEnd()]);
  expect(reads.toSorted()).toEqual([...new Set(reads)].toSorted());
  expect(reads).toHaveLength(ids.length);
  expect(await readOutbox(db, 1_000)).toHaveLength(ids.length);
});

it('gives results of one workspace to both of two replicas that claim at the same time', async () => {
  const { complete, db } = await startWorld();
  await complete('ws_1', 50);
  const [one, two] = await Promise.all([db.connect(), db.connect()]);
  try {
    await one.query('begin');
    const first = await claimNoted(one, 50, []);
    const second = await claimNoted(two, 50, []);
    await one.query('commit');
    expect(first).toHaveLength(20);
    expect(second).toHaveLength(20);
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(40);
  } finally {
    one.release();
    two.release();
  }
});

it('records other results, of the same and of other workspaces, while a manifest read hangs', async () => {
  const { complete, replica, recorded, record, blobs, db } = await startWorld();
  const [silent, ...others] = await complete('ws_1', 20);
  const answer = Promise.withResolvers<never>();
  const { get } = blobs;
  blobs.get = (key, ...more) => (key.includes(silent!) ? answer.promise : get(key, ...more));
  const { pass, idle } = replica();
  await pass();
  await eventually(async () => expect((await recorded('ws_1')).toSorted()).toEqual(others.toSorted()));
  const late = await complete('ws_2');
  await pass();
  await eventually(async () => expect(await recorded('ws_2')).toEqual(late));
  answer.reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
  await idle();
  const { rows } = await db.query(
    `select job_id, try_at - now() <= interval '5 seconds' as soon from unrecorded_results`,
  );
  expect(rows).toEqual([{ job_id: silent, soon: true }]);
  blobs.get = get;
  await record();
  expect(await recorded('ws_1')).toContain(silent);
});

it('records the results that a killed replica had claimed, once the claim has expired', async () => {
  const { complete, replica, recorded, db } = await startWorld();
  const ids = await complete('ws_1');
  expect(await claimNoted(db, 50, [])).toHaveLength(1);
  const { pass, idle } = replica();
  await pass();
  await idle();
  expect(await recorded('ws_1')).toEqual([]);
  await db.query(`update unrecorded_results set try_at = try_at - interval '1 minute'`);
  await pass();
  await idle();
  expect(await recorded('ws_1')).toEqual(ids);
});

it('records results that a replica of the last release has queued', async () => {
  const { complete, replica, recorded, db } = await startWorld();
  const [old, own] = [await complete('ws_1'), await complete('ws_2')];
  await db.query(`update unrecorded_results set workspace_id = default where job_id = any($1)`, [old]);
  await replica().workToTheEnd();
  expect(await recorded('ws_1')).toEqual(old);
  expect(await recorded('ws_2')).toEqual(own);
});
