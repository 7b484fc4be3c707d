import { toMillicredits } from '@rotamer/domain/credits.ts';
import { openPlaceOf, placing } from '@rotamer/domain/membership/places.ts';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, type RpcContext, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid, uuid } from '@rotamer/kit/grpc/validate.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { shownLine } from '@rotamer/kit/shownText.ts';
import { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { Access, type Workflow } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { StartRequest, StartResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import { insertAttempt } from '../attempts/newAttempt.ts';
import { beginUncapped, tryBeginCapped } from '../commands/beginAttempt.ts';
import { budgetOf } from '../credits/budget.ts';
import { requirePins } from '../datasets/findPins.ts';
import type { WorkflowSettings } from '../definition/schema.ts';
import type { Deps } from '../deps.ts';
import { countHeld } from '../membership/memberships.ts';
import { type InputData, namedFiles, readInputData } from '../runs/inputData.ts';
import { runDetails } from '../runs/runDetails.ts';
import { readOwnRun } from '../runs/runStore.ts';
import { fingerprintOf, readSubmission, recordSubmission, type Started } from '../runs/submissions.ts';
import { requireAccess } from '../workflow/access.ts';
import { readOwnWorkflow } from '../workflow/workflowStore.ts';
import { length } from './bounds.ts';

type StartDeps = Pick<
  Deps,
  'db' | 'clock' | 'signals' | 'revisions' | 'billing' | 'files' | 'changeAttempt' | 'tools' | 'datasets'
>;

/**
 * Starts a run of the published revision. Repeating the submission id with the same body returns the same run. The run
 * pins the newest releases of the datasets that its nodes name.
 */
export function start(deps: StartDeps): Rpc<StartRequest, StartResponse> {
  return async (request, context) => {
    const { caller } = context;
    requireValid(
      uuid('idempotency_key', request.submissionId),
      length('name', request.name, 1, 500),
      maxProblem(request.maxMillicredits),
    );
    const submission = submissionOf(request, context);
    const before = await readSubmission(deps.db, submission);
    if (before) return answerStart(deps, context, before.runId, true);
    const workflow = await readOwnWorkflow(deps.db, request.workflowId, caller);
    requireAccess(workflow.access, Access.RUN);
    refuseStale(workflow, request.expectedRevisionId);
    const revision = await deps.revisions.get(workflow.revisionId);
    const inputData = readInputData(revision.definition, request.inputData, await resolveFiles(deps, request, context));
    const pins = await requirePins(deps, revision.definition.nodes, scopeOf(context), TO_HAVE_DATASETS);
    const now = deps.clock();
    const [runId, attemptId] = [newId('run', now), newId('att', now)];
    const budget = budgetOf(attemptId, request.maxMillicredits ?? defaultCap(revision.settings));
    const stored = await placing(deps.db, async (tx): Promise<{ faster: Started } | { wanted: Set<string> }> => {
      const faster = await recordSubmission(tx, { ...submission, runId, attemptId });
      if (faster) return { faster };
      const home = await lockWorkflow(tx, workflow.id);
      await openPlaceOf(tx, caller.workspaceId, home);
      const wantedProject = request.projectGiven ? request.projectId : home;
      const { projectId } = await openPlaceOf(tx, caller.workspaceId, wantedProject);
      await tx.query(
        `insert into runs (id, workspace_id, project_id, workflow_id, workflow_name, revision_id, name, created_by, role, attempt_id,
           datasets)
         values ($1, $2, $3, $4, (select name from workflows where id = $4), $5, $6, $7, $8, $9, $10)`,
        [
          runId,
          caller.workspaceId,
          projectId,
          workflow.id,
          revision.id,
          request.name && shownLine(request.name),
          caller.userId,
          caller.role,
          attemptId,
          JSON.stringify(pins),
        ],
      );
      await insertInputs(tx, runId, inputData);
      const common = { id: attemptId, runId, workspaceId: caller.workspaceId, traceparent: context.traceparent, now };
      const attempt = { ...common, number: 1, mode: 'FROM_START' as const, budget, startedBy: caller };
      await insertAttempt(tx, attempt, revision);
      const wanted = await beginUncapped(tx, attempt, revision, deps.clock);
      await countHeld(tx, 'runs', [{ workspaceId: caller.workspaceId, projectId, members: 1 }]);
      return { wanted };
    });
    if ('faster' in stored) return answerStart(deps, context, stored.faster.runId, true);
    for (const signal of stored.wanted) deps.signals.send(signal);
    if (budget) await tryBeginCapped(deps, { id: attemptId, workspaceId: caller.workspaceId, budget }, context);
    return answerStart(deps, context, runId, false);
  };
}

export const TO_HAVE_DATASETS =
  'Ask an operator to import the dataset, to grant it to the workspace, or to publish a workflow that names another.';

/** Locks the workflow, so that it is not deleted meanwhile. Returns its project. @throws not_found */
async function lockWorkflow(tx: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await tx.query('select project_id from workflows where id = $1 for share', [id]);
  if (!rows[0]) throw notFound('workflow');
  return rows[0].project_id ?? undefined;
}

/** Returns the identity of a start: its submission id, and a fingerprint of the request. */
export function submissionOf(request: StartRequest, { caller }: RpcContext) {
  return { id: request.submissionId, workspaceId: caller.workspaceId, fingerprint: fingerprintOf(request) };
}

/** Returns the present state of a run. @throws not_found if the caller may not see it */
export async function answerStart(
  deps: Pick<Deps, 'db' | 'revisions'>,
  { caller }: RpcContext,
  runId: string,
  replayed: boolean,
): Promise<StartResponse> {
  const { run } = await readOwnRun(deps.db, runId, caller);
  return { run: await runDetails(deps.db, deps.revisions, run), replayed };
}

export function maxProblem(max: number | undefined) {
  if (max === undefined || (Number.isSafeInteger(max) && max >= 0)) return undefined;
  return { path: 'max_credits', message: 'must be a whole number of at least 0' };
}

/** Returns the cap of a run that names none. */
export function defaultCap({ max_credits }: WorkflowSettings): number | undefined {
  return max_credits === undefined ? undefined : toMillicredits(max_credits);
}

export function refuseStale({ revisionId }: Workflow, expected: string | undefined): void {
  if (expected === undefined || expected === revisionId) return;
  throw new Fault('conflict', 'The published revision of the workflow has changed.', {
    resolution: 'Fetch the workflow, and start the run with its current revision.',
    details: { reason: 'stale_revision', published_revision_id: revisionId },
  });
}

export async function resolveFiles({ files }: Pick<Deps, 'files'>, { inputData }: StartRequest, context: RpcContext) {
  const fileIds = [...new Set(namedFiles(inputData))];
  if (fileIds.length === 0) return new Map();
  const { files: found } = await files.resolveInputs({ fileIds }, scopeOf(context));
  return new Map(found.map((file) => [file.fileId, file]));
}

async function insertInputs(tx: Queryable, runId: string, data: InputData): Promise<void> {
  for (const [nodeId, inputs] of data) {
    if (inputs.length === 0) continue;
    await tx.query(
      `insert into run_inputs (run_id, node_id, position, input)
       select $1, $2, nth, input from unnest($3::bytea[]) with ordinality as i (input, nth)`,
      [runId, nodeId, inputs.map((input) => Buffer.from(SubmittedInput.encode(input).finish()))],
    );
  }
}
