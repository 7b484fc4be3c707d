import { randomUUID } from 'node:crypto';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { Fault, toFault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { due, workOnEach } from '@rotamer/kit/work/failedWork.ts';
import { startWorkspaceLoop, type WorkspaceWorkers } from '@rotamer/kit/work/workspaceWorkers.ts';
import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import type { BatchProblem } from '@rotamer/proto/workflows/v1/batch.ts';
import { MAX_STORED_PROBLEMS } from '../batches/batchStore.ts';
import { batchBudget, insertBatchAttempt, insertLines } from '../batches/beginBatch.ts';
import { addPrices, type CheckedLines, checkLines, noSums, type Sums } from '../batches/checkLines.ts';
import { findFile, linesOfFile } from '../batches/findFile.ts';
import { beginCapped, beginUncapped } from '../commands/beginAttempt.ts';
import { WORK_SIGNALS } from '../commands/changeAttempt.ts';
import { publishRun } from '../commands/publishRun.ts';
import type { Deps } from '../deps.ts';
import { batchRevision } from '../workflow/revisions.ts';

const INTERVAL_MS = 2_000;

/** Number of files that one pass begins to read. */
const BATCH = 16;

/** How long a claim lasts without another portion of lines. */
const CLAIM = '30 seconds';

/** The name by which operators see the loop. */
const READ_BATCHES = 'read-batches';

type ReadDeps = Pick<
  Deps,
  'db' | 'jobs' | 'files' | 'blobs' | 'billing' | 'clock' | 'signals' | 'changeAttempt' | 'log'
>;

interface Reading {
  /** Of the batch. */
  id: string;
  workspaceId: string;
  attemptId: string;
  fileId: string;
  skips: boolean;
  maxMillicredits?: number;
  startedBy: { userId: string; role: string; keyId: string };
  traceparent: string;
  /** Proves that no other process has taken the claim. */
  reader: string;
}

/**
 * Reads and checks the files of batches, and begins those without problems. A process that dies leaves its file to another one, which begins
 * to read it again. Returns true if there may be more.
 */
export async function readBatches(deps: ReadDeps, workers: WorkspaceWorkers, signal?: AbortSignal): Promise<boolean> {
  const claimed = await claimReading(deps.db, workers.busy());
  workers.work(claimed, (own) =>
    workOnEach({ ...deps, work: READ_BATCHES, claimed: true }, own, (batch) => readOne(deps, batch, signal)),
  );
  return claimed.length === BATCH;
}

async function claimReading(db: Queryable, busy: string[]): Promise<Reading[]> {
  const reader = randomUUID();
  const { rows } = await db.query(
    prepared(
      `with claimed as (
         select run_id from batches
         where state = 'READING' and try_at <= now() and workspace_id <> all($1) and ${due(READ_BATCHES, 'run_id')}
         order by try_at limit $2 for update skip locked
       )
       update batches b set reader = $3, try_at = now() + interval '${CLAIM}'
       from claimed c, runs r where b.run_id = c.run_id and r.id = c.run_id
       returning b.run_id, b.workspace_id, r.attempt_id, b.file_id, b.on_problem, b.max_millicredits, b.caller, b.traceparent`,
      [busy, BATCH, reader],
    ),
  );
  return rows.map((row) => ({
    id: row.run_id,
    workspaceId: row.workspace_id,
    attemptId: row.attempt_id,
    fileId: row.file_id,
    skips: row.on_problem === 'SKIP',
    maxMillicredits: row.max_millicredits ?? undefined,
    startedBy: row.caller,
    traceparent: row.traceparent,
    reader,
  }));
}

/** What was read of a file. */
interface Progress {
  sums: Sums;
  /** The first ones. */
  problems: BatchProblem[];
  problemCount: number;
}

async function readOne(deps: ReadDeps, batch: Reading, signal?: AbortSignal): Promise<void> {
  const { id, workspaceId, startedBy, traceparent } = batch;
  const scope: CallScope = { caller: Caller.fromPartial({ workspaceId, ...startedBy }), traceparent, signal };
  // Only while the claim holds: another process may read the file already, and keep its lines.
  await deps.db.query(
    `with mine as (select run_id from batches where run_id = $1 and state = 'READING' and reader = $2 for update)
     delete from batch_lines l using mine where l.run_id = mine.run_id`,
    [id, batch.reader],
  );
  let read: Progress = { sums: noSums, problems: [], problemCount: 0 };
  try {
    const file = await findFile(deps.files, batch.fileId, scope);
    for await (const portion of checkLines(deps.jobs, linesOfFile(deps.blobs, file), scope)) {
      const before = read.sums.lines;
      read = addPortion(read, portion);
      if (!(await storePortion(deps, batch, portion, before, read))) return;
    }
  } catch (error) {
    read = withFault(read, error);
  }
  await conclude(deps, batch, read);
}

function addPortion({ sums, problems, problemCount }: Progress, portion: CheckedLines): Progress {
  return {
    sums: addPrices(sums, portion.good),
    problems: [...problems, ...portion.problems].slice(0, MAX_STORED_PROBLEMS),
    problemCount: problemCount + portion.problems.length,
  };
}

/** Adds a fault of the file itself, such as that it was deleted. @throws the error if it may pass by itself */
function withFault(read: Progress, error: unknown): Progress {
  const { code, message } = toFault(error);
  if (!(error instanceof Fault) || ['service_unavailable', 'internal_error', 'rate_limited'].includes(code))
    throw error;
  const problem = { line: 1, customId: '', path: '', message };
  return { sums: noSums, problems: [problem, ...read.problems], problemCount: read.problemCount + 1 };
}

/** Stores a portion, and extends the claim. Returns false if the claim was lost, or the batch was cancelled or deleted. */
async function storePortion(
  { db }: ReadDeps,
  { id, attemptId, reader, skips }: Reading,
  { good }: CheckedLines,
  from: number,
  { sums, problemCount }: Progress,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rowCount } = await tx.query(
      `update batches set try_at = now() + interval '${CLAIM}', items = $3, problem_count = $4
       where run_id = $1 and state = 'READING' and reader = $2`,
      [id, reader, sums.lines, problemCount],
    );
    if (!rowCount) return false;
    // A batch that will be refused needs no lines.
    const lines = skips || problemCount === 0 ? good.map(({ line }) => line) : [];
    await insertLines(tx, { runId: id, attemptId, from }, lines);
    return true;
  });
}

