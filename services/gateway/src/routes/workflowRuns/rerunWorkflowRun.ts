import { rerunWorkflowRun as operation } from '@rotamer/api/operations/workflowRuns/rerunWorkflowRun.ts';
import { capMillicredits } from '@rotamer/api/requests/readInputs.ts';
import { runIdOf } from '@rotamer/http/params/ids.ts';
import { SUBMIT_BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import { keyOfRequest } from '@rotamer/http/route/requiredKey.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentRun } from '@rotamer/present/presentRun.ts';
import { requireScope } from '../../access/authorise.ts';
import { callScope } from '../../request/callScope.ts';
import { enterProject } from '../../request/enterProject.ts';
import { handler } from '../handler.ts';
import { applyNotify } from '../notifyPreference.ts';

/** POST /workflow-runs/{runId}/rerun: starts a run with the inputs of an earlier one, once per idempotency key. */
export const rerunWorkflowRun = handler(operation, ({ workflows, projects, notices }) => async (request, reply) => {
  const { name, max_credits, project_id } = request.body ?? {};
  const { request: recalled, namesFiles } = await workflows.recall(
    { runId: runIdOf(request.params) },
    callScope(request, reply),
  );
  if (namesFiles) requireScope('files:read', request.credential!);
  const start = {
    ...recalled!,
    submissionId: derivedUuid(request.credential!.workspaceId, 'workflow run', keyOfRequest(request)),
    name: name ?? recalled!.name,
    maxMillicredits: capMillicredits(max_credits) ?? recalled!.maxMillicredits,
    projectId: project_id ?? undefined,
    projectGiven: project_id !== undefined,
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
