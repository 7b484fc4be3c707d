// @module-tag chaos

import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@rotamer/test-support/client.ts';
import { loadContract } from '@rotamer/test-support/contract.ts';
import { readEvents, waitForJob } from '@rotamer/test-support/events.ts';
import { propertiesOf, waitingJob, waitingTool } from '@rotamer/test-support/requests.ts';
import type { File, Job, JobResult } from '@rotamer/test-support/resources.ts';
import { newHome, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspaceOn } from '@rotamer/test-support/workspace.ts';
import { expect, it, onTestFinished } from 'vitest';
import { startLoad } from './load.ts';
import { startArchivedPostgres } from './pointInTime.ts';
import { settle } from './settle.ts';
import { WITHOUT_PAGES } from './world.ts';

it('restores all databases to one moment, with a newer bucket, without losing jobs or credits', {
  timeout: 900_000,
}, async () => {
  const home = newHome();
  const folder = join(home.folder, 'server');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const postgres = await startArchivedPostgres(folder);
  onTestFinished(async () => {
    await postgres.stop();
    removeHome(home);
  });
  const env = { ROTAMER_POSTGRES_URL: postgres.url('postgres'), ...waitingTool };
  const start = () => startStack({ home, env, args: WITHOUT_PAGES });
  const place = ({ baseUrl }: { baseUrl: string }) => ({ baseUrl, dataDir: home.dataDir, patient: true });

  const first = await start();
  const contract = await loadContract(first.baseUrl);
  const limits = { 'requests-per-minute': 100_000, 'concurrent-jobs': 10 };
  const [workspace, other] = [
    await newWorkspaceOn(place(first), contract, { credits: 5_000, limits }),
    await newWorkspaceOn(place(first), contract, { limits }),
  ];
  const early = (await workspace.client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
  await waitForJob(workspace.client, early.id);

  const load = startLoad([workspace]);
  const { client } = other;
  const accepted = () => load.soFar().submissions.filter((submission) => submission.accepted.length > 0).length;
  await Promise.all([postgres.takeBaseBackup(), waitFor('some load', () => accepted() >= 4)]);
  const kept = (await client.upload<File>('kept.fasta', ubiquitin)).body;
  // Runs for two seconds, so it is still running at the moment to which everything is restored.
  const { id: runningId } = (await client.post<Job>('/jobs', waitingJob(2))).body;
  const stream = await client.open(`/jobs/${runningId}/events`);
  for await (const { data } of readEvents(client, stream)) if (data.started_at) break;
  const history = load.soFar();
  const moment = await postgres.now();

  // The following file, job and credits are lost by the restore. The bucket keeps their bytes.
  const lost = (await client.upload<File>('lost.fasta', ubiquitin)).body;
  const { id: lostId } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
  await other.admin.command('credits grant', { workspace: other.id, credits: 7 });
  await Promise.all([waitForJob(client, lostId), load.stop()]);
  await postgres.archive();
  await first.killEverything();
  await postgres.restore(moment);

  const second = await start();
  const again = await newWorkspaceOn(place(second), contract, { limits });
  const as = (key: string) => again.clientWith(key);
  const [mine, theirs] = [as(workspace.key.key), as(other.key.key)];
  expect(await again.admin.command('ledger check')).toMatchObject({ balanced: true });
  expect((await theirs.get(`/jobs/${lostId}/status`)).status).toBe(404);
  expect((await theirs.get(`/files/${lost.id}`)).status).toBe(404);
  expect((await theirs.get(`/files/${kept.id}`)).status).toBe(200);

  // A new job runs while the lease of the restored running job expires, because its runner is gone.
  const { id: newId } = (await theirs.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
  const { violations, facts } = await settle(postgres.url, history);
  expect(violations).toEqual([]);
  expect(facts.jobs.find(({ id }) => id === runningId)).toMatchObject({
    status: 'COMPLETED',
    attempt: 2,
    finalized: true,
  });
  expect(await again.admin.command('ledger check')).toMatchObject({ balanced: true, open_holds: 0 });
  expect((await again.admin.command('dlq list')).dead_letters).toEqual([]);

  // Verifies the results against their manifests: results from before the restore, of jobs that ran again, and of new
  // jobs.
  expect(facts.jobs.find(({ id }) => id === newId)?.status).toBe('COMPLETED');
  await expectResult(theirs, newId);
  const completed = facts.jobs.filter(
    ({ status, workspaceId }) => status === 'COMPLETED' && workspaceId === workspace.id,
  );
  expect(completed.length).toBeGreaterThan(1);
  for (const { id } of completed) await expectResult(mine, id);

  // Blobs that no row names are found and deleted.
  const { queued } = await again.admin.command('blobs sweep');
  expect(queued).toBeGreaterThanOrEqual(2);
  await waitFor('them to be gone', async () => (await again.admin.command('blobs sweep')).queued === 0);
  for (const { id } of completed) await expectResult(mine, id);
  expect(await second.interrupt()).toBe(0);
});

/** Expects that the files of a result have the digests in its manifest. */
async function expectResult(client: Client, id: string): Promise<void> {
  const { files } = (await client.get<JobResult>(`/results/${id}`)).body;
  for (const { url, sha256 } of files) {
    const bytes = Buffer.from(await (await fetch(new URL(url, client.baseUrl))).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
}
