import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { Deps } from '../deps.ts';
import { publishRun } from '../run/publishRun.ts';
import { settleAttempt } from '../work/stopChildren.ts';
import { countHeld, lockSome, type ProjectRef, toHeld } from './held.ts';

/** Runs of one step: each may have thousands of jobs and items. */
const RUNS_AT_ONCE = 10;

/** Workflows of one step. */
const WORKFLOWS_AT_ONCE = 50;

/** The runs that go with a project: its own, and those of its workflows, wherever they are. */
const OF_PROJECT = `r.workspace_id = $2 and (
  r.project_id = $1 or r.workflow_id in (select id from workflows where project_id = $1 and workspace_id = $2)
)`;

/**
 * Takes some runs of a closed project a step further: what is active is cancelled and its jobs are settled, what nothing can
 * change any more is deleted; then the workflows that have no run left. Jobs are deleted by jobs.
 */
export async function deleteSome(
  deps: Pick<Deps, 'db' | 'jobs' | 'signals' | 'clock' | 'changeAttempt'>,
  project: ProjectRef,
  signal?: AbortSignal,
): Promise<void> {
  const { db, changeAttempt } = deps;
  const runs = await findRuns(db, project);
  for (const { workspaceId, attemptId } of runs) {
    await changeAttempt(attemptId, () => [{ type: 'cancel' }]);
    await settleAttempt(deps, { id: attemptId, workspaceId }, { signal });
  }
  await transaction(db, (tx) =>
    deleteRuns(
      tx,
      runs.map(({ id }) => id),
      deps.clock(),
    ),
  );
  await transaction(db, (tx) => deleteWorkflows(tx, project));
}

async function findRuns(
  db: Db,
  { workspaceId, projectId }: ProjectRef,
): Promise<{ id: string; workspaceId: string; attemptId: string }[]> {
  const { rows } = await db.query(
    `select r.id, r.workspace_id, r.attempt_id from runs r where ${OF_PROJECT} order by random() limit $3`,
    [projectId, workspaceId, RUNS_AT_ONCE],
  );
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id, attemptId: row.attempt_id }));
}

/**
 * Deletes those of the runs that have ended for good, their jobs too. Attempts are locked before runs, as whoever changes an attempt
 * does it; a retry that came in between makes its run stay until the next call.
 */
async function deleteRuns(tx: Queryable, ids: string[], now: Date): Promise<void> {
  await tx.query('select from attempts where run_id = any($1) order by id for update', [ids]);
  await tx.query('select from runs where id = any($1) order by id for update', [ids]);
  const { rows } = await tx.query(
    `select id, workspace_id, project_id from runs r where r.id = any($1)
       and not exists (
         select from attempts a left join children c on c.attempt_id = a.id
         where a.run_id = r.id and (
           a.status in ('QUEUED', 'RUNNING', 'PAUSED') or c.state in ('LAUNCHING', 'ACTIVE', 'ENDED')
           or (c.job_id is not null and c.final_millicredits is null)
         )
       )`,
    [ids],
  );
  const gone = rows.map(toHeld);
  const goneIds = gone.map(({ id }) => id);
  for (const runId of goneIds) await publishRun(tx, { runId, traceparent: '' }, 'DELETED', now);
  await tx.query('delete from runs where id = any($1)', [goneIds]);
  await tx.query('delete from submissions where run_id = any($1)', [goneIds]);
  const left = gone.map(({ workspaceId, projectId }) => ({ workspaceId, projectId, members: -1 }));
  await countHeld(tx, 'runs', left);
}

/** Whoever starts a run locks its workflow first, so none begins between the look and the deletion. */
async function deleteWorkflows(tx: Queryable, project: ProjectRef): Promise<void> {
  const some = await lockSome(tx, 'workflows', project, WORKFLOWS_AT_ONCE);
  const { rows } = await tx.query(
    `select id from workflows w where id = any($1) and not exists (select from runs where workflow_id = w.id)`,
    [some.map(({ id }) => id)],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.query('delete from grants where workflow_id = any($1)', [ids]);
  await tx.query('delete from revisions where workflow_id = any($1)', [ids]);
  await tx.query('delete from workflows where id = any($1)', [ids]);
  await countHeld(tx, 'workflows', [{ ...project, members: -ids.length }]);
}
