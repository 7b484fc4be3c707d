import type { Queryable } from '@rotamer/kit/db/db.ts';
import { SubmissionKind, type SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { BatchLine } from '@rotamer/proto/workflows/v1/batches.ts';
import type { DueChild } from '../children/dueChildren.ts';
import type { CommonPart } from '../children/jobRequests.ts';
import { parentRef, submissionIdOf } from '../engine/child.ts';

/** Longest name of a job, in characters. */
const MAX_NAME = 500;

/** Makes the submissions of several children of one attempt of a batch. The lines never change, so a repeated submission is a replay. */
export async function lineRequests(db: Queryable, batch: CommonPart, children: DueChild[]): Promise<SubmitRequest[]> {
  const { rows } = await db.query('select n, body from batch_lines where attempt_id = $1 and n = any($2)', [
    children[0]!.attemptId,
    children.map(({ n }) => n),
  ]);
  const bodies = new Map<number, Buffer>(rows.map(({ n, body }) => [n, body]));
  return children.map((child) => toRequest(BatchLine.decode(bodies.get(child.n)!), batch, child));
}

function toRequest(line: BatchLine, { runId, runName, budgetId }: CommonPart, child: DueChild): SubmitRequest {
  const { attemptId, nodeId, n, projectId } = child;
  const submission = line.submission!;
  return {
    submissionId: submissionIdOf(child),
    kind: SubmissionKind.CHILD,
    // The jobs service of release 0.2 reads these fields of the request, and not `submission`.
    ...submission,
    submission,
    name: line.name ?? [...`${runName} · ${line.customId}`].slice(0, MAX_NAME).join(''),
    projectId,
    maxQuotedMillicredits: line.maxQuotedMillicredits,
    maxReservedMillicredits: line.maxReservedMillicredits,
    parentRef: parentRef(attemptId, nodeId, n),
    budgetId,
    runId,
    labels: {},
  };
}
