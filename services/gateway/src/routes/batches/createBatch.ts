import { randomUUID } from 'node:crypto';
import { createBatch as operation } from '@rotamer/api/operations/batches/createBatch.ts';
import { capMillicredits } from '@rotamer/api/requests/readInputs.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { readIdempotencyKey } from '@rotamer/http/route/idempotencyKey.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentBatch } from '@rotamer/present/presentBatch.ts';
import { ProblemPolicy } from '@rotamer/proto/workflows/v1/batch.ts';
import type { FastifyRequest } from 'fastify';
import { callScope } from '../../request/callScope.ts';
import { enterProject } from '../../request/enterProject.ts';
import { handler } from '../handler.ts';
import { readSource } from './readLines.ts';

const POLICIES = { refuse: ProblemPolicy.REFUSE, skip: ProblemPolicy.SKIP };

/** POST /batches: starts a batch, once per idempotency key. */
export const createBatch = handler(operation, ({ batches, projects }) => async (request, reply) => {
  const { name, project_id, max_credits, on_problem = 'refuse', stop_when } = request.body;
  const key = readIdempotencyKey(request.headers);
  const asked = {
    submissionId: batchKey(request, 'batch', key),
    name,
    projectId: project_id ?? undefined,
    maxMillicredits: capMillicredits(max_credits),
    onProblem: POLICIES[on_problem],
    stopWhen: stop_when && { ...stop_when, valueJson: JSON.stringify(stop_when.value) },
    source: readSource(request.body),
  };
  // Not cancelled with the client, because a started batch continues whether or not the client waits for the response.
  const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
  const { batch, replayed } = await enterProject(projects, asked.projectId, scope, {
    make: () => batches.create(asked, scope),
    find: key === undefined ? undefined : () => batches.findSubmission(asked, scope),
  });
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(replayed ? 200 : 202).send(presentBatch(batch!));
});

/** Returns the id that makes a request idempotent: derived from the client's key, or random for our own retries. */
export function batchKey(
  { credential }: Pick<FastifyRequest, 'credential'>,
  what: string,
  key: string | undefined,
): string {
  return key === undefined ? randomUUID() : derivedUuid(credential!.workspaceId, what, key);
}
