import { randomUUID } from 'node:crypto';
import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { BatchEvent, BatchStatus, ProblemPolicy } from '@rotamer/proto/workflows/v1/batch.ts';
import { BatchesDefinition, type BatchLine, type CreateBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';
import { ChildStatus, PauseReason } from '@rotamer/proto/workflows/v1/workflow.ts';
import { describe, expect, it } from 'vitest';
import { textLine } from '../../testing/batchFile.ts';
import { PRICE } from '../../testing/fakeJobs.ts';
import { startWorkflows, type Worker } from '../../testing/startWorkflows.ts';

const described: Worker = () => ({ rows: { properties: [{ value: { name: 'a' } }] } });

/** Lines 1 to `count`, whose custom ids are a1, a2, …. */
function linesOf(count: number, contentOf: (n: number) => string = () => '>a\nMKV\n'): BatchLine[] {
  return Array.from({ length: count }, (_, i) => textLine(i + 1, contentOf(i + 1)));
}

async function startWorld() {
  const world = await startWorkflows();
  const batches = world.ask(BatchesDefinition, 'gateway');
  const owner = world.user();
  return {
    ...world,
    batches,
    owner,
    async start(lines: BatchLine[], more: Partial<CreateBatchRequest> = {}) {
      const request = { submissionId: randomUUID(), name: 'Peptides', onProblem: ProblemPolicy.REFUSE, ...more };
      const { batch } = await batches.create({ ...request, source: { $case: 'lines', value: { lines } } }, owner.scope);
      return batch!.id;
    },
    get: (batchId: string) => batches.get({ batchId }, owner.scope),
    items: async (batchId: string, status: ChildStatus = ChildStatus.UNSPECIFIED) =>
      (await batches.listItems({ batchId, status, limit: 100 }, owner.scope)).items,
    async events(): Promise<string[]> {
      return (await readOutbox(world.db, 1_000)).map(({ value }) => BatchEvent.decode(value).type);
    },
  };
}

describe('a batch', () => {
  it('submits each line as one job and completes when all have ended', async () => {
    const { start, settle, get, items, jobs, events } = await startWorld();
    const id = await start(linesOf(70));
    await settle(described);
    expect(await get(id)).toMatchObject({
      status: BatchStatus.COMPLETED,
      items: 70,
      completed: 70,
      failed: 0,
      attempts: 1,
      tools: ['protein-properties'],
      chargedMillicredits: 70 * PRICE,
      estimatedMillicredits: 70 * PRICE,
    });
    expect(jobs.all().map(({ request }) => request.runId)).toEqual(Array(70).fill(id));
    expect(jobs.all()[0]!.job.name).toBe('Peptides · a1');
    const listed = await items(id);
    expect(listed.map(({ customId }) => customId)).toEqual(linesOf(70).map(({ customId }) => customId));
    expect(listed[69]!.job).toMatchObject({ status: ChildStatus.COMPLETED, jobStatus: 'COMPLETED' });
    expect(await events()).toEqual(['RUN_EVENT_TYPE_BATCH_STARTED', 'RUN_EVENT_TYPE_BATCH_COMPLETED']);
  });

  it('is started once when the request is repeated, and refuses another body with the same key', async () => {
    const { batches, owner, db } = await startWorld();
    const request = {
      submissionId: randomUUID(),
      name: 'Peptides',
      source: { $case: 'lines' as const, value: { lines: linesOf(2) } },
    };
    const first = await batches.create(request, owner.scope);
    const again = await batches.create(request, owner.scope);
    expect(again).toMatchObject({ replayed: true, batch: { id: first.batch!.id } });
    await expect(batches.create({ ...request, name: 'Other' }, owner.scope)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await db.query('select count(*) from batches')).rows[0].count).toBe(1);
  });

  it('is refused with the problems of all lines, before anything is stored', async () => {
    const { start, db, jobs } = await startWorld();
    const lines = linesOf(4, (n) => (n === 2 ? 'bad input' : '>a\nMKV\n'));
    lines[2]!.submission!.tool = 'nonsense';
    lines[3]!.customId = 'a1';
    await expect(start(lines)).rejects.toMatchObject({
      code: 'validation_error',
      details: {
        errors: [
          { line: 2, custom_id: 'a2', path: 'submissions[1].input.inputs[0].content' },
          { line: 3, custom_id: 'a3', path: 'submissions[2].tool' },
          { line: 4, custom_id: 'a1', path: 'submissions[3].custom_id', message: 'is also the custom_id of line 1' },
        ],
      },
    });
    expect((await db.query('select count(*) from runs')).rows[0].count).toBe(0);
    expect(jobs.submissions()).toBe(0);
  });

  it('leaves lines with problems out when it may skip them', async () => {
    const { start, settle, get, items } = await startWorld();
    const id = await start(
      linesOf(3, (n) => (n === 2 ? 'bad input' : '>a\nMKV\n')),
      { onProblem: ProblemPolicy.SKIP },
    );
    await settle(described);
    const problems = [{ line: 2, customId: 'a2', path: 'input.inputs[0].content', message: 'line 1: bad input' }];
    expect(await get(id)).toMatchObject({ status: BatchStatus.COMPLETED, items: 2, problemCount: 1, problems });
    expect((await items(id)).map(({ line }) => line)).toEqual([1, 3]);
  });

  it('pauses at its cap, and goes on with a higher one', async () => {
    const { start, settle, get, items, jobs, batches, owner, budgets } = await startWorld();
    Object.assign(jobs.limits, { credits: 3 * PRICE, creditLimit: 'max_credits' });
    const id = await start(linesOf(5), { maxMillicredits: 3 * PRICE });
    await settle(described);
    const paused = await get(id);
    expect(paused).toMatchObject({
      status: BatchStatus.PAUSED,
      pause: { reason: PauseReason.MAX_CREDITS },
      completed: 3,
    });
    expect(await items(id, ChildStatus.WAITING)).toHaveLength(2);
    await expect(batches.continue({ batchId: id, maxMillicredits: PRICE }, owner.scope)).rejects.toMatchObject({
      details: { errors: [{ path: 'max_credits', message: 'must be at least 3, the present cap' }] },
    });
    jobs.limits.credits = 2 * PRICE;
    await batches.continue({ batchId: id, maxMillicredits: 5 * PRICE }, owner.scope);
    await settle(described);
    expect(await get(id)).toMatchObject({ status: BatchStatus.COMPLETED, completed: 5, maxMillicredits: 5 * PRICE });
    expect([...budgets.values()]).toEqual([5 * PRICE]);
  });

  it('cancels its jobs and submits no more when it is cancelled', async () => {
    const { start, settle, get, items, jobs, batches, owner } = await startWorld();
    const id = await start(linesOf(60));
    await settle((request) => (request.name.endsWith(' a1') ? { rows: {} } : undefined));
    const { unsettledJobs } = await batches.cancel({ batchId: id }, owner.scope);
    expect(unsettledJobs).toBe(0);
    await settle();
    expect(jobs.active()).toEqual([]);
    expect(await get(id)).toMatchObject({ status: BatchStatus.CANCELLED, completed: 1, active: 0, waiting: 0 });
    expect(await items(id, ChildStatus.CANCELLED)).toHaveLength(59);
  });

  it('submits only the lines without a result when it is retried', async () => {
    const { start, settle, get, items, jobs, batches, owner } = await startWorld();
    const id = await start(linesOf(3));
    await settle((request, job) => (request.name.endsWith(' a2') ? 'broken' : described(request, job)));
    expect(await get(id)).toMatchObject({ status: BatchStatus.COMPLETED_WITH_ERRORS, completed: 2, failed: 1 });
    expect((await items(id, ChildStatus.FAILED)).map(({ customId, job }) => [customId, job!.error])).toEqual([
      ['a2', 'broken'],
    ]);
    const retry = { submissionId: randomUUID(), batchId: id };
    await batches.retry(retry, owner.scope);
    expect(await batches.retry(retry, owner.scope)).toMatchObject({ replayed: true, batch: { attempts: 2 } });
    await settle(described);
    expect(await get(id)).toMatchObject({ status: BatchStatus.COMPLETED, completed: 3, failed: 0, attempts: 2 });
    expect(jobs.all()).toHaveLength(4);
    expect((await items(id)).map(({ attempt }) => attempt)).toEqual([1, 2, 1]);
    await expect(batches.retry({ ...retry, submissionId: randomUUID() }, owner.scope)).rejects.toMatchObject({
      details: { reason: 'nothing_failed' },
    });
  });

  it('is not found from another workspace, and not as a run', async () => {
    const { start, batches, workflows, owner, user } = await startWorld();
    const id = await start(linesOf(1));
    await expect(batches.get({ batchId: id }, user().scope)).rejects.toMatchObject({ code: 'not_found' });
    await expect(workflows.getRun({ runId: id }, owner.scope)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lists batches newest first, page by page', async () => {
    const { start, batches, owner } = await startWorld();
    const ids = [await start(linesOf(1)), await start(linesOf(1)), await start(linesOf(1))];
    const first = await batches.list({ limit: 2 }, owner.scope);
    expect([first.batches.map(({ id }) => id), first.hasMore]).toEqual([[ids[2], ids[1]], true]);
    const rest = await batches.list({ limit: 2, beforeId: ids[1] }, owner.scope);
    expect(rest.batches.map(({ id }) => id)).toEqual([ids[0]]);
  });
});
