import { batchProblemFault } from '@rotamer/domain/batchProblems.ts';
import { openPlaceOf, placing } from '@rotamer/domain/membership/places.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid, wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { shownLine } from '@rotamer/kit/shownText.ts';
import { type BatchProblem, ProblemPolicy, type StopWhen } from '@rotamer/proto/workflows/v1/batch.ts';
import type { BatchLine, CreateBatchRequest, CreateBatchResponse } from '@rotamer/proto/workflows/v1/batches.ts';
import { readOwnBatch } from '../../batches/batchStore.ts';
import { batchBudget, insertBatchAttempt, insertLines } from '../../batches/beginBatch.ts';
import { addPrices, checkLines, noSums, type Sums } from '../../batches/checkLines.ts';

import { findFile } from '../../batches/findFile.ts';
import { beginUncapped, tryBeginCapped } from '../../commands/beginAttempt.ts';
import { WORK_SIGNALS } from '../../commands/changeAttempt.ts';
import type { Deps } from '../../deps.ts';
import { countHeld } from '../../membership/memberships.ts';
import { fingerprintOf, readSubmission, recordSubmission, type Started } from '../../runs/submissions.ts';
import { batchRevision } from '../../workflow/revisions.ts';
import { length } from '../bounds.ts';
import { maxProblem } from '../start.ts';

/** Most lines of a request. A file may have more. */
const MAX_INLINE = 100;

type CreateDeps = Pick<Deps, 'db' | 'clock' | 'signals' | 'billing' | 'jobs' | 'files' | 'changeAttempt'>;

/** Starts a batch, once per submission id. Lines of a request are checked before anything is stored. */
export function create(deps: CreateDeps): Rpc<CreateBatchRequest, CreateBatchResponse> {
  return async (request, context) => {
    requireValidBatch(request);
    const submission = batchSubmission(request, context);
    const before = await readSubmission(deps.db, submission);
    if (before) return answerCreate(deps, context, before, true);
    const { good, problems, sums } = await checkSource(deps, request, context);
    const isFile = request.source?.$case === 'fileId';
    const now = deps.clock();
    const { caller, traceparent } = context;
    const [runId, id] = [newId('batch', now), newId('att', now)];
    const budget = batchBudget(runId, request.maxMillicredits);
    const begin = async (tx: Queryable) => {
      await insertLines(tx, { runId, attemptId: id, from: 0 }, good);
      const common = { id, runId, workspaceId: caller.workspaceId, traceparent, now };
      const attempt = { ...common, number: 1, mode: 'FROM_START' as const, budget, startedBy: caller };
      await insertBatchAttempt(tx, attempt, good.length);
      return beginUncapped(tx, attempt, batchRevision, deps.clock);
    };
    const stored = await placing(deps.db, async (tx): Promise<{ faster: Started } | { wanted: Set<string> }> => {
      const faster = await recordSubmission(tx, { ...submission, runId, attemptId: id });
      if (faster) return { faster };
      const { projectId } = await openPlaceOf(tx, caller.workspaceId, request.projectId);
      await insertBatch(
        tx,
        { ...request, runId, attemptId: id, projectId, state: isFile ? 'READING' : 'READY', sums, problems },
        context,
      );
      const wanted = isFile ? new Set<string>([WORK_SIGNALS.read]) : await begin(tx);
      await countHeld(tx, 'runs', [{ workspaceId: caller.workspaceId, projectId, members: 1 }]);
      return { wanted };
    });
    if ('faster' in stored) return answerCreate(deps, context, stored.faster, true);
    for (const signal of stored.wanted) deps.signals.send(signal);
    if (budget && !isFile) await tryBeginCapped(deps, { id, workspaceId: caller.workspaceId, budget }, context);
    return answerCreate(deps, context, { runId, attemptId: id }, false);
  };
}

/** Returns the identity of a request: its submission id, and a fingerprint of its body. */
export function batchSubmission(request: CreateBatchRequest, { caller }: RpcContext) {
  return { id: request.submissionId, workspaceId: caller.workspaceId, fingerprint: fingerprintOf(request) };
}

/** Returns the present state of a batch. */
export async function answerCreate(
  { db }: Pick<Deps, 'db'>,
  { caller }: RpcContext,
  { runId }: Started,
  replayed: boolean,
): Promise<CreateBatchResponse> {
  return { batch: await readOwnBatch(db, runId, caller), replayed };
}

