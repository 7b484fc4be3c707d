import { randomUUID } from 'node:crypto';
import { newId } from '@rotamer/kit/ids.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { BatchStatus, ProblemPolicy } from '@rotamer/proto/workflows/v1/batch.ts';
import { BatchesDefinition } from '@rotamer/proto/workflows/v1/batches.ts';
import { PauseReason } from '@rotamer/proto/workflows/v1/workflow.ts';
import { expect, it } from 'vitest';
import { badFile } from './testing/batchFile.ts';
import { PRICE } from './testing/fakeJobs.ts';
import { memoryBlobs } from './testing/memoryBlobs.ts';
import { startWorkflows, type Worker } from './testing/startWorkflows.ts';

/** In its long form as many as a file may have. */
const LINES = long ? 50_000 : 3_000;

/** Four of a hundred lines are bad. */
const GOOD = LINES * 0.96;

/** The number of jobs for which the cap is enough at first. */
const PAID = LINES * 0.4;

const described: Worker = () => ({ rows: { properties: [{ value: { length: 3 } }] } });

it('runs each good line of a large file once, and pauses where its cap ends', { timeout: 1_200_000 }, async () => {
  const world = await startWorkflows({ blobs: memoryBlobs() });
  const { jobs, settle } = world;
  const batches = world.ask(BatchesDefinition, 'gateway');
  const { scope, workspaceId } = world.user();
  const fileId = newId('file', new Date());
  const key = `uploads/${workspaceId}/${fileId}`;
  const { size, sha256 } = await world.blobs.put(key, badFile(LINES));
  world.saved.push({ fileId, filename: 'batch.jsonl', format: 'JSON', key, size, sha256, textual: true, units: {} });
  const start = async (onProblem: ProblemPolicy) => {
    const source = { $case: 'fileId' as const, value: fileId };
    const request = { submissionId: randomUUID(), name: 'Large', onProblem, maxMillicredits: PAID * PRICE, source };
    return (await batches.create(request, scope)).batch!.id;
  };
  const get = (batchId: string) => batches.get({ batchId }, scope);

  const refused = await start(ProblemPolicy.REFUSE);
  await settle(described);
  expect(await get(refused)).toMatchObject({ status: BatchStatus.FAILED, problemCount: LINES - GOOD });
  expect(jobs.submissions()).toBe(0);

  Object.assign(jobs.limits, { credits: PAID * PRICE, creditLimit: 'max_credits' });
  const id = await start(ProblemPolicy.SKIP);
  await settle(described);
  expect(await get(id)).toMatchObject({
    status: BatchStatus.PAUSED,
    pause: { reason: PauseReason.MAX_CREDITS },
    items: GOOD,
    completed: PAID,
    chargedMillicredits: PAID * PRICE,
    problemCount: LINES - GOOD,
  });

  jobs.limits.credits = GOOD * PRICE;
  await batches.continue({ batchId: id, maxMillicredits: GOOD * PRICE }, scope);
  await settle(described);
  expect(await get(id)).toMatchObject({
    status: BatchStatus.COMPLETED,
    completed: GOOD,
    chargedMillicredits: GOOD * PRICE,
  });
  expect(jobs.all()).toHaveLength(GOOD);
});
