import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { Batch, BatchStatus, ProblemPolicy } from '@rotamer/proto/workflows/v1/batch.ts';
import { BatchItem, BatchQuote, type CreateBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';
import { ChildStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { Batches } from '../clients/clients.ts';

/** Batches in memory that answer every call and record their requests. */
export interface TestBatches extends Batches {
  /** Batches by id. */
  known: Map<string, Batch>;
  calls: { method: string; request: unknown; scope: unknown }[];
}

const createdAt = new Date('2026-03-01T12:00:00.000Z');

/** A batch of two submissions. */
export function testBatch(fields: Partial<Batch> = {}): Batch {
  return Batch.fromPartial({
    id: newId('batch', createdAt),
    workspaceId: 'ws_1',
    name: 'Peptides of March',
    createdBy: 'usr_1',
    createdAt,
    status: BatchStatus.RUNNING,
    maxMillicredits: 20_000,
    chargedMillicredits: 1_000,
    tools: ['protein-properties'],
    items: 2,
    active: 1,
    completed: 1,
    attempts: 1,
    onProblem: ProblemPolicy.REFUSE,
    problems: [{ line: 3, customId: 'c', path: 'tool', message: 'is unknown' }],
    problemCount: 1,
    ...fields,
  });
}

export function testBatches(): TestBatches {
  const known: TestBatches['known'] = new Map();
  const used = new Map<string, string>();
  const calls: TestBatches['calls'] = [];
  const find = (batchId = '', scope?: CallScope) => {
    const batch = known.get(batchId);
    if (batch?.workspaceId !== scope?.caller?.workspaceId) throw notFound('batch');
    return batch!;
  };
  const once = (submissionId: string, batch: Batch) => {
    const before = used.get(submissionId);
    used.set(submissionId, before ?? batch.id);
    if (!before) known.set(batch.id, batch);
    return { batch: known.get(before ?? batch.id)!, replayed: before !== undefined };
  };
  const answers: Batches = {
    create: async (request, scope) => {
      const { submissionId, name, projectId } = request as CreateBatchRequest;
      return once(submissionId, testBatch({ name, projectId, workspaceId: scope!.caller!.workspaceId }));
    },
    findSubmission: async () => {
      throw notFound('submission');
    },
    quote: async () => BatchQuote.fromPartial({ lines: 1, goodLines: 1, estimatedMillicredits: 1_000 }),
    get: async ({ batchId }, scope) => find(batchId, scope),
    list: async () => ({ batches: [...known.values()], hasMore: false }),
    listItems: async ({ batchId }, scope) => {
      find(batchId, scope);
      const job = { status: ChildStatus.COMPLETED, jobId: 'job_00000000000000000000000000', resultAvailable: true };
      return { items: [BatchItem.fromPartial({ line: 1, customId: 'a', attempt: 1, job })], hasMore: false };
    },
    continue: async ({ batchId }, scope) => find(batchId, scope),
    cancel: async ({ batchId }, scope) => ({ batch: find(batchId, scope), unsettledJobs: 0 }),
    retry: async ({ batchId, submissionId = '' }, scope) => once(submissionId, find(batchId, scope)),
  };
  for (const [method, answer] of Object.entries(answers)) {
    Object.assign(answers, {
      [method]: (request: never, scope: never) => {
        calls.push({ method, request, scope });
        return answer(request, scope);
      },
    });
  }
  return Object.assign(answers, { known, calls });
}
