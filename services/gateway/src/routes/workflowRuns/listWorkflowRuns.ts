import type { Credential } from '@rotamer/accounts/access/credential.ts';
import { listWorkflowRuns as operation } from '@rotamer/api/operations/workflowRuns/listWorkflowRuns.ts';
import { presentPage, readPage } from '@rotamer/http/params/page.ts';
import { readCreated } from '@rotamer/http/params/range.ts';
import { presentRunSummary } from '@rotamer/present/presentRunSummary.ts';
import { PauseReason, RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { ListRunsRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Static } from 'typebox';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';
import { readUser } from '../jobs/readJobFilter.ts';

/** GET /workflow-runs: the runs that the caller may see, newest first. */
export const listWorkflowRuns = handler(
  operation,
  ({ workflows, members }) =>
    async (request, reply) => {
      const { scopes } = request.credential!;
      const { runs, nextId } = await workflows.listRuns(
        readSearch(request.query, request.credential!),
        callScope(request, reply),
      );
      const people = await members.people([...new Set(runs.map(({ run }) => run!.createdBy))]);
      const items = runs.map((summary) => ({ id: summary.run!.id, summary }));
      const present = ({ summary }: (typeof items)[number]) =>
        presentRunSummary(summary, people.get(summary.run!.createdBy), scopes);
      return presentPage(items, nextId !== '', present, nextId || undefined);
    },
  { importance: 'list' },
);

function readSearch(query: Static<typeof operation.query>, credential: Credential): ListRunsRequest {
  const { status, pause, workflow_id, name, created_by } = query;
  return {
    ...readPage('run', query),
    statuses: (status?.split(',') ?? []).map((word) => RunStatus[word as keyof typeof RunStatus]),
    pauseReason: PauseReason[(pause?.toUpperCase() ?? 'UNSPECIFIED') as keyof typeof PauseReason],
    workflowId: workflow_id,
    namePart: name,
    createdBy: created_by === undefined ? undefined : readUser(created_by, credential),
    ...readCreated(query),
  };
}