function requireValidBatch({ submissionId, name, maxMillicredits, stopWhen }: CreateBatchRequest): void {
  requireValid(
    uuid('idempotency_key', submissionId),
    length('name', name, 1, 500),
    maxProblem(maxMillicredits),
    stopWhen && stopProblem(stopWhen),
  );
}

const OPERATORS = ['eq', 'lt', 'lte', 'gt', 'gte'];

function stopProblem({ metric, op, count }: StopWhen): Problem | undefined {
  if (!OPERATORS.includes(op)) return { path: 'stop_when.op', message: `must be one of ${OPERATORS.join(', ')}` };
  return (
    length('stop_when.metric', metric, 1, 128) ?? wholeNumber('stop_when.count', count, 1, Number.MAX_SAFE_INTEGER)
  );
}

/** Returns the lines of a request. @throws validation_error for none or too many */
export function linesOf({ source }: Pick<CreateBatchRequest, 'source'>): BatchLine[] {
  const lines = source?.$case === 'lines' ? source.value.lines : [];
  if (lines.length >= 1 && lines.length <= MAX_INLINE) return lines;
  throw validationFault([{ path: 'submissions', message: `must have 1 to ${MAX_INLINE} items` }]);
}

/** Checks the lines of a request. Of a file, only whether it can be read: its lines are checked later. */
async function checkSource(
  deps: CreateDeps,
  request: CreateBatchRequest,
  context: RpcContext,
): Promise<Awaited<ReturnType<typeof checkInline>>> {
  if (request.source?.$case === 'fileId') {
    await findFile(deps.files, request.source.value, scopeOf(context));
    return { good: [], problems: [], sums: noSums };
  }
  const checked = await checkInline(deps, linesOf(request), context);
  const { good, problems } = checked;
  if (good.length === 0 || (problems.length > 0 && request.onProblem !== ProblemPolicy.SKIP))
    throw batchProblemFault(problems);
  return checked;
}

/** Checks the lines of a request. */
export async function checkInline(
  deps: Pick<Deps, 'jobs'>,
  lines: BatchLine[],
  context: RpcContext,
): Promise<{ good: BatchLine[]; problems: BatchProblem[]; sums: Sums }> {
  const all = { good: [] as BatchLine[], problems: [] as BatchProblem[], sums: noSums };
  const read = lines.map((line) => ({ line }));
  for await (const { good, problems } of checkLines(deps.jobs, read, scopeOf(context))) {
    all.good.push(...good.map(({ line }) => line));
    all.problems.push(...problems);
    all.sums = addPrices(all.sums, good);
  }
  return all;
}

interface NewBatch extends CreateBatchRequest {
  runId: string;
  attemptId: string;
  state: 'READING' | 'READY';
  sums: Sums;
  problems: BatchProblem[];
}

async function insertBatch(tx: Queryable, batch: NewBatch, { caller, traceparent }: RpcContext): Promise<void> {
  const { runId, attemptId, projectId, name, sums, problems, stopWhen } = batch;
  const { userId, role, keyId } = caller;
  await tx.query(
    `insert into runs (id, workspace_id, project_id, name, created_by, role, attempt_id) values ($1, $2, $3, $4, $5, $6, $7)`,
    [runId, caller.workspaceId, projectId, shownLine(name), userId, role, attemptId],
  );
  await tx.query(
    `insert into batches (run_id, workspace_id, state, on_problem, stop_when, file_id, max_millicredits, caller, traceparent, items,
       estimated_millicredits, problems, problem_count, tools)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      runId,
      caller.workspaceId,
      batch.state,
      batch.onProblem === ProblemPolicy.SKIP ? 'SKIP' : 'REFUSE',
      stopWhen && {
        metric: stopWhen.metric,
        op: stopWhen.op,
        value: JSON.parse(stopWhen.valueJson),
        count: stopWhen.count,
      },
      batch.source?.$case === 'fileId' ? batch.source.value : null,
      batch.maxMillicredits,
      JSON.stringify({ userId, role, keyId }),
      traceparent,
      sums.lines,
      sums.estimatedMillicredits,
      JSON.stringify(problems),
      problems.length,
      sums.tools,
    ],
  );
}
