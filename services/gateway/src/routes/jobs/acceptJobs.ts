import { randomUUID } from 'node:crypto';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { readIdempotencyKey } from '@rotamer/http/route/idempotencyKey.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { SubmissionKind, type SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { enterProject } from '../../request/enterProject.ts';
import { applyNotify } from '../notifyPreference.ts';
import { createJobWaits, preferredWait } from './jobWait.ts';

const REPLAYED = 'This job was created by an earlier request with the same idempotency key; no new job was started.';

/**
 * Returns a function that submits a job, once per idempotency key of the request, and sends the job: with 202, or with
 * 200 for an earlier one. The response waits for the end of the job when the request prefers that.
 */
export function acceptJobs(dependencies: Deps, app: FastifyInstance) {
  const { jobs, projects, notices } = dependencies;
  const waits = createJobWaits(dependencies, app);
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    asked: Omit<SubmitRequest, 'submissionId' | 'kind'>,
  ): Promise<FastifyReply> => {
    const key = readIdempotencyKey(request.headers);
    const submission = { ...submissionId(request.credential!.workspaceId, key), ...asked };
    // Not cancelled with the client, because an accepted job runs whether or not the client waits for the response.
    const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
    const answer = await enterProject(projects, submission.projectId, scope, {
      make: () => jobs.submit(submission, scope),
      find: key === undefined ? undefined : () => jobs.findSubmission(submission, scope),
    });
    const applied = await applyNotify(request, answer.job!.id, notices);
    const wait = preferredWait(request.headers);
    const ended = wait && (await waits.untilEnded(answer.job!, wait, request, reply));
    if (ended) applied.push(`wait=${wait}`);
    if (applied.length > 0) reply.header('preference-applied', applied.join(', '));
    const accepted = presentJob(ended || answer.job!);
    // Without an idempotency key the earlier request was our own try, whose response was lost.
    if (!answer.replayed || key === undefined) return reply.code(202).send(accepted);
    return reply
      .header('idempotent-replayed', 'true')
      .code(200)
      .send({ ...accepted, message: REPLAYED });
  };
}

/** The id that makes a submission idempotent: derived from the client's key, or random for our own retries. */
function submissionId(workspaceId: string, key: string | undefined) {
  if (key === undefined) return { submissionId: randomUUID(), kind: SubmissionKind.UNKEYED };
  return { submissionId: derivedUuid(workspaceId, 'job', key), kind: SubmissionKind.KEYED };
}
