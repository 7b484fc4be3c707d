import { startWorkflowRun as operation } from '@rotamer/api/operations/workflows/startWorkflowRun.ts';
import { workflowIdOf } from '@rotamer/http/params/ids.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { keyOfRequest } from '@rotamer/http/route/requiredKey.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentRun } from '@rotamer/present/presentRun.ts';
import { callScope } from '../../request/callScope.ts';
import { enterProject } from '../../request/enterProject.ts';
import { handler } from '../handler.ts';
import { applyNotify } from '../notifyPreference.ts';
import { readStart } from './readStart.ts';

/** POST /workflows/{workflowId}/runs: starts a run, once per idempotency key. */
export const startWorkflowRun = handler(operation, ({ workflows, projects, notices }) => async (request, reply) => {
  const workflowId = workflowIdOf(request.params);
  const start = {
    workflowId,
    submissionId: derivedUuid(request.credential!.workspaceId, 'workflow run', keyOfRequest(request)),
    ...readStart(request.body),
  };
  // Not cancelled with the client, because a started run continues whether or not the client waits for the response.
  const scope = { ...callScope(request, reply, SUBMIT_BUDGET_MS), signal: undefined };
  const { run, replayed } = await enterProject(projects, start.projectId, scope, {
    make: () => workflows.start(start, scope),
    find: () => workflows.findSubmission(start, scope),
  });
  const applied = await applyNotify(request, run!.run!.id, notices);
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '));
  if (replayed) reply.header('idempotent-replayed', 'true');
  return reply.code(replayed ? 200 : 202).send(presentRun(run!));
});
