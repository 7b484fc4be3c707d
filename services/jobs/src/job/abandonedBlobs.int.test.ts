import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attemptPrefix, inputsPrefix } from '@rotamer/domain/results/resultManifest.ts';
import { deleteQueuedBlobs } from '@rotamer/kit/blobs/blobDeletions.ts';
import { openFsBlobs } from '@rotamer/kit/blobs/fsBlobs.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';

/** A leased job, and a blob store with an object of each of its attempts. */
async function startLeasedJob() {
  const folder = await mkdtemp(join(tmpdir(), 'rotamer-abandoned-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const blobs = openFsBlobs({ folder, secret: '0123456789abcdef', publicUrl: 'http://127.0.0.1' });
  const jobs = await startJobs({ blobs });
  const { workspaceId, scope } = await jobs.member(10);
  const { job } = await jobs.jobs.submit(aSubmission(), scope);
  const id = job!.id;
  const keys = {
    first: `${attemptPrefix(workspaceId, id, 1)}table/half.tsv`,
    second: `${attemptPrefix(workspaceId, id, 2)}manifest.json`,
    input: `${inputsPrefix(workspaceId, id)}0`,
  };
  for (const key of Object.values(keys)) await blobs.put(key, 'bytes');
  await jobs.claimOne();

  /** Returns the objects that are left after the time for late uploads. */
  async function leftAfterSweep(): Promise<string[]> {
    await jobs.db.query(`update blob_deletions set queued_at = now() - interval '1 minute'`);
    await deleteQueuedBlobs({ ...jobs.deps, blobs });
    const left = [];
    for (const [name, key] of Object.entries(keys)) if (await blobs.size(key)) left.push(name);
    return left;
  }
  const lose = (attempt: number) => jobs.deps.changeJob(id, { type: 'lose', attempt, error: 'The runner is gone.' });
  return { jobs, blobs, workspaceId, id, keys, scope, lose, leftAfterSweep };
}

describe('the bytes of a job', () => {
  it('stay for the attempt that made the result, and are deleted for other attempts', async () => {
    const { jobs, workspaceId, id, lose, leftAfterSweep } = await startLeasedJob();
    await lose(1);
    await jobs.db.query('update jobs set next_attempt_at = null');
    const lease = await jobs.claimOne();
    const manifest = await jobs.storeManifest({ workspaceId, jobId: id, attempt: 2 });
    const report = { ...lease, outcome: AttemptOutcome.COMPLETED, runtimeMs: 1, manifest };
    expect(await jobs.leases.complete(report)).toMatchObject({ accepted: true });
    expect(await leftAfterSweep()).toEqual(['second', 'input']);
  });

  it('are deleted when the job ends without a result', async () => {
    const { jobs, id, scope, lose, leftAfterSweep } = await startLeasedJob();
    await lose(1);
    await jobs.jobs.cancel({ jobId: id }, scope);
    expect(await leftAfterSweep()).toEqual([]);
  });

  it('stay while a runner that lost its lease may still upload', async () => {
    const { jobs, blobs, keys, lose } = await startLeasedJob();
    await lose(1);
    await deleteQueuedBlobs({ ...jobs.deps, blobs });
    expect(await blobs.size(keys.first)).toBe(5);
  });
});
