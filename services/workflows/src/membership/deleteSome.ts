import type { ProjectRef } from '@rotamer/domain/membership/memberships.ts';
import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { publishRun } from '../commands/publishRun.ts';
import type { Deps } from '../deps.ts';
import { settleAttempt } from '../work/stopChildren.ts';
import { countHeld, held, toHeld } from './memberships.ts';

/** Maximum number of runs of one step. */
const RUNS_AT_ONCE = 10;

/** Number of candidates from which a step picks its runs: this many of the project's runs, and this many of its workflows' runs. */
const LOOKED_AT = 1_000;

/** No run is begun when less than this is left until the call's deadline: a run may have thousands of jobs and items. */
const RUN_MS = 3_000;

/** Maximum number of workflows of one step. */
const WORKFLOWS_AT_ONCE = 50;

/**
 * Selects the runs that are deleted with a project: runs in the project, and runs of its workflows in any project. Two selects, because
 * each can use an index.
 */
const OF_PROJECT = `(
    select id, workspace_id, attempt_id from runs where project_id = $1 and workspace_id = $2 limit ${LOOKED_AT}
  ) union (
    select r.id, r.workspace_id, r.attempt_id from workflows w join runs r on r.workflow_id = w.id
    where w.project_id = $1 and w.workspace_id = $2 limit ${LOOKED_AT}
  )`;

/**
 * Deletes some contents of a closed project. Cancels active runs and settles their jobs; deletes runs that nothing can change any more;
 * then deletes workflows that have no runs left. The jobs themselves are deleted by the jobs service.
 */
export async function deleteSome(
  deps: Pick<Deps, 'db' | 'jobs' | 'signals' | 'clock' | 'changeAttempt'>,
  project: ProjectRef,
  { signal, deadlineMs = Number.POSITIVE_INFINITY }: CallScope = {},
): Promise<void> {
  const { db, changeAttempt } = deps;
  const untilMs = deadlineMs - RUN_MS;
  for (const { id, workspaceId, attemptId } of await findRuns(db, project)) {
    await changeAttempt(attemptId, () => [{ type: 'cancel' }]);
    await settleAttempt(deps, { id: attemptId, workspaceId }, { signal, untilMs });
    await transaction(db, (tx) => deleteRun(tx, id, deps.clock()));
    if (Date.now() > untilMs) return;
  }
  await transaction(db, (tx) => deleteWorkflows(tx, project));
}

/** Picks runs in random order, so that a run that cannot be deleted now does not block the others. */
async function findRuns(
  db: Db,
  { workspaceId, projectId }: ProjectRef,
): Promise<{ id: string; workspaceId: string; attemptId: string }[]> {
  const { rows } = await db.query(
    `select id, workspace_id, attempt_id from (${OF_PROJECT}) r order by random() limit $3`,
    [projectId, workspaceId, RUNS_AT_ONCE],
  );
  return rows.map((row) => ({ id: row.id, workspaceId: row.workspace_id, attemptId: row.attempt_id }));
}

/**
 * Deletes a run that has ended for good, together with all of its jobs. Locks attempts before the run, in the same order as every change of
 * an attempt. A run that was retried meanwhile stays until the next call.
 */
async function deleteRun(tx: Queryable, id: string, now: Date): Promise<void> {
  await tx.query('select from attempts where run_id = $1 order by id for update', [id]);
  await tx.query('select from runs where id = $1 for update', [id]);
  const { rows } = await tx.query(
    `select id, workspace_id, project_id from runs r where r.id = $1
       and not exists (
         select from attempts a left join children c on c.attempt_id = a.id
         where a.run_id = r.id and (
           a.status in ('QUEUED', 'RUNNING', 'PAUSED') or c.state in ('LAUNCHING', 'ACTIVE', 'ENDED')
           or (c.job_id is not null and c.final_millicredits is null)
         )
       )`,
    [id],
  );
  if (rows.length === 0) return;
  const { workspaceId, projectId } = toHeld(rows[0]);
  await publishRun(tx, { runId: id, traceparent: '' }, 'DELETED', now);
  await tx.query('delete from runs where id = $1', [id]);
  await tx.query('delete from submissions where run_id = $1', [id]);
  await countHeld(tx, 'runs', [{ workspaceId, projectId, members: -1 }]);
}

/** Deletes workflows without runs. Starting a run locks its workflow first, so no run can start between the check and the deletion. */
async function deleteWorkflows(tx: Queryable, project: ProjectRef): Promise<void> {
  const some = await held.workflows.lockSome(tx, project, WORKFLOWS_AT_ONCE);
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