/** Begins a batch, or refuses it for its problems. */
async function conclude(deps: ReadDeps, batch: Reading, read: Progress): Promise<void> {
  const { id: runId, attemptId, workspaceId, traceparent, startedBy } = batch;
  const { sums, problems, problemCount } = read;
  const isRefused = sums.lines === 0 || (problemCount > 0 && !batch.skips);
  const budget = batchBudget(runId, batch.maxMillicredits);
  const now = deps.clock();
  const wanted = await transaction(deps.db, async (tx) => {
    const { rowCount } = await tx.query(
      `update batches set state = $3, reader = null, items = $4, estimated_millicredits = $5, tools = $6, problems = $7, problem_count = $8,
         ended_at = $9
       where run_id = $1 and state = 'READING' and reader = $2`,
      [
        runId,
        batch.reader,
        isRefused ? 'REFUSED' : 'READY',
        sums.lines,
        sums.estimatedMillicredits,
        sums.tools,
        JSON.stringify(problems),
        problemCount,
        isRefused ? now : null,
      ],
    );
    if (!rowCount) return undefined;
    if (isRefused) {
      await tx.query('delete from batch_lines where run_id = $1', [runId]);
      await publishRun(tx, { runId, traceparent }, 'FAILED', now);
      return new Set([OUTBOX_SIGNAL]);
    }
    const common = { id: attemptId, runId, workspaceId, traceparent, now };
    const attempt = { ...common, number: 1, mode: 'FROM_START' as const, budget, startedBy };
    await insertBatchAttempt(tx, attempt, sums.lines);
    return beginUncapped(tx, attempt, batchRevision, deps.clock);
  });
  for (const signal of wanted ?? []) deps.signals.send(signal);
  // If billing is unavailable, the attempt is left to the loop that begins attempts.
  if (wanted && !isRefused && budget)
    await beginCapped(deps, { id: attemptId, workspaceId, budget }).catch((error) =>
      deps.log.warn({ err: error, batch_id: runId }, 'budget not set; the loop begins the batch'),
    );
}

export function startReading(deps: ReadDeps): Loop {
  return startWorkspaceLoop({
    ...deps,
    name: 'read batches',
    intervalMs: INTERVAL_MS,
    wokenBy: WORK_SIGNALS.read,
    pass: (workers, signal) => readBatches(deps, workers, signal),
  });
}
