import { randomUUID } from 'node:crypto';
import { submitJob as operation } from '@rotamer/api/operations/jobs/submitJob.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { SubmissionKind } from '@rotamer/proto/jobs/v1/jobs.ts';
import { SUBMIT_BUDGET_MS } from '../../clients/budgets.ts';
import { presentJob } from '../../present/presentJob.ts';
import { callScope } from '../../request/callScope.ts';
import { enterProject } from '../../request/enterProject.ts';
import { handler } from '../handler.ts';
import { readIdempotencyKey } from '../idempotencyKey.ts';
import { createJobWaits, preferredWait } from './jobWait.ts';
import { capMillicredits } from './readInputs.ts';
import { readSubmission } from './readSubmission.ts';

const REPLAYED = 'This job was created by an earlier request with the same idempotency key; no new job was started.';

/** POST /jobs: accepts a job, once per idempotency key. */
export const submitJob = handler(operation, (dependencies, app) => {
  const { jobs, projects } = dependencies;
  const waits = createJobWaits(dependencies, app);
  return async (request, reply) => {
    const key = readIdempotencyKey(request.headers);
    const { name, project_id, max_quoted_credits } = request.body;
    const submission = {
      ...submissionId(request.credential!.workspaceId, key),
      ...readSubmission(request.body),
      name,
      projectId: project_id ?? undefined,
      maxQuotedMillicredits: capMillicredits(max_quoted_credits),
    };
    // Not cancelled with the client, because an accepted job runs whether or not the client waits for the response.
    const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
    const answer = await enterProject(projects, submission.projectId, scope, {
      make: () => jobs.submit(submission, scope),
      find: key === undefined ? undefined : () => jobs.findSubmission(submission, scope),
    });
    const wait = preferredWait(request.headers);
    const ended = wait && (await waits.untilEnded(answer.job!, wait, request, reply));
    if (ended) reply.header('preference-applied', `wait=${wait}`);
    const accepted = presentJob(ended || answer.job!);
    // Without an idempotency key the earlier request was our own try, whose response was lost.
    if (!answer.replayed || key === undefined) return reply.code(202).send(accepted);
    return reply
      .header('idempotent-replayed', 'true')
      .code(200)
      .send({ ...accepted, message: REPLAYED });
  };
});

/** The id that makes a submission idempotent: derived from the client's key, or random for our own retries. */
function submissionId(workspaceId: string, key: string | undefined) {
  if (key === undefined) return { submissionId: randomUUID(), kind: SubmissionKind.UNKEYED };
  return { submissionId: derivedUuid(workspaceId, 'job', key), kind: SubmissionKind.KEYED };
}
